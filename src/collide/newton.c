// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Near n, in the plane across it, a piece is as high as z + x . step + step . (W - h) step / 2,
// after division by the length of n + step: z its height, x its point, W its radii. A step goes to
// the lowest place of the largest of up to three such functions: one piece is Newton's method, two
// move along the line where both are equally high, three have one common place. Pieces whose weight
// is negative do not hold the minimum and are dropped; a piece that turns out to be higher is
// added. A step that does not get lower is taken back and halved.
#include "collide/newton.h"

#include "collide/newton_search.h"

// Pairs of pieces up to which all are looked at before a step.
enum { FEW_PIECES = 4 };

// Steps; smooth pairs need five, those with edges some more. What takes
// longer is left to GJK and EPA.
enum { STEPS = 20 };

// Steps after which those that end too high are led back to the line they were to follow; most
// pairs need fewer, and to look twice each time costs them a tenth.
enum { STRAIGHT_STEPS = 10 };

// The longest step at first (tangent of an angle): derivatives say little about what is farther.
static const double first_reach = 0.7;

// How far a start at the axis of a disc is turned to the place of its rim
// that is nearest (tangent).
static const double rim_tilt = 0.1;

// Deep is what is larger than this part of the pair's size (no unit): hardly ever does a ball roll
// in there, and a proof by one is not tried.
static const double deep_part = 0.25;

// Axes that are more parallel than this (sine) have nothing across both.
static const double least_sine = 0.05;

// After steps of less than this (tangent) the result is looked at before another one is planned.
static const double short_step = 1e-3;

// The angle (radians) by which the direction may be wrong where several pieces hold it: a
// tenth of the thousandth that is promised. And what is always level, as part of the size (no
// unit): well below the floor.
static const double level_angle = 1e-4;
static const double level_part = 1e-10;

// Weights are whole but for their rounding (no unit).
static const double whole_slack = 1e-9;

// Steps of less than this (tangent) do nothing in double.
static const double no_step = 1e-14;

// Sums have pieces only if both of their parts have corners.
static bool is_curved_sum(const Shape *shape) {
	return shape->kind == SHAPE_MINKOWSKI_SUM && shape->vertex_count == 0;
}

bool mk_newton_knows(const Difference *d) {
	static const bool curved[SHAPE_KIND_COUNT] = {
		[SHAPE_CYLINDER] = true,
		[SHAPE_ROUNDED_CYLINDER] = true,
		[SHAPE_CONE] = true,
		[SHAPE_TAPERED_CYLINDER] = true,
		[SHAPE_TAPERED_CAPSULE] = true,
		[SHAPE_ELLIPSOID] = true,
	};
	bool is_sum = is_curved_sum(d->a.shape) || is_curved_sum(d->b.shape);
	bool is_round = d->a.is_round_core || d->b.is_round_core;
	return (curved[d->a.shape->kind] || curved[d->b.shape->kind] || is_round) && !is_sum;
}

static bool is_smooth(const DifferenceSide *side) {
	static const bool smooth[SHAPE_KIND_COUNT] = {
		[SHAPE_CAPSULE] = true,
		[SHAPE_CYLINDER] = true,
		[SHAPE_ROUNDED_CYLINDER] = true,
		[SHAPE_CONE] = true,
		[SHAPE_TAPERED_CYLINDER] = true,
		[SHAPE_TAPERED_CAPSULE] = true,
		[SHAPE_ELLIPSOID] = true,
	};
	bool is_ellipsoid = side->is_round_core && side->shape->kind == SHAPE_SPHERE;
	return smooth[side->shape->kind] || is_ellipsoid;
}

bool mk_newton_is_smooth(const Difference *d) {
	return mk_newton_knows(d) && is_smooth(&d->a) && is_smooth(&d->b);
}

static void look_along(const Search *s, const PieceFrame *frame, Look *look) {
	look->frame = *frame;
	look->offset = double3(double3_dot(frame->n, s->offset), double3_dot(frame->u, s->offset),
			double3_dot(frame->v, s->offset));
	mk_piece_look(&s->a, frame, false, &look->a);
	mk_piece_look(&s->b, frame, true, &look->b);
}

