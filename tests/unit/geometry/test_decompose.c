// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Convex decomposition: bodies made of boxes, for which the best answer is known, and input
// that cannot be decomposed.
#include "geometry/decompose.h"

#include "geometry/hull_build.h"
#include "geometry/mass.h"
#include "support/check.h"
#include "support/mesh_make.h"

static const char gate[] = "#####\n"
						   "#   #\n"
						   "#   #\n"
						   "#   #";
static const char aeroplane[] = "    #    \n"
								"    #    \n"
								"#########\n"
								"    #    \n"
								"    #    \n"
								"   ###   ";
static const char corner[] = "#  \n"
							 "#  \n"
							 "###";

static Decomposition decompose(const TestMesh *mesh, DecomposeMethod method, uint32_t max_parts) {
	return mk_decompose(&(DecomposeInput){
			.mesh = mesh_view(mesh),
			.method = method,
			.max_parts = max_parts,
			.max_concavity = (Real)0.01,
	});
}

static bool hull_contains(const Hull *hull, Vec3 p, Real tolerance) {
	for (uint32_t i = 0; i < hull->face_count; i++) {
		if (plane_distance(hull->planes[i], p) > tolerance) return false;
	}
	return true;
}

static bool any_contains(const Decomposition *parts, Vec3 p) {
	for (uint32_t i = 0; i < parts->parts.count; i++) {
		if (hull_contains(&parts->parts.data[i].hull, p, 16 * MK_EPSILON)) return true;
	}
	return false;
}

static double total_volume(const Decomposition *decomposition) {
	double sum = 0;
	for (uint32_t i = 0; i < decomposition->parts.count; i++)
		sum += (double)decomposition->parts.data[i].volume;
	return sum;
}

// cutting must find exactly these boxes: the number and the sum of the volumes say it
static void check_cut_into_boxes(
		const char *picture, uint32_t depth, uint32_t boxes, double volume) {
	TestMesh mesh = mesh_make_picture(picture, depth);
	Decomposition result = decompose(&mesh, DECOMPOSE_CUT, 16);
	assert_int_equal(result.status, DECOMPOSE_OK);
	assert_int_equal(result.parts.count, boxes);
	check_near(total_volume(&result), volume, volume * 16 * (double)MK_EPSILON);
	for (uint32_t i = 0; i < boxes; i++) {
		const ConvexPart *part = &result.parts.data[i];
		check_near(part->concavity, 0, 0);
		assert_int_equal(part->hull.vertex_count, 8);
		assert_int_equal(part->hull.face_count, 6);
		check_near(obb_volume(part->box), part->volume,
				(double)part->volume * 16 * (double)MK_EPSILON);
	}
	mk_decomposition_free(&result);
	mesh_free(&mesh);
}

static void corner_is_cut_into_two_boxes(void **state) {
	(void)state;
	check_cut_into_boxes(corner, 1, 2, 5);
	check_cut_into_boxes(corner, 3, 2, 15);
}

static void gate_is_cut_into_three_boxes(void **state) {
	(void)state;
	check_cut_into_boxes(gate, 1, 3, 11);
}

static void aeroplane_is_cut_into_fuselage_wings_and_tail(void **state) {
	(void)state;
	check_cut_into_boxes(aeroplane, 1, 4, 16);
}

static void frame_is_cut_into_four_boxes(void **state) {
	(void)state;
	check_cut_into_boxes("####\n"
						 "#  #\n"
						 "####",
			1, 4, 10);
}

static void convex_mesh_stays_whole(void **state) {
	(void)state;
	TestMesh mesh = mesh_make_octahedron(6);
	Decomposition result = decompose(&mesh, DECOMPOSE_CUT, 16);
	assert_int_equal(result.status, DECOMPOSE_OK);
	assert_int_equal(result.parts.count, 1);
	assert_int_equal(result.parts.data[0].hull.vertex_count, 6);
	check_near(result.parts.data[0].concavity, 0, 0);
	check_near(result.parts.data[0].volume, 4.0 / 3, 8 * MK_EPSILON);
	mk_decomposition_free(&result);
	mesh_free(&mesh);
}

