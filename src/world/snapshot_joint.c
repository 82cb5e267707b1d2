// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Records of joints: their settings, impulses and places in the solver's lists. An axis whose
// settings, or whose impulses, are those of a new joint is left out.
#include "world/snapshot_parts.h"

// Flags, then numbers, of one axis.
#define MK_AXIS_NUMBERS 15

static uint32_t pack_axis(const JointAxis *axis, Real numbers[MK_AXIS_NUMBERS]) {
	const Real all[MK_AXIS_NUMBERS] = { axis->lower, axis->upper, axis->hold.frequency,
		axis->hold.damping_ratio, axis->hold.force, axis->hold.impulse, axis->bounce,
		axis->soft_zone, axis->motor_speed, axis->motor_force, axis->motor_impulse, axis->stiffness,
		axis->damping, axis->equilibrium, axis->brake };
	memcpy(numbers, all, sizeof(all));
	return (uint32_t)axis->has_limit | (uint32_t)axis->has_motor << 1 |
			(uint32_t)axis->has_spring << 2;
}

static JointAxis unpack_axis(uint32_t bits, const Real n[MK_AXIS_NUMBERS]) {
	return (JointAxis){ bits & 1, bits >> 1 & 1, bits >> 2 & 1, n[0], n[1],
		{ n[2], n[3], n[4], n[5] }, n[6], n[7], n[8], n[9], n[10], n[11], n[12], n[13], n[14] };
}

// A bit per axis that is not as a new joint has it.
static uint32_t changed_axes(const JointSettings *settings) {
	JointSettings new_joint = mk_joint_settings(settings->kind);
	uint32_t changed = 0;
	for (uint32_t i = 0; i < JOINT_AXES; i++) {
		Real now[MK_AXIS_NUMBERS];
		Real then[MK_AXIS_NUMBERS];
		bool differs = pack_axis(settings->axes + i, now) != pack_axis(new_joint.axes + i, then);
		differs |= snap_differs(now, then, sizeof(now));
		changed |= (uint32_t)differs << i;
	}
	return changed;
}

static void snap_axes(SnapStream *s, JointSettings *settings) {
	uint32_t changed = snap_is_reading(s) ? 0 : changed_axes(settings);
	changed = snap_choice(s, changed, 1 << JOINT_AXES);
	for (uint32_t i = 0; i < JOINT_AXES; i++) {
		if (!(changed >> i & 1)) continue;
		Real numbers[MK_AXIS_NUMBERS];
		uint32_t bits = pack_axis(settings->axes + i, numbers);
		bits = snap_choice(s, bits, 1 << 3);
		snap_bounds(s, numbers, MK_AXIS_NUMBERS);
		settings->axes[i] = unpack_axis(bits, numbers);
	}
}

static void snap_settings(SnapStream *s, JointSettings *settings) {
	JointKind kind = (JointKind)snap_choice(s, settings->kind, JOINT_KIND_COUNT);
	if (snap_is_reading(s)) *settings = mk_joint_settings(kind);
	for (int i = 0; i < 2; i++) {
		snap_quat(s, &settings->frames[i].rotation);
		snap_vec3(s, &settings->frames[i].position);
	}
	snap_bounds(s, &settings->linear.frequency, 4);
	snap_bounds(s, &settings->angular.frequency, 4);
	snap_bytes(s, &settings->priority, sizeof(settings->priority));
	snap_bounds(s, &settings->break_force, 1);
	snap_bounds(s, &settings->break_torque, 1);
	settings->ignores_contacts = snap_choice(s, settings->ignores_contacts, 2);
	snap_axes(s, settings);
	if (snap_is_reading(s) && snap_is_good(s) && mk_joint_find_problem(settings) != NULL) {
		snap_fail(s, SNAPSHOT_BAD_NUMBER);
	}
}

static void snap_memory(SnapStream *s, WorldJoint *joint) {
	static const JointMemory none;
	uint32_t used = 0;
	for (uint32_t i = 0; i < JOINT_AXES && !snap_is_reading(s); i++)
		used |= (uint32_t)snap_differs(joint->axes + i, &none, sizeof(none)) << i;
	used = snap_choice(s, used, 1 << JOINT_AXES);
	for (uint32_t i = 0; i < JOINT_AXES; i++) {
		if (snap_is_reading(s)) joint->axes[i] = none;
		if (used >> i & 1) snap_reals(s, &joint->axes[i].lower, 5);
	}
}

static uint32_t end_of(const WorldObject *object) {
	return object == NULL ? MK_WORLD_NONE : object->index;
}

SnapJoint mk_snap_take_joint(const WorldJoint *joint) {
	SnapJoint taken = { .ends = { end_of(joint->objects[0]), end_of(joint->objects[1]) },
		.joint = *joint };
	if (!joint->is_active) taken.joint.list = taken.joint.list_index = 0;
	return taken;
}

void mk_snap_joint(SnapStream *s, SnapJoint *taken) {
	WorldJoint *joint = &taken->joint;
	snap_u32s(s, taken->ends, 2);
	snap_settings(s, &joint->settings);
	uint32_t bits = snap_choice(s,
			(uint32_t)joint->is_active | (uint32_t)joint->is_ignoring << 1 |
					(uint32_t)joint->is_direct << 2,
			1 << 3);
	joint->is_active = bits & 1;
	joint->is_ignoring = bits >> 1 & 1;
	joint->is_direct = bits >> 2 & 1;
	joint->list = snap_choice(s, joint->list, MK_JOINT_LISTS);
	snap_u32(s, &joint->list_index);
	snap_vec3(s, &joint->reaction_force);
	snap_vec3(s, &joint->reaction_torque);
	snap_reals(s, &joint->edges[0].load, 1);
	snap_reals(s, &joint->edges[1].load, 1);
	snap_vec3(s, &joint->impulse);
	snap_vec3(s, &joint->angular_impulse);
	snap_memory(s, joint);
}

// One with two objects is met twice.
bool mk_snap_is_first_edge(const JointEdge *edge, const WorldObject *object) {
	const WorldObject *first = edge->joint->objects[0];
	return first == object || first == NULL;
}

void mk_snap_list_joints(const World *world, JointPointers *joints) {
	joint_pointers_clear(joints);
	for (uint32_t i = 0; i < world->objects.count; i++) {
		const WorldObject *object = world->objects.data[i];
		for (const JointEdge *edge = object->first_joint; edge != NULL; edge = edge->next) {
			if (mk_snap_is_first_edge(edge, object)) joint_pointers_push(joints, edge->joint);
		}
	}
}
