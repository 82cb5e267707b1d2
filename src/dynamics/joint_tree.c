// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "dynamics/joint_tree_node.h"

#include <math.h>

// Less than this part of what a node gives way by, no unit: rounding, and nothing that gives way.
// What is left of it below a load of 100 000 times a link is still a hundred times as much.
#define MK_TREE_LEAST 1e-11

static Precise3 load3(const float v[3]) {
	return precise3((double)v[0], (double)v[1], (double)v[2]);
}

static void add_to3(float v[3], Precise3 change) {
	v[0] = (float)((double)v[0] + change.x);
	v[1] = (float)((double)v[1] + change.y);
	v[2] = (float)((double)v[2] + change.z);
}

static Precise33 load_inertia(const SolverInertia *i) {
	double xy = (double)i->xy;
	double xz = (double)i->xz;
	double yz = (double)i->yz;
	return (Precise33){ { (double)i->xx, xy, xz }, { xy, (double)i->yy, yz },
		{ xz, yz, (double)i->zz } };
}

// What an impulse of a node does to the body on a side: it is moved by the inverse mass, and turned
// by `turns`.
static void aim_side(const TreePass *pass, const NodeView *view, uint32_t side) {
	TreeState *state = view->state;
	state->arms[side] = lane_precise3(
			side == 0 ? &view->bundle->arm_a : &view->bundle->arm_b, view->lane);
	state->inverse_mass[side] = precise3(0, 0, 0);
	state->turns[side] = (Precise33){ 0 };
	if (!node_is_moved(view, side)) return;
	uint32_t row = node_row(view, side);
	const SolverBody *body = pass->bodies.bodies + row;
	const SolverInertia *inertia = pass->bodies.inertias + row;
	state->turns[side] = load_inertia(inertia);
	if (view->node->is_angular) return;
	state->inverse_mass[side] = precise3((double)body->inverse_mass_x, (double)body->inverse_mass_y,
			(double)inertia->inverse_mass_z);
	// I^-1 (r x p): each row of I^-1 times r x is that row x r
	Precise33 *turn = state->turns + side;
	turn->x = precise3_cross(turn->x, state->arms[side]);
	turn->y = precise3_cross(turn->y, state->arms[side]);
	turn->z = precise3_cross(turn->z, state->arms[side]);
}

// How a body moves.
typedef struct TreeMotion {
	Precise3 velocity;
	Precise3 spin;
} TreeMotion;

// Returns what an impulse, N s or N m s, does to the body on a side, if that is B.
static TreeMotion motion_by(const TreeState *state, uint32_t side, Precise3 x) {
	Precise3 m = state->inverse_mass[side];
	return (TreeMotion){ precise3(m.x * x.x, m.y * x.y, m.z * x.z),
		precise33_apply(state->turns[side], x) };
}

// How fast a node of side B opens by it.
static Precise3 speed_of(const TreeNode *node, Precise3 arm, TreeMotion motion) {
	if (node->is_angular) return motion.spin;
	return precise3_add(motion.velocity, precise3_cross(motion.spin, arm));
}

// Returns what a vector has in the directions that are held.
static Precise3 hold(const TreeState *state, Precise3 v) {
	if (state->held == 3) return v;
	Precise3 along = precise3_scale(state->axis, precise3_dot(state->axis, v));
	return state->held == 2 ? precise3_sub(v, along) : along;
}

static Precise33 hold_rows(const TreeState *state, Precise33 m) {
	return (Precise33){ hold(state, m.x), hold(state, m.y), hold(state, m.z) };
}

// Returns how fast a place at an arm from the centre of a body moves by an impulse of a node there.
static Precise33 speeds_at(const TreeState *state, uint32_t side, Precise3 arm) {
	const Precise33 *turns = state->turns + side;
	Precise3 m = state->inverse_mass[side];
	// spin x arm, by rows
	Precise33 speeds = {
		precise3_sub(precise3_scale(turns->y, arm.z), precise3_scale(turns->z, arm.y)),
		precise3_sub(precise3_scale(turns->z, arm.x), precise3_scale(turns->x, arm.z)),
		precise3_sub(precise3_scale(turns->x, arm.y), precise3_scale(turns->y, arm.x)),
	};
	speeds.x.x += m.x;
	speeds.y.y += m.y;
	speeds.z.z += m.z;
	return speeds;
}

