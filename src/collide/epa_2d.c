// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The polygon is a ring of corners; edge i runs counter-clockwise from corner i to the next one. A
// heap gives the edge nearest to the origin; entries of edges that are gone are recognised by their
// number of change when they come up.
#include "collide/epa_2d.h"

#include "base/assert.h"

#include <math.h>

// How far outside of an edge (as part of it) the foot of the origin may be for the edge to count as
// a candidate. Without slack an exact foot on a corner between two edges in line would lose both.
static const double internal_slack = 1e-9;

// Entries of the heap: each insertion adds two edges.
enum { HEAP_SIZE = 2 * MK_EPA_2D_POINTS + 4 };

typedef struct HeapEntry {
	double distance;
	uint32_t corner;
	uint32_t change;
} HeapEntry;

typedef struct Ring {
	const Epa2dInput *input;
	Epa2dPoint at[MK_EPA_2D_POINTS];
	uint32_t next[MK_EPA_2D_POINTS];
	uint32_t last[MK_EPA_2D_POINTS];
	uint32_t change[MK_EPA_2D_POINTS]; // goes up whenever the edge is another one
	Epa2dPoint normal[MK_EPA_2D_POINTS];
	double distance[MK_EPA_2D_POINTS];
	uint32_t count;
	HeapEntry heap[HEAP_SIZE];
	uint32_t heap_count;
	bool is_outside; // the origin may be outside: edges that see it come first
	bool is_apart;
	uint32_t iterations;
	double upper;
	Epa2dPoint best;
	Epa2dPoint best_edge[2];
} Ring;

static double dot(Epa2dPoint a, Epa2dPoint b) { return a.x * b.x + a.y * b.y; }
static double cross(Epa2dPoint a, Epa2dPoint b) { return a.x * b.y - a.y * b.x; }
static Epa2dPoint sub(Epa2dPoint a, Epa2dPoint b) { return (Epa2dPoint){ a.x - b.x, a.y - b.y }; }
static Epa2dPoint negate(Epa2dPoint a) { return (Epa2dPoint){ -a.x, -a.y }; }
static double length(Epa2dPoint a) { return sqrt(dot(a, a)); }

static void heap_push(Ring *r, HeapEntry entry) {
	MK_ASSERT(r->heap_count < HEAP_SIZE);
	uint32_t i = r->heap_count++;
	while (i > 0 && entry.distance < r->heap[(i - 1) / 2].distance) {
		r->heap[i] = r->heap[(i - 1) / 2];
		i = (i - 1) / 2;
	}
	r->heap[i] = entry;
}

static HeapEntry heap_pop(Ring *r) {
	HeapEntry top = r->heap[0];
	HeapEntry moved = r->heap[--r->heap_count];
	uint32_t i = 0;
	for (;;) {
		uint32_t child = 2 * i + 1;
		if (child >= r->heap_count) break;
		bool has_right = child + 1 < r->heap_count;
		if (has_right && r->heap[child + 1].distance < r->heap[child].distance) child++;
		if (!(r->heap[child].distance < moved.distance)) break;
		r->heap[i] = r->heap[child];
		i = child;
	}
	r->heap[i] = moved;
	return top;
}

static Vec3 in_space(Epa2dPoint p) { return vec3((Real)p.x, (Real)p.y, 0); }

// Asks for a support and keeps the direction if it is the best so far.
static Epa2dPoint probe(Ring *r, Epa2dPoint normal, double *height) {
	Epa2dPoint w = r->input->support(r->input->set, normal);
	*height = dot(normal, w);
	r->iterations++;
	if (*height < r->upper) {
		r->upper = *height;
		r->best = normal;
		r->best_edge[0] = w;
		r->best_edge[1] = w;
	}
	r->is_apart |= *height < -r->input->absolute;
	if (r->input->trace != NULL) {
		TraceStep step = { .kind = TRACE_SUPPORT, .iteration = r->iterations, .count = 1 };
		step.points[0] = in_space(w);
		step.direction = in_space(normal);
		step.upper = (Real)*height;
		trace_add(r->input->trace, &step);
	}
	return w;
}

