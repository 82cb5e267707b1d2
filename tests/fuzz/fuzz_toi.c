// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Two shapes of any kind from raw numbers, on sweeps from raw numbers, also with NaN and
// infinities, into the time of impact: it ends, what comes back is finite or marked as invalid, and
// the parts of the answer agree with each other.
#include "collide/toi.h"
#include "fuzz/shapes.h"

static Sweep any_sweep(Input *input, const Shape *shape) {
	Sweep sweep = { .shape = any_instance(input, shape) };
	// what a caller checks before it makes an instance
	if (!affine_is_finite(sweep.shape.pose)) sweep.shape = instance_local(shape);
	sweep.center = any_vec3(input);
	sweep.motion = any_vec3(input);
	sweep.turn = any_vec3(input);
	return sweep;
}

static void check_result(const ToiInput *input, const ToiResult *r) {
	require(r->status < TOI_STATUS_COUNT);
	require(vec3_is_finite(r->normal) && vec3_is_finite(r->point_a));
	require(vec3_is_finite(r->point_b) && real_is_finite(r->distance));
	if (r->status == TOI_INVALID) return;
	require(r->time >= 0 && r->time <= input->time_max);
	require(r->time <= r->time_late && r->time_late <= input->time_max);
	if (r->status == TOI_FREE) return;
	require(vec3_is_unit(r->normal));
	require(r->status != TOI_OVERLAPPING || r->time == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	Input input = { data, size };
	Shape *shape_a = any_shape(&input);
	Shape *shape_b = any_shape(&input);
	if (shape_a != NULL && shape_b != NULL) {
		Sweep a = any_sweep(&input, shape_a);
		Sweep b = any_sweep(&input, shape_b);
		ToiInput query = { .a = &a, .b = &b, .time_max = 1 };
		query.max_queries = input_byte(&input) % 64;
		if (input_byte(&input) % 4 == 0) query.target = any_real(&input);
		if (input_byte(&input) % 4 == 0) query.tolerance = any_real(&input);
		if (input_byte(&input) % 4 == 0) query.time_tolerance = any_real(&input);
		if (input_byte(&input) % 4 == 0) query.time_max = any_real(&input);
		ToiResult result = mk_toi(&query);
		check_result(&query, &result);
	}
	mk_shape_release(shape_a);
	mk_shape_release(shape_b);
	return 0;
}
