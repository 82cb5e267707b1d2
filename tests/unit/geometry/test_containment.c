// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Points in triangles, polygons, half-spaces and meshes: boundaries, both windings, degenerate
// sets, and the rays that would meet edges and vertices.
#include "geometry/containment.h"

#include "support/check.h"
#include "support/mesh_make.h"

static Vec2 v2(Real x, Real y) { return (Vec2){ x, y }; }

static void triangle_in_the_plane_for_both_windings(void **state) {
	(void)state;
	const Vec2 left[3] = { { 0, 0 }, { 1, 0 }, { 0, 1 } };
	const Vec2 right[3] = { { 0, 0 }, { 0, 1 }, { 1, 0 } };
	Vec2 inside = v2((Real)0.25, (Real)0.25);
	assert_true(mk_triangle_contains_2d(left, inside));
	assert_true(mk_triangle_contains_2d(right, inside));
	const Vec2 outside[] = { { 1, 1 }, { (Real)-0.1, (Real)0.5 }, { (Real)0.5, (Real)-0.1 },
		{ 2, 0 } };
	for (int i = 0; i < 4; i++) {
		assert_false(mk_triangle_contains_2d(left, outside[i]));
		assert_false(mk_triangle_contains_2d(right, outside[i]));
	}
}

static void triangle_in_the_plane_holds_its_boundary(void **state) {
	(void)state;
	const Vec2 t[3] = { { 0, 0 }, { 4, 0 }, { 0, 2 } };
	assert_true(mk_triangle_contains_2d(t, v2(0, 0)));
	assert_true(mk_triangle_contains_2d(t, v2(4, 0)));
	assert_true(mk_triangle_contains_2d(t, v2(2, 1)));
	assert_false(mk_triangle_contains_2d(t, v2(2, 1 + MK_EPSILON)));
	assert_true(mk_triangle_contains_2d(t, v2(3, 0)));
	assert_false(mk_triangle_contains_2d(t, v2(5, 0)));
}

static void triangle_in_the_plane_without_area(void **state) {
	(void)state;
	const Vec2 line[3] = { { 0, 0 }, { 4, 2 }, { 2, 1 } };
	assert_true(mk_triangle_contains_2d(line, v2(3, (Real)1.5)));
	assert_false(mk_triangle_contains_2d(line, v2(6, 3)));
	assert_false(mk_triangle_contains_2d(line, v2(3, 1)));
	const Vec2 point[3] = { { 1, 1 }, { 1, 1 }, { 1, 1 } };
	assert_true(mk_triangle_contains_2d(point, v2(1, 1)));
	assert_false(mk_triangle_contains_2d(point, v2(1, 2)));
	const Vec2 bad[3] = { { (Real)NAN, 0 }, { 4, 0 }, { 0, 4 } };
	assert_false(mk_triangle_contains_2d(bad, v2(1, 1)));
	const Vec2 good[3] = { { 0, 0 }, { 4, 0 }, { 0, 4 } };
	assert_false(mk_triangle_contains_2d(good, v2(1, (Real)NAN)));
}

static void triangle_in_space_for_both_windings(void **state) {
	(void)state;
	Triangle t = { vec3(0, 0, 1), vec3(4, 0, 1), vec3(0, 2, 5) };
	Triangle flipped = { t.a, t.c, t.b };
	Vec3 inside = vec3(1, (Real)0.5, 2);
	Vec3 outside = vec3(3, (Real)1.5, 4);
	assert_true(mk_triangle_contains(t, inside));
	assert_true(mk_triangle_contains(flipped, inside));
	assert_false(mk_triangle_contains(t, outside));
	assert_false(mk_triangle_contains(flipped, outside));
	assert_true(mk_triangle_contains(t, t.b));
	assert_true(mk_triangle_contains(t, vec3_lerp(t.b, t.c, (Real)0.3)));
	// along the normal nothing changes
	Vec3 normal = triangle_normal_area(t);
	assert_true(mk_triangle_contains(t, vec3_add(inside, normal)));
	assert_false(mk_triangle_contains(t, vec3_add(outside, normal)));
	Triangle line = { vec3_zero(), vec3(1, 1, 1), vec3(2, 2, 2) };
	assert_true(mk_triangle_contains(line, vec3((Real)1.5, (Real)1.5, (Real)1.5)));
	assert_false(mk_triangle_contains(line, vec3(3, 3, 3)));
	assert_false(mk_triangle_contains(line, vec3(1, 0, 0)));
	assert_false(mk_triangle_contains(t, vec3((Real)NAN, 0, 0)));
}

