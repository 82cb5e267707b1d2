// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The hull of points in a plane: the monotone chain (Andrew 1979) with exact orientations on a grid
// in the plane, then as many of its corners as the margin or the vertex limit ask for, those that
// stick out most first (Ramer 1972, Douglas and Peucker 1973).
#include "geometry/hull_work.h"

#include "math/double_double.h"

#include <stdlib.h>

typedef struct FlatPoint {
	double x;
	double y;
	uint32_t point;
} FlatPoint;

MK_ARRAY_DECLARE(FlatPointArray, flat_point_array, FlatPoint);

// A side of the growing outline: from one corner of the full outline to a later one.
typedef struct Chord {
	uint32_t from;
	uint32_t to; // past the end once, if it is before `from`
	uint32_t farthest;
} Chord;

MK_ARRAY_DECLARE(ChordArray, chord_array, Chord);

typedef struct Outline {
	HullWork *work;
	FlatPointArray ring; // all corners, counter-clockwise
	uint32_t kept_count;
	uint32_t *is_kept;
	ChordArray chords;
	HeapArray heap;
} Outline;

// Returns a unit vector in the plane; for a plane along axes it is an axis.
static Double3 axis_in_plane(Double3 normal) {
	bool is_x_least = fabs(normal.x) <= fabs(normal.y) && fabs(normal.x) <= fabs(normal.z);
	bool is_y_less = fabs(normal.y) <= fabs(normal.z);
	Double3 axis = is_x_least ? double3(1, 0, 0) : is_y_less ? double3(0, 1, 0) : double3(0, 0, 1);
	Double3 across = double3_cross(axis, normal);
	return double3_scale(across, 1 / double3_length(across));
}

// Returns a coordinate in the plane as a multiple of 2^-50: differences are exact, as in space.
static double coordinate_along(Double3 p, Double3 axis) {
	const double shift = 6;
	return (double3_dot(p, axis) + shift) - shift;
}

static int compare_flat(const void *first, const void *second) {
	const FlatPoint *a = first;
	const FlatPoint *b = second;
	if (a->x != b->x) return a->x < b->x ? -1 : 1;
	if (a->y != b->y) return a->y < b->y ? -1 : 1;
	return a->point < b->point ? -1 : a->point > b->point;
}

// Returns whether a, b, c turn left, exactly: rounding keeps the order of the two products.
static bool turns_left(FlatPoint a, FlatPoint b, FlatPoint c) {
	DoubleDouble left = double_multiply_exact(b.x - a.x, c.y - a.y);
	DoubleDouble right = double_multiply_exact(b.y - a.y, c.x - a.x);
	return left.hi != right.hi ? left.hi > right.hi : left.lo > right.lo;
}

static void push_turning_left(FlatPointArray *chain, uint32_t base, FlatPoint p) {
	while (chain->count >= base + 2 &&
			!turns_left(chain->data[chain->count - 2], chain->data[chain->count - 1], p)) {
		chain->count--;
	}
	flat_point_array_push(chain, p);
}

// Sets the ring to all corners of the exact outline.
static void find_ring(Outline *outline) {
	const HullWork *work = outline->work;
	Double3 axis_x = axis_in_plane(work->normal);
	Double3 axis_y = double3_cross(work->normal, axis_x);
	FlatPointArray sorted = { 0 };
	flat_point_array_reserve(&sorted, work->active.count);
	for (uint32_t i = 0; i < work->active.count; i++) {
		uint32_t point = work->active.data[i];
		Double3 p = work->points[point];
		FlatPoint flat = { coordinate_along(p, axis_x), coordinate_along(p, axis_y), point };
		flat_point_array_push(&sorted, flat);
	}
	if (sorted.count == 0) return;
	qsort(sorted.data, sorted.count, sizeof(FlatPoint), compare_flat);
	FlatPointArray *ring = &outline->ring;
	for (uint32_t i = 0; i < sorted.count; i++) {
		// of equal points the first, which has the lowest index
		bool is_repeated = i > 0 && sorted.data[i].x == sorted.data[i - 1].x &&
				sorted.data[i].y == sorted.data[i - 1].y;
		if (!is_repeated) push_turning_left(ring, 0, sorted.data[i]);
	}
	uint32_t base = ring->count - 1;
	FlatPoint last = ring->data[base];
	for (uint32_t i = sorted.count; i-- > 0;) {
		bool is_repeated = i > 0 && sorted.data[i].x == sorted.data[i - 1].x &&
				sorted.data[i].y == sorted.data[i - 1].y;
		bool is_last = sorted.data[i].x == last.x && sorted.data[i].y == last.y;
		if (!is_repeated && !is_last) push_turning_left(ring, base, sorted.data[i]);
	}
	ring->count--; // the first once more
	flat_point_array_free(&sorted);
}

