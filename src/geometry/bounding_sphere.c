// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// All work is done in double, on points moved to the middle of their box and scaled by its largest
// half extent, so tolerances have no unit.
#include "geometry/bounding_sphere.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "geometry/double3.h"

// How far outside a ball, as a fraction of its squared radius, a point may be and still counts as
// inside. It must be above the rounding errors of a ball through four points that span it well, and
// decides how far from the smallest the answer may be: half of it, as a fraction of the radius.
#define MK_BALL_TOLERANCE 1e-12

// Points whose span (area or volume of their unit edge vectors) is smaller than this do not fix a
// ball: its centre would be noise. In exact arithmetic such points never come up as the support of
// a ball, because one of them is inside the ball of the others.
#define MK_BALL_SPAN 1e-10

// The scaled points.
typedef struct BallPoints {
	Double3 *points;
	uint32_t count;
	Vec3 origin;
	double scale;                  // m per unit
	double largest_radius_squared; // of the ball around all points with its centre at the origin
} BallPoints;

typedef struct Ball {
	Double3 center;
	double radius_squared; // negative for the empty ball
	uint32_t support_count;
	uint32_t support[4];
} Ball;

static Ball empty_ball(void) { return (Ball){ .radius_squared = -1 }; }

static bool is_inside(const Ball *ball, Double3 p) {
	Double3 arm = double3_sub(p, ball->center);
	return double3_dot(arm, arm) <= ball->radius_squared * (1 + MK_BALL_TOLERANCE);
}

// the point x with |x| = |x - a| = |x - b| in the plane of 0, a and b
static bool solve_three(Double3 a, Double3 b, Double3 *x) {
	Double3 normal = double3_cross(a, b);
	double aa = double3_dot(a, a);
	double bb = double3_dot(b, b);
	double nn = double3_dot(normal, normal);
	if (!(nn > MK_BALL_SPAN * MK_BALL_SPAN * aa * bb)) return false;
	Double3 mixed = double3_sub(double3_scale(b, aa), double3_scale(a, bb));
	*x = double3_scale(double3_cross(mixed, normal), 1 / (2 * nn));
	return true;
}

// the point at equal distance from 0, a, b and c
static bool solve_four(Double3 a, Double3 b, Double3 c, Double3 *x) {
	Double3 bc = double3_cross(b, c);
	Double3 ca = double3_cross(c, a);
	Double3 ab = double3_cross(a, b);
	double aa = double3_dot(a, a);
	double bb = double3_dot(b, b);
	double cc = double3_dot(c, c);
	double volume = double3_dot(a, bc);
	if (!(volume * volume > MK_BALL_SPAN * MK_BALL_SPAN * aa * bb * cc)) return false;
	Double3 sum = double3_add(double3_scale(bc, aa), double3_scale(ca, bb));
	*x = double3_scale(double3_add(sum, double3_scale(ab, cc)), 1 / (2 * volume));
	return true;
}

// makes the smallest ball with these 1 to 4 points on its boundary; false if they do not fix one
static bool make_ball(const BallPoints *set, const uint32_t *support, uint32_t count, Ball *ball) {
	Double3 first = set->points[support[0]];
	Double3 arms[3] = { { 0, 0, 0 } };
	for (uint32_t i = 1; i < count && i < 4; i++)
		arms[i - 1] = double3_sub(set->points[support[i]], first);
	Double3 arm = double3_scale(arms[0], 0.5);
	if (count == 3 && !solve_three(arms[0], arms[1], &arm)) return false;
	if (count == 4 && !solve_four(arms[0], arms[1], arms[2], &arm)) return false;
	// no ball that matters is larger than the one around the origin, so such
	// a one comes from rounding
	double radius_squared = double3_dot(arm, arm);
	if (!(radius_squared <= set->largest_radius_squared * (1 + MK_BALL_SPAN))) return false;
	*ball = (Ball){ double3_add(first, arm), radius_squared, count, { 0 } };
	memcpy(ball->support, support, count * sizeof(uint32_t));
	return true;
}

static SphereStatus check_points(const Vec3 *points, uint32_t count, Aabb *box) {
	*box = aabb_empty();
	if (count == 0) return SPHERE_EMPTY;
	for (uint32_t i = 0; i < count; i++) {
		if (!vec3_is_finite(points[i])) return SPHERE_NOT_FINITE;
		*box = aabb_add_point(*box, points[i]);
	}
	return SPHERE_OK;
}

static BallPoints scale_points(const Vec3 *points, uint32_t count, Aabb box) {
	BallPoints set = { .count = count, .origin = aabb_center(box), .scale = 1 };
	set.points = mk_alloc(mk_alloc_size(count, sizeof(Double3)));
	double size = (double)vec3_max_element(aabb_half_extents(box));
	if (size > 0) set.scale = size;
	for (uint32_t i = 0; i < count; i++) {
		Double3 arm = double3_between(points[i], set.origin);
		// a division, because the inverse of the smallest numbers is infinite
		Double3 p = double3(arm.x / set.scale, arm.y / set.scale, arm.z / set.scale);
		double distance_squared = double3_dot(p, p);
		if (distance_squared > set.largest_radius_squared) {
			set.largest_radius_squared = distance_squared;
		}
		set.points[i] = p;
	}
	return set;
}

static void free_points(BallPoints *set) {
	mk_free(set->points, mk_alloc_size(set->count, sizeof(Double3)));
}

