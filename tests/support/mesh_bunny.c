// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Ellipsoids that flow into one another, cut along a grid: each cube is six tetrahedra around one
// of its diagonals, which fit those of its neighbours, so that the surface is closed whatever its
// shape (Doi and Koide 1991).
#include "support/mesh_bunny.h"

#include "math/trig.h"

#include <string.h>

// An ellipsoid, leaning about z.
typedef struct Part {
	Vec3 center;
	Vec3 radii;
	Real lean; // rad
} Part;

static const Part parts[] = {
	{ { 0, (Real)0.44, (Real)-0.08 }, { (Real)0.36, (Real)0.38, (Real)0.48 }, 0 }, // body
	{ { 0, (Real)0.86, (Real)0.34 }, { (Real)0.24, (Real)0.23, (Real)0.28 }, 0 },  // head
	{ { (Real)-0.15, (Real)1.26, (Real)0.24 }, { (Real)0.09, (Real)0.36, (Real)0.07 },
			(Real)0.1 }, // ears
	{ { (Real)0.15, (Real)1.26, (Real)0.24 }, { (Real)0.09, (Real)0.36, (Real)0.07 }, (Real)-0.1 },
	{ { (Real)-0.18, (Real)0.12, (Real)0.32 }, { (Real)0.11, (Real)0.12, (Real)0.22 },
			0 }, // front feet
	{ { (Real)0.18, (Real)0.12, (Real)0.32 }, { (Real)0.11, (Real)0.12, (Real)0.22 }, 0 },
	{ { (Real)-0.28, (Real)0.12, (Real)-0.26 }, { (Real)0.13, (Real)0.12, (Real)0.3 },
			0 }, // hind feet
	{ { (Real)0.28, (Real)0.12, (Real)-0.26 }, { (Real)0.13, (Real)0.12, (Real)0.3 }, 0 },
	{ { 0, (Real)0.36, (Real)-0.6 }, { (Real)0.12, (Real)0.12, (Real)0.12 }, 0 }, // tail
};

// How far parts flow into one another, m.
static const Real flow = (Real)0.05;

// About the distance from a part, negative inside.
static Real outside_of(const Part *part, Vec3 p) {
	Vec3 from = vec3_sub(p, part->center);
	Real c = real_cos(part->lean);
	Real s = real_sin(part->lean);
	Vec3 turned = vec3(c * from.x + s * from.y, c * from.y - s * from.x, from.z);
	Vec3 r = part->radii;
	Vec3 once = vec3(turned.x / r.x, turned.y / r.y, turned.z / r.z);
	Vec3 twice = vec3(once.x / r.x, once.y / r.y, once.z / r.z);
	Real length = vec3_length(once);
	Real slope = vec3_length(twice);
	return slope > 0 ? length * (length - 1) / slope : -real_min(r.x, real_min(r.y, r.z));
}

static Real outside(Vec3 p) {
	Real sum = outside_of(&parts[0], p);
	for (size_t i = 1; i < sizeof(parts) / sizeof(parts[0]); i++) {
		Real next = outside_of(&parts[i], p);
		Real both = real_max(flow - real_abs(sum - next), 0) / flow;
		sum = real_min(sum, next) - both * both * flow / 4;
	}
	return sum;
}

// Points of a grid, by three numbers in one; an edge goes from one to a corner
// of its cube, by its bits.
typedef struct Grid {
	uint32_t size[3];
	Vec3 low;
	Real cell;
	Real *values;
	uint32_t *middles; // the mesh's point on each of the eight edges from a point
	TestMesh mesh;
} Grid;

static uint32_t point_count(const Grid *g) { return g->size[0] * g->size[1] * g->size[2]; }

// Moves a point of the grid by the bits of a corner.
static uint32_t corner_at(const Grid *g, uint32_t point, uint32_t corner) {
	return point + (corner & 1) + (corner >> 1 & 1) * g->size[0] +
			(corner >> 2 & 1) * g->size[0] * g->size[1];
}

static Vec3 place_of(const Grid *g, uint32_t point) {
	uint32_t x = point % g->size[0];
	uint32_t y = point / g->size[0] % g->size[1];
	uint32_t z = point / (g->size[0] * g->size[1]);
	return vec3_add_scaled(g->low, vec3((Real)x, (Real)y, (Real)z), g->cell);
}

