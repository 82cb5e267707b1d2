// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "dynamics/joint_solver.h"

#include "dynamics/joint_part.h"

// What every joint goes through in every pass: bodies stay in registers only if there is no call.
#define MK_JOINT_INLINE static inline __attribute__((always_inline))

static const JointOps *const joint_ops[JOINT_KIND_COUNT] = {
	[JOINT_PIN] = &mk_joint_pin_ops,
	[JOINT_HINGE] = &mk_joint_hinge_ops,
	[JOINT_SLIDER] = &mk_joint_slider_ops,
	[JOINT_CONE_TWIST] = &mk_joint_cone_twist_ops,
	[JOINT_GENERIC] = &mk_joint_generic_ops,
	[JOINT_FIXED] = &mk_joint_fixed_ops,
	[JOINT_DISTANCE] = &mk_joint_distance_ops,
};

const JointOps *mk_joint_ops(JointKind kind) { return joint_ops[kind]; }

// Slower meetings with a limit do not bounce, m/s or rad/s: nothing would ever rest against one.
#define MK_JOINT_BOUNCE_SPEED ((Real)0.2)

MK_JOINT_INLINE JointWork begin(const JointPass *pass, SolverJoint *joint) {
	return (JointWork){
		.joint = joint,
		.rows = pass->rows + joint->first_row,
		.pass = pass,
		.a = joint_side_load(&pass->bodies, joint->bodies[0]),
		.b = joint_side_load(&pass->bodies, joint->bodies[1]),
	};
}

MK_JOINT_INLINE void store_side(const SolverBodies *bodies, uint32_t row, const JointSide *side) {
	SolverBody *body = bodies->bodies + row;
	body->velocity[0] = (float)side->velocity.x;
	body->velocity[1] = (float)side->velocity.y;
	body->velocity[2] = (float)side->velocity.z;
	body->spin[0] = (float)side->spin.x;
	body->spin[1] = (float)side->spin.y;
	body->spin[2] = (float)side->spin.z;
}

// Bodies that do not move are shared between workers and never written.
MK_JOINT_INLINE void end(const JointWork *work) {
	const SolverJoint *joint = work->joint;
	const SolverBodies *bodies = &work->pass->bodies;
	if (joint->is_moved[0]) store_side(bodies, joint->bodies[0], &work->a);
	if (joint->is_moved[1]) store_side(bodies, joint->bodies[1], &work->b);
}

MK_JOINT_INLINE void push(JointSide *side, Vec3 impulse, Vec3 turn) {
	side->velocity = vec3_add(side->velocity, vec3_multiply(side->inverse_mass, impulse));
	side->spin = vec3_add(side->spin, sym3_apply(side->inverse_inertia, turn));
}

MK_JOINT_INLINE void push_both(JointWork *work, Vec3 impulse, Vec3 turn_a, Vec3 turn_b) {
	push(&work->a, vec3_negate(impulse), vec3_negate(turn_a));
	push(&work->b, impulse, turn_b);
}

MK_JOINT_INLINE Real row_impulse(const JointRow *row) {
	return row->lower_impulse - row->upper_impulse + row->motor_impulse + row->spring_impulse +
			row->zone_impulse;
}

MK_JOINT_INLINE Vec3 clamp_length(Vec3 v, Real most) {
	Real squared = vec3_length_squared(v);
	if (!(squared > most * most)) return v;
	return vec3_scale(v, most / real_sqrt(squared));
}

// Returns the change of a block's impulse for a velocity of B against A.
MK_JOINT_INLINE Vec3 solve_block(JointBlock *block, Vec3 velocity, bool has_bias) {
	Vec3 change = sym3_apply(block->mass, velocity);
	if (has_bias) {
		const Softness *s = &block->softness;
		change = vec3_add_scaled(change, block->push, (Real)s->bias_rate);
		change = vec3_scale(change, (Real)-s->mass_scale);
		change = vec3_add_scaled(change, block->impulse, (Real)-s->impulse_scale);
	} else {
		change = vec3_negate(change);
	}
	Vec3 impulse = clamp_length(vec3_add(block->impulse, change), block->most);
	change = vec3_sub(impulse, block->impulse);
	block->impulse = impulse;
	return change;
}

