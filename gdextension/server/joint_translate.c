// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What Godot's joint parameters mean here. Godot's manual leaves most of them open and
// its engines use few, so the rules are: the defaults of the nodes are a rigid joint, and
// what is above them stays one.
//
// Signs. Godot tells angles of A as seen from B, but those of the slider of B from A,
// and lengths of B from A along A's axes. The engine tells all of B as seen from A, so
// angles change their sign.
//
// Stiffness: a value s, as a part of its default, makes a spring of 60 s^2 Hz; 1 or more is rigid,
// 0 holds nothing. Springs are critically damped, times their damping parameter.
//
//   pin, hinge, cone twist
//     BIAS                        stiffness of the joint; of the cone twist also of its limits
//     DAMPING (pin)               damping of it
//     IMPULSE_CLAMP (pin)         N s; most the joint pulls with in a tick; 0: any
//     LIMIT_BIAS                  stiffness of the limits
//     LIMIT_SOFTNESS, SOFTNESS    below the default: the outer part 1 - s of the range is a soft spring
//     LIMIT_RELAXATION, RELAXATION  1 - r of the speed comes back from a limit
//     MOTOR_MAX_IMPULSE           N m s per tick
//     SWING_SPAN, TWIST_SPAN      half angles; negative or half a turn: free
//   slider, for lengths and angles
//     LIMIT_SOFTNESS, LIMIT_RESTITUTION  their product: stiffness of the limits; LIMIT_DAMPING: its damping
//     ORTHOGONAL_*                       the same for the directions that are not free
//     MOTION_SOFTNESS, MOTION_RESTITUTION  the same for a range of no width, where the motion itself is held
//     MOTION_DAMPING              what exceeds the default, times MOTION_SOFTNESS: part of the speed that is
//                                 lost in a tick
//   6DOF, per axis
//     LINEAR_LIMIT_SOFTNESS, LINEAR_RESTITUTION  their product: stiffness of the limits; LINEAR_DAMPING: its
//                                 damping
//     ANGULAR_LIMIT_SOFTNESS, ANGULAR_ERP        the same; ANGULAR_DAMPING
//     ANGULAR_RESTITUTION         part of the speed that comes back from a limit
//     ANGULAR_FORCE_LIMIT         N m; most a limit holds; 0: any
//     *_MOTOR_FORCE_LIMIT         N or N m
//     *_SPRING_*                  N/m or N m/rad, with damping and rest; a motor on the axis switches it off
//   all
//     solver priority             above 1: solved last, the highest at the very end; below 1: first
#include "convert.h"
#include "server/joint.h"

// Defaults come from the nodes in single precision: what is this little below one is one, no unit.
#define MK_JOINT_ROUNDING 1e-6

// From here on an angle is no limit, rad.
static const double half_turn = 3.14159265358979 * (1 - MK_JOINT_ROUNDING);

// Critical, no unit, where something is a spring; the engine's own ratio where it is rigid.
static JointHold hold_of(double part, double damping) {
	double s = part > 0 ? part : 0;
	bool is_rigid = s >= 1 - MK_JOINT_ROUNDING;
	double ratio = is_rigid ? (double)MK_JOINT_DAMPING_RATIO : 1;
	return (JointHold){
		.frequency = is_rigid ? MK_JOINT_FREQUENCY : MK_JOINT_FREQUENCY * (Real)(s * s),
		.damping_ratio = (Real)(damping > 0 ? ratio * damping : 0),
		.force = MK_INFINITY,
		.impulse = MK_INFINITY,
	};
}

static Real part_of_one(double x) { return (Real)(x < 0 ? 0 : x > 1 ? 1 : x); }
static Real amount(double x) { return (Real)(x > 0 ? x : 0); }
static Real amount_or_any(double x) { return x > 0 ? (Real)x : MK_INFINITY; }

