// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// When does a shape that moves on a straight line without turning first touch another one? Any kind
// against any kind; meshes, height fields and compounds on either side by their pieces.
//
// The answer is never late. Convex pairs are met by a ray against their Minkowski difference, cut
// by supporting planes only (van den Bergen, "Ray Casting against General Convex Objects with
// Application to Continuous Collision Detection", 2004): before `time` no point of A is nearer to B
// than `target`, rounding included. It is early by a length, not by a time: at `time` the shapes
// are not farther apart than target + gap. So a hit is early by at most gap over the closing speed,
// and a shape that passes by within the tolerance may be reported as a hit. `time` is rounded down
// to Real, which is up to an epsilon of the motion more.
//
// A is moved by `motion` relative to B; if both move, pass the difference. Sets are
// closed: touching counts. Meshes and height fields are surfaces, also closed ones: a body
// inside of one does not overlap it. Separation rays are cast as the segments they are.
// Two half-spaces never touch.
#pragma once

#include "collide/difference.h"
#include "collide/trace.h"

// How deep shapes may be in each other and still count as touching, m: a tenth of a millimetre is
// above the rounding of positions in scenes of some hundred metres, and below what can be seen.
#define MK_CAST_TOUCH ((Real)1e-4)

// Motion this far into the other shape, as a part of itself, counts as along it; no unit. Normals
// of rounded poses are not better.
#define MK_CAST_ALONG ((Real)1e-5)

typedef enum CastStatus {
	CAST_FREE,    // no touch up to max_time, for certain
	CAST_HIT,     // touch at `time`
	CAST_OVERLAP, // touching or overlapping at the start: time is 0
	CAST_CAPPED,  // steps or rounding ended the search: free before `time`, undecided after it, and
				  // `gap` is larger than the tolerance. Treat it as a hit
	CAST_INVALID, // a number was NaN, infinite or beyond all sizes: everything else is zero
	CAST_STATUS_COUNT
} CastStatus;

typedef struct CastInput {
	const ShapeInstance *a; // moves
	const ShapeInstance *b; // rests
	Vec3 motion;            // m; way of A at time 1; zero is legal
	Real max_time;          // not negative; usually 1
	Real target;            // m, not negative: as near as this counts as a touch; usually 0
	Real tolerance;         // m; as near as this to the target ends the search, or ...
	Real relative;    // ... this part of the sizes of the pair if that is larger, no unit; both are
					  // raised to some rounding floors, 0 is as good as it gets
	bool wants_depth; // CAST_OVERLAP comes with depth and normal, by EPA where needed
	bool skips_parting; // convex pieces that overlap at the start and move apart or along are no hit
	bool skips_overlaps; // those deeper in each other than MK_CAST_TOUCH at the start are no hit
	bool hits_backs;     // of one-sided meshes, too; else the motion must be against their front
	Trace *trace;        // NULL: none; of convex pairs
} CastInput;

// Everything is at `time`, in the space of the instances, A where it has moved to.
typedef struct CastResult {
	CastStatus status;
	uint32_t iterations; // pairs of supports, over all pieces
	Real time;           // 0 to max_time; max_time if free
	Real distance;    // m; of the surfaces; negative only for an overlap whose depth was asked for
	Real gap;         // m; at most this much farther than target
	Vec3 normal;      // unit, from A to B; of an overlap without depth the best known
	Vec3 point_a;     // on the surface of A
	Vec3 point_b;     // on the surface of B
	uint32_t child_a; // of compounds: number of the leaf; 0 otherwise
	uint32_t child_b;
	uint32_t index_a; // of meshes and height fields: number of the triangle; 0 otherwise
	uint32_t index_b;
} CastResult;

// Returns a cast over the whole motion as exact as rounding allows.
static inline CastInput cast_input(const ShapeInstance *a, const ShapeInstance *b, Vec3 motion) {
	return (CastInput){ .a = a, .b = b, .motion = motion, .max_time = 1 };
}

// Returns when A first touches B. Ends on every input; allocates nothing.
CastResult mk_cast(const CastInput *input);

// Returns whether A is stopped.
static inline bool cast_is_hit(const CastResult *result) {
	return result->status >= CAST_HIT && result->status <= CAST_CAPPED;
}

// Returns a short word for a status: "free".
const char *mk_cast_status_text(CastStatus status);
