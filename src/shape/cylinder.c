// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Cylinders along y, sharp and rounded. Faces: disc 0 at the bottom, disc 1 at the top, edge 2 is
// the line of the side that faces the direction, its corners again bottom and top.
#include "shape/bounds.h"
#include "shape/convex.h"
#include "shape/face.h"
#include "shape/ops.h"
#include "shape/round.h"
#include "shape/shape_create.h"

static const CylinderShape *cylinder_of(const Shape *shape) { return (const CylinderShape *)shape; }

// Along the axis the answer is the centre of the cap, not a point of the rim.
static Vec3 support(const Shape *shape, Vec3 direction, uint32_t *id) {
	*id = MK_SHAPE_NO_ID;
	const CylinderShape *c = cylinder_of(shape);
	Vec3 rim = vec3_scale(radial_unit(direction), c->radius);
	rim.y = support_sign(direction.y, c->half_height);
	return rim;
}

static ShapePoint closest(const Shape *shape, Vec3 p) {
	const CylinderShape *c = cylinder_of(shape);
	Real y = real_clamp(p.y, -c->half_height, c->half_height);
	Real across = radial_length(p);
	bool is_inside = across <= c->radius && y == p.y;
	if (across <= c->radius)
		return (ShapePoint){ .point = vec3(p.x, y, p.z), .is_inside = is_inside };
	Vec3 rim = vec3_scale(radial_unit(p), c->radius);
	return (ShapePoint){ .point = vec3(rim.x, y, rim.z) };
}

static void face(const Shape *shape, const FaceQuery *query, ShapeFace *face) {
	const CylinderShape *c = cylinder_of(shape);
	Vec3 side = radial_unit(query->direction);
	Real up = support_sign(query->direction.y, 1);
	if (vec3_equals(side, vec3_zero()) ||
			face_facing(query, vec3(0, up, 0)) >= face_facing(query, side)) {
		mk_face_of_disc(vec3(0, up * c->half_height, 0), c->radius, up, face);
		return;
	}
	face_begin(face, FACE_EDGE, side, 2);
	face_add(face, vec3(side.x * c->radius, -c->half_height, side.z * c->radius), 0);
	face_add(face, vec3(side.x * c->radius, c->half_height, side.z * c->radius), 1);
	face_bend(face, c->radius, c->radius);
}

static ShapeRayHit ray(const Shape *shape, const ShapeRay *ray) {
	const CylinderShape *c = cylinder_of(shape);
	Cylinder solid = { vec3(0, -c->half_height, 0), vec3(0, c->half_height, 0), c->radius };
	return (ShapeRayHit){ .hit = mk_ray_hit_cylinder(ray->ray, ray->range, solid) };
}

static Aabb bounds(const Shape *shape, const Affine *map) {
	const CylinderShape *c = cylinder_of(shape);
	Mat3 m = map->linear;
	Vec3 axis = vec3_scale(vec3_abs(m.y), c->half_height);
	Vec3 ball = vec3_scale(bounds_row_lengths(m), shape->rounding);
	m.y = vec3_zero();
	Vec3 disc = vec3_scale(bounds_row_lengths(m), c->radius);
	return bounds_symmetric(map->origin, vec3_add(vec3_add(axis, disc), ball));
}

static MassProperties mass(const Shape *shape, const Affine *map) {
	const CylinderShape *c = cylinder_of(shape);
	return mk_mass_map(
			mk_mass_of_rounded_cylinder(c->radius, c->half_height, shape->rounding), *map);
}

const ShapeOps mk_cylinder_ops = {
	.name = "cylinder",
	.family = SHAPE_FAMILY_CONVEX,
	.support = support,
	.closest = closest,
	.face = face,
	.ray = ray,
	.bounds = bounds,
	.mass = mass,
};

const ShapeOps mk_rounded_cylinder_ops = {
	.name = "rounded cylinder",
	.family = SHAPE_FAMILY_CONVEX,
	.support = support,
	.closest = closest,
	.face = face,
	.bounds = bounds,
	.mass = mass,
};

Shape *mk_rounded_cylinder_create(Real radius, Real height, Real rounding, ShapeStatus *status) {
	ShapeStatus found = shape_first(shape_check_size(radius), shape_check_size(height));
	found = shape_first(found, shape_check_radius(rounding));
	if (!shape_report(found, status)) return NULL;
	ShapeKind kind = rounding > 0 ? SHAPE_ROUNDED_CYLINDER : SHAPE_CYLINDER;
	CylinderShape *cylinder = mk_shape_new(kind, sizeof(*cylinder));
	cylinder->radius = radius;
	cylinder->half_height = height / 2;
	cylinder->shape.rounding = rounding;
	cylinder->shape.bound = vec3_length(vec3(radius, height / 2, 0)) + rounding;
	return mk_shape_finish(&cylinder->shape);
}

Shape *mk_cylinder_create(Real radius, Real height, ShapeStatus *status) {
	return mk_rounded_cylinder_create(radius, height, 0, status);
}
