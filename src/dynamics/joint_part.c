// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "dynamics/joint_part.h"

#include "math/power.h"

// At most this part of the rate of sub-steps, no unit: stiffer is noise to them.
#define MK_JOINT_RATE_PART ((Real)0.25)

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

static JointBlock build_block(const JointHold *hold, const JointBuild *build) {
	return (JointBlock){
		.softness = mk_joint_softness(hold, build->h),
		.most = most_of(hold->force, hold->impulse, build),
		.is_soft = !joint_hold_is_rigid(hold),
	};
}

// The part of a speed that is lost in each of n sub-steps so that `brake` of it is lost in all.
static Real brake_of(Real brake, uint32_t sub_steps) {
	if (brake == 0) return 0;
	return 1 - real_pow(real_max(0, 1 - brake), 1 / (Real)sub_steps);
}

static JointRow build_row(const JointAxis *axis, const JointBuild *build) {
	bool is_locked = joint_axis_is_locked(axis);
	return (JointRow){
		.lower = axis->lower,
		.upper = axis->upper,
		.softness = mk_joint_softness(&axis->hold, build->h),
		.limit_most = most_of(axis->hold.force, axis->hold.impulse, build),
		.zone = is_locked ? 0 : axis->soft_zone,
		.motor_most = most_of(axis->motor_force, axis->motor_impulse, build),
		.brake = brake_of(axis->brake, build->sub_steps),
		.is_limited = joint_axis_is_limited(axis),
		.is_locked = is_locked,
		.is_soft = !joint_hold_is_rigid(&axis->hold),
	};
}

void mk_joint_build(PlainJoint *parts, const JointBuild *build) {
	const JointSettings *settings = build->settings;
	parts->linear = build_block(&settings->linear, build);
	parts->angular = build_block(&settings->angular, build);
	uint32_t count = joint_plan_rows(build->plan);
	for (uint32_t i = 0; i < count; i++) {
		JointFreedom freedom = joint_measure_freedom(joint_plan_measure(build->plan, i));
		parts->rows[i] = build_row(settings->axes + freedom, build);
	}
	const JointOps *ops = joint_ops[settings->kind];
	if (ops->adjust != NULL) ops->adjust(parts, build);
}
