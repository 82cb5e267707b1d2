// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Johnson's sub-algorithm. For a subset M of the points, Delta(M, i) is the weight of point i in
// the point of M's affine hull nearest to the origin, up to the common factor det(M) >= 0:
//
//   Delta({i}, i) = 1
//   Delta(M + k, k) = sum over i in M of Delta(M, i) (x_p - x_k) . x_i,   any p in M
//
// The answer is the subset J with Delta(J, i) > 0 for all i in J (the foot is inside) and
// Delta(J + j, j) <= 0 for all others (no other point would bring it nearer). Both conditions are
// needed: in an obtuse triangle the second alone lets wrong edges pass.
#include "collide/simplex.h"

typedef struct Deltas {
	const Double3 *points;
	uint32_t count;
	double (*value)[4]; // by subset, as bits, and point
} Deltas;

// The point of M nearest to x_k: (x_p - x_k) is shortest, and so is the rounding error.
static uint32_t nearest_in(const Deltas *d, uint32_t subset, uint32_t k) {
	uint32_t best = k;
	double best_squared = (double)INFINITY;
	for (uint32_t p = 0; p < d->count; p++) {
		if ((subset >> p & 1) == 0) continue;
		Double3 way = double3_sub(d->points[p], d->points[k]);
		double squared = double3_dot(way, way);
		if (!(squared < best_squared)) continue;
		best_squared = squared;
		best = p;
	}
	return best;
}

// Delta(M + k, k) from the values of M.
static double delta_of(const Deltas *d, uint32_t subset, uint32_t k) {
	uint32_t p = nearest_in(d, subset, k);
	Double3 way = double3_sub(d->points[p], d->points[k]);
	double sum = 0;
	for (uint32_t i = 0; i < d->count; i++) {
		if ((subset >> i & 1) != 0) sum += d->value[subset][i] * double3_dot(way, d->points[i]);
	}
	return sum;
}

void mk_johnson_deltas(const Double3 *points, uint32_t count, double deltas[16][4]) {
	Deltas d = { points, count, deltas };
	for (uint32_t subset = 1; subset < 1u << count; subset++) {
		for (uint32_t i = 0; i < count; i++) {
			uint32_t rest = subset & ~(1u << i);
			if (rest == subset) continue;
			deltas[subset][i] = rest == 0 ? 1 : delta_of(&d, rest, i);
		}
	}
}

// The common factor of the weights of a subset.
static double sum_of(const Deltas *d, uint32_t subset) {
	double sum = 0;
	for (uint32_t i = 0; i < d->count; i++)
		sum += (subset >> i & 1) != 0 ? d->value[subset][i] : 0;
	return sum;
}

// Whether the foot on the subset's affine hull is inside.
static bool is_positive(const Deltas *d, uint32_t subset) {
	double least = double_max(MK_SIMPLEX_LEAST * sum_of(d, subset), 0);
	for (uint32_t i = 0; i < d->count; i++) {
		if ((subset >> i & 1) != 0 && !(d->value[subset][i] > least)) return false;
	}
	return true;
}

// Whether no other point would bring it nearer.
static bool is_complete(const Deltas *d, uint32_t subset) {
	for (uint32_t i = 0; i < d->count; i++) {
		uint32_t larger = subset | 1u << i;
		if (larger != subset && !(d->value[larger][i] <= 0)) return false;
	}
	return true;
}

// How near to zero the weighted sum of four points around the origin must be, relative to their
// size; no unit. Where a simplex is thin, determinants of degree six keep less than half the
// digits of double; smaller, and thin simplices could not hold the origin. Weights that are
// noise miss by far more, and would claim to hold an origin that is outside; larger, and some
// of them would get through.
#define MK_JOHNSON_INSIDE 1e-6

static bool is_near_zero(const Double3 *p, double squared) {
	double most = 0;
	for (int i = 0; i < 4; i++)
		most = double_max(most, double3_dot(p[i], p[i]));
	return squared <= MK_JOHNSON_INSIDE * MK_JOHNSON_INSIDE * most;
}

// Whether signed volumes, which keep twice the digits, agree that four points hold the origin.
static bool holds_origin(const Double3 *p) {
	SimplexNearest nearest;
	mk_simplex_find(p, 4, SIMPLEX_SEARCH_ALL, &nearest);
	return nearest.corners == 15;
}

static SimplexNearest point_of(const Deltas *d, uint32_t subset) {
	SimplexNearest result = { .squared = (double)INFINITY };
	double sum = sum_of(d, subset);
	if (!(sum > 0)) return result;
	result.corners = subset;
	for (uint32_t i = 0; i < d->count; i++) {
		if ((subset >> i & 1) == 0) continue;
		result.weights[i] = d->value[subset][i] / sum;
		result.point = double3_add(result.point, double3_scale(d->points[i], result.weights[i]));
	}
	result.squared = double3_dot(result.point, result.point);
	if (subset != 15) return result;
	bool is_inside = is_near_zero(d->points, result.squared) && holds_origin(d->points);
	result.point = double3(0, 0, 0);
	result.squared = is_inside ? 0 : (double)INFINITY;
	return result;
}

SimplexNearest mk_simplex_johnson(const Double3 *points, uint32_t count, SimplexSearch search) {
	// smaller subsets first, so that ties keep the simplex small
	static const uint8_t order[15] = { 1, 2, 4, 8, 3, 5, 6, 9, 10, 12, 7, 11, 13, 14, 15 };
	double value[16][4];
	mk_johnson_deltas(points, count, value);
	Deltas deltas = { points, count, value };
	uint32_t newest = search == SIMPLEX_SEARCH_NEWEST ? 1u << (count - 1) : 0;
	SimplexNearest backup = { .squared = (double)INFINITY };
	uint32_t tested = 0;
	for (int n = 0; n < 15; n++) {
		uint32_t subset = order[n];
		if (subset >= 1u << count || (subset & newest) != newest) continue;
		tested++;
		if (!is_positive(&deltas, subset)) continue;
		SimplexNearest found = point_of(&deltas, subset);
		bool is_best = found.squared < backup.squared;
		if (is_best) backup = found;
		if (is_best && is_complete(&deltas, subset)) break;
	}
	backup.tested = tested;
	return backup;
}
