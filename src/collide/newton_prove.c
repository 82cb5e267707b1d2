// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A ball rolls inside the difference: no direction but the normal n has a smaller h than its d.
// Along the great circle from n towards a tangent, by the angle t, a smooth piece is as high as
//     d cos t + slope sin t + integral of w(s) sin(t - s) from 0 to t,
// w its radius of curvature there, since h + h'' = w (Schneider, Convex Bodies, 2.5). If w is d or
// more all the way, that is d or more without a slope: Blaschke's rolling theorem. And w need not
// be looked for: of a circle of radius r about y it is r (y . k)^2 / |n across y|^3, k the pole of
// the great circle, and so never below r (y . k)^2, wherever one goes. The mean of the pieces that
// hold the minimum, with their weights, has no slope, and h is nowhere below it.
//
// Up to an angle t0 the bound is better, r (y . k)^2 / m^3 with the largest m there. From it on, to
// the t1 where what is behind n is farther anyway, this counts for the part
//     c = (cos(t1 - t0) - cos t1) / (1 - cos t1):
// both together are as good as w = r (y . k)^2 (1 + c (1 / m^3 - 1)) all the way.
//
// Where that is too little, across an edge or over a face, the points of the pieces stick out:
// one that is `reach` beside the normal is d cos t + reach sin t high, and what is behind it,
// at the height -H, is farther once t is large. Both are never below d if reach is d (x +
// sqrt(x^2 + H^2 - d^2)) / (H - d), x how far the point behind is beside the normal: then the
// line between them is d away.
#include "collide/newton_search.h"
#include "collide/rival.h"

// How exact the proof is, in tolerances of the search: heights and slopes of pieces are that exact.
static const double slack = 4;

// What is left of the square of an axis whose map is a rotation but for rounding (no unit): its
// length is off by 3 MK_SIMILAR_TOLERANCE at most.
static const double rigid_part = 0.9999;

// The angles t0 that are tried, 0.5, 0.25 and 0.1 radians: sine and cosine of
// a half, and of the whole.
typedef struct Turn {
	double half_sine;
	double half_cosine;
	double sine;
	double cosine;
} Turn;

static const Turn turns[] = {
	{ 0.24740395925452, 0.96891242171065, 0.47942553860420, 0.87758256189037 },
	{ 0.12467473338523, 0.99219766722933, 0.24740395925452, 0.96891242171065 },
	{ 0.04997916927068, 0.99875026039497, 0.09983341664683, 0.99500416527803 },
};

typedef struct Rolling {
	double depth;
	double weights_a[2]; // of the pieces 0 and 1 of both sides
	double weights_b[2];
	Eigen radii; // lower bounds of the radii of curvature, by the tangent
	uint32_t count;
	Flat points[4];  // around the normal, at its height, one after the other along the edges
	double behind;   // m; h(-n), if it was looked at
	double aside;    // m; how far that point is beside the normal
	double required; // m; the reach that is enough
	double farther;  // m; what h(n) is not below from t1 on: more than the depth ...
	double sine;     // ... and sine and cosine of t1
	double cosine;
} Rolling;

static double dot(Flat a, Flat b) { return a.x * b.x + a.y * b.y; }
static Flat minus(Flat a, Flat b) { return (Flat){ a.x - b.x, a.y - b.y }; }

// Adds r (y . k)^2: k is a quarter of a turn from the tangent.
static void add_axis(const Search *s, Double3 y, double r, Bend *w) {
	double u = double3_dot(y, s->look->frame.u);
	double v = double3_dot(y, s->look->frame.v);
	w->xx += r * v * v;
	w->xy -= r * u * v;
	w->yy += r * u * u;
}

// Of an ellipsoid w is k . A k / h^3, A the adjugate of the matrix of its squared radii.
static void add_ellipsoid(const Search *s, const PieceSide *side, double gain, Bend *w) {
	Double3 r = side->half;
	double most = double_max(r.x, double_max(r.y, r.z));
	double scale = rigid_part * gain / (most * most * most);
	add_axis(s, side->x, scale * r.y * r.y * r.z * r.z, w);
	add_axis(s, side->y, scale * r.x * r.x * r.z * r.z, w);
	add_axis(s, side->z, scale * r.x * r.x * r.y * r.y, w);
}

