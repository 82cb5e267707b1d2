// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// EPA from hand-made simplices on differences whose depth is known, and its polytope step by step.
// The core of a ball is a point, so the difference of a shape and a ball is that shape, moved.
#include "collide/epa.h"
#include "collide/epa_polytope.h"

#include "shape/convex.h"
#include "shape/hull_shape.h"
#include "support/check.h"
#include "support/random.h"

#define MK_TEST_TOLERANCE pick_tolerance(4e-6, 1e-14)

static ShapeInstance placed(const Shape *shape, Vec3 at) {
	return instance_rigid(shape, (Transform){ quat_identity(), at });
}

static Shape *hull_of(const Vec3 *points, uint32_t count) {
	Shape *shape = mk_hull_shape_create(
			&(HullShapeInput){ .points = points, .count = count }, NULL);
	assert_non_null(shape);
	return shape;
}

// A simplex of points of the difference; all of the distance is given to A's points.
static GjkSimplex simplex_of(const Difference *d, const Vec3 *points, uint32_t count) {
	GjkSimplex simplex = { .count = count };
	for (uint32_t i = 0; i < count; i++) {
		DifferencePoint *p = &simplex.points[i];
		*p = difference_no_hint();
		p->point = points[i];
		p->b = d->offset;
		p->a = vec3_add(points[i], d->offset);
	}
	return simplex;
}

// Runs EPA on `shape` - `center` (the core of a ball there) from some of its points.
static EpaResult run_from(Shape *shape, Vec3 center, const Vec3 *points, uint32_t count) {
	Shape *ball = mk_sphere_create(1, NULL);
	ShapeInstance a = placed(shape, vec3_zero());
	ShapeInstance b = placed(ball, center);
	Difference d = mk_difference(&a, &b);
	GjkSimplex start = simplex_of(&d, points, count);
	EpaInput input = mk_epa_query_input(&d, &start);
	EpaResult result = mk_epa(&input);
	mk_shape_release(ball);
	return result;
}

static void check_answer(const EpaResult *r, double depth, Vec3 normal) {
	check_near(r->upper, depth, MK_TEST_TOLERANCE);
	check_near(r->lower, depth, MK_TEST_TOLERANCE);
	check_vec3(r->normal, normal, MK_TEST_TOLERANCE);
	Vec3 way = vec3_sub(r->point_a, r->point_b);
	check_vec3(way, vec3_scale(r->normal, (Real)r->upper), MK_TEST_TOLERANCE);
	assert_false(r->is_apart);
}

// Every foot of the centred cube's sides is on a diagonal: an inside test without slack loses all.
static void centred_cube_has_the_exact_depth(void **state) {
	(void)state;
	Shape *box = mk_box_create(vec3(2, 2, 2), NULL);
	const Vec3 start[4] = { { 2, 2, 2 }, { 2, -2, -2 }, { -2, 2, -2 }, { -2, -2, 2 } };
	EpaResult r = run_from(box, vec3_zero(), start, 4);
	assert_int_equal(r.status, SEPARATION_CONVERGED);
	check_near(r.upper, 2, MK_TEST_TOLERANCE);
	check_near(vec3_max_element(vec3_abs(r.normal)), 1, MK_TEST_TOLERANCE);
	mk_shape_release(box);
}

static void face_through_the_origin_neither_divides_nor_turns_over(void **state) {
	(void)state;
	Shape *box = mk_box_create(vec3(2, 2, 2), NULL);
	const Vec3 start[4] = { { (Real)-3.5, (Real)-2.5, -2 }, { (Real)0.5, (Real)-2.5, 2 },
		{ (Real)0.5, (Real)1.5, -2 }, { (Real)-3.5, (Real)1.5, 2 } };
	EpaResult r = run_from(box, vec3((Real)1.5, (Real)0.5, 0), start, 4);
	assert_int_equal(r.status, SEPARATION_CONVERGED);
	check_answer(&r, 0.5, vec3(1, 0, 0));
	mk_shape_release(box);
}

