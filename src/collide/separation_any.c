// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Pieces are looked for in boxes that grow by a reach. A pair of pieces that is
// nearer than the reach has boxes that meet, so as soon as one is found, no pair
// outside of the boxes can be nearer.
#include "collide/separation_any.h"

#include "shape/convex.h"

// The first reach, as a part of the smaller shape's size, and by what it grows. Smaller beginnings
// cost more rounds, larger ones look at pieces that do not matter.
#define MK_FIRST_REACH  ((Real)0.0625)
#define MK_REACH_GROWTH 4

// The first reach is not a smaller part of the last one than this, so that
// there are at most ten rounds.
#define MK_LEAST_REACH ((Real)1e-6)

// What a search carries from piece to piece.
typedef struct PieceSearch {
	const ShapeInstance *a;
	const ShapeInstance *b;
	ShapeInstance piece_a; // the one of A that is being compared
	uint32_t child_a;
	uint32_t index_a;
	Real limit; // m; what is farther does not count
	Real reach; // m; by which boxes are grown
	AnySeparation best;
	bool is_found;
	uint32_t iterations;
} PieceSearch;

static AnySeparation separate_convex(const ShapeInstance *a, const ShapeInstance *b, Real limit) {
	Difference difference = mk_difference(a, b);
	if (!mk_difference_is_finite(&difference))
		return (AnySeparation){ true, { .status = SEPARATION_INVALID }, 0, 0, 0, 0 };
	PenetrationInput input = { .difference = &difference, .limit = limit, .is_query = true };
	Penetration inside = mk_penetration(&input);
	Separation outside = mk_separation_outside(&difference, &inside.separation);
	return (AnySeparation){ true, outside, 0, 0, 0, 0 };
}

// A plane seen from outside, unit normal, with the instance's margin; false if a map flattens it.
static bool plane_of(const ShapeInstance *instance, Plane *plane) {
	Plane own = ((const HalfSpaceShape *)instance->shape)->plane;
	Affine inverse;
	if (!affine_invert(instance->pose, &inverse)) return false;
	Vec3 normal = mat3_apply_transposed(inverse.linear, own.normal);
	Real length = vec3_length(normal);
	if (!(length > 0) || !real_is_finite(length)) return false;
	normal = vec3_scale(normal, 1 / length);
	Vec3 point = affine_point(
			instance->pose, vec3_scale(own.normal, own.offset / vec3_length_squared(own.normal)));
	*plane = (Plane){ normal, vec3_dot(normal, point) + instance->margin };
	return true;
}

// A convex piece over a plane: the point that is lowest is the one.
static AnySeparation separate_from_plane(const ShapeInstance *convex, Plane plane) {
	Vec3 down = vec3_negate(plane.normal);
	SupportPoint lowest = instance_support_core(convex, down, MK_SHAPE_NO_ID);
	Vec3 point = vec3_add_scaled(lowest.point, down, convex->rounding);
	Real height = vec3_dot(plane.normal, point) - plane.offset;
	Separation s = { .status = SEPARATION_CONVERGED, .iterations = 1, .distance = height };
	s.lower = s.upper = height;
	s.normal = down;
	s.point_a = point;
	s.point_b = vec3_add_scaled(point, down, height);
	if (!real_is_finite(height)) s = (Separation){ .status = SEPARATION_INVALID };
	return (AnySeparation){ true, s, 0, 0, 0, 0 };
}

static AnySeparation turn_round(AnySeparation any) {
	Separation s = any.separation;
	s.normal = vec3_negate(s.normal);
	s.point_a = any.separation.point_b;
	s.point_b = any.separation.point_a;
	return (AnySeparation){ any.is_supported, s, any.child_b, any.child_a, any.index_b,
		any.index_a };
}

static ShapeInstance place(const ShapePiece *piece, const ShapeInstance *owner) {
	Affine pose = affine_multiply(owner->pose, piece->pose);
	return instance_grow(mk_instance(piece->shape, pose), owner->margin);
}

static void keep_nearer(PieceSearch *search, const AnySeparation *found) {
	const Separation *s = &found->separation;
	search->iterations += s->iterations;
	if (s->status == SEPARATION_BEYOND) return;
	if (search->is_found && !(s->distance < search->best.separation.distance)) return;
	search->best = *found;
	search->is_found = true;
}

static bool visit_over_plane(const ShapePiece *piece, void *user) {
	PieceSearch *search = user;
	Plane plane;
	if (!plane_of(search->b, &plane)) return false;
	ShapeInstance instance = place(piece, search->a);
	AnySeparation found = separate_from_plane(&instance, plane);
	found.child_a = piece->child;
	found.index_a = piece->index;
	keep_nearer(search, &found);
	return true;
}

