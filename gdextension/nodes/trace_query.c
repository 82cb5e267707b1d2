// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Records what an algorithm does, and turns it into dictionaries that a script can draw. Points of
// the difference A - B are along the axes of the scene, from its own origin; points of A and B are
// where they are in the scene.
#include "nodes/trace_query.h"

#include "base/alloc.h"
#include "base/array.h"
#include "collide/difference.h"
#include "convert.h"
#include "geometry/hull_trace.h"
#include "nodes/arrays.h"
#include "nodes/pair_query.h"
#include "report.h"
#include "variant.h"

// Steps that are kept; the longest EPA of an ellipsoid has some hundred
// faces and twice as many steps.
#define MK_TRACE_STEPS 4096

// Points of a hull that is watched: each step holds all faces, so they grow with the square.
#define MK_TRACE_HULL_POINTS 512

typedef struct TraceFace {
	Vec3 corners[3];
} TraceFace;

MK_ARRAY_DECLARE(TraceFaceArray, trace_faces, TraceFace);

static bool is_same_face(const TraceFace *face, const Vec3 *points) {
	for (int i = 0; i < 3; i++)
		if (!vec3_equals(face->corners[i], points[i])) return false;
	return true;
}

// Keeps the polytope up to date with the steps.
static void follow(TraceFaceArray *faces, const TraceStep *step) {
	if (step->count != 3) return;
	if (step->kind == TRACE_FACE_ADDED) {
		trace_faces_push(
				faces, (TraceFace){ { step->points[0], step->points[1], step->points[2] } });
	} else if (step->kind == TRACE_FACE_REMOVED) {
		uint32_t i = 0;
		while (i < faces->count && !is_same_face(&faces->data[i], step->points))
			i++;
		if (i == faces->count) return;
		faces->data[i] = faces->data[--faces->count];
	}
}

static void put_mapped(
		GdDictionary *dictionary, const char *key, const Vec3 *points, uint32_t count, Affine map) {
	Vec3 mapped[4];
	for (uint32_t i = 0; i < count; i++)
		mapped[i] = affine_point(map, points[i]);
	mk_dictionary_put_points(dictionary, key, mapped, count);
}

static void put_faces(GdDictionary *dictionary, const TraceFaceArray *faces, Affine turn) {
	size_t count = 3 * (size_t)faces->count;
	Vec3 *points = mk_alloc(count * sizeof *points);
	for (size_t i = 0; i < count; i++)
		points[i] = affine_point(turn, faces->data[i / 3].corners[i % 3]);
	mk_dictionary_put_points(dictionary, "faces", points, count);
	mk_free(points, count * sizeof *points);
}

static void add_step(
		GdArray *list, const TraceStep *step, const TraceFaceArray *faces, Affine pose) {
	GdDictionary entry;
	Affine turn = { pose.linear, vec3_zero() };
	gd_dictionary_create(&entry);
	mk_dictionary_put_int(&entry, "kind", step->kind);
	mk_dictionary_put_int(&entry, "iteration", step->iteration);
	put_mapped(&entry, "points", step->points, step->count, turn);
	put_mapped(&entry, "points_a", step->points_a, step->count, pose);
	put_mapped(&entry, "points_b", step->points_b, step->count, pose);
	mk_dictionary_put_vector(&entry, "direction", affine_direction(turn, step->direction));
	mk_dictionary_put_real(&entry, "lower", (double)step->lower);
	mk_dictionary_put_real(&entry, "upper", (double)step->upper);
	put_faces(&entry, faces, turn);
	mk_array_push_dictionary(list, &entry);
}

static void write_steps(TraceResult *result, const Trace *trace, Affine pose) {
	TraceFaceArray faces = { 0 };
	for (uint32_t i = 0; i < trace->count; i++) {
		follow(&faces, &trace->steps[i]);
		add_step(&result->steps, &trace->steps[i], &faces, pose);
	}
	trace_faces_free(&faces);
	result->missed = trace->missed;
}

Trace mk_trace_begin(void) {
	Trace trace = { .capacity = MK_TRACE_STEPS };
	trace.steps = mk_alloc(MK_TRACE_STEPS * sizeof *trace.steps);
	return trace;
}

void mk_trace_end(Trace *trace, TraceResult *result, Affine pose) {
	write_steps(result, trace, pose);
	mk_free(trace->steps, MK_TRACE_STEPS * sizeof *trace->steps);
}

// Points of traces are relative to A, along its axes if it is not scaled.
static Affine frame_of(const SourcePair *pair) {
	if (pair->a.is_rigid) return pair->a.pose;
	return (Affine){ mat3_identity(), pair->a.pose.origin };
}

// A pair that is watched.
typedef struct Recording {
	const char *where;
	TraceResult *result;
	QueryResult *answer;
	SourcePair pair;
	Trace trace;
} Recording;

