// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Rays, segments and lines against filled solids: exact cases, starting inside, grazing, parallel
// directions, and input that is no ray or no solid.
#include "geometry/ray.h"

#include "support/check.h"

#define SQRT_HALF ((Real)0.70710678118654752440)

static const Sphere ball = { { 0, 0, 0 }, 2 };
static const Aabb cube = { { -1, -1, -1 }, { 1, 1, 1 } };
// height 6, radius 2, about the y axis
static const Cylinder can = { { 0, -3, 0 }, { 0, 3, 0 }, 2 };
static const Capsule bean = { { 0, -2, 0 }, { 0, 2, 0 }, 1 };
// tip at (0, 0, 5), base of radius 3 at z = 1
static const Cone hat = { { 0, 0, 5 }, { 0, 0, -1 }, 4, 3 };

static Ray ray(Vec3 origin, Vec3 direction) { return (Ray){ origin, direction }; }

static void check_hit(RayHit hit, double t, Vec3 normal) {
	assert_true(hit.hit);
	assert_false(hit.started_inside);
	check_near(hit.t, t, 4 * MK_EPSILON);
	check_vec3(hit.normal, normal, 4 * MK_EPSILON);
}

static void check_inside(RayHit hit) {
	assert_true(hit.hit);
	assert_true(hit.started_inside);
	check_near(hit.t, 0, 0);
	check_vec3(hit.normal, vec3_zero(), 0);
}

static void sphere_with_unit_direction(void **state) {
	(void)state;
	RayRange forward = ray_range_ray();
	check_hit(mk_ray_hit_sphere(ray(vec3(-5, 0, 0), vec3(1, 0, 0)), forward, ball), 3,
			vec3(-1, 0, 0));
	check_hit(
			mk_ray_hit_sphere(ray(vec3(-5, 2, 0), vec3(1, 0, 0)), forward, ball), 5, vec3(0, 1, 0));
	assert_false(mk_ray_hit_sphere(ray(vec3(-5, (Real)2.01, 0), vec3(1, 0, 0)), forward, ball).hit);
	assert_false(mk_ray_hit_sphere(ray(vec3(5, 0, 0), vec3(1, 0, 0)), forward, ball).hit);
}

static void sphere_with_direction_of_any_length(void **state) {
	(void)state;
	RayRange way = ray_range_segment();
	// roots 0.3 and 0.7 of the segment (-5,0,0) .. (5,0,0)
	check_hit(
			mk_ray_hit_sphere(ray(vec3(-5, 0, 0), vec3(10, 0, 0)), way, ball), 0.3, vec3(-1, 0, 0));
	check_hit(
			mk_ray_hit_sphere(ray(vec3(-5, 2, 0), vec3(10, 0, 0)), way, ball), 0.5, vec3(0, 1, 0));
	// (-10, 1.2) .. (10, 1.2): x = -1.6 at t = 0.42
	RayHit hit = mk_ray_hit_sphere(ray(vec3(-10, (Real)1.2, 0), vec3(20, 0, 0)), way, ball);
	check_hit(hit, 0.42, vec3((Real)-0.8, (Real)0.6, 0));
	assert_false(mk_ray_hit_sphere(ray(vec3(-5, 0, 0), vec3((Real)2.9, 0, 0)), way, ball).hit);
	check_near(mk_ray_hit_sphere(ray(vec3(-5, 0, 0), vec3(3, 0, 0)), way, ball).t, 1, MK_EPSILON);
}

static void starting_inside_is_a_hit_at_the_start(void **state) {
	(void)state;
	RayRange forward = ray_range_ray();
	Vec3 out = vec3(11, 0, 0);
	check_inside(mk_ray_hit_sphere(ray(vec3(1, 0, 0), out), forward, ball));
	check_inside(mk_ray_hit_aabb(ray(vec3((Real)0.5, 0, 0), out), forward, cube));
	check_inside(mk_ray_hit_obb(ray(vec3((Real)0.5, 0, 0), out), forward, obb_from_aabb(cube)));
	check_inside(mk_ray_hit_cylinder(ray(vec3(1, 2, 0), out), forward, can));
	check_inside(mk_ray_hit_capsule(ray(vec3(0, (Real)2.5, 0), out), forward, bean));
	check_inside(mk_ray_hit_cone(ray(vec3(1, 0, 2), out), forward, hat));
}

