// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// How Godot's calls reach a method or a property. What Godot hands over has been checked against
// the declared types by nobody when it comes as Variants, and by Godot when it comes as pointers.
#include "class.h"
#include "report.h"
#include "variant.h"

#include <stdio.h>
#include <string.h>

// the sentence is about Class.set_name
static void refuse(const Binding *binding, const char *what) {
	char where[128];
	const Property *property = binding->property;
	snprintf(where, sizeof where, "%s.%s", binding->owner->name, property->name);
	if (property->low != property->high) {
		mk_report_error(where, "the value must be from %g to %g, not %s; it stays as it was.",
				property->low, property->high, what);
	} else if (property->type == VALUE_OBJECT) {
		mk_report_error(where, "the value must be a %s, not %s; it stays as it was.",
				property->class_name, what);
	} else {
		mk_report_error(where, "the value must be finite, not %s; it stays as it was.", what);
	}
}

// NaN is in no range
static bool is_fine(const Property *property, double number) {
	if (property->low != property->high) return number >= property->low && number <= property->high;
	return number - number == 0;
}

static bool are_fine(const Property *property, const gd_real *numbers, size_t count) {
	for (size_t i = 0; i < count; i++)
		if (!is_fine(property, (double)numbers[i])) return false;
	return true;
}

// nothing, or an object of the class that the property names
static bool is_of_class(const Property *property, GDExtensionObjectPtr object) {
	if (!object || !property->class_name) return true;
	GdString name;
	gd.string_new_with_utf8_chars(&name, property->class_name);
	bool is_one = gd_object_is_class(object, &name);
	gd_string_destroy(&name);
	return is_one;
}

// whether the numbers in a value are ones that the property can have, and
// its object is of its class
static bool is_value_fine(const Property *property, const void *value) {
	switch (property->type) {
		case VALUE_INT: return is_fine(property, (double)*(const int64_t *)value);
		case VALUE_REAL: return is_fine(property, *(const double *)value);
		case VALUE_VECTOR2:
		case VALUE_VECTOR3:
		case VALUE_QUATERNION:
		case VALUE_PLANE:
		case VALUE_AABB:
		case VALUE_BASIS:
		case VALUE_TRANSFORM2D:
		case VALUE_TRANSFORM3D:
			return are_fine(property, value, mk_value_size(property->type) / sizeof(gd_real));
		case VALUE_OBJECT: return is_of_class(property, *(const GDExtensionObjectPtr *)value);
		default: return true;
	}
}

static double clamp(const Property *property, double number) {
	if (number < property->low) return property->low;
	return number > property->high ? property->high : number;
}

// In the editor a number that is typed or dragged goes as far as it can; a game is told of its
// mistake. NaN is in no range and stays.
static void bring_into_range(const Property *property, Value *value) {
	if (property->low == property->high || !mk_class_is_in_editor()) return;
	if (property->type == VALUE_INT) {
		value->integer = (int64_t)clamp(property, (double)value->integer);
	} else if (property->type == VALUE_REAL) {
		value->real = clamp(property, value->real);
	} else if (property->type == VALUE_VECTOR3) {
		value->vector3.x = (gd_real)clamp(property, (double)value->vector3.x);
		value->vector3.y = (gd_real)clamp(property, (double)value->vector3.y);
		value->vector3.z = (gd_real)clamp(property, (double)value->vector3.z);
	}
}

static void set_field(const Binding *binding, void *self, const void *value) {
	const Property *property = binding->property;
	char text[MK_VARIANT_TEXT_SIZE];
	Value copy;
	mk_value_copy(property->type, value, &copy);
	if (!is_value_fine(property, &copy)) bring_into_range(property, &copy);
	if (!is_value_fine(property, &copy)) {
		GdVariant shown;
		mk_value_write(property->type, &copy, &shown);
		refuse(binding, mk_variant_describe(&shown, text));
		gd.variant_destroy(&shown);
		mk_value_destroy(property->type, &copy);
		return;
	}
	mk_value_return(property->type, &copy, (char *)self + property->offset);
	if (binding->owner->changed) binding->owner->changed(self, property);
}

static void run(
		const Binding *binding, void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	if (binding->method.call) {
		binding->method.call(self, args, ret);
	} else if (ret) {
		const char *field = (const char *)self + binding->property->offset;
		mk_value_copy(binding->property->type, field, ret);
	} else {
		set_field(binding, self, args[0]);
	}
}