static bool visit_b(const ShapePiece *piece, void *user) {
	PieceSearch *search = user;
	ShapeInstance instance = place(piece, search->b);
	Real limit = search->is_found ? real_max(search->best.separation.distance, 0) : search->limit;
	AnySeparation found = separate_convex(&search->piece_a, &instance, limit);
	found.child_a = search->child_a;
	found.index_a = search->index_a;
	found.child_b = piece->child;
	found.index_b = piece->index;
	keep_nearer(search, &found);
	return true;
}

// The largest stretch of a map is not more than this.
static Real stretch_bound(Mat3 m) {
	return real_sqrt(
			vec3_length_squared(m.x) + vec3_length_squared(m.y) + vec3_length_squared(m.z));
}

// The box of a shape in the space of another one, grown by the reach. Everything if a map flattens.
static Aabb box_inside(const ShapeInstance *shape, const ShapeInstance *owner, Real reach) {
	Aabb everything = { vec3_splat(-MK_REAL_MAX), vec3_splat(MK_REAL_MAX) };
	Affine inverse;
	if (!affine_invert(owner->pose, &inverse)) return everything;
	Real stretch = stretch_bound(inverse.linear);
	Aabb box = mk_shape_bounds(shape->shape, affine_multiply(inverse, shape->pose));
	box = aabb_grow(box, (reach + shape->margin + owner->margin) * stretch);
	// rounding of the inverse, relative to the coordinates
	Vec3 far = vec3_max(vec3_abs(box.min), vec3_abs(box.max));
	box = aabb_grow(box, 64 * MK_EPSILON * vec3_max_element(far));
	return aabb_is_finite(box) ? box : everything;
}

static bool visit_a(const ShapePiece *piece, void *user) {
	PieceSearch *search = user;
	search->piece_a = place(piece, search->a);
	search->child_a = piece->child;
	search->index_a = piece->index;
	Aabb box = box_inside(&search->piece_a, search->b, search->reach);
	return mk_shape_pieces(search->b->shape, &(PieceQuery){ box, visit_b, user });
}

static Real size_of(const ShapeInstance *instance) {
	return mk_difference_bound(instance) + instance->margin;
}

// One round with the boxes of A's pieces grown by the reach.
static void search_pieces(PieceSearch *search) {
	search->is_found = false;
	Aabb box = box_inside(search->b, search->a, search->reach);
	mk_shape_pieces(search->a->shape, &(PieceQuery){ box, visit_a, search });
}

// Nothing is farther apart than the ways between the origins and to the ends of both.
static AnySeparation separate_pieces(PieceSearch *search) {
	Vec3 way = vec3_sub(search->b->pose.origin, search->a->pose.origin);
	Real size_a = size_of(search->a);
	Real size_b = size_of(search->b);
	Real farthest = real_min(search->limit, 2 * (vec3_length(way) + size_a + size_b));
	if (!real_is_finite(farthest))
		return (AnySeparation){ true, { .status = SEPARATION_INVALID }, 0, 0, 0, 0 };
	// a point has no size, and zero would never grow
	Real first = real_max(MK_FIRST_REACH * real_min(size_a, size_b), MK_LEAST_REACH * farthest);
	search->reach = real_min(farthest, first);
	for (;;) {
		search_pieces(search);
		bool is_sure = search->is_found && search->best.separation.distance <= search->reach;
		if (is_sure || search->reach >= farthest) break;
		search->reach = real_min(farthest, MK_REACH_GROWTH * search->reach);
	}
	AnySeparation result = search->best;
	if (!search->is_found)
		result = (AnySeparation){ true, { .status = SEPARATION_BEYOND }, 0, 0, 0, 0 };
	if (result.separation.status == SEPARATION_BEYOND)
		result.separation.lower = result.separation.distance = search->limit;
	result.separation.iterations = search->iterations;
	return result;
}

static AnySeparation separate_half_space(const ShapeInstance *a, const ShapeInstance *plane) {
	PieceSearch search = { .a = a, .b = plane };
	Plane ignored;
	Aabb everything = { vec3_splat(-MK_REAL_MAX), vec3_splat(MK_REAL_MAX) };
	bool is_plane = a->shape->ops->family == SHAPE_FAMILY_HALF_SPACE;
	if (is_plane || !plane_of(plane, &ignored)) return (AnySeparation){ 0 };
	mk_shape_pieces(a->shape, &(PieceQuery){ everything, visit_over_plane, &search });
	search.best.separation.iterations = search.iterations;
	search.best.is_supported = search.is_found;
	return search.best;
}

AnySeparation mk_separation_any(const ShapeInstance *a, const ShapeInstance *b, Real limit) {
	if (b->shape->ops->family == SHAPE_FAMILY_HALF_SPACE) return separate_half_space(a, b);
	if (a->shape->ops->family == SHAPE_FAMILY_HALF_SPACE)
		return turn_round(separate_half_space(b, a));
	if (shape_is_convex(a->shape) && shape_is_convex(b->shape)) return separate_convex(a, b, limit);
	PieceSearch search = { .a = a, .b = b, .limit = limit };
	return separate_pieces(&search);
}
