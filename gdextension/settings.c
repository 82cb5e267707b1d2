// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "settings.h"

#include "report.h"
#include "variant.h"

#define MK_SETTINGS_FOLDER "physics/minkowski_physics_3d/"

// What a setting looks like in Godot's dialog.
typedef enum SettingKind {
	SETTING_REAL,
	SETTING_WHOLE,
	SETTING_SWITCH,
	SETTING_CHOICE
} SettingKind;

// Godot's numbers of a range, with the text "from,to,step,suffix", and of a choice, "first,second".
enum { HINT_NONE = 0, HINT_RANGE = 1, HINT_ENUM = 2 };

static const struct {
	GDExtensionVariantType type;
	int hint;
} kinds[] = {
	[SETTING_REAL] = { GDEXTENSION_VARIANT_TYPE_FLOAT, HINT_RANGE },
	[SETTING_WHOLE] = { GDEXTENSION_VARIANT_TYPE_INT, HINT_RANGE },
	[SETTING_SWITCH] = { GDEXTENSION_VARIANT_TYPE_BOOL, HINT_NONE },
	[SETTING_CHOICE] = { GDEXTENSION_VARIANT_TYPE_INT, HINT_ENUM },
};

typedef struct SettingRow {
	const char *path;
	SettingKind kind;
	double initial;
	double low;
	double high;
	const char *hint;
} SettingRow;

static const SettingRow rows[SETTING_COUNT] = {
	// threads that work on a step; 0: one per processor, at most 8
	[SETTING_THREADS] = { MK_SETTINGS_FOLDER "threads", SETTING_WHOLE, 0, 0, 64, "0,64,1" },
	// of the spring that works off overlap: higher is harder, and needs more solver iterations
	[SETTING_CONTACT_FREQUENCY] = { MK_SETTINGS_FOLDER "contact_frequency", SETTING_REAL, 60, 1,
			1000, "1,1000,1,suffix:Hz" },
	[SETTING_CONTACT_DAMPING_RATIO] = { MK_SETTINGS_FOLDER "contact_damping_ratio", SETTING_REAL,
			10, 0.1, 100, "0.1,100,0.1" },
	// how fast bodies that overlap are pushed apart
	[SETTING_PUSH_SPEED_LIMIT] = { MK_SETTINGS_FOLDER "push_speed_limit", SETTING_REAL, 3, 0.01,
			1000, "0.01,1000,0.01,suffix:m/s" },
	// slower impacts do not bounce
	[SETTING_BOUNCE_SPEED] = { MK_SETTINGS_FOLDER "bounce_speed", SETTING_REAL, 1, 0, 1000,
			"0,1000,0.01,suffix:m/s" },
	// so near things are a contact before they touch: larger is more work, smaller
	// lets fast bodies sink in
	[SETTING_CONTACT_MARGIN] = { MK_SETTINGS_FOLDER "contact_margin", SETTING_REAL, 0.02, 0.001,
			0.5, "0.001,0.5,0.001,suffix:m" },
	// overlap that stays: 0 works off all of it
	[SETTING_CONTACT_SLOP] = { MK_SETTINGS_FOLDER "contact_slop", SETTING_REAL, 0, 0, 0.1,
			"0,0.1,0.0001,suffix:m" },
	// how characters are pushed out of what they are in: so often, and by so much
	// of the overlap each time
	[SETTING_RECOVERY_ITERATIONS] = { MK_SETTINGS_FOLDER "recovery_iterations", SETTING_WHOLE, 4, 1,
			32, "1,32,1" },
	[SETTING_RECOVERY_AMOUNT] = { MK_SETTINGS_FOLDER "recovery_amount", SETTING_REAL, 0.4, 0.05, 1,
			"0.05,1,0.01" },
	// of the solver in a tick; 0: by Godot's solver iterations
	[SETTING_SUB_STEPS] = { MK_SETTINGS_FOLDER "sub_steps", SETTING_WHOLE, 0, 0, 64, "0,64,1" },
	// off: nothing ever falls asleep; how slow and how long is said by Godot's own settings
	[SETTING_CAN_SLEEP] = { MK_SETTINGS_FOLDER "can_sleep", SETTING_SWITCH, 1, 0, 1, "" },
	// what fast bodies are stopped by within a tick: ContinuousPolicy
	[SETTING_CONTINUOUS] = { MK_SETTINGS_FOLDER "continuous_collision", SETTING_CHOICE, 0, 0, 2,
			"Walls for All and Bodies for Flagged,Everything for All,Everything for Flagged" },
	[SETTING_JOINT_WORLD_NODE] = { MK_SETTINGS_FOLDER "joint_world_node", SETTING_CHOICE, 0, 0, 2,
			"As for Jolt Physics,Node A,Node B" },
	// whether a key opens the debug view wherever the game is
	[SETTING_DEBUG_VIEW] = { MK_SETTINGS_FOLDER "debug_view", SETTING_SWITCH, 0, 0, 1, "" },
};

