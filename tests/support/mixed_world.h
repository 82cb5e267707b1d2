// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Random worlds of all kinds of shapes, for questions: bodies and areas of one to three shapes
// under any maps, on four layers, with names that do not follow the order in which they came. Many
// are twins, with the same shape in the same place: which of the two is met is up to their names
// alone.
#pragma once

#include "support/rng.h"
#include "support/world_make.h"

#define MIXED_OBJECTS 24
#define MIXED_REACH   5.0 // m; how far the middles of objects are from that of the world

// Returns a shape of any kind, some decimetres to metres in size.
Shape *random_any_shape(Rng *rng);

// Returns a pose, or any map, within the reach.
Affine random_any_map(Rng *rng);

// Returns a world, and its objects.
WorldMake *make_mixed_world(Rng *rng, WorldObject *objects[MIXED_OBJECTS]);
