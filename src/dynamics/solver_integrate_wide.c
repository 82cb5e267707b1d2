// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Motion of rows over one sub-step.
#include "dynamics/lane_body.h"
#include "dynamics/solver_integrate.h"
#include "math/wide_turn.h"

// Places of the rows of a group of lanes; lanes beyond the last row read that of the world, which
// is zero, and write nothing.
typedef struct LaneRows {
	uint32_t rows[MK_LANES];
	uint32_t used; // bit per lane
} LaneRows;

MK_WIDE_INLINE LaneRows take_rows(const RowRange *range, uint32_t first) {
	LaneRows taken = { .used = MK_ALL_LANES };
	uint32_t left = range->count - first;
	if (left >= MK_LANES) {
		for (uint32_t i = 0; i < MK_LANES; i++)
			taken.rows[i] = row_place(range->rows[first + i]);
		return taken;
	}
	taken.used = (1u << left) - 1;
	for (uint32_t i = 0; i < MK_LANES; i++)
		taken.rows[i] = i < left ? row_place(range->rows[first + i]) : 0;
	return taken;
}

// Returns a spin in the principal axes after h seconds without torque. In these axes, with inertia
// I, the spin w' at the end solves I (w' - w) + h w' x I w' = 0: implicit, so that energy is kept
// or lost at any spin, never gained. One step of Newton's method from w (Catto, "Numerical
// Methods", GDC 2015): f = h w x I w, J = I + h ([w] I - [I w]). Where that cannot be solved
// nothing changes.
MK_WIDE_INLINE WideVec3 turned_spin(WideVec3 w, WideVec3 moments, Wide h) {
	WideVec3 momentum = lanes_scale3(moments, w);
	WideVec3 f = wide_vec3_scale(wide_vec3_cross(w, momentum), h);
	WideVec3 hm = wide_vec3_scale(momentum, h);
	WideVec3 hw = wide_vec3_scale(w, h);
	// columns of the derivative: moments e_i + h (w x moments e_i - momentum x e_i)
	WideVec3 x = { moments.x, wide_sub(wide_multiply(hw.z, moments.x), hm.z),
		wide_sub(hm.y, wide_multiply(hw.y, moments.x)) };
	WideVec3 y = { wide_sub(hm.z, wide_multiply(hw.z, moments.y)), moments.y,
		wide_sub(wide_multiply(hw.x, moments.y), hm.x) };
	WideVec3 z = { wide_sub(wide_multiply(hw.y, moments.z), hm.y),
		wide_sub(hm.x, wide_multiply(hw.x, moments.z)), moments.z };
	WideVec3 yz = wide_vec3_cross(y, z);
	Wide determinant = wide_vec3_dot(x, yz);
	Wide inverse = wide_inverse_or_zero(determinant);
	WideVec3 change = { wide_vec3_dot(yz, f), wide_vec3_dot(wide_vec3_cross(z, x), f),
		wide_vec3_dot(wide_vec3_cross(x, y), f) };
	change = wide_vec3_scale(change, inverse);
	// products of moments may leave what floats can hold
	WideMask is_good = wide_less(wide_vec3_dot(change, change), wide_splat(FLT_MAX));
	return wide_vec3_select(is_good, wide_vec3_sub(w, change), w);
}

MK_WIDE_INLINE WideVec3 add_gyroscopic(const SolverBodies *bodies, const SolverMotion *motions,
		const LaneRows *taken, WideVec3 spin, float h) {
	Wide moments[4];
	wide_gather4(motions->moments, MK_ACCELERATION_STRIDE, taken->rows, moments);
	WideMask is_turning = wide_less(wide_zero(), moments[0]);
	if (!mask_any(is_turning)) return spin;
	Wide q[4];
	Wide turn[4];
	wide_gather4(motions->rotation, MK_ACCELERATION_STRIDE, taken->rows, q);
	wide_gather4(bodies->bodies->turn, MK_SOLVER_BODY_STRIDE, taken->rows, turn);
	WideQuat rotation = wide_quat_multiply(
			(WideQuat){ turn[0], turn[1], turn[2], turn[3] }, (WideQuat){ q[0], q[1], q[2], q[3] });
	WideVec3 local = wide_quat_rotate(wide_quat_conjugate(rotation), spin);
	local = turned_spin(local, (WideVec3){ moments[0], moments[1], moments[2] }, wide_splat(h));
	WideVec3 turned = wide_quat_rotate(rotation, local);
	// spins that no float can be turned with stay
	WideMask is_good = wide_less(wide_vec3_dot(turned, turned), wide_splat(FLT_MAX));
	return wide_vec3_select(mask_and(is_turning, is_good), turned, spin);
}

// v keep + h a, for the velocity or the spin; the fourth number of the row stays.
MK_WIDE_INLINE WideVec3 accelerate(const Wide velocity[4], const Wide motion[4], float h) {
	WideVec3 kept = wide_vec3_scale((WideVec3){ velocity[0], velocity[1], velocity[2] }, motion[3]);
	return wide_vec3_add_scaled(kept, (WideVec3){ motion[0], motion[1], motion[2] }, wide_splat(h));
}

