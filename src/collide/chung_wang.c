// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The shapes are thought to be larger by their radii and by the rounding floor: then "a separating
// direction exists" is a statement about one convex set and its support mapping, and the directions
// that were tried prove it or its contrary. Directions are kept in double, supports come in Real.
#include "collide/chung_wang.h"

#include "collide/hemisphere.h"

typedef struct Search {
	const Difference *difference;
	Double3 s;            // unit, the direction being tried
	Vec3 s_real;          // what the shapes see of it
	DifferencePoint last; // farthest point of the difference of the cores along s
	Double3 r;            // unit, from the farthest point of A to that of B
	uint32_t pair_count;  // pairs of corners kept
	uint32_t ids[MK_HEMISPHERE_CAPACITY][2];
	Hemisphere hemisphere;
} Search;

typedef enum Verdict {
	VERDICT_OPEN,
	VERDICT_APART,
	VERDICT_OVERLAP,
	VERDICT_STALLED,
} Verdict;

static Vec3 to_real(Double3 a) { return double3_to_vec3(a, vec3_zero()); }

static void set_direction(Search *search, Double3 s) {
	search->s = double3_scale(s, 1 / double3_length(s));
	search->s_real = to_real(search->s);
}

// What is known of the pair, else from A's origin to B's, else anything.
static void set_first_direction(Search *search, const Vec3 *known) {
	Vec3 s = known != NULL ? vec3_normalize(*known) : vec3_zero();
	if (vec3_equals(s, vec3_zero())) s = support_unit(search->difference->offset);
	set_direction(search, double3_between(s, vec3_zero()));
}

// Returns the largest product of s with points of the difference of the grown shapes, m.
static double try_direction(Search *search) {
	const Difference *d = search->difference;
	search->last = difference_support(d, search->s_real, search->last);
	Double3 point = double3_between(search->last.point, vec3_zero());
	Double3 s = double3_between(search->s_real, vec3_zero());
	double grown = (double)d->rounding + (double)d->error;
	Double3 farthest = double3_add(point, double3_scale(s, grown));
	double length = double3_length(farthest);
	search->r = length > 0 ? double3_scale(farthest, -1 / length) : double3(0, 0, 0);
	return double3_dot(point, s) + grown;
}

// Has this pair of corners come before? Keeps it if not.
static bool is_known_pair(Search *search) {
	uint32_t id_a = search->last.id_a;
	uint32_t id_b = search->last.id_b;
	if (id_a == MK_SHAPE_NO_ID || id_b == MK_SHAPE_NO_ID) return false;
	for (uint32_t i = 0; i < search->pair_count; i++) {
		if (search->ids[i][0] == id_a && search->ids[i][1] == id_b) return true;
	}
	search->ids[search->pair_count][0] = id_a;
	search->ids[search->pair_count++][1] = id_b;
	return false;
}

static Double3 mirrored(Double3 s, Double3 r) {
	return double3_sub(s, double3_scale(r, 2 * double3_dot(r, s)));
}

// Returns false if the shapes would see the same direction again.
static bool set_next_direction(Search *search, bool may_mirror) {
	Vec3 last = search->s_real;
	// s across r is its own mirror image
	if (may_mirror) set_direction(search, mirrored(search->s, search->r));
	if (!vec3_equals(search->s_real, last)) return true;
	set_direction(search, search->hemisphere.w);
	return !vec3_equals(search->s_real, last);
}

// One direction: is the question answered, and which direction is next?
static Verdict step(Search *search, bool may_mirror) {
	double reach = try_direction(search);
	if (reach < 0) return VERDICT_APART;
	// zero is itself a point of the difference
	if (double3_dot(search->r, search->r) == 0) return VERDICT_OVERLAP;
	if (!mk_hemisphere_add(&search->hemisphere, search->r)) return VERDICT_OVERLAP;
	bool is_known = is_known_pair(search);
	// the directions that are left are closer together than the shapes can tell apart
	if (!set_next_direction(search, may_mirror && !is_known)) return VERDICT_STALLED;
	return VERDICT_OPEN;
}

static void add_trace(const Search *search, const ChungWangInput *input, uint32_t iteration) {
	TraceStep step = { .kind = TRACE_DIRECTION, .iteration = iteration, .count = 1 };
	step.points[0] = search->last.point;
	step.points_a[0] = search->last.a;
	step.points_b[0] = search->last.b;
	step.direction = search->s_real;
	trace_add(input->trace, &step);
}

static ChungWangResult finish(const Search *search, Verdict verdict, uint32_t iterations) {
	static const SeparationStatus statuses[] = {
		[VERDICT_OPEN] = SEPARATION_CAPPED,
		[VERDICT_APART] = SEPARATION_CONVERGED,
		[VERDICT_OVERLAP] = SEPARATION_CONVERGED,
		[VERDICT_STALLED] = SEPARATION_STALLED,
	};
	bool is_apart = verdict == VERDICT_APART;
	Real reach = vec3_dot(search->last.point, search->s_real) + search->difference->rounding;
	return (ChungWangResult){
		.status = statuses[verdict],
		.iterations = iterations,
		.is_overlapping = !is_apart,
		.axis = search->s_real,
		.gap = is_apart ? real_max(-reach, 0) : 0,
	};
}

ChungWangInput mk_chung_wang_input(const Difference *difference) {
	return (ChungWangInput){
		.difference = difference,
		.mirrors = MK_CHUNG_WANG_MIRRORS,
		.iterations = MK_HEMISPHERE_CAPACITY,
	};
}

ChungWangResult mk_chung_wang(const ChungWangInput *input) {
	if (!mk_difference_is_finite(input->difference)) {
		return (ChungWangResult){ .status = SEPARATION_INVALID };
	}
	// the large tables are left as they are: their counts say what is in them
	Search search;
	search.difference = input->difference;
	search.last = difference_no_hint();
	search.pair_count = 0;
	hemisphere_init(&search.hemisphere);
	set_first_direction(&search, input->axis);

	uint32_t most = input->iterations;
	if (most > MK_HEMISPHERE_CAPACITY) most = MK_HEMISPHERE_CAPACITY;
	Verdict verdict = VERDICT_OPEN;
	uint32_t i = 0;
	while (i < most && verdict == VERDICT_OPEN) {
		verdict = step(&search, i++ < input->mirrors);
		if (input->trace != NULL) add_trace(&search, input, i);
	}
	ChungWangResult result = finish(&search, verdict, i);
	if (input->axis != NULL) *input->axis = result.axis;
	return result;
}
