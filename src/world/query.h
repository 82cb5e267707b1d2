// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Questions to a world between steps: what does a ray meet first, what is at a point. They see the
// objects as they are now, also those changed since the last step.
#pragma once

#include "world/world.h"

// What a question is about.
typedef enum QueryTargets { QUERY_BODIES, QUERY_AREAS, QUERY_BOTH } QueryTargets;

// Returns whether the objects of a tree (ColliderTree) are looked at.
static inline bool query_has_tree(QueryTargets targets, uint32_t tree) {
	return targets == QUERY_BOTH || (tree == TREE_AREA) == (targets == QUERY_AREAS);
}

// Returns whether an object is to be looked at.
typedef bool QueryFilter(void *user, const WorldObject *object);

typedef struct WorldRay {
	Vec3 from;
	Vec3 to;
	uint32_t mask; // bits: layers that are looked at
	QueryTargets targets;
	bool hits_from_inside; // a start inside a solid is a hit there, with a normal of zero; false: that
						   // shape is left out
	bool hits_back_faces; // of surfaces that collide on both sides
	QueryFilter *filter;  // NULL: all
	void *user;
} WorldRay;

typedef struct WorldRayHit {
	WorldObject *object; // NULL: nothing was met
	uint32_t shape_index;
	uint32_t face; // number of the triangle; MK_WORLD_NONE for solids
	Vec3 position;
	Vec3 normal; // unit, on the side the ray comes from
	Real t;      // part of the way
} WorldRayHit;

// Returns the first thing on the way from one point to another; nothing for ends that are not
// finite. A surface that it starts exactly on is not met, whichever way it goes.
WorldRayHit mk_world_ray(World *world, const WorldRay *ray);

// A hit of a ray with a soft body.
typedef struct SoftRayHit {
	WorldSoft *soft; // NULL: nothing was met
	uint32_t face;   // number of the triangle
	Real t;          // part of the way
	Vec3 normal;     // unit, on the side the ray comes from
} SoftRayHit;

// Returns whether a soft body is to be looked at.
typedef bool SoftAsked(void *user, const WorldSoft *soft);

// Returns the first triangle of a soft body on the way of a ray, from either side; of the ray its
// ends, mask and user count. `is_asked` may be NULL.
SoftRayHit mk_world_ray_softs(const World *world, const WorldRay *ray, SoftAsked *is_asked);

typedef struct WorldPoint {
	Vec3 point;
	uint32_t mask;
	QueryTargets targets;
	QueryFilter *filter; // NULL: all
	void *user;
} WorldPoint;

// Told about each shape at a point; returns false to hear of no more.
typedef bool PointVisitor(void *user, WorldObject *object, uint32_t shape_index);

// Visits the solid shapes that hold a point, by the names of the objects and the numbers of their
// shapes; surfaces have no inside.
void mk_world_point(World *world, const WorldPoint *query, PointVisitor *visit, void *user);

// Returns the point of an object's shapes that is nearest to a point: the same one inside of a
// solid, the object's origin if it has no shapes.
Vec3 mk_world_closest(World *world, const WorldObject *object, Vec3 point);
