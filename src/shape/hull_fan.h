// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The neighbours of a vertex of a convex polytope in the order in which they are around it, so that
// the one that leads to where a direction is higher is found by halving, not by looking at all.
//
// The directions along which a vertex v is the farthest are a cone. A neighbour u bounds it by the
// plane across u - v; the rays where two such planes meet are the normals of the faces at v. Seen
// from an axis inside the cone, the planes from the axis through those rays cut all directions into
// sectors, one for each neighbour. A direction d of the sector of u is outside of the cone just
// where it is beyond u's plane: the way from the axis to d leaves the cone in that sector. So v is
// the farthest vertex, or u is farther (O'Rourke, Computational Geometry in C, 7.10, does it with
// two edges of a projection). If only some of the neighbours are members, such as those that a
// level of a hierarchy adds, each has its sector and those of the others up to the next member:
// they do not bound the directions that are asked for.
#pragma once

#include "base/array.h"
#include "geometry/double3.h"

// Vertices with up to this many neighbours have no fan: to look at all takes less.
#define MK_FAN_LEAST 16

typedef struct FanMember {
	Double3 bound; // the plane where its sector starts, unit; directions of the sector are above it
	uint32_t vertex;
} FanMember;

MK_ARRAY_DECLARE(FanMemberArray, fan_member_array, FanMember);

typedef struct HullFan {
	uint32_t vertex; // whose fan it is
	uint32_t first;  // of its members in the array
	uint32_t count;
	uint32_t split; // sectors from this member on start half a turn or more after the first
	Double3 axis;   // unit
	double inner;   // sine of the angle around it within which all directions are in the cone
} HullFan;

MK_ARRAY_DECLARE(HullFanArray, hull_fan_array, HullFan);

typedef struct FanInput {
	const Vec3 *points; // of all vertices
	uint32_t vertex;
	const uint32_t *neighbours; // all of them, in any order
	uint32_t count;
	const bool *is_member; // by vertex; NULL: all are
	const uint32_t *names; // by vertex: what members are called; NULL: as in points
} FanInput;

// Adds the fan of a vertex if it has more than MK_FAN_LEAST members. Returns false and adds nothing
// if it has not, or if its faces are too thin for an order that can be told.
bool mk_hull_fan_add(HullFanArray *fans, FanMemberArray *members, const FanInput *input);

// Returns the fan of a vertex among some that ascend by vertex; NULL if it has none.
const HullFan *mk_hull_fan_of(const HullFan *fans, uint32_t count, uint32_t vertex);

typedef struct FanPlace {
	uint32_t middle;      // the member whose sector has the direction, counted from the fan's first
	uint32_t evaluations; // scalar products
	bool is_inside;       // the direction is in the cone: no member is farther; nothing else is set
	bool is_clear;        // the direction is in its sector or one beside it; else it may be in any
} FanPlace;

// Returns the sector of a direction. `members` are those of the fan.
FanPlace mk_hull_fan_find(const HullFan *fan, const FanMember *members, Vec3 direction);
