// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Ways to find out whether meshes overlap: each on cases that are known to go wrong in one of them.
#include "collide/mesh_overlap.h"

#include "collide/detector.h"
#include "geometry/overlap_box.h"
#include "shape/convex.h"
#include "shape/hull_shape.h"
#include "support/check.h"
#include "support/mesh_make.h"
#include "support/random.h"

static Shape *shape_from(TestMesh mesh) {
	MeshInput input = { .mesh = mesh_view(&mesh), .is_moving = true };
	Shape *shape = mk_mesh_create(&input, NULL);
	mesh_free(&mesh);
	return shape;
}

static Shape *cube(Real half) {
	return shape_from(mesh_make_box(vec3_splat(-half), vec3_splat(half)));
}

static const MeshShape *mesh_of(const ShapeInstance *in) { return (const MeshShape *)in->shape; }

static MeshOverlap run(
		const ShapeInstance *a, const ShapeInstance *b, MeshMethod method, MeshCulling culling) {
	MeshParts parts[2] = { 0 };
	MeshOverlapInput input = { .a = a, .b = b, .method = method, .culling = culling };
	if (method == MESH_METHOD_PARTS) {
		mk_mesh_parts_build(&parts[0], mesh_of(a), a->pose.linear);
		mk_mesh_parts_build(&parts[1], mesh_of(b), b->pose.linear);
		input.parts_a = &parts[0];
		input.parts_b = &parts[1];
	}
	MeshOverlap result = mk_mesh_overlap(&input);
	mk_mesh_parts_free(&parts[0]);
	mk_mesh_parts_free(&parts[1]);
	assert_true(result.status == MESH_OVERLAP_OK);
	return result;
}

static ShapeInstance at(Shape *shape, Real x, Real y, Real z) {
	ShapeInstance in = instance_local(shape);
	in.pose.origin = vec3(x, y, z);
	return in;
}

// all ways on triangles, with and without bounding volumes
static void check_triangles(const ShapeInstance *a, const ShapeInstance *b, bool is_overlapping) {
	for (int method = MESH_METHOD_PAIRS; method <= MESH_METHOD_TREES; method++) {
		for (int culling = MESH_CULLING_BOXES; culling <= MESH_CULLING_NONE; culling++) {
			MeshOverlap there = run(a, b, (MeshMethod)method, (MeshCulling)culling);
			MeshOverlap back = run(b, a, (MeshMethod)method, (MeshCulling)culling);
			assert_true(there.is_overlapping == is_overlapping && there.is_certain);
			assert_true(back.is_overlapping == is_overlapping);
		}
	}
}

// The large triangle covers a part without a corner in it, and the needle is wholly in that part.
static void test_parts_miss_no_triangle(void **state) {
	(void)state;
	TestMesh large = mesh_make_box(vec3_splat((Real)-0.5), vec3_splat((Real)0.5));
	large.indices.count = 0;
	large.points.count = 0;
	const Vec3 corners[9] = { { (Real)-0.5, (Real)-0.4, (Real)0.1 },
		{ (Real)0.5, (Real)-0.4, (Real)0.1 }, { (Real)0.02, (Real)0.5, (Real)0.1 },
		// opposite corners of the cube, so that its middle is that of the parts
		{ (Real)-0.5, (Real)-0.5, (Real)-0.5 }, { (Real)-0.5, (Real)-0.49, (Real)-0.5 },
		{ (Real)-0.49, (Real)-0.5, (Real)-0.5 }, { (Real)0.5, (Real)0.5, (Real)0.5 },
		{ (Real)0.49, (Real)0.5, (Real)0.5 }, { (Real)0.5, (Real)0.49, (Real)0.5 } };
	for (uint32_t i = 0; i < 9; i++)
		mesh_points_push(&large.points, corners[i]);
	for (uint32_t i = 0; i < 9; i += 3)
		mesh_add_triangle(&large, i, i + 1, i + 2);
	TestMesh needle = { 0 };
	mesh_points_push(&needle.points, vec3((Real)-0.1, (Real)0.1, (Real)0.05));
	mesh_points_push(&needle.points, vec3((Real)-0.1, (Real)0.1, (Real)0.3));
	mesh_points_push(&needle.points, vec3((Real)-0.12, (Real)0.12, (Real)0.3));
	mesh_add_triangle(&needle, 0, 1, 2);
	Shape *shapes[2] = { shape_from(large), shape_from(needle) };
	ShapeInstance a = instance_local(shapes[0]);
	ShapeInstance b = instance_local(shapes[1]);
	check_triangles(&a, &b, true);
	mk_shape_release(shapes[0]);
	mk_shape_release(shapes[1]);
}

