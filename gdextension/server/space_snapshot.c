// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A snapshot of a space is one of its world, behind the parameters that the server keeps in Godot's
// form: of the space, of each body and of each area, in the order of the world's objects, then of
// joints and soft bodies. The world has the same in its own form; both go back together, so that
// what the server answers is what acts.
#include "server/space_snapshot.h"

#include "report.h"
#include "server/area.h"
#include "server/body.h"
#include "server/space_record.h"
#include "world/snapshot.h"

typedef struct SpaceRecord {
	SpaceParams params;
	AreaParams area;
	uint64_t object_count;
	uint64_t joint_count;
	uint64_t soft_count;
} SpaceRecord;

typedef struct BodyRecord {
	BodyParams params;
	double collision_priority;
	double contact_depth_threshold;
	uint32_t user_flags;
	int32_t max_contacts;
	uint32_t layer;
	uint32_t mask;
	uint32_t bits; // has_center, has_pose, is_continuous
} BodyRecord;

typedef struct AreaRecord {
	AreaParams params;
	GdTransform3D transform;
	uint32_t layer;
	uint32_t mask;
} AreaRecord;

static void put_body(RecordPart *part, const ServerBody *body) {
	BodyRecord record;
	memset(&record, 0, sizeof(record));
	record.params = body->params;
	record.collision_priority = body->collision_priority;
	record.contact_depth_threshold = body->contact_depth_threshold;
	record.user_flags = body->user_flags;
	record.max_contacts = body->max_contacts;
	record.layer = body->object.layer;
	record.mask = body->object.mask;
	record.bits = (uint32_t)body->has_center | (uint32_t)body->has_pose << 1 |
			(uint32_t)body->is_continuous << 2;
	record_put(part, &record, sizeof(record));
}

static void put_area(RecordPart *part, const ServerArea *area) {
	AreaRecord record;
	memset(&record, 0, sizeof(record));
	record.params = area->params;
	record.transform = area->transform;
	record.layer = area->object.layer;
	record.mask = area->object.mask;
	record_put(part, &record, sizeof(record));
}

static void put_records(RecordPart *part, const ServerSpace *space) {
	const ObjectPointers *objects = &space->world.objects;
	SpaceRecord record;
	memset(&record, 0, sizeof(record));
	record.params = space->params;
	record.area = space->area;
	record.object_count = objects->count;
	record.joint_count = mk_record_joints(space, mk_joint_record_count, NULL);
	record.soft_count = space->world.softs.count;
	record_put(part, &record, sizeof(record));
	for (uint32_t i = 0; i < objects->count; i++) {
		if (objects->data[i]->is_area) {
			put_area(part, objects->data[i]->user);
		} else {
			put_body(part, objects->data[i]->user);
		}
	}
	mk_record_joints(space, mk_joint_record_put, part);
	for (uint32_t i = 0; i < space->world.softs.count; i++)
		mk_soft_record_put(part, space->world.softs.data[i]->user);
}

static bool is_body_valid(const BodyRecord *record) {
	const double numbers[] = { record->collision_priority, record->contact_depth_threshold };
	return mk_param_all_valid(mk_body_param_table, &record->params) && record->max_contacts >= 0 &&
			numbers[0] - numbers[0] == 0 && numbers[1] - numbers[1] == 0;
}

// Whether the records are those of the objects that are in the space now,
// with values that can be set.
static bool are_records_valid(RecordPart *part, const ServerSpace *space) {
	const ObjectPointers *objects = &space->world.objects;
	RecordPart sizes = { 0 };
	put_records(&sizes, space);
	if (sizes.at > part->size) return false;
	SpaceRecord record;
	record_take(part, &record, sizeof(record));
	uint32_t joint_count = mk_record_joints(space, mk_joint_record_count, NULL);
	bool is_valid = record.object_count == objects->count && record.joint_count == joint_count &&
			record.soft_count == space->world.softs.count &&
			mk_param_all_valid(mk_space_param_table, &record.params) &&
			mk_param_all_valid(mk_area_param_table, &record.area);
	for (uint32_t i = 0; is_valid && i < objects->count; i++) {
		if (objects->data[i]->is_area) {
			AreaRecord area;
			record_take(part, &area, sizeof(area));
			is_valid = mk_param_all_valid(mk_area_param_table, &area.params);
		} else {
			BodyRecord body;
			record_take(part, &body, sizeof(body));
			is_valid = is_body_valid(&body);
		}
	}
	if (!is_valid) return false;
	is_valid = mk_record_joints(space, mk_joint_record_check, part) == joint_count;
	for (uint32_t i = 0; is_valid && i < space->world.softs.count; i++)
		is_valid = mk_soft_record_check(part, space->world.softs.data[i]->user);
	return is_valid;
}

