// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Parts of joints: settings that are refused, and the axes of angles against finite differences.
#include "dynamics/joint_part.h"
#include "support/check.h"
#include "support/random.h"

static void defaults_are_usable(void **state) {
	(void)state;
	for (int i = 0; i < JOINT_KIND_COUNT; i++) {
		JointSettings settings = mk_joint_settings((JointKind)i);
		assert_null(mk_joint_find_problem(&settings));
		assert_string_not_equal(mk_joint_ops((JointKind)i)->name, "");
	}
}

static void check_refused(const JointSettings *settings, const char *words) {
	const char *problem = mk_joint_find_problem(settings);
	assert_non_null(problem);
	assert_non_null(strstr(problem, words));
}

static void wrong_numbers_have_a_sentence_each(void **state) {
	(void)state;
	const JointSettings fine = mk_joint_settings(JOINT_GENERIC);
	const Real not_a_number = (Real)NAN;
	JointSettings s = fine;
	s.kind = (JointKind)99;
	check_refused(&s, "no known kind");
	s = fine;
	s.frames[1].position.z = not_a_number;
	check_refused(&s, "frame");
	s = fine;
	s.angular.damping_ratio = -1;
	check_refused(&s, "negative stiffness");
	s = fine;
	s.break_torque = not_a_number;
	check_refused(&s, "break");
	const struct {
		size_t offset;
		Real value;
		const char *words;
	} cases[] = {
		{ offsetof(JointAxis, lower), not_a_number, "limit" },
		{ offsetof(JointAxis, upper), not_a_number, "limit" },
		{ offsetof(JointAxis, hold.frequency), -1, "limit" },
		{ offsetof(JointAxis, soft_zone), -1, "soft zone" },
		{ offsetof(JointAxis, bounce), 2, "bounce" },
		{ offsetof(JointAxis, brake), -1, "brake" },
		{ offsetof(JointAxis, motor_speed), MK_INFINITY, "speed" },
		{ offsetof(JointAxis, motor_force), -1, "motor" },
		{ offsetof(JointAxis, motor_impulse), not_a_number, "motor" },
		{ offsetof(JointAxis, stiffness), MK_INFINITY, "spring" },
		{ offsetof(JointAxis, damping), -1, "spring" },
		{ offsetof(JointAxis, equilibrium), not_a_number, "spring" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		s = fine;
		memcpy((char *)(s.axes + 4) + cases[i].offset, &cases[i].value, sizeof(Real));
		check_refused(&s, cases[i].words);
	}
	s = fine;
	s.axes[0].has_limit = true;
	s.axes[0].lower = s.axes[0].upper = MK_INFINITY;
	check_refused(&s, "infinite");
}

static void softness_of_no_stiffness_is_nothing(void **state) {
	(void)state;
	const JointHold none = { 0, 1, 1, 1 };
	Softness softness = mk_joint_softness(&none, (Real)1 / 240);
	check_near(softness.mass_scale, 0, 0);
	check_near(softness.impulse_scale, 1, 0);
	// what is stiffer than the sub-steps can tell is as stiff as they can
	const JointHold stiff = { 1000, 1, 1, 1 };
	const JointHold rigid = { 60, 1, 1, 1 };
	check_near(mk_joint_softness(&stiff, (Real)1 / 240).bias_rate,
			mk_joint_softness(&rigid, (Real)1 / 240).bias_rate, 0);
}

typedef JointAngle AngleOf(const JointTurn *turn, int axis);

static JointTurn turn_from(Quat a, Quat b) {
	JointTurn turn = { a, b, quat_multiply(quat_conjugate(a), b) };
	if (turn.q.w < 0) turn.q = quat_negate(turn.q);
	return turn;
}

// The rate of an angle is its axis times the spin of B less that of A, for any spins.
static void check_rate(AngleOf *angle_of, int axis, Rng *rng) {
	const Real step = pick_tolerance((Real)2e-3, (Real)1e-5);
	Quat a = random_quat(rng);
	Vec3 lean = random_unit(rng);
	lean = vec3_scale(lean, random_real(rng, 0.3, 1.8));
	Quat b = quat_multiply(a, mk_quat_from_rotation_vector(lean));
	Vec3 spin_a = random_unit(rng);
	Vec3 spin_b = random_unit(rng);
	JointTurn before = turn_from(
			quat_integrate(a, spin_a, -step), quat_integrate(b, spin_b, -step));
	JointTurn after = turn_from(quat_integrate(a, spin_a, step), quat_integrate(b, spin_b, step));
	Real rate = (angle_of(&after, axis).value - angle_of(&before, axis).value) / (2 * step);
	JointTurn now = turn_from(a, b);
	check_near(vec3_dot(angle_of(&now, axis).axis, vec3_sub(spin_b, spin_a)), rate,
			pick_tolerance(1e-2, 1e-6));
}

static void axes_of_angles_are_their_rates(void **state) {
	(void)state;
	Rng rng = { 17 };
	for (int i = 0; i < 300; i++) {
		check_rate(mk_joint_twist, i % 3, &rng);
		check_rate(mk_joint_swing, i % 2, &rng);
		check_rate(mk_joint_lean, i % 3, &rng);
	}
}

static void angles_of_single_turns_are_exact(void **state) {
	(void)state;
	for (int axis = 0; axis < 3; axis++) {
		Quat b = quat_from_axis_angle(vec3_axis(axis), (Real)0.7);
		JointTurn turn = turn_from(quat_identity(), b);
		check_near(mk_joint_twist(&turn, axis).value, 0.7, 1e-6);
		check_near(mk_joint_lean(&turn, (axis + 1) % 3).value, 0.7, 1e-6);
		if (axis > 0) check_near(mk_joint_swing(&turn, axis - 1).value, 0.7, 1e-6);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(defaults_are_usable),
		cmocka_unit_test(wrong_numbers_have_a_sentence_each),
		cmocka_unit_test(softness_of_no_stiffness_is_nothing),
		cmocka_unit_test(axes_of_angles_are_their_rates),
		cmocka_unit_test(angles_of_single_turns_are_exact),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
