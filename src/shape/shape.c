// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The table of shapes, and what they have in common: memory, references, and the pieces of shapes
// that are in one piece.
#include "shape/shape.h"

#include "base/alloc.h"
#include "base/assert.h"
#include "shape/instance.h"
#include "shape/ops.h"
#include "shape/shape_create.h"

#include <string.h>

// A new shape is a row here, a row in ops.h and a file.
static const ShapeOps *const table[SHAPE_KIND_COUNT] = {
	[SHAPE_SPHERE] = &mk_sphere_ops,
	[SHAPE_BOX] = &mk_box_ops,
	[SHAPE_ROUNDED_BOX] = &mk_rounded_box_ops,
	[SHAPE_CAPSULE] = &mk_capsule_ops,
	[SHAPE_CYLINDER] = &mk_cylinder_ops,
	[SHAPE_ROUNDED_CYLINDER] = &mk_rounded_cylinder_ops,
	[SHAPE_CONE] = &mk_cone_ops,
	[SHAPE_TAPERED_CYLINDER] = &mk_tapered_cylinder_ops,
	[SHAPE_TAPERED_CAPSULE] = &mk_tapered_capsule_ops,
	[SHAPE_ELLIPSOID] = &mk_ellipsoid_ops,
	[SHAPE_SEGMENT] = &mk_segment_ops,
	[SHAPE_TRIANGLE] = &mk_triangle_ops,
	[SHAPE_HULL] = &mk_hull_shape_ops,
	[SHAPE_MINKOWSKI_SUM] = &mk_minkowski_sum_ops,
	[SHAPE_SEPARATION_RAY] = &mk_separation_ray_ops,
	[SHAPE_HALF_SPACE] = &mk_half_space_ops,
	[SHAPE_MESH] = &mk_mesh_shape_ops,
	[SHAPE_HEIGHT_FIELD] = &mk_height_field_ops,
	[SHAPE_COMPOUND] = &mk_compound_ops,
};

static const char *const status_texts[SHAPE_STATUS_COUNT] = {
	[SHAPE_OK] = "the shape is valid",
	[SHAPE_NOT_FINITE] = "a number of the shape is NaN or infinite",
	[SHAPE_NOT_POSITIVE] = "a size that must be positive is zero or negative",
	[SHAPE_TOO_SMALL] = "a size is below a millionth of a metre",
	[SHAPE_TOO_LARGE] = "a size or position is above a hundred kilometres",
	[SHAPE_NO_POINTS] = "there are no points",
	[SHAPE_ZERO_NORMAL] = "the normal of the plane has no direction",
	[SHAPE_NO_TRIANGLES] = "there is no triangle that has an area",
	[SHAPE_BAD_INDEX] = "an index is not below the number of points",
	[SHAPE_BAD_GRID] = "a height field needs at least two samples each way, and all their heights",
	[SHAPE_ALL_HOLES] = "every cell of the height field is a hole",
	[SHAPE_NO_CHILDREN] = "the compound has no children",
	[SHAPE_NO_CHILD] = "a child is missing or its pose has no inverse",
	[SHAPE_NOT_CONVEX] = "the shape can only be made from bounded convex shapes",
	[SHAPE_UNBOUNDED] = "a half-space cannot be a child, because it has no end",
	[SHAPE_NESTED_TOO_DEEP] = "compounds or sums are nested too deep",
	[SHAPE_TOO_MANY] = "there are more parts than indices can count",
};

const ShapeOps *mk_shape_ops(ShapeKind kind) {
	MK_ASSERT(kind < SHAPE_KIND_COUNT);
	return table[kind];
}

const char *mk_shape_status_text(ShapeStatus status) {
	return status < SHAPE_STATUS_COUNT ? status_texts[status] : "unknown status";
}

void *mk_shape_new(ShapeKind kind, size_t size) {
	Shape *shape = mk_alloc(size);
	memset(shape, 0, size);
	shape->ops = mk_shape_ops(kind);
	shape->kind = kind;
	atomic_init(&shape->references, 1);
	shape->leaf_count = 1;
	shape->size = size;
	return shape;
}

Shape *mk_shape_finish(Shape *shape) {
	shape->box = mk_shape_bounds(shape, affine_identity());
	return shape;
}

Shape *mk_shape_retain(Shape *shape) {
	if (shape != NULL) atomic_fetch_add_explicit(&shape->references, 1, memory_order_relaxed);
	return shape;
}

void mk_shape_release(Shape *shape) {
	if (shape == NULL) return;
	// release: what this thread read from the shape is done; acquire: so is what all others read
	if (atomic_fetch_sub_explicit(&shape->references, 1, memory_order_acq_rel) != 1) return;
	if (shape->ops->destroy != NULL) shape->ops->destroy(shape);
	mk_free(shape, shape->size);
}

bool mk_shape_pieces(const Shape *shape, const PieceQuery *query) {
	if (shape->ops->pieces != NULL) return shape->ops->pieces(shape, query);
	if (!shape_is_convex(shape) || !aabb_overlaps(shape->box, query->box)) return true;
	return query->visit(&(ShapePiece){ .shape = shape, .pose = affine_identity() }, query->user);
}
