// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Which directions a body can be pushed in by a surface. A point of a surface has a cone of
// normals: on a face it is the face's normal, on a ridge the arc between the normals of its two
// faces, on a vertex all directions that no edge at it goes along, in a valley nothing but the
// faces' normals. These are the cones of the whole surface, not of single triangles: a contact with
// any other normal would be one with an edge that is only there because a surface was cut into
// triangles, and bodies would bump on it.
#pragma once

#include "collide/mesh_surface.h"

// Sine by which a normal may leave its cone, of one degree, which is also the most that flat
// edges may have (MK_MESH_FLAT_SINE). Smaller: at a border each triangle may leave a contact to
// the other; larger: normals against the motion come back.
#define MK_CONE_SLACK MK_MESH_FLAT_SINE

// Returns the class of edge i, as seen from the side of the triangle and under the map.
EdgeClass mk_surface_edge_class(
		const Surface *surface, const SurfaceTriangle *triangle, uint32_t i);

// Writes the normal of the triangle across edge i, on the same side, and returns true; false if
// there is none or more than one.
bool mk_surface_normal_across(
		const Surface *surface, const SurfaceTriangle *triangle, uint32_t i, Vec3 *normal);

typedef struct ConeQuery {
	uint32_t vertex;
	Vec3 direction; // unit
	Real slack;     // sine by which it may leave the cone
} ConeQuery;

// Returns whether a direction is in the cone of a vertex.
bool mk_surface_vertex_allows(const Surface *surface, const ConeQuery *query);

// Returns the sum of the normals of all triangles at a vertex, weighted by their angles there: a
// direction in the middle of its cone, of any length.
Vec3 mk_surface_vertex_normal(const Surface *surface, uint32_t vertex);

typedef struct ArcQuery {
	uint32_t edge;  // of the triangle
	Vec3 direction; // unit, across the edge
	Real slack;     // sine by which it may leave the arc
} ArcQuery;

// Returns whether a direction is in the arc of an edge. Flat edges allow the normals of their
// faces, valleys nothing, open edges everything that does not go into their triangle.
bool mk_surface_edge_allows(
		const Surface *surface, const SurfaceTriangle *triangle, const ArcQuery *query);

typedef struct PointNormal {
	Vec3 point;
	Vec3 direction; // unit
	Real width;     // m; how far a triangle may be from the point and still hold it
} PointNormal;

// Returns whether no triangle that holds a point goes along a direction from there. Where edges end
// in the middle of others, or belong to more than two triangles, neighbours alone do not tell.
// Looks for triangles around the point, but only in meshes that have such edges.
bool mk_surface_point_allows(const Surface *surface, const PointNormal *query);
