// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// In double: cross products of nearly parallel edges keep their digits. No axis is normalised
// before the end: depths are compared as squares, multiplied across.
#include "collide/penetration_box.h"

// Squared sine of the angle between edges below which they count as parallel: rounding of
// double leaves nothing of the direction of shorter products, and the face axes are as
// good to this angle, 1e-8.
static const double parallel_squared = 1e-16;

typedef struct Boxes {
	Double3 half;       // of A
	Double3 way;        // from A to B
	Double3 edges[3];   // half edges of B
	Double3 normals[3]; // of its faces: cross products of the two other edges
	double volume;      // product of an edge and its normal, not negative
} Boxes;

// An axis with what the boxes overlap along it: depth = overlap / length.
typedef struct BoxAxis {
	double overlap;
	double length_squared;
	uint8_t group; // 0: face of A, 1: face of B, 2: edges
	uint8_t a;     // axis of A
	uint8_t b;     // axis of B
} BoxAxis;

static double at(Double3 v, uint32_t i) { return i == 0 ? v.x : i == 1 ? v.y : v.z; }

static Double3 absolute(Double3 v) { return double3(fabs(v.x), fabs(v.y), fabs(v.z)); }

static void set_boxes(Boxes *x, const Difference *d) {
	Double3 half_b = double3_from(((const BoxShape *)d->b.shape)->half);
	x->half = double3_from(((const BoxShape *)d->a.shape)->half);
	x->way = double3_from(d->offset);
	x->edges[0] = double3_scale(double3_from(d->b.linear.x), half_b.x);
	x->edges[1] = double3_scale(double3_from(d->b.linear.y), half_b.y);
	x->edges[2] = double3_scale(double3_from(d->b.linear.z), half_b.z);
	x->normals[0] = double3_cross(x->edges[1], x->edges[2]);
	x->normals[1] = double3_cross(x->edges[2], x->edges[0]);
	x->normals[2] = double3_cross(x->edges[0], x->edges[1]);
	x->volume = fabs(double3_dot(x->edges[0], x->normals[0]));
}

// Takes an axis if the boxes overlap less along it. Returns false if they do not overlap.
static inline bool offer(BoxAxis *best, double overlap, double length_squared, BoxAxis from) {
	if (!(overlap > 0)) return false;
	if (overlap * overlap * best->length_squared < best->overlap * best->overlap * length_squared) {
		*best = from;
		best->overlap = overlap;
		best->length_squared = length_squared;
	}
	return true;
}

static bool offer_faces_of_a(const Boxes *x, BoxAxis *best) {
	Double3 reach = double3_add(absolute(x->edges[0]), absolute(x->edges[1]));
	reach = double3_add(double3_add(reach, absolute(x->edges[2])), x->half);
	Double3 overlap = double3_sub(reach, absolute(x->way));
	return offer(best, overlap.x, 1, (BoxAxis){ .group = 0, .a = 0 }) &&
			offer(best, overlap.y, 1, (BoxAxis){ .group = 0, .a = 1 }) &&
			offer(best, overlap.z, 1, (BoxAxis){ .group = 0, .a = 2 });
}

static bool offer_faces_of_b(const Boxes *x, BoxAxis *best) {
	for (uint8_t j = 0; j < 3; j++) {
		Double3 n = x->normals[j];
		double reach = double3_dot(x->half, absolute(n)) + x->volume;
		double overlap = reach - fabs(double3_dot(x->way, n));
		if (!offer(best, overlap, double3_dot(n, n), (BoxAxis){ .group = 1, .b = j })) return false;
	}
	return true;
}

// The axes e_i x edge j of B, i = 0 to 2: their products with B's other edges
// are components of normals.
static bool offer_edges(const Boxes *x, uint8_t j, BoxAxis *best) {
	Double3 edge = x->edges[j];
	Double3 size = absolute(edge);
	Double3 half = x->half;
	Double3 squares = double3(edge.x * edge.x, edge.y * edge.y, edge.z * edge.z);
	Double3 other = x->normals[j < 2 ? j + 1 : 0];
	Double3 others = double3_add(absolute(other), absolute(x->normals[j > 0 ? j - 1 : 2]));
	Double3 reach = double3(half.y * size.z + half.z * size.y, half.x * size.z + half.z * size.x,
			half.x * size.y + half.y * size.x);
	Double3 along = absolute(double3_cross(edge, x->way));
	Double3 overlap = double3_sub(double3_add(reach, others), along);
	const double overlaps[3] = { overlap.x, overlap.y, overlap.z };
	const double lengths[3] = { squares.y + squares.z, squares.z + squares.x,
		squares.x + squares.y };
	double least = parallel_squared * (squares.x + squares.y + squares.z);
	for (uint8_t i = 0; i < 3; i++) {
		if (!(lengths[i] > least)) continue;
		BoxAxis from = { .group = 2, .a = i, .b = j };
		if (!offer(best, overlaps[i], lengths[i], from)) return false;
	}
	return true;
}

static Double3 direction_of(const Boxes *x, const BoxAxis *axis) {
	Double3 unit = double3(axis->a == 0, axis->a == 1, axis->a == 2);
	if (axis->group == 0) return unit;
	return axis->group == 1 ? x->normals[axis->b] : double3_cross(unit, x->edges[axis->b]);
}

