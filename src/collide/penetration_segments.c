// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The same numbers as by way of GJK, which knows these pairs too, without its bounds and simplex:
// to carry them along takes as long as the answer.
#include "collide/penetration_segments.h"

#include "collide/gjk_closed.h"
#include "collide/penetration_reuse.h"

// Cores that are nearer than this part of the pair's size (no unit) may touch: that is for those to
// say who know the noise of their points, which is below it in both precisions.
#define MK_SEGMENTS_LEAST 0x1p-18

// Whether nearest points are the answer: with a trace the search is shown, and cores that were in
// each other are settled by their last answer.
static bool is_ours(const PenetrationInput *in) {
	bool was_deep = in->cache != NULL && in->cache->lower > 0;
	return gjk_is_segments(in->difference) && in->trace == NULL && !was_deep;
}

static bool is_clear(const Difference *d, double squared) {
	double least = MK_SEGMENTS_LEAST * difference_size(d);
	return squared > least * least && gjk_is_plain_square(squared);
}

static void count(PenetrationCounters *counters, bool is_hit) {
	if (counters == NULL) return;
	counters->gjk_calls++;
	counters->axis_hits += is_hit;
}

// Keeps the normal, and the corners that are nearest.
static void remember(const PenetrationInput *in, const DifferencePoint *p, const Separation *s) {
	if (in->cache == NULL) return;
	GjkCache *cache = &in->cache->gjk;
	cache->axis = s->normal;
	cache->count = s->status != SEPARATION_BEYOND;
	cache->ids_a[0] = p->id_a;
	cache->ids_b[0] = p->id_b;
	mk_penetration_remember(in->difference, in->cache, NULL);
}

bool mk_penetration_segments(const PenetrationInput *in, Penetration *answer) {
	const Difference *d = in->difference;
	if (!is_ours(in)) return false;
	GjkState state;
	mk_gjk_segments(d, &state);
	if (!is_clear(d, state.squared)) return false;
	double length = sqrt(state.squared);
	double rounding = (double)d->rounding;
	bool is_beyond = length > (double)in->limit + rounding + (double)d->error;
	const DifferencePoint *p = &state.points[0];
	Real distance = (Real)(length - rounding);
	Vec3 normal = gjk_to_vec3(double3_scale(state.v, -1 / length));
	*answer = (Penetration){
		.separation = {
			.status = is_beyond ? SEPARATION_BEYOND : SEPARATION_CONVERGED,
			.distance = distance,
			.lower = distance,
			.upper = distance,
			.normal = normal,
			.point_a = vec3_add_scaled(p->a, normal, d->radius_a),
			.point_b = vec3_add_scaled(p->b, normal, -d->radius_b),
		},
		.state = length > rounding ? PENETRATION_APART : PENETRATION_SHALLOW,
	};
	bool has_axis = in->cache != NULL && !vec3_equals(in->cache->gjk.axis, vec3_zero());
	count(in->counters, is_beyond && has_axis);
	remember(in, p, &answer->separation);
	return true;
}
