// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// GJK against separating axes on a million pairs, in both precisions: boxes, tetrahedra and
// octahedra, for which the published form of GJK's simplex step can circle for ever. Every
// answer "apart" comes with an axis that proves it, so only overlaps can be wrong; those are
// what separating axes decide.
#include "collide/gjk.h"
#include "collide/penetration.h"
#include "collide/sat_hull.h"
#include "shape/convex.h"
#include "shape/hull_shape.h"
#include "support/budget.h"
#include "support/check.h"
#include "support/random.h"

enum { PAIRS = pick_count(1000000, 20000), MOST_STEPS = 64 };

typedef struct Counts {
	uint32_t overlaps;
	uint32_t apart;
	uint32_t band;
} Counts;

static Shape *make_hull(Rng *rng, uint32_t count) {
	Vec3 points[6];
	for (uint32_t i = 0; i < count; i++)
		points[i] = count == 6 ? vec3_scale(vec3_axis((int)i / 2), i % 2 ? -1 : 1)
							   : random_unit(rng);
	HullShapeInput input = { .points = points, .count = count };
	return mk_hull_shape_create(&input, NULL);
}

static void compare(const ShapeInstance *a, const ShapeInstance *b, Counts *counts) {
	Difference d = mk_difference(a, b);
	uint32_t steps;
	bool by_gjk = mk_gjk_overlaps(&d, NULL, &steps);
	SatHullInput input = { .difference = &d, .is_bool = true };
	bool by_sat = mk_sat_hull(&input).is_overlapping;
	assert_true(steps <= MOST_STEPS);
	*(by_sat ? &counts->overlaps : &counts->apart) += 1;
	if (by_gjk == by_sat) return;
	counts->band++;
	assert_true(fabs((double)mk_separation(a, b).distance) <= 2 * (double)d.error);
}

// Returns a pose whose origin is up to 2 m from A's.
static ShapeInstance place(Rng *rng, Shape *shape, Vec3 around) {
	Transform pose = random_transform(rng, 1.2);
	pose.position = vec3_add(pose.position, around);
	return instance_rigid(shape, pose);
}

static Counts run(Rng *rng, Shape *const *shapes, uint32_t count, uint32_t pairs) {
	Counts counts = { 0 };
	for (uint32_t i = 0; i < pairs; i++) {
		ShapeInstance a = place(rng, shapes[rng_below(rng, count)], vec3_zero());
		ShapeInstance b = place(rng, shapes[rng_below(rng, count)], a.pose.origin);
		compare(&a, &b, &counts);
	}
	for (uint32_t i = 0; i < count; i++)
		mk_shape_release(shapes[i]);
	return counts;
}

static void test_gjk_agrees_with_separating_axes_on_a_million_pairs(void **state) {
	(void)state;
	Rng rng = { 38 };
	Shape *boxes[8];
	Shape *hulls[8];
	for (int i = 0; i < 8; i++) {
		Vec3 half = vec3_add(vec3_splat((Real)0.55), random_vec3(&rng, 0.5));
		boxes[i] = mk_box_create(half, NULL);
		hulls[i] = make_hull(&rng, i < 4 ? 4 : 6);
	}
	Counts of_boxes = run(&rng, boxes, 8, PAIRS / 10 * 9);
	Counts of_hulls = run(&rng, hulls, 8, PAIRS / 10);
	uint32_t overlaps = of_boxes.overlaps + of_hulls.overlaps;
	uint32_t apart = of_boxes.apart + of_hulls.apart;
	assert_true(overlaps + apart == PAIRS);
	assert_true(overlaps > PAIRS / 5 && apart > PAIRS / 5);
	// the band has a few millionths of the room
	assert_true(of_boxes.band + of_hulls.band <= 1 + PAIRS / 20000);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_gjk_agrees_with_separating_axes_on_a_million_pairs),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
