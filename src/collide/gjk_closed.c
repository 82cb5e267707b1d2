// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Segments: the parameters of the two lines' nearest points, clamped in turn (Ericson, Real-Time
// Collision Detection, 5.1.9), with cross products for the determinants. Boxes: separating axes, none of
// them normalised; a gap along an axis counts if it is larger than the rounding floor times the length
// of the edges that the axis is made of.
#include "collide/gjk_closed.h"

static double clamp_unit(double x) { return x > 0 ? (x < 1 ? x : 1) : 0; }

// Where two segments p + s u and q + t v, r = p - q, are nearest.
static void nearest_parameters(Double3 u, Double3 v, Double3 r, double *s, double *t) {
	double uu = double3_dot(u, u);
	double vv = double3_dot(v, v);
	double uv = double3_dot(u, v);
	Double3 n = double3_cross(u, v);
	double nn = double3_dot(n, n);
	// all divisions first: they do not wait for one another. Parallel lines: any point will do to begin
	double per_nn = nn > 0 ? 1 / nn : 0;
	double per_uu = uu > 0 ? 1 / uu : 0;
	double per_vv = vv > 0 ? 1 / vv : 0;
	*s = clamp_unit(double3_dot(double3_cross(v, r), n) * per_nn);
	*t = clamp_unit((uv * *s + double3_dot(v, r)) * per_vv);
	*s = clamp_unit((uv * *t - double3_dot(u, r)) * per_uu);
}

// The ends of both cores, in the frame; a point is an end twice.
typedef struct Ends {
	Vec3 a[2];
	Vec3 b[2];
} Ends;

static void ends_of(const DifferenceSide *side, Vec3 ends[2]) {
	const Shape *shape = side->shape;
	if (shape->kind == SHAPE_CAPSULE) {
		ends[1] = vec3_scale(side->linear.y, ((const CapsuleShape *)shape)->half_height);
		ends[0] = vec3_negate(ends[1]);
	} else if (shape->kind == SHAPE_SPHERE) {
		ends[0] = vec3_zero();
		ends[1] = vec3_zero();
	} else {
		ends[0] = gjk_corner(side, 0);
		ends[1] = gjk_corner(side, shape->vertex_count - 1);
	}
}

// Finds v; the parameters where it starts on A and B are s and t.
static Ends solve(const Difference *d, GjkState *state, double *s, double *t) {
	Ends ends;
	ends_of(&d->a, ends.a);
	ends_of(&d->b, ends.b);
	ends.b[0] = vec3_add(ends.b[0], d->offset);
	ends.b[1] = vec3_add(ends.b[1], d->offset);
	Double3 u = double3_between(ends.a[1], ends.a[0]);
	Double3 v = double3_between(ends.b[1], ends.b[0]);
	Double3 r = double3_between(ends.a[0], ends.b[0]);
	nearest_parameters(u, v, r, s, t);
	state->v = double3_sub(double3_add(r, double3_scale(u, *s)), double3_scale(v, *t));
	state->squared = double3_dot(state->v, state->v);
	return ends;
}

void mk_gjk_segments_nearest(const Difference *d, GjkState *state) {
	double s;
	double t;
	solve(d, state, &s, &t);
}

void mk_gjk_segments(const Difference *d, GjkState *state) {
	double s;
	double t;
	Ends ends = solve(d, state, &s, &t);
	// (1 - s) a0 + s a1 - (1 - t) b0 - t b1 as a sum of differences of ends
	const double weights[3] = { 1 - fmax(s, t), fabs(t - s), fmin(s, t) };
	const uint32_t from_a[3] = { 0, s < t ? 0 : 1, 1 };
	const uint32_t from_b[3] = { 0, s < t ? 1 : 0, 1 };
	state->count = 0;
	for (int i = 0; i < 3; i++) {
		if (!(weights[i] > 0)) continue;
		DifferencePoint *p = &state->points[state->count];
		p->a = ends.a[from_a[i]];
		p->b = ends.b[from_b[i]];
		p->point = vec3_sub(p->a, p->b);
		p->id_a = from_a[i] * (d->a.shape->vertex_count - 1);
		p->id_b = from_b[i] * (d->b.shape->vertex_count - 1);
		state->weights[state->count++] = weights[i];
	}
}

