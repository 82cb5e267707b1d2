// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Every yes-or-no question of src/geometry in one table, asked about one scene: for tests of what
// all of them have in common (NaN, scale, distance from the origin).
#pragma once

#include "geometry/orientation.h"
#include "geometry/primitive.h"
#include "geometry/ray.h"
#include "support/rng.h"

#include <stddef.h>

// One of each, all around the origin; nothing but Real inside.
typedef struct Scene {
	Sphere sphere;
	Sphere ball;
	Aabb box;
	Aabb block;
	Obb turned_box;
	Obb turned_block;
	Triangle triangle;
	Triangle sail; // crosses the triangle
	Segment segment;
	Vec3 corners[4]; // of a flat polygon
	Capsule capsule;
	Capsule pill;
	Cylinder cylinder;
	Cylinder can; // parallel to the cylinder
	Cone cone;
	Plane plane;
	Plane roof; // has everything behind it
	Plane planes[4];
	Vec3 corner; // of a box with the edges below
	Vec3 edges[3];
	Ray ray;
	Ray line;
	RayRange range;
	Vec3 point;
	Real reach;
	Vec2 flat[4];
	Vec2 flat_point;
	Segment2 chord;
	Segment2 cross_chord;
	Vec3 solid[4]; // corners of a tetrahedron that holds the point
} Scene;

// Which part of the scene a question is about.
typedef struct ScenePart {
	size_t offset;
	size_t size;
} ScenePart;

typedef struct Question {
	const char *name;
	bool (*ask)(const Scene *scene);
	ScenePart parts[3]; // size 0: no part
} Question;

extern const Question questions[];
extern const int question_count;

// Returns the scene in which all answers are yes.
Scene make_scene(void);

// Returns one with objects of the same sizes at random places around the origin; all coordinates
// are multiples of 1/64 m, so that they can be moved and scaled without rounding.
Scene random_scene(Rng *rng);

// Returns the scene seen with another unit of length; exact for powers of two.
Scene scale_scene(Scene scene, Real factor);

// Returns the scene at another place; exact for whole metres up to 65536
// in a scene of random_scene.
Scene move_scene(Scene scene, Vec3 offset);
