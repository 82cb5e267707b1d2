// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Moving spheres against spheres, planes, triangles, polygons, boxes and capsules. Expected times
// are worked out by hand: distance minus radius over speed, or the root of the quadratic.
#include "geometry/moving_sphere.h"

#include "support/check.h"

#define TOLERANCE pick_tolerance(1e-6, 1e-14)

static Vec3 v(double x, double y, double z) { return vec3((Real)x, (Real)y, (Real)z); }

typedef struct SphereCase {
	Vec3 center;
	Vec3 motion; // of the first one, seen from the second
	Vec3 other;
	double first; // negative: no hit
	double last;
} SphereCase;

// radii 1 and 1. With s = c0 - c1, r = 2: a = v.v, b = 2 v.s, c = s.s - r^2, disc = b^2 - 4 a c
static const SphereCase pairs[] = {
	// a, b, c, disc = 100, -100, 21, 1600
	{ { 0, 0, 0 }, { 10, 0, 0 }, { 5, 0, 0 }, 0.3, 0.7 },
	// disc = 0: a graze in one point
	{ { 0, 0, 0 }, { 10, 0, 0 }, { 5, 2, 0 }, 0.5, 0.5 },
	// disc = -2000
	{ { 0, 0, 0 }, { 10, 0, 0 }, { 5, 3, 0 }, -1, 0 },
	// both move, (4,0,0) and (-6,0,0): relative motion (10,0,0), roots 0.8 and 1.2
	{ { 0, 0, 0 }, { 10, 0, 0 }, { 10, 0, 0 }, 0.8, 1 },
	// equal velocities: a = 0 is no relative motion, and they are apart
	{ { 0, 0, 0 }, { 0, 0, 0 }, { 5, 0, 0 }, -1, 0 },
	// the root 1.5 is after the step
	{ { 0, 0, 0 }, { 2, 0, 0 }, { 5, 0, 0 }, -1, 0 },
	// both roots before it
	{ { 0, 0, 0 }, { -10, 0, 0 }, { 5, 0, 0 }, -1, 0 },
	// (-10,1.2,0)..(10,1.2,0) against a ball of 2: disc = 4096
	{ { -10, (Real)1.2, 0 }, { 20, 0, 0 }, { 0, 0, 0 }, 0.42, 0.58 },
	// Ericson's pair, the second one moves by (-16,0,0)
	{ { 10, 0, 0 }, { -16, 0, 0 }, { 0, 0, 0 }, 0.5, 0.75 },
	{ { 10, 1, 0 }, { -16, 0, 0 }, { 0, 0, 0 }, 0.5167468245, 0.7332531755 },
	{ { 10, (Real)2.1, 0 }, { -16, 0, 0 }, { 0, 0, 0 }, -1, 0 },
};

static void spheres_meet_at_the_root_of_the_quadratic(void **state) {
	(void)state;
	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
		SphereCase c = pairs[i];
		MovingHit hit = mk_moving_sphere_hit_sphere(
				(Sphere){ c.center, 1 }, c.motion, (Sphere){ c.other, 1 });
		assert_int_equal(hit.hit, c.first >= 0);
		if (!hit.hit) continue;
		check_near(hit.time, c.first, 1e-6);
		check_near(hit.time_last, c.last, 1e-6);
		assert_false(hit.started_overlapping);
		check_near(vec3_length(hit.normal), 1, TOLERANCE);
		// the point is one radius from both centres
		Vec3 center = vec3_add_scaled(c.center, c.motion, hit.time);
		check_near(vec3_distance(hit.point, center), 1, 4 * TOLERANCE);
		check_near(vec3_distance(hit.point, c.other), 1, 4 * TOLERANCE);
	}
}

static void segment_form_gives_the_same_answer(void **state) {
	(void)state;
	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
		SphereCase c = pairs[i];
		bool meets = moving_sphere_meets_sphere(
				(Sphere){ c.center, 1 }, c.motion, (Sphere){ c.other, 1 });
		assert_int_equal(meets, c.first >= 0);
	}
	// overlapping at the start, with and without motion
	assert_true(moving_sphere_meets_sphere(
			(Sphere){ v(0, 0, 0), 1 }, v(-10, 0, 0), (Sphere){ v(1, 0, 0), 1 }));
	assert_true(moving_sphere_meets_sphere(
			(Sphere){ v(0, 0, 0), 1 }, v(0, 0, 0), (Sphere){ v(2, 0, 0), 1 }));
}

