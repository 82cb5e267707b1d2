// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "world/query_shape.h"

#include "collide/overlap.h"
#include "world/parts.h"
#include "world/query_list.h"

// How near to the touch a cast ends, m: a tenth of what counts as touching.
#define MK_QUERY_TOLERANCE (MK_CAST_TOUCH / 10)

static bool is_wanted(const WorldShape *query, const Collider *collider) {
	const WorldObject *object = collider->object;
	return (object->layer & query->mask) != 0 &&
			(query->filter == NULL || query->filter(query->user, object));
}

// The colliders whose boxes touch the box of a question.
static QueryList find_near(World *world, const WorldShape *query, Real reach) {
	mk_world_sync(world);
	QueryList list = { world, query->mask, query->targets, query->filter, query->user, { 0 } };
	if (affine_is_finite(query->shape.pose))
		mk_query_list_fill(&list, aabb_grow(mk_instance_bounds(&query->shape), reach));
	return list;
}

void mk_world_overlaps(World *world, const WorldShape *query, PointVisitor *visit, void *user) {
	QueryList list = find_near(world, query, 0);
	for (uint32_t i = 0; i < list.found.count; i++) {
		const Collider *collider = world_collider(world, list.found.data[i]);
		if (!mk_overlap(&query->shape, &collider->instance, NULL)) continue;
		if (!visit(user, collider->object, collider->shape_index)) break;
	}
	mk_query_list_end(&list);
}

// Numbers of patches go through all colliders of one question.
void mk_world_contacts_add(
		WorldContactArray *contacts, const ShapeInstance *own, const Manifold *manifold) {
	uint32_t count = contacts->count;
	uint32_t patch = count > 0 ? contacts->data[count - 1].patch + 1 : 0;
	for (uint32_t i = 0; i < manifold->count; i++) {
		const ContactPoint *p = &manifold->points[i];
		Vec3 middle = vec3_add(own->pose.origin, p->position);
		*world_contact_array_add(contacts) = (WorldContact){
			.patch = patch,
			.own_point = vec3_add_scaled(middle, manifold->normal, -p->separation / 2),
			.point = vec3_add_scaled(middle, manifold->normal, p->separation / 2),
			.normal = vec3_negate(manifold->normal),
			.separation = p->separation,
		};
	}
}

static void collide(World *world, const WorldShape *query, const Collider *collider, Real reach,
		WorldContactArray *out) {
	// the memory of a worker: nothing in it outlives a step, and none is running
	WorldWorker *worker = world->workers;
	manifold_array_clear(&worker->manifolds);
	mk_collide(&(CollideInput){
			.a = &query->shape,
			.b = &collider->instance,
			.margin = reach,
			.scratch = &worker->arena,
			.manifolds = &worker->manifolds,
	});
	uint32_t first = out->count;
	for (uint32_t i = 0; i < worker->manifolds.count; i++)
		mk_world_contacts_add(out, &query->shape, &worker->manifolds.data[i]);
	for (uint32_t i = first; i < out->count; i++) {
		out->data[i].object = collider->object;
		out->data[i].shape_index = collider->shape_index;
	}
}

void mk_world_contacts(
		World *world, const WorldShape *query, Real reach, WorldContactArray *contacts) {
	QueryList list = find_near(world, query, reach);
	for (uint32_t i = 0; i < list.found.count; i++) {
		const Collider *collider = world_collider(world, list.found.data[i]);
		if (collider->instance.shape->kind == SHAPE_SEPARATION_RAY) continue;
		collide(world, query, collider, reach, contacts);
	}
	mk_query_list_end(&list);
}

static uint64_t name_of(const WorldContact *contact) {
	return contact->soft != NULL ? contact->soft->name : contact->object->name;
}

static bool is_deeper(const WorldContact *a, const WorldContact *b) {
	if (a->separation != b->separation) return a->separation < b->separation;
	if (name_of(a) != name_of(b)) return name_of(a) < name_of(b);
	if (a->shape_index != b->shape_index) return a->shape_index < b->shape_index;
	if (a->face != b->face) return a->face < b->face;
	return a->own_index < b->own_index;
}

