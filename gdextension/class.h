// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Registers classes of ours with Godot and answers its question which function implements a virtual
// method. Godot asks once per object and method; names are interned, so a name is one pointer and
// the answer is a binary search among pointers.
#pragma once

#include <godot_api.h>

typedef struct ClassEntry {
	const void *name; // the pointer inside an interned StringName
	const GdVirtual *virtual_method;
} ClassEntry;

// A class of ours. The first part is given, the rest is filled in by mk_class_register.
typedef struct Class {
	const char *name;
	const char *parent;
	const GdVirtual *virtuals;
	uint32_t virtual_count;
	// called when Godot deletes an object of the class; `instance` is what mk_class_attach was given
	void (*free_instance)(void *class_data, GDExtensionClassInstancePtr instance);

	GdStringName godot_name;
	GdStringName godot_parent;
	ClassEntry *entries; // virtual_count, sorted by name
} Class;

// Registers the class as virtual: scripts cannot make instances, the extension can.
void mk_class_register(Class *self, GDExtensionClassLibraryPtr library);

// Takes the class back; no instance may be left.
void mk_class_unregister(Class *self, GDExtensionClassLibraryPtr library);

// Makes a Godot object of the class whose virtual methods get `instance` as self.
GDExtensionObjectPtr mk_class_create(const Class *self, GDExtensionClassInstancePtr instance);
