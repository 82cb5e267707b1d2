// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Any two shapes: convex pieces of both, found by their trees with boxes around what the other
// one passes through, each pair by advancement (toi_advance.h) up to the earliest time found so
// far. A long way is cut into parts, the earliest first, since the box of a part is much smaller
// than the part of the box.
#include "collide/toi.h"

#include "collide/penetration.h"
#include "collide/toi_advance.h"
#include "collide/toi_box.h"
#include "shape/convex.h"

// Most parts of a sweep against a concave shape; more makes more visits than it saves pieces.
#define MK_TOI_PARTS 8

typedef struct Search {
	const ToiInput *input;
	Vec3 origin;  // of the pair: A's centre
	double begin; // of the present part
	double end;   // of the present part
	ShapePiece a; // the pieces that are being looked at
	ShapePiece b;
	Sweep sweep_a; // and their sweeps
	Sweep sweep_b;
	FineSide side_a;
	ToiResult best;  // TOI_FREE: none so far
	double time;     // of the best
	bool is_invalid; // a piece had numbers that are of no use
} Search;

const char *mk_toi_status_text(ToiStatus status) {
	static const char *const texts[TOI_STATUS_COUNT] = {
		[TOI_FREE] = "free",
		[TOI_HIT] = "hit",
		[TOI_OVERLAPPING] = "overlapping",
		[TOI_CAPPED] = "capped",
		[TOI_INVALID] = "invalid",
	};
	bool is_known = (unsigned)status < TOI_STATUS_COUNT;
	return is_known ? texts[status] : "unknown";
}

// A Real that is not above a time, and one that is not below it.
static Real at_most(double t) {
	Real rounded = (Real)t;
	return (double)rounded > t ? (Real)float_next_down((float)rounded) : rounded;
}
static Real at_least(double t) { return -at_most(-t); }

static Real or_default(Real value, Real otherwise) { return value > 0 ? value : otherwise; }

// Returns the outward normal of a triangle with one side, at a time; zero for all other pieces.
static Double3 front_of(const ShapePiece *piece, const FineSide *side, double time) {
	const TriangleShape *triangle = (const TriangleShape *)piece->shape;
	if (piece->shape->kind != SHAPE_TRIANGLE || triangle->is_two_sided) return double3(0, 0, 0);
	FinePose pose = mk_fine_pose(side, time);
	Double3 corners[3];
	for (uint32_t i = 0; i < 3; i++)
		corners[i] = fine_point(&pose, piece->shape->ops->vertex(piece->shape, i));
	Double3 front = double3_cross(
			double3_sub(corners[1], corners[0]), double3_sub(corners[2], corners[0]));
	// a map that mirrors turns the corners round, but fronts stay fronts
	Double3 volume = double3_cross(pose.columns[0], pose.columns[1]);
	return double3_dot(volume, pose.columns[2]) < 0 ? double3_scale(front, -1) : front;
}

// Returns whether the other one touches a piece from the back of its triangle. If they overlap from
// the start, the other one's centre says where it came from; if they do so at the beginning of a
// later part, it came through the back before. Such a triangle is passed for the whole sweep.
static bool is_behind(const Search *s, const ShapePiece *piece, const FineSide *const sides[2],
		const Advance *found) {
	Double3 front = front_of(piece, sides[0], found->time);
	if (s->input->hits_backs || double3_dot(front, front) == 0) return false;
	Double3 way = piece == &s->a ? found->normal : double3_scale(found->normal, -1);
	if (found->status == TOI_OVERLAPPING) {
		if (s->begin > 0) return true;
		FinePose at = mk_fine_pose(sides[0], found->time);
		Double3 corner = fine_point(&at, piece->shape->ops->vertex(piece->shape, 0));
		way = double3_sub(fine_center(sides[1], found->time), corner);
	}
	return double3_dot(front, way) < 0;
}

static bool is_ignored(const Search *s, const FineSide *b, const Advance *found) {
	return is_behind(s, &s->a, (const FineSide *const[2]){ &s->side_a, b }, found) ||
			is_behind(s, &s->b, (const FineSide *const[2]){ b, &s->side_a }, found);
}

