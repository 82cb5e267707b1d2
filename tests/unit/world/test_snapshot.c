// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What a snapshot is of, and what is refused: other worlds, other bytes.
#include "world/snapshot.h"

#include "shape/convex.h"
#include "support/budget.h"
#include "support/check.h"
#include "support/soft_make.h"
#include "world/snapshot_parts.h"

typedef struct Fixture {
	WorldMake *make;
	MadeSoft soft;
	WorldJoint *joint;
	unsigned char *bytes;
	size_t size;
} Fixture;

// A box and a ball that are joined, on a floor, in an area, beside a cloth.
static Fixture make_fixture(void) {
	Fixture fixture = { .make = world_make(1) };
	WorldMake *make = fixture.make;
	make_floor(make);
	MadeBody *box = make_box(make, vec3_splat((Real)0.5), vec3(0, (Real)0.49, 0));
	MadeBody *ball = make_ball(make, (Real)0.3, vec3((Real)0.9, (Real)0.4, 0));
	fixture.joint = make_joint_at(make, mk_joint_settings(JOINT_PIN), box, ball, vec3(0, 1, 0));
	make_area(make, mk_box_create(vec3_splat(2), NULL), vec3_zero());
	return fixture;
}

static void take(Fixture *fixture) {
	fixture->size = mk_world_save(&fixture->make->world, NULL, 0);
	fixture->bytes = mk_alloc(fixture->size);
	mk_world_save(&fixture->make->world, fixture->bytes, fixture->size);
}

static void free_fixture(Fixture *fixture) {
	mk_free(fixture->bytes, fixture->size);
	world_make_free(fixture->make);
}

static SnapshotResult give(Fixture *fixture) {
	return mk_world_restore(&fixture->make->world, fixture->bytes, fixture->size);
}

static void check_refused(Fixture *fixture, SnapshotStatus status) {
	uint64_t before = mk_world_hash(&fixture->make->world);
	assert_int_equal(give(fixture).status, status);
	assert_int_equal(mk_world_hash(&fixture->make->world), before);
}

static void a_restored_world_is_saved_as_the_same_bytes(void **state) {
	(void)state;
	Fixture fixture = make_fixture();
	world_make_run(fixture.make, 10);
	take(&fixture);
	world_make_run(fixture.make, 10);
	assert_int_equal(give(&fixture).status, SNAPSHOT_OK);
	unsigned char *again = mk_alloc(fixture.size);
	assert_int_equal(mk_world_save(&fixture.make->world, again, fixture.size), fixture.size);
	assert_memory_equal(again, fixture.bytes, fixture.size);
	mk_free(again, fixture.size);
	free_fixture(&fixture);
}

// A half space has no end, and a body may carry one.
static void a_moving_half_space_comes_back(void **state) {
	(void)state;
	Fixture fixture = make_fixture();
	Shape *shape = mk_half_space_create((Plane){ vec3(0, 1, 0), 0 }, NULL);
	Transform pose = { quat_identity(), vec3(0, -1, 0) };
	make_body(fixture.make, BODY_KINEMATIC, shape, pose, 0);
	take(&fixture);
	assert_int_equal(give(&fixture).status, SNAPSHOT_OK);
	free_fixture(&fixture);
}

static void a_buffer_that_is_too_small_is_not_filled(void **state) {
	(void)state;
	Fixture fixture = make_fixture();
	size_t size = mk_world_save(&fixture.make->world, NULL, 0);
	fixture.size = size - 1;
	fixture.bytes = mk_alloc(fixture.size);
	memset(fixture.bytes, 0, fixture.size);
	assert_int_equal(mk_world_save(&fixture.make->world, fixture.bytes, size - 1), size);
	check_refused(&fixture, SNAPSHOT_FOREIGN);
	free_fixture(&fixture);
}

