// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Reading triangles of meshes and height fields into the frame of a pair.
#include "collide/mesh_surface.h"

Affine mk_surface_frame(const ShapeInstance *surface, Vec3 origin) {
	Mat3 axes = surface->is_rigid ? surface->pose.linear : mat3_identity();
	return (Affine){ axes, origin };
}

Affine mk_frame_pose(const Affine *frame, const ShapeInstance *instance) {
	Vec3 offset = vec3_sub(instance->pose.origin, frame->origin);
	return (Affine){ mat3_multiply_transposed(frame->linear, instance->pose.linear),
		mat3_apply_transposed(frame->linear, offset) };
}

static bool has_axes_of(const ShapeInstance *instance, const Affine *frame) {
	Mat3 a = instance->pose.linear;
	Mat3 b = frame->linear;
	return instance->is_rigid && vec3_equals(a.x, b.x) && vec3_equals(a.y, b.y) &&
			vec3_equals(a.z, b.z);
}

Surface mk_surface(const ShapeInstance *instance, const Affine *frame) {
	const Shape *shape = instance->shape;
	Surface surface = { .map = mk_frame_pose(frame, instance),
		.is_local = has_axes_of(instance, frame),
		.is_rigid = instance->is_rigid,
		.is_similar = instance->is_similar,
		.is_two_sided = true };
	if (shape->kind == SHAPE_MESH) {
		surface.mesh = (const MeshShape *)shape;
		surface.is_two_sided = surface.mesh->is_two_sided;
		surface.flat_sine = surface.mesh->flat_sine;
	} else {
		surface.field = (const HeightFieldShape *)shape;
		surface.flat_sine = surface.field->flat_sine;
	}
	if (!surface.is_similar) surface.flat_sine = MK_MESH_FLAT_SINE;
	if (surface.is_local) surface.map.linear = mat3_identity();
	surface.is_mirrored = mat3_determinant(surface.map.linear) < 0;
	Mat3 cofactor = mat3_cofactor(surface.map.linear);
	if (surface.is_mirrored) cofactor = mat3_scale(cofactor, -1);
	surface.normals = surface.is_rigid ? surface.map.linear : cofactor;
	return surface;
}

// Brings a triangle of the shape into the frame; returns whether it has a normal there.
static bool map_triangle(
		const Surface *surface, Triangle corners, Vec3 normal, SurfaceTriangle *triangle) {
	Vec3 b = surface->is_mirrored ? corners.c : corners.b;
	Vec3 c = surface->is_mirrored ? corners.b : corners.c;
	triangle->corners[0] = surface_map_point(surface, corners.a);
	triangle->corners[1] = surface_map_point(surface, b);
	triangle->corners[2] = surface_map_point(surface, c);
	triangle->normal = surface_map_normal(surface, normal);
	triangle->is_turned = surface->is_mirrored;
	triangle->is_back = false;
	return !vec3_equals(triangle->normal, vec3_zero());
}

static Triangle field_triangle(const HeightFieldShape *field, uint32_t number) {
	uint32_t cell = number / 2;
	uint32_t cells_x = field->width - 1;
	return height_field_triangle(field, cell % cells_x, cell / cells_x, number % 2);
}

bool mk_surface_triangle(const Surface *surface, uint32_t number, SurfaceTriangle *triangle) {
	triangle->number = number;
	if (surface->mesh != NULL) {
		return map_triangle(surface, mesh_triangle(surface->mesh, number),
				surface->mesh->normals[number], triangle);
	}
	Triangle t = field_triangle(surface->field, number);
	if (!height_field_exists(t)) return false;
	return map_triangle(surface, t, vec3_normalize(triangle_normal_area(t)), triangle);
}

bool mk_surface_triangle_normal(const Surface *surface, uint32_t number, Vec3 *normal) {
	if (surface->mesh != NULL) {
		*normal = surface_map_normal(surface, surface->mesh->normals[number]);
		return !vec3_equals(*normal, vec3_zero());
	}
	SurfaceTriangle triangle;
	if (!mk_surface_triangle(surface, number, &triangle)) return false;
	*normal = triangle.normal;
	return true;
}

