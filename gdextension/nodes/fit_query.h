// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Boxes and balls around points, and single points of shapes: methods of MinkowskiPhysics.
#pragma once

#include "bind.h"
#include "geometry/obb_fit.h"

// The covariance modes are those of obb_fit.h; this one is the search for the smallest box.
enum { FIT_TIGHT = OBB_MODE_COUNT };

BoundFunction mk_query_fit_obb;
BoundFunction mk_query_bounding_sphere;
BoundFunction mk_query_support;