static void line_gives_the_entry_behind_its_origin(void **state) {
	(void)state;
	RayRange both = ray_range_line();
	Vec3 x = vec3(1, 0, 0);
	check_hit(mk_ray_hit_sphere(ray(vec3(1, 0, 0), x), both, ball), -3, vec3(-1, 0, 0));
	check_hit(mk_ray_hit_aabb(ray(vec3(3, 0, 0), x), both, cube), -4, vec3(-1, 0, 0));
	check_hit(mk_ray_hit_cylinder(ray(vec3(9, 0, 0), x), both, can), -11, vec3(-1, 0, 0));
}

static void start_on_the_surface_inward_and_outward(void **state) {
	(void)state;
	RayRange forward = ray_range_ray();
	check_hit(
			mk_ray_hit_aabb(ray(vec3(-1, 0, 0), vec3(1, 0, 0)), forward, cube), 0, vec3(-1, 0, 0));
	check_inside(mk_ray_hit_aabb(ray(vec3(-1, 0, 0), vec3(-1, 0, 0)), forward, cube));
	check_hit(mk_ray_hit_sphere(ray(vec3(-2, 0, 0), vec3(1, 0, 0)), forward, ball), 0,
			vec3(-1, 0, 0));
	check_inside(mk_ray_hit_sphere(ray(vec3(-2, 0, 0), vec3(-1, 0, 0)), forward, ball));
}

static void box_faces_edges_and_corners(void **state) {
	(void)state;
	RayRange forward = ray_range_ray();
	check_hit(mk_ray_hit_aabb(ray(vec3(0, 5, 0), vec3(0, -2, 0)), forward, cube), 2, vec3(0, 1, 0));
	assert_true(mk_ray_hit_aabb(ray(vec3(-3, -1, -1), vec3(1, 0, 0)), forward, cube).hit);
	// through the edge x = -1, y = 1 only
	assert_true(mk_ray_hit_aabb(ray(vec3(-2, 0, 0), vec3(1, 1, 0)), forward, cube).hit);
	assert_false(mk_ray_hit_aabb(ray(vec3(-2, (Real)0.01, 0), vec3(1, 1, 0)), forward, cube).hit);
	assert_false(mk_ray_hit_aabb(ray(vec3(-3, (Real)1.01, 0), vec3(1, 0, 0)), forward, cube).hit);
	// the ways of a box of side 4 by a segment: both enter by the face x = -2
	const Aabb box = { { -2, -2, -2 }, { 2, 2, 2 } };
	RayRange way = ray_range_segment();
	check_hit(mk_ray_hit_aabb(ray(vec3(-10, (Real)0.5, 0), vec3(20, 0, 0)), way, box), 0.4,
			vec3(-1, 0, 0));
	check_hit(
			mk_ray_hit_aabb(ray(vec3(-10, -6, 0), vec3(20, 16, 0)), way, box), 0.4, vec3(-1, 0, 0));
}

static void box_with_zero_tiny_and_negative_zero_directions(void **state) {
	(void)state;
	RayRange forward = ray_range_ray();
	// starts exactly on the planes of two slabs, where 0 * infinity would be NaN
	check_hit(mk_ray_hit_aabb(ray(vec3(1, -1, 4), vec3(0, (Real)-0.0, -1)), forward, cube), 3,
			vec3(0, 0, 1));
	// 1 / speed is infinite here
	Real tiny = MK_REAL_MIN * MK_EPSILON;
	assert_false(mk_ray_hit_aabb(ray(vec3(1, 0, 4), vec3(tiny, 0, -1)), forward, cube).hit);
	assert_true(mk_ray_hit_aabb(ray(vec3(-1, 0, 4), vec3(tiny, 0, -1)), forward, cube).hit);
}

