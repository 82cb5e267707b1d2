// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The lines that a world gives to be drawn: each layer shows what it says, where that is,
// and looking changes nothing.
#include "shape/convex.h"
#include "support/check.h"
#include "support/world_make.h"
#include "world/debug.h"
#include "world/snapshot.h"

static const Real half = (Real)0.5;
static const Real dt = (Real)1 / 60;

// The lines of one layer, to be freed; normals are 1 m long.
static DebugLineArray look(WorldMake *make, uint32_t layers) {
	DebugLineArray lines = { 0 };
	mk_world_debug(&make->world, layers, 1, &lines);
	return lines;
}

static Vec3 middle(const DebugLine *line) {
	return vec3_scale(vec3_add(line->from, line->to), half);
}

// The box around all lines of a colour; empty if there are none.
static Aabb bounds_of(const DebugLineArray *lines, uint32_t color) {
	Aabb box = aabb_empty();
	for (uint32_t i = 0; i < lines->count; i++) {
		if (lines->data[i].color != color) continue;
		box = aabb_add_point(aabb_add_point(box, lines->data[i].from), lines->data[i].to);
	}
	return box;
}

// A stack of boxes on the floor.
static WorldMake *make_stack(MadeBody **boxes, uint32_t count) {
	WorldMake *make = world_make(1);
	make_floor(make);
	for (uint32_t i = 0; i < count; i++)
		boxes[i] = make_box(make, vec3_splat(half), vec3(0, half + (Real)i, 0));
	return make;
}

static void crosses_lie_on_both_surfaces(void **state) {
	(void)state;
	MadeBody *box;
	WorldMake *make = make_stack(&box, 1);
	world_make_run(make, 10);
	DebugLineArray lines = look(make, DEBUG_CONTACTS);
	// four corners, three lines on each surface
	assert_int_equal(lines.count, 4 * 2 * 3);
	Real bottom = box->body.pose.origin.y - half;
	uint32_t on_floor = 0;
	for (uint32_t i = 0; i < lines.count; i++) {
		Vec3 at = middle(lines.data + i);
		// the place is that of the narrow phase: a step of rest moves less than
		// a tenth of a millimetre
		bool is_floor = real_abs(at.y) <= (Real)1e-4;
		on_floor += is_floor;
		assert_true(is_floor || real_abs(at.y - bottom) <= (Real)1e-4);
		check_near(real_abs(at.x), half, (Real)1e-3);
		check_near(real_abs(at.z), half, (Real)1e-3);
	}
	assert_true(on_floor >= lines.count / 2);
	debug_line_array_free(&lines);
	world_make_free(make);
}

static void normals_have_the_size_and_point_from_a_to_b(void **state) {
	(void)state;
	MadeBody *box;
	WorldMake *make = make_stack(&box, 1);
	world_make_run(make, 10);
	DebugLineArray lines = look(make, DEBUG_NORMALS);
	assert_int_equal(lines.count, 4);
	const Contact *contact = make->world.contacts.data;
	bool is_box_a = collider_array_at(&make->world.colliders, contact->colliders[0])->object ==
			&box->object;
	for (uint32_t i = 0; i < lines.count; i++) {
		Vec3 way = vec3_sub(lines.data[i].to, lines.data[i].from);
		check_near(way.y, is_box_a ? -1 : 1, (Real)1e-5);
		assert_int_equal(lines.data[i].color, DEBUG_COLOR_NORMAL);
	}
	debug_line_array_free(&lines);
	world_make_free(make);
}

// Lengths back to impulses: the root of the part of the weight.
static Real sum_of_weights(const DebugLineArray *lines) {
	Real sum = 0;
	for (uint32_t i = 0; i < lines->count; i++)
		sum += vec3_length_squared(vec3_sub(lines->data[i].to, lines->data[i].from));
	return sum;
}

static void impulses_at_rest_carry_the_weight(void **state) {
	(void)state;
	MadeBody *box;
	WorldMake *make = make_stack(&box, 1);
	box->body.can_sleep = false;
	world_make_run(make, 60);
	// the last sub-step stands for all, then the sums are there
	for (int watched = 0; watched < 2; watched++) {
		DebugLineArray lines = look(make, DEBUG_IMPULSES);
		check_near(sum_of_weights(&lines), 1, (Real)0.01);
		debug_line_array_free(&lines);
		mk_world_watch_impulses(&make->world, true);
		world_make_run(make, 1);
	}
	world_make_free(make);
}

