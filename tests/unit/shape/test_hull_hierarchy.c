// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The hierarchy of Dobkin and Kirkpatrick where it is known by hand, and where plain removal of
// independent sets goes wrong.
#include "geometry/hull_build.h"
#include "shape/hull_shape.h"
#include "shape/instance.h"

#include "support/budget.h"
#include "support/check.h"
#include "support/random.h"

enum { MAX_POINTS = 4096, MANY_POINTS = 32000 };

static void expect_removed(VertexGraph graph, const bool *expected, uint32_t count) {
	bool removed[16];
	assert_int_equal(mk_independent_set(graph, removed), count);
	for (uint32_t v = 0; v < graph.count; v++)
		assert_int_equal(removed[v], expected[v]);
}

// Corner v of a cube is next to those that differ in one bit: 0, 3, 5, 6 go.
static void cube_graph_loses_every_other_corner(void **state) {
	(void)state;
	uint32_t starts[9];
	uint32_t neighbours[24];
	for (uint32_t v = 0; v <= 8; v++)
		starts[v] = 3 * v;
	for (uint32_t i = 0; i < 24; i++)
		neighbours[i] = (i / 3) ^ (1u << (i % 3));
	bool expected[8] = { true, false, false, true, false, true, true, false };
	expect_removed((VertexGraph){ starts, neighbours, 8 }, expected, 4);
}

// Corners 2k and 2k + 1 of an octahedron are opposite, all others adjacent: one pair goes, and what
// stays is a square.
static void octahedron_graph_loses_opposite_corners(void **state) {
	(void)state;
	uint32_t starts[7];
	uint32_t neighbours[24];
	uint32_t count = 0;
	for (uint32_t v = 0; v < 6; v++) {
		starts[v] = count;
		for (uint32_t w = 0; w < 6; w++) {
			if (w / 2 != v / 2) neighbours[count++] = w;
		}
	}
	starts[6] = count;
	bool expected[6] = { true, true };
	expect_removed((VertexGraph){ starts, neighbours, 6 }, expected, 2);
}

// Tips 0 and 1, triangle 2, 3, 4: both tips go, and a triangle stays.
static void bipyramid_graph_loses_both_tips(void **state) {
	(void)state;
	uint32_t starts[] = { 0, 3, 6, 10, 14, 18 };
	uint32_t neighbours[] = { 2, 3, 4, 2, 3, 4, 0, 1, 3, 4, 0, 1, 2, 4, 0, 1, 2, 3 };
	bool expected[5] = { true, true };
	expect_removed((VertexGraph){ starts, neighbours, 5 }, expected, 2);
}

static void high_degree_is_never_removed(void **state) {
	(void)state;
	// a wheel: hub 0 with nine spokes; the hub stays, every other rim vertex goes
	uint32_t starts[11];
	uint32_t neighbours[36];
	for (uint32_t i = 0; i < 9; i++)
		neighbours[i] = i + 1;
	starts[0] = 0;
	for (uint32_t v = 1; v <= 9; v++) {
		starts[v] = 9 + 3 * (v - 1);
		neighbours[starts[v]] = 0;
		neighbours[starts[v] + 1] = v == 1 ? 9 : v - 1;
		neighbours[starts[v] + 2] = v == 9 ? 1 : v + 1;
	}
	starts[10] = 36;
	bool expected[10] = { false, true, false, true, false, true, false, true, false, false };
	expect_removed((VertexGraph){ starts, neighbours, 10 }, expected, 4);
}

// Builds, checks that the chain ends in a solid tetrahedron and that supports are right.
static HullHierarchy build_checked(const Hull *hull) {
	HullHierarchy h = mk_hull_hierarchy_build(hull);
	assert_int_equal(h.base_count, 4);
	Vec3 a = h.points[0];
	assert_true(vec3_triple(vec3_sub(h.points[1], a), vec3_sub(h.points[2], a),
						vec3_sub(h.points[3], a)) != 0);
	Rng rng = { 7 };
	for (int i = 0; i < 100; i++) {
		Vec3 d = random_unit(&rng);
		uint32_t best = hull_support_scan(hull, d);
		check_near(hull_vertex_along(hull, mk_hull_hierarchy_support(&h, hull, d).vertex, d),
				hull_vertex_along(hull, best, d), 8 * MK_EPSILON);
	}
	return h;
}

static uint32_t levels_of(const Vec3 *points, uint32_t count) {
	Hull hull = mk_hull_build(&(HullInput){ .points = points, .count = count });
	assert_int_equal(hull.vertex_count, count);
	HullHierarchy h = build_checked(&hull);
	uint32_t levels = h.level_count;
	mk_hull_hierarchy_free(&h);
	mk_hull_free(&hull);
	return levels;
}

