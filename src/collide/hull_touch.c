// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
#include "collide/hull_touch.h"

#include "collide/epa_polytope.h"
#include "collide/penetration_reuse.h"
#include "collide/simplex.h"

// How far outside of the feature, in rounding floors of the pair, the foot of the origin may
// be; as in epa_polytope.c.
static const double outside_floors = 8;

static DifferencePoint point_of(
		const Difference *d, const HullSide sides[2], uint32_t a, uint32_t b) {
	DifferencePoint p = { .a = sides[0].vertices[a], .id_a = a, .id_b = b };
	p.b = vec3_add(mat3_apply(d->b.linear, sides[1].vertices[b]), d->offset);
	p.point = vec3_sub(p.a, p.b);
	return p;
}

// Writes the weights of the point of a triangle that is nearest to a foot in its plane, beside
// it. False if that is farther outside than rounding explains. To leave out negative weights
// would not do: the weights of a needle are large and cancel each other, so that one alone
// moves the point far along it.
static bool weigh_outside(const Double3 corners[3], Double3 foot, double slack, double weights[3]) {
	Double3 offsets[3];
	for (uint32_t i = 0; i < 3; i++)
		offsets[i] = double3_sub(corners[i], foot);
	SimplexNearest nearest = mk_simplex_nearest(offsets, 3, SIMPLEX_SEARCH_ALL);
	for (uint32_t i = 0; i < 3; i++)
		weights[i] = (nearest.corners >> i & 1) != 0 ? nearest.weights[i] : 0;
	return nearest.squared <= slack * slack;
}

// Writes the weights of the foot of the origin on the triangle of a feature. False if it is farther
// outside than rounding explains.
static bool weigh(GjkSimplex *feature, double slack) {
	const Double3 corners[3] = { double3_from(feature->points[0].point),
		double3_from(feature->points[1].point), double3_from(feature->points[2].point) };
	Double3 a = corners[0];
	Double3 b = corners[1];
	Double3 c = corners[2];
	Double3 area = double3_cross(double3_sub(b, a), double3_sub(c, a));
	double squared = double3_dot(area, area);
	if (!(squared > 0)) return false;
	const double parts[3] = { double3_dot(area, double3_cross(b, c)),
		double3_dot(area, double3_cross(c, a)), double3_dot(area, double3_cross(a, b)) };
	if (parts[0] < 0 || parts[1] < 0 || parts[2] < 0) {
		Double3 foot = double3_scale(area, double3_dot(area, a) / squared);
		return weigh_outside(corners, foot, slack, feature->weights);
	}
	double sum = parts[0] + parts[1] + parts[2];
	for (uint32_t i = 0; i < 3; i++)
		feature->weights[i] = parts[i] / sum;
	return sum > 0;
}

// The triangle of a face's fan that the foot is in.
static bool find_fan(
		const Difference *d, const HullSide sides[2], const HullTouch *touch, GjkSimplex *feature) {
	bool is_a = touch->kind == HULL_TOUCH_FACE_A;
	const HullSide *side = &sides[is_a ? 0 : 1];
	const uint32_t *corners = side->corners + side->starts[touch->index[0]];
	uint32_t count = side->starts[touch->index[0] + 1] - side->starts[touch->index[0]];
	uint32_t vertex = touch->index[1];
	double slack = outside_floors * (double)d->error;
	DifferencePoint *points = feature->points;
	points[0] = is_a ? point_of(d, sides, corners[0], vertex)
					 : point_of(d, sides, vertex, corners[0]);
	points[2] = is_a ? point_of(d, sides, corners[1], vertex)
					 : point_of(d, sides, vertex, corners[1]);
	for (uint32_t i = 2; i < count; i++) {
		points[1] = points[2];
		points[2] = is_a ? point_of(d, sides, corners[i], vertex)
						 : point_of(d, sides, vertex, corners[i]);
		if (weigh(feature, slack)) return true;
	}
	return false;
}

// The half of the parallelogram of two edges that the foot is in.
static bool find_half(
		const Difference *d, const HullSide sides[2], const HullTouch *touch, GjkSimplex *feature) {
	const HullArc *a = &sides[0].arcs[touch->index[0]];
	const HullArc *b = &sides[1].arcs[touch->index[1]];
	double slack = outside_floors * (double)d->error;
	feature->points[0] = point_of(d, sides, a->start, b->start);
	feature->points[1] = point_of(d, sides, a->end, b->start);
	feature->points[2] = point_of(d, sides, a->start, b->end);
	if (weigh(feature, slack)) return true;
	feature->points[0] = point_of(d, sides, a->end, b->end);
	return weigh(feature, slack);
}

DifferencePoint mk_hull_touch_point(
		const Difference *difference, const HullSide sides[2], const HullTouch *touch) {
	uint32_t first = touch->index[0];
	uint32_t second = touch->index[1];
	if (touch->kind == HULL_TOUCH_EDGES)
		return point_of(difference, sides, sides[0].arcs[first].start, sides[1].arcs[second].start);
	if (touch->kind == HULL_TOUCH_FACE_A)
		return point_of(difference, sides, sides[0].corners[sides[0].starts[first]], second);
	return point_of(difference, sides, second, sides[1].corners[sides[1].starts[first]]);
}

bool mk_hull_touch(const Difference *difference, const HullSide sides[2], const HullTouch *touch,
		EpaResult *result) {
	const Difference *d = difference;
	bool is_face = touch->kind != HULL_TOUCH_EDGES;
	result->feature.count = 3;
	if (!(is_face ? find_fan(d, sides, touch, &result->feature)
				  : find_half(d, sides, touch, &result->feature)))
		return false;
	// a vertex was asked for along the normal of the face; edges are checked
	DifferencePoint w = result->feature.points[0];
	if (!is_face) w = difference_support(d, touch->normal, w);
	double flatness = (double)sides[0].flatness + (double)sides[1].flatness;
	double slack = flatness + 4 * (double)d->error;
	result->status = SEPARATION_CONVERGED;
	result->is_apart = false;
	result->normal = touch->normal;
	result->upper = double3_dot(double3_from(touch->normal), double3_from(w.point));
	result->lower = double_max(result->upper - slack, 0);
	if (!(result->upper > slack && result->upper <= (double)touch->depth + slack)) return false;
	mk_penetration_set_witness(result);
	return true;
}
