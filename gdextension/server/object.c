// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "server/object.h"

#include "convert.h"
#include "report.h"
#include "server/empty.h"
#include "server/space.h"
#include "variant.h"

#include <stdio.h>
#include <string.h>

static bool is_node(GDExtensionObjectPtr object) {
	GdString name;
	gd.string_new_with_utf8_chars(&name, "Node");
	bool is_one = gd_object_is_class(object, &name);
	gd_string_destroy(&name);
	return is_one;
}

// Writes a string as UTF-8, cut to the size, and destroys it.
static void take_text(GdString *string, char *text, int64_t size) {
	int64_t length = gd.string_to_utf8_chars(string, text, size - 1);
	text[length < size - 1 ? length : size - 1] = 0;
	gd_string_destroy(string);
}

static void read_node_name(GDExtensionObjectPtr node, char *text, int64_t size) {
	GdStringName name;
	GdVariant variant;
	GdString string;
	gd.string_name_new_with_latin1_chars(&name, "", false);
	gd_node_get_name(node, &name);
	gd_variant_from_string_name(&variant, &name);
	gd.variant_stringify(&variant, &string);
	take_text(&string, text, size);
	gd.variant_destroy(&variant);
	gd_string_name_destroy(&name);
}

// As Godot prints a node, but its script is not asked: that could free what is being described.
static bool describe_node(uint64_t instance_id, char *text) {
	GDExtensionObjectPtr object = instance_id ? gd.object_get_instance_from_id(instance_id) : NULL;
	if (!object) return false;
	// with the number, which has 20 digits at most, both fit into MK_OBJECT_TEXT_SIZE
	char name[88] = "";
	char class_name[44];
	GdString string;
	if (is_node(object)) read_node_name(object, name, sizeof name);
	gd.string_new_with_utf8_chars(&string, "");
	gd_object_get_class(object, &string);
	take_text(&string, class_name, sizeof class_name);
	snprintf(text, MK_OBJECT_TEXT_SIZE, "%s%s<%s#%lld>", name, *name ? ":" : "", class_name,
			(long long)instance_id);
	return true;
}

const char *mk_object_describe(const ServerObject *object, char *text) {
	if (describe_node(object->instance_id, text)) return text;
	// "a body" -> "the body"
	snprintf(text, MK_OBJECT_TEXT_SIZE, "the %s with RID %llu",
			strchr(mk_rid_kind_name(object->item.kind), ' ') + 1,
			(unsigned long long)object->item.rid.id);
	return text;
}

static void changed(ServerObject *object) {
	if (object->shapes_changed) object->shapes_changed(object);
}

static void link_shape(ServerObject *object, uint32_t slot, ServerShape *shape) {
	object->shapes.data[slot].shape = shape;
	object->shapes.data[slot].link = shape->links.count;
	shape_link_array_push(&shape->links, (ShapeLink){ object, slot });
}

static void unlink_shape(ServerObject *object, uint32_t slot) {
	ShapeSlot *removed = shape_slot_array_at(&object->shapes, slot);
	ShapeLinkArray *links = &removed->shape->links;
	if (shape_link_array_swap_remove(links, removed->link) == removed->link) return;
	ShapeLink moved = links->data[removed->link];
	moved.object->shapes.data[moved.slot].link = removed->link;
}

// Says that a shape without a geometry has come to an object; empty ones may get theirs later.
static void check_shape(ServerObject *object, const ServerShape *shape, const char *where) {
	mk_object_watch(object, shape);
	if (!mk_shape_is_broken(shape->status)) return;
	char text[MK_OBJECT_TEXT_SIZE];
	mk_report_error(where, "a shape of %s collides with nothing: %s.",
			mk_object_describe(object, text), mk_shape_status_text(shape->status));
}

static bool is_transform_fine(
		const ServerObject *object, const GdTransform3D *transform, const char *where) {
	if (mk_transform_is_finite(transform)) return true;
	char text[MK_OBJECT_TEXT_SIZE];
	mk_report_error(where, "the transform of a shape is not finite; %s stays as it is.",
			mk_object_describe(object, text));
	return false;
}

ShapeSlot *mk_object_shape(const ServerObject *object, int32_t slot, const char *where) {
	if (slot >= 0 && (uint32_t)slot < object->shapes.count) return &object->shapes.data[slot];
	char text[MK_OBJECT_TEXT_SIZE];
	mk_report_error(where, "%s has %u shapes, so there is no shape %d.",
			mk_object_describe(object, text), object->shapes.count, slot);
	return NULL;
}

