// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Casts of and against meshes, height fields and compounds, and every kind of
// shape against every other.
#include "collide/cast.h"
#include "shape/compound.h"
#include "shape/convex.h"
#include "shape/height_field.h"
#include "shape/hull_shape.h"
#include "shape/mesh.h"

#include "support/check.h"
#include "support/contact_scene.h"
#include "support/mesh_make.h"
#include "support/shape_make.h"

static ShapeInstance at(const Shape *shape, double x, double y, double z) {
	Transform pose = { quat_identity(), vec3((Real)x, (Real)y, (Real)z) };
	return instance_rigid(shape, pose);
}

static CastResult cast(const ShapeInstance *a, const ShapeInstance *b, Vec3 motion) {
	CastInput input = cast_input(a, b, motion);
	return mk_cast(&input);
}

// Squares of two triangles, from -side to side in x and z, at y = 0; the front is up.
static Shape *make_floor(uint32_t squares, Real side, bool is_two_sided) {
	TestMesh mesh = { 0 };
	for (uint32_t i = 0; i <= squares; i++) {
		for (uint32_t k = 0; k <= squares; k++) {
			Real x = side * (2 * (Real)i / (Real)squares - 1);
			Real z = side * (2 * (Real)k / (Real)squares - 1);
			*mesh_points_add(&mesh.points) = vec3(x, 0, z);
		}
	}
	for (uint32_t i = 0; i < squares; i++) {
		for (uint32_t k = 0; k < squares; k++) {
			uint32_t corner = i * (squares + 1) + k;
			uint32_t next = corner + squares + 1;
			mesh_add_triangle(&mesh, corner, corner + 1, next);
			mesh_add_triangle(&mesh, next, corner + 1, next + 1);
		}
	}
	Shape *shape = mk_mesh_create(
			&(MeshInput){ .mesh = mesh_view(&mesh), .is_two_sided = is_two_sided }, NULL);
	mesh_free(&mesh);
	assert_non_null(shape);
	return shape;
}

static const double rounding = pick_tolerance(4e-6, 1e-13);

static void test_box_lands_on_a_floor_of_triangles(void **state) {
	(void)state;
	Shape *floor = make_floor(10, 5, false);
	Shape *box = mk_box_create(vec3((Real)0.5, (Real)0.5, (Real)0.5), NULL);
	ShapeInstance b = at(floor, 0, 1, 0);
	ShapeInstance a = at(box, 2.3, 5.5, -1.7);
	CastResult hit = cast(&a, &b, vec3(0, -8, 0));
	assert_int_equal(hit.status, CAST_HIT);
	assert_true((double)hit.time <= 0.5);
	check_near(hit.time, 0.5, rounding);
	check_vec3(hit.normal, vec3(0, -1, 0), 1e-6);
	check_near(hit.point_b.y, 1, 1e-5);
	assert_true(hit.index_b < 200);
	mk_shape_release(floor);
	mk_shape_release(box);
}

// The ball touches the seam of two triangles: the normal is that of the floor all the same.
static void test_seams_of_a_floor_are_not_felt(void **state) {
	(void)state;
	Shape *floor = make_floor(10, 5, false);
	Shape *ball = mk_sphere_create((Real)0.5, NULL);
	Shape *box = mk_box_create(vec3((Real)0.5, (Real)0.5, (Real)0.5), NULL);
	Shape *const shapes[2] = { ball, box };
	ShapeInstance b = at(floor, 0, 0, 0);
	for (int i = 0; i < 2; i++) {
		for (int k = 0; k < 11; k++) {
			ShapeInstance a = at(shapes[i], -4 + 0.8 * k, 3, 0);
			CastResult hit = cast(&a, &b, vec3(1, -4, (Real)0.5));
			assert_int_equal(hit.status, CAST_HIT);
			check_vec3(hit.normal, vec3(0, -1, 0), 2e-5);
			check_near(hit.time, 2.5 / 4, rounding);
		}
		// along the floor, a millimetre above it: nothing is in the way
		ShapeInstance a = at(shapes[i], -4, 0.501, 0);
		assert_int_equal(cast(&a, &b, vec3(8, 0, 1)).status, CAST_FREE);
	}
	mk_shape_release(floor);
	mk_shape_release(ball);
	mk_shape_release(box);
}

static void test_backs_of_one_sided_triangles_are_passed_unless_asked_for(void **state) {
	(void)state;
	Shape *floor = make_floor(4, 5, false);
	Shape *both = make_floor(4, 5, true);
	Shape *box = mk_box_create(vec3((Real)0.5, (Real)0.5, (Real)0.5), NULL);
	ShapeInstance a = at(box, 0.3, -5, 0.2);
	ShapeInstance b = at(floor, 0, 0, 0);
	CastInput input = cast_input(&a, &b, vec3(0, 9, 0));
	assert_int_equal(mk_cast(&input).status, CAST_FREE);
	input.hits_backs = true;
	CastResult hit = mk_cast(&input);
	assert_int_equal(hit.status, CAST_HIT);
	check_near(hit.time, 0.5, rounding);
	check_vec3(hit.normal, vec3(0, 1, 0), 1e-6);
	input.hits_backs = false;
	ShapeInstance two = at(both, 0, 0, 0);
	input.b = &two;
	assert_int_equal(mk_cast(&input).status, CAST_HIT);
	// the floor moves onto the box from its front
	assert_int_equal(cast(&b, &a, vec3(0, -9, 0)).status, CAST_FREE);
	ShapeInstance above = at(box, 0, 5, 0);
	assert_int_equal(cast(&b, &above, vec3(0, 9, 0)).status, CAST_HIT);
	mk_shape_release(floor);
	mk_shape_release(both);
	mk_shape_release(box);
}

