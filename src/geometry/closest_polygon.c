// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A polygon's nearest point is the foot on its plane if that is inside, else on an edge.
// For a convex solid one face is enough as soon as the foot lies in it: p is in that
// face's Voronoi region then.
#include "geometry/closest_polygon.h"

#include "geometry/containment.h"
#include "geometry/polygon_normal.h"

Vec3 mk_closest_on_polygon(Polygon polygon, Vec3 p) {
	if (polygon.count == 0) return p;
	Vec3 best = polygon.points[0];
	if (mk_polygon_contains(polygon, p)) {
		return closest_on_plane(polygon_normal_area(polygon), polygon.points[0], p).point;
	}
	for (uint32_t i = 0; i < polygon.count; i++) {
		Vec3 candidate = closest_on_segment(polygon_edge_to(polygon, i), p).point;
		if (vec3_distance_squared(p, candidate) < vec3_distance_squared(p, best)) best = candidate;
	}
	return best;
}

// The nearest point of one convex face.
typedef struct FacePoint {
	Vec3 point;
	Real distance_squared;
	bool is_foot; // in the face, not on an edge
} FacePoint;

static FacePoint on_face(const ConvexFaces *faces, uint32_t f, Vec3 p, Real height) {
	Vec3 normal = faces->planes[f].normal;
	FacePoint best = { .point = p, .distance_squared = MK_INFINITY };
	for (uint32_t i = faces->starts[f]; i < faces->starts[f + 1]; i++) {
		uint32_t next = i + 1 < faces->starts[f + 1] ? i + 1 : faces->starts[f];
		Segment edge = { faces->points[faces->corners[i]], faces->points[faces->corners[next]] };
		Vec3 side = vec3_sub(edge.end, edge.start);
		// an edge that has the foot on its inner side cannot be the nearest feature
		Vec3 outward = vec3_cross(side, normal);
		if (!(vec3_dot(vec3_sub(p, edge.start), outward) > 0)) continue;
		Vec3 candidate = closest_on_segment(edge, p).point;
		Real distance_squared = vec3_distance_squared(p, candidate);
		if (distance_squared < best.distance_squared) {
			best = (FacePoint){ .point = candidate, .distance_squared = distance_squared };
		}
	}
	if (best.distance_squared < MK_INFINITY) return best;
	Vec3 foot = vec3_add_scaled(p, normal, -height);
	return (FacePoint){ foot, height * height, true };
}

PolyhedronPoint mk_closest_on_polyhedron(const ConvexFaces *faces, Vec3 p) {
	PolyhedronPoint best = { .point = p, .is_inside = vec3_is_finite(p) };
	Real best_distance = MK_INFINITY;
	for (uint32_t f = 0; f < faces->count; f++) {
		Real height = plane_distance(faces->planes[f], p);
		// behind, or its whole plane is farther than what was found
		if (!(height > 0) || height * height >= best_distance) continue;
		FacePoint candidate = on_face(faces, f, p, height);
		if (candidate.distance_squared < best_distance) {
			best = (PolyhedronPoint){ candidate.point, f, false };
			best_distance = candidate.distance_squared;
		}
		if (candidate.is_foot) break;
	}
	return best;
}
