// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What the files of the snapshot share. One function per kind of record describes it for
// both directions: the stream either takes values or gives them, so that what is written and
// what is read cannot differ.
//
// Restoring reads everything into a shadow of the world, checks the shadow until nothing in it can
// lead anywhere wrong, and only then exchanges the two.
#pragma once

#include "collide/concave_cache.h"
#include "world/parts.h"
#include "world/snapshot.h"

typedef struct SnapStream {
	const unsigned char *in; // NULL: writing
	unsigned char *out;      // of `size` bytes; what does not fit is only counted
	size_t size;
	size_t at;
	SnapshotResult result; // of reading: the first thing that was wrong; then only zeros are read
} SnapStream;

// An object, as it is written.
typedef struct SnapObject {
	uint64_t name;
	uint64_t shapes; // a hash of what they are
	bool is_area;
	bool is_continuous;
	bool is_awake;
	bool is_lost;
	bool is_touched;
	bool is_monitorable; // of areas
	Body body;
	uint32_t layer;
	uint32_t mask;
	uint32_t max_contacts;
	Real friction;
	Real bounce;
	Real rolling;
	uint32_t row;
	uint32_t first_edge;
	uint32_t first_overlap;
	uint32_t mover_index;
	uint32_t awake_index;
	Real thickness;
	Real size;
	uint32_t collider_first; // in the shadow's list
	uint32_t collider_count;
	AreaRules rules; // of areas
	uint64_t number;
} SnapObject;

typedef struct SnapJoint {
	uint32_t ends[2]; // numbers of objects; MK_WORLD_NONE: the world
	WorldJoint joint; // only values, no links
} SnapJoint;

typedef struct SnapSoft {
	uint32_t point_count;
	uint32_t edge_count;
	uint32_t layer;
	uint32_t mask;
	Real friction;
	SoftMaterial material;
	Real still_time;
	bool is_sleeping;
	bool can_sleep;
	bool is_lost;
} SnapSoft;

// The cache of a pair with a concave shape; its manifolds and parts are in the shadow's lists.
typedef struct SnapConcave {
	bool is_known;
	Affine poses[2];
	Real margin;
	uint32_t first;
	uint32_t count;
	uint32_t first_part;
	uint32_t part_count;
} SnapConcave;

MK_ARRAY_DECLARE(SnapObjectArray, snap_object_array, SnapObject);
MK_ARRAY_DECLARE(SnapJointArray, snap_joint_array, SnapJoint);
MK_ARRAY_DECLARE(SnapSoftArray, snap_soft_array, SnapSoft);
MK_ARRAY_DECLARE(SnapConcaveArray, snap_concave_array, SnapConcave);
MK_ARRAY_DECLARE(PartCacheArray, part_cache_array, PartCache);
MK_ARRAY_DECLARE(JointPointers, joint_pointers, WorldJoint *);

// A world before it becomes one. Memory is kept, so that restoring again
// and again allocates nothing.
struct WorldShadow {
	SnapObjectArray objects;
	NumberArray numbers; // of the colliders of all objects, one after the other
	RowArray free_rows;
	uint32_t row_count;
	PairKeyArray exceptions;

	ColliderArray colliders;
	NumberArray shape_slots; // per collider: which of its object's shapes
	uint32_t free_collider;
	Bvh trees[TREE_COUNT];
	NumberArray moved;

	ContactArray contacts; // found_first: its number among `concaves`
	PairCacheArray caches;
	uint32_t free_contact;
	NumberArray active;
	SnapConcaveArray concaves;
	ManifoldArray manifolds;
	PartCacheArray part_caches;
	ContactPatchArray patches;
	uint32_t free_patch;
	PairSet pairs;
	uint32_t lane_counts[MK_GRAPH_COLORS];

	AreaRules rules;
	OverlapArray overlaps;
	uint32_t free_overlap;
	PairSet area_pairs;
	NumberArray areas_moved;
	uint32_t pass;
	uint64_t last_number;
	AreaEventArray pending;
	AreaEventArray events;
	AreaEventArray untold; // scratch of rewinding

	SnapJointArray joints;
	JointPointers found_joints; // of the world, in the order of `joints`
	Real sub_step;
	bool are_joints_put;
	SnapSoftArray softs;
	SoftPointArray points; // of all soft bodies

	NumberArray marks; // scratch of the checks
};

static inline bool snap_is_reading(const SnapStream *s) { return s->in != NULL; }

static inline bool snap_is_good(const SnapStream *s) { return s->result.status == SNAPSHOT_OK; }

static inline void snap_fail(SnapStream *s, SnapshotStatus status) {
	if (snap_is_good(s)) s->result.status = status;
}

// Takes or gives so many bytes.
static inline void snap_bytes(SnapStream *s, void *data, size_t size) {
	if (snap_is_reading(s)) {
		if (size > s->size - s->at) snap_fail(s, SNAPSHOT_TRUNCATED);
		if (!snap_is_good(s)) {
			memset(data, 0, size);
			return;
		}
		memcpy(data, s->in + s->at, size);
	} else if (s->at <= s->size && size <= s->size - s->at) {
		memcpy(s->out + s->at, data, size);
	}
	s->at += size;
}

static inline void snap_u32s(SnapStream *s, uint32_t *values, uint32_t count) {
	snap_bytes(s, values, count * sizeof(*values));
}

