// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Moving boxes and polyhedra. Times by hand: gap over closing speed on the axis that closes last.
#include "geometry/moving_box.h"

#include "support/check.h"
#include "support/sat_hulls.h"

#define TOLERANCE pick_tolerance(1e-6, 1e-14)
// turned axes are widened by 16 epsilon of the size of the pair, about 20
#define TURNED pick_tolerance(1e-4, 1e-12)

static Vec3 v(double x, double y, double z) { return vec3((Real)x, (Real)y, (Real)z); }

typedef struct BoxCase {
	Vec3 min;
	Vec3 max;
	Vec3 motion;
	double first; // negative: no hit
	double last;
} BoxCase;

// a moving box against 0..1 at rest
static const BoxCase cases[] = {
	{ { 3, 0, 0 }, { 4, 1, 1 }, { -4, 0, 0 }, 0.5, 1 },
	{ { 3, 0, 0 }, { 4, 1, 1 }, { -8, 0, 0 }, 0.25, 0.5 },
	{ { 3, 0, 0 }, { 4, 1, 1 }, { 4, 0, 0 }, -1, 0 },    // receding
	{ { 3, 0, 0 }, { 4, 1, 1 }, { -1, 0, 0 }, -1, 0 },   // too slow
	{ { 3, 0, 0 }, { 4, 1, 1 }, { -2, 0, 0 }, 1, 1 },    // touches at the end
	{ { 3, 3, 0 }, { 4, 4, 1 }, { -4, -4, 0 }, 0.5, 1 }, // diagonal
	{ { 3, 5, 0 }, { 4, 6, 1 }, { -8, -4, 0 }, -1, 0 },  // diagonal, x has left before y comes
	{ { 3, 5, 0 }, { 4, 6, 1 }, { -4, 0, 0 }, -1, 0 },   // no motion on y, and apart there
	{ { 3, 0, 0 }, { 4, 1, 1 }, { 0, 0, 0 }, -1, 0 },    // no motion, apart
	{ { -1, 3, 0 }, { 0, 4, 1 }, { -1, -4, 0 }, -1, 0 }, // touching on x and leaving it
	{ { -1, 3, 0 }, { 0, 4, 1 }, { 0, -4, 0 }, 0.5, 1 }, // touching on x all the way
	{ { (Real)0.5, (Real)0.5, (Real)0.5 }, { 2, 2, 2 }, { -1, 0, 0 }, 0, 0 }, // overlapping
	{ { 1, 0, 0 }, { 2, 1, 1 }, { 1, 0, 0 }, 0, 0 }, // touching and receding
};

static void boxes_overlap_while_all_axes_do(void **state) {
	(void)state;
	Aabb rest = { v(0, 0, 0), v(1, 1, 1) };
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		BoxCase c = cases[i];
		MovingHit hit = mk_moving_aabb_hit_aabb((Aabb){ c.min, c.max }, c.motion, rest);
		assert_int_equal(hit.hit, c.first >= 0);
		check_near(hit.time, hit.hit ? c.first : 0, 0);
		check_near(hit.time_last, hit.hit ? c.last : 0, 0);
		assert_int_equal(hit.started_overlapping, c.first == 0);
	}
}

// the sum of two boxes 2 x 2 x 2 is a box of 4: same answers as a point against it
static void box_sweep_gives_axis_normal_and_point(void **state) {
	(void)state;
	Aabb rest = aabb_from_center(v(0, 0, 0), v(1, 1, 1));
	Aabb box = aabb_from_center(v(-10, 0.5, 0), v(1, 1, 1));
	MovingHit straight = mk_moving_aabb_hit_aabb(box, v(20, 0, 0), rest);
	check_near(straight.time, 0.4, TOLERANCE);
	check_vec3(straight.normal, v(-1, 0, 0), 0);
	// common in y from -0.5 to 1
	check_vec3(straight.point, v(-1, 0.25, 0), 16 * TOLERANCE);
	box = aabb_from_center(v(-10, -6, 0), v(1, 1, 1));
	MovingHit oblique = mk_moving_aabb_hit_aabb(box, v(20, 16, 0), rest);
	check_near(oblique.time, 0.4, TOLERANCE);
	check_vec3(oblique.normal, v(-1, 0, 0), 0);
	// a start inside is no exit through the far face
	box = aabb_from_center(v(1, 0, 0), v(1, 1, 1));
	MovingHit inside = mk_moving_aabb_hit_aabb(box, v(10, 0, 0), rest);
	assert_true(inside.started_overlapping);
	check_near(inside.time, 0, 0);
	check_near(inside.depth, 1, TOLERANCE);
	check_vec3(inside.normal, v(1, 0, 0), 0);
}

