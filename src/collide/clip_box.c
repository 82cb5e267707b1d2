// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The reference's rectangle is clipped as in clip_polygon.c, but its edges are parallel to the
// axes, and the other box is seen along the normal in the plane of the rectangle: a shear, if the
// normal is not that of the rectangle. Corners and edges are numbered around a rectangle from the
// corner (+, +) on: corner k is followed by edge k.
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

typedef struct BoxFace {
	int axis;
	bool is_negative;
} BoxFace;

// The face of the other box in coordinates of the reference's rectangle, where the normal meets
// it, and along the normal.
typedef struct BoxClip {
	const ClipBoxInput *input;
	Vec3 half;   // of the reference: x and y along the rectangle, z across
	Vec3 normal; // in these axes
	Vec3 middle; // of the other box's face
	Vec3 u;      // from there to the middles of two of its sides
	Vec3 v;
	Quad x; // of its corners: +u+v, -u+v, -u-v, +u-v
	Quad y;
	Quad z;
	Real lowest;    // m; of them
	BoxFace face;   // of the other box
	Real tolerance; // m; points nearer than this are one, and corners nearer lend their name
	uint32_t count;
	Spot spots[MAX_SPOTS];
} BoxClip;

static Quad signs_u(void) { return quad(1, -1, -1, 1); }
static Quad signs_v(void) { return quad(1, 1, -1, -1); }

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

// The number of a corner of a face, as in shape/box.c: a bit is set on the negative side.
static uint32_t corner_id(BoxFace face, uint32_t k) {
	uint32_t u = (uint32_t)(k == 1 || k == 2) << (face.axis < 2 ? face.axis + 1 : 0);
	uint32_t v = (uint32_t)(k >= 2) << (face.axis > 0 ? face.axis - 1 : 2);
	return u | v | (uint32_t)face.is_negative << face.axis;
}

// Moves a point, given from the rectangle's plane, along the normal onto it; z is how far that was.
static inline Vec3 sheared(const BoxClip *clip, Vec3 p) {
	if (clip->input->is_face) return p;
	Real z = p.z / clip->normal.z;
	return vec3(p.x - clip->normal.x * z, p.y - clip->normal.y * z, z);
}

// Corners of the other's face in one coordinate.
static inline Quad around(Real middle, Real u, Real v) {
	Quad sides = quad_add(quad_scale(signs_u(), u), quad_scale(signs_v(), v));
	return quad_add(quad_splat(middle), sides);
}

// The axes of the other box by their components, turned.
typedef struct OtherAxes {
	Real x[4];
	Real y[4];
	Real z[4];
} OtherAxes;

static Vec3 other_axis(const OtherAxes *axes, int i) {
	return vec3(axes->x[i], axes->y[i], axes->z[i]);
}

static void set_other_axes(const ClipBoxInput *in, OtherAxes *axes) {
	Quad up = in->rows[in->axis];
	quad_store(axes->x, in->rows[in->axis < 2 ? in->axis + 1 : 0]);
	quad_store(axes->y, in->rows[in->axis > 0 ? in->axis - 1 : 2]);
	quad_store(axes->z, in->is_negative ? quad_scale(up, -1) : up);
}

// Which axis of the other box is most along the normal.
static int facing_axis(const BoxClip *clip) {
	const ClipBoxInput *in = clip->input;
	Quad facing = in->rows[in->axis];
	if (!in->is_face) {
		facing = quad_scale(in->rows[0], in->normal.x);
		facing = quad_add(facing, quad_scale(in->rows[1], in->normal.y));
		facing = quad_add(facing, quad_scale(in->rows[2], in->normal.z));
	}
	return vec3_max_axis(quad_to_vec3(quad_abs(facing)));
}

// The side of the other box that faces the reference most.
static void set_other(BoxClip *clip) {
	const ClipBoxInput *in = clip->input;
	OtherAxes axes;
	set_other_axes(in, &axes);
	int m = facing_axis(clip);
	int next = m < 2 ? m + 1 : 0;
	int last = m > 0 ? m - 1 : 2;
	const Real halves[3] = { in->other_half.x, in->other_half.y, in->other_half.z };
	Vec3 across = other_axis(&axes, m);
	bool is_up = vec3_dot(across, clip->normal) > 0;
	Vec3 middle = turned(in->middle, in->axis, in->is_negative);
	middle = vec3_add_scaled(middle, across, is_up ? -halves[m] : halves[m]);
	middle.z -= clip->half.z;
	clip->middle = sheared(clip, middle);
	clip->u = sheared(clip, vec3_scale(other_axis(&axes, next), halves[next]));
	clip->v = sheared(clip, vec3_scale(other_axis(&axes, last), halves[last]));
	clip->x = around(clip->middle.x, clip->u.x, clip->v.x);
	clip->y = around(clip->middle.y, clip->u.y, clip->v.y);
	clip->z = around(clip->middle.z, clip->u.z, clip->v.z);
	clip->lowest = clip->middle.z - real_abs(clip->u.z) - real_abs(clip->v.z);
	clip->face = (BoxFace){ m, is_up };
}

