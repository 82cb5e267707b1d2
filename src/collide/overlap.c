// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Convex shapes meet by GJK, which ends at the first direction in which they are apart;
// a half-space asks for one support. Concave shapes are taken apart: each piece near
// the other shape meets it.
#include "collide/overlap.h"

#include "collide/gjk.h"
#include "shape/convex.h"
#include "shape/minkowski_sum.h"

// The pieces of a concave shape on their way to the other one.
typedef struct PieceSearch {
	const ShapeInstance *concave;
	const ShapeInstance *other;
	bool is_found;
} PieceSearch;

static bool overlaps(const ShapeInstance *a, const ShapeInstance *b, Vec3 *axis);

static bool visit_piece(const ShapePiece *piece, void *user) {
	PieceSearch *search = user;
	Affine pose = affine_multiply(search->concave->pose, piece->pose);
	ShapeInstance part = instance_grow(mk_instance(piece->shape, pose), search->concave->margin);
	search->is_found = overlaps(&part, search->other, NULL);
	return !search->is_found;
}

// Returns the box of a bounded instance in the space that `inverse` leads
// to, with a margin outside.
static Aabb box_inside(const ShapeInstance *instance, Affine inverse, Real margin) {
	Affine map = affine_multiply(inverse, instance->pose);
	Aabb box = shape_is_convex(instance->shape) ? mk_shape_bounds(instance->shape, map)
												: aabb_transform(instance->shape->box, map);
	Vec3 grow = mat3_apply(mat3_abs(inverse.linear), vec3_splat(margin + instance->margin));
	return (Aabb){ vec3_sub(box.min, grow), vec3_add(box.max, grow) };
}

static bool pieces_overlap(const ShapeInstance *concave, const ShapeInstance *other) {
	PieceSearch search = { concave, other, false };
	PieceQuery query = { .visit = visit_piece, .user = &search };
	Affine inverse;
	bool is_bounded = other->shape->ops->family != SHAPE_FAMILY_HALF_SPACE;
	query.box = is_bounded && affine_invert(concave->pose, &inverse)
			? box_inside(other, inverse, concave->margin)
			: (Aabb){ vec3_splat(-MK_REAL_MAX), vec3_splat(MK_REAL_MAX) };
	mk_shape_pieces(concave->shape, &query);
	return search.is_found;
}

static Plane plane_of(const ShapeInstance *half_space) {
	Plane plane = plane_affine(
			((const HalfSpaceShape *)half_space->shape)->plane, half_space->pose);
	plane.offset += half_space->margin;
	return plane;
}

// Rounding floor of a distance to a plane, m, as in difference.c.
static Real plane_error(Plane plane, Vec3 point) {
	return 4 * MK_EPSILON * (vec3_max_element(vec3_abs(point)) + real_abs(plane.offset));
}

// A map that flattens the plane leaves a half-space that holds nothing.
static bool half_space_overlaps(const ShapeInstance *half_space, const ShapeInstance *convex) {
	Plane plane = plane_of(half_space);
	if (!vec3_is_unit(plane.normal)) return false;
	Vec3 deepest = instance_support(convex, vec3_negate(plane.normal), MK_SHAPE_NO_ID);
	return plane_distance(plane, deepest) <= plane_error(plane, deepest);
}

// Two half-spaces are apart only if they face each other with a gap between them.
static bool half_spaces_overlap(const ShapeInstance *a, const ShapeInstance *b) {
	Plane first = plane_of(a);
	Plane second = plane_of(b);
	if (!vec3_is_unit(first.normal) || !vec3_is_unit(second.normal)) return false;
	// one minus a cosine: turned by less than some epsilons, they meet beyond all coordinates
	bool is_facing = vec3_dot(first.normal, second.normal) < -1 + 8 * MK_EPSILON;
	return !is_facing || first.offset + second.offset >= -4 * MK_EPSILON * real_abs(first.offset);
}

// Whether the origin of a shape's space is one of its points: that of round and straight ones is.
static bool has_origin(const Shape *shape) { return shape->kind <= SHAPE_ELLIPSOID; }

