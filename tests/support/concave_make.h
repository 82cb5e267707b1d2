// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Random shapes that are not convex, some metres in size: meshes, height fields with holes, and
// compounds of all kinds under any maps.
#pragma once

#include "shape/shape.h"
#include "support/rng.h"

// Returns a mesh: a ring or a ball.
Shape *random_mesh_shape(Rng *rng, bool is_two_sided);

// Returns any of them.
Shape *random_concave(Rng *rng);
