// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A point on an offset face counts if the polygon is really as near as the radius: that says
// in one go whether its foot is inside the polygon, and throws out faces of needles, whose
// normal is noise. What is lost with such a face is a part of second order in the needle's
// width; the capsules have the rest.
#include "geometry/moving_flat.h"

#include "geometry/closest_polygon.h"
#include "geometry/moving.h"
#include "geometry/polygon_normal.h"

// The polygon's box and the size of everything, for the bounds of rounding.
typedef struct FlatCase {
	Aabb bounds;
	Real slack; // m: half of what moving.h allows
} FlatCase;

static FlatCase measure_case(Ray ray, const RoundFlat *flat) {
	Aabb bounds = aabb_empty();
	for (uint32_t i = 0; i < flat->polygon.count; i++) {
		bounds = aabb_add_point(bounds, flat->polygon.points[i]);
	}
	Vec3 size = vec3_max(vec3_abs(bounds.min), vec3_abs(bounds.max));
	size = vec3_add(vec3_max(size, vec3_abs(ray.origin)), vec3_abs(ray.direction));
	Real slack = MK_MOVING_ROUNDING * (vec3_max_element(size) + flat->radius) * (Real)0.5;
	return (FlatCase){ bounds, slack };
}

// the face on the side the ray comes from, if the ray goes towards it
static Real first_on_face(Ray ray, const RoundFlat *flat, Real slack) {
	Vec3 from_face = vec3_sub(ray.origin, flat->polygon.points[0]);
	Real distance = vec3_dot(flat->normal, from_face);
	Real speed = vec3_dot(flat->normal, ray.direction);
	if (!(distance * speed < 0)) return MK_INFINITY;
	Real offset = flat->radius * vec3_length(flat->normal);
	Real t = (real_abs(distance) - offset) / real_abs(speed);
	if (!(t >= 0 && t <= 1)) return MK_INFINITY;
	Vec3 at = ray_at(ray, t);
	Real nearest = vec3_distance(at, mk_closest_on_polygon(flat->polygon, at));
	// nearer than the radius: the normal is wrong, and an edge was met before
	return real_abs(nearest - flat->radius) <= slack ? t : MK_INFINITY;
}

Real mk_ray_first_in_round_flat(Ray ray, const RoundFlat *flat) {
	if (flat->polygon.count == 0) return MK_INFINITY;
	FlatCase size = measure_case(ray, flat);
	// the cheap test before the others
	Aabb path = aabb_sweep((Aabb){ ray.origin, ray.origin }, ray.direction);
	Aabb reach = aabb_grow(size.bounds, flat->radius + size.slack);
	if (!aabb_overlaps(path, reach)) return MK_INFINITY;
	Real first = first_on_face(ray, flat, size.slack);
	if (first <= 1 && flat->is_convex) return first;
	for (uint32_t i = 0; i < flat->polygon.count; i++) {
		Segment edge = polygon_edge_to(flat->polygon, i);
		Capsule capsule = { edge.start, edge.end, flat->radius };
		RayHit hit = mk_ray_hit_capsule(ray, ray_range_segment(), capsule);
		if (hit.hit && hit.t < first) first = hit.t;
	}
	return first;
}
