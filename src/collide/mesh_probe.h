// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A convex shape against the triangles of a surface, one after the other. For each triangle only
// the directions that the surface allows there are looked at (mesh_normals.h), and the one that
// parts the two most is the contact normal: an illegal normal cannot come up, and the depth
// belongs to the normal. Flat triangles in flat surroundings, most of all there are, need the
// normal of their face alone.
#pragma once

#include "collide/mesh_cluster.h"
#include "collide/mesh_normals.h"

// Cosine up to which the part that faced one normal also serves for another, a
// milliradian off. What curved parts lose is half the square of that, of their radius;
// larger: a ball's depth is wrong.
#define MK_PROBE_SAME_FACING ((Real)1 - (Real)5e-7)

// The convex shape in the frame of the surface, whose origin is that of the shape.
typedef struct Probe {
	ShapeInstance shape; // in the frame
	ShapeInstance core;  // the same without radius
	Aabb box;            // of the shape, with margin
	Vec3 center;         // its middle, or where that would be on the side that it belongs to
	Real radius;         // m; around the core
	Real margin;         // m; points apart by more than this are left out
	Real slop;           // m; contact_slop of the shape
	Real rounding;       // m; error of a separation
	Real curve;  // m; how far what is deepest moves at most when the normal turns, per radian
	Real wander; // m; how far it may at a flat edge; set by the caller
	bool is_overlapping; // out: the shape and some triangle overlap for certain
	bool is_doubtful;    // out: there are contacts that are not proven
	ShapeFace face;      // the part that was last looked at ...
	Vec3 deepest;        // ... its support ...
	uint32_t deepest_id;
	Vec3 facing; // ... and the direction it faces, out of the surface; zero: none yet
	PenetrationCounters *counters; // of searches; NULL: not counted; set by the caller
} Probe;

// A direction in which a surface pushes, and how far the shape is from it.
typedef struct PushDirection {
	Vec3 normal;  // unit, out of the surface
	Real support; // m; least normal . x of the shape
	Real offset;  // m; normal . x of the surface there
	Vec3 point_a; // of the core and of the surface, above each other if there is a contact
	Vec3 point_b;
	uint32_t place;  // which edge or corner of the triangle
	uint32_t degree; // 2: face, 1: edge, 0: vertex
} PushDirection;

static inline Real push_separation(const PushDirection *push) {
	return push->support - push->offset;
}

// Returns the least normal . x of the shape, and where on the core.
static inline Real probe_support(const Probe *probe, Vec3 normal, Vec3 *point) {
	*point = instance_support_core(&probe->shape, vec3_negate(normal), MK_SHAPE_NO_ID).point;
	return vec3_dot(normal, *point) - probe->radius;
}

// Returns the separation of the shape or its core from another instance, counted.
Separation mk_probe_separation(
		const Probe *probe, const ShapeInstance *shape, const ShapeInstance *other);

// Returns a probe of a convex instance whose pose is in the frame.
Probe mk_probe(const ShapeInstance *shape, Real margin, Real surface_size);

// Adds the contact of one triangle to the list, if there is one.
void mk_probe_triangle(
		Probe *probe, const Surface *surface, const SurfaceTriangle *triangle, ContactList *list);

// Sine by which the direction to a vertex may leave its cone. Where it does by more, an edge or a
// face is nearer than the vertex, so this is for rounding alone; larger: a capsule along a ridge
// gets the normal of the ridge's end.
#define MK_CONE_ROUNDING ((Real)0.001)

// Returns the sine by which a direction may leave its cone because of the rounding of the way
// that it was made of, of this length (m).
static inline Real probe_slack(const Probe *probe, Real length) {
	Real rounding = MK_CONE_ROUNDING * real_abs(length) + 2 * probe->rounding;
	return rounding < MK_CONE_SLACK * real_abs(length) ? rounding / real_abs(length)
													   : MK_CONE_SLACK;
}

// Returns a triangle as a convex shape of its own; `shape` is where it is kept.
ShapeInstance mk_probe_instance(TriangleShape *shape, const SurfaceTriangle *triangle);

// Returns whether the shape and a triangle overlap.
bool mk_probe_overlaps(const Probe *probe, const SurfaceTriangle *triangle);

// Finds the part of the shape that faces a surface with this normal.
void mk_probe_face(Probe *probe, Vec3 normal);

typedef struct ArcInput {
	const Probe *probe;
	const Surface *surface;
	const SurfaceTriangle *triangle;
	uint32_t edge;
	EdgeClass class;
} ArcInput;

// Writes the best direction in the arc of an edge; returns false if it is that of the neighbouring
// face, to which the contact belongs.
bool mk_probe_arc(const ArcInput *input, PushDirection *push);

// Writes the best direction in the cone of a corner and returns true; false if it is on the border
// of the cone, where it belongs to an edge or a face.
bool mk_probe_vertex(const ArcInput *input, uint32_t corner, PushDirection *push);

typedef struct ProbeClip {
	const Probe *probe; // with the face for the normal
	const Surface *surface;
	const SurfaceTriangle *triangle;
	const PushDirection *push;
	const EdgeClass *classes; // three
} ProbeClip;

// Adds the points where the face of the shape and the triangle are above each other along a
// normal to the last contact of the list. Where the surface goes on flat beyond an edge,
// the edge makes no points.
void mk_probe_clip(const ProbeClip *clip, ContactList *list);
