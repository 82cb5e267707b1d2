// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The loop of the property tests. A failing cmocka assert leaves a test by longjmp, past any code
// here. So the running case is kept in a static record: if it is still there when the next property
// starts or when the program ends, that case has failed.
#include "support/property.h"

#include "support/budget.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

static const char *running_name;
static uint64_t running_seed;

static void report_failed_case(void) {
	if (running_name == NULL) return;
	fprintf(stderr, "property %s failed: run again with SEED=%" PRIu64 "\n", running_name,
			running_seed);
	running_name = NULL;
}

static void run_case(Property *property, const char *name, uint64_t seed) {
	running_name = name;
	running_seed = seed;
	Rng rng = { seed };
	property(&rng);
	running_name = NULL;
}

void run_property(Property *property, const char *name, uint32_t count, uint64_t seed) {
	report_failed_case();
	atexit(report_failed_case);
	const char *replay = getenv("SEED");
	if (replay != NULL) {
		run_case(property, name, strtoull(replay, NULL, 10));
		return;
	}
	Rng seeds = { seed };
	// checked builds look at each case many times longer, and at the same code
	count = pick_count(count, count / 8 + 1);
	for (uint32_t i = 0; i < count; i++) {
		run_case(property, name, rng_u64(&seeds));
	}
}
