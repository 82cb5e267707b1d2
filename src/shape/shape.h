// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Shapes: immutable geometry, counted by references, shared between bodies and threads. A shape is
// one file that fills a ShapeOps and one row in the table of shape.c.
//
// A convex shape is a core (point, segment, box, disc, hull...) and a rounding radius: the set of
// all points within that radius of the core. The functions of ShapeOps see only the core; what
// every rounded shape has in common is written once, in instance.h, where shapes are used under
// affine maps. Concave shapes (meshes, height fields, compounds) are given out in convex pieces.
//
// Conventions. Lengths in m. Round bodies have their axis along y and the origin halfway between
// the ends. Normals point out of solids; corners of faces are counter-clockwise seen from the side
// of the normal. Sets are closed: touching counts (geometry/primitive.h).
#pragma once

#include "geometry/mass.h"
#include "geometry/ray.h"
#include "math/aabb.h"

#include <stdatomic.h>
#include <stddef.h>

typedef enum ShapeKind {
	SHAPE_SPHERE,
	SHAPE_BOX,
	SHAPE_ROUNDED_BOX,
	SHAPE_CAPSULE,
	SHAPE_CYLINDER,
	SHAPE_ROUNDED_CYLINDER,
	SHAPE_CONE,
	SHAPE_TAPERED_CYLINDER,
	SHAPE_TAPERED_CAPSULE,
	SHAPE_ELLIPSOID,
	SHAPE_SEGMENT,
	SHAPE_TRIANGLE,
	SHAPE_HULL,
	SHAPE_MINKOWSKI_SUM,
	SHAPE_SEPARATION_RAY,
	SHAPE_HALF_SPACE,
	SHAPE_MESH,
	SHAPE_HEIGHT_FIELD,
	SHAPE_COMPOUND,
	SHAPE_KIND_COUNT
} ShapeKind;

// What a shape can be asked for.
typedef enum ShapeFamily {
	SHAPE_FAMILY_CONVEX,     // has a support mapping
	SHAPE_FAMILY_HALF_SPACE, // convex, without bounds: a plane takes the place of the support
	SHAPE_FAMILY_CONCAVE,    // has pieces
} ShapeFamily;

// Why there is no shape; mk_shape_status_text says it in a sentence.
typedef enum ShapeStatus {
	SHAPE_OK,
	SHAPE_NOT_FINITE,
	SHAPE_NOT_POSITIVE,
	SHAPE_TOO_SMALL,
	SHAPE_TOO_LARGE,
	SHAPE_NO_POINTS,
	SHAPE_ZERO_NORMAL,
	SHAPE_NO_TRIANGLES,
	SHAPE_BAD_INDEX,
	SHAPE_BAD_GRID,
	SHAPE_ALL_HOLES,
	SHAPE_NO_CHILDREN,
	SHAPE_NO_CHILD,
	SHAPE_NOT_CONVEX,
	SHAPE_UNBOUNDED,
	SHAPE_NESTED_TOO_DEEP,
	SHAPE_TOO_MANY,
	SHAPE_STATUS_COUNT
} ShapeStatus;

// The sizes a shape may have, in m: what is finite in here stays finite in all results, also the
// fifth powers of the moments of inertia in single precision, with scales from 1/100 to 100. Wider
// limits would let a legal shape produce infinite or vanishing inertia.
#define MK_SHAPE_MIN_SIZE ((Real)1e-6)
#define MK_SHAPE_MAX_SIZE ((Real)1e5)

// No corner: the answer of a curved surface, and the hint that says nothing.
#define MK_SHAPE_NO_ID UINT32_MAX

// The farthest point of a core in some direction.
typedef struct SupportPoint {
	Vec3 point;
	uint32_t id; // which corner, below vertex_count; MK_SHAPE_NO_ID on curved cores
} SupportPoint;

// The nearest point of a shape.
typedef struct ShapePoint {
	Vec3 point;
	bool is_inside; // the point asked about is in the shape; `point` is the same point then
	uint32_t child; // of a compound: number of the leaf; 0 otherwise
	uint32_t index; // of a mesh or height field: number of the triangle; 0 otherwise
} ShapePoint;

// A ray as a shape is asked for it, in the shape's space.
typedef struct ShapeRay {
	Ray ray;
	RayRange range;
	RaySides sides; // of surfaces that are not solids: RAY_SIDES_FRONT ignores their backs
} ShapeRay;

typedef struct ShapeRayHit {
	RayHit hit; // solids by the rules of geometry/ray.h
	uint32_t child;
	uint32_t index;
} ShapeRayHit;

// Corners of a face that are given out. Hull faces with more are replaced by their extreme corners
// in this many directions, which is short of the true face by at most half a percent of its size.
#define MK_FACE_POINTS 32

typedef enum FaceKind {
	FACE_POINT,   // one point; the normal is the direction asked for
	FACE_EDGE,    // two points; the normal is the part of the direction across the edge
	FACE_POLYGON, // three or more, flat, counter-clockwise seen from outside
	FACE_DISC,    // a filled ellipse; eight points of its rim at places fixed in the shape
} FaceKind;