// How much more a circle counts for being seen nearly along its axis up to the angle of a turn.
static double gain_of(const Search *s, const Rolling *r, Double3 y, const Turn *turn) {
	double along = fabs(double3_dot(y, s->look->frame.n));
	double across = sqrt(double_max(1 - along * along, 0));
	if (!(along * turn->cosine > across * turn->sine)) return 1;
	double most = across * turn->cosine + along * turn->sine;
	// cos(t1 - t0) - cos t1 = 2 sin(t0 / 2) sin(t1 - t0 / 2)
	double later = r->sine * turn->half_cosine - r->cosine * turn->half_sine;
	double part = 2 * turn->half_sine * later / (1 - r->cosine);
	return 1 + double_max(part, 0) * (1 / (most * most * most) - 1);
}

// Adds what a side is bent by, of which the pieces 0 and 1 carry these weights. What is not
// known is taken for a corner.
static void add_radii(
		const Search *s, const PieceSide *side, const double weights[2], double gain, Bend *w) {
	if (!side->is_rigid) return;
	if (side->kind == PIECES_ELLIPSOID) add_ellipsoid(s, side, gain, w);
	if (side->kind != PIECES_CIRCLES && side->kind != PIECES_BALL) return;
	double r = rigid_part * (weights[0] * side->radii[0] + weights[1] * side->radii[1]);
	if (side->kind == PIECES_CIRCLES) {
		add_axis(s, side->y, r * gain, w);
	} else {
		w->xx += r;
		w->yy += r;
	}
}

// Sets the radii, with what a turn gains; NULL: none.
static void set_radii(const Search *s, Rolling *r, const Turn *turn) {
	Bend w = { 0, 0, 0 };
	bool is_a = turn != NULL && s->a.kind == PIECES_CIRCLES;
	bool is_b = turn != NULL && s->b.kind == PIECES_CIRCLES;
	double gain_a = is_a ? gain_of(s, r, s->a.y, turn) : 1;
	double gain_b = is_b ? gain_of(s, r, s->b.y, turn) : 1;
	add_radii(s, &s->a, r->weights_a, gain_a, &w);
	add_radii(s, &s->b, r->weights_b, gain_b, &w);
	r->radii = mk_newton_eigen(w);
}

// The fourth corner of two edges that cross, from three: opposite to the one that has a piece in
// common with both others. The points are put in the order of the sides.
static void add_fourth(Rolling *r, const Active *const p[3]) {
	for (uint32_t i = 0; i < 3; i++) {
		uint32_t k = (i + 1) % 3;
		uint32_t l = (i + 2) % 3;
		bool is_corner = (p[i]->id_a == p[k]->id_a && p[i]->id_b == p[l]->id_b) ||
				(p[i]->id_a == p[l]->id_a && p[i]->id_b == p[k]->id_b);
		if (!is_corner) continue;
		Flat from = p[i]->x;
		Flat sum = { p[k]->x.x + p[l]->x.x, p[k]->x.y + p[l]->x.y };
		r->points[0] = from;
		r->points[1] = p[k]->x;
		r->points[2] = minus(sum, from);
		r->points[3] = p[l]->x;
		r->count = 4;
		return;
	}
}

// Collects points and weights of the pieces that carry something.
static void collect(const Search *s, Rolling *r) {
	const Active *carrying[3];
	for (uint32_t i = 0; i < s->count; i++) {
		const Active *p = &s->set[i];
		if (!(p->weight > 0)) continue;
		r->weights_a[p->id_a & 1] += p->weight;
		r->weights_b[p->id_b & 1] += p->weight;
		r->points[r->count] = p->x;
		carrying[r->count++] = p;
	}
	if (r->count == 3) add_fourth(r, carrying);
}

// Where what is behind, at -H and x beside the normal, is as high as `farther`:
// -H cos t - x sin t is that.
static void find_farther(Rolling *r) {
	r->farther = double_min(2 * r->depth, (r->depth + r->behind) / 2);
	double squared = r->aside * r->aside + r->behind * r->behind;
	double root = sqrt(squared - r->farther * r->farther);
	r->cosine = -(r->behind * r->farther + r->aside * root) / squared;
	r->sine = (r->behind * root - r->aside * r->farther) / squared;
}

