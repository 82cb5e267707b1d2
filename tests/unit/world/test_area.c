// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Areas of a world: who is in them, when that begins and ends, and what they
// do to gravity and damping.
#include "world/area.h"

#include "shape/convex.h"
#include "shape/mesh.h"
#include "support/check.h"
#include "support/mesh_make.h"
#include "support/world_make.h"
#include "world/query.h"

#include <stdio.h>

static WorldArea *make_room(WorldMake *make, Vec3 position) {
	return make_area(make, mk_box_create(vec3(1, 1, 1), NULL), position);
}

static MadeBody *make_floating(WorldMake *make, Vec3 position) {
	MadeBody *ball = make_ball(make, (Real)0.5, position);
	make->gravity = vec3_zero();
	return ball;
}

static void put(WorldMake *make, WorldObject *object, Vec3 position) {
	Affine pose = affine_identity();
	pose.origin = position;
	mk_body_set_pose(object->body, pose);
	mk_world_change(&make->world, object, OBJECT_POSE_CHANGED);
}

// The events of one step as a word each: + begin, - end; other's name, other's shape, own shape.
static const char *step(WorldMake *make) {
	static char text[512];
	world_make_run(make, 1);
	size_t length = 0;
	text[0] = 0;
	for (uint32_t i = 0; i < make->world.areas.events.count; i++) {
		const AreaEvent *event = make->world.areas.events.data + i;
		uint32_t area = (uint32_t)(event->area - make->areas);
		uint32_t other = (uint32_t)event->other;
		length += (size_t)snprintf(text + length, sizeof(text) - length, "%s%u%c%c%u:%u%u",
				i > 0 ? " " : "", area, event->is_begin ? '+' : '-', event->is_area ? 'a' : 'b',
				event->is_area ? other - MAKE_BODIES : other, event->other_shape, event->shape);
		assert_true(length < sizeof(text));
	}
	return text;
}

static void a_body_put_into_an_area_and_out_again_is_told_once(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make_room(make, vec3_zero());
	MadeBody *ball = make_floating(make, vec3(0, 0, 0));
	assert_string_equal(step(make), "0+b1:00");
	assert_string_equal(step(make), "");
	put(make, &ball->object, vec3(5, 0, 0));
	assert_string_equal(step(make), "0-b1:00");
	put(make, &ball->object, vec3((Real)1.6, 0, 0));
	assert_string_equal(step(make), "");
	put(make, &ball->object, vec3((Real)1.5, 0, 0));
	assert_string_equal(step(make), "0+b1:00");
	world_make_free(make);
}

// A host may make more steps than one, or go back to a snapshot, before it asks.
static void what_the_host_has_not_taken_is_told_with_the_next_step(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	const AreaEventArray *events = &make->world.areas.events;
	make_room(make, vec3_zero());
	MadeBody *ball = make_floating(make, vec3(0, 0, 0));
	for (int i = 0; i < 3; i++)
		mk_world_step(&make->world, (Real)1 / 60);
	assert_int_equal(events->count, 1);
	assert_true(events->data[0].is_begin);
	put(make, &ball->object, vec3(5, 0, 0));
	mk_world_step(&make->world, (Real)1 / 60);
	assert_int_equal(events->count, 2);
	assert_false(events->data[1].is_begin);
	put(make, &ball->object, vec3_zero());
	mk_world_step(&make->world, (Real)1 / 60);
	assert_int_equal(events->count, 1);
	assert_string_equal(step(make), "");
	world_make_free(make);
}

// The ball's surface is at x = 1.5 - 6 / 60 after the first step: 1.4, 1.3 ... 1.0 in the fifth.
static void a_body_that_moves_in_is_told_of_in_the_step_that_moved_it(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make_room(make, vec3_zero());
	MadeBody *ball = make_floating(make, vec3((Real)1.95, 0, 0));
	ball->body.linear_velocity = vec3(-6, 0, 0);
	for (int i = 0; i < 4; i++)
		assert_string_equal(step(make), "");
	assert_string_equal(step(make), "0+b1:00");
	world_make_free(make);
}

