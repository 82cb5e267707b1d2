// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Thin rods and thin plates on their way, the hardest case of continuous tests, and when
// they truly touch: 15 separating axes in double at many times, looked at more closely
// wherever the gap has a minimum.
#pragma once

#include "collide/toi.h"
#include "shape/convex.h"
#include "support/box_distance.h"
#include "support/random.h"

// How rods and plates of one row move.
typedef struct RodRow {
	const char *name;
	double rod_turn;   // rad; largest angle
	double plate_turn; // rad
} RodRow;

static const RodRow rod_rows[] = {
	{ "0.2 rad", 0.2, 0 },
	{ "0.78 rad", 0.78, 0 },
	{ "1.5 rad", 1.5, 0 },
	{ "3 rad", 3, 0 },
	{ "both 3 rad", 3, 3 },
	{ "4 turns", 25, 0 },
};
enum { ROD_ROWS = sizeof(rod_rows) / sizeof(rod_rows[0]) };

typedef struct RodShapes {
	Shape *rod;   // 2 m x 2 cm x 2 cm
	Shape *plate; // 2 m x 1 cm x 2 m
} RodShapes;

typedef struct RodPair {
	Sweep rod;
	Sweep plate;
} RodPair;

static inline RodShapes rod_shapes(void) {
	return (RodShapes){ mk_box_create(vec3(1, (Real)0.01, (Real)0.01), NULL),
		mk_box_create(vec3(1, (Real)0.005, 1), NULL) };
}

static inline void rod_shapes_free(RodShapes *shapes) {
	mk_shape_release(shapes->rod);
	mk_shape_release(shapes->plate);
}

// Returns a sweep of a rod past a plate; about a third of them touch.
static inline RodPair rod_pair(Rng *rng, const RodShapes *shapes, const RodRow *row) {
	RodPair pair;
	Transform start = random_transform(rng, 2);
	// past some point in or beside the plate
	Vec3 aim = vec3_sub(random_vec3(rng, 1), start.position);
	Vec3 motion = vec3_scale(aim, random_real(rng, 0.25, 2.5));
	Vec3 axis = random_unit(rng);
	Vec3 turn = vec3_scale(axis, random_real(rng, 0, row->rod_turn));
	pair.rod = sweep_rigid(shapes->rod, start, motion, turn);
	start = random_transform(rng, 0);
	motion = row->plate_turn > 0 ? random_vec3(rng, 1) : vec3_zero();
	axis = random_unit(rng);
	turn = vec3_scale(axis, random_real(rng, 0, row->plate_turn));
	pair.plate = sweep_rigid(shapes->plate, start, motion, turn);
	return pair;
}

static inline void oracle_turn(const double axis[3], double angle, double v[3]) {
	double c = cos(angle);
	double s = sin(angle);
	double along = brute_dot(axis, v) * (1 - c);
	double x[3] = { axis[1] * v[2] - axis[2] * v[1], axis[2] * v[0] - axis[0] * v[2],
		axis[0] * v[1] - axis[1] * v[0] };
	for (int k = 0; k < 3; k++)
		v[k] = c * v[k] + s * x[k] + along * axis[k];
}

// Returns a box on its way at a time; boxes turn about their own centres.
static inline BruteBox oracle_box(const Sweep *sweep, double time) {
	BruteBox box = brute_box(&sweep->shape, vec3_zero());
	double turn[3] = { (double)sweep->turn.x, (double)sweep->turn.y, (double)sweep->turn.z };
	double angle = sqrt(brute_dot(turn, turn));
	for (int k = 0; k < 3; k++)
		box.center[k] += time * (double)vec3_get(sweep->motion, k);
	if (angle == 0) return box;
	double axis[3] = { turn[0] / angle, turn[1] / angle, turn[2] / angle };
	for (int i = 0; i < 3; i++)
		oracle_turn(axis, angle * time, box.half_axes[i]);
	return box;
}

static inline void oracle_cross(const double *u, const double *v, double n[3]) {
	n[0] = u[1] * v[2] - u[2] * v[1];
	n[1] = u[2] * v[0] - u[0] * v[2];
	n[2] = u[0] * v[1] - u[1] * v[0];
}

// Returns the largest gap of the 15 axes at a time. A box whose axes are rounded is a little
// slanted: the normals of its faces are products of its edges, like those of all other axes.
static inline double oracle_gap(const Sweep *sweep_a, const Sweep *sweep_b, double time) {
	BruteBox a = oracle_box(sweep_a, time);
	BruteBox b = oracle_box(sweep_b, time);
	double best = -(double)INFINITY;
	double n[3];
	for (int i = 0; i < 3; i++) {
		oracle_cross(a.half_axes[i], a.half_axes[(i + 1) % 3], n);
		best = fmax(best, brute_gap(&a, &b, n));
		oracle_cross(b.half_axes[i], b.half_axes[(i + 1) % 3], n);
		best = fmax(best, brute_gap(&a, &b, n));
		for (int j = 0; j < 3; j++) {
			oracle_cross(a.half_axes[i], b.half_axes[j], n);
			if (brute_dot(n, n) > 1e-16 * brute_dot(a.half_axes[i], a.half_axes[i]) *
							brute_dot(b.half_axes[j], b.half_axes[j]))
				best = fmax(best, brute_gap(&a, &b, n));
		}
	}
	return best;
}

// The time of the least gap between two times, if the gap has one minimum there.
static inline double oracle_least(const Sweep *a, const Sweep *b, double low, double high) {
	for (int i = 0; i < 60 && high - low > 1e-12; i++) {
		double one = low + (high - low) * 0.382;
		double two = low + (high - low) * 0.618;
		double gap_one = oracle_gap(a, b, one);
		if (gap_one <= 0) return one;
		if (gap_one < oracle_gap(a, b, two)) {
			high = two;
		} else {
			low = one;
		}
	}
	return (low + high) / 2;
}

// Returns the time of the first touch between a time that is free and one that is not.
static inline double oracle_bisect(const Sweep *a, const Sweep *b, double low, double high) {
	for (int i = 0; i < 60; i++) {
		double middle = (low + high) / 2;
		if (oracle_gap(a, b, middle) > 0) {
			low = middle;
		} else {
			high = middle;
		}
	}
	return high;
}

// Returns the time of the first touch, 2 if there is none.
static inline double oracle_touch(const Sweep *a, const Sweep *b, int samples) {
	double before = oracle_gap(a, b, 0);
	double last = before;
	if (last <= 0) return 0;
	for (int i = 1; i <= samples; i++) {
		double time = (double)i / samples;
		double gap = oracle_gap(a, b, time);
		// the gap rises again: it may have been shut in between
		if (gap > 0 && last <= before && last <= gap) {
			double low = i >= 2 ? (double)(i - 2) / samples : 0;
			double least = oracle_least(a, b, low, time);
			if (oracle_gap(a, b, least) <= 0) return oracle_bisect(a, b, low, least);
		}
		if (gap <= 0) return oracle_bisect(a, b, (double)(i - 1) / samples, time);
		before = last;
		last = gap;
	}
	return 2;
}

// Returns how many samples see every touch of thin things that turn by so much.
static inline int oracle_samples(const RodRow *row) {
	return 256 + (int)(96 * (row->rod_turn + row->plate_turn));
}