// A whole turn is no limit.
static void limit_angle(JointAxis *axis, double lower, double upper) {
	axis->has_limit = lower <= upper && upper - lower < 2 * half_turn;
	axis->lower = (Real)lower;
	axis->upper = (Real)upper;
}

static void translate_pin(JointSettings *settings, const ServerJoint *joint) {
	const double *p = joint->axes[0].params;
	settings->linear = hold_of(p[GD_PIN_JOINT_BIAS] / 0.3, p[GD_PIN_JOINT_DAMPING]);
	settings->linear.impulse = amount_or_any(p[GD_PIN_JOINT_IMPULSE_CLAMP]);
}

static Real zone_of(double softness, double normal, double range) {
	bool is_hard = softness >= normal - MK_JOINT_ROUNDING;
	return is_hard ? 0 : (Real)((1 - (softness > 0 ? softness : 0)) * range);
}

static void translate_hinge(JointSettings *settings, const ServerJoint *joint) {
	const double *p = joint->axes[0].params;
	const bool *flags = joint->axes[0].flags;
	JointAxis *axis = settings->axes + JOINT_ABOUT_Z;
	settings->linear = settings->angular = hold_of(p[GD_HINGE_JOINT_BIAS] / 0.3, 1);
	double lower = p[GD_HINGE_JOINT_LIMIT_LOWER];
	double upper = p[GD_HINGE_JOINT_LIMIT_UPPER];
	if (flags[GD_HINGE_JOINT_FLAG_USE_LIMIT]) limit_angle(axis, -upper, -lower);
	axis->hold = hold_of(p[GD_HINGE_JOINT_LIMIT_BIAS] / 0.3, 1);
	if (axis->has_limit) {
		axis->soft_zone = zone_of(p[GD_HINGE_JOINT_LIMIT_SOFTNESS], 0.9, (upper - lower) / 2);
	}
	axis->bounce = part_of_one(1 - p[GD_HINGE_JOINT_LIMIT_RELAXATION]);
	axis->has_motor = flags[GD_HINGE_JOINT_FLAG_ENABLE_MOTOR];
	axis->motor_speed = (Real)-p[GD_HINGE_JOINT_MOTOR_TARGET_VELOCITY];
	axis->motor_impulse = amount(p[GD_HINGE_JOINT_MOTOR_MAX_IMPULSE]);
}

// Numbers of the parameters of one half of a slider: softness, restitution and
// damping follow each other.
typedef struct SliderHalf {
	int upper;
	int lower;
	int limit;
	int motion;
	int orthogonal;
	double motion_damping; // of the node, by default
} SliderHalf;

static const SliderHalf slider_linear = { GD_SLIDER_JOINT_LINEAR_LIMIT_UPPER,
	GD_SLIDER_JOINT_LINEAR_LIMIT_LOWER, GD_SLIDER_JOINT_LINEAR_LIMIT_SOFTNESS,
	GD_SLIDER_JOINT_LINEAR_MOTION_SOFTNESS, GD_SLIDER_JOINT_LINEAR_ORTHOGONAL_SOFTNESS, 0 };
static const SliderHalf slider_angular = { GD_SLIDER_JOINT_ANGULAR_LIMIT_UPPER,
	GD_SLIDER_JOINT_ANGULAR_LIMIT_LOWER, GD_SLIDER_JOINT_ANGULAR_LIMIT_SOFTNESS,
	GD_SLIDER_JOINT_ANGULAR_MOTION_SOFTNESS, GD_SLIDER_JOINT_ANGULAR_ORTHOGONAL_SOFTNESS, 1 };

// The damping of angular limits is 0 by default and that of the others 1: both are critical.
static JointHold slider_hold(const double *first, double damping) {
	return hold_of(first[0] * first[1] / 0.7, damping);
}

