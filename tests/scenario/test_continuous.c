// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Fast things in whole worlds, at 60 steps a second: nothing passes through, nothing sticks, little
// time is lost, and the number of workers does not matter.
#include "shape/convex.h"
#include "shape/mesh.h"
#include "support/budget.h"
#include "support/check.h"
#include "support/mesh_make.h"
#include "support/random.h"
#include "support/world_make.h"

// Bit 1 is what stands, bit 2 what flies: flying things do not see each other.
#define MK_STANDING 1
#define MK_FLYING   2

static MadeBody *make_flying(WorldMake *make, Shape *shape, Transform pose) {
	MadeBody *made = make_body(make, BODY_RIGID, shape, pose, 1000);
	made->object.layer = MK_FLYING;
	made->object.mask = MK_STANDING;
	return made;
}

// A static plate of 1 cm across x.
static MadeBody *make_plate(WorldMake *make, Real x, Real half) {
	Shape *plate = mk_box_create(vec3((Real)0.005, half, half), NULL);
	return make_body(make, BODY_STATIC, plate, (Transform){ quat_identity(), vec3(x, 0, 0) }, 0);
}

static Shape *random_bullet(Rng *rng) {
	Real size = random_size(rng, -2.3, -1.3); // half a centimetre to five
	switch (rng_below(rng, 4)) {
		case 0: return mk_box_create(vec3(size, size / 2, size * 2), NULL);
		case 1: return mk_capsule_create(size, 4 * size, NULL);
		case 2: return mk_cylinder_create(size, 3 * size, NULL);
		default: return mk_sphere_create(size, NULL);
	}
}

// Rods of 20 cm to 2 m, 1:80.
static Shape *random_rod(Rng *rng) {
	Real size = random_size(rng, -2.3, -1.3);
	return mk_capsule_create(size / 4, 40 * size, NULL);
}

// A kind of bullets.
typedef struct Volley {
	Shape *(*make_shape)(Rng *);
	uint32_t count;
	int steps;
	Real speed; // m/s; at most so fast, across the plate, are those that have met it
} Volley;

// Bullets of 1000 m/s, every second one with the flag, from 1 to 50 m in front of a plate.
static void shoot(Rng *rng, const Volley *volley) {
	WorldMake *make = world_make(1);
	make->gravity = vec3_zero();
	make_plate(make, 0, 200);
	for (uint32_t i = 0; i < volley->count; i++) {
		Transform pose = random_transform(rng, 50);
		pose.position.x = random_real(rng, -50, -1.1);
		MadeBody *bullet = make_flying(make, volley->make_shape(rng), pose);
		Vec3 aim = vec3(1, random_real(rng, -0.5, 0.5), 0);
		aim.z = random_real(rng, -0.5, 0.5);
		mk_body_set_linear_velocity(&bullet->body, vec3_scale(vec3_normalize(aim), 1000));
		mk_body_set_angular_velocity(&bullet->body, random_vec3(rng, 50));
		bullet->object.is_continuous = i % 2 == 0;
	}
	for (int step = 1; step <= volley->steps; step++) {
		world_make_run(make, 1);
		for (uint32_t i = 1; i < make->count; i++) {
			const Body *body = &make->bodies[i].body;
			assert_true(body->pose.origin.x < 0);
			// all have met it: 8 steps are 130 m
			assert_true(step < 8 || body->linear_velocity.x < volley->speed);
		}
	}
	world_make_free(make);
}

static void no_bullet_of_ten_thousand_passes_a_plate(void **state) {
	(void)state;
	Rng rng = { 11 };
	for (int i = 0; i < 2; i++)
		shoot(&rng, &(Volley){ random_bullet, pick_count(5000, 250), 8, 500 });
}

// What is long spins at hundreds of turns a second when its end is stopped, more than contacts can
// follow. None comes at less than 800 m/s, none is stuck with that.
static void no_rod_of_two_thousand_passes_a_plate(void **state) {
	(void)state;
	Rng rng = { 13 };
	shoot(&rng, &(Volley){ random_rod, pick_count(2000, 100), 40, 500 });
}

