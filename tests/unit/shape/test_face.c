// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Which part of a shape faces a direction: kinds, ids, corners and normals by hand.
#include "geometry/polygon_normal.h"
#include "shape/convex.h"
#include "shape/hull_shape.h"
#include "shape/instance.h"
#include "shape/minkowski_sum.h"

#include "support/check.h"

// The face of a shape under a map; the shape is released.
static ShapeFace face_of(Shape *shape, Affine map, Vec3 direction) {
	assert_non_null(shape);
	ShapeFace face;
	ShapeInstance in = mk_instance(shape, map);
	mk_instance_face(&in, direction, &face);
	mk_shape_release(shape);
	return face;
}

static ShapeFace face_here(Shape *shape, Vec3 direction) {
	return face_of(shape, affine_identity(), direction);
}

static void box_shows_one_of_six_faces(void **state) {
	(void)state;
	Vec3 half = vec3(1, 2, 3);
	for (int axis = 0; axis < 3; axis++) {
		for (int side = 0; side < 2; side++) {
			Vec3 normal = vec3_scale(vec3_axis(axis), side == 0 ? 1 : -1);
			Vec3 d = vec3_add(vec3_scale(normal, 2), vec3((Real)0.3, (Real)0.2, (Real)0.1));
			ShapeFace face = face_here(mk_box_create(half, NULL), d);
			assert_int_equal(face.kind, FACE_POLYGON);
			assert_int_equal(face.id, 2 * axis + side);
			check_vec3(face.normal, normal, 0);
			assert_int_equal(face.count, 4);
			Vec3 area = polygon_normal_area((Polygon){ face.points, 4 });
			// twice the area of the side, along its normal
			check_near(vec3_dot(area, normal), 2 * 4 * 6 / (double)vec3_get(half, axis), 1e-4);
		}
	}
}

static void rounding_moves_the_face_out(void **state) {
	(void)state;
	ShapeFace face = face_here(
			mk_rounded_box_create(vec3(1, 2, 3), (Real)0.5, NULL), vec3(0, 1, 0));
	for (uint32_t i = 0; i < 4; i++)
		check_near(face.points[i].y, 2.5, 0);
	Shape *box = mk_rounded_box_create(vec3(1, 2, 3), (Real)0.5, NULL);
	ShapeInstance in = instance_local(box);
	mk_instance_face_core(&in, vec3(0, 1, 0), &face);
	for (uint32_t i = 0; i < 4; i++)
		check_near(face.points[i].y, 2, 0);
	mk_shape_release(box);
}

// A cube of 2 m flattened to 200 x 2 x 200: one degree off the y axis the plate's top still faces.
static void plate_shows_its_top_not_its_rim(void **state) {
	(void)state;
	Affine plate = { mat3_diagonal(vec3(100, 1, 100)), vec3_zero() };
	Vec3 d = vec3((Real)0.0175, 1, 0);
	ShapeFace face = face_of(mk_box_create(vec3(1, 1, 1), NULL), plate, d);
	assert_int_equal(face.id, 2);
	check_vec3(face.normal, vec3(0, 1, 0), 0);
	face = face_of(mk_cylinder_create(1, 2, NULL), plate, d);
	assert_int_equal(face.kind, FACE_DISC);
	check_near(vec3_length(face.axis_u), 100, 0);
}

static void mirrored_faces_are_still_counter_clockwise(void **state) {
	(void)state;
	Affine mirror = { mat3_diagonal(vec3(-1, 1, 1)), vec3_zero() };
	ShapeFace face = face_of(mk_box_create(vec3(1, 2, 3), NULL), mirror, vec3(1, 0, 0));
	check_vec3(face.normal, vec3(1, 0, 0), 0);
	assert_true(polygon_normal_area((Polygon){ face.points, 4 }).x > 0);
}

