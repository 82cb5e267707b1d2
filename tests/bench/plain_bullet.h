// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Bullet's shapes and poses of plain numbers.
#pragma once

#include "bench/plain_shape.h"

#include <btBulletCollisionCommon.h>

#include <memory>

inline btVector3 bullet_vector(const double *p) {
	return btVector3(
			static_cast<btScalar>(p[0]), static_cast<btScalar>(p[1]), static_cast<btScalar>(p[2]));
}

inline btTransform bullet_pose(const BenchPose &pose) {
	btVector3 x = bullet_vector(pose.rows);
	btVector3 y = bullet_vector(pose.rows + 3);
	btVector3 z = bullet_vector(pose.rows + 6);
	btMatrix3x3 m(x[0], x[1], x[2], y[0], y[1], y[2], z[0], z[1], z[2]);
	return btTransform(m, bullet_vector(pose.position));
}

inline std::unique_ptr<btConvexHullShape> bullet_hull(const BenchShape &s) {
	auto hull = std::make_unique<btConvexHullShape>();
	for (uint32_t i = 0; i < s.point_count; i++)
		hull->addPoint(bullet_vector(s.points + 3 * i), false);
	hull->recalcLocalAabb();
	return hull;
}

// With the margin that the library gives it; null: it has no such shape.
inline std::unique_ptr<btConvexShape> bullet_shape(const BenchShape &s) {
	btScalar radius = static_cast<btScalar>(s.radius);
	btScalar height = static_cast<btScalar>(s.half_height);
	switch (s.kind) {
		case BENCH_BOX: return std::make_unique<btBoxShape>(bullet_vector(s.half));
		case BENCH_SPHERE: return std::make_unique<btSphereShape>(radius);
		case BENCH_CAPSULE: return std::make_unique<btCapsuleShape>(radius, 2 * height);
		case BENCH_CYLINDER:
			return std::make_unique<btCylinderShape>(btVector3(radius, height, radius));
		case BENCH_CONE: return std::make_unique<btConeShape>(radius, 2 * height);
		case BENCH_HULL: return bullet_hull(s);
		case BENCH_ELLIPSOID: break;
	}
	return nullptr;
}

// Without a margin, but for balls and capsules, whose radius it is.
inline std::unique_ptr<btConvexShape> bullet_exact_shape(const BenchShape &s) {
	auto shape = bullet_shape(s);
	bool is_margin = s.kind == BENCH_SPHERE || s.kind == BENCH_CAPSULE;
	if (shape != nullptr && !is_margin) shape->setMargin(0);
	return shape;
}

struct BulletPair {
	std::unique_ptr<btConvexShape> a;
	std::unique_ptr<btConvexShape> b;
};

inline void *bullet_pair_create(const BenchShape *a, const BenchShape *b) {
	BulletPair pair{ bullet_exact_shape(*a), bullet_exact_shape(*b) };
	if (pair.a == nullptr || pair.b == nullptr) return nullptr;
	return new BulletPair(std::move(pair));
}

inline void bullet_pair_destroy(void *pair) { delete static_cast<BulletPair *>(pair); }
