// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What each of Godot's joint parameters becomes in the engine; what that does is tested in
// tests/scenario/test_joint_*.c.
#include "server/joint.h"
#include "support/check.h"

#define DEGREE 0.0174532925199433

static const GdTransform3D at_origin = { .basis = { { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } } };

// A joint with the defaults of its node, as far as they are not zero.
static ServerJoint make(int64_t type) {
	ServerJoint joint = { .type = type, .frame_a = at_origin, .frame_b = at_origin };
	joint.solver_priority = 1;
	return joint;
}

static ServerJoint make_hinge(void) {
	ServerJoint joint = make(GD_JOINT_TYPE_HINGE);
	double *p = joint.axes[0].params;
	p[GD_HINGE_JOINT_BIAS] = p[GD_HINGE_JOINT_LIMIT_BIAS] =
			(double)0.3f; // as a float, like the node
	p[GD_HINGE_JOINT_LIMIT_UPPER] = 60 * DEGREE;
	p[GD_HINGE_JOINT_LIMIT_LOWER] = -30 * DEGREE;
	p[GD_HINGE_JOINT_LIMIT_SOFTNESS] = (double)0.9f;
	p[GD_HINGE_JOINT_LIMIT_RELAXATION] = 1;
	joint.axes[0].flags[GD_HINGE_JOINT_FLAG_USE_LIMIT] = true;
	return joint;
}

static void check_rigid(JointHold hold) {
	assert_true(joint_hold_is_rigid(&hold));
	check_near(hold.damping_ratio, MK_JOINT_DAMPING_RATIO, 1e-5);
	assert_true(hold.force == MK_INFINITY && hold.impulse == MK_INFINITY);
}

static void pin_parameters(void **state) {
	(void)state;
	ServerJoint joint = make(GD_JOINT_TYPE_PIN);
	double *p = joint.axes[0].params;
	p[GD_PIN_JOINT_BIAS] = (double)0.3f;
	p[GD_PIN_JOINT_DAMPING] = 1;
	check_rigid(mk_joint_translate(&joint).linear);
	p[GD_PIN_JOINT_BIAS] = 0.99;
	check_rigid(mk_joint_translate(&joint).linear);
	p[GD_PIN_JOINT_BIAS] = 0.15;
	p[GD_PIN_JOINT_DAMPING] = 0.5;
	p[GD_PIN_JOINT_IMPULSE_CLAMP] = 2;
	JointSettings settings = mk_joint_translate(&joint);
	assert_int_equal(settings.kind, JOINT_PIN);
	check_near(settings.linear.frequency, 60 * 0.25, 1e-4);
	check_near(settings.linear.damping_ratio, 0.5, 1e-6);
	check_near(settings.linear.impulse, 2, 0);
	p[GD_PIN_JOINT_BIAS] = 0;
	check_near(mk_joint_translate(&joint).linear.frequency, 0, 0);
}

static void hinge_parameters(void **state) {
	(void)state;
	ServerJoint joint = make_hinge();
	double *p = joint.axes[0].params;
	JointSettings settings = mk_joint_translate(&joint);
	JointAxis *axis = settings.axes + JOINT_ABOUT_Z;
	check_rigid(settings.linear);
	check_rigid(settings.angular);
	check_rigid(axis->hold);
	assert_true(axis->has_limit && !axis->has_motor);
	// Godot's angle is that of A, ours that of B
	check_near(axis->lower, -60 * DEGREE, 1e-6);
	check_near(axis->upper, 30 * DEGREE, 1e-6);
	check_near(axis->soft_zone, 0, 0);
	check_near(axis->bounce, 0, 0);
	p[GD_HINGE_JOINT_LIMIT_BIAS] = 0.15;
	p[GD_HINGE_JOINT_LIMIT_SOFTNESS] = 0.6;
	p[GD_HINGE_JOINT_LIMIT_RELAXATION] = 0.7;
	p[GD_HINGE_JOINT_MOTOR_TARGET_VELOCITY] = 3;
	p[GD_HINGE_JOINT_MOTOR_MAX_IMPULSE] = 0.25;
	joint.axes[0].flags[GD_HINGE_JOINT_FLAG_ENABLE_MOTOR] = true;
	settings = mk_joint_translate(&joint);
	check_near(axis->hold.frequency, 15, 1e-4);
	// 0.4 of the range of 90 degrees, half of it on either side
	check_near(axis->soft_zone, 18 * DEGREE, 1e-6);
	check_near(axis->bounce, 0.3, 1e-6);
	assert_true(axis->has_motor);
	check_near(axis->motor_speed, -3, 0);
	check_near(axis->motor_impulse, 0.25, 0);
	joint.axes[0].flags[GD_HINGE_JOINT_FLAG_USE_LIMIT] = false;
	assert_false(mk_joint_translate(&joint).axes[JOINT_ABOUT_Z].has_limit);
}

