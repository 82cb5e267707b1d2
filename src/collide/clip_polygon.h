// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The overlap of two convex polygons.
#pragma once

#include "collide/clip_flat.h"

// Adds the corners of the overlap of two polygons.
void mk_clip_polygons(Clip *clip);