// Rods of 2 m x 2 cm that spin at up to ten turns a second and come at up to 100 m/s.
// What turns beside a wall may be held up for some steps while contacts take its spin,
// not for a quarter of a second.
static void spinning_rods_neither_pass_plates_nor_stick(void **state) {
	(void)state;
	Rng rng = { 12 };
	WorldMake *make = world_make(1);
	make->gravity = vec3_zero();
	make_plate(make, 0, 400);
	uint32_t count = pick_count(1000, 100);
	for (uint32_t i = 0; i < count; i++) {
		Transform pose = random_transform(&rng, 200);
		pose.position.x = random_real(&rng, -10, -1.1);
		Shape *shape = mk_box_create(vec3(1, (Real)0.01, (Real)0.01), NULL);
		MadeBody *rod = make_flying(make, shape, pose);
		Vec3 velocity = random_vec3(&rng, 20);
		velocity.x = random_real(&rng, 5, 100);
		mk_body_set_linear_velocity(&rod->body, velocity);
		mk_body_set_angular_velocity(&rod->body, random_vec3(&rng, 35));
	}
	int held[1024] = { 0 };
	for (int step = 0; step < 60; step++) {
		world_make_run(make, 1);
		for (uint32_t i = 1; i < make->count; i++) {
			const MadeBody *rod = &make->bodies[i];
			assert_true(rod->body.pose.origin.x < 0);
			held[i] = rod->object.sweep.stop < (Real)0.1 ? held[i] + 1 : 0;
			assert_true(held[i] < 15);
		}
	}
	world_make_free(make);
}

// A floor of tiles of 1 m, their tops at y = 0.
static void make_tiles(WorldMake *make, int count) {
	for (int i = 0; i < count; i++) {
		Shape *tile = mk_box_create(vec3((Real)0.5, (Real)0.5, 2), NULL);
		Vec3 place = vec3((Real)i, (Real)-0.5, 0);
		make_body(make, BODY_STATIC, tile, (Transform){ quat_identity(), place }, 0);
	}
}

static void fast_ball_rolls_over_tiles_without_loss(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make_tiles(make, 80);
	MadeBody *ball = make_ball(make, (Real)0.1, vec3(0, (Real)0.1, 0));
	ball->object.is_continuous = true;
	mk_body_set_linear_velocity(&ball->body, vec3(60, 0, 0));
	mk_body_set_angular_velocity(&ball->body, vec3(0, 0, -600));
	world_make_run(make, 60);
	// 60 m in a second; what contacts take is not for continuous detection to add to
	check_near(ball->body.pose.origin.x, 60, 1);
	check_near(ball->body.pose.origin.y, 0.1, 0.01);
	world_make_free(make);
}

static void fast_box_slides_over_tiles_without_loss(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make_tiles(make, 80);
	MadeBody *box = make_box(make, vec3((Real)0.1, (Real)0.1, (Real)0.1), vec3(0, (Real)0.1, 0));
	box->object.friction = 0;
	box->object.is_continuous = true;
	mk_body_set_linear_velocity(&box->body, vec3(60, 0, 0));
	world_make_run(make, 60);
	check_near(box->body.pose.origin.x, 60, 1);
	world_make_free(make);
}

// Head on at 500 m/s each, and a shot at a thin plate that hangs free.
static void fast_bodies_meet_each_other(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make->gravity = vec3_zero();
	MadeBody *left = make_ball(make, (Real)0.02, vec3(-10, 0, 0));
	MadeBody *right = make_ball(make, (Real)0.02, vec3(10, 0, 0));
	left->object.is_continuous = right->object.is_continuous = true;
	mk_body_set_linear_velocity(&left->body, vec3(500, 0, 0));
	mk_body_set_linear_velocity(&right->body, vec3(-500, 0, 0));
	MadeBody *plate = make_box(make, vec3((Real)0.005, 1, 1), vec3(5, 10, 0));
	MadeBody *shot = make_ball(make, (Real)0.02, vec3(-5, 10, 0));
	shot->object.is_continuous = true;
	mk_body_set_linear_velocity(&shot->body, vec3(700, 0, 0));
	world_make_run(make, 30);
	assert_true(left->body.pose.origin.x < right->body.pose.origin.x);
	assert_true(shot->body.pose.origin.x < plate->body.pose.origin.x);
	// the shot pushes the plate: it was met, not only avoided
	assert_true(plate->body.linear_velocity.x > (Real)0.1);
	world_make_free(make);
}

