// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Sets are closed in every family of tests: two objects that touch exactly meet, and with a gap
// they do not. Each row puts something at a distance `gap` from something else; all numbers are
// exact in binary. The two questions with another convention (strictly behind a plane, strictly
// crossing in the plane) are here beside their closed forms.
#include "geometry/bounding_sphere.h"
#include "geometry/closest_pair.h"
#include "geometry/containment.h"
#include "geometry/orientation.h"
#include "geometry/overlap_box.h"
#include "geometry/overlap_capsule.h"
#include "geometry/overlap_plane.h"
#include "geometry/overlap_sphere.h"
#include "geometry/ray.h"
#include "geometry/triangle_triangle.h"
#include "support/check.h"
#include "support/sat_hulls.h"

static const Aabb cube = { { -1, -1, -1 }, { 1, 1, 1 } };
static const Obb block = { { 0, 0, 0 }, { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }, { 1, 1, 1 } };
// in the plane y = 0, with a side from (-2, 0, -2) to (2, 0, -2)
static const Triangle floor_triangle = { { -2, 0, -2 }, { 0, 0, 2 }, { 2, 0, -2 } };
static const Vec3 square[4] = { { -1, 0, -1 }, { -1, 0, 1 }, { 1, 0, 1 }, { 1, 0, -1 } };
static const Vec2 flat_square[4] = { { 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, 1 } };

static Sphere ball_above(Real y) { return (Sphere){ { 0, y, 0 }, 1 }; }
static Ray down_to(Real x, Real y) { return (Ray){ { x, y + 4, 0 }, { 0, -4, 0 } }; }

static bool distances(Real gap) {
	Vec3 p = vec3(0, 3 + gap, 0);
	Segment edge = { { -1, 1, 0 }, { 1, 1, 0 } };
	Ray line = { { -1, 1, 0 }, { 1, 0, 0 } };
	bool is_line = line_is_within(line, p, 2);
	assert_int_equal(segment_is_within(edge, p, 2), is_line);
	assert_int_equal(aabb_is_within(cube, p, 2), is_line);
	assert_int_equal(obb_is_within(block, p, 2), is_line);
	return is_line;
}

static bool lines(Real gap) {
	Ray x = { { 0, 0, 0 }, { 1, 0, 0 } };
	Ray z = { { 3, 2 + gap, 0 }, { 0, 0, 1 } };
	return mk_lines_meet(x, z, 2);
}

static bool spheres(Real gap) {
	bool is_hit = sphere_overlaps_sphere(ball_above(0), ball_above(2 + gap));
	assert_int_equal(mk_sphere_contact_sphere(ball_above(0), ball_above(2 + gap)).hit, is_hit);
	return is_hit;
}

static bool sphere_and_box(Real gap) {
	bool is_hit = sphere_overlaps_aabb(ball_above(2 + gap), cube);
	assert_int_equal(sphere_overlaps_obb(ball_above(2 + gap), block), is_hit);
	assert_int_equal(mk_sphere_contact_aabb(ball_above(2 + gap), cube).hit, is_hit);
	assert_int_equal(mk_sphere_contact_obb(ball_above(2 + gap), block).hit, is_hit);
	return is_hit;
}

static bool sphere_and_flat(Real gap) {
	Polygon polygon = { square, 4 };
	bool is_hit = mk_sphere_overlaps_triangle(ball_above(1 + gap), floor_triangle);
	assert_int_equal(mk_sphere_contact_triangle(ball_above(1 + gap), floor_triangle).hit, is_hit);
	assert_int_equal(mk_sphere_overlaps_polygon(ball_above(1 + gap), polygon), is_hit);
	assert_int_equal(mk_sphere_contact_polygon(ball_above(1 + gap), polygon).hit, is_hit);
	return is_hit;
}

static bool capsules(Real gap) {
	Capsule a = { { -1, 0, 0 }, { 1, 0, 0 }, 1 };
	Capsule b = { { 0, 2 + gap, -1 }, { 0, 2 + gap, 1 }, 1 };
	bool is_hit = capsule_overlaps_capsule(a, b);
	assert_int_equal(mk_capsule_contact_capsule(a, b).hit, is_hit);
	assert_int_equal(sphere_overlaps_capsule(ball_above(2 + gap), a), is_hit);
	assert_int_equal(mk_sphere_contact_capsule(ball_above(2 + gap), a).hit, is_hit);
	return is_hit;
}

static bool cylinder_walls(Real gap) {
	Cylinder a = { { 0, 0, 0 }, { 0, 2, 0 }, 1 };
	Cylinder b = { { 2 + gap, 1, 0 }, { 2 + gap, 3, 0 }, 1 };
	return mk_cylinder_contact_cylinder(a, b).overlap.hit;
}

