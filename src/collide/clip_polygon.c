// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The overlap of two convex polygons: corners of A inside B, and what A leaves of each edge of B
// (Cyrus and Beck 1978). Most of a tilted face is out of reach of the other shape; corners and
// edges that are do not get as far as that. Each corner of the overlap knows where it comes from: a
// corner of A, a corner of B or two edges that cross. Places are exact, names are tolerant: what is
// as near to a corner as makes no difference is named after it, or two equal boxes on each other
// would get new names with every tremor.
#include "collide/clip_polygon.h"

// Where a corner comes from: the corner or edge of A, of B; or MK_CORNER_NONE.
#define MK_CORNER_NONE UINT8_MAX

typedef struct Corner {
	ClipPoint place; // without its name
	uint8_t a;       // corner of A, or edge of A if `is_crossing`
	uint8_t b;       // corner of B, or edge of B
	bool is_crossing;
} Corner;

// All corners of A, and two for each edge of B.
enum { MAX_CORNERS = 3 * MK_FACE_POINTS };

typedef struct Ring {
	uint32_t count;
	Corner corners[MAX_CORNERS];
} Ring;

// How far apart the cores may be, m.
static Real limit_of(const Clip *clip) {
	return clip->input->margin + clip->input->radius_a + clip->input->radius_b;
}

static void add_corners_of_a(const Clip *clip, Ring *ring) {
	Real limit = limit_of(clip);
	for (uint32_t i = 0; i < clip->a.count; i++) {
		Vec3 p = clip->a.points[i];
		Real z_b = flat_height(&clip->b, p.x, p.y);
		if (z_b - p.z > limit || !mk_clip_in_polygon(&clip->b, p)) continue;
		ring->corners[ring->count++] = (Corner){ { p.x, p.y, p.z, z_b, 0 }, (uint8_t)i,
			MK_CORNER_NONE, false };
	}
}

// A place of B's edge from a corner to the next; `crossed` is the edge of A
// that ends it there, or none.
static void add_on_edge(const Clip *clip, Ring *ring, uint32_t edge, Real t, uint32_t crossed) {
	const FlatFace *b = &clip->b;
	Vec3 p = vec3_lerp(b->points[edge], b->points[edge + 1 < b->count ? edge + 1 : 0], t);
	Corner corner = { { p.x, p.y, flat_height(&clip->a, p.x, p.y), p.z, 0 }, MK_CORNER_NONE,
		(uint8_t)edge, false };
	if (crossed != MK_CLIP_END) {
		corner.a = (uint8_t)crossed;
		corner.is_crossing = true;
	}
	ring->corners[ring->count++] = corner;
}

static void add_edges_of_b(const Clip *clip, Ring *ring) {
	const FlatFace *b = &clip->b;
	Real limit = limit_of(clip);
	Real apart[MK_FACE_POINTS];
	for (uint32_t i = 0; i < b->count; i++)
		apart[i] = b->points[i].z - flat_height(&clip->a, b->points[i].x, b->points[i].y);
	for (uint32_t i = 0; i < b->count; i++) {
		uint32_t next = i + 1 < b->count ? i + 1 : 0;
		if (apart[i] > limit && apart[next] > limit) continue;
		ClipSpan span = mk_clip_segment(&clip->a, b->points[i], b->points[next]);
		if (span.is_empty) continue;
		add_on_edge(clip, ring, i, span.enter, span.enter_edge);
		if (span.leave_edge != MK_CLIP_END) add_on_edge(clip, ring, i, span.leave, span.leave_edge);
	}
}

static bool is_at(const Corner *corner, Vec3 p, Real apart_squared) {
	return real_square(corner->place.x - p.x) + real_square(corner->place.y - p.y) <= apart_squared;
}

// Names a corner after a corner of a shape if it is as good as there: `edge` and the next one.
static uint8_t nearer_end(const Corner *corner, const FlatFace *face, uint8_t edge, Real apart) {
	uint8_t next = edge + 1u < face->count ? (uint8_t)(edge + 1) : 0;
	if (is_at(corner, face->points[edge], apart)) return edge;
	return is_at(corner, face->points[next], apart) ? next : MK_CORNER_NONE;
}

static uint8_t any_corner(const Corner *corner, const FlatFace *face, Real apart) {
	for (uint32_t i = 0; i < face->count; i++) {
		if (is_at(corner, face->points[i], apart)) return (uint8_t)i;
	}
	return MK_CORNER_NONE;
}

static void settle_name(const Clip *clip, Corner *corner) {
	Real apart = real_square(clip->tolerance);
	uint8_t a = MK_CORNER_NONE;
	uint8_t b = MK_CORNER_NONE;
	if (corner->is_crossing) {
		a = nearer_end(corner, &clip->a, corner->a, apart);
		b = a != MK_CORNER_NONE ? MK_CORNER_NONE : nearer_end(corner, &clip->b, corner->b, apart);
	} else if (corner->b != MK_CORNER_NONE) {
		a = any_corner(corner, &clip->a, apart);
	}
	if (a == MK_CORNER_NONE && b == MK_CORNER_NONE) return;
	corner->is_crossing = false;
	corner->a = a;
	corner->b = b;
}

static uint32_t edge_name(const FlatFace *face, uint8_t edge) {
	uint32_t next = edge + 1u < face->count ? edge + 1u : 0;
	return feature_edge(face->ids[edge], face->ids[next]);
}

static uint32_t name_of(const Clip *clip, const Corner *c) {
	if (c->is_crossing) return contact_id(edge_name(&clip->a, c->a), edge_name(&clip->b, c->b));
	if (c->a != MK_CORNER_NONE)
		return contact_id(feature_vertex(clip->a.ids[c->a]), MK_FEATURE_FACE);
	return contact_id(MK_FEATURE_FACE, feature_vertex(clip->b.ids[c->b]));
}

// Corners of A first, then of B, then crossings: of several at one place the first one stays.
static uint32_t rank_of(const Corner *c) {
	return c->is_crossing ? 2 : c->a != MK_CORNER_NONE ? 0 : 1;
}

static void add_ring(Clip *clip, Ring *ring) {
	for (uint32_t i = 0; i < ring->count; i++)
		settle_name(clip, &ring->corners[i]);
	for (uint32_t rank = 0; rank < 3; rank++) {
		for (uint32_t i = 0; i < ring->count; i++) {
			Corner *c = &ring->corners[i];
			if (rank_of(c) != rank) continue;
			c->place.id = name_of(clip, c);
			mk_clip_add(clip, c->place);
		}
	}
}

void mk_clip_polygons(Clip *clip) {
	Ring ring;
	ring.count = 0;
	add_corners_of_a(clip, &ring);
	add_edges_of_b(clip, &ring);
	add_ring(clip, &ring);
}
