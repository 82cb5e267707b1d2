// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The hierarchy of Dobkin and Kirkpatrick (1985; O'Rourke, Computational Geometry in C, 7.10):
// the farthest vertex of a polytope without a guess. Each level is the hull of the level below
// without an independent set of vertices of degree at most 8; the coarsest is a tetrahedron.
// Going down, the farthest vertex of a level is that of the level above or one of the vertices
// that were taken out next to it.
//
// Cost. There are O(log n) levels, for by Euler's formula at least half of the vertices have degree
// 8 or less, and an independent set takes at least one in nine of them. A step looks at the removed
// neighbours of one vertex: few where degrees are bounded. Of a vertex of high degree, such as the
// tip of a cone, they are found by halving (hull_fan.h): O(log n) a level. Only directions within
// rounding of a plane between two of them, or faces too thin to be put in order, make it look at
// all. Measured (tests/bench/bench_support.c, ns per query on one machine, for orders of
// magnitude), points on a sphere, and a double cone whose tips are joined to all of the n others:
//
//   n                               64    256   1024   4096  16384   cone: 256   1024   4096
//   scan                            72    316   1143   4195  19094         300    858   3425
//   scan in lanes                   34    120    500   1895   7709         130    342   1371
//   climb, direction turned 2 deg   15     16     21     26     42         147    925   2343
//   climb from anywhere             82    147    300    722   2637         492   1254   5087
//   hierarchy                      147    209    291    432    788         154    161    193
//   hierarchy, scalar products      27     36     46     55     65          30     35     40
//
// At a million vertices it is 93 scalar products on 44 levels, and the time is
// that of their cache misses.
//
// A vertex that the hull builder finds too near the surface to be worth keeping may be lost to the
// upper levels, so the answer is confirmed by climbing on the hull itself.
#pragma once

#include "geometry/hull.h"
#include "shape/hull_fan.h"

#define MK_HIERARCHY_MAX_DEGREE 8

// Steps of climbing from a guess after which going down the levels is the shorter way.
#define MK_HIERARCHY_CLIMB_STEPS 24

// One step down: what was removed next to each vertex that stayed.
typedef struct HierarchyLevel {
	uint32_t vertex_count; // of the upper level: ranks 0 to vertex_count - 1
	uint32_t first_start;  // in starts: vertex_count + 1 entries
	uint32_t first_fan;    // in fans: those of ranks next to which many were removed
	uint32_t fan_count;
} HierarchyLevel;

// Vertices are ranked so that every level is a beginning of the ranks, coarsest first.
typedef struct HullHierarchy {
	uint32_t level_count;   // steps down; 0: the hull is a tetrahedron, or there is no hierarchy
	uint32_t base_count;    // vertices of the coarsest level
	uint32_t *vertices;     // rank -> vertex of the hull
	Vec3 *points;           // by rank
	HierarchyLevel *levels; // coarsest first
	uint32_t *starts;       // into removed
	uint32_t *removed;      // ranks
	uint32_t vertex_count;  // all: of vertices and points
	uint32_t start_count;
	uint32_t removed_count;
	uint32_t level_capacity;
	uint32_t start_capacity;
	uint32_t removed_capacity;
	HullFanArray fans;  // of the levels, members are ranks; then of the hull, members are vertices
	uint32_t hull_fans; // first one of the hull
	FanMemberArray members; // of all fans
} HullHierarchy;

// Vertices and their neighbours: neighbours[starts[v]] to [starts[v + 1] - 1] are those of v.
typedef struct VertexGraph {
	const uint32_t *starts;
	const uint32_t *neighbours;
	uint32_t count;
} VertexGraph;

typedef struct HierarchyAnswer {
	uint32_t vertex;
	uint32_t evaluations; // scalar products
} HierarchyAnswer;

// Writes which vertices to remove: in order, each one of degree 8 or less that has no removed
// neighbour. No two of them are adjacent. Returns how many.
uint32_t mk_independent_set(VertexGraph graph, bool *is_removed);

// Returns the hierarchy of a hull, to be freed by mk_hull_hierarchy_free; empty if the hull is not
// solid.
HullHierarchy mk_hull_hierarchy_build(const Hull *hull);

void mk_hull_hierarchy_free(HullHierarchy *hierarchy);

// Returns the farthest vertex, from a guess such as the answer to the last direction: by climbing
// if that is near, else as without one. `hull` must be the one the hierarchy was built from.
HierarchyAnswer mk_hull_hierarchy_climb(
		const HullHierarchy *hierarchy, const Hull *hull, Vec3 direction, uint32_t guess);

// Returns the farthest vertex; `hull` must be the one the hierarchy was built from. An empty
// hierarchy climbs from vertex 0.
HierarchyAnswer mk_hull_hierarchy_support(
		const HullHierarchy *hierarchy, const Hull *hull, Vec3 direction);
