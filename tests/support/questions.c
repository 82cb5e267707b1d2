// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The table of questions, and the scenes they are asked about.
#include "support/questions.h"

#include "geometry/closest_pair.h"
#include "geometry/containment.h"
#include "geometry/overlap_box.h"
#include "geometry/overlap_capsule.h"
#include "geometry/overlap_plane.h"
#include "geometry/overlap_sphere.h"
#include "geometry/triangle_triangle.h"
#include "math/quat.h"
#include "support/random.h"
#include "support/sat_hulls.h"

#define HALF ((Real)0.5)

Scene make_scene(void) {
	Quat turn = quat_from_axis_angle(vec3(0, 0, 1), (Real)0.3);
	return (Scene){
		.sphere = { { (Real)0.1, (Real)0.2, 0 }, 1 },
		.ball = { { HALF, 0, (Real)0.1 }, 2 },
		.box = { { -1, -1, -1 }, { 1, 1, 1 } },
		.block = { { 0, 0, 0 }, { 2, 2, 2 } },
		.turned_box = { { (Real)0.1, 0, 0 }, quat_to_mat3(turn), { 1, 2, 3 } },
		.turned_block = { { 0, HALF, 0 }, mat3_identity(), { 2, 1, 1 } },
		.triangle = { { -2, -2, 0 }, { 3, -2, 0 }, { 0, 3, (Real)0.25 } },
		.sail = { { 0, -1, -2 }, { 0, -1, 2 }, { (Real)0.25, 2, 0 } },
		.segment = { { -3, (Real)0.1, 0 }, { 3, 0, (Real)0.2 } },
		.corners = { { -2, -2, 0 }, { 2, -2, 0 }, { 2, 2, 0 }, { -2, 2, 0 } },
		.capsule = { { -1, 0, 0 }, { 1, 0, 0 }, HALF },
		.pill = { { 0, -1, 0 }, { 0, 1, (Real)0.25 }, 1 },
		.cylinder = { { 0, -1, 0 }, { 0, 1, 0 }, 1 },
		.can = { { HALF, 0, 0 }, { HALF, 3, 0 }, 1 },
		.cone = { { 0, 1, 0 }, { 0, -1, 0 }, 2, 1 },
		.plane = { { 0, 1, 0 }, (Real)0.125 },
		.roof = { { 0, 1, 0 }, 100 },
		.planes = { { { 1, 0, 0 }, 1 }, { { -1, 1, 0 }, 1 }, { { 0, -1, 1 }, 1 },
				{ { -1, -1, -1 }, 1 } },
		.edges = { { 1, 0, 0 }, { 0, 2, 0 }, { 0, 0, 1 } },
		.ray = { { -4, (Real)0.05, (Real)0.1 }, { 8, (Real)0.1, (Real)0.2 } },
		.line = { { 0, -4, 0 }, { (Real)0.1, 8, 0 } },
		.range = { 0, 1 },
		.point = { (Real)0.1, (Real)0.1, 0 },
		.reach = 1,
		.flat = { { -1, -1 }, { 2, -1 }, { 2, 2 }, { -1, 2 } },
		.flat_point = { HALF, (Real)0.25 },
		.chord = { { -1, (Real)0.1 }, { 1, 0 } },
		.cross_chord = { { 0, -1 }, { (Real)0.1, 1 } },
		.solid = { { -3, -3, -3 }, { 4, -3, -3 }, { 0, 5, -3 }, { 0, 0, 5 } },
	};
}

