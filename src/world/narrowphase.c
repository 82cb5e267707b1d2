// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Looks at all active contacts. Workers write what concerns one lane only; what changes
// lists is noted and applied afterwards in the order of the contacts, so that it does
// not depend on the workers.
#include "world/sweep.h"

#define MK_CONTACTS_PER_BLOCK 16

// Whether they have come nearer than their rooms, and what is in them may have
// come nearer than the margin.
typedef enum BoxAnswer { BOXES_APART, BOXES_NEAR, BOXES_MEETING } BoxAnswer;

static BoxAnswer compare_boxes(const World *world, const Contact *contact) {
	const Collider *a = world_collider(world, contact->colliders[0]);
	const Collider *b = world_collider(world, contact->colliders[1]);
	if (!aabb_overlaps(a->room, b->room)) return BOXES_APART;
	return aabb_overlaps(a->box, b->box) ? BOXES_MEETING : BOXES_NEAR;
}

// How far beyond the margin a contact begins, m: as far as a body that joints hold may come within
// the step, if it would be swept. One that is stopped on its way (continuous.c) is torn from its
// partners, which move on; a contact stops all of them together. Only for what meets something
// static: nothing else stops most bodies.
static Real reach_ahead(const World *world, const Contact *contact) {
	const Collider *a = world_collider(world, contact->colliders[0]);
	const Collider *b = world_collider(world, contact->colliders[1]);
	if ((a->tree == TREE_STATIC) == (b->tree == TREE_STATIC)) return 0;
	const WorldObject *object = a->tree == TREE_STATIC ? b->object : a->object;
	if (object->first_joint == NULL || !object_is_swept(world, object)) return 0;
	const Body *body = object->body;
	Real arm = object->sweep.size + vec3_length(body->local_center);
	Real speed = vec3_length(body->linear_velocity) + vec3_length(body->angular_velocity) * arm;
	Real way = speed * world->dt;
	return way > MK_FAST_PART * object->sweep.thickness ? way : 0;
}

// Beyond this (m) squares are no numbers to the solver, whose are of single precision. Nothing in a
// scene is as far; smaller would gain nothing.
#define MK_TOUCH_MOST ((Real)1e18)

// A sum is no number if one of its parts is none.
static bool is_tame(const Manifold *manifold) {
	Vec3 sum = manifold->normal;
	Real gaps = 0;
	for (uint32_t i = 0; i < manifold->count; i++) {
		sum = vec3_add(sum, manifold->points[i].position);
		gaps += manifold->points[i].separation;
	}
	return real_abs(gaps) < MK_TOUCH_MOST && vec3_is_finite(sum) &&
			vec3_max_element(vec3_abs(sum)) < MK_TOUCH_MOST;
}

// Where bodies are so far away that squares of distances are no numbers, the solver makes none of
// touches either: it must not see them.
static void drop_wild(ManifoldArray *manifolds, uint32_t first) {
	uint32_t kept = first;
	for (uint32_t i = first; i < manifolds->count; i++) {
		if (!is_tame(manifolds->data + i)) continue;
		if (kept != i) manifolds->data[kept] = manifolds->data[i];
		kept++;
	}
	manifolds->count = kept;
}

// NULL if nothing is asked of it: it is not even to be brought from memory.
static PairCache *cache_of(const World *world, const Contact *contact) {
	return contact->is_closed ? NULL : contact_cache(world, contact);
}

static void find_manifolds(World *world, Contact *contact, WorldWorker *worker) {
	CollideInput input = {
		.a = &world_collider(world, contact->colliders[0])->instance,
		.b = &world_collider(world, contact->colliders[1])->instance,
		.margin = world->settings.contact_margin + reach_ahead(world, contact),
		.cache = cache_of(world, contact),
		.counters = &worker->counters,
		.pair_counters = &worker->pair_counters,
		.scratch = &worker->arena,
		.manifolds = &worker->manifolds,
	};
	uint32_t first = worker->manifolds.count;
	mk_collide(&input);
	drop_wild(&worker->manifolds, first);
}

// The same number of manifolds with much the same normals goes on in the same lanes.
static bool goes_on(const World *world, const Contact *contact, const Manifold *found) {
	uint32_t p = contact->first_patch;
	for (uint32_t i = 0; i < contact->patch_count; i++) {
		const ContactPatch *patch = world->patches.data + p;
		if (!(vec3_dot(patch->manifold.normal, found[i].normal) > (Real)0.9)) return false;
		p = patch->next;
	}
	return true;
}

