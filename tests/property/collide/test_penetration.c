// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The signed separation of random pairs of all convex kinds under rigid and affine maps, compared
// with many directions and a search downhill from the best of them. And what has to hold for every
// answer: no direction says less, points are on the surfaces, moving B by the depth makes the pair
// touch, the order of the shapes and the place in the world do not matter.
#include "collide/penetration.h"

#include "geometry/double3.h"
#include "shape/convex.h"
#include "support/budget.h"
#include "support/check.h"
#include "support/property.h"
#include "support/random.h"
#include "support/shape_make.h"

enum { SHARE = pick_count(1, 6) };

typedef struct Pair {
	Shape *shapes[2];
	ShapeInstance a;
	ShapeInstance b;
	Difference difference;
	double size;  // m; of the pair, what tolerances are relative to
	double floor; // m; rounding floor, with that of the positions in the world
} Pair;

static void pair_update(Pair *pair) {
	pair->difference = mk_difference(&pair->a, &pair->b);
	double world = (double)(vec3_length(pair->a.pose.origin) + vec3_length(pair->b.pose.origin));
	pair->size = (double)pair->difference.error / (4 * (double)MK_EPSILON);
	pair->floor = (double)pair->difference.error + (double)MK_EPSILON * world;
}

static void pair_release(Pair *pair) {
	mk_shape_release(pair->shapes[0]);
	mk_shape_release(pair->shapes[1]);
}

// Two shapes whose origins are so near that they mostly overlap.
static Pair random_pair(Rng *rng, ShapeKind kind_a, ShapeKind kind_b, bool is_rigid) {
	Pair pair;
	pair.shapes[0] = make_shape(rng, kind_a, -0.7, 0.3);
	pair.shapes[1] = make_shape(rng, kind_b, -0.7, 0.3);
	double reach = 0.6 * (double)(pair.shapes[0]->bound + pair.shapes[1]->bound);
	Affine poses[2];
	for (int i = 0; i < 2; i++) {
		poses[i] = is_rigid ? affine_from_transform(random_transform(rng, 1))
							: random_affine(rng, 1);
	}
	poses[1].origin = vec3_add(poses[0].origin, random_vec3(rng, reach));
	pair.a = mk_instance(pair.shapes[0], poses[0]);
	pair.b = mk_instance(pair.shapes[1], poses[1]);
	pair_update(&pair);
	return pair;
}

static Penetration solve(const Pair *pair) {
	PenetrationInput input = {
		.difference = &pair->difference, .limit = MK_INFINITY, .is_query = true
	};
	return mk_penetration(&input);
}

// h(n) of the whole shapes for the direction of n, as exact as supports are.
static double height(const Difference *d, Double3 n) {
	double size = double3_length(n);
	Vec3 direction = vec3((Real)(n.x / size), (Real)(n.y / size), (Real)(n.z / size));
	Double3 used = double3((double)direction.x, (double)direction.y, (double)direction.z);
	Vec3 w = difference_support(d, direction, difference_no_hint()).point;
	double product = double3_dot(used, double3((double)w.x, (double)w.y, (double)w.z));
	return product / double3_length(used) + (double)d->rounding;
}

static Double3 random_double3(Rng *rng) {
	Vec3 u = random_unit(rng);
	return double3((double)u.x, (double)u.y, (double)u.z);
}

// Goes downhill in h by trying steps around, each half as long when none helps.
static double descend(const Difference *d, Double3 *n, double least) {
	double step = 0.1;
	for (int guard = 0; guard < 300 && step > 1e-6; guard++) {
		Double3 side = fabs(n->x) < 0.6 ? double3(1, 0, 0) : double3(0, 1, 0);
		Double3 u = double3_cross(*n, side);
		u = double3_scale(u, step / double3_length(u));
		Double3 v = double3_cross(*n, u);
		bool is_better = false;
		for (int k = 0; k < 8 && !is_better; k++) {
			double angle = 0.78539816339744831 * k;
			Double3 tried = double3_add(
					*n, double3_add(double3_scale(u, cos(angle)), double3_scale(v, sin(angle))));
			tried = double3_scale(tried, 1 / double3_length(tried));
			double h = height(d, tried);
			if (!(h < least)) continue;
			least = h;
			*n = tried;
			is_better = true;
		}
		if (!is_better) step /= 2;
	}
	return least;
}

