// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Mass properties of every convex shape under affine maps, against counting grid points inside by
// the definition of the shape, and of rounded hulls against closed forms.
#include "geometry/hull_build.h"
#include "shape/convex.h"
#include "shape/hull_shape.h"
#include "shape/instance.h"
#include "shape/minkowski_sum.h"
#include "shape/rounded_mass.h"

#include "support/brute_depth.h"
#include "support/check.h"
#include "support/property.h"
#include "support/random.h"
#include "support/shape_make.h"

enum { GRID = 48, PLANES = 4096 };

// Planes that touch a sum, all around: what is behind all of them is hardly more than the sum.
typedef struct Cover {
	Double3 normals[PLANES];
	double heights[PLANES];
} Cover;

static void cover_sum(Cover *cover, const Shape *sum, Rng *rng) {
	SphereShape dot = {
		.shape = { .ops = mk_shape_ops(SHAPE_SPHERE), .kind = SHAPE_SPHERE, .vertex_count = 1 },
	};
	ShapeInstance whole = instance_local(sum);
	ShapeInstance origin = instance_local(&dot.shape);
	for (uint32_t i = 0; i < PLANES; i++) {
		Vec3 n = random_unit(rng);
		cover->normals[i] = double3((double)n.x, (double)n.y, (double)n.z);
		cover->heights[i] = brute_height(&whole, &origin, cover->normals[i]);
	}
}

static bool is_covered(const Cover *cover, Vec3 p) {
	Double3 at = double3((double)p.x, (double)p.y, (double)p.z);
	for (uint32_t i = 0; i < PLANES; i++)
		if (double3_dot(cover->normals[i], at) > cover->heights[i]) return false;
	return true;
}

// Sums over the points of a grid in the shape's box, one at a random place of each cell.
static MassProperties count_points(const Shape *shape, Rng *rng) {
	Vec3 size = vec3_sub(shape->box.max, shape->box.min);
	double cell = (double)size.x * (double)size.y * (double)size.z / (GRID * GRID * GRID);
	double total = 0;
	double first[3] = { 0 };
	double second[6] = { 0 };
	bool is_sum = shape->kind == SHAPE_MINKOWSKI_SUM;
	Cover cover;
	if (is_sum) cover_sum(&cover, shape, rng);
	for (int i = 0; i < GRID * GRID * GRID; i++) {
		int cells[3] = { i % GRID, i / GRID % GRID, i / GRID / GRID };
		Vec3 place = vec3_add_scaled(vec3_splat((Real)0.5), random_vec3(rng, 1), (Real)0.5);
		Vec3 f = vec3_add(vec3((Real)cells[0], (Real)cells[1], (Real)cells[2]), place);
		Vec3 p = vec3_add(shape->box.min, vec3_scale(vec3_multiply(f, size), (Real)1 / GRID));
		if (is_sum ? !is_covered(&cover, p) : shape_excess(shape, p) > 0) continue;
		double x = (double)p.x;
		double y = (double)p.y;
		double z = (double)p.z;
		double sums[] = { x * x, y * y, z * z, x * y, y * z, z * x };
		total += 1;
		first[0] += x;
		first[1] += y;
		first[2] += z;
		for (int k = 0; k < 6; k++)
			second[k] += sums[k];
	}
	if (total == 0) return (MassProperties){ 0 };
	double c[3] = { first[0] / total, first[1] / total, first[2] / total };
	double s[6] = { second[0] - total * c[0] * c[0], second[1] - total * c[1] * c[1],
		second[2] - total * c[2] * c[2], second[3] - total * c[0] * c[1],
		second[4] - total * c[1] * c[2], second[5] - total * c[2] * c[0] };
	Mat3 moments = { { (Real)s[0], (Real)s[3], (Real)s[5] }, { (Real)s[3], (Real)s[1], (Real)s[4] },
		{ (Real)s[5], (Real)s[4], (Real)s[2] } };
	return (MassProperties){ (Real)(total * cell), vec3((Real)c[0], (Real)c[1], (Real)c[2]),
		mat3_scale(moments, (Real)cell) };
}

// The count is wrong by the root of the number of cells the surface passes: of 48^3 = 110592 cells
// about 6 * 48^2 = 13824, of which each errs by at most half a point: 59 points at one standard
// deviation, against some 20 % of all cells inside at least: 0.27 %. Five deviations: 1.4 %.
static const double count_error = 0.014;

static void check_mass(MassProperties got, MassProperties expected, double error) {
	double mass = (double)expected.mass;
	check_near(got.mass, mass, error * mass);
	double spread = sqrt(
			(double)(expected.moments.x.x + expected.moments.y.y + expected.moments.z.z) / mass);
	check_vec3(got.center, expected.center, error * spread);
	check_mat3(got.moments, expected.moments, 2 * error * spread * spread * mass);
}

static void mass_is_what_a_grid_counts(Rng *rng) {
	ShapeKind kind = convex_kind(rng);
	Shape *shape = make_shape(rng, kind, -0.3, 0.3);
	bool is_thin = shape->rounding == 0 &&
			(kind == SHAPE_SEGMENT || kind == SHAPE_TRIANGLE || kind == SHAPE_SEPARATION_RAY);
	if (is_thin) {
		check_near(mk_shape_mass(shape, affine_identity()).mass, 0, 0);
	} else {
		MassProperties counted = count_points(shape, rng);
		check_mass(mk_shape_mass(shape, affine_identity()), counted, count_error);
		Affine map = random_affine(rng, 10);
		check_mass(mk_shape_mass(shape, map), mk_mass_map(counted, map), 16 * count_error);
	}
	mk_shape_release(shape);
}

