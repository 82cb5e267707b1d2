// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Meshes: adjacency, edge classes, sides, mass; by hand.
#include "shape/hull_shape.h"
#include "shape/instance.h"
#include "shape/mesh.h"

#include "support/budget.h"
#include "support/check.h"
#include "support/mesh_bvh_work.h"
#include "support/mesh_make.h"

static Shape *mesh_of_points(const Vec3 *points, uint32_t triangles, bool is_two_sided) {
	MeshInput input = { .mesh = { points, 3 * triangles, NULL, triangles },
		.is_two_sided = is_two_sided };
	Shape *shape = mk_mesh_create(&input, NULL);
	assert_non_null(shape);
	return shape;
}

// Two triangles that share the edge from 0 to z; the far corner of the second at (-x, y, 0).
static EdgeClass class_between(Real x, Real y, bool is_flipped) {
	Vec3 a = vec3_zero();
	Vec3 b = vec3(0, 0, 1);
	Vec3 right = vec3(1, 0, 0);
	Vec3 left = vec3(-x, y, 0);
	// normals up: (b - a) x (right - a) = z x x = y
	Vec3 points[] = { a, b, right, b, a, left };
	if (is_flipped) {
		points[3] = a;
		points[4] = b;
	}
	Shape *shape = mesh_of_points(points, 2, false);
	const MeshShape *mesh = (const MeshShape *)shape;
	assert_int_equal(mesh->point_count, 4);
	EdgeClass found = EDGE_OPEN;
	uint32_t joined = 0;
	for (uint32_t corner = 0; corner < 6; corner++) {
		uint32_t other = mesh->neighbours[corner];
		if (mesh->edge_classes[corner] != EDGE_OPEN) {
			found = (EdgeClass)mesh->edge_classes[corner];
			joined++;
		}
		if (other == MK_MESH_NONE) continue;
		assert_int_equal(mesh->neighbours[other], corner);
		assert_int_equal(mesh->edge_classes[other], mesh->edge_classes[corner]);
		assert_true(other / 3 != corner / 3);
	}
	assert_int_equal(joined, 2);
	mk_shape_release(shape);
	return found;
}

static void edges_are_convex_flat_or_concave(void **state) {
	(void)state;
	assert_int_equal(class_between(1, 0, false), EDGE_FLAT);
	assert_int_equal(class_between(1, -1, false), EDGE_CONVEX);
	assert_int_equal(class_between(1, 1, false), EDGE_CONCAVE);
	// some units in the last place are flat, and nothing else: many small angles are a large one
	assert_int_equal(class_between(1, -4 * MK_EPSILON, false), EDGE_FLAT);
	assert_int_equal(class_between(1, 4 * MK_EPSILON, false), EDGE_FLAT);
	assert_int_equal(class_between(1, -16 * MK_EPSILON, false), EDGE_CONVEX);
	assert_int_equal(class_between(1, 16 * MK_EPSILON, false), EDGE_CONCAVE);
	assert_int_equal(class_between(1, (Real)-0.00873, false), EDGE_CONVEX);
	assert_int_equal(class_between(1, (Real)0.00873, false), EDGE_CONCAVE);
	// folded back on itself
	assert_int_equal(class_between(-2, 0, false), EDGE_CONVEX);
	// wound against each other: nobody knows the outside
	assert_int_equal(class_between(1, -1, true), EDGE_SHARED);
}

static void three_triangles_at_an_edge_share_it(void **state) {
	(void)state;
	const Vec3 points[] = { { 0, 0, 0 }, { 0, 0, 1 }, { 1, 0, 0 }, { 0, 0, 1 }, { 0, 0, 0 },
		{ -1, 0, 0 }, { 0, 0, 0 }, { 0, 0, 1 }, { 0, 1, 0 } };
	Shape *shape = mesh_of_points(points, 3, true);
	const MeshShape *mesh = (const MeshShape *)shape;
	uint32_t shared = 0;
	for (uint32_t corner = 0; corner < 9; corner++)
		shared += mesh->edge_classes[corner] == EDGE_SHARED ? 1 : 0;
	assert_int_equal(shared, 3);
	mk_shape_release(shape);
}

