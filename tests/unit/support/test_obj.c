// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The OBJ reader of the tests, and the generators of meshes.
#define _POSIX_C_SOURCE 200809L // mkstemp and fdopen

#include "support/obj.h"

#include "geometry/mass.h"
#include "support/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char sample_triangle[] = "o Triangle\n"
									  "v -1.045171 0.000000 -0.996179\n"
									  "v 1.012510 0.000000 -0.996179\n"
									  "v -0.016331 0.000000 1.339126\n"
									  "vt 0.000000 0.000000\n"
									  "vt 0.000000 0.000000\n"
									  "vt 0.000000 0.000000\n"
									  "vn 0.0000 -1.0000 0.0000\n"
									  "f 2/1/1 3/2/1 1/3/1\n";

static ObjMesh read_text(const char *text) {
	ObjMesh obj;
	ObjResult result = obj_parse(text, &obj);
	if (result.reason != NULL) fail_msg("line %u: %s", result.line, result.reason);
	return obj;
}

static void sample_triangle_has_its_normal_and_area(void **state) {
	(void)state;
	ObjMesh obj = read_text(sample_triangle);
	assert_int_equal(obj.mesh.points.count, 3);
	assert_int_equal(obj.mesh.indices.count, 3);
	// (b - a) x (c - a) in the order 2, 3, 1 is (0, -4.805312727705, 0)
	Vec3 area = triangle_normal_area(triangle_mesh_get(mesh_view(&obj.mesh), 0));
	check_vec3(area, vec3(0, (Real)-4.805312727705, 0), 16 * MK_EPSILON);
	check_near(vec3_length(area) / 2, 2.4026563638525, 8 * MK_EPSILON);
	check_vec3(vec3_normalize(area), obj.normals.data[obj.normal_indices.data[0]], 0);
	Aabb box = mk_triangle_mesh_bounds(mesh_view(&obj.mesh));
	check_vec3(vec3_sub(box.max, box.min), vec3((Real)2.057681, 0, (Real)2.335305), 2 * MK_EPSILON);
	obj_free(&obj);
}

static void quads_and_polygons_become_fans(void **state) {
	(void)state;
	ObjMesh obj = read_text("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv -1 0.5 0\n"
							"f 1 2 3 4\nf 1 2 3 4 5\n");
	const uint32_t expected[] = { 0, 1, 2, 0, 2, 3, 0, 1, 2, 0, 2, 3, 0, 3, 4 };
	assert_int_equal(obj.mesh.indices.count, 15);
	assert_memory_equal(obj.mesh.indices.data, expected, sizeof(expected));
	obj_free(&obj);
}

static void all_forms_of_a_corner_are_read(void **state) {
	(void)state;
	ObjMesh obj = read_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvn 0 0 1\nvn 1 0 0\n"
							"f 1 2 3\nf 1/1 2/1 3/1\nf 1//2 2//1 3//-1\nf 1/1/1 2/-1/2 3/1/1\n");
	const uint32_t none = UINT32_MAX;
	const uint32_t normals[] = { none, none, none, none, none, none, 1, 0, 1, 0, 1, 0 };
	assert_int_equal(obj.normal_indices.count, 12);
	assert_memory_equal(obj.normal_indices.data, normals, sizeof(normals));
	obj_free(&obj);
}

static void negative_indices_count_back_from_the_last_point(void **state) {
	(void)state;
	ObjMesh obj = read_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\nv 5 5 5\nf -1 1 2\n");
	const uint32_t expected[] = { 0, 1, 2, 3, 0, 1 };
	assert_memory_equal(obj.mesh.indices.data, expected, sizeof(expected));
	obj_free(&obj);
}

static void comments_blank_lines_and_dos_ends_are_read_over(void **state) {
	(void)state;
	ObjMesh obj = read_text(
			"# a comment\r\n\r\n  \t\nmtllib a.mtl\r\ng group\r\nusemtl red\ns off\n"
			"v 1e-1 2.5E1 -3 # here\r\n\tv 1 0 0 1.0\nv 0 1 0 0.5 0.5 0.5\r\nf 1 2 3");
	assert_int_equal(obj.mesh.indices.count, 3);
	check_vec3(obj.mesh.points.data[0], vec3((Real)0.1, 25, -3), 0);
	obj_free(&obj);
	obj = read_text("");
	assert_int_equal(obj.mesh.points.count, 0);
	obj_free(&obj);
}

