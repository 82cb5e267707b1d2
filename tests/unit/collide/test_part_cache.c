// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Leaves of compounds that move start from what they had in the last step.
#include "collide/part_cache.h"

#include "collide/concave_cache.h"
#include "math/trig.h"
#include "shape/compound.h"
#include "shape/convex.h"
#include "shape/hull_shape.h"
#include "support/contact_scene.h"
#include "support/random.h"

static const Real margin_of_all = (Real)0.02;

// A pair with a cache, and the same without.
typedef struct PartPair {
	ContactScene cached;
	ContactScene cold;
	PairCache cache;
	PairCounters counters;
	Shape *a;
	Shape *b;
} PartPair;

static PartPair make_pair(Shape *a, Shape *b) {
	PartPair pair = { .cache.concave = mk_concave_cache_create(), .a = a, .b = b };
	mk_concave_cache_reserve(pair.cache.concave, a, b);
	return pair;
}

static void free_pair(PartPair *pair) {
	mk_concave_cache_free(pair->cache.concave);
	scene_free(&pair->cached);
	scene_free(&pair->cold);
	mk_shape_release(pair->a);
	mk_shape_release(pair->b);
}

static void collide(PartPair *pair, const ShapeInstance *a, const ShapeInstance *b) {
	manifold_array_clear(&pair->cached.manifolds);
	mk_collide(&(CollideInput){ .a = a,
			.b = b,
			.margin = margin_of_all,
			.cache = &pair->cache,
			.counters = &pair->cached.counters,
			.pair_counters = &pair->counters,
			.scratch = &pair->cached.arena,
			.manifolds = &pair->cached.manifolds });
	scene_collide(&pair->cold, a, b, margin_of_all);
	scene_check(&pair->cached, margin_of_all);
}

static CompoundChild child_at(Shape *shape, Real x, Real y, Real z) {
	return (CompoundChild){ shape, { mat3_identity(), vec3(x, y, z) } };
}

// Four prisms with many corners side by side, each in a compound of its own.
static Shape *make_feet(uint32_t corners) {
	Vec3 points[32];
	for (uint32_t i = 0; i < 2 * corners; i++) {
		uint32_t corner = i / 2;
		Real angle = 2 * MK_PI * (Real)corner / (Real)corners;
		Vec3 p = vec3(real_cos(angle), i % 2 == 0 ? -1 : 1, real_sin(angle));
		points[i] = vec3_scale(p, (Real)0.25);
	}
	HullShapeInput hull = { .points = points, .count = 2 * corners };
	Shape *foot = mk_hull_shape_create(&hull, NULL);
	assert_non_null(foot);
	CompoundChild children[4];
	for (int i = 0; i < 4; i++) {
		CompoundChild one = child_at(foot, i % 2 == 0 ? -1 : 1, 0, i < 2 ? -1 : 1);
		children[i] = child_at(mk_compound_create(&one, 1, NULL), 0, 0, 0);
	}
	Shape *feet = mk_compound_create(children, 4, NULL);
	for (int i = 0; i < 4; i++)
		mk_shape_release(children[i].shape);
	mk_shape_release(foot);
	return feet;
}

static bool has_point(const ManifoldArray *list, uint32_t child, uint32_t id) {
	for (uint32_t i = 0; i < list->count; i++) {
		const Manifold *m = &list->data[i];
		for (uint32_t k = 0; m->child_a == child && k < m->count; k++) {
			if (m->points[k].id == id) return true;
		}
	}
	return false;
}

// How many points have names that their leaves did not have before.
static uint32_t count_new(const ManifoldArray *before, const ManifoldArray *now) {
	uint32_t count = 0;
	for (uint32_t i = 0; i < now->count; i++) {
		const Manifold *m = &now->data[i];
		for (uint32_t k = 0; k < m->count; k++)
			count += !has_point(before, m->child_a, m->points[k].id);
	}
	return count;
}

static void copy_to(ManifoldArray *list, const ManifoldArray *from) {
	manifold_array_clear(list);
	for (uint32_t i = 0; i < from->count; i++)
		manifold_array_push(list, from->data[i]);
}

typedef struct Slide {
	uint32_t new_cached; // points with new names
	uint32_t new_cold;
} Slide;

// Slides by 2 mm a step and trembles: too far for the whole pair to be found again.
static Slide slide(PartPair *pair, uint32_t steps) {
	Rng rng = { 3 };
	ManifoldArray cached = { 0 };
	ManifoldArray cold = { 0 };
	Slide result = { 0 };
	ShapeInstance b = instance_local(pair->b);
	for (uint32_t i = 0; i < steps; i++) {
		Vec3 axis = random_unit(&rng);
		Quat turn = quat_from_axis_angle(axis, (Real)rng_range(&rng, -2e-5, 2e-5));
		Vec3 place = vec3((Real)0.002 * (Real)i, (Real)0.249, 0);
		ShapeInstance a = instance_rigid(pair->a, (Transform){ turn, place });
		collide(pair, &a, &b);
		assert_int_equal(pair->cached.manifolds.count, 4);
		assert_int_equal(pair->cold.manifolds.count, 4);
		check_near(scene_deepest(&pair->cached), scene_deepest(&pair->cold), 1e-4);
		if (i > 0) {
			result.new_cached += count_new(&cached, &pair->cached.manifolds);
			result.new_cold += count_new(&cold, &pair->cold.manifolds);
		}
		copy_to(&cached, &pair->cached.manifolds);
		copy_to(&cold, &pair->cold.manifolds);
	}
	manifold_array_free(&cached);
	manifold_array_free(&cold);
	return result;
}

