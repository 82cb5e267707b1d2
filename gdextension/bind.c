// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// From tables to Godot's class database. Godot copies all it is told, so names and texts live only
// during a registration; the bindings stay, since they are what calls come back with.
#include "bind.h"

#include "base/alloc.h"
#include "class.h"

#include <stdio.h>
#include <string.h>

// Bytes; a name with set_ in front, or the text of a range.
#define MK_TEXT_SIZE 128

// What a PropertyInfo points to.
typedef struct Description {
	GDExtensionPropertyInfo info;
	GdStringName name;
	GdStringName class_name;
	GdString hint_text;
	char range[MK_TEXT_SIZE]; // of a number with limits
} Description;

static void make_name(GdStringName *name, const char *text) {
	gd.string_name_new_with_latin1_chars(name, text ? text : "", false);
}

static void link_description(Description *self) {
	self->info.name = &self->name;
	self->info.class_name = &self->class_name;
	self->info.hint_string = &self->hint_text;
}

// An int with a class is an enumeration, an Array with one holds it.
static void describe_argument(const Argument *argument, Description *self) {
	GDExtensionPropertyInfo info = {
		.type = mk_value_variant_type(argument->type),
		.usage = GD_PROPERTY_USAGE_DEFAULT,
	};
	const char *hint_text = "";
	if (argument->type == VALUE_VARIANT) info.usage |= GD_PROPERTY_USAGE_NIL_IS_VARIANT;
	if (argument->type == VALUE_INT && argument->class_name)
		info.usage |= GD_PROPERTY_USAGE_CLASS_IS_ENUM;
	if (argument->type == VALUE_ARRAY && argument->class_name) {
		info.hint = GD_PROPERTY_HINT_ARRAY_TYPE;
		hint_text = argument->class_name;
	}
	self->info = info;
	make_name(&self->name, argument->name);
	make_name(&self->class_name, argument->type == VALUE_ARRAY ? "" : argument->class_name);
	gd.string_new_with_utf8_chars(&self->hint_text, hint_text);
	link_description(self);
}

static void release_description(Description *self) {
	gd_string_name_destroy(&self->name);
	gd_string_name_destroy(&self->class_name);
	gd_string_destroy(&self->hint_text);
}

int32_t mk_bind_count(const Argument *arguments) {
	int32_t count = 0;
	while (count < MK_ARGUMENT_LIMIT && arguments[count].name)
		count++;
	return count;
}

// The arguments of a method or a signal in Godot's form.
typedef struct ArgumentList {
	int32_t count;
	Description descriptions[MK_ARGUMENT_LIMIT];
	GDExtensionPropertyInfo infos[MK_ARGUMENT_LIMIT];
	GDExtensionClassMethodArgumentMetadata metadata[MK_ARGUMENT_LIMIT];
} ArgumentList;

static void describe_arguments(const Argument *arguments, ArgumentList *list) {
	*list = (ArgumentList){ .count = mk_bind_count(arguments) };
	for (int32_t i = 0; i < list->count; i++) {
		describe_argument(arguments + i, list->descriptions + i);
		list->infos[i] = list->descriptions[i].info;
	}
}

static void release_arguments(ArgumentList *list) {
	for (int32_t i = 0; i < list->count; i++)
		release_description(list->descriptions + i);
}

// Defaults of the last arguments.
typedef struct DefaultList {
	uint32_t count;
	GdVariant values[MK_ARGUMENT_LIMIT];
	GDExtensionVariantPtr pointers[MK_ARGUMENT_LIMIT];
} DefaultList;

static void collect_defaults(const Method *method, DefaultList *list) {
	*list = (DefaultList){ 0 };
	for (int32_t i = 0; i < mk_bind_count(method->arguments); i++) {
		if (!method->arguments[i].is_optional) continue;
		mk_bind_make_default(method->arguments + i, list->values + list->count);
		list->pointers[list->count] = list->values + list->count;
		list->count++;
	}
}

static void release_defaults(DefaultList *list) {
	for (uint32_t i = 0; i < list->count; i++)
		gd.variant_destroy(list->values + i);
}

static uint32_t method_flags(const Method *method) {
	uint32_t flags = GDEXTENSION_METHOD_FLAGS_DEFAULT;
	if (method->is_static) flags |= GDEXTENSION_METHOD_FLAG_STATIC;
	if (method->is_const) flags |= GDEXTENSION_METHOD_FLAG_CONST;
	return flags;
}

static void register_method(const Class *self, Binding *binding) {
	const Method *method = &binding->method;
	GdStringName name;
	Description result;
	ArgumentList arguments;
	DefaultList defaults;
	make_name(&name, method->name);
	describe_argument(&method->result, &result);
	describe_arguments(method->arguments, &arguments);
	collect_defaults(method, &defaults);
	GDExtensionClassMethodInfo info = {
		.name = &name,
		.method_userdata = binding,
		.call_func = mk_bind_call,
		.ptrcall_func = mk_bind_call_typed,
		.method_flags = method_flags(method),
		.has_return_value = method->result.type != VALUE_NONE,
		.return_value_info = &result.info,
		.argument_count = (uint32_t)arguments.count,
		.arguments_info = arguments.infos,
		.arguments_metadata = arguments.metadata,
		.default_argument_count = defaults.count,
		.default_arguments = defaults.pointers,
	};
	gd.classdb_register_extension_class_method(self->library, &self->godot_name, &info);
	release_defaults(&defaults);
	release_arguments(&arguments);
	release_description(&result);
	gd_string_name_destroy(&name);
}

