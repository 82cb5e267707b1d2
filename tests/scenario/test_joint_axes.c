// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What may act along or about the axes of joints: limits, motors, springs, brakes;
// all kinds that have axes.
#include "support/check.h"
#include "support/joint_rig.h"

#include <math.h>

static Vec3 position(const MadeBody *made) { return made->body.pose.origin; }

// The angle of B about an axis, degrees; only right if it turned about that axis alone.
static double angle_about(Rig rig, Vec3 axis) {
	return (double)vec3_dot(rig_turn(rig), axis) / DEGREE;
}

static JointSettings hinge(double lower, double upper) {
	JointSettings settings = mk_joint_settings(JOINT_HINGE);
	settings.axes[JOINT_ABOUT_Z].has_limit = true;
	settings.axes[JOINT_ABOUT_Z].lower = (Real)(lower * DEGREE);
	settings.axes[JOINT_ABOUT_Z].upper = (Real)(upper * DEGREE);
	return settings;
}

static const Vec3 about_z = { 0, 0, 1 };

static void hinge_limits_hold_under_torque(void **state) {
	(void)state;
	Rig rig = make_rig(hinge(-30, 60));
	run_pushed(rig, vec3_zero(), vec3(0, 0, 3), 180);
	check_near(angle_about(rig, about_z), 60, 0.1);
	run_pushed(rig, vec3_zero(), vec3(0, 0, -3), 180);
	check_near(angle_about(rig, about_z), -30, 0.1);
	check_near(rig.joint->reaction_torque.z, 3, 0.02);
	// a hundred times the torque bends it by some degrees and no more
	run_pushed(rig, vec3_zero(), vec3(0, 0, -300), 180);
	check_near(angle_about(rig, about_z), -30, 1);
	world_make_free(rig.make);
}

static void hinge_turns_about_its_axis_alone(void **state) {
	(void)state;
	Rig rig = make_rig(mk_joint_settings(JOINT_HINGE));
	run_pushed(rig, vec3(3, 4, 5), vec3(2, 3, 0), 120);
	check_near(angle_about(rig, vec3(1, 0, 0)), 0, 0.2);
	check_near(angle_about(rig, vec3(0, 1, 0)), 0, 0.2);
	check_vec3(position(rig.cube), vec3_zero(), 0.001);
	run_pushed(rig, vec3_zero(), vec3(0, 0, (Real)0.01), 60);
	// w = torque t / I
	check_near(rig.cube->body.angular_velocity.z, 0.06, 0.001);
	world_make_free(rig.make);
}

static void hinge_locked_and_free_by_its_limits(void **state) {
	(void)state;
	Rig locked = make_rig(hinge(20, 20));
	run_pushed(locked, vec3_zero(), vec3(0, 0, 1), 120);
	check_near(angle_about(locked, about_z), 20, 0.1);
	world_make_free(locked.make);
	Rig open = make_rig(hinge(20, -20));
	run_pushed(open, vec3_zero(), vec3(0, 0, (Real)0.1), 60);
	check_near(open.cube->body.angular_velocity.z, 0.6, 0.01);
	world_make_free(open.make);
}

static void hinge_motor_reaches_its_speed_and_keeps_it_under_load(void **state) {
	(void)state;
	JointSettings settings = mk_joint_settings(JOINT_HINGE);
	settings.axes[JOINT_ABOUT_Z].has_motor = true;
	settings.axes[JOINT_ABOUT_Z].motor_speed = 2;
	settings.axes[JOINT_ABOUT_Z].motor_force = 5;
	Rig rig = make_rig(settings);
	world_make_run(rig.make, 30);
	check_near(rig.cube->body.angular_velocity.z, 2, 1e-3);
	run_pushed(rig, vec3_zero(), vec3(0, 0, -4), 60);
	check_near(rig.cube->body.angular_velocity.z, 2, 1e-3);
	check_near(rig.joint->reaction_torque.z, 4, 0.01);
	// more than it has: it gives way
	run_pushed(rig, vec3_zero(), vec3(0, 0, -6), 60);
	check_near(rig.cube->body.angular_velocity.z, 2 - 6, 0.05);
	world_make_free(rig.make);
}

static void motor_gathers_speed_by_its_impulse_per_step(void **state) {
	(void)state;
	JointSettings settings = mk_joint_settings(JOINT_HINGE);
	settings.axes[JOINT_ABOUT_Z].has_motor = true;
	settings.axes[JOINT_ABOUT_Z].motor_speed = 100;
	settings.axes[JOINT_ABOUT_Z].motor_impulse = (Real)0.01;
	Rig rig = make_rig(settings);
	world_make_run(rig.make, 60);
	// 60 steps of 0.01 N m s on 1/6 kg m^2
	check_near(rig.cube->body.angular_velocity.z, 3.6, 0.01);
	world_make_free(rig.make);
}

