// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// GJK in double; see gjk.c for the algorithm and its stop rules.
#include "collide/toi_distance.h"

#include "collide/simplex.h"

// Pairs of supports of one query. Polytopes need about ten at most; curved shapes that are still
// open then have bounds that hold.
#define MK_FINE_ITERATIONS 64

typedef struct Search {
	const FinePair *pair;
	const FineQuery *query;
	FineSimplex *simplex;
	Double3 points[4]; // of the difference
	Double3 v;
	double squared;
	Double3 axis; // of the largest gap
	FineGap best;
} Search;

static Double3 negate(Double3 v) { return double3_scale(v, -1); }

FineGap mk_fine_gap(const FinePair *pair, Double3 axis) {
	FineGap g;
	if (pair->b->is_plane) {
		axis = negate(pair->pose_b.columns[0]);
		g.on_a = mk_fine_support(pair->a, &pair->pose_a, axis, &g.local_a);
		double along = double3_dot(axis, double3_sub(pair->pose_b.origin, g.on_a));
		g.on_b = double3_add(g.on_a, double3_scale(axis, along));
		g.local_b = vec3_zero();
		g.gap = along;
		return g;
	}
	g.on_a = mk_fine_support(pair->a, &pair->pose_a, axis, &g.local_a);
	g.on_b = mk_fine_support(pair->b, &pair->pose_b, negate(axis), &g.local_b);
	g.gap = double3_dot(axis, double3_sub(g.on_b, g.on_a));
	return g;
}

static void keep(Search *s, const SimplexNearest *nearest) {
	FineSimplex *simplex = s->simplex;
	uint32_t kept = 0;
	for (uint32_t i = 0; i < 4; i++) {
		if ((nearest->corners >> i & 1) == 0) continue;
		simplex->weights[kept] = nearest->weights[i];
		simplex->locals_a[kept] = simplex->locals_a[i];
		simplex->locals_b[kept] = simplex->locals_b[i];
		s->points[kept++] = s->points[i];
	}
	simplex->count = kept;
	s->v = nearest->point;
	s->squared = nearest->squared;
}

static void add(Search *s, const FineGap *g) {
	uint32_t i = s->simplex->count++;
	s->simplex->locals_a[i] = g->local_a;
	s->simplex->locals_b[i] = g->local_b;
	s->points[i] = double3_sub(g->on_a, g->on_b);
}

// Puts the points of the last simplex where they are now, or begins with one.
static void start(Search *s) {
	const FinePair *pair = s->pair;
	FineSimplex *simplex = s->simplex;
	if (simplex->count == 0) {
		Double3 way = double3_sub(pair->pose_b.origin, pair->pose_a.origin);
		double length = double3_length(way);
		Double3 axis = length > 0 ? double3_scale(way, 1 / length) : double3(1, 0, 0);
		FineGap g = mk_fine_gap(pair, axis);
		s->best = g;
		s->axis = axis;
		add(s, &g);
	} else {
		for (uint32_t i = 0; i < simplex->count; i++)
			s->points[i] = double3_sub(fine_point(&pair->pose_a, simplex->locals_a[i]),
					fine_point(&pair->pose_b, simplex->locals_b[i]));
	}
	SimplexNearest nearest;
	mk_simplex_find(s->points, simplex->count, SIMPLEX_SEARCH_ALL, &nearest);
	keep(s, &nearest);
}

static bool has_point(const Search *s, Double3 p) {
	for (uint32_t i = 0; i < s->simplex->count; i++) {
		Double3 q = s->points[i];
		if (p.x == q.x && p.y == q.y && p.z == q.z) return true;
	}
	return false;
}

// Takes one more point; false if v came no nearer.
static bool advance(Search *s, const FineGap *g) {
	uint32_t before = s->simplex->count;
	if (has_point(s, double3_sub(g->on_a, g->on_b))) return false;
	add(s, g);
	SimplexNearest nearest;
	mk_simplex_find(s->points, s->simplex->count, SIMPLEX_SEARCH_NEWEST, &nearest);
	if (!(nearest.squared < s->squared)) {
		mk_simplex_find(s->points, s->simplex->count, SIMPLEX_SEARCH_ALL, &nearest);
	}
	if (!(nearest.squared < s->squared)) {
		s->simplex->count = before;
		return false;
	}
	keep(s, &nearest);
	return true;
}

