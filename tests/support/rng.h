// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A small deterministic random generator for tests: SplitMix64 (Steele, Lea, Flood 2014). The same
// seed gives the same numbers on every machine.
#pragma once

#include <stdint.h>

typedef struct Rng {
	uint64_t state; // any value is a good seed
} Rng;

static inline uint64_t rng_u64(Rng *rng) {
	rng->state += UINT64_C(0x9E3779B97F4A7C15);
	uint64_t z = rng->state;
	z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
	return z ^ (z >> 31);
}

static inline uint32_t rng_u32(Rng *rng) { return (uint32_t)(rng_u64(rng) >> 32); }

// Returns an integer in [0, bound); bound > 0.
static inline uint32_t rng_below(Rng *rng, uint32_t bound) {
	return (uint32_t)(((uint64_t)rng_u32(rng) * bound) >> 32);
}

// Returns a number in [low, high).
static inline double rng_range(Rng *rng, double low, double high) {
	double unit = (double)(rng_u64(rng) >> 11) * 0x1p-53;
	return low + unit * (high - low);
}
