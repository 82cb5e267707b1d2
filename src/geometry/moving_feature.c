// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Search over cells of (t, u, v), earliest first. A cell is examined, which frees it, finds a touch
// at its first time, or cuts it down; it is halved if it was hardly cut. As soon as no cell left
// begins clearly before the touch found, that is the answer; the time reported is that of the
// earliest cell left, so it is never late. The first point of a pair is zero at all times, the
// others are relative to it and scaled to a size of about 1 by a power of two, so neither size nor
// place nor a common motion matters.
#include "geometry/moving_feature.h"

#include "geometry/moving_feature_cell.h"

// Cells waiting at one time; 48 bytes each on the stack. A motion that fills it grazes for long,
// and the answer is then the earliest cell.
#define MK_FEATURE_WAITING 192

typedef struct Search {
	FeaturePair pair;
	double tol_time; // what the tolerance is in time
	double best;     // earliest touch found; infinity
	double u;        // where that is
	double v;
	uint32_t count;
	bool is_full; // a cell found no room and counts as a touch
	FeatureCell waiting[MK_FEATURE_WAITING];
} Search;

static Double3 double3_min(Double3 a, Double3 b) {
	return double3(double_min(a.x, b.x), double_min(a.y, b.y), double_min(a.z, b.z));
}

static Double3 double3_max(Double3 a, Double3 b) {
	return double3(double_max(a.x, b.x), double_max(a.y, b.y), double_max(a.z, b.z));
}

static double double3_largest(Double3 a) {
	return double_max(fabs(a.x), double_max(fabs(a.y), fabs(a.z)));
}

// true if cutting made a cell clearly smaller: then it is worth cutting again before halving
static bool is_much_smaller(const FeatureCell *before, const FeatureCell *cell) {
	double share = 1;
	for (int i = 0; i < FEATURE_VARIABLES; i++) {
		double width = before->high[i] - before->low[i];
		if (width > 0) share *= (cell->high[i] - cell->low[i]) / width;
	}
	return share < 0.5;
}

static void record_touch(Search *search, const FeatureCell *cell, double u, double v) {
	if (!(cell->low[FEATURE_TIME] < search->best)) return;
	search->best = cell->low[FEATURE_TIME];
	search->u = u;
	search->v = v;
}

static void record_middle(Search *search, const FeatureCell *cell) {
	record_touch(search, cell, 0.5 * (cell->low[FEATURE_U] + cell->high[FEATURE_U]),
			0.5 * (cell->low[FEATURE_V] + cell->high[FEATURE_V]));
}

// halves a cell; one that cannot be halved any more counts as a touch
static void split_cell(Search *search, const FeatureCell *cell, int variable) {
	double middle = 0.5 * (cell->low[variable] + cell->high[variable]);
	bool is_point = !(cell->low[variable] < middle && middle < cell->high[variable]);
	if (is_point || search->count + 2 > MK_FEATURE_WAITING) {
		search->is_full = search->is_full || !is_point;
		record_middle(search, cell);
		return;
	}
	FeatureCell half = *cell;
	half.low[variable] = middle;
	search->waiting[search->count++] = half;
	half = *cell;
	half.high[variable] = middle;
	search->waiting[search->count++] = half;
}

// Takes out the cell to look at next: the newest of those that begin within the tolerance of the
// earliest one. Newest, so that of many equal ones (parallel edges) one is followed to its end.
static FeatureCell take_next(Search *search) {
	double earliest = search->waiting[0].low[FEATURE_TIME];
	for (uint32_t i = 1; i < search->count; i++) {
		earliest = double_min(earliest, search->waiting[i].low[FEATURE_TIME]);
	}
	uint32_t next = search->count - 1;
	while (search->waiting[next].low[FEATURE_TIME] > earliest + search->tol_time)
		next--;
	FeatureCell cell = search->waiting[next];
	search->count--;
	// keeps the order: the newest last
	memmove(&search->waiting[next], &search->waiting[next + 1],
			(search->count - next) * sizeof(FeatureCell));
	return cell;
}

// Drops the cells that begin after the touch found, up to the tolerance.
static void drop_late(Search *search) {
	uint32_t kept = 0;
	for (uint32_t i = 0; i < search->count; i++) {
		if (search->waiting[i].low[FEATURE_TIME] >= search->best) continue;
		search->waiting[kept++] = search->waiting[i];
	}
	search->count = kept;
}

static double earliest_waiting(const Search *search) {
	double earliest = (double)INFINITY;
	for (uint32_t i = 0; i < search->count; i++) {
		earliest = double_min(earliest, search->waiting[i].low[FEATURE_TIME]);
	}
	return earliest;
}

