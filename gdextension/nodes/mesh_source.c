// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "nodes/mesh_source.h"

#include "convert.h"
#include "variant.h"

static bool read_points(const GdVariant *variant, MeshTriangles *out) {
	if (gd.variant_get_type(variant) != GDEXTENSION_VARIANT_TYPE_PACKED_VECTOR3_ARRAY) return true;
	GdPackedVector3Array array = gd_variant_to_packed_vector3_array(variant);
	int64_t count = gd_packed_vector3_array_size(&array);
	const GdVector3 *from = count ? gd.packed_vector3_array_operator_index_const(&array, 0) : NULL;
	bool is_finite = true;
	for (int64_t i = 0; i < count; i++) {
		Vec3 point = vec3_from_godot(from[i]);
		is_finite = is_finite && vec3_is_finite(point);
		corner_array_push(&out->points, point);
	}
	gd_packed_vector3_array_destroy(&array);
	return is_finite;
}

// Godot's corners are clockwise seen from the front, ours counter-clockwise.
static void add_triangle(MeshTriangles *out, const uint32_t corners[3]) {
	for (uint32_t k = 0; k < 3; k++)
		corner_index_array_push(&out->indices, corners[k == 0 ? 0 : 3 - k]);
}

// A surface without indices has its corners in order.
static void read_indices(const GdVariant *variant, uint32_t first, MeshTriangles *out) {
	GdPackedInt32Array array;
	uint32_t own_count = out->points.count - first;
	int64_t count = own_count;
	bool has_indices = gd.variant_get_type(variant) == GDEXTENSION_VARIANT_TYPE_PACKED_INT32_ARRAY;
	if (has_indices) {
		array = gd_variant_to_packed_int32_array(variant);
		count = gd_packed_int32_array_size(&array);
	}
	const int32_t *indices = has_indices && count
			? gd.packed_int32_array_operator_index_const(&array, 0)
			: NULL;
	for (int64_t i = 0; i + 2 < count; i += 3) {
		uint32_t corners[3];
		bool is_fine = true;
		for (uint32_t k = 0; k < 3; k++) {
			uint32_t corner = indices ? (uint32_t)indices[i + k] : (uint32_t)i + k;
			is_fine = is_fine && corner < own_count;
			corners[k] = first + corner;
		}
		if (is_fine) add_triangle(out, corners);
	}
	if (has_indices) gd_packed_int32_array_destroy(&array);
}

// Mesh.get_faces would do, but it rounds to a tenth of a millimetre.
static bool read_surface(GDExtensionObjectPtr mesh, int32_t surface, MeshTriangles *out) {
	GdArray arrays;
	gd_array_create(&arrays);
	gd_mesh_surface_get_arrays(mesh, surface, &arrays);
	uint32_t first = out->points.count;
	bool is_finite = true;
	if (gd_array_size(&arrays) == GD_ARRAY_MAX) {
		is_finite = read_points(gd.array_operator_index_const(&arrays, GD_ARRAY_VERTEX), out);
		read_indices(gd.array_operator_index_const(&arrays, GD_ARRAY_INDEX), first, out);
	}
	gd_array_destroy(&arrays);
	return is_finite;
}

// Lines and points have no faces; only an ArrayMesh tells what it is made of.
static bool has_triangles(GDExtensionObjectPtr mesh, int32_t surface) {
	GdString name;
	gd.string_new_with_utf8_chars(&name, "ArrayMesh");
	bool is_array_mesh = gd_object_is_class(mesh, &name);
	gd_string_destroy(&name);
	return !is_array_mesh ||
			gd_array_mesh_surface_get_primitive_type(mesh, surface) == GD_PRIMITIVE_TRIANGLES;
}

bool mk_mesh_source_read(const MeshResource *self, MeshTriangles *out, ShapeStatus *status) {
	*out = (MeshTriangles){ 0 };
	*status = SHAPE_OK;
	int32_t count = self->mesh ? gd_mesh_get_surface_count(self->mesh) : 0;
	for (int32_t i = 0; i < count; i++)
		if (has_triangles(self->mesh, i) && !read_surface(self->mesh, i, out))
			*status = SHAPE_NOT_FINITE;
	if (out->indices.count == 0) *status = SHAPE_NO_POINTS;
	return *status == SHAPE_OK;
}

void mk_mesh_source_free(MeshTriangles *triangles) {
	corner_array_free(&triangles->points);
	corner_index_array_free(&triangles->indices);
}

void mk_mesh_source_changed(void *self, const Property *property) {
	(void)property;
	MeshResource *resource = self;
	mk_custom_shape_follow(&resource->base, &resource->connected, resource->mesh);
	mk_custom_shape_update(self);
}

// Connections end with the object.
void mk_mesh_source_end(void *self) {
	MeshResource *resource = self;
	gd.ref_set_object(&resource->mesh, NULL);
	gd.ref_set_object(&resource->connected, NULL);
	mk_custom_shape_end(self);
}
