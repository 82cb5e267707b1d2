// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// FCL in double, its default type. Capsules, cylinders and cones are along z there. Distances by
// its own GJK, which is faster than the one it borrows from libccd.
#include "bench/bench_gjk.h"

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
	if (s->kind == BENCH_CYLINDER)
		return std::make_shared<fcl::Cylinderd>(s->radius, 2 * s->half_height);
	if (s->kind == BENCH_CONE) return std::make_shared<fcl::Coned>(s->radius, 2 * s->half_height);
	if (s->kind == BENCH_SPHERE) return std::make_shared<fcl::Sphered>(s->radius);
	if (s->kind == BENCH_ELLIPSOID)
		return std::make_shared<fcl::Ellipsoidd>(s->half[0], s->half[1], s->half[2]);
	auto points = std::make_shared<std::vector<fcl::Vector3d>>();
	for (uint32_t i = 0; i < s->point_count; i++)
		points->emplace_back(s->points[3 * i], s->points[3 * i + 1], s->points[3 * i + 2]);
	auto faces = std::make_shared<std::vector<int>>();
	const uint32_t *f = s->faces;
	for (uint32_t i = 0; i < s->face_count; i++) {
		faces->push_back(static_cast<int>(*f));
		for (uint32_t k = 1; k <= *f; k++)
			faces->push_back(static_cast<int>(f[k]));
		f += *f + 1;
	}
	return std::make_shared<fcl::Convexd>(points, static_cast<int>(s->face_count), faces);
}

// From the library's z to our y.
Eigen::Matrix3d turn_of(const BenchShape *s) {
	Eigen::Matrix3d turn = Eigen::Matrix3d::Identity();
	bool is_along_z = s->kind == BENCH_CAPSULE || s->kind == BENCH_CYLINDER ||
			s->kind == BENCH_CONE;
	if (is_along_z) turn << 0, 1, 0, 0, 0, 1, 1, 0, 0;
	return turn;
}

void *create(const BenchShape *a, const BenchShape *b) {
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

double distance(void *object, const BenchPose *a, const BenchPose *b, BenchMemory *memory) {
	Pair *pair = static_cast<Pair *>(object);
	fcl::DistanceRequestd request(true);
	request.gjk_solver_type = fcl::GST_INDEP;
	fcl::DistanceResultd result;
	(void)memory;
	return fcl::distance(pair->a.get(), place(a, pair->turn_a), pair->b.get(),
			place(b, pair->turn_b), request, result);
}

bool overlaps(void *object, const BenchPose *a, const BenchPose *b) {
	Pair *pair = static_cast<Pair *>(object);
	fcl::CollisionRequestd request(1, false);
	request.gjk_solver_type = fcl::GST_INDEP;
	fcl::CollisionResultd result;
	return fcl::collide(pair->a.get(), place(a, pair->turn_a), pair->b.get(),
				   place(b, pair->turn_b), request, result) != 0;
}

} // namespace

const BenchRival *bench_gjk_fcl(void) {
	static const BenchRival rival = { "FCL", create, destroy, distance, false, overlaps };
	return &rival;
}
