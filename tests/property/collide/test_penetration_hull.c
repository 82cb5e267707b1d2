// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The axes that can matter say the same of two hulls, or a hull and a box, as EPA and GJK
// on the same pair: round ones, slabs and needles, at any pose and nearly aligned, from
// apart to one inside the other.
#include "collide/penetration_hull.h"

#include "collide/penetration.h"
#include "shape/hull_shape.h"
#include "support/check.h"
#include "support/property.h"
#include "support/random.h"

enum { MAX_POINTS = 40 };

static Real half_of(Real x) { return (Real)(round(2 * (double)x) / 2); }

// Points on an ellipsoid from a ball to a needle or a slab of 1:30, somewhere beside the origin;
// some on a grid, so that faces have more than three corners; or a box.
static Shape *random_solid(Rng *rng) {
	Real x = (Real)pow(10, rng_range(rng, -1.5, 0));
	Real y = (Real)pow(10, rng_range(rng, -1.5, 0));
	Real z = (Real)pow(10, rng_range(rng, -1.5, 0));
	if (rng_below(rng, 4) == 0) return mk_box_create(vec3(x, y, z), NULL);
	Vec3 points[MAX_POINTS];
	uint32_t count = 4 + rng_below(rng, MAX_POINTS - 3);
	bool is_grid = rng_below(rng, 3) == 0;
	Vec3 middle = random_vec3(rng, 0.5);
	for (uint32_t i = 0; i < count; i++) {
		Vec3 p = random_unit(rng);
		if (is_grid) p = vec3(half_of(p.x), half_of(p.y), half_of(p.z));
		points[i] = vec3_add(middle, vec3(p.x * x, p.y * y, p.z * z));
	}
	return mk_hull_shape_create(&(HullShapeInput){ .points = points, .count = count }, NULL);
}

static Transform random_pose(Rng *rng) {
	Transform pose = random_transform(rng, 1);
	if (rng_below(rng, 3) == 0) {
		Vec3 turn = random_vec3(rng, pow(10, rng_range(rng, -8, -1)));
		pose.rotation = quat_normalize(mk_quat_from_rotation_vector(turn));
	}
	return pose;
}

// How far a point of the frame is outside of a side's shape, m.
static double outside_of(const DifferenceSide *side, Vec3 offset, Vec3 point) {
	Vec3 local = mat3_apply_transposed(side->linear, vec3_sub(point, offset));
	if (side->shape->kind == SHAPE_BOX) {
		Vec3 half = ((const BoxShape *)side->shape)->half;
		Vec3 over = vec3_sub(vec3_abs(local), half);
		return (double)real_max(over.x, real_max(over.y, over.z));
	}
	const Hull *hull = &((const HullShape *)side->shape)->hull;
	double most = -1;
	for (uint32_t i = 0; i < hull->face_count; i++)
		most = fmax(most, (double)plane_distance(hull->planes[i], local));
	return most;
}

static void check_found(const Difference *d, const EpaResult *found) {
	GjkInput gjk = mk_gjk_query_input(d);
	GjkResult start = mk_gjk(&gjk);
	EpaInput input = mk_epa_query_input(d, &start.simplex);
	EpaResult epa = mk_epa(&input);
	double slack = 16 * (double)d->error;
	assert_true(found->upper <= epa.upper + slack);
	// EPA is right to its tolerance, two floors or a millionth
	if (epa.status == SEPARATION_CONVERGED)
		check_near(found->upper, epa.upper, slack + 1e-5 * epa.upper);
	assert_true(found->lower <= found->upper && found->lower <= epa.upper + slack);
	assert_true(vec3_is_unit(found->normal));
	Vec3 w = difference_support(d, found->normal, difference_no_hint()).point;
	check_near((double)vec3_dot(w, found->normal), found->upper, slack);
	check_vec3(vec3_sub(found->point_a, found->point_b),
			vec3_scale(found->normal, (Real)found->upper), slack);
	assert_true(outside_of(&d->a, vec3_zero(), found->point_a) <= slack);
	assert_true(outside_of(&d->b, d->offset, found->point_b) <= slack);
}

