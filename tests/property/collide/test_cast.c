// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Casts of convex shapes against what the static tests say along the way, and of boxes against
// separating axes in long double: never late, early by no more than is said, the same the other way
// round and wherever the pair is.
#include "collide/cast.h"
#include "shape/convex.h"
#include "shape/hull_shape.h"
#include "shape/minkowski_sum.h"

#include "support/cast_make.h"
#include "support/property.h"

// Before the time of a hit, and on the whole way of a miss, the static test finds them apart.
static void check_free_until(const Pair *p, Vec3 motion, Real until, Real target) {
	Real slack = cast_slack(&p->a, &p->b, motion);
	for (int i = 0; i <= 8; i++) {
		Real time = until * (Real)i / 8;
		assert_true(cast_apart(&p->a, &p->b, motion, time).upper >= target - slack);
	}
}

static uint32_t hits;
static uint32_t capped;
static uint32_t runs;

static void check_cast(const Pair *p, Vec3 motion, Real target) {
	CastInput input = cast_input(&p->a, &p->b, motion);
	input.target = target;
	CastResult r = mk_cast(&input);
	Real slack = cast_slack(&p->a, &p->b, motion);
	runs++;
	hits += r.status == CAST_HIT;
	capped += r.status == CAST_CAPPED;
	assert_true(r.status != CAST_INVALID && r.time >= 0 && r.time <= 1);
	if (r.status != CAST_OVERLAP) check_free_until(p, motion, r.time, target);
	if (r.status == CAST_FREE) {
		Separation nearest = cast_apart(
				&p->a, &p->b, motion, cast_nearest_time(&p->a, &p->b, motion));
		assert_true(nearest.upper >= target - slack);
		return;
	}
	Separation there = cast_apart(&p->a, &p->b, motion, r.time);
	assert_true(vec3_is_unit(r.normal));
	assert_true(there.lower <= target + r.gap + slack);
	Real sizes = mk_difference_bound(&p->a) + mk_difference_bound(&p->b);
	// and does so a millionth of the sizes from the touch at most
	if (r.status == CAST_CAPPED) assert_true(r.gap <= (Real)1e-6 * sizes + slack);
	if (r.status != CAST_HIT) return;
	// the touch: points on both surfaces, as far apart as is said, and a plane between the shapes
	assert_true(r.gap <= 64 * MK_EPSILON * sizes + slack + target * MK_EPSILON * 8);
	ShapeInstance moved = cast_moved(&p->a, motion, r.time);
	Vec3 on_a = instance_support(&moved, r.normal, MK_SHAPE_NO_ID);
	Vec3 on_b = instance_support(&p->b, vec3_negate(r.normal), MK_SHAPE_NO_ID);
	Real between = vec3_dot(vec3_sub(on_b, on_a), r.normal);
	// GJK's direction is settled to a part of 1e-6 (1e-12) of the distance of the cores
	Real settled = (Real)pick_tolerance(2e-6, 2e-12) * (sizes + target);
	assert_true(between >= target - 2 * slack - r.gap - settled);
	check_near(vec3_distance(r.point_a, r.point_b), r.distance, slack);
	check_near(vec3_dot(vec3_sub(r.point_a, on_a), r.normal), 0, r.gap + settled + 2 * slack);
	check_near(vec3_dot(vec3_sub(r.point_b, on_b), r.normal), 0, r.gap + settled + 2 * slack);
}

static void convex_casts_agree_with_static_tests(Rng *rng) {
	Pair p = make_cast_pair(rng);
	Vec3 motion = random_motion(rng, &p.a, &p.b);
	Real target = rng_below(rng, 3) == 0 ? random_size(rng, -3, 0) : 0;
	check_cast(&p, motion, target);
	release_pair(&p);
}

