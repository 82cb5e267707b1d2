// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// An area as Godot knows it: the engine's area plus what only Godot wants to have kept.
#pragma once

#include "callback.h"
#include "server/object.h"
#include "server/space.h"

struct ServerArea {
	ServerObject object;
	WorldArea world; // what the space's world knows of it
	AreaParams params;
	GdTransform3D transform;
	Callback body_callback; // told when a body's shape comes in or leaves
	Callback area_callback; // the same for areas
};

// Takes the area out of its space and lets go of its shapes.
void mk_area_detach(ServerArea *area);

// Gives back the area's memory.
void mk_area_destroy(ServerArea *area);

// Puts the area into a space, or into none (NULL).
void mk_area_move_to_space(ServerArea *area, ServerSpace *space);

// Tells the world of the area's space, if it is in one, what has changed: ObjectChange bits.
void mk_area_tell_world(ServerArea *area, uint32_t changes);

// Brings the engine's rules in line with the parameters.
void mk_area_tell_rules(ServerArea *area);

// Puts the area at a finite transform.
void mk_area_set_transform(ServerArea *area, const GdTransform3D *transform);

// Keeps a callback about bodies or about areas; it will hear of all that is inside already.
void mk_area_set_callback(ServerArea *area, bool is_area, const GdCallable *callback);

// Makes one of the calls that a flush has collected; the lock must not be
// held, it may call anything.
void mk_area_call_back(const AreaCall *call);
