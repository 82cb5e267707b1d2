// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// One algorithm at a time, to compare and to watch: each says what it knows, in one form. A
// table has a row per detector.
#include "nodes/pair_query.h"

#include "collide/chung_wang.h"
#include "collide/detector.h"
#include "collide/penetration.h"
#include "collide/sat_hull.h"
#include "collide/separating_plane.h"

// The separation in the frame of the pair; false if the algorithm does not know such shapes.
typedef bool RunDetector(const Difference *difference, Trace *trace, Separation *inside);

static void run_gjk_with(
		const Difference *difference, SimplexSolver solver, Trace *trace, Separation *inside) {
	GjkInput input = mk_gjk_query_input(difference);
	input.solver = solver;
	input.trace = trace;
	GjkResult gjk = mk_gjk(&input);
	*inside = mk_gjk_separation(&input, &gjk);
	if (!gjk.is_overlapping) return;
	// cores that meet: GJK knows that they do, and no depth but the radii
	inside->status = gjk.status;
	inside->iterations = gjk.iterations;
	inside->distance = inside->upper = -difference->rounding;
	inside->lower = -MK_INFINITY;
}

static bool run_gjk(const Difference *difference, Trace *trace, Separation *inside) {
	run_gjk_with(difference, SIMPLEX_SIGNED_VOLUMES, trace, inside);
	return true;
}

static bool run_johnson(const Difference *difference, Trace *trace, Separation *inside) {
	run_gjk_with(difference, SIMPLEX_JOHNSON, trace, inside);
	return true;
}

// The steps of GJK before EPA are not part of its trace.
static bool run_epa(const Difference *difference, Trace *trace, Separation *inside) {
	GjkInput first = mk_gjk_query_input(difference);
	GjkResult gjk = mk_gjk(&first);
	if (!gjk.is_overlapping) {
		*inside = mk_gjk_separation(&first, &gjk);
		return true;
	}
	EpaInput input = mk_epa_query_input(difference, &gjk.simplex);
	input.trace = trace;
	EpaResult epa = mk_epa(&input);
	double rounding = (double)difference->rounding;
	*inside = (Separation){
		.status = epa.status,
		.iterations = gjk.iterations + epa.iterations,
		.distance = (Real) - (epa.upper + rounding),
		.lower = (Real) - (epa.upper + rounding),
		.upper = (Real) - (epa.lower + rounding),
		.normal = epa.normal,
		.point_a = vec3_add_scaled(epa.point_a, epa.normal, difference->radius_a),
		.point_b = vec3_add_scaled(epa.point_b, epa.normal, -difference->radius_b),
	};
	return true;
}

static bool run_chung_wang(const Difference *difference, Trace *trace, Separation *inside) {
	ChungWangInput input = mk_chung_wang_input(difference);
	input.trace = trace;
	ChungWangResult found = mk_chung_wang(&input);
	*inside = (Separation){
		.status = found.status,
		.iterations = found.iterations,
		.distance = found.is_overlapping ? 0 : found.gap,
		.lower = found.is_overlapping ? -MK_INFINITY : found.gap,
		.upper = found.is_overlapping ? 0 : MK_INFINITY,
		.normal = found.axis,
	};
	return true;
}

// What axes and planes know: depth exactly, distance from below.
static Separation along_axis(Real separation, Vec3 normal, uint32_t count) {
	return (Separation){
		.iterations = count,
		.distance = separation,
		.lower = separation,
		.upper = separation <= 0 ? separation : MK_INFINITY,
		.normal = normal,
	};
}

static bool run_sat(const Difference *difference, Trace *trace, Separation *inside) {
	SatHullResult found = mk_sat_hull(&(SatHullInput){ .difference = difference, .trace = trace });
	*inside = along_axis(found.separation, found.normal, found.axes);
	return found.is_supported;
}

static bool run_planes(const Difference *difference, Trace *trace, Separation *inside) {
	SeparatingPlane found = mk_separating_plane(difference, SEPARATING_PLANE_COMPLETE, trace);
	*inside = along_axis(found.separation, found.normal, found.planes);
	return found.is_supported;
}

