// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Shapes for tests.
#include "support/shape_make.h"

#include "shape/convex.h"
#include "shape/hull_shape.h"
#include "support/random.h"
#include "support/sum_make.h"

ShapeKind convex_kind(Rng *rng) { return (ShapeKind)rng_below(rng, LAST_CONVEX_KIND + 1); }

static Shape *make_hull(Rng *rng, double low, double high) {
	Vec3 points[100];
	// up to 100 on an ellipsoid: below and above the limit of scans
	uint32_t count = 4 + rng_below(rng, 97);
	Vec3 radii = random_sizes(rng, low, high);
	Vec3 center = vec3_scale(random_vec3(rng, 1), vec3_max_element(radii));
	for (uint32_t i = 0; i < count; i++)
		points[i] = vec3_add(center, vec3_multiply(radii, random_unit(rng)));
	Real rounding = rng_below(rng, 2) == 0 ? 0 : random_size(rng, low, high);
	return mk_hull_shape_create(&(HullShapeInput){ points, count, rounding, 0 }, NULL);
}

Shape *make_shape(Rng *rng, ShapeKind kind, double low, double high) {
	Real a = random_size(rng, low, high);
	Real b = random_size(rng, low, high);
	Real c = random_size(rng, low, high);
	Vec3 p = random_vec3(rng, (double)a);
	Vec3 q = random_vec3(rng, (double)b);
	Real r = rng_below(rng, 2) == 0 ? 0 : c;
	switch (kind) {
		case SHAPE_SPHERE: return mk_sphere_create(a, NULL);
		case SHAPE_BOX: return mk_box_create(vec3(a, b, c), NULL);
		case SHAPE_ROUNDED_BOX:
			return mk_rounded_box_create(vec3(a, b, c), random_size(rng, low, high), NULL);
		case SHAPE_CAPSULE: return mk_capsule_create(a, 2 * a + b, NULL);
		case SHAPE_CYLINDER: return mk_cylinder_create(a, b, NULL);
		case SHAPE_ROUNDED_CYLINDER: return mk_rounded_cylinder_create(a, b, c, NULL);
		case SHAPE_CONE: return mk_cone_create(a, b, NULL);
		case SHAPE_TAPERED_CYLINDER: return mk_tapered_cylinder_create(a, b, c, NULL);
		case SHAPE_TAPERED_CAPSULE: return mk_tapered_capsule_create(a, b, c, NULL);
		case SHAPE_ELLIPSOID: return mk_ellipsoid_create(vec3(a, b, c), NULL);
		case SHAPE_SEGMENT: return mk_segment_create(p, q, r, NULL);
		case SHAPE_TRIANGLE:
			return mk_triangle_create((Triangle){ p, q, random_vec3(rng, (double)c) }, r, NULL);
		case SHAPE_HULL: return make_hull(rng, low, high);
		case SHAPE_MINKOWSKI_SUM: return make_sum(rng, low, high);
		case SHAPE_SEPARATION_RAY: return mk_separation_ray_create(a, false, NULL);
		default: return NULL;
	}
}

// Mostly 1: points of the surface are the interesting ones.
static Real fraction(Rng *rng) { return rng_below(rng, 4) == 0 ? random_real(rng, 0, 1) : 1; }

static Real signed_fraction(Rng *rng) {
	return rng_below(rng, 2) == 0 ? fraction(rng) : -fraction(rng);
}

static Vec3 signed_fractions(Rng *rng) {
	Real x = signed_fraction(rng);
	Real y = signed_fraction(rng);
	return vec3(x, y, signed_fraction(rng));
}

static Vec3 sample_disc(Rng *rng, Real radius, Real y) {
	Vec3 unit = random_unit(rng);
	Vec3 flat = vec3_scale(vec3_normalize(vec3(unit.x, 0, unit.z)), radius * fraction(rng));
	return vec3(flat.x, y, flat.z);
}