// measures the radius from a centre that is already rounded
static Real radius_around(const Vec3 *points, uint32_t count, Vec3 center) {
	double farthest = 0;
	for (uint32_t i = 0; i < count; i++) {
		double distance = double3_length(double3_between(points[i], center));
		if (distance > farthest) farthest = distance;
	}
	// two roundings of a difference, a square and a sum each, halved by the root, and those of Real
	return (Real)(farthest * (1 + 2 * (double)MK_EPSILON));
}

static BoundingSphere finish(const Vec3 *points, const BallPoints *set, const Ball *ball) {
	BoundingSphere result = { .support_count = ball->support_count };
	Vec3 center = double3_to_vec3(double3_scale(ball->center, set->scale), set->origin);
	result.sphere = (Sphere){ center, radius_around(points, set->count, center) };
	memcpy(result.support, ball->support, sizeof(result.support));
	return result;
}

// a fixed order that is random for all inputs nobody made on purpose (Fisher and Yates)
static void shuffle(uint32_t *order, uint32_t count) {
	for (uint32_t i = 0; i < count; i++)
		order[i] = i;
	for (uint32_t i = count; i > 1; i--) {
		uint32_t other = (uint32_t)(hash_mix(i * MK_HASH_SEED) % i);
		uint32_t last = order[i - 1];
		order[i - 1] = order[other];
		order[other] = last;
	}
}

static void move_to_front(uint32_t *order, uint32_t position) {
	uint32_t moved = order[position];
	memmove(order + 1, order, position * sizeof(uint32_t));
	order[0] = moved;
}

// Welzl's recursion as a loop. At level k the first k points of `forced` must be on the boundary,
// and the ball is the smallest one of that kind around the points order[0 .. at[k] - 1]. A point
// outside must be on the boundary of the ball that has it, too: it is forced, and the points before
// it are visited again one level up. Four forced points leave nothing to choose.
static Ball find_smallest_ball(const BallPoints *set, uint32_t *order) {
	uint32_t forced[4] = { 0 };
	uint32_t at[4] = { 0 };
	uint32_t end[4] = { set->count };
	uint32_t level = 0;
	Ball ball = empty_ball();
	for (;;) {
		if (at[level] == end[level]) {
			if (level == 0) return ball;
			level--;
			move_to_front(order, at[level]++);
			continue;
		}
		uint32_t visited = order[at[level]];
		forced[level] = visited;
		if (is_inside(&ball, set->points[visited]) || !make_ball(set, forced, level + 1, &ball) ||
				level == 3) {
			at[level]++;
			continue;
		}
		level++;
		end[level] = at[level - 1];
		at[level] = 0;
	}
}

BoundingSphere mk_bounding_sphere(const Vec3 *points, uint32_t count) {
	Aabb box;
	SphereStatus status = check_points(points, count, &box);
	if (status != SPHERE_OK) return (BoundingSphere){ .status = status };
	BallPoints set = scale_points(points, count, box);
	size_t order_size = mk_alloc_size(count, sizeof(uint32_t));
	uint32_t *order = mk_alloc(order_size);
	shuffle(order, count);
	Ball ball = find_smallest_ball(&set, order);
	BoundingSphere result = finish(points, &set, &ball);
	mk_free(order, order_size);
	free_points(&set);
	return result;
}

// replaces the best ball by the one through the given points if that is
// smaller and holds everything
static void try_ball(const BallPoints *set, const uint32_t *support, uint32_t count, Ball *best) {
	Ball ball;
	if (!make_ball(set, support, count, &ball)) return;
	if (best->radius_squared >= 0 && !(ball.radius_squared < best->radius_squared)) return;
	for (uint32_t i = 0; i < set->count; i++) {
		if (!is_inside(&ball, set->points[i])) return;
	}
	*best = ball;
}

// all sets of `size` points in order of their indices
static void try_all_of_size(const BallPoints *set, uint32_t size, Ball *best) {
	uint32_t chosen[4] = { 0, 1, 2, 3 };
	if (size > set->count) return;
	for (;;) {
		try_ball(set, chosen, size, best);
		uint32_t last = size;
		while (last > 0 && chosen[last - 1] == set->count - size + last - 1)
			last--;
		if (last == 0) return;
		chosen[last - 1]++;
		for (uint32_t i = last; i < size; i++)
			chosen[i] = chosen[i - 1] + 1;
	}
}

BoundingSphere mk_bounding_sphere_exhaustive(const Vec3 *points, uint32_t count) {
	Aabb box;
	SphereStatus status = check_points(points, count, &box);
	if (status != SPHERE_OK) return (BoundingSphere){ .status = status };
	BallPoints set = scale_points(points, count, box);
	Ball best = empty_ball();
	for (uint32_t size = 1; size <= 4; size++)
		try_all_of_size(&set, size, &best);
	BoundingSphere result = finish(points, &set, &best);
	free_points(&set);
	return result;
}

BoundingSphere mk_bounding_sphere_from_box(const Vec3 *points, uint32_t count) {
	Aabb box;
	SphereStatus status = check_points(points, count, &box);
	if (status != SPHERE_OK) return (BoundingSphere){ .status = status };
	Sphere sphere = sphere_around_box(box);
	// the corner of the box need not be a point, but a point in a corner must be inside
	sphere.radius = real_max(sphere.radius, radius_around(points, count, sphere.center));
	return (BoundingSphere){ .sphere = sphere };
}
