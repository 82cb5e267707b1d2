// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Where two shapes touch: one normal and up to four points that carry the load, with names that stay
// the same from step to step, so that a solver can go on with the impulses of the last one.
//
// Space. Axes are those outside (the world's), positions are relative to the origin of A's pose:
// small numbers wherever the pair is.
#pragma once

#include "math/vec3.h"

#define MK_MANIFOLD_POINTS 4

typedef struct ContactPoint {
	Vec3 position;   // m; midway between the surfaces: A's is at position - separation / 2 normal
	Real separation; // m; along the normal; negative: penetration
	uint32_t id;     // of the features that meet here, unique in the manifold, stable over time and
					 // the same whichever of the shapes is the reference
} ContactPoint;

typedef struct Manifold {
	Vec3 normal; // unit, from A to B
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
	Vec3 normal; // unit
	uint32_t count;
	ContactPoint points[MK_CONTACT_CANDIDATES];
} ContactCandidates;

// Chooses the points that carry the load: always the deepest one, then those that span the largest
// area; points that `last` (may be NULL) had are preferred among near equals. Deterministic: ties are
// decided by ids.
void mk_manifold_reduce(
		const ContactCandidates *candidates, const Manifold *last, Manifold *manifold);

// For each point of `manifold` the index of the point of `last` that it continues, or
// MK_MANIFOLD_POINTS: same id, else the nearest unclaimed one within `reach` (m) along the surface.
void mk_manifold_match(const Manifold *manifold, const Manifold *last, Real reach,
		uint32_t matches[MK_MANIFOLD_POINTS]);
