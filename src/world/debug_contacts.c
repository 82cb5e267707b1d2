// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Lines of contacts. Points are where the narrow phase of the last step saw
// them, carried along with A.
//
// Impulses of a game reach from the weight of a coin to the crash of a truck, so lines have a
// length that can be compared within a pair: one that carries the weight of the lighter body is as
// long as a normal, and lengths grow with the root of the impulse.
#include "world/debug_lines.h"

// The part of a normal's length that a cross has. No unit.
#define MK_CROSS_PART ((Real)0.2)

// Gravity on earth, m/s^2: what the weight of a body is measured with, wherever the game plays.
#define MK_EARTH ((Real)9.8)

// A contact on its way to lines.
typedef struct Drawing {
	const World *world;
	const Contact *contact;
	uint32_t layers;
	Real size; // m; of a normal
	Real unit; // N s; an impulse that is as long
	DebugLineArray *lines;
} Drawing;

// The lighter one of those that this contact moves, kg; 0: none of them.
static Real lighter_mass(const World *world, const Contact *contact) {
	Real lighter = 0;
	for (int side = 0; side < 2; side++) {
		const Body *body = contact_object(world, contact, side)->body;
		if (!contact->is_pushed[side] || !body_is_rigid(body)) continue;
		if (lighter == 0 || body->mass < lighter) lighter = body->mass;
	}
	return lighter;
}

// What a manifold did in the last step. Where nobody has summed it up, and while the bodies sleep,
// the last sub-step stands for all of them.
static ContactImpulses impulses_of(const Drawing *drawing, const ContactPatch *patch) {
	const World *world = drawing->world;
	const Contact *contact = drawing->contact;
	if (world->has_totals && contact->is_active) {
		return mk_contact_lane_impulses(&world->graph, patch->slot);
	}
	ContactImpulses impulses = { 0 };
	for (uint32_t i = 0; i < patch->manifold.count; i++) {
		Real last = contact->is_active ? contact_lane_impulse(&world->graph, patch->slot, i)
									   : patch->impulses[i];
		impulses.normal[i] = last * (Real)world->settings.solver.sub_steps;
	}
	return impulses;
}

static void draw_impulse(const Drawing *drawing, Vec3 at, Vec3 impulse) {
	Real length = vec3_length(impulse);
	if (!(length > 0) || !(drawing->unit > 0)) return;
	Real drawn = drawing->size * real_sqrt(length / drawing->unit);
	debug_line(
			drawing->lines, at, vec3_add_scaled(at, impulse, drawn / length), DEBUG_COLOR_IMPULSE);
}

static void draw_patch(const Drawing *drawing, const ContactPatch *patch) {
	const Manifold *manifold = &patch->manifold;
	const Collider *a = world_collider(drawing->world, drawing->contact->colliders[0]);
	ContactImpulses impulses = impulses_of(drawing, patch);
	for (uint32_t i = 0; i < manifold->count; i++) {
		const ContactPoint *point = manifold->points + i;
		// those that are only near are for the solver
		if (point->separation > MK_CONTACT_SLOP && !(impulses.normal[i] > 0)) continue;
		Vec3 middle = vec3_add(a->instance.pose.origin, point->position);
		Vec3 on_a = vec3_add_scaled(middle, manifold->normal, -point->separation / 2);
		Vec3 on_b = vec3_add_scaled(middle, manifold->normal, point->separation / 2);
		if (drawing->layers & DEBUG_CONTACTS) {
			debug_cross(drawing->lines, on_a, MK_CROSS_PART * drawing->size, DEBUG_COLOR_ON_A);
			debug_cross(drawing->lines, on_b, MK_CROSS_PART * drawing->size, DEBUG_COLOR_ON_B);
		}
		if (drawing->layers & DEBUG_NORMALS) {
			Vec3 end = vec3_add_scaled(on_b, manifold->normal, drawing->size);
			debug_line(drawing->lines, on_b, end, DEBUG_COLOR_NORMAL);
		}
		if (drawing->layers & DEBUG_IMPULSES) {
			Vec3 push = vec3_scale(manifold->normal, impulses.normal[i]);
			draw_impulse(drawing, on_b, vec3_add(push, impulses.friction[i]));
		}
	}
}

void mk_debug_contacts(const World *world, uint32_t layers, Real size, DebugLineArray *lines) {
	for (uint32_t i = 0; i < world->contacts.count; i++) {
		const Contact *contact = world->contacts.data + i;
		if (contact->colliders[0] == MK_WORLD_NONE) continue;
		Real unit = lighter_mass(world, contact) * MK_EARTH * world->dt;
		Drawing drawing = { world, contact, layers, size, unit, lines };
		for (uint32_t p = contact->first_patch; p != MK_WORLD_NONE; p = world->patches.data[p].next)
			draw_patch(&drawing, world->patches.data + p);
	}
}

void mk_world_watch_impulses(World *world, bool is_watched) {
	if (world->is_watched == is_watched) return;
	world->is_watched = is_watched;
	world->has_totals = false;
	for (uint32_t i = 0; i < world->active.count; i++)
		mk_contact_update_material(world, world->active.data[i]);
}
