// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What of the last step's answer is used again, and when it is not.
#include "collide/reuse.h"
#include "shape/convex.h"
#include "shape/hull_shape.h"
#include "support/collide_pair.h"
#include "support/random.h"

// Two unit boxes on each other, and what happened to them.
typedef struct Stack {
	Shape *box;
	ShapeInstance a;
	ShapeInstance b;
	PairCache cache;
	PairCounters counters;
} Stack;

static Shape *make_hull_cube(void) {
	Vec3 corners[8];
	for (int i = 0; i < 8; i++)
		corners[i] = vec3((Real)(i & 1) - (Real)0.5, (Real)(i >> 1 & 1) - (Real)0.5,
				(Real)(i >> 2) - (Real)0.5);
	return mk_hull_shape_create(&(HullShapeInput){ .points = corners, .count = 8 }, NULL);
}

static Stack make_stack(double height) {
	Stack stack = { .box = mk_box_create(vec3((Real)0.5, (Real)0.5, (Real)0.5), NULL) };
	stack.a = instance_rigid(stack.box, at(0, 0, 0));
	stack.b = instance_rigid(stack.box, at(0, height, 0));
	return stack;
}

static Collided step(Stack *stack) {
	return collide_input(&(CollideInput){ .a = &stack->a,
			.b = &stack->b,
			.margin = TEST_MARGIN,
			.cache = &stack->cache,
			.pair_counters = &stack->counters });
}

static void a_pair_that_does_not_move_is_copied(void **state) {
	(void)state;
	Stack stack = make_stack(0.99);
	Collided first = step(&stack);
	Collided second = step(&stack);
	assert_int_equal(stack.counters.tests, 1);
	assert_int_equal(stack.counters.copies, 1);
	assert_int_equal(second.manifold.count, 4);
	for (uint32_t i = 0; i < 4; i++) {
		assert_int_equal(second.manifold.points[i].id, first.manifold.points[i].id);
		check_near(second.manifold.points[i].separation, -0.01, 1e-6);
	}
	mk_shape_release(stack.box);
}

// Both turn by 90 degrees together: the manifold turns with them.
static void a_pair_that_moves_as_one_is_copied(void **state) {
	(void)state;
	Stack stack = make_stack(0.9921875);
	step(&stack);
	Transform lying = turned(at(100, 0, 0), vec3(0, 0, 1), -90);
	stack.a = instance_rigid(stack.box, lying);
	lying.position.x += (Real)0.9921875;
	stack.b = instance_rigid(stack.box, lying);
	Collided c = step(&stack);
	assert_int_equal(stack.counters.copies, 1);
	check_vec3(c.manifold.normal, vec3(1, 0, 0), 1e-6);
	check_near(deepest_of(&c.manifold), 0.9921875 - 1, 1e-5);
	mk_shape_release(stack.box);
}

// 1 mm down and 0.5 mm aside: less than a quarter of the slop.
static void a_small_motion_refreshes_separations(void **state) {
	(void)state;
	Stack stack = make_stack(0.99);
	Collided first = step(&stack);
	stack.b = instance_rigid(stack.box, at(0.0005, 0.989, 0));
	Collided c = step(&stack);
	assert_int_equal(stack.counters.refreshes, 1);
	assert_int_equal(c.manifold.count, 4);
	for (uint32_t i = 0; i < 4; i++) {
		assert_int_equal(c.manifold.points[i].id, first.manifold.points[i].id);
		check_near(c.manifold.points[i].separation, -0.011, 1e-6);
	}
	mk_shape_release(stack.box);
}

// Turned by 1 mrad about z: the corners at x = +-0.5 go up and down by half a millimetre.
static void a_small_turn_changes_each_separation(void **state) {
	(void)state;
	Stack stack = make_stack(0.99);
	step(&stack);
	stack.b = instance_rigid(
			stack.box, turned(at(0, 0.99, 0), vec3(0, 0, 1), 0.057295779513082323));
	Collided c = step(&stack);
	assert_int_equal(stack.counters.refreshes, 1);
	for (uint32_t i = 0; i < c.manifold.count; i++) {
		const ContactPoint *p = &c.manifold.points[i];
		check_near(p->separation, -0.01 + 0.001 * (double)p->position.x, 2e-6);
	}
	mk_shape_release(stack.box);
}

