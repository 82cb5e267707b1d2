// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The triangles of a surface in a box, eight at a time, for kernels in lanes.
#pragma once

#include "collide/mesh_cull.h"
#include "collide/mesh_surface.h"

// Told about up to eight triangles.
typedef void BatchVisitor(void *context, const CullBatch *batch);

typedef struct BatchQuery {
	Aabb box; // in the frame; triangles whose boxes do not touch it may be left out
	BatchVisitor *visit;
	void *context;
} BatchQuery;

// Gives out the triangles in a box in the order of mk_surface_visit; some more may be among them.
void mk_surface_visit_batches(const Surface *surface, const BatchQuery *query);
