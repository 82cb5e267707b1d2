// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A shape swept along another, as a resource. It follows both when they change.
#pragma once

#include "nodes/custom_shape.h"

extern Class mk_sum_class;

BuildCustomShape mk_sum_build;
