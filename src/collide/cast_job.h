// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What the files of a cast share. Positions on the way are in double in both precisions: a pair is
// far apart at the start and near at the end, and the rounding of the start must not be that of the
// touch. The origins of the instances' poses are not looked at; `offset` takes their place.
//
// Answers of this level are relative to A's origin at time 0, in the axes outside.
#pragma once

#include "collide/cast.h"
#include "collide/gjk_state.h"
#include "spatial/box_cast.h"

typedef struct CastJob {
	const CastInput *input;
	const ShapeInstance *a;
	const ShapeInstance *b;
	Double3 offset; // m; from A's origin to B's at time 0
	Double3 motion; // m; of A
	double max_time;
} CastJob;

typedef struct CastAnswer {
	CastStatus status;
	uint32_t iterations;
	double time;
	double distance; // m; as in CastResult
	double gap;
	Double3 normal;
	Double3 point_a;
	Double3 point_b;
	uint32_t child_a;
	uint32_t child_b;
	uint32_t index_a;
	uint32_t index_b;
} CastAnswer;

// A matrix of doubles by its columns.
typedef struct DoubleMat {
	Double3 x;
	Double3 y;
	Double3 z;
} DoubleMat;

static inline DoubleMat double_mat(Mat3 m) {
	return (DoubleMat){ gjk_to_double(m.x), gjk_to_double(m.y), gjk_to_double(m.z) };
}

static inline Double3 double3_abs(Double3 a) { return double3(fabs(a.x), fabs(a.y), fabs(a.z)); }

static inline Double3 double3_add_scaled(Double3 a, Double3 b, double s) {
	return double3(a.x + b.x * s, a.y + b.y * s, a.z + b.z * s);
}

static inline Double3 double_mat_apply(const DoubleMat *m, Double3 v) {
	return double3_add_scaled(double3_add_scaled(double3_scale(m->x, v.x), m->y, v.y), m->z, v.z);
}

static inline Double3 double_mat_apply_transposed(const DoubleMat *m, Double3 v) {
	return double3(double3_dot(m->x, v), double3_dot(m->y, v), double3_dot(m->z, v));
}

// Room for the rounding of positions on the way (m), all of them in double; of the whole motion, so
// that a cast which is cut because something nearer is known finds the same bits before the cut.
static inline double cast_way_floor(Double3 offset, Double3 motion, double max_time) {
	// a product with a matrix, the product with the time and two sums: 8 half-epsilons each
	double way = double_max(max_time, 1) * double3_length(motion);
	return 8 * DBL_EPSILON * (double3_length(offset) + way);
}

// The part of a way in which two balls can touch.
typedef struct CastSpan {
	bool is_possible;
	double start; // they do not touch before this
} CastSpan;

// Returns when two balls whose centres are `offset` apart first touch, a little early.
CastSpan mk_cast_balls(Double3 offset, Double3 motion, double radii);

// A convex pair in the frame of its difference.
typedef struct CastRay {
	const Difference *difference; // with the offset at time `start`, rounded to Real
	Double3 rest;                 // m; what rounding left of that offset
	Double3 motion;               // m; of A, in the frame
	double start;                 // time before which they do not touch
	double max_time;
	double target;    // m
	double tolerance; // m; raised to some floors
	Double3 floors;   // m; rounding of supports along each axis ...
	double floor;     // m; ... and in any direction; the smaller one counts
	Vec3 guess;       // first direction to try, from A to B, any length; zero: between the origins
	Trace *trace;
} CastRay;

typedef struct CastRayResult {
	CastStatus status;
	uint32_t iterations;
	double time;
	double floor;   // m; rounding along the normal
	double upper;   // m; distance of the cores at `time` from above
	Double3 normal; // unit, from A to B, in the frame
	Double3 on_a;   // point of A's core in the frame, relative to A's origin
} CastRayResult;

// Casts one convex pair.
void mk_cast_ray(const CastRay *ray, CastRayResult *result);

// The axes in which A's convex pieces are looked at: A's if its pose is rigid, else those outside.
typedef struct CastFrame {
	bool is_outside;
	DoubleMat axes;
	Double3 offset; // m; as in CastJob
	Double3 motion;
} CastFrame;

CastFrame mk_cast_frame(const CastJob *job);

// Returns a length (m) for each axis of the frame that bounds every term which is summed up
// there for a point of an instance: rounding errors are some epsilons of it. A long floor that
// lies flat is thin across.
Double3 mk_cast_extents(const CastFrame *frame, const ShapeInstance *instance);

// A convex pair in the frame of A.
typedef struct CastPiece {
	const CastJob *job;
	const CastFrame *frame;
	Difference *difference; // sides and radii are set; offset and error will be
	Double3 offset;         // m; of the piece of B, in the frame
	Double3 extents;        // m; of both along the axes, as large as they are before rounding
	double sizes;           // m; sum of the bounds of both
	double max_time;
	Vec3 guess; // as in CastRay
} CastPiece;

// Casts A against one convex piece.
CastAnswer mk_cast_piece(const CastPiece *piece);

// Returns the answer of two shapes by the table of cast.c, whichever way round that is.
CastAnswer mk_cast_pair(const CastJob *job);

// Casts of one kind against another, A and B as in the name.
typedef CastAnswer CastFunction(const CastJob *job);

CastFunction mk_cast_spheres;
CastFunction mk_cast_convex;
CastFunction mk_cast_convex_half_space;
CastFunction mk_cast_surface_half_space;
CastFunction mk_cast_convex_surface;
CastFunction mk_cast_surface_surface;
CastFunction mk_cast_any_compound;

static inline CastAnswer cast_answer_free(const CastJob *job, uint32_t iterations) {
	return (CastAnswer){ .status = CAST_FREE, .iterations = iterations, .time = job->max_time };
}

static inline bool cast_answer_is_hit(const CastAnswer *answer) {
	return answer->status >= CAST_HIT && answer->status <= CAST_CAPPED;
}

// Returns whether a pair that overlaps at the start is left out, by what is asked for.
static inline bool cast_is_skipped(const CastJob *job, double distance, Double3 normal) {
	const CastInput *input = job->input;
	if (input->skips_overlaps && distance < -(double)MK_CAST_TOUCH) return true;
	double into = double3_dot(normal, job->motion);
	double along = (double)MK_CAST_ALONG * double3_length(job->motion);
	return input->skips_parting && !(into > along);
}

// Several pieces: the answer so far, free at first.
typedef struct CastBest {
	const CastJob *job;
	CastAnswer answer;
	bool is_face; // its normal is that of a triangle
	double limit; // time after which nothing can matter
} CastBest;

static inline CastBest cast_best(const CastJob *job) {
	return (CastBest){ .job = job, .answer = cast_answer_free(job, 0), .limit = job->max_time };
}

// Takes the answer of one piece; returns the limit.
double mk_cast_best_add(CastBest *best, const CastAnswer *answer, bool is_face);

// Writes the box of A in the space of B's shape, grown by what counts as a touch and padded for
// rounding, and how it moves there; false if A has no bounds or B's map no way back.
bool mk_cast_box(const CastJob *job, BoxCast *cast);
