// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Nearest points on boxes, rectangles, triangles, tetrahedra, polygons and polyhedra, against
// distances with twice the digits and against random points of the object. The stated bound for
// distances is 16 epsilon (size + distance): vectors between points have relative errors of half an
// epsilon, the sums of three products another 2, and the parameters are quotients of such sums.
// Coordinates far from the origin add their own rounding, one epsilon of the coordinate.
#include "geometry/closest_polygon.h"
#include "geometry/closest_tetrahedron.h"
#include "geometry/closest_triangle.h"
#include "geometry/distance.h"
#include "geometry/orientation.h"

#include "support/check.h"
#include "support/property.h"
#include "support/random_geometry.h"
#include "support/wide_distance.h"

static Real largest_coordinate(Vec3 a, Vec3 b) {
	return vec3_max_element(vec3_max(vec3_abs(a), vec3_abs(b)));
}

static double distance_bound(Real size, double distance, Real coordinate) {
	return 16.0 * (double)MK_EPSILON * ((double)size + distance) +
			2.0 * (double)MK_EPSILON * (double)coordinate;
}

static void segment_distance_is_right_to_rounding(Rng *rng) {
	Real size = random_size(rng, -4, 4);
	Segment s = random_segment(rng, size);
	Vec3 p = random_around(rng, segment_at(s, random_real(rng, -1, 2)), size);
	double expected = wide_distance_to_segment(wide3(s.start), wide3(s.end), wide3(p));
	double bound = distance_bound(size, expected, largest_coordinate(s.start, p));
	check_near(vec3_distance(p, closest_on_segment(s, p).point), expected, bound);
	check_near(real_sqrt(distance_squared_to_segment(s, p)), expected, bound);
}

static Obb random_obb(Rng *rng, Real size) {
	Vec3 center = random_vec3(rng, (double)size);
	Vec3 half = vec3_abs(random_vec3(rng, (double)size));
	return (Obb){ center, quat_to_mat3(random_quat(rng)), half };
}

static void box_forms_agree(Rng *rng) {
	Real size = random_size(rng, -4, 4);
	Obb box = random_obb(rng, size);
	if (rng_below(rng, 4) == 0) box.half.z = 0;
	Vec3 p = random_around(rng, box.center, size);
	Vec3 q = closest_on_obb(box, p);
	double distance = (double)vec3_distance(p, q);
	double bound = distance_bound(4 * size, distance, largest_coordinate(box.center, p));
	// into the box's frame, clamp as a box with sides along the axes, and back
	Aabb local = { vec3_negate(box.half), box.half };
	Vec3 clamped = closest_on_aabb(local, obb_to_local(box, p));
	check_vec3(obb_to_world(box, clamped), q, 0);
	check_near(real_sqrt(distance_squared_to_obb(box, p)), distance, bound);
	check_near(real_sqrt(distance_squared_to_aabb(local, obb_to_local(box, p))), distance, bound);
	// nothing in the box is nearer
	Vec3 other = vec3_multiply(random_vec3(rng, 1), box.half);
	assert_true((double)vec3_distance(p, obb_to_world(box, other)) >= distance - bound);
	// without its third extent it is a rectangle, in both forms
	Rectangle flat = { box.center, box.axes.x, box.axes.y, box.half.x, box.half.y };
	box.half.z = 0;
	check_vec3(closest_on_rectangle(flat, p), closest_on_obb(box, p), bound);
	Triangle corners = { obb_to_world(box, vec3(-box.half.x, -box.half.y, 0)),
		obb_to_world(box, vec3(box.half.x, -box.half.y, 0)),
		obb_to_world(box, vec3(-box.half.x, box.half.y, 0)) };
	Vec3 by_corners = closest_on_rectangle_corners(corners, p);
	// rounding of the corners turns short sides away from the square by coordinate over side
	Real shortest = real_min(box.half.x, box.half.y);
	bound *= (double)(size / shortest);
	check_near(vec3_distance(by_corners, p), vec3_distance(closest_on_obb(box, p), p), bound);
}

static void check_simplex_point(const Vec3 *corners, int count, SimplexPoint found, double bound) {
	Vec3 offset = vec3_zero();
	Real sum = 0;
	for (int i = 0; i < count; i++) {
		assert_true(found.weights[i] >= 0);
		assert_true(found.weights[i] == 0 || (found.corners >> i & 1));
		offset = vec3_add_scaled(offset, vec3_sub(corners[i], corners[0]), found.weights[i]);
		sum += found.weights[i];
	}
	check_near(sum, 1, 8 * MK_EPSILON);
	check_vec3(vec3_add(corners[0], offset), found.point, bound);
}

