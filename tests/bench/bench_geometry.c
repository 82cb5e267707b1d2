// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What one call of each function of src/geometry costs: "family,function,ns" per line, the mean
// over 1024 random inputs, the least of many runs. Objects of about 1 m lie in a cube of 3 m, so
// that some pairs meet and some do not. What is built from n points or triangles is in
// bench_geometry_build.c, hulls in bench_hull.c.
#include "bench/bench.h"
#include "geometry/closest_pair.h"
#include "geometry/closest_pair_triangle.h"
#include "geometry/closest_polygon.h"
#include "geometry/closest_tetrahedron.h"
#include "geometry/closest_triangle.h"
#include "geometry/containment.h"
#include "geometry/mass.h"
#include "geometry/obb_fit.h"
#include "geometry/orientation.h"
#include "geometry/overlap_box.h"
#include "geometry/overlap_capsule.h"
#include "geometry/overlap_plane.h"
#include "geometry/overlap_sphere.h"
#include "geometry/plane_pair.h"
#include "geometry/ray.h"
#include "geometry/triangle_triangle.h"
#include "support/random.h"
#include "support/sat_hulls.h"

#include <stdio.h>

enum { COUNT = 1024, CORNERS = 8 };

// The inputs: element i is asked together with element COUNT - 1 - i of another list.
typedef struct Inputs {
	Vec3 points[COUNT];
	Segment segments[COUNT];
	Ray rays[COUNT];
	TriangleRay prepared[COUNT];
	Sphere spheres[COUNT];
	Aabb boxes[COUNT];
	Obb obbs[COUNT];
	Rectangle rectangles[COUNT];
	Triangle triangles[COUNT];
	Tetrahedron tetrahedra[COUNT];
	Capsule capsules[COUNT];
	Cylinder cylinders[COUNT];
	Cone cones[COUNT];
	Plane planes[COUNT];
	MassProperties masses[COUNT];
	TestHull hulls[COUNT];
	Vec3 corners[CORNERS]; // of a flat octagon
	Vec2 flat[CORNERS];
	Plane faces[6]; // of a cube
	Real sum;       // so that nothing is optimised away
} Inputs;

static Triangle random_corners(Rng *rng, Vec3 center) {
	Triangle t = { vec3_add(center, random_vec3(rng, 0.5)), vec3_zero(), vec3_zero() };
	t.b = vec3_add(center, random_vec3(rng, 0.5));
	t.c = vec3_add(center, random_vec3(rng, 0.5));
	return t;
}

static void make_round(Inputs *in, int i, Rng *rng) {
	Vec3 center = random_vec3(rng, 1.5);
	Vec3 half = random_vec3(rng, 0.5);
	Real radius = random_real(rng, 0.2, 0.6);
	in->spheres[i] = (Sphere){ center, radius };
	in->capsules[i] = (Capsule){ vec3_sub(center, half), vec3_add(center, half), radius };
	Vec3 up = vec3(0, radius, 0); // parallel ones: others are not answered
	in->cylinders[i] = (Cylinder){ vec3_sub(center, up), vec3_add(center, up), radius };
	in->cones[i] = (Cone){ center, random_unit(rng), radius, radius };
	in->planes[i] = plane_from_point(random_unit(rng), center);
}

static void make_boxes(Inputs *in, int i, Rng *rng) {
	Vec3 center = random_vec3(rng, 1.5);
	Vec3 half = vec3_add(random_vec3(rng, 0.2), vec3_splat((Real)0.4));
	Mat3 axes = quat_to_mat3(random_quat(rng));
	in->boxes[i] = aabb_from_center(center, half);
	in->obbs[i] = (Obb){ center, axes, half };
	in->rectangles[i] = (Rectangle){ center, axes.x, axes.y, half.x, half.y };
	test_hull_box(&in->hulls[i], in->obbs[i]);
	in->masses[i] = mk_mass_of_box(half);
}

