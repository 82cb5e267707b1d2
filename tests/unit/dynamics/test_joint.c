// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Parts of joints: settings that are refused, and the axes of angles against finite differences.
#include "dynamics/joint_part.h"
#include "math/trig.h"
#include "support/angle_probe.h"
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

// An angle and the axis whose product with the relative spin is its rate.
typedef struct Angle {
	double value;
	double axis[3];
} Angle;

static void set_lane(float rows[4][MK_BUNDLE_LANES], uint32_t lane, Quat q) {
	rows[0][lane] = (float)q.x;
	rows[1][lane] = (float)q.y;
	rows[2][lane] = (float)q.z;
	rows[3][lane] = (float)q.w;
}

// In one of the lanes; the others hold something else.
static Angle measure(Quat a, Quat b, JointMeasure which) {
	AngleProbe probe = { 0 };
	const uint32_t lane = 5;
	for (uint32_t i = 0; i < MK_BUNDLE_LANES; i++) {
		set_lane(probe.a, i, i == lane ? a : quat_identity());
		set_lane(probe.b, i, i == lane ? b : quat(0, (Real)0.6, 0, (Real)0.8));
	}
	mk_angle_probe_4(&probe, which);
	return (Angle){ (double)probe.values[lane],
		{ (double)probe.axes.x[lane], (double)probe.axes.y[lane], (double)probe.axes.z[lane] } };
}

// The rate of an angle is its axis times the spin of B less that of A, for any spins.
static void check_rate(JointMeasure which, Rng *rng) {
	const Real step = (Real)4e-3;
	Quat a = random_quat(rng);
	Vec3 lean = random_unit(rng);
	lean = vec3_scale(lean, random_real(rng, 0.3, 1.8));
	Quat b = quat_multiply(a, mk_quat_from_rotation_vector(lean));
	Vec3 spin_a = random_unit(rng);
	Vec3 spin_b = random_unit(rng);
	Angle before = measure(
			quat_integrate(a, spin_a, -step), quat_integrate(b, spin_b, -step), which);
	Angle after = measure(quat_integrate(a, spin_a, step), quat_integrate(b, spin_b, step), which);
	double rate = (after.value - before.value) / (2 * (double)step);
	Angle now = measure(a, b, which);
	Vec3 spin = vec3_sub(spin_b, spin_a);
	double product = now.axis[0] * (double)spin.x + now.axis[1] * (double)spin.y +
			now.axis[2] * (double)spin.z;
	// angles are floats, their rounding divided by the step 5e-5; the step squared does the rest
	check_near(product, rate, 1e-2);
}

static void axes_of_angles_are_their_rates(void **state) {
	(void)state;
	Rng rng = { 17 };
	for (int i = 0; i < 150; i++)
		for (int which = JOINT_TWIST_X; which < JOINT_MEASURE_COUNT; which++)
			check_rate((JointMeasure)which, &rng);
}

static void angles_of_single_turns_are_exact(void **state) {
	(void)state;
	static const JointMeasure twists[3] = { JOINT_TWIST_X, JOINT_TWIST_Y, JOINT_TWIST_Z };
	static const JointMeasure swings[3] = { JOINT_TWIST_X, JOINT_SWING_Y, JOINT_SWING_Z };
	for (int axis = 0; axis < 3; axis++) {
		Quat b = quat_from_axis_angle(vec3_axis(axis), (Real)0.7);
		check_near(measure(quat_identity(), b, twists[axis]).value, 0.7, 1e-6);
		check_near(measure(quat_identity(), b, swings[axis]).value, 0.7, 1e-6);
		check_near(measure(quat_identity(), b, JOINT_LEAN).value, axis == 0 ? 0 : 0.7, 1e-6);
	}
}

static void check_angles(const AngleProbe *probe) {
	for (uint32_t i = 0; i < MK_BUNDLE_LANES; i++) {
		double exact = mk_atan2((double)probe->y[i], (double)probe->x[i]);
		// 3 units in the last place of a float
		check_near(probe->angles[i], exact, 3 * 1.2e-7 * fabs(exact));
	}
}

static void arc_tangents_are_as_exact_as_floats(void **state) {
	(void)state;
	Rng rng = { 3 };
	AngleProbe probe = { 0 };
	mk_angle_probe_4(&probe, JOINT_LEAN);
	assert_true(probe.angles[0] == 0);
	for (int i = 0; i < 2000; i++) {
		for (uint32_t lane = 0; lane < MK_BUNDLE_LANES; lane++) {
			probe.x[lane] = (float)rng_range(&rng, -1, 1);
			probe.y[lane] = (float)rng_range(&rng, -1, 1) * (lane % 2 == 0 ? 1 : 1e-3f);
		}
		mk_angle_probe_4(&probe, JOINT_LEAN);
		check_angles(&probe);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(defaults_are_usable),
		cmocka_unit_test(wrong_numbers_have_a_sentence_each),
		cmocka_unit_test(softness_of_no_stiffness_is_nothing),
		cmocka_unit_test(axes_of_angles_are_their_rates),
		cmocka_unit_test(angles_of_single_turns_are_exact),
		cmocka_unit_test(arc_tangents_are_as_exact_as_floats),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
