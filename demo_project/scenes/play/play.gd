# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends DemoScene
## A small game: thirty marbles, two minutes, a machine of moving concave parts. The bins below count, the
## bowl that swings left and right counts most. Who drops blindly gets about twelve hundred points; who waits for
## the bowl gets more, and goes on to the next level, where it swings faster.

const Machine := preload("machine.gd")

const MARBLES := 30
const ROUND := 120.0
## Points that win a level, and how fast its bowl swings, rad/s.
const LEVELS: Array[Vector2] = [Vector2(1300, 0.9), Vector2(1500, 1.2), Vector2(1700, 1.5)]
const RADIUS := 0.15
## s between two marbles.
const PAUSE := 0.35
const DROP_HEIGHT := 7.6
## m/s of the hand above the machine.
const HAND_SPEED := 5.0
## s that a marble must stay in the bowl.
const CATCH_TIME := 0.35

## The best round so far.
static var _best := 0

var _machine: Machine
var _level := 0
var _hand: MeshInstance3D
var _marbles: Array[RigidBody3D] = []
var _dropped := 0
var _points := 0
var _counted: Dictionary[int, int] = {} # points -> marbles that got them
var _wait := 0.0
var _target := 0.0
var _message: Label3D


func _ready() -> void:
	super()
	# the hand is moved with the keys that fly elsewhere
	camera.set_process(false)


func build() -> void:
	if _points >= _goal():
		_level = (_level + 1) % LEVELS.size()
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
	_message = Make.label("", Vector3(0, Machine.HEIGHT + 0.55, 0))
	put(_message)


func tick(delta: float) -> void:
	_move_hand(delta)
	_wait -= delta
	if Demo.is_unattended():
		_drop()
	for marble: RigidBody3D in _marbles.duplicate():
		_judge(marble, delta)
	_best = maxi(_best, _points)
	_message.text = _words()


## Whether nothing can be won any more.
func is_over() -> bool:
	return time > ROUND or _points >= _goal() or _dropped == MARBLES and _marbles.is_empty()


func _goal() -> int:
	return int(LEVELS[_level].x)


func _words() -> String:
	var again := KeyCap.legend(&"demo_reset")
	if _points >= _goal():
		return "Won!  %s: next level" % again
	return "%d of %d.  %s: again" % [_points, _goal(), again] if is_over() else "%d / %d" % [_points, _goal()]


func _unhandled_input(event: InputEvent) -> void:
	super(event)
	var motion := event as InputEventMouseMotion
	if motion != null:
		_target = _under_mouse(motion.position)
	var button := event as InputEventMouseButton
	var is_click := button != null and button.pressed and button.button_index == MOUSE_BUTTON_LEFT
	if is_click or event.is_action_pressed(&"demo_use"):
		_drop()


# it would be cheating
func can_grab() -> bool:
	return false


func explain() -> void:
	add_hint([&"click", &"demo_use"], &"drop", "drops a marble")
	add_hint([&"move_mouse", &"fly_left", &"fly_right"], &"aside", "moves the hand")


func numbers() -> Dictionary[String, String]:
	var own: Dictionary[String, String] = {
		"level": str(_level + 1),
		"points": "%d of %d" % [_points, _goal()],
		"best": str(_best),
		"marbles left": str(MARBLES - _dropped),
		"time left": "%d s" % maxi(0, ceili(ROUND - time)),
	}
	for worth: int in [100, 50, 30, 10]:
		own["worth %d" % worth] = str(_counted.get(worth, 0))
	return own


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
	if time > 30.0 and counted < MARBLES / 2:
		wrong.append("only %d marbles got through" % counted)
	for marble in _marbles:
		if absf(marble.position.x) > Machine.HALF + 0.1 or absf(marble.position.z) > 0.01:
			wrong.append("a marble left the machine at %s" % marble.position)
	return wrong


func _move_hand(delta: float) -> void:
	var push := clampf(Input.get_axis(&"fly_left", &"fly_right") + Actions.steering().x, -1.0, 1.0)
	if Demo.is_unattended():
		_target = 3.4 * sin(1.3 * time)
	elif push != 0.0:
		_target = _hand.position.x + push * HAND_SPEED * delta
	_target = clampf(_target, 0.3 - Machine.HALF, Machine.HALF - 0.3)
	_hand.position.x = move_toward(_hand.position.x, _target, 2.0 * HAND_SPEED * delta)


# where the pointer meets the plane of the machine
func _under_mouse(at: Vector2) -> float:
	var hit: Variant = Plane(Vector3.BACK, 0.0).intersects_ray(camera.project_ray_origin(at), camera.project_ray_normal(at))
	return hit.x if hit != null else _target


func _drop() -> void:
	if _wait > 0.0 or _dropped == MARBLES or is_over():
		return
	_wait = PAUSE
	_dropped += 1
	var color := Make.COLORS[_dropped % Make.COLORS.size()]
	var marble := Make.rigid(Make.ball(RADIUS), color, Vector3(_hand.position.x, DROP_HEIGHT, 0), 0.3)
	marble.axis_lock_linear_z = true
	marble.can_sleep = false
	marble.physics_material_override = PhysicsMaterial.new()
	marble.physics_material_override.bounce = 0.35
	_marbles.append(marble)
	put(marble)


# a marble counts at the bottom of a bin, or after a moment in the bowl
func _judge(marble: RigidBody3D, delta: float) -> void:
	if marble.position.distance_to(_machine.bowl.position) < Machine.BOWL_RADIUS - 0.1:
		var inside: float = marble.get_meta(&"inside", 0.0) + delta
		marble.set_meta(&"inside", inside)
		if inside > CATCH_TIME:
			_count(marble, Machine.BOWL_POINTS)
	elif marble.position.y < RADIUS + 0.1:
		_count(marble, Machine.POINTS[Machine.bin_at(marble.position.x)])


func _count(marble: RigidBody3D, worth: int) -> void:
	_points += worth
	_counted[worth] = _counted.get(worth, 0) + 1
	_marbles.erase(marble)
	var text := Make.label("+%d" % worth, marble.position + Vector3(0, 0.5, 0.7), Make.AMBER)
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
	sparks.mesh = Make.ball(0.05).mesh
	sparks.mesh.material = Make.material(Make.AMBER if worth >= 50 else Make.BLUE)
	sparks.amount = 8 + worth / 4
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
