// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Bullet: the pair detector of its narrow phase, without a penetration solver, so that an overlap
// ends the query.
#include "bench/bench_gjk.h"
#include "bench/plain_bullet.h"

#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

namespace {

double distance(void *object, const BenchPose *a, const BenchPose *b, BenchMemory *memory) {
	BulletPair *pair = static_cast<BulletPair *>(object);
	btVoronoiSimplexSolver simplex;
	btGjkPairDetector detector(pair->a.get(), pair->b.get(), &simplex, nullptr);
	if (memory != nullptr && memory->is_set)
		detector.setCachedSeparatingAxis(bullet_vector(memory->axis));
	btGjkPairDetector::ClosestPointInput input;
	input.m_transformA = bullet_pose(*a);
	input.m_transformB = bullet_pose(*b);
	btPointCollector result;
	detector.getClosestPoints(input, result, nullptr);
	if (memory != nullptr) {
		const btVector3 &axis = detector.getCachedSeparatingAxis();
		memory->is_set = axis.length2() > 0;
		for (int k = 0; k < 3; k++)
			memory->axis[k] = static_cast<double>(axis[k]);
	}
	return result.m_hasResult ? static_cast<double>(result.m_distance) : 0;
}

bool overlaps(void *object, const BenchPose *a, const BenchPose *b) {
	return !(distance(object, a, b, nullptr) > 0);
}

} // namespace

const BenchRival *bench_gjk_bullet(void) {
	static const BenchRival rival = { "Bullet", bullet_pair_create, bullet_pair_destroy, distance,
		true, overlaps };
	return &rival;
}