// A pair of pieces as seen along a direction; its ids have to be set.
static void evaluate(const Search *s, const Look *look, Active *p) {
	PieceValue room_a;
	PieceValue room_b;
	const PieceValue *a = piece_at(&s->a, &look->a, p->id_a, &room_a);
	const PieceValue *b = piece_at(&s->b, &look->b, p->id_b, &room_b);
	p->z = a->along.x - b->along.x - look->offset.x;
	p->x.x = a->along.y - b->along.y - look->offset.y;
	p->x.y = a->along.z - b->along.z - look->offset.z;
	p->w.xx = a->uu + b->uu;
	p->w.xy = a->uv + b->uv;
	p->w.yy = a->vv + b->vv;
}

// The farthest pieces along a direction.
static void find_top(Search *s, Double3 n, Look *look, Active *top) {
	PieceFrame frame = piece_frame(n);
	s->iterations++;
	look_along(s, &frame, look);
	top->id_a = mk_piece_farthest(&s->a, &look->a);
	top->id_b = mk_piece_farthest(&s->b, &look->b);
	evaluate(s, look, top);
}

static uint32_t find(const Search *s, const Active *p) {
	uint32_t i = 0;
	while (i < s->count && (s->set[i].id_a != p->id_a || s->set[i].id_b != p->id_b))
		i++;
	return i;
}

// Adds a piece. If there are three, it takes the place of the one that carries least; of those that
// carry nothing, of the one that the last step left lowest.
static void add(Search *s, const Active *p, Flat step) {
	uint32_t place = s->count;
	if (place == 3) {
		double least = (double)INFINITY;
		for (uint32_t i = 0; i < 3; i++) {
			const Active *old = &s->set[i];
			double after = old->z - s->height + old->x.x * step.x + old->x.y * step.y;
			double key = old->weight > 0 ? old->weight : after - s->size;
			if (!(key < least)) continue;
			least = key;
			place = i;
		}
	} else {
		s->count++;
	}
	s->set[place] = *p;
	s->set[place].weight = 0;
}

static Double3 turned(const PieceFrame *f, Flat step) {
	Double3 n = double3_add(
			f->n, double3_add(double3_scale(f->u, step.x), double3_scale(f->v, step.y)));
	return double3_scale(n, 1 / double3_length(n));
}

// Makes a direction the current one.
static void move_to(Search *s, const Look *look, double height) {
	s->look = look;
	s->height = height;
	for (uint32_t i = 0; i < s->count; i++)
		evaluate(s, look, &s->set[i]);
}

static void add_top(Search *s, const Active *top, Flat step) {
	if (find(s, top) == s->count) add(s, top, step);
}

// Makes a direction the current one whose farthest pieces are all that is asked for.
static void take_top(Search *s, const Look *look, const Active *top) {
	s->look = look;
	s->height = top->z;
	s->miss = 0;
	s->count = 1;
	s->set[0] = *top;
	s->set[0].weight = 1;
}

// Whether the pieces that carry something are as high as the highest. What they lack is
// missing in the height; a height h that is wrong by h angle^2 / 2 may be that of a direction
// that is wrong by the angle.
static bool is_level(const Search *s) {
	double angle = level_angle * level_angle / 2;
	double most = double_min(double_max(angle * fabs(s->height), level_part * s->size), s->enough);
	for (uint32_t i = 0; i < s->count; i++) {
		if (s->set[i].weight > 0 && s->height - s->set[i].z > most) return false;
	}
	return true;
}

// Whether the weighted points of the pieces are where the origin's foot is, and as high.
static bool is_found(Search *s) {
	Flat foot = { 0, 0 };
	double sum = 0;
	for (uint32_t i = 0; i < s->count; i++) {
		sum += s->set[i].weight;
		foot.x += s->set[i].weight * s->set[i].x.x;
		foot.y += s->set[i].weight * s->set[i].x.y;
	}
	s->miss = sqrt(foot.x * foot.x + foot.y * foot.y);
	// a piece that carried something may have made room for a new one since
	return sum > 1 - whole_slack && s->miss <= s->enough && is_level(s);
}

