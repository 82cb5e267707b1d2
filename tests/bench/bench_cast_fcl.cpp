// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// FCL's continuous collision under translation, by conservative advancement, in double. Only boxes,
// capsules and cylinders; the last two are along z there.
#include "bench/bench_cast.h"

#include <fcl/fcl.h>

namespace {

struct Pair {
	std::shared_ptr<fcl::CollisionGeometryd> a;
	std::shared_ptr<fcl::CollisionGeometryd> b;
	Eigen::Matrix3d turn_a;
	Eigen::Matrix3d turn_b;
};

std::shared_ptr<fcl::CollisionGeometryd> make(const BenchShape *s) {
	if (s->kind == BENCH_BOX)
		return std::make_shared<fcl::Boxd>(2 * s->half[0], 2 * s->half[1], 2 * s->half[2]);
	if (s->kind == BENCH_CAPSULE)
		return std::make_shared<fcl::Capsuled>(s->radius, 2 * s->half_height);
	return std::make_shared<fcl::Cylinderd>(s->radius, 2 * s->half_height);
}

// From the library's z to our y.
Eigen::Matrix3d turn_of(const BenchShape *s) {
	Eigen::Matrix3d turn = Eigen::Matrix3d::Identity();
	if (s->kind != BENCH_BOX) turn << 0, 1, 0, 0, 0, 1, 1, 0, 0;
	return turn;
}

void *create(const BenchShape *a, const BenchShape *b) {
	if (a->kind == BENCH_HULL || b->kind == BENCH_HULL) return nullptr;
	return new Pair{ make(a), make(b), turn_of(a), turn_of(b) };
}

void destroy(void *pair) { delete static_cast<Pair *>(pair); }

fcl::Transform3d place(const BenchPose *pose, const Eigen::Matrix3d &turn) {
	fcl::Transform3d t;
	Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> rows(pose->rows);
	t.linear() = rows * turn;
	t.translation() = Eigen::Map<const Eigen::Vector3d>(pose->position);
	t.makeAffine();
	return t;
}

double cast(void *object, const BenchPose *a, const BenchPose *b, const double motion[3]) {
	Pair *pair = static_cast<Pair *>(object);
	fcl::Transform3d from = place(a, pair->turn_a);
	fcl::Transform3d to = from;
	to.translation() += Eigen::Map<const Eigen::Vector3d>(motion);
	fcl::Transform3d rest = place(b, pair->turn_b);
	// as many steps and as small a tolerance as its own tests use
	fcl::ContinuousCollisionRequestd request(
			10, 0.0001, fcl::CCDM_TRANS, fcl::GST_INDEP, fcl::CCDC_CONSERVATIVE_ADVANCEMENT);
	fcl::ContinuousCollisionResultd result;
	fcl::continuousCollide(pair->a.get(), from, to, pair->b.get(), rest, rest, request, result);
	return result.is_collide ? result.time_of_contact : 2;
}

} // namespace

uint32_t bench_cast_fcl(CastRival *rivals) {
	rivals[0] = { "FCL", create, destroy, cast };
	return 1;
}
