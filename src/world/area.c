// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "world/area.h"

#include "world/parts.h"

void mk_area_init(WorldArea *area) {
	*area = (WorldArea){ .is_monitorable = true };
	mk_body_init(&area->body);
	mk_body_set_mode(&area->body, BODY_STATIC);
	area->object = (WorldObject){
		.body = &area->body,
		.is_area = true,
		.index = MK_WORLD_NONE,
	};
}

void mk_area_enter(World *world, WorldObject *object) {
	world->areas.count++;
	object_area(object)->number = ++world->areas.last_number;
}

void mk_area_leave(World *world, WorldObject *object) {
	world->areas.count--;
	mk_area_forget(world, object_area(object), true, true);
}

void mk_area_set_free(AreaSet *areas) {
	overlap_array_free(&areas->overlaps);
	mk_pair_set_free(&areas->pairs);
	number_array_free(&areas->moved);
	number_array_free(&areas->due);
	area_event_array_free(&areas->pending);
	area_event_array_free(&areas->events);
}

static bool has_effect(const AreaRules *rules) {
	return rules->gravity_mode != AREA_DISABLED || rules->linear_damp_mode != AREA_DISABLED ||
			rules->angular_damp_mode != AREA_DISABLED;
}

bool mk_area_wakes(const WorldArea *area) { return has_effect(&area->rules); }

void mk_area_wake_inside(World *world, const WorldArea *area) {
	for (uint32_t e = area->object.first_overlap; e != MK_WORLD_NONE;) {
		const Overlap *overlap = overlap_array_at(&world->areas.overlaps, e / 2);
		if (overlap->is_touching && overlap->sees[e % 2]) {
			mk_world_wake(world, overlap_object(world, overlap, 1 - (int)(e % 2)));
		}
		e = overlap->edges[e % 2].next;
	}
}

// Whether two rules do the same to every body.
static bool is_equal(const AreaRules *a, const AreaRules *b) {
	return a->priority == b->priority && a->gravity_mode == b->gravity_mode &&
			a->linear_damp_mode == b->linear_damp_mode &&
			a->angular_damp_mode == b->angular_damp_mode && a->is_point == b->is_point &&
			a->gravity == b->gravity && vec3_equals(a->gravity_vector, b->gravity_vector) &&
			a->unit_distance == b->unit_distance && a->linear_damp == b->linear_damp &&
			a->angular_damp == b->angular_damp;
}

void mk_area_set_rules(World *world, WorldArea *area, const AreaRules *rules) {
	bool has_changed = !is_equal(&area->rules, rules) &&
			(has_effect(&area->rules) || has_effect(rules));
	area->rules = *rules;
	if (has_changed) mk_area_wake_inside(world, area);
}

void mk_world_set_rules(World *world, const AreaRules *rules) {
	bool has_changed = !is_equal(&world->areas.rules, rules);
	world->areas.rules = *rules;
	if (!has_changed) return;
	for (uint32_t i = 0; i < world->movers.count; i++)
		mk_world_wake(world, world->movers.data[i]);
}

// The pull falls with the square of the distance from its full strength at the unit distance. At
// the point itself it has no direction.
static Vec3 pull_to(const AreaRules *rules, Vec3 way) {
	Real distance = vec3_length(way);
	if (!(distance > 0)) return vec3_zero();
	Real strength = rules->gravity;
	if (rules->unit_distance > 0) strength *= real_square(rules->unit_distance / distance);
	return vec3_scale(way, strength / distance);
}

Vec3 mk_area_gravity(const AreaRules *rules, const Affine *pose, Vec3 place) {
	if (!rules->is_point) return vec3_scale(rules->gravity_vector, rules->gravity);
	Vec3 center = affine_point(*pose, rules->gravity_vector);
	return pull_to(rules, vec3_sub(center, place));
}

