// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "world/soft_contacts.h"

#include "geometry/closest_triangle.h"
#include "shape/convex.h"

// How near a plane must be at the start of a step to be watched in it, besides the way that point
// and partner go, m. It covers what edges add to a velocity within the step.
#define MK_SOFT_MARGIN ((Real)0.02)

// A contact of a triangle this close to one of its corners, in weight, is the corner's own.
#define MK_SOFT_CORNER ((Real)0.9)

// Cosine of the angle between the planes of a triangle's corners below which they are one plane, so
// that nothing can be between them; 2.6 degrees. Smaller angle: balls of triangles tested for
// nothing; larger: an edge of a body sinks in by its sagitta, a hundredth of the triangle's size.
#define MK_SOFT_FLAT ((Real)0.999)

static bool is_meeting(const SoftSearch *search, const WorldObject *object) {
	const WorldSoft *soft = search->soft;
	const SoftHost *host = &search->world->soft_host;
	bool is_seen = (soft->mask & object->layer) != 0 || object_sees_layer(object, soft->layer);
	if (!is_seen) return false;
	return host->ignores == NULL || !host->ignores(host->user, soft, object);
}

typedef struct AreaSearch {
	const World *world;
	WorldSoft *soft;
} AreaSearch;

static bool visit_area(void *context, uint32_t id, uint32_t index) {
	(void)id;
	const AreaSearch *search = context;
	WorldSoft *soft = search->soft;
	const Collider *collider = world_collider(search->world, index);
	const WorldArea *area = object_area(collider->object);
	if (!(area->object.mask & soft->layer)) return true;
	for (uint32_t i = 0; i < soft->areas.count; i++)
		if (soft->areas.data[i] == area) return true;
	if (!mk_instance_closest(&collider->instance, soft->middle).is_inside) return true;
	soft_areas_push(&soft->areas, area);
	if (area->rules.wind.force != 0) soft_winds_push(&soft->winds, area->rules.wind);
	return true;
}

void mk_soft_find_areas(const World *world, WorldSoft *soft) {
	soft_areas_clear(&soft->areas);
	soft_winds_clear(&soft->winds);
	const SoftPointArray *points = &soft->body->points;
	Vec3 sum = vec3_zero();
	for (uint32_t i = 1; i < points->count; i++)
		sum = vec3_add(sum, vec3_sub(points->data[i].position, points->data[0].position));
	soft->middle = vec3_add_scaled(points->data[0].position, sum, 1 / (Real)points->count);
	AreaSearch search = { world, soft };
	Aabb box = { soft->middle, soft->middle };
	if (world->areas.count > 0)
		mk_bvh_query(world->trees + TREE_AREA, box, LEAF_ANY, visit_area, &search);
}

static bool visit_near(void *context, uint32_t id, uint32_t index) {
	(void)id;
	const SoftSearch *search = context;
	const Collider *collider = world_collider(search->world, index);
	if (collider->instance.shape->kind == SHAPE_SEPARATION_RAY) return true;
	if (is_meeting(search, collider->object)) number_array_push(&search->soft->near, index);
	return true;
}

static bool visit_moving(void *context, uint32_t id, uint32_t index) {
	(void)id;
	const SoftSearch *search = context;
	const WorldObject *object = world_collider(search->world, index)->object;
	if (!body_is_moving(object->body) || !is_meeting(search, object)) return true;
	number_array_push(&search->soft->near, index);
	return false;
}

bool mk_soft_is_disturbed(const SoftSearch *search) {
	number_array_clear(&search->soft->near);
	Aabb box = aabb_grow(mk_soft_bounds(search->soft->body), search->soft->body->thickness);
	SoftSearch copy = *search;
	mk_bvh_query(search->world->trees + TREE_MOVING, box, LEAF_ANY, visit_moving, &copy);
	return search->soft->near.count > 0;
}

// Where a point may get to in the step, as a box.
static Aabb way_of(const SoftSearch *search, const SoftPoint *point) {
	Vec3 fall = vec3_scale(search->gravity, real_square(search->dt));
	Vec3 motion = vec3_add(vec3_scale(point->velocity, search->dt), fall);
	Aabb box = aabb_sweep((Aabb){ point->position, point->position }, motion);
	return aabb_grow(box, search->soft->body->thickness + MK_SOFT_MARGIN);
}

static void sift_down(uint32_t *heap, uint32_t count, uint32_t i) {
	for (uint32_t child = 2 * i + 1; child < count; child = 2 * i + 1) {
		if (child + 1 < count && heap[child + 1] > heap[child]) child++;
		if (heap[i] >= heap[child]) return;
		uint32_t larger = heap[child];
		heap[child] = heap[i];
		heap[i] = larger;
		i = child;
	}
}