// The impact of a fall from 1.25 m takes place in one sub-step, which need not be the last.
static void watched_impulses_are_those_of_the_whole_step(void **state) {
	(void)state;
	MadeBody *ball;
	WorldMake *make = world_make(1);
	make_floor(make);
	ball = make_ball(make, half, vec3(0, half + (Real)1.25, 0));
	mk_world_watch_impulses(&make->world, true);
	Real most = 0;
	Real speed = 0;
	for (int i = 0; i < 60; i++) {
		world_make_run(make, 1);
		DebugLineArray lines = look(make, DEBUG_IMPULSES);
		most = real_max(most, sum_of_weights(&lines));
		speed = real_max(speed, -ball->body.linear_velocity.y);
		debug_line_array_free(&lines);
	}
	// it takes away the speed, within the step or two in which that happens: at
	// least half of it at once
	Real weights = speed / ((Real)9.8 * dt);
	assert_true(most > weights / 2);
	assert_true(most < weights * (Real)1.1);
	world_make_free(make);
}

static void an_island_has_one_colour_and_another_island_has_another(void **state) {
	(void)state;
	MadeBody *boxes[3];
	WorldMake *make = make_stack(boxes, 3);
	MadeBody *alone = make_box(make, vec3_splat(half), vec3(5, half, 0));
	world_make_run(make, 2);
	DebugLineArray lines = look(make, DEBUG_ISLANDS);
	assert_int_equal(lines.count, 4 * 12);
	uint32_t stack_color = 0;
	uint32_t alone_color = 0;
	for (uint32_t i = 0; i < lines.count; i++) {
		uint32_t *color = middle(lines.data + i).x > 2 ? &alone_color : &stack_color;
		if (*color == 0) *color = lines.data[i].color;
		assert_int_equal(lines.data[i].color, *color);
	}
	assert_int_not_equal(stack_color, alone_color);
	debug_line_array_free(&lines);
	// the colours stay when the order of those that are awake changes
	mk_body_sleep(&alone->body);
	mk_world_touch(&make->world, &alone->object);
	world_make_run(make, 1);
	mk_world_wake(&make->world, &alone->object);
	world_make_run(make, 1);
	lines = look(make, DEBUG_ISLANDS);
	assert_false(aabb_is_empty(bounds_of(&lines, stack_color)));
	assert_true(bounds_of(&lines, alone_color).min.x > 2);
	debug_line_array_free(&lines);
	world_make_free(make);
}

static void sleepers_are_marked_and_the_others_are_not(void **state) {
	(void)state;
	MadeBody *box;
	WorldMake *make = make_stack(&box, 1);
	MadeBody *high = make_ball(make, half, vec3(20, 5000, 0));
	for (int i = 0; i < 240 && !box->body.is_sleeping; i++)
		world_make_run(make, 1);
	assert_true(box->body.is_sleeping);
	DebugLineArray sleeping = look(make, DEBUG_SLEEPING);
	DebugLineArray awake = look(make, DEBUG_ISLANDS);
	Aabb marked = bounds_of(&sleeping, DEBUG_COLOR_SLEEPING);
	assert_int_equal(sleeping.count, 12);
	assert_int_equal(awake.count, 12);
	check_near(marked.max.x, half, (Real)1e-3);
	assert_true(middle(awake.data).x > 10);
	assert_true(high->object.is_awake);
	debug_line_array_free(&sleeping);
	debug_line_array_free(&awake);
	world_make_free(make);
}

static void bounds_hold_the_shapes_closely(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make_floor(make);
	Quat turn = mk_quat_from_rotation_vector(vec3(0, (Real)0.7, (Real)0.3));
	Shape *box = mk_box_create(vec3(2, 1, half), NULL);
	make_body(make, BODY_RIGID, box, (Transform){ turn, vec3(0, 20, 0) }, 1000);
	world_make_run(make, 3);
	DebugLineArray lines = look(make, DEBUG_BOUNDS);
	Aabb drawn = bounds_of(&lines, DEBUG_COLOR_MOVING);
	const Collider *collider = make->world.colliders.data + 1;
	Aabb tight = mk_instance_bounds(&collider->instance);
	assert_true(aabb_contains(drawn, tight));
	// the margin of contacts is 2 cm
	assert_true(aabb_contains(aabb_grow(tight, (Real)0.021), drawn));
	debug_line_array_free(&lines);
	world_make_free(make);
}

static void the_tree_has_all_boxes_and_a_plane_is_cut_off(void **state) {
	(void)state;
	MadeBody *boxes[5];
	WorldMake *make = make_stack(boxes, 5);
	world_make_run(make, 2);
	DebugLineArray lines = look(make, DEBUG_TREE);
	// a tree of n boxes has n - 1 nodes above them, each with twelve edges; the plane's is cut off
	assert_true(lines.count >= (5 + 4) * 12);
	for (uint32_t i = 0; i < lines.count; i++) {
		assert_true(vec3_is_finite(lines.data[i].from) && vec3_is_finite(lines.data[i].to));
		assert_true(vec3_length(lines.data[i].from) < 20);
	}
	debug_line_array_free(&lines);
	world_make_free(make);
}