// Looks behind: how far points have to stick out.
static void look_behind(Search *s, Rolling *r) {
	const PieceFrame *f = &s->look->frame;
	Double3 point = newton_support(s, double3_scale(f->n, -1));
	s->iterations++;
	double d = r->depth;
	double behind = -double3_dot(f->n, point);
	Flat beside = { double3_dot(f->u, point), double3_dot(f->v, point) };
	double squared = dot(beside, beside);
	double aside = sqrt(squared);
	r->behind = behind;
	r->aside = aside;
	r->required = (double)INFINITY;
	r->farther = 0;
	if (!(behind > d)) return;
	r->required = d * (aside + sqrt(squared + behind * behind - d * d)) / (behind - d);
	find_farther(r);
}

static double reach_along(const Rolling *r, Flat tangent) {
	double reach = dot(r->points[0], tangent);
	for (uint32_t i = 1; i < r->count; i++)
		reach = double_max(reach, dot(r->points[i], tangent));
	return reach;
}

// The least reach of all tangents, or of those that are across the axis of the larger radius but
// for this cosine: across a side, or at the ends.
static double reach_across(const Rolling *r, double cosine) {
	double least = (double)INFINITY;
	Flat e = r->radii.axis;
	Flat f = { -e.y, e.x };
	bool is_all = !(cosine < 1);
	for (uint32_t i = 0; i < r->count; i++) {
		Flat from = r->points[i];
		Flat side = minus(r->points[i + 1 < r->count ? i + 1 : 0], from);
		double length = sqrt(dot(side, side));
		if (!(length > 0)) return 0;
		if (!is_all && fabs(dot(side, f)) > cosine * length) continue;
		least = double_min(least, fabs(from.x * side.y - from.y * side.x) / length);
	}
	if (is_all) return least;
	double sine = sqrt(1 - cosine * cosine);
	for (int i = 0; i < 4; i++) {
		double c = i & 1 ? -cosine : cosine;
		double d = i & 2 ? -sine : sine;
		least = double_min(least, reach_along(r, (Flat){ c * e.x + d * f.x, c * e.y + d * f.y }));
	}
	return least;
}

// What points that stick out this far leave for the directions beside those near the
// normal; 0 if it is not enough.
static double rival_of(const Rolling *r, double reach) {
	if (!(reach > r->required)) return 0;
	double x = reach + r->aside;
	double y = r->depth + r->behind;
	double line = (reach * r->behind - r->depth * r->aside) / sqrt(x * x + y * y);
	double near = near_cosine * r->depth + near_sine * reach;
	return double_min(double_min(near, line), r->behind);
}

// The same if tangents with a larger radius than `radius` are left to that.
static double rival_with(const Rolling *r, double radius) {
	double round = r->depth + (1 - near_cosine) * (radius - r->depth);
	if (r->radii.low >= radius) return round;
	if (!(r->radii.high > radius) || r->count < 2) return 0;
	// at the cosine c from its axis the radius is low + c^2 (high - low)
	double part = (radius - r->radii.low) / (r->radii.high - r->radii.low);
	return double_min(round, rival_of(r, reach_across(r, sqrt(part))));
}

// Both together: as much from the radii as can be, or just enough.
static double rival_by_radii(const Rolling *r) {
	double d = r->depth;
	if (!(r->radii.high > d)) return 0;
	double most = r->radii.low >= d ? r->radii.low : (d + r->radii.high) / 2;
	double rival = rival_with(r, most);
	return rival > d ? rival : rival_with(r, d);
}

static double find_rival(Search *s, Rolling *r) {
	collect(s, r);
	set_radii(s, r, NULL);
	if (r->radii.low >= r->depth) return rival_by_radii(r);
	look_behind(s, r);
	if (!(r->farther > 0)) return 0;
	double rival = r->count > 2 ? rival_of(r, reach_across(r, 1)) : 0;
	if (!(rival >= r->depth)) rival = rival_by_radii(r);
	for (size_t i = 0; i < sizeof(turns) / sizeof(turns[0]) && !(rival >= r->depth); i++) {
		set_radii(s, r, &turns[i]);
		rival = double_min(rival_by_radii(r), r->farther);
	}
	return rival;
}

bool mk_newton_prove(Search *s, NewtonResult *result) {
	Rolling r = { .depth = s->height };
	double rival;
	if (s->count == 0) {
		look_behind(s, &r);
		rival = rival_of(&r, s->cap.reach);
	} else {
		rival = find_rival(s, &r);
	}
	result->lower = 0;
	result->rival = 0;
	if (!(rival >= s->height)) return false;
	result->lower = double_max(s->height - slack * s->enough, 0);
	result->rival = rival;
	return true;
}

// The angles within which that is tried around the normal: 0.1, 0.25, 0.5, 0.7 and 1 radians.
typedef struct Width {
	double sine;
	double cosine;
} Width;