// A fifth of the slop, as in clip.c: what is nearer, a solver cannot tell apart.
static void set_tolerance(BoxClip *clip) {
	Real x = 2 * (clip->u.x + clip->v.x);
	Real y = 2 * (clip->u.y + clip->v.y);
	Real other = x * x + y * y;
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
	Quad size = quad_splat(real_abs(area));
	Quad corner_x = quad_scale(signs_u(), clip->half.x);
	Quad corner_y = quad_scale(signs_v(), clip->half.y);
	Quad x = quad_sub(corner_x, quad_splat(clip->middle.x));
	Quad y = quad_sub(corner_y, quad_splat(clip->middle.y));
	Quad along_u = quad_sub(quad_scale(x, v.y), quad_scale(y, v.x));
	Quad along_v = quad_sub(quad_scale(y, u.x), quad_scale(x, u.y));
	uint32_t inside = quad_less_equal(quad_abs(along_u), size) &
			quad_less_equal(quad_abs(along_v), size);
	for (; inside != 0; inside &= inside - 1) {
		int k = __builtin_ctz(inside);
		Real up = quad_get(along_u, k) * u.z + quad_get(along_v, k) * v.z;
		add_spot(clip,
				(Spot){ quad_get(corner_x, k), quad_get(corner_y, k), clip->middle.z + up / area,
						(uint8_t)k, MK_SPOT_NONE, false });
	}
}

static Vec3 corner_at(const BoxClip *clip, uint32_t k) {
	return vec3(quad_get(clip->x, (int)k), quad_get(clip->y, (int)k), quad_get(clip->z, (int)k));
}

// Which corners of the other's face are above the rectangle.
static uint32_t corners_inside(const BoxClip *clip, Real slack) {
	return quad_less_equal(quad_abs(clip->x), quad_splat(clip->half.x + slack)) &
			quad_less_equal(quad_abs(clip->y), quad_splat(clip->half.y + slack));
}

// The part of an edge that is left, and the edges of the reference that end it.
typedef struct Span {
	Real enter;
	Real leave;
	uint8_t enter_edge;
	uint8_t leave_edge;
} Span;

// Cuts off what is beyond an edge of the reference, given how far its ends are inside. Returns
// false if nothing is left.
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
	if (crossed == MK_SPOT_NONE) return;
	Vec3 p = vec3_lerp(corner_at(clip, edge), corner_at(clip, after(edge)), t);
	add_spot(clip, (Spot){ p.x, p.y, p.z, crossed, (uint8_t)edge, true });
}

// Where an edge crosses the rectangle's.
static void add_crossings(BoxClip *clip, uint32_t edge) {
	Vec3 half = clip->half;
	Vec3 p = corner_at(clip, edge);
	Vec3 q = corner_at(clip, after(edge));
	Span span = { 0, 1, MK_SPOT_NONE, MK_SPOT_NONE };
	bool is_left = cut(&span, half.y - p.y, half.y - q.y, 0) &&
			cut(&span, p.x + half.x, q.x + half.x, 1) &&
			cut(&span, p.y + half.y, q.y + half.y, 2) && cut(&span, half.x - p.x, half.x - q.x, 3);
	if (!is_left) return;
	add_on_edge(clip, edge, span.enter, span.enter_edge);
	add_on_edge(clip, edge, span.leave, span.leave_edge);
}

// Corners of the other's face above the rectangle, and where its edges
// cross. Most are out of reach.
static void add_other(BoxClip *clip) {
	uint32_t inside = corners_inside(clip, 0);
	uint32_t near = quad_less_equal(clip->z, quad_splat(clip->input->margin));
	for (uint32_t rest = inside & near; rest != 0; rest &= rest - 1) {
		uint32_t k = (uint32_t)__builtin_ctz(rest);
		Vec3 p = corner_at(clip, k);
		add_spot(clip, (Spot){ p.x, p.y, p.z, MK_SPOT_NONE, (uint8_t)k, false });
	}
	// bit k of these is about the end of edge k
	uint32_t near_end = near >> 1 | near << 3;
	uint32_t inside_end = inside >> 1 | inside << 3;
	uint32_t crossing = (near | near_end) & ~(inside & inside_end) & 15;
	for (; crossing != 0; crossing &= crossing - 1)
		add_crossings(clip, (uint32_t)__builtin_ctz(crossing));
}

