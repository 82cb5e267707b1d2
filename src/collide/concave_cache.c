// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Motion of the smaller of two shapes as the larger one sees it: seen from a stone, a whole
// landscape would swing about with every turn.
#include "collide/concave_cache.h"

// Room for so many from the start: a body that lies in a hollow of a mesh has up to ten. Two meshes
// may have more, and then as many for long.
#define MK_CONCAVE_MANIFOLDS 16

ConcaveCache *mk_concave_cache_create(void) {
	ConcaveCache *cache = mk_alloc(sizeof(*cache));
	memset(cache, 0, sizeof(*cache));
	// one that comes from a pair that never touched must not allocate in a step
	manifold_array_reserve(&cache->last, MK_CONCAVE_MANIFOLDS);
	return cache;
}

void mk_concave_cache_free(ConcaveCache *cache) {
	if (cache == NULL) return;
	manifold_array_free(&cache->last);
	mk_part_caches_free(&cache->parts);
	mk_free(cache, sizeof(*cache));
}

void mk_concave_cache_reserve(ConcaveCache *cache, const Shape *a, const Shape *b) {
	mk_part_caches_reserve(&cache->parts, mk_part_caches_wanted(a, b));
}

void mk_concave_cache_clear(ConcaveCache *cache) {
	cache->is_known = false;
	manifold_array_clear(&cache->last);
	cache->parts.count = 0;
}

static bool is_concave(const Shape *shape) { return shape->ops->family == SHAPE_FAMILY_CONCAVE; }

// A separation ray has no surface whose motion says enough.
bool mk_concave_cache_is_for(const Shape *a, const Shape *b) {
	return (is_concave(a) || is_concave(b)) && a->kind != SHAPE_SEPARATION_RAY &&
			b->kind != SHAPE_SEPARATION_RAY;
}

static bool mat3_equals(Mat3 a, Mat3 b) {
	return vec3_equals(a.x, b.x) && vec3_equals(a.y, b.y) && vec3_equals(a.z, b.z);
}

static bool affine_equals(const Affine *a, const Affine *b) {
	return mat3_equals(a->linear, b->linear) && vec3_equals(a->origin, b->origin);
}

// What a pose has turned by since another one; exactly nothing if it has not. Returns false if that
// cannot be told, after a flattening map.
static bool find_turn(const ShapeInstance *in, const Affine *then, Mat3 *turn) {
	*turn = mat3_identity();
	if (mat3_equals(in->pose.linear, then->linear)) return true;
	Mat3 inverse = mat3_transpose(then->linear);
	if (!in->is_rigid && !mk_mat3_invert(then->linear, &inverse)) return false;
	*turn = mat3_multiply(in->pose.linear, inverse);
	return true;
}

// Two poses of a pair: then, and now.
typedef struct ConcaveMotion {
	const CollideInput *in;
	const Affine *then; // two
	Mat3 turns[2];
	uint32_t eye; // which of the two sees the other move
	Real length;  // m; no point of the other went farther
} ConcaveMotion;

static Real stretch_of(Mat3 m) {
	return real_sqrt(
			vec3_length_squared(m.x) + vec3_length_squared(m.y) + vec3_length_squared(m.z));
}

// Not less than the distance of any point of an instance from its origin.
static Real reach_of(const ShapeInstance *in) {
	return in->shape->bound * (in->is_rigid ? 1 : stretch_of(in->pose.linear));
}

static void measure(ConcaveMotion *motion) {
	const ShapeInstance *both[2] = { motion->in->a, motion->in->b };
	uint32_t eye = motion->eye;
	const ShapeInstance *mover = both[1 - eye];
	const Affine *then = &motion->then[1 - eye];
	Vec3 apart = vec3_sub(mover->pose.origin, both[eye]->pose.origin);
	Vec3 apart_then = vec3_sub(then->origin, motion->then[eye].origin);
	Vec3 way = vec3_sub(mat3_apply_transposed(motion->turns[eye], apart), apart_then);
	Mat3 axes = mat3_multiply_transposed(motion->turns[eye], mover->pose.linear);
	Real turn = stretch_of(mat3_sub(axes, then->linear)) * mover->shape->bound;
	// for rotations the largest stretch is the norm divided by the root of two (reuse.c)
	if (mover->is_rigid) turn *= (Real)0.70710678;
	Real floor = 4 * MK_EPSILON * (reach_of(mover) + vec3_length(apart));
	motion->length = vec3_length(way) + turn + floor;
}

