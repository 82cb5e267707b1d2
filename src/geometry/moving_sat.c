// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Separating axes for moving convex solids. An axis that is noise (the cross product of nearly
// parallel edges) does no harm: solids that overlap overlap on every axis, so it only says
// something true, and the widening covers its rounding.
#include "geometry/closest_pair.h"
#include "geometry/moving_box.h"
#include "geometry/overlap_box.h"
#include "geometry/ray_span.h"

// What the axes tried so far leave.
typedef struct AxisTimes {
	Vec3 motion;
	Real slack; // m: gaps up to this are touching
	RaySpan times;
	SatAxis axis;        // that made times.enter
	bool is_overlapping; // at time 0 on all axes so far
} AxisTimes;

// Takes the interval of one axis into account: the ways along it, low to high, that bring the first
// solid's projection into the second's. Returns false if no time is left in [0, 1].
static bool clip_times(AxisTimes *all, Vec3 unit, RayRange way, SatAxis axis) {
	RayRange wide = { way.min - all->slack, way.max + all->slack };
	Real speed = vec3_dot(unit, all->motion);
	RaySpan part = ray_span_slab(0, speed, wide, vec3_negate(unit));
	if (!(part.enter <= part.exit)) return false;
	all->is_overlapping = all->is_overlapping && wide.min <= 0 && wide.max >= 0;
	if (part.enter > all->times.enter) all->axis = axis;
	RaySpan times = all->times;
	all->times = ray_span_intersect(times, part);
	// of equal entries the first axis stays, so faces come before edges
	if (part.enter == times.enter) all->times.normal = times.normal;
	return all->times.enter <= all->times.exit && all->times.enter <= 1 && all->times.exit >= 0;
}

static AxisTimes begin_times(Vec3 motion, Real size) {
	return (AxisTimes){
		.motion = motion,
		.slack = MK_NEGLIGIBLE * (size + vec3_length(motion)),
		.times = ray_span_all(),
		.is_overlapping = true,
	};
}

// everything but the point
static MovingHit hit_from_times(const AxisTimes *all) {
	return (MovingHit){
		.hit = true,
		.time = real_max(all->times.enter, 0),
		.time_last = real_min(all->times.exit, 1),
		.normal = all->times.normal,
	};
}

// --- boxes

// axis x, y or z of a box
static Vec3 box_axis(const Obb *box, uint32_t index) {
	return index == 0 ? box->axes.x : index == 1 ? box->axes.y : box->axes.z;
}

static Real box_radius(const Obb *box, Vec3 unit) {
	return vec3_dot(vec3_abs(mat3_apply_transposed(box->axes, unit)), box->half);
}

static bool clip_boxes(AxisTimes *all, const Obb *a, const Obb *b, Vec3 unit, SatAxis axis) {
	Real middle = vec3_dot(unit, vec3_sub(b->center, a->center));
	Real reach = box_radius(a, unit) + box_radius(b, unit);
	return clip_times(all, unit, (RayRange){ middle - reach, middle + reach }, axis);
}

static bool clip_all_boxes(AxisTimes *all, const Obb *a, const Obb *b) {
	for (uint32_t i = 0; i < 3; i++) {
		SatAxis axis = { SAT_AXIS_FACE_A, i, 0 };
		if (!clip_boxes(all, a, b, box_axis(a, i), axis)) return false;
	}
	for (uint32_t i = 0; i < 3; i++) {
		SatAxis axis = { SAT_AXIS_FACE_B, 0, i };
		if (!clip_boxes(all, a, b, box_axis(b, i), axis)) return false;
	}
	for (uint32_t i = 0; i < 9; i++) {
		SatAxis axis = { SAT_AXIS_EDGES, i / 3, i % 3 };
		Vec3 cross = vec3_cross(box_axis(a, axis.index_a), box_axis(b, axis.index_b));
		if (vec3_is_negligible(cross, 1)) continue;
		if (!clip_boxes(all, a, b, vec3_normalize(cross), axis)) return false;
	}
	return true;
}

