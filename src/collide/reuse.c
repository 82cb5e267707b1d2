// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Motion of one shape as the other sees it, and what it leaves of the last answer.
#include "collide/reuse.h"

#include "collide/pair.h"

// The pose from which a pair is seen: A's if it is rigid, else B's.
static const Affine *eye_of(const CollideInput *in) {
	return in->a->is_rigid ? &in->a->pose : &in->b->pose;
}

static const ShapeInstance *moving_of(const CollideInput *in) {
	return in->a->is_rigid ? in->b : in->a;
}

static bool are_rigid(const CollideInput *in) { return in->a->is_rigid && in->b->is_rigid; }

// No point of the moving shape went farther than the sum of the roots of these two: by its way, and
// by its turn. The change of its matrix moves no point by more than the Frobenius norm times the
// distance; for two rotations half the square of that norm is the exact square of the largest
// stretch (a chord of the turn).
typedef struct Motion {
	Real way_squared;
	Real turn_squared;
} Motion;

// A's origin as B sees it, if both are rigid.
static Vec3 origin_from_b(const Affine *relative) {
	return vec3_negate(mat3_apply_transposed(relative->linear, relative->origin));
}

// The motion is that of one shape as the other sees it; of the smaller one if both are rigid: a
// turn moves far points of a wide floor much farther than any point of what lies on it.
static bool is_of_a(const CollideInput *in) {
	return are_rigid(in) ? in->a->shape->bound < in->b->shape->bound : !in->a->is_rigid;
}

static Real way_squared(const CollideInput *in, const Affine *now) {
	const Affine *then = &in->cache->relative;
	if (are_rigid(in) && is_of_a(in))
		return vec3_distance_squared(origin_from_b(now), origin_from_b(then));
	return vec3_distance_squared(now->origin, then->origin);
}

static Real turn_squared(const CollideInput *in, const Affine *now) {
	const Affine *then = &in->cache->relative;
	Mat3 turn = mat3_sub(now->linear, then->linear);
	Real squares = vec3_length_squared(turn.x) + vec3_length_squared(turn.y) +
			vec3_length_squared(turn.z);
	if (are_rigid(in)) squares /= 2;
	const Shape *shape = is_of_a(in) ? in->a->shape : in->b->shape;
	return squares * real_square(shape->bound);
}

// Rounding of a relative pose, m, so that a motion is never taken for less than it is. The sum of
// squares of a rotation's columns is three.
static Real floor_of(const CollideInput *in, const Affine *relative) {
	const Real root_of_three = (Real)1.7320508075688772;
	Real stretch = root_of_three;
	if (!are_rigid(in)) {
		Mat3 m = relative->linear;
		stretch = real_sqrt(
				vec3_length_squared(m.x) + vec3_length_squared(m.y) + vec3_length_squared(m.z));
	}
	Real size = moving_of(in)->shape->bound * stretch;
	return 4 * MK_EPSILON * (size + vec3_length(relative->origin));
}

static Real slop_of(const CollideInput *in) {
	return contact_slop(real_min(in->a->shape->bound, in->b->shape->bound));
}

static Real length_of(Motion motion) {
	Real length = real_sqrt(motion.way_squared) + real_sqrt(motion.turn_squared);
	return length * (1 + 8 * MK_EPSILON);
}

// Whether a pair that was apart by the gap is still by the margin. (a + b)^2 <= 2 (a^2 + b^2) says
// so for most pairs without a root.
static bool is_apart(const CollideInput *in, Motion motion) {
	Real left = in->cache->gap - in->margin - 2 * in->cache->floor;
	if (!(left > 0)) return false;
	return 2 * (motion.way_squared + motion.turn_squared) < left * left || length_of(motion) < left;
}

// How far a pair may have moved at most for anything of it to be used again, squared.
static Real farthest_squared(const CollideInput *in, Real slop) {
	const PairCache *cache = in->cache;
	return real_square(cache->gap > 0 ? cache->gap - in->margin : slop);
}

// What is all corners, edges and flat faces touches with points that stay where they are in it.
static bool is_sharp(const Shape *shape) { return shape->vertex_count > 0 && shape->rounding == 0; }

