// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The server as a whole. Each file of this folder implements the virtual methods of one noun of
// PhysicsServer3D; their prototypes are generated (godot_api.h).
//
// Threads. Godot calls from any thread: resources and whole scenes are built by loader
// threads while the main thread steps. Every virtual of the server runs under the server's
// lock, which the generated functions take; the few that lock by themselves are listed in
// used_api.txt. So does what changes a body through its direct state, since queries of other
// threads read the same body; what only reads it is not locked, like in Godot's own servers. The
// queries of a space lock by themselves.
#pragma once

#include "base/job_threads.h"
#include "base/mutex.h"
#include "class.h"
#include "server/item.h"
#include "server/monitor.h"
#include "world/area.h"

MK_ARRAY_DECLARE(BodyPointerArray, body_pointer_array, ServerBody *);
MK_ARRAY_DECLARE(SpacePointerArray, space_pointer_array, ServerSpace *);

typedef struct ServerArea ServerArea;

// A call that an area's callback is to get.
typedef struct AreaCall {
	ServerArea *area;
	ServerSpace *space; // in which it happened; the area may have left it meanwhile
	AreaEvent event;
} AreaCall;

MK_ARRAY_DECLARE(AreaCallArray, area_call_array, AreaCall);

struct Server {
	GDExtensionObjectPtr object; // Godot's side of it
	GDExtensionClassLibraryPtr library;
	Mutex mutex;
	JobThreads *threads; // for steps; made with the first space
	RidTable rids;
	SpacePointerArray spaces;
	BodyPointerArray flushing; // bodies whose callbacks are running
	AreaCallArray area_calls;  // what areas are being told
	ItemArray buried;          // freed while callbacks run
	bool is_active;
	bool is_flushing;
	void (*first_tick)(void); // called when there is a scene tree, with the first tick; then NULL
	double step_time;         // s; length of the last step
	Monitors monitors;
};

// The classes that the extension registers.
extern Class mk_server_class;
extern Class mk_body_state_class;
extern Class mk_space_state_class;

// Makes the server and returns its Godot object; Godot owns and deletes it. `first_tick` is called
// once, when there is a scene tree and somebody to show things to.
GDExtensionObjectPtr mk_server_create(GDExtensionClassLibraryPtr library, void (*first_tick)(void));

// Returns the server that Godot has made and not deleted yet, NULL if another engine is chosen.
Server *mk_server_running(void);
