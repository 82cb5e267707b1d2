// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Pairs on which the algorithms of src/collide once did not agree, found by
// property/collide/test_agreement, with what follows from the geometry.
#include "collide/newton.h"
#include "collide/penetration.h"
#include "shape/convex.h"
#include "shape/hull_shape.h"
#include "support/check.h"
#include "support/pair_make.h"

// Sides nearly parallel: a corner on the line of an edge, beyond its end, turned faces of the
// polytope around, and EPA went in circles to the end of its storage, 7 m from the depth.
static void epa_ends_on_nearly_aligned_boxes(void **state) {
	(void)state;
	Shape *first = mk_box_create(vec3((Real)28.1951866, (Real)3.83135271, (Real)0.277103454), NULL);
	Shape *second = mk_rounded_box_create(
			vec3((Real)15.01436184, (Real)22.97087434, (Real)4.65881801), (Real)2.99867964, NULL);
	ShapeInstance a = instance_local(first);
	ShapeInstance b = instance_local(second);
	b.pose = (Affine){
		{ { (Real)2.71946192e-06, (Real)1.00000012, (Real)8.64267349e-07 },
				{ (Real)1.67265534e-06, (Real)-9.83476639e-07, 1 },
				{ (Real)1.00000012, (Real)-2.60770321e-06, (Real)-1.70618296e-06 } },
		{ (Real)-5.21540642e-08, (Real)-1.1920929e-07, (Real)2.6805191 },
	};
	Difference d = mk_difference(&a, &b);
	GjkInput gjk = mk_gjk_query_input(&d);
	GjkResult start = mk_gjk(&gjk);
	assert_true(start.is_overlapping);
	EpaInput input = mk_epa_query_input(&d, &start.simplex);
	EpaResult r = mk_epa(&input);
	assert_int_equal(r.status, SEPARATION_CONVERGED);
	assert_true(r.iterations < 32);
	Vec3 half = ((const BoxShape *)second)->half;
	check_near(r.upper, 3.83135271 + (double)half.x, 8 * (double)d.error + 1e-4);
	mk_shape_release(first);
	mk_shape_release(second);
}

// The tip of a cone just in the way of a rod: along the axis the depth is the largest of all
// directions near it, and the ring of the proof was one point.
static void the_deepest_direction_at_a_tip_is_not_the_depth(void **state) {
	(void)state;
	Shape *cone = mk_cone_create((Real)1.981529, (Real)1.37920475, NULL);
	Vec3 start = vec3((Real)-0.351637214, (Real)-0.356282294, (Real)0.0043005147);
	Vec3 end = vec3((Real)2.51284575, (Real)-0.17125228, (Real)-0.607138157);
	Shape *rod = mk_segment_create(start, end, 0, NULL);
	ShapeInstance a = instance_local(cone);
	ShapeInstance b = instance_local(rod);
	b.pose = (Affine){
		{ { 0, 1, 0 }, { 0, 0, 1 }, { 1, 0, 0 } },
		{ (Real)-0.00430041552, (Real)1.03650093, (Real)0.356282413 },
	};
	Difference d = mk_difference(&a, &b);
	NewtonInput input = {
		.difference = &d, .guess = vec3(0, 1, 0), .limit = 1, .is_proof_wanted = true
	};
	NewtonResult found;
	mk_newton(&input, &found);
	assert_true(found.status != NEWTON_FOUND || found.height < 0.0040);
	Separation s = mk_separation(&a, &b);
	// the slant of the cone has the normal (1.3792, 1.9815)
	double depth = 0.0047387 * 1.981529 / sqrt(1.981529 * 1.981529 + 1.37920475 * 1.37920475);
	check_near(s.distance, -depth, 8 * (double)d.error + 2e-6);
	mk_shape_release(cone);
	mk_shape_release(rod);
}

