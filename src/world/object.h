// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A thing that lives in a world: a body with its shapes, layers and material. The memory belongs to
// the host, which fills in the upper part; the world keeps its own notes in the lower part.
#pragma once

#include "base/array.h"
#include "dynamics/body.h"
#include "dynamics/integrate.h"
#include "shape/instance.h"

#define MK_WORLD_NONE UINT32_MAX

// One shape of an object.
typedef struct ObjectShape {
	Shape *shape;   // retained by the host; NULL: nothing here
	Affine local;   // from the shape's space to the object's, any scale and shear
	uint32_t index; // the host's number of it
} ObjectShape;

MK_ARRAY_DECLARE(ObjectShapeArray, object_shape_array, ObjectShape);
MK_ARRAY_DECLARE(NumberArray, number_array, uint32_t);

typedef struct JointEdge JointEdge;
typedef struct WorldObject WorldObject;

MK_ARRAY_DECLARE(ObjectPointers, object_pointers, WorldObject *);

// Where an object met what stopped it.
typedef struct ObjectMeeting {
	WorldObject *other;
	Vec3 arm;    // from its centre of mass to the touch, m
	Vec3 normal; // unit, from the other to the object
} ObjectMeeting;

// Where an object was when the step began, for continuous detection.
typedef struct ObjectSweep {
	Real thickness; // m; half of the smallest width of its thinnest shape
	Real size;      // m; no point of it is farther from its body's origin
	Real reach;     // m; nor from its centre of mass
	Quat rotation;
	Vec3 center;                // of mass, m
	Real angle;                 // rad; how far it turned, at least
	Real stop;                  // part of the step after which it stands still; 1: all of it
	Real next_stop;             // as the present round finds
	Real seen_stop;             // as others last looked at it
	uint32_t fallen_round;      // in which that became less; 0: none
	const WorldObject *carrier; // what it was stopped by, if that moves
	ObjectMeeting meeting;      // by what and how, if it was
	bool is_fast;               // it may have passed through something
	bool is_jump;               // it was put somewhere else
	bool is_boxed;              // its boxes in the tree hold its way
	bool meets_movers;
} ObjectSweep;

struct WorldObject {
	// the host's part; after a change it calls mk_world_change
	Body *body;
	void *user;
	uint64_t name;         // unique in the world; events that outlive the object have it
	uint64_t tag;          // whatever events should have besides
	bool is_area;          // part of a WorldArea: nothing collides with it
	uint32_t layer;        // bits: what it is
	uint32_t mask;         // bits: what pushes it
	Real friction;         // no unit; negative: rough, the larger of two counts
	Real bounce;           // no unit; negative: absorbent, taken from the other's
	Real rolling;          // m; rolling resistance
	uint32_t max_contacts; // how many contact points it wants to hear of
	ObjectShapeArray shapes;
	bool is_continuous; // stopped by other bodies on its way, however fast it is

	// the world's part
	uint32_t index;         // in the world's list; MK_WORLD_NONE outside
	uint32_t row;           // of the solver; 0 if nothing ever moves it
	uint32_t part;          // of the graph, with all that acts on it; 0 if no force moves it
	uint32_t changes;       // ObjectChange bits that the next step looks at
	uint32_t changed_index; // in the world's list of changed ones, if there are any
	uint32_t
			touched_index; // in the list of those that the host has pushed; MK_WORLD_NONE: not in it
	uint32_t report_index;     // in the list of those whose contacts may be others; the same
	NumberArray colliders;     // one per shape that is there
	uint32_t first_edge;       // of its contacts: contact * 2 + side; MK_WORLD_NONE: none
	uint32_t first_overlap;    // of its overlaps with areas, the same way
	JointEdge *first_joint;    // of its joints; NULL: none
	ObjectPointers exceptions; // what it ignores, and is ignored by
	bool is_awake;             // as of the last step: simulated, or moving on its own
	bool is_free;              // nothing touches it in this step: it moves as a single body does
	bool is_tired;             // it has been still for long enough to sleep; within a step only
	bool is_lost;              // the last step would have made it infinite: it was stopped
	bool is_mended;            // it was put back to a joint; within a step only
	uint32_t awake_index;      // in the world's list of awake ones
	uint32_t mover_index;      // in the list of those that can move
	uint32_t island;           // scratch of sleeping
	BodySurroundings surroundings; // of the present step
	ObjectSweep sweep;
};

// What the host has changed.
typedef enum ObjectChange {
	OBJECT_POSE_CHANGED = 1 << 0,   // put somewhere else
	OBJECT_SHAPES_CHANGED = 1 << 1, // shapes, or their poses, or the stretch of the body's pose
	OBJECT_FILTER_CHANGED = 1 << 2, // layer, mask, exceptions
	OBJECT_MODE_CHANGED = 1 << 3,   // mode or surface velocity
	OBJECT_SURFACE_CHANGED = 1 << 4 // friction, bounce, rolling, max_contacts
} ObjectChange;
