// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A Godot small enough for unit tests of the extension: names are interned, Variants hold plain
// values, classes and methods are recorded, and what is printed is kept. Everything else that the
// extension could call is a function that stops the test.
#pragma once

#include "support/check.h"

#include <godot_api.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FAKE_NAMES = 1024, FAKE_SENTENCES = 64, FAKE_SENTENCE_SIZE = 1024, FAKE_CLASSES = 8 };

typedef struct FakeClass {
	const char *name;
	const char *parent;
	GDExtensionClassCreationInfo5 info;
} FakeClass;

typedef struct FakeGodot {
	const char *lacking;        // a function of the interface that this Godot does not have
	const char *lacking_method; // "Class.method" that it does not have

	const char *names[FAKE_NAMES]; // a StringName is the address of an entry
	char sentences[FAKE_SENTENCES][FAKE_SENTENCE_SIZE];
	char functions[FAKE_SENTENCES][64]; // in which the sentence was said
	_Atomic int error_count;

	FakeClass classes[FAKE_CLASSES];
	int class_count;
	const char *server_name; // given to PhysicsServer3DManager.register_server
	int server_count;
	int setting_count;                      // described to ProjectSettings
	GDExtensionCallableCustomInfo2 factory; // of the server
	GDExtensionClassInstancePtr instance;   // of the object made last
	const char *instance_class;
	int live_values; // Strings and Callables made and not destroyed
} FakeGodot;

static FakeGodot fake;

static inline void fake_unexpected(void) {
	fprintf(stderr, "a function of Godot was called that the test did not expect\n");
	abort();
}

static inline const char **fake_intern(const char *text) {
	const char **entry = fake.names;
	while (*entry && strcmp(*entry, text) != 0)
		entry++;
	assert_true(entry < fake.names + FAKE_NAMES - 1);
	*entry = text;
	return entry;
}

static inline void fake_name_new(
		GDExtensionUninitializedStringNamePtr name, const char *text, GDExtensionBool is_static) {
	assert_true(is_static); // the texts are not copied
	const char **entry = fake_intern(text);
	memcpy(name, &entry, sizeof entry);
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

// Variants: the type, then the value; a Transform3D does not fit and is kept aside.
typedef struct FakeVariant {
	int64_t type;
	unsigned char value[sizeof(GdVariant) - sizeof(int64_t)];
} FakeVariant;

static GdTransform3D fake_transforms[8];
static int64_t fake_transform_count;

#define FAKE_VARIANT_TYPE(name, Type, tag)                                          \
	static inline void fake_from_##name(                                            \
			GDExtensionUninitializedVariantPtr variant, GDExtensionTypePtr value) { \
		FakeVariant made = { .type = (tag) };                                       \
		memcpy(made.value, value, sizeof(Type));                                    \
		memcpy(variant, &made, sizeof made);                                        \
	}                                                                               \
	static inline void fake_to_##name(                                              \
			GDExtensionUninitializedTypePtr value, GDExtensionVariantPtr variant) { \
		FakeVariant given;                                                          \
		memcpy(&given, variant, sizeof given);                                      \
		assert_int_equal(given.type, (tag));                                        \
		memcpy(value, given.value, sizeof(Type));                                   \
	}                                                                               \
	_Static_assert(sizeof(Type) <= sizeof(((FakeVariant *)0)->value), "fits into a Variant")

FAKE_VARIANT_TYPE(bool, uint8_t, GDEXTENSION_VARIANT_TYPE_BOOL);
FAKE_VARIANT_TYPE(int, int64_t, GDEXTENSION_VARIANT_TYPE_INT);
FAKE_VARIANT_TYPE(float, double, GDEXTENSION_VARIANT_TYPE_FLOAT);
FAKE_VARIANT_TYPE(vector3, GdVector3, GDEXTENSION_VARIANT_TYPE_VECTOR3);
FAKE_VARIANT_TYPE(object, GDExtensionObjectPtr, GDEXTENSION_VARIANT_TYPE_OBJECT);
FAKE_VARIANT_TYPE(string, GdString, GDEXTENSION_VARIANT_TYPE_STRING);

