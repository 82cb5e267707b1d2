// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The dynamic tree: small cases by hand, touching, masks, ids, degenerate boxes and numbers.
#include "spatial/bvh.h"

#include "support/check.h"

enum { MAX_FOUND = 64 };

typedef struct Found {
	uint32_t users[MAX_FOUND];
	uint32_t count;
	uint32_t stop_after; // 0: never
} Found;

static bool note_user(void *context, uint32_t id, uint32_t user) {
	(void)id;
	Found *found = context;
	assert_true(found->count < MAX_FOUND);
	found->users[found->count++] = user;
	return found->count != found->stop_after;
}

static Real note_cast(void *context, uint32_t id, uint32_t user, Real max_t) {
	return note_user(context, id, user) ? max_t : -1;
}

static bool note_pair(void *context, uint32_t id_a, uint32_t id_b) {
	return note_user(context, 0, id_a < id_b ? id_a * 100 + id_b : id_b * 100 + id_a);
}

static Aabb cube_at(Real x, Real y, Real z) {
	return aabb_from_center(vec3(x, y, z), vec3_splat((Real)0.5));
}

static Found query(const Bvh *bvh, Aabb box, uint32_t mask) {
	Found found = { .count = 0 };
	mk_bvh_query(bvh, box, mask, note_user, &found);
	return found;
}

static BoxCast ray(Vec3 origin, Vec3 motion) {
	return (BoxCast){ .origin = origin, .motion = motion, .max_t = 1 };
}

// Cubes of side 1 at x = 0, 2, 4, ... 18, users 0 to 9.
static Bvh row_of_cubes(void) {
	Bvh bvh = { 0 };
	for (uint32_t i = 0; i < 10; i++) {
		assert_int_equal(mk_bvh_insert(&bvh, cube_at((Real)(2 * i), 0, 0), i, 1), i);
	}
	assert_true(mk_bvh_is_valid(&bvh));
	return bvh;
}

static void empty_tree_finds_nothing(void **state) {
	(void)state;
	Bvh bvh = { 0 };
	BoxCast cast = ray(vec3(0, 0, 0), vec3(1, 0, 0));
	Found found = { .count = 0 };
	assert_true(mk_bvh_query(&bvh, cube_at(0, 0, 0), 1, note_user, &found));
	check_near(mk_bvh_cast(&bvh, &cast, 1, note_cast, &found), 1, 0);
	assert_true(mk_bvh_find_pairs(&bvh, note_pair, &found));
	assert_true(mk_bvh_find_pairs_between(&bvh, &bvh, note_pair, &found));
	assert_int_equal(found.count, 0);
	assert_int_equal(mk_bvh_rebuild(&bvh), 0);
	mk_bvh_refit(&bvh);
	assert_int_equal(bvh_height(&bvh), 0);
	assert_true(mk_bvh_is_valid(&bvh));
	mk_bvh_rebuild_all(&bvh);
	mk_bvh_build(&bvh, NULL, 0);
	mk_bvh_free(&bvh);
}

static void one_leaf_is_found_moved_and_removed(void **state) {
	(void)state;
	Bvh bvh = { 0 };
	uint32_t id = mk_bvh_insert(&bvh, cube_at(0, 0, 0), 7, 1);
	assert_int_equal(query(&bvh, cube_at(0, 0, 0), 1).users[0], 7);
	assert_true(mk_bvh_move(&bvh, id, cube_at(5, 0, 0), (Real)0.25));
	assert_int_equal(query(&bvh, cube_at(0, 0, 0), 1).count, 0);
	assert_int_equal(query(&bvh, cube_at(5, 0, 0), 1).count, 1);
	mk_bvh_refit(&bvh);
	assert_true(mk_bvh_is_valid(&bvh));
	assert_int_equal(mk_bvh_rebuild(&bvh), 1);
	assert_int_equal(mk_bvh_rebuild(&bvh), 0);
	assert_true(mk_bvh_is_valid(&bvh));
	mk_bvh_remove(&bvh, id);
	assert_int_equal(bvh.count, 0);
	assert_false(bvh_has(&bvh, id));
	assert_true(mk_bvh_is_valid(&bvh));
	mk_bvh_free(&bvh);
}

