// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The answer to a query about two shapes, as scripts get it: class MinkowskiResult.
#pragma once

#include "class.h"
#include "collide/separation.h"

// Values are part of the interface of scripts. Zero: a query that could not be made.
typedef enum ResultStatus {
	RESULT_INVALID,
	RESULT_UNSUPPORTED,
	RESULT_CONVERGED,
	RESULT_STALLED,
	RESULT_CAPPED,
	RESULT_DEGENERATE,
	RESULT_FREE,
	RESULT_HIT,
	RESULT_OVERLAPPING,
	RESULT_STATUS_COUNT
} ResultStatus;

// Numbers have the types of properties (value.h).
typedef struct QueryResult {
	Instance instance;
	int64_t status; // ResultStatus
	uint8_t is_overlapping;
	uint8_t is_hit;
	double distance; // m; negative: depth
	double lower;    // m; the true value is not below this ...
	double upper;    // m; ... nor above this
	GdVector3 normal;
	GdVector3 point_a;
	GdVector3 point_b;
	int64_t iterations;
	double time;      // of casts: proven free before it
	double time_late; // and within the tolerance by then
	int64_t child_a;
	int64_t child_b;
	int64_t index_a;
	int64_t index_b;
} QueryResult;

extern Class mk_result_class;

// Makes a result that says nothing yet: status invalid.
QueryResult *mk_result_create(void);

// Fills in a separation, outside.
void mk_result_write_separation(QueryResult *result, const Separation *separation);
