// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Convex decomposition of random bodies, in random poses and scales: the parts are convex, cover
// surface and inside, keep the limits asked for, and are the same every time.
#include "geometry/decompose.h"

#include "base/hash.h"
#include "geometry/containment.h"
#include "geometry/hull_build.h"
#include "geometry/hull_validate.h"
#include "geometry/mass.h"
#include "support/check.h"
#include "support/mesh_make.h"
#include "support/property.h"
#include "support/random.h"

// a random picture of 5 x 4 cubes; parts that touch in edges or not at all are welcome
static TestMesh random_picture(Rng *rng) {
	char text[] = "     \n     \n     \n     ";
	for (size_t i = 0; i < sizeof(text) - 1; i++) {
		if (text[i] == ' ' && rng_below(rng, 3) > 0) text[i] = '#';
	}
	text[0] = '#'; // at least one
	return mesh_make_picture(text, 1 + rng_below(rng, 2));
}

static TestMesh random_body(Rng *rng) {
	TestMesh mesh = { 0 };
	uint32_t sides = 3 + rng_below(rng, 6);
	switch (rng_below(rng, 6)) {
		case 0: mesh = mesh_make_torus(2, random_real(rng, 0.2, 1.5), 2 + sides, 5); break;
		case 1: mesh = mesh_make_ball(2 + rng_below(rng, 4), sides); break;
		default: mesh = random_picture(rng); break;
	}
	// any turn, stretch up to 10 : 1, mirrored or not, up to ten sizes away from the origin
	Mat3 turn = quat_to_mat3(random_quat(rng));
	Vec3 scales = random_sizes(rng, -1, 0);
	if (rng_below(rng, 4) == 0) scales.x = -scales.x;
	Real size = random_size(rng, -3, 3);
	Mat3 linear = mat3_scale(mat3_multiply(turn, mat3_diagonal(scales)), size);
	Vec3 offset = rng_below(rng, 2) == 0 ? vec3_zero() : random_vec3(rng, 10 * (double)size);
	mesh_map(&mesh, (Affine){ linear, offset });
	return mesh;
}

static Real reach_of(TriangleMesh mesh) {
	Aabb box = mk_triangle_mesh_bounds(mesh);
	Vec3 sizes = vec3_max(vec3_abs(box.min), vec3_abs(box.max));
	return sizes.x + sizes.y + sizes.z;
}

static bool is_covered(const Decomposition *result, Vec3 p, Real tolerance) {
	for (uint32_t i = 0; i < result->parts.count; i++) {
		const Hull *hull = &result->parts.data[i].hull;
		Real highest = hull->face_count > 0 ? -MK_INFINITY : MK_INFINITY;
		for (uint32_t k = 0; k < hull->face_count; k++)
			highest = real_max(highest, plane_distance(hull->planes[k], p));
		if (highest <= tolerance) return true;
	}
	return false;
}

static void check_covers(const Decomposition *result, TriangleMesh mesh, Rng *rng) {
	// snapping to the cut, the hull's own tolerance and that of inner corners, 8 epsilon each, and
	// as much for the test itself
	Real tolerance = 4 * MK_HULL_TOLERANCE * MK_EPSILON * reach_of(mesh);
	for (int i = 0; i < 200; i++) {
		Triangle t = triangle_mesh_get(mesh, rng_below(rng, mesh.triangle_count));
		Vec3 side = vec3_lerp(t.a, t.b, random_real(rng, 0, 1));
		Vec3 p = vec3_lerp(side, t.c, random_real(rng, 0, 1));
		assert_true(is_covered(result, p, tolerance));
	}
	Aabb box = mk_triangle_mesh_bounds(mesh);
	Vec3 half = aabb_half_extents(box);
	for (int i = 0; i < 400; i++) {
		Vec3 p = vec3_add(aabb_center(box), vec3_multiply(half, random_vec3(rng, 1)));
		if (mk_triangle_mesh_contains(mesh, p)) assert_true(is_covered(result, p, tolerance));
	}
}

static void check_parts(const Decomposition *result) {
	for (uint32_t i = 0; i < result->parts.count; i++) {
		const ConvexPart *part = &result->parts.data[i];
		HullCheck check = mk_hull_validate(&part->hull, NULL, 0);
		if (check.fault != HULL_VALID) fail_msg("part %u: %s", i, mk_hull_fault_text(check.fault));
		assert_true(part->concavity >= 0);
		assert_true(part->volume >= 0);
	}
}

static void cut_parts_cover_and_are_convex(Rng *rng) {
	TestMesh mesh = random_body(rng);
	Real allowed = reach_of(mesh_view(&mesh)) * (Real)0.02;
	DecomposeInput input = { .mesh = mesh_view(&mesh), .max_parts = 64, .max_concavity = allowed };
	Decomposition result = mk_decompose(&input);
	assert_int_equal(result.status, DECOMPOSE_OK);
	check_parts(&result);
	check_covers(&result, input.mesh, rng);
	for (uint32_t i = 0; i < result.parts.count && result.parts.count < 64; i++)
		assert_true(result.parts.data[i].concavity <= allowed);
	mk_decomposition_free(&result);
	mesh_free(&mesh);
}

