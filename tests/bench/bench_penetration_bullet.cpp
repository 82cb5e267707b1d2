// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Bullet: its GJK and EPA solver, on shapes with margin zero; balls and capsules have their radius
// as margin, which that solver is told to use.
#include "bench/bench_penetration.h"

#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btCapsuleShape.h>
#include <BulletCollision/CollisionShapes/btConeShape.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/CollisionShapes/btCylinderShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>

#include <memory>

namespace {

struct Pair {
	std::unique_ptr<btConvexShape> a;
	std::unique_ptr<btConvexShape> b;
};

btVector3 vector(const double *p) {
	return btVector3(
			static_cast<btScalar>(p[0]), static_cast<btScalar>(p[1]), static_cast<btScalar>(p[2]));
}

btConvexShape *make(const BenchShape *s) {
	btScalar radius = static_cast<btScalar>(s->radius);
	btScalar height = static_cast<btScalar>(s->half_height);
	if (s->kind == BENCH_SPHERE) return new btSphereShape(radius);
	if (s->kind == BENCH_CAPSULE) return new btCapsuleShape(radius, 2 * height);
	btConvexShape *shape = nullptr;
	if (s->kind == BENCH_BOX) shape = new btBoxShape(vector(s->half));
	if (s->kind == BENCH_CYLINDER) shape = new btCylinderShape(btVector3(radius, height, radius));
	if (s->kind == BENCH_CONE) shape = new btConeShape(radius, 2 * height);
	if (s->kind == BENCH_HULL) {
		btConvexHullShape *hull = new btConvexHullShape();
		for (uint32_t i = 0; i < s->point_count; i++)
			hull->addPoint(vector(s->points + 3 * i), false);
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
	btVector3 x = vector(r);
	btVector3 y = vector(r + 3);
	btVector3 z = vector(r + 6);
	btMatrix3x3 m(x[0], x[1], x[2], y[0], y[1], y[2], z[0], z[1], z[2]);
	return btTransform(m, vector(pose->position));
}

double depth(void *object, const BenchPose *a, const BenchPose *b, double normal[3]) {
	Pair *pair = static_cast<Pair *>(object);
	btTransform at_a = place(a);
	btTransform at_b = place(b);
	btGjkEpaSolver2::sResults results;
	btVector3 guess = at_b.getOrigin() - at_a.getOrigin();
	if (!btGjkEpaSolver2::Penetration(pair->a.get(), at_a, pair->b.get(), at_b, guess, results))
		return -1;
	for (int k = 0; k < 3; k++)
		normal[k] = static_cast<double>(results.normal[k]);
	return -static_cast<double>(results.distance);
}

} // namespace

const DepthRival *bench_penetration_bullet(void) {
	static const DepthRival rival = { "Bullet", create, destroy, depth };
	return &rival;
}
