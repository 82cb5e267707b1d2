// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Who is awake, who reports contacts and who ignores whom: the lists that let a
// step look only at what moves.
#include "shape/convex.h"
#include "support/check.h"
#include "support/world_make.h"

static const Real half = (Real)0.5;

static void step(WorldMake *make) { mk_world_step(&make->world, (Real)1 / 60); }

// Boxes side by side on the floor, asleep.
static WorldMake *make_sleepers(MadeBody **boxes, uint32_t count) {
	WorldMake *make = world_make(1);
	make_floor(make);
	for (uint32_t i = 0; i < count; i++)
		boxes[i] = make_box(make, vec3_splat(half), vec3((Real)(2 * i), half, 0));
	for (int i = 0; i < 240 && make->world.awake.count > 0; i++)
		step(make);
	assert_int_equal(make->world.awake.count, 0);
	return make;
}

static void a_sleeper_that_the_host_pushes_and_tells_of_moves(void **state) {
	(void)state;
	MadeBody *boxes[2];
	WorldMake *make = make_sleepers(boxes, 2);
	mk_body_apply_central_impulse(&boxes[1]->body, vec3(0, 5000, 0));
	mk_world_touch(&make->world, &boxes[1]->object);
	mk_world_touch(&make->world, &boxes[1]->object);
	assert_int_equal(make->world.touched.count, 1);
	step(make);
	assert_int_equal(make->world.awake.count, 1);
	assert_int_equal(make->world.touched.count, 0);
	assert_true(boxes[1]->object.is_awake);
	assert_true(boxes[1]->body.pose.origin.y > half);
	world_make_free(make);
}

// What is not looked at may as well not be there. (A build that validates looks at all on purpose.)
static void a_step_does_not_look_at_sleepers(void **state) {
	(void)state;
#ifndef MK_VALIDATE_BUILD
	MadeBody *boxes[3];
	WorldMake *make = make_sleepers(boxes, 3);
	make_ball(make, half, vec3(0, 50, 0));
	for (int i = 0; i < 3; i++)
		boxes[i]->object.body = NULL;
	for (int i = 0; i < 10; i++)
		step(make);
	assert_int_equal(make->world.awake.count, 1);
	for (int i = 0; i < 3; i++)
		boxes[i]->object.body = &boxes[i]->body;
	world_make_free(make);
#endif
}

// A million of them cost nothing but memory: only what moves looks for what is near it.
static void a_step_does_not_look_at_statics_that_nothing_is_near(void **state) {
	(void)state;
#ifndef MK_VALIDATE_BUILD
	enum { COUNT = 100 };
	WorldMake *make = world_make(1);
	make_floor(make);
	MadeBody *ball = make_ball(make, half, vec3(0, half, 0));
	MadeBody *walls[COUNT];
	for (int i = 0; i < COUNT; i++) {
		Transform pose = { quat_identity(), vec3((Real)(10 + i), 0, 0) };
		walls[i] = make_body(make, BODY_STATIC, mk_box_create(vec3_splat(half), NULL), pose, 0);
	}
	step(make);
	for (int i = 0; i < COUNT; i++)
		walls[i]->object.body = NULL;
	for (int i = 0; i < 10; i++)
		step(make);
	assert_int_equal(make->world.awake.count, 1);
	assert_int_equal(make->world.counters.contact_count, 1);
	assert_false(ball->body.is_sleeping);
	for (int i = 0; i < COUNT; i++)
		walls[i]->object.body = &walls[i]->body;
	world_make_free(make);
#endif
}

static void a_platform_with_a_target_is_awake_until_it_has_come_to_rest(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	Shape *box = mk_box_create(vec3_splat(half), NULL);
	MadeBody *platform = make_body(make, BODY_KINEMATIC, box, transform_identity(), 0);
	step(make);
	assert_int_equal(make->world.awake.count, 0);
	Affine target = affine_identity();
	target.origin = vec3(1, 0, 0);
	mk_body_set_target(&platform->body, target);
	mk_world_touch(&make->world, &platform->object);
	step(make);
	assert_true(platform->object.is_awake);
	check_near(platform->body.pose.origin.x, 1, 0);
	step(make);
	step(make);
	assert_false(platform->object.is_awake);
	world_make_free(make);
}

