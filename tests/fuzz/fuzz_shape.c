// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Raw numbers, also NaN and infinities, into the creating functions of all shapes; what they accept
// is asked everything there is to ask. Accepted shapes give finite answers to finite questions,
// refused ones a reason, and nothing is leaked.
#include "base/alloc.h"
#include "fuzz/input.h"
#include "shape/compound.h"
#include "shape/convex.h"
#include "shape/height_field.h"
#include "shape/hull_shape.h"
#include "shape/instance.h"
#include "shape/mesh.h"
#include "shape/minkowski_sum.h"
#include "shape/support.h"

enum { MAX_POINTS = 48, MAX_SIDE = 9 };

// Any bits, or a number of the size of things, as the first byte says.
static Real any_real(Input *input) {
	Real value;
	if (input_byte(input) % 4 != 0) return input_ordinary(input);
	input_read(input, &value, sizeof value);
	return value;
}

static Real any_size(Input *input) {
	Real value = any_real(input);
	return input_byte(input) % 8 == 0 ? value : real_abs(value);
}

static Vec3 any_vec3(Input *input) {
	Real x = any_real(input);
	Real y = any_real(input);
	return vec3(x, y, any_real(input));
}

static Vec3 any_sizes(Input *input) {
	Real x = any_size(input);
	Real y = any_size(input);
	return vec3(x, y, any_size(input));
}

static Shape *make_points_shape(Input *input, ShapeKind kind, ShapeStatus *status) {
	Vec3 points[MAX_POINTS];
	uint32_t indices[MAX_POINTS];
	uint32_t count = input_byte(input) % (MAX_POINTS + 1);
	for (uint32_t i = 0; i < count; i++) {
		points[i] = any_vec3(input);
		indices[i] = input_byte(input) % (MAX_POINTS / 2);
	}
	if (kind == SHAPE_HULL) {
		HullShapeInput hull = { points, count, any_size(input), 0 };
		hull.max_vertices = input_byte(input) % 8;
		return mk_hull_shape_create(&hull, status);
	}
	bool is_indexed = input_byte(input) % 2 == 0;
	MeshInput mesh = { .mesh = { points, count, is_indexed ? indices : NULL, count / 3 } };
	mesh.is_two_sided = input_byte(input) % 2 == 0;
	mesh.is_moving = input_byte(input) % 2 == 0;
	return mk_mesh_create(&mesh, status);
}

static Shape *make_field(Input *input, ShapeStatus *status) {
	Real heights[MAX_SIDE * MAX_SIDE];
	uint32_t width = input_byte(input) % (MAX_SIDE + 1);
	uint32_t depth = input_byte(input) % (MAX_SIDE + 1);
	for (uint32_t i = 0; i < width * depth; i++)
		heights[i] = any_real(input);
	return mk_height_field_create(&(HeightFieldInput){ heights, width, depth }, status);
}

static Affine any_map(Input *input) {
	Mat3 linear = input_ordinary_mat3(input);
	if (input_byte(input) % 2 == 0) linear = mat3_identity();
	// scales of up to 64: beyond, legal shapes may leave the range of single precision
	Vec3 limit = vec3_splat(64);
	linear.x = vec3_clamp(linear.x, vec3_negate(limit), limit);
	linear.y = vec3_clamp(linear.y, vec3_negate(limit), limit);
	linear.z = vec3_clamp(linear.z, vec3_negate(limit), limit);
	return (Affine){ linear, input_ordinary_vec3(input) };
}

static Shape *make_simple(Input *input, ShapeKind kind, ShapeStatus *status) {
	Vec3 s = any_sizes(input);
	switch (kind) {
		case SHAPE_SPHERE: return mk_sphere_create(s.x, status);
		case SHAPE_BOX: return mk_box_create(s, status);
		case SHAPE_ROUNDED_BOX: return mk_rounded_box_create(s, any_size(input), status);
		case SHAPE_CAPSULE: return mk_capsule_create(s.x, s.y, status);
		case SHAPE_CYLINDER: return mk_cylinder_create(s.x, s.y, status);
		case SHAPE_ROUNDED_CYLINDER: return mk_rounded_cylinder_create(s.x, s.y, s.z, status);
		case SHAPE_CONE: return mk_cone_create(s.x, s.y, status);
		case SHAPE_TAPERED_CYLINDER: return mk_tapered_cylinder_create(s.x, s.y, s.z, status);
		case SHAPE_TAPERED_CAPSULE: return mk_tapered_capsule_create(s.x, s.y, s.z, status);
		case SHAPE_ELLIPSOID: return mk_ellipsoid_create(s, status);
		case SHAPE_SEGMENT: return mk_segment_create(any_vec3(input), s, s.x, status);
		case SHAPE_TRIANGLE: {
			Vec3 a = any_vec3(input);
			Triangle t = { a, any_vec3(input), s };
			return mk_triangle_create(t, any_size(input), status);
		}
		case SHAPE_SEPARATION_RAY: return mk_separation_ray_create(s.x, false, status);
		case SHAPE_HALF_SPACE: return mk_half_space_create((Plane){ any_vec3(input), s.x }, status);
		case SHAPE_HEIGHT_FIELD: return make_field(input, status);
		default: return make_points_shape(input, kind, status);
	}
}

