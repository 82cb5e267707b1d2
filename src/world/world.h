// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A world: objects that meet each other, and the step that moves them. One step is
//
//   changes from outside -> soft bodies -> broad phase -> narrow phase -> begin and end of contacts ->
//   solver -> bodies to their new poses -> fast ones back to their impacts -> sleep
//
// The same calls in the same order give the same bits, for any number of workers. Nothing allocates
// once all arrays have reached their size, nothing has a fixed capacity.
#pragma once

#include "base/job.h"
#include "base/pair_set.h"
#include "collide/concave_cache.h"
#include "dynamics/contact_lane.h"
#include "dynamics/solver.h"
#include "spatial/bvh.h"
#include "world/area.h"
#include "world/joint.h"
#include "world/object.h"
#include "world/profile.h"
#include "world/soft.h"

// Which tree a collider's box is in.
typedef enum ColliderTree { TREE_STATIC, TREE_MOVING, TREE_AREA, TREE_COUNT } ColliderTree;

// One shape of an object, in the world. What every contact reads of it in every step comes first.
typedef struct Collider {
	WorldObject *object; // NULL: free; then `leaf` is the next free one
	ShapeInstance instance;
	Aabb box;  // with the margin of contacts, where it was last posed
	Aabb room; // its box in the tree, which holds the other one: trees are far away in memory
	Affine local;
	bool is_plain;        // `local` is the identity, as of most bodies
	uint32_t shape_index; // the host's number
	uint32_t leaf;
	ColliderTree tree;
	bool has_left;    // `box` is not inside `room`
	bool is_moved;    // its box in the tree changed: look for new partners
	bool is_area_due; // the same, for areas
} Collider;

MK_ARRAY_DECLARE(ColliderArray, collider_array, Collider);

// Where a manifold's origin was as it was found, from the centres of mass of A and B, m.
typedef struct ContactFrame {
	Vec3 from_a;
	Vec3 from_b;
} ContactFrame;

// One manifold of a contact, in a lane of the solver.
typedef struct ContactPatch {
	GraphSlot slot;
	Manifold manifold;
	ContactFrame frame;
	uint32_t contact;
	uint32_t next; // of the same contact, or of the free list; MK_WORLD_NONE: none
	Real impulses[MK_MANIFOLD_POINTS]; // N s; kept here while the bodies sleep
	ContactMemory memory;              // the same
} ContactPatch;

MK_ARRAY_DECLARE(ContactPatchArray, contact_patch_array, ContactPatch);

// A side of a contact in the list of its object's contacts.
typedef struct ContactEdge {
	uint32_t previous; // contact * 2 + side
	uint32_t next;
} ContactEdge;

// What the narrow phase found about a contact and leaves to the serial part.
typedef enum ContactFinding {
	FINDING_NONE,    // the same number of manifolds as before; all is done
	FINDING_CHANGED, // other manifolds: `found` says where they are
	FINDING_OVER,    // the boxes do not overlap any more
} ContactFinding;

// Two colliders whose boxes overlap. What is kept of their last test lies elsewhere (World.caches):
// most steps look at all contacts, and find that many need none.
typedef struct Contact {
	uint32_t colliders[2]; // A and B; colliders[0] = MK_WORLD_NONE: free
	uint32_t first_patch;  // MK_WORLD_NONE: not touching
	uint32_t patch_count;
	ContactFinding finding;
	uint32_t found_worker; // where the new manifolds are
	uint32_t found_first;
	uint32_t found_count;
	ContactEdge edges[2];
	uint32_t active_index;
	bool is_active;    // in the list of contacts that are looked at
	bool is_pushed[2]; // whether its mask lets the other one push it
	bool is_closed;    // no test of it needs its cache (mk_contact_is_closed)
} Contact;

MK_ARRAY_DECLARE(ContactArray, contact_array, Contact);
MK_ARRAY_DECLARE(PairCacheArray, pair_cache_array, PairCache);
MK_ARRAY_DECLARE(PairKeyArray, pair_key_array, uint64_t);

// Memory of one worker; nothing in here outlives a step.
typedef struct WorldWorker {
	_Alignas(MK_ALIGNMENT) Arena arena;
	ManifoldArray manifolds;
	PairKeyArray keys;
	PenetrationCounters counters;
	PairCounters pair_counters;
} WorldWorker;

// What fast bodies are stopped by within a step (continuous.c).
typedef enum ContinuousPolicy {
	CONTINUOUS_WALLS,   // all by what no force moves; those with the host's flag by everything
	CONTINUOUS_ALL,     // all by everything
	CONTINUOUS_FLAGGED, // those with the flag by everything, others by nothing
} ContinuousPolicy;

typedef struct WorldSettings {
	SolverSettings solver;
	SleepLimits sleep;
	ContinuousPolicy continuous;
	uint32_t worker_count; // 0: as many as the host has
	// How far apart colliders may be and still be a contact, m: the solver keeps them from passing
	// each other within a step. Larger: contacts that do nothing; smaller: bodies of some m/s sink
	// in before they are seen. To be set while the world is empty.
	Real contact_margin;
	Real contact_slop; // m; overlap up to this is not worked off
	// Part of an overlap that one pass of a motion test's recovery takes back, and how
	// many passes there are: several bodies that push at once must not throw it out
	// further than any of them wants.
	Real recovery_part;
	uint32_t recovery_passes;
} WorldSettings;