Aabb mk_surface_box(const Surface *surface, Aabb box) {
	if (surface->is_local) {
		// one rounding of the difference, as in the corners themselves
		Vec3 origin = surface->map.origin;
		Vec3 slack = vec3_scale(
				vec3_add(vec3_abs(origin), vec3_max(vec3_abs(box.min), vec3_abs(box.max))),
				2 * MK_EPSILON);
		return (Aabb){ vec3_sub(vec3_sub(box.min, origin), slack),
			vec3_add(vec3_sub(box.max, origin), slack) };
	}
	Affine inverse;
	if (affine_invert(surface->map, &inverse)) return aabb_transform(box, inverse);
	return surface->mesh != NULL ? surface->mesh->shape.box : surface->field->shape.box;
}

// A query on its way, in the space of the shape.
typedef struct Walk {
	const Surface *surface;
	const SurfaceQuery *query;
	Aabb box;
} Walk;

static bool is_in_box(Triangle t, Aabb box) {
	Aabb own = { vec3_min(t.a, vec3_min(t.b, t.c)), vec3_max(t.a, vec3_max(t.b, t.c)) };
	return aabb_overlaps(own, box);
}

static bool visit_places(void *context, uint32_t first, uint32_t count) {
	const Walk *walk = context;
	const MeshShape *mesh = walk->surface->mesh;
	for (uint32_t place = first; place < first + count; place++) {
		Triangle t = mesh_triangle(mesh, place);
		if (!is_in_box(t, walk->box)) continue;
		SurfaceTriangle triangle = { .number = place };
		if (!map_triangle(walk->surface, t, mesh->normals[place], &triangle)) continue;
		walk->query->visit(walk->query->context, &triangle);
	}
	return true;
}

static void visit_cell(const Walk *walk, uint32_t x, uint32_t z) {
	const HeightFieldShape *field = walk->surface->field;
	for (uint32_t which = 0; which < 2; which++) {
		Triangle t = height_field_triangle(field, x, z, which);
		if (!height_field_exists(t) || !is_in_box(t, walk->box)) continue;
		SurfaceTriangle triangle = { .number = 2 * (z * (field->width - 1) + x) + which };
		Vec3 normal = vec3_normalize(triangle_normal_area(t));
		if (!map_triangle(walk->surface, t, normal, &triangle)) continue;
		walk->query->visit(walk->query->context, &triangle);
	}
}

// The cells from low to high (not included) that [min, max] touches; none for NaN.
static void cell_range(Real min, Real max, uint32_t samples, uint32_t range[2]) {
	Real half = (Real)(samples - 1) / 2;
	Real last = (Real)(samples - 1);
	bool is_any = max + half >= 0 && min + half <= last;
	range[0] = is_any ? (uint32_t)real_clamp(real_ceil(min + half) - 1, 0, last) : 0;
	range[1] = is_any ? (uint32_t)real_clamp(real_floor(max + half) + 1, 0, last) : 0;
}

static uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }
static uint32_t larger(uint32_t a, uint32_t b) { return a > b ? a : b; }

// The finest tiles of the pyramid are enough: a body is seldom over more than a few of them.
static void visit_tile(const Walk *walk, const uint32_t x[2], const uint32_t z[2], uint32_t tile) {
	const HeightFieldShape *field = walk->surface->field;
	HeightRange range = field->ranges[field->levels[0].first + tile];
	if (!(range.min <= walk->box.max.y && range.max >= walk->box.min.y)) return;
	uint32_t tile_x = tile % field->levels[0].width * MK_HEIGHT_TILE;
	uint32_t tile_z = tile / field->levels[0].width * MK_HEIGHT_TILE;
	for (uint32_t k = larger(z[0], tile_z); k < smaller(z[1], tile_z + MK_HEIGHT_TILE); k++) {
		for (uint32_t i = larger(x[0], tile_x); i < smaller(x[1], tile_x + MK_HEIGHT_TILE); i++)
			visit_cell(walk, i, k);
	}
}

static void visit_field(const Walk *walk) {
	const HeightFieldShape *field = walk->surface->field;
	uint32_t x[2];
	uint32_t z[2];
	cell_range(walk->box.min.x, walk->box.max.x, field->width, x);
	cell_range(walk->box.min.z, walk->box.max.z, field->depth, z);
	if (x[0] >= x[1] || z[0] >= z[1]) return;
	for (uint32_t k = z[0] / MK_HEIGHT_TILE; k <= (z[1] - 1) / MK_HEIGHT_TILE; k++) {
		for (uint32_t i = x[0] / MK_HEIGHT_TILE; i <= (x[1] - 1) / MK_HEIGHT_TILE; i++)
			visit_tile(walk, x, z, k * field->levels[0].width + i);
	}
}