static GDExtensionObjectPtr project_settings(void) {
	GdStringName singleton;
	gd.string_name_new_with_latin1_chars(&singleton, "ProjectSettings", true);
	return gd.global_get_singleton(&singleton);
}

static void make_number(GdVariant *variant, GDExtensionVariantType type, double number) {
	int64_t whole = (int64_t)number;
	uint8_t flag = number != 0;
	switch (type) {
		case GDEXTENSION_VARIANT_TYPE_BOOL: gd_variant_from_bool(variant, &flag); return;
		case GDEXTENSION_VARIANT_TYPE_INT: gd_variant_from_int(variant, &whole); return;
		default: gd_variant_from_float(variant, &number);
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
	make_number(&value, GDEXTENSION_VARIANT_TYPE_INT, kinds[row->kind].type);
	mk_dictionary_take(&info, "type", &value);
	make_number(&value, GDEXTENSION_VARIANT_TYPE_INT, kinds[row->kind].hint);
	mk_dictionary_take(&info, "hint", &value);
	make_text(&value, row->hint);
	mk_dictionary_take(&info, "hint_string", &value);
	gd_project_settings_add_property_info(settings, &info);
	gd_dictionary_destroy(&info);
}

static void register_row(GDExtensionObjectPtr settings, const SettingRow *row) {
	GdString name;
	GdVariant initial;
	gd.string_new_with_utf8_chars(&name, row->path);
	make_number(&initial, kinds[row->kind].type, row->initial);
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

// Whole numbers may come as floats, but not with a fraction.
static bool is_allowed(const SettingRow *row, const GdVariant *value, double *real) {
	int64_t whole;
	bool flag;
	if (row->kind == SETTING_SWITCH) {
		if (!mk_variant_read_bool(value, &flag)) return false;
		*real = flag;
		return true;
	}
	if (!mk_variant_read_real(value, real)) return false;
	if (row->kind != SETTING_REAL && !mk_variant_read_int(value, &whole)) return false;
	return *real >= row->low && *real <= row->high;
}

static void refuse(const SettingRow *row, const GdVariant *value) {
	char text[MK_VARIANT_TEXT_SIZE];
	const char *got = mk_variant_describe(value, text);
	if (row->kind == SETTING_SWITCH) {
		mk_report_error("settings",
				"the project setting %s must be true or false, not %s; its default %s is used.",
				row->path, got, row->initial != 0 ? "true" : "false");
		return;
	}
	mk_report_error("settings",
			"the project setting %s must be a %snumber from %g to %g, not %s; its default %g is used.",
			row->path, row->kind == SETTING_REAL ? "" : "whole ", row->low, row->high, got,
			row->initial);
}

double mk_settings_read(Setting setting) {
	const SettingRow *row = rows + setting;
	GdVariant value;
	double real;
	take(row->path, &value);
	if (!is_allowed(row, &value, &real)) {
		refuse(row, &value);
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