static const Width widths[] = {
	{ 0.09983341664683, 0.99500416527803 },
	{ 0.24740395925452, 0.96891242171065 },
	{ 0.47942553860420, 0.87758256189037 },
	{ 0.64421768723769, 0.76484218728449 },
	{ 0.84147098480790, 0.54030230586814 },
};

// A basin is not told to be wider than a radian, and need not be wider than a half (cosines).
static const double widest = 0.54030230586814;
static const double wide = 0.87758256189037;

static double cube(double x) { return x * x * x; }

// How much more an ellipsoid is bent there than where it is flattest. Along a great circle h^2 is
// h^2 cos^2 + 2 h x sin cos + y^2 sin^2, x how far the point that touches is beside the normal at
// most, y h at a quarter of a turn.
static double ellipsoid_gain(const Search *s, const PieceSide *side, const Width *width) {
	Double3 n = s->look->frame.n;
	Double3 r = side->half;
	double most = double_max(r.x, double_max(r.y, r.z));
	double height = mk_piece_height(side, n);
	Double3 point = mk_piece_support(side, n);
	double aside = sqrt(double_max(double3_dot(point, point) - height * height, 0));
	double squared = height * height + 2 * width->sine * height * aside +
			width->sine * width->sine * (most * most - height * height);
	return squared < most * most ? cube(most / sqrt(squared)) : 1;
}

// The same of any side; circles count for more where they are seen nearly along their axis.
static double gain_within(const Search *s, const PieceSide *side, const Width *width) {
	if (side->kind == PIECES_ELLIPSOID) return ellipsoid_gain(s, side, width);
	if (side->kind != PIECES_CIRCLES) return 1;
	double along = fabs(double3_dot(side->y, s->look->frame.n));
	double across = sqrt(double_max(1 - along * along, 0));
	if (!(along * width->cosine > across * width->sine)) return 1;
	return 1 / cube(across * width->cosine + along * width->sine);
}

// Up to which angle d cos t + reach sin t is not below d, and beyond those near the normal not
// below d + more; its cosine.
static double cosine_of_reach(double d, double more, double reach) {
	double squared = d * d + reach * reach;
	double high = d + more;
	double root = squared - high * high;
	if (!(reach > 0)) return 1;
	if (root > 0 && near_cosine * d + near_sine * reach >= high) {
		double cosine = (d * high - reach * sqrt(root)) / squared;
		if (cosine < near_cosine) return double_max(cosine, widest);
	}
	return double_max((d * d - reach * reach) / squared, near_cosine);
}

// The same for an angle at most, with the radii of curvature that are known up to there.
static double cosine_within(const Search *s, Rolling *r, double more, const Width *width) {
	Bend w = { 0, 0, 0 };
	add_radii(s, &s->a, r->weights_a, gain_within(s, &s->a, width), &w);
	add_radii(s, &s->b, r->weights_b, gain_within(s, &s->b, width), &w);
	r->radii = mk_newton_eigen(w);
	// along a tangent with this radius h is d + (1 - cos t) (radius - d)
	double rest = width->cosine < near_cosine ? more : 0;
	double radius = r->depth + rest / (1 - near_cosine);
	if (r->radii.low >= radius) return width->cosine;
	if (r->count < 2) return 1;
	double spread = r->radii.high - r->radii.low;
	double part = r->radii.high > radius ? (radius - r->radii.low) / spread : 1;
	double reach = reach_across(r, sqrt(part));
	return double_max(cosine_of_reach(r->depth, rest, reach), width->cosine);
}

void mk_newton_find_basin(const Search *s, double margin, NewtonResult *result) {
	Rolling r = { .depth = s->height };
	double more = margin * s->height;
	result->basin = 1;
	if (s->count == 0) {
		result->basin = cosine_of_reach(s->height, more, s->cap.reach);
		return;
	}
	collect(s, &r);
	// what sticks out all round needs no radii
	if (r.count > 2) result->basin = cosine_of_reach(s->height, more, reach_across(&r, 1));
	for (size_t i = 0; i < sizeof(widths) / sizeof(widths[0]) && result->basin > wide; i++) {
		if (!(widths[i].cosine < result->basin)) continue;
		double cosine = cosine_within(s, &r, more, &widths[i]);
		result->basin = double_min(result->basin, cosine);
		if (result->basin > widths[i].cosine) return;
	}
}
