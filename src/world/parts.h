// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The stages of a step, each a file of this folder. For the world's own files only.
#pragma once

#include "world/world.h"

// collider.c: shapes to boxes in trees.
void mk_world_make_colliders(World *world, WorldObject *object);
void mk_world_drop_colliders(World *world, WorldObject *object);
// Puts an object's colliders where its body is; safe on any worker. Returns whether one has left
// its box in the tree; then the trees must be told; `is_jump`: they find new places for them.
bool mk_world_pose_colliders(const World *world, const WorldObject *object);
// Says where a collider's shape lies in the frame of its object.
void mk_collider_set_local(Collider *collider, Affine local);
// Puts one collider where its body is, with its box.
void mk_world_pose_collider(const World *world, Collider *collider);
// Notes which box a collider has in its tree; to be called after each change of that.
void mk_world_note_room(const World *world, Collider *collider);
void mk_world_box_colliders(World *world, const WorldObject *object, bool is_jump);
// Lets all colliders of an object look for partners.
void mk_world_mark_moved(World *world, const WorldObject *object);

// broadphase.c: finds pairs of boxes that began to overlap and makes contacts of them, in an order
// that does not depend on the trees or the workers.
void mk_world_find_pairs(World *world);
// Whether anything comes of a contact of two objects: layers, masks, exceptions, joints.
bool mk_world_can_meet(const World *world, const WorldObject *a, const WorldObject *b);
// Moves the keys that all workers have found to new_keys, sorted: which worker found one is chance.
void mk_world_collect_keys(World *world);

// Sorts new_keys.
void mk_world_sort_keys(World *world);

// exception.c: pairs that ignore each other.
bool mk_world_is_exception(const World *world, const WorldObject *a, const WorldObject *b);
void mk_world_drop_exceptions(World *world, WorldObject *object);
// Gives an object another number, by which its exceptions are known.
void mk_world_renumber(World *world, WorldObject *object, uint32_t index);

// filter.c: who may meet an object has changed. Ends what may not go on, and lets it look for what
// may begin; the other one says so for two that may meet, or not, from now on.
void mk_world_filter(World *world, WorldObject *object);
void mk_world_filter_pair(World *world, WorldObject *a, WorldObject *b);

// report.c: whose contacts may have changed.
void mk_world_report(World *world, WorldObject *object);
void mk_world_drop_report(World *world, WorldObject *object);

// contact.c: life of contacts.
void mk_contact_create(World *world, uint32_t collider_a, uint32_t collider_b);
void mk_contact_destroy(World *world, uint32_t index);
void mk_contact_destroy_all(World *world, const WorldObject *object);
// An empty cache for a contact, NULL if no shape is concave; puts one (NULL: none) aside for the
// next; gives back those that were put aside.
ConcaveCache *mk_contact_take_cache(World *world, const Contact *contact);
void mk_contact_give_cache(World *world, ConcaveCache *cache);
void mk_contact_free_caches(World *world);
void mk_contact_set_active(World *world, uint32_t index, bool is_active);
// Whether a test of a contact has a closed form, which asks nothing of the last one.
bool mk_contact_is_closed(const World *world, const Contact *contact);
// Gives a contact these manifolds; impulses go on where points do.
void mk_contact_set_manifolds(
		World *world, uint32_t index, const Manifold *manifolds, uint32_t count);
// Writes a manifold that goes on, with its impulses, into its lane; safe on any worker.
void mk_contact_update_patch(World *world, uint32_t index, const Manifold *manifold);
// Writes a patch into the lane it had when it was saved, with what that lane remembered then.
void mk_contact_restore_patch(World *world, uint32_t index);
// Lets a contact start anew, without impulses.
void mk_contact_forget(World *world, uint32_t index);
// Writes friction and the like into all lanes of a contact.
void mk_contact_update_material(World *world, uint32_t index);

// contact_geometry.c: where a manifold is that has just been found.
ContactFrame mk_contact_frame(const World *world, const Contact *contact);
// Writes where the points are, for the solver, and no more: as they were found.
void mk_contact_write_geometry(
		const World *world, const Manifold *manifold, ContactFrame frame, ContactLane *lane);
