// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A single body in free motion, as a reference to measure the engine's own integrator against
// (integrate.h). The state is position, rotation, momentum and angular momentum; velocity, angular
// velocity and spin follow from it and are kept nowhere. So the gyroscopic torque needs no term of
// its own, and without a torque the angular momentum stays bit for bit (Baraff, "Physically Based
// Modeling", SIGGRAPH 1997).
//
// The frame is that of the principal axes with the centre of mass as its origin. Two ways to step:
// explicit Euler, order 1, and the classical method of Runge and Kutta (1901), order 4. Both call
// for the load at each stage, with the state of that stage.
#pragma once

#include "dynamics/body.h"

// What changes, and only by what acts on the body.
typedef struct FreeBodyState {
	Vec3 position;         // of the centre of mass, m
	Quat rotation;         // principal axes to world, unit
	Vec3 momentum;         // kg m/s
	Vec3 angular_momentum; // about the centre of mass, kg m^2/s
} FreeBodyState;

typedef struct FreeBody {
	Real inverse_mass;    // 1/kg
	Vec3 inverse_moments; // 1/(kg m^2), 0 about axes that nothing turns it about
	FreeBodyState state;
} FreeBody;

typedef struct FreeBodyLoad {
	Vec3 force;  // N
	Vec3 torque; // about the centre of mass, N m
} FreeBodyLoad;

// Tells the load on a body at a time in seconds; it may depend on the state.
typedef FreeBodyLoad FreeBodyLaw(const FreeBody *body, Real time, const void *user);

typedef struct FreeBodyForces {
	FreeBodyLaw *law; // NULL: none
	const void *user;
} FreeBodyForces;

// How fast each part of the state changes.
typedef struct FreeBodyRate {
	Vec3 velocity; // m/s
	Quat spin;     // 1/s; half of angular velocity times rotation, no unit quaternion
	Vec3 force;    // N
	Vec3 torque;   // N m
} FreeBodyRate;

// Takes mass, place and motion of a body that forces move and returns true; false for another.
// Locked axes, damping and the body's own forces are not taken over.
bool mk_free_body_from_body(const Body *body, FreeBody *free_body);

// Returns the derivative of the state at a time in seconds.
FreeBodyRate mk_free_body_rate(const FreeBody *body, const FreeBodyForces *forces, Real time);

// Move the body from `time` on by one step of dt seconds.
void mk_free_body_step_euler(FreeBody *body, const FreeBodyForces *forces, Real time, Real dt);
void mk_free_body_step_rk4(FreeBody *body, const FreeBodyForces *forces, Real time, Real dt);

static inline Vec3 free_body_velocity(const FreeBody *body) {
	return vec3_scale(body->state.momentum, body->inverse_mass);
}

// Returns the angular velocity in world axes, rad/s: R I^-1 R^T L.
static inline Vec3 free_body_angular_velocity(const FreeBody *body) {
	// inside a step the rotation of a stage is not of unit length
	Quat axes = quat_normalize(body->state.rotation);
	Vec3 local = quat_rotate_inverse(axes, body->state.angular_momentum);
	return quat_rotate(axes, vec3_multiply(body->inverse_moments, local));
}

// Returns the kinetic energy, J.
static inline Real free_body_energy(const FreeBody *body) {
	Real linear = vec3_dot(free_body_velocity(body), body->state.momentum);
	Real angular = vec3_dot(free_body_angular_velocity(body), body->state.angular_momentum);
	return (linear + angular) / 2;
}

// Returns the load of a force at a point, both in world axes.
static inline FreeBodyLoad free_body_load_at(const FreeBody *body, Vec3 force, Vec3 point) {
	return (FreeBodyLoad){ force, vec3_cross(vec3_sub(point, body->state.position), force) };
}
