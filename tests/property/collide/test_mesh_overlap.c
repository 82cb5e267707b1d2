// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// All ways to compare meshes give the same answer, for concave meshes in any pose and under affine
// maps, with and without bounding volumes; hulls may only err on the side of overlap.
#include "collide/mesh_overlap.h"

#include "support/budget.h"
#include "support/check.h"
#include "support/mesh_make.h"
#include "support/property.h"
#include "support/random.h"
#include "support/shape_make.h"

enum { CASES = pick_count(800, 60), SHAPES = 6 };

typedef struct Meshes {
	Shape *shapes[SHAPES];
} Meshes;

static Meshes meshes;

static Shape *shape_from(TestMesh mesh) {
	MeshInput input = { .mesh = mesh_view(&mesh), .is_moving = true };
	Shape *shape = mk_mesh_create(&input, NULL);
	mesh_free(&mesh);
	return shape;
}

static int setup(void **state) {
	(void)state;
	TestMesh open = mesh_make_ball(5, 8);
	open.indices.count -= 3;
	meshes = (Meshes){ { shape_from(mesh_make_torus(1, (Real)0.3, 12, 7)),
			shape_from(mesh_make_picture("#.#\n###", 1)), shape_from(mesh_make_octahedron(3)),
			shape_from(open), shape_from(mesh_make_box(vec3(-2, 0, 0), vec3(2, 1, (Real)0.1))),
			shape_from(mesh_make_ball(4, 6)) } };
	return 0;
}

static int teardown(void **state) {
	(void)state;
	for (int i = 0; i < SHAPES; i++)
		mk_shape_release(meshes.shapes[i]);
	return 0;
}

static MeshOverlap run(
		const ShapeInstance *a, const ShapeInstance *b, MeshMethod method, MeshCulling culling) {
	MeshParts parts[2] = { 0 };
	MeshOverlapInput input = { .a = a, .b = b, .method = method, .culling = culling };
	if (method == MESH_METHOD_PARTS) {
		mk_mesh_parts_build(&parts[0], (const MeshShape *)a->shape, mat3_identity());
		mk_mesh_parts_build(&parts[1], (const MeshShape *)b->shape, mat3_identity());
		mk_mesh_parts_update(&parts[0], a->pose.linear);
		mk_mesh_parts_update(&parts[1], b->pose.linear);
		input.parts_a = &parts[0];
		input.parts_b = &parts[1];
	}
	MeshOverlap result = mk_mesh_overlap(&input);
	mk_mesh_parts_free(&parts[0]);
	mk_mesh_parts_free(&parts[1]);
	assert_true(result.status == MESH_OVERLAP_OK);
	return result;
}

static void check_all(const ShapeInstance *a, const ShapeInstance *b) {
	MeshOverlap pairs = run(a, b, MESH_METHOD_PAIRS, MESH_CULLING_NONE);
	for (int method = 0; method < MESH_METHOD_COUNT; method++) {
		for (int culling = MESH_CULLING_BOXES; culling <= MESH_CULLING_NONE; culling++) {
			MeshOverlap other = run(a, b, (MeshMethod)method, (MeshCulling)culling);
			if (method == MESH_METHOD_HULLS) {
				assert_true(other.is_overlapping || !pairs.is_overlapping);
				continue;
			}
			// the parts are in the axes outside, so their triangles are rounded otherwise; a random
			// pair that the rounding decides has not been met
			assert_true(other.is_overlapping == pairs.is_overlapping);
			assert_true(other.is_nested == pairs.is_nested);
			assert_true(other.tests <= pairs.tests || pairs.is_overlapping);
		}
	}
}

static const Shape *random_mesh(Rng *rng) { return meshes.shapes[rng_below(rng, SHAPES)]; }

static void ways_agree_on_rigid_meshes(Rng *rng) {
	const Shape *first = random_mesh(rng);
	const Shape *second = random_mesh(rng);
	ShapeInstance a = instance_rigid(first, random_transform(rng, 1.5));
	ShapeInstance b = instance_rigid(second, random_transform(rng, 1.5));
	check_all(&a, &b);
}

static void ways_agree_on_mapped_meshes(Rng *rng) {
	const Shape *first = random_mesh(rng);
	const Shape *second = random_mesh(rng);
	ShapeInstance a = mk_instance(first, random_affine(rng, 3));
	ShapeInstance b = mk_instance(second, random_affine(rng, 3));
	check_all(&a, &b);
}

static void test_rigid(void **state) {
	(void)state;
	for_all(ways_agree_on_rigid_meshes, CASES, 1);
}

static void test_mapped(void **state) {
	(void)state;
	for_all(ways_agree_on_mapped_meshes, CASES / 2, 2);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rigid),
		cmocka_unit_test(test_mapped),
	};
	return cmocka_run_group_tests(tests, setup, teardown);
}