static void box_mesh_is_joined_all_round(void **state) {
	(void)state;
	TestMesh box = mesh_make_box(vec3(-1, -2, -3), vec3(1, 2, 3));
	MeshInput input = { .mesh = mesh_view(&box), .is_moving = true };
	Shape *shape = mk_mesh_create(&input, NULL);
	const MeshShape *mesh = (const MeshShape *)shape;
	assert_true(mesh->is_closed);
	assert_int_equal(mesh->point_count, 8);
	uint32_t flat = 0;
	uint32_t convex = 0;
	for (uint32_t corner = 0; corner < 36; corner++) {
		assert_true(mesh->neighbours[corner] != MK_MESH_NONE);
		flat += mesh->edge_classes[corner] == EDGE_FLAT ? 1 : 0;
		convex += mesh->edge_classes[corner] == EDGE_CONVEX ? 1 : 0;
	}
	// 6 diagonals and 12 edges, each seen twice
	assert_int_equal(flat, 12);
	assert_int_equal(convex, 24);
	// every corner is in the list of its vertex, once, ascending
	for (uint32_t v = 0; v < 8; v++) {
		for (uint32_t i = mesh->vertex_starts[v]; i < mesh->vertex_starts[v + 1]; i++) {
			assert_int_equal(mesh->indices[mesh->vertex_corners[i]], v);
			if (i > mesh->vertex_starts[v]) {
				assert_true(mesh->vertex_corners[i] > mesh->vertex_corners[i - 1]);
			}
		}
	}
	assert_int_equal(mesh->vertex_starts[8], 36);
	// a moving mesh knows its box under a turn: 45 degrees about y, (1 + 3) / sqrt 2 across
	Quat turn = quat_from_axis_angle(vec3_axis(1), MK_PI / 4);
	Aabb bounds = mk_shape_bounds(shape, affine_from_transform((Transform){ turn, vec3_zero() }));
	check_near(bounds.max.x, 4 / sqrt(2.0), 16 * MK_EPSILON);
	// mass as the box it is: 2 x 4 x 6
	MassProperties mass = mk_shape_mass(shape, affine_identity());
	check_near(mass.mass, 48, 1e-4);
	mk_shape_release(shape);
	mesh_free(&box);
}

static void sides_matter_to_rays(void **state) {
	(void)state;
	// seen counter-clockwise from above
	const Vec3 points[] = { { 0, 0, 0 }, { 0, 0, 1 }, { 1, 0, 0 } };
	Vec3 inside = vec3((Real)0.25, 0, (Real)0.25);
	ShapeRay down = { { vec3_add(inside, vec3(0, 1, 0)), vec3(0, -1, 0) }, ray_range_ray(),
		RAY_SIDES_BOTH };
	ShapeRay up = { { vec3_add(inside, vec3(0, -1, 0)), vec3(0, 1, 0) }, ray_range_ray(),
		RAY_SIDES_BOTH };
	Shape *one = mesh_of_points(points, 1, false);
	assert_true(mk_shape_ray(one, &down).hit.hit);
	check_vec3(mk_shape_ray(one, &down).hit.normal, vec3(0, 1, 0), 0);
	assert_false(mk_shape_ray(one, &up).hit.hit);
	Shape *two = mesh_of_points(points, 1, true);
	check_vec3(mk_shape_ray(two, &up).hit.normal, vec3(0, -1, 0), 0);
	up.sides = RAY_SIDES_FRONT;
	assert_false(mk_shape_ray(two, &up).hit.hit);
	// a mirror keeps the front in front: up is down now, and the front looks down
	ShapeInstance mirrored = mk_instance(
			one, (Affine){ mat3_diagonal(vec3(1, -1, 1)), vec3_zero() });
	assert_false(mk_instance_ray(&mirrored, &down).hit.hit);
	check_vec3(mk_instance_ray(&mirrored, &up).hit.normal, vec3(0, -1, 0), 0);
	mk_shape_release(one);
	mk_shape_release(two);
}

static void dropped_triangles_keep_the_numbers_of_the_others(void **state) {
	(void)state;
	const Vec3 points[] = { { 5, 0, 0 }, { 5, 0, 0 }, { 6, 0, 0 }, { 0, 0, 0 }, { 0, 0, 1 },
		{ 1, 0, 0 } };
	Shape *shape = mesh_of_points(points, 2, false);
	assert_int_equal(((const MeshShape *)shape)->triangle_count, 1);
	ShapeRay down = { { vec3((Real)0.2, 1, (Real)0.2), vec3(0, -1, 0) }, ray_range_ray(),
		RAY_SIDES_BOTH };
	assert_int_equal(mk_shape_ray(shape, &down).index, 1);
	assert_int_equal(mk_shape_closest(shape, vec3_zero()).index, 1);
	mk_shape_release(shape);
}

static void open_meshes_weigh_as_shells(void **state) {
	(void)state;
	const Vec3 points[] = { { 0, 0, 0 }, { 0, 0, 1 }, { 1, 0, 0 } };
	Shape *shape = mesh_of_points(points, 1, false);
	MassProperties mass = mk_shape_mass(shape, affine_identity());
	check_near(mass.mass, 0.005, 1e-8);
	check_vec3(mass.center, vec3((Real)1 / 3, 0, (Real)1 / 3), 4 * MK_EPSILON);
	// stretched along x, the area doubles
	Affine stretch = { mat3_diagonal(vec3(2, 5, 1)), vec3_zero() };
	check_near(mk_shape_mass(shape, stretch).mass, 0.01, 1e-8);
	mk_shape_release(shape);
}