static void a_touched_object_may_leave_before_the_step(void **state) {
	(void)state;
	MadeBody *boxes[3];
	WorldMake *make = make_sleepers(boxes, 3);
	for (int i = 0; i < 3; i++) {
		mk_body_wake(&boxes[i]->body);
		mk_world_touch(&make->world, &boxes[i]->object);
		mk_world_change(&make->world, &boxes[i]->object, OBJECT_SURFACE_CHANGED);
	}
	mk_world_remove(&make->world, &boxes[0]->object);
	step(make);
	assert_int_equal(make->world.awake.count, 2);
	assert_false(boxes[0]->object.is_awake);
	world_make_free(make);
}

// Two boxes on each other that are pushed; which of them the host told of first must not show.
static uint64_t hash_after_touching(bool is_reversed) {
	MadeBody *boxes[8];
	WorldMake *make = make_sleepers(boxes, 8);
	for (uint32_t i = 0; i < 8; i++) {
		MadeBody *box = boxes[is_reversed ? 7 - i : i];
		Real side = box->body.pose.origin.x < 8 ? 1 : -1;
		mk_body_apply_central_impulse(&box->body, vec3(side * 3000, 1000, 0));
		mk_world_touch(&make->world, &box->object);
	}
	for (int i = 0; i < 120; i++)
		step(make);
	uint64_t hash = world_make_hash(make);
	world_make_free(make);
	return hash;
}

static void the_order_in_which_the_host_pushes_does_not_matter(void **state) {
	(void)state;
	assert_int_equal(hash_after_touching(false), hash_after_touching(true));
}

static void the_step_that_puts_a_body_to_sleep_names_it_once(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make_floor(make);
	MadeBody *box = make_box(make, vec3_splat(half), vec3(0, half, 0));
	uint32_t named = 0;
	for (int i = 0; i < 240; i++) {
		step(make);
		named += make->world.rested.count;
		if (make->world.rested.count > 0)
			assert_ptr_equal(make->world.rested.data[0], &box->object);
	}
	assert_int_equal(named, 1);
	assert_true(box->body.is_sleeping);
	world_make_free(make);
}

// Returns how many there were, and whether `wanted` was among them.
static uint32_t take_reporters(WorldMake *make, const MadeBody *wanted, bool *is_found) {
	uint32_t count = 0;
	*is_found = false;
	mk_world_find_reporters(&make->world);
	for (;;) {
		const WorldObject *object = mk_world_next_reporter(&make->world);
		if (object == NULL) return count;
		*is_found |= object == &wanted->object;
		count++;
	}
}

static void sleepers_report_nothing_until_a_contact_ends(void **state) {
	(void)state;
	MadeBody *boxes[2];
	WorldMake *make = make_sleepers(boxes, 2);
	MadeBody *floor = make->bodies;
	floor->object.max_contacts = boxes[0]->object.max_contacts = 4;
	bool is_found;
	assert_int_equal(take_reporters(make, floor, &is_found), 0);
	// the floor has lost a contact, and the other box does not want to hear
	mk_world_remove(&make->world, &boxes[1]->object);
	assert_int_equal(take_reporters(make, floor, &is_found), 1);
	assert_true(is_found);
	mk_world_wake(&make->world, &boxes[0]->object);
	assert_int_equal(take_reporters(make, floor, &is_found), 2);
	assert_true(is_found);
	world_make_free(make);
}

static void one_that_leaves_reports_nothing(void **state) {
	(void)state;
	MadeBody *boxes[1];
	WorldMake *make = make_sleepers(boxes, 1);
	boxes[0]->object.max_contacts = 4;
	mk_world_wake(&make->world, &boxes[0]->object);
	mk_world_find_reporters(&make->world);
	mk_world_remove(&make->world, &boxes[0]->object);
	assert_null(mk_world_next_reporter(&make->world));
	world_make_free(make);
}

enum { MANY = 50 };