static void leaves_that_slide_start_where_they_were(void **state) {
	(void)state;
	enum { STEPS = 50 };
	Shape *slab = mk_box_create(vec3(9, 1, 9), NULL);
	CompoundChild one = child_at(slab, 0, -1, 0);
	PartPair pair = make_pair(make_feet(9), mk_compound_create(&one, 1, NULL));
	mk_shape_release(slab);
	Slide names = slide(&pair, STEPS);
	assert_int_equal(names.new_cached, 0);
	assert_true(names.new_cold > 0);
	// the pair is tested each time, its four leaves about every third time: 2 mm are little
	assert_true(pair.counters.tests < STEPS + 4 * STEPS / 2);
	assert_int_equal(pair.counters.tests + pair_hits(&pair.counters), STEPS + 4 * STEPS);
	free_pair(&pair);
}

static void leaves_on_a_mesh_keep_the_names_of_their_points(void **state) {
	(void)state;
	PartPair pair = make_pair(make_feet(9), scene_mesh(scene_floor(9, 3, 0, 0), false));
	Slide names = slide(&pair, 50);
	// edges of the floor pass by below
	assert_true(names.new_cold > 4 * names.new_cached);
	free_pair(&pair);
}

static void a_leaf_stays_on_the_side_that_it_came_from(void **state) {
	(void)state;
	// two balls, one of which is pressed through a floor without thickness by more than its radius
	Shape *ball = mk_sphere_create((Real)0.5, NULL);
	CompoundChild children[2] = { child_at(ball, -1, 0, 0), child_at(ball, 1, 0, 0) };
	PartPair pair = make_pair(mk_compound_create(children, 2, NULL),
			scene_mesh(scene_floor(8, 9, (Real)0.2, 2), true));
	mk_shape_release(ball);
	ShapeInstance b = instance_local(pair.b);
	for (int i = 0; i < 14; i++) {
		ShapeInstance a = scene_at(pair.a, 0, (Real)0.49 - (Real)0.05 * (Real)i, 0);
		collide(&pair, &a, &b);
		for (uint32_t k = 0; k < pair.cached.manifolds.count; k++)
			assert_true(pair.cached.manifolds.data[k].normal.y < 0);
		check_near(scene_deepest(&pair.cached), a.pose.origin.y - (Real)0.5, 1e-5);
	}
	// who knows nothing of it helps it through
	assert_true(scene_deepest_manifold(&pair.cold)->normal.y > 0);
	free_pair(&pair);
}

static void more_leaves_than_are_kept_are_found_all_the_same(void **state) {
	(void)state;
	enum { SIDE = 9 };
	Shape *box = mk_box_create(vec3_splat((Real)0.4), NULL);
	CompoundChild children[SIDE * SIDE];
	for (int i = 0; i < SIDE * SIDE; i++) {
		int row = i / SIDE - 4;
		children[i] = child_at(box, (Real)(i % SIDE - 4), 0, (Real)row);
	}
	PartPair pair = make_pair(
			mk_compound_create(children, SIDE * SIDE, NULL), mk_box_create(vec3(9, 1, 9), NULL));
	mk_shape_release(box);
	ShapeInstance b = scene_at(pair.b, 0, -1, 0);
	const PartCaches *parts = &pair.cache.concave->parts;
	for (int i = 0; i < 5; i++) {
		ShapeInstance a = scene_at(pair.a, (Real)0.01 * (Real)i, (Real)0.399, 0);
		collide(&pair, &a, &b);
		assert_int_equal(pair.cached.manifolds.count, SIDE * SIDE);
		assert_int_equal(parts->count, MK_PART_CACHES);
		assert_int_equal(parts->capacity, MK_PART_CACHES);
		for (uint32_t k = 0; k < SIDE * SIDE; k++) {
			const Manifold *m = &pair.cached.manifolds.data[k];
			assert_int_equal(m->child_a, pair.cold.manifolds.data[k].child_a);
			assert_int_equal(m->count, 4);
			check_near(m->points[0].separation, (Real)-0.001, 1e-5);
		}
	}
	// those that went away make room
	ShapeInstance a = scene_at(pair.a, 0, (Real)0.399, (Real)12.5);
	collide(&pair, &a, &b);
	assert_true(parts->count == pair.cold.manifolds.count && parts->count < MK_PART_CACHES);
	free_pair(&pair);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(leaves_that_slide_start_where_they_were),
		cmocka_unit_test(leaves_on_a_mesh_keep_the_names_of_their_points),
		cmocka_unit_test(a_leaf_stays_on_the_side_that_it_came_from),
		cmocka_unit_test(more_leaves_than_are_kept_are_found_all_the_same),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
