// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Impulses between two bodies, and how impulse, momentum and energy belong together, for random
// masses, poses and points.
#include "dynamics/integrate.h"
#include "support/check.h"
#include "support/property.h"
#include "support/random.h"

enum { CASES = 2000 };

static Body random_body(Rng *rng) {
	Body body;
	mk_body_init(&body);
	body.mass = random_size(rng, -2, 2);
	body.moments.x = random_size(rng, -2, 2);
	body.moments.y = random_size(rng, -2, 2);
	body.moments.z = random_size(rng, -2, 2);
	body.local_center = random_vec3(rng, 1);
	mk_body_set_pose(&body, affine_from_transform(random_transform(rng, 5)));
	body.linear_velocity = random_vec3(rng, 3);
	body.angular_velocity = random_vec3(rng, 3);
	return body;
}

static Vec3 world_center(const Body *body) {
	return vec3_add(body->pose.origin, body_center(body));
}

static Vec3 momentum(const Body *body) { return vec3_scale(body->linear_velocity, body->mass); }

static Vec3 spin_momentum(const Body *body) {
	Vec3 local = quat_rotate_inverse(body->rotation, body->angular_velocity);
	return quat_rotate(body->rotation, vec3_multiply(body->moments, local));
}

// about the world's origin
static Vec3 angular_momentum(const Body *body) {
	return vec3_add(vec3_cross(world_center(body), momentum(body)), spin_momentum(body));
}

// How large the terms are in which rounding errors appear. A spin about the axis of a small moment
// is rounded relative to its own size, and then seen by the largest moment.
static double linear_size(const Body *body) {
	return (double)(body->mass * vec3_length(body->linear_velocity));
}

static double angular_size(const Body *body) {
	double arm = (double)vec3_length(world_center(body));
	double spin = (double)(vec3_max_element(body->moments) * vec3_length(body->angular_velocity));
	return arm * linear_size(body) + spin;
}

static void equal_and_opposite_impulses_keep_momentum(Rng *rng) {
	Body a = random_body(rng);
	Body b = random_body(rng);
	Vec3 point = random_vec3(rng, 5);
	Vec3 impulse = random_sized(rng, -2, 2);
	Vec3 linear = vec3_add(momentum(&a), momentum(&b));
	Vec3 angular = vec3_add(angular_momentum(&a), angular_momentum(&b));
	mk_body_apply_impulse(&a, impulse, vec3_sub(point, a.pose.origin));
	mk_body_apply_impulse(&b, vec3_negate(impulse), vec3_sub(point, b.pose.origin));
	// in units of epsilon: a rotation matrix from a quaternion is off by 8, the inertia has two of
	// them and two products (22), applying it adds 3, and measuring the momentum turns twice by the
	// quaternion (16); with rounding of the sums that is below 48, per axis
	double rounding = (double)(48 * MK_EPSILON);
	double linear_slack = (linear_size(&a) + linear_size(&b) + 1) * rounding;
	double angular_slack = (angular_size(&a) + angular_size(&b) + 1) * rounding;
	check_vec3(vec3_add(momentum(&a), momentum(&b)), linear, linear_slack);
	check_vec3(vec3_add(angular_momentum(&a), angular_momentum(&b)), angular, angular_slack);
}

static double energy(const Body *body) {
	return (double)(vec3_dot(body->linear_velocity, momentum(body)) +
				   vec3_dot(body->angular_velocity, spin_momentum(body))) /
			2;
}

// the work of an impulse is J . (mean of the point's velocity before and after)
static void impulse_changes_energy_by_its_work(Rng *rng) {
	Body body = random_body(rng);
	Vec3 offset = random_vec3(rng, 3);
	Vec3 impulse = random_sized(rng, -2, 1);
	double before = energy(&body);
	Vec3 velocity = body_velocity_at(&body, offset);
	mk_body_apply_impulse(&body, impulse, offset);
	velocity = vec3_add(velocity, body_velocity_at(&body, offset));
	double work = (double)vec3_dot(impulse, velocity) / 2;
	double after = energy(&body);
	double scale = before + after + fabs(work) + 1;
	check_near(after - before, work, scale * (double)(256 * MK_EPSILON));
}

static void a_step_of_free_flight_keeps_momentum(Rng *rng) {
	Body body = random_body(rng);
	Vec3 before = momentum(&body);
	Vec3 from = world_center(&body);
	Vec3 moved = vec3_scale(body.linear_velocity, (Real)1 / 60);
	assert_true(mk_body_step(&body, &(BodySurroundings){ 0 }, (Real)1 / 60));
	check_vec3(momentum(&body), before, 0);
	check_vec3(world_center(&body), vec3_add(from, moved), (double)(64 * MK_EPSILON));
}

// gravity moves every mass alike, a force by its mass
static void force_of_the_weight_acts_like_gravity(Rng *rng) {
	Body falling = random_body(rng);
	Body pulled = falling;
	Vec3 gravity = random_vec3(rng, 20);
	BodySurroundings fall = { .gravity = gravity };
	assert_true(mk_body_step(&falling, &fall, (Real)1 / 60));
	mk_body_apply_force(&pulled, vec3_scale(gravity, pulled.mass), body_center(&pulled));
	assert_true(mk_body_step(&pulled, &(BodySurroundings){ 0 }, (Real)1 / 60));
	check_vec3(pulled.linear_velocity, falling.linear_velocity, (double)(32 * MK_EPSILON));
	check_vec3(pulled.angular_velocity, falling.angular_velocity, 0);
}

static void impulses_between_two_bodies_keep_momentum(void **state) {
	(void)state;
	for_all(equal_and_opposite_impulses_keep_momentum, CASES, 1);
}

static void impulses_do_work(void **state) {
	(void)state;
	for_all(impulse_changes_energy_by_its_work, CASES, 2);
}

static void free_flight_keeps_momentum(void **state) {
	(void)state;
	for_all(a_step_of_free_flight_keeps_momentum, CASES, 3);
}

static void weight_is_a_force(void **state) {
	(void)state;
	for_all(force_of_the_weight_acts_like_gravity, CASES, 4);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(impulses_between_two_bodies_keep_momentum),
		cmocka_unit_test(impulses_do_work),
		cmocka_unit_test(free_flight_keeps_momentum),
		cmocka_unit_test(weight_is_a_force),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
