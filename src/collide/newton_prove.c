// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A ball inside the difference. Triangles between points of it make a double pyramid: its top is the
// point that was found, its bottom the farthest point on the other side, and the ring between them are
// the supports in some directions a little beside the normal. If the origin is behind the planes of all
// triangles, no direction has a smaller h than the nearest of these planes is far: the ball of that
// radius is inside the pyramid, which is inside the difference. The planes below tell about other
// directions, those above about the ones near the normal, where the minimum is the only one as a rule: they
// are lower than it by some part of the angle squared. So h is asked for along the lowest of them.
#include "collide/newton_search.h"

// How far beside the top the ring shall be, in depths: the planes below them are then farther
// away than the depth.
static const double spread_depths = 10;

// The angles (tangents) by which the normal is turned for them: with less the planes above are noise,
// with more they are too low.
static const double least_tilt = 0.02;
static const double most_tilt = 0.25;

// The same for the disc of a cap, all of which is a face: the ring shall be its rim.
static const double cap_tilt = 1e-7;

// Cosine and sine of an eighth of a turn.
static const double half_root = 0.70710678118654752440;

// How much lower the planes above may be if there are corners, in tolerances of the search: together less
// than a hundred thousandth of the size.
static const double sharp_slack = 4;

// The same for shallow overlaps of round sides, as part of the depth, and how shallow these are, as part of
// the size of what is round.
static const double smooth_slack = 0.05;
static const double shallow_part = 0.05;

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

// Sides and spokes of the ring.
enum { LOW_PLACES = 16 };

// What may be lower than the top without another look, as part of the size (no unit): the accuracy that is
// promised.
static const double low_part = 1e-5;

typedef struct Pyramid {
	Search *search;
	Bend w; // radii of curvature at the top
	Double3 top;
	Double3 bottom;
	double no_area; // m^2; what is less is none
	double above;   // m; distance of the nearest plane of the upper triangles
	double below;   // m; of the lower ones
	uint32_t low_count;
	Double3 low[LOW_PLACES]; // directions that leave room for another minimum
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
	double tilt = s->count == 0 ? cap_tilt : tilt_for(radius_beside(s, d), s->height);
	Double3 turn = in_space(s, d, tilt);
	s->iterations++;
	return newton_support(s, double3_add(s->look->frame.n, turn));
}

// Keeps a direction in which the pyramid is lower than the top.
static void keep_low(Pyramid *p, Double3 way, double distance) {
	const Search *s = p->search;
	bool is_low = distance < s->height - low_part * s->size && distance > 0;
	if (!is_low || p->low_count == LOW_PLACES) return;
	p->low[p->low_count++] = double3_scale(way, 1 / double3_length(way));
}

// The place of a spoke from the top that is nearest to the origin.
static void keep_spoke(Pyramid *p, Double3 to) {
	Double3 spoke = double3_sub(to, p->top);
	double along = -double3_dot(p->top, spoke) / double3_dot(spoke, spoke);
	if (!(along > 0 && along < 1)) return;
	Double3 foot = double3_add(p->top, double3_scale(spoke, along));
	keep_low(p, foot, double3_length(foot));
}

// Adds the triangles above and below a side of the ring.
static void add_side(Pyramid *p, Double3 from, Double3 to) {
	double distance = distance_of(p->top, from, to, p->no_area);
	p->above = fmin(p->above, distance);
	keep_spoke(p, from);
	Double3 normal = double3_cross(double3_sub(from, p->top), double3_sub(to, p->top));
	keep_low(p, normal, distance);
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

// The size (m) of what is round at a side: much deeper than that, edges and ends of it are near as well.
static double round_size(const PieceSide *side) {
	switch (side->kind) {
		case PIECES_CIRCLES:
			return fmin(fmin(side->radii[0], side->radii[1]),
					fabs(side->heights[1] - side->heights[0]) / 2);
		case PIECES_ELLIPSOID: return fmin(side->half.x, fmin(side->half.y, side->half.z));
		case PIECES_BALL: return side->radii[0];
		default: return 0;
	}
}

static bool has_many(const PieceSide *side) {
	return side->kind == PIECES_BOX || side->kind == PIECES_CORNERS;
}

// How much lower than the minimum the planes above may be (m). A shape of many corners may have another
// minimum near by, in the next face, and so may a cap: then they must be as high. Of a shallow overlap of
// round sides it is the only one around. Of deeper ones not always, to the accuracy that is promised.
static double slack_of(const Search *s) {
	if (s->count == 0 || has_many(&s->a) || has_many(&s->b)) return sharp_slack * s->enough;
	double round = fmin(round_size(&s->a), round_size(&s->b));
	return s->height < shallow_part * round ? smooth_slack * s->height : low_part * s->size;
}

// A ring that is one point with the top has no planes at all and proves nothing: at a corner, also the
// highest direction of all looks like a minimum.
static bool is_proven(const Pyramid *p) {
	const Search *s = p->search;
	if (!(p->below < (double)INFINITY)) return false;
	return p->below >= s->height && p->above > s->height - slack_of(s);
}

// Looks where the pyramid leaves room for less: beside a minimum that is the only one h is higher.
static bool is_least(Pyramid *p) {
	Search *s = p->search;
	for (uint32_t i = 0; i < p->low_count; i++) {
		s->iterations++;
		if (double3_dot(p->low[i], newton_support(s, p->low[i])) < s->height - s->enough)
			return false;
	}
	return true;
}

// Whether h is bent upwards in the directions that the pieces do not hold: what is flat or bent down there is
// a place to go on from.
static bool is_bent_up(const Pyramid *p, const Active *const carrying[3], uint32_t count) {
	const Search *s = p->search;
	double least = s->height - s->enough;
	if (count == 1) return mk_newton_eigen(p->w).low >= least;
	if (count != 2) return true;
	Flat e = unit(
			(Flat){ carrying[0]->x.x - carrying[1]->x.x, carrying[0]->x.y - carrying[1]->x.y });
	return e.y * e.y * p->w.xx - 2 * e.x * e.y * p->w.xy + e.x * e.x * p->w.yy >= least;
}

static void clear(Pyramid *p) {
	p->above = (double)INFINITY;
	p->below = (double)INFINITY;
	p->low_count = 0;
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
	result->lower = 0;
	result->rival = 0;
	if (!is_bent_up(&p, carrying, count)) return false;
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
	return is_proven(&p) && is_least(&p);
}
