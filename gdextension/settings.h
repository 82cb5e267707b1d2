// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The project settings that the server reads, and those it adds below
// `physics/minkowski_physics_3d/`. They are read when a space is made, the debug
// view's with the first tick.
#pragma once

// The settings that are ours; the table in settings.c says what each is.
typedef enum Setting {
	SETTING_THREADS,
	SETTING_CONTACT_FREQUENCY,
	SETTING_CONTACT_DAMPING_RATIO,
	SETTING_PUSH_SPEED_LIMIT,
	SETTING_BOUNCE_SPEED,
	SETTING_CONTACT_MARGIN,
	SETTING_CONTACT_SLOP,
	SETTING_RECOVERY_ITERATIONS,
	SETTING_RECOVERY_AMOUNT,
	SETTING_SUB_STEPS,
	SETTING_CAN_SLEEP,
	SETTING_CONTINUOUS,
	SETTING_JOINT_WORLD_NODE,
	SETTING_DEBUG_VIEW,
	SETTING_COUNT
} Setting;

// Makes our settings known to Godot, with their defaults and ranges;
// values that a project has stay.
void mk_settings_register(void);

// Which side of a joint with one body the world is.
typedef enum JointWorldNode { WORLD_NODE_AS_JOLT, WORLD_NODE_A, WORLD_NODE_B } JointWorldNode;

// Returns one of our settings; a switch is 0 or 1, a choice its number. A value that is no number
// in its range is reported, and the default returned.
double mk_settings_read(Setting setting);

// Returns a number of the project's settings, 0 if there is no such setting.
double mk_settings_read_real(const char *path);
