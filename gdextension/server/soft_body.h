// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A soft body as Godot knows it: points taken from a render mesh, in world space. Godot names points by
// the number of a render vertex; render vertices at the same place are one point.
#pragma once

#include "server/object.h"
#include "server/space.h"

MK_ARRAY_DECLARE(IndexArray, index_array, uint32_t);

typedef struct SoftPoint {
	GdVector3 position; // m, world
	GdVector3 velocity; // m/s
	GdVector3 force;    // N, until the next step
	bool is_pinned;
} SoftPoint;

MK_ARRAY_DECLARE(SoftPointArray, soft_point_array, SoftPoint);

typedef struct SoftBodyParams {
	int32_t simulation_precision;
	double total_mass; // kg
	double linear_stiffness;
	double shrinking_factor;
	double pressure_coefficient;
	double damping_coefficient;
	double drag_coefficient;
} SoftBodyParams;

typedef struct ServerSoftBody {
	ServerObject object; // without shapes
	SoftBodyParams params;
	GdTransform3D transform; // the last one set; points already contain it
	bool can_sleep;
	bool is_sleeping;
	RidArray exceptions;
	SoftPointArray points;
	IndexArray vertex_points; // render vertex -> point
	IndexArray triangles;     // three points each; degenerate ones left out
	IndexArray pinned;        // render vertices, kept for a mesh that comes later
} ServerSoftBody;

// Returns the soft body behind a RID; reports and returns NULL if there is none.
static inline ServerSoftBody *soft_body_find(Server *server, GdRID rid, const char *where) {
	return mk_item_find(server, rid, RID_SOFT_BODY, where);
}

// Takes the soft body out of its space.
void mk_soft_body_detach(ServerSoftBody *body);

// Gives back the soft body's memory.
void mk_soft_body_destroy(ServerSoftBody *body);

// Takes points and triangles from the first surface of a mesh; a null RID takes them away. A mesh that
// cannot be used is reported and leaves the body without points.
void mk_soft_body_read_mesh(ServerSoftBody *body, GdRID mesh, const char *where);

// Moves all points by a finite transform and stops them.
void mk_soft_body_transform(ServerSoftBody *body, const GdTransform3D *transform);

// Sends positions, normals and bounds of all render vertices to Godot's handler.
void mk_soft_body_draw(const ServerSoftBody *body, GDExtensionObjectPtr handler);

// Returns the box around all points in world space; empty at the origin if there are none.
GdAABB mk_soft_body_bounds(const ServerSoftBody *body);
