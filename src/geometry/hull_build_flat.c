// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The hull of points in a plane: the monotone chain (Andrew 1979) with exact orientations after
// dropping the coordinate that the plane depends on least, then as many of its corners as the margin
// or the vertex limit ask for, those that stick out most first (Ramer 1972, Douglas and Peucker 1973).
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
	double margin;       // in the projection
	uint32_t kept_count;
	uint32_t *is_kept;
	ChordArray chords;
	HeapArray heap;
} Outline;

static Double3 components_of(Double3 n) { return double3(fabs(n.x), fabs(n.y), fabs(n.z)); }

static double largest_component(Double3 n) {
	Double3 size = components_of(n);
	double xy = size.x > size.y ? size.x : size.y;
	return xy > size.z ? xy : size.z;
}

// Projects along the axis nearest to the normal so that counter-clockwise around it stays so.
static FlatPoint project(Double3 p, Double3 normal, uint32_t index) {
	Double3 size = components_of(normal);
	FlatPoint flat = { p.x, p.y, index };
	double sign = normal.z;
	if (size.x >= size.y && size.x >= size.z) {
		flat = (FlatPoint){ p.y, p.z, index };
		sign = normal.x;
	} else if (size.y >= size.z) {
		flat = (FlatPoint){ p.z, p.x, index };
		sign = normal.y;
	}
	return sign > 0 ? flat : (FlatPoint){ flat.y, flat.x, index };
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
	FlatPointArray sorted = { 0 };
	flat_point_array_reserve(&sorted, work->active.count);
	for (uint32_t i = 0; i < work->active.count; i++) {
		uint32_t point = work->active.data[i];
		flat_point_array_push(&sorted, project(work->points[point], work->normal, point));
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

// Returns how far a corner is to the right of a chord, in the projection.
static double distance_from_chord(
		const Outline *outline, uint32_t corner, uint32_t from, uint32_t to) {
	FlatPoint a = outline->ring.data[wrap(outline, from)];
	FlatPoint b = outline->ring.data[wrap(outline, to)];
	FlatPoint p = outline->ring.data[wrap(outline, corner)];
	double dx = b.x - a.x;
	double dy = b.y - a.y;
	return ((p.x - a.x) * dy - (p.y - a.y) * dx) / sqrt(dx * dx + dy * dy);
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
			outline->heap.data[0].distance > outline->margin;
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
	bool is_needed = farthest_of_chord(outline, from, to).distance > outline->margin;
	if (is_needed || outline->kept_count <= 3) return;
	outline->is_kept[corner] = 0;
	outline->kept_count--;
}

static void choose_corners(Outline *outline) {
	// the ring starts at the lowest point; the highest is where it turns back
	uint32_t high = 0;
	for (uint32_t i = 1; i < outline->ring.count; i++) {
		if (compare_flat(&outline->ring.data[i], &outline->ring.data[high]) > 0) high = i;
	}
	keep(outline, 0);
	keep(outline, high);
	add_chord(outline, 0, high);
	add_chord(outline, high, outline->ring.count);
	while (wants_more(outline)) {
		Chord chord = outline->chords.data[mk_hull_heap_pop(&outline->heap).face];
		keep(outline, chord.farthest);
		add_chord(outline, chord.from, chord.farthest);
		add_chord(outline, chord.farthest, chord.to);
	}
	drop_start(outline, 0);
	drop_start(outline, high);
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
	double slope = largest_component(work->normal);
	// a distance in the plane is at most this much larger than in the projection
	Outline outline = { .work = work, .margin = work->margin * slope };
	find_ring(&outline);
	if (outline.ring.data == NULL) return 0; // no points: cannot be, the first triangle is there
	uint32_t count = outline.ring.count;
	outline.is_kept = mk_alloc(mk_alloc_size(count, sizeof(uint32_t)));
	memset(outline.is_kept, 0, count * sizeof(uint32_t));
	choose_corners(&outline);
	// a point and the mean of corners over the same place of the projection are both near the plane
	double error = left_out_distance(&outline) + 2 * distance_off_plane(work) / slope;
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
