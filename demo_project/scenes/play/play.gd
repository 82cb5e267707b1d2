# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends DemoScene
## A small game: three levels, twenty marbles and a minute for each, and a machine of moving concave parts. The bins
## below count a little, the bowl that swings left and right a hundred, and with every marble that it catches in a row
## a hundred more. Who drops blindly gets some five hundred points; who waits for the bowl wins, and goes on to the
## next level, where it swings faster and wants more.

const Machine := preload("machine.gd")
const SelfPlayer := preload("self_player.gd")
const Sounds := preload("sounds.gd")

const MARBLES := 20
const ROUND := 60.0
## Points that win a level, and how fast its bowl swings, rad/s.
const LEVELS: Array[Vector2] = [Vector2(1000, 0.9), Vector2(1500, 1.2), Vector2(2000, 1.5)]
## In a row they are worth up to so many times as much.
const MAX_ROW := 3
## Points for every marble that was not needed.
const SPARED := 20
const RADIUS := 0.15
## s between two marbles.
const PAUSE := 0.35
const DROP_HEIGHT := 7.6
## m; a hand is never quite still: a marble that falls on the middle of a peg must not lie there.
const TREMOR := 0.03
## m/s of the hand above the machine.
const HAND_SPEED := 5.0
## s that a marble must stay in the bowl.
const CATCH_TIME := 0.35
## s that the task is shown at the start, and that a won level is cheered before the next.
const INTRO := 5.0
const CHEER := 3.0

## The best game so far.
static var _best := 0

## Plays while nobody else does.
var player := SelfPlayer.new()
var sounds := Sounds.new()

var _machine: Machine
var _level := 0
var _total := 0 # points of the levels that were won before
var _row := 0 # marbles that the bowl has caught one after the other
var _cheered := 0.0 # s since the level was won
var _hand: MeshInstance3D
var _marbles: Array[RigidBody3D] = []
var _dropped := 0
var _points := 0
var _counted: Dictionary[int, int] = {} # points -> marbles that got them
var _wait := 0.0
var _target := 0.0
var _message: Label3D
# made once: marbles and sparks come and go
var _marble := Make.ball(RADIUS)
var _spark := Make.ball(0.05, 8).mesh
var _gold := Make.material(Make.AMBER)
var _blue := Make.material(Make.BLUE)


func _ready() -> void:
	super()
	add_child(sounds)
	# the hand is moved with the keys that fly elsewhere
	camera.set_process(false)


func build() -> void:
	if is_won():
		_total = _score() if _level < LEVELS.size() - 1 else 0
		_level = (_level + 1) % LEVELS.size()
	_row = 0
	_cheered = 0.0
	_marbles.clear()
	_counted.clear()
	_dropped = 0
	_points = 0
	_wait = 0.0
	_target = 0.0
	_machine = Machine.new()
	_machine.pace = LEVELS[_level].y
	put(_machine)
	_hand = Make.visual(Solids.lathe(Solids.bowl(0.3, 0.05)), Make.CORAL)
	_hand.position = Vector3(0, DROP_HEIGHT + 0.45, 0)
	put(_hand)
	_message = Make.label("", Vector3(-0.9, Machine.HEIGHT + 0.55, 0))
	_message.font_size = 56
	put(_message)


func tick(delta: float) -> void:
	_move_hand(delta)
	_wait -= delta
	if Demo.is_unattended() and player.is_time(_machine, _hand.position.x):
		drop()
	for marble: RigidBody3D in _marbles.duplicate():
		_judge(marble, delta)
	_best = maxi(_best, _score())
	_message.text = _words()
	_cheered += delta if is_won() else 0.0
	if _cheered > CHEER and _level < LEVELS.size() - 1 and not Demo.is_checking():
		restart()


## Whether nothing can be won any more.
func is_over() -> bool:
	return is_won() or time > ROUND or _dropped == MARBLES and _marbles.is_empty()


func is_won() -> bool:
	return _points >= _goal()


func _goal() -> int:
	return int(LEVELS[_level].x)


# of the whole game
func _score() -> int:
	return _total + _points + (SPARED * (MARBLES - _dropped) if is_won() else 0)


func _words() -> String:
	var again := KeyCap.legend(&"demo_reset")
	if is_won() and _level < LEVELS.size() - 1:
		return "Level %d won!  +%d" % [_level + 1, SPARED * (MARBLES - _dropped)]
	if is_won():
		return "All won: %d points!  %s: again" % [_score(), again]
	if is_over():
		return "%d of %d.  %s: once more" % [_points, _goal(), again]
	if time < INTRO and _points == 0:
		return "Feed the bowl: %d points!" % _goal()
	return "%d / %d" % [_points, _goal()]


func _unhandled_input(event: InputEvent) -> void:
	super(event)
	var motion := event as InputEventMouseMotion
	if motion != null:
		_target = _under_mouse(motion.position)
	var button := event as InputEventMouseButton
	var is_click := button != null and button.pressed and button.button_index == MOUSE_BUTTON_LEFT
	if is_click or event.is_action_pressed(&"demo_use"):
		drop()


# it would be cheating
func can_grab() -> bool:
	return false


func explain() -> void:
	add_hint([&"click", &"demo_use"], &"drop", "drops a marble")
	add_hint([&"move_mouse", &"fly_left", &"fly_right"], &"aside", "moves the hand")