// Started in touch, up to rounding on either side.
static void casts_from_contact_end(Rng *rng) {
	Pair p = make_cast_pair(rng);
	for (int i = 0; i < 3; i++) {
		Separation s = mk_separation(&p.a, &p.b);
		p.b.pose.origin = vec3_add_scaled(p.b.pose.origin, s.normal, -s.distance);
	}
	Vec3 motion = random_motion(rng, &p.a, &p.b);
	CastInput input = cast_input(&p.a, &p.b, motion);
	CastResult r = mk_cast(&input);
	Real slack = cast_slack(&p.a, &p.b, motion);
	if (r.status == CAST_FREE) {
		// parts, or slides along
		Real time = cast_nearest_time(&p.a, &p.b, motion);
		assert_true(cast_apart(&p.a, &p.b, motion, time).upper >= -slack);
	} else {
		check_near(cast_apart(&p.a, &p.b, motion, r.time).distance, 0, r.gap + 4 * slack);
	}
	input.skips_parting = true;
	input.wants_depth = true;
	r = mk_cast(&input);
	if (r.status == CAST_OVERLAP) assert_true(vec3_dot(motion, r.normal) > 0);
	release_pair(&p);
}

static void swapped_casts_are_the_same(Rng *rng) {
	Pair p = make_cast_pair(rng);
	Vec3 motion = random_motion(rng, &p.a, &p.b);
	CastInput input = cast_input(&p.a, &p.b, motion);
	CastInput turned = cast_input(&p.b, &p.a, vec3_negate(motion));
	CastResult r = mk_cast(&input);
	CastResult s = mk_cast(&turned);
	Real slack = cast_slack(&p.a, &p.b, motion);
	if (cast_is_hit(&r) != cast_is_hit(&s)) {
		// a graze, or the very end of the way
		const CastResult *hit = cast_is_hit(&r) ? &r : &s;
		Real apart = cast_apart(&p.a, &p.b, motion, hit->time).distance;
		assert_true(apart >= -slack && apart <= hit->gap + slack);
	} else if (r.status == CAST_HIT && s.status == CAST_HIT) {
		// both are right up to their gaps; how much time that is, the later one's place tells
		Real time = real_max(r.time, s.time);
		assert_true(cast_apart(&p.a, &p.b, motion, time).distance >= -slack);
		Real closing = vec3_dot(r.normal, motion);
		Real late = real_abs(r.time - s.time) * closing;
		assert_true(late <= r.gap + s.gap + 2 * slack + MK_EPSILON * vec3_length(motion));
	}
	release_pair(&p);
}

static ShapeInstance carry(const ShapeInstance *in, Transform by) {
	Affine map = affine_from_transform(by);
	ShapeInstance out = *in;
	out.pose = affine_multiply(map, in->pose);
	return out;
}

static void casts_do_not_depend_on_the_place(Rng *rng) {
	Pair p = make_cast_pair(rng);
	Vec3 motion = random_motion(rng, &p.a, &p.b);
	Transform by = random_transform(rng, 20);
	ShapeInstance a = carry(&p.a, by);
	ShapeInstance b = carry(&p.b, by);
	Vec3 turned = quat_rotate(by.rotation, motion);
	CastInput input = cast_input(&p.a, &p.b, motion);
	CastInput moved = cast_input(&a, &b, turned);
	CastResult r = mk_cast(&input);
	CastResult s = mk_cast(&moved);
	Real slack = cast_slack(&p.a, &p.b, motion) + 2 * cast_slack(&a, &b, turned);
	if (r.status == CAST_HIT && s.status == CAST_HIT) {
		Real closing = vec3_dot(r.normal, motion);
		Real late = real_abs(r.time - s.time) * closing;
		assert_true(late <= r.gap + s.gap + 2 * slack + MK_EPSILON * vec3_length(motion));
	} else if (cast_is_hit(&r) != cast_is_hit(&s)) {
		Real time = cast_is_hit(&r) ? r.time : s.time;
		Real gap = cast_is_hit(&r) ? r.gap : s.gap;
		assert_true(real_abs(cast_apart(&p.a, &p.b, motion, time).distance) <= gap + slack);
	}
	release_pair(&p);
}

typedef long double Long;

typedef struct Long3 {
	Long x;
	Long y;
	Long z;
} Long3;