// Impulses with which boxes lie on the floor, while they sleep.
static void read_impulses(const WorldMake *make, MadeBody **boxes, Real *impulses) {
	for (uint32_t i = 0; i < MANY; i++) {
		uint32_t edge = boxes[i]->object.first_edge;
		impulses[i] = 0;
		if (edge == MK_WORLD_NONE) continue;
		const Contact *contact = make->world.contacts.data + edge / 2;
		const ContactPatch *patch = make->world.patches.data + contact->first_patch;
		for (uint32_t k = 0; k < patch->manifold.count; k++)
			impulses[i] += patch->impulses[k];
	}
}

// One of many boxes falls through the floor that all of them sleep on.
static void check_one_falls(WorldMake *make, MadeBody **boxes, uint32_t one) {
	Real before[MANY];
	Real after[MANY];
	read_impulses(make, boxes, before);
	assert_true(before[0] > 0);
	step(make);
	read_impulses(make, boxes, after);
	for (uint32_t i = 0; i < MANY; i++) {
		assert_true(boxes[i]->body.is_sleeping == (i != one));
		if (i != one) assert_true(after[i] == before[i]);
	}
	for (int i = 0; i < 10; i++)
		step(make);
	assert_int_equal(make->world.awake.count, 1);
	assert_true(boxes[one]->body.pose.origin.y < half - (Real)0.1);
}

static void an_exception_wakes_nobody_else(void **state) {
	(void)state;
	MadeBody *boxes[MANY];
	for (int order = 0; order < 2; order++) {
		WorldMake *make = make_sleepers(boxes, MANY);
		WorldObject *pair[2] = { &make->bodies[0].object, &boxes[7]->object };
		mk_world_set_exception(&make->world, pair[order], pair[1 - order], true);
		check_one_falls(make, boxes, 7);
		world_make_free(make);
	}
}

static void an_exception_that_ends_lets_them_meet_again(void **state) {
	(void)state;
	MadeBody *boxes[MANY];
	for (int order = 0; order < 2; order++) {
		WorldMake *make = make_sleepers(boxes, MANY);
		WorldObject *pair[2] = { &make->bodies[0].object, &boxes[7]->object };
		mk_world_set_exception(&make->world, pair[order], pair[1 - order], true);
		step(make);
		mk_world_set_exception(&make->world, pair[order], pair[1 - order], false);
		for (int i = 0; i < 240; i++)
			step(make);
		assert_int_equal(make->world.awake.count, 0);
		check_near(boxes[7]->body.pose.origin.y, half, 0.005);
		world_make_free(make);
	}
}

static void a_layer_of_the_floor_that_one_does_not_see_lets_only_that_fall(void **state) {
	(void)state;
	MadeBody *boxes[MANY];
	WorldMake *make = make_sleepers(boxes, MANY);
	WorldObject *floor = &make->bodies[0].object;
	for (uint32_t i = 0; i < MANY; i++)
		boxes[i]->object.mask = i == 3 ? 1 : 3;
	floor->mask = 0;
	floor->layer = 2;
	mk_world_change(&make->world, floor, OBJECT_FILTER_CHANGED);
	check_one_falls(make, boxes, 3);
	world_make_free(make);
}

// Of two that lie against each other only one sees the other from now on: that one is pushed.
static void a_mask_that_changes_says_who_is_pushed(void **state) {
	(void)state;
	MadeBody *boxes[2];
	WorldMake *make = make_sleepers(boxes, 2);
	MadeBody *top = make_box(make, vec3_splat(half), vec3(0, 3 * half, 0));
	for (int i = 0; i < 240; i++)
		step(make);
	assert_int_equal(make->world.awake.count, 0);
	boxes[0]->body.mass = top->body.mass = 1000;
	boxes[0]->object.mask = 2;
	make->bodies[0].object.layer = 3;
	mk_world_change(&make->world, &boxes[0]->object, OBJECT_FILTER_CHANGED);
	mk_world_change(&make->world, &make->bodies[0].object, OBJECT_FILTER_CHANGED);
	mk_body_set_linear_velocity(&top->body, vec3(0, -3, 0));
	mk_world_wake(&make->world, &top->object);
	step(make);
	// as if it were a wall: what is below feels nothing of it
	check_near(boxes[0]->body.linear_velocity.y, 0, 0.01);
	check_near(boxes[0]->body.pose.origin.y, half, 0.001);
	for (int i = 0; i < 240; i++)
		step(make);
	check_near(top->body.pose.origin.y, 3 * half, 0.01);
	world_make_free(make);
}