static void test_parts_hold_every_triangle_that_meets_them(void **state) {
	(void)state;
	Shape *ring = shape_from(mesh_make_torus(1, (Real)0.3, 17, 9));
	Mat3 turn = quat_to_mat3(quat_from_axis_angle(vec3_normalize(vec3(1, 2, 3)), 1));
	MeshParts parts = { 0 };
	mk_mesh_parts_build(&parts, (const MeshShape *)ring, mat3_identity());
	assert_false(mk_mesh_parts_update(&parts, mat3_identity()));
	assert_true(mk_mesh_parts_update(&parts, turn));
	Aabb whole = aabb_empty();
	uint32_t count = ((const MeshShape *)ring)->triangle_count;
	for (uint32_t i = 0; i < count; i++) {
		Triangle t = parts.triangles[i];
		check_vec3(t.a, mat3_apply(turn, mesh_triangle((const MeshShape *)ring, i).a), 0);
		whole = aabb_add_point(aabb_add_point(aabb_add_point(whole, t.a), t.b), t.c);
	}
	Vec3 middle = aabb_center(whole);
	for (uint32_t i = 0; i < count; i++) {
		for (uint32_t part = 0; part < MK_MESH_PARTS; part++) {
			Aabb box = { vec3(part & 1 ? middle.x : whole.min.x, part & 2 ? middle.y : whole.min.y,
								 part & 4 ? middle.z : whole.min.z),
				vec3(part & 1 ? whole.max.x : middle.x, part & 2 ? whole.max.y : middle.y,
						part & 4 ? whole.max.z : middle.z) };
			if (!triangle_overlaps_aabb(parts.triangles[i], box)) continue;
			assert_true((parts.masks[i] >> part & 1) == 1);
			bool is_listed = false;
			for (uint32_t k = parts.starts[part]; k < parts.starts[part + 1]; k++)
				is_listed = is_listed || parts.members.data[k] == i;
			assert_true(is_listed);
		}
	}
	mk_mesh_parts_free(&parts);
	mk_shape_release(ring);
}

static void test_parts_of_another_orientation_are_refused(void **state) {
	(void)state;
	Shape *shape = cube(1);
	ShapeInstance a = instance_local(shape);
	ShapeInstance b = at(shape, 1, 0, 0);
	MeshParts parts = { 0 };
	mk_mesh_parts_build(&parts, mesh_of(&a), a.pose.linear);
	MeshOverlapInput input = { .a = &a, .b = &b, .method = MESH_METHOD_PARTS };
	assert_true(mk_mesh_overlap(&input).status == MESH_OVERLAP_STALE);
	input.parts_a = &parts;
	input.parts_b = &parts;
	// moving is free
	assert_true(mk_mesh_overlap(&input).is_overlapping);
	Transform turned = { quat_from_axis_angle(vec3(0, 0, 1), 1), vec3(1, 0, 0) };
	b = instance_rigid(shape, turned);
	assert_true(mk_mesh_overlap(&input).status == MESH_OVERLAP_STALE);
	MeshParts fresh = { 0 };
	mk_mesh_parts_build(&fresh, mesh_of(&b), b.pose.linear);
	input.parts_b = &fresh;
	assert_true(mk_mesh_overlap(&input).is_overlapping);
	mk_mesh_parts_free(&parts);
	mk_mesh_parts_free(&fresh);
	mk_shape_release(shape);
}

static void test_a_mesh_inside_another_overlaps_it(void **state) {
	(void)state;
	Shape *large = cube(3);
	Shape *small = cube((Real)0.5);
	ShapeInstance a = instance_local(large);
	ShapeInstance inside = at(small, 1, 1, 1);
	check_triangles(&a, &inside, true);
	MeshOverlap result = run(&a, &inside, MESH_METHOD_TREES, MESH_CULLING_BOXES);
	assert_true(result.is_nested);
	ShapeInstance outside = at(small, 4, 0, 0);
	check_triangles(&a, &outside, false);
	mk_shape_release(large);
	mk_shape_release(small);
}

