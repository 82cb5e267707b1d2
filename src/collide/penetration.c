// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// GJK on the cores says which of three cases it is (van den Bergen 2001): cores apart by
// more than the radii; by less, where the answer is GJK's minus the radii; or not apart,
// where EPA on the cores gives the depth and the radii are added, since h of a rounded set
// is h of its core plus the radius.
#include "collide/penetration.h"

#include "collide/epa_prove.h"
#include "collide/newton.h"
#include "collide/penetration_box.h"
#include "collide/penetration_exact.h"
#include "collide/penetration_face.h"
#include "collide/penetration_hull.h"
#include "collide/penetration_reuse.h"
#include "collide/penetration_segments.h"
#include "collide/pyramid.h"
#include "collide/rival.h"

// GJK's normal is trusted while its bounds agree on the distance to this part (no unit): its
// angle error is below the root of twice that, 0.014. Nearer to contact than the tolerance
// they do not, and EPA judges.
static const double trusted_gap = 1e-4;

// Vertices up to which all axes of a pair of hulls cost less than GJK and EPA from the last answer.
static const uint32_t small_hull = 16;

// By how much of the depth (no unit) the rest is looked at to be deeper, where that is kept for the
// next step: what a pair may move before its minimum has to be proven anew. More costs faces.
static const double reuse_margin = 0.015;

typedef struct Query {
	const PenetrationInput *input;
	GjkInput gjk_input;
	GjkResult gjk;
	Vec3 guess; // the normal of the last time; zero if not known
	bool is_unproven;
	NewtonResult unproven; // a minimum that may not be the smallest
} Query;

void mk_penetration_count(PenetrationCounters *sum, const PenetrationCounters *more) {
	sum->gjk_calls += more->gjk_calls;
	sum->gjk_iterations += more->gjk_iterations;
	sum->epa_calls += more->epa_calls;
	sum->epa_iterations += more->epa_iterations;
	sum->newton_calls += more->newton_calls;
	sum->newton_iterations += more->newton_iterations;
	sum->descents += more->descents;
	sum->box_calls += more->box_calls;
	sum->hull_calls += more->hull_calls;
	sum->face_calls += more->face_calls;
	sum->axis_hits += more->axis_hits;
}

static PenetrationState state_of(double core_distance, double rounding) {
	return core_distance > rounding ? PENETRATION_APART : PENETRATION_SHALLOW;
}

// Moves points of the cores out to the surfaces.
static void add_radii(const Difference *d, Separation *s) {
	s->point_a = vec3_add_scaled(s->point_a, s->normal, d->radius_a);
	s->point_b = vec3_add_scaled(s->point_b, s->normal, -d->radius_b);
}

static Penetration answer_apart(const Query *q) {
	return (Penetration){
		.separation = mk_gjk_separation(&q->gjk_input, &q->gjk),
		.state = state_of(q->gjk.upper, (double)q->input->difference->rounding),
	};
}

static Penetration answer_epa(const Query *q, const EpaResult *epa) {
	const Difference *d = q->input->difference;
	double rounding = (double)d->rounding;
	Penetration p = {
		.separation = {
			.status = epa->status,
			.iterations = q->gjk.iterations + epa->iterations,
			.distance = (Real)(0 - (epa->upper + rounding)),
			.lower = (Real)(0 - (epa->upper + rounding)),
			.upper = (Real)(0 - (epa->lower + rounding)),
			.normal = epa->normal,
			.point_a = epa->point_a,
			.point_b = epa->point_b,
		},
		.state = PENETRATION_DEEP,
	};
	if (epa->is_apart) {
		p.state = state_of(-epa->upper, rounding);
		p.separation.upper = (Real)(double_max(q->gjk.upper, -epa->upper) - rounding);
	}
	add_radii(d, &p.separation);
	return p;
}

// Keeps the answer of a polytope for the next time: its planes speak of all
// directions but those near them.
static void remember_planes(const PenetrationInput *in, EpaResult *result) {
	if (in->cache == NULL) return;
	Beside beside = mk_newton_knows(in->difference) ? beside_curved : beside_epa;
	result->rival = rival_beside(result->lower, result->rival, beside);
	mk_penetration_remember(in->difference, in->cache, result);
}

