// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Rays, segments and lines against planes, triangles and quads: exact cases with both sides,
// borders, parallel rays and rays in the plane.
#include "geometry/ray.h"

#include "support/check.h"

static const Triangle corner = { { 0, 0, 0 }, { 4, 0, 0 }, { 0, 4, 0 } };
static const Plane ground = { { 0, 0, 1 }, 0 };

static Ray ray_to(Vec3 from, Vec3 to) { return ray_from_segment((Segment){ from, to }); }

static RayHit hit_corner(Ray ray, RayRange range, RaySides sides) {
	TriangleRay prepared = mk_ray_prepare(ray);
	return mk_ray_hit_triangle(&prepared, range, corner, sides, NULL);
}

static void segment_crosses_a_plane_at_its_fraction(void **state) {
	(void)state;
	Ray ray = ray_to(vec3(0, 0, -1), vec3(0, 0, 3));
	RayHit hit = mk_ray_hit_plane(ray, ray_range_segment(), ground);
	assert_true(hit.hit);
	assert_false(hit.started_inside);
	check_near(hit.t, 0.25, 0);
	check_vec3(ray_at(ray, hit.t), vec3_zero(), 0);
	// it comes from below
	check_vec3(hit.normal, vec3(0, 0, -1), 0);
}

static void plane_normal_need_not_be_unit(void **state) {
	(void)state;
	Plane scaled = { { 0, 0, 8 }, 16 };
	RayHit hit = mk_ray_hit_plane(
			ray_to(vec3(1, 1, 6), vec3(1, 1, -2)), ray_range_segment(), scaled);
	assert_true(hit.hit);
	// z = 2: half of the way from 6 to -2
	check_near(hit.t, 0.5, 0);
	check_vec3(hit.normal, vec3(0, 0, 1), 0);
}

static void parallel_segment_beside_a_plane_misses(void **state) {
	(void)state;
	Ray ray = ray_to(vec3(0, 0, 1), vec3(5, 0, 1));
	assert_false(mk_ray_hit_plane(ray, ray_range_segment(), ground).hit);
	assert_false(mk_ray_hit_plane(ray, ray_range_line(), ground).hit);
}

static void segment_in_a_plane_starts_inside(void **state) {
	(void)state;
	Ray ray = ray_to(vec3(0, 0, 0), vec3(5, 0, 0));
	RayHit hit = mk_ray_hit_plane(ray, ray_range_segment(), ground);
	assert_true(hit.hit);
	assert_true(hit.started_inside);
	check_near(hit.t, 0, 0);
	check_vec3(hit.normal, vec3_zero(), 0);
	// an oblique plane, where the products do not cancel exactly
	Plane oblique = plane_from_point(
			vec3_normalize(vec3((Real)0.1, (Real)0.7, (Real)-0.3)), vec3(3, (Real)-1.7, (Real)2.9));
	Vec3 along = vec3_cross(oblique.normal, vec3((Real)0.3, (Real)0.2, 1));
	Vec3 start = plane_project(oblique, vec3(5, 6, 7));
	hit = mk_ray_hit_plane((Ray){ start, along }, ray_range_ray(), oblique);
	assert_true(hit.hit);
	assert_true(hit.started_inside);
}

static void plane_behind_the_range_is_not_hit(void **state) {
	(void)state;
	Ray ray = { { 0, 0, 2 }, { 0, 0, 1 } };
	assert_false(mk_ray_hit_plane(ray, ray_range_ray(), ground).hit);
	RayHit line = mk_ray_hit_plane(ray, ray_range_line(), ground);
	assert_true(line.hit);
	check_near(line.t, -2, 0);
	// the end of a segment belongs to it
	Ray down = ray_to(vec3(0, 0, 2), vec3_zero());
	check_near(mk_ray_hit_plane(down, ray_range_segment(), ground).t, 1, 0);
	Ray short_of = ray_to(vec3(0, 0, 2), vec3(0, 0, (Real)0.001));
	assert_false(mk_ray_hit_plane(short_of, ray_range_segment(), ground).hit);
}

