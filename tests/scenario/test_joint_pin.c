// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Points held together: pendulums, chains under heavy loads, ropes, rods, joints that break.
#include "shape/convex.h"
#include "support/check.h"
#include "support/world_make.h"

static JointSettings pin(void) {
	JointSettings settings = mk_joint_settings(JOINT_PIN);
	settings.ignores_contacts = true;
	return settings;
}

static void set_mass(MadeBody *made, Real mass) {
	made->body.moments = vec3_scale(made->body.moments, mass / made->body.mass);
	made->body.mass = mass;
}

static Vec3 position(const MadeBody *made) { return made->body.pose.origin; }

static void pendulum_keeps_its_height_for_twenty_seconds(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	MadeBody *ball = make_ball(make, (Real)0.1, vec3(1, 0, 0));
	const WorldJoint *joint = make_joint_at(make, pin(), ball, NULL, vec3_zero());
	Real highest = -1;
	for (int i = 0; i < 1200; i++) {
		world_make_run(make, 1);
		// the last swing up, of 2.4 s at this height
		if (i >= 1040) highest = real_max(highest, position(ball).y);
		check_near(made_joint_gap(joint), 0, 0.0005);
	}
	// it fell by 1 m: 98 % of that came back, and nothing was won
	assert_true(highest > (Real)-0.02 && highest < (Real)0.005);
	world_make_free(make);
}

// Contacts are part of the same passes: what they do to their bodies must not be
// taken for what joints do.
static void pendulum_does_not_feel_contacts_of_others(void **state) {
	(void)state;
	WorldMake *make[2];
	for (int i = 0; i < 2; i++) {
		make[i] = world_make(1);
		MadeBody *first = make_ball(make[i], (Real)0.1, vec3(1, 0, 0));
		MadeBody *second = make_ball(make[i], (Real)0.1, vec3(2, 0, 0));
		make_joint_at(make[i], pin(), first, NULL, vec3_zero());
		make_joint_at(make[i], pin(), second, first, vec3(1, 0, 0));
		first->body.angular_velocity = vec3(0, 5, 0);
	}
	// boxes that fall on each other far away
	for (int i = 0; i < 3; i++)
		make_box(make[1], vec3_splat((Real)0.5), vec3(50, (Real)1.02 * (Real)i, 0));
	for (int i = 0; i < 2; i++)
		world_make_run(make[i], 120);
	assert_true(make[1]->world.counters.touching_count > 0);
	for (int k = 0; k < 2; k++)
		check_vec3(position(make[1]->bodies + k), position(make[0]->bodies + k), 0);
	for (int i = 0; i < 2; i++)
		world_make_free(make[i]);
}

static void pendulum_swings_in_the_time_of_its_length(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make->gravity = vec3(0, (Real)-9.8, 0);
	MadeBody *ball = make_ball(make, (Real)0.1, vec3((Real)0.1, -1, 0));
	make_joint_at(make, pin(), ball, NULL, vec3_zero());
	// I = (1 + 0.4 r^2 / l^2) m l^2 with l^2 = 1.01, lean 0.0997: T = 2 pi
	// sqrt(I / m g l)(1 + lean^2/16)
	const double period = 2.01798;
	int crossings = 0;
	double last = 0;
	for (int i = 1; i <= 1200; i++) {
		Real before = position(ball).x;
		world_make_run(make, 1);
		if (before < 0 && position(ball).x >= 0) {
			crossings++;
			last = (i - 1 + (double)(-before / (position(ball).x - before))) / 60;
		}
	}
	// it starts at its turning point: the first upward crossing is after three quarters
	check_near(last / (crossings - 0.25), period, 0.002);
	world_make_free(make);
}