// the edge of a box along one of its axes that is farthest along a direction
static Segment farthest_edge(const Obb *box, uint32_t axis, Vec3 direction) {
	Vec3 along = mat3_apply_transposed(box->axes, direction);
	Vec3 corner = vec3(real_copy_sign(box->half.x, along.x), real_copy_sign(box->half.y, along.y),
			real_copy_sign(box->half.z, along.z));
	Vec3 side = vec3_scale(vec3_axis((int)axis), vec3_get(box->half, (int)axis));
	Vec3 middle = vec3_add_scaled(corner, vec3_axis((int)axis), -vec3_get(corner, (int)axis));
	return (Segment){ obb_to_world(*box, vec3_sub(middle, side)),
		obb_to_world(*box, vec3_add(middle, side)) };
}

// the point of a box farthest along a direction; the middle along axes that
// the direction does not see
static Vec3 farthest_point(const Obb *box, Vec3 direction) {
	Vec3 along = mat3_apply_transposed(box->axes, direction);
	Vec3 sign = vec3(real_is_negligible(along.x, 1) ? 0 : real_sign(along.x),
			real_is_negligible(along.y, 1) ? 0 : real_sign(along.y),
			real_is_negligible(along.z, 1) ? 0 : real_sign(along.z));
	return obb_to_world(*box, vec3_multiply(sign, box->half));
}

// A point of both boxes: projected from one to the other in turn, which ends in the common part of
// two convex sets that touch, mostly after one or two rounds.
static Vec3 common_point(const Obb *a, const Obb *b, Vec3 point, Real slack) {
	const int max_rounds =
			64; // far more than faces need; rare slow cases stop here, a little apart
	for (int i = 0; i < max_rounds; i++) {
		Vec3 on_a = closest_on_obb(*a, point);
		point = closest_on_obb(*b, on_a);
		if (vec3_distance_squared(on_a, point) <= slack * slack) break;
	}
	return point;
}

static Vec3 box_point(const AxisTimes *all, const Obb *a, const Obb *b, MovingHit hit) {
	Obb moved = *a;
	moved.center = vec3_add_scaled(a->center, all->motion, hit.time);
	Vec3 down = vec3_negate(hit.normal);
	if (hit.started_overlapping || all->axis.kind != SAT_AXIS_EDGES) {
		// from the feature that meets the face
		bool is_face_b = all->axis.kind == SAT_AXIS_FACE_B;
		Vec3 first = is_face_b ? farthest_point(&moved, down) : farthest_point(b, hit.normal);
		return common_point(&moved, b, first, 4 * all->slack);
	}
	Segment edge_a = farthest_edge(&moved, all->axis.index_a, down);
	Segment edge_b = farthest_edge(b, all->axis.index_b, hit.normal);
	return mk_closest_segments(edge_a, edge_b).point_b;
}

MovingHit mk_moving_obb_hit_obb(const Obb *a, Vec3 motion, const Obb *b) {
	if (!(vec3_min_element(a->half) >= 0 && vec3_min_element(b->half) >= 0)) {
		return (MovingHit){ 0 };
	}
	Real size = vec3_distance(a->center, b->center) + vec3_length(a->half) + vec3_length(b->half);
	size += vec3_max_element(vec3_max(vec3_abs(a->center), vec3_abs(b->center)));
	AxisTimes all = begin_times(motion, size);
	if (!clip_all_boxes(&all, a, b)) return (MovingHit){ 0 };
	MovingHit hit = hit_from_times(&all);
	if (all.is_overlapping) {
		BoxContact contact = mk_obb_contact_obb(a, b);
		hit = (MovingHit){ .hit = true,
			.started_overlapping = true,
			.depth = real_max(contact.depth, 0),
			.normal = contact.normal };
	}
	hit.point = box_point(&all, a, b, hit);
	return hit;
}

// --- polyhedra

typedef struct HullPair {
	const SatHull *a;
	const SatHull *b;
	Vec3 origin; // what vertices are projected relative to
} HullPair;

static bool clip_hulls(AxisTimes *all, const HullPair *pair, Vec3 direction, SatAxis axis) {
	Vec3 unit = vec3_normalize(direction);
	if (vec3_equals(unit, vec3_zero())) return true;
	SatRange on_a = mk_sat_project(pair->a, pair->origin, unit);
	SatRange on_b = mk_sat_project(pair->b, pair->origin, unit);
	return clip_times(all, unit, (RayRange){ on_b.min - on_a.max, on_b.max - on_a.min }, axis);
}

