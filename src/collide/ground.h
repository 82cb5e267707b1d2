// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Which balls are ground to what is on them: so much larger, as a planet, that what stands on one
// does so as on a plane, with more than one point (clip_ball.c).
#pragma once

#include "shape/instance.h"

// How many times as large as what is on it a ball has to be. Smaller: balls that roll on plates
// would feel corners; larger: a plate on a ball of three times its size rocks on.
#define MK_GROUND_SIZES ((Real)4)

// Returns whether a ball of a radius (m) is ground for something of a size (m, a radius).
static inline bool ball_is_ground(Real radius, Real size) {
	return radius >= MK_GROUND_SIZES * size;
}

// Returns a radius that a shape whose pose keeps angles is within, m.
static inline Real instance_size(const ShapeInstance *in) {
	return in->is_rigid ? in->shape->bound : in->shape->bound * vec3_length(in->pose.linear.x);
}

// The same of two shapes whose poses keep angles, of which the first is a ball; another ball stands
// on one point whatever the sizes.
static inline bool instance_is_ground(const ShapeInstance *ball, const ShapeInstance *other) {
	return other->shape->kind != SHAPE_SPHERE &&
			ball_is_ground(ball->rounding, instance_size(other));
}
