// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Raw bytes as coordinates: NaN, infinities, subnormal and huge numbers, and whatever
// degeneracy the fuzzer finds. The first byte chooses how the rest is read and which limit
// is set; a hull that is built must keep all promises, except that distances of points near
// the largest number overflow.
#include "geometry/hull_build.h"
#include "geometry/hull_trace.h"
#include "geometry/hull_validate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_POINTS 256

// Where squares of coordinates neither overflow nor vanish, so that the validator can compute.
#ifdef MK_DOUBLE
static const Real largest = 1e100;
static const Real smallest = 1e-80;
#else
static const Real largest = 1e30f;
static const Real smallest = 1e-30f;
#endif

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint32_t read_reals(const uint8_t *data, size_t size, Vec3 *points) {
	uint32_t count = 0;
	for (; count < MAX_POINTS && size >= sizeof(Vec3); count++, size -= sizeof(Vec3)) {
		memcpy(&points[count], data, sizeof(Vec3));
		data += sizeof(Vec3);
	}
	return count;
}

// small integers, optionally with the smallest noise: nearly everything is coplanar
static uint32_t read_bytes(const uint8_t *data, size_t size, Vec3 *points, bool is_noisy) {
	uint32_t count = 0;
	for (; count < MAX_POINTS && size >= 3; count++, size -= 3, data += 3) {
		Vec3 p = vec3((Real)(data[0] & 7), (Real)(data[1] & 7), (Real)(data[2] & 7));
		Vec3 noise = vec3((Real)(data[0] >> 6), (Real)(data[1] >> 6), (Real)(data[2] >> 6));
		points[count] = is_noisy ? vec3_add_scaled(p, noise, 2 * MK_EPSILON) : p;
	}
	return count;
}

static bool can_validate(const Vec3 *points, uint32_t count) {
	Real size = 0;
	for (uint32_t i = 0; i < count; i++)
		size = real_max(size, vec3_max_element(vec3_abs(points[i])));
	return size == 0 || (size > smallest && size < largest);
}

static void check_or_abort(const Hull *hull, const Vec3 *points, uint32_t count) {
	HullCheck check = mk_hull_validate(hull, points, count);
	if (check.fault == HULL_VALID) return;
	fprintf(stderr, "%s, index %u, by %g\n", mk_hull_fault_text(check.fault), check.index,
			check.amount);
	abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	if (size == 0) return 0;
	Vec3 points[MAX_POINTS];
	uint8_t mode = data[0];
	uint32_t count = (mode & 1) == 0 ? read_reals(data + 1, size - 1, points)
									 : read_bytes(data + 1, size - 1, points, (mode & 2) != 0);
	HullInput input = { .points = points, .count = count };
	if ((mode & 4) != 0) input.max_vertices = mode >> 3;
	Hull hull = mk_hull_build(&input);
	if (hull.status == HULL_OK && can_validate(points, count)) check_or_abort(&hull, points, count);
	mk_hull_free(&hull);
	HullTrace trace = mk_hull_trace(points, count);
	mk_hull_trace_free(&trace);
	return 0;
}