// Where the foot of the origin is on an edge: 0 at its start, 1 at its end.
static double foot_of(Epa2dPoint start, Epa2dPoint end) {
	Epa2dPoint side = sub(end, start);
	double squared = dot(side, side);
	return squared > 0 ? -dot(start, side) / squared : 0;
}

// Computes the line of the edge at a corner and queues the edge if it can be the nearest.
static void set_edge(Ring *r, uint32_t corner) {
	Epa2dPoint start = r->at[corner];
	Epa2dPoint end = r->at[r->next[corner]];
	Epa2dPoint side = sub(end, start);
	double size = length(side);
	r->change[corner]++;
	// an edge without length sees nothing and is never the nearest
	double scale = size > 0 ? 1 / size : 0;
	r->normal[corner] = (Epa2dPoint){ side.y * scale, -side.x * scale };
	r->distance[corner] = cross(start, end) * scale;
	if (!(size > 0)) return;
	double foot = foot_of(start, end);
	bool is_internal = foot >= -internal_slack && foot <= 1 + internal_slack;
	bool is_first = r->is_outside && r->distance[corner] < 0;
	if (!is_first && !is_internal) return;
	if (r->distance[corner] > r->upper + r->input->absolute) return;
	heap_push(r, (HeapEntry){ r->distance[corner], corner, r->change[corner] });
}

static bool sees(const Ring *r, uint32_t corner, Epa2dPoint w) {
	return dot(r->normal[corner], w) > r->distance[corner];
}

static void link_corners(Ring *r, uint32_t a, uint32_t b) {
	r->next[a] = b;
	r->last[b] = a;
}

// Puts a point between the ends of an edge; neighbours that see it, which only happens beside
// points of the start that are not extreme, go as well.
static void insert_point(Ring *r, Epa2dPoint w, uint32_t corner) {
	uint32_t from = corner;
	uint32_t to = r->next[corner];
	while (r->last[from] != to && sees(r, r->last[from], w)) {
		r->change[from]++;
		from = r->last[from];
	}
	while (r->next[to] != from && sees(r, to, w)) {
		r->change[to]++;
		to = r->next[to];
	}
	uint32_t added = r->count++;
	r->at[added] = w;
	r->change[added] = 0;
	link_corners(r, from, added);
	link_corners(r, added, to);
	set_edge(r, from);
	set_edge(r, added);
}

// Finds three points that are not in line, by asking beside what there is; the number of dimensions
// that the set has otherwise.
static uint32_t span(Ring *r, Epa2dPoint corners[3], Epa2dPoint *axis) {
	double flat = 2 * r->input->absolute;
	double height;
	Epa2dPoint first = corners[0];
	const Epa2dPoint ways[4] = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } };
	for (uint32_t i = 0; i < 4 && length(sub(corners[1], first)) <= flat; i++) {
		corners[1] = probe(r, ways[i], &height);
	}
	Epa2dPoint side = sub(corners[1], first);
	double size = length(side);
	if (!(size > flat)) return 0;
	*axis = (Epa2dPoint){ side.y / size, -side.x / size };
	for (uint32_t i = 0; i < 2 && fabs(dot(*axis, sub(corners[2], first))) <= flat; i++) {
		corners[2] = probe(r, i == 0 ? *axis : negate(*axis), &height);
	}
	return fabs(dot(*axis, sub(corners[2], first))) > flat ? 2 : 1;
}

static void start_ring(Ring *r, const Epa2dPoint corners[3]) {
	bool is_swapped = cross(sub(corners[1], corners[0]), sub(corners[2], corners[0])) < 0;
	r->at[0] = corners[0];
	r->at[1] = corners[is_swapped ? 2 : 1];
	r->at[2] = corners[is_swapped ? 1 : 2];
	r->count = 3;
	for (uint32_t i = 0; i < 3; i++) {
		r->change[i] = 0;
		link_corners(r, i, (i + 1) % 3);
	}
	for (uint32_t i = 0; i < 3; i++) {
		set_edge(r, i);
	}
}

