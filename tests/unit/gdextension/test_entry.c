// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Loading, as a host sees it: with everything there, with a function missing, with a method
// missing. The extension is linked into the test, so that sanitizers and both precisions see it;
// the last test loads the built plugin library and does the same with it.
#define _GNU_SOURCE // mkstemp, dlfcn
#include "base/alloc.h"
#include "fake_godot.h"
#include "report.h"
#include "settings.h"

#include <dlfcn.h>
#include <unistd.h>

typedef GDExtensionBool Init(GDExtensionInterfaceGetProcAddress get,
		GDExtensionClassLibraryPtr library, GDExtensionInitialization *initialization);

// The extension's one exported symbol has no header; its name is in the .gdextension file.
Init minkowski_physics_init;

static int library_token; // its address stands for the library

static int set_up(void **state) {
	(void)state;
	gd = (GdInterface){ 0 };
	mk_report_reset();
	fake_reset();
	return 0;
}

static GDExtensionInitialization load(Init *init) {
	GDExtensionInitialization result = { 0 };
	assert_true(init(fake_get, &library_token, &result));
	assert_int_equal(result.minimum_initialization_level, GDEXTENSION_INITIALIZATION_SERVERS);
	return result;
}

static void start(const GDExtensionInitialization *extension) {
	for (int level = 0; level < GDEXTENSION_MAX_INITIALIZATION_LEVEL; level++)
		extension->initialize(extension->userdata, (GDExtensionInitializationLevel)level);
}

static void stop(const GDExtensionInitialization *extension) {
	for (int level = GDEXTENSION_MAX_INITIALIZATION_LEVEL - 1; level >= 0; level--)
		extension->deinitialize(extension->userdata, (GDExtensionInitializationLevel)level);
}

// runs the entry with standard error going into a file, and reads what was written there
static bool init_quietly(char *text, size_t size) {
	char path[] = "/tmp/mk_stderr_XXXXXX";
	int file = mkstemp(path);
	int terminal = dup(STDERR_FILENO);
	assert_true(file >= 0 && terminal >= 0);
	unlink(path);
	dup2(file, STDERR_FILENO);
	GDExtensionInitialization result = { 0 };
	bool is_loaded = minkowski_physics_init(fake_get, &library_token, &result);
	fflush(stderr);
	dup2(terminal, STDERR_FILENO);
	ssize_t length = pread(file, text, size - 1, 0);
	text[length > 0 ? length : 0] = 0;
	close(terminal);
	close(file);
	return is_loaded;
}

static const char sentence_about[] =
		"Minkowski Physics: this Godot has no '%s'; the extension needs Godot 4.6 or newer and was"
		" not loaded.%s";

static void godot_that_cannot_print_is_told_on_standard_error(void **state) {
	(void)state;
	char said[512];
	char expected[512];
	fake.lacking = "print_error_with_message";
	assert_false(init_quietly(said, sizeof said));
	snprintf(expected, sizeof expected, sentence_about, fake.lacking, "\n");
	assert_string_equal(said, expected);
}

static void missing_function_is_named_and_the_load_refused(void **state) {
	(void)state;
	static const char *const functions[] = { "classdb_register_extension_class5",
		"callable_custom_create2", "variant_call" };
	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
		char said[512];
		char expected[512];
		set_up(state);
		fake.lacking = functions[i];
		assert_false(init_quietly(said, sizeof said));
		assert_string_equal(said, "");
		assert_int_equal(fake.error_count, 1);
		snprintf(expected, sizeof expected, sentence_about, functions[i], "");
		assert_string_equal(fake.sentences[0], expected);
		assert_int_equal(fake.class_count, 0);
	}
}

static void missing_method_is_named_and_nothing_is_registered(void **state) {
	(void)state;
	size_t live = mk_alloc_stats().live_bytes;
	fake.lacking_method = "PhysicsServer3DManager.register_server";
	GDExtensionInitialization extension = load(minkowski_physics_init);
	start(&extension);
	assert_int_equal(fake.error_count, 1);
	assert_non_null(strstr(fake.sentences[0], "'PhysicsServer3DManager.register_server'"));
	assert_int_equal(fake.class_count, 0);
	assert_int_equal(fake.server_count, 0);
	stop(&extension);
	assert_int_equal(fake.error_count, 1);
	assert_int_equal(mk_alloc_stats().live_bytes, live);
}

