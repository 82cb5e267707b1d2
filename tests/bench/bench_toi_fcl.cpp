// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// FCL in double: continuousCollide by conservative advancement, centres on segments and a constant
// angular velocity, with its default tolerance.
#include "bench/bench_toi.h"
#include "bench/plain_fcl.h"

namespace {

void *create(const BenchShape *a, const BenchShape *b) {
	FclPair *pair = static_cast<FclPair *>(fcl_pair_create(a, b));
	pair->a.geometry->computeLocalAABB();
	pair->b.geometry->computeLocalAABB();
	return pair;
}

double time(void *object, const ToiSweep *sweep) {
	FclPair *pair = static_cast<FclPair *>(object);
	fcl::ContinuousCollisionRequestd request;
	request.ccd_motion_type = fcl::CCDM_LINEAR;
	request.ccd_solver_type = fcl::CCDC_CONSERVATIVE_ADVANCEMENT;
	request.gjk_solver_type = fcl::GST_LIBCCD;
	fcl::ContinuousCollisionResultd result;
	fcl::continuousCollide(pair->a.geometry.get(), fcl_pose(sweep->start_a, pair->a),
			fcl_pose(sweep->end_a, pair->a), pair->b.geometry.get(),
			fcl_pose(sweep->start_b, pair->b), fcl_pose(sweep->end_b, pair->b), request, result);
	return result.is_collide ? result.time_of_contact : 2;
}

} // namespace

const ToiRival *bench_toi_fcl(void) {
	static const ToiRival rival = { "FCL", create, fcl_pair_destroy, time };
	return &rival;
}
