// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Joints among everything else in a world: ragdolls, grids, sleep, collisions, platforms, joints
// that are changed, refused and taken away, and the same bits for any number of workers.
#include "shape/convex.h"
#include "support/check.h"
#include "support/ragdoll.h"
#include "support/world_make.h"

static Vec3 position(const MadeBody *made) { return made->body.pose.origin; }

static JointSettings pin(void) { return mk_joint_settings(JOINT_PIN); }

// Flesh: turning ebbs away within some seconds, 1/s, and moving by a tenth of that. Nothing else
// ends the swing of a head that hangs over its chest at the limit of its neck, since the limits of
// joints have no friction.
static void damp_flesh(void *user, const WorldObject *object, BodySurroundings *out) {
	(void)object;
	*out = (BodySurroundings){ .gravity = ((const WorldMake *)user)->gravity };
	out->angular_damp = 1;
	out->linear_damp = (Real)0.1;
}

// A ragdoll, the number of a fall: each is from another height and turns in another way.
static WorldMake *make_fall(int n, Real rolling) {
	WorldMake *make = world_make(1);
	make_floor(make);
	make_ragdoll(make, vec3(0, 2 + (Real)0.02 * (Real)n, 0));
	Vec3 spin = vec3((Real)0.1 * (Real)(n % 5), (Real)0.13 * (Real)(n % 3), (Real)0.2);
	for (uint32_t i = 1; i < make->count; i++) {
		make->bodies[i].object.rolling = rolling;
		make->bodies[i].body.angular_velocity = spin;
	}
	return make;
}

static bool is_awake(const WorldMake *make) { return !make->bodies[1].body.is_sleeping; }

// Runs until it sleeps, or up to so many steps.
static void run_doll(WorldMake *make, int steps) {
	for (int i = 0; i < steps && is_awake(make); i++) {
		world_make_run(make, 1);
		// a limb that hits the floor at up to 9 m/s is stopped with its partners: 25 mm are seen,
		// and 67 where it is put back alone
		for (uint32_t k = 0; k < make->joint_count; k++)
			assert_true(made_joint_gap(make->joints[k]) < (Real)0.03);
	}
}

static Real fastest(const WorldMake *make) {
	Real speed = 0;
	for (uint32_t i = 1; i < make->count; i++)
		speed = real_max(speed, vec3_length(make->bodies[i].body.linear_velocity));
	return speed;
}

// Returns how many joints lie strained.
static uint32_t check_lying(const WorldMake *make) {
	uint32_t strained = 0;
	for (uint32_t i = 1; i < make->count; i++) {
		Real height = position(make->bodies + i).y;
		assert_true(height > 0 && height < (Real)0.6);
	}
	for (uint32_t k = 0; k < make->joint_count; k++) {
		check_near(made_joint_gap(make->joints[k]), 0, (double)MK_CONTACT_SLOP);
		strained += made_joint_gap(make->joints[k]) > (Real)0.003;
	}
	return strained;
}

// How one comes to lie is chance; so many fall, half of them on limbs that roll without any
// resistance. What is awake after fifteen seconds is a head or a forearm that swings: one doll in
// 40, as seen of 1280, and none for longer than 26 s.
static void ragdolls_fall_and_settle(void **state) {
	(void)state;
	enum { DOLLS = 80 };
	uint32_t awake = 0;
	uint32_t strained = 0;
	for (int n = 0; n < DOLLS; n++) {
		WorldMake *make = make_fall(n, n % 2 == 0 ? 0 : (Real)0.005);
		make->world.surroundings = damp_flesh;
		run_doll(make, 900);
		awake += is_awake(make);
		run_doll(make, 300);
		assert_true(fastest(make) < (Real)0.1);
		run_doll(make, 600);
		assert_false(is_awake(make));
		strained += check_lying(make);
		world_make_free(make);
	}
	assert_true(awake <= DOLLS / 8);
	// one joint in two hundred lies strained, by less than the slop of contacts; twice as many
	// would be no chance
	assert_true(strained <= DOLLS * 10 / 100);
}

// Of turning, moving and height, J.
static double energy_of(const WorldMake *make) {
	double sum = 0;
	for (uint32_t i = 1; i < make->count; i++) {
		const Body *body = &make->bodies[i].body;
		Vec3 spin = quat_rotate(quat_conjugate(body->rotation), body->angular_velocity);
		Vec3 momentum = vec3_multiply(body->moments, spin);
		Real height = -vec3_dot(make->gravity, position(make->bodies + i));
		sum += (double)(body->mass * (vec3_length_squared(body->linear_velocity) / 2 + height) +
				vec3_dot(spin, momentum) / 2);
	}
	return sum;
}

