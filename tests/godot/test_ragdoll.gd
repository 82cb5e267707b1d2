# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/test_case.gd"
## A skeleton whose bones become bodies: it falls, its joints hold, it comes to rest on the floor.

const BONES := 5
const LENGTH := 0.5


func make_floor() -> void:
	var floor_body := StaticBody3D.new()
	var shape := CollisionShape3D.new()
	shape.shape = BoxShape3D.new()
	shape.shape.size = Vector3(20, 1, 20)
	floor_body.add_child(shape)
	floor_body.position.y = -0.5
	add(floor_body)


## A row of bones along X, each a capsule; every joint is of the type.
func make_skeleton(type: PhysicalBone3D.JointType) -> Skeleton3D:
	var skeleton := Skeleton3D.new()
	skeleton.position = Vector3(0, 2, 0)
	for i in BONES:
		skeleton.add_bone("bone_%d" % i)
		if i > 0:
			skeleton.set_bone_parent(i, i - 1)
		var rest := Transform3D(Basis(), Vector3(LENGTH if i > 0 else 0.0, 0, 0))
		skeleton.set_bone_rest(i, rest)
		skeleton.set_bone_pose(i, rest)
	add(skeleton)
	var simulator := PhysicalBoneSimulator3D.new()
	skeleton.add_child(simulator)
	for i in BONES:
		var bone := PhysicalBone3D.new()
		bone.bone_name = "bone_%d" % i
		bone.joint_type = type if i > 0 else PhysicalBone3D.JOINT_TYPE_NONE
		bone.body_offset = Transform3D(Basis(), Vector3(LENGTH / 2, 0, 0))
		bone.joint_offset = Transform3D(Basis(), Vector3(-LENGTH / 2, 0, 0))
		var shape := CollisionShape3D.new()
		shape.shape = CapsuleShape3D.new()
		shape.shape.radius = 0.08
		shape.shape.height = LENGTH * 0.9
		shape.rotation.z = PI / 2
		bone.add_child(shape)
		simulator.add_child(bone)
	simulator.physical_bones_start_simulation()
	return skeleton


func bodies_of(skeleton: Skeleton3D) -> Array[Node]:
	return skeleton.find_children("*", "PhysicalBone3D", true, false)


## How far the ends of neighbours are apart.
func widest_gap(bones: Array[Node]) -> float:
	var widest := 0.0
	for i in range(1, bones.size()):
		var last: Vector3 = bones[i - 1].global_transform * Vector3(LENGTH / 2, 0, 0)
		var next: Vector3 = bones[i].global_transform * Vector3(-LENGTH / 2, 0, 0)
		widest = maxf(widest, last.distance_to(next))
	return widest


func check_falls(type: PhysicalBone3D.JointType, name: String) -> void:
	var skeleton := make_skeleton(type)
	var bones := bodies_of(skeleton)
	check_equal(bones.size(), BONES, name)
	var widest := 0.0
	for i in 240:
		await steps(1)
		widest = maxf(widest, widest_gap(bones))
	check(widest < 0.05, "%s: a gap of %f m" % [name, widest])
	for bone: PhysicalBone3D in bones:
		check_near(bone.global_position.y, 0.08, 0.08, "%s lies on the floor" % name)
	skeleton.free()


func test_pin_ragdoll() -> void:
	make_floor()
	await check_falls(PhysicalBone3D.JOINT_TYPE_PIN, "pin")


func test_cone_ragdoll() -> void:
	make_floor()
	await check_falls(PhysicalBone3D.JOINT_TYPE_CONE, "cone")


func test_hinge_ragdoll() -> void:
	make_floor()
	await check_falls(PhysicalBone3D.JOINT_TYPE_HINGE, "hinge")


func test_6dof_ragdoll() -> void:
	make_floor()
	await check_falls(PhysicalBone3D.JOINT_TYPE_6DOF, "6dof")