// a W with a spike; corners on the level of the query points
static const Vec2 zigzag[] = { { 0, 0 }, { 8, 0 }, { 8, 4 }, { 6, 2 }, { 4, 4 }, { 2, 2 },
	{ 0, 4 } };
static const Polygon2 zigzag_polygon = { zigzag, 7 };

static void polygon_with_corners_on_the_level_of_the_point(void **state) {
	(void)state;
	// y = 2 passes through the corners (6,2) and (2,2)
	assert_true(mk_polygon_contains_2d(zigzag_polygon, v2(1, 2)));
	assert_true(mk_polygon_contains_2d(zigzag_polygon, v2(4, 2)));
	assert_true(mk_polygon_contains_2d(zigzag_polygon, v2(7, 2)));
	assert_false(mk_polygon_contains_2d(zigzag_polygon, v2(-1, 2)));
	assert_false(mk_polygon_contains_2d(zigzag_polygon, v2(9, 2)));
	// y = 4 touches three peaks, y = 0 runs along a side
	assert_false(mk_polygon_contains_2d(zigzag_polygon, v2(2, 4)));
	assert_false(mk_polygon_contains_2d(zigzag_polygon, v2(-1, 4)));
	assert_false(mk_polygon_contains_2d(zigzag_polygon, v2(-1, 0)));
	assert_false(mk_polygon_contains_2d(zigzag_polygon, v2(2, 3)));
	assert_true(mk_polygon_contains_2d(zigzag_polygon, v2((Real)0.5, 3)));
}

static void polygon_holds_its_boundary(void **state) {
	(void)state;
	for (uint32_t i = 0; i < 7; i++) {
		Vec2 a = zigzag[i];
		Vec2 b = zigzag[(i + 1) % 7];
		assert_true(mk_polygon_contains_2d(zigzag_polygon, a));
		Vec2 middle = v2((a.x + b.x) / 2, (a.y + b.y) / 2);
		assert_true(mk_polygon_contains_2d(zigzag_polygon, middle));
	}
	assert_false(mk_polygon_contains_2d(zigzag_polygon, v2(2, 2 + 2 * MK_EPSILON)));
	assert_true(mk_polygon_contains_2d(zigzag_polygon, v2(2, 2 - 2 * MK_EPSILON)));
}

static void polygon_of_few_points(void **state) {
	(void)state;
	assert_false(mk_polygon_contains_2d((Polygon2){ NULL, 0 }, v2(0, 0)));
	assert_true(mk_polygon_contains_2d((Polygon2){ zigzag, 1 }, v2(0, 0)));
	assert_false(mk_polygon_contains_2d((Polygon2){ zigzag, 1 }, v2(1, 0)));
	assert_true(mk_polygon_contains_2d((Polygon2){ zigzag, 2 }, v2(3, 0)));
	assert_false(mk_polygon_contains_2d((Polygon2){ zigzag, 2 }, v2(3, 1)));
	assert_false(mk_polygon_contains_2d(zigzag_polygon, v2((Real)NAN, 1)));
}

// an octagon with corners on its sides, some of them twice, the first one in the middle of a side
static const Vec2 octagon[] = { { 2, 0 }, { 4, 0 }, { 4, 0 }, { 6, 2 }, { 6, (Real)2.5 }, { 6, 3 },
	{ 6, (Real)3.25 }, { 6, 4 }, { 4, 6 }, { 2, 6 }, { 1, 5 }, { 0, 4 }, { 0, 2 }, { 1, 1 },
	{ 2, 0 } };
enum { OCTAGON_COUNT = sizeof(octagon) / sizeof(octagon[0]) };

