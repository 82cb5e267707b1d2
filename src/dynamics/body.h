// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A body: where it is, how it moves, what it weighs. Velocities are those of the centre of mass, in
// world axes. Positions at which impulses and forces act are offsets from the body's origin in
// world axes, as in Godot's API.
//
// A pose may contain scale and shear (a scaled node). It is kept exactly as given until the body
// turns; then it is rotation * stretch, so that scale does not drift over many steps.
#pragma once

#include "math/sym3.h"
#include "math/transform.h"

typedef enum BodyMode {
	BODY_STATIC,       // does not move; its velocity is that of its surface (a conveyor belt)
	BODY_KINEMATIC,    // moves to its target in a step, pushed by nothing
	BODY_RIGID,        // moved by forces
	BODY_RIGID_LINEAR, // moved by forces, never turned by them
} BodyMode;

// Motions along or about world axes that a body may be kept from; bits of Body.locks.
typedef enum BodyLock {
	BODY_LOCK_LINEAR_X = 1 << 0,
	BODY_LOCK_LINEAR_Y = 1 << 1,
	BODY_LOCK_LINEAR_Z = 1 << 2,
	BODY_LOCK_ANGULAR_X = 1 << 3,
	BODY_LOCK_ANGULAR_Y = 1 << 4,
	BODY_LOCK_ANGULAR_Z = 1 << 5,
} BodyLock;

typedef struct Body {
	BodyMode mode;
	uint8_t locks; // BodyLock bits
	bool is_sleeping;
	bool can_sleep;
	bool omits_forces; // a script integrates forces: no gravity, damping or forces here
	bool has_target;   // kinematic: target is to be reached in the next step
	bool has_moved;    // kinematic: the last step moved it

	// what hosts read of a body that moves is in one piece
	Affine pose;           // body frame to world, m
	Vec3 linear_velocity;  // m/s
	Vec3 angular_velocity; // rad/s
	Vec3 moments;          // principal moments of inertia, kg m^2
	Quat principal;        // from the principal axes to the body frame
	Quat rotation;         // pose.linear = rotation * stretch

	Mat3 stretch;
	Affine target;
	Vec3 surface_linear; // m/s; what a static or kinematic body's velocity is while it stands still
	Vec3 surface_angular; // rad/s
	Vec3 force;           // N, until the next step
	Vec3 torque;          // N m, about the centre of mass, until the next step
	Vec3 constant_force;  // N, every step
	Vec3 constant_torque; // N m

	Real mass;         // kg
	Vec3 local_center; // centre of mass in the body frame, without its stretch, m
	Real still_time;   // s; how long it has been still enough to sleep
	Vec3 still_center; // where its centre of mass was when that time began, m
	Quat still_rotation;
} Body;

// Makes a rigid body of 1 kg at the world's origin.
void mk_body_init(Body *body);

// Changes the mode. A body that stops being moved by forces stops; one that starts wakes.
void mk_body_set_mode(Body *body, BodyMode mode);

// Puts the body somewhere at once; its velocity stays. The pose must be finite.
void mk_body_set_pose(Body *body, Affine pose);

// Tells a kinematic body where to be at the end of the next step. The target has the stretch that
// the body has, but for rounding: scale is no motion, so a new one comes by mk_body_set_pose.
void mk_body_set_target(Body *body, Affine target);

// Sets velocities; of a static or kinematic body those of its surface.
void mk_body_set_linear_velocity(Body *body, Vec3 velocity);
void mk_body_set_angular_velocity(Body *body, Vec3 velocity);

// Changes the velocity at once; offsets are from the body's origin in world axes. They wake the
// body and do nothing to one that forces do not move.
void mk_body_apply_central_impulse(Body *body, Vec3 impulse);
void mk_body_apply_impulse(Body *body, Vec3 impulse, Vec3 offset);
void mk_body_apply_torque_impulse(Body *body, Vec3 impulse);

