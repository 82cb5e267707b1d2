// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Bullet's side of bench_world: a discrete world with its default solver of ten iterations.
// Friction of a pair is the product of both, so each body has the root. Hulls have a margin around
// them of 1 cm instead of 4, because it is outside of the shape.
#include "bench/bench_world.h"

#include <btBulletDynamicsCommon.h>

#include <cmath>
#include <memory>
#include <vector>

namespace {

struct World {
	btDefaultCollisionConfiguration configuration;
	btCollisionDispatcher dispatcher{ &configuration };
	btDbvtBroadphase broadphase;
	btSequentialImpulseConstraintSolver solver;
	btDiscreteDynamicsWorld world{ &dispatcher, &broadphase, &solver, &configuration };
	std::vector<std::unique_ptr<btTriangleMesh>> meshes;
	std::vector<std::unique_ptr<btCollisionShape>> shapes;
	std::vector<std::unique_ptr<btRigidBody>> bodies;
	std::vector<std::unique_ptr<btTypedConstraint>> joints;
};

btVector3 vector(const double *v) {
	return btVector3(btScalar(v[0]), btScalar(v[1]), btScalar(v[2]));
}

btTransform pose(const double *position, const double *q) {
	const btQuaternion turn{ btScalar(q[0]), btScalar(q[1]), btScalar(q[2]), btScalar(q[3]) };
	return btTransform(turn, vector(position));
}

std::unique_ptr<btCollisionShape> make_mesh(World &to, const ListShape &s) {
	to.meshes.push_back(std::make_unique<btTriangleMesh>());
	for (int i = 0; i < s.index_count; i += 3) {
		const unsigned *corner = s.indices + i;
		to.meshes.back()->addTriangle(vector(s.points + 3 * corner[0]),
				vector(s.points + 3 * corner[1]), vector(s.points + 3 * corner[2]));
	}
	return std::make_unique<btBvhTriangleMeshShape>(to.meshes.back().get(), true);
}

std::unique_ptr<btCollisionShape> make_hull(const ListShape &s) {
	auto hull = std::make_unique<btConvexHullShape>();
	for (int i = 0; i < s.point_count; i++)
		hull->addPoint(vector(s.points + 3 * i), false);
	hull->recalcLocalAabb();
	hull->setMargin(btScalar(0.01));
	return hull;
}

std::unique_ptr<btCollisionShape> make_shape(World &to, const ListShape &s) {
	btScalar radius = btScalar(s.size[0]);
	btScalar height = btScalar(s.size[1]);
	switch (s.kind) {
		case LIST_BOX: return std::make_unique<btBoxShape>(vector(s.size));
		case LIST_BALL: return std::make_unique<btSphereShape>(radius);
		case LIST_CAPSULE: return std::make_unique<btCapsuleShape>(radius, height - 2 * radius);
		case LIST_CYLINDER:
			return std::make_unique<btCylinderShape>(btVector3(radius, height / 2, radius));
		case LIST_HULL: return make_hull(s);
		case LIST_MESH: break;
	}
	return make_mesh(to, s);
}

void add_body(World &to, const SceneList &list, const ListBody &from) {
	const ListShape &shape = list.shapes[from.shape];
	btScalar mass = btScalar(from.density * shape.volume);
	btVector3 moments = vector(shape.moments) * btScalar(from.density);
	btRigidBody::btRigidBodyConstructionInfo info(
			mass, nullptr, to.shapes[size_t(from.shape)].get(), moments);
	info.m_friction = btScalar(std::sqrt(LIST_FRICTION));
	info.m_startWorldTransform = pose(from.position, from.rotation);
	to.bodies.push_back(std::make_unique<btRigidBody>(info));
	if (!list.can_sleep) to.bodies.back()->setActivationState(DISABLE_DEACTIVATION);
	to.world.addRigidBody(to.bodies.back().get());
}

void add_joint(World &to, const ListJoint &from) {
	btRigidBody &a = *to.bodies[size_t(from.bodies[0])];
	btRigidBody &b = *to.bodies[size_t(from.bodies[1])];
	btVector3 place = vector(from.place);
	btVector3 in_a = a.getWorldTransform().invXform(place);
	btVector3 in_b = b.getWorldTransform().invXform(place);
	if (from.kind == LIST_PIN) {
		to.joints.push_back(std::make_unique<btPoint2PointConstraint>(a, b, in_a, in_b));
	} else {
		btVector3 axis_a = a.getWorldTransform().getBasis().transpose() * vector(from.axis);
		btVector3 axis_b = b.getWorldTransform().getBasis().transpose() * vector(from.axis);
		auto hinge = std::make_unique<btHingeConstraint>(a, b, in_a, in_b, axis_a, axis_b);
		hinge->setLimit(0, btScalar(from.limit));
		to.joints.push_back(std::move(hinge));
	}
	to.world.addConstraint(to.joints.back().get(), true);
}

ListPose pose_of(const btRigidBody &body) {
	const btTransform &at = body.getWorldTransform();
	btQuaternion q = at.getRotation();
	const btVector3 &p = at.getOrigin();
	return { { double(p.x()), double(p.y()), double(p.z()) },
		{ double(q.x()), double(q.y()), double(q.z()), double(q.w()) } };
}

void fill(World &to, const SceneList &list) {
	to.world.setGravity(btVector3(0, btScalar(-LIST_GRAVITY), 0));
	for (int i = 0; i < list.shape_count; i++)
		to.shapes.push_back(make_shape(to, list.shapes[i]));
	for (int i = 0; i < list.body_count; i++)
		add_body(to, list, list.bodies[i]);
	for (int i = 0; i < list.joint_count; i++)
		add_joint(to, list.joints[i]);
}

} // namespace

bool bench_world_bullet(const SceneList *list, WorldRun *run) {
	auto made = std::make_unique<World>();
	fill(*made, *list);
	for (int i = -run->warm_steps; i < run->steps; i++) {
		double start = now_ms(1);
		made->world.stepSimulation(btScalar(LIST_DT), 1, btScalar(LIST_DT));
		if (!keep_step(run, i, now_ms(1) - start)) break;
	}
	for (int i = 0; i < list->body_count; i++)
		run->poses[i] = pose_of(*made->bodies[size_t(i)]);
	for (auto &joint : made->joints)
		made->world.removeConstraint(joint.get());
	for (size_t i = made->bodies.size(); i-- > 0;)
		made->world.removeRigidBody(made->bodies[i].get());
	return true;
}
