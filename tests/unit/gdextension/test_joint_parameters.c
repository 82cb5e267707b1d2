// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Every parameter of every joint of Godot, one at a time: each changes the fields of the settings
// that are its own, and no other. All start from joints on which each parameter counts; slider
// motions count where the range has no width, so sliders start from two.
#include "server/joint.h"
#include "support/check.h"

#define MOST_FIELDS 4

typedef struct Field {
	size_t offset;
	size_t size;
} Field;

typedef struct FieldList {
	const Field *fields;
	size_t count;
} FieldList;

// A field of the hold that is the member `at` of a type.
#define HOLD_FIELD(Type, at, field) \
	{ offsetof(Type, at) + offsetof(JointHold, field), sizeof(Real) }
#define HOLD_FIELDS(Type, at)                                             \
	HOLD_FIELD(Type, at, frequency), HOLD_FIELD(Type, at, damping_ratio), \
			HOLD_FIELD(Type, at, force), HOLD_FIELD(Type, at, impulse)
#define AXIS_FIELD(field) \
	{ offsetof(JointAxis, field), sizeof(((JointAxis *)NULL)->field) }

static const Field joint_field_array[] = { HOLD_FIELDS(JointSettings, linear),
	HOLD_FIELDS(JointSettings, angular) };
static const Field axis_field_array[] = { AXIS_FIELD(has_limit), AXIS_FIELD(has_motor),
	AXIS_FIELD(has_spring), AXIS_FIELD(lower), AXIS_FIELD(upper), HOLD_FIELDS(JointAxis, hold),
	AXIS_FIELD(bounce), AXIS_FIELD(soft_zone), AXIS_FIELD(motor_speed), AXIS_FIELD(motor_force),
	AXIS_FIELD(motor_impulse), AXIS_FIELD(stiffness), AXIS_FIELD(damping), AXIS_FIELD(equilibrium),
	AXIS_FIELD(brake) };
#define JOINT_FIELD_COUNT (sizeof(joint_field_array) / sizeof(joint_field_array[0]))
#define AXIS_FIELD_COUNT  (sizeof(axis_field_array) / sizeof(axis_field_array[0]))
static const FieldList joint_fields = { joint_field_array, JOINT_FIELD_COUNT };
static const FieldList axis_fields = { axis_field_array, AXIS_FIELD_COUNT };

#define LINEAR(field)        offsetof(JointSettings, linear.field)
#define ANGULAR(field)       offsetof(JointSettings, angular.field)
#define AXIS(freedom, field) offsetof(JointSettings, axes[JOINT_##freedom].field)

// A parameter, what it is set to, and the offsets of the fields that this changes, in order; 0 ends
// them (there the kind is).
typedef struct Effect {
	int param;
	double value;
	size_t fields[MOST_FIELDS];
} Effect;

static const Effect pin_effects[] = {
	{ GD_PIN_JOINT_BIAS, 0.1, { LINEAR(frequency) } },
	{ GD_PIN_JOINT_DAMPING, 2, { LINEAR(damping_ratio) } },
	{ GD_PIN_JOINT_IMPULSE_CLAMP, 3, { LINEAR(impulse) } },
};

static const Effect hinge_effects[] = {
	{ GD_HINGE_JOINT_BIAS, 0.1, { LINEAR(frequency), ANGULAR(frequency) } },
	// the soft zones are a part of the range, and angles change their sign
	{ GD_HINGE_JOINT_LIMIT_UPPER, 1.5, { AXIS(ABOUT_Z, lower), AXIS(ABOUT_Z, soft_zone) } },
	{ GD_HINGE_JOINT_LIMIT_LOWER, -1.5, { AXIS(ABOUT_Z, upper), AXIS(ABOUT_Z, soft_zone) } },
	{ GD_HINGE_JOINT_LIMIT_BIAS, 0.1, { AXIS(ABOUT_Z, hold.frequency) } },
	{ GD_HINGE_JOINT_LIMIT_SOFTNESS, 0.25, { AXIS(ABOUT_Z, soft_zone) } },
	{ GD_HINGE_JOINT_LIMIT_RELAXATION, 0.25, { AXIS(ABOUT_Z, bounce) } },
	{ GD_HINGE_JOINT_MOTOR_TARGET_VELOCITY, 2, { AXIS(ABOUT_Z, motor_speed) } },
	{ GD_HINGE_JOINT_MOTOR_MAX_IMPULSE, 2, { AXIS(ABOUT_Z, motor_impulse) } },
};

