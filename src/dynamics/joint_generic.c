// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The joint with six degrees of freedom, each locked, limited, driven or sprung on its own. Rigid locks
// are blocks where they can be: three linear ones a point, two a line, one a plane; three angular ones a
// whole turn, two an axis. All other axes are rows, along A's axes and about twist and swing.
#include "dynamics/joint_part.h"

#define MK_LINEAR_BITS  7u
#define MK_ANGULAR_BITS (7u << 3)

static bool is_rigid_lock(const JointAxis *axis) {
	bool is_unlimited = axis->hold.force == MK_INFINITY && axis->hold.impulse == MK_INFINITY;
	return joint_axis_is_locked(axis) && joint_hold_is_rigid(&axis->hold) && is_unlimited;
}

// Returns which axes blocks hold: bits of JointFreedom. Angular ones must be locked at zero, two at
// least: a single one has no block of its own.
static uint32_t find_blocks(const JointSettings *settings) {
	uint32_t locked = 0;
	for (uint32_t i = 0; i < JOINT_AXES; i++) {
		const JointAxis *axis = settings->axes + i;
		bool is_held = is_rigid_lock(axis) && (i < JOINT_ABOUT_X || axis->lower == 0);
		locked |= (uint32_t)is_held << i;
	}
	uint32_t angular = locked & MK_ANGULAR_BITS;
	bool is_single = (angular & (angular - 1)) == 0;
	return is_single ? locked & MK_LINEAR_BITS : locked;
}

static bool needs_row(const JointSettings *settings, uint32_t blocks, uint32_t i) {
	return !(blocks >> i & 1) && joint_axis_is_active(settings->axes + i);
}

static uint32_t count_rows(const JointSettings *settings) {
	uint32_t blocks = find_blocks(settings);
	uint32_t count = 0;
	for (uint32_t i = 0; i < JOINT_AXES; i++)
		count += needs_row(settings, blocks, i);
	return count;
}

static void build_generic(const JointBuild *build) {
	const JointSettings *settings = build->settings;
	SolverJoint *joint = build->joint;
	uint32_t blocks = find_blocks(settings);
	joint->locked = (uint8_t)blocks;
	if (blocks & MK_LINEAR_BITS) mk_joint_build_block(&joint->linear, &settings->linear, build);
	if (blocks & MK_ANGULAR_BITS) mk_joint_build_block(&joint->angular, &settings->angular, build);
	JointRow *row = build->rows;
	for (uint32_t i = 0; i < JOINT_AXES; i++)
		if (needs_row(settings, blocks, i)) mk_joint_build_row(row++, (JointFreedom)i, build);
	// what is locked elsewhere than at zero is held there: A's frame moves to that place
	for (uint32_t i = 0; i < 3; i++) {
		if (!(blocks >> i & 1)) continue;
		Vec3 axis = quat_rotate(joint->frames[0], vec3_axis((int)i));
		joint->arms[0] = vec3_add_scaled(joint->arms[0], axis, settings->axes[i].lower);
	}
}

// The only axis that is not among the bits.
static int free_axis(uint32_t bits) { return bits == 3 ? 2 : bits == 5 ? 1 : 0; }

// The only axis that is.
static int held_axis(uint32_t bits) { return bits == 4 ? 2 : bits == 2 ? 1 : 0; }

static void hold_linear(JointWork *work, Vec3 gap, const Mat3 *axes) {
	uint32_t bits = work->joint->locked & MK_LINEAR_BITS;
	const Vec3 columns[3] = { axes->x, axes->y, axes->z };
	if (bits == 0) return;
	if (bits == 7) {
		mk_joint_hold_point(work, gap);
	} else if ((bits & (bits - 1)) != 0) {
		mk_joint_hold_line(work, gap, columns[free_axis(bits)]);
	} else {
		mk_joint_hold_plane(work, gap, columns[held_axis(bits)]);
	}
}

// If a block leaves one axis free, turning about it is a plain twist.
static JointAngle angle_of(const JointTurn *turn, uint32_t bits, int axis) {
	if (bits != 0 || axis == 0) return mk_joint_twist(turn, axis);
	return mk_joint_swing(turn, axis - 1);
}

static void update(JointWork *work) {
	Vec3 gap = mk_joint_place(work);
	JointTurn turn = mk_joint_turn(work);
	Mat3 axes = quat_to_mat3(turn.a);
	uint32_t bits = (uint32_t)work->joint->locked >> 3;
	for (uint32_t i = 0; i < work->joint->row_count; i++) {
		JointRow *row = work->rows + i;
		if (row->freedom < JOINT_ABOUT_X) {
			Vec3 axis = row->freedom == 0 ? axes.x : row->freedom == 1 ? axes.y : axes.z;
			mk_joint_aim_along(work, row, axis, vec3_dot(axis, gap));
		} else {
			mk_joint_aim_about(work, row, angle_of(&turn, bits, row->freedom - JOINT_ABOUT_X));
		}
	}
	if (bits == 7) {
		mk_joint_hold_turn(work, &turn);
	} else if (bits != 0) {
		mk_joint_hold_axis(work, &turn, free_axis(bits));
	}
	hold_linear(work, gap, &axes);
}

const JointOps mk_joint_generic_ops = { "generic", count_rows, build_generic, update };
