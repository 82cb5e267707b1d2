// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The signed separation of a box and any convex shape above one of its faces, by one support and
// with proof. Let p be the point of the shape that is lowest above the face. If p is above the face
// itself, and not beside it, then no point of the box is nearer to the shape than the one below p:
// their distance is the height of p. If p is that far below the face, and no other face is nearer
// to p, then the box has to be moved by the depth of p to get rid of p alone, and by no more to get
// rid of the whole shape: that is the depth. Most of what lies on a floor is so.
#pragma once

#include "collide/epa.h"

typedef enum FaceState {
	FACE_UNKNOWN, // no box, or the shape is not above the face that was tried
	FACE_BEYOND,  // result->normal separates them by -result->upper, which is more than the limit
	FACE_FOUND,   // as from EPA, without a feature; result->upper is negative if they are apart
} FaceState;

typedef struct FaceInput {
	const Difference *difference; // box A must be in its own axes
	Vec3 axis; // about the normal of the face, as the last time; zero: that which B's origin is above
	double limit;  // m; cores that are apart by more: that is all that is to be known
	uint32_t id_b; // a corner of B as a hint, or MK_SHAPE_NO_ID
} FaceInput;

// Tries one face. `result` and the corner of B that is lowest, or MK_SHAPE_NO_ID, are only
// written as the state says.
FaceState mk_penetration_face(const FaceInput *input, EpaResult *result, uint32_t *id_b);
