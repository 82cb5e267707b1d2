// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Times of impact that are known in closed form, and what the answer says about itself.
#include "collide/toi.h"

#include "shape/compound.h"
#include "shape/convex.h"
#include "shape/height_field.h"
#include "shape/mesh.h"
#include "support/check.h"
#include "support/mesh_make.h"

// A time is at most this early, and never late beyond the rounding of the sizes given in Real.
#define MK_TEST_EARLY (double)MK_TOI_TIME_TOLERANCE
#define MK_TEST_LATE  pick_tolerance(1e-6, 1e-12)

static Transform at(Real x, Real y, Real z) {
	return (Transform){ quat_identity(), vec3(x, y, z) };
}

static Sweep still(const Shape *shape, Transform pose) {
	return sweep_rigid(shape, pose, vec3_zero(), vec3_zero());
}

static ToiResult query(const Sweep *a, const Sweep *b) {
	return mk_toi(&(ToiInput){ .a = a, .b = b, .time_max = 1 });
}

static void check_time(const ToiResult *result, double expected) {
	assert_int_equal(result->status, TOI_HIT);
	assert_true((double)result->time <= expected + MK_TEST_LATE);
	assert_true((double)result->time >= expected - MK_TEST_EARLY);
	assert_true((double)result->time_late >= expected - MK_TEST_LATE);
	assert_true(result->time <= result->time_late);
}

// From 3 m above, 4 m down with a radius of 1/2: after 5/8 of the way.
static void ball_falls_on_a_half_space(void **state) {
	(void)state;
	Shape *ball = mk_sphere_create((Real)0.5, NULL);
	Shape *ground = mk_half_space_create((Plane){ vec3(0, 1, 0), 0 }, NULL);
	Sweep a = sweep_rigid(ball, at(1, 3, 2), vec3(0, -4, 0), vec3(1, 2, 3));
	Sweep b = still(ground, at(0, 0, 0));
	ToiResult r = query(&a, &b);
	check_time(&r, 0.625);
	check_vec3(r.normal, vec3(0, -1, 0), 1e-6);
	check_vec3(r.point_b, vec3(1, 0, 2), 1e-4);
	ToiResult turned = query(&b, &a);
	check_time(&turned, 0.625);
	check_vec3(turned.normal, vec3(0, 1, 0), 1e-6);
	mk_shape_release(ball);
	mk_shape_release(ground);
}

// A capsule along y turns about z towards a ball at an angle of 1 from it, half a metre
// from the axis: it touches where the ball's centre is as far from its line as both
// radii: sin(1 - x) = 0.11 / 0.5.
static void turning_rod_meets_a_ball(void **state) {
	(void)state;
	Shape *rod = mk_capsule_create((Real)0.01, 2, NULL);
	Shape *ball = mk_sphere_create((Real)0.1, NULL);
	Sweep a = sweep_rigid(rod, at(0, 0, 0), vec3_zero(), vec3(0, 0, 2));
	Real x = (Real)(-0.5 * sin(1.0));
	Real y = (Real)(0.5 * cos(1.0));
	Sweep b = still(ball, at(x, y, 0));
	ToiResult r = query(&a, &b);
	check_time(&r, (1 - asin(0.22)) / 2);
	// the same from the other side
	a.turn = vec3(0, 0, -3);
	r = query(&b, &a);
	check_time(&r, (3.14159265358979 - 1 - asin(0.22)) / 3);
	mk_shape_release(rod);
	mk_shape_release(ball);
}

