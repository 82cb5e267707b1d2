// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A Godot small enough for unit tests of the extension: names are interned, Variants hold plain
// values, classes and methods are recorded, and what is printed is kept. Everything else that the
// extension could call is a function that stops the test.
#pragma once

#include "fake_variant.h"
#include "value.h"

#include <godot_api.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FAKE_NAMES = 2048, FAKE_SENTENCES = 64, FAKE_SENTENCE_SIZE = 1024, FAKE_CLASSES = 64 };
enum { FAKE_MEMBERS = 1024, FAKE_MEMBER_SIZE = 128, FAKE_NAME_SIZE = 64 };

typedef struct FakeClass {
	const char *name;
	const char *parent;
	GDExtensionClassCreationInfo5 info;
} FakeClass;

// A method, property, constant, signal or group of a class, as it was registered.
typedef struct FakeMember {
	char path[FAKE_MEMBER_SIZE]; // "method Class.name"
	char text[FAKE_MEMBER_SIZE]; // types and the like
	void *userdata;
	GDExtensionClassMethodCall call;
	GDExtensionClassMethodPtrCall call_typed;
} FakeMember;

typedef struct FakeGodot {
	const char *lacking;        // a function of the interface that this Godot does not have
	const char *lacking_method; // "Class.method" that it does not have

	const char *names[FAKE_NAMES];               // a StringName is the address of an entry
	char name_texts[FAKE_NAMES][FAKE_NAME_SIZE]; // of names whose text was not static
	char sentences[FAKE_SENTENCES][FAKE_SENTENCE_SIZE];
	char functions[FAKE_SENTENCES][64]; // in which the sentence was said
	_Atomic int error_count;
	_Atomic int warning_count;

	FakeClass classes[FAKE_CLASSES];
	int class_count;
	FakeMember members[FAKE_MEMBERS];
	int member_count;
	int singleton_count; // registered and not taken back
	int doc_count;       // descriptions given to the editor
	const char *binding_class;
	void *binding;           // of the object made last
	const char *server_name; // given to PhysicsServer3DManager.register_server
	int server_count;
	int setting_count;                      // described to ProjectSettings
	GDExtensionCallableCustomInfo2 factory; // of the server
	GDExtensionClassInstancePtr instance;   // of the object made last
	const char *instance_class;
	int live_values; // Strings and Callables made and not destroyed
} FakeGodot;

static FakeGodot fake;

static inline const char **fake_find_name(const char *text) {
	const char **entry = fake.names;
	while (*entry && strcmp(*entry, text) != 0)
		entry++;
	assert_true(entry < fake.names + FAKE_NAMES - 1);
	return entry;
}

static inline const char *fake_copy(const char *text, ptrdiff_t index) {
	assert_true(strlen(text) < FAKE_NAME_SIZE);
	return strcpy(fake.name_texts[index], text);
}

static inline const char **fake_intern(const char *text) {
	const char **entry = fake_find_name(text);
	if (!*entry) *entry = text;
	return entry;
}

static inline void fake_name_new(
		GDExtensionUninitializedStringNamePtr name, const char *text, GDExtensionBool is_static) {
	const char **entry = fake_find_name(text);
	// a text that is not static goes away
	if (!*entry) *entry = is_static ? text : fake_copy(text, entry - fake.names);
	memcpy(name, &entry, sizeof entry);
	if (!is_static) fake.live_values++;
}

static inline const char *fake_name_text(GDExtensionConstStringNamePtr name) {
	const char **entry;
	memcpy(&entry, name, sizeof entry);
	return *entry;
}

static inline void fake_keep(const char *message, const char *function, int index) {
	if (index >= FAKE_SENTENCES) return;
	snprintf(fake.sentences[index], FAKE_SENTENCE_SIZE, "%s", message);
	snprintf(fake.functions[index], sizeof fake.functions[index], "%s", function);
}

