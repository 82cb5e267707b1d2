// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "nodes/shape_source.h"

#include "convert.h"
#include "nodes/arrays.h"
#include "nodes/custom_shape.h"
#include "report.h"
#include "server/server.h"
#include "server/shape.h"
#include "variant.h"

#include <string.h>

// Of our own server: the shape that bodies collide with, whatever its kind.
static Shape *borrow(Server *server, GdRID rid, ShapeStatus *status) {
	mk_server_lock(server);
	const ServerShape *found = mk_rid_find(&server->rids, rid, RID_SHAPE);
	Shape *shape = found ? mk_shape_retain(found->built) : NULL;
	*status = found ? found->status : SHAPE_OK;
	mk_server_unlock(server);
	return shape;
}

// Some servers keep no range of heights and give none; ours wants to hear of one.
static void complete_map(GdVariant *described) {
	Value value = { 0 };
	if (!mk_value_read(VALUE_DICTIONARY, described, &value)) return;
	if (!mk_dictionary_find(&value.dictionary, "min_height")) {
		mk_dictionary_put_real(&value.dictionary, "min_height", 0);
		mk_dictionary_put_real(&value.dictionary, "max_height", 0);
	}
	gd_dictionary_destroy(&value.dictionary);
}

// Of another server: made anew from what it says about the shape.
static Shape *rebuild(GdRID rid, ShapeStatus *status) {
	GdStringName name;
	GdVariant described;
	gd.string_name_new_with_latin1_chars(&name, "PhysicsServer3D", true);
	GDExtensionObjectPtr server = gd.global_get_singleton(&name);
	if (!server) return NULL;
	int64_t type = gd_physics_server3d_shape_get_type(server, rid);
	if (type < 0 || type > GD_SHAPE_CUSTOM || !mk_shape_formats[type].read) return NULL;
	gd.variant_new_nil(&described);
	gd_physics_server3d_shape_get_data(server, rid, &described);
	if (type == GD_SHAPE_HEIGHTMAP) complete_map(&described);
	ShapeData data;
	memset(&data, 0, sizeof data);
	Shape *shape = NULL;
	if (mk_shape_formats[type].read(&described, &data)) {
		shape = mk_shape_build(type, &data, status);
		if (mk_shape_formats[type].release) mk_shape_formats[type].release(&data);
	}
	gd.variant_destroy(&described);
	return shape;
}

static Shape *find(GdRID rid, ShapeStatus *status) {
	Server *server = mk_server_running();
	return server ? borrow(server, rid, status) : rebuild(rid, status);
}

static bool is_a(GDExtensionObjectPtr object, const char *type) {
	GdString name;
	gd.string_new_with_utf8_chars(&name, type);
	bool is_one = gd_object_is_class(object, &name);
	gd_string_destroy(&name);
	return is_one;
}

// Whether nothing was ever set in a shape: Godot's own engine complains when it is asked about it.
static bool is_blank(GDExtensionObjectPtr object) {
	bool is_convex = is_a(object, "ConvexPolygonShape3D");
	if (!is_convex && !is_a(object, "ConcavePolygonShape3D")) return false;
	GdPackedVector3Array points;
	gd_packed_vector3_array_create(&points);
	if (is_convex) {
		gd_convex_polygon_shape3d_get_points(object, &points);
	} else {
		gd_concave_polygon_shape3d_get_faces(object, &points);
	}
	bool is_empty = gd_packed_vector3_array_size(&points) == 0;
	gd_packed_vector3_array_destroy(&points);
	return is_empty;
}

static Shape *find_of(GDExtensionObjectPtr object, ShapeStatus *status) {
	if (!mk_server_running() && is_blank(object)) return NULL;
	return find(gd_resource_get_rid(object), status);
}

// A shape of ours is exact under every engine, and nothing where what stands
// for it would be something.
Shape *mk_shape_source_find(GDExtensionObjectPtr object, ShapeStatus *status) {
	*status = SHAPE_OK;
	const CustomShape *own = mk_custom_shape_find(object);
	Shape *shape = own ? mk_shape_retain(own->geometry) : find_of(object, status);
	if (!shape && *status == SHAPE_OK) *status = SHAPE_NO_POINTS;
	return shape;
}

typedef struct Place {
	const char *where;
	const char *argument;
} Place;

static void report_empty(Place place, ShapeStatus status) {
	mk_report_error(place.where, "%s is a shape without geometry: %s.", place.argument,
			mk_shape_status_text(status));
}