// Returns the number of cells looked at.
static uint32_t run_search(Search *search, uint32_t max_cells) {
	uint32_t cells = 0;
	while (search->count > 0 && cells < max_cells) {
		FeatureCell cell = take_next(search);
		FeatureCell before = cell;
		FeatureCellAnswer answer = mk_feature_cell_examine(&search->pair, &cell);
		cells++;
		if (answer.state == FEATURE_CELL_TOUCH) {
			record_touch(search, &cell, answer.u, answer.v);
			drop_late(search);
			if (!(earliest_waiting(search) < search->best - search->tol_time)) break;
		}
		if (answer.state != FEATURE_CELL_OPEN) continue;
		if (is_much_smaller(&before, &cell)) {
			search->waiting[search->count++] = cell;
		} else {
			split_cell(search, &cell, answer.widest);
		}
	}
	return cells;
}

static bool points_are_finite(const FeatureInput *input) {
	for (int i = 0; i < 4; i++) {
		if (!vec3_is_finite(input->points[i].start) || !vec3_is_finite(input->points[i].end)) {
			return false;
		}
	}
	return real_is_finite(input->separation) && input->time_max >= 0;
}

// the largest coordinate of all
static double input_size(const FeatureInput *input) {
	Vec3 size = vec3_zero();
	for (int i = 0; i < 4; i++) {
		size = vec3_max(size, vec3_abs(input->points[i].start));
		size = vec3_max(size, vec3_abs(input->points[i].end));
	}
	return (double)vec3_max_element(size);
}

static Double3 to_double3(Vec3 a, double factor) {
	return double3((double)a.x * factor, (double)a.y * factor, (double)a.z * factor);
}

// Fills in the points times `factor`, relative to the first one; returns
// the largest coordinate left.
static double take_points(FeaturePair *pair, const FeatureInput *input, double factor) {
	double size = 0;
	Double3 start = to_double3(input->points[0].start, factor);
	Double3 end = to_double3(input->points[0].end, factor);
	for (int i = 0; i < 3; i++) {
		const MovingPoint *point = &input->points[i + 1];
		pair->start[i] = double3_sub(to_double3(point->start, factor), start);
		pair->end[i] = double3_sub(to_double3(point->end, factor), end);
		size = double_max(size, double3_largest(pair->start[i]));
		size = double_max(size, double3_largest(pair->end[i]));
	}
	return size;
}

// The box of F at one end of the time, grown to hold that of the other end.
static void add_difference_box(const Double3 p[3], bool is_edges, Double3 *low, Double3 *high) {
	Double3 min = double3_min(p[1], p[2]);
	Double3 max = double3_max(p[1], p[2]);
	if (is_edges) {
		// the first edge, from zero to p[0], minus the second
		const Double3 zero = { 0, 0, 0 };
		Double3 second_min = min;
		min = double3_sub(double3_min(p[0], zero), max);
		max = double3_sub(double3_max(p[0], zero), second_min);
	} else {
		min = double3_min(min, p[0]);
		max = double3_max(max, p[0]);
	}
	*low = double3_min(*low, min);
	*high = double3_max(*high, max);
}

// Returns whether the box of all values of F leaves out a touch: the cheap test before all others.
static bool boxes_are_apart(const FeaturePair *pair) {
	const double far = (double)INFINITY;
	Double3 low = { far, far, far };
	Double3 high = { -far, -far, -far };
	add_difference_box(pair->start, pair->is_edges, &low, &high);
	add_difference_box(pair->end, pair->is_edges, &low, &high);
	double reach = pair->reach + MK_FEATURE_ROUNDING;
	double above = double_max(low.x, double_max(low.y, low.z));
	double below = double_min(high.x, double_min(high.y, high.z));
	return above > reach || below < -reach;
}

// Scales the points to a largest coordinate between 1/2 and 1; false if all are one point for ever.
static bool prepare_pair(FeaturePair *pair, const FeatureInput *input) {
	// in quarters if the difference of two numbers could be too large for one
	double factor = input_size(input) > DBL_MAX / 4 ? 0.25 : 1;
	double size = take_points(pair, input, factor);
	if (!(size > 0)) return false;
	int exponent;
	(void)frexp(size, &exponent);
	// in two steps: the factor itself can be beyond all numbers
	double half = ldexp(1, -exponent / 2);
	double rest = ldexp(1, -exponent - -exponent / 2);
	for (int i = 0; i < 3; i++) {
		pair->start[i] = double3_scale(double3_scale(pair->start[i], half), rest);
		pair->end[i] = double3_scale(double3_scale(pair->end[i], half), rest);
	}
	// a separation beyond all sizes is as good as 8 of them
	double separation = double_min(
			double_max(ldexp((double)input->separation * factor, -exponent), 0), 8);
	double tolerance = ldexp((double)input->tolerance * factor, -exponent);
	if (!(tolerance > 0)) tolerance = (double)MK_FEATURE_TOLERANCE;
	// below some rounding errors no cell could be decided
	tolerance = double_max(tolerance, 8 * MK_FEATURE_ROUNDING);
	pair->reach = separation * (1 + 8 * DBL_EPSILON);
	pair->accept = separation + tolerance;
	return true;
}