static void convex_polygon_is_found_from_every_starting_corner(void **state) {
	(void)state;
	for (uint32_t start = 0; start < OCTAGON_COUNT; start++) {
		Vec2 points[OCTAGON_COUNT];
		Vec2 mirrored[OCTAGON_COUNT];
		for (uint32_t i = 0; i < OCTAGON_COUNT; i++) {
			points[i] = octagon[(start + i) % OCTAGON_COUNT];
			mirrored[OCTAGON_COUNT - 1 - i] = points[i];
		}
		// quarter steps over more than the polygon: inside, outside, on sides and on corners
		for (int i = 0; i < 33 * 33; i++) {
			int row = i / 33;
			Vec2 p = v2((Real)(i % 33) / 4 - 1, (Real)row / 4 - 1);
			// |x - 3| <= 3, |y - 3| <= 3, |x - 3| + |y - 3| <= 4
			Real x = real_abs(p.x - 3);
			Real y = real_abs(p.y - 3);
			bool expected = x <= 3 && y <= 3 && x + y <= 4;
			Polygon2 polygon = { points, OCTAGON_COUNT };
			assert_int_equal(mk_convex_polygon_contains_2d(polygon, p), expected);
			assert_int_equal(mk_polygon_contains_2d(polygon, p), expected);
			polygon.points = mirrored;
			assert_int_equal(mk_convex_polygon_contains_2d(polygon, p), expected);
		}
	}
}

static void convex_polygon_without_area(void **state) {
	(void)state;
	const Vec2 line[] = { { 0, 0 }, { 1, 1 }, { 4, 4 }, { 3, 3 }, { 2, 2 } };
	assert_true(mk_convex_polygon_contains_2d((Polygon2){ line, 5 }, v2((Real)3.5, (Real)3.5)));
	assert_false(mk_convex_polygon_contains_2d((Polygon2){ line, 5 }, v2(5, 5)));
	assert_false(mk_convex_polygon_contains_2d((Polygon2){ line, 5 }, v2(1, 2)));
	const Vec2 point[] = { { 1, 1 }, { 1, 1 }, { 1, 1 }, { 1, 1 } };
	assert_true(mk_convex_polygon_contains_2d((Polygon2){ point, 4 }, v2(1, 1)));
	assert_false(mk_convex_polygon_contains_2d((Polygon2){ point, 4 }, v2(1, 2)));
	assert_false(mk_convex_polygon_contains_2d((Polygon2){ NULL, 0 }, v2(1, 2)));
}

static void polygon_in_space_is_seen_along_its_largest_side(void **state) {
	(void)state;
	// the zigzag in each of the three coordinate planes
	for (int axis = 0; axis < 3; axis++) {
		Vec3 points[7];
		for (int i = 0; i < 7; i++) {
			Vec2 p = zigzag[i];
			points[i] = axis == 0 ? vec3(3, p.x, p.y)
					: axis == 1   ? vec3(p.x, 3, p.y)
								  : vec3(p.x, p.y, 3);
		}
		Vec3 inside = axis == 0 ? vec3(9, 4, 2) : axis == 1 ? vec3(4, 9, 2) : vec3(4, 2, 9);
		Vec3 outside = axis == 0 ? vec3(9, 2, 3) : axis == 1 ? vec3(2, 9, 3) : vec3(2, 3, 9);
		assert_true(mk_polygon_contains((Polygon){ points, 7 }, inside));
		assert_false(mk_polygon_contains((Polygon){ points, 7 }, outside));
	}
	const Vec3 line[] = { { 0, 0, 0 }, { 1, 1, 1 }, { 2, 2, 2 } };
	assert_false(mk_polygon_contains((Polygon){ line, 3 }, vec3(1, 1, 1)));
	assert_false(mk_polygon_contains((Polygon){ NULL, 0 }, vec3(1, 1, 1)));
}

static void polygon_in_space_takes_the_foot_of_the_point(void **state) {
	(void)state;
	// in the plane x = z: above the middle along (-1,0,1), though its shadow on xy is outside
	const Vec3 points[] = { { 1, -1, 1 }, { 3, -1, 3 }, { 3, 1, 3 }, { 1, 1, 1 } };
	assert_true(mk_polygon_contains((Polygon){ points, 4 }, vec3(0, 0, 4)));
	assert_false(mk_polygon_contains((Polygon){ points, 4 }, vec3(2, 0, -2)));
}