// Adds to the force of the next step.
void mk_body_apply_central_force(Body *body, Vec3 force);
void mk_body_apply_force(Body *body, Vec3 force, Vec3 offset);
void mk_body_apply_torque(Body *body, Vec3 torque);

// Wakes the body, if it can move, and starts its time to sleep anew.
void mk_body_wake(Body *body);

// Stops the body and puts it to sleep.
void mk_body_sleep(Body *body);

// Whether forces move the body.
static inline bool body_is_rigid(const Body *body) { return body->mode >= BODY_RIGID; }

// Whether the body is awake and forces move it, or it is a kinematic body on its way.
static inline bool body_is_moving(const Body *body) {
	if (body_is_rigid(body)) return !body->is_sleeping;
	return body->has_target || body->has_moved;
}

// Returns the centre of mass as an offset from the body's origin in world axes, m.
static inline Vec3 body_center(const Body *body) {
	// most bodies have it at their origin, and a step asks often
	if (vec3_is_zero(body->local_center)) return vec3_zero();
	return quat_rotate(body->rotation, body->local_center);
}

// Returns 1/mass, 0 for a body that forces do not move.
static inline Real body_inverse_mass(const Body *body) {
	return body_is_rigid(body) ? 1 / body->mass : 0;
}

// Returns the rotation from the principal axes of inertia to the world.
static inline Quat body_principal_axes(const Body *body) {
	Quat p = body->principal;
	// most shapes have them along their own axes, and a step asks often
	if (p.w == 1 && vec3_is_zero(quat_vector(p))) return body->rotation;
	return quat_multiply(body->rotation, p);
}

// Returns the inverse principal moments; 0 for a body that forces do not turn.
static inline Vec3 body_inverse_moments(const Body *body) {
	if (body->mode != BODY_RIGID) return vec3_zero();
	return vec3(1 / body->moments.x, 1 / body->moments.y, 1 / body->moments.z);
}

// Returns a tensor with the principal values d along some axes: the least of them all around, and
// what the others have more along their axes. Nothing is lost by it where they are far apart, and
// what is round about an axis needs that axis only; cubes and balls need none.
static inline Sym3 body_tensor(Quat axes, Vec3 d) {
	Real least = real_min(d.x, real_min(d.y, d.z));
	Sym3 sum = sym3_diagonal(vec3_splat(least));
	if (d.x == least && d.y == least && d.z == least) return sum;
	Mat3 m = quat_to_mat3(axes);
	if (d.x != least) sum = sym3_add_square(sum, m.x, d.x - least);
	if (d.y != least) sum = sym3_add_square(sum, m.y, d.y - least);
	if (d.z != least) sum = sym3_add_square(sum, m.z, d.z - least);
	return sum;
}

// Returns the inverse inertia tensor in world axes.
static inline Mat3 body_inverse_inertia(const Body *body) {
	Sym3 m = body_tensor(body_principal_axes(body), body_inverse_moments(body));
	return (Mat3){ vec3(m.xx, m.xy, m.xz), vec3(m.xy, m.yy, m.yz), vec3(m.xz, m.yz, m.zz) };
}

// As below, of a body with locks.
Mat3 mk_body_locked_inverse_inertia(const Body *body);

// Returns what turns torques into angular accelerations, where locks let it: the inverse of that
// part of the inertia tensor, in world axes, which belongs to the axes that are not locked. (Not
// that part of the inverse: locks take up the torques that would turn the body about the others.)
static inline Mat3 body_free_inverse_inertia(const Body *body) {
	return body->locks >> 3 == 0 ? body_inverse_inertia(body)
								 : mk_body_locked_inverse_inertia(body);
}

// Returns the velocity of the body's point at an offset from its origin (world axes), m/s.
static inline Vec3 body_velocity_at(const Body *body, Vec3 offset) {
	Vec3 arm = vec3_sub(offset, body_center(body));
	return vec3_add(body->linear_velocity, vec3_cross(body->angular_velocity, arm));
}
