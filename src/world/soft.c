// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "world/soft.h"

#include "shape/convex.h"
#include "world/parts.h"
#include "world/soft_contacts.h"

void mk_world_add_soft(World *world, WorldSoft *soft) {
	soft->index = world->softs.count;
	soft->is_lost = false;
	soft_pointers_push(&world->softs, soft);
	soft_wake(soft->body);
}

void mk_world_remove_soft(World *world, WorldSoft *soft) {
	// order is kept: it decides who pushes a rigid body first
	for (uint32_t i = soft->index + 1; i < world->softs.count; i++) {
		world->softs.data[i - 1] = world->softs.data[i];
		world->softs.data[i - 1]->index = i - 1;
	}
	world->softs.count--;
	soft->index = MK_WORLD_NONE;
	if (soft->ball != NULL) mk_shape_release(soft->ball);
	soft->ball = NULL;
	soft_partner_array_free(&soft->partners);
	soft_contact_array_free(&soft->contacts);
	number_array_free(&soft->near);
	number_array_free(&soft->touched);
	soft_areas_free(&soft->areas);
	soft_winds_free(&soft->winds);
}

void mk_world_wake_softs(World *world, const WorldObject *object) {
	for (uint32_t i = 0; i < world->softs.count; i++) {
		SoftBody *body = world->softs.data[i]->body;
		if (!body->is_sleeping) continue;
		Aabb box = mk_soft_bounds(body);
		for (uint32_t k = 0; k < object->colliders.count && body->is_sleeping; k++) {
			const Collider *collider = world_collider(world, object->colliders.data[k]);
			Aabb other = bvh_box(world->trees + collider->tree, collider->leaf);
			if (aabb_overlaps(box, other)) soft_wake(body);
		}
	}
}

typedef struct SoftStage {
	World *world;
	Real dt;
} SoftStage;

static Real fastest_squared(const SoftBody *body) {
	Real most = 0;
	for (uint32_t i = 0; i < body->points.count; i++)
		most = real_max(most, vec3_length_squared(body->points.data[i].velocity));
	return most;
}

static void update_sleep(const World *world, SoftBody *body, Real dt) {
	const SleepLimits *limits = &world->settings.sleep;
	bool is_still = fastest_squared(body) < real_square(limits->linear_speed);
	body->still_time = body->can_sleep && is_still ? body->still_time + dt : 0;
	if (body->still_time < limits->time || !body->can_sleep) return;
	body->is_sleeping = true;
	for (uint32_t i = 0; i < body->points.count; i++)
		body->points.data[i].velocity = vec3_zero();
}

static const WorldArea *next_area(const World *world, const void *who, const WorldArea *last) {
	(void)world;
	const WorldSoft *soft = who;
	const WorldArea *next = NULL;
	for (uint32_t i = 0; i < soft->areas.count; i++) {
		const WorldArea *area = soft->areas.data[i];
		bool is_left = last == NULL || mk_area_comes_before(last, area);
		if (is_left && (next == NULL || mk_area_comes_before(area, next))) next = area;
	}
	return next;
}

static void step_block(void *context, uint32_t block, uint32_t worker) {
	const SoftStage *stage = context;
	World *world = stage->world;
	WorldSoft *soft = world->softs.data[block];
	soft->is_lost = false;
	soft_partner_array_clear(&soft->partners);
	soft_contact_array_clear(&soft->contacts);
	if (soft->body->points.count == 0) return;
	mk_soft_find_areas(world, soft);
	BodySurroundings around = mk_area_sum(world, next_area, soft, soft->middle);
	SoftSearch search = { world, soft, world->workers + worker, around.gravity, stage->dt };
	if (soft->body->is_sleeping) {
		if (!mk_soft_is_disturbed(&search)) return;
		soft_wake(soft->body);
	}
	mk_soft_find_contacts(&search);
	SoftInput input = { .gravity = around.gravity,
		.winds = soft->winds.data,
		.wind_count = soft->winds.count,
		.dt = stage->dt,
		.partners = &soft->partners,
		.contacts = &soft->contacts };
	soft->is_lost = !mk_soft_step(soft->body, &input);
}

// A body that sleeps is only woken by a push that would keep it awake.
static void push_object(World *world, WorldObject *object, const SoftPartner *partner) {
	Body *body = object->body;
	Vec3 linear = vec3_sub(partner->velocity, partner->last_velocity);
	Vec3 angular = vec3_sub(partner->spin, partner->last_spin);
	const SleepLimits *limits = &world->settings.sleep;
	bool is_weak = vec3_length_squared(linear) < real_square(limits->linear_speed) &&
			vec3_length_squared(angular) < real_square(limits->angular_speed);
	if (body->is_sleeping && is_weak) return;
	if (!vec3_is_finite(linear) || !vec3_is_finite(angular)) return;
	if (body->is_sleeping) mk_world_wake(world, object);
	for (int k = 0; k < 3; k++) {
		Vec3 axis = vec3_axis(k);
		if (!(body->locks >> k & 1)) {
			body->linear_velocity = vec3_add_scaled(
					body->linear_velocity, axis, vec3_get(linear, k));
		}
		if (!(body->locks >> (k + 3) & 1)) {
			body->angular_velocity = vec3_add_scaled(
					body->angular_velocity, axis, vec3_get(angular, k));
		}
	}
}

// Two soft bodies that push the same rigid one have both seen it as it was: each adds its share.
static void push_objects(World *world, const WorldSoft *soft) {
	for (uint32_t i = 0; i < soft->partners.count; i++) {
		const SoftPartner *partner = soft->partners.data + i;
		if (partner->inverse_mass > 0) push_object(world, partner->user, partner);
	}
}

// The ball follows the thickness, which changes with the mesh.
static void make_ball(WorldSoft *soft) {
	if (soft->ball != NULL && soft->ball->rounding == soft->body->thickness) return;
	if (soft->ball != NULL) mk_shape_release(soft->ball);
	soft->ball = mk_sphere_create(soft->body->thickness, NULL);
}

void mk_world_step_softs(World *world, Real dt) {
	if (world->softs.count == 0) return;
	for (uint32_t i = 0; i < world->softs.count; i++)
		if (world->softs.data[i]->body->points.count > 0) make_ball(world->softs.data[i]);
	SoftStage stage = { world, dt };
	mk_job_team_run(&world->team, world->softs.count, step_block, &stage);
	for (uint32_t i = 0; i < world->softs.count; i++) {
		WorldSoft *soft = world->softs.data[i];
		push_objects(world, soft);
		if (!soft->body->is_sleeping) update_sleep(world, soft->body, dt);
	}
}
