// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The joint with six degrees of freedom: locked it is a fixed joint, sprung it swings in the right
// time, driven and limited every axis acts alone.
#include "support/check.h"
#include "support/joint_rig.h"

// All axes locked at zero.
static JointSettings locked(void) {
	JointSettings settings = mk_joint_settings(JOINT_GENERIC);
	for (int i = 0; i < JOINT_AXES; i++)
		settings.axes[i].has_limit = true;
	return settings;
}

static void locked_on_all_axes_it_is_a_fixed_joint(void **state) {
	(void)state;
	for (int i = 0; i < 2; i++) {
		Rig rig = make_rig(i == 0 ? locked() : mk_joint_settings(JOINT_FIXED));
		run_pushed(rig, vec3(30, -20, 10), vec3(3, 5, -4), 120);
		check_vec3(rig.cube->body.pose.origin, vec3_zero(), 0.001);
		check_vec3(rig_turn(rig), vec3_zero(), 0.002);
		check_vec3(rig.joint->reaction_force, vec3(-30, 20, -10), 0.1);
		check_vec3(rig.joint->reaction_torque, vec3(-3, -5, 4), 0.05);
		world_make_free(rig.make);
	}
}

static void every_linear_axis_stops_at_its_limits(void **state) {
	(void)state;
	for (int i = 0; i < 3; i++) {
		JointSettings settings = locked();
		settings.axes[i].lower = (Real)-0.5;
		settings.axes[i].upper = 1;
		Rig rig = make_rig(settings);
		run_pushed(rig, vec3(3, 3, 3), vec3_zero(), 180);
		check_vec3(rig.cube->body.pose.origin, vec3_axis(i), 0.001);
		run_pushed(rig, vec3(-3, -3, -3), vec3_zero(), 180);
		check_vec3(rig.cube->body.pose.origin, vec3_scale(vec3_axis(i), (Real)-0.5), 0.001);
		world_make_free(rig.make);
	}
}

static void every_angular_axis_stops_at_its_limits(void **state) {
	(void)state;
	for (int i = 0; i < 3; i++) {
		JointSettings settings = locked();
		settings.axes[JOINT_ABOUT_X + i].lower = (Real)(-20 * DEGREE);
		settings.axes[JOINT_ABOUT_X + i].upper = (Real)(40 * DEGREE);
		Rig rig = make_rig(settings);
		run_pushed(rig, vec3_zero(), vec3(3, 3, 3), 180);
		check_vec3(rig_turn(rig), vec3_scale(vec3_axis(i), (Real)(40 * DEGREE)), 0.003);
		run_pushed(rig, vec3_zero(), vec3(-3, -3, -3), 180);
		check_vec3(rig_turn(rig), vec3_scale(vec3_axis(i), (Real)(-20 * DEGREE)), 0.003);
		world_make_free(rig.make);
	}
}

static void all_angles_limited_at_once_hold_each_other(void **state) {
	(void)state;
	JointSettings settings = locked();
	for (int i = JOINT_ABOUT_X; i < JOINT_AXES; i++) {
		settings.axes[i].lower = (Real)(-30 * DEGREE);
		settings.axes[i].upper = (Real)(30 * DEGREE);
	}
	for (int i = 0; i < 3; i++) {
		Rig rig = make_rig(settings);
		run_pushed(rig, vec3_zero(), vec3_scale(vec3_axis(i), 3), 180);
		check_vec3(rig_turn(rig), vec3_scale(vec3_axis(i), (Real)(30 * DEGREE)), 0.003);
		world_make_free(rig.make);
	}
	// both swings at their limits: each half angle's tangent is that of 15 degrees
	Rig rig = make_rig(settings);
	run_pushed(rig, vec3_zero(), vec3(0, 3, 3), 240);
	Quat q = made_joint_turn(rig.joint);
	check_near(2 * q.y / q.w, 2 * 0.267949, 0.01);
	check_near(2 * q.z / q.w, 2 * 0.267949, 0.01);
	world_make_free(rig.make);
}

static void locks_hold_away_from_zero(void **state) {
	(void)state;
	JointSettings settings = locked();
	settings.axes[JOINT_ALONG_Y].lower = settings.axes[JOINT_ALONG_Y].upper = 2;
	settings.axes[JOINT_ABOUT_Z].lower = settings.axes[JOINT_ABOUT_Z].upper = (Real)0.5;
	Rig rig = make_rig(settings);
	run_pushed(rig, vec3(1, 2, 3), vec3(1, 1, -1), 180);
	check_vec3(rig.cube->body.pose.origin, vec3(0, 2, 0), 0.002);
	check_vec3(rig_turn(rig), vec3(0, 0, (Real)0.5), 0.003);
	world_make_free(rig.make);
}

// Time of ten swings of a coordinate about a middle, s.
static double swing_time(Rig rig, int freedom, Real middle) {
	int crossings = 0;
	double first = 0;
	double last = 0;
	for (int i = 1; i <= 1200 && crossings < 11; i++) {
		Vec3 places[2] = { rig.cube->body.pose.origin, rig_turn(rig) };
		Real before = vec3_get(places[freedom / 3], freedom % 3) - middle;
		world_make_run(rig.make, 1);
		places[0] = rig.cube->body.pose.origin;
		places[1] = rig_turn(rig);
		Real after = vec3_get(places[freedom / 3], freedom % 3) - middle;
		if (!(before < 0 && after >= 0)) continue;
		last = (i - 1 + (double)(before / (before - after))) / 60;
		if (crossings++ == 0) first = last;
	}
	return last - first;
}