// A ball of 5 cm at 60 m/s moves 1 m in a step; the wall is at x = 2.
static void the_way_of_a_bullet_is_shown_up_to_the_wall_and_beyond_it_as_cut(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	Shape *wall = mk_box_create(vec3((Real)0.05, 2, 2), NULL);
	make_body(make, BODY_STATIC, wall, (Transform){ quat_identity(), vec3(2, 0, 0) }, 0);
	MadeBody *ball = make_ball(make, (Real)0.05, vec3((Real)-0.5, 0, 0));
	ball->body.linear_velocity = vec3(60, 0, 0);
	make->gravity = vec3_zero();
	world_make_run(make, 1);
	DebugLineArray lines = look(make, DEBUG_PATHS);
	Aabb way = bounds_of(&lines, DEBUG_COLOR_PATH);
	// the ball at both ends
	check_near(way.min.x, (Real)-0.55, (Real)1e-3);
	check_near(way.max.x, (Real)0.55, (Real)1e-3);
	assert_true(aabb_is_empty(bounds_of(&lines, DEBUG_COLOR_CUT)));
	debug_line_array_free(&lines);
	world_make_run(make, 2);
	assert_int_equal(make->world.counters.stopped_count, 1);
	lines = look(make, DEBUG_PATHS);
	Aabb cut = bounds_of(&lines, DEBUG_COLOR_CUT);
	// stopped in front of the wall; without it the middle would be at 2.5
	assert_true(bounds_of(&lines, DEBUG_COLOR_PATH).max.x <= (Real)1.95);
	check_near(cut.max.x, (Real)2.5, (Real)0.01);
	debug_line_array_free(&lines);
	world_make_free(make);
}

static void looking_changes_nothing(void **state) {
	(void)state;
	uint64_t hashes[2];
	for (int looks = 0; looks < 2; looks++) {
		MadeBody *boxes[6];
		WorldMake *make = make_stack(boxes, 6);
		make_ball(make, half, vec3((Real)0.3, 9, (Real)0.1));
		for (int i = 0; i < 200; i++) {
			world_make_run(make, 1);
			if (!looks) continue;
			mk_world_watch_impulses(&make->world, i % 50 < 25);
			DebugLineArray lines = look(make, DEBUG_ALL);
			debug_line_array_free(&lines);
		}
		hashes[looks] = mk_world_hash(&make->world);
		world_make_free(make);
	}
	assert_int_equal(hashes[0], hashes[1]);
}

static void an_empty_world_and_no_layers_give_no_lines(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	DebugLineArray lines = look(make, DEBUG_ALL);
	assert_int_equal(lines.count, 0);
	make_floor(make);
	make_box(make, vec3_splat(half), vec3(0, half, 0));
	mk_world_debug(&make->world, 0, 1, &lines);
	assert_int_equal(lines.count, 0);
	debug_line_array_free(&lines);
	world_make_free(make);
}

// Two balls on a joint are one island; without it they are two, also before the next step, when the
// joint's memory may be somebody else's.
static void islands_know_nothing_of_joints_that_are_gone(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	MadeBody *balls[2];
	for (uint32_t i = 0; i < 2; i++)
		balls[i] = make_box(make, vec3_splat(half), vec3(3 * (Real)i, 5, 0));
	WorldJoint joint = {
		.settings = mk_joint_settings(JOINT_FIXED),
		.objects = { &balls[0]->object, &balls[1]->object },
	};
	assert_null(mk_world_add_joint(&make->world, &joint));
	world_make_run(make, 2);
	for (uint32_t count = 1; count <= 2; count++) {
		DebugLineArray lines = look(make, DEBUG_ISLANDS);
		assert_int_equal(lines.count, 2 * 12);
		assert_int_equal(lines.data[0].color == lines.data[12].color, count == 1);
		debug_line_array_free(&lines);
		if (count == 1) {
			mk_world_remove_joint(&make->world, &joint);
			memset(&joint, 0xff, sizeof(joint));
		}
	}
	world_make_free(make);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(crosses_lie_on_both_surfaces),
		cmocka_unit_test(normals_have_the_size_and_point_from_a_to_b),
		cmocka_unit_test(impulses_at_rest_carry_the_weight),
		cmocka_unit_test(islands_know_nothing_of_joints_that_are_gone),
		cmocka_unit_test(watched_impulses_are_those_of_the_whole_step),
		cmocka_unit_test(an_island_has_one_colour_and_another_island_has_another),
		cmocka_unit_test(sleepers_are_marked_and_the_others_are_not),
		cmocka_unit_test(bounds_hold_the_shapes_closely),
		cmocka_unit_test(the_tree_has_all_boxes_and_a_plane_is_cut_off),
		cmocka_unit_test(the_way_of_a_bullet_is_shown_up_to_the_wall_and_beyond_it_as_cut),
		cmocka_unit_test(looking_changes_nothing),
		cmocka_unit_test(an_empty_world_and_no_layers_give_no_lines),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
