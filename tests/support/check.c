// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Comparisons with a tolerance, over cmocka.
#include "support/check.h"

static bool is_near(double actual, double expected, double tolerance) {
	double difference = actual > expected ? actual - expected : expected - actual;
	return actual == expected || difference <= tolerance;
}

static bool is_vec3_near(Vec3 a, Vec3 b, double tolerance) {
	return is_near((double)a.x, (double)b.x, tolerance) &&
			is_near((double)a.y, (double)b.y, tolerance) &&
			is_near((double)a.z, (double)b.z, tolerance);
}

static void print_vec3(const char *name, Vec3 v) {
	print_error("%s (%.17g, %.17g, %.17g)\n", name, (double)v.x, (double)v.y, (double)v.z);
}

void check_near_at(double actual, double expected, double tolerance, const char *file, int line) {
	if (is_near(actual, expected, tolerance)) return;
	print_error("got %.17g\nexpected %.17g\ntolerance %g, difference %g\n", actual, expected,
			tolerance, actual - expected);
	_fail(file, line);
}

void check_vec3_at(Vec3 actual, Vec3 expected, double tolerance, const char *file, int line) {
	if (is_vec3_near(actual, expected, tolerance)) return;
	print_vec3("got", actual);
	print_vec3("expected", expected);
	print_error("tolerance %g\n", tolerance);
	_fail(file, line);
}

void check_mat3_at(Mat3 actual, Mat3 expected, double tolerance, const char *file, int line) {
	if (is_vec3_near(actual.x, expected.x, tolerance) &&
			is_vec3_near(actual.y, expected.y, tolerance) &&
			is_vec3_near(actual.z, expected.z, tolerance)) {
		return;
	}
	print_vec3("got column x", actual.x);
	print_vec3("got column y", actual.y);
	print_vec3("got column z", actual.z);
	print_vec3("expected column x", expected.x);
	print_vec3("expected column y", expected.y);
	print_vec3("expected column z", expected.z);
	print_error("tolerance %g\n", tolerance);
	_fail(file, line);
}

void check_quat_at(Quat actual, Quat expected, double tolerance, const char *file, int line) {
	Quat same = quat_dot(actual, expected) < 0 ? quat_negate(expected) : expected;
	if (is_near((double)actual.w, (double)same.w, tolerance) &&
			is_vec3_near(quat_vector(actual), quat_vector(same), tolerance)) {
		return;
	}
	print_vec3("got vector part", quat_vector(actual));
	print_vec3("expected vector part", quat_vector(same));
	print_error("got w %.17g\nexpected w %.17g\ntolerance %g\n", (double)actual.w, (double)same.w,
			tolerance);
	_fail(file, line);
}
