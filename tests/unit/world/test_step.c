// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What has happened when one step is over: forces, motion, boxes, contacts, in this order; and what
// pairs cost that cannot touch.
#include "shape/convex.h"
#include "shape/mesh.h"
#include "support/check.h"
#include "support/mesh_make.h"
#include "support/world_make.h"

#include <math.h>

static const double dt = 1.0 / 60;

// A force acts in the step after it was applied, moves the body in the same one, and is gone then.
static void forces_act_at_once_and_once(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make->gravity = vec3_zero();
	MadeBody *ball = make_ball(make, 1, vec3_zero());
	Real mass = ball->body.mass;
	mk_body_apply_central_force(&ball->body, vec3(60 * mass, 0, 0));
	world_make_run(make, 1);
	// 60 m/s^2 over 1/60 s
	check_near(ball->body.linear_velocity.x, 1, 1e-5);
	double first = (double)ball->body.pose.origin.x;
	assert_true(first > 0);
	check_vec3(ball->body.force, vec3_zero(), 0);
	world_make_run(make, 1);
	check_near(ball->body.linear_velocity.x, 1, 1e-5);
	check_near((double)ball->body.pose.origin.x - first, dt, 1e-6);
	world_make_free(make);
}

// The same for a body alone and for one that the solver moves, which a joint without any rows makes
// it do: about Y a tilted rod turns by its inertia about Y, whatever the other axes would like.
static void a_rod_that_turns_about_one_axis_only_has_the_inertia_of_that_axis(void **state) {
	(void)state;
	for (int is_joined = 0; is_joined < 2; is_joined++) {
		WorldMake *make = world_make(1);
		make->gravity = vec3_zero();
		MadeBody *rod = make_box(make, vec3((Real)0.025, 1, (Real)0.025), vec3_zero());
		Quat tilt = quat_from_axis_angle(vec3(0, 0, 1), (Real)0.7);
		mk_body_set_pose(&rod->body, affine_from_transform((Transform){ tilt, vec3_zero() }));
		mk_world_change(&make->world, &rod->object, OBJECT_POSE_CHANGED);
		rod->body.locks = BODY_LOCK_ANGULAR_X | BODY_LOCK_ANGULAR_Z;
		JointSettings loose = mk_joint_settings(JOINT_GENERIC);
		for (int i = 0; i < JOINT_AXES; i++)
			loose.axes[i].has_limit = false;
		if (is_joined) make_joint_at(make, loose, rod, NULL, vec3_zero());
		mk_body_apply_torque(&rod->body, vec3(0, 1, 0));
		world_make_run(make, 1);
		assert_true(rod->object.is_free != is_joined);
		double along = cos(0.7);
		Vec3 moments = rod->body.moments;
		double inertia = (double)moments.y * along * along +
				(double)moments.x * (1 - along * along);
		check_vec3(rod->body.angular_velocity, vec3(0, (Real)(dt / inertia), 0), 1e-6);
		world_make_free(make);
	}
}

// Boxes and colliders are where the body is when the step ends: a ray finds it there.
static void colliders_follow_in_the_same_step(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make->gravity = vec3_zero();
	MadeBody *ball = make_ball(make, (Real)0.25, vec3_zero());
	ball->body.linear_velocity = vec3(300, 0, 0);
	world_make_run(make, 1);
	const Collider *collider = make->world.colliders.data + ball->object.colliders.data[0];
	check_near(collider->instance.pose.origin.x, 5, 1e-4);
	Aabb box = bvh_box(make->world.trees + collider->tree, collider->leaf);
	assert_true(aabb_contains(box, mk_instance_bounds(&collider->instance)));
	world_make_free(make);
}

// A ball that would be in the floor at the end of the step is met and stopped within it.
static void contacts_are_found_and_resolved_in_one_step(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make_floor(make);
	MadeBody *ball = make_ball(make, 1, vec3(0, (Real)1.01, 0));
	ball->body.linear_velocity = vec3(0, -2, 0);
	world_make_run(make, 1);
	assert_int_equal(make->world.counters.touching_count, 1);
	// 2 m/s would take it 3 cm down, 2 cm into the floor
	assert_true(ball->body.pose.origin.y > (Real)0.995);
	assert_true(ball->body.linear_velocity.y > (Real)-0.7);
	world_make_free(make);
}

static void counters_tell_of_the_last_step(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make_floor(make);
	make_box(make, vec3_splat((Real)0.5), vec3(0, (Real)0.5, 0));
	make_box(make, vec3_splat((Real)0.5), vec3(0, (Real)1.5, 0));
	make_ball(make, (Real)0.5, vec3(50, 20, 0));
	mk_world_count_islands(&make->world);
	world_make_run(make, 1);
	const WorldCounters *counters = &make->world.counters;
	assert_int_equal(counters->awake_count, 3);
	assert_int_equal(counters->touching_count, 2);
	assert_true(counters->contact_count >= 2);
	assert_int_equal(counters->island_count, 2);
	assert_int_equal(counters->fast_count, 0);
	world_make_run(make, 240);
	assert_true(counters->awake_count <= 1);
	world_make_free(make);
}

static uint32_t work_of(const WorldMake *make) {
	const WorldWorker *worker = make->world.workers;
	return worker->counters.gjk_calls + worker->counters.epa_calls + worker->counters.newton_calls +
			worker->counters.box_calls + worker->counters.hull_calls + worker->counters.face_calls;
}

