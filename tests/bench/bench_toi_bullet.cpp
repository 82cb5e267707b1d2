// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Bullet: btContinuousConvexCollision, its conservative advancement with
// rotation, on boxes without margin.
#include "bench/bench_toi.h"
#include "bench/plain_bullet.h"

#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

namespace {

struct Pair {
	std::unique_ptr<btConvexShape> a;
	std::unique_ptr<btConvexShape> b;
	btVoronoiSimplexSolver simplex;
	btGjkEpaPenetrationDepthSolver depth;
};

void *create(const BenchShape *a, const BenchShape *b) {
	return new Pair{ bullet_exact_shape(*a), bullet_exact_shape(*b), {}, {} };
}

void destroy(void *pair) { delete static_cast<Pair *>(pair); }

double time(void *object, const ToiSweep *sweep) {
	Pair *pair = static_cast<Pair *>(object);
	pair->simplex.reset();
	btContinuousConvexCollision cast(pair->a.get(), pair->b.get(), &pair->simplex, &pair->depth);
	btConvexCast::CastResult result;
	bool is_hit = cast.calcTimeOfImpact(bullet_pose(sweep->start_a), bullet_pose(sweep->end_a),
			bullet_pose(sweep->start_b), bullet_pose(sweep->end_b), result);
	return is_hit ? static_cast<double>(result.m_fraction) : 2;
}

} // namespace

const ToiRival *bench_toi_bullet(void) {
	static const ToiRival rival = { "Bullet", create, destroy, time };
	return &rival;
}
