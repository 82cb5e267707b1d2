// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The surface is a list of triangles without links: of so few, those that see a point are
// found by looking at all, and their border is what is left of their edges when those that
// run both ways are taken out.
#include "collide/pyramid.h"

#include "collide/gjk_closed.h"
#include "collide/penetration_reuse.h"
#include "collide/rival.h"

// Supports that are asked for before the pair is left to EPA, which is not much dearer by then.
enum { MAX_SUPPORTS = 8 };

// The pyramid has four corners, the last one is inside of the difference. A closed surface of
// triangles with n corners has 2n - 4 of them.
enum { INSIDE = 3, MAX_POINTS = 4 + MAX_SUPPORTS, MAX_SIDES = 2 * MAX_POINTS - 4 };

// A pyramid that is lower than this many rounding floors is none.
static const double flat_floors = 8;

// How far above a side, in rounding floors, a point may be and not be seen by it: that of the
// support for a side on the surface, too. And how far beside it the foot of the origin may be, if
// cores overlap: what is beside a side may be as much less deep, or apart.
static const double surface_floors = 2;

typedef struct Side {
	Double3 normal; // unit, outward
	double distance;
	uint8_t corners[3]; // counter-clockwise from outside
} Side;

typedef struct Edge {
	uint8_t start;
	uint8_t end;
} Edge;

typedef struct Pyramid {
	const PyramidInput *input;
	uint32_t point_count;
	uint32_t side_count;
	double slack;       // m; surface_floors
	double passed_over; // m; least height of sides on the surface that the foot is beside
	DifferencePoint points[MAX_POINTS];
	Double3 at[MAX_POINTS]; // points[i].point
	Side sides[MAX_SIDES];
	double keys[MAX_SIDES]; // distances of sides that may be the answer, infinite for others
} Pyramid;

// The edges of sides that were taken away.
typedef struct Border {
	uint32_t count;
	Edge edges[3 * MAX_SIDES];
} Border;

// Writes a point inside the core of a solid; false if none is known.
static bool find_inside(const DifferenceSide *side, Vec3 *inside) {
	ShapeKind kind = side->shape->kind;
	bool is_box = kind == SHAPE_BOX || kind == SHAPE_ROUNDED_BOX;
	if (side->is_round_core || (!is_box && kind != SHAPE_HULL)) return false;
	Vec3 center = is_box ? vec3_zero() : ((const HullShape *)side->shape)->hull.center;
	*inside = side->is_local ? center : mat3_apply(side->linear, center);
	return true;
}

// Adds a side; false if its corners are on a line, or there is no room.
static bool add_side(Pyramid *p, uint8_t a, uint8_t b, uint8_t c) {
	if (p->side_count == MAX_SIDES) return false;
	Double3 start = p->at[a];
	Double3 area = double3_cross(double3_sub(p->at[b], start), double3_sub(p->at[c], start));
	double squared = double3_dot(area, area);
	if (!(squared > 0)) return false;
	Side *side = &p->sides[p->side_count];
	side->normal = double3_scale(area, 1 / sqrt(squared));
	side->distance = double3_dot(side->normal, start);
	side->corners[0] = a;
	side->corners[1] = b;
	side->corners[2] = c;
	p->keys[p->side_count++] = side->distance;
	return true;
}

static void remove_side(Pyramid *p, uint32_t index) {
	p->side_count--;
	p->sides[index] = p->sides[p->side_count];
	p->keys[index] = p->keys[p->side_count];
}

// Puts the last corners where they are now; false if they are not known.
static bool restore(Pyramid *p, const GjkCache *last) {
	const Difference *d = p->input->difference;
	if (last->count != 3) return false;
	for (uint32_t i = 0; i < 3; i++) {
		uint32_t id_a = last->ids_a[i];
		uint32_t id_b = last->ids_b[i];
		if (id_a >= d->a.shape->vertex_count || id_b >= d->b.shape->vertex_count) return false;
		p->points[i] = gjk_corner_pair(d, id_a, id_b);
		p->at[i] = double3_from(p->points[i].point);
	}
	return true;
}

