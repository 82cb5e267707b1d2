// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Contacts as the solver keeps them: bundles of eight manifolds side by side, one per lane, 244
// bytes each. A manifold stays in its lane from step to step with its impulses; the narrow phase
// writes new geometry into the lane.
//
// Arms are from the centre of mass of A; that of B is arm + offset, offset = centre A - centre B.
// An unused lane and an unused point have mass and impulse 0.
#pragma once

#include "dynamics/lane3.h"

#include <stdbool.h>
#include <stdint.h>

#define MK_CONTACT_POINTS 4
// Pairs of points of a manifold.
#define MK_CONTACT_COUPLINGS 6

// One point of each manifold.
typedef struct PointLanes {
	Lane3 arm;                         // m, world axes
	float separation[MK_BUNDLE_LANES]; // m, at the start of the step; negative: overlap
	float gap[MK_BUNDLE_LANES];        // m; the same at the start of the sub-step, less `lift`
	float mass[MK_BUNDLE_LANES];       // kg; effective mass along the normal
	float impulse[MK_BUNDLE_LANES];    // N s, of the last sub-step; not negative
} PointLanes;

typedef struct ContactBundle {
	_Alignas(MK_ALIGNMENT) uint32_t a[MK_BUNDLE_LANES]; // places of bodies' rows, 0: the world
	uint32_t b[MK_BUNDLE_LANES];
	Lane3 normal;  // unit, from A to B
	Lane3 offset;  // m
	Lane3 tangent; // unit, across the normal; the other one is tangent x normal
	Lane3 center;  // m; where friction acts, from A's centre of mass
	float tangent_mass[3][MK_BUNDLE_LANES];     // kg; 11, 12 and 22 of the 2x2 effective mass
	float twist_mass[MK_BUNDLE_LANES];          // kg m^2; about the normal
	float friction_impulse[3][MK_BUNDLE_LANES]; // N s, along both tangents; N m s, about the normal
	float friction[MK_BUNDLE_LANES];            // coefficient, no unit
	float lift[MK_BUNDLE_LANES]; // m; added to the overlap of all points, for their load
	float lever[MK_CONTACT_POINTS][MK_BUNDLE_LANES]; // m; of a point's friction about `center`
	// 1/kg; how fast one point opens by an impulse of 1 N s at another: 01 02 03 12 13 23
	float coupling[MK_CONTACT_COUPLINGS][MK_BUNDLE_LANES];
	PointLanes points[MK_CONTACT_POINTS];
} ContactBundle;

// What only some passes need, and the owner of each lane.
typedef struct ContactBundleCold {
	_Alignas(MK_ALIGNMENT) uint32_t owner[MK_BUNDLE_LANES]; // number that the caller knows it by
	float restitution[MK_BUNDLE_LANES];                     // no unit
	float rolling[MK_BUNDLE_LANES]; // m; resistance against rolling: torque = this x normal force
	float approach[MK_CONTACT_POINTS][MK_BUNDLE_LANES]; // m/s; normal velocity before the step
	float total[MK_CONTACT_POINTS][MK_BUNDLE_LANES];    // N s; sum over the sub-steps of a step
	float total_friction[3][MK_BUNDLE_LANES];           // N s; the same of friction_impulse
	Lane3 rolling_impulse;                              // N m s, world axes
	float settled[MK_BUNDLE_LANES]; // no unit, 0 to 1; how long `lift` has been learned
	uint8_t used;                   // bit per lane
	uint8_t fixed_a;   // bit per lane: this contact does not move A (static, kinematic, or A's mask
	uint8_t fixed_b;   // does not see B); the same for B
	uint8_t held;      // bit per lane: fixed although the body itself can move
	uint8_t bouncing;  // bit per lane: restitution is not 0
	uint8_t reporting; // bit per lane: somebody wants to know the totals
	uint8_t resisting; // bit per lane: rolling is not 0
	uint8_t point_count;             // largest count of a lane; known once prepared
	uint8_t counts[MK_BUNDLE_LANES]; // points of each lane
} ContactBundleCold;
