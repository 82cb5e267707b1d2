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
## rad/s.
const MOTOR := 2.5
## m; of the first pendulum to the side, and from one to the next: the fastest ball goes less far in a tick than
## there is between two balls, so each blow is passed on alone.
const PULLED := 1.5
const GAP := 0.56
const ROD := Color("8d99b3")
const WHEEL := Vector3(-4.0, 1.7, 1.5)
const SPRING := Vector3(4.2, 3.4, 1.5)

var _planks: Array[RigidBody3D] = []
var _wheel: RigidBody3D
var _rolling: Array[RigidBody3D] = [] # over the wheel
var _turned := 0.0 # rad; the wheel
var _bobs: Dictionary[RigidBody3D, Vector3] = {} # each with its hook
var _swung := 0.0 # m; how far the last pendulum ever was to its side
var _weight: RigidBody3D
var _spring: DistanceJoint3D
var _sketch: Sketch # rods, which no body is
var _ropes: RopeView


func build() -> void:
	_planks.clear()
	_bobs.clear()
	_rolling.clear()
	_turned = 0.0
	_swung = 0.0
	_build_bridge(Vector3(0, 2.2, -2.0))
	_build_wheel(WHEEL)
	_build_pendulums(Vector3(0.4, 3.2, 1.5))
	_build_spring(SPRING)
	_ropes = RopeView.new()
	_ropes.follow(_spring)
	put(_ropes)
	_sketch = Sketch.new()
	put(_sketch)


func tick(delta: float) -> void:
	_turned += _wheel.angular_velocity.z * delta
	var last: RigidBody3D = _bobs.keys()[-1]
	_swung = maxf(_swung, last.position.x - _bobs[last].x)
	for ball in _rolling:
		if ball.position.y < 0.25:
			_lift(ball)
	_sketch.clear()
	for bob in _bobs:
		_sketch.add_line(_bobs[bob], bob.global_position, ROD, 0.02)
	_sketch.finish()


func numbers() -> Dictionary[String, String]:
	# the spring is a joint of the plugin, which is no Joint3D
	var joints := things.find_children("*", "Joint3D", true, false).size() + 1
	return {
		"bodies": str(bodies().size()),
		"joints": str(joints),
		"wheel": "%.2f rad/s" % _wheel.angular_velocity.z,
		"bridge's gap": "%.2f mm" % (1000.0 * _widest_gap()),
		"pendulums' gap": "%.2f mm" % (1000.0 * _widest_swing()),
		"last one swung": "%.2f of %.2f m" % [_swung, PULLED],
	}


func check() -> PackedStringArray:
	var wrong: PackedStringArray = []
	if _widest_gap() > SLACK:
		wrong.append("a hinge of the bridge is %.1f mm apart" % (1000.0 * _widest_gap()))
	if _widest_swing() > SLACK:
		wrong.append("a pendulum is %.1f mm off its pin" % (1000.0 * _widest_swing()))
	# the first and the last one take turns; a part of each blow stays with those between
	if time > 2.0 and _swung < 0.85 * PULLED:
		wrong.append("the last pendulum swung only %.2f m to its side" % _swung)
	# balls that fall on it hold it up for moments
	if absf(_turned) < 0.8 * MOTOR * time:
		wrong.append("the wheel turned by %.1f rad in %.0f s" % [_turned, time])
	var aside := Vector2(_weight.position.x - SPRING.x, _weight.position.z - SPRING.z).length()
	if aside > SLACK or absf(_weight.position.y - SPRING.y + 1.0) > 1.0:
		wrong.append("the weight left its spring, to %s" % _weight.position)
	return wrong


# m; how far a ball is from where a rod as long as at the start would have it
func _widest_swing() -> float:
	var widest := 0.0
	for bob in _bobs:
		widest = maxf(widest, absf(bob.position.distance_to(_bobs[bob]) - (bob.get_meta(&"rod") as float)))
	return widest


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
	motor.set_param(HingeJoint3D.PARAM_MOTOR_TARGET_VELOCITY, MOTOR)
	motor.set_param(HingeJoint3D.PARAM_MOTOR_MAX_IMPULSE, 2.0)
	join(motor, _wheel, null, place)
	_show_box(Vector3(0.3, place.y + 0.2, 0.12), Vector3(place.x, (place.y + 0.2) / 2.0, place.z - 0.35))
	var axle := Make.visual(Make.cylinder(0.09, 0.75).mesh, ROD)
	axle.transform = Transform3D(Basis(Vector3.RIGHT, PI / 2.0), place + Vector3(0, 0, -0.1))
	put(axle)
	for index in 5:
		var above := WHEEL + Vector3(-0.9 + 0.4 * index, 2.0 + 0.5 * index, 0)
		_rolling.append(put(Make.rigid(Make.ball(0.18), Make.CORAL, above)) as RigidBody3D)


# what fell off the wheel falls on it again
func _lift(ball: RigidBody3D) -> void:
	ball.position = WHEEL + Vector3(0.3 * sin(10.0 * time), 2.2, 0)
	ball.linear_velocity = Vector3.ZERO
	ball.reset_physics_interpolation()


func _build_pendulums(place: Vector3) -> void:
	for index in 5:
		var top := place + Vector3((index - 2) * GAP, 0, 0)
		var way := Vector3(-PULLED, -1.0, 0) if index == 0 else Vector3(0, -1.8, 0)
		var ball := Make.rigid(Make.ball(0.25), Make.VIOLET, top + way)
		ball.physics_material_override = PhysicsMaterial.new()
		ball.physics_material_override.bounce = 1.0
		ball.physics_material_override.friction = 0.0
		ball.set_meta(&"rod", way.length())
		_bobs[ball] = top
		put(ball)
		join(PinJoint3D.new(), ball, null, top)
	_build_gallows(place, 2.9)


func _build_spring(place: Vector3) -> void:
	_build_gallows(place, 0.8)
	_weight = Make.rigid(Make.box(Vector3.ONE * 0.7), Make.TEAL, place + Vector3.DOWN)
	put(_weight)
	_spring = DistanceJoint3D.new()
	_spring.mode = DistanceJoint3D.MODE_SPRING
	_spring.length = 0.6
	_spring.stiffness = 25.0
	_spring.damping = 0.2
	_spring.position = place
	_spring.anchor_b = Vector3.DOWN * 0.65
	put(_spring)
	_spring.node_b = _spring.get_path_to(_weight)


# a beam on two posts; only to be seen, so that nothing that swings there is stopped
func _build_gallows(place: Vector3, half: float) -> void:
	_show_box(Vector3(2.0 * half, 0.12, 0.3), place + Vector3.UP * 0.06)
	for side: float in [-1.0, 1.0]:
		_show_box(Vector3(0.12, place.y, 0.3), Vector3(place.x + side * (half - 0.06), place.y / 2.0, place.z))


func _show_box(size: Vector3, place: Vector3) -> void:
	var seen := Make.visual(Make.box(size).mesh, Make.SLATE)
	seen.position = place
	put(seen)
