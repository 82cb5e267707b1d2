// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
#include "collide/penetration_reuse.h"

#include "collide/descent.h"
#include "collide/newton.h"
#include "collide/rival.h"
#include "geometry/double3.h"

// How far outside of the touching corners, in weights (no unit), the foot of the origin may be to
// be on them still: rounding of the weights of large faces.
static const double weight_slack = 1e-3;

// How far the touching point of a curved pair may be from the foot point, as part of the pair's
// size (no unit); about the angle by which the normal is wrong.
static const double largest_miss = 1e-4;

// The angle (radians) by which a direction is turned to look for the next corner of a face: too
// small to leave the face, large against rounding.
static const double corner_tilt = 1e-3;

// Corners of a face that are walked over until the foot is between three of them.
enum { WALK_STEPS = 4 };

// Returns the farthest way a point of B has come since the cache was made, as seen from A: the
// frame is A's, so it is the relative motion of both. m
static double motion_of(const Difference *d, const PenetrationCache *cache) {
	Vec3 x = vec3_sub(d->b.linear.x, cache->linear_b.x);
	Vec3 y = vec3_sub(d->b.linear.y, cache->linear_b.y);
	Vec3 z = vec3_sub(d->b.linear.z, cache->linear_b.z);
	Real squares = vec3_length_squared(x) + vec3_length_squared(y) + vec3_length_squared(z);
	Real turn = real_sqrt(squares) * d->b.shape->bound;
	return (double)(vec3_distance(d->offset, cache->offset) + turn + 2 * d->error);
}

static Vec3 side_vertex(const DifferenceSide *side, uint32_t id) {
	Vec3 point = side->shape->ops->vertex(side->shape, id);
	return side->is_local ? point : mat3_apply(side->linear, point);
}

// Puts the cached corners where they are now.
static bool restore(const Difference *d, const GjkCache *cache, GjkSimplex *face) {
	if (cache->count != 3) return false;
	face->count = 3;
	for (uint32_t i = 0; i < 3; i++) {
		DifferencePoint *p = &face->points[i];
		p->id_a = cache->ids_a[i];
		p->id_b = cache->ids_b[i];
		if (p->id_a >= d->a.shape->vertex_count || p->id_b >= d->b.shape->vertex_count)
			return false;
		p->a = side_vertex(&d->a, p->id_a);
		p->b = vec3_add(side_vertex(&d->b, p->id_b), d->offset);
		p->point = vec3_sub(p->a, p->b);
	}
	return true;
}

// The plane of a face as seen from the origin.
typedef struct FacePlane {
	Double3 normal;
	double distance;
	double weights[3]; // of the foot of the origin
} FacePlane;

static bool plane_of(const GjkSimplex *face, Vec3 side, FacePlane *plane) {
	Double3 a = double3_from(face->points[0].point);
	Double3 b = double3_from(face->points[1].point);
	Double3 c = double3_from(face->points[2].point);
	Double3 area = double3_cross(double3_sub(b, a), double3_sub(c, a));
	double squared = double3_dot(area, area);
	if (!(squared > 0)) return false;
	plane->weights[0] = double3_dot(area, double3_cross(b, c)) / squared;
	plane->weights[1] = double3_dot(area, double3_cross(c, a)) / squared;
	plane->weights[2] = double3_dot(area, double3_cross(a, b)) / squared;
	double length = sqrt(squared);
	double sign = double3_dot(area, double3_from(side)) < 0 ? -1 : 1;
	plane->normal = double3_scale(area, sign / length);
	plane->distance = double3_dot(plane->normal, double3_add(double3_add(a, b), c)) * (1.0 / 3);
	return true;
}

// Returns the corner with the smallest weight if it is outside; 3 if the foot is on the face.
static uint32_t corner_behind(const FacePlane *plane) {
	uint32_t corner = 3;
	double least = -weight_slack;
	for (uint32_t i = 0; i < 3; i++) {
		if (!(plane->weights[i] < least)) continue;
		least = plane->weights[i];
		corner = i;
	}
	return corner;
}

static Vec3 vec3_of(Double3 v) { return vec3((Real)v.x, (Real)v.y, (Real)v.z); }

// Exchanges corners along the face until the foot is between them. False if the face ends before:
// the minimum is elsewhere.
static bool walk(const Difference *d, GjkSimplex *face, FacePlane *plane, EpaResult *result) {
	for (int step = 0; step < WALK_STEPS; step++) {
		uint32_t behind = corner_behind(plane);
		if (behind == 3) return true;
		Double3 foot = double3_scale(plane->normal, plane->distance);
		Double3 way = double3_sub(foot, double3_from(face->points[behind].point));
		double length = double3_length(way);
		if (!(length > 0)) return false;
		Double3 tilted = double3_add(plane->normal, double3_scale(way, corner_tilt / length));
		DifferencePoint w = difference_support(d, vec3_of(tilted), face->points[behind]);
		result->iterations++;
		double height = double3_dot(plane->normal, double3_from(w.point));
		if (height < plane->distance - 2 * (double)d->error) return false;
		face->points[behind] = w;
		if (!plane_of(face, vec3_of(plane->normal), plane)) return false;
	}
	return corner_behind(plane) == 3;
}

