// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A soft body as Godot knows it: points taken from a render mesh, in world space. Godot names
// points by the number of a render vertex; render vertices at the same place are one point.
#pragma once

#include "server/object.h"
#include "server/space.h"

MK_ARRAY_DECLARE(IndexArray, index_array, uint32_t);

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
	RidArray exceptions;
	SoftBody soft; // of the engine; triangles without area are left out
	WorldSoft world;
	IndexArray vertex_points; // render vertex -> point
	IndexArray pinned;        // render vertices, kept for a mesh that comes later
} ServerSoftBody;

// Returns the soft body behind a RID; reports and returns NULL if there is none.
static inline ServerSoftBody *soft_body_find(Server *server, GdRID rid, const char *where) {
	return mk_item_find(server, rid, RID_SOFT_BODY, where);
}

// Tells the engine what the body is made of and what it meets, and wakes it; after every change.
void mk_soft_body_changed(ServerSoftBody *body);

// Whether a soft body and another object ignore each other (a SoftFilter; the user is not used).
bool mk_soft_body_ignores(void *user, const WorldSoft *soft, const WorldObject *object);

// Takes the soft body out of its space.
void mk_soft_body_detach(ServerSoftBody *body);

// Gives back the soft body's memory.
void mk_soft_body_destroy(ServerSoftBody *body);

// Asks the renderer for the first surface of a mesh: nothing of a null RID, or of what is no mesh.
// From other threads that waits for the main thread, so the server's lock must not be held.
void mk_soft_mesh_fetch(GdRID mesh, GdArray *surface);

// Takes points and triangles from the surface of a mesh; a null RID takes them away. A mesh that
// cannot be used is reported and leaves the body without points.
void mk_soft_body_read_mesh(
		ServerSoftBody *body, GdRID mesh, const GdArray *surface, const char *where);

// Moves all points by a finite transform and stops them; lengths at rest change with its scale.
void mk_soft_body_transform(ServerSoftBody *body, const GdTransform3D *transform);

// Brings the list of pinned vertices in line with the points, after those were set otherwise.
void mk_soft_body_recall_pins(ServerSoftBody *body);

// Sends positions, normals and bounds of all render vertices to Godot's handler.
void mk_soft_body_draw(const ServerSoftBody *body, GDExtensionObjectPtr handler);

// Returns the box around all points in world space; empty at the origin if there are none.
GdAABB mk_soft_body_bounds(const ServerSoftBody *body);
