# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends DemoScene
## A tower, a pyramid, a house of cards, and a spiral of dominoes that is pushed after a moment.

const TOWER := 20
const LAYERS := 9
const DOMINOES := 70
const DOMINO := Vector3(0.14, 0.9, 0.45)
## m; how far blocks and cards may settle.
const MOVED := 0.05
## s; when the first domino is pushed.
const PUSH_TIME := 1.5

var _tower: Array[RigidBody3D] = []
var _standing: Dictionary[RigidBody3D, Vector3] = {} # of pyramid and cards, each where it was built
var _dominoes: Array[RigidBody3D] = []
var _is_pushed := false


func build() -> void:
	_tower.clear()
	_standing.clear()
	_dominoes.clear()
	_is_pushed = false
	_build_tower(Vector3(-5.4, 0, -1.2))
	_build_pyramid(Vector3(0.4, 0, -3.4))
	_build_cards(Vector3(4.8, 0, -0.6))
	_build_dominoes(Vector3(-0.4, 0, 2.0))


func tick(_delta: float) -> void:
	if time > PUSH_TIME and not _is_pushed:
		push()


func _unhandled_input(event: InputEvent) -> void:
	super(event)
	if event.is_action_pressed(&"demo_use"):
		push()


## Pushes the first domino at its top.
func push() -> void:
	_is_pushed = true
	var along := _dominoes[1].position - _dominoes[0].position
	_dominoes[0].apply_impulse(along.normalized() * 0.5, Vector3.UP * 0.4)


func explain() -> void:
	super()
	add_hint([&"demo_use"], &"push", "pushes the dominoes")


func numbers() -> Dictionary[String, String]:
	var shown := super()
	shown["tower's drift"] = "%.2f mm" % (1000.0 * _drift())
	shown["others moved"] = "%.1f mm" % (1000.0 * _farthest())
	shown["fallen dominoes"] = "%d of %d" % [_fallen(), DOMINOES]
	return shown


func check() -> PackedStringArray:
	var wrong: PackedStringArray = []
	if _drift() > 0.005:
		wrong.append("the tower moved aside by %.1f mm" % (1000.0 * _drift()))
	if _farthest() > MOVED:
		wrong.append("the pyramid or the house of cards moved by %.3f m" % _farthest())
	if time > 20.0 and _fallen() < DOMINOES:
		wrong.append("only %d of %d dominoes fell" % [_fallen(), DOMINOES])
	return wrong


func _drift() -> float:
	var top := _tower[TOWER - 1].position
	var bottom := _tower[0].position
	return Vector2(top.x - bottom.x, top.z - bottom.z).length()


# m; how far a block or a card of what should stand is from where it was built
func _farthest() -> float:
	var farthest := 0.0
	for body in _standing:
		farthest = maxf(farthest, body.position.distance_to(_standing[body]))
	return farthest


func _fallen() -> int:
	var count := 0
	for domino in _dominoes:
		count += int(domino.global_basis.y.y < 0.9)
	return count


func _build_tower(place: Vector3) -> void:
	var form := Make.box(Vector3(0.7, 0.35, 0.7))
	for index in TOWER:
		# every other one darker, so that each is seen
		var color := Make.TEAL.lerp(Make.BLUE, index / float(TOWER)).darkened(0.12 * (index % 2))
		var block := Make.rigid(form, color, place + Vector3(0, 0.175 + 0.35 * index, 0))
		_tower.append(block)
		put(block)


func _build_pyramid(place: Vector3) -> void:
	var form := Make.box(Vector3.ONE * 0.5)
	for layer in LAYERS:
		for index in LAYERS - layer:
			var x := (index - (LAYERS - layer - 1) / 2.0) * 0.52
			var color := Make.AMBER.lerp(Make.CORAL, layer / float(LAYERS))
			var block := Make.rigid(form, color, place + Vector3(x, 0.25 + 0.5 * layer, 0))
			_standing[block] = block.position
			put(block)


# two storeys of leaning cards; each pair leans with its heads together
func _build_cards(place: Vector3) -> void:
	var card := Make.box(Vector3(0.04, 1.0, 0.7))
	var lean := 0.3
	var storey := cos(lean) + 0.02 * sin(lean) * 2.0
	var width := sin(lean) + 0.04 * cos(lean)
	for floor_index in 3:
		for pair in 3 - floor_index:
			var middle := place + Vector3((pair - (2 - floor_index) / 2.0) * 2.0 * width, 0, 0)
			middle.y += floor_index * (storey + 0.042) + storey / 2.0
			for side: float in [-1.0, 1.0]:
				var leaning := Make.rigid(card, Color.WHITE_SMOKE, middle + Vector3(side * width / 2.0, 0, 0), 0.2)
				leaning.rotation.z = side * lean
				_make_rough(leaning)
		for pair in 2 - floor_index:
			var middle := place + Vector3((pair - (1 - floor_index) / 2.0) * 2.0 * width, 0, 0)
			middle.y += (floor_index + 1) * (storey + 0.042) - 0.021
			var flat := Make.rigid(Make.box(Vector3(2.0 * width, 0.04, 0.7)), Color.LIGHT_GRAY, middle, 0.2)
			_make_rough(flat)


func _make_rough(body: RigidBody3D) -> void:
	body.physics_material_override = PhysicsMaterial.new()
	body.physics_material_override.rough = true
	_standing[body] = body.position
	put(body)


func _build_dominoes(place: Vector3) -> void:
	var form := Make.box(DOMINO)
	var turn := 0.0
	for index in DOMINOES:
		var radius := 0.9 + 0.16 * turn
		var color := Make.VIOLET.lerp(Make.CORAL, index / float(DOMINOES))
		var at := place + Vector3(cos(turn) * radius, DOMINO.y / 2.0, sin(turn) * radius)
		var domino := Make.rigid(form, color, at, 0.5)
		domino.rotation.y = -turn - PI / 2.0
		_dominoes.append(domino)
		put(domino)
		turn += 0.42 / radius