static uint8_t nearest_of(const BoxClip *clip, const Spot *spot, Quad x, Quad y) {
	x = quad_sub(x, quad_splat(spot->x));
	y = quad_sub(y, quad_splat(spot->y));
	Quad squares = quad_add(quad_multiply(x, x), quad_multiply(y, y));
	uint32_t near = quad_less_equal(squares, quad_splat(real_square(clip->tolerance)));
	return near != 0 ? (uint8_t)__builtin_ctz(near) : MK_SPOT_NONE;
}

static uint8_t reference_corner_at(const BoxClip *clip, const Spot *spot) {
	Quad x = quad_scale(signs_u(), clip->half.x);
	Quad y = quad_scale(signs_v(), clip->half.y);
	return nearest_of(clip, spot, x, y);
}

static uint8_t other_corner_at(const BoxClip *clip, const Spot *spot) {
	return nearest_of(clip, spot, clip->x, clip->y);
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
	bool is_both = reference != MK_SPOT_NONE && other != MK_SPOT_NONE;
	spot->is_crossing = false;
	spot->reference = is_both && is_b ? MK_SPOT_NONE : reference;
	spot->other = is_both && !is_b ? MK_SPOT_NONE : other;
}

static uint32_t edge_name(BoxFace face, uint32_t edge) {
	return feature_edge(corner_id(face, edge), corner_id(face, after(edge)));
}

static uint32_t name_of(const BoxClip *clip, const Spot *spot) {
	const BoxFace face = { clip->input->axis, clip->input->is_negative };
	uint32_t own = MK_FEATURE_FACE;
	uint32_t other = MK_FEATURE_FACE;
	if (spot->is_crossing) {
		own = edge_name(face, spot->reference);
		other = edge_name(clip->face, spot->other);
	} else if (spot->reference != MK_SPOT_NONE) {
		own = feature_vertex(corner_id(face, spot->reference));
	} else {
		other = feature_vertex(corner_id(clip->face, spot->other));
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

// A corner, an edge or a face, by the number of bits.
static uint32_t dimension_of(uint32_t bits) {
	static const uint8_t dimensions[16] = { 0, 0, 0, 1, 0, 1, 1, 2, 0, 1, 1, 2, 1, 2, 2, 2 };
	return dimensions[bits];
}

// How many corners of each face are as near to the other box as its nearest: a
// corner, an edge or a face.
static ContactKind kind_of(const BoxClip *clip) {
	uint32_t own = 2;
	Quad heights = clip->z;
	Real lowest = clip->lowest;
	if (!clip->input->is_face) {
		// z is measured from the rectangle, which is not across the normal
		Vec3 n = clip->normal;
		Quad top = quad_splat(
				clip->tolerance - real_abs(n.x * clip->half.x) - real_abs(n.y * clip->half.y));
		Quad below = quad_add(quad_scale(signs_u(), -n.x * clip->half.x),
				quad_scale(signs_v(), -n.y * clip->half.y));
		own = dimension_of(quad_less_equal(below, top));
		heights = quad_add(heights, quad_add(quad_scale(clip->x, n.x), quad_scale(clip->y, n.y)));
		lowest = real_min(real_min(quad_get(heights, 0), quad_get(heights, 1)),
				real_min(quad_get(heights, 2), quad_get(heights, 3)));
	}
	uint32_t other = dimension_of(quad_less_equal(heights, quad_splat(lowest + clip->tolerance)));
	return clip->input->is_b ? contact_kind(other, own) : contact_kind(own, other);
}

// Whether a corner that is lowest is above the rectangle.
static bool is_above(const BoxClip *clip) {
	Real slack = clip->input->slack;
	uint32_t low = quad_less_equal(clip->z, quad_splat(clip->lowest + slack));
	return (low & corners_inside(clip, slack)) != 0;
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
	set_tolerance(&clip);
	add_reference_corners(&clip);
	add_other(&clip);
	write_spots(&clip, candidates);
	candidates->kind = kind_of(&clip);
	return has_deepest(&clip, candidates);
}