static void springs_swing_in_the_right_time(void **state) {
	(void)state;
	for (int i = 0; i < JOINT_AXES; i++) {
		JointSettings settings = locked();
		JointAxis *axis = settings.axes + i;
		axis->has_limit = false;
		axis->has_spring = true;
		// 2 Hz: k = m (2 pi 2)^2, for turning with I = 1/6
		axis->stiffness = (Real)(157.914 / (i < 3 ? 1 : 6));
		axis->equilibrium = (Real)0.3;
		Rig rig = make_rig(settings);
		check_near(swing_time(rig, i, axis->equilibrium), 10 * 0.5, 0.02);
		world_make_free(rig.make);
	}
}

static void undamped_spring_keeps_its_swing(void **state) {
	(void)state;
	JointSettings settings = locked();
	settings.axes[JOINT_ALONG_X].has_limit = false;
	settings.axes[JOINT_ALONG_X].has_spring = true;
	settings.axes[JOINT_ALONG_X].stiffness = (Real)39.478; // 1 Hz
	settings.axes[JOINT_ALONG_X].equilibrium = 1;
	Rig rig = make_rig(settings);
	Real farthest = 0;
	for (int i = 0; i < 600; i++) {
		world_make_run(rig.make, 1);
		if (i >= 540) farthest = real_max(farthest, rig.cube->body.pose.origin.x);
	}
	// after ten seconds, of a swing from 0 to 2
	assert_true(farthest > (Real)1.9 && farthest < (Real)2.01);
	world_make_free(rig.make);
}

static void damped_springs_settle_at_their_equilibrium(void **state) {
	(void)state;
	JointSettings settings = locked();
	settings.axes[JOINT_ALONG_X].has_limit = settings.axes[JOINT_ABOUT_Z].has_limit = false;
	settings.axes[JOINT_ALONG_X].has_spring = settings.axes[JOINT_ABOUT_Z].has_spring = true;
	settings.axes[JOINT_ALONG_X].stiffness = settings.axes[JOINT_ABOUT_Z].stiffness = 100;
	settings.axes[JOINT_ALONG_X].damping = settings.axes[JOINT_ABOUT_Z].damping = 5;
	settings.axes[JOINT_ALONG_X].equilibrium = settings.axes[JOINT_ABOUT_Z].equilibrium = (Real)0.5;
	Rig rig = make_rig(settings);
	run_pushed(rig, vec3(10, 0, 0), vec3_zero(), 300);
	// 10 N on 100 N/m
	check_near(rig.cube->body.pose.origin.x, 0.6, 0.002);
	check_near(rig_turn(rig).z, 0.5, 0.002);
	world_make_free(rig.make);
}

static void very_stiff_springs_do_not_explode(void **state) {
	(void)state;
	JointSettings settings = mk_joint_settings(JOINT_GENERIC);
	for (int i = 0; i < JOINT_AXES; i++) {
		settings.axes[i].has_spring = true;
		settings.axes[i].stiffness = (Real)1e7;
		settings.axes[i].equilibrium = (Real)0.1;
	}
	Rig rig = make_rig(settings);
	run_pushed(rig, vec3(5, 6, 7), vec3(1, 2, 3), 300);
	check_vec3(rig.cube->body.pose.origin, vec3_splat((Real)0.1), 0.005);
	assert_true(vec3_length(rig_turn(rig)) < (Real)0.2);
	world_make_free(rig.make);
}

static void motors_drive_every_axis(void **state) {
	(void)state;
	for (int i = 0; i < JOINT_AXES; i++) {
		JointSettings settings = locked();
		settings.axes[i].has_limit = false;
		settings.axes[i].has_motor = true;
		settings.axes[i].motor_speed = 2;
		settings.axes[i].motor_force = 300;
		Rig rig = make_rig(settings);
		world_make_run(rig.make, 45);
		const Vec3 speeds[2] = { rig.cube->body.linear_velocity, rig.cube->body.angular_velocity };
		check_vec3(speeds[i / 3], vec3_scale(vec3_axis(i % 3), 2), 0.005);
		check_vec3(speeds[1 - i / 3], vec3_zero(), 0.005);
		world_make_free(rig.make);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(locked_on_all_axes_it_is_a_fixed_joint),
		cmocka_unit_test(every_linear_axis_stops_at_its_limits),
		cmocka_unit_test(every_angular_axis_stops_at_its_limits),
		cmocka_unit_test(all_angles_limited_at_once_hold_each_other),
		cmocka_unit_test(locks_hold_away_from_zero),
		cmocka_unit_test(springs_swing_in_the_right_time),
		cmocka_unit_test(undamped_spring_keeps_its_swing),
		cmocka_unit_test(damped_springs_settle_at_their_equilibrium),
		cmocka_unit_test(very_stiff_springs_do_not_explode),
		cmocka_unit_test(motors_drive_every_axis),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
