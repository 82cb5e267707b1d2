// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "server/empty.h"

#include "report.h"
#include "server/body.h"
#include "server/space.h"

// Steps; a second at Godot's usual rate. CSG needs one frame, a thread
// that builds a mesh some more.
#define MK_EMPTY_PATIENCE 60

// Broken shapes were named when they came, and a map of nothing but holes is a hole.
static bool is_empty(const ServerShape *shape) {
	return !shape->built && (shape->status == SHAPE_OK || shape->status == SHAPE_NO_POINTS);
}

void mk_object_watch(ServerObject *object, const ServerShape *shape) {
	if (!object->space || object->is_watched || !is_empty(shape)) return;
	object->is_watched = true;
	const EmptyWatch watch = { object->item.rid, object->item.kind, MK_EMPTY_PATIENCE };
	empty_watch_array_push(&object->space->watches, watch);
}

void mk_object_watch_all(ServerObject *object) {
	for (uint32_t i = 0; i < object->shapes.count; i++)
		mk_object_watch(object, object->shapes.data[i].shape);
}

// Those that are disabled are meant to be.
static uint32_t count_empty(const ServerObject *object) {
	uint32_t count = 0;
	for (uint32_t i = 0; i < object->shapes.count; i++) {
		const ShapeSlot *slot = object->shapes.data + i;
		count += !slot->is_disabled && is_empty(slot->shape);
	}
	return count;
}

// A rigid body of nothing but empty shapes was named when it began to move, or is held by joints.
static bool is_known(const ServerObject *object, uint32_t empty_count) {
	return object->item.kind == RID_BODY && empty_count == object->shapes.count &&
			body_is_rigid(&((const ServerBody *)object)->body);
}

// Bodies without a node, as anchors, are whoever made them's own affair.
static void end_watch(const ServerSpace *space, const EmptyWatch *watch) {
	ServerObject *object = mk_rid_find(&space->item.server->rids, watch->rid, watch->kind);
	if (!object || object->space != space) return;
	object->is_watched = false;
	if (!object->instance_id) return;
	uint32_t count = count_empty(object);
	if (count == 0 || is_known(object, count)) return;
	char text[MK_OBJECT_TEXT_SIZE];
	mk_report_warning("step",
			"%s has a shape without points or triangles, still after %d steps; that shape meets nothing.",
			mk_object_describe(object, text), MK_EMPTY_PATIENCE);
}

void mk_space_report_empty(ServerSpace *space) {
	EmptyWatchArray *watches = &space->watches;
	uint32_t kept = 0;
	for (uint32_t i = 0; i < watches->count; i++) {
		EmptyWatch watch = watches->data[i];
		if (--watch.steps_left == 0) {
			end_watch(space, &watch);
		} else {
			watches->data[kept++] = watch;
		}
	}
	watches->count = kept;
}

// No shape at all, or only empty ones. Those that are disabled are meant to be, and of those
// that are broken it was said.
static bool has_no_shape(const ServerObject *object) {
	for (uint32_t i = 0; i < object->shapes.count; i++) {
		const ShapeSlot *slot = object->shapes.data + i;
		if (slot->is_disabled || slot->shape->built) return false;
		if (mk_shape_is_broken(slot->shape->status)) return false;
	}
	return true;
}

// Godot's editor warns of it, too.
void mk_body_report_no_shape(const ServerBody *body) {
	if (!body->object.instance_id || !has_no_shape(&body->object)) return;
	if (!body_is_rigid(&body->body) || body->joints.count > 0) return;
	char text[MK_OBJECT_TEXT_SIZE];
	mk_report_warning("step", "%s has no shape, or an empty one, so it collides with nothing.",
			mk_object_describe(&body->object, text));
}
