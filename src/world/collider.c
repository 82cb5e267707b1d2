// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "world/sweep.h"

// Boxes in the trees are larger than their contents by this, m: so much a body can move
// before the trees need to know. An eighth of its size, at most: small things must not
// have large neighbourhoods.
#define MK_BOX_MARGIN      ((Real)0.05)
#define MK_BOX_MARGIN_PART ((Real)0.125)

static ColliderTree tree_of(const WorldObject *object) {
	if (object->is_area) return TREE_AREA;
	return object->body->mode == BODY_STATIC ? TREE_STATIC : TREE_MOVING;
}

// The margin for contacts belongs to the box: pairs must be found before they touch. What is so far
// away or so large that its bounds are no numbers meets nothing.
static Aabb contact_box(const World *world, const Collider *collider) {
	Aabb box = aabb_grow(mk_instance_bounds(&collider->instance), world->settings.contact_margin);
	return aabb_has_nan(box) ? aabb_empty() : box;
}

static Real box_margin(const Collider *collider, Aabb box) {
	if (collider->tree != TREE_MOVING || aabb_is_empty(box)) return 0;
	return real_min(MK_BOX_MARGIN, MK_BOX_MARGIN_PART * vec3_max_element(aabb_half_extents(box)));
}

// Moving bodies get room ahead for as many steps, but at most for half of their size: bullets
// would meet all that is near their way. One that nothing touches goes on as it does, and has
// few neighbours: twice that.
#define MK_STEPS_AHEAD ((Real)4)

// The box of a collider with room to move in.
static Aabb roomy_box(const Collider *collider, Vec3 motion) {
	Aabb box = aabb_grow(collider->box, box_margin(collider, collider->box));
	if (collider->tree != TREE_MOVING || aabb_is_empty(box)) return box;
	Real more = collider->object->is_free ? 2 : 1;
	Vec3 most = vec3_scale(aabb_half_extents(collider->box), more);
	Vec3 ahead = vec3_scale(motion, more * MK_STEPS_AHEAD);
	ahead = vec3_clamp(ahead, vec3_negate(most), most);
	return (Aabb){ vec3_add(box.min, vec3_min(ahead, vec3_zero())),
		vec3_add(box.max, vec3_max(ahead, vec3_zero())) };
}

static void mark_moved(World *world, uint32_t index) {
	Collider *collider = world_collider(world, index);
	mk_area_mark_moved(world, index);
	if (collider->is_moved) return;
	collider->is_moved = true;
	number_array_push(&world->moved, index);
}

void mk_world_mark_moved(World *world, const WorldObject *object) {
	for (uint32_t i = 0; i < object->colliders.count; i++)
		mark_moved(world, object->colliders.data[i]);
}

static uint32_t take_collider(World *world) {
	uint32_t index = world->free_collider;
	if (index == MK_WORLD_NONE) {
		index = world->colliders.count;
		collider_array_add(&world->colliders);
	} else {
		world->free_collider = world->colliders.data[index].leaf;
	}
	return index;
}

static void make_collider(World *world, WorldObject *object, const ObjectShape *shape) {
	uint32_t index = take_collider(world);
	Collider *collider = world_collider(world, index);
	*collider = (Collider){
		.object = object,
		.shape_index = shape->index,
		.tree = tree_of(object),
		// it may still be in the lists from its last life
		.is_moved = collider->is_moved,
		.is_area_due = collider->is_area_due,
		.instance = mk_instance(shape->shape, affine_multiply(object->body->pose, shape->local)),
	};
	mk_collider_set_local(collider, shape->local);
	collider->box = contact_box(world, collider);
	Bvh *tree = world->trees + collider->tree;
	Aabb box = roomy_box(collider, vec3_zero());
	uint32_t mask = object->body->mode == BODY_KINEMATIC ? LEAF_ANY | LEAF_DRIVEN : LEAF_ANY;
	collider->leaf = mk_bvh_insert(tree, box, index, mask);
	mk_world_note_room(world, collider);
	number_array_push(&object->colliders, index);
	mark_moved(world, index);
}

void mk_world_make_colliders(World *world, WorldObject *object) {
	for (uint32_t i = 0; i < object->shapes.count; i++)
		if (object->shapes.data[i].shape != NULL)
			make_collider(world, object, object->shapes.data + i);
	mk_object_measure(world, object);
}

void mk_world_drop_colliders(World *world, WorldObject *object) {
	mk_contact_destroy_all(world, object);
	mk_overlap_destroy_all(world, object);
	for (uint32_t i = 0; i < object->colliders.count; i++) {
		uint32_t index = object->colliders.data[i];
		Collider *collider = world_collider(world, index);
		mk_bvh_remove(world->trees + collider->tree, collider->leaf);
		collider->object = NULL;
		collider->leaf = world->free_collider;
		world->free_collider = index;
	}
	number_array_clear(&object->colliders);
}

void mk_world_note_room(const World *world, Collider *collider) {
	collider->room = bvh_box(world->trees + collider->tree, collider->leaf);
}

void mk_collider_set_local(Collider *collider, Affine local) {
	const Affine plain = affine_identity();
	collider->local = local;
	collider->is_plain = vec3_equals(local.linear.x, plain.linear.x) &&
			vec3_equals(local.linear.y, plain.linear.y) &&
			vec3_equals(local.linear.z, plain.linear.z) && vec3_equals(local.origin, plain.origin);
}

void mk_world_pose_collider(const World *world, Collider *collider) {
	const Affine *pose = &collider->object->body->pose;
	collider->instance.pose = collider->is_plain ? *pose : affine_multiply(*pose, collider->local);
	collider->box = contact_box(world, collider);
}

// What the room of a collider must hold: its box, and that of the next step if contacts of it begin
// before its way (narrowphase.c).
static Aabb box_to_hold(const Collider *collider) {
	const WorldObject *object = collider->object;
	if (object->first_joint == NULL || !object->sweep.is_fast) return collider->box;
	return aabb_sweep(collider->box, mk_object_motion(object));
}

bool mk_world_pose_colliders(const World *world, const WorldObject *object) {
	bool has_left = false;
	for (uint32_t i = 0; i < object->colliders.count; i++) {
		Collider *collider = world_collider(world, object->colliders.data[i]);
		mk_world_pose_collider(world, collider);
		collider->has_left = !aabb_contains(collider->room, aabb_storable(box_to_hold(collider)));
		has_left |= collider->has_left;
	}
	return has_left;
}

void mk_world_box_colliders(World *world, const WorldObject *object, bool is_jump) {
	for (uint32_t i = 0; i < object->colliders.count; i++) {
		uint32_t index = object->colliders.data[i];
		Collider *collider = world_collider(world, index);
		if (!is_jump && !collider->has_left) continue;
		Bvh *tree = world->trees + collider->tree;
		Aabb box = roomy_box(collider, is_jump ? vec3_zero() : mk_object_motion(object));
		if (is_jump) {
			mk_bvh_place(tree, collider->leaf, box);
		} else {
			mk_bvh_shift(tree, collider->leaf, box);
		}
		mk_world_note_room(world, collider);
		mark_moved(world, index);
	}
}
