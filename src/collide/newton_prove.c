// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A ball inside the difference. Triangles between points of it make a double pyramid: its top is the
// point that was found, its bottom the farthest point on the other side, and the ring between them are
// the supports in some directions a little beside the normal. If the origin is behind the planes of all
// triangles, no direction has a smaller h than the nearest of these planes is far: the ball of that
// radius is inside the pyramid, which is inside the difference. The planes below tell about other
// directions, those above about the ones near the normal, where the minimum is the only one: they are
// lower than it by some part of the angle squared.
#include "collide/newton_search.h"

// How far beside the top the ring shall be, in depths: the planes below them are then farther
// away than the depth.
static const double spread_depths = 10;

// The angles (tangents) by which the normal is turned for them: with less the planes above are noise,
// with more they are too low.
static const double least_tilt = 0.02;
static const double most_tilt = 0.25;

// Cosine and sine of an eighth of a turn.
static const double half_root = 0.70710678118654752440;

// How much lower the planes above may be if there are corners, in tolerances of the search: together less
// than a hundred thousandth of the size.
static const double sharp_slack = 4;

// The same without corners, as part of the depth.
static const double smooth_slack = 0.05;

static double tilt_for(double radius, double depth) {
	double tilt = spread_depths * depth / fmax(radius, depth);
	return fmin(fmax(tilt, least_tilt), most_tilt);
}

// Returns how far the plane of a triangle is from the origin, which must be behind it: infinity for
// one without area, which bounds nothing, negative if the origin is in front.
static double distance_of(Double3 a, Double3 b, Double3 c, double noise) {
	Double3 normal = double3_cross(double3_sub(b, a), double3_sub(c, a));
	double squared = double3_dot(normal, normal);
	if (!(squared > noise * noise)) return (double)INFINITY;
	return double3_dot(normal, a) / sqrt(squared);
}

static Double3 in_space(const Search *s, Flat direction, double length) {
	return double3_add(double3_scale(s->look->frame.u, direction.x * length),
			double3_scale(s->look->frame.v, direction.y * length));
}

static Flat unit(Flat a) {
	double length = sqrt(a.x * a.x + a.y * a.y);
	return length > 0 ? (Flat){ a.x / length, a.y / length } : (Flat){ 1, 0 };
}

typedef struct Pyramid {
	Search *search;
	Bend w; // radii of curvature at the top
	Double3 top;
	Double3 bottom;
	double no_area; // m^2; what is less is none
	double above;   // m; distance of the nearest plane of the upper triangles
	double below;   // m; of the lower ones
} Pyramid;

// The radius of curvature on a side of the top: of the piece that is there.
static double radius_beside(const Search *s, Flat d) {
	double farthest = (double)-INFINITY;
	Bend w = { 0, 0, 0 };
	for (uint32_t i = 0; i < s->count; i++) {
		const Active *a = &s->set[i];
		double far = d.x * a->x.x + d.y * a->x.y;
		if (!(a->weight > 0) || !(far > farthest)) continue;
		farthest = far;
		w = a->w;
	}
	return d.x * d.x * w.xx + 2 * d.x * d.y * w.xy + d.y * d.y * w.yy;
}

// The support in a direction beside the normal.
static Double3 beside(Pyramid *p, Flat d) {
	Search *s = p->search;
	Double3 turn = in_space(s, d, tilt_for(radius_beside(s, d), s->height));
	s->iterations++;
	return newton_support(s, double3_add(s->look->frame.n, turn));
}

// Adds the triangles above and below a side of the ring.
static void add_side(Pyramid *p, Double3 from, Double3 to) {
	p->above = fmin(p->above, distance_of(p->top, from, to, p->no_area));
	p->below = fmin(p->below, distance_of(p->bottom, to, from, p->no_area));
}

static void add_corner(Pyramid *p, Double3 from, Flat outward, Double3 to) {
	Double3 corner = beside(p, outward);
	add_side(p, from, corner);
	add_side(p, corner, to);
}