// A hull of a box with a ball is a rounded box, wherever it is and however it is turned.
static void rounded_hull_of_a_box_is_a_rounded_box(Rng *rng) {
	Vec3 half = random_sizes(rng, -2, 2);
	Real radius = random_size(rng, -2, 2);
	Transform pose = random_transform(rng, (double)vec3_max_element(half));
	Vec3 corners[8];
	for (int i = 0; i < 8; i++) {
		Vec3 signs = vec3(i & 1 ? -1 : 1, i & 2 ? -1 : 1, i & 4 ? -1 : 1);
		corners[i] = transform_point(pose, vec3_multiply(half, signs));
	}
	Hull hull = mk_hull_build(&(HullInput){ .points = corners, .count = 8 });
	MassProperties got = mk_mass_of_rounded_hull(&hull, radius);
	MassProperties expected = mk_mass_map(
			mk_mass_of_rounded_box(half, radius), affine_from_transform(pose));
	// the corners are rounded: their errors are some epsilon of the largest coordinate, and count
	// against the thinnest side
	Real thinnest = vec3_min_element(half) + radius;
	Real largest = 4 * vec3_max_element(half) + radius;
	check_mass(got, expected, 64 * (double)(MK_EPSILON * largest / thinnest));
	mk_hull_free(&hull);
}

// A flat hull with a ball: a plate. A rectangle is a box without height.
static void rounded_rectangle_is_a_box_without_height(Rng *rng) {
	Vec3 half = random_sizes(rng, -1, 1);
	half.y = 0;
	Real radius = random_size(rng, -1, 1);
	Vec3 corners[4] = { vec3(half.x, 0, half.z), vec3(-half.x, 0, half.z),
		vec3(-half.x, 0, -half.z), vec3(half.x, 0, -half.z) };
	Hull hull = mk_hull_build(&(HullInput){ .points = corners, .count = 4 });
	assert_true(hull.dimension == HULL_POLYGON);
	check_mass(mk_mass_of_rounded_hull(&hull, radius), mk_mass_of_rounded_box(half, radius),
			64 * (double)MK_EPSILON);
	mk_hull_free(&hull);
}

// Sums that have another name: box + box, cylinder + ball, segment + ball.
static void sums_with_another_name_weigh_the_same(Rng *rng) {
	Shape *box = make_shape(rng, SHAPE_BOX, -0.5, 0.5);
	Shape *other = make_shape(rng, SHAPE_BOX, -0.5, 0.5);
	Shape *cylinder = make_shape(rng, SHAPE_CYLINDER, -0.5, 0.5);
	Shape *ball = make_shape(rng, SHAPE_SPHERE, -0.5, 0.5);
	Affine at = { mat3_identity(), random_vec3(rng, 1) };
	Shape *boxes = mk_minkowski_sum_create(
			&(MinkowskiSumInput){ box, other, at, affine_identity() }, NULL);
	Vec3 half = vec3_add(((BoxShape *)box)->half, ((BoxShape *)other)->half);
	MassProperties plain = mass_translate(mk_mass_of_box(half), at.origin);
	check_mass(mk_shape_mass(boxes, affine_identity()), plain, 256 * (double)MK_EPSILON);
	Shape *round = mk_minkowski_sum_create(
			&(MinkowskiSumInput){ cylinder, ball, affine_identity(), affine_identity() }, NULL);
	const CylinderShape *c = (const CylinderShape *)cylinder;
	MassProperties rounded = mk_mass_of_rounded_cylinder(c->radius, c->half_height, ball->rounding);
	// the disc is a polygon of the sampled corners; the header says half a percent
	check_mass(mk_shape_mass(round, affine_identity()), rounded, 0.005);
	Shape *parts[] = { box, other, cylinder, ball, boxes, round };
	for (int i = 0; i < 6; i++)
		mk_shape_release(parts[i]);
}

// An ellipsoid and itself, turned and moved: twice the ellipsoid. Plates and rods of up to 1 : 100
// are as good as balls.
static void flat_and_long_sums_weigh_the_same(Rng *rng) {
	Shape *part = mk_ellipsoid_create(random_sizes(rng, -1, 1), NULL);
	Affine pose = affine_from_transform(random_transform(rng, 1));
	Affine twice = pose;
	twice.linear = mat3_scale(pose.linear, 2);
	twice.origin = vec3_scale(pose.origin, 2);
	Shape *sum = mk_minkowski_sum_create(&(MinkowskiSumInput){ part, part, pose, pose }, NULL);
	check_mass(mk_shape_mass(sum, affine_identity()), mk_shape_mass(part, twice), 0.005);
	mk_shape_release(part);
	mk_shape_release(sum);
}

static void test_flat_sums(void **state) {
	(void)state;
	for_all(flat_and_long_sums_weigh_the_same, 30, 15);
}

static void test_grid(void **state) {
	(void)state;
	for_all(mass_is_what_a_grid_counts, 45, 11);
}

static void test_rounded_box(void **state) {
	(void)state;
	for_all(rounded_hull_of_a_box_is_a_rounded_box, 500, 12);
}

static void test_rounded_rectangle(void **state) {
	(void)state;
	for_all(rounded_rectangle_is_a_box_without_height, 500, 13);
}

static void test_sums(void **state) {
	(void)state;
	for_all(sums_with_another_name_weigh_the_same, 20, 14);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_grid),
		cmocka_unit_test(test_rounded_box),
		cmocka_unit_test(test_rounded_rectangle),
		cmocka_unit_test(test_sums),
		cmocka_unit_test(test_flat_sums),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
