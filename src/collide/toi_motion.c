// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Sides of a pair in motion: poses, supports and sizes.
#include "collide/toi_motion.h"

#include "math/trig.h"
#include "shape/convex.h"

// Sizes, ways (m) and angles (rad) beyond this count as not finite: squares of their sums must not
// overflow, and an angle must keep digits behind the point.
#define MK_TOI_MAX 1e12

// Cores with up to this many corners are looked at corner by corner in double, which is as fast
// there as to ask the shape in its own precision, and leaves no error.
#define MK_TOI_LISTED 8

static Double3 wide(Vec3 v) { return double3((double)v.x, (double)v.y, (double)v.z); }

static Vec3 narrow(Double3 v) { return vec3((Real)v.x, (Real)v.y, (Real)v.z); }

static bool is_usable(Double3 v) {
	return fabs(v.x) <= MK_TOI_MAX && fabs(v.y) <= MK_TOI_MAX && fabs(v.z) <= MK_TOI_MAX;
}

static TurningVector turning(Double3 v, Double3 axis) {
	Double3 along = double3_scale(axis, double3_dot(axis, v));
	return (TurningVector){ along, double3_sub(v, along), double3_cross(axis, v) };
}

static Double3 turned(const TurningVector *v, double cosine, double sine) {
	Double3 across = double3_scale(v->across, cosine);
	return double3_add(v->along, double3_add(across, double3_scale(v->beside, sine)));
}

FinePose mk_fine_pose(const FineSide *side, double time) {
	double angle = side->angle * time;
	double cosine = angle == 0 ? 1 : mk_cos(angle);
	double sine = angle == 0 ? 0 : mk_sin(angle);
	FinePose pose;
	for (int i = 0; i < 3; i++)
		pose.columns[i] = turned(&side->columns[i], cosine, sine);
	pose.origin = double3_add(fine_center(side, time), turned(&side->offset, cosine, sine));
	return pose;
}

// The largest of n.v over the corners of a short list.
static Vec3 listed_support(const Shape *shape, Double3 n) {
	Vec3 best = shape->ops->vertex(shape, 0);
	double most = double3_dot(n, wide(best));
	for (uint32_t i = 1; i < shape->vertex_count; i++) {
		Vec3 corner = shape->ops->vertex(shape, i);
		double along = double3_dot(n, wide(corner));
		if (!(along > most)) continue;
		most = along;
		best = corner;
	}
	return best;
}

static Vec3 box_support(const Shape *shape, Double3 n) {
	Vec3 half = ((const BoxShape *)shape)->half;
	// -0 + 0 is +0: zero counts as positive
	return vec3(real_copy_sign(half.x, (Real)n.x + 0), real_copy_sign(half.y, (Real)n.y + 0),
			real_copy_sign(half.z, (Real)n.z + 0));
}

Double3 mk_fine_support(
		const FineSide *side, const FinePose *pose, Double3 direction, Vec3 *local) {
	Double3 n = double3(double3_dot(pose->columns[0], direction),
			double3_dot(pose->columns[1], direction), double3_dot(pose->columns[2], direction));
	if (side->is_box) {
		*local = box_support(side->shape, n);
	} else if (side->is_listed) {
		*local = listed_support(side->shape, n);
	} else {
		uint32_t hint = MK_SHAPE_NO_ID;
		*local = side->shape->ops->support(side->shape, narrow(n), &hint);
		if (side->is_round) {
			*local = vec3_add_scaled(*local, support_unit(narrow(n)), side->shape->rounding);
		}
	}
	return fine_point(pose, *local);
}

// Farther points make the side's reach and swing larger.
static void include(FineSide *side, const FinePose *start, Double3 axis, Vec3 local) {
	Double3 offset = double3_sub(fine_point(start, local), side->center);
	double along = double3_dot(axis, offset);
	double squared = double3_dot(offset, offset);
	side->reach = fine_max(side->reach, squared);
	side->swing = fine_max(side->swing, squared - along * along);
}

// Corners of the core if they are few, else those of the box around it.
static void measure(FineSide *side, Double3 axis) {
	const Shape *shape = side->shape;
	FinePose start = mk_fine_pose(side, 0);
	uint32_t count = side->is_listed ? shape->vertex_count : 8;
	Aabb box = shape->box;
	if (!side->is_round) box = aabb_grow(box, -shape->rounding);
	for (uint32_t i = 0; i < count; i++) {
		Vec3 corner = side->is_listed
				? shape->ops->vertex(shape, i)
				: vec3(i & 1 ? box.max.x : box.min.x, i & 2 ? box.max.y : box.min.y,
						  i & 4 ? box.max.z : box.min.z);
		include(side, &start, axis, corner);
	}
	// squares so far; the box of a core may be short by some epsilon
	double more = (double)(8 * MK_EPSILON) * (double)shape->bound;
	side->reach = sqrt(side->reach) * (1 + 1e-14) + more;
	side->swing = sqrt(side->swing) * (1 + 1e-14) + more;
}

