// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What becomes of a body that is not convex: as a hull it fills its hollows, as a compound of
// convex parts and as a mesh it does not.
#include "geometry/containment.h"
#include "geometry/decompose.h"
#include "shape/compound.h"
#include "shape/hull_shape.h"
#include "shape/instance.h"
#include "shape/mesh.h"

#include "support/check.h"
#include "support/mesh_make.h"
#include "support/random.h"

#define PARTS 8

static const char gate[] = "#####\n#...#\n#...#\n#...#";
static const Vec3 hollow = { (Real)2.5, 1, 1 }; // of the gate

static Shape *make_compound(TriangleMesh mesh) {
	DecomposeInput input = { .mesh = mesh, .max_parts = PARTS, .max_concavity = (Real)0.01 };
	Decomposition result = mk_decompose(&input);
	assert_int_equal(result.status, DECOMPOSE_OK);
	assert_true(result.parts.count <= PARTS);
	CompoundChild children[PARTS];
	for (uint32_t i = 0; i < result.parts.count; i++) {
		const Hull *hull = &result.parts.data[i].hull;
		HullShapeInput part = { .points = hull->vertices, .count = hull->vertex_count };
		children[i] = (CompoundChild){ mk_hull_shape_create(&part, NULL), affine_identity() };
		assert_non_null(children[i].shape);
	}
	Shape *compound = mk_compound_create(children, result.parts.count, NULL);
	for (uint32_t i = 0; i < result.parts.count; i++)
		mk_shape_release(children[i].shape);
	mk_decomposition_free(&result);
	return compound;
}

static Shape *make_hull(TriangleMesh mesh) {
	HullShapeInput input = { .points = mesh.points, .count = mesh.point_count };
	return mk_hull_shape_create(&input, NULL);
}

static void hull_fills_the_hollow_and_the_compound_does_not(void **state) {
	(void)state;
	TestMesh mesh = mesh_make_picture(gate, 2);
	Shape *hull = make_hull(mesh_view(&mesh));
	Shape *compound = make_compound(mesh_view(&mesh));
	assert_true(mk_shape_closest(hull, hollow).is_inside);
	assert_false(mk_shape_closest(compound, hollow).is_inside);
	// from the middle of the gate a post is 1.5 m away on either side
	check_near(
			vec3_distance(mk_shape_closest(compound, hollow).point, hollow), 1.5, 8 * MK_EPSILON);
	// and a ray along z passes through
	ShapeRay through = { { vec3(hollow.x, hollow.y, 5), vec3(0, 0, -1) }, ray_range_ray(),
		RAY_SIDES_BOTH };
	assert_true(mk_shape_ray(hull, &through).hit.hit);
	assert_false(mk_shape_ray(compound, &through).hit.hit);
	mk_shape_release(hull);
	mk_shape_release(compound);
	mesh_free(&mesh);
}

static void compound_holds_what_the_mesh_holds(void **state) {
	(void)state;
	TestMesh mesh = mesh_make_picture(gate, 2);
	Shape *compound = make_compound(mesh_view(&mesh));
	Rng rng = { 1 };
	for (int i = 0; i < 2000; i++) {
		Vec3 p = vec3_add(random_vec3(&rng, 3.5), vec3((Real)2.5, 2, 1));
		bool is_inside = mk_triangle_mesh_contains(mesh_view(&mesh), p);
		assert_int_equal(mk_shape_closest(compound, p).is_inside, is_inside);
	}
	mk_shape_release(compound);
	mesh_free(&mesh);
}

static void compound_and_mesh_have_the_same_mass_and_rays(void **state) {
	(void)state;
	TestMesh mesh = mesh_make_picture(gate, 2);
	Shape *compound = make_compound(mesh_view(&mesh));
	MeshInput input = { .mesh = mesh_view(&mesh) };
	Shape *surface = mk_mesh_create(&input, NULL);
	MassProperties expected = mk_shape_mass(surface, affine_identity());
	MassProperties mass = mk_shape_mass(compound, affine_identity());
	check_near(mass.mass, 22, 22 * 16 * MK_EPSILON);
	check_near(mass.mass, expected.mass, 22 * 16 * MK_EPSILON);
	check_vec3(mass.center, expected.center, 16 * MK_EPSILON);
	Rng rng = { 2 };
	for (int i = 0; i < 500; i++) {
		Vec3 origin = vec3_add(random_sized(&rng, 1, 2), vec3((Real)2.5, 2, 1));
		Vec3 target = vec3_add(random_vec3(&rng, 2), vec3((Real)2.5, 2, 1));
		ShapeRay ray = { { origin, vec3_sub(target, origin) }, ray_range_ray(), RAY_SIDES_BOTH };
		RayHit hit = mk_shape_ray(compound, &ray).hit;
		RayHit on_surface = mk_shape_ray(surface, &ray).hit;
		assert_int_equal(hit.hit, on_surface.hit);
		check_near(hit.t, on_surface.t, 64 * MK_EPSILON);
	}
	mk_shape_release(surface);
	mk_shape_release(compound);
	mesh_free(&mesh);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(hull_fills_the_hollow_and_the_compound_does_not),
		cmocka_unit_test(compound_holds_what_the_mesh_holds),
		cmocka_unit_test(compound_and_mesh_have_the_same_mass_and_rays),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