// Where a point is that moves with a body, from one pose to another.
static Vec3 carried(const Affine *from, const Affine *to, Vec3 point) {
	Vec3 local = mat3_apply_transposed(from->linear, vec3_sub(point, from->origin));
	return affine_point(*to, local);
}

// What it means: the anchor of each body goes with it, and so does the normal
// with whose face it is of.
static void check_anchors(const Stack *was, const Stack *is, const Manifold *m, const Manifold *n) {
	Vec3 normal = m->normal;
	const ShapeInstance *from = was->cache.reference == REFERENCE_B ? &was->b : &was->a;
	const ShapeInstance *to = was->cache.reference == REFERENCE_B ? &is->b : &is->a;
	normal = mat3_apply(to->pose.linear, mat3_apply_transposed(from->pose.linear, normal));
	check_vec3(n->normal, normal, 1e-6);
	for (uint32_t i = 0; i < m->count; i++) {
		Vec3 middle = vec3_add(was->a.pose.origin, m->points[i].position);
		Real half = m->points[i].separation / 2;
		Vec3 on_a = carried(&was->a.pose, &is->a.pose, vec3_add_scaled(middle, m->normal, -half));
		Vec3 on_b = carried(&was->b.pose, &is->b.pose, vec3_add_scaled(middle, m->normal, half));
		Real separation = vec3_dot(vec3_sub(on_b, on_a), normal);
		check_near(n->points[i].separation, separation, 2e-6);
		Vec3 position = vec3_add_scaled(on_a, normal, separation / 2);
		check_vec3(vec3_add(is->a.pose.origin, n->points[i].position), position, 2e-6);
	}
}

static void refreshed_points_go_with_their_bodies(void **state) {
	(void)state;
	Rng rng = { 3 };
	uint32_t of_b = 0;
	for (int i = 0; i < 200; i++) {
		Stack was = make_stack(0);
		Transform a = random_transform(&rng, 1);
		// face on face up to 60 mrad, so that either has the reference
		Quat lean = mk_quat_from_rotation_vector(random_vec3(&rng, 0.06));
		Transform above = { lean, vec3(random_real(&rng, -0.3, 0.3), (Real)0.99, 0) };
		was.a = instance_rigid(was.box, a);
		was.b = instance_rigid(was.box, transform_multiply(a, above));
		Collided first = step(&was);
		of_b += was.cache.reference == REFERENCE_B;
		Stack is = was;
		Transform together = random_transform(&rng, 1);
		above.position = vec3_add(above.position, random_vec3(&rng, 2e-4));
		above.rotation = quat_multiply(
				mk_quat_from_rotation_vector(random_vec3(&rng, 2e-4)), above.rotation);
		is.a = instance_rigid(is.box, together);
		is.b = instance_rigid(is.box, transform_multiply(together, above));
		Collided second = step(&is);
		assert_int_equal(is.counters.refreshes, 1);
		if (second.manifold.count == first.manifold.count)
			check_anchors(&was, &is, &first.manifold, &second.manifold);
		mk_shape_release(was.box);
	}
	assert_in_range(of_b, 10, 190);
}

// Boxes are tested again, which is as cheap; hulls keep the normal.
static void check_below_slop(Shape *shape, uint32_t clips) {
	Stack stack = { .box = shape };
	stack.a = instance_rigid(stack.box, at(0, 0, 0));
	stack.b = instance_rigid(stack.box, at(0, 0.99, 0));
	step(&stack);
	stack.b = instance_rigid(stack.box, at(0.004, 0.99, 0));
	Collided c = step(&stack);
	assert_int_equal(stack.counters.clips, clips);
	assert_int_equal(stack.counters.tests, 2 - clips);
	assert_int_equal(c.manifold.count, 4);
	// the common part of the faces has moved
	assert_true(
			has_point_near(&c.manifold, vec3((Real)-0.496, (Real)0.495, (Real)0.5), (Real)1e-5));
	mk_shape_release(stack.box);
}

