// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "support/scene_list.h"

#include "geometry/mass.h"
#include "math/trig.h"
#include "shape/convex.h"
#include "shape/hull_shape.h"
#include "shape/instance.h"
#include "shape/mesh.h"
#include "support/random.h"

#include <math.h>
#include <stdlib.h>

#define DENSITY 1000.0 // kg/m^3

// Returns the next element of a list, with room for it.
static void *grow(void **data, int *count, int *capacity, size_t size) {
	if (*count == *capacity) {
		*capacity = *capacity == 0 ? 64 : 2 * *capacity;
		*data = realloc(*data, (size_t)*capacity * size);
		if (*data == NULL) abort();
	}
	void *added = (char *)*data + (size_t)(*count)++ * size;
	memset(added, 0, size);
	return added;
}

static void set3(double to[3], double x, double y, double z) {
	to[0] = x;
	to[1] = y;
	to[2] = z;
}

static void set_vec3(double to[3], Vec3 v) { set3(to, (double)v.x, (double)v.y, (double)v.z); }

static int add_shape(SceneList *list, ListKind kind, const double size[3], Shape *shape) {
	ListShape *added = grow(
			(void **)&list->shapes, &list->shape_count, &list->shape_capacity, sizeof(ListShape));
	if (shape == NULL) abort();
	added->kind = kind;
	if (size != NULL) set3(added->size, size[0], size[1], size[2]);
	added->shape = shape;
	MassProperties mass = mk_shape_mass(shape, affine_identity());
	Mat3 inertia = mass_inertia(mass);
	added->volume = (double)mass.mass;
	set3(added->moments, (double)inertia.x.x, (double)inertia.y.y, (double)inertia.z.z);
	return list->shape_count - 1;
}

static int add_box_shape(SceneList *list, double x, double y, double z) {
	Shape *shape = mk_box_create(vec3((Real)x, (Real)y, (Real)z), NULL);
	return add_shape(list, LIST_BOX, (double[]){ x, y, z }, shape);
}

static int add_ball_shape(SceneList *list, double radius) {
	return add_shape(
			list, LIST_BALL, (double[]){ radius, 0, 0 }, mk_sphere_create((Real)radius, NULL));
}

static int add_capsule_shape(SceneList *list, double radius, double height) {
	Shape *shape = mk_capsule_create((Real)radius, (Real)height, NULL);
	return add_shape(list, LIST_CAPSULE, (double[]){ radius, height, 0 }, shape);
}

static int add_cylinder_shape(SceneList *list, double radius, double height) {
	Shape *shape = mk_cylinder_create((Real)radius, (Real)height, NULL);
	return add_shape(list, LIST_CYLINDER, (double[]){ radius, height, 0 }, shape);
}

static void copy_points(ListShape *shape, const Vec3 *points, uint32_t count) {
	shape->points = malloc((size_t)count * 3 * sizeof(double));
	if (shape->points == NULL) abort();
	shape->point_count = (int)count;
	for (uint32_t i = 0; i < count; i++)
		set_vec3(shape->points + 3 * i, points[i]);
}

static void copy_faces(ListShape *shape, const Hull *hull) {
	size_t corners = hull->half_edge_count + hull->face_count;
	shape->polygons = malloc(corners * sizeof(unsigned));
	shape->planes = malloc((size_t)hull->face_count * 4 * sizeof(double));
	if (shape->polygons == NULL || shape->planes == NULL) abort();
	shape->face_count = (int)hull->face_count;
	size_t used = 0;
	for (uint32_t f = 0; f < hull->face_count; f++) {
		shape->polygons[used++] = hull->faces[f].edge_count;
		for (uint32_t k = 0; k < hull->faces[f].edge_count; k++)
			shape->polygons[used++] = hull_face_vertex(hull, f, k);
		set_vec3(shape->planes + 4 * f, hull->planes[f].normal);
		shape->planes[4 * f + 3] = (double)hull->planes[f].offset;
	}
}

