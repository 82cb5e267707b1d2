# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends DemoScene
## Two convex shapes, their Minkowski difference A - B, and what each algorithm does with it, step by step.
## The shapes overlap if and only if the difference holds the origin, and its distance from there is theirs.
## It tours the algorithms by itself until something is chosen or pulled.

## Where the origin of the difference is drawn.
const ORIGIN := Vector3(5.2, 2.3, 0)
const PLACE_A := Vector3(-2.0, 2.3, 0)
const APART := Vector3(0.4, 2.75, 0)
const OVERLAPPING := Vector3(-1.15, 2.7, 0.1)
## The way of A in the ray cast.
const MOTION := Vector3(3.2, 0.25, 0)
## s between two steps, and at the end of a run.
const STEP_TIME := 0.4
const END_TIME := 1.8
## Points that stand for a curved surface in the difference.
const SAMPLES := 96
## Differences with more edges than this are drawn without them.
const MAX_EDGES := 150

## What the tour shows: an algorithm, and where B is for it.
const TOUR: Array[Array] = [
	[LabShapes.Algorithm.GJK, APART],
	[LabShapes.Algorithm.EPA, OVERLAPPING],
	[LabShapes.Algorithm.CHUNG_WANG, OVERLAPPING],
	[LabShapes.Algorithm.SAT, OVERLAPPING],
	[LabShapes.Algorithm.RAY_CAST, APART],
]

var _forms := LabShapes.forms()
var _bodies: Array[RigidBody3D] = []
var _sketch := Sketch.new()
var _difference := MeshInstance3D.new()
var _ghost: MeshInstance3D
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
	_difference.material_override = Make.glass(Make.BLUE, 0.22)
	_difference.cast_shadow = GeometryInstance3D.SHADOW_CASTING_SETTING_OFF
	add_child(_difference)
	add_child(_sketch)
	super()


func build() -> void:
	_is_tour = true
	_stop = 0
	_algorithm_choice.select(TOUR[0][0] as int)
	_bodies.clear()
	_put_shape(0, Make.TEAL, Transform3D(Basis.from_euler(Vector3(0.3, 0.5, 0.15)), PLACE_A))
	_put_shape(1, Make.VIOLET, Transform3D(Basis.from_euler(Vector3(-0.4, 0.3, 0.6)), APART))
	put(Make.label("A − B", ORIGIN + Vector3(-0.9, 1.75, 0), Make.BLUE.lightened(0.4)))
	_ghost = Make.visual(_form(0).mesh, Make.TEAL)
	_ghost.material_override = Make.glass(Make.TEAL, 0.3)
	put(_ghost)
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
	var own: Dictionary[String, String] = {
		"deep" if distance.overlapping else "apart": "%.4f m" % absf(distance.distance)
	}
	for title in LabShapes.DETECTORS:
		own[title] = _words(_ask(LabShapes.DETECTORS[title]))
	var step := int(_slider.value)
	var words := "none" if _steps.is_empty() else TraceView.NAMES[_steps[step].kind as int]
	own["step %d of %d" % [mini(step + 1, _steps.size()), _steps.size()]] = words
	return own


func explain() -> void:
	add_hint([&"left_mouse"], &"pull", "moves shapes")


func check() -> PackedStringArray:
	var checker := LabCheck.new()
	checker.check_all(_forms)
	for stop in TOUR:
		var place := _seen[1]
		place.origin = stop[1]
		var trace := LabShapes.trace(stop[0], _form(0).shape, _seen[0], _form(1).shape, place, MOTION)
		if trace == null or trace.get_step_count() < 3:
			checker.wrong.append("%s has no steps" % LabShapes.ALGORITHMS[stop[0]])
	return checker.wrong + _check_slider()


# every algorithm: the slider goes through all of its steps, and the card names each
func _check_slider() -> PackedStringArray:
	var wrong: PackedStringArray = []
	for index in LabShapes.ALGORITHMS.size():
		_algorithm_choice.select(index)
		_restart_steps()
		for step in _steps.size():
			_slider.value = step
			var title := "step %d of %d" % [step + 1, _steps.size()]
			if numbers().get(title, "") != TraceView.NAMES[_steps[step].kind as int]:
				wrong.append("%s: the card does not name %s" % [LabShapes.ALGORITHMS[index], title])
	for title in LabShapes.DETECTORS:
		if not numbers().has(title):
			wrong.append("the card does not compare %s" % title)
	return wrong


