// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "nodes/result.h"

#include <stdio.h>

static const char *const status_names[RESULT_STATUS_COUNT] = {
	"invalid",
	"unsupported",
	"converged",
	"stalled",
	"capped",
	"degenerate",
	"free",
	"hit",
	"overlapping",
};

static const Constant result_constants[] = {
	{ "STATUS_INVALID", RESULT_INVALID, "Status", false },
	{ "STATUS_UNSUPPORTED", RESULT_UNSUPPORTED, "Status", false },
	{ "STATUS_CONVERGED", RESULT_CONVERGED, "Status", false },
	{ "STATUS_STALLED", RESULT_STALLED, "Status", false },
	{ "STATUS_CAPPED", RESULT_CAPPED, "Status", false },
	{ "STATUS_DEGENERATE", RESULT_DEGENERATE, "Status", false },
	{ "STATUS_FREE", RESULT_FREE, "Status", false },
	{ "STATUS_HIT", RESULT_HIT, "Status", false },
	{ "STATUS_OVERLAPPING", RESULT_OVERLAPPING, "Status", false },
};

static void is_valid(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)args;
	ret->boolean = ((const QueryResult *)self)->status > RESULT_UNSUPPORTED;
}

static void get_status_text(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)args;
	gd.string_new_with_utf8_chars(&ret->string, status_names[((const QueryResult *)self)->status]);
}

static const Method result_methods[] = {
	{ .name = "is_valid", .call = is_valid, .result = { .type = VALUE_BOOL }, .is_const = true },
	{ .name = "get_status_text",
			.call = get_status_text,
			.result = { .type = VALUE_STRING },
			.is_const = true },
};

// one read-only property: name, type, field
#define MK_FIELD(text, value_type, field)                                             \
	{                                                                                 \
		.name = (text), .type = (value_type), .offset = offsetof(QueryResult, field), \
		.is_read_only = true                                                          \
	}

static const Property result_properties[] = {
	{ .name = "status",
			.type = VALUE_INT,
			.class_name = "MinkowskiResult.Status",
			.offset = offsetof(QueryResult, status),
			.is_read_only = true },
	MK_FIELD("overlapping", VALUE_BOOL, is_overlapping),
	MK_FIELD("hit", VALUE_BOOL, is_hit),
	MK_FIELD("distance", VALUE_REAL, distance),
	MK_FIELD("lower", VALUE_REAL, lower),
	MK_FIELD("upper", VALUE_REAL, upper),
	MK_FIELD("normal", VALUE_VECTOR3, normal),
	MK_FIELD("point_a", VALUE_VECTOR3, point_a),
	MK_FIELD("point_b", VALUE_VECTOR3, point_b),
	MK_FIELD("iterations", VALUE_INT, iterations),
	MK_FIELD("time", VALUE_REAL, time),
	MK_FIELD("time_late", VALUE_REAL, time_late),
	MK_FIELD("child_a", VALUE_INT, child_a),
	MK_FIELD("child_b", VALUE_INT, child_b),
	MK_FIELD("index_a", VALUE_INT, index_a),
	MK_FIELD("index_b", VALUE_INT, index_b),
};

static void describe(const void *self, char *text, size_t size) {
	const QueryResult *result = self;
	snprintf(text, size,
			"<MinkowskiResult %s: distance %g, normal (%g, %g, %g), time %g, %lld iterations>",
			status_names[result->status], result->distance, (double)result->normal.x,
			(double)result->normal.y, (double)result->normal.z, result->time,
			(long long)result->iterations);
}

Class mk_result_class = {
	.name = "MinkowskiResult",
	.parent = "RefCounted",
	.instance_size = sizeof(QueryResult),
	.describe = describe,
	.methods = MK_TABLE(result_methods),
	.properties = MK_TABLE(result_properties),
	.constants = MK_TABLE(result_constants),
};

QueryResult *mk_result_create(void) { return mk_class_make(&mk_result_class); }