// Whether the bodies pressed on each other in the last step.
static bool has_begun(const World *world, const Contact *contact) {
	if (contact->first_patch == MK_WORLD_NONE) return false;
	const ContactPatch *patch = world->patches.data + contact->first_patch;
	for (uint32_t i = 0; i < patch->manifold.count; i++)
		if (contact_lane_impulse(&world->graph, patch->slot, i) > 0) return true;
	return false;
}

// Concave shapes have several manifolds, and edges of their own to look after. A contact that has
// begun is none that may pass.
static bool is_passing(const World *world, const Contact *contact, WorldWorker *worker) {
	if (has_begun(world, contact)) return false;
	Passing pair = {
		.a = world_collider(world, contact->colliders[0]),
		.b = world_collider(world, contact->colliders[1]),
		.cache = cache_of(world, contact),
		.margin = world->settings.contact_margin,
		.dt = world->dt,
	};
	return mk_world_is_passing(&pair, worker->manifolds.data + worker->manifolds.count - 1, worker);
}

// Tests a contact, and keeps what it finds if that changes no list.
static void test(World *world, Contact *contact, uint32_t worker_index) {
	WorldWorker *worker = world->workers + worker_index;
	uint32_t first = worker->manifolds.count;
	find_manifolds(world, contact, worker);
	if (worker->manifolds.count == first + 1 && is_passing(world, contact, worker))
		worker->manifolds.count = first;
	uint32_t count = worker->manifolds.count - first;
	// no manifolds may mean no array
	const Manifold *found = count > 0 ? worker->manifolds.data + first : NULL;
	if (count == contact->patch_count && goes_on(world, contact, found)) {
		uint32_t p = contact->first_patch;
		for (uint32_t i = 0; i < count; i++) {
			mk_contact_update_patch(world, p, found + i);
			p = world->patches.data[p].next;
		}
		worker->manifolds.count = first;
		contact->finding = FINDING_NONE;
		return;
	}
	contact->finding = FINDING_CHANGED;
	contact->found_worker = worker_index;
	contact->found_first = first;
	contact->found_count = count;
}

// A stage goes through the contacts in the order in which they lie in memory, if most of them are
// active: the list of active ones leads all over it. Which way changes no result, only time.
typedef struct NarrowStage {
	World *world;
	uint32_t count;       // of contacts to look at
	const uint32_t *list; // of them; NULL: all, of which some are not active
} NarrowStage;

static Contact *contact_at(const NarrowStage *stage, uint32_t i) {
	return stage->world->contacts.data + (stage->list != NULL ? stage->list[i] : i);
}

// One that is not active costs less than half of what it takes to jump to one that is.
static NarrowStage stage_of(World *world) {
	bool is_dense = (uint64_t)world->active.count * 2 > world->contacts.count;
	return is_dense ? (NarrowStage){ world, world->contacts.count, NULL }
					: (NarrowStage){ world, world->active.count, world->active.data };
}

// What boxes are compared by is on its way to the cache some contacts ahead.
static void fetch_boxes(const NarrowStage *stage, uint32_t i) {
	if (i + 8 < stage->count) fetch_lines(contact_at(stage, i + 8), 1);
	if (i + 4 >= stage->count) return;
	const Contact *contact = contact_at(stage, i + 4);
	if (!contact->is_active) return;
	for (int side = 0; side < 2; side++)
		fetch_lines(&stage->world->colliders.data[contact->colliders[side]].box, 1);
}

// The contacts of a block that have to be tested. Most of those whose boxes are near do not touch;
// to know the others first lets all that a test reads be asked for in time.
typedef struct TestList {
	Contact *contacts[MK_CONTACTS_PER_BLOCK];
	uint32_t count;
} TestList;

// Notes that a contact leaves something to do in order.
static void leave_for_later(World *world, const Contact *contact, uint32_t worker) {
	pair_key_array_push(&world->workers[worker].keys, contact->active_index);
}

// The cache of a contact, its manifold, and where its colliders are.
static void fetch_test(const World *world, const Contact *contact) {
	if (!contact->is_closed)
		fetch_lines(contact_cache(world, contact), (sizeof(PairCache) + 63) / 64);
	for (int side = 0; side < 2; side++)
		fetch_lines(world->colliders.data + contact->colliders[side], 2);
	if (contact->first_patch == MK_WORLD_NONE) return;
	fetch_lines(world->patches.data + contact->first_patch, 3);
}