// The points of a manifold where the shapes have taken them, with the normal of the eye.
static void carry(const ConcaveMotion *motion, const Manifold *last) {
	const CollideInput *in = motion->in;
	Vec3 apart_then = vec3_sub(motion->then[1].origin, motion->then[0].origin);
	Vec3 apart = vec3_sub(in->b->pose.origin, in->a->pose.origin);
	Manifold *added = manifold_array_add(in->manifolds);
	*added = *last;
	added->normal = vec3_normalize(mat3_apply(motion->turns[motion->eye], last->normal));
	added->count = 0;
	for (uint32_t i = 0; i < last->count; i++) {
		ContactPoint point = last->points[i];
		Vec3 half = vec3_scale(last->normal, point.separation / 2);
		Vec3 on_a = mat3_apply(motion->turns[0], vec3_sub(point.position, half));
		Vec3 on_b = vec3_sub(vec3_add(point.position, half), apart_then);
		on_b = vec3_add(mat3_apply(motion->turns[1], on_b), apart);
		point.separation = vec3_dot(vec3_sub(on_b, on_a), added->normal);
		if (!(point.separation <= in->margin)) continue;
		point.position = vec3_add_scaled(on_a, added->normal, point.separation / 2);
		added->points[added->count++] = point;
	}
	if (added->count == 0) in->manifolds->count--;
}

static void copy(const CollideInput *in, const ManifoldArray *last) {
	if (in->pair_counters != NULL) in->pair_counters->copies++;
	for (uint32_t i = 0; i < last->count; i++)
		manifold_array_push(in->manifolds, last->data[i]);
}

bool mk_concave_reuse(const CollideInput *in) {
	const ConcaveCache *cache = in->cache->concave;
	if (!cache->is_known || !(in->margin <= cache->margin)) return false;
	if (affine_equals(&in->a->pose, &cache->poses[0]) &&
			affine_equals(&in->b->pose, &cache->poses[1]) && in->margin == cache->margin) {
		copy(in, &cache->last);
		return true;
	}
	ConcaveMotion motion = { .in = in, .then = cache->poses };
	Real reach_a = reach_of(in->a);
	Real reach_b = reach_of(in->b);
	motion.eye = reach_a > reach_b ? 0 : 1;
	if (!find_turn(in->a, &cache->poses[0], &motion.turns[0]) ||
			!find_turn(in->b, &cache->poses[1], &motion.turns[1])) {
		return false;
	}
	measure(&motion);
	if (!(motion.length <= contact_slop(real_min(reach_a, reach_b)) / 4)) return false;
	if (in->pair_counters != NULL) in->pair_counters->refreshes++;
	for (uint32_t i = 0; i < cache->last.count; i++)
		carry(&motion, &cache->last.data[i]);
	return true;
}

static void store(const CollideInput *in, uint32_t first) {
	ConcaveCache *cache = in->cache->concave;
	cache->is_known = true;
	cache->poses[0] = in->a->pose;
	cache->poses[1] = in->b->pose;
	cache->margin = in->margin;
	manifold_array_clear(&cache->last);
	for (uint32_t i = first; i < in->manifolds->count; i++)
		manifold_array_push(&cache->last, in->manifolds->data[i]);
}

void mk_concave_test(const CollideInput *in, PairFunction *function) {
	ConcaveCache *cache = in->cache->concave;
	uint32_t first = in->manifolds->count;
	CollideInput known = *in;
	known.last = &cache->last;
	known.parts = &cache->parts;
	mk_part_caches_begin(&cache->parts, first, &cache->last);
	function(&known);
	mk_part_caches_end(&cache->parts);
	store(in, first);
}
