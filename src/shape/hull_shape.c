// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Convex hulls as shapes. Corner ids are vertices of the hull, face ids its faces; a flat hull seen
// from the side shows an edge, whose id is the number of faces plus the half-edge.
#include "shape/hull_shape.h"

#include "base/alloc.h"
#include "geometry/closest_polygon.h"
#include "geometry/hull_build.h"
#include "shape/bounds.h"
#include "shape/convex_query.h"
#include "shape/hull_face.h"
#include "shape/ops.h"
#include "shape/rounded_mass.h"
#include "shape/shape_create.h"

// Up to this many faces all of them are looked at to find a nearest point; above,
// iterating supports is faster.
enum { SCAN_FACES = 64 };

static const HullShape *hull_of(const Shape *shape) { return (const HullShape *)shape; }

static Vec3 support(const Shape *shape, Vec3 direction, uint32_t *id) {
	const HullShape *h = hull_of(shape);
	uint32_t count = h->hull.vertex_count;
	if (count > MK_HULL_COLD_SCAN_LIMIT && *id < count) {
		*id = mk_hull_hierarchy_climb(&h->hierarchy, &h->hull, direction, *id).vertex;
	} else if (count > MK_HULL_SCAN_LIMIT && *id < count) {
		*id = hull_support_climb(&h->hull, direction, *id);
	} else if (count <= MK_HULL_COLD_SCAN_LIMIT) {
		*id = mk_hull_support_scan(&h->hull, direction);
	} else {
		*id = mk_hull_hierarchy_support(&h->hierarchy, &h->hull, direction).vertex;
	}
	return h->hull.vertices[*id];
}

static Vec3 vertex(const Shape *shape, uint32_t id) { return hull_of(shape)->hull.vertices[id]; }

static ShapePoint closest(const Shape *shape, Vec3 p) {
	const HullShape *h = hull_of(shape);
	const Hull *hull = &h->hull;
	if (hull->dimension == HULL_SOLID && hull->face_count <= SCAN_FACES) {
		ConvexFaces faces = { hull->vertices, h->corners, h->starts, hull->planes,
			hull->face_count };
		PolyhedronPoint nearest = mk_closest_on_polyhedron(&faces, p);
		return (ShapePoint){ .point = nearest.point, .is_inside = nearest.is_inside };
	}
	if (hull->dimension < HULL_POLYGON) {
		Segment segment = { hull->vertices[0], hull->vertices[hull->vertex_count - 1] };
		Vec3 nearest = closest_on_segment(segment, p).point;
		return (ShapePoint){ .point = nearest, .is_inside = vec3_equals(nearest, p) };
	}
	ShapeInstance local = instance_local(shape);
	return mk_convex_nearest_core(&local, p);
}

static void face(const Shape *shape, const FaceQuery *query, ShapeFace *face) {
	const HullShape *h = hull_of(shape);
	uint32_t start = shape_support(shape, query->direction, MK_SHAPE_NO_ID).id;
	mk_hull_face(h, query, start, face);
}

// A flat hull is hit like a triangle.
static RayHit ray_polygon(const Hull *hull, const ShapeRay *ray) {
	TriangleRay prepared = mk_ray_prepare(ray->ray);
	RayHit first = { 0 };
	Vec3 a = hull->vertices[hull_face_vertex(hull, 0, 0)];
	for (uint32_t i = 2; i < hull->faces[0].edge_count; i++) {
		Triangle triangle = { a, hull->vertices[hull_face_vertex(hull, 0, i - 1)],
			hull->vertices[hull_face_vertex(hull, 0, i)] };
		RayHit hit = mk_ray_hit_triangle(&prepared, ray->range, triangle, RAY_SIDES_BOTH, NULL);
		if (hit.hit && (!first.hit || hit.t < first.t)) first = hit;
	}
	return first;
}

static ShapeRayHit ray(const Shape *shape, const ShapeRay *ray) {
	const Hull *hull = &hull_of(shape)->hull;
	if (shape->rounding > 0 || hull->dimension < HULL_POLYGON) {
		ShapeInstance local = instance_local(shape);
		return (ShapeRayHit){ .hit = mk_convex_ray(&local, ray->ray, ray->range) };
	}
	if (hull->dimension == HULL_POLYGON) return (ShapeRayHit){ .hit = ray_polygon(hull, ray) };
	HalfSpaces solid = { hull->planes, hull->face_count };
	return (ShapeRayHit){ .hit = mk_ray_hit_half_spaces(ray->ray, ray->range, solid) };
}

// Scans of all vertices find all six sides at once.
static Aabb bounds(const Shape *shape, const Affine *map) {
	const Hull *hull = &hull_of(shape)->hull;
	if (hull->vertex_count > MK_HULL_COLD_SCAN_LIMIT) return mk_convex_bounds(shape, map);
	Aabb reach = mk_hull_reach_scan(hull, mat3_transpose(map->linear));
	return bounds_reaching(map, reach, shape->rounding, shape->bound);
}

