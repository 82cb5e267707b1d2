// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The singleton MinkowskiPhysics: what PhysicsServer3D cannot express. It has no state. Everything but
// what is about a space works with any physics engine.
#pragma once

#include "class.h"

extern Class mk_singleton_class;