static void static_bodies_and_meshes_are_seen_from_both_sides(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make_floor(make);
	TestMesh box = mesh_make_box(vec3(-2, -2, -2), vec3(2, 2, 2));
	Shape *mesh = mk_mesh_create(&(MeshInput){ .mesh = mesh_view(&box) }, NULL);
	mesh_free(&box);
	make_body(make, BODY_STATIC, mesh, (Transform){ quat_identity(), vec3(20, 20, 0) }, 0);
	WorldArea *area = make_room(make, vec3(0, (Real)0.5, 0));
	assert_string_equal(step(make), "0+b1:00");
	// inside the mesh, at the back of its one-sided triangles
	put(make, &area->object, vec3((Real)20.5, (Real)20.5, 0));
	assert_string_equal(step(make), "0-b1:00");
	put(make, &area->object, vec3((Real)21.5, (Real)20.5, 0));
	assert_string_equal(step(make), "0+b2:00");
	world_make_free(make);
}

static void sleeping_bodies_are_seen_and_stay_asleep(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	MadeBody *ball = make_floating(make, vec3_zero());
	world_make_run(make, 60);
	assert_true(ball->body.is_sleeping);
	WorldArea *area = make_room(make, vec3_zero());
	assert_string_equal(step(make), "0+b1:00");
	put(make, &area->object, vec3(9, 0, 0));
	assert_string_equal(step(make), "0-b1:00");
	assert_true(ball->body.is_sleeping);
	world_make_free(make);
}

static void the_mask_of_the_area_decides(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	WorldArea *area = make_room(make, vec3_zero());
	MadeBody *ball = make_floating(make, vec3_zero());
	ball->object.mask = 0;
	ball->object.layer = 2;
	assert_string_equal(step(make), "");
	area->object.mask = 2;
	mk_world_change(&make->world, &area->object, OBJECT_FILTER_CHANGED);
	assert_string_equal(step(make), "0+b1:00");
	ball->object.layer = 1;
	mk_world_change(&make->world, &ball->object, OBJECT_FILTER_CHANGED);
	assert_string_equal(step(make), "0-b1:00");
	world_make_free(make);
}

static void areas_see_each_other_each_by_its_own_mask(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make_room(make, vec3_zero());
	WorldArea *blind = make_room(make, vec3(1, 0, 0));
	blind->object.mask = 0;
	assert_string_equal(step(make), "0+a2:00");
	blind->object.mask = 1;
	mk_world_change(&make->world, &blind->object, OBJECT_FILTER_CHANGED);
	assert_string_equal(step(make), "1+a1:00");
	blind->is_monitorable = false;
	mk_world_change(&make->world, &blind->object, OBJECT_FILTER_CHANGED);
	assert_string_equal(step(make), "0-a2:00");
	mk_world_remove(&make->world, &make->areas[0].object);
	assert_string_equal(step(make), "1-a1:00");
	world_make_free(make);
}

static void add_shape(WorldMake *make, WorldObject *object, Shape *shape) {
	uint32_t index = object->shapes.count;
	mk_world_take_shapes(&make->world, object);
	object_shape_array_push(&object->shapes, (ObjectShape){ shape, affine_identity(), index });
	mk_world_change(&make->world, object, OBJECT_SHAPES_CHANGED);
}

static void remove_first_shape(WorldMake *make, WorldObject *object) {
	mk_world_take_shapes(&make->world, object);
	mk_shape_release(object->shapes.data[0].shape);
	object_shape_array_swap_remove(&object->shapes, 0);
	object->shapes.data[0].index = 0;
	mk_world_change(&make->world, object, OBJECT_SHAPES_CHANGED);
}

static void every_pair_of_shapes_counts(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	WorldArea *area = make_room(make, vec3_zero());
	MadeBody *ball = make_floating(make, vec3_zero());
	assert_string_equal(step(make), "0+b1:00");
	add_shape(make, &ball->object, mk_box_create(vec3(1, 1, 1), NULL));
	assert_string_equal(step(make), "0+b1:10");
	add_shape(make, &area->object, mk_sphere_create(1, NULL));
	assert_string_equal(step(make), "0+b1:01 0+b1:11");
	// numbers move down: the last one is gone
	remove_first_shape(make, &ball->object);
	assert_string_equal(step(make), "0-b1:10 0-b1:11");
	world_make_free(make);
}