// When an object goes, the last one gets its number: exceptions must follow it and only it.
static void exceptions_follow_objects_that_get_other_numbers(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make->gravity = vec3_zero();
	MadeBody *gone = make_ball(make, half, vec3(9, 0, 0));
	MadeBody *a = make_ball(make, half, vec3(0, 0, 0));
	MadeBody *b = make_ball(make, half, vec3(half, 0, 0));
	mk_world_set_exception(&make->world, &gone->object, &a->object, true);
	mk_world_set_exception(&make->world, &b->object, &a->object, true);
	mk_world_set_exception(&make->world, &b->object, &a->object, true);
	mk_world_remove(&make->world, &gone->object);
	step(make);
	assert_int_equal(make->world.counters.contact_count, 0);
	mk_world_set_exception(&make->world, &a->object, &b->object, false);
	step(make);
	assert_int_equal(make->world.counters.contact_count, 1);
	assert_int_equal(make->world.exceptions.count, 0);
	mk_world_add(&make->world, &gone->object);
	assert_int_equal(gone->object.exceptions.count, 0);
	world_make_free(make);
}

// A wall in the second of two boxes; the boxes do not touch each other.
static void what_is_put_into_a_sleeper_wakes_it(void **state) {
	(void)state;
	MadeBody *boxes[2];
	WorldMake *make = make_sleepers(boxes, 2);
	MadeBody *wall = make_box(make, vec3_splat(half), vec3((Real)2.8, half, 0));
	mk_body_set_mode(&wall->body, BODY_STATIC);
	mk_world_change(&make->world, &wall->object, OBJECT_MODE_CHANGED);
	step(make);
	assert_true(boxes[1]->object.is_awake);
	assert_false(boxes[0]->object.is_awake);
	assert_true(boxes[1]->body.pose.origin.x < 2);
	world_make_free(make);
}

// It was put on the floor asleep, as a scene has it.
static void a_body_that_comes_asleep_stays_so(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make_floor(make);
	MadeBody *box = make_box(make, vec3_splat(half), vec3(0, half, 0));
	mk_body_sleep(&box->body);
	step(make);
	step(make);
	assert_true(box->body.is_sleeping);
	assert_int_equal(make->world.awake.count, 0);
	world_make_free(make);
}

static void other_friction_of_the_floor_wakes_who_lies_on_it(void **state) {
	(void)state;
	MadeBody *boxes[2];
	WorldMake *make = make_sleepers(boxes, 2);
	make->bodies[0].object.friction = 0;
	mk_world_change(&make->world, &make->bodies[0].object, OBJECT_SURFACE_CHANGED);
	step(make);
	assert_int_equal(make->world.awake.count, 2);
	world_make_free(make);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_sleeper_that_the_host_pushes_and_tells_of_moves),
		cmocka_unit_test(a_step_does_not_look_at_sleepers),
		cmocka_unit_test(a_step_does_not_look_at_statics_that_nothing_is_near),
		cmocka_unit_test(a_platform_with_a_target_is_awake_until_it_has_come_to_rest),
		cmocka_unit_test(a_touched_object_may_leave_before_the_step),
		cmocka_unit_test(the_order_in_which_the_host_pushes_does_not_matter),
		cmocka_unit_test(the_step_that_puts_a_body_to_sleep_names_it_once),
		cmocka_unit_test(sleepers_report_nothing_until_a_contact_ends),
		cmocka_unit_test(one_that_leaves_reports_nothing),
		cmocka_unit_test(what_is_put_into_a_sleeper_wakes_it),
		cmocka_unit_test(a_body_that_comes_asleep_stays_so),
		cmocka_unit_test(other_friction_of_the_floor_wakes_who_lies_on_it),
		cmocka_unit_test(an_exception_wakes_nobody_else),
		cmocka_unit_test(an_exception_that_ends_lets_them_meet_again),
		cmocka_unit_test(a_layer_of_the_floor_that_one_does_not_see_lets_only_that_fall),
		cmocka_unit_test(a_mask_that_changes_says_who_is_pushed),
		cmocka_unit_test(exceptions_follow_objects_that_get_other_numbers),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