static void translate_half(
		JointAxis *axis, JointHold *orthogonal, const SliderHalf *half, const double *p) {
	double lower = p[half->lower];
	double upper = p[half->upper];
	limit_angle(axis, lower, upper);
	// lengths have no whole turn
	axis->has_limit = half == &slider_linear ? lower <= upper : axis->has_limit;
	double normal = half == &slider_linear ? 0 : 1;
	axis->hold = slider_hold(p + half->limit, p[half->limit + 2] + normal);
	if (lower == upper) axis->hold = slider_hold(p + half->motion, 1);
	*orthogonal = slider_hold(p + half->orthogonal, p[half->orthogonal + 2]);
	double excess = p[half->motion + 2] - half->motion_damping;
	axis->brake = part_of_one(excess * p[half->motion]);
}

static void translate_slider(JointSettings *settings, const ServerJoint *joint) {
	const double *p = joint->axes[0].params;
	translate_half(settings->axes + JOINT_ALONG_X, &settings->linear, &slider_linear, p);
	translate_half(settings->axes + JOINT_ABOUT_X, &settings->angular, &slider_angular, p);
}

static void translate_cone_twist(JointSettings *settings, const ServerJoint *joint) {
	const double *p = joint->axes[0].params;
	double swing = p[GD_CONE_TWIST_JOINT_SWING_SPAN];
	double twist = p[GD_CONE_TWIST_JOINT_TWIST_SPAN];
	JointHold hold = hold_of(p[GD_CONE_TWIST_JOINT_BIAS] / 0.3, 1);
	JointAxis *about = settings->axes + JOINT_ABOUT_X;
	JointAxis *lean = settings->axes + JOINT_ABOUT_Y;
	settings->linear = about->hold = lean->hold = hold;
	if (twist >= 0) limit_angle(about, -twist, twist);
	lean->has_limit = swing >= 0 && swing < half_turn;
	lean->upper = (Real)swing;
	double softness = p[GD_CONE_TWIST_JOINT_SOFTNESS];
	if (about->has_limit) about->soft_zone = zone_of(softness, 0.8, twist);
	if (lean->has_limit) lean->soft_zone = zone_of(softness, 0.8, swing);
	about->bounce = lean->bounce = part_of_one(1 - p[GD_CONE_TWIST_JOINT_RELAXATION]);
}

static void translate_linear(JointAxis *axis, const ServerJointAxis *from) {
	const double *p = from->params;
	axis->lower = (Real)p[GD_G6DOF_JOINT_LINEAR_LOWER_LIMIT];
	axis->upper = (Real)p[GD_G6DOF_JOINT_LINEAR_UPPER_LIMIT];
	axis->has_limit = from->flags[GD_G6DOF_JOINT_FLAG_ENABLE_LINEAR_LIMIT];
	double softness = p[GD_G6DOF_JOINT_LINEAR_LIMIT_SOFTNESS] / 0.7;
	axis->hold = hold_of(softness * p[GD_G6DOF_JOINT_LINEAR_RESTITUTION] / 0.5,
			p[GD_G6DOF_JOINT_LINEAR_DAMPING]);
	axis->has_motor = from->flags[GD_G6DOF_JOINT_FLAG_ENABLE_LINEAR_MOTOR];
	axis->motor_speed = (Real)p[GD_G6DOF_JOINT_LINEAR_MOTOR_TARGET_VELOCITY];
	axis->motor_force = amount(p[GD_G6DOF_JOINT_LINEAR_MOTOR_FORCE_LIMIT]);
	axis->has_spring = from->flags[GD_G6DOF_JOINT_FLAG_ENABLE_LINEAR_SPRING] && !axis->has_motor;
	axis->stiffness = amount(p[GD_G6DOF_JOINT_LINEAR_SPRING_STIFFNESS]);
	axis->damping = amount(p[GD_G6DOF_JOINT_LINEAR_SPRING_DAMPING]);
	axis->equilibrium = (Real)p[GD_G6DOF_JOINT_LINEAR_SPRING_EQUILIBRIUM_POINT];
}

