// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Lines of two planes and points of three satisfy the equations they come from. Errors grow with
// the inverse of the determinant: 16 epsilon of the offsets over it.
#include "geometry/plane_pair.h"

#include "support/check.h"
#include "support/property.h"
#include "support/random.h"

static Plane random_plane(Rng *rng, double reach) {
	Vec3 normal = random_unit(rng);
	return (Plane){ normal, random_real(rng, -reach, reach) };
}

// The same plane with another length of the normal.
static Plane stretch(Plane plane, Real length) {
	return (Plane){ vec3_scale(plane.normal, length), plane.offset * length };
}

static void line_is_in_both_planes(Rng *rng) {
	double reach = (double)random_size(rng, -4, 4);
	Plane a = random_plane(rng, reach);
	Plane b = random_plane(rng, reach);
	// half of the pairs at a small angle
	if (rng_below(rng, 2) == 0) {
		Vec3 tilt = random_vec3(rng, (double)random_size(rng, -4, 0));
		b.normal = vec3_normalize(vec3_add(a.normal, tilt));
	}
	Real sine_squared = vec3_length_squared(vec3_cross(a.normal, b.normal));
	if (sine_squared < 1024 * MK_EPSILON) return;
	PlaneLine found = mk_plane_line(a, b);
	assert_int_equal(found.meeting, PLANES_MEET);
	double bound = 16 * (double)MK_EPSILON * reach / (double)sine_squared;
	check_near(plane_distance(a, found.line.origin), 0, bound);
	check_near(plane_distance(b, found.line.origin), 0, bound);
	check_near(vec3_dot(a.normal, found.line.direction), 0, 4 * MK_EPSILON);
	check_near(vec3_dot(b.normal, found.line.direction), 0, 4 * MK_EPSILON);
	// the origin is the nearest point to zero
	double along = (double)vec3_dot(found.line.origin, vec3_normalize(found.line.direction));
	check_near(along, 0, bound);
	// lengths of the normals change nothing
	Real first = random_size(rng, -3, 3);
	PlaneLine stretched = mk_plane_line(stretch(a, first), stretch(b, random_size(rng, -3, 3)));
	assert_int_equal(stretched.meeting, PLANES_MEET);
	check_vec3(stretched.line.origin, found.line.origin, 2 * bound);
}

static void parallel_planes_are_told_from_equal_ones(Rng *rng) {
	double reach = (double)random_size(rng, -4, 4);
	Plane a = random_plane(rng, reach);
	Real length = random_size(rng, -3, 3);
	Plane same = stretch(a, rng_below(rng, 2) ? length : -length);
	assert_int_equal(mk_plane_line(a, same).meeting, PLANES_EQUAL);
	Plane apart = stretch(
			(Plane){ a.normal, a.offset + (Real)(0.01 * reach) }, random_size(rng, -3, 3));
	assert_int_equal(mk_plane_line(a, apart).meeting, PLANES_PARALLEL);
}

static void point_is_in_all_three_planes(Rng *rng) {
	double reach = (double)random_size(rng, -4, 4);
	Plane a = random_plane(rng, reach);
	Plane b = random_plane(rng, reach);
	Plane c = random_plane(rng, reach);
	Real volume = real_abs(vec3_triple(a.normal, b.normal, c.normal));
	if (volume < (Real)0.001) return;
	PlanePoint found = mk_plane_point(a, b, c);
	assert_int_equal(found.meeting, PLANES_MEET);
	// the point is up to 3 reach / volume away, and the planes are evaluated there
	double bound = 16 * (double)MK_EPSILON * reach / (double)volume;
	check_near(plane_distance(a, found.point), 0, bound);
	check_near(plane_distance(b, found.point), 0, bound);
	check_near(plane_distance(c, found.point), 0, bound);
}

static void planes_through_one_line_have_no_single_point(Rng *rng) {
	Plane a = random_plane(rng, 1);
	Plane b = random_plane(rng, 1);
	if (vec3_length(vec3_cross(a.normal, b.normal)) < (Real)0.5) return;
	Real s = random_real(rng, 1, 2);
	Real t = random_real(rng, 1, 2);
	Plane c = { vec3_add(vec3_scale(a.normal, s), vec3_scale(b.normal, t)),
		s * a.offset + t * b.offset };
	if (vec3_length(c.normal) < (Real)0.5) return;
	assert_int_equal(mk_plane_point(a, b, c).meeting, PLANES_PARALLEL);
}

static void two_planes_hold(void **state) {
	(void)state;
	for_all(line_is_in_both_planes, 50000, 501);
	for_all(parallel_planes_are_told_from_equal_ones, 20000, 502);
}

static void three_planes_hold(void **state) {
	(void)state;
	for_all(point_is_in_all_three_planes, 50000, 503);
	for_all(planes_through_one_line_have_no_single_point, 20000, 504);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_planes_hold),
		cmocka_unit_test(three_planes_hold),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