static void what_ends_and_begins_in_one_step_has_not_happened(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make_room(make, vec3_zero());
	MadeBody *ball = make_floating(make, vec3_zero());
	step(make);
	mk_body_set_mode(&ball->body, BODY_STATIC);
	mk_world_change(&make->world, &ball->object, OBJECT_MODE_CHANGED);
	assert_string_equal(step(make), "");
	mk_world_remove(&make->world, &ball->object);
	mk_world_add(&make->world, &ball->object);
	assert_string_equal(step(make), "");
	world_make_free(make);
}

static void removing_a_body_ends_and_removing_the_area_is_silent(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	WorldArea *area = make_room(make, vec3_zero());
	MadeBody *first = make_floating(make, vec3_zero());
	make_floating(make, vec3((Real)0.8, 0, 0));
	assert_string_equal(step(make), "0+b1:00 0+b2:00");
	mk_world_remove(&make->world, &first->object);
	assert_string_equal(step(make), "0-b1:00");
	mk_world_remove(&make->world, &area->object);
	assert_string_equal(step(make), "");
	mk_world_add(&make->world, &area->object);
	assert_string_equal(step(make), "0+b2:00");
	world_make_free(make);
}

static void a_new_listener_hears_of_all_that_is_inside(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	WorldArea *area = make_room(make, vec3_zero());
	make_room(make, vec3_zero());
	make_floating(make, vec3_zero());
	step(make);
	mk_area_tell_again(&make->world, area, false);
	mk_area_tell_again(&make->world, area, false);
	assert_string_equal(step(make), "0+b1:00");
	mk_area_tell_again(&make->world, area, true);
	assert_string_equal(step(make), "0+a2:00");
	world_make_free(make);
}

// 2 m in a step, over an area of 0.1 m: the path is inside for a third of it.
static void a_body_that_jumps_over_an_area_begins_and_ends(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make_area(make, mk_box_create(vec3((Real)0.05, 1, 1), NULL), vec3_zero());
	MadeBody *ball = make_floating(make, vec3(-1, 0, 0));
	ball->body.linear_velocity = vec3(120, 0, 0);
	assert_string_equal(step(make), "0+b1:00 0-b1:00");
	check_near(ball->body.pose.origin.x, 1, 1e-4);
	assert_string_equal(step(make), "");
	// past its edge
	put(make, &ball->object, vec3(-1, (Real)1.6, 0));
	assert_string_equal(step(make), "");
	// out of it in one step: a single end
	put(make, &ball->object, vec3(0, 0, 0));
	ball->body.linear_velocity = vec3_zero();
	assert_string_equal(step(make), "0+b1:00");
	ball->body.linear_velocity = vec3(120, 0, 0);
	assert_string_equal(step(make), "0-b1:00");
	world_make_free(make);
}

static AreaRules rules_of(AreaMode mode, int64_t priority, Vec3 gravity, Real damp) {
	return (AreaRules){
		.priority = priority,
		.gravity_mode = mode,
		.linear_damp_mode = mode,
		.angular_damp_mode = mode,
		.gravity = 1,
		.gravity_vector = gravity,
		.linear_damp = damp,
		.angular_damp = 2 * damp,
	};
}

// The walk that Godot's documentation describes, by hand for all pairs of modes: what the
// lower of two areas gives is x, what the higher gives is z, and y is the world's. A
// letter stands for its vector.
static const char *const sums[AREA_MODE_COUNT][AREA_MODE_COUNT] = {
	// higher: disabled, combine, combine-replace, replace, replace-combine
	[AREA_DISABLED] = { "y", "zy", "z", "z", "zy" },
	[AREA_COMBINE] = { "xy", "zxy", "z", "z", "zxy" },
	[AREA_COMBINE_REPLACE] = { "x", "zx", "z", "z", "zx" },
	[AREA_REPLACE] = { "x", "x", "z", "z", "x" },
	[AREA_REPLACE_COMBINE] = { "xy", "xy", "z", "z", "xy" },
};