// The middle of a ball nearly on the segment of a capsule: what is across the segment is rounding.
static void a_ball_on_the_axis_of_a_capsule_is_as_deep_as_the_radii(void **state) {
	(void)state;
	Shape *capsule = mk_capsule_create((Real)0.5, 3, NULL);
	Shape *ball = mk_sphere_create((Real)0.3, NULL);
	ShapeInstance a = instance_rigid(capsule,
			(Transform){ quat_normalize(quat((Real)0.3, (Real)-0.2, (Real)0.7, (Real)0.4)),
					vec3_zero() });
	Vec3 along = mat3_apply(a.pose.linear, vec3(0, (Real)0.167, 0));
	for (int i = 0; i < 3; i++) {
		ShapeInstance b = instance_local(ball);
		b.pose.origin = vec3_add_scaled(along, vec3_axis(i), (Real)1e-8);
		Difference d = mk_difference(&a, &b);
		Separation s = mk_separation(&a, &b);
		check_near(s.distance, -0.8, 4 * (double)d.error + 1e-8);
	}
	mk_shape_release(capsule);
	mk_shape_release(ball);
}

// Three edges of up to a million kilometres in nearly one direction: the axes of the boxes said 7
// mm where the corners are 248 mm deep.
static void a_box_that_shear_made_a_needle_is_as_deep_as_its_corners(void **state) {
	(void)state;
	const Real most = (Real)65535.998046875;
	const Real tiny = (Real)0.0061274508479982615;
	Shape *first = mk_box_create(vec3(tiny, (Real)0.0061274194158613682, tiny), NULL);
	Shape *second = mk_box_create(vec3(most, most, (Real)1750.8391723632812), NULL);
	const Real part = (Real)6.1035157841615728e-05;
	const Real rest = (Real)6.1038883359454399e-05;
	const Real one = (Real)0.99999999627448211;
	ShapeInstance a = instance_local(first);
	a.pose = (Affine){ { { -part, one, rest }, { rest, -part, one }, { one, rest, -part } },
		{ -most, -most, (Real)-65531.498046875 } };
	Affine sheared = {
		{ { -most, -most, -most }, { -most, -most, -tiny },
				{ -tiny, -tiny, (Real)-0.0061274734325706959 } },
		{ (Real)-0.0061427096370607615, (Real)-0.0039062660653144121, 0 },
	};
	ShapeInstance b = mk_instance(second, sheared);
	Difference d = mk_difference(&a, &b);
	PenetrationInput input = { .difference = &d, .limit = MK_INFINITY, .is_query = true };
	Separation s = mk_penetration(&input).separation;
	Vec3 w = difference_support(&d, s.normal, difference_no_hint()).point;
	assert_true(s.distance < d.error);
	check_near(s.distance, -(double)vec3_dot(w, s.normal), 8 * (double)d.error);
	mk_shape_release(first);
	mk_shape_release(second);
}

static Separation ask(const ShapeInstance *a, const ShapeInstance *b, PenetrationCache *cache,
		PenetrationCounters *counters) {
	Difference d = mk_difference(a, b);
	PenetrationInput input = { .difference = &d, .cache = cache, .counters = counters };
	input.limit = 1;
	return mk_penetration(&input).separation;
}

// The motion since the last answer is that of both shapes against each other, whichever moves.
static void a_depth_is_reused_by_the_relative_motion_of_both(void **state) {
	(void)state;
	Shape *shape = mk_cylinder_create((Real)0.5, 1, NULL);
	ShapeInstance a = instance_local(shape);
	Transform pose = { quat_identity(), vec3((Real)0.1, (Real)0.97, (Real)0.05) };
	ShapeInstance b = instance_rigid(shape, pose);
	PenetrationCache cache = { 0 };
	PenetrationCounters counters = { 0 };
	check_near(ask(&a, &b, &cache, &counters).distance, -0.03, 1e-5);
	assert_true(cache.lower > 0);
	// both together, far: as if nothing had moved
	a.pose.origin = vec3(32, -16, 8);
	b.pose.origin = vec3_add(pose.position, a.pose.origin);
	check_near(ask(&a, &b, &cache, &counters).distance, -0.03, 1e-5);
	assert_int_equal(counters.descents, 1);
	// A alone, so far that its side is nearer than its cap: as far as if B had moved
	a.pose.origin = vec3_add(a.pose.origin, vec3((Real)-0.88, (Real)0.3, 0));
	Separation warm = ask(&a, &b, &cache, &counters);
	check_near(warm.distance, ask(&a, &b, NULL, NULL).distance, 1e-4);
	assert_int_equal(counters.descents, 1);
	mk_shape_release(shape);
}