static void zero_area_faces_are_kept(void **state) {
	(void)state;
	ObjMesh obj = read_text("v 0 0 0\nv 1 0 0\nf 1 2 2\n");
	assert_int_equal(obj.mesh.indices.count, 3);
	obj_free(&obj);
}

static void malformed_files_give_line_and_reason(void **state) {
	(void)state;
	const struct {
		const char *text;
		const char *reason;
		uint32_t line;
	} cases[] = {
		{ "v 1 2\n", "three numbers expected", 1 },
		{ "v 1 2 \n3\n", "three numbers expected", 1 },
		{ "\n\nv 1 2 x\n", "not a number", 3 },
		{ "v 1 2 3x\n", "not a number", 1 },
		{ "v nan 0 0\n", "number is not finite", 1 },
		{ "v 0 inf 0\n", "number is not finite", 1 },
		{ "v 0 1e999 0\n", "number is not finite", 1 },
		{ "v 0 0 0\nf 1 1\n", "a face needs three corners", 2 },
		{ "v 0 0 0\nf\n1 1 1\n", "a face needs three corners", 2 },
		{ "v 0 0 0\nf 1 1 2\n", "index is beyond the list", 2 },
		{ "v 0 0 0\nf 1 1 -2\n", "index is beyond the list", 2 },
		{ "v 0 0 0\nf 1 1 99999999999999999999\n", "index is beyond the list", 2 },
		{ "v 0 0 0\nf 0 1 1\n", "indices count from 1", 2 },
		{ "v 0 0 0\nf 1 a 1\n", "not an index", 2 },
		{ "v 0 0 0\nf 1/ 1 1\n", "not an index", 2 },
		{ "v 0 0 0\nf 1//1 1 1\n", "index is beyond the list", 2 },
		{ "v 0 0 0\nf 1/1 1 1\n", "index is beyond the list", 2 },
		{ "v 0 0 0\nf 1.5 1 1\n", "not an index", 2 },
		{ "vn 0 0\n", "three numbers expected", 1 },
		{ "vertex 0 0 0\n", "unknown keyword", 1 },
		{ "\x01\x02\xff\n", "unknown keyword", 1 },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		ObjMesh obj;
		ObjResult result = obj_parse(cases[i].text, &obj);
		assert_non_null(result.reason);
		assert_string_equal(result.reason, cases[i].reason);
		assert_int_equal(result.line, cases[i].line);
		assert_int_equal(obj.mesh.points.count, 0);
		assert_null(obj.mesh.points.data);
	}
}

static void a_file_is_read_like_its_text(void **state) {
	(void)state;
	char path[] = "/tmp/test_obj_XXXXXX";
	int descriptor = mkstemp(path);
	assert_true(descriptor >= 0);
	FILE *file = fdopen(descriptor, "wb");
	assert_non_null(file);
	// long enough for several blocks of reading
	for (int i = 0; i < 2000; i++)
		fprintf(file, "v %d 0 0\n", i);
	fprintf(file, "f 1 2 2000");
	fclose(file);
	ObjMesh obj;
	ObjResult result = obj_load(path, &obj);
	remove(path);
	assert_null(result.reason);
	assert_int_equal(obj.mesh.points.count, 2000);
	check_vec3(obj.mesh.points.data[obj.mesh.indices.data[2]], vec3(1999, 0, 0), 0);
	obj_free(&obj);
}

static void a_missing_file_is_reported(void **state) {
	(void)state;
	ObjMesh obj;
	ObjResult result = obj_load("does/not/exist.obj", &obj);
	assert_string_equal(result.reason, "the file cannot be opened");
	assert_int_equal(result.line, 0);
}

