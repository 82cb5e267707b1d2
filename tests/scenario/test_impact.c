// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Impacts: what comes back, what is kept, what is lost. The law is v' = -e v for the speeds
// along the normal; with the reduced mass m of two bodies an impact through the centres
// costs m (1 - e^2) v^2 / 2.
#include "shape/convex.h"
#include "support/budget.h"
#include "support/check.h"
#include "support/momentum.h"
#include "support/rng.h"
#include "support/world_make.h"

#include <math.h>

static const Real half = (Real)0.5;

static void set_surface(WorldMake *make, MadeBody *made, Real friction, Real bounce) {
	made->object.friction = friction;
	made->object.bounce = bounce;
	mk_world_change(&make->world, &made->object, OBJECT_SURFACE_CHANGED);
}

// Returns how high over its rest a ball comes after its first impact, m.
static double height_after_bounce(Real bounce, double height, double dt) {
	WorldMake *make = world_make(1);
	make_floor(make);
	MadeBody *ball = make_ball(make, half, vec3(0, half + (Real)height, 0));
	set_surface(make, ball, (Real)0.6, bounce);
	while (ball->body.linear_velocity.y <= 0)
		mk_world_step(&make->world, (Real)dt);
	while (ball->body.linear_velocity.y > 0)
		mk_world_step(&make->world, (Real)dt);
	check_near(ball->body.pose.origin.x, 0, 1e-5);
	double top = (double)(ball->body.pose.origin.y - half);
	world_make_free(make);
	return top;
}

// What steps of finite length take from a fall and from a rise is made up for
// (contact_bounce_wide.c), also where a ball starts its step inside the floor. What is left:
// sub-steps in reach of the floor have another length than the step for which it is made up; and a
// ball that goes farther than its radius is put back to where it touched with the speed of the
// whole step, a step's worth of gravity in 17 m/s at 16 m.
static void check_bounce(Real bounce, double height, double dt) {
	double e = (double)bounce;
	double top = height_after_bounce(bounce, height, dt);
	check_near(top, e * e * height, (height > 12 ? 0.015 : 0.01) * e * e * height);
}

static void ball_bounces_to_the_square_of_its_bounce(void **state) {
	(void)state;
	const Real bounces[] = { (Real)0.3, half, (Real)0.7, (Real)0.9, 1 };
	// up to 30 cm in a step; the moment of impact is anywhere in it
	const double heights[] = { 1, 1.03, 2, 3.21, 5, 7.7, 10, 16 };
	for (int i = 0; i < 5; i++)
		for (int k = 0; k < 8; k++) {
			check_bounce(bounces[i], heights[k], 1.0 / 60);
			check_bounce(bounces[i], heights[k], 1.0 / 240);
		}
}

// A pair bounces by the sum of both; a negative bounce absorbs.
static void absorbent_surfaces_take_from_the_bounce_of_others(void **state) {
	(void)state;
	const double cases[][3] = { { 0.3, 0.4, 0.7 }, { -0.5, 0.8, 0.3 }, { 0.8, 0.9, 1 },
		{ -1, 0.5, 0 }, { 0.6, -0.1, 0.5 } };
	for (int i = 0; i < 5; i++) {
		WorldMake *make = world_make(1);
		make->gravity = vec3_zero();
		make_floor(make)->object.bounce = (Real)cases[i][0];
		MadeBody *ball = make_ball(make, half, vec3(0, 1, 0));
		ball->object.bounce = (Real)cases[i][1];
		mk_body_set_linear_velocity(&ball->body, vec3(0, -4, 0));
		world_make_run(make, 30);
		check_near(ball->body.linear_velocity.y, 4 * cases[i][2], 0.001);
		world_make_free(make);
	}
}