static void empty_boxes_and_not_a_number_hit_nothing(void **state) {
	(void)state;
	Aabb rest = aabb_from_center(v(0, 0, 0), v(1, 1, 1));
	Aabb empty = { v(1, 1, 1), v(-1, -1, -1) };
	Vec3 nan = vec3((Real)NAN, 0, 0);
	Obb turned = obb_from_aabb(rest);
	Obb far_box = turned;
	far_box.center = v(5, 0, 0);
	assert_false(mk_moving_aabb_hit_aabb(empty, v(1, 0, 0), rest).hit);
	assert_false(mk_moving_aabb_hit_aabb(rest, v(1, 0, 0), empty).hit);
	assert_false(mk_moving_aabb_hit_plane(empty, v(1, 0, 0), (Plane){ v(1, 0, 0), 9 }).hit);
	assert_false(mk_moving_aabb_hit_aabb(aabb_from_center(v(5, 0, 0), v(1, 1, 1)), nan, rest).hit);
	assert_false(mk_moving_aabb_hit_plane(rest, nan, (Plane){ v(1, 0, 0), 9 }).hit);
	assert_false(mk_moving_obb_hit_obb(&far_box, nan, &turned).hit);
	far_box.half.x = -1;
	assert_false(mk_moving_obb_hit_obb(&far_box, v(-9, 0, 0), &turned).hit);
}

static void box_meets_a_plane_with_corner_edge_or_face(void **state) {
	(void)state;
	Aabb box = aabb_from_center(v(0, 5, 0), v(1, 2, 3));
	MovingHit face = mk_moving_aabb_hit_plane(box, v(0, -6, 0), (Plane){ v(0, 1, 0), 0 });
	check_near(face.time, 0.5, TOLERANCE);
	check_near(face.time_last, 1, TOLERANCE);
	check_vec3(face.normal, v(0, 1, 0), TOLERANCE);
	check_vec3(face.point, v(0, 0, 0), 8 * TOLERANCE);
	// n = (1, 1, 1), any length: middle at 5, radius 6: overlapping; from 12 at speed 12 it is 0.5
	Plane oblique = { v(1, 1, 1), -7 };
	MovingHit corner = mk_moving_aabb_hit_plane(box, v(-4, -4, -4), oblique);
	check_near(corner.time, 0.5, TOLERANCE);
	check_vec3(corner.point, v(-3, 1, -5), 16 * TOLERANCE);
	check_near(plane_distance(oblique, corner.point), 0, 32 * TOLERANCE);
	MovingHit start = mk_moving_aabb_hit_plane(box, v(1, 1, 1), (Plane){ v(1, 1, 1), 0 });
	assert_true(start.started_overlapping);
	check_near(start.depth, 1 / sqrt(3), 4 * TOLERANCE);
	assert_false(mk_moving_aabb_hit_plane(box, v(9, 0, 9), (Plane){ v(0, 1, 0), 0 }).hit);
	assert_false(mk_moving_aabb_hit_plane(box, v(0, 9, 0), (Plane){ v(0, 1, 0), 0 }).hit);
	assert_false(mk_moving_aabb_hit_plane(box, v(0, -9, 0), (Plane){ v(0, 0, 0), 0 }).hit);
}

static void turned_box_meets_a_plane_with_its_edge(void **state) {
	(void)state;
	Real h = (Real)sqrt(0.5);
	Obb box = { v(0, 5, 0), { { h, h, 0 }, { -h, h, 0 }, { 0, 0, 1 } }, v(1, 1, 1) };
	MovingHit hit = mk_moving_obb_hit_plane(box, v(0, -10, 0), (Plane){ v(0, 1, 0), 0 });
	check_near(hit.time, (5 - sqrt(2)) / 10, TOLERANCE);
	check_vec3(hit.point, v(0, 0, 0), 16 * TOLERANCE);
}

static Mat3 about_z(double angle) {
	Real c = (Real)cos(angle);
	Real s = (Real)sin(angle);
	return (Mat3){ { c, s, 0 }, { -s, c, 0 }, { 0, 0, 1 } };
}

static Mat3 about_y(double angle) {
	Real c = (Real)cos(angle);
	Real s = (Real)sin(angle);
	return (Mat3){ { c, 0, -s }, { 0, 1, 0 }, { s, 0, c } };
}

