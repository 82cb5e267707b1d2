# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/joint_case.gd"
## Where the frames of joints are: every kind to the world, whichever node is named, away from the origin, with the
## node and the body turned, with a centre of mass beside the origin and with a scaled body. And what one joint is to
## another: a change of a parameter wakes, and priority decides.
##
## A joint with one body takes it as B here and in Jolt, as A in Godot Physics, whose limits of angles are rough
## besides; so it is asked for limits of lengths only.

const PLACE := Vector3(20, -7, 12)

## A body that a joint pushes into a limit: how the joint is made, the force and torque in the joint's axes, and where
## the body then is, seen from the joint: the way it went (m) and the rotation vector (degrees).
class Row:
	var name := ""
	var joint: Joint3D
	var force := Vector3.ZERO
	var torque := Vector3.ZERO
	var moved := Vector3.ZERO
	var turned := Vector3.ZERO
	var body: RigidBody3D
	var start := Transform3D.IDENTITY


func row(name: String, joint: Joint3D, push: Array[Vector3], result: Array[Vector3]) -> Row:
	var made := Row.new()
	made.name = name
	made.joint = joint
	made.force = push[0]
	made.torque = push[1]
	made.moved = result[0]
	made.turned = result[1]
	return made


func limited_6dof() -> Generic6DOFJoint3D:
	var joint := Generic6DOFJoint3D.new()
	set_6dof(joint, 1, Generic6DOFJoint3D.PARAM_LINEAR_LOWER_LIMIT, -0.5)
	set_6dof(joint, 1, Generic6DOFJoint3D.PARAM_LINEAR_UPPER_LIMIT, 1.0)
	return joint


func turning_6dof() -> Generic6DOFJoint3D:
	var joint := Generic6DOFJoint3D.new()
	set_6dof(joint, 2, Generic6DOFJoint3D.PARAM_ANGULAR_LOWER_LIMIT, deg_to_rad(-20))
	set_6dof(joint, 2, Generic6DOFJoint3D.PARAM_ANGULAR_UPPER_LIMIT, deg_to_rad(40))
	return joint


# J02, J03, J06, J07, J11, J13, J14 with the world as A: limits of lengths are of the body seen from the world, those
# of angles of the world seen from the body. Godot Physics has the world as B
func make_rows() -> Array[Row]:
	var far := 0.5 if engine == GODOT_PHYSICS else 1.0
	var near := 1.0 if engine == GODOT_PHYSICS else 0.5
	var x := Vector3.RIGHT
	var y := Vector3.UP
	var z := Vector3.BACK
	var rows: Array[Row] = [
		row("slider up", slider(-0.5, 1.0), [x * 3.0, STILL], [x * far, STILL]),
		row("slider down", slider(-0.5, 1.0), [x * -3.0, STILL], [x * -near, STILL]),
		row("6DOF up", limited_6dof(), [y * 3.0, STILL], [y * far, STILL]),
		row("6DOF down", limited_6dof(), [y * -3.0, STILL], [y * -near, STILL]),
	]
	if engine == GODOT_PHYSICS:
		return rows
	rows.append(row("hinge up", hinge(-30, 60), [STILL, z * 3.0], [STILL, z * 30.0]))
	rows.append(row("hinge down", hinge(-30, 60), [STILL, z * -3.0], [STILL, z * -60.0]))
	rows.append(row("twist of a cone", cone(30, 20), [STILL, x * 3.0], [STILL, x * 20.0]))
	rows.append(row("swing of a cone", cone(30, 20), [STILL, y * -3.0], [STILL, y * -30.0]))
	rows.append(row("6DOF turned up", turning_6dof(), [STILL, z * 3.0], [STILL, z * 20.0]))
	rows.append(row("6DOF turned down", turning_6dof(), [STILL, z * -3.0], [STILL, z * -40.0]))
	return rows


## The turned rows of cones, whose bodies must not be beside them. The swing in Jolt gives way aside.
func make_cone_rows() -> Array[Row]:
	return make_rows().filter(
		func(one: Row) -> bool:
			var is_taken := one.joint is ConeTwistJoint3D
			if engine == JOLT:
				is_taken = is_taken and one.torque.y == 0.0
			if not is_taken:
				one.joint.free()
			return is_taken
	)


## Rows for a body whose mass is beside the joint. Not cones: they leave turns free that such a mass falls into; and
## not the slider of Godot Physics, which lets go of it.
func make_rows_aside() -> Array[Row]:
	return make_rows().filter(
		func(one: Row) -> bool:
			var is_left_out := one.joint is ConeTwistJoint3D
			if engine == GODOT_PHYSICS:
				is_left_out = one.joint is SliderJoint3D
			if is_left_out:
				one.joint.free()
			return not is_left_out
	)