// Points on a ball, moved so that the centre of mass is the origin.
static int add_hull_shape(SceneList *list, Rng *rng, uint32_t count, Real radius) {
	Vec3 points[64];
	for (uint32_t i = 0; i < count; i++)
		points[i] = vec3_scale(random_unit(rng), radius);
	Shape *rough = mk_hull_shape_create(&(HullShapeInput){ points, count, 0, 0 }, NULL);
	Vec3 center = mk_shape_mass(rough, affine_identity()).center;
	mk_shape_release(rough);
	for (uint32_t i = 0; i < count; i++)
		points[i] = vec3_sub(points[i], center);
	Shape *shape = mk_hull_shape_create(&(HullShapeInput){ points, count, 0, 0 }, NULL);
	int index = add_shape(list, LIST_HULL, NULL, shape);
	const Hull *hull = &((const HullShape *)shape)->hull;
	copy_points(list->shapes + index, hull->vertices, hull->vertex_count);
	copy_faces(list->shapes + index, hull);
	return index;
}

// Hills of side x side squares, each of two triangles.
static int add_hills_shape(SceneList *list, uint32_t side, Real extent) {
	uint32_t points = (side + 1) * (side + 1);
	Vec3 *places = malloc(points * sizeof(Vec3));
	unsigned *indices = malloc((size_t)side * side * 6 * sizeof(unsigned));
	if (places == NULL || indices == NULL) abort();
	for (uint32_t i = 0; i < points; i++) {
		uint32_t row = i / (side + 1);
		Real x = (Real)(i % (side + 1)) / (Real)side - (Real)0.5;
		Real z = (Real)row / (Real)side - (Real)0.5;
		Real height = real_sin(x * 25) * real_sin(z * 20);
		places[i] = vec3(x * extent, height, z * extent);
	}
	for (uint32_t i = 0; i < side * side; i++) {
		uint32_t corner = i / side * (side + 1) + i % side;
		uint32_t below = corner + side + 1;
		const uint32_t six[6] = { corner, below, corner + 1, corner + 1, below, below + 1 };
		memcpy(indices + 6 * (size_t)i, six, sizeof(six));
	}
	MeshInput input = { .mesh = { places, points, indices, side * side * 2 } };
	int index = add_shape(list, LIST_MESH, NULL, mk_mesh_create(&input, NULL));
	copy_points(list->shapes + index, places, points);
	list->shapes[index].indices = indices;
	list->shapes[index].index_count = (int)(side * side * 6);
	free(places);
	return index;
}

static int add_body(SceneList *list, int shape, const double place[3], double density) {
	ListBody *added = grow(
			(void **)&list->bodies, &list->body_count, &list->body_capacity, sizeof(ListBody));
	added->shape = shape;
	set3(added->position, place[0], place[1], place[2]);
	added->rotation[3] = 1;
	added->density = density;
	return list->body_count - 1;
}

static void turn_last(SceneList *list, Quat turn) {
	double *rotation = list->bodies[list->body_count - 1].rotation;
	set3(rotation, (double)turn.x, (double)turn.y, (double)turn.z);
	rotation[3] = (double)turn.w;
}

static ListJoint *add_joint(SceneList *list, int a, int b, const double place[3]) {
	ListJoint *added = grow(
			(void **)&list->joints, &list->joint_count, &list->joint_capacity, sizeof(ListJoint));
	added->bodies[0] = a;
	added->bodies[1] = b;
	set3(added->place, place[0], place[1], place[2]);
	set3(added->axis, 0, 0, 1);
	return added;
}

// A slab with its surface at y = 0.
static void begin(SceneList *list, double half_width) {
	*list = (SceneList){ .top = -1 };
	int slab = add_box_shape(list, half_width, 1, half_width);
	add_body(list, slab, (double[]){ 0, -1, 0 }, 0);
}

// Four walls around a square pit.
static void add_walls(SceneList *list, double half_width, double height) {
	int along_x = add_box_shape(list, half_width + 1, height / 2, 0.5);
	int along_z = add_box_shape(list, 0.5, height / 2, half_width + 1);
	double out = half_width + 0.5;
	add_body(list, along_x, (double[]){ 0, height / 2, out }, 0);
	add_body(list, along_x, (double[]){ 0, height / 2, -out }, 0);
	add_body(list, along_z, (double[]){ out, height / 2, 0 }, 0);
	add_body(list, along_z, (double[]){ -out, height / 2, 0 }, 0);
}