static void one_part_is_the_hull_and_fills_the_notch(void **state) {
	(void)state;
	// the hull of the corner has its third side from (1, 3) to (3, 1): area 9 - 2
	TestMesh mesh = mesh_make_picture(corner, 1);
	const DecomposeMethod methods[2] = { DECOMPOSE_CUT, DECOMPOSE_MERGE };
	Vec3 in_the_notch = vec3((Real)1.5, (Real)1.5, (Real)0.5);
	for (int i = 0; i < 2; i++) {
		Decomposition whole = decompose(&mesh, methods[i], 1);
		assert_int_equal(whole.parts.count, 1);
		check_near(whole.parts.data[0].volume, 7, 7 * 8 * MK_EPSILON);
		// from (1, 1) along +x to (3, 1)
		check_near(whole.parts.data[0].concavity, 2, 8 * MK_EPSILON);
		assert_true(any_contains(&whole, in_the_notch));
		mk_decomposition_free(&whole);
	}
	Decomposition parts = decompose(&mesh, DECOMPOSE_CUT, 8);
	assert_false(any_contains(&parts, in_the_notch));
	assert_true(any_contains(&parts, vec3((Real)0.5, (Real)2.5, (Real)0.5)));
	assert_true(any_contains(&parts, vec3((Real)2.5, (Real)0.5, (Real)0.5)));
	mk_decomposition_free(&parts);
	mesh_free(&mesh);
}

static void parts_of_a_compound_have_the_mass_of_the_mesh(void **state) {
	(void)state;
	TestMesh mesh = mesh_make_picture(gate, 2);
	MassProperties solid = mk_mass_of_mesh(mesh_view(&mesh)).properties;
	Decomposition result = decompose(&mesh, DECOMPOSE_CUT, 8);
	MassProperties parts[8];
	for (uint32_t i = 0; i < result.parts.count; i++)
		parts[i] = mk_mass_of_hull(&result.parts.data[i].hull).properties;
	MassProperties compound = mk_mass_combine(parts, result.parts.count);
	check_near(compound.mass, solid.mass, 22 * 16 * MK_EPSILON);
	check_vec3(compound.center, solid.center, 16 * MK_EPSILON);
	check_mat3(compound.moments, solid.moments, 100 * 16 * MK_EPSILON);
	mk_decomposition_free(&result);
	mesh_free(&mesh);
}

static void merging_keeps_to_the_wanted_number(void **state) {
	(void)state;
	TestMesh mesh = mesh_make_picture(gate, 1);
	for (uint32_t wanted = 0; wanted < 12; wanted++) {
		Decomposition result = decompose(&mesh, DECOMPOSE_MERGE, wanted);
		assert_int_equal(result.status, DECOMPOSE_OK);
		assert_int_equal(result.parts.count, wanted > 0 ? wanted : 1);
		mk_decomposition_free(&result);
	}
	mesh_free(&mesh);
}

static void merging_finds_the_branches_of_gate_and_aeroplane(void **state) {
	(void)state;
	// hulls of the whole: 20 and 9 * 6 less the corners. Merged parts must waste little: less than
	// a sixth of the body's volume
	const struct {
		const char *picture;
		uint32_t parts;
		double volume;
	} cases[2] = { { gate, 3, 11 }, { aeroplane, 4, 16 } };
	for (int i = 0; i < 2; i++) {
		TestMesh mesh = mesh_make_picture(cases[i].picture, 1);
		Decomposition result = decompose(&mesh, DECOMPOSE_MERGE, cases[i].parts);
		assert_int_equal(result.parts.count, cases[i].parts);
		assert_true(total_volume(&result) < cases[i].volume * 7 / 6);
		// every part can be had as a box as well as as a hull
		for (uint32_t k = 0; k < result.parts.count; k++) {
			const ConvexPart *part = &result.parts.data[k];
			assert_true(obb_volume(part->box) >= part->volume * (1 - 16 * MK_EPSILON));
			for (uint32_t v = 0; v < part->hull.vertex_count; v++) {
				Vec3 local = vec3_abs(obb_to_local(part->box, part->hull.vertices[v]));
				assert_true(local.x <= part->box.half.x && local.y <= part->box.half.y &&
						local.z <= part->box.half.z);
			}
		}
		mk_decomposition_free(&result);
		mesh_free(&mesh);
	}
}

static void a_solid_deep_inside_is_covered(void **state) {
	(void)state;
	// a large block with a notch at each end: cells between the cuts have no surface of their own
	TestMesh mesh = mesh_make_picture("## ####\n"
									  "#######\n"
									  "#######\n"
									  "#### ##",
			4);
	const DecomposeMethod methods[2] = { DECOMPOSE_CUT, DECOMPOSE_MERGE };
	for (int i = 0; i < 2; i++) {
		Decomposition result = decompose(&mesh, methods[i], 12);
		for (int x = 0; x < 27; x++) {
			for (int y = 0; y < 15; y++) {
				Vec3 p = vec3((Real)(x + 1) / 4, (Real)(y + 1) / 4, 2);
				bool is_in_notch = (p.x > 2 && p.x < 3 && p.y > 3) ||
						(p.x > 4 && p.x < 5 && p.y < 1);
				if (!is_in_notch) assert_true(any_contains(&result, p));
			}
		}
		mk_decomposition_free(&result);
	}
	mesh_free(&mesh);
}