static void make_flat(Inputs *in, int i, Rng *rng) {
	Vec3 center = random_vec3(rng, 1.5);
	in->points[i] = center;
	in->triangles[i] = random_corners(rng, center);
	Triangle t = random_corners(rng, center);
	in->tetrahedra[i] = (Tetrahedron){ t.a, t.b, t.c, center };
	in->segments[i] = (Segment){ t.a, t.b };
	Vec3 away = random_vec3(rng, 3);
	in->rays[i] = (Ray){ away, vec3_sub(random_vec3(rng, 1), away) };
	in->prepared[i] = mk_ray_prepare(in->rays[i]);
}

static void make_inputs(Inputs *in) {
	Rng rng = { 1 };
	for (int i = 0; i < COUNT; i++) {
		make_round(in, i, &rng);
		make_boxes(in, i, &rng);
		make_flat(in, i, &rng);
	}
	for (int i = 0; i < CORNERS; i++) {
		double angle = 2 * 3.14159265358979323846 * i / CORNERS;
		in->flat[i] = (Vec2){ (Real)cos(angle), (Real)sin(angle) };
		in->corners[i] = vec3(in->flat[i].x, 0, -in->flat[i].y);
	}
	mk_obb_planes((Obb){ vec3_zero(), mat3_identity(), vec3_splat(1) }, in->faces);
}

static Vec2 flat_of(Vec3 p) { return (Vec2){ p.x, p.y }; }
static Segment2 flat_segment(Segment s) { return (Segment2){ flat_of(s.start), flat_of(s.end) }; }
static Vec3 square_of(Triangle t, int corner) {
	const Vec3 corners[4] = { t.a, t.b, vec3_add(t.b, vec3_sub(t.c, t.a)), t.c };
	return corners[corner];
}

typedef struct Row {
	const char *family;
	const char *name;
	BenchRun *run;
} Row;

// The loop is part of the macro, so that what is measured is inlined as it would be elsewhere.
#define MEASURE(name, value)              \
	static void name(void *context) {     \
		Inputs *in = context;             \
		for (int i = 0; i < COUNT; i++) { \
			const int j = COUNT - 1 - i;  \
			(void)j;                      \
			in->sum += (Real)(value);     \
		}                                 \
	}

MEASURE(on_plane, closest_on_plane(in->planes[i].normal, in->points[i], in->points[j]).t)
MEASURE(on_line, closest_on_line(in->rays[i], in->points[j]).t)
MEASURE(on_segment, closest_on_segment(in->segments[i], in->points[j]).t)
MEASURE(on_aabb, closest_on_aabb(in->boxes[i], in->points[j]).x)
MEASURE(on_obb, closest_on_obb(in->obbs[i], in->points[j]).x)
MEASURE(on_rectangle, closest_on_rectangle(in->rectangles[i], in->points[j]).x)
MEASURE(on_rectangle_corners, closest_on_rectangle_corners(in->triangles[i], in->points[j]).x)
MEASURE(on_triangle, mk_closest_on_triangle(in->triangles[i], in->points[j]).point.x)
MEASURE(triangle_weights, mk_triangle_weights(in->triangles[i], in->points[j]).weights.x)
MEASURE(on_tetrahedron, mk_closest_on_tetrahedron(in->tetrahedra[i], in->points[j]).point.x)
MEASURE(on_tetrahedron_wound,
		mk_closest_on_tetrahedron_wound(in->tetrahedra[i], in->points[j]).point.x)
MEASURE(on_tetrahedron_regions,
		mk_closest_on_tetrahedron_regions(in->tetrahedra[i], in->points[j]).point.x)
MEASURE(on_polygon, mk_closest_on_polygon((Polygon){ in->corners, CORNERS }, in->points[i]).x)

MEASURE(pair_lines, mk_closest_lines(in->rays[i], in->rays[j]).s)
MEASURE(pair_segments, mk_closest_segments(in->segments[i], in->segments[j]).s)
MEASURE(pair_segments_delayed, mk_closest_segments_delayed(in->segments[i], in->segments[j]).s)
MEASURE(pair_segment_triangle,
		mk_closest_segment_triangle(in->segments[i], in->triangles[j]).distance_squared)
MEASURE(pair_triangles, mk_closest_triangles(in->triangles[i], in->triangles[j]).distance_squared)

