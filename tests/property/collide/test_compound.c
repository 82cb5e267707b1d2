// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A compound meets another shape as its leaves do one by one, however they are nested and mapped.
#include "shape/compound.h"
#include "shape/convex.h"
#include "support/budget.h"
#include "support/contact_scene.h"
#include "support/property.h"
#include "support/random.h"
#include "support/shape_make.h"

enum { DEPTH = 3, MOST_LEAVES = 4 * 4 * 4 };

// A leaf, and the maps that lead to it from the outermost one on.
typedef struct Leaf {
	Shape *shape; // held by the compound
	Affine maps[DEPTH];
	uint32_t depth;
} Leaf;

// The leaves of a compound in the order of their numbers.
typedef struct Flat {
	Leaf leaves[MOST_LEAVES];
	uint32_t count;
} Flat;

static Shape *make_leaf(Rng *rng) {
	if (rng_below(rng, 5) == 0) return scene_mesh(mesh_make_ball(4, 7), false);
	ShapeKind kind = convex_kind(rng);
	return make_shape(rng, kind == SHAPE_SEPARATION_RAY ? SHAPE_BOX : kind, -0.7, 0);
}

static Affine child_pose(Rng *rng) {
	Affine pose = affine_from_transform(random_transform(rng, 2));
	if (rng_below(rng, 3) == 0) pose.linear = random_affine(rng, 0).linear;
	return pose;
}

// Up to four children, some of which are compounds; `path` leads to this one.
static Shape *make_nested(Rng *rng, Leaf path, Flat *flat) {
	CompoundChild children[4];
	uint32_t count = 1 + rng_below(rng, 4);
	for (uint32_t i = 0; i < count; i++) {
		Leaf child = path;
		child.maps[child.depth++] = children[i].pose = child_pose(rng);
		if (child.depth < DEPTH && rng_below(rng, 2) == 0) {
			children[i].shape = make_nested(rng, child, flat);
		} else {
			child.shape = children[i].shape = make_leaf(rng);
			flat->leaves[flat->count++] = child;
		}
	}
	Shape *compound = mk_compound_create(children, count, NULL);
	assert_non_null(compound);
	for (uint32_t i = 0; i < count; i++)
		mk_shape_release(children[i].shape);
	return compound;
}

// A leaf where its compound is, by the same products in the same order.
static ShapeInstance leaf_instance(const ShapeInstance *compound, const Leaf *leaf) {
	Affine pose = compound->pose;
	for (uint32_t i = 0; i < leaf->depth; i++)
		pose = affine_multiply(pose, leaf->maps[i]);
	return instance_grow(mk_instance(leaf->shape, pose), compound->margin);
}

static void check_same(const Manifold *found, const Manifold *expected) {
	check_vec3(found->normal, expected->normal, 0);
	assert_int_equal(found->count, expected->count);
	for (uint32_t i = 0; i < found->count; i++) {
		assert_int_equal(found->points[i].id, expected->points[i].id);
		assert_true(found->points[i].separation == expected->points[i].separation);
	}
}

// The manifolds of a leaf in the whole are those that it has alone.
static void check_leaf(
		const ContactScene *whole, const ContactScene *alone, bool is_a, uint32_t leaf) {
	uint32_t count = 0;
	for (uint32_t i = 0; i < whole->manifolds.count; i++) {
		const Manifold *m = &whole->manifolds.data[i];
		if ((is_a ? m->child_a : m->child_b) != leaf) continue;
		assert_true(count < alone->manifolds.count);
		check_same(m, &alone->manifolds.data[count++]);
	}
	assert_int_equal(count, alone->manifolds.count);
}

static void compound_is_its_parts(Rng *rng) {
	const Real margin = (Real)0.05;
	ContactScene whole = { 0 };
	ContactScene alone = { 0 };
	Flat flat = { .count = 0 };
	Shape *compound = make_nested(rng, (Leaf){ .depth = 0 }, &flat);
	Shape *other = make_leaf(rng);
	for (int i = 0; i < 6; i++) {
		ShapeInstance b = mk_instance(compound, affine_from_transform(random_transform(rng, 3)));
		b = instance_grow(b, i % 2 == 0 ? 0 : (Real)0.03);
		// at the origin, so that differences of places are what they are in the pair
		ShapeInstance a = instance_rigid(other, (Transform){ random_quat(rng), vec3_zero() });
		bool is_a = i >= 3;
		scene_collide(&whole, is_a ? &b : &a, is_a ? &a : &b, margin);
		scene_check(&whole, margin);
		for (uint32_t k = 0; k < flat.count; k++) {
			ShapeInstance leaf = leaf_instance(&b, &flat.leaves[k]);
			scene_collide(&alone, &a, &leaf, margin);
			for (uint32_t j = 0; is_a && j < alone.manifolds.count; j++) {
				Manifold *m = &alone.manifolds.data[j];
				m->normal = vec3_negate(m->normal);
			}
			check_leaf(&whole, &alone, is_a, k);
		}
	}
	mk_shape_release(compound);
	mk_shape_release(other);
	scene_free(&whole);
	scene_free(&alone);
}

static void a_compound_is_its_parts(void **state) {
	(void)state;
	for_all(compound_is_its_parts, pick_count(250, 25), 1);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_compound_is_its_parts),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