static void triangle_distance_is_right_to_rounding(Rng *rng) {
	Real size = random_size(rng, -4, 4);
	Vec3 place = rng_below(rng, 4) == 0 ? random_vec3(rng, 1000 * (double)size) : vec3_zero();
	Triangle t = triangle_move(random_triangle(rng, size), place);
	Vec3 p = random_around(rng, random_in_triangle(rng, t), size);
	SimplexPoint found = mk_closest_on_triangle(t, p);
	double expected = wide_distance_to_triangle(t, p);
	double bound = distance_bound(size, expected, largest_coordinate(t.a, p));
	check_near(vec3_distance(p, found.point), expected, bound);
	const Vec3 corners[3] = { t.a, t.b, t.c };
	check_simplex_point(corners, 3, found, bound);
}

static void far_point_finds_the_right_place_of_a_triangle(Rng *rng) {
	// above the inside at up to 1000 sizes: products of dot products would have no digits left
	Vec3 a = random_vec3(rng, 1);
	Vec3 b = random_vec3(rng, 1);
	Triangle t = { a, b, random_vec3(rng, 1) };
	Vec3 normal = triangle_normal_area(t);
	Real area = vec3_length(normal);
	if (area < (Real)0.1) return;
	Real v = random_real(rng, 0.1, 0.4);
	Vec3 foot = triangle_point(t, v, random_real(rng, 0.1, 0.4));
	Real height = random_size(rng, 0, 3);
	SimplexPoint found = mk_closest_on_triangle(t, vec3_add_scaled(foot, normal, height / area));
	// sideways the rounding of p counts, and that of the normal: some epsilon times the height over
	// the sine, which is above area / 12
	Real bound = 16 * MK_EPSILON * height * 12 / area;
	if (bound < (Real)0.01) check_vec3(found.point, foot, bound);
}

// Returns one of all kinds: plain, nearly flat, exactly flat, a segment, of either winding.
static Tetrahedron random_tetrahedron(Rng *rng, Real size) {
	Triangle t = random_triangle(rng, size);
	Vec3 d = random_vec3(rng, (double)size);
	if (rng_below(rng, 3) == 0) {
		Vec3 unit = random_unit(rng);
		Real height = size * random_size(rng, -9, 0);
		d = vec3_add_scaled(random_in_triangle(rng, t), unit, height);
	}
	if (rng_below(rng, 8) == 0) d = random_in_triangle(rng, t);
	return (Tetrahedron){ t.a, t.b, t.c, d };
}

// Exact: the volumes have exact signs.
static bool is_in_tetrahedron(Tetrahedron t, Vec3 p) {
	double whole = mk_orientation_3d(t.a, t.b, t.c, t.d);
	double a = mk_orientation_3d(p, t.b, t.c, t.d);
	double b = mk_orientation_3d(t.a, p, t.c, t.d);
	double c = mk_orientation_3d(t.a, t.b, p, t.d);
	double d = mk_orientation_3d(t.a, t.b, t.c, p);
	if (whole < 0) return a <= 0 && b <= 0 && c <= 0 && d <= 0;
	return whole > 0 && a >= 0 && b >= 0 && c >= 0 && d >= 0;
}

static void tetrahedron_distance_is_right_to_rounding(Rng *rng) {
	Real size = random_size(rng, -4, 4);
	Tetrahedron t = random_tetrahedron(rng, size);
	Triangle base = { t.a, t.b, t.c };
	Vec3 foot = random_in_triangle(rng, base);
	Vec3 start = vec3_lerp(foot, t.d, random_real(rng, 0, 1));
	Vec3 p = random_around(rng, start, size);
	double expected = wide_distance_to_triangle(base, p);
	expected = fmin(expected, wide_distance_to_triangle((Triangle){ t.a, t.c, t.d }, p));
	expected = fmin(expected, wide_distance_to_triangle((Triangle){ t.a, t.d, t.b }, p));
	expected = fmin(expected, wide_distance_to_triangle((Triangle){ t.b, t.d, t.c }, p));
	if (is_in_tetrahedron(t, p)) expected = 0;
	const Vec3 corners[4] = { t.a, t.b, t.c, t.d };
	double bound = distance_bound(size, expected, largest_coordinate(start, p));
	SimplexPoint by_faces = mk_closest_on_tetrahedron(t, p);
	check_near(vec3_distance(p, by_faces.point), expected, bound);
	SimplexPoint by_regions = mk_closest_on_tetrahedron_regions(t, p);
	// doubles, over the least sine of 1e-4
	double region_bound = bound + 16 * DBL_EPSILON * 1e4 * ((double)size + expected);
	check_near(vec3_distance(p, by_regions.point), expected, region_bound);
	if (by_faces.corners != 15) check_simplex_point(corners, 4, by_faces, bound);
	// with the faces counter-clockwise from outside, and not flat
	double volume = mk_orientation_3d(t.a, t.b, t.c, t.d);
	if (volume < 0) t = (Tetrahedron){ t.a, t.b, t.d, t.c };
	if (fabs(volume) > 1e-3 * pow((double)size, 3)) {
		SimplexPoint wound = mk_closest_on_tetrahedron_wound(t, p);
		check_near(vec3_distance(p, wound.point), expected, bound);
	}
}

