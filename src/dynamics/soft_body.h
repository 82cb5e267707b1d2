// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Cloth and balloons: points with mass, edges that keep their length, pairs of triangles that keep
// their angle, and gas inside. Extended position based dynamics in small steps (Macklin, Mueller,
// Chentanez, XPBD, 2016; Macklin et al., Small Steps in Physics Simulation, 2019): an edge is a
// spring with a compliance in m/N, solved implicitly, so that results depend neither on the step
// nor on the mass becoming small. Points are in world space.
#pragma once

#include "base/array.h"
#include "math/aabb.h"
#include "math/transform.h"

typedef struct SoftPoint {
	Vec3 position;     // m
	Vec3 velocity;     // m/s
	Vec3 force;        // N, until the next step
	Vec3 shift;        // m; way since the sub-step began, zero between steps: kept apart from the
					   // position, whose digits are too coarse for a velocity
	Real inverse_mass; // 1/kg; 0 if pinned
	bool is_pinned;
} SoftPoint;

// Counter-clockwise seen from outside, if there is an outside.
typedef struct SoftTriangle {
	uint32_t points[3];
} SoftTriangle;

typedef struct SoftEdge {
	uint32_t points[2];
	Real length; // m, at rest
	Real pull;   // N s^2; of the present sub-step
} SoftEdge;

// Two triangles that share an edge.
typedef struct SoftBend {
	uint32_t points[4]; // ends of the edge, then the corners opposite to it
	Real sine;          // of the angle between the triangles at rest; 0 if flat
	Real cosine;
	Real length; // m, of the edge at rest
} SoftBend;

MK_ARRAY_DECLARE(SoftPointArray, soft_point_array, SoftPoint);
MK_ARRAY_DECLARE(SoftTriangleArray, soft_triangle_array, SoftTriangle);
MK_ARRAY_DECLARE(SoftEdgeArray, soft_edge_array, SoftEdge);
MK_ARRAY_DECLARE(SoftBendArray, soft_bend_array, SoftBend);
MK_ARRAY_DECLARE(SoftVectorArray, soft_vector_array, Vec3);

// What a soft body is made of.
typedef struct SoftMaterial {
	Real mass;          // kg, of all points together
	Real stiffness;     // N/m, of an edge; 0: none
	Real bending;       // no unit; stiffness against bending in parts of stiffness times length^2
	Real shrink;        // no unit; edges are shorter than they were by this part
	Real pressure;      // N m; pressure times volume, as of an ideal gas; 0: no gas
	Real damping;       // 1/s
	Real drag;          // no unit; coefficient of the air's resistance; 0: no air
	uint32_t sub_steps; // per step, at least 1
} SoftMaterial;

typedef struct SoftBody {
	SoftMaterial material;
	SoftPointArray points;
	SoftTriangleArray triangles;
	SoftEdgeArray edges;
	SoftBendArray bends;
	Real mean_length;          // m; of the edges at rest
	Real thickness;            // m; from the middle of the cloth to its surface, for contacts
	SoftVectorArray gradients; // of the volume, scratch of a step
	bool is_sleeping;
	bool can_sleep;
	Real still_time; // s; how long all points have been slow enough to sleep
} SoftBody;

// Returns cloth of 1 kg as Godot's nodes describe it by default.
SoftMaterial mk_soft_default_material(void);

// Gives the memory back and leaves a body without points.
void mk_soft_free(SoftBody *soft);

// Makes edges and bends of the points and triangles that are there; points share the mass equally.
// Triangles must name points that exist and differ.
void mk_soft_build(SoftBody *soft);

// Takes lengths and angles at rest from where the points are now.
void mk_soft_set_rest(SoftBody *soft);

// Gives every point its share of the material's mass, none to pinned ones; after changes of either.
void mk_soft_share_mass(SoftBody *soft);

// Holds a point where it is, or lets it go.
void mk_soft_pin(SoftBody *soft, uint32_t point, bool is_pinned);

// Moves all points by a finite map, stops them, and takes the result as the state of rest.
void mk_soft_transform(SoftBody *soft, Affine map);

// Returns the box around all points; empty if there are none.
Aabb mk_soft_bounds(const SoftBody *soft);

// Returns the volume inside the triangles, m^3; negative if they are turned inside out.
Real mk_soft_volume(const SoftBody *soft);

// Returns the way from one point to another inside a sub-step, m.
static inline Vec3 soft_way(const SoftPoint *from, const SoftPoint *to) {
	return vec3_add(vec3_sub(to->position, from->position), vec3_sub(to->shift, from->shift));
}

// Wakes the body and starts its time to sleep anew.
static inline void soft_wake(SoftBody *soft) {
	soft->is_sleeping = false;
	soft->still_time = 0;
}