static void empty_and_flat_boxes(void **state) {
	(void)state;
	Ray down = ray(vec3(0, 5, 0), vec3(0, -1, 0));
	assert_false(mk_ray_hit_aabb(down, ray_range_line(), aabb_empty()).hit);
	Aabb inverted = { { 1, 1, 1 }, { -1, -1, -1 } };
	assert_false(mk_ray_hit_aabb(down, ray_range_line(), inverted).hit);
	Aabb sheet = { { -1, 2, -1 }, { 1, 2, 1 } };
	check_hit(mk_ray_hit_aabb(down, ray_range_ray(), sheet), 3, vec3(0, 1, 0));
}

static void turned_box_is_hit_in_its_own_frame(void **state) {
	(void)state;
	// 3-4-5 turn about z; the face of axis u has its middle at c - 2 u
	Mat3 axes = { { (Real)0.6, (Real)0.8, 0 }, { (Real)-0.8, (Real)0.6, 0 }, { 0, 0, 1 } };
	Obb box = { { 1, 2, 3 }, axes, { 2, 1, (Real)0.5 } };
	Vec3 origin = vec3_add_scaled(box.center, axes.x, -6);
	RayHit hit = mk_ray_hit_obb(ray(origin, vec3_scale(axes.x, 2)), ray_range_ray(), box);
	check_hit(hit, 2, vec3_negate(axes.x));
	Vec3 beside = vec3_add_scaled(origin, axes.y, (Real)1.01);
	assert_false(mk_ray_hit_obb(ray(beside, axes.x), ray_range_line(), box).hit);
	box.half.y = -1;
	assert_false(mk_ray_hit_obb(ray(origin, axes.x), ray_range_line(), box).hit);
}

static void cylinder_wall_and_caps(void **state) {
	(void)state;
	RayRange way = ray_range_segment();
	check_hit(mk_ray_hit_cylinder(ray(vec3(-10, 0, 0), vec3(20, 0, 0)), way, can), 0.4,
			vec3(-1, 0, 0));
	// parallel to the axis: top cap at y = 3
	check_hit(mk_ray_hit_cylinder(ray(vec3((Real)0.5, 10, 0), vec3(0, -20, 0)), way, can), 0.35,
			vec3(0, 1, 0));
	check_hit(mk_ray_hit_cylinder(ray(vec3(-4, 4, 0), vec3(8, -8, 0)), way, can), 0.25,
			vec3(-1, 0, 0));
	Cylinder wide = { { 0, -3, 0 }, { 0, 3, 0 }, 4 };
	check_hit(mk_ray_hit_cylinder(ray(vec3(-5, (Real)4.5, 0), vec3(10, -9, 0)), way, wide), 1.0 / 6,
			vec3(0, 1, 0));
	// above the cap, beside the wall, too short
	assert_false(mk_ray_hit_cylinder(ray(vec3(-5, (Real)3.01, 0), vec3(9, 0, 0)), way, can).hit);
	assert_false(mk_ray_hit_cylinder(ray(vec3((Real)2.01, 9, 0), vec3(0, -20, 0)), way, can).hit);
	assert_false(mk_ray_hit_cylinder(ray(vec3(-10, 0, 0), vec3((Real)7.9, 0, 0)), way, can).hit);
	Cylinder none = { { 1, 1, 1 }, { 1, 1, 1 }, 1 };
	assert_false(mk_ray_hit_cylinder(ray(vec3(1, 1, 1), vec3(1, 0, 0)), way, none).hit);
}

static void cylinder_cap_check_counts_the_way_once(void **state) {
	(void)state;
	// enters the endless cylinder beyond the cap and reaches the cap plane y = 3 at (1.9, 3) inside
	// the disc; a rim test that doubles t^2 would put that point outside
	RayHit hit = mk_ray_hit_cylinder(
			ray(vec3((Real)2.9, 5, 0), vec3((Real)-0.5, -1, 0)), ray_range_ray(), can);
	check_hit(hit, 2, vec3(0, 1, 0));
	// and here at (2.1, 3), outside, descending away from the wall
	assert_false(mk_ray_hit_cylinder(
			ray(vec3((Real)1.1, 5, 0), vec3((Real)0.5, -1, 0)), ray_range_ray(), can)
						 .hit);
}