// NOLINTBEGIN(readability-function-size): Godot dictates the parameters
static inline void fake_print_error(const char *description, const char *message,
		const char *function, const char *file, int32_t line, GDExtensionBool notify) {
	(void)description, (void)file, (void)line, (void)notify;
	fake_keep(message, function, atomic_fetch_add(&fake.error_count, 1));
}

static inline void fake_print_warning(const char *description, const char *message,
		const char *function, const char *file, int32_t line, GDExtensionBool notify) {
	(void)description, (void)message, (void)function, (void)file, (void)line, (void)notify;
	atomic_fetch_add(&fake.warning_count, 1);
}
// NOLINTEND(readability-function-size)

static inline void fake_string_new(GDExtensionUninitializedStringPtr string, const char *text) {
	memcpy(string, &text, sizeof text);
	fake.live_values++;
}

static inline void fake_destroy(GDExtensionTypePtr value) {
	(void)value;
	fake.live_values--;
}

static inline GDExtensionPtrDestructor fake_get_destructor(GDExtensionVariantType type) {
	(void)type;
	return fake_destroy;
}

static inline void fake_construct(
		GDExtensionUninitializedTypePtr value, const GDExtensionConstTypePtr *arguments) {
	(void)value, (void)arguments;
	fake_unexpected();
}

// An empty Dictionary; what is written into it is forgotten.
static inline void fake_construct_dictionary(
		GDExtensionUninitializedTypePtr value, const GDExtensionConstTypePtr *arguments) {
	(void)value, (void)arguments;
	fake.live_values++;
}

static inline GDExtensionVariantPtr fake_dictionary_place(
		GDExtensionTypePtr dictionary, GDExtensionConstVariantPtr key) {
	static GdVariant place;
	(void)dictionary, (void)key;
	return &place;
}

static inline GDExtensionPtrConstructor fake_get_constructor(
		GDExtensionVariantType type, int32_t index) {
	bool is_empty = type == GDEXTENSION_VARIANT_TYPE_DICTIONARY && index == 0;
	return is_empty ? fake_construct_dictionary : fake_construct;
}

static inline void fake_variant_destroy(GDExtensionVariantPtr variant) { (void)variant; }

static inline void fake_builtin(GDExtensionTypePtr base, const GDExtensionConstTypePtr *arguments,
		GDExtensionTypePtr ret, int count) {
	(void)base, (void)arguments, (void)ret, (void)count;
	fake_unexpected();
}

static inline GDExtensionPtrBuiltInMethod fake_get_builtin(
		GDExtensionVariantType type, GDExtensionConstStringNamePtr name, GDExtensionInt hash) {
	(void)type, (void)name, (void)hash;
	return fake_builtin;
}

// Methods and classes.
static inline GDExtensionMethodBindPtr fake_get_bind(GDExtensionConstStringNamePtr class_name,
		GDExtensionConstStringNamePtr method, GDExtensionInt hash) {
	char path[128];
	assert_true(hash > 0);
	snprintf(path, sizeof path, "%s.%s", fake_name_text(class_name), fake_name_text(method));
	if (fake.lacking_method && strcmp(path, fake.lacking_method) == 0) return NULL;
	return fake_intern(fake_name_text(method));
}

static inline void fake_ptrcall(GDExtensionMethodBindPtr bind, GDExtensionObjectPtr object,
		const GDExtensionConstTypePtr *arguments, GDExtensionTypePtr ret) {
	const char *method = *(const char *const *)bind;
	if (strcmp(object, "ProjectSettings") == 0) {
		if (strcmp(method, "has_setting") == 0) *(GDExtensionBool *)ret = false;
		if (strcmp(method, "add_property_info") == 0) fake.setting_count++;
		return;
	}
	if (strcmp(method, "notification") == 0) return;
	if (strcmp(method, "register_singleton") == 0) fake.singleton_count++;
	if (strcmp(method, "unregister_singleton") == 0) fake.singleton_count--;
	if (strcmp(object, "Engine") == 0) return;
	assert_string_equal(method, "register_server");
	assert_string_equal(object, "PhysicsServer3DManager");
	memcpy(&fake.server_name, arguments[0], sizeof fake.server_name);
	fake.server_count++;
}

