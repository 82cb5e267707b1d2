// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Choice of contact points and their matching from step to step.
#include "collide/manifold.h"
#include "support/check.h"

static ContactCandidates candidates_of(uint32_t count, const Vec3 *places, const Real *depths) {
	ContactCandidates c = { .normal = vec3(0, 1, 0), .count = count };
	for (uint32_t i = 0; i < count; i++)
		c.points[i] = (ContactPoint){ places[i], depths != NULL ? depths[i] : 0, 100 + i };
	return c;
}

static bool has_id(const Manifold *m, uint32_t id) {
	for (uint32_t i = 0; i < m->count; i++) {
		if (m->points[i].id == id) return true;
	}
	return false;
}

static void four_points_stay_as_they_are(void **state) {
	(void)state;
	Vec3 places[] = { vec3(0, 0, 0), vec3(0, 0, 0), vec3(1, 0, 0), vec3(2, 0, 0) };
	ContactCandidates c = candidates_of(4, places, NULL);
	c.kind = CONTACT_EDGE_FACE;
	Manifold m;
	mk_manifold_reduce(&c, NULL, &m);
	assert_int_equal(m.count, 4);
	assert_int_equal(m.kind, CONTACT_EDGE_FACE);
	for (uint32_t i = 0; i < 4; i++)
		assert_int_equal(m.points[i].id, 100 + i);
}

static void corners_of_a_square_win_over_points_inside(void **state) {
	(void)state;
	Vec3 places[] = { vec3(0, 0, 0), vec3(1, 0, 1), vec3((Real)0.5, 0, 0), vec3(-1, 0, 1),
		vec3(-1, 0, -1), vec3(0, 0, (Real)0.9), vec3(1, 0, -1) };
	ContactCandidates c = candidates_of(7, places, NULL);
	Manifold m;
	mk_manifold_reduce(&c, NULL, &m);
	assert_int_equal(m.count, 4);
	assert_true(has_id(&m, 101) && has_id(&m, 103) && has_id(&m, 104) && has_id(&m, 106));
}

static void the_deepest_point_is_kept_even_inside(void **state) {
	(void)state;
	Vec3 places[] = { vec3(1, 0, 1), vec3(-1, 0, 1), vec3(-1, 0, -1), vec3(1, 0, -1),
		vec3((Real)0.1, 0, 0) };
	Real depths[] = { 0, 0, 0, 0, (Real)-0.01 };
	ContactCandidates c = candidates_of(5, places, depths);
	Manifold m;
	mk_manifold_reduce(&c, NULL, &m);
	assert_int_equal(m.points[0].id, 104);
	assert_int_equal(m.count, 4);
}

// Three feet, and beside each of them a place a little farther out that is 15 mm above the floor.
static void points_that_touch_win_over_those_farther_out_that_do_not(void **state) {
	(void)state;
	Vec3 places[] = { vec3(1, 0, 0), vec3((Real)1.1, 0, 0), vec3(-1, 0, 1),
		vec3((Real)-1.1, 0, (Real)1.1), vec3(-1, 0, -1), vec3((Real)-1.1, 0, (Real)-1.1) };
	const Real above = (Real)0.015;
	for (int i = 0; i < 2; i++) {
		// pressed in, or not yet there: what counts is what is lowest
		Real floor = i == 0 ? (Real)-0.002 : (Real)0.004;
		Real depths[] = { floor, floor + above, floor + (Real)0.0001, floor + above,
			floor + (Real)0.0002, floor + above };
		ContactCandidates c = candidates_of(6, places, depths);
		Manifold m;
		mk_manifold_reduce_surface(&c, NULL, MK_SURFACE_HALF_SLOPS, &m);
		assert_int_equal(m.count, 4);
		assert_true(has_id(&m, 100) && has_id(&m, 102) && has_id(&m, 104));
	}
}

// Eight corners of an octagon: either square of four is as large.
static void the_square_of_the_last_step_is_kept(void **state) {
	(void)state;
	const Real d = (Real)0.70710678;
	Vec3 places[] = { vec3(1, 0, 0), vec3(d, 0, d), vec3(0, 0, 1), vec3(-d, 0, d), vec3(-1, 0, 0),
		vec3(-d, 0, -d), vec3(0, 0, -1), vec3(d, 0, -d) };
	for (uint32_t first = 0; first < 2; first++) {
		ContactCandidates c = candidates_of(8, places, NULL);
		// what is deepest, or reaches farthest, is noise
		c.points[1 - first].separation = (Real)-1e-5;
		c.points[3 - first].position.x += (Real)-1e-3;
		Manifold last = { .count = 4 };
		for (uint32_t i = 0; i < 4; i++)
			last.points[i].id = 100 + first + 2 * i;
		Manifold m;
		mk_manifold_reduce(&c, &last, &m);
		assert_int_equal(m.count, 4);
		for (uint32_t i = 0; i < 4; i++)
			assert_true(has_id(&m, 100 + first + 2 * i));
	}
}

static void points_on_a_line_give_its_ends(void **state) {
	(void)state;
	Vec3 places[] = { vec3(0, 0, 0), vec3(1, 0, 0), vec3(2, 0, 0), vec3(3, 0, 0), vec3(4, 0, 0) };
	Real depths[] = { (Real)-0.001, 0, 0, 0, 0 };
	ContactCandidates c = candidates_of(5, places, depths);
	Manifold m;
	mk_manifold_reduce(&c, NULL, &m);
	assert_int_equal(m.count, 2);
	assert_true(has_id(&m, 100) && has_id(&m, 104));
}