// A manifold that goes on from that of the last step.
typedef struct PatchUpdate {
	const ContactPatch *last;
	const Manifold *manifold;
	ContactFrame frame; // of the manifold
	uint32_t matches
			[MK_MANIFOLD_POINTS]; // per point that of the last step; MK_MANIFOLD_POINTS: none
} PatchUpdate;

// Moves what was written to where it will be in the middle of the step, if it goes on as it has
// since the last one.
void mk_contact_look_ahead(const Contact *contact, const PatchUpdate *update, ContactLane *lane);

// narrowphase.c: looks at all active contacts on all workers, then applies what changed, in order.
void mk_world_collide(World *world, Real dt);

// lane_order.c: keeps the lanes of contacts in the order of their bodies.
void mk_world_order_lanes(World *world);

// part.c: which part of the graph a constraint comes to, by the objects that it is between
// (NULL: the world). If they are of two parts it is the common one, and the parts are shared out
// anew before the solver runs.
uint32_t mk_world_part_of(World *world, GraphPair pair, WorldObject *const objects[2]);
// Shares out what has nothing to do with each other among the parts, if that
// is worth it or has to be.
void mk_world_share_parts(World *world);
// Whether all that moves a body is in its part, or will be before the solver runs.
bool mk_world_parts_are_sound(const World *world);

// passing.c: two colliders that a manifold says are about to meet.
typedef struct Passing {
	const Collider *a;
	const Collider *b;
	const PairCache *cache; // of the test that gave the manifold; NULL: it has none
	Real margin;            // m; of contacts
	Real dt;
} Passing;

// Whether they only pass each other, so that the manifold is to be left out; safe on any worker.
bool mk_world_is_passing(const Passing *pair, const Manifold *manifold, WorldWorker *worker);

// world.c: the row of something that does not move in this step: contacts read it, nothing writes
// to it. That of a conveyor belt has the velocity of its surface.
void mk_world_rest_row(World *world, const WorldObject *object);

// All stages over awake objects have the same blocks: a worker meets those that it had in the stage
// before, in its own cache.
#define MK_OBJECTS_PER_BLOCK 32

typedef struct AwakeBlock {
	WorldObject **data;
	uint32_t count;
} AwakeBlock;

// The context of such a stage. Each block leaves a mark, so that what comes after it need not
// look at objects that it has nothing to do with: to read them again takes longer than most
// of what is done with them.
typedef struct AwakeStage {
	World *world;
	Real dt;
	uint8_t *marks; // one per block; good until the end of the step
} AwakeStage;

static inline uint32_t awake_block_count(const World *world) {
	return (world->awake.count + MK_OBJECTS_PER_BLOCK - 1) / MK_OBJECTS_PER_BLOCK;
}

static inline AwakeBlock awake_block(const World *world, uint32_t block) {
	uint32_t first = block * MK_OBJECTS_PER_BLOCK;
	uint32_t left = world->awake.count - first;
	return (AwakeBlock){ world->awake.data + first,
		left < MK_OBJECTS_PER_BLOCK ? left : MK_OBJECTS_PER_BLOCK };
}

// movement.c: runs a stage over all awake objects; the block function has an AwakeStage as its
// context and must write its mark.
AwakeStage mk_world_run_awake(World *world, Real dt, JobBlock *run);
// Whether a block has one of these bits in its mark.
bool mk_stage_is_marked(const AwakeStage *stage, unsigned bits);

// movement.c: bodies to rows of the solver and back.
void mk_world_load_rows(World *world, Real dt);
void mk_world_store_rows(World *world, Real dt);

// lost.c: takes what lost bodies have done to them from all contacts and joints.
void mk_world_forget_lost(World *world);

