// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The validator finds every fault that is put into a good hull.
#include "geometry/hull_validate.h"

#include "support/hull.h"

#define POINT_COUNT 9

// A cube and a point inside, with the arrays of its hull open to vandalism.
typedef struct Sample {
	Vec3 points[POINT_COUNT];
	Hull hull;
	Vec3 *vertices;
	Real *row_x;
	uint32_t *sources;
	uint32_t *starts;
	uint32_t *neighbours;
	HullHalfEdge *half_edges;
	HullFace *faces;
	Plane *planes;
} Sample;

static void *writable(const Hull *hull, const void *part) {
	return (char *)hull->block + ((const char *)part - (const char *)hull->block);
}

static Sample make_sample(void) {
	Sample sample = { 0 };
	for (uint32_t i = 0; i < 8; i++)
		sample.points[i] = cube_corner(i);
	sample.points[8] = vec3_splat((Real)0.5);
	sample.hull = build_hull(sample.points, POINT_COUNT);
	const Hull *hull = &sample.hull;
	sample.vertices = writable(hull, hull->vertices);
	sample.row_x = writable(hull, hull->x);
	sample.sources = writable(hull, hull->sources);
	sample.starts = writable(hull, hull->neighbour_starts);
	sample.neighbours = writable(hull, hull->neighbours);
	sample.half_edges = writable(hull, hull->half_edges);
	sample.faces = writable(hull, hull->faces);
	sample.planes = writable(hull, hull->planes);
	return sample;
}

static void expect_fault(Sample *sample, HullFault fault) {
	HullCheck check = mk_hull_validate(&sample->hull, sample->points, POINT_COUNT);
	assert_string_equal(mk_hull_fault_text(check.fault), mk_hull_fault_text(fault));
	mk_hull_free(&sample->hull);
	*sample = make_sample();
}

static void a_good_hull_is_valid(void **state) {
	(void)state;
	Sample sample = make_sample();
	expect_fault(&sample, HULL_VALID);
	mk_hull_free(&sample.hull);
}

static void wrong_counts_are_found(void **state) {
	(void)state;
	Sample sample = make_sample();
	sample.hull.status = HULL_NOT_FINITE;
	expect_fault(&sample, HULL_FAULT_STATUS);
	sample.hull.dimension = HULL_POLYGON;
	expect_fault(&sample, HULL_FAULT_STATUS);
	sample.hull.dimension = HULL_SEGMENT;
	expect_fault(&sample, HULL_FAULT_STATUS);
	sample.hull.padded_count = 4;
	expect_fault(&sample, HULL_FAULT_STATUS);
	mk_hull_free(&sample.hull);
}

static void wrong_vertices_are_found(void **state) {
	(void)state;
	Sample sample = make_sample();
	sample.row_x[3] += 1;
	expect_fault(&sample, HULL_FAULT_VERTEX);
	sample.sources[7] = 8;
	expect_fault(&sample, HULL_FAULT_VERTEX);
	sample.sources[0] = 1;
	expect_fault(&sample, HULL_FAULT_VERTEX);
	// equal vertices of equal points
	sample.points[1] = sample.points[0];
	sample.vertices[1] = sample.points[0];
	const Hull *hull = &sample.hull;
	((Real *)writable(hull, hull->z))[1] = 0;
	expect_fault(&sample, HULL_FAULT_VERTEX);
	mk_hull_free(&sample.hull);
}

static void broken_loops_are_found(void **state) {
	(void)state;
	Sample sample = make_sample();
	sample.half_edges[5].next = 5;
	expect_fault(&sample, HULL_FAULT_LINK);
	sample.half_edges[5].origin = 8;
	expect_fault(&sample, HULL_FAULT_LINK);
	sample.half_edges[5].twin = 24;
	expect_fault(&sample, HULL_FAULT_LINK);
	sample.faces[2].edge_count = 3;
	expect_fault(&sample, HULL_FAULT_LINK);
	mk_hull_free(&sample.hull);
}

