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
#define SAID_CAPACITY 1024
// Bytes; a sentence with two transforms in it fits.
#define SENTENCE_SIZE 640

static _Atomic uint64_t said[SAID_CAPACITY];

static bool is_new(const char *sentence) {
	uint64_t hash = hash_bytes(MK_HASH_SEED, sentence, strlen(sentence));
	return atomic_exchange(&said[hash % SAID_CAPACITY], hash) != hash;
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

static void compose(char *sentence, const char *name, const char *format, va_list arguments) {
	int length = snprintf(sentence, SENTENCE_SIZE, "Minkowski Physics: %s: ", name);
	vsnprintf(sentence + length, SENTENCE_SIZE - (size_t)length, format, arguments);
}

void mk_report_error(const char *where, const char *format, ...) {
	char sentence[SENTENCE_SIZE];
	const char *name = script_name(where);
	va_list arguments;
	va_start(arguments, format);
	compose(sentence, name, format, arguments);
	va_end(arguments);
	if (is_new(sentence)) {
		gd.print_error_with_message(sentence, sentence, name, "minkowski_physics", 0, false);
	}
}

void mk_report_warning(const char *where, const char *format, ...) {
	char sentence[SENTENCE_SIZE];
	const char *name = script_name(where);
	va_list arguments;
	va_start(arguments, format);
	compose(sentence, name, format, arguments);
	va_end(arguments);
	if (is_new(sentence)) {
		gd.print_warning_with_message(sentence, sentence, name, "minkowski_physics", 0, false);
	}
}

void mk_report_reset(void) {
	for (size_t i = 0; i < SAID_CAPACITY; i++)
		atomic_store(&said[i], 0);
}
