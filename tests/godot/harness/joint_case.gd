# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/test_case.gd"
## What the tests of joints share: cubes that nothing pulls, joints in a line of code each, and what a body has
## turned by.

const STILL := Vector3.ZERO


## A cube of 1 m and 1 kg (inertia 1/6) that nothing pulls.
func rigid_cube(place := STILL) -> RigidBody3D:
	var body := RigidBody3D.new()
	var shape := CollisionShape3D.new()
	shape.shape = BoxShape3D.new()
	body.add_child(shape)
	body.position = place
	body.gravity_scale = 0.0
	body.can_sleep = false
	body.linear_damp_mode = RigidBody3D.DAMP_MODE_REPLACE
	body.angular_damp_mode = RigidBody3D.DAMP_MODE_REPLACE
	add(body)
	return body


func static_ball(place := STILL) -> StaticBody3D:
	var body := StaticBody3D.new()
	var shape := CollisionShape3D.new()
	shape.shape = SphereShape3D.new()
	shape.shape.radius = 0.1
	body.add_child(shape)
	body.position = place
	add(body)
	return body


func join(joint: Joint3D, a: Node3D, b: Node3D, place := STILL) -> Joint3D:
	joint.position = place
	if a:
		joint.node_a = a.get_path()
	if b:
		joint.node_b = b.get_path()
	add(joint)
	return joint


## Joins a cube with a static body; the cube is A or B. Cubes of several rigs do not see each other.
func rig(joint: Joint3D, is_a: bool) -> RigidBody3D:
	var cube := rigid_cube()
	var base := static_ball()
	for body: CollisionObject3D in [cube, base]:
		body.collision_layer = 0
		body.collision_mask = 0
	join(joint, cube if is_a else base, base if is_a else cube)
	return cube


func push(body: RigidBody3D, force: Vector3, torque: Vector3, ticks: int) -> void:
	body.constant_force = force
	body.constant_torque = torque
	await steps(ticks)


## The rotation vector of a body in degrees.
func turned(body: Node3D) -> Vector3:
	var q := body.quaternion
	return q.get_axis() * rad_to_deg(q.get_angle()) if q.get_angle() > 1e-6 else Vector3.ZERO


func hinge(lower: float, upper: float) -> HingeJoint3D:
	var joint := HingeJoint3D.new()
	joint.set_flag(HingeJoint3D.FLAG_USE_LIMIT, true)
	joint.set_param(HingeJoint3D.PARAM_LIMIT_LOWER, deg_to_rad(lower))
	joint.set_param(HingeJoint3D.PARAM_LIMIT_UPPER, deg_to_rad(upper))
	return joint


func hinge_motor(speed: float, impulse: float) -> HingeJoint3D:
	var joint := HingeJoint3D.new()
	joint.set_flag(HingeJoint3D.FLAG_ENABLE_MOTOR, true)
	joint.set_param(HingeJoint3D.PARAM_MOTOR_TARGET_VELOCITY, speed)
	joint.set_param(HingeJoint3D.PARAM_MOTOR_MAX_IMPULSE, impulse)
	return joint


func slider(lower: float, upper: float) -> SliderJoint3D:
	var joint := SliderJoint3D.new()
	joint.set_param(SliderJoint3D.PARAM_LINEAR_LIMIT_LOWER, lower)
	joint.set_param(SliderJoint3D.PARAM_LINEAR_LIMIT_UPPER, upper)
	return joint


func cone(swing: float, twist: float) -> ConeTwistJoint3D:
	var joint := ConeTwistJoint3D.new()
	joint.set_param(ConeTwistJoint3D.PARAM_SWING_SPAN, deg_to_rad(swing))
	joint.set_param(ConeTwistJoint3D.PARAM_TWIST_SPAN, deg_to_rad(twist))
	return joint


func set_6dof(joint: Generic6DOFJoint3D, axis: int, param: int, value: float) -> void:
	var letter: String = ["x", "y", "z"][axis]
	joint.call("set_param_" + letter, param, value)


func flag_6dof(joint: Generic6DOFJoint3D, axis: int, flag: int, value: bool) -> void:
	var letter: String = ["x", "y", "z"][axis]
	joint.call("set_flag_" + letter, flag, value)
