// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Casts against several pieces: the first touch of all, and compounds by their
// tree, nearest parts first.
#include "collide/cast_job.h"
#include "shape/compound.h"

// The time in which A goes as far as the answer may be early, whichever way the surface lies.
static double slack_of(const CastAnswer *answer, const CastJob *job) {
	double speed = double3_length(job->motion);
	return speed > 0 ? answer->gap / speed : 0;
}

// By number, so that the order of a tree does not matter.
static bool is_before(const CastAnswer *a, const CastAnswer *b) {
	if (a->child_b != b->child_b) return a->child_b < b->child_b;
	if (a->index_b != b->index_b) return a->index_b < b->index_b;
	if (a->child_a != b->child_a) return a->child_a < b->child_a;
	return a->index_a < b->index_a;
}

// Of two touches at the same time up to rounding, that of a face is the one to know: its normal is
// the surface's, that of an edge in the middle of a floor is an accident.
static bool is_preferred(const CastBest *best, const CastAnswer *answer, bool is_face) {
	const CastAnswer *old = &best->answer;
	if (old->status == CAST_OVERLAP && answer->status == CAST_OVERLAP) {
		if (answer->distance != old->distance) return answer->distance < old->distance;
		return is_before(answer, old);
	}
	double slack = slack_of(old, best->job) + slack_of(answer, best->job);
	if (fabs(answer->time - old->time) > slack) return answer->time < old->time;
	if (is_face != best->is_face) return is_face;
	if (answer->time != old->time) return answer->time < old->time;
	return is_before(answer, old);
}

double mk_cast_best_add(CastBest *best, const CastAnswer *answer, bool is_face) {
	CastAnswer *old = &best->answer;
	uint32_t iterations = old->iterations + answer->iterations;
	if (cast_answer_is_hit(answer)) {
		double time = double_min(old->time, answer->time);
		if (!cast_answer_is_hit(old) || is_preferred(best, answer, is_face)) {
			*old = *answer;
			best->is_face = is_face;
		}
		// the earliest is never given up for a better normal
		double speed = double3_length(best->job->motion);
		old->gap += (old->time - time) * speed;
		old->time = time;
		best->limit = double_min(best->job->max_time, time + 2 * slack_of(old, best->job));
	}
	old->iterations = iterations;
	bool is_enough = old->status == CAST_OVERLAP && !best->job->input->wants_depth;
	return is_enough ? -1 : best->limit;
}

// The largest stretch of a map is not more than this.
static Real stretch_bound(Mat3 m) {
	return real_sqrt(
			vec3_length_squared(m.x) + vec3_length_squared(m.y) + vec3_length_squared(m.z));
}

bool mk_cast_box(const CastJob *job, BoxCast *cast) {
	const ShapeInstance *a = job->a;
	const ShapeInstance *b = job->b;
	Mat3 inverse = mat3_transpose(b->pose.linear);
	if (!b->is_rigid && !mk_mat3_invert(b->pose.linear, &inverse)) return false;
	Real stretch = b->is_rigid ? 1 : stretch_bound(inverse);
	// how far rounding of the inverse is off, relative to what it is applied to
	Real condition = b->is_rigid ? 1 : stretch * stretch_bound(b->pose.linear);
	Affine map = { mat3_multiply(inverse, a->pose.linear), vec3_zero() };
	Aabb box = mk_shape_bounds(a->shape, map);
	if (!aabb_is_finite(box)) return false;
	Vec3 away = mat3_apply(inverse, gjk_to_vec3(job->offset));
	Vec3 half = aabb_half_extents(box);
	Real sizes = vec3_length(away) + vec3_length(aabb_center(box)) + vec3_length(half);
	Real grow = (a->margin + b->margin + job->input->target) * stretch;
	grow += 16 * MK_EPSILON * condition * (sizes + grow);
	*cast = (BoxCast){
		.origin = vec3_sub(aabb_center(box), away),
		.motion = mat3_apply(inverse, gjk_to_vec3(job->motion)),
		.half = vec3_add(half, vec3_splat(grow)),
		.max_t = (Real)job->max_time,
	};
	// the way is rounded, too
	Vec3 way = vec3_scale(vec3_abs(cast->motion), 8 * MK_EPSILON * condition * cast->max_t);
	cast->half = vec3_add(cast->half, vec3_splat(vec3_max_element(way)));
	return box_cast_is_valid(cast);
}

typedef struct PartsCast {
	const CastJob *job;
	const CompoundShape *compound;
	DoubleMat axes; // the compound's
	CastBest best;
} PartsCast;

static double cast_part(PartsCast *walk, const CompoundPart *part) {
	const CastJob *job = walk->job;
	Mat3 linear = mat3_multiply(job->b->pose.linear, part->instance.pose.linear);
	Affine pose = { linear, vec3_zero() };
	ShapeInstance b = instance_grow(mk_instance(part->instance.shape, pose), job->b->margin);
	Double3 way = double_mat_apply(&walk->axes, gjk_to_double(part->instance.pose.origin));
	CastJob inner = *job;
	inner.b = &b;
	inner.offset = double3_add(job->offset, way);
	inner.max_time = walk->best.limit;
	CastAnswer answer = mk_cast_pair(&inner);
	answer.child_b += part->first_leaf;
	return mk_cast_best_add(&walk->best, &answer, false);
}

static Real cast_parts(void *context, uint32_t first, uint32_t count, Real max_t) {
	PartsCast *walk = context;
	for (uint32_t i = first; i < first + count; i++) {
		double limit = cast_part(walk, &walk->compound->parts[walk->compound->tree.order[i]]);
		max_t = real_min(max_t, (Real)limit);
		if (limit < 0) break;
	}
	return max_t;
}

CastAnswer mk_cast_any_compound(const CastJob *job) {
	PartsCast walk = {
		.job = job,
		.compound = (const CompoundShape *)job->b->shape,
		.axes = double_mat(job->b->pose.linear),
		.best = cast_best(job),
	};
	BoxCast cast;
	if (mk_cast_box(job, &cast)) {
		mk_mesh_bvh_cast(&walk.compound->tree, &cast, cast_parts, &walk);
	} else {
		cast_parts(&walk, 0, walk.compound->part_count, cast.max_t);
	}
	return walk.best.answer;
}
