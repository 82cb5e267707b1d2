// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Points in polygons, half-spaces and meshes, against turning angles and solid angles; with points
// placed so that rays meet corners and edges.
#include "geometry/containment.h"

#include "geometry/closest_triangle.h"
#include "geometry/double3.h"
#include "support/check.h"
#include "support/mesh_make.h"
#include "support/property.h"
#include "support/random_geometry.h"

enum { MAX_CORNERS = 40 };

static const double turn = 6.283185307179586;

// Corners at rising angles around zero: a polygon that is star-shaped, with notches; on a coarse
// grid half of the time, so that levels and corners coincide.
static uint32_t random_star(Rng *rng, Vec2 points[MAX_CORNERS]) {
	uint32_t count = 3 + rng_below(rng, MAX_CORNERS - 2);
	bool is_coarse = rng_below(rng, 2) == 0;
	for (uint32_t i = 0; i < count; i++) {
		double angle = (i + rng_range(rng, 0, 0.9)) * turn / count;
		double radius = rng_range(rng, 1, 8);
		double x = radius * cos(angle);
		double y = radius * sin(angle);
		double step = is_coarse ? 0.5 : 1e-9;
		points[i] = (Vec2){ (Real)(round(x / step) * step), (Real)(round(y / step) * step) };
	}
	return count;
}

// How often the outline turns around p, from the sum of angles; NaN on the outline.
static double turns_around(const Vec2 *points, uint32_t count, Vec2 p) {
	double sum = 0;
	for (uint32_t i = 0; i < count; i++) {
		Vec2 a = points[i];
		Vec2 b = points[(i + 1) % count];
		double ax = (double)a.x - (double)p.x;
		double ay = (double)a.y - (double)p.y;
		double bx = (double)b.x - (double)p.x;
		double by = (double)b.y - (double)p.y;
		double cross = ax * by - ay * bx;
		double dot = ax * bx + ay * by;
		// on the edge, or so near that the angle is noise
		if (fabs(cross) < 1e-9 && dot <= 1e-9) return (double)NAN;
		sum += atan2(cross, dot);
	}
	return sum / turn;
}

static Vec2 random_query(Rng *rng, const Vec2 *points, uint32_t count) {
	Vec2 p = { random_real(rng, -9, 9), 0 };
	p.y = random_real(rng, -9, 9);
	// level with a corner, or on the coarse grid
	uint32_t choice = rng_below(rng, 3);
	if (choice == 0) p.y = points[rng_below(rng, count)].y;
	if (choice == 1) p = (Vec2){ real_floor(p.x * 2) / 2, real_floor(p.y * 2) / 2 };
	return p;
}

static void polygon_holds_what_it_turns_around(Rng *rng) {
	Vec2 points[MAX_CORNERS] = { 0 };
	uint32_t count = random_star(rng, points);
	Vec2 p = random_query(rng, points, count);
	Polygon2 polygon = { points, count };
	double turns = turns_around(points, count, p);
	bool is_inside = mk_polygon_contains_2d(polygon, p);
	if (turns != turns) return;
	// coarse corners may fold the outline over itself: an odd number of turns is inside
	assert_int_equal(is_inside, llround(turns) % 2 != 0);
}

static void polygon_in_space_is_the_same_as_in_the_plane(Rng *rng) {
	Vec2 flat[MAX_CORNERS] = { 0 };
	Vec3 points[MAX_CORNERS];
	uint32_t count = random_star(rng, flat);
	Vec2 p = random_query(rng, flat, count);
	double turns = turns_around(flat, count, p);
	if (turns != turns || llround(turns) < 0 || llround(turns) > 1) return;
	Transform pose = random_transform(rng, 5);
	for (uint32_t i = 0; i < count; i++) {
		points[i] = transform_point(pose, vec3(flat[i].x, flat[i].y, 0));
	}
	Vec3 query = transform_point(pose, vec3(p.x, p.y, random_real(rng, -3, 3)));
	// the outline is rounded: 16 epsilon of coordinates up to 20, in a plane that Newell's sum over
	// edges up to 16 long finds to some epsilon, unless the area cancels
	Polygon polygon = { points, count };
	Vec3 foot = transform_point(pose, vec3(p.x, p.y, 0));
	Real clearance = MK_INFINITY;
	for (uint32_t i = 0; i < count; i++) {
		Segment edge = { points[i], points[(i + 1) % count] };
		clearance = real_min(clearance, vec3_distance(foot, closest_on_segment(edge, foot).point));
	}
	if (clearance < 4096 * MK_EPSILON) return;
	assert_int_equal(mk_polygon_contains(polygon, query), llround(turns) == 1);
}

