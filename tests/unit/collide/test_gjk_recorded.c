// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Pairs on which other libraries failed, as their reports give them: threw, looped, or answered
// with another sign. Sizes are full edge lengths; the separations were worked out for the reports'
// numbers. Those that are deep on sharp shapes are the business of the depth algorithms.
#include "collide/gjk.h"
#include "shape/convex.h"

#include "support/check.h"

typedef struct Pose {
	Mat3 axes; // columns
	Vec3 position;
} Pose;

static Mat3 rows(const double r[9]) {
	return (Mat3){ vec3((Real)r[0], (Real)r[3], (Real)r[6]),
		vec3((Real)r[1], (Real)r[4], (Real)r[7]), vec3((Real)r[2], (Real)r[5], (Real)r[8]) };
}

static const double identity[9] = { 1, 0, 0, 0, 1, 0, 0, 0, 1 };
static const double quarter_z[9] = { 0, -1, 0, 1, 0, 0, 0, 0, 1 };

static Vec3 point(double x, double y, double z) { return vec3((Real)x, (Real)y, (Real)z); }

static ShapeInstance place(const Shape *shape, const double r[9], Vec3 position) {
	ShapeInstance instance = mk_instance(shape, (Affine){ rows(r), position });
	assert_true(instance.is_rigid);
	return instance;
}

static Shape *box_of(double x, double y, double z) {
	return mk_box_create(point(x / 2, y / 2, z / 2), NULL);
}

// A cylinder along z, as the reports have it.
static ShapeInstance place_along_z(const Shape *cylinder, const double r[9], Vec3 position) {
	Mat3 upright = { vec3(0, 1, 0), vec3(0, 0, 1), vec3(1, 0, 0) };
	return mk_instance(cylinder, (Affine){ mat3_multiply(rows(r), upright), position });
}

static void check_pair(
		const ShapeInstance *a, const ShapeInstance *b, double expected, double tolerance) {
	const ShapeInstance *pair[2] = { a, b };
	for (int swap = 0; swap < 2; swap++) {
		Difference d = mk_difference(pair[swap], pair[1 - swap]);
		GjkInput input = mk_gjk_query_input(&d);
		GjkResult r = mk_gjk(&input);
		assert_true(r.status == SEPARATION_CONVERGED || r.status == SEPARATION_STALLED);
		Separation s = mk_gjk_separation(&input, &r);
		check_near(s.distance, expected, tolerance + (double)d.error);
		bool overlaps = mk_gjk_overlaps(&d, NULL, NULL);
		if (fabs(expected) > tolerance + 2 * (double)d.error)
			assert_int_equal(overlaps, expected < 0);
		else if (expected <= 0)
			assert_true(overlaps || (double)s.distance > 0);
	}
}

static void box_and_cylinder_2_5_cm_apart(void **state) {
	(void)state;
	Shape *box = box_of(.05, .39, 1.47);
	Shape *cylinder = mk_cylinder_create((Real).18, (Real).18, NULL);
	ShapeInstance a = place(box, quarter_z, point(.8, -.385, .735));
	Quat turn = quat_normalize(quat(0, 0, (Real)-.130526, (Real).991445));
	Mat3 m = quat_to_mat3(turn);
	const double r[9] = { (double)m.x.x, (double)m.y.x, (double)m.z.x, (double)m.x.y, (double)m.y.y,
		(double)m.z.y, (double)m.x.z, (double)m.y.z, (double)m.z.z };
	ShapeInstance b = place_along_z(cylinder, r, point(.4, -.4, .93));
	// box from x = .605, rounded faces of the cylinder to .4 + .18
	check_pair(&a, &b, .025, 1e-9);
	mk_shape_release(box);
	mk_shape_release(cylinder);
}

static void cylinder_and_plate_that_touch_to_a_tenth_of_a_micrometre(void **state) {
	(void)state;
	Shape *box = box_of(.025, .35, 1.845);
	Shape *cylinder = mk_cylinder_create((Real).05, (Real).06, NULL);
	const double r[9] = { -1, 6.3e-10, 6.3e-6, 6.3e-6, -6.4e-10, 1, 6.3e-10, 1, 6.4e-10 };
	ShapeInstance a = place_along_z(
			cylinder, r, point(.57500009756757609, -.42711963046787943, 1.1867093358746836));
	ShapeInstance b = place(box, quarter_z, point(.8, -.4575, 1.0225));
	// the cores overlap by 1e-7, which is less than their distance can be known in float
	check_pair(&a, &b, 0, 2e-7);
	mk_shape_release(box);
	mk_shape_release(cylinder);
}

static void boxes_17_nanometres_apart(void **state) {
	(void)state;
	Shape *small = box_of(.03, .12, .1);
	Shape *plate = box_of(.025, .35, 1.845);
	ShapeInstance a = place(
			small, quarter_z, point(.63499979627350811, -.4850000221563644, 1.0778146458339641));
	ShapeInstance b = place(plate, quarter_z, point(.8, -.4575, 1.0225));
	// without the report's tilt of some 1e-8 rad, which moves corners by less than 2 nm
	check_pair(&a, &b, 0, 3e-7);
	mk_shape_release(small);
	mk_shape_release(plate);
}