// Corners are solved one after the other: all of them feel the others until nothing turns.
static void boxes_that_meet_face_to_face_do_not_spin(void **state) {
	(void)state;
	const Vec3 sizes[] = { { half, half, half }, { half, (Real)0.4, (Real)0.3 },
		{ (Real)0.2, (Real)0.3, 1 } };
	for (int i = 0; i < 3; i++) {
		WorldMake *make = world_make(1);
		make->gravity = vec3_zero();
		MadeBody *a = make_box(make, vec3_splat(half), vec3_zero());
		MadeBody *b = make_box(make, sizes[i], vec3((Real)0.6 + sizes[i].x, 0, 0));
		mk_body_set_linear_velocity(&a->body, vec3(2, 0, 0));
		world_make_run(make, 60);
		double speed = (double)(2 * a->body.mass / (a->body.mass + b->body.mass));
		for (int k = 0; k < 2; k++) {
			const Body *body = k == 0 ? &a->body : &b->body;
			// sub-steps after the blow start with its impulse and take it back; of what is left of
			// it when points part, half a percent is in the speeds
			check_near(body->linear_velocity.x, speed, 0.005 * 2);
			// and as much in the spin, at a metre
			check_vec3(body->angular_velocity, vec3_zero(), 0.005 * 2);
		}
		world_make_free(make);
	}
}

static void ball_without_bounce_stays_on_the_floor(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make_floor(make);
	MadeBody *ball = make_ball(make, half, vec3(0, 5, 0));
	world_make_run(make, 60);
	for (int i = 0; i < 120; i++) {
		world_make_run(make, 1);
		check_near(ball->body.pose.origin.y, half, 0.005);
		check_near(ball->body.linear_velocity.y, 0, 0.05);
	}
	world_make_free(make);
}

static Carried carried(const WorldMake *make) {
	Carried sum = { 0 };
	for (uint32_t i = 0; i < make->count; i++)
		if (body_is_rigid(&make->bodies[i].body)) carried_add(&sum, &make->bodies[i].body);
	return sum;
}

// Two balls of different mass in a line, the speeds 3 m/s and -2 m/s.
static void meet_in_a_line(double e) {
	WorldMake *make = world_make(1);
	make->gravity = vec3_zero();
	MadeBody *a = make_ball(make, half, vec3(-2, 0, 0));
	MadeBody *b = make_ball(make, (Real)0.8, vec3(2, 0, 0));
	set_surface(make, a, 0, (Real)e);
	mk_body_set_linear_velocity(&a->body, vec3(3, 0, 0));
	mk_body_set_linear_velocity(&b->body, vec3(-2, 0, 0));
	a->body.can_sleep = b->body.can_sleep = false;
	Carried before = carried(make);
	world_make_run(make, 120);
	Carried after = carried(make);
	double m = (double)(a->body.mass * b->body.mass / (a->body.mass + b->body.mass));
	double rate = (double)(b->body.linear_velocity.x - a->body.linear_velocity.x);
	double loss = m * (1 - e * e) * 25 / 2;
	// the solver works in float: some ten roundings of the impulse, relative
	check_near(rate, 5 * e, 5 * 2e-6);
	check_near(before.energy - after.energy, loss, before.energy * 4e-6);
	check_near(after.linear[0], before.linear[0], before.energy * 1e-6);
	for (int i = 0; i < 3; i++)
		check_near(after.angular[i], before.angular[i], before.energy * 1e-6);
	world_make_free(make);
}

static void impact_through_the_centres_follows_the_law(void **state) {
	(void)state;
	const double bounces[] = { 0, 0.25, 0.5, 0.75, 1 };
	for (int i = 0; i < 5; i++)
		meet_in_a_line(bounces[i]);
}

static Vec3 random_within(Rng *rng, double size) {
	double x = rng_range(rng, -size, size);
	double y = rng_range(rng, -size, size);
	double z = rng_range(rng, -size, size);
	return vec3((Real)x, (Real)y, (Real)z);
}