static void boxes_that_touch_are_found(void **state) {
	(void)state;
	Bvh bvh = row_of_cubes();
	// exactly the gap between the cubes at 2 and 4
	Found found = query(&bvh, (Aabb){ { (Real)2.5, 0, 0 }, { (Real)3.5, 0, 0 } }, 1);
	assert_int_equal(found.count, 2);
	assert_int_equal(found.users[0] + found.users[1], 1 + 2);
	// just inside the gap
	Aabb gap = { { (Real)2.5 + 4 * MK_EPSILON, 0, 0 }, { (Real)3.5 - 4 * MK_EPSILON, 0, 0 } };
	assert_int_equal(query(&bvh, gap, 1).count, 0);
	mk_bvh_free(&bvh);
}

static void mask_hides_leaves(void **state) {
	(void)state;
	Bvh bvh = row_of_cubes();
	Aabb all = { { -100, -100, -100 }, { 100, 100, 100 } };
	mk_bvh_set_mask(&bvh, 3, 4);
	mk_bvh_set_mask(&bvh, 5, 6);
	mk_bvh_set_mask(&bvh, 6, 0);
	assert_true(mk_bvh_is_valid(&bvh));
	assert_int_equal(query(&bvh, all, 1).count, 7);
	assert_int_equal(query(&bvh, all, 4).count, 2);
	assert_int_equal(query(&bvh, all, 2).users[0], 5);
	assert_int_equal(query(&bvh, all, ~0u).count, 9);
	BoxCast cast = ray(vec3(-10, 0, 0), vec3(100, 0, 0));
	Found found = { .count = 0 };
	mk_bvh_cast(&bvh, &cast, 4, note_cast, &found);
	assert_int_equal(found.count, 2);
	assert_int_equal(bvh_mask(&bvh, 5), 6);
	mk_bvh_free(&bvh);
}

static void moves_inside_the_fat_box_change_nothing(void **state) {
	(void)state;
	Bvh bvh = row_of_cubes();
	uint64_t before = mk_bvh_hash(&bvh);
	assert_false(mk_bvh_move(&bvh, 4, cube_at(8, 0, 0), 1));
	assert_int_equal(mk_bvh_hash(&bvh), before);
	// leaves the box, and is stored with a margin of 1 on all sides
	assert_true(mk_bvh_move(&bvh, 4, cube_at((Real)8.25, 0, 0), 1));
	check_vec3(bvh_box(&bvh, 4).min, vec3((Real)6.75, (Real)-1.5, (Real)-1.5), 0);
	check_vec3(bvh_box(&bvh, 4).max, vec3((Real)9.75, (Real)1.5, (Real)1.5), 0);
	assert_false(mk_bvh_move(&bvh, 4, cube_at((Real)7.5, 1, -1), 1));
	assert_true(mk_bvh_is_valid(&bvh));
	assert_true(mk_bvh_rebuild(&bvh) > 0);
	assert_true(mk_bvh_is_valid(&bvh));
	mk_bvh_free(&bvh);
}

// A leaf that went far away and came back leaves no trace: boxes above are as before.
static void refit_takes_back_what_moves_enlarged(void **state) {
	(void)state;
	Bvh bvh = row_of_cubes();
	mk_bvh_rebuild_all(&bvh);
	uint64_t before = mk_bvh_hash(&bvh);
	mk_bvh_refit(&bvh);
	assert_int_equal(mk_bvh_hash(&bvh), before);
	Aabb home = bvh_box(&bvh, 4);
	mk_bvh_shift(&bvh, 4, cube_at(0, 500, 0));
	mk_bvh_shift(&bvh, 4, home);
	assert_int_not_equal(mk_bvh_hash(&bvh), before);
	mk_bvh_refit(&bvh);
	assert_int_equal(mk_bvh_hash(&bvh), before);
	assert_true(mk_bvh_is_valid(&bvh));
	mk_bvh_free(&bvh);
}