void mk_object_add_shape(ServerObject *object, GdRID shape, const GdTransform3D *transform,
		bool is_disabled, const char *where) {
	ServerShape *found = mk_item_find(object->item.server, shape, RID_SHAPE, where);
	if (!found || !is_transform_fine(object, transform, where)) return;
	ShapeSlot *slot = shape_slot_array_add(&object->shapes);
	slot->transform = *transform;
	slot->is_disabled = is_disabled;
	link_shape(object, object->shapes.count - 1, found);
	check_shape(object, found, where);
	changed(object);
}

void mk_object_set_shape(ServerObject *object, int32_t slot, GdRID shape, const char *where) {
	ServerShape *found = mk_item_find(object->item.server, shape, RID_SHAPE, where);
	if (!found || !mk_object_shape(object, slot, where)) return;
	unlink_shape(object, (uint32_t)slot);
	link_shape(object, (uint32_t)slot, found);
	check_shape(object, found, where);
	changed(object);
}

void mk_object_set_shape_transform(
		ServerObject *object, int32_t slot, const GdTransform3D *transform, const char *where) {
	ShapeSlot *found = mk_object_shape(object, slot, where);
	if (!found || !is_transform_fine(object, transform, where)) return;
	found->transform = *transform;
	changed(object);
}

void mk_object_set_shape_disabled(
		ServerObject *object, int32_t slot, bool is_disabled, const char *where) {
	ShapeSlot *found = mk_object_shape(object, slot, where);
	if (!found) return;
	found->is_disabled = is_disabled;
	mk_object_watch(object, found->shape);
	changed(object);
}

void mk_object_remove_shape(ServerObject *object, int32_t slot, const char *where) {
	if (!mk_object_shape(object, slot, where)) return;
	unlink_shape(object, (uint32_t)slot);
	ShapeSlotArray *shapes = &object->shapes;
	for (uint32_t i = (uint32_t)slot + 1; i < shapes->count; i++) {
		shapes->data[i - 1] = shapes->data[i];
		shapes->data[i].shape->links.data[shapes->data[i].link].slot = i - 1;
	}
	shapes->count--;
	changed(object);
}

void mk_object_clear_shapes(ServerObject *object) {
	while (object->shapes.count) {
		unlink_shape(object, object->shapes.count - 1);
		object->shapes.count--;
	}
	changed(object);
}

void mk_object_copy_shapes(const ServerObject *object, ObjectShapeArray *shapes) {
	object_shape_array_clear(shapes);
	for (uint32_t i = 0; i < object->shapes.count; i++) {
		const ShapeSlot *slot = object->shapes.data + i;
		if (slot->is_disabled || !slot->shape->built) continue;
		ObjectShape shape = { slot->shape->built, affine_from_godot(&slot->transform), i };
		object_shape_array_push(shapes, shape);
	}
}

// Part of an object's size, no unit: what is less is the rounding of a matrix that a
// script has turned for an hour. A new scale makes all contacts anew, so what turns must
// not have one in every tick.
#define MK_STRETCH_ROUNDING ((Real)1e-4)

static Real largest_of(Mat3 m) {
	Mat3 sizes = mat3_abs(m);
	return vec3_max_element(vec3_max(sizes.x, vec3_max(sizes.y, sizes.z)));
}

bool mk_object_is_stretched(Mat3 before, Mat3 after) {
	return largest_of(mat3_sub(after, before)) > MK_STRETCH_ROUNDING * largest_of(before);
}

bool mk_object_put(Body *body, Affine pose) {
	Mat3 before = body->stretch;
	mk_body_set_pose(body, pose);
	if (mk_object_is_stretched(before, body->stretch)) return true;
	// roundings do not add up
	body->stretch = before;
	return false;
}

bool mk_object_find_space(Server *server, GdRID rid, ServerSpace **space, const char *where) {
	*space = NULL;
	if (rid.id) *space = mk_item_find(server, rid, RID_SPACE, where);
	return *space || !rid.id;
}

void mk_object_move_to_space(ServerObject *object, ServerSpace *space) {
	if (object->space) {
		ObjectPointerArray *members = &object->space->members;
		uint32_t moved = object_pointer_array_swap_remove(members, object->member_index);
		if (moved != object->member_index) {
			members->data[object->member_index]->member_index = object->member_index;
		}
	}
	object->space = space;
	object->is_watched = false;
	if (!space) return;
	object->member_index = space->members.count;
	object_pointer_array_push(&space->members, object);
	mk_object_watch_all(object);
}
