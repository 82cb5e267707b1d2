// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "nodes/nodes.h"

#include "nodes/hull.h"
#include "nodes/joint_kinds.h"
#include "nodes/mesh_shapes.h"
#include "nodes/minkowski_physics.h"
#include "nodes/parametric_shapes.h"
#include "nodes/result.h"
#include "nodes/sum_shape.h"
#include "nodes/trace.h"

// Parents before children; NULL at the end.
static Class *const classes[] = {
	&mk_result_class,
	&mk_hull_class,
	&mk_trace_class,
	&mk_singleton_class,
	&mk_ellipsoid_class,
	&mk_cone_class,
	&mk_tapered_capsule_class,
	&mk_tapered_cylinder_class,
	&mk_rounded_box_class,
	&mk_rounded_cylinder_class,
	&mk_mesh_hull_class,
	&mk_fitted_box_class,
	&mk_fitted_sphere_class,
	&mk_decomposition_class,
	&mk_moving_mesh_class,
	&mk_sum_class,
	&mk_fixed_joint_class,
	&mk_distance_joint_class,
	NULL,
};

// Godot's side of the singleton; this library made it and has to delete it.
static GDExtensionObjectPtr singleton;

static GDExtensionObjectPtr engine(void) {
	GdStringName name;
	gd.string_name_new_with_latin1_chars(&name, "Engine", true);
	return gd.global_get_singleton(&name);
}

void mk_nodes_register(GDExtensionClassLibraryPtr library) {
	for (Class *const *each = classes; *each; each++)
		mk_class_register(*each, library);
	singleton = ((const Instance *)mk_class_make(&mk_singleton_class))->object;
	gd_engine_register_singleton(engine(), &mk_singleton_class.godot_name, singleton);
}

void mk_nodes_unregister(GDExtensionClassLibraryPtr library) {
	gd_engine_unregister_singleton(engine(), &mk_singleton_class.godot_name);
	gd.object_destroy(singleton);
	singleton = NULL;
	Class *const *each = classes;
	while (*each)
		each++;
	while (each-- > classes)
		mk_class_unregister(*each, library);
}