// Heapsort: libc's sort may ask for memory in the middle of a step.
static void sort_numbers(uint32_t *numbers, uint32_t count) {
	for (uint32_t i = count / 2; i-- > 0;)
		sift_down(numbers, count, i);
	for (uint32_t last = count; last-- > 1;) {
		uint32_t largest = numbers[0];
		numbers[0] = numbers[last];
		numbers[last] = largest;
		sift_down(numbers, last, 0);
	}
}

// Fast bodies are not yet where the trees show them to be at the end of the step.
static void find_fast(const SoftSearch *search, Aabb box) {
	const World *world = search->world;
	for (uint32_t i = 0; i < world->awake.count; i++) {
		const WorldObject *object = world->awake.data[i];
		Vec3 motion = vec3_scale(object->body->linear_velocity, search->dt);
		if (vec3_length_squared(motion) < real_square(MK_SOFT_MARGIN)) continue;
		for (uint32_t k = 0; k < object->colliders.count; k++) {
			uint32_t index = object->colliders.data[k];
			const Collider *collider = world_collider(world, index);
			Aabb other = bvh_box(world->trees + collider->tree, collider->leaf);
			if (!aabb_overlaps(box, other) && aabb_overlaps(box, aabb_sweep(other, motion))) {
				SoftSearch copy = *search;
				visit_near(&copy, 0, index);
			}
		}
	}
}

// In an order that does not depend on the trees.
static void find_near(const SoftSearch *search) {
	WorldSoft *soft = search->soft;
	number_array_clear(&soft->near);
	Aabb box = aabb_empty();
	for (uint32_t i = 0; i < soft->body->points.count; i++)
		box = aabb_merge(box, way_of(search, soft->body->points.data + i));
	SoftSearch copy = *search;
	for (uint32_t t = 0; t < TREE_AREA; t++)
		mk_bvh_query(search->world->trees + t, box, LEAF_ANY, visit_near, &copy);
	find_fast(search, box);
	sort_numbers(soft->near.data, soft->near.count);
}

static uint32_t partner_of(const SoftSearch *search, WorldObject *object) {
	WorldSoft *soft = search->soft;
	for (uint32_t i = 0; i < soft->partners.count; i++)
		if (soft->partners.data[i].user == object) return i;
	const Body *body = object->body;
	bool is_pushed = object_sees_layer(object, soft->layer);
	SoftPartner partner = {
		.user = object,
		.center = vec3_add(body->pose.origin, body_center(body)),
		.velocity = body->linear_velocity,
		.spin = body->angular_velocity,
		.last_velocity = body->linear_velocity,
		.last_spin = body->angular_velocity,
		.inverse_mass = is_pushed ? body_inverse_mass(body) : 0,
		.inverse_inertia = is_pushed ? body_free_inverse_inertia(body) : mat3_zero(),
	};
	soft_partner_array_push(&soft->partners, partner);
	return soft->partners.count - 1;
}

// How far apart a point and a collider may be to meet in the step, m.
static Real reach_of(const SoftSearch *search, const SoftPoint *point, const WorldObject *object) {
	Vec3 offset = vec3_sub(point->position, object->body->pose.origin);
	Vec3 slip = vec3_sub(point->velocity, body_velocity_at(object->body, offset));
	return MK_SOFT_MARGIN + vec3_length(slip) * search->dt;
}

// Manifolds of one shape of the soft body with a collider, in the worker's list.
static uint32_t collide(const SoftSearch *search, const ShapeInstance *shape,
		const Collider *collider, Real reach) {
	manifold_array_clear(&search->worker->manifolds);
	CollideInput input = {
		.a = shape,
		.b = &collider->instance,
		.margin = reach,
		.scratch = &search->worker->arena,
		.manifolds = &search->worker->manifolds,
	};
	mk_collide(&input);
	return search->worker->manifolds.count;
}

static Real friction_of(const WorldSoft *soft, const WorldObject *object) {
	return real_min(soft->friction, real_abs(object->friction));
}

// The point's plane is where its centre line may be: a thickness off the collider's surface.
static SoftContact contact_of(const SoftSearch *search, const Manifold *manifold,
		const ContactPoint *at, Vec3 origin, uint32_t partner) {
	const WorldSoft *soft = search->soft;
	Vec3 normal = vec3_negate(manifold->normal);
	Real out = soft->body->thickness - at->separation / 2;
	return (SoftContact){
		.partner = partner,
		.normal = normal,
		.anchor = vec3_add_scaled(vec3_add(origin, at->position), normal, out),
		.friction = friction_of(soft, soft->partners.data[partner].user),
	};
}

// The nearest plane of each manifold against one point.
static void meet_point(const SoftSearch *search, uint32_t index, const Collider *collider) {
	WorldSoft *soft = search->soft;
	const SoftPoint *point = soft->body->points.data + index;
	Transform pose = { quat_identity(), point->position };
	ShapeInstance instance = instance_rigid(soft->ball, pose);
	Real reach = reach_of(search, point, collider->object);
	uint32_t count = collide(search, &instance, collider, reach);
	for (uint32_t i = 0; i < count; i++) {
		const Manifold *manifold = search->worker->manifolds.data + i;
		uint32_t partner = partner_of(search, collider->object);
		SoftContact contact = contact_of(
				search, manifold, manifold->points, point->position, partner);
		contact.points[0] = contact.points[1] = contact.points[2] = index;
		contact.weights[0] = 1;
		soft_contact_array_push(&soft->contacts, contact);
		soft->touched.data[index] = soft->contacts.count;
	}
}

