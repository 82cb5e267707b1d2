// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Separating axes in general (Ericson, Real-Time Collision Detection, 5.2.1): two convex sets are
// apart if and only if their projections on some axis are. For polyhedra the candidates are the
// face normals of both and the cross products of their edges, 2 F + E^2 of them: this is the
// reference that faster tests are compared with, not what runs each frame. Concave solids must be
// cut into convex parts. Touching counts as overlap; comparisons are widened by MK_NEGLIGIBLE times
// the size of the pair, so that solids that overlap are never called apart. NaN is apart.
#pragma once

#include "geometry/primitive.h"
#include "geometry/tolerance.h"

// A solid with a centre of symmetry: all center + s1 half[0] + s2 half[1] + s3 half[2], -1 <= s <=
// 1, widened by a radius. Zero vectors leave a rectangle, a segment (capsule) or a point (sphere).
typedef struct SatSymmetric {
	Vec3 center;
	Vec3 half[3]; // m
	Real radius;  // m
} SatSymmetric;

typedef struct SatEdge {
	uint32_t start; // indices of vertices
	uint32_t end;
} SatEdge;

// A convex polyhedron in world space, as three lists. Axes come from the first
// normal_axes normals and edge_axes edges: put parallel ones behind, they give no new
// axis. A box has 3 of 6 and 3 of 12.
typedef struct SatHull {
	const Vec3 *vertices;
	const Vec3 *normals; // outward, any length
	const SatEdge *edges;
	uint32_t vertex_count;
	uint32_t normal_count;
	uint32_t edge_count;
	uint32_t normal_axes;
	uint32_t edge_axes;
} SatHull;

typedef enum SatAxisKind {
	SAT_AXIS_NONE, // what a fresh cache holds
	SAT_AXIS_FACE_A,
	SAT_AXIS_FACE_B,
	SAT_AXIS_EDGES,
} SatAxisKind;

// Which features made an axis. By features, not as a vector: it turns with the bodies, so that it
// can be kept from frame to frame.
typedef struct SatAxis {
	SatAxisKind kind;
	uint32_t index_a; // normal or edge of a
	uint32_t index_b; // normal or edge of b
} SatAxis;

typedef struct SatResult {
	bool hit;
	SatAxis axis;
	uint32_t axes_tested;
	// for mk_sat_contact only:
	Real depth;  // m; negative if apart, a lower bound of the distance then
	Vec3 normal; // unit, from b to a: moving a by depth * normal makes the two just touch
	Vec3 point;  // of a contact: the mean of the corners of the common part
} SatResult;

// Returns half the length of the projection on an axis, times the length of the axis.
static inline Real sat_radius(const SatSymmetric *solid, Vec3 axis) {
	return real_abs(vec3_dot(solid->half[0], axis)) + real_abs(vec3_dot(solid->half[1], axis)) +
			real_abs(vec3_dot(solid->half[2], axis)) + solid->radius * vec3_length(axis);
}

// Returns the gap between two symmetric solids on an axis, times its length; negative if they
// overlap there. The centres are all that is projected besides the radii.
static inline Real sat_symmetric_gap(const SatSymmetric *a, const SatSymmetric *b, Vec3 axis) {
	Real distance = real_abs(vec3_dot(vec3_sub(a->center, b->center), axis));
	return distance - sat_radius(a, axis) - sat_radius(b, axis);
}

static inline SatSymmetric sat_from_obb(Obb box) {
	return (SatSymmetric){ box.center,
		{ vec3_scale(box.axes.x, box.half.x), vec3_scale(box.axes.y, box.half.y),
				vec3_scale(box.axes.z, box.half.z) },
		0 };
}

// An interval on an axis.
typedef struct SatRange {
	Real min;
	Real max;
} SatRange;

// Returns where a hull is on an axis through an origin, times the length of the axis.
SatRange mk_sat_project(const SatHull *hull, Vec3 origin, Vec3 axis);

// Returns the largest coordinate of a hull relative to an origin, m; infinity if a
// vertex is NaN or infinite.
Real mk_sat_size(const SatHull *hull, Vec3 origin);

// Returns the axis that two edges make: ab x cd; if they are parallel as far as the
// precision can tell, the perpendicular of ab in their common plane; zero if they are on one
// line, for the caller to skip.
Vec3 mk_sat_edge_axis(Segment ab, Segment cd);

// Returns whether two hulls overlap, stopping at the first axis that separates. `cache`, if not
// NULL, holds an axis that is tried first, and receives the one found.
SatResult mk_sat_overlap(const SatHull *a, const SatHull *b, SatAxis *cache);

// Returns the axis of smallest overlap per unit length, and with it normal,
// depth and a contact point.
SatResult mk_sat_contact(const SatHull *a, const SatHull *b);
