// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Contacts of balls and cylinders against the distance of the centre from the solid, by its
// definition and with twice the digits: needles and discs of 1 : 1000, all sizes and uniform
// scales, sharp and rounded, centres outside, inside, on the axis and in the planes of the caps.
#include "geometry/double3.h"
#include "shape/convex.h"
#include "support/collide_pair.h"
#include "support/property.h"
#include "support/random.h"

static Shape *random_cylinder(Rng *rng, Real size) {
	Real radius = size * random_size(rng, -3, 0);
	Real height = 2 * size * random_size(rng, -3, 0);
	if (rng_below(rng, 2) == 0) return mk_cylinder_create(radius, height, NULL);
	return mk_rounded_cylinder_create(radius, height, size * random_size(rng, -3, 0), NULL);
}

// A place in the cylinder's space; a quarter are on its axis, a quarter in the plane of a cap.
static Vec3 random_place(Rng *rng, const CylinderShape *c, Real size) {
	Vec3 p = random_vec3(rng, 1.5 * (double)size);
	uint32_t which = rng_below(rng, 4);
	if (which == 0) return vec3(0, p.y, 0);
	if (which == 1) p.y = c->half_height;
	return p;
}

static double along(Vec3 column, Double3 way) {
	Double3 m = double3((double)column.x, (double)column.y, (double)column.z);
	return double3_dot(m, way) / double3_dot(m, m);
}

// Signed distance of A's centre from B's core, m.
static double expected_of(const ShapeInstance *a, const ShapeInstance *b) {
	const CylinderShape *c = (const CylinderShape *)b->shape;
	Vec3 from = a->pose.origin;
	Vec3 to = b->pose.origin;
	Double3 way = double3((double)from.x - (double)to.x, (double)from.y - (double)to.y,
			(double)from.z - (double)to.z);
	Mat3 m = b->pose.linear;
	double x = along(m.x, way);
	double z = along(m.z, way);
	double caps = fabs(along(m.y, way)) - (double)c->half_height;
	double side = sqrt(x * x + z * z) - (double)c->radius;
	double outside = sqrt(fmax(caps, 0) * fmax(caps, 0) + fmax(side, 0) * fmax(side, 0));
	return (outside + fmin(fmax(caps, side), 0)) * (double)vec3_length(m.y);
}

static void contacts_of_balls_and_cylinders_are_as_deep_as_the_centre_is_far(Rng *rng) {
	Real size = random_size(rng, -2, 3);
	Shape *ball = mk_sphere_create(size * random_size(rng, -3, 0), NULL);
	Shape *cylinder = random_cylinder(rng, size);
	Transform pose = random_transform(rng, 10 * (double)size);
	Affine map = affine_from_transform(pose);
	Real scale = rng_below(rng, 2) == 0 ? 1 : random_size(rng, -1, 1);
	if (scale != 1) map.linear = mat3_scale(map.linear, scale);
	ShapeInstance b = mk_instance(cylinder, map);
	Vec3 place = random_place(rng, (const CylinderShape *)cylinder, size);
	Transform at = { random_transform(rng, 1).rotation, affine_point(map, place) };
	ShapeInstance a = instance_rigid(ball, at);
	double expected = expected_of(&a, &b) - (double)(a.rounding + b.rounding);
	Collided c = collide_input(&(CollideInput){ .a = &a, .b = &b, .margin = 100 * size });
	Collided swapped = collide_input(&(CollideInput){ .a = &b, .b = &a, .margin = 100 * size });
	assert_true(c.hit && swapped.hit);
	assert_int_equal(c.manifold.count, 1);
	// roundings of numbers as large as the pair, and of a rotation that is not quite one
	double tolerance = 4 * (double)MK_EPSILON * (double)(size * (1 + scale) * 10);
	check_near(deepest_of(&c.manifold), expected, tolerance);
	check_near(deepest_of(&swapped.manifold), expected, tolerance);
	assert_true(vec3_is_unit(c.manifold.normal));
	// the normal is worth what is said
	check_near(apart_along(&a, &b, c.manifold.normal), expected, 2 * tolerance);
	mk_shape_release(ball);
	mk_shape_release(cylinder);
}

static void balls_and_cylinders(void **state) {
	(void)state;
	for_all(contacts_of_balls_and_cylinders_are_as_deep_as_the_centre_is_far, cases(20000), 1);
}

int main(void) {
	const struct CMUnitTest tests[] = { cmocka_unit_test(balls_and_cylinders) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
