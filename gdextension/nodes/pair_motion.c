// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// When shapes that move first touch.
#include "nodes/pair_query.h"

#include "collide/cast.h"
#include "collide/toi.h"
#include "convert.h"
#include "report.h"

// How far two rotations may be from the same scale and still be the ends of one motion, no
// unit: what a game's own interpolation of transforms leaves. Larger differences mean that
// the shape grows on the way.
#define MK_SAME_SCALE ((Real)1e-3)

static const ResultStatus cast_status[CAST_STATUS_COUNT] = {
	[CAST_FREE] = RESULT_FREE,
	[CAST_HIT] = RESULT_HIT,
	[CAST_OVERLAP] = RESULT_OVERLAPPING,
	[CAST_CAPPED] = RESULT_CAPPED,
	[CAST_INVALID] = RESULT_INVALID,
};

static void write_cast(QueryResult *result, const CastResult *cast) {
	result->status = cast_status[cast->status];
	result->is_hit = cast_is_hit(cast);
	result->is_overlapping = cast->status == CAST_OVERLAP;
	result->distance = (double)cast->distance;
	result->lower = cast->status == CAST_FREE ? 0 : (double)cast->distance;
	result->upper = (double)(cast->distance + cast->gap);
	result->normal = vec3_to_godot(cast->normal);
	result->point_a = vec3_to_godot(cast->point_a);
	result->point_b = vec3_to_godot(cast->point_b);
	result->iterations = cast->iterations;
	result->time = result->time_late = (double)cast->time;
	result->child_a = cast->child_a;
	result->child_b = cast->child_b;
	result->index_a = cast->index_a;
	result->index_b = cast->index_b;
}

void mk_query_run_cast(const SourcePair *pair, Vec3 motion, Trace *trace, QueryResult *result) {
	bool is_convex = shape_is_convex(pair->a.shape) && shape_is_convex(pair->b.shape);
	if (trace && !is_convex) {
		result->status = RESULT_UNSUPPORTED;
		return;
	}
	CastInput input = cast_input(&pair->a, &pair->b, motion);
	input.wants_depth = true;
	input.hits_backs = true;
	input.trace = trace;
	CastResult found = mk_cast(&input);
	write_cast(result, &found);
}

void mk_query_cast(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)self;
	const char *where = "MinkowskiPhysics.cast";
	QueryResult *result = mk_result_create();
	ret->object = result->instance.object;
	GdVector3 motion = arg_vector3(args, 4);
	SourcePair pair;
	if (!mk_source_check_vector(motion, where, "motion")) return;
	if (!mk_source_pair_open(&pair, args, where)) return;
	mk_query_run_cast(&pair, vec3_from_godot(motion), NULL, result);
	mk_source_pair_close(&pair);
}

// The way from one place to another; false if the shape would have to grow.
static bool make_sweep(const ShapeInstance *start, const GdTransform3D *end, Sweep *sweep) {
	Mat3 stretch_start;
	Mat3 stretch_end;
	Transform from = affine_split(start->pose, &stretch_start);
	Transform to = affine_split(affine_from_godot(end), &stretch_end);
	Real size = vec3_length(stretch_start.x) + vec3_length(stretch_start.y) +
			vec3_length(stretch_start.z);
	Real off = vec3_distance(stretch_start.x, stretch_end.x) +
			vec3_distance(stretch_start.y, stretch_end.y) +
			vec3_distance(stretch_start.z, stretch_end.z);
	Quat turn = quat_multiply(to.rotation, quat_conjugate(from.rotation));
	*sweep = (Sweep){ *start, start->pose.origin, vec3_sub(to.position, from.position),
		mk_quat_to_rotation_vector(turn) };
	return off <= MK_SAME_SCALE * size;
}

static const ResultStatus toi_status[TOI_STATUS_COUNT] = {
	[TOI_FREE] = RESULT_FREE,
	[TOI_HIT] = RESULT_HIT,
	[TOI_OVERLAPPING] = RESULT_OVERLAPPING,
	[TOI_CAPPED] = RESULT_CAPPED,
	[TOI_INVALID] = RESULT_INVALID,
};

static void write_toi(QueryResult *result, const ToiResult *toi) {
	result->status = toi_status[toi->status];
	result->is_hit = toi_status_is_hit(toi->status);
	result->is_overlapping = toi->status == TOI_OVERLAPPING;
	result->distance = result->lower = result->upper = (double)toi->distance;
	result->normal = vec3_to_godot(toi->normal);
	result->point_a = vec3_to_godot(toi->point_a);
	result->point_b = vec3_to_godot(toi->point_b);
	result->iterations = toi->queries;
	result->time = (double)toi->time;
	result->time_late = (double)toi->time_late;
	result->child_a = toi->child_a;
	result->child_b = toi->child_b;
	result->index_a = toi->index_a;
	result->index_b = toi->index_b;
}

static void sweep_pair(const SourcePair *pair, const GDExtensionConstTypePtr *args,
		const char *where, QueryResult *result) {
	Sweep a;
	Sweep b;
	bool is_fine_a = make_sweep(&pair->a, arg_transform(args, 4), &a);
	bool is_fine_b = make_sweep(&pair->b, arg_transform(args, 5), &b);
	if (!is_fine_a || !is_fine_b) {
		mk_report_error(where,
				"%s must have the scale of %s: shapes move and turn, but do not grow.",
				is_fine_a ? "transform_b_end" : "transform_a_end",
				is_fine_a ? "transform_b" : "transform_a");
		return;
	}
	ToiResult found = mk_toi(&(ToiInput){ .a = &a, .b = &b, .time_max = 1, .hits_backs = true });
	write_toi(result, &found);
}

void mk_query_time_of_impact(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)self;
	const char *where = "MinkowskiPhysics.time_of_impact";
	QueryResult *result = mk_result_create();
	ret->object = result->instance.object;
	SourcePair pair;
	if (!mk_source_check_transform(arg_transform(args, 4), where, "transform_a_end") ||
			!mk_source_check_transform(arg_transform(args, 5), where, "transform_b_end"))
		return;
	if (!mk_source_pair_open(&pair, args, where)) return;
	sweep_pair(&pair, args, where, result);
	mk_source_pair_close(&pair);
}
