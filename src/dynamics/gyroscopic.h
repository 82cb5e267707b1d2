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

// Returns a spin in the principal axes after h seconds without torque. In these axes, with inertia
// I, the spin w' at the end solves I (w' - w) + h w' x I w' = 0: implicit, so that energy is kept
// or lost at any spin, never gained. One step of Newton's method from w (Catto, "Numerical
// Methods", GDC 2015): f = h w x I w, J = I + h ([w] I - [I w]).
static inline Vec3 gyroscopic_spin(Vec3 w, Vec3 moments, Real h) {
	Vec3 momentum = vec3(moments.x * w.x, moments.y * w.y, moments.z * w.z);
	Vec3 f = vec3_scale(vec3_cross(w, momentum), h);
	// columns of J: moments e_i + h (w x moments e_i - momentum x e_i)
	Mat3 jacobian = {
		vec3(moments.x, h * (w.z * moments.x - momentum.z), h * (momentum.y - w.y * moments.x)),
		vec3(h * (momentum.z - w.z * moments.y), moments.y, h * (w.x * moments.y - momentum.x)),
		vec3(h * (w.y * moments.z - momentum.y), h * (momentum.x - w.x * moments.z), moments.z),
	};
	Mat3 inverse;
	if (!mk_mat3_invert(jacobian, &inverse)) return w;
	return vec3_sub(w, mat3_apply(inverse, f));
}