static void trace_edge(const Ring *r, uint32_t corner) {
	if (r->input->trace == NULL) return;
	TraceStep step = { .kind = TRACE_FACE_CHOSEN, .iteration = r->iterations, .count = 2 };
	step.points[0] = in_space(r->at[corner]);
	step.points[1] = in_space(r->at[r->next[corner]]);
	step.direction = in_space(r->normal[corner]);
	step.lower = (Real)r->distance[corner];
	step.upper = (Real)r->upper;
	trace_add(r->input->trace, &step);
}

static Epa2dResult answer(const Ring *r, SeparationStatus status, double lower) {
	double foot = foot_of(r->best_edge[0], r->best_edge[1]);
	foot = foot < 0 ? 0 : foot > 1 ? 1 : foot;
	return (Epa2dResult){
		.status = status,
		.iterations = r->iterations,
		.is_apart = r->is_apart,
		.upper = r->upper,
		.lower = lower < r->upper ? lower : r->upper,
		.normal = r->best,
		.edge = { r->best_edge[0], r->best_edge[1] },
		.weights = { 1 - foot, foot },
	};
}

// A point or a segment: the depth is zero, out of the line or anywhere.
static Epa2dResult answer_flat(Ring *r, uint32_t dimension, Epa2dPoint axis) {
	double height;
	if (dimension == 0) axis = (Epa2dPoint){ 1, 0 };
	probe(r, axis, &height);
	probe(r, negate(axis), &height);
	return answer(r, SEPARATION_DEGENERATE, 0);
}

// Looks beyond an edge. Returns true if the search is over.
static bool expand(Ring *r, uint32_t corner, SeparationStatus *status) {
	trace_edge(r, corner);
	*status = SEPARATION_CAPPED;
	if (r->count == MK_EPA_2D_POINTS || r->iterations >= r->input->max_iterations) return true;
	double height;
	Epa2dPoint ends[2] = { r->at[corner], r->at[r->next[corner]] };
	Epa2dPoint w = probe(r, r->normal[corner], &height);
	*status = SEPARATION_CONVERGED;
	if (r->is_apart) return true;
	bool is_end = height - r->distance[corner] <= r->input->absolute;
	if (is_end || height <= r->upper) {
		r->upper = height;
		r->best = r->normal[corner];
		r->best_edge[0] = ends[0];
		r->best_edge[1] = ends[1];
	}
	if (!is_end) insert_point(r, w, corner);
	return is_end;
}

Epa2dResult mk_epa_2d(const Epa2dInput *input) {
	MK_ASSERT(input->start_count >= 1 && input->start_count <= 3);
	Ring ring;
	ring.input = input;
	ring.heap_count = 0;
	ring.is_outside = true;
	ring.is_apart = false;
	ring.iterations = 0;
	ring.upper = (double)INFINITY;
	ring.best = (Epa2dPoint){ 1, 0 };
	ring.best_edge[0] = input->start[0];
	ring.best_edge[1] = input->start[0];
	Epa2dPoint corners[3];
	for (uint32_t i = 0; i < 3; i++) {
		corners[i] = input->start[i < input->start_count ? i : 0];
	}
	Epa2dPoint axis = { 1, 0 };
	uint32_t dimension = span(&ring, corners, &axis);
	if (dimension < 2) return answer_flat(&ring, dimension, axis);
	start_ring(&ring, corners);
	SeparationStatus status = SEPARATION_STALLED;
	double lower = 0;
	while (ring.heap_count > 0 && !ring.is_apart) {
		HeapEntry entry = heap_pop(&ring);
		if (entry.change != ring.change[entry.corner]) continue;
		if (entry.distance >= 0) ring.is_outside = false;
		lower = fmax(lower, entry.distance);
		if (expand(&ring, entry.corner, &status)) break;
	}
	if (!(ring.upper < (double)INFINITY)) return answer_flat(&ring, 1, axis);
	return answer(&ring, status, lower);
}