static Shape *random_solid(Rng *rng, int which) {
	double a = rng_range(rng, 0.3, 0.6);
	double b = rng_range(rng, 0.3, 0.6);
	double c = rng_range(rng, 0.3, 0.6);
	if (which == 0) return mk_box_create(vec3((Real)a, (Real)b, (Real)c), NULL);
	if (which == 1) return mk_cylinder_create((Real)a, (Real)(2 * b), NULL);
	return mk_capsule_create((Real)a, (Real)(2 * a + b), NULL);
}

static MadeBody *throw_solid(WorldMake *make, Rng *rng, int which, double side) {
	Vec3 axis = vec3_normalize(vec3_add(random_within(rng, 1), vec3(0, 0, (Real)1.5)));
	Quat turn = quat_from_axis_angle(axis, (Real)rng_range(rng, -3, 3));
	Vec3 place = vec3_add(vec3((Real)(1.5 * side), 0, 0), random_within(rng, 0.2));
	Shape *shape = random_solid(rng, which);
	Real density = (Real)rng_range(rng, 200, 2000);
	MadeBody *made = make_body(make, BODY_RIGID, shape, (Transform){ turn, place }, density);
	Vec3 v = vec3_add(vec3((Real)(-3 * side), 0, 0), random_within(rng, 0.5));
	mk_body_set_linear_velocity(&made->body, v);
	mk_body_set_angular_velocity(&made->body, random_within(rng, 2));
	return made;
}

// What a body's pose has changed in a step of 1/60 s beyond its velocity: overlap is worked off by
// shifts that are no motion. In m and rad.
static double shift_of(const Body *before, const Body *after) {
	Vec3 way = vec3_sub(vec3_add(after->pose.origin, body_center(after)),
			vec3_add(before->pose.origin, body_center(before)));
	return (double)vec3_distance(way, vec3_scale(after->linear_velocity, (Real)1 / 60));
}

static double turn_of(const Body *before, const Body *after) {
	Quat q = quat_multiply(after->rotation, quat_conjugate(before->rotation));
	Vec3 turn = vec3_scale(vec3(q.x, q.y, q.z), q.w < 0 ? (Real)-2 : (Real)2);
	return (double)vec3_distance(turn, vec3_scale(after->angular_velocity, (Real)1 / 60));
}

// How much the angular momentum may change in such a step. Lever arms and inertia are those of
// its start while the bodies move on: the way against each other times the impulse, the moment
// times the change of spin times the turn. Shifts of what moves change it too. Free spin is
// right to the second order.
static double spin_slack(const Body *before, const Body *after) {
	double spin = (double)real_max(
			vec3_length(before->angular_velocity), vec3_length(after->angular_velocity));
	double change = (double)vec3_distance(before->angular_velocity, after->angular_velocity);
	double turn = spin / 60;
	double slack = change * turn + spin * turn * turn + spin * turn_of(before, after);
	return (double)vec3_max_element(before->moments) * slack;
}

static double angular_slack(const Body before[2], const Body *a, const Body *b) {
	Vec3 push = vec3_sub(a->linear_velocity, before[0].linear_velocity);
	Real speed = vec3_distance(a->linear_velocity, b->linear_velocity);
	speed = real_max(speed, vec3_distance(before[0].linear_velocity, before[1].linear_velocity));
	double way = (double)vec3_length(push) / 60 + shift_of(&before[0], a);
	double slack = (double)(speed * a->mass) * way;
	return slack + spin_slack(&before[0], a) + spin_slack(&before[1], b);
}

static void check_carried(const Carried *now, const Carried *last, double size, double slack) {
	for (int k = 0; k < 3; k++) {
		// rounding of two bodies' momentum in float
		check_near(now->linear[k], last->linear[k], 1e-6 * size);
		check_near(now->angular[k], last->angular[k], slack + 1e-6 * size);
	}
}