func numbers() -> Dictionary[String, String]:
	var own: Dictionary[String, String] = {
		"level": "%d of %d" % [_level + 1, LEVELS.size()],
		"points": "%d of %d" % [_points, _goal()],
		"in a row": str(_row),
		"game so far": str(_score()),
		"best game": str(_best),
		"marbles left": str(MARBLES - _dropped),
		"time left": "%d s" % maxi(0, ceili(ROUND - time)),
	}
	own["in the bowl"] = "%d of %d" % [_caught(), _dropped - _marbles.size()]
	return own


func _caught() -> int:
	var count := 0
	for worth in _counted:
		count += _counted[worth] if worth >= Machine.BOWL_POINTS else 0
	return count


func check() -> PackedStringArray:
	var wrong: PackedStringArray = []
	var counted := 0
	var sum := 0
	for worth in _counted:
		counted += _counted[worth]
		sum += worth * _counted[worth]
	if counted + _marbles.size() != _dropped:
		wrong.append("%d marbles were dropped, %d counted, %d are there" % [_dropped, counted, _marbles.size()])
	if sum != _points:
		wrong.append("the marbles are worth %d, not %d" % [sum, _points])
	# a good player plays here
	if (is_over() or time > ROUND / 2.0) and not is_won():
		wrong.append("the level was not won: %d of %d points" % [_points, _goal()])
	for marble in _marbles:
		if absf(marble.position.x) > Machine.HALF + 0.1 or absf(marble.position.z) > 0.01:
			wrong.append("a marble left the machine at %s" % marble.position)
	return wrong


func _move_hand(delta: float) -> void:
	var push := clampf(Input.get_axis(&"fly_left", &"fly_right") + Actions.steering().x, -1.0, 1.0)
	if Demo.is_unattended():
		_target = player.aim(_machine)
	elif push != 0.0:
		_target = _hand.position.x + push * HAND_SPEED * delta
	_target = clampf(_target, 0.3 - Machine.HALF, Machine.HALF - 0.3)
	_hand.position.x = move_toward(_hand.position.x, _target, 2.0 * HAND_SPEED * delta)


# where the pointer meets the plane of the machine
func _under_mouse(at: Vector2) -> float:
	var hit: Variant = Plane(Vector3.BACK, 0.0).intersects_ray(camera.project_ray_origin(at), camera.project_ray_normal(at))
	return hit.x if hit != null else _target


## Lets go of a marble, unless one has just left the hand.
func drop() -> void:
	if _wait > 0.0 or _dropped == MARBLES or is_over():
		return
	_wait = PAUSE
	_dropped += 1
	var color := Make.COLORS[_dropped % Make.COLORS.size()]
	var from := Vector3(_hand.position.x + TREMOR * sin(7.0 * _dropped), DROP_HEIGHT, 0)
	var marble := Make.rigid(_marble, color, from, 0.3)
	marble.axis_lock_linear_z = true
	marble.can_sleep = false
	marble.physics_material_override = PhysicsMaterial.new()
	marble.physics_material_override.bounce = 0.35
	marble.contact_monitor = true
	marble.max_contacts_reported = 1
	marble.body_entered.connect(func(_other: Node) -> void: sounds.hit(marble.linear_velocity.length()))
	_marbles.append(marble)
	put(marble)


# a marble counts at the bottom of a bin, or after a moment in the bowl
func _judge(marble: RigidBody3D, delta: float) -> void:
	if marble.position.distance_to(_machine.bowl.position) < Machine.BOWL_RADIUS - 0.1:
		var inside: float = marble.get_meta(&"inside", 0.0) + delta
		marble.set_meta(&"inside", inside)
		if inside > CATCH_TIME:
			_row = mini(_row + 1, MAX_ROW)
			sounds.catch_one(_row)
			_count(marble, Machine.BOWL_POINTS * _row)
			if is_won():
				sounds.win()
	elif marble.position.y < RADIUS + 0.1:
		_row = 0
		sounds.drop_one()
		_count(marble, Machine.POINTS[Machine.bin_at(marble.position.x)])
	_machine.show_worth(Machine.BOWL_POINTS * mini(_row + 1, MAX_ROW))


func _count(marble: RigidBody3D, worth: int) -> void:
	_points += worth
	_counted[worth] = _counted.get(worth, 0) + 1
	_marbles.erase(marble)
	var color := Make.AMBER if worth >= Machine.BOWL_POINTS else Machine.COLORS[worth]
	var text := Make.label("+%d" % worth, marble.position + Vector3(0, 0.5, 0.7), color)
	put(text)
	_burst(marble.position, worth)
	marble.queue_free()
	var tween := text.create_tween()
	tween.tween_property(text, ^"position:y", text.position.y + 0.8, 0.7)
	tween.parallel().tween_property(text, ^"modulate:a", 0.0, 0.7)
	tween.tween_callback(text.queue_free)


# the more, the more it was worth
func _burst(place: Vector3, worth: int) -> void:
	var sparks := CPUParticles3D.new()
	sparks.position = place
	sparks.mesh = _spark
	sparks.material_override = _gold if worth >= Machine.BOWL_POINTS else _blue
	sparks.amount = 6 + worth / 5
	sparks.one_shot = true
	sparks.explosiveness = 1.0
	sparks.lifetime = 0.8
	sparks.direction = Vector3.UP
	sparks.spread = 60.0
	sparks.initial_velocity_min = 2.0
	sparks.initial_velocity_max = 5.0
	sparks.emitting = true
	sparks.finished.connect(sparks.queue_free)
	put(sparks)
