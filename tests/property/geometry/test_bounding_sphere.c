// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Welzl's sphere against the exhaustive one, and both against the definition: moved centres give no
// smaller sphere. Sets of all kinds: clouds, grids with many equal distances, cospherical, flat,
// needles, clusters, duplicates, far from the origin.
#include "geometry/bounding_sphere.h"

#include "support/check.h"
#include "support/property.h"
#include "support/random.h"

#define MAX_POINTS 400

typedef struct Cloud {
	Vec3 points[MAX_POINTS];
	uint32_t count;
	double size;   // m, about
	double offset; // m, of the origin
} Cloud;

static Vec3 random_kind_of_point(Rng *rng, uint32_t kind) {
	Vec3 p = random_vec3(rng, 1);
	switch (kind) {
		case 0: return p;
		case 1: return random_unit(rng);
		case 2: // a coarse grid
			return vec3(real_floor(p.x * 2), real_floor(p.y * 2), real_floor(p.z * 2));
		case 3: return vec3(p.x, p.y, 0);
		case 4: return vec3_scale(vec3(1, (Real)0.3, (Real)-0.7), p.x);
		case 5: return vec3(p.x, p.y * (Real)1e-4, p.z * (Real)1e-5);
		case 6: // two tight clusters
			return vec3_add(vec3_scale(p, (Real)1e-3), vec3(p.x > 0 ? 1 : -1, 0, 0));
		case 7: return vec3_normalize(vec3(p.x, p.y, 0));
		default: // nearly on a sphere
			return vec3_scale(random_unit(rng), 1 + p.x * 16 * MK_EPSILON);
	}
}

static Cloud random_cloud(Rng *rng, uint32_t max_count) {
	Cloud cloud = { .count = 1 + rng_below(rng, max_count) };
	uint32_t kind = rng_below(rng, 9);
	Quat turn = random_quat(rng);
	Real size = random_size(rng, -4, 4);
	Vec3 offset = rng_below(rng, 3) == 0 ? random_vec3(rng, 100 * (double)size) : vec3_zero();
	cloud.size = (double)size;
	cloud.offset = (double)vec3_max_element(vec3_abs(offset));
	for (uint32_t i = 0; i < cloud.count; i++) {
		Vec3 p = random_kind_of_point(rng, kind);
		// kind 2 keeps its exact symmetry
		if (kind != 2) p = quat_rotate(turn, p);
		cloud.points[i] = vec3_add(vec3_scale(p, size), offset);
		if (i > 0 && rng_below(rng, 8) == 0) cloud.points[i] = cloud.points[rng_below(rng, i)];
	}
	return cloud;
}

static void check_holds(const Cloud *cloud, Sphere s) {
	for (uint32_t i = 0; i < cloud->count; i++)
		assert_true(vec3_distance_squared(cloud->points[i], s.center) <= s.radius * s.radius);
}

// 1e-12 and 4 epsilon of the radius, half an epsilon of each coordinate of the
// centre; doubled for two spheres
static double radius_tolerance(const Cloud *cloud, double radius) {
	double rounding = (double)MK_EPSILON * (4 * radius + cloud->offset + 2 * cloud->size);
	return 2 * (1e-12 * radius + rounding);
}

static void welzl_agrees_with_exhaustive_search(Rng *rng) {
	Cloud cloud = random_cloud(rng, 12);
	BoundingSphere fast = mk_bounding_sphere(cloud.points, cloud.count);
	BoundingSphere slow = mk_bounding_sphere_exhaustive(cloud.points, cloud.count);
	BoundingSphere loose = mk_bounding_sphere_from_box(cloud.points, cloud.count);
	check_holds(&cloud, fast.sphere);
	check_holds(&cloud, slow.sphere);
	check_holds(&cloud, loose.sphere);
	double tolerance = radius_tolerance(&cloud, (double)slow.sphere.radius);
	check_near(fast.sphere.radius, slow.sphere.radius, tolerance);
	assert_true((double)loose.sphere.radius <= sqrt(3) * (double)slow.sphere.radius + tolerance);
}

static double farthest(const Cloud *cloud, const double center[3]) {
	double most = 0;
	for (uint32_t i = 0; i < cloud->count; i++) {
		double x = (double)cloud->points[i].x - center[0];
		double y = (double)cloud->points[i].y - center[1];
		double z = (double)cloud->points[i].z - center[2];
		double distance = sqrt(x * x + y * y + z * z);
		if (distance > most) most = distance;
	}
	return most;
}

// |p - c| is convex in c: a centre that no small step improves is the best one
static void no_other_centre_is_better(Rng *rng) {
	Cloud cloud = random_cloud(rng, MAX_POINTS);
	BoundingSphere result = mk_bounding_sphere(cloud.points, cloud.count);
	Sphere s = result.sphere;
	check_holds(&cloud, s);
	double tolerance = radius_tolerance(&cloud, (double)s.radius);
	for (int i = 0; i < 40; i++) {
		Vec3 d = random_unit(rng);
		double step = (double)s.radius * pow(10, rng_range(rng, -4, 0));
		const double moved[3] = { (double)s.center.x + step * (double)d.x,
			(double)s.center.y + step * (double)d.y, (double)s.center.z + step * (double)d.z };
		assert_true(farthest(&cloud, moved) >= (double)s.radius - tolerance);
	}
	// the points named as support are on the sphere
	assert_in_range(result.support_count, 1, 4);
	for (uint32_t i = 0; i < result.support_count; i++) {
		Real distance = vec3_distance(cloud.points[result.support[i]], s.center);
		check_near(distance, s.radius, tolerance);
	}
}

static void result_is_the_same_every_time(Rng *rng) {
	Cloud cloud = random_cloud(rng, MAX_POINTS);
	BoundingSphere first = mk_bounding_sphere(cloud.points, cloud.count);
	BoundingSphere second = mk_bounding_sphere(cloud.points, cloud.count);
	assert_memory_equal(&first.sphere, &second.sphere, sizeof(Sphere));
}

static void smallest_sphere_is_found(void **state) {
	(void)state;
	for_all(welzl_agrees_with_exhaustive_search, 4000, 601);
}

static void smallest_sphere_cannot_be_improved(void **state) {
	(void)state;
	for_all(no_other_centre_is_better, 2000, 602);
}

static void smallest_sphere_is_deterministic(void **state) {
	(void)state;
	for_all(result_is_the_same_every_time, 200, 603);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(smallest_sphere_is_found),
		cmocka_unit_test(smallest_sphere_cannot_be_improved),
		cmocka_unit_test(smallest_sphere_is_deterministic),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
