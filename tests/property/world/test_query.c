// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Questions to random worlds of all kinds of shapes under any maps, bodies and areas: the answers
// are those of a look at every shape, one after the other, with the functions of pairs; for any
// mask and filter, in the order of names, and cut at any number. Neither the trees nor what was in
// the world before have a say in them.
#include "world/query_shape.h"

#include "collide/overlap.h"
#include "shape/mesh.h"
#include "support/check.h"
#include "support/mixed_world.h"
#include "support/property.h"
#include "support/random.h"

#define QUESTIONS 6
#define MOST      256

static WorldObject *objects[MIXED_OBJECTS];

// What all questions have in common.
typedef struct Asked {
	uint32_t mask;
	QueryTargets targets;
	uint64_t divisor; // names that it divides are left out; 0: none
} Asked;

static Asked any_asked(Rng *rng) {
	uint32_t mask = rng_below(rng, 3) == 0 ? rng_below(rng, 16) : UINT32_MAX;
	QueryTargets targets = (QueryTargets)rng_below(rng, 3);
	return (Asked){ mask, targets, rng_below(rng, 2) == 0 ? 3 : 0 };
}

static bool is_asked(void *user, const WorldObject *object) {
	const Asked *asked = user;
	return asked->divisor == 0 || object->name % asked->divisor != 0;
}

// One shape of the world, as a look at all of them finds it.
typedef struct Piece {
	WorldObject *object;
	uint32_t shape_index;
	ShapeInstance instance;
} Piece;

typedef struct Pieces {
	Piece data[MOST];
	uint32_t count;
} Pieces;

static bool is_one_asked(const WorldObject *object, Asked *asked) {
	bool is_target = asked->targets == QUERY_BOTH ||
			object->is_area == (asked->targets == QUERY_AREAS);
	return is_target && (object->layer & asked->mask) && is_asked(asked, object);
}

static void insert(Pieces *pieces, Piece piece) {
	assert_true(pieces->count < MOST);
	uint32_t k = pieces->count++;
	for (; k > 0 && pieces->data[k - 1].object->name > piece.object->name; k--)
		pieces->data[k] = pieces->data[k - 1];
	pieces->data[k] = piece;
}

// All that may be an answer, by names and numbers of shapes.
static Pieces pieces_asked(Asked *asked) {
	Pieces pieces = { .count = 0 };
	for (uint32_t i = 0; i < MIXED_OBJECTS; i++) {
		WorldObject *object = objects[i];
		if (!is_one_asked(object, asked)) continue;
		for (uint32_t s = 0; s < object->shapes.count; s++) {
			const ObjectShape *shape = object->shapes.data + s;
			Affine pose = affine_multiply(object->body->pose, shape->local);
			insert(&pieces, (Piece){ object, shape->index, mk_instance(shape->shape, pose) });
		}
	}
	return pieces;
}

// What visitors are told.
typedef struct Told {
	Piece data[MOST];
	uint32_t count;
	uint32_t most;
} Told;

static bool tell(void *user, WorldObject *object, uint32_t shape_index) {
	Told *told = user;
	assert_true(told->count < told->most);
	told->data[told->count++] = (Piece){ .object = object, .shape_index = shape_index };
	return told->count < told->most;
}

static void check_told(const Told *told, const Pieces *expected) {
	uint32_t count = expected->count < told->most ? expected->count : told->most;
	assert_int_equal(told->count, count);
	for (uint32_t i = 0; i < count; i++) {
		assert_ptr_equal(told->data[i].object, expected->data[i].object);
		assert_int_equal(told->data[i].shape_index, expected->data[i].shape_index);
	}
}

static uint32_t any_most(Rng *rng) { return rng_below(rng, 2) == 0 ? MOST : 1 + rng_below(rng, 3); }

// How many questions had an answer, and how many were asked.
static uint32_t answers;
static uint32_t asks;

