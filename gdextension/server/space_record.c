// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "server/space_record.h"

#include "convert.h"
#include "server/body.h"
#include "variant.h"

// Behind it come the axes that the type uses.
typedef struct JointRecord {
	uint64_t rid;
	int64_t type;
	GdTransform3D frames[2];
	int32_t solver_priority;
	uint32_t disables_collisions;
} JointRecord;

typedef struct JointAxisRecord {
	double params[MK_JOINT_PARAMS];
	uint64_t flags; // a bit each
} JointAxisRecord;

typedef struct SoftRecord {
	uint64_t rid;
	SoftBodyParams params;
	GdTransform3D transform;
	uint32_t layer;
	uint32_t mask;
} SoftRecord;

uint32_t mk_record_joints(
		const ServerSpace *space, JointRecordFunction *function, RecordPart *part) {
	uint32_t count = 0;
	for (uint32_t i = 0; i < space->world.objects.count; i++) {
		if (space->world.objects.data[i]->is_area) continue;
		const ServerBody *body = space->world.objects.data[i]->user;
		for (uint32_t k = 0; k < body->joints.count; k++) {
			ServerJoint *joint = body->joints.data[k];
			if (joint->body_a != body) continue;
			if (!function(part, joint)) return count;
			count++;
		}
	}
	return count;
}

bool mk_joint_record_count(RecordPart *part, ServerJoint *joint) {
	(void)part, (void)joint;
	return true;
}

static uint32_t axis_count(const ServerJoint *joint) {
	return joint->type == GD_JOINT_TYPE_6DOF ? 3 : 1;
}

static void put_axis(RecordPart *part, const ServerJointAxis *axis) {
	JointAxisRecord record;
	memset(&record, 0, sizeof(record));
	memcpy(record.params, axis->params, sizeof(record.params));
	for (uint32_t i = 0; i < MK_JOINT_FLAGS; i++)
		record.flags |= (uint64_t)axis->flags[i] << i;
	record_put(part, &record, sizeof(record));
}

bool mk_joint_record_put(RecordPart *part, ServerJoint *joint) {
	JointRecord record;
	memset(&record, 0, sizeof(record));
	record.rid = joint->item.rid.id;
	record.type = joint->type;
	record.frames[0] = joint->frame_a;
	record.frames[1] = joint->frame_b;
	record.solver_priority = joint->solver_priority;
	record.disables_collisions = joint->disables_collisions;
	record_put(part, &record, sizeof(record));
	for (uint32_t i = 0; i < axis_count(joint); i++)
		put_axis(part, joint->axes + i);
	return true;
}

static bool are_finite(const double *numbers, uint32_t count) {
	bool is_finite = true;
	for (uint32_t i = 0; i < count; i++)
		is_finite = is_finite && numbers[i] - numbers[i] == 0;
	return is_finite;
}

bool mk_joint_record_check(RecordPart *part, ServerJoint *joint) {
	JointRecord record;
	JointAxisRecord axis;
	record_take(part, &record, sizeof(record));
	bool is_valid = record.rid == joint->item.rid.id && record.type == joint->type &&
			mk_transform_is_finite(&record.frames[0]) && mk_transform_is_finite(&record.frames[1]);
	for (uint32_t i = 0; is_valid && i < axis_count(joint); i++) {
		record_take(part, &axis, sizeof(axis));
		is_valid = are_finite(axis.params, MK_JOINT_PARAMS);
	}
	return is_valid;
}

bool mk_joint_record_apply(RecordPart *part, ServerJoint *joint) {
	JointRecord record;
	record_take(part, &record, sizeof(record));
	joint->frame_a = record.frames[0];
	joint->frame_b = record.frames[1];
	joint->solver_priority = record.solver_priority;
	joint->disables_collisions = record.disables_collisions != 0;
	for (uint32_t i = 0; i < axis_count(joint); i++) {
		JointAxisRecord axis;
		record_take(part, &axis, sizeof(axis));
		memcpy(joint->axes[i].params, axis.params, sizeof(axis.params));
		for (uint32_t k = 0; k < MK_JOINT_FLAGS; k++)
			joint->axes[i].flags[k] = axis.flags >> k & 1;
	}
	return true;
}

void mk_soft_record_put(RecordPart *part, const ServerSoftBody *body) {
	SoftRecord record;
	memset(&record, 0, sizeof(record));
	record.rid = body->object.item.rid.id;
	record.params = body->params;
	record.transform = body->transform;
	record.layer = body->object.layer;
	record.mask = body->object.mask;
	record_put(part, &record, sizeof(record));
}

bool mk_soft_record_check(RecordPart *part, const ServerSoftBody *body) {
	SoftRecord record;
	record_take(part, &record, sizeof(record));
	const SoftBodyParams *p = &record.params;
	const double numbers[] = { p->total_mass, p->linear_stiffness, p->shrinking_factor,
		p->pressure_coefficient, p->damping_coefficient, p->drag_coefficient };
	return record.rid == body->object.item.rid.id && mk_transform_is_finite(&record.transform) &&
			p->simulation_precision > 0 && p->total_mass > 0 &&
			are_finite(numbers, sizeof numbers / sizeof *numbers);
}

void mk_soft_record_apply(RecordPart *part, ServerSoftBody *body) {
	SoftRecord record;
	record_take(part, &record, sizeof(record));
	body->params = record.params;
	body->transform = record.transform;
	body->object.layer = record.layer;
	body->object.mask = record.mask;
	mk_soft_body_recall_pins(body);
}
