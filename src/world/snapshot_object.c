// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Records of what belongs to hosts: bodies, areas, soft bodies. Groups of numbers that are mostly
// as a new body has them are left out then.
#include "base/hash.h"
#include "world/snapshot_parts.h"

// What of a body is written, a bit each.
enum {
	BODY_HAS_TARGET = 1 << 0,
	BODY_HAS_STRETCH = 1 << 1,
	BODY_HAS_SURFACE = 1 << 2,
	BODY_HAS_FORCE = 1 << 3,
	BODY_HAS_MASS = 1 << 4,
	BODY_HAS_REST = 1 << 5,
};

_Static_assert(offsetof(Body, surface_angular) == offsetof(Body, surface_linear) + sizeof(Vec3) &&
				offsetof(Body, constant_torque) == offsetof(Body, force) + 3 * sizeof(Vec3),
		"what is written together lies together");

// Neighbours in the struct are compared together; they are vectors, so there is no padding between
// them.
static uint32_t groups_of(const Body *body) {
	Body none;
	mk_body_init(&none);
	const size_t four = 4 * sizeof(Vec3);
	const size_t two = 2 * sizeof(Vec3);
	uint32_t groups = body->has_target ? BODY_HAS_TARGET : 0;
	if (snap_differs(&body->stretch, &none.stretch, sizeof(Mat3))) groups |= BODY_HAS_STRETCH;
	if (snap_differs(&body->surface_linear, &none.surface_linear, two)) groups |= BODY_HAS_SURFACE;
	if (snap_differs(&body->force, &none.force, four)) groups |= BODY_HAS_FORCE;
	bool has_mass = snap_differs(&body->mass, &none.mass, sizeof(Real)) ||
			snap_differs(&body->local_center, &none.local_center, sizeof(Vec3)) ||
			snap_differs(&body->moments, &none.moments, sizeof(Vec3)) ||
			snap_differs(&body->principal, &none.principal, sizeof(Quat));
	if (has_mass) groups |= BODY_HAS_MASS;
	bool has_rest = snap_differs(&body->still_time, &none.still_time, sizeof(Real)) ||
			snap_differs(&body->still_center, &none.still_center, sizeof(Vec3)) ||
			snap_differs(&body->still_rotation, &none.still_rotation, sizeof(Quat));
	return has_rest ? groups | BODY_HAS_REST : groups;
}

static void snap_flags(SnapStream *s, Body *body) {
	uint32_t bits = (uint32_t)body->is_sleeping | (uint32_t)body->can_sleep << 1 |
			(uint32_t)body->omits_forces << 2 | (uint32_t)body->has_target << 3 |
			(uint32_t)body->has_moved << 4;
	bits = snap_choice(s, bits, 1 << 5);
	body->is_sleeping = bits & 1;
	body->can_sleep = bits >> 1 & 1;
	body->omits_forces = bits >> 2 & 1;
	body->has_target = bits >> 3 & 1;
	body->has_moved = bits >> 4 & 1;
	body->locks = (uint8_t)snap_choice(s, body->locks, 1 << 6);
	body->mode = (BodyMode)snap_choice(s, body->mode, BODY_RIGID_LINEAR + 1);
}

static void snap_mass(SnapStream *s, Body *body) {
	snap_bounds(s, &body->mass, 1);
	snap_vec3(s, &body->local_center);
	snap_bounds(s, &body->moments.x, 3);
	snap_quat(s, &body->principal);
	if (!(body->mass > 0) || !(vec3_min_element(body->moments) > 0)) {
		snap_fail(s, SNAPSHOT_BAD_NUMBER);
	}
	if (!quat_is_unit(body->principal)) snap_fail(s, SNAPSHOT_BAD_NUMBER);
}