static void a_motion_below_the_slop_clips_again_along_the_face(void **state) {
	(void)state;
	check_below_slop(mk_box_create(vec3((Real)0.5, (Real)0.5, (Real)0.5), NULL), 0);
	check_below_slop(make_hull_cube(), 1);
}

static void many_small_motions_do_not_add_up(void **state) {
	(void)state;
	Stack stack = make_stack(0.99);
	for (int i = 0; i <= 100; i++) {
		stack.b = instance_rigid(stack.box, at(0.001 * i, 0.99, 0));
		Collided c = step(&stack);
		// never more than a quarter of the slop from where the face ends
		Real left = MK_INFINITY;
		for (uint32_t k = 0; k < c.manifold.count; k++)
			left = real_min(left, c.manifold.points[k].position.x);
		check_near(left, -0.5 + 0.001 * i, 0.00126);
	}
	assert_true(stack.counters.tests >= 100 * 0.001 / 0.006);
	mk_shape_release(stack.box);
}

static Stack make_hull_stack(double height) {
	Stack stack = { .box = make_hull_cube() };
	stack.a = instance_rigid(stack.box, at(0, 0, 0));
	stack.b = instance_rigid(stack.box, at(0, height, 0));
	return stack;
}

// The balls around the cubes reach 0.866 each: they overlap.
static void a_pair_that_stays_apart_is_skipped_by_its_gap(void **state) {
	(void)state;
	Stack stack = make_hull_stack(1.7);
	assert_false(step(&stack).hit);
	check_near(stack.cache.gap, 0.7, 1e-5);
	for (int i = 0; i < 10; i++) {
		stack.b = instance_rigid(stack.box, at(0.04 * i, 1.7, 0));
		assert_false(step(&stack).hit);
	}
	assert_int_equal(stack.counters.tests, 1);
	assert_int_equal(stack.counters.skips, 10);
	// the gap has been used up: looked at again, and found
	stack.b = instance_rigid(stack.box, at(0, 1.01, 0));
	assert_true(step(&stack).hit);
	assert_int_equal(stack.counters.tests, 2);
	mk_shape_release(stack.box);
}

// Balls that do not overlap say it at once, and a manifold is forgotten then. What is kept of a gap
// stays: it is that of an earlier pose, and still true.
static void balls_that_are_apart_need_no_cache(void **state) {
	(void)state;
	Stack stack = make_hull_stack(0.99);
	assert_true(step(&stack).hit);
	assert_int_equal(stack.cache.last.count, 4);
	stack.b = instance_rigid(stack.box, at(0, 2, 0));
	assert_false(step(&stack).hit);
	assert_int_equal(stack.cache.last.count, 0);
	assert_int_equal(stack.counters.tests, 1);
	assert_int_equal(stack.counters.skips, 1);
	// back again: nothing old is used
	stack.b = instance_rigid(stack.box, at(0, 0.99, 0));
	assert_true(step(&stack).hit);
	assert_int_equal(stack.counters.tests, 2);
	mk_shape_release(stack.box);
}

// Six faces cost less than a look at the cache: boxes that are apart keep no gap,
// and are tested each time.
static void boxes_that_are_apart_keep_nothing(void **state) {
	(void)state;
	Stack stack = make_stack(0.99);
	assert_true(step(&stack).hit);
	for (int i = 0; i < 5; i++) {
		stack.b = instance_rigid(stack.box, at(0.1 * i, 1.2, 0));
		assert_false(step(&stack).hit);
		assert_int_equal(stack.cache.last.count, 0);
	}
	assert_int_equal(stack.counters.tests, 6);
	stack.b = instance_rigid(stack.box, at(0, 0.99, 0));
	assert_int_equal(step(&stack).manifold.count, 4);
	assert_int_equal(step(&stack).manifold.count, 4);
	assert_int_equal(stack.counters.copies, 1);
	mk_shape_release(stack.box);
}

