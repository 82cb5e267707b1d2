# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
class_name Ragdoll
extends RefCounted
## A doll of eleven bodies: cones at neck, spine, shoulders and hips, hinges with limits at elbows and knees.

## Name -> middle, half length along its axis, radius (m), mass (kg); standing, feet at the origin.
const BONES: Dictionary[String, Array] = {
	"hips": [Vector3(0, 0.95, 0), 0.0, 0.15, 10.0],
	"chest": [Vector3(0, 1.27, 0), 0.1, 0.17, 14.0],
	"head": [Vector3(0, 1.65, 0), 0.02, 0.12, 4.0],
	"arm_l": [Vector3(0.36, 1.4, 0), 0.12, 0.06, 2.0],
	"arm_r": [Vector3(-0.36, 1.4, 0), 0.12, 0.06, 2.0],
	"hand_l": [Vector3(0.66, 1.4, 0), 0.12, 0.05, 1.5],
	"hand_r": [Vector3(-0.66, 1.4, 0), 0.12, 0.05, 1.5],
	"thigh_l": [Vector3(0.1, 0.67, 0), 0.15, 0.08, 5.0],
	"thigh_r": [Vector3(-0.1, 0.67, 0), 0.15, 0.08, 5.0],
	"shin_l": [Vector3(0.1, 0.25, 0), 0.16, 0.06, 3.0],
	"shin_r": [Vector3(-0.1, 0.25, 0), 0.16, 0.06, 3.0],
}
## Parent, child, where, and how far a cone opens (rad); 0 for a hinge that bends one way.
const JOINTS: Array[Array] = [
	["hips", "chest", Vector3(0, 1.1, 0), 0.4],
	["chest", "head", Vector3(0, 1.5, 0), 0.5],
	["chest", "arm_l", Vector3(0.2, 1.4, 0), 1.3],
	["chest", "arm_r", Vector3(-0.2, 1.4, 0), 1.3],
	["arm_l", "hand_l", Vector3(0.51, 1.4, 0), 0.0],
	["arm_r", "hand_r", Vector3(-0.51, 1.4, 0), 0.0],
	["hips", "thigh_l", Vector3(0.1, 0.88, 0), 0.8],
	["hips", "thigh_r", Vector3(-0.1, 0.88, 0), 0.8],
	["thigh_l", "shin_l", Vector3(0.1, 0.46, 0), 0.0],
	["thigh_r", "shin_r", Vector3(-0.1, 0.46, 0), 0.0],
]

var bones: Dictionary[String, RigidBody3D] = {}

var _place: Transform3D
var _anchors: Array[PackedVector3Array] = []


func _init(scene: DemoScene, place: Transform3D, color: Color) -> void:
	_place = place
	for title in BONES:
		_put_bone(scene, title, color)
	for row in JOINTS:
		_put_joint(scene, bones[row[0]], bones[row[1]], row)


## m; how far the two halves of a joint are apart at most.
func widest_gap() -> float:
	var widest := 0.0
	for index in JOINTS.size():
		var a := bones[JOINTS[index][0]].to_global(_anchors[index][0])
		widest = maxf(widest, a.distance_to(bones[JOINTS[index][1]].to_global(_anchors[index][1])))
	return widest


func _put_bone(scene: DemoScene, title: String, color: Color) -> void:
	var row := BONES[title]
	var is_across := title.begins_with("arm") or title.begins_with("hand")
	var form := Make.capsule(row[2] as float, 2.0 * ((row[1] as float) + (row[2] as float)))
	var body := Make.rigid(form, color if title != "head" else Make.CLAY.lightened(0.3), Vector3.ZERO, row[3] as float)
	if is_across:
		for node in body.get_children():
			(node as Node3D).basis = Basis(Vector3.BACK, PI / 2.0)
	body.transform = _place * Transform3D(Basis(), row[0] as Vector3)
	body.angular_damp = 0.8
	scene.put(body)
	bones[title] = body


func _put_joint(scene: DemoScene, a: RigidBody3D, b: RigidBody3D, row: Array) -> void:
	var at := _place * (row[2] as Vector3)
	var joint: Joint3D = _make_hinge(row) if row[3] == 0.0 else _make_cone(row)
	joint.basis = _place.basis * joint.basis
	_anchors.append([a.transform.affine_inverse() * at, b.transform.affine_inverse() * at])
	scene.join(joint, a, b, at)


# for elbows and knees: a hinge turns around its Z axis, and these bend one way only
func _make_hinge(row: Array) -> HingeJoint3D:
	var hinge := HingeJoint3D.new()
	hinge.set_flag(HingeJoint3D.FLAG_USE_LIMIT, true)
	hinge.set_param(HingeJoint3D.PARAM_LIMIT_LOWER, -2.2)
	hinge.set_param(HingeJoint3D.PARAM_LIMIT_UPPER, 0.05)
	# knees bend back, elbows forward
	var is_elbow := (row[1] as String).begins_with("hand")
	var side := signf((row[2] as Vector3).x)
	hinge.basis = Basis(Vector3.RIGHT, -side * PI / 2.0) if is_elbow else Basis(Vector3.UP, -PI / 2.0)
	return hinge


# for neck, spine, shoulders and hips: a cone opens along its X axis, which leads from the parent to the joint
func _make_cone(row: Array) -> ConeTwistJoint3D:
	var cone := ConeTwistJoint3D.new()
	cone.set_param(ConeTwistJoint3D.PARAM_SWING_SPAN, row[3] as float)
	cone.set_param(ConeTwistJoint3D.PARAM_TWIST_SPAN, 0.5)
	var along := (row[2] as Vector3) - (BONES[row[0]][0] as Vector3)
	var is_shoulder := absf(along.x) > 0.15
	var axis := Vector3.RIGHT * signf(along.x) if is_shoulder else Vector3.UP * signf(along.y)
	cone.basis = Basis(Quaternion(Vector3.RIGHT, axis))
	return cone
