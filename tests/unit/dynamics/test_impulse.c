// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Blows between two bodies with numbers worked out by hand, in double to 1e-12. Every test of two
// free bodies also counts their momentum and angular momentum.
#include "dynamics/impulse.h"

#include "support/check.h"

// the largest numbers are about 10; a few roundings of each
static const double slack = pick_tolerance(4e-6, 1e-12);

typedef struct Pair {
	Body a;
	Body b;
	ImpulseContact contact; // at the world's origin
} Pair;

// A body with equal moments whose arm to the world's origin is given.
static Body make_body(Real mass, Real moment, Vec3 arm) {
	Body body;
	mk_body_init(&body);
	body.mass = mass;
	body.moments = vec3_splat(moment);
	mk_body_set_pose(&body, (Affine){ mat3_identity(), vec3_negate(arm) });
	return body;
}

// Two kilograms of which one flies head-on at the other, at 2 m/s.
static Pair make_central(Real restitution) {
	Pair pair = {
		.a = make_body(1, 1, vec3(-1, 0, 0)),
		.b = make_body(1, 1, vec3(1, 0, 0)),
		.contact = { .normal = { 1, 0, 0 }, .restitution = restitution },
	};
	pair.a.linear_velocity = vec3(-2, 0, 0);
	return pair;
}

// Two spinning bodies that meet beside their centres.
static Pair make_eccentric(Real restitution) {
	Pair pair = {
		.a = make_body(2, 0.5, vec3(-0.5, 0.25, 0)),
		.b = make_body(1, 0.25, vec3(0.5, 0.5, 0)),
		.contact = { .normal = { 1, 0, 0 }, .restitution = restitution },
	};
	pair.a.linear_velocity = vec3(-3, 0, 0);
	pair.a.angular_velocity = vec3(0, 0, 1);
	pair.b.linear_velocity = vec3(1, 0, 0);
	pair.b.angular_velocity = vec3(0, 0, -1);
	return pair;
}

static Vec3 momentum(const Body *body) { return vec3_scale(body->linear_velocity, body->mass); }

static Vec3 spin_momentum(const Body *body) {
	Quat axes = body_principal_axes(body);
	Vec3 local = quat_rotate_inverse(axes, body->angular_velocity);
	return quat_rotate(axes, vec3_multiply(body->moments, local));
}

// about the world's origin, where the bodies meet
static Vec3 angular_momentum(const Body *body) {
	Vec3 center = vec3_add(body->pose.origin, body_center(body));
	return vec3_add(vec3_cross(center, momentum(body)), spin_momentum(body));
}

static double energy(const Body *body) {
	Real linear = vec3_dot(body->linear_velocity, momentum(body));
	return (double)(linear + vec3_dot(body->angular_velocity, spin_momentum(body))) / 2;
}

static double pair_energy(const Pair *pair) { return energy(&pair->a) + energy(&pair->b); }

// Resolves a pair of free bodies; whatever the blow, these laws hold.
static Impulse resolve(Pair *pair) {
	Vec3 linear = vec3_add(momentum(&pair->a), momentum(&pair->b));
	Vec3 angular = vec3_add(angular_momentum(&pair->a), angular_momentum(&pair->b));
	double before = pair_energy(pair);
	Impulse blow = mk_impulse_resolve(&pair->a, &pair->b, &pair->contact);
	check_vec3(vec3_add(momentum(&pair->a), momentum(&pair->b)), linear, slack);
	check_vec3(vec3_add(angular_momentum(&pair->a), angular_momentum(&pair->b)), angular, slack);
	double e = (double)pair->contact.restitution;
	double speed = (double)blow.speed;
	double loss = (1 - e * e) * speed * speed / (2 * (double)blow.mobility);
	check_near(pair_energy(pair), before - loss, slack);
	Impulse after = mk_impulse_between(&pair->a, &pair->b, &pair->contact);
	check_near(after.speed, -e * speed, slack);
	return blow;
}