static void limit_bounces_by_its_part(void **state) {
	(void)state;
	JointSettings settings = hinge(-45, 45);
	settings.axes[JOINT_ABOUT_Z].bounce = (Real)0.5;
	Rig rig = make_rig(settings);
	mk_body_set_angular_velocity(&rig.cube->body, vec3(0, 0, 3));
	world_make_run(rig.make, 20);
	check_near(rig.cube->body.angular_velocity.z, -1.5, 0.02);
	world_make_free(rig.make);
	Rig dead = make_rig(hinge(-45, 45));
	mk_body_set_angular_velocity(&dead.cube->body, vec3(0, 0, 3));
	world_make_run(dead.make, 20);
	check_near(dead.cube->body.angular_velocity.z, 0, 0.01);
	check_near(angle_about(dead, about_z), 45, 0.3);
	world_make_free(dead.make);
}

static void soft_zone_brakes_before_the_limit(void **state) {
	(void)state;
	JointSettings settings = hinge(-60, 60);
	settings.axes[JOINT_ABOUT_Z].soft_zone = (Real)(20 * DEGREE);
	Rig rig = make_rig(settings);
	run_pushed(rig, vec3_zero(), vec3(0, 0, 5), 300);
	// a spring of 4 Hz from 40 degrees on: torque / (I (2 pi 4)^2) = 2.72 degrees
	check_near(angle_about(rig, about_z), 42.72, 0.2);
	run_pushed(rig, vec3_zero(), vec3(0, 0, 500), 120);
	check_near(angle_about(rig, about_z), 60, 2);
	world_make_free(rig.make);
}

static void limit_gives_way_beyond_its_force(void **state) {
	(void)state;
	JointSettings settings = hinge(-30, 0);
	settings.axes[JOINT_ABOUT_Z].hold.force = 2;
	Rig rig = make_rig(settings);
	run_pushed(rig, vec3_zero(), vec3(0, 0, (Real)1.9), 120);
	check_near(angle_about(rig, about_z), 0, 0.5);
	rig.cube->body.angular_velocity = vec3_zero();
	run_pushed(rig, vec3_zero(), vec3(0, 0, 3), 30);
	// 1 N m is left over: 3 rad/s in half a second
	check_near(rig.cube->body.angular_velocity.z, 3, 0.1);
	world_make_free(rig.make);
}

static void soft_limit_is_a_spring(void **state) {
	(void)state;
	JointSettings settings = hinge(-30, 30);
	settings.axes[JOINT_ABOUT_Z].hold.frequency = 2;
	settings.axes[JOINT_ABOUT_Z].hold.damping_ratio = 1;
	Rig rig = make_rig(settings);
	run_pushed(rig, vec3_zero(), vec3(0, 0, 3), 300);
	// torque / (I (2 pi 2)^2) = 6.53 degrees beyond
	check_near(angle_about(rig, about_z), 36.53, 0.2);
	world_make_free(rig.make);
}

static JointSettings slider(Real lower, Real upper) {
	JointSettings settings = mk_joint_settings(JOINT_SLIDER);
	settings.axes[JOINT_ALONG_X].has_limit = settings.axes[JOINT_ABOUT_X].has_limit = true;
	settings.axes[JOINT_ALONG_X].lower = lower;
	settings.axes[JOINT_ALONG_X].upper = upper;
	return settings;
}

static void slider_stops_at_its_limits(void **state) {
	(void)state;
	Rig rig = make_rig(slider((Real)-0.5, 1));
	run_pushed(rig, vec3(3, 0, 0), vec3_zero(), 180);
	check_vec3(position(rig.cube), vec3(1, 0, 0), 0.0005);
	run_pushed(rig, vec3(-3, 0, 0), vec3_zero(), 180);
	check_vec3(position(rig.cube), vec3((Real)-0.5, 0, 0), 0.0005);
	check_near(rig.joint->reaction_force.x, 3, 0.01);
	world_make_free(rig.make);
}

static void slider_slides_freely_and_sideways_not_at_all(void **state) {
	(void)state;
	JointSettings settings = slider(1, -1);
	Rig rig = make_rig(settings);
	run_pushed(rig, vec3(3, 5, -4), vec3(1, -2, 1), 60);
	// 0.5 * 3 t^2 and half a sub-step
	check_near(position(rig.cube).x, 1.5 + 3.0 / 720, 0.002);
	check_near(position(rig.cube).y, 0, 0.001);
	check_near(position(rig.cube).z, 0, 0.001);
	assert_true(real_abs(vec3_length(mk_quat_to_rotation_vector(made_joint_turn(rig.joint)))) <
			(Real)(0.1 * DEGREE));
	world_make_free(rig.make);
}