// Two cubes whose nearest features are crossed edges: apart until the centres are 2 sqrt(2) from
// each other. Face normals alone would see them overlap from 3 on.
static void crossed_edges_of_boxes_meet_late(void **state) {
	(void)state;
	double quarter = acos(-1) / 4;
	Obb a = { v(8, 0, 0), about_y(quarter), v(1, 1, 1) };
	Obb b = { v(0, 0, 0), about_z(quarter), v(1, 1, 1) };
	MovingHit hit = mk_moving_obb_hit_obb(&a, v(-10, 0, 0), &b);
	check_near(hit.time, (8 - 2 * sqrt(2)) / 10, TURNED);
	check_vec3(hit.normal, v(1, 0, 0), TURNED);
	check_vec3(hit.point, v(sqrt(2), 0, 0), TURNED);
	TestHull hull_a;
	TestHull hull_b;
	test_hull_box(&hull_a, a);
	test_hull_box(&hull_b, b);
	MovingHit same = mk_moving_sat_hit(&hull_a.hull, v(-10, 0, 0), &hull_b.hull);
	check_near(same.time, hit.time, TURNED);
	check_vec3(same.normal, v(1, 0, 0), TURNED);
	check_vec3(same.point, v(sqrt(2), 0, 0), TURNED);
}

static void boxes_face_to_face_have_a_common_point(void **state) {
	(void)state;
	Obb a = { v(8, 0.5, 0), about_z(0), v(1, 2, 1) };
	Obb b = { v(0, 0, 0), about_z(0), v(1, 1, 1) };
	MovingHit hit = mk_moving_obb_hit_obb(&a, v(-12, 0, 0), &b);
	check_near(hit.time, 0.5, TURNED);
	check_near(hit.time_last, 10.0 / 12, TURNED);
	check_vec3(hit.normal, v(1, 0, 0), TURNED);
	check_near(hit.point.x, 1, TURNED);
	assert_true(hit.point.y >= -1 && hit.point.y <= 1 && hit.point.z >= -1 && hit.point.z <= 1);
}

static void boxes_without_motion_and_receding(void **state) {
	(void)state;
	Obb a = { v(5, 0, 0), about_z(0.3), v(1, 1, 1) };
	Obb b = { v(0, 0, 0), about_y(0.4), v(1, 1, 1) };
	assert_false(mk_moving_obb_hit_obb(&a, v(0, 0, 0), &b).hit);
	assert_false(mk_moving_obb_hit_obb(&a, v(5, 0, 0), &b).hit);
	assert_false(mk_moving_obb_hit_obb(&a, v(0, 9, 0), &b).hit);
	a.center = v(1, 0, 0);
	MovingHit inside = mk_moving_obb_hit_obb(&a, v(5, 0, 0), &b);
	assert_true(inside.hit && inside.started_overlapping && inside.depth > (Real)0.5);
	check_near(inside.time, 0, 0);
}

// a corner points down at the top of a box
static void polyhedron_meets_a_box_with_its_corner(void **state) {
	(void)state;
	const Vec3 points[4] = { { 0, 5, 0 }, { 1, 7, 0 }, { -1, 7, 1 }, { -1, 7, -1 } };
	TestHull corner;
	TestHull box;
	test_hull_tetrahedron(&corner, points);
	test_hull_box(&box, obb_from_aabb(aabb_from_center(v(0, 0, 0), v(1, 1, 1))));
	MovingHit hit = mk_moving_sat_hit(&corner.hull, v(0, -8, 0), &box.hull);
	check_near(hit.time, 0.5, TURNED);
	check_vec3(hit.normal, v(0, 1, 0), TURNED);
	check_vec3(hit.point, v(0, 1, 0), TURNED);
	assert_false(mk_moving_sat_hit(&corner.hull, v(8, 0, 0), &box.hull).hit);
	SatHull none = { 0 };
	assert_false(mk_moving_sat_hit(&corner.hull, v(0, -8, 0), &none).hit);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(boxes_overlap_while_all_axes_do),
		cmocka_unit_test(box_sweep_gives_axis_normal_and_point),
		cmocka_unit_test(empty_boxes_and_not_a_number_hit_nothing),
		cmocka_unit_test(box_meets_a_plane_with_corner_edge_or_face),
		cmocka_unit_test(turned_box_meets_a_plane_with_its_edge),
		cmocka_unit_test(crossed_edges_of_boxes_meet_late),
		cmocka_unit_test(boxes_face_to_face_have_a_common_point),
		cmocka_unit_test(boxes_without_motion_and_receding),
		cmocka_unit_test(polyhedron_meets_a_box_with_its_corner),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