MK_JOINT_INLINE Vec3 relative_velocity(const JointWork *work) {
	Vec3 a = vec3_add(work->a.velocity, vec3_cross(work->a.spin, work->joint->arm_a));
	Vec3 b = vec3_add(work->b.velocity, vec3_cross(work->b.spin, work->joint->arm_b));
	return vec3_sub(b, a);
}

// Points of turning bodies leave the tangent within a sub-step. Half the acceleration that does it, as
// seen from A, makes the error at the end of the sub-step one of third order; without it a pendulum
// would lose its height.
MK_JOINT_INLINE Vec3 leaving_velocity(const JointWork *work, Vec3 velocity) {
	Vec3 wa = work->a.spin;
	Vec3 wb = work->b.spin;
	Vec3 towards_b = vec3_cross(wb, vec3_cross(wb, work->joint->arm_b));
	Vec3 towards_a = vec3_cross(wa, vec3_cross(wa, work->joint->arm_a));
	Vec3 acceleration = vec3_sub(towards_b, towards_a);
	acceleration = vec3_add_scaled(acceleration, vec3_cross(wa, velocity), -2);
	Real h = work->pass->h;
	// of no use when bodies turn by more than half a radian in a sub-step
	Real turned = h * h * (vec3_length_squared(wa) + vec3_length_squared(wb));
	return vec3_scale(acceleration, h / (2 + 2 * turned));
}

MK_JOINT_INLINE void solve_linear(JointWork *work, bool has_bias) {
	SolverJoint *joint = work->joint;
	JointBlock *block = &joint->linear;
	if (!block->is_used || (!has_bias && block->is_soft)) return;
	Vec3 velocity = relative_velocity(work);
	if (has_bias) velocity = vec3_add(velocity, leaving_velocity(work, velocity));
	Vec3 change = solve_block(block, velocity, has_bias);
	push_both(work, change, vec3_cross(joint->arm_a, change), vec3_cross(joint->arm_b, change));
}

MK_JOINT_INLINE void solve_angular(JointWork *work, bool has_bias) {
	JointBlock *block = &work->joint->angular;
	if (!block->is_used || (!has_bias && block->is_soft)) return;
	Vec3 change = solve_block(block, vec3_sub(work->b.spin, work->a.spin), has_bias);
	push_both(work, vec3_zero(), change, change);
}

// A limit as the solver sees it from inside: `gap` is how far it is away.
typedef struct LimitState {
	Real gap;
	Real speed; // away from it
	Real impulse;
} LimitState;

// Returns the new impulse of a limit, which only pushes inward.
static Real solve_limit(const JointRow *row, LimitState state, Real h, bool has_bias) {
	if (state.gap > 0) {
		// speculative: the gap may be closed within this sub-step and no more
		Real impulse = state.impulse - row->mass * (state.speed + state.gap / h);
		return real_clamp(impulse, 0, row->limit_most);
	}
	if (!has_bias && row->is_soft) return state.impulse;
	Softness s = has_bias ? row->softness : softness_rigid();
	Real bias = real_max((Real)s.bias_rate * state.gap, -MK_JOINT_PUSH_LIMIT);
	Real impulse = state.impulse - row->mass * (Real)s.mass_scale * (state.speed + bias) -
			(Real)s.impulse_scale * state.impulse;
	return real_clamp(impulse, 0, row->limit_most);
}

static Real solve_lock(const JointRow *row, Real speed, bool has_bias) {
	if (!has_bias && row->is_soft) return row->lower_impulse;
	Softness s = has_bias ? row->softness : softness_rigid();
	Real bias = real_clamp((Real)s.bias_rate * (row->value - row->lower), -MK_JOINT_PUSH_LIMIT,
			MK_JOINT_PUSH_LIMIT);
	Real impulse = row->lower_impulse - row->mass * (Real)s.mass_scale * (speed + bias) -
			(Real)s.impulse_scale * row->lower_impulse;
	return real_clamp(impulse, -row->limit_most, row->limit_most);
}