static void rays_meet_boxes_nearest_first(void **state) {
	(void)state;
	Bvh bvh = row_of_cubes();
	// two apart, so that order is not a matter of overlapping boxes
	BoxCast cast = ray(vec3(30, 0, 0), vec3(-100, 0, 0));
	Found found = { .count = 0 };
	check_near(mk_bvh_cast(&bvh, &cast, 1, note_cast, &found), 1, 0);
	assert_int_equal(found.count, 10);
	// the stack of the hostile build is too small to keep an order
#ifndef MK_HOSTILE
	for (uint32_t i = 0; i < 10; i++) {
		assert_int_equal(found.users[i], 9 - i);
	}
#endif
	// a ray that ends on a face hits it: from x = 30 to 18.5
	cast.motion = vec3((Real)-11.5, 0, 0);
	found.count = 0;
	mk_bvh_cast(&bvh, &cast, 1, note_cast, &found);
	assert_int_equal(found.count, 1);
	mk_bvh_free(&bvh);
}

static void rays_in_a_face_hit(void **state) {
	(void)state;
	Bvh bvh = { 0 };
	mk_bvh_insert(&bvh, (Aabb){ { 0, 0, 0 }, { 1, 1, 1 } }, 0, 1);
	mk_bvh_insert(&bvh, (Aabb){ { 5, 5, 5 }, { 6, 6, 6 } }, 1, 1);
	const struct {
		BoxCast cast;
		uint32_t hits;
	} cases[] = {
		{ ray(vec3(-1, 1, 0), vec3(3, 0, 0)), 1 },         // along an edge
		{ ray(vec3(-1, 1, (Real)0.5), vec3(3, 0, 0)), 1 }, // in a face
		{ ray(vec3(-1, (Real)1.0001, 0), vec3(3, 0, 0)), 0 },
		{ ray(vec3(1, 1, 1), vec3(0, 0, 0)), 1 }, // a point on a corner
		{ ray(vec3((Real)0.5, (Real)0.5, (Real)0.5), vec3(0, 0, 0)), 1 },
		{ ray(vec3((Real)0.5, (Real)0.5, 2), vec3(0, 0, 0)), 0 },
		{ ray(vec3(-1, -1, -1), vec3(1, 1, 1)), 1 }, // ends in a corner
		{ ray(vec3(2, 2, 2), vec3(1, 1, 1)), 0 },    // between, too short
		{ ray(vec3(2, 2, 2), vec3(-1, -1, -1)), 1 },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		Found found = { .count = 0 };
		mk_bvh_cast(&bvh, &cases[i].cast, 1, note_cast, &found);
		assert_int_equal(found.count, cases[i].hits);
	}
	mk_bvh_free(&bvh);
}

static void moving_boxes_touch_what_they_reach(void **state) {
	(void)state;
	Bvh bvh = row_of_cubes();
	// half extents 1, from x = -3: its front starts at -2 and touches -0.5 after 1.5
	BoxCast cast = {
		.origin = { -3, 0, 0 }, .motion = { (Real)1.5, 0, 0 }, .half = { 1, 1, 1 }, .max_t = 1
	};
	Found found = { .count = 0 };
	mk_bvh_cast(&bvh, &cast, 1, note_cast, &found);
	assert_int_equal(found.count, 1);
	cast.motion.x = (Real)1.4999;
	found.count = 0;
	mk_bvh_cast(&bvh, &cast, 1, note_cast, &found);
	assert_int_equal(found.count, 0);
	// touching all the way along the faces y = 0.5
	cast = (BoxCast){
		.origin = { -3, (Real)1.5, 0 }, .motion = { 100, 0, 0 }, .half = { 1, 1, 1 }, .max_t = 1
	};
	mk_bvh_cast(&bvh, &cast, 1, note_cast, &found);
	assert_int_equal(found.count, 10);
	mk_bvh_free(&bvh);
}

static Real cut_at_first(void *context, uint32_t id, uint32_t user, Real max_t) {
	(void)id;
	note_user(context, id, user);
	// the cubes' near faces along the ray of the test below
	Real t = ((Real)(2 * user) - (Real)0.5 + 10) / 100;
	return t < max_t ? t : max_t;
}