// Returns how much more energy a doll that lies has at the end of one of ten seconds than before
// them, J.
static double won_by(WorldMake *make) {
	double energy = energy_of(make);
	double most = 0;
	for (int second = 0; second < 10; second++) {
		run_doll(make, 60);
		most = fmax(most, energy_of(make) - energy);
	}
	return most;
}

// Without any loss a limb may swing for ever, but by no more than it began with. Which limb is
// caught by which limit is chance: of 880 dolls six won more than 0.02 J of some hundred, and none
// more than 0.1.
static void undamped_ragdolls_win_no_energy(void **state) {
	(void)state;
	int winners = 0;
	for (int n = 0; n < 16; n++) {
		WorldMake *make = make_fall(n, n % 2 == 0 ? 0 : (Real)0.005);
		run_doll(make, 600);
		double won = won_by(make);
		assert_true(won < 0.1);
		winners += won > 0.02;
		world_make_free(make);
	}
	assert_true(winners <= 1);
}

static void grid_hangs_from_one_row(void **state) {
	(void)state;
	enum { SIDE = 20 };
	WorldMake *make = world_make(1);
	make_joint_grid(make, SIDE);
	for (int i = 0; i < 300; i++) {
		world_make_run(make, 1);
		for (uint32_t k = 0; k < make->joint_count; k++)
			assert_true(made_joint_gap(make->joints[k]) < (Real)0.1);
	}
	// twenty rows under one: no ball is lower than they can hang, none flew up
	for (uint32_t i = 0; i < make->count; i++)
		assert_true(position(make->bodies + i).y < (Real)0.1 &&
				position(make->bodies + i).y > -(Real)SIDE - 1);
	world_make_free(make);
}

static void joined_bodies_sleep_and_wake_together(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	MadeBody *upper = make_ball(make, (Real)0.2, vec3(0, -1, 0));
	MadeBody *lower = make_ball(make, (Real)0.2, vec3(0, -2, 0));
	make_joint_at(make, pin(), upper, NULL, vec3_zero());
	WorldJoint *joint = make_joint_at(make, pin(), lower, upper, vec3(0, (Real)-1.5, 0));
	world_make_run(make, 180);
	assert_true(upper->body.is_sleeping && lower->body.is_sleeping);
	assert_false(joint->is_active);
	// still loaded: the impulses of before are what holds it from the first step on
	mk_body_apply_central_impulse(&lower->body, vec3(1, 0, 0));
	world_make_run(make, 1);
	assert_false(upper->body.is_sleeping);
	check_near(position(upper).y, -1, 0.002);
	world_make_run(make, 600);
	upper->body.can_sleep = false;
	mk_body_wake(&upper->body);
	world_make_run(make, 120);
	assert_false(lower->body.is_sleeping);
	// a changed joint wakes as well
	upper->body.can_sleep = true;
	for (int i = 0; i < 3000 && !lower->body.is_sleeping; i++)
		world_make_run(make, 1);
	assert_true(lower->body.is_sleeping);
	joint->settings.frames[0].position.y += (Real)0.1;
	assert_null(mk_world_change_joint(&make->world, joint));
	assert_false(lower->body.is_sleeping || upper->body.is_sleeping);
	mk_world_remove_joint(&make->world, joint);
	world_make_run(make, 60);
	assert_true(position(lower).y < -6);
	world_make_free(make);
}

static void removed_body_lets_its_partner_fall(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	MadeBody *upper = make_ball(make, (Real)0.2, vec3(0, -1, 0));
	MadeBody *lower = make_ball(make, (Real)0.2, vec3(0, -2, 0));
	make_joint_at(make, pin(), upper, NULL, vec3_zero());
	WorldJoint *joint = make_joint_at(make, pin(), lower, upper, vec3(0, (Real)-1.5, 0));
	world_make_run(make, 180);
	mk_world_remove(&make->world, &upper->object);
	assert_false(joint->is_in_world);
	assert_int_equal(make->world.joints.count, 0);
	world_make_run(make, 60);
	assert_true(position(lower).y < -6);
	world_make_free(make);
}

static void joined_bodies_ignore_each_other_if_asked(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make->gravity = vec3_zero();
	MadeBody *a = make_ball(make, (Real)0.5, vec3_zero());
	MadeBody *b = make_ball(make, (Real)0.5, vec3((Real)0.6, 0, 0));
	JointSettings settings = pin();
	settings.ignores_contacts = true;
	WorldJoint *joint = make_joint_at(make, settings, a, b, vec3((Real)0.3, 0, 0));
	world_make_run(make, 60);
	check_near(vec3_distance(position(a), position(b)), 0.6, 1e-3);
	// without the joint they push each other out
	mk_world_remove_joint(&make->world, joint);
	world_make_run(make, 120);
	assert_true(vec3_distance(position(a), position(b)) > (Real)0.98);
	world_make_free(make);
}