static void begin_search(Search *search, double time_max) {
	double tolerance = search->pair.accept - search->pair.reach;
	double motion = mk_feature_greatest_motion(&search->pair);
	search->tol_time = motion > tolerance ? tolerance / motion : 1;
	search->best = (double)INFINITY;
	search->waiting[0] = (FeatureCell){ { 0, 0, 0 }, { double_min(time_max, 1), 1, 1 } };
	search->count = 1;
	search->is_full = false;
}

// the largest Real that is not after a time
static Real time_down(double time) {
#ifdef MK_DOUBLE
	return time;
#else
	float rounded = (float)time;
	return (double)rounded > time ? float_next_down(rounded) : rounded;
#endif
}

// The part of a that is across b, any length; a if b is zero.
static Double3 part_across(Double3 a, Double3 b) {
	double length_squared = double3_dot(b, b);
	if (!(length_squared > 0)) return a;
	return double3_sub(a, double3_scale(b, double3_dot(a, b) / length_squared));
}

// Across both features, to the side the first one comes from; against its motion, across one of
// them, if they have no common normal.
static Vec3 find_normal(const FeaturePair *pair, double t, double u, double v) {
	Double3 w = feature_weights(pair, u, v);
	const double sign = pair->is_edges ? 1 : -1;
	const double weights[3] = { sign * w.x, sign * w.y, sign * w.z };
	Double3 at[3];
	Double3 way = { 0, 0, 0 }; // of the first feature, seen from the second
	Double3 gap = { 0, 0, 0 }; // from the second to the first
	for (int i = 0; i < 3; i++) {
		at[i] = double3_lerp(pair->start[i], pair->end[i], t);
		Double3 moved = double3_sub(pair->end[i], pair->start[i]);
		way = double3_add(way, double3_scale(moved, weights[i]));
		gap = double3_add(gap, double3_scale(at[i], weights[i]));
	}
	Double3 side = double3_sub(at[2], at[1]);
	Double3 other = pair->is_edges ? at[0] : double3_sub(at[0], at[1]);
	Double3 normal = double3_cross(side, other);
	// sizes are about 1: what is smaller than these is left over from rounding
	if (double3_length(normal) < 1e-12) normal = part_across(way, double3_longer(side, other));
	double closing = double3_dot(normal, way);
	if (fabs(closing) < 1e-9 * double3_length(normal)) closing = -double3_dot(normal, gap);
	double turn = closing > 0 ? -1 : 1;
	normal = double3_scale(normal, turn / double_max(double3_length(normal), DBL_MIN));
	return vec3_normalize(double3_to_vec3(normal, vec3_zero()));
}

static void describe_hit(FeatureHit *hit, const Search *search, const FeatureInput *input) {
	hit->u = (Real)search->u;
	hit->v = (Real)search->v;
	hit->normal = find_normal(&search->pair, (double)hit->time, search->u, search->v);
	const MovingPoint *p = input->points;
	hit->point = vec3_lerp(p[0].start, p[0].end, hit->time);
	if (!search->pair.is_edges) return;
	hit->point = vec3_lerp(hit->point, vec3_lerp(p[1].start, p[1].end, hit->time), hit->u);
}

static FeatureHit find_touch(const FeatureInput *input, bool is_edges) {
	FeatureHit hit = { .status = MOVING_INVALID };
	if (!points_are_finite(input)) return hit;
	Search search;
	search.pair.is_edges = is_edges;
	if (!prepare_pair(&search.pair, input)) {
		hit.status = MOVING_HIT;
		hit.point = input->points[0].start;
		return hit;
	}
	if (boxes_are_apart(&search.pair)) return (FeatureHit){ .status = MOVING_FREE };
	begin_search(&search, (double)input->time_max);
	hit.cells = run_search(&search, input->max_cells > 0 ? input->max_cells : MK_FEATURE_CELLS);
	hit.status = search.best <= 1 ? MOVING_HIT : MOVING_FREE;
	double earliest = earliest_waiting(&search);
	bool is_undecided = earliest < search.best - search.tol_time;
	if (is_undecided || search.is_full) hit.status = MOVING_CAPPED;
	if (hit.status == MOVING_FREE) return hit;
	for (uint32_t i = 0; i < search.count; i++) {
		record_middle(&search, &search.waiting[i]);
	}
	hit.time = time_down(search.best);
	describe_hit(&hit, &search, input);
	return hit;
}

FeatureHit mk_moving_vertex_face(const FeatureInput *input) { return find_touch(input, false); }

FeatureHit mk_moving_edge_edge(const FeatureInput *input) { return find_touch(input, true); }
