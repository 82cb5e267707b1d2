// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Pairs of concave shapes that hardly move get their contacts again.
#include "collide/concave_cache.h"

#include "math/trig.h"
#include "shape/compound.h"
#include "shape/convex.h"
#include "support/contact_scene.h"
#include "support/random.h"

static const Real margin_of_all = (Real)0.02;

// A pair with a cache, and the same without.
typedef struct CachedPair {
	ContactScene cached;
	ContactScene cold;
	PairCache cache;
	PairCounters counters;
	Shape *a;
	Shape *b;
} CachedPair;

static CachedPair make_pair(Shape *a, Shape *b) {
	CachedPair pair = { .cache.concave = mk_concave_cache_create(), .a = a, .b = b };
	mk_concave_cache_reserve(pair.cache.concave, a, b);
	return pair;
}

static void free_pair(CachedPair *pair) {
	mk_concave_cache_free(pair->cache.concave);
	scene_free(&pair->cached);
	scene_free(&pair->cold);
	mk_shape_release(pair->a);
	mk_shape_release(pair->b);
}

static void collide(CachedPair *pair, const ShapeInstance *a, const ShapeInstance *b) {
	manifold_array_clear(&pair->cached.manifolds);
	mk_collide(&(CollideInput){ .a = a,
			.b = b,
			.margin = margin_of_all,
			.cache = &pair->cache,
			.pair_counters = &pair->counters,
			.scratch = &pair->cached.arena,
			.manifolds = &pair->cached.manifolds });
	scene_collide(&pair->cold, a, b, margin_of_all);
}

static Shape *make_floor_mesh(void) { return scene_mesh(scene_floor(8, 30, (Real)0.24, 5), false); }

static void check_same(const Manifold *a, const Manifold *b) {
	check_vec3(a->normal, b->normal, 0);
	assert_int_equal(a->count, b->count);
	for (uint32_t i = 0; i < a->count; i++) {
		check_vec3(a->points[i].position, b->points[i].position, 0);
		check_near(a->points[i].separation, b->points[i].separation, 0);
		assert_int_equal(a->points[i].id, b->points[i].id);
	}
}

static void a_pair_at_rest_is_copied(void **state) {
	(void)state;
	CachedPair pair = make_pair(mk_box_create(vec3_splat((Real)0.5), NULL), make_floor_mesh());
	ShapeInstance a = scene_at(pair.a, (Real)0.1, (Real)0.499, (Real)0.2);
	ShapeInstance b = instance_local(pair.b);
	for (int i = 0; i < 5; i++) {
		collide(&pair, &a, &b);
		assert_int_equal(pair.cached.manifolds.count, 1);
		check_same(pair.cached.manifolds.data, pair.cold.manifolds.data);
	}
	assert_int_equal(pair.counters.tests, 1);
	assert_int_equal(pair.counters.copies, 4);
	// with a larger margin there may be more
	manifold_array_clear(&pair.cached.manifolds);
	CollideInput wider = { .a = &a, .b = &b, .margin = 2 * margin_of_all, .cache = &pair.cache };
	wider.pair_counters = &pair.counters;
	wider.scratch = &pair.cached.arena;
	wider.manifolds = &pair.cached.manifolds;
	mk_collide(&wider);
	assert_int_equal(pair.counters.tests, 2);
	free_pair(&pair);
}

static void a_pair_that_creeps_is_refreshed_and_tested_again(void **state) {
	(void)state;
	CachedPair pair = make_pair(mk_box_create(vec3_splat((Real)0.5), NULL), make_floor_mesh());
	ShapeInstance b = instance_local(pair.b);
	// a tenth of a millimetre each time: a quarter of the slop holds for twelve of them
	for (int i = 0; i < 27; i++) {
		Real moved = (Real)0.0001 * (Real)i;
		ShapeInstance a = scene_at(pair.a, moved, (Real)0.499 - moved / 10, 0);
		collide(&pair, &a, &b);
		assert_int_equal(pair.cached.manifolds.data[0].count, 4);
		for (int k = 0; k < 4; k++) {
			check_near(pair.cached.manifolds.data[0].points[k].separation,
					(Real)-0.001 - moved / 10, 1e-5);
		}
	}
	assert_int_equal(pair.counters.tests, 3);
	assert_int_equal(pair.counters.refreshes, 24);
	free_pair(&pair);
}

