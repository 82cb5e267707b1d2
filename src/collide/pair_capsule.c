// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Two capsules: the nearest points of their segments; two points where they lie along each other.
#include "collide/clip_flat.h"
#include "collide/pair.h"
#include "collide/segments.h"
#include "shape/convex.h"

// Sines of the angles below which capsules lie along each other, as for edges (clip_edge.c).
static const Real parallel_sine = MK_ROUND_PARALLEL_SINE;
static const Real leaning_sine = MK_LEANING_SINE;

// Half the ways of both segments and the way between their middles.
typedef struct Axes {
	Vec3 half_a;
	Vec3 half_b;
	Vec3 offset;
} Axes;

static inline Vec3 half_of(const ShapeInstance *capsule) {
	Real height = ((const CapsuleShape *)capsule->shape)->half_height;
	return vec3_scale(capsule->pose.linear.y, height);
}

// The normal of segments that cross or lie in one line: across both, towards B's centre.
static Vec3 crossing_normal(const Axes *axes) {
	Vec3 across = vec3_normalize(vec3_cross(axes->half_a, axes->half_b));
	if (vec3_equals(across, vec3_zero())) {
		Vec3 longer = vec3_length_squared(axes->half_a) > 0 ? axes->half_a : axes->half_b;
		Vec3 unit = vec3_normalize(longer);
		return vec3_equals(unit, vec3_zero()) ? vec3_axis(1) : vec3_perpendicular(unit);
	}
	return vec3_dot(across, axes->offset) < 0 ? vec3_negate(across) : across;
}

// The ends of the part of A's segment that is beside B's, from -1 to 1;
// false if there is hardly any.
static bool common_part(const Axes *axes, Real tolerance, Real ends[2]) {
	Real length_squared = vec3_length_squared(axes->half_a);
	Real middle = vec3_dot(axes->offset, axes->half_a) / length_squared;
	Real reach = real_abs(vec3_dot(axes->half_b, axes->half_a)) / length_squared;
	ends[0] = real_clamp(middle - reach, -1, 1);
	ends[1] = real_clamp(middle + reach, -1, 1);
	return real_square(ends[1] - ends[0]) * length_squared > real_square(tolerance);
}

// One end of the common part: the end of A's segment, or the end of B's. Which one of B's is told
// by the way it lies along A's: rounding cannot make both the same.
static ContactPoint end_contact(
		const CollideInput *input, const Axes *axes, Vec3 normal, Real place, bool is_high) {
	bool is_high_b = is_high == (vec3_dot(axes->half_a, axes->half_b) > 0);
	PairPoint point = { .normal = normal, .point_a = vec3_scale(axes->half_a, place) };
	Vec3 offset = vec3_sub(point.point_a, axes->offset);
	Real along = vec3_dot(offset, axes->half_b) / vec3_length_squared(axes->half_b);
	Real t = real_clamp(along, -1, 1);
	Vec3 way = vec3_sub(vec3_scale(axes->half_b, t), offset);
	point.distance = vec3_dot(way, normal);
	bool is_end = place == -1 || place == 1;
	uint32_t on_a = is_end ? feature_vertex(place == 1) : MK_FEATURE_FACE;
	point.id = contact_id(on_a, is_end ? MK_FEATURE_FACE : feature_vertex(is_high_b));
	return pair_contact(input, &point);
}

static void emit_pair(const CollideInput *input, const Axes *axes, Vec3 normal, const Real *ends) {
	Manifold manifold = { .normal = normal, .kind = CONTACT_EDGE_EDGE };
	for (uint32_t i = 0; i < 2; i++) {
		ContactPoint contact = end_contact(input, axes, normal, ends[i], i == 1);
		if (contact.separation <= input->margin) manifold.points[manifold.count++] = contact;
	}
	if (manifold.count > 0) *manifold_array_add(input->manifolds) = manifold;
}

// Adds two points and returns true if the capsules lie along each other: beside, not one behind the
// other.
static bool emit_parallel(const CollideInput *input, const Axes *axes, Vec3 normal) {
	Real ends[2];
	Real smaller = real_min(input->a->rounding, input->b->rounding);
	Real along = vec3_dot(normal, axes->half_a);
	bool is_beside = real_square(along) <=
			real_square(4 * parallel_sine) * vec3_length_squared(axes->half_a);
	if (!is_beside || !common_part(axes, contact_slop(smaller) / 5, ends)) return false;
	emit_pair(input, axes, normal, ends);
	return true;
}

