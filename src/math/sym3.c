// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "math/sym3.h"

Sym3 mk_sym3_invert_by_axes(Sym3 m, Real zero) {
	Eigen3 eigen = mk_mat3_eigen(
			(Mat3){ { m.xx, m.xy, m.xz }, { m.xy, m.yy, m.yz }, { m.xz, m.yz, m.zz } });
	Sym3 inverse = sym3_zero();
	const Vec3 axes[3] = { eigen.vectors.x, eigen.vectors.y, eigen.vectors.z };
	Real smallest = zero * eigen.values.x;
	for (int i = 0; i < 3; i++) {
		Real value = vec3_get(eigen.values, i);
		if (!(value > smallest && value >= MK_REAL_MIN)) continue;
		inverse = sym3_add(inverse, sym3_outer(axes[i], axes[i], 1 / value));
	}
	return inverse;
}
