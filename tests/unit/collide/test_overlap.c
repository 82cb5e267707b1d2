// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Whether two shapes of any kind overlap: fixed cases around the point where they
// begin to, and swept shapes.
#include "collide/overlap.h"

#include "shape/compound.h"
#include "shape/convex.h"
#include "shape/height_field.h"
#include "shape/mesh.h"
#include "support/check.h"
#include "support/mesh_make.h"

// A gap and a depth that no rounding can hide, m.
static const Real gap = (Real)1e-4;

static ShapeInstance at(const Shape *shape, Real x, Real y, Real z) {
	ShapeInstance instance = instance_local(shape);
	instance.pose.origin = vec3(x, y, z);
	return instance;
}

// Both orders, cold and with what was kept of the pair.
static bool both(ShapeInstance a, ShapeInstance b) {
	Vec3 axis = vec3_zero();
	bool first = mk_overlap(&a, &b, &axis);
	assert_int_equal(mk_overlap(&a, &b, &axis), first);
	assert_int_equal(mk_overlap(&b, &a, NULL), first);
	return first;
}

static void convex_shapes_touch_where_their_surfaces_do(void **state) {
	(void)state;
	Shape *ball = mk_sphere_create(1, NULL);
	Shape *box = mk_box_create(vec3(1, 1, 1), NULL);
	Shape *leg = mk_separation_ray_create(2, false, NULL);
	assert_true(both(at(ball, 0, 0, 0), at(box, 2, 0, 0)));
	assert_true(both(at(ball, 0, 0, 0), at(box, 2 - gap, 0, 0)));
	assert_false(both(at(ball, 0, 0, 0), at(box, 2 + gap, 0, 0)));
	// one inside the other
	assert_true(both(at(ball, 0, 0, 0), at(box, 0, 0, 0)));
	// the leg reaches from z = 0 to z = 2
	assert_true(both(at(leg, 0, 0, 0), at(box, 0, 0, 3 - gap)));
	assert_false(both(at(leg, 0, 0, 0), at(box, 0, 0, 3 + gap)));
	mk_shape_release(ball);
	mk_shape_release(box);
	mk_shape_release(leg);
}

static void half_spaces_hold_what_is_behind_them(void **state) {
	(void)state;
	Shape *floor = mk_half_space_create((Plane){ vec3(0, 1, 0), 0 }, NULL);
	Shape *ceiling = mk_half_space_create((Plane){ vec3(0, -1, 0), 0 }, NULL);
	Shape *wall = mk_half_space_create((Plane){ vec3(1, 0, 0), 0 }, NULL);
	Shape *ball = mk_sphere_create(1, NULL);
	assert_true(both(at(floor, 0, 0, 0), at(ball, 5000, 1 - gap, 0)));
	assert_false(both(at(floor, 0, 0, 0), at(ball, 0, 1 + gap, 0)));
	assert_true(both(at(floor, 0, 0, 0), at(ball, 0, -900, 0)));
	assert_true(both(at(floor, 0, 0, 0), at(wall, 0, 0, 0)));
	assert_true(both(at(floor, 0, 0, 0), at(floor, 0, -7, 0)));
	assert_false(both(at(floor, 0, 0, 0), at(ceiling, 0, gap, 0)));
	assert_true(both(at(floor, 0, 0, 0), at(ceiling, 0, -gap, 0)));
	mk_shape_release(floor);
	mk_shape_release(ceiling);
	mk_shape_release(wall);
	mk_shape_release(ball);
}

static Shape *make_mesh(TestMesh mesh) {
	Shape *shape = mk_mesh_create(&(MeshInput){ .mesh = mesh_view(&mesh) }, NULL);
	assert_non_null(shape);
	mesh_free(&mesh);
	return shape;
}

static void meshes_are_surfaces_seen_from_both_sides(void **state) {
	(void)state;
	Shape *room = make_mesh(mesh_make_box(vec3(-2, -2, -2), vec3(2, 2, 2)));
	Shape *ball = mk_sphere_create(1, NULL);
	Shape *floor = mk_half_space_create((Plane){ vec3(0, 1, 0), 0 }, NULL);
	assert_true(both(at(room, 0, 0, 0), at(ball, 3 - gap, 0, 0)));
	assert_false(both(at(room, 0, 0, 0), at(ball, 3 + gap, 0, 0)));
	// from inside through the back of a one-sided triangle, and not in the middle of the room
	assert_true(both(at(room, 0, 0, 0), at(ball, 1 + gap, 0, 0)));
	assert_false(both(at(room, 0, 0, 0), at(ball, 1 - gap, 0, 0)));
	assert_true(both(at(room, 0, 2 - gap, 0), at(floor, 0, 0, 0)));
	assert_false(both(at(room, 0, 2 + gap, 0), at(floor, 0, 0, 0)));
	assert_true(both(at(room, 0, 0, 0), at(room, 4 - gap, 1, 1)));
	assert_false(both(at(room, 0, 0, 0), at(room, 4 + gap, 1, 1)));
	mk_shape_release(room);
	mk_shape_release(ball);
	mk_shape_release(floor);
}