// spheres
static bool ask_sphere_sphere(const Scene *s) { return sphere_overlaps_sphere(s->sphere, s->ball); }
static bool ask_sphere_aabb(const Scene *s) { return sphere_overlaps_aabb(s->sphere, s->box); }
static bool ask_sphere_obb(const Scene *s) { return sphere_overlaps_obb(s->sphere, s->turned_box); }
static bool ask_sphere_triangle(const Scene *s) {
	return mk_sphere_overlaps_triangle(s->sphere, s->triangle);
}
static bool ask_sphere_polygon(const Scene *s) {
	return mk_sphere_overlaps_polygon(s->sphere, (Polygon){ s->corners, 4 });
}
static bool contact_sphere_sphere(const Scene *s) {
	return mk_sphere_contact_sphere(s->sphere, s->ball).hit;
}
static bool contact_sphere_aabb(const Scene *s) {
	return mk_sphere_contact_aabb(s->sphere, s->box).hit;
}
static bool contact_sphere_obb(const Scene *s) {
	return mk_sphere_contact_obb(s->sphere, s->turned_box).hit;
}
static bool contact_sphere_triangle(const Scene *s) {
	return mk_sphere_contact_triangle(s->sphere, s->triangle).hit;
}
static bool contact_sphere_polygon(const Scene *s) {
	return mk_sphere_contact_polygon(s->sphere, (Polygon){ s->corners, 4 }).hit;
}
// distances
static bool ask_segment_within(const Scene *s) {
	return segment_is_within(s->segment, s->point, s->reach);
}
static bool ask_line_within(const Scene *s) { return line_is_within(s->line, s->point, s->reach); }
static bool ask_aabb_within(const Scene *s) { return aabb_is_within(s->box, s->point, s->reach); }
static bool ask_obb_within(const Scene *s) {
	return obb_is_within(s->turned_box, s->point, s->reach);
}
static bool ask_reach(const Scene *s) { return obb_is_within(s->turned_box, s->point, s->reach); }
static bool ask_lines(const Scene *s) { return mk_lines_meet(s->ray, s->line, s->reach); }
// capsules and cylinders
static bool ask_capsules(const Scene *s) { return capsule_overlaps_capsule(s->capsule, s->pill); }
static bool ask_sphere_capsule(const Scene *s) {
	return sphere_overlaps_capsule(s->sphere, s->capsule);
}
static bool contact_capsules(const Scene *s) {
	return mk_capsule_contact_capsule(s->capsule, s->pill).hit;
}
static bool contact_sphere_capsule(const Scene *s) {
	return mk_sphere_contact_capsule(s->sphere, s->capsule).hit;
}
static bool contact_cylinders(const Scene *s) {
	return mk_cylinder_contact_cylinder(s->cylinder, s->can).overlap.hit;
}
// boxes
static bool ask_aabbs(const Scene *s) { return aabb_overlaps(s->box, s->block); }
static bool contact_aabbs(const Scene *s) { return mk_aabb_contact_aabb(s->box, s->block).hit; }
static bool ask_obbs(const Scene *s) { return obb_overlaps_obb(&s->turned_box, &s->turned_block); }
static bool contact_obbs(const Scene *s) {
	return mk_obb_contact_obb(&s->turned_box, &s->turned_block).hit;
}
static bool ask_triangle_aabb(const Scene *s) {
	return triangle_overlaps_aabb(s->triangle, s->box);
}
static bool ask_triangle_obb(const Scene *s) {
	return triangle_overlaps_obb(s->triangle, &s->turned_box);
}
static bool ask_segment_aabb(const Scene *s) {
	return mk_segment_overlaps_aabb(s->segment, s->box);
}
static bool ask_polygon_aabb(const Scene *s) {
	return mk_polygon_overlaps_aabb((Polygon){ s->corners, 4 }, s->box);
}
static bool ask_aabb_point(const Scene *s) { return aabb_contains_point(s->box, s->point); }
// planes
static bool cross_sphere(const Scene *s) {
	return plane_extent_crosses(plane_extent_sphere(s->plane, s->sphere));
}
static bool cross_aabb(const Scene *s) {
	return plane_extent_crosses(plane_extent_aabb(s->plane, s->box));
}
static bool cross_obb(const Scene *s) {
	return plane_extent_crosses(plane_extent_obb(s->plane, s->turned_box));
}
static bool cross_corner_box(const Scene *s) {
	return plane_extent_crosses(mk_plane_extent_corner_box(s->plane, s->corner, s->edges));
}
static bool cross_cone(const Scene *s) {
	return plane_extent_crosses(mk_plane_extent_cone(s->plane, s->cone));
}
static bool half_space_cone(const Scene *s) {
	return plane_extent_meets_half_space(mk_plane_extent_cone(s->plane, s->cone));
}
static bool behind_sphere(const Scene *s) {
	return plane_extent_is_behind(plane_extent_sphere(s->roof, s->sphere));
}
static bool behind_corner_box(const Scene *s) {
	return plane_extent_is_behind(mk_plane_extent_corner_box(s->roof, s->corner, s->edges));
}
static bool in_front_cone(const Scene *s) {
	return plane_extent_is_in_front(mk_plane_extent_cone(plane_flip(s->roof), s->cone));
}
// rays
static bool ray_plane(const Scene *s) { return mk_ray_hit_plane(s->line, s->range, s->plane).hit; }
static bool ray_plane_points(const Scene *s) {
	return mk_ray_hit_plane_points(s->ray, s->range, s->sail).hit;
}
static bool ray_triangle(const Scene *s) {
	TriangleRay ray = mk_ray_prepare(s->ray);
	return mk_ray_hit_triangle(&ray, s->range, s->sail, RAY_SIDES_BOTH, NULL).hit;
}
static bool ray_aabb(const Scene *s) { return mk_ray_hit_aabb(s->ray, s->range, s->box).hit; }
static bool ray_obb(const Scene *s) { return mk_ray_hit_obb(s->ray, s->range, s->turned_box).hit; }
static bool ray_half_spaces(const Scene *s) {
	return mk_ray_hit_half_spaces(s->ray, s->range, (HalfSpaces){ s->planes, 4 }).hit;
}
static bool ray_sphere(const Scene *s) {
	return mk_ray_hit_sphere(s->ray, s->range, s->sphere).hit;
}
static bool ray_cylinder(const Scene *s) {
	return mk_ray_hit_cylinder(s->ray, s->range, s->cylinder).hit;
}
static bool ray_capsule(const Scene *s) {
	return mk_ray_hit_capsule(s->ray, s->range, s->capsule).hit;
}
static bool ray_cone(const Scene *s) { return mk_ray_hit_cone(s->ray, s->range, s->cone).hit; }
// triangles, polygons and polyhedra
static bool meet_triangles(const Scene *s) {
	return mk_triangles_meet(s->triangle, s->sail).meeting != TRIANGLES_APART;
}
static bool meet_exactly(const Scene *s) {
	return mk_triangles_overlap_exact(s->triangle, s->sail);
}
static bool meet_sat(const Scene *s) { return mk_triangles_overlap_sat(s->triangle, s->sail); }
static bool cross_2d(const Scene *s) {
	return mk_segments_cross_2d(s->chord, s->cross_chord).kind != SEGMENTS_APART;
}
static bool cross_implicit(const Scene *s) {
	return mk_segments_cross_implicit(s->chord, s->cross_chord).kind != SEGMENTS_APART;
}
static bool in_triangle_2d(const Scene *s) {
	return mk_triangle_contains_2d(s->flat, s->flat_point);
}
static bool in_triangle(const Scene *s) { return mk_triangle_contains(s->triangle, s->point); }
static bool in_polygon_2d(const Scene *s) {
	return mk_polygon_contains_2d((Polygon2){ s->flat, 4 }, s->flat_point);
}
static bool in_convex_2d(const Scene *s) {
	return mk_convex_polygon_contains_2d((Polygon2){ s->flat, 4 }, s->flat_point);
}
static bool in_polygon(const Scene *s) {
	return mk_polygon_contains((Polygon){ s->corners, 4 }, s->point);
}
static bool in_half_spaces(const Scene *s) {
	return mk_half_spaces_contain((HalfSpaces){ s->planes, 4 }, s->point);
}
static bool in_mesh(const Scene *s) {
	const uint32_t indices[12] = { 0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3 };
	return mk_triangle_mesh_contains((TriangleMesh){ s->solid, 4, indices, 4 }, s->point);
}
static SatResult sat_of(const Scene *s, bool is_contact) {
	TestHull solid;
	TestHull box;
	test_hull_tetrahedron(&solid, s->solid);
	test_hull_box(&box, s->turned_box);
	if (is_contact) return mk_sat_contact(&solid.hull, &box.hull);
	return mk_sat_overlap(&solid.hull, &box.hull, NULL);
}
static bool sat_overlap(const Scene *s) { return sat_of(s, false).hit; }
static bool sat_contact(const Scene *s) { return sat_of(s, true).hit; }

