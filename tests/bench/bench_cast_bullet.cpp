// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Bullet's three casts of convex shapes: by GJK and conservative advancement, by its
// sub-simplex ray cast, and its continuous collision with rotation, here with none. Margins
// are zero but for capsules.
#include "bench/bench_cast.h"

#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btCapsuleShape.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/CollisionShapes/btCylinderShape.h>
#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkConvexCast.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btSubSimplexConvexCast.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

#include <memory>

namespace {

struct Pair {
	std::unique_ptr<btConvexShape> a;
	std::unique_ptr<btConvexShape> b;
};

btScalar real(double x) { return static_cast<btScalar>(x); }

btConvexShape *make(const BenchShape *s) {
	btConvexShape *shape = nullptr;
	btScalar radius = real(s->radius);
	if (s->kind == BENCH_CAPSULE) return new btCapsuleShape(radius, real(2 * s->half_height));
	if (s->kind == BENCH_BOX) {
		shape = new btBoxShape(btVector3(real(s->half[0]), real(s->half[1]), real(s->half[2])));
	} else if (s->kind == BENCH_CYLINDER) {
		shape = new btCylinderShape(btVector3(radius, real(s->half_height), radius));
	} else {
		btConvexHullShape *hull = new btConvexHullShape();
		for (uint32_t i = 0; i < s->point_count; i++) {
			const double *p = s->points + 3 * i;
			hull->addPoint(btVector3(real(p[0]), real(p[1]), real(p[2])), false);
		}
		hull->recalcLocalAabb();
		shape = hull;
	}
	shape->setMargin(0);
	return shape;
}

void *create(const BenchShape *a, const BenchShape *b) {
	return new Pair{ std::unique_ptr<btConvexShape>(make(a)),
		std::unique_ptr<btConvexShape>(make(b)) };
}

void destroy(void *pair) { delete static_cast<Pair *>(pair); }

btTransform place(const BenchPose *pose) {
	const double *r = pose->rows;
	btMatrix3x3 m(real(r[0]), real(r[1]), real(r[2]), real(r[3]), real(r[4]), real(r[5]),
			real(r[6]), real(r[7]), real(r[8]));
	const double *p = pose->position;
	return btTransform(m, btVector3(real(p[0]), real(p[1]), real(p[2])));
}

double run(btConvexCast &cast, const BenchPose *a, const BenchPose *b, const double motion[3]) {
	btTransform from = place(a);
	btTransform to = from;
	to.getOrigin() += btVector3(real(motion[0]), real(motion[1]), real(motion[2]));
	btTransform rest = place(b);
	btConvexCast::CastResult result;
	bool hit = cast.calcTimeOfImpact(from, to, rest, rest, result);
	return hit ? static_cast<double>(result.m_fraction) : 2;
}

double cast_gjk(void *object, const BenchPose *a, const BenchPose *b, const double motion[3]) {
	Pair *pair = static_cast<Pair *>(object);
	btVoronoiSimplexSolver simplex;
	btGjkConvexCast cast(pair->a.get(), pair->b.get(), &simplex);
	return run(cast, a, b, motion);
}

double cast_simplex(void *object, const BenchPose *a, const BenchPose *b, const double motion[3]) {
	Pair *pair = static_cast<Pair *>(object);
	btVoronoiSimplexSolver simplex;
	btSubsimplexConvexCast cast(pair->a.get(), pair->b.get(), &simplex);
	return run(cast, a, b, motion);
}

double cast_continuous(
		void *object, const BenchPose *a, const BenchPose *b, const double motion[3]) {
	Pair *pair = static_cast<Pair *>(object);
	btVoronoiSimplexSolver simplex;
	btGjkEpaPenetrationDepthSolver depth;
	btContinuousConvexCollision cast(pair->a.get(), pair->b.get(), &simplex, &depth);
	return run(cast, a, b, motion);
}

} // namespace

uint32_t bench_cast_bullet(CastRival *rivals) {
	rivals[0] = { "Bullet GJK", create, destroy, cast_gjk };
	rivals[1] = { "Bullet sub-simplex", create, destroy, cast_simplex };
	rivals[2] = { "Bullet continuous", create, destroy, cast_continuous };
	return 3;
}
