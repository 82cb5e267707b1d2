// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Convex shapes on meshes: fixed cases.
#include "shape/convex.h"
#include "support/contact_scene.h"

static const Real margin_of_all = (Real)0.02;
static const Real near_error = (Real)1e-5;

// A unit box standing 1 mm deep in floors of n x n cells.
static void check_box_on_floor(uint32_t n, uint64_t seed) {
	ContactScene scene = { 0 };
	Shape *floor = scene_mesh(scene_floor(4, n, (Real)0.24, seed), false);
	Shape *box = mk_box_create(vec3_splat((Real)0.5), NULL);
	ShapeInstance a = scene_at(box, (Real)0.1, (Real)0.499, (Real)0.2);
	ShapeInstance b = instance_local(floor);
	scene_collide(&scene, &a, &b, margin_of_all);
	scene_check(&scene, margin_of_all);
	assert_int_equal(scene.manifolds.count, 1);
	const Manifold *m = &scene.manifolds.data[0];
	assert_int_equal(m->count, 4);
	check_vec3(m->normal, vec3(0, -1, 0), near_error);
	bool is_found[4] = { false };
	for (uint32_t i = 0; i < 4; i++) {
		Vec3 p = m->points[i].position;
		check_near(m->points[i].separation, (Real)-0.001, near_error);
		// relative to the box: a corner, midway between -0.5 and the floor at -0.499
		check_vec3(vec3_abs(p), vec3((Real)0.5, (Real)0.4995, (Real)0.5), near_error);
		is_found[(p.x > 0 ? 1 : 0) + (p.z > 0 ? 2 : 0)] = true;
	}
	assert_true(is_found[0] && is_found[1] && is_found[2] && is_found[3]);
	mk_shape_release(box);
	mk_shape_release(floor);
	scene_free(&scene);
}

static void test_box_has_the_same_four_points_on_any_number_of_triangles(void **state) {
	(void)state;
	check_box_on_floor(1, 0);
	for (uint64_t seed = 0; seed < 10; seed++) {
		check_box_on_floor(4, seed);
		check_box_on_floor(40, seed);
	}
}

static void test_box_edge_on_a_ridge_touches_in_one_point(void **state) {
	(void)state;
	// a roof along x with slopes of 45 degrees, and a box turned 45 degrees about z over it
	TestMesh roof = { 0 };
	Vec3 points[6] = { { -2, 0, 0 }, { 2, 0, 0 }, { -2, -1, 1 }, { 2, -1, 1 }, { -2, -1, -1 },
		{ 2, -1, -1 } };
	for (int i = 0; i < 6; i++)
		mesh_points_push(&roof.points, points[i]);
	mesh_add_triangle(&roof, 0, 2, 3);
	mesh_add_triangle(&roof, 0, 3, 1);
	mesh_add_triangle(&roof, 0, 1, 5);
	mesh_add_triangle(&roof, 0, 5, 4);
	ContactScene scene = { 0 };
	Shape *mesh = scene_mesh(roof, false);
	Shape *box = mk_box_create(vec3_splat((Real)0.5), NULL);
	Real half = (Real)0.70710678;
	Quat turn = quat_from_axis_angle(vec3(0, 0, 1), MK_PI / 4);
	// the lower edge of the box is along z, across the ridge, 2 mm below it
	ShapeInstance a = instance_rigid(
			box, (Transform){ turn, vec3((Real)0.3, half - (Real)0.002, (Real)0.1) });
	ShapeInstance b = instance_local(mesh);
	scene_collide(&scene, &a, &b, margin_of_all);
	scene_check(&scene, margin_of_all);
	assert_int_equal(scene.manifolds.count, 1);
	const Manifold *m = &scene.manifolds.data[0];
	assert_int_equal(m->count, 1);
	assert_int_equal(m->kind, CONTACT_EDGE_EDGE);
	check_vec3(m->normal, vec3(0, -1, 0), 1e-4);
	check_near(m->points[0].separation, (Real)-0.002, 1e-5);
	check_vec3(m->points[0].position, vec3(0, -half + (Real)0.001, (Real)-0.1), 1e-4);
	// and above the ridge, within the margin
	a.pose.origin.y = half + (Real)0.01;
	scene_collide(&scene, &a, &b, margin_of_all);
	assert_int_equal(scene.manifolds.count, 1);
	check_near(scene.manifolds.data[0].points[0].separation, (Real)0.01, 1e-5);
	check_vec3(scene.manifolds.data[0].normal, vec3(0, -1, 0), 1e-4);
	mk_shape_release(box);
	mk_shape_release(mesh);
	scene_free(&scene);
}