// Adds the pieces of the last time.
static void add_last(Search *s) {
	uint32_t count_a = mk_piece_count(&s->a);
	uint32_t count_b = mk_piece_count(&s->b);
	for (uint32_t i = 0; i < s->last->count && i < 4 && s->count < 3; i++) {
		Active p = { .id_a = s->last->ids_a[i], .id_b = s->last->ids_b[i] };
		if (p.id_a >= count_a || p.id_b >= count_b || find(s, &p) < s->count) continue;
		evaluate(s, s->look, &p);
		add(s, &p, (Flat){ 0, 0 });
	}
}

// A place for a direction that is neither of two.
static Look *spare_look(Search *s, const Look *a, const Look *b) {
	Look *look = s->looks;
	while (look == a || look == b)
		look++;
	return look;
}

// The line where two pieces are equally high is bent: a step along it ends beside it, where one of
// them is higher than before, however low they are where they meet. Goes across to there, as far as
// can be seen from the end of the step. Returns whether that is lower than the current direction;
// then it is the one that is tried.
static bool return_to_line(Search *s, Look **tried, Active *top) {
	Active pair[2];
	uint32_t count = 0;
	for (uint32_t i = 0; i < s->count; i++) {
		if (!(s->set[i].weight > 0)) continue;
		if (count == 2) return false;
		pair[count++] = s->set[i];
	}
	if (count != 2) return false;
	evaluate(s, *tried, &pair[0]);
	evaluate(s, *tried, &pair[1]);
	Flat across = { pair[0].x.x - pair[1].x.x, pair[0].x.y - pair[1].x.y };
	double squared = across.x * across.x + across.y * across.y;
	if (!(squared > 0)) return false;
	double part = (pair[1].z - pair[0].z) / squared;
	Look *other = spare_look(s, s->look, *tried);
	Active found;
	find_top(
			s, turned(&(*tried)->frame, (Flat){ part * across.x, part * across.y }), other, &found);
	if (!(found.z < s->height)) return false;
	*tried = other;
	*top = found;
	return true;
}

// The piece that a step would make the highest; false if it was planned for.
static bool find_hidden(const Search *s, Flat step, Active *highest) {
	double most = (double)-INFINITY;
	for (uint32_t i = 0; i < s->count; i++)
		most = double_max(most, mk_newton_height_after(s, &s->set[i], step));
	most += s->noise;
	bool is_any = false;
	Active p;
	for (uint32_t i = 0; i < s->few_pieces; i++) {
		p.id_a = i / s->few_b;
		p.id_b = i % s->few_b;
		if (find(s, &p) < s->count) continue;
		evaluate(s, s->look, &p);
		double height = mk_newton_height_after(s, &p, step);
		if (!(height > most)) continue;
		most = height;
		*highest = p;
		is_any = true;
	}
	return is_any;
}

// Plans a step. Where there are few pieces it is not left to a step that goes wrong to show which
// of them is in the way.
static Flat plan_step(Search *s, double reach) {
	Flat step = mk_newton_step(s, reach);
	Active hidden;
	while (s->count < 3 && s->count < s->few_pieces && find_hidden(s, step, &hidden)) {
		add(s, &hidden, step);
		step = mk_newton_step(s, reach);
	}
	return step;
}

