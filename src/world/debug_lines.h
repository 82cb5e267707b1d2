// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The strokes of debug lines. For the world's own files only.
#pragma once

#include "world/debug.h"
#include "world/parts.h"

// What reaches farther from the origin than this, m, has no box that could be looked at: a plane, a
// height map without an end.
#define MK_DEBUG_FAR ((Real)1e5)

// debug_contacts.c
void mk_debug_contacts(const World *world, uint32_t layers, Real size, DebugLineArray *lines);

static inline void debug_line(DebugLineArray *lines, Vec3 from, Vec3 to, uint32_t color) {
	debug_line_array_push(lines, (DebugLine){ from, to, color });
}

// Three lines of a length through a point.
static inline void debug_cross(DebugLineArray *lines, Vec3 at, Real length, uint32_t color) {
	const Vec3 arms[] = { vec3(length / 2, 0, 0), vec3(0, length / 2, 0), vec3(0, 0, length / 2) };
	for (int i = 0; i < 3; i++)
		debug_line(lines, vec3_sub(at, arms[i]), vec3_add(at, arms[i]), color);
}

static inline bool debug_is_near(Aabb box) {
	return !aabb_is_empty(box) && vec3_max_element(vec3_abs(box.min)) <= MK_DEBUG_FAR &&
			vec3_max_element(vec3_abs(box.max)) <= MK_DEBUG_FAR;
}

// A corner of a box under a map; bits of `corner` say on which side of each axis it is.
static inline Vec3 debug_corner(Aabb box, Affine map, uint32_t corner) {
	Vec3 point = vec3(corner & 1 ? box.max.x : box.min.x, corner & 2 ? box.max.y : box.min.y,
			corner & 4 ? box.max.z : box.min.z);
	return affine_point(map, point);
}

// The twelve edges of a box under a map.
static inline void debug_box(DebugLineArray *lines, Aabb box, Affine map, uint32_t color) {
	for (uint32_t corner = 0; corner < 8; corner++)
		for (uint32_t axis = 1; axis < 8; axis *= 2) {
			if (corner & axis) continue;
			debug_line(lines, debug_corner(box, map, corner), debug_corner(box, map, corner | axis),
					color);
		}
}
