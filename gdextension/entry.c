// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Where Godot enters. The server and its classes are registered at the SERVERS level, what scripts
// use at the SCENE level, and its descriptions for Godot's help at the EDITOR level. If anything
// that the extension needs of Godot is missing, it says what and registers nothing, and Godot goes
// on with another physics engine.
#include "base/alloc.h"
#include "callback.h"
#include "class.h"
#include "debug_view.h"
#include "docs.h"
#include "nodes/nodes.h"
#include "report.h"
#include "server/server.h"
#include "settings.h"

#include <stdio.h>

// The name in the project setting physics/3d/physics_engine.
#define MK_SERVER_NAME "Minkowski Physics"
// The oldest Godot whose virtual methods are the ones that the bindings describe.
#define MK_NEED_MAJOR 4
#define MK_NEED_MINOR 6

static GDExtensionClassLibraryPtr library;
static GDExtensionInterfaceGetProcAddress get_function;
static bool has_server;
static bool has_nodes;

// before the interface is complete there may be nothing to print with but standard error
static void say_missing(const char *name) {
	char sentence[256];
	snprintf(sentence, sizeof sentence,
			"Minkowski Physics: this Godot has no '%s'; the extension needs Godot %d.%d or newer and"
			" was not loaded.",
			name, MK_NEED_MAJOR, MK_NEED_MINOR);
	if (gd.print_error_with_message) {
		gd.print_error_with_message(sentence, sentence, __func__, "minkowski_physics", 0, false);
	} else {
		fprintf(stderr, "%s\n", sentence);
	}
}

static void create_server(void *userdata, const GDExtensionConstVariantPtr *args,
		GDExtensionInt argument_count, GDExtensionVariantPtr ret, GDExtensionCallError *error) {
	(void)userdata, (void)args, (void)argument_count;
	GDExtensionObjectPtr server = mk_server_create(library, mk_debug_view_start);
	gd_variant_from_object(ret, &server);
	error->error = GDEXTENSION_CALL_OK;
}

static void offer_server(void) {
	GdStringName singleton;
	GdString name;
	GdCallable factory;
	gd.string_name_new_with_latin1_chars(&singleton, "PhysicsServer3DManager", true);
	gd.string_new_with_utf8_chars(&name, MK_SERVER_NAME);
	GDExtensionCallableCustomInfo2 info = { .token = library, .call_func = create_server };
	gd.callable_custom_create2(&factory, &info);
	GDExtensionObjectPtr manager = gd.global_get_singleton(&singleton);
	gd_physics_server3d_manager_register_server(manager, &name, &factory);
	gd_callable_destroy(&factory);
	gd_string_destroy(&name);
}

static bool start_server(void) {
	const char *missing = gd_load_methods();
	if (missing) {
		say_missing(missing);
		return false;
	}
	mk_value_prepare();
	mk_callback_prepare();
	mk_settings_register();
	mk_class_register(&mk_server_class, library);
	mk_class_register(&mk_body_state_class, library);
	mk_class_register(&mk_space_state_class, library);
	offer_server();
	return true;
}

static void stop_server(void) {
	mk_class_unregister(&mk_space_state_class, library);
	mk_class_unregister(&mk_body_state_class, library);
	mk_class_unregister(&mk_server_class, library);
	size_t left = mk_alloc_stats().live_bytes;
	if (left) mk_report_error("shutdown", "%llu bytes were not freed.", (unsigned long long)left);
}

static bool start_nodes(void) {
	const char *missing = gd_load_scene_methods();
	if (missing) {
		say_missing(missing);
		return false;
	}
	mk_nodes_register(library);
	return true;
}

static void initialize(void *userdata, GDExtensionInitializationLevel level) {
	(void)userdata;
	if (level == GDEXTENSION_INITIALIZATION_SERVERS) {
		has_server = start_server();
	} else if (level == GDEXTENSION_INITIALIZATION_SCENE) {
		has_nodes = has_server && start_nodes();
	} else if (level == GDEXTENSION_INITIALIZATION_EDITOR && has_nodes) {
		mk_docs_load(get_function);
	}
}

static void deinitialize(void *userdata, GDExtensionInitializationLevel level) {
	(void)userdata;
	if (level == GDEXTENSION_INITIALIZATION_SCENE && has_nodes) {
		mk_nodes_unregister(library);
		has_nodes = false;
	} else if (level == GDEXTENSION_INITIALIZATION_SERVERS && has_server) {
		stop_server();
		has_server = false;
	}
}

#ifdef _WIN32
#define MK_EXPORT __attribute__((dllexport))
#else
#define MK_EXPORT __attribute__((visibility("default")))
#endif

// The one symbol that the library exports; its name is written in the .gdextension file.
// NOLINTNEXTLINE(readability-identifier-naming): Godot's way to name it
MK_EXPORT GDExtensionBool minkowski_physics_init(GDExtensionInterfaceGetProcAddress get,
		GDExtensionClassLibraryPtr own_library, GDExtensionInitialization *initialization);

GDExtensionBool minkowski_physics_init(GDExtensionInterfaceGetProcAddress get,
		GDExtensionClassLibraryPtr own_library, GDExtensionInitialization *initialization) {
	const char *missing = gd_load_interface(get);
	if (missing) {
		say_missing(missing);
		return false;
	}
	library = own_library;
	get_function = get;
	initialization->minimum_initialization_level = GDEXTENSION_INITIALIZATION_SERVERS;
	initialization->initialize = initialize;
	initialization->deinitialize = deinitialize;
	return true;
}
