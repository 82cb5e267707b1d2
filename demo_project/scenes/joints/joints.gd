# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends DemoScene
## A bridge of planks on hinges with balls rolling over it, a wheel that a motor turns, a row of
## pendulums on pins, and a weight on a spring.

const PLANKS := 14
const PLANK := Vector3(0.55, 0.12, 1.6)
## m from plank to plank.
const PITCH := 0.6
## How far a hinge of the bridge may come apart, m: a tenth of a plank's thickness under all its load.
const SLACK := 0.012

var _planks: Array[RigidBody3D] = []
var _wheel: RigidBody3D


func build() -> void:
	_planks.clear()
	_build_bridge(Vector3(0, 2.2, -2.0))
	_build_wheel(Vector3(-4.0, 1.3, 1.5))
	_build_pendulums(Vector3(0.0, 3.2, 1.5))
	_build_spring(Vector3(4.2, 3.4, 1.5))


func numbers() -> Dictionary[String, String]:
	return {
		"bodies": str(bodies().size()),
		"joints": str(things.find_children("*", "Joint3D", true, false).size()),
		"wheel": "%.2f rad/s" % _wheel.angular_velocity.z,
		"bridge's gap": "%.2f mm" % (1000.0 * _widest_gap()),
	}


func check() -> PackedStringArray:
	var gap := _widest_gap()
	return ["a hinge of the bridge is %.1f mm apart" % (1000.0 * gap)] if gap > SLACK else []


# how far the ends of neighbouring planks are apart at their hinge
func _widest_gap() -> float:
	var widest := 0.0
	for index in PLANKS - 1:
		var right := _planks[index].to_global(Vector3(PITCH / 2.0, 0, 0))
		var left := _planks[index + 1].to_global(Vector3(-PITCH / 2.0, 0, 0))
		widest = maxf(widest, right.distance_to(left))
	return widest


func _build_bridge(middle: Vector3) -> void:
	var half := PLANKS / 2.0 * PITCH
	var post := Make.box(Vector3(0.9, 2.3, 1.8))
	var last: PhysicsBody3D = put(Make.fixed(post, Make.SLATE, middle + Vector3(-half - 0.5, -1.1, 0)))
	for index in PLANKS:
		var place := middle + Vector3((index - (PLANKS - 1) / 2.0) * PITCH, 0, 0)
		var plank := Make.rigid(Make.box(PLANK), Make.CLAY, place, 4.0)
		put(plank)
		join(HingeJoint3D.new(), last, plank, place - Vector3(PITCH / 2.0, 0, 0))
		_planks.append(plank)
		last = plank
	var end := Make.fixed(post, Make.SLATE, middle + Vector3(half + 0.5, -1.1, 0))
	put(end)
	join(HingeJoint3D.new(), last, end, middle + Vector3(half, 0, 0))
	for index in 6:
		var place := middle + Vector3(index - 2.5, 1.0 + 0.5 * index, 0)
		put(Make.rigid(Make.ball(0.3), Make.BLUE, place, 3.0))


func _build_wheel(place: Vector3) -> void:
	_wheel = Make.rigid(Make.box(Vector3(2.2, 0.3, 0.3)), Make.AMBER, place)
	Make.dress(_wheel, Make.box(Vector3(0.3, 2.2, 0.3)), Make.AMBER)
	put(_wheel)
	var motor := HingeJoint3D.new()
	motor.set_flag(HingeJoint3D.FLAG_ENABLE_MOTOR, true)
	motor.set_param(HingeJoint3D.PARAM_MOTOR_TARGET_VELOCITY, 2.5)
	motor.set_param(HingeJoint3D.PARAM_MOTOR_MAX_IMPULSE, 2.0)
	join(motor, _wheel, null, place)
	for index in 5:
		var above := place + Vector3(-0.9 + 0.4 * index, 2.0 + 0.5 * index, 0)
		put(Make.rigid(Make.ball(0.18), Make.CORAL, above))


func _build_pendulums(place: Vector3) -> void:
	for index in 5:
		var top := place + Vector3((index - 2) * 0.52, 0, 0)
		var way := Vector3(-1.5, -1.0, 0) if index == 0 else Vector3(0, -1.8, 0)
		var ball := Make.rigid(Make.ball(0.25), Make.VIOLET, top + way)
		ball.physics_material_override = PhysicsMaterial.new()
		ball.physics_material_override.bounce = 1.0
		ball.physics_material_override.friction = 0.0
		put(ball)
		join(PinJoint3D.new(), ball, null, top)
	put(Make.fixed(Make.box(Vector3(3.4, 0.12, 0.3)), Make.SLATE, place + Vector3.UP * 0.1))


func _build_spring(place: Vector3) -> void:
	put(Make.fixed(Make.box(Vector3(1.2, 0.12, 0.4)), Make.SLATE, place + Vector3.UP * 0.1))
	var weight := Make.rigid(Make.box(Vector3.ONE * 0.7), Make.TEAL, place + Vector3.DOWN)
	put(weight)
	var spring := Generic6DOFJoint3D.new()
	spring.set_flag_y(Generic6DOFJoint3D.FLAG_ENABLE_LINEAR_LIMIT, false)
	spring.set_flag_y(Generic6DOFJoint3D.FLAG_ENABLE_LINEAR_SPRING, true)
	spring.set_param_y(Generic6DOFJoint3D.PARAM_LINEAR_SPRING_STIFFNESS, 25.0)
	spring.set_param_y(Generic6DOFJoint3D.PARAM_LINEAR_SPRING_DAMPING, 0.2)
	join(spring, weight, null, place + Vector3.DOWN)
