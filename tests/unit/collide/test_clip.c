// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Features that face each other, clipped: places, separations and names.
#include "collide/clip.h"
#include "math/trig.h"
#include "support/check.h"

// A convex polygon at a height, corners given in x and z; seen from above, or from below for B.
static ShapeFace polygon(uint32_t count, Real (*corners)[2], Real height, bool is_below) {
	ShapeFace face = { .kind = FACE_POLYGON, .count = count };
	face.normal = vec3(0, is_below ? -1 : 1, 0);
	for (uint32_t i = 0; i < count; i++) {
		// counter-clockwise seen along the normal: z towards x from above
		uint32_t k = is_below ? count - 1 - i : i;
		face.points[i] = vec3(corners[k][1], height, corners[k][0]);
		face.ids[i] = k;
	}
	return face;
}

static ShapeFace square(Real x, Real z, Real half, Real height, bool is_below) {
	Real corners[4][2] = { { z - half, x - half }, { z + half, x - half }, { z + half, x + half },
		{ z - half, x + half } };
	return polygon(4, corners, height, is_below);
}

static ShapeFace edge(Vec3 start, Vec3 end, bool is_below) {
	ShapeFace face = { .kind = FACE_EDGE, .count = 2, .normal = vec3(0, is_below ? -1 : 1, 0) };
	face.points[0] = start;
	face.points[1] = end;
	face.ids[1] = 1;
	return face;
}

static ContactCandidates clip(const ShapeFace *a, const ShapeFace *b, bool *is_found) {
	ContactCandidates out;
	// far apart: a wrong fallback would be seen
	*is_found = mk_clip_faces(&(ClipInput){ .a = a,
									  .b = b,
									  .normal = vec3(0, 1, 0),
									  .point_a = vec3(50, 0, 50),
									  .point_b = vec3(50, (Real)0.015, 50),
									  .margin = (Real)0.02 },
			&out);
	return out;
}

static const ContactPoint *find(const ContactCandidates *c, Real x, Real z) {
	for (uint32_t i = 0; i < c->count; i++) {
		Vec3 p = c->points[i].position;
		if (real_abs(p.x - x) <= (Real)1e-5 && real_abs(p.z - z) <= (Real)1e-5)
			return &c->points[i];
	}
	return NULL;
}

static void a_small_square_on_a_large_one_keeps_its_corners(void **state) {
	(void)state;
	bool is_found;
	ShapeFace large = square(0, 0, 2, 0, false);
	ShapeFace small = square((Real)0.5, 0, 1, (Real)-0.01, true);
	ContactCandidates c = clip(&large, &small, &is_found);
	assert_true(is_found);
	assert_int_equal(c.count, 4);
	assert_int_equal(c.kind, CONTACT_FACE_FACE);
	const Real xs[] = { (Real)-0.5, (Real)1.5 };
	const Real zs[] = { -1, 1 };
	for (int i = 0; i < 4; i++) {
		const ContactPoint *p = find(&c, xs[i & 1], zs[i >> 1]);
		assert_non_null(p);
		check_near(p->separation, -0.01, 1e-6);
		check_near(p->position.y, -0.005, 1e-6);
	}
}

// Corner (1, 1) of A in B, corner (0.5, 0.5) of B in A, and two crossings.
static void overlapping_corners_make_four_names(void **state) {
	(void)state;
	bool is_found;
	ShapeFace a = square(0, 0, 1, 0, false);
	ShapeFace b = square((Real)1.5, (Real)1.5, 1, 0, true);
	ContactCandidates c = clip(&a, &b, &is_found);
	assert_int_equal(c.count, 4);
	assert_non_null(find(&c, 1, 1));
	assert_non_null(find(&c, (Real)0.5, (Real)0.5));
	assert_non_null(find(&c, 1, (Real)0.5));
	assert_non_null(find(&c, (Real)0.5, 1));
	for (uint32_t i = 0; i < 4; i++) {
		for (uint32_t k = 0; k < i; k++)
			assert_int_not_equal(c.points[i].id, c.points[k].id);
	}
}

static void squares_beside_each_other_fall_back_to_the_nearest_points(void **state) {
	(void)state;
	bool is_found;
	ShapeFace a = square(0, 0, 1, 0, false);
	ShapeFace b = square(3, 0, 1, 0, true);
	ContactCandidates c = clip(&a, &b, &is_found);
	assert_false(is_found);
	assert_int_equal(c.count, 1);
	check_vec3(c.points[0].position, vec3(50, (Real)0.0075, 50), 1e-5);
	check_near(c.points[0].separation, 0.015, 1e-6);
}

