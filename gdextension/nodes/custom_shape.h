// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Shape resources that Godot does not have. Godot lets an extension extend none but its concrete shapes, so
// each of ours is a ConvexPolygonShape3D: under another physics engine, in navigation baking and in debug
// drawings it is the hull of points on its surface. Our server is told the true geometry.
//
// A further shape is a Class whose struct begins with a CustomShape, and a row of the table in
// custom_shape.c.
#pragma once

#include "class.h"
#include "shape/shape.h"

typedef struct CustomShape {
	Instance instance;
	Shape *geometry; // what the properties describe; NULL until they describe something
} CustomShape;

// Points whose hull stands for a shape: fewer than the 256 that another engine's hull may have.
#define MK_STAND_IN_POINTS 200

typedef struct StandIn {
	Vec3 points[MK_STAND_IN_POINTS];
	uint32_t count;
} StandIn;

// Makes the geometry of an instance with one reference, or returns NULL and the reason. Results that scripts can
// read are written into the instance.
typedef Shape *BuildCustomShape(void *self, ShapeStatus *status);

// Collects the points of the stand-in; the geometry is there.
typedef void CollectStandIn(const void *self, StandIn *out);

// What every such class has in its Class.
extern const char *const mk_custom_shape_hidden[];
void mk_custom_shape_changed(void *self, const Property *property);
void mk_custom_shape_end(void *self);

// Builds the geometry from the properties and tells everyone; the end of every init.
void mk_custom_shape_update(CustomShape *self);

// Returns the geometry of an object of one of the classes, borrowed; NULL if it is something else or has none.
Shape *mk_custom_shape_geometry(GDExtensionObjectPtr object);