static void platform_carries_what_is_pinned_to_it(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	Shape *plate = mk_box_create(vec3(1, (Real)0.1, 1), NULL);
	MadeBody *platform = make_body(make, BODY_KINEMATIC, plate, transform_identity(), 0);
	MadeBody *ball = make_ball(make, (Real)0.2, vec3(0, -1, 0));
	JointSettings fixed = mk_joint_settings(JOINT_FIXED);
	fixed.ignores_contacts = true;
	const WorldJoint *joint = make_joint_at(make, fixed, platform, ball, vec3(0, (Real)-0.5, 0));
	world_make_run(make, 120);
	assert_true(ball->body.is_sleeping);
	for (int i = 1; i <= 120; i++) {
		Affine target = affine_identity();
		target.origin = vec3((Real)i / 60, (Real)i / 120, 0);
		mk_body_set_target(&platform->body, target);
		world_make_run(make, 1);
		check_near(made_joint_gap(joint), 0, 0.02);
	}
	check_vec3(ball->body.linear_velocity, vec3(1, (Real)0.5, 0), 0.01);
	world_make_run(make, 60);
	check_vec3(position(ball), vec3(2, 0, 0), 0.005);
	world_make_free(make);
}

static void platform_that_stopped_alone_carries_nothing_away(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	Shape *plate = mk_box_create(vec3(2, (Real)0.1, 2), NULL);
	MadeBody *platform = make_body(make, BODY_KINEMATIC, plate, transform_identity(), 0);
	MadeBody *box = make_box(make, vec3_splat((Real)0.2), vec3(0, (Real)0.3, 0));
	for (int i = 1; i <= 60; i++) {
		Affine target = affine_identity();
		target.origin.x = (Real)i / 30;
		mk_body_set_target(&platform->body, target);
		if (i == 30) {
			// from here on nothing lies on it
			mk_body_set_pose(&box->body, (Affine){ mat3_identity(), vec3(2, 5, 0) });
			mk_body_set_linear_velocity(&box->body, vec3_zero());
			mk_world_change(&make->world, &box->object, OBJECT_POSE_CHANGED);
		}
		world_make_run(make, 1);
	}
	world_make_run(make, 180);
	check_near(position(box).x, 2, 0.05);
	check_near(box->body.linear_velocity.x, 0, 0.01);
	world_make_free(make);
}

static void body_that_changes_its_mode_stays_joined(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	MadeBody *upper = make_ball(make, (Real)0.2, vec3(0, -1, 0));
	MadeBody *lower = make_ball(make, (Real)0.2, vec3(0, -2, 0));
	const WorldJoint *joint = make_joint_at(make, pin(), lower, upper, vec3(0, (Real)-1.5, 0));
	const BodyMode modes[] = { BODY_STATIC, BODY_KINEMATIC, BODY_STATIC, BODY_RIGID_LINEAR,
		BODY_STATIC };
	for (int i = 0; i < 200; i++) {
		mk_body_set_mode(&upper->body, modes[i % 5]);
		mk_world_change(&make->world, &upper->object, OBJECT_MODE_CHANGED);
		world_make_run(make, 3);
		check_near(made_joint_gap(joint), 0, 0.05);
	}
	assert_true(joint->is_in_world);
	// the colours that were given were taken back each time
	assert_true(joint->list < MK_GRAPH_OVERFLOW);
	world_make_free(make);
}

static void high_priority_has_the_last_word(void **state) {
	(void)state;
	// two pins want one ball in two places: the later one wins
	for (int i = 0; i < 2; i++) {
		WorldMake *make = world_make(1);
		make->gravity = vec3_zero();
		MadeBody *ball = make_ball(make, (Real)0.2, vec3_zero());
		WorldJoint *joints[2];
		for (int k = 0; k < 2; k++) {
			JointSettings settings = pin();
			settings.priority = k == i ? 3 : 1;
			joints[k] = make_joint_at(make, settings, ball, NULL, vec3_zero());
			joints[k]->settings.frames[1].position.x = k == 0 ? 1 : -1;
			mk_world_change_joint(&make->world, joints[k]);
		}
		world_make_run(make, 300);
		assert_true(made_joint_gap(joints[i]) < made_joint_gap(joints[1 - i]));
		world_make_free(make);
	}
}

static void refused_with_a_reason(WorldMake *make, WorldJoint *joint, const char *words) {
	const char *problem = mk_world_add_joint(&make->world, joint);
	assert_non_null(problem);
	assert_non_null(strstr(problem, words));
	assert_false(joint->is_in_world);
	assert_int_equal(make->world.joints.count, 0);
}