// Both limits; returns the change of the impulse.
static Real solve_limits(JointRow *row, Real speed, Real h, bool has_bias) {
	Real before = row->lower_impulse - row->upper_impulse;
	if (row->is_locked) {
		row->lower_impulse = solve_lock(row, speed, has_bias);
		return row->lower_impulse - before;
	}
	LimitState lower = { row->value - row->lower, speed, row->lower_impulse };
	Real raised = solve_limit(row, lower, h, has_bias);
	speed += row->inverse_mass * (raised - row->lower_impulse);
	row->lower_impulse = raised;
	LimitState upper = { row->upper - row->value, -speed, row->upper_impulse };
	row->upper_impulse = solve_limit(row, upper, h, has_bias);
	return row->lower_impulse - row->upper_impulse - before;
}

// The impulse f with f = -h (k C' + c v') for where and how fast the spring is at the end of the
// sub-step. Springs that swing slowly against the sub-steps take C from the start instead, which keeps
// their energy; fast ones would explode that way.
static Real solve_spring(JointRow *row, Real speed, Real h) {
	Real k = row->stiffness;
	Real stretch = row->value - row->equilibrium;
	Real ahead = real_min(1, 4 * h * h * k * row->inverse_mass);
	Real yield = h * (row->damping + ahead * h * k);
	Real give = yield * row->inverse_mass;
	Real impulse = (give * row->spring_impulse - h * k * stretch - yield * speed) / (1 + give);
	Real change = impulse - row->spring_impulse;
	row->spring_impulse = impulse;
	return change;
}

// The soft spring before the limits.
static Real solve_zone(JointRow *row, Real speed) {
	Real low = row->lower + row->zone;
	Real high = row->upper - row->zone;
	Real inside = row->value < low ? row->value - low : row->value > high ? row->value - high : 0;
	const Softness *s = &row->zone_softness;
	Real impulse = 0;
	if (inside != 0) {
		impulse = row->zone_impulse * (Real)(1 - s->impulse_scale) -
				row->mass * (Real)s->mass_scale * (speed + (Real)s->bias_rate * inside);
		// it pushes out of the zone and never pulls in
		impulse = inside < 0 ? real_max(impulse, 0) : real_min(impulse, 0);
	}
	Real change = impulse - row->zone_impulse;
	row->zone_impulse = impulse;
	return change;
}

static Real solve_motor(JointRow *row, Real speed) {
	Real impulse = row->motor_impulse - row->mass * (speed - row->motor_speed);
	impulse = real_clamp(impulse, -row->motor_most, row->motor_most);
	Real change = impulse - row->motor_impulse;
	row->motor_impulse = impulse;
	return change;
}

// All that acts on an axis, one after the other on its speed; the bodies get the sum.
static void solve_row(JointWork *work, JointRow *row, bool has_bias) {
	Real start = joint_row_speed(work, row);
	Real speed = start;
	Real change = 0;
	Real h = work->pass->h;
	if (has_bias && row->has_spring) change += solve_spring(row, speed, h);
	speed = start + row->inverse_mass * change;
	if (has_bias && row->brake > 0) change -= row->mass * row->brake * speed;
	speed = start + row->inverse_mass * change;
	if (has_bias && row->zone > 0) change += solve_zone(row, speed);
	speed = start + row->inverse_mass * change;
	if (row->has_motor) change += solve_motor(row, speed);
	speed = start + row->inverse_mass * change;
	if (row->is_limited) change += solve_limits(row, speed, h, has_bias);
	push_both(work, vec3_scale(row->axis, change), vec3_scale(row->turn_a, change),
			vec3_scale(row->turn_b, change));
}

MK_JOINT_INLINE void solve_all(JointWork *work, bool has_bias) {
	for (uint32_t i = 0; i < work->joint->row_count; i++)
		solve_row(work, work->rows + i, has_bias);
	solve_angular(work, has_bias);
	solve_linear(work, has_bias);
}