static void throw_two(Rng *rng, int which, double e) {
	WorldMake *make = world_make(1);
	make->gravity = vec3_zero();
	MadeBody *a = throw_solid(make, rng, which, -1);
	MadeBody *b = throw_solid(make, rng, (which + 1) % 3, 1);
	set_surface(make, a, (Real)0.6, (Real)e);
	Carried first = carried(make);
	double size = 3 * (double)(a->body.mass + b->body.mass);
	for (int i = 0; i < 90; i++) {
		Carried last = carried(make);
		Body before[2] = { a->body, b->body };
		world_make_run(make, 1);
		double slack = angular_slack(before, &a->body, &b->body);
		Carried now = carried(make);
		check_carried(&now, &last, size, slack);
		// spin has a tenth of it, which is right to the second order of a step's turn
		assert_true(now.energy < first.energy * (1 + 1e-4));
	}
	world_make_free(make);
}

static void two_bodies_keep_momentum_and_gain_no_energy(void **state) {
	(void)state;
	Rng rng = { 5 };
	for (int i = 0; i < pick_count(240, 60); i++)
		throw_two(&rng, i % 3, (double)(i % 6) * 0.2);
}

static void balls_that_meet_aside_keep_all_their_energy(void **state) {
	(void)state;
	for (int i = 0; i < 10; i++) {
		WorldMake *make = world_make(1);
		make->gravity = vec3_zero();
		MadeBody *a = make_ball(make, half, vec3(-2, (Real)i * (Real)0.1, 0));
		MadeBody *b = make_ball(make, half, vec3(2, 0, 0));
		a->body.can_sleep = b->body.can_sleep = false;
		set_surface(make, a, 0, 1);
		mk_body_set_linear_velocity(&a->body, vec3(4, 0, 0));
		Carried before = carried(make);
		world_make_run(make, 120);
		Carried after = carried(make);
		// as angular_slack says: a step's way at 4 m/s, times the impulse
		double impulse = (double)(b->body.mass * vec3_length(b->body.linear_velocity));
		check_carried(&after, &before, before.energy, 4.0 / 60 * impulse);
		check_near(after.energy, before.energy, 2e-6 * before.energy);
		// the one that was hit goes along the normal, up to the turn of the
		// normal in a step at 4 m/s
		Vec3 way = vec3_normalize(b->body.linear_velocity);
		check_near(way.y, -0.1 * i, 4.0 / 60);
		world_make_free(make);
	}
}

static void bodies_that_part_are_left_alone(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make->gravity = vec3_zero();
	// touching, and overlapping by less than is worked off
	for (int i = 0; i < 2; i++) {
		Real gap = (Real)i * (Real)-0.001;
		MadeBody *a = make_ball(make, half, vec3(0, (Real)(4 * i), 0));
		MadeBody *b = make_ball(make, half, vec3(1 + gap, (Real)(4 * i), 0));
		set_surface(make, a, (Real)0.6, 1);
		mk_body_set_linear_velocity(&a->body, vec3(-1, 0, 0));
		mk_body_set_linear_velocity(&b->body, vec3((Real)0.5, 0, 0));
	}
	world_make_run(make, 30);
	for (int i = 0; i < 2; i++) {
		check_vec3(make->bodies[2 * i].body.linear_velocity, vec3(-1, 0, 0), 0);
		check_vec3(make->bodies[2 * i + 1].body.linear_velocity, vec3(half, 0, 0), 0);
	}
	world_make_free(make);
}

static void overlap_is_worked_off_without_a_kick(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make->gravity = vec3_zero();
	MadeBody *a = make_ball(make, half, vec3((Real)-0.45, 0, 0));
	MadeBody *b = make_ball(make, half, vec3((Real)0.45, 0, 0));
	set_surface(make, a, (Real)0.6, 1);
	world_make_run(make, 120);
	// to the slop that resting contacts keep
	check_near(vec3_distance(a->body.pose.origin, b->body.pose.origin), 1, 0.005);
	check_near(vec3_distance(a->body.linear_velocity, b->body.linear_velocity), 0, 0.001);
	world_make_free(make);
}

