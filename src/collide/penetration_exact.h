// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The normal of two cores that are apart, to a thousandth of a radian. A distance hardly shows by
// how much the direction is wrong: by the square of the angle, which rounding hides. What shows it
// are the points that touch, on curved surfaces, and the normals of faces, on flat ones.
#pragma once

#include "collide/epa.h"

// Returns whether there is a direction near GJK's that is better; then *result is as from EPA
// for cores that are apart. For queries: takes about ten pairs of supports, none where bounds
// prove the normal already.
bool mk_penetration_exact(const Difference *difference, const GjkResult *gjk, EpaResult *result);
