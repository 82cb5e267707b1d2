// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Which figures two features are, across the normal, and the points of edges against
// polygons. What is flat but looks aside from the normal, on both shapes, touches with an edge or a
// corner only.
#include "collide/clip_flat.h"

#include "collide/clip_polygon.h"
#include "collide/tangent.h"

// Cosine between a face and the normal from which on the face is met as a face: 11 degrees. If no
// face of the two comes as near, their edges or corners meet. Smaller: of crossed edges, points of
// the faces behind them are kept, too; larger: a rocking box loses its speculative points early.
static const Real aligned_cosine = (Real)0.98;

// Faces steeper than this have no useful height as a plane; cosine.
static const Real steep_cosine = (Real)0.2;

// Sine of the angle to the plane across the normal below which an edge counts as in it.
static const Real parallel_sine = MK_PARALLEL_SINE;

// Where one more point goes. A disc on a polygon of as many corners as there are can make some more
// than there is room for: then in the place of the shallowest, or nowhere if it is that.
static ContactPoint *find_room(ContactCandidates *out, Real separation) {
	if (out->count < MK_CONTACT_CANDIDATES) return &out->points[out->count++];
	ContactPoint *shallowest = &out->points[0];
	for (uint32_t i = 1; i < out->count; i++)
		if (out->points[i].separation > shallowest->separation) shallowest = &out->points[i];
	return separation < shallowest->separation ? shallowest : NULL;
}

void mk_clip_add(Clip *clip, ClipPoint point) {
	const ClipInput *in = clip->input;
	ContactCandidates *out = clip->out;
	Real separation = point.z_b - point.z_a - in->radius_a - in->radius_b;
	if (!(separation <= in->margin)) return;
	Real middle = (point.z_a + in->radius_a + point.z_b - in->radius_b) / 2;
	Vec3 position = vec3_scale(clip->u, point.x);
	position = vec3_add_scaled(position, clip->v, point.y);
	position = vec3_add_scaled(position, in->normal, middle);
	Real apart = real_square(clip->tolerance);
	for (uint32_t i = 0; i < out->count; i++) {
		ContactPoint *other = &out->points[i];
		if (!(vec3_distance_squared(other->position, position) <= apart)) continue;
		// the older name, the deeper place
		if (separation < other->separation)
			*other = (ContactPoint){ position, separation, other->id };
		return;
	}
	ContactPoint *room = find_room(out, separation);
	if (room != NULL) *room = (ContactPoint){ position, separation, point.id };
}

static Vec3 flat_vector(const Clip *clip, Vec3 p) {
	return vec3(vec3_dot(p, clip->u), vec3_dot(p, clip->v), vec3_dot(p, clip->input->normal));
}

// A point: what a face without points, which no shape gives, is taken for.
static void clear(FlatFace *flat) {
	flat->kind = FACE_POINT;
	flat->count = 1;
	flat->bends[0] = flat->bends[1] = 0;
	flat->facing = 0;
	flat->plane = vec3_zero();
	flat->points[0] = vec3_zero();
	flat->ids[0] = 0;
}

// B's corners are counter-clockwise seen from the other side.
static void flatten(const Clip *clip, const ShapeFace *face, bool is_b, FlatFace *flat) {
	if (face->count == 0) return;
	flat->kind = face->kind;
	flat->count = face->count;
	for (uint32_t i = 0; i < face->count; i++) {
		uint32_t k = is_b ? face->count - 1 - i : i;
		flat->points[i] = flat_vector(clip, face->points[k]);
		flat->ids[i] = face->ids[k];
	}
	Real rounding = is_b ? clip->input->radius_b : clip->input->radius_a;
	for (uint32_t i = 0; i < 2; i++) {
		Real own = face->kind == FACE_EDGE ? face->bends[i] : 0;
		flat->bends[is_b ? 1 - i : i] = own + rounding;
	}
	Vec3 n = flat_vector(clip, face->normal);
	flat->facing = is_b ? -n.z : n.z;
	if (flat->kind < FACE_POLYGON || !(flat->facing > steep_cosine)) return;
	flat->plane = vec3(-n.x / n.z, -n.y / n.z, 0);
	flat->plane.z = flat->points[0].z - flat_height(flat, flat->points[0].x, flat->points[0].y);
	if (flat->kind != FACE_DISC) return;
	flat->center = flat_vector(clip, face->center);
	flat->axis_u = flat_vector(clip, face->axis_u);
	flat->axis_v = flat_vector(clip, face->axis_v);
	if (is_b) flat->axis_v = vec3_negate(flat->axis_v);
}

