// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// FCL in double: continuousCollide by conservative advancement, centres on segments and a constant
// angular velocity, with its default tolerance.
#include "bench/bench_toi.h"

#include <fcl/fcl.h>

namespace {

struct Pair {
	std::shared_ptr<fcl::CollisionGeometryd> a;
	std::shared_ptr<fcl::CollisionGeometryd> b;
};

std::shared_ptr<fcl::CollisionGeometryd> make(const BenchShape *s) {
	auto box = std::make_shared<fcl::Boxd>(2 * s->half[0], 2 * s->half[1], 2 * s->half[2]);
	box->computeLocalAABB();
	return box;
}

void *create(const BenchShape *a, const BenchShape *b) { return new Pair{ make(a), make(b) }; }

void destroy(void *pair) { delete static_cast<Pair *>(pair); }

fcl::Transform3d place(const BenchPose *pose) {
	fcl::Transform3d t;
	t.linear() = Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(pose->rows);
	t.translation() = Eigen::Map<const Eigen::Vector3d>(pose->position);
	t.makeAffine();
	return t;
}

double time(void *object, const ToiSweep *sweep) {
	Pair *pair = static_cast<Pair *>(object);
	fcl::ContinuousCollisionRequestd request;
	request.ccd_motion_type = fcl::CCDM_LINEAR;
	request.ccd_solver_type = fcl::CCDC_CONSERVATIVE_ADVANCEMENT;
	request.gjk_solver_type = fcl::GST_LIBCCD;
	fcl::ContinuousCollisionResultd result;
	fcl::continuousCollide(pair->a.get(), place(&sweep->start_a), place(&sweep->end_a),
			pair->b.get(), place(&sweep->start_b), place(&sweep->end_b), request, result);
	return result.is_collide ? result.time_of_contact : 2;
}

} // namespace

const ToiRival *bench_toi_fcl(void) {
	static const ToiRival rival = { "FCL", create, destroy, time };
	return &rival;
}
