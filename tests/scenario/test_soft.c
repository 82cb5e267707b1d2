// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Cloth and balloons among rigid bodies.
#include "base/hash.h"
#include "shape/convex.h"
#include "support/budget.h"
#include "support/check.h"
#include "support/soft_make.h"

static void place_cloth(MadeSoft *cloth, Real size, uint32_t cells, Real height) {
	soft_make_cloth(&cloth->body, size, cells);
	mk_soft_transform(&cloth->body, (Affine){ mat3_identity(), vec3(0, height, 0) });
}

static void pin_corners(SoftBody *soft, uint32_t cells) {
	uint32_t row = cells + 1;
	uint32_t corners[4] = { 0, cells, row * cells, row * row - 1 };
	for (int i = 0; i < 4; i++)
		mk_soft_pin(soft, corners[i], true);
}

static void cloth_comes_to_rest_on_the_floor_and_sleeps(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make_floor(make);
	MadeSoft cloth;
	place_cloth(&cloth, 2, 8, 1);
	make_soft(make, &cloth);
	world_make_run(make, 300);
	assert_true(cloth.body.is_sleeping);
	check_near(soft_lowest(&cloth.body), cloth.body.thickness, 1e-3);
	check_near(mk_soft_bounds(&cloth.body).max.y, cloth.body.thickness, 2e-3);
	make_soft_free(make, &cloth);
	world_make_free(make);
}

static void cloth_hangs_over_a_ball_and_nothing_goes_through(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make_floor(make);
	make_body(make, BODY_STATIC, mk_sphere_create((Real)0.5, NULL),
			(Transform){ quat_identity(), vec3(0, 1, 0) }, 0);
	MadeSoft cloth;
	place_cloth(&cloth, 2, 16, (Real)1.8);
	make_soft(make, &cloth);
	for (int i = 0; i < 300; i++) {
		world_make_run(make, 1);
		for (uint32_t p = 0; p < cloth.body.points.count; p++) {
			Vec3 place = cloth.body.points.data[p].position;
			assert_true(vec3_distance(place, vec3(0, 1, 0)) > (Real)0.498);
			assert_true(place.y > (Real)-0.002);
		}
	}
	// the middle lies on top, the corners hang down
	check_near(cloth.body.points.data[17 * 8 + 8].position.y, 1.51, 0.02);
	assert_true(cloth.body.points.data[0].position.y < (Real)0.9);
	assert_true(soft_stretch(&cloth.body) < (Real)0.1);
	make_soft_free(make, &cloth);
	world_make_free(make);
}

static void cloth_on_bodies_allocates_nothing_after_a_while(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make_floor(make);
	MadeBody *ball = make_ball(make, (Real)0.5, vec3(0, 1, 0));
	MadeSoft cloth;
	place_cloth(&cloth, 2, 16, (Real)1.8);
	make_soft(make, &cloth);
	world_make_run(make, 180);
	ball->body.can_sleep = false;
	uint64_t before = mk_alloc_stats().total;
	world_make_run(make, 120);
	// the hostile build grows by one element at a time
	if (pick_count(true, false)) assert_int_equal(mk_alloc_stats().total, before);
	make_soft_free(make, &cloth);
	world_make_free(make);
}

// How far the middle of cloth on a plate that leans by an angle goes in two
// seconds, m, once it has settled.
static Real slide_on_slope(Real angle) {
	WorldMake *make = world_make(1);
	Quat lean = quat_from_axis_angle(vec3(0, 0, 1), angle);
	make_body(make, BODY_STATIC, mk_box_create(vec3(10, 1, 10), NULL),
			(Transform){ lean, vec3_negate(quat_rotate(lean, vec3(0, 1, 0))) }, 0);
	MadeSoft cloth;
	soft_make_cloth(&cloth.body, 1, 6);
	Vec3 above = quat_rotate(lean, vec3(0, (Real)0.05, 0));
	mk_soft_transform(&cloth.body, affine_from_transform((Transform){ lean, above }));
	make_soft(make, &cloth);
	cloth.body.can_sleep = false;
	const SoftPoint *middle = cloth.body.points.data + 24;
	world_make_run(make, 60);
	Vec3 start = middle->position;
	world_make_run(make, 120);
	Real way = vec3_distance(start, middle->position);
	make_soft_free(make, &cloth);
	world_make_free(make);
	return way;
}

// Cloth has a friction of 0.6, the tangent of 31 degrees.
static void friction_holds_cloth_on_a_slope_and_not_on_a_steep_one(void **state) {
	(void)state;
	assert_true(slide_on_slope(15 * MK_PI / 180) < (Real)1e-4);
	assert_true(slide_on_slope(25 * MK_PI / 180) < (Real)1e-4);
	// from rest by (sin 40 - 0.6 cos 40) g, in a time that grows from one to three seconds
	assert_true(slide_on_slope(40 * MK_PI / 180) > 3);
}

