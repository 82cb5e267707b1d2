// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "dynamics/solver_integrate.h"

#include "dynamics/gyroscopic.h"

static Vec3 load3(const float *v) { return vec3((Real)v[0], (Real)v[1], (Real)v[2]); }

static void store3(float *to, Vec3 v) {
	to[0] = (float)v.x;
	to[1] = (float)v.y;
	to[2] = (float)v.z;
}

static Quat load_quat(const float *q) {
	return (Quat){ (Real)q[0], (Real)q[1], (Real)q[2], (Real)q[3] };
}

static void add_gyroscopic(SolverBody *body, const SolverMotion *motion, float h) {
	Quat rotation = quat_multiply(load_quat(body->turn), load_quat(motion->rotation));
	Vec3 local = quat_rotate_inverse(rotation, load3(body->spin));
	Vec3 spin = gyroscopic_spin(local, load3(motion->moments), (Real)h);
	store3(body->spin, quat_rotate(rotation, spin));
}

void mk_rows_integrate_velocities(
		const SolverBodies *bodies, const SolverMotion *motions, const RowRange *range) {
	float h = range->h;
	for (uint32_t i = 0; i < range->count; i++) {
		SolverBody *body = bodies->bodies + range->rows[i];
		const SolverMotion *motion = motions + range->rows[i];
		for (int k = 0; k < 3; k++) {
			body->velocity[k] = body->velocity[k] * motion->linear_keep +
					h * motion->acceleration[k];
			body->spin[k] = body->spin[k] * motion->angular_keep +
					h * motion->angular_acceleration[k];
		}
		if (motion->moments[0] > 0) add_gyroscopic(body, motion, h);
	}
}

// q + h/2 (w, 0) q, normalised: to second order the rotation about w by h |w|.
static void turn_by(float q[4], const float w[3], float h) {
	float x = 0.5f * h * w[0];
	float y = 0.5f * h * w[1];
	float z = 0.5f * h * w[2];
	float turned[4] = {
		q[0] + (x * q[3] + y * q[2] - z * q[1]),
		q[1] + (y * q[3] + z * q[0] - x * q[2]),
		q[2] + (z * q[3] + x * q[1] - y * q[0]),
		q[3] - (x * q[0] + y * q[1] + z * q[2]),
	};
	float squared = turned[0] * turned[0] + turned[1] * turned[1] + turned[2] * turned[2] +
			turned[3] * turned[3];
	float inverse = 1 / sqrtf(squared);
	for (int k = 0; k < 4; k++)
		q[k] = turned[k] * inverse;
}

void mk_rows_integrate_poses(
		const SolverBodies *bodies, const SolverMotion *motions, const RowRange *range) {
	(void)motions;
	for (uint32_t i = 0; i < range->count; i++) {
		SolverBody *body = bodies->bodies + range->rows[i];
		for (int k = 0; k < 3; k++)
			body->shift[k] += range->h * body->velocity[k];
		turn_by(body->turn, body->spin, range->h);
	}
}