// Returns how fast one node opens by an impulse of another at the body that they share.
static Precise33 couple(const NodeView *one, const NodeView *other, const TreeLink *link) {
	uint32_t side = link->side;
	const TreeState *state = one->state;
	const TreeState *later = other->state;
	if (!node_is_moved(one, side)) return (Precise33){ 0 };
	Precise33 speeds = other->node->is_angular
			? state->turns[side]
			: speeds_at(state, side, later->arms[link->later_side]);
	if (state->held != 3) speeds = hold_rows(state, speeds);
	if (later->held != 3) {
		speeds = precise33_transpose(hold_rows(later, precise33_transpose(speeds)));
	}
	return side == link->later_side ? speeds : precise33_scale(speeds, -1);
}

static Precise33 couple_both(const NodeView *one, const NodeView *other) {
	Precise33 a = couple(one, other, &(TreeLink){ 0, 0, 0 });
	return precise33_add(a, couple(one, other, &(TreeLink){ 0, 1, 1 }));
}

// The axis of a matrix that is zero along it, or zero across it.
static Precise3 axis_of(const JointBlockLanes *block, uint32_t lane, uint32_t held) {
	double m[6];
	for (uint32_t i = 0; i < 6; i++)
		m[i] = (double)block->mass[i][lane];
	const Precise3 columns[3] = { { m[0], m[1], m[2] }, { m[1], m[3], m[4] },
		{ m[2], m[4], m[5] } };
	Precise3 axis = { 0, 0, 0 };
	for (uint32_t i = 0; i < 3; i++) {
		Precise3 next = held == 1 ? columns[i] : precise3_cross(columns[i], columns[(i + 1) % 3]);
		if (precise3_dot(next, next) > precise3_dot(axis, axis)) axis = next;
	}
	double length = sqrt(precise3_dot(axis, axis));
	return length > 0 ? precise3_scale(axis, 1 / length) : axis;
}

static uint32_t bit_count(uint32_t bits) { return (bits & 1) + (bits >> 1 & 1) + (bits >> 2 & 1); }

// Directions that are not held get a number of their own: the matrix must have an inverse.
static Precise33 fill_free(const TreeState *state, Precise33 mass) {
	double size = mass.x.x + mass.y.y + mass.z.z;
	Precise3 columns[3];
	for (uint32_t k = 0; k < 3; k++) {
		Precise3 e = precise3_axis(k);
		Precise3 left = precise3_sub(e, hold(state, e));
		columns[k] = precise3_scale(left, size);
	}
	return precise33_add(mass, (Precise33){ columns[0], columns[1], columns[2] });
}

static void aim_node(const TreePass *pass, const NodeView *view) {
	TreeState *state = view->state;
	const JointBundle *bundle = view->bundle;
	uint32_t lane = view->lane;
	JointLayout plan = bundle->plan;
	uint32_t bits = view->node->is_angular ? joint_plan_angular(plan) : joint_plan_linear(plan);
	aim_side(pass, view, 0);
	aim_side(pass, view, 1);
	state->held = bit_count(bits);
	if (state->held != 3) state->axis = axis_of(view->block, lane, state->held);
	Precise33 mass = couple_both(view, view);
	// the push is the error times the mass
	Precise3 error = precise33_apply(mass, lane_precise3(&view->block->push, lane));
	state->bias = precise3_scale(hold(state, error), (double)view->block->bias_rate[lane]);
	state->mass = state->held == 3 ? mass : fill_free(state, mass);
}

static double pivot(double value, double least) { return value > least ? 1 / value : 0; }