// How far a pair may have moved, m, for the last points to stand in for new ones. What stands on
// fewer than three may rock, and its points roll on: those of some steps ago would drive it. So
// they may be used again as long as it moves by less than a quarter of a millimetre in a step, with
// which it falls asleep.
static Real refreshed_way(const CollideInput *in, Real slop) {
	bool is_round = !is_sharp(in->a->shape) || !is_sharp(in->b->shape);
	return is_round && in->cache->last.count < 3 ? slop / 20 : slop / 4;
}

static ReuseTier tier_of(const CollideInput *in, const Affine *relative) {
	const PairCache *cache = in->cache;
	if (!(cache->gap > 0) && cache->last.count == 0) return REUSE_NOTHING;
	Real slop = slop_of(in);
	Motion motion = { .way_squared = way_squared(in, relative) };
	if (!(motion.way_squared <= farthest_squared(in, slop))) return REUSE_NOTHING;
	motion.turn_squared = turn_squared(in, relative);
	if (cache->gap > 0) return is_apart(in, motion) ? REUSE_GAP : REUSE_NOTHING;
	if (!(in->margin <= cache->margin)) return REUSE_NOTHING;
	Real length = length_of(motion) + cache->floor;
	if (length <= 2 * cache->floor) return REUSE_COPY;
	if (!are_rigid(in)) return REUSE_NOTHING;
	if (length <= refreshed_way(in, slop)) return REUSE_REFRESH;
	// all axes of two boxes cost less than to clip along the last one as shapes of any kind do
	bool are_boxes = in->a->shape->kind == SHAPE_BOX && in->b->shape->kind == SHAPE_BOX;
	bool is_face = cache->reference != REFERENCE_NONE && !are_boxes;
	return length <= slop && is_face ? REUSE_NORMAL : REUSE_NOTHING;
}

static void count(PairCounters *counters, ReuseTier tier) {
	if (counters == NULL) return;
	uint32_t *places[] = {
		[REUSE_NOTHING] = &counters->tests,
		[REUSE_GAP] = &counters->skips,
		[REUSE_COPY] = &counters->copies,
		[REUSE_REFRESH] = &counters->refreshes,
		[REUSE_NORMAL] = &counters->clips,
	};
	++*places[tier];
}

void mk_reuse_look(const CollideInput *in, Reuse *reuse) {
	reuse->tier = REUSE_NOTHING;
	reuse->is_possible = in->cache != NULL && (in->a->is_rigid || in->b->is_rigid);
	if (reuse->is_possible) {
		affine_relative(eye_of(in), &moving_of(in)->pose, &reuse->relative);
		reuse->tier = tier_of(in, &reuse->relative);
	} else if (in->cache != NULL) {
		reuse->relative = affine_identity();
	}
	count(in->pair_counters, reuse->tier);
}

void mk_reuse_look_anew(const CollideInput *in, Reuse *reuse) {
	reuse->tier = REUSE_NOTHING;
	reuse->is_possible = in->cache != NULL && (in->a->is_rigid || in->b->is_rigid);
	if (reuse->is_possible) affine_relative(eye_of(in), &moving_of(in)->pose, &reuse->relative);
	count(in->pair_counters, REUSE_NOTHING);
}

// Returns a direction that is part of B now, seen from A; one of A as it was seen
// from it when B was tested.
static Vec3 carried_by_b(const CollideInput *in, const Reuse *reuse, Vec3 direction) {
	Vec3 of_b = mat3_apply_transposed(in->cache->relative.linear, direction);
	return mat3_apply(reuse->relative.linear, of_b);
}
static Vec3 as_b_saw(const CollideInput *in, const Reuse *reuse, Vec3 direction) {
	Vec3 of_b = mat3_apply_transposed(reuse->relative.linear, direction);
	return mat3_apply(in->cache->relative.linear, of_b);
}

// How separations have changed. With T the turn of B, t its way and n the normal now, B's
// anchor has moved to T (b - o) + o + t, o being its origin before: seen along n, a point p
// with a separation s is apart by (T^-1 n - n) . (p - o) + n . t + (1 + c) / 2 s, where c is
// the cosine of the angle between the normal as B saw it and that of A. Only differences:
// nothing is lost far from the origin.
typedef struct Refreshed {
	Vec3 normal; // now, in A's axes
	Vec3 tilt;
	Vec3 origin; // of B, at the last test
	Real way;
	Real part;
} Refreshed;

