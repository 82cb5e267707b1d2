// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Supports and second derivatives of the pieces, in double: h of a circle of radius r about y is r
// |d across|, so its W is r / |d across| times t t^T, t the tangent; of an ellipsoid |D d|, so W is
// (D^2 - p p^T) / |D d| with p the support; of a ball r (I - n n^T); of a corner zero.
#include "collide/piece.h"

static bool set_circles(PieceSide *p, double bottom, double top, double half_height) {
	p->kind = PIECES_CIRCLES;
	p->radii[0] = bottom;
	p->radii[1] = top;
	p->heights[0] = -half_height;
	p->heights[1] = half_height;
	return true;
}

static bool set_cylinder(PieceSide *p, const CylinderShape *c) {
	return set_circles(p, (double)c->radius, (double)c->radius, (double)c->half_height);
}

static bool set_cone(PieceSide *p, const TaperedCylinderShape *c) {
	return set_circles(p, (double)c->bottom, (double)c->top, (double)c->half_height);
}

static bool set_box(PieceSide *p, const BoxShape *box) {
	p->kind = PIECES_BOX;
	p->half = double3_from(box->half);
	return true;
}

static bool set_ball(PieceSide *p, const TaperedCapsuleShape *c) {
	p->kind = PIECES_BALL;
	p->radii[0] = (double)c->ball;
	p->radii[1] = 0;
	p->heights[0] = (double)c->ball_y;
	p->heights[1] = (double)c->point_y;
	return true;
}

static bool set_kind(PieceSide *p) {
	const Shape *shape = p->shape;
	switch (shape->kind) {
		case SHAPE_SPHERE: return set_circles(p, 0, 0, 0);
		case SHAPE_CAPSULE:
			return set_circles(p, 0, 0, (double)((const CapsuleShape *)shape)->half_height);
		case SHAPE_CYLINDER:
		case SHAPE_ROUNDED_CYLINDER: return set_cylinder(p, (const CylinderShape *)shape);
		case SHAPE_CONE:
		case SHAPE_TAPERED_CYLINDER: return set_cone(p, (const TaperedCylinderShape *)shape);
		case SHAPE_BOX:
		case SHAPE_ROUNDED_BOX: return set_box(p, (const BoxShape *)shape);
		case SHAPE_TAPERED_CAPSULE: return set_ball(p, (const TaperedCapsuleShape *)shape);
		case SHAPE_ELLIPSOID:
			p->kind = PIECES_ELLIPSOID;
			p->half = double3_from(((const EllipsoidShape *)shape)->radii);
			return true;
		default: p->kind = PIECES_CORNERS; return shape->vertex_count > 0;
	}
}

// Within what instances are taken for rigid.
static bool is_rotation(const PieceSide *p) {
	double off = fabs(double3_dot(p->x, p->x) - 1) + fabs(double3_dot(p->y, p->y) - 1) +
			fabs(double3_dot(p->z, p->z) - 1) + fabs(double3_dot(p->x, p->y)) +
			fabs(double3_dot(p->y, p->z)) + fabs(double3_dot(p->z, p->x));
	return off < 6 * (double)MK_SIMILAR_TOLERANCE;
}

bool mk_piece_side(const DifferenceSide *side, PieceSide *pieces) {
	pieces->shape = side->shape;
	pieces->x = double3_from(side->linear.x);
	pieces->y = double3_from(side->linear.y);
	pieces->z = double3_from(side->linear.z);
	pieces->is_local = side->is_local;
	pieces->is_rigid = side->is_local || is_rotation(pieces);
	pieces->round = side->is_round_core ? (double)side->shape->rounding : 0;
	return set_kind(pieces);
}

uint32_t mk_piece_count(const PieceSide *p) {
	switch (p->kind) {
		case PIECES_CIRCLES:
		case PIECES_BALL: return 2;
		case PIECES_BOX: return 8;
		case PIECES_CORNERS: return p->shape->vertex_count;
		case PIECES_ELLIPSOID: break;
	}
	return 1;
}

static inline Double3 to_local(const PieceSide *p, Double3 v) {
	if (p->is_local) return v;
	return double3(double3_dot(p->x, v), double3_dot(p->y, v), double3_dot(p->z, v));
}

static inline Double3 to_frame(const PieceSide *p, Double3 v) {
	if (p->is_local) return v;
	return double3(p->x.x * v.x + p->y.x * v.y + p->z.x * v.z,
			p->x.y * v.x + p->y.y * v.y + p->z.y * v.z, p->x.z * v.x + p->y.z * v.y + p->z.z * v.z);
}

