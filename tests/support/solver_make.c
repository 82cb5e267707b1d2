// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "support/solver_make.h"

void solver_make_init(SolverMake *make) {
	*make = (SolverMake){ .count = 1 };
	make->bodies[0].turn[3] = 1;
}

uint32_t solver_make_body(SolverMake *make, Real mass, Vec3 moments) {
	uint32_t row = make->count++;
	float inverse = (float)(1 / mass);
	make->bodies[row] = (SolverBody){
		.inverse_mass_x = inverse, .inverse_mass_y = inverse, .turn = { 0, 0, 0, 1 }
	};
	make->inertias[row] = (SolverInertia){ .xx = (float)(1 / moments.x),
		.yy = (float)(1 / moments.y),
		.zz = (float)(1 / moments.z),
		.inverse_mass_z = inverse };
	make->motions[row] = (SolverMotion){
		.linear_keep = 1, .angular_keep = 1, .rotation = { 0, 0, 0, 1 }
	};
	make->awake[row - 1] = row;
	return row;
}

GraphSlot solver_make_contact(SolverMake *make, uint32_t a, uint32_t b, const ContactLane *lane) {
	GraphPair pair = { a, b, a != 0, b != 0 };
	GraphSlot slot = mk_graph_add(&make->graph, pair, 0, 0);
	ContactLane written = *lane;
	written.is_fixed_a |= a == 0;
	written.is_fixed_b |= b == 0;
	mk_contact_lane_write(&make->graph, slot, &written);
	return slot;
}

void solver_make_step(SolverMake *make, Real dt, Vec3 gravity) {
	for (uint32_t row = 1; row < make->count; row++) {
		SolverBody *body = make->bodies + row;
		memset(body->shift, 0, sizeof(body->shift));
		memcpy(body->turn, (float[4]){ 0, 0, 0, 1 }, sizeof(body->turn));
		float *acceleration = make->motions[row].acceleration;
		acceleration[0] = (float)gravity.x;
		acceleration[1] = (float)gravity.y;
		acceleration[2] = (float)gravity.z;
	}
	JobTeam team;
	mk_job_team_init(&team, NULL);
	mk_job_team_begin(&team, 1);
	SolverInput input = {
		.team = &team,
		.graph = &make->graph,
		.bodies = { make->bodies, make->inertias, make->count, make->untouched },
		.motions = make->motions,
		.awake = make->awake,
		.awake_count = make->count - 1,
		.dt = dt,
		.settings = mk_solver_default_settings(),
	};
	mk_solver_run(&input);
	mk_job_team_end(&team);
	mk_job_team_free(&team);
}

void solver_make_free(SolverMake *make) { mk_graph_free(&make->graph); }
