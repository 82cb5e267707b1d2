// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Whether a minimum that Newton's method found is the smallest of all, by a polytope that is not
// grown where the minimum is: around it no direction is lower, up to an angle that is known
// (NewtonResult.basin). What EPA takes longest for, to be exact where it ends, is not needed.
#pragma once

#include "collide/epa.h"
#include "collide/newton.h"

// Proves an unproven minimum, or finds the smallest and proves that one; `margin` as in
// NewtonInput. Tolerances are those of the input; its simplex and guess are not used. Returns
// whether it could be proven: status, lower and rival of the minimum tell then.
bool mk_epa_prove(const EpaInput *input, double margin, NewtonResult *minimum);
