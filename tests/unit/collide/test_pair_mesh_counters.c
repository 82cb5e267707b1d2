// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What monitors read of pairs with meshes: searches, and what had to be looked at.
#include "shape/convex.h"
#include "support/contact_scene.h"

typedef struct Counted {
	PenetrationCounters deep;
	PairCounters pairs;
} Counted;

static Counted count_work(ContactScene *scene, const ShapeInstance *a, const ShapeInstance *b) {
	Counted counted = { 0 };
	manifold_array_clear(&scene->manifolds);
	mk_collide(&(CollideInput){ .a = a,
			.b = b,
			.margin = (Real)0.02,
			.counters = &counted.deep,
			.pair_counters = &counted.pairs,
			.scratch = &scene->arena,
			.manifolds = &scene->manifolds });
	assert_true(scene->manifolds.count > 0);
	return counted;
}

static void test_searches_on_meshes_are_counted(void **state) {
	(void)state;
	ContactScene scene = { 0 };
	Shape *floor = scene_mesh(scene_floor(2, 4, 0, 0), false);
	Shape *cube = scene_mesh(mesh_make_box(vec3_splat(-1), vec3_splat(1)), false);
	Shape *box = mk_box_create(vec3_splat((Real)0.5), NULL);
	ShapeInstance a = scene_at(box, 0, (Real)0.499, 0);
	ShapeInstance b = instance_local(floor);
	Counted flat = count_work(&scene, &a, &b);
	assert_int_equal(flat.deep.gjk_calls, 0);
	// under a box of two cells by two: those cells, and the ones that they touch
	assert_true(flat.pairs.pieces >= 8 && flat.pairs.pieces <= 32);
	// deeper than a quarter of the margin a contact has to be proven
	a = scene_at(box, 0, (Real)0.49, 0);
	Counted deep = count_work(&scene, &a, &b);
	assert_true(deep.deep.gjk_calls >= 8 && deep.deep.gjk_iterations > 0);
	// a corner in a corner, 1 mm deep in all directions, may have several ways out
	a = scene_at(box, (Real)1.499, (Real)1.499, (Real)1.499);
	b = instance_local(cube);
	Counted corner = count_work(&scene, &a, &b);
	uint32_t searches = corner.deep.gjk_calls + corner.deep.hull_calls + corner.deep.epa_calls;
	assert_true(searches > 0);
	// one mesh on another: pairs of triangles
	a = scene_at(cube, 0, (Real)0.999, 0);
	b = instance_local(floor);
	assert_true(count_work(&scene, &a, &b).pairs.pieces >= 2 * 8);
	mk_shape_release(floor);
	mk_shape_release(cube);
	mk_shape_release(box);
	scene_free(&scene);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_searches_on_meshes_are_counted),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
