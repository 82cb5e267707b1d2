// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "shape/thickness.h"

#include "shape/compound.h"
#include "shape/hull_shape.h"

// The part of a size that is left at least.
#define MK_CORE_PART ((Real)0.1)

// Half of the width across planes with this normal, which need not be unit.
static Real half_width(const ShapeInstance *in, Vec3 normal) {
	Vec3 n = vec3_normalize(normal);
	Vec3 far = instance_support(in, n, MK_SHAPE_NO_ID);
	Vec3 near = instance_support(in, vec3_negate(n), MK_SHAPE_NO_ID);
	return vec3_dot(n, vec3_sub(far, near)) / 2;
}

static Real convex_thickness(const ShapeInstance *in) {
	ShapeInstance local = *in;
	local.pose.origin = vec3_zero(); // far from the origin the width would be lost in rounding
	Mat3 normals = mat3_cofactor(in->pose.linear);
	Real least = real_min(half_width(&local, normals.x), half_width(&local, normals.y));
	least = real_min(least, half_width(&local, normals.z));
	if (in->shape->kind != SHAPE_HULL) return least;
	const Hull *hull = &((const HullShape *)in->shape)->hull;
	for (uint32_t i = 0; i < hull->face_count; i++)
		least = real_min(least, half_width(&local, mat3_apply(normals, hull->planes[i].normal)));
	return least;
}

static Real compound_thickness(const ShapeInstance *in) {
	const CompoundShape *compound = (const CompoundShape *)in->shape;
	Real least = MK_INFINITY;
	for (uint32_t i = 0; i < compound->part_count; i++) {
		const ShapeInstance *part = &compound->parts[i].instance;
		ShapeInstance placed = mk_instance(part->shape, affine_multiply(in->pose, part->pose));
		least = real_min(least, mk_instance_thickness(&placed));
	}
	return least;
}

Real mk_instance_thickness(const ShapeInstance *instance) {
	const Shape *shape = instance->shape;
	if (shape->ops->family == SHAPE_FAMILY_HALF_SPACE) return MK_INFINITY;
	if (shape_is_convex(shape)) return convex_thickness(instance);
	if (shape->kind == SHAPE_COMPOUND) return compound_thickness(instance);
	Vec3 half = aabb_half_extents(shape->box);
	Mat3 m = instance->pose.linear;
	return vec3_min_element(
			vec3(half.x * vec3_length(m.x), half.y * vec3_length(m.y), half.z * vec3_length(m.z)));
}

// What is left of a half extent that is `stretch` times as long outside.
static Real kept_part(Real half, Real stretch, Real depth) {
	Real size = half * stretch;
	return size > 0 ? real_max(1 - depth / size, MK_CORE_PART) : 1;
}

// Scaled along the axes of the shape's space, about the middle of its box.
static ShapeInstance scaled(const ShapeInstance *instance, Vec3 parts) {
	Vec3 middle = aabb_center(instance->shape->box);
	Affine scale = { mat3_diagonal(parts), vec3_sub(middle, vec3_multiply(parts, middle)) };
	return mk_instance(instance->shape, affine_multiply(instance->pose, scale));
}

ShapeInstance mk_instance_core(const ShapeInstance *instance, Real depth) {
	ShapeInstance core = *instance;
	if (core.rounding > 0) {
		core.rounding = real_max(core.rounding - depth, MK_CORE_PART * core.rounding);
		return core;
	}
	Vec3 half = aabb_half_extents(core.shape->box);
	Mat3 m = core.pose.linear;
	Vec3 parts = vec3(kept_part(half.x, vec3_length(m.x), depth),
			kept_part(half.y, vec3_length(m.y), depth), kept_part(half.z, vec3_length(m.z), depth));
	return scaled(instance, parts);
}

ShapeInstance mk_instance_shrunk(const ShapeInstance *instance, Real factor) {
	return scaled(instance, vec3_splat(factor));
}
