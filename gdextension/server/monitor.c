// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "server/monitor.h"

#include "server/space.h"
#include "variant.h"

#include <stdio.h>

#define MK_MONITOR_FOLDER    "Minkowski Physics/"
#define MK_MONITOR_NAME_SIZE 64

// How the counts are called; stages have the names of the world.
static const char *const names[MONITOR_COUNT] = {
	[MONITOR_STEP] = "step",
	[MONITOR_AWAKE] = "awake bodies",
	[MONITOR_TOUCHING] = "touching pairs",
	[MONITOR_FAST] = "swept bodies",
	[MONITOR_HITS] = "pairs from cache",
	[MONITOR_GJK] = "GJK iterations",
	[MONITOR_EPA] = "EPA calls",
};

static const char *name_of(uint32_t number) {
	return number < STAGE_COUNT ? mk_world_stage_name(number) : names[number];
}

static GDExtensionObjectPtr find_singleton(const char *name) {
	GdStringName singleton;
	gd.string_name_new_with_latin1_chars(&singleton, name, true);
	return gd.global_get_singleton(&singleton);
}

void *mk_monitor_time(void) { return find_singleton("Time"); }

double mk_monitor_clock(void *user) { return (double)gd_time_get_ticks_usec(user) * 1e-6; }

static double read_world(const World *world, uint32_t number) {
	switch (number) {
		case MONITOR_STEP: return mk_profile_sum(&world->profile);
		case MONITOR_AWAKE: return world->counters.awake_count;
		case MONITOR_TOUCHING: return world->counters.touching_count;
		case MONITOR_FAST: return world->counters.fast_count;
		case MONITOR_HITS: return pair_hits(&world->counters.pairs);
		case MONITOR_GJK: return world->counters.penetration.gjk_iterations;
		case MONITOR_EPA: return world->counters.penetration.epa_calls;
		default: return world->profile.seconds[number];
	}
}

// A space that is paused has taken no step.
static double read(Server *server, uint32_t number) {
	double sum = 0;
	mk_server_lock(server);
	for (uint32_t i = 0; i < server->spaces.count; i++) {
		const ServerSpace *space = server->spaces.data[i];
		if (space->is_active) sum += read_world(&space->world, number);
	}
	mk_server_unlock(server);
	return sum;
}

static void call(void *userdata, const GDExtensionConstVariantPtr *arguments,
		GDExtensionInt argument_count, GDExtensionVariantPtr ret, GDExtensionCallError *error) {
	(void)arguments, (void)argument_count;
	const Monitor *monitor = userdata;
	double value = read(monitor->server, monitor->number);
	gd_variant_from_float(ret, &value);
	error->error = GDEXTENSION_CALL_OK;
}

// The name is kept by Godot for good: there are a dozen of them.
static GdStringName id_of(uint32_t number) {
	char text[MK_MONITOR_NAME_SIZE];
	GdStringName id;
	snprintf(text, sizeof text, MK_MONITOR_FOLDER "%s", name_of(number));
	gd.string_name_new_with_latin1_chars(&id, text, false);
	return id;
}

static void add(Server *server, uint32_t number) {
	Monitor *monitor = server->monitors.list + number;
	*monitor = (Monitor){ server, number };
	GDExtensionCallableCustomInfo2 info = {
		.callable_userdata = monitor, .token = server->library, .call_func = call
	};
	GdCallable callable;
	GdArray none;
	GdStringName id = id_of(number);
	gd.callable_custom_create2(&callable, &info);
	gd_array_create(&none);
	int64_t type = number <= MONITOR_STEP ? GD_MONITOR_TYPE_TIME : GD_MONITOR_TYPE_QUANTITY;
	gd_performance_add_custom_monitor(server->monitors.performance, &id, &callable, &none, type);
	gd_array_destroy(&none);
	gd_callable_destroy(&callable);
	gd_string_name_destroy(&id);
}

void mk_monitors_show(Server *server) {
	if (server->monitors.performance) return;
	server->monitors.performance = find_singleton("Performance");
	server->monitors.debugger = find_singleton("EngineDebugger");
	gd.string_name_new_with_latin1_chars(&server->monitors.profiler, "servers", true);
	for (uint32_t i = 0; i < MONITOR_COUNT; i++)
		add(server, i);
}

void mk_monitors_hide(Server *server) {
	if (!server->monitors.performance) return;
	for (uint32_t i = 0; i < MONITOR_COUNT; i++) {
		GdStringName id = id_of(i);
		gd_performance_remove_custom_monitor(server->monitors.performance, &id);
		gd_string_name_destroy(&id);
	}
	server->monitors.performance = NULL;
}

static void push_text(GdArray *array, const char *text) {
	GdString string;
	GdVariant variant;
	gd.string_new_with_utf8_chars(&string, text);
	gd_variant_from_string(&variant, &string);
	gd_array_push_back(array, &variant);
	gd.variant_destroy(&variant);
	gd_string_destroy(&string);
}

static void push_number(GdArray *array, double number) {
	GdVariant variant;
	gd_variant_from_float(&variant, &number);
	gd_array_push_back(array, &variant);
	gd.variant_destroy(&variant);
}

// "physics_3d", then a name and a time for each part, as Godot's own engine does it.
void mk_monitors_profile(Server *server) {
	const Monitors *monitors = &server->monitors;
	if (!gd_engine_debugger_is_profiling(monitors->debugger, &monitors->profiler)) return;
	GdArray data;
	gd_array_create(&data);
	push_text(&data, "physics_3d");
	for (uint32_t i = 0; i < STAGE_COUNT; i++) {
		push_text(&data, name_of(i));
		push_number(&data, read(server, i));
	}
	gd_engine_debugger_profiler_add_frame_data(monitors->debugger, &monitors->profiler, &data);
	gd_array_destroy(&data);
}
