// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What is said of objects with nothing to collide with. A shape without points is no mistake when
// it comes: CSG, grid maps and scripts that build terrain fill theirs a little later. So objects
// that have one are watched for some steps of their space, and those that still have one then are
// named in one warning. In the editor, where nothing is stepped, nothing is said.
#pragma once

#include "server/object.h"

typedef struct ServerBody ServerBody;

// Watches an object from now on if the shape that it got is empty and the object is in a space.
void mk_object_watch(ServerObject *object, const ServerShape *shape);

// The same for all shapes of an object that has come into a space.
void mk_object_watch_all(ServerObject *object);

// After a step: names the objects that were watched for long enough and still have an empty shape.
void mk_space_report_empty(ServerSpace *space);

// Names a rigid body that has begun to move without any shape.
void mk_body_report_no_shape(const ServerBody *body);
