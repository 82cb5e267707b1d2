// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// ODE's side of bench_world: its fast step with the default twenty iterations. What moves is in a
// space that sorts, what does not in one that hashes, and only the former is looked at anew.
#include "bench/bench_world.h"

#include <ode/ode.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_CONTACTS = 8 };

typedef struct OdeWorld {
	const SceneList *list;
	dWorldID world;
	dSpaceID moving;
	dSpaceID fixed;
	dJointGroupID contacts;
	dGeomID *geoms;   // per body of the list
	dBodyID *bodies;  // NULL: static
	dReal **numbers;  // per shape: what hulls and meshes point to
	dReal **planes;   //
	dTriIndex **tris; //
	dTriMeshDataID *meshes;
} OdeWorld;

static void *take(size_t count, size_t size) {
	void *data = calloc(count + 1, size);
	if (data == NULL) abort();
	return data;
}

static bool is_round(const ListShape *shape) {
	return shape->kind == LIST_CAPSULE || shape->kind == LIST_CYLINDER;
}

// ODE has no contacts of hulls with meshes.
static bool can_build(const SceneList *list) {
	bool has_mesh = false;
	bool has_hull = false;
	for (int i = 0; i < list->shape_count; i++) {
		has_mesh |= list->shapes[i].kind == LIST_MESH;
		has_hull |= list->shapes[i].kind == LIST_HULL;
	}
	return !has_mesh || !has_hull;
}

static void copy_numbers(OdeWorld *to, int index) {
	const ListShape *shape = to->list->shapes + index;
	to->numbers[index] = take((size_t)shape->point_count * 3, sizeof(dReal));
	to->planes[index] = take((size_t)shape->face_count * 4, sizeof(dReal));
	for (int i = 0; i < 3 * shape->point_count; i++)
		to->numbers[index][i] = (dReal)shape->points[i];
	for (int i = 0; i < 4 * shape->face_count; i++)
		to->planes[index][i] = (dReal)shape->planes[i];
}

static dGeomID make_geom(const OdeWorld *to, int index) {
	const ListShape *shape = to->list->shapes + index;
	dReal x = (dReal)shape->size[0];
	dReal y = (dReal)shape->size[1];
	switch (shape->kind) {
		case LIST_BOX: return dCreateBox(NULL, 2 * x, 2 * y, (dReal)(2 * shape->size[2]));
		case LIST_BALL: return dCreateSphere(NULL, x);
		case LIST_CAPSULE: return dCreateCapsule(NULL, x, y - 2 * x);
		case LIST_CYLINDER: return dCreateCylinder(NULL, x, y);
		case LIST_HULL:
			return dCreateConvex(NULL, to->planes[index], (unsigned)shape->face_count,
					to->numbers[index], (unsigned)shape->point_count, shape->polygons);
		case LIST_MESH: break;
	}
	return dCreateTriMesh(NULL, to->meshes[index], NULL, NULL, NULL);
}

static void make_mesh(OdeWorld *to, int index) {
	const ListShape *shape = to->list->shapes + index;
	to->tris[index] = take((size_t)shape->index_count, sizeof(dTriIndex));
	for (int i = 0; i < shape->index_count; i++)
		to->tris[index][i] = (dTriIndex)shape->indices[i];
	to->meshes[index] = dGeomTriMeshDataCreate();
	dGeomTriMeshDataBuildSimple(to->meshes[index], to->numbers[index], shape->point_count,
			to->tris[index], shape->index_count);
}

// ODE's round shapes have their axis along z, ours along y: theirs are turned
// by a right angle about x.
static void turn_upright(dQuaternion q) {
	dQuaternion right;
	dQFromAxisAndAngle(right, 1, 0, 0, (dReal)-M_PI / 2);
	dQuaternion given;
	memcpy(given, q, sizeof(given));
	dQMultiply0(q, given, right);
}

static void set_mass(dBodyID body, const ListShape *shape, double density) {
	const double *m = shape->moments;
	// about their axis, which is z, round shapes have the second moment
	double y = is_round(shape) ? m[2] : m[1];
	double z = is_round(shape) ? m[1] : m[2];
	dMass mass;
	dMassSetParameters(&mass, (dReal)(density * shape->volume), 0, 0, 0, (dReal)(density * m[0]),
			(dReal)(density * y), (dReal)(density * z), 0, 0, 0);
	dBodySetMass(body, &mass);
}

static void add_body(OdeWorld *to, int index) {
	const ListBody *from = to->list->bodies + index;
	const ListShape *shape = to->list->shapes + from->shape;
	const double *r = from->rotation;
	dQuaternion q = { (dReal)r[3], (dReal)r[0], (dReal)r[1], (dReal)r[2] };
	if (is_round(shape)) turn_upright(q);
	dGeomID geom = make_geom(to, from->shape);
	to->geoms[index] = geom;
	if (from->density > 0) {
		to->bodies[index] = dBodyCreate(to->world);
		set_mass(to->bodies[index], shape, from->density);
		dGeomSetBody(geom, to->bodies[index]);
	}
	dGeomSetPosition(
			geom, (dReal)from->position[0], (dReal)from->position[1], (dReal)from->position[2]);
	dGeomSetQuaternion(geom, q);
	dSpaceAdd(from->density > 0 ? to->moving : to->fixed, geom);
}