static void apply_body(RecordPart *part, ServerBody *body) {
	BodyRecord record;
	record_take(part, &record, sizeof(record));
	body->params = record.params;
	body->collision_priority = record.collision_priority;
	body->contact_depth_threshold = record.contact_depth_threshold;
	body->user_flags = record.user_flags;
	body->max_contacts = record.max_contacts;
	body->object.layer = record.layer;
	body->object.mask = record.mask;
	body->has_center = record.bits & 1;
	body->has_pose = record.bits >> 1 & 1;
	body->is_continuous = record.bits >> 2 & 1;
	if (body->body.mode != BODY_STATIC) mk_body_mark_due(body);
}

static void apply_area(RecordPart *part, ServerArea *area) {
	AreaRecord record;
	record_take(part, &record, sizeof(record));
	area->params = record.params;
	area->transform = record.transform;
	area->object.layer = record.layer;
	area->object.mask = record.mask;
}

// Nodes are told where everything is now, also what is asleep and was elsewhere a moment ago.
static void apply_records(RecordPart *part, ServerSpace *space) {
	const ObjectPointers *objects = &space->world.objects;
	SpaceRecord record;
	record_take(part, &record, sizeof(record));
	space->params = record.params;
	space->area = record.area;
	space->reporter_count = 0;
	for (uint32_t i = 0; i < objects->count; i++) {
		space->reporter_count += objects->data[i]->max_contacts > 0;
		if (objects->data[i]->is_area) {
			apply_area(part, objects->data[i]->user);
		} else {
			apply_body(part, objects->data[i]->user);
		}
	}
	mk_record_joints(space, mk_joint_record_apply, part);
	for (uint32_t i = 0; i < space->world.softs.count; i++)
		mk_soft_record_apply(part, space->world.softs.data[i]->user);
}

static ServerSpace *find_space(Server *server, GdRID space, const char *where) {
	ServerSpace *found = mk_item_find(server, space, RID_SPACE, where);
	if (found) mk_space_fresh_masses(found);
	return found;
}

size_t mk_space_save(Server *server, GdRID space, void *buffer, size_t capacity) {
	mk_server_lock(server);
	ServerSpace *found = find_space(server, space, "MinkowskiPhysics.save_state");
	RecordPart part = { buffer, buffer ? capacity : 0, 0 };
	if (found) {
		put_records(&part, found);
		bool has_room = part.at < part.size;
		part.at += mk_world_save(&found->world, has_room ? part.bytes + part.at : NULL,
				has_room ? part.size - part.at : 0);
	}
	mk_server_unlock(server);
	return part.at;
}

static const char restore_name[] = "MinkowskiPhysics.restore_state";

static void report_refusal(const ServerSpace *space, SnapshotResult result) {
	const char *text = mk_snapshot_status_text(result.status);
	const ObjectPointers *objects = &space->world.objects;
	for (uint32_t i = 0; result.name != 0 && i < objects->count; i++) {
		if (objects->data[i]->name != result.name || objects->data[i]->is_area) continue;
		const ServerBody *body = objects->data[i]->user;
		char who[MK_OBJECT_TEXT_SIZE];
		mk_report_error(restore_name, "the snapshot %s, beginning with %s; nothing was changed.",
				text, mk_object_describe(&body->object, who));
		return;
	}
	mk_report_error(restore_name, "the snapshot %s; nothing was changed.", text);
}

static bool restore(ServerSpace *space, const void *buffer, size_t size) {
	// only read, but one kind of part does for both
	RecordPart part = { (unsigned char *)(uintptr_t)buffer, size, 0 };
	if (!buffer || !are_records_valid(&part, space)) {
		mk_report_error(restore_name,
				"the snapshot of %llu bytes is not one of this space as it is now; nothing was changed.",
				(unsigned long long)size);
		return false;
	}
	SnapshotResult result = mk_world_rewind(&space->world, part.bytes + part.at, size - part.at);
	if (result.status != SNAPSHOT_OK) {
		report_refusal(space, result);
		return false;
	}
	part.at = 0;
	apply_records(&part, space);
	// with what motions the step before began is not in it
	space->step_count++;
	mk_space_collect_contacts(space);
	mk_space_mark_due(space);
	return true;
}

bool mk_space_restore(Server *server, GdRID space, const void *buffer, size_t size) {
	mk_server_lock(server);
	ServerSpace *found = find_space(server, space, restore_name);
	bool is_done = found && restore(found, buffer, size);
	mk_server_unlock(server);
	return is_done;
}

uint64_t mk_space_hash(Server *server, GdRID space) {
	mk_server_lock(server);
	const ServerSpace *found = find_space(server, space, "MinkowskiPhysics.state_hash");
	uint64_t hash = found ? mk_world_hash(&found->world) : 0;
	mk_server_unlock(server);
	return hash;
}

bool mk_space_step(Server *server, GdRID space, double dt) {
	const char *where = "MinkowskiPhysics.step";
	bool is_time = dt > 0 && dt - dt == 0;
	if (!is_time) mk_report_error(where, "delta must be a finite number above 0, not %g.", dt);
	mk_server_lock(server);
	ServerSpace *found = is_time ? find_space(server, space, where) : NULL;
	if (found) {
		found->is_stepped_by_hand = true;
		server->step_time = dt;
		mk_space_run(found, (Real)dt);
	}
	mk_server_unlock(server);
	return found;
}
