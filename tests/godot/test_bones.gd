# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/scene_case.gd"
## PhysicalBone3D apart from what its joints do (test_ragdoll): its properties, exceptions, and a simulation that is
## started for some bones, stopped and started again. The same on all engines unless a test says otherwise.


## A skeleton of two bones along x, one metre each, with a body for each.
func make_skeleton(joint := PhysicalBone3D.JOINT_TYPE_PIN) -> PhysicalBoneSimulator3D:
	var skeleton := Skeleton3D.new()
	for i in 2:
		skeleton.add_bone("bone%d" % i)
		var rest := Transform3D(Basis(), Vector3(i, 0, 0))
		if i > 0:
			skeleton.set_bone_parent(i, i - 1)
		skeleton.set_bone_rest(i, rest)
		skeleton.set_bone_pose(i, rest)
	add(skeleton)
	var simulator := PhysicalBoneSimulator3D.new()
	skeleton.add_child(simulator)
	for i in 2:
		var bone := PhysicalBone3D.new()
		bone.name = "Body%d" % i
		bone.bone_name = "bone%d" % i
		bone.joint_type = joint if i > 0 else PhysicalBone3D.JOINT_TYPE_NONE
		bone.body_offset = Transform3D(Basis(), Vector3(0.5, 0, 0))
		bone.joint_offset = Transform3D(Basis(), Vector3(-0.5, 0, 0))
		bone.linear_damp_mode = PhysicalBone3D.DAMP_MODE_REPLACE
		bone.angular_damp_mode = PhysicalBone3D.DAMP_MODE_REPLACE
		bone.add_child(make_collision(make_box_shape(Vector3(0.8, 0.2, 0.2))))
		simulator.add_child(bone)
	return simulator


func bone_of(simulator: PhysicalBoneSimulator3D, index: int) -> PhysicalBone3D:
	return simulator.get_node("Body%d" % index)


func test_bones_that_are_not_simulated_stand_still() -> void:
	var simulator := make_skeleton()
	await steps(20)
	check(not simulator.is_simulating_physics(), "nobody has started it")
	check_near(bone_of(simulator, 0).global_position.y, 0.0, 1e-4)
	var bone := bone_of(simulator, 0)
	check_equal(PhysicsServer3D.body_get_mode(bone.get_rid()), PhysicsServer3D.BODY_MODE_KINEMATIC)


func test_a_simulation_is_started_and_stopped() -> void:
	var simulator := make_skeleton()
	await steps(2)
	simulator.physical_bones_start_simulation()
	await steps(20)
	check(simulator.is_simulating_physics(), "it runs")
	var fallen := bone_of(simulator, 0).global_position.y
	check(fallen < -0.3, "it falls: %s" % fallen)
	simulator.physical_bones_stop_simulation()
	await steps(3)
	var stopped := bone_of(simulator, 0).global_position.y
	await steps(10)
	check_near(bone_of(simulator, 0).global_position.y, stopped, 1e-4, "it stands still")


# only the second bone hangs, from the first, which is where the skeleton has it
func test_a_part_is_simulated() -> void:
	var simulator := make_skeleton()
	await steps(2)
	simulator.physical_bones_start_simulation(["bone1"])
	await steps(30)
	check_near(bone_of(simulator, 0).global_position, Vector3(0.5, 0, 0), 1e-3, "the first stays")
	check(bone_of(simulator, 1).global_position.y < -0.1, "the second swings down")
	var end := bone_of(simulator, 1).to_global(Vector3(-0.5, 0, 0))
	check_near(end, Vector3(1, 0, 0), 0.03, "and is held at its joint")
	check_equal(bone_of(simulator, 0).is_simulating_physics(), false)
	check_equal(bone_of(simulator, 1).is_simulating_physics(), true)