static EpaResult run_epa(const Query *q) {
	const PenetrationInput *in = q->input;
	EpaInput input = in->is_query ? mk_epa_query_input(in->difference, &q->gjk.simplex)
								  : mk_epa_step_input(in->difference, &q->gjk.simplex);
	input.trace = in->trace;
	input.guess = q->guess;
	EpaResult result = mk_epa(&input);
	if (in->counters != NULL) {
		in->counters->epa_calls++;
		in->counters->epa_iterations += result.iterations;
	}
	return result;
}

static void run_gjk(Query *q) {
	const PenetrationInput *in = q->input;
	GjkCache *cache = in->cache != NULL ? &in->cache->gjk : NULL;
	if (in->is_query) {
		q->gjk_input = mk_gjk_query_input(in->difference);
		q->gjk_input.cache = cache;
		q->gjk_input.limit = in->limit;
	} else {
		q->gjk_input = mk_gjk_step_input(in->difference, cache, in->limit);
		// near contact the normal counts, and an absolute tolerance would leave it to chance
		q->gjk_input.absolute = 0;
	}
	q->gjk_input.trace = in->trace;
	bool has_axis = cache != NULL && !vec3_equals(cache->axis, vec3_zero());
	mk_gjk_into(&q->gjk_input, &q->gjk);
	if (in->counters == NULL) return;
	in->counters->gjk_calls++;
	in->counters->gjk_iterations += q->gjk.iterations;
	bool is_hit = has_axis && q->gjk.status == SEPARATION_BEYOND && q->gjk.iterations <= 1;
	in->counters->axis_hits += is_hit;
}

// Returns whether GJK's direction is good enough to do without EPA.
static bool is_settled(const Query *q) {
	const GjkResult *g = &q->gjk;
	if (g->is_overlapping) return false;
	if (g->status == SEPARATION_BEYOND) return true;
	double slack = double_max(trusted_gap * g->upper, (double)q->input->difference->error);
	return g->lower > 0 && g->upper - g->lower <= slack;
}

// What Newton's method found, in the words of EPA.
static EpaResult epa_from(const NewtonResult *found) {
	Double3 n = found->normal;
	EpaResult result = {
		.status = SEPARATION_CONVERGED,
		.iterations = found->iterations,
		.is_apart = found->height < 0,
		.upper = found->height,
		.lower = found->height < 0 ? found->height : found->lower,
		.rival = found->rival,
		.normal = vec3((Real)n.x, (Real)n.y, (Real)n.z),
		.feature = found->feature,
	};
	mk_penetration_set_witness(&result);
	return result;
}

// Settles a curved pair by Newton's method, from a direction or from none.
static bool try_newton(Query *q, Vec3 guess, bool is_shallow, Penetration *answer) {
	const PenetrationInput *in = q->input;
	const Difference *d = in->difference;
	NewtonResult found;
	double margin = in->cache != NULL && !in->is_query ? reuse_margin : 0;
	mk_newton(
			&(NewtonInput){
					.difference = d,
					.guess = guess,
					.last = in->cache != NULL && !in->is_query ? &in->cache->gjk : NULL,
					.limit = (double)in->limit + (double)d->rounding + (double)d->error,
					.is_shallow = is_shallow,
					.is_proof_wanted = true,
					.margin = margin,
			},
			&found);
	if (found.status == NEWTON_UNPROVEN) {
		EpaInput proof = in->is_query ? mk_epa_query_input(d, NULL) : mk_epa_step_input(d, NULL);
		mk_epa_prove(&proof, margin, &found);
	}
	if (in->counters != NULL) {
		in->counters->newton_calls++;
		in->counters->newton_iterations += found.iterations;
	}
	if (found.status == NEWTON_FAILED || found.status == NEWTON_UNPROVEN) {
		q->is_unproven = found.status == NEWTON_UNPROVEN;
		if (q->is_unproven) q->unproven = found;
		// not proven, but a good direction for EPA to begin with; a query's normal is finer than
		// that, and samples around it must not be taken from so near. Where no minimum was found
		// EPA is faster from the simplex of GJK alone
		Double3 n = found.normal;
		if (q->is_unproven && !in->is_query) q->guess = vec3((Real)n.x, (Real)n.y, (Real)n.z);
		return false;
	}
	EpaResult result = epa_from(&found);
	q->gjk.upper = sqrt(found.height * found.height + found.miss * found.miss);
	*answer = answer_epa(q, &result);
	Separation *s = &answer->separation;
	if (found.status == NEWTON_BEYOND) {
		s->status = SEPARATION_BEYOND;
		s->upper = MK_REAL_MAX;
	}
	// rounded apart from each other, bounds may pass the value by a digit
	s->lower = real_min(s->lower, s->distance);
	s->upper = real_max(s->upper, s->distance);
	if (in->cache == NULL) return true;
	mk_penetration_remember(d, in->cache, &result);
	mk_penetration_keep_pieces(&in->cache->gjk, &result);
	return true;
}

