// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The incremental hull with O'Rourke's structures. A face knows its edges and, because two faces
// run along an edge in opposite directions, also its own corners in order. An edge knows its two
// faces. A vertex remembers an edge to the new point that has only one face so far; when all
// horizon edges are served every new edge was used twice, so no vertex remembers any.
#include "geometry/hull_trace.h"

#include "geometry/hull_grid.h"

typedef struct TraceEdge {
	uint32_t ends[2];  // points
	uint32_t faces[2]; // MK_HULL_NONE: not yet
} TraceEdge;

typedef struct TraceFace {
	uint32_t edges[3];
	bool is_seen; // by the point that is being added
} TraceFace;

MK_ARRAY_DECLARE(TraceEdgeArray, trace_edge_array, TraceEdge);
MK_ARRAY_DECLARE(TraceFaceArray, trace_face_array, TraceFace);

typedef struct Builder {
	HullTrace *trace;
	const Double3 *points;  // on the grid
	uint32_t *new_edges;    // of each point: an edge to the new point with one face
	uint32_t pending;       // how many points have such an edge
	TraceEdgeArray edges;   // all that ever were
	TraceFaceArray faces;   // beside those of the trace
	HullTraceIndices alive; // faces of the present hull, oldest first
} Builder;

static bool sees(const Builder *builder, uint32_t point, uint32_t face) {
	const uint32_t *corners = builder->trace->faces.data[face].points;
	return mk_hull_orientation(builder->points[corners[0]], builder->points[corners[1]],
				   builder->points[corners[2]], builder->points[point]) > 0;
}

static bool is_seen_face(const Builder *builder, uint32_t face) {
	return face != MK_HULL_NONE && builder->faces.data[face].is_seen;
}

// Returns whether exactly one face of an edge is seen.
static bool is_on_horizon(const Builder *builder, uint32_t edge) {
	const uint32_t *faces = builder->edges.data[edge].faces;
	return is_seen_face(builder, faces[0]) != is_seen_face(builder, faces[1]);
}

static uint32_t add_edge(Builder *builder, uint32_t start, uint32_t end) {
	TraceEdge edge = { { start, end }, { MK_HULL_NONE, MK_HULL_NONE } };
	trace_edge_array_push(&builder->edges, edge);
	return builder->edges.count - 1;
}

static void replace_face(Builder *builder, uint32_t edge, uint32_t old, uint32_t new) {
	uint32_t *faces = builder->edges.data[edge].faces;
	MK_ASSERT(faces[0] == old || faces[1] == old);
	faces[faces[0] == old ? 0 : 1] = new;
}

static uint32_t add_face(Builder *builder, const uint32_t points[3], const uint32_t edges[3]) {
	HullTrace *trace = builder->trace;
	HullTraceFace face = { { points[0], points[1], points[2] }, trace->steps.count,
		MK_HULL_TRACE_NEVER };
	hull_trace_faces_push(&trace->faces, face);
	trace_face_array_push(&builder->faces, (TraceFace){ { edges[0], edges[1], edges[2] }, false });
	return trace->faces.count - 1;
}

// Returns the edge from a horizon point to the new point: the one that is waiting there for its
// second face, or a new one that then waits.
static uint32_t take_new_edge(Builder *builder, uint32_t from, uint32_t to) {
	uint32_t edge = builder->new_edges[from];
	if (edge != MK_HULL_NONE) {
		builder->new_edges[from] = MK_HULL_NONE;
		builder->pending--;
		return edge;
	}
	builder->new_edges[from] = add_edge(builder, from, to);
	builder->pending++;
	return builder->new_edges[from];
}

// Returns the point that follows another on a face.
static uint32_t point_after(const HullTraceFace *face, uint32_t point) {
	int i = face->points[0] == point ? 0 : face->points[1] == point ? 1 : 2;
	return face->points[(i + 1) % 3];
}

// Joins a horizon edge to the new point. The edge does not know which way round it is; the seen
// face that is about to go does, and the new one takes its place.
static void make_new_face(Builder *builder, uint32_t edge, uint32_t point) {
	TraceEdge border = builder->edges.data[edge];
	uint32_t seen = border.faces[is_seen_face(builder, border.faces[0]) ? 0 : 1];
	uint32_t start = border.ends[0];
	uint32_t end = border.ends[1];
	if (point_after(&builder->trace->faces.data[seen], start) != end) {
		start = border.ends[1];
		end = border.ends[0];
	}
	uint32_t from_start = take_new_edge(builder, start, point);
	uint32_t from_end = take_new_edge(builder, end, point);
	const uint32_t edges[3] = { edge, from_start, from_end };
	const uint32_t corners[3] = { start, end, point };
	uint32_t face = add_face(builder, corners, edges);
	replace_face(builder, edges[0], seen, face);
	replace_face(builder, edges[1], MK_HULL_NONE, face);
	replace_face(builder, edges[2], MK_HULL_NONE, face);
	hull_trace_edges_push(&builder->trace->horizon, (HullTraceEdge){ { start, end } });
}

static void find_seen(Builder *builder, uint32_t point) {
	for (uint32_t i = 0; i < builder->alive.count; i++) {
		uint32_t face = builder->alive.data[i];
		if (!sees(builder, point, face)) continue;
		builder->faces.data[face].is_seen = true;
		hull_trace_indices_push(&builder->trace->seen, face);
	}
}

static void make_new_faces(Builder *builder, const HullTraceStep *step) {
	for (uint32_t i = 0; i < step->seen_count; i++) {
		uint32_t face = builder->trace->seen.data[step->first_seen + i];
		for (int k = 0; k < 3; k++) {
			uint32_t edge = builder->faces.data[face].edges[k];
			if (is_on_horizon(builder, edge)) make_new_face(builder, edge, step->point);
		}
	}
	MK_ASSERT(builder->pending == 0);
}