MEASURE(distance_segment, distance_squared_to_segment(in->segments[i], in->points[j]))
MEASURE(distance_line, distance_squared_to_line(in->rays[i], in->points[j]))
MEASURE(distance_aabb, distance_squared_to_aabb(in->boxes[i], in->points[j]))
MEASURE(distance_obb, distance_squared_to_obb(in->obbs[i], in->points[j]))
MEASURE(distance_obb_by_point,
		vec3_distance_squared(in->points[j], closest_on_obb(in->obbs[i], in->points[j])))
MEASURE(distance_rectangle, distance_squared_to_rectangle(in->rectangles[i], in->points[j]))

MEASURE(area_2d, mk_orientation_2d(flat_of(in->points[i]), flat_of(in->points[j]), in->flat[0]))
MEASURE(volume_3d,
		mk_orientation_3d(
				in->triangles[i].a, in->triangles[i].b, in->triangles[i].c, in->points[j]))
MEASURE(cross_2d,
		mk_segments_cross_2d(flat_segment(in->segments[i]), flat_segment(in->segments[j])).t)
MEASURE(cross_implicit,
		mk_segments_cross_implicit(flat_segment(in->segments[i]), flat_segment(in->segments[j])).t)

MEASURE(sphere_sphere, sphere_overlaps_sphere(in->spheres[i], in->spheres[j]))
MEASURE(sphere_aabb, sphere_overlaps_aabb(in->spheres[i], in->boxes[j]))
MEASURE(sphere_obb, sphere_overlaps_obb(in->spheres[i], in->obbs[j]))
MEASURE(sphere_triangle, mk_sphere_overlaps_triangle(in->spheres[i], in->triangles[j]))
MEASURE(sphere_polygon,
		mk_sphere_overlaps_polygon(in->spheres[i], (Polygon){ in->corners, CORNERS }))
MEASURE(sphere_capsule, sphere_overlaps_capsule(in->spheres[i], in->capsules[j]))
MEASURE(capsule_capsule, capsule_overlaps_capsule(in->capsules[i], in->capsules[j]))
MEASURE(aabb_aabb, aabb_overlaps(in->boxes[i], in->boxes[j]))
MEASURE(obb_obb, obb_overlaps_obb(&in->obbs[i], &in->obbs[j]))
MEASURE(triangle_aabb, triangle_overlaps_aabb(in->triangles[i], in->boxes[j]))
MEASURE(triangle_obb, triangle_overlaps_obb(in->triangles[i], &in->obbs[j]))
MEASURE(segment_aabb, mk_segment_overlaps_aabb(in->segments[i], in->boxes[j]))
MEASURE(polygon_aabb, mk_polygon_overlaps_aabb((Polygon){ in->corners, CORNERS }, in->boxes[i]))
MEASURE(plane_sphere, plane_extent_crosses(plane_extent_sphere(in->planes[i], in->spheres[j])))
MEASURE(plane_aabb, plane_extent_crosses(plane_extent_aabb(in->planes[i], in->boxes[j])))
MEASURE(plane_obb, plane_extent_crosses(plane_extent_obb(in->planes[i], in->obbs[j])))
MEASURE(plane_cone, plane_extent_crosses(mk_plane_extent_cone(in->planes[i], in->cones[j])))

MEASURE(contact_spheres, mk_sphere_contact_sphere(in->spheres[i], in->spheres[j]).depth)
MEASURE(contact_sphere_aabb, mk_sphere_contact_aabb(in->spheres[i], in->boxes[j]).depth)
MEASURE(contact_sphere_obb, mk_sphere_contact_obb(in->spheres[i], in->obbs[j]).depth)
MEASURE(contact_sphere_triangle, mk_sphere_contact_triangle(in->spheres[i], in->triangles[j]).depth)
MEASURE(contact_capsules, mk_capsule_contact_capsule(in->capsules[i], in->capsules[j]).depth)
MEASURE(contact_cylinders,
		mk_cylinder_contact_cylinder(in->cylinders[i], in->cylinders[j]).overlap.depth)
