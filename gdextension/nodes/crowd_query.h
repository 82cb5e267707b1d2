// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Many questions at once, to compare how their cost grows: one pair of shapes at many places, and
// many balls with each other. Methods of MinkowskiPhysics.
#pragma once

#include "bind.h"

BoundFunction mk_query_detect_path;
BoundFunction mk_query_ball_pairs;
