// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Casts of and against meshes, height fields and compounds: as all their convex pieces one by one
// say, under any map, whichever of the two moves.
#include "collide/cast.h"

#include "support/cast_make.h"
#include "support/concave_make.h"
#include "support/property.h"

static ShapeInstance random_instance(Rng *rng, const Shape *shape) {
	if (rng_below(rng, 3) == 0) return mk_instance(shape, random_affine(rng, 4));
	return instance_rigid(shape, random_transform(rng, 4));
}

// All pairs of pieces against one answer.
typedef struct Brute {
	const ShapeInstance *a;
	const ShapeInstance *b;
	Vec3 motion;
	const CastResult *answer;
	ShapeInstance piece; // of A, while its pairs are looked at
	Real nearest;        // m; distance of all pieces at the time of the answer
	Real slack;          // m
	uint32_t hits;
} Brute;

// No piece is met before the answer's time. A cast of a piece is early by its gap, so where it says
// so, the static test is asked.
static bool check_piece(const ShapePiece *piece, void *user) {
	Brute *brute = user;
	const CastResult *r = brute->answer;
	ShapeInstance part = mk_instance(piece->shape, affine_multiply(brute->b->pose, piece->pose));
	part = instance_grow(part, brute->b->margin);
	Vec3 motion = vec3_scale(brute->motion, r->time);
	if (cast_is_hit(r)) {
		Separation there = cast_apart(&brute->piece, &part, motion, 1);
		brute->nearest = real_min(brute->nearest, there.lower);
	}
	CastInput input = cast_input(&brute->piece, &part, motion);
	CastResult own = mk_cast(&input);
	if (!cast_is_hit(&own) || r->status == CAST_OVERLAP) return true;
	brute->hits++;
	Real time = cast_nearest_time(&brute->piece, &part, motion);
	assert_true(cast_apart(&brute->piece, &part, motion, time).upper >= -brute->slack);
	return true;
}

static bool check_outer(const ShapePiece *piece, void *user) {
	Brute *brute = user;
	brute->piece = mk_instance(piece->shape, affine_multiply(brute->a->pose, piece->pose));
	brute->piece = instance_grow(brute->piece, brute->a->margin);
	mk_shape_pieces(brute->b->shape, &(PieceQuery){ brute->b->shape->box, check_piece, brute });
	return true;
}

// The answer is not later than any of the pieces, and at its time one of
// them is as near as it says.
static void check_pieces(
		const ShapeInstance *a, const ShapeInstance *b, Vec3 motion, const CastResult *r) {
	assert_true(r->status != CAST_INVALID);
	Brute brute = { .a = a, .b = b, .motion = motion, .answer = r, .nearest = MK_INFINITY };
	// poses of pieces are products of two: twice the roundings
	brute.slack = 2 * cast_slack(a, b, motion);
	mk_shape_pieces(a->shape, &(PieceQuery){ a->shape->box, check_outer, &brute });
	if (cast_is_hit(r)) assert_true(brute.nearest <= r->gap + brute.slack);
}

static uint32_t hits;
static uint32_t runs;

static void surfaces_and_compounds_are_their_pieces(Rng *rng) {
	Shape *convex = make_shape(rng, convex_kind(rng), -1, 0.3);
	Shape *concave = random_concave(rng);
	ShapeInstance a = random_instance(rng, convex);
	ShapeInstance b = random_instance(rng, concave);
	if (rng_below(rng, 4) == 0) b = instance_grow(b, random_size(rng, -2, -1));
	Vec3 motion = random_motion(rng, &a, &b);
	CastInput input = cast_input(&a, &b, motion);
	CastResult r = mk_cast(&input);
	runs++;
	hits += r.status == CAST_HIT;
	check_pieces(&a, &b, motion, &r);
	// the other one moves
	CastInput turned = cast_input(&b, &a, vec3_negate(motion));
	CastResult s = mk_cast(&turned);
	assert_int_equal(r.status, s.status);
	check_near(r.time, s.time, 0);
	assert_int_equal(r.index_b, s.index_a);
	assert_int_equal(r.child_b, s.child_a);
	mk_shape_release(convex);
	mk_shape_release(concave);
}

static void two_concave_shapes_are_their_pieces(Rng *rng) {
	Shape *first = random_concave(rng);
	Shape *second = random_concave(rng);
	ShapeInstance a = random_instance(rng, first);
	ShapeInstance b = random_instance(rng, second);
	Vec3 motion = random_motion(rng, &a, &b);
	CastInput input = cast_input(&a, &b, motion);
	CastResult r = mk_cast(&input);
	runs++;
	hits += r.status == CAST_HIT;
	check_pieces(&a, &b, motion, &r);
	mk_shape_release(first);
	mk_shape_release(second);
}

// The deepest of the pieces that overlap, if that is asked for.
static void overlaps_have_the_largest_depth(Rng *rng) {
	Shape *convex = make_shape(rng, convex_kind(rng), -1, 0.3);
	Shape *concave = random_concave(rng);
	ShapeInstance a = random_instance(rng, convex);
	ShapeInstance b = instance_rigid(concave, (Transform){ quat_identity(), a.pose.origin });
	CastInput input = cast_input(&a, &b, vec3(1, 2, 3));
	CastResult plain = mk_cast(&input);
	input.wants_depth = true;
	CastResult deep = mk_cast(&input);
	assert_int_equal(plain.status == CAST_OVERLAP, deep.status == CAST_OVERLAP);
	if (deep.status == CAST_OVERLAP) {
		assert_true(deep.distance <= deep.gap);
		assert_true(vec3_is_unit(deep.normal));
	}
	mk_shape_release(convex);
	mk_shape_release(concave);
}

static void test_surfaces_and_compounds_are_their_pieces(void **state) {
	(void)state;
	hits = runs = 0;
	for_all(surfaces_and_compounds_are_their_pieces, 600, 1);
	assert_true(hits > runs / 10);
}

static void test_two_concave_shapes_are_their_pieces(void **state) {
	(void)state;
	hits = runs = 0;
	for_all(two_concave_shapes_are_their_pieces, 60, 2);
	assert_true(hits > 0);
}

static void test_overlaps_have_the_largest_depth(void **state) {
	(void)state;
	for_all(overlaps_have_the_largest_depth, 1000, 3);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_surfaces_and_compounds_are_their_pieces),
		cmocka_unit_test(test_two_concave_shapes_are_their_pieces),
		cmocka_unit_test(test_overlaps_have_the_largest_depth),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