static void test_sphere_and_box_on_a_spike(void **state) {
	(void)state;
	// a pyramid whose tip is the origin, steep enough that the tip alone touches
	TestMesh spike = { 0 };
	Vec3 points[5] = { { 0, 0, 0 }, { 1, -3, 1 }, { 1, -3, -1 }, { -1, -3, -1 }, { -1, -3, 1 } };
	for (int i = 0; i < 5; i++)
		mesh_points_push(&spike.points, points[i]);
	for (uint32_t i = 0; i < 4; i++)
		mesh_add_triangle(&spike, 0, 1 + i, 1 + (i + 1) % 4);
	ContactScene scene = { 0 };
	Shape *mesh = scene_mesh(spike, false);
	Shape *ball = mk_sphere_create((Real)0.5, NULL);
	Shape *box = mk_box_create(vec3_splat((Real)0.5), NULL);
	ShapeInstance b = instance_local(mesh);
	// the ball is 3-4-5 off the axis: the normal is from its centre to the tip
	ShapeInstance a = scene_at(ball, (Real)0.3, (Real)0.39, 0);
	scene_collide(&scene, &a, &b, margin_of_all);
	scene_check(&scene, margin_of_all);
	assert_int_equal(scene.manifolds.count, 1);
	Real length = real_sqrt((Real)0.09 + (Real)0.1521);
	check_vec3(scene.manifolds.data[0].normal, vec3((Real)-0.3 / length, (Real)-0.39 / length, 0),
			1e-4);
	assert_int_equal(scene.manifolds.data[0].count, 1);
	check_near(scene.manifolds.data[0].points[0].separation, length - (Real)0.5, 1e-5);
	// the box has its bottom 3 mm below the tip
	a = scene_at(box, (Real)0.2, (Real)0.497, (Real)0.1);
	scene_collide(&scene, &a, &b, margin_of_all);
	assert_int_equal(scene.manifolds.count, 1);
	assert_int_equal(scene.manifolds.data[0].count, 1);
	check_vec3(scene.manifolds.data[0].normal, vec3(0, -1, 0), 1e-4);
	check_near(scene.manifolds.data[0].points[0].separation, (Real)-0.003, 1e-5);
	mk_shape_release(ball);
	mk_shape_release(box);
	mk_shape_release(mesh);
	scene_free(&scene);
}

static void test_ball_in_a_valley_touches_both_faces(void **state) {
	(void)state;
	// two slopes of 45 degrees that meet along x at the origin
	TestMesh valley = { 0 };
	Vec3 points[6] = { { -2, 0, 0 }, { 2, 0, 0 }, { -2, 2, 2 }, { 2, 2, 2 }, { -2, 2, -2 },
		{ 2, 2, -2 } };
	for (int i = 0; i < 6; i++)
		mesh_points_push(&valley.points, points[i]);
	mesh_add_triangle(&valley, 0, 2, 3);
	mesh_add_triangle(&valley, 0, 3, 1);
	mesh_add_triangle(&valley, 0, 1, 5);
	mesh_add_triangle(&valley, 0, 5, 4);
	ContactScene scene = { 0 };
	Shape *mesh = scene_mesh(valley, false);
	Shape *ball = mk_sphere_create((Real)0.5, NULL);
	Real root = (Real)0.70710678;
	// its centre is 0.5 - 0.001 from both planes
	ShapeInstance a = scene_at(ball, (Real)0.1, (Real)0.499 / root, 0);
	ShapeInstance b = instance_local(mesh);
	scene_collide(&scene, &a, &b, margin_of_all);
	scene_check(&scene, margin_of_all);
	assert_int_equal(scene.manifolds.count, 2);
	for (uint32_t i = 0; i < 2; i++) {
		const Manifold *m = &scene.manifolds.data[i];
		check_near(m->normal.y, -root, 1e-4);
		check_near(real_abs(m->normal.z), root, 1e-4);
		assert_int_equal(m->count, 1);
		check_near(m->points[0].separation, (Real)-0.001, 1e-5);
	}
	mk_shape_release(ball);
	mk_shape_release(mesh);
	scene_free(&scene);
}