static void half_spaces_hold_what_is_behind_all_planes(void **state) {
	(void)state;
	const Plane planes[] = { { { 1, 0, 0 }, 1 }, { { -1, 0, 0 }, 1 }, { { 0, 1, 0 }, 2 },
		{ { 0, -1, 0 }, 2 }, { { 0, 0, 1 }, 3 }, { { 0, 0, -1 }, 3 } };
	HalfSpaces box = { planes, 6 };
	assert_true(mk_half_spaces_contain(box, vec3_zero()));
	assert_true(mk_half_spaces_contain(box, vec3(1, 2, 3)));
	assert_false(mk_half_spaces_contain(box, vec3(1 + MK_EPSILON, 0, 0)));
	assert_false(mk_half_spaces_contain(box, vec3(0, 0, -4)));
	assert_false(mk_half_spaces_contain(box, vec3((Real)NAN, 0, 0)));
	assert_true(mk_half_spaces_contain((HalfSpaces){ NULL, 0 }, vec3(9, 9, 9)));
	assert_false(mk_half_spaces_contain((HalfSpaces){ NULL, 0 }, vec3((Real)NAN, 9, 9)));
}

static void octahedron_ray_through_a_vertex(void **state) {
	(void)state;
	// a ray from the centre along an axis meets a vertex of four triangles: counted 4 or 0 times,
	// both even, although the point is inside
	TestMesh mesh = mesh_make_octahedron(1);
	TriangleMesh view = mesh_view(&mesh);
	assert_true(mk_triangle_mesh_contains(view, vec3_zero()));
	// and from outside, through one or two vertices, along edges and through edges
	const Vec3 outside[] = { { -2, 0, 0 }, { 2, 0, 0 }, { 0, 2, 0 }, { 0, -2, 0 }, { 0, 0, 2 },
		{ -1, 1, 0 }, { -2, 1, 0 }, { -2, 0, 1 }, { -2, 0, (Real)0.5 }, { -2, (Real)0.5, 0 } };
	for (size_t i = 0; i < sizeof(outside) / sizeof(outside[0]); i++) {
		assert_false(mk_triangle_mesh_contains(view, outside[i]));
	}
	const Vec3 inside[] = { { (Real)-0.5, 0, 0 }, { (Real)0.5, 0, 0 }, { 0, (Real)0.5, 0 },
		{ 0, 0, (Real)-0.5 }, { (Real)0.25, (Real)0.25, 0 } };
	for (size_t i = 0; i < sizeof(inside) / sizeof(inside[0]); i++) {
		assert_true(mk_triangle_mesh_contains(view, inside[i]));
	}
	mesh_free(&mesh);
}

static void box_ray_along_faces_and_diagonals(void **state) {
	(void)state;
	TestMesh mesh = mesh_make_box(vec3_zero(), vec3(2, 2, 2));
	TriangleMesh view = mesh_view(&mesh);
	// steps of a half: rays in the planes of faces, along edges, through corners and diagonals
	for (int i = 0; i < 9 * 9 * 9; i++) {
		int row = i / 9 % 9;
		int level = i / 81;
		Vec3 p = vec3((Real)(i % 9) / 2 - 1, (Real)row / 2 - 1, (Real)level / 2 - 1);
		bool expected = aabb_contains_point((Aabb){ vec3_zero(), vec3(2, 2, 2) }, p);
		assert_int_equal(mk_triangle_mesh_contains(view, p), expected);
	}
	// the winding does not matter
	mesh_flip(&mesh);
	assert_true(mk_triangle_mesh_contains(mesh_view(&mesh), vec3(1, 1, 1)));
	assert_false(mk_triangle_mesh_contains(mesh_view(&mesh), vec3(3, 1, 1)));
	mesh_free(&mesh);
}

