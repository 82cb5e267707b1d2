// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// When do two shapes first come near each other while both move and turn? Never late and never
// missed: what is said to be free is proven to be free, and the time of a hit is one up to which
// all is proven to be free.
//
// Motion: the centre of each goes along a segment, the shape turns about it at a constant angular
// velocity, as bodies do in a step; time goes from 0 to 1. Any pair of shapes: convex, half-space,
// mesh, height field, compound, on either side.
//
// Conservative advancement (Mirtich 1996; Zhang, Lee, Kim 2006) with bounds that are sharp to
// second order (toi_advance.h), poses and distances in double in both precisions. A hit is
// told when the shapes are within the tolerance of the target, or when a later time not
// farther than the time tolerance is known at which they have reached it. Rounding is what is
// left: boxes, hulls of few corners, balls and capsules are judged to some 1e-15 of their
// size, other shapes to their own precision.
#pragma once

#include "collide/trace.h"
#include "shape/instance.h"

// The default tolerance of time, no unit: a third of the 1e-4 that users may rely on. Smaller costs
// one or two more queries per hit.
#define MK_TOI_TIME_TOLERANCE ((Real)3e-5)

// The default limit of distance queries for a pair of convex shapes. Ordinary sweeps need 2 to 8, a
// rod that turns several times just above a plate some hundred.
#define MK_TOI_QUERIES 512

typedef struct Sweep {
	ShapeInstance shape; // at time 0
	Vec3 center;         // m; what it turns about, in the space of the instances, at time 0
	Vec3 motion;         // m; of the centre, from time 0 to 1
	Vec3 turn;           // rad; axis times angle, from time 0 to 1, any number of turns
} Sweep;

typedef enum ToiStatus {
	TOI_FREE,        // they stay farther apart than the target, for certain
	TOI_HIT,         // they come within the target at `time`, or by time_late at the latest
	TOI_OVERLAPPING, // they are within the target at time 0
	TOI_CAPPED,      // out of queries: free before `time`, undecided after it. Treat it as a hit
	TOI_INVALID,     // a number is NaN, infinite or beyond all sizes: no answer, all else is zero
	TOI_STATUS_COUNT
} ToiStatus;

typedef struct ToiInput {
	const Sweep *a;
	const Sweep *b;
	Real target;          // m; being this near is touching; usually 0
	Real tolerance;       // m; how much farther away may be called touching; 0: the rounding floor
	Real time_tolerance;  // how much too early a time may be; 0: MK_TOI_TIME_TOLERANCE
	Real time_max;        // what happens after it does not count; 1 for the whole motion
	uint32_t max_queries; // for each pair of convex pieces; 0: MK_TOI_QUERIES
	bool hits_backs;      // of triangles with one side, too
	Trace *trace;         // NULL: none; points are in the space of the instances
} ToiInput;

// Points and normal are in the space of the instances.
typedef struct ToiResult {
	ToiStatus status;
	Real time;      // nothing is within the target before it; time_max if free
	Real time_late; // by then they are within target + tolerance; time_max if that is not known
	Real distance;  // m; at `time`; negative if they overlap at time 0
	Vec3 normal;    // unit, from A to B at `time`; zero if free
	Vec3 point_a;   // nearest points at `time`
	Vec3 point_b;
	uint32_t queries; // distances that were asked for, all pieces together
	uint32_t probes;  // and separations along one axis
	uint32_t child_a; // which pieces, as in ShapePoint
	uint32_t index_a;
	uint32_t child_b;
	uint32_t index_b;
} ToiResult;

// Returns a sweep of a shape at a rigid pose that turns about its own origin.
static inline Sweep sweep_rigid(const Shape *shape, Transform start, Vec3 motion, Vec3 turn) {
	return (Sweep){ instance_rigid(shape, start), start.position, motion, turn };
}

// Returns a sweep of something that stays where it is.
static inline Sweep sweep_still(ShapeInstance shape) {
	return (Sweep){ .shape = shape, .center = shape.pose.origin };
}

// Returns where a sweep is at a time.
ShapeInstance mk_sweep_instance(const Sweep *sweep, double time);

// Returns when two sweeps first touch. Ends on every input; all results are
// finite; allocates nothing.
ToiResult mk_toi(const ToiInput *input);

// Returns whether a status stands for a touch.
static inline bool toi_status_is_hit(ToiStatus status) {
	return status == TOI_HIT || status == TOI_OVERLAPPING || status == TOI_CAPPED;
}

// Returns a short word for a status: "hit".
const char *mk_toi_status_text(ToiStatus status);
