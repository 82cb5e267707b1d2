// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// One loop for two tasks. While the origin is outside the polytope, the face that sees it from
// farthest is the "nearest" one, with a negative distance, and either its normal separates the
// shapes or the polytope grows over the origin. From then on it is van den Bergen's algorithm. A
// polytope that starts beside the origin is thus repaired, not trusted.
#include "collide/epa.h"

#include "collide/descent.h"
#include "collide/epa_search.h"
#include "collide/newton.h"
#include "collide/rival.h"

// Tolerances, table: queries ask for the rounding floor or a hundred thousandth of the depth; a
// step for a twentieth of a millimetre (a hundredth of the slop that a solver leaves), on small
// shapes a thousandth of their size, or a thousandth of the depth. Larger ones show as jitter of
// normals, smaller ones only cost faces on curved pairs.
static const Real query_floors = 2;
static const Real query_relative = (Real)1e-6;
static const Real step_absolute = (Real)5e-5;
static const Real step_size_part = (Real)1e-3;
static const Real step_relative = (Real)1e-3;

EpaInput mk_epa_query_input(const Difference *difference, const GjkSimplex *start) {
	return (EpaInput){
		.difference = difference,
		.start = start,
		.absolute = query_floors * difference->error,
		.relative = query_relative,
		.max_iterations = MK_EPA_POINTS,
	};
}

EpaInput mk_epa_step_input(const Difference *difference, const GjkSimplex *start) {
	EpaInput input = mk_epa_query_input(difference, start);
	Real size = (Real)difference_size(difference);
	Real absolute = real_min(step_absolute, step_size_part * size);
	input.absolute = real_max(input.absolute, absolute);
	input.relative = step_relative;
	return input;
}

static double height_of(Vec3 direction, Vec3 point) {
	return double3_dot(double3_from(direction), double3_from(point));
}

// difference_support, but the difference is taken of numbers, not of fields: written and read again
// at once as others than they were written, those wait for memory.
static DifferencePoint support_of(
		const Difference *d, Vec3 direction, const DifferencePoint *near) {
	uint32_t id_a = near->id_a;
	uint32_t id_b = near->id_b;
	Vec3 a = difference_side_support(&d->a, direction, &id_a);
	Vec3 b = difference_side_support(&d->b, vec3_negate(direction), &id_b);
	b = vec3_add(b, d->offset);
	return (DifferencePoint){ vec3_sub(a, b), a, b, id_a, id_b };
}

EpaProbe mk_epa_probe(EpaSearch *search, Vec3 direction, uint32_t near) {
	EpaPolytope *p = search->polytope;
	DifferencePoint w = support_of(search->input->difference, direction, &p->points[near]);
	EpaProbe probe = { mk_epa_polytope_add_point(p, &w, direction), height_of(direction, w.point) };
	search->iterations++;
	if (probe.height < search->upper) {
		search->upper = probe.height;
		search->normal = direction;
		search->feature_count = 1;
		search->feature[0] = (uint8_t)probe.point;
	}
	search->is_apart |= probe.height < -p->error;
	return probe;
}

static void trace_face(const EpaSearch *s, TraceKind kind, uint32_t face) {
	if (s->input->trace == NULL) return;
	const EpaPolytope *p = s->polytope;
	const EpaFace *f = &p->faces[face];
	TraceStep step = {
		.kind = kind,
		.iteration = s->iterations,
		.count = 3,
		.direction = vec3_from_double3(f->normal),
		.lower = (Real)f->distance,
		.upper = (Real)s->upper,
	};
	for (uint32_t i = 0; i < 3; i++) {
		const DifferencePoint *point = &p->points[f->points[i]];
		step.points[i] = point->point;
		step.points_a[i] = point->a;
		step.points_b[i] = point->b;
	}
	trace_add(s->input->trace, &step);
}

static void trace_all_faces(const EpaSearch *s) {
	if (s->input->trace == NULL) return;
	for (uint32_t i = 0; i < s->polytope->face_count; i++) {
		if (s->polytope->faces[i].is_live) trace_face(s, TRACE_FACE_ADDED, i);
	}
}

