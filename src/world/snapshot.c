// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "world/snapshot.h"

#include "base/hash.h"
#include "world/snapshot_parts.h"

#define MK_SNAPSHOT_MAGIC \
	UINT64_C(0x70616E536B6E694D) // "MinkSnap" where the lowest byte comes first

// Counted up when what is written changes.
#define MK_SNAPSHOT_VERSION 7

typedef struct SnapHeader {
	uint64_t magic;
	uint32_t version;
	uint32_t precision; // bytes of a Real
	uint64_t size;      // of the whole, bytes
	uint64_t checksum;  // of all that follows
} SnapHeader;

static const char *const status_texts[SNAPSHOT_STATUS_COUNT] = {
	[SNAPSHOT_OK] = "is restored",
	[SNAPSHOT_FOREIGN] = "is no snapshot of a world",
	[SNAPSHOT_OTHER_VERSION] = "is of another version of the engine",
	[SNAPSHOT_OTHER_PRECISION] = "is of a build with another precision",
	[SNAPSHOT_TRUNCATED] = "is not as long as it says",
	[SNAPSHOT_DAMAGED] = "is damaged: its checksum is wrong",
	[SNAPSHOT_BAD_NUMBER] = "has a number that no world can have",
	[SNAPSHOT_BAD_LINK] = "has parts that do not fit together",
	[SNAPSHOT_OTHER_OBJECTS] = "is of other objects than are in the world now",
	[SNAPSHOT_OTHER_SHAPES] = "is of an object that has other shapes now",
	[SNAPSHOT_OTHER_JOINTS] = "is of other joints than are in the world now",
	[SNAPSHOT_OTHER_SOFTS] = "is of other soft bodies than are in the world now",
};

const char *mk_snapshot_status_text(SnapshotStatus status) {
	MK_ASSERT(status < SNAPSHOT_STATUS_COUNT);
	return status_texts[status];
}

static uint64_t stir(uint64_t hash, const unsigned char *bytes) {
	uint64_t word = 0;
	memcpy(&word, bytes, sizeof(word));
	hash = (hash ^ word) * UINT64_C(0xBF58476D1CE4E5B9);
	return hash ^ hash >> 32;
}

// Four hashes side by side, so that the processor can work on all at once; every step is a
// bijection, so that no single changed word goes unseen.
static uint64_t checksum(const unsigned char *bytes, size_t size) {
	uint64_t lanes[4] = { 1, 2, 3, 4 };
	size_t at = 0;
	for (; at + 32 <= size; at += 32)
		for (int i = 0; i < 4; i++)
			lanes[i] = stir(lanes[i], bytes + at + 8 * i);
	uint64_t hash = hash_bytes(MK_HASH_SEED, bytes + at, size - at);
	for (int i = 0; i < 4; i++)
		hash = hash_u64(hash, lanes[i]);
	return hash_u64(hash, size);
}

void mk_snap_seal(unsigned char *bytes, size_t size) {
	SnapHeader header = { MK_SNAPSHOT_MAGIC, MK_SNAPSHOT_VERSION, sizeof(Real), size,
		checksum(bytes + sizeof(header), size - sizeof(header)) };
	memcpy(bytes, &header, sizeof(header));
}

static void write_objects(SnapStream *s, const World *world) {
	snap_count(s, world->objects.count, 1);
	for (uint32_t i = 0; i < world->objects.count; i++) {
		const WorldObject *object = world->objects.data[i];
		SnapObject taken = mk_snap_take_object(object);
		mk_snap_object(s, &taken);
		for (uint32_t k = 0; k < object->colliders.count; k++)
			snap_u32(s, object->colliders.data + k);
	}
	uint32_t rows = world->rows.count;
	snap_u32(s, &rows);
	uint32_t count = snap_count(s, world->free_rows.count, 1);
	for (uint32_t i = 0; i < count; i++)
		snap_u32(s, world->free_rows.data + i);
}

// In rising order: that of the table depends on how it grew.
static void write_exceptions(SnapStream *s, World *world) {
	pair_key_array_clear(&world->new_keys);
	for (uint32_t i = 0; i < world->exceptions.capacity; i++) {
		uint64_t key = world->exceptions.entries[i].key;
		if (key != 0) pair_key_array_push(&world->new_keys, key);
	}
	mk_world_sort_keys(world);
	snap_count(s, world->new_keys.count, 1);
	for (uint32_t i = 0; i < world->new_keys.count; i++)
		snap_u64(s, world->new_keys.data + i);
}