// An upper bound of the depth that owes nothing to the code under test.
static double sampled_depth(const Difference *d, Rng *rng) {
	Double3 starts[3];
	double heights[3] = { 1e300, 1e300, 1e300 };
	for (int i = 0; i < 150; i++) {
		Double3 n = random_double3(rng);
		double h = height(d, n);
		int worst = heights[0] > heights[1] ? 0 : 1;
		if (heights[2] > heights[worst]) worst = 2;
		if (!(h < heights[worst])) continue;
		heights[worst] = h;
		starts[worst] = n;
	}
	double least = 1e300;
	for (int i = 0; i < 3; i++) {
		least = fmin(least, descend(d, &starts[i], heights[i]));
	}
	return least;
}

// Returns a value that is positive outside and 0 on the surface of an instance, m times at most 4.
static double excess_of(const ShapeInstance *in, Vec3 p) {
	Affine inverse;
	if (!affine_invert(in->pose, &inverse)) return 0;
	return shape_excess(in->shape, mat3_apply(inverse.linear, vec3_sub(p, in->pose.origin)));
}

// What holds for every answer.
static void check_answer(const Pair *pair, const Penetration *p, Rng *rng) {
	const Separation *s = &p->separation;
	double e = pair->floor;
	assert_true(s->status == SEPARATION_CONVERGED || s->status == SEPARATION_DEGENERATE ||
			s->status == SEPARATION_STALLED || s->status == SEPARATION_CAPPED);
	assert_true(vec3_is_unit(s->normal));
	assert_true(vec3_is_finite(s->point_a) && vec3_is_finite(s->point_b));
	assert_true(s->lower <= s->distance && s->distance <= s->upper);
	check_vec3(vec3_sub(s->point_b, s->point_a), vec3_scale(s->normal, s->distance), 4 * e);
	// the normal is worth what is said, and no direction is worth more than the bound
	const Vec3 n = s->normal;
	double own = height(&pair->difference, double3((double)n.x, (double)n.y, (double)n.z));
	assert_true(-own <= (double)s->upper + 4 * e);
	if (p->state == PENETRATION_DEEP) check_near(-own, s->distance, 4 * e);
	for (int i = 0; i < 32; i++) {
		double h = height(&pair->difference, random_double3(rng));
		assert_true(-h <= (double)s->upper + 4 * e);
	}
}

static void all_kinds_are_as_deep_as_any_direction_says(Rng *rng) {
	ShapeKind kind_a = convex_kind(rng);
	ShapeKind kind_b = convex_kind(rng);
	Pair pair = random_pair(rng, kind_a, kind_b, rng_below(rng, 2) == 0);
	Penetration p = solve(&pair);
	check_answer(&pair, &p, rng);
	if (p.separation.distance < 0) {
		double sampled = sampled_depth(&pair.difference, rng);
		assert_true(-(double)p.separation.distance <= sampled + 1e-5 * pair.size);
	}
	pair_release(&pair);
}

static void swapped_shapes_have_the_opposite_answer(Rng *rng) {
	ShapeKind kind_a = convex_kind(rng);
	ShapeKind kind_b = convex_kind(rng);
	Pair pair = random_pair(rng, kind_a, kind_b, rng_below(rng, 2) == 0);
	Separation s = mk_separation(&pair.a, &pair.b);
	Separation swapped = mk_separation(&pair.b, &pair.a);
	// curved pairs are asked for a millionth of the depth, but may end at their storage's
	double slack = s.status == SEPARATION_CAPPED || swapped.status == SEPARATION_CAPPED ? 1e-5
																						: 2e-6;
	double tolerance = 8 * pair.floor + slack * pair.size;
	check_near(swapped.distance, s.distance, tolerance);
	// each normal is as good for the other
	Double3 n = double3(
			(double)swapped.normal.x, (double)swapped.normal.y, (double)swapped.normal.z);
	Mat3 turn = pair.difference.pose.linear;
	Vec3 local = mat3_apply_transposed(turn, vec3((Real)-n.x, (Real)-n.y, (Real)-n.z));
	double own = height(
			&pair.difference, double3((double)local.x, (double)local.y, (double)local.z));
	if (s.distance < 0) check_near(-own, s.distance, tolerance);
	pair_release(&pair);
}

