// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Mass properties of meshes and hulls, composition and maps: fixtures with known integrals, and
// every kind of mesh that has no inside.
#include "geometry/mass.h"

#include "geometry/hull_build.h"
#include "support/check.h"
#include "support/mesh_make.h"

static MassProperties solid(const TestMesh *mesh) {
	MassResult result = mk_mass_of_mesh(mesh_view(mesh));
	assert_int_equal(result.status, MASS_OK);
	assert_false(result.is_shell);
	return result.properties;
}

static TestMesh make_tetrahedron(void) {
	static const uint32_t faces[4][3] = { { 0, 2, 1 }, { 0, 1, 3 }, { 0, 3, 2 }, { 1, 2, 3 } };
	TestMesh mesh = { 0 };
	mesh_points_push(&mesh.points, vec3_zero());
	for (int i = 0; i < 3; i++)
		mesh_points_push(&mesh.points, vec3_axis(i));
	for (int i = 0; i < 4; i++)
		mesh_add_triangle(&mesh, faces[i][0], faces[i][1], faces[i][2]);
	return mesh;
}

static void right_tetrahedron_has_its_ten_integrals(void **state) {
	(void)state;
	TestMesh mesh = make_tetrahedron();
	MassProperties m = solid(&mesh);
	check_near(m.mass, 1.0 / 6, MK_EPSILON);
	check_vec3(m.center, vec3_splat((Real)0.25), MK_EPSILON);
	// int x = 1/24, int x^2 = 1/60, int xy = 1/120 about the corner
	check_vec3(vec3_scale(m.center, m.mass), vec3_splat((Real)(1.0 / 24)), MK_EPSILON);
	Mat3 about_corner = mass_moments_about(m, vec3_zero());
	check_near(about_corner.x.x, 1.0 / 60, MK_EPSILON);
	check_near(about_corner.y.y, 1.0 / 60, MK_EPSILON);
	check_near(about_corner.z.z, 1.0 / 60, MK_EPSILON);
	check_near(about_corner.x.y, 1.0 / 120, MK_EPSILON);
	check_near(about_corner.y.z, 1.0 / 120, MK_EPSILON);
	check_near(about_corner.z.x, 1.0 / 120, MK_EPSILON);
	mesh_free(&mesh);
}

static void right_tetrahedron_has_its_inertia(void **state) {
	(void)state;
	TestMesh mesh = make_tetrahedron();
	// 1/80 on the diagonal, +1/480 beside it, the minus of the definition included
	const Real d = (Real)(1.0 / 80);
	const Real o = (Real)(1.0 / 480);
	const Mat3 expected = { { d, o, o }, { o, d, o }, { o, o, d } };
	check_mat3(mass_inertia(solid(&mesh)), expected, MK_EPSILON);
	mesh_free(&mesh);
}

static void unit_cube_has_its_inertia(void **state) {
	(void)state;
	TestMesh mesh = mesh_make_box(vec3_zero(), vec3_splat(1));
	MassProperties m = solid(&mesh);
	check_near(m.mass, 1, 2 * MK_EPSILON);
	check_vec3(m.center, vec3_splat((Real)0.5), 2 * MK_EPSILON);
	check_mat3(mass_inertia(m), mat3_diagonal(vec3_splat((Real)(1.0 / 6))), 2 * MK_EPSILON);
	mesh_free(&mesh);
}

static void octahedron_has_its_inertia(void **state) {
	(void)state;
	TestMesh mesh = mesh_make_octahedron(1);
	MassProperties m = solid(&mesh);
	check_near(m.mass, 4.0 / 3, 4 * MK_EPSILON);
	check_vec3(m.center, vec3_zero(), MK_EPSILON);
	check_mat3(mass_inertia(m), mat3_diagonal(vec3_splat((Real)(4.0 / 15))), 2 * MK_EPSILON);
	// that is m R^2 / 5
	check_near(mass_inertia(m).x.x, m.mass / 5, 2 * MK_EPSILON);
	mesh_free(&mesh);
}

