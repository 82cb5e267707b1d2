// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The same pairs for every library that bench_manifold compares: shapes, poses of some frames, and how
// long a library takes for the contacts of all.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

typedef enum SceneKind { SCENE_BOX, SCENE_CAPSULE, SCENE_CYLINDER, SCENE_HULL } SceneKind;

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
	double margin; // m; contacts up to this distance are wanted
	ScenePose poses[SCENE_FRAMES][SCENE_PAIRS][2];
} Scene;

typedef struct SceneTimes {
	double cold;     // ns per pair, nothing known before
	double warm;     // ns per pair, frame after frame
	double contacts; // mean number of points, cold
} SceneTimes;

// Time of the contacts of all pairs; -1 where the library has no answer.
SceneTimes bench_manifold_bullet(const Scene *scene);
SceneTimes bench_manifold_ode(const Scene *scene);

#ifdef __cplusplus
}
#endif
