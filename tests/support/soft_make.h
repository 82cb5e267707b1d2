// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Soft bodies for tests, and a world that holds some of them.
#pragma once

#include "support/mesh_make.h"
#include "support/world_make.h"

// Makes cloth in the plane y = 0, `size` m wide around the origin, cells * cells squares; point (i,
// j) is number j * (cells + 1) + i, i along x, j along z.
void soft_make_cloth(SoftBody *soft, Real size, uint32_t cells);

// Makes a soft body of a closed mesh, which is freed.
void soft_make_closed(SoftBody *soft, TestMesh *mesh);

// A soft body in a world with the gravity of that world, friction 0.6.
typedef struct MadeSoft {
	WorldSoft world;
	SoftBody body;
} MadeSoft;

// Puts a soft body that has its points into a world.
void make_soft(WorldMake *make, MadeSoft *soft);

// Takes it out and frees it; before world_make_free.
void make_soft_free(WorldMake *make, MadeSoft *soft);

Real soft_lowest(const SoftBody *soft);

// Kinetic energy, J.
Real soft_kinetic(const SoftBody *soft);

// The longest stretch of an edge in parts of its length at rest; 0: none.
Real soft_stretch(const SoftBody *soft);