# what an algorithm says in a few letters: its number, then its steps
func _words(result: MinkowskiResult) -> String:
	if not result.is_valid():
		return "—"
	var steps := " · %d" % result.iterations
	if result.overlapping:
		return ("overlap" if result.lower < -1e3 or result.distance == 0.0 else "%.4f m" % result.distance) + steps
	return ("apart" if result.distance == 0.0 else "%.4f m" % result.distance) + steps


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


# a body that stays where it is put and passes through everything
func _put_shape(index: int, color: Color, place: Transform3D) -> void:
	var body := Make.rigid(_form(index), color, place.origin)
	body.basis = place.basis
	body.gravity_scale = 0.0
	body.linear_damp = 8.0
	body.angular_damp = 8.0
	body.collision_layer = 2
	body.collision_mask = 0
	_bodies.append(body)
	put(body)
	# so that points inside of it can be seen
	body.find_children("*", "MeshInstance3D", false, false)[0].material_override = Make.glass(color, 0.62)
	var label := Make.label("AB"[index], Vector3.ZERO, color.lightened(0.4))
	label.no_depth_test = true
	body.add_child(label)


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
	_ghost.mesh = _form(0).mesh
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
	var hull := MinkowskiPhysics.minkowski_difference(_form(0).shape, _seen[0], _form(1).shape, _seen[1], SAMPLES)
	_difference.mesh = hull.create_mesh()
	_difference.position = ORIGIN
	_difference.set_meta(&"edges", hull.edges)
	_difference.set_meta(&"points", hull.points)
	_draw()


func _draw() -> void:
	_sketch.clear()
	for axis in 3:
		var way := Vector3.ZERO
		way[axis] = 0.35
		_sketch.add_line(ORIGIN - way, ORIGIN + way, Color.WHITE, 0.012)
	_draw_difference()
	var nearest := _ask(-1)
	_sketch.add_line(nearest.point_a, nearest.point_b, Color.WHITE, 0.02)
	_sketch.add_dot(nearest.point_a, Color.WHITE, 0.05)
	_sketch.add_dot(nearest.point_b, Color.WHITE, 0.05)
	_ghost.hide()
	if not _steps.is_empty():
		var step := _steps[int(_slider.value)]
		TraceView.draw(_sketch, step, ORIGIN)
		_draw_motion(step)
		if step.kind == MinkowskiTrace.KIND_AXIS:
			_draw_shadows(step.direction as Vector3)
	_sketch.finish()


func _draw_difference() -> void:
	var edges: PackedInt32Array = _difference.get_meta(&"edges")
	var points: PackedVector3Array = _difference.get_meta(&"points")
	if edges.size() > 2 * MAX_EDGES:
		return
	for index in range(0, edges.size(), 2):
		_sketch.add_line(ORIGIN + points[edges[index]], ORIGIN + points[edges[index + 1]], Make.BLUE, 0.01)


# of a ray cast: where A has come to
func _draw_motion(step: Dictionary) -> void:
	if _algorithm_choice.selected != LabShapes.Algorithm.RAY_CAST:
		return
	_ghost.show()
	_ghost.global_transform = _seen[0].translated((step.lower as float) * MOTION)
	_sketch.add_arrow(_seen[0].origin, MOTION, Make.TEAL)
	_sketch.add_line(ORIGIN, ORIGIN - MOTION, Make.TEAL, 0.012)


# of an axis: the shadows of both shapes on it, side by side; a gap between them parts the shapes
func _draw_shadows(axis: Vector3) -> void:
	var side := axis.cross(Vector3.BACK)
	side = (side if side.length() > 0.1 else Vector3.UP).normalized() * 0.05
	var foot := Vector3(-0.9, 0.6, 1.2)
	for index in 2:
		var color := [Make.TEAL, Make.VIOLET][index] as Color
		var ends: PackedVector3Array = []
		for way: Vector3 in [axis, -axis]:
			var point := MinkowskiPhysics.support(_form(index).shape, _seen[index], way)
			ends.append(foot + axis * axis.dot(point - Vector3(-1.2, 2.4, 0)) + side * (2 * index - 1))
		_sketch.add_line(ends[0], ends[1], color, 0.04)