static TreeFactor factor_of(Precise33 m, double least) {
	TreeFactor f;
	f.inverse[0] = pivot(m.x.x, least);
	f.xy = m.x.y * f.inverse[0];
	f.xz = m.x.z * f.inverse[0];
	f.inverse[1] = pivot(m.y.y - f.xy * m.x.y, least);
	f.yz = (m.y.z - f.xy * m.x.z) * f.inverse[1];
	f.inverse[2] = pivot(m.z.z - f.xz * m.x.z - f.yz * (m.y.z - f.xy * m.x.z), least);
	return f;
}

static Precise3 factor_solve(const TreeFactor *f, Precise3 v) {
	v.y -= f->xy * v.x;
	v.z -= f->xz * v.x + f->yz * v.y;
	v = precise3(v.x * f->inverse[0], v.y * f->inverse[1], v.z * f->inverse[2]);
	v.y -= f->yz * v.z;
	v.x -= f->xy * v.y + f->xz * v.z;
	return v;
}

static void couple_node(const TreePass *pass, const JointTree *tree, const NodeView *one) {
	for (uint32_t k = 0; k < one->node->link_count; k++) {
		uint32_t index = one->node->first_link + k;
		const TreeLink *link = pass->trees.links + index;
		NodeView other = view_node(pass, tree, link->node);
		pass->trees.couplings[index] = link->side == MK_TREE_BOTH ? couple_both(one, &other)
																  : couple(one, &other, link);
	}
}

// What a node takes up is no longer there for those that are linked to it.
static void eliminate(const TreePass *pass, const JointTree *tree, const TreeNode *node) {
	// the last one; where all trees are of one joint, there is no array of links at all
	if (node->link_count == 0) return;
	const JointTrees *trees = &pass->trees;
	const TreeState *state = trees->states + (node - trees->nodes);
	const TreeLink *links = trees->links + node->first_link;
	const Precise33 *couplings = trees->couplings + node->first_link;
	for (uint32_t k = 0; k < node->link_count; k++) {
		// C D^-1, by rows
		Precise33 taken = { factor_solve(&state->factor, couplings[k].x),
			factor_solve(&state->factor, couplings[k].y),
			factor_solve(&state->factor, couplings[k].z) };
		uint32_t later = tree->first + links[k].node;
		TreeState *other = trees->states + later;
		other->mass = precise33_sub_product(other->mass, taken, couplings[k]);
		Precise33 *next = trees->couplings + trees->nodes[later].first_link;
		for (uint32_t n = k + 1; n < node->link_count; n++)
			next[n - k - 1] = precise33_sub_product(next[n - k - 1], couplings[n], taken);
	}
}

static double least_of(Precise33 mass) { return MK_TREE_LEAST * (mass.x.x + mass.y.y + mass.z.z); }

void mk_joint_tree_prepare(const TreePass *pass, const JointTree *tree) {
	for (uint32_t i = 0; i < tree->count; i++) {
		NodeView node = view_node(pass, tree, i);
		aim_node(pass, &node);
		node.state->least = least_of(node.state->mass);
	}
	for (uint32_t i = 0; i < tree->count; i++) {
		NodeView node = view_node(pass, tree, i);
		couple_node(pass, tree, &node);
	}
	for (uint32_t i = 0; i < tree->count; i++) {
		TreeState *state = pass->trees.states + tree->first + i;
		state->factor = factor_of(state->mass, state->least);
		eliminate(pass, tree, pass->trees.nodes + tree->first + i);
	}
}

// How the body on a side of a joint moves.
static TreeMotion body_motion(const TreePass *pass, const NodeView *view, uint32_t side) {
	const SolverBody *body = pass->bodies.bodies + node_row(view, side);
	return (TreeMotion){ load3(body->velocity), load3(body->spin) };
}

// Returns how fast a node opens that should not.
static Precise3 wrong_speed(const TreePass *pass, const NodeView *view) {
	const TreeState *state = view->state;
	Precise3 a = speed_of(view->node, state->arms[0], body_motion(pass, view, 0));
	Precise3 b = speed_of(view->node, state->arms[1], body_motion(pass, view, 1));
	return hold(state, precise3_sub(b, a));
}

