// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "nodes/trace.h"

#include "collide/trace.h"
#include "nodes/arrays.h"
#include "report.h"
#include "variant.h"

_Static_assert((int)TRACE_KIND_COUNT == (int)TRACE_HULL_START, "kinds of steps follow each other");

static void init_trace(void *self) {
	TraceResult *trace = self;
	mk_array_create_dictionaries(&trace->steps);
	gd.variant_new_nil(&trace->result);
}

static void end_trace(void *self) {
	TraceResult *trace = self;
	gd_array_destroy(&trace->steps);
	gd.variant_destroy(&trace->result);
}

static void get_result(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)args;
	mk_value_read(VALUE_OBJECT, &((const TraceResult *)self)->result, ret);
}

static void get_step_count(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)args;
	ret->integer = gd_array_size(&((const TraceResult *)self)->steps);
}

// The points under a key of a step, to be destroyed; none if it has no such key.
static GdPackedVector3Array points_of(const GdDictionary *step, const char *key) {
	const GdVariant *found = mk_dictionary_find(step, key);
	Value value = { 0 };
	if (!found || !mk_value_read(VALUE_PACKED_VECTOR3_ARRAY, found, &value))
		gd_packed_vector3_array_create(&value.points);
	return value.points;
}

// Between all corners of a simplex, or around each triangle.
static void join(const GdVector3 *from, int64_t count, int64_t corners, GdPackedVector3Array *ret) {
	int64_t groups = count / corners;
	int64_t pairs = corners * (corners - 1) / 2;
	gd_packed_vector3_array_resize(ret, groups * pairs * 2);
	GdVector3 *to = groups * pairs > 0 ? gd.packed_vector3_array_operator_index(ret, 0) : NULL;
	for (int64_t g = 0; g < groups; g++) {
		for (int64_t i = 0; i < corners; i++) {
			for (int64_t k = i + 1; k < corners; k++) {
				*to++ = from[g * corners + i];
				*to++ = from[g * corners + k];
			}
		}
	}
}

static void list_lines(const GdDictionary *step, GdPackedVector3Array *ret) {
	GdPackedVector3Array faces = points_of(step, "faces");
	GdPackedVector3Array points = points_of(step, "points");
	int64_t face_points = gd_packed_vector3_array_size(&faces);
	int64_t count = gd_packed_vector3_array_size(&points);
	if (face_points > 0) {
		join(gd.packed_vector3_array_operator_index_const(&faces, 0), face_points, 3, ret);
	} else if (count > 1) {
		join(gd.packed_vector3_array_operator_index_const(&points, 0), count, count, ret);
	}
	gd_packed_vector3_array_destroy(&faces);
	gd_packed_vector3_array_destroy(&points);
}

static void get_lines(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	const TraceResult *trace = self;
	int64_t step = arg_int(args, 0);
	int64_t count = gd_array_size(&trace->steps);
	gd_packed_vector3_array_create(&ret->points);
	if (step < 0 || step >= count) {
		mk_report_error("MinkowskiTrace.get_lines", "step must be from 0 to %lld, not %lld.",
				(long long)count - 1, (long long)step);
		return;
	}
	Value value = { 0 };
	if (!mk_value_read(
				VALUE_DICTIONARY, gd.array_operator_index_const(&trace->steps, step), &value))
		return;
	list_lines(&value.dictionary, &ret->points);
	gd_dictionary_destroy(&value.dictionary);
}

static const Method trace_methods[] = {
	{ .name = "get_step_count",
			.call = get_step_count,
			.result = { .type = VALUE_INT },
			.is_const = true },
	{ .name = "get_lines",
			.call = get_lines,
			.result = { .type = VALUE_PACKED_VECTOR3_ARRAY },
			.arguments = { { "step", VALUE_INT, NULL, false, 0 } },
			.is_const = true },
};

static const Property trace_properties[] = {
	{ .name = "steps",
			.type = VALUE_ARRAY,
			.class_name = "Dictionary",
			.offset = offsetof(TraceResult, steps),
			.is_read_only = true },
	{ .name = "result",
			.type = VALUE_OBJECT,
			.class_name = "MinkowskiResult",
			.get = get_result,
			.is_read_only = true },
	{ .name = "missed",
			.type = VALUE_INT,
			.offset = offsetof(TraceResult, missed),
			.is_read_only = true },
};

static const Constant trace_constants[] = {
	{ "KIND_SIMPLEX", TRACE_SIMPLEX, "Kind", false },
	{ "KIND_SUPPORT", TRACE_SUPPORT, "Kind", false },
	{ "KIND_FACE_ADDED", TRACE_FACE_ADDED, "Kind", false },
	{ "KIND_FACE_REMOVED", TRACE_FACE_REMOVED, "Kind", false },
	{ "KIND_FACE_CHOSEN", TRACE_FACE_CHOSEN, "Kind", false },
	{ "KIND_AXIS", TRACE_AXIS, "Kind", false },
	{ "KIND_DIRECTION", TRACE_DIRECTION, "Kind", false },
	{ "KIND_ADVANCE", TRACE_ADVANCE, "Kind", false },
	{ "KIND_HULL_START", TRACE_HULL_START, "Kind", false },
	{ "KIND_HULL_ADD", TRACE_HULL_ADD, "Kind", false },
	{ "KIND_HULL_INSIDE", TRACE_HULL_INSIDE, "Kind", false },
};

Class mk_trace_class = {
	.name = "MinkowskiTrace",
	.parent = "RefCounted",
	.instance_size = sizeof(TraceResult),
	.init = init_trace,
	.end = end_trace,
	.methods = MK_TABLE(trace_methods),
	.properties = MK_TABLE(trace_properties),
	.constants = MK_TABLE(trace_constants),
};

TraceResult *mk_trace_result_create(void) { return mk_class_make(&mk_trace_class); }
