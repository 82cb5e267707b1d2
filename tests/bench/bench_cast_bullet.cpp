// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Bullet's three casts of convex shapes: by GJK and conservative advancement, by its
// sub-simplex ray cast, and its continuous collision with rotation, here with none.
#include "bench/bench_cast.h"
#include "bench/plain_bullet.h"

#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkConvexCast.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btSubSimplexConvexCast.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

namespace {

double run(btConvexCast &cast, const BenchPose *a, const BenchPose *b, const double motion[3]) {
	btTransform from = bullet_pose(*a);
	btTransform to = from;
	to.getOrigin() += bullet_vector(motion);
	btTransform rest = bullet_pose(*b);
	btConvexCast::CastResult result;
	bool hit = cast.calcTimeOfImpact(from, to, rest, rest, result);
	return hit ? static_cast<double>(result.m_fraction) : 2;
}

double cast_gjk(void *object, const BenchPose *a, const BenchPose *b, const double motion[3]) {
	BulletPair *pair = static_cast<BulletPair *>(object);
	btVoronoiSimplexSolver simplex;
	btGjkConvexCast cast(pair->a.get(), pair->b.get(), &simplex);
	return run(cast, a, b, motion);
}

double cast_simplex(void *object, const BenchPose *a, const BenchPose *b, const double motion[3]) {
	BulletPair *pair = static_cast<BulletPair *>(object);
	btVoronoiSimplexSolver simplex;
	btSubsimplexConvexCast cast(pair->a.get(), pair->b.get(), &simplex);
	return run(cast, a, b, motion);
}

double cast_continuous(
		void *object, const BenchPose *a, const BenchPose *b, const double motion[3]) {
	BulletPair *pair = static_cast<BulletPair *>(object);
	btVoronoiSimplexSolver simplex;
	btGjkEpaPenetrationDepthSolver depth;
	btContinuousConvexCollision cast(pair->a.get(), pair->b.get(), &simplex, &depth);
	return run(cast, a, b, motion);
}

} // namespace

uint32_t bench_cast_bullet(CastRival *rivals) {
	rivals[0] = { "Bullet GJK", bullet_pair_create, bullet_pair_destroy, cast_gjk };
	rivals[1] = { "Bullet sub-simplex", bullet_pair_create, bullet_pair_destroy, cast_simplex };
	rivals[2] = { "Bullet continuous", bullet_pair_create, bullet_pair_destroy, cast_continuous };
	return 3;
}
