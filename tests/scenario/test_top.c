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

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(spinning_handle_flips_and_keeps_its_energy),
		cmocka_unit_test(first_flip_comes_when_the_equations_say),
		cmocka_unit_test(rotation_stays_a_unit_quaternion),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
