// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A world of ours filled from a list of a scene, and how far poses that any engine found are
// from what they should be.
#pragma once

#include "base/job_threads.h"
#include "support/scene_list.h"
#include "support/world_make.h"

typedef struct SceneWorld {
	World world;
	JobThreads *threads; // NULL: one thread
	MadeBody *bodies;    // in the order of the list
	WorldJoint *joints;
	int body_count;
	int joint_count;
} SceneWorld;

// What is wrong with a scene, m.
typedef struct SceneError {
	double deepest; // how far two bodies are in each other
	double gap;     // between the ends of a joint
	double drift;   // of the body that should stay where it is; 0 if there is none
} SceneError;

// Fills a world that runs on so many workers; it must not be moved and outlives the list.
void scene_world_init(SceneWorld *made, const SceneList *list, uint32_t workers);
void scene_world_free(SceneWorld *made);

void scene_world_step(SceneWorld *made);

// Writes where the bodies are.
void scene_world_poses(const SceneWorld *made, ListPose *poses);

// Returns the largest errors of a scene whose bodies are at these poses.
SceneError scene_measure(const SceneList *list, const ListPose *poses);
