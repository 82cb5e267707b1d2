// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Convex pairs: where on the way they can touch, the frame in which they are looked at there, and
// what is said about those that overlap from the start.
#include "collide/cast_job.h"
#include "collide/penetration.h"

CastSpan mk_cast_balls(Double3 offset, Double3 motion, double radii) {
	double apart = double3_dot(offset, offset);
	// rounding of the squares and of their differences, all to the early side
	double reach = radii * radii * (1 + 8 * DBL_EPSILON) + 8 * DBL_EPSILON * apart;
	if (!(apart > reach)) return (CastSpan){ true, 0 };
	double closing = double3_dot(offset, motion);
	double rest = apart - reach;
	double square = closing * closing;
	double root = square * (1 + 16 * DBL_EPSILON) - double3_dot(motion, motion) * rest;
	if (!(closing > 0) || !(root >= 0)) return (CastSpan){ 0 };
	return (CastSpan){ true, rest / (closing + sqrt(root)) };
}

CastFrame mk_cast_frame(const CastJob *job) {
	CastFrame frame = { !job->a->is_rigid, double_mat(job->a->pose.linear), job->offset,
		job->motion };
	if (frame.is_outside) return frame;
	frame.offset = double_mat_apply_transposed(&frame.axes, job->offset);
	frame.motion = double_mat_apply_transposed(&frame.axes, job->motion);
	return frame;
}

// The sizes of a shape along its own axes, the origin included.
static Double3 own_extents(const Shape *shape) {
	return gjk_to_double(vec3_max(vec3_abs(shape->box.min), vec3_abs(shape->box.max)));
}

static DoubleMat absolute(DoubleMat m) {
	return (DoubleMat){ double3_abs(m.x), double3_abs(m.y), double3_abs(m.z) };
}

Double3 mk_cast_extents(const CastFrame *frame, const ShapeInstance *instance) {
	DoubleMat map = absolute(double_mat(instance->pose.linear));
	Double3 outside = double_mat_apply(&map, own_extents(instance->shape));
	if (frame->is_outside) return outside;
	DoubleMat axes = absolute(frame->axes);
	return double_mat_apply_transposed(&axes, outside);
}

static Double3 outside(const CastFrame *frame, Double3 v) {
	return frame->is_outside ? v : double_mat_apply(&frame->axes, v);
}

// From the frame at a time to the axes outside at time 0.
static Double3 point_outside(const CastPiece *piece, Double3 point, double time) {
	return double3_add_scaled(outside(piece->frame, point), piece->job->motion, time);
}

static CastAnswer answer_hit(const CastPiece *piece, const CastRayResult *hit) {
	const Difference *d = piece->difference;
	CastAnswer answer = {
		.status = hit->status,
		.iterations = hit->iterations,
		.time = hit->time,
		.distance = hit->upper - (double)d->rounding,
		.normal = outside(piece->frame, hit->normal),
	};
	answer.gap = double_max(answer.distance - (double)piece->job->input->target, 0) + hit->floor;
	Double3 on_a = double3_add_scaled(hit->on_a, hit->normal, (double)d->radius_a);
	answer.point_a = point_outside(piece, on_a, hit->time);
	answer.point_b = double3_add_scaled(answer.point_a, answer.normal, answer.distance);
	return answer;
}

// What overlaps at the start, if more than that is asked for. The rest of the
// offset is below the floor.
static CastAnswer look_deeper(const CastPiece *piece, CastAnswer answer, double floor) {
	const CastInput *input = piece->job->input;
	if (!input->wants_depth && !input->skips_parting && !input->skips_overlaps) return answer;
	PenetrationInput query = {
		.difference = piece->difference, .limit = MK_INFINITY, .is_query = true
	};
	Separation s = mk_penetration(&query).separation;
	answer.iterations += s.iterations;
	answer.distance = (double)s.distance;
	answer.gap = double_max(answer.distance - (double)input->target, 0) + floor;
	answer.normal = outside(piece->frame, gjk_to_double(s.normal));
	if (cast_is_skipped(piece->job, answer.distance, answer.normal))
		return cast_answer_free(piece->job, answer.iterations);
	answer.point_a = outside(piece->frame, gjk_to_double(s.point_a));
	answer.point_b = outside(piece->frame, gjk_to_double(s.point_b));
	return answer;
}

// Along each axis a support is a product with a matrix that is itself rounded, some operations of
// the shape, a sum and a difference: about 16 half-epsilons of what is summed up.
static Double3 floors_of(const CastPiece *piece, Double3 there) {
	double way = cast_way_floor(piece->offset, piece->frame->motion, piece->max_time);
	Double3 terms = double3_add(piece->extents, double3_abs(there));
	return double3_add_scaled(double3(way, way, way), terms, 8 * (double)MK_EPSILON);
}