// Corners, edges and sides of a box in those of a cube, in turns: the way out is as long
// as that of the solid cube.
static void test_corner_in_a_corner_has_the_depth_of_the_solid(void **state) {
	(void)state;
	ContactScene scene = { 0 };
	Shape *cube = scene_mesh(mesh_make_box(vec3(-1, -1, -1), vec3(1, 1, 1)), false);
	Shape *solid = mk_box_create(vec3(1, 1, 1), NULL);
	Shape *box = mk_box_create(vec3((Real)0.5, (Real)0.3, (Real)0.4), NULL);
	ShapeInstance b = instance_local(cube);
	ShapeInstance twin = instance_local(solid);
	for (int i = 0; i < 4000; i++) {
		// from the side of a corner, more or less
		Vec3 from = vec3_normalize(vec3(1, (Real)(i % 7) / 6, (Real)(i % 11) / 10));
		Quat turn = quat_normalize(
				(Quat){ (Real)(i % 13) - 6, (Real)(i % 5) - 2, (Real)(i % 17) - 8, (Real)1.5 });
		ShapeInstance a = instance_rigid(box, (Transform){ turn, vec3_scale(from, 5) });
		Separation far = mk_separation(&a, &twin);
		Real wanted = (Real)-0.001 * (Real)(1 + i % 9);
		a.pose.origin = vec3_add_scaled(a.pose.origin, far.normal, far.distance - wanted);
		Separation truth = mk_separation(&a, &twin);
		scene_collide(&scene, &a, &b, (Real)0.02);
		check_near(scene_deepest(&scene), truth.distance, 1e-4);
	}
	mk_shape_release(cube);
	mk_shape_release(solid);
	mk_shape_release(box);
	scene_free(&scene);
}

static void test_open_border_holds_a_ball_and_a_box(void **state) {
	(void)state;
	ContactScene scene = { 0 };
	Shape *floor = scene_mesh(scene_floor(4, 4, 0, 0), false);
	Shape *ball = mk_sphere_create((Real)0.5, NULL);
	Shape *box = mk_box_create(vec3_splat((Real)0.5), NULL);
	ShapeInstance b = instance_local(floor);
	// beyond the border at x = 2 by 0.3, above it by 0.39: 0.492 from the edge
	ShapeInstance a = scene_at(ball, (Real)2.3, (Real)0.39, (Real)0.2);
	scene_collide(&scene, &a, &b, margin_of_all);
	assert_int_equal(scene.manifolds.count, 1);
	Real length = real_sqrt((Real)0.09 + (Real)0.1521);
	check_vec3(scene.manifolds.data[0].normal, vec3((Real)-0.3 / length, (Real)-0.39 / length, 0),
			1e-4);
	check_near(scene.manifolds.data[0].points[0].separation, length - (Real)0.5, 1e-5);
	// a box that stands half over the border keeps four points, two of them on it
	a = scene_at(box, 2, (Real)0.499, 0);
	scene_collide(&scene, &a, &b, margin_of_all);
	assert_int_equal(scene.manifolds.count, 1);
	const Manifold *m = &scene.manifolds.data[0];
	assert_int_equal(m->count, 4);
	int on_border = 0;
	for (uint32_t i = 0; i < 4; i++) {
		assert_true(m->points[i].position.x <= near_error);
		if (real_abs(m->points[i].position.x) < near_error) on_border++;
		check_near(real_abs(m->points[i].position.z), (Real)0.5, near_error);
	}
	assert_int_equal(on_border, 2);
	mk_shape_release(ball);
	mk_shape_release(box);
	mk_shape_release(floor);
	scene_free(&scene);
}

