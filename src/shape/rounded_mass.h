// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Mass properties of all points within a radius of a convex polyhedron.
#pragma once

#include "geometry/mass.h"

// Returns the properties with density 1 in closed form; flat hulls, segments and points are
// allowed. A radius of 0 gives those of the hull itself.
MassProperties mk_mass_of_rounded_hull(const Hull *hull, Real radius);
