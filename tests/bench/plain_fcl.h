// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// FCL's shapes and poses of plain numbers, in double, its default type. Its capsules, cylinders and
// cones are along z.
#pragma once

#include "bench/plain_shape.h"

#include <fcl/fcl.h>

struct FclShape {
	std::shared_ptr<fcl::CollisionGeometryd> geometry;
	Eigen::Matrix3d turn; // from the library's axis to ours
};

inline std::shared_ptr<fcl::CollisionGeometryd> fcl_hull(const BenchShape &s) {
	auto points = std::make_shared<std::vector<fcl::Vector3d>>();
	auto faces = std::make_shared<std::vector<int>>();
	for (uint32_t i = 0; i < s.point_count; i++)
		points->emplace_back(s.points[3 * i], s.points[3 * i + 1], s.points[3 * i + 2]);
	const uint32_t *f = s.faces;
	for (uint32_t i = 0; i < s.face_count; i++, f += *f + 1) {
		for (uint32_t k = 0; k <= *f; k++)
			faces->push_back(static_cast<int>(f[k]));
	}
	return std::make_shared<fcl::Convexd>(points, static_cast<int>(s.face_count), faces);
}

inline std::shared_ptr<fcl::CollisionGeometryd> fcl_geometry(const BenchShape &s) {
	const double *half = s.half;
	double height = 2 * s.half_height;
	switch (s.kind) {
		case BENCH_BOX: return std::make_shared<fcl::Boxd>(2 * half[0], 2 * half[1], 2 * half[2]);
		case BENCH_SPHERE: return std::make_shared<fcl::Sphered>(s.radius);
		case BENCH_CAPSULE: return std::make_shared<fcl::Capsuled>(s.radius, height);
		case BENCH_CYLINDER: return std::make_shared<fcl::Cylinderd>(s.radius, height);
		case BENCH_CONE: return std::make_shared<fcl::Coned>(s.radius, height);
		case BENCH_ELLIPSOID: return std::make_shared<fcl::Ellipsoidd>(half[0], half[1], half[2]);
		case BENCH_HULL: break;
	}
	return fcl_hull(s);
}

inline FclShape fcl_shape(const BenchShape &s) {
	Eigen::Matrix3d turn = Eigen::Matrix3d::Identity();
	bool is_along_z = s.kind == BENCH_CAPSULE || s.kind == BENCH_CYLINDER || s.kind == BENCH_CONE;
	if (is_along_z) turn << 0, 1, 0, 0, 0, 1, 1, 0, 0;
	return { fcl_geometry(s), turn };
}

inline fcl::Transform3d fcl_pose(const BenchPose &pose, const FclShape &shape) {
	fcl::Transform3d t;
	Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> rows(pose.rows);
	t.linear() = rows * shape.turn;
	t.translation() = Eigen::Map<const Eigen::Vector3d>(pose.position);
	t.makeAffine();
	return t;
}

struct FclPair {
	FclShape a;
	FclShape b;
};

inline void *fcl_pair_create(const BenchShape *a, const BenchShape *b) {
	return new FclPair{ fcl_shape(*a), fcl_shape(*b) };
}

inline void fcl_pair_destroy(void *pair) { delete static_cast<FclPair *>(pair); }
