// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Every closed form for motion without turning, against its static distance in wider
// arithmetic. The distance of convex objects is a convex function of time: its least value is
// found by ternary search, and that decides hit or miss; its size at the time reported decides
// whether that is the first touch. All bounds are MK_MOVING_ROUNDING times the size of the
// case, as the header promises.
#include "support/moving_pair.h"

#include "support/budget.h"
#include "support/check.h"
#include "support/property.h"

// 128 bits in software are slow
#define CASES(count) pick_count(pick_tolerance(count, (count) / 20), (count) / 10)

static bool are_parallel(const MovingPair *p) {
	return mk_moving_cylinder_hit_cylinder(p->cylinder, p->motion, p->other_cylinder).is_parallel;
}

static void check_start(const MovingPair *p, MovingHit hit, double slack) {
	assert_true(moving_pair_gap(p, 0) <= slack);
	check_near(hit.time, 0, 0);
	assert_true(hit.depth >= 0);
}

static void first_touch_is_found(Rng *rng) {
	Real size = random_size(rng, -4, 4);
	MovingPair p = random_moving_pair(rng, size);
	double slack = (double)MK_MOVING_ROUNDING * moving_pair_size(&p, size);
	// axes that rounding has turned too far are not answered, and so say
	if (p.kind == PAIR_CYLINDERS && !are_parallel(&p)) return;
	MovingHit hit = moving_pair_hit(&p);
	if (hit.started_overlapping) {
		check_start(&p, hit, slack);
		return;
	}
	double middle = moving_pair_nearest_time(&p);
	double least = fmin(
			moving_pair_gap(&p, middle), fmin(moving_pair_gap(&p, 0), moving_pair_gap(&p, 1)));
	// separating axes are widened: early by the whole bound, but not late beyond
	// the rounding of the time
	bool is_widened = p.kind == PAIR_OBBS || p.kind == PAIR_HULLS;
	double late = is_widened ? slack / 16 : slack;
	bool is_right = hit.hit ? least <= slack : least >= -late;
	if (!is_right)
		print_message("kind %u hit %d least %g slack %g\n", p.kind, hit.hit, least, slack);
	assert_true(is_right);
	// what overlaps at the start says so
	assert_true(moving_pair_gap(&p, 0) >= -slack);
	if (!hit.hit) return;
	assert_true(hit.time >= 0 && hit.time <= 1);
	double at_hit = moving_pair_gap(&p, (double)hit.time);
	if (at_hit > slack || at_hit < -late)
		print_message("kind %u gap %g slack %g t %g\n", p.kind, at_hit, slack, (double)hit.time);
	assert_true(at_hit <= slack && at_hit >= -late);
	// on the way in, not out: nothing before it is deeper
	for (int i = 0; i < 8; i++) {
		assert_true(moving_pair_gap(&p, (double)hit.time * i / 8) >= -slack);
	}
	check_near(vec3_length(hit.normal), 1, 8 * MK_EPSILON);
	assert_true(vec3_is_finite(hit.point));
}

// clear cases: the normal is against the motion, and the point is on both objects
static void normal_and_point_fit(Rng *rng) {
	MovingPair p = random_moving_pair(rng, 1);
	MovingHit hit = moving_pair_hit(&p);
	if (!hit.hit || hit.started_overlapping) return;
	double length = (double)vec3_length(p.motion);
	double slack = (double)MK_MOVING_ROUNDING * moving_pair_size(&p, 1);
	// directions of a radius or semi-axis of 0.01 are off by the slack over that
	assert_true((double)vec3_dot(hit.normal, p.motion) <= 256 * slack * length);
	// stepping back along the normal parts the two by nearly that step
	MovingPair back = p;
	const double step = 1e-2;
	Vec3 away = vec3_scale(hit.normal, (Real)step);
	Vec3 way = vec3_add(vec3_scale(p.motion, hit.time), away);
	back.motion = way;
	double gap = moving_pair_gap(&back, 1);
	if (p.kind == PAIR_ELLIPSOID_TRIANGLE) {
		assert_true(gap > 0);
		return;
	}
	// exactly the step for flat features; at rounded ones too, since the normal is the gradient
	if (!(gap >= 0.5 * step)) print_message("kind %u gap %g\n", p.kind, gap);
	assert_true(gap >= 0.5 * step);
}