static inline GDExtensionObjectPtr fake_get_singleton(GDExtensionConstStringNamePtr name) {
	return (GDExtensionObjectPtr)(uintptr_t)fake_name_text(name);
}

static inline void fake_callable_new(
		GDExtensionUninitializedTypePtr callable, GDExtensionCallableCustomInfo2 *info) {
	(void)callable;
	fake.factory = *info;
	fake.live_values++;
}

static inline void fake_register_class(GDExtensionClassLibraryPtr library,
		GDExtensionConstStringNamePtr name, GDExtensionConstStringNamePtr parent,
		const GDExtensionClassCreationInfo5 *info) {
	assert_non_null(library);
	assert_true(fake.class_count < FAKE_CLASSES);
	fake.classes[fake.class_count++] = (FakeClass){ fake_name_text(name), fake_name_text(parent),
		*info };
}

static inline void fake_unregister_class(
		GDExtensionClassLibraryPtr library, GDExtensionConstStringNamePtr name) {
	assert_non_null(library);
	int index = 0;
	while (index < fake.class_count && strcmp(fake.classes[index].name, fake_name_text(name)) != 0)
		index++;
	assert_true(index < fake.class_count);
	fake.classes[index] = fake.classes[--fake.class_count];
}

static inline GDExtensionObjectPtr fake_construct_object(GDExtensionConstStringNamePtr name) {
	return (GDExtensionObjectPtr)(uintptr_t)fake_name_text(name);
}

static inline void fake_set_instance(GDExtensionObjectPtr object,
		GDExtensionConstStringNamePtr name, GDExtensionClassInstancePtr instance) {
	assert_non_null(object);
	fake.instance_class = fake_name_text(name);
	fake.instance = instance;
}

static inline void fake_set_binding(GDExtensionObjectPtr object, void *token, void *binding,
		const GDExtensionInstanceBindingCallbacks *callbacks) {
	assert_non_null(object);
	assert_non_null(token);
	assert_non_null(callbacks);
	fake.binding = binding;
	fake.binding_class = fake.instance_class;
}

static inline void *fake_get_binding(GDExtensionObjectPtr object, void *token,
		const GDExtensionInstanceBindingCallbacks *callbacks) {
	(void)token, (void)callbacks;
	return object ? fake.binding : NULL;
}

// deletes the object that scripts could make and that was made last, as
// Godot does: through its class
static inline void fake_object_destroy(GDExtensionObjectPtr object) {
	assert_non_null(object);
	for (int i = 0; i < fake.class_count; i++) {
		const FakeClass *each = &fake.classes[i];
		if (strcmp(each->name, fake.binding_class) == 0)
			each->info.free_instance_func(each->info.class_userdata, fake.binding);
	}
}

// What is registered with a class is kept as texts.
static inline FakeMember *fake_add_member(
		const char *kind, GDExtensionConstStringNamePtr owner, const char *name) {
	assert_true(fake.member_count < FAKE_MEMBERS);
	FakeMember *member = &fake.members[fake.member_count++];
	snprintf(member->path, FAKE_MEMBER_SIZE, "%s %s.%s", kind, fake_name_text(owner), name);
	return member;
}

static inline const char *fake_string_text(GDExtensionConstStringPtr string) {
	const char *text;
	memcpy(&text, string, sizeof text);
	return text;
}

// "name:type:class:hint:usage"
static inline void fake_add_info(char *text, const GDExtensionPropertyInfo *info) {
	size_t length = strlen(text);
	snprintf(text + length, FAKE_MEMBER_SIZE - length, "%s:%d:%s:%s:%u ",
			fake_name_text(info->name), (int)info->type, fake_name_text(info->class_name),
			fake_string_text(info->hint_string), info->usage);
}