// A support that is asked for in Real turns its direction by up to an epsilon and has up to four
// roundings of the shape's size itself, under a matrix that stretches. On curved cores the bounds
// of a distance close no further than the root of double's precision once they nearly touch.
static double slack_of(const FineSide *side, const ShapeInstance *in) {
	if (side->is_box || side->is_listed) return 0;
	Mat3 m = in->pose.linear;
	Real squares = vec3_length_squared(m.x) + vec3_length_squared(m.y) + vec3_length_squared(m.z);
	double relative = (double)(4 * MK_EPSILON);
	if (in->shape->vertex_count == 0) relative = fine_max(relative, 1e-8);
	return relative * (double)(in->shape->bound * real_sqrt(squares));
}

static void set_columns(FineSide *side, const Mat3 *linear, Double3 axis) {
	side->columns[0] = turning(wide(linear->x), axis);
	side->columns[1] = turning(wide(linear->y), axis);
	side->columns[2] = turning(wide(linear->z), axis);
}

static bool set_plane(FineSide *side, const Sweep *sweep, Double3 axis) {
	// the plane relative to the centre, where its numbers are small
	Affine map = sweep->shape.pose;
	map.origin = vec3_sub(map.origin, sweep->center);
	Plane plane = plane_affine(((const HalfSpaceShape *)sweep->shape.shape)->plane, map);
	if (!vec3_is_unit(plane.normal) || !real_is_finite(plane.offset)) return false;
	Double3 normal = wide(plane.normal);
	normal = double3_scale(normal, 1 / double3_length(normal));
	side->columns[0] = turning(normal, axis);
	side->offset = turning(double3_scale(normal, (double)plane.offset), axis);
	side->reach = fabs((double)plane.offset);
	side->slack = (double)(8 * MK_EPSILON) *
			(side->reach + (double)vec3_length(map.origin) + (double)vec3_length(sweep->center));
	return side->reach <= MK_TOI_MAX;
}

static bool set_core(FineSide *side, const Sweep *sweep, Double3 axis) {
	const ShapeInstance *in = &sweep->shape;
	set_columns(side, &in->pose.linear, axis);
	side->offset = turning(double3_between(in->pose.origin, sweep->center), axis);
	side->is_round = !in->is_similar && in->shape->rounding > 0;
	side->is_box = in->shape->kind == SHAPE_BOX;
	side->is_listed = !side->is_box && !side->is_round && in->shape->vertex_count > 0 &&
			in->shape->vertex_count <= MK_TOI_LISTED;
	measure(side, axis);
	side->slack = slack_of(side, in);
	// false for NaN, also one in the matrix
	return side->reach <= MK_TOI_MAX && side->swing <= MK_TOI_MAX && side->slack <= MK_TOI_MAX;
}

bool mk_fine_side(FineSide *side, const Sweep *sweep, Vec3 origin) {
	const Shape *shape = sweep->shape.shape;
	*side = (FineSide){
		.shape = shape,
		.center = double3_between(sweep->center, origin),
		.motion = wide(sweep->motion),
		.turn = wide(sweep->turn),
		.rounding = (double)sweep->shape.rounding,
		.is_plane = shape->ops->family == SHAPE_FAMILY_HALF_SPACE,
	};
	if (!is_usable(side->center) || !is_usable(side->motion) || !is_usable(side->turn))
		return false;
	if (!(side->rounding <= MK_TOI_MAX)) return false;
	side->angle = double3_length(side->turn);
	Double3 axis = double3(1, 0, 0);
	if (side->angle > 0) {
		axis = double3_scale(side->turn, 1 / side->angle);
		// of a tiny turn the length has underflown: it is none
		double length = double3_length(axis);
		if (fabs(length - 1) > 1e-6) side->angle = 0, axis = double3(1, 0, 0);
	}
	return side->is_plane ? set_plane(side, sweep, axis) : set_core(side, sweep, axis);
}

ShapeInstance mk_sweep_instance(const Sweep *sweep, double time) {
	FineSide side = { .center = double3_between(sweep->center, vec3_zero()),
		.motion = wide(sweep->motion),
		.turn = wide(sweep->turn) };
	side.angle = double3_length(side.turn);
	Double3 axis = side.angle > 0 ? double3_scale(side.turn, 1 / side.angle) : double3(1, 0, 0);
	set_columns(&side, &sweep->shape.pose.linear, axis);
	side.offset = turning(double3_between(sweep->shape.pose.origin, sweep->center), axis);
	FinePose pose = mk_fine_pose(&side, time);
	ShapeInstance instance = sweep->shape;
	instance.pose.linear = (Mat3){ narrow(pose.columns[0]), narrow(pose.columns[1]),
		narrow(pose.columns[2]) };
	instance.pose.origin = narrow(pose.origin);
	return instance;
}