static NewtonStatus descend(Search *s, Double3 n, double limit) {
	// the current direction and the ones that are tried take turns
	Look *tried = &s->looks[0];
	Active top;
	s->count = 0;
	find_top(s, n, tried, &top);
	move_to(s, tried, top.z);
	add(s, &top, (Flat){ 0, 0 });
	if (s->last != NULL) add_last(s);
	if (s->height > s->too_high) return NEWTON_FAILED;
	double reach = first_reach;
	for (int i = 0; i < STEPS; i++) {
		if (s->height < -limit) return NEWTON_BEYOND;
		Flat step = plan_step(s, reach);
		if (is_found(s)) return NEWTON_FOUND;
		double length = sqrt(step.x * step.x + step.y * step.y);
		if (!(length > no_step)) return NEWTON_FAILED;
		tried = spare_look(s, s->look, NULL);
		find_top(s, turned(&s->look->frame, step), tried, &top);
		if (top.z < -limit) {
			take_top(s, tried, &top);
			return NEWTON_BEYOND;
		}
		bool is_lower = top.z <= s->height + s->noise;
		if (is_lower || (i >= STRAIGHT_STEPS && return_to_line(s, &tried, &top))) {
			move_to(s, tried, top.z);
			// what a short step leaves is its square; that another piece is as high changes nothing
			if (length < short_step && is_found(s)) return NEWTON_FOUND;
			add_top(s, &top, step);
			reach = 2 * reach < first_reach ? 2 * reach : first_reach;
			continue;
		}
		reach = length / 2;
		if (find(s, &top) < s->count) continue;
		evaluate(s, s->look, &top);
		add(s, &top, step);
	}
	return NEWTON_FAILED;
}

static void take_cap(Search *s, const Cap *cap) {
	s->look = &s->looks[0];
	s->looks[0].frame = piece_frame(cap->normal);
	s->height = cap->height;
	s->miss = 0;
	s->count = 0;
	s->cap = *cap;
}

// A disc that the other shape touches inside is a minimum already; where h has a point, along its
// axis, no derivative shows the way, and the start is turned to the rim.
static NewtonStatus search_from(Search *s, Double3 guess, double limit) {
	for (int side = 0; side < 2; side++) {
		Cap cap;
		if (!mk_newton_look_at_cap(s, guess, side == 1, &cap)) continue;
		if (double3_dot(cap.beside, cap.beside) == 0) {
			take_cap(s, &cap);
			return cap.height < -limit ? NEWTON_BEYOND : NEWTON_FOUND;
		}
		if (double3_dot(cap.normal, guess) < 1 - rim_tilt * rim_tilt) continue;
		guess = newton_unit_or(double3_add(guess, double3_scale(cap.beside, rim_tilt)), guess);
	}
	return descend(s, guess, limit);
}

// What touches along a direction, and how high it is.
static void look_straight(const Search *s, Double3 n, Cap *cap) {
	Double3 a = mk_piece_support(&s->a, n);
	Double3 b = mk_piece_support(&s->b, double3_scale(n, -1));
	cap->normal = n;
	cap->a = a;
	cap->b = double3_add(b, s->offset);
	cap->height = n.x * (a.x - b.x - s->offset.x) + n.y * (a.y - b.y - s->offset.y) +
			n.z * (a.z - b.z - s->offset.z);
}

// h(n), without the points.
static double height_along(Search *s, Double3 n) {
	s->iterations++;
	return mk_piece_height(&s->a, n) + mk_piece_height(&s->b, double3_scale(n, -1)) -
			double3_dot(n, s->offset);
}

// The lowest of the way between the centres, the axes of both towards it, and what is across both;
// the first that is beyond the limit ends it. Returns its height.
static double choose_start(Search *s, double limit, Double3 *best) {
	*best = newton_unit_or(s->offset, double3(0, 1, 0));
	double lowest = height_along(s, *best);
	Double3 across = double3_cross(s->a.y, s->b.y);
	const Double3 *const others[3] = { &s->a.y, &s->b.y, &across };
	for (int i = 0; i < 3 && !(lowest < -limit); i++) {
		double length = double3_length(*others[i]);
		if (!(length > least_sine)) continue;
		double sign = double3_dot(*others[i], s->offset) < 0 ? -1 : 1;
		Double3 n = double3_scale(*others[i], sign / length);
		double height = height_along(s, n);
		if (!(height < lowest)) continue;
		lowest = height;
		*best = n;
	}
	return lowest;
}