static inline void fake_add_method(GDExtensionClassLibraryPtr library,
		GDExtensionConstStringNamePtr owner, const GDExtensionClassMethodInfo *info) {
	assert_non_null(library);
	FakeMember *member = fake_add_member("method", owner, fake_name_text(info->name));
	for (uint32_t i = 0; i < info->argument_count; i++)
		fake_add_info(member->text, &info->arguments_info[i]);
	size_t length = strlen(member->text);
	snprintf(member->text + length, FAKE_MEMBER_SIZE - length, "returns %d defaults %u flags %u",
			info->has_return_value ? (int)info->return_value_info->type : -1,
			info->default_argument_count, info->method_flags);
	member->userdata = info->method_userdata;
	member->call = info->call_func;
	member->call_typed = info->ptrcall_func;
}

static inline void fake_add_property(GDExtensionClassLibraryPtr library,
		GDExtensionConstStringNamePtr owner, const GDExtensionPropertyInfo *info,
		GDExtensionConstStringNamePtr setter, GDExtensionConstStringNamePtr getter) {
	assert_non_null(library);
	FakeMember *member = fake_add_member("property", owner, fake_name_text(info->name));
	fake_add_info(member->text, info);
	size_t length = strlen(member->text);
	snprintf(member->text + length, FAKE_MEMBER_SIZE - length, "%s %s", fake_name_text(setter),
			fake_name_text(getter));
}

static inline void fake_add_group(GDExtensionClassLibraryPtr library,
		GDExtensionConstStringNamePtr owner, GDExtensionConstStringPtr title,
		GDExtensionConstStringPtr prefix) {
	assert_non_null(library);
	assert_string_equal(fake_string_text(prefix), "");
	fake_add_member("group", owner, fake_string_text(title));
}

// NOLINTBEGIN(readability-function-size): Godot dictates the parameters
static inline void fake_add_constant(GDExtensionClassLibraryPtr library,
		GDExtensionConstStringNamePtr owner, GDExtensionConstStringNamePtr enumeration,
		GDExtensionConstStringNamePtr name, GDExtensionInt value, GDExtensionBool is_bit) {
	assert_non_null(library);
	FakeMember *member = fake_add_member("constant", owner, fake_name_text(name));
	snprintf(member->text, FAKE_MEMBER_SIZE, "%s %lld %d", fake_name_text(enumeration),
			(long long)value, (int)is_bit);
}
// NOLINTEND(readability-function-size)

static inline void fake_add_signal(GDExtensionClassLibraryPtr library,
		GDExtensionConstStringNamePtr owner, GDExtensionConstStringNamePtr name,
		const GDExtensionPropertyInfo *arguments, GDExtensionInt count) {
	assert_non_null(library);
	FakeMember *member = fake_add_member("signal", owner, fake_name_text(name));
	for (GDExtensionInt i = 0; i < count; i++)
		fake_add_info(member->text, &arguments[i]);
}

static inline const FakeMember *fake_member(const char *path) {
	for (int i = 0; i < fake.member_count; i++) {
		if (strcmp(fake.members[i].path, path) == 0) return &fake.members[i];
	}
	fail_msg("nobody registered %s", path);
	return NULL;
}

// the fake's object is its own id; an object called "freed" is gone
static inline GDObjectInstanceID fake_instance_id(GDExtensionConstVariantPtr variant) {
	FakeVariant given;
	GDObjectInstanceID id = 0;
	memcpy(&given, variant, sizeof given);
	if (given.type == GDEXTENSION_VARIANT_TYPE_OBJECT) memcpy(&id, given.value, sizeof id);
	return id;
}

static inline GDExtensionObjectPtr fake_instance_from_id(GDObjectInstanceID id) {
	const char *object = (const char *)(uintptr_t)id;
	return strcmp(object, "freed") == 0 ? NULL : (GDExtensionObjectPtr)(uintptr_t)id;
}

static inline void fake_ref_set(GDExtensionRefPtr ref, GDExtensionObjectPtr object) {
	memcpy(ref, &object, sizeof object);
}

