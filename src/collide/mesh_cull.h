// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Which of eight triangles a convex shape may touch: all that a look at the box around the shape
// can tell, in lanes. A triangle is left out if a plane parts the two by more than the margin (that
// of the triangle, those that stand on its edges, those of the box), and a triangle in a flat part
// also if no corner of the shape's face is over it. Always in single precision, with room for its
// rounding: what is left out has no contact, what is left is looked at in full (mesh_probe.h).
#pragma once

#include "math/wide_lanes.h"
#include "shape/shape.h"

#define MK_CULL_LANES 8

// Triangles in the frame of a surface, side by side.
typedef struct CullBatch {
	_Alignas(32) float corners[3][3][MK_CULL_LANES]; // corner, axis, triangle
	_Alignas(32) float normals[3][MK_CULL_LANES];    // unit, towards the front
	uint32_t numbers[MK_CULL_LANES];
	uint32_t count;
	uint32_t flat; // bit per triangle: the surface goes on flat beyond all of its edges
} CullBatch;

// A convex shape in the same frame.
typedef struct CullShape {
	float center[3];  // of a box around it
	float axes[3][3]; // of that box, unit
	float halves[3];
	float reach;  // m; size of all this, for rounding
	float margin; // m; with what contacts may be beside the triangle
	float side[3];
	float behind; // m; how far `side` may be behind a triangle that holds
	// the face that was last looked at; no points: none
	float facing[3];    // the direction it faces, out of the surface
	float least_cosine; // from which on a normal is that direction
	float width;        // m; how far beside a triangle a point still counts
	uint32_t point_count;
	float points[MK_FACE_POINTS + 1][3];
} CullShape;

// Returns a bit for each triangle that must be looked at; bits from `count` on mean nothing.
typedef uint32_t CullKernel(const CullBatch *batch, const CullShape *shape);

// Returns the fastest variant, or the one with 1 (plain loops), 4 or 8 lanes, NULL if there is none
// here. All give the same bits.
CullKernel *mk_cull_kernel(void);
CullKernel *mk_cull_kernel_for(int lanes);