// Forces, targets, locks, modes, friction, rules: what a host sets comes back, too.
static void what_the_host_has_set_comes_back(void **state) {
	(void)state;
	Fixture fixture = make_fixture();
	MadeBody *box = fixture.make->bodies + 1;
	box->body.locks = BODY_LOCK_ANGULAR_X;
	box->body.can_sleep = false;
	mk_body_apply_central_force(&box->body, vec3(1, 2, 3));
	box->body.constant_torque = vec3(0, 1, 0);
	box->object.friction = (Real)0.25;
	fixture.make->areas[0].rules.linear_damp = 7;
	fixture.joint->settings.break_force = 1e6;
	WorldObject *floor = &fixture.make->bodies[0].object;
	mk_world_set_exception(&fixture.make->world, floor, &box->object, true);
	take(&fixture);
	mk_world_set_exception(&fixture.make->world, floor, &box->object, false);
	box->body.locks = 0;
	box->body.can_sleep = true;
	world_make_run(fixture.make, 3);
	box->body.constant_torque = vec3_zero();
	box->object.friction = 1;
	fixture.make->areas[0].rules.linear_damp = 0;
	fixture.joint->settings.break_force = 10;
	mk_body_set_mode(&box->body, BODY_STATIC);
	mk_world_change(&fixture.make->world, &box->object, OBJECT_MODE_CHANGED);
	mk_world_sync(&fixture.make->world);
	assert_int_equal(give(&fixture).status, SNAPSHOT_OK);
	assert_int_equal(box->body.mode, BODY_RIGID);
	assert_int_equal(box->body.locks, BODY_LOCK_ANGULAR_X);
	assert_false(box->body.can_sleep);
	check_vec3(box->body.force, vec3(1, 2, 3), 0);
	check_vec3(box->body.constant_torque, vec3(0, 1, 0), 0);
	check_near(box->object.friction, 0.25, 0);
	assert_true(mk_world_is_exception(&fixture.make->world, floor, &box->object));
	assert_ptr_equal(box->object.exceptions.data[0], floor);
	check_near(fixture.make->areas[0].rules.linear_damp, 7, 0);
	check_near(fixture.joint->settings.break_force, 1e6, 0);
	world_make_run(fixture.make, 3);
	free_fixture(&fixture);
}

// A number of a body that hosts may set while all others are those of a new body.
static const size_t lone_numbers[] = {
	offsetof(Body, linear_velocity),
	offsetof(Body, angular_velocity.z),
	offsetof(Body, moments.y),
	offsetof(Body, surface_linear),
	offsetof(Body, surface_angular.z),
	offsetof(Body, force),
	offsetof(Body, torque.x),
	offsetof(Body, constant_force.y),
	offsetof(Body, constant_torque.z),
	offsetof(Body, mass),
	offsetof(Body, local_center.z),
	offsetof(Body, still_time),
	offsetof(Body, still_center.x),
};

static Real *number_of(Body *body, size_t offset) { return (Real *)((char *)body + offset); }

static void a_number_comes_back_without_others(void **state) {
	(void)state;
	for (size_t i = 0; i < sizeof(lone_numbers) / sizeof(lone_numbers[0]); i++) {
		Fixture fixture = make_fixture();
		Body *box = &fixture.make->bodies[1].body;
		Affine pose = box->pose;
		mk_body_init(box);
		box->pose = pose;
		Real *number = number_of(box, lone_numbers[i]);
		Real old = *number;
		*number = (Real)0.75;
		take(&fixture);
		*number = old;
		assert_int_equal(give(&fixture).status, SNAPSHOT_OK);
		check_near(*number, 0.75, 0);
		free_fixture(&fixture);
	}
}

static void an_object_that_came_left_or_changed_its_place_is_named(void **state) {
	(void)state;
	Fixture fixture = make_fixture();
	take(&fixture);
	MadeBody *extra = make_ball(fixture.make, 1, vec3(0, 9, 0));
	SnapshotResult result = give(&fixture);
	assert_int_equal(result.status, SNAPSHOT_OTHER_OBJECTS);
	assert_int_equal(result.name, extra->object.name);
	mk_world_remove(&fixture.make->world, &extra->object);
	assert_int_equal(give(&fixture).status, SNAPSHOT_OK);
	WorldObject *area = &fixture.make->areas[0].object;
	mk_world_remove(&fixture.make->world, area);
	result = give(&fixture);
	assert_int_equal(result.status, SNAPSHOT_OTHER_OBJECTS);
	assert_int_equal(result.name, area->name);
	free_fixture(&fixture);
}

static void an_object_with_another_shape_is_named(void **state) {
	(void)state;
	Fixture fixture = make_fixture();
	take(&fixture);
	WorldObject *ball = &fixture.make->bodies[2].object;
	mk_world_take_shapes(&fixture.make->world, ball);
	mk_shape_release(ball->shapes.data[0].shape);
	ball->shapes.data[0].shape = mk_sphere_create((Real)0.31, NULL);
	mk_world_change(&fixture.make->world, ball, OBJECT_SHAPES_CHANGED);
	SnapshotResult result = give(&fixture);
	assert_int_equal(result.status, SNAPSHOT_OTHER_SHAPES);
	assert_int_equal(result.name, ball->name);
	free_fixture(&fixture);
}