// Two boxes: A's half extents, B's half edges and the normals of its faces.
typedef struct Boxes {
	Vec3 half;
	Vec3 edges[3];
	Vec3 normals[3]; // cross products of its edges
	Vec3 way;        // from A to B
} Boxes;

// Gaps along three axes at a time, how far B's centre is along them, and how sure they are.
typedef struct Gaps {
	Vec3 along;
	Vec3 gap;
	Real margin;
} Gaps;

static Real sum_of(Vec3 a) { return a.x + a.y + a.z; }

static inline Gaps gaps_of(Vec3 along, Vec3 reach, Real margin) {
	return (Gaps){ along, vec3_sub(vec3_abs(along), reach), margin };
}

static inline Gaps gaps_of_a(const Boxes *b, Real error) {
	Vec3 reach = vec3_add(vec3_abs(b->edges[0]), vec3_abs(b->edges[1]));
	reach = vec3_add(vec3_add(reach, vec3_abs(b->edges[2])), b->half);
	return gaps_of(b->way, reach, error);
}

static inline Gaps gaps_of_b(const Boxes *b, Real error) {
	const Vec3 *n = b->normals;
	Vec3 along = vec3(vec3_dot(b->way, n[0]), vec3_dot(b->way, n[1]), vec3_dot(b->way, n[2]));
	// all three normals have the same product with their edge: the volume
	Real volume = real_abs(vec3_dot(b->edges[0], n[0]));
	Vec3 size_x = vec3_abs(n[0]);
	Vec3 size_y = vec3_abs(n[1]);
	Vec3 size_z = vec3_abs(n[2]);
	Vec3 reach = vec3(volume + vec3_dot(b->half, size_x), volume + vec3_dot(b->half, size_y),
			volume + vec3_dot(b->half, size_z));
	Real size = real_max(sum_of(size_x), real_max(sum_of(size_y), sum_of(size_z)));
	return gaps_of(along, reach, error * size);
}

// The axes e_i x edge: their products with the other edges are components of the normals.
static inline Gaps gaps_of_edge(const Boxes *b, int j, Real error) {
	Vec3 edge = b->edges[j];
	Vec3 size = vec3_abs(edge);
	Vec3 half = b->half;
	Vec3 others = vec3_add(vec3_abs(b->normals[(j + 1) % 3]), vec3_abs(b->normals[(j + 2) % 3]));
	Vec3 reach = vec3(half.y * size.z + half.z * size.y, half.x * size.z + half.z * size.x,
			half.x * size.y + half.y * size.x);
	return gaps_of(vec3_cross(edge, b->way), vec3_add(reach, others), error * sum_of(size));
}

// The axis with the largest gap of a group: 0 for A's faces, 1 for B's, 2 to 4 for edges.
static Vec3 axis_of(const Boxes *b, int group, const Gaps *g) {
	int i = vec3_max_axis(g->gap);
	Vec3 axis = vec3_axis(i);
	if (group == 1) axis = b->normals[i];
	if (group > 1) axis = vec3_cross(axis, b->edges[group - 2]);
	return vec3_get(g->along, i) < 0 ? vec3_negate(axis) : axis;
}

GjkBoxes mk_gjk_boxes(const Difference *d, Vec3 *axis) {
	Vec3 half = ((const BoxShape *)d->b.shape)->half;
	Boxes b;
	b.half = ((const BoxShape *)d->a.shape)->half;
	b.way = d->offset;
	b.edges[0] = vec3_scale(d->b.linear.x, half.x);
	b.edges[1] = vec3_scale(d->b.linear.y, half.y);
	b.edges[2] = vec3_scale(d->b.linear.z, half.z);
	for (int k = 0; k < 3; k++)
		b.normals[k] = vec3_cross(b.edges[(k + 1) % 3], b.edges[(k + 2) % 3]);
	bool is_sure = true;
	for (int group = 0; group < 5; group++) {
		Gaps g = group == 0  ? gaps_of_a(&b, d->error)
				: group == 1 ? gaps_of_b(&b, d->error)
							 : gaps_of_edge(&b, group - 2, d->error);
		Real largest = vec3_max_element(g.gap);
		is_sure = is_sure && largest < -g.margin;
		if (largest > g.margin) {
			*axis = axis_of(&b, group, &g);
			return GJK_BOXES_APART;
		}
	}
	return is_sure ? GJK_BOXES_OVERLAP : GJK_BOXES_UNKNOWN;
}
