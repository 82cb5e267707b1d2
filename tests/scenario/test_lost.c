// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Bodies with numbers that no step can go on from: they are stopped, and that is all that becomes
// of them and of what they touch.
#include "base/alloc.h"
#include "shape/convex.h"
#include "support/check.h"
#include "support/ragdoll.h"
#include "world/snapshot.h"

static const Real half = (Real)0.5;

// Throws a body beyond all numbers.
static void lose(WorldMake *make, MadeBody *made) {
	mk_body_set_linear_velocity(&made->body, vec3(MK_REAL_MAX, 0, MK_REAL_MAX));
	mk_body_set_angular_velocity(&made->body, vec3(0, MK_REAL_MAX, 0));
	mk_world_wake(&make->world, &made->object);
	world_make_run(make, 1);
	assert_true(made->object.is_lost);
	assert_true(made->body.is_sleeping);
}

static void check_none_is_lost(const WorldMake *make) {
	for (uint32_t i = 0; i < make->count; i++) {
		assert_false(make->bodies[i].object.is_lost);
		assert_true(affine_is_finite(make->bodies[i].body.pose));
		assert_true(vec3_is_finite(make->bodies[i].body.linear_velocity));
	}
}

// The hip is in the middle of all joints, which must not remember what it did to them.
static void lost_ragdoll_wakes_and_hangs_again(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make_floor(make);
	uint32_t hip = make->count;
	make_ragdoll(make, vec3(0, 3, 0));
	MadeBody *head = make->bodies + hip + 2;
	JointSettings pin = mk_joint_settings(JOINT_PIN);
	make_joint_at(make, pin, head, NULL, vec3(0, (Real)3.75, 0));
	world_make_run(make, 30);
	for (int time = 0; time < 3; time++) {
		lose(make, make->bodies + hip);
		world_make_run(make, 10);
		mk_world_wake(&make->world, &make->bodies[hip].object);
		world_make_run(make, 10);
		check_none_is_lost(make);
	}
	world_make_run(make, 600);
	check_none_is_lost(make);
	for (uint32_t i = 0; i < make->joint_count; i++)
		assert_true(made_joint_gap(make->joints[i]) < (Real)0.005);
	// 1 m below the head, 0.3 m aside at most
	check_vec3(make->bodies[hip].body.pose.origin, vec3(0, 3, 0), 0.3);
	world_make_free(make);
}

// A platform that moves keeps the contact in its lane while the body sleeps.
static void lost_body_on_a_platform_comes_back(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	Shape *shape = mk_box_create(vec3(10, half, 10), NULL);
	Transform pose = { quat_identity(), vec3(0, -half, 0) };
	MadeBody *platform = make_body(make, BODY_KINEMATIC, shape, pose, 0);
	MadeBody *box = make_box(make, vec3_splat(half), vec3(0, half, 0));
	for (int step = 0; step < 200; step++) {
		pose.position.x = (Real)step / 60;
		mk_body_set_target(&platform->body, affine_from_transform(pose));
		mk_world_touch(&make->world, &platform->object);
		if (step == 60) {
			lose(make, box);
			continue;
		}
		if (step == 80) mk_world_wake(&make->world, &box->object);
		world_make_run(make, 1);
		if (step >= 80) check_none_is_lost(make);
	}
	// it is carried along again
	check_near(box->body.linear_velocity.x, 1, 0.01);
	check_near(box->body.pose.origin.y, half, 0.005);
	world_make_free(make);
}

static void neighbours_of_a_lost_body_are_not_lost(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make_floor(make);
	for (int i = 0; i < 4; i++)
		make_box(make, vec3_splat(half), vec3(0, half + (Real)i, 0));
	MadeBody *hung = make_ball(make, (Real)0.1, vec3(0, (Real)1.5, 2));
	make_joint_at(
			make, mk_joint_settings(JOINT_PIN), make->bodies + 2, hung, vec3(0, (Real)1.5, 1));
	world_make_run(make, 60);
	Vec3 before[6];
	for (uint32_t i = 0; i < make->count; i++)
		before[i] = make->bodies[i].body.pose.origin;
	lose(make, make->bodies + 2);
	for (uint32_t i = 0; i < make->count; i++)
		assert_true(make->bodies[i].object.is_lost == (i == 2));
	// less than they would fall in that step
	for (uint32_t i = 0; i < 5; i++)
		check_vec3(make->bodies[i].body.pose.origin, before[i], 0.0027);
	world_make_free(make);
}

