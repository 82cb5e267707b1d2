// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Boxes: separating axes, none of them normalised; a gap along an axis counts if it is larger than
// the rounding floor times the length of the edges that the axis is made of.
#include "collide/gjk_closed.h"

#include "collide/segments.h"

// The middles of both cores, seen from A's origin, and half their ways. A point has no half.
typedef struct Cores {
	Double3 middle_a;
	Double3 middle_b;
	Double3 half_a;
	Double3 half_b;
} Cores;

static bool is_centred(const Shape *shape) {
	return shape->kind == SHAPE_CAPSULE || shape->kind == SHAPE_SPHERE;
}

// Half the segment of a capsule or a ball.
static inline Double3 centred_half(const DifferenceSide *side) {
	bool is_capsule = side->shape->kind == SHAPE_CAPSULE;
	Real height = is_capsule ? ((const CapsuleShape *)side->shape)->half_height : 0;
	return gjk_to_double(vec3_scale(side->linear.y, height));
}

// A segment anywhere in the space of its shape.
static void set_core(const DifferenceSide *side, Double3 *middle, Double3 *half) {
	Double3 start = gjk_to_double(gjk_corner(side, 0));
	Double3 end = gjk_to_double(gjk_corner(side, side->shape->vertex_count - 1));
	*middle = double3_add(*middle, double3_scale(double3_add(start, end), 0.5));
	*half = double3_scale(double3_sub(end, start), 0.5);
}

static inline Cores cores_of(const Difference *d) {
	Cores c = { .middle_a = double3(0, 0, 0), .middle_b = gjk_to_double(d->offset) };
	c.half_a = centred_half(&d->a);
	c.half_b = centred_half(&d->b);
	if (!is_centred(d->a.shape)) set_core(&d->a, &c.middle_a, &c.half_a);
	if (!is_centred(d->b.shape)) set_core(&d->b, &c.middle_b, &c.half_b);
	return c;
}

// The centres of two balls.
static void set_points(const Difference *d, GjkState *state) {
	DifferencePoint *p = &state->points[0];
	p->a = vec3_zero();
	p->b = d->offset;
	p->point = vec3_negate(d->offset);
	p->id_a = 0;
	p->id_b = 0;
	state->v = gjk_to_double(p->point);
	state->squared = double3_dot(state->v, state->v);
	state->weights[0] = 1;
	state->count = 1;
}

void mk_gjk_segments(const Difference *d, GjkState *state) {
	if (d->a.shape->kind == SHAPE_SPHERE && d->b.shape->kind == SHAPE_SPHERE) {
		set_points(d, state);
		return;
	}
	Cores c = cores_of(d);
	SegmentsNearest n = segments_nearest(
			(SegmentsInput){ c.half_a, c.half_b, double3_sub(c.middle_b, c.middle_a) });
	state->v = double3_scale(n.way, -1);
	state->squared = n.squared;
	DifferencePoint *p = &state->points[0];
	p->a = gjk_to_vec3(double3_add(c.middle_a, double3_scale(c.half_a, n.s)));
	p->b = gjk_to_vec3(double3_add(c.middle_b, double3_scale(c.half_b, n.t)));
	p->point = gjk_to_vec3(state->v);
	p->id_a = n.s > 0 ? d->a.shape->vertex_count - 1 : 0;
	p->id_b = n.t > 0 ? d->b.shape->vertex_count - 1 : 0;
	state->weights[0] = 1;
	state->count = 1;
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

GjkBoxes mk_gjk_boxes_along(const Difference *d, Vec3 axis) {
	Vec3 half_a = ((const BoxShape *)d->a.shape)->half;
	Vec3 half_b = ((const BoxShape *)d->b.shape)->half;
	Vec3 size = vec3_abs(axis);
	Vec3 on_b = vec3_abs(mat3_apply_transposed(d->b.linear, axis));
	Real reach = vec3_dot(half_a, size) + vec3_dot(half_b, on_b) + d->error * sum_of(size);
	return vec3_dot(d->offset, axis) > reach ? GJK_BOXES_APART : GJK_BOXES_UNKNOWN;
}
