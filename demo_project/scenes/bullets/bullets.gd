# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends DemoScene
## The same shots three times. Above, a bullet is moved by hand and looks only where it is at each tick:
## what is thinner than its step is never seen. In the middle, rigid balls; below, spinning rods: both
## are swept along their whole way and pass nothing.
##
## Between two looks a body goes speed / rate metres: 10 m/s at 60 Hz is 16.7 cm, and that is how far a
## sampled answer may be wrong.

const Lane := preload("lane.gd")

const SPEEDS: Array[float] = [10.0, 60.0, 150.0, 350.0, 1000.0]
## s between two volleys.
const PAUSE := 1.6
const BALL := 0.06
## Where a ball touches the first plate.
const TOUCH := Lane.FIRST_PLATE - Lane.PLATE.x / 2.0 - BALL
## m; contacts give way by less, at any speed.
const NEAR := 0.005


var _lanes: Array[Lane] = []
var _dot := Make.ball(BALL, 16) # made once: there is one at every tick
var _dot_paint := Make.glass(Make.CORAL, 0.45)
var _volley := 0
var _wait := 0.0
var _stopped := 0 # sampled shots that saw a plate
var _late := NAN # m; how far behind its first touch the sampled bullet saw the first plate
var _worst_late := 0.0 # of it, in ways of a tick
var _worst_reach := 0.0 # m; how far a ball ever got beyond its first touch


func build() -> void:
	_lanes = [
		Lane.new("looks once a tick", 4.6, Make.CORAL),
		Lane.new("balls", 2.8, Make.TEAL),
		Lane.new("spinning rods", 1.0, Make.AMBER),
	]
	for lane in _lanes:
		put(lane)
	put(Lane.stands(_lanes[0].height))
	_volley = 0
	_wait = 0.0
	_stopped = 0
	_late = NAN
	_worst_late = 0.0
	_worst_reach = 0.0


func tick(delta: float) -> void:
	_move_sampled(delta)
	for index: int in [1, 2]:
		_lanes[index].stretch()
	_worst_reach = maxf(_worst_reach, Lane.START + _lanes[1].reach - TOUCH)
	for lane in _lanes:
		lane.judge()
	_wait -= delta
	if _wait <= 0.0:
		for lane in _lanes:
			lane.clear()
		_fire()
		_wait = PAUSE


func _unhandled_input(event: InputEvent) -> void:
	super(event)
	if event.is_action_pressed(&"demo_use"):
		_wait = 0.0


func explain() -> void:
	add_hint([&"demo_use"], &"throw", "fires the next volley")


# a shot is over before the hand is there
func can_grab() -> bool:
	return false


func numbers() -> Dictionary[String, String]:
	var speed := SPEEDS[(_volley + SPEEDS.size() - 1) % SPEEDS.size()]
	var shown: Dictionary[String, String] = {
		"speed": "%d m/s" % int(speed),
		"distance per tick": "%.1f cm" % (100.0 * _bound(speed)),
		"seen too late by": "never seen" if is_nan(_late) else "%.1f cm" % (100.0 * _late),
		"balls overshoot by": "%.2f cm" % (100.0 * _worst_reach),
	}
	for lane in _lanes:
		shown[lane.title] = "%d of %d passed" % [lane.passed, lane.fired]
	return shown


func check() -> PackedStringArray:
	var wrong: PackedStringArray = []
	# 10 m/s at 60 Hz
	if absf(_bound(10.0) - 0.1667) > 1e-4 and Engine.physics_ticks_per_second == 60:
		wrong.append("the bound is %.4f m" % _bound(10.0))
	if _worst_late <= 0.0 or _worst_late > 1.0:
		wrong.append("what was seen was late by %.2f ways of a tick" % _worst_late)
	if _worst_reach > NEAR:
		wrong.append("a ball got %.1f mm into a plate" % (1000.0 * _worst_reach))
	for index in [1, 2]:
		if _lanes[index].passed > 0:
			wrong.append("%d %s passed the plates" % [_lanes[index].passed, _lanes[index].title])
	if time > 4.0 and _lanes[0].passed == 0:
		wrong.append("no sampled bullet passed, so the comparison shows nothing")
	var told := _lanes[0].passed + _stopped + int(_lanes[0].is_open())
	if told != _lanes[0].fired:
		wrong.append("of %d sampled bullets %d are told of" % [_lanes[0].fired, told])
	return wrong


func _fire() -> void:
	var speed := SPEEDS[_volley % SPEEDS.size()]
	_volley += 1
	_late = NAN
	for lane in _lanes:
		var shot: Node3D = _make_sampled(lane) if lane == _lanes[0] else _make_rigid(lane, speed)
		shot.set_meta(&"speed", speed)
		lane.take(shot, lane == _lanes[0])


func _make_sampled(lane: Lane) -> Node3D:
	return Make.visual(Make.ball(BALL).mesh, lane.color)


func _make_rigid(lane: Lane, speed: float) -> RigidBody3D:
	var is_rod := lane == _lanes[2]
	var form := Make.capsule(0.04, 0.8) if is_rod else Make.ball(BALL)
	var body := Make.rigid(form, lane.color, Vector3.ZERO, 0.1)
	body.gravity_scale = 0.0
	body.linear_velocity = Vector3(speed, 0, 0)
	body.angular_velocity = Vector3(0, 0, 25) if is_rod else Vector3.ZERO
	return body


# what many games do: step, then look whether something is there
func _move_sampled(delta: float) -> void:
	var shot := _lanes[0].shot
	if shot == null or shot.has_meta(&"is_stopped") or shot.position.x > Lane.STOP:
		return
	shot.position.x += (shot.get_meta(&"speed") as float) * delta
	var dot := MeshInstance3D.new()
	dot.mesh = _dot.mesh
	dot.material_override = _dot_paint
	dot.position = shot.position
	_lanes[0].trail.add_child(dot)
	var query := PhysicsShapeQueryParameters3D.new()
	query.shape = _dot.shape
	query.transform = shot.global_transform
	if get_world_3d().direct_space_state.intersect_shape(query, 1):
		shot.set_meta(&"is_stopped", true)
		_stopped += 1
		var speed: float = shot.get_meta(&"speed")
		if shot.position.x - TOUCH < 1.0:
			_late = shot.position.x - TOUCH
			_worst_late = maxf(_worst_late, _late / _bound(speed))


# m; as far as this may an answer be wrong that looks once a tick
static func _bound(speed: float) -> float:
	return speed / Engine.physics_ticks_per_second
