// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The floating-point state of a thread. A host or another library may have left flush-to-zero or a
// rounding mode behind on one thread and not on another; then the same block would give different
// bits depending on the worker that runs it. The engine computes in plain IEEE mode: round to
// nearest, denormals kept, no traps. That is the only mode all targets share.
#pragma once

#include <stdint.h>

// The saved state of a thread, to be given back to mk_float_mode_restore on the same thread.
typedef struct FloatMode {
	uint64_t bits;
} FloatMode;

// Puts the calling thread into the engine's mode and returns the mode it had.
FloatMode mk_float_mode_enter(void);

// Puts the calling thread back into a mode returned by mk_float_mode_enter.
void mk_float_mode_restore(FloatMode mode);
