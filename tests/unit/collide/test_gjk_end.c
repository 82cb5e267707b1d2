// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// How a run of GJK ends: by its stop rules, by its limit on steps, or stalled by rounding.
#include "collide/gjk.h"
#include "shape/convex.h"

#include "support/check.h"

static ShapeInstance at(const Shape *shape, Real x, Real y, Real z) {
	return instance_rigid(shape, (Transform){ quat_identity(), vec3(x, y, z) });
}

static void the_limit_on_steps_leaves_true_bounds(void **state) {
	(void)state;
	Shape *ellipsoid = mk_ellipsoid_create(vec3(3, 1, (Real)0.1), NULL);
	Quat turn = quat_from_axis_angle(vec3_normalize(vec3(1, 2, 3)), 1);
	ShapeInstance a = at(ellipsoid, 0, 0, 0);
	ShapeInstance b = instance_rigid(ellipsoid, (Transform){ turn, vec3(1, 2, 2) });
	Difference d = mk_difference(&a, &b);
	GjkInput input = mk_gjk_query_input(&d);
	GjkResult full = mk_gjk(&input);
	assert_int_equal(full.status, SEPARATION_CONVERGED);
	for (uint32_t limit = 1; limit < full.iterations; limit++) {
		input.max_iterations = limit;
		GjkResult r = mk_gjk(&input);
		assert_int_equal(r.status, SEPARATION_CAPPED);
		assert_int_equal(r.iterations, limit);
		assert_true(r.lower <= full.upper + (double)d.error);
		assert_true(r.upper >= full.lower - (double)d.error);
	}
	mk_shape_release(ellipsoid);
}

// The point of the difference that is nearest to the origin.
static Vec3 v_of(GjkResult r) { return vec3_scale(r.normal, -(Real)r.upper); }

// |upper - lower| is what was asked for, relative or absolute, and looser is cheaper.
static void both_stop_rules_hold(void **state) {
	(void)state;
	Shape *ellipsoid = mk_ellipsoid_create(vec3(3, 1, (Real)0.1), NULL);
	Quat turn = quat_from_axis_angle(vec3_normalize(vec3(1, 2, 3)), 1);
	ShapeInstance a = at(ellipsoid, 0, 0, 0);
	ShapeInstance b = instance_rigid(ellipsoid, (Transform){ turn, vec3(1, 2, 2) });
	Difference d = mk_difference(&a, &b);
	static const Real sizes[] = { (Real)1e-1, (Real)1e-2, (Real)1e-3, (Real)1e-4, (Real)1e-5 };
	uint32_t last[2] = { 0, 0 };
	GjkInput best = mk_gjk_query_input(&d);
	Vec3 nearest = v_of(mk_gjk(&best));
	for (int i = 0; i < 5; i++) {
		for (int kind = 0; kind < 2; kind++) {
			GjkInput input = mk_gjk_query_input(&d);
			input.absolute = kind == 0 ? sizes[i] : 0;
			input.relative = kind == 1 ? sizes[i] : 0;
			GjkResult r = mk_gjk(&input);
			assert_int_equal(r.status, SEPARATION_CONVERGED);
			double allowed = (double)sizes[i] * (kind == 0 ? 1 : r.upper);
			assert_true(r.upper - r.lower <= allowed);
			// v.v - v.w bounds the square of the error of the nearest point (theorem 4)
			Vec3 w = difference_support(&d, r.normal, difference_no_hint()).point;
			double gap = r.upper * (r.upper + (double)vec3_dot(w, r.normal));
			double off = (double)vec3_distance(v_of(r), nearest);
			assert_true(off * off <= gap + 4 * (double)d.error * r.upper);
			assert_true(r.iterations >= last[kind]);
			last[kind] = r.iterations;
		}
	}
	mk_shape_release(ellipsoid);
}

// Where nothing is tolerated, the rounding of v decides whether the last support, which is a point
// of the simplex, seems to be nearer than v: then the search stalls, with bounds that hold.
static void a_support_that_is_there_already_stalls(void **state) {
	(void)state;
	Shape *box = mk_box_create(vec3(1, 2, 3), NULL);
	uint32_t stalled = 0;
	for (int i = 0; i < 64; i++) {
		Quat turn = quat_from_axis_angle(vec3_normalize(vec3(1, 2, (Real)i)), (Real)i / 7);
		ShapeInstance a = at(box, 0, 0, 0);
		ShapeInstance b = instance_rigid(box, (Transform){ turn, vec3(6, (Real)i / 16, 1) });
		Difference d = mk_difference(&a, &b);
		GjkInput usual = mk_gjk_query_input(&d);
		GjkInput exact = mk_gjk_query_input(&d);
		exact.is_exact = true;
		exact.relative = 0;
		GjkResult expected = mk_gjk(&usual);
		GjkResult r = mk_gjk(&exact);
		assert_true(r.status == SEPARATION_CONVERGED || r.status == SEPARATION_STALLED);
		assert_true(!r.is_overlapping && r.lower <= r.upper);
		check_near((Real)r.upper, expected.upper, 2 * d.error);
		check_near((Real)r.lower, expected.upper, 2 * d.error);
		stalled += r.status == SEPARATION_STALLED;
	}
	assert_true(stalled > 0);
	mk_shape_release(box);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_limit_on_steps_leaves_true_bounds),
		cmocka_unit_test(both_stop_rules_hold),
		cmocka_unit_test(a_support_that_is_there_already_stalls),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