#define PART(member) \
	{ offsetof(Scene, member), sizeof(((Scene *)0)->member) }
#define ASK2(ask, a, b)                 \
	{                                   \
#ask, ask, { PART(a), PART(b) } \
	}
#define ASK3(ask, a, b, c)                       \
	{                                            \
#ask, ask, { PART(a), PART(b), PART(c) } \
	}

const Question questions[] = {
	ASK2(ask_sphere_sphere, sphere, ball),
	ASK2(ask_sphere_aabb, sphere, box),
	ASK2(ask_sphere_obb, sphere, turned_box),
	ASK2(ask_sphere_triangle, sphere, triangle),
	ASK2(ask_sphere_polygon, sphere, corners),
	ASK2(contact_sphere_sphere, sphere, ball),
	ASK2(contact_sphere_aabb, sphere, box),
	ASK2(contact_sphere_obb, sphere, turned_box),
	ASK2(contact_sphere_triangle, sphere, triangle),
	ASK2(contact_sphere_polygon, sphere, corners),
	ASK2(ask_segment_within, segment, point),
	ASK2(ask_line_within, line, point),
	ASK2(ask_aabb_within, box, point),
	ASK2(ask_obb_within, turned_box, point),
	ASK2(ask_reach, point, reach),
	ASK3(ask_lines, ray, line, reach),
	ASK2(ask_capsules, capsule, pill),
	ASK2(ask_sphere_capsule, sphere, capsule),
	ASK2(contact_capsules, capsule, pill),
	ASK2(contact_sphere_capsule, sphere, capsule),
	ASK2(contact_cylinders, cylinder, can),
	ASK2(ask_aabbs, box, block),
	ASK2(contact_aabbs, box, block),
	ASK2(ask_obbs, turned_box, turned_block),
	ASK2(contact_obbs, turned_box, turned_block),
	ASK2(ask_triangle_aabb, triangle, box),
	ASK2(ask_triangle_obb, triangle, turned_box),
	ASK2(ask_segment_aabb, segment, box),
	ASK2(ask_polygon_aabb, corners, box),
	ASK2(ask_aabb_point, box, point),
	ASK2(cross_sphere, plane, sphere),
	ASK2(cross_aabb, plane, box),
	ASK2(cross_obb, plane, turned_box),
	ASK3(cross_corner_box, plane, corner, edges),
	ASK2(cross_cone, plane, cone),
	ASK2(half_space_cone, plane, cone),
	ASK2(behind_sphere, roof, sphere),
	ASK3(behind_corner_box, roof, corner, edges),
	ASK2(in_front_cone, roof, cone),
	ASK3(ray_plane, line, range, plane),
	ASK3(ray_plane_points, ray, range, sail),
	ASK3(ray_triangle, ray, range, sail),
	ASK3(ray_aabb, ray, range, box),
	ASK3(ray_obb, ray, range, turned_box),
	ASK3(ray_half_spaces, ray, range, planes),
	ASK3(ray_sphere, ray, range, sphere),
	ASK3(ray_cylinder, ray, range, cylinder),
	ASK3(ray_capsule, ray, range, capsule),
	ASK3(ray_cone, ray, range, cone),
	ASK2(meet_triangles, triangle, sail),
	ASK2(meet_exactly, triangle, sail),
	ASK2(meet_sat, triangle, sail),
	ASK2(cross_2d, chord, cross_chord),
	ASK2(cross_implicit, chord, cross_chord),
	ASK3(in_triangle_2d, flat[0], flat[1], flat[2]),
	ASK2(in_triangle, triangle, point),
	ASK2(in_polygon_2d, flat, flat_point),
	ASK2(in_convex_2d, flat, flat_point),
	ASK2(in_polygon, corners, point),
	ASK2(in_half_spaces, planes, point),
	ASK2(in_mesh, solid, point),
	ASK2(sat_overlap, solid, turned_box),
	ASK2(sat_contact, solid, turned_box),
};