static void capsule_wall_and_ends(void **state) {
	(void)state;
	RayRange way = ray_range_segment();
	check_hit(mk_ray_hit_capsule(ray(vec3(-10, 0, 0), vec3(20, 0, 0)), way, bean), 0.45,
			vec3(-1, 0, 0));
	check_hit(mk_ray_hit_capsule(ray(vec3(0, 10, 0), vec3(0, -20, 0)), way, bean), 0.35,
			vec3(0, 1, 0));
	check_hit(mk_ray_hit_capsule(ray(vec3(0, -10, 0), vec3(0, 20, 0)), way, bean), 0.35,
			vec3(0, -1, 0));
	// 0.6 above the end of the core: 0.8 from the axis
	check_hit(mk_ray_hit_capsule(ray(vec3(-10, (Real)2.6, 0), vec3(20, 0, 0)), way, bean), 0.46,
			vec3((Real)-0.8, (Real)0.6, 0));
	assert_false(mk_ray_hit_capsule(ray(vec3(-10, (Real)3.01, 0), vec3(20, 0, 0)), way, bean).hit);
	// inside the endless cylinder, but past the end
	assert_false(mk_ray_hit_capsule(ray(vec3((Real)0.9, 9, 0), vec3(0, -6, 0)), way, bean).hit);
	Capsule point = { { 0, 0, 0 }, { 0, 0, 0 }, 2 };
	check_hit(mk_ray_hit_capsule(ray(vec3(-5, 0, 0), vec3(10, 0, 0)), way, point), 0.3,
			vec3(-1, 0, 0));
}

static void cone_side_base_and_tip(void **state) {
	(void)state;
	RayRange forward = ray_range_ray();
	// from below into the base z = 1
	check_hit(mk_ray_hit_cone(ray(vec3(1, 0, -3), vec3(0, 0, 2)), forward, hat), 2, vec3(0, 0, -1));
	// at z = 3 the radius is 3/2; the side's normal is (4, 3) / 5
	check_hit(mk_ray_hit_cone(ray(vec3(-5, 0, 3), vec3(1, 0, 0)), forward, hat), 3.5,
			vec3((Real)-0.8, 0, (Real)0.6));
	// down the axis to the tip
	RayHit tip = mk_ray_hit_cone(ray(vec3(0, 0, 9), vec3(0, 0, -1)), forward, hat);
	assert_true(tip.hit);
	check_near(tip.t, 4, 8 * MK_EPSILON);
	// beside the tip, above it in the mirrored cone, beside the rim
	assert_false(mk_ray_hit_cone(ray(vec3(-5, 0, (Real)5.01), vec3(1, 0, 0)), forward, hat).hit);
	assert_false(mk_ray_hit_cone(ray(vec3(-9, 0, 8), vec3(1, 0, 0)), forward, hat).hit);
	assert_false(mk_ray_hit_cone(ray(vec3((Real)3.01, 0, -3), vec3(0, 0, 1)), forward, hat).hit);
	// parallel to a side line: slope 3 across for 4 down, entering through the other side
	RayHit hit = mk_ray_hit_cone(ray(vec3(-3, 0, 5), vec3(3, 0, -4)), forward, hat);
	assert_true(hit.hit);
	// side x = -3/4 (5 - z) meets -3 + 3 t, 5 - 4 t at 3 t = 3 - 3 t
	check_near(hit.t, 0.5, 8 * MK_EPSILON);
	Cone flat = { { 0, 0, 0 }, { 0, 0, 1 }, 0, 1 };
	assert_false(mk_ray_hit_cone(ray(vec3(0, 0, -1), vec3(0, 0, 1)), forward, flat).hit);
}

