// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Principal component boxes and the forms of a box. Covariances are summed in double relative to a
// corner of the set, so that sets far from the origin lose no digits.
#include "geometry/obb_fit.h"

#include "geometry/hull_build.h"
#include "geometry/moments.h"

static Covariance to_covariance(const Moments *moments, Vec3 origin) {
	if (!(moments->total > 0)) return (Covariance){ .mean = origin };
	return (Covariance){
		.mean = double3_to_vec3(mk_moments_center(moments), origin),
		.matrix = symmetric3_to_mat3(mk_moments_central(moments), 1 / moments->total),
	};
}

Covariance mk_covariance_of_points(const Vec3 *points, uint32_t count) {
	if (count == 0) return (Covariance){ 0 };
	Moments moments = { 0 };
	for (uint32_t i = 0; i < count; i++) {
		Double3 p = double3_between(points[i], points[0]);
		mk_moments_add_simplex(&moments, 1, &p, 1);
	}
	// once more about the mean, so that a thin set is not a difference of large sums
	Vec3 mean = to_covariance(&moments, points[0]).mean;
	moments = (Moments){ 0 };
	for (uint32_t i = 0; i < count; i++) {
		Double3 p = double3_between(points[i], mean);
		mk_moments_add_simplex(&moments, 1, &p, 1);
	}
	return to_covariance(&moments, mean);
}

static Covariance covariance_of_vertices(const Hull *hull) {
	return mk_covariance_of_points(hull->vertices, hull->vertex_count);
}

static Covariance covariance_of_edges(const Hull *hull) {
	Moments moments = { 0 };
	for (uint32_t i = 0; i < hull->half_edge_count; i++) {
		if (hull->half_edges[i].twin < i) continue;
		const Double3 ends[2] = {
			double3_between(hull->vertices[hull->half_edges[i].origin], hull->center),
			double3_between(hull->vertices[hull_edge_end(hull, i)], hull->center),
		};
		mk_moments_add_simplex(&moments, double3_length(double3_sub(ends[1], ends[0])), ends, 2);
	}
	return moments.total > 0 ? to_covariance(&moments, hull->center) : covariance_of_vertices(hull);
}

// a face as a fan of triangles
static void add_face(Moments *moments, const Hull *hull, uint32_t face) {
	Double3 corners[3];
	for (uint32_t i = 0; i < hull->faces[face].edge_count; i++) {
		Vec3 vertex = hull->vertices[hull_face_vertex(hull, face, i)];
		corners[i < 2 ? i : 2] = double3_between(vertex, hull->center);
		if (i < 2) continue;
		Double3 side_a = double3_sub(corners[1], corners[0]);
		Double3 side_b = double3_sub(corners[2], corners[0]);
		double area = double3_length(double3_cross(side_a, side_b)) / 2;
		mk_moments_add_simplex(moments, area, corners, 3);
		corners[1] = corners[2];
	}
}

static Covariance covariance_of_surface(const Hull *hull) {
	Moments moments = { 0 };
	for (uint32_t i = 0; i < hull->face_count; i++)
		add_face(&moments, hull, i);
	return moments.total > 0 ? to_covariance(&moments, hull->center) : covariance_of_edges(hull);
}

Covariance mk_covariance_of_hull(const Hull *hull, ObbMode mode) {
	static Covariance (*const table[OBB_MODE_COUNT])(const Hull *) = {
		[OBB_OF_POINTS] = covariance_of_vertices,
		[OBB_OF_HULL_POINTS] = covariance_of_vertices,
		[OBB_OF_HULL_EDGES] = covariance_of_edges,
		[OBB_OF_HULL_SURFACE] = covariance_of_surface,
	};
	if (hull->vertex_count == 0) return (Covariance){ 0 };
	return table[mode](hull);
}

Eigen2 mk_eigen2(Real a, Real c, Real d) {
	Real half_difference = (a - d) / 2;
	Real middle = (a + d) / 2;
	Real root = real_sqrt(half_difference * half_difference + c * c);
	// l0 - a and l0 - d without cancellation: one of them is at least the root
	Vec2 v = half_difference > 0 ? (Vec2){ half_difference + root, c }
								 : (Vec2){ c, root - half_difference };
	Real length = real_sqrt(v.x * v.x + v.y * v.y);
	v = length > 0 ? (Vec2){ v.x / length, v.y / length } : (Vec2){ 1, 0 };
	return (Eigen2){ { middle + root, middle - root }, { v, { -v.y, v.x } } };
}

Aabb mk_aabb_around(const Vec3 *points, uint32_t count) {
	Aabb box = aabb_empty();
	for (uint32_t i = 0; i < count; i++)
		box = aabb_add_point(box, points[i]);
	return box;
}

