// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// For the kernels of the contact solver: the points of a group of manifolds while a pass solves
// them. Included by kernels in lanes only.
#pragma once

#include "dynamics/contact_lanes.h"

// The points of a manifold while a pass solves them. They are solved in terms of
// impulses: each has one that it aims at, and the change of another moves that. The
// bodies get the sum of all in the end.
typedef struct LanePoints {
	WideVec3 arm[MK_CONTACT_POINTS];
	Wide impulse[MK_CONTACT_POINTS]; // N s
	Wide mass[MK_CONTACT_POINTS];    // kg; as much of it as answers to a speed
	Wide speed[MK_CONTACT_POINTS];   // m/s; at the start of the pass
	Wide target[MK_CONTACT_POINTS];  // N s; what the impulse should be, may it pull or push
	// no unit; how much the target of the first falls by 1 N s at the second
	Wide effect[MK_CONTACT_POINTS][MK_CONTACT_POINTS];
} LanePoints;

MK_WIDE_INLINE void load_points(const Lanes *lanes, LanePoints *points, uint32_t count) {
	LaneOpening speed = lanes_opening_speed(lanes);
	for (uint32_t i = 0; i < count; i++) {
		const PointLanes *point = lanes->bundle->points + i;
		points->arm[i] = lanes_load3(&point->arm, lanes->first);
		points->impulse[i] = wide_load(point->impulse + lanes->first);
		points->mass[i] = wide_load(point->mass + lanes->first);
		points->speed[i] = lane_opening_at(&speed, points->arm[i]);
	}
}

MK_WIDE_INLINE void store_points(Lanes *lanes, const LanePoints *points, uint32_t count) {
	Wide sum = wide_zero();
	WideVec3 moment = { wide_zero(), wide_zero(), wide_zero() };
	for (uint32_t i = 0; i < count; i++) {
		float *impulse = lanes->bundle->points[i].impulse + lanes->first;
		Wide change = wide_sub(points->impulse[i], wide_load(impulse));
		sum = wide_add(sum, change);
		moment = wide_vec3_add_scaled(moment, points->arm[i], change);
		wide_store(impulse, points->impulse[i]);
	}
	lanes_apply_normals(lanes, sum, moment);
}

// Which of the couplings belongs to two points.
static const uint8_t couplings[MK_CONTACT_POINTS][MK_CONTACT_POINTS] = {
	{ 0, 0, 1, 2 },
	{ 0, 0, 3, 4 },
	{ 1, 3, 0, 5 },
	{ 2, 4, 5, 0 },
};

// How the points feel each other, once their masses are known.
MK_WIDE_INLINE void load_effects(const Lanes *lanes, LanePoints *points, uint32_t count) {
	for (uint32_t i = 0; i < count; i++)
		for (uint32_t k = 0; k < count; k++) {
			if (k == i) continue;
			const float *coupling = lanes->bundle->coupling[couplings[i][k]];
			points->effect[i][k] = wide_multiply(
					points->mass[i], wide_load(coupling + lanes->first));
		}
}

// Gives a point the impulse that it aims at, or another; the others feel it.
MK_WIDE_INLINE void change_impulse(LanePoints *points, uint32_t i, Wide impulse, uint32_t count) {
	Wide change = wide_sub(impulse, points->impulse[i]);
	points->impulse[i] = impulse;
	for (uint32_t k = 0; k < count; k++) {
		if (k == i) continue;
		points->target[k] = wide_sub(
				points->target[k], wide_multiply(points->effect[k][i], change));
	}
}

// No contact pulls.
MK_WIDE_INLINE void set_impulse(LanePoints *points, uint32_t i, uint32_t count) {
	change_impulse(points, i, wide_max(points->target[i], wide_zero()), count);
}

// The rotation vector of a small rotation: twice the vector part of its quaternion.
MK_WIDE_INLINE WideVec3 small_turn(const Wide turn[4]) {
	return wide_vec3_scale((WideVec3){ turn[0], turn[1], turn[2] }, wide_splat(2));
}

// How far the points have opened since the start of the step.
MK_WIDE_INLINE LaneOpening load_opened(const Lanes *lanes) {
	Wide shift_a[4];
	Wide shift_b[4];
	Wide turn_a[4];
	Wide turn_b[4];
	const SolverBodies *bodies = &lanes->pass->bodies;
	const uint32_t *rows_a = lanes->bundle->a + lanes->first;
	const uint32_t *rows_b = lanes->bundle->b + lanes->first;
	wide_gather4(bodies->bodies->shift, MK_SOLVER_BODY_STRIDE, rows_a, shift_a);
	wide_gather4(bodies->bodies->shift, MK_SOLVER_BODY_STRIDE, rows_b, shift_b);
	wide_gather4(bodies->bodies->turn, MK_SOLVER_BODY_STRIDE, rows_a, turn_a);
	wide_gather4(bodies->bodies->turn, MK_SOLVER_BODY_STRIDE, rows_b, turn_b);
	WideVec3 a = { shift_a[0], shift_a[1], shift_a[2] };
	WideVec3 b = { shift_b[0], shift_b[1], shift_b[2] };
	return lanes_opening(lanes, wide_vec3_sub(b, a), small_turn(turn_a), small_turn(turn_b));
}

// Calls a pass for every group of lanes that is in use.
MK_WIDE_INLINE void for_each_group(
		const ContactPass *pass, const ContactBundles *bundles, void (*run)(Lanes *lanes)) {
	for (uint32_t i = 0; i < bundles->count; i++) {
		for (uint32_t first = 0; first < MK_BUNDLE_LANES; first += MK_LANES) {
			if (((uint32_t)bundles->cold[i].used >> first & MK_ALL_LANES) == 0) continue;
			Lanes lanes = lanes_load(pass, bundles, i, first);
			run(&lanes);
			lanes_store(&lanes);
		}
	}
}
