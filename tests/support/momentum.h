// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What a body carries, from the definitions: momentum, angular momentum about the world's origin,
// energy of motion. Sums in double, so that only the engine's rounding is seen.
#pragma once

#include "dynamics/body.h"

typedef struct Carried {
	double linear[3];  // kg m/s
	double angular[3]; // kg m^2/s
	double energy;     // J
} Carried;

// Adds what a rigid body carries.
static inline void carried_add(Carried *sum, const Body *body) {
	Vec3 center = vec3_add(body->pose.origin, body_center(body));
	Quat axes = body_principal_axes(body);
	Vec3 local = quat_rotate_inverse(axes, body->angular_velocity);
	Vec3 spin = quat_rotate(axes, vec3_multiply(body->moments, local));
	Vec3 v = body->linear_velocity;
	Vec3 arm = vec3_cross(center, v);
	const Real arms[3] = { arm.x, arm.y, arm.z };
	const Real spins[3] = { spin.x, spin.y, spin.z };
	const Real speeds[3] = { v.x, v.y, v.z };
	for (int i = 0; i < 3; i++) {
		sum->linear[i] += (double)body->mass * (double)speeds[i];
		sum->angular[i] += (double)body->mass * (double)arms[i] + (double)spins[i];
	}
	sum->energy += 0.5 * (double)body->mass * (double)vec3_length_squared(v);
	sum->energy += 0.5 * (double)vec3_dot(spin, body->angular_velocity);
}
