// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What the phases of building a hull share; private to hull_build*.c. The hull in the making is a
// closed surface of triangles, exactly convex on the grid of hull_grid.h at all times. Each
// triangle keeps a list of points that are above it by more than the tolerance; every point is in
// at most one list. Points that no triangle takes, but that may be outside a little, are remembered
// as doubtful and looked at again in the end. Half-edges are numbered 4 * face + edge; edge e of a
// face goes from corner e to the next.
#pragma once

#include "base/array.h"
#include "geometry/hull_build.h"
#include "geometry/hull_grid.h"

MK_ARRAY_DECLARE(HullIndices, hull_indices, uint32_t);

typedef struct WorkFace {
	HullPlane plane;
	double farthest_distance; // of the farthest point of its list
	uint32_t corners[3];      // points; the first is MK_HULL_NONE in a face that is not in use
	uint32_t twins[3];        // half-edges of the neighbours
	uint32_t outside;         // first point of its list, MK_HULL_NONE if empty
	uint32_t farthest;        // of the list; the lowest index among equals
	uint32_t mark;            // the search that came here last
	uint16_t is_seen;         // what that search found
	uint16_t flat_edges;      // bit e: the neighbour at edge e is in the plane, within the margin
} WorkFace;

// A face with points outside, and the distance of the farthest.
typedef struct HeapEntry {
	double distance;
	uint32_t face;
} HeapEntry;

// A point that may be outside a little, and a vertex near to it when it was put here. A vertex,
// because most of them stay while faces come and go.
typedef struct DoubtfulPoint {
	uint32_t point;
	uint32_t near;
} DoubtfulPoint;

// Where the search for the horizon goes on: a half-edge, and how many of its face are left.
typedef struct HorizonFrame {
	uint32_t half_edge;
	uint32_t left;
} HorizonFrame;

MK_ARRAY_DECLARE(WorkFaceArray, work_face_array, WorkFace);
MK_ARRAY_DECLARE(HullPlaneArray, hull_plane_array, HullPlane);
MK_ARRAY_DECLARE(HeapArray, heap_array, HeapEntry);
MK_ARRAY_DECLARE(DoubtfulArray, doubtful_array, DoubtfulPoint);
MK_ARRAY_DECLARE(HorizonFrameArray, horizon_frame_array, HorizonFrame);

typedef struct HullWork {
	const HullInput *input;
	HullGrid grid;
	double margin;     // grid lengths a point must stick out to become a vertex
	Real tolerance;    // m, as promised to the user
	uint32_t limit;    // of vertices
	Double3 *points;   // on the grid, by input index
	uint32_t *next;    // the lists of the faces
	uint32_t *face_at; // a face of each vertex, as it was when doubtful points were last looked at
	Double3 inside;    // strictly inside the solid, a mean of four grid points
	Double3 normal;    // of flat input
	uint32_t start[4]; // corners of the first tetrahedron or triangle, or ends of the segment
	uint32_t used_faces;
	uint32_t mark;
	uint64_t comparisons; // of a point with a plane or an edge
	HullIndices active;   // the points that take part
	WorkFaceArray faces;
	HullIndices free_faces;
	HeapArray heap;      // faces with points outside
	uint32_t heap_start; // without a vertex limit: how many have been taken from its front
	DoubtfulArray doubtful;
	HorizonFrameArray frames;
	HullIndices seen;          // faces, by the last search
	HullIndices horizon;       // half-edges of unseen faces, in order around the seen ones
	HullIndices fan;           // the faces made last
	HullPlaneArray fan_planes; // and their planes, side by side for the search over them
} HullWork;

// The result of merging: faces of the hull as sets of triangles.
typedef struct HullRegions {
	uint32_t *of_face;  // region of each triangle
	HullIndices planes; // of each region: the triangle whose plane it has
	uint32_t capacity;  // elements of of_face
} HullRegions;

