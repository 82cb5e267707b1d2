// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The motion of a character: what would stop a body that is carried from here to there? Three
// parts. It is pushed out of what it is in, or nearer to than the margin (recovery); it is cast
// along the motion; and what it touches at the end is reported.
//
// A body keeps most of the margin as its clearance: recovery and casts end that far from a surface.
// So a body that rests is not moved by the next call, the contact is still within the margin and
// seen, and a motion along a wall never meets it.
//
// Hosts slide: they ask again with what is left of a motion along the wall that stopped it. In a
// wedge, between walls that lean over each other, that goes from wall to wall and nowhere. There
// the body creeps along the edge, by no more than its clearance a call.
#pragma once

#include "world/query_shape.h"

#define MK_MOTION_COLLISIONS 32 // most of one call

// Returns how much an object counts in recovery, above 0.
typedef Real MotionPriority(void *user, const WorldObject *object);

typedef struct MotionInput {
	WorldObject *object; // in the world, with the shapes that move
	Affine from;         // where it would be
	Vec3 motion;         // m
	Real margin;         // m; raised to a tenth of a millimetre
	Vec3 up; // unit, or zero: the level parts of a motion and of normals are those across it
	uint32_t max_collisions;
	bool casts_rays; // separation rays stop the motion, too; else only those that slide on slopes
	// What recovery met is reported also where nothing stops the motion. With one collision at
	// most, what the motion goes along is only if the body was pushed out of it.
	bool reports_recovery;
	QueryFilter *filter;      // NULL: all that the object's mask and exceptions allow
	MotionPriority *priority; // NULL: all the same
	void *user;               // of both
} MotionInput;

typedef struct MotionCollision {
	WorldObject *object;
	uint32_t shape_index;
	uint32_t own_shape;
	Vec3 position;         // on the other's surface
	Vec3 normal;           // unit, from the other to the body
	Vec3 velocity;         // m/s; of the other there
	Vec3 angular_velocity; // rad/s
	Real depth;            // m; margin minus the distance at the unsafe pose
} MotionCollision;

typedef struct MotionResult {
	Vec3 travel; // m; recovery, the part of the motion that is free, and what it creeps in a wedge
	Vec3 remainder; // m; the rest of the motion, less what it creeps
	Real safe;      // part of the motion, 0 to 1, after which the clearance is left
	Real unsafe;    // part after which the body touches; 1 if nothing stops it
	uint32_t count;
	MotionCollision collisions[MK_MOTION_COLLISIONS]; // deepest first
} MotionResult;

// Tests a motion; nothing is moved. Returns whether there is a collision. Motions and poses that
// are not finite go nowhere and meet nothing.
bool mk_world_test_motion(World *world, const MotionInput *input, MotionResult *result);