static const Effect cone_twist_effects[] = {
	{ GD_CONE_TWIST_JOINT_SWING_SPAN, 0.75, { AXIS(ABOUT_Y, upper), AXIS(ABOUT_Y, soft_zone) } },
	{ GD_CONE_TWIST_JOINT_TWIST_SPAN, 0.75,
			{ AXIS(ABOUT_X, lower), AXIS(ABOUT_X, upper), AXIS(ABOUT_X, soft_zone) } },
	{ GD_CONE_TWIST_JOINT_BIAS, 0.1,
			{ LINEAR(frequency), AXIS(ABOUT_X, hold.frequency), AXIS(ABOUT_Y, hold.frequency) } },
	{ GD_CONE_TWIST_JOINT_SOFTNESS, 0.25, { AXIS(ABOUT_X, soft_zone), AXIS(ABOUT_Y, soft_zone) } },
	{ GD_CONE_TWIST_JOINT_RELAXATION, 0.25, { AXIS(ABOUT_X, bounce), AXIS(ABOUT_Y, bounce) } },
};

// Both ranges have a width.
static const Effect slider_effects[] = {
	{ GD_SLIDER_JOINT_LINEAR_LIMIT_UPPER, 2, { AXIS(ALONG_X, upper) } },
	{ GD_SLIDER_JOINT_LINEAR_LIMIT_LOWER, -2, { AXIS(ALONG_X, lower) } },
	{ GD_SLIDER_JOINT_LINEAR_LIMIT_SOFTNESS, 0.25, { AXIS(ALONG_X, hold.frequency) } },
	{ GD_SLIDER_JOINT_LINEAR_LIMIT_RESTITUTION, 0.25, { AXIS(ALONG_X, hold.frequency) } },
	{ GD_SLIDER_JOINT_LINEAR_LIMIT_DAMPING, 2, { AXIS(ALONG_X, hold.damping_ratio) } },
	{ GD_SLIDER_JOINT_LINEAR_MOTION_SOFTNESS, 0.25, { AXIS(ALONG_X, brake) } },
	{ GD_SLIDER_JOINT_LINEAR_MOTION_DAMPING, 0.75, { AXIS(ALONG_X, brake) } },
	{ GD_SLIDER_JOINT_LINEAR_ORTHOGONAL_SOFTNESS, 0.25, { LINEAR(frequency) } },
	{ GD_SLIDER_JOINT_LINEAR_ORTHOGONAL_RESTITUTION, 0.25, { LINEAR(frequency) } },
	{ GD_SLIDER_JOINT_LINEAR_ORTHOGONAL_DAMPING, 2, { LINEAR(damping_ratio) } },
	{ GD_SLIDER_JOINT_ANGULAR_LIMIT_UPPER, 0.75, { AXIS(ABOUT_X, upper) } },
	{ GD_SLIDER_JOINT_ANGULAR_LIMIT_LOWER, -0.75, { AXIS(ABOUT_X, lower) } },
	{ GD_SLIDER_JOINT_ANGULAR_LIMIT_SOFTNESS, 0.25, { AXIS(ABOUT_X, hold.frequency) } },
	{ GD_SLIDER_JOINT_ANGULAR_LIMIT_RESTITUTION, 0.25, { AXIS(ABOUT_X, hold.frequency) } },
	{ GD_SLIDER_JOINT_ANGULAR_LIMIT_DAMPING, 2, { AXIS(ABOUT_X, hold.damping_ratio) } },
	{ GD_SLIDER_JOINT_ANGULAR_MOTION_SOFTNESS, 0.25, { AXIS(ABOUT_X, brake) } },
	{ GD_SLIDER_JOINT_ANGULAR_MOTION_DAMPING, 1.75, { AXIS(ABOUT_X, brake) } },
	{ GD_SLIDER_JOINT_ANGULAR_ORTHOGONAL_SOFTNESS, 0.25, { ANGULAR(frequency) } },
	{ GD_SLIDER_JOINT_ANGULAR_ORTHOGONAL_RESTITUTION, 0.25, { ANGULAR(frequency) } },
	{ GD_SLIDER_JOINT_ANGULAR_ORTHOGONAL_DAMPING, 2, { ANGULAR(damping_ratio) } },
};

