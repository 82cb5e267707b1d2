// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "nodes/decomposition_task.h"

#include "base/alloc.h"
#include "base/job_threads.h"

#include <stdatomic.h>

// Steps in which progress is told; more cannot be seen.
#define MK_PROGRESS_STEPS 1000

// The thread writes `progress`, `parts` and then `is_over`, and reads `is_stopped`; everything
// else is set before it runs.
struct DecompositionTask {
	DecomposeInput input;
	MeshTriangles triangles;
	uint64_t key;
	GdVariant finished; // a Callable: it knows the number of its object and does not keep it alive
	JobThreads *threads;
	Decomposition parts;
	_Atomic uint32_t progress; // of MK_PROGRESS_STEPS
	_Atomic bool is_over;
	_Atomic bool is_stopped;
};

static bool tell(void *user, Real done) {
	DecompositionTask *self = user;
	uint32_t progress = (uint32_t)(done * MK_PROGRESS_STEPS);
	if (progress > atomic_load(&self->progress)) atomic_store(&self->progress, progress);
	return !atomic_load(&self->is_stopped);
}

// Godot puts the call into the queue of its main thread; an object that is
// gone by then is not called.
static void call_later(const GdVariant *callable) {
	GdStringName name;
	GdVariant nothing;
	GDExtensionCallError error = { 0 };
	gd.string_name_new_with_latin1_chars(&name, "call_deferred", true);
	gd.variant_call((void *)(uintptr_t)callable, &name, NULL, 0, &nothing, &error);
	gd.variant_destroy(&nothing);
}

static void run(void *user) {
	DecompositionTask *self = user;
	self->parts = mk_decompose(&self->input);
	atomic_store(&self->is_over, true);
	if (!atomic_load(&self->is_stopped)) call_later(&self->finished);
}

DecompositionTask *mk_decomposition_task_start(
		const DecomposeInput *input, MeshTriangles *triangles, uint64_t key, GdCallable finished) {
	DecompositionTask *self = mk_alloc(sizeof *self);
	*self = (DecompositionTask){ .input = *input, .triangles = *triangles, .key = key };
	*triangles = (MeshTriangles){ 0 };
	self->input.mesh = mesh_triangles_view(&self->triangles);
	self->input.watch = (DecomposeWatch){ tell, self };
	gd_variant_from_callable(&self->finished, &finished);
	gd_callable_destroy(&finished);
	self->threads = mk_job_threads_create(2); // this one and another
	JobHost host = mk_job_threads_host(self->threads);
	if (host.worker_count > 1) {
		host.start(host.user, 1, run, self);
	} else {
		run(self); // a system that has no thread for us
	}
	return self;
}

void mk_decomposition_task_end(DecompositionTask *self) {
	if (!self) return;
	atomic_store(&self->is_stopped, true);
	mk_job_threads_host(self->threads).wait(self->threads);
	mk_job_threads_destroy(self->threads);
	mk_decomposition_free(&self->parts);
	mk_mesh_source_free(&self->triangles);
	gd.variant_destroy(&self->finished);
	mk_free(self, sizeof *self);
}

uint64_t mk_decomposition_task_key(const DecompositionTask *self) { return self->key; }

double mk_decomposition_task_progress(const DecompositionTask *self) {
	return (double)atomic_load(&self->progress) / MK_PROGRESS_STEPS;
}

const Decomposition *mk_decomposition_task_result(const DecompositionTask *self) {
	return atomic_load(&self->is_over) ? &self->parts : NULL;
}
