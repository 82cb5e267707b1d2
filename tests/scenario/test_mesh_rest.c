// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Moving meshes against meshes and height fields: they hold each other, rest and fall asleep.
#include "math/trig.h"
#include "shape/convex.h"
#include "support/contact_scene.h"
#include "support/world_make.h"

static Shape *moving_mesh(TestMesh mesh) {
	MeshInput input = { .mesh = mesh_view(&mesh), .is_moving = true };
	Shape *shape = mk_mesh_create(&input, NULL);
	mesh_free(&mesh);
	return shape;
}

static const Real large = 1;         // m; radius of a ring
static const Real small = (Real)0.2; // m; radius of its tube

static Shape *make_ring(void) { return moving_mesh(mesh_make_torus(large, small, 32, 12)); }

// Through the ring around z, at right angles.
static Transform linked_pose(void) {
	return (Transform){ quat_from_axis_angle(vec3(0, 1, 0), MK_PI / 2), vec3(0, -large, 0) };
}

// A vertex of a tube of 12 sides is at most this much (m) farther out than the middle of a side.
static const Real tube_slack = (Real)0.2 * (Real)0.035;

static void ring_hangs_in_a_ring(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make_body(make, BODY_STATIC, make_ring(), transform_identity(), 0);
	MadeBody *made = make_body(make, BODY_RIGID, make_ring(), linked_pose(), 1000);
	for (int i = 0; i < 600; i++) {
		world_make_run(make, 1);
		// the tubes cannot be nearer to each other than their radii: slop, and one step at 2 m/s in
		assert_true(made->body.pose.origin.y > -2 * (large - small) - (Real)0.04);
	}
	check_near(made->body.pose.origin.y, -2 * (large - small), 0.005 + (double)tube_slack);
	check_near(made->body.pose.origin.x, 0, 0.01);
	check_near(made->body.pose.origin.z, 0, 0.01);
	assert_true(made->body.is_sleeping);
	world_make_free(make);
}

static void rings_in_flight_stay_linked(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make->gravity = vec3_zero();
	MadeBody *a = make_body(make, BODY_RIGID, make_ring(), transform_identity(), 1000);
	MadeBody *b = make_body(make, BODY_RIGID, make_ring(), linked_pose(), 1000);
	mk_body_set_linear_velocity(&a->body, vec3((Real)0.3, 1, 0));
	mk_body_set_linear_velocity(&b->body, vec3(0, -1, (Real)0.2));
	mk_body_set_angular_velocity(&b->body, vec3((Real)0.5, (Real)0.3, 0));
	for (int i = 0; i < 600; i++) {
		world_make_run(make, 1);
		Real apart = vec3_distance(a->body.pose.origin, b->body.pose.origin);
		assert_true(apart < 2 * (large - small) + (Real)0.04);
		Vec3 sum = vec3_add(a->body.linear_velocity, b->body.linear_velocity);
		check_vec3(sum, vec3((Real)0.3, 0, (Real)0.2), 1e-4);
	}
	// the pull was taken up: they no longer fly apart at 2 m/s
	assert_true(vec3_distance(a->body.linear_velocity, b->body.linear_velocity) < 1);
	world_make_free(make);
}

// A ball with bumps of up to a tenth of its size.
static TestMesh make_blob(Vec3 size, uint32_t rings) {
	TestMesh mesh = mesh_make_ball(rings, 2 * rings);
	for (uint32_t i = 0; i < mesh.points.count; i++) {
		Vec3 p = mesh.points.data[i];
		Real bump = real_sin(7 * p.x) * real_sin(6 * p.y + 1) * real_sin(8 * p.z);
		mesh.points.data[i] = vec3_multiply(vec3_scale(p, 1 + (Real)0.1 * bump), size);
	}
	return mesh;
}

