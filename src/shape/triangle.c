// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Triangles, on their own or as pieces of meshes. Corner ids 0 to 2; face ids: 0 is the front, 1
// the back, 2 + i the edge from corner i. A triangle seen from the side shows an edge, which faces
// the direction as the thin side of a plate would.
#include "geometry/closest_triangle.h"
#include "geometry/double3.h"
#include "geometry/hull_build.h"
#include "shape/bounds.h"
#include "shape/convex.h"
#include "shape/convex_query.h"
#include "shape/face.h"
#include "shape/ops.h"
#include "shape/rounded_mass.h"
#include "shape/shape_create.h"

static const TriangleShape *triangle_of(const Shape *shape) { return (const TriangleShape *)shape; }

static Vec3 corner(const TriangleShape *t, uint32_t id) {
	return id == 0 ? t->corners.a : id == 1 ? t->corners.b : t->corners.c;
}

static Vec3 support(const Shape *shape, Vec3 direction, uint32_t *id) {
	const TriangleShape *t = triangle_of(shape);
	Real a = vec3_dot(t->corners.a, direction);
	Real b = vec3_dot(t->corners.b, direction);
	Real c = vec3_dot(t->corners.c, direction);
	*id = b > a ? 1 : 0;
	if (c > real_max(b, a)) *id = 2;
	return corner(t, *id);
}

static Vec3 vertex(const Shape *shape, uint32_t id) { return corner(triangle_of(shape), id); }

static ShapePoint closest(const Shape *shape, Vec3 p) {
	Vec3 nearest = mk_closest_on_triangle(triangle_of(shape)->corners, p).point;
	return (ShapePoint){ .point = nearest, .is_inside = vec3_equals(nearest, p) };
}

static void face_of_side(const TriangleShape *t, bool is_back, ShapeFace *face) {
	Vec3 normal = is_back ? vec3_negate(t->normal) : t->normal;
	face_begin(face, FACE_POLYGON, normal, is_back ? 1 : 0);
	for (uint32_t i = 0; i < 3; i++) {
		uint32_t id = is_back ? 2 - i : i;
		face_add(face, corner(t, id), id);
	}
}

// The edge whose outward direction in the plane faces best.
static uint32_t best_edge(const TriangleShape *t, const FaceQuery *query, Real *best_facing) {
	uint32_t best = 0;
	*best_facing = -2;
	for (uint32_t i = 0; i < 3; i++) {
		Vec3 side = vec3_sub(corner(t, (i + 1) % 3), corner(t, i));
		Real facing = face_facing(query, vec3_cross(side, t->normal));
		if (!(facing > *best_facing)) continue;
		*best_facing = facing;
		best = i;
	}
	return best;
}

// Without area a triangle is its longest side.
static void face_of_needle(const TriangleShape *t, const FaceQuery *query, ShapeFace *face) {
	uint32_t longest = 0;
	Real longest_squared = -1;
	for (uint32_t i = 0; i < 3; i++) {
		Real squared = vec3_distance_squared(corner(t, i), corner(t, (i + 1) % 3));
		if (!(squared > longest_squared)) continue;
		longest_squared = squared;
		longest = i;
	}
	Vec3 ends[2] = { corner(t, longest), corner(t, (longest + 1) % 3) };
	mk_face_of_segment(query, ends, 2 + longest, face);
}

static void face(const Shape *shape, const FaceQuery *query, ShapeFace *face) {
	const TriangleShape *t = triangle_of(shape);
	if (vec3_equals(t->normal, vec3_zero())) {
		face_of_needle(t, query, face);
		return;
	}
	Real front = face_facing(query, t->normal);
	Real back = face_facing(query, vec3_negate(t->normal));
	Real side;
	uint32_t edge = best_edge(t, query, &side);
	if (real_max(front, back) >= side) {
		face_of_side(t, back > front, face);
		return;
	}
	uint32_t next = (edge + 1) % 3;
	Vec3 normal = vec3_cross(vec3_sub(corner(t, next), corner(t, edge)), t->normal);
	face_begin(face, FACE_EDGE, vec3_normalize(normal), 2 + edge);
	face_add(face, corner(t, edge), edge);
	face_add(face, corner(t, next), next);
}

