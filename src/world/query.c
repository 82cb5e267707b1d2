// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "world/query.h"

#include "shape/height_field.h"
#include "shape/mesh.h"
#include "world/parts.h"

typedef struct RaySearch {
	const World *world;
	const WorldRay *ray;
	Vec3 way;
	WorldRayHit best;
	uint32_t best_collider;
} RaySearch;

static bool is_wanted(const WorldObject *object, uint32_t mask, QueryFilter *filter, void *user) {
	return (object->layer & mask) != 0 && (filter == NULL || filter(user, object));
}

// Which sides of a shape's triangles a ray meets: a mesh of one side never shows its back.
static RaySides sides_of(const Shape *shape, bool hits_back_faces) {
	bool has_two = shape->kind != SHAPE_MESH || ((const MeshShape *)shape)->is_two_sided;
	return has_two && hits_back_faces ? RAY_SIDES_BOTH : RAY_SIDES_FRONT;
}

static bool has_triangles(const Shape *shape) {
	return shape->kind == SHAPE_MESH || shape->kind == SHAPE_HEIGHT_FIELD;
}

// Among equals the lower collider wins, so that the answer does not depend on the tree.
static bool is_nearer(const RaySearch *search, Real t, uint32_t collider) {
	if (search->best.object == NULL || t < search->best.t) return true;
	return t == search->best.t && collider < search->best_collider;
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

typedef struct PointSearch {
	const World *world;
	const WorldPoint *query;
	PointVisitor *visit;
	void *user;
	bool is_over;
} PointSearch;

static bool visit_point(void *context, uint32_t id, uint32_t index) {
	(void)id;
	PointSearch *search = context;
	const WorldPoint *query = search->query;
	const Collider *collider = world_collider(search->world, index);
	// a surface has no inside
	if (has_triangles(collider->instance.shape)) return true;
	if (!is_wanted(collider->object, query->mask, query->filter, query->user)) return true;
	if (!mk_instance_closest(&collider->instance, query->point).is_inside) return true;
	search->is_over = !search->visit(search->user, collider->object, collider->shape_index);
	return !search->is_over;
}

void mk_world_point(World *world, const WorldPoint *query, PointVisitor *visit, void *user) {
	mk_world_sync(world);
	if (!vec3_is_finite(query->point)) return;
	PointSearch search = { world, query, visit, user, false };
	Aabb box = { query->point, query->point };
	for (uint32_t t = 0; t < TREE_COUNT && !search.is_over; t++)
		if (query_has_tree(query->targets, t)) {
			mk_bvh_query(world->trees + t, box, LEAF_ANY, visit_point, &search);
		}
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