// Removes the seen faces from the present hull and adds the new ones.
static void update_alive(Builder *builder, const HullTraceStep *step) {
	HullTrace *trace = builder->trace;
	uint32_t kept = 0;
	for (uint32_t i = 0; i < builder->alive.count; i++) {
		uint32_t face = builder->alive.data[i];
		if (builder->faces.data[face].is_seen) {
			builder->faces.data[face].is_seen = false;
			trace->faces.data[face].died = trace->steps.count;
		} else {
			builder->alive.data[kept++] = face;
		}
	}
	builder->alive.count = kept;
	for (uint32_t face = step->first_face; face < trace->faces.count; face++)
		hull_trace_indices_push(&builder->alive, face);
}

static void add_point(Builder *builder, uint32_t point) {
	HullTrace *trace = builder->trace;
	HullTraceStep step = { .point = point };
	step.first_seen = trace->seen.count;
	step.first_horizon = trace->horizon.count;
	step.first_face = trace->faces.count;
	find_seen(builder, point);
	step.seen_count = trace->seen.count - step.first_seen;
	step.kind = step.seen_count > 0 ? HULL_TRACE_ADD : HULL_TRACE_INSIDE;
	make_new_faces(builder, &step);
	step.horizon_count = trace->horizon.count - step.first_horizon;
	update_alive(builder, &step);
	step.face_count = builder->alive.count;
	hull_trace_steps_push(&trace->steps, step);
}

// Makes the triangle with two sides; all its edges have both.
static void start_with_triangle(Builder *builder, const uint32_t t[3]) {
	HullTrace *trace = builder->trace;
	uint32_t edges[3];
	for (int i = 0; i < 3; i++)
		edges[i] = add_edge(builder, t[i], t[(i + 1) % 3]);
	const uint32_t back[3] = { t[2], t[1], t[0] };
	uint32_t first = add_face(builder, back, edges);
	const uint32_t sides[2] = { first, add_face(builder, t, edges) };
	for (int i = 0; i < 3; i++)
		memcpy(builder->edges.data[edges[i]].faces, sides, sizeof(sides));
	hull_trace_indices_push(&builder->alive, sides[0]);
	hull_trace_indices_push(&builder->alive, sides[1]);
	HullTraceStep step = { .kind = HULL_TRACE_START, .point = MK_HULL_NONE, .face_count = 2 };
	hull_trace_steps_push(&trace->steps, step);
}

static bool is_equal(Double3 a, Double3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

static bool is_collinear(Double3 a, Double3 b, Double3 c) {
	Double3 normal = mk_hull_plane(a, b, c).normal;
	return normal.x == 0 && normal.y == 0 && normal.z == 0;
}

// Chooses the first points that span a point, line, plane and space; returns what there is.
static HullDimension choose_start(const Double3 *points, uint32_t count, uint32_t start[4]) {
	uint32_t found = 1;
	start[0] = 0;
	for (uint32_t i = 1; i < count && found < 4; i++) {
		if (found == 1 && !is_equal(points[0], points[i])) start[found++] = i;
		if (found == 2 && !is_collinear(points[0], points[start[1]], points[i])) start[found++] = i;
	}
	if (found < 3) return found == 2 ? HULL_SEGMENT : HULL_POINT;
	for (uint32_t i = 1; i < count; i++) {
		int side = mk_hull_orientation(points[0], points[start[1]], points[start[2]], points[i]);
		if (side == 0) continue;
		start[3] = i;
		return HULL_SOLID;
	}
	return HULL_POLYGON;
}

static void build(Builder *builder, uint32_t count, const uint32_t start[4]) {
	memset(builder->new_edges, 0xFF, count * sizeof(uint32_t));
	start_with_triangle(builder, start);
	add_point(builder, start[3]);
	for (uint32_t i = 0; i < count; i++) {
		bool is_done = i == start[0] || i == start[1] || i == start[2] || i == start[3];
		if (!is_done) add_point(builder, i);
	}
	trace_edge_array_free(&builder->edges);
	trace_face_array_free(&builder->faces);
	hull_trace_indices_free(&builder->alive);
}

HullTrace mk_hull_trace(const Vec3 *points, uint32_t count) {
	HullTrace trace = { 0 };
	HullGrid grid;
	trace.status = mk_hull_grid_fit(points, count, &grid);
	if (trace.status != HULL_OK) return trace;
	size_t point_bytes = mk_alloc_size(count, sizeof(Double3));
	Double3 *snapped = mk_alloc(point_bytes);
	for (uint32_t i = 0; i < count; i++)
		snapped[i] = hull_grid_snap(&grid, points[i]);
	uint32_t start[4];
	trace.dimension = choose_start(snapped, count, start);
	if (trace.dimension == HULL_SOLID) {
		size_t edge_bytes = mk_alloc_size(count, sizeof(uint32_t));
		Builder builder = { .trace = &trace, .points = snapped, .new_edges = mk_alloc(edge_bytes) };
		build(&builder, count, start);
		mk_free(builder.new_edges, edge_bytes);
	}
	mk_free(snapped, point_bytes);
	return trace;
}

void mk_hull_trace_free(HullTrace *trace) {
	hull_trace_steps_free(&trace->steps);
	hull_trace_faces_free(&trace->faces);
	hull_trace_indices_free(&trace->seen);
	hull_trace_edges_free(&trace->horizon);
	*trace = (HullTrace){ 0 };
}
