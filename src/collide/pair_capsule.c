// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Two capsules: the nearest points of their segments; two points where they lie along each other.
#include "collide/clip_flat.h"
#include "collide/pair.h"
#include "geometry/closest_pair.h"
#include "shape/convex.h"

// Sine of the angle below which capsules lie along each other, as for edges (clip.c).
static const Real parallel_sine = (Real)0.02;

typedef struct Axes {
	Segment a; // relative to A's origin
	Segment b;
	Vec3 along_a; // from start to end
	Vec3 along_b;
} Axes;

static Axes axes_of(const CollideInput *input) {
	Vec3 offset = vec3_sub(input->b->pose.origin, input->a->pose.origin);
	Vec3 half_a = vec3_scale(
			input->a->pose.linear.y, ((const CapsuleShape *)input->a->shape)->half_height);
	Vec3 half_b = vec3_scale(
			input->b->pose.linear.y, ((const CapsuleShape *)input->b->shape)->half_height);
	return (Axes){
		.a = { vec3_negate(half_a), half_a },
		.b = { vec3_sub(offset, half_b), vec3_add(offset, half_b) },
		.along_a = vec3_scale(half_a, 2),
		.along_b = vec3_scale(half_b, 2),
	};
}

static bool are_parallel(const Axes *axes) {
	Real squares = vec3_length_squared(axes->along_a) * vec3_length_squared(axes->along_b);
	Vec3 across = vec3_cross(axes->along_a, axes->along_b);
	return squares > 0 && vec3_length_squared(across) <= real_square(parallel_sine) * squares;
}

// The normal of segments that cross or lie in one line: across both, towards B's centre.
static Vec3 crossing_normal(const Axes *axes) {
	Vec3 across = vec3_normalize(vec3_cross(axes->along_a, axes->along_b));
	if (vec3_equals(across, vec3_zero())) {
		Vec3 longer = vec3_length_squared(axes->along_a) > 0 ? axes->along_a : axes->along_b;
		Vec3 unit = vec3_normalize(longer);
		return vec3_equals(unit, vec3_zero()) ? vec3_axis(1) : vec3_perpendicular(unit);
	}
	Vec3 centre_b = vec3_add(axes->b.start, axes->b.end);
	return vec3_dot(across, centre_b) < 0 ? vec3_negate(across) : across;
}

// The ends of the part of A's segment that is beside B's, as parts of its length; false if there is
// hardly any.
static bool common_part(const Axes *axes, Real tolerance, Real ends[2]) {
	Real length_squared = vec3_length_squared(axes->along_a);
	Real start = vec3_dot(vec3_sub(axes->b.start, axes->a.start), axes->along_a);
	Real end = vec3_dot(vec3_sub(axes->b.end, axes->a.start), axes->along_a);
	ends[0] = real_clamp(real_min(start, end) / length_squared, 0, 1);
	ends[1] = real_clamp(real_max(start, end) / length_squared, 0, 1);
	return real_square(ends[1] - ends[0]) * length_squared > real_square(tolerance);
}

// One end of the common part: the end of A's segment, or the end of B's.
static ContactPoint end_contact(
		const CollideInput *input, const Axes *axes, Vec3 normal, Real place) {
	PairPoint point = { .normal = normal, .point_a = segment_at(axes->a, place) };
	Vec3 offset = vec3_sub(point.point_a, axes->b.start);
	Real along = vec3_dot(offset, axes->along_b) / vec3_length_squared(axes->along_b);
	Real t = real_clamp(along, 0, 1);
	Vec3 on_b = segment_at(axes->b, t);
	point.distance = vec3_dot(vec3_sub(on_b, point.point_a), normal);
	bool is_end = place == 0 || place == 1;
	uint32_t on_a = is_end ? feature_vertex(place == 1) : MK_FEATURE_FACE;
	point.id = contact_id(on_a, is_end ? MK_FEATURE_FACE : feature_vertex(2 * t > 1));
	return pair_contact(input, &point);
}

static void emit_pair(const CollideInput *input, const Axes *axes, Vec3 normal, const Real *ends) {
	Manifold manifold = { .normal = normal, .kind = CONTACT_EDGE_EDGE };
	for (uint32_t i = 0; i < 2; i++) {
		ContactPoint contact = end_contact(input, axes, normal, ends[i]);
		if (contact.separation <= input->margin) manifold.points[manifold.count++] = contact;
	}
	if (manifold.count > 0) *manifold_array_add(input->manifolds) = manifold;
}

// Whether balls around the capsules are apart: cheaper than their segments, and true for most pairs.
static bool are_far(const CollideInput *input) {
	if (!input->a->is_rigid || !input->b->is_rigid) return false;
	Real reach = input->a->shape->bound + input->b->shape->bound + input->a->margin +
			input->b->margin + input->margin;
	Real squared = vec3_distance_squared(input->a->pose.origin, input->b->pose.origin);
	return squared > reach * reach;
}

void mk_pair_capsule_capsule(const CollideInput *input) {
	if (are_far(input)) return;
	if (!input->a->is_similar || !input->b->is_similar) {
		mk_pair_convex(input);
		return;
	}
	Axes axes = axes_of(input);
	Real reach = input->a->rounding + input->b->rounding + input->margin;
	SegmentPair nearest = mk_closest_segments(axes.a, axes.b);
	if (!(nearest.distance_squared <= reach * reach)) return;
	PairPoint point = pair_point(nearest.point_a, nearest.point_b, vec3_zero());
	if (vec3_equals(point.normal, vec3_zero())) point.normal = crossing_normal(&axes);
	Real ends[2];
	Real smaller = real_min(input->a->rounding, input->b->rounding);
	bool has_part = are_parallel(&axes) && common_part(&axes, contact_slop(smaller) / 5, ends);
	// beside each other, not one behind the other
	Real along = vec3_dot(point.normal, axes.along_a);
	bool is_beside = real_square(along) <=
			real_square(4 * parallel_sine) * vec3_length_squared(axes.along_a);
	if (has_part && is_beside) {
		emit_pair(input, &axes, point.normal, ends);
		return;
	}
	point.kind = CONTACT_EDGE_EDGE;
	mk_pair_emit_point(input, &point);
}