static void well_shaped_tetrahedron_has_true_weights_inside(Rng *rng) {
	Vec3 a = random_vec3(rng, 1);
	Vec3 b = random_vec3(rng, 1);
	Vec3 c = random_vec3(rng, 1);
	Tetrahedron t = { a, b, c, random_vec3(rng, 1) };
	if (fabs(mk_orientation_3d(t.a, t.b, t.c, t.d)) < 0.5) return;
	Vec3 p = random_vec3(rng, 1);
	if (!is_in_tetrahedron(t, p)) return;
	SimplexPoint found = mk_closest_on_tetrahedron(t, p);
	check_vec3(found.point, p, 32 * MK_EPSILON);
	const Vec3 corners[4] = { t.a, t.b, t.c, t.d };
	// heights of size 12 over a volume of 0.5
	check_simplex_point(corners, 4, found, 16 * 24 * (double)MK_EPSILON);
}

// A convex polygon in space: points of an ellipse in order, in a random frame.
enum { MAX_CORNERS = 24 };

static uint32_t random_ring(Rng *rng, Vec3 points[MAX_CORNERS], Real size) {
	uint32_t count = 3 + rng_below(rng, MAX_CORNERS - 2);
	Mat3 frame = quat_to_mat3(random_quat(rng));
	Vec3 center = random_vec3(rng, (double)size);
	Real narrow = size * random_size(rng, -2, 0);
	double angle = rng_range(rng, 0, 1);
	for (uint32_t i = 0; i < count; i++) {
		Vec3 along = vec3_scale(frame.x, (Real)cos(angle) * size);
		points[i] = vec3_add(center, vec3_add_scaled(along, frame.y, (Real)sin(angle) * narrow));
		angle += rng_range(rng, 0, 2 * 3.14159 / count);
	}
	return count;
}

static void polygon_distance_is_that_of_its_triangles(Rng *rng) {
	Real size = random_size(rng, -4, 4);
	Vec3 points[MAX_CORNERS];
	uint32_t count = random_ring(rng, points, size);
	Vec3 p = random_around(rng, points[rng_below(rng, count)], size);
	double expected = HUGE_VAL;
	for (uint32_t i = 2; i < count; i++) {
		Triangle part = { points[0], points[i - 1], points[i] };
		expected = fmin(expected, wide_distance_to_triangle(part, p));
	}
	Vec3 found = mk_closest_on_polygon((Polygon){ points, count }, p);
	// the corners are off the common plane by their rounding, and that tilts the plane of a narrow
	// polygon: 100 times more at the ratio 0.01
	double bound = 100 * distance_bound(size, 0, largest_coordinate(points[0], p)) +
			distance_bound(size, expected, 0);
	check_near(vec3_distance(p, found), expected, bound);
}

// A box with a random frame as six faces.
typedef struct BoxFaces {
	Obb box;
	Vec3 points[8];
	Plane planes[6];
} BoxFaces;

static const uint32_t box_corners[] = { 0, 3, 2, 1, 4, 5, 6, 7, 0, 1, 5, 4, 1, 2, 6, 5, 2, 3, 7, 6,
	3, 0, 4, 7 };
static const uint32_t box_starts[] = { 0, 4, 8, 12, 16, 20, 24 };