// EPA says how small the smallest minimum is. If it is the one that Newton's method found, that
// knows it with more digits.
static void sharpen(const Query *q, EpaResult *epa) {
	const PenetrationInput *in = q->input;
	double most = epa->upper + (double)in->difference->error;
	if (!q->is_unproven || !in->is_query || epa->is_apart || !(q->unproven.height <= most)) return;
	EpaResult exact = epa_from(&q->unproven);
	exact.status = epa->status;
	exact.iterations = epa->iterations;
	exact.lower = double_min(epa->lower, exact.upper);
	exact.rival = epa->rival;
	*epa = exact;
}

// GJK's answer, to those who ask for the normal with a better one.
static Penetration answer_apart_exact(const Query *q) {
	Penetration plain = answer_apart(q);
	bool is_wanted = q->input->is_query && q->input->trace == NULL &&
			q->gjk.status != SEPARATION_BEYOND;
	EpaResult found;
	if (!is_wanted || !mk_penetration_exact(q->input->difference, &q->gjk, &found)) return plain;
	Penetration exact = answer_epa(q, &found);
	Separation *s = &exact.separation;
	s->lower = real_min(real_max(plain.separation.lower, s->lower), s->distance);
	s->upper = real_max(plain.separation.upper, s->distance);
	return exact;
}

// Settles a deep pair by its last answer if that can be proven.
static bool reuse(Query *q, Penetration *answer) {
	const PenetrationInput *in = q->input;
	EpaResult result;
	if (in->cache == NULL) return false;
	// what is good enough for a step of a curved pair is not for a query
	if (in->is_query && in->cache->gjk.count != 3) return false;
	if (!mk_penetration_reuse(in->difference, in->cache, &result)) return false;
	if (in->counters != NULL) in->counters->descents++;
	*answer = answer_epa(q, &result);
	return true;
}

// Boxes that overlap have a closed form, faster than a proof that the last answer still holds.
static bool answer_boxes(const PenetrationInput *in, Penetration *answer) {
	BoxDepth box;
	if (in->trace != NULL || !mk_penetration_boxes(in->difference, &box)) return false;
	Real distance = (Real)(0 - (box.depth + (double)in->difference->rounding));
	*answer = (Penetration){
		.separation = {
			.status = SEPARATION_CONVERGED,
			.distance = distance,
			.lower = distance,
			.upper = distance,
			.normal = box.normal,
			.point_a = box.point_a,
			.point_b = box.point_b,
		},
		.state = PENETRATION_DEEP,
	};
	add_radii(in->difference, &answer->separation);
	if (in->counters != NULL) in->counters->box_calls++;
	if (in->cache == NULL) return true;
	mk_penetration_remember(in->difference, in->cache, NULL);
	in->cache->gjk.count = 0;
	in->cache->gjk.axis = box.normal;
	in->cache->gjk.ids_a[0] = box.id_a;
	in->cache->gjk.ids_b[0] = box.id_b;
	return true;
}

// An axis that shows that the shapes are farther apart than the limit, and nothing more.
static Penetration answer_beyond(const Difference *d, const EpaResult *apart) {
	Real distance = (Real)(-apart->upper - (double)d->rounding);
	Penetration p = {
		.separation = {
			.status = SEPARATION_BEYOND,
			.iterations = apart->iterations,
			.distance = distance,
			.lower = distance,
			.upper = MK_REAL_MAX,
			.normal = apart->normal,
			.point_a = apart->point_a,
			.point_b = apart->point_b,
		},
		.state = PENETRATION_APART,
	};
	add_radii(d, &p.separation);
	return p;
}

