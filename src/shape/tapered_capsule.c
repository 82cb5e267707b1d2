// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Tapered capsules: the hull of two balls. Taking the smaller radius away from both as rounding
// leaves the hull of a ball and a point. In the half plane through the axis that is a circle with
// two tangents which meet in the point; seen from the ball's centre the tangent has the normal
// (a, b) with b = ball / length and a = sqrt(1 - b^2), across and along the axis.
#include "shape/convex.h"
#include "shape/face.h"
#include "shape/ops.h"
#include "shape/round.h"
#include "shape/shape_create.h"

static const TaperedCapsuleShape *capsule_of(const Shape *shape) {
	return (const TaperedCapsuleShape *)shape;
}

static Vec3 support(const Shape *shape, Vec3 direction, uint32_t *id) {
	*id = MK_SHAPE_NO_ID;
	const TaperedCapsuleShape *c = capsule_of(shape);
	Vec3 unit = vec3_normalize(direction);
	if (unit.y * (c->ball_y - c->point_y) + c->ball < 0) {
		return vec3(0, c->point_y, 0);
	}
	Vec3 point = vec3_scale(support_unit(direction), c->ball);
	point.y += c->ball_y;
	return point;
}

// The tangent's normal: across in x, along the axis (from the ball to the point) in y; zero if the
// ball holds the point.
static Vec3 tangent_normal(const TaperedCapsuleShape *c) {
	Real length = real_abs(c->point_y - c->ball_y);
	if (!(c->ball < length)) return vec3_zero();
	Real b = c->ball / length;
	return vec3(real_sqrt((1 - b) * (1 + b)), b, 0);
}

static ShapePoint closest_on_ball(const TaperedCapsuleShape *c, Vec3 p) {
	Vec3 offset = vec3_sub(p, vec3(0, c->ball_y, 0));
	if (vec3_length_squared(offset) <= c->ball * c->ball) {
		return (ShapePoint){ .point = p, .is_inside = true };
	}
	Vec3 point = vec3_scale(vec3_normalize(offset), c->ball);
	point.y += c->ball_y;
	return (ShapePoint){ .point = point };
}

static ShapePoint closest(const Shape *shape, Vec3 p) {
	const TaperedCapsuleShape *c = capsule_of(shape);
	Vec3 normal = tangent_normal(c);
	Real towards = support_sign(c->point_y - c->ball_y, 1);
	Real across = radial_length(p);
	Real along = (p.y - c->ball_y) * towards;
	Real length = real_abs(c->point_y - c->ball_y);
	// position along the tangent, 0 where it touches the ball
	Real place = normal.x * along - normal.y * across;
	if (normal.x == 0 || place < 0) return closest_on_ball(c, p);
	if (place > normal.x * length) return (ShapePoint){ .point = vec3(0, c->point_y, 0) };
	Real beyond = normal.x * across + normal.y * along - c->ball;
	if (beyond <= 0) return (ShapePoint){ .point = p, .is_inside = true };
	Vec3 point = vec3_scale(radial_unit(p), real_max(across - beyond * normal.x, 0));
	point.y = p.y - towards * beyond * normal.y;
	return (ShapePoint){ .point = point };
}

// Point 0 is the ball, 1 the other end, edge 2 the line between them that faces the direction.
static void face(const Shape *shape, const FaceQuery *query, ShapeFace *face) {
	const TaperedCapsuleShape *c = capsule_of(shape);
	Vec3 side = radial_unit(query->direction);
	Vec3 tangent = tangent_normal(c);
	Real towards = support_sign(c->point_y - c->ball_y, 1);
	Vec3 normal = vec3_scale(side, tangent.x);
	normal.y = towards * tangent.y;
	Vec3 point = shape_support(shape, query->direction, MK_SHAPE_NO_ID).point;
	bool is_tip = point.x == 0 && point.z == 0 && point.y == c->point_y;
	// as on a cone, the direction is between the normal and the axis towards the farther end
	Vec3 end = vec3(0, is_tip ? towards : -towards, 0);
	if (tangent.x == 0 || vec3_equals(side, vec3_zero()) ||
			face_facing(query, normal) < face_facing(query, end)) {
		face_set_point(face, point, support_unit(query->direction), is_tip ? 1 : 0);
		return;
	}
	Vec3 touch = vec3_scale(normal, c->ball);
	touch.y += c->ball_y;
	face_begin(face, FACE_EDGE, normal, 2);
	face_add(face, touch, 0);
	face_add(face, vec3(0, c->point_y, 0), 1);
	face_bend(face, c->ball, 0);
}

static MassProperties mass(const Shape *shape, const Affine *map) {
	const TaperedCapsuleShape *c = capsule_of(shape);
	Real small = shape->rounding;
	Real large = small + c->ball;
	bool is_ball_low = c->ball_y < 0;
	MassProperties own = mk_mass_of_tapered_capsule(
			is_ball_low ? large : small, is_ball_low ? small : large, real_abs(c->ball_y));
	return mk_mass_map(own, *map);
}

const ShapeOps mk_tapered_capsule_ops = {
	.name = "tapered capsule",
	.family = SHAPE_FAMILY_CONVEX,
	.support = support,
	.closest = closest,
	.face = face,
	.mass = mass,
};

Shape *mk_tapered_capsule_create(Real bottom, Real top, Real distance, ShapeStatus *status) {
	ShapeStatus found = shape_first(shape_check_size(bottom), shape_check_size(top));
	found = shape_first(found, shape_check_size(distance));
	if (!shape_report(found, status)) return NULL;
	TaperedCapsuleShape *c = mk_shape_new(SHAPE_TAPERED_CAPSULE, sizeof(*c));
	c->shape.rounding = real_min(bottom, top);
	c->ball = real_abs(bottom - top);
	c->ball_y = bottom > top ? -distance / 2 : distance / 2;
	c->point_y = -c->ball_y;
	c->shape.bound = distance / 2 + real_max(bottom, top);
	return mk_shape_finish(&c->shape);
}