// the larger root, 0.1, is where it leaves: no answer to "when does it hit"
static void start_inside_is_a_hit_at_zero_and_not_the_exit(void **state) {
	(void)state;
	Sphere small = { v(1, 0, 0), 1 };
	MovingHit hit = mk_moving_sphere_hit_sphere(small, v(10, 0, 0), (Sphere){ v(0, 0, 0), 1 });
	assert_true(hit.hit && hit.started_overlapping);
	check_near(hit.time, 0, 0);
	check_near(hit.depth, 1, TOLERANCE);
	check_vec3(hit.normal, v(1, 0, 0), TOLERANCE);
	// the displacement that parts them
	check_vec3(vec3_scale(hit.normal, hit.depth), v(1, 0, 0), TOLERANCE);
}

static void no_motion_is_the_static_test(void **state) {
	(void)state;
	Sphere ball = { v(0, 0, 0), 1 };
	assert_false(mk_moving_sphere_hit_sphere(ball, v(0, 0, 0), (Sphere){ v(3, 0, 0), 1 }).hit);
	MovingHit touching = mk_moving_sphere_hit_sphere(ball, v(0, 0, 0), (Sphere){ v(2, 0, 0), 1 });
	assert_true(touching.hit && touching.started_overlapping);
	check_near(touching.depth, 0, 0);
}

// closed sets: touching is a hit at 0 whichever way the sphere goes; the normal tells which
static void touching_at_the_start_is_a_hit_at_zero(void **state) {
	(void)state;
	Sphere ball = { v(0, 0, 0), 1 };
	for (int way = -1; way <= 1; way++) {
		MovingHit hit = mk_moving_sphere_hit_sphere(ball, v(way, 0, 0), (Sphere){ v(2, 0, 0), 1 });
		assert_true(hit.hit && hit.started_overlapping);
		check_near(hit.time, 0, 0);
		check_vec3(hit.normal, v(-1, 0, 0), TOLERANCE);
	}
}

static void two_moving_spheres_are_one_in_relative_motion(void **state) {
	(void)state;
	Vec3 motion_a = v(4, 0, 0);
	Vec3 motion_b = v(-6, 0, 0);
	MovingHit hit = mk_moving_sphere_hit_sphere((Sphere){ v(0, 0, 0), 1 },
			moving_relative(motion_a, motion_b), (Sphere){ v(10, 0, 0), 1 });
	check_near(hit.time, 0.8, TOLERANCE);
	// centres at 3.2 and 5.2
	check_vec3(moving_point(hit, motion_b), v(4.2, 0, 0), 4 * TOLERANCE);
	check_vec3(moving_way(hit, motion_a), v(3.2, 0, 0), 4 * TOLERANCE);
}

static void sphere_meets_a_plane_from_both_sides(void **state) {
	(void)state;
	// of length 2: 2 y = 4
	Plane plane = { v(0, 2, 0), 4 };
	MovingHit down = mk_moving_sphere_hit_plane((Sphere){ v(1, 7, 3), 1 }, v(0, -8, 0), plane);
	check_near(down.time, 0.5, TOLERANCE);
	check_near(down.time_last, 0.75, TOLERANCE);
	check_vec3(down.normal, v(0, 1, 0), TOLERANCE);
	check_vec3(down.point, v(1, 2, 3), 8 * TOLERANCE);
	MovingHit up = mk_moving_sphere_hit_plane((Sphere){ v(1, -3, 3), 1 }, v(4, 8, 0), plane);
	check_near(up.time, 0.5, TOLERANCE);
	check_vec3(up.normal, v(0, -1, 0), TOLERANCE);
	check_vec3(up.point, v(3, 2, 3), 8 * TOLERANCE);
}

