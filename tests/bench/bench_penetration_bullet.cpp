// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Bullet: its GJK and EPA solver, on shapes without margin; that of balls and capsules, which is their
// radius, it is told to use.
#include "bench/bench_penetration.h"
#include "bench/plain_bullet.h"

#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>

namespace {

double depth(void *object, const BenchPose *a, const BenchPose *b, double normal[3]) {
	BulletPair *pair = static_cast<BulletPair *>(object);
	btTransform at_a = bullet_pose(*a);
	btTransform at_b = bullet_pose(*b);
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
	static const DepthRival rival = { "Bullet", bullet_pair_create, bullet_pair_destroy, depth };
	return &rival;
}
