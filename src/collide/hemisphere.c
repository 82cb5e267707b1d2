// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A wedge is the smallest angle in a plane that holds all projections seen so far, from its
// clockwise end to its counter-clockwise one. As long as it is smaller than pi, its bisector is the
// middle of all directions of that plane that have a positive product with every vector.
#include "collide/hemisphere.h"

#include "base/assert.h"

// Projections shorter than this (no unit; of unit vectors) have no direction: the vector is along
// or against the normal of the plane, up to its own rounding. Smaller: the direction is noise.
// Larger: vectors that do say something are passed over.
#define MK_PROJECTION_MIN (8 * DBL_EPSILON)

// How far w must be inside for a vector to count as held (no unit; of unit vectors). Shapes see w
// rounded to Real, so a vector that they answer with may miss w by that much; if it then counted as
// held, w would be tried again for ever. Larger: w moves where it need not.
#define MK_HEMISPHERE_EDGE (4 * (double)MK_EPSILON)

typedef struct Double2 {
	double x;
	double y;
} Double2;

typedef struct Wedge {
	uint32_t count;
	Double2 left; // counter-clockwise end
	Double2 right;
} Wedge;

static double cross2(Double2 a, Double2 b) { return a.x * b.y - a.y * b.x; }
static double dot2(Double2 a, Double2 b) { return a.x * b.x + a.y * b.y; }

static Double2 unit2(Double2 a) {
	double scale = 1 / sqrt(dot2(a, a));
	return (Double2){ a.x * scale, a.y * scale };
}

static Double3 unit3(Double3 a) { return double3_scale(a, 1 / double3_length(a)); }

// Widens the wedge to hold c; returns false if it would become pi or more.
static bool wedge_add(Wedge *wedge, Double2 c) {
	if (wedge->count++ == 0) {
		wedge->left = wedge->right = c;
		return true;
	}
	double to_left = cross2(wedge->left, c);
	double to_right = cross2(wedge->right, c);
	if (to_left <= 0 && to_right >= 0) {
		// between the ends, unless both are one line and c is against it
		return dot2(wedge->left, c) > 0 || dot2(wedge->right, c) > 0;
	}
	if (to_left > 0 && to_right > 0) {
		wedge->left = c;
		return true;
	}
	if (to_left < 0 && to_right < 0) {
		wedge->right = c;
		return true;
	}
	// c is against the wedge, unless all three are one direction and their order is noise
	return dot2(wedge->left, c) > 0 && dot2(wedge->right, c) > 0;
}

static Double2 wedge_bisector(const Wedge *wedge) {
	Double2 left = unit2(wedge->left);
	Double2 right = unit2(wedge->right);
	if (dot2(left, right) >= 0) return unit2((Double2){ left.x + right.x, left.y + right.y });
	// nearly opposite ends: their sum has lost its digits, the normal of their difference has not
	return unit2((Double2){ left.y - right.y, right.x - left.x });
}

// Writes the middle, in the plane of two unit vectors at right angles, of the directions that have
// a positive product with all vectors; returns false if there are none.
static bool find_middle(const Hemisphere *h, Double3 axis_x, Double3 axis_y, Double3 *middle) {
	Wedge wedge = { 0 };
	Double3 normal = double3_cross(axis_x, axis_y);
	for (uint32_t i = 0; i < h->count; i++) {
		Double3 r = h->vectors[i];
		Double2 flat = { double3_dot(r, axis_x), double3_dot(r, axis_y) };
		if (dot2(flat, flat) > MK_PROJECTION_MIN * MK_PROJECTION_MIN) {
			if (!wedge_add(&wedge, flat)) return false;
		} else if (double3_dot(r, normal) < 0) {
			return false;
		}
	}
	if (wedge.count == 0) return true;
	Double2 flat = wedge_bisector(&wedge);
	*middle = unit3(double3_add(double3_scale(axis_x, flat.x), double3_scale(axis_y, flat.y)));
	return true;
}

// A unit vector across a unit vector. It exists for all of them: the matrix of the paper, which
// turns r to the z axis, does not for r = +-z.
static Double3 perpendicular(Double3 r) {
	double x = fabs(r.x);
	double y = fabs(r.y);
	double z = fabs(r.z);
	if (x <= y && x <= z) return unit3(double3(0, r.z, -r.y));
	if (y <= z) return unit3(double3(-r.z, 0, r.x));
	return unit3(double3(r.y, -r.x, 0));
}

// Moves w to the middle along two great circles through it.
static bool move_to_middle(Hemisphere *h, Double3 r) {
	Double3 side = double3_cross(h->w, r);
	if (!find_middle(h, h->w, r, &h->w)) return false;
	return find_middle(h, h->w, side, &h->w);
}

bool mk_hemisphere_add(Hemisphere *h, Double3 r) {
	MK_ASSERT(h->count < MK_HEMISPHERE_CAPACITY);
	bool is_first = h->count == 0;
	bool is_held = !is_first && double3_dot(h->w, r) > MK_HEMISPHERE_EDGE;
	if (is_first) h->w = r;
	if (!is_first && !is_held) {
		// the normal of the plane is r: what is against it has no place in any hemisphere
		Double3 axis_x = perpendicular(r);
		h->w = axis_x;
		if (!find_middle(h, axis_x, double3_cross(r, axis_x), &h->w)) return false;
	}
	h->vectors[h->count++] = r;
	return is_first || is_held || move_to_middle(h, r);
}
