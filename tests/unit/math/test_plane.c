// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Planes: sides, distances, and images under rigid, scaling and mirroring maps.
#include "math/plane.h"

#include "support/check.h"

static const Real tolerance = 32 * MK_EPSILON;

static void triangle_is_counter_clockwise_from_the_front(void **state) {
	(void)state;
	Plane plane = plane_from_triangle(vec3(0, 0, 2), vec3(1, 0, 2), vec3(0, 1, 2));
	check_vec3(plane.normal, vec3(0, 0, 1), 0);
	check_near(plane.offset, 2, 0);
	check_near(plane_distance(plane, vec3(5, 5, 3)), 1, 0);
	check_near(plane_distance(plane, vec3(5, 5, 0)), -2, 0);
}

static void collinear_points_have_no_plane(void **state) {
	(void)state;
	Plane plane = plane_from_triangle(vec3(1, 1, 1), vec3(2, 2, 2), vec3(3, 3, 3));
	check_vec3(plane.normal, vec3_zero(), 0);
	check_near(plane.offset, 0, 0);
}

static void normalize_keeps_the_points(void **state) {
	(void)state;
	Plane plane = plane_normalize((Plane){ vec3(2, 3, 6), 14 });
	check_near(vec3_length(plane.normal), 1, tolerance);
	check_near(plane.offset, 2, tolerance);
	Plane none = plane_normalize((Plane){ vec3_zero(), 5 });
	check_vec3(none.normal, vec3_zero(), 0);
	check_near(none.offset, 0, 0);
}

static void projection_lands_on_the_plane(void **state) {
	(void)state;
	Plane plane = plane_from_point(vec3(0, 1, 0), vec3(7, 3, 7));
	check_vec3(plane_project(plane, vec3(1, 10, 2)), vec3(1, 3, 2), 0);
	Plane flipped = plane_flip(plane);
	check_near(plane_distance(flipped, vec3(1, 10, 2)), -7, 0);
}

static void rigid_image_keeps_distances(void **state) {
	(void)state;
	Transform pose = { quat_normalize(quat(1, 2, 3, 4)), vec3(5, -6, 7) };
	Plane plane = plane_from_point(vec3((Real)0.6, 0, (Real)0.8), vec3(1, 2, 3));
	Plane image = plane_transform(plane, pose);
	Vec3 p = vec3(-2, 4, 9);
	check_near(plane_distance(image, transform_point(pose, p)), plane_distance(plane, p),
			16 * tolerance);
}

static void scaled_image_has_a_perpendicular_normal(void **state) {
	(void)state;
	// the plane x + y = 2 under (2, 1, 1): x/2 + y = 2, normal (1, 2, 0) / sqrt(5)
	Plane plane = plane_normalize((Plane){ vec3(1, 1, 0), 2 });
	Plane image = plane_affine(plane, (Affine){ mat3_diagonal(vec3(2, 1, 1)), vec3_zero() });
	Real root = real_sqrt(5);
	check_vec3(image.normal, vec3(1 / root, 2 / root, 0), tolerance);
	check_near(image.offset, 4 / root, tolerance);
}

static void mirrored_image_keeps_the_front_in_front(void **state) {
	(void)state;
	Plane plane = plane_from_point(vec3(1, 0, 0), vec3(3, 0, 0));
	Affine mirror = { mat3_diagonal(vec3(-2, 1, 1)), vec3(1, 0, 0) };
	Plane image = plane_affine(plane, mirror);
	Vec3 front = vec3(4, 5, 6);
	assert_true(plane_distance(plane, front) > 0);
	assert_true(plane_distance(image, affine_point(mirror, front)) > 0);
	check_vec3(image.normal, vec3(-1, 0, 0), 0);
	check_near(image.offset, 5, tolerance);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(triangle_is_counter_clockwise_from_the_front),
		cmocka_unit_test(collinear_points_have_no_plane),
		cmocka_unit_test(normalize_keeps_the_points),
		cmocka_unit_test(projection_lands_on_the_plane),
		cmocka_unit_test(rigid_image_keeps_distances),
		cmocka_unit_test(scaled_image_has_a_perpendicular_normal),
		cmocka_unit_test(mirrored_image_keeps_the_front_in_front),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
