// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The part of a shape that faces a direction, in the frame of a pair.
#pragma once

#include "collide/difference.h"

// Returns one side of a difference as an instance in the frame of the pair; `from` is the instance
// that the difference was made of.
ShapeInstance mk_feature_side(const Difference *difference, const ShapeInstance *from, bool is_b);

// Writes the part of an instance's core that faces a unit direction most: mk_instance_face_core,
// with shorter ways for rigid boxes, cylinders and hulls, where the most facing normal is that with
// the largest dot. `hint` is a corner near the extreme of a hull, or MK_SHAPE_NO_ID.
void mk_feature_face(const ShapeInstance *side, Vec3 direction, uint32_t hint, ShapeFace *face);

// The same where a corner of the core is known that is farthest along the direction: faces of hulls
// are looked for around it at once.
void mk_feature_face_at(
		const ShapeInstance *side, Vec3 direction, uint32_t corner, ShapeFace *face);