Obb mk_obb_around(const Vec3 *points, uint32_t count, Mat3 axes) {
	Aabb bounds = aabb_empty();
	for (uint32_t i = 0; i < count; i++) {
		Vec3 local = mat3_apply_transposed(axes, vec3_sub(points[i], points[0]));
		bounds = aabb_add_point(bounds, local);
	}
	Vec3 center = vec3_add(points[0], mat3_apply(axes, aabb_center(bounds)));
	Obb box = { .center = center, .axes = axes };
	for (uint32_t i = 0; i < count; i++)
		box.half = vec3_max(box.half, vec3_abs(obb_to_local(box, points[i])));
	return box;
}

static ObbStatus check_points(const Vec3 *points, uint32_t count) {
	if (count == 0) return OBB_EMPTY;
	for (uint32_t i = 0; i < count; i++) {
		if (!vec3_is_finite(points[i])) return OBB_NOT_FINITE;
	}
	return OBB_OK;
}

ObbFit mk_obb_fit(const Vec3 *points, uint32_t count, ObbMode mode) {
	ObbFit fit = { .box.axes = mat3_identity(), .status = check_points(points, count) };
	if (fit.status != OBB_OK) return fit;
	Covariance covariance;
	if (mode == OBB_OF_POINTS) {
		covariance = mk_covariance_of_points(points, count);
	} else {
		Hull hull = mk_hull_build(&(HullInput){ .points = points, .count = count });
		covariance = mk_covariance_of_hull(&hull, mode);
		mk_hull_free(&hull);
	}
	fit.box = mk_obb_around(points, count, mk_mat3_eigen(covariance.matrix).vectors);
	return fit;
}

void mk_obb_corners(Obb box, Vec3 corners[8]) {
	for (int i = 0; i < 8; i++) {
		Vec3 local = vec3(i & 1 ? box.half.x : -box.half.x, i & 2 ? box.half.y : -box.half.y,
				i & 4 ? box.half.z : -box.half.z);
		corners[i] = obb_to_world(box, local);
	}
}

void mk_obb_planes(Obb box, Plane planes[6]) {
	const Vec3 axes[3] = { box.axes.x, box.axes.y, box.axes.z };
	for (int i = 0; i < 3; i++) {
		Real middle = vec3_dot(axes[i], box.center);
		Real half = vec3_get(box.half, i);
		planes[2 * i] = (Plane){ axes[i], middle + half };
		planes[2 * i + 1] = (Plane){ vec3_negate(axes[i]), half - middle };
	}
}

// a right-handed frame with the directions of those edges that have a length
static Mat3 complete_axes(Vec3 edge_x, Vec3 edge_y, Vec3 edge_z) {
	Vec3 x = vec3_normalize(edge_x);
	Vec3 y = vec3_normalize(edge_y);
	Vec3 z = vec3_normalize(edge_z);
	bool has_x = !vec3_equals(x, vec3_zero());
	bool has_y = !vec3_equals(y, vec3_zero());
	bool has_z = !vec3_equals(z, vec3_zero());
	if (!has_x && !has_y && !has_z) return mat3_identity();
	if (!has_x) x = has_y && has_z ? vec3_cross(y, z) : vec3_perpendicular(has_y ? y : z);
	if (!has_y) y = has_z ? vec3_cross(z, x) : vec3_perpendicular(x);
	return (Mat3){ x, y, vec3_cross(x, y) };
}

Obb mk_obb_from_corners(const Vec3 corners[8]) {
	Vec3 edge_x = vec3_sub(corners[1], corners[0]);
	Vec3 edge_y = vec3_sub(corners[2], corners[0]);
	Vec3 edge_z = vec3_sub(corners[4], corners[0]);
	Vec3 lengths = vec3(vec3_length(edge_x), vec3_length(edge_y), vec3_length(edge_z));
	return (Obb){
		.center = vec3_lerp(corners[0], corners[7], (Real)0.5),
		.axes = complete_axes(edge_x, edge_y, edge_z),
		.half = vec3_scale(lengths, (Real)0.5),
	};
}

Obb mk_obb_from_planes(const Plane planes[6]) {
	Obb box = { .axes = { planes[0].normal, planes[2].normal, planes[4].normal } };
	Vec3 upper = vec3(planes[0].offset, planes[2].offset, planes[4].offset);
	Vec3 lower = vec3(planes[1].offset, planes[3].offset, planes[5].offset);
	box.half = vec3_scale(vec3_add(upper, lower), (Real)0.5);
	box.center = mat3_apply(box.axes, vec3_scale(vec3_sub(upper, lower), (Real)0.5));
	return box;
}