static void snap_body(SnapStream *s, Body *body) {
	uint32_t groups = snap_is_reading(s) ? 0 : groups_of(body);
	groups = snap_choice(s, groups, 1 << 6);
	if (snap_is_reading(s)) mk_body_init(body);
	snap_flags(s, body);
	snap_affine(s, &body->pose);
	snap_quat(s, &body->rotation);
	if (groups & BODY_HAS_STRETCH) snap_mat3(s, &body->stretch);
	if (groups & BODY_HAS_TARGET) snap_affine(s, &body->target);
	if (body->has_target != ((groups & BODY_HAS_TARGET) != 0)) snap_fail(s, SNAPSHOT_BAD_LINK);
	snap_vec3(s, &body->linear_velocity);
	snap_vec3(s, &body->angular_velocity);
	if (groups & BODY_HAS_SURFACE) snap_reals(s, &body->surface_linear.x, 6);
	if (groups & BODY_HAS_FORCE) snap_reals(s, &body->force.x, 12);
	if (groups & BODY_HAS_MASS) snap_mass(s, body);
	if (groups & BODY_HAS_REST) {
		snap_reals(s, &body->still_time, 1);
		snap_vec3(s, &body->still_center);
		snap_quat(s, &body->still_rotation);
	}
	if (!quat_is_unit(body->rotation)) snap_fail(s, SNAPSHOT_BAD_NUMBER);
	if (body->has_target && body->mode != BODY_KINEMATIC) snap_fail(s, SNAPSHOT_BAD_LINK);
}

uint64_t mk_snap_hash_shapes(const ObjectShapeArray *shapes) {
	uint64_t hash = hash_u64(MK_HASH_SEED, shapes->count);
	for (uint32_t i = 0; i < shapes->count; i++) {
		const ObjectShape *at = shapes->data + i;
		if (at->shape == NULL) {
			hash = hash_u64(hash, UINT64_MAX);
			continue;
		}
		const Shape *shape = at->shape;
		hash = hash_u64(hash, (uint64_t)shape->kind << 32 | at->index);
		hash = hash_u64(hash, (uint64_t)shape->vertex_count << 32 | shape->leaf_count);
		const Real sizes[] = { shape->rounding, shape->bound };
		hash = hash_bytes(hash, sizes, sizeof(sizes));
		hash = hash_bytes(hash, &shape->box, sizeof(shape->box));
		hash = hash_bytes(hash, &at->local, sizeof(at->local));
	}
	return hash;
}

// Whether the next step has to look at it: the host has said so, or only done so.
static bool is_touched(const WorldObject *object) {
	return object->touched_index != MK_WORLD_NONE ||
			(!object->is_awake && body_is_moving(object->body));
}

SnapObject mk_snap_take_object(const WorldObject *object) {
	SnapObject taken = {
		.name = object->name,
		.shapes = mk_snap_hash_shapes(&object->shapes),
		.is_area = object->is_area,
		.is_continuous = object->is_continuous,
		.is_awake = object->is_awake,
		.is_lost = object->is_lost,
		.is_touched = is_touched(object),
		.body = *object->body,
		.layer = object->layer,
		.mask = object->mask,
		.max_contacts = object->max_contacts,
		.friction = object->friction,
		.bounce = object->bounce,
		.rolling = object->rolling,
		.row = object->row,
		.first_edge = object->first_edge,
		.first_overlap = object->first_overlap,
		.mover_index = object->mover_index,
		.awake_index = object->is_awake ? object->awake_index : 0,
		.thickness = object->sweep.thickness,
		.size = object->sweep.size,
		.collider_count = object->colliders.count,
	};
	if (!object->is_area) return taken;
	const WorldArea *area = (const WorldArea *)object;
	taken.rules = area->rules;
	taken.is_monitorable = area->is_monitorable;
	taken.number = area->number;
	return taken;
}

void mk_snap_rules(SnapStream *s, AreaRules *rules) {
	snap_bytes(s, &rules->priority, sizeof(rules->priority));
	rules->gravity_mode = (AreaMode)snap_choice(s, rules->gravity_mode, AREA_MODE_COUNT);
	rules->linear_damp_mode = (AreaMode)snap_choice(s, rules->linear_damp_mode, AREA_MODE_COUNT);
	rules->angular_damp_mode = (AreaMode)snap_choice(s, rules->angular_damp_mode, AREA_MODE_COUNT);
	rules->is_point = snap_choice(s, rules->is_point, 2);
	snap_reals(s, &rules->gravity, 1);
	snap_vec3(s, &rules->gravity_vector);
	snap_reals(s, &rules->unit_distance, 1);
	snap_reals(s, &rules->linear_damp, 1);
	snap_reals(s, &rules->angular_damp, 1);
	snap_reals(s, &rules->wind.force, 1);
	snap_vec3(s, &rules->wind.source);
	snap_vec3(s, &rules->wind.direction);
	snap_reals(s, &rules->wind.attenuation, 1);
}

