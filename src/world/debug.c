// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "world/debug_lines.h"

#include "world/sweep.h"

// Colours on a circle, by a number of 32 bits: red, yellow, green, cyan, blue, magenta and back,
// all light enough to be seen on dark ground.
static uint32_t hue(uint32_t turn) {
	const uint32_t low = 0x40;
	const uint32_t range = 0xff - low;
	uint32_t sixths = (uint32_t)((uint64_t)turn * 6 >> 24);
	uint32_t part = low + (sixths & 0xff) * range / 0xff;
	uint32_t back = low + 0xff - part;
	switch (sixths >> 8) {
		case 0: return 0xff0000 | part << 8 | low;
		case 1: return back << 16 | 0x00ff00 | low;
		case 2: return low << 16 | 0x00ff00 | part;
		case 3: return low << 16 | back << 8 | 0x0000ff;
		case 4: return part << 16 | low << 8 | 0x0000ff;
		default: return 0xff0000 | low << 8 | back;
	}
}

// The golden part of 2^64: numbers that follow each other get colours far from each other.
static uint32_t color_of_number(uint64_t number) {
	return hue((uint32_t)(number * UINT64_C(0x9e3779b97f4a7c15) >> 32));
}

// The box of a shape in its own space, turned and stretched as the body is.
static void draw_shapes(
		const World *world, const WorldObject *object, uint32_t color, DebugLineArray *lines) {
	for (uint32_t i = 0; i < object->colliders.count; i++) {
		const ShapeInstance *in = &world_collider(world, object->colliders.data[i])->instance;
		Aabb box = mk_shape_bounds(in->shape, affine_identity());
		if (debug_is_near(box)) debug_box(lines, box, in->pose, color);
	}
}

// One colour per island: that of its member with the lowest name, so that it stays while who is
// awake, and in which order, changes.
static void draw_islands(World *world, DebugLineArray *lines) {
	PairKeyArray names = { 0 };
	const ObjectPointers *awake = &world->awake;
	mk_world_find_islands(world);
	for (uint32_t i = 0; i < awake->count; i++)
		pair_key_array_push(&names, UINT64_MAX);
	for (uint32_t i = 0; i < awake->count; i++) {
		uint64_t *lowest = names.data + mk_world_island_of(world, i);
		if (awake->data[i]->name < *lowest) *lowest = awake->data[i]->name;
	}
	for (uint32_t i = 0; i < awake->count; i++) {
		const WorldObject *object = awake->data[i];
		if (body_is_rigid(object->body) && object->body->is_sleeping) continue;
		uint64_t name = names.data[mk_world_island_of(world, i)];
		draw_shapes(world, object, color_of_number(name), lines);
	}
	pair_key_array_free(&names);
}

static void draw_sleeping(const World *world, DebugLineArray *lines) {
	for (uint32_t i = 0; i < world->movers.count; i++) {
		const WorldObject *object = world->movers.data[i];
		if (!body_is_rigid(object->body) || !object->body->is_sleeping) continue;
		draw_shapes(world, object, DEBUG_COLOR_SLEEPING, lines);
	}
}

// The box around all shapes that have an end: what has none is cut off there.
static Aabb find_frame(const World *world) {
	Aabb frame = aabb_empty();
	for (uint32_t i = 0; i < world->colliders.count; i++) {
		const Collider *collider = world->colliders.data + i;
		if (collider->object == NULL || !debug_is_near(collider->box)) continue;
		frame = aabb_merge(frame, collider->box);
	}
	return frame;
}

static void draw_aligned(DebugLineArray *lines, Aabb box, Aabb frame, uint32_t color) {
	if (!debug_is_near(box)) box = aabb_intersect(box, frame);
	if (debug_is_near(box)) debug_box(lines, box, affine_identity(), color);
}

static void draw_bounds(const World *world, Aabb frame, DebugLineArray *lines) {
	static const uint32_t colors[TREE_COUNT] = {
		[TREE_STATIC] = DEBUG_COLOR_STATIC,
		[TREE_MOVING] = DEBUG_COLOR_MOVING,
		[TREE_AREA] = DEBUG_COLOR_AREA,
	};
	for (uint32_t i = 0; i < world->colliders.count; i++) {
		const Collider *collider = world->colliders.data + i;
		if (collider->object == NULL) continue;
		draw_aligned(lines, collider->box, frame, colors[collider->tree]);
	}
	for (uint32_t i = 0; i < world->softs.count; i++)
		draw_aligned(lines, mk_soft_bounds(world->softs.data[i]->body), frame, DEBUG_COLOR_MOVING);
}