static void cutting_stops_at_the_allowed_depth_and_number(void **state) {
	(void)state;
	TestMesh mesh = mesh_make_torus(2, (Real)0.5, 24, 12);
	DecomposeInput input = {
		.mesh = mesh_view(&mesh), .max_parts = 64, .max_concavity = (Real)0.2
	};
	Decomposition shallow = mk_decompose(&input);
	assert_true(shallow.parts.count < 64);
	for (uint32_t i = 0; i < shallow.parts.count; i++)
		assert_true(shallow.parts.data[i].concavity <= (Real)0.2);
	input.max_parts = 5;
	Decomposition few = mk_decompose(&input);
	assert_int_equal(few.parts.count, 5);
	mk_decomposition_free(&shallow);
	mk_decomposition_free(&few);
	// deeper than any hollow: left alone
	input.max_concavity = 10;
	Decomposition whole = mk_decompose(&input);
	assert_int_equal(whole.parts.count, 1);
	mk_decomposition_free(&whole);
	mesh_free(&mesh);
}

// How often somebody who waits was told, and when he has had enough.
typedef struct Watcher {
	int calls;
	int patience; // 0: without end
	Real last;
} Watcher;

static bool watch(void *user, Real done) {
	Watcher *watcher = user;
	assert_true(done >= 0 && done <= 1);
	watcher->last = done;
	watcher->calls++;
	return watcher->patience == 0 || watcher->calls < watcher->patience;
}

// nothing may be left behind wherever the work is stopped, which the sanitizers
// and the count of memory see
static void progress_is_told_and_the_work_can_be_stopped(void **state) {
	(void)state;
	TestMesh mesh = mesh_make_torus(2, (Real)0.5, 12, 6);
	for (int method = 0; method < 2; method++) {
		Watcher watcher = { 0 };
		DecomposeInput input = { .mesh = mesh_view(&mesh),
			.method = (DecomposeMethod)method,
			.max_parts = 6,
			.watch = { watch, &watcher } };
		Decomposition all = mk_decompose(&input);
		int calls = watcher.calls;
		assert_true(calls > 20);
		check_near(watcher.last, 1, 0);
		assert_int_equal(all.parts.count, 6);
		mk_decomposition_free(&all);
		for (int patience = 1; patience <= calls; patience += 1 + calls / 16) {
			watcher = (Watcher){ .patience = patience };
			Decomposition none = mk_decompose(&input);
			assert_int_equal(none.status, DECOMPOSE_STOPPED);
			assert_int_equal(none.parts.count, 0);
			assert_true(watcher.calls <= patience + 4);
		}
	}
	mesh_free(&mesh);
}

static void hulls_keep_to_the_vertex_limit(void **state) {
	(void)state;
	TestMesh mesh = mesh_make_torus(2, (Real)0.5, 24, 12);
	Decomposition result = mk_decompose(
			&(DecomposeInput){ .mesh = mesh_view(&mesh), .max_parts = 6, .max_vertices = 16 });
	assert_int_equal(result.parts.count, 6);
	for (uint32_t i = 0; i < 6; i++)
		assert_true(result.parts.data[i].hull.vertex_count <= 16);
	mk_decomposition_free(&result);
	mesh_free(&mesh);
}

static void inverted_mesh_is_decomposed_like_the_right_one(void **state) {
	(void)state;
	TestMesh mesh = mesh_make_picture(corner, 1);
	mesh_flip(&mesh);
	Decomposition result = decompose(&mesh, DECOMPOSE_CUT, 8);
	assert_int_equal(result.status, DECOMPOSE_OK);
	assert_int_equal(result.parts.count, 2);
	check_near(total_volume(&result), 5, 5 * 16 * MK_EPSILON);
	mk_decomposition_free(&result);
	mesh_free(&mesh);
}