// The point where the surface crosses an edge between two corners of a cube, of which
// the bits of one are among those of the other. Kept away from the ends: no triangle is
// much thinner than its cell.
static uint32_t crossing(Grid *g, uint32_t cube, uint32_t a, uint32_t b) {
	uint32_t from = a & b;
	uint32_t start = corner_at(g, cube, from);
	uint32_t *middle = &g->middles[8 * start + ((a | b) ^ from)];
	if (*middle != UINT32_MAX) return *middle;
	uint32_t end = corner_at(g, cube, a | b);
	Real part = g->values[start] / (g->values[start] - g->values[end]);
	part = real_clamp(part, (Real)0.2, (Real)0.8);
	mesh_points_push(&g->mesh.points, vec3_lerp(place_of(g, start), place_of(g, end), part));
	*middle = g->mesh.points.count - 1;
	return *middle;
}

// Adds a triangle that looks along a direction.
static void add_facing(Grid *g, const uint32_t points[3], Vec3 direction) {
	const Vec3 *at = g->mesh.points.data;
	Vec3 area = vec3_cross(
			vec3_sub(at[points[1]], at[points[0]]), vec3_sub(at[points[2]], at[points[0]]));
	bool is_turned = vec3_dot(area, direction) < 0;
	mesh_add_triangle(&g->mesh, points[0], points[is_turned ? 2 : 1], points[is_turned ? 1 : 2]);
}

// The part of the surface in a tetrahedron of a cube: a triangle around the one corner that is
// alone on its side, or two between two and two.
static void cut(Grid *g, uint32_t cube, const uint32_t corners[4]) {
	uint32_t inside[4];
	uint32_t beyond[4];
	uint32_t in = 0;
	uint32_t out = 0;
	Vec3 way = vec3_zero();
	for (int i = 0; i < 4; i++) {
		uint32_t point = corner_at(g, cube, corners[i]);
		bool is_in = g->values[point] < 0;
		Vec3 place = vec3_sub(place_of(g, point), place_of(g, cube));
		if (is_in) inside[in++] = corners[i];
		if (!is_in) beyond[out++] = corners[i];
		way = vec3_add(way, is_in ? vec3_negate(place) : place);
	}
	if (in == 0 || out == 0) return;
	if (in == 2) {
		uint32_t p[4] = { crossing(g, cube, inside[0], beyond[0]),
			crossing(g, cube, inside[0], beyond[1]), crossing(g, cube, inside[1], beyond[1]),
			crossing(g, cube, inside[1], beyond[0]) };
		add_facing(g, (uint32_t[]){ p[0], p[1], p[2] }, way);
		add_facing(g, (uint32_t[]){ p[0], p[2], p[3] }, way);
		return;
	}
	uint32_t alone = in == 1 ? inside[0] : beyond[0];
	const uint32_t *others = in == 1 ? beyond : inside;
	const uint32_t p[3] = { crossing(g, cube, alone, others[0]),
		crossing(g, cube, alone, others[1]), crossing(g, cube, alone, others[2]) };
	// the sum counts the sides as often as they have corners
	Vec3 lone = place_of(g, corner_at(g, cube, alone));
	Vec3 away = vec3_sub(g->mesh.points.data[p[0]], lone);
	add_facing(g, p, in == 1 ? away : vec3_negate(away));
}

static void cut_all(Grid *g) {
	// from corner 0 to corner 7 along the edges, in all orders of the axes
	static const uint32_t between[6][2] = { { 1, 3 }, { 3, 2 }, { 2, 6 }, { 6, 4 }, { 4, 5 },
		{ 5, 1 } };
	for (uint32_t i = 0; i < point_count(g); i++) {
		bool is_last = (i + 1) % g->size[0] == 0 || i / g->size[0] % g->size[1] + 1 == g->size[1] ||
				i / (g->size[0] * g->size[1]) + 1 == g->size[2];
		for (int k = 0; k < 6 && !is_last; k++)
			cut(g, i, (uint32_t[]){ 0, between[k][0], between[k][1], 7 });
	}
}

TestMesh mesh_make_bunny(Real cell) {
	// half a cell off the planes of symmetry: nothing of the surface is exactly on the grid
	Grid g = { .low = vec3((Real)-0.55, (Real)-0.15, (Real)-0.85), .cell = cell };
	const Real extents[3] = { (Real)1.1, (Real)1.9, (Real)1.65 };
	for (int i = 0; i < 3; i++)
		g.size[i] = (uint32_t)(extents[i] / cell) + 2;
	uint32_t count = point_count(&g);
	g.values = mk_alloc(count * sizeof(*g.values));
	g.middles = mk_alloc(8 * (size_t)count * sizeof(*g.middles));
	memset(g.middles, 255, 8 * (size_t)count * sizeof(*g.middles));
	for (uint32_t i = 0; i < count; i++)
		g.values[i] = outside(place_of(&g, i));
	cut_all(&g);
	mk_free(g.values, count * sizeof(*g.values));
	mk_free(g.middles, 8 * (size_t)count * sizeof(*g.middles));
	return g.mesh;
}