static void test_height_field_is_met_from_above_and_holes_are_not(void **state) {
	(void)state;
	Real heights[5 * 5];
	for (int i = 0; i < 25; i++)
		heights[i] = 1;
	// no triangles at x = 1 to 2, z = 1 to 2
	heights[4 * 5 + 4] = (Real)NAN;
	Shape *field = mk_height_field_create(&(HeightFieldInput){ heights, 5, 5 }, NULL);
	Shape *ball = mk_sphere_create((Real)0.25, NULL);
	ShapeInstance b = at(field, 0, 0, 0);
	ShapeInstance a = at(ball, -0.6, 5.25, 0.7);
	CastResult hit = cast(&a, &b, vec3(0, -8, 0));
	assert_int_equal(hit.status, CAST_HIT);
	check_near(hit.time, 0.5, rounding);
	check_vec3(hit.normal, vec3(0, -1, 0), 1e-5);
	// cell (1, 2): x from -1, z from 0; the point is beyond the diagonal
	assert_int_equal(hit.index_b, 2 * (2 * 4 + 1) + 1);
	ShapeInstance over = at(ball, 1.9, 5.25, 1.9);
	assert_int_equal(cast(&over, &b, vec3(0, -8, 0)).status, CAST_FREE);
	mk_shape_release(field);
	mk_shape_release(ball);
}

static Shape *make_dumbbell(void) {
	Shape *ball = mk_sphere_create(1, NULL);
	CompoundChild children[2] = { { ball, { mat3_identity(), vec3(-3, 0, 0) } },
		{ ball, { mat3_identity(), vec3(3, 0, 0) } } };
	Shape *compound = mk_compound_create(children, 2, NULL);
	mk_shape_release(ball);
	return compound;
}

static void test_compounds_are_met_by_their_parts_and_move_as_one(void **state) {
	(void)state;
	Shape *bell = make_dumbbell();
	Shape *box = mk_box_create(vec3(1, 1, 1), NULL);
	ShapeInstance b = at(bell, 0, 0, 0);
	ShapeInstance over = at(box, 3, 10, 0);
	CastResult hit = cast(&over, &b, vec3(0, -16, 0));
	assert_int_equal(hit.status, CAST_HIT);
	check_near(hit.time, 0.5, rounding);
	assert_int_equal(hit.child_b, 1);
	// between the balls there is room
	ShapeInstance between = at(box, 0, 10, 0);
	assert_int_equal(cast(&between, &b, vec3(0, -20, 0)).status, CAST_FREE);
	// the compound moves: its left ball meets the box
	ShapeInstance wall = at(box, -9, 0, 0);
	hit = cast(&b, &wall, vec3(-8, 0, 0));
	check_near(hit.time, 0.5, rounding);
	assert_int_equal(hit.child_a, 0);
	check_vec3(hit.normal, vec3(-1, 0, 0), 1e-5);
	check_vec3(hit.point_a, vec3(-8, 0, 0), 1e-4);
	// two compounds: the right ball of one meets the left of the other
	ShapeInstance other = at(bell, 12, 0, 0);
	hit = cast(&b, &other, vec3(8, 0, 0));
	check_near(hit.time, 0.5, rounding);
	assert_int_equal(hit.child_a, 1);
	assert_int_equal(hit.child_b, 0);
	mk_shape_release(bell);
	mk_shape_release(box);
}

static void test_mesh_moves_against_mesh_and_half_space(void **state) {
	(void)state;
	TestMesh cube = mesh_make_box(vec3(-1, -1, -1), vec3(1, 1, 1));
	Shape *mesh = mk_mesh_create(&(MeshInput){ .mesh = mesh_view(&cube) }, NULL);
	mesh_free(&cube);
	Shape *ground = mk_half_space_create((Plane){ vec3(0, 1, 0), 0 }, NULL);
	ShapeInstance a = at(mesh, 0.25, 9, 0.125);
	ShapeInstance b = at(mesh, 0, 0, 0);
	CastResult hit = cast(&a, &b, vec3(0, -14, 0));
	assert_int_equal(hit.status, CAST_HIT);
	check_near(hit.time, 0.5, rounding);
	check_vec3(hit.normal, vec3(0, -1, 0), 1e-5);
	ShapeInstance plane = at(ground, 0, 0, 0);
	hit = cast(&a, &plane, vec3(0, -16, 0));
	check_near(hit.time, 0.5, rounding);
	check_vec3(hit.normal, vec3(0, -1, 0), 1e-6);
	hit = cast(&plane, &a, vec3(0, 16, 0));
	check_near(hit.time, 0.5, rounding);
	check_vec3(hit.normal, vec3(0, 1, 0), 1e-6);
	mk_shape_release(mesh);
	mk_shape_release(ground);
}