static inline void fake_from_transform(
		GDExtensionUninitializedVariantPtr variant, GDExtensionTypePtr value) {
	int64_t index = fake_transform_count++ % 8;
	FakeVariant made = { .type = GDEXTENSION_VARIANT_TYPE_TRANSFORM3D };
	memcpy(&fake_transforms[index], value, sizeof *fake_transforms);
	memcpy(made.value, &index, sizeof index);
	memcpy(variant, &made, sizeof made);
}

static inline void fake_to_transform(
		GDExtensionUninitializedTypePtr value, GDExtensionVariantPtr variant) {
	FakeVariant given;
	int64_t index;
	memcpy(&given, variant, sizeof given);
	assert_int_equal(given.type, GDEXTENSION_VARIANT_TYPE_TRANSFORM3D);
	memcpy(&index, given.value, sizeof index);
	memcpy(value, &fake_transforms[index], sizeof *fake_transforms);
}

static inline void fake_from_other(
		GDExtensionUninitializedVariantPtr variant, GDExtensionTypePtr value) {
	(void)variant, (void)value;
	fake_unexpected();
}

static inline void fake_to_other(
		GDExtensionUninitializedTypePtr value, GDExtensionVariantPtr variant) {
	(void)value, (void)variant;
	fake_unexpected();
}

static inline GDExtensionVariantFromTypeConstructorFunc fake_get_from(GDExtensionVariantType type) {
	switch (type) {
		case GDEXTENSION_VARIANT_TYPE_BOOL: return fake_from_bool;
		case GDEXTENSION_VARIANT_TYPE_INT: return fake_from_int;
		case GDEXTENSION_VARIANT_TYPE_FLOAT: return fake_from_float;
		case GDEXTENSION_VARIANT_TYPE_VECTOR3: return fake_from_vector3;
		case GDEXTENSION_VARIANT_TYPE_STRING: return fake_from_string;
		case GDEXTENSION_VARIANT_TYPE_OBJECT: return fake_from_object;
		case GDEXTENSION_VARIANT_TYPE_TRANSFORM3D: return fake_from_transform;
		default: return fake_from_other;
	}
}

static inline GDExtensionTypeFromVariantConstructorFunc fake_get_to(GDExtensionVariantType type) {
	switch (type) {
		case GDEXTENSION_VARIANT_TYPE_BOOL: return fake_to_bool;
		case GDEXTENSION_VARIANT_TYPE_INT: return fake_to_int;
		case GDEXTENSION_VARIANT_TYPE_FLOAT: return fake_to_float;
		case GDEXTENSION_VARIANT_TYPE_VECTOR3: return fake_to_vector3;
		case GDEXTENSION_VARIANT_TYPE_STRING: return fake_to_string;
		case GDEXTENSION_VARIANT_TYPE_OBJECT: return fake_to_object;
		case GDEXTENSION_VARIANT_TYPE_TRANSFORM3D: return fake_to_transform;
		default: return fake_to_other;
	}
}

static inline GDExtensionVariantType fake_variant_type(GDExtensionConstVariantPtr variant) {
	FakeVariant given;
	memcpy(&given, variant, sizeof given);
	return (GDExtensionVariantType)given.type;
}

static inline void fake_variant_nil(GDExtensionUninitializedVariantPtr variant) {
	memset(variant, 0, sizeof(FakeVariant));
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

typedef void (*FakeFunction)(void);

static inline GDExtensionInterfaceFunctionPtr fake_get(const char *name) {
	static const struct {
		const char *name;
		FakeFunction function;
	} functions[] = {
		{ "print_error_with_message", (FakeFunction)fake_print_error },
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
	return 0;
}
