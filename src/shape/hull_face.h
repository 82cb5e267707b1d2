// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Which face of a hull faces a direction.
#pragma once

#include "shape/hull_shape.h"

// Writes the most facing face. Up to 64 faces all are looked at; above, those around the farthest
// vertex `start`, and from the best of them over edges as long as it gets better. A flat hull may
// answer with an edge, a segment or point with itself.
void mk_hull_face(const HullShape *shape, const FaceQuery *query, uint32_t start, ShapeFace *face);
