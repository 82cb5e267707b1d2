// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// How thin a shape is, and what is left of it without its outer layer. A body cannot pass a surface
// within a step unless its inner part does: continuous detection asks for both.
#pragma once

#include "shape/instance.h"

// Returns half of the smallest width of an instance, m: of convex shapes along the axes of their
// own space and across the faces of hulls; of the thinnest child of a compound; of the box around a
// surface. 0 for what is flat, infinity for half-spaces.
Real mk_instance_thickness(const ShapeInstance *instance);

// Returns the instance without a layer of a depth (m): rounded shapes lose it from their radius,
// others are scaled about the middle of their box. A tenth of every size is always left.
ShapeInstance mk_instance_core(const ShapeInstance *instance, Real depth);

// Returns the instance scaled by a factor about the middle of its box.
ShapeInstance mk_instance_shrunk(const ShapeInstance *instance, Real factor);
