// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Spheres: a point and a rounding radius. All that is special is closed forms where they are
// faster.
#include "shape/bounds.h"
#include "shape/convex.h"
#include "shape/face.h"
#include "shape/ops.h"
#include "shape/shape_create.h"

static Vec3 support(const Shape *shape, Vec3 direction, uint32_t *id) {
	(void)shape;
	(void)direction;
	*id = 0;
	return vec3_zero();
}

static Vec3 vertex(const Shape *shape, uint32_t id) {
	(void)shape;
	(void)id;
	return vec3_zero();
}

static ShapePoint closest(const Shape *shape, Vec3 p) {
	(void)shape;
	return (ShapePoint){ .is_inside = vec3_equals(p, vec3_zero()) };
}

static void face(const Shape *shape, const FaceQuery *query, ShapeFace *face) {
	(void)shape;
	face_set_point(face, vec3_zero(), support_unit(query->direction), 0);
}

static ShapeRayHit ray(const Shape *shape, const ShapeRay *ray) {
	Sphere sphere = { vec3_zero(), shape->rounding };
	return (ShapeRayHit){ .hit = mk_ray_hit_sphere(ray->ray, ray->range, sphere) };
}

static Aabb bounds(const Shape *shape, const Affine *map) {
	Vec3 lengths = bounds_row_lengths(map->linear);
	return bounds_symmetric(map->origin, vec3_scale(lengths, shape->rounding));
}

static MassProperties mass(const Shape *shape, const Affine *map) {
	return mk_mass_map(mk_mass_of_sphere(shape->rounding), *map);
}

const ShapeOps mk_sphere_ops = {
	.name = "sphere",
	.family = SHAPE_FAMILY_CONVEX,
	.support = support,
	.vertex = vertex,
	.closest = closest,
	.face = face,
	.ray = ray,
	.bounds = bounds,
	.mass = mass,
};

Shape *mk_sphere_create(Real radius, ShapeStatus *status) {
	if (!shape_report(shape_check_size(radius), status)) return NULL;
	SphereShape *sphere = mk_shape_new(SHAPE_SPHERE, sizeof(*sphere));
	sphere->shape.rounding = radius;
	sphere->shape.bound = radius;
	sphere->shape.vertex_count = 1;
	return mk_shape_finish(&sphere->shape);
}