// Most pairs that overlap, overlap deeply: the middle of one is in a box or a ball, which costs
// little to see. False says nothing.
static bool holds_middle(const ShapeInstance *outer, const ShapeInstance *inner) {
	if (!outer->is_rigid || !has_origin(inner->shape)) return false;
	Vec3 apart = vec3_sub(inner->pose.origin, outer->pose.origin);
	if (outer->shape->kind == SHAPE_SPHERE) {
		return vec3_length_squared(apart) <= real_square(outer->rounding);
	}
	if (outer->shape->kind != SHAPE_BOX) return false;
	Vec3 place = vec3_abs(mat3_apply_transposed(outer->pose.linear, apart));
	Vec3 half = ((const BoxShape *)outer->shape)->half;
	return place.x <= half.x && place.y <= half.y && place.z <= half.z;
}

static bool convex_overlap(const ShapeInstance *a, const ShapeInstance *b, Vec3 *axis) {
	if (holds_middle(a, b) || holds_middle(b, a)) return true;
	Difference difference = mk_difference(a, b);
	return mk_gjk_overlaps(&difference, axis, NULL);
}

static bool overlaps(const ShapeInstance *a, const ShapeInstance *b, Vec3 *axis) {
	ShapeFamily family_a = a->shape->ops->family;
	ShapeFamily family_b = b->shape->ops->family;
	if (family_a == SHAPE_FAMILY_CONCAVE) return pieces_overlap(a, b);
	if (family_b == SHAPE_FAMILY_CONCAVE) return pieces_overlap(b, a);
	if (family_a == SHAPE_FAMILY_CONVEX && family_b == SHAPE_FAMILY_CONVEX) {
		return convex_overlap(a, b, axis);
	}
	if (family_a == SHAPE_FAMILY_CONVEX) return half_space_overlaps(b, a);
	if (family_b == SHAPE_FAMILY_CONVEX) return half_space_overlaps(a, b);
	return half_spaces_overlap(a, b);
}

bool mk_overlap(const ShapeInstance *a, const ShapeInstance *b, Vec3 *axis) {
	// relative to A, so that far from the origin no digits are lost
	ShapeInstance near_a = *a;
	ShapeInstance near_b = *b;
	near_b.pose.origin = vec3_sub(b->pose.origin, a->pose.origin);
	near_a.pose.origin = vec3_zero();
	if (!affine_is_finite(near_a.pose) || !affine_is_finite(near_b.pose)) return false;
	return overlaps(&near_a, &near_b, axis);
}

// A shape swept along a segment is their sum. It lives on the stack, for
// supports alone: it has no mass.
bool mk_overlap_swept(const ShapeInstance *a, Vec3 way, const ShapeInstance *b) {
	bool is_moving = vec3_is_finite(way) && !vec3_equals(way, vec3_zero());
	if (!is_moving || !shape_is_convex(a->shape) || !affine_is_finite(a->pose)) {
		return mk_overlap(a, b, NULL);
	}
	SegmentShape track = {
		.shape = { .ops = mk_shape_ops(SHAPE_SEGMENT), .kind = SHAPE_SEGMENT, .vertex_count = 2 },
		.ends = { vec3_negate(way), vec3_zero() },
	};
	MinkowskiSumShape sum = {
		.shape = { .ops = mk_shape_ops(SHAPE_MINKOWSKI_SUM),
				.kind = SHAPE_MINKOWSKI_SUM,
				.rounding = a->rounding },
		.parts = { *a, instance_local(&track.shape) },
	};
	sum.parts[0].pose.origin = vec3_zero();
	Shape *shape = &sum.shape;
	shape->box = aabb_grow(mk_shape_bounds(shape, affine_identity()), a->margin);
	shape->bound = vec3_length(vec3_max(vec3_abs(shape->box.min), vec3_abs(shape->box.max)));
	ShapeInstance swept = instance_local(shape);
	swept.pose.origin = a->pose.origin;
	return mk_overlap(&swept, b, NULL);
}
