# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends DemoScene
## Thousands of bodies of five shapes pour into a pit, all of them nodes.

const COUNT := 2000
const WALL := 7.0
const WALL_HEIGHT := 2.2
## s; so often they are thrown up by themselves.
const THROW_EVERY := 18.0
const ROOM := AABB(Vector3(-15, -1, -15), Vector3(30, 15, 30))

## m/s, and m/s inwards for every metre that a body is from the middle.
const THROW := 7.0
const THROW_INWARDS := 0.2

var _worst := 0.0
var _wait := THROW_EVERY # s until the next throw


func build() -> void:
	_worst = 0.0
	_wait = THROW_EVERY
	for turn in 4:
		# the end of each stands on the side of the next
		var wall := Make.fixed(Make.box(Vector3(2.0 * WALL, WALL_HEIGHT, 0.4)), Make.SLATE, Vector3.ZERO)
		var around := Basis(Vector3.UP, turn * PI / 2.0)
		wall.transform = Transform3D(around, around * Vector3(0.2, WALL_HEIGHT / 2.0, -WALL))
		put(wall)
	var forms: Array[Make.Form] = [
		Make.box(Vector3(0.45, 0.45, 0.45)),
		Make.ball(0.26, 16),
		Make.cylinder(0.22, 0.5, 16),
		Make.capsule(0.2, 0.7, 16),
		Make.crystal(0.28, 0.6),
	]
	var herds: Array[Herd] = []
	for index in forms.size():
		herds.append(put(Herd.new(forms[index], Make.COLORS[index], ROOM)) as Herd)
	for index in COUNT:
		var cell := Vector3(index % 16 - 7.5, index / 256, index / 16 % 16 - 7.5)
		var turn := Basis.from_euler(Vector3(index * 0.7, index * 1.3, index * 2.1))
		put(herds[(index * 7) % herds.size()].add(Transform3D(turn, cell * 0.78 + Vector3(0, 1.0, 0))))
	for herd in herds:
		herd.finish()


func explain() -> void:
	super()
	add_hint([&"demo_use"], &"throw", "throws all of them up")


func _unhandled_input(event: InputEvent) -> void:
	super(event)
	if event.is_action_pressed(&"demo_use"):
		throw_up()


## Throws all bodies up, and so far inwards that they come down in the pit.
func throw_up() -> void:
	_wait = THROW_EVERY
	for body in bodies():
		var inwards := -THROW_INWARDS * Vector3(body.global_position.x, 0, body.global_position.z)
		body.apply_central_impulse((inwards + THROW * Vector3.UP) * body.mass)


func tick(delta: float) -> void:
	_worst = maxf(_worst, _step_time())
	_wait -= delta
	if _wait <= 0.0:
		throw_up()


func numbers() -> Dictionary[String, String]:
	# to look for two thousand nodes in every frame would cost more than the rest of the card
	var shown: Dictionary[String, String] = {
		"bodies": str(COUNT),
		"awake": str(int(Performance.get_monitor(Performance.PHYSICS_3D_ACTIVE_OBJECTS))),
	}
	shown["contacts"] = str(int(Performance.get_monitor(Performance.PHYSICS_3D_COLLISION_PAIRS)))
	shown["tick"] = "%.2f ms" % (1000.0 * _step_time())
	shown["longest tick"] = "%.2f ms" % (1000.0 * _worst)
	return shown


func check() -> PackedStringArray:
	var outside := 0
	var sunk := 0
	for body in bodies():
		var at := body.global_position
		# none is thinner
		sunk += int(at.y < 0.15)
		outside += int(absf(at.x) > WALL + 1.0 or absf(at.z) > WALL + 1.0)
	# the heap is higher than the walls at first and a few roll over them
	var wrong: PackedStringArray = []
	if outside > COUNT / 20:
		wrong.append("%d bodies left the pit" % outside)
	if sunk > 0:
		wrong.append("%d bodies are sunk into the ground" % sunk)
	return wrong


func _step_time() -> float:
	return Performance.get_monitor(Performance.TIME_PHYSICS_PROCESS)