MEASURE(contact_aabbs, mk_aabb_contact_aabb(in->boxes[i], in->boxes[j]).depth)
MEASURE(contact_obbs, mk_obb_contact_obb(&in->obbs[i], &in->obbs[j]).depth)

MEASURE(sat_overlap, mk_sat_overlap(&in->hulls[i].hull, &in->hulls[j].hull, NULL).hit)
MEASURE(sat_contact, mk_sat_contact(&in->hulls[i].hull, &in->hulls[j].hull).depth)

MEASURE(triangles_meet, mk_triangles_meet(in->triangles[i], in->triangles[j]).meeting)
MEASURE(triangles_exact, mk_triangles_overlap_exact(in->triangles[i], in->triangles[j]))
MEASURE(triangles_sat, mk_triangles_overlap_sat(in->triangles[i], in->triangles[j]))
MEASURE(triangles_apart, mk_triangles_separation(in->triangles[i], in->triangles[j], NULL))

MEASURE(ray_plane, mk_ray_hit_plane(in->rays[i], ray_range_ray(), in->planes[j]).t)
MEASURE(ray_prepare, mk_ray_prepare(in->rays[i]).shear_x)
MEASURE(ray_triangle,
		mk_ray_hit_triangle(
				&in->prepared[i], ray_range_ray(), in->triangles[j], RAY_SIDES_BOTH, NULL)
				.t)
MEASURE(ray_quad,
		mk_ray_hit_quad(&in->prepared[i], ray_range_ray(),
				(const Vec3[4]){ square_of(in->triangles[j], 0), square_of(in->triangles[j], 1),
						square_of(in->triangles[j], 2), square_of(in->triangles[j], 3) },
				RAY_SIDES_BOTH)
				.t)
MEASURE(ray_aabb, mk_ray_hit_aabb(in->rays[i], ray_range_ray(), in->boxes[j]).t)
MEASURE(ray_obb, mk_ray_hit_obb(in->rays[i], ray_range_ray(), in->obbs[j]).t)
MEASURE(ray_half_spaces,
		mk_ray_hit_half_spaces(in->rays[i], ray_range_ray(), (HalfSpaces){ in->faces, 6 }).t)
MEASURE(ray_sphere, mk_ray_hit_sphere(in->rays[i], ray_range_ray(), in->spheres[j]).t)
MEASURE(ray_cylinder, mk_ray_hit_cylinder(in->rays[i], ray_range_ray(), in->cylinders[j]).t)
MEASURE(ray_capsule, mk_ray_hit_capsule(in->rays[i], ray_range_ray(), in->capsules[j]).t)
MEASURE(ray_cone, mk_ray_hit_cone(in->rays[i], ray_range_ray(), in->cones[j]).t)

MEASURE(in_triangle, mk_triangle_contains(in->triangles[i], in->points[j]))
MEASURE(in_polygon_2d,
		mk_polygon_contains_2d((Polygon2){ in->flat, CORNERS }, flat_of(in->points[i])))
MEASURE(in_convex_2d,
		mk_convex_polygon_contains_2d((Polygon2){ in->flat, CORNERS }, flat_of(in->points[i])))
MEASURE(in_polygon, mk_polygon_contains((Polygon){ in->corners, CORNERS }, in->points[i]))
MEASURE(in_half_spaces, mk_half_spaces_contain((HalfSpaces){ in->faces, 6 }, in->points[i]))

MEASURE(two_planes, mk_plane_line(in->planes[i], in->planes[j]).line.origin.x)
MEASURE(three_planes, mk_plane_point(in->planes[i], in->planes[j], in->faces[0]).point.x)

MEASURE(mass_box, mk_mass_of_box(in->obbs[i].half).mass)
MEASURE(mass_capsule, mk_mass_of_capsule(in->spheres[i].radius, 1).moments.x.x)
MEASURE(mass_tapered, mk_mass_of_tapered_capsule(in->spheres[i].radius, 1, 1).moments.x.x)
MEASURE(mass_combine, mk_mass_combine((MassProperties[]){ in->masses[i], in->masses[j] }, 2).mass)
MEASURE(mass_map,
		mk_mass_map(in->masses[i], (Affine){ in->obbs[j].axes, in->points[j] }).moments.x.x)
