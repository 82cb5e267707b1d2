// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Boxes, triangles and polygons against boxes, compared with fifteen axes in extended precision and
// with clipping, for plates, needles, nearly parallel pairs and places far from the origin.
#include "geometry/overlap_box.h"

#include "geometry/ray.h"
#include "support/check.h"
#include "support/property.h"
#include "support/random.h"
#include "support/sat_hulls.h"

typedef long double Wide;

typedef struct Wide3 {
	Wide x;
	Wide y;
	Wide z;
} Wide3;

static Wide3 widen(Vec3 v) { return (Wide3){ (Wide)v.x, (Wide)v.y, (Wide)v.z }; }
static Wide wide_dot(Wide3 a, Wide3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static Wide3 wide_cross(Wide3 a, Wide3 b) {
	return (Wide3){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

// the cross product of nearly parallel unit vectors keeps its digits if one is first subtracted
static Wide3 wide_edge_axis(Wide3 a, Wide3 b) {
	Wide sign = wide_dot(a, b) < 0 ? -1 : 1;
	return wide_cross(a, (Wide3){ b.x - sign * a.x, b.y - sign * a.y, b.z - sign * a.z });
}

static Wide3 box_column(const Obb *box, int i) {
	return widen(i == 0 ? box->axes.x : i == 1 ? box->axes.y : box->axes.z);
}

static Wide wide_radius(const Obb *box, Wide3 axis) {
	return fabsl(wide_dot(box_column(box, 0), axis)) * (Wide)box->half.x +
			fabsl(wide_dot(box_column(box, 1), axis)) * (Wide)box->half.y +
			fabsl(wide_dot(box_column(box, 2), axis)) * (Wide)box->half.z;
}

// the largest gap over the fifteen axes; the depth if negative. Axes below 1e-15 are parallel edges
static double true_separation(const Obb *a, const Obb *b) {
	Wide best = -HUGE_VALL;
	Wide3 from = widen(a->center);
	Wide3 to = widen(b->center);
	Wide3 way = { to.x - from.x, to.y - from.y, to.z - from.z };
	for (int i = 0; i < 15; i++) {
		Wide3 axis = i < 3 ? box_column(a, i)
				: i < 6    ? box_column(b, i - 3)
						   : wide_edge_axis(box_column(a, (i - 6) % 3), box_column(b, (i - 6) / 3));
		Wide length = sqrtl(wide_dot(axis, axis));
		if (length < 1e-15L) continue;
		Wide gap = fabsl(wide_dot(axis, way)) - wide_radius(a, axis) - wide_radius(b, axis);
		if (gap / length > best) best = gap / length;
	}
	return (double)best;
}

static Real sum_of(Vec3 v) { return v.x + v.y + v.z; }

static Obb random_box(Rng *rng, Real size) {
	Obb box = { { 0, 0, 0 }, quat_to_mat3(random_quat(rng)), { 0, 0, 0 } };
	for (int i = 0; i < 3; i++) {
		Real half = size *
				(rng_below(rng, 3) == 0 ? random_size(rng, -3, 0) : random_real(rng, 0.2, 1));
		if (i == 0) box.half.x = half;
		if (i == 1) box.half.y = half;
		if (i == 2) box.half.z = half;
	}
	return box;
}

// a second box: anywhere, turned by almost nothing or by a quarter, or exactly parallel
static void random_box_pair(Rng *rng, Obb *a, Obb *b) {
	Real size = random_size(rng, -4, 4);
	*a = random_box(rng, size);
	*b = random_box(rng, size);
	Vec3 turn_axis = random_unit(rng);
	Quat turn = quat_from_axis_angle(turn_axis, random_size(rng, -9, -1));
	uint32_t kind = rng_below(rng, 4);
	if (kind == 1) b->axes = a->axes;
	if (kind == 2) b->axes = mat3_multiply(quat_to_mat3(turn), a->axes);
	if (kind == 3) b->axes = (Mat3){ a->axes.y, a->axes.z, a->axes.x };
	Vec3 far = vec3_scale(random_unit(rng), size * 1000);
	a->center = rng_below(rng, 2) ? vec3_zero() : far;
	b->center = vec3_add(a->center, random_vec3(rng, (double)size * 2));
	// near to touching, along an axis that matters
	if (rng_below(rng, 2) == 0) {
		BoxContact contact = mk_obb_contact_obb(a, b);
		Real step = random_real(rng, -1, 1);
		step *= size * random_size(rng, -7, -2);
		b->center = vec3_add_scaled(b->center, contact.normal, -contact.depth + step);
	}
}

static void boxes_agree_with_extended_precision(Rng *rng) {
	Obb a;
	Obb b;
	random_box_pair(rng, &a, &b);
	double expected = true_separation(&a, &b);
	// the stated widening, twice for the oracle's unnormalised faces
	double slack = 2 * (double)MK_NEGLIGIBLE * (double)(sum_of(a.half) + sum_of(b.half));
	bool overlaps = obb_overlaps_obb(&a, &b);
	if (expected <= 0) assert_true(overlaps);
	BoxContact contact = mk_obb_contact_obb(&a, &b);
	if (expected <= 0) assert_true(contact.hit);
	if (expected > slack) assert_false(contact.hit);
	if (contact.hit) check_near(contact.depth, fmax(-expected, 0), slack);
	// far apart it is rounded by some epsilon of the distance
	double apart = 8 * (double)MK_EPSILON * (double)vec3_distance(a.center, b.center);
	// of parallel edges the oracle also tries directions that are rounding,
	// and may find a larger gap
	if (!contact.hit)
		assert_true(contact.depth < 0 && -(double)contact.depth <= expected + slack + apart);
	// the answer of the plain form is the same at every cached axis
	int cached = (int)rng_below(rng, 17) - 1;
	assert_int_equal(mk_obb_separating_axis(&a, &b, cached) == MK_AXIS_NONE, overlaps);
	if (expected <= 0) assert_true(obb_overlaps_obb(&b, &a));
}

// edges at an angle t make axes of length t, which only count beyond slack / t
static void plain_answer_is_sharp_unless_edges_are_parallel(Rng *rng) {
	Obb a = random_box(rng, 1);
	Obb b = random_box(rng, 1);
	b.center = random_vec3(rng, 3);
	double expected = true_separation(&a, &b);
	double shortest = 1;
	for (int i = 0; i < 9; i++) {
		Wide3 axis = wide_cross(box_column(&a, i % 3), box_column(&b, i / 3));
		shortest = fmin(shortest, (double)sqrtl(wide_dot(axis, axis)));
	}
	double slack = 2 * (double)MK_NEGLIGIBLE * (double)(sum_of(a.half) + sum_of(b.half));
	if (expected * shortest > slack) assert_false(obb_overlaps_obb(&a, &b));
}

static void moving_by_the_contact_parts_boxes(Rng *rng) {
	Obb a;
	Obb b;
	random_box_pair(rng, &a, &b);
	BoxContact contact = mk_obb_contact_obb(&a, &b);
	if (!contact.hit) return;
	double size = (double)(sum_of(a.half) + sum_of(b.half));
	double far = (double)vec3_max_element(vec3_abs(a.center));
	double slack = 4 * (double)MK_NEGLIGIBLE * size + 4 * (double)MK_EPSILON * far;
	a.center = vec3_add_scaled(a.center, contact.normal, contact.depth);
	double after = true_separation(&a, &b);
	assert_true(after >= -slack);
	assert_true(after <= slack);
}

static void generic_axes_agree_with_boxes(Rng *rng) {
	Obb a = random_box(rng, 1);
	Obb b = random_box(rng, 1);
	b.center = random_vec3(rng, 2);
	TestHull hull_a;
	TestHull hull_b;
	test_hull_box(&hull_a, a);
	test_hull_box(&hull_b, b);
	SatResult result = mk_sat_contact(&hull_a.hull, &hull_b.hull);
	double slack = 4 * (double)MK_NEGLIGIBLE * (double)(sum_of(a.half) + sum_of(b.half));
	double expected = true_separation(&a, &b);
	// edges taken as differences of corners: thin boxes turn them by rounding
	double thinnest = fmin((double)vec3_min_element(a.half), (double)vec3_min_element(b.half));
	slack += 64 * (double)MK_EPSILON / fmax(thinnest, 1e-6);
	if (expected < -slack) assert_true(result.hit);
	if (expected > slack) assert_false(result.hit);
	check_near(result.depth, result.hit ? fmax(-expected, 0) : -expected, slack);
	SatAxis cache = { .kind = SAT_AXIS_NONE };
	bool overlaps = mk_sat_overlap(&hull_a.hull, &hull_b.hull, &cache).hit;
	assert_int_equal(overlaps, result.hit);
	assert_int_equal(mk_sat_overlap(&hull_a.hull, &hull_b.hull, &cache).hit, overlaps);
	if (!result.hit) return;
	// the contact point is in both
	Vec3 in_a = vec3_sub(vec3_abs(obb_to_local(a, result.point)), a.half);
	Vec3 in_b = vec3_sub(vec3_abs(obb_to_local(b, result.point)), b.half);
	assert_true((double)vec3_max_element(in_a) <= slack);
	assert_true((double)vec3_max_element(in_b) <= slack);
}

// Clips a convex polygon by the box grown by `margin` (Sutherland and Hodgman); returns whether
// anything is left. 16 corners are enough for up to 10 and six planes.
static bool clip_leaves_something(const Vec3 *points, uint32_t count, Aabb box, double margin) {
	Wide3 polygon[16];
	for (uint32_t i = 0; i < count; i++) {
		polygon[i] = widen(points[i]);
	}
	for (int plane = 0; plane < 6 && count > 0; plane++) {
		Vec3 bound = plane < 3 ? box.max : box.min;
		Wide sign = plane < 3 ? 1 : -1;
		Wide limit = sign * (Wide)vec3_get(bound, plane % 3) + (Wide)margin;
		Wide3 kept[16];
		uint32_t kept_count = 0;
		for (uint32_t i = 0; i < count; i++) {
			Wide3 p = polygon[i];
			Wide3 q = polygon[(i + 1) % count];
			Wide at_p = sign * (plane % 3 == 0 ? p.x : plane % 3 == 1 ? p.y : p.z) - limit;
			Wide at_q = sign * (plane % 3 == 0 ? q.x : plane % 3 == 1 ? q.y : q.z) - limit;
			if (at_p <= 0) kept[kept_count++] = p;
			if ((at_p < 0 && at_q > 0) || (at_p > 0 && at_q < 0)) {
				Wide t = at_p / (at_p - at_q);
				kept[kept_count++] = (Wide3){ p.x + t * (q.x - p.x), p.y + t * (q.y - p.y),
					p.z + t * (q.z - p.z) };
			}
		}
		count = kept_count;
		for (uint32_t i = 0; i < count; i++) {
			polygon[i] = kept[i];
		}
	}
	return count > 0;
}

static Aabb random_aabb(Rng *rng, double size) {
	Vec3 half = vec3_abs(random_vec3(rng, size));
	if (rng_below(rng, 4) == 0) half.y *= random_size(rng, -4, 0);
	return aabb_from_center(random_vec3(rng, size), half);
}

// what the widening may add: 8 epsilon of the distance from the box's middle, and the same for the
// rounding of the frame
static double flat_slack(const Vec3 *points, uint32_t count, Aabb box) {
	double size = 0;
	for (uint32_t i = 0; i < count; i++) {
		Vec3 offset = vec3_abs(vec3_sub(points[i], aabb_center(box)));
		size = fmax(size, (double)vec3_max_element(offset));
	}
	return 32 * (double)MK_EPSILON * (size + (double)vec3_max_element(aabb_half_extents(box)));
}

static void triangles_agree_with_clipping(Rng *rng) {
	double size = (double)random_size(rng, -4, 4);
	Aabb box = random_aabb(rng, size);
	double reach = size * (double)random_size(rng, -2, 2);
	Vec3 p[3];
	for (int i = 0; i < 3; i++) {
		p[i] = random_vec3(rng, reach);
	}
	if (rng_below(rng, 4) == 0) p[2] = vec3_lerp(p[0], p[1], random_real(rng, 0, 1));
	if (rng_below(rng, 4) == 0) p[1].x = p[0].x;
	Triangle t = { p[0], p[1], p[2] };
	double slack = flat_slack(p, 3, box);
	bool overlaps = triangle_overlaps_aabb(t, box);
	if (clip_leaves_something(p, 3, box, 0)) assert_true(overlaps);
	// an axis of a cross product is at least as long as the edge's part across it, so the widening
	// is not more than the slack except for edges along the box's axes
	if (overlaps) assert_true(clip_leaves_something(p, 3, box, slack));
	Obb same = obb_from_aabb(box);
	bool overlaps_obb = triangle_overlaps_obb(t, &same);
	if (clip_leaves_something(p, 3, box, -slack)) assert_true(overlaps_obb);
	if (overlaps_obb) assert_true(clip_leaves_something(p, 3, box, 2 * slack));
}

static void segments_agree_with_slabs(Rng *rng) {
	double size = (double)random_size(rng, -4, 4);
	Aabb box = random_aabb(rng, size);
	Vec3 ends[2];
	ends[0] = random_vec3(rng, size * 3);
	ends[1] = random_vec3(rng, size * 3);
	if (rng_below(rng, 4) == 0) ends[1].z = ends[0].z;
	Segment s = { ends[0], ends[1] };
	bool overlaps = mk_segment_overlaps_aabb(s, box);
	Real slack = (Real)flat_slack(ends, 2, box);
	bool hits_small =
			mk_ray_hit_aabb(ray_from_segment(s), ray_range_segment(), aabb_grow(box, -slack)).hit;
	bool hits_large =
			mk_ray_hit_aabb(ray_from_segment(s), ray_range_segment(), aabb_grow(box, slack)).hit;
	if (hits_small) assert_true(overlaps);
	if (overlaps) assert_true(hits_large);
}

// a star-shaped polygon, concave in general, is the fan of triangles around its middle
static void star_polygons_agree_with_their_triangles(Rng *rng) {
	enum { COUNT = 9 };
	Vec3 middle = random_vec3(rng, 1);
	Vec3 u = random_unit(rng);
	Vec3 v = vec3_perpendicular(u);
	Vec3 points[COUNT];
	for (int i = 0; i < COUNT; i++) {
		double angle = 2 * 3.14159265358979 * i / COUNT;
		Vec3 way = vec3_add_scaled(vec3_scale(u, (Real)cos(angle)), v, (Real)sin(angle));
		points[i] = vec3_add_scaled(middle, way, random_real(rng, 0.2, 3));
	}
	Vec3 half = vec3_abs(random_vec3(rng, 0.7));
	Aabb box = aabb_from_center(random_vec3(rng, 2), half);
	// the corners are in one plane only up to rounding
	double slack = 8 * flat_slack(points, COUNT, box);
	bool in_small = false;
	bool in_large = false;
	for (int i = 0; i < COUNT; i++) {
		Vec3 part[3] = { middle, points[i], points[(i + 1) % COUNT] };
		in_small = in_small || clip_leaves_something(part, 3, box, -slack);
		in_large = in_large || clip_leaves_something(part, 3, box, slack);
	}
	bool overlaps = mk_polygon_overlaps_aabb((Polygon){ points, COUNT }, box);
	if (in_small) assert_true(overlaps);
	if (overlaps) assert_true(in_large);
}

static void box_pairs_are_never_wrongly_apart(void **state) {
	(void)state;
	for_all(boxes_agree_with_extended_precision, 200000, 511);
	for_all(plain_answer_is_sharp_unless_edges_are_parallel, 100000, 512);
}

static void box_contacts_part_the_boxes(void **state) {
	(void)state;
	for_all(moving_by_the_contact_parts_boxes, 100000, 513);
}

static void generic_separating_axes_give_the_same(void **state) {
	(void)state;
	for_all(generic_axes_agree_with_boxes, 20000, 514);
}

static void triangle_box_pairs_are_right(void **state) {
	(void)state;
	for_all(triangles_agree_with_clipping, 200000, 515);
}

static void segment_and_polygon_box_pairs_are_right(void **state) {
	(void)state;
	for_all(segments_agree_with_slabs, 100000, 516);
	for_all(star_polygons_agree_with_their_triangles, 50000, 517);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(box_pairs_are_never_wrongly_apart),
		cmocka_unit_test(box_contacts_part_the_boxes),
		cmocka_unit_test(generic_separating_axes_give_the_same),
		cmocka_unit_test(triangle_box_pairs_are_right),
		cmocka_unit_test(segment_and_polygon_box_pairs_are_right),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
