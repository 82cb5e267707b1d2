// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "world/loop.h"

StepLoop mk_loop_default(void) { return (StepLoop){ LOOP_DYNAMIC, (Real)1 / 60, 6 }; }

LoopPlan mk_loop_plan(const StepLoop *loop, Real elapsed) {
	LoopPlan plan = { 0 };
	if (!(elapsed > 0) || !(loop->step > 0)) return plan;
	if (loop->mode == LOOP_FIXED) {
		plan.whole_count = 1;
		return plan;
	}
	Real left = elapsed;
	for (; left > loop->step && plan.whole_count < loop->limit; plan.whole_count++)
		left -= loop->step;
	plan.rest = real_min(left, loop->step);
	return plan;
}

uint32_t mk_loop_run(const StepLoop *loop, World *world, Real elapsed) {
	LoopPlan plan = mk_loop_plan(loop, elapsed);
	for (uint32_t i = 0; i < plan.whole_count; i++)
		mk_world_step(world, loop->step);
	if (plan.rest > 0) mk_world_step(world, plan.rest);
	return plan.whole_count + (plan.rest > 0);
}