// The division overflows, and nobody could go on from a hit at infinity.
static void plane_beyond_all_numbers_is_not_hit(void **state) {
	(void)state;
	Ray slow = { { 0, 0, 65536 }, { 0, 0, -MK_REAL_MIN } };
	assert_false(mk_ray_hit_plane(slow, ray_range_ray(), ground).hit);
	assert_false(mk_ray_hit_half_spaces(slow, ray_range_ray(), (HalfSpaces){ &ground, 1 }).hit);
	assert_false(mk_ray_hit_aabb(slow, ray_range_ray(), (Aabb){ { -1, -1, -1 }, { 1, 1, 1 } }).hit);
	slow.direction.z *= 65536;
	assert_true(mk_ray_hit_plane(slow, ray_range_ray(), ground).hit);
	assert_true(mk_ray_hit_half_spaces(slow, ray_range_ray(), (HalfSpaces){ &ground, 1 }).hit);
}

static void plane_by_three_points(void **state) {
	(void)state;
	// x + y + z = 3
	Triangle points = { { 3, 0, 0 }, { 0, 3, 0 }, { 0, 0, 3 } };
	RayHit hit = mk_ray_hit_plane_points(
			ray_to(vec3_zero(), vec3(4, 4, 4)), ray_range_segment(), points);
	assert_true(hit.hit);
	check_near(hit.t, 0.25, MK_EPSILON);
	Real third = 1 / real_sqrt(3);
	check_vec3(hit.normal, vec3_splat(-third), 2 * MK_EPSILON);
	Ray parallel = { { 1, 1, 2 }, { 1, -1, 0 } };
	assert_false(mk_ray_hit_plane_points(parallel, ray_range_line(), points).hit);
	Ray inside = { { 1, 1, 1 }, { 1, -1, 0 } };
	assert_true(mk_ray_hit_plane_points(inside, ray_range_ray(), points).started_inside);
}

static void collinear_points_are_no_plane(void **state) {
	(void)state;
	Triangle points = { { 0, 0, 0 }, { 1, 1, 1 }, { 2, 2, 2 } };
	Ray through = { { 0, 0, 0 }, { 1, 0, 0 } };
	assert_false(mk_ray_hit_plane_points(through, ray_range_line(), points).hit);
	assert_false(mk_ray_hit_plane(through, ray_range_line(), (Plane){ { 0, 0, 0 }, 0 }).hit);
}

static void triangle_is_hit_inside_with_weights(void **state) {
	(void)state;
	TriangleRay ray = mk_ray_prepare((Ray){ { 1, 2, 6 }, { 0, 0, -2 } });
	Vec3 weights;
	RayHit hit = mk_ray_hit_triangle(&ray, ray_range_ray(), corner, RAY_SIDES_BOTH, &weights);
	assert_true(hit.hit);
	check_near(hit.t, 3, 0);
	check_vec3(hit.normal, vec3(0, 0, 1), 0);
	// (1, 2, 0) = 1/4 a + 1/4 b + 1/2 c
	check_vec3(weights, vec3((Real)0.25, (Real)0.25, (Real)0.5), 0);
	assert_false(
			hit_corner((Ray){ { 3, 3, 6 }, { 0, 0, -2 } }, ray_range_ray(), RAY_SIDES_BOTH).hit);
}

static void one_sided_triangle_is_hit_from_its_front_only(void **state) {
	(void)state;
	Ray from_front = { { 1, 1, 5 }, { 0, 0, -1 } };
	Ray from_back = { { 1, 1, -5 }, { 0, 0, 1 } };
	assert_true(hit_corner(from_front, ray_range_ray(), RAY_SIDES_FRONT).hit);
	assert_false(hit_corner(from_back, ray_range_ray(), RAY_SIDES_FRONT).hit);
	RayHit back = hit_corner(from_back, ray_range_ray(), RAY_SIDES_BOTH);
	assert_true(back.hit);
	check_near(back.t, 5, 0);
	check_vec3(back.normal, vec3(0, 0, -1), 0);
	// the same for rays mostly along the other axes, and against them
	const Triangle turned = { { 0, 0, 0 }, { 0, 4, 0 }, { 0, 0, 4 } };
	TriangleRay along_x = mk_ray_prepare((Ray){ { 5, 1, 1 }, { -1, 0, 0 } });
	TriangleRay against_x = mk_ray_prepare((Ray){ { -5, 1, 1 }, { 1, 0, 0 } });
	assert_true(mk_ray_hit_triangle(&along_x, ray_range_ray(), turned, RAY_SIDES_FRONT, NULL).hit);
	assert_false(
			mk_ray_hit_triangle(&against_x, ray_range_ray(), turned, RAY_SIDES_FRONT, NULL).hit);
}