// Of two cubes in one mesh, the second listed is inside.
static void test_every_part_of_a_mesh_may_be_the_one_inside(void **state) {
	(void)state;
	TestMesh two = mesh_make_box(vec3_splat(10), vec3_splat(11));
	TestMesh second = mesh_make_box(vec3_splat((Real)-0.5), vec3_splat((Real)0.5));
	for (uint32_t i = 0; i < second.points.count; i++)
		mesh_points_push(&two.points, second.points.data[i]);
	for (uint32_t i = 0; i < second.indices.count; i++)
		mesh_indices_push(&two.indices, second.indices.data[i] + 8);
	mesh_free(&second);
	Shape *shapes[2] = { shape_from(two), cube(3) };
	ShapeInstance a = instance_local(shapes[0]);
	ShapeInstance b = instance_local(shapes[1]);
	check_triangles(&a, &b, true);
	mk_shape_release(shapes[0]);
	mk_shape_release(shapes[1]);
}

static void test_open_meshes_have_no_inside(void **state) {
	(void)state;
	TestMesh open = mesh_make_box(vec3_splat(-3), vec3_splat(3));
	open.indices.count -= 3;
	Shape *shapes[2] = { shape_from(open), cube(1) };
	ShapeInstance a = instance_local(shapes[0]);
	ShapeInstance b = instance_local(shapes[1]);
	check_triangles(&a, &b, false);
	mk_shape_release(shapes[0]);
	mk_shape_release(shapes[1]);
}

// A finger in a notch: the hulls overlap, the meshes do not. Two linked rings do not touch either.
static void test_concave_meshes(void **state) {
	(void)state;
	Shape *notch = shape_from(mesh_make_picture("#...#\n#...#\n#...#\n#####", 1));
	Shape *finger = shape_from(mesh_make_box(vec3(2, 2, 0), vec3(3, 8, 1)));
	ShapeInstance a = instance_local(notch);
	ShapeInstance b = instance_local(finger);
	check_triangles(&a, &b, false);
	MeshOverlap hulls = run(&a, &b, MESH_METHOD_HULLS, MESH_CULLING_BOXES);
	assert_true(hulls.is_overlapping && !hulls.is_certain);
	// the finger down to the floor of the notch, and through it
	b.pose.origin.y = -1;
	check_triangles(&a, &b, true);
	b.pose.origin.y = (Real)-1.5;
	check_triangles(&a, &b, true);
	mk_shape_release(finger);
	mk_shape_release(notch);

	Shape *ring = shape_from(mesh_make_torus(1, (Real)0.2, 32, 12));
	ShapeInstance first = instance_local(ring);
	Transform linked = { quat_from_axis_angle(vec3(1, 0, 0), MK_PI / 2), vec3(1, 0, 0) };
	ShapeInstance second = instance_rigid(ring, linked);
	check_triangles(&first, &second, false);
	// its tube comes from 1.1 to 1.5 m, the other's is from 0.8 to 1.2 m
	linked.position.x = (Real)0.3;
	second = instance_rigid(ring, linked);
	check_triangles(&first, &second, true);
	mk_shape_release(ring);
}

// Faces alone see an overlap of 2 - sqrt 2, edges a gap of 3 - 2 sqrt 2.
static void test_hulls_know_the_shortest_way_out(void **state) {
	(void)state;
	Shape *shape = cube(1);
	Transform turned_z = { quat_from_axis_angle(vec3(0, 0, 1), MK_PI / 4), vec3_zero() };
	Transform turned_y = { quat_from_axis_angle(vec3(0, 1, 0), MK_PI / 4), vec3(3, 0, 0) };
	ShapeInstance a = instance_rigid(shape, turned_z);
	ShapeInstance b = instance_rigid(shape, turned_y);
	MeshOverlap apart = run(&a, &b, MESH_METHOD_HULLS, MESH_CULLING_NONE);
	assert_true(!apart.is_overlapping && apart.is_certain);
	check_near(apart.separation, 0.1715728752538099, 16 * MK_EPSILON);
	check_vec3(apart.normal, vec3(1, 0, 0), 16 * MK_EPSILON);
	b.pose.origin.x = (Real)2.5;
	MeshOverlap in = run(&a, &b, MESH_METHOD_HULLS, MESH_CULLING_NONE);
	assert_true(in.is_overlapping);
	b.pose.origin = vec3_add_scaled(b.pose.origin, in.normal, -in.separation + (Real)1e-4);
	assert_false(run(&a, &b, MESH_METHOD_HULLS, MESH_CULLING_NONE).is_overlapping);
	mk_shape_release(shape);
}

