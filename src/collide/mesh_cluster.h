// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// From contacts of single triangles to few manifolds: what has nearly one normal and lies nearly in
// one plane is one contact, whose points that carry the load are kept. A box on twenty coplanar
// triangles has the same four points as on two.
//
// Before that, contacts are left out that others make needless. If moving the body out of the way
// of one contact also frees it from a second triangle that is deeper, the second one is not what
// holds the body: triangles on the side of a table do not push a box sideways that stands on it,
// however deep behind their planes the box is.
//
// If there are still more manifolds than MK_CLUSTER_MOST, those with the most similar normals
// become one, so the work of all that follows does not grow with the number of triangles.
#pragma once

#include "collide/collide.h"

// Most manifolds of a pair of shapes. Four points each in sixteen directions hold any body as well
// as more would; rough surfaces have hundreds of directions, and a solver would go through all of
// them. Smaller: a body in a hollow, which is held from up to ten sides, is not held by all.
#define MK_CLUSTER_MOST 16

#define MK_NO_CONTACT UINT32_MAX

// What one triangle, or one pair of features, says. Normals point out of the surface, that is out
// of B towards A; positions are in a frame whose origin is A's.
typedef struct SurfaceContact {
	Vec3 normal;
	ContactKind kind;
	uint32_t degree;   // of the surface's feature: 2 for a face, 1 for an edge, 0 for a vertex
	Real support;      // m; least normal . x of A: how far A reaches down
	Real offset;       // m; largest normal . x of the triangle
	Vec3 corners[3];   // of the triangle: what must be freed
	Vec3 corners_a[3]; // of A's triangle, if A is a surface
	uint32_t first;    // of its points
	uint32_t count;
	bool is_proven;   // it counts also if nothing is known to overlap
	bool is_crossing; // it is between edges that are far apart, and counts while its triangles cross
	uint32_t index_a;
	uint32_t index_b;
	uint32_t cluster; // this one and the rest are set by mk_cluster_emit
	uint32_t next;    // contact of the cluster; MK_NO_CONTACT: the last one
	Real way_out;     // m; separation of a cluster that frees it; minus infinity if there is none
	bool is_needless; // that one is shorter by far
	Real deepest;     // m; least separation of its points
} SurfaceContact;

// Lists that grow in an arena.
typedef struct ContactList {
	Arena *arena;
	SurfaceContact *contacts;
	uint32_t count;
	uint32_t capacity;
	ContactPoint *points;
	uint32_t point_count;
	uint32_t point_capacity;
} ContactList;

typedef struct ClusterInput {
	const CollideInput *pair;
	Mat3 axes;      // from the frame to the outside
	Real slop;      // m; how far planes of one contact may be apart
	Real rounding;  // m; errors of positions
	bool is_convex; // A is, and supports are those of all of it; else those of its triangles
} ClusterInput;

// Starts a contact without points; the caller fills in all but first and count. The pointer
// is good until the next one.
SurfaceContact *mk_contact_add(ContactList *list);

// Adds a point to the last contact.
void mk_contact_add_point(ContactList *list, const ContactPoint *point);

// Takes the last contact and its points back.
void mk_contact_drop(ContactList *list);

// Takes all contacts back that are not proven.
void mk_contact_drop_doubtful(ContactList *list);

// Adds a candidate; if there is no room, only the outermost and the deepest ones stay.
void mk_candidates_add(ContactCandidates *candidates, const ContactPoint *point);

// Returns the manifold of the last test (may be NULL) that has most points in common with the
// candidates, so that of points as good as each other the same ones are chosen again; NULL if none
// has any.
const Manifold *mk_candidates_last(const ContactCandidates *candidates, const ManifoldArray *last);

// Adds the manifolds of all contacts to the pair's; those with the deepest points of their
// cluster name the triangles.
void mk_cluster_emit(const ClusterInput *input, ContactList *list);
