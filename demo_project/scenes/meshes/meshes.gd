# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends DemoScene
## Concave meshes that move: a chain of interlocked rings, gears that drive each other by their teeth, a
## bowl that carries marbles around, and a boat on a sea of balls. Every triangle is exact.

const RINGS := 7
const MARBLES := 24
const TEETH := 12

var _rings: Array[RigidBody3D] = []
var _marbles: Array[RigidBody3D] = []
var _gears: Array[RigidBody3D] = []
var _turned := 0.0 # rad; the second gear
var _bowl: AnimatableBody3D
var _boat: RigidBody3D


func build() -> void:
	_rings.clear()
	_marbles.clear()
	_gears.clear()
	_turned = 0.0
	_build_chain(Vector3(-4.6, 4.6, -1.0))
	_build_gears(Vector3(-0.9, 2.2, -2.6))
	_build_bowl()
	_build_boat(Vector3(-0.2, 0, 2.6))


func tick(_delta: float) -> void:
	_bowl.transform = _bowl_at(time)
	# teeth have play: it goes by leaps, so its way counts, not its speed at a moment
	_turned += _gears[1].angular_velocity.z * get_physics_process_delta_time()


# it goes round in a circle and sways
func _bowl_at(when: float) -> Transform3D:
	var turn := 0.8 * when
	var at := Vector3(2.7 + 0.9 * cos(turn), 1.6, -1.4 + 0.9 * sin(turn))
	return Transform3D(Basis(Vector3.RIGHT, 0.2 * sin(turn)), at)


func numbers() -> Dictionary[String, String]:
	var own := super()
	own["lowest ring"] = "%.3f m" % _rings[RINGS - 1].global_position.y
	own["marbles in the bowl"] = "%d of %d" % [_carried(), MARBLES]
	own["gears"] = "%.2f and %.2f rad/s" % [_gears[0].angular_velocity.z, _gears[1].angular_velocity.z]
	return own


func check() -> PackedStringArray:
	var wrong: PackedStringArray = []
	for index in range(1, RINGS):
		var apart := _rings[index].global_position.distance_to(_rings[index - 1].global_position)
		if apart > 0.75:
			wrong.append("ring %d came off" % index)
	if _carried() < MARBLES:
		wrong.append("the bowl lost %d marbles" % (MARBLES - _carried()))
	if _boat.global_position.y < 0.2:
		wrong.append("the boat sank to %.2f m" % _boat.global_position.y)
	if _turned < 0.6 * time:
		wrong.append("the second gear turned by only %.2f rad" % _turned)
	return wrong


func _carried() -> int:
	var count := 0
	for marble in _marbles:
		count += int(marble.global_position.distance_to(_bowl.global_position) < 1.3)
	return count


# every ring stands across the one above
func _build_chain(top: Vector3) -> void:
	var torus := TorusMesh.new()
	torus.inner_radius = 0.3
	torus.outer_radius = 0.5
	torus.rings = 24
	torus.ring_segments = 10
	var form := Make.triangles(torus)
	for index in RINGS:
		var ring := Make.rigid(form, Make.COLORS[index % 5], top + Vector3.DOWN * 0.56 * index)
		ring.basis = Basis(Vector3.UP, PI / 2.0 * (index % 2)) * Basis(Vector3.RIGHT, PI / 2.0)
		ring.freeze = index == 0
		_rings.append(ring)
		put(ring)


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
			axle.set_param(HingeJoint3D.PARAM_MOTOR_TARGET_VELOCITY, 1.2)
			axle.set_param(HingeJoint3D.PARAM_MOTOR_MAX_IMPULSE, 3.0)
		join(axle, gear, null, at)


func _build_bowl() -> void:
	_bowl = AnimatableBody3D.new()
	_bowl.transform = _bowl_at(0.0)
	Make.dress(_bowl, Make.triangles(Solids.lathe(Solids.bowl(1.3, 0.12))), Make.TEAL)
	put(_bowl)
	for index in MARBLES:
		var turn := index * 2.4
		var at := _bowl.position + Vector3(cos(turn) * 0.5, -0.4 + 0.06 * index, sin(turn) * 0.5)
		var marble := Make.rigid(Make.ball(0.13), Make.COLORS[index % 5], at, 0.2)
		_marbles.append(marble)
		put(marble)


func _build_boat(place: Vector3) -> void:
	for turn in 4:
		var long := 2.2 if turn % 2 else 1.6
		var out := 1.6 if turn % 2 else 2.2
		var wall := Make.fixed(Make.box(Vector3(2.0 * out, 0.7, 0.15)), Make.SLATE, Vector3.ZERO)
		wall.transform = Transform3D(Basis(), place) * Transform3D(Basis(Vector3.UP, turn * PI / 2.0), Vector3.ZERO) * Transform3D(Basis(), Vector3(0, 0.35, -long))
		put(wall)
	for index in 240:
		var at := place + Vector3(index % 12 * 0.3 - 1.65, 0.2 + 0.28 * (index / 96), index / 12 % 8 * 0.3 - 1.05)
		put(Make.rigid(Make.ball(0.14), Make.BLUE, at, 0.2))
	var hull := Make.triangles(Solids.lathe(Solids.bowl(0.8, 0.08, 6), 20))
	_boat = Make.rigid(hull, Make.CLAY, place + Vector3(0, 2.4, 0), 2.0)
	put(_boat)
