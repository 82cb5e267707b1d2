// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "nodes/hull.h"

#include "base/array.h"
#include "geometry/mass.h"
#include "nodes/arrays.h"

#include <stdio.h>

MK_ARRAY_DECLARE(IndexArray, index_array, uint32_t);

static void init_hull(void *self) {
	HullResult *hull = self;
	gd_packed_vector3_array_create(&hull->points);
	gd_packed_int32_array_create(&hull->sources);
	gd_packed_int32_array_create(&hull->triangles);
	gd_packed_int32_array_create(&hull->edges);
	hull->dimension = -1;
}

static void end_hull(void *self) {
	HullResult *hull = self;
	gd_packed_vector3_array_destroy(&hull->points);
	gd_packed_int32_array_destroy(&hull->sources);
	gd_packed_int32_array_destroy(&hull->triangles);
	gd_packed_int32_array_destroy(&hull->edges);
}

static void is_valid(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)args;
	ret->boolean = ((const HullResult *)self)->dimension >= 0;
}

// Three corners and three times the normal of each triangle: faces look flat.
static void list_corners(
		const HullResult *hull, GdPackedVector3Array *corners, GdPackedVector3Array *normals) {
	int64_t count = gd_packed_int32_array_size(&hull->triangles);
	gd_packed_vector3_array_create(corners);
	gd_packed_vector3_array_create(normals);
	if (count == 0) return;
	gd_packed_vector3_array_resize(corners, count);
	gd_packed_vector3_array_resize(normals, count);
	const int32_t *index = gd.packed_int32_array_operator_index_const(&hull->triangles, 0);
	const GdVector3 *points = gd.packed_vector3_array_operator_index_const(&hull->points, 0);
	GdVector3 *to = gd.packed_vector3_array_operator_index(corners, 0);
	GdVector3 *up = gd.packed_vector3_array_operator_index(normals, 0);
	for (int64_t i = 0; i < count; i += 3) {
		Vec3 p[3];
		for (int k = 0; k < 3; k++) {
			to[i + k] = points[index[i + k]];
			p[k] = vec3(to[i + k].x, to[i + k].y, to[i + k].z);
		}
		// clockwise corners
		Vec3 n = vec3_normalize(vec3_cross(vec3_sub(p[2], p[0]), vec3_sub(p[1], p[0])));
		up[i] = up[i + 1] = up[i + 2] = (GdVector3){ n.x, n.y, n.z };
	}
}

static GDExtensionObjectPtr construct(const char *class_name) {
	GdStringName name;
	gd.string_name_new_with_latin1_chars(&name, class_name, true);
	GDExtensionObjectPtr object = gd.classdb_construct_object2(&name);
	gd_object_notification(object, 0, false); // that it is complete
	return object;
}

static void set_points(GdArray *arrays, int64_t slot, const GdPackedVector3Array *points) {
	GdVariant *place = gd.array_operator_index(arrays, slot);
	gd.variant_destroy(place);
	gd_variant_from_packed_vector3_array(place, points);
}

static void create_mesh(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)args;
	GdPackedVector3Array corners;
	GdPackedVector3Array normals;
	ret->object = construct("ArrayMesh");
	list_corners(self, &corners, &normals);
	if (gd_packed_vector3_array_size(&corners) > 0) {
		GdArray arrays;
		GdArray blends;
		GdDictionary levels;
		gd_array_create(&arrays);
		gd_array_create(&blends);
		gd_dictionary_create(&levels);
		gd_array_resize(&arrays, GD_ARRAY_MAX);
		set_points(&arrays, GD_ARRAY_VERTEX, &corners);
		set_points(&arrays, GD_ARRAY_NORMAL, &normals);
		gd_array_mesh_add_surface_from_arrays(
				ret->object, GD_PRIMITIVE_TRIANGLES, &arrays, &blends, &levels, 0);
		gd_dictionary_destroy(&levels);
		gd_array_destroy(&blends);
		gd_array_destroy(&arrays);
	}
	gd_packed_vector3_array_destroy(&corners);
	gd_packed_vector3_array_destroy(&normals);
}

static void create_shape(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)args;
	ret->object = construct("ConvexPolygonShape3D");
	gd_convex_polygon_shape3d_set_points(ret->object, &((const HullResult *)self)->points);
}

