// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Motion bounds of gaps along axes that stand still or turn; toi_bound.h says why they hold.
#include "collide/toi_bound.h"

#include "math/trig.h"

// How a gap along one axis can change.
typedef struct GapMotion {
	double drift; // m per unit of time; how fast it closes by translation; negative: it opens
	double swing; // how fast it can close by turning, at most ...
	double limit; // m; ... and by how much altogether
	double bend;  // m per unit of time squared: how much its slope can change
} GapMotion;

static void add_turning(GapMotion *motion, const FineSide *side, Double3 axis) {
	if (side->angle == 0 || side->is_plane) return;
	double across = double3_length(double3_cross(axis, side->turn));
	motion->swing += across * side->swing;
	motion->limit += 2 * across / side->angle * side->swing;
	motion->bend += across * side->angle * side->swing;
}

static GapMotion fixed_motion(const Leap *leap) {
	Double3 speed = double3_sub(leap->a->motion, leap->b->motion);
	GapMotion motion = { .drift = leap->sign * double3_dot(leap->axis, speed) };
	add_turning(&motion, leap->a, leap->axis);
	add_turning(&motion, leap->b, leap->axis);
	return motion;
}

static void add_relative(GapMotion *motion, const FineSide *side, Double3 spin) {
	// the point of a half-space that counts turns with its axis
	if (side->is_plane) return;
	double relative = double3_length(double3_sub(side->turn, spin));
	motion->swing += relative * side->reach;
	motion->bend += relative * (double3_length(spin) + side->angle) * side->reach;
}

// Along an axis that turns, over a duration.
static GapMotion spinning_motion(const Leap *leap, double duration) {
	Double3 apart = double3_sub(fine_center(leap->b, leap->time), fine_center(leap->a, leap->time));
	double speed = double3_length(double3_sub(leap->b->motion, leap->a->motion));
	double far = double3_length(apart) + speed * duration;
	double across = double3_length(double3_cross(leap->spin, leap->axis));
	GapMotion motion = {
		.swing = across * far + speed,
		.limit = HUGE_VAL,
		.bend = across * (double3_length(leap->spin) * far + 2 * speed),
	};
	add_relative(&motion, leap->a, leap->spin);
	add_relative(&motion, leap->b, leap->spin);
	return motion;
}

// The time in which a gap cannot close, by the first order.
static double first_order(const GapMotion *motion, double gap) {
	double fastest = motion->drift + motion->swing;
	if (fastest <= 0) return HUGE_VAL;
	double step = gap / fastest;
	double spare = gap - motion->limit;
	if (spare > 0) step = fine_max(step, motion->drift > 0 ? spare / motion->drift : HUGE_VAL);
	return step;
}

// The first k in [0, 1] at which the chord between two gaps, bent inward, reaches zero; 1 if none.
static double chord_root(double from, double to, double bend) {
	// from + (to - from - bend) k + bend k^2
	double slope = to - from - bend;
	if (slope >= 0) return 1;
	double under = slope * slope - 4 * bend * from;
	if (under < 0) return 1;
	return fine_min(1, 2 * from / (sqrt(under) - slope));
}

static double closing_rate(const Leap *leap, Double3 spin) {
	const FineSide *a = leap->a;
	const FineSide *b = leap->b;
	Double3 arm_a = double3_sub(leap->on_a, fine_center(a, leap->time));
	Double3 arm_b = double3_sub(leap->on_b, fine_center(b, leap->time));
	Double3 speed_a = double3_add(a->motion, double3_cross(a->turn, arm_a));
	Double3 speed_b = double3_add(b->motion, double3_cross(b->turn, arm_b));
	double along = double3_dot(leap->axis, double3_sub(speed_a, speed_b));
	Double3 apart = double3_sub(leap->on_a, leap->on_b);
	return leap->sign * (along + double3_dot(double3_cross(spin, leap->axis), apart));
}

double mk_leap_rate(const Leap *leap) { return closing_rate(leap, leap->spin); }

static Double3 turned_axis(const Leap *leap, Double3 spin, double duration) {
	double speed = double3_length(spin);
	if (speed == 0) return leap->axis;
	Double3 u = double3_scale(spin, 1 / speed);
	double angle = speed * duration * leap->sign;
	double cosine = mk_cos(angle);
	Double3 axis = double3_scale(leap->axis, cosine);
	axis = double3_add(axis, double3_scale(double3_cross(u, leap->axis), mk_sin(angle)));
	return double3_add(axis, double3_scale(u, double3_dot(u, leap->axis) * (1 - cosine)));
}

