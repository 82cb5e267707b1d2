// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Height fields: where samples are, how cells are cut, holes, borders; by hand.
#include "shape/height_field.h"
#include "shape/instance.h"
#include "shape/mesh.h"
#include "support/check.h"
#include "support/rng.h"

static Shape *field_of(const Real *heights, uint32_t width, uint32_t depth) {
	Shape *shape = mk_height_field_create(&(HeightFieldInput){ heights, width, depth }, NULL);
	assert_non_null(shape);
	return shape;
}

static ShapeRayHit look_down(const Shape *shape, Real x, Real z) {
	ShapeRay ray = { { vec3(x, 10, z), vec3(0, -1, 0) }, ray_range_ray(), RAY_SIDES_BOTH };
	return mk_shape_ray(shape, &ray);
}

// 3 x 3, centre 1. In the cell x 0..1, z 0..1 the cut goes from (1, 0) to (0, 1), both at
// height 0, so the triangle of the centre falls from 1 to 0: height 1 - x - z = 0.5 at (.25,
// .25). In the cell x -1..0 the cut goes from (0, 0), height 1, to (-1, 1), height 0: height 1
// + x = 0.75 at (-.25, .25).
static void cells_are_cut_from_x_plus_one_to_z_plus_one(void **state) {
	(void)state;
	const Real heights[] = { 0, 0, 0, 0, 1, 0, 0, 0, 0 };
	Shape *shape = field_of(heights, 3, 3);
	const Real q = (Real)0.25;
	check_near(10 - look_down(shape, q, q).hit.t, 0.5, 16 * MK_EPSILON);
	check_near(10 - look_down(shape, -q, q).hit.t, 0.75, 16 * MK_EPSILON);
	// cell (1, 1), triangle 0: 2 (1 * 2 + 1); cell (0, 1): 2 (1 * 2 + 0), triangle 1 beyond the
	// cut; on the cut itself the first one
	assert_int_equal(look_down(shape, q, q).index, 6);
	assert_int_equal(look_down(shape, (Real)-0.125, q).index, 5);
	assert_int_equal(look_down(shape, -q, q).index, 4);
	check_near(shape->box.max.y, 1, 16 * MK_EPSILON);
	check_near(shape->box.min.x, -1, 16 * MK_EPSILON);
	mk_shape_release(shape);
}

static void field_may_be_longer_than_wide(void **state) {
	(void)state;
	// width 2, depth 3: x from -0.5 to 0.5, z from -1 to 1; height z
	const Real heights[] = { -1, -1, 0, 0, 1, 1 };
	Shape *shape = field_of(heights, 2, 3);
	check_near(10 - look_down(shape, (Real)0.25, (Real)0.75).hit.t, 0.75, 32 * MK_EPSILON);
	assert_false(look_down(shape, (Real)0.75, 0).hit.hit);
	// borders belong to it
	assert_true(look_down(shape, (Real)0.5, 1).hit.hit);
	check_vec3(look_down(shape, 0, 0).hit.normal,
			vec3(0, (Real)0.70710678118654752440, (Real)-0.70710678118654752440), 2 * MK_EPSILON);
	mk_shape_release(shape);
}

static void both_sides_are_hit_unless_told_otherwise(void **state) {
	(void)state;
	const Real heights[] = { 0, 0, 0, 0 };
	Shape *shape = field_of(heights, 2, 2);
	ShapeRay up = { { vec3(0, -1, 0), vec3(0, 1, 0) }, ray_range_ray(), RAY_SIDES_BOTH };
	check_vec3(mk_shape_ray(shape, &up).hit.normal, vec3(0, -1, 0), 0);
	up.sides = RAY_SIDES_FRONT;
	assert_false(mk_shape_ray(shape, &up).hit.hit);
	mk_shape_release(shape);
}

static bool count_piece(const ShapePiece *piece, void *user) {
	(void)piece;
	++*(uint32_t *)user;
	return true;
}

static void holes_take_their_triangles_away(void **state) {
	(void)state;
	const Real hole = (Real)NAN;
	// the centre of 3 x 3: six triangles use it, two do not
	const Real heights[] = { 0, 0, 0, 0, hole, 0, 0, 0, 0 };
	Shape *shape = field_of(heights, 3, 3);
	uint32_t count = 0;
	PieceQuery all = { shape->box, count_piece, &count };
	mk_shape_pieces(shape, &all);
	assert_int_equal(count, 2);
	assert_false(look_down(shape, (Real)0.1, (Real)0.1).hit.hit);
	assert_true(look_down(shape, (Real)-0.9, (Real)-0.9).hit.hit);
	assert_true(look_down(shape, (Real)0.9, (Real)0.9).hit.hit);
	mk_shape_release(shape);
}

static void lonely_samples_do_not_count(void **state) {
	(void)state;
	const Real hole = (Real)NAN;
	// the sample of height 100 has only holes around it
	const Real heights[] = { 0, 0, hole, 100, 0, 0, hole, hole };
	Shape *shape = field_of(heights, 4, 2);
	check_near(shape->box.max.y, 0, 16 * MK_EPSILON);
	check_near(shape->box.max.x, -0.5, 16 * MK_EPSILON);
	mk_shape_release(shape);
}