// Around the axis of this prism the three supports are two points on one side of the origin.
static void segment_start_beside_the_origin_is_repaired(void **state) {
	(void)state;
	Vec3 corners[6];
	for (uint32_t i = 0; i < 2; i++) {
		Real z = i == 0 ? -1 : 1;
		corners[3 * i] = vec3((Real)0.1, 5, z);
		corners[3 * i + 1] = vec3(-10, 5, z);
		corners[3 * i + 2] = vec3((Real)0.01, (Real)-0.05, z);
	}
	Shape *prism = hull_of(corners, 6);
	const Vec3 start[2] = { { 0, 0, -1 }, { 0, 0, 1 } };
	EpaResult r = run_from(prism, vec3_zero(), start, 2);
	assert_int_equal(r.status, SEPARATION_CONVERGED);
	// sides through (0.1, 5) and (0.01, -0.05): distance 0.055 - 0.0045 ... over their length
	check_near(r.upper, 0.0108893599, 4 * MK_TEST_TOLERANCE + 1e-10);
	mk_shape_release(prism);
}

// Both apexes are far out on the same side: two tetrahedra on the triangle are not convex together.
static void triangle_start_gives_a_convex_polytope(void **state) {
	(void)state;
	const Vec3 corners[5] = { { 1, 0, 0 }, { (Real)-0.5, (Real)0.866, 0 },
		{ (Real)-0.5, (Real)-0.866, 0 }, { 10, 0, 1 }, { 10, 0, -1 } };
	Shape *hull = hull_of(corners, 5);
	EpaResult r = run_from(hull, vec3_zero(), corners, 3);
	assert_int_equal(r.status, SEPARATION_CONVERGED);
	// the side through (-0.5, +-0.866, 0) and (10, 0, 1): n = (-1/10.5, 0, 1) up to its length
	double size = sqrt(1 + 10.5 * 10.5);
	Real up = (Real)(10.5 / size) * real_sign(r.normal.z);
	check_answer(&r, 0.5 / size, vec3((Real)(-1 / size), 0, up));
	mk_shape_release(hull);
}

static void flat_tetrahedron_start_is_replaced(void **state) {
	(void)state;
	Shape *box = mk_box_create(vec3(2, 2, 2), NULL);
	const Vec3 start[4] = { { 2, 2, 0 }, { -2, 2, 0 }, { -2, -2, 0 }, { 2, -2, 0 } };
	const Vec3 line[4] = { { 2, 0, 0 }, { -2, 0, 0 }, { 1, 0, 0 }, { 2, 0, 0 } };
	const Vec3 inward[4] = { { -2, -2, 2 }, { 2, -2, -2 }, { 2, 2, 2 }, { -2, 2, -2 } };
	const Vec3 *starts[3] = { start, line, inward };
	const Vec3 center = { 1, (Real)0.5, 0 };
	for (int i = 0; i < 3; i++) {
		Vec3 moved[4];
		for (int k = 0; k < 4; k++) {
			moved[k] = vec3_sub(starts[i][k], center);
		}
		EpaResult r = run_from(box, center, moved, 4);
		assert_int_equal(r.status, SEPARATION_CONVERGED);
		check_answer(&r, 1, vec3(1, 0, 0));
	}
	mk_shape_release(box);
}

static void one_point_is_enough_to_start(void **state) {
	(void)state;
	Shape *box = mk_box_create(vec3(2, 2, 2), NULL);
	const Vec3 corner = { 1, 2, 2 };
	const Vec3 zero = { 0, 0, 0 };
	EpaResult from_corner = run_from(box, vec3(1, 0, 0), &corner, 1);
	EpaResult from_zero = run_from(box, vec3(1, 0, 0), &zero, 1);
	check_answer(&from_corner, 1, vec3(1, 0, 0));
	check_answer(&from_zero, 1, vec3(1, 0, 0));
	mk_shape_release(box);
}