// What the reaction and the breaking are measured by.
MK_JOINT_INLINE void add_totals(const JointWork *work) {
	SolverJoint *joint = work->joint;
	joint->force_total = vec3_add(joint->force_total, joint->linear.impulse);
	joint->torque_total = vec3_add(joint->torque_total, joint->angular.impulse);
	for (uint32_t i = 0; i < joint->row_count; i++) {
		JointRow *row = work->rows + i;
		Real impulse = row_impulse(row);
		row->limit_total += row->lower_impulse + row->upper_impulse;
		joint->force_total = vec3_add_scaled(joint->force_total, row->axis, impulse);
		if (row->freedom < JOINT_ABOUT_X) continue;
		joint->torque_total = vec3_add_scaled(joint->torque_total, row->turn_b, impulse);
	}
}

void mk_joints_prepare(const JointPass *pass, SolverJoint *joints, uint32_t count) {
	for (uint32_t i = 0; i < count; i++) {
		JointWork work = begin(pass, joints + i);
		joint_ops[joints[i].kind]->update(&work);
		for (uint32_t r = 0; r < joints[i].row_count; r++)
			work.rows[r].approach = joint_row_speed(&work, work.rows + r);
	}
}

void mk_joints_warm_start(const JointPass *pass, SolverJoint *joints, uint32_t count) {
	for (uint32_t i = 0; i < count; i++) {
		SolverJoint *joint = joints + i;
		JointWork work = begin(pass, joint);
		Vec3 impulse = joint->linear.impulse;
		Vec3 turn_a = vec3_add(vec3_cross(joint->arm_a, impulse), joint->angular.impulse);
		Vec3 turn_b = vec3_add(vec3_cross(joint->arm_b, impulse), joint->angular.impulse);
		for (uint32_t r = 0; r < joint->row_count; r++) {
			const JointRow *row = work.rows + r;
			Real along = row_impulse(row);
			impulse = vec3_add_scaled(impulse, row->axis, along);
			turn_a = vec3_add_scaled(turn_a, row->turn_a, along);
			turn_b = vec3_add_scaled(turn_b, row->turn_b, along);
		}
		push_both(&work, impulse, turn_a, turn_b);
		end(&work);
	}
}

void mk_joints_solve(const JointPass *pass, SolverJoint *joints, uint32_t count) {
	for (uint32_t i = 0; i < count; i++) {
		JointWork work = begin(pass, joints + i);
		solve_all(&work, true);
		end(&work);
	}
}

void mk_joints_relax(const JointPass *pass, SolverJoint *joints, uint32_t count) {
	for (uint32_t i = 0; i < count; i++) {
		JointWork work = begin(pass, joints + i);
		joint_ops[joints[i].kind]->update(&work);
		solve_all(&work, false);
		add_totals(&work);
		end(&work);
	}
}

// A limit that was met with some speed in this step gives a part of it back.
static void restitute_row(JointWork *work, JointRow *row) {
	bool is_hit = row->bounce > 0 && row->limit_total > 0 && !row->is_locked;
	if (!is_hit || real_abs(row->approach) < MK_JOINT_BOUNCE_SPEED) return;
	Real speed = joint_row_speed(work, row);
	Real wanted = -row->bounce * row->approach;
	bool is_slower = row->approach < 0 ? speed < wanted : speed > wanted;
	if (!is_slower) return;
	Real change = row->mass * (wanted - speed);
	push_both(work, vec3_scale(row->axis, change), vec3_scale(row->turn_a, change),
			vec3_scale(row->turn_b, change));
}

void mk_joints_restitute(const JointPass *pass, SolverJoint *joints, uint32_t count) {
	for (uint32_t i = 0; i < count; i++) {
		if (joints[i].row_count == 0) continue;
		JointWork work = begin(pass, joints + i);
		for (uint32_t r = 0; r < joints[i].row_count; r++)
			restitute_row(&work, work.rows + r);
		end(&work);
	}
}
