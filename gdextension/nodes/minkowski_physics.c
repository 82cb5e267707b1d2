// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "nodes/minkowski_physics.h"

#include "collide/ball_pairs.h"
#include "nodes/crowd_query.h"
#include "nodes/debug_query.h"
#include "nodes/fit_query.h"
#include "nodes/flat_query.h"
#include "nodes/hull.h"
#include "nodes/pair_query.h"
#include "nodes/space_query.h"
#include "nodes/trace.h"
#include "server/server.h"
#include "world/debug.h"

static void is_running(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)self, (void)args;
	ret->boolean = mk_server_running() != NULL;
}

// two shapes and where they are
#define MK_PAIR                                                   \
	{ "shape_a", VALUE_VARIANT, NULL, false, 0 },                 \
			{ "transform_a", VALUE_TRANSFORM3D, NULL, false, 0 }, \
			{ "shape_b", VALUE_VARIANT, NULL, false, 0 }, {       \
		"transform_b", VALUE_TRANSFORM3D, NULL, false, 0          \
	}

// two polygons and where they are
#define MK_FLAT_PAIR                                                       \
	{ "polygon_a", VALUE_PACKED_VECTOR2_ARRAY, NULL, false, 0 },           \
			{ "transform_a", VALUE_TRANSFORM2D, NULL, false, 0 },          \
			{ "polygon_b", VALUE_PACKED_VECTOR2_ARRAY, NULL, false, 0 }, { \
		"transform_b", VALUE_TRANSFORM2D, NULL, false, 0                   \
	}

#define MK_POINTS \
	{ "points", VALUE_PACKED_VECTOR3_ARRAY, NULL, false, 0 }

#define MK_SPACE \
	{ "space", VALUE_RID, NULL, false, 0 }

#define MK_RESULT \
	{ .type = VALUE_OBJECT, .class_name = "MinkowskiResult" }
#define MK_TRACE \
	{ .type = VALUE_OBJECT, .class_name = "MinkowskiTrace" }
#define MK_HULL \
	{ .type = VALUE_OBJECT, .class_name = "MinkowskiHull" }

