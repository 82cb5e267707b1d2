// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// cmocka, and comparisons of numbers with a tolerance. They work in both precisions (cmocka 1.1.5
// compares float only), fail for NaN, and print both values and the line of the test.
#pragma once

#include "math/mat3.h"
#include "math/quat.h"
#include "math/real.h"
#include "math/vec3.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

// Picks a tolerance by precision: one per build, because rounding differs by nine digits.
#ifdef MK_DOUBLE
#define pick_tolerance(for_float, for_double) (for_double)
#else
#define pick_tolerance(for_float, for_double) (for_float)
#endif

// |actual - expected| <= tolerance; equal infinities are near.
#define check_near(actual, expected, tolerance) \
	check_near_at((double)(actual), (double)(expected), (double)(tolerance), __FILE__, __LINE__)
#define check_vec3(actual, expected, tolerance) \
	check_vec3_at(actual, expected, (double)(tolerance), __FILE__, __LINE__)
#define check_mat3(actual, expected, tolerance) \
	check_mat3_at(actual, expected, (double)(tolerance), __FILE__, __LINE__)
// The same rotation: a quaternion and its negative count as equal.
#define check_quat(actual, expected, tolerance) \
	check_quat_at(actual, expected, (double)(tolerance), __FILE__, __LINE__)

// What the macros call.
void check_near_at(double actual, double expected, double tolerance, const char *file, int line);
void check_vec3_at(Vec3 actual, Vec3 expected, double tolerance, const char *file, int line);
void check_mat3_at(Mat3 actual, Mat3 expected, double tolerance, const char *file, int line);
void check_quat_at(Quat actual, Quat expected, double tolerance, const char *file, int line);