static void test_sides_of_triangles(void **state) {
	(void)state;
	ContactScene scene = { 0 };
	Shape *one = scene_mesh(scene_floor(4, 4, 0, 0), false);
	Shape *two = scene_mesh(scene_floor(4, 4, 0, 0), true);
	Shape *ball = mk_sphere_create((Real)0.5, NULL);
	ShapeInstance below = scene_at(ball, 0, (Real)-0.45, 0);
	ShapeInstance b = instance_local(one);
	scene_collide(&scene, &below, &b, margin_of_all);
	assert_int_equal(scene.manifolds.count, 0);
	b = instance_local(two);
	scene_collide(&scene, &below, &b, margin_of_all);
	assert_int_equal(scene.manifolds.count, 1);
	check_vec3(scene.manifolds.data[0].normal, vec3(0, 1, 0), near_error);
	check_near(scene.manifolds.data[0].points[0].separation, (Real)-0.05, near_error);
	// a mirror turns the corners round, but the front stays the front
	Affine mirror = { mat3_diagonal(vec3(-1, 1, 1)), vec3_zero() };
	b = mk_instance(one, mirror);
	ShapeInstance above = scene_at(ball, 0, (Real)0.45, 0);
	scene_collide(&scene, &above, &b, margin_of_all);
	assert_int_equal(scene.manifolds.count, 1);
	check_vec3(scene.manifolds.data[0].normal, vec3(0, -1, 0), near_error);
	scene_collide(&scene, &below, &b, margin_of_all);
	assert_int_equal(scene.manifolds.count, 0);
	mk_shape_release(one);
	mk_shape_release(two);
	mk_shape_release(ball);
	scene_free(&scene);
}

static void test_side_is_remembered_while_overlapping(void **state) {
	(void)state;
	ContactScene scene = { 0 };
	Shape *ball = mk_sphere_create((Real)0.5, NULL);
	for (int sides = 0; sides < 2; sides++) {
		Shape *floor = scene_mesh(scene_floor(4, 4, (Real)0.24, 7), sides == 1);
		ShapeInstance b = instance_local(floor);
		PairCache cache = { 0 };
		// pressed through the floor until the centre is 0.2 below
		for (int i = 0; i <= 70; i++) {
			Real y = (Real)0.5 - (Real)i / 100;
			ShapeInstance a = scene_at(ball, (Real)0.013 * (Real)i, y, 0);
			scene_collide_cached(&scene, &a, &b, margin_of_all, &cache);
			assert_int_equal(scene.manifolds.count, 1);
			check_vec3(scene.manifolds.data[0].normal, vec3(0, -1, 0), near_error);
			check_near(scene.manifolds.data[0].points[0].separation, y - (Real)0.5, near_error);
		}
		mk_shape_release(floor);
	}
	mk_shape_release(ball);
	scene_free(&scene);
}