void mk_penetration_set_witness(EpaResult *result) {
	Double3 middle = double3(0, 0, 0);
	for (uint32_t i = 0; i < result->feature.count; i++) {
		const DifferencePoint *p = &result->feature.points[i];
		Double3 both = double3_add(double3_from(p->a), double3_from(p->b));
		middle = double3_add(middle, double3_scale(both, result->feature.weights[i] / 2));
	}
	Double3 half = double3_scale(double3_from(result->normal), result->upper / 2);
	result->point_a = vec3_of(double3_add(middle, half));
	result->point_b = vec3_of(double3_sub(middle, half));
}

static void set_weights(GjkSimplex *feature, const double weights[3]) {
	double sum = 0;
	for (uint32_t i = 0; i < 3; i++) {
		feature->weights[i] = double_max(weights[i], 0);
		sum += feature->weights[i];
	}
	for (uint32_t i = 0; i < 3; i++) {
		feature->weights[i] /= sum;
	}
}

// Polytopes: the corners that touched, at their new places, and one support to see that nothing is
// farther.
static bool reuse_face(const Difference *d, const GjkCache *cache, EpaResult *result) {
	GjkSimplex *face = &result->feature;
	FacePlane plane;
	if (!restore(d, cache, face) || !plane_of(face, cache->axis, &plane)) return false;
	if (!walk(d, face, &plane, result)) return false;
	Vec3 normal = vec3_of(plane.normal);
	DifferencePoint w = difference_support(d, normal, face->points[0]);
	result->iterations++;
	result->normal = normal;
	result->upper = double3_dot(double3_from(normal), double3_from(w.point));
	if (result->upper - plane.distance > 2 * (double)d->error) return false;
	result->lower = double_min(plane.distance, result->upper);
	set_weights(face, plane.weights);
	return true;
}

// Curved pairs whose pieces are known: Newton's method from the last direction.
static bool reuse_newton(const Difference *d, const GjkCache *cache, EpaResult *result) {
	NewtonResult found;
	mk_newton(&(NewtonInput){ .difference = d, .guess = cache->axis, .last = cache }, &found);
	result->iterations = found.iterations;
	if (found.status != NEWTON_FOUND) return false;
	result->normal = vec3_of(found.normal);
	result->upper = found.height;
	result->lower = found.height;
	result->feature = found.feature;
	return true;
}

// Other curved pairs: the direction where the gradient of h vanishes, near the last one.
static bool reuse_normal(const Difference *d, const GjkCache *cache, EpaResult *result) {
	Descent descent = { .difference = d, .normal = cache->axis };
	mk_descent_sample(&descent);
	mk_descent_refine(&descent);
	result->iterations = descent.iterations;
	result->normal = descent.normal;
	result->upper = descent.height;
	// of a point beside the foot the directions to its other side are lower
	result->lower = descent.height - descent.miss;
	result->feature = descent.feature;
	return descent.miss <= largest_miss * difference_size(d);
}

void mk_penetration_keep_pieces(GjkCache *cache, const EpaResult *result) {
	cache->axis = result->normal;
	cache->count = 0;
	for (uint32_t i = 0; i < result->feature.count && i < 3; i++) {
		const DifferencePoint *p = &result->feature.points[i];
		if (p->id_a == MK_SHAPE_NO_ID || p->id_b == MK_SHAPE_NO_ID) continue;
		cache->ids_a[cache->count] = p->id_a;
		cache->ids_b[cache->count++] = p->id_b;
	}
}

// Three corners or none.
static void keep_feature(GjkCache *cache, const EpaResult *result) {
	mk_penetration_keep_pieces(cache, result);
	if (cache->count != 3) cache->count = 0;
}

bool mk_penetration_reuse(
		const Difference *difference, PenetrationCache *cache, EpaResult *result) {
	if (!(cache->lower > 0) || !difference->a.is_local) return false;
	double motion = motion_of(difference, cache);
	// the depth is hardly less than it was: not worth a look if that is too much already
	if (!((double)cache->lower + motion < (double)cache->rival)) return false;
	*result = (EpaResult){ .status = SEPARATION_CONVERGED, .rival = (double)cache->rival - motion };
	bool is_polytope = cache->gjk.count == 3;
	bool is_found = mk_newton_knows(difference) ? reuse_newton(difference, &cache->gjk, result)
			: is_polytope                       ? reuse_face(difference, &cache->gjk, result)
												: reuse_normal(difference, &cache->gjk, result);
	bool is_proven = is_found && result->upper > 0 && result->upper < result->rival;
	if (!is_proven) return false;
	// the touching point is in the difference, whatever is near the normal;
	// and no depth changed more
	double least = double_max((double)cache->lower - motion, near_cosine * result->upper);
	result->lower = double_min(result->lower, least);
	mk_penetration_set_witness(result);
	if (mk_newton_knows(difference))
		mk_penetration_keep_pieces(&cache->gjk, result);
	else
		keep_feature(&cache->gjk, result);
	return true;
}

void mk_penetration_remember(
		const Difference *difference, PenetrationCache *cache, const EpaResult *result) {
	cache->lower = 0;
	if (result == NULL || result->is_apart) return;
	keep_feature(&cache->gjk, result);
	if (result->status != SEPARATION_CONVERGED || !difference->a.is_local) return;
	cache->lower = (Real)result->lower;
	cache->rival = (Real)result->rival;
	cache->offset = difference->offset;
	cache->linear_b = difference->b.linear;
}
