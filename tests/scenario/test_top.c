// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A T-handle that spins about its stem, the axis of its middle moment, turns over again and again
// (Dzhanibekov's effect), in a world as anything else.
#include "shape/compound.h"
#include "shape/convex.h"
#include "support/check.h"
#include "support/momentum.h"
#include "support/world_make.h"

#include <math.h>

// A bar along x on a stem along y.
static Shape *make_handle(void) {
	Shape *bar = mk_box_create(vec3((Real)0.5, (Real)0.06, (Real)0.06), NULL);
	Shape *stem = mk_box_create(vec3((Real)0.06, (Real)0.3, (Real)0.06), NULL);
	CompoundChild children[2] = { { bar, affine_identity() }, { stem, affine_identity() } };
	children[1].pose.origin.y = (Real)-0.36;
	Shape *handle = mk_compound_create(children, 2, NULL);
	mk_shape_release(bar);
	mk_shape_release(stem);
	return handle;
}

// The spin in the axes of the body: I w' = I w x w.
typedef struct Spin {
	double w[3]; // rad/s
} Spin;

static Spin spin_rate(Spin s, const double m[3]) {
	return (Spin){ { (m[1] - m[2]) / m[0] * s.w[1] * s.w[2], (m[2] - m[0]) / m[1] * s.w[2] * s.w[0],
			(m[0] - m[1]) / m[2] * s.w[0] * s.w[1] } };
}

static Spin spin_add(Spin s, Spin rate, double h) {
	for (int i = 0; i < 3; i++)
		s.w[i] += h * rate.w[i];
	return s;
}

// Returns when the spin about y first changes its sign, s: classical Runge-Kutta, steps of 1 ms.
static double first_flip(Spin s, const double m[3]) {
	const double h = 0.001;
	int steps = 0;
	for (; s.w[1] > 0; steps++) {
		Spin k1 = spin_rate(s, m);
		Spin k2 = spin_rate(spin_add(s, k1, h / 2), m);
		Spin k3 = spin_rate(spin_add(s, k2, h / 2), m);
		Spin k4 = spin_rate(spin_add(s, k3, h), m);
		s = spin_add(s, k1, h / 6);
		s = spin_add(s, k2, h / 3);
		s = spin_add(s, k3, h / 3);
		s = spin_add(s, k4, h / 6);
	}
	return h * steps;
}

static MadeBody *make_spinning_handle(WorldMake *make) {
	make->gravity = vec3_zero();
	MadeBody *made = make_body(make, BODY_RIGID, make_handle(), transform_identity(), 1000);
	Vec3 m = made->body.moments;
	assert_true(m.x < m.y && m.y < m.z);
	mk_body_set_angular_velocity(&made->body, vec3((Real)0.02, 6, 0));
	return made;
}

static void spinning_handle_flips_and_keeps_its_energy(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	MadeBody *made = make_spinning_handle(make);
	Vec3 center = body_center(&made->body);
	Carried first = { 0 };
	carried_add(&first, &made->body);
	int flips = 0;
	bool is_up = true;
	for (int i = 0; i < 3600; i++) {
		world_make_run(make, 1);
		Carried now = { 0 };
		carried_add(&now, &made->body);
		check_near(now.energy, first.energy, 0.01 * first.energy);
		for (int k = 0; k < 3; k++)
			check_near(now.angular[k], first.angular[k], 0.005 * first.angular[1]);
		check_vec3(vec3_add(made->body.pose.origin, body_center(&made->body)), center, 1e-4);
		Real side = quat_rotate(made->body.rotation, vec3(0, 1, 0)).y;
		if (is_up ? side > (Real)-0.9 : side < (Real)0.9) continue;
		is_up = !is_up;
		flips++;
	}
	// one in 7 s
	assert_true(flips >= 8 && flips <= 10);
	world_make_free(make);
}

static void first_flip_comes_when_the_equations_say(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	MadeBody *made = make_spinning_handle(make);
	Vec3 m = made->body.moments;
	const double moments[3] = { (double)m.x, (double)m.y, (double)m.z };
	double expected = first_flip((Spin){ { 0.02, 6, 0 } }, moments);
	int steps = 0;
	for (; steps < 3600; steps++) {
		if (quat_rotate_inverse(made->body.rotation, made->body.angular_velocity).y < 0) break;
		world_make_run(make, 1);
	}
	// seen at the end of a step, and the spin is that of its middle or end
	check_near(steps / 60.0, expected, 2.0 / 60);
	world_make_free(make);
}