// joint.c: life of joints. Puts a joint, whose list and place in it are known, back into the
// solver's lists, which are long enough.
void mk_joint_restore(World *world, WorldJoint *joint);
// Lets a joint start anew, without impulses.
void mk_joint_forget(World *world, WorldJoint *joint);
// Moves one that is in the list of a colour to another part of the graph.
void mk_joint_set_part(World *world, WorldJoint *joint, uint32_t part);
void mk_world_drop_joints(World *world, const WorldObject *object);
void mk_world_free_joints(World *world);
// Puts the joints of an object into the solver's lists or takes them out,
// as their bodies are awake.
void mk_world_update_joints(World *world, const WorldObject *object);
// Keeps them out while the object changes its row or its mode.
void mk_world_pause_joints(World *world, const WorldObject *object, bool is_paused);
// The object at the other end; NULL: the world.
WorldObject *mk_joint_other(const JointEdge *edge);
// Whether a joint keeps two objects from colliding; whether one with an awake end holds the object.
bool mk_object_is_joined(const WorldObject *a, const WorldObject *b);
bool mk_object_is_held(const WorldObject *object);

// joint_mend.c: puts back bodies that are far from their joints.
void mk_world_mend_joints(World *world);
// joint_step.c: joints to the solver and back; takes broken ones out.
void mk_world_load_joints(World *world, Real dt);
// Gives the joints of all lists their lanes, one list behind the other, and finds trees of them.
void mk_world_lay_out_joints(World *world);
// Where a joint is; arms are from the centres of mass, in world axes; where there is no body, from
// the world's origin.
JointPlace mk_world_joint_place(const WorldJoint *joint, JointLayout plan);
// joint_tree.c: finds the trees among the joints that are in lanes, and returns those of a part.
void mk_world_find_trees(World *world);
JointTrees mk_world_trees_of(const WorldJoints *joints, uint32_t part);
// Those of a part of the graph.
SolverJoints mk_world_solver_joints(const World *world, uint32_t part);
// Takes over what the solver has left of joints, while one worker refits the trees; then, later in
// the step, removes those that broke.
void mk_world_store_joints(World *world, Real dt);
void mk_world_break_joints(World *world);
// What the load of its joints adds to the moments of an object's body, kg m^2.
Real mk_object_load_inertia(const WorldObject *object, Real h);

// Puts the colliders of all awake objects where their bodies are, and finds out who has been still
// for long enough to sleep. The trees still have to be refitted.
void mk_world_place_awake(World *world, Real dt);

// sweep.c: how far objects move in a step.
// Notes how thin an object is and how far it reaches, after its colliders were made.
void mk_object_measure(const World *world, WorldObject *object);
// Notes where an object is before and after it moves; safe on any worker.
void mk_object_begin_sweep(WorldObject *object);
void mk_object_end_sweep(WorldObject *object, Real dt);

// continuous.c: nothing passes through anything within a step. Puts back to their first impact what
// has moved too far; colliders must still be where they were.
void mk_world_stop_fast(World *world, Real dt);

// sleep.c: who is awake.
// Lets those of the contacts of an object be looked at that are to be.
void mk_world_update_contacts(World *world, const WorldObject *object);
void mk_world_set_awake(World *world, WorldObject *object, bool is_awake);
void mk_world_untouch(World *world, WorldObject *object);
void mk_world_update_awake(World *world, Real dt);
bool mk_world_is_awake_known(const World *world);
void mk_world_update_sleep(World *world);
// Finds out who sleeps together with whom; then mk_world_island_of gives all of an island the same
// number, by their places in the list of awake ones.
void mk_world_find_islands(World *world);
uint32_t mk_world_island_of(const World *world, uint32_t i);

// snapshot.c: gives back what restoring has kept; NULL: nothing.
void mk_shadow_free(WorldShadow *shadow);

// area.c: areas come and go.
void mk_area_enter(World *world, WorldObject *object);
void mk_area_leave(World *world, WorldObject *object);
void mk_area_set_free(AreaSet *areas);
// Whether the rules of an area matter to a body that comes in.
bool mk_area_wakes(const WorldArea *area);
// Wakes the bodies in an area.
void mk_area_wake_inside(World *world, const WorldArea *area);