static ShapeRayHit ray(const Shape *shape, const ShapeRay *ray) {
	if (shape->rounding > 0) {
		ShapeInstance local = instance_local(shape);
		return (ShapeRayHit){ .hit = mk_convex_ray(&local, ray->ray, ray->range) };
	}
	TriangleRay prepared = mk_ray_prepare(ray->ray);
	Triangle corners = triangle_of(shape)->corners;
	RayHit hit = mk_ray_hit_triangle(&prepared, ray->range, corners, ray->sides, NULL);
	return (ShapeRayHit){ .hit = hit };
}

static Aabb bounds(const Shape *shape, const Affine *map) {
	return bounds_points(&triangle_of(shape)->corners.a, 3, map, shape->rounding);
}

static MassProperties mass(const Shape *shape, const Affine *map) {
	if (shape->rounding == 0) return (MassProperties){ 0 };
	Hull hull = mk_hull_build(&(HullInput){ .points = &triangle_of(shape)->corners.a, .count = 3 });
	MassProperties own = mk_mass_of_rounded_hull(&hull, shape->rounding);
	mk_hull_free(&hull);
	return mk_mass_map(own, *map);
}

const ShapeOps mk_triangle_ops = {
	.name = "triangle",
	.family = SHAPE_FAMILY_CONVEX,
	.support = support,
	.vertex = vertex,
	.closest = closest,
	.face = face,
	.ray = ray,
	.bounds = bounds,
	.mass = mass,
};

void mk_triangle_init(TriangleShape *triangle) {
	*triangle = (TriangleShape){ .is_two_sided = true };
	triangle->shape.ops = &mk_triangle_ops;
	triangle->shape.kind = SHAPE_TRIANGLE;
	triangle->shape.leaf_count = 1;
	triangle->shape.vertex_count = 3;
	triangle->shape.size = sizeof(*triangle);
}

void mk_triangle_set(TriangleShape *triangle, Triangle corners, Vec3 normal) {
	triangle->corners = corners;
	triangle->normal = normal;
	Vec3 squares = vec3(vec3_length_squared(corners.a), vec3_length_squared(corners.b),
			vec3_length_squared(corners.c));
	triangle->shape.bound = real_sqrt(vec3_max_element(squares)) + triangle->shape.rounding;
	triangle->shape.box = (Aabb){ vec3_min(corners.a, vec3_min(corners.b, corners.c)),
		vec3_max(corners.a, vec3_max(corners.b, corners.c)) };
}

// Of the two shorter sides, in double: all that a cross product of a needle's long
// sides leaves may be rounding.
static Vec3 normal_of(Triangle t) {
	const Double3 sides[3] = { double3_between(t.b, t.a), double3_between(t.c, t.b),
		double3_between(t.a, t.c) };
	int longest = 0;
	for (int i = 1; i < 3; i++) {
		bool is_longer = double3_length(sides[i]) > double3_length(sides[longest]);
		longest = is_longer ? i : longest;
	}
	Double3 n = double3_cross(sides[(longest + 1) % 3], sides[(longest + 2) % 3]);
	double length = double3_length(n);
	if (!(length > 0)) return vec3_zero();
	return double3_to_vec3(double3_scale(n, 1 / length), vec3_zero());
}

Shape *mk_triangle_create(Triangle corners, Real radius, ShapeStatus *status) {
	ShapeStatus found = shape_first(shape_check_point(corners.a), shape_check_point(corners.b));
	found = shape_first(found, shape_check_point(corners.c));
	found = shape_first(found, shape_check_radius(radius));
	if (!shape_report(found, status)) return NULL;
	TriangleShape *triangle = mk_shape_new(SHAPE_TRIANGLE, sizeof(*triangle));
	triangle->shape.rounding = radius;
	triangle->shape.vertex_count = 3;
	triangle->is_two_sided = true;
	mk_triangle_set(triangle, corners, normal_of(corners));
	return mk_shape_finish(&triangle->shape);
}

_Static_assert(sizeof(Triangle) == 3 * sizeof(Vec3), "corners are read as an array");
