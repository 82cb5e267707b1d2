// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Soft bodies in a world. They move before the rigid bodies of a step do: both are then at the same
// time, the soft ones see the others go on with the velocities they have, and the impulses that
// come of it are part of what the solver starts from.
//
// Areas act on the whole body if they hold its middle: the mean of its points.
//
// Points are balls and triangles are plates of the body's thickness for the narrow phase, so that
// every kind of shape meets them, and a body smaller than a triangle does not fall through it.
#pragma once

#include "dynamics/soft_step.h"
#include "world/area.h"

MK_ARRAY_DECLARE(SoftAreas, soft_areas, const WorldArea *);
MK_ARRAY_DECLARE(SoftWinds, soft_winds, Wind);

typedef struct WorldSoft {
	// the host's part
	SoftBody *body;
	void *user;
	uint64_t name;  // unique in the world
	uint32_t layer; // bits: what it is
	uint32_t mask;  // bits: what it collides with
	Real friction;  // no unit

	// the world's part
	uint32_t index;            // in the world's list; MK_WORLD_NONE outside
	bool is_lost;              // the last step would have made it infinite: it was stopped
	SoftPartnerArray partners; // of the last step
	SoftContactArray contacts;
	Shape *ball;         // a point of the body's thickness
	NumberArray near;    // colliders whose boxes it may reach
	NumberArray touched; // per point: 1 + its contact with the collider looked at; 0: none
	SoftAreas areas;     // that hold its middle
	SoftWinds winds;     // of these
	Vec3 middle;         // m
} WorldSoft;

MK_ARRAY_DECLARE(SoftPointers, soft_pointers, WorldSoft *);

// Returns whether the two ignore each other although their layers meet.
typedef bool SoftFilter(void *user, const WorldSoft *soft, const WorldObject *object);

// What a host tells of soft bodies.
typedef struct SoftHost {
	void *user;
	SoftFilter *ignores; // NULL: none does
} SoftHost;

// Puts a soft body into the world; takes it out again and gives the world's notes back.
void mk_world_add_soft(World *world, WorldSoft *soft);
void mk_world_remove_soft(World *world, WorldSoft *soft);

// Moves all soft bodies by dt seconds. The world has to be in line with its host
// (mk_world_sync), and the team open.
void mk_world_step_softs(World *world, Real dt);

// Wakes soft bodies that an object may touch: it goes away, moves or changes.
void mk_world_wake_softs(World *world, const WorldObject *object);