static Vec3 sample_tapered_capsule(const Shape *shape, Rng *rng) {
	const TaperedCapsuleShape *c = (const TaperedCapsuleShape *)shape;
	Real s = random_real(rng, 0, 1);
	Vec3 center = vec3(0, real_lerp(c->ball_y, c->point_y, s), 0);
	return vec3_add_scaled(center, random_unit(rng), c->ball * (1 - s));
}

static Vec3 sample_tapered_cylinder(const Shape *shape, Rng *rng) {
	const TaperedCylinderShape *c = (const TaperedCylinderShape *)shape;
	Real s = rng_below(rng, 2) == 0 ? random_real(rng, 0, 1) : (Real)rng_below(rng, 2);
	return sample_disc(
			rng, real_lerp(c->bottom, c->top, s), real_lerp(-c->half_height, c->half_height, s));
}

static Vec3 sample_hull(const Hull *hull, Rng *rng) {
	Vec3 p = hull->vertices[rng_below(rng, hull->vertex_count)];
	for (uint32_t i = rng_below(rng, 4); i > 0; i--) {
		Vec3 other = hull->vertices[rng_below(rng, hull->vertex_count)];
		p = vec3_lerp(p, other, random_real(rng, 0, 1));
	}
	return p;
}

static Vec3 sample_triangle(Triangle t, Rng *rng) {
	Vec3 p = vec3_lerp(t.a, t.b, rng_below(rng, 2) == 0 ? random_real(rng, 0, 1) : 0);
	return vec3_lerp(p, t.c, rng_below(rng, 2) == 0 ? random_real(rng, 0, 1) : 0);
}

static Vec3 sample_core(const Shape *shape, Rng *rng) {
	const BoxShape *box = (const BoxShape *)shape;
	const CylinderShape *cylinder = (const CylinderShape *)shape;
	const SegmentShape *segment = (const SegmentShape *)shape;
	switch (shape->kind) {
		case SHAPE_BOX:
		case SHAPE_ROUNDED_BOX: return vec3_multiply(box->half, signed_fractions(rng));
		case SHAPE_CAPSULE:
			return vec3(0, ((const CapsuleShape *)shape)->half_height * signed_fraction(rng), 0);
		case SHAPE_CYLINDER:
		case SHAPE_ROUNDED_CYLINDER:
			return sample_disc(rng, cylinder->radius, cylinder->half_height * signed_fraction(rng));
		case SHAPE_CONE:
		case SHAPE_TAPERED_CYLINDER: return sample_tapered_cylinder(shape, rng);
		case SHAPE_TAPERED_CAPSULE: return sample_tapered_capsule(shape, rng);
		case SHAPE_ELLIPSOID:
			return vec3_multiply(((const EllipsoidShape *)shape)->radii, random_unit(rng));
		case SHAPE_SEGMENT:
		case SHAPE_SEPARATION_RAY:
			return vec3_lerp(segment->ends[0], segment->ends[1], random_real(rng, 0, 1));
		case SHAPE_TRIANGLE: return sample_triangle(((const TriangleShape *)shape)->corners, rng);
		case SHAPE_HULL: return sample_hull(&((const HullShape *)shape)->hull, rng);
		default: return vec3_zero();
	}
}

Vec3 shape_sample(const Shape *shape, Rng *rng) {
	if (shape->kind == SHAPE_MINKOWSKI_SUM) return sum_sample(shape, rng);
	Vec3 p = sample_core(shape, rng);
	Real radius = shape->rounding * fraction(rng);
	return vec3_add_scaled(p, random_unit(rng), radius);
}

// Distances in the plane, in double.
typedef struct Flat {
	double x;
	double y;
} Flat;

static double flat_length(Flat a) { return sqrt(a.x * a.x + a.y * a.y); }

static double largest(double a, double b) { return a > b ? a : b; }

// A rectangle of half sizes, signed.
static double rectangle_excess(Flat p, Flat half) {
	Flat d = { fabs(p.x) - half.x, fabs(p.y) - half.y };
	double outside = flat_length((Flat){ largest(d.x, 0), largest(d.y, 0) });
	return outside > 0 ? outside : largest(d.x, d.y);
}

