// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// How objects moved in the present step, for continuous detection: from where a step began to where
// the bodies are now, while the colliders are still where it began.
#pragma once

#include "world/parts.h"

// A body is swept if it moves farther than this part of its thickness; so deep is also the layer
// that is left away. No unit.
#define MK_FAST_PART ((Real)0.5)

// Returns the way of an object's centre of mass, m.
Vec3 mk_object_motion(const WorldObject *object);

// Returns the turn of an object, axis times angle, rad; in the direction of its spin if that
// makes more than half a turn.
Vec3 mk_object_turn(const WorldObject *object, Real dt);

// Returns a box around all that a shape of an object passes: the boxes at both ends, and how far an
// arc reaches out of its chord.
Aabb mk_object_swept_box(const WorldObject *object, const Collider *collider);

// Whether an object that moves on its own is put somewhere else by a motion of its centre of mass,
// m; it still has the velocity of the last step.
bool mk_object_is_jump(const WorldObject *object, Vec3 motion, Real dt);

// Returns how far the arc of an object's outermost point reaches out of its chord, m.
Real mk_object_arc(const WorldObject *object);

// Puts an object that was stopped where it was at that part of the step.
void mk_object_put_back(const World *world, WorldObject *object, Real dt);

// Rays that keep a body off the ground are not part of what may pass through something.
static inline bool collider_is_solid(const Collider *collider) {
	return collider->instance.shape->kind != SHAPE_SEPARATION_RAY;
}

// m; no point of the object is farther from its centre of mass, which may be set anew at any time.
// Unlike sweep.reach, it is not from the last step, which snapshots know nothing of.
static inline Real object_reach(const WorldObject *object) {
	return object->sweep.size + vec3_length(object->body->local_center);
}

// Whether the way of an object is looked at if it is fast.
static inline bool object_is_swept(const World *world, const WorldObject *object) {
	return object->is_continuous || world->settings.continuous != CONTINUOUS_FLAGGED;
}