static void concave_mesh_with_a_hole(void **state) {
	(void)state;
	TestMesh mesh = mesh_make_picture("###\n#.#\n###", 1);
	TriangleMesh view = mesh_view(&mesh);
	Real half = (Real)0.5;
	// every cell centre of the picture and its surroundings
	for (int i = 0; i < 25; i++) {
		int row = i / 5;
		Vec3 p = vec3((Real)(i % 5) - half, (Real)row - half, half);
		bool is_in_square = p.x > 0 && p.x < 3 && p.y > 0 && p.y < 3;
		bool is_in_hole = p.x > 1 && p.x < 2 && p.y > 1 && p.y < 2;
		assert_int_equal(mk_triangle_mesh_contains(view, p), is_in_square && !is_in_hole);
	}
	mesh_free(&mesh);
}

static void point_of_the_surface_is_in_the_mesh(void **state) {
	(void)state;
	TestMesh mesh = mesh_make_octahedron(1);
	TriangleMesh view = mesh_view(&mesh);
	Real third = (Real)1 / 3;
	assert_true(mk_triangle_mesh_contains(view, vec3(third, third, third)));
	assert_true(mk_triangle_mesh_contains(view, vec3(-third, third, -third)));
	assert_true(mk_triangle_mesh_contains(view, vec3(1, 0, 0)));
	assert_true(mk_triangle_mesh_contains(view, vec3(0, 0, -1)));
	assert_true(mk_triangle_mesh_contains(view, vec3((Real)0.5, (Real)0.5, 0)));
	Real clear = third + 64 * MK_EPSILON;
	assert_false(mk_triangle_mesh_contains(view, vec3(clear, clear, clear)));
	mesh_free(&mesh);
}

static void mesh_with_triangles_without_area(void **state) {
	(void)state;
	// a box whose edge 0 - 1 is split on one side only, and the gap closed
	// by a triangle without area
	TestMesh mesh = mesh_make_box(vec3_zero(), vec3(2, 2, 2));
	mesh_add_triangle(&mesh, 0, 0, 1);
	mesh_add_triangle(&mesh, 2, 2, 2);
	TriangleMesh view = mesh_view(&mesh);
	assert_true(mk_triangle_mesh_contains(view, vec3(1, 1, 1)));
	assert_false(mk_triangle_mesh_contains(view, vec3(-1, 0, 0)));
	assert_false(mk_triangle_mesh_contains(view, vec3(3, 1, 1)));
	mesh_free(&mesh);
}

static void empty_mesh_and_nan_hold_nothing(void **state) {
	(void)state;
	TriangleMesh none = { .triangle_count = 0 };
	assert_false(mk_triangle_mesh_contains(none, vec3_zero()));
	TestMesh mesh = mesh_make_box(vec3(-1, -1, -1), vec3(1, 1, 1));
	assert_false(mk_triangle_mesh_contains(mesh_view(&mesh), vec3(0, (Real)NAN, 0)));
	assert_false(mk_triangle_mesh_contains(mesh_view(&mesh), vec3(MK_INFINITY, 0, 0)));
	mesh_free(&mesh);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(triangle_in_the_plane_for_both_windings),
		cmocka_unit_test(triangle_in_the_plane_holds_its_boundary),
		cmocka_unit_test(triangle_in_the_plane_without_area),
		cmocka_unit_test(triangle_in_space_for_both_windings),
		cmocka_unit_test(polygon_with_corners_on_the_level_of_the_point),
		cmocka_unit_test(polygon_holds_its_boundary),
		cmocka_unit_test(polygon_of_few_points),
		cmocka_unit_test(convex_polygon_is_found_from_every_starting_corner),
		cmocka_unit_test(convex_polygon_without_area),
		cmocka_unit_test(polygon_in_space_is_seen_along_its_largest_side),
		cmocka_unit_test(polygon_in_space_takes_the_foot_of_the_point),
		cmocka_unit_test(half_spaces_hold_what_is_behind_all_planes),
		cmocka_unit_test(octahedron_ray_through_a_vertex),
		cmocka_unit_test(box_ray_along_faces_and_diagonals),
		cmocka_unit_test(concave_mesh_with_a_hole),
		cmocka_unit_test(point_of_the_surface_is_in_the_mesh),
		cmocka_unit_test(mesh_with_triangles_without_area),
		cmocka_unit_test(empty_mesh_and_nan_hold_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