static double box_excess(Vec3 half, Vec3 p) {
	double x = fabs((double)p.x) - (double)half.x;
	double y = fabs((double)p.y) - (double)half.y;
	double z = fabs((double)p.z) - (double)half.z;
	Flat xy = { largest(x, 0), largest(y, 0) };
	double outside = flat_length((Flat){ flat_length(xy), largest(z, 0) });
	return outside > 0 ? outside : largest(x, largest(y, z));
}

static double segment_excess(Flat p, Flat a, Flat b) {
	Flat way = { b.x - a.x, b.y - a.y };
	double length = way.x * way.x + way.y * way.y;
	double t = length > 0 ? ((p.x - a.x) * way.x + (p.y - a.y) * way.y) / length : 0;
	t = t < 0 ? 0 : t > 1 ? 1 : t;
	return flat_length((Flat){ p.x - a.x - t * way.x, p.y - a.y - t * way.y });
}

static Flat axial(Vec3 p) {
	return (Flat){ sqrt((double)p.x * (double)p.x + (double)p.z * (double)p.z), (double)p.y };
}

static double cone_excess(const TaperedCylinderShape *c, Vec3 p) {
	Flat f = axial(p);
	double h = (double)c->half_height;
	Flat low = { (double)c->bottom, -h };
	Flat high = { (double)c->top, h };
	double side = segment_excess(f, low, high);
	double caps = largest(
			-segment_excess(f, (Flat){ 0, -h }, low), -segment_excess(f, (Flat){ 0, h }, high));
	double distance = -largest(-side, caps);
	double radius = low.x + (high.x - low.x) * (f.y + h) / (2 * h);
	return fabs(f.y) <= h && f.x <= radius ? -distance : distance;
}

// The hull of two balls is the union of balls between them: the least distance to one of them. The
// minimum over s is found by ternary search, the function being convex.
static double two_balls_excess(const TaperedCapsuleShape *c, Vec3 p) {
	Flat f = axial(p);
	double low = 0;
	double high = 1;
	double best = 0;
	for (int i = 0; i < 200; i++) {
		double s[2] = { low + (high - low) / 3, high - (high - low) / 3 };
		double d[2];
		for (int k = 0; k < 2; k++) {
			double y = (double)c->ball_y + s[k] * ((double)c->point_y - (double)c->ball_y);
			d[k] = flat_length((Flat){ f.x, f.y - y }) - (1 - s[k]) * (double)c->ball;
		}
		if (d[0] < d[1]) {
			high = s[1];
		} else {
			low = s[0];
		}
		best = d[0] < d[1] ? d[0] : d[1];
	}
	return best;
}

static double length_of(Vec3 v) {
	return flat_length((Flat){ flat_length((Flat){ (double)v.x, (double)v.y }), (double)v.z });
}

// Newton on the level set function would be circular here: scale the point to the surface. Right to
// first order, which is what a zero test needs.
static double ellipsoid_excess(Vec3 r, Vec3 p) {
	Vec3 scaled = vec3(p.x / r.x, p.y / r.y, p.z / r.z);
	double level = length_of(scaled);
	if (!(level > 0)) return -(double)vec3_min_element(r);
	double gradient = length_of(vec3(scaled.x / r.x, scaled.y / r.y, scaled.z / r.z)) / level;
	return (level - 1) / gradient;
}

static double in_space(Vec3 p, Vec3 a, Vec3 b) {
	Vec3 way = vec3_sub(b, a);
	double along = (double)vec3_dot(vec3_sub(p, a), way);
	double length = (double)vec3_length_squared(way);
	double t = length > 0 ? along / length : 0;
	t = t < 0 ? 0 : t > 1 ? 1 : t;
	return length_of(vec3_sub(p, vec3_add_scaled(a, way, (Real)t)));
}

