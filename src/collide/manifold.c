// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// From many contact points to the four that carry the load, and which of them go on from the last
// step. Both see points in the plane across the normal.
#include "collide/manifold.h"

#include "collide/tangent.h"

// A candidate in the plane across the normal.
typedef struct FlatPoint {
	Real x;
	Real y;
	Real favour; // 1, more if the point existed before, less if it does not touch
	bool is_old; // it existed before
} FlatPoint;

// Distances and areas of points that existed before count this much more, so that the
// choice changes only for something better by 5 %. Larger: a worse set stays; smaller:
// sets alternate under noise.
static const Real old_favour = (Real)1.05;

static bool has_id(const Manifold *last, uint32_t id) {
	for (uint32_t i = 0; i < last->count; i++) {
		if (last->points[i].id == id) return true;
	}
	return false;
}

// Returns the spread of the points: the diagonal of their box (m).
static Real flatten(const ContactCandidates *candidates, const Manifold *last, FlatPoint *flat) {
	Vec3 u = tangent_of(candidates->normal);
	Vec3 v = vec3_cross(candidates->normal, u);
	Real low_x = MK_INFINITY;
	Real low_y = MK_INFINITY;
	Real high_x = -MK_INFINITY;
	Real high_y = -MK_INFINITY;
	for (uint32_t i = 0; i < candidates->count; i++) {
		const ContactPoint *point = &candidates->points[i];
		Real x = vec3_dot(point->position, u);
		Real y = vec3_dot(point->position, v);
		bool is_old = last != NULL && has_id(last, point->id);
		flat[i] = (FlatPoint){ x, y, is_old ? old_favour : 1, is_old };
		low_x = real_min(x, low_x);
		low_y = real_min(y, low_y);
		high_x = real_max(x, high_x);
		high_y = real_max(y, high_y);
	}
	return real_sqrt(real_square(high_x - low_x) + real_square(high_y - low_y));
}

static Real lowest_of(const ContactCandidates *candidates) {
	Real lowest = MK_INFINITY;
	for (uint32_t i = 0; i < candidates->count; i++)
		lowest = real_min(candidates->points[i].separation, lowest);
	return lowest;
}

static bool is_farther(FlatPoint a, FlatPoint b) { return a.x > b.x || (a.x == b.x && a.y > b.y); }

// The deepest point; of those that are as deep but for a fiftieth of the slop an old one, then
// the one farthest along a tangent, which is a corner of their outline: depths of a flat
// contact differ by noise only.
static uint32_t find_deepest(
		const ContactCandidates *candidates, const FlatPoint *flat, Real limit) {
	const ContactPoint *points = candidates->points;
	uint32_t best = MK_CONTACT_CANDIDATES;
	for (uint32_t i = 0; i < candidates->count; i++) {
		if (!(points[i].separation <= limit)) continue;
		bool is_better = best == MK_CONTACT_CANDIDATES || flat[i].is_old > flat[best].is_old ||
				(flat[i].is_old == flat[best].is_old && is_farther(flat[i], flat[best]));
		if (is_better) best = i;
	}
	return best == MK_CONTACT_CANDIDATES ? 0 : best;
}

// Points of a surface that do not touch carry nothing, and those that are within the margin of a
// round side are farther out than the ones it lies on. One that is farther away than what touches
// by a length `half` (m) counts half: of the feet that a body stands on all are kept, not what is
// beside them. Larger: a body rocks from foot to foot; smaller: noise of the separations decides.
static void favour_near(
		const ContactCandidates *candidates, Real lowest, Real half, FlatPoint *flat) {
	if (!(half > 0)) return;
	for (uint32_t i = 0; i < candidates->count; i++) {
		Real height = real_max(candidates->points[i].separation, 0) - real_max(lowest, 0);
		flat[i].favour *= half / (half + height);
	}
}

static uint32_t find_farthest(uint32_t count, const FlatPoint *flat, FlatPoint from) {
	uint32_t best = 0;
	Real best_score = -1;
	for (uint32_t i = 0; i < count; i++) {
		Real x = flat[i].x - from.x;
		Real y = flat[i].y - from.y;
		Real score = (x * x + y * y) * flat[i].favour;
		if (!(score > best_score)) continue;
		best_score = score;
		best = i;
	}
	return best;
}

