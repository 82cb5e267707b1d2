// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Meshes and height fields as one thing: triangles in the frame of a pair, with the edges, vertices
// and neighbours of the whole surface around them. Maps are taken as they are: a scale that is not
// the same in all directions makes other ridges of the same mesh, a mirror turns the corners round.
//
// The frame of a surface has the axes of the shape if its pose is rigid (nothing needs turning
// then) and those outside if not; its origin is near the other shape, so that numbers stay small.
#pragma once

#include "shape/height_field.h"
#include "shape/instance.h"
#include "shape/mesh.h"

typedef struct Surface {
	const MeshShape *mesh; // one of the two is not NULL
	const HeightFieldShape *field;
	Affine map;      // from the shape's space to the frame
	Mat3 normals;    // maps normals up to a positive factor; fronts stay fronts
	bool is_local;   // the linear part of the map is the identity
	bool is_rigid;   // normals keep their length
	bool is_similar; // stored edge classes hold
	bool is_mirrored;
	bool is_two_sided;
	Real flat_sine; // not less than the sine between the normals at any flat edge
} Surface;

// A triangle in the frame, counter-clockwise seen from the side that is looked at.
typedef struct SurfaceTriangle {
	Vec3 corners[3];
	Vec3 normal;     // unit, towards that side
	uint32_t number; // place in a mesh, number in a height field
	bool is_turned;  // the second and third corner are the third and second of the shape
	bool is_back;    // seen from the back: ridges are valleys
} SurfaceTriangle;

// Told about each triangle, seen from its front.
typedef void SurfaceVisitor(void *context, const SurfaceTriangle *triangle);

typedef struct SurfaceQuery {
	Aabb box; // in the frame; triangles whose boxes do not touch it may be left out
	SurfaceVisitor *visit;
	void *context;
} SurfaceQuery;

static inline bool shape_is_surface(const Shape *shape) {
	return shape->kind == SHAPE_MESH || shape->kind == SHAPE_HEIGHT_FIELD;
}

// Returns the rigid map from the frame of a surface to the outside, with this origin outside.
Affine mk_surface_frame(const ShapeInstance *surface, Vec3 origin);

// Returns the pose of an instance seen from a frame.
Affine mk_frame_pose(const Affine *frame, const ShapeInstance *instance);

// Returns a mesh or a height field in a frame.
Surface mk_surface(const ShapeInstance *instance, const Affine *frame);

// Writes a triangle by its number and returns true; false for holes and
// where the map leaves no area.
bool mk_surface_triangle(const Surface *surface, uint32_t number, SurfaceTriangle *triangle);

// Writes the normal of a triangle by its number, as above, without the corners
// where they are not needed.
bool mk_surface_triangle_normal(const Surface *surface, uint32_t number, Vec3 *normal);

// Gives out the triangles in a box, by rising numbers of the tree or the grid.
void mk_surface_visit(const Surface *surface, const SurfaceQuery *query);

// Returns a box in the space of the shape around one in the frame; all of the shape's if the map
// flattens it.
Aabb mk_surface_box(const Surface *surface, Aabb box);

// Returns a point of the shape in the frame.
static inline Vec3 surface_map_point(const Surface *surface, Vec3 p) {
	return surface->is_local ? vec3_add(p, surface->map.origin) : affine_point(surface->map, p);
}

// Returns a unit normal of the shape in the frame; zero where the map leaves no area.
static inline Vec3 surface_map_normal(const Surface *surface, Vec3 normal) {
	if (surface->is_local) return normal;
	Vec3 mapped = mat3_apply(surface->normals, normal);
	return surface->is_rigid ? mapped : vec3_normalize(mapped);
}

// Returns the number of a triangle that queries report.
static inline uint32_t surface_index(const Surface *surface, uint32_t number) {
	return surface->mesh != NULL ? surface->mesh->sources[number] : number;
}

// Looks at the other side of a triangle.
static inline void surface_triangle_flip(SurfaceTriangle *triangle) {
	Vec3 second = triangle->corners[1];
	triangle->corners[1] = triangle->corners[2];
	triangle->corners[2] = second;
	triangle->normal = vec3_negate(triangle->normal);
	triangle->is_turned = !triangle->is_turned;
	triangle->is_back = !triangle->is_back;
}

// Returns which corner, or which edge, of the shape's triangle is corner or edge i of this one.
static inline uint32_t surface_corner(const SurfaceTriangle *t, uint32_t i) {
	return t->is_turned ? (3 - i) % 3 : i;
}
static inline uint32_t surface_edge(const SurfaceTriangle *t, uint32_t i) {
	return t->is_turned ? 2 - i : i;
}

// Returns a number that a vertex has in all of its triangles.
uint32_t mk_surface_vertex(const Surface *surface, const SurfaceTriangle *triangle, uint32_t i);

// Returns a number that an edge has in both of its triangles.
uint32_t mk_surface_edge_id(const Surface *surface, const SurfaceTriangle *triangle, uint32_t i);

// Returns a vertex in the frame.
Vec3 mk_surface_point(const Surface *surface, uint32_t vertex);

// Writes the number of the triangle across an edge of the shape's triangle and returns true; false
// if there is none or more than one.
bool mk_surface_neighbour(
		const Surface *surface, uint32_t number, uint32_t shape_edge, uint32_t *other);

// Returns the number of the first triangle at a vertex.
uint32_t mk_surface_triangle_at(const Surface *surface, uint32_t vertex);
