// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "world/parts.h"

void mk_world_init(World *world, const JobHost *host) {
	*world = (World){
		.settings = {
			.solver = mk_solver_default_settings(),
			// as Godot's defaults: 0.1 m/s, 8 degrees per second, half a second
			.sleep = { (Real)0.1, (Real)0.139626, (Real)0.5 },
			.contact_margin = (Real)0.02,
			.recovery_part = (Real)0.4,
			.recovery_passes = 4,
		},
		.free_collider = MK_WORLD_NONE,
		.free_contact = MK_WORLD_NONE,
		.free_patch = MK_WORLD_NONE,
		.areas.free_overlap = MK_WORLD_NONE,
	};
	world->worker_limit = host != NULL && host->worker_count > 1 ? host->worker_count : 1;
	if (world->worker_limit > MK_JOB_MAX_WORKERS) world->worker_limit = MK_JOB_MAX_WORKERS;
	mk_job_team_init(&world->team, host);
	solver_body_array_add(&world->rows)->turn[3] = 1;
	solver_inertia_array_add(&world->inertias);
	solver_motion_array_add(&world->motions);
	solver_untouched_array_add(&world->untouched);
}

void mk_world_free(World *world) {
	while (world->objects.count > 0)
		mk_world_remove(world, world->objects.data[world->objects.count - 1]);
	while (world->softs.count > 0)
		mk_world_remove_soft(world, world->softs.data[world->softs.count - 1]);
	soft_pointers_free(&world->softs);
	mk_job_team_free(&world->team);
	for (uint32_t w = 0; w < MK_JOB_MAX_WORKERS; w++) {
		mk_arena_free(&world->workers[w].arena);
		manifold_array_free(&world->workers[w].manifolds);
		pair_key_array_free(&world->workers[w].keys);
	}
	object_pointers_free(&world->objects);
	object_pointers_free(&world->movers);
	object_pointers_free(&world->awake);
	object_pointers_free(&world->fast);
	object_pointers_free(&world->changed);
	object_pointers_free(&world->touched);
	object_pointers_free(&world->rested);
	object_pointers_free(&world->reporters);
	for (uint32_t p = 0; p < MK_GRAPH_PARTS; p++)
		row_array_free(world->awake_rows + p);
	row_array_free(&world->free_rows);
	solver_body_array_free(&world->rows);
	solver_inertia_array_free(&world->inertias);
	solver_motion_array_free(&world->motions);
	solver_untouched_array_free(&world->untouched);
	collider_array_free(&world->colliders);
	for (uint32_t t = 0; t < TREE_COUNT; t++)
		mk_bvh_free(world->trees + t);
	number_array_free(&world->moved);
	mk_pair_set_free(&world->pairs);
	mk_pair_set_free(&world->exceptions);
	pair_key_array_free(&world->new_keys);
	pair_key_array_free(&world->spare_keys);
	contact_array_free(&world->contacts);
	pair_cache_array_free(&world->caches);
	mk_contact_free_caches(world);
	number_array_free(&world->active);
	contact_patch_array_free(&world->patches);
	mk_graph_free(&world->graph);
	mk_area_set_free(&world->areas);
	mk_world_free_joints(world);
	mk_shadow_free(world->shadow);
	number_array_free(&world->query_found);
	mk_motion_memory_free(world);
}

static bool has_surface_motion(const Body *body) {
	return !vec3_equals(body->surface_linear, vec3_zero()) ||
			!vec3_equals(body->surface_angular, vec3_zero());
}

static uint32_t take_row(World *world) {
	if (world->free_rows.count > 0) return row_array_pop(&world->free_rows);
	solver_body_array_add(&world->rows);
	solver_inertia_array_add(&world->inertias);
	solver_motion_array_add(&world->motions);
	solver_untouched_array_add(&world->untouched);
	return world->rows.count - 1;
}

void mk_world_rest_row(World *world, const WorldObject *object) {
	if (object->row == 0) return;
	SolverBody *row = world->rows.data + object->row;
	*row = (SolverBody){ .turn = { 0, 0, 0, 1 } };
	world->inertias.data[object->row] = (SolverInertia){ 0 };
	const Body *body = object->body;
	if (body_is_rigid(body)) return;
	memcpy(row->velocity,
			(float[3]){ (float)body->surface_linear.x, (float)body->surface_linear.y,
					(float)body->surface_linear.z },
			sizeof(row->velocity));
	memcpy(row->spin,
			(float[3]){ (float)body->surface_angular.x, (float)body->surface_angular.y,
					(float)body->surface_angular.z },
			sizeof(row->spin));
}

static void enter_movers(World *world, WorldObject *object) {
	bool can_move = object->body->mode != BODY_STATIC;
	bool needs_row = can_move || has_surface_motion(object->body);
	object->row = needs_row ? take_row(world) : 0;
	object->part = 0;
	mk_world_rest_row(world, object);
	object->mover_index = MK_WORLD_NONE;
	if (!can_move) return;
	object->mover_index = world->movers.count;
	object_pointers_push(&world->movers, object);
	bool is_awake = body_is_rigid(object->body) && !object->body->is_sleeping;
	mk_world_set_awake(world, object, is_awake);
	if (body_is_moving(object->body)) mk_world_touch(world, object);
}

