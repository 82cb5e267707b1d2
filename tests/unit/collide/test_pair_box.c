// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Two boxes: faces, edges and corners, in overlap and apart.
#include "shape/convex.h"
#include "shape/hull_shape.h"
#include "support/collide_pair.h"

static const Real small_error = (Real)pick_tolerance(2e-6, 1e-14);

static Shape *cube(void) { return mk_box_create(vec3((Real)0.5, (Real)0.5, (Real)0.5), NULL); }

static void a_box_on_a_box_touches_with_four_corners(void **state) {
	(void)state;
	Shape *box = cube();
	Shape *floor = mk_box_create(vec3(3, (Real)0.5, 2), NULL);
	Collided c = collide_at(floor, at(0, 0, 0), box, at(1, 0.99, -0.5));
	assert_int_equal(c.manifold.count, 4);
	assert_int_equal(c.manifold.kind, CONTACT_FACE_FACE);
	check_vec3(c.manifold.normal, vec3(0, 1, 0), 0);
	for (int i = 0; i < 4; i++) {
		Vec3 corner = vec3(i & 1 ? (Real)0.5 : (Real)1.5, (Real)0.495, i & 2 ? 0 : -1);
		assert_true(has_point_near(&c.manifold, corner, small_error));
		check_near(c.manifold.points[i].separation, -0.01, small_error);
	}
	mk_shape_release(box);
	mk_shape_release(floor);
}

// Two squares turned by 45 degrees overlap in an octagon; four of its corners are kept.
static void a_turned_box_touches_with_a_square_of_crossings(void **state) {
	(void)state;
	Shape *box = cube();
	Collided c = collide_at(box, at(0, 0, 0), box, turned(at(0, 0.99, 0), vec3(0, 1, 0), 45));
	assert_int_equal(c.manifold.count, 4);
	for (uint32_t i = 0; i < 4; i++) {
		// the crossings are at 0.5 and tan(22.5 degrees) / 2
		Vec3 p = vec3_abs(c.manifold.points[i].position);
		check_near(real_max(p.x, p.z), 0.5, small_error);
		check_near(real_min(p.x, p.z), 0.20710678118654752440, small_error);
	}
	assert_true(spread_of(&c.manifold) > (Real)0.5);
	mk_shape_release(box);
}

static void only_the_common_part_of_two_faces_carries(void **state) {
	(void)state;
	Shape *box = cube();
	Collided c = collide_at(box, at(0, 0, 0), box, at(0.75, 1, 0.25));
	assert_int_equal(c.manifold.count, 4);
	for (int i = 0; i < 4; i++) {
		Vec3 corner = vec3(
				i & 1 ? (Real)0.25 : (Real)0.5, (Real)0.5, i & 2 ? (Real)-0.25 : (Real)0.5);
		assert_true(has_point_near(&c.manifold, corner, small_error));
	}
	mk_shape_release(box);
}

static void the_shallowest_axis_is_the_normal(void **state) {
	(void)state;
	Shape *box = cube();
	// deep by 0.25, 0.125 and 0.5 along x, y and z
	Collided c = collide_at(box, at(0, 0, 0), box, at(-0.75, -0.875, 0.5));
	check_vec3(c.manifold.normal, vec3(0, -1, 0), 0);
	check_near(deepest_of(&c.manifold), -0.125, small_error);
	mk_shape_release(box);
}

static void boxes_that_touch_exactly_have_a_contact(void **state) {
	(void)state;
	Shape *box = cube();
	ShapeInstance a = instance_rigid(box, at(0, 0, 0));
	ShapeInstance b = instance_rigid(box, at(1, 0.5, 0.5));
	Collided c = collide_input(&(CollideInput){ .a = &a, .b = &b });
	assert_true(c.hit);
	check_near(deepest_of(&c.manifold), 0, 0);
	b.pose.origin.x = (Real)1.001;
	assert_false(collide_input(&(CollideInput){ .a = &a, .b = &b }).hit);
	mk_shape_release(box);
}

// Each box on an edge, turned by 45 degrees about x and about z: the edges cross at right angles.
static void crossed_edges_touch_in_one_point(void **state) {
	(void)state;
	Shape *box = cube();
	const double half_diagonal = 0.70710678118654752440;
	const double separations[] = { -0.01, 0.01 };
	for (int i = 0; i < 2; i++) {
		Transform upper = turned(
				at(0.1, 2 * half_diagonal + separations[i], 0.2), vec3(0, 0, 1), 45);
		Collided c = collide_at(box, turned(at(0, 0, 0), vec3(1, 0, 0), 45), box, upper);
		assert_int_equal(c.manifold.count, 1);
		assert_int_equal(c.manifold.kind, CONTACT_EDGE_EDGE);
		check_vec3(c.manifold.normal, vec3(0, 1, 0), 2e-6);
		check_near(c.manifold.points[0].separation, separations[i], small_error);
		Vec3 middle = vec3((Real)0.1, (Real)(half_diagonal + separations[i] / 2), 0);
		check_vec3(c.manifold.points[0].position, middle, 2 * small_error);
	}
	mk_shape_release(box);
}

