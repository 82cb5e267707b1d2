// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Shapes asked of a world: what overlaps them, where they touch, how far they can go.
#include "world/query_shape.h"

#include "shape/convex.h"
#include "support/check.h"
#include "support/world_make.h"

static WorldShape make_query(const Shape *shape, Vec3 position) {
	Transform pose = { quat_identity(), position };
	return (WorldShape){ .shape = instance_rigid(shape, pose), .mask = UINT32_MAX };
}

typedef struct Seen {
	const WorldObject *objects[8];
	uint32_t count;
	uint32_t most;
} Seen;

static bool see(void *user, WorldObject *object, uint32_t shape_index) {
	Seen *seen = user;
	(void)shape_index;
	seen->objects[seen->count++] = object;
	return seen->count < seen->most;
}

static void overlaps_are_found_by_name_and_as_many_as_wanted(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	MadeBody *first = make_ball(make, 1, vec3(0, 0, 0));
	MadeBody *second = make_ball(make, 1, vec3(3, 0, 0));
	make_ball(make, 1, vec3(9, 0, 0));
	Shape *box = mk_box_create(vec3(2, 1, 1), NULL);
	WorldShape query = make_query(box, vec3((Real)1.5, 0, 0));
	Seen seen = { .most = 8 };
	mk_world_overlaps(&make->world, &query, see, &seen);
	assert_int_equal(seen.count, 2);
	assert_ptr_equal(seen.objects[0], &first->object);
	assert_ptr_equal(seen.objects[1], &second->object);
	seen = (Seen){ .most = 1 };
	mk_world_overlaps(&make->world, &query, see, &seen);
	assert_int_equal(seen.count, 1);
	// a margin reaches the third: from 3.5 to 8
	query.shape = instance_grow(query.shape, (Real)4.51);
	seen = (Seen){ .most = 8 };
	mk_world_overlaps(&make->world, &query, see, &seen);
	assert_int_equal(seen.count, 3);
	// layers
	query.mask = 2;
	seen = (Seen){ .most = 8 };
	mk_world_overlaps(&make->world, &query, see, &seen);
	assert_int_equal(seen.count, 0);
	mk_shape_release(box);
	world_make_free(make);
}

static WorldCastHit cast_shape(
		WorldMake *make, const Shape *shape, Vec3 position, Vec3 motion, bool blocks) {
	WorldCast cast = { make_query(shape, position), motion, blocks };
	return mk_world_cast(&make->world, &cast);
}

static void cast_meets_the_first_body_at_the_exact_part_of_the_way(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	MadeBody *wall = make_box(make, vec3(1, 1, 1), vec3(5, 0, 0));
	make_box(make, vec3(1, 1, 1), vec3(9, 0, 0));
	Shape *ball = mk_sphere_create((Real)0.5, NULL);
	// the face is at 4, the ball's side at 0.5: 3.5 of 8
	WorldCastHit hit = cast_shape(make, ball, vec3_zero(), vec3(8, 0, 0), false);
	assert_ptr_equal(hit.object, &wall->object);
	assert_true((double)hit.touch.time <= 0.4375);
	check_near(hit.touch.time, 0.4375, 1e-5);
	hit = cast_shape(make, ball, vec3_zero(), vec3(80, 0, 0), false);
	check_near(hit.touch.time, 0.04375, 1e-6);
	// a corner passed by is none: at y = 1.501 the ball goes over the wall
	Shape *box = mk_box_create(vec3((Real)0.5, (Real)0.5, (Real)0.5), NULL);
	assert_null(cast_shape(make, box, vec3(0, (Real)1.501, 0), vec3(20, 0, 0), false).object);
	assert_null(cast_shape(make, ball, vec3_zero(), vec3_zero(), false).object);
	assert_null(cast_shape(make, ball, vec3_zero(), vec3((Real)NAN, 0, 0), false).object);
	mk_shape_release(ball);
	mk_shape_release(box);
	world_make_free(make);
}