// How far ahead it is worth to look: where the gap would close at its present rate, or where
// bending makes a chord useless.
static double trial_step(const Leap *leap, const GapMotion *motion, double rate) {
	double bent = motion->bend > 0 ? sqrt(4 * leap->gap / motion->bend) : HUGE_VAL;
	double closed = rate > 0 ? leap->gap / rate : HUGE_VAL;
	return fine_min(leap->rest, fine_min(bent, closed));
}

// A chord: how the axis turns, how far it goes, how much it may bend.
typedef struct Chord {
	Double3 spin;
	double trial;
	double bend;
} Chord;

static Chord fixed_chord(const Leap *leap, const GapMotion *motion) {
	Double3 none = double3(0, 0, 0);
	double rate = closing_rate(leap, none);
	return (Chord){ none, trial_step(leap, motion, rate), motion->bend };
}

static Chord spinning_chord(const Leap *leap) {
	GapMotion motion = spinning_motion(leap, 0);
	double trial = trial_step(leap, &motion, mk_leap_rate(leap));
	return (Chord){ leap->spin, trial, spinning_motion(leap, trial).bend };
}

static double chord_step(const Leap *leap, const Chord *chord, FinePair *probe) {
	fine_pair_place(probe, leap->time + leap->sign * chord->trial);
	Double3 axis = turned_axis(leap, chord->spin, chord->trial);
	double there = mk_fine_gap(probe, axis).gap - leap->reach;
	double bend = chord->bend * chord->trial * chord->trial / 2;
	return chord->trial * chord_root(leap->gap, there, bend);
}

double mk_leap_step(const Leap *leap, FinePair *probe, uint32_t *probes) {
	bool is_plane = leap->b->is_plane && leap->b->angle > 0;
	GapMotion motion = is_plane ? spinning_motion(leap, leap->rest) : fixed_motion(leap);
	double step = first_order(&motion, leap->gap);
	if (step >= leap->rest) return leap->rest;
	Chord chord = spinning_chord(leap);
	if (!is_plane) {
		Chord fixed = fixed_chord(leap, &motion);
		if (!(chord.trial > fixed.trial / 2)) chord = fixed;
	}
	// the chord to where the first order leads anyway says nothing new
	if (!(chord.trial > step)) return step;
	(*probes)++;
	return fine_max(step, chord_step(leap, &chord, probe));
}

// The axis between two edges that stays across both: N = u x v, as both turn.
static Double3 edge_spin(const FinePair *pair, const FineSimplex *simplex, Double3 axis) {
	Double3 edges[2];
	mk_fine_edges(pair, simplex, edges);
	Double3 cross = double3_cross(edges[0], edges[1]);
	double length = double3_dot(axis, cross);
	double size = double3_length(edges[0]) * double3_length(edges[1]);
	// nearly parallel edges: their axis turns too fast to be followed
	if (!(fabs(length) > 1e-3 * size)) return double3(0, 0, 0);
	Double3 change = double3_add(double3_cross(double3_cross(pair->a->turn, edges[0]), edges[1]),
			double3_cross(edges[0], double3_cross(pair->b->turn, edges[1])));
	return double3_cross(axis, double3_scale(change, 1 / length));
}

static Double3 choose_spin(const FinePair *pair, const FineSimplex *simplex, Double3 axis) {
	if (pair->b->is_plane) return pair->b->turn;
	switch (mk_fine_feature(simplex)) {
		case FINE_FEATURE_A: return pair->a->turn;
		case FINE_FEATURE_B: return pair->b->turn;
		case FINE_FEATURE_EDGES: return edge_spin(pair, simplex, axis);
		default: return double3(0, 0, 0);
	}
}

Leap mk_leap(const FinePair *pair, const FineDistance *distance, const FineSimplex *simplex,
		const double times[2]) {
	return (Leap){
		.a = pair->a,
		.b = pair->b,
		.time = times[0],
		.sign = times[1] >= times[0] ? 1 : -1,
		.rest = fabs(times[1] - times[0]),
		.axis = distance->axis,
		.on_a = distance->on_a,
		.on_b = distance->on_b,
		.spin = choose_spin(pair, simplex, distance->axis),
	};
}