static void whole_turn_is_no_limit(void **state) {
	(void)state;
	ServerJoint joint = make_hinge();
	joint.axes[0].params[GD_HINGE_JOINT_LIMIT_UPPER] = 180 * DEGREE;
	joint.axes[0].params[GD_HINGE_JOINT_LIMIT_LOWER] = -180 * DEGREE;
	assert_false(mk_joint_translate(&joint).axes[JOINT_ABOUT_Z].has_limit);
}

static ServerJoint make_slider(void) {
	ServerJoint joint = make(GD_JOINT_TYPE_SLIDER);
	static const double defaults[GD_SLIDER_JOINT_MAX] = { 1, -1, 1, (double)0.7f, 1, 1,
		(double)0.7f, 0, 1, (double)0.7f, 1, 0, 0, 1, (double)0.7f, 0, 1, (double)0.7f, 1, 1,
		(double)0.7f, 1 };
	memcpy(joint.axes[0].params, defaults, sizeof(defaults));
	return joint;
}

static void slider_parameters(void **state) {
	(void)state;
	ServerJoint joint = make_slider();
	double *p = joint.axes[0].params;
	JointSettings settings = mk_joint_translate(&joint);
	const JointAxis *along = settings.axes + JOINT_ALONG_X;
	const JointAxis *about = settings.axes + JOINT_ABOUT_X;
	check_rigid(settings.linear);
	check_rigid(settings.angular);
	check_rigid(along->hold);
	check_rigid(about->hold);
	assert_true(along->has_limit && joint_axis_is_locked(about));
	check_near(along->brake + about->brake, 0, 0);
	p[GD_SLIDER_JOINT_ANGULAR_LIMIT_UPPER] = 0.5;
	p[GD_SLIDER_JOINT_ANGULAR_LIMIT_SOFTNESS] = 0.5;
	p[GD_SLIDER_JOINT_ANGULAR_ORTHOGONAL_RESTITUTION] = 0.35;
	p[GD_SLIDER_JOINT_ANGULAR_ORTHOGONAL_DAMPING] = 2;
	p[GD_SLIDER_JOINT_ANGULAR_MOTION_DAMPING] = 1.25;
	p[GD_SLIDER_JOINT_LINEAR_LIMIT_RESTITUTION] = 0.35;
	p[GD_SLIDER_JOINT_LINEAR_LIMIT_DAMPING] = 0.5;
	p[GD_SLIDER_JOINT_LINEAR_ORTHOGONAL_SOFTNESS] = 0.5;
	p[GD_SLIDER_JOINT_LINEAR_MOTION_DAMPING] = 0.4;
	p[GD_SLIDER_JOINT_LINEAR_MOTION_SOFTNESS] = 0.5;
	settings = mk_joint_translate(&joint);
	// the slider's angle is that of B already
	check_near(about->upper, 0.5, 1e-6);
	check_near(about->hold.frequency, 15, 1e-4);
	check_near(settings.angular.frequency, 15, 1e-4);
	check_near(settings.angular.damping_ratio, 2, 1e-6);
	check_near(about->brake, 0.25, 1e-6);
	check_near(along->hold.frequency, 15, 1e-4);
	check_near(along->hold.damping_ratio, 0.5, 1e-6);
	check_near(settings.linear.frequency, 15, 1e-4);
	check_near(along->brake, 0.2, 1e-6);
	// a range of no width is held by what belongs to the motion
	p[GD_SLIDER_JOINT_LINEAR_LIMIT_LOWER] = p[GD_SLIDER_JOINT_LINEAR_LIMIT_UPPER];
	p[GD_SLIDER_JOINT_LINEAR_MOTION_RESTITUTION] = 0.7;
	settings = mk_joint_translate(&joint);
	assert_true(joint_axis_is_locked(along));
	check_near(along->hold.frequency, 15, 1e-4);
	p[GD_SLIDER_JOINT_LINEAR_LIMIT_LOWER] = 2;
	assert_false(mk_joint_translate(&joint).axes[JOINT_ALONG_X].has_limit);
}