static Long3 long3(Vec3 v) { return (Long3){ (Long)v.x, (Long)v.y, (Long)v.z }; }
static Long long_dot(Long3 a, Long3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static Long3 long_cross(Long3 a, Long3 b) {
	return (Long3){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

// The times in which two projections overlap, cut from [first, last].
typedef struct Interval {
	Long first;
	Long last;
} Interval;

typedef struct Slab {
	Long3 edges[3]; // half edges
	Long3 center;
} Slab;

static Slab slab_of(const ShapeInstance *in) {
	Vec3 h = ((const BoxShape *)in->shape)->half;
	Mat3 m = in->pose.linear;
	const Vec3 columns[3] = { m.x, m.y, m.z };
	const Real halves[3] = { h.x, h.y, h.z };
	Slab slab = { .center = long3(in->pose.origin) };
	for (int i = 0; i < 3; i++) {
		Long3 c = long3(columns[i]);
		Long half = (Long)halves[i];
		slab.edges[i] = (Long3){ c.x * half, c.y * half, c.z * half };
	}
	return slab;
}

static void cut(Interval *time, Long3 axis, const Slab *a, const Slab *b, Long3 motion) {
	Long reach = 0;
	for (int i = 0; i < 3; i++)
		reach += fabsl(long_dot(axis, a->edges[i])) + fabsl(long_dot(axis, b->edges[i]));
	Long apart = long_dot(axis, b->center) - long_dot(axis, a->center);
	Long rate = long_dot(axis, motion);
	if (rate == 0) {
		if (fabsl(apart) > reach) time->last = -1;
		return;
	}
	Long one = (apart - reach) / rate;
	Long two = (apart + reach) / rate;
	time->first = fmaxl(time->first, fminl(one, two));
	time->last = fminl(time->last, fmaxl(one, two));
}

// When the boxes, as parallelepipeds with just these numbers, overlap: all 15 axes.
static Interval boxes_truth(const ShapeInstance *a, const ShapeInstance *b, Vec3 motion) {
	Slab slabs[2] = { slab_of(a), slab_of(b) };
	Interval time = { 0, 1 };
	for (int side = 0; side < 2; side++) {
		const Slab *s = &slabs[side];
		for (int i = 0; i < 3; i++) {
			Long3 axis = long_cross(s->edges[i], s->edges[(i + 1) % 3]);
			cut(&time, axis, &slabs[0], &slabs[1], long3(motion));
		}
	}
	for (int i = 0; i < 9; i++) {
		Long3 axis = long_cross(slabs[0].edges[i / 3], slabs[1].edges[i % 3]);
		if (long_dot(axis, axis) > 0) cut(&time, axis, &slabs[0], &slabs[1], long3(motion));
	}
	return time;
}

static uint32_t box_hits;
static uint32_t box_runs;

static void boxes_are_never_late(Rng *rng) {
	Shape *first = make_shape(rng, SHAPE_BOX, -1, 1);
	Shape *second = make_shape(rng, SHAPE_BOX, -1, 1);
	Transform pose = random_transform(rng, 10);
	ShapeInstance a = instance_rigid(first, pose);
	ShapeInstance b = instance_rigid(second, random_near(rng, first, second, pose, 3));
	Vec3 motion = random_motion(rng, &a, &b);
	Interval truth = boxes_truth(&a, &b, motion);
	CastInput input = cast_input(&a, &b, motion);
	CastResult r = mk_cast(&input);
	Real slack = cast_slack(&a, &b, motion);
	box_runs++;
	// some dozen steps of polytopes, far below the limit
	assert_true(r.iterations <= 64);
	if (truth.first <= truth.last) {
		assert_true(cast_is_hit(&r));
		assert_true((Long)r.time <= truth.first);
		box_hits++;
		Long early = (truth.first - (Long)r.time) * (Long)vec3_dot(r.normal, motion);
		bool is_early = early > (Long)(r.gap + MK_EPSILON * vec3_length(motion));
		// along the normal, but for edges whose normal is only known up to the gap
		if (r.status == CAST_HIT && is_early)
			assert_true(cast_apart(&a, &b, motion, r.time).lower <= r.gap + slack);
	} else if (cast_is_hit(&r)) {
		assert_true(cast_apart(&a, &b, motion, r.time).lower <= r.gap + slack);
	}
	mk_shape_release(first);
	mk_shape_release(second);
}

// The points of A before and after the motion.
static Shape *swept_hull(const ShapeInstance *a, Vec3 motion) {
	Vec3 points[16];
	for (uint32_t i = 0; i < 8; i++) {
		points[i] = mat3_apply(a->pose.linear, a->shape->ops->vertex(a->shape, i));
		points[8 + i] = vec3_add(points[i], motion);
	}
	return mk_hull_shape_create(&(HullShapeInput){ .points = points, .count = 16 }, NULL);
}

// The same without copies of points: the sum of A and of its way.
static Shape *swept_sum(const ShapeInstance *a, Vec3 motion) {
	Shape *way = mk_segment_create(vec3_zero(), motion, 0, NULL);
	Shape *own = (Shape *)(uintptr_t)a->shape;
	MinkowskiSumInput input = { own, way, { a->pose.linear, vec3_zero() }, affine_identity() };
	Shape *sum = mk_minkowski_sum_create(&input, NULL);
	mk_shape_release(way);
	return sum;
}

static uint32_t wrong_signs;
static uint32_t signs;

// A moves by v_A - v_B as seen from B. The other sign, which is that of the ray, is wrong here.
static void swept_hulls_say_the_same(Rng *rng) {
	Shape *first = make_shape(rng, SHAPE_BOX, -1, 0);
	Shape *second = make_shape(rng, SHAPE_BOX, -1, 0);
	Transform pose = random_transform(rng, 1);
	ShapeInstance a = instance_rigid(first, pose);
	ShapeInstance b = instance_rigid(second, random_near(rng, first, second, pose, 2));
	Vec3 motion_b = random_vec3(rng, 1);
	Vec3 motion = vec3_sub(vec3_add(random_motion(rng, &a, &b), motion_b), motion_b);
	CastInput input = cast_input(&a, &b, motion);
	CastResult r = mk_cast(&input);
	Real near = r.gap + 4 * cast_slack(&a, &b, motion);
	for (int way = 0; way < 2; way++) {
		Shape *swept = way == 0 ? swept_hull(&a, motion) : swept_sum(&a, motion);
		assert_non_null(swept);
		ShapeInstance all = mk_instance(swept, (Affine){ mat3_identity(), a.pose.origin });
		Separation s = mk_separation(&all, &b);
		if (s.lower > near) assert_false(cast_is_hit(&r));
		if (s.upper < -near) assert_true(cast_is_hit(&r));
		mk_shape_release(swept);
	}
	Shape *wrong = swept_hull(&a, vec3_negate(motion));
	ShapeInstance all = mk_instance(wrong, (Affine){ mat3_identity(), a.pose.origin });
	signs++;
	wrong_signs += (mk_separation(&all, &b).distance <= 0) != cast_is_hit(&r);
	mk_shape_release(wrong);
	mk_shape_release(first);
	mk_shape_release(second);
}

static void test_convex_casts_are_free_before_and_touch_at_their_time(void **state) {
	(void)state;
	for_all(convex_casts_agree_with_static_tests, 4000, 1);
	assert_true(hits > runs / 5);
	// rounding ends a search now and then, where simplices are thin slivers
	assert_true(capped <= runs / 200);
}

static void test_casts_from_contact_end_where_they_began_or_part(void **state) {
	(void)state;
	for_all(casts_from_contact_end, 4000, 2);
}

static void test_swapped_casts_are_the_same(void **state) {
	(void)state;
	for_all(swapped_casts_are_the_same, 10000, 3);
}

static void test_casts_do_not_depend_on_the_place(void **state) {
	(void)state;
	for_all(casts_do_not_depend_on_the_place, 10000, 4);
}

static void test_boxes_are_never_late_by_separating_axes_in_long_double(void **state) {
	(void)state;
	box_hits = box_runs = 0;
	for_all(boxes_are_never_late, 40000, 5);
	assert_true(box_hits > box_runs / 5);
}

static void test_swept_hulls_and_casts_agree(void **state) {
	(void)state;
	wrong_signs = signs = 0;
	for_all(swept_hulls_say_the_same, 1000, 6);
	assert_true(wrong_signs > signs / 50);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_convex_casts_are_free_before_and_touch_at_their_time),
		cmocka_unit_test(test_casts_from_contact_end_where_they_began_or_part),
		cmocka_unit_test(test_swapped_casts_are_the_same),
		cmocka_unit_test(test_casts_do_not_depend_on_the_place),
		cmocka_unit_test(test_boxes_are_never_late_by_separating_axes_in_long_double),
		cmocka_unit_test(test_swept_hulls_and_casts_agree),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