// How high a point of A or B is towards the other shape.
static Real towards(Vec3 point, bool is_b) { return is_b ? -point.z : point.z; }

static uint32_t top_corner(const FlatFace *face, bool is_b) {
	uint32_t top = 0;
	for (uint32_t i = 1; i < face->count; i++) {
		if (towards(face->points[i], is_b) > towards(face->points[top], is_b)) top = i;
	}
	return top;
}

// Leaves of a face the edge that is nearest to the other shape, if it is across the normal, else a
// corner. What remains of a disc is a point of its rim.
static void keep_top(FlatFace *face, bool is_b) {
	bool is_disc = face->kind == FACE_DISC;
	face->kind = FACE_POINT;
	if (is_disc) return;
	uint32_t top = top_corner(face, is_b);
	uint32_t next = top + 1 < face->count ? top + 1 : 0;
	uint32_t before = top > 0 ? top - 1 : face->count - 1;
	bool is_next = towards(face->points[next], is_b) > towards(face->points[before], is_b);
	uint32_t other = is_next ? next : before;
	Vec3 ends[2] = { face->points[top], face->points[other] };
	uint32_t ids[2] = { face->ids[top], face->ids[other] };
	Vec3 edge = vec3_sub(ends[1], ends[0]);
	if (real_square(edge.z) > real_square(parallel_sine) * vec3_length_squared(edge)) {
		face->ids[0] = ids[0];
		return;
	}
	face->kind = FACE_EDGE;
	face->count = 2;
	// the order of the polygon, not the one by height, which is noise
	bool is_turned = !is_next;
	for (uint32_t i = 0; i < 2; i++) {
		face->points[i] = ends[is_turned ? 1 - i : i];
		face->ids[i] = ids[is_turned ? 1 - i : i];
	}
}

static bool is_plane(const FlatFace *face) { return face->kind >= FACE_POLYGON; }
static bool is_aligned(const FlatFace *face) {
	return is_plane(face) && face->facing >= aligned_cosine;
}

static void choose_features(Clip *clip) {
	bool has_face = is_aligned(&clip->a) || is_aligned(&clip->b);
	if (is_plane(&clip->a) && (!has_face || !(clip->a.facing > steep_cosine)))
		keep_top(&clip->a, false);
	if (is_plane(&clip->b) && (!has_face || !(clip->b.facing > steep_cosine)))
		keep_top(&clip->b, true);
}

static Real extent_squared(const FlatFace *face) {
	Vec3 way = vec3_sub(face->points[face->count / 2], face->points[0]);
	return way.x * way.x + way.y * way.y;
}

// One point where the cores are nearest. The name is that of corners if features are corners.
static void add_witness(Clip *clip) {
	const ClipInput *in = clip->input;
	Vec3 a = flat_vector(clip, in->point_a);
	Vec3 b = flat_vector(clip, in->point_b);
	uint32_t on_a = clip->a.kind == FACE_POINT ? feature_vertex(clip->a.ids[0]) : MK_FEATURE_FACE;
	uint32_t on_b = clip->b.kind == FACE_POINT ? feature_vertex(clip->b.ids[0]) : MK_FEATURE_FACE;
	mk_clip_add(clip,
			(ClipPoint){ (a.x + b.x) / 2, (a.y + b.y) / 2, a.z, b.z, contact_id(on_a, on_b) });
}

