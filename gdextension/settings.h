// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The project settings that the server reads, and those it adds below
// `physics/minkowski_physics_3d/`. They are read when a space is made.
#pragma once

// The settings that are ours; the table in settings.c says what each is.
typedef enum Setting {
	SETTING_THREADS,
	SETTING_CONTACT_FREQUENCY,
	SETTING_CONTACT_DAMPING_RATIO,
	SETTING_PUSH_SPEED_LIMIT,
	SETTING_BOUNCE_SPEED,
	SETTING_COUNT
} Setting;

// Makes our settings known to Godot, with their defaults and ranges; values that a project has stay.
void mk_settings_register(void);

// Returns one of our settings. A value that is no number in its range is reported, and the default
// returned.
double mk_settings_read(Setting setting);

// Returns a number of the project's settings, 0 if there is no such setting.
double mk_settings_read_real(const char *path);