void mk_world_contacts_sort(WorldContactArray *contacts) {
	WorldContact *data = contacts->data;
	for (uint32_t i = 1; i < contacts->count; i++) {
		WorldContact moved = data[i];
		uint32_t k = i;
		for (; k > 0 && is_deeper(&moved, &data[k - 1]); k--)
			data[k] = data[k - 1];
		data[k] = moved;
	}
}

Vec3 mk_world_velocity_at(const WorldObject *object, Vec3 point) {
	return body_velocity_at(object->body, vec3_sub(point, object->body->pose.origin));
}

typedef struct CastSearch {
	World *world;
	const WorldCast *cast;
	WorldCastHit best;
	uint32_t best_collider;
} CastSearch;

static bool is_sooner(const CastSearch *search, Real time, uint32_t collider) {
	if (search->best.object == NULL || time < search->best.touch.time) return true;
	return time == search->best.touch.time &&
			mk_collider_is_before(search->world, collider, search->best_collider);
}

CastInput mk_world_cast_input(const WorldCast *cast, const ShapeInstance *other, Real max_time) {
	CastInput input = cast_input(&cast->shape.shape, other, cast->motion);
	input.max_time = max_time;
	input.tolerance = MK_QUERY_TOLERANCE;
	input.wants_depth = true;
	input.skips_parting = true;
	input.skips_overlaps = !cast->blocks_overlaps;
	return input;
}

bool mk_world_cast_is_usable(const WorldCast *cast) {
	return vec3_is_finite(cast->motion) && !vec3_equals(cast->motion, vec3_zero()) &&
			affine_is_finite(cast->shape.shape.pose);
}

static Real cast_collider(CastSearch *search, uint32_t index, Real max_time) {
	const WorldCast *cast = search->cast;
	const Collider *collider = world_collider(search->world, index);
	if (collider->instance.shape->kind == SHAPE_SEPARATION_RAY) return max_time;
	if (!is_wanted(&cast->shape, collider)) return max_time;
	// what is as near as the best is still found, although times are rounded down
	Real end = real_min(1, max_time * (1 + 4 * MK_EPSILON));
	CastInput input = mk_world_cast_input(cast, &collider->instance, end);
	CastResult touch = mk_cast(&input);
	if (!cast_is_hit(&touch) || !is_sooner(search, touch.time, index)) return max_time;
	search->best = (WorldCastHit){
		.object = collider->object, .shape_index = collider->shape_index, .touch = touch
	};
	search->best_collider = index;
	return touch.time;
}

static Real visit_cast(void *context, uint32_t id, uint32_t index, Real max_t) {
	(void)id;
	return cast_collider(context, index, max_t);
}

// Shapes without bounds, and ways too long for a tree, meet everything.
static void cast_at_all(CastSearch *search) {
	Real max_time = 1;
	for (uint32_t i = 0; i < search->world->colliders.count; i++) {
		const Collider *collider = world_collider(search->world, i);
		if (collider->object == NULL) continue;
		if (query_has_tree(search->cast->shape.targets, collider->tree))
			max_time = cast_collider(search, i, max_time);
	}
}

WorldCastHit mk_world_cast(World *world, const WorldCast *cast) {
	mk_world_sync(world);
	CastSearch search = { .world = world, .cast = cast };
	if (!mk_world_cast_is_usable(cast)) return search.best;
	Aabb box = mk_instance_bounds(&cast->shape.shape);
	BoxCast way = { aabb_center(box), cast->motion, aabb_half_extents(box), 1 };
	if (!box_cast_is_valid(&way)) {
		cast_at_all(&search);
		return search.best;
	}
	CastTest test = cast_test(&way);
	for (uint32_t t = 0; t < TREE_COUNT; t++)
		if (query_has_tree(cast->shape.targets, t))
			mk_bvh_cast_on(world->trees + t, &test, LEAF_ANY, visit_cast, &search);
	return search.best;
}
