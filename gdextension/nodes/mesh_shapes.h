// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Shapes that are made of a Mesh: its hull, a box or ball around it, convex parts, or its very
// triangles. They follow the mesh when it changes.
#pragma once

#include "nodes/mesh_source.h"

extern Class mk_mesh_hull_class;
extern Class mk_fitted_box_class;
extern Class mk_fitted_sphere_class;
extern Class mk_decomposition_class;
extern Class mk_moving_mesh_class;

BuildCustomShape mk_mesh_hull_build;
BuildCustomShape mk_fitted_box_build;
BuildCustomShape mk_fitted_sphere_build;
BuildCustomShape mk_decomposition_build;
BuildCustomShape mk_moving_mesh_build;

// The hull of what the geometry is made of.
CollectStandIn mk_mesh_hull_collect;
CollectStandIn mk_mesh_shape_collect;
CollectStandIn mk_fitted_box_collect;
CollectStandIn mk_decomposition_collect;

// Returns the hull of a mesh with as many vertices as a stand-in may have, or NULL if it has none.
Shape *mk_mesh_shape_hull(const MeshResource *self, Real rounding);
