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

static _Atomic uint64_t said[MK_SAID_CAPACITY];

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

static void say(const char *where, const char *text) {
	char sentence[MK_SENTENCE_SIZE + 128]; // the name and our own fit in front of the text
	const char *name = script_name(where);
	snprintf(sentence, sizeof sentence, "Minkowski Physics: %s: %s", name, text);
	if (!is_new(sentence)) return;
	gd.print_error_with_message(sentence, sentence, name, "minkowski_physics", 0, false);
}

void mk_report_error(const char *where, const char *format, ...) {
	char text[MK_SENTENCE_SIZE];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	say(where, text);
}

void mk_report_reset(void) {
	for (size_t i = 0; i < MK_SAID_CAPACITY; i++)
		atomic_store(&said[i], 0);
}