static void other_levels_register_nothing(void **state) {
	(void)state;
	GDExtensionInitialization extension = load(minkowski_physics_init);
	extension.initialize(extension.userdata, GDEXTENSION_INITIALIZATION_CORE);
	extension.initialize(extension.userdata, GDEXTENSION_INITIALIZATION_SCENE);
	extension.initialize(extension.userdata, GDEXTENSION_INITIALIZATION_EDITOR);
	assert_int_equal(fake.class_count, 0);
	assert_int_equal(fake.server_count, 0);
	stop(&extension);
}

static const FakeClass *find_class(const char *parent) {
	for (int i = 0; i < fake.class_count; i++) {
		if (strcmp(fake.classes[i].parent, parent) == 0) return &fake.classes[i];
	}
	fail_msg("no class extends %s", parent);
	return NULL;
}

static void check_registered(void) {
	static const char *const classes[][2] = {
		{ "PhysicsServer3DExtension", "MinkowskiPhysicsServer3D" },
		{ "PhysicsDirectBodyState3DExtension", "MinkowskiPhysicsDirectBodyState3D" },
		{ "PhysicsDirectSpaceState3DExtension", "MinkowskiPhysicsDirectSpaceState3D" },
	};
	for (int i = 0; i < 3; i++) {
		const FakeClass *found = find_class(classes[i][0]);
		assert_string_equal(found->name, classes[i][1]);
		assert_true(found->info.is_virtual);
	}
	// all others are for scripts
	assert_true(fake.class_count > 3);
	for (int i = 3; i < fake.class_count; i++) {
		assert_false(fake.classes[i].info.is_virtual);
		assert_true(fake.classes[i].info.is_exposed);
		assert_non_null(fake.classes[i].info.create_instance_func);
	}
	assert_int_equal(fake.doc_count, fake.class_count - 3);
	assert_int_equal(fake.server_count, 1);
	assert_int_equal(fake.setting_count, SETTING_COUNT);
	assert_string_equal(fake.server_name, "Minkowski Physics");
	// the name and the factory were handed over as copies
	assert_int_equal(fake.live_values, 0);
	assert_int_equal(fake.error_count, 0);
}

static void server_with_its_classes_and_classes_for_scripts_are_registered(void **state) {
	(void)state;
	GDExtensionInitialization extension = load(minkowski_physics_init);
	start(&extension);
	check_registered();
	stop(&extension);
}

static GDExtensionClassCallVirtual ask(const FakeClass *class, const char *name, uint32_t hash) {
	GdStringName string_name;
	fake_name_new(&string_name, name, true);
	return class->info.get_virtual_func(class->info.class_userdata, &string_name, hash);
}

static void check_answers(const char *parent, const GdVirtual *virtuals, int count) {
	const FakeClass *class = find_class(parent);
	assert_true(count > 0);
	for (int i = 0; i < count; i++) {
		if (!ask(class, virtuals[i].name, virtuals[i].hash)) fail_msg("%s", virtuals[i].name);
		// no two names share a function
		assert_true(i == 0 ||
				ask(class, virtuals[i].name, virtuals[i].hash) !=
						ask(class, virtuals[i - 1].name, virtuals[i - 1].hash));
	}
}

static void check_all_answers(void) {
	check_answers("PhysicsServer3DExtension", gd_virtuals_physics_server3d_extension,
			GD_VIRTUAL_COUNT_PHYSICS_SERVER3D_EXTENSION);
	check_answers("PhysicsDirectBodyState3DExtension",
			gd_virtuals_physics_direct_body_state3d_extension,
			GD_VIRTUAL_COUNT_PHYSICS_DIRECT_BODY_STATE3D_EXTENSION);
	check_answers("PhysicsDirectSpaceState3DExtension",
			gd_virtuals_physics_direct_space_state3d_extension,
			GD_VIRTUAL_COUNT_PHYSICS_DIRECT_SPACE_STATE3D_EXTENSION);
}

