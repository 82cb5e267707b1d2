// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The step of Newton's method for one, two and three pieces. Where h is not convex, which happens
// at depths larger than a radius of curvature, a step along a falling direction is as long as it
// would be along a rising one (saddle-free Newton): minima attract, saddles and maxima do not.
#include "collide/newton_search.h"

static double dot(Flat a, Flat b) { return a.x * b.x + a.y * b.y; }
static double cross(Flat a, Flat b) { return a.x * b.y - a.y * b.x; }
static double clamp(double x) {
	double low = x > 0 ? x : 0;
	return low < 1 ? low : 1;
}
static Flat minus(Flat a, Flat b) { return (Flat){ a.x - b.x, a.y - b.y }; }
static Flat apply(Bend m, Flat v) {
	return (Flat){ m.xx * v.x + m.xy * v.y, m.xy * v.x + m.yy * v.y };
}

Eigen mk_newton_eigen(Bend m) {
	double middle = (m.xx + m.yy) / 2;
	double half = (m.xx - m.yy) / 2;
	double spread = sqrt(half * half + m.xy * m.xy);
	Flat e = { m.xy, spread - half };
	if (half > 0) e = (Flat){ spread + half, m.xy };
	double length = sqrt(dot(e, e));
	return (Eigen){ middle + spread, middle - spread,
		length > 0 ? (Flat){ e.x / length, e.y / length } : (Flat){ 1, 0 } };
}

// -|M|^-1 x for a symmetric M.
static Flat solve_absolute(Bend m, Flat x) {
	Eigen eigen = mk_newton_eigen(m);
	double least = 1e-9 * double_max(fabs(eigen.high), fabs(eigen.low)) + 1e-300;
	Flat e = eigen.axis;
	Flat f = { -e.y, e.x };
	double along = -dot(e, x) / double_max(fabs(eigen.high), least);
	double across = -dot(f, x) / double_max(fabs(eigen.low), least);
	return (Flat){ e.x * along + f.x * across, e.y * along + f.y * across };
}

// A step for some of the pieces, and their weights.
typedef struct Plan {
	Flat step;
	double weights[3]; // of the pieces in their order
	bool is_inside;    // all are positive
	bool is_ridge; // of two pieces, where they are equally high: a way down even if they are not
} Plan;

static void plan_one(const Search *s, uint32_t i, Plan *plan) {
	const Active *p = &s->set[i];
	Bend m = { p->w.xx - s->height, p->w.xy, p->w.yy - s->height };
	double determinant = m.xx * m.yy - m.xy * m.xy;
	plan->weights[i] = 1;
	plan->is_inside = true;
	plan->step = (Flat){ (m.xy * p->x.y - m.yy * p->x.x) / determinant,
		(m.xy * p->x.x - m.xx * p->x.y) / determinant };
	if (!(m.xx > 0 && determinant > 0)) plan->step = solve_absolute(m, p->x);
}

// Along e, from the second piece to the first, heights become equal; along f, across e, it is
// Newton's method for both with their weights.
static void plan_two(const Search *s, uint32_t i, uint32_t k, Plan *plan) {
	const Active *p = &s->set[i];
	const Active *q = &s->set[k];
	Flat e = minus(p->x, q->x);
	double length = sqrt(dot(e, e));
	plan->is_inside = false;
	if (!(length > s->enough)) return;
	e = (Flat){ e.x / length, e.y / length };
	Flat f = { -e.y, e.x };
	double along = (q->z - p->z) / length;
	double t = clamp(-dot(q->x, e) / length);
	Bend w = { q->w.xx + t * (p->w.xx - q->w.xx), q->w.xy + t * (p->w.xy - q->w.xy),
		q->w.yy + t * (p->w.yy - q->w.yy) };
	double stiff = fabs(dot(f, apply(w, f)) - s->height);
	double slope = dot(f, q->x) + along * dot(f, apply(w, e));
	double across = -slope / (stiff > s->enough ? stiff : s->enough);
	plan->step = (Flat){ e.x * along + f.x * across, e.y * along + f.y * across };
	t = (s->height * along - dot(e, apply(w, plan->step)) - dot(q->x, e)) / length;
	plan->weights[i] = t;
	plan->weights[k] = 1 - t;
	plan->is_inside = t >= 0 && t <= 1;
	plan->is_ridge = true;
}

