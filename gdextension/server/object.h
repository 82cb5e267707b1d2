// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A collision object: what bodies and areas have in common. Shapes sit in slots whose numbers are
// part of Godot's API and shift when an earlier one is removed.
#pragma once

#include "server/item.h"
#include "server/shape.h"
#include "world/object.h"

typedef struct ShapeSlot {
	ServerShape *shape;
	uint32_t link; // index of this slot in the shape's links
	bool is_disabled;
	GdTransform3D transform; // exactly as given, scale and shear included
} ShapeSlot;

MK_ARRAY_DECLARE(ShapeSlotArray, shape_slot_array, ShapeSlot);

typedef struct ServerObject {
	Item item;
	ServerSpace *space;    // NULL outside of any
	uint32_t member_index; // in the space's list of members
	uint32_t layer;
	uint32_t mask;
	bool is_pickable;
	bool is_watched;      // for empty shapes, by its space
	uint64_t instance_id; // of the node
	ShapeSlotArray shapes;
	void (*shapes_changed)(ServerObject *object); // NULL if the object need not know
	void (*leave_space)(ServerObject *object);
} ServerObject;

// Bytes that a description of an object takes at most.
#define MK_OBJECT_TEXT_SIZE 160

// Writes who an object is into `text` (MK_OBJECT_TEXT_SIZE) and returns it, for messages: its node
// as Godot prints it, Crate:<RigidBody3D#42>, or "the body with RID 5" if there is none. No script
// runs meanwhile, so it may be called in the midst of anything.
const char *mk_object_describe(const ServerObject *object, char *text);

// All of these report bad indices, RIDs and transforms (`where` is
// __func__) and then change nothing.
void mk_object_add_shape(ServerObject *object, GdRID shape, const GdTransform3D *transform,
		bool is_disabled, const char *where);
void mk_object_set_shape(ServerObject *object, int32_t slot, GdRID shape, const char *where);
void mk_object_set_shape_transform(
		ServerObject *object, int32_t slot, const GdTransform3D *transform, const char *where);
void mk_object_set_shape_disabled(
		ServerObject *object, int32_t slot, bool is_disabled, const char *where);
void mk_object_remove_shape(ServerObject *object, int32_t slot, const char *where);

// Returns the slot with that number; reports and returns NULL if there is none.
ShapeSlot *mk_object_shape(const ServerObject *object, int32_t slot, const char *where);

// Copies what the world has to know of the shapes: those that are enabled and have a geometry.
void mk_object_copy_shapes(const ServerObject *object, ObjectShapeArray *shapes);

// Whether a stretch is another one, and not the same with other roundings.
bool mk_object_is_stretched(Mat3 before, Mat3 after);

// Puts the body of an object somewhere; returns whether it has a new scale or shear,
// which changes its shapes.
bool mk_object_put(Body *body, Affine pose);

// Removes all shapes.
void mk_object_clear_shapes(ServerObject *object);

// Takes the object out of its space, if it is in one, and puts it into another; NULL: into none.
void mk_object_move_to_space(ServerObject *object, ServerSpace *space);

// Returns the space behind a RID for a set_space call. False if the RID names no space and is not
// null; then the call must change nothing.
bool mk_object_find_space(Server *server, GdRID rid, ServerSpace **space, const char *where);