static void a_larger_margin_is_not_served_from_a_smaller_one(void **state) {
	(void)state;
	Stack stack = make_stack(1.01);
	assert_true(step(&stack).hit);
	// leaning by a degree, two corners are more than 2 cm up
	stack.b = instance_rigid(stack.box, turned(at(0, 1.02, 0), vec3(0, 0, 1), 1.4));
	stack.cache = (PairCache){ 0 };
	assert_int_equal(step(&stack).manifold.count, 2);
	Collided c = collide_input(&(CollideInput){ .a = &stack.a,
			.b = &stack.b,
			.margin = (Real)0.2,
			.cache = &stack.cache,
			.pair_counters = &stack.counters });
	assert_int_equal(c.manifold.count, 4);
	mk_shape_release(stack.box);
}

static void a_rigid_b_serves_when_a_is_scaled(void **state) {
	(void)state;
	Stack stack = make_stack(0.99);
	stack.a = mk_instance(stack.box, (Affine){ mat3_diagonal(vec3(4, 1, 4)), vec3_zero() });
	Collided first = step(&stack);
	Collided second = step(&stack);
	assert_int_equal(stack.counters.copies, 1);
	assert_int_equal(first.manifold.count, second.manifold.count);
	check_vec3(second.manifold.normal, first.manifold.normal, 1e-6);
	for (uint32_t i = 0; i < first.manifold.count; i++) {
		check_vec3(second.manifold.points[i].position, first.manifold.points[i].position, 1e-5);
	}
	// a change of scale is a motion
	stack.a = mk_instance(stack.box, (Affine){ mat3_diagonal(vec3(4, (Real)1.1, 4)), vec3_zero() });
	Collided third = step(&stack);
	assert_int_equal(stack.counters.tests, 2);
	check_near(deepest_of(&third.manifold), -0.06, 1e-4);
	mk_shape_release(stack.box);
}

static void two_scaled_shapes_are_tested_every_time(void **state) {
	(void)state;
	Stack stack = make_stack(0.99);
	stack.a = mk_instance(stack.box, (Affine){ mat3_diagonal(vec3(4, 1, 4)), vec3_zero() });
	stack.b = mk_instance(
			stack.box, (Affine){ mat3_diagonal(vec3(2, 1, 2)), vec3(0, (Real)0.99, 0) });
	step(&stack);
	step(&stack);
	assert_int_equal(stack.counters.tests, 2);
	mk_shape_release(stack.box);
}

static void motion_that_is_not_a_number_is_no_excuse_to_skip(void **state) {
	(void)state;
	Stack stack = make_stack(2);
	step(&stack);
	stack.b.pose.origin.x = (Real)NAN;
	assert_false(step(&stack).hit);
	assert_int_equal(stack.counters.skips, 0);
	// and the pair recovers
	stack.b.pose.origin = vec3(0, (Real)0.99, 0);
	assert_true(step(&stack).hit);
	mk_shape_release(stack.box);
}

// What rests on a floor of 100 m, as a box and as a hull, trembles and is tested once: curved
// shapes on a face, on a line and on a point. A capsule on a box costs no more than to look.
typedef struct Resting {
	Shape *shape;
	Transform pose; // 1 mm in the floor, whose top is y = 0
	uint32_t points;
} Resting;