static Shape *make_kind(Rng *rng, ShapeKind kind) {
	if (kind <= LAST_CONVEX_KIND) return make_shape(rng, kind, -0.3, 0.3);
	if (kind == SHAPE_HALF_SPACE) return mk_half_space_create((Plane){ vec3(0, 1, 0), 0 }, NULL);
	if (kind == SHAPE_COMPOUND) return make_dumbbell();
	if (kind == SHAPE_MESH) return make_floor(3, 3, true);
	const Real heights[9] = { 0, 1, 0, 1, 0, 1, 0, 1, 0 };
	return mk_height_field_create(&(HeightFieldInput){ heights, 3, 3 }, NULL);
}

// Some point of a shape of make_kind.
static Vec3 point_of(Rng *rng, const Shape *shape) {
	if (shape->kind <= LAST_CONVEX_KIND) return shape_sample(shape, rng);
	return shape->kind == SHAPE_COMPOUND ? vec3(3, (Real)0.5, 0) : vec3_zero();
}

// Where a cast ends there is a contact, whichever shape is the first. Rays push along
// themselves only (test_pair_ray.c).
static void check_contact(const ShapeInstance *a, const ShapeInstance *b) {
	if (a->shape->kind == SHAPE_SEPARATION_RAY || b->shape->kind == SHAPE_SEPARATION_RAY) return;
	const Real margin = (Real)0.005;
	ContactScene scene = { 0 };
	for (int i = 0; i < 2; i++) {
		scene_collide(&scene, i == 0 ? a : b, i == 0 ? b : a, margin);
		scene_check(&scene, margin);
		check_near(scene_deepest(&scene), 0, 1e-3);
	}
	scene_free(&scene);
}

// In double some touches end as capped, a few nanometres before it (cast_ray.c).
static bool is_touch(const CastResult *result) {
	return result->status == CAST_HIT ||
			(result->status == CAST_CAPPED && result->gap < (Real)1e-7);
}

// A falls on B from 40 m above it, a point of it onto a point of B, and B rises against A: the same
// touch. Half-spaces reach everywhere below themselves: where A is one it rises from below.
static void test_all_kinds_meet_all_kinds(void **state) {
	(void)state;
	Rng rng = { 7 };
	Shape *shapes[SHAPE_KIND_COUNT];
	for (int i = 0; i < SHAPE_KIND_COUNT; i++)
		shapes[i] = make_kind(&rng, (ShapeKind)i);
	for (int i = 0; i < SHAPE_KIND_COUNT * SHAPE_KIND_COUNT; i++) {
		const Shape *one = shapes[i / SHAPE_KIND_COUNT];
		const Shape *two = shapes[i % SHAPE_KIND_COUNT];
		bool is_below = one->kind == SHAPE_HALF_SPACE;
		Vec3 own = point_of(&rng, one);
		Vec3 way = vec3_sub(point_of(&rng, two), own);
		ShapeInstance a = at(one, (double)way.x, is_below ? -40 : 40, (double)way.z);
		ShapeInstance b = at(two, 0, 0, 0);
		Vec3 motion = vec3(0, is_below ? 64 : -64, 0);
		CastResult hit = cast(&a, &b, motion);
		CastResult turned = cast(&b, &a, vec3_negate(motion));
		if (is_below && two->kind == SHAPE_HALF_SPACE) {
			assert_int_equal(hit.status, CAST_FREE);
			continue;
		}
		assert_true(is_touch(&hit) && is_touch(&turned));
		// not after the two points meet
		Real meeting = is_below ? way.y + 40 : 40 - way.y;
		assert_true(hit.time <= meeting / 64 * (1 + 4 * MK_EPSILON));
		// both are early by their gaps at most, if they are hit head on
		if (real_abs(hit.normal.y) > (Real)0.999)
			check_near(hit.time, turned.time, (hit.gap + turned.gap) / 64 + MK_EPSILON);
		check_near(vec3_distance(hit.point_a, hit.point_b), hit.distance, 1e-5);
		assert_true(vec3_is_unit(hit.normal) && hit.gap < (Real)1e-4);
		a.pose.origin = vec3_add_scaled(a.pose.origin, motion, hit.time);
		check_contact(&a, &b);
	}
	for (int i = 0; i < SHAPE_KIND_COUNT; i++)
		mk_shape_release(shapes[i]);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_box_lands_on_a_floor_of_triangles),
		cmocka_unit_test(test_seams_of_a_floor_are_not_felt),
		cmocka_unit_test(test_backs_of_one_sided_triangles_are_passed_unless_asked_for),
		cmocka_unit_test(test_height_field_is_met_from_above_and_holes_are_not),
		cmocka_unit_test(test_compounds_are_met_by_their_parts_and_move_as_one),
		cmocka_unit_test(test_mesh_moves_against_mesh_and_half_space),
		cmocka_unit_test(test_all_kinds_meet_all_kinds),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