static void rotation_stays_a_unit_quaternion(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	MadeBody *made = make_spinning_handle(make);
	for (int i = 0; i < 3600; i++) {
		world_make_run(make, 1);
		Quat q = made->body.rotation;
		// some roundings of a sum of four squares, whatever came before
		check_near(quat_dot(q, q), 1, pick_tolerance(8e-7, 2e-15));
	}
	world_make_free(make);
}

// A joint makes it the solver's own kernel that turns a body.
static void pin(WorldMake *make, MadeBody *made, Vec3 place) {
	made->body.can_sleep = false;
	make_joint_at(make, mk_joint_settings(JOINT_PIN), made, NULL, place);
}

// Of motion and of height, J.
static double energy_of(const MadeBody *made, double gravity) {
	Carried now = { 0 };
	carried_add(&now, &made->body);
	return now.energy + (double)made->body.mass * gravity * (double)made->body.pose.origin.y;
}

// Returns how fast a disc on a stick of no weight goes round the other end of that, as a part of
// m g r / (I w), I being about its axis, which lies flat: in two seconds, and it wins nothing.
static double precession_of_top(double spin) {
	WorldMake *make = world_make(1);
	const double arm = 0.1;
	const double gravity = 9.8;
	// the axis of a cylinder is y, laid along x
	Quat lying = quat_from_axis_angle(vec3(0, 0, 1), -MK_PI / 2);
	Shape *disc = mk_cylinder_create((Real)0.1, (Real)0.02, NULL);
	Transform pose = { lying, vec3((Real)arm, 0, 0) };
	MadeBody *top = make_body(make, BODY_RIGID, disc, pose, 1000);
	pin(make, top, vec3_zero());
	double inertia = (double)vec3_max_element(top->body.moments);
	double expected = (double)top->body.mass * gravity * arm / (inertia * spin);
	// it begins as it goes on, without nodding
	mk_body_set_angular_velocity(&top->body, vec3((Real)spin, (Real)expected, 0));
	mk_body_set_linear_velocity(&top->body, vec3(0, 0, (Real)(-expected * arm)));
	double first = energy_of(top, gravity);
	double turned = 0;
	double last = 0;
	for (int i = 0; i < 120; i++) {
		world_make_run(make, 1);
		Vec3 at = top->body.pose.origin;
		double angle = atan2((double)-at.z, (double)at.x);
		turned += remainder(angle - last, 2 * 3.14159265358979);
		last = angle;
		assert_true(energy_of(top, gravity) < 1.001 * first);
	}
	world_make_free(make);
	return turned / 2 / expected;
}

static void top_on_a_pin_precesses_at_its_torque_over_its_momentum(void **state) {
	(void)state;
	check_near(precession_of_top(20), 1, 0.1);
	check_near(precession_of_top(40), 1, 0.05);
	check_near(precession_of_top(80), 1, 0.05);
	// a quarter of a radian in each sub-step
	check_near(precession_of_top(100), 1, 0.05);
}

// No axis of the handle is stable for long at such a spin, and none may win energy by it.
static void spinning_handle_on_a_pin_wins_no_energy_at_200_rad_s(void **state) {
	(void)state;
	for (int axis = 0; axis < 3; axis++) {
		WorldMake *make = world_make(1);
		MadeBody *made = make_spinning_handle(make);
		pin(make, made, vec3_add(made->body.pose.origin, body_center(&made->body)));
		Vec3 spin = vec3_splat(2);
		if (axis == 0) spin.x = 200;
		if (axis == 1) spin.y = 200;
		if (axis == 2) spin.z = 200;
		mk_body_set_angular_velocity(&made->body, spin);
		Carried first = { 0 };
		carried_add(&first, &made->body);
		for (int i = 0; i < 600; i++) {
			world_make_run(make, 1);
			assert_false(made->object.is_free);
			Carried now = { 0 };
			carried_add(&now, &made->body);
			assert_true(now.energy <= 1.001 * first.energy);
		}
		world_make_free(make);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(spinning_handle_flips_and_keeps_its_energy),
		cmocka_unit_test(first_flip_comes_when_the_equations_say),
		cmocka_unit_test(top_on_a_pin_precesses_at_its_torque_over_its_momentum),
		cmocka_unit_test(spinning_handle_on_a_pin_wins_no_energy_at_200_rad_s),
		cmocka_unit_test(rotation_stays_a_unit_quaternion),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
