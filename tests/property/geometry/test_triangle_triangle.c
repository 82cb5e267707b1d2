// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Triangle pairs on integer grids, where separating axes in integers are an exact oracle and
// touching, coplanar and collapsed pairs are common; and thin, near and far ones in floating point,
// where the methods must agree with each other.
#include "geometry/triangle_triangle.h"

#include "geometry/closest_pair_triangle.h"
#include "geometry/closest_triangle.h"
#include "support/check.h"
#include "support/property.h"
#include "support/random.h"

typedef struct Int3 {
	int64_t x;
	int64_t y;
	int64_t z;
} Int3;

static Int3 int3_sub(Int3 a, Int3 b) { return (Int3){ a.x - b.x, a.y - b.y, a.z - b.z }; }
static Int3 int3_cross(Int3 a, Int3 b) {
	return (Int3){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}
static int64_t int3_dot(Int3 a, Int3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

static bool int_separates(Int3 axis, const Int3 *a, const Int3 *b) {
	int64_t low[2] = { INT64_MAX, INT64_MAX };
	int64_t high[2] = { INT64_MIN, INT64_MIN };
	for (int i = 0; i < 6; i++) {
		int64_t at = int3_dot(axis, i < 3 ? a[i] : b[i - 3]);
		if (at < low[i / 3]) low[i / 3] = at;
		if (at > high[i / 3]) high[i / 3] = at;
	}
	return low[0] > high[1] || low[1] > high[0];
}

// All axes that can separate two triangles, segments or points, without rounding: coordinates below
// 64 keep the triple products below 2^40.
static bool int_overlap(const Int3 *a, const Int3 *b) {
	Int3 edges[6];
	for (int i = 0; i < 3; i++) {
		edges[i] = int3_sub(a[(i + 1) % 3], a[i]);
		edges[i + 3] = int3_sub(b[(i + 1) % 3], b[i]);
	}
	Int3 normals[2] = { int3_cross(edges[0], edges[1]), int3_cross(edges[3], edges[4]) };
	for (int i = 0; i < 6; i++) {
		if (int_separates(normals[i / 3], a, b) || int_separates(edges[i], a, b)) return false;
		if (int_separates(int3_cross(normals[i / 3], edges[i]), a, b)) return false;
		for (int j = 0; j < 9; j++) {
			Int3 way = int3_sub(a[j / 3], b[j % 3]);
			Int3 across = int3_cross(edges[i], int3_cross(edges[i], way));
			if (int_separates(way, a, b) || int_separates(across, a, b)) return false;
			if (int_separates(int3_cross(edges[j / 3], edges[3 + j % 3]), a, b)) return false;
		}
	}
	return true;
}

static Vec3 place(Int3 p, Real scale, Vec3 offset) {
	return vec3_add(vec3_scale(vec3((Real)p.x, (Real)p.y, (Real)p.z), scale), offset);
}

static void random_grid_triangle(Rng *rng, uint32_t range, Int3 *points) {
	for (int i = 0; i < 3; i++) {
		int64_t x = (int64_t)rng_below(rng, 2 * range + 1) - range;
		int64_t y = (int64_t)rng_below(rng, 2 * range + 1) - range;
		int64_t z = (int64_t)rng_below(rng, 2 * range + 1) - range;
		points[i] = (Int3){ x, y, z };
	}
	// often flat in z, so that whole pairs are coplanar
	if (rng_below(rng, 4) == 0) points[0].z = points[1].z = points[2].z = 0;
}

// scales and offsets are powers of two or small multiples, so that the corners stay exact
static void all_methods_agree_with_integers(Rng *rng) {
	const uint32_t ranges[] = { 1, 2, 3, 5, 31 };
	uint32_t range = ranges[rng_below(rng, 5)];
	Int3 a[3];
	Int3 b[3];
	random_grid_triangle(rng, range, a);
	random_grid_triangle(rng, range, b);
	bool expected = int_overlap(a, b);
	Real scale = (Real)ldexp(1, (int)rng_below(rng, 27) - 13);
	Real far = scale * (Real)((int)rng_below(rng, 3) - 1) * (Real)262144;
	Vec3 offset = vec3(far, -far, rng_below(rng, 2) ? far : 0);
	Triangle first = { place(a[0], scale, offset), place(a[1], scale, offset),
		place(a[2], scale, offset) };
	Triangle second = { place(b[0], scale, offset), place(b[1], scale, offset),
		place(b[2], scale, offset) };
	assert_int_equal(mk_triangles_meet(first, second).meeting != TRIANGLES_APART, expected);
	assert_int_equal(mk_triangles_meet(second, first).meeting != TRIANGLES_APART, expected);
	assert_int_equal(mk_triangles_overlap_exact(first, second), expected);
	assert_int_equal(mk_triangles_overlap_sat(first, second), expected);
	Real separation = mk_triangles_separation(first, second, NULL);
	assert_int_equal(separation <= 0, expected);
}

// one statement per number: the order of evaluation in a list is up to the compiler
static Triangle plain_triangle(Rng *rng, double size) {
	Triangle t;
	t.a = random_vec3(rng, size);
	t.b = random_vec3(rng, size);
	t.c = random_vec3(rng, size);
	return t;
}

// a needle, sliver, huge or tiny triangle
static Triangle random_triangle(Rng *rng, double size) {
	Triangle t = plain_triangle(rng, size);
	uint32_t kind = rng_below(rng, 5);
	Real thin = random_size(rng, -8, 0);
	if (kind == 1) t.c = vec3_lerp(t.c, t.b, 1 - thin);
	if (kind == 2) t.c = vec3_add_scaled(vec3_lerp(t.a, t.b, thin), t.c, thin);
	if (kind == 3) t.b = vec3_lerp(t.b, t.a, 1 - thin);
	return t;
}

// a second triangle that nearly touches the first: in its plane, on its corner, on its edges
static Triangle random_neighbour(Rng *rng, Triangle t, double size) {
	Triangle near = random_triangle(rng, size);
	Vec3 inside = vec3_lerp(t.a, t.b, random_real(rng, -0.2, 1.2));
	inside = vec3_lerp(inside, t.c, random_real(rng, -0.2, 1.2));
	switch (rng_below(rng, 6)) {
		case 0: near.a = inside; break;
		case 1: near.a = t.b; break;
		case 2: near.a = vec3_lerp(t.a, t.b, random_real(rng, 0, 1)); break;
		case 3:
			near.a = inside;
			near.b = vec3_lerp(t.c, t.a, random_real(rng, -0.5, 1.5));
			break;
		case 4:
			near.a = inside;
			near.b = vec3_lerp(t.c, t.a, random_real(rng, -0.5, 1.5));
			near.c = vec3_lerp(t.c, t.b, random_real(rng, -0.5, 1.5));
			break;
		default: break;
	}
	return near;
}

static double size_of_pair(Triangle a, Triangle b) {
	const Vec3 points[] = { a.b, a.c, b.a, b.b, b.c };
	double size = 0;
	for (int i = 0; i < 5; i++) {
		Vec3 offset = vec3_abs(vec3_sub(points[i], a.a));
		size = fmax(size, (double)vec3_max_element(offset));
	}
	return size;
}

static void methods_agree_on_thin_and_near_triangles(Rng *rng) {
	double size = (double)random_size(rng, -4, 4);
	Triangle a = random_triangle(rng, size);
	Triangle b = random_neighbour(rng, a, size);
	bool is_hit = mk_triangles_overlap_exact(a, b);
	assert_int_equal(mk_triangles_meet(a, b).meeting != TRIANGLES_APART, is_hit);
	assert_int_equal(mk_triangles_meet(b, a).meeting != TRIANGLES_APART, is_hit);
	assert_int_equal(mk_triangles_overlap_exact(b, a), is_hit);
	// "apart" by an axis is proof
	if (is_hit) assert_true(mk_triangles_overlap_sat(a, b));
	double separation = (double)mk_triangles_separation(a, b, NULL);
	double size_of_both = size_of_pair(a, b);
	if (is_hit) assert_true(separation <= 64 * DBL_EPSILON * size_of_both);
	// axes are rounded by an epsilon of double over the angle they are made of, 1e-8 for
	// the thinnest: farther apart than that, one must be found. The distance is computed
	// in the engine's precision
	double distance = sqrt((double)mk_closest_triangles(a, b).distance_squared);
	if (distance > fmax(1e-6, 64 * (double)MK_EPSILON) * size_of_both) {
		assert_false(is_hit);
		assert_false(mk_triangles_overlap_sat(a, b));
		assert_true(separation > 0);
	}
}

static void common_segment_is_in_both(Rng *rng) {
	double size = (double)random_size(rng, -4, 4);
	Triangle a = random_triangle(rng, size);
	Triangle b = random_neighbour(rng, a, size);
	TrianglePair pair = mk_triangles_meet(a, b);
	if (pair.meeting != TRIANGLES_CROSS) return;
	const Vec3 ends[3] = { pair.common.start, pair.common.end, segment_at(pair.common, (Real)0.5) };
	double rounding = (2 * MK_TRIANGLE_COMMON + 16 * (double)MK_EPSILON) * size_of_pair(a, b);
	for (int i = 0; i < 3; i++) {
		Real to_a = vec3_distance(mk_closest_on_triangle(a, ends[i]).point, ends[i]);
		Real to_b = vec3_distance(mk_closest_on_triangle(b, ends[i]).point, ends[i]);
		assert_true((double)to_a <= rounding);
		assert_true((double)to_b <= rounding);
	}
}

static void answer_does_not_depend_on_position(Rng *rng) {
	// no needles: rounding would turn them
	Triangle a = plain_triangle(rng, 1);
	Triangle b = plain_triangle(rng, 1);
	Transform pose = random_transform(rng, 100);
	Triangle moved_a = { transform_point(pose, a.a), transform_point(pose, a.b),
		transform_point(pose, a.c) };
	Triangle moved_b = { transform_point(pose, b.a), transform_point(pose, b.b),
		transform_point(pose, b.c) };
	double separation = (double)mk_triangles_separation(a, b, NULL);
	// corners 173 m from the origin are rounded by half an epsilon of that
	if (fabs(separation) < 512 * (double)MK_EPSILON) return;
	assert_int_equal(mk_triangles_meet(a, b).meeting != TRIANGLES_APART,
			mk_triangles_meet(moved_a, moved_b).meeting != TRIANGLES_APART);
}

static void grid_triangles_are_decided_exactly(void **state) {
	(void)state;
	for_all(all_methods_agree_with_integers, 200000, 501);
}

static void three_methods_agree(void **state) {
	(void)state;
	for_all(methods_agree_on_thin_and_near_triangles, 200000, 502);
}

static void common_segments_are_on_both_triangles(void **state) {
	(void)state;
	for_all(common_segment_is_in_both, 100000, 503);
}

static void rigid_motion_changes_nothing(void **state) {
	(void)state;
	for_all(answer_does_not_depend_on_position, 50000, 504);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(grid_triangles_are_decided_exactly),
		cmocka_unit_test(three_methods_agree),
		cmocka_unit_test(common_segments_are_on_both_triangles),
		cmocka_unit_test(rigid_motion_changes_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
