// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// GJK in the plane, as short as it can be written: whether a convex set that is given by its
// support mapping holds the origin, and if so a simplex that does. A second opinion on the engine's
// GJK, which knows three dimensions only; with epa_2d.h it gives depths, too.
#pragma once

#include "collide/epa_2d.h"

typedef struct Gjk2d {
	bool is_inside;
	uint32_t count; // of the simplex
	Epa2dPoint simplex[3];
} Gjk2d;

static inline double dot_2d(Epa2dPoint a, Epa2dPoint b) { return a.x * b.x + a.y * b.y; }
static inline Epa2dPoint sub_2d(Epa2dPoint a, Epa2dPoint b) {
	return (Epa2dPoint){ a.x - b.x, a.y - b.y };
}

// Across a segment, on the side where a point is.
static inline Epa2dPoint across_2d(Epa2dPoint along, Epa2dPoint toward) {
	double side = along.x * toward.y - along.y * toward.x;
	return side > 0 ? (Epa2dPoint){ -along.y, along.x } : (Epa2dPoint){ along.y, -along.x };
}

// Keeps the part of the simplex nearest to the origin, with the newest point last; returns the
// direction to look in next. A triangle that holds the origin is left whole.
static inline Epa2dPoint gjk_2d_reduce(Gjk2d *run) {
	const Epa2dPoint a = run->simplex[run->count - 1];
	const Epa2dPoint home = { -a.x, -a.y };
	if (run->count == 3) {
		for (uint32_t i = 0; i < 2; i++) {
			Epa2dPoint b = run->simplex[i];
			Epa2dPoint out = across_2d(sub_2d(b, a), sub_2d(run->simplex[1 - i], a));
			out = (Epa2dPoint){ -out.x, -out.y };
			if (!(dot_2d(out, home) > 0)) continue;
			run->simplex[0] = b;
			run->simplex[1] = a;
			run->count = 2;
			return out;
		}
		return (Epa2dPoint){ 0, 0 };
	}
	Epa2dPoint along = sub_2d(run->simplex[0], a);
	if (dot_2d(along, home) > 0) return across_2d(along, home);
	run->simplex[0] = a;
	run->count = 1;
	return home;
}

static inline Gjk2d gjk_2d(Epa2dSupport *support, const void *set) {
	Gjk2d run = { .count = 1, .simplex = { support(set, (Epa2dPoint){ 1, 0 }) } };
	Epa2dPoint direction = { -run.simplex[0].x, -run.simplex[0].y };
	for (int i = 0; i < 64; i++) {
		Epa2dPoint next = support(set, direction);
		if (dot_2d(next, direction) < 0) return run;
		run.simplex[run.count++] = next;
		direction = gjk_2d_reduce(&run);
		if (run.count == 3) break;
	}
	run.is_inside = true;
	return run;
}
