// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The reference's rectangle is clipped as in clip_polygon.c, but its edges are parallel to the axes, and
// the other box is seen along the normal in the plane of the rectangle: a shear, if the normal is not
// that of the rectangle. Corners and edges are numbered around a rectangle from the corner (+, +) on:
// corner k is followed by edge k.
#include "collide/clip_box.h"

#include "collide/clip_flat.h"

// What is at a corner of the overlap: a corner of one box, or two edges that cross.
#define MK_SPOT_NONE UINT8_MAX

typedef struct Spot {
	Real x;
	Real y;
	Real apart;        // m; along the normal from the reference's plane
	uint8_t reference; // corner of it; edge if `is_crossing`
	uint8_t other;
	bool is_crossing;
} Spot;

// Corners of both, and two crossings of each edge of the other box.
enum { MAX_SPOTS = 16 };

// The face of the other box in coordinates of the reference's rectangle, where the normal meets it, and
// along the normal.
typedef struct BoxClip {
	const ClipBoxInput *input;
	Vec3 half;   // of the reference: x and y along the rectangle, z across
	Vec3 normal; // in these axes
	Vec3 middle; // of the other box's face
	Vec3 u;      // from there to the middles of two of its sides
	Vec3 v;
	Vec3 corners[4]; // +u+v, -u+v, -u-v, +u-v
	Real lowest;     // m; of the corners
	uint8_t ids[4];
	uint8_t reference_ids[4];
	Real tolerance; // m; points nearer than this are one, and corners nearer lend their name
	uint32_t count;
	Spot spots[MAX_SPOTS];
} BoxClip;

static const Real signs_u[4] = { 1, -1, -1, 1 };
static const Real signs_v[4] = { 1, 1, -1, -1 };

static uint32_t after(uint32_t corner) { return (corner + 1) & 3; }

// The next two axes first, then the axis itself, upward from the face.
static inline Vec3 turned(Vec3 p, int axis, bool is_negative) {
	Real x = axis == 0 ? p.y : axis == 1 ? p.z : p.x;
	Real y = axis == 0 ? p.z : axis == 1 ? p.x : p.y;
	Real z = axis == 0 ? p.x : axis == 1 ? p.y : p.z;
	return vec3(x, y, is_negative ? -z : z);
}

static inline Vec3 turned_back(Vec3 p, int axis, bool is_negative) {
	Real z = is_negative ? -p.z : p.z;
	return axis == 0 ? vec3(z, p.x, p.y) : axis == 1 ? vec3(p.y, z, p.x) : vec3(p.x, p.y, z);
}

// Numbers of the corners of a face around it, as in shape/box.c: a bit is set on the negative side.
static void set_ids(uint8_t ids[4], int axis, bool is_negative) {
	uint32_t u = 1u << (axis < 2 ? axis + 1 : 0);
	uint32_t v = 1u << (axis > 0 ? axis - 1 : 2);
	uint32_t face = (uint32_t)is_negative << axis;
	ids[0] = (uint8_t)face;
	ids[1] = (uint8_t)(face | u);
	ids[2] = (uint8_t)(face | u | v);
	ids[3] = (uint8_t)(face | v);
}

// Moves a point, given from the rectangle's plane, along the normal onto it; z is how far that was.
static inline Vec3 sheared(const BoxClip *clip, Vec3 p) {
	Real z = p.z / clip->normal.z;
	return vec3(p.x - clip->normal.x * z, p.y - clip->normal.y * z, z);
}

