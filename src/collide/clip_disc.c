// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Discs, seen across the normal as ellipses, against edges, polygons and each other. In the
// plane of its two half axes an ellipse is the unit circle, and lines stay lines. Candidates are
// eight places of the rim that are fixed in the shape, so that a cylinder at rest keeps its
// points; the place of the rim that is nearest to the other shape; corners of the other inside
// the disc; and crossings of its edges with the rim. Which of them touch is decided by the
// separation of each alone: from standing flat to rolling on the rim there is no angle at which
// anything changes at once.
#include "collide/clip_flat.h"

// Slope of the separation, no unit, below which the nearest place of the rim is not looked for: 0.2
// degrees. Its direction is noise then, and the fixed places miss less than 0.03 % of the radius.
static const Real flat_slope = (Real)0.0035;

// Names of places of the rim after the eight fixed ones.
enum { RIM_NEAREST = 8, RIM_ENTERED = 9, RIM_LEFT = 10 };

typedef struct Disc {
	const FlatFace *face;
	const FlatFace *other;
	bool is_b;
	Vec3 to_x; // circle coordinates are to_x . offset and to_y . offset from the centre
	Vec3 to_y;
} Disc;

// Returns false for a disc that is seen from the side and has no inside.
static bool make_disc(const Clip *clip, bool is_b, Disc *disc) {
	const FlatFace *face = is_b ? &clip->b : &clip->a;
	*disc = (Disc){ .face = face, .other = is_b ? &clip->a : &clip->b, .is_b = is_b };
	Vec3 u = face->axis_u;
	Vec3 v = face->axis_v;
	Real determinant = u.x * v.y - u.y * v.x;
	Real size = vec3_length_squared(u) + vec3_length_squared(v);
	if (!(determinant > size * MK_EPSILON)) return false;
	disc->to_x = vec3(v.y / determinant, -v.x / determinant, 0);
	disc->to_y = vec3(-u.y / determinant, u.x / determinant, 0);
	return true;
}

static Vec3 to_circle(const Disc *disc, Vec3 p) {
	Vec3 offset = vec3_sub(p, disc->face->center);
	return vec3(vec3_dot(disc->to_x, offset), vec3_dot(disc->to_y, offset), 0);
}

// A place of the rim by the cosine and sine of its angle.
static Vec3 rim_at(const FlatFace *face, Real cosine, Real sine) {
	return vec3_add_scaled(vec3_add_scaled(face->center, face->axis_u, cosine), face->axis_v, sine);
}

static bool is_in_circle(Vec3 p) { return p.x * p.x + p.y * p.y <= 1; }

// Adds a place given by its height on one of the two shapes; the other's height is on its plane.
typedef struct Place {
	Vec3 point; // on the shape that is named first
	bool is_b;  // that shape is B
	uint32_t own;
	uint32_t other;
} Place;

static void add_place(Clip *clip, Place place) {
	Vec3 p = place.point;
	if (place.is_b) {
		Real z = flat_height(&clip->a, p.x, p.y);
		mk_clip_add(clip, (ClipPoint){ p.x, p.y, z, p.z, contact_id(place.other, place.own) });
	} else {
		Real z = flat_height(&clip->b, p.x, p.y);
		mk_clip_add(clip, (ClipPoint){ p.x, p.y, p.z, z, contact_id(place.own, place.other) });
	}
}

// The direction in circle coordinates in which the shapes come nearest fastest; zero if they hardly
// do.
static Vec3 nearest_direction(const Disc *disc) {
	Vec3 own = disc->face->plane;
	Vec3 other = disc->other->plane;
	Real sign = disc->is_b ? 1 : -1;
	Vec3 slope = vec3(sign * (other.x - own.x), sign * (other.y - own.y), 0);
	if (!(vec3_length_squared(slope) > flat_slope * flat_slope)) return vec3_zero();
	return vec3_normalize(
			vec3(vec3_dot(slope, disc->face->axis_u), vec3_dot(slope, disc->face->axis_v), 0));
}

