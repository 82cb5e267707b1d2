// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Tables from which a class of ours gets the methods, properties, constants and signals that
// scripts see: one row each, and a plain C function for a method. Godot calls a method in two ways,
// with Variants and with typed pointers; both end in the same function, after arguments were
// counted, converted and filled up with defaults.
//
// Each name in a table has to be described in doc_classes/<class>.xml; tests/lint/docs.py reads the
// tables and says what is missing.
#pragma once

#include "value.h"

#include <stddef.h>

typedef struct Class Class;

// Arguments that a method has at most.
#define MK_ARGUMENT_LIMIT 10

// A table for a field of Class.
#define MK_TABLE(rows) \
	{ (rows), sizeof(rows) / sizeof *(rows) }

// An argument or a result.
typedef struct Argument {
	const char *name;
	ValueType type;
	// of an object: its class; of an int: "Class.Enum"; of an Array: what its elements are
	const char *class_name;
	// may be left out; all after it must be optional too
	bool is_optional;
	// of a number or bool; an optional argument of another type is what its constructor makes
	double initial;
} Argument;

// Reads its arguments with the functions below and writes the result: a fresh value of the declared
// type that the caller then owns. `ret` is zeroed, NULL for none. `self` is the instance, NULL for
// a static method. A returned object must be counted (RefCounted) and fresh or owned by someone.
typedef void BoundFunction(void *self, const GDExtensionConstTypePtr *args, Value *ret);

typedef struct Method {
	const char *name;
	BoundFunction *call;
	Argument result; // its name is not used
	Argument arguments[MK_ARGUMENT_LIMIT];
	bool is_static;
	bool is_const; // changes nothing; Godot's help says so
} Method;

// A property with the methods set_<name> and get_<name>, or is_<name> for a bool.
typedef struct Property {
	const char *name;
	ValueType type;
	const char *class_name; // as in Argument
	size_t offset;      // of the field in the instance that holds it; not used where functions are
	BoundFunction *get; // NULL: the field is copied
	BoundFunction *set; // NULL: the field is checked, written, and Class.changed is called
	bool is_read_only;  // no set_<name>
	double low;         // least and most that a number, or a component of a vector, may be,
	double high;        // if they differ; numbers must be finite in any case
	uint32_t hint;      // Godot's PropertyHint and its text; a range without one shows as a range
	const char *hint_text;
	uint32_t usage;    // Godot's PropertyUsageFlags; 0: stored and shown
	const char *group; // begins a group in the inspector ("" ends the last one); NULL: goes on
} Property;

typedef struct Constant {
	const char *name;
	int64_t value;
	const char *enumeration; // NULL: a constant of its own
	bool is_bit;
} Constant;

typedef struct SignalRow {
	const char *name;
	Argument arguments[MK_ARGUMENT_LIMIT];
} SignalRow;

typedef struct MethodTable {
	const Method *rows;
	size_t count;
} MethodTable;

typedef struct PropertyTable {
	const Property *rows;
	size_t count;
} PropertyTable;

typedef struct ConstantTable {
	const Constant *rows;
	size_t count;
} ConstantTable;

typedef struct SignalTable {
	const SignalRow *rows;
	size_t count;
} SignalTable;

// What a method or one side of a property is called with; Godot keeps a pointer to it.
typedef struct Binding {
	const Class *owner;
	Method method;
	const Property *property; // NULL: a method of the table
} Binding;

// Registers everything that the class's tables hold. The class itself is registered already.
void mk_bind_register(Class *self, GDExtensionClassLibraryPtr library);

// Gives back what the registration needed; after the class was unregistered.
void mk_bind_release(Class *self);

// Returns how many arguments are declared; the first one without a name ends the list.
int32_t mk_bind_count(const Argument *arguments);

// Makes the Variant that stands for an optional argument that was left out.
void mk_bind_make_default(const Argument *argument, GdVariant *variant);

// How Godot calls a method; `binding` is a Binding.
void mk_bind_call(void *binding, GDExtensionClassInstancePtr self,
		const GDExtensionConstVariantPtr *args, GDExtensionInt count, GDExtensionVariantPtr ret,
		GDExtensionCallError *error);
void mk_bind_call_typed(void *binding, GDExtensionClassInstancePtr self,
		const GDExtensionConstTypePtr *args, GDExtensionTypePtr ret);

// Arguments of a BoundFunction.
static inline bool arg_bool(const GDExtensionConstTypePtr *args, int i) {
	return *(const uint8_t *)args[i] != 0;
}

static inline int64_t arg_int(const GDExtensionConstTypePtr *args, int i) {
	return *(const int64_t *)args[i];
}

static inline double arg_real(const GDExtensionConstTypePtr *args, int i) {
	return *(const double *)args[i];
}

static inline GdVector2 arg_vector2(const GDExtensionConstTypePtr *args, int i) {
	return *(const GdVector2 *)args[i];
}

static inline GdVector3 arg_vector3(const GDExtensionConstTypePtr *args, int i) {
	return *(const GdVector3 *)args[i];
}

static inline const GdTransform3D *arg_transform(const GDExtensionConstTypePtr *args, int i) {
	return args[i];
}

static inline GdRID arg_rid(const GDExtensionConstTypePtr *args, int i) {
	return *(const GdRID *)args[i];
}

static inline GDExtensionObjectPtr arg_object(const GDExtensionConstTypePtr *args, int i) {
	return *(const GDExtensionObjectPtr *)args[i];
}

static inline const GdVariant *arg_variant(const GDExtensionConstTypePtr *args, int i) {
	return args[i];
}