// The pyramid over the last corners; false if there is none with some volume.
static bool begin(Pyramid *p, const PyramidInput *input) {
	const Difference *d = input->difference;
	Vec3 inside_a;
	Vec3 inside_b;
	p->input = input;
	if (!find_inside(&d->a, &inside_a) || !find_inside(&d->b, &inside_b)) return false;
	if (!restore(p, input->last)) return false;
	p->points[INSIDE] = p->points[0]; // a hint
	p->at[INSIDE] = double3_between(inside_a, vec3_add(inside_b, d->offset));
	p->slack = surface_floors * (double)d->error;
	p->passed_over = (double)INFINITY;
	p->point_count = 4;
	p->side_count = 0;
	if (!add_side(p, 0, 1, 2)) return false;
	double height = p->sides[0].distance - double3_dot(p->sides[0].normal, p->at[INSIDE]);
	if (!(fabs(height) > flat_floors * (double)d->error)) return false;
	uint8_t second = height > 0 ? 1 : 2;
	uint8_t third = height > 0 ? 2 : 1;
	if (height < 0) {
		p->side_count = 0;
		add_side(p, 0, second, third);
	}
	return add_side(p, second, 0, INSIDE) && add_side(p, third, second, INSIDE) &&
			add_side(p, 0, third, INSIDE);
}

static uint32_t nearest_side(const Pyramid *p) {
	uint32_t nearest = 0;
	for (uint32_t i = 1; i < p->side_count; i++)
		nearest = p->keys[i] < p->keys[nearest] ? i : nearest;
	return nearest;
}

// Adds an edge, or takes out the one that runs the other way.
static void toggle_edge(Border *border, uint8_t start, uint8_t end) {
	for (uint32_t i = 0; i < border->count; i++) {
		Edge e = border->edges[i];
		if (e.start != end || e.end != start) continue;
		border->edges[i] = border->edges[--border->count];
		return;
	}
	border->edges[border->count++] = (Edge){ start, end };
}

// Returns whether the edges are one closed line: rounding might leave another border.
static bool is_ring(const Border *border) {
	uint32_t steps = 0;
	uint8_t at = border->edges[0].end;
	for (; at != border->edges[0].start && steps < border->count; steps++) {
		uint32_t next = 0;
		while (next < border->count && border->edges[next].start != at)
			next++;
		if (next == border->count) return false;
		at = border->edges[next].end;
	}
	return steps + 1 == border->count;
}

// Replaces the sides that see the latest point by a fan from their border to it.
static bool raise(Pyramid *p) {
	uint8_t top = (uint8_t)(p->point_count - 1);
	Border border = { .count = 0 };
	for (uint32_t i = 0; i < p->side_count;) {
		const Side *side = &p->sides[i];
		if (!(double3_dot(side->normal, p->at[top]) - side->distance > p->slack)) {
			i++;
			continue;
		}
		const uint8_t *c = side->corners;
		toggle_edge(&border, c[0], c[1]);
		toggle_edge(&border, c[1], c[2]);
		toggle_edge(&border, c[2], c[0]);
		remove_side(p, i);
	}
	if (border.count < 3 || !is_ring(&border)) return false;
	for (uint32_t i = 0; i < border.count; i++) {
		if (!add_side(p, border.edges[i].start, border.edges[i].end, top)) return false;
	}
	return true;
}

// Whether the foot of the origin is beside an edge by no more than a length. `area` is that of the
// triangle of the edge and the foot, twice, negative outside.
static bool is_near_edge(const Pyramid *p, uint8_t start, uint8_t end, double area, double slack) {
	Double3 edge = double3_sub(p->at[end], p->at[start]);
	return area >= 0 || area * area <= slack * slack * double3_dot(edge, edge);
}