// Cores that are points, lines or flat: the depth is zero and the normal leads out.
static void flat_differences_are_answers(void **state) {
	(void)state;
	Shape *ball = mk_sphere_create(1, NULL);
	const Vec3 zero = { 0, 0, 0 };
	EpaResult point = run_from(ball, vec3_zero(), &zero, 1);
	assert_int_equal(point.status, SEPARATION_DEGENERATE);
	check_near(point.upper, 0, MK_TEST_TOLERANCE);
	assert_true(vec3_is_unit(point.normal));

	Shape *capsule = mk_capsule_create(1, 4, NULL);
	EpaResult line = run_from(capsule, vec3(0, (Real)0.5, 0), &zero, 1);
	assert_int_equal(line.status, SEPARATION_DEGENERATE);
	check_near(line.upper, 0, MK_TEST_TOLERANCE);
	check_near(line.normal.y, 0, MK_TEST_TOLERANCE);

	Shape *triangle = mk_triangle_create(
			(Triangle){ { -1, 0, -1 }, { 1, 0, -1 }, { 0, 0, 2 } }, (Real)0.1, NULL);
	EpaResult flat = run_from(triangle, vec3_zero(), &zero, 1);
	assert_int_equal(flat.status, SEPARATION_CONVERGED);
	check_near(flat.upper, 0, MK_TEST_TOLERANCE);
	check_near(real_abs(flat.normal.y), 1, MK_TEST_TOLERANCE);
	mk_shape_release(ball);
	mk_shape_release(capsule);
	mk_shape_release(triangle);
}

static void separated_cores_are_told_with_a_direction(void **state) {
	(void)state;
	Shape *box = mk_box_create(vec3(1, 1, 1), NULL);
	const Vec3 start[4] = { { -2, 1, 1 }, { -4, -1, 1 }, { -4, 1, -1 }, { -2, -1, -1 } };
	EpaResult r = run_from(box, vec3(3, 0, 0), start, 4);
	assert_true(r.is_apart);
	assert_true(r.upper < 0 && r.upper >= -2 - MK_TEST_TOLERANCE);
	assert_true(r.normal.x > 0);
	mk_shape_release(box);
}

// Edge against edge: no corner of one is in the other.
static void crossing_edges_push_along_both(void **state) {
	(void)state;
	const Vec3 lower[4] = { { -1, 0, 0 }, { 1, 0, 0 }, { 0, (Real)-0.5, -1 },
		{ 0, (Real)0.5, -1 } };
	const Vec3 upper[4] = { { 0, -1, (Real)-0.1 }, { 0, 1, (Real)-0.1 },
		{ (Real)-0.5, 0, (Real)0.9 }, { (Real)0.5, 0, (Real)0.9 } };
	Shape *a = hull_of(lower, 4);
	Shape *b = hull_of(upper, 4);
	ShapeInstance in_a = placed(a, vec3_zero());
	ShapeInstance in_b = placed(b, vec3_zero());
	Difference d = mk_difference(&in_a, &in_b);
	GjkInput gjk_input = mk_gjk_query_input(&d);
	GjkResult gjk = mk_gjk(&gjk_input);
	EpaInput input = mk_epa_query_input(&d, &gjk.simplex);
	EpaResult r = mk_epa(&input);
	// from A to B; a normal from B to A is its negative
	check_answer(&r, 0.1, vec3(0, 0, 1));
	check_vec3(r.point_a, vec3_zero(), MK_TEST_TOLERANCE);
	check_vec3(r.point_b, vec3(0, 0, (Real)-0.1), MK_TEST_TOLERANCE);
	mk_shape_release(a);
	mk_shape_release(b);
}

