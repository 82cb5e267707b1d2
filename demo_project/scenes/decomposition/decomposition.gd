# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends DemoScene
## Concave models cut into convex parts: balls roll through the gate, fall through the ring and stay in the
## tub as soon as there are enough parts. One part is the hull: nothing gets through.

const START_PARTS := 24
const MAX_PARTS := 32
const BALL := 0.2
## s between two balls of a stream, and how long each is there.
const PAUSE := 0.7
const LIFE := 5.0
## m; balls that have rolled this far are taken away.
const END := 3.0
const GATE := Vector3(-1.3, 1.25, 0.2)
const RING := Vector3(1.9, 1.3, 0.9)
const TUB := Vector3(4.7, 1.3, 0.6)
const AEROPLANE := Vector3(3.2, 3.7, 0.2)


## Balls that all start at one place, and what is asked of them when their time is over.
class Stream:
	var from := Vector3.ZERO
	var velocity := Vector3.ZERO
	## Whether a ball is where it should be: a function of its position.
	var is_right: Callable
	var balls: Array[RigidBody3D] = []
	var started := 0
	var right := 0
	var done := 0


var _models: Dictionary[String, PartsModel] = {
	"gate": PartsModel.new("gate", {Models.gate(): Transform3D()}),
	"aeroplane": PartsModel.new("aeroplane", Models.aeroplane_pieces()),
	"ring": PartsModel.new("ring", {Models.ring(): Transform3D()}),
	"tub": PartsModel.new("tub", {Models.tub(): Transform3D()}),
}
var _streams: Dictionary[String, Stream] = {}
var _aeroplane: StaticBody3D
var _wait := 0.0
var _is_apart := true
var _slider: HSlider
var _method: OptionButton


func _ready() -> void:
	var controls := add_controls()
	_slider = controls.add_slider("parts", 1, MAX_PARTS, _cut_again)
	_slider.set_value_no_signal(START_PARTS)
	_method = controls.add_choice("method", ["cut by planes", "merge a grid"], &"demo_use", _cut_again)
	controls.add_switch("pull apart", true, &"demo_next", func(is_on: bool) -> void: _is_apart = is_on)
	_cut()
	super()


func build() -> void:
	_wait = 0.0
	_put_model("gate", GATE, Vector3(0, 0.25, 0))
	_put_model("ring", RING, Vector3.ZERO)
	_put_model("tub", TUB, Vector3.ZERO)
	_aeroplane = _put_model("aeroplane", AEROPLANE, Vector3(0.35, 0.6, 0.15))
	_build_ramp()
	var gate_way := Vector3(sin(0.25), 0, cos(0.25))
	var is_behind_gate := func(at: Vector3) -> bool: return (at - GATE).dot(gate_way) > 0.5
	var is_below_ring := func(at: Vector3) -> bool:
		return at.y < RING.y and Vector2(at.x - RING.x, at.z - RING.z).length() < 0.9
	var is_in_tub := func(at: Vector3) -> bool: return at.distance_to(TUB) < 0.8
	_streams = {
		"gate": _make_stream(GATE - 4.2 * gate_way + Vector3.UP * 1.2, gate_way * 2.0, is_behind_gate),
		"ring": _make_stream(RING + Vector3.UP * 2.2, Vector3.ZERO, is_below_ring),
		"tub": _make_stream(TUB + Vector3(0.3, 2.0, 0), Vector3.ZERO, is_in_tub),
	}


func tick(delta: float) -> void:
	_wait -= delta
	for title in _streams:
		if _wait <= 0.0:
			_drop(_streams[title])
		_judge(_streams[title])
	if _wait <= 0.0:
		_wait = PAUSE
	_aeroplane.rotate_y(0.3 * delta)
	for title in _models:
		_models[title].explode(0.16 * (1.0 - cos(0.9 * time)) if _is_apart and title == "aeroplane" else 0.0)