// A convex polygon with exact corners: the lattice points of a circle's outline, some of them
// collinear, some repeated, from any corner on, either way round.
static uint32_t random_convex(Rng *rng, Vec2 points[MAX_CORNERS]) {
	static const int steps[][2] = { { 1, 0 }, { 3, 1 }, { 2, 1 }, { 1, 1 }, { 1, 2 }, { 0, 1 },
		{ -1, 2 }, { -1, 1 }, { -2, 1 }, { -1, 0 }, { -2, -1 }, { -1, -1 }, { 0, -1 }, { 1, -2 },
		{ 1, -1 } };
	uint32_t count = 0;
	int x = 0;
	int y = 0;
	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
		uint32_t repeats = rng_below(rng, 6);
		for (uint32_t k = 0; k < repeats && count < MAX_CORNERS; k++) {
			points[count++] = (Vec2){ (Real)x, (Real)y };
			bool is_repeated = rng_below(rng, 6) == 0;
			x += is_repeated ? 0 : steps[i][0];
			y += is_repeated ? 0 : steps[i][1];
		}
	}
	return count;
}

static void turn_polygon(Rng *rng, Vec2 *points, uint32_t count) {
	Vec2 old[MAX_CORNERS];
	memcpy(old, points, count * sizeof(Vec2));
	uint32_t start = count > 0 ? rng_below(rng, count) : 0;
	bool is_mirrored = rng_below(rng, 2) == 0;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t from = is_mirrored ? start + count - i : start + i;
		points[i] = old[from % count];
	}
}

// The closing edge makes a convex polygon only if nothing turns the other way.
static bool is_convex(const Vec2 *points, uint32_t count) {
	Real least = 0;
	Real most = 0;
	for (uint32_t i = 0; i < count * count * count; i++) {
		uint32_t a = i % count;
		uint32_t b = i / count % count;
		uint32_t c = i / count / count;
		if (!(a < b && b < c)) continue;
		Vec2 p = points[a];
		Real cross = (points[b].x - p.x) * (points[c].y - p.y) -
				(points[b].y - p.y) * (points[c].x - p.x);
		least = real_min(least, cross);
		most = real_max(most, cross);
	}
	return least == 0 || most == 0;
}

static void convex_polygon_search_agrees_with_crossings(Rng *rng) {
	Vec2 points[MAX_CORNERS] = { 0 };
	uint32_t count = random_convex(rng, points);
	if (!is_convex(points, count)) return;
	turn_polygon(rng, points, count);
	Polygon2 polygon = { points, count };
	for (int i = 0; i < 40; i++) {
		// the half-integer grid around it: inside, outside, corners, edges, extensions of edges
		Real x = (Real)((int)rng_below(rng, 60) - 20) / 2;
		Vec2 p = { x, (Real)((int)rng_below(rng, 60) - 20) / 2 };
		bool expected = mk_polygon_contains_2d(polygon, p);
		assert_int_equal(mk_convex_polygon_contains_2d(polygon, p), expected);
	}
}

static void triangle_forms_agree(Rng *rng) {
	Vec2 flat[3];
	for (int i = 0; i < 3; i++) {
		Real x = random_real(rng, -1, 1);
		flat[i] = (Vec2){ x, random_real(rng, -1, 1) };
	}
	Vec2 p = { random_real(rng, -1, 1), 0 };
	p.y = random_real(rng, -1, 1);
	bool expected = mk_polygon_contains_2d((Polygon2){ flat, 3 }, p);
	assert_int_equal(mk_triangle_contains_2d(flat, p), expected);
	// in space, with a height that must not matter, away from the sides
	Triangle t = { vec3(flat[0].x, 2, flat[0].y), vec3(flat[1].x, 2, flat[1].y),
		vec3(flat[2].x, 2, flat[2].y) };
	Vec3 above = vec3(p.x, random_real(rng, -1, 5), p.y);
	TriangleWeights at = mk_triangle_weights(t, above);
	if (!at.is_valid || real_abs(vec3_min_element(at.weights)) < (Real)0.001) return;
	assert_int_equal(mk_triangle_contains(t, above), expected);
}

// How often a mesh encloses p, from the sum of solid angles (van Oosterom and Strackee 1983).
static double solid_angles(TriangleMesh mesh, Vec3 p) {
	double sum = 0;
	for (uint32_t i = 0; i < mesh.triangle_count; i++) {
		Triangle t = triangle_mesh_get(mesh, i);
		Double3 a = double3_between(t.a, p);
		Double3 b = double3_between(t.b, p);
		Double3 c = double3_between(t.c, p);
		double la = double3_length(a);
		double lb = double3_length(b);
		double lc = double3_length(c);
		double above = double3_dot(a, double3_cross(b, c));
		double below = la * lb * lc + double3_dot(a, b) * lc + double3_dot(b, c) * la +
				double3_dot(c, a) * lb;
		sum += 2 * atan2(above, below);
	}
	return sum / (2 * turn);
}

static Real distance_to_mesh(TriangleMesh mesh, Vec3 p) {
	Real best = MK_INFINITY;
	for (uint32_t i = 0; i < mesh.triangle_count; i++) {
		Vec3 q = mk_closest_on_triangle(triangle_mesh_get(mesh, i), p).point;
		best = real_min(best, vec3_distance(p, q));
	}
	return best;
}

