// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Shapes from raw numbers at raw poses, cast by raw motions, also with NaN and infinities: every
// cast ends, what comes back is finite or marked as invalid, and a pair that is free at the start
// is not in each other at the time of the touch.
#include "collide/cast.h"
#include "collide/gjk.h"
#include "fuzz/shapes.h"

static void check_result(const CastInput *input, const CastResult *r) {
	require(r->status < CAST_STATUS_COUNT);
	require(real_is_finite(r->time) && real_is_finite(r->gap) && real_is_finite(r->distance));
	require(vec3_is_finite(r->point_a) && vec3_is_finite(r->point_b));
	if (!cast_is_hit(r)) return;
	require(vec3_is_unit(r->normal));
	require(r->time >= 0 && r->time <= input->max_time && r->gap >= 0);
	require(r->status != CAST_OVERLAP || r->time == 0);
}

// The static test at half the time, which is before the touch.
static void check_before(const CastInput *input, const CastResult *r) {
	bool is_convex = shape_is_convex(input->a->shape) && shape_is_convex(input->b->shape);
	if (!is_convex || r->status != CAST_HIT) return;
	ShapeInstance there = *input->a;
	there.pose.origin = vec3_add_scaled(there.pose.origin, input->motion, r->time / 2);
	Difference d = mk_difference(&there, input->b);
	if (!mk_difference_is_finite(&d)) return;
	GjkInput query = mk_gjk_query_input(&d);
	GjkResult found = mk_gjk(&query);
	// a rounded pose is off by an epsilon of itself
	double off = 4 * (double)MK_EPSILON *
			(double)(vec3_length(there.pose.origin) + vec3_length(input->b->pose.origin));
	double unsure = 1e-8 * (double)d.error / (double)MK_EPSILON;
	require(found.upper >= (double)d.rounding - off - unsure - 8 * (double)d.error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	Input input = { data, size };
	Shape *shape_a = any_shape(&input);
	Shape *shape_b = any_shape(&input);
	if (shape_a != NULL && shape_b != NULL) {
		ShapeInstance a = any_instance(&input, shape_a);
		ShapeInstance b = any_instance(&input, shape_b);
		CastInput query = cast_input(&a, &b, any_vec3(&input));
		uint32_t flags = input_byte(&input);
		query.wants_depth = flags & 1u;
		query.skips_parting = flags & 2u;
		query.hits_backs = flags & 4u;
		if (flags & 8u) query.target = any_real(&input);
		if (flags & 16u) query.max_time = any_real(&input);
		if (flags & 32u) query.tolerance = any_real(&input);
		CastResult result = mk_cast(&query);
		check_result(&query, &result);
		check_before(&query, &result);
	}
	mk_shape_release(shape_a);
	mk_shape_release(shape_b);
	return 0;
}