static void visits_shorten_casts_and_stop_queries(void **state) {
	(void)state;
	Bvh bvh = row_of_cubes();
	BoxCast cast = ray(vec3(-10, 0, 0), vec3(100, 0, 0));
	Found found = { .count = 0 };
	Real t = mk_bvh_cast(&bvh, &cast, 1, cut_at_first, &found);
	check_near(t, (Real)9.5 / 100, 0);
	assert_int_equal(found.users[found.count - 1], 0);
	assert_true(found.count <= 2);

	Found stopped = { .stop_after = 3 };
	Aabb all = { { -100, -100, -100 }, { 100, 100, 100 } };
	assert_false(mk_bvh_query(&bvh, all, 1, note_user, &stopped));
	assert_int_equal(stopped.count, 3);
	stopped = (Found){ .stop_after = 1 };
	assert_true(mk_bvh_cast(&bvh, &cast, 1, note_cast, &stopped) < 0);
	assert_int_equal(stopped.count, 1);
	mk_bvh_free(&bvh);
}

static void pairs_are_found_once(void **state) {
	(void)state;
	Bvh bvh = { 0 };
	mk_bvh_insert(&bvh, cube_at(0, 0, 0), 0, 1);
	mk_bvh_insert(&bvh, cube_at(1, 0, 0), 1, 1); // touches 0
	mk_bvh_insert(&bvh, cube_at(5, 0, 0), 2, 1);
	mk_bvh_insert(&bvh, (Aabb){ { 1, -1, -1 }, { 5, 1, 1 } }, 3, 1); // overlaps 1 and 2
	Found found = { .count = 0 };
	assert_true(mk_bvh_find_pairs(&bvh, note_pair, &found));
	assert_int_equal(found.count, 3);
	assert_int_equal(found.users[0] + found.users[1] + found.users[2], 1 + 103 + 203);
	Found stopped = { .stop_after = 2 };
	assert_false(mk_bvh_find_pairs(&bvh, note_pair, &stopped));
	assert_int_equal(stopped.count, 2);

	Bvh other = { 0 };
	mk_bvh_insert(&other, cube_at(-1, 0, 0), 0, 1); // touches 0 of the first
	found.count = 0;
	assert_true(mk_bvh_find_pairs_between(&bvh, &other, note_pair, &found));
	assert_int_equal(found.count, 1);
	mk_bvh_free(&bvh);
	mk_bvh_free(&other);
}

static void ids_are_used_again(void **state) {
	(void)state;
	Bvh bvh = row_of_cubes();
	mk_bvh_remove(&bvh, 3);
	mk_bvh_remove(&bvh, 8);
	assert_false(bvh_has(&bvh, 3));
	assert_int_equal(mk_bvh_insert(&bvh, cube_at(0, 0, 0), 50, 1), 8);
	assert_int_equal(mk_bvh_insert(&bvh, cube_at(0, 0, 0), 51, 1), 3);
	assert_int_equal(mk_bvh_insert(&bvh, cube_at(0, 0, 0), 52, 1), 10);
	assert_int_equal(bvh_user(&bvh, 3), 51);
	assert_true(mk_bvh_is_valid(&bvh));
	mk_bvh_clear(&bvh);
	assert_int_equal(mk_bvh_insert(&bvh, cube_at(0, 0, 0), 53, 1), 0);
	assert_true(mk_bvh_is_valid(&bvh));
	mk_bvh_free(&bvh);
}

static void empty_and_infinite_boxes_have_a_place(void **state) {
	(void)state;
	Bvh bvh = row_of_cubes();
	Aabb everything = { vec3_splat(-MK_INFINITY), vec3_splat(MK_INFINITY) };
	uint32_t empty = mk_bvh_insert(&bvh, aabb_empty(), 20, 1);
	uint32_t inverted = mk_bvh_insert(&bvh, (Aabb){ { 1, 1, 1 }, { -1, 2, 2 } }, 21, 1);
	assert_int_equal(query(&bvh, everything, 1).count, 10);
	uint32_t infinite = mk_bvh_insert(&bvh, everything, 22, 1);
	assert_int_equal(query(&bvh, everything, 1).count, 11);
	assert_int_equal(query(&bvh, cube_at(1000, 1000, 1000), 1).users[0], 22);
	// an infinite box meets all but the empty ones
	Found found = { .count = 0 };
	mk_bvh_find_pairs(&bvh, note_pair, &found);
	assert_int_equal(found.count, 10);
	assert_true(mk_bvh_is_valid(&bvh));
	// an empty one may get a box later
	mk_bvh_place(&bvh, empty, cube_at(1000, 1000, 1000));
	assert_int_equal(query(&bvh, cube_at(1000, 1000, 1000), 1).count, 2);
	mk_bvh_rebuild_all(&bvh);
	assert_int_equal(query(&bvh, everything, 1).count, 12);
	mk_bvh_remove(&bvh, infinite);
	mk_bvh_remove(&bvh, inverted);
	assert_true(mk_bvh_is_valid(&bvh));
	mk_bvh_free(&bvh);
}

