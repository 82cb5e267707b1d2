// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Two levels of checks and the one place where the engine gives up.
// MK_ASSERT: a caller broke a contract (bad index, non-unit normal). Cheap; active with MK_DEBUG.
// MK_VALIDATE: the engine broke an invariant of its own (tree bounds, polytope convexity). May be
// slow; active with MK_VALIDATE_BUILD.
// A condition that is compiled out is not evaluated, but stays visible to the compiler, so its
// variables never become "unused".
#pragma once

// Told about a failure before the process stops: what failed, and where in the source. It may leave
// by longjmp (tests do) or end the process itself.
typedef void FailureHandler(const char *message, const char *file, int line);

// Replaces the handler; NULL brings back the default, which prints one line to stderr.
void mk_assert_set_handler(FailureHandler *handler);

// Calls the handler, then aborts if the handler returns. Also the end of every failed allocation.
_Noreturn void mk_assert_fail(const char *message, const char *file, int line);

#define MK_CHECK_ON(condition) \
	((condition) ? (void)0 : mk_assert_fail(#condition, __FILE__, __LINE__))
#define MK_CHECK_OFF(condition) ((void)sizeof((condition) ? 1 : 0))

#ifdef MK_DEBUG
#define MK_ASSERT(condition) MK_CHECK_ON(condition)
#else
#define MK_ASSERT(condition) MK_CHECK_OFF(condition)
#endif

#ifdef MK_VALIDATE_BUILD
#define MK_VALIDATE(condition) MK_CHECK_ON(condition)
#else
#define MK_VALIDATE(condition) MK_CHECK_OFF(condition)
#endif