static void slider_motor_spring_and_brake(void **state) {
	(void)state;
	JointSettings driven = slider(-100, 100);
	driven.axes[JOINT_ALONG_X].has_motor = true;
	driven.axes[JOINT_ALONG_X].motor_speed = 2;
	driven.axes[JOINT_ALONG_X].motor_force = 10;
	Rig rig = make_rig(driven);
	world_make_run(rig.make, 6);
	// 10 N on 1 kg for a tenth of a second
	check_near(rig.cube->body.linear_velocity.x, 1, 0.02);
	world_make_run(rig.make, 60);
	check_near(rig.cube->body.linear_velocity.x, 2, 1e-3);
	world_make_free(rig.make);
	JointSettings braked = slider(-100, 100);
	braked.axes[JOINT_ALONG_X].brake = (Real)0.1;
	rig = make_rig(braked);
	mk_body_set_linear_velocity(&rig.cube->body, vec3(3, 0, 0));
	world_make_run(rig.make, 10);
	// a tenth less in every step
	check_near(rig.cube->body.linear_velocity.x, 3 * 0.34868, 0.01);
	world_make_free(rig.make);
}

// A quarter of a second after a push to a speed of 1, in m or rad: the damped spring of 1 Hz.
static double damped_spring(double ratio) {
	double w = 2 * (double)MK_PI;
	double t = 0.25;
	double root = w * sqrt(fabs(ratio * ratio - 1));
	double decay = exp(-ratio * w * t);
	if (ratio < 1) return decay * sin(root * t) / root;
	return ratio > 1 ? decay * sinh(root * t) / root : decay * t;
}

// What of a joint holds a cube that is pushed along or about an axis, made soft.
typedef struct Held {
	JointKind kind;
	JointFreedom freedom; // in which it is pushed
	size_t hold;          // of the settings
	Real lower;           // of the range, if it has one
} Held;

#define HOLD_OF(freedom) offsetof(JointSettings, axes[freedom].hold)

static const Held held[] = {
	{ JOINT_SLIDER, JOINT_ALONG_Y, offsetof(JointSettings, linear), 0 },
	{ JOINT_SLIDER, JOINT_ALONG_Z, offsetof(JointSettings, linear), 0 },
	{ JOINT_SLIDER, JOINT_ABOUT_Y, offsetof(JointSettings, angular), 0 },
	{ JOINT_SLIDER, JOINT_ALONG_X, HOLD_OF(JOINT_ALONG_X), 0 },
	{ JOINT_SLIDER, JOINT_ALONG_X, HOLD_OF(JOINT_ALONG_X), -1 },
	{ JOINT_SLIDER, JOINT_ABOUT_X, HOLD_OF(JOINT_ABOUT_X), 0 },
	{ JOINT_SLIDER, JOINT_ABOUT_X, HOLD_OF(JOINT_ABOUT_X), -1 },
	{ JOINT_GENERIC, JOINT_ALONG_Y, HOLD_OF(JOINT_ALONG_Y), 0 },
	{ JOINT_GENERIC, JOINT_ALONG_Z, HOLD_OF(JOINT_ALONG_Z), -1 },
	{ JOINT_GENERIC, JOINT_ABOUT_Y, HOLD_OF(JOINT_ABOUT_Y), 0 },
	{ JOINT_GENERIC, JOINT_ABOUT_Z, HOLD_OF(JOINT_ABOUT_Z), -1 },
};

static Real find_answer(const Held *from, Real ratio) {
	JointSettings settings = mk_joint_settings(from->kind);
	for (int i = 0; from->kind == JOINT_SLIDER && i < JOINT_AXES; i += JOINT_ABOUT_X)
		settings.axes[i].has_limit = true;
	settings.axes[from->freedom].has_limit = true;
	settings.axes[from->freedom].lower = from->lower;
	JointHold *hold = (JointHold *)((char *)&settings + from->hold);
	hold->frequency = 1;
	hold->damping_ratio = ratio;
	Rig rig = make_rig(settings);
	bool is_angle = from->freedom >= JOINT_ABOUT_X;
	int axis = (int)from->freedom % 3;
	Vec3 push = vec3(axis == 0, axis == 1, axis == 2);
	if (is_angle) {
		mk_body_set_angular_velocity(&rig.cube->body, push);
	} else {
		mk_body_set_linear_velocity(&rig.cube->body, push);
	}
	world_make_run(rig.make, 15);
	Real answer = vec3_dot(push, is_angle ? rig_turn(rig) : position(rig.cube));
	world_make_free(rig.make);
	return answer;
}

