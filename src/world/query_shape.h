// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Questions to a world that are asked with a shape: what overlaps it, where do they touch, how far
// can it go. The shape may be of any kind, also a mesh or a compound. Separation rays of others are
// not seen by casts and contacts: they push, they do not stop.
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

// Visits the shapes of objects that overlap a shape, by the names of the objects and the numbers of
// their shapes; touching counts.
void mk_world_overlaps(World *world, const WorldShape *query, PointVisitor *visit, void *user);

// A point where two shapes touch or are in each other.
typedef struct WorldContact {
	WorldObject *object; // NULL: the soft body below
	WorldSoft *soft;
	uint32_t face; // of the soft body: number of the triangle
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
	WorldObject *object; // NULL: the way is free, or a soft body is in it
	WorldSoft *soft;     // NULL: none
	uint32_t face;       // of the soft body: number of the triangle
	uint32_t shape_index;
	CastResult touch; // A is the shape asked with
} WorldCastHit;

// Returns what a shape meets first on its way; nothing for a motion that is zero or not finite.
WorldCastHit mk_world_cast(World *world, const WorldCast *cast);

// The same about soft bodies. They are the surface of their triangles, as they are drawn and as
// rays meet them; `is_asked` gets the user of the shape and may be NULL.
typedef bool SoftVisitor(void *user, WorldSoft *soft);
void mk_world_overlaps_softs(const World *world, const WorldShape *query, SoftAsked *is_asked,
		SoftVisitor *visit, void *user);
void mk_world_contacts_softs(World *world, const WorldShape *query, Real reach, SoftAsked *is_asked,
		WorldContactArray *contacts);
WorldCastHit mk_world_cast_softs(
		const World *world, const WorldCast *cast, SoftAsked *is_asked, Real max_time);

// Returns the velocity of a triangle of a soft body at a point on it, m/s.
Vec3 mk_soft_velocity_at(const WorldSoft *soft, uint32_t face, Vec3 point);

// Returns the point of a soft body's surface that is nearest to a point; the
// same point if it has none.
Vec3 mk_soft_closest(const WorldSoft *soft, Vec3 point);

// What both kinds of questions share. Appends the points of a manifold whose A is `own`; the caller
// writes what they belong to.
void mk_world_contacts_add(
		WorldContactArray *contacts, const ShapeInstance *own, const Manifold *manifold);
// Returns a cast against one instance, and whether a cast makes sense at all.
CastInput mk_world_cast_input(const WorldCast *cast, const ShapeInstance *other, Real max_time);
bool mk_world_cast_is_usable(const WorldCast *cast);
