// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Queries of concave shapes by way of their pieces.
#include "shape/concave.h"

#include "geometry/moments.h"
#include "shape/convex.h"
#include "shape/instance.h"

typedef struct Nearest {
	Vec3 p;
	ShapePoint best;
	Real best_squared;
} Nearest;

static bool compare_piece(const ShapePiece *piece, void *user) {
	Nearest *nearest = user;
	ShapeInstance part = mk_instance(piece->shape, piece->pose);
	ShapePoint found = mk_instance_closest(&part, nearest->p);
	Real squared = found.is_inside ? 0 : vec3_distance_squared(found.point, nearest->p);
	bool is_better = squared < nearest->best_squared ||
			(squared == nearest->best_squared && found.is_inside && !nearest->best.is_inside);
	if (is_better) {
		nearest->best_squared = squared;
		nearest->best = (ShapePoint){ found.point, found.is_inside, piece->child, piece->index };
	}
	return true;
}

// The box around what a ball about p has in common with the shape's box, which is `outside` away
// from p along each axis. For a far ball that is a small part of the box around the ball.
static Aabb box_of_ball(Vec3 p, Vec3 outside, Real radius) {
	Vec3 squares = vec3_multiply(outside, outside);
	// a little more than the radius: the difference below loses digits
	Real left = radius * radius * (1 + 16 * MK_EPSILON) - vec3_length_squared(outside);
	Vec3 half = vec3(real_sqrt(real_max(0, left + squares.x)),
			real_sqrt(real_max(0, left + squares.y)), real_sqrt(real_max(0, left + squares.z)));
	// a radius whose square overflows reaches everything
	if (!vec3_is_finite(half)) half = vec3_splat(radius);
	return aabb_from_center(p, vec3_scale(half, 1 + 4 * MK_EPSILON));
}

ShapePoint mk_concave_closest(const Shape *shape, Vec3 p, Real step) {
	Nearest nearest = { .p = p, .best.point = p, .best_squared = MK_INFINITY };
	Vec3 outside = vec3_sub(p, vec3_clamp(p, shape->box.min, shape->box.max));
	Real distance = vec3_length(outside);
	PieceQuery query = { .visit = compare_piece, .user = &nearest };
	// more than enough, so that rounding cannot leave the farthest piece out
	Real everything = 2 * (distance + 2 * vec3_length(aabb_half_extents(shape->box)) + step);
	for (Real radius = distance + step;; step *= 2) {
		query.box = box_of_ball(p, outside, radius);
		mk_shape_pieces(shape, &query);
		// everything within `radius` has been seen
		if (nearest.best_squared <= radius * radius || !(radius < everything)) return nearest.best;
		Real found = real_sqrt(nearest.best_squared) * (1 + 8 * MK_EPSILON);
		radius = real_min(real_min(distance + 2 * step, found), everything);
	}
}

typedef struct Shell {
	Affine map;
	Moments moments;
} Shell;

static bool add_triangle(const ShapePiece *piece, void *user) {
	Shell *shell = user;
	const Triangle *t = &((const TriangleShape *)piece->shape)->corners;
	Vec3 origin = shell->map.origin;
	Double3 corners[3] = { double3_between(affine_point(shell->map, t->a), origin),
		double3_between(affine_point(shell->map, t->b), origin),
		double3_between(affine_point(shell->map, t->c), origin) };
	Double3 area = double3_cross(
			double3_sub(corners[1], corners[0]), double3_sub(corners[2], corners[0]));
	double measure = double3_length(area) / 2 * (double)MK_SHELL_THICKNESS;
	mk_moments_add_simplex(&shell->moments, measure, corners, 3);
	return true;
}

MassProperties mk_concave_shell_mass(const Shape *shape, const Affine *map) {
	Shell shell = { .map = *map };
	PieceQuery query = { shape->box, add_triangle, &shell };
	mk_shape_pieces(shape, &query);
	if (!(shell.moments.total > 0)) return (MassProperties){ 0 };
	return (MassProperties){
		.mass = (Real)shell.moments.total,
		.center = double3_to_vec3(mk_moments_center(&shell.moments), map->origin),
		.moments = symmetric3_to_mat3(mk_moments_central(&shell.moments), 1),
	};
}

ConcaveCast mk_concave_cast(const ShapeRay *ray, Aabb box) {
	// room for rounding, relative to all sizes that meet in the box test
	Vec3 sizes = vec3_max(vec3_abs(box.min), vec3_abs(box.max));
	Real size = vec3_max_element(vec3_max(sizes, vec3_abs(ray->ray.origin)));
	box = aabb_grow(box, 16 * MK_EPSILON * size);
	RayHit hit = mk_ray_hit_aabb(ray->ray, ray->range, box);
	if (!hit.hit) return (ConcaveCast){ 0 };
	ConcaveCast result = { .is_possible = true, .start = hit.t };
	result.cast = (BoxCast){ .origin = ray_at(ray->ray, hit.t),
		.motion = ray->ray.direction,
		.half = vec3_splat(16 * MK_EPSILON * size),
		.max_t = ray->range.max - hit.t };
	return result;
}
