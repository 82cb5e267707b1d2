// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Laws of rotations on random quaternions and vectors.
#include "math/quat.h"

#include "support/check.h"
#include "support/property.h"
#include "support/random.h"

static const Real tolerance = 16 * MK_EPSILON;

static void rotation_preserves_products(Rng *rng) {
	Quat q = random_quat(rng);
	Vec3 a = random_unit(rng);
	Vec3 b = random_unit(rng);
	Vec3 turned_a = quat_rotate(q, a);
	Vec3 turned_b = quat_rotate(q, b);
	check_near(vec3_length(turned_a), 1, tolerance);
	check_near(vec3_dot(turned_a, turned_b), vec3_dot(a, b), tolerance);
	check_vec3(vec3_cross(turned_a, turned_b), quat_rotate(q, vec3_cross(a, b)), tolerance);
	check_vec3(quat_rotate_inverse(q, turned_a), a, tolerance);
}

static void product_is_composition(Rng *rng) {
	Quat a = random_quat(rng);
	Quat b = random_quat(rng);
	Vec3 v = random_unit(rng);
	Quat ab = quat_multiply(a, b);
	check_vec3(quat_rotate(ab, v), quat_rotate(a, quat_rotate(b, v)), tolerance);
	check_mat3(quat_to_mat3(ab), mat3_multiply(quat_to_mat3(a), quat_to_mat3(b)), tolerance);
	check_quat(mk_quat_from_mat3(quat_to_mat3(a)), a, tolerance);
}

static void exponential_and_logarithm_are_inverse(Rng *rng) {
	Real angle = random_real(rng, 0, 3.1415);
	if (rng_below(rng, 2)) angle = random_size(rng, -10, 0);
	Vec3 v = vec3_scale(random_unit(rng), angle);
	Vec3 back = mk_quat_to_rotation_vector(mk_quat_from_rotation_vector(v));
	check_vec3(back, v, tolerance * angle);
}

static void integration_adds_along_the_axis(Rng *rng) {
	// about one axis, steps add up however they are cut
	Quat q = random_quat(rng);
	Vec3 axis = random_unit(rng);
	Vec3 velocity = vec3_scale(axis, random_real(rng, 0, 30));
	Real dt = random_real(rng, 0, 0.1);
	Quat twice = quat_integrate(quat_integrate(q, velocity, dt), velocity, dt);
	check_quat(quat_integrate(q, velocity, 2 * dt), twice, tolerance);
}

static void integration_has_the_right_derivative(Rng *rng) {
	// over a short time a point of the body moves by omega x r
	Quat q = random_quat(rng);
	Vec3 velocity = random_vec3(rng, 1);
	Vec3 arm = random_unit(rng);
	Real dt = (Real)1e-3;
	Vec3 before = quat_rotate(q, arm);
	Vec3 after = quat_rotate(quat_integrate(q, velocity, dt), arm);
	Vec3 moved = vec3_sub(after, before);
	Vec3 expected = vec3_scale(vec3_cross(velocity, before), dt);
	// the second order term is at most |omega|^2 dt^2 / 2, |omega|^2 <= 3
	check_vec3(moved, expected, (Real)1.5 * dt * dt + tolerance);
}

static void between_is_the_smallest_rotation(Rng *rng) {
	Vec3 from = random_unit(rng);
	Vec3 to = random_unit(rng);
	if (rng_below(rng, 2)) {
		Vec3 nudge = random_sized(rng, -12, -1);
		to = vec3_normalize(vec3_add(rng_below(rng, 2) ? from : vec3_negate(from), nudge));
	}
	Quat q = mk_quat_between(from, to);
	assert_true(quat_is_unit(q));
	check_vec3(quat_rotate(q, from), to, tolerance);
	// smallest: the axis is perpendicular to both
	check_near(vec3_dot(quat_vector(q), from), 0, tolerance);
	check_near(vec3_dot(quat_vector(q), to), 0, tolerance);
}

static void slerp_moves_at_constant_speed(Rng *rng) {
	Quat a = random_quat(rng);
	Quat b = random_quat(rng);
	Real t = random_real(rng, 0, 1);
	Real whole = vec3_length(quat_difference(a, b));
	// near a half turn both ways are short
	if (whole > (Real)3.1) return;
	Real part = vec3_length(quat_difference(a, mk_quat_slerp(a, b, t)));
	check_near(part, t * whole, 4 * tolerance);
	// nlerp takes the same way, at a speed that differs
	Vec3 end = quat_difference(a, b);
	Vec3 other = quat_difference(a, quat_nlerp(a, b, t));
	check_near(vec3_length(vec3_cross(end, other)), 0, 64 * tolerance);
}

static void rotations_are_rigid(void **state) {
	(void)state;
	for_all(rotation_preserves_products, 20000, 51);
	for_all(product_is_composition, 20000, 52);
}

static void rotation_vectors_and_quaternions_agree(void **state) {
	(void)state;
	for_all(exponential_and_logarithm_are_inverse, 20000, 53);
}

static void integration_follows_angular_velocity(void **state) {
	(void)state;
	for_all(integration_adds_along_the_axis, 20000, 54);
	for_all(integration_has_the_right_derivative, 20000, 55);
}

static void between_and_slerp_take_the_short_way(void **state) {
	(void)state;
	for_all(between_is_the_smallest_rotation, 20000, 56);
	for_all(slerp_moves_at_constant_speed, 20000, 57);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rotations_are_rigid),
		cmocka_unit_test(rotation_vectors_and_quaternions_agree),
		cmocka_unit_test(integration_follows_angular_velocity),
		cmocka_unit_test(between_and_slerp_take_the_short_way),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
