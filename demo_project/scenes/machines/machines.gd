# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends DemoScene
## Joints at work: a robot arm whose motors draw a figure in the air, a crane with a ball on a rope that swings
## against a wall, and dolls that fall down stairs.

const ARM := Vector3(-2.0, 0, 0.9)
const CRANE := Vector3(0.6, 0, -2.4)
const STAIRS := Vector3(5.0, 0, 0.4)
const STEPS := 6
const DOLLS := 3
## Points of the figure that stay to be seen.
const TRAIL := 150
## m; how far a joint may come apart, and for a moment when a bone is stopped by the edge of a step.
const SLACK := 0.02
const JERK := 0.1
## m; how far the tip may be from where it should be while it moves.
const MISS := 0.05

var _arm: RobotArm
var _crane: Crane
var _dolls: Array[Ragdoll] = []
var _sketch: Sketch
var _trail: PackedVector3Array = []
var _worst_gap := 0.0
var _worst_miss := 0.0
var _worst_stretch := 0.0


func build() -> void:
	_worst_gap = 0.0
	_worst_miss = 0.0
	_worst_stretch = 0.0
	_trail.clear()
	_arm = RobotArm.new(self, ARM)
	_crane = Crane.new(self, CRANE)
	_build_stairs()
	_dolls.clear()
	_sketch = Sketch.new()
	put(_sketch)


func tick(delta: float) -> void:
	if _dolls.size() < DOLLS and time > 1.5 * _dolls.size():
		_drop_doll()
	_arm.reach(ARM + _figure(time), delta)
	_crane.drive(time)
	_worst_stretch = maxf(_worst_stretch, _crane.stretch())
	# it first has to get there
	if time > 1.5:
		_worst_miss = maxf(_worst_miss, _arm.miss())
		_draw_trail()
	_worst_gap = maxf(_worst_gap, _widest_gap())


func numbers() -> Dictionary[String, String]:
	return {
		"bodies": str(bodies().size()),
		"joints": str(things.find_children("*", "Joint3D", true, false).size()),
		"tip off target": "%.1f mm" % (1000.0 * _arm.miss()),
		"rope's widest gap": "%.2f mm" % (1000.0 * _crane.stretch()),
		"bricks moved": "%d of %d" % [_crane.fallen(), _crane.bricks.size()],
		"dolls' widest gap": "%.1f mm" % (1000.0 * _widest_gap()),
	}


func check() -> PackedStringArray:
	var wrong: PackedStringArray = []
	if _worst_miss > MISS:
		wrong.append("the arm was off by %.3f m" % _worst_miss)
	if _worst_stretch > SLACK:
		wrong.append("a link of the rope came %.1f mm apart" % (1000.0 * _worst_stretch))
	if _worst_gap > JERK or _widest_gap() > SLACK:
		wrong.append("joints of dolls came %.1f mm apart" % (1000.0 * _worst_gap))
	if time > 3.9 and _crane.fallen() == 0:
		wrong.append("the ball did not reach the wall")
	return wrong


func _widest_gap() -> float:
	var widest := 0.0
	for doll in _dolls:
		widest = maxf(widest, doll.widest_gap())
	return widest


# a figure of eight in front of the arm
func _figure(when: float) -> Vector3:
	return Vector3(1.3 + 0.5 * sin(1.4 * when), 1.35 + 0.42 * sin(2.8 * when), 0.5 + 0.2 * sin(1.4 * when))


func _draw_trail() -> void:
	_trail.append(_arm.tip)
	if _trail.size() > TRAIL:
		_trail = _trail.slice(_trail.size() - TRAIL)
	_sketch.clear()
	for index in _trail.size() - 1:
		_sketch.add_line(_trail[index], _trail[index + 1], Make.TEAL, 0.014)
	_sketch.finish()


func _build_stairs() -> void:
	for index in STEPS:
		var height := 0.3 * (STEPS - index)
		put(Make.fixed(Make.box(Vector3(2.2, height, 0.45)), Make.SLATE.lightened(0.15 * (index % 2)), STAIRS + Vector3(0, height / 2.0, 0.45 * index - 1.6)))


func _drop_doll() -> void:
	var index := _dolls.size()
	var turn := Basis.from_euler(Vector3(0.35, 0.2 * index - 0.2, 0))
	var at := STAIRS + Vector3(0.55 * index - 0.55, 2.0, -1.5)
	var doll := Ragdoll.new(self, Transform3D(turn, at), Make.COLORS[index])
	for title in doll.bones:
		doll.bones[title].linear_velocity = Vector3(0, 0, 1.5)
	_dolls.append(doll)
