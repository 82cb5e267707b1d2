// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What touches where two surfaces meet: vertices of one on faces of the other, and edges on edges.
// A feature pair is a contact if its direction is a normal of both surfaces (mesh_normals.h): a
// vertex that is not the outermost of its surroundings along a face's normal does not hold that
// face, nor do edges that are cuts in a flat or hollow part.
//
// Vertices and edges belong to one of their triangles, so that each pair is looked at once. What is
// deeper than the margin is left to mesh_deep.h, which gets the vertices to begin with.
#pragma once

#include "collide/mesh_cluster.h"
#include "collide/mesh_normals.h"

// Vertices in an arena, in the order found.
typedef struct VertexList {
	Arena *arena;
	uint32_t *data;
	uint32_t count;
	uint32_t capacity;
} VertexList;

// One of two surfaces.
typedef struct FeatureSide {
	Surface surface;
	VertexList
			deep; // vertices of triangles that cross the other surface, behind it; with repetitions
} FeatureSide;

typedef struct FeaturePair {
	FeatureSide sides[2]; // A, B
	Real grow;            // m; what is added to both surfaces together
	Real margin;          // m; features apart by more than this, after growing, are left out
	Real width;           // m; how far beyond a border still counts
	ContactList list;     // normals out of B
	bool is_crossing;     // some triangles of both cross
} FeaturePair;

// A contact of two features.
typedef struct FeatureContact {
	Vec3 normal; // unit, out of B
	Vec3 point_a;
	Vec3 point_b;
	uint32_t id;
	const SurfaceTriangle *triangle_a;
	const SurfaceTriangle *triangle_b;
	uint32_t degree_a; // of the features
	uint32_t degree_b;
	bool is_crossing; // as in SurfaceContact
} FeatureContact;

void mk_vertex_list_add(VertexList *list, uint32_t vertex);

// Looks at all features of two triangles.
void mk_features_triangles(FeaturePair *pair, const SurfaceTriangle *a, const SurfaceTriangle *b);

// Adds a contact; positions are between the points.
void mk_features_add(FeaturePair *pair, const FeatureContact *contact);

// Returns the id of a contact of a vertex of one side with any face of the other.
uint32_t mk_features_vertex_id(uint32_t side, uint32_t vertex);

// Returns whether a point is over a triangle, seen along its normal.
bool mk_features_is_over(const SurfaceTriangle *triangle, Vec3 p, Real width);
