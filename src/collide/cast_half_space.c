// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Casts against half-spaces: the point of A that is lowest over the plane is the first to touch, so
// one support, or one look at all vertices of a surface, is the whole answer.
#include "collide/cast_job.h"
#include "shape/convex.h"

// The points whose product with the normal is not above the offset, seen from outside.
typedef struct HalfSpace {
	bool is_valid; // false: a map flattens it
	Double3 normal;
	double offset; // m; relative to B's origin, with its margin
} HalfSpace;

// The point of A's surface that touches first.
typedef struct Lowest {
	Double3 point; // m; relative to A's origin
	double floor;  // m; its error
	uint32_t index;
} Lowest;

static HalfSpace half_space_of(const ShapeInstance *instance) {
	Plane plane = ((const HalfSpaceShape *)instance->shape)->plane;
	DoubleMat m = double_mat(instance->pose.linear);
	// normals go by the cofactors; the sign of the determinant keeps the inside in
	DoubleMat cofactors = { double3_cross(m.y, m.z), double3_cross(m.z, m.x),
		double3_cross(m.x, m.y) };
	double determinant = double3_dot(m.x, cofactors.x);
	Double3 own = gjk_to_double(plane.normal);
	Double3 normal = double_mat_apply(&cofactors, own);
	double length = double3_length(normal);
	if (!(length > 0) || determinant == 0) return (HalfSpace){ 0 };
	normal = double3_scale(normal, determinant < 0 ? -1 / length : 1 / length);
	Double3 point = double_mat_apply(&m, own);
	double squared = double3_dot(own, own);
	double offset = (double)plane.offset / squared * double3_dot(normal, point);
	return (HalfSpace){ true, normal, offset + (double)instance->margin };
}

static CastAnswer meet(const CastJob *job, const HalfSpace *plane, const Lowest *lowest) {
	double target = (double)job->input->target;
	Double3 way = double3_sub(lowest->point, job->offset);
	double height = double3_dot(plane->normal, way) - plane->offset;
	double closing = -double3_dot(plane->normal, job->motion);
	double floor = lowest->floor + 8 * DBL_EPSILON * fabs(plane->offset) +
			cast_way_floor(job->offset, job->motion, job->max_time);
	double ahead = height - target - floor;
	// comparisons that a NaN fails
	if (!(fabs(height) <= DBL_MAX)) return (CastAnswer){ .status = CAST_INVALID };
	if (ahead > 0 && !(closing > 0)) return cast_answer_free(job, 1);
	CastAnswer answer = { .status = CAST_OVERLAP, .iterations = 1, .index_a = lowest->index };
	if (ahead > 0) {
		answer.status = CAST_HIT;
		answer.time = ahead / closing;
		if (!(answer.time <= job->max_time)) return cast_answer_free(job, 1);
	}
	answer.distance = height - closing * answer.time;
	answer.gap = double_max(answer.distance - target, 0) + floor;
	answer.normal = double3_scale(plane->normal, -1);
	bool is_over = answer.status == CAST_OVERLAP;
	if (is_over && cast_is_skipped(job, answer.distance, answer.normal))
		return cast_answer_free(job, 1);
	answer.point_a = double3_add_scaled(lowest->point, job->motion, answer.time);
	answer.point_b = double3_add_scaled(answer.point_a, answer.normal, answer.distance);
	return answer;
}

CastAnswer mk_cast_convex_half_space(const CastJob *job) {
	HalfSpace plane = half_space_of(job->b);
	if (!plane.is_valid) return cast_answer_free(job, 0);
	ShapeInstance side = *job->a;
	side.pose.origin = vec3_zero();
	Vec3 down = gjk_to_vec3(double3_scale(plane.normal, -1));
	Double3 core = gjk_to_double(instance_support_core(&side, down, MK_SHAPE_NO_ID).point);
	Lowest lowest = {
		.point = double3_add_scaled(core, plane.normal, -(double)job->a->rounding),
		// as for one support of a pair (difference.h), and the rounded direction
		.floor = 8 * (double)MK_EPSILON * (double)mk_difference_bound(job->a),
	};
	return meet(job, &plane, &lowest);
}

typedef struct Scan {
	Double3 down; // in the surface's own space
	double best;
	Vec3 point;
	uint32_t index;
} Scan;

static bool scan_triangle(const ShapePiece *piece, void *user) {
	Scan *scan = user;
	const Triangle *t = &((const TriangleShape *)piece->shape)->corners;
	const Vec3 corners[3] = { t->a, t->b, t->c };
	for (int i = 0; i < 3; i++) {
		double depth = double3_dot(scan->down, gjk_to_double(corners[i]));
		// among equals the lowest number, whatever the order of the tree
		bool is_better = depth > scan->best || (depth == scan->best && piece->index < scan->index);
		if (!is_better) continue;
		scan->best = depth;
		scan->point = corners[i];
		scan->index = piece->index;
	}
	return true;
}

CastAnswer mk_cast_surface_half_space(const CastJob *job) {
	HalfSpace plane = half_space_of(job->b);
	if (!plane.is_valid) return cast_answer_free(job, 0);
	DoubleMat m = double_mat(job->a->pose.linear);
	Scan scan = {
		.down = double_mat_apply_transposed(&m, double3_scale(plane.normal, -1)),
		.best = -(double)INFINITY,
	};
	const Shape *shape = job->a->shape;
	mk_shape_pieces(shape, &(PieceQuery){ shape->box, scan_triangle, &scan });
	Double3 point = double_mat_apply(&m, gjk_to_double(scan.point));
	Lowest lowest = {
		.point = double3_add_scaled(point, plane.normal, -(double)job->a->margin),
		.floor = 8 * DBL_EPSILON * (double)mk_difference_bound(job->a),
		.index = scan.index,
	};
	return meet(job, &plane, &lowest);
}