static Segment edge_of(const SatHull *hull, uint32_t index) {
	SatEdge edge = hull->edges[index];
	return (Segment){ hull->vertices[edge.start], hull->vertices[edge.end] };
}

static bool clip_all_hulls(AxisTimes *all, const HullPair *pair) {
	for (uint32_t i = 0; i < pair->a->normal_axes; i++) {
		SatAxis axis = { SAT_AXIS_FACE_A, i, 0 };
		if (!clip_hulls(all, pair, pair->a->normals[i], axis)) return false;
	}
	for (uint32_t i = 0; i < pair->b->normal_axes; i++) {
		SatAxis axis = { SAT_AXIS_FACE_B, 0, i };
		if (!clip_hulls(all, pair, pair->b->normals[i], axis)) return false;
	}
	for (uint32_t i = 0; i < pair->a->edge_axes; i++) {
		for (uint32_t j = 0; j < pair->b->edge_axes; j++) {
			SatAxis axis = { SAT_AXIS_EDGES, i, j };
			Vec3 direction = mk_sat_edge_axis(edge_of(pair->a, i), edge_of(pair->b, j));
			if (!clip_hulls(all, pair, direction, axis)) return false;
		}
	}
	return true;
}

// The vertices farthest along a direction, as one point.
typedef struct FarFeature {
	Vec3 middle;
	Segment edge; // the first and the last vertex found: the feature itself if it is an edge
	uint32_t count;
} FarFeature;

static FarFeature farthest_feature(const SatHull *hull, Vec3 unit, Vec3 origin, Real slack) {
	Real most = mk_sat_project(hull, origin, unit).max;
	FarFeature feature = { .count = 0 };
	for (uint32_t i = 0; i < hull->vertex_count; i++) {
		Vec3 offset = vec3_sub(hull->vertices[i], origin);
		if (vec3_dot(unit, offset) < most - slack) continue;
		feature.middle = vec3_add(feature.middle, offset);
		if (feature.count == 0) feature.edge.start = hull->vertices[i];
		feature.edge.end = hull->vertices[i];
		feature.count++;
	}
	feature.middle = vec3_add_scaled(origin, feature.middle, 1 / (Real)feature.count);
	return feature;
}

static Vec3 hull_point(const AxisTimes *all, const HullPair *pair, MovingHit hit) {
	Vec3 way = vec3_scale(all->motion, hit.time);
	Vec3 down = vec3_negate(hit.normal);
	FarFeature on_a = farthest_feature(pair->a, down, pair->origin, 4 * all->slack);
	FarFeature on_b = farthest_feature(pair->b, hit.normal, pair->origin, 4 * all->slack);
	if (on_a.count == 2 && on_b.count == 2) {
		Segment edge_a = { vec3_add(on_a.edge.start, way), vec3_add(on_a.edge.end, way) };
		return mk_closest_segments(edge_a, on_b.edge).point_b;
	}
	return on_b.count < on_a.count ? on_b.middle : vec3_add(on_a.middle, way);
}

MovingHit mk_moving_sat_hit(const SatHull *a, Vec3 motion, const SatHull *b) {
	if (a->vertex_count == 0 || b->vertex_count == 0) return (MovingHit){ 0 };
	HullPair pair = { a, b, a->vertices[0] };
	AxisTimes all = begin_times(motion, mk_sat_size(a, pair.origin) + mk_sat_size(b, pair.origin));
	if (!(all.slack < MK_INFINITY)) return (MovingHit){ 0 };
	if (!clip_all_hulls(&all, &pair)) return (MovingHit){ 0 };
	MovingHit hit = hit_from_times(&all);
	if (!all.is_overlapping) {
		hit.point = hull_point(&all, &pair, hit);
		return hit;
	}
	SatResult contact = mk_sat_contact(a, b);
	return (MovingHit){ .hit = true,
		.started_overlapping = true,
		.depth = real_max(contact.depth, 0),
		.normal = contact.normal,
		.point = contact.point };
}
