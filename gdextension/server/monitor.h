// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What the Debugger shows of the server: custom monitors below "Minkowski Physics/", with the time
// of each stage of a step and some counts, and the same times for the profiler of Godot's servers.
#pragma once

#include "world/profile.h"

#include <godot_api.h>

typedef struct Server Server;

// The monitors after those of the stages.
enum {
	MONITOR_STEP = STAGE_COUNT, // all stages together
	MONITOR_AWAKE,
	MONITOR_TOUCHING,
	MONITOR_FAST,
	MONITOR_HITS, // pairs that their cache settled
	MONITOR_GJK,  // iterations
	MONITOR_EPA,  // calls
	MONITOR_COUNT
};

// One monitor; Godot's Callable points to it.
typedef struct Monitor {
	Server *server;
	uint32_t number;
} Monitor;

typedef struct Monitors {
	Monitor list[MONITOR_COUNT];
	GDExtensionObjectPtr performance; // NULL: they are not shown
	GDExtensionObjectPtr debugger;
	GdStringName profiler; // the one of Godot's debugger that shows times of servers
} Monitors;

// Returns the clock's user for worlds: Godot's Time.
void *mk_monitor_time(void);

// A WorldClock: Godot's time since it started.
double mk_monitor_clock(void *user);

// Adds the monitors if they are not there yet; removes them. The server's lock must not be held
// when they are added: Godot has a lock of its own, and reads them under it.
void mk_monitors_show(Server *server);
void mk_monitors_hide(Server *server);

// Hands the times of the last step to the profiler of Godot's servers, if
// it runs; without the lock.
void mk_monitors_profile(Server *server);
