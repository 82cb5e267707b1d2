// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The signed separation of two shapes whose cores are points or segments (balls, capsules, rays):
// the nearest points of the segments are all there is to know, so that nothing is searched, and the
// bounds are the value.
#pragma once

#include "collide/penetration.h"

// Settles such a pair; false if the shapes are others, or the cores so near to each other that
// their normal cannot be told from the nearest points.
bool mk_penetration_segments(const PenetrationInput *input, Penetration *answer);