// the point of touch lies on the resting object
static void point_is_on_the_resting_object(Rng *rng) {
	MovingPair p = random_moving_pair(rng, 1);
	MovingHit hit = moving_pair_hit(&p);
	if (!hit.hit || hit.started_overlapping) return;
	double slack = 4 * (double)MK_MOVING_ROUNDING * moving_pair_size(&p, 1);
	MovingPair point = p;
	point.motion = vec3_zero();
	point.sphere = (Sphere){ hit.point, 0 };
	switch (p.kind) {
		case PAIR_CAPSULES: point.kind = PAIR_SPHERE_CAPSULE; break;
		case PAIR_AABBS: point.kind = PAIR_SPHERE_AABB; break;
		case PAIR_AABB_PLANE:
		case PAIR_OBB_PLANE: point.kind = PAIR_SPHERE_PLANE; break;
		case PAIR_OBBS:
			point.kind = PAIR_SPHERE_OBB;
			slack = 1e-3;
			break;
		case PAIR_ELLIPSOID_TRIANGLE: point.kind = PAIR_SPHERE_TRIANGLE; break;
		case PAIR_HULLS: // on one of the features only
		case PAIR_CYLINDERS: return;
		default: break;
	}
	double gap = fabs(moving_pair_gap(&point, 0));
	if (gap > slack) print_message("kind %u off by %g, slack %g\n", p.kind, gap, slack);
	assert_true(gap <= slack);
}

// overlapping from entry to exit, apart after it
static void last_touch_is_where_they_part(Rng *rng) {
	MovingPair p = random_moving_pair(rng, 1);
	static const uint32_t kinds[] = { PAIR_SPHERES, PAIR_SPHERE_PLANE, PAIR_AABBS, PAIR_AABB_PLANE,
		PAIR_OBB_PLANE, PAIR_OBBS, PAIR_HULLS };
	p.kind = kinds[rng_below(rng, sizeof(kinds) / sizeof(kinds[0]))];
	MovingHit hit = moving_pair_hit(&p);
	if (!hit.hit || hit.started_overlapping) return;
	double slack = (double)MK_MOVING_ROUNDING * moving_pair_size(&p, 1);
	assert_true(hit.time_last >= hit.time && hit.time_last <= 1);
	double at_last = moving_pair_gap(&p, (double)hit.time_last);
	assert_true(at_last <= slack);
	if (hit.time_last < 1) assert_true(at_last >= -slack);
}

static void quadratic_and_segment_form_agree(Rng *rng) {
	MovingPair p = random_moving_pair(rng, 1);
	p.kind = PAIR_SPHERES;
	bool by_root = moving_pair_hit(&p).hit;
	bool by_segment = moving_sphere_meets_sphere(p.sphere, p.motion, p.other_sphere);
	double slack = (double)MK_MOVING_ROUNDING * moving_pair_size(&p, 1);
	double least = moving_pair_gap(&p, moving_pair_nearest_time(&p));
	least = fmin(least, fmin(moving_pair_gap(&p, 0), moving_pair_gap(&p, 1)));
	if (fabs(least) > slack) assert_int_equal(by_root, by_segment);
}

// aimed to graze: the path passes the other centre at the sum of the radii, up
// to some parts in 1e-9 .. 1
static void grazing_spheres_are_decided_up_to_rounding(Rng *rng) {
	MovingPair p = { .kind = PAIR_SPHERES };
	p.other_sphere.center = random_vec3(rng, 10);
	p.other_sphere.radius = random_size(rng, -2, 1);
	Real radius = random_size(rng, -2, 1);
	Vec3 direction = random_unit(rng);
	Vec3 across = vec3_perpendicular(direction);
	Real sign = rng_below(rng, 2) ? 1 : -1;
	Real off = sign * random_size(rng, -9, 0);
	Real beside = (radius + p.other_sphere.radius) * (1 + off);
	Vec3 middle = vec3_add_scaled(p.other_sphere.center, across, beside);
	Real length = 2 * (radius + p.other_sphere.radius) + random_size(rng, -1, 2);
	p.sphere = (Sphere){ vec3_add_scaled(middle, direction, -length), radius };
	p.motion = vec3_scale(direction, 2 * length);
	p.other_box.center = p.other_sphere.center;
	double slack = (double)MK_MOVING_ROUNDING *
			(20 + 4 * (double)length + (double)radius + (double)p.other_sphere.radius);
	MovingHit hit = moving_pair_hit(&p);
	double least = moving_pair_gap(&p, moving_pair_nearest_time(&p));
	assert_true(hit.hit ? least <= slack : least >= -slack);
	if (hit.hit) assert_true(fabs(moving_pair_gap(&p, (double)hit.time)) <= slack);
}