func test_gravity_and_impulses_of_bones() -> void:
	var simulator := make_skeleton(PhysicalBone3D.JOINT_TYPE_NONE)
	for i in 2:
		bone_of(simulator, i).gravity_scale = 0.0
		bone_of(simulator, i).mass = 2.0
	await steps(2)
	simulator.physical_bones_start_simulation()
	await steps(5)
	check_near(bone_of(simulator, 0).global_position.y, 0.0, 1e-3, "no gravity")
	bone_of(simulator, 0).apply_central_impulse(Vector3(0, 4, 0))
	bone_of(simulator, 1).apply_impulse(Vector3(0, 0, 1), Vector3(0.5, 0, 0))
	await steps(3)
	check_near(bone_of(simulator, 0).linear_velocity, Vector3(0, 2, 0), 1e-3, "4 N s on 2 kg")
	check_near(bone_of(simulator, 1).linear_velocity.z, 0.5, 1e-3)
	check(bone_of(simulator, 1).angular_velocity.y < -0.1, "at an offset it turns")


func test_damping_of_bones() -> void:
	var simulator := make_skeleton(PhysicalBone3D.JOINT_TYPE_NONE)
	for i in 2:
		bone_of(simulator, i).gravity_scale = 0.0
		bone_of(simulator, i).linear_damp = 3.0 * i
	await steps(2)
	simulator.physical_bones_start_simulation()
	await steps(2)
	for i in 2:
		bone_of(simulator, i).linear_velocity = Vector3(0, 1, 0)
	await steps(11)
	check_near(bone_of(simulator, 0).linear_velocity.y, 1.0, 1e-3)
	check(bone_of(simulator, 1).linear_velocity.y < 0.65, "a twentieth goes in every tick")


# a bone that gets a joint of another type while it swings
func test_the_joint_changes_its_type() -> void:
	var simulator := make_skeleton(PhysicalBone3D.JOINT_TYPE_PIN)
	await steps(2)
	simulator.physical_bones_start_simulation(["bone1"])
	await steps(5)
	for type: PhysicalBone3D.JointType in [
		PhysicalBone3D.JOINT_TYPE_HINGE, PhysicalBone3D.JOINT_TYPE_SLIDER,
		PhysicalBone3D.JOINT_TYPE_CONE, PhysicalBone3D.JOINT_TYPE_6DOF
	]:
		bone_of(simulator, 1).joint_type = type
		await steps(5)
		check(bone_of(simulator, 1).global_position.is_finite(), "type %d" % type)
		check(bone_of(simulator, 1).global_position.length() < 5.0, "type %d" % type)
	# what the last one locks by default: it hangs stiff where it was when the joint was made
	var place := bone_of(simulator, 1).global_position
	await steps(20)
	check_near(bone_of(simulator, 1).global_position, place, 0.05, "a 6DOF joint of defaults")


# the simulator's list of exceptions, and bones among themselves
func test_exceptions_of_bones() -> void:
	var shelf := make_static(make_box_shape(Vector3(6, 0.2, 6)), Vector3(0, -0.6, 0))
	var ground := make_static(make_box_shape(Vector3(6, 0.2, 6)), Vector3(0, -2.1, 0))
	var simulator := make_skeleton()
	simulator.physical_bones_add_collision_exception(shelf.get_rid())
	await steps(2)
	simulator.physical_bones_start_simulation()
	await steps(90)
	check_near(bone_of(simulator, 0).global_position.y, -1.9, 0.06, "through the shelf, on the ground")
	check(is_instance_valid(ground), "which is still there")


func test_layers_and_friction_of_bones() -> void:
	var simulator := make_skeleton(PhysicalBone3D.JOINT_TYPE_NONE)
	var slope := make_static(make_box_shape(Vector3(20, 0.2, 6)), Vector3(0, -0.6, 0), Vector3(0, 0, -20))
	slope.physics_material_override = PhysicsMaterial.new()
	slope.physics_material_override.friction = 1.0
	bone_of(simulator, 0).friction = 0.0
	bone_of(simulator, 1).collision_mask = 0
	bone_of(simulator, 1).collision_layer = 0
	await steps(2)
	simulator.physical_bones_start_simulation()
	await steps(40)
	check(bone_of(simulator, 0).global_position.x > 0.9, "it slides: %s" % bone_of(simulator, 0).global_position)
	check(bone_of(simulator, 1).global_position.y < -1.5, "the other falls through")