static void central_blow_shares_the_speed_by_restitution(void **state) {
	(void)state;
	static const struct {
		Real restitution;
		Real size;
		Real a;
		Real b;
	} rows[] = { { 1, 2, 0, -2 }, { 0.5, 1.5, -0.5, -1.5 }, { 0, 1, -1, -1 } };
	for (int i = 0; i < 3; i++) {
		Pair pair = make_central(rows[i].restitution);
		Impulse blow = resolve(&pair);
		check_near(blow.speed, -2, slack);
		check_near(blow.mobility, 2, slack);
		check_near(blow.size, rows[i].size, slack);
		check_vec3(pair.a.linear_velocity, vec3(rows[i].a, 0, 0), slack);
		check_vec3(pair.b.linear_velocity, vec3(rows[i].b, 0, 0), slack);
		check_vec3(pair.a.angular_velocity, vec3_zero(), 0);
		check_vec3(pair.b.angular_velocity, vec3_zero(), 0);
	}
}

static void cube_that_meets_the_floor_with_an_edge_starts_to_turn(void **state) {
	(void)state;
	Body cube = make_body(1, (Real)1 / 6, vec3(0.5, -0.5, 0));
	Body floor = make_body(1, 1, vec3_zero());
	mk_body_set_mode(&floor, BODY_STATIC);
	cube.linear_velocity = vec3(0, -1, 0);
	ImpulseContact contact = { .normal = { 0, 1, 0 }, .restitution = 0.5 };
	Impulse blow = mk_impulse_resolve(&cube, &floor, &contact);
	check_near(blow.mobility, 2.5, slack);
	check_near(blow.size, 0.6, slack);
	check_vec3(cube.linear_velocity, vec3(0, (Real)-0.4, 0), slack);
	check_vec3(cube.angular_velocity, vec3(0, 0, (Real)1.8), slack);
	check_near(energy(&cube), 0.35, slack);
	check_vec3(floor.linear_velocity, vec3_zero(), 0);
	check_vec3(floor.angular_velocity, vec3_zero(), 0);
}

static void eccentric_blow_turns_both_bodies(void **state) {
	(void)state;
	Pair pair = make_eccentric((Real)0.8);
	check_near(pair_energy(&pair), 9.875, slack);
	Impulse blow = resolve(&pair);
	// 1.8 * 4.75 / 2.625 = 22.8 / 7, and all that follows is sevenths too
	check_near(blow.speed, -4.75, slack);
	check_near(blow.mobility, 2.625, slack);
	check_near(blow.size, 22.8 / 7, slack);
	check_vec3(pair.a.linear_velocity, vec3((Real)(-9.6 / 7), 0, 0), slack);
	check_vec3(pair.a.angular_velocity, vec3(0, 0, (Real)(-4.4 / 7)), slack);
	check_vec3(pair.b.linear_velocity, vec3((Real)(-15.8 / 7), 0, 0), slack);
	check_vec3(pair.b.angular_velocity, vec3(0, 0, (Real)(38.6 / 7)), slack);
	Vec3 angular = vec3_add(angular_momentum(&pair.a), angular_momentum(&pair.b));
	check_vec3(angular, vec3(0, 0, -0.75), slack);
	check_near(pair_energy(&pair), 58.295 / 7, slack);
}

static void restitution_of_one_keeps_the_energy(void **state) {
	(void)state;
	Pair pair = make_eccentric(1);
	resolve(&pair);
	check_near(pair_energy(&pair), 9.875, slack);
}

static void restitution_of_zero_leaves_no_speed_along_the_normal(void **state) {
	(void)state;
	Pair pair = make_eccentric(0);
	resolve(&pair);
	Impulse again = mk_impulse_between(&pair.a, &pair.b, &pair.contact);
	check_near(again.speed, 0, slack);
	check_near(pair_energy(&pair), 9.875 - 4.75 * 4.75 / 5.25, slack);
}