static Refreshed find_refreshed(const CollideInput *in, const Reuse *reuse) {
	const PairCache *cache = in->cache;
	Vec3 last = cache->last.normal;
	bool is_of_b = cache->reference == REFERENCE_B;
	Vec3 normal = is_of_b ? carried_by_b(in, reuse, last) : last;
	Vec3 seen = is_of_b ? last : as_b_saw(in, reuse, last);
	Vec3 way = vec3_sub(reuse->relative.origin, cache->relative.origin);
	return (Refreshed){ normal, vec3_sub(seen, normal), cache->relative.origin,
		vec3_dot(normal, way), (1 + vec3_dot(seen, normal)) / 2 };
}

// New separations of the points: A's anchors stay, B's go with it. Field by field, as mk_pair_emit.
static void emit_refreshed(const CollideInput *in, const Reuse *reuse) {
	const Manifold *last = &in->cache->last;
	const Mat3 *axes = &eye_of(in)->linear;
	Refreshed now = find_refreshed(in, reuse);
	Manifold *added = manifold_array_add_raw(in->manifolds);
	Vec3 normal = mat3_apply(*axes, now.normal);
	Vec3 last_normal = mat3_apply(*axes, last->normal);
	uint32_t count = 0;
	for (uint32_t i = 0; i < last->count; i++) {
		const ContactPoint *from = &last->points[i];
		Vec3 from_b = vec3_sub(from->position, now.origin);
		Real separation = vec3_dot(now.tilt, from_b) + now.way + now.part * from->separation;
		if (!(separation <= in->margin)) continue;
		// midway along the normal, over A's anchor
		ContactPoint *point = &added->points[count++];
		Vec3 position = mat3_apply(*axes, from->position);
		position = vec3_add_scaled(position, last_normal, -from->separation / 2);
		point->position = vec3_add_scaled(position, normal, separation / 2);
		point->separation = separation;
		point->id = from->id;
	}
	added->normal = normal;
	added->kind = last->kind;
	added->count = count;
	added->child_a = added->child_b = added->index_a = added->index_b = 0;
	for (uint32_t i = count; i < MK_MANIFOLD_POINTS; i++)
		added->points[i] = (ContactPoint){ .id = 0 };
	if (count == 0) in->manifolds->count--;
}

void mk_reuse_emit(const CollideInput *in, const Reuse *reuse) {
	if (reuse->tier == REUSE_REFRESH) {
		emit_refreshed(in, reuse);
	} else {
		mk_pair_emit(in, &eye_of(in)->linear, &in->cache->last);
	}
}

Vec3 mk_reuse_normal(const CollideInput *in, const Reuse *reuse) {
	Vec3 normal = in->cache->last.normal;
	bool is_b = in->cache->reference == REFERENCE_B;
	return is_b ? carried_by_b(in, reuse, normal) : normal;
}

void mk_reuse_store_gap(const CollideInput *in, const Reuse *reuse, Real gap) {
	if (in->cache == NULL) return;
	in->cache->gap = reuse->is_possible ? gap : 0;
	in->cache->relative = reuse->relative;
	in->cache->floor = floor_of(in, &reuse->relative);
	in->cache->last.count = 0;
	in->cache->reference = REFERENCE_NONE;
}

void mk_reuse_forget(const CollideInput *in) {
	in->cache->gap = 0;
	in->cache->last.count = 0;
	in->cache->reference = REFERENCE_NONE;
}

void mk_reuse_store(const CollideInput *in, const Reuse *reuse, const Manifold *manifold,
		ContactReference reference) {
	if (in->cache == NULL) return;
	PairCache *cache = in->cache;
	cache->gap = 0;
	cache->margin = in->margin;
	cache->relative = reuse->relative;
	cache->floor = floor_of(in, &reuse->relative);
	cache->reference = reference;
	cache->last = *manifold;
	if (!reuse->is_possible) {
		cache->last.count = 0;
	} else if (!in->a->is_rigid) {
		Mat3 axes = in->b->pose.linear;
		cache->last.normal = mat3_apply_transposed(axes, manifold->normal);
		for (uint32_t i = 0; i < manifold->count; i++) {
			Vec3 position = manifold->points[i].position;
			cache->last.points[i].position = mat3_apply_transposed(axes, position);
		}
	}
}