// What a mode does, one row each.
static const struct {
	bool counts;
	bool replaces; // what has been added so far
	bool ends;     // what comes after it does not count
} modes[AREA_MODE_COUNT] = {
	[AREA_DISABLED] = { false, false, false },
	[AREA_COMBINE] = { true, false, false },
	[AREA_COMBINE_REPLACE] = { true, false, true },
	[AREA_REPLACE] = { true, true, true },
	[AREA_REPLACE_COMBINE] = { true, true, false },
};

// The sum on its way from the highest priority down, and which parts of it are settled.
typedef struct AreaSum {
	BodySurroundings sum;
	bool has_gravity;
	bool has_linear;
	bool has_angular;
} AreaSum;

static void add_damp(AreaMode mode, Real damp, Real *sum, bool *is_settled) {
	if (*is_settled || !modes[mode].counts) return;
	*sum = modes[mode].replaces ? damp : *sum + damp;
	*is_settled = modes[mode].ends;
}

static void add_gravity(AreaMode mode, Vec3 gravity, AreaSum *sum) {
	if (sum->has_gravity || !modes[mode].counts) return;
	Vec3 before = modes[mode].replaces ? vec3_zero() : sum->sum.gravity;
	sum->sum.gravity = vec3_add(before, gravity);
	sum->has_gravity = modes[mode].ends;
}

static void add_area(const AreaRules *rules, const Affine *pose, Vec3 place, AreaSum *sum) {
	if (rules->gravity_mode != AREA_DISABLED && !sum->has_gravity) {
		add_gravity(rules->gravity_mode, mk_area_gravity(rules, pose, place), sum);
	}
	add_damp(rules->linear_damp_mode, rules->linear_damp, &sum->sum.linear_damp, &sum->has_linear);
	add_damp(rules->angular_damp_mode, rules->angular_damp, &sum->sum.angular_damp,
			&sum->has_angular);
}

// What the world has for those that no area has settled comes to what areas
// say, whatever its modes are.
static void add_everywhere(const AreaRules *rules, Vec3 place, AreaSum *sum) {
	const Affine here = affine_identity();
	if (!sum->has_gravity) add_gravity(AREA_COMBINE, mk_area_gravity(rules, &here, place), sum);
	add_damp(AREA_COMBINE, rules->linear_damp, &sum->sum.linear_damp, &sum->has_linear);
	add_damp(AREA_COMBINE, rules->angular_damp, &sum->sum.angular_damp, &sum->has_angular);
}

bool mk_area_comes_before(const WorldArea *a, const WorldArea *b) {
	if (a->rules.priority != b->rules.priority) return a->rules.priority > b->rules.priority;
	return a->number > b->number;
}

// Returns the area that comes next after `last` (NULL: the first) among those an object
// is in. Objects are in few areas at a time, so looking through them again is cheaper
// than to keep them in order.
static const WorldArea *next_area(const World *world, const void *who, const WorldArea *last) {
	const WorldObject *object = who;
	const WorldArea *next = NULL;
	for (uint32_t e = object->first_overlap; e != MK_WORLD_NONE;) {
		const Overlap *overlap = world->areas.overlaps.data + e / 2;
		int other = 1 - (int)(e % 2);
		e = overlap->edges[e % 2].next;
		if (!overlap->is_touching || !overlap->sees[other]) continue;
		const WorldArea *area = object_area(overlap_object(world, overlap, other));
		bool is_left = has_effect(&area->rules) &&
				(last == NULL || mk_area_comes_before(last, area));
		if (is_left && (next == NULL || mk_area_comes_before(area, next))) next = area;
	}
	return next;
}

BodySurroundings mk_area_sum(const World *world, AreaNext *next, const void *who, Vec3 place) {
	AreaSum sum = { 0 };
	const WorldArea *area = next(world, who, NULL);
	for (; area != NULL; area = next(world, who, area))
		add_area(&area->rules, &area->body.pose, place, &sum);
	add_everywhere(&world->areas.rules, place, &sum);
	return sum.sum;
}

BodySurroundings mk_area_surroundings(const World *world, const WorldObject *object) {
	return mk_area_sum(world, next_area, object, object->body->pose.origin);
}