static void edges_without_two_faces_are_found(void **state) {
	(void)state;
	Sample sample = make_sample();
	sample.half_edges[0].twin = 1;
	expect_fault(&sample, HULL_FAULT_TWIN);
	// two edges swap partners
	uint32_t first = sample.half_edges[0].twin;
	uint32_t second = sample.half_edges[2].twin;
	sample.half_edges[0].twin = second;
	sample.half_edges[second].twin = 0;
	sample.half_edges[2].twin = first;
	sample.half_edges[first].twin = 2;
	expect_fault(&sample, HULL_FAULT_TWIN);
	mk_hull_free(&sample.hull);
}

// two cubes in one: all links right, but V - E + F = 4
static void two_solids_break_euler(void **state) {
	(void)state;
	Vec3 points[16];
	for (uint32_t i = 0; i < 16; i++)
		points[i] = vec3_add(cube_corner(i % 8), vec3_splat(i < 8 ? 0 : 3));
	Hull one = build_hull(points, 8);
	HullHalfEdge edges[48];
	HullFace faces[12];
	Plane planes[12];
	uint32_t starts[17] = { 0 };
	uint32_t neighbours[48];
	uint32_t sources[16];
	Real rows[3][16];
	for (uint32_t i = 0; i < 48; i++) {
		uint32_t half = i / 24;
		HullHalfEdge edge = one.half_edges[i % 24];
		edges[i] = (HullHalfEdge){ edge.twin + 24 * half, edge.next + 24 * half,
			edge.origin + 8 * half, edge.face + 6 * half };
		neighbours[i] = one.neighbours[i % 24] + 8 * half;
	}
	for (uint32_t i = 0; i < 12; i++) {
		faces[i] = (HullFace){ 4 * i, 4 };
		planes[i] = one.planes[i % 6];
	}
	for (uint32_t i = 0; i < 16; i++) {
		starts[i + 1] = 3 * (i + 1);
		sources[i] = i;
		rows[0][i] = points[i].x;
		rows[1][i] = points[i].y;
		rows[2][i] = points[i].z;
	}
	Hull two = { .dimension = HULL_SOLID,
		.vertex_count = 16,
		.padded_count = 16,
		.half_edge_count = 48,
		.face_count = 12,
		.vertices = points,
		.sources = sources,
		.x = rows[0],
		.y = rows[1],
		.z = rows[2],
		.neighbour_starts = starts,
		.neighbours = neighbours,
		.half_edges = edges,
		.faces = faces,
		.planes = planes };
	assert_int_equal(mk_hull_validate(&two, points, 16).fault, HULL_FAULT_EULER);
	mk_hull_free(&one);
}

static void wrong_planes_are_found(void **state) {
	(void)state;
	Sample sample = make_sample();
	sample.planes[0].normal = vec3_scale(sample.planes[0].normal, 2);
	expect_fault(&sample, HULL_FAULT_NORMAL);
	sample.planes[0] = plane_flip(sample.planes[0]);
	expect_fault(&sample, HULL_FAULT_WINDING);
	sample.planes[0].offset += 3 * sample.hull.tolerance;
	expect_fault(&sample, HULL_FAULT_PLANARITY);
	sample.planes[0].offset -= 3 * sample.hull.tolerance;
	expect_fault(&sample, HULL_FAULT_PLANARITY);
	mk_hull_free(&sample.hull);
}