static void add_pyramid(SceneList *list, int shape, int rows, const double place[3]) {
	for (int row = 0; row < rows; row++)
		for (int i = 0; i < rows - row; i++) {
			double x = place[0] + i + 0.5 * row - 0.5 * rows;
			list->top = add_body(list, shape, (double[]){ x, row + 0.5, place[2] }, DENSITY);
		}
}

void list_pyramid(SceneList *list, int rows) {
	begin(list, 200);
	add_pyramid(list, add_box_shape(list, 0.5, 0.5, 0.5), rows, (double[]){ 0, 0, 0 });
}

void list_pyramids(SceneList *list, int count) {
	begin(list, 200);
	int shape = add_box_shape(list, 0.5, 0.5, 0.5);
	for (int i = 0; i < count; i++) {
		int row = i / 10;
		double place[3] = { i % 10 * 14 - 70, 0, row * 4 - 20 };
		add_pyramid(list, shape, 10, place);
	}
}

// Layers of a square lattice, each body a little off its place and turned at random.
static void add_pile(SceneList *list, const int *shapes, int kinds, int count, int side) {
	Rng rng = { 7 };
	const double spacing = 1.3;
	for (int i = 0; i < count; i++) {
		double off = (side - 1) * spacing / 2;
		int row = i / side;
		int layer = row / side;
		double x = i % side * spacing - off + 0.02 * (i % 7);
		double z = row % side * spacing - off + 0.02 * (i % 5);
		double y = layer * spacing + 2.5;
		add_body(list, shapes[i % kinds], (double[]){ x, y, z }, DENSITY);
		turn_last(list, random_quat(&rng));
	}
}

void list_hulls(SceneList *list, int count) {
	Rng rng = { 32 };
	int shapes[8];
	begin(list, 40);
	int side = count <= 1000 ? 8 : 16;
	add_walls(list, side * 0.7, 60);
	for (int i = 0; i < 8; i++)
		shapes[i] = add_hull_shape(list, &rng, 32, (Real)0.55);
	add_pile(list, shapes, 8, count, side);
}

void list_mixed(SceneList *list, int count) {
	Rng rng = { 5 };
	*list = (SceneList){ .top = -1 };
	add_body(list, add_hills_shape(list, 100, 40), (double[]){ 0, 0, 0 }, 0);
	add_walls(list, 20, 12);
	int shapes[5] = { add_box_shape(list, 0.45, 0.45, 0.45), add_ball_shape(list, 0.5),
		add_capsule_shape(list, 0.3, 1.1), add_cylinder_shape(list, 0.45, 0.9),
		add_hull_shape(list, &rng, 20, (Real)0.55) };
	add_pile(list, shapes, 5, count, 18);
}

void list_spheres(SceneList *list, int count) {
	begin(list, 40);
	int side = count <= 1000 ? 8 : 12;
	add_walls(list, side * 0.7, 60);
	int shape = add_ball_shape(list, 0.5);
	add_pile(list, &shape, 1, count, side);
}

typedef struct ListBone {
	double center[3]; // m, from the hip
	double radius;
	double height;
	bool is_lying;
	int parent; // -1: none
	double joint[3];
	ListJointKind kind;
} ListBone;

// hip, chest, head, two thighs, two shins, two upper arms, two forearms
static const ListBone bones[] = {
	{ { 0, 0, 0 }, 0.12, 0.34, true, -1, { 0, 0, 0 }, LIST_PIN },
	{ { 0, 0.32, 0 }, 0.14, 0.44, false, 0, { 0, 0.12, 0 }, LIST_PIN },
	{ { 0, 0.68, 0 }, 0.11, 0.24, false, 1, { 0, 0.55, 0 }, LIST_PIN },
	{ { 0.11, -0.3, 0 }, 0.08, 0.42, false, 0, { 0.11, -0.09, 0 }, LIST_PIN },
	{ { -0.11, -0.3, 0 }, 0.08, 0.42, false, 0, { -0.11, -0.09, 0 }, LIST_PIN },
	{ { 0.11, -0.72, 0 }, 0.06, 0.42, false, 3, { 0.11, -0.51, 0 }, LIST_HINGE },
	{ { -0.11, -0.72, 0 }, 0.06, 0.42, false, 4, { -0.11, -0.51, 0 }, LIST_HINGE },
	{ { 0.36, 0.46, 0 }, 0.06, 0.3, true, 1, { 0.21, 0.46, 0 }, LIST_PIN },
	{ { -0.36, 0.46, 0 }, 0.06, 0.3, true, 1, { -0.21, 0.46, 0 }, LIST_PIN },
	{ { 0.64, 0.46, 0 }, 0.05, 0.28, true, 7, { 0.5, 0.46, 0 }, LIST_HINGE },
	{ { -0.64, 0.46, 0 }, 0.05, 0.28, true, 8, { -0.5, 0.46, 0 }, LIST_HINGE },
};
#define BONES ((int)(sizeof(bones) / sizeof(bones[0])))