static void pinned_cloth_holds_a_box(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	MadeSoft cloth;
	place_cloth(&cloth, 2, 10, 1);
	pin_corners(&cloth.body, 10);
	make_soft(make, &cloth);
	MadeBody *box = make_box(make, vec3((Real)0.1, (Real)0.1, (Real)0.1), vec3(0, (Real)1.3, 0));
	// 8 kg on a cloth of 1 kg
	world_make_run(make, 900);
	Vec3 place = box->body.pose.origin;
	// it swings like on a trampoline, less and less, where the cloth carries it
	assert_true(place.y > (Real)0.3 && place.y < (Real)0.8);
	assert_true(vec3_length(box->body.linear_velocity) < (Real)0.5);
	assert_true(place.y > soft_lowest(&cloth.body));
	make_soft_free(make, &cloth);
	world_make_free(make);
}

// A ball smaller than a triangle of the cloth meets its inside.
static void small_fast_ball_does_not_pass_between_points(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	MadeSoft cloth;
	place_cloth(&cloth, 2, 4, 1);
	pin_corners(&cloth.body, 4);
	make_soft(make, &cloth);
	MadeBody *ball = make_ball(make, (Real)0.05, vec3((Real)0.15, (Real)1.5, (Real)0.1));
	ball->body.linear_velocity = vec3(0, -20, 0);
	Real lowest = 1;
	for (int i = 0; i < 60; i++) {
		world_make_run(make, 1);
		lowest = real_min(lowest, ball->body.pose.origin.y);
	}
	assert_true(lowest > 0);
	assert_true(ball->body.pose.origin.y > soft_lowest(&cloth.body));
	make_soft_free(make, &cloth);
	world_make_free(make);
}

static void balloon_rests_on_the_floor(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make_floor(make);
	MadeSoft balloon;
	TestMesh mesh = mesh_make_ball(8, 12);
	mesh_map(&mesh, (Affine){ mat3_diagonal(vec3_splat((Real)0.5)), vec3(0, 2, 0) });
	soft_make_closed(&balloon.body, &mesh);
	balloon.body.material.pressure = 100;
	Real volume = mk_soft_volume(&balloon.body);
	make_soft(make, &balloon);
	// it rolls for a while: its mesh is no perfect ball
	world_make_run(make, 600);
	assert_true(soft_lowest(&balloon.body) > 0);
	assert_true(mk_soft_volume(&balloon.body) > (Real)0.9 * volume);
	assert_true(balloon.body.is_sleeping);
	make_soft_free(make, &balloon);
	world_make_free(make);
}

static void very_light_cloth_is_as_stable_as_a_heavy_one(void **state) {
	(void)state;
	const Real masses[3] = { (Real)1e-4, 1, 1000 };
	for (int i = 0; i < 3; i++) {
		WorldMake *make = world_make(1);
		MadeSoft cloth;
		place_cloth(&cloth, 2, 8, 1);
		cloth.body.material.mass = masses[i];
		mk_soft_share_mass(&cloth.body);
		pin_corners(&cloth.body, 8);
		make_soft(make, &cloth);
		world_make_run(make, 600);
		assert_true(soft_stretch(&cloth.body) < (masses[i] > 1 ? (Real)1 : (Real)0.05));
		assert_true(soft_kinetic(&cloth.body) < (Real)1e-3 * masses[i]);
		make_soft_free(make, &cloth);
		world_make_free(make);
	}
}

// A hanging sheet sags as much with twice as many steps a second.
static void sag_does_not_depend_on_the_step(void **state) {
	(void)state;
	Real sag[2];
	for (uint32_t i = 0; i < 2; i++) {
		WorldMake *make = world_make(1);
		MadeSoft cloth;
		place_cloth(&cloth, 2, 4, 0);
		mk_soft_pin(&cloth.body, 0, true);
		mk_soft_pin(&cloth.body, 4, true);
		cloth.body.can_sleep = false;
		cloth.body.material.damping = 2;
		make_soft(make, &cloth);
		for (uint32_t k = 0; k < 600 * (i + 1); k++)
			mk_world_step(&make->world, (Real)1 / (60 * (Real)(i + 1)));
		sag[i] = soft_lowest(&cloth.body);
		make_soft_free(make, &cloth);
		world_make_free(make);
	}
	assert_true(sag[0] < (Real)-1.5);
	check_near(sag[0] / sag[1], 1, 0.05);
}

static void sleeping_cloth_wakes_when_its_floor_goes(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	MadeBody *floor = make_floor(make);
	MadeSoft cloth;
	place_cloth(&cloth, 1, 4, (Real)0.1);
	make_soft(make, &cloth);
	world_make_run(make, 240);
	assert_true(cloth.body.is_sleeping);
	mk_world_remove(&make->world, &floor->object);
	world_make_run(make, 60);
	assert_true(soft_lowest(&cloth.body) < -1);
	make_soft_free(make, &cloth);
	world_make_free(make);
}

