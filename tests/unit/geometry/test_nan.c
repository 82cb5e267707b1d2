// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// NaN in, no hit out: every yes-or-no question of the folder is asked about objects that meet,
// and then again with each of their numbers in turn replaced by NaN. A comparison written the
// wrong way round, or a minimum that drops NaN, answers yes to one of them. Infinities are
// only survived: some do meet.
#include "support/check.h"
#include "support/questions.h"

// Asks with number `index` of the part replaced.
static bool ask_with(const Question *question, ScenePart part, size_t index, Real value) {
	Scene scene = make_scene();
	memcpy((char *)&scene + part.offset + index * sizeof(Real), &value, sizeof(Real));
	return question->ask(&scene);
}

static void everything_meets_without_nan(void **state) {
	(void)state;
	Scene scene = make_scene();
	for (int i = 0; i < question_count; i++) {
		if (!questions[i].ask(&scene)) fail_msg("%s says no", questions[i].name);
	}
}

static void nan_anywhere_meets_nothing(void **state) {
	(void)state;
	for (int i = 0; i < 3 * question_count; i++) {
		const Question *question = &questions[i / 3];
		ScenePart part = question->parts[i % 3];
		for (size_t k = 0; k < part.size / sizeof(Real); k++) {
			bool hit = ask_with(question, part, k, (Real)NAN);
			if (hit) print_error("%s: part %d, number %zu\n", question->name, i % 3, k);
			assert_false(hit);
		}
	}
}

static void infinities_are_survived(void **state) {
	(void)state;
	for (int i = 0; i < 3 * question_count; i++) {
		const Question *question = &questions[i / 3];
		ScenePart part = question->parts[i % 3];
		for (size_t k = 0; k < part.size / sizeof(Real); k++) {
			ask_with(question, part, k, MK_INFINITY);
			ask_with(question, part, k, -MK_INFINITY);
		}
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(everything_meets_without_nan),
		cmocka_unit_test(nan_anywhere_meets_nothing),
		cmocka_unit_test(infinities_are_survived),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
