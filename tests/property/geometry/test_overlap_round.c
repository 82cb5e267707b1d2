// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Contacts of spheres, capsules and cylinders: moving by the depth along the normal just parts the
// two, no other direction does it with a shorter way, and the contact point is in both. Extents
// along a plane's normal against the corners and the rim.
#include "geometry/overlap_capsule.h"
#include "geometry/overlap_plane.h"
#include "geometry/overlap_sphere.h"

#include "geometry/closest_triangle.h"
#include "support/check.h"
#include "support/property.h"
#include "support/random.h"

enum { POLYGON_COUNT = 7 };

// What a sphere or capsule is tested against.
typedef struct Scene {
	uint32_t kind;
	Aabb aabb;
	Obb obb;
	Triangle triangle;
	Vec3 points[POLYGON_COUNT];
	Capsule capsule;
	Sphere sphere;
} Scene;

enum {
	AGAINST_SPHERE,
	AGAINST_AABB,
	AGAINST_OBB,
	AGAINST_TRIANGLE,
	AGAINST_POLYGON,
	AGAINST_CAPSULE
};
enum { AGAINST_COUNT = 6 };

static Polygon scene_polygon(const Scene *s) { return (Polygon){ s->points, POLYGON_COUNT }; }

static bool overlaps(const Scene *s, Sphere ball) {
	switch (s->kind) {
		case AGAINST_SPHERE: return sphere_overlaps_sphere(ball, s->sphere);
		case AGAINST_AABB: return sphere_overlaps_aabb(ball, s->aabb);
		case AGAINST_OBB: return sphere_overlaps_obb(ball, s->obb);
		case AGAINST_TRIANGLE: return mk_sphere_overlaps_triangle(ball, s->triangle);
		case AGAINST_POLYGON: return mk_sphere_overlaps_polygon(ball, scene_polygon(s));
		default: return sphere_overlaps_capsule(ball, s->capsule);
	}
}

static Overlap contact_of(const Scene *s, Sphere ball) {
	switch (s->kind) {
		case AGAINST_SPHERE: return mk_sphere_contact_sphere(ball, s->sphere);
		case AGAINST_AABB: return mk_sphere_contact_aabb(ball, s->aabb);
		case AGAINST_OBB: return mk_sphere_contact_obb(ball, s->obb);
		case AGAINST_TRIANGLE: return mk_sphere_contact_triangle(ball, s->triangle);
		case AGAINST_POLYGON: return mk_sphere_contact_polygon(ball, scene_polygon(s));
		default: return mk_sphere_contact_capsule(ball, s->capsule);
	}
}

static Scene random_scene(Rng *rng, Real size) {
	Scene s = { .kind = rng_below(rng, AGAINST_COUNT) };
	Vec3 center = random_vec3(rng, (double)size);
	Vec3 half = vec3_abs(random_vec3(rng, (double)size));
	s.aabb = aabb_from_center(center, half);
	s.obb = (Obb){ center, quat_to_mat3(random_quat(rng)), half };
	s.triangle.a = random_vec3(rng, (double)size);
	s.triangle.b = random_vec3(rng, (double)size);
	s.triangle.c = random_vec3(rng, (double)size);
	for (int i = 0; i < POLYGON_COUNT; i++) {
		double angle = 2 * 3.14159265358979 * i / POLYGON_COUNT;
		Vec3 way = vec3_add_scaled(vec3_scale(s.obb.axes.x, size * (Real)cos(angle)), s.obb.axes.y,
				size * (Real)(0.7 * sin(angle)));
		s.points[i] = vec3_add(center, way);
	}
	s.capsule = (Capsule){ s.triangle.a, s.triangle.b, half.x };
	s.sphere = (Sphere){ center, half.y };
	return s;
}

// one statement per number: the order of evaluation in a list is up to the compiler
static Sphere random_ball(Rng *rng, double place, Real size) {
	Sphere ball;
	ball.center = random_vec3(rng, place);
	ball.radius = size * random_real(rng, 0.05, 1);
	return ball;
}

