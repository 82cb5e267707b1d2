// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Edges against edges: where they cross, or the ends of what lies along each other.
//
// Lines of round surfaces that cross at a small angle touch in one point, but nearly do so for a
// good way on both sides: at x from the crossing the gap is (x sine)^2 over twice the sum of the
// radii. A body that rocks there by a tenth of a degree shifts the point from end to end. In steps
// in which contacts stay where they are it would rock for ever, pushed up at one end and then at
// the other. So such lines are met as if they were flat where the gap is less than what a solver
// can tell apart, and their ends, farther out, say how far apart they are.
#include "collide/clip_flat.h"

static bool is_round(const FlatFace *edge) { return edge->bends[0] + edge->bends[1] > 0; }

static Real bend_at(const FlatFace *edge, Real t) {
	return real_lerp(edge->bends[0], edge->bends[1], t);
}

// Where a place lies along an edge, as a part of its length.
static Real place_along(const FlatFace *edge, Vec3 p) {
	Vec3 way = vec3_sub(edge->points[1], edge->points[0]);
	Vec3 offset = vec3_sub(p, edge->points[0]);
	Real length_squared = way.x * way.x + way.y * way.y;
	return length_squared > 0 ? (way.x * offset.x + way.y * offset.y) / length_squared : 0;
}

// Two edges, and where they cross.
typedef struct EdgePair {
	Vec3 along_a; // m; from the first corner to the second
	Vec3 along_b;
	Real s; // of the crossing, as a part of A's length
	Real t; // the same of B's
	Real sine_squared;
	bool is_round;
	bool is_parallel;
	bool has_crossing; // on both
} EdgePair;

static EdgePair pair_of(const Clip *clip) {
	EdgePair pair = {
		.along_a = vec3_sub(clip->a.points[1], clip->a.points[0]),
		.along_b = vec3_sub(clip->b.points[1], clip->b.points[0]),
	};
	Vec3 a = pair.along_a;
	Vec3 b = pair.along_b;
	Real cross = a.x * b.y - a.y * b.x;
	Real lengths = (a.x * a.x + a.y * a.y) * (b.x * b.x + b.y * b.y);
	pair.is_round = is_round(&clip->a) || is_round(&clip->b);
	Real parallel_sine = pair.is_round ? MK_ROUND_PARALLEL_SINE : MK_PARALLEL_SINE;
	pair.is_parallel = !(cross * cross > real_square(parallel_sine) * lengths);
	if (pair.is_parallel) return pair;
	Vec3 offset = vec3_sub(clip->b.points[0], clip->a.points[0]);
	pair.sine_squared = cross * cross / lengths;
	pair.s = (offset.x * b.y - offset.y * b.x) / cross;
	pair.t = (offset.x * a.y - offset.y * a.x) / cross;
	pair.has_crossing = pair.s >= 0 && pair.s <= 1 && pair.t >= 0 && pair.t <= 1;
	return pair;
}

// A place on both of two edges, each by the part of its length, with the gap that their surfaces
// have there. Beside each other they are nearest between the lines, by their radii.
static void add_place(Clip *clip, Real s, Real t, Real gap, uint32_t id) {
	Vec3 on_a = vec3_lerp(clip->a.points[0], clip->a.points[1], s);
	Vec3 on_b = vec3_lerp(clip->b.points[0], clip->b.points[1], t);
	Real radius_a = bend_at(&clip->a, s);
	Real radii = radius_a + bend_at(&clip->b, t);
	Real part = radii > 0 ? radius_a / radii : (Real)0.5;
	Vec3 middle = vec3_lerp(on_a, on_b, part);
	mk_clip_add(clip,
			(ClipPoint){ middle.x, middle.y, on_a.z - part * gap, on_b.z + (1 - part) * gap, id });
}

// How far apart two circles are whose middles are beside each other, if they touched where these
// were above each other. `radii`: their sum, not zero.
static Real fall_of(Real beside_squared, Real radii) {
	return beside_squared / (radii + real_sqrt(real_square(radii) + beside_squared));
}

// An end of the part that lies along each other: a corner of one and the place beside it.
typedef struct CommonEnd {
	Real s;
	Real t;
	uint32_t id;
} CommonEnd;

