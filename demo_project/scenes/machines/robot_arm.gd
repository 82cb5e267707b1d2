# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
class_name RobotArm
extends RefCounted
## A turntable, an upper and a lower arm on hinges with motors. The angles that lead the tip to a place are
## known by a formula; each motor is told to turn as fast as is missing.

const UPPER := 1.3
const LOWER := 1.1
const SHOULDER := 0.75
## 1/s; the part of an angle that is missing is worked off this fast.
const GAIN := 14.0
## N m s per tick.
const STRENGTH := 4.0

var base := Vector3.ZERO
var tip := Vector3.ZERO
var target := Vector3.ZERO
var bodies: Array[RigidBody3D] = []

var _motors: Array[HingeJoint3D] = []
var _last: Array[float] = []


func _init(scene: DemoScene, place: Vector3) -> void:
	base = place
	scene.put(Make.fixed(Make.cylinder(0.5, 0.4), Make.SLATE, place + Vector3.UP * 0.2))
	bodies = [
		Make.rigid(Make.cylinder(0.38, 0.3), Make.AMBER, place + Vector3.UP * 0.56, 6.0),
		Make.rigid(Make.box(Vector3(0.2, UPPER + 0.15, 0.24)), Make.CORAL, place + Vector3.UP * (SHOULDER + UPPER / 2.0), 3.0),
		Make.rigid(Make.box(Vector3(0.15, LOWER, 0.17)), Make.AMBER, place + Vector3.UP * (SHOULDER + UPPER + LOWER / 2.0), 1.5),
	]
	Make.dress(bodies[2], Make.ball(0.1), Make.TEAL, Transform3D(Basis(), Vector3.UP * LOWER / 2.0))
	var heights: Array[float] = [0.5, SHOULDER, SHOULDER + UPPER]
	for index in 3:
		scene.put(bodies[index])
		bodies[index].can_sleep = false
		var motor := HingeJoint3D.new()
		motor.set_flag(HingeJoint3D.FLAG_ENABLE_MOTOR, true)
		motor.set_param(HingeJoint3D.PARAM_MOTOR_MAX_IMPULSE, STRENGTH)
		# a hinge turns around its Z axis: upright for the turntable, across for the arms
		if index == 0:
			motor.basis = Basis(Vector3.RIGHT, -PI / 2.0)
		var at := place + Vector3.UP * heights[index]
		if index == 0:
			scene.join(motor, bodies[0], null, at)
		else:
			scene.join(motor, bodies[index - 1], bodies[index], at)
		_motors.append(motor)


## Turns the motors so that the tip goes to a place. [param delta] is the time of a tick.
func reach(place: Vector3, delta: float) -> void:
	target = place
	tip = bodies[2].to_global(Vector3.UP * LOWER / 2.0)
	var wanted := _angles_to(place - base)
	var now := _angles()
	for index in 3:
		var moving := 0.0 if _last.is_empty() else angle_difference(_last[index], wanted[index]) / delta
		# motors of Godot turn the second body clockwise
		var speed := GAIN * angle_difference(now[index], wanted[index]) + moving
		_motors[index].set_param(HingeJoint3D.PARAM_MOTOR_TARGET_VELOCITY, -speed)
	_last = wanted


## m; how far the tip is from where it should be.
func miss() -> float:
	return tip.distance_to(target)


# rad; of the turntable, the shoulder and the elbow, so that the tip is there
func _angles_to(local: Vector3) -> Array[float]:
	var out := Vector2(Vector2(local.x, local.z).length(), local.y - SHOULDER).limit_length(UPPER + LOWER - 0.01)
	var bend := (out.length_squared() - UPPER * UPPER - LOWER * LOWER) / (2.0 * UPPER * LOWER)
	var elbow := -acos(clampf(bend, -1.0, 1.0))
	var shoulder := atan2(-out.x, out.y) - atan2(LOWER * sin(elbow), UPPER + LOWER * cos(elbow))
	return [atan2(-local.z, local.x), shoulder, elbow]


func _angles() -> Array[float]:
	var table := bodies[0].global_basis
	var upper := table.inverse() * bodies[1].global_basis
	var lower := bodies[1].global_basis.inverse() * bodies[2].global_basis
	return [atan2(-table.x.z, table.x.x), atan2(upper.x.y, upper.x.x), atan2(lower.x.y, lower.x.x)]
