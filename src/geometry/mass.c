// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Composition and mapping of mass properties.
#include "geometry/mass.h"

#include "geometry/moments.h"

// total and centre; the sums run in double because parts may lie far from the origin
static MassProperties find_common_center(const MassProperties *parts, uint32_t count) {
	double total = 0;
	Double3 weighted = { 0 };
	for (uint32_t i = 0; i < count; i++) {
		Double3 center = double3_between(parts[i].center, vec3_zero());
		weighted = double3_add(weighted, double3_scale(center, (double)parts[i].mass));
		total += (double)parts[i].mass;
	}
	if (!(total > 0 && total <= (double)MK_REAL_MAX)) return (MassProperties){ 0 };
	Vec3 center = double3_to_vec3(double3_scale(weighted, 1 / total), vec3_zero());
	return (MassProperties){ .mass = (Real)total, .center = center };
}

MassProperties mk_mass_combine(const MassProperties *parts, uint32_t count) {
	MassProperties sum = find_common_center(parts, count);
	if (!(sum.mass > 0)) return sum;
	for (uint32_t i = 0; i < count; i++)
		sum.moments = mat3_add(sum.moments, mass_moments_about(parts[i], sum.center));
	return sum;
}

MassProperties mk_mass_map(MassProperties properties, Affine map) {
	Real volume = real_abs(mat3_determinant(map.linear));
	if (!(volume > 0)) return (MassProperties){ 0 };
	Mat3 moments = mat3_conjugate(map.linear, properties.moments);
	return (MassProperties){
		.mass = properties.mass * volume,
		.center = affine_point(map, properties.center),
		.moments = mat3_scale(moments, volume),
	};
}

PrincipalInertia mk_mass_principal(MassProperties properties) {
	// both matrices have the same eigenvectors; those of the moments lose nothing for needles
	Eigen3 eigen = mk_mat3_eigen(properties.moments);
	Vec3 s = vec3_max(eigen.values, vec3_zero());
	return (PrincipalInertia){ vec3(s.y + s.z, s.x + s.z, s.x + s.y), eigen.vectors };
}
