// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "nodes/mesh_source.h"

#include "base/alloc.h"
#include "convert.h"
#include "variant.h"

// Godot's corners are clockwise seen from the front, ours counter-clockwise.
static bool copy_corners(const GdPackedVector3Array *faces, MeshCorners *out) {
	const GdVector3 *from = gd.packed_vector3_array_operator_index_const(faces, 0);
	bool is_finite = true;
	for (uint32_t i = 0; i < out->count; i++) {
		uint32_t source = i % 3 == 1 ? i + 1 : i % 3 == 2 ? i - 1 : i;
		out->points[i] = vec3_from_godot(from[source]);
		out->indices[i] = i;
		is_finite = is_finite && vec3_is_finite(out->points[i]);
	}
	return is_finite;
}

bool mk_mesh_source_read(const MeshResource *self, MeshCorners *out, ShapeStatus *status) {
	*out = (MeshCorners){ 0 };
	*status = SHAPE_NO_POINTS;
	if (!self->mesh) return false;
	GdPackedVector3Array faces;
	gd_packed_vector3_array_create(&faces);
	gd_mesh_get_faces(self->mesh, &faces);
	out->count = (uint32_t)gd_packed_vector3_array_size(&faces) / 3 * 3;
	bool is_fine = out->count > 0;
	if (is_fine) {
		out->points = mk_alloc(mk_alloc_size(out->count, sizeof(Vec3)));
		out->indices = mk_alloc(mk_alloc_size(out->count, sizeof(uint32_t)));
		is_fine = copy_corners(&faces, out);
		*status = is_fine ? SHAPE_OK : SHAPE_NOT_FINITE;
	}
	gd_packed_vector3_array_destroy(&faces);
	if (!is_fine) mk_mesh_source_free(out);
	return is_fine;
}

void mk_mesh_source_free(MeshCorners *corners) {
	mk_free(corners->points, corners->count * sizeof(Vec3));
	mk_free(corners->indices, corners->count * sizeof(uint32_t));
	*corners = (MeshCorners){ 0 };
}

// The Callable that builds the resource again; to be destroyed.
static GdCallable rebuild_callable(const MeshResource *self) {
	GdStringName method;
	GdVariant object;
	GdVariant name;
	GdVariant made;
	gd.string_name_new_with_latin1_chars(&method, "rebuild", true);
	gd_variant_from_object(&object, &self->base.instance.object);
	gd_variant_from_string_name(&name, &method);
	const GDExtensionConstVariantPtr arguments[] = { &object, &name };
	GDExtensionCallError error = { 0 };
	gd.variant_construct(GDEXTENSION_VARIANT_TYPE_CALLABLE, &made, arguments, 2, &error);
	GdCallable callable = gd_variant_to_callable(&made);
	gd.variant_destroy(&made);
	gd.variant_destroy(&name);
	gd.variant_destroy(&object);
	return callable;
}

void mk_mesh_source_follow(MeshResource *self) {
	if (self->connected == self->mesh) return;
	GdStringName signal;
	gd.string_name_new_with_latin1_chars(&signal, "changed", true);
	GdCallable rebuild = rebuild_callable(self);
	if (self->connected) gd_object_disconnect(self->connected, &signal, &rebuild);
	if (self->mesh) gd_object_connect(self->mesh, &signal, &rebuild, 0);
	gd_callable_destroy(&rebuild);
	gd.ref_set_object(&self->connected, self->mesh);
}

void mk_mesh_source_changed(void *self, const Property *property) {
	(void)property;
	mk_mesh_source_follow(self);
	mk_custom_shape_update(self);
}

void mk_mesh_source_rebuild(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)args, (void)ret;
	mk_custom_shape_update(self);
}

// Connections end with the object.
void mk_mesh_source_end(void *self) {
	MeshResource *resource = self;
	gd.ref_set_object(&resource->mesh, NULL);
	gd.ref_set_object(&resource->connected, NULL);
	mk_custom_shape_end(self);
}