static void cone_twist_parameters(void **state) {
	(void)state;
	ServerJoint joint = make(GD_JOINT_TYPE_CONE_TWIST);
	double *p = joint.axes[0].params;
	p[GD_CONE_TWIST_JOINT_SWING_SPAN] = 0.5;
	p[GD_CONE_TWIST_JOINT_TWIST_SPAN] = 0.25;
	p[GD_CONE_TWIST_JOINT_BIAS] = (double)0.3f;
	p[GD_CONE_TWIST_JOINT_SOFTNESS] = (double)0.8f;
	p[GD_CONE_TWIST_JOINT_RELAXATION] = 1;
	JointSettings settings = mk_joint_translate(&joint);
	const JointAxis *twist = settings.axes + JOINT_ABOUT_X;
	const JointAxis *lean = settings.axes + JOINT_ABOUT_Y;
	check_rigid(settings.linear);
	check_rigid(twist->hold);
	check_near(lean->upper, 0.5, 0);
	check_near(twist->lower, -0.25, 0);
	check_near(twist->upper, 0.25, 0);
	check_near(twist->soft_zone + lean->soft_zone + twist->bounce, 0, 0);
	p[GD_CONE_TWIST_JOINT_BIAS] = 0.15;
	p[GD_CONE_TWIST_JOINT_SOFTNESS] = 0.5;
	p[GD_CONE_TWIST_JOINT_RELAXATION] = 0.5;
	settings = mk_joint_translate(&joint);
	check_near(settings.linear.frequency, 15, 1e-4);
	check_near(lean->hold.frequency, 15, 1e-4);
	check_near(lean->soft_zone, 0.25, 1e-6);
	check_near(twist->soft_zone, 0.125, 1e-6);
	check_near(lean->bounce, 0.5, 1e-6);
	p[GD_CONE_TWIST_JOINT_SWING_SPAN] = -1;
	p[GD_CONE_TWIST_JOINT_TWIST_SPAN] = 4;
	settings = mk_joint_translate(&joint);
	assert_false(lean->has_limit || twist->has_limit);
}

