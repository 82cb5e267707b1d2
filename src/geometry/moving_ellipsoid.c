// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Ellipsoids by scaling. Scaled points are (p - center) / semi: relative to the centre, so nothing
// is mirrored and nothing is lost far from the origin.
#include "geometry/moving_ellipsoid.h"

#include "geometry/closest_triangle.h"
#include "geometry/moving_sphere.h"
#include "geometry/overlap_sphere.h"

static Vec3 divide(Vec3 a, Vec3 b) { return vec3(a.x / b.x, a.y / b.y, a.z / b.z); }

static Vec3 to_scaled(const Ellipsoid *e, Vec3 p) {
	return divide(vec3_sub(p, e->center), e->semi);
}

static Vec3 from_scaled(const Ellipsoid *e, Vec3 p) {
	return vec3_add(e->center, vec3_multiply(p, e->semi));
}

static Triangle scale_triangle(const Ellipsoid *e, Triangle t) {
	return (Triangle){ to_scaled(e, t.a), to_scaled(e, t.b), to_scaled(e, t.c) };
}

static bool is_valid(const Ellipsoid *e) { return vec3_min_element(e->semi) > 0; }

static Sphere unit_ball(void) { return (Sphere){ vec3_zero(), 1 }; }

bool mk_ellipsoid_contains(const Ellipsoid *ellipsoid, Vec3 p) {
	if (!is_valid(ellipsoid)) return false;
	return vec3_length_squared(to_scaled(ellipsoid, p)) <= 1;
}

// Out along the triangle's normal, to the side the centre is on; no hit if the ellipsoid would then
// not rest on the face.
static Overlap part_from_face(const Ellipsoid *e, Triangle triangle) {
	Vec3 normal = vec3_normalize(triangle_normal_area(triangle));
	Real distance = vec3_dot(normal, vec3_sub(e->center, triangle.a));
	if (distance < 0) {
		normal = vec3_negate(normal);
		distance = -distance;
	}
	// the point of the ellipsoid farthest against the normal: semi^2 n / |semi n|
	Vec3 scaled_normal = vec3_multiply(normal, e->semi);
	Real radius = vec3_length(scaled_normal);
	if (!(radius > 0)) return (Overlap){ 0 };
	Vec3 deepest = vec3_scale(vec3_multiply(scaled_normal, e->semi), -1 / radius);
	Real depth = real_max(radius - distance, 0);
	Vec3 point = vec3_add(e->center, vec3_add_scaled(deepest, normal, depth));
	TriangleWeights at = mk_triangle_weights(triangle, point);
	if (!(at.is_valid && vec3_min_element(at.weights) >= 0)) return (Overlap){ 0 };
	return (Overlap){ true, depth, normal, point };
}

Overlap mk_ellipsoid_contact_triangle(const Ellipsoid *ellipsoid, Triangle triangle) {
	if (!is_valid(ellipsoid)) return (Overlap){ 0 };
	Triangle scaled = scale_triangle(ellipsoid, triangle);
	Overlap overlap = mk_sphere_contact_triangle(unit_ball(), scaled);
	if (!overlap.hit) return overlap;
	Overlap face = part_from_face(ellipsoid, triangle);
	Vec3 point = from_scaled(ellipsoid, overlap.point);
	if (face.hit) {
		face.point = point;
		return face;
	}
	Vec3 way = vec3_multiply(overlap.normal, ellipsoid->semi);
	Real length = vec3_length(way);
	return (Overlap){ true, overlap.depth * length, vec3_scale(way, 1 / length), point };
}

MovingHit mk_moving_ellipsoid_hit_triangle(
		const Ellipsoid *ellipsoid, Vec3 motion, Triangle triangle) {
	if (!is_valid(ellipsoid)) return (MovingHit){ 0 };
	Triangle scaled = scale_triangle(ellipsoid, triangle);
	Vec3 scaled_motion = divide(motion, ellipsoid->semi);
	MovingHit hit = mk_moving_sphere_hit_triangle(unit_ball(), scaled_motion, scaled);
	if (!hit.hit) return hit;
	if (hit.started_overlapping) {
		return moving_hit_from_overlap(mk_ellipsoid_contact_triangle(ellipsoid, triangle));
	}
	// normals are covectors: they scale the other way
	hit.normal = vec3_normalize(divide(hit.normal, ellipsoid->semi));
	hit.point = from_scaled(ellipsoid, hit.point);
	return hit;
}
