// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// From the engine's traces to those of scripts.
#pragma once

#include "collide/trace.h"
#include "math/transform.h"
#include "nodes/trace.h"

// Returns room for the steps of one run, to be given back by mk_trace_end.
Trace mk_trace_begin(void);

// Writes the steps; `pose` leads from the frame of the pair to the scene.
void mk_trace_end(Trace *trace, TraceResult *result, Affine pose);
