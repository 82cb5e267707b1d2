// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Cones by their borders: a direction is a normal of a vertex if no edge leaves the vertex along
// it, and of an edge if neither face does.
#include "collide/mesh_normals.h"

#include "geometry/closest_triangle.h"
#include "math/trig.h"

static EdgeClass stored_class(const Surface *surface, uint32_t number, uint32_t edge) {
	if (surface->mesh != NULL) return (EdgeClass)surface->mesh->edge_classes[3 * number + edge];
	uint32_t bits = (uint32_t)surface->field->classes[number / 2] >> (6 * (number % 2));
	return (EdgeClass)(bits >> (2 * edge) & 3);
}

static EdgeClass seen_from_back(EdgeClass class) {
	if (class == EDGE_CONVEX) return EDGE_CONCAVE;
	return class == EDGE_CONCAVE ? EDGE_CONVEX : class;
}

bool mk_surface_normal_across(
		const Surface *surface, const SurfaceTriangle *triangle, uint32_t i, Vec3 *normal) {
	uint32_t number;
	uint32_t edge = surface_edge(triangle, i);
	if (!mk_surface_neighbour(surface, triangle->number, edge, &number)) return false;
	Vec3 other;
	if (!mk_surface_triangle_normal(surface, number, &other)) return false;
	*normal = triangle->is_back ? vec3_negate(other) : other;
	return true;
}

static Vec3 edge_unit(const SurfaceTriangle *triangle, uint32_t i) {
	return vec3_normalize(vec3_sub(triangle->corners[(i + 1) % 3], triangle->corners[i]));
}

static Vec3 corner_sum(const SurfaceTriangle *t) {
	return vec3_add(t->corners[0], vec3_add(t->corners[1], t->corners[2]));
}

// A map that is no similarity makes other classes than those that are stored.
static EdgeClass mapped_class(const Surface *surface, const SurfaceTriangle *triangle, uint32_t i) {
	uint32_t number;
	SurfaceTriangle other;
	uint32_t edge = surface_edge(triangle, i);
	if (!mk_surface_neighbour(surface, triangle->number, edge, &number) ||
			!mk_surface_triangle(surface, number, &other)) {
		return EDGE_OPEN;
	}
	Vec3 start = triangle->corners[i];
	Vec3 end = triangle->corners[(i + 1) % 3];
	// what the corners of the other one have besides those of the edge
	Vec3 apex = vec3_sub(corner_sum(&other), vec3_add(start, end));
	Vec3 most = vec3_max(vec3_abs(surface->map.origin), vec3_max(vec3_abs(start), vec3_abs(apex)));
	EdgeSeam seam = {
		.start = start,
		.end = end,
		.apexes = { triangle->corners[(i + 2) % 3], apex },
		.normals = { triangle->normal,
				triangle->is_back ? vec3_negate(other.normal) : other.normal },
		.size = 2 * vec3_max_element(most),
	};
	return mk_edge_classify(&seam);
}

EdgeClass mk_surface_edge_class(
		const Surface *surface, const SurfaceTriangle *triangle, uint32_t i) {
	EdgeClass class = stored_class(surface, triangle->number, surface_edge(triangle, i));
	if (surface->is_similar) return triangle->is_back ? seen_from_back(class) : class;
	if (class == EDGE_OPEN || class == EDGE_SHARED) return class;
	return mapped_class(surface, triangle, i);
}

// Whether a direction has no more than the slack along a side of any length.
static bool is_not_along(Vec3 direction, Vec3 side, Real slack) {
	Real along = vec3_dot(direction, side);
	return !(along > 0) || along * along <= slack * slack * vec3_length_squared(side);
}

static bool mesh_vertex_allows(const Surface *surface, const ConeQuery *query) {
	const MeshShape *mesh = surface->mesh;
	uint32_t vertex = query->vertex;
	Vec3 center = mesh->points[vertex];
	for (uint32_t k = mesh->vertex_starts[vertex]; k < mesh->vertex_starts[vertex + 1]; k++) {
		uint32_t corner = mesh->vertex_corners[k];
		uint32_t first = corner - corner % 3;
		for (uint32_t j = 1; j < 3; j++) {
			Vec3 side = vec3_sub(mesh->points[mesh->indices[first + (corner + j) % 3]], center);
			if (!surface->is_local) side = mat3_apply(surface->map.linear, side);
			if (!is_not_along(query->direction, side, query->slack)) return false;
		}
	}
	return true;
}

// The samples around one, in the order in which they make triangles with it.
static const int8_t ring[7][2] = {
	{ 1, 0 },
	{ 0, 1 },
	{ -1, 1 },
	{ -1, 0 },
	{ 0, -1 },
	{ 1, -1 },
	{ 1, 0 },
};

// Writes the side to a sample of the ring and returns true; false beyond the border and in holes.
static bool ring_side(const Surface *surface, uint32_t vertex, uint32_t i, Vec3 *side) {
	const HeightFieldShape *field = surface->field;
	int64_t x = (int64_t)(vertex % field->width) + ring[i][0];
	int64_t z = (int64_t)(vertex / field->width) + ring[i][1];
	if (x < 0 || z < 0 || x >= field->width || z >= field->depth) return false;
	Real height = field->heights[(uint32_t)z * field->width + (uint32_t)x];
	*side = vec3((Real)ring[i][0], height - field->heights[vertex], (Real)ring[i][1]);
	if (!surface->is_local) *side = mat3_apply(surface->map.linear, *side);
	return height == height;
}

