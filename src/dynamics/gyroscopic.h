// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The torque-free turning of a body whose moments differ: its spin wanders so that
// its angular momentum stays.
#pragma once

#include "dynamics/body.h"

// Moments that differ by less than this part, no unit, turn the spin by less than can be seen.
#define MK_GYRO_PART ((Real)0.01)
// So does a spin below this, rad/s.
#define MK_GYRO_SPEED ((Real)0.5)

// Returns whether the gyroscopic torque of a body is worth its cost.
static inline bool body_needs_gyroscopic(const Body *body) {
	Vec3 m = body->moments;
	Real most = vec3_max_element(m);
	Real least = real_min(m.x, real_min(m.y, m.z));
	return body->mode == BODY_RIGID && most - least > MK_GYRO_PART * most &&
			vec3_length_squared(body->angular_velocity) > MK_GYRO_SPEED * MK_GYRO_SPEED;
}