static Shape *make_any(Input *input, ShapeStatus *status) {
	ShapeKind kind = (ShapeKind)(input_byte(input) % SHAPE_KIND_COUNT);
	if (kind != SHAPE_MINKOWSKI_SUM && kind != SHAPE_COMPOUND) {
		return make_simple(input, kind, status);
	}
	Shape *a = make_simple(input, (ShapeKind)(input_byte(input) % SHAPE_MINKOWSKI_SUM), NULL);
	Shape *b = make_simple(input, (ShapeKind)(input_byte(input) % SHAPE_MINKOWSKI_SUM), NULL);
	Affine pose = any_map(input);
	Shape *both = NULL;
	if (kind == SHAPE_MINKOWSKI_SUM) {
		MinkowskiSumInput sum = { a, b, pose, any_map(input) };
		both = mk_minkowski_sum_create(&sum, status);
	} else {
		CompoundChild children[] = { { a, pose }, { b, any_map(input) } };
		both = mk_compound_create(children, 2, status);
	}
	mk_shape_release(a);
	mk_shape_release(b);
	return both;
}

static void check_convex(const ShapeInstance *in, Vec3 direction) {
	SupportPoint core = instance_support_core(in, direction, MK_SHAPE_NO_ID);
	require(vec3_is_finite(core.point));
	Vec3 s = instance_support(in, direction, core.id);
	require(vec3_is_finite(s));
	Aabb box = mk_instance_bounds(in);
	require(aabb_is_finite(box) && !aabb_is_empty(box));
	Real size = vec3_length(in->pose.origin) + 200 * in->shape->bound + in->rounding;
	require(aabb_contains_point(aabb_grow(box, 64 * MK_EPSILON * size), s));
	ShapeFace face;
	mk_instance_face(in, direction, &face);
	require(face.count >= 1 && face.count <= MK_FACE_POINTS && vec3_is_finite(face.normal));
	for (uint32_t i = 0; i < face.count; i++)
		require(vec3_is_finite(face.points[i]));
	CsoPoint cso = cso_support(in, in, direction, NULL);
	require(vec3_is_finite(cso.point));
}

static bool count_piece(const ShapePiece *piece, void *user) {
	require(shape_is_convex(piece->shape));
	require(affine_is_finite(piece->pose));
	return ++*(uint32_t *)user < 1000;
}

static void check_queries(const ShapeInstance *in, Input *input) {
	Vec3 p = input_ordinary_vec3(input);
	ShapePoint nearest = mk_instance_closest(in, p);
	require(vec3_is_finite(nearest.point));
	ShapeRay ray = { { p, input_ordinary_vec3(input) }, ray_range_ray(), RAY_SIDES_BOTH };
	ShapeRayHit hit = mk_instance_ray(in, &ray);
	if (hit.hit.hit) require(real_is_finite(hit.hit.t) && vec3_is_finite(hit.hit.normal));
	// whatever comes in, something comes out
	Vec3 origin = any_vec3(input);
	ray.ray = (Ray){ origin, any_vec3(input) };
	mk_instance_ray(in, &ray);
	mk_instance_closest(in, any_vec3(input));
	MassProperties mass = mk_shape_mass(in->shape, in->pose);
	require(mass.mass >= 0 && real_is_finite(mass.mass));
	require(vec3_is_finite(mass.center) && mat3_is_finite(mass.moments));
	uint32_t count = 0;
	Aabb box = aabb_from_center(p, vec3_abs(input_ordinary_vec3(input)));
	PieceQuery query = { box, count_piece, &count };
	mk_shape_pieces(in->shape, &query);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	Input input = { data, size };
	size_t blocks = mk_alloc_stats().live_blocks;
	ShapeStatus status = SHAPE_STATUS_COUNT;
	Shape *shape = make_any(&input, &status);
	require((shape != NULL) == (status == SHAPE_OK));
	require(status < SHAPE_STATUS_COUNT);
	if (shape != NULL) {
		ShapeInstance in = mk_instance(shape, any_map(&input));
		if (input_byte(&input) % 2 == 0) in = instance_grow(in, real_abs(input_ordinary(&input)));
		if (shape_is_convex(shape)) {
			check_convex(&in, input_vec3(&input));
			check_convex(&in, input_ordinary_vec3(&input));
			check_convex(&in, vec3_zero());
		}
		check_queries(&in, &input);
		mk_shape_release(shape);
	}
	require(mk_alloc_stats().live_blocks == blocks);
	return 0;
}