// Two paths that cross at one time: neither starts near the way of the other.
static void crossing_bullets_meet_in_mid_step(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make->gravity = vec3_zero();
	MadeBody *along_x = make_ball(make, (Real)0.05, vec3(-10, 0, 0));
	MadeBody *along_y = make_ball(make, (Real)0.05, vec3(0, -10, 0));
	along_x->object.is_continuous = along_y->object.is_continuous = true;
	mk_body_set_linear_velocity(&along_x->body, vec3(720, 0, 0));
	mk_body_set_linear_velocity(&along_y->body, vec3(0, 720, 0));
	world_make_run(make, 4);
	// balls as heavy as each other that do not bounce give up half of what
	// they have along the normal
	check_near(along_x->body.linear_velocity.y, 360, 36);
	check_near(along_y->body.linear_velocity.x, 360, 36);
	world_make_free(make);
}

// Three in a line, the faster ones behind, one after the other into a wall.
static void queue_of_bullets_keeps_its_order(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make->gravity = vec3_zero();
	make_plate(make, 0, 5);
	MadeBody *queue[3];
	for (int i = 0; i < 3; i++) {
		queue[i] = make_ball(make, (Real)0.02, vec3((Real)(-1 - i), 0, 0));
		queue[i]->object.is_continuous = true;
		mk_body_set_linear_velocity(&queue[i]->body, vec3((Real)(300 + 300 * i), 0, 0));
	}
	for (int step = 0; step < 20; step++) {
		world_make_run(make, 1);
		assert_true(queue[0]->body.pose.origin.x < 0);
		for (int i = 0; i < 2; i++)
			assert_true(queue[i + 1]->body.pose.origin.x < queue[i]->body.pose.origin.x);
	}
	world_make_free(make);
}

// Twenty in a line, of one speed: all come to the wall in one step, and stop behind each other.
static void queue_of_twenty_bullets_keeps_its_order(void **state) {
	(void)state;
	enum { COUNT = 20 };
	WorldMake *make = world_make(1);
	make->gravity = vec3_zero();
	make_plate(make, 0, 5);
	MadeBody *queue[COUNT];
	for (int i = 0; i < COUNT; i++) {
		queue[i] = make_ball(make, (Real)0.05, vec3((Real)-0.5 - (Real)0.2 * (Real)i, 0, 0));
		queue[i]->object.is_continuous = true;
		mk_body_set_linear_velocity(&queue[i]->body, vec3(1000, 0, 0));
	}
	for (int step = 0; step < 10; step++) {
		world_make_run(make, 1);
		assert_true(queue[0]->body.pose.origin.x < (Real)-0.03);
		for (int i = 0; i + 1 < COUNT; i++) {
			Real ahead = queue[i]->body.pose.origin.x - queue[i + 1]->body.pose.origin.x;
			// where they were stopped they do not touch; then the blow goes through all of them
			assert_true(ahead > (step == 0 ? (Real)0.1 : 0));
		}
	}
	world_make_free(make);
}

// A plate of 1 cm that hangs free, of one box or of triangles, turned somehow. The mesh is solid.
static MadeBody *hang_plate(WorldMake *make, Transform pose, bool is_mesh) {
	Vec3 half = vec3((Real)0.005, 1, 1);
	Shape *shape = mk_box_create(half, NULL);
	if (is_mesh) {
		mk_shape_release(shape);
		TestMesh mesh = mesh_make_box(vec3_negate(half), half);
		MeshInput input = { .mesh = mesh_view(&mesh), .is_moving = true };
		shape = mk_mesh_create(&input, NULL);
		mesh_free(&mesh);
	}
	MadeBody *plate = make_body(make, BODY_RIGID, shape, pose, 8000);
	plate->object.layer = MK_STANDING;
	plate->object.mask = MK_FLYING;
	return plate;
}