static BoxFaces random_box_faces(Rng *rng, Real size) {
	static const int signs[8][3] = { { -1, -1, -1 }, { 1, -1, -1 }, { 1, 1, -1 }, { -1, 1, -1 },
		{ -1, -1, 1 }, { 1, -1, 1 }, { 1, 1, 1 }, { -1, 1, 1 } };
	BoxFaces faces = { .box = random_obb(rng, size) };
	for (int i = 0; i < 8; i++) {
		Vec3 sign = vec3((Real)signs[i][0], (Real)signs[i][1], (Real)signs[i][2]);
		faces.points[i] = obb_to_world(faces.box, vec3_multiply(sign, faces.box.half));
	}
	const Mat3 axes = faces.box.axes;
	const Vec3 normals[6] = { vec3_negate(axes.z), axes.z, vec3_negate(axes.y), axes.x, axes.y,
		vec3_negate(axes.x) };
	for (int f = 0; f < 6; f++) {
		faces.planes[f] = plane_from_point(normals[f], faces.points[box_corners[4 * f]]);
	}
	return faces;
}

static void polyhedron_distance_is_that_of_the_box(Rng *rng) {
	Real size = random_size(rng, -4, 4);
	BoxFaces faces = random_box_faces(rng, size);
	ConvexFaces view = { faces.points, box_corners, box_starts, faces.planes, 6 };
	Vec3 p = random_around(rng, faces.box.center, size);
	PolyhedronPoint found = mk_closest_on_polyhedron(&view, p);
	double expected = sqrt((double)distance_squared_to_obb(faces.box, p));
	double bound = 2 * distance_bound(size, expected, largest_coordinate(faces.box.center, p));
	check_near(vec3_distance(p, found.point), expected, bound);
	if (expected > bound) assert_false(found.is_inside);
}

// A tetrahedron has sharp edges: a point in front of two faces may be nearest to only one of them.
static void polyhedron_distance_is_that_of_the_tetrahedron(Rng *rng) {
	static const uint32_t corners[] = { 0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2 };
	static const uint32_t starts[] = { 0, 3, 6, 9, 12 };
	Real size = random_size(rng, -4, 4);
	Vec3 v[4];
	Plane planes[4];
	for (int i = 0; i < 4; i++) {
		v[i] = random_vec3(rng, (double)size);
	}
	double volume = mk_orientation_3d(v[0], v[1], v[2], v[3]);
	if (fabs(volume) < 0.1 * pow((double)size, 3)) return;
	Tetrahedron t = { v[0], v[1], v[2], v[3] };
	if (volume < 0) t = (Tetrahedron){ v[0], v[1], v[3], v[2] };
	const Vec3 points[4] = { t.a, t.b, t.c, t.d };
	for (int f = 0; f < 4; f++) {
		planes[f] = plane_from_triangle(
				points[corners[3 * f]], points[corners[3 * f + 1]], points[corners[3 * f + 2]]);
	}
	ConvexFaces view = { points, corners, starts, planes, 4 };
	Vec3 start = random_vec3(rng, (double)size);
	Vec3 p = random_around(rng, start, size);
	PolyhedronPoint found = mk_closest_on_polyhedron(&view, p);
	double expected = (double)vec3_distance(p, mk_closest_on_tetrahedron(t, p).point);
	// normals are known to epsilon over the sine of a face's angle, which is
	// above 0.1 / 36 by volume
	double bound = 36 / 0.1 * distance_bound(size, 0, largest_coordinate(t.a, p)) +
			distance_bound(size, expected, 0);
	check_near(vec3_distance(p, found.point), expected, bound);
	if (expected > bound) assert_false(found.is_inside);
}

static void segments_hold(void **state) {
	(void)state;
	for_all(segment_distance_is_right_to_rounding, 50000, 101);
}

static void boxes_and_rectangles_hold(void **state) {
	(void)state;
	for_all(box_forms_agree, 20000, 102);
}

static void triangles_hold(void **state) {
	(void)state;
	for_all(triangle_distance_is_right_to_rounding, 200000, 103);
	for_all(far_point_finds_the_right_place_of_a_triangle, 20000, 104);
}

static void tetrahedra_hold(void **state) {
	(void)state;
	for_all(tetrahedron_distance_is_right_to_rounding, 100000, 105);
	for_all(well_shaped_tetrahedron_has_true_weights_inside, 50000, 106);
}

static void polygons_hold(void **state) {
	(void)state;
	for_all(polygon_distance_is_that_of_its_triangles, 20000, 107);
}

static void polyhedra_hold(void **state) {
	(void)state;
	for_all(polyhedron_distance_is_that_of_the_box, 20000, 108);
	for_all(polyhedron_distance_is_that_of_the_tetrahedron, 20000, 109);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(segments_hold),
		cmocka_unit_test(boxes_and_rectangles_hold),
		cmocka_unit_test(triangles_hold),
		cmocka_unit_test(tetrahedra_hold),
		cmocka_unit_test(polygons_hold),
		cmocka_unit_test(polyhedra_hold),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
