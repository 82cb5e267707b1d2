// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "dynamics/solver_integrate.h"

#include "math/quat.h"

// In the body's axes, with inertia I, spin w and step h, the spin at the end solves
// I (w' - w) + h w' x I w' = 0. One step of Newton's method from w (Catto, "Numerical Methods",
// GDC 2015): f = h w x I w, J = I + h ([w] I - [I w]).
static Vec3 gyroscopic(Vec3 w, Vec3 moments, Real h) {
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
	Vec3 spin = gyroscopic(local, load3(motion->moments), (Real)h);
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
