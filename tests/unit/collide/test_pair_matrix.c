// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Every kind of shape against every other, in both orders. Each body has a top: a face, or the end
// of an axis, over its origin, at a known height. Two bodies with their tops to each other, one
// origin over the other, are apart along the line of the origins by what is left between the tops;
// if that is negative, but a few millimetres, no other way out is as short.
#include "shape/compound.h"
#include "shape/convex.h"
#include "shape/hull_shape.h"
#include "shape/minkowski_sum.h"
#include "support/contact_scene.h"

static const Real margin_of_all = (Real)0.02;

// m; searches of a step stop 0.05 mm from the truth (tests/property/collide/test_collide.c).
static const Real place_error = (Real)1e-4;

// Searches of curved tops end when the depth is good: it does not tell a normal from another that
// is off by the root of the above over some decimetres.
static const Real normal_error = (Real)0.005;

typedef struct Body {
	Shape *shape;
	Vec3 top;    // unit, in the shape's space
	Real height; // m; of the top over the origin
} Body;

// A pyramid on its tip.
static Shape *make_hull(void) {
	Real half = (Real)0.3;
	Vec3 points[5] = { vec3(-half, half, -half), vec3(-half, half, half), vec3(half, half, -half),
		vec3(half, half, half), vec3(0, -half, 0) };
	return mk_hull_shape_create(&(HullShapeInput){ points, 5, 0, 0 }, NULL);
}

// A ball around a cylinder.
static Shape *make_sum(void) {
	Shape *cylinder = mk_cylinder_create((Real)0.3, (Real)0.4, NULL);
	Shape *ball = mk_sphere_create((Real)0.1, NULL);
	MinkowskiSumInput input = { cylinder, ball, affine_identity(), affine_identity() };
	Shape *sum = mk_minkowski_sum_create(&input, NULL);
	mk_shape_release(cylinder);
	mk_shape_release(ball);
	return sum;
}

// A hill with a flat top of 2 m.
static Shape *make_field(void) {
	Real heights[25];
	for (int i = 0; i < 25; i++) {
		bool is_top = i % 5 % 4 != 0 && i / 5 % 4 != 0;
		heights[i] = is_top ? (Real)0.2 : (Real)-0.2;
	}
	return mk_height_field_create(&(HeightFieldInput){ heights, 5, 5 }, NULL);
}

// A table: a plate on a ball.
static Shape *make_compound(void) {
	Shape *plate = mk_box_create(vec3((Real)0.4, (Real)0.1, (Real)0.4), NULL);
	Shape *ball = mk_sphere_create((Real)0.2, NULL);
	CompoundChild children[2] = { { plate, affine_identity() }, { ball, affine_identity() } };
	children[0].pose.origin = vec3(0, (Real)0.1, 0);
	children[1].pose.origin = vec3(0, (Real)-0.2, 0);
	Shape *compound = mk_compound_create(children, 2, NULL);
	mk_shape_release(plate);
	mk_shape_release(ball);
	return compound;
}

static Shape *make_shape_of(ShapeKind kind) {
	const Real r = (Real)0.3;
	const Real edge = (Real)0.1; // of what would be flat without
	switch (kind) {
		case SHAPE_SPHERE: return mk_sphere_create(r, NULL);
		case SHAPE_BOX: return mk_box_create(vec3_splat(r), NULL);
		case SHAPE_ROUNDED_BOX: return mk_rounded_box_create(vec3_splat(r), edge, NULL);
		case SHAPE_CAPSULE: return mk_capsule_create(r, 1, NULL);
		case SHAPE_CYLINDER: return mk_cylinder_create(r, 1, NULL);
		case SHAPE_ROUNDED_CYLINDER: return mk_rounded_cylinder_create(r, 1, edge, NULL);
		case SHAPE_CONE: return mk_cone_create(r, 1, NULL);
		case SHAPE_TAPERED_CYLINDER: return mk_tapered_cylinder_create(2 * r, r, 1, NULL);
		case SHAPE_TAPERED_CAPSULE: return mk_tapered_capsule_create(r, 2 * r, 1, NULL);
		case SHAPE_ELLIPSOID: return mk_ellipsoid_create(vec3(r, 2 * r, 3 * r), NULL);
		case SHAPE_SEGMENT: return mk_segment_create(vec3(-1, 0, 0), vec3(1, 0, 0), edge, NULL);
		case SHAPE_TRIANGLE:
			return mk_triangle_create(
					(Triangle){ vec3(-1, 0, -1), vec3(0, 0, 1), vec3(1, 0, -1) }, edge, NULL);
		case SHAPE_HULL: return make_hull();
		case SHAPE_MINKOWSKI_SUM: return make_sum();
		case SHAPE_SEPARATION_RAY: return mk_separation_ray_create(1, false, NULL);
		case SHAPE_HALF_SPACE: return mk_half_space_create((Plane){ vec3(0, 1, 0), r }, NULL);
		case SHAPE_MESH: return scene_mesh(mesh_make_box(vec3_splat(-r), vec3_splat(r)), false);
		case SHAPE_HEIGHT_FIELD: return make_field();
		case SHAPE_COMPOUND: return make_compound();
		default: return NULL;
	}
}

