// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Motion of single bodies over one step. Semi-implicit Euler: damping and forces change the
// velocity, the new velocity moves the body, so free fall takes y(n) = -g dt^2 n (n + 1) / 2 as in
// Godot's own servers. Rotation follows the exponential map: exact for a constant angular velocity.
#pragma once

#include "dynamics/body.h"

// What acts on a body from outside besides its own forces.
typedef struct BodySurroundings {
	Vec3 gravity;      // m/s^2
	Real linear_damp;  // 1/s
	Real angular_damp; // 1/s
} BodySurroundings;

// When a body is slow enough, for long enough, to be put to sleep.
typedef struct SleepLimits {
	Real linear_speed;  // m/s
	Real angular_speed; // rad/s
	Real time;          // s
} SleepLimits;

// Moves the body by one step of dt seconds. Returns false if the result would not be finite; then
// the body stays where it was, stopped and asleep.
bool mk_body_step(Body *body, const BodySurroundings *surroundings, Real dt);

// Changes the velocities of a rigid body by damping, gravity and its forces over dt seconds. The
// forces stay; a step clears them.
void mk_body_integrate_forces(Body *body, const BodySurroundings *surroundings, Real dt);

// Counts the time for which a rigid body has been still: slow, or trembling on the spot.
void mk_body_update_still(Body *body, const SleepLimits *limits, Real dt);

// Puts a rigid body to sleep once it has been still for long enough.
void mk_body_update_sleep(Body *body, const SleepLimits *limits, Real dt);