static void offset_mesh_has_its_centre_and_the_same_inertia(void **state) {
	(void)state;
	TestMesh mesh = mesh_make_box(vec3(4, 4, 4), vec3(6, 6, 6));
	MassProperties m = mass_with_total(solid(&mesh), 1);
	check_vec3(m.center, vec3_splat(5), 8 * MK_EPSILON);
	check_mat3(mass_inertia(m), mat3_diagonal(vec3_splat((Real)(2.0 / 3))), 4 * MK_EPSILON);
	// moved so that its centre is the origin, nothing is left to parallel axes
	MassProperties local = mass_translate(m, vec3_negate(m.center));
	check_vec3(local.center, vec3_zero(), 0);
	check_mat3(mass_inertia_about(local, vec3_zero()), mass_inertia(m), 0);
	mesh_free(&mesh);
}

static void far_mesh_keeps_its_digits(void **state) {
	(void)state;
	// coordinates near 8192 are exact multiples of 2^-10 in single precision; the tensor must not
	// be a difference of terms of size 8192^2
	Vec3 corner = vec3(8192, -8192, 8192);
	TestMesh mesh = mesh_make_box(corner, vec3_add(corner, vec3(1, (Real)0.5, (Real)0.25)));
	MassProperties m = solid(&mesh);
	check_near(m.mass, 0.125, MK_EPSILON);
	check_vec3(m.center, vec3_add(corner, vec3((Real)0.5, (Real)0.25, (Real)0.125)), 0);
	Vec3 moments = vec3((Real)(0.125 / 12), (Real)(0.125 / 48), (Real)(0.125 / 192));
	check_mat3(m.moments, mat3_diagonal(moments), MK_EPSILON);
	mesh_free(&mesh);
}

static void triangles_without_shared_points_are_a_closed_mesh(void **state) {
	(void)state;
	TestMesh mesh = mesh_make_box(vec3_zero(), vec3(1, 2, 3));
	MeshPointArray soup = { 0 };
	for (uint32_t i = 0; i < mesh.indices.count; i++) {
		Vec3 p = mesh.points.data[mesh.indices.data[i]];
		// the two zeros are the same position
		if (i % 2 == 0 && p.x == 0) p.x = (Real)-0.0;
		mesh_points_push(&soup, p);
	}
	TriangleMesh view = {
		.points = soup.data, .point_count = soup.count, .triangle_count = soup.count / 3
	};
	MassResult result = mk_mass_of_mesh(view);
	assert_int_equal(result.status, MASS_OK);
	check_near(result.properties.mass, 6, 16 * MK_EPSILON);
	mesh_points_free(&soup);
	mesh_free(&mesh);
}

static void open_mesh_is_reported(void **state) {
	(void)state;
	TestMesh mesh = mesh_make_box(vec3_zero(), vec3_splat(1));
	mesh.indices.count -= 3;
	MeshReport report = mk_triangle_mesh_check(mesh_view(&mesh));
	assert_int_equal(report.status, MESH_OPEN);
	assert_int_equal(report.open_edges, 3);
	MassResult result = mk_mass_of_mesh(mesh_view(&mesh));
	assert_int_equal(result.status, MASS_OPEN);
	check_near(result.properties.mass, 0, 0);
	mesh_free(&mesh);
}

static void inverted_mesh_is_reported_and_turned(void **state) {
	(void)state;
	TestMesh mesh = mesh_make_box(vec3_zero(), vec3(1, 2, 3));
	MassProperties expected = solid(&mesh);
	mesh_flip(&mesh);
	MassResult result = mk_mass_of_mesh(mesh_view(&mesh));
	assert_int_equal(result.status, MASS_INVERTED);
	check_near(result.properties.mass, expected.mass, 16 * MK_EPSILON);
	check_vec3(result.properties.center, expected.center, 4 * MK_EPSILON);
	check_mat3(result.properties.moments, expected.moments, 16 * MK_EPSILON);
	mesh_free(&mesh);
}

static void twisted_mesh_is_reported(void **state) {
	(void)state;
	TestMesh mesh = mesh_make_box(vec3_zero(), vec3_splat(1));
	uint32_t old = mesh.indices.data[0];
	mesh.indices.data[0] = mesh.indices.data[1];
	mesh.indices.data[1] = old;
	MeshReport report = mk_triangle_mesh_check(mesh_view(&mesh));
	assert_int_equal(report.status, MESH_TWISTED);
	assert_int_equal(report.twisted_edges, 3);
	assert_int_equal(mk_mass_of_mesh(mesh_view(&mesh)).status, MASS_TWISTED);
	mesh_free(&mesh);
}