static bool is_flat(const WorldSoft *soft, const SoftTriangle *triangle) {
	Vec3 normals[3];
	for (uint32_t k = 0; k < 3; k++) {
		uint32_t contact = soft->touched.data[triangle->points[k]];
		if (contact == 0) return false;
		normals[k] = soft->contacts.data[contact - 1].normal;
	}
	return vec3_dot(normals[0], normals[1]) > MK_SOFT_FLAT &&
			vec3_dot(normals[0], normals[2]) > MK_SOFT_FLAT;
}

static Real heaviest(const Real weights[3]) {
	return real_max(weights[0], real_max(weights[1], weights[2]));
}

static void add_triangle_contact(const SoftSearch *search, const SoftTriangle *triangle,
		const SoftContact *found, Triangle corners, Vec3 origin) {
	Vec3 on = vec3_sub(found->anchor, origin);
	SimplexPoint nearest = mk_closest_on_triangle(corners, on);
	SoftContact contact = *found;
	memcpy(contact.points, triangle->points, sizeof(contact.points));
	memcpy(contact.weights, nearest.weights, sizeof(contact.weights));
	if (heaviest(contact.weights) > MK_SOFT_CORNER) return;
	soft_contact_array_push(&search->soft->contacts, contact);
}

static void meet_triangle(
		const SoftSearch *search, const SoftTriangle *triangle, const Collider *collider) {
	const SoftBody *body = search->soft->body;
	const SoftPoint *points[3];
	Real reach = 0;
	for (uint32_t k = 0; k < 3; k++) {
		points[k] = body->points.data + triangle->points[k];
		reach = real_max(reach, reach_of(search, points[k], collider->object));
	}
	Vec3 origin = points[0]->position;
	Triangle corners = { vec3_zero(), vec3_sub(points[1]->position, origin),
		vec3_sub(points[2]->position, origin) };
	TriangleShape plate;
	mk_triangle_init(&plate);
	plate.shape.rounding = body->thickness;
	mk_triangle_set(&plate, corners, vec3_normalize(triangle_normal_area(corners)));
	ShapeInstance instance = instance_rigid(&plate.shape, (Transform){ quat_identity(), origin });
	uint32_t count = collide(search, &instance, collider, reach);
	for (uint32_t i = 0; i < count; i++) {
		const Manifold *manifold = search->worker->manifolds.data + i;
		uint32_t partner = partner_of(search, collider->object);
		for (uint32_t p = 0; p < manifold->count; p++) {
			SoftContact contact = contact_of(
					search, manifold, manifold->points + p, origin, partner);
			add_triangle_contact(search, triangle, &contact, corners, origin);
		}
	}
}

static void meet_points(const SoftSearch *search, const Collider *collider, Aabb box) {
	WorldSoft *soft = search->soft;
	number_array_resize(&soft->touched, soft->body->points.count);
	memset(soft->touched.data, 0, soft->touched.count * sizeof(uint32_t));
	for (uint32_t i = 0; i < soft->body->points.count; i++)
		if (aabb_overlaps(way_of(search, soft->body->points.data + i), box)) {
			meet_point(search, i, collider);
		}
}

static void meet_triangles(const SoftSearch *search, const Collider *collider, Aabb box) {
	// a plane touches the corners of a triangle before its inside
	if (collider->instance.shape->kind == SHAPE_HALF_SPACE) return;
	const SoftBody *body = search->soft->body;
	for (uint32_t i = 0; i < body->triangles.count; i++) {
		const SoftTriangle *triangle = body->triangles.data + i;
		Aabb way = aabb_empty();
		for (uint32_t k = 0; k < 3; k++)
			way = aabb_merge(way, way_of(search, body->points.data + triangle->points[k]));
		if (!aabb_overlaps(way, box) || is_flat(search->soft, triangle)) continue;
		meet_triangle(search, triangle, collider);
	}
}

void mk_soft_find_contacts(const SoftSearch *search) {
	find_near(search);
	const WorldSoft *soft = search->soft;
	for (uint32_t i = 0; i < soft->near.count; i++) {
		const Collider *collider = world_collider(search->world, soft->near.data[i]);
		// the collider moves, too
		Vec3 motion = vec3_scale(collider->object->body->linear_velocity, search->dt);
		Aabb box = aabb_sweep(
				bvh_box(search->world->trees + collider->tree, collider->leaf), motion);
		meet_points(search, collider, box);
		meet_triangles(search, collider, box);
	}
	manifold_array_clear(&search->worker->manifolds);
}