static void cylinder_shows_a_cap_or_a_line(void **state) {
	(void)state;
	ShapeFace cap = face_here(mk_cylinder_create(2, 6, NULL), vec3((Real)0.1, -1, 0));
	assert_int_equal(cap.kind, FACE_DISC);
	assert_int_equal(cap.id, 0);
	assert_int_equal(cap.count, 8);
	check_vec3(cap.center, vec3(0, -3, 0), 0);
	for (uint32_t i = 0; i < 8; i++)
		check_near(vec3_distance(cap.points[i], cap.center), 2, 8 * MK_EPSILON);
	assert_true(polygon_normal_area((Polygon){ cap.points, 8 }).y < 0);
	ShapeFace top = face_here(mk_cylinder_create(2, 6, NULL), vec3((Real)0.1, 1, 0));
	assert_int_equal(top.id, 1);
	assert_true(polygon_normal_area((Polygon){ top.points, 8 }).y > 0);
	ShapeFace side = face_here(mk_cylinder_create(2, 6, NULL), vec3(3, 1, 4));
	assert_int_equal(side.kind, FACE_EDGE);
	check_vec3(side.points[0], vec3((Real)1.2, -3, (Real)1.6), 8 * MK_EPSILON);
	check_vec3(side.points[1], vec3((Real)1.2, 3, (Real)1.6), 8 * MK_EPSILON);
}

static void cone_shows_base_line_or_tip(void **state) {
	(void)state;
	assert_int_equal(face_here(mk_cone_create(3, 4, NULL), vec3(0, -1, 0)).kind, FACE_DISC);
	ShapeFace tip = face_here(mk_cone_create(3, 4, NULL), vec3(0, 1, 0));
	assert_int_equal(tip.kind, FACE_POINT);
	check_vec3(tip.points[0], vec3(0, 2, 0), 0);
	ShapeFace side = face_here(mk_cone_create(3, 4, NULL), vec3(4, 3, 0));
	assert_int_equal(side.kind, FACE_EDGE);
	check_vec3(side.normal, vec3((Real)0.8, (Real)0.6, 0), 2 * MK_EPSILON);
	check_vec3(side.points[0], vec3(3, -2, 0), 0);
	check_vec3(side.points[1], vec3(0, 2, 0), 0);
}

static void capsules_show_a_line_or_an_end(void **state) {
	(void)state;
	ShapeFace side = face_here(mk_capsule_create(1, 6, NULL), vec3(1, (Real)0.5, 0));
	assert_int_equal(side.kind, FACE_EDGE);
	check_vec3(side.points[0], vec3(1, -2, 0), 4 * MK_EPSILON);
	check_vec3(side.points[1], vec3(1, 2, 0), 4 * MK_EPSILON);
	ShapeFace end = face_here(mk_capsule_create(1, 6, NULL), vec3(0, -2, 0));
	assert_int_equal(end.kind, FACE_POINT);
	check_vec3(end.points[0], vec3(0, -3, 0), 0);
	assert_int_equal(face_here(mk_sphere_create(1, NULL), vec3(1, 2, 3)).kind, FACE_POINT);
	assert_int_equal(
			face_here(mk_ellipsoid_create(vec3(1, 2, 3), NULL), vec3(1, 2, 3)).kind, FACE_POINT);
	// balls of radius 3 and 1, 4 apart: the line touches them at 3 and 1 times its normal
	ShapeFace taper = face_here(mk_tapered_capsule_create(3, 1, 4, NULL), vec3(1, (Real)0.5, 0));
	assert_int_equal(taper.kind, FACE_EDGE);
	Vec3 normal = vec3((Real)0.86602540378443865, (Real)0.5, 0);
	check_vec3(taper.normal, normal, 2 * MK_EPSILON);
	check_vec3(taper.points[0], vec3_add_scaled(vec3(0, -2, 0), normal, 3), 16 * MK_EPSILON);
	check_vec3(taper.points[1], vec3_add_scaled(vec3(0, 2, 0), normal, 1), 16 * MK_EPSILON);
}