static void test_bounding_volumes_spare_all_ways_the_work(void **state) {
	(void)state;
	Shape *ball = shape_from(mesh_make_ball(10, 20));
	ShapeInstance a = instance_local(ball);
	ShapeInstance far = at(ball, 10, 0, 0);
	for (int method = 0; method < MESH_METHOD_COUNT; method++) {
		MeshOverlap culled = run(&a, &far, (MeshMethod)method, MESH_CULLING_SPHERES);
		assert_true(culled.is_culled && culled.tests == 0 && !culled.is_overlapping);
		MeshOverlap plain = run(&a, &far, (MeshMethod)method, MESH_CULLING_NONE);
		assert_true(!plain.is_culled && !plain.is_overlapping);
		// 2 x 20 triangles between two of ten rings, and 20 at each pole
		if (method == MESH_METHOD_PAIRS) assert_true(plain.tests == 400u * 400u);
	}
	mk_shape_release(ball);
	// rods side by side: their spheres overlap, their boxes do not
	Shape *rod = shape_from(
			mesh_make_box(vec3(-5, (Real)-0.1, (Real)-0.1), vec3(5, (Real)0.1, (Real)0.1)));
	Transform turned = { quat_from_axis_angle(vec3(0, 0, 1), MK_PI / 4), vec3_zero() };
	a = instance_rigid(rod, turned);
	turned.position = vec3(1, -1, 0);
	ShapeInstance beside = instance_rigid(rod, turned);
	assert_false(run(&a, &beside, MESH_METHOD_PAIRS, MESH_CULLING_SPHERES).is_culled);
	assert_true(run(&a, &beside, MESH_METHOD_PAIRS, MESH_CULLING_BOXES).is_culled);
	mk_shape_release(rod);
}

static void test_touching_counts(void **state) {
	(void)state;
	Shape *shape = cube(1);
	ShapeInstance a = instance_local(shape);
	const Vec3 offsets[3] = { { 2, (Real)0.25, 0 }, { 2, 2, (Real)0.25 }, { 2, -2, 2 } };
	for (int i = 0; i < 3; i++) {
		ShapeInstance b = at(shape, offsets[i].x, offsets[i].y, offsets[i].z);
		check_triangles(&a, &b, true);
		assert_true(run(&a, &b, MESH_METHOD_HULLS, MESH_CULLING_BOXES).is_overlapping);
	}
	mk_shape_release(shape);
}

static void test_what_is_not_supported_is_said(void **state) {
	(void)state;
	Shape *mesh = cube(1);
	Shape *ball = mk_sphere_create(1, NULL);
	Shape *box = mk_box_create(vec3(1, 1, 1), NULL);
	ShapeInstance a = instance_local(mesh);
	ShapeInstance b = instance_local(ball);
	MeshOverlapInput input = { .a = &a, .b = &b };
	assert_true(mk_mesh_overlap(&input).status == MESH_OVERLAP_UNSUPPORTED);
	b = instance_local(box);
	assert_true(mk_mesh_overlap(&input).is_overlapping);
	input.method = MESH_METHOD_TREES;
	assert_true(mk_mesh_overlap(&input).status == MESH_OVERLAP_UNSUPPORTED);
	b = at(mesh, (Real)NAN, 0, 0);
	for (int method = 0; method < MESH_METHOD_COUNT; method++) {
		input.method = (MeshMethod)method;
		assert_true(mk_mesh_overlap(&input).status == MESH_OVERLAP_INVALID);
	}
	mk_shape_release(mesh);
	mk_shape_release(ball);
	mk_shape_release(box);
}