// A chain of boxes of 0.4 m from the origin along a direction, with a ball at its end.
static MadeBody *make_chain(WorldMake *make, int links, Vec3 along, Real load) {
	Vec3 half = vec3_add(vec3_splat((Real)0.05), vec3_scale(vec3_abs(along), (Real)0.15));
	MadeBody *last = NULL;
	for (int i = 0; i <= links; i++) {
		Real start = (Real)0.4 * (Real)i;
		Vec3 center = vec3_scale(along, start + (Real)0.2);
		MadeBody *link = i < links ? make_box(make, half, center)
								   : make_ball(make, (Real)0.2, center);
		if (i == links) set_mass(link, load * last->body.mass);
		make_joint_at(make, pin(), link, last, vec3_scale(along, start));
		last = link;
	}
	return last;
}

static Real widest_gap(const WorldMake *make) {
	Real widest = 0;
	for (uint32_t i = 0; i < make->joint_count; i++)
		widest = real_max(widest, made_joint_gap(make->joints[i]));
	return widest;
}

static void chain_of_thirty_links_carries_a_hundred_times_its_weight(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	MadeBody *load = make_chain(make, 30, vec3(0, -1, 0), 100);
	load->body.can_sleep = false;
	double pull = 0;
	for (int i = 0; i < 1200; i++) {
		world_make_run(make, 1);
		if (i >= 1080) pull -= (double)make->joints[0]->reaction_force.y / 120;
		// the joints of a tree under a load are solved all at once (joint_tree.h)
		assert_true(widest_gap(make) < (Real)0.0005);
	}
	check_near(position(load).x, 0, 0.01);
	assert_true(vec3_length(load->body.linear_velocity) < (Real)0.02);
	// the uppermost joint carries all of it, to the weight of a link
	check_near(pull, 9.8 * 130 * 4, 9.8 * 4);
	world_make_free(make);
}

static void chain_with_a_heavy_load_swings_without_tearing(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	MadeBody *load = make_chain(make, 30, vec3(1, 0, 0), 100);
	Real lowest = 0;
	for (int i = 0; i < 600; i++) {
		world_make_run(make, 1);
		// links that turn at up to 15 rad/s leave their circle by some millimetres in a sub-step
		assert_true(widest_gap(make) < (Real)0.005);
		lowest = real_min(lowest, position(load).y);
	}
	// it swung through: the chain is 12.2 m long
	assert_true(lowest < -12 && lowest > (Real)-12.21);
	world_make_free(make);
}

static void ten_links_hold_a_hundred_kilograms(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	MadeBody *load = make_chain(make, 10, vec3(0, -1, 0), 25);
	world_make_run(make, 600);
	check_near(position(load).y, -4.2, 0.002);
	world_make_free(make);
}

static void mass_ratio_of_a_hundred_holds_either_way(void **state) {
	(void)state;
	for (int i = 0; i < 2; i++) {
		WorldMake *make = world_make(1);
		MadeBody *upper = make_ball(make, (Real)0.2, vec3(0, -1, 0));
		MadeBody *lower = make_ball(make, (Real)0.2, vec3(0, -2, 0));
		set_mass(upper, i == 0 ? 1 : 100);
		set_mass(lower, i == 0 ? 100 : 1);
		make_joint_at(make, pin(), upper, NULL, vec3_zero());
		make_joint_at(make, pin(), lower, upper, vec3(0, (Real)-1.5, 0));
		mk_body_set_linear_velocity(&lower->body, vec3(2, 0, 0));
		for (int k = 0; k < 600; k++) {
			world_make_run(make, 1);
			assert_true(widest_gap(make) < (Real)0.002);
		}
		world_make_free(make);
	}
}