const int question_count = sizeof(questions) / sizeof(questions[0]);

// a multiple of 1/64 with a size up to `size`
static Vec3 grid_point(Rng *rng, double size) {
	Vec3 p = random_vec3(rng, size * 64);
	return vec3(real_floor(p.x) / 64, real_floor(p.y) / 64, real_floor(p.z) / 64);
}

static void move_points(Vec3 *points, int count, Vec3 offset) {
	for (int i = 0; i < count; i++)
		points[i] = vec3_add(points[i], offset);
}

// the numbers of make_scene that are no multiples of 1/64, rounded
static void snap(Real *numbers, size_t count) {
	for (size_t i = 0; i < count; i++)
		numbers[i] = real_floor(numbers[i] * 64) / 64;
}

Scene random_scene(Rng *rng) {
	Scene s = make_scene();
	Mat3 axes = s.turned_box.axes;
	snap((Real *)&s, sizeof(s) / sizeof(Real));
	s.turned_box.axes = axes;
	s.sphere.center = grid_point(rng, 2);
	s.ball.center = grid_point(rng, 4);
	move_points(&s.box.min, 2, grid_point(rng, 1));
	move_points(&s.block.min, 2, grid_point(rng, 2));
	s.turned_box.center = grid_point(rng, 1);
	s.turned_block.center = grid_point(rng, 3);
	move_points(&s.triangle.a, 3, grid_point(rng, 1));
	move_points(&s.sail.a, 3, grid_point(rng, 2));
	move_points(&s.segment.start, 2, grid_point(rng, 2));
	move_points(s.corners, 4, grid_point(rng, 2));
	move_points(&s.capsule.start, 2, grid_point(rng, 1));
	move_points(&s.pill.start, 2, grid_point(rng, 2));
	move_points(&s.can.start, 2, grid_point(rng, 2));
	s.cone.apex = grid_point(rng, 2);
	s.plane.offset = grid_point(rng, 3).x;
	s.roof.offset = grid_point(rng, 3).x;
	s.ray.origin = vec3_add(s.ray.origin, grid_point(rng, 2));
	s.line.origin = vec3_add(s.line.origin, grid_point(rng, 2));
	s.point = grid_point(rng, 3);
	Vec3 flat = grid_point(rng, 2);
	s.flat_point = (Vec2){ flat.x, flat.y };
	s.chord.end = (Vec2){ flat.y, flat.z };
	move_points(s.solid, 4, grid_point(rng, 3));
	return s;
}

