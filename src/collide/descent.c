// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
#include "collide/descent.h"

#include "collide/simplex.h"

// Rounds of interpolation: the error is about squared by each, and samples
// are a tenth apart at most.
enum { ROUNDS = 4 };

// Directions across which h has a kink: at most both of the tangent plane.
enum { KINKS = 2 };

// Ends of straight parts: both ways, and again where the first try was beside.
enum { ENDS = 3 };

// The angle (radians) by which the normal is turned to find an end: larger than its rounding, small
// enough to stay at the same place of a curve across.
static const double end_tilt = 1e-4;

// How far the touching point may be from the foot point, as part of the pair's size (no unit),
// before it is looked for by a search of its own: less than half of the hundred thousandth that is
// promised, and above the rounding floor of single precision.
static const double untouched_part = 4e-6;

// Steps below this angle (radians) end the search: a tenth of the thousandth that is promised.
static const double small_step = 1e-4;

// The farthest step (radians) that interpolation between samples is trusted with; beyond, curvature
// has changed too much.
static const double longest_step = 0.25;

// The angle (radians) at which samples are taken: about that between the last normals of EPA. Wider
// ones see other parts of the surface, narrower ones see rounding in the place of curvature.
static const double sample_tilt = 1e-2;

// How far outside of the samples the touching point may be (weights, no unit): the model is
// straight, and h decides in the end.
static const double weight_slack = 10;

// A walk without derivatives: ways around, how often they are tried, and the first step
// (radians), as long as the way between two of the directions that EPA has room for.
enum { WALK_WAYS = 6, WALK_ROUNDS = 40 };
static const double longest_stride = 0.1;

// Coordinates in the tangent plane of the unit sphere at the normal.
typedef struct Tangent {
	Double3 normal;
	Double3 u;
	Double3 v;
} Tangent;

typedef struct Flat {
	double x;
	double y;
} Flat;

static Tangent tangent_at(Vec3 normal) {
	Tangent t = { .normal = double3_from(normal), .u = double3_from(vec3_perpendicular(normal)) };
	t.v = double3_cross(t.normal, t.u);
	return t;
}

static Flat flatten(const Tangent *t, Double3 p) {
	return (Flat){ double3_dot(t->u, p), double3_dot(t->v, p) };
}

static double flat_cross(Flat a, Flat b) { return a.x * b.y - a.y * b.x; }
static double flat_length(Flat a) { return sqrt(a.x * a.x + a.y * a.y); }

// Returns the direction at a step from the normal.
static Vec3 stepped(const Tangent *t, Flat step) {
	Double3 n = double3_add(
			t->normal, double3_add(double3_scale(t->u, step.x), double3_scale(t->v, step.y)));
	n = double3_scale(n, 1 / double3_length(n));
	return vec3((Real)n.x, (Real)n.y, (Real)n.z);
}

static DescentSample ask(Descent *d, Vec3 normal) {
	DescentSample sample = { normal,
		difference_support(d->difference, normal, d->samples[0].point) };
	d->iterations++;
	return sample;
}

static double height_of(const DescentSample *sample) {
	return double3_dot(double3_from(sample->normal), double3_from(sample->point.point));
}

// Finds the step from the normal to the direction n where support and foot point h n agree,
// both interpolated between the samples. False if that is nowhere near them.
static bool interpolate(const Descent *d, const Tangent *t, Flat *step) {
	Flat turns[3];
	Flat rests[3];
	for (int i = 0; i < 3; i++) {
		Double3 normal = double3_from(d->samples[i].normal);
		double along = double3_dot(normal, t->normal);
		if (!(along > 0.5)) return false;
		turns[i] = flatten(t, double3_scale(normal, 1 / along));
		Flat reach = flatten(t, double3_from(d->samples[i].point.point));
		rests[i] = (Flat){ reach.x - d->height * turns[i].x, reach.y - d->height * turns[i].y };
	}
	double parts[3];
	for (int i = 0; i < 3; i++) {
		parts[i] = flat_cross(rests[(i + 1) % 3], rests[(i + 2) % 3]);
	}
	double sum = parts[0] + parts[1] + parts[2];
	*step = (Flat){ 0, 0 };
	for (int i = 0; i < 3; i++) {
		double weight = parts[i] / sum;
		if (!(weight > -weight_slack && weight < 1 + weight_slack)) return false;
		step->x += weight * turns[i].x;
		step->y += weight * turns[i].y;
	}
	return flat_length(*step) < longest_step;
}