static void write_best(Search *s, const Advance *found) {
	ToiResult *best = &s->best;
	best->status = found->status;
	best->time = at_most(found->time);
	best->time_late = at_least(found->late);
	best->distance = (Real)found->distance;
	best->normal = double3_to_vec3(found->normal, vec3_zero());
	best->point_a = double3_to_vec3(found->point_a, s->origin);
	best->point_b = double3_to_vec3(found->point_b, s->origin);
	best->child_a = s->a.child;
	best->index_a = s->a.index;
	best->child_b = s->b.child;
	best->index_b = s->b.index;
	s->time = found->time;
}

// Pieces that overlap from the start: how deep, and which way out.
static void write_overlap(Search *s) {
	if (s->b.shape->ops->family == SHAPE_FAMILY_HALF_SPACE) return;
	ShapeInstance a = mk_sweep_instance(&s->sweep_a, 0);
	ShapeInstance b = mk_sweep_instance(&s->sweep_b, 0);
	Separation apart = mk_separation(&a, &b);
	if (apart.status == SEPARATION_INVALID) return;
	s->best.distance = apart.distance;
	s->best.normal = apart.normal;
	s->best.point_a = apart.point_a;
	s->best.point_b = apart.point_b;
}

// Two convex pieces, or one and a half-space. Returns whether to go on.
static bool advance_pair(Search *s) {
	const ToiInput *in = s->input;
	FineSide b;
	if (!mk_fine_side(&b, &s->sweep_b, s->origin)) {
		s->is_invalid = true;
		return false;
	}
	AdvanceInput input = {
		.a = &s->side_a,
		.b = &b,
		.begin = s->begin,
		.end = double_min(s->end, s->time),
		.target = (double)in->target,
		.tolerance = double_max((double)in->tolerance, 4 * mk_toi_floor(&s->side_a, &b)),
		.time_tolerance = (double)or_default(in->time_tolerance, MK_TOI_TIME_TOLERANCE),
		.max_queries = in->max_queries > 0 ? in->max_queries : MK_TOI_QUERIES,
		.trace = in->trace,
		.origin = s->origin,
	};
	Advance found = mk_toi_advance(&input);
	s->best.queries += found.queries;
	s->best.probes += found.probes;
	bool is_earlier = found.status != TOI_FREE &&
			(s->best.status == TOI_FREE || found.time < s->time);
	if (!is_earlier || is_ignored(s, &b, &found)) return true;
	// a part of the way begins where the one before was free: touching there is no overlap
	if (found.status == TOI_OVERLAPPING && s->begin > 0) found.status = TOI_HIT;
	write_best(s, &found);
	if (found.status == TOI_OVERLAPPING) write_overlap(s);
	return found.time > s->begin;
}

static Sweep sweep_of_piece(const Sweep *whole, const ShapePiece *piece) {
	Sweep sweep = *whole;
	if (piece->shape == whole->shape.shape) return sweep;
	Affine pose = affine_multiply(whole->shape.pose, piece->pose);
	// what is not finite is found when the side is made
	sweep.shape = affine_is_finite(pose) ? mk_instance(piece->shape, pose) : whole->shape;
	sweep.shape.shape = piece->shape;
	sweep.shape = instance_grow(sweep.shape, whole->shape.margin);
	return sweep;
}

static bool visit_b(const ShapePiece *piece, void *user) {
	Search *s = user;
	s->b = *piece;
	s->sweep_b = sweep_of_piece(s->input->b, piece);
	return advance_pair(s);
}

// All pieces of B that a piece of A may meet.
static bool visit_a(const ShapePiece *piece, void *user) {
	Search *s = user;
	s->a = *piece;
	s->sweep_a = sweep_of_piece(s->input->a, piece);
	if (!mk_fine_side(&s->side_a, &s->sweep_a, s->origin)) {
		s->is_invalid = true;
		return false;
	}
	const Shape *b = s->input->b->shape.shape;
	if (b->ops->family != SHAPE_FAMILY_CONCAVE) {
		ShapePiece whole = { b, affine_identity(), 0, 0 };
		return visit_b(&whole, s);
	}
	SweepBoxInput box = { &s->sweep_a, s->input->b, s->begin, double_min(s->end, s->time),
		s->input->target };
	PieceQuery query = { mk_sweep_box(&box), visit_b, s };
	return mk_shape_pieces(b, &query);
}

