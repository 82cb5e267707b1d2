// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Bodies of revolution about y: what is across the axis and what is along it.
#pragma once

#include "math/vec3.h"

// Returns the unit vector of the part across the y axis; zero if there is none. Also for parts so
// small that their squares vanish.
static inline Vec3 radial_unit(Vec3 v) { return vec3_normalize(vec3(v.x, 0, v.z)); }

// Returns the distance from the y axis.
static inline Real radial_length(Vec3 v) { return real_sqrt(v.x * v.x + v.z * v.z); }
