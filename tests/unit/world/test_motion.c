// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Motions of a character: a capsule of radius 0.5 and height 2 with a margin of 1 mm over a floor
// at y = 0, beside walls and in corners.
#include "world/motion.h"

#include "math/trig.h"
#include "shape/convex.h"
#include "support/check.h"
#include "support/world_make.h"

static const Real margin = (Real)0.001;

typedef struct Scene {
	WorldMake *make;
	MadeBody *character;
	MotionResult result;
} Scene;

static MadeBody *add_static(WorldMake *make, Vec3 half, Vec3 position) {
	Transform pose = { quat_identity(), position };
	return make_body(make, BODY_STATIC, mk_box_create(half, NULL), pose, 0);
}

// A floor of 1 m thickness and a character that stands `gap` above it.
static Scene make_scene(void) {
	Scene scene = { .make = world_make(1) };
	add_static(scene.make, vec3(20, (Real)0.5, 20), vec3(0, (Real)-0.5, 0));
	Transform pose = { quat_identity(), vec3(0, 50, 0) };
	Shape *capsule = mk_capsule_create((Real)0.5, 2, NULL);
	scene.character = make_body(scene.make, BODY_KINEMATIC, capsule, pose, 0);
	return scene;
}

// Moves the character, whose feet are at a point.
static bool test_from(Scene *scene, Vec3 feet, Vec3 motion, bool reports_recovery) {
	MotionInput input = {
		.object = &scene->character->object,
		.from = { mat3_identity(), vec3_add(feet, vec3(0, 1, 0)) },
		.motion = motion,
		.margin = margin,
		.up = vec3(0, 1, 0),
		.max_collisions = 6,
		.reports_recovery = reports_recovery,
	};
	return mk_world_test_motion(&scene->make->world, &input, &scene->result);
}

static void a_fall_ends_with_the_clearance_left(void **state) {
	(void)state;
	Scene s = make_scene();
	assert_true(test_from(&s, vec3(0, 1, 0), vec3(0, -2, 0), false));
	check_vec3(s.result.travel, vec3(0, (Real)-0.99905, 0), 2e-5);
	check_vec3(s.result.remainder, vec3(0, (Real)-1.00095, 0), 2e-5);
	assert_true(s.result.unsafe > (Real)0.5 && s.result.unsafe < (Real)0.5002);
	assert_int_equal(s.result.count, 1);
	check_vec3(s.result.collisions[0].normal, vec3(0, 1, 0), 1e-5);
	assert_true(
			s.result.collisions[0].depth >= margin && s.result.collisions[0].depth < (Real)0.00125);
	check_near(s.result.collisions[0].position.y, 0, 1e-5);
	world_make_free(s.make);
}

static void a_thin_wall_far_away_stops_a_long_motion(void **state) {
	(void)state;
	Scene s = make_scene();
	add_static(s.make, vec3((Real)0.01, 5, 5), vec3(50, 0, 0));
	assert_true(test_from(&s, vec3(0, 1, 0), vec3(100, 0, 0), false));
	// 49.99 less the radius and the clearance
	check_near(s.result.travel.x, 49.48905, 1e-3);
	assert_true(s.result.collisions[0].depth < (Real)0.0013);
	world_make_free(s.make);
}

static void recovery_takes_back_four_tenths_a_pass(void **state) {
	(void)state;
	Scene s = make_scene();
	assert_true(test_from(&s, vec3(0, (Real)-0.2, 0), vec3_zero(), true));
	// 0.20095 (1 - 0.6^4)
	check_vec3(s.result.travel, vec3(0, (Real)0.174907, 0), 3e-4);
	// also where the contacts of the first pass do for all: 0.00025 (1 - 0.6^4)
	assert_true(test_from(&s, vec3(0, (Real)0.0007, 0), vec3_zero(), true));
	check_vec3(s.result.travel, vec3(0, (Real)0.0002176, 0), 1e-6);
	// and does not keep the body from moving along
	assert_true(test_from(&s, vec3(0, (Real)-0.2, 0), vec3((Real)0.1, 0, 0), true));
	check_near(s.result.travel.x, 0.1, 1e-6);
	world_make_free(s.make);
}

static void a_body_at_rest_is_not_moved(void **state) {
	(void)state;
	Scene s = make_scene();
	Vec3 feet = vec3(0, 1, 0);
	assert_true(test_from(&s, feet, vec3(0, -2, 0), true));
	feet = vec3_add(feet, s.result.travel);
	for (int i = 0; i < 5; i++) {
		assert_true(test_from(&s, feet, vec3(0, (Real)-0.01, 0), true));
		check_vec3(s.result.travel, vec3_zero(), 2e-5);
		feet = vec3_add(feet, s.result.travel);
	}
	// along the floor: all the way, and the floor is seen
	assert_true(test_from(&s, feet, vec3(1, 0, 0), true));
	check_vec3(s.result.travel, vec3(1, 0, 0), 2e-5);
	check_vec3(s.result.collisions[0].normal, vec3(0, 1, 0), 1e-4);
	assert_false(test_from(&s, feet, vec3(1, 0, 0), false));
	// and up
	assert_false(test_from(&s, feet, vec3(0, (Real)0.1, 0), true));
	check_vec3(s.result.travel, vec3(0, (Real)0.1, 0), 2e-5);
	world_make_free(s.make);
}