static void folded_sheet_is_cut_along_the_fold(void **state) {
	(void)state;
	// two squares at a right angle: open, so the parts are flat
	static const Vec3 points[6] = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 1, 1, 0 }, { 0, 0, 1 },
		{ 1, 0, 1 } };
	static const uint32_t indices[12] = { 0, 1, 3, 0, 3, 2, 0, 4, 5, 0, 5, 1 };
	DecomposeInput input = { .mesh = { points, 6, indices, 4 }, .max_parts = 8 };
	Decomposition result = mk_decompose(&input);
	assert_int_equal(result.status, DECOMPOSE_OPEN);
	assert_int_equal(result.parts.count, 2);
	for (uint32_t i = 0; i < 2; i++) {
		assert_int_equal(result.parts.data[i].hull.dimension, HULL_POLYGON);
		assert_int_equal(result.parts.data[i].hull.vertex_count, 4);
		check_near(result.parts.data[i].concavity, 0, 0);
	}
	mk_decomposition_free(&result);
}

static void input_that_cannot_be_used_is_reported(void **state) {
	(void)state;
	Vec3 points[3] = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, (Real)NAN } };
	const uint32_t indices[3] = { 0, 1, 2 };
	const uint32_t beyond[3] = { 0, 1, 7 };
	const struct {
		TriangleMesh mesh;
		DecomposeStatus status;
	} cases[] = {
		{ { 0 }, DECOMPOSE_EMPTY },
		{ { points, 3, beyond, 1 }, DECOMPOSE_BAD_INDEX },
		{ { points, 3, indices, 1 }, DECOMPOSE_NOT_FINITE },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		for (int method = 0; method < 2; method++) {
			Decomposition result = mk_decompose(&(DecomposeInput){
					.mesh = cases[i].mesh, .method = (DecomposeMethod)method, .max_parts = 4 });
			assert_int_equal(result.status, cases[i].status);
			assert_int_equal(result.parts.count, 0);
			mk_decomposition_free(&result);
		}
	}
}

static void degenerate_meshes_give_parts_without_volume(void **state) {
	(void)state;
	// a point, a line, a triangle, and sizes at both ends of what numbers can hold
	static const uint32_t indices[3] = { 0, 1, 2 };
	const Vec3 sets[][3] = {
		{ { 1, 1, 1 }, { 1, 1, 1 }, { 1, 1, 1 } },
		{ { 0, 0, 0 }, { 1, 1, 1 }, { 2, 2, 2 } },
		{ { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 } },
		{ { 0, 0, 0 }, { MK_REAL_MIN, 0, 0 }, { 0, MK_REAL_MIN, 0 } },
	};
	for (size_t i = 0; i < sizeof(sets) / sizeof(sets[0]); i++) {
		for (int method = 0; method < 2; method++) {
			DecomposeInput input = { .mesh = { sets[i], 3, indices, 1 },
				.method = (DecomposeMethod)method,
				.max_parts = 1 };
			Decomposition result = mk_decompose(&input);
			assert_int_equal(result.status, DECOMPOSE_OPEN);
			assert_int_equal(result.parts.count, 1);
			check_near(result.parts.data[0].volume, 0, 0);
			mk_decomposition_free(&result);
		}
	}
	const Vec3 huge[3] = { { 0, 0, 0 }, { MK_REAL_MAX, 0, 0 }, { 0, MK_REAL_MAX, 0 } };
	Decomposition result = mk_decompose(&(DecomposeInput){ .mesh = { huge, 3, indices, 1 } });
	assert_int_equal(result.status, DECOMPOSE_NOT_FINITE);
	assert_int_equal(result.parts.count, 0);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(corner_is_cut_into_two_boxes),
		cmocka_unit_test(gate_is_cut_into_three_boxes),
		cmocka_unit_test(aeroplane_is_cut_into_fuselage_wings_and_tail),
		cmocka_unit_test(frame_is_cut_into_four_boxes),
		cmocka_unit_test(convex_mesh_stays_whole),
		cmocka_unit_test(one_part_is_the_hull_and_fills_the_notch),
		cmocka_unit_test(parts_of_a_compound_have_the_mass_of_the_mesh),
		cmocka_unit_test(merging_keeps_to_the_wanted_number),
		cmocka_unit_test(merging_finds_the_branches_of_gate_and_aeroplane),
		cmocka_unit_test(a_solid_deep_inside_is_covered),
		cmocka_unit_test(cutting_stops_at_the_allowed_depth_and_number),
		cmocka_unit_test(progress_is_told_and_the_work_can_be_stopped),
		cmocka_unit_test(hulls_keep_to_the_vertex_limit),
		cmocka_unit_test(inverted_mesh_is_decomposed_like_the_right_one),
		cmocka_unit_test(folded_sheet_is_cut_along_the_fold),
		cmocka_unit_test(input_that_cannot_be_used_is_reported),
		cmocka_unit_test(degenerate_meshes_give_parts_without_volume),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
