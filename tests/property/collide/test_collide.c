// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Manifolds of all pairs of convex kinds. Oracles: the separation of the pair by a tight search,
// supports along the manifold's normal, and nearest points of each shape.
//
// Bounds. The searches of a step stop 0.05 mm or a thousandth of the depth (0.1 m) from the truth,
// or a ten thousandth of the distance of the cores, which only the largest radii of sums make more
// (search_error); a face's normal may cost a tenth of the slop more; the deepest point is chosen to
// a fiftieth of the slop, and looked for to another. With slop <= 5 mm: depth_error = 0.1 + 0.5 +
// 0.1 + 0.1 mm, and a rest for rounding. Places come from clipping and are as good as their
// numbers, but for edges that are taken for parallel (sine 0.02) and points that are taken for one:
// half a millimetre, by measure. On curved surfaces a normal that is off moves the place by its
// angle times the radius.
#include "shape/hull_shape.h"
#include "support/collide_pair.h"
#include "support/property.h"
#include "support/random.h"
#include "support/shape_make.h"

static const Real depth_error = (Real)0.0009;
static const Real place_error = (Real)0.0005;

typedef struct RandomPair {
	Shape *shapes[2];
	ShapeInstance a;
	ShapeInstance b;
} RandomPair;

typedef struct PairMaker {
	bool is_affine;
	bool is_polytope; // boxes and hulls only
} PairMaker;

static ShapeInstance random_instance(Rng *rng, const Shape *shape, bool is_affine) {
	if (is_affine) return mk_instance(shape, random_affine(rng, 1));
	return instance_rigid(shape, random_transform(rng, 1));
}

// Two shapes from 0.1 to 1 m, up to 10 cm deep or a little beyond the margin.
static RandomPair make_pair(Rng *rng, PairMaker maker) {
	RandomPair pair;
	for (int i = 0; i < 2; i++) {
		ShapeKind kind = (ShapeKind)rng_below(rng, SHAPE_SEPARATION_RAY);
		if (maker.is_polytope) kind = rng_below(rng, 2) == 0 ? SHAPE_BOX : SHAPE_HULL;
		pair.shapes[i] = make_shape(rng, kind, -1, 0);
	}
	pair.a = random_instance(rng, pair.shapes[0], maker.is_affine);
	pair.b = random_instance(rng, pair.shapes[1], maker.is_affine);
	Real smaller = real_min(size_of(&pair.a), size_of(&pair.b));
	Real deep = real_min(smaller / 4, (Real)0.1);
	place_apart(&pair.a, &pair.b, random_real(rng, -(double)deep, 0.025));
	return pair;
}

static void free_pair(RandomPair *pair) {
	mk_shape_release(pair->shapes[0]);
	mk_shape_release(pair->shapes[1]);
}

static Real off_surface(const ShapeInstance *in, const ShapeInstance *origin, Vec3 p) {
	ShapeInstance near = *in;
	near.pose.origin = vec3_sub(in->pose.origin, origin->pose.origin);
	return vec3_distance(mk_instance_closest(&near, p).point, p);
}

// Points are off the surfaces by a fixed length, and by what the angle to the exact normal moves a
// place on a curved one, whose radius is like the size; by eight such lengths at most.
static Real place_allowed(const RandomPair *pair, Vec3 normal, Vec3 exact, Real place) {
	Real radii = size_of(&pair->a) + size_of(&pair->b);
	return real_min(place + vec3_distance(normal, exact) * radii, 8 * place);
}

// Round lines that lie along each other count as flat within a fifth of the slop, and so do balls
// that are ground to the other shape.
static Real flat_allowed(const RandomPair *pair, PairMaker maker) {
	bool is_sharp = maker.is_polytope && pair->shapes[0]->rounding == 0 &&
			pair->shapes[1]->rounding == 0;
	Real smaller = real_min(size_of(&pair->a), size_of(&pair->b));
	return is_sharp ? 0 : contact_slop(2 * smaller) / 5;
}