static bool cylinder_caps(Real gap) {
	Cylinder a = { { 0, 0, 0 }, { 0, 2, 0 }, 1 };
	Cylinder b = { { 0, 2 + gap, 0 }, { 0, 3 + gap, 0 }, 1 };
	return mk_cylinder_contact_cylinder(a, b).overlap.hit;
}

static bool boxes(Real gap) {
	Aabb upper = { { -1, 1 + gap, -1 }, { 1, 3 + gap, 1 } };
	Obb turned = obb_from_aabb(upper);
	bool is_hit = aabb_overlaps(cube, upper);
	assert_int_equal(mk_aabb_contact_aabb(upper, cube).hit, is_hit);
	assert_int_equal(obb_overlaps_obb(&block, &turned), is_hit);
	assert_int_equal(mk_obb_contact_obb(&turned, &block).hit, is_hit);
	assert_int_equal(aabb_contains_point(cube, upper.min), is_hit);
	return is_hit;
}

static bool box_and_flat(Real gap) {
	Aabb upper = { { -1, gap, -1 }, { 1, 2 + gap, 1 } };
	Obb turned = obb_from_aabb(upper);
	Segment edge = { { -2, 0, 0 }, { 2, 0, 0 } };
	bool is_hit = triangle_overlaps_aabb(floor_triangle, upper);
	assert_int_equal(triangle_overlaps_obb(floor_triangle, &turned), is_hit);
	assert_int_equal(mk_segment_overlaps_aabb(edge, upper), is_hit);
	assert_int_equal(mk_polygon_overlaps_aabb((Polygon){ square, 4 }, upper), is_hit);
	return is_hit;
}

static bool polyhedra(Real gap) {
	TestHull lower;
	TestHull upper;
	test_hull_box(&lower, block);
	test_hull_box(&upper, obb_from_aabb((Aabb){ { -1, 1 + gap, -1 }, { 1, 2, 1 } }));
	bool is_hit = mk_sat_overlap(&lower.hull, &upper.hull, NULL).hit;
	assert_int_equal(mk_sat_contact(&lower.hull, &upper.hull).hit, is_hit);
	return is_hit;
}

// exactly one of crossing, behind and in front holds; the half-space is closed
static bool planes(Real gap) {
	Plane ground = { { 0, 1, 0 }, 0 };
	const Vec3 edges[3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
	PlaneExtent extents[] = {
		plane_extent_sphere(ground, ball_above(1 + gap)),
		plane_extent_aabb(ground, (Aabb){ { 0, gap, 0 }, { 1, 2, 1 } }),
		plane_extent_obb(ground, obb_from_aabb((Aabb){ { 0, gap, 0 }, { 1, 2, 1 } })),
		mk_plane_extent_corner_box(ground, vec3(0, gap, 0), edges),
		mk_plane_extent_cone(ground, (Cone){ { 0, gap, 0 }, { 0, 1, 0 }, 1, 1 }),
	};
	for (size_t i = 0; i < sizeof(extents) / sizeof(extents[0]); i++) {
		PlaneExtent mirrored = { -extents[i].high, -extents[i].low };
		bool crosses = plane_extent_crosses(extents[0]);
		assert_int_equal(plane_extent_crosses(extents[i]), crosses);
		assert_int_equal(plane_extent_meets_half_space(extents[i]), crosses);
		assert_int_equal(plane_extent_is_in_front(extents[i]), !crosses);
		assert_int_equal(plane_extent_is_behind(mirrored), !crosses);
	}
	return plane_extent_crosses(extents[0]);
}

// a segment that ends on the surface; its end is at t = 1 of the range
static bool ends_of_rays(Real gap) {
	RayRange range = ray_range_segment();
	Ray to_cube = down_to(0, 1 + gap);
	Ray to_floor = down_to(0, gap);
	TriangleRay prepared = mk_ray_prepare(to_floor);
	const Plane top[1] = { { { 0, 1, 0 }, 1 } };
	bool is_hit = mk_ray_hit_aabb(to_cube, range, cube).hit;
	const bool others[] = {
		mk_ray_hit_obb(to_cube, range, block).hit,
		mk_ray_hit_half_spaces(to_cube, range, (HalfSpaces){ top, 1 }).hit,
		mk_ray_hit_sphere(to_cube, range, ball_above(0)).hit,
		mk_ray_hit_capsule(to_cube, range, (Capsule){ { -1, 0, 0 }, { 1, 0, 0 }, 1 }).hit,
		mk_ray_hit_cylinder(to_cube, range, (Cylinder){ { 0, 0, 0 }, { 0, 1, 0 }, 1 }).hit,
		mk_ray_hit_cone(to_cube, range, (Cone){ { 0, 1, 0 }, { 0, -1, 0 }, 1, 1 }).hit,
		mk_ray_hit_plane(to_cube, range, top[0]).hit,
		mk_ray_hit_plane_points(to_floor, range, floor_triangle).hit,
		mk_ray_hit_triangle(&prepared, range, floor_triangle, RAY_SIDES_BOTH, NULL).hit,
		mk_ray_hit_quad(&prepared, range, square, RAY_SIDES_BOTH).hit,
	};
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		assert_int_equal(others[i], is_hit);
	}
	return is_hit;
}

