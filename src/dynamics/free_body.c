// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "dynamics/free_body.h"

bool mk_free_body_from_body(const Body *body, FreeBody *free_body) {
	if (!body_is_rigid(body)) return false;
	Quat axes = body_principal_axes(body);
	Vec3 spin = quat_rotate_inverse(axes, body->angular_velocity);
	*free_body = (FreeBody){
		.inverse_mass = body_inverse_mass(body),
		.inverse_moments = body_inverse_moments(body),
		.state = {
			.position = vec3_add(body->pose.origin, body_center(body)),
			.rotation = axes,
			.momentum = vec3_scale(body->linear_velocity, body->mass),
			.angular_momentum = quat_rotate(axes, vec3_multiply(body->moments, spin)),
		},
	};
	return true;
}

FreeBodyRate mk_free_body_rate(const FreeBody *body, const FreeBodyForces *forces, Real time) {
	FreeBodyLoad load = { 0 };
	if (forces->law) load = forces->law(body, time, forces->user);
	// dq/dt = 1/2 (omega, 0) q; by the step it is multiplied only where it is added up
	Vec3 half = vec3_scale(free_body_angular_velocity(body), (Real)0.5);
	return (FreeBodyRate){
		.velocity = free_body_velocity(body),
		.spin = quat_multiply(quat_from_parts(half, 0), body->state.rotation),
		.force = load.force,
		.torque = load.torque,
	};
}

// Returns q + h s, as a sum of four numbers: not a unit quaternion.
static Quat quat_add_scaled(Quat q, Quat s, Real h) {
	return quat(q.x + s.x * h, q.y + s.y * h, q.z + s.z * h, q.w + s.w * h);
}

static FreeBody moved_by(const FreeBody *body, const FreeBodyRate *rate, Real h) {
	FreeBody moved = *body;
	FreeBodyState *state = &moved.state;
	state->position = vec3_add_scaled(state->position, rate->velocity, h);
	state->rotation = quat_add_scaled(state->rotation, rate->spin, h);
	state->momentum = vec3_add_scaled(state->momentum, rate->force, h);
	state->angular_momentum = vec3_add_scaled(state->angular_momentum, rate->torque, h);
	return moved;
}

void mk_free_body_step_euler(FreeBody *body, const FreeBodyForces *forces, Real time, Real dt) {
	FreeBodyRate rate = mk_free_body_rate(body, forces, time);
	*body = moved_by(body, &rate, dt);
	body->state.rotation = quat_normalize(body->state.rotation);
}

void mk_free_body_step_rk4(FreeBody *body, const FreeBodyForces *forces, Real time, Real dt) {
	// where each stage stands, as a part of the step, and what its slope weighs in the sum
	static const Real places[4] = { 0, 0.5, 0.5, 1 };
	static const Real weights[4] = { 1, 2, 2, 1 };
	FreeBody sum = *body;
	FreeBodyRate rate = { 0 };
	for (int i = 0; i < 4; i++) {
		Real ahead = places[i] * dt;
		FreeBody stage = moved_by(body, &rate, ahead);
		rate = mk_free_body_rate(&stage, forces, time + ahead);
		sum = moved_by(&sum, &rate, weights[i] * dt / 6);
	}
	*body = sum;
	body->state.rotation = quat_normalize(body->state.rotation);
}