// a half-edge loop with two corners exchanged is not convex; one with all reversed runs clockwise
static void wrong_outlines_are_found(void **state) {
	(void)state;
	const Vec3 square[4] = { { 0, 0, 0 }, { 4, 0, 0 }, { 4, 4, 0 }, { 0, 4, 0 } };
	Hull hull = build_hull(square, 4);
	Vec3 *vertices = writable(&hull, hull.vertices);
	Real *x = writable(&hull, hull.x);
	Real *y = writable(&hull, hull.y);
	// the corner (4,4) moves to (1,1), inside the triangle of the others
	for (uint32_t i = 0; i < 4; i++) {
		if (vertices[i].x + vertices[i].y < 8) continue;
		vertices[i] = vec3(1, 1, 0);
		x[i] = 1;
		y[i] = 1;
	}
	assert_int_equal(mk_hull_validate(&hull, NULL, 0).fault, HULL_FAULT_CORNER);
	mk_hull_free(&hull);
	Sample sample = make_sample();
	for (uint32_t face = 0; face < 6; face++)
		sample.planes[face] = plane_flip(sample.planes[face]);
	expect_fault(&sample, HULL_FAULT_WINDING);
	mk_hull_free(&sample.hull);
}

static void wrong_neighbours_are_found(void **state) {
	(void)state;
	Sample sample = make_sample();
	// 0 has 1, 2, 4
	sample.neighbours[0] = 3;
	expect_fault(&sample, HULL_FAULT_NEIGHBOUR);
	sample.neighbours[2] = 7;
	expect_fault(&sample, HULL_FAULT_NEIGHBOUR);
	sample.starts[1] = 2;
	expect_fault(&sample, HULL_FAULT_NEIGHBOUR);
	mk_hull_free(&sample.hull);
}

// the upper half of a bipyramid pushed below the equator: closed and counter-clockwise, not convex
static void dents_are_found(void **state) {
	(void)state;
	const Vec3 corners[5] = { { 0, 0, 0 }, { 3, 0, 0 }, { 0, 3, 0 }, { 1, 1, 1 }, { 1, 1, -1 } };
	Hull hull = build_hull(corners, 5);
	check_hull(&hull, corners, 5);
	Vec3 *vertices = writable(&hull, hull.vertices);
	Real *z = writable(&hull, hull.z);
	Plane *planes = writable(&hull, hull.planes);
	vertices[3].z = (Real)-0.5;
	z[3] = (Real)-0.5;
	for (uint32_t i = 0; i < hull.face_count; i++) {
		planes[i] = plane_from_triangle(vertices[hull_face_vertex(&hull, i, 0)],
				vertices[hull_face_vertex(&hull, i, 1)], vertices[hull_face_vertex(&hull, i, 2)]);
	}
	hull.center = vec3(1, 1, (Real)-0.75);
	assert_int_equal(mk_hull_validate(&hull, NULL, 0).fault, HULL_FAULT_CONVEXITY);
	mk_hull_free(&hull);
}

static void points_outside_and_a_lost_centre_are_found(void **state) {
	(void)state;
	Sample sample = make_sample();
	sample.points[8].x = 1 + 2 * sample.hull.tolerance;
	expect_fault(&sample, HULL_FAULT_OUTSIDE);
	sample.hull.center.y = -1;
	expect_fault(&sample, HULL_FAULT_CENTER);
	mk_hull_free(&sample.hull);
	const Vec3 line[3] = { { 0, 0, 0 }, { 2, 0, 0 }, { 1, 0, 0 } };
	const Vec3 bent[3] = { { 0, 0, 0 }, { 2, 0, 0 }, { 1, 1, 0 } };
	Hull hull = build_hull(line, 3);
	assert_int_equal(mk_hull_validate(&hull, line, 3).fault, HULL_VALID);
	assert_int_equal(mk_hull_validate(&hull, bent, 3).fault, HULL_FAULT_OUTSIDE);
	mk_hull_free(&hull);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_good_hull_is_valid),
		cmocka_unit_test(wrong_counts_are_found),
		cmocka_unit_test(wrong_vertices_are_found),
		cmocka_unit_test(broken_loops_are_found),
		cmocka_unit_test(edges_without_two_faces_are_found),
		cmocka_unit_test(two_solids_break_euler),
		cmocka_unit_test(wrong_planes_are_found),
		cmocka_unit_test(wrong_outlines_are_found),
		cmocka_unit_test(wrong_neighbours_are_found),
		cmocka_unit_test(dents_are_found),
		cmocka_unit_test(points_outside_and_a_lost_centre_are_found),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