static Body make_body(ShapeKind kind) {
	Body body = { .shape = make_shape_of(kind), .top = vec3_axis(1) };
	assert_non_null(body.shape);
	assert_int_equal(body.shape->kind, kind);
	if (kind == SHAPE_CAPSULE) body.top = vec3_axis(0); // lies
	if (kind == SHAPE_CONE) body.top = vec3_negate(vec3_axis(1));
	if (kind == SHAPE_SEPARATION_RAY) body.top = vec3_axis(2);
	ShapeInstance in = instance_local(body.shape);
	if (shape_is_convex(body.shape)) {
		body.height = vec3_dot(instance_support(&in, body.top, MK_SHAPE_NO_ID), body.top);
	} else {
		bool is_low = kind == SHAPE_HEIGHT_FIELD || kind == SHAPE_COMPOUND;
		body.height = is_low ? (Real)0.2 : (Real)0.3;
	}
	return body;
}

// A body with its top along a direction, turned about it, after a stretch along its own axes.
static ShapeInstance place_body(const Body *body, Vec3 up, Real spin, Vec3 stretch) {
	Quat upright = mk_quat_between(body->top, up);
	Quat turn = quat_normalize(quat_multiply(quat_from_axis_angle(up, spin), upright));
	bool is_rigid = vec3_equals(stretch, vec3_splat(1));
	if (is_rigid) return instance_rigid(body->shape, (Transform){ turn, vec3_zero() });
	Mat3 map = mat3_multiply(quat_to_mat3(turn), mat3_diagonal(stretch));
	return mk_instance(body->shape, (Affine){ map, vec3_zero() });
}

// Tops are along axes.
static Real stretched_height(const Body *body, Vec3 stretch) {
	return body->height * vec3_length(vec3_multiply(body->top, stretch));
}

// What never meets: two half-spaces are ground, and ground does not move; two separation rays are
// legs without any thickness, neither of which is a surface to stand on.
static bool are_strangers(const Body *a, const Body *b) {
	ShapeKind kind = a->shape->kind;
	bool is_alike = kind == b->shape->kind;
	return is_alike && (kind == SHAPE_HALF_SPACE || kind == SHAPE_SEPARATION_RAY);
}

// A pair with its tops apart by a gap along a direction.
typedef struct Placing {
	Vec3 n;            // unit, from A to B
	Real gap;          // m; negative: in each other
	Vec3 stretches[2]; // of A and B
} Placing;

static void check_placed(ContactScene *scene, const Body *a, const Body *b, Placing at) {
	ShapeInstance in_a = place_body(a, at.n, (Real)0.3, at.stretches[0]);
	ShapeInstance in_b = place_body(b, vec3_negate(at.n), (Real)1.4, at.stretches[1]);
	Real height_a = stretched_height(a, at.stretches[0]);
	Real height_b = stretched_height(b, at.stretches[1]);
	in_a.pose.origin = vec3(3, -2, 5);
	in_b.pose.origin = vec3_add_scaled(in_a.pose.origin, at.n, height_a + at.gap + height_b);
	scene_collide(scene, &in_a, &in_b, margin_of_all);
	scene_check(scene, margin_of_all);
	if (are_strangers(a, b) || at.gap > margin_of_all) {
		assert_int_equal(scene->manifolds.count, 0);
		return;
	}
	check_near(scene_deepest(scene), at.gap, place_error);
	const Manifold *deepest = scene_deepest_manifold(scene);
	check_vec3(deepest->normal, at.n, normal_error);
	for (uint32_t i = 0; i < deepest->count; i++) {
		const ContactPoint *point = &deepest->points[i];
		if (point->separation > at.gap + place_error) continue;
		// midway between the tops
		Real height = height_a + at.gap / 2;
		check_near(vec3_dot(point->position, at.n), height, place_error);
	}
}

static void check_pair(ContactScene *scene, const Body *a, const Body *b, const Vec3 stretches[2]) {
	static const Real gaps[3] = { (Real)-0.005, (Real)0.002, (Real)0.0205 };
	Vec3 directions[3] = { vec3(0, 1, 0), vec3(1, -2, 2), vec3(-6, 2, -3) };
	for (int i = 0; i < 9; i++) {
		Placing at = { vec3_normalize(directions[i % 3]), gaps[i / 3],
			{ stretches[0], stretches[1] } };
		check_placed(scene, a, b, at);
	}
}

static void check_all(const Vec3 stretches[2]) {
	ContactScene scene = { 0 };
	Body bodies[SHAPE_KIND_COUNT];
	for (int i = 0; i < SHAPE_KIND_COUNT; i++)
		bodies[i] = make_body((ShapeKind)i);
	for (int a = 0; a < SHAPE_KIND_COUNT; a++) {
		for (int b = 0; b < SHAPE_KIND_COUNT; b++)
			check_pair(&scene, &bodies[a], &bodies[b], stretches);
	}
	for (int i = 0; i < SHAPE_KIND_COUNT; i++)
		mk_shape_release(bodies[i].shape);
	scene_free(&scene);
}

static void every_two_kinds_touch_where_they_are_put(void **state) {
	(void)state;
	check_all((Vec3[2]){ vec3_splat(1), vec3_splat(1) });
}

// Another scale along each axis makes another shape of most kinds.
static void every_two_kinds_touch_where_scale_has_put_them(void **state) {
	(void)state;
	Vec3 none = vec3_splat(1);
	Vec3 one = vec3((Real)1.5, (Real)0.8, (Real)1.2);
	Vec3 other = vec3((Real)0.9, (Real)1.6, (Real)0.7);
	check_all((Vec3[2]){ one, none });
	check_all((Vec3[2]){ none, other });
	check_all((Vec3[2]){ one, other });
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_two_kinds_touch_where_they_are_put),
		cmocka_unit_test(every_two_kinds_touch_where_scale_has_put_them),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