static void add_ragdoll(SceneList *list, int first_shape, const double hip[3]) {
	int first = list->body_count;
	for (int i = 0; i < BONES; i++) {
		const ListBone *bone = bones + i;
		const double *c = bone->center;
		add_body(list, first_shape + i, (double[]){ hip[0] + c[0], hip[1] + c[1], hip[2] + c[2] },
				DENSITY);
		if (bone->is_lying) turn_last(list, quat_from_axis_angle(vec3(0, 0, 1), MK_PI / 2));
		if (bone->parent < 0) continue;
		const double *j = bone->joint;
		double place[3] = { hip[0] + j[0], hip[1] + j[1], hip[2] + j[2] };
		ListJoint *joint = add_joint(list, first + bone->parent, first + i, place);
		joint->kind = bone->kind;
		joint->limit = 2.1;
		// knees bend about x, elbows about y
		set3(joint->axis, bone->is_lying ? 0 : 1, bone->is_lying ? 1 : 0, 0);
	}
}

void list_ragdolls(SceneList *list, int count) {
	begin(list, 40);
	int first_shape = list->shape_count;
	for (int i = 0; i < BONES; i++)
		add_capsule_shape(list, bones[i].radius, bones[i].height);
	for (int i = 0; i < count; i++) {
		int row = i / 9;
		double place[3] = { i % 9 * 2 - 9, 1.4 + 0.1 * (i % 4), row * 1.2 - 6 };
		add_ragdoll(list, first_shape, place);
	}
}

void list_grid(SceneList *list, int side) {
	*list = (SceneList){ .top = -1 };
	int ball = add_ball_shape(list, 0.2);
	for (int i = 0; i < side * side; i++) {
		int row = i / side;
		double x = i % side;
		double z = row;
		int body = add_body(list, ball, (double[]){ x, 0, z }, i < side ? 0 : DENSITY);
		if (i < side) continue;
		add_joint(list, body - side, body, (double[]){ x, 0, z - 0.5 });
		if (i % side > 0) add_joint(list, body - 1, body, (double[]){ x - 0.5, 0, z });
	}
}

void list_statics(SceneList *list, int count) {
	*list = (SceneList){ .top = -1 };
	int box = add_box_shape(list, 0.5, 0.5, 0.5);
	int ball = add_ball_shape(list, 0.4);
	int side = (int)ceil(sqrt(count));
	for (int i = 0; i < count; i++) {
		int row = i / side;
		int half = side / 2;
		double place[3] = { i % side - half, -0.5 - 0.05 * (i % 3), row - half };
		add_body(list, box, place, 0);
	}
	for (int i = 0; i < 100; i++) {
		int row = i / 10;
		add_body(list, ball, (double[]){ i % 10 * 2 - 10, 1 + i % 3, row * 2 - 10 }, DENSITY);
	}
}

void list_sleepers(SceneList *list, int count) {
	begin(list, 200);
	list->can_sleep = true;
	int box = add_box_shape(list, 0.5, 0.5, 0.5);
	int side = (int)ceil(sqrt(count));
	for (int i = 0; i < count; i++) {
		int row = i / side;
		add_body(list, box, (double[]){ i % side * 2 - side, 0.5, row * 2 - side }, DENSITY);
	}
}

void scene_list_free(SceneList *list) {
	for (int i = 0; i < list->shape_count; i++) {
		ListShape *shape = list->shapes + i;
		mk_shape_release(shape->shape);
		free(shape->points);
		free(shape->indices);
		free(shape->polygons);
		free(shape->planes);
	}
	free(list->shapes);
	free(list->bodies);
	free(list->joints);
	*list = (SceneList){ 0 };
}
