// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The start of a hull: a large tetrahedron, or the finding that the points span less. Each corner
// is the point farthest from what the earlier ones span, so that a flat or collinear start can only
// mean that all points are.
#include "geometry/hull_work.h"

typedef struct Farthest {
	uint32_t point;
	double distance; // or its square, as the search says
} Farthest;

static double distance_squared(Double3 a, Double3 b) {
	Double3 d = double3_sub(a, b);
	return double3_dot(d, d);
}

static double coordinate(Double3 p, int axis) { return axis == 0 ? p.x : axis == 1 ? p.y : p.z; }

// Finds the points with the smallest and the largest coordinate on each
// axis, the first among equals.
static void find_extremes(const HullWork *work, uint32_t extremes[6]) {
	const HullIndices *active = &work->active;
	for (int axis = 0; axis < 3; axis++) {
		uint32_t low = active->data[0];
		uint32_t high = low;
		for (uint32_t i = 1; i < active->count; i++) {
			uint32_t p = active->data[i];
			double value = coordinate(work->points[p], axis);
			if (value < coordinate(work->points[low], axis)) low = p;
			if (value > coordinate(work->points[high], axis)) high = p;
		}
		extremes[2 * axis] = low;
		extremes[2 * axis + 1] = high;
	}
}

// Sets the first two corners to the two extremes that are farthest apart; returns their distance.
static double choose_pair(const HullWork *work, uint32_t corners[4]) {
	uint32_t extremes[6];
	find_extremes(work, extremes);
	double best = -1;
	for (int i = 0; i < 6; i++) {
		for (int j = i + 1; j < 6; j++) {
			double d = distance_squared(work->points[extremes[i]], work->points[extremes[j]]);
			if (d > best) {
				best = d;
				corners[0] = extremes[i];
				corners[1] = extremes[j];
			}
		}
	}
	return sqrt(best);
}

// Returns the point farthest from the line through the first two corners, with its distance.
static Farthest farthest_from_line(const HullWork *work, const uint32_t corners[4]) {
	Double3 a = work->points[corners[0]];
	Double3 along = double3_sub(work->points[corners[1]], a);
	Farthest best = { corners[0], 0 };
	for (uint32_t i = 0; i < work->active.count; i++) {
		uint32_t p = work->active.data[i];
		Double3 cross = double3_cross(along, double3_sub(work->points[p], a));
		double d = double3_dot(cross, cross);
		if (d > best.distance) best = (Farthest){ p, d };
	}
	best.distance = sqrt(best.distance / double3_dot(along, along));
	return best;
}

// Returns the point farthest from a plane on either side, with its signed distance.
static Farthest farthest_from_plane(const HullWork *work, const HullPlane *plane) {
	Farthest best = { work->active.data[0], 0 };
	for (uint32_t i = 0; i < work->active.count; i++) {
		uint32_t p = work->active.data[i];
		double d = hull_plane_distance(plane, work->points[p]);
		if (fabs(d) > fabs(best.distance)) best = (Farthest){ p, d };
	}
	return best;
}

// Sets `start` to the ends of collinear points.
static void choose_ends(HullWork *work, const uint32_t corners[4]) {
	Double3 along = double3_sub(work->points[corners[1]], work->points[corners[0]]);
	Farthest low = { 0, HUGE_VAL };
	Farthest high = { 0, -HUGE_VAL };
	for (uint32_t i = 0; i < work->active.count; i++) {
		uint32_t p = work->active.data[i];
		double d = double3_dot(work->points[p], along);
		if (d < low.distance) low = (Farthest){ p, d };
		if (d > high.distance) high = (Farthest){ p, d };
	}
	work->start[0] = low.point;
	work->start[1] = high.point;
}

// Makes half-edges twins of one another.
static void link_twins(HullWork *work, uint32_t a, uint32_t b) {
	work->faces.data[half_edge_face(a)].twins[a & 3] = b;
	work->faces.data[half_edge_face(b)].twins[b & 3] = a;
}

// Makes the four faces; d is below the plane of abc.
static void make_tetrahedron(HullWork *work, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
	uint32_t base = mk_hull_work_add_face(work, a, b, c);
	// one after the other: in an initialiser the order of numbers would be the compiler's choice
	uint32_t sides[3];
	sides[0] = mk_hull_work_add_face(work, b, a, d);
	sides[1] = mk_hull_work_add_face(work, c, b, d);
	sides[2] = mk_hull_work_add_face(work, a, c, d);
	hull_indices_clear(&work->fan);
	hull_indices_push(&work->fan, base);
	for (uint32_t i = 0; i < 3; i++) {
		link_twins(work, 4 * base + i, 4 * sides[i]);
		// from its first corner to d, beside the side before from d to the same corner
		link_twins(work, 4 * sides[i] + 2, 4 * sides[(i + 1) % 3] + 1);
		hull_indices_push(&work->fan, sides[i]);
	}
	Double3 sum = double3_add(double3_add(work->points[a], work->points[b]),
			double3_add(work->points[c], work->points[d]));
	work->inside = double3_scale(sum, 0.25);
}

HullDimension mk_hull_work_start(HullWork *work) {
	uint32_t corners[4];
	double length = choose_pair(work, corners);
	work->start[0] = work->active.data[0];
	if (!(length > work->margin)) return HULL_POINT;
	Farthest third = farthest_from_line(work, corners);
	if (!(third.distance > work->margin)) {
		choose_ends(work, corners);
		return HULL_SEGMENT;
	}
	corners[2] = third.point;
	HullPlane plane = mk_hull_plane(
			work->points[corners[0]], work->points[corners[1]], work->points[corners[2]]);
	Farthest fourth = farthest_from_plane(work, &plane);
	work->normal = plane.normal;
	corners[3] = fourth.point;
	memcpy(work->start, corners, sizeof(corners));
	if (!(fabs(fourth.distance) > work->margin)) return HULL_POLYGON;
	bool is_below = fourth.distance < 0;
	make_tetrahedron(
			work, corners[is_below ? 0 : 1], corners[is_below ? 1 : 0], corners[2], fourth.point);
	return HULL_SOLID;
}
