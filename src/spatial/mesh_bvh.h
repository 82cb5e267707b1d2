// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A tree over the triangles of a mesh, built once. It knows only their boxes: who asks gets ranges
// of triangles that may be meant and tests those. Triangles are put in an order (leaf order) in
// which every leaf is a range, so a mesh that stores its triangles in that order reads them in
// line; `order` leads back.
//
// A node is 64 bytes: the boxes of four children on a grid of 65536 steps per axis that spans the
// mesh, and four references. A query box is put on the grid once, then a node is tested with three
// 16-bit comparisons of eight lanes. Both sides are rounded by the same monotonic function, so
// boxes that touch never lose each other; a step of the grid, 1.5 cm on a terrain of 1 km, is how
// much too large boxes may be. Casts and other trees are brought to the grid in the same spirit,
// with a margin for rounding. Depth is limited when the tree is built, so a query's stack cannot
// overflow. Everything is closed: touching counts.
#pragma once

#include "math/plane.h"
#include "math/transform.h"
#include "spatial/box_cast.h"

#define MK_MESH_BVH_WIDTH     4 // children of a node
#define MK_MESH_BVH_LEAF_SIZE 4 // most triangles in a leaf, one for each lane

// Levels of nodes. Splitting by area may go deeper than halving would; with ten levels to spare
// above the fourteen that 2^28 triangles need it is hardly ever forced to halve.
#define MK_MESH_BVH_MAX_DEPTH 24

// Most triangles of a tree; the reference of a leaf has 28 bits for its place.
#define MK_MESH_BVH_MAX_COUNT (UINT32_C(1) << 28)

typedef struct MeshBvhNode {
	_Alignas(64) int32_t rows[3][MK_MESH_BVH_WIDTH]; // x, y, z: smallest step | not(largest) << 16
	uint32_t refs[MK_MESH_BVH_WIDTH];                // how to read them: mesh_bvh_node.h
} MeshBvhNode;

// From lengths of the mesh to steps of the grid: (x/2 - base) scale - 32766, from -32766 to 32766.
// The halves keep differences of the largest numbers finite.
typedef struct MeshGrid {
	Vec3 base;  // half the lower corner of the mesh, m
	Vec3 scale; // steps per two metres
} MeshGrid;

// A zeroed tree is a valid empty one.
typedef struct MeshBvh {
	MeshBvhNode *nodes; // parents before children
	uint32_t *order;    // leaf order: triangle at each place
	uint32_t node_count;
	uint32_t count; // triangles
	Aabb bounds;    // of all triangles, exact
	MeshGrid grid;
} MeshBvh;

// Where triangles are: as boxes, or if `boxes` is NULL as three indices each into vertices. A
// triangle with a NaN or an infinity (a contract violation) is never found for certain.
typedef struct MeshBvhInput {
	const Aabb *boxes;
	const Vec3 *vertices;
	const uint32_t *indices;
	uint32_t count; // triangles
} MeshBvhInput;

// Called with a leaf: `count` triangles from place `first` of the leaf
// order. Returns false to stop.
typedef bool MeshBvhVisit(void *context, uint32_t first, uint32_t count);

// Called with a leaf that a cast enters at or before max_t. Returns the new max_t: the same to go
// on, a smaller one to cut the cast, a negative one to stop it.
typedef Real MeshBvhCastVisit(void *context, uint32_t first, uint32_t count, Real max_t);

typedef struct MeshBvhRange {
	uint32_t first; // place in leaf order
	uint32_t count;
} MeshBvhRange;

// Called with two leaves that may touch. Returns false to stop.
typedef bool MeshBvhPairVisit(void *context, MeshBvhRange a, MeshBvhRange b);

// Builds the tree over all triangles; `tree` must be empty. No triangles give an empty tree.
void mk_mesh_bvh_build(MeshBvh *tree, const MeshBvhInput *input);

// Gives the memory back and leaves an empty tree.
void mk_mesh_bvh_free(MeshBvh *tree);

// Takes new places of the same triangles and keeps the structure: exact, and fast as long as the
// mesh bends rather than dissolves. Allocates nothing.
void mk_mesh_bvh_refit(MeshBvh *tree, const MeshBvhInput *input);

// Visits all leaves whose boxes on the grid touch the box, in leaf order. Returns false if stopped.
bool mk_mesh_bvh_query(const MeshBvh *tree, Aabb box, MeshBvhVisit *visit, void *context);

// Visits all leaves whose boxes on the grid reach below a plane or touch it, in leaf order; the
// normal need not be unit, a plane that is not finite visits what it likes. Returns false if
// stopped.
bool mk_mesh_bvh_query_plane(const MeshBvh *tree, Plane plane, MeshBvhVisit *visit, void *context);

// Visits the leaves that a ray or a moving box may meet, nearest first as far as boxes
// tell. Returns max_t as the visits left it, negative if one stopped it; a cast that is
// not finite visits nothing.
Real mk_mesh_bvh_cast(
		const MeshBvh *tree, const BoxCast *cast, MeshBvhCastVisit *visit, void *context);

// Called with a leaf. Returns the squared distance (m^2) of the nearest thing found so far,
// infinity if there is none: what is farther need not be visited.
typedef Real MeshBvhNearestVisit(void *context, uint32_t first, uint32_t count);

// Visits the leaves around a point, nearest first as far as boxes tell, until all others are
// farther than what the visits have found. A point that is not finite visits nothing.
void mk_mesh_bvh_nearest(const MeshBvh *tree, Vec3 p, MeshBvhNearestVisit *visit, void *context);

typedef struct MeshBvhPairQuery {
	const MeshBvh *a;
	const MeshBvh *b;
	Affine b_to_a; // where b lies, seen from a; scale and shear are allowed
	Real margin;   // m in a's lengths, at least 0: pairs of boxes this far apart count as touching
} MeshBvhPairQuery;

// Visits all pairs of leaves of two trees whose boxes may come within the margin of each other.
// Returns false if stopped.
bool mk_mesh_bvh_find_pairs(const MeshBvhPairQuery *query, MeshBvhPairVisit *visit, void *context);

// Returns the areas of all nodes and leaves relative to the root's: the expected number of them
// that a random ray through the mesh reads; 0 for an empty tree. Lower is better. O(n).
Real mk_mesh_bvh_cost(const MeshBvh *tree);

// Returns whether boxes hold what is below them and every triangle is in one leaf; O(n).
bool mk_mesh_bvh_is_valid(const MeshBvh *tree);

// Returns a hash of structure and boxes: equal for equal input.
uint64_t mk_mesh_bvh_hash(const MeshBvh *tree);

// Returns the bytes of heap memory the tree holds.
size_t mk_mesh_bvh_memory(const MeshBvh *tree);