// The steps of the solver damp a little themselves, by half an angle of a sub-step.
static void soft_holds_answer_as_damped_springs(void **state) {
	(void)state;
	static const double ratios[] = { 0.1, 1, 4 };
	for (size_t i = 0; i < sizeof(held) / sizeof(held[0]); i++)
		for (size_t k = 0; k < 3; k++) {
			double expected = damped_spring(ratios[k]);
			check_near(find_answer(held + i, (Real)ratios[k]), expected, 0.04 * expected);
		}
}

static void slider_brakes_its_turning(void **state) {
	(void)state;
	JointSettings braked = slider(-1, 1);
	braked.axes[JOINT_ABOUT_X].has_limit = false;
	braked.axes[JOINT_ABOUT_X].brake = (Real)0.1;
	Rig rig = make_rig(braked);
	mk_body_set_angular_velocity(&rig.cube->body, vec3(3, 0, 0));
	world_make_run(rig.make, 10);
	check_near(rig.cube->body.angular_velocity.x, 3 * 0.34868, 0.01);
	world_make_free(rig.make);
}

static void slider_turns_within_its_angles(void **state) {
	(void)state;
	JointSettings settings = slider(-1, 1);
	settings.axes[JOINT_ABOUT_X].lower = (Real)(-20 * DEGREE);
	settings.axes[JOINT_ABOUT_X].upper = (Real)(40 * DEGREE);
	Rig rig = make_rig(settings);
	run_pushed(rig, vec3(1, 0, 0), vec3(3, 0, 0), 180);
	check_near(angle_about(rig, vec3(1, 0, 0)), 40, 0.1);
	run_pushed(rig, vec3(1, 0, 0), vec3(-3, 0, 0), 180);
	check_near(angle_about(rig, vec3(1, 0, 0)), -20, 0.1);
	check_near(position(rig.cube).x, 1, 0.001);
	world_make_free(rig.make);
}

static JointSettings cone(double swing, double twist) {
	JointSettings settings = mk_joint_settings(JOINT_CONE_TWIST);
	settings.axes[JOINT_ABOUT_X].has_limit = settings.axes[JOINT_ABOUT_Y].has_limit = true;
	settings.axes[JOINT_ABOUT_X].lower = (Real)(-twist * DEGREE);
	settings.axes[JOINT_ABOUT_X].upper = (Real)(twist * DEGREE);
	settings.axes[JOINT_ABOUT_Y].upper = (Real)(swing * DEGREE);
	return settings;
}

static void cone_is_as_wide_in_every_direction(void **state) {
	(void)state;
	for (int i = 0; i < 8; i++) {
		Rig rig = make_rig(cone(30, 20));
		Real turn = (Real)i * MK_PI / 4;
		Vec3 axis = quat_rotate(quat_from_axis_angle(vec3(1, 0, 0), turn), vec3(0, 1, 0));
		run_pushed(rig, vec3_zero(), vec3_scale(axis, 3), 180);
		check_near(angle_about(rig, axis), 30, 0.1);
		check_vec3(position(rig.cube), vec3_zero(), 0.001);
		world_make_free(rig.make);
	}
}

static void cone_twists_within_its_span(void **state) {
	(void)state;
	Rig rig = make_rig(cone(30, 20));
	run_pushed(rig, vec3_zero(), vec3(3, 0, 0), 180);
	check_near(angle_about(rig, vec3(1, 0, 0)), 20, 0.1);
	run_pushed(rig, vec3_zero(), vec3(-3, 0, 0), 180);
	check_near(angle_about(rig, vec3(1, 0, 0)), -20, 0.1);
	world_make_free(rig.make);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(hinge_limits_hold_under_torque),
		cmocka_unit_test(hinge_turns_about_its_axis_alone),
		cmocka_unit_test(hinge_locked_and_free_by_its_limits),
		cmocka_unit_test(hinge_motor_reaches_its_speed_and_keeps_it_under_load),
		cmocka_unit_test(motor_gathers_speed_by_its_impulse_per_step),
		cmocka_unit_test(limit_bounces_by_its_part),
		cmocka_unit_test(soft_zone_brakes_before_the_limit),
		cmocka_unit_test(limit_gives_way_beyond_its_force),
		cmocka_unit_test(soft_limit_is_a_spring),
		cmocka_unit_test(slider_stops_at_its_limits),
		cmocka_unit_test(slider_slides_freely_and_sideways_not_at_all),
		cmocka_unit_test(slider_motor_spring_and_brake),
		cmocka_unit_test(soft_holds_answer_as_damped_springs),
		cmocka_unit_test(slider_brakes_its_turning),
		cmocka_unit_test(slider_turns_within_its_angles),
		cmocka_unit_test(cone_is_as_wide_in_every_direction),
		cmocka_unit_test(cone_twists_within_its_span),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