static void half_spaces_of_an_octahedron(void **state) {
	(void)state;
	// |x| + |y| + |z| <= 1, normals not unit
	Plane planes[8];
	for (int i = 0; i < 8; i++) {
		Vec3 normal = vec3(i & 1 ? 1 : (Real)-1, i & 2 ? 1 : (Real)-1, i & 4 ? 1 : (Real)-1);
		planes[i] = (Plane){ normal, 1 };
	}
	HalfSpaces solid = { planes, 8 };
	RayRange forward = ray_range_ray();
	Vec3 side = vec3_normalize(vec3(-1, 1, 1));
	RayHit hit = mk_ray_hit_half_spaces(
			ray(vec3(-2, (Real)0.25, (Real)0.25), vec3(1, 0, 0)), forward, solid);
	check_hit(hit, 1.5, side);
	check_inside(mk_ray_hit_half_spaces(ray(vec3_zero(), vec3(1, 0, 0)), forward, solid));
	assert_false(mk_ray_hit_half_spaces(
			ray(vec3(-2, (Real)0.9, (Real)0.2), vec3(1, 0, 0)), forward, solid)
						 .hit);
	// along a face: on it is inside, beside it outside
	Ray on_face = ray(vec3(1, 0, 0), vec3(-1, 1, 0));
	assert_true(mk_ray_hit_half_spaces(on_face, forward, solid).hit);
	Ray beside = ray(vec3((Real)1.01, 0, 0), vec3(-1, 1, 0));
	assert_false(mk_ray_hit_half_spaces(beside, forward, solid).hit);
	check_inside(mk_ray_hit_half_spaces(on_face, forward, (HalfSpaces){ planes, 0 }));
}

static void solid_half_space_is_hit_from_outside_only(void **state) {
	(void)state;
	Plane ground = { { 0, 1, 0 }, 0 };
	HalfSpaces below = { &ground, 1 };
	Ray down = ray(vec3(0, 2, 0), vec3(0, -1, 0));
	check_hit(mk_ray_hit_half_spaces(down, ray_range_ray(), below), 2, vec3(0, 1, 0));
	check_inside(
			mk_ray_hit_half_spaces(ray(vec3(0, -2, 0), vec3(0, 1, 0)), ray_range_ray(), below));
}

typedef RayHit HitSolid(Ray ray, RayRange range);

static RayHit hit_ball(Ray r, RayRange range) { return mk_ray_hit_sphere(r, range, ball); }
static RayHit hit_cube(Ray r, RayRange range) { return mk_ray_hit_aabb(r, range, cube); }
static RayHit hit_can(Ray r, RayRange range) { return mk_ray_hit_cylinder(r, range, can); }
static RayHit hit_bean(Ray r, RayRange range) { return mk_ray_hit_capsule(r, range, bean); }
static RayHit hit_hat(Ray r, RayRange range) { return mk_ray_hit_cone(r, range, hat); }
static RayHit hit_turned(Ray r, RayRange range) {
	return mk_ray_hit_obb(r, range, obb_from_aabb(cube));
}
static RayHit hit_ground(Ray r, RayRange range) {
	Plane ground = { { 0, 1, 0 }, 3 };
	return mk_ray_hit_half_spaces(r, range, (HalfSpaces){ &ground, 1 });
}

static HitSolid *const solids[] = { hit_ball, hit_cube, hit_can, hit_bean, hit_hat, hit_turned,
	hit_ground };
#define SOLID_COUNT (sizeof(solids) / sizeof(solids[0]))

static void zero_direction_is_a_point(void **state) {
	(void)state;
	for (size_t i = 0; i < SOLID_COUNT; i++) {
		Vec3 inside = solids[i] == hit_hat ? vec3(0, 0, 2) : vec3((Real)0.1, (Real)0.2, 0);
		check_inside(solids[i](ray(inside, vec3_zero()), ray_range_ray()));
		assert_false(solids[i](ray(vec3(3, 4, 3), vec3_zero()), ray_range_ray()).hit);
	}
	// between the balls of a capsule
	check_inside(
			mk_ray_hit_capsule(ray(vec3((Real)0.9, 0, 0), vec3_zero()), ray_range_ray(), bean));
}

