// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The ends of bodies of revolution are discs, also under maps, and h has a point along their
// normals: no derivative is needed to know that minimum, one support of the other shape is.
#include "collide/newton_search.h"

// Directions nearer to an axis than this (cosine) are tried along it first: 37 degrees.
static const double cap_cosine = 0.8;

// Discs that a map made flatter than this, in one direction of their plane against the other (no
// unit), have a normal that is rounding.
static const double flat_part = 1e-3;

// The unit normal of the discs of a side, along its y axis; false if a map left none.
static bool disc_normal(const PieceSide *own, Double3 *normal) {
	Double3 across = double3_cross(own->z, own->x);
	double length = double3_length(across);
	double along = double3_dot(across, own->y);
	double squares = double3_dot(own->x, own->x) + double3_dot(own->z, own->z);
	if (!(length > flat_part * squares) || along == 0) return false;
	*normal = double3_scale(across, (along < 0 ? -1 : 1) / length);
	return true;
}

// How far it is, at least, from a point of a disc's plane, seen from the middle, to the rim;
// negative outside. The point is x s + z t, and s and t are told by areas. No length in that plane
// is shortened by the map to less than the area over the longer side of a rectangle around it.
static double reach_of(const PieceSide *own, Double3 point, double radius) {
	Double3 area = double3_cross(own->z, own->x);
	double whole = double3_dot(area, area);
	double s = double3_dot(area, double3_cross(own->z, point)) / whole;
	double t = double3_dot(area, double3_cross(point, own->x)) / whole;
	double longest = sqrt(double3_dot(own->x, own->x) + double3_dot(own->z, own->z));
	double stretch = own->is_rigid ? 1 : sqrt(whole) / longest;
	return (radius - sqrt(s * s + t * t)) * stretch;
}

bool mk_newton_look_at_cap(Search *search, Double3 guess, bool is_b, Cap *cap) {
	Search *s = search;
	const PieceSide *own = is_b ? &s->b : &s->a;
	const PieceSide *other = is_b ? &s->a : &s->b;
	Double3 axis;
	if (own->kind != PIECES_CIRCLES || !disc_normal(own, &axis)) return false;
	double facing = double3_dot(axis, guess);
	if (!(fabs(facing) > cap_cosine)) return false;
	double side = facing < 0 ? -1 : 1;
	// outward from B is against the normal
	uint32_t end = (side > 0) != is_b ? 1 : 0;
	if (!(own->radii[end] > 0)) return false;
	s->iterations++;
	cap->normal = double3_scale(axis, side);
	Double3 point = mk_piece_support(other, double3_scale(cap->normal, is_b ? 1 : -1));
	point = is_b ? double3_sub(point, s->offset) : double3_add(point, s->offset);
	double height = own->heights[end] + (end == 1 ? own->round : -own->round);
	Double3 middle = double3_scale(own->y, height);
	Double3 way = double3_sub(point, middle);
	double above = double3_dot(axis, way);
	Double3 across = double3_sub(way, double3_scale(axis, above));
	cap->reach = reach_of(own, across, own->radii[end]);
	cap->beside = double3(0, 0, 0);
	if (!(cap->reach >= 0)) cap->beside = newton_unit_or(across, cap->beside);
	Double3 on_cap = double3_add(middle, across);
	cap->height = is_b ? side * above : -side * above;
	cap->a = is_b ? double3_add(point, s->offset) : on_cap;
	cap->b = is_b ? double3_add(on_cap, s->offset) : point;
	return true;
}
