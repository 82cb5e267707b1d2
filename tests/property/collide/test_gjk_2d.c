// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The engine's GJK and EPA beside GJK and EPA in the plane: a pair of long prisms overlaps if their
// outlines do, and as deep.
#include "support/gjk_2d.h"

#include "collide/penetration.h"
#include "shape/hull_shape.h"
#include "support/check.h"
#include "support/rng.h"

enum { CORNERS = 8, PAIRS = 400 };

typedef struct Outline {
	Epa2dPoint corners[CORNERS];
} Outline;

typedef struct OutlinePair {
	Outline a;
	Outline b;
} OutlinePair;

static Epa2dPoint farthest(const Outline *outline, Epa2dPoint direction) {
	Epa2dPoint best = outline->corners[0];
	for (int i = 1; i < CORNERS; i++)
		if (dot_2d(outline->corners[i], direction) > dot_2d(best, direction)) {
			best = outline->corners[i];
		}
	return best;
}

static Epa2dPoint support_of_difference(const void *set, Epa2dPoint direction) {
	const OutlinePair *pair = set;
	Epa2dPoint back = { -direction.x, -direction.y };
	return sub_2d(farthest(&pair->a, direction), farthest(&pair->b, back));
}

static Outline random_outline(Rng *rng, Epa2dPoint middle) {
	Outline outline;
	for (int i = 0; i < CORNERS; i++) {
		// as the prism has them
		outline.corners[i].x = (double)(Real)(middle.x + rng_range(rng, -1, 1));
		outline.corners[i].y = (double)(Real)(middle.y + rng_range(rng, -1, 1));
	}
	return outline;
}

// So long that no way out is along it.
static Shape *make_prism(const Outline *outline) {
	Vec3 points[2 * CORNERS];
	for (int i = 0; i < CORNERS; i++) {
		Epa2dPoint p = outline->corners[i];
		points[2 * i] = vec3((Real)p.x, (Real)p.y, -10);
		points[2 * i + 1] = vec3((Real)p.x, (Real)p.y, 10);
	}
	return mk_hull_shape_create(&(HullShapeInput){ .points = points, .count = 2 * CORNERS }, NULL);
}

static void prisms_are_as_deep_as_their_outlines(void **state) {
	(void)state;
	Rng rng = { 3 };
	uint32_t inside_count = 0;
	for (int i = 0; i < PAIRS; i++) {
		Epa2dPoint middle = { rng_range(&rng, -2, 2), 0 };
		OutlinePair pair;
		pair.a = random_outline(&rng, (Epa2dPoint){ 0, 0 });
		pair.b = random_outline(&rng, middle);
		Gjk2d flat = gjk_2d(support_of_difference, &pair);
		Shape *a = make_prism(&pair.a);
		Shape *b = make_prism(&pair.b);
		ShapeInstance instances[2] = { instance_local(a), instance_local(b) };
		double solid = (double)mk_separation(instances, instances + 1).distance;
		// where both are right is open within the rounding of a prism of 20 m
		const double floor = 1e-5;
		if (solid > floor) assert_false(flat.is_inside);
		if (solid < -floor) assert_true(flat.is_inside);
		if (flat.is_inside && solid < -floor) {
			Epa2dInput input = { .support = support_of_difference,
				.set = &pair,
				.start_count = flat.count,
				.absolute = 1e-9,
				.max_iterations = 64 };
			memcpy(input.start, flat.simplex, sizeof(input.start));
			check_near(-solid, mk_epa_2d(&input).upper, floor);
			inside_count++;
		}
		mk_shape_release(a);
		mk_shape_release(b);
	}
	// both cases were met often
	assert_in_range(inside_count, PAIRS / 4, 3 * PAIRS / 4 + PAIRS / 8);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(prisms_are_as_deep_as_their_outlines),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
