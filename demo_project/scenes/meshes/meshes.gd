# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends DemoScene
## Concave meshes that move: a chain of interlocked rings, gears that drive each other by their teeth, a
## bowl that carries marbles around, and a boat on a sea of balls whose bed makes waves. Every triangle is exact.

const Chain := preload("chain.gd")
const Sea := preload("sea.gd")

const CHAIN := Vector3(-4.4, 4.6, -1.0)
const MARBLES := 24
const TEETH := 12
const SEA := Vector3(-0.2, 0, 2.6)
## What the bowl goes around: far enough from gears and sea that it never touches them.
const BOWL := Vector3(3.6, 1.6, -0.5)
const BOWL_WAY := 0.6 # m
const BOWL_SPIN := 1.2 # rad/s
## rad/s; the motor of the first gear.
const MOTOR := 1.2

var _chain: Chain
var _marbles: Array[RigidBody3D] = []
var _gears: Array[RigidBody3D] = []
var _turned := 0.0 # rad; the second gear
var _bowl: AnimatableBody3D
var _crank: Node3D # what carries it
var _sea: Sea
var _low := INF # m; the boat on its waves
var _high := -INF


func build() -> void:
	_marbles.clear()
	_gears.clear()
	_turned = 0.0
	_chain = Chain.new()
	_chain.position = CHAIN
	put(_chain)
	_build_gears(Vector3(-0.9, 2.2, -2.6))
	_build_bowl()
	_low = INF
	_high = -INF
	_sea = Sea.new()
	_sea.position = SEA
	put(_sea)


func tick(_delta: float) -> void:
	_chain.swing(time)
	_bowl.transform = _bowl_at(time)
	_crank.rotation.y = -BOWL_SPIN * time
	_sea.make_waves(time)
	# it first falls into the sea
	if time > 2.0:
		_low = minf(_low, _sea.boat.global_position.y)
		_high = maxf(_high, _sea.boat.global_position.y)
	# teeth have play: it goes by leaps, so its way counts, not its speed at a moment
	_turned += _gears[1].angular_velocity.z * get_physics_process_delta_time()


# it goes round in a circle and sways
func _bowl_at(when: float) -> Transform3D:
	var turn := BOWL_SPIN * when
	var out := BOWL_WAY * Vector3(cos(turn), 0, sin(turn))
	return Transform3D(Basis(Vector3.RIGHT, 0.2 * sin(turn)), BOWL + out)


func numbers() -> Dictionary[String, String]:
	var shown := super()
	shown["rings in the chain"] = "%d of %d" % [_chain.linked(), Chain.RINGS]
	shown["marbles in the bowl"] = "%d of %d" % [_carried(), MARBLES]
	shown["boat"] = "%.2f m high" % _sea.boat.global_position.y
	shown["gears turned"] = "%.1f and %.1f times" % [MOTOR * time / TAU, _turned / TAU]
	return shown


func check() -> PackedStringArray:
	var wrong := _chain.check()
	if _carried() < MARBLES:
		wrong.append("the bowl lost %d marbles" % (MARBLES - _carried()))
	if _sea.boat.global_position.y < 0.2:
		wrong.append("the boat sank to %.2f m" % _sea.boat.global_position.y)
	if _sea.boat.global_basis.y.y < 0.5:
		wrong.append("the boat turned over")
	if time > 3.9 and _high - _low < 0.05:
		wrong.append("the waves lift the boat by only %.3f m" % (_high - _low))
	# teeth as many as the first one has; it starts with a tooth's play
	if absf(_turned - MOTOR * time) > PI / TEETH:
		wrong.append("the second gear turned by %.2f rad, not %.2f" % [_turned, MOTOR * time])
	return wrong


func _carried() -> int:
	var count := 0
	for marble in _marbles:
		count += int(marble.global_position.distance_to(_bowl.global_position) < 1.3)
	return count


func _build_gears(place: Vector3) -> void:
	var form := Make.triangles(Solids.plate(Solids.gear(TEETH, 0.8, 1.1), 0.3))
	for index in 2:
		var at := place + Vector3(1.93 * index, 0, 0)
		var gear := Make.rigid(form, Make.AMBER if index else Make.CORAL, at, 3.0)
		gear.rotation.z = PI / TEETH * index
		gear.can_sleep = false
		_gears.append(gear)
		put(gear)
		var axle := HingeJoint3D.new()
		if index == 0:
			axle.set_flag(HingeJoint3D.FLAG_ENABLE_MOTOR, true)
			axle.set_param(HingeJoint3D.PARAM_MOTOR_TARGET_VELOCITY, MOTOR)
			axle.set_param(HingeJoint3D.PARAM_MOTOR_MAX_IMPULSE, 3.0)
		join(axle, gear, null, at)
		_show_axle(at)


# a stand and what the gear turns on; only to be seen
func _show_axle(at: Vector3) -> void:
	var axle := Make.visual(Make.cylinder(0.1, 0.75).mesh, Make.SLATE.lightened(0.4))
	axle.transform = Transform3D(Basis(Vector3.RIGHT, PI / 2.0), at + Vector3(0, 0, -0.18))
	put(axle)
	var post := Make.visual(Make.box(Vector3(0.22, at.y + 0.2, 0.12)).mesh, Make.SLATE)
	post.position = Vector3(at.x, (at.y + 0.2) / 2.0, at.z - 0.5)
	put(post)


func _build_bowl() -> void:
	_bowl = AnimatableBody3D.new()
	_bowl.transform = _bowl_at(0.0)
	Make.dress(_bowl, Make.triangles(Solids.lathe(Solids.bowl(1.3, 0.12))), Make.TEAL)
	# the marbles in it are what is to be seen
	(_bowl.get_child(1) as MeshInstance3D).material_override = Make.glass(Make.TEAL, 0.4)
	put(_bowl)
	_show_crank()
	for index in MARBLES:
		var turn := index * 2.4
		var at := _bowl.position + Vector3(cos(turn) * 0.5, -0.4 + 0.06 * index, sin(turn) * 0.5)
		var marble := Make.rigid(Make.ball(0.13, 16), Make.COLORS[index % 5], at, 0.2)
		_marbles.append(marble)
		put(marble)


# a disc with a pin below the bowl; only to be seen
func _show_crank() -> void:
	_crank = Node3D.new()
	_crank.position = Vector3(BOWL.x, 0, BOWL.z)
	put(_crank)
	var disc := Make.visual(Make.cylinder(0.9, 0.12).mesh, Make.SLATE)
	disc.position.y = 0.06
	_crank.add_child(disc)
	var pin := Make.visual(Make.cylinder(0.1, 0.3).mesh, Make.SLATE.lightened(0.4))
	pin.position = Vector3(BOWL_WAY, 0.22, 0)
	_crank.add_child(pin)