// Whether looking at all axes of two hulls is the faster way: always if nothing is known, and for
// the smallest ones that were in each other. GJK is, from the axis of a pair that was apart.
static bool wants_axes(const PenetrationInput *in) {
	const Difference *d = in->difference;
	if (in->trace != NULL) return false;
	if (in->cache == NULL || vec3_equals(in->cache->gjk.axis, vec3_zero())) return true;
	uint32_t most = d->a.shape->vertex_count;
	most = d->b.shape->vertex_count > most ? d->b.shape->vertex_count : most;
	return in->cache->lower > 0 && most <= small_hull;
}

// Keeps a normal without a proof: of pairs that are apart, or as soon settled the next time.
static void remember_normal(const PenetrationInput *in, Vec3 normal) {
	if (in->cache == NULL) return;
	mk_penetration_remember(in->difference, in->cache, NULL);
	in->cache->gjk.axis = normal;
}

static void set_corners(const EpaResult *result, Penetration *answer) {
	answer->has_corners = true;
	answer->corner_a = result->feature.points[0].id_a;
	answer->corner_b = result->feature.points[0].id_b;
}

// Hulls that may be beside each other: few axes can matter.
static bool answer_hulls(Query *q, Penetration *answer) {
	const PenetrationInput *in = q->input;
	const Difference *d = in->difference;
	if (!wants_axes(in)) return false;
	EpaResult result;
	HullDepthState state = mk_penetration_hulls(d, in->cache != NULL, &result);
	double limit = (double)in->limit + (double)d->rounding + (double)d->error;
	bool is_beyond = state == HULL_DEPTH_APART && -result.upper > limit;
	if (state != HULL_DEPTH_FOUND && !is_beyond) return false;
	if (in->counters != NULL) in->counters->hull_calls++;
	if (!is_beyond) {
		*answer = answer_epa(q, &result);
		set_corners(&result, answer);
		remember_planes(in, &result);
		return true;
	}
	*answer = answer_beyond(d, &result);
	remember_normal(in, result.normal);
	return true;
}

// Settles polytopes by the corners that touched the last time.
static bool answer_pyramid(Query *q, Penetration *answer) {
	const PenetrationInput *in = q->input;
	const Difference *d = in->difference;
	if (in->cache == NULL || in->cache->gjk.count != 3 || in->trace != NULL) return false;
	PyramidInput input = {
		.difference = d,
		.last = &in->cache->gjk,
		.limit = (double)in->limit + (double)d->rounding + (double)d->error,
	};
	EpaResult result;
	PyramidState state = mk_pyramid(&input, &result);
	if (state == PYRAMID_UNKNOWN) return false;
	if (in->counters != NULL) in->counters->descents++;
	if (state == PYRAMID_BEYOND) {
		*answer = answer_beyond(d, &result);
		remember_normal(in, result.normal);
		return true;
	}
	q->gjk.upper = -result.lower;
	*answer = answer_epa(q, &result);
	set_corners(&result, answer);
	if (result.is_apart) {
		remember_normal(in, result.normal);
		mk_penetration_keep_pieces(&in->cache->gjk, &result);
	} else {
		remember_planes(in, &result);
	}
	return true;
}

static FaceInput make_face_input(const PenetrationInput *in) {
	const Difference *d = in->difference;
	FaceInput input = {
		.difference = d,
		.limit = (double)in->limit + (double)d->rounding + (double)d->error,
		.id_b = MK_SHAPE_NO_ID,
	};
	if (in->cache == NULL) return input;
	input.axis = in->cache->gjk.axis;
	uint32_t corner = in->cache->gjk.ids_b[0];
	if (corner < d->b.shape->vertex_count) input.id_b = corner;
	return input;
}