static bool field_vertex_allows(const Surface *surface, const ConeQuery *query) {
	uint32_t vertex = query->vertex;
	for (uint32_t i = 0; i < 6; i++) {
		Vec3 first;
		Vec3 second;
		// sides count if they are those of a triangle
		if (!ring_side(surface, vertex, i, &first) || !ring_side(surface, vertex, i + 1, &second))
			continue;
		if (!is_not_along(query->direction, first, query->slack)) return false;
		if (!is_not_along(query->direction, second, query->slack)) return false;
	}
	return true;
}

bool mk_surface_vertex_allows(const Surface *surface, const ConeQuery *query) {
	if (surface->mesh != NULL) return mesh_vertex_allows(surface, query);
	return field_vertex_allows(surface, query);
}

bool mk_surface_edge_allows(
		const Surface *surface, const SurfaceTriangle *triangle, const ArcQuery *query) {
	uint32_t edge = query->edge;
	Vec3 along = edge_unit(triangle, edge);
	Vec3 in = vec3_cross(triangle->normal, along);
	if (!is_not_along(query->direction, in, query->slack)) return false;
	EdgeClass class = mk_surface_edge_class(surface, triangle, edge);
	if (class == EDGE_OPEN || class == EDGE_SHARED) return true;
	Vec3 other;
	if (class == EDGE_CONCAVE || !mk_surface_normal_across(surface, triangle, edge, &other))
		return false;
	// the neighbour has the edge the other way round
	return is_not_along(query->direction, vec3_cross(along, other), query->slack);
}

// The angle of a triangle at a corner, rad.
static Real angle_at(const SurfaceTriangle *t, uint32_t i) {
	Vec3 u = vec3_sub(t->corners[(i + 1) % 3], t->corners[i]);
	Vec3 v = vec3_sub(t->corners[(i + 2) % 3], t->corners[i]);
	return real_atan2(vec3_length(vec3_cross(u, v)), vec3_dot(u, v));
}

static Vec3 add_weighted(const Surface *surface, uint32_t number, uint32_t vertex, Vec3 sum) {
	SurfaceTriangle t;
	if (!mk_surface_triangle(surface, number, &t)) return sum;
	for (uint32_t i = 0; i < 3; i++) {
		if (mk_surface_vertex(surface, &t, i) != vertex) continue;
		sum = vec3_add_scaled(sum, t.normal, angle_at(&t, i));
	}
	return sum;
}

Vec3 mk_surface_vertex_normal(const Surface *surface, uint32_t vertex) {
	Vec3 sum = vec3_zero();
	const MeshShape *mesh = surface->mesh;
	for (uint32_t k = mesh != NULL ? mesh->vertex_starts[vertex] : 0;
			mesh != NULL && k < mesh->vertex_starts[vertex + 1]; k++) {
		sum = add_weighted(surface, mesh->vertex_corners[k] / 3, vertex, sum);
	}
	for (uint32_t k = 0; mesh == NULL && k < 8; k++) {
		uint32_t width = surface->field->width;
		uint32_t x = vertex % width - (k >> 1 & 1);
		uint32_t z = vertex / width - (k >> 2);
		// below zero is above all
		if (x >= width - 1 || z >= surface->field->depth - 1) continue;
		sum = add_weighted(surface, 2 * (z * (width - 1) + x) + (k & 1), vertex, sum);
	}
	return sum;
}

typedef struct PointCone {
	const PointNormal *query;
	bool is_allowed;
} PointCone;

// Whether a triangle that the point is on would forbid the direction: it is the cone of its
// corners, seen from any of its points.
static bool forbids(const PointNormal *query, const SurfaceTriangle *t) {
	for (int i = 0; i < 3; i++) {
		Vec3 side = vec3_sub(t->corners[i], query->point);
		Real limit = query->width + MK_CONE_SLACK * vec3_length(side);
		if (vec3_dot(query->direction, side) > limit) return true;
	}
	return false;
}

static void ask_triangle(void *context, const SurfaceTriangle *t) {
	PointCone *cone = context;
	const PointNormal *query = cone->query;
	// few would, and that is sooner known than which ones are there
	if (!cone->is_allowed || !forbids(query, t)) return;
	Triangle corners = { t->corners[0], t->corners[1], t->corners[2] };
	Vec3 nearest = mk_closest_on_triangle(corners, query->point).point;
	Real squared = vec3_distance_squared(nearest, query->point);
	if (squared <= real_square(query->width)) cone->is_allowed = false;
}

bool mk_surface_point_allows(const Surface *surface, const PointNormal *query) {
	if (surface->mesh == NULL || !surface->mesh->has_borders) return true;
	PointCone cone = { query, true };
	Aabb box = aabb_from_center(query->point, vec3_splat(query->width));
	mk_surface_visit(surface, &(SurfaceQuery){ box, ask_triangle, &cone });
	return cone.is_allowed;
}