## Puts a body and a joint to the world into the scene and pushes; the body's place is seen from the joint.
func release(one: Row, frame: Transform3D, offset: Transform3D, is_a: bool) -> void:
	one.body = rigid_cube()
	one.body.collision_layer = 0
	one.body.collision_mask = 0
	one.body.transform = frame * offset
	one.start = one.body.transform
	one.joint.transform = frame
	join(one.joint, one.body if is_a else null, null if is_a else one.body, frame.origin)
	one.body.constant_force = frame.basis * one.force
	one.body.constant_torque = frame.basis * one.torque


## Fails the test unless a body is where its joint stops it.
func check_stopped(one: Row, frame: Transform3D, text: String) -> void:
	var angle := deg_to_rad(one.turned.length())
	var turn := Basis(one.turned.normalized(), angle) if angle > 0.0 else Basis.IDENTITY
	var expected := frame * Transform3D(turn, one.moved) * frame.affine_inverse() * one.start
	# 0.3 degrees, which at the half metre to the joint are 3 mm; and 5 mm of a limit that gives
	check_near(one.body.transform.basis, expected.basis, 0.006, "%s, %s: turn" % [one.name, text])
	check_near(one.body.position, expected.origin, 0.006, "%s, %s: place" % [one.name, text])


func test_every_joint_to_the_world() -> void:
	var rows: Array[Row] = []
	var frame := Transform3D(Basis.IDENTITY, PLACE)
	for is_a: bool in [true, false]:
		for one in make_rows():
			one.name += ", node_a" if is_a else ", node_b"
			release(one, frame, Transform3D.IDENTITY, is_a)
			rows.append(one)
	await steps(120)
	for one in rows:
		check_stopped(one, frame, "off the origin")


# J20 off the origin, a pin on each side of the node's two paths
func test_a_pin_to_the_world() -> void:
	for is_a: bool in [true, false]:
		var ball := rigid_cube(PLACE + Vector3(0, -1, 0))
		ball.gravity_scale = 1.0
		ball.linear_velocity = Vector3(2, 0, 0)
		join(PinJoint3D.new(), ball if is_a else null, null if is_a else ball, PLACE)
		await steps(60)
		check_near(ball.position - PLACE, Vector3(0.181, -0.984, 0), 0.012, "node_a: %s" % is_a)
		ball.free()


# nothing is along an axis of the world: the node is turned, its bodies differently, and most hang beside it
func test_frames_turn_with_their_node() -> void:
	var rows: Array[Row] = []
	var frame := Transform3D(Basis(Vector3(1, -2, 0.5).normalized(), 2.0), PLACE)
	var aside := Transform3D(Basis(Vector3(0.3, 1, 0.2).normalized(), 1.0), Vector3(0.2, -0.3, 0.1))
	for one in make_rows_aside():
		release(one, frame, aside, true)
		rows.append(one)
	for one in make_cone_rows():
		release(one, frame, Transform3D(aside.basis, STILL), true)
		rows.append(one)
	await steps(150)
	for one in rows:
		check_stopped(one, frame, "turned")


# a frame is in the space of the body, whose origin is not the centre of mass
func test_frames_keep_to_the_origin_of_a_body() -> void:
	var rows: Array[Row] = []
	var frame := Transform3D(Basis.IDENTITY, PLACE)
	for one in make_rows_aside():
		release(one, frame, Transform3D(Basis.IDENTITY, Vector3(0.3, 0, 0)), true)
		one.body.center_of_mass_mode = RigidBody3D.CENTER_OF_MASS_MODE_CUSTOM
		one.body.center_of_mass = Vector3(-0.2, 0.3, 0.1)
		rows.append(one)
	await steps(150)
	for one in rows:
		check_stopped(one, frame, "another centre of mass")


# Godot Physics takes the scale away from rigid bodies
func test_frames_of_a_scaled_body() -> void:
	if skip_on([GODOT_PHYSICS]):
		return
	var rows: Array[Row] = []
	var frame := Transform3D(Basis.IDENTITY, PLACE)
	for one in make_rows_aside():
		var offset := Transform3D(Basis.from_scale(Vector3.ONE * 2.0), Vector3(0.3, -0.2, 0))
		release(one, frame, offset, true)
		rows.append(one)
	await steps(150)
	for one in rows:
		check_stopped(one, frame, "scaled")


func lock_6dof_to(joint: Generic6DOFJoint3D, kind: String, low: float, high: float) -> void:
	var lower := Generic6DOFJoint3D.PARAM_LINEAR_LOWER_LIMIT
	var upper := Generic6DOFJoint3D.PARAM_LINEAR_UPPER_LIMIT
	if kind == "angular":
		lower = Generic6DOFJoint3D.PARAM_ANGULAR_LOWER_LIMIT
		upper = Generic6DOFJoint3D.PARAM_ANGULAR_UPPER_LIMIT
	for axis in 3:
		set_6dof(joint, axis, lower, low)
		set_6dof(joint, axis, upper, high)