void mk_surface_visit(const Surface *surface, const SurfaceQuery *query) {
	Walk walk = { surface, query, mk_surface_box(surface, query->box) };
	if (surface->mesh != NULL) {
		mk_mesh_bvh_query(&surface->mesh->tree, walk.box, visit_places, &walk);
	} else {
		visit_field(&walk);
	}
}

// Corners of a height field's triangles: steps in x and z from the sample with the cell's name.
static const uint8_t field_corners[2][3][2] = {
	{ { 0, 0 }, { 0, 1 }, { 1, 0 } },
	{ { 1, 1 }, { 1, 0 }, { 0, 1 } },
};

uint32_t mk_surface_vertex(const Surface *surface, const SurfaceTriangle *triangle, uint32_t i) {
	uint32_t corner = surface_corner(triangle, i);
	if (surface->mesh != NULL) return surface->mesh->indices[3 * triangle->number + corner];
	const HeightFieldShape *field = surface->field;
	uint32_t cell = triangle->number / 2;
	uint32_t cells_x = field->width - 1;
	const uint8_t *step = field_corners[triangle->number % 2][corner];
	return (cell / cells_x + step[1]) * field->width + cell % cells_x + step[0];
}

Vec3 mk_surface_point(const Surface *surface, uint32_t vertex) {
	if (surface->mesh != NULL) return surface_map_point(surface, surface->mesh->points[vertex]);
	const HeightFieldShape *field = surface->field;
	return surface_map_point(
			surface, height_field_point(field, vertex % field->width, vertex / field->width));
}

// Where the neighbours across the three edges of a height field's triangle are: steps in x and z.
// The edge has the same number in both.
static const int8_t field_steps[2][3][2] = {
	{ { -1, 0 }, { 0, 0 }, { 0, -1 } },
	{ { 1, 0 }, { 0, 0 }, { 0, 1 } },
};

static bool field_neighbour(
		const HeightFieldShape *field, uint32_t number, uint32_t edge, uint32_t *other) {
	uint32_t cells_x = field->width - 1;
	const int8_t *step = field_steps[number % 2][edge];
	int64_t x = (int64_t)(number / 2 % cells_x) + step[0];
	int64_t z = (int64_t)(number / 2 / cells_x) + step[1];
	if (x < 0 || z < 0 || x >= cells_x || z >= field->depth - 1) return false;
	*other = 2 * ((uint32_t)z * cells_x + (uint32_t)x) + 1 - number % 2;
	return height_field_exists(field_triangle(field, *other));
}

bool mk_surface_neighbour(
		const Surface *surface, uint32_t number, uint32_t shape_edge, uint32_t *other) {
	if (surface->mesh == NULL) return field_neighbour(surface->field, number, shape_edge, other);
	uint32_t corner = surface->mesh->neighbours[3 * number + shape_edge];
	*other = corner / 3;
	return corner != MK_MESH_NONE;
}

uint32_t mk_surface_edge_id(const Surface *surface, const SurfaceTriangle *triangle, uint32_t i) {
	uint32_t edge = surface_edge(triangle, i);
	uint32_t own = 3 * triangle->number + edge;
	uint32_t other;
	if (surface->mesh != NULL) return smaller(own, surface->mesh->neighbours[own]);
	if (!field_neighbour(surface->field, triangle->number, edge, &other)) return own;
	return smaller(own, 3 * other + edge);
}

// The first triangle at a vertex of a height field; it has one in the cells around it.
static uint32_t field_triangle_at(const Surface *surface, uint32_t vertex) {
	uint32_t width = surface->field->width;
	uint32_t x = vertex % width;
	uint32_t z = vertex / width;
	for (uint32_t k = 0; k < 8; k++) {
		uint32_t cell_x = x - (k >> 1 & 1);
		uint32_t cell_z = z - (k >> 2);
		// below zero is above all
		if (cell_x >= width - 1 || cell_z >= surface->field->depth - 1) continue;
		SurfaceTriangle t;
		uint32_t number = 2 * (cell_z * (width - 1) + cell_x) + (k & 1);
		if (!mk_surface_triangle(surface, number, &t)) continue;
		for (uint32_t i = 0; i < 3; i++) {
			if (mk_surface_vertex(surface, &t, i) == vertex) return number;
		}
	}
	return 0;
}

uint32_t mk_surface_triangle_at(const Surface *surface, uint32_t vertex) {
	const MeshShape *mesh = surface->mesh;
	if (mesh == NULL) return field_triangle_at(surface, vertex);
	return mesh->vertex_corners[mesh->vertex_starts[vertex]] / 3;
}
