// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// 64-bit hashes: state hashes for determinism tests and the scrambling of hash-table keys. The
// result depends on values, never on byte order, addresses or padding: structs are hashed field by
// field. Not a defence against crafted input. The mixing step is the finaliser of SplitMix64
// (Steele, Lea, Flood 2014): every input bit changes each output bit with probability one half.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

// Where a hash starts; any odd constant does, this is 2^64 divided by the golden ratio.
#define MK_HASH_SEED UINT64_C(0x9E3779B97F4A7C15)

// Returns a scrambled value; a bijection, so distinct inputs stay distinct.
static inline uint64_t hash_mix(uint64_t value) {
	value = (value ^ (value >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
	value = (value ^ (value >> 27)) * UINT64_C(0x94D049BB133111EB);
	return value ^ (value >> 31);
}

// Returns the hash continued by one integer; the order of calls matters.
static inline uint64_t hash_u64(uint64_t hash, uint64_t value) {
	return hash_mix((hash ^ value) + MK_HASH_SEED);
}

// Returns the hash continued by one number; floats are widened, so both precisions use it. Every
// NaN counts as the same value, because its bits are not defined; -0 and 0 differ.
static inline uint64_t hash_f64(uint64_t hash, double value) {
	uint64_t bits = UINT64_C(0x7FF8000000000000);
	if (value == value) memcpy(&bits, &value, sizeof(bits));
	return hash_u64(hash, bits);
}

// Returns up to 8 bytes as a number, the first one lowest.
static inline uint64_t hash_read_word(const unsigned char *bytes, size_t length) {
	uint64_t word = 0;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	if (length == 8) {
		memcpy(&word, bytes, 8);
		return word;
	}
#endif
	for (size_t i = 0; i < length; i++)
		word |= (uint64_t)bytes[i] << (8 * i);
	return word;
}

// Returns the hash continued by raw bytes and their number.
static inline uint64_t hash_bytes(uint64_t hash, const void *data, size_t size) {
	const unsigned char *bytes = data;
	for (size_t start = 0; start < size; start += 8) {
		size_t length = size - start < 8 ? size - start : 8;
		hash = hash_u64(hash, hash_read_word(bytes + start, length));
	}
	return hash_u64(hash, size);
}