static void point_is_in_all_that_hold_it(Rng *rng) {
	WorldMake *make = make_mixed_world(rng, objects);
	for (uint32_t i = 0; i < QUESTIONS; i++) {
		Asked asked = any_asked(rng);
		Pieces all = pieces_asked(&asked);
		Vec3 point = random_vec3(rng, MIXED_REACH);
		if (all.count > 0 && rng_below(rng, 2) == 0)
			point = all.data[rng_below(rng, all.count)].instance.pose.origin;
		Pieces expected = { .count = 0 };
		for (uint32_t k = 0; k < all.count; k++) {
			ShapeKind kind = all.data[k].instance.shape->kind;
			bool is_surface = kind == SHAPE_MESH || kind == SHAPE_HEIGHT_FIELD;
			if (!is_surface && mk_instance_closest(&all.data[k].instance, point).is_inside)
				expected.data[expected.count++] = all.data[k];
		}
		Told told = { .most = any_most(rng) };
		WorldPoint query = { point, asked.mask, asked.targets, is_asked, &asked };
		mk_world_point(&make->world, &query, tell, &told);
		check_told(&told, &expected);
		asks++;
		answers += expected.count > 0;
	}
	world_make_free(make);
}

static ShapeRayHit ray_meets(const Piece *piece, const WorldRay *ray) {
	const Shape *shape = piece->instance.shape;
	if (shape->kind == SHAPE_SEPARATION_RAY) return (ShapeRayHit){ .hit.hit = false };
	bool is_one_sided = shape->kind == SHAPE_MESH && !((const MeshShape *)shape)->is_two_sided;
	ShapeRay query = { { ray->from, vec3_sub(ray->to, ray->from) }, { (Real)1e-30, 1 },
		ray->hits_back_faces && !is_one_sided ? RAY_SIDES_BOTH : RAY_SIDES_FRONT };
	ShapeRayHit found = mk_instance_ray(&piece->instance, &query);
	if (found.hit.started_inside && !ray->hits_from_inside) found.hit.hit = false;
	return found;
}

static void ray_meets_what_is_first_on_its_way(Rng *rng) {
	WorldMake *make = make_mixed_world(rng, objects);
	for (uint32_t i = 0; i < 2 * QUESTIONS; i++) {
		Asked asked = any_asked(rng);
		Pieces all = pieces_asked(&asked);
		WorldRay ray = {
			.mask = asked.mask, .targets = asked.targets, .filter = is_asked, .user = &asked
		};
		ray.from = random_vec3(rng, 2 * MIXED_REACH);
		ray.to = random_vec3(rng, 2 * MIXED_REACH);
		ray.hits_from_inside = rng_below(rng, 2) == 0;
		ray.hits_back_faces = rng_below(rng, 2) == 0;
		const Piece *first = NULL;
		ShapeRayHit best = { .hit.t = 2 };
		for (uint32_t k = 0; k < all.count; k++) {
			ShapeRayHit found = ray_meets(&all.data[k], &ray);
			if (!found.hit.hit || found.hit.t >= best.hit.t) continue;
			best = found;
			first = &all.data[k];
		}
		WorldRayHit hit = mk_world_ray(&make->world, &ray);
		assert_ptr_equal(hit.object, first == NULL ? NULL : first->object);
		asks++;
		if (first == NULL) continue;
		answers++;
		assert_int_equal(hit.shape_index, first->shape_index);
		check_near(hit.t, best.hit.t, 0);
		check_vec3(hit.normal, best.hit.normal, 0);
	}
	world_make_free(make);
}

// Asks with a shape of any kind, anywhere.
static WorldShape any_question(Rng *rng, const Shape *shape, Asked *asked) {
	ShapeInstance instance = mk_instance(shape, random_any_map(rng));
	if (rng_below(rng, 3) == 0) instance = instance_grow(instance, random_size(rng, -2, -1));
	return (WorldShape){ instance, asked->mask, asked->targets, is_asked, asked };
}