// Without a guess.
static NewtonStatus search_cold(Search *s, double limit) {
	Double3 start;
	double height = choose_start(s, limit, &start);
	if (height > s->too_high) return NEWTON_FAILED;
	if (!(height < -limit)) return search_from(s, start, limit);
	Cap cap;
	look_straight(s, start, &cap);
	take_cap(s, &cap);
	return NEWTON_BEYOND;
}

static void write_point(Double3 a, Double3 b, double weight, GjkSimplex *feature) {
	DifferencePoint *point = &feature->points[feature->count];
	point->a = vec3((Real)a.x, (Real)a.y, (Real)a.z);
	point->b = vec3((Real)b.x, (Real)b.y, (Real)b.z);
	point->point = vec3((Real)(a.x - b.x), (Real)(a.y - b.y), (Real)(a.z - b.z));
	point->id_a = MK_SHAPE_NO_ID;
	point->id_b = MK_SHAPE_NO_ID;
	feature->weights[feature->count++] = weight;
}

static void write_feature(const Search *s, GjkSimplex *feature) {
	Double3 n = s->look->frame.n;
	feature->count = 0;
	if (s->count == 0) write_point(s->cap.a, s->cap.b, 1, feature);
	for (uint32_t i = 0; i < s->count; i++) {
		const Active *p = &s->set[i];
		if (!(p->weight > 0)) continue;
		Double3 a = mk_piece_point(&s->a, n, p->id_a);
		Double3 b = mk_piece_point(&s->b, double3_scale(n, -1), p->id_b);
		write_point(a, double3_add(b, s->offset), p->weight, feature);
		feature->points[feature->count - 1].id_a = p->id_a;
		feature->points[feature->count - 1].id_b = p->id_b;
	}
}

static bool prepare(Search *s, const Difference *d) {
	if (!mk_newton_knows(d)) return false;
	if (!mk_piece_side(&d->a, &s->a) || !mk_piece_side(&d->b, &s->b)) return false;
	s->offset = double3((double)d->offset.x, (double)d->offset.y, (double)d->offset.z);
	s->iterations = 0;
	s->miss = 0;
	s->few_b = mk_piece_count(&s->b);
	uint32_t pieces = mk_piece_count(&s->a) * s->few_b;
	s->few_pieces = pieces <= FEW_PIECES ? pieces : 0;
	double error = (double)d->error;
	double size = difference_size(d);
	// some floors: the distance is off by the square of it, the normal by its part of the radius
	s->enough = double_max(4 * error, 2e-14 * size);
	s->noise = 1e-15 * size;
	s->size = size;
	return true;
}

static void prove(Search *s, double margin, NewtonResult *result) {
	if (s->height <= deep_part * s->size && mk_newton_prove(s, result)) return;
	result->status = NEWTON_UNPROVEN;
	result->lower = result->rival = 0;
	mk_newton_find_basin(s, margin, result);
}

void mk_newton(const NewtonInput *input, NewtonResult *result) {
	Search s;
	result->status = NEWTON_FAILED;
	result->iterations = 0;
	result->normal = double3(0, 0, 0);
	s.look = NULL;
	if (!prepare(&s, input->difference)) return;
	s.last = input->last;
	s.too_high = input->is_shallow ? deep_part * s.size : (double)INFINITY;
	// a guess may be anything, also longer than a number
	Vec3 guess = vec3_is_unit(input->guess) ? input->guess : vec3_normalize(input->guess);
	Double3 start = double3((double)guess.x, (double)guess.y, (double)guess.z);
	bool is_cold = double3_dot(start, start) == 0;
	result->status = is_cold ? search_cold(&s, input->limit)
							 : search_from(&s, newton_unit_or(start, start), input->limit);
	result->iterations = s.iterations;
	if (s.look == NULL) return;
	result->normal = s.look->frame.n;
	result->height = s.height;
	result->miss = s.miss;
	write_feature(&s, &result->feature);
	bool is_deep = result->status == NEWTON_FOUND && s.height > 0;
	if (is_deep && input->is_proof_wanted) prove(&s, input->margin, result);
	result->iterations = s.iterations;
}