// A tree on its way to lines.
typedef struct TreeDrawing {
	Aabb frame;
	DebugLineArray *lines;
} TreeDrawing;

static void draw_node(void *context, Aabb box, uint32_t level) {
	const TreeDrawing *drawing = context;
	draw_aligned(drawing->lines, box, drawing->frame, color_of_number(level));
}

static void draw_trees(const World *world, Aabb frame, DebugLineArray *lines) {
	TreeDrawing drawing = { frame, lines };
	for (uint32_t t = 0; t < TREE_COUNT; t++)
		mk_bvh_walk(world->trees + t, draw_node, &drawing);
}

// Where a body was when the last step began.
static Affine start_pose(const WorldObject *object) {
	const ObjectSweep *sweep = &object->sweep;
	Vec3 arm = quat_rotate(sweep->rotation, object->body->local_center);
	return (Affine){ mat3_multiply(quat_to_mat3(sweep->rotation), object->body->stretch),
		vec3_sub(sweep->center, arm) };
}

// The box of a shape at both ends of the way, and its corners' ways as straight lines.
static void draw_swept_shape(const Collider *collider, Affine start, DebugLineArray *lines) {
	const ShapeInstance *end = &collider->instance;
	Aabb box = mk_shape_bounds(end->shape, affine_identity());
	if (!collider_is_solid(collider) || !debug_is_near(box)) return;
	Affine from = affine_multiply(start, collider->local);
	debug_box(lines, box, from, DEBUG_COLOR_PATH);
	debug_box(lines, box, end->pose, DEBUG_COLOR_PATH);
	for (uint32_t corner = 0; corner < 8; corner++)
		debug_line(lines, debug_corner(box, from, corner), debug_corner(box, end->pose, corner),
				DEBUG_COLOR_PATH);
}

// What is left of the way of a body that was stopped; one that was carried on has no straight one.
static void draw_cut(const WorldObject *object, Vec3 end, DebugLineArray *lines) {
	const ObjectSweep *sweep = &object->sweep;
	if (!(sweep->stop < 1) || !(sweep->stop > 0) || sweep->carrier != NULL) return;
	Vec3 whole = vec3_scale(mk_object_motion(object), 1 / sweep->stop);
	debug_line(lines, end, vec3_add(sweep->center, whole), DEBUG_COLOR_CUT);
}

static void draw_paths(const World *world, DebugLineArray *lines) {
	for (uint32_t i = 0; i < world->awake.count; i++) {
		const WorldObject *object = world->awake.data[i];
		if (!object->sweep.is_fast || !object_is_swept(world, object)) continue;
		Vec3 end = vec3_add(object->sweep.center, mk_object_motion(object));
		debug_line(lines, object->sweep.center, end, DEBUG_COLOR_PATH);
		draw_cut(object, end, lines);
		for (uint32_t c = 0; c < object->colliders.count; c++)
			draw_swept_shape(
					world_collider(world, object->colliders.data[c]), start_pose(object), lines);
	}
}

void mk_world_debug(World *world, uint32_t layers, Real size, DebugLineArray *lines) {
	const uint32_t of_contacts = DEBUG_CONTACTS | DEBUG_NORMALS | DEBUG_IMPULSES;
	Aabb frame = layers & (DEBUG_BOUNDS | DEBUG_TREE) ? find_frame(world) : aabb_empty();
	if (layers & of_contacts) mk_debug_contacts(world, layers, size, lines);
	if (layers & DEBUG_ISLANDS) draw_islands(world, lines);
	if (layers & DEBUG_SLEEPING) draw_sleeping(world, lines);
	if (layers & DEBUG_BOUNDS) draw_bounds(world, frame, lines);
	if (layers & DEBUG_TREE) draw_trees(world, frame, lines);
	if (layers & DEBUG_PATHS) draw_paths(world, lines);
}