func numbers() -> Dictionary[String, String]:
	var shown: Dictionary[String, String] = {}
	for title in _models:
		var model := _models[title]
		shown[title] = "%d parts · %.0f cm off" % [model.hulls.size(), 100.0 * model.concavity()]
	shown["through the gate"] = _words("gate")
	shown["through the ring"] = _words("ring")
	shown["in the tub"] = _words("tub")
	return shown


func check() -> PackedStringArray:
	var wrong: PackedStringArray = []
	for title in _models:
		wrong.append_array(_models[title].check(START_PARTS))
	for title in _streams:
		var stream := _streams[title]
		if stream.right < 3 or stream.right < stream.done:
			wrong.append("%s: only %d of %d balls are where they should be" % [title, stream.right, stream.done])
	return wrong + _check_hull()


# with one part the gate is its hull, and a ray through the middle hits it
func _check_hull() -> PackedStringArray:
	var ends: PackedVector3Array = [Vector3(0, 0, -2), Vector3(0, 0, 2)]
	var whole := MinkowskiPhysics.decompose(_models["gate"].faces, 1)[0]
	if not MinkowskiPhysics.distance(whole.points, Transform3D(), ends, Transform3D()).overlapping:
		return ["the hull of the gate is open"]
	for hull in _models["gate"].hulls:
		if MinkowskiPhysics.distance(hull.points, Transform3D(), ends, Transform3D()).overlapping:
			return ["a part is in the way through the gate"]
	return []


func _words(title: String) -> String:
	return "%d of %d" % [_streams[title].right, _streams[title].done]


func _cut_again(_value: float) -> void:
	_cut()
	restart()


func _cut() -> void:
	for title in _models:
		_models[title].cut(int(_slider.value), _method.selected == 1)


func _put_model(title: String, place: Vector3, turn: Vector3) -> StaticBody3D:
	var body := StaticBody3D.new()
	body.transform = Transform3D(Basis.from_euler(turn), place)
	_models[title].dress(body)
	put(body)
	return body


func _build_ramp() -> void:
	var ramp := Make.fixed(Make.box(Vector3(1.6, 0.1, 3.0)), Make.SLATE, Vector3.ZERO)
	var way := Basis(Vector3.UP, 0.25) * Basis(Vector3.RIGHT, 0.28)
	ramp.transform = Transform3D(way, GATE + way * Vector3(0, 0.0, -3.4) + Vector3.DOWN * 1.65)
	put(ramp)
	for place: Vector3 in [RING, TUB]:
		var is_ring := place == RING
		var height := place.y - (0.2 if is_ring else 0.6)
		for index in 4 if is_ring else 1:
			var out := Vector3(0.85, 0, 0).rotated(Vector3.UP, TAU * (index + 0.5) / 4.0) if is_ring else Vector3.ZERO
			put(Make.fixed(Make.cylinder(0.07, height), Make.SLATE, Vector3(place.x, height / 2.0, place.z) + out))


func _make_stream(from: Vector3, velocity: Vector3, is_right: Callable) -> Stream:
	var stream := Stream.new()
	stream.from = from
	stream.velocity = velocity
	stream.is_right = is_right
	return stream


func _drop(stream: Stream) -> void:
	# not one above the other: such a column would stand
	var aside := Vector3(0.18, 0, 0).rotated(Vector3.UP, 2.4 * stream.started)
	var ball := Make.rigid(Make.ball(BALL), Color("c9d2e6"), stream.from + aside, 1.0)
	stream.started += 1
	ball.linear_velocity = stream.velocity
	ball.set_meta(&"born", time)
	put(ball)
	stream.balls.append(ball)


# a ball counts once, when it is right or its time is over
func _judge(stream: Stream) -> void:
	for ball in stream.balls.duplicate() as Array[RigidBody3D]:
		var age := time - (ball.get_meta(&"born") as float)
		var is_right: bool = age > 1.0 and stream.is_right.call(ball.global_position)
		# one that others pushed aside may take its time
		if not ball.has_meta(&"is_judged") and (is_right or age > LIFE):
			ball.set_meta(&"is_judged", true)
			stream.done += 1
			stream.right += int(is_right)
		if age > LIFE or ball.global_position.z > END:
			stream.balls.erase(ball)
			ball.queue_free()