static void what_is_overlapped_at_the_start_is_left_out_and_what_is_touched_stops(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	MadeBody *wall = make_box(make, vec3(1, 1, 1), vec3(0, 0, 0));
	Shape *ball = mk_sphere_create((Real)0.5, NULL);
	Vec3 in = vec3(-1, 0, 0);
	Vec3 away = vec3(1, 0, 0);
	Vec3 deep = vec3((Real)1.3, 0, 0);
	Vec3 touching = vec3((Real)1.5, 0, 0);
	assert_null(cast_shape(make, ball, deep, in, false).object);
	WorldCastHit hit = cast_shape(make, ball, deep, in, true);
	assert_ptr_equal(hit.object, &wall->object);
	check_near(hit.touch.time, 0, 0);
	assert_null(cast_shape(make, ball, deep, away, true).object);
	hit = cast_shape(make, ball, touching, in, false);
	assert_ptr_equal(hit.object, &wall->object);
	check_near(hit.touch.time, 0, 1e-6);
	assert_null(cast_shape(make, ball, touching, away, false).object);
	assert_null(cast_shape(make, ball, touching, vec3(0, 0, 1), false).object);
	mk_shape_release(ball);
	world_make_free(make);
}

static void a_half_space_can_be_asked_with(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	MadeBody *ball = make_ball(make, 1, vec3(2000, 5, 0));
	Shape *plane = mk_half_space_create((Plane){ vec3(0, 1, 0), 0 }, NULL);
	WorldCastHit hit = cast_shape(make, plane, vec3_zero(), vec3(0, 8, 0), false);
	assert_ptr_equal(hit.object, &ball->object);
	check_near(hit.touch.time, 0.5, 1e-5);
	WorldShape query = make_query(plane, vec3(0, (Real)4.5, 0));
	Seen seen = { .most = 8 };
	mk_world_overlaps(&make->world, &query, see, &seen);
	assert_int_equal(seen.count, 1);
	mk_shape_release(plane);
	world_make_free(make);
}

static void contacts_are_pairs_of_points_deepest_first(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make_box(make, vec3(1, 1, 1), vec3(0, 0, 0));
	MadeBody *other = make_box(make, vec3(1, 1, 1), vec3((Real)2.7, 0, 0));
	Shape *ball = mk_sphere_create((Real)0.5, NULL);
	// between x = 0.9 and 1.9: 0.1 in the first, 0.2 in the second
	WorldShape query = make_query(ball, vec3((Real)1.4, 0, 0));
	WorldContactArray contacts = { 0 };
	mk_world_contacts(&make->world, &query, 0, &contacts);
	mk_world_contacts_sort(&contacts);
	assert_int_equal(contacts.count, 2);
	assert_ptr_equal(contacts.data[0].object, &other->object);
	check_near(contacts.data[0].separation, -0.2, 1e-5);
	check_vec3(contacts.data[1].own_point, vec3((Real)0.9, 0, 0), 1e-5);
	check_vec3(contacts.data[1].point, vec3(1, 0, 0), 1e-5);
	check_vec3(contacts.data[1].normal, vec3(1, 0, 0), 1e-5);
	// a belt turns: the velocity there
	other->body.linear_velocity = vec3(0, 0, 3);
	other->body.angular_velocity = vec3(0, 1, 0);
	Vec3 velocity = mk_world_velocity_at(&other->object, vec3((Real)1.7, 0, 0));
	check_vec3(velocity, vec3(0, 0, 4), 1e-5);
	world_contact_array_free(&contacts);
	mk_shape_release(ball);
	world_make_free(make);
}

static void areas_are_met_only_if_asked_for(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	WorldArea *area = make_area(make, mk_box_create(vec3(1, 1, 1), NULL), vec3(5, 0, 0));
	area->object.layer = 1;
	Shape *ball = mk_sphere_create((Real)0.5, NULL);
	WorldCast cast = { make_query(ball, vec3_zero()), vec3(8, 0, 0), false };
	assert_null(mk_world_cast(&make->world, &cast).object);
	cast.shape.targets = QUERY_AREAS;
	assert_ptr_equal(mk_world_cast(&make->world, &cast).object, &area->object);
	cast.shape.targets = QUERY_BOTH;
	assert_ptr_equal(mk_world_cast(&make->world, &cast).object, &area->object);
	mk_shape_release(ball);
	world_make_free(make);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(overlaps_are_found_by_name_and_as_many_as_wanted),
		cmocka_unit_test(cast_meets_the_first_body_at_the_exact_part_of_the_way),
		cmocka_unit_test(what_is_overlapped_at_the_start_is_left_out_and_what_is_touched_stops),
		cmocka_unit_test(a_half_space_can_be_asked_with),
		cmocka_unit_test(contacts_are_pairs_of_points_deepest_first),
		cmocka_unit_test(areas_are_met_only_if_asked_for),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