static void write_joints(SnapStream *s, const World *world) {
	uint32_t count = world->joints.count;
	uint32_t places[MK_GRAPH_OVERFLOW] = { 0 };
	snap_u32(s, &count);
	for (uint32_t i = 0; i < world->objects.count; i++) {
		const WorldObject *object = world->objects.data[i];
		for (const JointEdge *edge = object->first_joint; edge != NULL; edge = edge->next) {
			if (!mk_snap_is_first_edge(edge, object)) continue;
			SnapJoint taken = mk_snap_take_joint(edge->joint);
			// where it is in the list of a colour, and of which part of the graph, changes nothing
			if (taken.joint.is_active && taken.joint.list < MK_GRAPH_OVERFLOW)
				taken.joint.list_index = places[taken.joint.list]++;
			mk_snap_joint(s, &taken);
		}
	}
	Real sub_step = world->joints.sub_step;
	snap_reals(s, &sub_step, 1);
	snap_choice(s, world->joints.is_put, 2);
}

static void write_softs(SnapStream *s, const World *world) {
	snap_count(s, world->softs.count, 1);
	for (uint32_t i = 0; i < world->softs.count; i++) {
		const SoftBody *body = world->softs.data[i]->body;
		SnapSoft taken = mk_snap_take_soft(world->softs.data[i]);
		mk_snap_soft(s, &taken);
		for (uint32_t k = 0; k < body->points.count; k++) {
			SoftPoint point = body->points.data[k];
			mk_snap_point(s, &point);
		}
	}
}

size_t mk_world_save(World *world, void *buffer, size_t capacity) {
	FloatMode mode = mk_float_mode_enter();
	mk_world_sync(world);
	SnapStream s = { .out = buffer, .size = buffer != NULL ? capacity : 0 };
	s.at = sizeof(SnapHeader);
	write_objects(&s, world);
	write_exceptions(&s, world);
	mk_snap_write_space(&s, world);
	mk_snap_write_contacts(&s, world);
	write_joints(&s, world);
	write_softs(&s, world);
	if (s.at <= s.size) mk_snap_seal(buffer, s.at);
	mk_float_mode_restore(mode);
	return s.at;
}

static SnapshotStatus read_header(const unsigned char *bytes, size_t size) {
	SnapHeader header;
	if (bytes == NULL || size < sizeof(header)) return SNAPSHOT_FOREIGN;
	memcpy(&header, bytes, sizeof(header));
	if (header.magic != MK_SNAPSHOT_MAGIC) return SNAPSHOT_FOREIGN;
	if (header.version != MK_SNAPSHOT_VERSION) return SNAPSHOT_OTHER_VERSION;
	if (header.precision != sizeof(Real)) return SNAPSHOT_OTHER_PRECISION;
	if (header.size != size) return SNAPSHOT_TRUNCATED;
	uint64_t found = checksum(bytes + sizeof(header), size - sizeof(header));
	return found == header.checksum ? SNAPSHOT_OK : SNAPSHOT_DAMAGED;
}

static void differ(SnapStream *s, SnapshotStatus status, uint64_t name) {
	if (!snap_is_good(s)) return;
	s->result = (SnapshotResult){ status, name };
}

// Objects are the same ones: then their numbers mean the same.
static void compare_object(SnapStream *s, const SnapObject *saved, const WorldObject *object) {
	if (saved->name != object->name || saved->is_area != object->is_area) {
		differ(s, SNAPSHOT_OTHER_OBJECTS, object->name);
	} else if (saved->shapes != mk_snap_hash_shapes(&object->shapes)) {
		differ(s, SNAPSHOT_OTHER_SHAPES, object->name);
	}
}

static void read_numbers(SnapStream *s, WorldShadow *shadow, SnapObject *object) {
	object->collider_first = shadow->numbers.count;
	if (object->collider_count > (s->size - s->at) / sizeof(uint32_t)) {
		snap_fail(s, SNAPSHOT_TRUNCATED);
		object->collider_count = 0;
	}
	for (uint32_t i = 0; i < object->collider_count; i++) {
		uint32_t number = 0;
		snap_u32(s, &number);
		number_array_push(&shadow->numbers, number);
	}
}