// Equal squares that tremble by a tenth of a millimetre keep their four names.
static void names_of_flush_squares_are_steady(void **state) {
	(void)state;
	bool is_found;
	ShapeFace a = square(0, 0, 1, 0, false);
	ShapeFace b = square(0, 0, 1, 0, true);
	ContactCandidates still = clip(&a, &b, &is_found);
	assert_int_equal(still.count, 4);
	const Real shifts[] = { (Real)-1e-4, 0, (Real)1e-4 };
	for (int i = 0; i < 27; i++) {
		b = square(shifts[i % 3], shifts[i / 3 % 3], 1 + shifts[i / 9], 0, true);
		ContactCandidates c = clip(&a, &b, &is_found);
		assert_int_equal(c.count, 4);
		for (uint32_t k = 0; k < 4; k++) {
			bool is_known = false;
			for (uint32_t l = 0; l < 4; l++)
				is_known |= c.points[k].id == still.points[l].id;
			assert_true(is_known);
		}
	}
}

static void points_beyond_the_margin_are_left_out(void **state) {
	(void)state;
	bool is_found;
	ShapeFace a = square(0, 0, 1, 0, false);
	// rises along x by 1 in 20: 0 at x = -1, 0.1 at x = 1
	ShapeFace b = square(0, 0, 1, 0, true);
	for (int i = 0; i < 4; i++)
		b.points[i].y = (b.points[i].x + 1) / 20;
	b.normal = vec3_normalize(vec3((Real)0.05, -1, 0));
	ContactCandidates c = clip(&a, &b, &is_found);
	assert_int_equal(c.count, 2);
	assert_int_equal(c.kind, CONTACT_EDGE_FACE);
	assert_non_null(find(&c, -1, 1));
	assert_non_null(find(&c, -1, -1));
}

static void radii_are_taken_off_and_points_stay_midway(void **state) {
	(void)state;
	ShapeFace a = square(0, 0, 1, 0, false);
	ShapeFace b = square(0, 0, 2, (Real)0.5, true);
	ContactCandidates c;
	mk_clip_faces(&(ClipInput){ .a = &a,
						  .b = &b,
						  .normal = vec3(0, 1, 0),
						  .point_b = vec3(0, (Real)0.5, 0),
						  .radius_a = (Real)0.125,
						  .radius_b = (Real)0.5 },
			&c);
	assert_int_equal(c.count, 4);
	// surfaces at 0.125 and at 0
	check_near(c.points[0].separation, -0.125, 1e-6);
	check_near(c.points[0].position.y, 0.0625, 1e-6);
}

static void an_edge_over_a_square_is_cut_at_its_border(void **state) {
	(void)state;
	bool is_found;
	ShapeFace a = square(0, 0, 1, 0, false);
	ShapeFace b = edge(vec3(-3, 0, (Real)0.5), vec3((Real)0.25, (Real)-0.013, (Real)0.5), true);
	ContactCandidates c = clip(&a, &b, &is_found);
	assert_int_equal(c.count, 2);
	// 2 / 3.25 of the way
	check_near(find(&c, -1, (Real)0.5)->separation, -0.008, 1e-6);
	check_near(find(&c, (Real)0.25, (Real)0.5)->separation, -0.013, 1e-6);
	// the other way round
	ShapeFace square_b = square(0, 0, 1, 0, true);
	ShapeFace edge_a = edge(vec3(-3, 0, (Real)0.5), vec3((Real)0.25, 0, (Real)0.5), false);
	ContactCandidates swapped = clip(&edge_a, &square_b, &is_found);
	assert_int_equal(swapped.count, 2);
}

static void edges_cross_in_one_point_or_lie_along_each_other_in_two(void **state) {
	(void)state;
	bool is_found;
	ShapeFace a = edge(vec3(-1, 0, 0), vec3(1, 0, 0), false);
	ShapeFace crossing = edge(vec3((Real)0.5, 0, -1), vec3((Real)0.5, (Real)0.0005, 1), true);
	ContactCandidates one = clip(&a, &crossing, &is_found);
	assert_int_equal(one.count, 1);
	assert_int_equal(one.kind, CONTACT_EDGE_EDGE);
	check_near(find(&one, (Real)0.5, 0)->separation, 0.00025, 1e-6);
	ShapeFace along = edge(vec3(3, 0, 0), vec3((Real)0.5, 0, 0), true);
	ContactCandidates two = clip(&a, &along, &is_found);
	assert_int_equal(two.count, 2);
	assert_non_null(find(&two, (Real)0.5, 0));
	assert_non_null(find(&two, 1, 0));
	ShapeFace behind = edge(vec3(3, 0, 0), vec3(2, 0, 0), true);
	clip(&a, &behind, &is_found);
	assert_false(is_found);
}

