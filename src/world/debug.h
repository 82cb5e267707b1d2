// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What a world looks like from inside, as lines for somebody to draw: contacts, islands, boxes,
// ways. Everything is computed when it is asked for, from what the last step left; asking
// changes nothing that moves.
#pragma once

#include "world/world.h"

// What is to be drawn, a bit each.
typedef enum DebugLayer {
	DEBUG_CONTACTS = 1 << 0, // a cross on each surface where two touch
	DEBUG_NORMALS = 1 << 1,  // from there along the normal, as long as the size that was asked for
	DEBUG_IMPULSES =
			1 << 2, // what acted on B there, with friction, in the last step; see debug_contacts.c
	DEBUG_ISLANDS =
			1 << 3, // boxes of shapes that are awake, one colour for all that sleep together
	DEBUG_SLEEPING = 1 << 4, // boxes of shapes that sleep
	DEBUG_BOUNDS =
			1 << 5,       // boxes of all shapes along the world's axes, with the margin of contacts
	DEBUG_TREE = 1 << 6,  // boxes of the broad phase, by their level
	DEBUG_PATHS = 1 << 7, // ways of fast bodies in the last step, and what was cut off at an impact
	DEBUG_ALL = (1 << 8) - 1
} DebugLayer;

typedef struct DebugLine {
	Vec3 from; // m
	Vec3 to;
	uint32_t color; // 0xrrggbb
} DebugLine;

MK_ARRAY_DECLARE(DebugLineArray, debug_line_array, DebugLine);

// Colours of what has one colour.
enum {
	DEBUG_COLOR_ON_A = 0xffb13d,
	DEBUG_COLOR_ON_B = 0xff5d73,
	DEBUG_COLOR_NORMAL = 0x4d8dff,
	DEBUG_COLOR_IMPULSE = 0xffffff,
	DEBUG_COLOR_SLEEPING = 0x7d8799,
	DEBUG_COLOR_STATIC = 0x5c6b8a,
	DEBUG_COLOR_MOVING = 0x3ad67a,
	DEBUG_COLOR_AREA = 0x9a6bff,
	DEBUG_COLOR_PATH = 0xffe14d,
	DEBUG_COLOR_CUT = 0xff3030,
};

// Appends the lines of some layers; `size` is the length of a normal, m. May allocate.
void mk_world_debug(World *world, uint32_t layers, Real size, DebugLineArray *lines);

// Sums the impulses of all contacts over each step from now on, or only those that somebody
// reports. Without, DEBUG_IMPULSES shows what the last sub-step did, as if all had done so.
void mk_world_watch_impulses(World *world, bool is_watched);