static void other_joints_and_soft_bodies_are_refused(void **state) {
	(void)state;
	Fixture fixture = make_fixture();
	take(&fixture);
	soft_make_cloth(&fixture.soft.body, 1, 2);
	make_soft(fixture.make, &fixture.soft);
	check_refused(&fixture, SNAPSHOT_OTHER_SOFTS);
	make_soft_free(fixture.make, &fixture.soft);
	mk_world_remove_joint(&fixture.make->world, fixture.joint);
	check_refused(&fixture, SNAPSHOT_OTHER_JOINTS);
	free_fixture(&fixture);
}

// Wherever a byte is changed, and wherever the end is cut off.
static void every_damaged_byte_and_every_missing_end_is_refused(void **state) {
	(void)state;
	Fixture fixture = make_fixture();
	world_make_run(fixture.make, 5);
	take(&fixture);
	World *world = &fixture.make->world;
	uint64_t before = mk_world_hash(world);
	for (size_t i = 0; i < fixture.size; i++) {
		fixture.bytes[i] ^= (unsigned char)(1u << i % 8);
		assert_int_not_equal(give(&fixture).status, SNAPSHOT_OK);
		fixture.bytes[i] ^= (unsigned char)(1u << i % 8);
		assert_int_not_equal(mk_world_restore(world, fixture.bytes, i).status, SNAPSHOT_OK);
	}
	assert_int_equal(mk_world_restore(world, NULL, 0).status, SNAPSHOT_FOREIGN);
	assert_int_equal(mk_world_hash(world), before);
	assert_int_equal(give(&fixture).status, SNAPSHOT_OK);
	free_fixture(&fixture);
}

static void the_header_says_what_is_wrong(void **state) {
	(void)state;
	Fixture fixture = make_fixture();
	take(&fixture);
	const struct {
		size_t at;
		SnapshotStatus status;
	} cases[] = { { 0, SNAPSHOT_FOREIGN }, { 8, SNAPSHOT_OTHER_VERSION },
		{ 12, SNAPSHOT_OTHER_PRECISION }, { 16, SNAPSHOT_TRUNCATED }, { 24, SNAPSHOT_DAMAGED } };
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		fixture.bytes[cases[i].at] ^= 4;
		check_refused(&fixture, cases[i].status);
		fixture.bytes[cases[i].at] ^= 4;
	}
	for (int i = 0; i < SNAPSHOT_STATUS_COUNT; i++)
		assert_non_null(mk_snapshot_status_text((SnapshotStatus)i));
	free_fixture(&fixture);
}

// With the right checksum, cut off anywhere: the contents themselves are looked at.
static void a_sealed_part_of_a_snapshot_is_refused(void **state) {
	(void)state;
	Fixture fixture = make_fixture();
	world_make_run(fixture.make, 5);
	take(&fixture);
	unsigned char *part = mk_alloc(fixture.size);
	for (size_t size = 32; size < fixture.size; size++) {
		memcpy(part, fixture.bytes, fixture.size);
		mk_snap_seal(part, size);
		SnapshotStatus status = mk_world_restore(&fixture.make->world, part, size).status;
		assert_int_not_equal(status, SNAPSHOT_OK);
	}
	mk_free(part, fixture.size);
	free_fixture(&fixture);
}

static void numbers_that_are_none_are_refused(void **state) {
	(void)state;
	Fixture fixture = make_fixture();
	Body *ball = &fixture.make->bodies[2].body;
	const Real bad[] = { MK_INFINITY, MK_INFINITY - MK_INFINITY };
	for (int i = 0; i < 2; i++) {
		Vec3 before = ball->linear_velocity;
		ball->linear_velocity.y = bad[i];
		take(&fixture);
		ball->linear_velocity = before;
		check_refused(&fixture, SNAPSHOT_BAD_NUMBER);
		mk_free(fixture.bytes, fixture.size);
	}
	take(&fixture);
	free_fixture(&fixture);
}

