// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "dynamics/joint_part.h"

#include "math/power.h"
#include "math/trig.h"

// At most this part of the rate of sub-steps, no unit: stiffer is noise to them.
#define MK_JOINT_RATE_PART ((Real)0.25)

// The spring before a limit, 1/s and no unit: soft enough to be seen, stiff enough to stop a limb.
static const JointHold zone_hold = { 4, 1, 0, 0 };

// A spring of no stiffness does nothing; softness.h takes it for a rigid one.
Softness mk_joint_softness(const JointHold *hold, Real h) {
	if (!(hold->frequency > 0)) return (Softness){ 0, 0, 1 };
	Real frequency = real_min(
			hold->frequency, real_min(MK_JOINT_FREQUENCY, MK_JOINT_RATE_PART / h));
	return softness_from_frequency((float)frequency, (float)hold->damping_ratio, (float)h);
}

static Real most_of(Real force, Real impulse, const JointBuild *build) {
	return real_min(force * build->h, impulse / (Real)build->sub_steps);
}

void mk_joint_build_block(JointBlock *block, const JointHold *hold, const JointBuild *build) {
	block->is_used = true;
	block->is_soft = !joint_hold_is_rigid(hold);
	block->softness = mk_joint_softness(hold, build->h);
	block->most = most_of(hold->force, hold->impulse, build);
}

// The part of a speed that is lost in each of n sub-steps so that `brake` of it is lost in all.
static Real brake_of(Real brake, uint32_t sub_steps) {
	if (brake == 0) return 0;
	return 1 - real_pow(real_max(0, 1 - brake), 1 / (Real)sub_steps);
}

void mk_joint_build_row(JointRow *row, JointFreedom freedom, const JointBuild *build) {
	const JointAxis *axis = build->settings->axes + freedom;
	row->freedom = (uint8_t)freedom;
	row->is_limited = joint_axis_is_limited(axis);
	row->is_locked = joint_axis_is_locked(axis);
	row->lower = axis->lower;
	row->upper = axis->upper;
	row->is_soft = !joint_hold_is_rigid(&axis->hold);
	row->softness = mk_joint_softness(&axis->hold, build->h);
	row->limit_most = most_of(axis->hold.force, axis->hold.impulse, build);
	row->zone = row->is_locked ? 0 : axis->soft_zone;
	row->zone_softness = mk_joint_softness(&zone_hold, build->h);
	row->bounce = axis->bounce;
	row->has_motor = axis->has_motor;
	row->motor_speed = axis->motor_speed;
	row->motor_most = most_of(axis->motor_force, axis->motor_impulse, build);
	row->has_spring = axis->has_spring;
	row->stiffness = axis->stiffness;
	row->damping = axis->damping;
	row->equilibrium = axis->equilibrium;
	row->brake = brake_of(axis->brake, build->sub_steps);
}

Vec3 mk_joint_place(JointWork *work) {
	SolverJoint *joint = work->joint;
	const SolverBody *a = work->pass->bodies.bodies + joint->bodies[0];
	const SolverBody *b = work->pass->bodies.bodies + joint->bodies[1];
	Vec3 arm_a = quat_rotate(joint_load_turn(a), joint->arms[0]);
	joint->arm_b = quat_rotate(joint_load_turn(b), joint->arms[1]);
	Vec3 shift = vec3_sub(joint_load3(b->shift), joint_load3(a->shift));
	joint->arm_a = vec3_add(vec3_add(joint->offset, shift), joint->arm_b);
	return vec3_sub(joint->arm_a, arm_a);
}

JointTurn mk_joint_turn(const JointWork *work) {
	const SolverJoint *joint = work->joint;
	const SolverBody *bodies = work->pass->bodies.bodies;
	JointTurn turn;
	turn.a = quat_multiply(joint_load_turn(bodies + joint->bodies[0]), joint->frames[0]);
	turn.b = quat_multiply(joint_load_turn(bodies + joint->bodies[1]), joint->frames[1]);
	turn.q = quat_multiply(quat_conjugate(turn.a), turn.b);
	if (turn.q.w < 0) turn.q = quat_negate(turn.q);
	return turn;
}

// An error that would be worked off faster than the limit counts as a smaller one.
static inline Vec3 bound(const JointBlock *block, Vec3 error) {
	Real length = vec3_length(error);
	Real speed = (Real)block->softness.bias_rate * length;
	return speed > MK_JOINT_PUSH_LIMIT ? vec3_scale(error, MK_JOINT_PUSH_LIMIT / speed) : error;
}