static double triangle_excess(Triangle t, Vec3 p) {
	Vec3 n = vec3_normalize(triangle_normal_area(t));
	double edges = -largest(
			largest(-in_space(p, t.a, t.b), -in_space(p, t.b, t.c)), -in_space(p, t.c, t.a));
	bool is_over = vec3_dot(vec3_cross(vec3_sub(t.b, t.a), n), vec3_sub(p, t.a)) <= 0 &&
			vec3_dot(vec3_cross(vec3_sub(t.c, t.b), n), vec3_sub(p, t.b)) <= 0 &&
			vec3_dot(vec3_cross(vec3_sub(t.a, t.c), n), vec3_sub(p, t.c)) <= 0;
	double plane = fabs((double)vec3_dot(n, vec3_sub(p, t.a)));
	// the normal of a needle is noise, its sides are not
	return is_over && !vec3_equals(n, vec3_zero()) && plane < edges ? plane : edges;
}

// The distance of the nearest face that has the point in front; inside the nearest plane.
static double hull_excess(const Hull *hull, Vec3 p) {
	double inside = -1e30;
	double outside = 1e30;
	for (uint32_t f = 0; f < hull->face_count; f++) {
		double plane = (double)plane_distance(hull->planes[f], p);
		inside = largest(inside, plane);
		if (plane <= 0) continue;
		for (uint32_t i = 2; i < hull->faces[f].edge_count; i++) {
			Triangle t = { hull->vertices[hull_face_vertex(hull, f, 0)],
				hull->vertices[hull_face_vertex(hull, f, i - 1)],
				hull->vertices[hull_face_vertex(hull, f, i)] };
			outside = -largest(-outside, -triangle_excess(t, p));
		}
	}
	return inside <= 0 ? inside : outside;
}

static double capsule_excess(const CapsuleShape *c, Vec3 p) {
	return in_space(p, vec3(0, -c->half_height, 0), vec3(0, c->half_height, 0));
}

static double core_excess(const Shape *shape, Vec3 p) {
	const BoxShape *box = (const BoxShape *)shape;
	const CylinderShape *cylinder = (const CylinderShape *)shape;
	const SegmentShape *segment = (const SegmentShape *)shape;
	switch (shape->kind) {
		case SHAPE_BOX:
		case SHAPE_ROUNDED_BOX: return box_excess(box->half, p);
		case SHAPE_CAPSULE: return capsule_excess((const CapsuleShape *)shape, p);
		case SHAPE_CYLINDER:
		case SHAPE_ROUNDED_CYLINDER:
			return rectangle_excess(
					axial(p), (Flat){ (double)cylinder->radius, (double)cylinder->half_height });
		case SHAPE_CONE:
		case SHAPE_TAPERED_CYLINDER: return cone_excess((const TaperedCylinderShape *)shape, p);
		case SHAPE_TAPERED_CAPSULE: return two_balls_excess((const TaperedCapsuleShape *)shape, p);
		case SHAPE_ELLIPSOID: return ellipsoid_excess(((const EllipsoidShape *)shape)->radii, p);
		case SHAPE_SEGMENT:
		case SHAPE_SEPARATION_RAY: return in_space(p, segment->ends[0], segment->ends[1]);
		case SHAPE_TRIANGLE: return triangle_excess(((const TriangleShape *)shape)->corners, p);
		case SHAPE_HULL: return hull_excess(&((const HullShape *)shape)->hull, p);
		default: return length_of(p);
	}
}

double shape_excess(const Shape *shape, Vec3 p) {
	if (shape->kind == SHAPE_MINKOWSKI_SUM) return sum_excess(shape, p);
	return core_excess(shape, p) - (double)shape->rounding;
}

Affine random_affine(Rng *rng, double distance) {
	Mat3 first = quat_to_mat3(random_quat(rng));
	Mat3 second = quat_to_mat3(random_quat(rng));
	Real scale_x = random_real(rng, 0.25, 4);
	Real scale_y = random_real(rng, 0.25, 4);
	Vec3 scale = vec3(scale_x, scale_y, random_real(rng, 0.25, 4));
	if (rng_below(rng, 3) == 0) scale.x = -scale.x;
	if (rng_below(rng, 3) == 0) scale = vec3(scale.x, real_abs(scale.x), real_abs(scale.x));
	Mat3 linear = mat3_multiply(first, mat3_multiply(mat3_diagonal(scale), second));
	return (Affine){ linear, random_vec3(rng, distance) };
}