static void translate_angular(JointAxis *axis, const ServerJointAxis *from) {
	const double *p = from->params;
	if (from->flags[GD_G6DOF_JOINT_FLAG_ENABLE_ANGULAR_LIMIT]) {
		limit_angle(axis, -p[GD_G6DOF_JOINT_ANGULAR_UPPER_LIMIT],
				-p[GD_G6DOF_JOINT_ANGULAR_LOWER_LIMIT]);
	}
	double softness = p[GD_G6DOF_JOINT_ANGULAR_LIMIT_SOFTNESS] / 0.5;
	axis->hold = hold_of(
			softness * p[GD_G6DOF_JOINT_ANGULAR_ERP] / 0.5, p[GD_G6DOF_JOINT_ANGULAR_DAMPING]);
	axis->hold.force = amount_or_any(p[GD_G6DOF_JOINT_ANGULAR_FORCE_LIMIT]);
	axis->bounce = part_of_one(p[GD_G6DOF_JOINT_ANGULAR_RESTITUTION]);
	axis->has_motor = from->flags[GD_G6DOF_JOINT_FLAG_ENABLE_MOTOR];
	axis->motor_speed = (Real)-p[GD_G6DOF_JOINT_ANGULAR_MOTOR_TARGET_VELOCITY];
	axis->motor_force = amount(p[GD_G6DOF_JOINT_ANGULAR_MOTOR_FORCE_LIMIT]);
	axis->has_spring = from->flags[GD_G6DOF_JOINT_FLAG_ENABLE_ANGULAR_SPRING] && !axis->has_motor;
	axis->stiffness = amount(p[GD_G6DOF_JOINT_ANGULAR_SPRING_STIFFNESS]);
	axis->damping = amount(p[GD_G6DOF_JOINT_ANGULAR_SPRING_DAMPING]);
	axis->equilibrium = (Real)-p[GD_G6DOF_JOINT_ANGULAR_SPRING_EQUILIBRIUM_POINT];
}

static void translate_6dof(JointSettings *settings, const ServerJoint *joint) {
	for (int i = 0; i < 3; i++) {
		translate_linear(settings->axes + i, joint->axes + i);
		translate_angular(settings->axes + JOINT_ABOUT_X + i, joint->axes + i);
	}
}

static void translate_own(JointSettings *settings, const ServerJoint *joint) {
	*settings = joint->own;
}

typedef struct Translation {
	JointKind kind;
	void (*translate)(JointSettings *settings, const ServerJoint *joint);
} Translation;

static const Translation translations[] = {
	[GD_JOINT_TYPE_PIN] = { JOINT_PIN, translate_pin },
	[GD_JOINT_TYPE_HINGE] = { JOINT_HINGE, translate_hinge },
	[GD_JOINT_TYPE_SLIDER] = { JOINT_SLIDER, translate_slider },
	[GD_JOINT_TYPE_CONE_TWIST] = { JOINT_CONE_TWIST, translate_cone_twist },
	[GD_JOINT_TYPE_6DOF] = { JOINT_GENERIC, translate_6dof },
	[MK_JOINT_TYPE_OWN] = { JOINT_KIND_COUNT, translate_own },
};

// A frame may come with the scale of its node: only the turn counts.
static Transform frame_of(const GdTransform3D *frame) {
	Mat3 stretch;
	return affine_split(affine_from_godot(frame), &stretch);
}

JointSettings mk_joint_translate(const ServerJoint *joint) {
	const Translation *translation = translations + joint->type;
	JointSettings settings = mk_joint_settings(translation->kind);
	translation->translate(&settings, joint);
	settings.frames[0] = frame_of(&joint->frame_a);
	settings.frames[1] = frame_of(&joint->frame_b);
	settings.priority = joint->solver_priority;
	settings.ignores_contacts = joint->disables_collisions;
	return settings;
}