static void two_bodies_that_share_an_edge_are_closed(void **state) {
	(void)state;
	TestMesh mesh = mesh_make_picture("# \n"
									  " #",
			1);
	MassProperties m = solid(&mesh);
	check_near(m.mass, 2, 8 * MK_EPSILON);
	check_vec3(m.center, vec3(1, 1, (Real)0.5), 4 * MK_EPSILON);
	mesh_free(&mesh);
}

static void flat_mesh_is_reported(void **state) {
	(void)state;
	// two triangles back to back are closed, and have no inside
	TestMesh mesh = { 0 };
	for (int i = 0; i < 3; i++)
		mesh_points_push(&mesh.points, vec3_axis(i));
	mesh_add_triangle(&mesh, 0, 1, 2);
	mesh_add_triangle(&mesh, 2, 1, 0);
	assert_int_equal(mk_mass_of_mesh(mesh_view(&mesh)).status, MASS_FLAT);
	// a triangle that is a single point
	TriangleMesh point = { mesh.points.data, 3, (const uint32_t[]){ 1, 1, 1 }, 1 };
	assert_int_equal(mk_mass_of_mesh(point).status, MASS_FLAT);
	assert_int_equal(mk_mass_of_shell(point, 1).status, MASS_FLAT);
	mesh_free(&mesh);
}

static void thin_plate_is_still_a_solid(void **state) {
	(void)state;
	TestMesh mesh = mesh_make_box(vec3_zero(), vec3(1, 1, 64 * MK_EPSILON));
	check_near(solid(&mesh).mass, 64 * MK_EPSILON, 64 * MK_EPSILON * 8 * MK_EPSILON);
	mesh_free(&mesh);
	mesh = mesh_make_box(vec3_zero(), vec3(1, 1, 2 * MK_EPSILON));
	assert_int_equal(mk_mass_of_mesh(mesh_view(&mesh)).status, MASS_FLAT);
	mesh_free(&mesh);
}

static void unusable_meshes_are_reported(void **state) {
	(void)state;
	Vec3 points[3] = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, (Real)NAN } };
	const uint32_t indices[3] = { 0, 1, 2 };
	const uint32_t beyond[3] = { 0, 1, 3 };
	assert_int_equal(mk_mass_of_mesh((TriangleMesh){ 0 }).status, MASS_EMPTY);
	assert_int_equal(mk_mass_of_shell((TriangleMesh){ 0 }, 1).status, MASS_EMPTY);
	assert_int_equal(
			mk_mass_of_mesh((TriangleMesh){ points, 3, beyond, 1 }).status, MASS_BAD_INDEX);
	TriangleMesh mesh = { points, 3, indices, 1 };
	assert_int_equal(mk_mass_of_mesh(mesh).status, MASS_NOT_FINITE);
	points[2].z = -MK_INFINITY;
	assert_int_equal(mk_mass_of_mesh(mesh).status, MASS_NOT_FINITE);
	assert_int_equal(mk_mass_of_shell(mesh, 1).status, MASS_NOT_FINITE);
	assert_int_equal(mk_mass_of_mesh_or_shell(mesh, 1).status, MASS_NOT_FINITE);
	// points that no triangle uses do not matter
	points[2].z = 0;
	const uint32_t unused[3] = { 0, 1, 1 };
	points[2].x = (Real)NAN;
	assert_int_equal(mk_mass_of_mesh((TriangleMesh){ points, 3, unused, 1 }).status, MASS_FLAT);
}

static void shell_of_a_cube_has_its_inertia(void **state) {
	(void)state;
	// six plates of side 1 and mass 1: x^2 is 2 * 1/4 for the two faces across
	// x, 4 * 1/12 for the others
	TestMesh mesh = mesh_make_box(vec3_zero(), vec3_splat(1));
	MassResult result = mk_mass_of_shell(mesh_view(&mesh), (Real)0.5);
	assert_int_equal(result.status, MASS_OK);
	assert_true(result.is_shell);
	check_near(result.properties.mass, 3, 16 * MK_EPSILON);
	check_vec3(result.properties.center, vec3_splat((Real)0.5), 4 * MK_EPSILON);
	Real moment = (Real)((0.5 + 1.0 / 3) / 2);
	check_mat3(result.properties.moments, mat3_diagonal(vec3_splat(moment)), 8 * MK_EPSILON);
	mesh_free(&mesh);
}