// two boxes on one turned floor: the way between them is the sum of their halves up to rounding, so
// they touch, whichever way rounding goes
static void boxes_that_slide_along_a_face_touch(Rng *rng) {
	MovingPair p = { .kind = rng_below(rng, 2) ? PAIR_OBBS : PAIR_HULLS };
	Mat3 axes = quat_to_mat3(random_quat(rng));
	Vec3 center = random_vec3(rng, 4);
	p.other_box = (Obb){ center, axes, random_sizes(rng, -1, 0) };
	Vec3 half = random_sizes(rng, -1, 0);
	Vec3 at = vec3_add_scaled(center, axes.x, half.x + p.other_box.half.x);
	p.box = (Obb){ vec3_add_scaled(at, axes.y, 3), axes, half };
	p.motion = vec3_scale(axes.y, -4);
	MovingHit hit = moving_pair_hit(&p);
	assert_true(hit.hit && !hit.started_overlapping);
	double expected = (3 - (double)half.y - (double)p.other_box.half.y) / 4;
	check_near(hit.time, expected, 4 * (double)MK_MOVING_ROUNDING);
}

static Real fuzzed_real(Rng *rng) {
#ifdef MK_DOUBLE
	uint64_t bits = rng_u64(rng);
#else
	uint32_t bits = rng_u32(rng);
#endif
	Real value;
	memcpy(&value, &bits, sizeof(value));
	return value;
}

// a few numbers of a good case replaced by raw bits: no NaN comes out, and it comes out
static void raw_bits_give_numbers(Rng *rng) {
	MovingPair p = random_moving_pair(rng, 1);
	Real *numbers[] = { &p.motion.x, &p.motion.y, &p.sphere.center.z, &p.sphere.radius,
		&p.box.center.x, &p.box.half.y, &p.capsule.start.x, &p.capsule.radius, &p.cylinder.end.z,
		&p.ellipsoid.semi.x, &p.other_sphere.radius, &p.plane.normal.x, &p.plane.offset,
		&p.triangle.b.y, &p.other_box.center.y, &p.other_box.half.z, &p.other_capsule.end.y,
		&p.quad[2].z, &p.other_cylinder.start.y };
	for (int i = 0; i < 4; i++) {
		uint32_t chosen = rng_below(rng, sizeof(numbers) / sizeof(numbers[0]));
		*numbers[chosen] = fuzzed_real(rng);
	}
	MovingHit hit = moving_pair_hit(&p);
	assert_true(hit.time >= 0 && hit.time <= 1);
	if (!hit.hit) check_near(hit.time, 0, 0);
}

static void closed_forms_agree_with_distances(void **state) {
	(void)state;
	for_all(first_touch_is_found, CASES(24000), 821);
}

static void normals_point_from_the_resting_object(void **state) {
	(void)state;
	for_all(normal_and_point_fit, CASES(40000), 822);
}

static void points_of_touch_are_on_the_resting_object(void **state) {
	(void)state;
	for_all(point_is_on_the_resting_object, CASES(40000), 823);
}

static void last_times_are_where_objects_part(void **state) {
	(void)state;
	for_all(last_touch_is_where_they_part, CASES(40000), 824);
}

static void both_forms_for_spheres_agree(void **state) {
	(void)state;
	for_all(quadratic_and_segment_form_agree, CASES(8000), 825);
	for_all(grazing_spheres_are_decided_up_to_rounding, CASES(8000), 826);
}

static void touching_faces_are_seen(void **state) {
	(void)state;
	for_all(boxes_that_slide_along_a_face_touch, CASES(10000), 828);
}

static void raw_bits_hit_or_miss(void **state) {
	(void)state;
	for_all(raw_bits_give_numbers, CASES(100000), 827);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(closed_forms_agree_with_distances),
		cmocka_unit_test(normals_point_from_the_resting_object),
		cmocka_unit_test(points_of_touch_are_on_the_resting_object),
		cmocka_unit_test(last_times_are_where_objects_part),
		cmocka_unit_test(both_forms_for_spheres_agree),
		cmocka_unit_test(touching_faces_are_seen),
		cmocka_unit_test(raw_bits_hit_or_miss),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
