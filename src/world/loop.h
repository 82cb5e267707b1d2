// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// How a frame's time becomes steps, for hosts that have no fixed tick of their own (Godot has one).
//
//   dynamic  whole steps as long as more than one is left, then one of what is left. At most `limit` whole ones
//            in a frame: a machine that cannot keep up must not be given ever more to do, so the rest of
//            the time is lost and the game slows down.
//   fixed    one whole step per frame, however long it took: the same steps on every machine.
//
// The mode may change from frame to frame.
#pragma once

#include "world/world.h"

typedef enum LoopMode {
	LOOP_DYNAMIC,
	LOOP_FIXED,
} LoopMode;

typedef struct StepLoop {
	LoopMode mode;
	Real step;      // s; a whole step
	uint32_t limit; // whole steps before the last one of a frame
} StepLoop;

// What one frame is to be made of.
typedef struct LoopPlan {
	uint32_t whole_count;
	Real rest; // s; of one more step, 0: none
} LoopPlan;

// Returns a dynamic loop of 60 steps a second with a limit of 6.
StepLoop mk_loop_default(void);

// Returns the steps of a frame that took so many seconds; none for a time
// that is no positive number.
LoopPlan mk_loop_plan(const StepLoop *loop, Real elapsed);

// Moves the world by a frame; returns how many steps that took.
uint32_t mk_loop_run(const StepLoop *loop, World *world, Real elapsed);