static void open_mesh_falls_back_to_its_shell(void **state) {
	(void)state;
	// a square sheet: moments m a^2 / 12 in its plane
	TestMesh mesh = mesh_make_box(vec3_zero(), vec3(2, 2, 1));
	TriangleMesh sheet = { mesh.points.data, 8, mesh.indices.data + 24, 2 };
	MassResult result = mk_mass_of_mesh_or_shell(sheet, (Real)0.25);
	assert_int_equal(result.status, MASS_OPEN);
	assert_true(result.is_shell);
	check_near(result.properties.mass, 1, 4 * MK_EPSILON);
	check_vec3(result.properties.center, vec3(1, 1, 0), 4 * MK_EPSILON);
	Mat3 expected = mat3_diagonal(vec3((Real)(1.0 / 3), (Real)(1.0 / 3), 0));
	check_mat3(result.properties.moments, expected, 4 * MK_EPSILON);
	// a closed mesh has no need of it
	result = mk_mass_of_mesh_or_shell(mesh_view(&mesh), (Real)0.25);
	assert_int_equal(result.status, MASS_OK);
	assert_false(result.is_shell);
	// without thickness there is nothing to fall back to
	result = mk_mass_of_mesh_or_shell(sheet, 0);
	assert_int_equal(result.status, MASS_OPEN);
	assert_false(result.is_shell);
	check_near(result.properties.mass, 0, 0);
	mesh_free(&mesh);
}

static void two_boxes_have_the_inertia_of_a_compound(void **state) {
	(void)state;
	// a unit cube at x = -1 and a box 1 x 1 x 3 at x = 1, total mass 10
	const MassProperties parts[2] = {
		mass_translate(mk_mass_of_box(vec3_splat((Real)0.5)), vec3(-1, 0, 0)),
		mass_translate(mk_mass_of_box(vec3((Real)0.5, (Real)0.5, (Real)1.5)), vec3(1, 0, 0)),
	};
	MassProperties m = mass_with_total(mk_mass_combine(parts, 2), 10);
	check_near(m.mass, 10, 0);
	check_vec3(m.center, vec3((Real)0.5, 0, 0), 0);
	Vec3 expected = vec3((Real)(20.0 / 3), (Real)(85.0 / 6), (Real)(55.0 / 6));
	check_mat3(mass_inertia(m), mat3_diagonal(expected), 16 * MK_EPSILON);
	// about (0, 2, 0): + 10 (d^2 1 - d d^T) with d = (0.5, -2, 0)
	const Mat3 about = { { expected.x + 40, 10, 0 }, { 10, expected.y + (Real)2.5, 0 },
		{ 0, 0, expected.z + (Real)42.5 } };
	check_mat3(mass_inertia_about(m, vec3(0, 2, 0)), about, 64 * MK_EPSILON);
	Mat3 inverse;
	assert_true(mk_mat3_invert(mass_inertia_about(m, vec3(0, 2, 0)), &inverse));
	check_near(inverse.x.x, 0.0246, 0.00005);
	check_near(inverse.y.y, 0.0689, 0.00005);
	check_near(inverse.z.z, 0.0194, 0.00005);
}

static void parts_of_different_density_pull_the_centre(void **state) {
	(void)state;
	MassProperties cube = mk_mass_of_box(vec3_splat((Real)0.5));
	const MassProperties parts[2] = { mass_scale(cube, 3), mass_translate(cube, vec3(4, 0, 0)) };
	MassProperties m = mk_mass_combine(parts, 2);
	check_near(m.mass, 4, 0);
	check_vec3(m.center, vec3(1, 0, 0), 0);
	// 4 / 12 of the cubes, 3 * 1 + 1 * 9 of the arms
	check_near(m.moments.x.x, 12 + 1.0 / 3, 16 * MK_EPSILON);
	check_near(m.moments.y.y, 1.0 / 3, MK_EPSILON);
}

static void a_hole_is_a_part_with_negative_mass(void **state) {
	(void)state;
	const MassProperties parts[2] = {
		mk_mass_of_box(vec3_splat(1)),
		mass_scale(
				mass_translate(mk_mass_of_box(vec3_splat((Real)0.5)), vec3((Real)0.5, 0, 0)), -1),
	};
	MassProperties m = mk_mass_combine(parts, 2);
	check_near(m.mass, 7, 0);
	check_vec3(m.center, vec3((Real)(-0.5 / 7), 0, 0), MK_EPSILON);
	// 8/3 - (1/12 + 1/4) about the origin, less 7 (1/14)^2
	check_near(m.moments.x.x, 8.0 / 3 - 1.0 / 3 - 7.0 / 196, 8 * MK_EPSILON);
}