static void leave_movers(World *world, WorldObject *object) {
	mk_world_set_awake(world, object, false);
	if (object->row != 0) {
		row_array_push(&world->free_rows, object->row);
		mk_graph_forget(&world->graph, object->row);
	}
	object->row = 0;
	if (object->mover_index == MK_WORLD_NONE) return;
	mk_world_untouch(world, object);
	object_pointers_swap_remove(&world->movers, object->mover_index);
	if (object->mover_index < world->movers.count) {
		world->movers.data[object->mover_index]->mover_index = object->mover_index;
	}
	object->mover_index = MK_WORLD_NONE;
}

void mk_world_add(World *world, WorldObject *object) {
	object->index = world->objects.count;
	object->first_edge = object->first_overlap = MK_WORLD_NONE;
	object->first_joint = NULL;
	object->changes = 0;
	object->touched_index = object->report_index = MK_WORLD_NONE;
	object->is_awake = object->is_lost = false;
	object_pointers_push(&world->objects, object);
	if (object->is_area) mk_area_enter(world, object);
	enter_movers(world, object);
	mk_world_make_colliders(world, object);
}

// Wakes what rested on an object that goes away or moves, or is joined to it.
static void wake_touching(World *world, const WorldObject *object) {
	mk_world_wake_softs(world, object);
	for (const JointEdge *edge = object->first_joint; edge != NULL; edge = edge->next)
		if (mk_joint_other(edge) != NULL) mk_world_wake(world, mk_joint_other(edge));
	for (uint32_t e = object->first_edge; e != MK_WORLD_NONE;
			e = contact_array_at(&world->contacts, e / 2)->edges[e % 2].next) {
		const Contact *contact = contact_array_at(&world->contacts, e / 2);
		WorldObject *other = contact_object(world, contact, 1 - (int)(e % 2));
		if (contact->first_patch != MK_WORLD_NONE) mk_world_wake(world, other);
	}
}

void mk_world_remove(World *world, WorldObject *object) {
	wake_touching(world, object);
	mk_world_drop_joints(world, object);
	mk_world_drop_colliders(world, object);
	if (object->is_area) mk_area_leave(world, object);
	leave_movers(world, object);
	mk_world_drop_exceptions(world, object);
	mk_world_drop_report(world, object);
	if (object->changes != 0) world->changed.data[object->changed_index] = NULL;
	object->changes = 0;
	WorldObject *last = object_pointers_pop(&world->objects);
	if (last != object) mk_world_renumber(world, last, object->index);
	object->index = MK_WORLD_NONE;
	number_array_free(&object->colliders);
}

void mk_world_change(World *world, WorldObject *object, uint32_t changes) {
	if (object->changes == 0) {
		object->changed_index = world->changed.count;
		object_pointers_push(&world->changed, object);
	}
	object->changes |= changes;
}

void mk_world_take_shapes(World *world, WorldObject *object) {
	wake_touching(world, object);
	mk_world_drop_colliders(world, object);
}

static void update_materials(World *world, const WorldObject *object) {
	for (uint32_t e = object->first_edge; e != MK_WORLD_NONE;
			e = contact_array_at(&world->contacts, e / 2)->edges[e % 2].next)
		mk_contact_update_material(world, e / 2);
}

static void apply_changes(World *world, WorldObject *object) {
	const uint32_t anew = OBJECT_SHAPES_CHANGED | OBJECT_MODE_CHANGED;
	uint32_t changes = object->changes;
	object->changes = 0;
	if (changes & ~(uint32_t)OBJECT_FILTER_CHANGED) {
		world->joints.is_put |= object->first_joint != NULL;
		wake_touching(world, object);
	} else {
		mk_world_wake_softs(world, object);
	}
	if (changes & anew) mk_world_drop_colliders(world, object);
	if (changes & OBJECT_MODE_CHANGED) {
		mk_world_pause_joints(world, object, true);
		leave_movers(world, object);
		enter_movers(world, object);
		mk_world_pause_joints(world, object, false);
	}
	if (changes & anew) {
		mk_world_make_colliders(world, object);
	} else {
		if (changes & OBJECT_POSE_CHANGED) {
			mk_world_pose_colliders(world, object);
			mk_world_box_colliders(world, object, true);
		}
		if (changes & OBJECT_FILTER_CHANGED) mk_world_filter(world, object);
	}
	if (changes & OBJECT_SURFACE_CHANGED) update_materials(world, object);
	mk_world_wake(world, object);
}

void mk_world_sync(World *world) {
	for (uint32_t i = 0; i < world->changed.count; i++)
		if (world->changed.data[i] != NULL) apply_changes(world, world->changed.data[i]);
	object_pointers_clear(&world->changed);
}