static void check_manifold(const RandomPair *pair, const Manifold *m, Real place) {
	assert_in_range(m->count, 1, MK_MANIFOLD_POINTS);
	check_near(vec3_length(m->normal), 1, 1e-5);
	for (uint32_t i = 0; i < m->count; i++) {
		assert_true(m->points[i].separation <= TEST_MARGIN + (Real)1e-6);
		assert_true(off_surface(&pair->a, &pair->a, on_a(m, i)) <= place);
		assert_true(off_surface(&pair->b, &pair->a, on_b(m, i)) <= place);
		for (uint32_t k = 0; k < i; k++)
			assert_true(m->points[i].id != m->points[k].id);
	}
}

static Real search_error(const RandomPair *pair) {
	return real_max((pair->a.rounding + pair->b.rounding) / 10000 - (Real)1e-4, 0);
}

static void check_pair(Rng *rng, PairMaker maker, Real place) {
	RandomPair pair = make_pair(rng, maker);
	Separation s = mk_separation(&pair.a, &pair.b);
	Collided c = collide_pair(&pair.a, &pair.b);
	if (s.distance <= TEST_MARGIN - depth_error) assert_true(c.hit);
	if (s.distance > TEST_MARGIN + depth_error) assert_false(c.hit);
	if (c.hit) {
		if (!maker.is_polytope) place = place_allowed(&pair, c.manifold.normal, s.normal, place);
		check_manifold(&pair, &c.manifold, place + flat_allowed(&pair, maker));
		Real along = apart_along(&pair.a, &pair.b, c.manifold.normal);
		// the normal is nearly as good as the best, and the deepest point is among the points
		assert_true(along >= s.distance - depth_error);
		check_near(deepest_of(&c.manifold), along, depth_error + search_error(&pair));
	}
	free_pair(&pair);
}

static void points_are_on_both_and_as_deep_as_the_pair(Rng *rng) {
	check_pair(rng, (PairMaker){ 0 }, place_error);
}
static void the_same_under_maps(Rng *rng) {
	// maps stretch by up to 4
	check_pair(rng, (PairMaker){ .is_affine = true }, 4 * place_error);
}
static void polytopes_have_exact_places(Rng *rng) {
	check_pair(rng, (PairMaker){ .is_polytope = true }, (Real)2e-4);
}

// B first: the same depth, the opposite normal; and for flat contacts the same places.
static void swapping_turns_the_manifold_round(Rng *rng) {
	RandomPair pair = make_pair(rng, (PairMaker){ 0 });
	Collided forward = collide_pair(&pair.a, &pair.b);
	Collided backward = collide_pair(&pair.b, &pair.a);
	Separation s = mk_separation(&pair.a, &pair.b);
	if (real_abs(s.distance - TEST_MARGIN) > depth_error) assert_true(forward.hit == backward.hit);
	if (forward.hit && backward.hit) {
		Vec3 n = vec3_negate(backward.manifold.normal);
		// both are within the bound of the best; where two directions are as good, either may win
		check_near(apart_along(&pair.a, &pair.b, forward.manifold.normal),
				apart_along(&pair.a, &pair.b, n), 2 * depth_error);
		check_near(deepest_of(&forward.manifold), deepest_of(&backward.manifold), 2 * depth_error);
	}
	free_pair(&pair);
}

// Both moved by one rigid motion, up to 100 m: the manifold moves along. Poses in single precision
// are off by 1e-5 m there.
static void a_common_motion_moves_the_manifold(Rng *rng) {
	RandomPair pair = make_pair(rng, (PairMaker){ 0 });
	Affine motion = affine_from_transform(random_transform(rng, 100));
	ShapeInstance a = pair.a;
	ShapeInstance b = pair.b;
	a.pose = affine_multiply(motion, a.pose);
	b.pose = affine_multiply(motion, b.pose);
	Collided before = collide_pair(&pair.a, &pair.b);
	Collided after = collide_pair(&a, &b);
	if (before.hit && after.hit) {
		check_near(deepest_of(&before.manifold), deepest_of(&after.manifold), 2 * depth_error);
		Vec3 n = mat3_apply(motion.linear, before.manifold.normal);
		check_near(apart_along(&a, &b, n), apart_along(&a, &b, after.manifold.normal),
				2 * depth_error);
	}
	free_pair(&pair);
}