// The side of the other box that faces the reference most.
static void set_other(BoxClip *clip) {
	const ClipBoxInput *in = clip->input;
	Vec3 facing = vec3_abs(mat3_apply_transposed(in->other.linear, in->normal));
	int m = vec3_max_axis(facing);
	int next = m < 2 ? m + 1 : 0;
	int last = m > 0 ? m - 1 : 2;
	Vec3 across = turned(mat3_column(in->other.linear, m), in->axis, in->is_negative);
	bool is_up = vec3_dot(across, clip->normal) > 0;
	Real side = vec3_get(in->other_half, m);
	Vec3 middle = turned(in->other.origin, in->axis, in->is_negative);
	middle = vec3_add_scaled(middle, across, is_up ? -side : side);
	middle.z -= clip->half.z;
	clip->middle = sheared(clip, middle);
	Vec3 u = vec3_scale(mat3_column(in->other.linear, next), vec3_get(in->other_half, next));
	Vec3 v = vec3_scale(mat3_column(in->other.linear, last), vec3_get(in->other_half, last));
	clip->u = sheared(clip, turned(u, in->axis, in->is_negative));
	clip->v = sheared(clip, turned(v, in->axis, in->is_negative));
	Vec3 sum = vec3_add(clip->u, clip->v);
	Vec3 difference = vec3_sub(clip->u, clip->v);
	clip->corners[0] = vec3_add(clip->middle, sum);
	clip->corners[1] = vec3_sub(clip->middle, difference);
	clip->corners[2] = vec3_sub(clip->middle, sum);
	clip->corners[3] = vec3_add(clip->middle, difference);
	clip->lowest = clip->middle.z - real_abs(clip->u.z) - real_abs(clip->v.z);
	set_ids(clip->ids, m, is_up);
}

// A fifth of the slop, as in clip.c: what is nearer, a solver cannot tell apart.
static void set_tolerance(BoxClip *clip) {
	Vec3 way = vec3_sub(clip->corners[0], clip->corners[2]);
	Real other = way.x * way.x + way.y * way.y;
	Real own = 4 * (clip->half.x * clip->half.x + clip->half.y * clip->half.y);
	clip->tolerance = contact_slop(real_sqrt(real_min(own, other))) / 5;
}

static inline void add_spot(BoxClip *clip, Spot spot) {
	if (spot.apart <= clip->input->margin) clip->spots[clip->count++] = spot;
}

// Corners of the reference under the other's face.
static void add_reference_corners(BoxClip *clip) {
	Vec3 u = clip->u;
	Vec3 v = clip->v;
	Real area = u.x * v.y - u.y * v.x;
	Real size = real_abs(area);
	for (uint32_t k = 0; k < 4; k++) {
		Real x = signs_u[k] * clip->half.x - clip->middle.x;
		Real y = signs_v[k] * clip->half.y - clip->middle.y;
		Real along_u = x * v.y - y * v.x;
		Real along_v = u.x * y - u.y * x;
		if (!(real_abs(along_u) <= size && real_abs(along_v) <= size)) continue;
		Real apart = clip->middle.z + (along_u * u.z + along_v * v.z) / area;
		add_spot(clip,
				(Spot){ signs_u[k] * clip->half.x, signs_v[k] * clip->half.y, apart, (uint8_t)k,
						MK_SPOT_NONE, false });
	}
}

// The part of an edge that is left, and the edges of the reference that end it.
typedef struct Span {
	Real enter;
	Real leave;
	uint8_t enter_edge;
	uint8_t leave_edge;
} Span;

// Cuts off what is beyond an edge of the reference, given how far its ends are inside. Returns false
// if nothing is left.
static inline bool cut(Span *span, Real start, Real end, uint8_t edge) {
	if (start >= 0 && end >= 0) return true;
	if (start < 0 && end < 0) return false;
	Real t = start / (start - end);
	if (start < 0 && t > span->enter) {
		span->enter = t;
		span->enter_edge = edge;
	} else if (end < 0 && t < span->leave) {
		span->leave = t;
		span->leave_edge = edge;
	}
	return span->enter <= span->leave;
}

static void add_on_edge(BoxClip *clip, uint32_t edge, Real t, uint8_t crossed) {
	Vec3 p = vec3_lerp(clip->corners[edge], clip->corners[after(edge)], t);
	add_spot(clip, (Spot){ p.x, p.y, p.z, crossed, (uint8_t)edge, crossed != MK_SPOT_NONE });
}

