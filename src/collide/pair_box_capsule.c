// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A box and a capsule over one of its faces, as limbs lie on a floor: the nearest end of the
// segment is above that face, or in the box and nearer to it than to any other, so the normal is
// the face's. All else, beside an edge or over the rim, goes the general way. Points, names and
// kinds are those that the general way finds (clip.c), so that a capsule that rolls over an edge
// keeps its impulses.
#include "collide/clip_flat.h"
#include "collide/pair.h"
#include "collide/reuse.h"
#include "shape/convex.h"

// The segment in the box's axes, and the face that it is over.
typedef struct OverFace {
	Vec3 half;    // of the box, m
	Vec3 ends[2]; // of the segment, m
	Vec3 along;   // half of the way from end 0 to end 1
	int axis;     // of the face
	Real sign;
	uint32_t low; // the end that is nearest to the face
} OverFace;

static Real height_of(const OverFace *over, uint32_t end) {
	return over->sign * vec3_get(over->ends[end], over->axis) - vec3_get(over->half, over->axis);
}

// m; how far an end is from the sides of the face, negative beside it.
static Real room_of(const OverFace *over, uint32_t end) {
	Vec3 room = vec3_sub(over->half, vec3_abs(over->ends[end]));
	Real side = vec3_get(room, over->axis < 2 ? over->axis + 1 : 0);
	return real_min(side, vec3_get(room, over->axis > 0 ? over->axis - 1 : 2));
}

// Whether the way out through the face is the shortest for the end that is nearest to it, and so
// for the segment: every other way out moves that end farther.
static bool is_nearest(const OverFace *over) {
	Real room = room_of(over, over->low);
	Real deepest = real_min(room, vec3_get(over->half, over->axis));
	return room >= 0 && -height_of(over, over->low) <= deepest;
}

// Whether it stands on its end more than it lies: then only that end touches.
static bool is_standing(const OverFace *over) {
	Real up = real_square(vec3_get(over->along, over->axis));
	return 2 * up >= vec3_length_squared(over->along);
}

static ContactKind kind_of(const OverFace *over) {
	if (is_standing(over)) return CONTACT_VERTEX_FACE;
	// ends as high as each other, to a fifth of the slop (clip.c), lie on the face as an edge
	Real length = 2 * vec3_length(over->along);
	bool is_flat = 2 * real_abs(vec3_get(over->along, over->axis)) <= contact_slop(length) / 5;
	return is_flat ? CONTACT_EDGE_FACE : CONTACT_VERTEX_FACE;
}

static Vec3 put(Vec3 v, int axis, Real value) {
	return vec3(axis == 0 ? value : v.x, axis == 1 ? value : v.y, axis == 2 ? value : v.z);
}

static void add_end(
		const CollideInput *input, const OverFace *over, uint32_t end, Manifold *manifold) {
	Real separation = height_of(over, end) - input->a->rounding - input->b->rounding;
	if (!(separation <= input->margin)) return;
	// midway between the surfaces
	Real middle = vec3_get(over->half, over->axis) + input->a->rounding + separation / 2;
	Vec3 place = put(over->ends[end], over->axis, over->sign * middle);
	Vec3 position = mat3_apply(input->a->pose.linear, place);
	uint32_t id = contact_id(MK_FEATURE_FACE, feature_vertex(end));
	manifold->points[manifold->count++] = (ContactPoint){ position, separation, id };
}

static void emit(const CollideInput *input, const OverFace *over) {
	Mat3 m = input->a->pose.linear;
	Vec3 column = over->axis == 0 ? m.x : over->axis == 1 ? m.y : m.z;
	Manifold manifold = { .normal = vec3_scale(column, over->sign), .kind = kind_of(over) };
	if (is_standing(over)) {
		add_end(input, over, over->low, &manifold);
	} else {
		add_end(input, over, 1, &manifold);
		add_end(input, over, 0, &manifold);
	}
	if (manifold.count > 0) *manifold_array_add(input->manifolds) = manifold;
}

// The general way has nothing newer to go on from.
static void leave_cache(const CollideInput *input) {
	if (input->cache != NULL && input->cache->last.count > 0) mk_reuse_forget(input);
}

void mk_pair_box_capsule(const CollideInput *input) {
	const ShapeInstance *box = input->a;
	const ShapeInstance *capsule = input->b;
	if (!box->is_rigid || !capsule->is_rigid) {
		mk_pair_convex(input);
		return;
	}
	OverFace over = { .half = ((const BoxShape *)box->shape)->half };
	Vec3 way = vec3_sub(capsule->pose.origin, box->pose.origin);
	Vec3 center = mat3_apply_transposed(box->pose.linear, way);
	Real height = ((const CapsuleShape *)capsule->shape)->half_height;
	over.along = vec3_scale(
			mat3_apply_transposed(box->pose.linear, capsule->pose.linear.y), height);
	Vec3 gap = vec3_sub(vec3_sub(vec3_abs(center), vec3_abs(over.along)), over.half);
	over.axis = vec3_max_axis(gap);
	Real reach = box->rounding + capsule->rounding + input->margin;
	if (vec3_get(gap, over.axis) > reach) {
		leave_cache(input);
		return;
	}
	over.sign = vec3_get(center, over.axis) < 0 ? -1 : 1;
	over.low = over.sign * vec3_get(over.along, over.axis) > 0 ? 0 : 1;
	over.ends[0] = vec3_sub(center, over.along);
	over.ends[1] = vec3_add(center, over.along);
	bool is_over = is_nearest(&over) && (is_standing(&over) || room_of(&over, 1 - over.low) >= 0);
	if (!is_over) {
		mk_pair_convex(input);
		return;
	}
	leave_cache(input);
	emit(input, &over);
}