// Follows the ridge of two pieces as far as `reach` allows. Both are as high as each other there,
// so that none is in the way of the other; what holds the minimum is seen when it is nearer.
static void follow_ridge(const Search *s, uint32_t pieces, double reach, Plan *plan) {
	const Active *p = &s->set[(pieces & 1) != 0 ? 0 : 1];
	const Active *q = &s->set[(pieces & 4) != 0 ? 2 : 1];
	Flat e = minus(p->x, q->x);
	double length = sqrt(dot(e, e));
	e = (Flat){ e.x / length, e.y / length };
	Flat f = { -e.y, e.x };
	double along = dot(plan->step, e);
	double across = dot(plan->step, f);
	double left = reach * reach - along * along;
	double most = left > 0 ? sqrt(left) : 0;
	across = fabs(across) > most ? (across < 0 ? -most : most) : across;
	plan->step = (Flat){ e.x * along + f.x * across, e.y * along + f.y * across };
	for (uint32_t i = 0; i < 3; i++)
		plan->weights[i] = clamp(plan->weights[i]);
}

// The direction in which three points are equally high; weights of the foot point between them.
static void plan_three(const Search *s, Plan *plan) {
	const Active *p = s->set;
	Flat a = minus(p[0].x, p[2].x);
	Flat b = minus(p[1].x, p[2].x);
	double area = cross(a, b);
	plan->is_inside = false;
	if (area == 0) return;
	double high_a = p[2].z - p[0].z;
	double high_b = p[2].z - p[1].z;
	Flat step = { (high_a * b.y - high_b * a.y) / area, (high_b * a.x - high_a * b.x) / area };
	Flat feet[3];
	for (uint32_t i = 0; i < 3; i++) {
		Flat bent = apply(p[i].w, step);
		feet[i] = (Flat){ p[i].x.x + bent.x - s->height * step.x,
			p[i].x.y + bent.y - s->height * step.y };
	}
	double sum = cross(minus(feet[1], feet[0]), minus(feet[2], feet[0]));
	plan->step = step;
	plan->is_inside = sum != 0;
	for (uint32_t i = 0; i < 3; i++) {
		plan->weights[i] = cross(feet[(i + 1) % 3], feet[(i + 2) % 3]) / sum;
		plan->is_inside = plan->is_inside && plan->weights[i] >= 0;
	}
}

static void make_plan(const Search *s, uint32_t pieces, Plan *plan) {
	plan->is_ridge = false;
	plan->weights[0] = plan->weights[1] = plan->weights[2] = 0;
	plan->step = (Flat){ 0, 0 };
	switch (pieces) {
		case 1: plan_one(s, 0, plan); break;
		case 2: plan_one(s, 1, plan); break;
		case 3: plan_two(s, 0, 1, plan); break;
		case 4: plan_one(s, 2, plan); break;
		case 5: plan_two(s, 0, 2, plan); break;
		case 6: plan_two(s, 1, 2, plan); break;
		default: plan_three(s, plan); break;
	}
}

static void shorten(Flat *step, double reach) {
	double length = sqrt(dot(*step, *step));
	if (!(length > reach)) return;
	step->x *= reach / length;
	step->y *= reach / length;
}

double mk_newton_height_after(const Search *s, const Active *p, Flat step) {
	double bent = dot(step, apply(p->w, step)) - s->height * dot(step, step);
	return p->z + dot(p->x, step) + bent / 2;
}

// How high the pieces are after a step.
static double height_after(const Search *s, Flat step) {
	double highest = (double)-INFINITY;
	for (uint32_t i = 0; i < s->count; i++) {
		double height = mk_newton_height_after(s, &s->set[i], step);
		highest = height > highest ? height : highest;
	}
	return highest;
}

// The pieces that are as high as the highest but for this part of the pair's size.
static const double level_part = 1e-6;

static bool has_many(const PieceSide *side) {
	return side->kind == PIECES_BOX || side->kind == PIECES_CORNERS;
}