static uint32_t edge_of(const FlatFace *face, uint32_t corner) {
	uint32_t next = corner + 1 < face->count ? corner + 1 : 0;
	return feature_edge(face->ids[corner], face->ids[next]);
}

ClipSpan mk_clip_segment(const FlatFace *polygon, Vec3 start, Vec3 end) {
	ClipSpan span = { false, 0, 1, MK_CLIP_END, MK_CLIP_END };
	for (uint32_t i = 0; i < polygon->count; i++) {
		Vec3 p = polygon->points[i];
		Vec3 q = polygon->points[i + 1 < polygon->count ? i + 1 : 0];
		Real at_start = (q.x - p.x) * (start.y - p.y) - (q.y - p.y) * (start.x - p.x);
		Real at_end = (q.x - p.x) * (end.y - p.y) - (q.y - p.y) * (end.x - p.x);
		if (at_start < 0 && at_end < 0) return (ClipSpan){ .is_empty = true };
		if (at_start >= 0 && at_end >= 0) continue;
		Real t = at_start / (at_start - at_end);
		if (at_start < 0 && t > span.enter) {
			span.enter = t;
			span.enter_edge = i;
		} else if (at_end < 0 && t < span.leave) {
			span.leave = t;
			span.leave_edge = i;
		}
	}
	span.is_empty = !(span.enter <= span.leave);
	return span;
}

// An edge over a polygon: the ends of what is above it.
typedef struct EdgeOver {
	const FlatFace *edge;
	const FlatFace *polygon;
	bool is_edge_b;
} EdgeOver;

static void add_edge_point(Clip *clip, const EdgeOver *over, Real t, uint32_t crossed) {
	Vec3 p = vec3_lerp(over->edge->points[0], over->edge->points[1], t);
	Real z = flat_height(over->polygon, p.x, p.y);
	Vec3 start = over->edge->points[0];
	Vec3 end = over->edge->points[1];
	Real length = real_sqrt(real_square(end.x - start.x) + real_square(end.y - start.y));
	bool is_start = t * length <= clip->tolerance;
	bool is_end = (1 - t) * length <= clip->tolerance;
	uint32_t own = is_start ? feature_vertex(over->edge->ids[0])
			: is_end        ? feature_vertex(over->edge->ids[1])
							: feature_edge(over->edge->ids[0], over->edge->ids[1]);
	bool is_corner = is_start || is_end || crossed == MK_CLIP_END;
	uint32_t other = is_corner ? MK_FEATURE_FACE : edge_of(over->polygon, crossed);
	if (over->is_edge_b) {
		mk_clip_add(clip, (ClipPoint){ p.x, p.y, z, p.z, contact_id(other, own) });
	} else {
		mk_clip_add(clip, (ClipPoint){ p.x, p.y, p.z, z, contact_id(own, other) });
	}
}

static void clip_edge_polygon(Clip *clip, const EdgeOver *over) {
	ClipSpan span = mk_clip_segment(over->polygon, over->edge->points[0], over->edge->points[1]);
	if (span.is_empty) return;
	add_edge_point(clip, over, span.enter, span.enter_edge);
	add_edge_point(clip, over, span.leave, span.leave_edge);
}

bool mk_clip_in_polygon(const FlatFace *polygon, Vec3 point) {
	for (uint32_t i = 0; i < polygon->count; i++) {
		Vec3 p = polygon->points[i];
		Vec3 q = polygon->points[i + 1 < polygon->count ? i + 1 : 0];
		if (!((q.x - p.x) * (point.y - p.y) - (q.y - p.y) * (point.x - p.x) >= 0)) return false;
	}
	return true;
}