static void octahedra_and_cubes_have_their_known_depths(void **state) {
	(void)state;
	const Vec3 corners[6] = { { 1, 0, 0 }, { -1, 0, 0 }, { 0, 1, 0 }, { 0, -1, 0 }, { 0, 0, 1 },
		{ 0, 0, -1 } };
	Shape *octahedron = hull_of(corners, 6);
	Shape *cube = mk_box_create(vec3((Real)0.5, (Real)0.5, (Real)0.5), NULL);
	const Vec3 shifts[2] = { { (Real)0.5, (Real)0.3, (Real)0.2 },
		{ (Real)0.75, (Real)0.125, (Real)0.0625 } };
	const double depths[2] = { 0.57735026918962576, 0.25 };
	const Vec3 normals[2] = { { (Real)0.57735026918962576, (Real)0.57735026918962576,
									  (Real)0.57735026918962576 },
		{ 1, 0, 0 } };
	for (int i = 0; i < 2; i++) {
		Shape *shape = i == 0 ? octahedron : cube;
		ShapeInstance a = placed(shape, vec3_zero());
		ShapeInstance b = placed(shape, shifts[i]);
		Difference d = mk_difference(&a, &b);
		GjkInput gjk_input = mk_gjk_query_input(&d);
		GjkResult gjk = mk_gjk(&gjk_input);
		assert_true(gjk.is_overlapping);
		EpaInput input = mk_epa_query_input(&d, &gjk.simplex);
		EpaResult r = mk_epa(&input);
		check_answer(&r, depths[i], normals[i]);
	}
	mk_shape_release(octahedron);
	mk_shape_release(cube);
}

// A ball that is a curved core (an ellipsoid) around the origin, with no tolerance at all: every
// direction is as good, the polytope fills its storage and the answer is still right.
static void full_storage_ends_with_true_bounds(void **state) {
	(void)state;
	Shape *ball = mk_ellipsoid_create(vec3(1, 1, 1), NULL);
	Shape *point = mk_sphere_create(1, NULL);
	ShapeInstance a = placed(ball, vec3_zero());
	ShapeInstance b = placed(point, vec3((Real)1e-3, 0, 0));
	Difference d = mk_difference(&a, &b);
	const Vec3 zero = { 0, 0, 0 };
	GjkSimplex start = simplex_of(&d, &zero, 1);
	EpaInput input = mk_epa_query_input(&d, &start);
	input.absolute = 0;
	input.relative = 0;
	input.max_iterations = 100000;
	EpaResult r = mk_epa(&input);
	assert_int_equal(r.status, SEPARATION_CAPPED);
	assert_true(r.lower <= 0.999 + 1e-6 && r.upper >= 0.999 - 1e-6);
	// 128 points on a sphere leave caps of about 2 / 128 of its height; polished, the best of so
	// many directions is exact but for rounding
	check_near(r.upper, 0.999, 1e-6);
	input.max_iterations = 9;
	r = mk_epa(&input);
	assert_int_equal(r.status, SEPARATION_CAPPED);
	assert_true(r.lower <= 0.999 + 1e-6 && r.upper >= 0.999 - 1e-6);
	mk_shape_release(ball);
	mk_shape_release(point);
}

static void guess_does_not_change_the_answer(void **state) {
	(void)state;
	Shape *box = mk_box_create(vec3(2, 2, 2), NULL);
	Shape *ball = mk_sphere_create(1, NULL);
	ShapeInstance a = placed(box, vec3_zero());
	ShapeInstance b = placed(ball, vec3(1, (Real)0.25, 0));
	Difference d = mk_difference(&a, &b);
	const Vec3 corners[4] = { { 1, (Real)1.75, 2 }, { 1, (Real)-2.25, -2 }, { -3, (Real)1.75, -2 },
		{ -3, (Real)-2.25, 2 } };
	const Vec3 guesses[4] = { { 0, 0, 0 }, { 1, 0, 0 }, { -3, 4, 5 }, { 0, (Real)1e-20, 0 } };
	GjkSimplex start = simplex_of(&d, corners, 4);
	for (int i = 0; i < 4; i++) {
		EpaInput input = mk_epa_query_input(&d, &start);
		input.guess = guesses[i];
		EpaResult r = mk_epa(&input);
		check_answer(&r, 1, vec3(1, 0, 0));
	}
	mk_shape_release(box);
	mk_shape_release(ball);
}

