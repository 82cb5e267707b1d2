// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Objects that have lost a dimension or more (points for segments, lines for triangles, boxes and
// radii of size zero, equal centres, no motion) in every function that returns more than yes or no:
// all numbers that come out are finite, normals are unit or zero. Corners are from a small grid, so
// that they coincide, lie in line or in one plane all the time, at scales from 1e-9 m to 1e6 m.
#include "geometry/closest_pair_triangle.h"
#include "geometry/closest_polygon.h"
#include "geometry/closest_tetrahedron.h"
#include "geometry/closest_triangle.h"
#include "geometry/moving_box.h"
#include "geometry/moving_round.h"
#include "geometry/moving_sphere.h"
#include "geometry/overlap_box.h"
#include "geometry/overlap_capsule.h"
#include "geometry/overlap_sphere.h"
#include "geometry/ray.h"
#include "geometry/triangle_triangle.h"

#include "support/budget.h"
#include "support/check.h"
#include "support/property.h"
#include "support/random.h"

enum { CASES = pick_count(20000, 2000) };

typedef struct Degenerate {
	Vec3 p[8];
	Real scale;
} Degenerate;

static Vec3 grid_point(Rng *rng, Real scale) {
	int x = (int)rng_below(rng, 3) - 1;
	int y = (int)rng_below(rng, 3) - 1;
	int z = (int)rng_below(rng, 2);
	return vec3(scale * (Real)x, scale * (Real)y, scale * (Real)z);
}

static Degenerate random_degenerate(Rng *rng) {
	Degenerate d = { .scale = random_size(rng, -9, 6) };
	for (int i = 0; i < 8; i++)
		d.p[i] = grid_point(rng, d.scale);
	// all in one place
	if (rng_below(rng, 8) == 0) {
		for (int i = 1; i < 8; i++)
			d.p[i] = d.p[0];
	}
	return d;
}

static Real zero_or(Rng *rng, Real size) { return rng_below(rng, 2) == 0 ? 0 : size; }

static void check_normal(Vec3 n) {
	assert_true(vec3_is_finite(n));
	Real length = vec3_length(n);
	if (length > 0) check_near(length, 1, 16 * MK_EPSILON);
}

static void check_overlap(Overlap o) {
	assert_true(real_is_finite(o.depth) && vec3_is_finite(o.point));
	check_normal(o.normal);
	if (o.hit) check_near(vec3_length(o.normal), 1, 16 * MK_EPSILON);
}

static void check_moving(MovingHit hit) {
	assert_true(hit.time >= 0 && hit.time <= 1 && hit.time_last >= 0 && hit.time_last <= 1);
	assert_true(real_is_finite(hit.depth) && vec3_is_finite(hit.point));
	check_normal(hit.normal);
}

static void check_simplex(SimplexPoint found) {
	assert_true(vec3_is_finite(found.point) && found.corners != 0);
	Real sum = found.weights[0] + found.weights[1] + found.weights[2] + found.weights[3];
	check_near(sum, 1, 8 * MK_EPSILON);
}

static void nearest_points_are_finite(Rng *rng) {
	Degenerate d = random_degenerate(rng);
	const Vec3 *p = d.p;
	Triangle t = { p[0], p[1], p[2] };
	Tetrahedron solid = { p[0], p[1], p[2], p[3] };
	Segment s = { p[4], p[5] };
	check_simplex(mk_closest_on_triangle(t, p[7]));
	check_simplex(mk_closest_on_tetrahedron(solid, p[7]));
	check_simplex(mk_closest_on_tetrahedron_regions(solid, p[7]));
	assert_true(vec3_is_finite(mk_closest_on_polygon((Polygon){ p, 5 }, p[7])));
	SegmentPair lines = mk_closest_lines(
			(Ray){ p[0], vec3_sub(p[1], p[0]) }, (Ray){ p[2], vec3_sub(p[3], p[2]) });
	assert_true(vec3_is_finite(lines.point_a) && vec3_is_finite(lines.point_b));
	SegmentPair segments = mk_closest_segments((Segment){ p[0], p[1] }, s);
	assert_true(vec3_is_finite(segments.point_a) && vec3_is_finite(segments.point_b));
	ClosestPair mixed = mk_closest_segment_triangle(s, t);
	assert_true(vec3_is_finite(mixed.point_a) && vec3_is_finite(mixed.point_b));
	ClosestPair flat = mk_closest_triangles(t, (Triangle){ p[4], p[5], p[6] });
	assert_true(vec3_is_finite(flat.point_a) && vec3_is_finite(flat.point_b));
	assert_true(real_is_finite(flat.distance_squared) && flat.distance_squared >= 0);
}

static Obb random_obb(Rng *rng, const Degenerate *d, Vec3 center) {
	Mat3 axes = rng_below(rng, 2) == 0 ? mat3_identity() : quat_to_mat3(random_quat(rng));
	Real x = zero_or(rng, d->scale);
	Real y = zero_or(rng, d->scale);
	return (Obb){ center, axes, { x, y, zero_or(rng, d->scale) } };
}

