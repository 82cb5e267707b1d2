// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Rays and points asked of a world: the first thing counts, layers and filters leave things out,
// solids can be started in, and what was changed since the last step is seen.
#include "world/query.h"

#include "shape/convex.h"
#include "support/check.h"
#include "support/world_make.h"

static WorldRay make_ray(Vec3 from, Vec3 to) {
	return (WorldRay){ .from = from, .to = to, .mask = UINT32_MAX, .hits_back_faces = true };
}

static void ray_meets_the_first_body(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make_floor(make);
	MadeBody *near_ball = make_ball(make, 1, vec3(4, 2, 0));
	make_ball(make, 1, vec3(8, 2, 0));
	WorldRay ray = make_ray(vec3(0, 2, 0), vec3(12, 2, 0));
	WorldRayHit hit = mk_world_ray(&make->world, &ray);
	assert_ptr_equal(hit.object, &near_ball->object);
	check_vec3(hit.position, vec3(3, 2, 0), 1e-5);
	check_vec3(hit.normal, vec3(-1, 0, 0), 1e-5);
	check_near(hit.t, 0.25, 1e-6);
	assert_int_equal(hit.face, MK_WORLD_NONE);
	// a way that ends before it
	ray.to = vec3((Real)2.9, 2, 0);
	assert_null(mk_world_ray(&make->world, &ray).object);
	world_make_free(make);
}

static void ray_meets_the_floor_however_far_away(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	MadeBody *floor = make_floor(make);
	WorldRay ray = make_ray(vec3(5000, 1, 0), vec3(5000, -1, 0));
	WorldRayHit hit = mk_world_ray(&make->world, &ray);
	assert_ptr_equal(hit.object, &floor->object);
	check_near(hit.t, 0.5, 1e-6);
	// from below it is a start inside
	WorldRay below = make_ray(vec3(0, -1, 0), vec3(0, 1, 0));
	assert_null(mk_world_ray(&make->world, &below).object);
	below.hits_from_inside = true;
	hit = mk_world_ray(&make->world, &below);
	assert_ptr_equal(hit.object, &floor->object);
	check_vec3(hit.position, below.from, 0);
	check_vec3(hit.normal, vec3_zero(), 0);
	world_make_free(make);
}

static bool is_not(void *user, const WorldObject *object) { return object != user; }

static void layers_and_filters_leave_things_out(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	MadeBody *first = make_ball(make, 1, vec3(4, 0, 0));
	MadeBody *second = make_ball(make, 1, vec3(8, 0, 0));
	second->object.layer = 4;
	mk_world_change(&make->world, &second->object, OBJECT_FILTER_CHANGED);
	WorldRay ray = make_ray(vec3_zero(), vec3(12, 0, 0));
	ray.mask = 4;
	assert_ptr_equal(mk_world_ray(&make->world, &ray).object, &second->object);
	ray.mask = 2;
	assert_null(mk_world_ray(&make->world, &ray).object);
	ray.mask = 5;
	ray.filter = is_not;
	ray.user = &first->object;
	assert_ptr_equal(mk_world_ray(&make->world, &ray).object, &second->object);
	world_make_free(make);
}

static void changes_are_seen_at_once(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	MadeBody *ball = make_ball(make, 1, vec3(4, 0, 0));
	WorldRay ray = make_ray(vec3_zero(), vec3(12, 0, 0));
	mk_body_set_pose(
			&ball->body, affine_from_transform((Transform){ quat_identity(), vec3(0, 50, 0) }));
	mk_world_change(&make->world, &ball->object, OBJECT_POSE_CHANGED);
	assert_null(mk_world_ray(&make->world, &ray).object);
	ray = make_ray(vec3(0, 0, 0), vec3(0, 98, 0));
	check_near(mk_world_ray(&make->world, &ray).t, 0.5, 1e-6);
	mk_world_remove(&make->world, &ball->object);
	assert_null(mk_world_ray(&make->world, &ray).object);
	world_make_free(make);
}

static void ray_does_not_meet_the_surface_it_starts_on(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make_box(make, vec3(1, 1, 1), vec3_zero());
	MadeBody *next = make_box(make, vec3(1, 1, 1), vec3(-5, 0, 0));
	WorldRay outward = make_ray(vec3(1, 0, 0), vec3(9, 0, 0));
	assert_null(mk_world_ray(&make->world, &outward).object);
	WorldRay inward = make_ray(vec3(1, 0, 0), vec3(-9, 0, 0));
	WorldRayHit hit = mk_world_ray(&make->world, &inward);
	assert_ptr_equal(hit.object, &next->object);
	check_vec3(hit.position, vec3(-4, 0, 0), 1e-5);
	// a hair before it is not on it, however long the way is
	inward = make_ray(vec3(1 + 4 * MK_EPSILON, 0, 0), vec3(-100000, 0, 0));
	check_near(mk_world_ray(&make->world, &inward).position.x, 1, 1e-5);
	world_make_free(make);
}

static void not_a_number_meets_nothing(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make_floor(make);
	WorldRay ray = make_ray(vec3(0, 1, 0), vec3(0, (Real)NAN, 0));
	assert_null(mk_world_ray(&make->world, &ray).object);
	ray = make_ray(vec3(0, MK_INFINITY, 0), vec3(0, -1, 0));
	assert_null(mk_world_ray(&make->world, &ray).object);
	world_make_free(make);
}

typedef struct Found {
	uint32_t count;
	uint32_t most;
} Found;

static bool count_one(void *user, WorldObject *object, uint32_t shape_index) {
	(void)object;
	(void)shape_index;
	Found *found = user;
	return ++found->count < found->most;
}

static uint32_t count_at(WorldMake *make, Vec3 point, uint32_t most) {
	Found found = { 0, most };
	WorldPoint query = { .point = point, .mask = UINT32_MAX };
	mk_world_point(&make->world, &query, count_one, &found);
	return found.count;
}

static void point_is_in_every_solid_that_holds_it(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make_floor(make);
	make_ball(make, 1, vec3(0, (Real)0.5, 0));
	make_box(make, vec3(1, 1, 1), vec3(0, (Real)0.5, 0));
	assert_int_equal(count_at(make, vec3(0, (Real)0.25, 0), 8), 2);
	assert_int_equal(count_at(make, vec3(0, (Real)-0.25, 0), 8), 3);
	assert_int_equal(count_at(make, vec3(0, (Real)-0.25, 0), 2), 2);
	// in a corner of the box, out of the ball
	assert_int_equal(count_at(make, vec3((Real)0.9, 1, (Real)0.9), 8), 1);
	assert_int_equal(count_at(make, vec3(0, 9, 0), 8), 0);
	world_make_free(make);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ray_meets_the_first_body),
		cmocka_unit_test(ray_meets_the_floor_however_far_away),
		cmocka_unit_test(layers_and_filters_leave_things_out),
		cmocka_unit_test(changes_are_seen_at_once),
		cmocka_unit_test(ray_does_not_meet_the_surface_it_starts_on),
		cmocka_unit_test(not_a_number_meets_nothing),
		cmocka_unit_test(point_is_in_every_solid_that_holds_it),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
