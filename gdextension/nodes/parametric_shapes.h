// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Convex shapes that a few numbers describe. They stand upright on the Y axis, like Godot's own.
#pragma once

#include "nodes/custom_shape.h"

extern Class mk_ellipsoid_class;
extern Class mk_cone_class;
extern Class mk_tapered_capsule_class;
extern Class mk_tapered_cylinder_class;
extern Class mk_rounded_box_class;
extern Class mk_rounded_cylinder_class;

BuildCustomShape mk_ellipsoid_build;
BuildCustomShape mk_cone_build;
BuildCustomShape mk_tapered_capsule_build;
BuildCustomShape mk_tapered_cylinder_build;
BuildCustomShape mk_rounded_box_build;
BuildCustomShape mk_rounded_cylinder_build;

AdviseCustomShape mk_tapered_capsule_advise;
AdviseCustomShape mk_rounded_box_advise;
AdviseCustomShape mk_rounded_cylinder_advise;