// An edge through the middle at an angle to x, of 2 m, or of 1.8 m for B.
static ShapeFace round_edge(Real degrees, Real bend_start, Real bend_end, bool is_below) {
	Real angle = degrees / 180 * MK_PI;
	Vec3 end = vec3(real_cos(angle), 0, real_sin(angle));
	Vec3 half = vec3_scale(end, is_below ? (Real)0.9 : 1);
	ShapeFace face = edge(vec3_negate(half), half, is_below);
	face.bends[0] = bend_start;
	face.bends[1] = bend_end;
	return face;
}

// At B's ends lines that lean by 3 degrees are 4.7102 cm beside each other: circles of 0.3 and 0.1
// m have fallen back by 2.76 mm there, and three quarters of the way are the larger one's. 0.54043
// m from the crossing it would be a millimetre: up to there they count as flat.
static void round_edges_that_lean_touch_beside_their_crossing(void **state) {
	(void)state;
	bool is_found;
	ShapeFace a = round_edge(0, (Real)0.3, (Real)0.3, false);
	ShapeFace b = round_edge(3, (Real)0.1, (Real)0.1, true);
	ContactCandidates c = clip(&a, &b, &is_found);
	assert_true(is_found);
	assert_int_equal(c.count, 4);
	const double fall = 0.04710236 * 0.04710236 / (0.4 + 0.40276379);
	for (int side = -1; side <= 1; side += 2) {
		Real x = (Real)side * (Real)0.540431;
		const ContactPoint *flat = find(&c, x, (Real)side * (Real)0.021242);
		assert_non_null(flat);
		check_near(flat->separation, 0, 1e-6);
		x = (Real)side * (Real)0.898767;
		const ContactPoint *end = find(&c, x, (Real)side * (Real)0.035327);
		assert_non_null(end);
		check_near(end->separation, fall, 1e-6);
		// three quarters of the fall are A's, too
		check_near(end->position.y, -0.25 * fall, 1e-6);
	}
}

// A third of a degree: the ends are 5.24 mm beside each other, and 0.03 mm apart.
static void round_edges_that_hardly_lean_touch_from_end_to_end(void **state) {
	(void)state;
	bool is_found;
	ShapeFace a = round_edge(0, (Real)0.3, (Real)0.3, false);
	ShapeFace b = round_edge((Real)1 / 3, (Real)0.1, (Real)0.1, true);
	ContactCandidates c = clip(&a, &b, &is_found);
	assert_int_equal(c.count, 2);
	for (uint32_t i = 0; i < 2; i++) {
		check_near(real_abs(c.points[i].position.x), 0.9, 1e-4);
		check_near(c.points[i].separation, 0, 1e-6);
	}
	// wires of a millimetre touch in the middle only: beside each other by more than a quarter of
	// their widths the ends say nothing
	a = round_edge(0, (Real)0.001, (Real)0.001, false);
	b = round_edge((Real)1 / 3, (Real)0.001, (Real)0.001, true);
	c = clip(&a, &b, &is_found);
	assert_int_equal(c.count, 2);
	for (uint32_t i = 0; i < 2; i++)
		check_near(real_abs(c.points[i].position.x), 0.343777, 1e-4);
}

static void what_is_sharp_or_crosses_steeply_touches_in_one_point(void **state) {
	(void)state;
	bool is_found;
	ShapeFace sharp = round_edge(0, 0, 0, false);
	ShapeFace sharp_b = round_edge(3, 0, 0, true);
	assert_int_equal(clip(&sharp, &sharp_b, &is_found).count, 1);
	// the gap at the ends would be less than the margin
	ShapeFace large = round_edge(0, 20, 20, false);
	ShapeFace steep = round_edge(20, 20, 20, true);
	assert_int_equal(clip(&large, &steep, &is_found).count, 1);
	assert_true(is_found);
}