// Settles what is above a face of a box. A query is left to those who know
// all points that are as near.
static bool answer_face(Query *q, Penetration *answer) {
	const PenetrationInput *in = q->input;
	if (in->is_query || in->trace != NULL) return false;
	FaceInput input = make_face_input(in);
	EpaResult result;
	uint32_t corner;
	FaceState state = mk_penetration_face(&input, &result, &corner);
	if (state == FACE_UNKNOWN) return false;
	bool is_beyond = state == FACE_BEYOND;
	if (in->counters != NULL) {
		in->counters->face_calls++;
		in->counters->axis_hits += is_beyond && !vec3_equals(input.axis, vec3_zero());
	}
	q->gjk.upper = -result.lower;
	*answer = is_beyond ? answer_beyond(in->difference, &result) : answer_epa(q, &result);
	remember_normal(in, result.normal);
	if (in->cache == NULL) return true;
	in->cache->gjk.count = 0;
	in->cache->gjk.ids_a[0] = MK_SHAPE_NO_ID;
	in->cache->gjk.ids_b[0] = corner;
	return true;
}

// What GJK found, if that is good enough to do without EPA.
static bool answer_gjk(Query *q, Penetration *answer) {
	const PenetrationInput *in = q->input;
	run_gjk(q);
	if (!is_settled(q)) return false;
	if (in->cache != NULL) mk_penetration_remember(in->difference, in->cache, NULL);
	*answer = answer_apart_exact(q);
	return true;
}

Penetration mk_penetration(const PenetrationInput *input) {
	// not cleared: the result of GJK is large
	Query q;
	q.input = input;
	q.gjk.iterations = 0;
	q.guess = vec3_zero();
	q.is_unproven = false;
	const Difference *d = input->difference;
	if (!mk_difference_is_finite(d)) {
		return (Penetration){ .separation = { .status = SEPARATION_INVALID } };
	}
	Penetration answer;
	if (mk_penetration_segments(input, &answer)) return answer;
	if (answer_boxes(input, &answer) || answer_face(&q, &answer)) return answer;
	if (reuse(&q, &answer)) return answer;
	if (answer_pyramid(&q, &answer)) return answer;
	// a trace shows the algorithms as they are known
	bool is_newton = input->trace == NULL && mk_newton_knows(d);
	bool is_first = is_newton && mk_newton_is_smooth(d);
	Vec3 axis = input->cache != NULL ? input->cache->gjk.axis : vec3_zero();
	bool is_warm = is_newton && !input->is_query && !vec3_equals(axis, vec3_zero());
	if ((is_first || is_warm) && try_newton(&q, axis, false, &answer)) return answer;
	if (input->cache != NULL && input->cache->lower > 0 && !is_first) q.guess = axis;
	// without a limit, hulls that are apart need GJK anyway
	bool is_limited = input->limit < MK_INFINITY;
	if (is_limited && answer_hulls(&q, &answer)) return answer;
	if (answer_gjk(&q, &answer)) return answer;
	if (is_newton && !is_first && try_newton(&q, q.gjk.normal, true, &answer)) return answer;
	if (!is_limited && answer_hulls(&q, &answer)) return answer;
	EpaResult epa = run_epa(&q);
	remember_planes(input, &epa);
	// EPA stops at the first direction that shows that they are apart, and may find none
	// where they nearly touch: the larger of two lower bounds is the better answer. A v
	// that may be zero has none
	double slack = epa.is_apart ? 0 : (double)d->error;
	bool is_apart = !q.gjk.is_overlapping && q.gjk.lower >= slack - epa.upper;
	if (is_apart) return answer_apart_exact(&q);
	sharpen(&q, &epa);
	return answer_epa(&q, &epa);
}

Separation mk_separation_outside(const Difference *difference, const Separation *inside) {
	if (inside->status == SEPARATION_INVALID) return *inside;
	Separation s = *inside;
	s.normal = vec3_normalize(affine_direction(difference->pose, s.normal));
	s.point_a = affine_point(difference->pose, s.point_a);
	s.point_b = affine_point(difference->pose, s.point_b);
	return s;
}

Separation mk_separation(const ShapeInstance *a, const ShapeInstance *b) {
	Difference d = mk_difference(a, b);
	PenetrationInput input = { .difference = &d, .limit = MK_INFINITY, .is_query = true };
	Penetration p = mk_penetration(&input);
	return mk_separation_outside(&d, &p.separation);
}