typedef struct Classes {
	uint8_t of[8][3];
} Classes;

static bool note_classes(const ShapePiece *piece, void *user) {
	Classes *classes = user;
	memcpy(classes->of[piece->index], ((const TriangleShape *)piece->shape)->edge_class, 3);
	return true;
}

static void edges_know_ridges_valleys_and_borders(void **state) {
	(void)state;
	// a ridge along z at x = 0, two cells in x, one in z
	const Real ridge[] = { 0, 1, 0, 0, 1, 0 };
	Shape *shape = field_of(ridge, 3, 2);
	Classes found;
	PieceQuery all = { shape->box, note_classes, &found };
	mk_shape_pieces(shape, &all);
	const uint8_t left_low[3] = { EDGE_OPEN, EDGE_FLAT, EDGE_OPEN };
	const uint8_t left_high[3] = { EDGE_CONVEX, EDGE_FLAT, EDGE_OPEN };
	const uint8_t right_low[3] = { EDGE_CONVEX, EDGE_FLAT, EDGE_OPEN };
	assert_memory_equal(found.of[0], left_low, 3);
	assert_memory_equal(found.of[1], left_high, 3);
	assert_memory_equal(found.of[2], right_low, 3);
	mk_shape_release(shape);
	const Real valley[] = { 1, 0, 1, 1, 0, 1 };
	shape = field_of(valley, 3, 2);
	mk_shape_pieces(shape, &all);
	assert_int_equal(found.of[1][0], EDGE_CONCAVE);
	assert_int_equal(found.of[2][0], EDGE_CONCAVE);
	mk_shape_release(shape);
}

#define SIDE      9 // samples
#define TRIANGLES (2 * (SIDE - 1) * (SIDE - 1))

typedef struct AllClasses {
	uint8_t of[TRIANGLES][3];
	bool is_there[TRIANGLES];
	const uint32_t *numbers; // of the triangles in the field; NULL: their own
} AllClasses;

static bool note_all(const ShapePiece *piece, void *user) {
	AllClasses *classes = user;
	uint32_t number = classes->numbers ? classes->numbers[piece->index] : piece->index;
	memcpy(classes->of[number], ((const TriangleShape *)piece->shape)->edge_class, 3);
	classes->is_there[number] = true;
	return true;
}

// The triangles of a field as a mesh of their own.
static Shape *mesh_of(const HeightFieldShape *field, uint32_t *numbers) {
	Vec3 points[3 * TRIANGLES];
	uint32_t indices[3 * TRIANGLES];
	uint32_t count = 0;
	for (uint32_t i = 0; i < TRIANGLES; i++) {
		uint32_t cell = i / 2;
		Triangle t = height_field_triangle(field, cell % (SIDE - 1), cell / (SIDE - 1), i % 2);
		if (!height_field_exists(t)) continue;
		memcpy(points + 3 * count, &t, sizeof(t));
		numbers[count++] = i;
	}
	for (uint32_t i = 0; i < 3 * count; i++)
		indices[i] = i;
	MeshInput input = { .mesh = { points, 3 * count, indices, count } };
	return mk_mesh_create(&input, NULL);
}

// Steps of half a metre and holes at random, so that edges of all classes are at each border.
static void edges_are_those_of_a_mesh(void **state) {
	(void)state;
	Rng rng = { 1 };
	for (uint32_t round = 0; round < 20; round++) {
		Real heights[SIDE * SIDE];
		for (uint32_t i = 0; i < SIDE * SIDE; i++) {
			uint32_t chance = rng_below(&rng, 16);
			heights[i] = chance == 0 ? (Real)NAN : (Real)(chance % 3) / 2;
		}
		Shape *field = field_of(heights, SIDE, SIDE);
		uint32_t numbers[TRIANGLES];
		Shape *mesh = mesh_of((const HeightFieldShape *)field, numbers);
		AllClasses of_field = { 0 };
		AllClasses of_mesh = { .numbers = numbers };
		mk_shape_pieces(field, &(PieceQuery){ field->box, note_all, &of_field });
		mk_shape_pieces(mesh, &(PieceQuery){ mesh->box, note_all, &of_mesh });
		assert_memory_equal(of_field.is_there, of_mesh.is_there, sizeof(of_mesh.is_there));
		assert_memory_equal(of_field.of, of_mesh.of, sizeof(of_mesh.of));
		mk_shape_release(field);
		mk_shape_release(mesh);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cells_are_cut_from_x_plus_one_to_z_plus_one),
		cmocka_unit_test(field_may_be_longer_than_wide),
		cmocka_unit_test(both_sides_are_hit_unless_told_otherwise),
		cmocka_unit_test(holes_take_their_triangles_away),
		cmocka_unit_test(lonely_samples_do_not_count),
		cmocka_unit_test(edges_know_ridges_valleys_and_borders),
		cmocka_unit_test(edges_are_those_of_a_mesh),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