// One pair of supports. Returns whether there is more to do.
static bool step(Search *s) {
	double length = sqrt(s->squared);
	if (s->simplex->count == 4 || length <= s->query->within) return false;
	Double3 axis = double3_scale(s->v, -1 / length);
	FineGap g = mk_fine_gap(s->pair, axis);
	if (g.gap > s->best.gap) {
		s->best = g;
		s->axis = axis;
	}
	double open = length - s->best.gap;
	if (open <= s->query->absolute) return false;
	if (open <= s->query->relative * (length - s->query->within)) return false;
	return advance(s, &g);
}

static FineDistance plane_distance_of(const Search *s) {
	FineGap g = mk_fine_gap(s->pair, s->axis);
	s->simplex->count = 1;
	s->simplex->locals_a[0] = g.local_a;
	s->simplex->locals_b[0] = g.local_b;
	s->simplex->weights[0] = 1;
	Double3 axis = negate(s->pair->pose_b.columns[0]);
	return (FineDistance){ g.gap <= s->query->within, g.gap, g.gap, axis, g.on_a, g.on_b };
}

// Returns how many of three points are different, with the number of one that is not the first.
static uint32_t count_different(const Vec3 locals[4], uint32_t *other) {
	*other = vec3_equals(locals[0], locals[1]) ? 2 : 1;
	uint32_t count = 1 + !vec3_equals(locals[0], locals[1]);
	return count + (!vec3_equals(locals[0], locals[2]) && !vec3_equals(locals[1], locals[2]));
}

FineFeature mk_fine_feature(const FineSimplex *simplex) {
	uint32_t other;
	if (simplex->count != 3) return FINE_FEATURE_NONE;
	uint32_t in_a = count_different(simplex->locals_a, &other);
	uint32_t in_b = count_different(simplex->locals_b, &other);
	if (in_a == 3) return FINE_FEATURE_A;
	if (in_b == 3) return FINE_FEATURE_B;
	return in_a == 2 && in_b == 2 ? FINE_FEATURE_EDGES : FINE_FEATURE_NONE;
}

void mk_fine_edges(const FinePair *pair, const FineSimplex *simplex, Double3 edges[2]) {
	uint32_t other;
	count_different(simplex->locals_a, &other);
	edges[0] = double3_sub(fine_point(&pair->pose_a, simplex->locals_a[other]),
			fine_point(&pair->pose_a, simplex->locals_a[0]));
	count_different(simplex->locals_b, &other);
	edges[1] = double3_sub(fine_point(&pair->pose_b, simplex->locals_b[other]),
			fine_point(&pair->pose_b, simplex->locals_b[0]));
}

FineDistance mk_fine_distance(const FinePair *pair, const FineQuery *query, FineSimplex *simplex) {
	Search s = { .pair = pair, .query = query, .simplex = simplex, .best = { .gap = -HUGE_VAL } };
	if (pair->b->is_plane) return plane_distance_of(&s);
	start(&s);
	for (int i = 0; i < MK_FINE_ITERATIONS && step(&s); i++) {}
	double upper = sqrt(s.squared);
	bool is_within = simplex->count == 4 || upper <= query->within;
	// four points cannot start the next search: any three of them do
	if (simplex->count == 4) simplex->count = 3;
	double lower = s.best.gap < upper ? s.best.gap : upper;
	return (FineDistance){ is_within, upper, lower, s.axis, s.best.on_a, s.best.on_b };
}

void mk_fine_witness(
		const FinePair *pair, const FineSimplex *simplex, Double3 *on_a, Double3 *on_b) {
	*on_a = *on_b = double3(0, 0, 0);
	for (uint32_t i = 0; i < simplex->count; i++) {
		Double3 a = fine_point(&pair->pose_a, simplex->locals_a[i]);
		Double3 b = fine_point(&pair->pose_b, simplex->locals_b[i]);
		*on_a = double3_add(*on_a, double3_scale(a, simplex->weights[i]));
		*on_b = double3_add(*on_b, double3_scale(b, simplex->weights[i]));
	}
	if (!pair->b->is_plane) return;
	Double3 normal = pair->pose_b.columns[0];
	double height = double3_dot(normal, double3_sub(*on_a, pair->pose_b.origin));
	*on_b = double3_add(*on_a, double3_scale(normal, -height));
}
