// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "support/mixed_world.h"

#include "shape/convex.h"
#include "support/concave_make.h"
#include "support/random.h"
#include "support/shape_make.h"

Shape *random_any_shape(Rng *rng) {
	uint32_t kind = rng_below(rng, 24);
	if (kind == 0) {
		Vec3 normal = random_unit(rng);
		return mk_half_space_create((Plane){ normal, random_real(rng, -6, -4) }, NULL);
	}
	if (kind < 4) return random_mesh_shape(rng, kind == 1);
	if (kind < 7) return random_concave(rng);
	return make_shape(rng, convex_kind(rng), -1, 0.3);
}

Affine random_any_map(Rng *rng) {
	if (rng_below(rng, 3) == 0) return random_affine(rng, MIXED_REACH);
	return affine_from_transform(random_transform(rng, MIXED_REACH));
}

// Some have more shapes than the one that they are made with.
static void give_shapes(Rng *rng, WorldMake *make, WorldObject *object) {
	mk_world_remove(&make->world, object);
	object->layer = 1U << rng_below(rng, 4);
	object->name = 1 + (object->name * 37) % 1009;
	for (uint32_t more = rng_below(rng, 3); more > 0; more--) {
		ObjectShape shape = { .index = object->shapes.count, .local = random_affine(rng, 1) };
		shape.shape = make_shape(rng, convex_kind(rng), -1, 0.3);
		object_shape_array_push(&object->shapes, shape);
	}
	mk_world_add(&make->world, object);
}

static WorldObject *any_object(Rng *rng, WorldMake *make) {
	static const BodyMode modes[] = { BODY_STATIC, BODY_KINEMATIC, BODY_RIGID };
	Shape *shape = random_any_shape(rng);
	if (rng_below(rng, 4) == 0)
		return &make_area(make, shape, random_vec3(rng, MIXED_REACH))->object;
	bool is_plane = shape->kind == SHAPE_HALF_SPACE;
	BodyMode mode = is_plane ? BODY_STATIC : modes[rng_below(rng, 3)];
	MadeBody *made = make_body(make, mode, shape, transform_identity(), 100);
	mk_body_set_pose(&made->body, is_plane ? affine_identity() : random_any_map(rng));
	return &made->object;
}

static WorldObject *twin_of(WorldMake *make, const WorldObject *object) {
	Shape *shape = mk_shape_retain(object->shapes.data[0].shape);
	MadeBody *made = make_body(make, object->body->mode, shape, transform_identity(), 100);
	mk_body_set_pose(&made->body, object->body->pose);
	return &made->object;
}

WorldMake *make_mixed_world(Rng *rng, WorldObject *objects[MIXED_OBJECTS]) {
	WorldMake *make = world_make(1);
	for (uint32_t i = 0; i < MIXED_OBJECTS; i++) {
		bool is_twin = i > 0 && rng_below(rng, 3) == 0;
		objects[i] = is_twin ? twin_of(make, objects[i - 1]) : any_object(rng, make);
		give_shapes(rng, make, objects[i]);
	}
	return make;
}
