// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What is known from one face of a box is what a query finds out by searching, for convex shapes of
// all kinds, under shear and scale, above, beside and in boxes, whichever face is tried.
#include "collide/penetration_face.h"

#include "collide/penetration.h"
#include "support/check.h"
#include "support/pair_make.h"
#include "support/property.h"

typedef struct Tally {
	uint32_t found[2]; // deep, and apart
	uint32_t beyond;
} Tally;

static Separation search(const Difference *d) {
	PenetrationInput input = { .difference = d, .limit = MK_INFINITY, .is_query = true };
	return mk_penetration(&input).separation;
}

static void check_found(const Difference *d, const EpaResult *found, Tally *tally) {
	Separation s = search(d);
	double core = (double)s.distance + (double)d->rounding;
	double allowed = 8 * pair_floor(d) + 2e-6 * fabs(core);
	check_near(found->upper, -core, allowed);
	Vec3 way = vec3_sub(vec3_sub(found->point_a, found->point_b),
			vec3_scale(found->normal, (Real)found->upper));
	check_near((double)vec3_length(way), 0, allowed);
	tally->found[found->is_apart]++;
}

// No point of either core is on the other side of the plane.
static void check_beyond(const Difference *d, const EpaResult *found, Tally *tally) {
	DifferencePoint w = difference_support(d, found->normal, difference_no_hint());
	check_near((double)vec3_dot(w.point, found->normal), found->upper, 4 * (double)d->error);
	tally->beyond++;
}

static void try_pair(Rng *rng, const TestPair *pair, Tally *tally) {
	Difference d = mk_difference(&pair->a, &pair->b);
	Vec3 axis = rng_below(rng, 2) == 0 ? vec3_zero() : random_unit(rng);
	FaceInput input = { .difference = &d, .axis = axis, .id_b = MK_SHAPE_NO_ID };
	input.limit = rng_below(rng, 2) == 0 ? (double)INFINITY : (double)d.rounding + 0.1;
	EpaResult result;
	uint32_t corner;
	FaceState state = mk_penetration_face(&input, &result, &corner);
	if (state == FACE_FOUND) check_found(&d, &result, tally);
	if (state == FACE_BEYOND) check_beyond(&d, &result, tally);
}

static void check_kind(Rng *rng, ShapeKind kind) {
	ShapePool boxes = pool_make(rng, rng_below(rng, 4) == 0 ? SHAPE_ROUNDED_BOX : SHAPE_BOX, 0, 1);
	ShapePool others = pool_make(rng, kind, -1, 0.5);
	Tally tally = { 0 };
	for (uint32_t i = 0; i < 400; i++) {
		TestPair pair = pair_make(rng, &boxes, &others);
		Vec3 place = pair.b.pose.origin;
		if (i % 4 == 0) pair.b = mk_instance(pair.b.shape, random_affine(rng, 1));
		pair.b.pose.origin = place;
		try_pair(rng, &pair, &tally);
	}
	pool_free(&boxes);
	pool_free(&others);
	assert_true(tally.found[0] > 4 && tally.found[1] > 4 && tally.beyond > 4);
}

static void faces_know_what_a_search_finds(Rng *rng) {
	for (int kind = 0; kind <= (int)LAST_CONVEX_KIND; kind++)
		check_kind(rng, (ShapeKind)kind);
}

static void test_faces_know_what_a_search_finds(void **state) {
	(void)state;
	for_all(faces_know_what_a_search_finds, 24, 1);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_faces_know_what_a_search_finds),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