static void octahedron_ends_in_a_tetrahedron(void **state) {
	(void)state;
	// one of the pair is kept: 6, 5, 4
	const Vec3 points[] = { { 1, 0, 0 }, { -1, 0, 0 }, { 0, 1, 0 }, { 0, -1, 0 }, { 0, 0, 1 },
		{ 0, 0, -1 } };
	assert_int_equal(levels_of(points, 6), 2);
}

static void bipyramid_ends_in_a_tetrahedron(void **state) {
	(void)state;
	const Vec3 points[] = { { 0, 0, 1 }, { 0, 0, -1 }, { 1, 0, 0 }, { (Real)-0.5, (Real)0.8, 0 },
		{ (Real)-0.5, (Real)-0.8, 0 } };
	assert_int_equal(levels_of(points, 5), 1);
}

static void pyramid_ends_in_a_tetrahedron(void **state) {
	(void)state;
	// the tip alone is the independent set, and without it the rest is flat
	const Vec3 points[] = { { 0, 0, 1 }, { 1, 1, 0 }, { -1, 1, 0 }, { -1, -1, 0 }, { 1, -1, 0 } };
	assert_int_equal(levels_of(points, 5), 1);
}

static void tetrahedron_has_no_levels(void **state) {
	(void)state;
	const Vec3 points[] = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
	assert_int_equal(levels_of(points, 4), 0);
}

static void flat_hulls_have_no_hierarchy(void **state) {
	(void)state;
	const Vec3 points[] = { { 0, 0, 0 }, { 1, 0, 0 }, { 1, 1, 0 }, { 0, 1, 0 } };
	Hull hull = mk_hull_build(&(HullInput){ .points = points, .count = 4 });
	HullHierarchy h = mk_hull_hierarchy_build(&hull);
	assert_int_equal(h.base_count, 0);
	// and still answers
	uint32_t vertex = mk_hull_hierarchy_support(&h, &hull, vec3(1, 1, 0)).vertex;
	check_vec3(hull.vertices[vertex], vec3(1, 1, 0), 0);
	mk_hull_hierarchy_free(&h);
	mk_hull_free(&hull);
}

// Largest number of evaluations over directions.
static uint32_t worst_cost(const Vec3 *points, uint32_t count) {
	Hull hull = mk_hull_build(&(HullInput){ .points = points, .count = count });
	HullHierarchy h = mk_hull_hierarchy_build(&hull);
	Rng rng = { 3 };
	uint32_t worst = 0;
	for (int i = 0; i < 500; i++) {
		HierarchyAnswer answer = mk_hull_hierarchy_support(&h, &hull, random_unit(&rng));
		worst = answer.evaluations > worst ? answer.evaluations : worst;
	}
	mk_hull_hierarchy_free(&h);
	mk_hull_free(&hull);
	return worst;
}

static void cost_grows_like_the_logarithm_where_degrees_are_bounded(void **state) {
	(void)state;
	static Vec3 points[MAX_POINTS];
	Rng rng = { 5 };
	for (uint32_t i = 0; i < MAX_POINTS; i++)
		points[i] = random_unit(&rng);
	uint32_t small = worst_cost(points, 64);
	uint32_t large = worst_cost(points, MAX_POINTS);
	// 64 to 4096: the logarithm doubles; a linear cost would be 64 times as much
	assert_true(large <= 3 * small);
	assert_true(large < 250);
}

// Eight times the vertices are three more bits, and each bit takes a few vertices more to look at.
// At a million, whose hull takes too long to build for a test, it is 109 at most (as
// bench_support.c builds it).
static void support_looks_at_a_few_vertices_for_each_bit_of_their_number(void **state) {
	(void)state;
	static Vec3 points[MANY_POINTS];
	Rng rng = { 5 };
	uint32_t most = pick_count(MANY_POINTS, MANY_POINTS / 8);
	for (uint32_t i = 0; i < most; i++)
		points[i] = random_unit(&rng);
	uint32_t bits = 9;
	uint32_t last = worst_cost(points, 500);
	assert_true(last <= 8 * bits);
	for (uint32_t n = 4000; n <= most; n *= 8) {
		bits += 3;
		uint32_t cost = worst_cost(points, n);
		assert_true(cost <= 8 * bits && cost <= last + 24);
		last = cost;
	}
}

// A ring of n vertices about the y axis and two tips that are joined to all
// of them. Returns how many.
static uint32_t make_double_cone(Vec3 *points, uint32_t n) {
	for (uint32_t i = 0; i < n; i++) {
		double angle = 2 * 3.14159265358979323846 * i / n;
		points[i] = vec3((Real)cos(angle), 0, (Real)sin(angle));
	}
	points[n] = vec3(0, 1, 0);
	points[n + 1] = vec3(0, -1, 0);
	return n + 2;
}

