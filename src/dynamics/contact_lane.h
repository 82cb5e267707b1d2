// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// One contact's lane of a bundle, written and read as a plain struct: the door between the narrow
// phase, which knows manifolds, and the solver, which knows lanes.
#pragma once

#include "dynamics/graph.h"
#include "math/vec3.h"

typedef struct ContactLanePoint {
	Vec3 arm;        // m; from A's centre of mass, world axes
	Real separation; // m
	Real impulse;    // N s, to start from
} ContactLanePoint;

typedef struct ContactLane {
	Vec3 normal;      // unit, from A to B
	Vec3 offset;      // m; A's centre of mass minus B's
	Real friction;    // no unit, not negative
	Real restitution; // no unit
	Real rolling;     // m; see ContactBundleCold
	bool is_fixed_a;  // this contact does not move A
	bool is_fixed_b;
	bool is_held;      // the fixed one can move, only not by this contact
	bool is_reporting; // the impulses of the whole step are wanted
	uint32_t count;
	ContactLanePoint points[MK_CONTACT_POINTS];
} ContactLane;

// The impulses of a contact over the last step. Friction is solved for all of its points together;
// each has its share of the load in it, turned so that the shares brake spinning about the normal
// by as much as the contact did. A single point has no lever for that, and rolling resistance is a
// torque, so that neither of these is in here.
typedef struct ContactImpulses {
	Real normal[MK_CONTACT_POINTS];   // N s, summed over the sub-steps
	Vec3 friction[MK_CONTACT_POINTS]; // N s, on B, world axes
} ContactImpulses;

// What a lane knows of the last step besides the impulses of its points: friction and the like,
// which go on from there, and the totals that are told to who asks.
typedef struct ContactMemory {
	float tangent[3]; // unit, along the first of the impulses below
	float friction[3];
	float settled; // see ContactBundleCold
	float lift;    // m; see ContactBundle
	float rolling[3];
	float total[MK_CONTACT_POINTS];
	float total_friction[3];
} ContactMemory;

// How many numbers go on, from `tangent`; and how many totals there are, from `total`.
#define MK_MEMORY_LASTING 8
#define MK_MEMORY_TOTALS  7

// Returns what a lane remembers; makes it remember that.
ContactMemory mk_contact_lane_memory(const Graph *graph, GraphSlot slot);
void mk_contact_lane_remember(const Graph *graph, GraphSlot slot, const ContactMemory *memory);

// Writes a contact's geometry, material and starting impulses; what the lane remembers stays.
void mk_contact_lane_write(const Graph *graph, GraphSlot slot, const ContactLane *lane);

// Returns the impulse of a point in the last sub-step: what the next step starts from.
static inline Real contact_lane_impulse(const Graph *graph, GraphSlot slot, uint32_t point) {
	return (Real)graph_bundle(graph, slot)->points[point].impulse[slot.lane % MK_BUNDLE_LANES];
}

// Returns what the contact did in the last step; only of a contact that reports.
ContactImpulses mk_contact_lane_impulses(const Graph *graph, GraphSlot slot);

// Writes a contact's new geometry; material, flags and impulses stay. Like the next it writes to
// nothing that other lanes share, so workers may do it for different contacts at once.
void mk_contact_lane_move(const Graph *graph, GraphSlot slot, const ContactLane *lane);

// Writes the starting impulses of the points; those of friction stay.
void mk_contact_lane_set_impulses(const Graph *graph, GraphSlot slot, const ContactLane *lane);