// A cone is sharp at its tip: there the way beside is the gap, 4 cm, more than the margin.
static void a_cone_leans_with_its_round_end_only(void **state) {
	(void)state;
	bool is_found;
	ShapeFace cone = round_edge(0, (Real)0.3, 0, false);
	ShapeFace bar = round_edge(3, 0, 0, true);
	ContactCandidates c = clip(&cone, &bar, &is_found);
	assert_int_equal(c.count, 3);
	// the bar has no width: the places are above its line
	assert_non_null(find(&c, (Real)-0.898767, (Real)-0.047102));
	assert_non_null(find(&c, (Real)-0.330945, (Real)-0.017344));
	assert_non_null(find(&c, (Real)0.330945, (Real)0.017344));
}

static ContactCandidates clip_on_ball(
		const ShapeFace *face, Real radius, Vec3 top, bool *is_found) {
	ShapeFace ball = { .kind = FACE_POINT, .count = 1, .normal = vec3(0, 1, 0) };
	ball.points[0] = vec3_add(top, vec3(0, -radius, 0));
	ContactCandidates out;
	*is_found = mk_clip_faces(&(ClipInput){ .a = &ball,
									  .b = face,
									  .normal = vec3(0, 1, 0),
									  .point_a = ball.points[0],
									  .point_b = top,
									  .radius_a = radius,
									  .margin = (Real)0.02 },
			&out);
	return out;
}

// Within 8.9443 cm a ball of 4 m falls off by a millimetre: the corners of a square of 0.3 m, 42 cm
// from the middle of its other side, are too far out. A smaller ball is touched in one point.
static void a_square_on_a_large_ball_stands_around_the_point_it_touches(void **state) {
	(void)state;
	bool is_found;
	ShapeFace face = square(0, 0, (Real)0.3, 0, true);
	ContactCandidates c = clip_on_ball(&face, 4, vec3((Real)0.1, 0, 0), &is_found);
	assert_true(is_found);
	assert_int_equal(c.count, 4);
	for (uint32_t i = 0; i < 4; i++) {
		Vec3 p = c.points[i].position;
		check_near(vec3_length(vec3(p.x - (Real)0.1, 0, p.z)), 0.0894427, 1e-5);
		check_near(c.points[i].separation, 0, 1e-5);
	}
	c = clip_on_ball(&face, 400, vec3((Real)0.1, 0, 0), &is_found);
	for (int i = 0; i < 4; i++)
		assert_non_null(find(&c, i & 1 ? (Real)0.3 : (Real)-0.3, i & 2 ? (Real)0.3 : (Real)-0.3));
	assert_int_equal(clip_on_ball(&face, 1, vec3((Real)0.1, 0, 0), &is_found).count, 1);
	ShapeFace bar = edge(vec3((Real)-0.3, 0, 0), vec3((Real)0.3, 0, 0), true);
	c = clip_on_ball(&bar, 4, vec3((Real)0.1, 0, 0), &is_found);
	assert_int_equal(c.count, 2);
	assert_non_null(find(&c, (Real)0.1894427, 0));
	assert_non_null(find(&c, (Real)0.0105573, 0));
	// the ball's top is beyond its end
	clip_on_ball(&bar, 4, vec3((Real)0.4, 0, 0), &is_found);
	assert_false(is_found);
}

// A face that looks aside by 30 degrees on both shapes touches with its upper edge only.
static void faces_that_look_aside_meet_with_their_edges(void **state) {
	(void)state;
	bool is_found;
	// slopes down along +x from its edge at x = 0
	const Real slope = (Real)0.57735027;
	ShapeFace a = square(1, 0, 1, 0, false);
	ShapeFace b = square(0, 1, 1, 0, true);
	for (int i = 0; i < 4; i++) {
		a.points[i].y = -slope * a.points[i].x;
		b.points[i].y = slope * b.points[i].z;
	}
	a.normal = vec3_normalize(vec3(slope, 1, 0));
	b.normal = vec3_normalize(vec3(0, -1, slope));
	ContactCandidates c = clip(&a, &b, &is_found);
	assert_int_equal(c.kind, CONTACT_EDGE_EDGE);
	assert_int_equal(c.count, 1);
	check_vec3(c.points[0].position, vec3(0, 0, 0), 1e-5);
}

