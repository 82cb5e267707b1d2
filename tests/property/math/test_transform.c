// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Maps, and what they do to planes and boxes: images hold the images of points.
#include "math/aabb.h"
#include "math/plane.h"
#include "math/transform.h"

#include "support/check.h"
#include "support/property.h"
#include "support/random.h"

static const Real tolerance = 64 * MK_EPSILON;

static Affine random_affine(Rng *rng) {
	Mat3 linear = random_mat3(rng, 2);
	return (Affine){ linear, random_vec3(rng, 10) };
}

static void poses_are_a_group(Rng *rng) {
	Transform a = random_transform(rng, 10);
	Transform b = random_transform(rng, 10);
	Vec3 p = random_vec3(rng, 10);
	Vec3 image = transform_point(a, transform_point(b, p));
	check_vec3(transform_point(transform_multiply(a, b), p), image, 10 * tolerance);
	check_vec3(transform_point_inverse(a, transform_point(a, p)), p, 10 * tolerance);
	check_vec3(transform_point(transform_inverse(a), transform_point(a, p)), p, 10 * tolerance);
	Transform relative = transform_relative(a, b);
	Transform expected = transform_multiply(transform_inverse(a), b);
	check_vec3(relative.position, expected.position, 20 * tolerance);
	check_quat(relative.rotation, expected.rotation, tolerance);
	check_vec3(affine_point(affine_from_transform(a), p), transform_point(a, p), 10 * tolerance);
}

static void split_rebuilds_the_map(Rng *rng) {
	Affine map = random_affine(rng);
	Mat3 stretch;
	Transform pose = affine_split(map, &stretch);
	Vec3 p = random_vec3(rng, 1);
	Vec3 image = transform_point(pose, mat3_apply(stretch, p));
	check_vec3(image, affine_point(map, p), 10 * tolerance);
}

static void box_image_holds_all_points(Rng *rng) {
	Vec3 corner = random_vec3(rng, 100);
	Vec3 size = vec3_abs(random_vec3(rng, 10));
	Aabb box = { corner, vec3_add(corner, size) };
	Affine map = random_affine(rng);
	Aabb image = aabb_transform(box, map);
	Aabb tight = aabb_empty();
	for (int i = 0; i < 8; i++) {
		Vec3 p = vec3(i & 1 ? box.max.x : box.min.x, i & 2 ? box.max.y : box.min.y,
				i & 4 ? box.max.z : box.min.z);
		tight = aabb_add_point(tight, affine_point(map, p));
	}
	// never too small, not even by rounding, and hardly larger than needed
	assert_true(aabb_contains(image, tight));
	check_vec3(image.min, tight.min, 3000 * MK_EPSILON);
	check_vec3(image.max, tight.max, 3000 * MK_EPSILON);
}

static void plane_image_keeps_sides(Rng *rng) {
	Vec3 normal = random_unit(rng);
	Plane plane = plane_from_point(normal, random_vec3(rng, 10));
	Affine map = random_affine(rng);
	if (real_abs(mat3_determinant(map.linear)) < (Real)0.5) return;
	Plane image = plane_affine(plane, map);
	assert_true(vec3_is_unit(image.normal));
	// points of the plane land on the image, and the front stays in front
	Vec3 p = random_vec3(rng, 10);
	Vec3 on_plane = plane_project(plane, p);
	check_near(plane_distance(image, affine_point(map, on_plane)), 0, 50 * tolerance);
	Vec3 front = vec3_add(on_plane, plane.normal);
	assert_true(plane_distance(image, affine_point(map, front)) > 0);
}

static void poses_compose_and_invert(void **state) {
	(void)state;
	for_all(poses_are_a_group, 20000, 61);
}

static void maps_split_into_pose_and_stretch(void **state) {
	(void)state;
	for_all(split_rebuilds_the_map, 20000, 62);
}

static void boxes_bound_their_images(void **state) {
	(void)state;
	for_all(box_image_holds_all_points, 20000, 63);
}

static void planes_keep_their_sides(void **state) {
	(void)state;
	for_all(plane_image_keeps_sides, 20000, 64);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(poses_compose_and_invert),
		cmocka_unit_test(maps_split_into_pose_and_stretch),
		cmocka_unit_test(boxes_bound_their_images),
		cmocka_unit_test(planes_keep_their_sides),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