static void check_bends(Shape *shape, Affine map, Vec3 direction, double first, double second) {
	ShapeFace face = face_of(shape, map, direction);
	assert_int_equal(face.kind, FACE_EDGE);
	check_near(face.bends[0], first, 8 * (double)MK_EPSILON * first);
	check_near(face.bends[1], second, 8 * (double)MK_EPSILON * second);
}

// Radii of curvature across the line, by the circle that touches the surface there.
static void lines_say_how_round_they_are(void **state) {
	(void)state;
	Vec3 x = vec3(1, 0, 0);
	check_bends(mk_cylinder_create(2, 6, NULL), affine_identity(), x, 2, 2);
	check_bends(mk_capsule_create(1, 6, NULL), affine_identity(), x, 1, 1);
	check_bends(mk_rounded_cylinder_create(2, 6, (Real)0.5, NULL), affine_identity(), x, 2.5, 2.5);
	check_bends(mk_tapered_capsule_create(3, 1, 4, NULL), affine_identity(), x, 3, 1);
	// the base of 3 m over the cosine 0.8 of its side
	check_bends(mk_cone_create(3, 4, NULL), affine_identity(), vec3(4, 3, 0), 3.75, 0);
	// an ellipse of 6 and 2 m has 2^2 / 6 where it is pointed and 6^2 / 2 where it is blunt
	Affine wide = { mat3_diagonal(vec3(3, 1, 1)), vec3_zero() };
	check_bends(mk_cylinder_create(2, 6, NULL), wide, x, 2.0 / 3, 2.0 / 3);
	check_bends(mk_cylinder_create(2, 6, NULL), wide, vec3(0, 0, 1), 18, 18);
	check_bends(mk_capsule_create(2, 8, NULL), wide, vec3(0, 0, 1), 18, 18);
	Affine mirrored = { mat3_diagonal(vec3(1, -2, 1)), vec3_zero() };
	check_bends(mk_cone_create(3, 4, NULL), affine_identity(), vec3(0, 0, 1), 3.75, 0);
	check_bends(mk_cylinder_create(2, 6, NULL), mirrored, x, 2, 2);
}

static void triangle_shows_front_back_or_an_edge(void **state) {
	(void)state;
	Triangle t = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 } };
	ShapeFace front = face_here(mk_triangle_create(t, 0, NULL), vec3(0, 0, 1));
	assert_int_equal(front.id, 0);
	check_vec3(front.points[1], t.b, 0);
	ShapeFace back = face_here(mk_triangle_create(t, 0, NULL), vec3((Real)0.1, 0, -1));
	assert_int_equal(back.id, 1);
	assert_true(polygon_normal_area((Polygon){ back.points, 3 }).z < 0);
	ShapeFace edge = face_here(mk_triangle_create(t, 0, NULL), vec3(1, 1, (Real)0.5));
	assert_int_equal(edge.kind, FACE_EDGE);
	assert_int_equal(edge.id, 3);
	assert_int_equal(edge.ids[0], 1);
	assert_int_equal(edge.ids[1], 2);
	Triangle needle = { { 0, 0, 0 }, { 1, 0, 0 }, { 3, 0, 0 } };
	ShapeFace line = face_here(mk_triangle_create(needle, 0, NULL), vec3(0, 1, 0));
	assert_int_equal(line.kind, FACE_EDGE);
	check_near(vec3_distance(line.points[0], line.points[1]), 3, 0);
}

static Shape *prism(uint32_t n) {
	Vec3 points[256];
	for (uint32_t i = 0; i < n; i++) {
		double angle = 2 * 3.14159265358979323846 * i / n;
		points[2 * i] = vec3((Real)cos(angle), 1, (Real)sin(angle));
		points[2 * i + 1] = vec3((Real)cos(angle), -1, (Real)sin(angle));
	}
	return mk_hull_shape_create(&(HullShapeInput){ points, 2 * n, 0, 0 }, NULL);
}

