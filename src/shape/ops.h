// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The operations of every kind of shape, each defined in the file of that shape and listed in the
// table of shape.c.
#pragma once

#include "shape/shape.h"

extern const ShapeOps mk_sphere_ops;
extern const ShapeOps mk_box_ops;
extern const ShapeOps mk_rounded_box_ops;
extern const ShapeOps mk_capsule_ops;
extern const ShapeOps mk_cylinder_ops;
extern const ShapeOps mk_rounded_cylinder_ops;
extern const ShapeOps mk_cone_ops;
extern const ShapeOps mk_tapered_cylinder_ops;
extern const ShapeOps mk_tapered_capsule_ops;
extern const ShapeOps mk_ellipsoid_ops;
extern const ShapeOps mk_segment_ops;
extern const ShapeOps mk_triangle_ops;
extern const ShapeOps mk_hull_shape_ops;
extern const ShapeOps mk_minkowski_sum_ops;
extern const ShapeOps mk_separation_ray_ops;
extern const ShapeOps mk_half_space_ops;
extern const ShapeOps mk_mesh_shape_ops;
extern const ShapeOps mk_height_field_ops;
extern const ShapeOps mk_compound_ops;
