// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The same pairs for every library that bench_manifold compares: shapes, poses of some frames, and
// how long a library takes for the contacts of all.
#pragma once

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum SceneKind {
	SCENE_BOX,
	SCENE_SPHERE,
	SCENE_CAPSULE,
	SCENE_CYLINDER,
	SCENE_CONE,
	SCENE_HULL,
} SceneKind;

typedef struct SceneShape {
	SceneKind kind;
	double size[3];       // half extents; or radius and full height
	const double *points; // of a hull, x y z
	int count;
	const unsigned *polygons; // of a hull: corners and then the vertices of each face
	const double *planes;     // of a hull: normal and offset of each face
	int faces;
} SceneShape;

typedef struct ScenePose {
	double rotation[9]; // by rows
	double position[3];
} ScenePose;

enum { SCENE_PAIRS = 128, SCENE_FRAMES = 8 };

typedef struct Scene {
	SceneShape shapes[2];
	double margin;  // m; contacts up to this distance are wanted
	bool is_single; // one point of each pair is enough
	ScenePose poses[SCENE_FRAMES][SCENE_PAIRS][2];
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