static void a_corner_pushes_both_ways(void **state) {
	(void)state;
	Scene s = make_scene();
	add_static(s.make, vec3((Real)0.5, 5, 5), vec3(1, 0, 0));
	assert_true(test_from(&s, vec3((Real)0.05, (Real)-0.05, 0), vec3_zero(), true));
	check_vec3(s.result.travel, vec3((Real)-0.0444, (Real)0.0444, 0), 3e-4);
	world_make_free(s.make);
}

typedef struct Priority {
	const WorldObject *object;
	Real priority;
} Priority;

static Real give_priority(void *user, const WorldObject *object) {
	const Priority *given = user;
	return object == given->object ? given->priority : 1;
}

static void priority_weighs_what_pushes(void **state) {
	(void)state;
	Scene s = make_scene();
	MadeBody *wall = add_static(s.make, vec3((Real)0.5, 5, 5), vec3(1, 0, 0));
	Priority given = { &wall->object, 3 };
	MotionInput input = {
		.object = &s.character->object,
		.from = { mat3_identity(), vec3((Real)0.05, (Real)0.95, 0) },
		.margin = margin,
		.max_collisions = 6,
		.reports_recovery = true,
		.priority = give_priority,
		.user = &given,
	};
	assert_true(mk_world_test_motion(&s.make->world, &input, &s.result));
	check_vec3(s.result.travel, vec3((Real)-0.0497, (Real)0.0301, 0), 1e-3);
	world_make_free(s.make);
}

static void belts_tell_their_velocity(void **state) {
	(void)state;
	Scene s = make_scene();
	MadeBody *belt = add_static(s.make, vec3(5, (Real)0.5, 5), vec3(0, (Real)1.5, 30));
	mk_body_set_linear_velocity(&belt->body, vec3(3, 0, 0));
	mk_body_set_angular_velocity(&belt->body, vec3(0, 1, 0));
	mk_world_change(&s.make->world, &belt->object, OBJECT_MODE_CHANGED);
	assert_true(test_from(&s, vec3(2, 3, 30), vec3(0, -2, 0), false));
	check_vec3(s.result.collisions[0].velocity, vec3(3, 0, -2), 1e-4);
	check_vec3(s.result.collisions[0].angular_velocity, vec3(0, 1, 0), 1e-6);
	world_make_free(s.make);
}

static void a_box_on_the_floor_has_four_points_or_as_many_as_wanted(void **state) {
	(void)state;
	Scene s = make_scene();
	Transform pose = { quat_identity(), vec3(5, 50, 0) };
	Shape *box = mk_box_create(vec3((Real)0.5, (Real)0.5, (Real)0.5), NULL);
	MadeBody *moved_box = make_body(s.make, BODY_KINEMATIC, box, pose, 0);
	MotionInput input = {
		.object = &moved_box->object,
		.from = { mat3_identity(), vec3(5, (Real)0.6, 0) },
		.motion = vec3(0, (Real)-0.5, 0),
		.margin = margin,
		.max_collisions = 6,
	};
	assert_true(mk_world_test_motion(&s.make->world, &input, &s.result));
	assert_int_equal(s.result.count, 4);
	for (uint32_t i = 0; i < 4; i++) {
		check_near(s.result.collisions[i].position.y, 0, 1e-5);
		check_near(s.result.collisions[i].depth, s.result.collisions[0].depth, 1e-5);
	}
	input.max_collisions = 0;
	assert_true(mk_world_test_motion(&s.make->world, &input, &s.result));
	assert_int_equal(s.result.count, 1);
	world_make_free(s.make);
}