// How fast B's frame gives way to an impulse there, against A.
static inline Sym3 inverse_mass_at(const JointWork *work) {
	Sym3 masses = sym3_diagonal(vec3_add(work->a.inverse_mass, work->b.inverse_mass));
	Sym3 turning = sym3_add(sym3_at_arm(work->a.inverse_inertia, work->joint->arm_a),
			sym3_at_arm(work->b.inverse_inertia, work->joint->arm_b));
	return sym3_add(masses, turning);
}

void mk_joint_hold_point(JointWork *work, Vec3 gap) {
	JointBlock *block = &work->joint->linear;
	block->mass = sym3_invert(inverse_mass_at(work));
	block->push = sym3_apply(block->mass, bound(block, gap));
}

// Two directions u with errors (x, y), of bodies with inverse mass k; what the impulse has in a third
// direction is dropped.
static inline void hold_two(JointBlock *block, Sym3 k, const Vec3 u[2], Vec3 error) {
	error = bound(block, error);
	const Real c[2] = { error.x, error.y };
	Real xx = sym3_between(k, u[0], u[0]);
	Real xy = sym3_between(k, u[0], u[1]);
	Real yy = sym3_between(k, u[1], u[1]);
	Real determinant = xx * yy - xy * xy;
	// bodies that can turn about one axis only: one direction is all there is
	bool is_single = !(determinant > 100 * MK_EPSILON * xx * yy);
	bool is_first = xx >= yy;
	Real scale = is_single ? 0 : 1 / determinant;
	Real ixx = yy * scale;
	Real iyy = xx * scale;
	Real ixy = -xy * scale;
	if (is_single) {
		ixx = is_first && xx > 0 ? 1 / xx : 0;
		iyy = !is_first && yy > 0 ? 1 / yy : 0;
	}
	block->mass = sym3_add(sym3_outer(u[0], u[0], ixx), sym3_outer(u[1], u[1], iyy));
	block->mass = sym3_add(block->mass, sym3_outer(u[0], u[1], 2 * ixy));
	Vec3 push = vec3_scale(u[0], ixx * c[0] + ixy * c[1]);
	block->push = vec3_add_scaled(push, u[1], ixy * c[0] + iyy * c[1]);
	Vec3 other = vec3_normalize(vec3_cross(u[0], u[1]));
	block->impulse = vec3_add_scaled(block->impulse, other, -vec3_dot(other, block->impulse));
}

void mk_joint_hold_line(JointWork *work, Vec3 gap, Vec3 direction) {
	Vec3 u[2] = { vec3_perpendicular(direction) };
	u[1] = vec3_cross(direction, u[0]);
	Vec3 error = vec3(vec3_dot(u[0], gap), vec3_dot(u[1], gap), 0);
	hold_two(&work->joint->linear, inverse_mass_at(work), u, error);
}

void mk_joint_hold_plane(JointWork *work, Vec3 gap, Vec3 normal) {
	JointBlock *block = &work->joint->linear;
	Real k = sym3_between(inverse_mass_at(work), normal, normal);
	Real mass = k > 0 ? 1 / k : 0;
	block->mass = sym3_outer(normal, normal, mass);
	Vec3 error = bound(block, vec3_scale(normal, vec3_dot(normal, gap)));
	block->push = vec3_scale(error, mass);
	block->impulse = vec3_scale(normal, vec3_dot(normal, block->impulse));
}

static Sym3 inverse_inertia_of(const JointWork *work) {
	return sym3_add(work->a.inverse_inertia, work->b.inverse_inertia);
}

void mk_joint_hold_turn(JointWork *work, const JointTurn *turn) {
	JointBlock *block = &work->joint->angular;
	block->mass = sym3_invert(inverse_inertia_of(work));
	// the rotation vector, to third order
	Vec3 error = vec3_scale(quat_rotate(turn->a, quat_vector(turn->q)), 2);
	block->push = sym3_apply(block->mass, bound(block, error));
}

// The rate of a component of q's vector part, in world axes; twice, so that it is that of an angle.
static inline Vec3 rate_of(const JointTurn *turn, int component) {
	Vec3 e = vec3_axis(component);
	Vec3 local = vec3_add_scaled(vec3_cross(quat_vector(turn->q), e), e, turn->q.w);
	return quat_rotate(turn->a, local);
}

