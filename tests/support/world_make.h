// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Worlds for tests: bodies with one shape each, gravity, and steps of a sixtieth of a second.
#pragma once

#include "base/job_threads.h"
#include "world/world.h"

#define MAKE_BODIES 12288
#define MAKE_AREAS  64
#define MAKE_JOINTS 24576

// A body and what the world wants to know of it.
typedef struct MadeBody {
	WorldObject object;
	Body body;
} MadeBody;

typedef struct WorldMake {
	World world;
	JobThreads *threads; // NULL: one thread
	Vec3 gravity;        // m/s^2
	MadeBody bodies[MAKE_BODIES];
	uint32_t count;
	WorldArea areas[MAKE_AREAS];
	uint32_t area_count;
	WorldJoint *joints[MAKE_JOINTS];
	uint32_t joint_count;
} WorldMake;

// Returns an empty world with gravity 9.8 m/s^2 downward, to be freed; workers: threads in a step.
WorldMake *world_make(uint32_t workers);
void world_make_free(WorldMake *make);

// Adds a body with a shape, which is taken over, at a pose; rigid ones get the mass of a density in
// kg/m^3. Friction 0.6, no bounce.
MadeBody *make_body(WorldMake *make, BodyMode mode, Shape *shape, Transform pose, Real density);

// A rigid box, ball or cylinder of 1000 kg/m^3, standing upright.
MadeBody *make_box(WorldMake *make, Vec3 half, Vec3 position);
MadeBody *make_ball(WorldMake *make, Real radius, Vec3 position);
MadeBody *make_cylinder(WorldMake *make, Real radius, Real height, Vec3 position);

// An area with a shape, which is taken over; it sees layer 1 and has no rules.
WorldArea *make_area(WorldMake *make, Shape *shape, Vec3 position);

// A static plane y = 0.
MadeBody *make_floor(WorldMake *make);

// Runs steps of 1/60 s.
void world_make_run(WorldMake *make, uint32_t steps);

// Returns a hash of all poses and velocities.
uint64_t world_make_hash(const WorldMake *make);

// Puts a joint into the world that is made of the settings; its frames are moved so that
// both are at `place`, in the world, for bodies as they are now. B may be NULL. Fails the
// program if it is refused.
WorldJoint *make_joint(
		WorldMake *make, JointSettings settings, MadeBody *a, MadeBody *b, Transform place);

// The same with the axes of the world.
WorldJoint *make_joint_at(
		WorldMake *make, JointSettings settings, MadeBody *a, MadeBody *b, Vec3 place);

// Returns how far apart the frames of a joint are, m.
Real made_joint_gap(const WorldJoint *joint);

// Returns the turn of B's frame seen from A's.
Quat made_joint_turn(const WorldJoint *joint);
