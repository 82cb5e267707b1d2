// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "settings.h"

#include "variant.h"

double mk_settings_read_real(const char *path) {
	GdStringName singleton;
	GdStringName name;
	GdVariant value;
	double real = 0;
	gd.string_name_new_with_latin1_chars(&singleton, "ProjectSettings", true);
	gd.string_name_new_with_latin1_chars(&name, path, true);
	gd.variant_new_nil(&value);
	gd_project_settings_get_setting_with_override(
			gd.global_get_singleton(&singleton), &name, &value);
	mk_variant_read_real(&value, &real);
	gd.variant_destroy(&value);
	return real;
}