static MadeBody *drop_blob(WorldMake *make, Vec3 size, Real height) {
	Transform pose = { quat_identity(), vec3(0, height, 0) };
	return make_body(make, BODY_RIGID, moving_mesh(make_blob(size, 18)), pose, 1000);
}

// Deepest point (m, negative inside) of what two bodies have in common; infinite if they are apart.
static Real deepest_between(const MadeBody *a, const MadeBody *b) {
	ContactScene scene = { 0 };
	ShapeInstance on = mk_instance(a->object.shapes.data[0].shape, a->body.pose);
	ShapeInstance under = mk_instance(b->object.shapes.data[0].shape, b->body.pose);
	scene_collide(&scene, &on, &under, (Real)0.02);
	Real deepest = scene_deepest(&scene);
	scene_free(&scene);
	return deepest;
}

static void blob_rests_on_a_blob(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make_floor(make);
	MadeBody *low = drop_blob(make, vec3(2, (Real)0.5, 2), (Real)0.52);
	world_make_run(make, 60);
	MadeBody *high = drop_blob(make, vec3_splat((Real)0.5), (Real)1.6);
	for (int i = 0; i < 300; i++) {
		world_make_run(make, 1);
		Real deepest = deepest_between(high, low);
		// it lands at 1 m/s: 16 mm in the step before it is held
		assert_true(deepest > (Real)-0.016);
	}
	assert_true(low->body.is_sleeping && high->body.is_sleeping);
	check_near(high->body.pose.origin.x, 0, 0.05);
	check_near(high->body.pose.origin.z, 0, 0.05);
	Real deepest = deepest_between(high, low);
	// held: in contact, and no deeper than the slop
	assert_true(deepest < (Real)0.001 && deepest > (Real)-0.006);
	world_make_free(make);
}

// Points of all manifolds of two bodies.
static uint32_t points_between(const MadeBody *a, const MadeBody *b) {
	ContactScene scene = { 0 };
	ShapeInstance on = mk_instance(a->object.shapes.data[0].shape, a->body.pose);
	ShapeInstance under = mk_instance(b->object.shapes.data[0].shape, b->body.pose);
	scene_collide(&scene, &on, &under, (Real)0.02);
	uint32_t count = 0;
	for (uint32_t i = 0; i < scene.manifolds.count; i++)
		count += scene.manifolds.data[i].count;
	scene_free(&scene);
	return count;
}

static MadeBody *drop_cube(WorldMake *make, Vec3 at) {
	Vec3 half = vec3_splat((Real)0.5);
	Shape *cube = moving_mesh(mesh_make_box(vec3_negate(half), half));
	return make_body(make, BODY_RIGID, cube, (Transform){ quat_identity(), at }, 1);
}

// The corners are pressed in by hundredths of a millimetre, each by another
// amount: all of them carry.
static void cube_rests_on_a_cube_by_four_corners(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make_floor(make);
	MadeBody *low = drop_cube(make, vec3(0, (Real)0.6, 0));
	MadeBody *high = drop_cube(make, vec3((Real)0.1, (Real)1.8, (Real)0.1));
	for (int i = 0; i < 90; i++) {
		world_make_run(make, 1);
		if (i > 15) assert_int_equal(points_between(high, low), 4);
	}
	check_vec3(low->body.pose.origin, vec3(0, (Real)0.5, 0), 0.002);
	check_vec3(high->body.pose.origin, vec3((Real)0.1, (Real)1.5, (Real)0.1), 0.005);
	assert_true(vec3_length(high->body.linear_velocity) < (Real)0.001);
	world_make_free(make);
}

static Shape *make_bumpy_field(void) {
	enum { N = 21 };
	Real heights[N * N];
	for (int i = 0; i < N * N; i++) {
		int column = i % N - N / 2;
		int row = i / N - N / 2;
		Real x = (Real)column;
		// a hollow in the middle
		heights[i] = (Real)0.02 * (x * x + (Real)(row * row)) + (Real)0.1 * real_sin(2 * x);
	}
	return mk_height_field_create(&(HeightFieldInput){ heights, N, N }, NULL);
}