// Both turned about x, a centimetre apart: the edges are beside each other from x = -0.3 to 0.5.
static void parallel_edges_touch_in_two_points(void **state) {
	(void)state;
	Shape *box = cube();
	const double half_diagonal = 0.70710678118654752440;
	Transform lower = turned(at(0, 0, 0), vec3(1, 0, 0), 45);
	Transform upper = turned(at(0.2, 2 * half_diagonal + 0.01, 0), vec3(1, 0, 0), 45);
	Collided c = collide_at(box, lower, box, upper);
	assert_int_equal(c.manifold.count, 2);
	assert_int_equal(c.manifold.kind, CONTACT_EDGE_EDGE);
	check_near(c.manifold.normal.y, 1, 1e-6);
	const Real height = (Real)(half_diagonal + 0.005);
	assert_true(has_point_near(&c.manifold, vec3((Real)-0.3, height, 0), 10 * small_error));
	assert_true(has_point_near(&c.manifold, vec3((Real)0.5, height, 0), 10 * small_error));
	mk_shape_release(box);
}

// Two boxes on their corners, tip to tip: no face, no edge.
static void corners_that_face_each_other_touch_in_one_point(void **state) {
	(void)state;
	Shape *box = cube();
	Quat stand = mk_quat_between(vec3_normalize(vec3(1, 1, 1)), vec3(0, 1, 0));
	const Real tip = (Real)0.86602540378443864676;
	Transform lower = { stand, vec3_zero() };
	Transform upper = { stand, vec3(0, 2 * tip + (Real)0.01, 0) };
	Collided c = collide_at(box, lower, box, upper);
	assert_int_equal(c.manifold.count, 1);
	assert_int_equal(c.manifold.kind, CONTACT_VERTEX_VERTEX);
	check_near(c.manifold.points[0].separation, 0.01, 1e-5);
	check_vec3(c.manifold.points[0].position, vec3(0, tip + (Real)0.005, 0), 1e-5);
	mk_shape_release(box);
}

static void a_corner_on_a_face_touches_in_one_point(void **state) {
	(void)state;
	Shape *box = cube();
	Shape *floor = mk_box_create(vec3(3, (Real)0.5, 3), NULL);
	Quat stand = mk_quat_between(vec3_normalize(vec3(1, 1, 1)), vec3(0, -1, 0));
	const Real tip = (Real)0.86602540378443864676;
	Transform upper = { stand, vec3(1, (Real)0.49 + tip, 1) };
	Collided c = collide_at(floor, at(0, 0, 0), box, upper);
	assert_int_equal(c.manifold.count, 1);
	assert_int_equal(c.manifold.kind, CONTACT_VERTEX_FACE);
	check_vec3(c.manifold.normal, vec3(0, 1, 0), 0);
	check_near(c.manifold.points[0].separation, -0.01, small_error);
	check_vec3(c.manifold.points[0].position, vec3(1, (Real)0.495, 1), 2 * small_error);
	mk_shape_release(box);
	mk_shape_release(floor);
}

static void an_edge_on_a_face_touches_in_two_points(void **state) {
	(void)state;
	Shape *box = cube();
	Shape *floor = mk_box_create(vec3(3, (Real)0.5, 3), NULL);
	Transform upper = turned(at(0, 0.5 + 0.70710678118654752440, 0), vec3(1, 0, 0), 45);
	Collided c = collide_at(floor, at(0, 0, 0), box, upper);
	assert_int_equal(c.manifold.count, 2);
	assert_int_equal(c.manifold.kind, CONTACT_EDGE_FACE);
	assert_true(has_point_near(&c.manifold, vec3((Real)0.5, (Real)0.5, 0), small_error));
	assert_true(has_point_near(&c.manifold, vec3((Real)-0.5, (Real)0.5, 0), small_error));
	mk_shape_release(box);
	mk_shape_release(floor);
}

// A corner above an edge, both standing: their nearest points are found by no axis of SAT.
static void a_corner_over_an_edge_touches_in_one_point(void **state) {
	(void)state;
	Shape *box = cube();
	Quat stand = mk_quat_between(vec3_normalize(vec3(1, 1, 1)), vec3(0, -1, 0));
	Transform lower = turned(at(0, 0, 0), vec3(1, 0, 0), 45);
	const double height = 0.70710678118654752440 + 0.86602540378443864676 + 0.01;
	Transform upper = { stand, vec3((Real)0.1, (Real)height, 0) };
	Collided c = collide_at(box, lower, box, upper);
	assert_int_equal(c.manifold.count, 1);
	assert_int_equal(c.manifold.kind, CONTACT_VERTEX_EDGE);
	check_near(c.manifold.points[0].separation, 0.01, 1e-5);
	check_near(c.manifold.points[0].position.x, 0.1, 1e-5);
	mk_shape_release(box);
}