// Whether a bullet's middle is on the far side of its plate; one that slid over the edge is not.
static bool is_behind(const MadeBody *plate, const MadeBody *bullet) {
	Vec3 away = vec3_sub(bullet->body.pose.origin, plate->body.pose.origin);
	Vec3 local = quat_rotate_inverse(plate->body.rotation, away);
	return local.x > 0 && real_abs(local.y) < 1 && real_abs(local.z) < 1;
}

// Each bullet with the flag has a plate of its own, and meets it within two steps.
static void no_bullet_of_a_thousand_passes_a_free_plate(void **state) {
	(void)state;
	Rng rng = { 17 };
	enum { MOST = 1000 };
	WorldMake *make = world_make(1);
	make->gravity = vec3_zero();
	MadeBody *pairs[MOST][2];
	int count = pick_count(MOST, 100);
	for (int i = 0; i < count; i++) {
		int row = i / 10 % 10;
		int layer = i / 100;
		Vec3 place = vec3((Real)(100 * (i % 10)), (Real)(100 * row), (Real)(100 * layer));
		Transform pose = random_transform(&rng, 1);
		pose.position = place;
		pairs[i][0] = hang_plate(make, pose, i % 3 == 0);
		Vec3 from = vec3(random_real(&rng, -20, -1), 0, 0);
		from.y = random_real(&rng, -0.5, 0.5);
		Transform start = random_transform(&rng, 1);
		start.position = transform_point(pose, from);
		pairs[i][1] = make_flying(make, random_bullet(&rng), start);
		pairs[i][1]->object.is_continuous = true;
		Vec3 aim = vec3_sub(place, start.position);
		mk_body_set_linear_velocity(&pairs[i][1]->body, vec3_scale(vec3_normalize(aim), 1000));
		mk_body_set_angular_velocity(&pairs[i][1]->body, random_vec3(&rng, 50));
	}
	for (int step = 0; step < 6; step++) {
		world_make_run(make, 1);
		for (int i = 0; i < count; i++)
			assert_false(is_behind(pairs[i][0], pairs[i][1]));
	}
	// all were met: the lightest bullet of half a centimetre has a thousandth of a plate's mass
	for (int i = 0; i < count; i++)
		assert_true(vec3_length(pairs[i][0]->body.linear_velocity) > (Real)1e-4);
	world_make_free(make);
}

static void masks_and_exceptions_let_bullets_through(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make->gravity = vec3_zero();
	MadeBody *plate = make_plate(make, 0, 10);
	MadeBody *blind = make_ball(make, (Real)0.02, vec3(-5, 0, 0));
	MadeBody *friend = make_ball(make, (Real)0.02, vec3(-5, 2, 0));
	MadeBody *enemy = make_ball(make, (Real)0.02, vec3(-5, 4, 0));
	blind->object.mask = MK_FLYING;
	mk_world_change(&make->world, &blind->object, OBJECT_FILTER_CHANGED);
	mk_world_set_exception(&make->world, &friend->object, &plate->object, true);
	MadeBody *bullets[3] = { blind, friend, enemy };
	for (int i = 0; i < 3; i++) {
		bullets[i]->object.is_continuous = true;
		mk_body_set_linear_velocity(&bullets[i]->body, vec3(1000, 0, 0));
	}
	world_make_run(make, 4);
	check_near(blind->body.pose.origin.x, -5 + 4000.0 / 60, 0.01);
	check_near(friend->body.pose.origin.x, -5 + 4000.0 / 60, 0.01);
	assert_true(enemy->body.pose.origin.x < 0);
	assert_true(make->world.counters.fast_count >= 2);
	world_make_free(make);
}

