// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The mesh of a soft body: from render vertices to points and back to the screen.
#include "convert.h"
#include "server/describe.h"
#include "server/soft_body.h"
#include "variant.h"

#include <stdlib.h>

typedef struct Vertex {
	GdVector3 position;
	uint32_t index;
} Vertex;

MK_ARRAY_DECLARE(VertexArray, vertex_array, Vertex);

static int compare_reals(gd_real a, gd_real b) { return (a > b) - (a < b); }

// by place, then by number, so that the first of equal vertices names the point
static int compare_vertices(const void *a, const void *b) {
	const Vertex *va = a;
	const Vertex *vb = b;
	int order = compare_reals(va->position.x, vb->position.x);
	if (!order) order = compare_reals(va->position.y, vb->position.y);
	if (!order) order = compare_reals(va->position.z, vb->position.z);
	return order ? order : (va->index > vb->index) - (va->index < vb->index);
}

static bool is_same_place(GdVector3 a, GdVector3 b) {
	return a.x == b.x && a.y == b.y && a.z == b.z;
}

// every vertex gets the number of the first vertex at its place, then points
// are numbered in that order
static void merge_vertices(ServerSoftBody *body, VertexArray *vertices) {
	qsort(vertices->data, vertices->count, sizeof *vertices->data, compare_vertices);
	index_array_resize(&body->vertex_points, vertices->count);
	uint32_t first = 0;
	for (uint32_t i = 0; i < vertices->count; i++) {
		const Vertex *vertex = &vertices->data[i];
		bool is_new = i == 0 || !is_same_place(vertices->data[i - 1].position, vertex->position);
		if (is_new) first = vertex->index;
		body->vertex_points.data[vertex->index] = first;
	}
}

static void number_points(ServerSoftBody *body, const GdVector3 *positions) {
	for (uint32_t i = 0; i < body->vertex_points.count; i++) {
		uint32_t first = body->vertex_points.data[i];
		if (first == i) {
			body->vertex_points.data[i] = body->soft.points.count;
			soft_point_array_add(&body->soft.points)->position = vec3_from_godot(positions[i]);
		} else {
			body->vertex_points.data[i] = body->vertex_points.data[first];
		}
	}
}

static bool read_vertices(ServerSoftBody *body, const GdVariant *variant) {
	if (gd.variant_get_type(variant) != GDEXTENSION_VARIANT_TYPE_PACKED_VECTOR3_ARRAY) return false;
	GdPackedVector3Array array = gd_variant_to_packed_vector3_array(variant);
	int64_t count = gd_packed_vector3_array_size(&array);
	const GdVector3 *positions = count ? gd.packed_vector3_array_operator_index_const(&array, 0)
									   : NULL;
	VertexArray vertices = { 0 };
	bool is_fine = count > 0 && count < UINT32_MAX;
	for (int64_t i = 0; is_fine && i < count; i++) {
		is_fine = mk_vector3_is_finite(positions[i]);
		vertex_array_push(&vertices, (Vertex){ positions[i], (uint32_t)i });
	}
	if (is_fine) {
		merge_vertices(body, &vertices);
		number_points(body, positions);
	}
	vertex_array_free(&vertices);
	gd_packed_vector3_array_destroy(&array);
	return is_fine;
}

// front faces are clockwise in Godot, counter-clockwise in the engine
static void add_triangle(ServerSoftBody *body, const uint32_t points[3]) {
	if (points[0] == points[1] || points[1] == points[2] || points[2] == points[0]) return;
	SoftTriangle triangle = { { points[0], points[2], points[1] } };
	soft_triangle_array_push(&body->soft.triangles, triangle);
}

static bool read_triangles(ServerSoftBody *body, const GdVariant *variant) {
	if (gd.variant_get_type(variant) != GDEXTENSION_VARIANT_TYPE_PACKED_INT32_ARRAY) return false;
	GdPackedInt32Array array = gd_variant_to_packed_int32_array(variant);
	int64_t count = gd_packed_int32_array_size(&array);
	const int32_t *indices = count ? gd.packed_int32_array_operator_index_const(&array, 0) : NULL;
	bool is_fine = count >= 3 && count % 3 == 0;
	for (int64_t i = 0; is_fine && i < count; i += 3) {
		uint32_t points[3] = { 0 };
		for (uint32_t k = 0; k < 3; k++) {
			uint32_t vertex = (uint32_t)indices[i + k];
			is_fine = is_fine && vertex < body->vertex_points.count;
			if (is_fine) points[k] = body->vertex_points.data[vertex];
		}
		if (is_fine) add_triangle(body, points);
	}
	gd_packed_int32_array_destroy(&array);
	return is_fine;
}