void mk_joint_hold_axis(JointWork *work, const JointTurn *turn, int axis) {
	int i = (axis + 1) % 3;
	int j = (axis + 2) % 3;
	const Vec3 u[2] = { rate_of(turn, i), rate_of(turn, j) };
	Vec3 v = quat_vector(turn->q);
	Vec3 error = vec3(2 * vec3_get(v, i), 2 * vec3_get(v, j), 0);
	hold_two(&work->joint->angular, inverse_inertia_of(work), u, error);
}

static void set_mass(JointRow *row, Real inverse_mass) {
	row->inverse_mass = inverse_mass;
	row->mass = inverse_mass > 0 ? 1 / inverse_mass : 0;
}

void mk_joint_aim_along(JointWork *work, JointRow *row, Vec3 axis, Real value) {
	row->axis = axis;
	row->turn_a = vec3_cross(work->joint->arm_a, axis);
	row->turn_b = vec3_cross(work->joint->arm_b, axis);
	row->value = value;
	Vec3 masses = vec3_add(work->a.inverse_mass, work->b.inverse_mass);
	Real k = vec3_dot(vec3_multiply(masses, axis), axis);
	k += sym3_between(work->a.inverse_inertia, row->turn_a, row->turn_a);
	set_mass(row, k + sym3_between(work->b.inverse_inertia, row->turn_b, row->turn_b));
}

void mk_joint_aim_about(JointWork *work, JointRow *row, JointAngle angle) {
	row->axis = vec3_zero();
	row->turn_a = row->turn_b = angle.axis;
	row->value = angle.value;
	set_mass(row, sym3_between(inverse_inertia_of(work), angle.axis, angle.axis));
}

// twist = 2 atan2(v_i, w); its rate is (w^2 e + w v x e + v_i v) / (w^2 + v_i^2)
JointAngle mk_joint_twist(const JointTurn *turn, int axis) {
	Vec3 v = quat_vector(turn->q);
	Real w = turn->q.w;
	Real along = vec3_get(v, axis);
	Vec3 e = vec3_axis(axis);
	Real size = w * w + along * along;
	JointAngle angle = { 2 * real_atan2(along, w), quat_rotate(turn->a, e) };
	// the axis points the other way: there is no twist to speak of
	if (size < MK_EPSILON) return angle;
	Vec3 rate = vec3_add_scaled(vec3_scale(e, w * w), vec3_cross(v, e), w);
	rate = vec3_scale(vec3_add_scaled(rate, v, along), 1 / size);
	angle.axis = quat_rotate(turn->a, rate);
	return angle;
}

// With n = w^2 + x^2 the swing is (0, w y - x z, w z + x y, n) / sqrt(n), so the part about Y is
// 2 atan2(p, n) with p = w y - x z. Rates follow by the chain rule from those of w, x, y, z.
JointAngle mk_joint_swing(const JointTurn *turn, int part) {
	Quat q = turn->q;
	Vec3 v = quat_vector(q);
	Real sign = part == 0 ? 1 : -1;
	Real near = part == 0 ? q.y : q.z;
	Real far = part == 0 ? q.z : q.y;
	Real n = q.w * q.w + q.x * q.x;
	Real p = q.w * near - sign * q.x * far;
	Vec3 rates[3]; // of x, y, z, doubled; that of w, doubled, is -v
	for (int i = 0; i < 3; i++) {
		Vec3 e = vec3_axis(i);
		rates[i] = vec3_add_scaled(vec3_cross(v, e), e, q.w);
	}
	Vec3 dp = vec3_add_scaled(vec3_scale(v, -near), rates[1 + part], q.w);
	dp = vec3_add_scaled(dp, rates[0], -sign * far);
	dp = vec3_add_scaled(dp, rates[2 - part], -sign * q.x);
	Vec3 dn = vec3_add_scaled(vec3_scale(v, -2 * q.w), rates[0], 2 * q.x);
	Real size = real_max(n * n + p * p, MK_EPSILON);
	Vec3 rate = vec3_add_scaled(vec3_scale(dp, n / size), dn, -p / size);
	return (JointAngle){ 2 * real_atan2(p, n), quat_rotate(turn->a, rate) };
}

JointAngle mk_joint_lean(const JointTurn *turn, int axis) {
	Vec3 e = vec3_axis(axis);
	Vec3 a = quat_rotate(turn->a, e);
	Vec3 b = quat_rotate(turn->b, e);
	Vec3 across = vec3_cross(a, b);
	Real sine = vec3_length(across);
	// straight, or turned all the way over: any axis across will do
	Vec3 about = sine > MK_EPSILON ? vec3_scale(across, 1 / sine) : vec3_perpendicular(a);
	return (JointAngle){ real_atan2(sine, vec3_dot(a, b)), about };
}