// 1000 bodies, of which two are near each other.
static void only_neighbours_are_paired(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	for (int i = 0; i < 999; i++) {
		int layer = i / 100;
		int row = i / 10 % 10;
		make_ball(make, half, vec3((Real)(3 * (i % 10)), (Real)(3 * layer), (Real)(3 * row)));
	}
	make_ball(make, half, vec3((Real)0.9, 0, 0));
	world_make_run(make, 1);
	assert_int_equal(make->world.counters.awake_count, 1000);
	assert_int_equal(make->world.counters.contact_count, 1);
	world_make_free(make);
}

static Vec3 wall_side(int i) {
	return vec3_scale(vec3_axis(i / 2), i % 2 == 0 ? (Real)1 : (Real)-1);
}

// A cube of walls, 6 m wide inside, of planes or of boxes.
static void make_walls(WorldMake *make, bool is_planes) {
	for (int i = 0; i < 6; i++) {
		Vec3 out = wall_side(i);
		Shape *shape = is_planes ? mk_half_space_create((Plane){ vec3_negate(out), -3 }, NULL)
								 : mk_box_create(vec3_splat(4), NULL);
		Transform pose = { quat_identity(), is_planes ? vec3_zero() : vec3_scale(out, 7) };
		make_body(make, BODY_STATIC, shape, pose, 0);
	}
}

static void check_inside(const WorldMake *make, Real limit) {
	for (uint32_t i = 6; i < make->count; i++) {
		Vec3 p = make->bodies[i].body.pose.origin;
		assert_true(real_max(real_abs(p.x), real_max(real_abs(p.y), real_abs(p.z))) < limit);
	}
}

static void bounce_between_walls(bool is_planes) {
	WorldMake *make = world_make(1);
	make->gravity = vec3_zero();
	make_walls(make, is_planes);
	Rng rng = { 7 };
	for (int i = 0; i < 27; i++) {
		int layer = i / 9;
		Vec3 place = vec3((Real)(i % 3 - 1), (Real)(i / 3 % 3 - 1), (Real)(layer - 1));
		MadeBody *ball = make_ball(make, (Real)0.3, vec3_scale(place, (Real)1.5));
		set_surface(make, ball, 0, half);
		mk_body_set_linear_velocity(&ball->body, random_within(&rng, 8));
	}
	double start = carried(make).energy;
	for (int i = 0; i < 600; i++) {
		double before = carried(make).energy;
		world_make_run(make, 1);
		// rounding of 27 balls
		assert_true(carried(make).energy < before * (1 + 1e-6));
		// a ball that goes less than its radius in a step is not swept, and may be that deep in
		check_inside(make, 3);
	}
	assert_true(carried(make).energy < 0.05 * start);
	check_inside(make, (Real)2.705);
	for (int i = 0; i < 6; i++)
		check_vec3(
				make->bodies[i].body.pose.origin, vec3_scale(wall_side(i), is_planes ? 0 : 7), 0);
	world_make_free(make);
}

static void walls_stand_and_keep_everything_inside(void **state) {
	(void)state;
	bounce_between_walls(true);
	bounce_between_walls(false);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ball_bounces_to_the_square_of_its_bounce),
		cmocka_unit_test(absorbent_surfaces_take_from_the_bounce_of_others),
		cmocka_unit_test(boxes_that_meet_face_to_face_do_not_spin),
		cmocka_unit_test(ball_without_bounce_stays_on_the_floor),
		cmocka_unit_test(impact_through_the_centres_follows_the_law),
		cmocka_unit_test(two_bodies_keep_momentum_and_gain_no_energy),
		cmocka_unit_test(balls_that_meet_aside_keep_all_their_energy),
		cmocka_unit_test(bodies_that_part_are_left_alone),
		cmocka_unit_test(overlap_is_worked_off_without_a_kick),
		cmocka_unit_test(only_neighbours_are_paired),
		cmocka_unit_test(walls_stand_and_keep_everything_inside),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
