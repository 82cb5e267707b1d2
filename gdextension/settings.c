// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "settings.h"

#include "report.h"
#include "variant.h"

#define MK_SETTINGS_FOLDER "physics/minkowski_physics_3d/"

// Godot's number of a range, with the text "from,to,step,suffix".
#define MK_HINT_RANGE 1

typedef struct SettingRow {
	const char *path;
	bool is_whole;
	double initial;
	double low;
	double high;
	const char *range;
} SettingRow;

static const SettingRow rows[SETTING_COUNT] = {
	// threads that work on a step; 0: one per processor, at most 8
	[SETTING_THREADS] = { MK_SETTINGS_FOLDER "threads", true, 0, 0, 64, "0,64,1" },
	// of the spring that works off overlap: higher is harder, and needs more solver iterations
	[SETTING_CONTACT_FREQUENCY] = { MK_SETTINGS_FOLDER "contact_frequency", false, 60, 1, 1000,
			"1,1000,1,suffix:Hz" },
	[SETTING_CONTACT_DAMPING_RATIO] = { MK_SETTINGS_FOLDER "contact_damping_ratio", false, 10, 0.1,
			100, "0.1,100,0.1" },
	// how fast bodies that overlap are pushed apart
	[SETTING_PUSH_SPEED_LIMIT] = { MK_SETTINGS_FOLDER "push_speed_limit", false, 3, 0.01, 1000,
			"0.01,1000,0.01,suffix:m/s" },
	// slower impacts do not bounce
	[SETTING_BOUNCE_SPEED] = { MK_SETTINGS_FOLDER "bounce_speed", false, 1, 0, 1000,
			"0,1000,0.01,suffix:m/s" },
};

static GDExtensionObjectPtr project_settings(void) {
	GdStringName singleton;
	gd.string_name_new_with_latin1_chars(&singleton, "ProjectSettings", true);
	return gd.global_get_singleton(&singleton);
}

static void make_number(GdVariant *variant, bool is_whole, double number) {
	int64_t whole = (int64_t)number;
	if (is_whole) {
		gd_variant_from_int(variant, &whole);
	} else {
		gd_variant_from_float(variant, &number);
	}
}

static void make_text(GdVariant *variant, const char *text) {
	GdString string;
	gd.string_new_with_utf8_chars(&string, text);
	gd_variant_from_string(variant, &string);
	gd_string_destroy(&string);
}

// name, type and range, as Godot's settings dialog wants to know them
static void describe(GDExtensionObjectPtr settings, const SettingRow *row) {
	GdDictionary info;
	GdVariant value;
	gd_dictionary_create(&info);
	make_text(&value, row->path);
	mk_dictionary_take(&info, "name", &value);
	bool is_whole = row->is_whole;
	make_number(
			&value, true, is_whole ? GDEXTENSION_VARIANT_TYPE_INT : GDEXTENSION_VARIANT_TYPE_FLOAT);
	mk_dictionary_take(&info, "type", &value);
	make_number(&value, true, MK_HINT_RANGE);
	mk_dictionary_take(&info, "hint", &value);
	make_text(&value, row->range);
	mk_dictionary_take(&info, "hint_string", &value);
	gd_project_settings_add_property_info(settings, &info);
	gd_dictionary_destroy(&info);
}

static void register_row(GDExtensionObjectPtr settings, const SettingRow *row) {
	GdString name;
	GdVariant initial;
	gd.string_new_with_utf8_chars(&name, row->path);
	make_number(&initial, row->is_whole, row->initial);
	if (!gd_project_settings_has_setting(settings, &name)) {
		gd_project_settings_set_setting(settings, &name, &initial);
	}
	gd_project_settings_set_initial_value(settings, &name, &initial);
	gd_project_settings_set_restart_if_changed(settings, &name, true);
	describe(settings, row);
	gd.variant_destroy(&initial);
	gd_string_destroy(&name);
}

void mk_settings_register(void) {
	GDExtensionObjectPtr settings = project_settings();
	for (uint32_t i = 0; i < SETTING_COUNT; i++)
		register_row(settings, rows + i);
}

// the value has to be destroyed
static void take(const char *path, GdVariant *value) {
	GdStringName name;
	gd.string_name_new_with_latin1_chars(&name, path, true);
	gd.variant_new_nil(value);
	gd_project_settings_get_setting_with_override(project_settings(), &name, value);
}

double mk_settings_read(Setting setting) {
	const SettingRow *row = rows + setting;
	GdVariant value;
	double real;
	char text[MK_VARIANT_TEXT_SIZE];
	take(row->path, &value);
	if (!mk_variant_read_real(&value, &real) || !(real >= row->low && real <= row->high)) {
		mk_report_error("settings",
				"the project setting %s must be a number from %g to %g, not %s; its default %g is used.",
				row->path, row->low, row->high, mk_variant_describe(&value, text), row->initial);
		real = row->initial;
	}
	gd.variant_destroy(&value);
	return real;
}

double mk_settings_read_real(const char *path) {
	GdVariant value;
	double real = 0;
	take(path, &value);
	mk_variant_read_real(&value, &real);
	gd.variant_destroy(&value);
	return real;
}