static void generic_linear_parameters(void **state) {
	(void)state;
	ServerJoint joint = make(GD_JOINT_TYPE_6DOF);
	double *p = joint.axes[1].params;
	bool *flags = joint.axes[1].flags;
	p[GD_G6DOF_JOINT_LINEAR_LOWER_LIMIT] = -1;
	p[GD_G6DOF_JOINT_LINEAR_UPPER_LIMIT] = 2;
	p[GD_G6DOF_JOINT_LINEAR_LIMIT_SOFTNESS] = (double)0.7f;
	p[GD_G6DOF_JOINT_LINEAR_RESTITUTION] = 0.5;
	p[GD_G6DOF_JOINT_LINEAR_DAMPING] = 1;
	flags[GD_G6DOF_JOINT_FLAG_ENABLE_LINEAR_LIMIT] = true;
	JointSettings settings = mk_joint_translate(&joint);
	const JointAxis *axis = settings.axes + JOINT_ALONG_Y;
	check_rigid(axis->hold);
	assert_true(axis->has_limit);
	check_near(axis->lower, -1, 0);
	check_near(axis->upper, 2, 0);
	assert_false(settings.axes[JOINT_ALONG_X].has_limit);
	p[GD_G6DOF_JOINT_LINEAR_LIMIT_SOFTNESS] = 0.35;
	p[GD_G6DOF_JOINT_LINEAR_DAMPING] = 3;
	p[GD_G6DOF_JOINT_LINEAR_MOTOR_TARGET_VELOCITY] = 4;
	p[GD_G6DOF_JOINT_LINEAR_MOTOR_FORCE_LIMIT] = 5;
	p[GD_G6DOF_JOINT_LINEAR_SPRING_STIFFNESS] = 6;
	p[GD_G6DOF_JOINT_LINEAR_SPRING_DAMPING] = 7;
	p[GD_G6DOF_JOINT_LINEAR_SPRING_EQUILIBRIUM_POINT] = 8;
	flags[GD_G6DOF_JOINT_FLAG_ENABLE_LINEAR_SPRING] = true;
	settings = mk_joint_translate(&joint);
	check_near(axis->hold.frequency, 15, 1e-4);
	check_near(axis->hold.damping_ratio, 3, 1e-6);
	assert_true(axis->has_spring && !axis->has_motor);
	check_near(axis->stiffness, 6, 0);
	check_near(axis->damping, 7, 0);
	check_near(axis->equilibrium, 8, 0);
	flags[GD_G6DOF_JOINT_FLAG_ENABLE_LINEAR_MOTOR] = true;
	settings = mk_joint_translate(&joint);
	assert_true(axis->has_motor && !axis->has_spring);
	check_near(axis->motor_speed, 4, 0);
	check_near(axis->motor_force, 5, 0);
}

static void generic_angular_parameters(void **state) {
	(void)state;
	ServerJoint joint = make(GD_JOINT_TYPE_6DOF);
	double *p = joint.axes[2].params;
	bool *flags = joint.axes[2].flags;
	p[GD_G6DOF_JOINT_ANGULAR_LOWER_LIMIT] = -0.25;
	p[GD_G6DOF_JOINT_ANGULAR_UPPER_LIMIT] = 0.5;
	p[GD_G6DOF_JOINT_ANGULAR_LIMIT_SOFTNESS] = p[GD_G6DOF_JOINT_ANGULAR_ERP] = 0.5;
	p[GD_G6DOF_JOINT_ANGULAR_DAMPING] = 1;
	flags[GD_G6DOF_JOINT_FLAG_ENABLE_ANGULAR_LIMIT] = true;
	JointSettings settings = mk_joint_translate(&joint);
	const JointAxis *axis = settings.axes + JOINT_ABOUT_Z;
	check_rigid(axis->hold);
	check_near(axis->lower, -0.5, 0);
	check_near(axis->upper, 0.25, 0);
	p[GD_G6DOF_JOINT_ANGULAR_ERP] = 0.25;
	p[GD_G6DOF_JOINT_ANGULAR_RESTITUTION] = 0.75;
	p[GD_G6DOF_JOINT_ANGULAR_FORCE_LIMIT] = 9;
	p[GD_G6DOF_JOINT_ANGULAR_SPRING_STIFFNESS] = 6;
	p[GD_G6DOF_JOINT_ANGULAR_SPRING_DAMPING] = 7;
	p[GD_G6DOF_JOINT_ANGULAR_SPRING_EQUILIBRIUM_POINT] = 0.125;
	p[GD_G6DOF_JOINT_ANGULAR_MOTOR_TARGET_VELOCITY] = 4;
	p[GD_G6DOF_JOINT_ANGULAR_MOTOR_FORCE_LIMIT] = 5;
	flags[GD_G6DOF_JOINT_FLAG_ENABLE_ANGULAR_SPRING] = true;
	settings = mk_joint_translate(&joint);
	check_near(axis->hold.frequency, 15, 1e-4);
	check_near(axis->hold.force, 9, 0);
	check_near(axis->bounce, 0.75, 0);
	assert_true(axis->has_spring);
	check_near(axis->stiffness, 6, 0);
	check_near(axis->damping, 7, 0);
	check_near(axis->equilibrium, -0.125, 0);
	flags[GD_G6DOF_JOINT_FLAG_ENABLE_MOTOR] = true;
	settings = mk_joint_translate(&joint);
	assert_true(axis->has_motor && !axis->has_spring);
	check_near(axis->motor_speed, -4, 0);
	check_near(axis->motor_force, 5, 0);
}

