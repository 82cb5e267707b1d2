# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends DemoScene
## A wall of bricks, and bodies of every stock shape that fall on it.

const ROWS := 7
const BRICK := Vector3(1.2, 0.6, 0.7)
const FALLING := 40

var _random := RandomNumberGenerator.new()
var _wall: Dictionary[RigidBody3D, Vector3] = {} # bricks, each with where it was built


func build() -> void:
	_random.seed = 7
	_wall.clear()
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


func numbers() -> Dictionary[String, String]:
	var own := super()
	own["contacts"] = str(int(Performance.get_monitor(Performance.PHYSICS_3D_COLLISION_PAIRS)))
	own["bricks moved"] = "%d of %d" % [_moved(), _wall.size()]
	return own


func check() -> PackedStringArray:
	var wrong: PackedStringArray = []
	for body in bodies():
		# no body here is thinner than that
		if body.global_position.y < 0.15:
			wrong.append("%s is sunk into the ground" % body.name)
	# what falls on it knocks some off, and no more
	if time > 3.9 and (_moved() == 0 or _moved() > _wall.size() / 2):
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
