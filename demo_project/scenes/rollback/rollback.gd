# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends DemoScene
## Two copies of one world, as two players of a game over the net see it. The left copy knows of every
## kick at once. The right one hears of it some ticks later: at every tick it goes back to the last tick
## about which it knows everything, takes what it has heard into account, and simulates up to now again.
## Where both know the same, they are the same to the last bit: the hashes say so.

const WorldCopy := preload("world_copy.gd")

## Ticks after which a kick is heard of: 0.2 s.
const LATE := 12
const BODIES := 48
const HALF := 1.9
const KICK_EVERY := 100
## Ticks that the plot shows.
const SHOWN := 300

var _left: WorldCopy
var _right: WorldCopy
var _kicks: Dictionary[int, Vector3] = {} # by tick
var _truth: Dictionary[int, int] = {} # hashes of the left copy by tick
var _known: PackedByteArray = [] # the state of the right copy at the tick _tick - LATE
var _known_hash := 0
var _tick := 0
var _asked := false
var _differed := 0 # ticks at which the copies differed although they knew the same
var _mistaken := 0 # ticks at which the right copy did not know of a kick yet
var _apart := 0.0
var _distances: PackedVector2Array = []

@onready var _plot := Plot.beside(self, Rect2(24, 64, 400, 220), "distance between the copies, m")


func _ready() -> void:
	super()
	_plot.x_text = "tick"


func build() -> void:
	_kicks.clear()
	_truth.clear()
	_distances.clear()
	_tick = 0
	_differed = 0
	_mistaken = 0
	_left = _make_copy(Vector3(-2.7, 0, 0), "hears of kicks at once", Make.TEAL)
	_right = _make_copy(Vector3(2.7, 0, 0), "hears of them %d ticks later" % LATE, Make.AMBER)
	_known = MinkowskiPhysics.save_state(_right.space) if PhysicsEngine.is_ours() else PackedByteArray()


func tick(_delta: float) -> void:
	if _known.is_empty():
		return
	if _asked or _tick % KICK_EVERY == KICK_EVERY / 2:
		var turn := 2.4 * _tick
		_kicks[_tick] = Vector3(0.9 * cos(turn), -0.5, 0.9 * sin(turn))
		_asked = false
	_advance(_left, _tick)
	_truth[_tick] = _left.state_hash()
	_roll_back_and_replay()
	_tick += 1
	_compare()
	_left.show_bodies()
	_right.show_bodies()


func _unhandled_input(event: InputEvent) -> void:
	super(event)
	if event.is_action_pressed(&"demo_use"):
		_asked = true


func can_grab() -> bool:
	return false


func explain() -> void:
	add_hint([&"demo_use"], &"kick", "kicks")


func numbers() -> Dictionary[String, String]:
	return {
		"bodies in each": str(BODIES),
		"ticks simulated again": "%d per tick" % (LATE + 1),
		"state to go back to": "%.1f kB" % (_known.size() / 1000.0),
		"left, %d ticks ago" % LATE: _hex(_truth.get(_tick - 1 - LATE, 0)),
		"right, the same tick": _hex(_known_hash),
		"differences so far": "%d of %d" % [_differed, maxi(_tick - LATE, 0)],
		"did not know yet": "%d ticks" % _mistaken,
		"distance now": "%.3f m" % _apart,
	}


func check() -> PackedStringArray:
	var wrong: PackedStringArray = []
	if _differed > 0:
		wrong.append("the copies differed at %d of %d ticks" % [_differed, _tick - LATE])
	if _mistaken == 0:
		wrong.append("no kick was ever unknown, so the comparison shows nothing")
	if _known_hash != _truth.get(_tick - 1 - LATE, 0):
		wrong.append("the last ticks that both know differ")
	var shown := numbers()
	if shown["left, %d ticks ago" % LATE] != shown["right, the same tick"] or _known_hash == 0:
		wrong.append("the card shows hashes that differ")
	return wrong


# the tick that is known by now is made for good, those after it without what nobody has heard of
func _roll_back_and_replay() -> void:
	var first := _tick - LATE
	MinkowskiPhysics.restore_state(_right.space, _known)
	if first >= 0:
		_advance(_right, first)
		_known = MinkowskiPhysics.save_state(_right.space)
		_known_hash = _right.state_hash()
		_differed += int(_known_hash != _truth[first])
		_truth.erase(first - 1)
	for number in range(maxi(first + 1, 0), _tick + 1):
		_right.step()


func _advance(copy: WorldCopy, number: int) -> void:
	if _kicks.has(number):
		copy.kick(_kicks[number])
	copy.step()


func _compare() -> void:
	var mine := _right.places()
	var true_places := _left.places()
	_apart = 0.0
	for index in mine.size():
		_apart = maxf(_apart, mine[index].distance_to(true_places[index]))
	_mistaken += int(_apart > 0.0)
	_distances.append(Vector2(_tick, _apart))
	if _distances.size() > SHOWN:
		_distances.remove_at(0)
	_plot.set_line("while a kick is not heard of yet", Make.AMBER, _distances)


func _make_copy(place: Vector3, text: String, color: Color) -> WorldCopy:
	var copy := WorldCopy.new()
	copy.position = place
	put(copy)
	put(Make.label(text, place + Vector3(0, 0.1, HALF + 1.4), color.lightened(0.3)))
	copy.add(Make.Form.new(null, WorldBoundaryShape3D.new()), color, Transform3D(), true)
	copy.add(Make.box(Vector3(4.4, 0.2, 4.4)), Make.SLATE, Transform3D(Basis(), Vector3(0, 0.1, 0)), true)
	for turn in 4:
		var side := Transform3D(Basis(Vector3.UP, turn * PI / 2.0), Vector3.ZERO)
		# the end of each stands on the side of the next
		var wall := side * Transform3D(Basis(), Vector3(0.15, 0.55, -HALF - 0.15))
		copy.add(Make.box(Vector3(2.0 * HALF + 0.3, 0.7, 0.3)), Make.SLATE, wall, true)
	var forms: Array[Make.Form] = [
		Make.box(Vector3.ONE * 0.4), Make.ball(0.24), Make.crystal(0.26, 0.5), Make.capsule(0.17, 0.6)
	]
	for index in BODIES:
		var cell := Vector3(index % 4 - 1.5, index / 16, index / 4 % 4 - 1.5)
		var basis := Basis.from_euler(Vector3(index, 2 * index, 0))
		var at := Transform3D(basis, cell * 0.75 + Vector3(0, 0.8, 0))
		copy.add(forms[index % 4], color.lerp(Make.VIOLET, (index % 5) / 6.0), at)
	return copy


static func _hex(number: int) -> String:
	return "%08x" % (number & 0xffffffff)