static void five_points_at_one_place_are_one(void **state) {
	(void)state;
	Vec3 places[5] = { vec3(1, 2, 3), vec3(1, 2, 3), vec3(1, 2, 3), vec3(1, 2, 3), vec3(1, 2, 3) };
	ContactCandidates c = candidates_of(5, places, NULL);
	Manifold m;
	mk_manifold_reduce(&c, NULL, &m);
	assert_int_equal(m.count, 1);
}

static void equal_ids_are_made_different(void **state) {
	(void)state;
	Vec3 places[] = { vec3(0, 0, 0), vec3(1, 0, 0), vec3(2, 0, 0) };
	ContactCandidates c = candidates_of(3, places, NULL);
	for (uint32_t i = 0; i < 3; i++)
		c.points[i].id = 7;
	Manifold m;
	mk_manifold_reduce(&c, NULL, &m);
	assert_int_equal(m.points[0].id, 7);
	assert_int_equal(m.points[1].id, 8);
	assert_int_equal(m.points[2].id, 9);
}

static void points_that_are_not_finite_do_no_harm(void **state) {
	(void)state;
	Vec3 places[6] = { { 0 } };
	Real depths[6];
	for (int i = 0; i < 6; i++) {
		places[i] = vec3((Real)NAN, 0, (Real)i);
		depths[i] = (Real)NAN;
	}
	ContactCandidates c = candidates_of(6, places, depths);
	Manifold m;
	mk_manifold_reduce(&c, NULL, &m);
	assert_in_range(m.count, 1, 4);
}

static Manifold manifold_of(uint32_t count, const Real *x, const uint32_t *ids) {
	Manifold m = { .normal = vec3(0, 1, 0), .count = count };
	for (uint32_t i = 0; i < count; i++)
		m.points[i] = (ContactPoint){ vec3(x[i], 0, 0), 0, ids[i] };
	return m;
}

static void points_match_by_id_first_then_by_distance(void **state) {
	(void)state;
	Manifold last = manifold_of(3, (Real[]){ 0, 1, 2 }, (uint32_t[]){ 5, 6, 7 });
	// id 6 went to the other end; the next one has a new id beside the old place of 5
	Manifold now = manifold_of(3, (Real[]){ 2, (Real)0.001, 9 }, (uint32_t[]){ 6, 50, 51 });
	// along the normal points may settle
	now.points[1].position.y = 3;
	uint32_t matches[MK_MANIFOLD_POINTS];
	mk_manifold_match(&now, &last, (Real)0.01, matches);
	assert_int_equal(matches[0], 1);
	assert_int_equal(matches[1], 0);
	assert_int_equal(matches[2], MK_MANIFOLD_POINTS);
	assert_int_equal(matches[3], MK_MANIFOLD_POINTS);
}

static void a_point_is_continued_once(void **state) {
	(void)state;
	Manifold last = manifold_of(1, (Real[]){ 0 }, (uint32_t[]){ 5 });
	Manifold now = manifold_of(2, (Real[]){ (Real)0.001, 0 }, (uint32_t[]){ 8, 5 });
	uint32_t matches[MK_MANIFOLD_POINTS];
	mk_manifold_match(&now, &last, (Real)0.01, matches);
	assert_int_equal(matches[0], MK_MANIFOLD_POINTS);
	assert_int_equal(matches[1], 0);
}

static void kinds_do_not_depend_on_the_order(void **state) {
	(void)state;
	for (uint32_t a = 0; a < 3; a++) {
		for (uint32_t b = 0; b < 3; b++)
			assert_int_equal(contact_kind(a, b), contact_kind(b, a));
	}
	assert_int_equal(contact_kind(0, 2), CONTACT_VERTEX_FACE);
	assert_int_equal(contact_kind(1, 1), CONTACT_EDGE_EDGE);
	assert_int_equal(contact_kind(2, 2), CONTACT_FACE_FACE);
	assert_int_equal(contact_kind(1, 2), CONTACT_EDGE_FACE);
	assert_int_equal(contact_kind(0, 1), CONTACT_VERTEX_EDGE);
	assert_int_equal(contact_kind(0, 0), CONTACT_VERTEX_VERTEX);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(four_points_stay_as_they_are),
		cmocka_unit_test(corners_of_a_square_win_over_points_inside),
		cmocka_unit_test(the_deepest_point_is_kept_even_inside),
		cmocka_unit_test(points_that_touch_win_over_those_farther_out_that_do_not),
		cmocka_unit_test(the_square_of_the_last_step_is_kept),
		cmocka_unit_test(points_on_a_line_give_its_ends),
		cmocka_unit_test(five_points_at_one_place_are_one),
		cmocka_unit_test(equal_ids_are_made_different),
		cmocka_unit_test(points_that_are_not_finite_do_no_harm),
		cmocka_unit_test(points_match_by_id_first_then_by_distance),
		cmocka_unit_test(a_point_is_continued_once),
		cmocka_unit_test(kinds_do_not_depend_on_the_order),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