static void scale_lengths(void *lengths, size_t size, Real factor) {
	Real *numbers = lengths;
	for (size_t i = 0; i < size / sizeof(Real); i++)
		numbers[i] *= factor;
}

Scene scale_scene(Scene scene, Real factor) {
	Scene s = scene;
	scale_lengths(&s, sizeof(s), factor);
	// what has no length
	s.turned_box.axes = scene.turned_box.axes;
	s.turned_block.axes = scene.turned_block.axes;
	s.cone.axis = scene.cone.axis;
	s.plane.normal = scene.plane.normal;
	s.roof.normal = scene.roof.normal;
	for (int i = 0; i < 4; i++)
		s.planes[i].normal = scene.planes[i].normal;
	s.range = scene.range;
	return s;
}

Scene move_scene(Scene s, Vec3 offset) {
	Vec3 *const centers[] = { &s.sphere.center, &s.ball.center, &s.turned_box.center,
		&s.turned_block.center, &s.cone.apex, &s.ray.origin, &s.line.origin, &s.point, &s.corner };
	for (size_t i = 0; i < sizeof(centers) / sizeof(centers[0]); i++)
		move_points(centers[i], 1, offset);
	Vec3 *const pairs[] = { &s.box.min, &s.block.min, &s.segment.start, &s.capsule.start,
		&s.pill.start, &s.cylinder.start, &s.can.start };
	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
		move_points(pairs[i], 2, offset);
	move_points(&s.triangle.a, 3, offset);
	move_points(&s.sail.a, 3, offset);
	move_points(s.corners, 4, offset);
	move_points(s.solid, 4, offset);
	Plane *const planes[] = { &s.plane, &s.roof, &s.planes[0], &s.planes[1], &s.planes[2],
		&s.planes[3] };
	for (size_t i = 0; i < sizeof(planes) / sizeof(planes[0]); i++)
		planes[i]->offset += vec3_dot(planes[i]->normal, offset);
	Vec2 *const flat[] = { &s.flat[0], &s.flat[1], &s.flat[2], &s.flat[3], &s.flat_point,
		&s.chord.start, &s.chord.end, &s.cross_chord.start, &s.cross_chord.end };
	for (size_t i = 0; i < sizeof(flat) / sizeof(flat[0]); i++)
		*flat[i] = (Vec2){ flat[i]->x + offset.x, flat[i]->y + offset.y };
	return s;
}
