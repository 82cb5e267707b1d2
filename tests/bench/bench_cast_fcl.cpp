// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// FCL's continuous collision under translation, by conservative advancement, in double; not of hulls.
#include "bench/bench_cast.h"
#include "bench/plain_fcl.h"

namespace {

void *create(const BenchShape *a, const BenchShape *b) {
	if (a->kind == BENCH_HULL || b->kind == BENCH_HULL) return nullptr;
	return fcl_pair_create(a, b);
}

double cast(void *object, const BenchPose *a, const BenchPose *b, const double motion[3]) {
	FclPair *pair = static_cast<FclPair *>(object);
	fcl::Transform3d from = fcl_pose(*a, pair->a);
	fcl::Transform3d to = from;
	to.translation() += Eigen::Map<const Eigen::Vector3d>(motion);
	fcl::Transform3d rest = fcl_pose(*b, pair->b);
	// as many steps and as small a tolerance as its own tests use
	fcl::ContinuousCollisionRequestd request(
			10, 0.0001, fcl::CCDM_TRANS, fcl::GST_INDEP, fcl::CCDC_CONSERVATIVE_ADVANCEMENT);
	fcl::ContinuousCollisionResultd result;
	fcl::continuousCollide(
			pair->a.geometry.get(), from, to, pair->b.geometry.get(), rest, rest, request, result);
	return result.is_collide ? result.time_of_contact : 2;
}

} // namespace

uint32_t bench_cast_fcl(CastRival *rivals) {
	rivals[0] = { "FCL", create, fcl_pair_destroy, cast };
	return 1;
}