static void shape_overlaps_what_it_overlaps_one_by_one(Rng *rng) {
	WorldMake *make = make_mixed_world(rng, objects);
	for (uint32_t i = 0; i < QUESTIONS; i++) {
		Asked asked = any_asked(rng);
		Pieces all = pieces_asked(&asked);
		Shape *shape = random_any_shape(rng);
		WorldShape query = any_question(rng, shape, &asked);
		Pieces expected = { .count = 0 };
		for (uint32_t k = 0; k < all.count; k++)
			if (mk_overlap(&query.shape, &all.data[k].instance, NULL))
				expected.data[expected.count++] = all.data[k];
		Told told = { .most = any_most(rng) };
		mk_world_overlaps(&make->world, &query, tell, &told);
		check_told(&told, &expected);
		asks++;
		answers += expected.count > 0;
		mk_shape_release(shape);
	}
	world_make_free(make);
}

static Manifold *collide_one(const WorldShape *query, const Piece *piece, Real near, Arena *arena,
		ManifoldArray *manifolds) {
	manifold_array_clear(manifolds);
	mk_collide(&(CollideInput){ .a = &query->shape,
			.b = &piece->instance,
			.margin = near,
			.scratch = arena,
			.manifolds = manifolds });
	return manifolds->data;
}

static void check_contacts(const WorldContactArray *found, const WorldContactArray *expected) {
	assert_int_equal(found->count, expected->count);
	for (uint32_t i = 0; i < found->count; i++) {
		const WorldContact *a = found->data + i;
		const WorldContact *b = expected->data + i;
		assert_ptr_equal(a->object, b->object);
		assert_int_equal(a->shape_index, b->shape_index);
		check_near(a->separation, b->separation, 0);
		check_vec3(a->point, b->point, 0);
		check_vec3(a->normal, b->normal, 0);
	}
}

static void contacts_are_those_of_all_pairs(Rng *rng) {
	WorldMake *make = make_mixed_world(rng, objects);
	Arena arena = { 0 };
	ManifoldArray manifolds = { 0 };
	WorldContactArray found = { 0 };
	WorldContactArray expected = { 0 };
	for (uint32_t i = 0; i < QUESTIONS; i++) {
		Asked asked = any_asked(rng);
		Pieces all = pieces_asked(&asked);
		Shape *shape = random_any_shape(rng);
		WorldShape query = any_question(rng, shape, &asked);
		Real near = random_real(rng, 0, 0.1);
		world_contact_array_clear(&found);
		world_contact_array_clear(&expected);
		for (uint32_t k = 0; k < all.count; k++) {
			if (all.data[k].instance.shape->kind == SHAPE_SEPARATION_RAY) continue;
			const Manifold *m = collide_one(&query, &all.data[k], near, &arena, &manifolds);
			uint32_t first = expected.count;
			for (uint32_t n = 0; n < manifolds.count; n++)
				mk_world_contacts_add(&expected, &query.shape, m + n);
			for (; first < expected.count; first++) {
				expected.data[first].object = all.data[k].object;
				expected.data[first].shape_index = all.data[k].shape_index;
			}
		}
		mk_world_contacts(&make->world, &query, near, &found);
		mk_world_contacts_sort(&found);
		mk_world_contacts_sort(&expected);
		check_contacts(&found, &expected);
		asks++;
		answers += expected.count > 0;
		mk_shape_release(shape);
	}
	world_contact_array_free(&found);
	world_contact_array_free(&expected);
	manifold_array_free(&manifolds);
	mk_arena_free(&arena);
	world_make_free(make);
}