// Numbers of the last step, for monitors.
typedef struct WorldCounters {
	uint32_t awake_count;   // bodies that are simulated
	uint32_t contact_count; // pairs of colliders with overlapping boxes
	uint32_t touching_count;
	uint32_t island_count;  // among the awake ones, if asked for
	uint32_t fast_count;    // bodies that were swept along their way
	uint32_t stopped_count; // of them, that met something
	PenetrationCounters penetration;
	PairCounters pairs;
} WorldCounters;

// What of the constraint graph is solved by one worker each (part.c).
typedef struct WorldParts {
	uint32_t count; // parts in use besides the common one; 0: all is there
	bool is_due; // a constraint joins bodies of two parts: share them out anew before they are solved
	uint32_t waiting; // steps until they are shared out anew in any case
} WorldParts;

typedef struct WorldShadow WorldShadow;
typedef struct MotionMemory MotionMemory;

// Tells gravity and damping at an object; called once per awake body and step, on any worker.
typedef void SurroundingsFunction(void *user, const WorldObject *object, BodySurroundings *out);

struct World {
	WorldSettings settings;
	SurroundingsFunction *surroundings; // NULL: none
	void *user;
	SoftHost soft_host;
	JobTeam team;
	uint32_t worker_limit;
	WorldWorker workers[MK_JOB_MAX_WORKERS];

	ObjectPointers objects;
	ObjectPointers movers; // those that can move: rigid and kinematic
	ObjectPointers awake;  // those that move in this step
	ObjectPointers fast;   // those that may pass through something in it
	ObjectPointers changed;
	ObjectPointers touched; // those that sleep as far as the world knows, and may not any more
	ObjectPointers rested;  // those that the last step has put to sleep; good until the next change
	ObjectPointers
			reporters; // those with max_contacts whose contacts may have changed: for the host
	RowArray awake_rows[MK_GRAPH_PARTS];
	RowArray free_rows;
	SolverBodyArray rows; // row 0 is the world
	SolverInertiaArray inertias;
	SolverMotionArray motions;
	SolverUntouchedArray untouched;

	ColliderArray colliders;
	uint32_t free_collider; // head of a list through `leaf`; MK_WORLD_NONE: empty
	Bvh trees[TREE_COUNT];
	NumberArray moved;  // colliders whose partners are to be looked for
	PairSet pairs;      // of collider numbers -> contact
	PairSet exceptions; // of object numbers: these two ignore each other
	PairKeyArray new_keys;
	PairKeyArray spare_keys; // scratch of sorting them

	ContactArray contacts;
	PairCacheArray caches;                         // of the contacts, by their numbers
	uint32_t free_contact;                         // head of a list through found_first
	ConcaveCache *free_concaves[MK_CONCAVE_SORTS]; // lists of caches that no contact has
	NumberArray active;
	ContactPatchArray patches;
	uint32_t free_patch;
	Graph graph;
	WorldParts parts;
	AreaSet areas;
	SoftPointers softs;
	WorldJoints joints;
	WorldCounters counters;
	bool is_counting_islands;
	bool is_watched;             // impulses of all contacts are summed up (world/debug.h)
	bool has_totals;             // they were in the last step
	bool has_fast;               // within a step: one may have passed through something ...
	bool has_tired;              // ... one may fall asleep ...
	bool has_lost;               // ... and one is lost
	Real dt;                     // s; of the step that runs
	NumberArray query_found;     // colliders near a question, between questions
	MotionMemory *motion_memory; // NULL until there was a motion test
	WorldShadow *shadow;         // of a snapshot that is restored; NULL until there was one
	WorldProfile profile;
};

// Makes an empty world; helpers for steps come from `host` (NULL: one
// thread), which must outlive it.
void mk_world_init(World *world, const JobHost *host);

// Leaves all objects without a world and gives the memory back.
void mk_world_free(World *world);

// Puts an object into the world, with the shapes it has; takes it out again.
void mk_world_add(World *world, WorldObject *object);
void mk_world_remove(World *world, WorldObject *object);

// Tells that the host has changed an object: ObjectChange bits. Wakes it and what touches it.
void mk_world_change(World *world, WorldObject *object, uint32_t changes);

// Lets go of the shapes of an object before the host frees or replaces them; the host then says
// OBJECT_SHAPES_CHANGED.
void mk_world_take_shapes(World *world, WorldObject *object);

// Tells that the host has written to a body what steps write too: velocities, forces, a target,
// sleep. Steps look at bodies that rest only after this.
void mk_world_touch(World *world, WorldObject *object);

// Makes two objects of the world ignore each other, or stops that.
void mk_world_set_exception(World *world, WorldObject *a, WorldObject *b, bool is_ignored);

// Wakes a body and everything that rests on it or under it.
void mk_world_wake(World *world, WorldObject *object);

// Brings boxes and colliders in line with what the host has changed; queries between steps need it.
void mk_world_sync(World *world);

// Adds to `reporters` all objects with max_contacts that are awake or have an active
// contact; those that lost one are there already. The host takes them out with
// mk_world_next_reporter, NULL when none is left.
void mk_world_find_reporters(World *world);
WorldObject *mk_world_next_reporter(World *world);

// Returns how many groups of bodies that touch, or are joined, were awake in the last step. Steps
// count them from the first question on, so that nobody pays for what is not asked for.
uint32_t mk_world_count_islands(World *world);

// Measures the stages of all steps from now on with the host's clock; NULL: does so no longer, and
// forgets the times. They are in world->profile.
void mk_world_set_clock(World *world, WorldClock *clock, void *user);

// Moves everything by dt seconds.
void mk_world_step(World *world, Real dt);