static void modes_of_two_areas_combine_by_priority(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	MadeBody *ball = make_floating(make, vec3_zero());
	WorldArea *high = make_room(make, vec3_zero());
	WorldArea *low = make_room(make, vec3_zero());
	AreaRules everywhere = rules_of(AREA_DISABLED, 0, vec3(0, -10, 0), (Real)0.1);
	mk_world_set_rules(&make->world, &everywhere);
	world_make_run(make, 1);
	for (AreaMode l = 0; l < AREA_MODE_COUNT; l++)
		for (AreaMode h = 0; h < AREA_MODE_COUNT; h++) {
			AreaRules low_rules = rules_of(l, 1, vec3(2, 0, 0), (Real)0.2);
			AreaRules high_rules = rules_of(h, 2, vec3(0, 0, 3), (Real)0.4);
			mk_area_set_rules(&make->world, low, &low_rules);
			mk_area_set_rules(&make->world, high, &high_rules);
			const char *sum = sums[l][h];
			bool has_x = strchr(sum, 'x') != NULL;
			bool has_y = strchr(sum, 'y') != NULL;
			bool has_z = strchr(sum, 'z') != NULL;
			Real damp = (Real)0.2 * has_x + (Real)0.1 * has_y + (Real)0.4 * has_z;
			BodySurroundings found = mk_area_surroundings(&make->world, &ball->object);
			check_vec3(found.gravity, vec3(has_x ? 2 : 0, has_y ? -10 : 0, has_z ? 3 : 0), 1e-6);
			check_near(found.linear_damp, damp, 1e-6);
			check_near(found.angular_damp, 2 * damp, 1e-6);
		}
	world_make_free(make);
}

static void among_equals_the_newest_area_comes_first(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	MadeBody *ball = make_floating(make, vec3_zero());
	WorldArea *areas[2] = { make_room(make, vec3_zero()), make_room(make, vec3_zero()) };
	for (int i = 0; i < 2; i++)
		areas[i]->rules = rules_of(AREA_REPLACE, 7, vec3((Real)i, 0, 0), 0);
	world_make_run(make, 1);
	check_vec3(mk_area_surroundings(&make->world, &ball->object).gravity, vec3(1, 0, 0), 0);
	mk_world_remove(&make->world, &areas[0]->object);
	mk_world_add(&make->world, &areas[0]->object);
	world_make_run(make, 1);
	check_vec3(mk_area_surroundings(&make->world, &ball->object).gravity, vec3(0, 0, 0), 0);
	world_make_free(make);
}

// 10 m/s^2 at 2 m is 2.5 at 4 m; a scaled area has its centre where its scale puts it.
static void point_gravity_falls_with_the_square_of_the_distance(void **state) {
	(void)state;
	AreaRules rules = { .is_point = true, .gravity = 10 };
	Affine pose = affine_identity();
	check_vec3(mk_area_gravity(&rules, &pose, vec3(4, 0, 0)), vec3(-10, 0, 0), 1e-6);
	rules.unit_distance = 2;
	check_vec3(mk_area_gravity(&rules, &pose, vec3(4, 0, 0)), vec3((Real)-2.5, 0, 0), 1e-6);
	check_vec3(mk_area_gravity(&rules, &pose, vec3_zero()), vec3_zero(), 0);
	rules.unit_distance = 1;
	rules.gravity_vector = vec3(1, 0, 0);
	pose.linear = mat3_diagonal(vec3(2, 2, 2));
	check_vec3(mk_area_gravity(&rules, &pose, vec3(6, 0, 0)), vec3((Real)-0.625, 0, 0), 1e-6);
}

