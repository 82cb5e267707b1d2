# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends DemoScene
## A small game: marbles fall through a machine of moving concave parts, thirty in each of three levels, and the player
## moves the bowl that catches them. The bins below count a little, the bowl a hundred, and with every marble that it
## catches in a row a hundred more. Who does not look gets some hundred points; who does wins, and goes on to the next
## level, where marbles come faster and more is wanted.

const Check := preload("play_check.gd")
const Machine := preload("machine.gd")
const Reward := preload("reward.gd")
const Score := preload("score.gd")
const SelfPlayer := preload("self_player.gd")
const Sounds := preload("sounds.gd")

## s; a level is over, whatever still rolls somewhere.
const ROUND := 60.0
const RADIUS := 0.16
## s between two marbles at least, for who cannot wait.
const PAUSE := 0.35
const DROP_HEIGHT := 7.6
## m; a hand is never quite still: a marble that falls on the middle of a peg must not lie there.
const TREMOR := 0.03
## m and rad/s; the way of the hand above the machine: two swings, so that it is hard to foretell.
const HAND_WAY := Vector2(2.4, 1.2)
const HAND_PACE := Vector2(0.9, 2.3)
## m/s of the bowl with keys or a stick.
const KEY_SPEED := 7.0
## s that a marble must stay in the bowl.
const CATCH_TIME := 0.2
## s that the task is shown at the start, and that a won level is cheered before the next.
const INTRO := 5.0
const CHEER := 3.0

var sounds := Sounds.new()
var score := Score.new()

var _machine: Machine
var _cheered := 0.0 # s since the level was won
var _hand: MeshInstance3D
var _marbles: Array[RigidBody3D] = []
var _wait := 0.0
var _message: Label3D
var _marble := Make.ball(RADIUS) # made once: marbles come and go


func _ready() -> void:
	super()
	add_child(sounds)
	# the bowl is moved with the keys that fly elsewhere
	camera.set_process(false)


func build() -> void:
	score.begin()
	_cheered = 0.0
	_marbles.clear()
	_wait = 1.0
	_machine = Machine.new()
	_machine.pace = score.pace()
	put(_machine)
	_hand = Make.visual(Solids.lathe(Solids.bowl(0.3, 0.05)), Make.CORAL)
	_hand.position = Vector3(0, DROP_HEIGHT + 0.45, 0)
	put(_hand)
	_message = Make.label("", Vector3(-1.9, Machine.HEIGHT + 0.55, 0))
	_message.font_size = 56
	put(_message)


func tick(delta: float) -> void:
	_hand.position.x = HAND_WAY.x * sin(HAND_PACE.x * time) + HAND_WAY.y * sin(HAND_PACE.y * time)
	_move_bowl(delta)
	_wait -= delta
	if _wait < 0.0:
		drop()
	for marble: RigidBody3D in _marbles.duplicate():
		_judge(marble, delta)
	_message.text = _words()
	_cheered += delta if score.is_won() else 0.0
	if _cheered > CHEER and not score.is_last() and not Demo.is_checking():
		restart()


## Whether nothing can be won any more.
func is_over() -> bool:
	return score.is_won() or time > ROUND or score.marbles_left() == 0 and _marbles.is_empty()


func _words() -> String:
	var again := KeyCap.legend(&"demo_reset")
	if score.is_won() and not score.is_last():
		return "Level %d won!  +%d" % [score.level + 1, score.spared()]
	if score.is_won():
		return "All won: %d points!  %s: again" % [score.all(), again]
	if is_over():
		return "%d of %d.  %s: once more" % [score.points, score.goal(), again]
	if time < INTRO:
		return "Catch the marbles: %d points!" % score.goal()
	return "%d / %d" % [score.points, score.goal()]


func _unhandled_input(event: InputEvent) -> void:
	super(event)
	var motion := event as InputEventMouseMotion
	if motion != null:
		_machine.wish = _under_mouse(motion.position)
	var button := event as InputEventMouseButton
	var is_click := button != null and button.pressed and button.button_index == MOUSE_BUTTON_LEFT
	if is_click or event.is_action_pressed(&"demo_use"):
		if is_over() and not score.is_won():
			restart()
		elif _wait < score.pause() - PAUSE:
			drop()


# it would be cheating
func can_grab() -> bool:
	return false


func explain() -> void:
	add_hint([&"move_mouse", &"fly_left", &"fly_right"], &"aside", "moves the bowl")
	add_hint([&"click", &"demo_use"], &"drop", "next marble at once")


func numbers() -> Dictionary[String, String]:
	return {
		"level": "%d of %d" % [score.level + 1, Score.LEVELS.size()],
		"points": "%d of %d" % [score.points, score.goal()],
		"in a row": str(score.row),
		"game so far": str(score.all()),
		"best game": str(Score.best),
		"marbles left": str(score.marbles_left()),
		"time left": "%d s" % maxi(0, ceili(ROUND - time)),
		"in the bowl": "%d of %d" % [score.caught(), score.dropped - _marbles.size()],
	}


func check() -> PackedStringArray:
	# a good player plays here
	return Check.check(score, _marbles, is_over() or time > ROUND / 2.0)


func _move_bowl(delta: float) -> void:
	var push := clampf(Input.get_axis(&"fly_left", &"fly_right") + Actions.steering().x, -1.0, 1.0)
	if Demo.is_unattended():
		_machine.wish = SelfPlayer.aim(_marbles, _machine.bowl.position.x)
	elif push != 0.0:
		_machine.wish = _machine.bowl.position.x + push * KEY_SPEED * delta


# where the pointer meets the plane of the machine
func _under_mouse(at: Vector2) -> float:
	var hit: Variant = Plane(Vector3.BACK, 0.0).intersects_ray(camera.project_ray_origin(at), camera.project_ray_normal(at))
	return hit.x if hit != null else _machine.wish


## Lets go of a marble, if there is one.
func drop() -> void:
	if score.marbles_left() == 0 or is_over():
		return
	_wait = score.pause()
	score.dropped += 1
	var color := Make.COLORS[score.dropped % Make.COLORS.size()]
	var from := Vector3(_hand.position.x + TREMOR * sin(7.0 * score.dropped), DROP_HEIGHT, 0)
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
			_reward(marble, score.catch_one(), Make.AMBER)
			sounds.catch_one(score.row)
			if score.is_won():
				sounds.win()
	elif marble.position.y < RADIUS + 0.1:
		var worth := score.miss_one(Machine.POINTS[Machine.bin_at(marble.position.x)])
		_reward(marble, worth, Machine.COLORS[worth])
		sounds.drop_one()
	_machine.show_worth(score.next_worth())


func _reward(marble: RigidBody3D, worth: int, color: Color) -> void:
	put(Reward.new(marble.position, worth, color, worth >= Machine.BOWL_POINTS))
	_marbles.erase(marble)
	marble.queue_free()
