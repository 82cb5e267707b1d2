// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Small islands are solved by one worker each. A pass over the constraints of all bodies waits
// for all workers after every colour, some 150 times in a step; where a colour has little work,
// as in a crowd of ragdolls, they wait longer than they work. What has nothing to do with each
// other need not wait: so islands, bodies that contacts and joints connect, are shared out among
// the parts of the constraint graph (dynamics/graph.h), and a worker solves a part from the
// first sub-step to the last.
//
// A body and all that acts on it are in one part. Whether a new constraint breaks that is seen when
// it comes: then it goes to the common part, and before the solver runs everything is shared out
// anew. Always in the common part is what touches a body that moves on its own, since its pose is
// read by all and moves with the sub-steps; what is solved one by one, whose order is that of one
// list; and islands that are too large to be shared evenly.
//
// Parts change no result, so that nothing here has to be the same for any number of workers.
#include "world/parts.h"

// Parts for each worker, so that one that is done early finds another.
#define MK_PARTS_PER_WORKER 2

// Steps from one look at the islands to the next, if nothing forces one: a look costs as much
// as a twentieth of a step.
#define MK_SHARE_STEPS 16

// Constraints: a part of fewer has too few of a colour to fill lanes; of more than that in all,
// each colour has enough work for all workers.
#define MK_LEAST_IN_PART 192
#define MK_MOST_SHARED   16384

// An island may have this part of what one part of the graph gets, or shares are uneven. No unit.
#define MK_ISLAND_PART ((Real)0.5)
// If less than this part of all constraints can be shared out, nothing is. No unit.
#define MK_SHARED_PART ((Real)0.75)

#define MK_NO_PART UINT32_MAX

// The part that one end of a constraint asks for; MK_NO_PART: any.
static uint32_t wanted_by(uint32_t row, bool is_moving, const WorldObject *object) {
	if (row == 0) return MK_NO_PART;
	return is_moving ? object->part : 0;
}

uint32_t mk_world_part_of(World *world, GraphPair pair, WorldObject *const objects[2]) {
	uint32_t a = wanted_by(pair.a, pair.is_moving_a, objects[0]);
	uint32_t b = wanted_by(pair.b, pair.is_moving_b, objects[1]);
	if (a == MK_NO_PART) a = b;
	if (b == MK_NO_PART) b = a;
	if (a == MK_NO_PART) return 0;
	// what has slept may be of a part that is no longer there
	if (a == b && a <= world->parts.count) return a;
	world->parts.is_due = true;
	return 0;
}

// What is known of an island, at the place of its first body in the list of awake ones.
typedef struct Island {
	uint32_t work; // constraints
	uint32_t part;
	bool is_common; // it has to be in the common part
} Island;

typedef struct Sharing {
	World *world;
	Island *islands;
	uint32_t parts; // to share among, besides the common one
	uint32_t work;  // of all islands that can be shared out
	uint32_t load[MK_GRAPH_PARTS];
} Sharing;

// Returns the island of a constraint; NULL if it has no awake body.
static Island *island_of(const Sharing *sharing, WorldObject *const objects[2]) {
	for (int side = 0; side < 2; side++) {
		const WorldObject *object = objects[side];
		if (object == NULL || !object->is_awake || !body_is_rigid(object->body)) continue;
		return sharing->islands + mk_world_island_of(sharing->world, object->awake_index);
	}
	return NULL;
}

// Whether an end of a constraint keeps it in the common part. A sleeper that is touched may
// have others that touch it.
static bool is_common_end(uint32_t row, bool is_moving, const WorldObject *object) {
	return row != 0 && !(is_moving && object->is_awake);
}

static void count_constraint(
		const Sharing *sharing, GraphPair pair, WorldObject *const objects[2], bool is_serial) {
	bool is_common = is_serial || is_common_end(pair.a, pair.is_moving_a, objects[0]) ||
			is_common_end(pair.b, pair.is_moving_b, objects[1]);
	Island *island = island_of(sharing, objects);
	if (island == NULL) return;
	island->work++;
	island->is_common |= is_common;
}