static void contacts_are_finite(Rng *rng) {
	Degenerate d = random_degenerate(rng);
	const Vec3 *p = d.p;
	Sphere ball = { p[0], zero_or(rng, d.scale) };
	Sphere other = { p[1], zero_or(rng, d.scale) };
	Capsule capsule = { p[2], p[3], zero_or(rng, d.scale) };
	Capsule pill = { p[4], p[5], zero_or(rng, d.scale) };
	Triangle t = { p[5], p[6], p[7] };
	Obb a = random_obb(rng, &d, p[1]);
	Obb b = random_obb(rng, &d, p[2]);
	check_overlap(mk_sphere_contact_sphere(ball, other));
	check_overlap(mk_sphere_contact_capsule(ball, capsule));
	check_overlap(mk_capsule_contact_capsule(capsule, pill));
	check_overlap(mk_sphere_contact_triangle(ball, t));
	check_overlap(mk_sphere_contact_polygon(ball, (Polygon){ p + 2, 5 }));
	check_overlap(mk_sphere_contact_obb(ball, a));
	Aabb box = aabb_from_center(a.center, a.half);
	check_overlap(mk_sphere_contact_aabb(ball, box));
	check_overlap(mk_aabb_contact_aabb(box, aabb_from_center(b.center, b.half)));
	BoxContact boxes = mk_obb_contact_obb(&a, &b);
	assert_true(real_is_finite(boxes.depth));
	check_normal(boxes.normal);
	Cylinder can = { p[2], p[3], capsule.radius };
	check_overlap(mk_cylinder_contact_cylinder(can, (Cylinder){ p[4], p[5], pill.radius }).overlap);
	TrianglePair pair = mk_triangles_meet(t, (Triangle){ p[0], p[1], p[2] });
	assert_true(vec3_is_finite(pair.common.start) && vec3_is_finite(pair.common.end));
}

static void check_ray(RayHit hit) {
	assert_true(real_is_finite(hit.t));
	check_normal(hit.normal);
}

static void rays_are_finite(Rng *rng) {
	Degenerate d = random_degenerate(rng);
	const Vec3 *p = d.p;
	Ray ray = { p[0], vec3_sub(p[1], p[0]) };
	RayRange range = ray_range_ray();
	Real radius = zero_or(rng, d.scale);
	Obb box = random_obb(rng, &d, p[2]);
	check_ray(mk_ray_hit_sphere(ray, range, (Sphere){ p[2], radius }));
	check_ray(mk_ray_hit_capsule(ray, range, (Capsule){ p[2], p[3], radius }));
	check_ray(mk_ray_hit_cylinder(ray, range, (Cylinder){ p[2], p[3], radius }));
	check_ray(mk_ray_hit_obb(ray, range, box));
	check_ray(mk_ray_hit_aabb(ray, range, aabb_from_center(box.center, box.half)));
	check_ray(mk_ray_hit_cone(ray, range, (Cone){ p[2], { 0, 1, 0 }, zero_or(rng, 1), radius }));
	check_ray(mk_ray_hit_plane(ray, range, (Plane){ p[2], radius }));
	check_ray(mk_ray_hit_plane_points(ray, range, (Triangle){ p[2], p[3], p[4] }));
	TriangleRay prepared = mk_ray_prepare(ray);
	Vec3 weights = vec3_zero();
	check_ray(mk_ray_hit_triangle(
			&prepared, range, (Triangle){ p[2], p[3], p[4] }, RAY_SIDES_BOTH, &weights));
	assert_true(vec3_is_finite(weights));
	check_ray(mk_ray_hit_quad(&prepared, range, p + 4, RAY_SIDES_BOTH));
}

static void moving_contacts_are_finite(Rng *rng) {
	Degenerate d = random_degenerate(rng);
	const Vec3 *p = d.p;
	Vec3 motion = grid_point(rng, rng_below(rng, 4) == 0 ? 0 : 2 * d.scale);
	Sphere ball = { p[0], zero_or(rng, d.scale) };
	Capsule capsule = { p[2], p[3], zero_or(rng, d.scale) };
	Triangle t = { p[5], p[6], p[7] };
	Obb a = random_obb(rng, &d, p[1]);
	Obb b = random_obb(rng, &d, p[2]);
	Aabb box = aabb_from_center(b.center, b.half);
	check_moving(mk_moving_sphere_hit_sphere(ball, motion, (Sphere){ p[1], zero_or(rng, 1) }));
	check_moving(mk_moving_sphere_hit_plane(ball, motion, (Plane){ p[1], 0 }));
	check_moving(mk_moving_sphere_hit_triangle(ball, motion, t));
	check_moving(mk_moving_sphere_hit_polygon(ball, motion, (Polygon){ p + 2, 5 }));
	check_moving(mk_moving_sphere_hit_aabb(ball, motion, box));
	check_moving(mk_moving_sphere_hit_aabb_vertex_first(ball, motion, box));
	check_moving(mk_moving_sphere_hit_obb(ball, motion, a));
	check_moving(mk_moving_sphere_hit_capsule(ball, motion, capsule));
	check_moving(mk_moving_capsule_hit_capsule((Capsule){ p[4], p[5], 0 }, motion, capsule));
	check_moving(mk_moving_aabb_hit_aabb(aabb_from_center(a.center, a.half), motion, box));
	check_moving(mk_moving_aabb_hit_plane(box, motion, (Plane){ p[1], 0 }));
	check_moving(mk_moving_obb_hit_obb(&a, motion, &b));
}

static void nearest_points_hold(void **state) {
	(void)state;
	for_all(nearest_points_are_finite, CASES, 321);
}

static void contacts_hold(void **state) {
	(void)state;
	for_all(contacts_are_finite, CASES, 322);
}

static void rays_hold(void **state) {
	(void)state;
	for_all(rays_are_finite, CASES, 323);
}

static void moving_contacts_hold(void **state) {
	(void)state;
	for_all(moving_contacts_are_finite, CASES, 324);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nearest_points_hold),
		cmocka_unit_test(contacts_hold),
		cmocka_unit_test(rays_hold),
		cmocka_unit_test(moving_contacts_hold),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