// Weights of the foot of a plane; with the second weight in place of the third the sum would be
// (0.1, -0.3, 1.8).
static void weights_belong_to_their_corners(void **state) {
	(void)state;
	EpaPolytope p;
	mk_epa_polytope_init(&p, 1e-9);
	const Vec3 corners[3] = { { -1, -2, 2 }, { 3, -1, 2 }, { -1, 3, 2 } };
	uint8_t ids[3];
	for (uint32_t i = 0; i < 3; i++) {
		DifferencePoint point = { .point = corners[i] };
		ids[i] = (uint8_t)mk_epa_polytope_add_point(&p, &point, vec3_zero());
	}
	double weights[3];
	mk_epa_polytope_weights(&p, ids, weights);
	check_near(weights[0], 0.4, 1e-14);
	check_near(weights[1], 0.25, 1e-14);
	check_near(weights[2], 0.35, 1e-14);
	ids[2] = ids[1];
	mk_epa_polytope_weights(&p, ids, weights);
	check_near(weights[0] + weights[1] + weights[2], 1, 0);
}

// Returns the face that a point is farthest above.
static uint32_t face_below(const EpaPolytope *p, Vec3 point, double *height) {
	uint32_t best = MK_EPA_FACES;
	*height = 0;
	for (uint32_t i = 0; i < p->face_count; i++) {
		const EpaFace *f = &p->faces[i];
		if (!f->is_live) continue;
		double above = double3_dot(f->normal, double3_from(point)) - f->distance;
		if (!(above > *height)) continue;
		*height = above;
		best = i;
	}
	return best;
}

// After each point: edges match, the faces are a sphere, and no corner is above any face. The first
// corners are inside what comes later, so faces around swallowed corners go, too.
static void polytope_stays_closed_and_convex(void **state) {
	(void)state;
	EpaPolytope p;
	Rng rng = { 1 };
	mk_epa_polytope_init(&p, 1e-6);
	const Vec3 first[4] = { { (Real)0.1, 0, 0 }, { (Real)-0.1, (Real)0.1, 0 },
		{ 0, (Real)-0.1, (Real)0.1 }, { 0, 0, (Real)-0.1 } };
	const uint8_t ids[4] = { 0, 1, 2, 3 };
	for (uint32_t i = 0; i < 4; i++) {
		DifferencePoint point = { .point = first[i] };
		mk_epa_polytope_add_point(&p, &point, vec3_zero());
	}
	mk_epa_polytope_tetrahedron(&p, ids);
	assert_true(mk_epa_polytope_is_closed(&p));
	while (p.point_count < MK_EPA_POINTS) {
		DifferencePoint point = { .point = random_unit(&rng) };
		double height;
		uint32_t seed = face_below(&p, point.point, &height);
		uint32_t added = mk_epa_polytope_add_point(&p, &point, vec3_zero());
		if (height < 1e-5) continue;
		assert_true(mk_epa_polytope_find_border(&p, added, seed));
		// one cycle: as many edges as removed faces plus two, less two for each corner lost
		assert_true((p.border_count + p.removed_count) % 2 == 0);
		assert_true(p.border_count <= p.removed_count + 2);
		mk_epa_polytope_replace(&p, added);
		assert_true(mk_epa_polytope_is_closed(&p));
		for (uint32_t i = 0; i < p.point_count; i++) {
			face_below(&p, p.points[i].point, &height);
			assert_true(height <= 1e-6);
		}
	}
	assert_true(p.face_count <= MK_EPA_FACES);
}