static void count_work(const Sharing *sharing) {
	World *world = sharing->world;
	for (uint32_t i = 0; i < world->active.count; i++) {
		const Contact *contact = world->contacts.data + world->active.data[i];
		WorldObject *const objects[2] = { contact_object(world, contact, 0),
			contact_object(world, contact, 1) };
		GraphPair pair = contact_pair(world, contact);
		for (uint32_t p = contact->first_patch; p != MK_WORLD_NONE; p = world->patches.data[p].next)
			count_constraint(
					sharing, pair, objects, graph_slot_is_serial(world->patches.data[p].slot));
	}
	for (uint32_t list = 0; list < MK_GRAPH_PARTS * MK_JOINT_LISTS; list++) {
		const JointEntryArray *joints = world->joints.lists + list;
		for (uint32_t i = 0; i < joints->count; i++) {
			const WorldJoint *joint = joints->data[i].joint;
			count_constraint(
					sharing, joint->pair, joint->objects, joint->list >= MK_GRAPH_OVERFLOW);
		}
	}
}

static Sharing find_islands(World *world, uint32_t parts) {
	uint32_t count = world->awake.count;
	Sharing sharing = { .world = world, .parts = parts };
	sharing.islands = mk_arena_alloc(&world->workers[0].arena, count, sizeof(Island));
	memset(sharing.islands, 0, count * sizeof(Island));
	mk_world_find_islands(world);
	count_work(&sharing);
	return sharing;
}

// Finds out which islands can be shared out. Returns whether that is worth it.
static bool choose_islands(Sharing *sharing) {
	const ObjectPointers *awake = &sharing->world->awake;
	uint32_t all = 0;
	for (uint32_t i = 0; i < awake->count; i++)
		all += sharing->islands[i].work;
	Real most = MK_ISLAND_PART * (Real)all / (Real)sharing->parts;
	for (uint32_t i = 0; i < awake->count; i++) {
		Island *island = sharing->islands + i;
		island->is_common |= (Real)island->work > most;
		if (!island->is_common) sharing->work += island->work;
	}
	return (Real)sharing->work > MK_SHARED_PART * (Real)all;
}

// An island stays in its part if that does not get too much; the others fill the parts one after
// the other, so that what lies side by side is solved by one worker.
static void share_islands(Sharing *sharing) {
	const ObjectPointers *awake = &sharing->world->awake;
	uint32_t most = sharing->work / sharing->parts + 1;
	for (uint32_t i = 0; i < awake->count; i++) {
		Island *island = sharing->islands + i;
		uint32_t part = awake->data[i]->part;
		if (island->is_common || island->work == 0 || part == 0 || part > sharing->parts) continue;
		if (sharing->load[part] + island->work > most) continue;
		island->part = part;
		sharing->load[part] += island->work;
	}
	uint32_t part = 1;
	for (uint32_t i = 0; i < awake->count; i++) {
		Island *island = sharing->islands + i;
		if (island->is_common || island->work == 0 || island->part != 0) continue;
		while (part < sharing->parts && sharing->load[part] >= most)
			part++;
		island->part = part;
		sharing->load[part] += island->work;
	}
}

static void set_parts(const Sharing *sharing) {
	World *world = sharing->world;
	for (uint32_t i = 0; i < world->awake.count; i++) {
		WorldObject *object = world->awake.data[i];
		if (!body_is_rigid(object->body)) continue;
		object->part = sharing->islands[mk_world_island_of(world, i)].part;
	}
}

static void move_patch(World *world, uint32_t index, uint32_t part) {
	ContactPatch *patch = world->patches.data + index;
	if (graph_slot_part(patch->slot) == part || graph_slot_is_serial(patch->slot)) return;
	GraphSlot old = patch->slot;
	uint32_t moved = mk_graph_move(&world->graph, &patch->slot, part);
	if (moved != UINT32_MAX) world->patches.data[moved].slot = old;
}

// Also sleepers that something touches are in the common part from now on.
static uint32_t part_for(const Sharing *sharing, WorldObject *const objects[2]) {
	const Island *island = island_of(sharing, objects);
	uint32_t part = island == NULL ? 0 : island->part;
	for (int side = 0; side < 2 && part == 0; side++)
		if (objects[side] != NULL) objects[side]->part = 0;
	return part;
}