static void read_objects(SnapStream *s, WorldShadow *shadow, const World *world) {
	// the least that an object takes
	uint32_t count = snap_count(s, 0, 16 + 30 * sizeof(Real));
	snap_object_array_clear(&shadow->objects);
	number_array_clear(&shadow->numbers);
	for (uint32_t i = 0; i < count && snap_is_good(s); i++) {
		SnapObject *object = snap_object_array_add(&shadow->objects);
		mk_snap_object(s, object);
		if (i >= world->objects.count) {
			differ(s, SNAPSHOT_OTHER_OBJECTS, object->name);
		} else {
			compare_object(s, object, world->objects.data[i]);
		}
		read_numbers(s, shadow, object);
	}
	if (count < world->objects.count) {
		differ(s, SNAPSHOT_OTHER_OBJECTS, world->objects.data[count]->name);
	}
	snap_u32(s, &shadow->row_count);
	uint32_t rows = snap_count(s, 0, sizeof(uint32_t));
	row_array_resize(&shadow->free_rows, rows);
	for (uint32_t i = 0; i < rows; i++)
		snap_u32(s, shadow->free_rows.data + i);
}

static void read_exceptions(SnapStream *s, WorldShadow *shadow) {
	uint32_t count = snap_count(s, 0, sizeof(uint64_t));
	pair_key_array_resize(&shadow->exceptions, count);
	for (uint32_t i = 0; i < count; i++)
		snap_u64(s, shadow->exceptions.data + i);
}

static void compare_joint(SnapStream *s, const SnapJoint *saved, const WorldJoint *joint) {
	SnapJoint now = mk_snap_take_joint(joint);
	bool is_same = saved->ends[0] == now.ends[0] && saved->ends[1] == now.ends[1] &&
			saved->joint.settings.kind == joint->settings.kind;
	if (!is_same) differ(s, SNAPSHOT_OTHER_JOINTS, 0);
}

static void read_joints(SnapStream *s, WorldShadow *shadow, const World *world) {
	uint32_t count = snap_count(s, 0, 16 * sizeof(Real));
	mk_snap_list_joints(world, &shadow->found_joints);
	if (count != shadow->found_joints.count) differ(s, SNAPSHOT_OTHER_JOINTS, 0);
	snap_joint_array_clear(&shadow->joints);
	for (uint32_t i = 0; i < count && snap_is_good(s); i++) {
		SnapJoint *joint = snap_joint_array_add(&shadow->joints);
		mk_snap_joint(s, joint);
		compare_joint(s, joint, shadow->found_joints.data[i]);
	}
	snap_reals(s, &shadow->sub_step, 1);
	shadow->are_joints_put = snap_choice(s, 0, 2) != 0;
	if (shadow->sub_step < 0) snap_fail(s, SNAPSHOT_BAD_NUMBER);
}

static void compare_soft(SnapStream *s, const SnapSoft *saved, const SoftBody *body) {
	bool is_same = saved->point_count == body->points.count &&
			saved->edge_count == body->edges.count;
	if (!is_same) differ(s, SNAPSHOT_OTHER_SOFTS, 0);
}

static void read_softs(SnapStream *s, WorldShadow *shadow, const World *world) {
	uint32_t count = snap_count(s, 0, 16 + 8 * sizeof(Real));
	if (count != world->softs.count) differ(s, SNAPSHOT_OTHER_SOFTS, 0);
	snap_soft_array_clear(&shadow->softs);
	soft_point_array_clear(&shadow->points);
	for (uint32_t i = 0; i < count && snap_is_good(s); i++) {
		SnapSoft *soft = snap_soft_array_add(&shadow->softs);
		mk_snap_soft(s, soft);
		compare_soft(s, soft, world->softs.data[i]->body);
		for (uint32_t k = 0; k < soft->point_count && snap_is_good(s); k++)
			mk_snap_point(s, soft_point_array_add(&shadow->points));
	}
}

static SnapshotResult read_all(World *world, const unsigned char *bytes, size_t size) {
	WorldShadow *shadow = world->shadow;
	SnapStream s = { .in = bytes, .size = size, .at = sizeof(SnapHeader) };
	read_objects(&s, shadow, world);
	read_exceptions(&s, shadow);
	mk_snap_read_space(&s, shadow, world);
	mk_snap_read_contacts(&s, shadow);
	read_joints(&s, shadow, world);
	read_softs(&s, shadow, world);
	if (s.at != size) snap_fail(&s, SNAPSHOT_TRUNCATED);
	if (snap_is_good(&s) && !mk_shadow_is_sound(shadow, world)) snap_fail(&s, SNAPSHOT_BAD_LINK);
	return s.result;
}

static void make_shadow(World *world) {
	if (world->shadow != NULL) return;
	world->shadow = mk_alloc(sizeof(WorldShadow));
	memset(world->shadow, 0, sizeof(WorldShadow));
}

