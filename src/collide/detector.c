// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A table of detectors. Those that work on the difference of two convex
// shapes share their preparation.
#include "collide/detector.h"

#include "base/assert.h"
#include "collide/chung_wang.h"
#include "collide/penetration.h"
#include "collide/separating_plane.h"

// A pair as the convex detectors see it.
typedef struct ConvexPair {
	const DetectInput *input;
	Difference difference;
	DetectCache *cache;
} ConvexPair;

// Fills status, is_overlapping, iterations and axis, that one in the frame.
typedef DetectResult ConvexDetector(const ConvexPair *pair);

static DetectResult detect_gjk(const ConvexPair *pair) {
	DetectResult result = { .status = DETECT_OK };
	result.is_overlapping = mk_gjk_overlaps_shown(
			&pair->difference, &pair->cache->axis, &result.iterations, pair->input->trace);
	result.axis = pair->cache->axis;
	return result;
}

static DetectStatus status_of(SeparationStatus status) {
	if (status == SEPARATION_INVALID) return DETECT_INVALID;
	return status == SEPARATION_CAPPED ? DETECT_UNDECIDED : DETECT_OK;
}

// Rounding ended a search before it had a proof.
static void settle(const ConvexPair *pair, DetectResult *result) {
	uint32_t more;
	result->is_overlapping = mk_gjk_overlaps_shown(
			&pair->difference, &result->axis, &more, pair->input->trace);
	result->iterations += more;
}

static DetectResult detect_johnson(const ConvexPair *pair) {
	const Difference *d = &pair->difference;
	GjkInput input = mk_gjk_query_input(d);
	input.limit = d->error;
	input.solver = SIMPLEX_JOHNSON;
	input.trace = pair->input->trace;
	GjkResult found = mk_gjk(&input);
	// touching within the floor counts, as everywhere
	double reach = (double)d->rounding + (double)d->error;
	DetectResult result = {
		.status = status_of(found.status),
		.is_overlapping = found.status != SEPARATION_INVALID &&
				(found.is_overlapping || found.upper <= reach),
		.iterations = found.iterations,
		.axis = found.normal,
	};
	bool is_open = found.status == SEPARATION_STALLED && !result.is_overlapping &&
			!(found.lower > reach);
	if (is_open) settle(pair, &result);
	pair->cache->axis = result.axis;
	return result;
}

static DetectResult detect_chung_wang(const ConvexPair *pair) {
	ChungWangInput input = mk_chung_wang_input(&pair->difference);
	input.axis = &pair->cache->axis;
	input.trace = pair->input->trace;
	ChungWangResult found = mk_chung_wang(&input);
	DetectResult result = {
		.status = status_of(found.status),
		.is_overlapping = found.is_overlapping,
		.iterations = found.iterations,
		.axis = found.axis,
	};
	if (found.status == SEPARATION_STALLED) settle(pair, &result);
	return result;
}

static DetectResult detect_planes(const ConvexPair *pair, SeparatingPlaneLevel level) {
	SeparatingPlane found = mk_separating_plane(&pair->difference, level, pair->input->trace);
	return (DetectResult){
		.status = found.is_supported ? DETECT_OK : DETECT_UNSUPPORTED,
		.is_overlapping = found.is_overlapping,
		.iterations = found.planes,
		.axis = found.normal,
	};
}

static DetectResult detect_baseline(const ConvexPair *pair) {
	return detect_planes(pair, SEPARATING_PLANE_FACES_A);
}

static DetectResult detect_complete(const ConvexPair *pair) {
	return detect_planes(pair, SEPARATING_PLANE_COMPLETE);
}

static DetectResult detect_sat(const ConvexPair *pair) {
	SatHullInput input = {
		.difference = &pair->difference,
		.cache = &pair->cache->sat,
		.is_bool = true,
		.trace = pair->input->trace,
	};
	SatHullResult found = mk_sat_hull(&input);
	return (DetectResult){
		.status = found.is_supported ? DETECT_OK : DETECT_UNSUPPORTED,
		.is_overlapping = found.is_overlapping,
		.iterations = found.axes,
		.axis = found.normal,
	};
}

typedef struct DetectorRow {
	const char *name;
	ConvexDetector *convex; // NULL: triangles
	MeshCulling culling;    // of triangles
} DetectorRow;