static bool insert_point(EpaSearch *s, uint32_t point, uint32_t face) {
	EpaPolytope *p = s->polytope;
	if (!mk_epa_polytope_find_border(p, point, face)) return false;
	if (s->input->trace == NULL) {
		mk_epa_polytope_replace(p, point);
		return true;
	}
	for (uint32_t i = 0; i < p->removed_count; i++) {
		trace_face(s, TRACE_FACE_REMOVED, p->removed[i]);
	}
	mk_epa_polytope_replace(p, point);
	for (uint32_t i = 0; i < p->face_count; i++) {
		bool is_new = p->faces[i].is_live && p->faces[i].points[2] == point;
		if (is_new) trace_face(s, TRACE_FACE_ADDED, i);
	}
	return true;
}

// Looks beyond one face. Returns true if there is nothing more to find, with the reason in *status.
static bool expand(EpaSearch *s, uint32_t face, SeparationStatus *status) {
	EpaPolytope *p = s->polytope;
	EpaFace f = p->faces[face];
	trace_face(s, TRACE_FACE_CHOSEN, face);
	*status = SEPARATION_CAPPED;
	if (s->iterations >= s->input->max_iterations || p->point_count == MK_EPA_POINTS) return true;
	EpaProbe probe = mk_epa_probe(s, vec3_from_double3(f.normal), f.points[0]);
	*status = SEPARATION_CONVERGED;
	if (s->is_apart) return true;
	double gap = probe.height - f.distance;
	double relative = (double)s->input->relative * probe.height;
	double enough = (double)s->input->absolute > relative ? (double)s->input->absolute : relative;
	if (s->feature_count == 1 && s->feature[0] == probe.point) {
		memcpy(s->feature, f.points, sizeof(f.points));
		s->feature_count = 3;
	}
	if (gap <= enough) {
		// of several faces in one plane another one has the point of contact
		bool is_outside = f.distance < -2 * (double)s->input->absolute;
		if (!is_outside && !mk_epa_polytope_holds_foot(p, face)) {
			p->keys[face] = MK_INFINITY;
			s->passed_over = double_min(s->passed_over, f.distance);
			return false;
		}
		// within the tolerance of the best one, and its corners are known to touch
		s->upper = probe.height;
		s->normal = vec3_from_double3(f.normal);
		memcpy(s->feature, f.points, sizeof(f.points));
		s->feature_count = 3;
		return true;
	}
	*status = SEPARATION_STALLED;
	return !insert_point(s, probe.point, face);
}

// Returns the smallest distance of a face that belongs to another minimum than the normal found.
static double find_rival(const EpaSearch *s) {
	const EpaPolytope *p = s->polytope;
	Double3 normal = double3_from(s->normal);
	double rival = (double)INFINITY;
	for (uint32_t i = 0; i < p->face_count; i++) {
		const EpaFace *f = &p->faces[i];
		bool is_other = f->is_live && !(double3_dot(f->normal, normal) > basin_cosine);
		rival = is_other && f->distance < rival ? f->distance : rival;
	}
	return rival;
}

// Fills in points of the cores that are on the way to the answer: of the feature found, or where
// the simplex of the start comes nearest to the origin.
static void set_points(EpaResult *result, const GjkSimplex *feature) {
	Double3 a = double3(0, 0, 0);
	Double3 b = double3(0, 0, 0);
	double sum = 0;
	for (uint32_t i = 0; i < feature->count; i++) {
		double weight = feature->weights[i];
		a = double3_add(a, double3_scale(double3_from(feature->points[i].a), weight));
		b = double3_add(b, double3_scale(double3_from(feature->points[i].b), weight));
		sum += weight;
	}
	Double3 middle = double3_scale(double3_add(a, b), 0.5 / sum);
	Double3 half = double3_scale(double3_from(result->normal), result->upper / 2);
	result->point_a = vec3_from_double3(double3_add(middle, half));
	result->point_b = vec3_from_double3(double3_sub(middle, half));
}

static void set_feature(const EpaSearch *s, GjkSimplex *feature) {
	double weights[3] = { 1, 0, 0 };
	if (s->feature_count == 3) mk_epa_polytope_weights(s->polytope, s->feature, weights);
	double sum = 0;
	for (uint32_t i = 0; i < 3; i++) {
		weights[i] = weights[i] > 0 ? weights[i] : 0;
		sum += weights[i];
	}
	feature->count = s->feature_count;
	for (uint32_t i = 0; i < s->feature_count && i < 3; i++) {
		feature->points[i] = s->polytope->points[s->feature[i]];
		feature->weights[i] = weights[i] / sum;
	}
}

