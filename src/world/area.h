// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Areas: regions of a world that tell which shapes are inside them and have rules of their own for
// gravity, damping and wind. An area is an object of the world without mass: its colliders are in a
// tree of their own, nothing collides with them.
//
// An overlap is a pair of an area's collider with one of a body or of another area, made when their
// boxes begin to overlap and tested when one of them has moved: at the start of a step for what the
// host has changed, at its end for what the step has moved. So the rules of a step are those of its
// start, and events are about places as they are when the host hears of them. A body that passes
// right through an area within one step begins and ends in it. The host clears the list of events
// when it has read them; what is still there at the end of the next step is told with its events.
//
// The area's mask must see the other's layer; the other's mask does not matter. Another area must
// also be monitorable. Worlds without areas, and bodies without areas near them, pay nothing.
#pragma once

#include "base/pair_set.h"
#include "dynamics/wind.h"
#include "world/object.h"

typedef struct World World;

// What an area does to the sum of the areas with higher priority.
typedef enum AreaMode {
	AREA_DISABLED,        // nothing
	AREA_COMBINE,         // adds its own
	AREA_COMBINE_REPLACE, // adds its own, and no other area counts after it
	AREA_REPLACE,         // only its own
	AREA_REPLACE_COMBINE, // its own instead of the sum so far; others follow
	AREA_MODE_COUNT
} AreaMode;

typedef struct AreaRules {
	int64_t priority; // higher ones come first; among equals the one that came last into the world
	AreaMode gravity_mode;
	AreaMode linear_damp_mode;
	AreaMode angular_damp_mode;
	bool is_point;       // gravity pulls to a point
	Real gravity;        // m/s^2
	Vec3 gravity_vector; // direction, any length; if is_point the point, in the area's space
	Real unit_distance;  // m; where the pull of a point is `gravity`; 0: everywhere
	Real linear_damp;    // 1/s
	Real angular_damp;   // 1/s
	Wind wind;           // for soft bodies
} AreaRules;

typedef struct WorldArea {
	WorldObject object; // is_area; its body is the one below
	Body body;          // static; only its pose counts
	AreaRules rules;
	bool is_monitorable; // other areas see it
	uint64_t number;     // the world's: rising with every area that came in
} WorldArea;

// A shape came into an area, or left it.
typedef struct AreaEvent {
	WorldArea *area;
	bool is_area; // the other one is an area
	bool is_begin;
	uint32_t shape;       // the host's number of the area's shape
	uint32_t other_shape; // and of the other's
	uint64_t other;       // name of the other object, which may be gone
	uint64_t other_tag;
	uint32_t sequence; // among those of the step
} AreaEvent;

MK_ARRAY_DECLARE(AreaEventArray, area_event_array, AreaEvent);

// A side of an overlap in the list of its object's overlaps.
typedef struct OverlapEdge {
	uint32_t previous; // overlap * 2 + side
	uint32_t next;
} OverlapEdge;

// A collider of an area and another one whose boxes overlap.
typedef struct Overlap {
	uint32_t colliders[2]; // colliders[0] = MK_WORLD_NONE: free; then edges[0].next is the next one
	OverlapEdge edges[2];
	bool sees[2]; // whether that side is an area that sees the other
	bool is_touching;
	bool is_found;      // the same, as the last test found it
	bool is_over;       // the boxes have parted
	uint32_t last_pass; // in which it was tested
	Vec3 axis;          // for the next test
} Overlap;

MK_ARRAY_DECLARE(OverlapArray, overlap_array, Overlap);

// The areas' part of a world.
typedef struct AreaSet {
	AreaRules rules; // act everywhere, last of all; the modes do not count
	uint32_t count;  // of areas
	uint64_t last_number;
	OverlapArray overlaps;
	uint32_t free_overlap; // MK_WORLD_NONE: none
	PairSet pairs;         // of collider numbers -> overlap
	NumberArray moved;     // colliders whose overlaps are to be looked at
	NumberArray due;       // overlaps that are tested in this pass
	uint32_t pass;
	AreaEventArray pending; // since the last step ended
	// Of the last step, and of those before that the host has not cleared: by area, bodies before
	// areas, then by name and shapes.
	AreaEventArray events;
} AreaSet;

// Prepares an area of the host's, without shapes, at the origin.
void mk_area_init(WorldArea *area);

// Changes the rules of an area in a world; if they are other ones, wakes the bodies in it.
void mk_area_set_rules(World *world, WorldArea *area, const AreaRules *rules);

// Changes the rules that act everywhere; if they are other ones, wakes all bodies.
void mk_world_set_rules(World *world, const AreaRules *rules);

// Lets the next step tell again of all bodies, or of all areas, that are inside.
void mk_area_tell_again(World *world, const WorldArea *area, bool is_area);

// Returns gravity and damping where an object of the world is, by all areas it is in; not
// multiplied by anything of the body's own.
BodySurroundings mk_area_surroundings(const World *world, const WorldObject *object);

// Returns the area that comes next after `last` (NULL: the first) in
// priority among those `who` is in.
typedef const WorldArea *AreaNext(const World *world, const void *who, const WorldArea *last);

// Returns gravity and damping at a place by the areas that `next` gives and by the world.
BodySurroundings mk_area_sum(const World *world, AreaNext *next, const void *who, Vec3 place);

// Whether one area comes before another.
bool mk_area_comes_before(const WorldArea *a, const WorldArea *b);

// Returns the pull of an area's rules at a place, m/s^2; `pose` is the area's.
Vec3 mk_area_gravity(const AreaRules *rules, const Affine *pose, Vec3 place);
