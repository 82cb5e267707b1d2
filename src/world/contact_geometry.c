// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What the solver sees of a manifold: arms from the centres of mass, and separations.
//
// Arms and normals stay as they are for a whole step, while bodies roll and turn. As they were at
// its beginning they are late by half a step, and what is late drives what swings: with six
// sub-steps a body that rocks with k = (angular frequency * step)^2 would win 5/24 k of its swing
// in each step, and one that rocks once a second 14 % in a second. So a manifold that goes on is
// handed over as it will be in the middle of the step, if it changes as it has since the last one.
// Then what rocks loses some k/30 of its swing in a step, up to six times a second; what rocks
// faster, on lines that lie along each other, stands on more points than one (clip_edge.c).
#include "world/parts.h"

// An arm or a normal that has changed by more than this part of itself in one step has jumped, no
// unit; a body that turns so far needs 30 rad/s. Larger: a point that has gone to another place is
// seen far beyond it; smaller: what rocks far on long lines wins speed.
#define MK_STEADY_PART ((Real)0.5)

// What changes by less in a step is taken for still, m, or rad of normals: some roundings of places
// ten metres away. Larger: a rocker would be driven up to a larger swing; smaller: what slides on
// a floor is turned by noise.
#define MK_STILL ((Real)1e-5)

static Real beyond_slop(const World *world, Real separation) {
	return separation < 0 ? real_min(0, separation + world->settings.contact_slop) : separation;
}

ContactFrame mk_contact_frame(const World *world, const Contact *contact) {
	const Collider *collider = world_collider(world, contact->colliders[0]);
	const Body *a = collider->object->body;
	const Body *b = contact_object(world, contact, 1)->body;
	Vec3 origin = collider->instance.pose.origin;
	Vec3 center_a = vec3_add(a->pose.origin, body_center(a));
	Vec3 center_b = vec3_add(b->pose.origin, body_center(b));
	return (ContactFrame){ vec3_sub(origin, center_a), vec3_sub(origin, center_b) };
}

void mk_contact_write_geometry(
		const World *world, const Manifold *manifold, ContactFrame frame, ContactLane *lane) {
	lane->normal = manifold->normal;
	lane->offset = vec3_sub(frame.from_b, frame.from_a);
	lane->count = manifold->count;
	for (uint32_t i = 0; i < manifold->count; i++) {
		lane->points[i].arm = vec3_add(manifold->points[i].position, frame.from_a);
		lane->points[i].separation = beyond_slop(world, manifold->points[i].separation);
	}
}

static bool is_still(Vec3 change) { return vec3_length_squared(change) <= real_square(MK_STILL); }

static bool is_steady(Vec3 change, Vec3 of) {
	return vec3_length_squared(change) <= real_square(MK_STEADY_PART) * vec3_length_squared(of);
}

// How the arms on both bodies have changed since the last step, m.
typedef struct ArmChange {
	Vec3 of_a;
	Vec3 of_b;
} ArmChange;

static ArmChange frame_change(const PatchUpdate *update) {
	const ContactFrame *last = &update->last->frame;
	return (ArmChange){ vec3_sub(update->frame.from_a, last->from_a),
		vec3_sub(update->frame.from_b, last->from_b) };
}

static Vec3 move_of(const PatchUpdate *update, uint32_t point, uint32_t match) {
	return vec3_sub(update->manifold->points[point].position,
			update->last->manifold.points[match].position);
}

// What the contact does not push may be as large as a floor: arms on it say nothing.
static bool has_jumped(const Contact *contact, const ArmChange *change, Vec3 arm_a, Vec3 arm_b) {
	return (contact->is_pushed[0] && !is_steady(change->of_a, arm_a)) ||
			(contact->is_pushed[1] && !is_steady(change->of_b, arm_b));
}

// One that is new, or has only come near to where another was, stays where it was found.
static bool goes_on(const PatchUpdate *update, uint32_t point) {
	uint32_t match = update->matches[point];
	return match < MK_MANIFOLD_POINTS &&
			update->last->manifold.points[match].id == update->manifold->points[point].id;
}

// Most of what lies in a heap is: two places, their frame and the normal are asked.
static bool is_at_rest(const PatchUpdate *update, const ArmChange *frame, Vec3 turn) {
	uint32_t end = update->manifold->count - 1;
	if (update->matches[0] != 0 || update->matches[end] != end) return false;
	Real sum = vec3_length_squared(turn);
	sum += vec3_length_squared(frame->of_a) + vec3_length_squared(frame->of_b);
	sum += vec3_length_squared(move_of(update, 0, 0));
	sum += vec3_length_squared(move_of(update, end, end));
	return sum <= real_square(MK_STILL);
}

void mk_contact_look_ahead(const Contact *contact, const PatchUpdate *update, ContactLane *lane) {
	const Real part = (Real)0.5;
	ArmChange frame = frame_change(update);
	Vec3 turn = vec3_sub(lane->normal, update->last->manifold.normal);
	if (lane->count == 0 || is_at_rest(update, &frame, turn) || !is_steady(turn, lane->normal))
		return;
	bool has_changed = !is_still(turn);
	Vec3 arms[MK_MANIFOLD_POINTS];
	for (uint32_t i = 0; i < lane->count; i++) {
		Vec3 arm = lane->points[i].arm;
		arms[i] = arm;
		if (!goes_on(update, i)) continue;
		Vec3 moved = move_of(update, i, update->matches[i]);
		ArmChange change = { vec3_add(moved, frame.of_a), vec3_add(moved, frame.of_b) };
		if (has_jumped(contact, &change, arm, vec3_add(arm, lane->offset))) return;
		has_changed |= contact->is_pushed[0] && !is_still(change.of_a);
		has_changed |= contact->is_pushed[1] && !is_still(change.of_b);
		arms[i] = vec3_add_scaled(arm, change.of_a, part);
	}
	if (!has_changed) return;
	for (uint32_t i = 0; i < lane->count; i++)
		lane->points[i].arm = arms[i];
	lane->offset = vec3_add_scaled(lane->offset, vec3_sub(frame.of_b, frame.of_a), part);
	lane->normal = vec3_normalize(vec3_add_scaled(lane->normal, turn, part));
}