static GjkSimplex simplex_with_weights(const GjkSimplex *start) {
	GjkSimplex simplex = *start;
	double sum = 0;
	for (uint32_t i = 0; i < simplex.count; i++) {
		sum += simplex.weights[i];
	}
	for (uint32_t i = 0; i < simplex.count; i++) {
		simplex.weights[i] = sum > 0 ? simplex.weights[i] / sum : 1.0 / simplex.count;
	}
	return simplex;
}

// The part of v across an axis, unit; any direction across it if there is none. Taken twice: of a v
// that is nearly along the axis, the first part is mostly rounding, and not across it.
static Vec3 across(Vec3 v, Vec3 axis) {
	Vec3 part = vec3_normalize(vec3_add_scaled(v, axis, -vec3_dot(v, axis)));
	part = vec3_normalize(vec3_add_scaled(part, axis, -vec3_dot(part, axis)));
	return vec3_equals(part, vec3_zero()) ? vec3_perpendicular(axis) : part;
}

// A difference without volume: the depth is zero but for rounding, and the direction is the one out
// of its plane (any one across a segment, any one at a point) that is nearest to B's side.
static EpaResult answer_flat(EpaSearch *s, EpaSpan span, Vec3 axis) {
	const Difference *d = s->input->difference;
	Vec3 normal = axis;
	if (span == EPA_SPAN_POINT) normal = support_unit(d->offset);
	if (span == EPA_SPAN_SEGMENT) normal = across(d->offset, axis);
	if (vec3_dot(normal, d->offset) < 0) normal = vec3_negate(normal);
	EpaProbe front = mk_epa_probe(s, normal, 0);
	EpaProbe back = mk_epa_probe(s, vec3_negate(normal), 0);
	bool is_flipped = back.height < front.height - 2 * s->polytope->error;
	EpaResult result = {
		.status = span == EPA_SPAN_FLAT ? SEPARATION_CONVERGED : SEPARATION_DEGENERATE,
		.iterations = s->iterations,
		.is_apart = s->is_apart,
		.normal = is_flipped ? vec3_negate(normal) : normal,
		.upper = is_flipped ? back.height : front.height,
		.feature = simplex_with_weights(s->input->start),
	};
	if (s->is_apart) {
		result.normal = s->normal;
		result.upper = s->upper;
	}
	result.lower = double_min(result.upper, 0);
	set_points(&result, &result.feature);
	return result;
}

// Returns whether the last face is on a curved part of the surface.
static bool is_curved(const EpaSearch *s) {
	bool is_any = false;
	for (uint32_t i = 0; i < s->feature_count; i++) {
		const DifferencePoint *point = &s->polytope->points[s->feature[i]];
		is_any |= point->id_a == MK_SHAPE_NO_ID || point->id_b == MK_SHAPE_NO_ID;
	}
	return is_any && s->feature_count == 3;
}

// On curved surfaces the normal of the last face is only as good as the root of the tolerance; its
// corners know better.
static void refine(EpaSearch *s, EpaResult *result) {
	const EpaPolytope *p = s->polytope;
	Descent descent = {
		.difference = s->input->difference,
		.normal = result->normal,
		.height = result->upper,
		.iterations = s->iterations,
	};
	for (uint32_t i = 0; i < 3; i++) {
		uint8_t point = s->feature[i];
		descent.samples[i] = (DescentSample){ p->asked[point], p->points[point] };
	}
	mk_descent_refine(&descent);
	result->iterations = descent.iterations;
	result->normal = descent.normal;
	result->upper = descent.height;
	result->lower = double_min(result->lower, result->upper);
	result->feature = descent.feature;
}

// How far outside of a face, in weights (no unit), the foot may be to be on it still.
static const double beside_weight = 1e-6;

// Depths up to this part of the size (no unit) are those of pairs that touch, also in double
// precision, where planes of thin faces are less exact than supports.
static const double touching_part = 0x1p-26;

// What is tried where storage ended the search: this many faces, nearest first. Some in directions
// that differ by little, since minima of flat shapes are near each other; the rest of other basins.
enum { POLISH_STARTS = 28, POLISH_NEAR = 4, POLISH_ROUNDS = 4 };

// The cosine of the little: a thousandth (radians).
static const double little_cosine = 1 - 5e-7;