static void hull_shows_the_face_it_has(void **state) {
	(void)state;
	ShapeFace top = face_here(prism(12), vec3((Real)0.1, 1, 0));
	assert_int_equal(top.kind, FACE_POLYGON);
	assert_int_equal(top.count, 12);
	check_vec3(top.normal, vec3(0, 1, 0), 4 * MK_EPSILON);
	ShapeFace side = face_here(prism(12), vec3(1, 0, (Real)0.3));
	assert_int_equal(side.count, 4);
	// more than 64 faces: found by climbing
	ShapeFace climbed = face_here(prism(100), vec3((Real)0.3, -1, (Real)0.2));
	check_vec3(climbed.normal, vec3(0, -1, 0), 4 * MK_EPSILON);
	// and more corners than fit: those left cover the face to half a percent
	assert_true(climbed.count > 16 && climbed.count <= MK_FACE_POINTS);
	Vec3 area = polygon_normal_area((Polygon){ climbed.points, climbed.count });
	assert_true(area.y < 0);
	double full = 100 * sin(2 * 3.14159265358979323846 / 100);
	assert_true((double)-area.y > 0.98 * full && (double)-area.y < full);
}

static void flat_hull_shows_a_side_or_an_edge(void **state) {
	(void)state;
	const Vec3 points[] = { { 0, 0, 0 }, { 2, 0, 0 }, { 2, 0, 1 }, { 0, 0, 1 } };
	HullShapeInput input = { points, 4, 0, 0 };
	ShapeFace up = face_here(mk_hull_shape_create(&input, NULL), vec3(0, 1, 0));
	assert_int_equal(up.kind, FACE_POLYGON);
	check_vec3(up.normal, vec3(0, 1, 0), 0);
	ShapeFace edge = face_here(mk_hull_shape_create(&input, NULL), vec3(1, (Real)0.2, 0));
	assert_int_equal(edge.kind, FACE_EDGE);
	check_near(edge.points[0].x, 2, 0);
	check_near(edge.points[1].x, 2, 0);
	input.count = 2;
	assert_int_equal(face_here(mk_hull_shape_create(&input, NULL), vec3(0, 1, 0)).kind, FACE_EDGE);
	input.count = 1;
	assert_int_equal(face_here(mk_hull_shape_create(&input, NULL), vec3(0, 1, 0)).kind, FACE_POINT);
}

// Known only by its support: a cube plus a cube, seen along an axis, is a square of 4 x 4.
static void sum_shows_what_its_supports_show(void **state) {
	(void)state;
	Shape *box = mk_box_create(vec3(1, 1, 1), NULL);
	MinkowskiSumInput input = { box, box, affine_identity(), affine_identity() };
	ShapeFace face = face_here(mk_minkowski_sum_create(&input, NULL), vec3(0, 0, 1));
	mk_shape_release(box);
	assert_int_equal(face.kind, FACE_POLYGON);
	assert_int_equal(face.count, 4);
	check_near(polygon_normal_area((Polygon){ face.points, 4 }).z, 32, 1e-4);
}

// 0.01 rad: the raised side is 2 cm higher, and belongs to the face all the same
static void sum_that_leans_shows_its_whole_face(void **state) {
	(void)state;
	Shape *box = mk_box_create(vec3(1, 1, 1), NULL);
	MinkowskiSumInput input = { box, box, affine_identity(), affine_identity() };
	ShapeFace face = face_here(mk_minkowski_sum_create(&input, NULL), vec3((Real)0.01, 0, 1));
	mk_shape_release(box);
	assert_int_equal(face.count, 4);
	check_vec3(face.normal, vec3(0, 0, 1), 1e-5);
	check_near(polygon_normal_area((Polygon){ face.points, 4 }).z, 32, 1e-4);
}

