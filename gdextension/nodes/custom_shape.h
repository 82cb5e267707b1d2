// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Shape resources that Godot does not have. Godot lets an extension extend none but its
// concrete shapes, so each of ours is a ConvexPolygonShape3D: under another physics engine, in
// navigation baking and in debug drawings it is the hull of points on its surface. Our server
// is told the true geometry.
//
// A further shape is a Class whose struct begins with a CustomShape, and a row of the table in
// custom_shape.c.
#pragma once

#include "class.h"
#include "shape/shape.h"

typedef struct CustomShape {
	Instance instance;
	Shape *geometry;    // what the properties describe; NULL until they describe something
	ShapeStatus status; // what became of the last attempt to build it
	bool is_shown;      // Godot has the points that stand for it
} CustomShape;

// Points whose hull stands for a shape: fewer than the 256 that another engine's hull may have.
#define MK_STAND_IN_POINTS 200

typedef struct StandIn {
	Vec3 points[MK_STAND_IN_POINTS];
	uint32_t count;
} StandIn;

// Makes the geometry of an instance with one reference, or returns NULL and the reason; in the
// editor also NULL and SHAPE_OK: it comes later, by a call of rebuild. Results that scripts can
// read are written into the instance.
typedef Shape *BuildCustomShape(void *self, ShapeStatus *status);

// Collects the points of the stand-in; the geometry is there.
typedef void CollectStandIn(const void *self, StandIn *out);

// Collects points of the surface of a convex shape, evenly spread.
void mk_custom_shape_sample(const Shape *shape, StandIn *out);

// Says what of valid properties has no effect, in a sentence that ends in
// nothing; NULL for nothing.
typedef const char *AdviseCustomShape(const void *self);

// What every such class has in its Class, and in its table of methods.
extern const char *const mk_custom_shape_hidden[];
void mk_custom_shape_changed(void *self, const Property *property);
void mk_custom_shape_end(void *self);
BoundFunction mk_custom_shape_get_problem;
BoundFunction mk_custom_shape_rebuild;

// Builds the shape again whenever a resource says that it has changed: calls its method rebuild.
// `followed` is a field of the shape, counted; `source` may be NULL.
void mk_custom_shape_follow(
		const CustomShape *self, GDExtensionObjectPtr *followed, GDExtensionObjectPtr source);

// Builds the geometry from the properties and tells everyone; the end of every init.
void mk_custom_shape_update(CustomShape *self);

// Returns the instance behind an object of one of the classes; NULL if it is something else.
const CustomShape *mk_custom_shape_find(GDExtensionObjectPtr object);
