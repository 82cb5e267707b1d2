// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "math/sym3.h"

// Eigenvalues below this part of the largest one count as zero, no unit: ten times what rounding of the
// entries leaves of a zero. A mass that is real and below it belongs to bodies of a ratio of a million.
#define MK_SYM3_ZERO (10 * MK_EPSILON)

// Directions whose value is too small are left out.
static Sym3 invert_by_axes(Sym3 m) {
	Eigen3 eigen = mk_mat3_eigen(
			(Mat3){ { m.xx, m.xy, m.xz }, { m.xy, m.yy, m.yz }, { m.xz, m.yz, m.zz } });
	Sym3 inverse = sym3_zero();
	const Vec3 axes[3] = { eigen.vectors.x, eigen.vectors.y, eigen.vectors.z };
	Real smallest = MK_SYM3_ZERO * eigen.values.x;
	for (int i = 0; i < 3; i++) {
		Real value = vec3_get(eigen.values, i);
		if (!(value > smallest && value >= MK_REAL_MIN)) continue;
		inverse = sym3_add(inverse, sym3_outer(axes[i], axes[i], 1 / value));
	}
	return inverse;
}

Sym3 mk_sym3_invert(Sym3 m) {
	// cofactors
	Sym3 c = {
		.xx = m.yy * m.zz - m.yz * m.yz,
		.xy = m.xz * m.yz - m.xy * m.zz,
		.xz = m.xy * m.yz - m.xz * m.yy,
		.yy = m.xx * m.zz - m.xz * m.xz,
		.yz = m.xy * m.xz - m.xx * m.yz,
		.zz = m.xx * m.yy - m.xy * m.xy,
	};
	Real determinant = m.xx * c.xx + m.xy * c.xy + m.xz * c.xz;
	// the sum of cofactors is about the product of the two larger eigenvalues
	Real trace = m.xx + m.yy + m.zz;
	Real two = c.xx + c.yy + c.zz;
	bool is_regular = two > MK_SYM3_ZERO * trace * trace &&
			determinant > MK_SYM3_ZERO * trace * two && determinant >= MK_REAL_MIN;
	if (!is_regular) return invert_by_axes(m);
	Real s = 1 / determinant;
	return (Sym3){ c.xx * s, c.xy * s, c.xz * s, c.yy * s, c.yz * s, c.zz * s };
}
