// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Control registers: MXCSR on x86 (SSE arithmetic; x87 is not used), FPCR on ARM64. Other targets
// (WebAssembly) have no such state and always compute in IEEE mode.
#include "base/float_mode.h"

#if defined(__x86_64__) || defined(__SSE__)
#include <xmmintrin.h>

// Power-on value: all exceptions masked, round to nearest, no flush-to-zero, no denormals-are-zero.
#define MK_IEEE_MODE 0x1F80u

static uint64_t read_mode(void) { return _mm_getcsr(); }

static void write_mode(uint64_t bits) { _mm_setcsr((unsigned)bits); }

#elif defined(__aarch64__)
#define MK_IEEE_MODE 0u

static uint64_t read_mode(void) {
	uint64_t bits;
	__asm__ volatile("mrs %0, fpcr" : "=r"(bits));
	return bits;
}

static void write_mode(uint64_t bits) { __asm__ volatile("msr fpcr, %0" : : "r"(bits)); }

#else
#define MK_IEEE_MODE 0u

static uint64_t read_mode(void) { return MK_IEEE_MODE; }

static void write_mode(uint64_t bits) { (void)bits; }
#endif

FloatMode mk_float_mode_enter(void) {
	FloatMode outer = { read_mode() };
	write_mode(MK_IEEE_MODE);
	return outer;
}

void mk_float_mode_restore(FloatMode mode) { write_mode(mode.bits); }
