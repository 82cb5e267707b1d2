// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Calls the entry point of a fuzz target with bytes of chance: `fuzz_gjk RUNS [SEED]`. libFuzzer
// looks at what the program does with each input and learns from it, which takes a hundred times as
// long as most targets themselves; this only looks for what goes wrong by chance, millions of
// times. A call that has no end is stopped by an alarm; what went wrong is made again with the
// number of runs and the seed that are told.
#define _POSIX_C_SOURCE 200809L
#include "fuzz/input.h"
#include "support/rng.h"

#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

enum {
	MOST_BYTES = 512,
	LEAST_BYTES = 64, // two shapes and their poses
	WATCHED = 1000,   // calls from one alarm to the next
	ALARM = 20,       // s; such calls take milliseconds
};

// Where it is, for who wants to see what went wrong.
static char place[64];

// Also called for promises that are broken, which abort. A handler may do no more than write.
static void tell_place(int number) {
	(void)number;
	_exit(write(STDERR_FILENO, place, strlen(place)) > 0 ? 1 : 2);
}

static size_t fill(Rng *rng, uint8_t bytes[MOST_BYTES]) {
	size_t size = LEAST_BYTES + rng_below(rng, MOST_BYTES - LEAST_BYTES + 1);
	for (size_t i = 0; i < size; i++)
		bytes[i] = (uint8_t)rng_below(rng, 256);
	return size;
}

int main(int argc, char **argv) {
	if (argc < 2) {
		fprintf(stderr, "%s: how many runs?\n", argv[0]);
		return 2;
	}
	uint64_t runs = strtoull(argv[1], NULL, 10);
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
	Rng rng = { seed };
	static const int watched[] = { SIGALRM, SIGABRT, SIGSEGV, SIGFPE };
	for (size_t i = 0; i < sizeof(watched) / sizeof(watched[0]); i++)
		signal(watched[i], tell_place);
	for (uint64_t run = 0; run < runs; run++) {
		snprintf(place, sizeof(place), "wrong, or no end: run %" PRIu64 " of seed %" PRIu64 "\n",
				run, seed);
		if (run % WATCHED == 0) alarm(ALARM);
		uint8_t bytes[MOST_BYTES];
		size_t size = fill(&rng, bytes);
		LLVMFuzzerTestOneInput(bytes, size);
	}
	printf("%" PRIu64 " runs\n", runs);
	return 0;
}