static void add_rim(Clip *clip, const Disc *disc, const Disc *other) {
	Vec3 points[RIM_NEAREST + 1];
	uint32_t count = disc->face->count;
	for (uint32_t i = 0; i < count; i++)
		points[i] = disc->face->points[i];
	Vec3 direction = nearest_direction(disc);
	bool is_flat = vec3_equals(direction, vec3_zero());
	points[count] = rim_at(disc->face, direction.x, direction.y);
	for (uint32_t i = 0; i < (is_flat ? count : count + 1); i++) {
		bool is_over = other != NULL ? is_in_circle(to_circle(other, points[i]))
									 : mk_clip_in_polygon(disc->other, points[i]);
		if (!is_over) continue;
		uint32_t name = i < count ? disc->face->ids[i] : RIM_NEAREST;
		add_place(clip, (Place){ points[i], disc->is_b, feature_rim(name), MK_FEATURE_FACE });
	}
}

// The part of a segment inside the circle.
static ClipSpan span_in_circle(Vec3 start, Vec3 end) {
	Vec3 way = vec3_sub(end, start);
	Real a = way.x * way.x + way.y * way.y;
	Real b = start.x * way.x + start.y * way.y;
	Real c = start.x * start.x + start.y * start.y - 1;
	Real discriminant = b * b - a * c;
	if (!(discriminant >= 0) || !(a > 0)) return (ClipSpan){ .is_empty = true };
	Real root = real_sqrt(discriminant);
	ClipSpan span = { false, (-b - root) / a, (-b + root) / a, RIM_ENTERED, RIM_LEFT };
	span.is_empty = span.enter > 1 || span.leave < 0;
	if (span.enter < 0) {
		span.enter = 0;
		span.enter_edge = MK_CLIP_END;
	}
	if (span.leave > 1) {
		span.leave = 1;
		span.leave_edge = MK_CLIP_END;
	}
	return span;
}

// Adds where the edge from one corner of the other shape to the next enters and leaves the disc, or
// its ends if they are inside.
static void add_edge(Clip *clip, const Disc *disc, uint32_t corner) {
	const FlatFace *other = disc->other;
	uint32_t next = corner + 1 < other->count ? corner + 1 : 0;
	Vec3 p = other->points[corner];
	Vec3 q = other->points[next];
	ClipSpan span = span_in_circle(to_circle(disc, p), to_circle(disc, q));
	if (span.is_empty) return;
	uint32_t edge = feature_edge(other->ids[corner], other->ids[next]);
	if (span.enter_edge != MK_CLIP_END) {
		add_place(clip,
				(Place){
						vec3_lerp(p, q, span.enter), !disc->is_b, edge, feature_rim(RIM_ENTERED) });
	} else {
		add_place(clip,
				(Place){ p, !disc->is_b, feature_vertex(other->ids[corner]), MK_FEATURE_FACE });
	}
	if (span.leave_edge != MK_CLIP_END) {
		add_place(clip,
				(Place){ vec3_lerp(p, q, span.leave), !disc->is_b, edge, feature_rim(RIM_LEFT) });
	} else {
		add_place(
				clip, (Place){ q, !disc->is_b, feature_vertex(other->ids[next]), MK_FEATURE_FACE });
	}
}

// How far a place of one rim is outside of the other disc: its square in circle coordinates less 1.
typedef struct RimPlace {
	Real cosine;
	Real sine;
	Real outside;
} RimPlace;

static RimPlace rim_place(const Disc *rim, const Disc *circle, Real cosine, Real sine) {
	Vec3 p = to_circle(circle, rim_at(rim->face, cosine, sine));
	return (RimPlace){ cosine, sine, p.x * p.x + p.y * p.y - 1 };
}

