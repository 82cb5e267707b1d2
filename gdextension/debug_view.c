// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "debug_view.h"

#include "report.h"
#include "settings.h"

#include <godot_api.h>

#define MK_VIEW_SCRIPT "res://addons/minkowski_physics/debug_view.gd"
// The nodes of that script are in it; those that a user has put into a scene too.
#define MK_VIEW_GROUP "minkowski_debug_view"

// The node that was made last, which comes into the tree only at the end of the frame; 0: none.
static uint64_t made_view;

static GDExtensionObjectPtr find_singleton(const char *name) {
	GdStringName singleton;
	gd.string_name_new_with_latin1_chars(&singleton, name, true);
	return gd.global_get_singleton(&singleton);
}

static void make_text(GdVariant *variant, const char *text) {
	GdString string;
	gd.string_new_with_utf8_chars(&string, text);
	gd_variant_from_string(variant, &string);
	gd_string_destroy(&string);
}

// Calls a method by its name; the answer is to be destroyed, nil if there is no such method.
static void call(GdVariant *self, const char *method, const GDExtensionConstVariantPtr *arguments,
		int count, GdVariant *ret) {
	GdStringName name;
	GDExtensionCallError error = { 0 };
	gd.string_name_new_with_latin1_chars(&name, method, true);
	gd.variant_call(self, &name, arguments, count, ret, &error);
}

static bool is_object(const GdVariant *variant) {
	return gd.variant_get_type(variant) == GDEXTENSION_VARIANT_TYPE_OBJECT &&
			gd.variant_get_object_instance_id(variant) != 0;
}

static bool has_view(GdVariant *tree) {
	GdVariant group;
	GdVariant found;
	make_text(&group, MK_VIEW_GROUP);
	const GDExtensionConstVariantPtr arguments[] = { &group };
	call(tree, "get_first_node_in_group", arguments, 1, &found);
	bool is_there = is_object(&found);
	gd.variant_destroy(&found);
	gd.variant_destroy(&group);
	return is_there || (made_view && gd.object_get_instance_from_id(made_view));
}

// The script, or nil.
static void load_script(GdVariant *script) {
	GDExtensionObjectPtr object = find_singleton("ResourceLoader");
	GdVariant loader;
	GdVariant path;
	GdVariant exists;
	gd_variant_from_object(&loader, &object);
	make_text(&path, MK_VIEW_SCRIPT);
	const GDExtensionConstVariantPtr arguments[] = { &path };
	call(&loader, "exists", arguments, 1, &exists);
	if (gd_variant_to_bool(&exists)) {
		call(&loader, "load", arguments, 1, script);
	} else {
		gd.variant_new_nil(script);
	}
	gd.variant_destroy(&exists);
	gd.variant_destroy(&path);
	gd.variant_destroy(&loader);
}

// A scene that is being set up takes no children: the tree gets the view when the frame ends.
static void add_later(GdVariant *tree, GdVariant *view) {
	GdVariant root;
	GdVariant method;
	GdVariant nothing;
	call(tree, "get_root", NULL, 0, &root);
	make_text(&method, "add_child");
	const GDExtensionConstVariantPtr arguments[] = { &method, view };
	call(&root, "call_deferred", arguments, 2, &nothing);
	gd.variant_destroy(&nothing);
	gd.variant_destroy(&method);
	gd.variant_destroy(&root);
}

static void make_view(GdVariant *tree) {
	GdVariant script;
	GdVariant view;
	load_script(&script);
	if (is_object(&script)) {
		call(&script, "new", NULL, 0, &view);
	} else {
		gd.variant_new_nil(&view);
	}
	if (is_object(&view)) {
		made_view = gd.variant_get_object_instance_id(&view);
		add_later(tree, &view);
	} else {
		mk_report_error(
				"debug_view", "%s cannot be loaded; the add-on is not complete.", MK_VIEW_SCRIPT);
	}
	gd.variant_destroy(&view);
	gd.variant_destroy(&script);
}

void mk_debug_view_open(void) {
	GDExtensionObjectPtr engine = find_singleton("Engine");
	if (gd_engine_is_editor_hint(engine)) return;
	GDExtensionObjectPtr loop = gd_engine_get_main_loop(engine);
	GdString class_name;
	gd.string_new_with_utf8_chars(&class_name, "SceneTree");
	bool is_tree = loop && gd_object_is_class(loop, &class_name);
	gd_string_destroy(&class_name);
	if (!is_tree) return;
	GdVariant tree;
	gd_variant_from_object(&tree, &loop);
	if (!has_view(&tree)) make_view(&tree);
	gd.variant_destroy(&tree);
}

void mk_debug_view_start(void) {
	if (mk_settings_read(SETTING_DEBUG_VIEW) != 0) mk_debug_view_open();
}
