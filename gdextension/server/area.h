// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// An area: a region with rules of its own for gravity, damping and wind that tells who is inside.
#pragma once

#include "server/object.h"
#include "server/space.h"

typedef struct ServerArea {
	ServerObject object;
	AreaParams params;
	GdTransform3D transform;
	bool is_monitorable;
	GdCallable body_callback; // told when a body's shape comes in or leaves
	GdCallable area_callback; // the same for areas
} ServerArea;

// Takes the area out of its space and lets go of its shapes.
void mk_area_detach(ServerArea *area);

// Gives back the area's memory.
void mk_area_destroy(ServerArea *area);