// Neither has: now the motion is held, which has no damping of its own.
static const Effect locked_slider_effects[] = {
	{ GD_SLIDER_JOINT_LINEAR_LIMIT_SOFTNESS, 0.25, { 0 } },
	{ GD_SLIDER_JOINT_LINEAR_LIMIT_DAMPING, 2, { 0 } },
	{ GD_SLIDER_JOINT_LINEAR_MOTION_SOFTNESS, 0.25,
			{ AXIS(ALONG_X, hold.frequency), AXIS(ALONG_X, brake) } },
	{ GD_SLIDER_JOINT_LINEAR_MOTION_RESTITUTION, 0.25, { AXIS(ALONG_X, hold.frequency) } },
	{ GD_SLIDER_JOINT_ANGULAR_LIMIT_RESTITUTION, 0.25, { 0 } },
	{ GD_SLIDER_JOINT_ANGULAR_MOTION_SOFTNESS, 0.25,
			{ AXIS(ABOUT_X, hold.frequency), AXIS(ABOUT_X, brake) } },
	{ GD_SLIDER_JOINT_ANGULAR_MOTION_RESTITUTION, 0.25, { AXIS(ABOUT_X, hold.frequency) } },
};

// Of the axis Y.
static const Effect generic_effects[] = {
	{ GD_G6DOF_JOINT_LINEAR_LOWER_LIMIT, -2, { AXIS(ALONG_Y, lower) } },
	{ GD_G6DOF_JOINT_LINEAR_UPPER_LIMIT, 2, { AXIS(ALONG_Y, upper) } },
	{ GD_G6DOF_JOINT_LINEAR_LIMIT_SOFTNESS, 0.25, { AXIS(ALONG_Y, hold.frequency) } },
	{ GD_G6DOF_JOINT_LINEAR_RESTITUTION, 0.25, { AXIS(ALONG_Y, hold.frequency) } },
	{ GD_G6DOF_JOINT_LINEAR_DAMPING, 2, { AXIS(ALONG_Y, hold.damping_ratio) } },
	{ GD_G6DOF_JOINT_LINEAR_MOTOR_TARGET_VELOCITY, 2, { AXIS(ALONG_Y, motor_speed) } },
	{ GD_G6DOF_JOINT_LINEAR_MOTOR_FORCE_LIMIT, 2, { AXIS(ALONG_Y, motor_force) } },
	{ GD_G6DOF_JOINT_LINEAR_SPRING_STIFFNESS, 2, { AXIS(ALONG_Y, stiffness) } },
	{ GD_G6DOF_JOINT_LINEAR_SPRING_DAMPING, 2, { AXIS(ALONG_Y, damping) } },
	{ GD_G6DOF_JOINT_LINEAR_SPRING_EQUILIBRIUM_POINT, 2, { AXIS(ALONG_Y, equilibrium) } },
	{ GD_G6DOF_JOINT_ANGULAR_LOWER_LIMIT, -0.75, { AXIS(ABOUT_Y, upper) } },
	{ GD_G6DOF_JOINT_ANGULAR_UPPER_LIMIT, 0.75, { AXIS(ABOUT_Y, lower) } },
	{ GD_G6DOF_JOINT_ANGULAR_LIMIT_SOFTNESS, 0.25, { AXIS(ABOUT_Y, hold.frequency) } },
	{ GD_G6DOF_JOINT_ANGULAR_DAMPING, 2, { AXIS(ABOUT_Y, hold.damping_ratio) } },
	{ GD_G6DOF_JOINT_ANGULAR_RESTITUTION, 0.25, { AXIS(ABOUT_Y, bounce) } },
	{ GD_G6DOF_JOINT_ANGULAR_FORCE_LIMIT, 2, { AXIS(ABOUT_Y, hold.force) } },
	{ GD_G6DOF_JOINT_ANGULAR_ERP, 0.25, { AXIS(ABOUT_Y, hold.frequency) } },
	{ GD_G6DOF_JOINT_ANGULAR_MOTOR_TARGET_VELOCITY, 2, { AXIS(ABOUT_Y, motor_speed) } },
	{ GD_G6DOF_JOINT_ANGULAR_MOTOR_FORCE_LIMIT, 2, { AXIS(ABOUT_Y, motor_force) } },
	{ GD_G6DOF_JOINT_ANGULAR_SPRING_STIFFNESS, 2, { AXIS(ABOUT_Y, stiffness) } },
	{ GD_G6DOF_JOINT_ANGULAR_SPRING_DAMPING, 2, { AXIS(ABOUT_Y, damping) } },
	{ GD_G6DOF_JOINT_ANGULAR_SPRING_EQUILIBRIUM_POINT, 2, { AXIS(ABOUT_Y, equilibrium) } },
};

