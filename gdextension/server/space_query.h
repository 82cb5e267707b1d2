// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What the queries of a space share.
#pragma once

#include "server/object.h"
#include "server/space.h"
#include "world/query.h"

// What a query looks at.
typedef struct QueryAsked {
	ServerSpace *space;
	bool is_pick; // only what the mouse may pick
} QueryAsked;

// A QueryFilter with a QueryAsked as its user: leaves out what the script has excluded.
bool mk_query_is_asked(void *user, const WorldObject *object);

// The same for soft bodies: a SoftAsked.
bool mk_query_is_soft_asked(void *user, const WorldSoft *soft);

// Writes what is to be looked at; false if nothing is.
bool mk_query_targets(bool with_bodies, bool with_areas, QueryTargets *targets);

// Returns the node of an object; NULL if it has none, or no more.
void *mk_query_node(const ServerObject *object);

// Where shapes that were found are written; there is room for at least one.
typedef struct QueryShapes {
	GdPhysicsServer3DExtensionShapeResult *results;
	int32_t count;
	int32_t most;
} QueryShapes;

// A PointVisitor with QueryShapes as its user.
bool mk_query_write_shape(void *user, WorldObject *object, uint32_t shape_index);

// A SoftVisitor with QueryShapes as its user: a soft body is one shape.
bool mk_query_write_soft(void *user, WorldSoft *soft);
