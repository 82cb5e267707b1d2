// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "class.h"

#include "base/alloc.h"
#include "report.h"

#include <stdlib.h>

static int compare_entries(const void *a, const void *b) {
	uintptr_t name_a = (uintptr_t)((const ClassEntry *)a)->name;
	uintptr_t name_b = (uintptr_t)((const ClassEntry *)b)->name;
	return (name_a > name_b) - (name_a < name_b);
}

static const void *interned(GDExtensionConstStringNamePtr name) { return *(void *const *)name; }

static void intern_virtuals(Class *self) {
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

void mk_class_register(Class *self, GDExtensionClassLibraryPtr library) {
	gd.string_name_new_with_latin1_chars(&self->godot_name, self->name, true);
	gd.string_name_new_with_latin1_chars(&self->godot_parent, self->parent, true);
	intern_virtuals(self);
	GDExtensionClassCreationInfo5 info = {
		.is_virtual = true,
		.free_instance_func = self->free_instance,
		.get_virtual_func = find_virtual,
		.class_userdata = self,
	};
	gd.classdb_register_extension_class5(library, &self->godot_name, &self->godot_parent, &info);
}

void mk_class_unregister(Class *self, GDExtensionClassLibraryPtr library) {
	gd.classdb_unregister_extension_class(library, &self->godot_name);
	mk_free(self->entries, self->virtual_count * sizeof *self->entries);
	self->entries = NULL;
}

GDExtensionObjectPtr mk_class_create(const Class *self, GDExtensionClassInstancePtr instance) {
	GDExtensionObjectPtr object = gd.classdb_construct_object2(&self->godot_parent);
	gd.object_set_instance(object, &self->godot_name, instance);
	return object;
}
