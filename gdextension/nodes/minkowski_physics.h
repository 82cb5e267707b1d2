// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The singleton MinkowskiPhysics: what PhysicsServer3D cannot express. Its only state is what the
// debug view shows. Everything but what is about a space works with any physics engine.
#pragma once

#include "class.h"

typedef struct Singleton {
	Instance instance;
	int64_t debug_view; // DebugLayer bits
} Singleton;

extern Class mk_singleton_class;
