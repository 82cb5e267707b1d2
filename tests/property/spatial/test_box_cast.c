// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The slab test never misses what exact arithmetic hits, hits little that it misses, and does the
// same one by one and in lanes.
#include "spatial/box_cast.h"

#include "property/spatial/exact_cast.h"
#include "support/check.h"
#include "support/property.h"
#include "support/random.h"

static Aabb random_box(Rng *rng, double scale) {
	Vec3 center = random_vec3(rng, scale);
	Vec3 half = vec3_abs(random_vec3(rng, scale * (double)random_size(rng, -3, 0)));
	if (rng_below(rng, 4) == 0) half.x = 0;
	return aabb_from_center(center, half);
}

// A corner, an edge or a face point of a box: casts are aimed there, where rounding decides.
static Vec3 point_on_box(Rng *rng, Aabb box, Vec3 half) {
	Vec3 low = vec3_sub(box.min, half);
	Vec3 high = vec3_add(box.max, half);
	uint32_t bits = rng_below(rng, 27);
	Real weights[3];
	for (int axis = 0; axis < 3; axis++) {
		weights[axis] = bits % 3 == 2 ? random_real(rng, 0, 1) : (Real)(bits % 3);
		bits /= 3;
	}
	return vec3(real_lerp(low.x, high.x, weights[0]), real_lerp(low.y, high.y, weights[1]),
			real_lerp(low.z, high.z, weights[2]));
}

static BoxCast random_cast(Rng *rng, double scale, Aabb box) {
	BoxCast cast = { .origin = random_vec3(rng, 3 * scale), .max_t = 1 };
	if (rng_below(rng, 2) == 0) cast.half = vec3_abs(random_vec3(rng, scale));
	Vec3 target = point_on_box(rng, box, cast.half);
	cast.motion = vec3_sub(target, cast.origin);
	switch (rng_below(rng, 5)) {
		case 0: cast.max_t = random_real(rng, 0, 2); break;
		case 1: cast.max_t = MK_INFINITY; break;
		case 2: cast.motion = vec3_scale(cast.motion, 3); break; // passes through
		case 3:                                                  // slides along a face
			cast.origin.y = target.y;
			cast.motion.y = 0;
			break;
		default: break; // ends there
	}
	return cast;
}

// What rounding may add, m: a few epsilon of the largest coordinate that takes part.
static long double blur(const BoxCast *cast, Aabb box) {
	Vec3 sizes = vec3_add(vec3_abs(cast->origin), vec3_abs(cast->half));
	sizes = vec3_add(sizes, vec3_max(vec3_abs(box.min), vec3_abs(box.max)));
	return 16 * (long double)MK_EPSILON * (long double)vec3_max_element(sizes);
}

static void check_one(const BoxCast *cast, Aabb box) {
	CastTest test = cast_test(cast);
	BoxRef record = { box.min, 0, box.max, 0 };
	bool is_hit = cast_test_entry(&test, &record) < MK_INFINITY;
	if (exact_cast_hits(cast, box, 0)) assert_true(is_hit);
	if (!exact_cast_hits(cast, box, blur(cast, box))) {
		// along the way the slack is a part of the way
		BoxCast longer = *cast;
		longer.max_t *= 1 + 16 * MK_EPSILON;
		assert_false(is_hit && !exact_cast_hits(&longer, box, blur(cast, box)));
	}
}

static void test_never_misses(Rng *rng) {
	double scale = (double)random_size(rng, -4, 4);
	Aabb box = random_box(rng, scale);
	BoxCast cast = random_cast(rng, scale, box);
	check_one(&cast, box);
}

static void lanes_agree(Rng *rng) {
	double scale = (double)random_size(rng, -4, 4);
	Aabb boxes[2] = { random_box(rng, scale) };
	boxes[1] = rng_below(rng, 8) == 0 ? aabb_empty() : random_box(rng, scale);
	BoxCast cast = random_cast(rng, scale, boxes[0]);
	CastTest test = cast_test(&cast);
	BoxRef records[2] = { { boxes[0].min, UINT32_MAX, boxes[0].max, 0x7FC00000 },
		{ boxes[1].min, 1, boxes[1].max, UINT32_MAX } };
	Real entries[2];
	cast_test_entries(&test, records, entries);
	for (int i = 0; i < 2; i++) {
		assert_true(entries[i] == cast_test_entry(&test, &records[i]));
	}
}

// A box inside another is never hit alone: trees depend on it.
static void outer_boxes_are_hit_first(Rng *rng) {
	double scale = (double)random_size(rng, -4, 4);
	Aabb inner = random_box(rng, scale);
	Aabb outer = aabb_merge(inner, random_box(rng, scale));
	BoxCast cast = random_cast(rng, scale, rng_below(rng, 2) == 0 ? inner : outer);
	CastTest test = cast_test(&cast);
	BoxRef inner_record = { inner.min, 0, inner.max, 0 };
	BoxRef outer_record = { outer.min, 0, outer.max, 0 };
	assert_true(cast_test_entry(&test, &outer_record) <= cast_test_entry(&test, &inner_record));
}

static void casts_never_miss(void **state) {
	(void)state;
	for_all(test_never_misses, 200000, 1);
}
static void lanes_and_single_tests_agree(void **state) {
	(void)state;
	for_all(lanes_agree, 100000, 2);
}
static void a_box_is_never_hit_before_one_around_it(void **state) {
	(void)state;
	for_all(outer_boxes_are_hit_first, 100000, 3);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(casts_never_miss),
		cmocka_unit_test(lanes_and_single_tests_agree),
		cmocka_unit_test(a_box_is_never_hit_before_one_around_it),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