// along the floor, which is within the margin: told to who asks for several, and to nobody twice
static void one_collision_is_what_is_in_the_way(void **state) {
	(void)state;
	Scene s = make_scene();
	assert_true(test_from(&s, vec3(0, 1, 0), vec3(0, -2, 0), true));
	Vec3 rest = vec3_add(vec3(0, 2, 0), s.result.travel);
	MotionInput input = {
		.object = &s.character->object,
		.from = { mat3_identity(), rest },
		.motion = vec3((Real)0.1, 0, 0),
		.margin = margin,
		.max_collisions = 6,
		.reports_recovery = true,
	};
	assert_true(mk_world_test_motion(&s.make->world, &input, &s.result));
	input.max_collisions = 1;
	assert_false(mk_world_test_motion(&s.make->world, &input, &s.result));
	check_vec3(s.result.travel, input.motion, 1e-6);
	// without a motion there is no way to be in
	input.motion = vec3_zero();
	assert_true(mk_world_test_motion(&s.make->world, &input, &s.result));
	// pushed out of it
	input.motion = vec3((Real)0.1, 0, 0);
	input.from.origin.y -= (Real)0.01;
	assert_true(mk_world_test_motion(&s.make->world, &input, &s.result));
	check_vec3(s.result.collisions[0].normal, vec3(0, 1, 0), 1e-5);
	world_make_free(s.make);
}

static void masks_exceptions_and_filters_let_through(void **state) {
	(void)state;
	Scene s = make_scene();
	WorldObject *own = &s.character->object;
	WorldObject *floor = &s.make->bodies[0].object;
	mk_world_set_exception(&s.make->world, own, floor, true);
	assert_false(test_from(&s, vec3(0, 1, 0), vec3(0, -2, 0), false));
	check_vec3(s.result.travel, vec3(0, -2, 0), 0);
	mk_world_set_exception(&s.make->world, own, floor, false);
	own->mask = 2;
	assert_false(test_from(&s, vec3(0, 1, 0), vec3(0, -2, 0), false));
	own->mask = 1;
	assert_true(test_from(&s, vec3(0, 1, 0), vec3(0, -2, 0), false));
	world_make_free(s.make);
}

static void separation_rays_stop_only_if_asked_to(void **state) {
	(void)state;
	Scene s = make_scene();
	Transform pose = { quat_identity(), vec3(0, 50, 5) };
	Shape *ray = mk_separation_ray_create(1, false, NULL);
	MadeBody *leg = make_body(s.make, BODY_KINEMATIC, ray, pose, 0);
	// along -y: turned about x by 90 degrees
	Mat3 turn = { vec3(1, 0, 0), vec3(0, 0, 1), vec3(0, -1, 0) };
	MotionInput input = {
		.object = &leg->object,
		.from = { turn, vec3(0, (Real)1.5, 5) },
		.motion = vec3(0, -1, 0),
		.margin = margin,
		.max_collisions = 4,
	};
	assert_false(mk_world_test_motion(&s.make->world, &input, &s.result));
	input.casts_rays = true;
	assert_true(mk_world_test_motion(&s.make->world, &input, &s.result));
	check_near(s.result.travel.y, -0.49905, 1e-4);
	world_make_free(s.make);
}

// A wall through a point with a face of this normal.
static MadeBody *add_wall(WorldMake *make, Vec3 point, Vec3 normal) {
	Quat turn = mk_quat_between(vec3(0, 0, 1), normal);
	Transform pose = { turn, vec3_add_scaled(point, normal, -1) };
	return make_body(make, BODY_STATIC, mk_box_create(vec3(5, 5, 1), NULL), pose, 0);
}

// Two walls that meet in an upright edge at the origin, and a motion along one of them into the
// other and up. Slides from side to side would go on for ever.
static void in_a_wedge_a_slide_creeps_along_the_edge(void **state) {
	(void)state;
	Scene s = make_scene();
	Vec3 sides[2] = { vec3((Real)0.8, 0, (Real)0.6), vec3((Real)-0.8, 0, (Real)0.6) };
	for (int i = 0; i < 2; i++)
		add_wall(s.make, vec3(0, 5, 0), sides[i]);
	// the middle of the capsule is its radius and the clearance from both
	Vec3 feet = vec3(0, 4, (Real)0.50095 / (Real)0.6);
	for (int i = 0; i < 2; i++) {
		Vec3 into = vec3(i == 0 ? (Real)0.03 : (Real)-0.03, 0, (Real)-0.04);
		for (Real up = (Real)-0.02; up <= (Real)0.021; up += (Real)0.01) {
			Vec3 motion = vec3_add(into, vec3(0, up, 0));
			assert_true(test_from(&s, feet, motion, true));
			Real way = real_clamp(up, (Real)-0.00095, (Real)0.00095);
			check_vec3(s.result.travel, vec3(0, way, 0), 2e-5);
			check_vec3(s.result.remainder, vec3_sub(motion, s.result.travel), 1e-6);
			// who does not slide stays where it is
			assert_true(test_from(&s, feet, motion, false));
			check_vec3(s.result.travel, vec3_zero(), 2e-5);
		}
	}
	// what is in the way of the edge ends it
	add_static(s.make, vec3(5, 1, 5), vec3(0, (Real)7.00095, 0));
	assert_true(test_from(&s, feet, vec3((Real)0.03, (Real)0.02, (Real)-0.04), true));
	check_vec3(s.result.travel, vec3_zero(), 2e-5);
	world_make_free(s.make);
}