static void blob_rests_on_a_height_field_that_moves(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	MadeBody *ground = make_body(make, BODY_KINEMATIC, make_bumpy_field(), transform_identity(), 0);
	MadeBody *blob = drop_blob(make, vec3((Real)0.8, (Real)0.4, (Real)0.8), (Real)0.6);
	world_make_run(make, 240);
	Vec3 rest = blob->body.pose.origin;
	assert_true(vec3_length(blob->body.linear_velocity) < (Real)0.02);
	for (int i = 1; i <= 120; i++) {
		Affine target = affine_identity();
		// to 1 m/s within half a second, then on
		Real t = (Real)i / 60;
		target.origin.x = t < (Real)0.5 ? t * t : t - (Real)0.25;
		mk_body_set_target(&ground->body, target);
		world_make_run(make, 1);
		assert_true(deepest_between(blob, ground) > (Real)-0.01);
	}
	check_near(ground->body.pose.origin.x, 1.75, 1e-4);
	check_near(blob->body.pose.origin.x, (double)rest.x + 1.75, 0.05);
	check_near(blob->body.linear_velocity.x, 1, 0.05);
	world_make_free(make);
}

// A square sheet under and over which bodies fly; `is_two_sided` as in MeshInput.
static void drop_on_sheet(bool is_two_sided, bool is_from_below, bool is_held) {
	WorldMake *make = world_make(1);
	if (is_from_below) make->gravity = vec3(0, (Real)9.8, 0);
	Real start = is_from_below ? -1 : 1;
	Shape *sheet = scene_mesh(scene_floor(8, 20, (Real)0.2, 4), is_two_sided);
	make_body(make, BODY_STATIC, sheet, transform_identity(), 0);
	MadeBody *made[3] = {
		make_ball(make, (Real)0.5, vec3(-2, start, 0)),
		make_box(make, vec3_splat((Real)0.5), vec3(0, start, 0)),
		make_cylinder(make, (Real)0.5, 1, vec3(2, start, 0)),
	};
	world_make_run(make, 180);
	for (int i = 0; i < 3; i++) {
		Real height = made[i]->body.pose.origin.y;
		if (is_held) check_near(height, is_from_below ? -0.5 : 0.5, 0.01);
		if (!is_held) assert_true(height * start < -10);
	}
	world_make_free(make);
}

static void sheets_hold_on_the_sides_they_have(void **state) {
	(void)state;
	drop_on_sheet(false, false, true);
	drop_on_sheet(false, true, false);
	drop_on_sheet(true, false, true);
	drop_on_sheet(true, true, true);
}

// A flat floor with everything that importers leave behind: repeated triangles, some of them
// turned round, slivers and triangles without area, a third triangle standing on an edge, edges
// that end in the middle of others.
static TestMesh make_dirty_floor(void) {
	TestMesh mesh = scene_floor(10, 10, 0, 0);
	uint32_t count = mesh.indices.count;
	for (uint32_t i = 0; i + 2 < count; i += 33) {
		uint32_t a = mesh.indices.data[i];
		uint32_t b = mesh.indices.data[i + 1];
		uint32_t c = mesh.indices.data[i + 2];
		mesh_add_triangle(&mesh, a, b, c);
		mesh_add_triangle(&mesh, b, c, b);
		if (i % 2 == 0) mesh_add_triangle(&mesh, b, a, c);
	}
	uint32_t first = mesh.points.count;
	// a strip beside the floor whose vertices lie in the middle of the floor's edges, and a sliver
	for (uint32_t i = 0; i <= 20; i++) {
		mesh_points_push(&mesh.points, vec3(5, 0, (Real)i / 2 - 5));
		mesh_points_push(&mesh.points, vec3(7, 0, (Real)i / 2 - 5));
	}
	for (uint32_t i = first; i < first + 40; i += 2) {
		mesh_add_triangle(&mesh, i, i + 2, i + 1);
		mesh_add_triangle(&mesh, i + 1, i + 2, i + 3);
	}
	mesh_points_push(&mesh.points, vec3(0, (Real)-1, (Real)0.5));
	mesh_points_push(&mesh.points, vec3((Real)1e-6, 0, 0));
	// below an edge of the floor, from its two ends
	mesh_add_triangle(&mesh, 60, 61, mesh.points.count - 2);
	mesh_add_triangle(&mesh, 60, 61, mesh.points.count - 1);
	return mesh;
}