static void sphere_contact_is_the_shortest_way_out(Rng *rng) {
	Real size = random_size(rng, -4, 4);
	Scene s = random_scene(rng, size);
	Sphere ball = random_ball(rng, (double)size * 1.5, size);
	Overlap contact = contact_of(&s, ball);
	assert_int_equal(contact.hit, overlaps(&s, ball));
	if (!contact.hit) return;
	check_near(vec3_length(contact.normal), 1, 8 * MK_EPSILON);
	Real slack = 64 * MK_EPSILON * size;
	Sphere point = { contact.point, slack };
	assert_true(overlaps(&s, point));
	assert_true(vec3_distance(contact.point, ball.center) <= ball.radius + slack);
	Vec3 center = ball.center;
	ball.center = vec3_add_scaled(center, contact.normal, contact.depth + slack);
	assert_false(overlaps(&s, ball));
	if (contact.depth <= 2 * slack) return;
	ball.center = vec3_add_scaled(center, contact.normal, contact.depth - slack);
	assert_true(overlaps(&s, ball));
	// out of flat things and boxes as well, no other direction is shorter
	Real shorter = contact.depth * (Real)0.999 - slack;
	ball.center = vec3_add_scaled(center, random_unit(rng), shorter);
	assert_true(overlaps(&s, ball));
}

static void polygon_answer_is_that_of_its_triangles(Rng *rng) {
	Scene s = random_scene(rng, 1);
	Sphere ball = random_ball(rng, 2, 1);
	bool in_small = false;
	bool in_large = false;
	const Real slack = 64 * MK_EPSILON;
	for (int i = 2; i < POLYGON_COUNT; i++) {
		Triangle part = { s.points[0], s.points[i - 1], s.points[i] };
		Sphere small = { ball.center, ball.radius - slack };
		Sphere large = { ball.center, ball.radius + slack };
		in_small = in_small || mk_sphere_overlaps_triangle(small, part);
		in_large = in_large || mk_sphere_overlaps_triangle(large, part);
	}
	bool is_hit = mk_sphere_overlaps_polygon(ball, scene_polygon(&s));
	if (in_small) assert_true(is_hit);
	if (is_hit) assert_true(in_large);
}

static Capsule random_capsule(Rng *rng, Real size) {
	Vec3 start = random_vec3(rng, (double)size);
	Vec3 end = rng_below(rng, 5) ? random_vec3(rng, (double)size) : start;
	return (Capsule){ start, end, size * random_real(rng, 0.05, 0.8) };
}

static Capsule moved(Capsule c, Vec3 way) {
	return (Capsule){ vec3_add(c.start, way), vec3_add(c.end, way), c.radius };
}

static void capsule_contact_is_the_shortest_way_out(Rng *rng) {
	Real size = random_size(rng, -4, 4);
	Capsule a = random_capsule(rng, size);
	Capsule b = random_capsule(rng, size);
	// crossing, parallel and coincident cores too
	uint32_t kind = rng_below(rng, 5);
	if (kind == 0)
		b.start = vec3_add(vec3_lerp(a.start, a.end, (Real)0.3), vec3_sub(a.start, b.end));
	if (kind == 1) b = moved(a, random_vec3(rng, (double)size * 0.2));
	if (kind == 2) b = a;
	Overlap contact = mk_capsule_contact_capsule(a, b);
	assert_int_equal(contact.hit, capsule_overlaps_capsule(a, b));
	if (!contact.hit) return;
	Real slack = 128 * MK_EPSILON * size;
	Real out = contact.depth + slack;
	assert_false(capsule_overlaps_capsule(moved(a, vec3_scale(contact.normal, out)), b));
	assert_true(sphere_overlaps_capsule((Sphere){ contact.point, slack }, a));
	assert_true(sphere_overlaps_capsule((Sphere){ contact.point, slack }, b));
	if (contact.depth <= 2 * slack) return;
	Real shorter = contact.depth * (Real)0.999 - slack;
	assert_true(capsule_overlaps_capsule(moved(a, vec3_scale(random_unit(rng), shorter)), b));
}

static Cylinder random_cylinder(Rng *rng, Vec3 axis, Real size) {
	Vec3 start = random_vec3(rng, (double)size);
	Real height = size * random_real(rng, 0.1, 2);
	if (rng_below(rng, 2)) height = -height;
	return (Cylinder){ start, vec3_add_scaled(start, axis, height),
		size * random_real(rng, 0.1, 1) };
}

static bool cylinder_holds(Cylinder c, Vec3 p, Real slack) {
	Vec3 axis = vec3_normalize(vec3_sub(c.end, c.start));
	Real along = vec3_dot(vec3_sub(p, c.start), axis);
	Vec3 across = vec3_sub(vec3_sub(p, c.start), vec3_scale(axis, along));
	return along >= -slack && along <= vec3_distance(c.start, c.end) + slack &&
			vec3_length(across) <= c.radius + slack;
}

