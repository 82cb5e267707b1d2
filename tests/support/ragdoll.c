// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "support/ragdoll.h"

#include "shape/convex.h"

#define DEGREE ((Real)0.0174532925)

typedef struct Bone {
	Real center[3]; // m, from the hip
	Real radius;
	Real height; // of the whole capsule
	bool is_lying;
	int parent; // -1: none
	Real joint[3];
	Real swing; // degrees; 0: a hinge that bends one way
	Real twist;
} Bone;

// hip, chest, head, two thighs, two shins, two upper arms, two forearms
static const Bone bones[] = {
	{ { 0, 0, 0 }, (Real)0.12, (Real)0.34, true, -1, { 0, 0, 0 }, 0, 0 },
	{ { 0, (Real)0.32, 0 }, (Real)0.14, (Real)0.44, false, 0, { 0, (Real)0.12, 0 }, 30, 20 },
	{ { 0, (Real)0.68, 0 }, (Real)0.11, (Real)0.24, false, 1, { 0, (Real)0.55, 0 }, 40, 40 },
	{ { (Real)0.11, (Real)-0.3, 0 }, (Real)0.08, (Real)0.42, false, 0,
			{ (Real)0.11, (Real)-0.09, 0 }, 60, 20 },
	{ { (Real)-0.11, (Real)-0.3, 0 }, (Real)0.08, (Real)0.42, false, 0,
			{ (Real)-0.11, (Real)-0.09, 0 }, 60, 20 },
	{ { (Real)0.11, (Real)-0.72, 0 }, (Real)0.06, (Real)0.42, false, 3,
			{ (Real)0.11, (Real)-0.51, 0 }, 0, 0 },
	{ { (Real)-0.11, (Real)-0.72, 0 }, (Real)0.06, (Real)0.42, false, 4,
			{ (Real)-0.11, (Real)-0.51, 0 }, 0, 0 },
	{ { (Real)0.36, (Real)0.46, 0 }, (Real)0.06, (Real)0.3, true, 1, { (Real)0.21, (Real)0.46, 0 },
			80, 40 },
	{ { (Real)-0.36, (Real)0.46, 0 }, (Real)0.06, (Real)0.3, true, 1,
			{ (Real)-0.21, (Real)0.46, 0 }, 80, 40 },
	{ { (Real)0.64, (Real)0.46, 0 }, (Real)0.05, (Real)0.28, true, 7, { (Real)0.5, (Real)0.46, 0 },
			0, 0 },
	{ { (Real)-0.64, (Real)0.46, 0 }, (Real)0.05, (Real)0.28, true, 8,
			{ (Real)-0.5, (Real)0.46, 0 }, 0, 0 },
};
#define BONE_COUNT (sizeof(bones) / sizeof(bones[0]))

static Vec3 place_of(const Real v[3], Vec3 hip) { return vec3_add(vec3(v[0], v[1], v[2]), hip); }

static JointSettings joint_of(const Bone *bone) {
	JointSettings settings = mk_joint_settings(bone->swing > 0 ? JOINT_CONE_TWIST : JOINT_HINGE);
	settings.ignores_contacts = true;
	if (bone->swing > 0) {
		settings.axes[JOINT_ABOUT_Y].has_limit = settings.axes[JOINT_ABOUT_X].has_limit = true;
		settings.axes[JOINT_ABOUT_Y].upper = bone->swing * DEGREE;
		settings.axes[JOINT_ABOUT_X].upper = bone->twist * DEGREE;
		settings.axes[JOINT_ABOUT_X].lower = -bone->twist * DEGREE;
	} else {
		settings.axes[JOINT_ABOUT_Z].has_limit = true;
		settings.axes[JOINT_ABOUT_Z].upper = 120 * DEGREE;
	}
	return settings;
}

// X of a cone twist joint along the bone, Z of a hinge across it.
static Quat frame_of(const Bone *bone) {
	Quat upright = quat_from_axis_angle(vec3(0, 0, 1), MK_PI / 2);
	Quat across = quat_from_axis_angle(vec3(0, 1, 0), MK_PI / 2);
	if (bone->swing > 0) return bone->is_lying ? quat_identity() : upright;
	return bone->is_lying ? quat_from_axis_angle(vec3(1, 0, 0), MK_PI / 2) : across;
}

void make_ragdoll(WorldMake *make, Vec3 hip) {
	MadeBody *made[BONE_COUNT];
	for (size_t i = 0; i < BONE_COUNT; i++) {
		const Bone *bone = bones + i;
		Shape *capsule = mk_capsule_create(bone->radius, bone->height, NULL);
		Quat turn = bone->is_lying ? quat_from_axis_angle(vec3(0, 0, 1), MK_PI / 2)
								   : quat_identity();
		made[i] = make_body(
				make, BODY_RIGID, capsule, (Transform){ turn, place_of(bone->center, hip) }, 1000);
		if (bone->parent < 0) continue;
		Transform place = { frame_of(bone), place_of(bone->joint, hip) };
		make_joint(make, joint_of(bone), made[bone->parent], made[i], place);
	}
}

void make_joint_grid(WorldMake *make, uint32_t side) {
	JointSettings pin = mk_joint_settings(JOINT_PIN);
	pin.ignores_contacts = true;
	uint32_t first = make->count;
	for (uint32_t i = 0; i < side * side; i++) {
		uint32_t line = i / side;
		Vec3 place = vec3((Real)(i % side), 0, (Real)line);
		BodyMode mode = i < side ? BODY_STATIC : BODY_RIGID;
		Shape *ball = mk_sphere_create((Real)0.2, NULL);
		Transform pose = { quat_identity(), place };
		MadeBody *made = make_body(make, mode, ball, pose, 1000);
		if (i < side) continue;
		make_joint_at(make, pin, make->bodies + first + i - side, made,
				vec3(place.x, 0, place.z - (Real)0.5));
		if (i % side == 0) continue;
		make_joint_at(make, pin, made - 1, made, vec3(place.x - (Real)0.5, 0, place.z));
	}
}