static void nothing_has_no_mass(void **state) {
	(void)state;
	MassProperties none = mk_mass_combine(NULL, 0);
	check_near(none.mass, 0, 0);
	check_mat3(none.moments, mat3_zero(), 0);
	check_near(mass_with_total(none, 5).mass, 0, 0);
	const MassProperties bad = { .mass = (Real)NAN, .center = vec3_splat((Real)NAN) };
	check_near(mk_mass_combine(&bad, 1).mass, 0, 0);
	check_vec3(mk_mass_combine(&bad, 1).center, vec3_zero(), 0);
}

static void scaled_shape_has_the_inertia_of_the_scaled_body(void **state) {
	(void)state;
	// a unit cube scaled by 2, mass 1: 2/3
	Affine twice = { mat3_diagonal(vec3_splat(2)), vec3(7, 0, 0) };
	MassProperties m = mk_mass_map(mk_mass_of_box(vec3_splat((Real)0.5)), twice);
	check_near(m.mass, 8, 0);
	check_vec3(m.center, vec3(7, 0, 0), 0);
	m = mass_with_total(m, 1);
	check_mat3(mass_inertia(m), mat3_diagonal(vec3_splat((Real)(2.0 / 3))), 2 * MK_EPSILON);
}

static void sheared_and_mirrored_mesh_agrees_with_the_map(void **state) {
	(void)state;
	TestMesh mesh = make_tetrahedron();
	MassProperties before = solid(&mesh);
	// columns with shear and a mirrored z; determinant 2 * 3 * -1.5 = -9
	Affine map = { { { 2, (Real)0.5, 0 }, { 0, 3, 0 }, { 1, 1, (Real)-1.5 } }, vec3(3, -2, 1) };
	MassProperties mapped = mk_mass_map(before, map);
	mesh_map(&mesh, map);
	MassResult result = mk_mass_of_mesh(mesh_view(&mesh));
	assert_int_equal(result.status, MASS_INVERTED);
	check_near(mapped.mass, 1.5, 4 * MK_EPSILON);
	check_near(mapped.mass, result.properties.mass, 8 * MK_EPSILON);
	check_vec3(mapped.center, result.properties.center, 8 * MK_EPSILON);
	check_mat3(mapped.moments, result.properties.moments, 16 * MK_EPSILON);
	mesh_free(&mesh);
}

static void a_flattening_map_leaves_no_mass(void **state) {
	(void)state;
	Affine flat = { mat3_diagonal(vec3(1, 0, 1)), vec3_splat(1) };
	MassProperties m = mk_mass_map(mk_mass_of_sphere(1), flat);
	check_near(m.mass, 0, 0);
	check_mat3(m.moments, mat3_zero(), 0);
}

static void principal_axes_of_a_turned_box_are_its_axes(void **state) {
	(void)state;
	Quat turn = quat_from_axis_angle(vec3(0, 0, 1), MK_PI / 6);
	Affine pose = affine_from_transform((Transform){ turn, vec3(1, 2, 3) });
	MassProperties m = mk_mass_map(mk_mass_of_box(vec3(1, 2, 3)), pose);
	PrincipalInertia principal = mk_mass_principal(mass_with_total(m, 3));
	// m / 3 (b^2 + c^2): 5 about the longest axis, then 10, then 13
	check_vec3(principal.inertia, vec3(5, 10, 13), 64 * MK_EPSILON);
	assert_true(mat3_is_rotation(principal.axes));
	check_near(real_abs(principal.axes.x.z), 1, 8 * MK_EPSILON);
	check_near(real_abs(vec3_dot(principal.axes.z, pose.linear.x)), 1, 8 * MK_EPSILON);
}

static void needle_keeps_its_small_moment(void **state) {
	(void)state;
	// a needle along x, turned by a quarter: the small moment must survive to full precision
	const Real thin = (Real)1e-4;
	Affine quarter = { { { 0, 1, 0 }, { -1, 0, 0 }, { 0, 0, 1 } }, vec3_zero() };
	MassProperties m = mk_mass_map(mk_mass_of_box(vec3(1, thin, thin)), quarter);
	Real expected = m.mass * 2 * thin * thin / 3;
	check_near(mass_inertia(m).y.y, expected, 4 * MK_EPSILON * expected);
	check_near(mk_mass_principal(m).inertia.x, expected, 8 * MK_EPSILON * expected);
}