// Replaces the sample that is farthest from a new one.
static void replace_sample(Descent *d, const DescentSample *sample) {
	int worst = 0;
	Real least = MK_INFINITY;
	for (int i = 0; i < 3; i++) {
		Real cosine = vec3_dot(d->samples[i].normal, sample->normal);
		if (!(cosine < least)) continue;
		least = cosine;
		worst = i;
	}
	d->samples[worst] = *sample;
}

// Tries a step. Where h has a kink across the way, the support jumps along it and h grows: then the
// part of the step in that direction is left out. Returns the length of the step taken.
static double try_step(Descent *d, const Tangent *t, Flat step) {
	for (int kink = 0; kink <= KINKS; kink++) {
		double length = flat_length(step);
		if (length < small_step * small_step) return 0;
		DescentSample sample = ask(d, stepped(t, step));
		double height = height_of(&sample);
		if (height <= d->height + (double)d->difference->error) {
			d->normal = sample.normal;
			d->height = height;
			d->feature.points[3] = sample.point;
			d->feature.count = 4;
			replace_sample(d, &sample);
			return length;
		}
		Flat jump = flatten(t, double3_from(sample.point.point));
		jump = (Flat){ jump.x - height * step.x, jump.y - height * step.y };
		double size = flat_length(jump);
		if (!(size > 0)) return 0;
		double part = (step.x * jump.x + step.y * jump.y) / (size * size);
		step = (Flat){ step.x - part * jump.x, step.y - part * jump.y };
	}
	return 0;
}

// Replaces points of unknown directions by the supports a little to their side.
static void complete(Descent *d) {
	Tangent t = tangent_at(d->normal);
	for (int i = 0; i < 3; i++) {
		if (!vec3_equals(d->samples[i].normal, vec3_zero())) continue;
		Flat way = flatten(&t, double3_from(d->samples[i].point.point));
		double length = flat_length(way);
		if (!(length > 0)) way = (Flat){ length = 1, 0 };
		double scale = sample_tilt / length;
		d->samples[i] = ask(d, stepped(&t, (Flat){ scale * way.x, scale * way.y }));
	}
}

// Finds the point between the corners and the last support that is nearest to the foot point.
static Double3 nearest_to_foot(Descent *d) {
	GjkSimplex *f = &d->feature;
	Double3 foot = double3_scale(double3_from(d->normal), d->height);
	Double3 rests[4];
	for (uint32_t i = 0; i < f->count; i++) {
		rests[i] = double3_sub(double3_from(f->points[i].point), foot);
	}
	SimplexNearest nearest = mk_simplex_nearest(rests, f->count, SIMPLEX_SEARCH_ALL);
	d->miss = sqrt(nearest.squared);
	uint32_t kept = 0;
	for (uint32_t i = 0; i < f->count; i++) {
		if (!(nearest.corners >> i & 1)) continue;
		f->points[kept] = f->points[i];
		f->weights[kept++] = nearest.weights[i];
	}
	f->count = kept;
	return nearest.point;
}

// Finds where the shapes touch. The corners are from other directions than the last one; on a
// straight part of the surface its ends are found by turning the normal a little to their side.
static void find_touching(Descent *d) {
	Double3 rest = nearest_to_foot(d);
	double enough = 4 * (double)d->difference->error;
	for (int end = 0; end < ENDS && d->miss > enough && d->feature.count < 4; end++) {
		Double3 turn = double3_scale(rest, -end_tilt / d->miss);
		Double3 direction = double3_add(double3_from(d->normal), turn);
		Vec3 tried = vec3((Real)direction.x, (Real)direction.y, (Real)direction.z);
		d->feature.points[d->feature.count++] = ask(d, tried).point;
		rest = nearest_to_foot(d);
	}
}

// Takes a direction if it is better by more than rounding; returns whether.
static bool offer(Descent *d, Vec3 normal) {
	DescentSample sample = ask(d, normal);
	double height = height_of(&sample);
	if (!(height < d->height - (double)d->difference->error)) return false;
	d->height = height;
	d->normal = normal;
	return true;
}

// Straight parts of the surface are across the normal: makes it so exactly.
// Returns whether that was better.
static bool straighten(Descent *d) {
	const GjkSimplex *f = &d->feature;
	if (f->count < 2) return false;
	Double3 n = double3_from(d->normal);
	Double3 corner = double3_from(f->points[0].point);
	Double3 side = double3_sub(double3_from(f->points[1].point), corner);
	if (f->count == 2) {
		n = double3_sub(n, double3_scale(side, double3_dot(n, side) / double3_dot(side, side)));
	} else {
		Double3 area = double3_cross(side, double3_sub(double3_from(f->points[2].point), corner));
		n = double3_scale(area, double3_dot(area, n) < 0 ? -1 : 1);
	}
	double length = double3_length(n);
	if (!(length > 0)) return false;
	n = double3_scale(n, 1 / length);
	return offer(d, vec3((Real)n.x, (Real)n.y, (Real)n.z));
}

