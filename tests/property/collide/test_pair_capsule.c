// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Contacts of two capsules against the distance of their segments with twice the digits: needles of
// 1 : 1000, all sizes, axes from parallel to crossed, anywhere.
#include "shape/convex.h"
#include "support/collide_pair.h"
#include "support/property.h"
#include "support/random.h"
#include "support/wide_distance.h"

static Shape *random_capsule(Rng *rng, Real size) {
	Real radius = size * random_size(rng, -3, 0);
	return mk_capsule_create(radius, 2 * radius + size * random_size(rng, -3, 0), NULL);
}

static Segment segment_of(const ShapeInstance *in, Vec3 origin) {
	Vec3 half = vec3_scale(in->pose.linear.y, ((const CapsuleShape *)in->shape)->half_height);
	Vec3 middle = vec3_sub(in->pose.origin, origin);
	return (Segment){ vec3_sub(middle, half), vec3_add(middle, half) };
}

// Turned against each other by anything from a right angle to a millionth of a radian.
static Transform random_beside(Rng *rng, Transform a, Real size) {
	Vec3 axis = random_unit(rng);
	Quat turn = quat_from_axis_angle(axis, random_size(rng, -6, 0.2));
	Vec3 way = random_vec3(rng, (double)size);
	return (Transform){ quat_normalize(quat_multiply(turn, a.rotation)),
		vec3_add(a.position, way) };
}

static void contacts_of_capsules_are_as_deep_as_their_segments_are_near(Rng *rng) {
	Real size = random_size(rng, -2, 3);
	Shape *first = random_capsule(rng, size);
	Shape *second = random_capsule(rng, size);
	Transform pose = random_transform(rng, 10 * (double)size);
	ShapeInstance a = instance_rigid(first, pose);
	ShapeInstance b = instance_rigid(second, random_beside(rng, pose, size));
	Segment core_a = segment_of(&a, a.pose.origin);
	Segment core_b = segment_of(&b, a.pose.origin);
	double expected = wide_distance_of_segments(core_a, core_b) - (double)(a.rounding + b.rounding);
	Collided c = collide_input(&(CollideInput){ .a = &a, .b = &b, .margin = 3 * size });
	Collided swapped = collide_input(&(CollideInput){ .a = &b, .b = &a, .margin = 3 * size });
	assert_true(c.hit && swapped.hit);
	// some roundings of numbers as large as the pair
	double tolerance = 16 * (double)MK_EPSILON * (double)(first->bound + second->bound + size);
	check_near(deepest_of(&c.manifold), expected, tolerance);
	check_near(deepest_of(&swapped.manifold), expected, tolerance);
	assert_true(vec3_is_unit(c.manifold.normal));
	double apart = (double)apart_along(&a, &b, c.manifold.normal);
	// no direction shows more; ends of segments in one line may show less, along them
	assert_true(apart <= expected + tolerance);
	Vec3 across = vec3_cross(a.pose.linear.y, b.pose.linear.y);
	bool is_leaning = vec3_length(across) <= (Real)0.26001;
	for (uint32_t i = 0; i < c.manifold.count; i++) {
		Vec3 on_b_core = vec3_add_scaled(on_b(&c.manifold, i), c.manifold.normal, b.rounding);
		double off = wide_distance_to_segment(
				wide3(core_b.start), wide3(core_b.end), wide3(on_b_core));
		// lines that lean by 15 degrees are so far beside each other, and surfaces have fallen
		// back by as much
		double slack = is_leaning ? 0.76 * (double)second->bound : 0;
		assert_true(off <= tolerance + slack);
		// near the line the place is on the surface but for the fourth power of the way beside it,
		// the square of the angle to the plane across the axis, and what counts as flat
		double radius = (double)b.rounding;
		double from_core = wide_distance_to_segment(
				wide3(core_b.start), wide3(core_b.end), wide3(on_b(&c.manifold, i)));
		double slope = (double)vec3_dot(c.manifold.normal, b.pose.linear.y);
		double flat = is_leaning ? (double)contact_slop(2 * first->bound) / 5 : 0;
		double allowed = flat + radius * slope * slope + pow(off, 4) / (2 * pow(radius, 3));
		if (off < radius / 2) check_near(from_core, radius, allowed + tolerance);
	}
	mk_shape_release(first);
	mk_shape_release(second);
}

static void capsules(void **state) {
	(void)state;
	for_all(contacts_of_capsules_are_as_deep_as_their_segments_are_near, cases(20000), 1);
}

int main(void) {
	const struct CMUnitTest tests[] = { cmocka_unit_test(capsules) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
