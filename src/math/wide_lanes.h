// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The variants in which a kernel in lanes exists, and which of them to run. A kernel includes
// wide.h; who calls kernels needs only this header.
//
// How a kernel is built: a file named *_wide.c is compiled once per variant, all without fused
// multiply-add and with -ffp-contract=off:
//
//   variant   macros                flags     suffix    where
//   scalar    -DMK_WIDE_SCALAR      -         _scalar   everywhere: arrays and loops, the reference
//   4 lanes   -DMK_LANES=4          -         _4        everywhere: SSE2, NEON or what there is
//   8 lanes   -DMK_LANES=8          -mavx2    _8        x86-64 only (MK_WIDE_HAS_8)
//
// Its extern functions are named with MK_WIDE_NAME(mk_kernel), which appends the suffix; the caller
// declares the variants, keeps them in a table by MK_WIDE_TABLE and picks a row by mk_wide_row(). A
// Wide never crosses from one file to another: arguments are pointers to float. Memory handed to
// load and store is aligned to a Wide, rows of gather and scatter to 16 bytes.
#pragma once

#ifdef __x86_64__
#define MK_WIDE_HAS_8
#endif

#ifndef MK_LANES
#define MK_LANES 4
#endif

#define MK_WIDE_PASTE(name, suffix) name##suffix
#define MK_WIDE_JOIN(name, suffix)  MK_WIDE_PASTE(name, suffix)
#ifdef MK_WIDE_SCALAR
#define MK_WIDE_NAME(name) MK_WIDE_JOIN(name, _scalar)
#else
#define MK_WIDE_NAME(name) MK_WIDE_JOIN(name, MK_WIDE_JOIN(_, MK_LANES))
#endif

// A table of all variants, made by a macro that takes a suffix and gives a row.
#ifdef MK_WIDE_HAS_8
#define MK_WIDE_TABLE(row) \
	{ row(_scalar), row(_4), row(_8) }
#else
#define MK_WIDE_TABLE(row) \
	{ row(_scalar), row(_4) }
#endif

// Returns the lane count of the fastest variant this processor can run: 4 or 8.
int mk_wide_lanes(void);

// Returns the row of such a table for so many lanes, 1, 4 or 8; -1 if this processor cannot run it.
int mk_wide_row(int lanes);
