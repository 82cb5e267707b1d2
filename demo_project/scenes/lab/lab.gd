# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends DemoScene
## Two convex shapes, their Minkowski difference A - B, and what each algorithm does with it, step by step.
## The shapes overlap if and only if the difference holds the origin, and its distance from there is theirs.
## It tours the algorithms by itself until something is chosen or pulled.

const PLACE_A := Vector3(-2.0, 2.3, 0)
const APART := Vector3(0.3, 2.75, 0)
const OVERLAPPING := Vector3(-1.15, 2.7, 0.1)
## The way of A in the ray cast.
const MOTION := Vector3(3.2, 0.25, 0)
## s between two steps, and at the end of a run.
const STEP_TIME := 0.4
const END_TIME := 1.8
## What the tour shows: an algorithm, and where B is for it.
const TOUR: Array[Array] = [
	[LabShapes.Algorithm.GJK, APART],
	[LabShapes.Algorithm.EPA, OVERLAPPING],
	[LabShapes.Algorithm.CHUNG_WANG, OVERLAPPING],
	[LabShapes.Algorithm.SAT, OVERLAPPING],
	[LabShapes.Algorithm.RAY_CAST, APART],
]

## What draws shapes and steps.
var view := LabView.new()

var _forms := LabShapes.forms()
var _bodies: Array[RigidBody3D] = []
var _steps: Array[Dictionary] = []
var _seen: Array[Transform3D] = [] # where the bodies were when all was drawn
var _stop := 0
var _wait := 0.0
var _is_tour := true
var _algorithm_choice: OptionButton
var _shape_choices: Array[OptionButton] = []
var _slider: HSlider


func _ready() -> void:
	var controls := add_controls()
	var names := PackedStringArray(_forms.keys())
	_shape_choices = [
		controls.add_choice("A", names, &"demo_next", _choose),
		controls.add_choice("B", names, &"demo_other", _choose),
	]
	_shape_choices[1].select(1)
	_algorithm_choice = controls.add_choice("algorithm", LabShapes.ALGORITHMS, &"demo_use", _choose)
	_slider = controls.add_slider("step", 0, 1, _slide)
	add_child(view)
	super()


func build() -> void:
	_is_tour = true
	_stop = 0
	_algorithm_choice.select(TOUR[0][0] as int)
	_bodies.clear()
	for index in 2:
		_bodies.append(LabShapes.body(_form(index), index, [PLACE_A, APART][index] as Vector3))
		put(_bodies[index])
	_restart_steps()


func tick(delta: float) -> void:
	if grabber.held() != null:
		_is_tour = false
	if _is_tour:
		_follow_tour(delta)
	if _seen != _places():
		_restart_steps()


func numbers() -> Dictionary[String, String]:
	var distance := _ask(-1)
	var shown: Dictionary[String, String] = {
		"deep" if distance.overlapping else "apart": "%.4f m" % absf(distance.distance)
	}
	for title in LabShapes.DETECTORS:
		shown[title] = LabShapes.words(_ask(LabShapes.DETECTORS[title]))
	var step := int(_slider.value)
	var words := "none" if _steps.is_empty() else TraceView.NAMES[_steps[step].kind as int]
	shown["step %d of %d" % [mini(step + 1, _steps.size()), _steps.size()]] = words
	return shown


func explain() -> void:
	add_hint([&"left_mouse"], &"pull", "moves shapes")


func _ask(detector: int) -> MinkowskiResult:
	var a := _form(0).shape
	var b := _form(1).shape
	var at := _places()
	if detector < 0:
		return MinkowskiPhysics.distance(a, at[0], b, at[1])
	return MinkowskiPhysics.detect(a, at[0], b, at[1], detector)


func _form(index: int) -> Make.Form:
	return _forms[_forms.keys()[_shape_choices[index].selected]]


func _places() -> Array[Transform3D]:
	return [_bodies[0].global_transform, _bodies[1].global_transform]


# shows steps one after the other, then goes to the next algorithm
func _follow_tour(delta: float) -> void:
	var target: Vector3 = TOUR[_stop][1]
	var way := target - _bodies[1].global_position
	_bodies[1].linear_velocity = way / maxf(12.0 * delta, 0.1) if way.length() > 1e-4 else Vector3.ZERO
	if way.length() > 0.01:
		return
	_wait -= delta
	if _wait > 0.0:
		return
	if _slider.value < _slider.max_value:
		_slider.set_value_no_signal(_slider.value + 1)
		_wait = END_TIME if _slider.value == _slider.max_value else STEP_TIME
		_draw()
	else:
		_stop = (_stop + 1) % TOUR.size()
		_algorithm_choice.select(TOUR[_stop][0] as int)
		_wait = STEP_TIME
		_restart_steps()


func _choose(_index: int) -> void:
	var places := _places()
	_is_tour = false
	for index in 2:
		for node in _bodies[index].get_children():
			if node is MeshInstance3D:
				node.mesh = _form(index).mesh
			elif node is CollisionShape3D:
				node.shape = _form(index).shape
		_bodies[index].global_transform = places[index]
	_restart_steps()


func _slide(_value: float) -> void:
	_is_tour = false
	_draw()


# runs the algorithm where the bodies are now; the slider keeps its place as far as there are steps
func _restart_steps() -> void:
	var is_new := _seen == _places()
	_seen = _places()
	var algorithm := _algorithm_choice.selected as LabShapes.Algorithm
	var trace := LabShapes.trace(algorithm, _form(0).shape, _seen[0], _form(1).shape, _seen[1], MOTION)
	_steps.clear()
	if trace != null:
		_steps = TraceView.steps_of(trace)
	_slider.set_block_signals(true)
	_slider.max_value = maxi(_steps.size() - 1, 0)
	_slider.editable = _steps.size() > 1
	if is_new or _is_tour:
		_slider.value = 0
	_slider.set_block_signals(false)
	view.set_pair(_form(0), _form(1), _seen)
	_draw()


func _draw() -> void:
	var step := {} if _steps.is_empty() else _steps[int(_slider.value)]
	var is_cast := _algorithm_choice.selected == LabShapes.Algorithm.RAY_CAST
	view.draw(step, _ask(-1), _answer(), MOTION if is_cast else Vector3.ZERO)


# what the chosen algorithm says; a cast says nothing about the places where the shapes are
func _answer() -> MinkowskiResult:
	return _ask(LabShapes.DETECTORS.get(LabShapes.ALGORITHMS[_algorithm_choice.selected], -1) as int)


## Chooses an algorithm and returns the names of its steps here.
func choose_algorithm(index: int) -> PackedStringArray:
	_algorithm_choice.select(index)
	_restart_steps()
	var names: PackedStringArray = []
	for step in _steps:
		names.append(TraceView.NAMES[step.kind as int])
	return names


## Goes to a step of the chosen algorithm.
func go_to(step: int) -> void:
	_slider.value = step


func move_b(place: Vector3) -> void:
	_bodies[1].global_position = place


func check() -> PackedStringArray:
	var checker := LabCheck.new()
	checker.check_all(_forms)
	checker.check_card(self)
	return checker.wrong
