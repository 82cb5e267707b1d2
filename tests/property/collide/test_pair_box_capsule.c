// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A capsule over a face of a box: the closed form finds the points, names and kinds that the
// general way finds, for boxes and capsules of all sizes, lying, leaning and standing, above and in
// the box.
#include "collide/pair.h"
#include "shape/convex.h"
#include "support/collide_pair.h"
#include "support/property.h"
#include "support/random.h"

// How many cases had no point, one and two.
static uint32_t tally[3];

static Collided found_by(PairFunction *function, const CollideInput *input) {
	ManifoldArray array = { 0 };
	CollideInput copy = *input;
	copy.manifolds = &array;
	function(&copy);
	assert_true(array.count <= 1);
	Collided found = { .hit = array.count > 0 };
	if (found.hit) found.manifold = *manifold_array_at(&array, 0);
	manifold_array_free(&array);
	return found;
}

// Anything from flat to a millionth of a radian off, or any turn at all.
static Quat random_lie(Rng *rng) {
	if (rng_below(rng, 2) == 0) return random_quat(rng);
	Quat flat = quat_from_axis_angle(vec3_axis(1), random_real(rng, -3, 3));
	Quat down = quat_from_axis_angle(vec3_axis(0), MK_PI / 2);
	Vec3 axis = random_unit(rng);
	Quat tilt = quat_from_axis_angle(axis, random_size(rng, -6, 0));
	return quat_normalize(quat_multiply(tilt, quat_multiply(flat, down)));
}

// Near a face: some radii above it or in it, perhaps over the rim.
static Vec3 random_place(Rng *rng, Vec3 half, Real radius) {
	int axis = (int)rng_below(rng, 3);
	Vec3 p = random_vec3(rng, 1.1);
	p = vec3(p.x * half.x, p.y * half.y, p.z * half.z);
	Real sign = rng_below(rng, 2) == 0 ? 1 : -1;
	Real height = sign * (vec3_get(half, axis) + radius * random_real(rng, -0.5, 2));
	return vec3(axis == 0 ? height : p.x, axis == 1 ? height : p.y, axis == 2 ? height : p.z);
}

static void check_same(const Collided *a, const Collided *b, Real margin, double tolerance) {
	assert_true(vec3_distance(a->manifold.normal, b->manifold.normal) < (Real)1e-5);
	for (uint32_t i = 0; i < a->manifold.count; i++) {
		const ContactPoint *point = a->manifold.points + i;
		bool is_known = false;
		for (uint32_t k = 0; k < b->manifold.count; k++) {
			const ContactPoint *other = b->manifold.points + k;
			if (other->id != point->id) continue;
			is_known = true;
			check_near(other->separation, point->separation, tolerance);
			check_vec3(other->position, point->position, 2 * tolerance);
		}
		// one at the margin is there or not by rounding
		assert_true(is_known || (double)(margin - point->separation) < tolerance);
	}
}

// Whether it is by rounding that one way sees a lying and the other a standing capsule.
static bool is_between(const ShapeInstance *capsule, Vec3 normal) {
	Real up = real_square(vec3_dot(normal, capsule->pose.linear.y));
	return real_abs(up - (Real)0.5) < (Real)1e-4;
}

static void the_closed_form_is_the_general_way(Rng *rng) {
	Real size = random_size(rng, -1, 1);
	Vec3 half = vec3_scale(random_sizes(rng, -0.5, 0.5), size);
	Real radius = size * random_size(rng, -2, -0.5);
	Shape *box = mk_box_create(half, NULL);
	Shape *rod = mk_capsule_create(radius, 2 * radius + size * random_size(rng, -3, 0), NULL);
	Transform pose = random_transform(rng, (double)size);
	Quat lie = random_lie(rng);
	Vec3 place = random_place(rng, half, radius);
	Transform beside = transform_multiply(pose, (Transform){ lie, place });
	ShapeInstance a = instance_rigid(box, pose);
	ShapeInstance b = instance_rigid(rod, beside);
	CollideInput input = { .a = &a, .b = &b, .margin = radius / 2 };
	Collided closed = found_by(mk_pair_box_capsule, &input);
	Collided general = found_by(mk_pair_convex, &input);
	// some roundings of numbers as large as the pair
	Real reach = box->bound + rod->bound + vec3_distance(a.pose.origin, b.pose.origin);
	double tolerance = 32 * (double)MK_EPSILON * (double)(reach + vec3_length(a.pose.origin));
	const Collided *any = closed.hit ? &closed : &general;
	if (any->hit && !is_between(&b, any->manifold.normal)) {
		check_same(&closed, &general, input.margin, tolerance);
		check_same(&general, &closed, input.margin, tolerance);
	}
	tally[closed.hit ? closed.manifold.count : 0]++;
	mk_shape_release(box);
	mk_shape_release(rod);
}

static void test_the_closed_form_is_the_general_way(void **state) {
	(void)state;
	for_all(the_closed_form_is_the_general_way, cases(20000), 1);
	uint32_t all = tally[0] + tally[1] + tally[2];
	for (int i = 0; i < 3; i++)
		assert_true(tally[i] > all / 20);
}

int main(void) {
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_the_closed_form_is_the_general_way) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