static void compare_block(
		const NarrowStage *stage, uint32_t block, uint32_t worker, TestList *list) {
	World *world = stage->world;
	uint32_t first = block * MK_CONTACTS_PER_BLOCK;
	uint32_t end = first + MK_CONTACTS_PER_BLOCK;
	if (end > stage->count) end = stage->count;
	list->count = 0;
	for (uint32_t i = first; i < end; i++) {
		fetch_boxes(stage, i);
		Contact *contact = contact_at(stage, i);
		if (!contact->is_active) continue;
		BoxAnswer boxes = compare_boxes(world, contact);
		if (boxes == BOXES_APART) {
			contact->finding = FINDING_OVER;
			leave_for_later(world, contact, worker);
		} else if (boxes == BOXES_NEAR && contact->patch_count == 0 &&
				reach_ahead(world, contact) == 0) {
			world->workers[worker].pair_counters.skips++;
		} else {
			fetch_test(world, contact);
			list->contacts[list->count++] = contact;
		}
	}
}

static void fetch_objects(const World *world, const TestList *list, uint32_t k) {
	if (k >= list->count) return;
	for (int side = 0; side < 2; side++)
		fetch_lines(contact_object(world, list->contacts[k], side), 1);
}

static void fetch_bodies(const World *world, const TestList *list, uint32_t k) {
	if (k >= list->count) return;
	for (int side = 0; side < 2; side++)
		fetch_body(contact_object(world, list->contacts[k], side)->body);
}

static void collide_block(void *context, uint32_t block, uint32_t worker) {
	const NarrowStage *stage = context;
	World *world = stage->world;
	TestList list;
	compare_block(stage, block, worker, &list);
	fetch_objects(world, &list, 0);
	fetch_objects(world, &list, 1);
	fetch_bodies(world, &list, 0);
	for (uint32_t k = 0; k < list.count; k++) {
		fetch_objects(world, &list, k + 2);
		fetch_bodies(world, &list, k + 1);
		test(world, list.contacts[k], worker);
		if (list.contacts[k]->finding != FINDING_NONE)
			leave_for_later(world, list.contacts[k], worker);
	}
}

static void wake_touching(World *world, const Contact *contact) {
	for (int side = 0; side < 2; side++) {
		WorldObject *object = contact_object(world, contact, side);
		if (contact->is_pushed[side] && object->body->is_sleeping) mk_world_wake(world, object);
	}
}

static void apply_finding(World *world, uint32_t index) {
	Contact *contact = contact_array_at(&world->contacts, index);
	if (contact->finding == FINDING_CHANGED) {
		const ManifoldArray *found = &world->workers[contact->found_worker].manifolds;
		bool is_new = contact->patch_count == 0;
		uint32_t count = contact->found_count;
		const Manifold *first = count > 0 ? found->data + contact->found_first : NULL;
		mk_contact_set_manifolds(world, index, first, count);
		if (is_new) wake_touching(world, contact_array_at(&world->contacts, index));
	}
	if (contact->finding == FINDING_OVER) mk_contact_destroy(world, index);
}

// Counts of all workers together: each pair costs the same on any of them.
static void count_work(World *world) {
	PenetrationCounters *deep = &world->counters.penetration;
	PairCounters *pairs = &world->counters.pairs;
	*deep = (PenetrationCounters){ 0 };
	*pairs = (PairCounters){ 0 };
	for (uint32_t w = 0; w < world->worker_limit; w++) {
		mk_penetration_count(deep, &world->workers[w].counters);
		mk_pair_count(pairs, &world->workers[w].pair_counters);
	}
}

void mk_world_collide(World *world, Real dt) {
	world->dt = dt;
	for (uint32_t w = 0; w < world->worker_limit; w++) {
		world->workers[w].counters = (PenetrationCounters){ 0 };
		world->workers[w].pair_counters = (PairCounters){ 0 };
	}
	NarrowStage stage = stage_of(world);
	uint32_t blocks = (stage.count + MK_CONTACTS_PER_BLOCK - 1) / MK_CONTACTS_PER_BLOCK;
	mk_job_team_run(&world->team, blocks, collide_block, &stage);
	mk_profile_end_stage(&world->profile, STAGE_NARROWPHASE);
	count_work(world);
	mk_world_collect_keys(world);
	// from the last to the first: a contact that leaves the list is replaced by one already seen
	for (uint32_t k = world->new_keys.count; k-- > 0;) {
		uint64_t i = world->new_keys.data[k];
		if (i < world->active.count) apply_finding(world, world->active.data[i]);
	}
	for (uint32_t w = 0; w < world->worker_limit; w++)
		manifold_array_clear(&world->workers[w].manifolds);
}
