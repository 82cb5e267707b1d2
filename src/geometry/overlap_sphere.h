// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Spheres against spheres, boxes, triangles and polygons (Ericson, Real-Time Collision Detection,
// 5.2.5 to 5.2.8). All are one question: is the nearest point of the other object within the
// radius? The plain forms compare squares and take no root. Touching counts. A sphere with a
// negative radius meets nothing (two spheres: if the sum of the radii is negative), and neither
// does NaN or an empty box. Contacts push the sphere away from the nearest point; from inside a
// box out of its nearest face. Overlap.point is the point of the other object nearest to the
// centre, except for two spheres.
#pragma once

#include "geometry/distance.h"
#include "geometry/overlap.h"

static inline bool sphere_overlaps_sphere(Sphere a, Sphere b) {
	return is_within(vec3_distance_squared(a.center, b.center), a.radius + b.radius);
}
static inline bool sphere_overlaps_aabb(Sphere sphere, Aabb box) {
	return aabb_is_within(box, sphere.center, sphere.radius);
}
static inline bool sphere_overlaps_obb(Sphere sphere, Obb box) {
	return obb_is_within(box, sphere.center, sphere.radius);
}

// Returns whether the sphere meets the triangle, which is a surface; corners may coincide.
bool mk_sphere_overlaps_triangle(Sphere sphere, Triangle triangle);

// Returns whether the sphere meets a flat simple polygon, convex or not, with any number of
// corners: its plane is near enough, and an edge is near enough or the centre lies over the inside.
bool mk_sphere_overlaps_polygon(Sphere sphere, Polygon polygon);

// Returns how to part a from b; up (+y) if the centres coincide. point is the middle of the
// common part.
Overlap mk_sphere_contact_sphere(Sphere a, Sphere b);

// Returns how to part the sphere from a filled box.
Overlap mk_sphere_contact_aabb(Sphere sphere, Aabb box);
Overlap mk_sphere_contact_obb(Sphere sphere, Obb box);

// Returns how to part the sphere from a triangle: from the face, edge or corner that is nearest.
// From a centre on the triangle it goes to the side of the normal.
Overlap mk_sphere_contact_triangle(Sphere sphere, Triangle triangle);

// The same for a polygon.
Overlap mk_sphere_contact_polygon(Sphere sphere, Polygon polygon);