static void two_free_bodies_keep_their_momentum(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make->gravity = vec3_zero();
	MadeBody *a = make_ball(make, (Real)0.2, vec3_zero());
	MadeBody *b = make_box(make, vec3((Real)0.3, (Real)0.2, (Real)0.1), vec3(2, 0, 0));
	WorldJoint *joint = make_joint_at(make, pin(), a, b, vec3(1, 0, 0));
	// pulled apart a bit, so that the joint has an error to work off
	joint->settings.frames[1].position.y += (Real)0.05;
	mk_world_change_joint(&make->world, joint);
	mk_body_set_linear_velocity(&a->body, vec3(0, 3, 1));
	mk_body_set_angular_velocity(&b->body, vec3(2, 1, -3));
	Vec3 momentum = vec3_scale(a->body.linear_velocity, a->body.mass);
	world_make_run(make, 300);
	Vec3 now = vec3_add(vec3_scale(a->body.linear_velocity, a->body.mass),
			vec3_scale(b->body.linear_velocity, b->body.mass));
	check_vec3(now, momentum, 1e-4 * (double)vec3_length(momentum));
	check_near(made_joint_gap(joint), 0, 0.002);
	world_make_free(make);
}

static void soft_pin_gives_by_the_frequency_it_has(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	MadeBody *ball = make_ball(make, (Real)0.2, vec3_zero());
	JointSettings soft = pin();
	soft.linear.frequency = 1;
	soft.linear.damping_ratio = 1;
	make_joint_at(make, soft, ball, NULL, vec3_zero());
	world_make_run(make, 300);
	// a spring of 1 Hz under its weight: g / (2 pi)^2
	check_near(position(ball).y, -9.8 / 39.478, 0.003);
	world_make_free(make);
}

static void pin_without_stiffness_holds_nothing(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	MadeBody *ball = make_ball(make, (Real)0.2, vec3_zero());
	JointSettings none = pin();
	none.linear.frequency = 0;
	make_joint_at(make, none, ball, NULL, vec3_zero());
	world_make_run(make, 60);
	// 0.5 g t^2 and what sub-steps of 1/240 s add
	check_near(position(ball).y, -4.9 - 9.8 / 480, 0.01);
	world_make_free(make);
}

static void pin_pulls_with_no_more_than_its_impulse(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make->gravity = vec3(0, -10, 0);
	MadeBody *ball = make_ball(make, (Real)0.2, vec3_zero());
	set_mass(ball, 1);
	JointSettings weak = pin();
	weak.linear.impulse = (Real)0.05; // of 10 / 60 N s that the weight takes in a step
	const WorldJoint *joint = make_joint_at(make, weak, ball, NULL, vec3_zero());
	world_make_run(make, 60);
	check_near(joint->reaction_force.y, -3, 0.01);
	// it falls with 7 m/s^2
	check_near(ball->body.linear_velocity.y, -7, 0.02);
	world_make_free(make);
}

static void rope_is_slack_until_it_is_taut(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	MadeBody *ball = make_ball(make, (Real)0.1, vec3_zero());
	JointSettings rope = mk_joint_settings(JOINT_DISTANCE);
	rope.axes[JOINT_ALONG_X].upper = 2;
	const WorldJoint *joint = make_joint_at(make, rope, ball, NULL, vec3_zero());
	world_make_run(make, 30);
	check_near(joint->reaction_force.y, 0, 0);
	check_near(position(ball).y, -1.225, 0.05);
	world_make_run(make, 300);
	check_near(position(ball).y, -2, 0.005);
	check_near(joint->reaction_force.y, -9.8 * (double)ball->body.mass, 0.5);
	world_make_free(make);
}

static void rod_keeps_its_length_in_a_swing(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	MadeBody *ball = make_ball(make, (Real)0.1, vec3(2, 0, 0));
	JointSettings rod = mk_joint_settings(JOINT_DISTANCE);
	rod.axes[JOINT_ALONG_X].lower = rod.axes[JOINT_ALONG_X].upper = 2;
	WorldJoint *joint = make_joint_at(make, rod, ball, NULL, vec3_zero());
	joint->settings.frames[0] = transform_identity();
	mk_world_change_joint(&make->world, joint);
	for (int i = 0; i < 300; i++) {
		world_make_run(make, 1);
		check_near(vec3_length(position(ball)), 2, 0.002);
	}
	world_make_free(make);
}

