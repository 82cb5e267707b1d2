// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Joints. Prints scene,bodies,joints,workers,least_ms,ns_step,ns_joint: the shortest step
// after the first second, in time of the caller's processor; that step per joint and sub-step,
// with all its bodies and contacts; and the passes of the joints alone (solve, relax) per
// joint and sub-step, on one thread.
#include "bench/bench.h"

#include "support/ragdoll.h"

#include <stdio.h>
#include <stdlib.h>

#define MK_REPEATS 20

typedef struct Scene {
	const char *name;
	void (*build)(WorldMake *make);
	uint32_t steps;
} Scene;

static void build_grid(WorldMake *make) { make_joint_grid(make, 100); }

static void build_ragdolls(WorldMake *make) {
	make_floor(make);
	for (int i = 0; i < 80; i++) {
		int line = i / 10;
		make_ragdoll(make, vec3((Real)(2 * (i % 10)), (Real)1.5, (Real)(2 * line)));
	}
}

static void build_chains(WorldMake *make) {
	JointSettings hinge = mk_joint_settings(JOINT_HINGE);
	hinge.ignores_contacts = true;
	hinge.axes[JOINT_ABOUT_Z].has_limit = true;
	hinge.axes[JOINT_ABOUT_Z].lower = (Real)-0.5;
	hinge.axes[JOINT_ABOUT_Z].upper = (Real)0.5;
	for (int i = 0; i < 3000; i++) {
		int line = i / 30;
		Vec3 place = vec3((Real)(i % 30), 0, (Real)(2 * line));
		MadeBody *last = i % 30 == 0 ? NULL : make->bodies + make->count - 1;
		MadeBody *link = make_box(make, vec3((Real)0.4, (Real)0.1, (Real)0.1), place);
		make_joint_at(make, hinge, link, last, vec3(place.x - (Real)0.5, 0, place.z));
	}
}

static const Scene scenes[] = {
	{ "joint_grid_10000", build_grid, 60 },
	{ "ragdolls_80", build_ragdolls, 120 },
	{ "hinge_chains_3000", build_chains, 120 },
};

// All joints one after the other: what a colour does, without its contacts.
static double time_passes(WorldMake *make) {
	World *world = &make->world;
	SolverBodies bodies = { world->rows.data, world->inertias.data, world->rows.count,
		world->untouched.data };
	uint32_t count = world->joints.bundles.count;
	JointBundle *bundles = world->joints.bundles.data;
	const SolverJoints joints = {
		.bundles = bundles, .turnings = world->joints.turnings.data, .rows = world->joints.rows.data
	};
	JointPass pass = mk_joint_pass(&joints, bodies, 1.0f / 360);
	const JointKernels *kernels = mk_joint_kernels();
	double least = 1e30;
	for (int i = 0; i < MK_REPEATS; i++) {
		double start = now_ns();
		kernels->solve(&pass, bundles, count);
		kernels->relax(&pass, bundles, count);
		double took = now_ns() - start;
		least = took < least ? took : least;
	}
	return least / world->joints.order.count;
}

static void run(const Scene *scene, uint32_t workers) {
	WorldMake *make = world_make(workers);
	scene->build(make);
	for (uint32_t i = 0; i < make->count; i++)
		make->bodies[i].body.can_sleep = false;
	double least = 1e30;
	world_make_run(make, 60);
	for (uint32_t i = 0; i < scene->steps; i++) {
		double start = now_ns();
		world_make_run(make, 1);
		double took = now_ns() - start;
		least = took < least ? took : least;
	}
	double per_joint = least / (make->joint_count * (double)MK_SOLVER_SUB_STEPS);
	printf("%s,%u,%u,%u,%.3f,%.0f,%.0f\n", scene->name, make->count, make->joint_count, workers,
			1e-6 * least, per_joint, time_passes(make));
	world_make_free(make);
}

int main(int count, char **arguments) {
	printf("# scene,bodies,joints,workers,least_ms,ns_step,ns_joint\n");
	for (uint32_t i = 0; i < sizeof(scenes) / sizeof(scenes[0]); i++) {
		if (count > 1 && strcmp(arguments[1], scenes[i].name) != 0) continue;
		for (uint32_t workers = 1; workers <= 2; workers++)
			run(scenes + i, workers);
	}
	return EXIT_SUCCESS;
}