// A lid through the origin that opens downwards by turning about z: its normal after an
// angle x is (-sin x, cos x), so a ball at (-1, 1/2) of radius 1/5 is met where sin x +
// cos x / 2 = 1/5 upside down.
static void turning_half_space_meets_a_ball(void **state) {
	(void)state;
	Shape *lid = mk_half_space_create((Plane){ vec3(0, 1, 0), 0 }, NULL);
	Shape *ball = mk_sphere_create((Real)0.2, NULL);
	Sweep a = still(ball, at(-1, (Real)0.5, 0));
	Sweep b = sweep_rigid(lid, at(0, 0, 0), vec3_zero(), vec3(0, 0, -1));
	ToiResult r = query(&a, &b);
	// cos x / 2 - sin x = 0.2 with normal (sin x, cos x): x = acos(0.2 / sqrt(1.25)) - atan(2)
	check_time(&r, acos(0.2 / sqrt(1.25)) - atan(2));
	check_vec3(r.normal, vec3_negate(vec3((Real)sin((double)r.time), (Real)cos((double)r.time), 0)),
			1e-5);
	mk_shape_release(lid);
	mk_shape_release(ball);
}

// A rod that makes ten turns while a post comes in along z: it is met at the first pass of the rod
// after the post has come within its length, not at the first time that a sample would see.
static void several_turns_are_followed(void **state) {
	(void)state;
	Shape *rod = mk_capsule_create((Real)0.01, 2, NULL);
	Shape *post = mk_sphere_create((Real)0.01, NULL);
	Sweep a = sweep_rigid(rod, at(0, 0, 0), vec3_zero(), vec3(20 * MK_PI, 0, 0));
	Sweep b = sweep_rigid(post, at(0, 0, 3), vec3(0, 0, -4), vec3_zero());
	ToiResult r = query(&a, &b);
	// the tip reaches z = 1.01 + 0.01 at t = 0.495, in mid turn: every 1/20 it lies along z at t =
	// 1/40 + k/20; at 0.525 the post is at 0.9, and is met 0.02 / 0.9 rad before the rod is there
	assert_int_equal(r.status, TOI_HIT);
	assert_true(r.time > (Real)0.5 && r.time < (Real)0.525);
	double z = 3 - 4 * (double)r.time_late;
	double angle = 20 * 3.14159265358979 * (double)r.time_late;
	// the rod goes 60 m in the whole time, hence up to 2 mm in what time_late may be late
	check_near(fabs(z * cos(angle)), 0.02, 2e-3);
	mk_shape_release(rod);
	mk_shape_release(post);
}

static void overlap_at_the_start_has_depth_and_normal(void **state) {
	(void)state;
	Shape *box = mk_box_create(vec3(1, 1, 1), NULL);
	Sweep a = sweep_rigid(box, at(0, 0, 0), vec3(-5, 0, 0), vec3(0, 1, 0));
	Sweep b = still(box, at((Real)1.75, 0, 0));
	ToiResult r = query(&a, &b);
	assert_int_equal(r.status, TOI_OVERLAPPING);
	assert_true(r.time == 0);
	check_near(r.distance, -0.25, 1e-6);
	check_vec3(r.normal, vec3(1, 0, 0), 1e-6);
	mk_shape_release(box);
}

static void without_motion_it_is_the_test_at_rest(void **state) {
	(void)state;
	Shape *box = mk_box_create(vec3(1, 1, 1), NULL);
	Sweep a = still(box, at(0, 0, 0));
	Sweep b = still(box, at((Real)2.001, 0, 0));
	ToiResult r = query(&a, &b);
	assert_int_equal(r.status, TOI_FREE);
	assert_true(r.time == 1);
	b = still(box, at((Real)1.999, 0, 0));
	assert_int_equal(query(&a, &b).status, TOI_OVERLAPPING);
	mk_shape_release(box);
}