static const Method hull_methods[] = {
	{ .name = "is_valid", .call = is_valid, .result = { .type = VALUE_BOOL }, .is_const = true },
	{ .name = "create_mesh",
			.call = create_mesh,
			.result = { .type = VALUE_OBJECT, .class_name = "ArrayMesh" },
			.is_const = true },
	{ .name = "create_shape",
			.call = create_shape,
			.result = { .type = VALUE_OBJECT, .class_name = "ConvexPolygonShape3D" },
			.is_const = true },
};

#define MK_HULL_FIELD(text, value_type, field)                                       \
	{                                                                                \
		.name = (text), .type = (value_type), .offset = offsetof(HullResult, field), \
		.is_read_only = true                                                         \
	}

static const Property hull_properties[] = {
	MK_HULL_FIELD("points", VALUE_PACKED_VECTOR3_ARRAY, points),
	MK_HULL_FIELD("sources", VALUE_PACKED_INT32_ARRAY, sources),
	MK_HULL_FIELD("triangles", VALUE_PACKED_INT32_ARRAY, triangles),
	MK_HULL_FIELD("edges", VALUE_PACKED_INT32_ARRAY, edges),
	MK_HULL_FIELD("dimension", VALUE_INT, dimension),
	MK_HULL_FIELD("error", VALUE_REAL, error),
	MK_HULL_FIELD("volume", VALUE_REAL, volume),
	MK_HULL_FIELD("concavity", VALUE_REAL, concavity),
};

static void describe(const void *self, char *text, size_t size) {
	const HullResult *hull = self;
	snprintf(text, size, "<MinkowskiHull of %lld points, dimension %lld, %g m^3>",
			(long long)gd_packed_vector3_array_size(&hull->points), (long long)hull->dimension,
			hull->volume);
}

Class mk_hull_class = {
	.name = "MinkowskiHull",
	.parent = "RefCounted",
	.instance_size = sizeof(HullResult),
	.init = init_hull,
	.end = end_hull,
	.describe = describe,
	.methods = MK_TABLE(hull_methods),
	.properties = MK_TABLE(hull_properties),
};

// Faces are fans from their first corner; Godot's triangles are clockwise.
static void list_triangles(const Hull *hull, IndexArray *triangles) {
	for (uint32_t f = 0; f < hull->face_count; f++) {
		for (uint32_t k = 2; k < hull->faces[f].edge_count; k++) {
			index_array_push(triangles, hull_face_vertex(hull, f, 0));
			index_array_push(triangles, hull_face_vertex(hull, f, k));
			index_array_push(triangles, hull_face_vertex(hull, f, k - 1));
		}
	}
}

// Each edge once, from the lower vertex.
static void list_edges(const Hull *hull, IndexArray *edges) {
	for (uint32_t e = 0; e < hull->half_edge_count; e++) {
		uint32_t start = hull->half_edges[e].origin;
		uint32_t end = hull_edge_end(hull, e);
		if (start > end) continue;
		index_array_push(edges, start);
		index_array_push(edges, end);
	}
}

static double volume_of(const Hull *hull) {
	double volume = 0;
	Vec3 o = hull->center;
	for (uint32_t f = 0; f < hull->face_count; f++) {
		Vec3 a = vec3_sub(hull->vertices[hull_face_vertex(hull, f, 0)], o);
		for (uint32_t k = 2; k < hull->faces[f].edge_count; k++) {
			Vec3 b = vec3_sub(hull->vertices[hull_face_vertex(hull, f, k - 1)], o);
			Vec3 c = vec3_sub(hull->vertices[hull_face_vertex(hull, f, k)], o);
			volume += (double)vec3_dot(a, vec3_cross(b, c)) / 6;
		}
	}
	return volume;
}

HullResult *mk_hull_result_create(const Hull *hull) {
	HullResult *result = mk_class_make(&mk_hull_class);
	if (hull->status != HULL_OK) return result;
	IndexArray triangles = { 0 };
	IndexArray edges = { 0 };
	list_triangles(hull, &triangles);
	list_edges(hull, &edges);
	end_hull(result);
	mk_points_create(&result->points, hull->vertices, hull->vertex_count);
	mk_ints_create(&result->sources, hull->sources, hull->vertex_count);
	mk_ints_create(&result->triangles, triangles.data, triangles.count);
	mk_ints_create(&result->edges, edges.data, edges.count);
	result->dimension = hull->dimension;
	result->error = (double)hull->error;
	result->volume = hull->dimension == HULL_SOLID ? volume_of(hull) : 0;
	index_array_free(&triangles);
	index_array_free(&edges);
	return result;
}
