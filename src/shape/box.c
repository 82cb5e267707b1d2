// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Boxes, sharp and rounded. Corner ids: bit 0, 1, 2 set where x, y, z is negative. Face ids:
// 2 axis + (1 on the negative side).
#include "geometry/closest.h"
#include "shape/bounds.h"
#include "shape/convex.h"
#include "shape/face.h"
#include "shape/ops.h"
#include "shape/shape_create.h"

static Vec3 half_of(const Shape *shape) { return ((const BoxShape *)shape)->half; }

// Without branches: signs of directions are hard to predict.
static Vec3 support(const Shape *shape, Vec3 direction, uint32_t *id) {
	static const Real signs[2] = { 1, -1 };
	Vec3 half = half_of(shape);
	uint32_t x = direction.x < 0;
	uint32_t y = direction.y < 0;
	uint32_t z = direction.z < 0;
	*id = x | y << 1 | z << 2;
	return vec3(half.x * signs[x], half.y * signs[y], half.z * signs[z]);
}

static Vec3 vertex(const Shape *shape, uint32_t id) {
	Vec3 half = half_of(shape);
	return vec3(id & 1 ? -half.x : half.x, id & 2 ? -half.y : half.y, id & 4 ? -half.z : half.z);
}

static ShapePoint closest(const Shape *shape, Vec3 p) {
	Vec3 half = half_of(shape);
	Vec3 nearest = vec3_clamp(p, vec3_negate(half), half);
	return (ShapePoint){ .point = nearest, .is_inside = vec3_equals(nearest, p) };
}

// The corners of the faces, counter-clockwise from outside.
static const uint8_t face_corners[6][4] = {
	{ 0, 2, 6, 4 }, // +x
	{ 1, 5, 7, 3 }, // -x
	{ 0, 4, 5, 1 }, // +y
	{ 2, 3, 7, 6 }, // -y
	{ 0, 1, 3, 2 }, // +z
	{ 4, 6, 7, 5 }, // -z
};

static void face(const Shape *shape, const FaceQuery *query, ShapeFace *face) {
	uint32_t best = 0;
	Real best_facing = -2;
	for (uint32_t i = 0; i < 6; i++) {
		Vec3 normal = vec3_scale(vec3_axis((int)i / 2), i % 2 == 0 ? 1 : -1);
		Real facing = face_facing(query, normal);
		if (!(facing > best_facing)) continue;
		best_facing = facing;
		best = i;
	}
	face_begin(
			face, FACE_POLYGON, vec3_scale(vec3_axis((int)best / 2), best % 2 == 0 ? 1 : -1), best);
	for (uint32_t i = 0; i < 4; i++)
		face_add(face, vertex(shape, face_corners[best][i]), face_corners[best][i]);
}

static ShapeRayHit ray(const Shape *shape, const ShapeRay *ray) {
	Aabb box = aabb_from_center(vec3_zero(), half_of(shape));
	return (ShapeRayHit){ .hit = mk_ray_hit_aabb(ray->ray, ray->range, box) };
}

static Aabb bounds(const Shape *shape, const Affine *map) {
	Vec3 core = mat3_apply(mat3_abs(map->linear), half_of(shape));
	// the plain box, which is most of them, needs no roots
	if (shape->rounding == 0) return bounds_symmetric(map->origin, core);
	Vec3 ball = vec3_scale(bounds_row_lengths(map->linear), shape->rounding);
	return bounds_symmetric(map->origin, vec3_add(core, ball));
}

static MassProperties mass(const Shape *shape, const Affine *map) {
	return mk_mass_map(mk_mass_of_rounded_box(half_of(shape), shape->rounding), *map);
}

const ShapeOps mk_box_ops = {
	.name = "box",
	.family = SHAPE_FAMILY_CONVEX,
	.support = support,
	.vertex = vertex,
	.closest = closest,
	.face = face,
	.ray = ray,
	.bounds = bounds,
	.mass = mass,
};

const ShapeOps mk_rounded_box_ops = {
	.name = "rounded box",
	.family = SHAPE_FAMILY_CONVEX,
	.support = support,
	.vertex = vertex,
	.closest = closest,
	.face = face,
	.bounds = bounds,
	.mass = mass,
};

static Shape *create(ShapeKind kind, Vec3 half_extents, Real radius) {
	BoxShape *box = mk_shape_new(kind, sizeof(*box));
	box->half = half_extents;
	box->shape.rounding = radius;
	box->shape.bound = vec3_length(half_extents) + radius;
	box->shape.vertex_count = 8;
	return mk_shape_finish(&box->shape);
}

Shape *mk_box_create(Vec3 half_extents, ShapeStatus *status) {
	if (!shape_report(shape_check_sizes(half_extents), status)) return NULL;
	return create(SHAPE_BOX, half_extents, 0);
}

Shape *mk_rounded_box_create(Vec3 half_extents, Real radius, ShapeStatus *status) {
	ShapeStatus found = shape_first(shape_check_sizes(half_extents), shape_check_radius(radius));
	if (!shape_report(found, status)) return NULL;
	return create(radius > 0 ? SHAPE_ROUNDED_BOX : SHAPE_BOX, half_extents, radius);
}