static inline double per(double x) { return x > 0 ? 1 / x : 0; }

// Both circles: they differ in height and radius alone.
static inline void look_at_circles(const PieceSide *p, double sign, PieceLook *look) {
	Double3 n = look->n;
	Double3 u = look->u;
	Double3 v = look->v;
	double across = sqrt(n.x * n.x + n.z * n.z);
	double per_across = per(across);
	double x = n.x * sign * per_across;
	double z = n.z * sign * per_across;
	// the unit vector outward, along n, u and v, and the tangent there
	Double3 radial = double3(n.x * x + n.z * z, u.x * x + u.z * z, v.x * x + v.z * z);
	double tangent_u = u.z * x - u.x * z;
	double tangent_v = v.z * x - v.x * z;
	look->across = across;
	look->per_across = per_across;
	for (uint32_t id = 0; id < 2; id++) {
		double r = p->radii[id];
		double y = p->heights[id];
		double radius = r * per_across;
		look->circles[id] = (PieceValue){
			.along = double3(
					n.y * y + r * radial.x, u.y * y + r * radial.y, v.y * y + r * radial.z),
			.uu = radius * tangent_u * tangent_u,
			.uv = radius * tangent_u * tangent_v,
			.vv = radius * tangent_v * tangent_v,
		};
	}
}

void mk_piece_look(const PieceSide *p, const PieceFrame *frame, bool is_b, PieceLook *look) {
	look->n = to_local(p, frame->n);
	look->u = to_local(p, frame->u);
	look->v = to_local(p, frame->v);
	double sign = is_b ? -1 : 1;
	look->out = double3_scale(look->n, sign);
	if (p->kind == PIECES_CIRCLES) {
		look_at_circles(p, sign, look);
	} else if (p->kind == PIECES_BALL) {
		look->across = double3_length(look->n);
		look->per_across = per(look->across);
	}
	if (p->round > 0) look->per_length = per(double3_length(look->n));
}

static inline uint32_t farthest_circle(const PieceSide *p, double y, double across) {
	double upper = (p->heights[1] - p->heights[0]) * y + (p->radii[1] - p->radii[0]) * across;
	return upper < 0 ? 0 : 1;
}

static inline uint32_t farthest_ball(const PieceSide *p, double y, double length) {
	return y * (p->heights[0] - p->heights[1]) + p->radii[0] * length < 0 ? 1 : 0;
}

static inline uint32_t farthest_box(Double3 d) {
	return (uint32_t)(d.x < 0) | (uint32_t)(d.y < 0) << 1 | (uint32_t)(d.z < 0) << 2;
}

static uint32_t farthest_corner(const PieceSide *p, Double3 d) {
	uint32_t id = MK_SHAPE_NO_ID;
	p->shape->ops->support(p->shape, vec3((Real)d.x, (Real)d.y, (Real)d.z), &id);
	return id < p->shape->vertex_count ? id : 0;
}

static inline Double3 box_corner(const PieceSide *p, uint32_t id) {
	return double3(id & 1 ? -p->half.x : p->half.x, id & 2 ? -p->half.y : p->half.y,
			id & 4 ? -p->half.z : p->half.z);
}

static Double3 corner(const PieceSide *p, uint32_t id) {
	if (p->kind == PIECES_BOX) return box_corner(p, id);
	return double3_from(p->shape->ops->vertex(p->shape, id));
}

static inline Double3 along(const PieceLook *look, Double3 point) {
	return double3(
			double3_dot(look->n, point), double3_dot(look->u, point), double3_dot(look->v, point));
}

// Adds the second derivatives of a ball.
static void add_bend(const PieceLook *look, double radius, double per_length, PieceValue *value) {
	Double3 unit = double3_scale(look->n, per_length);
	double u = double3_dot(unit, look->u);
	double v = double3_dot(unit, look->v);
	double scale = radius * per_length;
	value->uu += scale * (double3_dot(look->u, look->u) - u * u);
	value->uv += scale * (double3_dot(look->u, look->v) - u * v);
	value->vv += scale * (double3_dot(look->v, look->v) - v * v);
}

static void ball_at(const PieceSide *p, const PieceLook *look, uint32_t id, PieceValue *value) {
	Double3 point = double3_scale(look->out, p->radii[id] * look->per_across);
	point.y += p->heights[id];
	value->along = along(look, point);
	value->uu = value->uv = value->vv = 0;
	add_bend(look, p->radii[id], look->per_across, value);
}

