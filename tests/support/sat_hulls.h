// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Tetrahedra, octahedra and boxes as vertices, normals and edges, for tests that compare with
// separating axes. A hull points into its own arrays: fill it in place.
#pragma once

#include "geometry/sat.h"

typedef struct TestHull {
	Vec3 vertices[8];
	Vec3 normals[8];
	SatEdge edges[12];
	SatHull hull;
} TestHull;

// A box: vertex bits 1, 2, 4 select the positive side of x, y, z; the first three normals and
// edges are one per direction.
static inline void test_hull_box(TestHull *h, Obb box) {
	const Vec3 axes[3] = { box.axes.x, box.axes.y, box.axes.z };
	for (uint32_t i = 0; i < 8; i++) {
		Vec3 local = vec3(i & 1 ? box.half.x : -box.half.x, i & 2 ? box.half.y : -box.half.y,
				i & 4 ? box.half.z : -box.half.z);
		h->vertices[i] = obb_to_world(box, local);
	}
	for (uint32_t i = 0; i < 6; i++) {
		h->normals[i] = i < 3 ? axes[i] : vec3_negate(axes[i - 3]);
	}
	for (uint32_t i = 0; i < 12; i++) {
		// edge i is along axis i % 3; the other two bits run over 0, 1, 2, 3
		uint32_t bit = 1u << (i % 3);
		uint32_t next = bit == 4 ? 1 : bit << 1;
		uint32_t last = next == 4 ? 1 : next << 1;
		uint32_t base = (i / 3 & 1 ? next : 0) | (i / 3 & 2 ? last : 0);
		h->edges[i] = (SatEdge){ base, base | bit };
	}
	h->hull = (SatHull){ h->vertices, h->normals, h->edges, 8, 6, 12, 3, 3 };
}

// A tetrahedron of any winding; all normals point away from the opposite vertex.
static inline void test_hull_tetrahedron(TestHull *h, const Vec3 points[4]) {
	uint32_t edge = 0;
	for (uint32_t i = 0; i < 4; i++) {
		h->vertices[i] = points[i];
		Vec3 a = points[(i + 1) % 4];
		Vec3 side = vec3_cross(vec3_sub(points[(i + 2) % 4], a), vec3_sub(points[(i + 3) % 4], a));
		bool is_inward = vec3_dot(side, vec3_sub(points[i], a)) > 0;
		h->normals[i] = is_inward ? vec3_negate(side) : side;
		for (uint32_t j = i + 1; j < 4; j++) {
			h->edges[edge++] = (SatEdge){ i, j };
		}
	}
	h->hull = (SatHull){ h->vertices, h->normals, h->edges, 4, 4, 6, 4, 6 };
}