static void merged_parts_cover_and_are_convex(Rng *rng) {
	TestMesh mesh = random_body(rng);
	DecomposeInput input = {
		.mesh = mesh_view(&mesh), .method = DECOMPOSE_MERGE, .max_parts = 1 + rng_below(rng, 12)
	};
	Decomposition result = mk_decompose(&input);
	assert_int_equal(result.status, DECOMPOSE_OK);
	assert_in_range(result.parts.count, 1, input.max_parts);
	check_parts(&result);
	check_covers(&result, input.mesh, rng);
	mk_decomposition_free(&result);
	mesh_free(&mesh);
}

// bodies of boxes are cut exactly: the parts have the volume of the solid together
static void boxes_are_cut_without_waste(Rng *rng) {
	TestMesh mesh = random_picture(rng);
	MassProperties solid = mk_mass_of_mesh(mesh_view(&mesh)).properties;
	DecomposeInput input = {
		.mesh = mesh_view(&mesh), .max_parts = 64, .max_concavity = (Real)0.01
	};
	Decomposition result = mk_decompose(&input);
	double sum = 0;
	for (uint32_t i = 0; i < result.parts.count; i++)
		sum += (double)result.parts.data[i].volume;
	check_near(sum, solid.mass, 64 * (double)MK_EPSILON * (double)solid.mass);
	mk_decomposition_free(&result);
	mesh_free(&mesh);
}

static uint64_t hash_of(const Decomposition *result) {
	uint64_t hash = hash_u64(MK_HASH_SEED, result->parts.count);
	for (uint32_t i = 0; i < result->parts.count; i++) {
		const ConvexPart *part = &result->parts.data[i];
		hash = hash_f64(hash, (double)part->concavity);
		for (uint32_t k = 0; k < part->hull.vertex_count; k++) {
			hash = hash_f64(hash, (double)part->hull.vertices[k].x);
			hash = hash_f64(hash, (double)part->hull.vertices[k].y);
			hash = hash_f64(hash, (double)part->hull.vertices[k].z);
		}
	}
	return hash;
}

// the same parts twice, also when the triangles do not share points
static void decomposition_depends_on_the_mesh_only(Rng *rng) {
	TestMesh mesh = random_body(rng);
	MeshPointArray soup = { 0 };
	for (uint32_t i = 0; i < mesh.indices.count; i++)
		mesh_points_push(&soup, mesh.points.data[mesh.indices.data[i]]);
	DecomposeInput input = { .mesh = mesh_view(&mesh),
		.method = rng_below(rng, 2) == 0 ? DECOMPOSE_CUT : DECOMPOSE_MERGE,
		.max_parts = 6 };
	Decomposition first = mk_decompose(&input);
	Decomposition second = mk_decompose(&input);
	input.mesh = (TriangleMesh){ soup.data, soup.count, NULL, soup.count / 3 };
	Decomposition third = mk_decompose(&input);
	assert_true(hash_of(&first) == hash_of(&second));
	assert_true(hash_of(&first) == hash_of(&third));
	mk_decomposition_free(&first);
	mk_decomposition_free(&second);
	mk_decomposition_free(&third);
	mesh_points_free(&soup);
	mesh_free(&mesh);
}

// triangles at random: open, crossing, of all sizes; no promise but an end, a status and cover
static void random_triangles_are_survived(Rng *rng) {
	TestMesh mesh = { 0 };
	uint32_t count = 1 + rng_below(rng, 30);
	for (uint32_t i = 0; i < 3 * count; i++) {
		Vec3 p = random_sized(rng, -3, 0);
		if (i > 0 && rng_below(rng, 4) == 0) p = mesh.points.data[rng_below(rng, i)];
		mesh_points_push(&mesh.points, p);
	}
	TriangleMesh view = { mesh.points.data, mesh.points.count, NULL, count };
	DecomposeInput input = { .mesh = view, .max_parts = 1 + rng_below(rng, 20) };
	input.method = rng_below(rng, 2) == 0 ? DECOMPOSE_CUT : DECOMPOSE_MERGE;
	Decomposition result = mk_decompose(&input);
	assert_true(result.status == DECOMPOSE_OK || result.status == DECOMPOSE_OPEN);
	assert_in_range(result.parts.count, 1, input.max_parts);
	check_parts(&result);
	mk_decomposition_free(&result);
	mesh_free(&mesh);
}

static void cutting_covers(void **state) {
	(void)state;
	for_all(cut_parts_cover_and_are_convex, 60, 801);
}

static void merging_covers(void **state) {
	(void)state;
	for_all(merged_parts_cover_and_are_convex, 20, 802);
}

static void cutting_boxes_is_exact(void **state) {
	(void)state;
	for_all(boxes_are_cut_without_waste, 60, 803);
}

static void decomposition_is_deterministic(void **state) {
	(void)state;
	for_all(decomposition_depends_on_the_mesh_only, 10, 804);
}

static void anything_is_decomposed(void **state) {
	(void)state;
	for_all(random_triangles_are_survived, 60, 805);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cutting_covers),
		cmocka_unit_test(merging_covers),
		cmocka_unit_test(cutting_boxes_is_exact),
		cmocka_unit_test(decomposition_is_deterministic),
		cmocka_unit_test(anything_is_decomposed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
