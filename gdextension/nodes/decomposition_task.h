// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A decomposition on a thread of its own, for the editor: a large mesh takes seconds, in which the
// user wants to go on and to see how far it is.
#pragma once

#include "geometry/decompose.h"
#include "nodes/mesh_source.h"

typedef struct DecompositionTask DecompositionTask;

// Begins. Takes the triangles, which stand for the mesh of `input`, and the Callable, which is
// called on Godot's main thread when it is over. `key` is for whoever wants to know the task again.
DecompositionTask *mk_decomposition_task_start(
		const DecomposeInput *input, MeshTriangles *triangles, uint64_t key, GdCallable finished);

// Stops it where it is, waits for that, and frees everything; NULL is no task.
void mk_decomposition_task_end(DecompositionTask *self);

uint64_t mk_decomposition_task_key(const DecompositionTask *self);

// Returns how much is done, from 0 to 1; it never goes back.
double mk_decomposition_task_progress(const DecompositionTask *self);

// Returns the parts, which stay the task's; NULL until it is over.
const Decomposition *mk_decomposition_task_result(const DecompositionTask *self);
