// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A deep pair that hardly moved is settled without EPA, with proof. If no point of B moved by more
// than m as seen from A, h(n) changed by at most m for every n. EPA left `rival`: beside the
// surroundings of its normal every h(n) was at least what follows from that. A minimum d found
// nearby is thus the smallest of all if d + m is less; the poses compared are those of the last
// EPA, so errors do not add up.
#pragma once

#include "collide/penetration.h"

// Returns whether the depth follows from the last one; then *result is as from EPA, and the normal
// and the corners in the cache are those of now. Takes one pair of supports for polytopes, about
// seven for curved pairs; none if the pair moved too much.
bool mk_penetration_reuse(const Difference *difference, PenetrationCache *cache, EpaResult *result);

// Keeps what the next call needs; NULL results mean that there is nothing to keep.
void mk_penetration_remember(
		const Difference *difference, PenetrationCache *cache, const EpaResult *result);

// Writes the points of the cores from those of the feature, their weights,
// the normal and the depth.
void mk_penetration_set_witness(EpaResult *result);

// Keeps the pieces that Newton's method ended with, as corners.
void mk_penetration_keep_pieces(GjkCache *cache, const EpaResult *result);