static void hull_has_the_mass_of_its_polyhedron(void **state) {
	(void)state;
	// the unit corner tetrahedron, offset, and the octahedron with superfluous points
	Vec3 corners[4] = { { 5, 5, 5 }, { 6, 5, 5 }, { 5, 6, 5 }, { 5, 5, 6 } };
	Hull hull = mk_hull_build(&(HullInput){ .points = corners, .count = 4 });
	MassResult result = mk_mass_of_hull(&hull);
	assert_int_equal(result.status, MASS_OK);
	check_near(result.properties.mass, 1.0 / 6, 2 * MK_EPSILON);
	check_vec3(result.properties.center, vec3_splat((Real)5.25), 8 * MK_EPSILON);
	check_near(mass_inertia(result.properties).x.x, 1.0 / 80, MK_EPSILON);
	check_near(mass_inertia(result.properties).x.y, 1.0 / 480, MK_EPSILON);
	mk_hull_free(&hull);

	TestMesh mesh = mesh_make_octahedron(10);
	hull = mk_hull_build(&(HullInput){ .points = mesh.points.data, .count = mesh.points.count });
	result = mk_mass_of_hull(&hull);
	check_near(result.properties.mass, 4.0 / 3, 8 * MK_EPSILON);
	check_near(mass_inertia(result.properties).x.x, 4.0 / 15, 8 * MK_EPSILON);
	mk_hull_free(&hull);
	mesh_free(&mesh);
}

static void flat_and_missing_hulls_are_reported(void **state) {
	(void)state;
	Vec3 corners[4] = { { 0, 0, 0 }, { 1, 0, 0 }, { 1, 1, 0 }, { 0, 1, 0 } };
	Hull hull = mk_hull_build(&(HullInput){ .points = corners, .count = 4 });
	assert_int_equal(mk_mass_of_hull(&hull).status, MASS_FLAT);
	mk_hull_free(&hull);
	hull = mk_hull_build(&(HullInput){ 0 });
	assert_int_equal(mk_mass_of_hull(&hull).status, MASS_EMPTY);
	mk_hull_free(&hull);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(right_tetrahedron_has_its_ten_integrals),
		cmocka_unit_test(right_tetrahedron_has_its_inertia),
		cmocka_unit_test(unit_cube_has_its_inertia),
		cmocka_unit_test(octahedron_has_its_inertia),
		cmocka_unit_test(offset_mesh_has_its_centre_and_the_same_inertia),
		cmocka_unit_test(far_mesh_keeps_its_digits),
		cmocka_unit_test(triangles_without_shared_points_are_a_closed_mesh),
		cmocka_unit_test(open_mesh_is_reported),
		cmocka_unit_test(inverted_mesh_is_reported_and_turned),
		cmocka_unit_test(twisted_mesh_is_reported),
		cmocka_unit_test(two_bodies_that_share_an_edge_are_closed),
		cmocka_unit_test(flat_mesh_is_reported),
		cmocka_unit_test(thin_plate_is_still_a_solid),
		cmocka_unit_test(unusable_meshes_are_reported),
		cmocka_unit_test(shell_of_a_cube_has_its_inertia),
		cmocka_unit_test(open_mesh_falls_back_to_its_shell),
		cmocka_unit_test(two_boxes_have_the_inertia_of_a_compound),
		cmocka_unit_test(parts_of_different_density_pull_the_centre),
		cmocka_unit_test(a_hole_is_a_part_with_negative_mass),
		cmocka_unit_test(nothing_has_no_mass),
		cmocka_unit_test(scaled_shape_has_the_inertia_of_the_scaled_body),
		cmocka_unit_test(sheared_and_mirrored_mesh_agrees_with_the_map),
		cmocka_unit_test(a_flattening_map_leaves_no_mass),
		cmocka_unit_test(principal_axes_of_a_turned_box_are_its_axes),
		cmocka_unit_test(needle_keeps_its_small_moment),
		cmocka_unit_test(hull_has_the_mass_of_its_polyhedron),
		cmocka_unit_test(flat_and_missing_hulls_are_reported),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
