// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// How much each level of separating planes gets wrong, on 20000 random pairs of boxes: faces of A
// alone take many pairs for overlapping that are apart, faces of both some, all planes none. No
// level calls overlapping boxes apart.
#include "collide/separating_plane.h"

#include "collide/gjk.h"
#include "collide/penetration.h"
#include "shape/convex.h"
#include "support/budget.h"
#include "support/check.h"
#include "support/random.h"

enum { PAIRS = pick_count(20000, 2000) };

typedef struct Wrong {
	uint32_t apart;         // pairs that are
	uint32_t false_hits[3]; // by level
	uint32_t misses[3];
	uint32_t band;
} Wrong;

static Shape *random_box(Rng *rng) {
	Vec3 half = vec3_add(vec3_splat((Real)0.65), random_vec3(rng, 0.6));
	return mk_box_create(half, NULL);
}

static void judge(const ShapeInstance *a, const ShapeInstance *b, Wrong *wrong) {
	Difference d = mk_difference(a, b);
	bool is_overlapping = mk_gjk_overlaps(&d, NULL, NULL);
	if (fabs((double)mk_separation(a, b).distance) <= 2 * (double)d.error) {
		wrong->band++;
		return;
	}
	wrong->apart += !is_overlapping;
	for (int i = 0; i < 3; i++) {
		bool by_planes = mk_separating_plane(&d, (SeparatingPlaneLevel)i, NULL).is_overlapping;
		wrong->false_hits[i] += by_planes && !is_overlapping;
		wrong->misses[i] += !by_planes && is_overlapping;
	}
}

static void test_only_the_complete_level_is_right(void **state) {
	(void)state;
	Rng rng = { 20000 };
	Wrong wrong = { 0 };
	for (uint32_t i = 0; i < PAIRS; i++) {
		Shape *shape_a = random_box(&rng);
		Shape *shape_b = random_box(&rng);
		ShapeInstance a = instance_rigid(shape_a, random_transform(&rng, 1.5));
		ShapeInstance b = instance_rigid(shape_b, random_transform(&rng, 1.5));
		judge(&a, &b, &wrong);
		mk_shape_release(shape_a);
		mk_shape_release(shape_b);
	}
	assert_true(wrong.apart > PAIRS / 3 && wrong.apart < PAIRS);
	// a tenth, and a thirtieth, of the pairs that are apart
	assert_true(wrong.false_hits[SEPARATING_PLANE_FACES_A] > wrong.apart / 20);
	assert_true(wrong.false_hits[SEPARATING_PLANE_FACES] > wrong.apart / 200);
	assert_true(
			wrong.false_hits[SEPARATING_PLANE_FACES] < wrong.false_hits[SEPARATING_PLANE_FACES_A]);
	assert_true(wrong.false_hits[SEPARATING_PLANE_COMPLETE] == 0);
	for (int i = 0; i < 3; i++)
		assert_true(wrong.misses[i] == 0);
	assert_true(wrong.band <= 2);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_only_the_complete_level_is_right),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
