// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Queries about two shapes: methods of MinkowskiPhysics. Their arguments and results are in the
// table of minkowski_physics.c.
#pragma once

#include "collide/detector.h"
#include "nodes/result.h"
#include "nodes/shape_source.h"

// Values are part of the interface of scripts.
typedef enum QueryDetector {
	QUERY_GJK,
	QUERY_GJK_JOHNSON,
	QUERY_EPA,
	QUERY_CHUNG_WANG,
	QUERY_SAT,
	QUERY_PLANES,
	QUERY_TRIANGLES,
	QUERY_SPHERE_TRIANGLES,
	QUERY_TREES,
	QUERY_DETECTOR_COUNT
} QueryDetector;

BoundFunction mk_query_distance;
BoundFunction mk_query_penetration;
BoundFunction mk_query_detect;
BoundFunction mk_query_cast;
BoundFunction mk_query_time_of_impact;
BoundFunction mk_query_contacts;

// Writes what one algorithm says about a pair of convex shapes (of any shapes with triangles, from
// QUERY_TRIANGLES on).
void mk_query_run(
		const SourcePair *pair, QueryDetector detector, Trace *trace, QueryResult *result);

// Only whether they overlap, beginning with what is known from the last time.
DetectResult mk_query_overlaps(const SourcePair *pair, QueryDetector detector, DetectCache *cache);

// Writes when A, moved by `motion`, touches B. With a trace (NULL: none) both must be convex.
void mk_query_run_cast(const SourcePair *pair, Vec3 motion, Trace *trace, QueryResult *result);
