// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The same pairs for every library that bench_manifold compares: shapes, poses of some frames, and
// how long a library takes for the contacts of all.
#pragma once

#include "bench/plain_shape.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SCENE_PAIRS = 128, SCENE_FRAMES = 8 };

typedef struct Scene {
	BenchShape shape; // of both
	double margin;    // m; contacts up to this distance are wanted
	bool is_single;   // one point of each pair is enough
	BenchPose poses[SCENE_FRAMES][SCENE_PAIRS][2];
	double separations[SCENE_FRAMES][SCENE_PAIRS]; // m; what the shapes are apart, negative: depth
} Scene;

typedef struct SceneTimes {
	double cold;     // ns per pair, nothing known before
	double warm;     // ns per pair, frame after frame
	double contacts; // mean number of points, cold
	int wrong;       // pairs with another depth, see scene_is_wrong
} SceneTimes;

// Returns whether the deepest point of a pair, or that there is none (infinite),
// contradicts what the shapes are apart: by more than 1 mm where they overlap, by a contact
// where there is none to report.
static inline bool scene_is_wrong(const Scene *scene, int frame, int pair, double deepest) {
	double truth = scene->separations[frame][pair];
	double error = deepest > truth ? deepest - truth : truth - deepest;
	if (truth < 0) return !(error <= 1e-3);
	return truth > scene->margin + 1e-3 && deepest <= scene->margin;
}

// Time of the contacts of all pairs; -1 where the library has no answer.
SceneTimes bench_manifold_bullet(const Scene *scene);
SceneTimes bench_manifold_ode(const Scene *scene);
SceneTimes bench_manifold_fcl(const Scene *scene);

#ifdef __cplusplus
}
#endif
