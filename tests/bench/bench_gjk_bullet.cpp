// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Bullet: the pair detector of its narrow phase, without a penetration solver, so that an overlap
// ends the query. Margins are set to zero except for balls and capsules, whose radius they are.
#include "bench/bench_gjk.h"

#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btCapsuleShape.h>
#include <BulletCollision/CollisionShapes/btConeShape.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/CollisionShapes/btCylinderShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
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
	if (s->kind == BENCH_SPHERE) return new btSphereShape(radius);
	if (s->kind == BENCH_CAPSULE) return new btCapsuleShape(radius, real(2 * s->half_height));
	if (s->kind == BENCH_BOX) {
		shape = new btBoxShape(btVector3(real(s->half[0]), real(s->half[1]), real(s->half[2])));
	} else if (s->kind == BENCH_CYLINDER) {
		shape = new btCylinderShape(btVector3(radius, real(s->half_height), radius));
	} else if (s->kind == BENCH_CONE) {
		shape = new btConeShape(radius, real(2 * s->half_height));
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
	if (a->kind == BENCH_ELLIPSOID) return nullptr;
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

double distance(void *object, const BenchPose *a, const BenchPose *b, BenchMemory *memory) {
	Pair *pair = static_cast<Pair *>(object);
	btVoronoiSimplexSolver simplex;
	btGjkPairDetector detector(pair->a.get(), pair->b.get(), &simplex, nullptr);
	if (memory != nullptr && memory->is_set)
		detector.setCachedSeparatingAxis(
				btVector3(real(memory->axis[0]), real(memory->axis[1]), real(memory->axis[2])));
	btGjkPairDetector::ClosestPointInput input;
	input.m_transformA = place(a);
	input.m_transformB = place(b);
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
	static const BenchRival rival = { "Bullet", create, destroy, distance, true, overlaps };
	return &rival;
}
