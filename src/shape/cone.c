// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Cones and tapered cylinders: two discs across the y axis, one of which may be a point. Faces:
// disc 0 at the bottom, disc 1 at the top, edge 2 is the line of the side that faces the direction,
// its corners again bottom and top; the tip is corner 1 (or 0, if the bottom is the tip).
#include "geometry/closest.h"
#include "shape/convex.h"
#include "shape/face.h"
#include "shape/ops.h"
#include "shape/round.h"
#include "shape/shape_create.h"

static const TaperedCylinderShape *cone_of(const Shape *shape) {
	return (const TaperedCylinderShape *)shape;
}

static Vec3 support(const Shape *shape, Vec3 direction, uint32_t *id) {
	*id = MK_SHAPE_NO_ID;
	const TaperedCylinderShape *c = cone_of(shape);
	Vec3 side = radial_unit(direction);
	Real across = vec3_dot(side, direction);
	// how much farther the upper rim reaches
	Real difference = 2 * c->half_height * direction.y + (c->top - c->bottom) * across;
	// by place, not by a branch that is wrong half of the time
	const Real radii[2] = { c->top, c->bottom };
	Vec3 rim = vec3_scale(side, radii[difference < 0]);
	rim.y = support_sign(difference, c->half_height);
	return rim;
}

// In the half plane of the point the body is a trapezoid: below and above it the nearest point is
// straight across a disc, beside it on the side or on a rim, which is an end of the side.
static ShapePoint closest(const Shape *shape, Vec3 p) {
	const TaperedCylinderShape *c = cone_of(shape);
	Real across = radial_length(p);
	bool is_outside = real_abs(p.y) > c->half_height;
	if (is_outside && across <= (p.y < 0 ? c->bottom : c->top)) {
		return (ShapePoint){ .point = vec3(p.x, support_sign(p.y, c->half_height), p.z) };
	}
	// the normal of the side is (2 half_height, bottom - top)
	Real beyond = 2 * c->half_height * (across - c->bottom) +
			(c->bottom - c->top) * (p.y + c->half_height);
	if (!is_outside && beyond <= 0) return (ShapePoint){ .point = p, .is_inside = true };
	Segment side = { vec3(c->bottom, -c->half_height, 0), vec3(c->top, c->half_height, 0) };
	Vec3 nearest = closest_on_segment(side, vec3(across, p.y, 0)).point;
	Vec3 rim = vec3_scale(radial_unit(p), nearest.x);
	return (ShapePoint){ .point = vec3(rim.x, nearest.y, rim.z) };
}

static Vec3 side_normal(const TaperedCylinderShape *c, Vec3 side) {
	Vec3 normal = vec3_scale(side, 2 * c->half_height);
	normal.y = c->bottom - c->top;
	return vec3_normalize(normal);
}

static void face_of_end(
		const TaperedCylinderShape *c, bool is_top, Vec3 direction, ShapeFace *face) {
	Vec3 center = vec3(0, is_top ? c->half_height : -c->half_height, 0);
	Real radius = is_top ? c->top : c->bottom;
	if (radius > 0) {
		mk_face_of_disc(center, radius, is_top ? 1 : -1, face);
	} else {
		face_set_point(face, center, support_unit(direction), is_top ? 1 : 0);
	}
}

// The direction lies between the normal of the side and the axis towards the end that is farther
// along it, so under any map one of the two faces it. The tip counts as an end, too.
static void face(const Shape *shape, const FaceQuery *query, ShapeFace *face) {
	const TaperedCylinderShape *c = cone_of(shape);
	Vec3 side = radial_unit(query->direction);
	Vec3 normal = side_normal(c, side);
	bool is_top = shape_support(shape, query->direction, MK_SHAPE_NO_ID).point.y >= 0;
	Real end = face_facing(query, vec3(0, is_top ? 1 : -1, 0));
	if (vec3_equals(side, vec3_zero()) || end >= face_facing(query, normal)) {
		face_of_end(c, is_top, query->direction, face);
		return;
	}
	face_begin(face, FACE_EDGE, normal, 2);
	face_add(face, vec3(side.x * c->bottom, -c->half_height, side.z * c->bottom), 0);
	face_add(face, vec3(side.x * c->top, c->half_height, side.z * c->top), 1);
	// a cone is as round across its side as the ball that touches it all around there
	Real slant = 1 / side_normal(c, vec3_axis(0)).x;
	face_bend(face, c->bottom * slant, c->top * slant);
}

static ShapeRayHit ray_cone(const Shape *shape, const ShapeRay *ray) {
	const TaperedCylinderShape *c = cone_of(shape);
	Cone cone = { vec3(0, c->half_height, 0), vec3(0, -1, 0), 2 * c->half_height, c->bottom };
	return (ShapeRayHit){ .hit = mk_ray_hit_cone(ray->ray, ray->range, cone) };
}

static MassProperties mass(const Shape *shape, const Affine *map) {
	const TaperedCylinderShape *c = cone_of(shape);
	return mk_mass_map(mk_mass_of_tapered_cylinder(c->bottom, c->top, c->half_height), *map);
}

const ShapeOps mk_cone_ops = {
	.name = "cone",
	.family = SHAPE_FAMILY_CONVEX,
	.support = support,
	.closest = closest,
	.face = face,
	.ray = ray_cone,
	.mass = mass,
};

const ShapeOps mk_tapered_cylinder_ops = {
	.name = "tapered cylinder",
	.family = SHAPE_FAMILY_CONVEX,
	.support = support,
	.closest = closest,
	.face = face,
	.mass = mass,
};

static Shape *create(ShapeKind kind, Real bottom, Real top, Real height) {
	TaperedCylinderShape *c = mk_shape_new(kind, sizeof(*c));
	c->bottom = bottom;
	c->top = top;
	c->half_height = height / 2;
	c->shape.bound = vec3_length(vec3(real_max(bottom, top), height / 2, 0));
	return mk_shape_finish(&c->shape);
}

Shape *mk_cone_create(Real radius, Real height, ShapeStatus *status) {
	ShapeStatus found = shape_first(shape_check_size(radius), shape_check_size(height));
	if (!shape_report(found, status)) return NULL;
	return create(SHAPE_CONE, radius, 0, height);
}

Shape *mk_tapered_cylinder_create(Real bottom, Real top, Real height, ShapeStatus *status) {
	ShapeStatus found = shape_first(shape_check_radius(bottom), shape_check_radius(top));
	found = shape_first(found, shape_check_size(height));
	// one end may be a point, but not both
	found = shape_first(found, shape_check_size(real_max(bottom, top)));
	if (!shape_report(found, status)) return NULL;
	return create(SHAPE_TAPERED_CYLINDER, bottom, top, height);
}