static void add_joint(OdeWorld *to, const ListJoint *from) {
	dBodyID a = to->bodies[from->bodies[0]];
	dBodyID b = to->bodies[from->bodies[1]];
	const double *p = from->place;
	const double *d = from->axis;
	if (from->kind == LIST_PIN) {
		dJointID pin = dJointCreateBall(to->world, 0);
		dJointAttach(pin, a, b);
		dJointSetBallAnchor(pin, (dReal)p[0], (dReal)p[1], (dReal)p[2]);
		return;
	}
	dJointID hinge = dJointCreateHinge(to->world, 0);
	// its angle is that of the first body seen from the second
	dJointAttach(hinge, b, a);
	dJointSetHingeAnchor(hinge, (dReal)p[0], (dReal)p[1], (dReal)p[2]);
	dJointSetHingeAxis(hinge, (dReal)d[0], (dReal)d[1], (dReal)d[2]);
	dJointSetHingeParam(hinge, dParamLoStop, 0);
	dJointSetHingeParam(hinge, dParamHiStop, (dReal)from->limit);
}

static void meet(void *data, dGeomID geom_a, dGeomID geom_b) {
	const OdeWorld *to = data;
	dBodyID a = dGeomGetBody(geom_a);
	dBodyID b = dGeomGetBody(geom_b);
	if (a != NULL && b != NULL && dAreConnectedExcluding(a, b, dJointTypeContact)) return;
	dContact contacts[MAX_CONTACTS];
	int count = dCollide(geom_a, geom_b, MAX_CONTACTS, &contacts[0].geom, (int)sizeof(dContact));
	for (int i = 0; i < count; i++) {
		contacts[i].surface = (dSurfaceParameters){ .mode = dContactApprox1,
			.mu = (dReal)LIST_FRICTION };
		dJointAttach(dJointCreateContact(to->world, to->contacts, contacts + i), a, b);
	}
}

static void step(OdeWorld *to) {
	dSpaceCollide(to->moving, to, meet);
	dSpaceCollide2((dGeomID)to->moving, (dGeomID)to->fixed, to, meet);
	dWorldQuickStep(to->world, (dReal)LIST_DT);
	dJointGroupEmpty(to->contacts);
}

static void fill(OdeWorld *to, const SceneList *list) {
	size_t shapes = (size_t)list->shape_count;
	*to = (OdeWorld){ .list = list, .world = dWorldCreate() };
	to->moving = dSweepAndPruneSpaceCreate(NULL, dSAP_AXES_XZY);
	to->fixed = dHashSpaceCreate(NULL);
	to->contacts = dJointGroupCreate(0);
	to->geoms = take((size_t)list->body_count, sizeof(dGeomID));
	to->bodies = take((size_t)list->body_count, sizeof(dBodyID));
	to->numbers = take(shapes, sizeof(dReal *));
	to->planes = take(shapes, sizeof(dReal *));
	to->tris = take(shapes, sizeof(dTriIndex *));
	to->meshes = take(shapes, sizeof(dTriMeshDataID));
	dWorldSetGravity(to->world, 0, (dReal)-LIST_GRAVITY, 0);
	dWorldSetAutoDisableFlag(to->world, list->can_sleep);
	for (int i = 0; i < list->shape_count; i++) {
		copy_numbers(to, i);
		if (list->shapes[i].kind == LIST_MESH) make_mesh(to, i);
	}
	for (int i = 0; i < list->body_count; i++)
		add_body(to, i);
	for (int i = 0; i < list->joint_count; i++)
		add_joint(to, list->joints + i);
}

static void store_pose(const OdeWorld *to, int index, ListPose *pose) {
	const dReal *p = dGeomGetPosition(to->geoms[index]);
	dQuaternion q;
	dGeomGetQuaternion(to->geoms[index], q);
	if (is_round(to->list->shapes + to->list->bodies[index].shape)) {
		dQuaternion back;
		dQFromAxisAndAngle(back, 1, 0, 0, (dReal)M_PI / 2);
		dQuaternion given;
		memcpy(given, q, sizeof(given));
		dQMultiply0(q, given, back);
	}
	*pose = (ListPose){ { (double)p[0], (double)p[1], (double)p[2] },
		{ (double)q[1], (double)q[2], (double)q[3], (double)q[0] } };
}

static void end(OdeWorld *to) {
	dJointGroupDestroy(to->contacts);
	dSpaceDestroy(to->moving);
	dSpaceDestroy(to->fixed);
	dWorldDestroy(to->world);
	for (int i = 0; i < to->list->shape_count; i++) {
		if (to->meshes[i] != NULL) dGeomTriMeshDataDestroy(to->meshes[i]);
		free(to->numbers[i]);
		free(to->planes[i]);
		free(to->tris[i]);
	}
	free(to->geoms);
	free(to->bodies);
	free((void *)to->numbers);
	free((void *)to->planes);
	free((void *)to->tris);
	free((void *)to->meshes);
}

bool bench_world_ode(const SceneList *list, WorldRun *run) {
	if (!can_build(list)) return false;
	dInitODE2(0);
	OdeWorld made;
	fill(&made, list);
	for (int i = -run->warm_steps; i < run->steps; i++) {
		double start = now_ms(1);
		step(&made);
		if (!keep_step(run, i, now_ms(1) - start)) break;
	}
	for (int i = 0; i < list->body_count; i++)
		store_pose(&made, i, run->poses + i);
	end(&made);
	dCloseODE();
	return true;
}
