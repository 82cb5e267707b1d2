// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Steps from one time that is proven free to the next.
#include "collide/toi_advance.h"

#include "collide/toi_bound.h"

// How close the bounds of a distance have to be, as a part of what is above the target. Far away a
// step loses as much as this and the search for more digits would cost more than the step.
#define MK_ADVANCE_RELATIVE 1e-3

typedef struct Run {
	const AdvanceInput *input;
	FinePair pair;
	FinePair probe;
	FineSimplex simplex;
	FineQuery query;
	double reach;          // m; cores nearer than this have reached the target
	double floor;          // m
	double time;           // free up to here
	double end;            // and from here on
	double late;           // known to have reached the target at this time
	bool is_moved;         // since the pair was measured
	FineDistance distance; // at `time`
	Advance out;
} Run;

double mk_toi_floor(const FineSide *a, const FineSide *b) {
	double size = double3_length(a->center) + double3_length(b->center) +
			double3_length(a->motion) + double3_length(b->motion) + a->reach + b->reach +
			a->rounding + b->rounding;
	// a pose, a support and a gap are some thirty roundings of numbers of this size
	return 32 * 0x1p-53 * size + a->slack + b->slack;
}

static void trace_advance(const Run *run) {
	Double3 a;
	Double3 b;
	mk_fine_witness(&run->pair, &run->simplex, &a, &b);
	Vec3 on_a = double3_to_vec3(a, run->input->origin);
	Vec3 on_b = double3_to_vec3(b, run->input->origin);
	trace_add(run->input->trace,
			&(TraceStep){
					.kind = TRACE_ADVANCE,
					.iteration = run->out.queries,
					.count = 1,
					.points = { vec3_sub(on_a, on_b) },
					.points_a = { on_a },
					.points_b = { on_b },
					.direction = double3_to_vec3(run->distance.axis, vec3_zero()),
					.lower = (Real)run->time,
					.upper = (Real)run->distance.upper,
			});
}

// Measures the pair at the present time. Returns whether it is still apart.
static bool measure(Run *run) {
	Double3 axis = run->distance.axis;
	fine_pair_place(&run->pair, run->time);
	run->distance = mk_fine_distance(&run->pair, &run->query, &run->simplex);
	run->out.queries++;
	// found within reach before any axis was tried: the last one is as good
	if (double3_dot(run->distance.axis, run->distance.axis) == 0) run->distance.axis = axis;
	if (run->input->trace != NULL) trace_advance(run);
	return !run->distance.is_within;
}

// From what was measured at a time, towards another one.
static Leap leap_from(const Run *run, const FinePair *pair, const FineDistance *d,
		const FineSimplex *simplex, const double times[2]) {
	Leap leap = mk_leap(pair, d, simplex, times);
	leap.reach = run->reach + run->floor;
	leap.gap = d->lower - leap.reach;
	return leap;
}

// Looks at the end of the sweep: how far back from there is it free?
static void look_at_end(Run *run) {
	FineSimplex simplex = run->simplex;
	fine_pair_place(&run->probe, run->end);
	FineDistance d = mk_fine_distance(&run->probe, &run->query, &simplex);
	run->out.queries++;
	if (d.is_within) {
		run->late = run->end;
		return;
	}
	const double times[2] = { run->end, run->time };
	Leap leap = leap_from(run, &run->probe, &d, &simplex, times);
	if (leap.gap > 0) run->end -= mk_leap_step(&leap, &run->probe, &run->out.probes);
}

// Near the touch: is the target reached within the time tolerance? If not, the
// pair may be free up to there.
static void look_ahead(Run *run) {
	double ahead = fine_min(run->end, run->time + run->input->time_tolerance);
	FineSimplex simplex = run->simplex;
	fine_pair_place(&run->probe, ahead);
	FineDistance d = mk_fine_distance(&run->probe, &run->query, &simplex);
	run->out.queries++;
	if (d.is_within) {
		run->late = ahead;
		return;
	}
	const double times[2] = { ahead, run->time };
	Leap leap = leap_from(run, &run->probe, &d, &simplex, times);
	if (!(leap.gap > 0)) return;
	if (mk_leap_step(&leap, &run->probe, &run->out.probes) < leap.rest) return;
	run->time = ahead;
	run->is_moved = true;
}

