// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Where two shapes touch: one normal and up to four points that carry the load, with names that
// stay the same from step to step, so that a solver can go on with the impulses of the last one.
//
// Space. Axes are those outside (the world's), positions are relative to the origin of A's pose:
// small numbers wherever the pair is.
#pragma once

#include "math/vec3.h"

#define MK_MANIFOLD_POINTS 4

// How far a solver lets bodies stay in each other, m. Tolerances of contacts are parts of it: a
// hundredth of what can be seen in a game of metres. Shapes smaller than 20 of it have tolerances
// that shrink with them (contact_slop). Larger: points and normals are merged that a player could
// tell apart; smaller: ids and normals change with the noise of a resting body.
#define MK_CONTACT_SLOP ((Real)0.005)

// Returns the slop for features or shapes of a size (m, a radius).
static inline Real contact_slop(Real size) { return real_min(MK_CONTACT_SLOP, size / 20); }

// What meets: corner 0, edge 1, face 2 of A and of B; a curved surface counts as a corner, an edge
// or a face by how it touches.
typedef enum ContactKind {
	CONTACT_VERTEX_VERTEX,
	CONTACT_VERTEX_EDGE,
	CONTACT_VERTEX_FACE,
	CONTACT_EDGE_EDGE,
	CONTACT_EDGE_FACE,
	CONTACT_FACE_FACE,
	CONTACT_KIND_COUNT
} ContactKind;

// Returns the kind of a contact between features of dimension 0, 1 or 2.
static inline ContactKind contact_kind(uint32_t a, uint32_t b) {
	static const uint8_t kinds[3][3] = {
		{ CONTACT_VERTEX_VERTEX, CONTACT_VERTEX_EDGE, CONTACT_VERTEX_FACE },
		{ CONTACT_VERTEX_EDGE, CONTACT_EDGE_EDGE, CONTACT_EDGE_FACE },
		{ CONTACT_VERTEX_FACE, CONTACT_EDGE_FACE, CONTACT_FACE_FACE },
	};
	return (ContactKind)kinds[a][b];
}

typedef struct ContactPoint {
	Vec3 position;   // m; midway between the surfaces: A's is at position - separation / 2 normal
	Real separation; // m; along the normal; negative: penetration
	uint32_t id;     // of the features that meet here, unique in the manifold, stable over time and
					 // the same whichever of the shapes is the reference
} ContactPoint;

typedef struct Manifold {
	Vec3 normal; // unit, from A to B
	ContactKind kind;
	uint32_t count;
	ContactPoint points[MK_MANIFOLD_POINTS];
	uint32_t
			child_a; // leaves of compounds and triangles of meshes, as in ShapePoint; of a manifold
	uint32_t child_b; // that covers several triangles the one with the deepest point
	uint32_t index_a;
	uint32_t index_b;
} Manifold;

// Returns the id of a contact between two features.
static inline uint32_t contact_id(uint32_t feature_a, uint32_t feature_b) {
	// both are small numbers on real shapes; mixing keeps large ones apart, too
	return feature_a * 0x9e3779b1u ^ (feature_b * 0x85ebca6bu + 0x27d4eb2fu);
}

// More points than a manifold may have, before the reduction.
#define MK_CONTACT_CANDIDATES 64

typedef struct ContactCandidates {
	Vec3 normal; // unit, from A to B
	ContactKind kind;
	uint32_t count;
	ContactPoint points[MK_CONTACT_CANDIDATES];
} ContactCandidates;

// Chooses the points that carry the load: always the deepest one (but for a fiftieth of the slop),
// then those that span the largest area; points that `last` (may be NULL) had are preferred among
// near equals. Deterministic: ties are decided by places along a fixed tangent, then by order.
void mk_manifold_reduce(
		const ContactCandidates *candidates, const Manifold *last, Manifold *manifold);

// How many slops farther from touching a point must be to count half in the choice of the four that
// are kept. Two surfaces touch in points all over, and lie on those alone. A flat face also tips
// over what it lies on: fewer, and it loses speed at every ridge that it slides over, as if all
// points were kept; more, and it rocks from one vertex to the next, and into them.
#define MK_SURFACE_HALF_SLOPS 1
#define MK_CONVEX_HALF_SLOPS  5

// The same of points that are not of one flat face, such as the vertices of a mesh: points
// count the less the farther they are from touching, half if it is so many slops more than the
// lowest one. Of a face the outermost ones are also the lowest or the highest.
void mk_manifold_reduce_surface(const ContactCandidates *candidates, const Manifold *last,
		Real half_slops, Manifold *manifold);

// For each point of `manifold` the index of the point of `last` that it continues, or
// MK_MANIFOLD_POINTS: same id, else the nearest unclaimed one within `reach` (m) along the surface.
void mk_manifold_match(const Manifold *manifold, const Manifold *last, Real reach,
		uint32_t matches[MK_MANIFOLD_POINTS]);
