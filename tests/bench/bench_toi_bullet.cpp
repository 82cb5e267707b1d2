// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Bullet: btContinuousConvexCollision, its conservative advancement with
// rotation, on boxes without margin.
#include "bench/bench_toi.h"

#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

namespace {

struct Pair {
	btBoxShape a;
	btBoxShape b;
	btVoronoiSimplexSolver simplex;
	btGjkEpaPenetrationDepthSolver depth;
};

btVector3 vector(const double *p) {
	return btVector3(
			static_cast<btScalar>(p[0]), static_cast<btScalar>(p[1]), static_cast<btScalar>(p[2]));
}

void *create(const BenchShape *a, const BenchShape *b) {
	Pair *pair = new Pair{ btBoxShape(vector(a->half)), btBoxShape(vector(b->half)), {}, {} };
	pair->a.setMargin(0);
	pair->b.setMargin(0);
	return pair;
}

void destroy(void *pair) { delete static_cast<Pair *>(pair); }

btTransform place(const BenchPose *pose) {
	const double *r = pose->rows;
	btVector3 x = vector(r);
	btVector3 y = vector(r + 3);
	btVector3 z = vector(r + 6);
	btMatrix3x3 m(x[0], x[1], x[2], y[0], y[1], y[2], z[0], z[1], z[2]);
	return btTransform(m, vector(pose->position));
}

double time(void *object, const ToiSweep *sweep) {
	Pair *pair = static_cast<Pair *>(object);
	pair->simplex.reset();
	btContinuousConvexCollision cast(&pair->a, &pair->b, &pair->simplex, &pair->depth);
	btConvexCast::CastResult result;
	bool is_hit = cast.calcTimeOfImpact(place(&sweep->start_a), place(&sweep->end_a),
			place(&sweep->start_b), place(&sweep->end_b), result);
	return is_hit ? static_cast<double>(result.m_fraction) : 2;
}

} // namespace

const ToiRival *bench_toi_bullet(void) {
	static const ToiRival rival = { "Bullet", create, destroy, time };
	return &rival;
}