static void check_resting(const Resting *resting, const Shape *floor_shape) {
	ShapeInstance ground = instance_rigid(floor_shape, at(20, -1, 10));
	PairCache cache = { 0 };
	PairCounters counters = { 0 };
	for (int frame = 0; frame < 100; frame++) {
		Real tremble = frame % 2 == 0 ? 1 : -1;
		Transform pose = resting->pose;
		Vec3 way = vec3((Real)1e-5 * tremble, (Real)1e-5 * tremble, (Real)-2e-5);
		pose.position = vec3_add(pose.position, way);
		Quat turn = quat_from_axis_angle(vec3_axis(frame % 3), (Real)5e-5 * tremble);
		pose.rotation = quat_normalize(quat_multiply(turn, pose.rotation));
		ShapeInstance body = instance_rigid(resting->shape, pose);
		Collided c = collide_input(&(CollideInput){ .a = &body,
				.b = &ground,
				.margin = TEST_MARGIN,
				.cache = &cache,
				.pair_counters = &counters });
		assert_true(c.hit);
		assert_int_equal(c.manifold.count, resting->points);
		check_vec3(c.manifold.normal, vec3(0, -1, 0), 1e-3);
		check_near(deepest_of(&c.manifold), -0.001, 5e-4);
	}
	bool is_closed = resting->shape->kind == SHAPE_CAPSULE && floor_shape->kind == SHAPE_BOX;
	assert_int_equal(counters.tests, is_closed ? 0 : 1);
	assert_int_equal(counters.copies + counters.refreshes, is_closed ? 0 : 99);
}

static void curved_shapes_at_rest_are_tested_once(void **state) {
	(void)state;
	const Real half = (Real)0.5;
	const Transform standing = at(0, 0.499, 0);
	const Transform lying = turned(at(0, 0.299, 0), vec3(0, 0, 1), 90);
	const Resting rows[] = {
		{ mk_cylinder_create((Real)0.3, 1, NULL), standing, 4 },
		{ mk_cylinder_create((Real)0.3, 1, NULL), lying, 2 },
		{ mk_cone_create((Real)0.3, 1, NULL), standing, 4 },
		{ mk_rounded_cylinder_create((Real)0.2, (Real)0.8, (Real)0.1, NULL), standing, 4 },
		{ mk_capsule_create((Real)0.3, 1, NULL), lying, 2 },
		{ mk_ellipsoid_create(vec3(half, half, half), NULL), standing, 1 },
		{ mk_ellipsoid_create(vec3((Real)0.7, half, (Real)0.4), NULL), standing, 1 },
	};
	const Vec3 corners[8] = { { 50, 1, 50 }, { -50, 1, 50 }, { 50, -1, 50 }, { -50, -1, 50 },
		{ 50, 1, -50 }, { -50, 1, -50 }, { 50, -1, -50 }, { -50, -1, -50 } };
	Shape *floors[2] = { mk_box_create(vec3(50, 1, 50), NULL),
		mk_hull_shape_create(&(HullShapeInput){ .points = corners, .count = 8 }, NULL) };
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		check_resting(&rows[i], floors[0]);
		check_resting(&rows[i], floors[1]);
		mk_shape_release(rows[i].shape);
	}
	mk_shape_release(floors[0]);
	mk_shape_release(floors[1]);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_pair_that_does_not_move_is_copied),
		cmocka_unit_test(a_pair_that_moves_as_one_is_copied),
		cmocka_unit_test(a_small_motion_refreshes_separations),
		cmocka_unit_test(a_small_turn_changes_each_separation),
		cmocka_unit_test(refreshed_points_go_with_their_bodies),
		cmocka_unit_test(a_motion_below_the_slop_clips_again_along_the_face),
		cmocka_unit_test(many_small_motions_do_not_add_up),
		cmocka_unit_test(a_pair_that_stays_apart_is_skipped_by_its_gap),
		cmocka_unit_test(balls_that_are_apart_need_no_cache),
		cmocka_unit_test(boxes_that_are_apart_keep_nothing),
		cmocka_unit_test(a_larger_margin_is_not_served_from_a_smaller_one),
		cmocka_unit_test(a_rigid_b_serves_when_a_is_scaled),
		cmocka_unit_test(two_scaled_shapes_are_tested_every_time),
		cmocka_unit_test(motion_that_is_not_a_number_is_no_excuse_to_skip),
		cmocka_unit_test(curved_shapes_at_rest_are_tested_once),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