static const Method singleton_methods[] = {
	{ .name = "is_running",
			.call = is_running,
			.result = { .type = VALUE_BOOL },
			.is_const = true },
	{ .name = "distance",
			.call = mk_query_distance,
			.result = MK_RESULT,
			.arguments = { MK_PAIR },
			.is_const = true },
	{ .name = "penetration",
			.call = mk_query_penetration,
			.result = MK_RESULT,
			.arguments = { MK_PAIR },
			.is_const = true },
	{ .name = "detect",
			.call = mk_query_detect,
			.result = MK_RESULT,
			.arguments = { MK_PAIR,
					{ "detector", VALUE_INT, "MinkowskiPhysics.Detector", true, QUERY_GJK } },
			.is_const = true },
	{ .name = "detect_path",
			.call = mk_query_detect_path,
			.result = { .type = VALUE_DICTIONARY },
			.arguments = { { "shape_a", VALUE_VARIANT, NULL, false, 0 },
					{ "path_a", VALUE_ARRAY, "Transform3D", false, 0 },
					{ "shape_b", VALUE_VARIANT, NULL, false, 0 },
					{ "path_b", VALUE_ARRAY, "Transform3D", false, 0 },
					{ "detector", VALUE_INT, "MinkowskiPhysics.Detector", true, QUERY_GJK } },
			.is_const = true },
	{ .name = "cast",
			.call = mk_query_cast,
			.result = MK_RESULT,
			.arguments = { MK_PAIR, { "motion", VALUE_VECTOR3, NULL, false, 0 } },
			.is_const = true },
	{ .name = "time_of_impact",
			.call = mk_query_time_of_impact,
			.result = MK_RESULT,
			.arguments = { MK_PAIR, { "transform_a_end", VALUE_TRANSFORM3D, NULL, false, 0 },
					{ "transform_b_end", VALUE_TRANSFORM3D, NULL, false, 0 } },
			.is_const = true },
	{ .name = "contacts",
			.call = mk_query_contacts,
			.result = { .type = VALUE_ARRAY, .class_name = "Dictionary" },
			.arguments = { MK_PAIR, { "margin", VALUE_REAL, NULL, true, 0 } },
			.is_const = true },
	{ .name = "trace_gjk",
			.call = mk_query_trace_gjk,
			.result = MK_TRACE,
			.arguments = { MK_PAIR },
			.is_const = true },
	{ .name = "trace_epa",
			.call = mk_query_trace_epa,
			.result = MK_TRACE,
			.arguments = { MK_PAIR },
			.is_const = true },
	{ .name = "trace_chung_wang",
			.call = mk_query_trace_chung_wang,
			.result = MK_TRACE,
			.arguments = { MK_PAIR },
			.is_const = true },
	{ .name = "trace_sat",
			.call = mk_query_trace_sat,
			.result = MK_TRACE,
			.arguments = { MK_PAIR },
			.is_const = true },
	{ .name = "trace_cast",
			.call = mk_query_trace_cast,
			.result = MK_TRACE,
			.arguments = { MK_PAIR, { "motion", VALUE_VECTOR3, NULL, false, 0 } },
			.is_const = true },
	{ .name = "trace_hull",
			.call = mk_query_trace_hull,
			.result = MK_TRACE,
			.arguments = { MK_POINTS },
			.is_const = true },
	{ .name = "minkowski_difference",
			.call = mk_query_minkowski_difference,
			.result = MK_HULL,
			.arguments = { MK_PAIR, { "samples", VALUE_INT, NULL, true, 256 } },
			.is_const = true },
	{ .name = "convex_hull",
			.call = mk_query_convex_hull,
			.result = MK_HULL,
			.arguments = { MK_POINTS, { "max_vertices", VALUE_INT, NULL, true, 0 } },
			.is_const = true },
	{ .name = "decompose",
			.call = mk_query_decompose,
			.result = { .type = VALUE_ARRAY, .class_name = "MinkowskiHull" },
			.arguments = { { "faces", VALUE_PACKED_VECTOR3_ARRAY, NULL, false, 0 },
					{ "max_parts", VALUE_INT, NULL, true, 16 },
					{ "max_concavity", VALUE_REAL, NULL, true, 0.01 },
					{ "max_vertices", VALUE_INT, NULL, true, 0 },
					{ "merge", VALUE_BOOL, NULL, true, 0 } },
			.is_const = true },
	{ .name = "fit_obb",
			.call = mk_query_fit_obb,
			.result = { .type = VALUE_DICTIONARY },
			.arguments = { MK_POINTS,
					{ "mode", VALUE_INT, "MinkowskiPhysics.FitMode", true, FIT_TIGHT } },
			.is_const = true },
	{ .name = "bounding_sphere",
			.call = mk_query_bounding_sphere,
			.result = { .type = VALUE_DICTIONARY },
			.arguments = { MK_POINTS },
			.is_const = true },
	{ .name = "ball_pairs",
			.call = mk_query_ball_pairs,
			.result = { .type = VALUE_DICTIONARY },
			.arguments = { { "centers", VALUE_PACKED_VECTOR3_ARRAY, NULL, false, 0 },
					{ "radius", VALUE_REAL, NULL, false, 0 },
					{ "method", VALUE_INT, "MinkowskiPhysics.PairMethod", true, BALL_PAIRS_TREE },
					{ "cell_size", VALUE_REAL, NULL, true, 0 } },
			.is_const = true },
	{ .name = "support",
			.call = mk_query_support,
			.result = { .type = VALUE_VECTOR3 },
			.arguments = { { "shape", VALUE_VARIANT, NULL, false, 0 },
					{ "transform", VALUE_TRANSFORM3D, NULL, false, 0 },
					{ "direction", VALUE_VECTOR3, NULL, false, 0 } },
			.is_const = true },
	{ .name = "distance_2d",
			.call = mk_query_distance_2d,
			.result = MK_RESULT,
			.arguments = { MK_FLAT_PAIR, { "radius_a", VALUE_REAL, NULL, true, 0 },
					{ "radius_b", VALUE_REAL, NULL, true, 0 } },
			.is_const = true },
	{ .name = "minkowski_difference_2d",
			.call = mk_query_minkowski_difference_2d,
			.result = { .type = VALUE_PACKED_VECTOR2_ARRAY },
			.arguments = { MK_FLAT_PAIR },
			.is_const = true },
	{ .name = "trace_2d",
			.call = mk_query_trace_2d,
			.result = MK_TRACE,
			.arguments = { MK_FLAT_PAIR },
			.is_const = true },
	{ .name = "profile",
			.call = mk_query_profile,
			.result = { .type = VALUE_DICTIONARY },
			.arguments = { MK_SPACE },
			.is_const = true },
	{ .name = "debug_lines",
			.call = mk_query_debug_lines,
			.result = { .type = VALUE_DICTIONARY },
			.arguments = { MK_SPACE, { "layers", VALUE_INT, NULL, false, 0 },
					{ "size", VALUE_REAL, NULL, true, MK_DEBUG_SIZE } } },
	{ .name = "space_contacts",
			.call = mk_query_space_contacts,
			.result = { .type = VALUE_PACKED_VECTOR3_ARRAY },
			.arguments = { MK_SPACE },
			.is_const = true },
	{ .name = "save_state",
			.call = mk_query_save_state,
			.result = { .type = VALUE_PACKED_BYTE_ARRAY },
			.arguments = { MK_SPACE },
			.is_const = true },
	{ .name = "restore_state",
			.call = mk_query_restore_state,
			.result = { .type = VALUE_BOOL },
			.arguments = { MK_SPACE, { "state", VALUE_PACKED_BYTE_ARRAY, NULL, false, 0 } } },
	{ .name = "state_hash",
			.call = mk_query_state_hash,
			.result = { .type = VALUE_INT },
			.arguments = { MK_SPACE },
			.is_const = true },
	{ .name = "step",
			.call = mk_query_step,
			.result = { .type = VALUE_BOOL },
			.arguments = { MK_SPACE, { "delta", VALUE_REAL, NULL, false, 0 } } },
};

