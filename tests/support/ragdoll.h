// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Things made of many joints, for scenarios and benches.
#pragma once

#include "support/world_make.h"

// A person of 1.7 m, standing with the hip at a place: eleven capsules and boxes, shoulders, hips,
// neck and spine as cone twist joints, knees and elbows as hinges.
void make_ragdoll(WorldMake *make, Vec3 hip);

// A net of side x side balls 1 m apart, pinned to their neighbours; the first row is fixed.
void make_joint_grid(WorldMake *make, uint32_t side);