static void test_side_of_a_table_does_not_push_what_stands_on_it(void **state) {
	(void)state;
	// a table as a closed mesh, its sides cut finely: many triangles are wholly inside the box
	ContactScene scene = { 0 };
	TestMesh table = { 0 };
	const uint32_t n = 40;
	for (uint32_t k = 0; k <= n; k++) {
		Real y = -(Real)k / (Real)n / 5;
		mesh_points_push(&table.points, vec3(1, y, 1));
		mesh_points_push(&table.points, vec3(1, y, -1));
		mesh_points_push(&table.points, vec3(-1, y, -1));
		mesh_points_push(&table.points, vec3(-1, y, 1));
	}
	for (uint32_t k = 0; k < n; k++) {
		for (uint32_t i = 0; i < 4; i++) {
			uint32_t a = 4 * k + i;
			uint32_t b = 4 * k + (i + 1) % 4;
			mesh_add_triangle(&table, a, a + 4, b + 4);
			mesh_add_triangle(&table, a, b + 4, b);
		}
	}
	mesh_add_triangle(&table, 0, 1, 2);
	mesh_add_triangle(&table, 0, 2, 3);
	Shape *mesh = scene_mesh(table, false);
	assert_true(((const MeshShape *)mesh)->triangle_count == 8 * n + 2);
	Shape *box = mk_box_create(vec3_splat((Real)0.5), NULL);
	ShapeInstance b = instance_local(mesh);
	// 30 mm deep, six rows of triangles, with the centre inside and outside of the border
	for (int i = 0; i < 8; i++) {
		ShapeInstance a = scene_at(box, (Real)0.6 + (Real)i / 10, (Real)0.47, (Real)0.013);
		scene_collide(&scene, &a, &b, margin_of_all);
		scene_check(&scene, margin_of_all);
		assert_int_equal(scene.manifolds.count, 1);
		check_vec3(scene.manifolds.data[0].normal, vec3(0, -1, 0), 1e-4);
		assert_int_equal(scene.manifolds.data[0].count, 4);
		check_near(scene_deepest(&scene), (Real)-0.03, 1e-4);
	}
	mk_shape_release(box);
	mk_shape_release(mesh);
	scene_free(&scene);
}

static void test_nothing_is_held_beside_the_surface(void **state) {
	(void)state;
	// a long plank that hangs over the border without touching it, its lower end below the floor
	ContactScene scene = { 0 };
	Shape *floor = scene_mesh(scene_floor(4, 8, 0, 0), true);
	Shape *plank = mk_box_create(vec3(1, (Real)0.05, (Real)0.2), NULL);
	Quat turn = quat_from_axis_angle(vec3(0, 0, 1), MK_PI / 4);
	ShapeInstance a = instance_rigid(plank, (Transform){ turn, vec3((Real)2.2, (Real)0.1, 0) });
	ShapeInstance b = instance_local(floor);
	scene_collide(&scene, &a, &b, (Real)0.005);
	assert_int_equal(scene.manifolds.count, 0);
	mk_shape_release(plank);
	mk_shape_release(floor);
	scene_free(&scene);
}

static void test_scale_makes_other_ridges(void **state) {
	(void)state;
	// a roof of half a degree is flat; stretched 200 times upward it is a ridge of 60 degrees
	TestMesh roof = { 0 };
	Real drop = (Real)0.00866025;
	Vec3 points[6] = { { -2, 0, 0 }, { 2, 0, 0 }, { -2, -drop, 1 }, { 2, -drop, 1 },
		{ -2, -drop, -1 }, { 2, -drop, -1 } };
	for (int i = 0; i < 6; i++)
		mesh_points_push(&roof.points, points[i]);
	mesh_add_triangle(&roof, 0, 2, 3);
	mesh_add_triangle(&roof, 0, 3, 1);
	mesh_add_triangle(&roof, 0, 1, 5);
	mesh_add_triangle(&roof, 0, 5, 4);
	ContactScene scene = { 0 };
	Shape *mesh = scene_mesh(roof, false);
	Shape *ball = mk_sphere_create((Real)0.5, NULL);
	ShapeInstance b = mk_instance(
			mesh, (Affine){ mat3_diagonal(vec3(1, 200, 1)), vec3(0, (Real)0.3, 0) });
	ShapeInstance a = scene_at(ball, 0, (Real)0.795, 0);
	scene_collide(&scene, &a, &b, margin_of_all);
	assert_int_equal(scene.manifolds.count, 1);
	check_vec3(scene.manifolds.data[0].normal, vec3(0, -1, 0), 1e-4);
	check_near(scene.manifolds.data[0].points[0].separation, (Real)-0.005, 1e-4);
	mk_shape_release(ball);
	mk_shape_release(mesh);
	scene_free(&scene);
}

