// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Hulls of few points against brute force in integers: a plane through three points with all
// others on one side carries a face, and a point is a vertex if the faces through it have no
// direction in common. Small coordinates make nearly every case degenerate: repeated,
// collinear, coplanar points.
#include "geometry/hull_trace.h"

#include "support/hull.h"
#include "support/property.h"
#include "support/random.h"

#define MAX_POINTS 12
#define MAX_PLANES 512

typedef struct Int3 {
	int64_t x;
	int64_t y;
	int64_t z;
} Int3;

// The points p with normal . p = offset and nothing beyond; the normal has no common divisor.
typedef struct IntPlane {
	Int3 normal;
	int64_t offset;
} IntPlane;

typedef struct Oracle {
	Int3 points[MAX_POINTS];
	uint32_t count;
	IntPlane planes[MAX_PLANES];
	uint32_t plane_count;
} Oracle;

static Int3 int3_sub(Int3 a, Int3 b) { return (Int3){ a.x - b.x, a.y - b.y, a.z - b.z }; }
static int64_t int3_dot(Int3 a, Int3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static Int3 int3_cross(Int3 a, Int3 b) {
	return (Int3){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}
static bool int3_equals(Int3 a, Int3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }
static bool int3_is_zero(Int3 a) { return a.x == 0 && a.y == 0 && a.z == 0; }

static int64_t common_divisor(int64_t a, int64_t b) {
	a = a < 0 ? -a : a;
	b = b < 0 ? -b : b;
	while (b != 0) {
		int64_t rest = a % b;
		a = b;
		b = rest;
	}
	return a;
}

static void add_plane(Oracle *oracle, Int3 normal, Int3 point) {
	int64_t divisor = common_divisor(common_divisor(normal.x, normal.y), normal.z);
	normal = (Int3){ normal.x / divisor, normal.y / divisor, normal.z / divisor };
	IntPlane plane = { normal, int3_dot(normal, point) };
	for (uint32_t i = 0; i < oracle->count; i++) {
		if (int3_dot(normal, oracle->points[i]) > plane.offset) return;
	}
	for (uint32_t i = 0; i < oracle->plane_count; i++) {
		if (int3_equals(oracle->planes[i].normal, normal)) return;
	}
	assert_true(oracle->plane_count < MAX_PLANES);
	oracle->planes[oracle->plane_count++] = plane;
}

static void find_planes(Oracle *oracle) {
	for (uint32_t i = 0; i < oracle->count; i++) {
		for (uint32_t j = 0; j < oracle->count; j++) {
			for (uint32_t k = 0; k < oracle->count; k++) {
				Int3 normal = int3_cross(int3_sub(oracle->points[j], oracle->points[i]),
						int3_sub(oracle->points[k], oracle->points[i]));
				if (!int3_is_zero(normal)) add_plane(oracle, normal, oracle->points[i]);
			}
		}
	}
}

// Returns the rank of the normals of the planes through a point: 3 for a vertex of a solid, 2 on an
// edge, 1 on a face, 0 inside.
static int rank_of_planes(const Oracle *oracle, Int3 point) {
	Int3 first = { 0, 0, 0 };
	Int3 cross = { 0, 0, 0 };
	int rank = 0;
	for (uint32_t i = 0; i < oracle->plane_count; i++) {
		IntPlane plane = oracle->planes[i];
		if (int3_dot(plane.normal, point) != plane.offset) continue;
		if (rank == 0) {
			first = plane.normal;
			rank = 1;
		} else if (rank == 1 && !int3_is_zero(int3_cross(first, plane.normal))) {
			cross = int3_cross(first, plane.normal);
			rank = 2;
		} else if (rank == 2 && int3_dot(cross, plane.normal) != 0) {
			rank = 3;
		}
	}
	return rank;
}

static void make_case(Rng *rng, Oracle *oracle, Vec3 points[MAX_POINTS]) {
	oracle->plane_count = 0;
	oracle->count = 4 + rng_below(rng, MAX_POINTS - 3);
	uint32_t side = 2 + rng_below(rng, 6);
	// a common factor and shift that keep coordinates exact
	int64_t scale = (int64_t)1 << rng_below(rng, 8);
	int64_t shift = (int64_t)rng_below(rng, 200) - 100;
	for (uint32_t i = 0; i < oracle->count; i++) {
		uint32_t place = rng_below(rng, side * side * side);
		Int3 p = { place % side, place / side % side, place / side / side };
		p = (Int3){ p.x * scale + shift, p.y * scale - shift, p.z * scale };
		oracle->points[i] = p;
		points[i] = vec3((Real)p.x, (Real)p.y, (Real)p.z);
	}
	find_planes(oracle);
}

static bool is_first_of_equals(const Oracle *oracle, uint32_t index) {
	for (uint32_t i = 0; i < index; i++) {
		if (int3_equals(oracle->points[i], oracle->points[index])) return false;
	}
	return true;
}

static bool is_flat(const Oracle *oracle) {
	// a solid has at least four faces, flat points two sides of one plane, collinear ones any
	return oracle->plane_count < 4;
}

static void hulls_have_the_vertices_and_faces_of_brute_force(Rng *rng) {
	Oracle oracle;
	Vec3 points[MAX_POINTS];
	make_case(rng, &oracle, points);
	Hull hull = build_hull(points, oracle.count);
	check_hull(&hull, points, oracle.count);
	assert_int_equal(hull.dimension == HULL_SOLID, !is_flat(&oracle));
	if (hull.dimension == HULL_SOLID) {
		assert_int_equal(hull.face_count, oracle.plane_count);
		uint32_t vertex = 0;
		for (uint32_t i = 0; i < oracle.count; i++) {
			bool is_vertex = rank_of_planes(&oracle, oracle.points[i]) == 3;
			if (!is_vertex || !is_first_of_equals(&oracle, i)) continue;
			assert_true(vertex < hull.vertex_count);
			assert_int_equal(hull.sources[vertex++], i);
		}
		assert_int_equal(vertex, hull.vertex_count);
		// neighbours are the edges of faces, because all faces are exactly flat
		assert_int_equal(hull.neighbour_starts[hull.vertex_count], hull.half_edge_count);
	}
	mk_hull_free(&hull);
}

static void every_face_lies_in_a_plane_of_brute_force(Rng *rng) {
	Oracle oracle;
	Vec3 points[MAX_POINTS];
	make_case(rng, &oracle, points);
	Hull hull = build_hull(points, oracle.count);
	for (uint32_t face = 0; face < hull.face_count && hull.dimension == HULL_SOLID; face++) {
		uint32_t matches = 0;
		for (uint32_t i = 0; i < oracle.plane_count; i++) {
			bool is_same = true;
			for (uint32_t k = 0; k < hull.faces[face].edge_count; k++) {
				uint32_t source = hull.sources[hull_face_vertex(&hull, face, k)];
				int64_t along = int3_dot(oracle.planes[i].normal, oracle.points[source]);
				is_same = is_same && along == oracle.planes[i].offset;
			}
			matches += is_same;
		}
		assert_int_equal(matches, 1);
	}
	mk_hull_free(&hull);
}

// Returns six times the volume of the result of a trace.
static double trace_volume6(const HullTrace *trace, const Vec3 *points) {
	double sum = 0;
	for (uint32_t i = 0; i < trace->faces.count; i++) {
		const HullTraceFace *face = &trace->faces.data[i];
		if (face->died != MK_HULL_TRACE_NEVER) continue;
		sum += signed_volume6(points[face->points[0]], points[face->points[1]],
				points[face->points[2]], points[0]);
	}
	return sum;
}

// both are sums of exact products of small integers; only the centre of the hull is rounded
static void trace_and_build_enclose_the_same_volume(Rng *rng) {
	Oracle oracle;
	Vec3 points[MAX_POINTS];
	make_case(rng, &oracle, points);
	Hull hull = build_hull(points, oracle.count);
	HullTrace trace = mk_hull_trace(points, oracle.count);
	assert_int_equal(trace.dimension, hull.dimension);
	if (hull.dimension == HULL_SOLID) {
		double volume6 = trace_volume6(&trace, points);
		check_near(6 * hull_volume(&hull), volume6, 1e-12 * volume6);
		uint32_t last = trace.steps.count - 1;
		for (uint32_t i = 0; i < trace.faces.count; i++) {
			if (!hull_trace_has_face(&trace, last, i)) continue;
			const uint32_t *p = trace.faces.data[i].points;
			for (uint32_t k = 0; k < oracle.count; k++)
				assert_true(
						signed_volume6(points[p[0]], points[p[1]], points[p[2]], points[k]) >= 0);
		}
	}
	mk_hull_trace_free(&trace);
	mk_hull_free(&hull);
}

static void brute_force_agrees_on_vertices(void **state) {
	(void)state;
	for_all(hulls_have_the_vertices_and_faces_of_brute_force, 4000, 1);
}

static void brute_force_agrees_on_planes(void **state) {
	(void)state;
	for_all(every_face_lies_in_a_plane_of_brute_force, 2000, 2);
}

static void trace_and_build_agree(void **state) {
	(void)state;
	for_all(trace_and_build_enclose_the_same_volume, 4000, 3);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(brute_force_agrees_on_vertices),
		cmocka_unit_test(brute_force_agrees_on_planes),
		cmocka_unit_test(trace_and_build_agree),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