// Twice the area of a triangle, positive if counter-clockwise.
static Real area(FlatPoint a, FlatPoint b, FlatPoint c) {
	return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

// The point that makes the largest triangle with two; `count` if all are on one line.
static uint32_t find_third(uint32_t count, const FlatPoint *flat, FlatPoint a, FlatPoint b) {
	uint32_t best = count;
	Real best_score = 0;
	for (uint32_t i = 0; i < count; i++) {
		Real score = real_abs(area(a, b, flat[i])) * flat[i].favour;
		if (!(score > best_score)) continue;
		best_score = score;
		best = i;
	}
	return best;
}

// The point that adds the largest triangle outside of one; `count` if all are inside.
static uint32_t find_fourth(uint32_t count, const FlatPoint *flat, const FlatPoint corners[3]) {
	Real sign = area(corners[0], corners[1], corners[2]) < 0 ? -1 : 1;
	uint32_t best = count;
	Real best_score = 0;
	for (uint32_t i = 0; i < count; i++) {
		Real outside = 0;
		for (uint32_t k = 0; k < 3; k++) {
			Real side = -sign * area(corners[k], corners[(k + 1) % 3], flat[i]);
			outside = real_max(side, outside);
		}
		Real score = outside * flat[i].favour;
		if (!(score > best_score)) continue;
		best_score = score;
		best = i;
	}
	return best;
}

static void add_point(Manifold *manifold, const ContactPoint *point) {
	ContactPoint *added = &manifold->points[manifold->count];
	*added = *point;
	// ids are mixed numbers that could meet; a neighbour of one is as good a name
	while (has_id(manifold, added->id))
		added->id++;
	manifold->count++;
}

static void choose(const ContactCandidates *candidates, const Manifold *last, Real half_slops,
		Manifold *manifold) {
	const ContactPoint *points = candidates->points;
	uint32_t count = candidates->count;
	FlatPoint flat[MK_CONTACT_CANDIDATES];
	Real slop = contact_slop(flatten(candidates, last, flat));
	Real lowest = lowest_of(candidates);
	uint32_t first = find_deepest(candidates, flat, lowest + slop / 50);
	favour_near(candidates, lowest, half_slops * slop, flat);
	uint32_t second = find_farthest(count, flat, flat[first]);
	add_point(manifold, &points[first]);
	if (second == first) return;
	add_point(manifold, &points[second]);
	uint32_t third = find_third(count, flat, flat[first], flat[second]);
	if (third == count || third == first || third == second) return;
	add_point(manifold, &points[third]);
	FlatPoint corners[3] = { flat[first], flat[second], flat[third] };
	uint32_t fourth = find_fourth(count, flat, corners);
	if (fourth != count) add_point(manifold, &points[fourth]);
}

static void reduce(const ContactCandidates *candidates, const Manifold *last, Real half_slops,
		Manifold *manifold) {
	*manifold = (Manifold){ .normal = candidates->normal, .kind = candidates->kind };
	if (candidates->count > MK_MANIFOLD_POINTS) {
		choose(candidates, last, half_slops, manifold);
		return;
	}
	for (uint32_t i = 0; i < candidates->count; i++)
		add_point(manifold, &candidates->points[i]);
}

void mk_manifold_reduce(
		const ContactCandidates *candidates, const Manifold *last, Manifold *manifold) {
	reduce(candidates, last, 0, manifold);
}

void mk_manifold_reduce_surface(const ContactCandidates *candidates, const Manifold *last,
		Real half_slops, Manifold *manifold) {
	reduce(candidates, last, half_slops, manifold);
}

// Along the surface: points move along the normal when bodies settle.
static Real distance_squared(Vec3 normal, Vec3 p, Vec3 q) {
	Vec3 way = vec3_sub(p, q);
	return vec3_length_squared(vec3_add_scaled(way, normal, -vec3_dot(way, normal)));
}

static uint32_t find_nearest(const Manifold *last, Vec3 normal, Vec3 p, const bool *is_claimed) {
	uint32_t best = MK_MANIFOLD_POINTS;
	Real best_squared = MK_INFINITY;
	for (uint32_t i = 0; i < last->count; i++) {
		Real squared = distance_squared(normal, p, last->points[i].position);
		if (is_claimed[i] || !(squared < best_squared)) continue;
		best_squared = squared;
		best = i;
	}
	return best;
}

void mk_manifold_match(const Manifold *manifold, const Manifold *last, Real reach,
		uint32_t matches[MK_MANIFOLD_POINTS]) {
	bool is_claimed[MK_MANIFOLD_POINTS] = { false };
	for (uint32_t i = 0; i < MK_MANIFOLD_POINTS; i++) {
		matches[i] = MK_MANIFOLD_POINTS;
		for (uint32_t k = 0; i < manifold->count && k < last->count; k++) {
			if (is_claimed[k] || last->points[k].id != manifold->points[i].id) continue;
			matches[i] = k;
			is_claimed[k] = true;
			break;
		}
	}
	for (uint32_t i = 0; i < manifold->count; i++) {
		if (matches[i] != MK_MANIFOLD_POINTS) continue;
		Vec3 p = manifold->points[i].position;
		uint32_t nearest = find_nearest(last, manifold->normal, p, is_claimed);
		if (nearest == MK_MANIFOLD_POINTS) continue;
		Real squared = distance_squared(manifold->normal, p, last->points[nearest].position);
		if (!(squared <= reach * reach)) continue;
		matches[i] = nearest;
		is_claimed[nearest] = true;
	}
}
