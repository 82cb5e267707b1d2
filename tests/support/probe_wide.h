// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A kernel that runs every operation of wide.h on eight numbers, to compare its variants bit by
// bit. It is also the example of how a kernel is written: see wide_lanes.h for how it is compiled.
#pragma once

#include "math/wide_lanes.h"

#include <stdint.h>

// Numbers per input; a variant with 4 lanes takes two rounds.
enum { PROBE_LANES = 8, PROBE_RESULTS = 41, PROBE_ROWS = 16 };

typedef struct ProbeInput {
	_Alignas(32) float a[PROBE_LANES];
	_Alignas(32) float b[PROBE_LANES];
	_Alignas(32) float c[PROBE_LANES];
	_Alignas(32) float rows[PROBE_ROWS][8];
	uint32_t indices[PROBE_LANES]; // below PROBE_ROWS, all different
	uint32_t write_lanes;          // bit i: lane i writes its row back
} ProbeInput;

typedef struct ProbeOutput {
	_Alignas(32) float results[PROBE_RESULTS][PROBE_LANES];
	_Alignas(32) float rows[PROBE_ROWS][8];
	uint32_t masks[4]; // less, less or equal, equal, (a < b and b < c) or not a == c
} ProbeOutput;

typedef void ProbeKernel(const ProbeInput *in, ProbeOutput *out);

ProbeKernel mk_probe_scalar;
ProbeKernel mk_probe_4;
#ifdef MK_WIDE_HAS_8
ProbeKernel mk_probe_8;
#endif