static inline uint32_t half_edge_face(uint32_t half_edge) { return half_edge >> 2; }
static inline uint32_t half_edge_next(uint32_t half_edge) {
	return (half_edge & 3) == 2 ? half_edge - 2 : half_edge + 1;
}
static inline uint32_t half_edge_previous(uint32_t half_edge) {
	return (half_edge & 3) == 0 ? half_edge + 2 : half_edge - 1;
}
static inline uint32_t work_twin(const HullWork *work, uint32_t half_edge) {
	return work->faces.data[half_edge >> 2].twins[half_edge & 3];
}
static inline uint32_t work_origin(const HullWork *work, uint32_t half_edge) {
	return work->faces.data[half_edge >> 2].corners[half_edge & 3];
}
// Returns the corner of a half-edge's face that is not on it.
static inline uint32_t work_apex(const HullWork *work, uint32_t half_edge) {
	return work_origin(work, half_edge_previous(half_edge));
}
static inline bool work_is_used(const WorkFace *face) { return face->corners[0] != MK_HULL_NONE; }
// Returns the number of vertices by Euler's formula.
static inline uint32_t work_vertex_count(const HullWork *work) { return work->used_faces / 2 + 2; }

// hull_work.c

// Prepares a build of input that the grid accepts.
void mk_hull_work_init(HullWork *work, const HullInput *input, const HullGrid *grid);
void mk_hull_work_free(HullWork *work);
// Lets all points of the input take part.
void mk_hull_work_activate_all(HullWork *work);
// Removes all faces and lists; the doubtful points stay.
void mk_hull_work_clear(HullWork *work);
// Returns a face that was not in use, without neighbours and points; faces may move.
uint32_t mk_hull_work_add_face(HullWork *work, uint32_t a, uint32_t b, uint32_t c);
// A queue: the largest distance comes out first, the lowest face among equals.
void mk_hull_heap_push(HeapArray *heap, HeapEntry entry);
HeapEntry mk_hull_heap_pop(HeapArray *heap);
// Puts a face with points outside into the queue.
void mk_hull_work_queue(HullWork *work, uint32_t face);
// Returns a face with points outside, or MK_HULL_NONE; with a vertex limit the one whose farthest
// point is farthest of all.
uint32_t mk_hull_work_pop(HullWork *work);

// Empties the queue.
void mk_hull_work_clear_queue(HullWork *work);

// hull_build_simplex.c

// Returns what the active points span. For a solid the first tetrahedron is made, with its faces as
// the fan; otherwise `start` and `normal` are set.
HullDimension mk_hull_work_start(HullWork *work);

// hull_build_partition.c

// Puts a point, `distance` above a face, into the list of the face.
void mk_hull_work_assign(HullWork *work, uint32_t point, uint32_t face, double distance);
// Gives all active points to the faces of the fan, and queues these.
void mk_hull_work_partition_all(HullWork *work);
// Gives the points of the seen faces, but for the new vertex, to the fan, and queues its faces.
void mk_hull_work_partition_seen(HullWork *work, uint32_t vertex);
// Makes doubtful points of all that are still in lists.
void mk_hull_work_give_up_lists(HullWork *work);

// hull_build_horizon.c

// Returns whether a point is above the plane of a face, exactly.
bool mk_hull_work_sees(const HullWork *work, uint32_t point, uint32_t face_index);
// Adds the farthest point of a face to the hull.
void mk_hull_work_add_point(HullWork *work, uint32_t face);

// hull_build_locate.c

// Puts doubtful points that are farther than `limit` from the hull into the list of the face that
// they are highest above; returns how many. Points inside are forgotten.
uint32_t mk_hull_work_recheck(HullWork *work, double limit);
// Returns an upper bound of the distance of any doubtful point from the hull.
double mk_hull_work_error(HullWork *work);

// hull_build_reduce.c

// Sets the flat edges of all faces; returns whether there are any.
bool mk_hull_work_find_flat(HullWork *work);
// Makes the vertices the active points, without those that lie within the margin of the hull of
// their neighbours, which become doubtful; returns how many these are. Needs the flat edges.
uint32_t mk_hull_work_drop_vertices(HullWork *work);

// hull_build_merge.c

// Joins triangles that are coplanar within the margin to convex faces; needs the flat edges.
void mk_hull_work_merge(HullWork *work, HullRegions *regions);
void mk_hull_regions_free(HullRegions *regions);

// hull_build_flat.c

// Replaces the active points by the corners of their flat hull in order; returns the error.
double mk_hull_work_outline(HullWork *work);

// hull_build_finish.c

// Packs a solid; `error` in grid lengths.
Hull mk_hull_work_finish_solid(HullWork *work, const HullRegions *regions, double error);
// Packs what is flat: the active points are its corners in order.
Hull mk_hull_work_finish_flat(HullWork *work, HullDimension dimension, double error);
