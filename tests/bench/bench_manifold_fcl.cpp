// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// FCL's side of bench_manifold: as many contacts as it gives, by its
// own GJK and EPA where it has no closed form. It keeps nothing between calls, so warm is cold, and
// it reports only what touches. Its closed form of two boxes gives a manifold, the rest one point.
#define _POSIX_C_SOURCE 200809L
#include "bench/bench_manifold.h"

#include "bench/bench.h"
#include "bench/plain_fcl.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace {

constexpr size_t max_contacts = 8;

struct World {
	const Scene *scene;
	FclShape shape;
	long contacts = 0;
};

void process(const World &world, int frame, int pair, fcl::CollisionResultd &result) {
	const Scene *scene = world.scene;
	fcl::CollisionRequestd request(scene->is_single ? 1 : max_contacts, true);
	request.gjk_solver_type = fcl::GST_INDEP;
	const BenchPose *poses = scene->poses[frame][pair];
	const FclShape &shape = world.shape;
	fcl::collide(shape.geometry.get(), fcl_pose(poses[0], shape), shape.geometry.get(),
			fcl_pose(poses[1], shape), request, result);
}

void run(void *context) {
	World &world = *static_cast<World *>(context);
	world.contacts = 0;
	for (int f = 0; f < SCENE_FRAMES; f++) {
		for (int i = 0; i < SCENE_PAIRS; i++) {
			fcl::CollisionResultd result;
			process(world, f, i, result);
			world.contacts += long(result.numContacts());
		}
	}
}

int count_wrong(const World &world) {
	int wrong = 0;
	for (int f = 0; f < SCENE_FRAMES; f++) {
		for (int i = 0; i < SCENE_PAIRS; i++) {
			fcl::CollisionResultd result;
			process(world, f, i, result);
			double deepest = std::numeric_limits<double>::infinity();
			// its own solver has the sign the other way round than its closed forms
			for (size_t k = 0; k < result.numContacts(); k++)
				deepest = std::min(deepest, -std::fabs(result.getContact(k).penetration_depth));
			wrong += scene_is_wrong(world.scene, f, i, deepest);
		}
	}
	return wrong;
}

} // namespace

SceneTimes bench_manifold_fcl(const Scene *scene) {
	World world{ scene, fcl_shape(scene->shape) };
	const double pairs = SCENE_FRAMES * SCENE_PAIRS;
	SceneTimes times;
	times.cold = bench_least_ns(run, &world) / pairs;
	times.warm = times.cold;
	times.contacts = double(world.contacts) / pairs;
	times.wrong = count_wrong(world);
	return times;
}