static void cast_meets_what_is_first_on_its_way(Rng *rng) {
	WorldMake *make = make_mixed_world(rng, objects);
	for (uint32_t i = 0; i < QUESTIONS; i++) {
		Asked asked = any_asked(rng);
		Pieces all = pieces_asked(&asked);
		Vec3 motion = random_sized(rng, -1, 1.5);
		Shape *shape = random_any_shape(rng);
		WorldCast cast = { .shape = any_question(rng, shape, &asked), .motion = motion };
		cast.blocks_overlaps = rng_below(rng, 2) == 0;
		const Piece *first = NULL;
		Real time = 2;
		for (uint32_t k = 0; k < all.count; k++) {
			if (all.data[k].instance.shape->kind == SHAPE_SEPARATION_RAY) continue;
			CastInput input = mk_world_cast_input(&cast, &all.data[k].instance, 1);
			CastResult result = mk_cast(&input);
			if (!cast_is_hit(&result) || result.time >= time) continue;
			time = result.time;
			first = &all.data[k];
		}
		WorldCastHit hit = mk_world_cast(&make->world, &cast);
		assert_ptr_equal(hit.object, first == NULL ? NULL : first->object);
		asks++;
		answers += first != NULL;
		if (first != NULL) {
			assert_int_equal(hit.shape_index, first->shape_index);
			check_near(hit.touch.time, time, 0);
		}
		mk_shape_release(shape);
	}
	world_make_free(make);
}

static void closest_point_is_that_of_the_nearest_shape(Rng *rng) {
	WorldMake *make = make_mixed_world(rng, objects);
	for (uint32_t i = 0; i < MIXED_OBJECTS; i++) {
		Vec3 point = random_vec3(rng, 2 * MIXED_REACH);
		Real least = MK_INFINITY;
		for (uint32_t s = 0; s < objects[i]->shapes.count; s++) {
			const ObjectShape *shape = objects[i]->shapes.data + s;
			Affine pose = affine_multiply(objects[i]->body->pose, shape->local);
			ShapeInstance instance = mk_instance(shape->shape, pose);
			Vec3 nearest = mk_instance_closest(&instance, point).point;
			least = real_min(least, vec3_distance(nearest, point));
		}
		Vec3 found = mk_world_closest(&make->world, objects[i], point);
		check_near(vec3_distance(found, point), least, 0);
		asks++;
		answers += least > 0;
	}
	world_make_free(make);
}

// Another past of the same world: all go, and come back in another order and from elsewhere.
static void shuffle(Rng *rng, WorldMake *make) {
	for (uint32_t i = 0; i < MIXED_OBJECTS; i++)
		mk_world_remove(&make->world, objects[i]);
	for (uint32_t i = MIXED_OBJECTS; i-- > 1;) {
		uint32_t k = rng_below(rng, i + 1);
		WorldObject *moved = objects[i];
		objects[i] = objects[k];
		objects[k] = moved;
	}
	for (uint32_t i = 0; i < MIXED_OBJECTS; i++) {
		// poses that are set again are rounded again
		const Body body = *objects[i]->body;
		mk_body_set_pose(objects[i]->body, random_any_map(rng));
		mk_world_add(&make->world, objects[i]);
		mk_world_sync(&make->world);
		*objects[i]->body = body;
		mk_world_change(&make->world, objects[i], OBJECT_POSE_CHANGED | OBJECT_SHAPES_CHANGED);
	}
}

// The answers to some questions, as they come: cut, and of several equally good ones.
typedef struct Answers {
	Told points;
	Told overlaps;
	WorldRayHit ray;
	WorldCastHit cast;
	WorldContactArray contacts;
} Answers;

static Answers ask_all(WorldMake *make, const WorldShape *query, Vec3 motion) {
	Answers got = { .points.most = 2, .overlaps.most = 3 };
	Vec3 from = query->shape.pose.origin;
	WorldPoint point = { from, query->mask, QUERY_BOTH, NULL, NULL };
	mk_world_point(&make->world, &point, tell, &got.points);
	mk_world_overlaps(&make->world, query, tell, &got.overlaps);
	WorldRay ray = { .from = from, .to = vec3_add(from, motion), .mask = query->mask };
	ray.targets = QUERY_BOTH;
	// where several shapes hold the start, all of them are met there
	ray.hits_from_inside = true;
	got.ray = mk_world_ray(&make->world, &ray);
	WorldCast cast = { *query, motion, false };
	got.cast = mk_world_cast(&make->world, &cast);
	mk_world_contacts(&make->world, query, (Real)0.05, &got.contacts);
	return got;
}

