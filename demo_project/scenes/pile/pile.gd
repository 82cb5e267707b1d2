# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends DemoScene
## A wall of bricks, bodies of every stock shape that fall on it, and a heavy ball to throw at it.

const ROWS := 7
const BRICK := Vector3(1.2, 0.6, 0.7)
const FALLING := 40
## kg, m and m/s of the ball, and how many there are at most.
const BALL_MASS := 20.0
const BALL_RADIUS := 0.4
const BALL_SPEED := 24.0
const MAX_BALLS := 10
## s; when it is thrown by itself.
const THROW_TIME := 6.0

var _random := RandomNumberGenerator.new()
var _wall: Dictionary[RigidBody3D, Vector3] = {} # bricks, each with where it was built
var _balls: Array[RigidBody3D] = []
var _ball := Make.ball(BALL_RADIUS)


func build() -> void:
	_random.seed = 7
	_wall.clear()
	_balls.clear()
	_build_wall()
	var forms: Array[Make.Form] = [
		Make.box(Vector3(0.7, 0.5, 0.9)),
		Make.ball(0.4),
		Make.cylinder(0.35, 0.8),
		Make.capsule(0.28, 1.1),
		Make.crystal(0.42, 0.9),
	]
	for index in FALLING:
		var place := Vector3(_random.randf_range(-3.0, 3.0), 5.2 + 0.3 * index, _random.randf_range(-1.5, 1.5))
		var color := Make.COLORS[index % Make.COLORS.size()]
		var body := Make.rigid(forms[index % forms.size()], color, place, 2.0)
		body.rotation = Vector3(_any_angle(), _any_angle(), _any_angle())
		put(body)


func tick(_delta: float) -> void:
	if time > THROW_TIME and _balls.is_empty():
		throw_at(Vector3(0, 2.0, 0))


func explain() -> void:
	super()
	add_hint([&"demo_use"], &"throw", "throws a heavy ball there")


func _unhandled_input(event: InputEvent) -> void:
	super(event)
	if event.is_action_pressed(&"demo_use"):
		throw_at(pointed_at(30.0))


## Throws a ball from the camera to a place; it flies so fast that it hardly falls on its way.
func throw_at(place: Vector3) -> void:
	var from := camera.global_position
	var ball := Make.rigid(_ball, Make.SLATE, from, BALL_MASS)
	ball.linear_velocity = from.direction_to(place) * BALL_SPEED
	ball.continuous_cd = true
	_balls.append(ball)
	put(ball)
	if _balls.size() > MAX_BALLS:
		(_balls.pop_front() as RigidBody3D).queue_free()


func numbers() -> Dictionary[String, String]:
	var shown := super()
	shown["contacts"] = str(int(Performance.get_monitor(Performance.PHYSICS_3D_COLLISION_PAIRS)))
	shown["bricks moved"] = "%d of %d" % [_moved(), _wall.size()]
	return shown


func check() -> PackedStringArray:
	var wrong: PackedStringArray = []
	for body in bodies():
		# no body here is thinner than that
		if body.global_position.y < 0.15:
			wrong.append("%s is sunk into the ground" % body.name)
	# what falls on it knocks some off, and no more; the ball leaves a hole
	var most := _wall.size() / 2 if time < THROW_TIME else _wall.size()
	var least := 1 if time < THROW_TIME + 2.0 else 6
	if time > 3.9 and (_moved() < least or _moved() > most):
		wrong.append("%d of %d bricks moved" % [_moved(), _wall.size()])
	return wrong


func _build_wall() -> void:
	var form := Make.box(BRICK)
	for row in ROWS:
		var count := ROWS - row % 2
		for index in count:
			var x := (index - (count - 1) / 2.0) * (BRICK.x + 0.02)
			var color := Make.CLAY.lerp(Color("8f5f4d"), _random.randf())
			var brick := Make.rigid(form, color, Vector3(x, (row + 0.5) * BRICK.y, 0.0), 2.0)
			_wall[brick] = brick.position
			put(brick)


func _moved() -> int:
	var count := 0
	for brick in _wall:
		count += int(brick.position.distance_to(_wall[brick]) > BRICK.y / 2.0)
	return count


func _any_angle() -> float:
	return _random.randf_range(-PI, PI)