static void zero_direction_shows_something(void **state) {
	(void)state;
	assert_int_equal(face_here(mk_box_create(vec3(1, 1, 1), NULL), vec3_zero()).count, 4);
	assert_int_equal(face_here(mk_sphere_create(1, NULL), vec3_zero()).count, 1);
	assert_int_equal(face_here(mk_cylinder_create(1, 1, NULL), vec3_zero()).kind, FACE_DISC);
	assert_int_equal(face_here(prism(5), vec3_zero()).kind, FACE_POLYGON);
}

// 20 m long and 9 cm wide: the two long sides have a cross product that
// rounding of floats turns by 1e-5.
static void a_needle_has_the_normal_of_its_corners(void **state) {
	(void)state;
	Triangle t = { { (Real)15.1367416, (Real)13.2067556, (Real)-4.31337976 },
		{ (Real)0.0446571447, (Real)-0.0381512344, (Real)0.0469938256 },
		{ (Real)0.111601532, (Real)0.0269405283, (Real)-0.0157534927 } };
	Shape *needle = mk_triangle_create(t, 0, NULL);
	Vec3 n = ((const TriangleShape *)needle)->normal;
	const Vec3 sides[3] = { vec3_sub(t.b, t.a), vec3_sub(t.c, t.b), vec3_sub(t.a, t.c) };
	for (int i = 0; i < 3; i++)
		check_near(vec3_dot(n, sides[i]), 0, 4 * MK_EPSILON * vec3_length(sides[i]));
	assert_true(vec3_is_unit(n));
	mk_shape_release(needle);
}

// An ellipsoid of 8 x 8 x 1 m has a radius of curvature of 32 m at its flat sides: 2 degrees off,
// its points are 2 cm lower. With a box of 2 m the sum has flat faces of 2 m there.
static void faces_of_round_sums_are_where_the_surface_is(void **state) {
	(void)state;
	Shape *round = mk_ellipsoid_create(vec3(4, 4, (Real)0.5), NULL);
	Shape *others[2] = { mk_sphere_create((Real)0.1, NULL), mk_box_create(vec3(1, 1, 1), NULL) };
	for (int i = 0; i < 2; i++) {
		MinkowskiSumInput input = { round, others[i], affine_identity(), affine_identity() };
		Shape *sum = mk_minkowski_sum_create(&input, NULL);
		ShapeInstance in = instance_local(sum);
		ShapeFace face;
		mk_instance_face(&in, vec3((Real)0.001, (Real)0.002, 1), &face);
		double top = i == 0 ? 0.6 : 1.5;
		assert_true(face.normal.z > (Real)0.9999);
		for (uint32_t k = 0; k < face.count; k++)
			check_near(face.points[k].z, top, 1e-3);
		if (i == 1) {
			Vec3 area = polygon_normal_area((Polygon){ face.points, face.count });
			check_near(area.z, 2 * 4, 0.5);
		}
		mk_shape_release(sum);
		mk_shape_release(others[i]);
	}
	mk_shape_release(round);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(box_shows_one_of_six_faces),
		cmocka_unit_test(rounding_moves_the_face_out),
		cmocka_unit_test(plate_shows_its_top_not_its_rim),
		cmocka_unit_test(mirrored_faces_are_still_counter_clockwise),
		cmocka_unit_test(cylinder_shows_a_cap_or_a_line),
		cmocka_unit_test(cone_shows_base_line_or_tip),
		cmocka_unit_test(capsules_show_a_line_or_an_end),
		cmocka_unit_test(lines_say_how_round_they_are),
		cmocka_unit_test(triangle_shows_front_back_or_an_edge),
		cmocka_unit_test(hull_shows_the_face_it_has),
		cmocka_unit_test(flat_hull_shows_a_side_or_an_edge),
		cmocka_unit_test(sum_shows_what_its_supports_show),
		cmocka_unit_test(sum_that_leans_shows_its_whole_face),
		cmocka_unit_test(zero_direction_shows_something),
		cmocka_unit_test(a_needle_has_the_normal_of_its_corners),
		cmocka_unit_test(faces_of_round_sums_are_where_the_surface_is),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