// Adds what is around all pieces.
static void add_round(const PieceSide *p, const PieceLook *look, PieceValue *value) {
	Double3 point = double3_scale(look->out, p->round * look->per_length);
	value->along = double3_add(value->along, along(look, point));
	add_bend(look, p->round, look->per_length, value);
}

static inline Double3 stretch(Double3 r, Double3 v) {
	return double3(r.x * v.x, r.y * v.y, r.z * v.z);
}

static void ellipsoid_at(const PieceSide *p, const PieceLook *look, PieceValue *value) {
	Double3 scaled = stretch(p->half, look->out);
	double scale = per(double3_length(scaled));
	Double3 point = double3_scale(stretch(p->half, scaled), scale);
	value->along = along(look, point);
	Double3 u = stretch(p->half, look->u);
	Double3 v = stretch(p->half, look->v);
	double pu = value->along.y;
	double pv = value->along.z;
	value->uu = scale * (double3_dot(u, u) - pu * pu);
	value->uv = scale * (double3_dot(u, v) - pu * pv);
	value->vv = scale * (double3_dot(v, v) - pv * pv);
}

void mk_piece_at(const PieceSide *p, const PieceLook *look, uint32_t id, PieceValue *value) {
	switch (p->kind) {
		case PIECES_CIRCLES: *value = look->circles[id & 1]; break;
		case PIECES_BALL: ball_at(p, look, id, value); break;
		case PIECES_ELLIPSOID: ellipsoid_at(p, look, value); break;
		case PIECES_BOX:
		case PIECES_CORNERS:
			value->along = along(look, corner(p, id));
			value->uu = value->uv = value->vv = 0;
			break;
	}
	if (p->round > 0) add_round(p, look, value);
}

// The farthest point of a piece along a direction in the axes of the shape; `across` is its length
// across the y axis for circles, all of it for balls.
static inline Double3 local_point(const PieceSide *p, Double3 d, double across, uint32_t id) {
	Double3 point = double3(0, 0, 0);
	double scale;
	switch (p->kind) {
		case PIECES_CIRCLES:
			scale = p->radii[id] * per(across);
			point = double3(d.x * scale, p->heights[id], d.z * scale);
			break;
		case PIECES_BALL:
			point = double3_scale(d, p->radii[id] * per(across));
			point.y += p->heights[id];
			break;
		case PIECES_ELLIPSOID:
			point = stretch(p->half, d);
			point = stretch(p->half, double3_scale(point, per(double3_length(point))));
			break;
		case PIECES_BOX:
		case PIECES_CORNERS: point = corner(p, id); break;
	}
	if (!(p->round > 0)) return point;
	return double3_add(point, double3_scale(d, p->round * per(double3_length(d))));
}

static inline double across_of(const PieceSide *p, Double3 d) {
	if (p->kind == PIECES_CIRCLES) return sqrt(d.x * d.x + d.z * d.z);
	return p->kind == PIECES_BALL ? double3_length(d) : 0;
}

static inline uint32_t farthest(const PieceSide *p, Double3 d, double across) {
	switch (p->kind) {
		case PIECES_CIRCLES: return farthest_circle(p, d.y, across);
		case PIECES_BALL: return farthest_ball(p, d.y, across);
		case PIECES_BOX: return farthest_box(d);
		case PIECES_CORNERS: return farthest_corner(p, d);
		case PIECES_ELLIPSOID: break;
	}
	return 0;
}

uint32_t mk_piece_farthest(const PieceSide *p, const PieceLook *look) {
	return farthest(p, look->out, look->across);
}

Double3 mk_piece_point(const PieceSide *p, Double3 direction, uint32_t id) {
	Double3 d = to_local(p, direction);
	return to_frame(p, local_point(p, d, across_of(p, d), id));
}

Double3 mk_piece_support(const PieceSide *p, Double3 direction) {
	Double3 d = to_local(p, direction);
	double across = across_of(p, d);
	return to_frame(p, local_point(p, d, across, farthest(p, d, across)));
}

double mk_piece_height(const PieceSide *p, Double3 direction) {
	Double3 d = to_local(p, direction);
	double across = across_of(p, d);
	if (p->kind != PIECES_CIRCLES || p->round > 0)
		return double3_dot(d, local_point(p, d, across, farthest(p, d, across)));
	return double_max(
			p->heights[0] * d.y + p->radii[0] * across, p->heights[1] * d.y + p->radii[1] * across);
}