// 10 N/m^2 on 4 m^2 that faces it: 40 N; at 60 degrees half of the normal part; a third at 3 m.
static void wind_pushes_surfaces_that_face_it(void **state) {
	(void)state;
	Wind wind = { .force = 10, .direction = vec3(0, 0, 2) };
	check_vec3(mk_wind_force(&wind, vec3(0, 0, -5), vec3(0, 0, 1), 4), vec3(0, 0, 40), 1e-5);
	Real sine = real_sqrt((Real)0.75);
	Vec3 slanted = vec3(sine, 0, (Real)0.5);
	check_vec3(mk_wind_force(&wind, vec3_zero(), slanted, 4), vec3_scale(slanted, 20), 1e-5);
	wind.attenuation = 1;
	check_vec3(mk_wind_force(&wind, vec3(7, 0, 3), vec3(0, 0, 1), (Real)0.3), vec3(0, 0, 1), 1e-5);
	check_vec3(mk_wind_force(&wind, vec3(0, 0, -3), vec3(0, 0, 1), 4), vec3_zero(), 0);
}

// A sleeper hears of everything that changes its gravity, and of nothing else.
static void changes_of_gravity_wake(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	MadeBody *ball = make_floating(make, vec3_zero());
	WorldArea *area = make_room(make, vec3(9, 0, 0));
	area->rules = rules_of(AREA_REPLACE, 0, vec3_zero(), 0);
	world_make_run(make, 60);
	assert_true(ball->body.is_sleeping);
	put(make, &area->object, vec3_zero());
	world_make_run(make, 1);
	assert_false(ball->body.is_sleeping);
	world_make_run(make, 60);
	assert_true(ball->body.is_sleeping);
	// moved within: still the same gravity
	put(make, &area->object, vec3((Real)0.1, 0, 0));
	world_make_run(make, 1);
	assert_true(ball->body.is_sleeping);
	AreaRules rules = rules_of(AREA_REPLACE, 0, vec3(0, 1, 0), 0);
	mk_area_set_rules(&make->world, area, &rules);
	assert_false(ball->body.is_sleeping);
	world_make_run(make, 60);
	assert_true(ball->body.is_sleeping);
	rules.is_point = true;
	mk_area_set_rules(&make->world, area, &rules);
	world_make_run(make, 60);
	put(make, &area->object, vec3_zero());
	world_make_run(make, 1);
	assert_false(ball->body.is_sleeping);
	world_make_run(make, 60);
	mk_world_remove(&make->world, &area->object);
	assert_false(ball->body.is_sleeping);
	world_make_run(make, 60);
	assert_true(ball->body.is_sleeping);
	mk_world_set_rules(&make->world, &rules);
	assert_false(ball->body.is_sleeping);
	world_make_run(make, 60);
	mk_world_set_rules(&make->world, &rules);
	assert_true(ball->body.is_sleeping);
	world_make_free(make);
}

static void queries_meet_areas_when_they_are_asked_for(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	WorldArea *area = make_room(make, vec3(4, 0, 0));
	MadeBody *ball = make_floating(make, vec3(8, 0, 0));
	WorldRay ray = { .to = vec3(12, 0, 0), .mask = 1 };
	assert_ptr_equal(mk_world_ray(&make->world, &ray).object, &ball->object);
	ray.targets = QUERY_AREAS;
	assert_ptr_equal(mk_world_ray(&make->world, &ray).object, &area->object);
	ray.targets = QUERY_BOTH;
	assert_ptr_equal(mk_world_ray(&make->world, &ray).object, &area->object);
	ray.from = vec3(6, 0, 0);
	assert_ptr_equal(mk_world_ray(&make->world, &ray).object, &ball->object);
	world_make_free(make);
}

static void the_nearest_point_of_an_object_is_of_its_nearest_shape(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	WorldArea *area = make_room(make, vec3(10, 0, 0));
	Vec3 found = mk_world_closest(&make->world, &area->object, vec3(0, 5, 0));
	check_vec3(found, vec3(9, 1, 0), 1e-5);
	found = mk_world_closest(&make->world, &area->object, vec3((Real)10.5, 0, 0));
	check_vec3(found, vec3((Real)10.5, 0, 0), 1e-5);
	add_shape(make, &area->object, mk_sphere_create(4, NULL));
	found = mk_world_closest(&make->world, &area->object, vec3(0, 0, 0));
	check_vec3(found, vec3(6, 0, 0), 1e-5);
	world_make_free(make);
}

