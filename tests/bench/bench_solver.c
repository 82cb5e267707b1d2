// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The contact solver alone on a pyramid of boxes: 100 rows, 5050 bodies, 14 950 contacts of four
// points with neighbours above and below, on one thread. Prints lanes,pass,ns_per_contact: the
// least over repeats, one line per pass and width.
#include "dynamics/contact_lane.h"
#include "dynamics/solver.h"

#include <stdio.h>
#include <time.h>

#define ROWS    100
#define REPEATS 40

typedef struct Scene {
	Graph graph;
	SolverBodyArray bodies;
	SolverInertiaArray inertias;
	uint32_t contacts;
} Scene;

static double now_seconds(void) {
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

// the lower box, or the world, is A; boxes of 1 m, those of the next row half a box aside
static void add_contact(Scene *scene, uint32_t below, uint32_t above, Real aside) {
	const Real half = (Real)0.5;
	GraphPair pair = { below, above, below != 0, true };
	GraphSlot slot = mk_graph_add(&scene->graph, pair, 0, scene->contacts++);
	ContactLane lane = { .normal = vec3(0, 1, 0), .friction = (Real)0.6, .count = 4 };
	lane.offset = vec3(-aside, below == 0 ? -half : -1, 0);
	lane.is_fixed_a = below == 0;
	Real low = aside > 0 ? 0 : -half;
	Real high = aside < 0 ? 0 : half;
	Real top = below == 0 ? 0 : half;
	lane.points[0].arm = vec3(low, top, -half);
	lane.points[1].arm = vec3(high, top, -half);
	lane.points[2].arm = vec3(high, top, half);
	lane.points[3].arm = vec3(low, top, half);
	for (int i = 0; i < 4; i++)
		lane.points[i].separation = (Real)-0.001;
	mk_contact_lane_write(&scene->graph, slot, &lane);
}

static void build(Scene *scene) {
	solver_body_array_resize(&scene->bodies, 1 + ROWS * (ROWS + 1) / 2);
	solver_inertia_array_resize(&scene->inertias, scene->bodies.count);
	scene->bodies.data[0].turn[3] = 1;
	uint32_t row_start = 1;
	for (uint32_t row = 0; row < ROWS; row++) {
		uint32_t count = ROWS - row;
		for (uint32_t i = 0; i < count; i++) {
			uint32_t box = row_start + i;
			scene->bodies.data[box] = (SolverBody){ .inverse_mass_x = 1,
				.inverse_mass_y = 1,
				.velocity = { 0, -0.01f, 0 },
				.turn = { 0, 0, 0, 1 } };
			scene->inertias.data[box] = (SolverInertia){
				.xx = 6, .yy = 6, .zz = 6, .inverse_mass_z = 1
			};
			if (row == 0) add_contact(scene, 0, box, 0);
			if (row > 0) add_contact(scene, box - count - 1, box, (Real)0.5);
			if (row > 0) add_contact(scene, box - count, box, (Real)-0.5);
			// the neighbour in the row, so that there are as many contacts as in a game's pyramid
			if (i > 0) add_contact(scene, box - 1, box, 0);
		}
		row_start += count;
	}
}

static double run(Scene *scene, const ContactPass *pass, ContactKernel *kernel) {
	double start = now_seconds();
	for (uint32_t c = 0; c < MK_GRAPH_COLORS; c++) {
		const GraphColor *color = scene->graph.colors + c;
		ContactBundles bundles = { color->bundles, color->cold, color->bundle_count };
		if (bundles.count > 0) kernel(pass, &bundles);
	}
	return (now_seconds() - start) * 1e9 / scene->contacts;
}

static void measure(Scene *scene, int lanes) {
	const ContactKernels *kernels = mk_contact_kernels_for(lanes);
	if (kernels == NULL) return;
	const float h = 1.0f / 240;
	ContactPass pass = { .bodies = { scene->bodies.data, scene->inertias.data, scene->bodies.count,
								 NULL },
		.h = h,
		.dynamic = softness_from_frequency(30, 10, h),
		.fixed = softness_from_frequency(60, 5, h),
		.push_limit = 3,
		.bounce_speed = 1 };
	const char *const names[] = { "prepare", "warm_start", "solve", "relax" };
	ContactKernel *const passes[] = { kernels->prepare, kernels->warm_start, kernels->solve,
		kernels->relax };
	double least[4] = { 1e9, 1e9, 1e9, 1e9 };
	for (int repeat = 0; repeat < REPEATS; repeat++) {
		for (int i = 0; i < 4; i++) {
			double ns = run(scene, &pass, passes[i]);
			least[i] = ns < least[i] ? ns : least[i];
		}
	}
	for (int i = 0; i < 4; i++)
		printf("%d,%s,%.1f\n", lanes, names[i], least[i]);
}

int main(void) {
	Scene scene = { 0 };
	build(&scene);
	uint32_t colors = 0;
	for (uint32_t c = 0; c < MK_GRAPH_COLORS; c++)
		colors += scene.graph.colors[c].bundle_count > 0;
	printf("# %u contacts, %u colours\n# lanes,pass,ns_per_contact\n", scene.contacts, colors);
	for (int lanes = 1; lanes <= 8; lanes += lanes == 1 ? 3 : 4)
		measure(&scene, lanes);
	mk_graph_free(&scene.graph);
	solver_body_array_free(&scene.bodies);
	solver_inertia_array_free(&scene.inertias);
	return 0;
}