// Goes on to the next time that is proven free.
static void go_on(Run *run) {
	double tolerance = run->input->time_tolerance;
	const double times[2] = { run->time, run->end };
	Leap leap = leap_from(run, &run->pair, &run->distance, &run->simplex, times);
	run->is_moved = false;
	// the touch seems to be so near that it can be shown
	if (leap.gap <= mk_leap_rate(&leap) * tolerance / 2) look_ahead(run);
	if (run->is_moved || run->late <= run->time + tolerance) return;
	double step = 0;
	if (leap.gap > 0) step = mk_leap_step(&leap, &run->probe, &run->out.probes);
	run->is_moved = step > 0;
	run->time += step;
	// creeping along something: a look ahead may show that it is passed
	if (step < tolerance / 2 && run->time < run->end) look_ahead(run);
}

// What is known at the present time, as the answer.
static Advance finish(Run *run, ToiStatus status) {
	Advance *out = &run->out;
	const AdvanceInput *in = run->input;
	out->status = status;
	out->time = run->time;
	out->late = fine_min(run->late, in->end);
	if (status == TOI_FREE) {
		out->time = out->late = in->end;
		return *out;
	}
	if (run->distance.upper - run->reach <= in->tolerance) out->late = out->time;
	out->normal = run->distance.axis;
	out->distance = run->distance.upper - in->a->rounding - in->b->rounding;
	mk_fine_witness(&run->pair, &run->simplex, &out->point_a, &out->point_b);
	out->point_a = double3_add(out->point_a, double3_scale(out->normal, in->a->rounding));
	out->point_b = double3_add(out->point_b, double3_scale(out->normal, -in->b->rounding));
	return *out;
}

// Returns whether the touch is known well enough.
static bool is_settled(const Run *run) {
	return run->distance.upper - run->reach <= run->input->tolerance ||
			run->late <= run->time + run->input->time_tolerance;
}

static ToiStatus search(Run *run) {
	const AdvanceInput *in = run->input;
	if (!measure(run)) return TOI_OVERLAPPING;
	for (bool is_first = true; !is_settled(run); is_first = false) {
		if (run->out.queries >= in->max_queries) return TOI_CAPPED;
		go_on(run);
		if (run->time < run->end && is_first) look_at_end(run);
		if (run->time >= run->end) return TOI_FREE;
		if (run->is_moved) {
			measure(run);
		} else if (!is_settled(run)) {
			return TOI_CAPPED;
		}
	}
	return TOI_HIT;
}

// Balls about the centres, which hold all points however they turn.
static bool are_balls_apart(const AdvanceInput *in, double reach) {
	if (in->b->is_plane) return false;
	Double3 from = double3_sub(fine_center(in->b, in->begin), fine_center(in->a, in->begin));
	Double3 way = double3_scale(double3_sub(in->b->motion, in->a->motion), in->end - in->begin);
	double squared = double3_dot(way, way);
	double k = squared > 0 ? fine_min(fine_max(-double3_dot(from, way) / squared, 0), 1) : 0;
	Double3 nearest = double3_add(from, double3_scale(way, k));
	return double3_length(nearest) > reach + in->a->reach + in->b->reach;
}

Advance mk_toi_advance(const AdvanceInput *input) {
	const FineSide *a = input->a;
	const FineSide *b = input->b;
	Run run = {
		.input = input,
		.pair = { .a = a, .b = b },
		.probe = { .a = a, .b = b },
		.reach = a->rounding + b->rounding + input->target,
		.floor = mk_toi_floor(a, b),
		.time = input->begin,
		.end = input->end,
		.late = HUGE_VAL,
	};
	if (are_balls_apart(input, run.reach + run.floor)) return finish(&run, TOI_FREE);
	run.query = (FineQuery){ run.reach, input->tolerance / 4, MK_ADVANCE_RELATIVE };
	return finish(&run, search(&run));
}