// Directions all round, from the edge or the larger curvature.
static void add_ring(Pyramid *p, Flat e, uint32_t count) {
	Double3 first = beside(p, e);
	Double3 last = first;
	Flat d = e;
	for (uint32_t i = 1; i < count; i++) {
		d = count == 4 ? (Flat){ -d.y, d.x }
					   : (Flat){ (d.x - d.y) * half_root, (d.x + d.y) * half_root };
		Double3 next = beside(p, d);
		add_side(p, last, next);
		last = next;
	}
	add_side(p, last, first);
}

static Double3 point_of(const Search *s, const Active *a) {
	Double3 n = s->look->frame.n;
	Double3 on_a = mk_piece_point(&s->a, n, a->id_a);
	Double3 on_b = mk_piece_point(&s->b, double3_scale(n, -1), a->id_b);
	return double3_sub(on_a, double3_add(on_b, s->offset));
}

// Two pieces: the edge between their points, and across it.
static void add_two(Pyramid *p, const Active *first, const Active *second) {
	Double3 start = point_of(p->search, first);
	Double3 end = point_of(p->search, second);
	Flat e = unit((Flat){ first->x.x - second->x.x, first->x.y - second->x.y });
	add_corner(p, start, (Flat){ -e.y, e.x }, end);
	add_corner(p, end, (Flat){ e.y, -e.x }, start);
}

// Three pieces: their points are a triangle at the height of the top. Where a side of it is too near,
// the face goes on behind it.
static void add_three(Pyramid *p, const Active *const corners[3]) {
	const Search *s = p->search;
	Flat a = corners[0]->x;
	Flat b = corners[1]->x;
	Flat c = corners[2]->x;
	bool is_left = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0;
	const Active *const turn[3] = { corners[0], corners[is_left ? 1 : 2],
		corners[is_left ? 2 : 1] };
	for (uint32_t i = 0; i < 3; i++) {
		const Active *from = turn[i];
		const Active *to = turn[(i + 1) % 3];
		Double3 start = point_of(s, from);
		Double3 end = point_of(s, to);
		if (distance_of(p->bottom, end, start, p->no_area) >= s->height) {
			add_side(p, start, end);
			continue;
		}
		Flat outward = { to->x.y - from->x.y, from->x.x - to->x.x };
		add_corner(p, start, unit(outward), end);
	}
}

static bool has_many(const PieceSide *side) {
	return side->kind == PIECES_BOX || side->kind == PIECES_CORNERS;
}

// A shape of many corners may have another minimum near by, in the next face: then the planes above must
// be as high as the minimum.
static bool is_proven(const Pyramid *p) {
	const Search *s = p->search;
	bool is_sharp = has_many(&s->a) || has_many(&s->b);
	double slack = is_sharp ? sharp_slack * s->enough : smooth_slack * s->height;
	return p->below >= s->height && p->above > s->height - slack;
}

static void clear(Pyramid *p) {
	p->above = (double)INFINITY;
	p->below = (double)INFINITY;
}

bool mk_newton_prove(Search *s, NewtonResult *result) {
	const Active *carrying[3];
	uint32_t count = 0;
	Pyramid p = { .search = s };
	clear(&p);
	for (uint32_t i = 0; i < s->count; i++) {
		const Active *a = &s->set[i];
		if (!(a->weight > 0)) continue;
		p.w.xx += a->weight * a->w.xx;
		p.w.xy += a->weight * a->w.xy;
		p.w.yy += a->weight * a->w.yy;
		carrying[count++] = a;
	}
	Double3 n = s->look->frame.n;
	p.top = double3_scale(n, s->height);
	p.bottom = newton_support(s, double3_scale(n, -1));
	p.no_area = s->enough * s->height;
	s->iterations++;
	Flat e = mk_newton_eigen(p.w).axis;
	if (count == 3) {
		add_three(&p, carrying);
	} else if (count == 2) {
		add_two(&p, carrying[0], carrying[1]);
		e = unit(
				(Flat){ carrying[0]->x.x - carrying[1]->x.x, carrying[0]->x.y - carrying[1]->x.y });
	} else {
		add_ring(&p, e, 4);
	}
	if (!is_proven(&p)) {
		// the edge or face ends near the top: all round it, and finer
		clear(&p);
		add_ring(&p, e, 8);
	}
	result->lower = fmin(fmin(p.above, p.below), s->height);
	result->rival = p.below;
	return is_proven(&p);
}