// A joint to start from, with what it lets each of its parameters do.
typedef struct Start {
	int64_t type;
	int axis;   // of the parameters
	bool flags; // of that axis
	double params[MK_JOINT_PARAMS];
	const Effect *effects;
	size_t effect_count;
	size_t param_count; // 0: some of its parameters are those of another start
} Start;

#define EFFECTS(effects) effects, sizeof(effects) / sizeof((effects)[0])

// Everything that can be soft is, and nothing is at a bound.
static const Start starts[] = {
	{ GD_JOINT_TYPE_PIN, 0, true, { 0.2, 1, 1 }, EFFECTS(pin_effects), 3 },
	{ GD_JOINT_TYPE_HINGE, 0, true, { 0.2, 1, -1, 0.2, 0.5, 0.5, 1, 1 }, EFFECTS(hinge_effects),
			8 },
	{ GD_JOINT_TYPE_CONE_TWIST, 0, true, { 0.5, 0.25, 0.2, 0.5, 0.5 }, EFFECTS(cone_twist_effects),
			5 },
	{ GD_JOINT_TYPE_SLIDER, 0, true,
			{ 1, -1, 0.5, 0.5, 1, 0.5, 0.5, 0.5, 0.5, 0.5, 1, 0.5, -0.5, 0.5, 0.5, 1, 0.5, 0.5, 1.5,
					0.5, 0.5, 1 },
			EFFECTS(slider_effects), 0 },
	{ GD_JOINT_TYPE_SLIDER, 0, true,
			{ 1, 1, 0.5, 0.5, 1, 0.5, 0.5, 0.5, 0.5, 0.5, 1, 0.5, 0.5, 0.5, 0.5, 1, 0.5, 0.5, 1.5,
					0.5, 0.5, 1 },
			EFFECTS(locked_slider_effects), 0 },
	{ GD_JOINT_TYPE_6DOF, 1, true,
			{ -1, 1, 0.5, 0.5, 1, 1, 1, 1, 1, 1, -0.5, 0.5, 0.4, 1, 0.5, 1, 0.5, 1, 1, 1, 1, 1 },
			EFFECTS(generic_effects), GD_G6DOF_JOINT_MAX },
};
#define START_COUNT (sizeof(starts) / sizeof(starts[0]))

static ServerJoint make(const Start *start) {
	static const GdTransform3D at_origin = { .basis = {
													 { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } } };
	ServerJoint joint = { .type = start->type, .frame_a = at_origin, .frame_b = at_origin };
	joint.solver_priority = 1;
	ServerJointAxis *axis = joint.axes + start->axis;
	memcpy(axis->params, start->params, sizeof(start->params));
	memset(axis->flags, start->flags, sizeof(axis->flags));
	return joint;
}