static void line_hits_a_triangle_behind_its_origin(void **state) {
	(void)state;
	Ray ray = { { 1, 1, 5 }, { 0, 0, 1 } };
	assert_false(hit_corner(ray, ray_range_ray(), RAY_SIDES_BOTH).hit);
	RayHit line = hit_corner(ray, ray_range_line(), RAY_SIDES_BOTH);
	assert_true(line.hit);
	check_near(line.t, -5, 0);
}

static void segment_reaches_a_triangle_or_not(void **state) {
	(void)state;
	Ray reaches = ray_to(vec3(1, 1, 3), vec3_zero());
	check_near(hit_corner(reaches, ray_range_segment(), RAY_SIDES_BOTH).t, 1, 0);
	Ray too_short = ray_to(vec3(1, 1, 3), vec3(1, 1, (Real)0.001));
	assert_false(hit_corner(too_short, ray_range_segment(), RAY_SIDES_BOTH).hit);
}

static void border_of_a_triangle_is_hit(void **state) {
	(void)state;
	const Vec3 border[] = { { 0, 0, 0 }, { 4, 0, 0 }, { 0, 4, 0 }, { 2, 0, 0 }, { 0, 1, 0 },
		{ 2, 2, 0 } };
	for (size_t i = 0; i < sizeof(border) / sizeof(border[0]); i++) {
		Ray ray = { vec3_add(border[i], vec3(0, 0, 2)), { 0, 0, -1 } };
		assert_true(hit_corner(ray, ray_range_ray(), RAY_SIDES_BOTH).hit);
		assert_true(hit_corner(ray, ray_range_ray(), RAY_SIDES_FRONT).hit);
	}
}

static void ray_in_the_plane_of_a_triangle(void **state) {
	(void)state;
	Ray ray = ray_to(vec3(-2, 1, 0), vec3(8, 1, 0));
	RayHit hit = hit_corner(ray, ray_range_segment(), RAY_SIDES_BOTH);
	assert_true(hit.hit);
	// enters at x = 0
	check_near(hit.t, 0.2, MK_EPSILON);
	check_vec3(hit.normal, vec3(0, 0, 1), 0);
	assert_false(hit_corner(ray, ray_range_segment(), RAY_SIDES_FRONT).hit);
	// a start inside, an end short of it, a way past it, through one corner only
	Ray inside = ray_to(vec3(1, 1, 0), vec3(8, 1, 0));
	assert_true(hit_corner(inside, ray_range_segment(), RAY_SIDES_BOTH).started_inside);
	Ray too_short = ray_to(vec3(-2, 1, 0), vec3(-1, 1, 0));
	assert_false(hit_corner(too_short, ray_range_segment(), RAY_SIDES_BOTH).hit);
	Ray past = ray_to(vec3(5, -1, 0), vec3(5, 6, 0));
	assert_false(hit_corner(past, ray_range_segment(), RAY_SIDES_BOTH).hit);
	Ray tip = ray_to(vec3(4, -4, 0), vec3(4, 4, 0));
	check_near(hit_corner(tip, ray_range_segment(), RAY_SIDES_BOTH).t, 0.5, 0);
	Ray beside = ray_to(vec3(-2, 1, 1), vec3(8, 1, 1));
	assert_false(hit_corner(beside, ray_range_segment(), RAY_SIDES_BOTH).hit);
	// the weights are those of the point, as for other rays
	Vec3 weights;
	TriangleRay prepared = mk_ray_prepare(ray);
	mk_ray_hit_triangle(&prepared, ray_range_segment(), corner, RAY_SIDES_BOTH, &weights);
	check_vec3(weights, vec3((Real)0.75, 0, (Real)0.25), 2 * MK_EPSILON);
}

static void triangle_without_area_is_not_hit(void **state) {
	(void)state;
	TriangleRay ray = mk_ray_prepare((Ray){ { 1, 0, 5 }, { 0, 0, -1 } });
	const Triangle flat = { { 0, 0, 0 }, { 1, 0, 0 }, { 2, 0, 0 } };
	assert_false(mk_ray_hit_triangle(&ray, ray_range_line(), flat, RAY_SIDES_BOTH, NULL).hit);
	const Triangle point = { { 1, 0, 0 }, { 1, 0, 0 }, { 1, 0, 0 } };
	assert_false(mk_ray_hit_triangle(&ray, ray_range_line(), point, RAY_SIDES_BOTH, NULL).hit);
}

