// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
#include "collide/gjk_trace.h"

void mk_gjk_trace_support(const GjkWatch *watch, const DifferencePoint *w, Double3 against) {
	trace_add(watch->trace,
			&(TraceStep){
					.kind = TRACE_SUPPORT,
					.iteration = watch->iteration,
					.count = 1,
					.points = { w->point },
					.points_a = { w->a },
					.points_b = { w->b },
					.direction = gjk_to_vec3(double3_scale(against, -1)),
					.lower = watch->lower,
					.upper = watch->upper,
			});
}

void mk_gjk_trace_simplex(const GjkWatch *watch, const GjkState *state) {
	TraceStep step = {
		.kind = TRACE_SIMPLEX,
		.iteration = watch->iteration,
		.count = state->count,
		.direction = gjk_to_vec3(state->v),
		.lower = watch->lower,
		.upper = (Real)sqrt(state->squared),
	};
	for (uint32_t i = 0; i < state->count; i++) {
		step.points[i] = state->points[i].point;
		step.points_a[i] = state->points[i].a;
		step.points_b[i] = state->points[i].b;
	}
	trace_add(watch->trace, &step);
}