// Two unit boxes 4 m apart, one of them going 4 m: the gap of 2 m is 1/2 at 3/8 of the way.
static void target_distance_is_kept(void **state) {
	(void)state;
	Shape *box = mk_box_create(vec3(1, 1, 1), NULL);
	Sweep a = sweep_rigid(box, at(0, 0, 0), vec3(4, 0, 0), vec3_zero());
	Sweep b = still(box, at(4, 0, 0));
	ToiInput input = { .a = &a, .b = &b, .target = (Real)0.5, .time_max = 1 };
	ToiResult r = mk_toi(&input);
	check_time(&r, 0.375);
	check_near(r.distance, 0.5, 1e-3);
	check_near(r.point_b.x - r.point_a.x, 0.5, 1e-3);
	// a loose tolerance ends sooner, still before the touch
	input.tolerance = (Real)0.1;
	ToiResult loose = mk_toi(&input);
	assert_true(toi_status_is_hit(loose.status) && loose.time <= r.time_late);
	assert_true(loose.distance <= (Real)0.6 && loose.queries <= r.queries);
	// what comes after the end does not count
	input.time_max = (Real)0.25;
	assert_int_equal(mk_toi(&input).status, TOI_FREE);
	mk_shape_release(box);
}

static Shape *flat_field(void) {
	Real heights[25] = { 0 };
	return mk_height_field_create(&(HeightFieldInput){ heights, 5, 5 }, NULL);
}

// A box of half height 1/10, 2.1 m above, goes down 4 m while it turns
// about its vertical axis: 1/2.
static void box_falls_on_a_height_field(void **state) {
	(void)state;
	Shape *field = flat_field();
	Shape *box = mk_box_create(vec3((Real)0.3, (Real)0.1, (Real)0.3), NULL);
	Sweep a = sweep_rigid(box, at((Real)0.7, (Real)2.1, (Real)0.7), vec3(0, -4, 0), vec3(0, 5, 0));
	Sweep b = still(field, at(0, 0, 0));
	ToiResult r = query(&a, &b);
	check_time(&r, 0.5);
	check_vec3(r.normal, vec3(0, -1, 0), 1e-6);
	mk_shape_release(field);
	mk_shape_release(box);
}

// A plate of two triangles that face up.
static Shape *one_sided_plate(bool is_two_sided) {
	const Vec3 points[4] = { { -1, 0, -1 }, { -1, 0, 1 }, { 1, 0, 1 }, { 1, 0, -1 } };
	const uint32_t indices[6] = { 0, 1, 2, 0, 2, 3 };
	MeshInput input = {
		.mesh = { .points = points, .point_count = 4, .indices = indices, .triangle_count = 2 },
		.is_two_sided = is_two_sided
	};
	return mk_mesh_create(&input, NULL);
}

static void backs_of_one_sided_triangles_are_passed(void **state) {
	(void)state;
	Shape *plates[2] = { one_sided_plate(false), one_sided_plate(true) };
	Shape *ball = mk_sphere_create((Real)0.25, NULL);
	Sweep down = sweep_rigid(ball, at((Real)0.3, 1, 0), vec3(0, -2, 0), vec3_zero());
	Sweep up = sweep_rigid(ball, at((Real)0.3, -1, 0), vec3(0, 2, 0), vec3_zero());
	Sweep starts[2] = { still(plates[0], at(0, 0, 0)), still(plates[1], at(0, 0, 0)) };
	ToiResult r = query(&down, &starts[0]);
	check_time(&r, 0.375);
	assert_int_equal(query(&up, &starts[0]).status, TOI_FREE);
	ToiInput backs = { .a = &up, .b = &starts[0], .time_max = 1, .hits_backs = true };
	r = mk_toi(&backs);
	check_time(&r, 0.375);
	r = query(&up, &starts[1]);
	check_time(&r, 0.375);
	for (int i = 0; i < 2; i++)
		mk_shape_release(plates[i]);
	mk_shape_release(ball);
}