static void impossible_joints_are_refused(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	MadeBody *ball = make_ball(make, (Real)0.2, vec3_zero());
	WorldObject stranger = { .body = &ball->body, .index = 5 };
	WorldJoint joint = { .settings = pin(), .objects = { &ball->object, &ball->object } };
	refused_with_a_reason(make, &joint, "itself");
	joint.objects[1] = &stranger;
	refused_with_a_reason(make, &joint, "not in the world");
	joint.objects[0] = joint.objects[1] = NULL;
	refused_with_a_reason(make, &joint, "itself");
	joint.objects[0] = &ball->object;
	joint.settings.frames[0].position.y = MK_INFINITY;
	refused_with_a_reason(make, &joint, "frame");
	joint.settings = pin();
	joint.settings.frames[1].rotation.w = (Real)NAN;
	refused_with_a_reason(make, &joint, "frame");
	joint.settings = pin();
	assert_null(mk_world_add_joint(&make->world, &joint));
	joint.settings.linear.frequency = (Real)NAN;
	assert_non_null(mk_world_change_joint(&make->world, &joint));
	assert_false(joint.is_in_world);
	world_make_run(make, 10);
	world_make_free(make);
}

static void joint_without_a_moving_body_does_nothing(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	Shape *shapes[2] = { mk_sphere_create(1, NULL), mk_sphere_create(1, NULL) };
	MadeBody *a = make_body(make, BODY_STATIC, shapes[0], transform_identity(), 0);
	MadeBody *b = make_body(make, BODY_KINEMATIC, shapes[1], transform_identity(), 0);
	const WorldJoint *joint = make_joint_at(make, pin(), a, b, vec3_zero());
	Affine target = affine_identity();
	target.origin.x = 1;
	mk_body_set_target(&b->body, target);
	world_make_run(make, 2);
	check_near(position(b).x, 1, 1e-6);
	assert_false(joint->is_active);
	world_make_free(make);
}

static void either_side_may_be_the_world(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	MadeBody *ball = make_ball(make, (Real)0.2, vec3(0, -1, 0));
	WorldJoint joint = { .settings = pin(), .objects = { NULL, &ball->object } };
	joint.settings.frames[1].position = vec3(0, 1, 0);
	assert_null(mk_world_add_joint(&make->world, &joint));
	world_make_run(make, 60);
	check_vec3(position(ball), vec3(0, -1, 0), 0.002);
	// on B, which is the ball
	check_near(joint.reaction_force.y, 9.8 * (double)ball->body.mass, 0.5);
	mk_world_remove_joint(&make->world, &joint);
	world_make_free(make);
}

static void number_of_workers_does_not_change_a_bit(void **state) {
	(void)state;
	uint64_t hashes[3];
	for (uint32_t i = 0; i < 3; i++) {
		WorldMake *make = world_make(1u << i);
		make_floor(make);
		make_joint_grid(make, 12);
		for (int k = 0; k < 6; k++)
			make_ragdoll(make, vec3((Real)k, (Real)(2 + k % 3), 3));
		world_make_run(make, 120);
		hashes[i] = world_make_hash(make);
		world_make_free(make);
	}
	assert_true(hashes[0] == hashes[1]);
	assert_true(hashes[0] == hashes[2]);
}

static void nothing_allocates_after_the_first_steps(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	// nothing to fall on: the number of contacts would still grow
	make_ragdoll(make, vec3(0, 2, 0));
	world_make_run(make, 60);
	uint64_t before = mk_alloc_stats().total;
	world_make_run(make, 60);
	assert_int_equal(mk_alloc_stats().total, before);
	world_make_free(make);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ragdolls_fall_and_settle),
		cmocka_unit_test(undamped_ragdolls_win_no_energy),
		cmocka_unit_test(grid_hangs_from_one_row),
		cmocka_unit_test(joined_bodies_sleep_and_wake_together),
		cmocka_unit_test(removed_body_lets_its_partner_fall),
		cmocka_unit_test(joined_bodies_ignore_each_other_if_asked),
		cmocka_unit_test(platform_carries_what_is_pinned_to_it),
		cmocka_unit_test(platform_that_stopped_alone_carries_nothing_away),
		cmocka_unit_test(body_that_changes_its_mode_stays_joined),
		cmocka_unit_test(high_priority_has_the_last_word),
		cmocka_unit_test(impossible_joints_are_refused),
		cmocka_unit_test(joint_without_a_moving_body_does_nothing),
		cmocka_unit_test(either_side_may_be_the_world),
		cmocka_unit_test(number_of_workers_does_not_change_a_bit),
		cmocka_unit_test(nothing_allocates_after_the_first_steps),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
