// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Soft constraints: a constraint that pulls back like a damped spring, integrated implicitly, so it
// is stable however stiff it is (Catto, "Soft Constraints", GDC 2011). With the error C and its
// rate Cdot an impulse changes by
//
//   -mass (mass_scale (Cdot + bias_rate C)) - impulse_scale * impulse so far
//
// A rigid constraint has bias_rate 0, mass_scale 1, impulse_scale 0.
#pragma once

#include "math/real.h"

#include <stdbool.h>

typedef struct Softness {
	float bias_rate;     // 1/s; how fast an error is worked off
	float mass_scale;    // no unit; mass_scale + impulse_scale = 1
	float impulse_scale; // no unit
} Softness;

static inline Softness softness_rigid(void) { return (Softness){ 0, 1, 0 }; }

// Returns the softness of a spring with a frequency (1/s) and a damping ratio (no
// unit, 1 = critical) over steps of h seconds; a frequency of 0 or less is a rigid
// constraint that never corrects.
static inline Softness softness_from_frequency(float frequency, float damping_ratio, float h) {
	if (!(frequency > 0)) return softness_rigid();
	float omega = 2 * (float)MK_PI * frequency;
	float a1 = 2 * damping_ratio + h * omega;
	float a2 = h * omega * a1;
	float a3 = 1 / (1 + a2);
	return (Softness){ omega / a1, a2 * a3, a3 };
}

// Returns by how much a spring gives under an impulse of 1 N s a sub-step, with a mass of
// 1 kg, m; 0 if it is so stiff for sub-steps of h seconds that a heavy load would swing on
// it (MK_SOLVER_SUB_STEPS).
static inline float softness_yield(Softness softness, float h) {
	float push = softness.mass_scale * softness.bias_rate;
	bool is_calm = push > 0 && h * push < 2 * softness.impulse_scale;
	return is_calm ? softness.impulse_scale / push : 0;
}

// Returns the softness of a spring with a stiffness (N/m or N m/rad) and a damping (N s/m or
// N m s/rad) between bodies whose inverse effective mass is `inverse_mass` (1/kg or 1/(kg m^2)).
static inline Softness softness_from_stiffness(
		float stiffness, float damping, float inverse_mass, float h) {
	float yield = damping + h * stiffness;
	if (!(yield > 0)) return (Softness){ 0, 0, 1 };
	float gamma = 1 / (h * yield);
	float whole = inverse_mass + gamma;
	return (Softness){ stiffness / yield, inverse_mass / whole, gamma / whole };
}