// A dumb-bell of two balls 2 m from each other turns about its middle; the far ball meets a wall.
static void compound_turns_as_a_whole(void **state) {
	(void)state;
	Shape *ball = mk_sphere_create((Real)0.25, NULL);
	Affine left = { mat3_identity(), vec3(-1, 0, 0) };
	Affine right = { mat3_identity(), vec3(1, 0, 0) };
	const CompoundChild children[2] = { { ball, left }, { ball, right } };
	Shape *bell = mk_compound_create(children, 2, NULL);
	Shape *wall = mk_box_create(vec3(5, (Real)0.5, 5), NULL);
	Sweep a = sweep_rigid(bell, at(0, 0, 0), vec3_zero(), vec3(0, 0, 1));
	// its top at 0.75 + 0.5: sin x = 1/2 where the ball's top is there; the other one goes down
	Sweep b = still(wall, at(0, (Real)1.25, 0));
	ToiResult r = query(&a, &b);
	check_time(&r, asin(0.5));
	assert_int_equal(r.child_a, 1);
	r = query(&b, &a);
	check_time(&r, asin(0.5));
	assert_int_equal(r.child_b, 1);
	mk_shape_release(ball);
	mk_shape_release(bell);
	mk_shape_release(wall);
}

// Two meshes of unit cubes, one a metre above the other, turning about y by an eighth: faces meet.
static void mesh_falls_on_a_mesh(void **state) {
	(void)state;
	TestMesh cube = mesh_make_box(
			vec3((Real)-0.5, (Real)-0.5, (Real)-0.5), vec3((Real)0.5, (Real)0.5, (Real)0.5));
	Shape *mesh = mk_mesh_create(&(MeshInput){ .mesh = mesh_view(&cube), .is_moving = true }, NULL);
	Sweep a = sweep_rigid(mesh, at(0, 2, 0), vec3(0, -2, 0), vec3(0, MK_PI / 4, 0));
	Sweep b = still(mesh, at(0, 0, 0));
	ToiResult r = query(&a, &b);
	check_time(&r, 0.5);
	mk_shape_release(mesh);
	mesh_free(&cube);
}

// Numbers relative to the pair decide, not where it is.
static void place_in_the_world_does_not_matter(void **state) {
	(void)state;
	Shape *box = mk_box_create(vec3(1, (Real)0.01, (Real)0.01), NULL);
	Sweep a = sweep_rigid(box, at(0, 1, 0), vec3(0, -2, 0), vec3(0, 0, 2));
	Sweep b = still(box, at(0, 0, 0));
	ToiResult near = query(&a, &b);
	a = sweep_rigid(box, at(65536, 1, -32768), vec3(0, -2, 0), vec3(0, 0, 2));
	b = still(box, at(65536, 0, -32768));
	ToiResult far = query(&a, &b);
	assert_int_equal(near.status, TOI_HIT);
	assert_true(near.time == far.time && near.queries == far.queries);
	check_vec3(far.normal, near.normal, 0);
	mk_shape_release(box);
}

static void too_few_queries_give_an_early_time(void **state) {
	(void)state;
	Shape *rod = mk_box_create(vec3(1, (Real)0.01, (Real)0.01), NULL);
	Sweep a = sweep_rigid(rod, at((Real)0.5, 1, 0), vec3(0, -2, 0), vec3(0, 0, 3));
	Sweep b = sweep_rigid(rod, at(0, 0, 0), vec3_zero(), vec3(1, 3, 0));
	ToiResult full = query(&a, &b);
	assert_int_equal(full.status, TOI_HIT);
	ToiInput input = { .a = &a, .b = &b, .time_max = 1, .max_queries = 2 };
	ToiResult capped = mk_toi(&input);
	assert_int_equal(capped.status, TOI_CAPPED);
	assert_true(capped.time <= full.time && capped.time > 0);
	assert_true(capped.time_late == 1);
	mk_shape_release(rod);
}