// area_overlap.c: who is in which area.
void mk_area_mark_moved(World *world, uint32_t index);
void mk_overlap_destroy_all(World *world, WorldObject *object);
// Ends those of an object of which other sides are seen from now on: they begin anew if they may.
void mk_overlap_filter(World *world, const WorldObject *object);
// Tests what the host has changed since the last step; then what the step has moved.
void mk_world_enter_areas(World *world);
void mk_world_cross_areas(World *world, Real dt);
// Whether an object is an area that is to hear of another.
bool mk_area_sees(const WorldObject *object, const WorldObject *other);

// area_crossing.c: who went through an area within the step; first they are found, then told.
void mk_area_find_crossings(World *world, Real dt);
void mk_area_tell_crossings(World *world);

// area_event.c: what the host is told.
void mk_area_tell(World *world, const Overlap *overlap, bool is_begin);
// Sorts what has happened since the last call and drops what came to nothing.
void mk_world_finish_events(World *world);
// Adds to what has happened that everything which is in an area came in, or left.
void mk_area_tell_all(World *world, bool is_begin);
// Forgets what was to be told to an area: about areas, about bodies or about both.
void mk_area_forget(World *world, const WorldArea *area, bool of_areas, bool of_bodies);

// Bits of leaves in the trees: all have the first one; the second is for what moves by itself, so
// that those who fear only that are not shown all others.
enum { LEAF_ANY = 1, LEAF_DRIVEN = 2 };

// motion.c: gives back the lists of motion tests.
void mk_motion_memory_free(World *world);

// Asks for so many lines of 64 bytes from `start` on to be brought to the cache. Stages that go
// from one thing to another all over memory do so some things ahead; what a thing points to has to
// be asked for later, once the thing itself is there.
static inline void fetch_lines(const void *start, uint32_t count) {
	// gcc takes what does nothing but this for a function without effect, and drops all calls of it
	__asm__ volatile("");
	for (uint32_t i = 0; i < count; i++)
		__builtin_prefetch((const char *)start + (size_t)64 * i);
}

// Where a body is and how it moves.
static inline void fetch_body(const Body *body) { fetch_lines(body, 5); }

static inline Collider *world_collider(const World *world, uint32_t index) {
	return collider_array_at(&world->colliders, index);
}

static inline WorldObject *contact_object(const World *world, const Contact *contact, int side) {
	return world_collider(world, contact->colliders[side])->object;
}

// What is kept of the last test of a contact.
static inline PairCache *contact_cache(const World *world, const Contact *contact) {
	return pair_cache_array_at(&world->caches, (uint32_t)(contact - world->contacts.data));
}

// Where the solver finds the bodies of a contact, and which of them anything can move.
static inline GraphPair contact_pair(const World *world, const Contact *contact) {
	const WorldObject *a = contact_object(world, contact, 0);
	const WorldObject *b = contact_object(world, contact, 1);
	return (GraphPair){ a->row, b->row, body_is_rigid(a->body), body_is_rigid(b->body) };
}

// The list that a joint is in while it is active.
static inline JointEntryArray *joint_list(WorldJoints *joints, const WorldJoint *joint) {
	return joints->lists + joint->part * MK_JOINT_LISTS + joint->list;
}

static inline WorldObject *overlap_object(const World *world, const Overlap *overlap, int side) {
	return world_collider(world, overlap->colliders[side])->object;
}

// The area that an object is part of.
static inline WorldArea *object_area(WorldObject *object) {
	MK_ASSERT(object->is_area);
	return (WorldArea *)object;
}

// Whether things of a layer may push an object: its own mask has to see it.
static inline bool object_sees_layer(const WorldObject *object, uint32_t layer) {
	return body_is_rigid(object->body) && (object->mask & layer) != 0;
}

static inline bool object_sees(const WorldObject *object, const WorldObject *other) {
	return object_sees_layer(object, other->layer);
}

// Whether an object that nothing pushes wants to hear of contacts with the other all the same.
static inline bool object_watches(const WorldObject *object, const WorldObject *other) {
	return object->max_contacts > 0 && object->body->mode == BODY_KINEMATIC &&
			(object->mask & other->layer) != 0;
}

// Whether a body that moves by itself is moving it at the moment.
static inline bool object_is_kinematic_mover(const WorldObject *object) {
	return object->body->mode == BODY_KINEMATIC && body_is_moving(object->body);
}
