// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A direct-mapped table of the hashes of sentences already said. Two different sentences can share
// an entry; then one of them may be said again, which is better than a sentence that is never said.
#include "report.h"

#include "base/hash.h"

#include <godot_api.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

// Entries; far more than the distinct mistakes of one game, and small enough to be static.
#define MK_SAID_CAPACITY 1024
// Bytes; a sentence with two nodes and two transforms in it fits.
#define MK_SENTENCE_SIZE 800
// Sentences of one pattern from one place; whoever has read as many knows, and a thousand broken
// bodies must not flood the console either.
#define MK_PATTERN_LIMIT 500
// Entries; patterns that share one share its limit.
#define MK_PATTERN_CAPACITY 512

static _Atomic uint64_t said[MK_SAID_CAPACITY];
static _Atomic uint32_t pattern_counts[MK_PATTERN_CAPACITY];

static bool is_new(const char *sentence) {
	uint64_t hash = hash_bytes(MK_HASH_SEED, sentence, strlen(sentence));
	return atomic_exchange(&said[hash % MK_SAID_CAPACITY], hash) != hash;
}

// the C prefix of each virtual class is not part of the name a script calls
static const char *script_name(const char *where) {
	static const char *const prefixes[] = { "mk_server_", "mk_body_state_", "mk_space_state_" };
	for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
		size_t length = strlen(prefixes[i]);
		if (strncmp(where, prefixes[i], length) == 0) return where + length;
	}
	return where;
}

// Counts a sentence of a pattern and returns how many there are now.
static uint32_t count_pattern(const char *where, const char *format) {
	uint64_t hash = hash_bytes(MK_HASH_SEED, where, strlen(where));
	hash = hash_bytes(hash, format, strlen(format));
	return atomic_fetch_add(&pattern_counts[hash % MK_PATTERN_CAPACITY], 1) + 1;
}

static void say(bool is_warning, const char *where, const char *format, va_list arguments) {
	char text[MK_SENTENCE_SIZE];
	// the name, our own and the last words fit beside the text
	char sentence[MK_SENTENCE_SIZE + 192];
	const char *name = script_name(where);
	vsnprintf(text, sizeof text, format, arguments);
	snprintf(sentence, sizeof sentence, "Minkowski Physics: %s: %s", name, text);
	if (!is_new(sentence)) return;
	uint32_t count = count_pattern(where, format);
	if (count > MK_PATTERN_LIMIT) return;
	if (count == MK_PATTERN_LIMIT) {
		size_t length = strlen(sentence);
		snprintf(sentence + length, sizeof sentence - length, " No more of this kind is shown.");
	}
	if (is_warning) {
		gd.print_warning_with_message(sentence, sentence, name, "minkowski_physics", 0, false);
	} else {
		gd.print_error_with_message(sentence, sentence, name, "minkowski_physics", 0, false);
	}
}

void mk_report_error(const char *where, const char *format, ...) {
	va_list arguments;
	va_start(arguments, format);
	say(false, where, format, arguments);
	va_end(arguments);
}

void mk_report_warning(const char *where, const char *format, ...) {
	va_list arguments;
	va_start(arguments, format);
	say(true, where, format, arguments);
	va_end(arguments);
}

void mk_report_reset(void) {
	for (size_t i = 0; i < MK_SAID_CAPACITY; i++)
		atomic_store(&said[i], 0);
	for (size_t i = 0; i < MK_PATTERN_CAPACITY; i++)
		atomic_store(&pattern_counts[i], 0);
}
