// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A mesh with what makes the well-known bunny hard: a round body, a head on a neck that
// is a hollow, two long thin ears near each other, feet that it stands on, a tail.
// Closed and outward-wound.
#pragma once

#include "support/mesh_make.h"

// Returns a bunny that sits on y = 0 and looks along +z, about 1.4 long, 1.6 high and 0.8 wide,
// made of cells of a size (0.03 to 0.1; the ears are 0.14 thick).
TestMesh mesh_make_bunny(Real cell);
