// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Half-spaces under affine maps (scale, shear, mirrors) against the definition, in double: a point
// is in the image if the point it comes from is behind the plane.
#include "geometry/double3.h"
#include "shape/convex.h"
#include "shape/instance.h"

#include "support/check.h"
#include "support/property.h"
#include "support/random.h"
#include "support/shape_make.h"

// An image, and its plane in double from three mapped points and one behind.
typedef struct Image {
	Shape *shape;
	ShapeInstance in;
	Vec3 anchor;    // on the plane, mapped
	Double3 normal; // unit, outward
	Real size;      // of all numbers involved, m
} Image;

static Image make_image(Rng *rng) {
	Image image;
	Vec3 normal = random_unit(rng);
	Real offset = random_real(rng, -10, 10);
	// any length of the normal describes the same half-space
	Real length = random_size(rng, -2, 2);
	Plane plane = { vec3_scale(normal, length), offset * length };
	image.shape = mk_half_space_create(plane, NULL);
	assert_non_null(image.shape);
	Affine map = random_affine(rng, 10);
	image.in = mk_instance(image.shape, map);
	Vec3 point = vec3_scale(normal, offset);
	Vec3 u = vec3_perpendicular(normal);
	Vec3 v = vec3_cross(normal, u);
	image.anchor = affine_point(map, point);
	Vec3 side_u = affine_direction(map, u);
	Vec3 side_v = affine_direction(map, v);
	Double3 cross = double3_cross(
			double3_between(side_u, vec3_zero()), double3_between(side_v, vec3_zero()));
	Double3 outward = double3_between(affine_direction(map, normal), vec3_zero());
	double sign = double3_dot(cross, outward) < 0 ? -1 : 1;
	image.normal = double3_scale(cross, sign / double3_length(cross));
	// factors of the map are from 1/4 to 4, offsets up to 10 m
	image.size = 100;
	return image;
}

static double height_of(const Image *image, Vec3 p) {
	return double3_dot(image->normal, double3_between(p, image->anchor));
}

static void nearest_point_is_the_foot(Rng *rng) {
	Image image = make_image(rng);
	Vec3 p = random_vec3(rng, 50);
	double height = height_of(&image, p);
	double error = 64 * (double)(MK_EPSILON * image.size);
	ShapePoint found = mk_instance_closest(&image.in, p);
	if (fabs(height) > error) assert_int_equal(found.is_inside, height < 0);
	if (found.is_inside) {
		check_vec3(found.point, p, 0);
	} else {
		check_near(height_of(&image, found.point), 0, error);
		check_near(vec3_distance(found.point, p), height, error);
	}
	mk_shape_release(image.shape);
}

static void ray_enters_at_the_plane(Rng *rng) {
	Image image = make_image(rng);
	Ray ray = { .origin = random_vec3(rng, 50) };
	ray.direction = random_sized(rng, -1, 1);
	ShapeRay query = { ray, ray_range_ray(), RAY_SIDES_BOTH };
	RayHit hit = mk_instance_ray(&image.in, &query).hit;
	double height = height_of(&image, ray.origin);
	double length = (double)vec3_length(ray.direction);
	double speed = double3_dot(image.normal, double3_between(ray.direction, vec3_zero())) / length;
	double error = 64 * (double)(MK_EPSILON * image.size);
	if (fabs(height) > error && fabs(speed) > 0.01) {
		assert_int_equal(hit.hit, height < 0 || speed < 0);
		assert_int_equal(hit.started_inside, height < 0);
		if (height < 0) check_near(hit.t, 0, 0);
		if (height > 0 && speed < 0) {
			check_near((double)hit.t * length * -speed, height, error / -speed);
			check_near(
					double3_dot(image.normal, double3_between(hit.normal, vec3_zero())), 1, 1e-4);
		}
	}
	mk_shape_release(image.shape);
}

static void box_holds_all_points_behind(Rng *rng) {
	Image image = make_image(rng);
	// a map that keeps the normal on an axis: only such boxes have an end
	if (rng_below(rng, 2) == 0) {
		mk_shape_release(image.shape);
		int axis = (int)rng_below(rng, 3);
		Vec3 normal = vec3_scale(vec3_axis(axis), rng_below(rng, 2) == 0 ? 1 : -1);
		image.shape = mk_half_space_create((Plane){ normal, random_real(rng, -5, 5) }, NULL);
		Vec3 factors = random_sizes(rng, -0.5, 0.5);
		if (rng_below(rng, 2) == 0) factors.y = -factors.y;
		image.in = mk_instance(
				image.shape, (Affine){ mat3_diagonal(factors), random_vec3(rng, 5) });
	}
	Aabb box = mk_instance_bounds(&image.in);
	for (int i = 0; i < 20; i++) {
		Vec3 p = random_vec3(rng, 30);
		if (mk_instance_closest(&image.in, p).is_inside) assert_true(aabb_contains_point(box, p));
	}
	check_near(mk_shape_mass(image.shape, image.in.pose).mass, 0, 0);
	mk_shape_release(image.shape);
}

static void test_closest(void **state) {
	(void)state;
	for_all(nearest_point_is_the_foot, 20000, 81);
}

static void test_rays(void **state) {
	(void)state;
	for_all(ray_enters_at_the_plane, 20000, 82);
}

static void test_bounds(void **state) {
	(void)state;
	for_all(box_holds_all_points_behind, 5000, 83);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_closest),
		cmocka_unit_test(test_rays),
		cmocka_unit_test(test_bounds),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