// Two tetrahedra whose edges cross: no corner of one is in the other, and yet they overlap by 0.1.
static void edges_of_tetrahedra_cross_without_a_corner_inside(void **state) {
	(void)state;
	const Real half = (Real)0.5;
	const Vec3 a[] = { vec3(-1, 0, 0), vec3(1, 0, 0), vec3(0, -half, -1), vec3(0, half, -1) };
	const Vec3 b[] = { vec3(0, -1, (Real)-0.1), vec3(0, 1, (Real)-0.1), vec3(-half, 0, (Real)0.9),
		vec3(half, 0, (Real)0.9) };
	Shape *lower = mk_hull_shape_create(&(HullShapeInput){ .points = a, .count = 4 }, NULL);
	Shape *upper = mk_hull_shape_create(&(HullShapeInput){ .points = b, .count = 4 }, NULL);
	Collided c = collide_at(lower, at(0, 0, 0), upper, at(0, 0, 0));
	assert_int_equal(c.manifold.count, 1);
	assert_int_equal(c.manifold.kind, CONTACT_EDGE_EDGE);
	// ours is from A to B, against the direction that parts A from B
	check_vec3(c.manifold.normal, vec3(0, 0, 1), 1e-5);
	check_near(c.manifold.points[0].separation, -0.1, 1e-5);
	check_vec3(c.manifold.points[0].position, vec3(0, 0, (Real)-0.05), 1e-5);
	// a corner of the same tetrahedron in a face of a box is found by the same call
	Shape *box = mk_box_create(vec3(2, 2, 2), NULL);
	Collided corner = collide_at(
			box, at(0, 0, 0), upper, turned(at(0, 0, 2.49), vec3(0, 1, 0), 90));
	assert_int_equal(corner.manifold.kind, CONTACT_VERTEX_FACE);
	check_vec3(corner.manifold.normal, vec3(0, 0, 1), 1e-5);
	mk_shape_release(lower);
	mk_shape_release(upper);
	mk_shape_release(box);
}

static void equal_boxes_at_one_place_part_by_their_smallest_side(void **state) {
	(void)state;
	Shape *box = mk_box_create(vec3(1, (Real)0.25, 2), NULL);
	Collided c = collide_at(box, at(3, 3, 3), box, at(3, 3, 3));
	assert_true(c.hit);
	check_near(real_abs(c.manifold.normal.y), 1, small_error);
	check_near(deepest_of(&c.manifold), -0.5, small_error);
	assert_int_equal(c.manifold.count, 4);
	mk_shape_release(box);
}

// A bar across a slab and a thin plate under a cube: four points each, where a search that returns
// one point at a time would rock.
static void bars_and_plates_lie_on_four_points(void **state) {
	(void)state;
	Shape *bar = mk_box_create(vec3((Real)0.3, (Real)0.015, (Real)0.015), NULL);
	Shape *slab = mk_box_create(vec3(1, (Real)0.05, 1), NULL);
	Transform across = turned(at(0.2, 0.055, 0.1), vec3(0, 1, 0), 40);
	Collided lying = collide_at(slab, at(0, 0, 0), bar, across);
	assert_int_equal(lying.manifold.count, 4);
	check_near(deepest_of(&lying.manifold), -0.01, small_error);
	Shape *plate = mk_box_create(vec3((Real)0.025, (Real)0.000125, (Real)0.025), NULL);
	Shape *small = mk_box_create(vec3((Real)0.05, (Real)0.05, (Real)0.05), NULL);
	Collided thin = collide_at(plate, at(0, 0, 0), small, at(0, 0.049371, 0));
	assert_int_equal(thin.manifold.count, 4);
	check_near(deepest_of(&thin.manifold), -0.000754, small_error);
	mk_shape_release(bar);
	mk_shape_release(slab);
	mk_shape_release(plate);
	mk_shape_release(small);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_box_on_a_box_touches_with_four_corners),
		cmocka_unit_test(a_turned_box_touches_with_a_square_of_crossings),
		cmocka_unit_test(only_the_common_part_of_two_faces_carries),
		cmocka_unit_test(the_shallowest_axis_is_the_normal),
		cmocka_unit_test(boxes_that_touch_exactly_have_a_contact),
		cmocka_unit_test(crossed_edges_touch_in_one_point),
		cmocka_unit_test(parallel_edges_touch_in_two_points),
		cmocka_unit_test(corners_that_face_each_other_touch_in_one_point),
		cmocka_unit_test(a_corner_on_a_face_touches_in_one_point),
		cmocka_unit_test(an_edge_on_a_face_touches_in_two_points),
		cmocka_unit_test(a_corner_over_an_edge_touches_in_one_point),
		cmocka_unit_test(edges_of_tetrahedra_cross_without_a_corner_inside),
		cmocka_unit_test(equal_boxes_at_one_place_part_by_their_smallest_side),
		cmocka_unit_test(bars_and_plates_lie_on_four_points),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