static void masks_decide_what_cloth_meets(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	MadeBody *floor = make_floor(make);
	floor->object.layer = 2;
	mk_world_change(&make->world, &floor->object, OBJECT_FILTER_CHANGED);
	MadeSoft cloth;
	place_cloth(&cloth, 1, 4, (Real)0.1);
	make_soft(make, &cloth);
	world_make_run(make, 60);
	assert_true(soft_lowest(&cloth.body) < -1);
	make_soft_free(make, &cloth);
	world_make_free(make);
}

// Wind of 40 N on a cloth of 4 m^2 and 1 kg that faces it, and no gravity inside the area.
static void wind_and_gravity_of_an_area_act_on_cloth(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	MadeSoft cloth;
	place_cloth(&cloth, 2, 4, 0);
	cloth.body.material.damping = 0;
	make_soft(make, &cloth);
	WorldArea *area = make_area(make, mk_sphere_create(20, NULL), vec3_zero());
	AreaRules rules = { .gravity_mode = AREA_REPLACE };
	rules.wind = (Wind){ .force = 10, .direction = vec3(0, 1, 0) };
	mk_area_set_rules(&make->world, area, &rules);
	world_make_run(make, 6);
	Real speed = 0;
	for (uint32_t i = 0; i < cloth.body.points.count; i++)
		speed += cloth.body.points.data[i].velocity.y / (Real)cloth.body.points.count;
	check_near(speed, 40 * 0.1, 0.1);
	make_soft_free(make, &cloth);
	world_make_free(make);
}

static uint64_t hash_of(const SoftBody *soft) {
	uint64_t hash = MK_HASH_SEED;
	for (uint32_t i = 0; i < soft->points.count; i++)
		hash = hash_bytes(hash, &soft->points.data[i].position, sizeof(Vec3));
	return hash;
}

static void number_of_workers_does_not_change_soft_bodies(void **state) {
	(void)state;
	const uint32_t workers[3] = { 1, 2, 4 };
	uint64_t hashes[3];
	for (int i = 0; i < 3; i++) {
		WorldMake *make = world_make(workers[i]);
		make_floor(make);
		MadeSoft cloths[3];
		for (int k = 0; k < 3; k++) {
			place_cloth(cloths + k, 2, 8, (Real)1.2 + (Real)k * (Real)0.3);
			make_soft(make, cloths + k);
		}
		for (int k = 0; k < 8; k++)
			make_ball(make, (Real)0.2, vec3((Real)(k % 3) - 1, 2 + (Real)k * (Real)0.4, 0));
		world_make_run(make, 120);
		hashes[i] = world_make_hash(make);
		for (int k = 0; k < 3; k++)
			hashes[i] ^= hash_of(&cloths[k].body) * (uint64_t)(k + 1);
		for (int k = 0; k < 3; k++)
			make_soft_free(make, cloths + k);
		world_make_free(make);
	}
	assert_true(hashes[0] == hashes[1]);
	assert_true(hashes[0] == hashes[2]);
}

// What is near comes in the order of its numbers, however many there are, wherever trees have it.
static void cloth_meets_what_is_near_in_the_order_of_numbers(void **state) {
	(void)state;
	for (int count = 0; count < 40; count += 3) {
		WorldMake *make = world_make(1);
		for (int i = 0; i < count; i++) {
			// 7 has no divisor with 40 in common: all over the place
			Real x = (Real)(i * 7 % 40) / 20 - 1;
			Shape *shape = mk_sphere_create((Real)0.02, NULL);
			make_body(make, BODY_STATIC, shape,
					(Transform){ quat_identity(), vec3(x, (Real)0.98, (Real)0.4 * x) }, 0);
		}
		MadeSoft cloth;
		place_cloth(&cloth, 2, 8, 1);
		make_soft(make, &cloth);
		world_make_run(make, 1);
		const NumberArray *near = &cloth.world.near;
		assert_int_equal(near->count, count);
		for (uint32_t i = 0; i + 1 < near->count; i++)
			assert_true(near->data[i] < near->data[i + 1]);
		make_soft_free(make, &cloth);
		world_make_free(make);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cloth_comes_to_rest_on_the_floor_and_sleeps),
		cmocka_unit_test(cloth_hangs_over_a_ball_and_nothing_goes_through),
		cmocka_unit_test(cloth_meets_what_is_near_in_the_order_of_numbers),
		cmocka_unit_test(cloth_on_bodies_allocates_nothing_after_a_while),
		cmocka_unit_test(friction_holds_cloth_on_a_slope_and_not_on_a_steep_one),
		cmocka_unit_test(pinned_cloth_holds_a_box),
		cmocka_unit_test(small_fast_ball_does_not_pass_between_points),
		cmocka_unit_test(balloon_rests_on_the_floor),
		cmocka_unit_test(very_light_cloth_is_as_stable_as_a_heavy_one),
		cmocka_unit_test(sag_does_not_depend_on_the_step),
		cmocka_unit_test(sleeping_cloth_wakes_when_its_floor_goes),
		cmocka_unit_test(masks_decide_what_cloth_meets),
		cmocka_unit_test(wind_and_gravity_of_an_area_act_on_cloth),
		cmocka_unit_test(number_of_workers_does_not_change_soft_bodies),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
