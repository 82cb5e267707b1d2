// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The parts that joints are made of, for the files of the kinds. `build` functions write what is constant
// during a step, the others what follows from where the bodies are.
//
// Rates of angles: with q = B's frame seen from A's and w the spin of B less that of A in A's frame,
// q' = (w, 0) q / 2. So for every function of q there is a vector whose product with w is its rate; these
// vectors are the axes of the angular rows.
#pragma once

#include "dynamics/joint_solver.h"

// How fast what is far apart comes together at most, m/s or rad/s: a joint made far from its place pulls,
// it does not explode. Below 100 it would also let go of loads a thousand times heavier than a link.
#define MK_JOINT_PUSH_LIMIT ((Real)1000)

// The frames of a joint now, and B's seen from A's (its w is not negative).
typedef struct JointTurn {
	Quat a;
	Quat b;
	Quat q;
} JointTurn;

// An angle and the world axis whose product with the relative spin is its rate.
typedef struct JointAngle {
	Real value; // rad
	Vec3 axis;
} JointAngle;

// Returns how a hold acts over steps of h seconds.
Softness mk_joint_softness(const JointHold *hold, Real h);

void mk_joint_build_block(JointBlock *block, const JointHold *hold, const JointBuild *build);
void mk_joint_build_row(JointRow *row, JointFreedom freedom, const JointBuild *build);

// Brings the arms up to date and returns the way from A's frame to B's, m.
Vec3 mk_joint_place(JointWork *work);

// Returns the frames now.
JointTurn mk_joint_turn(const JointWork *work);

// Holds the frames at one point; on a line through A's frame; in a plane with that normal.
void mk_joint_hold_point(JointWork *work, Vec3 gap);
void mk_joint_hold_line(JointWork *work, Vec3 gap, Vec3 direction);
void mk_joint_hold_plane(JointWork *work, Vec3 gap, Vec3 normal);

// Holds the turn of the frames; leaves turning about an axis (0 to 2) of them free.
void mk_joint_hold_turn(JointWork *work, const JointTurn *turn);
void mk_joint_hold_axis(JointWork *work, const JointTurn *turn, int axis);

// Points a row along a unit vector in world axes, or about a vector; `value` is where it is.
void mk_joint_aim_along(JointWork *work, JointRow *row, Vec3 axis, Real value);
void mk_joint_aim_about(JointWork *work, JointRow *row, JointAngle angle);

// Returns the angle about an axis (0 to 2) of A's frame that is left when the lean of the axis is undone.
JointAngle mk_joint_twist(const JointTurn *turn, int axis);

// Returns the part about Y (0) or Z (1) of the lean of X, whose sum of tangents of half angles is the
// lean's.
JointAngle mk_joint_swing(const JointTurn *turn, int part);

// Returns how far an axis of B's frame leans away from A's.
JointAngle mk_joint_lean(const JointTurn *turn, int axis);

static inline JointSide joint_side_load(const SolverBodies *bodies, uint32_t row) {
	const SolverBody *body = bodies->bodies + row;
	const SolverInertia *i = bodies->inertias + row;
	return (JointSide){
		.velocity = vec3((Real)body->velocity[0], (Real)body->velocity[1], (Real)body->velocity[2]),
		.spin = vec3((Real)body->spin[0], (Real)body->spin[1], (Real)body->spin[2]),
		.inverse_mass = vec3(
				(Real)body->inverse_mass_x, (Real)body->inverse_mass_y, (Real)i->inverse_mass_z),
		.inverse_inertia = { (Real)i->xx, (Real)i->xy, (Real)i->xz, (Real)i->yy, (Real)i->yz,
				(Real)i->zz },
	};
}

static inline Vec3 joint_load3(const float *v) { return vec3((Real)v[0], (Real)v[1], (Real)v[2]); }

static inline Quat joint_load_turn(const SolverBody *body) {
	return quat((Real)body->turn[0], (Real)body->turn[1], (Real)body->turn[2], (Real)body->turn[3]);
}

// Returns the speed of B against A along a row.
static inline Real joint_row_speed(const JointWork *work, const JointRow *row) {
	Vec3 v = vec3_sub(work->b.velocity, work->a.velocity);
	return vec3_dot(row->axis, v) + vec3_dot(row->turn_b, work->b.spin) -
			vec3_dot(row->turn_a, work->a.spin);
}
