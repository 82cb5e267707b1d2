// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Which of many balls touch, by the method that is asked for.
#include "base/alloc.h"
#include "collide/ball_pairs.h"
#include "nodes/arrays.h"
#include "nodes/crowd_query.h"
#include "report.h"
#include "server/monitor.h"
#include "shape/shape.h"
#include "variant.h"

// Balls at most: 2^31 pairs take seconds, not hours.
#define MK_BALLS_MAX 65536
// Pairs that are listed at most: 32 MiB.
#define MK_BALL_PAIRS_MAX (1u << 22)

static void write_pairs(const BallPairs *found, double seconds, GdDictionary *dictionary) {
	size_t count = found->pairs.count;
	uint32_t *numbers = mk_alloc(2 * count * sizeof *numbers);
	for (size_t i = 0; i < count; i++) {
		numbers[2 * i] = (uint32_t)(found->pairs.data[i] >> 32);
		numbers[2 * i + 1] = (uint32_t)found->pairs.data[i];
	}
	mk_dictionary_put_ints(dictionary, "pairs", numbers, 2 * count);
	mk_dictionary_put_int(dictionary, "tests", (int64_t)found->tests);
	mk_dictionary_put_int(dictionary, "bytes", (int64_t)found->bytes);
	mk_dictionary_put_real(dictionary, "time", 1e3 * seconds);
	mk_free(numbers, 2 * count * sizeof *numbers);
}

static void find(const BallPairsInput *input, const char *where, GdDictionary *dictionary) {
	void *time = mk_monitor_time();
	double start = mk_monitor_clock(time);
	BallPairs found = mk_ball_pairs(input);
	double seconds = mk_monitor_clock(time) - start;
	if (found.is_full)
		mk_report_error(where, "there are more than %u pairs.", MK_BALL_PAIRS_MAX);
	else
		write_pairs(&found, seconds, dictionary);
	ball_pair_array_free(&found.pairs);
}

// False after saying which number cannot be.
static bool read_numbers(
		BallPairsInput *input, const GDExtensionConstTypePtr *args, const char *where) {
	const double most = (double)MK_SHAPE_MAX_SIZE;
	double radius = arg_real(args, 1);
	int64_t method = arg_int(args, 2);
	double cell = arg_real(args, 3);
	if (!(radius > 0 && radius <= most)) {
		mk_report_error(where, "radius must be above 0 and up to %g, not %g.", most, radius);
		return false;
	}
	if (method < 0 || method >= BALL_PAIRS_METHOD_COUNT) {
		mk_report_error(where, "there is no method %lld.", (long long)method);
		return false;
	}
	if (!(cell >= 0 && cell <= most)) {
		mk_report_error(where, "cell_size must be from 0 to %g, not %g.", most, cell);
		return false;
	}
	input->radius = (Real)radius;
	input->method = (BallPairMethod)method;
	// twice a ball: most balls lie in a few cells, and few strangers in each
	input->cell_size = (Real)(cell > 0 ? cell : 4 * radius);
	input->limit = MK_BALL_PAIRS_MAX;
	return true;
}

void mk_query_ball_pairs(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)self;
	const char *where = "MinkowskiPhysics.ball_pairs";
	BallPairsInput input = { 0 };
	gd_dictionary_create(&ret->dictionary);
	if (!read_numbers(&input, args, where)) return;
	Vec3 *centers = mk_points_read(args[0], &input.count, where, "centers");
	if (!centers) return;
	input.centers = centers;
	if (input.count <= MK_BALLS_MAX)
		find(&input, where, &ret->dictionary);
	else
		mk_report_error(where, "centers must not hold more than %d points.", MK_BALLS_MAX);
	mk_free(centers, input.count * sizeof *centers);
}
