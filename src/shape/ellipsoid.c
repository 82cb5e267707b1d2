// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Ellipsoids along the axes: balls under a scale, with the support that follows from it.
#include "shape/bounds.h"
#include "shape/convex.h"
#include "shape/face.h"
#include "shape/ops.h"
#include "shape/shape_create.h"

static Vec3 radii_of(const Shape *shape) { return ((const EllipsoidShape *)shape)->radii; }

static Vec3 support(const Shape *shape, Vec3 direction, uint32_t *id) {
	*id = MK_SHAPE_NO_ID;
	Vec3 radii = radii_of(shape);
	// unit first: radii times a direction near the limits of the format would over- or underflow
	Vec3 scaled = vec3_multiply(radii, vec3_normalize(direction));
	return vec3_multiply(radii, support_unit(scaled));
}

static void face(const Shape *shape, const FaceQuery *query, ShapeFace *face) {
	Vec3 point = shape_support(shape, query->direction, MK_SHAPE_NO_ID).point;
	face_set_point(face, point, support_unit(query->direction), 0);
}

// The nearest point x of y outside has x_i = r_i^2 y_i / (t + r_i^2), t > 0 the root of
// f(t) = sum (r_i y_i / (t + r_i^2))^2 - 1 (Eberly, Distance from a Point to an Ellipsoid). f falls
// and is convex, so Newton's method from the left side never steps over the root. Double, because
// the squares of axes of very different length meet in one sum.
static ShapePoint closest(const Shape *shape, Vec3 p) {
	Vec3 radii = radii_of(shape);
	const double r[3] = { (double)radii.x, (double)radii.y, (double)radii.z };
	const double y[3] = { (double)p.x, (double)p.y, (double)p.z };
	double t = 0;
	double inside = 0;
	for (int i = 0; i < 3; i++) {
		inside += (y[i] / r[i]) * (y[i] / r[i]);
		double alone = r[i] * fabs(y[i]) - r[i] * r[i];
		t = alone > t ? alone : t;
	}
	if (!(inside > 1)) return (ShapePoint){ .point = p, .is_inside = true };
	// the start is within a factor sqrt(3) of the root, so this is far more than ever needed
	for (int step = 0; step < 32; step++) {
		double f = -1;
		double slope = 0;
		for (int i = 0; i < 3; i++) {
			double part = r[i] * y[i] / (t + r[i] * r[i]);
			f += part * part;
			slope += part * part / (t + r[i] * r[i]);
		}
		double advance = f / (2 * slope);
		if (!(advance > t * DBL_EPSILON)) break;
		t += advance;
	}
	return (ShapePoint){ .point = vec3((Real)(r[0] * r[0] * y[0] / (t + r[0] * r[0])),
								 (Real)(r[1] * r[1] * y[1] / (t + r[1] * r[1])),
								 (Real)(r[2] * r[2] * y[2] / (t + r[2] * r[2]))) };
}

static Vec3 divide(Vec3 a, Vec3 b) { return vec3(a.x / b.x, a.y / b.y, a.z / b.z); }

// In the space where the ellipsoid is a unit ball; t stays the same.
static ShapeRayHit ray(const Shape *shape, const ShapeRay *ray) {
	Vec3 radii = radii_of(shape);
	Ray scaled = { divide(ray->ray.origin, radii), divide(ray->ray.direction, radii) };
	RayHit hit = mk_ray_hit_sphere(scaled, ray->range, (Sphere){ vec3_zero(), 1 });
	hit.normal = vec3_normalize(divide(hit.normal, radii));
	return (ShapeRayHit){ .hit = hit };
}

static Aabb bounds(const Shape *shape, const Affine *map) {
	Mat3 axes = mat3_multiply(map->linear, mat3_diagonal(radii_of(shape)));
	return bounds_symmetric(map->origin, bounds_row_lengths(axes));
}

static MassProperties mass(const Shape *shape, const Affine *map) {
	return mk_mass_map(mk_mass_of_ellipsoid(radii_of(shape)), *map);
}

const ShapeOps mk_ellipsoid_ops = {
	.name = "ellipsoid",
	.family = SHAPE_FAMILY_CONVEX,
	.support = support,
	.closest = closest,
	.face = face,
	.ray = ray,
	.bounds = bounds,
	.mass = mass,
};

Shape *mk_ellipsoid_create(Vec3 radii, ShapeStatus *status) {
	if (!shape_report(shape_check_sizes(radii), status)) return NULL;
	EllipsoidShape *ellipsoid = mk_shape_new(SHAPE_ELLIPSOID, sizeof(*ellipsoid));
	ellipsoid->radii = radii;
	ellipsoid->shape.bound = vec3_max_element(radii);
	return mk_shape_finish(&ellipsoid->shape);
}