// The pieces of which a step needs one. Of shapes with many corners those that are highest. Where
// two edges of other shapes cross there are just four pieces, and the highest of the three that are
// known may not be one of those that hold the minimum.
static uint32_t needed_of(const Search *s) {
	if (!has_many(&s->a) && !has_many(&s->b)) return 7;
	uint32_t pieces = 0;
	// never more than the set holds, which a compiler that checks shifts wants to be told
	for (uint32_t i = 0; i < s->count && i < 3; i++)
		pieces |= (uint32_t)(s->set[i].z >= s->height - level_part * s->size) << i;
	return pieces;
}

// Keeps a plan if its step gets lower than *lowest.
static void offer(const Search *s, Plan *plan, double reach, Plan *best, double *lowest) {
	shorten(&plan->step, reach);
	double height = height_after(s, plan->step);
	if (!(height < *lowest)) return;
	*lowest = height;
	*best = *plan;
}

// Some of the pieces: those whose step gets lowest. If none gets lower, each is in the way of
// another one, and it goes on along their ridge.
static void plan_some(const Search *s, uint32_t all, double reach, Plan *best) {
	double lowest = (double)INFINITY;
	uint32_t needed = needed_of(s);
	Plan plan;
	for (uint32_t pieces = 1; pieces < all; pieces++) {
		if ((pieces & needed) == 0) continue;
		make_plan(s, pieces, &plan);
		if (plan.is_inside) offer(s, &plan, reach, best, &lowest);
	}
	for (uint32_t pieces = 3; pieces <= 6 && pieces <= all && !(lowest < s->height); pieces++) {
		if (pieces == 4) continue;
		make_plan(s, pieces, &plan);
		if (!plan.is_ridge) continue;
		if (!plan.is_inside) follow_ridge(s, pieces, reach, &plan);
		offer(s, &plan, reach, best, &lowest);
	}
}

// Returns which of three pieces has one side in common with both others; 3 if none has.
static uint32_t corner_of(const Search *s) {
	for (uint32_t i = 0; i < 3; i++) {
		const Active *p = &s->set[i];
		const Active *q = &s->set[(i + 1) % 3];
		const Active *r = &s->set[(i + 2) % 3];
		bool is_corner = (p->id_a == q->id_a && p->id_b == r->id_b) ||
				(p->id_a == r->id_a && p->id_b == q->id_b);
		if (is_corner) return i;
	}
	return 3;
}

// Where two edges cross there are four pieces, and all that is known of the fourth is that of its
// neighbours less that of the one across. If the foot is on the other side of the neighbours, the
// fourth takes the place of the one across.
static bool cross_over(Search *s, Plan *plan) {
	uint32_t i = corner_of(s);
	if (i == 3) return false;
	uint32_t k = (i + 1) % 3;
	uint32_t l = (i + 2) % 3;
	double most = -plan->weights[i];
	if (!(most > 0 && plan->weights[k] >= most && plan->weights[l] >= most)) return false;
	Active *p = &s->set[i];
	const Active *q = &s->set[k];
	const Active *r = &s->set[l];
	p->id_a = q->id_a != p->id_a ? q->id_a : r->id_a;
	p->id_b = q->id_b != p->id_b ? q->id_b : r->id_b;
	p->z = q->z + r->z - p->z;
	p->x = (Flat){ q->x.x + r->x.x - p->x.x, q->x.y + r->x.y - p->x.y };
	p->w = (Bend){ q->w.xx + r->w.xx - p->w.xx, q->w.xy + r->w.xy - p->w.xy,
		q->w.yy + r->w.yy - p->w.yy };
	plan->weights[i] = most;
	plan->weights[k] -= most;
	plan->weights[l] -= most;
	return true;
}

// All pieces if all carry something; else some.
Flat mk_newton_step(Search *s, double reach) {
	Plan best;
	uint32_t all = (1u << s->count) - 1;
	make_plan(s, all, &best);
	if (!best.is_inside && all == 7) best.is_inside = cross_over(s, &best);
	if (!best.is_inside) plan_some(s, all, reach, &best);
	shorten(&best.step, reach);
	for (uint32_t i = 0; i < s->count; i++)
		s->set[i].weight = best.weights[i];
	return best.step;
}