// A rod of 6 m makes a quarter turn in a step, over a room at 45 degrees, 2.1 m away; another room
// is beyond its end, and a third on the side it does not turn to.
static void a_body_that_turns_over_an_area_begins_and_ends(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make->gravity = vec3_zero();
	Vec3 small = vec3((Real)0.2, (Real)0.2, (Real)0.2);
	make_area(make, mk_box_create(small, NULL), vec3((Real)1.5, (Real)1.5, 0));
	make_area(make, mk_box_create(small, NULL), vec3((Real)2.6, (Real)2.6, 0));
	make_area(make, mk_box_create(small, NULL), vec3((Real)1.5, (Real)-1.5, 0));
	MadeBody *rod = make_box(make, vec3(3, (Real)0.1, (Real)0.1), vec3_zero());
	rod->body.angular_velocity = vec3(0, 0, 30 * MK_PI);
	assert_string_equal(step(make), "0+b1:00 0-b1:00");
	check_vec3(mat3_apply(rod->body.pose.linear, vec3(1, 0, 0)), vec3(0, 1, 0), 1e-3);
	world_make_free(make);
}

// A hollow box of 4 m moves by 20 m: its walls pass over the first room, miss the second one beside
// the way, and end behind the third one, which is then inside the hollow and touches nothing.
static void a_concave_body_that_jumps_over_an_area_begins_and_ends(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make->gravity = vec3_zero();
	TestMesh walls = mesh_make_box(vec3(-2, -2, -2), vec3(2, 2, 2));
	Shape *mesh = mk_mesh_create(&(MeshInput){ .mesh = mesh_view(&walls) }, NULL);
	mesh_free(&walls);
	Transform pose = { quat_identity(), vec3(-10, 0, 0) };
	MadeBody *body = make_body(make, BODY_RIGID, mesh, pose, 1);
	body->body.linear_velocity = vec3(1200, 0, 0);
	Vec3 thin = vec3((Real)0.05, (Real)0.05, (Real)0.05);
	make_area(make, mk_box_create(thin, NULL), vec3_zero());
	make_area(make, mk_box_create(thin, NULL), vec3(0, (Real)2.2, 0));
	make_area(make, mk_box_create(thin, NULL), vec3((Real)11.5, 0, 0));
	assert_string_equal(step(make), "0+b1:00 0-b1:00 2+b1:00 2-b1:00");
	world_make_free(make);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_body_put_into_an_area_and_out_again_is_told_once),
		cmocka_unit_test(what_the_host_has_not_taken_is_told_with_the_next_step),
		cmocka_unit_test(a_body_that_moves_in_is_told_of_in_the_step_that_moved_it),
		cmocka_unit_test(static_bodies_and_meshes_are_seen_from_both_sides),
		cmocka_unit_test(sleeping_bodies_are_seen_and_stay_asleep),
		cmocka_unit_test(the_mask_of_the_area_decides),
		cmocka_unit_test(areas_see_each_other_each_by_its_own_mask),
		cmocka_unit_test(every_pair_of_shapes_counts),
		cmocka_unit_test(what_ends_and_begins_in_one_step_has_not_happened),
		cmocka_unit_test(removing_a_body_ends_and_removing_the_area_is_silent),
		cmocka_unit_test(a_new_listener_hears_of_all_that_is_inside),
		cmocka_unit_test(a_body_that_jumps_over_an_area_begins_and_ends),
		cmocka_unit_test(a_body_that_turns_over_an_area_begins_and_ends),
		cmocka_unit_test(a_concave_body_that_jumps_over_an_area_begins_and_ends),
		cmocka_unit_test(modes_of_two_areas_combine_by_priority),
		cmocka_unit_test(among_equals_the_newest_area_comes_first),
		cmocka_unit_test(point_gravity_falls_with_the_square_of_the_distance),
		cmocka_unit_test(wind_pushes_surfaces_that_face_it),
		cmocka_unit_test(changes_of_gravity_wake),
		cmocka_unit_test(queries_meet_areas_when_they_are_asked_for),
		cmocka_unit_test(the_nearest_point_of_an_object_is_of_its_nearest_shape),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
