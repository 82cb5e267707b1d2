// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A world in a buffer, to go back to: for rollback, replays and saved games. Restored, the same
// calls give the same bits as they gave after the save, for any number of workers.
//
// In it is everything that later steps depend on: bodies with their velocities, forces and time to
// sleep, what a host sets while a game runs (modes, layers, friction, rules of areas, settings of
// joints), boxes in the trees, contacts with their caches and impulses, joints' impulses, who is in
// which area and which events have not been told, points of soft bodies. Not in it is what things
// are made of: shapes, and the meshes and lengths at rest of soft bodies; and the settings of the
// world itself. So a snapshot is one of these very objects: it can be restored into a world with
// the same ones, in the same order and with the same names, shapes and joints, be it the same world
// or one that the same calls have built. A joint that has broken since is one that is missing.
//
// Numbers are in the byte order of the machine.
#pragma once

#include "world/world.h"

typedef enum SnapshotStatus {
	SNAPSHOT_OK,
	SNAPSHOT_FOREIGN,         // does not begin as a snapshot does
	SNAPSHOT_OTHER_VERSION,   // of another version of the engine
	SNAPSHOT_OTHER_PRECISION, // of a build with other numbers
	SNAPSHOT_TRUNCATED,       // is shorter or longer than it says
	SNAPSHOT_DAMAGED,         // the checksum is wrong
	SNAPSHOT_BAD_NUMBER,      // a number in it is none, or out of its range
	SNAPSHOT_BAD_LINK,        // its parts do not fit together
	SNAPSHOT_OTHER_OBJECTS,   // an object came, left or took another's place since
	SNAPSHOT_OTHER_SHAPES,    // an object has other shapes
	SNAPSHOT_OTHER_JOINTS,    // a joint came, left or broke
	SNAPSHOT_OTHER_SOFTS,     // a soft body came, left or has another mesh
	SNAPSHOT_STATUS_COUNT
} SnapshotStatus;

typedef struct SnapshotResult {
	SnapshotStatus status;
	uint64_t name; // of the first object that differs, if that is the matter
} SnapshotResult;

// Returns the bytes that a snapshot takes now, and writes one if so many fit into the buffer; not
// between stages of a step. Brings the world in line with its host first, as a query does.
size_t mk_world_save(World *world, void *buffer, size_t capacity);

// Puts the world back to where it was saved, or changes nothing and says why. Any bytes may be
// given. Changes that the host has announced and no step has seen yet are dropped.
SnapshotResult mk_world_restore(World *world, const void *buffer, size_t size);

// The same for a host that keeps book of who is in which area: afterwards the events of the
// areas are those that lead from what it was told so far to what is true then. It clears
// areas.events when it has read them; those that are still there count as not told. Those of
// the snapshot are dropped.
SnapshotResult mk_world_rewind(World *world, const void *buffer, size_t size);

// Returns what a status says, as a sentence without a subject: "is damaged ...".
const char *mk_snapshot_status_text(SnapshotStatus status);

// Returns a hash of where everything is, how it moves and who sleeps: the same for the
// same history, for any number of workers, compiler and level of optimisation. Zeros
// of both signs count as one.
uint64_t mk_world_hash(const World *world);