// A plate on 1600 spikes, 12 800 triangles, one spike higher than the others: nothing has a
// capacity that could leave it out, and the plate has four points as far apart as there are.
static void test_the_highest_of_many_spikes_is_found(void **state) {
	(void)state;
	ContactScene scene = { 0 };
	Shape *plate = mk_box_create(vec3((Real)5.5, (Real)0.5, (Real)5.5), NULL);
	enum { CELLS = 80 };
	for (uint32_t highest = 0; highest < 1600; highest += 533) {
		TestMesh mesh = scene_floor(10, CELLS, 0, 0);
		for (uint32_t i = 0; i < 1600; i++) {
			uint32_t point = (2 * (i / 40) + 1) * (CELLS + 1) + 2 * (i % 40) + 1;
			mesh.points.data[point].y = i == highest ? (Real)0.101 : (Real)0.1;
		}
		Shape *spikes = scene_mesh(mesh, false);
		ShapeInstance a = scene_at(plate, 0, (Real)0.599, 0);
		ShapeInstance b = instance_local(spikes);
		scene_collide(&scene, &a, &b, margin_of_all);
		scene_check(&scene, margin_of_all);
		assert_int_equal(scene.manifolds.count, 1);
		const Manifold *m = &scene.manifolds.data[0];
		check_vec3(m->normal, vec3(0, -1, 0), 1e-5);
		check_near(scene_deepest(&scene), -0.002, 1e-5);
		assert_int_equal(m->count, 4);
		Real farthest = 0;
		for (uint32_t k = 1; k < 4; k++) {
			Real apart = vec3_distance(m->points[0].position, m->points[k].position);
			farthest = real_max(farthest, apart);
		}
		// from anywhere one of the corners, 4.875 m out in both directions, is at
		// least half the diagonal away
		assert_true(farthest > (Real)6.8);
		mk_shape_release(spikes);
	}
	mk_shape_release(plate);
	scene_free(&scene);
}

static void test_no_heap_memory_after_warm_up(void **state) {
	(void)state;
	ContactScene scene = { 0 };
	Shape *floor = scene_mesh(scene_floor(4, 60, (Real)0.24, 5), false);
	Shape *box = mk_box_create(vec3_splat((Real)0.5), NULL);
	ShapeInstance a = scene_at(box, (Real)0.1, (Real)0.499, (Real)0.2);
	ShapeInstance b = instance_local(floor);
	scene_collide(&scene, &a, &b, margin_of_all);
	mk_arena_reset(&scene.arena);
	uint64_t before = mk_alloc_stats().total;
	for (int i = 0; i < 10; i++)
		scene_collide(&scene, &a, &b, margin_of_all);
	assert_true(mk_alloc_stats().total == before);
	mk_shape_release(box);
	mk_shape_release(floor);
	scene_free(&scene);
}