static void numbers_that_are_none_are_told(void **state) {
	(void)state;
	Shape *box = mk_box_create(vec3(1, 1, 1), NULL);
	Shape *ground = mk_half_space_create((Plane){ vec3(0, 1, 0), 0 }, NULL);
	Sweep b = still(box, at(4, 0, 0));
	Real bad[3] = { (Real)NAN, MK_INFINITY, MK_REAL_MAX };
	for (int i = 0; i < 3; i++) {
		Sweep sweeps[4];
		for (int k = 0; k < 4; k++)
			sweeps[k] = still(box, at(0, 0, 0));
		sweeps[0].motion.y = bad[i];
		sweeps[1].turn.z = bad[i];
		sweeps[2].center.x = bad[i];
		sweeps[3].shape.pose.origin.x = bad[i];
		for (int k = 0; k < 4; k++) {
			ToiResult r = query(&sweeps[k], &b);
			assert_int_equal(r.status, TOI_INVALID);
			assert_true(r.time == 0 && r.distance == 0);
			assert_int_equal(query(&b, &sweeps[k]).status, TOI_INVALID);
		}
	}
	Sweep a = still(box, at(0, 0, 0));
	assert_int_equal(
			mk_toi(&(ToiInput){ .a = &a, .b = &b, .target = (Real)NAN }).status, TOI_INVALID);
	assert_int_equal(mk_toi(&(ToiInput){ .a = &a, .b = &b, .time_max = 2 }).status, TOI_INVALID);
	Sweep plane = still(ground, at(0, 0, 0));
	assert_int_equal(query(&plane, &plane).status, TOI_INVALID);
	mk_shape_release(box);
	mk_shape_release(ground);
}

static void trace_shows_times_that_rise_and_changes_nothing(void **state) {
	(void)state;
	Shape *rod = mk_box_create(vec3(1, (Real)0.01, (Real)0.01), NULL);
	Sweep a = sweep_rigid(rod, at((Real)0.5, 1, 0), vec3(0, -2, 0), vec3(0, 0, 3));
	Sweep b = sweep_rigid(rod, at(0, 0, 0), vec3_zero(), vec3(1, 3, 0));
	TraceStep steps[64];
	Trace trace = { .steps = steps, .capacity = 64 };
	ToiInput input = { .a = &a, .b = &b, .time_max = 1, .trace = &trace };
	ToiResult watched = mk_toi(&input);
	ToiResult plain = query(&a, &b);
	assert_memory_equal(&watched, &plain, sizeof(plain));
	assert_true(trace.count >= 2 && trace.count <= watched.queries);
	for (uint32_t i = 0; i < trace.count; i++) {
		assert_int_equal(steps[i].kind, TRACE_ADVANCE);
		assert_true(i == 0 || steps[i].lower >= steps[i - 1].lower);
		check_near(vec3_distance(steps[i].points_a[0], steps[i].points_b[0]), steps[i].upper, 1e-5);
	}
	mk_shape_release(rod);
}

static void statuses_have_words(void **state) {
	(void)state;
	assert_string_equal(mk_toi_status_text(TOI_FREE), "free");
	assert_string_equal(mk_toi_status_text(TOI_CAPPED), "capped");
	assert_string_equal(mk_toi_status_text(TOI_STATUS_COUNT), "unknown");
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ball_falls_on_a_half_space),
		cmocka_unit_test(turning_rod_meets_a_ball),
		cmocka_unit_test(turning_half_space_meets_a_ball),
		cmocka_unit_test(several_turns_are_followed),
		cmocka_unit_test(overlap_at_the_start_has_depth_and_normal),
		cmocka_unit_test(without_motion_it_is_the_test_at_rest),
		cmocka_unit_test(target_distance_is_kept),
		cmocka_unit_test(box_falls_on_a_height_field),
		cmocka_unit_test(backs_of_one_sided_triangles_are_passed),
		cmocka_unit_test(compound_turns_as_a_whole),
		cmocka_unit_test(mesh_falls_on_a_mesh),
		cmocka_unit_test(place_in_the_world_does_not_matter),
		cmocka_unit_test(too_few_queries_give_an_early_time),
		cmocka_unit_test(numbers_that_are_none_are_told),
		cmocka_unit_test(trace_shows_times_that_rise_and_changes_nothing),
		cmocka_unit_test(statuses_have_words),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