// 50 000 triangles: a model of a game. It becomes a moving mesh (welded, joined, tree,
// mass, hull); all of that is one pass over the triangles but for the tree and the hull,
// which are counted: nine levels, and a hundred comparisons for each point. Together that
// is the work of a tenth of a second.
static void a_large_model_takes_a_bounded_count_of_steps(void **state) {
	(void)state;
	// builds that check everything would take minutes
	TestMesh ball = mesh_make_ball(125, pick_count(200, 8));
	MeshInput input = { .mesh = mesh_view(&ball), .is_moving = true };
	assert_int_equal(input.mesh.triangle_count, pick_count(50000, 2000));
	Shape *shape = mk_mesh_create(&input, NULL);
	const MeshShape *mesh = (const MeshShape *)shape;
	const HullShape *hull = (const HullShape *)mesh->hull;
	assert_in_range(mesh_bvh_work(&mesh->tree), 1, 9 * (uint64_t)mesh->triangle_count);
	assert_in_range(hull->hull.comparisons, 1, 100 * (uint64_t)mesh->point_count);
	for (int i = 0; i < 1000; i++) {
		Vec3 from = vec3((Real)i - 500, 20, 30);
		ShapeRay ray = { { from, vec3_negate(from) }, ray_range_ray(), RAY_SIDES_BOTH };
		assert_true(mk_shape_ray(shape, &ray).hit.hit);
		check_near(vec3_length(mk_shape_closest(shape, from).point), 1, pick_count(0.001, 0.1));
	}
	mk_shape_release(shape);
	mesh_free(&ball);
}

// By an axis and an angle there is no pose from which some turn is impossible: at every pose of a
// mesh, also where angles about three axes would lose one (a pitch of 90 degrees), three small
// turns about different axes move it in three different ways.
static void turning_about_an_axis_never_locks(void **state) {
	(void)state;
	const Vec3 points[] = { { 0, 0, 0 }, { 3, 0, 0 }, { 0, 2, 0 }, { 0, 0, 1 } };
	const Real step = (Real)0.01;
	for (int k = 0; k <= 180; k++) {
		Quat pose = quat_from_axis_angle(vec3(1, 0, 0), (Real)k * MK_PI / 90);
		Vec3 moved[3];
		for (int axis = 0; axis < 3; axis++) {
			Quat turned = quat_multiply(quat_from_axis_angle(vec3_axis(axis), step), pose);
			// of all corners: which way the mesh as a whole turns
			moved[axis] = vec3_zero();
			for (int i = 1; i < 4; i++) {
				Vec3 before = quat_rotate(pose, points[i]);
				Vec3 way = vec3_sub(quat_rotate(turned, points[i]), before);
				moved[axis] = vec3_add(moved[axis], vec3_cross(before, way));
				check_near(vec3_length(quat_rotate(turned, points[i])), vec3_length(points[i]),
						16 * MK_EPSILON);
			}
		}
		// the inertia of the corners has the determinant 5 * 10 * 13; none of the turns is lost
		Real volume = vec3_triple(moved[0], moved[1], moved[2]) / (step * step * step);
		check_near(volume, 650, 650 * 0.02);
	}
}

// A turned cube with a point that sticks out of a face a little, and the box that is turned back;
// returns the tolerance of the hull.
static Real check_box_of_bump(Real height) {
	TestMesh cube = mesh_make_box(vec3(-1, -1, -1), vec3(1, 1, 1));
	Mat3 turn = quat_to_mat3(quat_from_axis_angle(vec3_normalize(vec3(1, 2, 3)), 1));
	mesh_map(&cube, (Affine){ turn, vec3_zero() });
	Vec3 bump = mat3_apply(turn, vec3(1 + height, 0, 0));
	mesh_points_push(&cube.points, bump);
	mesh_add_triangle(&cube, cube.points.count - 1, 0, 1);
	MeshInput input = { .mesh = mesh_view(&cube), .is_moving = true };
	Shape *shape = mk_mesh_create(&input, NULL);
	Real tolerance = ((const HullShape *)((const MeshShape *)shape)->hull)->hull.tolerance;
	for (int i = 0; i < 2; i++) {
		Real scale = i == 0 ? 1 : 100;
		Affine map = { mat3_scale(mat3_transpose(turn), scale), vec3_zero() };
		Aabb box = mk_shape_bounds(shape, map);
		assert_true(aabb_contains_point(box, affine_point(map, bump)));
		// and not much more
		assert_true(box.max.x <= scale * (1 + height + tolerance));
	}
	mk_shape_release(shape);
	mesh_free(&cube);
	return tolerance;
}

// The hull leaves out what sticks out by less than its tolerance; a box around the hull must not.
static void box_of_a_moving_mesh_holds_its_bumps(void **state) {
	(void)state;
	Real tolerance = check_box_of_bump(0);
	for (int i = 1; i < 40; i++)
		check_box_of_bump((Real)i / 32 * tolerance);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(edges_are_convex_flat_or_concave),
		cmocka_unit_test(three_triangles_at_an_edge_share_it),
		cmocka_unit_test(box_mesh_is_joined_all_round),
		cmocka_unit_test(sides_matter_to_rays),
		cmocka_unit_test(dropped_triangles_keep_the_numbers_of_the_others),
		cmocka_unit_test(open_meshes_weigh_as_shells),
		cmocka_unit_test(box_of_a_moving_mesh_holds_its_bumps),
		cmocka_unit_test(a_large_model_takes_a_bounded_count_of_steps),
		cmocka_unit_test(turning_about_an_axis_never_locks),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
