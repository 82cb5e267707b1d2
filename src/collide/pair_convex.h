// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The stages of the contact of two convex shapes, for closed forms that replace some of them.
#pragma once

#include "collide/pair.h"
#include "collide/reuse.h"

// A normal and what the pair measures along it.
typedef struct PairMeasure {
	Vec3 normal;     // unit, from A to B
	Real separation; // m; of the surfaces along the normal
	Vec3 point_a;    // of the cores
	Vec3 point_b;
	ContactReference reference;
} PairMeasure;

typedef struct ConvexPair {
	const CollideInput *input;
	Reuse reuse;
	Difference difference;
	ShapeInstance a; // in the frame of the pair
	ShapeInstance b;
	PairMeasure measure;
	ShapeFace face_a;
	ShapeFace face_b;
} ConvexPair;

// Makes the frame of the pair; `input` and `reuse` must be set.
void mk_convex_sides(ConvexPair *pair);

// Finds the features along the normal.
void mk_convex_faces(ConvexPair *pair);

// Takes the normal of a shape's face, and measures the separation along it.
void mk_convex_set_normal(ConvexPair *pair, ContactReference reference, Vec3 normal);

// Clips the features along the normal, chooses points, keeps and adds the manifold. Returns false
// and adds nothing if the normal is that of a face and the other shape is beside it.
bool mk_convex_finish(ConvexPair *pair);

// The last normal again, with the features along it: for REUSE_NORMAL.
void mk_convex_clip(ConvexPair *pair);

// All stages, without looking at what is left of the last manifold.
void mk_convex_test(ConvexPair *pair);
