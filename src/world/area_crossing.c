// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Bodies that pass right through an area within one step: they are in it at neither end, and yet
// they were. A shape that does not turn is swept along its way as one convex set; one that turns,
// and every concave one, goes back along its motion until it touches (collide/toi.h). The area
// stands still: it moves only when the host puts it somewhere else.
#include "collide/overlap.h"
#include "collide/toi.h"
#include "world/sweep.h"

#define MK_CROSSINGS_PER_BLOCK 32

// How near a body may pass by an area that it is said to have been in, m: what
// counts as a touch elsewhere.
#define MK_CROSSING_TOLERANCE ((Real)1e-4)

// A collider of a body on its way through areas.
typedef struct Crossing {
	const World *world;
	PairKeyArray *keys;
	uint32_t collider;
	Sweep back; // from where it is to where it was when the step began
	bool is_straight;
} Crossing;

static bool is_crossed(const Crossing *crossing, const Collider *area) {
	const Sweep *back = &crossing->back;
	if (crossing->is_straight) {
		return mk_overlap_swept(&back->shape, vec3_negate(back->motion), &area->instance);
	}
	Sweep still = sweep_still(area->instance);
	ToiInput input = { .a = back,
		.b = &still,
		.tolerance = MK_CROSSING_TOLERANCE,
		.time_max = 1,
		.hits_backs = true };
	return toi_status_is_hit(mk_toi(&input).status);
}

static bool visit(void *context, uint32_t id, uint32_t area) {
	(void)id;
	const Crossing *crossing = context;
	const World *world = crossing->world;
	const Collider *body = world_collider(world, crossing->collider);
	const Collider *seer = world_collider(world, area);
	if (!mk_area_sees(seer->object, body->object)) return true;
	uint64_t key = pair_key(crossing->collider, area);
	const uint32_t *known = mk_pair_set_find(&world->areas.pairs, key);
	const Overlap *overlap = known != NULL ? world->areas.overlaps.data + *known : NULL;
	// inside at one end of the way: that is an event of its own
	if (overlap != NULL && (overlap->is_touching || overlap->is_found)) return true;
	if (is_crossed(crossing, seer)) pair_key_array_push(crossing->keys, key);
	return true;
}

// All that the sweep passes: the boxes at both ends, and how far an arc reaches out of its chord.
static Aabb swept_box(const WorldObject *object, const Crossing *crossing) {
	ShapeInstance start = mk_sweep_instance(&crossing->back, 1);
	Aabb box = aabb_merge(mk_instance_bounds(&crossing->back.shape), mk_instance_bounds(&start));
	Real arc = mk_object_arc(object);
	return crossing->is_straight ? box : aabb_grow(box, arc + MK_CROSSING_TOLERANCE);
}

static void cross(const World *world, const WorldObject *object, PairKeyArray *keys, Real dt) {
	Vec3 way = mk_object_motion(object);
	Real turned = object->sweep.angle * object->sweep.reach;
	// boxes in the trees have the contact margin on both sides
	Real margin = world->settings.contact_margin;
	if (!(vec3_length(way) + turned > 2 * margin)) return;
	Vec3 center = vec3_add(object->body->pose.origin, body_center(object->body));
	for (uint32_t i = 0; i < object->colliders.count; i++) {
		const Collider *collider = world_collider(world, object->colliders.data[i]);
		bool is_convex = shape_is_convex(collider->instance.shape);
		Crossing crossing = {
			.world = world,
			.keys = keys,
			.collider = object->colliders.data[i],
			.back = { collider->instance, center, vec3_negate(way), vec3_zero() },
			// a turn within the margin of contacts is none; rays that keep bodies off
			// the ground do not turn
			.is_straight = !collider_is_solid(collider) || (is_convex && !(turned > margin)),
		};
		if (!crossing.is_straight) crossing.back.turn = vec3_negate(mk_object_turn(object, dt));
		Aabb box = swept_box(object, &crossing);
		mk_bvh_query(world->trees + TREE_AREA, box, LEAF_ANY, visit, &crossing);
	}
}

typedef struct CrossingStage {
	World *world;
	Real dt;
} CrossingStage;

static void cross_block(void *context, uint32_t block, uint32_t worker) {
	const CrossingStage *stage = context;
	World *world = stage->world;
	uint32_t first = block * MK_CROSSINGS_PER_BLOCK;
	uint32_t end = first + MK_CROSSINGS_PER_BLOCK;
	if (end > world->awake.count) end = world->awake.count;
	for (uint32_t i = first; i < end; i++)
		cross(world, world->awake.data[i], &world->workers[worker].keys, stage->dt);
}

void mk_area_find_crossings(World *world, Real dt) {
	CrossingStage stage = { world, dt };
	uint32_t blocks = (world->awake.count + MK_CROSSINGS_PER_BLOCK - 1) / MK_CROSSINGS_PER_BLOCK;
	mk_job_team_run(&world->team, blocks, cross_block, &stage);
}

void mk_area_tell_crossings(World *world) {
	mk_world_collect_keys(world);
	for (uint32_t i = 0; i < world->new_keys.count; i++) {
		uint64_t key = world->new_keys.data[i];
		Overlap passed = { .colliders = { (uint32_t)(key >> 32), (uint32_t)key } };
		for (int side = 0; side < 2; side++)
			passed.sees[side] = overlap_object(world, &passed, side)->is_area;
		mk_area_tell(world, &passed, true);
		mk_area_tell(world, &passed, false);
	}
}