static void height_fields_and_compounds_are_taken_apart(void **state) {
	(void)state;
	const Real heights[9] = { 0, 0, 0, 0, (Real)NAN, 0, 0, 0, 0 };
	Shape *field = mk_height_field_create(&(HeightFieldInput){ heights, 3, 3 }, NULL);
	Shape *ball = mk_sphere_create((Real)0.25, NULL);
	// only the triangles at two opposite corners do not have the missing sample
	assert_true(both(at(field, 0, 0, 0), at(ball, (Real)-0.9, 0, (Real)-0.9)));
	assert_false(both(at(field, 0, 0, 0), at(ball, 0, 0, 0)));
	CompoundChild children[2] = { { ball, affine_identity() }, { ball, affine_identity() } };
	children[1].pose.origin = vec3(4, 0, 0);
	Shape *pair = mk_compound_create(children, 2, NULL);
	assert_true(both(at(pair, 0, 0, 0), at(ball, 4, (Real)0.5 - gap, 0)));
	assert_false(both(at(pair, 0, 0, 0), at(ball, 2, 0, 0)));
	assert_true(both(at(pair, 0, 0, 0), at(pair, 4, 0, 0)));
	assert_false(both(at(pair, 0, 0, 0), at(pair, 2, 0, 0)));
	mk_shape_release(pair);
	mk_shape_release(ball);
	mk_shape_release(field);
}

static void far_from_the_origin_nothing_is_lost(void **state) {
	(void)state;
	Shape *room = make_mesh(mesh_make_box(vec3(-2, -2, -2), vec3(2, 2, 2)));
	Shape *ball = mk_sphere_create(1, NULL);
	// numbers near 1e5 are exact to a hundredth in single precision: distances of a quarter survive
	assert_true(both(at(room, 100000, 0, 0), at(ball, (Real)100002.75, 0, 0)));
	assert_false(both(at(room, 100000, 0, 0), at(ball, (Real)100003.25, 0, 0)));
	assert_false(both(at(room, (Real)NAN, 0, 0), at(ball, 0, 0, 0)));
	assert_false(both(at(room, 0, 0, 0), at(ball, 0, (Real)INFINITY, 0)));
	mk_shape_release(room);
	mk_shape_release(ball);
}

static void a_swept_shape_meets_what_is_on_its_way(void **state) {
	(void)state;
	Shape *ball = mk_sphere_create((Real)0.5, NULL);
	Shape *plate = mk_box_create(vec3((Real)0.05, 2, 2), NULL);
	Shape *wall = make_mesh(mesh_make_box(vec3(0, -1, -1), vec3((Real)0.1, 1, 1)));
	ShapeInstance end = at(ball, 10, 0, 0);
	ShapeInstance thin = at(plate, 0, 0, 0);
	assert_false(mk_overlap(&end, &thin, NULL));
	assert_true(mk_overlap_swept(&end, vec3(20, 0, 0), &thin));
	// from 0.6 on, the plate is behind
	assert_false(mk_overlap_swept(&end, vec3((Real)9.4, 0, 0), &thin));
	// past its edge: the plate ends at y = 2, the ball is half a metre thick
	ShapeInstance above = at(ball, 10, (Real)2.5 + gap, 0);
	assert_false(mk_overlap_swept(&above, vec3(20, 0, 0), &thin));
	above.pose.origin.y = (Real)2.5 - gap;
	assert_true(mk_overlap_swept(&above, vec3(20, 0, 0), &thin));
	ShapeInstance mesh = at(wall, 0, 0, 0);
	assert_true(mk_overlap_swept(&end, vec3(20, 0, 0), &mesh));
	assert_false(mk_overlap_swept(&end, vec3(0, 20, 0), &mesh));
	mk_shape_release(ball);
	mk_shape_release(plate);
	mk_shape_release(wall);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(convex_shapes_touch_where_their_surfaces_do),
		cmocka_unit_test(half_spaces_hold_what_is_behind_them),
		cmocka_unit_test(meshes_are_surfaces_seen_from_both_sides),
		cmocka_unit_test(height_fields_and_compounds_are_taken_apart),
		cmocka_unit_test(far_from_the_origin_nothing_is_lost),
		cmocka_unit_test(a_swept_shape_meets_what_is_on_its_way),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
