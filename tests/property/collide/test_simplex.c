// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Both solvers of GJK's inner problem against a search of all faces in long double, and against the
// definition of Johnson's determinants by Cramer's rule. Simplices: plain, needles, slivers, flat,
// far from the origin, around it, tiny and huge.
#include "collide/simplex.h"

#include "support/check.h"
#include "support/property.h"
#include "support/random.h"

typedef long double Long;

typedef struct Long3 {
	Long x;
	Long y;
	Long z;
} Long3;

static Long3 widen(Double3 a) { return (Long3){ (Long)a.x, (Long)a.y, (Long)a.z }; }
static Long3 minus(Long3 a, Long3 b) { return (Long3){ a.x - b.x, a.y - b.y, a.z - b.z }; }
static Long3 plus_scaled(Long3 a, Long3 b, Long s) {
	return (Long3){ a.x + b.x * s, a.y + b.y * s, a.z + b.z * s };
}
static Long dot(Long3 a, Long3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static Long3 cross(Long3 a, Long3 b) {
	return (Long3){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

static Long segment_distance_squared(Long3 a, Long3 b) {
	Long3 side = minus(b, a);
	Long length = dot(side, side);
	Long t = length > 0 ? -dot(a, side) / length : 0;
	t = t < 0 ? 0 : t > 1 ? 1 : t;
	Long3 p = plus_scaled(a, side, t);
	return dot(p, p);
}

// The foot on the plane where it is inside, and all sides: nothing is ruled out by a sign.
static Long triangle_distance_squared(Long3 a, Long3 b, Long3 c) {
	Long best = fminl(segment_distance_squared(a, b), segment_distance_squared(b, c));
	best = fminl(best, segment_distance_squared(c, a));
	Long3 n = cross(minus(b, a), minus(c, a));
	Long area = dot(n, n);
	if (!(area > 0)) return best;
	bool is_inside = dot(n, cross(minus(b, a), minus((Long3){ 0 }, a))) >= 0 &&
			dot(n, cross(minus(c, b), minus((Long3){ 0 }, b))) >= 0 &&
			dot(n, cross(minus(a, c), minus((Long3){ 0 }, c))) >= 0;
	if (!is_inside) return best;
	Long height = dot(n, a);
	return fminl(best, height * height / area);
}

static bool holds_origin(const Long3 p[4]) {
	for (int i = 0; i < 4; i++) {
		Long3 a = p[(i + 1) & 3];
		Long3 n = cross(minus(p[(i + 2) & 3], a), minus(p[(i + 3) & 3], a));
		if (!(dot(n, minus(p[i], a)) * -dot(n, a) > 0)) return false;
	}
	return true;
}

static double reference_distance(const Double3 *points, uint32_t count) {
	Long3 p[4];
	for (uint32_t i = 0; i < count; i++)
		p[i] = widen(points[i]);
	if (count == 4 && holds_origin(p)) return 0;
	Long best = (Long)INFINITY;
	for (uint32_t i = 0; i < count; i++) {
		for (uint32_t j = 0; j < count; j++) {
			for (uint32_t k = 0; k < count; k++)
				best = fminl(best, triangle_distance_squared(p[i], p[j], p[k]));
		}
	}
	return (double)sqrtl(best);
}

typedef struct Case {
	uint32_t count;
	Double3 points[4];
	double size;
} Case;

static Double3 from_vec3(Vec3 a) { return double3((double)a.x, (double)a.y, (double)a.z); }

// Makes one of the points depend on the others, exactly or nearly.
static void degrade(Case *c, Rng *rng) {
	double thin = c->size * pow(10, rng_range(rng, -12, -1));
	double t = rng_range(rng, -1, 2);
	Double3 noise = double3_scale(from_vec3(random_unit(rng)), thin);
	switch (rng_below(rng, 5)) {
		case 0: c->points[c->count - 1] = c->points[0]; break;
		case 1: c->points[c->count - 1] = double3_add(c->points[0], noise); break;
		case 2: {
			Double3 side = double3_sub(c->points[1], c->points[0]);
			Double3 on = double3_add(c->points[0], double3_scale(side, t));
			c->points[c->count - 1] = double3_add(on, noise);
			break;
		}
		case 3:
			for (uint32_t i = 0; i < c->count; i++)
				c->points[i].z = rng_below(rng, 2) == 0 ? thin : 0;
			break;
		default:
			for (uint32_t i = 0; i < c->count; i++)
				c->points[i].y *= thin / c->size;
			break;
	}
}

static Case make_case(Rng *rng) {
	Case c = { .count = 1 + rng_below(rng, 4) };
	double size = pow(10, rng_range(rng, -4, 4));
	Vec3 far = vec3_zero();
	if (rng_below(rng, 3) == 0) far = random_sized(rng, -1, 2);
	for (uint32_t i = 0; i < c.count; i++) {
		Vec3 p = vec3_add(random_vec3(rng, 1), far);
		c.points[i] = double3_scale(from_vec3(p), size);
	}
	c.size = size;
	if (c.count > 1 && rng_below(rng, 2) == 0) degrade(&c, rng);
	c.size = 0;
	for (uint32_t i = 0; i < c.count; i++)
		c.size = fmax(c.size, double3_length(c.points[i]));
	return c;
}

typedef SimplexNearest Solver(const Double3 *points, uint32_t count, SimplexSearch search);

// Weights are a convex combination that makes the point.
static void check_weights(const Case *c, const SimplexNearest *found) {
	assert_true(found->corners != 0 && found->corners < 1u << c->count);
	Double3 sum = double3(0, 0, 0);
	double total = 0;
	for (uint32_t i = 0; i < c->count; i++) {
		if ((found->corners >> i & 1) == 0) continue;
		assert_true(found->weights[i] > 0 && found->weights[i] <= 1);
		total += found->weights[i];
		sum = double3_add(sum, double3_scale(c->points[i], found->weights[i]));
	}
	check_near(total, 1, 1e-14);
	check_near(double3_length(double3_sub(sum, found->point)), 0, 4e-13 * c->size);
	check_near(found->squared, double3_dot(found->point, found->point), 1e-12 * found->squared);
}

// What double loses in the worst simplices: the flat limit of signed volumes lets triangles
// thinner than 1e-13 of their size lose their inside, and 1e-13 times the size is also what
// weights of such ones do to the point.
static void signed_volumes_find_the_nearest_point(Rng *rng) {
	Case c = make_case(rng);
	SimplexNearest found = mk_simplex_nearest(c.points, c.count, SIMPLEX_SEARCH_ALL);
	check_weights(&c, &found);
	check_near(sqrt(found.squared), reference_distance(c.points, c.count), 1e-12 * c.size);
}

// Determinants of degree six have less than half the digits: the solver tells inside from outside
// to 1e-6 of the size where the simplex is thin.
static void johnson_finds_the_nearest_point(Rng *rng) {
	Case c = make_case(rng);
	SimplexNearest found = mk_simplex_johnson(c.points, c.count, SIMPLEX_SEARCH_ALL);
	assert_true(found.corners != 0 && found.corners < 1u << c.count);
	double total = 0;
	for (uint32_t i = 0; i < c.count; i++) {
		if ((found.corners >> i & 1) == 0) continue;
		assert_true(found.weights[i] > 0 && found.weights[i] <= 1);
		total += found.weights[i];
	}
	check_near(total, 1, 1e-14);
	check_near(sqrt(found.squared), reference_distance(c.points, c.count), 1e-6 * c.size);
}

static Case plain_case(Rng *rng, uint32_t count) {
	Case c = { .count = count, .size = 2 };
	for (uint32_t i = 0; i < count; i++)
		c.points[i] = from_vec3(random_vec3(rng, 1));
	return c;
}

static void both_solvers_choose_the_same_subset(Rng *rng) {
	Case c = plain_case(rng, 1 + rng_below(rng, 4));
	SimplexNearest a = mk_simplex_nearest(c.points, c.count, SIMPLEX_SEARCH_ALL);
	SimplexNearest b = mk_simplex_johnson(c.points, c.count, SIMPLEX_SEARCH_ALL);
	assert_int_equal(a.corners, b.corners);
	for (uint32_t i = 0; i < c.count; i++) {
		if ((a.corners >> i & 1) != 0) check_near(a.weights[i], b.weights[i], 1e-9);
	}
	// the answer is nearer than every point of the simplex: v . (x - v) >= 0
	for (uint32_t i = 0; i < c.count; i++)
		assert_true(double3_dot(a.point, double3_sub(c.points[i], a.point)) >= -1e-14);
}

// The order of points does not matter, only that of the weights.
static void permuted_points_have_permuted_weights(Rng *rng) {
	Case c = plain_case(rng, 4);
	Case turned = c;
	uint32_t shift = 1 + rng_below(rng, 3);
	for (uint32_t i = 0; i < 4; i++)
		turned.points[(i + shift) & 3] = c.points[i];
	SimplexNearest a = mk_simplex_nearest(c.points, 4, SIMPLEX_SEARCH_ALL);
	SimplexNearest b = mk_simplex_nearest(turned.points, 4, SIMPLEX_SEARCH_ALL);
	for (uint32_t i = 0; i < 4; i++) {
		uint32_t j = (i + shift) & 3;
		assert_int_equal(a.corners >> i & 1, b.corners >> j & 1);
		if ((a.corners >> i & 1) != 0) check_near(a.weights[i], b.weights[j], 1e-9);
	}
}

// Theorem 5: where a new point is beyond the old answer, it is part of the new one.
static void newest_search_is_enough_while_points_make_progress(Rng *rng) {
	Case c = plain_case(rng, 3);
	for (uint32_t i = 0; i < 3; i++)
		c.points[i].x += 1;
	SimplexNearest old = mk_simplex_nearest(c.points, 3, SIMPLEX_SEARCH_ALL);
	Case next = { .size = 4 };
	for (uint32_t i = 0; i < 3; i++) {
		if ((old.corners >> i & 1) != 0) next.points[next.count++] = c.points[i];
	}
	next.points[next.count++] = from_vec3(random_vec3(rng, 1));
	Double3 w = next.points[next.count - 1];
	if (!(old.squared - double3_dot(old.point, w) > 1e-9)) return;
	Solver *const solvers[2] = { mk_simplex_nearest, mk_simplex_johnson };
	for (int s = 0; s < 2; s++) {
		SimplexNearest all = solvers[s](next.points, next.count, SIMPLEX_SEARCH_ALL);
		SimplexNearest some = solvers[s](next.points, next.count, SIMPLEX_SEARCH_NEWEST);
		assert_int_equal(all.corners >> (next.count - 1) & 1, 1);
		assert_int_equal(all.corners, some.corners);
		check_near(all.squared, some.squared, 1e-14);
		assert_true(all.squared < old.squared);
	}
}

// Theorem 1: |v(conv {x, y})| < |x| if and only if |x|^2 - x . y > 0.
static void a_segment_leads_nearer_if_and_only_if_it_descends(Rng *rng) {
	Case c = plain_case(rng, 2);
	double descent = double3_dot(c.points[0], double3_sub(c.points[0], c.points[1]));
	if (fabs(descent) < 1e-7) return;
	SimplexNearest found = mk_simplex_nearest(c.points, 2, SIMPLEX_SEARCH_ALL);
	double start = double3_dot(c.points[0], c.points[0]);
	assert_int_equal(found.squared<start, descent> 0);
}

static Long determinant(Long m[4][4], int n) {
	Long product = 1;
	for (int k = 0; k < n; k++) {
		int best = k;
		for (int i = k + 1; i < n; i++)
			best = fabsl(m[i][k]) > fabsl(m[best][k]) ? i : best;
		if (m[best][k] == 0) return 0;
		for (int j = 0; j < n && best != k; j++) {
			Long swap = m[k][j];
			m[k][j] = m[best][j];
			m[best][j] = swap;
		}
		product *= best != k ? -m[k][k] : m[k][k];
		for (int i = k + 1; i < n; i++) {
			Long factor = m[i][k] / m[k][k];
			for (int j = k; j < n; j++)
				m[i][j] -= factor * m[k][j];
		}
	}
	return product;
}

// The cofactor (-1)^(1 + j) det A_1j of the system: weights sum to 1, v is perpendicular to the
// edges y_c - y_1; that is, the minor without the first row and column j.
static Long cofactor(const Long3 *y, int n, int j) {
	Long m[4][4] = { { 0 } };
	for (int row = 1; row < n; row++) {
		int column = 0;
		for (int c = 0; c < n; c++) {
			if (c != j) m[row - 1][column++] = dot(minus(y[row], y[0]), y[c]);
		}
	}
	Long minor = n == 1 ? 1 : determinant(m, n - 1);
	return j % 2 == 0 ? minor : -minor;
}

static void check_subset(const Case *c, uint32_t subset, double deltas[16][4]) {
	Long3 y[4];
	uint32_t index[4];
	int n = 0;
	for (uint32_t i = 0; i < c->count; i++) {
		if ((subset >> i & 1) == 0) continue;
		index[n] = i;
		y[n++] = widen(c->points[i]);
	}
	double sum = 0;
	for (int j = 0; j < n; j++) {
		// sizes up to 2: products of six lengths are below 2^6 x 4
		check_near(deltas[subset][index[j]], (double)cofactor(y, n, j), 256 * 64 * DBL_EPSILON);
		sum += deltas[subset][index[j]];
	}
	// the Gram determinant of the edges is not negative
	assert_true(sum > -1e-12);
}

static void recursive_determinants_equal_cofactors(Rng *rng) {
	Case c = plain_case(rng, 1 + rng_below(rng, 4));
	double deltas[16][4];
	mk_johnson_deltas(c.points, c.count, deltas);
	for (uint32_t subset = 1; subset < 1u << c.count; subset++)
		check_subset(&c, subset, deltas);
}

// Independent points: both conditions together hold for one subset only.
static void exactly_one_subset_satisfies_both_conditions(Rng *rng) {
	Case c = plain_case(rng, 4);
	double deltas[16][4];
	mk_johnson_deltas(c.points, 4, deltas);
	int accepted = 0;
	for (uint32_t subset = 1; subset < 16; subset++) {
		bool is_accepted = true;
		for (uint32_t i = 0; i < 4; i++) {
			bool is_in = (subset >> i & 1) != 0;
			is_accepted &= is_in ? deltas[subset][i] > 0 : deltas[subset | 1u << i][i] <= 0;
		}
		accepted += is_accepted;
	}
	assert_int_equal(accepted, 1);
}

static void test_signed_volumes(void **state) {
	(void)state;
	for_all(signed_volumes_find_the_nearest_point, 40000, 1);
}

static void test_johnson(void **state) {
	(void)state;
	for_all(johnson_finds_the_nearest_point, 40000, 2);
}

static void test_same_subset(void **state) {
	(void)state;
	for_all(both_solvers_choose_the_same_subset, 20000, 3);
}

static void test_permutations(void **state) {
	(void)state;
	for_all(permuted_points_have_permuted_weights, 20000, 4);
}

static void test_newest_search(void **state) {
	(void)state;
	for_all(newest_search_is_enough_while_points_make_progress, 20000, 5);
}

static void test_theorem_1(void **state) {
	(void)state;
	for_all(a_segment_leads_nearer_if_and_only_if_it_descends, 20000, 6);
}

static void test_determinants(void **state) {
	(void)state;
	for_all(recursive_determinants_equal_cofactors, 4000, 7);
}

static void test_unique_subset(void **state) {
	(void)state;
	for_all(exactly_one_subset_satisfies_both_conditions, 20000, 8);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_signed_volumes),
		cmocka_unit_test(test_johnson),
		cmocka_unit_test(test_same_subset),
		cmocka_unit_test(test_permutations),
		cmocka_unit_test(test_newest_search),
		cmocka_unit_test(test_theorem_1),
		cmocka_unit_test(test_determinants),
		cmocka_unit_test(test_unique_subset),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
