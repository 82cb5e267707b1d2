// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// FCL in double, its default type: one contact of its narrow phase, by its own GJK and EPA where it
// has no closed form. Capsules, cylinders and cones are along z there.
#include "bench/bench_penetration.h"

#include <fcl/fcl.h>

#include <cmath>

namespace {

struct Pair {
	std::shared_ptr<fcl::CollisionGeometryd> a;
	std::shared_ptr<fcl::CollisionGeometryd> b;
	Eigen::Matrix3d turn; // from the library's axis to ours
};

std::shared_ptr<fcl::CollisionGeometryd> make_hull(const BenchShape *s) {
	auto points = std::make_shared<std::vector<fcl::Vector3d>>();
	auto faces = std::make_shared<std::vector<int>>();
	for (uint32_t i = 0; i < s->point_count; i++)
		points->emplace_back(s->points[3 * i], s->points[3 * i + 1], s->points[3 * i + 2]);
	const uint32_t *f = s->faces;
	for (uint32_t i = 0; i < s->face_count; i++, f += *f + 1) {
		for (uint32_t k = 0; k <= *f; k++)
			faces->push_back(static_cast<int>(f[k]));
	}
	return std::make_shared<fcl::Convexd>(points, static_cast<int>(s->face_count), faces);
}

std::shared_ptr<fcl::CollisionGeometryd> make(const BenchShape *s) {
	double height = 2 * s->half_height;
	if (s->kind == BENCH_HULL) return make_hull(s);
	if (s->kind == BENCH_CAPSULE) return std::make_shared<fcl::Capsuled>(s->radius, height);
	if (s->kind == BENCH_CYLINDER) return std::make_shared<fcl::Cylinderd>(s->radius, height);
	if (s->kind == BENCH_CONE) return std::make_shared<fcl::Coned>(s->radius, height);
	if (s->kind == BENCH_SPHERE) return std::make_shared<fcl::Sphered>(s->radius);
	if (s->kind == BENCH_ELLIPSOID)
		return std::make_shared<fcl::Ellipsoidd>(s->half[0], s->half[1], s->half[2]);
	return std::make_shared<fcl::Boxd>(2 * s->half[0], 2 * s->half[1], 2 * s->half[2]);
}

void *create(const BenchShape *a, const BenchShape *b) {
	Eigen::Matrix3d turn = Eigen::Matrix3d::Identity();
	bool is_along_z = a->kind == BENCH_CAPSULE || a->kind == BENCH_CYLINDER ||
			a->kind == BENCH_CONE;
	if (is_along_z) turn << 0, 1, 0, 0, 0, 1, 1, 0, 0;
	return new Pair{ make(a), make(b), turn };
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

double depth(void *object, const BenchPose *a, const BenchPose *b, double normal[3]) {
	Pair *pair = static_cast<Pair *>(object);
	fcl::CollisionRequestd request(1, true);
	request.gjk_solver_type = fcl::GST_INDEP;
	fcl::CollisionResultd result;
	fcl::collide(pair->a.get(), place(a, pair->turn), pair->b.get(), place(b, pair->turn), request,
			result);
	if (result.numContacts() == 0) return -1;
	const fcl::Contactd &contact = result.getContact(0);
	for (int k = 0; k < 3; k++)
		normal[k] = contact.normal[k];
	// its own solver has the sign the other way round than its closed forms
	return std::fabs(contact.penetration_depth);
}

} // namespace

const DepthRival *bench_penetration_fcl(void) {
	static const DepthRival rival = { "FCL", create, destroy, depth };
	return &rival;
}