// other axes, an offset centre of mass, moments that all differ: the laws in resolve() are the test
static void turned_bodies_with_offset_centres_keep_the_laws(void **state) {
	(void)state;
	Pair pair = make_eccentric((Real)0.3);
	pair.a.moments = vec3(1, 2, (Real)2.5);
	pair.a.principal = quat_normalize(quat(1, 2, 3, 4));
	pair.a.local_center = vec3(0.25, -0.5, 0.125);
	mk_body_set_pose(&pair.a,
			affine_from_transform((Transform){
					quat_normalize(quat(-1, 1, 2, 3)), vec3((Real)0.7, (Real)0.2, (Real)-0.4) }));
	pair.contact.normal = vec3_normalize(vec3(2, 1, -1));
	Impulse blow = resolve(&pair);
	assert_true(blow.size > 1);
}

static bool moves_the_same(const Body *a, const Body *b) {
	return vec3_equals(a->linear_velocity, b->linear_velocity) &&
			vec3_equals(a->angular_velocity, b->angular_velocity) &&
			a->is_sleeping == b->is_sleeping;
}

static void check_untouched(Pair *pair) {
	Pair before = *pair;
	Impulse blow = mk_impulse_resolve(&pair->a, &pair->b, &pair->contact);
	check_near(blow.size, 0, 0);
	assert_true(moves_the_same(&pair->a, &before.a));
	assert_true(moves_the_same(&pair->b, &before.b));
}

static void bodies_that_part_are_left_alone(void **state) {
	(void)state;
	Pair pair = make_central(1);
	pair.a.linear_velocity = vec3(2, 0, 0);
	pair.b.is_sleeping = true;
	check_untouched(&pair);
}

static void bodies_that_slide_along_each_other_are_left_alone(void **state) {
	(void)state;
	Pair pair = make_central(1);
	pair.a.linear_velocity = vec3(0, 3, -1);
	check_untouched(&pair);
}

static void bodies_that_nothing_moves_are_left_alone(void **state) {
	(void)state;
	Pair pair = make_central(1);
	mk_body_set_mode(&pair.a, BODY_KINEMATIC);
	mk_body_set_mode(&pair.b, BODY_STATIC);
	pair.a.linear_velocity = vec3(-2, 0, 0);
	check_untouched(&pair);
}

static void blow_wakes_a_sleeper(void **state) {
	(void)state;
	Pair pair = make_central(1);
	mk_body_sleep(&pair.b);
	resolve(&pair);
	assert_false(pair.b.is_sleeping);
}

static void order_of_the_bodies_does_not_matter(void **state) {
	(void)state;
	Pair one = make_eccentric((Real)0.8);
	Pair other = { .a = one.b, .b = one.a, .contact = one.contact };
	other.contact.normal = vec3(-1, 0, 0);
	resolve(&one);
	resolve(&other);
	assert_true(moves_the_same(&one.a, &other.b));
	assert_true(moves_the_same(&one.b, &other.a));
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(central_blow_shares_the_speed_by_restitution),
		cmocka_unit_test(cube_that_meets_the_floor_with_an_edge_starts_to_turn),
		cmocka_unit_test(eccentric_blow_turns_both_bodies),
		cmocka_unit_test(restitution_of_one_keeps_the_energy),
		cmocka_unit_test(restitution_of_zero_leaves_no_speed_along_the_normal),
		cmocka_unit_test(turned_bodies_with_offset_centres_keep_the_laws),
		cmocka_unit_test(bodies_that_part_are_left_alone),
		cmocka_unit_test(bodies_that_slide_along_each_other_are_left_alone),
		cmocka_unit_test(bodies_that_nothing_moves_are_left_alone),
		cmocka_unit_test(blow_wakes_a_sleeper),
		cmocka_unit_test(order_of_the_bodies_does_not_matter),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