static Shape *from_rid(GdRID rid, Place place) {
	ShapeStatus status = SHAPE_OK;
	Shape *shape = find(rid, &status);
	if (shape) return shape;
	if (status != SHAPE_OK) {
		report_empty(place, status);
	} else {
		mk_report_error(place.where, "%s has the RID %llu, which is not that of a usable shape.",
				place.argument, (unsigned long long)rid.id);
	}
	return NULL;
}

static Shape *from_object(GDExtensionObjectPtr object, Place place) {
	ShapeStatus status = SHAPE_OK;
	Shape *shape = mk_shape_source_find(object, &status);
	if (!shape) report_empty(place, status);
	return shape;
}

static Shape *from_points(const GdVariant *variant, Place place) {
	ShapeData data = { 0 };
	ShapeStatus status = SHAPE_NOT_FINITE;
	Shape *shape = NULL;
	if (mk_shape_formats[GD_SHAPE_CONVEX_POLYGON].read(variant, &data)) {
		shape = mk_shape_build(GD_SHAPE_CONVEX_POLYGON, &data, &status);
		mk_shape_formats[GD_SHAPE_CONVEX_POLYGON].release(&data);
	}
	if (!shape) {
		mk_report_error(place.where, "%s are points that have no convex hull: %s.", place.argument,
				mk_shape_status_text(status));
	}
	return shape;
}

Shape *mk_shape_source(const GdVariant *from, const char *where, const char *argument) {
	Place place = { where, argument };
	Value value = { 0 };
	char text[MK_VARIANT_TEXT_SIZE];
	switch (gd.variant_get_type(from)) {
		case GDEXTENSION_VARIANT_TYPE_OBJECT:
			mk_value_read(VALUE_OBJECT, from, &value);
			if (value.object && is_a(value.object, "Shape3D"))
				return from_object(value.object, place);
			break;
		case GDEXTENSION_VARIANT_TYPE_RID: return from_rid(gd_variant_to_rid(from), place);
		case GDEXTENSION_VARIANT_TYPE_PACKED_VECTOR3_ARRAY: return from_points(from, place);
		default: break;
	}
	mk_report_error(where,
			"%s must be a Shape3D, the RID of a shape, or a PackedVector3Array of points, not %s.",
			argument, mk_variant_describe(from, text));
	return NULL;
}

bool mk_source_check_transform(
		const GdTransform3D *transform, const char *where, const char *argument) {
	if (mk_transform_is_finite(transform)) return true;
	const GdVector3 *rows = transform->basis.rows;
	if (!mk_vector3_is_finite(transform->origin)) {
		const GdVector3 *at = &transform->origin;
		mk_report_error(where, "%s must be finite, but its origin is (%g, %g, %g).", argument,
				(double)at->x, (double)at->y, (double)at->z);
		return false;
	}
	mk_report_error(where,
			"%s must be finite, but the scale or rotation in its basis is not: the rows are "
			"(%g, %g, %g), (%g, %g, %g), (%g, %g, %g).",
			argument, (double)rows[0].x, (double)rows[0].y, (double)rows[0].z, (double)rows[1].x,
			(double)rows[1].y, (double)rows[1].z, (double)rows[2].x, (double)rows[2].y,
			(double)rows[2].z);
	return false;
}

bool mk_source_check_vector(GdVector3 vector, const char *where, const char *argument) {
	if (mk_vector3_is_finite(vector)) return true;
	mk_report_error(where, "%s must be finite, not (%g, %g, %g).", argument, (double)vector.x,
			(double)vector.y, (double)vector.z);
	return false;
}

bool mk_source_pair_open(SourcePair *pair, const GDExtensionConstTypePtr *args, const char *where) {
	*pair = (SourcePair){ 0 };
	if (!mk_source_check_transform(arg_transform(args, 1), where, "transform_a") ||
			!mk_source_check_transform(arg_transform(args, 3), where, "transform_b"))
		return false;
	pair->shapes[0] = mk_shape_source(arg_variant(args, 0), where, "shape_a");
	if (pair->shapes[0]) pair->shapes[1] = mk_shape_source(arg_variant(args, 2), where, "shape_b");
	if (!pair->shapes[1]) {
		mk_source_pair_close(pair);
		return false;
	}
	pair->a = mk_instance(pair->shapes[0], affine_from_godot(arg_transform(args, 1)));
	pair->b = mk_instance(pair->shapes[1], affine_from_godot(arg_transform(args, 3)));
	return true;
}

void mk_source_pair_close(SourcePair *pair) {
	mk_shape_release(pair->shapes[0]);
	mk_shape_release(pair->shapes[1]);
	*pair = (SourcePair){ 0 };
}