static uint32_t count_lost(const WorldMake *make) {
	uint32_t count = 0;
	for (uint32_t i = 0; i < make->count; i++)
		count += make->bodies[i].object.is_lost;
	return count;
}

// The solver starts from numbers and ends with none: what a joint and a contact would have to do to
// stop so much mass is too much for them.
static void body_lost_in_the_solver_comes_back(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make_floor(make);
	MadeBody *box = make_box(make, vec3_splat(half), vec3(0, half, 0));
	MadeBody *hung = make_box(make, vec3_splat(half), vec3(2, half, 0));
	make_joint_at(make, mk_joint_settings(JOINT_FIXED), box, hung, vec3(1, half, 0));
	world_make_run(make, 30);
	Vec3 moments = box->body.moments;
	box->body.mass = (Real)1e37;
	box->body.moments = vec3_splat((Real)1e37);
	mk_body_set_linear_velocity(&box->body, vec3(0, -1000, 0));
	world_make_run(make, 1);
	assert_true(count_lost(make) > 0);
	box->body.mass = hung->body.mass;
	box->body.moments = moments;
	mk_world_wake(&make->world, &box->object);
	mk_world_wake(&make->world, &hung->object);
	world_make_run(make, 1);
	check_none_is_lost(make);
	world_make_run(make, 60);
	check_vec3(box->body.pose.origin, vec3(0, half, 0), 0.005);
	check_vec3(hung->body.pose.origin, vec3(2, half, 0), 0.005);
	world_make_free(make);
}

static void check_can_be_restored(WorldMake *make) {
	size_t size = mk_world_save(&make->world, NULL, 0);
	void *saved = mk_alloc(size);
	mk_world_save(&make->world, saved, size);
	world_make_run(make, 10);
	uint64_t after = world_make_hash(make);
	assert_int_equal(mk_world_restore(&make->world, saved, size).status, SNAPSHOT_OK);
	world_make_run(make, 10);
	assert_true(world_make_hash(make) == after);
	mk_free(saved, size);
}

static void world_with_a_lost_body_can_be_saved_and_restored(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make_floor(make);
	uint32_t hip = make->count;
	make_ragdoll(make, vec3(0, 1, 0));
	world_make_run(make, 60);
	lose(make, make->bodies + hip);
	check_can_be_restored(make);
	world_make_free(make);
}

// The impulse at such an arm is a number, what it turns is none.
static void joint_with_an_arm_beyond_numbers_can_be_saved(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	MadeBody *box = make_box(make, vec3_splat(half), vec3_zero());
	WorldJoint *joint = make_joint_at(make, mk_joint_settings(JOINT_PIN), box, NULL, vec3_zero());
	Vec3 place = vec3(0, (Real)1e25, 0);
	joint->settings.frames[0].position = joint->settings.frames[1].position = place;
	assert_null(mk_world_change_joint(&make->world, joint));
	world_make_run(make, 3);
	check_can_be_restored(make);
	check_none_is_lost(make);
	world_make_free(make);
}

// Half a world away, and as deep in it.
static void touch_beyond_numbers_is_none(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	Shape *shape = mk_half_space_create((Plane){ vec3(0, 1, 0), 0 }, NULL);
	const Real far = (Real)0.99 * MK_REAL_MAX;
	Quat turn = quat_from_axis_angle(vec3(0, 0, 1), (Real)1.4);
	make_body(make, BODY_STATIC, shape, (Transform){ turn, vec3(-far, -far, 0) }, 0);
	MadeBody *ball = make_ball(make, half, vec3_zero());
	world_make_run(make, 3);
	check_can_be_restored(make);
	check_none_is_lost(make);
	assert_true(ball->body.pose.origin.y < 0);
	world_make_free(make);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lost_ragdoll_wakes_and_hangs_again),
		cmocka_unit_test(lost_body_on_a_platform_comes_back),
		cmocka_unit_test(neighbours_of_a_lost_body_are_not_lost),
		cmocka_unit_test(body_lost_in_the_solver_comes_back),
		cmocka_unit_test(world_with_a_lost_body_can_be_saved_and_restored),
		cmocka_unit_test(joint_with_an_arm_beyond_numbers_can_be_saved),
		cmocka_unit_test(touch_beyond_numbers_is_none),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
