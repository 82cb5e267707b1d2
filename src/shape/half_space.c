// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Half-spaces: everything behind a plane. Convex, but without bounds and hence without a support
// mapping; collision code asks the other shape for its support against the normal instead.
#include "shape/convex.h"
#include "shape/ops.h"
#include "shape/shape_create.h"

static Plane plane_of(const Shape *shape) { return ((const HalfSpaceShape *)shape)->plane; }

static ShapePoint closest(const Shape *shape, Vec3 p) {
	Plane plane = plane_of(shape);
	if (!(plane_distance(plane, p) > 0)) return (ShapePoint){ .point = p, .is_inside = true };
	return (ShapePoint){ .point = plane_project(plane, p) };
}

static ShapeRayHit ray(const Shape *shape, const ShapeRay *ray) {
	Plane plane = plane_of(shape);
	RayHit hit = mk_ray_hit_half_spaces(ray->ray, ray->range, (HalfSpaces){ &plane, 1 });
	return (ShapeRayHit){ .hit = hit };
}

// Bounded only on the side of a normal that is exactly along an axis: a floor ends at its surface.
static Aabb bounds(const Shape *shape, const Affine *map) {
	Plane plane = plane_affine(plane_of(shape), *map);
	Aabb box = { vec3_splat(-MK_INFINITY), vec3_splat(MK_INFINITY) };
	Vec3 n = plane.normal;
	Real slack = 4 * MK_EPSILON * real_abs(plane.offset);
	if (n.y == 0 && n.z == 0 && n.x > 0) box.max.x = plane.offset + slack;
	if (n.y == 0 && n.z == 0 && n.x < 0) box.min.x = -plane.offset - slack;
	if (n.x == 0 && n.z == 0 && n.y > 0) box.max.y = plane.offset + slack;
	if (n.x == 0 && n.z == 0 && n.y < 0) box.min.y = -plane.offset - slack;
	if (n.x == 0 && n.y == 0 && n.z > 0) box.max.z = plane.offset + slack;
	if (n.x == 0 && n.y == 0 && n.z < 0) box.min.z = -plane.offset - slack;
	return box;
}

static MassProperties mass(const Shape *shape, const Affine *map) {
	(void)shape;
	(void)map;
	return (MassProperties){ 0 };
}

const ShapeOps mk_half_space_ops = {
	.name = "half-space",
	.family = SHAPE_FAMILY_HALF_SPACE,
	.closest = closest,
	.ray = ray,
	.bounds = bounds,
	.mass = mass,
};

static ShapeStatus check(Plane plane) {
	if (!vec3_is_finite(plane.normal) || !real_is_finite(plane.offset)) return SHAPE_NOT_FINITE;
	Plane unit = plane_normalize(plane);
	if (vec3_equals(unit.normal, vec3_zero())) return SHAPE_ZERO_NORMAL;
	// also when dividing by a tiny normal overflows
	return real_abs(unit.offset) <= MK_SHAPE_MAX_SIZE ? SHAPE_OK : SHAPE_TOO_LARGE;
}

Shape *mk_half_space_create(Plane plane, ShapeStatus *status) {
	if (!shape_report(check(plane), status)) return NULL;
	HalfSpaceShape *half_space = mk_shape_new(SHAPE_HALF_SPACE, sizeof(*half_space));
	half_space->plane = plane_normalize(plane);
	half_space->shape.bound = MK_INFINITY;
	return mk_shape_finish(&half_space->shape);
}