static void octahedra_of_8k_triangles_have_equal_shape(void **state) {
	(void)state;
	for (uint32_t k = 1; k <= 10; k++) {
		TestMesh mesh = mesh_make_octahedron(k);
		assert_int_equal(mesh.indices.count / 3, 8 * k);
		assert_int_equal(mesh.points.count, 4 * k + 2);
		assert_int_equal(mk_triangle_mesh_check(mesh_view(&mesh)).status, MESH_CLOSED);
		// the same solid: every point on the surface |x| + |y| + |z| = 1, the same mass
		for (uint32_t i = 0; i < mesh.points.count; i++) {
			Vec3 p = vec3_abs(mesh.points.data[i]);
			check_near(p.x + p.y + p.z, 1, 4 * MK_EPSILON);
		}
		MassResult mass = mk_mass_of_mesh(mesh_view(&mesh));
		assert_int_equal(mass.status, MASS_OK);
		check_near(mass.properties.mass, 4.0 / 3, 8 * MK_EPSILON);
		check_vec3(mass.properties.center, vec3_zero(), 8 * MK_EPSILON);
		Mat3 expected = mat3_diagonal(vec3_splat((Real)(4.0 / 15)));
		check_mat3(mass_inertia(mass.properties), expected, 8 * MK_EPSILON);
		mesh_free(&mesh);
	}
}

static void pictures_become_closed_meshes(void **state) {
	(void)state;
	TestMesh mesh = mesh_make_picture("###\n"
									  "# #\n"
									  "# #",
			2);
	assert_int_equal(mk_triangle_mesh_check(mesh_view(&mesh)).status, MESH_CLOSED);
	MassResult mass = mk_mass_of_mesh(mesh_view(&mesh));
	assert_int_equal(mass.status, MASS_OK);
	// a sum of some hundred terms
	check_near(mass.properties.mass, 14, 14 * 16 * MK_EPSILON);
	// columns of height 3 and 3 around one cube at height 2.5: (6 * 1.5 + 2.5) / 7
	check_vec3(mass.properties.center, vec3((Real)1.5, (Real)(11.5 / 7), 1), 4 * MK_EPSILON);
	mesh_free(&mesh);
}

static void rings_and_balls_become_closed_meshes(void **state) {
	(void)state;
	TestMesh torus = mesh_make_torus(2, (Real)0.5, 64, 32);
	TestMesh ball = mesh_make_ball(31, 64);
	assert_int_equal(mk_triangle_mesh_check(mesh_view(&torus)).status, MESH_CLOSED);
	assert_int_equal(mk_triangle_mesh_check(mesh_view(&ball)).status, MESH_CLOSED);
	MassResult torus_mass = mk_mass_of_mesh(mesh_view(&torus));
	MassResult ball_mass = mk_mass_of_mesh(mesh_view(&ball));
	assert_int_equal(torus_mass.status, MASS_OK);
	assert_int_equal(ball_mass.status, MASS_OK);
	// inscribed, so smaller than 2 pi^2 R r^2 and 4 pi / 3, by less than 1 - sin(x)/x of the steps
	check_near(torus_mass.properties.mass, 9.8696, 0.09);
	assert_true(torus_mass.properties.mass < (Real)9.8696);
	check_near(ball_mass.properties.mass, 4.18879, 0.02);
	assert_true(ball_mass.properties.mass < (Real)4.18879);
	mesh_free(&torus);
	mesh_free(&ball);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sample_triangle_has_its_normal_and_area),
		cmocka_unit_test(quads_and_polygons_become_fans),
		cmocka_unit_test(all_forms_of_a_corner_are_read),
		cmocka_unit_test(negative_indices_count_back_from_the_last_point),
		cmocka_unit_test(comments_blank_lines_and_dos_ends_are_read_over),
		cmocka_unit_test(zero_area_faces_are_kept),
		cmocka_unit_test(malformed_files_give_line_and_reason),
		cmocka_unit_test(a_file_is_read_like_its_text),
		cmocka_unit_test(a_missing_file_is_reported),
		cmocka_unit_test(octahedra_of_8k_triangles_have_equal_shape),
		cmocka_unit_test(pictures_become_closed_meshes),
		cmocka_unit_test(rings_and_balls_become_closed_meshes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
