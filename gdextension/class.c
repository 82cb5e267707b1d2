// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "class.h"

#include "base/alloc.h"
#include "report.h"

#include <stdlib.h>
#include <string.h>

// Bytes of what print() shows of an object.
#define MK_DESCRIPTION_SIZE 512

static int compare_entries(const void *a, const void *b) {
	uintptr_t name_a = (uintptr_t)((const ClassEntry *)a)->name;
	uintptr_t name_b = (uintptr_t)((const ClassEntry *)b)->name;
	return (name_a > name_b) - (name_a < name_b);
}

static const void *interned(GDExtensionConstStringNamePtr name) { return *(void *const *)name; }

static void intern_virtuals(Class *self) {
	if (self->virtual_count == 0) return;
	self->entries = mk_alloc(self->virtual_count * sizeof *self->entries);
	for (uint32_t i = 0; i < self->virtual_count; i++) {
		GdStringName name;
		gd.string_name_new_with_latin1_chars(&name, self->virtuals[i].name, true);
		self->entries[i] = (ClassEntry){ interned(&name), &self->virtuals[i] };
	}
	qsort(self->entries, self->virtual_count, sizeof *self->entries, compare_entries);
}

// a method whose signature has changed since the bindings were made must not be called
static GDExtensionClassCallVirtual find_virtual(
		void *class_data, GDExtensionConstStringNamePtr name, uint32_t hash) {
	const Class *self = class_data;
	if (self->virtual_count == 0) return NULL;
	ClassEntry wanted = { interned(name), NULL };
	const ClassEntry *found = bsearch(
			&wanted, self->entries, self->virtual_count, sizeof wanted, compare_entries);
	if (!found) return NULL;
	if (found->virtual_method->hash == hash) return found->virtual_method->call;
	mk_report_error(found->virtual_method->name,
			"this Godot calls the method with another signature than the one this library was built"
			" for; rebuild it with this Godot.");
	return NULL;
}

// The library is the token of our instances among the bindings that an object can have.
static const GDExtensionInstanceBindingCallbacks no_callbacks;

// The notification after which an object counts as complete.
#define MK_POSTINITIALIZE 0

static Instance *make_instance(Class *self) {
	Instance *instance = mk_alloc(self->instance_size);
	memset(instance, 0, self->instance_size);
	instance->type = self;
	instance->object = gd.classdb_construct_object2(&self->godot_parent);
	gd.object_set_instance(instance->object, &self->godot_name, instance);
	gd.object_set_instance_binding(instance->object, self->library, instance, &no_callbacks);
	if (self->init) self->init(instance);
	return instance;
}

static GDExtensionObjectPtr create_instance(void *class_data, GDExtensionBool notify) {
	const Instance *instance = make_instance(class_data);
	if (notify) gd_object_notification(instance->object, MK_POSTINITIALIZE, false);
	return instance->object;
}

static void free_instance(void *class_data, GDExtensionClassInstancePtr instance) {
	const Class *self = class_data;
	if (self->end) self->end(instance);
	mk_free(instance, self->instance_size);
}

static void notify_instance(
		GDExtensionClassInstancePtr instance, int32_t what, GDExtensionBool is_reversed) {
	(void)is_reversed;
	const Class *self = ((const Instance *)instance)->type;
	if (self->notify) self->notify(instance, what);
}

static void describe_instance(
		GDExtensionClassInstancePtr instance, GDExtensionBool *is_valid, GDExtensionStringPtr out) {
	const Class *self = ((const Instance *)instance)->type;
	char text[MK_DESCRIPTION_SIZE];
	*is_valid = self->describe != NULL;
	if (!self->describe) return;
	self->describe(instance, text, sizeof text);
	gd_string_destroy(out);
	gd.string_new_with_utf8_chars(out, text);
}

static bool is_name(GDExtensionConstStringNamePtr name, const char *text) {
	GdStringName wanted;
	gd.string_name_new_with_latin1_chars(&wanted, text, true);
	return interned(name) == interned(&wanted);
}

static bool is_hidden(const Class *self, GDExtensionConstStringNamePtr name) {
	const char *const *hidden = self->hidden;
	while (hidden && *hidden && !is_name(name, *hidden))
		hidden++;
	return hidden && *hidden;
}

static bool is_idle(
		const Class *self, const Instance *instance, GDExtensionConstStringNamePtr name) {
	for (size_t i = 0; self->is_idle && i < self->properties.count; i++) {
		const Property *property = self->properties.rows + i;
		if (is_name(name, property->name)) return self->is_idle(instance, property);
	}
	return false;
}

