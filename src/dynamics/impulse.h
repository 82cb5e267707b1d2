// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The blow between two bodies that meet in one point, without friction, in closed form: a reference
// for what the contact solver finds by iteration. Newton's law of restitution turns the speed v at
// which they approach into -e v; with that the impulse along the normal n is i = -(1 + e) v / K,
// where K is how much speed there an impulse of 1 N s gives (Baraff, "Physically Based Modeling",
// SIGGRAPH 1997). Momentum and angular momentum stay; the energy falls by (1 - e^2) v^2 / (2 K).
#pragma once

#include "dynamics/body.h"

// Where and how two bodies meet.
typedef struct ImpulseContact {
	Vec3 point;       // in the world, m
	Vec3 normal;      // unit, from b to a
	Real restitution; // 0: they stay together, 1: no energy is lost
} ImpulseContact;

typedef struct Impulse {
	Real speed;    // m/s along the normal before; negative if they approach
	Real mobility; // K, 1/kg; 0 if neither can be moved
	Real size;     // N s along the normal on a, and against it on b; never negative
} Impulse;

// Returns the blow between two bodies, which stay as they are. Its size is 0 if they part, or touch
// at rest, or cannot be moved.
Impulse mk_impulse_between(const Body *a, const Body *b, const ImpulseContact *contact);

// Changes the velocities of two bodies by the blow between them and returns it. Bodies with a blow
// of size 0 are left alone; they do not even wake.
Impulse mk_impulse_resolve(Body *a, Body *b, const ImpulseContact *contact);