static RimPlace halfway(const Disc *rim, const Disc *circle, RimPlace p, RimPlace q) {
	Vec3 middle = vec3_normalize(vec3(p.cosine + q.cosine, p.sine + q.sine, 0));
	return rim_place(rim, circle, middle.x, middle.y);
}

// Adds the crossing between two places of a rim on different sides of the other. Six halvings of at
// most 45 degrees and a straight line for the rest: right to 2e-5 of the radius.
static void add_crossing(Clip *clip, const Disc *rim, const Disc *circle, RimPlace p, RimPlace q) {
	bool is_entered = q.outside <= 0;
	for (int i = 0; i < 6; i++) {
		RimPlace middle = halfway(rim, circle, p, q);
		bool is_first_half = (middle.outside <= 0) == is_entered;
		if (is_first_half) {
			q = middle;
		} else {
			p = middle;
		}
	}
	Real t = p.outside / (p.outside - q.outside);
	Vec3 point = rim_at(rim->face, real_lerp(p.cosine, q.cosine, t), real_lerp(p.sine, q.sine, t));
	uint32_t name = feature_rim(is_entered ? RIM_ENTERED : RIM_LEFT);
	add_place(clip, (Place){ point, rim->is_b, name, feature_rim(RIM_ENTERED) });
}

// Nine places around a rim: eight fixed ones, and the one towards the other's centre in its turn,
// without which a small overlap would be between two places.
static void add_crossings(Clip *clip, const Disc *rim, const Disc *circle) {
	const Real diagonal = (Real)0.70710678118654752440;
	static const Real steps[8][2] = { { 1, 0 }, { 1, 1 }, { 0, 1 }, { -1, 1 }, { -1, 0 },
		{ -1, -1 }, { 0, -1 }, { 1, -1 } };
	Vec3 centre = to_circle(rim, circle->face->center);
	Vec3 inward = vec3_normalize(centre);
	RimPlace towards = rim_place(rim, circle, inward.x, inward.y);
	bool has_inward = !vec3_equals(inward, vec3_zero());
	RimPlace first = rim_place(rim, circle, 1, 0);
	RimPlace before = first;
	for (uint32_t i = 1; i <= 8; i++) {
		Real scale = i % 2 == 0 ? 1 : diagonal;
		RimPlace next = first;
		if (i < 8) next = rim_place(rim, circle, scale * steps[i][0], scale * steps[i][1]);
		bool is_after = before.cosine * inward.y - before.sine * inward.x > 0;
		bool is_before = inward.x * next.sine - inward.y * next.cosine > 0;
		if (has_inward && is_after && is_before) {
			if ((before.outside <= 0) != (towards.outside <= 0)) {
				add_crossing(clip, rim, circle, before, towards);
			}
			before = towards;
		}
		if ((before.outside <= 0) != (next.outside <= 0)) {
			add_crossing(clip, rim, circle, before, next);
		}
		before = next;
	}
}

static void clip_two_discs(Clip *clip) {
	Disc a;
	Disc b;
	if (!make_disc(clip, false, &a) || !make_disc(clip, true, &b)) return;
	add_rim(clip, &a, &b);
	add_rim(clip, &b, &a);
	add_crossings(clip, &b, &a);
}

void mk_clip_discs(Clip *clip) {
	if (clip->a.kind == FACE_DISC && clip->b.kind == FACE_DISC) {
		clip_two_discs(clip);
		return;
	}
	Disc disc;
	if (!make_disc(clip, clip->b.kind == FACE_DISC, &disc)) return;
	if (disc.other->kind == FACE_EDGE) {
		// heights are on the disc's plane; ends of the edge count
		add_edge(clip, &disc, 0);
		return;
	}
	add_rim(clip, &disc, NULL);
	for (uint32_t i = 0; i < disc.other->count; i++)
		add_edge(clip, &disc, i);
}

bool mk_clip_in_disc(const Clip *clip, bool is_b, Vec3 p) {
	Disc disc;
	return make_disc(clip, is_b, &disc) && is_in_circle(to_circle(&disc, p));
}