// Seen from a hull that its map all but flattens, what is 2 km above it is where no square is
// finite. Found by fuzzing.
static void test_a_flattened_hull_holds_nothing_above_it(void **state) {
	(void)state;
	const Real thin = (Real)-0.0340686291;
	const Vec3 points[5] = { { thin, thin, (Real)-279.09021 }, { thin, thin, (Real)0.000253949343 },
		{ 512, 0, 0 }, { (Real)2.71516683e-06, (Real)2481.69409, (Real)0.000489130907 },
		{ (Real)-308.2117, (Real)1236.81567, (Real)-610.376709 } };
	Shape *hull = mk_hull_shape_create(&(HullShapeInput){ .points = points, .count = 5 }, NULL);
	Triangle sliver = { { (Real)-8930.875, thin, thin }, { thin, thin, thin },
		{ thin, (Real)-0.000133080408, thin } };
	Shape *triangle = mk_triangle_create(sliver, 0, NULL);
	Transform turned = { quat_from_parts(vec3_axis(0), 0),
		vec3((Real)2481.69409, (Real)2481.69409, (Real)2457.6001) };
	Mat3 flat = { { (Real)-614.4, -1022, 0 }, { 0, 0, (Real)6.59631006e-33 }, { 512, 0, 0 } };
	ShapeInstance a = instance_rigid(triangle, turned);
	ShapeInstance b = mk_instance(hull, (Affine){ flat, vec3_zero() });
	MeshOverlapInput input = { .a = &a, .b = &b, .culling = MESH_CULLING_NONE };
	MeshOverlap found = mk_mesh_overlap(&input);
	assert_true(found.status == MESH_OVERLAP_OK && !found.is_overlapping);
	mk_shape_release(hull);
	mk_shape_release(triangle);
}

// Triangles in a box, one corner on the box's own: rounding has it inside for one question and
// outside for another, but never is the triangle outside.
static void test_a_corner_on_the_surface_does_not_hide_the_rest_inside(void **state) {
	(void)state;
	Rng rng = { 77 };
	for (int i = 0; i < 2000; i++) {
		Vec3 half = random_sizes(&rng, -0.5, 0.5);
		Shape *box = mk_box_create(half, NULL);
		Affine pose = affine_from_transform(random_transform(&rng, 5));
		pose.linear = mat3_multiply(pose.linear, mat3_diagonal(random_sizes(&rng, -0.5, 0.5)));
		ShapeInstance a = mk_instance(box, pose);
		Vec3 inside = vec3_scale(half, (Real)0.7);
		Vec3 second = vec3_multiply(random_vec3(&rng, 1), inside);
		Vec3 third = vec3_multiply(random_vec3(&rng, 1), inside);
		Triangle t = { affine_point(a.pose, half), affine_point(a.pose, second),
			affine_point(a.pose, third) };
		Shape *triangle = mk_triangle_create(t, 0, NULL);
		ShapeInstance b = instance_local(triangle);
		DetectInput input = { .a = &a, .b = &b, .detector = DETECTOR_TRIANGLES };
		assert_true(mk_detect(&input).is_overlapping);
		mk_shape_release(box);
		mk_shape_release(triangle);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_parts_miss_no_triangle),
		cmocka_unit_test(test_parts_hold_every_triangle_that_meets_them),
		cmocka_unit_test(test_parts_of_another_orientation_are_refused),
		cmocka_unit_test(test_a_mesh_inside_another_overlaps_it),
		cmocka_unit_test(test_every_part_of_a_mesh_may_be_the_one_inside),
		cmocka_unit_test(test_open_meshes_have_no_inside),
		cmocka_unit_test(test_concave_meshes),
		cmocka_unit_test(test_hulls_know_the_shortest_way_out),
		cmocka_unit_test(test_bounding_volumes_spare_all_ways_the_work),
		cmocka_unit_test(test_touching_counts),
		cmocka_unit_test(test_what_is_not_supported_is_said),
		cmocka_unit_test(test_a_flattened_hull_holds_nothing_above_it),
		cmocka_unit_test(test_a_corner_on_the_surface_does_not_hide_the_rest_inside),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