static void every_virtual_is_answered_with_its_hash(void **state) {
	(void)state;
	// what Godot 4.6 has; a newer one has no fewer
	assert_true(GD_VIRTUAL_COUNT_PHYSICS_SERVER3D_EXTENSION >= 194);
	assert_true(GD_VIRTUAL_COUNT_PHYSICS_DIRECT_BODY_STATE3D_EXTENSION >= 50);
	assert_true(GD_VIRTUAL_COUNT_PHYSICS_DIRECT_SPACE_STATE3D_EXTENSION >= 7);
	GDExtensionInitialization extension = load(minkowski_physics_init);
	start(&extension);
	check_all_answers();
	assert_int_equal(fake.error_count, 0);
	stop(&extension);
}

static void virtual_with_another_hash_is_refused_with_one_sentence(void **state) {
	(void)state;
	GDExtensionInitialization extension = load(minkowski_physics_init);
	start(&extension);
	const GdVirtual *first = gd_virtuals_physics_server3d_extension;
	const FakeClass *class = find_class("PhysicsServer3DExtension");
	assert_null(ask(class, first->name, first->hash + 1));
	assert_null(ask(class, first->name, first->hash + 1));
	assert_int_equal(fake.error_count, 1);
	assert_non_null(strstr(fake.sentences[0], first->name));
	assert_non_null(strstr(fake.sentences[0], "another signature"));
	stop(&extension);
}

static void unknown_virtual_is_not_answered(void **state) {
	(void)state;
	GDExtensionInitialization extension = load(minkowski_physics_init);
	start(&extension);
	assert_null(ask(find_class("PhysicsServer3DExtension"), "_no_such_method", 1));
	// a method of another of our classes
	const GdVirtual *other = gd_virtuals_physics_direct_body_state3d_extension;
	assert_null(ask(find_class("PhysicsServer3DExtension"), other->name, other->hash));
	assert_int_equal(fake.error_count, 0);
	stop(&extension);
}

static void stop_unregisters_the_classes_and_frees_all_memory(void **state) {
	(void)state;
	size_t live = mk_alloc_stats().live_bytes;
	GDExtensionInitialization extension = load(minkowski_physics_init);
	start(&extension);
	assert_true(mk_alloc_stats().live_bytes > live);
	stop(&extension);
	assert_int_equal(fake.class_count, 0);
	assert_int_equal(mk_alloc_stats().live_bytes, live);
	assert_int_equal(fake.error_count, 0);
	// a second stop has nothing to do
	stop(&extension);
	assert_int_equal(fake.error_count, 0);
}

// makes a server as PhysicsServer3DManager does when it is chosen
static GDExtensionClassInstancePtr make_server(void) {
	GdVariant variant;
	GDExtensionCallError error = { .error = GDEXTENSION_CALL_ERROR_INVALID_METHOD };
	fake.factory.call_func(fake.factory.callable_userdata, NULL, 0, &variant, &error);
	assert_int_equal(error.error, GDEXTENSION_CALL_OK);
	assert_int_equal(fake_variant_type(&variant), GDEXTENSION_VARIANT_TYPE_OBJECT);
	assert_string_equal(fake.instance_class, "MinkowskiPhysicsServer3D");
	return fake.instance;
}

static GDExtensionClassCallVirtual server_virtual(const char *name) {
	const GdVirtual *each = gd_virtuals_physics_server3d_extension;
	while (strcmp(each->name, name) != 0)
		each++;
	return ask(find_class("PhysicsServer3DExtension"), name, each->hash);
}