// Walks at random in small steps; what is found again is as deep as what a full test
// finds, within half of the slop.
static void check_walk(CachedPair *pair, Transform start, Transform base, double step) {
	Rng rng = { 7 };
	for (int i = 0; i < 200; i++) {
		Vec3 turn = random_vec3(&rng, (double)step);
		start.position = vec3_add(start.position, random_vec3(&rng, (double)step));
		start.rotation = quat_normalize(quat_multiply(
				quat_from_axis_angle(random_unit(&rng), vec3_length(turn)), start.rotation));
		// both may move together, as a train does with what is in it
		base.position = vec3_add(base.position, vec3((Real)0.1, 0, 0));
		ShapeInstance a = instance_rigid(pair->a, transform_multiply(base, start));
		ShapeInstance b = instance_rigid(pair->b, base);
		collide(pair, &a, &b);
		scene_check(&pair->cached, margin_of_all);
		Real found = real_min(scene_deepest(&pair->cached), margin_of_all);
		Real truth = real_min(scene_deepest(&pair->cold), margin_of_all);
		check_near(found, truth, (double)MK_CONTACT_SLOP / 2);
	}
	assert_true(pair->counters.refreshes > 50);
	assert_true(pair->counters.tests > 5);
}

static Transform at_height(Real height) {
	return (Transform){ quat_identity(), vec3(0, height, 0) };
}

static void walks_are_followed_within_half_a_slop(void **state) {
	(void)state;
	Transform turned = { quat_from_axis_angle(vec3(1, 2, 3), 1), vec3(5, 6, 7) };
	CachedPair box = make_pair(mk_box_create(vec3_splat((Real)0.5), NULL), make_floor_mesh());
	check_walk(&box, at_height((Real)0.5), turned, 0.0002);
	free_pair(&box);
	TestMesh round = mesh_make_ball(9, 18);
	CachedPair meshes = make_pair(scene_mesh(round, false), make_floor_mesh());
	check_walk(&meshes, at_height(1), turned, 0.0002);
	free_pair(&meshes);
	Shape *ball = mk_sphere_create((Real)0.5, NULL);
	CompoundChild children[2] = { { ball, { mat3_identity(), vec3(-1, 0, 0) } },
		{ ball, { mat3_identity(), vec3(1, 0, 0) } } };
	CachedPair dumbbell = make_pair(mk_compound_create(children, 2, NULL), make_floor_mesh());
	mk_shape_release(ball);
	check_walk(&dumbbell, at_height((Real)0.5), turned, 0.0002);
	free_pair(&dumbbell);
}

static void a_scaled_mesh_is_seen_from_outside(void **state) {
	(void)state;
	CachedPair pair = make_pair(mk_sphere_create((Real)0.5, NULL), make_floor_mesh());
	ShapeInstance b = mk_instance(pair.b, (Affine){ mat3_diagonal(vec3(3, 1, 2)), vec3(1, 2, 3) });
	for (int i = 0; i < 10; i++) {
		ShapeInstance a = scene_at(pair.a, 1, (Real)2.499 - (Real)0.0001 * (Real)i, 3);
		collide(&pair, &a, &b);
		check_near(scene_deepest(&pair.cached), scene_deepest(&pair.cold), 1e-6);
	}
	assert_int_equal(pair.counters.tests, 1);
	// a map that flattens cannot be followed
	b = mk_instance(pair.b, (Affine){ mat3_diagonal(vec3(1, 0, 1)), vec3(1, 2, 3) });
	ShapeInstance a = scene_at(pair.a, 1, (Real)2.499, 3);
	collide(&pair, &a, &b);
	b.pose.linear.x.y = (Real)1e-5;
	collide(&pair, &a, &b);
	assert_int_equal(pair.counters.tests, 3);
	free_pair(&pair);
}

static void a_cleared_cache_knows_nothing(void **state) {
	(void)state;
	CachedPair pair = make_pair(mk_sphere_create((Real)0.5, NULL), make_floor_mesh());
	ShapeInstance a = scene_at(pair.a, 0, (Real)0.499, 0);
	ShapeInstance b = instance_local(pair.b);
	collide(&pair, &a, &b);
	mk_concave_cache_clear(pair.cache.concave);
	mk_arena_reset(&pair.cached.arena);
	mk_arena_reset(&pair.cold.arena);
	uint64_t before = mk_alloc_stats().total;
	collide(&pair, &a, &b);
	assert_int_equal(pair.counters.tests, 2);
	assert_true(mk_alloc_stats().total == before);
	mk_concave_cache_free(NULL);
	free_pair(&pair);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_pair_at_rest_is_copied),
		cmocka_unit_test(a_pair_that_creeps_is_refreshed_and_tested_again),
		cmocka_unit_test(walks_are_followed_within_half_a_slop),
		cmocka_unit_test(a_scaled_mesh_is_seen_from_outside),
		cmocka_unit_test(a_cleared_cache_knows_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
