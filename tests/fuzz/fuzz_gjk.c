// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Two convex shapes of any kind and size under any finite maps, and a cache of garbage: distance
// and overlap must end, be finite, keep their bounds in order and not contradict one another. Raw
// floats as poses: NaN and infinities must be refused.
#include "collide/gjk.h"
#include "fuzz/shapes.h"

// Rigid, any matrix, or raw bits, which may be NaN or infinite.
static ShapeInstance read_instance(Input *input, const Shape *shape) {
	uint32_t mode = input_byte(input) % 4;
	Vec3 v = input_ordinary_vec3(input);
	Quat q = quat_normalize(quat_from_parts(v, input_ordinary(input)));
	ShapeInstance in = instance_rigid(shape, (Transform){ q, input_ordinary_vec3(input) });
	if (mode == 2) {
		Mat3 m = input_ordinary_mat3(input);
		in = mk_instance(shape, (Affine){ m, in.pose.origin });
	}
	if (mode == 3) input_read(input, &in.pose.origin, sizeof(in.pose.origin));
	return in;
}

static GjkCache read_cache(Input *input) {
	GjkCache cache;
	cache.count = (uint8_t)input_byte(input);
	for (int i = 0; i < 4; i++) {
		cache.ids_a[i] = input_byte(input);
		cache.ids_b[i] = input_byte(input);
	}
	input_read(input, &cache.axis, sizeof(cache.axis));
	return cache;
}

static void check_result(const GjkInput *gjk, const GjkResult *r) {
	if (r->status == SEPARATION_INVALID) {
		require(!mk_difference_is_finite(gjk->difference));
		return;
	}
	require(r->simplex.count >= 1 && r->simplex.count <= 4);
	require(vec3_is_unit(r->normal));
	require(r->upper - r->upper == 0 && r->lower - r->lower == 0);
	require(r->lower <= r->upper && r->upper >= 0);
	require(r->iterations <= gjk->max_iterations);
	double sum = 0;
	for (uint32_t i = 0; i < r->simplex.count; i++) {
		require(r->simplex.weights[i] > 0);
		require(vec3_is_finite(r->simplex.points[i].point));
		sum += r->simplex.weights[i];
	}
	require(fabs(sum - 1) < 1e-9);
	Separation s = mk_gjk_separation(gjk, r);
	require(real_is_finite(s.distance) && real_is_finite(s.lower) && real_is_finite(s.upper));
	require(vec3_is_finite(s.point_a) && vec3_is_finite(s.point_b));
}

static void check_pair(Input *input, const ShapeInstance *a, const ShapeInstance *b) {
	Difference d = mk_difference(a, b);
	GjkCache cache = read_cache(input);
	GjkInput gjk = mk_gjk_query_input(&d);
	GjkResult cold = mk_gjk(&gjk);
	check_result(&gjk, &cold);
	gjk.cache = &cache;
	GjkResult warm = mk_gjk(&gjk);
	check_result(&gjk, &warm);
	GjkInput step = mk_gjk_step_input(&d, &cache, input_ordinary(input));
	GjkResult loose = mk_gjk(&step);
	check_result(&step, &loose);
	gjk.cache = NULL;
	gjk.solver = SIMPLEX_JOHNSON;
	GjkResult johnson = mk_gjk(&gjk);
	check_result(&gjk, &johnson);
	Vec3 axis = cache.axis;
	bool overlaps = mk_gjk_overlaps(&d, &axis, NULL);
	mk_gjk_contains(a, b->pose.origin, real_abs(input_ordinary(input)));
	if (cold.status == SEPARATION_INVALID) return;
	require(vec3_is_unit(axis));
	// any two bounds of the same distance hold together, but for the floor
	// of each of their supports
	double slack = 4 * (double)d.error + 1e-5 * cold.upper;
	require(cold.lower <= warm.upper + slack && warm.lower <= cold.upper + slack);
	// without a proof, v decides whether they overlap, to 1e-8 of the size
	slack += 2e-8 * (double)d.error / (4 * (double)MK_EPSILON);
	require(overlaps || cold.upper >= (double)d.rounding - slack);
	require(!overlaps || cold.lower <= (double)d.rounding + slack);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	Input input = { data, size };
	Shape *first = any_convex(&input);
	Shape *second = any_convex(&input);
	if (first != NULL && second != NULL) {
		input_count_pair();
		ShapeInstance a = read_instance(&input, first);
		ShapeInstance b = read_instance(&input, second);
		check_pair(&input, &a, &b);
	}
	mk_shape_release(first);
	mk_shape_release(second);
	return 0;
}