MEASURE(mass_principal, mk_mass_principal(in->masses[i]).inertia.x)

#define ROW(family, name) \
	{ family, #name, name }

static const Row rows[] = {
	ROW("closest", on_plane),
	ROW("closest", on_line),
	ROW("closest", on_segment),
	ROW("closest", on_aabb),
	ROW("closest", on_obb),
	ROW("closest", on_rectangle),
	ROW("closest", on_rectangle_corners),
	ROW("closest", on_triangle),
	ROW("closest", triangle_weights),
	ROW("closest", on_tetrahedron),
	ROW("closest", on_tetrahedron_wound),
	ROW("closest", on_tetrahedron_regions),
	ROW("closest", on_polygon),
	ROW("pair", pair_lines),
	ROW("pair", pair_segments),
	ROW("pair", pair_segments_delayed),
	ROW("pair", pair_segment_triangle),
	ROW("pair", pair_triangles),
	ROW("distance", distance_segment),
	ROW("distance", distance_line),
	ROW("distance", distance_aabb),
	ROW("distance", distance_obb),
	ROW("distance", distance_obb_by_point),
	ROW("distance", distance_rectangle),
	ROW("orientation", area_2d),
	ROW("orientation", volume_3d),
	ROW("orientation", cross_2d),
	ROW("orientation", cross_implicit),
	ROW("overlap", sphere_sphere),
	ROW("overlap", sphere_aabb),
	ROW("overlap", sphere_obb),
	ROW("overlap", sphere_triangle),
	ROW("overlap", sphere_polygon),
	ROW("overlap", sphere_capsule),
	ROW("overlap", capsule_capsule),
	ROW("overlap", aabb_aabb),
	ROW("overlap", obb_obb),
	ROW("overlap", triangle_aabb),
	ROW("overlap", triangle_obb),
	ROW("overlap", segment_aabb),
	ROW("overlap", polygon_aabb),
	ROW("overlap", plane_sphere),
	ROW("overlap", plane_aabb),
	ROW("overlap", plane_obb),
	ROW("overlap", plane_cone),
	ROW("contact", contact_spheres),
	ROW("contact", contact_sphere_aabb),
	ROW("contact", contact_sphere_obb),
	ROW("contact", contact_sphere_triangle),
	ROW("contact", contact_capsules),
	ROW("contact", contact_cylinders),
	ROW("contact", contact_aabbs),
	ROW("contact", contact_obbs),
	ROW("sat", sat_overlap),
	ROW("sat", sat_contact),
	ROW("triangles", triangles_meet),
	ROW("triangles", triangles_exact),
	ROW("triangles", triangles_sat),
	ROW("triangles", triangles_apart),
	ROW("ray", ray_plane),
	ROW("ray", ray_prepare),
	ROW("ray", ray_triangle),
	ROW("ray", ray_quad),
	ROW("ray", ray_aabb),
	ROW("ray", ray_obb),
	ROW("ray", ray_half_spaces),
	ROW("ray", ray_sphere),
	ROW("ray", ray_cylinder),
	ROW("ray", ray_capsule),
	ROW("ray", ray_cone),
	ROW("containment", in_triangle),
	ROW("containment", in_polygon_2d),
	ROW("containment", in_convex_2d),
	ROW("containment", in_polygon),
	ROW("containment", in_half_spaces),
	ROW("planes", two_planes),
	ROW("planes", three_planes),
	ROW("mass", mass_box),
	ROW("mass", mass_capsule),
	ROW("mass", mass_tapered),
	ROW("mass", mass_combine),
	ROW("mass", mass_map),
	ROW("mass", mass_principal),
};

int main(void) {
	static Inputs inputs;
	make_inputs(&inputs);
	printf("# calls of src/geometry on random objects of about 1 m: ns per call\n");
	printf("family,function,ns\n");
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		double ns = bench_least_ns(rows[i].run, &inputs) / COUNT;
		printf("%s,%s,%.1f\n", rows[i].family, rows[i].name, ns);
		fflush(stdout);
	}
	return inputs.sum == (Real)0.5 ? 1 : 0;
}