static MassProperties mass(const Shape *shape, const Affine *map) {
	return mk_mass_map(hull_of(shape)->mass, *map);
}

static void destroy(Shape *shape) {
	HullShape *h = (HullShape *)shape;
	mk_free(h->corners, h->hull.half_edge_count * sizeof(*h->corners));
	mk_free(h->starts, (h->hull.face_count + 1) * sizeof(*h->starts));
	mk_free(h->vertex_edges, h->hull.vertex_count * sizeof(*h->vertex_edges));
	mk_hull_arcs_free(&h->arcs);
	mk_hull_hierarchy_free(&h->hierarchy);
	mk_hull_free(&h->hull);
}

const ShapeOps mk_hull_shape_ops = {
	.name = "hull",
	.family = SHAPE_FAMILY_CONVEX,
	.support = support,
	.vertex = vertex,
	.closest = closest,
	.face = face,
	.ray = ray,
	.bounds = bounds,
	.mass = mass,
	.destroy = destroy,
};

static ShapeStatus check(const HullShapeInput *input) {
	if (input->points == NULL || input->count == 0) return SHAPE_NO_POINTS;
	for (uint32_t i = 0; i < input->count; i++) {
		ShapeStatus found = shape_check_point(input->points[i]);
		if (found != SHAPE_OK) return found;
	}
	return shape_check_radius(input->rounding);
}

// The faces as lists, and an edge that leaves each vertex.
static void index_faces(HullShape *h) {
	const Hull *hull = &h->hull;
	h->corners = mk_alloc(hull->half_edge_count * sizeof(*h->corners));
	h->starts = mk_alloc((hull->face_count + 1) * sizeof(*h->starts));
	h->vertex_edges = mk_alloc(hull->vertex_count * sizeof(*h->vertex_edges));
	for (uint32_t v = 0; v < hull->vertex_count; v++)
		h->vertex_edges[v] = MK_HULL_NONE;
	for (uint32_t e = hull->half_edge_count; e-- > 0;) {
		h->corners[e] = hull->half_edges[e].origin;
		h->vertex_edges[hull->half_edges[e].origin] = e;
	}
	for (uint32_t f = 0; f < hull->face_count; f++)
		h->starts[f] = hull->faces[f].first_edge;
	h->starts[hull->face_count] = hull->half_edge_count;
}

static ShapeStatus status_of(HullStatus status) {
	static const ShapeStatus statuses[] = {
		[HULL_OK] = SHAPE_OK,
		[HULL_NO_POINTS] = SHAPE_NO_POINTS,
		[HULL_NOT_FINITE] = SHAPE_NOT_FINITE,
		[HULL_TOO_MANY] = SHAPE_TOO_MANY,
	};
	return statuses[status];
}

Shape *mk_hull_shape_create(const HullShapeInput *input, ShapeStatus *status) {
	if (!shape_report(check(input), status)) return NULL;
	Hull hull = mk_hull_build(&(HullInput){
			.points = input->points, .count = input->count, .max_vertices = input->max_vertices });
	if (!shape_report(status_of(hull.status), status)) return NULL;
	HullShape *h = mk_shape_new(SHAPE_HULL, sizeof(*h));
	h->hull = hull;
	h->shape.rounding = input->rounding;
	h->shape.vertex_count = hull.vertex_count;
	Real bound_squared = 0;
	for (uint32_t v = 0; v < hull.vertex_count; v++)
		bound_squared = real_max(bound_squared, vec3_length_squared(hull.vertices[v]));
	h->shape.bound = real_sqrt(bound_squared) + input->rounding;
	index_faces(h);
	if (hull.vertex_count > MK_HULL_COLD_SCAN_LIMIT) h->hierarchy = mk_hull_hierarchy_build(&hull);
	h->arcs = mk_hull_arcs_build(&hull);
	h->mass = mk_mass_of_rounded_hull(&hull, input->rounding);
	return mk_shape_finish(&h->shape);
}

Hull mk_minkowski_difference(PointSet a, PointSet b) {
	uint64_t count = (uint64_t)a.count * b.count;
	if (count > UINT32_MAX) return (Hull){ .status = HULL_TOO_MANY };
	size_t bytes = mk_alloc_size((size_t)count, sizeof(Vec3));
	Vec3 *points = mk_alloc(bytes);
	for (uint32_t j = 0; j < b.count; j++) {
		for (uint32_t i = 0; i < a.count; i++)
			points[(size_t)j * a.count + i] = vec3_sub(a.points[i], b.points[j]);
	}
	Hull hull = mk_hull_build(&(HullInput){ .points = points, .count = (uint32_t)count });
	mk_free(points, bytes);
	return hull;
}