static void sphere_and_plane_parallel_receding_short_and_overlapping(void **state) {
	(void)state;
	Plane plane = { v(0, 1, 0), 0 };
	Sphere ball = { v(0, 3, 0), 1 };
	assert_false(mk_moving_sphere_hit_plane(ball, v(5, 0, 0), plane).hit);
	assert_false(mk_moving_sphere_hit_plane(ball, v(0, 5, 0), plane).hit);
	assert_false(mk_moving_sphere_hit_plane(ball, v(0, 0, 0), plane).hit);
	assert_false(mk_moving_sphere_hit_plane(ball, v(0, -1.9, 0), plane).hit);
	check_near(mk_moving_sphere_hit_plane(ball, v(0, -2, 0), plane).time, 1, 0);
	ball.center.y = (Real)-0.25;
	MovingHit inside = mk_moving_sphere_hit_plane(ball, v(0, 5, 0), plane);
	assert_true(inside.hit && inside.started_overlapping);
	check_near(inside.depth, 0.75, TOLERANCE);
	check_vec3(inside.normal, v(0, -1, 0), TOLERANCE);
	assert_false(mk_moving_sphere_hit_plane(ball, v(0, 5, 0), (Plane){ v(0, 0, 0), 0 }).hit);
	ball.radius = -1;
	assert_false(mk_moving_sphere_hit_plane(ball, v(0, 5, 0), plane).hit);
}

typedef struct TriangleCase {
	Vec3 center;
	Vec3 motion;
	double radius;
	double time;
	Vec3 normal;
} TriangleCase;

static void sphere_meets_face_edge_and_vertex_of_a_triangle(void **state) {
	(void)state;
	Triangle triangle = { v(0, 0, 0), v(4, 0, 0), v(0, 0, 4) };
	double h = sqrt(0.5);
	const TriangleCase cases[] = {
		// face at height 0.5
		{ v(1, 5, 1), v(0, -10, 0), 0.5, 0.45, v(0, 1, 0) },
		// edge z = 0, 0.3 beside it: height 0.4
		{ v(2, 5, -0.3), v(0, -10, 0), 0.5, 0.46, v(0, 0.8, -0.6) },
		// in the plane, against the edge x = 0
		{ v(-5, 0, 2), v(10, 0, 0), 0.5, 0.45, v(-1, 0, 0) },
		// in the plane, against the long side x + z = 4
		{ v(5, 0, 5), v(-5, 0, -5), 0.5, 0.5292893218813453, v(h, 0, h) },
		// vertex, 0.5 beside it: height 1.2
		{ v(-0.3, 5, -0.4), v(0, -10, 0), 1.3, 0.38, v(-0.3 / 1.3, 1.2 / 1.3, -0.4 / 1.3) },
		// the other side of the face
		{ v(1, -5, 1), v(0, 10, 0), 0.5, 0.45, v(0, -1, 0) },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		TriangleCase c = cases[i];
		Sphere ball = { c.center, (Real)c.radius };
		MovingHit hit = mk_moving_sphere_hit_triangle(ball, c.motion, triangle);
		assert_true(hit.hit && !hit.started_overlapping);
		check_near(hit.time, c.time, 2 * TOLERANCE);
		check_vec3(hit.normal, c.normal, 16 * TOLERANCE);
		// any winding, any first corner
		Triangle turned = { triangle.c, triangle.b, triangle.a };
		check_near(
				mk_moving_sphere_hit_triangle(ball, c.motion, turned).time, c.time, 2 * TOLERANCE);
		const Vec3 corners[3] = { triangle.b, triangle.c, triangle.a };
		MovingHit polygon = mk_moving_sphere_hit_polygon(ball, c.motion, (Polygon){ corners, 3 });
		check_near(polygon.time, c.time, 2 * TOLERANCE);
		check_vec3(polygon.normal, c.normal, 16 * TOLERANCE);
	}
}

