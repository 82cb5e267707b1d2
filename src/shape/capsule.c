// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Capsules: a segment on the y axis and a rounding radius. Corner 0 is the lower end, 1 the upper.
#include "geometry/closest.h"
#include "shape/bounds.h"
#include "shape/convex.h"
#include "shape/face.h"
#include "shape/ops.h"
#include "shape/shape_create.h"

static Real half_height_of(const Shape *shape) {
	return ((const CapsuleShape *)shape)->half_height;
}

static Vec3 support(const Shape *shape, Vec3 direction, uint32_t *id) {
	*id = direction.y < 0 ? 0 : 1;
	return vec3(0, support_sign(direction.y, half_height_of(shape)), 0);
}

static Vec3 vertex(const Shape *shape, uint32_t id) {
	Real half_height = half_height_of(shape);
	return vec3(0, id == 0 ? -half_height : half_height, 0);
}

static ShapePoint closest(const Shape *shape, Vec3 p) {
	Real half_height = half_height_of(shape);
	Vec3 nearest = vec3(0, real_clamp(p.y, -half_height, half_height), 0);
	return (ShapePoint){ .point = nearest, .is_inside = vec3_equals(nearest, p) };
}

static void face(const Shape *shape, const FaceQuery *query, ShapeFace *face) {
	Vec3 ends[2] = { vertex(shape, 0), vertex(shape, 1) };
	mk_face_of_segment(query, ends, 2, face);
}

static ShapeRayHit ray(const Shape *shape, const ShapeRay *ray) {
	Capsule capsule = { vertex(shape, 0), vertex(shape, 1), shape->rounding };
	return (ShapeRayHit){ .hit = mk_ray_hit_capsule(ray->ray, ray->range, capsule) };
}

static Aabb bounds(const Shape *shape, const Affine *map) {
	Vec3 core = vec3_scale(vec3_abs(map->linear.y), half_height_of(shape));
	Vec3 ball = vec3_scale(bounds_row_lengths(map->linear), shape->rounding);
	return bounds_symmetric(map->origin, vec3_add(core, ball));
}

static MassProperties mass(const Shape *shape, const Affine *map) {
	return mk_mass_map(mk_mass_of_capsule(shape->rounding, half_height_of(shape)), *map);
}

const ShapeOps mk_capsule_ops = {
	.name = "capsule",
	.family = SHAPE_FAMILY_CONVEX,
	.support = support,
	.vertex = vertex,
	.closest = closest,
	.face = face,
	.ray = ray,
	.bounds = bounds,
	.mass = mass,
};

Shape *mk_capsule_create(Real radius, Real height, ShapeStatus *status) {
	ShapeStatus found = shape_first(shape_check_size(radius), shape_check_size(height));
	if (!shape_report(found, status)) return NULL;
	CapsuleShape *capsule = mk_shape_new(SHAPE_CAPSULE, sizeof(*capsule));
	capsule->half_height = real_max(height / 2 - radius, 0);
	capsule->shape.rounding = radius;
	capsule->shape.bound = capsule->half_height + radius;
	capsule->shape.vertex_count = 2;
	return mk_shape_finish(&capsule->shape);
}