// The part of a surface that faces a direction most: what contacts are clipped from.
typedef struct ShapeFace {
	FaceKind kind;
	uint32_t id; // which face, edge or corner; the same for the same part at any time
	Vec3 normal; // unit, outward
	Vec3 center; // of a disc, whose rim is center + cos(t) axis_u + sin(t) axis_v
	Vec3 axis_u;
	Vec3 axis_v;
	Real bends[2]; // m; of an edge: radius of curvature across it at each end; 0: it is sharp
	uint32_t count;
	Vec3 points[MK_FACE_POINTS];
	uint32_t ids[MK_FACE_POINTS]; // which corner; stable like id
} ShapeFace;

// A direction as a shape is asked for its face. Which face is "most facing" depends on the map:
// in a plate that is a flattened cube it is hardly ever the rim, so the angle is measured outside.
typedef struct FaceQuery {
	Vec3 direction; // in the shape's space, as for a support; any length
	Vec3 outside;   // the same, unit, in the space the shape is mapped to
	Mat3 normals;   // maps normals to that space, up to a positive factor
} FaceQuery;

typedef struct Shape Shape;

// A convex piece of a shape.
typedef struct ShapePiece {
	const Shape *shape; // convex; a triangle of a mesh exists only during the call
	Affine pose;        // from the piece's space to that of the shape asked
	uint32_t child;     // as in ShapePoint
	uint32_t index;
} ShapePiece;

// Told about each piece; returns false to see no more.
typedef bool PieceVisitor(const ShapePiece *piece, void *user);

typedef struct PieceQuery {
	Aabb box; // pieces whose boxes do not overlap this one may be left out
	PieceVisitor *visit;
	void *user;
} PieceQuery;

// What a kind of shape can do. All functions are in the shape's own space, work on the core if it
// is convex, allocate nothing except for `mass`, and accept any direction, also zero.
typedef struct ShapeOps {
	const char *name; // for messages: "capsule"
	ShapeFamily family;

	// Convex: a point of the core farthest along a direction, which need not be unit; a component
	// of zero counts as positive. `id` comes in as a hint, the id of an earlier answer or
	// MK_SHAPE_NO_ID, and goes out as that of the point. (Returned together, as a SupportPoint,
	// they would share a register and cost more than most supports do.)
	Vec3 (*support)(const Shape *shape, Vec3 direction, uint32_t *id);

	// Convex with corners: the corner with an id; NULL for curved cores.
	Vec3 (*vertex)(const Shape *shape, uint32_t id);

	// The nearest point of the core, or of a concave shape. NULL: found by iterating supports.
	ShapePoint (*closest)(const Shape *shape, Vec3 p);

	// Convex: the most facing part of the core. NULL: found by sampling supports.
	void (*face)(const Shape *shape, const FaceQuery *query, ShapeFace *face);

	// The first hit with the whole shape. NULL: found by iterating nearest points.
	ShapeRayHit (*ray)(const Shape *shape, const ShapeRay *ray);

	// The smallest box around the whole shape under a map. NULL: by six supports.
	Aabb (*bounds)(const Shape *shape, const Affine *map);

	// Mass properties of the whole shape under a map, density 1; no mass if it has no inside.
	MassProperties (*mass)(const Shape *shape, const Affine *map);

	// Concave: gives out pieces; returns false if the visitor did.
	bool (*pieces)(const Shape *shape, const PieceQuery *query);

	// Gives back what the shape owns beyond its own block; NULL if nothing.
	void (*destroy)(Shape *shape);
} ShapeOps;

// What all shapes begin with. Nothing but the count changes after creation.
struct Shape {
	const ShapeOps *ops;
	ShapeKind kind;
	atomic_uint references;
	uint32_t vertex_count; // corners of the core, if it is a polytope; 0 if it is curved or concave
	uint32_t leaf_count;   // pieces of a compound down to convex shapes and meshes; 1 otherwise
	Real rounding;         // m; radius of the ball that is added to the core
	Real bound;            // m; no point of the shape is farther from the origin of its space
	Aabb box;              // in its own space
	size_t size;           // bytes of its block
};

// Returns the row of the table for a kind.
const ShapeOps *mk_shape_ops(ShapeKind kind);

// Returns a sentence that says what is wrong with the data of a shape.
const char *mk_shape_status_text(ShapeStatus status);

// Takes one more reference and returns the shape; any thread. NULL is allowed.
Shape *mk_shape_retain(Shape *shape);

// Gives a reference back; the last one frees the shape and its children. NULL is allowed.
void mk_shape_release(Shape *shape);

// Gives out the convex pieces whose boxes overlap query->box; a convex shape is its own piece, a
// half-space has none. Returns false if the visitor stopped it.
bool mk_shape_pieces(const Shape *shape, const PieceQuery *query);

static inline bool shape_is_convex(const Shape *shape) {
	return shape->ops->family == SHAPE_FAMILY_CONVEX;
}

// Returns the farthest point of a convex shape's core; see ShapeOps.
static inline SupportPoint shape_support(const Shape *shape, Vec3 direction, uint32_t hint) {
	Vec3 point = shape->ops->support(shape, direction, &hint);
	return (SupportPoint){ point, hint };
}

// Returns the direction in which a ball's farthest point lies: unit, the x axis for zero.
static inline Vec3 support_unit(Vec3 direction) {
	Vec3 unit = vec3_normalize(direction);
	return vec3_equals(unit, vec3_zero()) ? vec3_axis(0) : unit;
}

// Returns -size for negative x and size otherwise, also for -0: -0 + 0 is +0. Without a branch,
// which would be wrong half of the time; `size` is not negative.
static inline Real support_sign(Real x, Real size) { return real_copy_sign(size, x + 0); }