static inline void snap_u32(SnapStream *s, uint32_t *value) { snap_u32s(s, value, 1); }

static inline void snap_u64(SnapStream *s, uint64_t *value) {
	snap_bytes(s, value, sizeof(*value));
}

// Up to eight bits that were bools; a bool that is neither true nor false does not come in.
static inline uint32_t snap_bits(SnapStream *s, uint32_t bits) {
	uint8_t byte = (uint8_t)bits;
	snap_bytes(s, &byte, 1);
	return byte;
}

// A value below `end`, in a byte.
static inline uint32_t snap_choice(SnapStream *s, uint32_t value, uint32_t end) {
	uint32_t read = snap_bits(s, value);
	if (snap_is_reading(s) && read >= end) {
		snap_fail(s, SNAPSHOT_BAD_NUMBER);
		return 0;
	}
	return read;
}

// Numbers that are finite.
static inline void snap_reals(SnapStream *s, Real *values, uint32_t count) {
	snap_bytes(s, values, count * sizeof(*values));
	if (!snap_is_reading(s)) return;
	Real sum = 0;
	for (uint32_t i = 0; i < count; i++)
		sum += values[i] * 0; // NaN if it is infinite or NaN
	if (!(sum == 0)) snap_fail(s, SNAPSHOT_BAD_NUMBER);
}

// Numbers that may be infinite, but are numbers.
static inline void snap_bounds(SnapStream *s, Real *values, uint32_t count) {
	snap_bytes(s, values, count * sizeof(*values));
	if (!snap_is_reading(s)) return;
	for (uint32_t i = 0; i < count; i++)
		if (values[i] != values[i]) snap_fail(s, SNAPSHOT_BAD_NUMBER);
}

static inline void snap_floats(SnapStream *s, float *values, uint32_t count) {
	snap_bytes(s, values, count * sizeof(*values));
	if (!snap_is_reading(s)) return;
	for (uint32_t i = 0; i < count; i++)
		if (!(values[i] - values[i] == 0)) snap_fail(s, SNAPSHOT_BAD_NUMBER);
}

// Whether bits differ: zeros of both signs do, and what is left out must come back as it was.
static inline bool snap_differs(const void *a, const void *b, size_t size) {
	return memcmp(a, b, size) != 0;
}

static inline void snap_vec3(SnapStream *s, Vec3 *v) { snap_reals(s, &v->x, 3); }
static inline void snap_quat(SnapStream *s, Quat *q) { snap_reals(s, &q->x, 4); }
static inline void snap_mat3(SnapStream *s, Mat3 *m) { snap_reals(s, &m->x.x, 9); }
static inline void snap_affine(SnapStream *s, Affine *a) {
	snap_mat3(s, &a->linear);
	snap_vec3(s, &a->origin);
}

// How many elements follow, each of at least `least` bytes: no more are
// believed than the rest can hold.
static inline uint32_t snap_count(SnapStream *s, uint32_t count, size_t least) {
	snap_u32(s, &count);
	if (snap_is_reading(s) && count > (s->size - s->at) / least) {
		snap_fail(s, SNAPSHOT_TRUNCATED);
		return 0;
	}
	return count;
}

// snapshot.c: writes the header of a snapshot whose rest is there.
void mk_snap_seal(unsigned char *bytes, size_t size);

// snapshot_object.c: what belongs to hosts.
SnapObject mk_snap_take_object(const WorldObject *object);
// A hash of what shapes are, as far as it can be told without a look at every corner.
uint64_t mk_snap_hash_shapes(const ObjectShapeArray *shapes);
void mk_snap_object(SnapStream *s, SnapObject *object);
void mk_snap_rules(SnapStream *s, AreaRules *rules);
SnapSoft mk_snap_take_soft(const WorldSoft *soft);
void mk_snap_soft(SnapStream *s, SnapSoft *soft);
void mk_snap_point(SnapStream *s, SoftPoint *point);

// snapshot_joint.c
SnapJoint mk_snap_take_joint(const WorldJoint *joint);
void mk_snap_joint(SnapStream *s, SnapJoint *taken);
bool mk_snap_is_first_edge(const JointEdge *edge, const WorldObject *object);
// Lists all joints of a world, each once, in an order that only depends on
// its objects and their lists.
void mk_snap_list_joints(const World *world, JointPointers *joints);

// snapshot_contact.c: what belongs to the world.
void mk_snap_write_contacts(SnapStream *s, const World *world);
void mk_snap_read_contacts(SnapStream *s, WorldShadow *shadow);

// snapshot_space.c: colliders, trees, overlaps and events.
void mk_snap_write_space(SnapStream *s, const World *world);
void mk_snap_read_space(SnapStream *s, WorldShadow *shadow, const World *world);

// snapshot_check.c: whether the shadow, with the objects of this world, is a world.
bool mk_shadow_is_sound(WorldShadow *shadow, const World *world);
// snapshot_check_contact.c: the same of contacts, their lanes, and joints; for snapshot_check.c.
bool mk_shadow_contacts_are_sound(WorldShadow *shadow, const World *world);
bool mk_shadow_graph_is_sound(WorldShadow *shadow);

// snapshot_apply.c: the world becomes what its shadow is; the shadow gets the old arrays.
void mk_shadow_apply(WorldShadow *shadow, World *world);