// a ray along a face or along the wall, or through a border
static bool grazing_rays(Real gap) {
	Ray beside = down_to(1 + gap, 1);
	RayRange range = ray_range_ray();
	TriangleRay prepared = mk_ray_prepare((Ray){ { 0, 1, -2 - gap }, { 0, -1, 0 } });
	const Plane side[1] = { { { 1, 0, 0 }, 1 } };
	bool is_hit = mk_ray_hit_aabb(beside, range, cube).hit;
	const bool others[] = {
		mk_ray_hit_obb(beside, range, block).hit,
		mk_ray_hit_half_spaces(beside, range, (HalfSpaces){ side, 1 }).hit,
		mk_ray_hit_sphere(beside, range, ball_above(0)).hit,
		mk_ray_hit_capsule(beside, range, (Capsule){ { 0, -1, 0 }, { 0, 1, 0 }, 1 }).hit,
		mk_ray_hit_cylinder(beside, range, (Cylinder){ { 0, 0, 0 }, { 0, 1, 0 }, 1 }).hit,
		mk_ray_hit_triangle(&prepared, range, floor_triangle, RAY_SIDES_BOTH, NULL).hit,
	};
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		assert_int_equal(others[i], is_hit);
	}
	return is_hit;
}

static bool triangles(Real gap) {
	Triangle above = { { 0, gap, 0 }, { 1, 2, 0 }, { 0, 2, 1 } };
	bool is_hit = mk_triangles_meet(floor_triangle, above).meeting != TRIANGLES_APART;
	assert_int_equal(mk_triangles_overlap_exact(floor_triangle, above), is_hit);
	assert_int_equal(mk_triangles_overlap_sat(floor_triangle, above), is_hit);
	return is_hit;
}

static bool containment(Real gap) {
	const Vec2 p = { 1 + gap, (Real)0.5 };
	Polygon2 polygon = { flat_square, 4 };
	const Plane side[1] = { { { 1, 0, 0 }, 1 } };
	const Vec3 in_space = { 1 + gap, 0, 0 };
	bool is_in = mk_polygon_contains_2d(polygon, p);
	assert_int_equal(mk_convex_polygon_contains_2d(polygon, p), is_in);
	assert_int_equal(mk_triangle_contains_2d(flat_square, p), is_in);
	assert_int_equal(mk_polygon_contains((Polygon){ square, 4 }, in_space), is_in);
	assert_int_equal(mk_half_spaces_contain((HalfSpaces){ side, 1 }, in_space), is_in);
	assert_int_equal(mk_triangle_contains(floor_triangle, vec3(0, 0, -2 - gap)), is_in);
	return is_in;
}

static bool inside_of_meshes(Real gap) {
	const Vec3 points[4] = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
	const uint32_t indices[12] = { 0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3 };
	TriangleMesh mesh = { points, 4, indices, 4 };
	return mk_triangle_mesh_contains(mesh, vec3((Real)0.25, -gap, (Real)0.25));
}

// an end on the other segment: a closed question, and not a crossing
static bool segments_in_the_plane(Real gap) {
	Segment2 base = { { -1, 0 }, { 1, 0 } };
	Segment2 above = { { 0, gap }, { 0, 2 } };
	SegmentCrossing crossing = mk_segments_cross_2d(base, above);
	assert_true(crossing.kind != SEGMENTS_CROSS);
	assert_int_equal(segment_boxes_overlap_2d(base, above), crossing.kind != SEGMENTS_APART);
	return crossing.kind != SEGMENTS_APART;
}

static bool bounding_spheres(Real gap) {
	const Vec3 points[2] = { { 0, 0, 0 }, { 0, 2, 0 } };
	Sphere sphere = mk_bounding_sphere(points, 2).sphere;
	return sphere_overlaps_sphere(sphere, (Sphere){ { 0, 2 + gap, 0 }, 0 });
}

static void touching_is_meeting_and_a_gap_is_not(void **state) {
	(void)state;
	static bool (*const families[])(Real gap) = { distances, lines, spheres, sphere_and_box,
		sphere_and_flat, capsules, cylinder_walls, cylinder_caps, boxes, box_and_flat, polyhedra,
		planes, ends_of_rays, grazing_rays, triangles, containment, inside_of_meshes,
		segments_in_the_plane, bounding_spheres };
	const Real gap = (Real)0.0009765625; // 2^-10: far above any slack of these sizes
	for (size_t i = 0; i < sizeof(families) / sizeof(families[0]); i++) {
		if (!families[i](0)) fail_msg("family %zu: touching is no hit", i);
		if (families[i](gap)) fail_msg("family %zu: a gap is a hit", i);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(touching_is_meeting_and_a_gap_is_not),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