static void sphere_and_triangle_apart_overlapping_and_collapsed(void **state) {
	(void)state;
	Triangle triangle = { v(0, 0, 0), v(4, 0, 0), v(0, 0, 4) };
	Sphere ball = { v(3, 5, 3), 1 };
	assert_false(mk_moving_sphere_hit_triangle(ball, v(0, -10, 0), triangle).hit);
	assert_false(mk_moving_sphere_hit_triangle(ball, v(0, 0, 0), triangle).hit);
	ball.center = v(1, 0.5, 1);
	MovingHit inside = mk_moving_sphere_hit_triangle(ball, v(0, 1, 0), triangle);
	assert_true(inside.started_overlapping);
	check_near(inside.depth, 0.5, TOLERANCE);
	// a segment and a point
	ball.center = v(1, 5, 0);
	Triangle segment = { v(0, 0, 0), v(4, 0, 0), v(2, 0, 0) };
	check_near(mk_moving_sphere_hit_triangle(ball, v(0, -8, 0), segment).time, 0.5, TOLERANCE);
	Triangle point = { v(1, 0, 0), v(1, 0, 0), v(1, 0, 0) };
	check_near(mk_moving_sphere_hit_triangle(ball, v(0, -8, 0), point).time, 0.5, TOLERANCE);
	ball.radius = -1;
	assert_false(mk_moving_sphere_hit_triangle(ball, v(0, -8, 0), triangle).hit);
}

// an L: over its hole the sphere falls past the face and meets an inner edge
static void sphere_falls_into_the_notch_of_a_polygon(void **state) {
	(void)state;
	const Vec3 points[6] = { { 0, 0, 0 }, { 4, 0, 0 }, { 4, 0, 2 }, { 2, 0, 2 }, { 2, 0, 4 },
		{ 0, 0, 4 } };
	Polygon notched = { points, 6 };
	Sphere ball = { v(2.3, 5, 3), (Real)0.5 };
	MovingHit edge = mk_moving_sphere_hit_polygon(ball, v(0, -10, 0), notched);
	check_near(edge.time, 0.46, TOLERANCE);
	check_vec3(edge.normal, v(0.6, 0.8, 0), 16 * TOLERANCE);
	ball.center = v(3.5, 5, 3.5);
	assert_false(mk_moving_sphere_hit_polygon(ball, v(0, -10, 0), notched).hit);
	ball.center = v(1, 5, 3);
	check_near(mk_moving_sphere_hit_polygon(ball, v(0, -10, 0), notched).time, 0.45, TOLERANCE);
	// in its plane it passes the notch and meets the far inner edge first
	ball.center = v(8, 0, 3);
	check_near(mk_moving_sphere_hit_polygon(ball, v(-10, 0, 0), notched).time, 0.55, TOLERANCE);
	assert_false(mk_moving_sphere_hit_polygon(ball, v(0, -10, 0), (Polygon){ points, 0 }).hit);
}

typedef struct BoxCase {
	Vec3 center;
	Vec3 motion;
	double time; // negative: no hit
} BoxCase;

// the box -1..1, radius 1
static const BoxCase box_cases[] = {
	{ { -5, 0, 0 }, { 10, 0, 0 }, 0.3 },                  // face
	{ { -5, (Real)1.5, 0 }, { 10, 0, 0 }, 0.3133974596 }, // edge
	{ { (Real)-4.9, (Real)-1.1, 0 }, { 6, 6, 0 }, -1 },   // enters the grown box beside the edge
	{ { -5, (Real)1.5, (Real)1.5 }, { 10, 0, 0 }, 0.3292893219 },  // corner
	{ { -5, (Real)1.8, (Real)1.8 }, { 10, 0, 0 }, -1 },            // past the corner
	{ { -8, (Real)2.8, (Real)1.9 }, { 18, -3, 0 }, 0.4547033685 }, // past the corner's ball, edge
	{ { 0, 0, 0 }, { 1, 0, 0 }, 0 },                               // centre inside
	{ { (Real)1.5, (Real)1.5, 0 }, { 1, 1, 0 }, 0 },               // overlapping an edge
	{ { -5, 0, 0 }, { (Real)2.9, 0, 0 }, -1 },                     // too short
	{ { -5, 0, 0 }, { 3, 0, 0 }, 1 },                              // touches at the end
	{ { -5, 0, 0 }, { -10, 0, 0 }, -1 },                           // receding
	{ { -5, 2, 0 }, { 10, 0, 0 }, 0.4 }, // slides along the top face, from its edge on
	{ { -5, 0, 0 }, { 0, 0, 0 }, -1 },   // no motion
};

