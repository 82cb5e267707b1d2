// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Shapes: creation, data and who uses them.
#include "server/shape.h"

#include "report.h"
#include "server/describe.h"
#include "server/empty.h"
#include "server/object.h"
#include "server/server.h"
#include "variant.h"

#include <string.h>

// m; what Godot's shape resources say when nobody has set a margin
#define MK_DEFAULT_MARGIN 0.04

static GdRID create_shape(Server *self, int64_t type) {
	ServerShape *shape = mk_item_create(self, RID_SHAPE);
	shape->type = type;
	shape->margin = MK_DEFAULT_MARGIN;
	return shape->item.rid;
}

GdRID mk_server_world_boundary_shape_create(Server *self) {
	return create_shape(self, GD_SHAPE_WORLD_BOUNDARY);
}

GdRID mk_server_separation_ray_shape_create(Server *self) {
	return create_shape(self, GD_SHAPE_SEPARATION_RAY);
}

GdRID mk_server_sphere_shape_create(Server *self) { return create_shape(self, GD_SHAPE_SPHERE); }

GdRID mk_server_box_shape_create(Server *self) { return create_shape(self, GD_SHAPE_BOX); }

GdRID mk_server_capsule_shape_create(Server *self) { return create_shape(self, GD_SHAPE_CAPSULE); }

GdRID mk_server_cylinder_shape_create(Server *self) {
	return create_shape(self, GD_SHAPE_CYLINDER);
}

GdRID mk_server_convex_polygon_shape_create(Server *self) {
	return create_shape(self, GD_SHAPE_CONVEX_POLYGON);
}

GdRID mk_server_concave_polygon_shape_create(Server *self) {
	return create_shape(self, GD_SHAPE_CONCAVE_POLYGON);
}

GdRID mk_server_heightmap_shape_create(Server *self) {
	return create_shape(self, GD_SHAPE_HEIGHTMAP);
}

GdRID mk_server_custom_shape_create(Server *self) { return create_shape(self, GD_SHAPE_CUSTOM); }

static ServerShape *find_shape(Server *self, GdRID shape, const char *where) {
	return mk_item_find(self, shape, RID_SHAPE, where);
}

static void release_data(int64_t type, ShapeData *data) {
	if (!data) return;
	if (mk_shape_formats[type].release) mk_shape_formats[type].release(data);
	mk_free(data, sizeof *data);
}

static ShapeData *read_data(int64_t type, const GdVariant *variant) {
	ShapeData *data = mk_alloc(sizeof *data);
	memset(data, 0, sizeof *data);
	if (mk_shape_formats[type].read(variant, data)) return data;
	mk_free(data, sizeof *data);
	return NULL;
}

static void refuse(Server *self, GdRID shape, const GdVariant *data, const char *where) {
	mk_server_lock(self);
	const ServerShape *found = find_shape(self, shape, where);
	char text[MK_VARIANT_TEXT_SIZE];
	if (found) {
		mk_item_report(&found->item, where, "%s, but got %s; it stays as it was.",
				mk_shape_formats[found->type].expects, mk_variant_describe(data, text));
	}
	mk_server_unlock(self);
}

bool mk_shape_is_broken(ShapeStatus status) {
	return status != SHAPE_OK && status != SHAPE_NO_POINTS && status != SHAPE_ALL_HOLES;
}

// Whoever uses the shape has a new geometry, or none; a shape that nobody
// uses is nobody's trouble yet.
static void tell_users(ServerShape *shape, const char *where) {
	for (uint32_t i = 0; i < shape->links.count; i++) {
		ServerObject *user = shape->links.data[i].object;
		if (user->shapes_changed) user->shapes_changed(user);
		mk_object_watch(user, shape);
	}
	if (shape->links.count == 0 || !mk_shape_is_broken(shape->status)) return;
	char text[MK_OBJECT_TEXT_SIZE];
	mk_report_error(where, "a shape of %s collides with nothing: %s.",
			mk_object_describe(shape->links.data[0].object, text),
			mk_shape_status_text(shape->status));
}

// Reading and building a large mesh takes long, so it happens outside of the lock; the shape may be
// freed meanwhile.
void mk_server_shape_set_data(Server *self, GdRID shape, const GdVariant *data) {
	mk_server_lock(self);
	const ServerShape *before = find_shape(self, shape, __func__);
	int64_t type = before ? before->type : 0;
	bool is_given = before && before->is_given;
	mk_server_unlock(self);
	ShapeData *read = before ? read_data(type, data) : NULL;
	if (!read) {
		if (before) refuse(self, shape, data, __func__);
		return;
	}
	ShapeStatus status = SHAPE_OK;
	Shape *built = is_given ? NULL : mk_shape_build(type, read, &status);
	mk_server_lock(self);
	ServerShape *found = find_shape(self, shape, __func__);
	ShapeData *unused = read;
	Shape *unused_built = built;
	if (found) {
		unused = found->data;
		found->data = read;
		if (!found->is_given) {
			unused_built = found->built;
			found->built = built;
			found->status = built ? SHAPE_OK : status;
			tell_users(found, __func__);
		}
	}
	mk_server_unlock(self);
	release_data(type, unused);
	mk_shape_release(unused_built);
}

void mk_shape_give(Server *server, GdRID shape, Shape *geometry) {
	mk_server_lock(server);
	ServerShape *found = find_shape(server, shape, __func__);
	Shape *unused = geometry;
	if (found) {
		unused = found->built;
		found->built = geometry;
		found->status = geometry ? SHAPE_OK : SHAPE_NO_POINTS;
		found->is_given = true;
		tell_users(found, __func__);
	}
	mk_server_unlock(server);
	mk_shape_release(unused);
}

void mk_server_shape_get_data(Server *self, GdRID shape, GdVariant *ret) {
	const ServerShape *found = find_shape(self, shape, __func__);
	if (found && found->data) mk_shape_formats[found->type].write(found->data, ret);
}

int64_t mk_server_shape_get_type(Server *self, GdRID shape) {
	const ServerShape *found = find_shape(self, shape, __func__);
	return found ? found->type : GD_SHAPE_CUSTOM;
}

void mk_server_shape_set_margin(Server *self, GdRID shape, double margin) {
	ServerShape *found = find_shape(self, shape, __func__);
	if (!found) return;
	if (margin >= 0 && margin - margin == 0) {
		found->margin = margin;
	} else {
		mk_item_report(&found->item, __func__,
				"the margin must be a finite number, 0 or above, not %g.", margin);
	}
}

double mk_server_shape_get_margin(Server *self, GdRID shape) {
	const ServerShape *found = find_shape(self, shape, __func__);
	return found ? found->margin : 0;
}

void mk_server_shape_set_custom_solver_bias(Server *self, GdRID shape, double bias) {
	ServerShape *found = find_shape(self, shape, __func__);
	if (!found) return;
	if (bias - bias == 0) {
		found->solver_bias = bias;
	} else {
		mk_item_report(&found->item, __func__, "the bias must be a finite number, not %g.", bias);
	}
}

double mk_server_shape_get_custom_solver_bias(Server *self, GdRID shape) {
	const ServerShape *found = find_shape(self, shape, __func__);
	return found ? found->solver_bias : 0;
}

void mk_shape_detach(ServerShape *shape) {
	while (shape->links.count) {
		ShapeLink last = shape->links.data[shape->links.count - 1];
		mk_object_remove_shape(last.object, (int32_t)last.slot, __func__);
	}
}

void mk_shape_destroy(ServerShape *shape) {
	release_data(shape->type, shape->data);
	mk_shape_release(shape->built);
	shape_link_array_free(&shape->links);
}
