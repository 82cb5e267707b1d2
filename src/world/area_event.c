// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Events of areas. Colliders are made anew whenever a shape, a layer or a mode changes; what ends
// by that and begins again in the same step has not happened. So events wait until a step is over,
// are sorted by what they are about, and those that cancel each other are dropped.
#include "world/parts.h"

static void push(World *world, AreaEvent event) {
	event.sequence = world->areas.pending.count;
	area_event_array_push(&world->areas.pending, event);
}

static void tell_side(World *world, const Overlap *overlap, int side, bool is_begin) {
	const Collider *own = world_collider(world, overlap->colliders[side]);
	const Collider *other = world_collider(world, overlap->colliders[1 - side]);
	push(world,
			(AreaEvent){
					.area = object_area(own->object),
					.is_area = other->object->is_area,
					.is_begin = is_begin,
					.shape = own->shape_index,
					.other_shape = other->shape_index,
					.other = other->object->name,
					.other_tag = other->object->tag,
			});
}

void mk_area_tell(World *world, const Overlap *overlap, bool is_begin) {
	for (int side = 0; side < 2; side++)
		if (overlap->sees[side]) tell_side(world, overlap, side, is_begin);
}

void mk_area_tell_all(World *world, bool is_begin) {
	for (uint32_t i = 0; i < world->areas.overlaps.count; i++) {
		const Overlap *overlap = world->areas.overlaps.data + i;
		bool is_live = overlap->colliders[0] != MK_WORLD_NONE;
		if (is_live && overlap->is_touching) mk_area_tell(world, overlap, is_begin);
	}
}

static void forget_in(
		AreaEventArray *events, const WorldArea *area, bool of_areas, bool of_bodies) {
	uint32_t kept = 0;
	for (uint32_t i = 0; i < events->count; i++) {
		AreaEvent event = events->data[i];
		bool is_meant = event.area == area && (event.is_area ? of_areas : of_bodies);
		if (!is_meant) events->data[kept++] = event;
	}
	events->count = kept;
}

void mk_area_forget(World *world, const WorldArea *area, bool of_areas, bool of_bodies) {
	forget_in(&world->areas.pending, area, of_areas, of_bodies);
	forget_in(&world->areas.events, area, of_areas, of_bodies);
}

void mk_area_tell_again(World *world, const WorldArea *area, bool is_area) {
	mk_area_forget(world, area, is_area, !is_area);
	for (uint32_t e = area->object.first_overlap; e != MK_WORLD_NONE;) {
		const Overlap *overlap = overlap_array_at(&world->areas.overlaps, e / 2);
		int side = (int)(e % 2);
		bool is_meant = overlap->is_touching && overlap->sees[side] &&
				overlap_object(world, overlap, 1 - side)->is_area == is_area;
		if (is_meant) tell_side(world, overlap, side, true);
		e = overlap->edges[side].next;
	}
}

// Which of two events of different content is told first: negative, zero or positive like strcmp.
static int compare_subjects(const AreaEvent *a, const AreaEvent *b) {
	const uint64_t keys_a[] = { a->area->number, a->is_area, a->other, a->other_shape, a->shape };
	const uint64_t keys_b[] = { b->area->number, b->is_area, b->other, b->other_shape, b->shape };
	for (size_t i = 0; i < sizeof(keys_a) / sizeof(*keys_a); i++)
		if (keys_a[i] != keys_b[i]) return keys_a[i] < keys_b[i] ? -1 : 1;
	return 0;
}

static bool is_later(const AreaEvent *a, const AreaEvent *b) {
	int order = compare_subjects(a, b);
	return order != 0 ? order > 0 : a->sequence > b->sequence;
}

static void swap(AreaEvent *a, AreaEvent *b) {
	AreaEvent kept = *a;
	*a = *b;
	*b = kept;
}

static void sift_down(AreaEvent *events, uint32_t root, uint32_t count) {
	for (;;) {
		uint32_t child = 2 * root + 1;
		if (child >= count) return;
		if (child + 1 < count && is_later(events + child + 1, events + child)) child++;
		if (!is_later(events + child, events + root)) return;
		swap(events + root, events + child);
		root = child;
	}
}

// Heap sort, as a step must not allocate; the sequence makes every key unique.
static void sort(AreaEvent *events, uint32_t count) {
	for (uint32_t i = count / 2; i-- > 0;)
		sift_down(events, i, count);
	for (uint32_t end = count; end-- > 1;) {
		swap(events, events + end);
		sift_down(events, 0, end);
	}
}

// An end and the beginning after it cancel out, and what has begun cannot begin again.
static void add_or_cancel(AreaEventArray *told, AreaEvent event) {
	const AreaEvent *last = told->count > 0 ? told->data + told->count - 1 : NULL;
	if (last == NULL || !event.is_begin || compare_subjects(last, &event) != 0) {
		area_event_array_push(told, event);
	} else if (!last->is_begin) {
		told->count--;
	}
}

// What the host has not taken came before all that is pending: a host may make steps, or go back to
// a snapshot, more than once before it asks.
static void put_untold_first(AreaEventArray *pending, AreaEventArray *untold) {
	for (uint32_t i = 0; i < pending->count; i++)
		pending->data[i].sequence += untold->count;
	for (uint32_t i = 0; i < untold->count; i++) {
		untold->data[i].sequence = i;
		area_event_array_push(pending, untold->data[i]);
	}
	area_event_array_clear(untold);
}

void mk_world_finish_events(World *world) {
	AreaEventArray *pending = &world->areas.pending;
	AreaEventArray *told = &world->areas.events;
	put_untold_first(pending, told);
	sort(pending->data, pending->count);
	for (uint32_t i = 0; i < pending->count; i++)
		add_or_cancel(told, pending->data[i]);
	area_event_array_clear(pending);
}