static void clear_mesh(ServerSoftBody *body) {
	soft_point_array_clear(&body->soft.points);
	soft_triangle_array_clear(&body->soft.triangles);
	index_array_clear(&body->vertex_points);
}

// the rendering server is not there yet when our server is made, so it is looked up when needed
static GDExtensionObjectPtr rendering_server(void) {
	GdStringName name;
	gd.string_name_new_with_latin1_chars(&name, "RenderingServer", true);
	return gd.global_get_singleton(&name);
}

void mk_soft_mesh_fetch(GdRID mesh, GdArray *surface) {
	GDExtensionObjectPtr renderer = mesh.id ? rendering_server() : NULL;
	if (!renderer || gd_rendering_server_mesh_get_surface_count(renderer, mesh) < 1) return;
	gd_rendering_server_mesh_surface_get_arrays(renderer, mesh, 0, surface);
}

static bool read_surface(ServerSoftBody *body, const GdArray *surface) {
	return gd_array_size(surface) == GD_ARRAY_MAX &&
			read_vertices(body, gd.array_operator_index_const(surface, GD_ARRAY_VERTEX)) &&
			read_triangles(body, gd.array_operator_index_const(surface, GD_ARRAY_INDEX));
}

void mk_soft_body_read_mesh(
		ServerSoftBody *body, GdRID mesh, const GdArray *surface, const char *where) {
	clear_mesh(body);
	if (mesh.id && !read_surface(body, surface)) {
		clear_mesh(body);
		mk_item_report(&body->object.item, where,
				"RID %llu is not a mesh whose first surface has finite vertices and triangle indices;"
				" the soft body has no points.",
				(unsigned long long)mesh.id);
	}
	for (uint32_t i = 0; i < body->pinned.count; i++) {
		uint32_t vertex = body->pinned.data[i];
		if (vertex >= body->vertex_points.count) continue;
		body->soft.points.data[body->vertex_points.data[vertex]].is_pinned = true;
	}
	mk_soft_build(&body->soft);
	mk_soft_body_changed(body);
}

void mk_soft_body_transform(ServerSoftBody *body, const GdTransform3D *transform) {
	body->transform = *transform;
	mk_soft_transform(&body->soft, affine_from_godot(transform));
	mk_soft_body_changed(body);
}

GdAABB mk_soft_body_bounds(const ServerSoftBody *body) {
	if (!body->soft.points.count) return (GdAABB){ { 0, 0, 0 }, { 0, 0, 0 } };
	Aabb box = mk_soft_bounds(&body->soft);
	return (GdAABB){ vec3_to_godot(box.min), vec3_to_godot(vec3_sub(box.max, box.min)) };
}

static Vec3 position_of(const ServerSoftBody *body, uint32_t point) {
	return body->soft.points.data[point].position;
}

MK_ARRAY_DECLARE(Vec3Array, vec3_array, Vec3);

// normals of the points: the sum of the triangles' normals by area
static void sum_normals(const ServerSoftBody *body, Vec3Array *normals) {
	vec3_array_resize(normals, body->soft.points.count);
	for (uint32_t i = 0; i < body->soft.triangles.count; i++) {
		const uint32_t *corner = body->soft.triangles.data[i].points;
		Vec3 origin = position_of(body, corner[0]);
		Vec3 side_b = vec3_sub(position_of(body, corner[1]), origin);
		Vec3 side_c = vec3_sub(position_of(body, corner[2]), origin);
		Vec3 normal = vec3_cross(side_b, side_c);
		for (uint32_t k = 0; k < 3; k++) {
			Vec3 *sum = vec3_array_at(normals, corner[k]);
			*sum = vec3_add(*sum, normal);
		}
	}
}

// the handler writes into a vertex buffer without looking at bounds: exactly
// the mesh's vertices go out
void mk_soft_body_draw(const ServerSoftBody *body, GDExtensionObjectPtr handler) {
	Vec3Array normals = { 0 };
	sum_normals(body, &normals);
	for (uint32_t i = 0; i < body->vertex_points.count; i++) {
		uint32_t point = body->vertex_points.data[i];
		GdVector3 normal = vec3_to_godot(vec3_normalize(*vec3_array_at(&normals, point)));
		gd_physics_server3d_rendering_server_handler_set_vertex(
				handler, (int32_t)i, vec3_to_godot(position_of(body, point)));
		gd_physics_server3d_rendering_server_handler_set_normal(handler, (int32_t)i, normal);
	}
	GdAABB bounds = mk_soft_body_bounds(body);
	gd_physics_server3d_rendering_server_handler_set_aabb(handler, &bounds);
	vec3_array_free(&normals);
}