void mk_bind_make_default(const Argument *argument, GdVariant *variant) {
	Value value = { 0 };
	GDExtensionCallError error = { 0 };
	switch (argument->type) {
		case VALUE_BOOL: value.boolean = argument->initial != 0; break;
		case VALUE_INT: value.integer = (int64_t)argument->initial; break;
		case VALUE_REAL: value.real = argument->initial; break;
		case VALUE_OBJECT: gd.variant_new_nil(variant); return;
		default:
			gd.variant_construct(mk_value_variant_type(argument->type), variant, NULL, 0, &error);
			return;
	}
	mk_value_write(argument->type, &value, variant);
}

static bool read_default(const Argument *argument, Value *value) {
	GdVariant variant;
	mk_bind_make_default(argument, &variant);
	bool is_read = mk_value_read(argument->type, &variant, value);
	gd.variant_destroy(&variant);
	return is_read;
}

// The values of a call; `read` of them have to be destroyed.
typedef struct Call {
	const Method *method;
	Value values[MK_ARGUMENT_LIMIT];
	int32_t read;
} Call;

static bool is_number_right(const Method *method, int64_t given, GDExtensionCallError *error) {
	int32_t most = mk_bind_count(method->arguments);
	int32_t least = 0;
	while (least < most && !method->arguments[least].is_optional)
		least++;
	if (given >= least && given <= most) return true;
	error->error = given > most ? GDEXTENSION_CALL_ERROR_TOO_MANY_ARGUMENTS
								: GDEXTENSION_CALL_ERROR_TOO_FEW_ARGUMENTS;
	error->expected = given > most ? most : least;
	return false;
}

static bool read_arguments(Call *call, const GDExtensionConstVariantPtr *args, int64_t count,
		GDExtensionCallError *error) {
	int32_t total = mk_bind_count(call->method->arguments);
	for (; call->read < total; call->read++) {
		const Argument *argument = call->method->arguments + call->read;
		Value *value = call->values + call->read;
		bool is_given = call->read < count;
		if (is_given ? mk_value_read(argument->type, args[call->read], value)
					 : read_default(argument, value))
			continue;
		error->error = GDEXTENSION_CALL_ERROR_INVALID_ARGUMENT;
		error->argument = call->read;
		error->expected = (int32_t)mk_value_variant_type(argument->type);
		return false;
	}
	return true;
}

// NOLINTNEXTLINE(readability-function-size): Godot dictates the parameters
void mk_bind_call(void *binding, GDExtensionClassInstancePtr self,
		const GDExtensionConstVariantPtr *args, GDExtensionInt count, GDExtensionVariantPtr ret,
		GDExtensionCallError *error) {
	const Binding *bound = binding;
	ValueType type = bound->method.result.type;
	Call call = { .method = &bound->method };
	error->error = GDEXTENSION_CALL_OK;
	if (is_number_right(call.method, count, error) && read_arguments(&call, args, count, error)) {
		GDExtensionConstTypePtr pointers[MK_ARGUMENT_LIMIT];
		for (int32_t i = 0; i < call.read; i++)
			pointers[i] = call.values + i;
		Value result = { 0 };
		run(bound, self, pointers, type == VALUE_NONE ? NULL : &result);
		mk_value_write(type, &result, ret);
		mk_value_destroy(type, &result);
	}
	for (int32_t i = 0; i < call.read; i++)
		mk_value_destroy(call.method->arguments[i].type, call.values + i);
}

// Nobody wants the result; an object dies with the reference that a Variant takes.
static void drop(ValueType type, Value *result) {
	GdVariant holder;
	mk_value_write(type, result, &holder);
	gd.variant_destroy(&holder);
	mk_value_destroy(type, result);
}

void mk_bind_call_typed(void *binding, GDExtensionClassInstancePtr self,
		const GDExtensionConstTypePtr *args, GDExtensionTypePtr ret) {
	const Binding *bound = binding;
	ValueType type = bound->method.result.type;
	Value result = { 0 };
	run(bound, self, args, type == VALUE_NONE ? NULL : &result);
	if (type == VALUE_NONE) return;
	if (ret) {
		mk_value_return(type, &result, ret);
	} else {
		drop(type, &result);
	}
}