// What the reference leaves of the other's edges. Most are out of reach.
static void add_edges(BoxClip *clip) {
	Real margin = clip->input->margin;
	Vec3 half = clip->half;
	for (uint32_t k = 0; k < 4; k++) {
		Vec3 p = clip->corners[k];
		Vec3 q = clip->corners[after(k)];
		if (p.z > margin && q.z > margin) continue;
		Span span = { 0, 1, MK_SPOT_NONE, MK_SPOT_NONE };
		if (!cut(&span, half.y - p.y, half.y - q.y, 0) ||
				!cut(&span, p.x + half.x, q.x + half.x, 1) ||
				!cut(&span, p.y + half.y, q.y + half.y, 2) ||
				!cut(&span, half.x - p.x, half.x - q.x, 3))
			continue;
		add_on_edge(clip, k, span.enter, span.enter_edge);
		if (span.leave_edge != MK_SPOT_NONE) add_on_edge(clip, k, span.leave, span.leave_edge);
	}
}

static bool is_at(const Spot *spot, Real x, Real y, Real apart_squared) {
	return real_square(spot->x - x) + real_square(spot->y - y) <= apart_squared;
}

static uint8_t reference_corner_at(const BoxClip *clip, const Spot *spot) {
	// the nearest corner is in the same quarter
	uint8_t k = spot->y < 0 ? (spot->x < 0 ? 2 : 3) : spot->x < 0;
	bool is_near = is_at(spot, signs_u[k] * clip->half.x, signs_v[k] * clip->half.y,
			real_square(clip->tolerance));
	return is_near ? k : MK_SPOT_NONE;
}

static uint8_t other_corner_at(const BoxClip *clip, const Spot *spot) {
	for (uint8_t k = 0; k < 4; k++) {
		Vec3 p = clip->corners[k];
		if (is_at(spot, p.x, p.y, real_square(clip->tolerance))) return k;
	}
	return MK_SPOT_NONE;
}

// What is as near to a corner as makes no difference is named after it: A's before B's.
static void settle_name(const BoxClip *clip, Spot *spot) {
	bool is_b = clip->input->is_b;
	bool is_own = !spot->is_crossing && (spot->reference != MK_SPOT_NONE) == !is_b;
	if (is_own) return;
	uint8_t reference = MK_SPOT_NONE;
	uint8_t other = MK_SPOT_NONE;
	if (spot->is_crossing || is_b) other = other_corner_at(clip, spot);
	if (spot->is_crossing || !is_b) reference = reference_corner_at(clip, spot);
	if (reference == MK_SPOT_NONE && other == MK_SPOT_NONE) return;
	if (reference != MK_SPOT_NONE && other != MK_SPOT_NONE) {
		if (is_b)
			reference = MK_SPOT_NONE;
		else
			other = MK_SPOT_NONE;
	}
	spot->is_crossing = false;
	spot->reference = reference;
	spot->other = other;
}

static uint32_t edge_name(const uint8_t ids[4], uint8_t edge) {
	return feature_edge(ids[edge], ids[after(edge)]);
}

static uint32_t name_of(const BoxClip *clip, const Spot *spot) {
	uint32_t own = MK_FEATURE_FACE;
	uint32_t other = MK_FEATURE_FACE;
	if (spot->is_crossing) {
		own = edge_name(clip->reference_ids, spot->reference);
		other = edge_name(clip->ids, spot->other);
	} else if (spot->reference != MK_SPOT_NONE) {
		own = feature_vertex(clip->reference_ids[spot->reference]);
	} else {
		other = feature_vertex(clip->ids[spot->other]);
	}
	return clip->input->is_b ? contact_id(other, own) : contact_id(own, other);
}

// Corners of A first, then of B, then crossings: of several at one place the first one stays.
static uint32_t rank_of(const BoxClip *clip, const Spot *spot) {
	if (spot->is_crossing) return 2;
	return (spot->reference != MK_SPOT_NONE) == clip->input->is_b;
}

