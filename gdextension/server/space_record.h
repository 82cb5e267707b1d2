// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Records of a snapshot: what the server keeps of joints and soft bodies in Godot's form.
#pragma once

#include "server/joint.h"
#include "server/soft_body.h"

#include <string.h>

// A buffer that is filled or read from its start on.
typedef struct RecordPart {
	unsigned char *bytes;
	size_t size;
	size_t at;
} RecordPart;

static inline void record_put(RecordPart *part, const void *record, size_t size) {
	if (part->at <= part->size && size <= part->size - part->at) {
		memcpy(part->bytes + part->at, record, size);
	}
	part->at += size;
}

static inline void record_take(RecordPart *part, void *record, size_t size) {
	memcpy(record, part->bytes + part->at, size);
	part->at += size;
}

// Called for a joint; returns false to stop.
typedef bool JointRecordFunction(RecordPart *part, ServerJoint *joint);

// Calls a function for the joints of a space, in the order of their first bodies. Returns how
// many were called and went on.
uint32_t mk_record_joints(
		const ServerSpace *space, JointRecordFunction *function, RecordPart *part);

// Does nothing: to count them. Writes a joint's record; reads it and tells whether it is one of
// this joint, with values that can be set; reads it and sets them.
JointRecordFunction mk_joint_record_count;
JointRecordFunction mk_joint_record_put;
JointRecordFunction mk_joint_record_check;
JointRecordFunction mk_joint_record_apply;

// The same for a soft body. Its points, and which of them are pinned, must be back already.
void mk_soft_record_put(RecordPart *part, const ServerSoftBody *body);
bool mk_soft_record_check(RecordPart *part, const ServerSoftBody *body);
void mk_soft_record_apply(RecordPart *part, ServerSoftBody *body);