// A point beyond an edge, in line with it but for less than two rounding floors, and
// seen by the face on one side of it by more than half of one: a face between edge and
// point would have no normal.
static void point_in_line_with_an_edge_makes_no_sliver(void **state) {
	(void)state;
	EpaPolytope p;
	mk_epa_polytope_init(&p, 1e-3);
	const Vec3 corners[5] = { { -1, -1, -1 }, { 1, -1, -1 }, { 0, 1, -1 }, { 0, 0, 1 },
		{ 3, -1, (Real)-1.0007 } };
	const uint8_t ids[4] = { 0, 1, 2, 3 };
	for (uint32_t i = 0; i < 5; i++) {
		DifferencePoint point = { .point = corners[i] };
		mk_epa_polytope_add_point(&p, &point, vec3_zero());
	}
	mk_epa_polytope_tetrahedron(&p, ids);
	double height;
	uint32_t seed = face_below(&p, corners[4], &height);
	assert_true(mk_epa_polytope_find_border(&p, 4, seed));
	mk_epa_polytope_replace(&p, 4);
	assert_true(mk_epa_polytope_is_closed(&p));
	// the corner between is gone, and so are the faces without area
	for (uint32_t i = 0; i < p.face_count; i++) {
		if (!p.faces[i].is_live) continue;
		check_near(double3_length(p.faces[i].normal), 1, 1e-12);
		for (uint32_t k = 0; k < 3; k++) {
			assert_int_not_equal(p.faces[i].points[k], 1);
		}
	}
}

// Following the events, one holds the same surface at every step.
static void trace_shows_a_closed_surface(void **state) {
	(void)state;
	static TraceStep steps[4096];
	Trace trace = { .steps = steps, .capacity = 4096 };
	Shape *shape = mk_ellipsoid_create(vec3(1, (Real)0.7, (Real)0.5), NULL);
	Shape *ball = mk_sphere_create(1, NULL);
	ShapeInstance a = placed(shape, vec3_zero());
	ShapeInstance b = placed(ball, vec3((Real)0.1, (Real)0.2, (Real)0.1));
	Difference d = mk_difference(&a, &b);
	GjkInput gjk_input = mk_gjk_query_input(&d);
	GjkResult gjk = mk_gjk(&gjk_input);
	EpaInput input = mk_epa_query_input(&d, &gjk.simplex);
	input.trace = &trace;
	EpaResult r = mk_epa(&input);
	assert_int_equal(trace.missed, 0);
	int faces = 0;
	uint32_t chosen = 0;
	Real last = 0;
	for (uint32_t i = 0; i < trace.count; i++) {
		faces += steps[i].kind == TRACE_FACE_ADDED;
		faces -= steps[i].kind == TRACE_FACE_REMOVED;
		if (steps[i].kind != TRACE_FACE_CHOSEN) continue;
		// a closed surface of triangles has an even number of them
		assert_true(faces >= 4 && faces % 2 == 0);
		if (chosen > 0 && last >= 0) assert_true(steps[i].lower >= last - d.error);
		last = steps[i].lower;
		chosen++;
	}
	assert_true(chosen > 4 && chosen <= r.iterations);
	mk_shape_release(shape);
	mk_shape_release(ball);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(centred_cube_has_the_exact_depth),
		cmocka_unit_test(face_through_the_origin_neither_divides_nor_turns_over),
		cmocka_unit_test(segment_start_beside_the_origin_is_repaired),
		cmocka_unit_test(triangle_start_gives_a_convex_polytope),
		cmocka_unit_test(flat_tetrahedron_start_is_replaced),
		cmocka_unit_test(one_point_is_enough_to_start),
		cmocka_unit_test(flat_differences_are_answers),
		cmocka_unit_test(separated_cores_are_told_with_a_direction),
		cmocka_unit_test(crossing_edges_push_along_both),
		cmocka_unit_test(octahedra_and_cubes_have_their_known_depths),
		cmocka_unit_test(full_storage_ends_with_true_bounds),
		cmocka_unit_test(guess_does_not_change_the_answer),
		cmocka_unit_test(weights_belong_to_their_corners),
		cmocka_unit_test(polytope_stays_closed_and_convex),
		cmocka_unit_test(point_in_line_with_an_edge_makes_no_sliver),
		cmocka_unit_test(trace_shows_a_closed_surface),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