// A ball that loses nothing at its bounces goes back and forth between walls 10 m apart at 100 m/s:
// ten bounces in a second, of each of which a part of one step may be lost, half of it in the mean.
static void bounces_lose_at_most_a_part_of_a_step(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make->gravity = vec3_zero();
	MadeBody *walls[2] = { make_plate(make, -5, 2), make_plate(make, 5, 2) };
	MadeBody *ball = make_ball(make, (Real)0.05, vec3_zero());
	ball->object.bounce = walls[0]->object.bounce = walls[1]->object.bounce = 1;
	ball->object.friction = 0;
	mk_body_set_linear_velocity(&ball->body, vec3(100, 0, 0));
	Real way = 0;
	for (int i = 0; i < 60; i++) {
		Real before = ball->body.pose.origin.x;
		world_make_run(make, 1);
		way += real_abs(ball->body.pose.origin.x - before);
		assert_true(real_abs(ball->body.pose.origin.x) < 5);
	}
	check_near(real_abs(ball->body.linear_velocity.x), 100, 1);
	assert_true(way > 80);
	world_make_free(make);
}

// Small bodies without the flag fall from far above on a surface without thickness.
static void small_bodies_do_not_fall_through_a_mesh(void **state) {
	(void)state;
	Rng rng = { 13 };
	WorldMake *make = world_make(1);
	const Vec3 points[4] = { { -900, 0, -900 }, { -900, 0, 900 }, { 900, 0, 900 },
		{ 900, 0, -900 } };
	const uint32_t indices[6] = { 0, 1, 2, 0, 2, 3 };
	MeshInput input = { .mesh = { points, 4, indices, 2 } };
	Shape *mesh = mk_mesh_create(&input, NULL);
	make_body(make, BODY_STATIC, mesh, transform_identity(), 0);
	for (int i = 0; i < 200; i++) {
		Transform pose = random_transform(&rng, 40);
		pose.position.y = random_real(&rng, 5, 60);
		MadeBody *body = make_flying(make, random_bullet(&rng), pose);
		mk_body_set_linear_velocity(&body->body, vec3(0, random_real(&rng, -150, -20), 0));
	}
	world_make_run(make, 120);
	for (uint32_t i = 1; i < make->count; i++)
		assert_true(make->bodies[i].body.pose.origin.y > 0);
	world_make_free(make);
}

static uint64_t hash_of_a_fight(uint32_t workers) {
	Rng rng = { 14 };
	WorldMake *make = world_make(workers);
	make_plate(make, 12, 20);
	make_plate(make, -12, 20);
	for (int i = 0; i < 120; i++) {
		Transform place = random_transform(&rng, 10);
		MadeBody *body = make_body(make, BODY_RIGID, random_bullet(&rng), place, 1000);
		body->object.is_continuous = i % 3 != 0;
		mk_body_set_linear_velocity(&body->body, random_vec3(&rng, 400));
		mk_body_set_angular_velocity(&body->body, random_vec3(&rng, 100));
	}
	world_make_run(make, 30);
	uint64_t hash = world_make_hash(make);
	world_make_free(make);
	return hash;
}

static void workers_change_nothing(void **state) {
	(void)state;
	uint64_t one = hash_of_a_fight(1);
	assert_true(one == hash_of_a_fight(2));
	assert_true(one == hash_of_a_fight(3));
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_bullet_of_ten_thousand_passes_a_plate),
		cmocka_unit_test(no_rod_of_two_thousand_passes_a_plate),
		cmocka_unit_test(spinning_rods_neither_pass_plates_nor_stick),
		cmocka_unit_test(fast_ball_rolls_over_tiles_without_loss),
		cmocka_unit_test(fast_box_slides_over_tiles_without_loss),
		cmocka_unit_test(fast_bodies_meet_each_other),
		cmocka_unit_test(crossing_bullets_meet_in_mid_step),
		cmocka_unit_test(queue_of_bullets_keeps_its_order),
		cmocka_unit_test(queue_of_twenty_bullets_keeps_its_order),
		cmocka_unit_test(no_bullet_of_a_thousand_passes_a_free_plate),
		cmocka_unit_test(masks_and_exceptions_let_bullets_through),
		cmocka_unit_test(bounces_lose_at_most_a_part_of_a_step),
		cmocka_unit_test(small_bodies_do_not_fall_through_a_mesh),
		cmocka_unit_test(workers_change_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