// Appends the offsets of fields that differ, 0 behind them.
static size_t *note_changes(size_t *changed, const JointSettings *a, const JointSettings *b,
		const FieldList *list, size_t base) {
	for (size_t i = 0; i < list->count; i++) {
		size_t at = base + list->fields[i].offset;
		if (memcmp((const char *)a + at, (const char *)b + at, list->fields[i].size) != 0)
			*changed++ = at;
	}
	*changed = 0;
	return changed;
}

static void find_changes(size_t *changed, const JointSettings *a, const JointSettings *b) {
	changed = note_changes(changed, a, b, &joint_fields, 0);
	for (size_t i = 0; i < JOINT_AXES; i++) {
		size_t base = offsetof(JointSettings, axes) + i * sizeof(JointAxis);
		changed = note_changes(changed, a, b, &axis_fields, base);
	}
}

static void check_effect(const Start *start, const Effect *effect) {
	ServerJoint joint = make(start);
	JointSettings before = mk_joint_translate(&joint);
	joint.axes[start->axis].params[effect->param] = effect->value;
	JointSettings after = mk_joint_translate(&joint);
	size_t changed[JOINT_FIELD_COUNT + JOINT_AXES * AXIS_FIELD_COUNT + 1];
	find_changes(changed, &before, &after);
	for (size_t i = 0;; i++) {
		size_t expected = i < MOST_FIELDS ? effect->fields[i] : 0;
		if (changed[i] != expected)
			print_error("joint %d, parameter %d: field %zu changes, not %zu\n", (int)start->type,
					effect->param, changed[i], expected);
		assert_int_equal(changed[i], expected);
		if (expected == 0) break;
	}
}

static void each_parameter_changes_its_own_fields_and_no_others(void **state) {
	(void)state;
	for (size_t s = 0; s < START_COUNT; s++)
		for (size_t e = 0; e < starts[s].effect_count; e++)
			check_effect(starts + s, starts[s].effects + e);
}

static bool has_effect(int64_t type, int param) {
	for (size_t s = 0; s < START_COUNT; s++)
		for (size_t e = 0; starts[s].type == type && e < starts[s].effect_count; e++) {
			const Effect *effect = starts[s].effects + e;
			if (effect->param == param && effect->fields[0] != 0) return true;
		}
	return false;
}

static void no_parameter_is_without_effect(void **state) {
	(void)state;
	for (int param = 0; param < GD_SLIDER_JOINT_MAX; param++)
		assert_true(has_effect(GD_JOINT_TYPE_SLIDER, param));
	for (size_t s = 0; s < START_COUNT; s++)
		for (size_t param = 0; param < starts[s].param_count; param++)
			assert_true(has_effect(starts[s].type, (int)param));
}

static void axes_of_a_generic_joint_do_not_touch_each_other(void **state) {
	(void)state;
	const Start *start = starts + START_COUNT - 1;
	ServerJoint joint = make(start);
	JointSettings before = mk_joint_translate(&joint);
	memcpy(joint.axes[2].params, start->params, sizeof(start->params));
	JointSettings after = mk_joint_translate(&joint);
	static const JointFreedom others[] = { JOINT_ALONG_X, JOINT_ALONG_Y, JOINT_ABOUT_X,
		JOINT_ABOUT_Y };
	for (size_t i = 0; i < 4; i++) {
		size_t changed[AXIS_FIELD_COUNT + 1];
		size_t base = offsetof(JointSettings, axes) + others[i] * sizeof(JointAxis);
		note_changes(changed, &before, &after, &axis_fields, base);
		assert_int_equal(changed[0], 0);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_parameter_changes_its_own_fields_and_no_others),
		cmocka_unit_test(no_parameter_is_without_effect),
		cmocka_unit_test(axes_of_a_generic_joint_do_not_touch_each_other),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