SnapshotResult mk_world_restore(World *world, const void *buffer, size_t size) {
	SnapshotStatus status = read_header(buffer, size);
	if (status != SNAPSHOT_OK) return (SnapshotResult){ status, 0 };
	FloatMode mode = mk_float_mode_enter();
	make_shadow(world);
	SnapshotResult result = read_all(world, buffer, size);
	if (result.status == SNAPSHOT_OK) mk_shadow_apply(world->shadow, world);
	mk_float_mode_restore(mode);
	return result;
}

static void append(AreaEventArray *to, const AreaEventArray *from) {
	for (uint32_t i = 0; i < from->count; i++) {
		AreaEvent event = from->data[i];
		event.sequence = to->count;
		area_event_array_push(to, event);
	}
}

// Everything leaves, then what is inside comes in: what cancels out is dropped as after any step.
SnapshotResult mk_world_rewind(World *world, const void *buffer, size_t size) {
	AreaSet *areas = &world->areas;
	make_shadow(world);
	AreaEventArray *untold = &world->shadow->untold;
	area_event_array_clear(untold);
	uint32_t pending = areas->pending.count;
	mk_area_tell_all(world, false);
	append(untold, &areas->events);
	append(untold, &areas->pending);
	areas->pending.count = pending;
	SnapshotResult result = mk_world_restore(world, buffer, size);
	if (result.status != SNAPSHOT_OK) return result;
	area_event_array_clear(&areas->events);
	area_event_array_clear(&areas->pending);
	append(&areas->pending, untold);
	mk_area_tell_all(world, true);
	mk_world_finish_events(world);
	return result;
}

void mk_shadow_free(WorldShadow *shadow) {
	if (shadow == NULL) return;
	snap_object_array_free(&shadow->objects);
	number_array_free(&shadow->numbers);
	row_array_free(&shadow->free_rows);
	pair_key_array_free(&shadow->exceptions);
	collider_array_free(&shadow->colliders);
	number_array_free(&shadow->shape_slots);
	for (uint32_t t = 0; t < TREE_COUNT; t++)
		mk_bvh_free(shadow->trees + t);
	number_array_free(&shadow->moved);
	contact_array_free(&shadow->contacts);
	pair_cache_array_free(&shadow->caches);
	number_array_free(&shadow->active);
	snap_concave_array_free(&shadow->concaves);
	manifold_array_free(&shadow->manifolds);
	part_cache_array_free(&shadow->part_caches);
	contact_patch_array_free(&shadow->patches);
	mk_pair_set_free(&shadow->pairs);
	overlap_array_free(&shadow->overlaps);
	mk_pair_set_free(&shadow->area_pairs);
	number_array_free(&shadow->areas_moved);
	area_event_array_free(&shadow->pending);
	area_event_array_free(&shadow->events);
	area_event_array_free(&shadow->untold);
	snap_joint_array_free(&shadow->joints);
	joint_pointers_free(&shadow->found_joints);
	snap_soft_array_free(&shadow->softs);
	soft_point_array_free(&shadow->points);
	number_array_free(&shadow->marks);
	mk_free(shadow, sizeof(*shadow));
}

// Adding zero makes one zero of both.
static uint64_t hash_vec3(uint64_t hash, Vec3 v) {
	hash = hash_f64(hash, (double)v.x + 0.0);
	hash = hash_f64(hash, (double)v.y + 0.0);
	return hash_f64(hash, (double)v.z + 0.0);
}

static uint64_t hash_body(uint64_t hash, const Body *body) {
	hash = hash_vec3(hash, body->pose.origin);
	hash = hash_vec3(hash, body->pose.linear.x);
	hash = hash_vec3(hash, body->pose.linear.y);
	hash = hash_vec3(hash, body->pose.linear.z);
	hash = hash_vec3(hash, body->linear_velocity);
	hash = hash_vec3(hash, body->angular_velocity);
	hash = hash_f64(hash, (double)body->still_time + 0.0);
	return hash_u64(hash, (uint64_t)body->mode << 1 | body->is_sleeping);
}

uint64_t mk_world_hash(const World *world) {
	uint64_t hash = hash_u64(MK_HASH_SEED, world->objects.count);
	for (uint32_t i = 0; i < world->objects.count; i++)
		hash = hash_body(hash, world->objects.data[i]->body);
	for (uint32_t i = 0; i < world->softs.count; i++) {
		const SoftBody *body = world->softs.data[i]->body;
		hash = hash_u64(hash, (uint64_t)body->points.count << 1 | body->is_sleeping);
		for (uint32_t k = 0; k < body->points.count; k++) {
			hash = hash_vec3(hash, body->points.data[k].position);
			hash = hash_vec3(hash, body->points.data[k].velocity);
		}
	}
	return hash;
}