static void solve_part(World *world, uint32_t part, JobTeam *team) {
	const SolverInput input = {
		.team = team,
		.graph = &world->graph,
		.part = part,
		.joints = mk_world_solver_joints(world, part),
		.bodies = { world->rows.data, world->inertias.data, world->rows.count,
				world->untouched.data },
		.motions = world->motions.data,
		.awake = world->awake_rows[part].data,
		.awake_count = world->awake_rows[part].count,
		.dt = world->dt,
		.settings = world->settings.solver,
	};
	mk_solver_run(&input);
}

// A part of a worker's own, from its first sub-step to the last: it waits for nobody.
static void solve_alone(void *context, uint32_t block, uint32_t worker) {
	(void)worker;
	JobTeam alone;
	mk_job_team_init(&alone, NULL);
	mk_job_team_begin(&alone, 1);
	solve_part(context, block + 1, &alone);
	mk_job_team_end(&alone);
}

static void solve(World *world) {
	mk_job_team_run(&world->team, world->parts.count, solve_alone, world);
	solve_part(world, 0, &world->team);
}

static void count(World *world) {
	WorldCounters *counters = &world->counters;
	counters->awake_count = world->awake.count;
	counters->contact_count = world->pairs.count;
	counters->touching_count = 0;
	for (uint32_t c = 0; c < MK_GRAPH_PARTS * MK_GRAPH_COLORS; c++)
		counters->touching_count += world->graph.colors[c].lane_count;
}

// Below about so much work, which is half a millisecond, helpers do not pay: contacts and joints of
// the last step, points of soft bodies, and a half for each body, which is what one takes that
// nothing touches. A stage of the solver is then over in a few microseconds, and between cores that
// are far from each other the bodies of a stage travel as long.
#define MK_WORK_FOR_HELPERS 2048

// The number of workers changes no result.
static uint32_t workers_of(const World *world) {
	if (world->settings.worker_count != 0) return world->settings.worker_count;
	uint32_t work = world->awake.count / 2 + world->active.count + world->changed.count +
			world->joints.order.count;
	for (uint32_t i = 0; i < world->softs.count; i++)
		work += world->softs.data[i]->body->points.count;
	return work < MK_WORK_FOR_HELPERS ? 1 : world->worker_limit;
}

void mk_world_set_clock(World *world, WorldClock *clock, void *user) {
	world->profile = (WorldProfile){ .clock = clock, .user = user };
}

static void end_stage(World *world, WorldStage stage) {
	mk_profile_end_stage(&world->profile, stage);
}

static void run_stages(World *world, Real dt) {
	mk_world_sync(world);
	end_stage(world, STAGE_CHANGES);
	mk_world_step_softs(world, dt);
	end_stage(world, STAGE_SOFT);
	mk_world_update_awake(world, dt);
	mk_world_mend_joints(world);
	end_stage(world, STAGE_SLEEP);
	mk_world_find_pairs(world);
	end_stage(world, STAGE_BROADPHASE);
	mk_world_enter_areas(world);
	end_stage(world, STAGE_AREAS);
	mk_world_collide(world, dt);
	mk_world_share_parts(world);
	mk_world_order_lanes(world);
	end_stage(world, STAGE_CONTACTS);
	mk_world_load_rows(world, dt);
	mk_world_load_joints(world, dt);
	end_stage(world, STAGE_PREPARE);
	solve(world);
	end_stage(world, STAGE_SOLVE);
	mk_world_store_rows(world, dt);
	end_stage(world, STAGE_MOVEMENT);
	mk_world_stop_fast(world, dt);
	end_stage(world, STAGE_CONTINUOUS);
	mk_world_place_awake(world, dt);
	mk_world_store_joints(world, dt);
	end_stage(world, STAGE_MOVEMENT);
	mk_world_cross_areas(world, dt);
	end_stage(world, STAGE_AREAS);
	mk_world_break_joints(world);
	if (world->has_lost) mk_world_forget_lost(world);
	end_stage(world, STAGE_MOVEMENT);
	mk_world_update_sleep(world);
	end_stage(world, STAGE_SLEEP);
	mk_world_finish_events(world);
	end_stage(world, STAGE_AREAS);
}

// Whether anything is awake or has been changed from outside; if not, all
// stages find nothing to do.
static bool has_work(const World *world) {
	return world->awake.count > 0 || world->changed.count > 0 || world->touched.count > 0 ||
			world->softs.count > 0;
}

void mk_world_step(World *world, Real dt) {
	if (!(dt > 0)) return;
	mk_profile_begin(&world->profile, has_work(world));
	mk_job_team_begin(&world->team, workers_of(world));
	for (uint32_t w = 0; w < world->worker_limit; w++)
		mk_arena_reset(&world->workers[w].arena);
	run_stages(world, dt);
	world->has_totals = world->is_watched;
	count(world);
	mk_job_team_end(&world->team);
}
