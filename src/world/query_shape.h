// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Questions to a world that are asked with a shape: what overlaps it, where do they touch, how far can it
// go. The shape may be of any kind, also a mesh or a compound. Separation rays of others are not seen
// by casts and contacts: they push, they do not stop.
#pragma once

#include "collide/cast.h"
#include "world/query.h"

typedef struct WorldShape {
	ShapeInstance shape; // where it is; grown by a margin if one is wanted
	uint32_t mask;       // bits: layers that are looked at
	QueryTargets targets;
	QueryFilter *filter; // NULL: all
	void *user;
} WorldShape;

// Visits the shapes of objects that overlap a shape, by the names of the objects and the numbers of their
// shapes; touching counts.
void mk_world_overlaps(World *world, const WorldShape *query, PointVisitor *visit, void *user);

// A point where two shapes touch or are in each other.
typedef struct WorldContact {
	WorldObject *object;
	uint32_t shape_index;
	uint32_t own_index; // for callers with several shapes of their own
	uint32_t patch;     // points with the same number have one normal
	Vec3 own_point;     // on the shape asked with
	Vec3 point;         // on the other
	Vec3 normal;        // unit, from the other to the shape asked with
	Real separation;    // m; negative: depth
} WorldContact;

MK_ARRAY_DECLARE(WorldContactArray, world_contact_array, WorldContact);

// Appends the points nearer than `reach` (m), not in order.
void mk_world_contacts(
		World *world, const WorldShape *query, Real reach, WorldContactArray *contacts);

// Sorts contacts: deepest first, then by names and numbers.
void mk_world_contacts_sort(WorldContactArray *contacts);

// Returns the velocity of an object's surface at a point of the world, m/s.
Vec3 mk_world_velocity_at(const WorldObject *object, Vec3 point);

typedef struct WorldCast {
	WorldShape shape;
	Vec3 motion;          // m
	bool blocks_overlaps; // what is overlapped at the start stops a motion further into it; false: it is
						  // left out, and only what is touched does
} WorldCast;

typedef struct WorldCastHit {
	WorldObject *object; // NULL: the way is free
	uint32_t shape_index;
	CastResult touch; // A is the shape asked with
} WorldCastHit;

// Returns what a shape meets first on its way; nothing for a motion that is zero or not finite.
WorldCastHit mk_world_cast(World *world, const WorldCast *cast);
