// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The table of casts, and its border: numbers are checked, positions taken to doubles, answers
// rounded to the early side.
#include "collide/cast_job.h"

// Lengths beyond this (m) are refused, as by the difference of a pair: products of six of them
// must be finite in double.
#define MK_CAST_MAX 1e15

// Kinds that are cast the same way.
typedef enum CastClass {
	CLASS_SPHERE,
	CLASS_CONVEX,
	CLASS_PLANE,
	CLASS_SURFACE,
	CLASS_COMPOUND,
	CLASS_COUNT
} CastClass;

static const uint8_t classes[SHAPE_KIND_COUNT] = {
	[SHAPE_SPHERE] = CLASS_SPHERE,
	[SHAPE_BOX] = CLASS_CONVEX,
	[SHAPE_ROUNDED_BOX] = CLASS_CONVEX,
	[SHAPE_CAPSULE] = CLASS_CONVEX,
	[SHAPE_CYLINDER] = CLASS_CONVEX,
	[SHAPE_ROUNDED_CYLINDER] = CLASS_CONVEX,
	[SHAPE_CONE] = CLASS_CONVEX,
	[SHAPE_TAPERED_CYLINDER] = CLASS_CONVEX,
	[SHAPE_TAPERED_CAPSULE] = CLASS_CONVEX,
	[SHAPE_ELLIPSOID] = CLASS_CONVEX,
	[SHAPE_SEGMENT] = CLASS_CONVEX,
	[SHAPE_TRIANGLE] = CLASS_CONVEX,
	[SHAPE_HULL] = CLASS_CONVEX,
	[SHAPE_MINKOWSKI_SUM] = CLASS_CONVEX,
	[SHAPE_SEPARATION_RAY] = CLASS_CONVEX,
	[SHAPE_HALF_SPACE] = CLASS_PLANE,
	[SHAPE_MESH] = CLASS_SURFACE,
	[SHAPE_HEIGHT_FIELD] = CLASS_SURFACE,
	[SHAPE_COMPOUND] = CLASS_COMPOUND,
};

// Two half-spaces: both are immovable.
static CastAnswer cast_never(const CastJob *job) { return cast_answer_free(job, 0); }

// Short names, so that the table can be read as one. MK_OTHER: the function
// is that of the other order.
#define MK_OTHER NULL
#define MK_NEVER cast_never
#define MK_BALLS mk_cast_spheres
#define MK_CONVX mk_cast_convex
#define MK_CVXPL mk_cast_convex_half_space
#define MK_SRFPL mk_cast_surface_half_space
#define MK_CVXSF mk_cast_convex_surface
#define MK_SRFSF mk_cast_surface_surface
#define MK_COMPD mk_cast_any_compound

// A sphere is convex, too: there the order is kept, so that a trace is always of A - B.
// clang-format off
static CastFunction *const table[CLASS_COUNT][CLASS_COUNT] = {
	//                   sphere    convex    plane     surface   compound
	[CLASS_SPHERE]   = { MK_BALLS, MK_CONVX, MK_CVXPL, MK_CVXSF, MK_COMPD },
	[CLASS_CONVEX]   = { MK_CONVX, MK_CONVX, MK_CVXPL, MK_CVXSF, MK_COMPD },
	[CLASS_PLANE]    = { MK_OTHER, MK_OTHER, MK_NEVER, MK_OTHER, MK_COMPD },
	[CLASS_SURFACE]  = { MK_OTHER, MK_OTHER, MK_SRFPL, MK_SRFSF, MK_COMPD },
	[CLASS_COMPOUND] = { MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_COMPD },
};
// clang-format on

// B moves the other way round while A rests; the answer is then put where A has moved to.
static CastAnswer cast_swapped(const CastJob *job, CastFunction *function) {
	CastJob swapped = *job;
	swapped.a = job->b;
	swapped.b = job->a;
	swapped.offset = double3_scale(job->offset, -1);
	swapped.motion = double3_scale(job->motion, -1);
	CastAnswer other = function(&swapped);
	CastAnswer answer = other;
	Double3 move = double3_add_scaled(job->offset, job->motion, other.time);
	answer.normal = double3_scale(other.normal, -1);
	answer.point_a = double3_add(other.point_b, move);
	answer.point_b = double3_add(other.point_a, move);
	answer.child_a = other.child_b;
	answer.child_b = other.child_a;
	answer.index_a = other.index_b;
	answer.index_b = other.index_a;
	return answer;
}

CastAnswer mk_cast_pair(const CastJob *job) {
	CastClass a = classes[job->a->shape->kind];
	CastClass b = classes[job->b->shape->kind];
	if (table[a][b] != NULL) return table[a][b](job);
	return cast_swapped(job, table[b][a]);
}

// How far an instance reaches; half-spaces are everywhere, and their planes are
// checked where they are used.
static double reach_of(const ShapeInstance *instance) {
	bool is_unbounded = instance->shape->ops->family == SHAPE_FAMILY_HALF_SPACE;
	return (double)(is_unbounded ? instance->margin : mk_difference_bound(instance));
}

static bool is_usable(const CastJob *job) {
	const CastInput *input = job->input;
	double sizes = double3_length(job->offset) + double3_length(job->motion) +
			(double)input->target + reach_of(job->a) + reach_of(job->b);
	// comparisons that a NaN fails
	return sizes * double_max(job->max_time, 1) < MK_CAST_MAX && input->max_time >= 0 &&
			input->max_time <= MK_REAL_MAX && input->target >= 0 && input->tolerance >= 0 &&
			input->relative >= 0 && mat3_is_finite(job->a->pose.linear) &&
			mat3_is_finite(job->b->pose.linear);
}

// Rounds to the early side.
static Real time_down(double time) {
	Real rounded = (Real)time;
	return (double)rounded > time ? rounded * (1 - MK_EPSILON) : rounded;
}

static Vec3 place(const CastInput *input, Double3 point) {
	return double3_to_vec3(point, input->a->pose.origin);
}

CastResult mk_cast(const CastInput *input) {
	CastJob job = {
		.input = input,
		.a = input->a,
		.b = input->b,
		.offset = double3_between(input->b->pose.origin, input->a->pose.origin),
		.motion = gjk_to_double(input->motion),
		.max_time = (double)input->max_time,
	};
	if (!is_usable(&job)) return (CastResult){ .status = CAST_INVALID };
	CastAnswer answer = mk_cast_pair(&job);
	CastResult result = { .status = answer.status, .iterations = answer.iterations };
	if (answer.status == CAST_INVALID) return result;
	result.time = time_down(answer.time);
	if (answer.status == CAST_FREE) return result;
	result.distance = (Real)answer.distance;
	result.gap = (Real)answer.gap;
	result.normal = vec3_normalize(gjk_to_vec3(answer.normal));
	result.point_a = place(input, answer.point_a);
	result.point_b = place(input, answer.point_b);
	result.child_a = answer.child_a;
	result.child_b = answer.child_b;
	result.index_a = answer.index_a;
	result.index_b = answer.index_b;
	return result;
}

const char *mk_cast_status_text(CastStatus status) {
	static const char *const texts[CAST_STATUS_COUNT] = {
		[CAST_FREE] = "free",
		[CAST_HIT] = "hit",
		[CAST_OVERLAP] = "overlap",
		[CAST_CAPPED] = "capped",
		[CAST_INVALID] = "invalid",
	};
	bool is_known = (unsigned)status < CAST_STATUS_COUNT;
	return is_known ? texts[status] : "unknown";
}
