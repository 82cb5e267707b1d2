// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Registers classes of ours with Godot and answers its question which function implements a virtual
// method. Godot asks once per object and method; names are interned, so a name is one pointer and
// the answer is a binary search among pointers.
//
// Two kinds of classes: those that only the extension makes objects of (the server and its states),
// and those with an instance_size, which scripts, scenes and the inspector make. The latter are
// described by tables: bind.h.
#pragma once

#include "bind.h"

typedef struct ClassEntry {
	const void *name; // the pointer inside an interned StringName
	const GdVirtual *virtual_method;
} ClassEntry;

// What the instance of a class with an instance_size begins with.
typedef struct Instance {
	const Class *type;
	GDExtensionObjectPtr object; // Godot's side of it
} Instance;

// A class of ours. The first parts are given, the rest is filled in by mk_class_register.
struct Class {
	const char *name;
	const char *parent;
	const GdVirtual *virtuals;
	uint32_t virtual_count;

	// of a class that only the extension makes objects of: called when Godot deletes one;
	// `instance` is what mk_class_create was given
	void (*free_instance)(void *class_data, GDExtensionClassInstancePtr instance);

	// of a class that scripts make objects of; NULL where nothing is to be done
	size_t instance_size;                          // of a struct that begins with an Instance
	void (*init)(void *self);                      // of zeroed memory, when the object is there
	void (*end)(void *self);                       // gives back what the instance owns
	void (*changed)(void *self, const Property *); // a property's field was written
	void (*describe)(const void *self, char *text, size_t size); // what print() shows
	void (*notify)(void *self, int32_t what);
	const char *const
			*hidden; // inherited properties that are neither shown nor stored; NULL at the end
	// whether a property has no effect as the others are: it is stored and not shown
	bool (*is_idle)(const void *self, const Property *);
	MethodTable methods;
	PropertyTable properties;
	ConstantTable constants;
	SignalTable signals;

	GdStringName godot_name;
	GdStringName godot_parent;
	ClassEntry *entries; // virtual_count, sorted by name
	Binding *bindings;   // binding_count
	size_t binding_count;
	GDExtensionClassLibraryPtr library;
};

// Registers the class. Without an instance_size it is virtual: scripts cannot make instances, the
// extension can.
void mk_class_register(Class *self, GDExtensionClassLibraryPtr library);

// Takes the class back; no instance may be left.
void mk_class_unregister(Class *self, GDExtensionClassLibraryPtr library);

// Makes a Godot object of the class whose virtual methods get `instance` as self. For classes
// without an instance_size.
GDExtensionObjectPtr mk_class_create(const Class *self, GDExtensionClassInstancePtr instance);

// Makes an object of a class with an instance_size and returns its instance. A counted object
// belongs to whoever takes the first reference.
void *mk_class_make(Class *self);

// Returns the instance behind an object if it is of the class, NULL if it is something else.
void *mk_class_instance(const Class *self, GDExtensionObjectPtr object);

// Returns the Callable of a method of an object; to be destroyed.
GdCallable mk_class_callable(GDExtensionObjectPtr object, const char *method);

// Returns whether this is Godot's editor, in which scenes are made and not played.
bool mk_class_is_in_editor(void);

// Emits a signal of an object, which somebody must hold already; the arguments stay the caller's.
void mk_class_emit(GDExtensionObjectPtr object, const char *signal,
		const GDExtensionConstVariantPtr *arguments, size_t count);
