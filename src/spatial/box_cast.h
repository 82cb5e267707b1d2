// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A ray, or a box moved without rotation, against many boxes. Moving a box with half extents h is
// casting a ray against boxes grown by h, and growing the box by h is the same as shifting the
// origin of the ray by h per side: so both are one slab test with two origins (Ericson 5.3.3).
//
// The test never misses. The slab parameters carry three roundings each; the exit is scaled up by
// what they can amount to (Ize, Robust BVH Ray Traversal, 2013), shifted origins are padded. It is
// monotonic: a box inside another is never hit when the outer one is not, hence a tree answers
// exactly as a linear scan with the same test does.
#pragma once

#include "spatial/box_ref.h"

// The boxes at origin + t motion, 0 <= t <= max_t.
typedef struct BoxCast {
	Vec3 origin; // of the ray, or the centre of the moving box, m
	Vec3 motion; // way for t = 1, m; components below MK_REAL_MIN count as 0; may be zero
	Vec3 half;   // half extents of the moving box, m, not negative; zero is a ray
	Real max_t;  // may be infinite
} BoxCast;

// No unit. Entry and exit parameters are each wrong by a factor within 1 +- 1.5 epsilon, so the
// exit needs 3 epsilon to be certainly not before the entry; smaller loses grazing hits.
#define MK_CAST_SLACK (1 + 4 * MK_EPSILON)

// A cast prepared for many tests.
typedef struct CastTest {
	Vec3 near_origin; // origin shifted towards the face where the cast enters
	Vec3 far_origin;  // and towards the face where it leaves
	Vec3 inverse;     // 1 / motion; infinite where there is no motion
	Real max_t;       // as it is now: casts become shorter on the way
	Real limit;       // the same with slack
	bool is_negative[3];
#ifndef MK_DOUBLE
	Wide near_row; // the same in lanes; the fourth makes a number of what is no bound there
	Wide far_row;
	Wide inverse_row;
	WideMask flip_row; // set where the motion is negative
#endif
} CastTest;

static inline bool box_cast_is_valid(const BoxCast *cast) {
	return vec3_is_finite(cast->origin) && vec3_is_finite(cast->motion) &&
			vec3_is_finite(cast->half) && vec3_min_element(cast->half) >= 0 && cast->max_t >= 0;
}

static inline void cast_test_limit(CastTest *test, Real max_t) {
	test->max_t = max_t;
	test->limit = max_t * MK_CAST_SLACK;
}

static inline Real cast_inverse(Real motion) {
	return real_abs(motion) < MK_REAL_MIN ? MK_INFINITY : 1 / motion;
}

// Returns a half extent that stays large enough when it is added to a coordinate.
static inline Real cast_padded(Real half, Real origin) {
	return half == 0 ? 0 : half + 2 * MK_EPSILON * (half + real_abs(origin));
}

static inline CastTest cast_test(const BoxCast *cast) {
	Vec3 o = cast->origin;
	Vec3 half = vec3(cast_padded(cast->half.x, o.x), cast_padded(cast->half.y, o.y),
			cast_padded(cast->half.z, o.z));
	Vec3 inverse = vec3(cast_inverse(cast->motion.x), cast_inverse(cast->motion.y),
			cast_inverse(cast->motion.z));
	Vec3 shift = vec3(inverse.x < 0 ? -half.x : half.x, inverse.y < 0 ? -half.y : half.y,
			inverse.z < 0 ? -half.z : half.z);
	CastTest test = {
		.near_origin = vec3_add(o, shift),
		.far_origin = vec3_sub(o, shift),
		.inverse = inverse,
		.is_negative = { inverse.x < 0, inverse.y < 0, inverse.z < 0 },
	};
#ifndef MK_DOUBLE
	// what lies beside the bounds of a box is as small as numbers get: products with it, which are
	// denormal, would take a fifth of the time of a ray
	_Alignas(16) const float beside[4] = { 0, 0, 0, 1 };
	BoxRows origins = box_rows((Aabb){ test.near_origin, test.far_origin });
	test.near_row = wide_add(origins.min, wide_load(beside));
	test.far_row = wide_add(origins.max, wide_load(beside));
	test.inverse_row = box_rows((Aabb){ inverse, inverse }).min;
	test.flip_row = wide_less(test.inverse_row, wide_zero());
#endif
	cast_test_limit(&test, cast->max_t);
	return test;
}

// Returns where the cast enters the box, at least 0, or infinity if it does not before its limit.
// A NaN arises only as 0 times infinity, when the cast moves in a face's plane: real_min and
// real_max drop it as their first argument, which says "inside", as closed boxes must.
static inline Real cast_test_entry(const CastTest *test, const BoxRef *r) {
	const bool *flip = test->is_negative;
	Vec3 near_face = vec3(flip[0] ? r->max.x : r->min.x, flip[1] ? r->max.y : r->min.y,
			flip[2] ? r->max.z : r->min.z);
	Vec3 far_face = vec3(flip[0] ? r->min.x : r->max.x, flip[1] ? r->min.y : r->max.y,
			flip[2] ? r->min.z : r->max.z);
	Vec3 entry = vec3_multiply(vec3_sub(near_face, test->near_origin), test->inverse);
	Vec3 exit = vec3_multiply(vec3_sub(far_face, test->far_origin), test->inverse);
	Real first = real_max(entry.x, real_max(entry.y, real_max(entry.z, 0)));
	Real last = real_min(exit.x, real_min(exit.y, real_min(exit.z, MK_INFINITY)));
	return first <= real_min(last * MK_CAST_SLACK, test->limit) ? first : MK_INFINITY;
}

// As cast_test_entry for two boxes at once, with the same bits.
#ifdef MK_DOUBLE
static inline void cast_test_entries(const CastTest *test, const BoxRef boxes[2], Real entries[2]) {
	entries[0] = cast_test_entry(test, &boxes[0]);
	entries[1] = cast_test_entry(test, &boxes[1]);
}
#else
static inline void cast_test_entries(const CastTest *test, const BoxRef boxes[2], Real entries[2]) {
	Wide t[4]; // entries into both boxes, then exits from both with the sign turned
	for (int i = 0; i < 2; i++) {
		BoxRows box = box_rows_load(&boxes[i]);
		Wide near_face = wide_select(test->flip_row, box.max, box.min);
		Wide far_face = wide_select(test->flip_row, box.min, box.max);
		t[i] = wide_multiply(wide_sub(near_face, test->near_row), test->inverse_row);
		t[i + 2] = wide_negate(wide_multiply(wide_sub(far_face, test->far_row), test->inverse_row));
	}
	wide_transpose(t);
	_Alignas(16) float start[4] = { 0, 0, -MK_INFINITY, -MK_INFINITY };
	Wide most = wide_max(t[0], wide_max(t[1], wide_max(t[2], wide_load(start))));
	_Alignas(16) float bounds[4];
	wide_store(bounds, most);
	for (int i = 0; i < 2; i++) {
		float last = real_min(-bounds[i + 2] * MK_CAST_SLACK, test->limit);
		entries[i] = bounds[i] <= last ? bounds[i] : MK_INFINITY;
	}
}
#endif