void mk_snap_object(SnapStream *s, SnapObject *object) {
	snap_u64(s, &object->name);
	snap_u64(s, &object->shapes);
	uint32_t bits = (uint32_t)object->is_area | (uint32_t)object->is_continuous << 1 |
			(uint32_t)object->is_awake << 2 | (uint32_t)object->is_lost << 3 |
			(uint32_t)object->is_monitorable << 4 | (uint32_t)object->is_touched << 5;
	bits = snap_choice(s, bits, 1 << 6);
	object->is_area = bits & 1;
	object->is_continuous = bits >> 1 & 1;
	object->is_awake = bits >> 2 & 1;
	object->is_lost = bits >> 3 & 1;
	object->is_monitorable = bits >> 4 & 1;
	object->is_touched = bits >> 5 & 1;
	snap_body(s, &object->body);
	snap_u32s(s, &object->layer, 3);
	snap_reals(s, &object->friction, 3);
	snap_u32s(s, &object->row, 5);
	// without end of what has a half space
	snap_bounds(s, &object->thickness, 1);
	snap_bounds(s, &object->size, 1);
	snap_u32(s, &object->collider_count);
	if (!object->is_area) return;
	mk_snap_rules(s, &object->rules);
	snap_u64(s, &object->number);
}

SnapSoft mk_snap_take_soft(const WorldSoft *soft) {
	const SoftBody *body = soft->body;
	return (SnapSoft){
		.point_count = body->points.count,
		.edge_count = body->edges.count,
		.layer = soft->layer,
		.mask = soft->mask,
		.friction = soft->friction,
		.material = body->material,
		.still_time = body->still_time,
		.is_sleeping = body->is_sleeping,
		.can_sleep = body->can_sleep,
		.is_lost = soft->is_lost,
	};
}

void mk_snap_soft(SnapStream *s, SnapSoft *soft) {
	snap_u32s(s, &soft->point_count, 4);
	// without end, where the other's alone is to count
	snap_bounds(s, &soft->friction, 1);
	SoftMaterial *material = &soft->material;
	Real numbers[] = { material->mass, material->stiffness, material->bending, material->shrink,
		material->pressure, material->damping, material->drag };
	snap_reals(s, numbers, 7);
	uint32_t sub_steps = snap_is_reading(s) ? 1 : material->sub_steps;
	snap_u32(s, &sub_steps);
	*material = (SoftMaterial){ numbers[0], numbers[1], numbers[2], numbers[3], numbers[4],
		numbers[5], numbers[6], sub_steps };
	snap_reals(s, &soft->still_time, 1);
	uint32_t bits = (uint32_t)soft->is_sleeping | (uint32_t)soft->can_sleep << 1 |
			(uint32_t)soft->is_lost << 2;
	bits = snap_choice(s, bits, 1 << 3);
	soft->is_sleeping = bits & 1;
	soft->can_sleep = bits >> 1 & 1;
	soft->is_lost = bits >> 2 & 1;
	// more than anybody can wait for: a step would seem to hang
	const uint32_t most = 1 << 16;
	if (sub_steps == 0 || sub_steps > most) snap_fail(s, SNAPSHOT_BAD_NUMBER);
}

void mk_snap_point(SnapStream *s, SoftPoint *point) {
	snap_vec3(s, &point->position);
	snap_vec3(s, &point->velocity);
	const Vec3 none = vec3_zero();
	bool has_force = !snap_is_reading(s) && snap_differs(&point->force, &none, sizeof(none));
	uint32_t bits = snap_choice(s, (uint32_t)point->is_pinned | (uint32_t)has_force << 1, 1 << 2);
	if (snap_is_reading(s)) point->force = point->shift = vec3_zero();
	point->is_pinned = bits & 1;
	if (bits & 2) snap_vec3(s, &point->force);
	snap_reals(s, &point->inverse_mass, 1);
	if (point->inverse_mass < 0) snap_fail(s, SNAPSHOT_BAD_NUMBER);
}