// All sizes scaled by a power of two: shapes of millimetres and of hundreds of metres. Tolerances
// shrink with small shapes, as their slop does, and grow with nothing but depths and rounding.
static void a_scene_of_any_size_has_the_same_contacts(Rng *rng) {
	RandomPair pair = make_pair(rng, (PairMaker){ .is_polytope = rng_below(rng, 2) == 0 });
	Real distance = mk_separation(&pair.a, &pair.b).distance;
	Real scale = rng_below(rng, 2) == 0 ? (Real)0.0078125 : 128;
	Affine larger = { mat3_diagonal(vec3_splat(scale)), vec3_zero() };
	pair.a = mk_instance(pair.a.shape, affine_multiply(larger, pair.a.pose));
	pair.b = mk_instance(pair.b.shape, affine_multiply(larger, pair.b.pose));
	distance *= scale;
	Collided c = collide_pair(&pair.a, &pair.b);
	Real slop = contact_slop(real_min(size_of(&pair.a), size_of(&pair.b)));
	Real depth = slop / MK_CONTACT_SLOP * depth_error + real_abs(distance) / 1000;
	depth += search_error(&pair) + 4 * mk_difference(&pair.a, &pair.b).error;
	if (distance <= TEST_MARGIN - depth) {
		assert_true(c.hit);
		check_near(deepest_of(&c.manifold), distance, 2 * depth);
	}
	free_pair(&pair);
}

// Hulls of a metre that scale makes ones of millimetres: tolerances follow from what they are, not
// from what they were made of. The same is asked of hulls that are made so small.
static void scaled_shapes_are_ones_of_that_size(Rng *rng) {
	const Real scale = (Real)0.0078125;
	uint32_t count = 4 + rng_below(rng, 9);
	Vec3 points[2][12];
	for (uint32_t i = 0; i < count; i++) {
		points[0][i] = random_vec3(rng, 1);
		points[1][i] = vec3_scale(points[0][i], scale);
	}
	Affine pose = affine_from_transform(random_transform(rng, 0));
	pose.origin = vec3_scale(random_unit(rng), (Real)0.03);
	Real apart = -scale * random_real(rng, 0.01, 0.1);
	for (int i = 0; i < 2; i++) {
		Shape *hull = mk_hull_shape_create(&(HullShapeInput){ points[i], count, 0, 0 }, NULL);
		assert_non_null(hull);
		Affine map = { mat3_diagonal(vec3_splat(i == 0 ? scale : 1)), vec3_zero() };
		ShapeInstance a = mk_instance(hull, map);
		ShapeInstance b = mk_instance(hull, affine_multiply(pose, map));
		place_apart(&a, &b, apart);
		Collided c = collide_pair(&a, &b);
		assert_true(c.hit);
		// a face's normal may cost a tenth of the slop, the choice of points a fiftieth of that
		Real allowed = contact_slop(size_of(&b)) * (Real)0.102 + 4 * mk_difference(&a, &b).error;
		check_near(deepest_of(&c.manifold), mk_separation(&a, &b).distance, allowed);
		mk_shape_release(hull);
	}
}

#define PROPERTY_TEST(name, property, count, seed) \
	static void name(void **state) {               \
		(void)state;                               \
		for_all(property, cases(count), seed);     \
	}
PROPERTY_TEST(contacts_of_all_convex_pairs, points_are_on_both_and_as_deep_as_the_pair, 10000, 1)
PROPERTY_TEST(contacts_under_affine_maps, the_same_under_maps, 5000, 2)
PROPERTY_TEST(contacts_of_polytopes, polytopes_have_exact_places, 6000, 3)
PROPERTY_TEST(contacts_do_not_depend_on_the_order, swapping_turns_the_manifold_round, 4000, 4)
PROPERTY_TEST(contacts_move_with_the_pair, a_common_motion_moves_the_manifold, 4000, 5)
PROPERTY_TEST(contacts_of_all_sizes, a_scene_of_any_size_has_the_same_contacts, 4000, 6)
PROPERTY_TEST(contacts_of_scaled_shapes, scaled_shapes_are_ones_of_that_size, 3000, 7)

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(contacts_of_all_convex_pairs),
		cmocka_unit_test(contacts_under_affine_maps),
		cmocka_unit_test(contacts_of_polytopes),
		cmocka_unit_test(contacts_do_not_depend_on_the_order),
		cmocka_unit_test(contacts_move_with_the_pair),
		cmocka_unit_test(contacts_of_all_sizes),
		cmocka_unit_test(contacts_of_scaled_shapes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