static GDExtensionBool validate_property(
		GDExtensionClassInstancePtr instance, GDExtensionPropertyInfo *property) {
	const Class *self = ((const Instance *)instance)->type;
	uint32_t usage = property->usage;
	if (is_hidden(self, property->name)) {
		property->usage &= ~(uint32_t)(GD_PROPERTY_USAGE_STORAGE | GD_PROPERTY_USAGE_EDITOR);
	} else if (is_idle(self, instance, property->name)) {
		property->usage &= ~(uint32_t)GD_PROPERTY_USAGE_EDITOR;
	}
	return property->usage != usage;
}

static GDExtensionClassCreationInfo5 creation_info(Class *self) {
	GDExtensionClassCreationInfo5 info = {
		.is_virtual = true,
		.free_instance_func = self->free_instance,
		.get_virtual_func = find_virtual,
		.class_userdata = self,
	};
	if (self->instance_size == 0) return info;
	info.is_virtual = false;
	info.is_exposed = true;
	info.create_instance_func = create_instance;
	info.free_instance_func = free_instance;
	info.notification_func = notify_instance;
	info.to_string_func = describe_instance;
	info.validate_property_func = validate_property;
	return info;
}

void mk_class_register(Class *self, GDExtensionClassLibraryPtr library) {
	gd.string_name_new_with_latin1_chars(&self->godot_name, self->name, true);
	gd.string_name_new_with_latin1_chars(&self->godot_parent, self->parent, true);
	intern_virtuals(self);
	GDExtensionClassCreationInfo5 info = creation_info(self);
	gd.classdb_register_extension_class5(library, &self->godot_name, &self->godot_parent, &info);
	mk_bind_register(self, library);
}

void mk_class_unregister(Class *self, GDExtensionClassLibraryPtr library) {
	gd.classdb_unregister_extension_class(library, &self->godot_name);
	mk_bind_release(self);
	mk_free(self->entries, self->virtual_count * sizeof *self->entries);
	self->entries = NULL;
}

GDExtensionObjectPtr mk_class_create(const Class *self, GDExtensionClassInstancePtr instance) {
	GDExtensionObjectPtr object = gd.classdb_construct_object2(&self->godot_parent);
	gd.object_set_instance(object, &self->godot_name, instance);
	return object;
}

void *mk_class_make(Class *self) {
	Instance *instance = make_instance(self);
	gd_object_notification(instance->object, MK_POSTINITIALIZE, false);
	return instance;
}

void *mk_class_instance(const Class *self, GDExtensionObjectPtr object) {
	if (!object) return NULL;
	Instance *instance = gd.object_get_instance_binding(object, self->library, NULL);
	return instance && instance->type == self ? instance : NULL;
}

GdCallable mk_class_callable(GDExtensionObjectPtr object, const char *method) {
	GdStringName interned_name;
	GdVariant receiver;
	GdVariant name;
	GdVariant made;
	gd.string_name_new_with_latin1_chars(&interned_name, method, true);
	gd_variant_from_object(&receiver, &object);
	gd_variant_from_string_name(&name, &interned_name);
	const GDExtensionConstVariantPtr arguments[] = { &receiver, &name };
	GDExtensionCallError error = { 0 };
	gd.variant_construct(GDEXTENSION_VARIANT_TYPE_CALLABLE, &made, arguments, 2, &error);
	GdCallable callable = gd_variant_to_callable(&made);
	gd.variant_destroy(&made);
	gd.variant_destroy(&name);
	gd.variant_destroy(&receiver);
	return callable;
}

bool mk_class_is_in_editor(void) {
	GdStringName name;
	gd.string_name_new_with_latin1_chars(&name, "Engine", true);
	GDExtensionObjectPtr engine = gd.global_get_singleton(&name);
	return engine && gd_engine_is_editor_hint(engine);
}

void mk_class_emit(GDExtensionObjectPtr object, const char *signal,
		const GDExtensionConstVariantPtr *arguments, size_t count) {
	GdStringName names[2];
	GdVariant receiver;
	GdVariant name;
	GdVariant result;
	GDExtensionConstVariantPtr all[MK_ARGUMENT_LIMIT + 1] = { &name };
	GDExtensionCallError error = { 0 };
	gd.string_name_new_with_latin1_chars(&names[0], "emit_signal", true);
	gd.string_name_new_with_latin1_chars(&names[1], signal, true);
	gd_variant_from_object(&receiver, &object);
	gd_variant_from_string_name(&name, &names[1]);
	for (size_t i = 0; i < count; i++)
		all[i + 1] = arguments[i];
	gd.variant_call(&receiver, &names[0], all, (GDExtensionInt)count + 1, &result, &error);
	gd.variant_destroy(&result);
	gd.variant_destroy(&name);
	gd.variant_destroy(&receiver);
}
