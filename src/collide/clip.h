// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Contact points of two features that face each other. Both are seen along the contact normal, as
// flat figures in the plane across it: point, edge, polygon or ellipse. Where the figures overlap,
// the shapes are above each other; the corners of the overlap are the contact points. Neither
// figure is the reference: a corner is a corner of A on B, of B on A, or where two edges cross, and
// its id says which, so that ids do not depend on who was asked first. Ellipses are met as unit
// circles in a plane of their own (clip_disc.c).
#pragma once

#include "collide/manifold.h"
#include "shape/shape.h"

typedef struct ClipInput {
	const ShapeFace *a; // of A's core along the normal
	const ShapeFace *b; // of B's core against the normal, in the same frame
	Vec3 normal;        // unit, from A to B; separations are measured along it
	Vec3 point_a;       // where the cores are nearest or deepest, in the frame: the contact if a
	Vec3 point_b;       // feature is a point, or if the figures do not overlap
	Real radius_a;      // m; what is added to the cores
	Real radius_b;
	Real margin; // m; points apart by more than this are left out
} ClipInput;

// Writes the contact points of two features in their frame, with the kind of the contact; none if
// even the nearest points are farther apart than the margin. Positions are midway between surfaces.
// Returns false if the nearest points had to be taken because no point of the overlap is as deep.
bool mk_clip_faces(const ClipInput *input, ContactCandidates *candidates);
