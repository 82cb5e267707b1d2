// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What a space looks like from inside: methods of MinkowskiPhysics.
#pragma once

#include "bind.h"

// m; the length of a normal where a script names none: a quarter of what most
// things in a game measure.
#define MK_DEBUG_SIZE 0.25

BoundFunction mk_query_debug_lines;

// Sets the layers that the debug view shows, and opens it if there is none.
BoundFunction mk_query_set_debug_view;