static const DetectorRow rows[DETECTOR_COUNT] = {
	[DETECTOR_GJK] = { .name = "gjk", .convex = detect_gjk },
	[DETECTOR_GJK_JOHNSON] = { .name = "gjk-johnson", .convex = detect_johnson },
	[DETECTOR_CHUNG_WANG] = { .name = "chung-wang", .convex = detect_chung_wang },
	[DETECTOR_PLANES_BASELINE] = { .name = "planes-of-a", .convex = detect_baseline },
	[DETECTOR_PLANES] = { .name = "planes", .convex = detect_complete },
	[DETECTOR_SAT] = { .name = "sat", .convex = detect_sat },
	[DETECTOR_TRIANGLES] = { .name = "triangles", .culling = MESH_CULLING_NONE },
	[DETECTOR_SPHERE_TRIANGLES] = { .name = "sphere-triangles", .culling = MESH_CULLING_SPHERES },
};

const char *mk_detector_name(Detector detector) {
	MK_ASSERT(detector < DETECTOR_COUNT);
	return rows[detector].name;
}

static DetectResult detect_triangles(const DetectInput *input, MeshCulling culling) {
	static const DetectStatus statuses[] = {
		[MESH_OVERLAP_OK] = DETECT_OK,
		[MESH_OVERLAP_UNSUPPORTED] = DETECT_UNSUPPORTED,
		[MESH_OVERLAP_STALE] = DETECT_UNSUPPORTED,
		[MESH_OVERLAP_INVALID] = DETECT_INVALID,
	};
	MeshOverlapInput mesh = { .a = input->a, .b = input->b, .method = MESH_METHOD_PAIRS };
	mesh.culling = culling;
	MeshOverlap found = mk_mesh_overlap(&mesh);
	return (DetectResult){
		.status = statuses[found.status],
		.is_overlapping = found.is_overlapping,
		.iterations = found.tests < UINT32_MAX ? (uint32_t)found.tests : UINT32_MAX,
	};
}

// Writes what stands for a shape in convex detectors: itself or its hull.
// Returns false if nothing does.
static bool make_convex(const ShapeInstance *in, ShapeInstance *convex, bool *is_hull) {
	*convex = *in;
	if (in->shape->kind == SHAPE_MESH) {
		convex->shape = ((const MeshShape *)in->shape)->hull;
		*is_hull = true;
	}
	return convex->shape != NULL && shape_is_convex(convex->shape);
}

static void follow_depth(const ConvexPair *pair, DetectResult *result) {
	PenetrationInput input = {
		.difference = &pair->difference,
		.limit = MK_INFINITY,
		.is_query = true,
		.trace = pair->input->trace,
	};
	Penetration found = mk_penetration(&input);
	result->separation = mk_separation_outside(&pair->difference, &found.separation);
}

// Leaves is_hull as it is if the surfaces cannot be asked.
static void follow_triangles(const DetectInput *input, DetectResult *result) {
	bool are_meshes = input->a->shape->kind == SHAPE_MESH && input->b->shape->kind == SHAPE_MESH;
	MeshOverlapInput mesh = { .a = input->a, .b = input->b };
	mesh.method = are_meshes ? MESH_METHOD_TREES : MESH_METHOD_PAIRS;
	MeshOverlap found = mk_mesh_overlap(&mesh);
	if (found.status != MESH_OVERLAP_OK) return;
	result->is_overlapping = found.is_overlapping;
	result->is_hull = false;
}

static DetectResult detect_convex(const DetectInput *input, ConvexDetector *detector) {
	ShapeInstance a;
	ShapeInstance b;
	bool is_hull = false;
	bool has_a = make_convex(input->a, &a, &is_hull);
	if (!make_convex(input->b, &b, &is_hull) || !has_a) {
		return (DetectResult){ .status = DETECT_UNSUPPORTED };
	}
	DetectCache cold = { 0 };
	ConvexPair pair = { input, mk_difference(&a, &b), input->cache != NULL ? input->cache : &cold };
	if (!mk_difference_is_finite(&pair.difference)) {
		return (DetectResult){ .status = DETECT_INVALID };
	}
	DetectResult result = detector(&pair);
	result.is_hull = is_hull;
	result.axis = mat3_apply(pair.difference.pose.linear, result.axis);
	if (!result.is_overlapping) return result;
	result.axis = vec3_zero();
	if (input->follow == DETECT_FOLLOW_DEPTH) follow_depth(&pair, &result);
	if (input->follow == DETECT_FOLLOW_TRIANGLES) follow_triangles(input, &result);
	return result;
}

DetectResult mk_detect(const DetectInput *input) {
	MK_ASSERT(input->detector < DETECTOR_COUNT);
	const DetectorRow *row = rows + input->detector;
	if (row->convex == NULL) return detect_triangles(input, row->culling);
	return detect_convex(input, row->convex);
}