static void check_box_case(const BoxCase *c, MovingHit hit) {
	assert_int_equal(hit.hit, c->time >= 0);
	if (!hit.hit) return;
	check_near(hit.time, c->time, 1e-6);
	assert_int_equal(hit.started_overlapping, c->time == 0);
}

static void sphere_meets_faces_edges_and_corners_of_a_box(void **state) {
	(void)state;
	Aabb box = { v(-1, -1, -1), v(1, 1, 1) };
	for (size_t i = 0; i < sizeof(box_cases) / sizeof(box_cases[0]); i++) {
		const BoxCase *c = &box_cases[i];
		Sphere ball = { c->center, 1 };
		check_box_case(c, mk_moving_sphere_hit_aabb(ball, c->motion, box));
		check_box_case(c, mk_moving_sphere_hit_aabb_vertex_first(ball, c->motion, box));
		check_box_case(c, mk_moving_sphere_hit_obb(ball, c->motion, obb_from_aabb(box)));
	}
}

// each of the eight corners has its own three edges: all bits of a corner's number count
static void all_corners_of_a_box_are_met(void **state) {
	(void)state;
	Aabb box = { v(-1, -2, -3), v(1, 2, 3) };
	for (uint32_t bits = 0; bits < 8; bits++) {
		Vec3 sign = v(bits & 1 ? 1 : -1, bits & 2 ? 1 : -1, bits & 4 ? 1 : -1);
		Vec3 corner = vec3_multiply(sign, v(1, 2, 3));
		// along the diagonal, sqrt(3) per unit
		Vec3 start = vec3_add_scaled(corner, sign, 5);
		Sphere ball = { start, 1 };
		MovingHit hit = mk_moving_sphere_hit_aabb(ball, vec3_scale(sign, -8), box);
		assert_true(hit.hit);
		check_near(hit.time, (5 - 1 / sqrt(3)) / 8, TOLERANCE);
		check_vec3(hit.point, corner, 16 * TOLERANCE);
		check_vec3(hit.normal, vec3_scale(sign, (Real)(1 / sqrt(3))), 16 * TOLERANCE);
		MovingHit first = mk_moving_sphere_hit_aabb_vertex_first(ball, vec3_scale(sign, -8), box);
		check_near(first.time, hit.time, TOLERANCE);
	}
}

// a pistol bullet and a thin wall: tests at the start and the end see nothing
static void bullet_does_not_tunnel_through_a_wall(void **state) {
	(void)state;
	Aabb wall = aabb_from_center(v(0, 0, 0), v(0.1, 5, 5));
	Sphere bullet = { v(-9, 0, 0), (Real)0.25 };
	Sphere after = { v(11, 0, 0), (Real)0.25 };
	assert_true(distance_squared_to_aabb(wall, bullet.center) > 1);
	assert_true(distance_squared_to_aabb(wall, after.center) > 1);
	MovingHit hit = mk_moving_sphere_hit_aabb(bullet, v(20, 0, 0), wall);
	// (9 - 0.1 - 0.25) / 20
	check_near(hit.time, 0.4325, TOLERANCE);
	check_vec3(hit.normal, v(-1, 0, 0), TOLERANCE);
	check_vec3(hit.point, v(-0.1, 0, 0), 8 * TOLERANCE);
}

static void sphere_meets_a_turned_box(void **state) {
	(void)state;
	// turned by 45 degrees about z: an edge points to -x, sqrt(2) away
	Real h = (Real)sqrt(0.5);
	Obb box = { v(3, 0, 0), { { h, h, 0 }, { -h, h, 0 }, { 0, 0, 1 } }, v(1, 1, 1) };
	MovingHit hit = mk_moving_sphere_hit_obb((Sphere){ v(-5, 0, 0), 1 }, v(10, 0, 0), box);
	check_near(hit.time, (8 - sqrt(2) - 1) / 10, TOLERANCE);
	check_vec3(hit.normal, v(-1, 0, 0), 16 * TOLERANCE);
	check_vec3(hit.point, v(3 - sqrt(2), 0, 0), 32 * TOLERANCE);
	box.half.y = -1;
	assert_false(mk_moving_sphere_hit_obb((Sphere){ v(-5, 0, 0), 1 }, v(10, 0, 0), box).hit);
}

