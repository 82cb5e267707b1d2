// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "world/query.h"

#include "shape/height_field.h"
#include "shape/mesh.h"
#include "world/parts.h"
#include "world/query_list.h"

typedef struct RaySearch {
	const World *world;
	const WorldRay *ray;
	Vec3 way;
	WorldRayHit best;
	uint32_t best_collider;
} RaySearch;

// Which sides of a shape's triangles a ray meets: a mesh of one side never shows its back.
static RaySides sides_of(const Shape *shape, bool hits_back_faces) {
	bool has_two = shape->kind != SHAPE_MESH || ((const MeshShape *)shape)->is_two_sided;
	return has_two && hits_back_faces ? RAY_SIDES_BOTH : RAY_SIDES_FRONT;
}

static bool has_triangles(const Shape *shape) {
	return shape->kind == SHAPE_MESH || shape->kind == SHAPE_HEIGHT_FIELD;
}

// Among equals the one that comes before the others wins, whatever the tree shows first.
static bool is_nearer(const RaySearch *search, Real t, uint32_t collider) {
	if (search->best.object == NULL || t < search->best.t) return true;
	return t == search->best.t &&
			mk_collider_is_before(search->world, collider, search->best_collider);
}

// Part of the way; next to nothing, so that no surface is missed but one that the ray starts
// exactly on: rays that go on from where the last one ended do not meet the same surface again.
#define MK_RAY_START ((Real)1e-30)

static Real visit_ray(void *context, uint32_t id, uint32_t index, Real max_t) {
	(void)id;
	RaySearch *search = context;
	const WorldRay *ray = search->ray;
	const Collider *collider = world_collider(search->world, index);
	const Shape *shape = collider->instance.shape;
	if (shape->kind == SHAPE_SEPARATION_RAY || !(collider->object->layer & ray->mask)) return max_t;
	// what is as near as the best is still found: some roundings lie between the two
	RayRange range = { MK_RAY_START, real_min(1, max_t * (1 + 16 * MK_EPSILON)) };
	ShapeRay query = { { ray->from, search->way }, range, sides_of(shape, ray->hits_back_faces) };
	ShapeRayHit found = mk_instance_ray(&collider->instance, &query);
	if (!found.hit.hit || (found.hit.started_inside && !ray->hits_from_inside)) return max_t;
	if (!is_nearer(search, found.hit.t, index)) return max_t;
	// the host is asked last: that costs more than a ray through a simple shape
	if (ray->filter != NULL && !ray->filter(ray->user, collider->object)) return max_t;
	search->best_collider = index;
	search->best = (WorldRayHit){
		.object = collider->object,
		.shape_index = collider->shape_index,
		.face = has_triangles(shape) ? found.index : MK_WORLD_NONE,
		.position = ray_at(query.ray, found.hit.t),
		.normal = found.hit.normal,
		.t = found.hit.t,
	};
	return found.hit.t;
}

WorldRayHit mk_world_ray(World *world, const WorldRay *ray) {
	mk_world_sync(world);
	RaySearch search = { .world = world, .ray = ray, .way = vec3_sub(ray->to, ray->from) };
	BoxCast cast = { .origin = ray->from, .motion = search.way, .max_t = 1 };
	if (!box_cast_is_valid(&cast)) return search.best;
	CastTest test = cast_test(&cast);
	for (uint32_t t = 0; t < TREE_COUNT; t++)
		if (query_has_tree(ray->targets, t))
			mk_bvh_cast_on(world->trees + t, &test, LEAF_ANY, visit_ray, &search);
	return search.best;
}

// Whether a shape holds a point; a surface has no inside.
static bool holds(const ShapeInstance *instance, Vec3 point) {
	return !has_triangles(instance->shape) && mk_instance_closest(instance, point).is_inside;
}

void mk_world_point(World *world, const WorldPoint *query, PointVisitor *visit, void *user) {
	mk_world_sync(world);
	if (!vec3_is_finite(query->point)) return;
	QueryList list = { world, query->mask, query->targets, query->filter, query->user, { 0 } };
	mk_query_list_fill(&list, (Aabb){ query->point, query->point });
	for (uint32_t i = 0; i < list.found.count; i++) {
		const Collider *collider = world_collider(world, list.found.data[i]);
		if (!holds(&collider->instance, query->point)) continue;
		if (!visit(user, collider->object, collider->shape_index)) break;
	}
	mk_query_list_end(&list);
}

Vec3 mk_world_closest(World *world, const WorldObject *object, Vec3 point) {
	mk_world_sync(world);
	Vec3 best = object->body->pose.origin;
	Real least = MK_INFINITY;
	for (uint32_t i = 0; i < object->colliders.count; i++) {
		const Collider *collider = world_collider(world, object->colliders.data[i]);
		Vec3 found = mk_instance_closest(&collider->instance, point).point;
		Real squared = vec3_length_squared(vec3_sub(found, point));
		if (!(squared < least)) continue;
		least = squared;
		best = found;
	}
	return best;
}
