// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What no answer may depend on: the unit of length, the place in the world, the order of two
// equals. Sizes go from 1e-6 to 1e6 times those of the scene, by powers of two, which are exact: an
// absolute tolerance anywhere would change an answer.
#include "geometry/closest_pair.h"
#include "geometry/closest_pair_triangle.h"
#include "geometry/overlap_box.h"
#include "geometry/overlap_capsule.h"
#include "geometry/overlap_sphere.h"
#include "geometry/triangle_triangle.h"
#include "support/check.h"
#include "support/property.h"
#include "support/questions.h"
#include "support/random.h"

static Real power_of_two(int exponent) { return (Real)ldexp(1, exponent); }

static void expect_same(const Question *question, const Scene *scene, const Scene *changed) {
	bool expected = question->ask(scene);
	bool answer = question->ask(changed);
	if (answer != expected) print_error("%s: %d\n", question->name, answer);
	assert_int_equal(answer, expected);
}

static void unit_of_length_changes_no_answer(Rng *rng) {
	Scene scene = random_scene(rng);
	Scene scaled = scale_scene(scene, power_of_two((int)rng_below(rng, 41) - 20));
	for (int i = 0; i < question_count; i++)
		expect_same(&questions[i], &scene, &scaled);
}

static Vec3 whole_metres(Rng *rng) {
	static const double reaches[] = { 10, 1e3, 65000 };
	Vec3 p = random_vec3(rng, reaches[rng_below(rng, 3)]);
	return vec3(real_floor(p.x), real_floor(p.y), real_floor(p.z));
}

// Two questions have a tolerance for coordinates that were rounded where they are, and say so.
static bool depends_on_place(const Question *question) {
	return strcmp(question->name, "in_mesh") == 0 || strcmp(question->name, "cross_implicit") == 0;
}

static void place_changes_no_answer(Rng *rng) {
	Scene scene = random_scene(rng);
	Scene moved = move_scene(scene, whole_metres(rng));
	for (int i = 0; i < question_count; i++) {
		if (!depends_on_place(&questions[i])) expect_same(&questions[i], &scene, &moved);
	}
}

// The same numbers by other names: the order of two equal partners changes no answer, and
// distances only by rounding.
static void order_changes_no_answer(Rng *rng) {
	Scene s = random_scene(rng);
	Segment core_a = { s.capsule.start, s.capsule.end };
	Segment core_b = { s.pill.start, s.pill.end };
	Real near = mk_closest_segments(core_a, core_b).distance_squared;
	check_near(mk_closest_segments(core_b, core_a).distance_squared, near, 64 * MK_EPSILON * 20);
	near = mk_closest_triangles(s.triangle, s.sail).distance_squared;
	check_near(
			mk_closest_triangles(s.sail, s.triangle).distance_squared, near, 64 * MK_EPSILON * 20);
	assert_int_equal(
			sphere_overlaps_sphere(s.ball, s.sphere), sphere_overlaps_sphere(s.sphere, s.ball));
	assert_int_equal(aabb_overlaps(s.block, s.box), aabb_overlaps(s.box, s.block));
	assert_int_equal(mk_triangles_meet(s.sail, s.triangle).meeting,
			mk_triangles_meet(s.triangle, s.sail).meeting);
	BoxContact contact = mk_obb_contact_obb(&s.turned_box, &s.turned_block);
	BoxContact mirrored = mk_obb_contact_obb(&s.turned_block, &s.turned_box);
	check_near(mirrored.depth, contact.depth, 64 * MK_EPSILON * 20);
	// nearer than rounding to touching, either answer is right
	if (real_abs(contact.depth) < 64 * MK_EPSILON * 20) return;
	assert_int_equal(obb_overlaps_obb(&s.turned_box, &s.turned_block), contact.depth > 0);
	assert_int_equal(obb_overlaps_obb(&s.turned_block, &s.turned_box), contact.depth > 0);
}

// The informative form of a test says hit where the plain form says yes.
static void both_forms_agree(Rng *rng) {
	Scene s = random_scene(rng);
	Polygon polygon = { s.corners, 4 };
	const bool pairs[][2] = {
		{ sphere_overlaps_sphere(s.sphere, s.ball),
				mk_sphere_contact_sphere(s.sphere, s.ball).hit },
		{ sphere_overlaps_aabb(s.sphere, s.box), mk_sphere_contact_aabb(s.sphere, s.box).hit },
		{ mk_sphere_overlaps_triangle(s.sphere, s.triangle),
				mk_sphere_contact_triangle(s.sphere, s.triangle).hit },
		{ mk_sphere_overlaps_polygon(s.sphere, polygon),
				mk_sphere_contact_polygon(s.sphere, polygon).hit },
		{ capsule_overlaps_capsule(s.capsule, s.pill),
				mk_capsule_contact_capsule(s.capsule, s.pill).hit },
		{ sphere_overlaps_capsule(s.sphere, s.capsule),
				mk_sphere_contact_capsule(s.sphere, s.capsule).hit },
		{ aabb_overlaps(s.box, s.block), mk_aabb_contact_aabb(s.box, s.block).hit },
		{ obb_overlaps_obb(&s.turned_box, &s.turned_block),
				mk_obb_contact_obb(&s.turned_box, &s.turned_block).hit },
		{ sphere_overlaps_obb(s.sphere, s.turned_box),
				mk_sphere_contact_obb(s.sphere, s.turned_box).hit },
		{ mk_segment_overlaps_aabb(s.segment, s.box),
				mk_ray_hit_aabb(ray_from_segment(s.segment), ray_range_segment(), s.box).hit },
	};
	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
		if (pairs[i][0] != pairs[i][1]) print_error("pair %zu\n", i);
		assert_int_equal(pairs[i][0], pairs[i][1]);
	}
}

static void answers_have_no_unit(void **state) {
	(void)state;
	for_all(unit_of_length_changes_no_answer, 5000, 901);
}

static void answers_have_no_place(void **state) {
	(void)state;
	for_all(place_changes_no_answer, 5000, 902);
}

static void answers_have_no_order(void **state) {
	(void)state;
	for_all(order_changes_no_answer, 20000, 903);
}

static void plain_and_informative_forms_agree(void **state) {
	(void)state;
	for_all(both_forms_agree, 50000, 904);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(answers_have_no_unit),
		cmocka_unit_test(answers_have_no_place),
		cmocka_unit_test(answers_have_no_order),
		cmocka_unit_test(plain_and_informative_forms_agree),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
