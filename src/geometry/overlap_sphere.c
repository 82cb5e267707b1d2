// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Contacts of spheres. The one delicate point is a centre on or inside the other object, where the
// way from the nearest point has no direction; each object then says where to go.
#include "geometry/overlap_sphere.h"

#include "geometry/closest_polygon.h"
#include "geometry/closest_triangle.h"
#include "geometry/containment.h"
#include "geometry/polygon_normal.h"

// A contact with the nearest point; `fallback` is the unit normal if the centre is that point.
static Overlap contact_with_point(Sphere sphere, Vec3 point, Vec3 fallback) {
	Vec3 way = vec3_sub(sphere.center, point);
	if (!is_within(vec3_length_squared(way), sphere.radius)) return (Overlap){ 0 };
	Vec3 normal = vec3_normalize(way);
	if (vec3_equals(normal, vec3_zero())) normal = fallback;
	return (Overlap){ true, real_max(sphere.radius - vec3_length(way), 0), normal, point };
}

// a unit normal for flat things: the given one, or one across an edge, or up
static Vec3 normal_or_across(Vec3 normal_area, Vec3 edge) {
	Vec3 normal = vec3_normalize(normal_area);
	if (!vec3_equals(normal, vec3_zero())) return normal;
	Vec3 along = vec3_normalize(edge);
	if (vec3_equals(along, vec3_zero())) return overlap_default_normal();
	return vec3_perpendicular(along);
}

bool mk_sphere_overlaps_triangle(Sphere sphere, Triangle triangle) {
	Vec3 point = mk_closest_on_triangle(triangle, sphere.center).point;
	return is_within(vec3_distance_squared(sphere.center, point), sphere.radius);
}

bool mk_sphere_overlaps_polygon(Sphere sphere, Polygon polygon) {
	if (polygon.count == 0 || !(sphere.radius >= 0)) return false;
	Vec3 normal = polygon_normal_area(polygon);
	Real distance = vec3_dot(normal, vec3_sub(sphere.center, polygon.points[0]));
	if (!(real_abs(distance) <= sphere.radius * vec3_length(normal))) return false;
	for (uint32_t i = 0; i < polygon.count; i++) {
		Segment edge = polygon_edge_to(polygon, i);
		if (segment_is_within(edge, sphere.center, sphere.radius)) return true;
	}
	return mk_polygon_contains(polygon, sphere.center);
}

Overlap mk_sphere_contact_sphere(Sphere a, Sphere b) {
	Sphere sum = { a.center, a.radius + b.radius };
	Overlap contact = contact_with_point(sum, b.center, overlap_default_normal());
	if (contact.hit) {
		Real along = overlap_middle(sum.radius - contact.depth, b.radius, a.radius);
		contact.point = vec3_add_scaled(b.center, contact.normal, along);
	}
	return contact;
}

// A contact from inside a box about zero, through its nearest face; of equals the
// first axis, positive side.
static Overlap contact_from_inside(Vec3 center, Vec3 half, Real radius) {
	Vec3 room = vec3_sub(half, vec3_abs(center));
	int axis = vec3_min_axis(room);
	Vec3 normal = vec3_axis(axis);
	if (vec3_get(center, axis) < 0) normal = vec3_negate(normal);
	return (Overlap){ true, radius + vec3_get(room, axis), normal, center };
}

// a ball against a box about zero
static Overlap contact_with_box(Vec3 center, Vec3 half, Real radius) {
	Vec3 point = vec3_clamp(center, vec3_negate(half), half);
	Overlap contact = contact_with_point((Sphere){ center, radius }, point, vec3_zero());
	if (contact.hit && vec3_equals(point, center)) {
		contact = contact_from_inside(center, half, radius);
	}
	return contact;
}

Overlap mk_sphere_contact_aabb(Sphere sphere, Aabb box) {
	if (aabb_is_empty(box)) return (Overlap){ 0 };
	Vec3 middle = aabb_center(box);
	Vec3 from_middle = vec3_sub(sphere.center, middle);
	Overlap contact = contact_with_box(from_middle, aabb_half_extents(box), sphere.radius);
	contact.point = contact.hit ? closest_on_aabb(box, sphere.center) : vec3_zero();
	return contact;
}

Overlap mk_sphere_contact_obb(Sphere sphere, Obb box) {
	Overlap contact = contact_with_box(obb_to_local(box, sphere.center), box.half, sphere.radius);
	if (!contact.hit) return contact;
	contact.normal = mat3_apply(box.axes, contact.normal);
	contact.point = obb_to_world(box, contact.point);
	return contact;
}

Overlap mk_sphere_contact_triangle(Sphere sphere, Triangle triangle) {
	Vec3 point = mk_closest_on_triangle(triangle, sphere.center).point;
	Vec3 edge = vec3_sub(triangle.b, triangle.a);
	Vec3 fallback = normal_or_across(triangle_normal_area(triangle), edge);
	return contact_with_point(sphere, point, fallback);
}

Overlap mk_sphere_contact_polygon(Sphere sphere, Polygon polygon) {
	if (polygon.count == 0) return (Overlap){ 0 };
	Vec3 point = mk_closest_on_polygon(polygon, sphere.center);
	Segment edge = polygon_edge_to(polygon, 0);
	Vec3 normal = polygon_normal_area(polygon);
	Vec3 fallback = normal_or_across(normal, vec3_sub(edge.end, edge.start));
	return contact_with_point(sphere, point, fallback);
}