// the methods of a property: get_ or is_, and set_
static Method make_getter(const Property *property, char *name) {
	snprintf(name, MK_TEXT_SIZE, "%s_%s", property->type == VALUE_BOOL ? "is" : "get",
			property->name);
	return (Method){
		.name = name,
		.call = property->get,
		.result = { NULL, property->type, property->class_name, false, 0 },
		.is_const = true,
	};
}

static Method make_setter(const Property *property, char *name) {
	snprintf(name, MK_TEXT_SIZE, "set_%s", property->name);
	return (Method){
		.name = name,
		.call = property->set,
		.arguments = { { property->name, property->type, property->class_name, false, 0 } },
	};
}

static void register_group(const Class *self, const char *title) {
	GdString strings[2];
	gd.string_new_with_utf8_chars(&strings[0], title);
	gd.string_new_with_utf8_chars(&strings[1], "");
	gd.classdb_register_extension_class_property_group(
			self->library, &self->godot_name, &strings[0], &strings[1]);
	gd_string_destroy(&strings[0]);
	gd_string_destroy(&strings[1]);
}

// A number with limits shows as a range unless the row says otherwise.
static void describe_property(const Property *property, Description *self) {
	Argument argument = { property->name, property->type, property->class_name, false, 0 };
	describe_argument(&argument, self);
	self->info.usage |= property->is_read_only ? GD_PROPERTY_USAGE_READ_ONLY : 0u;
	if (property->usage) self->info.usage = property->usage;
	const char *text = property->hint_text;
	uint32_t hint = property->hint;
	if (!hint && property->type == VALUE_OBJECT) {
		hint = GD_PROPERTY_HINT_RESOURCE_TYPE;
		text = property->class_name;
	} else if (!hint && property->low != property->high) {
		hint = GD_PROPERTY_HINT_RANGE;
		snprintf(self->range, sizeof self->range, "%g,%g,%s", property->low, property->high,
				property->type == VALUE_INT ? "1" : "0.001");
		text = self->range;
	}
	if (!hint && !text) return; // a unit is a text alone
	self->info.hint = hint;
	gd_string_destroy(&self->hint_text);
	gd.string_new_with_utf8_chars(&self->hint_text, text ? text : "");
}

// Godot finds both methods by their names; the names in the bindings live only here.
static void register_property(Class *self, const Property *property) {
	char texts[2][MK_TEXT_SIZE] = { "", "" };
	GdStringName names[2];
	Description description;
	if (property->group) register_group(self, property->group);
	Method methods[2] = { make_getter(property, texts[0]) };
	if (!property->is_read_only) methods[1] = make_setter(property, texts[1]);
	for (int i = 0; i < (property->is_read_only ? 1 : 2); i++) {
		Binding *binding = self->bindings + self->binding_count++;
		*binding = (Binding){ self, methods[i], property };
		register_method(self, binding);
		binding->method.name = property->name;
	}
	make_name(&names[0], texts[0]);
	make_name(&names[1], texts[1]);
	describe_property(property, &description);
	gd.classdb_register_extension_class_property(
			self->library, &self->godot_name, &description.info, &names[1], &names[0]);
	release_description(&description);
	gd_string_name_destroy(&names[0]);
	gd_string_name_destroy(&names[1]);
}

static void register_constant(const Class *self, const Constant *constant) {
	GdStringName names[2];
	make_name(&names[0], constant->enumeration);
	make_name(&names[1], constant->name);
	gd.classdb_register_extension_class_integer_constant(self->library, &self->godot_name,
			&names[0], &names[1], constant->value, constant->is_bit);
	gd_string_name_destroy(&names[0]);
	gd_string_name_destroy(&names[1]);
}

static void register_signal(const Class *self, const SignalRow *row) {
	GdStringName name;
	ArgumentList arguments;
	make_name(&name, row->name);
	describe_arguments(row->arguments, &arguments);
	gd.classdb_register_extension_class_signal(
			self->library, &self->godot_name, &name, arguments.infos, arguments.count);
	release_arguments(&arguments);
	gd_string_name_destroy(&name);
}

// as many as there could be: two per property
static size_t bindings_size(const Class *self) {
	return (self->methods.count + 2 * self->properties.count) * sizeof(Binding);
}

void mk_bind_register(Class *self, GDExtensionClassLibraryPtr library) {
	self->library = library;
	self->bindings = mk_alloc(bindings_size(self));
	self->binding_count = 0;
	for (size_t i = 0; i < self->constants.count; i++)
		register_constant(self, self->constants.rows + i);
	for (size_t i = 0; i < self->methods.count; i++) {
		Binding *binding = self->bindings + self->binding_count++;
		*binding = (Binding){ self, self->methods.rows[i], NULL };
		register_method(self, binding);
	}
	for (size_t i = 0; i < self->properties.count; i++)
		register_property(self, self->properties.rows + i);
	for (size_t i = 0; i < self->signals.count; i++)
		register_signal(self, self->signals.rows + i);
}

void mk_bind_release(Class *self) {
	mk_free(self->bindings, bindings_size(self));
	self->bindings = NULL;
	self->binding_count = 0;
}