// A short edge across the end of a long one, which are a needle together: weights that were cut off
// at zero moved the touching points 4 mm along it.
static void points_at_the_end_of_a_long_edge_are_on_both_hulls(void **state) {
	(void)state;
	Vec3 half = vec3((Real)1.08265638, (Real)2.1920042, (Real)15.5530138);
	const Vec3 points[] = {
		{ (Real)-0.173425168, (Real)-0.000663008541, (Real)-0.437820494 },
		{ (Real)0.450701773, (Real)0.203849226, (Real)-0.756084025 },
		{ (Real)0.178623438, (Real)0.238769561, (Real)-0.0591693521 },
		{ (Real)0.443945289, (Real)-0.167423218, (Real)-0.542419612 },
		{ (Real)0.16405268, (Real)-0.244506568, (Real)-0.74052453 },
		{ (Real)0.218652979, (Real)0.135577783, (Real)0.0062853694 },
		{ (Real)0.430282146, (Real)-0.0174988806, (Real)-0.859822869 },
	};
	Shape *box = mk_box_create(half, NULL);
	Shape *hull = mk_hull_shape_create(&(HullShapeInput){ .points = points, .count = 7 }, NULL);
	ShapeInstance a = instance_local(box);
	ShapeInstance b = instance_local(hull);
	b.pose = (Affine){ { { (Real)0.449671775, (Real)0.488272429, (Real)0.747920811 },
							   { (Real)-0.779141784, (Real)0.623856843, (Real)0.061164014 },
							   { (Real)-0.436730802, (Real)-0.610240161, (Real)0.660964072 } },
		{ (Real)1.16244829, (Real)1.91969907, (Real)-15.6620522 } };
	Separation s = mk_separation(&a, &b);
	assert_true(s.distance < 0 && s.distance > (Real)-2e-4);
	// the only corner that is in the box, near one of the box's own
	Vec3 corner = affine_point(b.pose, points[2]);
	check_vec3(s.point_a, corner, 5e-4);
	check_vec3(s.point_b, corner, 5e-4);
	mk_shape_release(box);
	mk_shape_release(hull);
}

// A small cylinder in a wide flat cone: the direction goes around the cone's side, where
// its tip and its rim are equally high, and that line is bent. Straight steps along it
// end so high beside it that they became as short as nothing, 0.8 um above the minimum,
// in EPA without a proof as well.
static void a_bent_line_of_directions_is_followed_to_its_lowest_place(void **state) {
	(void)state;
	Shape *cylinder = mk_cylinder_create(
			(Real)0.05594637569395141, (Real)0.036961292344230692, NULL);
	Shape *cone = mk_cone_create((Real)4.2289004256582636, (Real)0.81833777750151116, NULL);
	ShapeInstance a = instance_local(cylinder);
	ShapeInstance b = instance_local(cone);
	b.pose = (Affine){
		{ { -1, 0, 0 }, { 0, 0, -1 }, { 0, -1, 0 } },
		{ 0, (Real)0.01848064617211545, (Real)0.29489665419701738 },
	};
	Difference d = mk_difference(&a, &b);
	NewtonInput input = {
		.difference = &d,
		.guess = vec3((Real)-0.0053842262, (Real)0.189909683, (Real)0.981786801),
		.limit = (double)INFINITY,
	};
	NewtonResult found;
	mk_newton(&input, &found);
	assert_int_equal(found.status, NEWTON_FOUND);
	check_near(found.normal.x, 0, 1e-4);
	// along the cone's side its tip is 0.409 high, and the cylinder, 0.295 away,
	// reaches its radius towards it
	double steep = 4.2289004256582636 / hypot(4.2289004256582636, 0.81833777750151116);
	double depth = steep * (0.40916888875075558 + 0.05594637569395141 - 0.29489665419701738);
	check_near(found.height, depth, 4 * (double)d.error);
	mk_shape_release(cylinder);
	mk_shape_release(cone);
}