static void take_minimum(EpaResult *result, double height, Vec3 normal, const GjkSimplex *feature) {
	result->upper = height;
	result->normal = normal;
	if (feature != &result->feature) result->feature = *feature;
	for (uint32_t i = 0; i < feature->count; i++) {
		result->feature.points[i].id_a = MK_SHAPE_NO_ID;
		result->feature.points[i].id_b = MK_SHAPE_NO_ID;
	}
}

// Where the derivatives of h are known, the last face is as good a start as any: some steps of
// Newton's method are all that is missing, with the points that touch. Returns whether that ended
// as low as the face or lower.
static bool finish(const EpaSearch *s, EpaResult *result) {
	const Difference *d = s->input->difference;
	NewtonInput input = { .difference = d, .guess = result->normal, .limit = (double)INFINITY };
	NewtonResult found;
	mk_newton(&input, &found);
	result->iterations += found.iterations;
	if (found.status != NEWTON_FOUND || !(found.height <= result->upper) || !(found.height > 0))
		return false;
	take_minimum(result, found.height, vec3_from_double3(found.normal), &found.feature);
	result->lower = double_min(result->lower, result->upper);
	return true;
}

// Goes downhill by the derivatives of h where they are known. Returns whether that ended in
// a minimum that is the lowest so far. One that is nearly as low all round takes many
// steps; what they gained counts.
static bool descend(const Difference *d, Vec3 normal, EpaResult *result) {
	for (int round = 0; round < POLISH_ROUNDS; round++) {
		NewtonResult found;
		mk_newton(&(NewtonInput){ .difference = d, .guess = normal, .limit = (double)INFINITY },
				&found);
		result->iterations += found.iterations;
		// at a corner it may end at a highest place as well
		if (found.iterations == 0 || !(found.height < result->upper)) return false;
		normal = vec3_from_double3(found.normal);
		bool is_found = found.status == NEWTON_FOUND;
		take_minimum(result, found.height, normal, is_found ? &found.feature : &result->feature);
		if (is_found) return true;
	}
	return false;
}

static void polish_from(const Difference *d, Vec3 normal, EpaResult *result) {
	if (descend(d, normal, result)) return;
	Descent descent = { .difference = d, .normal = normal };
	mk_descent_sample(&descent);
	mk_descent_refine(&descent);
	result->iterations += descent.iterations;
	// what touches there is not as well known
	if (descent.height < result->upper - (double)d->error)
		take_minimum(result, descent.height, descent.normal, &descent.feature);
}

// Returns the nearest face that is not in the direction of any normal tried; MK_EPA_FACES if there
// is none below the upper bound.
static uint32_t untried_face(
		const EpaPolytope *p, const Double3 *tried, uint32_t count, double upper) {
	uint32_t best = MK_EPA_FACES;
	double same = count <= POLISH_NEAR ? little_cosine : basin_cosine;
	for (uint32_t i = 0; i < p->face_count; i++) {
		const EpaFace *f = &p->faces[i];
		// faces without area have no direction
		bool is_low = f->is_live && f->distance < upper && double3_dot(f->normal, f->normal) > 0;
		if (!is_low) continue;
		uint32_t k = 0;
		while (k < count && !(double3_dot(tried[k], f->normal) > same))
			k++;
		if (k < count) continue;
		upper = f->distance;
		best = i;
	}
	return best;
}

// Many directions of curved pairs are nearly as deep as the best one, more than there is room for
// points. The bounds stay apart then, but the smallest minimum is near one of the nearest faces.
static void polish(const EpaSearch *s, EpaResult *result) {
	const Difference *d = s->input->difference;
	Double3 tried[POLISH_STARTS + 1] = { double3_from(s->normal) };
	polish_from(d, s->normal, result);
	for (uint32_t count = 1; count <= POLISH_STARTS; count++) {
		uint32_t face = untried_face(s->polytope, tried, count, result->upper);
		if (face == MK_EPA_FACES) break;
		tried[count] = s->polytope->faces[face].normal;
		polish_from(d, vec3_from_double3(tried[count]), result);
	}
	// what is left are valleys with bent floors, where derivatives are not known
	Descent walk = { .difference = d, .normal = result->normal, .height = result->upper };
	mk_descent_walk(&walk);
	result->iterations += walk.iterations;
	if (walk.height < result->upper) polish_from(d, walk.normal, result);
	result->lower = double_min(result->lower, result->upper);
	double relative = (double)s->input->relative * result->upper;
	bool is_close = result->upper - result->lower <=
			double_max((double)s->input->absolute, relative);
	if (is_close) result->status = SEPARATION_CONVERGED;
}