static void live_and_die(void) {
	const GDExtensionClassInstancePtr server = make_server();
	server_virtual("_init")(server, NULL, NULL);
	GdRID shape = { 0 };
	server_virtual("_sphere_shape_create")(server, NULL, &shape);
	assert_true(shape.id != 0);
	server_virtual("_free_rid")(server, (GDExtensionConstTypePtr[]){ &shape }, NULL);
	assert_int_equal(fake.error_count, 0);
	// a stale RID is one sentence, not a crash
	server_virtual("_free_rid")(server, (GDExtensionConstTypePtr[]){ &shape }, NULL);
	assert_int_equal(fake.error_count, 1);
	assert_non_null(strstr(fake.sentences[0], "a freed shape"));
	server_virtual("_finish")(server, NULL, NULL);
	const FakeClass *class = find_class("PhysicsServer3DExtension");
	class->info.free_instance_func(class->info.class_userdata, server);
}

static void server_lives_and_leaves_no_memory(void **state) {
	(void)state;
	size_t live = mk_alloc_stats().live_bytes;
	GDExtensionInitialization extension = load(minkowski_physics_init);
	start(&extension);
	live_and_die();
	stop(&extension);
	assert_int_equal(fake.error_count, 1);
	assert_int_equal(mk_alloc_stats().live_bytes, live);
}

static void memory_that_was_not_freed_is_said(void **state) {
	(void)state;
	size_t live = mk_alloc_stats().live_bytes;
	GDExtensionInitialization extension = load(minkowski_physics_init);
	start(&extension);
	void *leak = mk_alloc(100);
	stop(&extension);
	char expected[128];
	snprintf(expected, sizeof expected, "Minkowski Physics: shutdown: %zu bytes were not freed.",
			live + 100);
	assert_int_equal(fake.error_count, 1);
	assert_string_equal(fake.sentences[0], expected);
	mk_free(leak, 100);
}

#ifndef MK_DOUBLE // the plugin that tests build is in single precision: its Variants are smaller
static void plugin_library_starts_lives_and_stops(void **state) {
	(void)state;
	const char *path = getenv("MK_PLUGIN");
	if (!path || !*path) {
		print_message("MK_PLUGIN names no plugin library\n");
		skip();
	}
	void *plugin = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (!plugin) {
		fail_msg("%s", dlerror());
		return;
	}
	void *symbol = dlsym(plugin, "minkowski_physics_init");
	assert_non_null(symbol);
	// nothing else of ours is visible
	assert_null(dlsym(plugin, "mk_alloc"));
	assert_null(dlsym(plugin, "gd_load_interface"));
	Init *init;
	memcpy(&init, &symbol, sizeof init);
	assert_true(init != minkowski_physics_init);
	GDExtensionInitialization extension = load(init);
	start(&extension);
	check_registered();
	check_all_answers();
	live_and_die();
	stop(&extension);
	// the stale RID; not a word about memory
	assert_int_equal(fake.error_count, 1);
	assert_int_equal(fake.class_count, 0);
	assert_int_equal(dlclose(plugin), 0);
}
#endif

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(godot_that_cannot_print_is_told_on_standard_error, set_up),
		cmocka_unit_test_setup(missing_function_is_named_and_the_load_refused, set_up),
		cmocka_unit_test_setup(missing_method_is_named_and_nothing_is_registered, set_up),
		cmocka_unit_test_setup(other_levels_register_nothing, set_up),
		cmocka_unit_test_setup(
				server_with_its_classes_and_classes_for_scripts_are_registered, set_up),
		cmocka_unit_test_setup(every_virtual_is_answered_with_its_hash, set_up),
		cmocka_unit_test_setup(virtual_with_another_hash_is_refused_with_one_sentence, set_up),
		cmocka_unit_test_setup(unknown_virtual_is_not_answered, set_up),
		cmocka_unit_test_setup(stop_unregisters_the_classes_and_frees_all_memory, set_up),
		cmocka_unit_test_setup(server_lives_and_leaves_no_memory, set_up),
		cmocka_unit_test_setup(memory_that_was_not_freed_is_said, set_up),
#ifndef MK_DOUBLE
		cmocka_unit_test_setup(plugin_library_starts_lives_and_stops, set_up),
#endif
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
