// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The asserts: the handler learns what failed and where. This file switches MK_ASSERT on and
// MK_VALIDATE off for itself, whatever the build is.
#undef MK_DEBUG
#undef MK_VALIDATE_BUILD
#define MK_DEBUG
#include "base/assert.h"

#include "support/check.h"

#include <string.h>

static jmp_buf after_failure;
static const char *failed_message;
static const char *failed_file;
static int failed_line;

static void record_failure(const char *message, const char *file, int line) {
	failed_message = message;
	failed_file = file;
	failed_line = line;
	longjmp(after_failure, 1);
}

static int set_up(void **state) {
	(void)state;
	failed_message = NULL;
	mk_assert_set_handler(record_failure);
	return 0;
}

static int tear_down(void **state) {
	(void)state;
	mk_assert_set_handler(NULL);
	return 0;
}

static void assert_reports_expression_file_and_line(void **state) {
	(void)state;
	volatile int line = 0;
	if (setjmp(after_failure) == 0) {
		line = __LINE__ + 1;
		MK_ASSERT(line < 0);
		fail_msg("a failed assert went on");
	}
	assert_string_equal(failed_message, "line < 0");
	assert_non_null(strstr(failed_file, "test_assert.c"));
	assert_int_equal(failed_line, line);
}

// NOLINTBEGIN(bugprone-assert-side-effect): the effect counts how often a condition is evaluated
static void assert_that_holds_calls_nothing(void **state) {
	(void)state;
	volatile int evaluations = 0;
	if (setjmp(after_failure) == 0) MK_ASSERT(++evaluations == 1);
	assert_null(failed_message);
	assert_int_equal(evaluations, 1);
}

static void inactive_check_is_not_evaluated(void **state) {
	(void)state;
	int evaluations = 0;
	MK_VALIDATE(++evaluations < 0);
	assert_int_equal(evaluations, 0);
	assert_null(failed_message);
}
// NOLINTEND(bugprone-assert-side-effect)

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(assert_reports_expression_file_and_line, set_up, tear_down),
		cmocka_unit_test_setup_teardown(assert_that_holds_calls_nothing, set_up, tear_down),
		cmocka_unit_test_setup_teardown(inactive_check_is_not_evaluated, set_up, tear_down),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
