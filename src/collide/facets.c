// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Which triangles a shape has, by kind.
#include "collide/facets.h"

#include "geometry/containment.h"
#include "shape/convex.h"
#include "shape/hull_shape.h"
#include "shape/mesh.h"

static bool box_get(const Shape *shape, uint32_t slot, Triangle *t) {
	// two for each side, corners as in shape/box.c
	static const uint8_t corners[12][3] = { { 0, 2, 6 }, { 0, 6, 4 }, { 1, 5, 7 }, { 1, 7, 3 },
		{ 0, 4, 5 }, { 0, 5, 1 }, { 2, 3, 7 }, { 2, 7, 6 }, { 0, 1, 3 }, { 0, 3, 2 }, { 4, 6, 7 },
		{ 4, 7, 5 } };
	t->a = shape->ops->vertex(shape, corners[slot][0]);
	t->b = shape->ops->vertex(shape, corners[slot][1]);
	t->c = shape->ops->vertex(shape, corners[slot][2]);
	return true;
}

static bool triangle_get(const Shape *shape, uint32_t slot, Triangle *t) {
	(void)slot;
	*t = ((const TriangleShape *)shape)->corners;
	return true;
}

// Half-edge k of a face stands for the triangle of the face's first corner and the ends of k.
static bool hull_get(const Shape *shape, uint32_t slot, Triangle *t) {
	const Hull *hull = &((const HullShape *)shape)->hull;
	const HullHalfEdge *edge = hull->half_edges + slot;
	uint32_t first = hull->faces[edge->face].first_edge;
	if (slot == first || edge->next == first) return false;
	t->a = hull->vertices[hull->half_edges[first].origin];
	t->b = hull->vertices[edge->origin];
	t->c = hull->vertices[hull->half_edges[edge->next].origin];
	return true;
}

static bool mesh_get(const Shape *shape, uint32_t slot, Triangle *t) {
	*t = mesh_triangle((const MeshShape *)shape, slot);
	return true;
}

static void init_hull(Facets *f) {
	const Hull *hull = &((const HullShape *)f->shape)->hull;
	if (hull->dimension < HULL_POLYGON) return;
	f->slots = hull->half_edge_count;
	f->is_solid = hull->dimension == HULL_SOLID;
	f->get = hull_get;
}

static void init_kind(Facets *f) {
	switch (f->shape->kind) {
		case SHAPE_BOX:
			f->slots = 12;
			f->is_solid = true;
			f->get = box_get;
			break;
		case SHAPE_TRIANGLE:
			f->slots = 1;
			f->get = triangle_get;
			break;
		case SHAPE_HULL: init_hull(f); break;
		case SHAPE_MESH:
			f->slots = ((const MeshShape *)f->shape)->triangle_count;
			f->is_solid = ((const MeshShape *)f->shape)->is_closed;
			f->get = mesh_get;
			break;
		default: break;
	}
}

bool mk_facets_init(Facets *facets, const Shape *shape, Affine map) {
	Mat3 m = map.linear;
	*facets = (Facets){ .shape = shape, .map = map };
	bool is_turned = !vec3_equals(m.x, vec3_axis(0)) || !vec3_equals(m.y, vec3_axis(1)) ||
			!vec3_equals(m.z, vec3_axis(2));
	facets->is_local = !is_turned && vec3_equals(map.origin, vec3_zero());
	if (shape->rounding > 0) return false;
	init_kind(facets);
	return facets->get != NULL;
}

static bool shape_holds(const Shape *shape, Vec3 p) {
	// the inverse of a map that all but flattens the shape takes points to
	// where squares are infinite
	if (!aabb_contains_point(shape->box, p)) return false;
	if (shape->kind != SHAPE_MESH) return mk_shape_closest(shape, p).is_inside;
	const MeshShape *mesh = (const MeshShape *)shape;
	TriangleMesh view = { mesh->points, mesh->point_count, mesh->indices, mesh->triangle_count };
	return mk_triangle_mesh_contains(view, p);
}

// A vertex of a mesh with a neighbour of lower number is inside if that one is, so only the others
// speak: one or a few for each connected part.
static bool speaks(const MeshShape *mesh, uint32_t vertex) {
	if (mesh->vertex_starts[vertex] == mesh->vertex_starts[vertex + 1]) return false;
	for (uint32_t i = mesh->vertex_starts[vertex]; i < mesh->vertex_starts[vertex + 1]; i++) {
		const uint32_t *corners = mesh->indices + (size_t)mesh->vertex_corners[i] / 3 * 3;
		if (corners[0] < vertex || corners[1] < vertex || corners[2] < vertex) return false;
	}
	return true;
}

// A corner may be on the surface of what the rest is in.
static Vec3 middle_of(const Shape *shape) {
	Vec3 sum = vec3_zero();
	for (uint32_t i = 0; i < shape->vertex_count; i++)
		sum = vec3_add(sum, shape->ops->vertex(shape, i));
	return vec3_scale(sum, 1 / (Real)shape->vertex_count);
}

bool mk_facets_hold(const Facets *solid, const Facets *other) {
	Affine to_solid;
	if (!solid->is_solid || !affine_invert(solid->map, &to_solid)) return false;
	to_solid = affine_multiply(to_solid, other->map);
	if (other->shape->kind != SHAPE_MESH) {
		return shape_holds(solid->shape, affine_point(to_solid, middle_of(other->shape)));
	}
	const MeshShape *mesh = (const MeshShape *)other->shape;
	for (uint32_t i = 0; i < mesh->point_count; i++) {
		if (!speaks(mesh, i)) continue;
		if (shape_holds(solid->shape, affine_point(to_solid, mesh->points[i]))) return true;
	}
	return false;
}
