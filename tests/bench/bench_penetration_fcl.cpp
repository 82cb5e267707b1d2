// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// FCL: one contact of its narrow phase, by its own GJK and EPA where it has no closed form.
#include "bench/bench_penetration.h"
#include "bench/plain_fcl.h"

#include <cmath>

namespace {

double depth(void *object, const BenchPose *a, const BenchPose *b, double normal[3]) {
	FclPair *pair = static_cast<FclPair *>(object);
	fcl::CollisionRequestd request(1, true);
	request.gjk_solver_type = fcl::GST_INDEP;
	fcl::CollisionResultd result;
	fcl::collide(pair->a.geometry.get(), fcl_pose(*a, pair->a), pair->b.geometry.get(),
			fcl_pose(*b, pair->b), request, result);
	if (result.numContacts() == 0) return -1;
	const fcl::Contactd &contact = result.getContact(0);
	for (int k = 0; k < 3; k++)
		normal[k] = contact.normal[k];
	// its own solver has the sign the other way round than its closed forms
	return std::fabs(contact.penetration_depth);
}

} // namespace

const DepthRival *bench_penetration_fcl(void) {
	static const DepthRival rival = { "FCL", fcl_pair_create, fcl_pair_destroy, depth };
	return &rival;
}
