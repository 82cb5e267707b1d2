// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// FCL: distances by its own GJK, which is faster than the one it borrows from libccd.
#include "bench/bench_gjk.h"
#include "bench/plain_fcl.h"

namespace {

double distance(void *object, const BenchPose *a, const BenchPose *b, BenchMemory *memory) {
	FclPair *pair = static_cast<FclPair *>(object);
	fcl::DistanceRequestd request(true);
	request.gjk_solver_type = fcl::GST_INDEP;
	fcl::DistanceResultd result;
	(void)memory;
	return fcl::distance(pair->a.geometry.get(), fcl_pose(*a, pair->a), pair->b.geometry.get(),
			fcl_pose(*b, pair->b), request, result);
}

bool overlaps(void *object, const BenchPose *a, const BenchPose *b) {
	FclPair *pair = static_cast<FclPair *>(object);
	fcl::CollisionRequestd request(1, false);
	request.gjk_solver_type = fcl::GST_INDEP;
	fcl::CollisionResultd result;
	return fcl::collide(pair->a.geometry.get(), fcl_pose(*a, pair->a), pair->b.geometry.get(),
				   fcl_pose(*b, pair->b), request, result) != 0;
}

} // namespace

const BenchRival *bench_gjk_fcl(void) {
	static const BenchRival rival = { "FCL", fcl_pair_create, fcl_pair_destroy, distance, false,
		overlaps };
	return &rival;
}
