// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Contact points of two boxes along a normal that a face of one of them is across, or nearly:
// clip.h for two rectangles, seen in the axes of the box whose face it is, where its sides are
// straight. Names and kinds are the same.
#pragma once

#include "collide/manifold.h"
#include "math/quad.h"

typedef struct ClipBoxInput {
	Vec3 half;       // of the box whose face is across the normal: the reference
	Vec3 other_half; // of the other box ...
	Vec3 middle;     // ... its centre in the reference's axes ...
	Quad rows[3]; // ... and its axes: [i] in lane j is the product of the reference's i and its j
	int axis;     // of the face, 0 to 2 ...
	bool is_negative;
	bool is_b;       // the reference is B
	Vec3 normal;     // unit, in the reference's axes, out of the face
	bool is_face;    // the normal is that of the face
	Real separation; // m; of the boxes along the normal
	Real margin;     // m; points apart by more than this are left out
	Real slack;      // m; rounding floor of the pair
} ClipBoxInput;

// Writes the contact points, in the reference's axes and relative to its centre, and the
// kind of the contact; the normal is left to the caller. Returns false if no point of the
// overlap is as deep as the boxes are: the other one is beside the face. The same if they
// are apart along the face's normal and the deepest corner is not above the face, so that
// their distance is another one.
bool mk_clip_boxes(const ClipBoxInput *input, ContactCandidates *candidates);
