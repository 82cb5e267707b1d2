// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Shapes as scripts hand them to queries: a Shape3D resource, the RID of a shape, or points whose
// convex hull is meant. Works with every physics engine: what a RID stands for is asked of the
// server that made it, and all servers describe shapes in the same form.
#pragma once

#include "bind.h"
#include "shape/instance.h"

// Returns the engine's shape with one reference. NULL after saying what is wrong: `where` is
// "Class.method", `argument` the name of the argument.
Shape *mk_shape_source(const GdVariant *from, const char *where, const char *argument);

// Returns the geometry of a Shape3D with one reference, or NULL and the reason, in silence.
Shape *mk_shape_source_find(GDExtensionObjectPtr object, ShapeStatus *status);

// Two shapes with their places, as all queries about pairs take them.
typedef struct SourcePair {
	Shape *shapes[2];
	ShapeInstance a;
	ShapeInstance b;
} SourcePair;

// Reads shape_a, transform_a, shape_b and transform_b from the first four arguments. False after
// saying what is wrong; then nothing has to be closed.
bool mk_source_pair_open(SourcePair *pair, const GDExtensionConstTypePtr *args, const char *where);

// Gives the shapes back.
void mk_source_pair_close(SourcePair *pair);

// Whether a transform is finite; says which argument is not.
bool mk_source_check_transform(
		const GdTransform3D *transform, const char *where, const char *argument);

// Whether a vector is finite; says which argument is not.
bool mk_source_check_vector(GdVector3 vector, const char *where, const char *argument);