static ShapeFace line_of(Vec3 middle, Vec3 half) {
	ShapeFace line = { .kind = FACE_EDGE, .count = 2, .ids = { 0, 1 } };
	line.points[0] = vec3_sub(middle, half);
	line.points[1] = vec3_add(middle, half);
	return line;
}

// The distance of the segments is known to the last digit, heights of places on them are not.
static void make_exact(ContactCandidates *candidates, Real deepest) {
	Real found = MK_INFINITY;
	for (uint32_t i = 0; i < candidates->count; i++)
		found = real_min(found, candidates->points[i].separation);
	for (uint32_t i = 0; i < candidates->count; i++)
		candidates->points[i].separation += deepest - found;
}

// Two that cross at a small angle: their lines, as those of any round shapes.
static void emit_leaning(const CollideInput *input, const Axes *axes, const PairPoint *nearest) {
	ShapeFace a = line_of(vec3_zero(), axes->half_a);
	ShapeFace b = line_of(axes->offset, axes->half_b);
	ClipInput clip = {
		.a = &a,
		.b = &b,
		.normal = nearest->normal,
		.point_a = nearest->point_a,
		.point_b = vec3_add_scaled(nearest->point_a, nearest->normal, nearest->distance),
		.radius_a = input->a->rounding,
		.radius_b = input->b->rounding,
		.margin = input->margin,
	};
	ContactCandidates candidates;
	mk_clip_faces(&clip, &candidates);
	if (candidates.count == 0) return;
	make_exact(&candidates, nearest->distance - input->a->rounding - input->b->rounding);
	// there are two points on each side of the crossing, at most
	mk_manifold_reduce(&candidates, NULL, manifold_array_add(input->manifolds));
}

// Whether balls around the capsules are apart: cheaper than their
// segments, and true for most pairs.
static inline bool are_far(const CollideInput *input, Vec3 offset) {
	if (!input->a->is_rigid || !input->b->is_rigid) return false;
	Real reach = input->a->shape->bound + input->b->shape->bound + input->a->margin +
			input->b->margin + input->margin;
	return vec3_length_squared(offset) > reach * reach;
}

static void emit(const CollideInput *input, const Axes *axes, const SegmentsNearest *nearest) {
	PairPoint point = { .kind = CONTACT_EDGE_EDGE };
	double length = sqrt(nearest->squared);
	double per_length = length > 0 ? 1 / length : 0;
	point.normal = vec3((Real)(nearest->way.x * per_length), (Real)(nearest->way.y * per_length),
			(Real)(nearest->way.z * per_length));
	point.distance = (Real)length;
	if (!(length > 0)) point.normal = crossing_normal(axes);
	double lengths = (double)vec3_length_squared(axes->half_a) *
			(double)vec3_length_squared(axes->half_b);
	bool is_parallel = nearest->sine_across <= (double)real_square(parallel_sine) * lengths;
	bool is_leaning = nearest->sine_across <= (double)real_square(leaning_sine) * lengths;
	point.point_a = vec3_scale(axes->half_a, (Real)nearest->s);
	if (is_parallel && lengths > 0 && emit_parallel(input, axes, point.normal)) return;
	if (!is_parallel && is_leaning) {
		emit_leaning(input, axes, &point);
	} else {
		mk_pair_emit_point(input, &point);
	}
}

void mk_pair_capsule_capsule(const CollideInput *input) {
	Axes axes = { .offset = vec3_sub(input->b->pose.origin, input->a->pose.origin) };
	if (are_far(input, axes.offset)) return;
	if (!input->a->is_similar || !input->b->is_similar) {
		mk_pair_convex(input);
		return;
	}
	axes.half_a = half_of(input->a);
	axes.half_b = half_of(input->b);
	SegmentsNearest nearest = segments_nearest((SegmentsInput){
			double3_from(axes.half_a), double3_from(axes.half_b), double3_from(axes.offset) });
	Real reach = input->a->rounding + input->b->rounding + input->margin;
	if (!(nearest.squared <= (double)reach * (double)reach)) return;
	emit(input, &axes, &nearest);
}