MK_WIDE_INLINE void write_row(float *rows, const LaneRows *taken, WideVec3 v, Wide fourth) {
	const Wide values[4] = { v.x, v.y, v.z, fourth };
	wide_scatter4(rows, MK_SOLVER_BODY_STRIDE, taken->rows, values, taken->used);
}

// Returns a velocity, or spin, `next` with what contacts and joints have added to the last one,
// `touched`, since that was written to `untouched`; writes `next` there.
MK_WIDE_INLINE WideVec3 touch_again(
		float *untouched, const LaneRows *taken, const Wide *touched, WideVec3 next) {
	Wide rows[4];
	if (touched != NULL) wide_gather4(untouched, MK_SOLVER_UNTOUCHED_STRIDE, taken->rows, rows);
	const Wide values[4] = { next.x, next.y, next.z, wide_zero() };
	wide_scatter4(untouched, MK_SOLVER_UNTOUCHED_STRIDE, taken->rows, values, taken->used);
	if (touched == NULL) return next;
	return (WideVec3){ wide_add(next.x, wide_sub(touched[0], rows[0])),
		wide_add(next.y, wide_sub(touched[1], rows[1])),
		wide_add(next.z, wide_sub(touched[2], rows[2])) };
}

RowKernel MK_WIDE_NAME(mk_rows_integrate_velocities);
RowKernel MK_WIDE_NAME(mk_rows_integrate_poses);

void MK_WIDE_NAME(mk_rows_integrate_velocities)(
		const SolverBodies *bodies, const SolverMotion *motions, const RowRange *range) {
	for (uint32_t i = 0; i < range->count; i += MK_LANES) {
		LaneRows taken = take_rows(range, i);
		Wide velocity[4];
		Wide spin[4];
		Wide motion[4];
		wide_gather4(bodies->bodies->velocity, MK_SOLVER_BODY_STRIDE, taken.rows, velocity);
		wide_gather4(motions->acceleration, MK_ACCELERATION_STRIDE, taken.rows, motion);
		WideVec3 moved = accelerate(velocity, motion, range->h);
		wide_gather4(bodies->bodies->spin, MK_SOLVER_BODY_STRIDE, taken.rows, spin);
		wide_gather4(motions->angular_acceleration, MK_ACCELERATION_STRIDE, taken.rows, motion);
		WideVec3 turned = accelerate(spin, motion, range->h);
		turned = add_gyroscopic(bodies, motions, &taken, turned, range->h);
		if (bodies->untouched != NULL) {
			const Wide *last = range->is_first ? NULL : velocity;
			const Wide *last_spin = range->is_first ? NULL : spin;
			moved = touch_again(bodies->untouched->velocity, &taken, last, moved);
			turned = touch_again(bodies->untouched->spin, &taken, last_spin, turned);
		}
		write_row(bodies->bodies->velocity, &taken, moved, velocity[3]);
		write_row(bodies->bodies->spin, &taken, turned, spin[3]);
	}
}

// q + h/2 (w, 0) q, normalised: to second order the rotation about w by h |w|.
MK_WIDE_INLINE void turn_by(Wide q[4], const Wide w[4], float h) {
	Wide half = wide_splat(0.5f * h);
	WideVec3 u = wide_vec3_scale((WideVec3){ w[0], w[1], w[2] }, half);
	WideVec3 v = { q[0], q[1], q[2] };
	WideVec3 change = wide_vec3_add(wide_vec3_scale(u, q[3]), wide_vec3_cross(u, v));
	v = wide_vec3_add(v, change);
	Wide last = wide_sub(q[3], wide_vec3_dot(u, (WideVec3){ q[0], q[1], q[2] }));
	Wide squared = wide_multiply_add(last, last, wide_vec3_dot(v, v));
	Wide inverse = wide_divide(wide_splat(1), wide_sqrt(squared));
	v = wide_vec3_scale(v, inverse);
	q[0] = v.x;
	q[1] = v.y;
	q[2] = v.z;
	q[3] = wide_multiply(last, inverse);
}

void MK_WIDE_NAME(mk_rows_integrate_poses)(
		const SolverBodies *bodies, const SolverMotion *motions, const RowRange *range) {
	(void)motions;
	for (uint32_t i = 0; i < range->count; i += MK_LANES) {
		LaneRows taken = take_rows(range, i);
		Wide velocity[4];
		Wide rows[4];
		wide_gather4(bodies->bodies->velocity, MK_SOLVER_BODY_STRIDE, taken.rows, velocity);
		wide_gather4(bodies->bodies->shift, MK_SOLVER_BODY_STRIDE, taken.rows, rows);
		WideVec3 shift = wide_vec3_add_scaled((WideVec3){ rows[0], rows[1], rows[2] },
				(WideVec3){ velocity[0], velocity[1], velocity[2] }, wide_splat(range->h));
		write_row(bodies->bodies->shift, &taken, shift, rows[3]);
		wide_gather4(bodies->bodies->spin, MK_SOLVER_BODY_STRIDE, taken.rows, velocity);
		wide_gather4(bodies->bodies->turn, MK_SOLVER_BODY_STRIDE, taken.rows, rows);
		turn_by(rows, velocity, range->h);
		wide_scatter4(bodies->bodies->turn, MK_SOLVER_BODY_STRIDE, taken.rows, rows, taken.used);
	}
}