// Returns a place on the ring for a number that may be past its end once.
static uint32_t wrap(const Outline *outline, uint32_t corner) {
	return corner < outline->ring.count ? corner : corner - outline->ring.count;
}

static double distance_between(FlatPoint a, FlatPoint b) {
	return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

// Returns how far a corner is from a chord, in the plane. From its ends, too: beyond the tip of a
// needle a corner can be far away and yet hardly beside the line.
static double distance_from_chord(
		const Outline *outline, uint32_t corner, uint32_t from, uint32_t to) {
	FlatPoint a = outline->ring.data[wrap(outline, from)];
	FlatPoint b = outline->ring.data[wrap(outline, to)];
	FlatPoint p = outline->ring.data[wrap(outline, corner)];
	double dx = b.x - a.x;
	double dy = b.y - a.y;
	double length2 = dx * dx + dy * dy;
	double along = (p.x - a.x) * dx + (p.y - a.y) * dy;
	if (along < 0) return distance_between(p, a);
	if (along > length2) return distance_between(p, b);
	return ((p.x - a.x) * dy - (p.y - a.y) * dx) / sqrt(length2);
}

static HeapEntry farthest_of_chord(const Outline *outline, uint32_t from, uint32_t to) {
	HeapEntry best = { 0, from };
	for (uint32_t i = from + 1; i < to; i++) {
		double d = distance_from_chord(outline, i, from, to);
		if (d > best.distance) best = (HeapEntry){ d, i };
	}
	return best;
}

static void add_chord(Outline *outline, uint32_t from, uint32_t to) {
	HeapEntry farthest = farthest_of_chord(outline, from, to);
	if (farthest.face == from) return;
	HeapEntry entry = { farthest.distance, outline->chords.count };
	chord_array_push(&outline->chords, (Chord){ from, to, farthest.face });
	mk_hull_heap_push(&outline->heap, entry);
}

static void keep(Outline *outline, uint32_t corner) {
	outline->is_kept[wrap(outline, corner)] = 1;
	outline->kept_count++;
}

static bool wants_more(const Outline *outline) {
	if (outline->heap.count == 0) return false;
	if (outline->kept_count < 3) return true;
	return outline->kept_count < outline->work->limit &&
			outline->heap.data[0].distance > outline->work->margin;
}

static uint32_t kept_after(const Outline *outline, uint32_t corner) {
	do {
		corner = wrap(outline, corner + 1);
	} while (!outline->is_kept[corner]);
	return corner;
}

static uint32_t kept_before(const Outline *outline, uint32_t corner) {
	do {
		corner = wrap(outline, corner + outline->ring.count - 1);
	} while (!outline->is_kept[corner]);
	return corner;
}

// Drops a corner that was only a place to start from, if nothing then sticks out too far.
static void drop_start(Outline *outline, uint32_t corner) {
	uint32_t from = kept_before(outline, corner);
	uint32_t to = kept_after(outline, corner);
	if (to <= from) to += outline->ring.count;
	bool is_needed = farthest_of_chord(outline, from, to).distance > outline->work->margin;
	if (is_needed || outline->kept_count <= 3) return;
	outline->is_kept[corner] = 0;
	outline->kept_count--;
}

static uint32_t farthest_corner(const Outline *outline, uint32_t from) {
	uint32_t best = from;
	double best_distance = 0;
	for (uint32_t i = 0; i < outline->ring.count; i++) {
		double d = distance_between(outline->ring.data[i], outline->ring.data[from]);
		if (d > best_distance) {
			best_distance = d;
			best = i;
		}
	}
	return best;
}

static void choose_corners(Outline *outline) {
	// start with two that are far apart: then the third is off their line, even in a needle
	uint32_t one = farthest_corner(outline, 0);
	uint32_t other = farthest_corner(outline, one);
	uint32_t first = one < other ? one : other;
	uint32_t second = one < other ? other : one;
	keep(outline, first);
	keep(outline, second);
	add_chord(outline, first, second);
	add_chord(outline, second, first + outline->ring.count);
	while (wants_more(outline)) {
		Chord chord = outline->chords.data[mk_hull_heap_pop(&outline->heap).face];
		keep(outline, chord.farthest);
		add_chord(outline, chord.from, chord.farthest);
		add_chord(outline, chord.farthest, chord.to);
	}
	drop_start(outline, first);
	drop_start(outline, second);
}

static double distance2_from_side(
		const HullWork *work, uint32_t point, uint32_t from, uint32_t to) {
	Double3 a = work->points[from];
	Double3 along = double3_sub(work->points[to], a);
	Double3 offset = double3_sub(work->points[point], a);
	double t = double3_dot(offset, along) / double3_dot(along, along);
	t = t > 0 ? (t < 1 ? t : 1) : 0;
	Double3 d = double3_sub(offset, double3_scale(along, t));
	return double3_dot(d, d);
}

// Returns an upper bound of the distance of corners that were left out from the sides before them.
static double left_out_distance(const Outline *outline) {
	uint32_t start = kept_before(outline, 0);
	uint32_t from = start;
	double worst2 = 0;
	do {
		uint32_t to = kept_after(outline, from);
		for (uint32_t i = wrap(outline, from + 1); i != to; i = wrap(outline, i + 1)) {
			double d2 = distance2_from_side(outline->work, outline->ring.data[i].point,
					outline->ring.data[from].point, outline->ring.data[to].point);
			if (d2 > worst2) worst2 = d2;
		}
		from = to;
	} while (from != start);
	return sqrt(worst2);
}

// Returns how far any point is from the plane of the first triangle.
static double distance_off_plane(const HullWork *work) {
	double offset = double3_dot(work->normal, work->points[work->start[0]]);
	double worst = 0;
	for (uint32_t i = 0; i < work->active.count; i++) {
		double d = fabs(double3_dot(work->normal, work->points[work->active.data[i]]) - offset);
		if (d > worst) worst = d;
	}
	return worst;
}

double mk_hull_work_outline(HullWork *work) {
	Outline outline = { .work = work };
	find_ring(&outline);
	if (outline.ring.data == NULL) return 0; // no points: cannot be, the first triangle is there
	uint32_t count = outline.ring.count;
	outline.is_kept = mk_alloc(mk_alloc_size(count, sizeof(uint32_t)));
	memset(outline.is_kept, 0, count * sizeof(uint32_t));
	choose_corners(&outline);
	// a point and the mean of corners over the same place of the plane are both near it
	double error = left_out_distance(&outline) + 2 * distance_off_plane(work);
	hull_indices_clear(&work->active);
	for (uint32_t i = 0; i < count; i++) {
		if (outline.is_kept[i]) hull_indices_push(&work->active, outline.ring.data[i].point);
	}
	mk_free(outline.is_kept, mk_alloc_size(count, sizeof(uint32_t)));
	flat_point_array_free(&outline.ring);
	chord_array_free(&outline.chords);
	heap_array_free(&outline.heap);
	return error > 0 ? error + 2 * MK_GRID_ROUNDING : 0;
}