static void any_finite_numbers_make_usable_settings(void **state) {
	(void)state;
	const double values[] = { -1e30, -1, 0, 0.5, 1e30 };
	for (int64_t type = 0; type < GD_JOINT_TYPE_MAX; type++)
		for (size_t v = 0; v < sizeof(values) / sizeof(values[0]); v++) {
			ServerJoint joint = make(type);
			for (int i = 0; i < 3 * MK_JOINT_PARAMS; i++)
				joint.axes[i / MK_JOINT_PARAMS].params[i % MK_JOINT_PARAMS] = values[v];
			memset(joint.axes[0].flags, 1, sizeof(joint.axes[0].flags));
			JointSettings settings = mk_joint_translate(&joint);
			assert_null(mk_joint_find_problem(&settings));
		}
}

static void frames_priority_and_collisions_go_through(void **state) {
	(void)state;
	ServerJoint joint = make(GD_JOINT_TYPE_PIN);
	joint.frame_a.basis.rows[0].x = 3; // a scaled node
	joint.frame_a.origin = (GdVector3){ 1, 2, 3 };
	joint.solver_priority = 4;
	joint.disables_collisions = true;
	JointSettings settings = mk_joint_translate(&joint);
	check_quat(settings.frames[0].rotation, quat_identity(), 1e-6);
	check_vec3(settings.frames[0].position, vec3(1, 2, 3), 0);
	assert_int_equal(settings.priority, 4);
	assert_true(settings.ignores_contacts);
}

static void settings_that_godot_has_no_type_for_go_through(void **state) {
	(void)state;
	ServerJoint joint = make(MK_JOINT_TYPE_OWN);
	joint.own = mk_joint_settings(JOINT_DISTANCE);
	joint.own.axes[JOINT_ALONG_X].upper = 3;
	joint.frame_b.origin = (GdVector3){ 1, 2, 3 };
	joint.solver_priority = 4;
	joint.disables_collisions = true;
	JointSettings settings = mk_joint_translate(&joint);
	assert_int_equal(settings.kind, JOINT_DISTANCE);
	check_near(settings.axes[JOINT_ALONG_X].upper, 3, 0);
	check_vec3(settings.frames[1].position, vec3(1, 2, 3), 0);
	assert_int_equal(settings.priority, 4);
	assert_true(settings.ignores_contacts);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pin_parameters),
		cmocka_unit_test(hinge_parameters),
		cmocka_unit_test(whole_turn_is_no_limit),
		cmocka_unit_test(slider_parameters),
		cmocka_unit_test(cone_twist_parameters),
		cmocka_unit_test(generic_linear_parameters),
		cmocka_unit_test(generic_angular_parameters),
		cmocka_unit_test(any_finite_numbers_make_usable_settings),
		cmocka_unit_test(frames_priority_and_collisions_go_through),
		cmocka_unit_test(settings_that_godot_has_no_type_for_go_through),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