// The corner of A that is farthest along a direction.
static Double3 corner_of_a(const Boxes *x, Double3 n, uint32_t *id) {
	*id = (uint32_t)(n.x < 0) | (uint32_t)(n.y < 0) << 1 | (uint32_t)(n.z < 0) << 2;
	return double3(n.x < 0 ? -x->half.x : x->half.x, n.y < 0 ? -x->half.y : x->half.y,
			n.z < 0 ? -x->half.z : x->half.z);
}

// The corner of B that is farthest against it.
static Double3 corner_of_b(const Boxes *x, Double3 n, uint32_t *id) {
	Double3 corner = x->way;
	*id = 0;
	for (uint32_t j = 0; j < 3; j++) {
		bool is_along = double3_dot(n, x->edges[j]) > 0;
		*id |= (uint32_t)is_along << j;
		corner = double3_add(corner, double3_scale(x->edges[j], is_along ? -1 : 1));
	}
	return corner;
}

// Whether a corner of B is above the face of A, not beside it.
static bool is_above_a(const Boxes *x, Double3 corner, uint32_t axis, double slack) {
	Double3 place = absolute(corner);
	return (axis == 0 || place.x <= x->half.x + slack) &&
			(axis == 1 || place.y <= x->half.y + slack) &&
			(axis == 2 || place.z <= x->half.z + slack);
}

// Whether a point of the plane of B's face is in the face.
static bool is_above_b(const Boxes *x, Double3 point, uint32_t axis, double slack) {
	Double3 place = double3_sub(point, x->way);
	for (uint32_t j = 0; j < 3; j++) {
		Double3 n = x->normals[j];
		double most = x->volume + slack * double3_length(n);
		if (j != axis && !(fabs(double3_dot(place, n)) <= most)) return false;
	}
	return true;
}

// Moves corners along their edges to where these cross, seen along the axis. False if they do not.
static bool cross_edges(const Boxes *x, const BoxAxis *axis, Double3 *a, Double3 *b, double slack) {
	Double3 edge = x->edges[axis->b];
	Double3 unit = double3(axis->a == 0, axis->a == 1, axis->a == 2);
	// the part of B's edge across A's
	Double3 across = double3_sub(edge, double3_scale(unit, at(edge, axis->a)));
	double t = double3_dot(double3_sub(*a, *b), across) / axis->length_squared;
	*b = double3_add(*b, double3_scale(edge, t));
	double s = at(*b, axis->a);
	*a = double3_add(*a, double3_scale(unit, s - at(*a, axis->a)));
	Double3 from = double3_sub(*b, x->way);
	// the place on the edge from its middle, in half edges
	Double3 n = x->normals[axis->b];
	double most = x->volume + slack * double3_length(n);
	return fabs(s) <= at(x->half, axis->a) + slack && fabs(double3_dot(from, n)) <= most;
}

// Writes the answer for the best axis; false if it is not clear where the boxes touch, or how deep.
static bool set_depth(const Boxes *x, const BoxAxis *axis, double slack, BoxDepth *found) {
	double length = sqrt(axis->length_squared);
	Double3 n = direction_of(x, axis);
	double sign = double3_dot(n, x->way) < 0 ? -1 : 1;
	n = double3_scale(n, sign / length);
	Double3 a = corner_of_a(x, n, &found->id_a);
	Double3 b = corner_of_b(x, n, &found->id_b);
	double depth = axis->overlap / length;
	// of edges that shear made nearly parallel, the products know less than the corners
	if (!(fabs(double3_dot(n, double3_sub(a, b)) - depth) <= slack)) return false;
	bool is_clear;
	if (axis->group == 0) {
		is_clear = is_above_a(x, b, axis->a, slack);
		a = double3_add(b, double3_scale(n, depth));
	} else if (axis->group == 1) {
		// the sides of a sheared box lean: what counts is where its face is reached
		b = double3_sub(a, double3_scale(n, depth));
		is_clear = is_above_b(x, b, axis->b, slack);
	} else {
		is_clear = cross_edges(x, axis, &a, &b, slack);
	}
	found->depth = depth;
	found->normal = vec3((Real)n.x, (Real)n.y, (Real)n.z);
	found->point_a = vec3((Real)a.x, (Real)a.y, (Real)a.z);
	found->point_b = vec3((Real)b.x, (Real)b.y, (Real)b.z);
	return is_clear;
}

static bool are_boxes(const Difference *d) {
	return d->a.is_local && d->a.shape->kind == SHAPE_BOX && d->b.shape->kind == SHAPE_BOX;
}

bool mk_penetration_boxes(const Difference *difference, BoxDepth *found) {
	if (!are_boxes(difference)) return false;
	Boxes boxes;
	set_boxes(&boxes, difference);
	BoxAxis best = { .overlap = 1e300, .length_squared = 1 };
	if (!offer_faces_of_a(&boxes, &best) || !offer_faces_of_b(&boxes, &best)) return false;
	for (uint8_t j = 0; j < 3; j++) {
		if (!offer_edges(&boxes, j, &best)) return false;
	}
	double error = (double)difference->error;
	return set_depth(&boxes, &best, error, found) && found->depth > 2 * error;
}
