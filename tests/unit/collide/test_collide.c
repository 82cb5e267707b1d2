// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The table of the pair matrix.
#include "shape/convex.h"
#include "support/collide_pair.h"

static void every_two_kinds_have_a_function_in_one_order(void **state) {
	(void)state;
	for (int a = 0; a < SHAPE_KIND_COUNT; a++) {
		for (int b = 0; b < SHAPE_KIND_COUNT; b++) {
			bool forward = mk_pair_function((ShapeKind)a, (ShapeKind)b) != NULL;
			bool backward = mk_pair_function((ShapeKind)b, (ShapeKind)a) != NULL;
			assert_true(forward || backward);
			// both orders would be two answers
			if (a != b) assert_false(forward && backward);
		}
	}
}

// A sphere and a box: the table has the sphere first.
static void the_other_order_turns_the_result_round(void **state) {
	(void)state;
	Shape *sphere = mk_sphere_create((Real)0.5, NULL);
	Shape *box = mk_box_create(vec3(1, 1, 1), NULL);
	ShapeInstance a = instance_rigid(box, at(10, 20, 30));
	ShapeInstance b = instance_rigid(sphere, at(10, 21.49, 30.25));
	Collided c = collide_pair(&a, &b);
	assert_true(c.hit);
	check_vec3(c.manifold.normal, vec3(0, 1, 0), 1e-6);
	// relative to the box: between its top and the ball 1 cm in it
	check_vec3(c.manifold.points[0].position, vec3(0, (Real)0.995, (Real)0.25), 1e-5);
	mk_shape_release(sphere);
	mk_shape_release(box);
}

static void contacts_are_added_to_those_that_are_there(void **state) {
	(void)state;
	Shape *sphere = mk_sphere_create((Real)0.5, NULL);
	ShapeInstance a = instance_rigid(sphere, at(0, 0, 0));
	ShapeInstance b = instance_rigid(sphere, at(0, 0.9, 0));
	ManifoldArray array = { 0 };
	for (uint32_t i = 1; i <= 3; i++) {
		mk_collide(&(CollideInput){ .a = &a, .b = &b, .manifolds = &array });
		assert_int_equal(array.count, i);
	}
	manifold_array_free(&array);
	mk_shape_release(sphere);
}

// A contact holds the point, a unit normal, the depth, what meets and which parts of the bodies.
static void a_contact_says_where_how_deep_and_what_meets(void **state) {
	(void)state;
	Shape *sphere = mk_sphere_create((Real)0.5, NULL);
	Shape *box = mk_box_create(vec3(1, 1, 1), NULL);
	Collided c = collide_at(sphere, at(0, 1.25, 0), box, at(0, 0, 0));
	check_near(vec3_length(c.manifold.normal), 1, 1e-6);
	check_vec3(c.manifold.normal, vec3(0, -1, 0), 1e-6);
	check_near(c.manifold.points[0].separation, -0.25, 1e-6);
	// the ball's lowest point is at 0.75, the top of the box at 1: 0.875 is 0.375 below the centre
	check_vec3(c.manifold.points[0].position, vec3(0, (Real)-0.375, 0), 1e-6);
	assert_int_equal(c.manifold.kind, CONTACT_VERTEX_FACE);
	assert_int_equal(c.manifold.child_a, 0);
	assert_int_equal(c.manifold.index_b, 0);
	mk_shape_release(sphere);
	mk_shape_release(box);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_two_kinds_have_a_function_in_one_order),
		cmocka_unit_test(the_other_order_turns_the_result_round),
		cmocka_unit_test(contacts_are_added_to_those_that_are_there),
		cmocka_unit_test(a_contact_says_where_how_deep_and_what_meets),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
