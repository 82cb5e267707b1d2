// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The convex shapes that are described by a few numbers. Creating functions check them and return
// NULL, with the reason in *status (which may be NULL), or a shape with one reference. Sizes must
// be from MK_SHAPE_MIN_SIZE to MK_SHAPE_MAX_SIZE. The structs are open so that collision code can
// write supports of the most frequent shapes inline; nobody else looks inside.
#pragma once

#include "shape/shape.h"

// Core: the origin.
typedef struct SphereShape {
	Shape shape;
} SphereShape;

// Core of boxes and rounded boxes.
typedef struct BoxShape {
	Shape shape;
	Vec3 half; // half extents of the core, without rounding
} BoxShape;

// Core: the segment from -half_height to half_height on the y axis.
typedef struct CapsuleShape {
	Shape shape;
	Real half_height;
} CapsuleShape;

// Core of cylinders and rounded cylinders.
typedef struct CylinderShape {
	Shape shape;
	Real radius; // of the core, without rounding
	Real half_height;
} CylinderShape;

// A cone without its tip; a cone has top = 0.
typedef struct TaperedCylinderShape {
	Shape shape;
	Real bottom; // radius at -half_height
	Real top;    // radius at half_height
	Real half_height;
} TaperedCylinderShape;

// The hull of two balls. With the smaller radius as rounding, the core is the hull of one ball and
// the centre of the other.
typedef struct TaperedCapsuleShape {
	Shape shape;
	Real ball_y;  // m; centre of the core's ball, half_height or -half_height
	Real ball;    // m; its radius, not negative
	Real point_y; // m; the other end, -ball_y
} TaperedCapsuleShape;

typedef struct EllipsoidShape {
	Shape shape;
	Vec3 radii;
} EllipsoidShape;

// Two ends, for segments and separation rays. A segment may have no length.
typedef struct SegmentShape {
	Shape shape;
	Vec3 ends[2];
	bool slides_on_slope; // of a separation ray, for its user
} SegmentShape;

// What is on the other side of a triangle's edge.
typedef enum EdgeClass {
	EDGE_OPEN,    // nothing
	EDGE_CONVEX,  // a ridge: bodies can touch it
	EDGE_FLAT,    // a triangle in the same plane, within the mesh's tolerance
	EDGE_CONCAVE, // a valley: no body can touch it without touching the faces
	EDGE_SHARED,  // more than two triangles
} EdgeClass;

// A triangle, on its own or as a piece of a mesh. It has two faces, the front at the side of its
// normal; its edges are ab, bc and ca.
typedef struct TriangleShape {
	Shape shape;
	Triangle corners;
	Vec3 normal;           // unit; zero without area
	uint8_t edge_class[3]; // EdgeClass
	bool is_two_sided;     // false: bodies at the back are ignored
} TriangleShape;

// The points behind a plane.
typedef struct HalfSpaceShape {
	Shape shape;
	Plane plane;
} HalfSpaceShape;

Shape *mk_sphere_create(Real radius, ShapeStatus *status);
Shape *mk_box_create(Vec3 half_extents, ShapeStatus *status);

// All points within `radius` of a box with these half extents; radius 0 is a box with sharp edges.
Shape *mk_rounded_box_create(Vec3 half_extents, Real radius, ShapeStatus *status);

// `height` is the full height with both caps; one not larger than the caps alone makes a ball.
Shape *mk_capsule_create(Real radius, Real height, ShapeStatus *status);

// `height` is the full height.
Shape *mk_cylinder_create(Real radius, Real height, ShapeStatus *status);

// All points within `rounding` of a cylinder with this radius and height.
Shape *mk_rounded_cylinder_create(Real radius, Real height, Real rounding, ShapeStatus *status);

// Base at -height / 2, tip at height / 2.
Shape *mk_cone_create(Real radius, Real height, ShapeStatus *status);

// Radii at -height / 2 and height / 2; one of them may be zero.
Shape *mk_tapered_cylinder_create(Real bottom, Real top, Real height, ShapeStatus *status);

// The hull of two balls whose centres are `distance` apart, at -distance / 2 and distance / 2; one
// ball may hold the other.
Shape *mk_tapered_capsule_create(Real bottom, Real top, Real distance, ShapeStatus *status);
Shape *mk_ellipsoid_create(Vec3 radii, ShapeStatus *status);

// A segment between two points with a rounding radius that may be 0.
Shape *mk_segment_create(Vec3 start, Vec3 end, Real radius, ShapeStatus *status);

// A triangle with a rounding radius that may be 0; one without area is a segment or a point.
Shape *mk_triangle_create(Triangle corners, Real radius, ShapeStatus *status);

// A segment from the origin along +z that keeps bodies apart along itself only.
Shape *mk_separation_ray_create(Real length, bool slides_on_slope, ShapeStatus *status);

// The points behind a plane, whose normal need not be unit.
Shape *mk_half_space_create(Plane plane, ShapeStatus *status);

// Prepares a triangle that lives on the stack, as a piece of a larger shape; it is never released.
void mk_triangle_init(TriangleShape *triangle);

// Gives a triangle on the stack its corners and their unit normal (zero without area).
void mk_triangle_set(TriangleShape *triangle, Triangle corners, Vec3 normal);