static void write_spot(const BoxClip *clip, const Spot *spot, ContactCandidates *out) {
	const ClipBoxInput *in = clip->input;
	Vec3 place = vec3(spot->x, spot->y, clip->half.z);
	place = vec3_add_scaled(place, clip->normal, spot->apart / 2);
	Vec3 position = turned_back(place, in->axis, in->is_negative);
	Real near = real_square(clip->tolerance);
	for (uint32_t i = 0; i < out->count; i++) {
		ContactPoint *there = &out->points[i];
		if (!(vec3_distance_squared(there->position, position) <= near)) continue;
		// the older name, the deeper place
		if (spot->apart < there->separation)
			*there = (ContactPoint){ position, spot->apart, there->id };
		return;
	}
	out->points[out->count++] = (ContactPoint){ position, spot->apart, name_of(clip, spot) };
}

static void write_spots(BoxClip *clip, ContactCandidates *out) {
	out->count = 0;
	uint8_t ranks[MAX_SPOTS];
	uint32_t found = 0;
	for (uint32_t i = 0; i < clip->count; i++) {
		settle_name(clip, &clip->spots[i]);
		ranks[i] = (uint8_t)rank_of(clip, &clip->spots[i]);
		found |= 1u << ranks[i];
	}
	for (; found != 0; found &= found - 1) {
		uint32_t rank = (uint32_t)__builtin_ctz(found);
		for (uint32_t i = 0; i < clip->count; i++) {
			if (ranks[i] == rank) write_spot(clip, &clip->spots[i], out);
		}
	}
}

static uint32_t dimension_of(uint32_t near) { return near > 2 ? 2 : near == 2; }

// How many corners of each face are as near to the other box as its nearest: a corner, an edge or a face.
static ContactKind kind_of(const BoxClip *clip) {
	Real along_x = clip->normal.x * clip->half.x;
	Real along_y = clip->normal.y * clip->half.y;
	Real top = real_abs(along_x) + real_abs(along_y) - clip->tolerance;
	// heights along the normal: z is measured from the rectangle, where it is met
	Vec3 up = vec3(clip->normal.x, clip->normal.y, 1);
	Real heights[4];
	Real lowest = MK_INFINITY;
	uint32_t own = 0;
	for (uint32_t k = 0; k < 4; k++) {
		own += signs_u[k] * along_x + signs_v[k] * along_y >= top;
		heights[k] = vec3_dot(clip->corners[k], up);
		lowest = real_min(heights[k], lowest);
	}
	uint32_t near = 0;
	for (uint32_t k = 0; k < 4; k++)
		near += heights[k] <= lowest + clip->tolerance;
	return clip->input->is_b ? contact_kind(dimension_of(near), dimension_of(own))
							 : contact_kind(dimension_of(own), dimension_of(near));
}

// Whether a corner that is lowest is above the rectangle.
static bool is_above(const BoxClip *clip) {
	Real slack = clip->input->slack;
	for (uint32_t k = 0; k < 4; k++) {
		Vec3 p = clip->corners[k];
		if (p.z <= clip->lowest + slack && real_abs(p.x) <= clip->half.x + slack &&
				real_abs(p.y) <= clip->half.y + slack)
			return true;
	}
	return false;
}

// Whether a point as deep as the boxes are was found, to a fiftieth of the slop.
static bool has_deepest(const BoxClip *clip, const ContactCandidates *out) {
	Real enough = clip->input->separation + clip->tolerance / 10;
	for (uint32_t i = 0; i < out->count; i++) {
		if (out->points[i].separation <= enough) return true;
	}
	return false;
}

bool mk_clip_boxes(const ClipBoxInput *input, ContactCandidates *candidates) {
	BoxClip clip;
	clip.input = input;
	clip.count = 0;
	clip.half = turned(input->half, input->axis, false);
	clip.normal = turned(input->normal, input->axis, input->is_negative);
	set_other(&clip);
	if (input->is_face && clip.lowest > 0 && !is_above(&clip)) return false;
	set_ids(clip.reference_ids, input->axis, input->is_negative);
	set_tolerance(&clip);
	add_reference_corners(&clip);
	add_edges(&clip);
	write_spots(&clip, candidates);
	candidates->kind = kind_of(&clip);
	return has_deepest(&clip, candidates);
}