static void points_are_on_both_surfaces(Rng *rng) {
	ShapeKind kind_a = convex_kind(rng);
	ShapeKind kind_b = convex_kind(rng);
	Pair pair = random_pair(rng, kind_a, kind_b, true);
	Separation s = mk_separation(&pair.a, &pair.b);
	// what a converged gap leaves between the face that was found and the surface
	double tolerance = 16 * pair.floor + 4e-6 * pair.size + (double)(s.upper - s.lower);
	// normals of curved pairs are good to a thousandth, and the points are along them
	bool is_curved = pair.shapes[0]->vertex_count == 0 || pair.shapes[1]->vertex_count == 0;
	double turn = is_curved ? 1e-3 * fabs((double)s.distance) : 0;
	const ShapeInstance *instances[2] = { &pair.a, &pair.b };
	const Vec3 points[2] = { s.point_a, s.point_b };
	for (int i = 0; i < 2; i++) {
		double excess = excess_of(instances[i], points[i]);
		assert_true(excess <= tolerance + turn);
		// not inside, either: nothing of the shape is farther along the normal
		Vec3 out = i == 0 ? s.normal : vec3_negate(s.normal);
		Vec3 top = instance_support(instances[i], out, MK_SHAPE_NO_ID);
		double behind = (double)vec3_dot(vec3_sub(top, points[i]), out);
		if (s.distance < 0) assert_true(fabs(behind) <= tolerance);
	}
	pair_release(&pair);
}

static void moving_by_the_depth_makes_them_touch(Rng *rng) {
	ShapeKind kind_a = convex_kind(rng);
	ShapeKind kind_b = convex_kind(rng);
	Pair pair = random_pair(rng, kind_a, kind_b, rng_below(rng, 2) == 0);
	Separation s = mk_separation(&pair.a, &pair.b);
	if (s.distance < 0) {
		pair.b.pose.origin = vec3_add_scaled(pair.b.pose.origin, s.normal, -s.distance);
		Separation moved = mk_separation(&pair.a, &pair.b);
		// h(n) is the depth, so they are not in each other, and the normal has no more to
		// give; only shallow pairs have their distance from GJK's other bound, and a
		// normal of the same quality
		double tolerance = 8 * pair.floor + 2e-6 * pair.size;
		double least = -8 * pair.floor - 4 * (double)(s.upper - s.lower);
		assert_true((double)moved.distance >= least);
		assert_true((double)moved.distance <= tolerance);
	}
	pair_release(&pair);
}

static void place_in_the_world_does_not_matter(Rng *rng) {
	ShapeKind kind_a = convex_kind(rng);
	ShapeKind kind_b = convex_kind(rng);
	Pair pair = random_pair(rng, kind_a, kind_b, true);
	Separation s = mk_separation(&pair.a, &pair.b);
	// 10 km away positions are rounded to half a millimetre in single precision: move by a number
	// of them that leaves the difference as it was, in so far as it can be
	Vec3 far = vec3(8192, -4096, 2048);
	Vec3 start = pair.a.pose.origin;
	Vec3 way = vec3_sub(pair.b.pose.origin, start);
	pair.a.pose.origin = far;
	pair.b.pose.origin = vec3_add(far, way);
	Vec3 kept = vec3_sub(pair.b.pose.origin, far);
	Separation moved = mk_separation(&pair.a, &pair.b);
	double lost = (double)vec3_distance(kept, way);
	double tolerance = 8 * (double)pair.difference.error + 4e-6 * pair.size + lost;
	check_near(moved.distance, s.distance, tolerance);
	Transform turn = random_transform(rng, 1);
	Affine pose = affine_from_transform(turn);
	pair.a.pose = affine_multiply(pose, (Affine){ pair.a.pose.linear, vec3_zero() });
	pair.b.pose = affine_multiply(pose, (Affine){ pair.b.pose.linear, way });
	Separation turned = mk_separation(&pair.a, &pair.b);
	check_near(turned.distance, s.distance, 16 * pair.floor + 4e-6 * pair.size);
	pair_release(&pair);
}

