// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The same algorithms in the plane: convex polygons and discs. Methods of MinkowskiPhysics.
#pragma once

#include "bind.h"

BoundFunction mk_query_distance_2d;
BoundFunction mk_query_minkowski_difference_2d;
BoundFunction mk_query_trace_2d;