// Nearly a ball of three metres: a direction that is off by what rounding leaves moves the point
// that is nearest to an edge by millimetres, and the contact is there all the same.
static void test_large_round_shapes_touch_ridges(void **state) {
	(void)state;
	ContactScene scene = { 0 };
	Shape *cube = scene_mesh(mesh_make_box(vec3(-1, -1, -1), vec3(1, 1, 1)), false);
	Shape *solid = mk_box_create(vec3(1, 1, 1), NULL);
	Shape *shape = mk_tapered_capsule_create(3, (Real)3.2, (Real)0.5, NULL);
	ShapeInstance b = instance_local(cube);
	ShapeInstance twin = instance_local(solid);
	for (int i = 0; i < 4000; i++) {
		Vec3 from = vec3_normalize(vec3(1, (Real)(i % 37) / 36, (Real)(i % 3) / 10));
		Quat turn = quat_normalize(
				(Quat){ (Real)(i % 13) - 6, (Real)(i % 5) - 2, (Real)(i % 17) - 8, (Real)1.5 });
		ShapeInstance a = instance_rigid(shape, (Transform){ turn, vec3_scale(from, 8) });
		Separation far = mk_separation(&a, &twin);
		Real wanted = (Real)0.002 * (Real)(i % 11 - 4);
		a.pose.origin = vec3_add_scaled(a.pose.origin, far.normal, far.distance - wanted);
		Separation truth = mk_separation(&a, &twin);
		scene_collide(&scene, &a, &b, (Real)0.02);
		check_near(scene_deepest(&scene), truth.distance, 1e-4);
	}
	mk_shape_release(cube);
	mk_shape_release(solid);
	mk_shape_release(shape);
	scene_free(&scene);
}

// The corner of a cube lies on its cut: the middle of its box is 0.29 m beyond that, below a slope
// of which only one side holds. So is that of the box of a plate, along axes that it is not along.
static void test_what_lies_on_a_cut_is_above_the_slope(void **state) {
	(void)state;
	ContactScene scene = { 0 };
	const Vec3 corners[4] = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
	Shape *shapes[2] = { mk_hull_shape_create(&(HullShapeInput){ corners, 4, 0, 0 }, NULL),
		mk_triangle_create((Triangle){ corners[1], corners[2], corners[3] }, (Real)0.01, NULL) };
	TestMesh slope = scene_floor(8, 5, 0, 0);
	Vec3 up = vec3_normalize(vec3(-1, -1, -1));
	Transform pose = { mk_quat_between(vec3(0, 1, 0), up), vec3_splat((Real)1 / 3) };
	mesh_map(&slope, affine_from_transform(pose));
	Shape *floor = scene_mesh(slope, false);
	for (int i = 0; i < 2; i++) {
		// a millimetre deep
		ShapeInstance a = instance_local(shapes[i]);
		a.pose.origin = vec3_scale(up, (i == 0 ? 0 : (Real)0.01) - (Real)0.001);
		ShapeInstance b = instance_local(floor);
		scene_collide(&scene, &a, &b, margin_of_all);
		scene_check(&scene, margin_of_all);
		assert_int_equal(scene.manifolds.count, 1);
		assert_int_equal(scene.manifolds.data[0].count, 3);
		check_vec3(scene.manifolds.data[0].normal, vec3_negate(up), 1e-5);
		check_near(scene_deepest(&scene), (Real)-0.001, 1e-5);
		mk_shape_release(shapes[i]);
	}
	mk_shape_release(floor);
	scene_free(&scene);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_box_has_the_same_four_points_on_any_number_of_triangles),
		cmocka_unit_test(test_box_edge_on_a_ridge_touches_in_one_point),
		cmocka_unit_test(test_sphere_and_box_on_a_spike),
		cmocka_unit_test(test_ball_in_a_valley_touches_both_faces),
		cmocka_unit_test(test_corner_in_a_corner_has_the_depth_of_the_solid),
		cmocka_unit_test(test_large_round_shapes_touch_ridges),
		cmocka_unit_test(test_open_border_holds_a_ball_and_a_box),
		cmocka_unit_test(test_sides_of_triangles),
		cmocka_unit_test(test_side_is_remembered_while_overlapping),
		cmocka_unit_test(test_side_of_a_table_does_not_push_what_stands_on_it),
		cmocka_unit_test(test_nothing_is_held_beside_the_surface),
		cmocka_unit_test(test_scale_makes_other_ridges),
		cmocka_unit_test(test_the_highest_of_many_spikes_is_found),
		cmocka_unit_test(test_no_heap_memory_after_warm_up),
		cmocka_unit_test(test_what_lies_on_a_cut_is_above_the_slope),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
