// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Farthest vertices of hulls: scan in lanes, climbing and hierarchy against the plain scan, over
// random hulls, prisms, and cones with a tip of high degree, for random directions, along edges and
// along face normals, where many vertices are equally far.
#include "base/alloc.h"
#include "geometry/hull_build.h"
#include "shape/hull_shape.h"

#include "support/check.h"
#include "support/property.h"
#include "support/random.h"

enum { MAX_POINTS = 1000 };

typedef struct Points {
	Vec3 data[MAX_POINTS];
	uint32_t count;
} Points;

static void add(Points *points, Vec3 p) { points->data[points->count++] = p; }

static Vec3 on_circle(uint32_t i, uint32_t n, Real y) {
	double angle = 2 * 3.14159265358979323846 * i / n;
	return vec3((Real)cos(angle), y, (Real)sin(angle));
}

// On a sphere, in a cube, a prism, a cone, a double cone, a lattice.
static Points make_points(Rng *rng) {
	Points points = { .count = 0 };
	uint32_t n = 5 + rng_below(rng, 395);
	uint32_t way = rng_below(rng, 6);
	for (uint32_t i = 0; i < n; i++) {
		if (way == 0) add(&points, random_unit(rng));
		if (way == 1) add(&points, random_vec3(rng, 1));
		if (way == 2) add(&points, on_circle(i, n, 1));
		if (way == 2) add(&points, on_circle(i, n, -1));
		if (way == 3 || way == 4) add(&points, on_circle(i, n, 0));
		if (way == 5) {
			uint32_t place = rng_below(rng, 216);
			uint32_t row = place / 6;
			uint32_t layer = place / 36;
			add(&points, vec3((Real)(place % 6), (Real)(row % 6), (Real)layer));
		}
	}
	if (way == 3 || way == 4) add(&points, vec3(0, 2, 0));
	if (way == 4) add(&points, vec3(0, -1, 0));
	Mat3 linear = random_mat3(rng, 2);
	Affine map = { linear, random_vec3(rng, rng_below(rng, 2) == 0 ? 1 : 1000) };
	for (uint32_t i = 0; i < points.count; i++)
		points.data[i] = affine_point(map, points.data[i]);
	return points;
}

static Vec3 make_direction(const Hull *hull, Rng *rng) {
	uint32_t way = rng_below(rng, 4);
	if (way == 0 && hull->face_count > 0)
		return hull->planes[rng_below(rng, hull->face_count)].normal;
	if (way == 1) return vec3_axis((int)rng_below(rng, 3));
	if (way == 2) {
		Vec3 a = hull->vertices[rng_below(rng, hull->vertex_count)];
		return vec3_sub(hull->vertices[rng_below(rng, hull->vertex_count)], a);
	}
	return random_unit(rng);
}

// One rounding per product and sum of a scalar product, on both sides.
static double error_of(const Hull *hull, Vec3 direction) {
	Real size = 0;
	for (uint32_t v = 0; v < hull->vertex_count; v++)
		size = real_max(size, vec3_length(hull->vertices[v]));
	return 6 * (double)(MK_EPSILON * size * vec3_length(direction));
}

static void all_ways_find_the_farthest_vertex(Rng *rng) {
	Points points = make_points(rng);
	Hull hull = mk_hull_build(&(HullInput){ .points = points.data, .count = points.count });
	HullHierarchy hierarchy = mk_hull_hierarchy_build(&hull);
	for (int k = 0; k < 40; k++) {
		Vec3 d = make_direction(&hull, rng);
		uint32_t scan = hull_support_scan(&hull, d);
		double best = (double)hull_vertex_along(&hull, scan, d);
		double error = error_of(&hull, d);
		// the same vertex, lowest among equals
		assert_int_equal(mk_hull_support_scan(&hull, d), scan);
		uint32_t climbed = hull_support_climb(&hull, d, rng_below(rng, hull.vertex_count));
		check_near(hull_vertex_along(&hull, climbed, d), best, error);
		HierarchyAnswer answer = mk_hull_hierarchy_support(&hierarchy, &hull, d);
		check_near(hull_vertex_along(&hull, answer.vertex, d), best, error);
	}
	mk_hull_hierarchy_free(&hierarchy);
	mk_hull_free(&hull);
}

static bool is_solid(const HullHierarchy *h) {
	Vec3 a = h->points[0];
	Real volume = vec3_triple(
			vec3_sub(h->points[1], a), vec3_sub(h->points[2], a), vec3_sub(h->points[3], a));
	return volume != 0;
}

