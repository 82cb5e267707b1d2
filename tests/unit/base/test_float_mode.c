// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The floating-point mode: rounding to nearest and denormals inside, the host's mode back outside.
#include "base/float_mode.h"

#include "support/check.h"

#include <fenv.h>
#include <float.h>

// volatile, and so are the results: the operations must happen at run time, between the changes of
// the mode
static volatile double one = 1.0;
static volatile double three = 3.0;
static volatile float tiny = FLT_MIN;
static volatile float two = 2.0f;

static void rounding_of_the_host_is_set_aside_and_restored(void **state) {
	(void)state;
	volatile double nearest = one / three;
	assert_int_equal(fesetround(FE_UPWARD), 0);
	volatile double upward = one / three;
	assert_true(upward > nearest);
	FloatMode outer = mk_float_mode_enter();
	volatile double inside = one / three;
	mk_float_mode_restore(outer);
	volatile double after = one / three;
	fesetround(FE_TONEAREST);
	assert_true(inside == nearest);
	assert_true(after == upward);
}

static void denormals_survive_inside(void **state) {
	(void)state;
#ifdef __SSE2__
	unsigned host_mode = __builtin_ia32_stmxcsr();
	__builtin_ia32_ldmxcsr(host_mode | 0x8040u); // flush to zero, denormals are zero
#endif
	FloatMode outer = mk_float_mode_enter();
	volatile float half = tiny / two;
	mk_float_mode_restore(outer);
#ifdef __SSE2__
	volatile float flushed = tiny / two;
	__builtin_ia32_ldmxcsr(host_mode);
	assert_true(flushed == 0);
#endif
	assert_true(half > 0);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rounding_of_the_host_is_set_aside_and_restored),
		cmocka_unit_test(denormals_survive_inside),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