// Half of the ring is removed next to a tip in one step, and all of it is next to the tip at
// last. Found by halving, each level takes a few products for each bit of its number: bits
// times bits, not the ring.
static void a_tip_of_high_degree_costs_a_few_products_for_each_bit_and_level(void **state) {
	(void)state;
	static Vec3 points[MAX_POINTS + 2];
	uint32_t bits = 8;
	for (uint32_t n = 256; n <= MAX_POINTS; n *= 4) {
		uint32_t cost = worst_cost(points, make_double_cone(points, n));
		assert_in_range(cost, 1, 2 * bits * bits);
		bits += 2;
	}
}

// Directions nearly along the axis are those of a tip: next to it is where plain lists are longest.
static void directions_near_the_axis_of_a_double_cone_find_its_tips(void **state) {
	(void)state;
	static Vec3 points[MAX_POINTS + 2];
	uint32_t count = make_double_cone(points, MAX_POINTS);
	Hull hull = mk_hull_build(&(HullInput){ .points = points, .count = count });
	HullHierarchy h = mk_hull_hierarchy_build(&hull);
	Rng rng = { 9 };
	for (int i = 0; i < 500; i++) {
		// up to 45 degrees from the axis a tip is farthest, beyond it the ring
		Vec3 d = vec3_add_scaled(
				vec3(0, i % 2 == 0 ? 1 : -1, 0), random_unit(&rng), (Real)(0.01 * (i % 150)));
		HierarchyAnswer answer = mk_hull_hierarchy_support(&h, &hull, d);
		uint32_t best = hull_support_scan(&hull, d);
		check_near(hull_vertex_along(&hull, answer.vertex, d), hull_vertex_along(&hull, best, d),
				8 * MK_EPSILON);
		assert_in_range(answer.evaluations, 1, 300);
	}
	mk_hull_hierarchy_free(&h);
	mk_hull_free(&hull);
}

// Along exactly the axis, and along the planes through it and a vertex of the ring, directions are
// on the border of sectors: the answer is right there, too, whatever it takes.
static void directions_on_borders_of_a_fan_are_answered(void **state) {
	(void)state;
	static Vec3 points[MAX_POINTS + 2];
	uint32_t count = make_double_cone(points, 1024);
	Hull hull = mk_hull_build(&(HullInput){ .points = points, .count = count });
	HullHierarchy h = mk_hull_hierarchy_build(&hull);
	for (uint32_t i = 0; i < 1024; i++) {
		Vec3 d = vec3_add_scaled(
				vec3(0, 1, 0), points[i], i % 3 == 0 ? 0 : (Real)0.7 + (Real)i / 1024);
		uint32_t best = hull_support_scan(&hull, d);
		for (uint32_t way = 0; way < 2; way++) {
			HierarchyAnswer answer = way == 0 ? mk_hull_hierarchy_support(&h, &hull, d)
											  : mk_hull_hierarchy_climb(&h, &hull, d, 1024);
			check_near(hull_vertex_along(&hull, answer.vertex, d),
					hull_vertex_along(&hull, best, d), 8 * MK_EPSILON);
		}
	}
	mk_hull_hierarchy_free(&h);
	mk_hull_free(&hull);
}

// A prism with n sides has caps of n corners in one plane, whose triangles leave corners with many
// neighbours that a direction along the plane does not tell apart.
static void prisms_of_many_sides_are_answered(void **state) {
	(void)state;
	static Vec3 points[2 * 600];
	for (uint32_t i = 0; i < 600; i++) {
		double angle = 2 * 3.14159265358979323846 * i / 600;
		points[2 * i] = vec3((Real)cos(angle), 1, (Real)sin(angle));
		points[2 * i + 1] = vec3((Real)cos(angle), -1, (Real)sin(angle));
	}
	Hull hull = mk_hull_build(&(HullInput){ .points = points, .count = 1200 });
	HullHierarchy h = mk_hull_hierarchy_build(&hull);
	Rng rng = { 13 };
	for (uint32_t i = 0; i < 900; i++) {
		Vec3 d = i % 3 == 0  ? random_unit(&rng)
				: i % 3 == 1 ? points[i]
							 : vec3_add_scaled(vec3(0, 1, 0), random_unit(&rng), (Real)1e-4);
		Real best = hull_vertex_along(&hull, hull_support_scan(&hull, d), d);
		uint32_t down = mk_hull_hierarchy_support(&h, &hull, d).vertex;
		uint32_t up = mk_hull_hierarchy_climb(&h, &hull, d, i % hull.vertex_count).vertex;
		check_near(hull_vertex_along(&hull, down, d), best, 8 * MK_EPSILON);
		check_near(hull_vertex_along(&hull, up, d), best, 8 * MK_EPSILON);
	}
	mk_hull_hierarchy_free(&h);
	mk_hull_free(&hull);
}