// The chain from four vertices to all: every level proper, the removed ones independent as far as
// the upper level lost nothing else, storage linear, the number of levels logarithmic.
static void levels_shrink_to_a_tetrahedron(Rng *rng) {
	Points points = make_points(rng);
	Hull hull = mk_hull_build(&(HullInput){ .points = points.data, .count = points.count });
	HullHierarchy h = mk_hull_hierarchy_build(&hull);
	if (hull.dimension == HULL_SOLID) {
		assert_int_equal(h.base_count, 4);
		assert_true(is_solid(&h));
		assert_int_equal(h.vertex_count, hull.vertex_count);
		uint32_t before = 0;
		for (uint32_t level = 0; level < h.level_count; level++) {
			uint32_t count = h.levels[level].vertex_count;
			uint32_t below = level + 1 < h.level_count ? h.levels[level + 1].vertex_count
													   : h.vertex_count;
			assert_true(count > before && count < below);
			before = count;
			// lists hold only what the step removed
			const uint32_t *starts = h.starts + h.levels[level].first_start;
			for (uint32_t i = starts[0]; i < starts[count]; i++)
				assert_true(h.removed[i] >= count && h.removed[i] < below);
		}
		assert_true(h.removed_count <= MK_HIERARCHY_MAX_DEGREE * h.vertex_count + 64);
		// |S| >= (n / 2 + 2) / 9: a level has at most 17/18 of the vertices below it
		assert_true(h.level_count <= 8 + (uint32_t)(log(hull.vertex_count / 4.0) / log(18.0 / 17)));
	}
	mk_hull_hierarchy_free(&h);
	mk_hull_free(&hull);
}

static void independent_sets_are_independent_and_large(Rng *rng) {
	Points points = make_points(rng);
	Hull hull = mk_hull_build(&(HullInput){ .points = points.data, .count = points.count });
	bool removed[MAX_POINTS];
	VertexGraph graph = { hull.neighbour_starts, hull.neighbours, hull.vertex_count };
	uint32_t count = mk_independent_set(graph, removed);
	uint32_t counted = 0;
	for (uint32_t v = 0; v < hull.vertex_count; v++) {
		uint32_t degree = hull.neighbour_starts[v + 1] - hull.neighbour_starts[v];
		bool is_blocked = degree > MK_HIERARCHY_MAX_DEGREE;
		for (uint32_t i = hull.neighbour_starts[v]; i < hull.neighbour_starts[v + 1]; i++) {
			if (removed[v]) assert_false(removed[hull.neighbours[i]]);
			is_blocked = is_blocked || removed[hull.neighbours[i]];
		}
		// maximal: what stays has a reason
		assert_true(removed[v] != is_blocked);
		counted += removed[v] ? 1 : 0;
	}
	assert_int_equal(count, counted);
	if (hull.dimension == HULL_SOLID) assert_true(18 * count >= hull.vertex_count + 4);
	mk_hull_free(&hull);
}

// Above the limits of scans, with any hint and without.
static void large_shapes_answer_like_a_scan(Rng *rng) {
	static Vec3 points[2000];
	uint32_t count = 60 + rng_below(rng, 1941);
	for (uint32_t i = 0; i < count; i++)
		points[i] = random_unit(rng);
	Shape *shape = mk_hull_shape_create(&(HullShapeInput){ points, count, 0, 0 }, NULL);
	const Hull *hull = &((const HullShape *)shape)->hull;
	uint32_t hint = MK_SHAPE_NO_ID;
	for (int k = 0; k < 50; k++) {
		Vec3 d = make_direction(hull, rng);
		SupportPoint s = shape_support(shape, d, hint);
		double best = (double)hull_vertex_along(hull, hull_support_scan(hull, d), d);
		check_near(vec3_dot(s.point, d), best, error_of(hull, d));
		hint = k % 3 == 0 ? MK_SHAPE_NO_ID : s.id;
	}
	mk_shape_release(shape);
}

static void test_large_shapes(void **state) {
	(void)state;
	for_all(large_shapes_answer_like_a_scan, 25, 24);
}

static void test_all_ways(void **state) {
	(void)state;
	for_all(all_ways_find_the_farthest_vertex, 300, 21);
}

static void test_levels(void **state) {
	(void)state;
	for_all(levels_shrink_to_a_tetrahedron, 200, 22);
}

static void test_independent_sets(void **state) {
	(void)state;
	for_all(independent_sets_are_independent_and_large, 300, 23);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_all_ways),
		cmocka_unit_test(test_large_shapes),
		cmocka_unit_test(test_levels),
		cmocka_unit_test(test_independent_sets),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