// Counters of the narrow phase are those of the last step, of all workers together, and the
// same for any number of them: faces, GJK and Newton's method in the first step, the cache
// of the pair once it rests.
static void work_on_pairs_is_counted_for_any_number_of_workers(void **state) {
	(void)state;
	WorldCounters first[2];
	WorldCounters rest[2];
	for (uint32_t k = 0; k < 2; k++) {
		WorldMake *make = world_make(k == 0 ? 1 : 3);
		make->world.settings.worker_count = k == 0 ? 1 : 3;
		make_floor(make);
		for (uint32_t i = 0; i < 40; i++) {
			make_cylinder(make, (Real)0.5, 1, vec3((Real)(2 * i), (Real)0.5, 0));
			make_box(make, vec3((Real)0.3, (Real)0.3, (Real)0.3),
					vec3((Real)(2 * i), (Real)1.299, 0));
		}
		world_make_run(make, 1);
		first[k] = make->world.counters;
		world_make_run(make, 20);
		rest[k] = make->world.counters;
		world_make_free(make);
	}
	assert_true(first[0].pairs.tests >= 40 && pair_hits(&first[0].pairs) == 0);
	const PenetrationCounters *searches = &first[0].penetration;
	assert_true(
			searches->gjk_iterations + searches->newton_iterations + searches->face_calls >= 40);
	assert_true(pair_hits(&rest[0].pairs) >= 40);
	// of one step, not of all
	assert_true(rest[0].pairs.tests + pair_hits(&rest[0].pairs) <= 2 * first[0].pairs.tests);
	assert_memory_equal(&first[0].pairs, &first[1].pairs, sizeof(PairCounters));
	assert_memory_equal(&first[0].penetration, &first[1].penetration, sizeof(PenetrationCounters));
	assert_memory_equal(&rest[0].pairs, &rest[1].pairs, sizeof(PairCounters));
	assert_memory_equal(&rest[0].penetration, &rest[1].penetration, sizeof(PenetrationCounters));
}

// Far apart: the tree does not even make a pair. Boxes that overlap, with balls around the shapes
// that do not: no distance is computed. Then the shapes themselves.
static void pairs_are_culled_by_boxes_then_balls_then_shapes(void **state) {
	(void)state;
	const struct {
		Vec3 place;
		bool is_pair;
		bool is_tested;
	} cases[] = {
		{ { 5, 0, 0 }, false, false },
		// boxes of cylinders of radius 1 and height 2 reach 1 along each axis,
		// balls around them sqrt(2)
		{ { (Real)1.98, (Real)1.98, (Real)1.98 }, true, false },
		{ { (Real)1.5, (Real)1.5, 0 }, true, true },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		WorldMake *make = world_make(1);
		make->gravity = vec3_zero();
		make_cylinder(make, 1, 2, vec3_zero());
		make_cylinder(make, 1, 2, cases[i].place);
		world_make_run(make, 1);
		assert_int_equal(make->world.counters.contact_count, cases[i].is_pair);
		assert_int_equal(work_of(make) > 0, cases[i].is_tested);
		world_make_free(make);
	}
}

// The engine keeps what it needs of a mesh for itself: what a renderer does to its
// own later changes nothing.
static void collision_data_is_not_the_render_mesh(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	TestMesh drawn = mesh_make_box(vec3(-5, -1, -5), vec3(5, 0, 5));
	MeshInput input = { .mesh = mesh_view(&drawn) };
	Shape *ground = mk_mesh_create(&input, NULL);
	for (uint32_t i = 0; i < drawn.points.count; i++)
		drawn.points.data[i] = vec3_splat(MK_INFINITY);
	for (uint32_t i = 0; i < drawn.indices.count; i++)
		drawn.indices.data[i] = UINT32_MAX;
	mesh_free(&drawn);
	make_body(make, BODY_STATIC, ground, transform_identity(), 0);
	MadeBody *ball = make_ball(make, (Real)0.5, vec3(0, 1, 0));
	world_make_run(make, 120);
	check_near(ball->body.pose.origin.y, 0.5, 0.01);
	world_make_free(make);
}

// Whatever the order in which they touched: those that came last lie between the others.
static void contacts_are_solved_in_the_order_of_their_bodies(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make_floor(make);
	const Real half = (Real)0.4;
	for (int i = 0; i < 300; i++) {
		Real height = i % 3 == 0 ? half + (Real)0.03 : half;
		int line = i / 20;
		make_box(make, vec3(half, half, half), vec3((Real)(i % 20), height, (Real)line));
	}
	world_make_run(make, 20);
	const GraphColor *color = make->world.graph.colors + MK_GRAPH_OVERFLOW - 1;
	assert_int_equal(color->lane_count, 300);
	for (uint32_t i = 1; i < color->lane_count; i++) {
		const ContactBundle *last = color->bundles + (i - 1) / MK_BUNDLE_LANES;
		const ContactBundle *next = color->bundles + i / MK_BUNDLE_LANES;
		uint32_t last_lane = (i - 1) % MK_BUNDLE_LANES;
		uint32_t lane = i % MK_BUNDLE_LANES;
		assert_true(next->a[lane] + next->b[lane] > last->a[last_lane] + last->b[last_lane]);
	}
	world_make_free(make);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(forces_act_at_once_and_once),
		cmocka_unit_test(a_rod_that_turns_about_one_axis_only_has_the_inertia_of_that_axis),
		cmocka_unit_test(colliders_follow_in_the_same_step),
		cmocka_unit_test(contacts_are_found_and_resolved_in_one_step),
		cmocka_unit_test(counters_tell_of_the_last_step),
		cmocka_unit_test(work_on_pairs_is_counted_for_any_number_of_workers),
		cmocka_unit_test(pairs_are_culled_by_boxes_then_balls_then_shapes),
		cmocka_unit_test(contacts_are_solved_in_the_order_of_their_bodies),
		cmocka_unit_test(collision_data_is_not_the_render_mesh),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