// Shapes that are moved apart by their depth touch where they are nearest to each other: for rims
// against corners and faces, whose ends are too many to be looked for one by one.
static void touch_apart(Descent *d) {
	if (!(d->miss > untouched_part * difference_size(d->difference))) return;
	Difference moved = *d->difference;
	Vec3 way = vec3_scale(d->normal, (Real)d->height);
	moved.offset = vec3_add(moved.offset, way);
	GjkInput input = mk_gjk_query_input(&moved);
	GjkResult found;
	mk_gjk_into(&input, &found);
	d->iterations += found.iterations;
	if (!(found.upper < d->miss)) return;
	d->miss = found.upper;
	d->feature = found.simplex;
	for (uint32_t i = 0; i < found.simplex.count; i++) {
		DifferencePoint *p = &d->feature.points[i];
		p->b = vec3_sub(p->b, way);
		p->point = vec3_sub(p->a, p->b);
	}
}

void mk_descent_touch(Descent *descent) {
	const GjkSimplex *f = &descent->feature;
	Double3 rest = double3_scale(double3_from(descent->normal), -descent->height);
	for (uint32_t i = 0; i < f->count; i++)
		rest = double3_add(rest, double3_scale(double3_from(f->points[i].point), f->weights[i]));
	descent->miss = double3_length(rest);
	touch_apart(descent);
}

void mk_descent_refine(Descent *descent) {
	Descent *d = descent;
	d->feature.count = 3;
	for (uint32_t i = 0; i < 3; i++) {
		d->feature.points[i] = d->samples[i].point;
	}
	complete(d);
	for (int round = 0; round < ROUNDS; round++) {
		Tangent t = tangent_at(d->normal);
		Flat step;
		if (!interpolate(d, &t, &step) || try_step(d, &t, step) < small_step) break;
	}
	find_touching(d);
	for (int round = 0; round < KINKS && straighten(d); round++) {
		find_touching(d);
	}
	touch_apart(d);
}

void mk_descent_sample(Descent *descent) {
	const double half_root_3 = 0.86602540378443864676;
	const Flat ways[3] = { { 1, 0 }, { -0.5, half_root_3 }, { -0.5, -half_root_3 } };
	Descent *d = descent;
	d->samples[0].point = difference_no_hint();
	d->height = (double)INFINITY;
	Tangent t = tangent_at(d->normal);
	offer(d, d->normal);
	for (int i = 0; i < 3; i++) {
		Flat step = { sample_tilt * ways[i].x, sample_tilt * ways[i].y };
		d->samples[i] = ask(d, stepped(&t, step));
	}
	// where the shapes have an edge or a face, the samples are on it and their plane is exact
	Double3 corner = double3_from(d->samples[0].point.point);
	Double3 area = double3_cross(double3_sub(double3_from(d->samples[1].point.point), corner),
			double3_sub(double3_from(d->samples[2].point.point), corner));
	double length = double3_length(area);
	if (!(length > 0)) return;
	area = double3_scale(area, 1 / length);
	if (double3_dot(area, t.normal) > 0.5) {
		offer(d, vec3((Real)area.x, (Real)area.y, (Real)area.z));
	}
}

void mk_descent_walk(Descent *descent) {
	const double half_root_3 = 0.86602540378443864676;
	const Flat ways[WALK_WAYS] = { { 1, 0 }, { 0.5, half_root_3 }, { -0.5, half_root_3 }, { -1, 0 },
		{ -0.5, -half_root_3 }, { 0.5, -half_root_3 } };
	Descent *d = descent;
	d->samples[0].point = difference_no_hint();
	double step = longest_stride;
	for (uint32_t round = 0; round < WALK_ROUNDS && step > small_step; round++) {
		Tangent t = tangent_at(d->normal);
		bool is_lower = false;
		for (uint32_t i = 0; i < WALK_WAYS && !is_lower; i++) {
			Flat way = { step * ways[i].x, step * ways[i].y };
			// between those of the last round
			if (round % 2 == 1) way = (Flat){ way.y, way.x };
			is_lower = offer(d, stepped(&t, way));
		}
		if (!is_lower) step /= 2;
	}
}