CastAnswer mk_cast_piece(const CastPiece *piece) {
	const CastJob *job = piece->job;
	const CastFrame *frame = piece->frame;
	double target = (double)job->input->target;
	CastSpan span = mk_cast_balls(piece->offset, frame->motion, piece->sizes + target);
	if (!span.is_possible || !(span.start <= piece->max_time)) return cast_answer_free(job, 0);
	Difference *d = piece->difference;
	Double3 there = double3_add_scaled(piece->offset, frame->motion, -span.start);
	d->offset = gjk_to_vec3(there);
	d->error = 4 * MK_EPSILON * ((Real)piece->sizes + vec3_length(d->offset));
	if (!mk_difference_is_finite(d)) return (CastAnswer){ .status = CAST_INVALID };
	CastRay ray = {
		.difference = d,
		.rest = double3_sub(there, gjk_to_double(d->offset)),
		.motion = frame->motion,
		.start = span.start,
		.max_time = piece->max_time,
		.target = target,
		.tolerance = double_max(
				(double)job->input->tolerance, (double)job->input->relative * piece->sizes),
		.floors = floors_of(piece, there),
		// twice the error of a support: matrices that count as rigid are so up to some epsilons
		.floor = 2 * (double)d->error +
				cast_way_floor(piece->offset, frame->motion, piece->max_time),
		.guess = piece->guess,
		.trace = job->input->trace,
	};
	CastRayResult result;
	mk_cast_ray(&ray, &result);
	if (result.status == CAST_FREE) return cast_answer_free(job, result.iterations);
	CastAnswer answer = answer_hit(piece, &result);
	return result.status == CAST_OVERLAP ? look_deeper(piece, answer, result.floor) : answer;
}

CastAnswer mk_cast_convex(const CastJob *job) {
	CastFrame frame = mk_cast_frame(job);
	Difference difference = mk_difference(job->a, job->b);
	return mk_cast_piece(&(CastPiece){
			.job = job,
			.frame = &frame,
			.difference = &difference,
			.offset = frame.offset,
			.extents = double3_add(
					mk_cast_extents(&frame, job->a), mk_cast_extents(&frame, job->b)),
			.sizes = (double)mk_difference_bound(job->a) + (double)mk_difference_bound(job->b),
			.max_time = job->max_time,
	});
}

static CastAnswer spheres_apart(const CastJob *job, Double3 way, double time) {
	double length = double3_length(way);
	double radius_a = (double)job->a->rounding;
	double radius_b = (double)job->b->rounding;
	// equal centres: up is as good as any direction
	Double3 normal = length > 0 ? double3_scale(way, 1 / length) : double3(0, 1, 0);
	CastAnswer answer = { .status = time > 0 ? CAST_HIT : CAST_OVERLAP, .time = time };
	answer.distance = length - radius_a - radius_b;
	answer.normal = normal;
	Double3 center = double3_scale(job->motion, time);
	answer.point_a = double3_add_scaled(center, normal, radius_a);
	answer.point_b = double3_add_scaled(center, normal, length - radius_b);
	return answer;
}

CastAnswer mk_cast_spheres(const CastJob *job) {
	if (!job->a->is_similar || !job->b->is_similar) return mk_cast_convex(job);
	double radii = (double)job->a->rounding + (double)job->b->rounding;
	double target = (double)job->input->target;
	double floor = 2 * (double)MK_EPSILON * radii +
			cast_way_floor(job->offset, job->motion, job->max_time);
	double reach = radii + target + floor;
	CastSpan span = mk_cast_balls(job->offset, job->motion, reach);
	double time = span.start;
	if (span.is_possible && time > 0) {
		// once more from nearby, where squares keep their digits
		Double3 near = double3_add_scaled(job->offset, job->motion, -time);
		span = mk_cast_balls(near, job->motion, reach);
		time += span.start;
	}
	if (!span.is_possible || !(time <= job->max_time)) return cast_answer_free(job, 0);
	Double3 way = double3_add_scaled(job->offset, job->motion, -time);
	CastAnswer answer = spheres_apart(job, way, time);
	answer.gap = double_max(answer.distance - target, 0) + floor;
	bool is_skipped = answer.status == CAST_OVERLAP &&
			cast_is_skipped(job, answer.distance, answer.normal);
	return is_skipped ? cast_answer_free(job, 0) : answer;
}