# J13, J14 on several axes at once
func test_6dof_limits_of_all_lengths() -> void:
	var joint := Generic6DOFJoint3D.new()
	lock_6dof_to(joint, "linear", -0.5, 1.0)
	var cube := rig(joint, false)
	await push(cube, Vector3(3, -3, 3), STILL, 120)
	check_near(cube.position, Vector3(1, -0.5, 1), 0.01, "three limits")
	await push(cube, Vector3(-3, 3, 0), STILL, 120)
	check_near(cube.position, Vector3(-0.5, 1, 1), 0.01, "the other ends of two")


# twist, and the tangents of half the angles of both swings, as Jolt has them; Godot Physics has angles of Euler
func test_6dof_limits_of_all_angles() -> void:
	if skip_on([GODOT_PHYSICS]):
		return
	# the tangents of half of 30 degrees about both axes, and a twist of -30
	var tangent := tan(deg_to_rad(15))
	var swing := Quaternion(0, tangent, tangent, 1).normalized()
	var both := Quaternion(Vector3.RIGHT, deg_to_rad(-30)) * Quaternion(0, -tangent, tangent, 1).normalized()
	var rows := [[Vector3(0, 3, 3), swing], [Vector3(-3, 0, 3), both]]
	for torque_and_turn: Array in rows:
		var joint := Generic6DOFJoint3D.new()
		lock_6dof_to(joint, "angular", deg_to_rad(-30), deg_to_rad(30))
		var cube := rig(joint, true)
		await push(cube, STILL, torque_and_turn[0], 120)
		var turn: Quaternion = torque_and_turn[1]
		check_near(cube.basis, Basis(turn), 0.005, "torque %s" % torque_and_turn[0])


## A pair of a joint and a change of it that moves its body.
func changes_of_joints() -> Array:
	var motor := hinge_motor(0.0, 10.0)
	var locked := slider(0.0, 0.0)
	var swinging := cone(0.01, 0.01)
	var held := Generic6DOFJoint3D.new()
	var change_motor := func() -> void: motor.set_param(HingeJoint3D.PARAM_MOTOR_TARGET_VELOCITY, 2.0)
	var change_slider := func() -> void:
		locked.set_param(SliderJoint3D.PARAM_LINEAR_LIMIT_LOWER, 0.5)
		locked.set_param(SliderJoint3D.PARAM_LINEAR_LIMIT_UPPER, 1.0)
	var change_cone := func() -> void:
		swinging.set_param(ConeTwistJoint3D.PARAM_SWING_SPAN, deg_to_rad(40))
		swinging.set_param(ConeTwistJoint3D.PARAM_TWIST_SPAN, deg_to_rad(40))
	var change_6dof := func() -> void:
		set_6dof(held, 1, Generic6DOFJoint3D.PARAM_LINEAR_UPPER_LIMIT, 2.0)
		set_6dof(held, 1, Generic6DOFJoint3D.PARAM_LINEAR_LOWER_LIMIT, 0.5)
	return [[motor, change_motor], [locked, change_slider], [swinging, change_cone], [held, change_6dof]]


# a cone that is wider lets go of a body that gravity pulls aside; the others are moved by their joints. In Godot
# Physics the body sleeps on
func test_a_parameter_wakes() -> void:
	if skip_on([GODOT_PHYSICS]):
		return
	for row: Array in changes_of_joints():
		var joint: Joint3D = row[0]
		var cube := rigid_cube()
		cube.can_sleep = true
		if joint is ConeTwistJoint3D:
			cube.gravity_scale = 1.0
		join(joint, cube, null, Vector3(0.3, 0, 0))
		await steps(90)
		check(cube.sleeping, "%s: it sleeps" % joint.get_class())
		var before := cube.transform
		row[1].call()
		await steps(20)
		check(not cube.sleeping, "%s: it is awake" % joint.get_class())
		check(not cube.transform.is_equal_approx(before), "%s: and moves" % joint.get_class())
		joint.free()
		cube.free()
		await steps(1)


# two motors on one axle that want different speeds: that with the higher priority has the last word. Jolt knows no
# priorities
func test_priority_decides_between_joints() -> void:
	if skip_on([JOLT]):
		return
	for priorities: Array in [[1, 8], [8, 1]]:
		var cube := rigid_cube()
		var base := static_ball()
		base.collision_layer = 0
		for i in 2:
			var motor := hinge_motor(2.0 if i == 0 else -2.0, 1e4)
			motor.solver_priority = priorities[i]
			join(motor, cube, base)
		await steps(10)
		var wanted := 2.0 if priorities[0] > priorities[1] else -2.0
		check_near(cube.angular_velocity, Vector3(0, 0, wanted), 0.02, "priorities %s" % [priorities])
		cube.free()
		base.free()
		await steps(1)
