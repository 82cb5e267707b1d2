// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Wind on surfaces, as areas describe it and soft bodies feel it.
#pragma once

#include "math/vec3.h"

typedef struct Wind {
	Real force;       // N on a square metre that faces it; 0: none
	Vec3 source;      // m, in the world
	Vec3 direction;   // of any length
	Real attenuation; // power of the distance by which it weakens; 0: the same everywhere
} Wind;

// Returns the force of a wind on a flat piece of surface, N: its centre, its unit normal and its
// area in m^2. Nothing behind the source.
Vec3 mk_wind_force(const Wind *wind, Vec3 center, Vec3 normal, Real surface);
