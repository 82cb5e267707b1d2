// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A scene as plain lists that any engine can be filled from: shapes, bodies, joints. Every engine
// gets the same masses, places, gravity and friction from it. For C and C++.
#pragma once

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LIST_GRAVITY  9.8        // m/s^2, downward
#define LIST_FRICTION 0.6        // of every pair of bodies
#define LIST_DT       (1.0 / 60) // s

typedef enum ListKind {
	LIST_BOX,
	LIST_BALL,
	LIST_CAPSULE,
	LIST_CYLINDER,
	LIST_HULL,
	LIST_MESH
} ListKind;

typedef struct ListShape {
	ListKind kind;
	double size[3];     // m; half extents; or radius and full height
	double *points;     // of a hull about its centre of mass, or of a mesh: x y z
	int point_count;    //
	unsigned *indices;  // of a mesh: three per triangle
	int index_count;    //
	unsigned *polygons; // of a hull: the number of corners and then the vertices of each face
	double *planes;     // of a hull: normal and offset of each face
	int face_count;     //
	double volume;      // m^3
	double moments[3];  // m^5; of inertia about the axes for a density of 1
	void *shape;        // the same as a Shape of ours
} ListShape;

typedef struct ListBody {
	int shape;
	double position[3]; // m
	double rotation[4]; // x y z w
	double density;     // kg/m^3; 0: static
} ListBody;

typedef enum ListJointKind {
	LIST_PIN,
	LIST_HINGE, // about `axis`, from 0 to `limit`: how far B has turned since the start
} ListJointKind;

// A joint of two bodies, which do not collide with each other.
typedef struct ListJoint {
	ListJointKind kind;
	int bodies[2];
	double place[3]; // m; in the world, at the start
	double axis[3];  // unit; in the world, at the start
	double limit;    // rad
} ListJoint;

typedef struct SceneList {
	ListShape *shapes;
	ListBody *bodies;
	ListJoint *joints;
	int shape_count, body_count, joint_count;
	int shape_capacity, body_capacity, joint_capacity;
	int top;        // a body that should stay where it is; -1: none
	bool can_sleep; // whether bodies may fall asleep
} SceneList;

// Where a body is, in the order of the list.
typedef struct ListPose {
	double position[3];
	double rotation[4]; // x y z w
} ListPose;

// Each fills an empty list; `size` is how large it is.
void list_pyramid(SceneList *list, int rows);   // one wall of boxes, ever fewer per row
void list_pyramids(SceneList *list, int count); // of 10 rows each
void list_hulls(SceneList *list, int count);    // with 32 vertices, falling into a pit
void list_mixed(SceneList *list, int count);    // all convex kinds on hills of 20 000 triangles
void list_spheres(SceneList *list, int count);  // falling into a pit
void list_ragdolls(SceneList *list, int count); // of eleven capsules
void list_grid(SceneList *list, int side);      // a net of balls that hangs on one side
void list_statics(SceneList *list, int count);  // boxes, and 100 balls that fall on them
void list_sleepers(SceneList *list, int count); // boxes apart from each other on the floor

void scene_list_free(SceneList *list);

#ifdef __cplusplus
}
#endif
