// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A convex shape on its way, in double: where it is at any time, its farthest points there, and how
// far its points are from what it turns about. Everything is relative to the start of A's centre,
// in the axes outside, so numbers are as small as the pair and its motion.
//
// A vector c that turns about a unit axis u is, at angle x, c_u + cos(x) (c - c_u) +
// sin(x) u x c with c_u = u (u . c): the three parts are computed once, a pose is then a
// sine, a cosine and a few sums.
#pragma once

#include "collide/toi.h"
#include "geometry/double3.h"

// From the shape's space to that of the pair: three columns and an origin. Of a half-space: the
// normal, two columns that mean nothing, and a point of the plane.
typedef struct FinePose {
	Double3 columns[3];
	Double3 origin;
} FinePose;

// A vector that turns.
typedef struct TurningVector {
	Double3 along;  // part along the axis
	Double3 across; // the rest, at angle 0
	Double3 beside; // axis x vector: the rest, a quarter turn later
} TurningVector;

typedef struct FineSide {
	const Shape *shape;
	TurningVector columns[3];
	TurningVector offset; // of the shape's origin from the centre
	Double3 center;       // at time 0
	Double3 motion;
	Double3 turn;    // rad
	double angle;    // rad; its length
	double reach;    // m; no point of the core is farther from the centre ...
	double swing;    // m; ... and none farther from the axis through it
	double rounding; // m; what is added to the core
	double slack;    // m; error of a support that comes from the shape's own precision
	bool is_round;   // the core includes the shape's own rounding (instance.h)
	bool is_box;     // supports are exact and inline
	bool is_listed;  // few corners: all are tried in double
	bool is_plane;   // half-space
} FineSide;

// Fills a side; `origin` is that of the pair. Returns false if a number is not usable.
bool mk_fine_side(FineSide *side, const Sweep *sweep, Vec3 origin);

// Returns the pose at a time.
FinePose mk_fine_pose(const FineSide *side, double time);

static inline double fine_min(double a, double b) { return a < b ? a : b; }
static inline double fine_max(double a, double b) { return a > b ? a : b; }

// Returns the centre at a time.
static inline Double3 fine_center(const FineSide *side, double time) {
	return double3_add(side->center, double3_scale(side->motion, time));
}

static inline Double3 fine_point(const FinePose *pose, Vec3 local) {
	Double3 p = pose->origin;
	p = double3_add(p, double3_scale(pose->columns[0], (double)local.x));
	p = double3_add(p, double3_scale(pose->columns[1], (double)local.y));
	return double3_add(p, double3_scale(pose->columns[2], (double)local.z));
}

// Returns the farthest point of the core along a unit direction, with its
// place in the shape's space.
Double3 mk_fine_support(const FineSide *side, const FinePose *pose, Double3 direction, Vec3 *local);