static void queries_that_are_not_finite_find_nothing(void **state) {
	(void)state;
	Bvh bvh = row_of_cubes();
	Real nan = MK_INFINITY - MK_INFINITY;
	assert_int_equal(query(&bvh, (Aabb){ { nan, -9, -9 }, { 9, 9, 9 } }, 1).count, 0);
	assert_int_equal(query(&bvh, aabb_empty(), 1).count, 0);
	const BoxCast casts[] = {
		{ .origin = { nan, 0, 0 }, .motion = { 1, 0, 0 }, .max_t = 1 },
		{ .motion = { nan, 0, 0 }, .max_t = 1 },
		{ .motion = { MK_INFINITY, 0, 0 }, .max_t = 1 },
		{ .motion = { 1, 0, 0 }, .half = { nan, 0, 0 }, .max_t = 1 },
		{ .motion = { 1, 0, 0 }, .half = { -1, 0, 0 }, .max_t = 1 },
		{ .motion = { 1, 0, 0 }, .max_t = nan },
		{ .motion = { 1, 0, 0 }, .max_t = -1 },
	};
	for (size_t i = 0; i < sizeof(casts) / sizeof(casts[0]); i++) {
		Found found = { .count = 0 };
		mk_bvh_cast(&bvh, &casts[i], 1, note_cast, &found);
		assert_int_equal(found.count, 0);
	}
	// an infinite limit is allowed
	BoxCast endless = { .origin = { -5, 0, 0 }, .motion = { 1, 0, 0 }, .max_t = MK_INFINITY };
	Found found = { .count = 0 };
	mk_bvh_cast(&bvh, &endless, 1, note_cast, &found);
	assert_int_equal(found.count, 10);
	mk_bvh_free(&bvh);
}

static jmp_buf after_failure;

static void leave_by_jump(const char *message, const char *file, int line) {
	(void)message;
	(void)file;
	(void)line;
	longjmp(after_failure, 1);
}

// Checked builds stop at a NaN; others keep the leaf where no query finds it and nothing is spoilt.
static void nan_boxes_are_refused(void **state) {
	(void)state;
	Bvh bvh = row_of_cubes();
	Real nan = MK_INFINITY - MK_INFINITY;
	Aabb broken = { { 0, nan, 0 }, { 1, 1, 1 } };
	volatile bool was_refused = false;
	mk_assert_set_handler(leave_by_jump);
	if (setjmp(after_failure) == 0)
		mk_bvh_insert(&bvh, broken, 30, 1);
	else
		was_refused = true;
	mk_assert_set_handler(NULL);
#ifdef MK_DEBUG
	assert_true(was_refused);
#else
	assert_false(was_refused);
	assert_int_equal(bvh.count, 11);
#endif
	Aabb all = { { -100, -100, -100 }, { 100, 100, 100 } };
	assert_int_equal(query(&bvh, all, 1).count, 10);
	assert_true(mk_bvh_is_valid(&bvh));
	mk_bvh_free(&bvh);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(empty_tree_finds_nothing),
		cmocka_unit_test(one_leaf_is_found_moved_and_removed),
		cmocka_unit_test(boxes_that_touch_are_found),
		cmocka_unit_test(mask_hides_leaves),
		cmocka_unit_test(moves_inside_the_fat_box_change_nothing),
		cmocka_unit_test(refit_takes_back_what_moves_enlarged),
		cmocka_unit_test(rays_meet_boxes_nearest_first),
		cmocka_unit_test(rays_in_a_face_hit),
		cmocka_unit_test(moving_boxes_touch_what_they_reach),
		cmocka_unit_test(visits_shorten_casts_and_stop_queries),
		cmocka_unit_test(pairs_are_found_once),
		cmocka_unit_test(ids_are_used_again),
		cmocka_unit_test(empty_and_infinite_boxes_have_a_place),
		cmocka_unit_test(queries_that_are_not_finite_find_nothing),
		cmocka_unit_test(nan_boxes_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