static RunDetector *const detectors[QUERY_DETECTOR_COUNT] = {
	[QUERY_GJK] = run_gjk,
	[QUERY_GJK_JOHNSON] = run_johnson,
	[QUERY_EPA] = run_epa,
	[QUERY_CHUNG_WANG] = run_chung_wang,
	[QUERY_SAT] = run_sat,
	[QUERY_PLANES] = run_planes,
};

// Those that ask the triangles, and what is looked at before.
typedef struct SurfaceRow {
	MeshMethod method;
	MeshCulling culling;
} SurfaceRow;

static const SurfaceRow surfaces[QUERY_DETECTOR_COUNT] = {
	[QUERY_TRIANGLES] = { MESH_METHOD_PAIRS, MESH_CULLING_NONE },
	[QUERY_SPHERE_TRIANGLES] = { MESH_METHOD_PAIRS, MESH_CULLING_SPHERES },
	[QUERY_TREES] = { MESH_METHOD_TREES, MESH_CULLING_BOXES },
};

static DetectResult ask_surfaces(const SourcePair *pair, QueryDetector detector) {
	static const DetectStatus statuses[] = {
		[MESH_OVERLAP_OK] = DETECT_OK,
		[MESH_OVERLAP_UNSUPPORTED] = DETECT_UNSUPPORTED,
		[MESH_OVERLAP_STALE] = DETECT_UNSUPPORTED,
		[MESH_OVERLAP_INVALID] = DETECT_INVALID,
	};
	MeshOverlap found = mk_mesh_overlap(&(MeshOverlapInput){
			.a = &pair->a,
			.b = &pair->b,
			.method = surfaces[detector].method,
			.culling = surfaces[detector].culling,
	});
	return (DetectResult){
		.status = statuses[found.status],
		.is_overlapping = found.is_overlapping,
		.iterations = found.tests < UINT32_MAX ? (uint32_t)found.tests : UINT32_MAX,
	};
}

static void run_surfaces(const SourcePair *pair, QueryDetector detector, QueryResult *result) {
	static const ResultStatus statuses[DETECT_STATUS_COUNT] = {
		[DETECT_OK] = RESULT_CONVERGED,
		[DETECT_UNSUPPORTED] = RESULT_UNSUPPORTED,
		[DETECT_UNDECIDED] = RESULT_CAPPED,
		[DETECT_INVALID] = RESULT_INVALID,
	};
	DetectResult found = ask_surfaces(pair, detector);
	result->status = statuses[found.status];
	result->is_overlapping = found.is_overlapping;
	result->iterations = found.iterations;
}

DetectResult mk_query_overlaps(const SourcePair *pair, QueryDetector detector, DetectCache *cache) {
	static const Detector convex[QUERY_TRIANGLES] = {
		[QUERY_GJK] = DETECTOR_GJK,
		[QUERY_GJK_JOHNSON] = DETECTOR_GJK_JOHNSON,
		[QUERY_EPA] = DETECTOR_GJK,
		[QUERY_CHUNG_WANG] = DETECTOR_CHUNG_WANG,
		[QUERY_SAT] = DETECTOR_SAT,
		[QUERY_PLANES] = DETECTOR_PLANES,
	};
	if (detector >= QUERY_TRIANGLES) return ask_surfaces(pair, detector);
	DetectInput input = { .a = &pair->a, .b = &pair->b, .cache = cache };
	input.detector = convex[detector];
	if (detector == QUERY_EPA) input.follow = DETECT_FOLLOW_DEPTH;
	return mk_detect(&input);
}

void mk_query_run(
		const SourcePair *pair, QueryDetector detector, Trace *trace, QueryResult *result) {
	if (detector >= QUERY_TRIANGLES) {
		run_surfaces(pair, detector, result);
		return;
	}
	result->status = RESULT_UNSUPPORTED;
	if (!shape_is_convex(pair->a.shape) || !shape_is_convex(pair->b.shape)) return;
	Difference difference = mk_difference(&pair->a, &pair->b);
	Separation inside = { .status = SEPARATION_INVALID };
	bool is_known = true;
	if (mk_difference_is_finite(&difference))
		is_known = detectors[detector](&difference, trace, &inside);
	if (!is_known) return;
	Separation outside = mk_separation_outside(&difference, &inside);
	mk_result_write_separation(result, &outside);
}