static bool cylinders_overlap(Cylinder a, Vec3 way, Cylinder b) {
	a.start = vec3_add(a.start, way);
	a.end = vec3_add(a.end, way);
	CylinderOverlap answer = mk_cylinder_contact_cylinder(a, b);
	assert_true(answer.is_parallel);
	return answer.overlap.hit;
}

static void cylinder_contact_is_the_shortest_way_out(Rng *rng) {
	Real size = random_size(rng, -4, 4);
	Vec3 axis = random_unit(rng);
	Cylinder a = random_cylinder(rng, axis, size);
	Cylinder b = random_cylinder(rng, axis, size);
	if (rng_below(rng, 8) == 0) b.start = a.start;
	if (rng_below(rng, 8) == 0) b.end = vec3_add_scaled(b.start, axis, size);
	CylinderOverlap answer = mk_cylinder_contact_cylinder(a, b);
	// one start moved alone may leave it slanted
	if (!answer.is_parallel) return;
	Overlap contact = answer.overlap;
	// the angle that counts as parallel, over the height of the pair
	Real slack = (4 * MK_CYLINDER_PARALLEL + 128 * MK_EPSILON) * size;
	// two points of the solids that coincide prove a hit
	Vec3 p = vec3_lerp(a.start, a.end, random_real(rng, 0, 1));
	p = vec3_add_scaled(p, vec3_perpendicular(axis), a.radius * random_real(rng, -1, 1));
	if (cylinder_holds(b, p, -slack)) assert_true(contact.hit);
	if (!contact.hit) return;
	assert_true(cylinder_holds(a, contact.point, slack) && cylinder_holds(b, contact.point, slack));
	assert_false(cylinders_overlap(a, vec3_scale(contact.normal, contact.depth + slack), b));
	if (contact.depth <= 2 * slack) return;
	Real shorter = contact.depth * (Real)0.999 - slack;
	assert_true(cylinders_overlap(a, vec3_scale(random_unit(rng), shorter), b));
}

static void extents_are_reached_by_corners_and_rims(Rng *rng) {
	Scene s = random_scene(rng, 1);
	Plane plane = { random_vec3(rng, 2), (Real)0.3 };
	PlaneExtent extent = plane_extent_obb(plane, s.obb);
	Real low = MK_INFINITY;
	Real high = -MK_INFINITY;
	for (int i = 0; i < 8; i++) {
		Vec3 half = s.obb.half;
		Vec3 local = vec3(
				i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z);
		Real distance = plane_distance(plane, obb_to_world(s.obb, local));
		low = real_min(distance, low);
		high = real_max(distance, high);
	}
	check_near(extent.low, low, 64 * MK_EPSILON);
	check_near(extent.high, high, 64 * MK_EPSILON);
	Cone cone = { s.obb.center, s.obb.axes.x, s.obb.half.x + (Real)0.1, s.obb.half.y };
	PlaneExtent of_cone = mk_plane_extent_cone(plane, cone);
	Real apex = plane_distance(plane, cone.apex);
	Real top = plane_distance(plane, mk_cone_rim_point(cone, plane.normal));
	Real bottom = plane_distance(plane, mk_cone_rim_point(cone, vec3_negate(plane.normal)));
	check_near(of_cone.high, real_max(apex, top), 64 * MK_EPSILON);
	check_near(of_cone.low, real_min(apex, bottom), 64 * MK_EPSILON);
	// no other point of the rim is beyond
	Real around = plane_distance(plane, mk_cone_rim_point(cone, random_unit(rng)));
	assert_true(
			around <= of_cone.high + 64 * MK_EPSILON && around >= of_cone.low - 64 * MK_EPSILON);
}

static void spheres_part_by_the_shortest_way(void **state) {
	(void)state;
	for_all(sphere_contact_is_the_shortest_way_out, 200000, 531);
	for_all(polygon_answer_is_that_of_its_triangles, 50000, 532);
}

static void capsules_part_by_the_shortest_way(void **state) {
	(void)state;
	for_all(capsule_contact_is_the_shortest_way_out, 100000, 533);
}

static void cylinders_part_by_the_shortest_way(void **state) {
	(void)state;
	for_all(cylinder_contact_is_the_shortest_way_out, 100000, 534);
}

static void extents_along_a_normal_are_exact(void **state) {
	(void)state;
	for_all(extents_are_reached_by_corners_and_rims, 50000, 535);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(spheres_part_by_the_shortest_way),
		cmocka_unit_test(capsules_part_by_the_shortest_way),
		cmocka_unit_test(cylinders_part_by_the_shortest_way),
		cmocka_unit_test(extents_along_a_normal_are_exact),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