// Needles and slabs of 1 : 1000, sizes of a millimetre to a kilometre.
static void extreme_sizes_are_as_deep_as_any_direction_says(Rng *rng) {
	const ShapeKind kinds[4] = { SHAPE_BOX, SHAPE_ELLIPSOID, SHAPE_CYLINDER, SHAPE_CAPSULE };
	Pair pair;
	for (int i = 0; i < 2; i++) {
		Real size = random_size(rng, -3, 3);
		Real thin = size * random_size(rng, -3, 0);
		bool is_needle = rng_below(rng, 2) == 0;
		ShapeKind kind = kinds[rng_below(rng, 4)];
		Vec3 half = is_needle ? vec3(thin, size, thin) : vec3(size, thin, size);
		Real radius = is_needle ? thin : size;
		Real length = 2 * (is_needle ? size : thin);
		Shape *shape = kind == SHAPE_BOX  ? mk_box_create(half, NULL)
				: kind == SHAPE_ELLIPSOID ? mk_ellipsoid_create(half, NULL)
				: kind == SHAPE_CYLINDER  ? mk_cylinder_create(radius, length, NULL)
										  : mk_capsule_create(radius, length, NULL);
		assert_non_null(shape);
		pair.shapes[i] = shape;
	}
	Transform pose_a = random_transform(rng, 1);
	Transform pose_b = random_transform(rng, 1);
	// a point of B at a point of A: they overlap
	Vec3 in_a = transform_point(pose_a, shape_sample(pair.shapes[0], rng));
	Vec3 in_b = quat_rotate(pose_b.rotation, shape_sample(pair.shapes[1], rng));
	pose_b.position = vec3_sub(in_a, in_b);
	pair.a = instance_rigid(pair.shapes[0], pose_a);
	pair.b = instance_rigid(pair.shapes[1], pose_b);
	pair_update(&pair);
	Penetration p = solve(&pair);
	check_answer(&pair, &p, rng);
	assert_true((double)p.separation.distance <= 8 * pair.floor);
	double sampled = sampled_depth(&pair.difference, rng);
	assert_true(-(double)p.separation.distance <= sampled + 1e-5 * pair.size);
	pair_release(&pair);
}

// Every ordered pair of the fifteen kinds, one after the other.
static void test_every_pair_of_kinds(void **state) {
	(void)state;
	uint64_t deep[2] = { 0, 0 };
	for (int a = 0; a <= (int)LAST_CONVEX_KIND; a++) {
		for (int b = 0; b <= (int)LAST_CONVEX_KIND; b++) {
			for (int k = 0; k < 6 / SHARE + 1; k++) {
				Rng rng = { (uint64_t)(a * 1000 + b * 10 + k) };
				Pair pair = random_pair(&rng, (ShapeKind)a, (ShapeKind)b, k % 2 == 0);
				Penetration p = solve(&pair);
				check_answer(&pair, &p, &rng);
				deep[p.state == PENETRATION_DEEP]++;
				pair_release(&pair);
			}
		}
	}
	assert_true(deep[0] > 100 / SHARE && deep[1] > 100 / SHARE);
}

// Balls with margins at about the distance where they touch: never a negative depth, never NaN, and
// the state says which side of zero it is on.
static void margins_never_give_a_negative_depth(Rng *rng) {
	Shape *ball = mk_sphere_create(1, NULL);
	double gap = rng_range(rng, 0.02, 0.12);
	Vec3 way = random_unit(rng);
	ShapeInstance a = instance_grow(instance_local(ball), (Real)0.05);
	Transform pose = { random_quat(rng), vec3_scale(way, (Real)(2 + gap)) };
	ShapeInstance b = instance_grow(instance_rigid(ball, pose), (Real)0.05);
	Difference d = mk_difference(&a, &b);
	PenetrationCache cache = { .gjk = { .axis = random_vec3(rng, 1) } };
	PenetrationInput input = { .difference = &d, .cache = &cache, .limit = 1 };
	Penetration p = mk_penetration(&input);
	check_near(p.separation.distance, gap - 0.1, 4 * (double)d.error);
	assert_int_equal(p.state == PENETRATION_APART, p.separation.distance > 0);
	check_vec3(p.separation.normal, way, pick_tolerance(1e-6, 1e-14));
	mk_shape_release(ball);
}

static void test_all_kinds(void **state) {
	(void)state;
	for_all(all_kinds_are_as_deep_as_any_direction_says, 600 / SHARE, 1);
}

static void test_swap(void **state) {
	(void)state;
	for_all(swapped_shapes_have_the_opposite_answer, 4000 / SHARE, 2);
}

static void test_points(void **state) {
	(void)state;
	for_all(points_are_on_both_surfaces, 4000 / SHARE, 3);
}

static void test_moving(void **state) {
	(void)state;
	for_all(moving_by_the_depth_makes_them_touch, 3000 / SHARE, 4);
}

static void test_place(void **state) {
	(void)state;
	for_all(place_in_the_world_does_not_matter, 2000 / SHARE, 5);
}

static void test_extremes(void **state) {
	(void)state;
	for_all(extreme_sizes_are_as_deep_as_any_direction_says, 300 / SHARE, 6);
}

static void test_margins(void **state) {
	(void)state;
	for_all(margins_never_give_a_negative_depth, 2000 / SHARE, 8);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_pair_of_kinds),
		cmocka_unit_test(test_all_kinds),
		cmocka_unit_test(test_swap),
		cmocka_unit_test(test_points),
		cmocka_unit_test(test_moving),
		cmocka_unit_test(test_place),
		cmocka_unit_test(test_extremes),
		cmocka_unit_test(test_margins),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