// Makes the result. False after saying what is wrong with the pair; then nothing has to be ended.
static bool begin_recording(Recording *recording, const GDExtensionConstTypePtr *args, Value *ret) {
	recording->result = mk_trace_result_create();
	recording->answer = mk_result_create();
	gd_variant_from_object(&recording->result->result, &recording->answer->instance.object);
	ret->object = recording->result->instance.object;
	if (!mk_source_pair_open(&recording->pair, args, recording->where)) return false;
	recording->trace = mk_trace_begin();
	return true;
}

static void end_recording(Recording *recording) {
	if (recording->answer->status == RESULT_UNSUPPORTED)
		mk_report_error(recording->where, "this algorithm does not know one of the shapes.");
	mk_trace_end(&recording->trace, recording->result, frame_of(&recording->pair));
	mk_source_pair_close(&recording->pair);
}

static void record(const char *where, const GDExtensionConstTypePtr *args, QueryDetector detector,
		Value *ret) {
	Recording recording = { .where = where };
	if (!begin_recording(&recording, args, ret)) return;
	mk_query_run(&recording.pair, detector, &recording.trace, recording.answer);
	end_recording(&recording);
}

void mk_query_trace_gjk(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)self;
	record("MinkowskiPhysics.trace_gjk", args, QUERY_GJK, ret);
}

void mk_query_trace_epa(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)self;
	record("MinkowskiPhysics.trace_epa", args, QUERY_EPA, ret);
}

void mk_query_trace_chung_wang(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)self;
	record("MinkowskiPhysics.trace_chung_wang", args, QUERY_CHUNG_WANG, ret);
}

void mk_query_trace_sat(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)self;
	record("MinkowskiPhysics.trace_sat", args, QUERY_SAT, ret);
}

void mk_query_trace_cast(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)self;
	Recording recording = { .where = "MinkowskiPhysics.trace_cast" };
	GdVector3 motion = arg_vector3(args, 4);
	if (!begin_recording(&recording, args, ret)) return;
	if (mk_source_check_vector(motion, recording.where, "motion"))
		mk_query_run_cast(
				&recording.pair, vec3_from_godot(motion), &recording.trace, recording.answer);
	end_recording(&recording);
}

// The faces of the hull after a step.
static void collect_hull_faces(
		const HullTrace *trace, uint32_t step, const Vec3 *points, TraceFaceArray *faces) {
	faces->count = 0;
	for (uint32_t f = 0; f < trace->faces.count; f++) {
		if (!hull_trace_has_face(trace, step, f)) continue;
		const uint32_t *p = trace->faces.data[f].points;
		trace_faces_push(faces, (TraceFace){ { points[p[0]], points[p[1]], points[p[2]] } });
	}
}

static void put_horizon(GdDictionary *entry, const HullTrace *trace, const HullTraceStep *step,
		const Vec3 *points) {
	size_t count = 2 * (size_t)step->horizon_count;
	Vec3 *lines = mk_alloc(count * sizeof *lines);
	for (size_t i = 0; i < count; i++) {
		const HullTraceEdge *edge = &trace->horizon.data[step->first_horizon + i / 2];
		lines[i] = points[edge->points[i % 2]];
	}
	mk_dictionary_put_points(entry, "horizon", lines, count);
	mk_free(lines, count * sizeof *lines);
}

static void write_hull_steps(TraceResult *result, const HullTrace *trace, const Vec3 *points) {
	static const int64_t kinds[] = {
		[HULL_TRACE_START] = TRACE_HULL_START,
		[HULL_TRACE_ADD] = TRACE_HULL_ADD,
		[HULL_TRACE_INSIDE] = TRACE_HULL_INSIDE,
	};
	TraceFaceArray faces = { 0 };
	for (uint32_t i = 0; i < trace->steps.count; i++) {
		const HullTraceStep *step = &trace->steps.data[i];
		GdDictionary entry;
		bool has_point = step->point != MK_HULL_NONE;
		gd_dictionary_create(&entry);
		mk_dictionary_put_int(&entry, "kind", kinds[step->kind]);
		mk_dictionary_put_int(&entry, "iteration", i);
		mk_dictionary_put_points(
				&entry, "points", has_point ? &points[step->point] : NULL, has_point);
		put_horizon(&entry, trace, step, points);
		collect_hull_faces(trace, i, points, &faces);
		put_faces(&entry, &faces, affine_identity());
		mk_array_push_dictionary(&result->steps, &entry);
	}
	trace_faces_free(&faces);
}

void mk_query_trace_hull(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)self;
	const char *where = "MinkowskiPhysics.trace_hull";
	TraceResult *result = mk_trace_result_create();
	ret->object = result->instance.object;
	uint32_t count;
	Vec3 *points = mk_points_read(args[0], &count, where, "points");
	if (!points) return;
	if (count <= MK_TRACE_HULL_POINTS) {
		HullTrace trace = mk_hull_trace(points, count);
		write_hull_steps(result, &trace, points);
		mk_hull_trace_free(&trace);
	} else {
		mk_report_error(where, "points must be at most %d, not %u.", MK_TRACE_HULL_POINTS, count);
	}
	mk_free(points, count * sizeof *points);
}