static inline void fake_load_docs(const char *text, GDExtensionInt size) {
	assert_true(size > 5 && strncmp(text, "<?xml", 5) == 0);
	fake.doc_count++;
}

typedef void (*FakeFunction)(void);

static inline GDExtensionInterfaceFunctionPtr fake_get(const char *name) {
	static const struct {
		const char *name;
		FakeFunction function;
	} functions[] = {
		{ "print_error_with_message", (FakeFunction)fake_print_error },
		{ "print_warning_with_message", (FakeFunction)fake_print_warning },
		{ "string_name_new_with_latin1_chars", (FakeFunction)fake_name_new },
		{ "string_new_with_utf8_chars", (FakeFunction)fake_string_new },
		{ "variant_new_nil", (FakeFunction)fake_variant_nil },
		{ "variant_destroy", (FakeFunction)fake_variant_destroy },
		{ "variant_get_type", (FakeFunction)fake_variant_type },
		{ "dictionary_operator_index", (FakeFunction)fake_dictionary_place },
		{ "get_variant_from_type_constructor", (FakeFunction)fake_get_from },
		{ "get_variant_to_type_constructor", (FakeFunction)fake_get_to },
		{ "variant_get_ptr_constructor", (FakeFunction)fake_get_constructor },
		{ "variant_get_ptr_destructor", (FakeFunction)fake_get_destructor },
		{ "variant_get_ptr_builtin_method", (FakeFunction)fake_get_builtin },
		{ "global_get_singleton", (FakeFunction)fake_get_singleton },
		{ "object_method_bind_ptrcall", (FakeFunction)fake_ptrcall },
		{ "object_set_instance", (FakeFunction)fake_set_instance },
		{ "classdb_construct_object2", (FakeFunction)fake_construct_object },
		{ "classdb_get_method_bind", (FakeFunction)fake_get_bind },
		{ "classdb_register_extension_class5", (FakeFunction)fake_register_class },
		{ "classdb_unregister_extension_class", (FakeFunction)fake_unregister_class },
		{ "callable_custom_create2", (FakeFunction)fake_callable_new },
		{ "object_set_instance_binding", (FakeFunction)fake_set_binding },
		{ "object_get_instance_binding", (FakeFunction)fake_get_binding },
		{ "object_destroy", (FakeFunction)fake_object_destroy },
		{ "object_get_instance_from_id", (FakeFunction)fake_instance_from_id },
		{ "classdb_register_extension_class_method", (FakeFunction)fake_add_method },
		{ "classdb_register_extension_class_property", (FakeFunction)fake_add_property },
		{ "classdb_register_extension_class_property_group", (FakeFunction)fake_add_group },
		{ "classdb_register_extension_class_integer_constant", (FakeFunction)fake_add_constant },
		{ "classdb_register_extension_class_signal", (FakeFunction)fake_add_signal },
		{ "variant_can_convert_strict", (FakeFunction)fake_can_convert },
		{ "variant_construct", (FakeFunction)fake_variant_construct },
		{ "variant_new_copy", (FakeFunction)fake_variant_copy },
		{ "variant_get_object_instance_id", (FakeFunction)fake_instance_id },
		{ "ref_set_object", (FakeFunction)fake_ref_set },
		{ "editor_help_load_xml_from_utf8_chars_and_len", (FakeFunction)fake_load_docs },
	};
	if (fake.lacking && strcmp(name, fake.lacking) == 0) return NULL;
	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
		if (strcmp(name, functions[i].name) == 0)
			return (GDExtensionInterfaceFunctionPtr)functions[i].function;
	}
	return (GDExtensionInterfaceFunctionPtr)fake_unexpected;
}

// Forgets everything; complete again.
static inline void fake_reset(void) { memset(&fake, 0, sizeof fake); }

// Connects the extension that is linked into the test, for tests of its parts.
static inline int fake_connect(void **state) {
	(void)state;
	fake_reset();
	assert_null(gd_load_interface(fake_get));
	assert_null(gd_load_methods());
	mk_value_prepare();
	return 0;
}