// Writes the weights of the origin's foot on a side. Returns whether it is between the corners, or
// beside them by no more than a length.
static bool weigh_foot(const Pyramid *p, const Side *side, double slack, double weights[3]) {
	const uint8_t *i = side->corners;
	Double3 a = p->at[i[0]];
	Double3 b = p->at[i[1]];
	Double3 c = p->at[i[2]];
	weights[0] = double3_dot(side->normal, double3_cross(b, c));
	weights[1] = double3_dot(side->normal, double3_cross(c, a));
	weights[2] = double3_dot(side->normal, double3_cross(a, b));
	return weights[0] + weights[1] + weights[2] > 0 &&
			is_near_edge(p, i[1], i[2], weights[0], slack) &&
			is_near_edge(p, i[2], i[0], weights[1], slack) &&
			is_near_edge(p, i[0], i[1], weights[2], slack);
}

static void set_feature(
		const Pyramid *p, const Side *side, double weights[3], GjkSimplex *feature) {
	double sum = 0;
	for (uint32_t i = 0; i < 3; i++) {
		weights[i] = double_max(weights[i], 0);
		sum += weights[i];
	}
	feature->count = 3;
	for (uint32_t i = 0; i < 3; i++) {
		feature->points[i] = p->points[side->corners[i]];
		feature->weights[i] = weights[i] / sum;
	}
}

// The smallest distance of a side that belongs to another minimum than the normal found.
static double find_rival(const Pyramid *p, Double3 normal) {
	double rival = (double)INFINITY;
	for (uint32_t i = 0; i < p->side_count; i++) {
		const Side *side = &p->sides[i];
		bool is_other = !(double3_dot(side->normal, normal) > basin_cosine);
		rival = is_other && side->distance < rival ? side->distance : rival;
	}
	return rival;
}

static bool has_inside(const Side *side) {
	return side->corners[0] == INSIDE || side->corners[1] == INSIDE || side->corners[2] == INSIDE;
}

// A side that is on the surface, with the support above it: the answer if the foot is on
// it. Cores that are apart have their distance from nowhere else, but for an edge or a
// corner, which is left to GJK.
static bool take(const Pyramid *p, const Side *side, EpaResult *result) {
	double weights[3];
	bool is_apart = result->upper < 0;
	if (has_inside(side)) return false;
	if (!weigh_foot(p, side, is_apart ? 0 : p->slack, weights)) return false;
	result->status = SEPARATION_CONVERGED;
	result->is_apart = is_apart;
	result->lower = double_min(side->distance, double_min(result->upper, p->passed_over));
	result->rival = find_rival(p, side->normal);
	set_feature(p, side, weights, &result->feature);
	mk_penetration_set_witness(result);
	return true;
}

// Asks for the support above a side, and writes its height along the normal as that is rounded.
static void ask(Pyramid *p, const Side *side, EpaResult *result) {
	Double3 n = side->normal;
	const DifferencePoint *near = &p->points[side->corners[0]];
	DifferencePoint *w = &p->points[p->point_count];
	result->normal = vec3((Real)n.x, (Real)n.y, (Real)n.z);
	*w = difference_support(p->input->difference, result->normal, *near);
	p->at[p->point_count++] = double3_from(w->point);
	result->iterations++;
	result->upper = double3_dot(double3_from(result->normal), p->at[p->point_count - 1]);
	result->point_a = w->a;
	result->point_b = w->b;
}

PyramidState mk_pyramid(const PyramidInput *input, EpaResult *result) {
	Pyramid p;
	if (!begin(&p, input)) return PYRAMID_UNKNOWN;
	result->iterations = 0;
	while (p.point_count < MAX_POINTS) {
		uint32_t nearest = nearest_side(&p);
		const Side *side = &p.sides[nearest];
		ask(&p, side, result);
		double height = result->upper;
		if (-height > input->limit) return PYRAMID_BEYOND;
		if (height - side->distance > p.slack) {
			if (!raise(&p)) return PYRAMID_UNKNOWN;
			continue;
		}
		if (height > p.passed_over + p.slack) return PYRAMID_UNKNOWN;
		if (take(&p, side, result)) return PYRAMID_FOUND;
		p.keys[nearest] = (double)INFINITY;
		p.passed_over = double_min(p.passed_over, height);
	}
	return PYRAMID_UNKNOWN;
}
