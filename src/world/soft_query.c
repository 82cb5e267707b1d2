// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "geometry/ray.h"
#include "world/query.h"
#include "world/world.h"

static Triangle triangle_of(const SoftBody *body, const SoftTriangle *triangle) {
	const SoftPoint *points = body->points.data;
	return (Triangle){ points[triangle->points[0]].position, points[triangle->points[1]].position,
		points[triangle->points[2]].position };
}

static void meet(WorldSoft *soft, const TriangleRay *ray, SoftRayHit *best) {
	const SoftTriangleArray *triangles = &soft->body->triangles;
	for (uint32_t i = 0; i < triangles->count; i++) {
		RayRange range = { 0, best->t };
		Triangle corners = triangle_of(soft->body, triangles->data + i);
		RayHit hit = mk_ray_hit_triangle(ray, range, corners, RAY_SIDES_BOTH, NULL);
		// among equals the first one wins
		if (!hit.hit || (best->soft != NULL && hit.t >= best->t)) continue;
		*best = (SoftRayHit){ soft, i, hit.t, hit.normal };
	}
}

SoftRayHit mk_world_ray_softs(const World *world, const WorldRay *ray, SoftAsked *is_asked) {
	SoftRayHit best = { .t = 1 };
	if (world->softs.count == 0) return best;
	Vec3 way = vec3_sub(ray->to, ray->from);
	if (!vec3_is_finite(ray->from) || !vec3_is_finite(way)) return best;
	Ray line = { ray->from, way };
	TriangleRay prepared = mk_ray_prepare(line);
	for (uint32_t i = 0; i < world->softs.count; i++) {
		WorldSoft *soft = world->softs.data[i];
		if (!(soft->layer & ray->mask) || soft->body->points.count == 0) continue;
		Aabb box = aabb_grow(mk_soft_bounds(soft->body), soft->body->thickness);
		RayRange range = { 0, best.t };
		if (!mk_ray_hit_aabb(line, range, box).hit) continue;
		if (is_asked == NULL || is_asked(ray->user, soft)) meet(soft, &prepared, &best);
	}
	return best;
}