static void cylinder_and_ball_150_nanometres_deep(void **state) {
	(void)state;
	Shape *cylinder = mk_cylinder_create((Real).03, (Real).65, NULL);
	Shape *ball = mk_sphere_create((Real).055, NULL);
	ShapeInstance a = place_along_z(cylinder, identity, point(.6, 0, .325));
	ShapeInstance b = place(ball, identity, point(.5419794018, -.0621175025, .6016236576));
	check_pair(&a, &b, -1.53e-7, 2e-9);
	mk_shape_release(cylinder);
	mk_shape_release(ball);
}

// Tops and bottoms at z = .93 exactly.
static void plates_that_lie_on_each_other(void **state) {
	(void)state;
	Shape *beam = box_of(.614, 3, .037);
	Shape *plate = box_of(.494, .552, .01);
	ShapeInstance a = place(beam, identity, point(-.675, 0, .9115));
	ShapeInstance b = place(plate, identity, point(-.692, 0, .935));
	check_pair(&a, &b, 0, 1e-15);
	mk_shape_release(beam);
	mk_shape_release(plate);
}

static void ball_that_touches_an_edge(void **state) {
	(void)state;
	Shape *ball = mk_sphere_create((Real).06, NULL);
	Shape *box = box_of(.1, .1, .1);
	ShapeInstance a = place(ball, identity, point(1.8e-10, .04, .33));
	ShapeInstance b = place(box, identity, point(.05, .15, .35));
	check_pair(&a, &b, 0, 1e-9);
	mk_shape_release(ball);
	mk_shape_release(box);
}

// Equal cubes stacked along their own y, with gaps around the last digit.
static void cubes_stacked_with_gaps_of_some_digits(void **state) {
	(void)state;
	static const double r[9] = { .94096063217417758, .29296840037289501, .16959541586174812,
		-.23569836841299879, .92661523595848427, -.29296840037289507, -.2429801799032639,
		.23569836841299885, .94096063217417758 };
	static const double edges[] = { .01, .25, .5, 10, 1000 };
	for (int e = 0; e < 5; e++) {
		Shape *cube = box_of(edges[e], edges[e], edges[e]);
		ShapeInstance a = place(cube, r, vec3_zero());
		for (int step = -4; step <= 10; step++) {
			double gap = step * (double)MK_EPSILON * edges[e];
			double far = edges[e] + gap;
			ShapeInstance b = place(cube, r, point(r[1] * far, r[4] * far, r[7] * far));
			// overlaps are zero as a distance
			check_pair(&a, &b, gap > 0 ? gap : 0, 2 * (double)MK_EPSILON * edges[e]);
		}
		mk_shape_release(cube);
	}
}

static void cubes_seen_first_along_the_wrong_axis(void **state) {
	(void)state;
	Shape *cube = box_of(2, 2, 2);
	ShapeInstance a = place(cube, identity, vec3_zero());
	ShapeInstance b = place(cube, identity, point(0, 0, 1.9));
	Difference d = mk_difference(&a, &b);
	Vec3 axis = vec3(1, 0, 0);
	assert_true(mk_gjk_overlaps(&d, &axis, NULL));
	GjkCache cache = { .axis = vec3(1, 0, 0) };
	GjkInput input = mk_gjk_query_input(&d);
	input.cache = &cache;
	GjkResult r = mk_gjk(&input);
	assert_true(r.is_overlapping);
	assert_true(vec3_is_unit(r.normal));
	mk_shape_release(cube);
}

// Boxes in each other under maps that make things smaller, with middles apart by less than all
// products with it can tell: along such a way any corner would be the farthest. Found by fuzzing.
static void cubes_whose_middles_are_nearly_one(void **state) {
	(void)state;
	Shape *small = mk_box_create(vec3(1, 1, 1), NULL);
	Shape *large = mk_box_create(vec3(1000, 1000, 1000), NULL);
	Affine scale = affine_identity();
	scale.linear = mat3_diagonal(vec3((Real)1e-3, (Real)1e-3, (Real)1e-3));
	ShapeInstance a = mk_instance(small, scale);
	scale.origin.y = MK_REAL_MIN * MK_EPSILON;
	ShapeInstance b = mk_instance(large, scale);
	Difference d = mk_difference(&a, &b);
	assert_true(mk_gjk_overlaps(&d, NULL, NULL));
	GjkInput input = mk_gjk_query_input(&d);
	assert_true(mk_gjk(&input).is_overlapping);
	mk_shape_release(small);
	mk_shape_release(large);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(box_and_cylinder_2_5_cm_apart),
		cmocka_unit_test(cylinder_and_plate_that_touch_to_a_tenth_of_a_micrometre),
		cmocka_unit_test(boxes_17_nanometres_apart),
		cmocka_unit_test(cylinder_and_ball_150_nanometres_deep),
		cmocka_unit_test(plates_that_lie_on_each_other),
		cmocka_unit_test(ball_that_touches_an_edge),
		cmocka_unit_test(cubes_stacked_with_gaps_of_some_digits),
		cmocka_unit_test(cubes_seen_first_along_the_wrong_axis),
		cmocka_unit_test(cubes_whose_middles_are_nearly_one),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