// Who a host believes to be inside, by what it was told.
static void keep_book(World *world, int inside[8]) {
	for (uint32_t i = 0; i < world->areas.events.count; i++) {
		const AreaEvent *event = world->areas.events.data + i;
		inside[event->other] += event->is_begin ? 1 : -1;
	}
	area_event_array_clear(&world->areas.events);
}

// A box that comes in after the save, one that leaves, one that stays: going
// back tells of the first two.
static void rewinding_tells_what_has_changed_in_areas(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make->gravity = vec3_zero();
	make_area(make, mk_box_create(vec3_splat(1), NULL), vec3_zero());
	const Vec3 places[] = { { 3, 0, 0 }, { 0, 0, 0 }, { 0, 0, (Real)0.5 } };
	MadeBody *balls[3];
	for (int i = 0; i < 3; i++) {
		balls[i] = make_ball(make, (Real)0.2, places[i]);
		balls[i]->object.mask = 0;
	}
	int inside[8] = { 0 };
	world_make_run(make, 1);
	keep_book(&make->world, inside);
	size_t size = mk_world_save(&make->world, NULL, 0);
	unsigned char *bytes = mk_alloc(size);
	mk_world_save(&make->world, bytes, size);
	mk_body_set_linear_velocity(&balls[0]->body, vec3(-120, 0, 0));
	mk_body_set_linear_velocity(&balls[1]->body, vec3(0, 180, 0));
	for (int i = 0; i < 3; i++)
		mk_world_touch(&make->world, &balls[i]->object);
	world_make_run(make, 1);
	keep_book(&make->world, inside);
	const int there[] = { 1, 0, 1 };
	const int back[] = { 0, 1, 1 };
	for (int i = 0; i < 3; i++)
		assert_int_equal(inside[balls[i]->object.name], there[i]);
	assert_int_equal(mk_world_rewind(&make->world, bytes, size).status, SNAPSHOT_OK);
	assert_int_equal(make->world.areas.events.count, 2);
	keep_book(&make->world, inside);
	for (int i = 0; i < 3; i++)
		assert_int_equal(inside[balls[i]->object.name], back[i]);
	mk_free(bytes, size);
	world_make_free(make);
}

static void the_hash_sees_poses_velocities_and_sleep(void **state) {
	(void)state;
	Fixture fixture = make_fixture();
	World *world = &fixture.make->world;
	Body *ball = &fixture.make->bodies[2].body;
	uint64_t first = mk_world_hash(world);
	Body before = *ball;
	ball->pose.origin.x += (Real)1e-6;
	assert_int_not_equal(mk_world_hash(world), first);
	*ball = before;
	ball->angular_velocity.z = (Real)1e-30;
	assert_int_not_equal(mk_world_hash(world), first);
	*ball = before;
	ball->is_sleeping = true;
	assert_int_not_equal(mk_world_hash(world), first);
	*ball = before;
	assert_int_equal(mk_world_hash(world), first);
	take(&fixture);
	free_fixture(&fixture);
}

static void zeros_of_both_signs_have_one_hash(void **state) {
	(void)state;
	Fixture fixture = make_fixture();
	World *world = &fixture.make->world;
	uint64_t first = mk_world_hash(world);
	fixture.make->bodies[2].body.linear_velocity = vec3(-(Real)0.0, -(Real)0.0, -(Real)0.0);
	assert_int_equal(mk_world_hash(world), first);
	take(&fixture);
	free_fixture(&fixture);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_restored_world_is_saved_as_the_same_bytes),
		cmocka_unit_test(a_moving_half_space_comes_back),
		cmocka_unit_test(a_buffer_that_is_too_small_is_not_filled),
		cmocka_unit_test(what_the_host_has_set_comes_back),
		cmocka_unit_test(a_number_comes_back_without_others),
		cmocka_unit_test(an_object_that_came_left_or_changed_its_place_is_named),
		cmocka_unit_test(an_object_with_another_shape_is_named),
		cmocka_unit_test(other_joints_and_soft_bodies_are_refused),
		cmocka_unit_test(every_damaged_byte_and_every_missing_end_is_refused),
		cmocka_unit_test(the_header_says_what_is_wrong),
		cmocka_unit_test(a_sealed_part_of_a_snapshot_is_refused),
		cmocka_unit_test(numbers_that_are_none_are_refused),
		cmocka_unit_test(rewinding_tells_what_has_changed_in_areas),
		cmocka_unit_test(the_hash_sees_poses_velocities_and_sleep),
		cmocka_unit_test(zeros_of_both_signs_have_one_hash),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