static void nan_hits_no_solid(void **state) {
	(void)state;
	const Real nan = (Real)NAN;
	const Vec3 bad[] = { { nan, 0, 0 }, { 0, nan, 0 }, { 0, 0, nan }, { nan, nan, nan } };
	for (size_t i = 0; i < SOLID_COUNT; i++) {
		for (size_t j = 0; j < sizeof(bad) / sizeof(bad[0]); j++) {
			Vec3 direction = vec3_add(bad[j], vec3((Real)0.1, (Real)0.2, -1));
			assert_false(solids[i](ray(bad[j], vec3(1, 1, 1)), ray_range_line()).hit);
			assert_false(solids[i](ray(vec3(0, 9, 2), direction), ray_range_line()).hit);
		}
	}
	Ray good = ray(vec3(0, 9, 0), vec3(0, -1, 0));
	assert_false(mk_ray_hit_sphere(good, ray_range_ray(), (Sphere){ { 0, 0, 0 }, nan }).hit);
	assert_false(mk_ray_hit_aabb(good, ray_range_ray(), (Aabb){ { nan, 0, 0 }, { 1, 1, 1 } }).hit);
}

static void negative_sizes_are_not_hit(void **state) {
	(void)state;
	Ray down = ray(vec3(0, 9, 0), vec3(0, -1, 0));
	Cylinder can_inside_out = { can.start, can.end, -2 };
	Capsule bean_inside_out = { bean.start, bean.end, -1 };
	Cone hat_inside_out = { { 0, 2, 0 }, { 0, -1, 0 }, 4, -3 };
	assert_false(mk_ray_hit_sphere(down, ray_range_line(), (Sphere){ { 0, 0, 0 }, -2 }).hit);
	assert_false(mk_ray_hit_cylinder(down, ray_range_line(), can_inside_out).hit);
	assert_false(mk_ray_hit_capsule(down, ray_range_line(), bean_inside_out).hit);
	assert_false(mk_ray_hit_cone(down, ray_range_line(), hat_inside_out).hit);
}

static void point_sphere_is_hit_exactly(void **state) {
	(void)state;
	Sphere point = { { 1, 1, 0 }, 0 };
	check_hit(mk_ray_hit_sphere(ray(vec3(-1, -1, 0), vec3(2, 2, 0)), ray_range_ray(), point), 1,
			vec3(-SQRT_HALF, -SQRT_HALF, 0));
	assert_false(mk_ray_hit_sphere(ray(vec3(-1, 0, 0), vec3(2, 2, 0)), ray_range_ray(), point).hit);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sphere_with_unit_direction),
		cmocka_unit_test(sphere_with_direction_of_any_length),
		cmocka_unit_test(starting_inside_is_a_hit_at_the_start),
		cmocka_unit_test(line_gives_the_entry_behind_its_origin),
		cmocka_unit_test(start_on_the_surface_inward_and_outward),
		cmocka_unit_test(box_faces_edges_and_corners),
		cmocka_unit_test(box_with_zero_tiny_and_negative_zero_directions),
		cmocka_unit_test(empty_and_flat_boxes),
		cmocka_unit_test(turned_box_is_hit_in_its_own_frame),
		cmocka_unit_test(cylinder_wall_and_caps),
		cmocka_unit_test(cylinder_cap_check_counts_the_way_once),
		cmocka_unit_test(capsule_wall_and_ends),
		cmocka_unit_test(cone_side_base_and_tip),
		cmocka_unit_test(half_spaces_of_an_octahedron),
		cmocka_unit_test(solid_half_space_is_hit_from_outside_only),
		cmocka_unit_test(zero_direction_is_a_point),
		cmocka_unit_test(nan_hits_no_solid),
		cmocka_unit_test(negative_sizes_are_not_hit),
		cmocka_unit_test(point_sphere_is_hit_exactly),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