// What both solvers of GJK say of a tapered cylinder and a separation ray is the truth, as near as
// differences are told of pairs of that size.
static void check_ray(Shape *cylinder, Real length, Affine pose, double truth) {
	Shape *ray = mk_separation_ray_create(length, false, NULL);
	ShapeInstance a = instance_local(cylinder);
	ShapeInstance b = instance_local(ray);
	b.pose = pose;
	Difference d = mk_difference(&a, &b);
	double floor_size = pair_floor(&d);
	for (int i = 0; i < 2; i++) {
		GjkInput input = mk_gjk_query_input(&d);
		input.solver = i == 0 ? SIMPLEX_SIGNED_VOLUMES : SIMPLEX_JOHNSON;
		GjkResult r = mk_gjk(&input);
		check_near(r.is_overlapping ? 0 : r.upper, truth, floor_size);
	}
	check_near((double)mk_separation(&a, &b).distance, truth, floor_size);
	mk_shape_release(cylinder);
	mk_shape_release(ray);
}

// On the small end of a wide flat cylinder: of a triangle that reaches over all of it the nearest
// point is a millionth of the size away, and its direction was off by as much as the search had
// left to gain; it ended 2.3e-6 m above the disc.
static void a_ray_on_the_small_end_of_a_disc_touches_it(void **state) {
	(void)state;
	Affine pose = {
		{ { 1, 0, 0 }, { 0, 0, -1 }, { 0, 1, 0 } },
		{ (Real)-0.04229925014958949, (Real)0.038599243271074293, (Real)-0.079311094030480561 },
	};
	Shape *cylinder = mk_tapered_cylinder_create(
			(Real)31.227583927821776, (Real)0.089885906567877774, (Real)0.077198486542148462, NULL);
	check_ray(cylinder, (Real)0.39887003279667815, pose, 0);
}

// Below the rim: the determinants of four points in nearly one plane kept less digits than it takes
// to see that the origin is beside them.
static void a_ray_below_a_rim_is_beside_it(void **state) {
	(void)state;
	Affine pose = {
		{ { (Real)-0.63328680680008675, (Real)0.66226663107139727, (Real)-0.40043817213434019 },
				{ (Real)0.42262682479937413, (Real)-0.13751648248561321,
						(Real)-0.89581012720597397 },
				{ (Real)-0.6483320039092233, (Real)-0.73654064817505216,
						(Real)-0.19280426938458875 } },
		{ (Real)-1.1484896783722103, (Real)-0.70354190176554365, (Real)0.15025697838604934 },
	};
	Shape *cylinder = mk_tapered_cylinder_create(
			(Real)1.1582808652642547, (Real)0.60120099166772734, (Real)1.4070832379914751, NULL);
	check_ray(cylinder, (Real)1.8070825842368907, pose, 2.8276980e-7);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(epa_ends_on_nearly_aligned_boxes),
		cmocka_unit_test(the_deepest_direction_at_a_tip_is_not_the_depth),
		cmocka_unit_test(a_ball_on_the_axis_of_a_capsule_is_as_deep_as_the_radii),
		cmocka_unit_test(a_box_that_shear_made_a_needle_is_as_deep_as_its_corners),
		cmocka_unit_test(a_depth_is_reused_by_the_relative_motion_of_both),
		cmocka_unit_test(points_at_the_end_of_a_long_edge_are_on_both_hulls),
		cmocka_unit_test(a_bent_line_of_directions_is_followed_to_its_lowest_place),
		cmocka_unit_test(a_ray_on_the_small_end_of_a_disc_touches_it),
		cmocka_unit_test(a_ray_below_a_rim_is_beside_it),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