// A guess may be on the other side of the hull: to climb all the way would take as many steps as
// there are vertices on it, half a ring of the double cone.
static void a_guess_far_away_costs_a_few_products_more(void **state) {
	(void)state;
	static Vec3 points[MAX_POINTS + 2];
	Rng rng = { 11 };
	for (int kind = 0; kind < 2; kind++) {
		uint32_t count = make_double_cone(points, MAX_POINTS);
		for (uint32_t i = 0; i < MAX_POINTS && kind == 0; i++)
			points[i] = random_unit(&rng);
		Hull hull = mk_hull_build(
				&(HullInput){ .points = points, .count = kind == 0 ? MAX_POINTS : count });
		HullHierarchy h = mk_hull_hierarchy_build(&hull);
		for (int i = 0; i < 500; i++) {
			Vec3 d = random_unit(&rng);
			uint32_t guess = (uint32_t)random_real(&rng, 0, (double)hull.vertex_count - 1);
			HierarchyAnswer answer = mk_hull_hierarchy_climb(&h, &hull, d, guess);
			uint32_t best = hull_support_scan(&hull, d);
			check_near(hull_vertex_along(&hull, answer.vertex, d),
					hull_vertex_along(&hull, best, d), 8 * MK_EPSILON);
			assert_in_range(answer.evaluations, 1, 600);
		}
		mk_hull_hierarchy_free(&h);
		mk_hull_free(&hull);
	}
}

static uint32_t supports_asked;

static Vec3 count_support(const Shape *shape, Vec3 direction, uint32_t *id) {
	supports_asked++;
	return mk_shape_ops(SHAPE_HULL)->support(shape, direction, id);
}

// Returns the most supports that a nearest point of a hull of n points on a sphere took.
static uint32_t worst_nearest(const Vec3 *points, uint32_t n) {
	Shape *shape = mk_hull_shape_create(&(HullShapeInput){ points, n, 0, 0 }, NULL);
	ShapeOps counting = *shape->ops;
	counting.support = count_support;
	shape->ops = &counting;
	Rng rng = { 7 };
	uint32_t worst = 0;
	for (int i = 0; i < 500; i++) {
		supports_asked = 0;
		Vec3 p = random_sized(&rng, 0.1, 2);
		Vec3 nearest = mk_shape_closest(shape, p).point;
		worst = supports_asked > worst ? supports_asked : worst;
		// no vertex is nearer, and no face is: the plane through the answer
		// has all points behind it
		Vec3 way = vec3_sub(p, nearest);
		Vec3 farthest = shape_support(shape, way, MK_SHAPE_NO_ID).point;
		Real beyond = vec3_dot(vec3_sub(farthest, nearest), vec3_normalize(way));
		assert_true(beyond <= 64 * MK_EPSILON * (1 + vec3_length(p)));
	}
	mk_shape_release(shape);
	return worst;
}

// The nearest point of a polyhedron in less than linear time: few supports, whatever the number of
// vertices, each of logarithmic cost.
static void nearest_point_of_a_large_hull_takes_few_supports(void **state) {
	(void)state;
	static Vec3 points[MAX_POINTS];
	Rng rng = { 6 };
	for (uint32_t i = 0; i < MAX_POINTS; i++)
		points[i] = random_unit(&rng);
	uint32_t small = worst_nearest(points, 64);
	uint32_t large = worst_nearest(points, MAX_POINTS);
	assert_in_range(small, 1, 32);
	assert_in_range(large, 1, 32);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cube_graph_loses_every_other_corner),
		cmocka_unit_test(octahedron_graph_loses_opposite_corners),
		cmocka_unit_test(bipyramid_graph_loses_both_tips),
		cmocka_unit_test(high_degree_is_never_removed),
		cmocka_unit_test(octahedron_ends_in_a_tetrahedron),
		cmocka_unit_test(bipyramid_ends_in_a_tetrahedron),
		cmocka_unit_test(pyramid_ends_in_a_tetrahedron),
		cmocka_unit_test(tetrahedron_has_no_levels),
		cmocka_unit_test(flat_hulls_have_no_hierarchy),
		cmocka_unit_test(cost_grows_like_the_logarithm_where_degrees_are_bounded),
		cmocka_unit_test(support_looks_at_a_few_vertices_for_each_bit_of_their_number),
		cmocka_unit_test(a_tip_of_high_degree_costs_a_few_products_for_each_bit_and_level),
		cmocka_unit_test(directions_near_the_axis_of_a_double_cone_find_its_tips),
		cmocka_unit_test(directions_on_borders_of_a_fan_are_answered),
		cmocka_unit_test(prisms_of_many_sides_are_answered),
		cmocka_unit_test(a_guess_far_away_costs_a_few_products_more),
		cmocka_unit_test(nearest_point_of_a_large_hull_takes_few_supports),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
