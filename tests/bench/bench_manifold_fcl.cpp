// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// FCL's side of bench_manifold, in double, its default type: as many contacts as it gives, by its
// own GJK and EPA where it has no closed form. It keeps nothing between calls, so warm is cold, and
// it reports only what touches. Its closed form of two boxes gives a manifold, the rest one point.
#define _POSIX_C_SOURCE 200809L
#include "bench/bench_manifold.h"

#include "bench/bench.h"

#include <fcl/fcl.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace {

constexpr size_t max_contacts = 8;

struct World {
	const Scene *scene;
	std::shared_ptr<fcl::CollisionGeometryd> shape;
	Eigen::Matrix3d turn; // from the library's axis to ours
	long contacts = 0;
};

std::shared_ptr<fcl::CollisionGeometryd> make_hull(const SceneShape &s) {
	auto points = std::make_shared<std::vector<fcl::Vector3d>>();
	auto faces = std::make_shared<std::vector<int>>();
	for (int i = 0; i < s.count; i++)
		points->emplace_back(s.points[3 * i], s.points[3 * i + 1], s.points[3 * i + 2]);
	const unsigned *f = s.polygons;
	for (int i = 0; i < s.faces; i++, f += *f + 1) {
		for (unsigned k = 0; k <= *f; k++)
			faces->push_back(static_cast<int>(f[k]));
	}
	return std::make_shared<fcl::Convexd>(points, s.faces, faces);
}

std::shared_ptr<fcl::CollisionGeometryd> make_shape(const SceneShape &s) {
	const double *size = s.size;
	switch (s.kind) {
		case SCENE_BOX: return std::make_shared<fcl::Boxd>(2 * size[0], 2 * size[1], 2 * size[2]);
		case SCENE_SPHERE: return std::make_shared<fcl::Sphered>(size[0]);
		case SCENE_CAPSULE: return std::make_shared<fcl::Capsuled>(size[0], size[1] - 2 * size[0]);
		case SCENE_CYLINDER: return std::make_shared<fcl::Cylinderd>(size[0], size[1]);
		case SCENE_CONE: return std::make_shared<fcl::Coned>(size[0], size[1]);
		case SCENE_HULL: break;
	}
	return make_hull(s);
}

// Capsules, cylinders and cones are along z there.
Eigen::Matrix3d turn_of(SceneKind kind) {
	Eigen::Matrix3d turn = Eigen::Matrix3d::Identity();
	bool is_along_z = kind == SCENE_CAPSULE || kind == SCENE_CYLINDER || kind == SCENE_CONE;
	if (is_along_z) turn << 0, 1, 0, 0, 0, 1, 1, 0, 0;
	return turn;
}

fcl::Transform3d place(const ScenePose &pose, const Eigen::Matrix3d &turn) {
	fcl::Transform3d t;
	Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> rows(pose.rotation);
	t.linear() = rows * turn;
	t.translation() = Eigen::Map<const Eigen::Vector3d>(pose.position);
	t.makeAffine();
	return t;
}

void process(const World &world, int frame, int pair, fcl::CollisionResultd &result) {
	const Scene *scene = world.scene;
	fcl::CollisionRequestd request(scene->is_single ? 1 : max_contacts, true);
	request.gjk_solver_type = fcl::GST_INDEP;
	const ScenePose *poses = scene->poses[frame][pair];
	fcl::collide(world.shape.get(), place(poses[0], world.turn), world.shape.get(),
			place(poses[1], world.turn), request, result);
}

void run(void *context) {
	World &world = *static_cast<World *>(context);
	world.contacts = 0;
	for (int f = 0; f < SCENE_FRAMES; f++) {
		for (int i = 0; i < SCENE_PAIRS; i++) {
			fcl::CollisionResultd result;
			process(world, f, i, result);
			world.contacts += long(result.numContacts());
		}
	}
}

int count_wrong(const World &world) {
	int wrong = 0;
	for (int f = 0; f < SCENE_FRAMES; f++) {
		for (int i = 0; i < SCENE_PAIRS; i++) {
			fcl::CollisionResultd result;
			process(world, f, i, result);
			double deepest = std::numeric_limits<double>::infinity();
			// its own solver has the sign the other way round than its closed forms
			for (size_t k = 0; k < result.numContacts(); k++)
				deepest = std::min(deepest, -std::fabs(result.getContact(k).penetration_depth));
			wrong += scene_is_wrong(world.scene, f, i, deepest);
		}
	}
	return wrong;
}

} // namespace

SceneTimes bench_manifold_fcl(const Scene *scene) {
	World world{ scene, make_shape(scene->shapes[0]), turn_of(scene->shapes[0].kind) };
	const double pairs = SCENE_FRAMES * SCENE_PAIRS;
	SceneTimes times;
	times.cold = bench_least_ns(run, &world) / pairs;
	times.warm = times.cold;
	times.contacts = double(world.contacts) / pairs;
	times.wrong = count_wrong(world);
	return times;
}