static void joint_breaks_at_its_force_and_not_before(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	MadeBody *ball = make_ball(make, (Real)0.1, vec3_zero());
	set_mass(ball, 1);
	JointSettings settings = pin();
	settings.break_force = 20;
	WorldJoint *joint = make_joint_at(make, settings, ball, NULL, vec3_zero());
	world_make_run(make, 60);
	assert_true(joint->is_in_world && !joint->is_broken);
	check_near(joint->reaction_force.y, -9.8, 0.05);
	mk_body_apply_central_force(&ball->body, vec3(0, -11, 0));
	world_make_run(make, 1);
	assert_true(joint->is_broken && !joint->is_in_world);
	assert_int_equal(make->world.joints.broken_count, 1);
	check_near(joint->reaction_force.y, -20.8, 0.3);
	world_make_run(make, 60);
	assert_true(position(ball).y < -4);
	world_make_free(make);
}

static void joint_breaks_at_its_torque_and_not_before(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	MadeBody *ball = make_ball(make, (Real)0.1, vec3((Real)0.5, 0, 0));
	set_mass(ball, 1);
	JointSettings settings = mk_joint_settings(JOINT_FIXED);
	settings.break_torque = 6;
	WorldJoint *joint = make_joint_at(make, settings, ball, NULL, vec3_zero());
	world_make_run(make, 60);
	// its weight at half a metre
	assert_true(joint->is_in_world && !joint->is_broken);
	check_near(real_abs(joint->reaction_torque.z), 4.9, 0.05);
	// a torque the other way makes it less
	mk_body_apply_torque(&ball->body, vec3(0, 0, 8));
	world_make_run(make, 1);
	assert_true(joint->is_in_world);
	check_near(real_abs(joint->reaction_torque.z), 3.1, 0.1);
	mk_body_apply_torque(&ball->body, vec3(0, 0, (Real)-1.5));
	world_make_run(make, 1);
	assert_true(joint->is_broken && !joint->is_in_world);
	world_make_run(make, 60);
	assert_true(position(ball).y < -4);
	world_make_free(make);
}

// A pin is no wrench: however hard it is pulled, it has no torque to break by.
static void force_alone_does_not_break_by_torque(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	MadeBody *ball = make_ball(make, (Real)0.1, vec3((Real)0.5, 0, 0));
	set_mass(ball, 1);
	JointSettings settings = pin();
	settings.break_torque = (Real)0.001;
	WorldJoint *joint = make_joint_at(make, settings, ball, NULL, vec3_zero());
	ball->body.constant_force = vec3(0, -1000, 0);
	world_make_run(make, 120);
	assert_true(joint->is_in_world && !joint->is_broken);
	world_make_free(make);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pendulum_keeps_its_height_for_twenty_seconds),
		cmocka_unit_test(pendulum_does_not_feel_contacts_of_others),
		cmocka_unit_test(pendulum_swings_in_the_time_of_its_length),
		cmocka_unit_test(chain_of_thirty_links_carries_a_hundred_times_its_weight),
		cmocka_unit_test(chain_with_a_heavy_load_swings_without_tearing),
		cmocka_unit_test(ten_links_hold_a_hundred_kilograms),
		cmocka_unit_test(mass_ratio_of_a_hundred_holds_either_way),
		cmocka_unit_test(two_free_bodies_keep_their_momentum),
		cmocka_unit_test(soft_pin_gives_by_the_frequency_it_has),
		cmocka_unit_test(pin_without_stiffness_holds_nothing),
		cmocka_unit_test(pin_pulls_with_no_more_than_its_impulse),
		cmocka_unit_test(rope_is_slack_until_it_is_taut),
		cmocka_unit_test(rod_keeps_its_length_in_a_swing),
		cmocka_unit_test(joint_breaks_at_its_force_and_not_before),
		cmocka_unit_test(joint_breaks_at_its_torque_and_not_before),
		cmocka_unit_test(force_alone_does_not_break_by_torque),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