static void zero_direction_and_nan_hit_nothing_flat(void **state) {
	(void)state;
	Ray still = { { 1, 1, 0 }, { 0, 0, 0 } };
	assert_false(hit_corner(still, ray_range_line(), RAY_SIDES_BOTH).hit);
	const Vec3 bad[] = { { (Real)NAN, 0, 1 }, { 0, (Real)NAN, 1 }, { 0, 0, (Real)NAN } };
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		Ray origin = { bad[i], { 0, 0, -1 } };
		Ray direction = { { 1, 1, 1 }, bad[i] };
		assert_false(hit_corner(origin, ray_range_line(), RAY_SIDES_BOTH).hit);
		assert_false(hit_corner(direction, ray_range_line(), RAY_SIDES_BOTH).hit);
		assert_false(mk_ray_hit_plane(origin, ray_range_line(), ground).hit);
		assert_false(mk_ray_hit_plane(direction, ray_range_line(), ground).hit);
	}
}

static void quad_is_hit_in_both_halves_and_on_its_diagonal(void **state) {
	(void)state;
	const Vec3 quad[4] = { { 0, 0, 1 }, { 4, 0, 1 }, { 4, 2, 1 }, { 0, 2, 1 } };
	const Vec3 inside[] = { { 3, (Real)0.5, 0 }, { 1, (Real)1.5, 0 }, { 2, 1, 0 }, { 0, 0, 0 },
		{ 4, 2, 0 }, { 4, 1, 0 } };
	for (size_t i = 0; i < sizeof(inside) / sizeof(inside[0]); i++) {
		TriangleRay ray = mk_ray_prepare((Ray){ inside[i], { 0, 0, 2 } });
		RayHit hit = mk_ray_hit_quad(&ray, ray_range_line(), quad, RAY_SIDES_BOTH);
		assert_true(hit.hit);
		check_near(hit.t, 0.5, 0);
		check_vec3(hit.normal, vec3(0, 0, -1), 0);
		assert_false(mk_ray_hit_quad(&ray, ray_range_line(), quad, RAY_SIDES_FRONT).hit);
	}
	TriangleRay beside = mk_ray_prepare((Ray){ { (Real)4.001, 1, 0 }, { 0, 0, 2 } });
	assert_false(mk_ray_hit_quad(&beside, ray_range_line(), quad, RAY_SIDES_BOTH).hit);
	// in the plane the nearer triangle counts, whichever it is
	TriangleRay from_left = mk_ray_prepare((Ray){ { -1, 1, 1 }, { 1, 0, 0 } });
	check_near(mk_ray_hit_quad(&from_left, ray_range_ray(), quad, RAY_SIDES_BOTH).t, 1, 0);
	TriangleRay from_right = mk_ray_prepare((Ray){ { 5, 1, 1 }, { -1, 0, 0 } });
	check_near(mk_ray_hit_quad(&from_right, ray_range_ray(), quad, RAY_SIDES_BOTH).t, 1, 0);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(segment_crosses_a_plane_at_its_fraction),
		cmocka_unit_test(plane_normal_need_not_be_unit),
		cmocka_unit_test(parallel_segment_beside_a_plane_misses),
		cmocka_unit_test(segment_in_a_plane_starts_inside),
		cmocka_unit_test(plane_behind_the_range_is_not_hit),
		cmocka_unit_test(plane_beyond_all_numbers_is_not_hit),
		cmocka_unit_test(plane_by_three_points),
		cmocka_unit_test(collinear_points_are_no_plane),
		cmocka_unit_test(triangle_is_hit_inside_with_weights),
		cmocka_unit_test(one_sided_triangle_is_hit_from_its_front_only),
		cmocka_unit_test(line_hits_a_triangle_behind_its_origin),
		cmocka_unit_test(segment_reaches_a_triangle_or_not),
		cmocka_unit_test(border_of_a_triangle_is_hit),
		cmocka_unit_test(ray_in_the_plane_of_a_triangle),
		cmocka_unit_test(triangle_without_area_is_not_hit),
		cmocka_unit_test(zero_direction_and_nan_hit_nothing_flat),
		cmocka_unit_test(quad_is_hit_in_both_halves_and_on_its_diagonal),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