// Returns whether the foot of the origin is beside the face that was found. Of pairs that only
// touch, rounding may hide the one that holds it; the simplex of the start does.
static bool is_beside(const EpaSearch *s) {
	double weights[3];
	double size = difference_size(s->input->difference);
	double touching = double_max(4 * s->polytope->error, touching_part * size);
	if (s->feature_count != 3 || s->upper > touching) return false;
	mk_epa_polytope_weights(s->polytope, s->feature, weights);
	return double_min(weights[0], double_min(weights[1], weights[2])) < -beside_weight;
}

// An end without proof may leave a point that is somewhere else on the edge or face that touches.
static void touch(const Difference *d, EpaResult *result) {
	Descent descent = {
		.difference = d,
		.normal = result->normal,
		.height = result->upper,
		.iterations = result->iterations,
		.feature = result->feature,
	};
	mk_descent_touch(&descent);
	result->iterations = descent.iterations;
	result->feature = descent.feature;
}

// A lower bound of the depth: the nearest face, also of those that were passed over. An
// origin that may be outside of the polytope is not farther from the difference than from the
// nearest point of the start.
static double lower_of(const EpaSearch *s) {
	double lower = double_min(s->lower, s->passed_over);
	if (!(lower < 0)) return double_min(lower, s->upper);
	GjkSimplex start = simplex_with_weights(s->input->start);
	Double3 nearest = double3(0, 0, 0);
	for (uint32_t i = 0; i < start.count; i++) {
		Double3 part = double3_scale(double3_from(start.points[i].point), start.weights[i]);
		nearest = double3_add(nearest, part);
	}
	return double_min(0 - double3_length(nearest), s->upper);
}

static EpaResult answer_solid(EpaSearch *s, SeparationStatus status) {
	EpaResult result = { .status = status };
	if (s->feature_count == 0) mk_epa_probe(s, support_unit(s->input->difference->offset), 0);
	if (status != SEPARATION_CONVERGED && s->polytope->point_count < MK_EPA_POINTS) {
		// an end without proof: at least the other side must not be better
		mk_epa_probe(s, vec3_negate(s->normal), 0);
	}
	result.is_apart = s->is_apart;
	result.iterations = s->iterations;
	result.normal = s->normal;
	result.upper = s->upper;
	result.lower = lower_of(s);
	result.rival = find_rival(s);
	if (s->is_apart || is_beside(s))
		result.feature = simplex_with_weights(s->input->start);
	else
		set_feature(s, &result.feature);
	// a query's last face is so small that its corners tell as much, sooner
	bool is_coarse = s->input->absolute > query_floors * s->input->difference->error;
	bool is_exact = is_coarse && !s->is_apart && is_curved(s) && finish(s, &result);
	if (!s->is_apart && is_curved(s) && !is_exact) refine(s, &result);
	if (!s->is_apart && status == SEPARATION_CAPPED) polish(s, &result);
	if (!s->is_apart && !is_exact) touch(s->input->difference, &result);
	result.is_apart |= result.upper < -s->polytope->error;
	set_points(&result, &result.feature);
	return result;
}

// Returns whether all faces that are left are farther than the best height, which was found above
// one that was passed over, and is within the tolerance of it.
static bool is_done(const EpaSearch *s, uint32_t nearest) {
	double slack = 2 * s->polytope->error; // keeps ties in
	return s->passed_over <= s->upper && s->polytope->faces[nearest].distance > s->upper + slack;
}

EpaResult mk_epa(const EpaInput *input) {
	EpaPolytope polytope;
	EpaSearch search;
	epa_search_begin(&search, input, &polytope);
	Vec3 axis = vec3_zero();
	EpaSpan span = mk_epa_start(&search, &axis);
	if (span < EPA_SPAN_SOLID) return answer_flat(&search, span, axis);
	SeparationStatus status = SEPARATION_STALLED;
	trace_all_faces(&search);
	while (span == EPA_SPAN_SOLID && !search.is_apart) {
		uint32_t face = mk_epa_polytope_nearest(&polytope);
		if (face == MK_EPA_FACES) break;
		if (is_done(&search, face)) {
			status = SEPARATION_CONVERGED;
			break;
		}
		search.lower = double_max(search.lower, polytope.faces[face].distance);
		if (expand(&search, face, &status)) break;
	}
	return answer_solid(&search, status);
}