// In a right corner slides end by themselves: what is left goes along both walls, or nowhere.
static void in_a_right_corner_nothing_creeps(void **state) {
	(void)state;
	Scene s = make_scene();
	add_wall(s.make, vec3(0, 5, 0), vec3(1, 0, 0));
	add_wall(s.make, vec3(0, 5, 0), vec3(0, 0, 1));
	Vec3 feet = vec3((Real)0.50095, 4, (Real)0.50095);
	assert_true(test_from(&s, feet, vec3((Real)-0.05, (Real)0.01, 0), true));
	check_vec3(s.result.travel, vec3_zero(), 2e-5);
	world_make_free(s.make);
}

// A motion that the host has slid along the level part of a normal does not go into that wall by
// a rounding. Normals of axes are told as they are.
static void a_wall_does_not_block_what_goes_along_it(void **state) {
	(void)state;
	for (int i = 0; i < 64; i++) {
		Scene s = make_scene();
		Real angle = (Real)0.1 * (Real)i;
		Vec3 level = vec3(real_cos(angle), 0, real_sin(angle));
		// upright, or leaning over what goes up
		Vec3 normal = vec3_normalize(vec3_add(level, vec3(0, i % 2 ? (Real)-0.6 : 0, 0)));
		add_wall(s.make, vec3(0, 5, 0), normal);
		// the capsule touches with its upper ball, or with its side
		Vec3 touch = vec3_scale(normal, (Real)0.50095);
		Vec3 feet = vec3_add(touch, vec3(0, i % 2 ? (Real)3.5 : (Real)4.5, 0));
		Vec3 motion = vec3_add_scaled(vec3(0, (Real)0.02, 0), level, (Real)-0.05);
		motion = vec3_add_scaled(motion, vec3(-level.z, 0, level.x), (Real)0.05);
		for (int slide = 0; slide < 3; slide++) {
			assert_true(test_from(&s, feet, motion, true));
			Vec3 told = s.result.collisions[0].normal;
			check_vec3(told, normal, 1e-5);
			assert_true(slide == 0 || told.x * motion.x + told.z * motion.z >= 0);
			Vec3 forward = vec3_normalize(vec3(told.x, 0, told.z));
			motion = vec3_add_scaled(motion, forward, -vec3_dot(forward, motion));
		}
		world_make_free(s.make);
	}
	Scene s = make_scene();
	add_static(s.make, vec3(1, 10, 5), vec3(1, 0, 0));
	assert_true(test_from(&s, vec3((Real)-0.6, 4, 0), vec3((Real)0.2, (Real)0.02, 0), true));
	assert_true(vec3_equals(s.result.collisions[0].normal, vec3(-1, 0, 0)));
	// along it and the floor, both of which recovery meets
	assert_true(test_from(&s, vec3((Real)-0.5008, (Real)0.0008, 0), vec3(0, 0, (Real)0.2), true));
	assert_true(s.result.count >= 2);
	for (uint32_t i = 0; i < s.result.count; i++) {
		Vec3 normal = s.result.collisions[i].normal;
		assert_true(vec3_equals(normal, vec3(-1, 0, 0)) || vec3_equals(normal, vec3(0, 1, 0)));
	}
	world_make_free(s.make);
}

static void bad_numbers_go_nowhere(void **state) {
	(void)state;
	Scene s = make_scene();
	assert_false(test_from(&s, vec3(0, 1, 0), vec3(0, (Real)NAN, 0), true));
	check_vec3(s.result.travel, vec3_zero(), 0);
	assert_false(test_from(&s, vec3(0, MK_INFINITY, 0), vec3(0, -1, 0), true));
	world_make_free(s.make);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_fall_ends_with_the_clearance_left),
		cmocka_unit_test(a_thin_wall_far_away_stops_a_long_motion),
		cmocka_unit_test(recovery_takes_back_four_tenths_a_pass),
		cmocka_unit_test(a_body_at_rest_is_not_moved),
		cmocka_unit_test(a_corner_pushes_both_ways),
		cmocka_unit_test(priority_weighs_what_pushes),
		cmocka_unit_test(belts_tell_their_velocity),
		cmocka_unit_test(a_box_on_the_floor_has_four_points_or_as_many_as_wanted),
		cmocka_unit_test(one_collision_is_what_is_in_the_way),
		cmocka_unit_test(masks_exceptions_and_filters_let_through),
		cmocka_unit_test(separation_rays_stop_only_if_asked_to),
		cmocka_unit_test(in_a_wedge_a_slide_creeps_along_the_edge),
		cmocka_unit_test(in_a_right_corner_nothing_creeps),
		cmocka_unit_test(a_wall_does_not_block_what_goes_along_it),
		cmocka_unit_test(bad_numbers_go_nowhere),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
