// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The closed form for the depth of two boxes says the same as EPA on the same pair, for
// cubes, slabs and needles at any pose, B also under shear and scale, and its points
// are where the boxes touch.
#include "collide/penetration_box.h"

#include "collide/epa.h"
#include "support/check.h"
#include "support/property.h"
#include "support/random.h"

// From a cube to a needle or a slab of 1:100.
static Vec3 random_half(Rng *rng) {
	Real x = (Real)pow(10, rng_range(rng, -2, 0));
	Real y = (Real)pow(10, rng_range(rng, -2, 0));
	Real z = (Real)pow(10, rng_range(rng, -2, 0));
	return vec3(x, y, z);
}

// Nearly aligned poses make edges that are nearly parallel.
static Affine random_pose(Rng *rng, bool is_rigid) {
	Transform pose = random_transform(rng, 1);
	if (rng_below(rng, 3) == 0) {
		Vec3 turn = random_vec3(rng, pow(10, rng_range(rng, -8, -1)));
		pose.rotation = quat_normalize(mk_quat_from_rotation_vector(turn));
	}
	Affine affine = affine_from_transform(pose);
	if (is_rigid) return affine;
	Mat3 shear = mat3_identity();
	shear.x = vec3_add(shear.x, random_vec3(rng, 0.5));
	shear.y = vec3_add(shear.y, random_vec3(rng, 0.5));
	affine.linear = mat3_multiply(affine.linear, shear);
	return affine;
}

static bool is_on_box(Vec3 half, Vec3 p, double slack) {
	Vec3 size = vec3_abs(p);
	return (double)size.x <= (double)half.x + slack && (double)size.y <= (double)half.y + slack &&
			(double)size.z <= (double)half.z + slack;
}

static void check_boxes(Rng *rng, bool is_rigid) {
	Vec3 half_a = random_half(rng);
	Vec3 half_b = random_half(rng);
	Shape *box_a = mk_box_create(half_a, NULL);
	Shape *box_b = mk_box_create(half_b, NULL);
	ShapeInstance a = mk_instance(box_a, random_pose(rng, true));
	ShapeInstance b = mk_instance(box_b, random_pose(rng, is_rigid));
	double reach = rng_range(rng, 0, 0.5) * (double)vec3_min_element(vec3_add(half_a, half_b));
	b.pose.origin = vec3_add(a.pose.origin, random_vec3(rng, reach));
	Difference d = mk_difference(&a, &b);
	BoxDepth found;
	if (mk_penetration_boxes(&d, &found)) {
		GjkInput gjk = mk_gjk_query_input(&d);
		GjkResult start = mk_gjk(&gjk);
		EpaInput input = mk_epa_query_input(&d, &start.simplex);
		EpaResult epa = mk_epa(&input);
		double slack = 8 * (double)d.error;
		assert_true(found.depth <= epa.upper + slack);
		// EPA is right to its tolerance, two floors or a millionth
		if (epa.status == SEPARATION_CONVERGED)
			check_near(found.depth, epa.upper, slack + 1e-5 * found.depth);
		Vec3 w = difference_support(&d, found.normal, difference_no_hint()).point;
		check_near((double)vec3_dot(w, found.normal), found.depth, slack);
		check_vec3(vec3_sub(found.point_a, found.point_b),
				vec3_scale(found.normal, (Real)found.depth), slack);
		assert_true(vec3_is_unit(found.normal));
		assert_true(is_on_box(half_a, found.point_a, slack));
		Affine inverse;
		Affine pose = { d.b.linear, d.offset };
		assert_true(affine_invert(pose, &inverse));
		// a sheared box magnifies errors by what the shear at most is
		Vec3 local = affine_point(inverse, found.point_b);
		assert_true(is_on_box(half_b, local, 8 * slack));
	}
	mk_shape_release(box_a);
	mk_shape_release(box_b);
}

static void rigid_boxes_are_as_deep_as_epa_says(Rng *rng) { check_boxes(rng, true); }
static void sheared_boxes_are_as_deep_as_epa_says(Rng *rng) { check_boxes(rng, false); }

static void test_rigid_boxes_are_as_deep_as_epa_says(void **state) {
	(void)state;
	for_all(rigid_boxes_are_as_deep_as_epa_says, 20000, 1);
}

static void test_sheared_boxes_are_as_deep_as_epa_says(void **state) {
	(void)state;
	for_all(sheared_boxes_are_as_deep_as_epa_says, 20000, 2);
}

// Most random overlaps are settled: the test above is not empty.
static void test_most_overlaps_are_settled(void **state) {
	(void)state;
	Rng rng = { 3 };
	Shape *box = mk_box_create(vec3(1, 1, 1), NULL);
	int settled = 0;
	for (int i = 0; i < 1000; i++) {
		ShapeInstance a = instance_rigid(box, random_transform(&rng, 0));
		ShapeInstance b = instance_rigid(box, random_transform(&rng, 1));
		Difference d = mk_difference(&a, &b);
		BoxDepth found;
		settled += mk_penetration_boxes(&d, &found);
	}
	assert_int_equal(settled, 1000);
	mk_shape_release(box);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rigid_boxes_are_as_deep_as_epa_says),
		cmocka_unit_test(test_sheared_boxes_are_as_deep_as_epa_says),
		cmocka_unit_test(test_most_overlaps_are_settled),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