static void check_same(const Answers *a, const Answers *b) {
	assert_int_equal(a->points.count, b->points.count);
	for (uint32_t i = 0; i < a->points.count; i++)
		assert_ptr_equal(a->points.data[i].object, b->points.data[i].object);
	assert_int_equal(a->overlaps.count, b->overlaps.count);
	for (uint32_t i = 0; i < a->overlaps.count; i++)
		assert_ptr_equal(a->overlaps.data[i].object, b->overlaps.data[i].object);
	assert_ptr_equal(a->ray.object, b->ray.object);
	assert_int_equal(a->ray.shape_index, b->ray.shape_index);
	check_near(a->ray.t, b->ray.t, 0);
	assert_ptr_equal(a->cast.object, b->cast.object);
	assert_int_equal(a->cast.shape_index, b->cast.shape_index);
	check_near(a->cast.touch.time, b->cast.touch.time, 0);
	check_contacts(&a->contacts, &b->contacts);
}

static void answers_do_not_depend_on_the_past(Rng *rng) {
	WorldMake *make = make_mixed_world(rng, objects);
	Asked all = { UINT32_MAX, QUERY_BOTH, 0 };
	Shape *shapes[QUESTIONS];
	WorldShape queries[QUESTIONS];
	Vec3 motions[QUESTIONS];
	Answers before[QUESTIONS];
	for (uint32_t i = 0; i < QUESTIONS; i++) {
		shapes[i] = random_any_shape(rng);
		queries[i] = any_question(rng, shapes[i], &all);
		motions[i] = random_sized(rng, -1, 1);
		before[i] = ask_all(make, &queries[i], motions[i]);
	}
	shuffle(rng, make);
	for (uint32_t i = 0; i < QUESTIONS; i++) {
		Answers after = ask_all(make, &queries[i], motions[i]);
		check_same(&before[i], &after);
		asks++;
		answers += after.points.count > 1;
		world_contact_array_free(&before[i].contacts);
		world_contact_array_free(&after.contacts);
		mk_shape_release(shapes[i]);
	}
	world_make_free(make);
}

// A part of the questions must have an answer for a look at all shapes to say something.
static void run(Property *property, const char *name, uint32_t seed, uint32_t part) {
	answers = asks = 0;
	run_property(property, name, 40, seed);
	assert_true(answers * part > asks);
}

#define QUERY_TEST(property, seed, part)        \
	static void test_##property(void **state) { \
		(void)state;                            \
		run(property, #property, seed, part);   \
	}

QUERY_TEST(point_is_in_all_that_hold_it, 1, 3)
QUERY_TEST(ray_meets_what_is_first_on_its_way, 2, 3)
QUERY_TEST(shape_overlaps_what_it_overlaps_one_by_one, 3, 3)
QUERY_TEST(contacts_are_those_of_all_pairs, 4, 3)
QUERY_TEST(cast_meets_what_is_first_on_its_way, 5, 3)
QUERY_TEST(closest_point_is_that_of_the_nearest_shape, 6, 2)
QUERY_TEST(answers_do_not_depend_on_the_past, 7, 6)

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_point_is_in_all_that_hold_it),
		cmocka_unit_test(test_ray_meets_what_is_first_on_its_way),
		cmocka_unit_test(test_shape_overlaps_what_it_overlaps_one_by_one),
		cmocka_unit_test(test_contacts_are_those_of_all_pairs),
		cmocka_unit_test(test_cast_meets_what_is_first_on_its_way),
		cmocka_unit_test(test_closest_point_is_that_of_the_nearest_shape),
		cmocka_unit_test(test_answers_do_not_depend_on_the_past),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