// The end towards A's first corner or its second; both are in the order of A.
static CommonEnd end_of(const Clip *clip, const EdgePair *pair, uint32_t corner_a) {
	const FlatFace *a = &clip->a;
	const FlatFace *b = &clip->b;
	bool is_turned = pair->along_a.x * pair->along_b.x + pair->along_a.y * pair->along_b.y < 0;
	uint32_t corner_b = is_turned ? 1 - corner_a : corner_a;
	Real s = place_along(a, b->points[corner_b]);
	bool is_of_b = corner_a == 0 ? s > 0 : s < 1;
	if (is_of_b) {
		uint32_t edge_a = feature_edge(a->ids[0], a->ids[1]);
		uint32_t id = contact_id(edge_a, feature_vertex(b->ids[corner_b]));
		return (CommonEnd){ s, (Real)corner_b, id };
	}
	uint32_t edge_b = feature_edge(b->ids[0], b->ids[1]);
	uint32_t id = contact_id(feature_vertex(a->ids[corner_a]), edge_b);
	Real t = real_clamp(place_along(b, a->points[corner_a]), 0, 1);
	return (CommonEnd){ (Real)corner_a, t, id };
}

// Adds an end with the gap that the surfaces have there. Farther beside each other than a quarter
// of both widths they face each other aslant: what they are nearest with is elsewhere.
static void add_end(Clip *clip, const CommonEnd *end) {
	Vec3 way = vec3_sub(vec3_lerp(clip->b.points[0], clip->b.points[1], end->t),
			vec3_lerp(clip->a.points[0], clip->a.points[1], end->s));
	Real radii = bend_at(&clip->a, end->s) + bend_at(&clip->b, end->t);
	Real squared = way.x * way.x + way.y * way.y;
	if (!(4 * squared <= radii * radii)) return;
	add_place(clip, end->s, end->t, fall_of(squared, radii), end->id);
}

// How far from the crossing the gap is as large as the tolerance, m.
static Real flat_reach(const Clip *clip, const EdgePair *pair) {
	Real radii = bend_at(&clip->a, pair->s) + bend_at(&clip->b, pair->t);
	return real_sqrt(2 * radii * clip->tolerance / pair->sine_squared);
}

// What is on one side of a crossing: the end of what is as good as flat, named by the crossing, and
// that of the edges, if it is farther.
static void add_side(Clip *clip, const EdgePair *pair, const CommonEnd *end, uint32_t crossing) {
	Real length = real_sqrt(real_square(pair->along_a.x) + real_square(pair->along_a.y));
	Real way = real_abs(end->s - pair->s) * length;
	Real reach = flat_reach(clip, pair);
	if (!(way > reach)) {
		add_place(clip, end->s, end->t, 0, crossing);
		return;
	}
	Real part = reach / way;
	add_place(
			clip, real_lerp(pair->s, end->s, part), real_lerp(pair->t, end->t, part), 0, crossing);
	add_end(clip, end);
}

static void add_common_part(Clip *clip, const EdgePair *pair, uint32_t crossing) {
	CommonEnd ends[2] = { end_of(clip, pair, 0), end_of(clip, pair, 1) };
	if (!(ends[0].s <= ends[1].s)) return;
	for (uint32_t i = 0; i < 2; i++) {
		if (pair->is_parallel) {
			add_place(clip, ends[i].s, ends[i].t, 0, ends[i].id);
		} else if (pair->has_crossing) {
			add_side(clip, pair, ends + i, crossing + i);
		} else {
			add_end(clip, ends + i);
		}
	}
}

// Whether an edge is about across the normal; one that is not touches with an end.
static bool is_across(Vec3 along) {
	return real_square(along.z) <= real_square(4 * MK_PARALLEL_SINE) * vec3_length_squared(along);
}

static bool is_leaning(const EdgePair *pair) {
	return pair->is_round && pair->sine_squared <= real_square(MK_LEANING_SINE) &&
			is_across(pair->along_a) && is_across(pair->along_b);
}

void mk_clip_edges(Clip *clip) {
	EdgePair pair = pair_of(clip);
	uint32_t crossing = contact_id(feature_edge(clip->a.ids[0], clip->a.ids[1]),
			feature_edge(clip->b.ids[0], clip->b.ids[1]));
	if (pair.is_parallel || is_leaning(&pair)) {
		add_common_part(clip, &pair, crossing);
	} else if (pair.has_crossing) {
		add_place(clip, pair.s, pair.t, 0, crossing);
	}
}