static const Property singleton_properties[] = {
	{ .name = "debug_view",
			.type = VALUE_INT,
			.offset = offsetof(Singleton, debug_view),
			.set = mk_query_set_debug_view },
};

static const SignalRow singleton_signals[] = {
	{ "debug_view_changed", { { "layers", VALUE_INT, NULL, false, 0 } } },
};

static const Constant singleton_constants[] = {
	{ "DETECTOR_GJK", QUERY_GJK, "Detector", false },
	{ "DETECTOR_GJK_JOHNSON", QUERY_GJK_JOHNSON, "Detector", false },
	{ "DETECTOR_EPA", QUERY_EPA, "Detector", false },
	{ "DETECTOR_CHUNG_WANG", QUERY_CHUNG_WANG, "Detector", false },
	{ "DETECTOR_SAT", QUERY_SAT, "Detector", false },
	{ "DETECTOR_PLANES", QUERY_PLANES, "Detector", false },
	{ "DETECTOR_TRIANGLES", QUERY_TRIANGLES, "Detector", false },
	{ "DETECTOR_SPHERE_TRIANGLES", QUERY_SPHERE_TRIANGLES, "Detector", false },
	{ "DETECTOR_TREES", QUERY_TREES, "Detector", false },
	{ "PAIRS_ALL", BALL_PAIRS_ALL, "PairMethod", false },
	{ "PAIRS_GRID", BALL_PAIRS_GRID, "PairMethod", false },
	{ "PAIRS_TWO_GRIDS", BALL_PAIRS_TWO_GRIDS, "PairMethod", false },
	{ "PAIRS_TREE", BALL_PAIRS_TREE, "PairMethod", false },
	{ "FIT_POINTS", OBB_OF_POINTS, "FitMode", false },
	{ "FIT_HULL_POINTS", OBB_OF_HULL_POINTS, "FitMode", false },
	{ "FIT_HULL_EDGES", OBB_OF_HULL_EDGES, "FitMode", false },
	{ "FIT_HULL_SURFACE", OBB_OF_HULL_SURFACE, "FitMode", false },
	{ "FIT_TIGHT", FIT_TIGHT, "FitMode", false },
	{ "DEBUG_CONTACTS", DEBUG_CONTACTS, "DebugLayer", true },
	{ "DEBUG_NORMALS", DEBUG_NORMALS, "DebugLayer", true },
	{ "DEBUG_IMPULSES", DEBUG_IMPULSES, "DebugLayer", true },
	{ "DEBUG_ISLANDS", DEBUG_ISLANDS, "DebugLayer", true },
	{ "DEBUG_SLEEPING", DEBUG_SLEEPING, "DebugLayer", true },
	{ "DEBUG_BOUNDS", DEBUG_BOUNDS, "DebugLayer", true },
	{ "DEBUG_TREE", DEBUG_TREE, "DebugLayer", true },
	{ "DEBUG_PATHS", DEBUG_PATHS, "DebugLayer", true },
	{ "DEBUG_ALL", DEBUG_ALL, "DebugLayer", true },
};

Class mk_singleton_class = {
	.name = "MinkowskiPhysics",
	.parent = "Object",
	.instance_size = sizeof(Singleton),
	.methods = MK_TABLE(singleton_methods),
	.properties = MK_TABLE(singleton_properties),
	.constants = MK_TABLE(singleton_constants),
	.signals = MK_TABLE(singleton_signals),
};