// A corner or a curved surface: its nearest point, if it is above the other's face.
static void clip_point(Clip *clip, bool is_b) {
	const FlatFace *other = is_b ? &clip->a : &clip->b;
	Vec3 p = flat_vector(clip, is_b ? clip->input->point_b : clip->input->point_a);
	if (mk_clip_on_ball(clip, is_b, p) || !is_plane(other)) return;
	bool is_above = other->kind == FACE_DISC ? mk_clip_in_disc(clip, !is_b, p)
											 : mk_clip_in_polygon(other, p);
	if (!is_above) return;
	Real z = flat_height(other, p.x, p.y);
	uint32_t corner = feature_vertex(is_b ? clip->b.ids[0] : clip->a.ids[0]);
	ClipPoint point = { p.x, p.y, p.z, z, contact_id(corner, MK_FEATURE_FACE) };
	if (is_b) point = (ClipPoint){ p.x, p.y, z, p.z, contact_id(MK_FEATURE_FACE, corner) };
	mk_clip_add(clip, point);
}

static void clip_figures(Clip *clip) {
	if (clip->a.kind == FACE_POINT || clip->b.kind == FACE_POINT) {
		clip_point(clip, clip->b.kind == FACE_POINT);
	} else if (clip->a.kind == FACE_DISC || clip->b.kind == FACE_DISC) {
		mk_clip_discs(clip);
	} else if (clip->a.kind == FACE_EDGE && clip->b.kind == FACE_EDGE) {
		mk_clip_edges(clip);
	} else if (clip->a.kind == FACE_EDGE) {
		clip_edge_polygon(clip, &(EdgeOver){ &clip->a, &clip->b, false });
	} else if (clip->b.kind == FACE_EDGE) {
		clip_edge_polygon(clip, &(EdgeOver){ &clip->b, &clip->a, true });
	} else {
		mk_clip_polygons(clip);
	}
}

// How many corners of a feature are as near to the other shape as its nearest: 0 for a corner, 1
// for an edge, 2 for a face. Discs are faces or touch with a point of the rim.
static uint32_t dimension_of(const FlatFace *face, bool is_b, Real tolerance) {
	if (face->kind == FACE_POINT) return 0;
	Real top = towards(face->points[top_corner(face, is_b)], is_b);
	uint32_t near = 0;
	for (uint32_t i = 0; i < face->count; i++)
		near += towards(face->points[i], is_b) >= top - tolerance;
	if (face->kind == FACE_DISC) return near == face->count ? 2 : 0;
	return near > 2 ? 2 : near == 2;
}

// Whether a point as deep as the nearest points is among those found, to a fiftieth of the slop,
// which searches for the normal leave open. Faces are what most points of a surface near the
// contact are on, but not all: a face seen from a corner may leave the corner out.
static bool has_deepest(const Clip *clip) {
	const ClipInput *in = clip->input;
	Real high_a = vec3_dot(in->point_a, in->normal);
	Real high_b = vec3_dot(in->point_b, in->normal);
	Real witness = high_b - high_a - in->radius_a - in->radius_b;
	// a point has no extent, and the tolerance is none but rounding
	Real rounding = 16 * MK_EPSILON * (real_abs(high_a) + real_abs(high_b));
	for (uint32_t i = 0; i < clip->out->count; i++) {
		if (clip->out->points[i].separation <= witness + clip->tolerance / 10 + rounding)
			return true;
	}
	return false;
}

bool mk_clip_faces(const ClipInput *input, ContactCandidates *candidates) {
	Clip clip;
	clip.input = input;
	clip.out = candidates;
	clip.u = tangent_of(input->normal);
	clip.v = vec3_cross(input->normal, clip.u);
	candidates->normal = input->normal;
	candidates->count = 0;
	clear(&clip.a);
	clear(&clip.b);
	flatten(&clip, input->a, false, &clip.a);
	flatten(&clip, input->b, true, &clip.b);
	Real smaller = real_sqrt(real_min(extent_squared(&clip.a), extent_squared(&clip.b)));
	// a fifth of the slop: what is nearer than this, a solver cannot tell apart
	clip.tolerance = contact_slop(smaller) / 5;
	choose_features(&clip);
	candidates->kind = contact_kind(dimension_of(&clip.a, false, clip.tolerance),
			dimension_of(&clip.b, true, clip.tolerance));
	clip_figures(&clip);
	bool is_found = has_deepest(&clip);
	if (!is_found) add_witness(&clip);
	return is_found;
}