static void sphere_meets_wall_and_ends_of_a_capsule(void **state) {
	(void)state;
	Capsule capsule = { v(0, -2, 0), v(0, 2, 0), (Real)0.5 };
	Sphere ball = { v(-10, 0, 0), (Real)0.5 };
	MovingHit wall = mk_moving_sphere_hit_capsule(ball, v(20, 0, 0), capsule);
	check_near(wall.time, 0.45, TOLERANCE);
	check_vec3(wall.normal, v(-1, 0, 0), 16 * TOLERANCE);
	check_vec3(wall.point, v(-0.5, 0, 0), 32 * TOLERANCE);
	ball.center = v(-10, 2.6, 0);
	MovingHit end = mk_moving_sphere_hit_capsule(ball, v(20, 0, 0), capsule);
	check_near(end.time, 0.46, 2 * TOLERANCE);
	check_vec3(end.normal, v(-0.8, 0.6, 0), 32 * TOLERANCE);
	ball.center = v(0.6, 0, 0);
	MovingHit inside = mk_moving_sphere_hit_capsule(ball, v(1, 0, 0), capsule);
	assert_true(inside.started_overlapping);
	check_near(inside.depth, 0.4, TOLERANCE);
}

static void not_a_number_hits_nothing(void **state) {
	(void)state;
	Vec3 nan = vec3(0, (Real)NAN, 0);
	Sphere ball = { v(5, 5, 5), 1 };
	Triangle triangle = { v(0, 0, 0), v(4, 0, 0), v(0, 0, 4) };
	Capsule capsule = { v(0, 0, 0), v(1, 0, 0), 1 };
	Aabb box = { v(-1, -1, -1), v(1, 1, 1) };
	assert_false(mk_moving_sphere_hit_sphere(ball, nan, (Sphere){ v(0, 0, 0), 1 }).hit);
	assert_false(mk_moving_sphere_hit_plane(ball, nan, (Plane){ v(0, 1, 0), 0 }).hit);
	assert_false(mk_moving_sphere_hit_triangle(ball, nan, triangle).hit);
	assert_false(mk_moving_sphere_hit_aabb(ball, nan, box).hit);
	assert_false(mk_moving_sphere_hit_obb(ball, nan, obb_from_aabb(box)).hit);
	assert_false(mk_moving_sphere_hit_capsule(ball, nan, capsule).hit);
	ball.center = nan;
	assert_false(mk_moving_sphere_hit_sphere(ball, v(1, 0, 0), (Sphere){ v(0, 0, 0), 1 }).hit);
	assert_false(mk_moving_sphere_hit_triangle(ball, v(1, 0, 0), triangle).hit);
	assert_false(mk_moving_sphere_hit_aabb(ball, v(1, 0, 0), box).hit);
	assert_false(mk_moving_sphere_hit_capsule(ball, v(1, 0, 0), capsule).hit);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(spheres_meet_at_the_root_of_the_quadratic),
		cmocka_unit_test(segment_form_gives_the_same_answer),
		cmocka_unit_test(start_inside_is_a_hit_at_zero_and_not_the_exit),
		cmocka_unit_test(no_motion_is_the_static_test),
		cmocka_unit_test(touching_at_the_start_is_a_hit_at_zero),
		cmocka_unit_test(two_moving_spheres_are_one_in_relative_motion),
		cmocka_unit_test(sphere_meets_a_plane_from_both_sides),
		cmocka_unit_test(sphere_and_plane_parallel_receding_short_and_overlapping),
		cmocka_unit_test(sphere_meets_face_edge_and_vertex_of_a_triangle),
		cmocka_unit_test(sphere_and_triangle_apart_overlapping_and_collapsed),
		cmocka_unit_test(sphere_falls_into_the_notch_of_a_polygon),
		cmocka_unit_test(sphere_meets_faces_edges_and_corners_of_a_box),
		cmocka_unit_test(all_corners_of_a_box_are_met),
		cmocka_unit_test(bullet_does_not_tunnel_through_a_wall),
		cmocka_unit_test(sphere_meets_a_turned_box),
		cmocka_unit_test(sphere_meets_wall_and_ends_of_a_capsule),
		cmocka_unit_test(not_a_number_hits_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
