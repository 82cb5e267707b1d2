// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Seeded property tests. for_all runs a property on many cases; every case has a seed of its own,
// from which the property makes its input. When an assert fails inside, the seed of that case is
// printed, and SEED=<number> in the environment runs just that case again.
#pragma once

#include "support/rng.h"

// Makes one case from the generator and checks it with check.h or cmocka's asserts.
typedef void Property(Rng *rng);

// Runs the property on `count` cases; `seed` chooses which ones.
#define for_all(property, count, seed) run_property(property, #property, count, seed)

// What for_all calls.
void run_property(Property *property, const char *name, uint32_t count, uint64_t seed);
