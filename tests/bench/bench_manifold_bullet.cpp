// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Bullet's side of bench_manifold: its dispatcher's algorithm for each pair, with the persistent
// manifold that it fills; it has no way to ask for one point. Cold: the algorithm and manifold of a
// pair are new for each query.
#define _POSIX_C_SOURCE 200809L
#include "bench/bench_manifold.h"

#include "bench/bench.h"
#include "bench/plain_bullet.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace {

struct World {
	btDefaultCollisionConfiguration configuration;
	btCollisionDispatcher dispatcher{ &configuration };
	btDispatcherInfo info;
	std::unique_ptr<btCollisionShape> shape;
	std::vector<btTransform> poses;
	std::vector<btCollisionObject> objects;
	std::vector<btCollisionAlgorithm *> algorithms;
	btScalar margin;
	long points = 0;
};

std::unique_ptr<btCollisionShape> make_shape(const BenchShape &s) {
	auto shape = bullet_shape(s);
	// its margin would be around the cone, not inside as with the others
	if (s.kind == BENCH_CONE) shape->setMargin(0);
	if (s.kind == BENCH_HULL)
		static_cast<btConvexHullShape &>(*shape).initializePolyhedralFeatures();
	return shape;
}

// One pair of one frame; the algorithm is made when there is none. Returns the manifold, if any.
btPersistentManifold *process(World &world, int frame, int pair, btCollisionAlgorithm *&algorithm) {
	btCollisionObject &a = world.objects[size_t(2 * pair)];
	btCollisionObject &b = world.objects[size_t(2 * pair + 1)];
	const btTransform *poses = &world.poses[size_t(2 * (frame * SCENE_PAIRS + pair))];
	a.setWorldTransform(poses[0]);
	b.setWorldTransform(poses[1]);
	btCollisionObjectWrapper wrap_a(nullptr, a.getCollisionShape(), &a, poses[0], -1, -1);
	btCollisionObjectWrapper wrap_b(nullptr, b.getCollisionShape(), &b, poses[1], -1, -1);
	if (algorithm == nullptr) {
		algorithm = world.dispatcher.findAlgorithm(
				&wrap_a, &wrap_b, nullptr, BT_CONTACT_POINT_ALGORITHMS);
	}
	btManifoldResult result(&wrap_a, &wrap_b);
	result.m_closestPointDistanceThreshold = world.margin;
	algorithm->processCollision(&wrap_a, &wrap_b, world.info, &result);
	btPersistentManifold *manifold = result.getPersistentManifold();
	if (manifold != nullptr) world.points += manifold->getNumContacts();
	return manifold;
}

void drop(World &world, btCollisionAlgorithm *&algorithm) {
	algorithm->~btCollisionAlgorithm();
	world.dispatcher.freeCollisionAlgorithm(algorithm);
	algorithm = nullptr;
}

void run_cold(void *context) {
	World &world = *static_cast<World *>(context);
	world.points = 0;
	for (int f = 0; f < SCENE_FRAMES; f++) {
		for (int i = 0; i < SCENE_PAIRS; i++) {
			btCollisionAlgorithm *algorithm = nullptr;
			process(world, f, i, algorithm);
			drop(world, algorithm);
		}
	}
}

void run_warm(void *context) {
	World &world = *static_cast<World *>(context);
	for (int f = 0; f < SCENE_FRAMES; f++) {
		for (int i = 0; i < SCENE_PAIRS; i++)
			process(world, f, i, world.algorithms[size_t(i)]);
	}
}

int count_wrong(World &world, const Scene *scene) {
	int wrong = 0;
	for (int f = 0; f < SCENE_FRAMES; f++) {
		for (int i = 0; i < SCENE_PAIRS; i++) {
			btCollisionAlgorithm *algorithm = nullptr;
			btPersistentManifold *manifold = process(world, f, i, algorithm);
			double deepest = std::numeric_limits<double>::infinity();
			for (int k = 0; manifold != nullptr && k < manifold->getNumContacts(); k++)
				deepest = std::min(deepest, double(manifold->getContactPoint(k).getDistance()));
			wrong += scene_is_wrong(scene, f, i, deepest);
			drop(world, algorithm);
		}
	}
	return wrong;
}

} // namespace

SceneTimes bench_manifold_bullet(const Scene *scene) {
	if (scene->is_single) return SceneTimes{ -1, -1, 0, 0 };
	World world;
	world.shape = make_shape(scene->shape);
	world.margin = btScalar(scene->margin);
	world.objects.resize(2 * SCENE_PAIRS);
	for (btCollisionObject &object : world.objects) {
		object.setCollisionShape(world.shape.get());
		object.setContactProcessingThreshold(world.margin);
	}
	world.algorithms.resize(SCENE_PAIRS, nullptr);
	for (int f = 0; f < SCENE_FRAMES; f++) {
		for (int i = 0; i < 2 * SCENE_PAIRS; i++)
			world.poses.push_back(bullet_pose(scene->poses[f][i / 2][i % 2]));
	}
	const double pairs = SCENE_FRAMES * SCENE_PAIRS;
	SceneTimes times;
	times.cold = bench_least_ns(run_cold, &world) / pairs;
	times.contacts = double(world.points) / pairs;
	times.wrong = count_wrong(world, scene);
	times.warm = bench_least_ns(run_warm, &world) / pairs;
	for (btCollisionAlgorithm *&algorithm : world.algorithms)
		drop(world, algorithm);
	return times;
}
