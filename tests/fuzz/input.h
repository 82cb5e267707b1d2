// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What the fuzz targets share: reading values off a stream of bytes, and stopping when a promise is
// broken. A stream that has ended gives zeros, so every input is a valid one.
#pragma once

#include "math/transform.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Input {
	const uint8_t *data;
	size_t left; // bytes not read yet
} Input;

// Stops the run, so that libFuzzer keeps the input.
#define require(condition) ((condition) ? (void)0 : input_fail(#condition, __FILE__, __LINE__))

static inline void input_fail(const char *promise, const char *file, int line) {
	fprintf(stderr, "%s:%d: broken: %s\n", file, line, promise);
	abort();
}

static inline void input_read(Input *input, void *value, size_t size) {
	size_t given = size < input->left ? size : input->left;
	memset(value, 0, size);
	if (given == 0) return;
	memcpy(value, input->data, given);
	input->data += given;
	input->left -= given;
}

static inline uint32_t input_byte(Input *input) {
	uint8_t value;
	input_read(input, &value, sizeof value);
	return value;
}

static inline uint32_t input_u32(Input *input) {
	uint32_t value;
	input_read(input, &value, sizeof value);
	return value;
}

// Returns any finite number: tiny, huge, negative zero. What is not finite becomes 1.
static inline Real input_real(Input *input) {
	Real value;
	input_read(input, &value, sizeof value);
	return real_is_finite(value) ? value : 1;
}

// Returns a number between 2^-15 and 2^15 in size, or 0: what scenes are made of.
static inline Real input_ordinary(Input *input) {
	uint32_t bits = input_u32(input);
	if (bits == 0) return 0;
	Real value = (Real)(bits >> 8 | 1u << 24) * (Real)0x1p-24;
	int exponent = (int)(bits >> 1 & 31u) - 16;
	value = (Real)ldexp((double)value, exponent);
	return bits & 1u ? -value : value;
}

static inline Vec3 input_vec3(Input *input) {
	Real x = input_real(input);
	Real y = input_real(input);
	return vec3(x, y, input_real(input));
}

static inline Vec3 input_ordinary_vec3(Input *input) {
	Real x = input_ordinary(input);
	Real y = input_ordinary(input);
	return vec3(x, y, input_ordinary(input));
}

static inline Mat3 input_mat3(Input *input) {
	Vec3 x = input_vec3(input);
	Vec3 y = input_vec3(input);
	return (Mat3){ x, y, input_vec3(input) };
}

static inline Mat3 input_ordinary_mat3(Input *input) {
	Vec3 x = input_ordinary_vec3(input);
	Vec3 y = input_ordinary_vec3(input);
	return (Mat3){ x, y, input_ordinary_vec3(input) };
}

// Pairs of shapes that were looked at: an input that makes no two shapes is none.
static uint64_t input_pairs;

static inline void input_print_pairs(void) {
	printf("%llu pairs\n", (unsigned long long)input_pairs);
}

// Counts a pair; the sum is printed at the end.
static inline void input_count_pair(void) {
	if (input_pairs++ == 0) atexit(input_print_pairs);
}

// libFuzzer's entry point.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