static void check_apart(const Difference *d, const EpaResult *apart) {
	GjkInput gjk = mk_gjk_query_input(d);
	GjkResult found = mk_gjk(&gjk);
	double slack = 16 * (double)d->error;
	assert_true(-apart->upper <= found.upper + slack);
	Vec3 w = difference_support(d, apart->normal, difference_no_hint()).point;
	check_near((double)vec3_dot(w, apart->normal), apart->upper, slack);
}

static void hulls_are_as_deep_as_epa_says(Rng *rng) {
	Shape *hull_a = random_solid(rng);
	Shape *hull_b = random_solid(rng);
	Transform pose_a = random_pose(rng);
	Transform pose_b = random_pose(rng);
	pose_b.position = vec3_add(pose_a.position, random_vec3(rng, rng_range(rng, 0, 1)));
	ShapeInstance a = instance_rigid(hull_a, pose_a);
	ShapeInstance b = instance_rigid(hull_b, pose_b);
	// half of them are moved until they overlap a little
	bool is_moved = rng_below(rng, 2) == 0;
	if (is_moved) {
		Separation s = mk_separation(&a, &b);
		Real depth = (Real)rng_range(rng, 0, 0.05);
		pose_b.position = vec3_add_scaled(pose_b.position, s.normal, -depth - s.distance);
		b = instance_rigid(hull_b, pose_b);
	}
	Difference d = mk_difference(&a, &b);
	EpaResult found;
	HullDepthState state = mk_penetration_hulls(&d, rng_below(rng, 2) == 0, &found);
	if (state == HULL_DEPTH_FOUND) check_found(&d, &found);
	if (state == HULL_DEPTH_APART) check_apart(&d, &found);
	mk_shape_release(hull_a);
	mk_shape_release(hull_b);
}

static void test_hulls_are_as_deep_as_epa_says(void **state) {
	(void)state;
	for_all(hulls_are_as_deep_as_epa_says, 20000, 1);
}

// No local minimum but that of the answer is below the rival: directions far from the normal are
// deeper unless they lead down to it.
static void rivals_are_deeper(Rng *rng) {
	Shape *hull = random_solid(rng);
	Transform pose = random_transform(rng, 0.5);
	ShapeInstance a = instance_rigid(hull, random_transform(rng, 0));
	ShapeInstance b = instance_rigid(hull, pose);
	Difference d = mk_difference(&a, &b);
	EpaResult found;
	if (mk_penetration_hulls(&d, true, &found) == HULL_DEPTH_FOUND) {
		double slack = 16 * (double)d.error;
		assert_true(found.rival >= found.upper - slack);
		GjkInput gjk = mk_gjk_query_input(&d);
		GjkResult start = mk_gjk(&gjk);
		EpaInput input = mk_epa_query_input(&d, &start.simplex);
		EpaResult epa = mk_epa(&input);
		bool is_same = vec3_dot(epa.normal, found.normal) > (Real)0.999;
		// equal minima: the other one is a rival
		if (!is_same) assert_true(found.rival <= epa.upper + slack);
	}
	mk_shape_release(hull);
}

static void test_rivals_are_deeper(void **state) {
	(void)state;
	for_all(rivals_are_deeper, 5000, 2);
}

// Hulls beside each other are settled: the tests above are not empty.
static void test_hulls_beside_each_other_are_settled(void **state) {
	(void)state;
	Rng rng = { 3 };
	Vec3 points[32];
	for (int i = 0; i < 32; i++)
		points[i] = random_unit(&rng);
	Shape *hull = mk_hull_shape_create(&(HullShapeInput){ .points = points, .count = 32 }, NULL);
	int settled = 0;
	for (int i = 0; i < 1000; i++) {
		Transform pose = random_transform(&rng, 2);
		ShapeInstance a = instance_rigid(hull, random_transform(&rng, 0));
		ShapeInstance b = instance_rigid(hull, pose);
		Separation s = mk_separation(&a, &b);
		pose.position = vec3_add_scaled(pose.position, s.normal, (Real)-0.02 - s.distance);
		b = instance_rigid(hull, pose);
		Difference d = mk_difference(&a, &b);
		EpaResult found;
		settled += mk_penetration_hulls(&d, true, &found) == HULL_DEPTH_FOUND;
	}
	assert_in_range(settled, 980, 1000);
	mk_shape_release(hull);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_hulls_are_as_deep_as_epa_says),
		cmocka_unit_test(test_rivals_are_deeper),
		cmocka_unit_test(test_hulls_beside_each_other_are_settled),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