static void move_constraints(const Sharing *sharing) {
	World *world = sharing->world;
	for (uint32_t i = 0; i < world->active.count; i++) {
		const Contact *contact = world->contacts.data + world->active.data[i];
		WorldObject *const objects[2] = { contact_object(world, contact, 0),
			contact_object(world, contact, 1) };
		if (contact->first_patch == MK_WORLD_NONE) continue;
		uint32_t part = part_for(sharing, objects);
		for (uint32_t p = contact->first_patch; p != MK_WORLD_NONE; p = world->patches.data[p].next)
			move_patch(world, p, part);
	}
	for (uint32_t list = 0; list < MK_GRAPH_PARTS * MK_JOINT_LISTS; list++) {
		const JointEntryArray *joints = world->joints.lists + list;
		// from the last to the first: one that leaves is replaced by one already seen
		for (uint32_t i = joints->count; i-- > 0;) {
			WorldJoint *joint = joints->data[i].joint;
			uint32_t part = part_for(sharing, joint->objects);
			bool is_serial = joint->list >= MK_GRAPH_OVERFLOW;
			if (part != joint->part && !is_serial) mk_joint_set_part(world, joint, part);
		}
	}
}

static uint32_t constraint_count(const World *world) {
	uint32_t count = 0;
	for (uint32_t i = 0; i < MK_GRAPH_PARTS * MK_GRAPH_COLORS; i++)
		count += world->graph.colors[i].lane_count;
	for (uint32_t i = 0; i < MK_GRAPH_PARTS * MK_JOINT_LISTS; i++)
		count += world->joints.lists[i].count;
	return count;
}

// Returns among how many parts it is worth sharing; 0: none.
static uint32_t useful_parts(const World *world) {
	uint32_t workers = world->team.worker_count;
	if (workers < 2) return 0;
	uint32_t count = constraint_count(world);
	if (count < 2 * MK_LEAST_IN_PART || count > MK_MOST_SHARED) return 0;
	uint32_t parts = workers * MK_PARTS_PER_WORKER;
	if (parts > MK_GRAPH_PARTS - 1) parts = MK_GRAPH_PARTS - 1;
	return parts < count / MK_LEAST_IN_PART ? parts : count / MK_LEAST_IN_PART;
}

// Whether a constraint that is in a part is where both its ends want it.
static bool is_in_place(uint32_t part, GraphPair pair, WorldObject *const objects[2]) {
	uint32_t a = wanted_by(pair.a, pair.is_moving_a, objects[0]);
	uint32_t b = wanted_by(pair.b, pair.is_moving_b, objects[1]);
	return (a == MK_NO_PART || a == part) && (b == MK_NO_PART || b == part);
}

static bool contact_is_in_place(const World *world, const Contact *contact) {
	WorldObject *const objects[2] = { contact_object(world, contact, 0),
		contact_object(world, contact, 1) };
	GraphPair pair = contact_pair(world, contact);
	for (uint32_t p = contact->first_patch; p != MK_WORLD_NONE; p = world->patches.data[p].next)
		if (!is_in_place(graph_slot_part(world->patches.data[p].slot), pair, objects)) return false;
	return true;
}

bool mk_world_parts_are_sound(const World *world) {
	if (world->parts.is_due) return true;
	for (uint32_t i = 0; i < world->active.count; i++)
		if (!contact_is_in_place(world, world->contacts.data + world->active.data[i])) return false;
	for (uint32_t list = 0; list < MK_GRAPH_PARTS * MK_JOINT_LISTS; list++)
		for (uint32_t i = 0; i < world->joints.lists[list].count; i++) {
			const WorldJoint *joint = world->joints.lists[list].data[i].joint;
			if (!is_in_place(list / MK_JOINT_LISTS, joint->pair, joint->objects)) return false;
		}
	return true;
}

void mk_world_share_parts(World *world) {
	WorldParts *parts = &world->parts;
	if (!parts->is_due && parts->waiting > 0) {
		parts->waiting--;
		MK_VALIDATE(mk_world_parts_are_sound(world));
		return;
	}
	uint32_t useful = useful_parts(world);
	parts->waiting = MK_SHARE_STEPS;
	if (useful > 0 || parts->is_due) {
		Sharing sharing = find_islands(world, useful > 0 ? useful : 1);
		bool is_worth_it = useful > 0 && choose_islands(&sharing);
		if (is_worth_it) share_islands(&sharing);
		set_parts(&sharing);
		move_constraints(&sharing);
		parts->count = is_worth_it ? useful : 0;
	}
	parts->is_due = false;
	MK_VALIDATE(mk_world_parts_are_sound(world));
}