static TestMesh random_mesh(Rng *rng) {
	uint32_t sides = 4 + rng_below(rng, 9);
	switch (rng_below(rng, 5)) {
		case 0: return mesh_make_box(vec3(-1, -1, -1), vec3(1, 1, 1));
		case 1: return mesh_make_octahedron(1 + rng_below(rng, 10));
		case 2: return mesh_make_picture("#####\n#...#\n#.#.#\n#.#.#\n###.#", 2);
		case 3: return mesh_make_torus(2, (Real)0.5, 8 + rng_below(rng, 9), sides);
		default: return mesh_make_ball(3 + rng_below(rng, 6), sides);
	}
}

static void mesh_holds_what_it_encloses(Rng *rng) {
	TestMesh mesh = random_mesh(rng);
	Real size = random_size(rng, -4, 4);
	Affine map = { mat3_scale(mat3_identity(), size), vec3_zero() };
	// half of the meshes are left along the axes, where faces are edge-on and levels coincide
	if (rng_below(rng, 2) == 0) map.linear = mat3_scale(quat_to_mat3(random_quat(rng)), size);
	if (rng_below(rng, 4) == 0) map.origin = random_vec3(rng, 100 * (double)size);
	mesh_map(&mesh, map);
	TriangleMesh view = mesh_view(&mesh);
	for (int i = 0; i < 20; i++) {
		Vec3 p = affine_point(map, random_vec3(rng, 3));
		// level with a corner in one or two coordinates: the ray meets it, or an edge
		Vec3 corner = view.points[rng_below(rng, view.point_count)];
		uint32_t same = rng_below(rng, 8);
		p = vec3(same & 1 ? corner.x : p.x, same & 2 ? corner.y : p.y, same & 4 ? corner.z : p.z);
		Vec3 largest = vec3_max(vec3_abs(p), vec3_abs(corner));
		// what is within 16 epsilon of the coordinates counts as surface
		Real clear = 32 * MK_EPSILON * (vec3_max_element(largest) + 10 * size);
		if (distance_to_mesh(view, p) <= clear) continue;
		bool expected = fabs(solid_angles(view, p)) > 0.5;
		assert_int_equal(mk_triangle_mesh_contains(view, p), expected);
	}
	mesh_free(&mesh);
}

static void surface_points_are_in_the_mesh(Rng *rng) {
	TestMesh mesh = random_mesh(rng);
	Real size = random_size(rng, -4, 4);
	Affine map = { mat3_scale(quat_to_mat3(random_quat(rng)), size), vec3_zero() };
	mesh_map(&mesh, map);
	TriangleMesh view = mesh_view(&mesh);
	for (int i = 0; i < 10; i++) {
		Triangle t = triangle_mesh_get(view, rng_below(rng, view.triangle_count));
		assert_true(mk_triangle_mesh_contains(view, random_in_triangle(rng, t)));
		assert_true(mk_triangle_mesh_contains(view, vec3_lerp(t.a, t.b, random_real(rng, 0, 1))));
		assert_true(mk_triangle_mesh_contains(view, t.c));
	}
	mesh_free(&mesh);
}

static void half_spaces_agree_with_the_box(Rng *rng) {
	Vec3 half = vec3_abs(random_vec3(rng, 1));
	Vec3 center = random_vec3(rng, 1);
	Obb box = { center, quat_to_mat3(random_quat(rng)), half };
	const Vec3 normals[3] = { box.axes.x, box.axes.y, box.axes.z };
	Plane planes[6];
	for (int i = 0; i < 3; i++) {
		Real middle = vec3_dot(normals[i], center);
		planes[2 * i] = (Plane){ normals[i], middle + vec3_get(half, i) };
		planes[2 * i + 1] = plane_flip((Plane){ normals[i], middle - vec3_get(half, i) });
	}
	Vec3 p = random_vec3(rng, 2);
	Vec3 excess = vec3_sub(vec3_abs(obb_to_local(box, p)), half);
	Real most = vec3_max_element(excess);
	if (real_abs(most) < 16 * MK_EPSILON) return;
	assert_int_equal(mk_half_spaces_contain((HalfSpaces){ planes, 6 }, p), most < 0);
}

static void polygons_hold(void **state) {
	(void)state;
	for_all(polygon_holds_what_it_turns_around, 50000, 401);
	for_all(polygon_in_space_is_the_same_as_in_the_plane, 20000, 402);
}

static void convex_polygons_hold(void **state) {
	(void)state;
	for_all(convex_polygon_search_agrees_with_crossings, 5000, 403);
}

static void triangles_hold(void **state) {
	(void)state;
	for_all(triangle_forms_agree, 50000, 404);
}

static void half_spaces_hold(void **state) {
	(void)state;
	for_all(half_spaces_agree_with_the_box, 20000, 405);
}

static void meshes_hold(void **state) {
	(void)state;
	for_all(mesh_holds_what_it_encloses, 1500, 406);
	for_all(surface_points_are_in_the_mesh, 500, 407);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(polygons_hold),
		cmocka_unit_test(convex_polygons_hold),
		cmocka_unit_test(triangles_hold),
		cmocka_unit_test(half_spaces_hold),
		cmocka_unit_test(meshes_hold),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