static void dirty_meshes_hold_and_let_slide(void **state) {
	(void)state;
	for (int i = 0; i < 2; i++) {
		WorldMake *make = world_make(1);
		make_body(
				make, BODY_STATIC, scene_mesh(make_dirty_floor(), i == 1), transform_identity(), 0);
		MadeBody *box = make_box(make, vec3_splat((Real)0.4), vec3(-4, (Real)0.4, -2));
		MadeBody *ball = make_ball(make, (Real)0.4, vec3(-4, (Real)0.4, 2));
		MadeBody *blob = drop_blob(make, vec3_splat((Real)0.6), (Real)0.8);
		box->object.friction = 0;
		ball->object.friction = 0;
		mk_world_change(&make->world, &box->object, OBJECT_SURFACE_CHANGED);
		mk_world_change(&make->world, &ball->object, OBJECT_SURFACE_CHANGED);
		world_make_run(make, 60);
		mk_body_set_linear_velocity(&box->body, vec3(4, 0, 0));
		mk_body_set_linear_velocity(&ball->body, vec3(4, 0, 0));
		for (int k = 0; k < 150; k++) {
			world_make_run(make, 1);
			check_vec3(box->body.linear_velocity, vec3(4, 0, 0), 1e-3);
			check_vec3(ball->body.linear_velocity, vec3(4, 0, 0), 1e-3);
		}
		assert_true(blob->body.pose.origin.y > (Real)0.3);
		world_make_free(make);
	}
}

// Bodies come and go on a mesh; after a while all memory is there.
static void contacts_with_meshes_allocate_nothing_after_a_while(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	Shape *floor = scene_mesh(scene_floor(12, 40, (Real)0.2, 4), false);
	make_body(make, BODY_STATIC, floor, transform_identity(), 0);
	MadeBody *made[3] = { make_box(make, vec3_splat((Real)0.4), vec3(-4, 1, 0)),
		make_ball(make, (Real)0.4, vec3(2, 1, 0)), drop_blob(make, vec3_splat((Real)0.5), 1) };
	uint64_t before = 0;
	for (int round = 0; round < 10; round++) {
		for (int i = 0; i < 3; i++) {
			Affine up = affine_identity();
			up.origin = vec3((Real)(4 * i - 4), 1, 0);
			mk_body_set_linear_velocity(&made[i]->body, vec3_zero());
			mk_body_set_angular_velocity(&made[i]->body, vec3_zero());
			mk_body_set_pose(&made[i]->body, up);
			mk_world_change(&make->world, &made[i]->object, OBJECT_POSE_CHANGED);
		}
		world_make_run(make, 90);
		if (round == 4) before = mk_alloc_stats().total;
	}
	assert_true(mk_alloc_stats().total == before);
	world_make_free(make);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ring_hangs_in_a_ring),
		cmocka_unit_test(rings_in_flight_stay_linked),
		cmocka_unit_test(blob_rests_on_a_blob),
		cmocka_unit_test(cube_rests_on_a_cube_by_four_corners),
		cmocka_unit_test(blob_rests_on_a_height_field_that_moves),
		cmocka_unit_test(sheets_hold_on_the_sides_they_have),
		cmocka_unit_test(dirty_meshes_hold_and_let_slide),
		cmocka_unit_test(contacts_with_meshes_allocate_nothing_after_a_while),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
