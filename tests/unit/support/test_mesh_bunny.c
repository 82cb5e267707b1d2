// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The bunny of the scenarios is what it says: closed, in one piece, without handles, with two ears
// that have air between them.
#include "support/mesh_bunny.h"

#include "support/check.h"

// Each edge of a triangle is that of one other, the other way round.
static void assert_closed(const TestMesh *mesh) {
	uint32_t count = mesh->indices.count;
	const uint32_t *at = mesh->indices.data;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t next = i % 3 == 2 ? i - 2 : i + 1;
		uint32_t twins = 0;
		for (uint32_t k = 0; k < count; k++)
			twins += at[k] == at[next] && at[k % 3 == 2 ? k - 2 : k + 1] == at[i];
		assert_int_equal(twins, 1);
	}
}

static void bunny_is_a_closed_surface_without_handles(void **state) {
	(void)state;
	TestMesh mesh = mesh_make_bunny((Real)0.09);
	uint32_t triangles = mesh.indices.count / 3;
	assert_in_range(triangles, 2000, 5000);
	assert_closed(&mesh);
	// points - edges + faces = 2, of which there are three halves as many edges as faces
	assert_int_equal(2 * mesh.points.count, triangles + 4);
	mesh_free(&mesh);
}

// How often the surface goes around a point: its solid angle, by the formula of Van
// Oosterom and Strackee (1983).
static bool has_inside(const TestMesh *mesh, Vec3 point) {
	double sum = 0;
	for (uint32_t i = 0; i < mesh->indices.count; i += 3) {
		Vec3 a = vec3_sub(mesh->points.data[mesh->indices.data[i]], point);
		Vec3 b = vec3_sub(mesh->points.data[mesh->indices.data[i + 1]], point);
		Vec3 c = vec3_sub(mesh->points.data[mesh->indices.data[i + 2]], point);
		Real la = vec3_length(a);
		Real lb = vec3_length(b);
		Real lc = vec3_length(c);
		Real below = la * lb * lc + vec3_dot(a, b) * lc + vec3_dot(b, c) * la + vec3_dot(c, a) * lb;
		sum += 2 * atan2((double)vec3_triple(a, b, c), (double)below);
	}
	double turns = sum / (4 * 3.14159265358979323846);
	assert_true(fabs(turns - round(turns)) < 1e-3);
	return round(turns) == 1;
}

static void bunny_has_two_ears_a_neck_and_feet(void **state) {
	(void)state;
	TestMesh mesh = mesh_make_bunny((Real)0.09);
	const Real height = (Real)1.35;
	assert_true(has_inside(&mesh, vec3((Real)-0.16, height, (Real)0.24)));
	assert_true(has_inside(&mesh, vec3((Real)0.16, height, (Real)0.24)));
	assert_false(has_inside(&mesh, vec3(0, height, (Real)0.24)));
	// behind the head above the back, and between the front feet
	assert_true(has_inside(&mesh, vec3(0, (Real)0.7, 0)));
	assert_false(has_inside(&mesh, vec3(0, (Real)0.95, 0)));
	assert_true(has_inside(&mesh, vec3((Real)0.18, (Real)0.08, (Real)0.36)));
	assert_false(has_inside(&mesh, vec3(0, (Real)0.05, (Real)0.4)));
	mesh_free(&mesh);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bunny_is_a_closed_surface_without_handles),
		cmocka_unit_test(bunny_has_two_ears_a_neck_and_feet),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
