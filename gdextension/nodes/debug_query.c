// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "nodes/debug_query.h"

#include "convert.h"
#include "debug_view.h"
#include "nodes/minkowski_physics.h"
#include "nodes/space_query.h"
#include "report.h"
#include "server/space.h"
#include "variant.h"
#include "world/debug.h"

static GdColor color_of(uint32_t color) {
	return (GdColor){ (float)(color >> 16 & 0xff) / 255, (float)(color >> 8 & 0xff) / 255,
		(float)(color & 0xff) / 255, 1 };
}

static void take_points(GdDictionary *dictionary, const DebugLineArray *lines) {
	GdPackedVector3Array array;
	GdVariant variant;
	gd_packed_vector3_array_create(&array);
	gd_packed_vector3_array_resize(&array, 2 * (int64_t)lines->count);
	GdVector3 *to = lines->count ? gd.packed_vector3_array_operator_index(&array, 0) : NULL;
	for (uint32_t i = 0; i < lines->count; i++) {
		to[2 * (size_t)i] = vec3_to_godot(lines->data[i].from);
		to[2 * (size_t)i + 1] = vec3_to_godot(lines->data[i].to);
	}
	gd_variant_from_packed_vector3_array(&variant, &array);
	mk_dictionary_take(dictionary, "points", &variant);
	gd_packed_vector3_array_destroy(&array);
}

static void take_colors(GdDictionary *dictionary, const DebugLineArray *lines) {
	GdPackedColorArray array;
	GdVariant variant;
	gd_packed_color_array_create(&array);
	gd_packed_color_array_resize(&array, 2 * (int64_t)lines->count);
	GdColor *to = lines->count ? gd.packed_color_array_operator_index(&array, 0) : NULL;
	for (uint32_t i = 0; i < lines->count; i++)
		to[2 * (size_t)i] = to[2 * (size_t)i + 1] = color_of(lines->data[i].color);
	gd_variant_from_packed_color_array(&variant, &array);
	mk_dictionary_take(dictionary, "colors", &variant);
	gd_packed_color_array_destroy(&array);
}

// False after saying which number cannot be.
static bool are_layers(int64_t layers, const char *where) {
	if (layers >= 0 && layers <= DEBUG_ALL) return true;
	mk_report_error(where, "there are no layers %lld; nothing was changed.", (long long)layers);
	return false;
}

static bool is_size(double size, const char *where) {
	if (size > 0 && size - size == 0) return true;
	mk_report_error(where, "size must be a finite number above 0, not %g.", size);
	return false;
}

// Impulses are summed up from the question on, and no longer when somebody asks for something else.
static void collect(Server *server, const GDExtensionConstTypePtr *args, const char *where,
		DebugLineArray *lines) {
	uint32_t layers = (uint32_t)arg_int(args, 1);
	mk_server_lock(server);
	ServerSpace *space = mk_item_find(server, arg_rid(args, 0), RID_SPACE, where);
	if (space) {
		mk_world_watch_impulses(&space->world, (layers & DEBUG_IMPULSES) != 0);
		mk_world_debug(&space->world, layers, (Real)arg_real(args, 2), lines);
	}
	mk_server_unlock(server);
}

void mk_query_debug_lines(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)self;
	const char *where = "MinkowskiPhysics.debug_lines";
	Server *server = mk_query_server(where);
	DebugLineArray lines = { 0 };
	gd_dictionary_create(&ret->dictionary);
	if (server && are_layers(arg_int(args, 1), where) && is_size(arg_real(args, 2), where))
		collect(server, args, where, &lines);
	take_points(&ret->dictionary, &lines);
	take_colors(&ret->dictionary, &lines);
	debug_line_array_free(&lines);
}

void mk_query_set_debug_view(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)ret;
	Singleton *singleton = self;
	int64_t layers = arg_int(args, 0);
	const char *where = "MinkowskiPhysics.debug_view";
	if (!are_layers(layers, where)) return;
	if (layers == singleton->debug_view || !mk_query_server(where)) return;
	singleton->debug_view = layers;
	if (layers) mk_debug_view_open();
	GdVariant argument;
	gd_variant_from_int(&argument, &layers);
	const GDExtensionConstVariantPtr arguments[] = { &argument };
	mk_class_emit(singleton->instance.object, "debug_view_changed", arguments, 1);
	gd.variant_destroy(&argument);
}