static void many_cornered_faces_fit(void **state) {
	(void)state;
	Real corners[MK_FACE_POINTS][2];
	Real turned[MK_FACE_POINTS][2];
	for (int i = 0; i < MK_FACE_POINTS; i++) {
		double angle = 2 * 3.14159265358979 * i / MK_FACE_POINTS;
		double half = angle + 3.14159265358979 / MK_FACE_POINTS;
		corners[i][0] = (Real)cos(angle);
		corners[i][1] = (Real)sin(angle);
		turned[i][0] = (Real)cos(half);
		turned[i][1] = (Real)sin(half);
	}
	ShapeFace a = polygon(MK_FACE_POINTS, corners, 0, false);
	ShapeFace b = polygon(MK_FACE_POINTS, turned, 0, true);
	bool is_found;
	ContactCandidates c = clip(&a, &b, &is_found);
	assert_true(is_found);
	assert_int_equal(c.count, 2 * MK_FACE_POINTS);
	Manifold m;
	mk_manifold_reduce(&c, NULL, &m);
	assert_int_equal(m.count, 4);
}

// A disc of 1 m and a polygon of 32 corners just outside its rim, whose edges all cross it: 64
// crossings and the eight places of the rim. The polygon leans towards the middle of one of its
// last edges, where the rim is outside of it: the deepest points are crossings that come last.
static void of_too_many_points_the_deepest_stay(void **state) {
	(void)state;
	const double slope = 0.01;
	const double half = 3.14159265358979 / MK_FACE_POINTS;
	const double inner = 1.0024 * cos(half);
	Vec3 lean = vec3((Real)sin(61 * half), 0, (Real)cos(61 * half));
	Real corners[MK_FACE_POINTS][2];
	ShapeFace disc = { .kind = FACE_DISC, .count = 8, .normal = vec3(0, 1, 0) };
	disc.axis_u = vec3(0, 0, 1);
	disc.axis_v = vec3(1, 0, 0);
	for (int i = 0; i < MK_FACE_POINTS; i++) {
		corners[i][0] = (Real)(1.0024 * cos(2 * half * i));
		corners[i][1] = (Real)(1.0024 * sin(2 * half * i));
		if (i % 4 != 0) continue;
		disc.points[i / 4] = vec3((Real)sin(2 * half * i), 0, (Real)cos(2 * half * i));
		disc.ids[i / 4] = (uint32_t)i / 4;
	}
	ShapeFace leaning = polygon(MK_FACE_POINTS, corners, 0, true);
	leaning.normal = vec3_normalize(vec3_add_scaled(vec3(0, -1, 0), lean, -(Real)slope));
	for (uint32_t i = 0; i < leaning.count; i++)
		leaning.points[i].y = -(Real)slope * vec3_dot(lean, leaning.points[i]);
	bool is_found;
	ContactCandidates c = clip(&disc, &leaning, &is_found);
	assert_true(is_found);
	assert_int_equal(c.count, MK_CONTACT_CANDIDATES);
	Real deepest = 1;
	for (uint32_t i = 0; i < c.count; i++)
		deepest = real_min(c.points[i].separation, deepest);
	check_near(deepest, -slope * inner, 1e-5);
	Manifold m;
	mk_manifold_reduce(&c, NULL, &m);
	assert_int_equal(m.count, 4);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_small_square_on_a_large_one_keeps_its_corners),
		cmocka_unit_test(overlapping_corners_make_four_names),
		cmocka_unit_test(squares_beside_each_other_fall_back_to_the_nearest_points),
		cmocka_unit_test(names_of_flush_squares_are_steady),
		cmocka_unit_test(points_beyond_the_margin_are_left_out),
		cmocka_unit_test(radii_are_taken_off_and_points_stay_midway),
		cmocka_unit_test(an_edge_over_a_square_is_cut_at_its_border),
		cmocka_unit_test(edges_cross_in_one_point_or_lie_along_each_other_in_two),
		cmocka_unit_test(round_edges_that_lean_touch_beside_their_crossing),
		cmocka_unit_test(round_edges_that_hardly_lean_touch_from_end_to_end),
		cmocka_unit_test(what_is_sharp_or_crosses_steeply_touches_in_one_point),
		cmocka_unit_test(a_cone_leans_with_its_round_end_only),
		cmocka_unit_test(a_square_on_a_large_ball_stands_around_the_point_it_touches),
		cmocka_unit_test(faces_that_look_aside_meet_with_their_edges),
		cmocka_unit_test(many_cornered_faces_fit),
		cmocka_unit_test(of_too_many_points_the_deepest_stay),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