// From the speeds that are wrong to the impulses that take them away, in place.
static void find_impulses(const JointTrees *trees, const JointTree *tree) {
	TreeState *states = trees->states + tree->first;
	const TreeNode *nodes = trees->nodes + tree->first;
	for (uint32_t i = 0; i < tree->count; i++) {
		states[i].x = factor_solve(&states[i].factor, states[i].x);
		for (uint32_t k = 0; k < nodes[i].link_count; k++) {
			uint32_t index = nodes[i].first_link + k;
			TreeState *later = states + trees->links[index].node;
			Precise3 taken = precise33_apply(trees->couplings[index], states[i].x);
			later->x = precise3_sub(later->x, taken);
		}
	}
	for (uint32_t i = tree->count; i-- > 0;) {
		Precise3 given = { 0, 0, 0 };
		for (uint32_t k = 0; k < nodes[i].link_count; k++) {
			uint32_t index = nodes[i].first_link + k;
			Precise3 x = states[trees->links[index].node].x;
			given = precise3_add(given, precise33_apply_transposed(trees->couplings[index], x));
		}
		states[i].x = precise3_sub(states[i].x, factor_solve(&states[i].factor, given));
	}
}

static void push_body(const TreePass *pass, const NodeView *view, uint32_t side, Precise3 x) {
	if (!node_is_moved(view, side)) return;
	TreeMotion motion = motion_by(view->state, side, x);
	SolverBody *body = pass->bodies.bodies + node_row(view, side);
	add_to3(body->velocity, motion.velocity);
	add_to3(body->spin, motion.spin);
}

static void add_to(Lane3 *rows, uint32_t lane, Precise3 change) {
	rows->x[lane] = (float)((double)rows->x[lane] + change.x);
	rows->y[lane] = (float)((double)rows->y[lane] + change.y);
	rows->z[lane] = (float)((double)rows->z[lane] + change.z);
}

static void push_bodies(const TreePass *pass, const NodeView *view, Precise3 x) {
	push_body(pass, view, 0, precise3_scale(x, -1));
	push_body(pass, view, 1, x);
}

// Stops what should not open.
static void stop(const TreePass *pass, const JointTree *tree) {
	for (uint32_t i = 0; i < tree->count; i++) {
		NodeView node = view_node(pass, tree, i);
		node.state->x = precise3_scale(wrong_speed(pass, &node), -1);
	}
	find_impulses(&pass->trees, tree);
	for (uint32_t i = 0; i < tree->count; i++) {
		NodeView node = view_node(pass, tree, i);
		push_bodies(pass, &node, node.state->x);
		add_to(&node.block->impulse, node.lane, node.state->x);
	}
}

void mk_joint_tree_solve(const TreePass *pass, const JointTree *tree) {
	stop(pass, tree);
	for (uint32_t i = 0; i < tree->count; i++) {
		NodeView node = view_node(pass, tree, i);
		node.state->x = precise3_scale(node.state->bias, -1);
	}
	find_impulses(&pass->trees, tree);
	for (uint32_t i = 0; i < tree->count; i++) {
		NodeView node = view_node(pass, tree, i);
		push_bodies(pass, &node, node.state->x);
	}
}

void mk_joint_tree_unbias(const TreePass *pass, const JointTree *tree) {
	for (uint32_t i = 0; i < tree->count; i++) {
		NodeView node = view_node(pass, tree, i);
		push_bodies(pass, &node, precise3_scale(node.state->x, -1));
	}
}

void mk_joint_tree_relax(const TreePass *pass, const JointTree *tree) {
	mk_joint_tree_prepare(pass, tree);
	stop(pass, tree);
	for (uint32_t i = 0; i < tree->count; i++) {
		NodeView node = view_node(pass, tree, i);
		Lane3 *total = node.node->is_angular ? &node.bundle->torque_total
											 : &node.bundle->force_total;
		add_to(total, node.lane, node.state->x);
	}
}