// One part of the way.
static void search_part(Search *s) {
	const Shape *a = s->input->a->shape.shape;
	if (a->ops->family != SHAPE_FAMILY_CONCAVE) {
		ShapePiece whole = { a, affine_identity(), 0, 0 };
		visit_a(&whole, s);
		return;
	}
	SweepBoxInput box = { s->input->b, s->input->a, s->begin, s->end, s->input->target };
	PieceQuery query = { mk_sweep_box(&box), visit_a, s };
	mk_shape_pieces(a, &query);
}

static bool is_concave(const Sweep *sweep) {
	return sweep->shape.shape->ops->family == SHAPE_FAMILY_CONCAVE;
}

// As many parts as make each one about as long as the smaller shape; 0 if
// the numbers are of no use.
static uint32_t part_count(const Search *s) {
	const ToiInput *in = s->input;
	FineSide a;
	FineSide b;
	if (!is_concave(in->a) && !is_concave(in->b)) return 1;
	if (!mk_fine_side(&a, in->a, s->origin) || !mk_fine_side(&b, in->b, s->origin)) return 0;
	if (b.is_plane) return 1;
	double way = double3_length(double3_sub(a.motion, b.motion)) + a.swing * a.angle +
			b.swing * b.angle;
	double parts = way / (2 * double_min(a.reach + a.rounding, b.reach + b.rounding));
	if (!(parts > 1)) return 1;
	return parts < MK_TOI_PARTS ? (uint32_t)parts + 1 : MK_TOI_PARTS;
}

static void search_parts(Search *s, uint32_t parts) {
	double end = (double)s->input->time_max;
	for (uint32_t i = 0; i < parts && s->best.status == TOI_FREE && !s->is_invalid; i++) {
		s->begin = end * i / parts;
		s->end = i + 1 < parts ? end * (i + 1) / parts : end;
		search_part(s);
	}
}

static bool is_valid(const ToiInput *in) {
	return real_is_finite(in->target) && in->target >= 0 && real_is_finite(in->tolerance) &&
			real_is_finite(in->time_tolerance) && in->time_max >= 0 && in->time_max <= 1 &&
			affine_is_finite(in->a->shape.pose) && affine_is_finite(in->b->shape.pose);
}

// A is no half-space unless both are: two of them overlap wherever they are, or
// nowhere, and nothing moves them.
static ToiResult solve(const ToiInput *in) {
	ToiResult invalid = { .status = TOI_INVALID };
	bool is_plane = in->a->shape.shape->ops->family == SHAPE_FAMILY_HALF_SPACE;
	if (is_plane || !is_valid(in)) return invalid;
	Search s = { .input = in, .origin = in->a->center, .time = HUGE_VAL };
	uint32_t parts = part_count(&s);
	search_parts(&s, parts);
	if (parts == 0 || s.is_invalid) return invalid;
	if (s.best.status == TOI_FREE) s.best.time = s.best.time_late = in->time_max;
	return s.best;
}

static ToiResult turn_round(ToiResult r) {
	ToiResult turned = r;
	turned.normal = vec3_negate(r.normal);
	turned.point_a = r.point_b;
	turned.point_b = r.point_a;
	turned.child_a = r.child_b;
	turned.index_a = r.index_b;
	turned.child_b = r.child_a;
	turned.index_b = r.index_a;
	return turned;
}

ToiResult mk_toi(const ToiInput *input) {
	if (input->a->shape.shape->ops->family != SHAPE_FAMILY_HALF_SPACE) return solve(input);
	ToiInput swapped = *input;
	swapped.a = input->b;
	swapped.b = input->a;
	return turn_round(solve(&swapped));
}
