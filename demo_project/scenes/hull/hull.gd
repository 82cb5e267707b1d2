# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends DemoScene
## A model three times: inside its convex hull, which grows point by point; inside a box, turned as one of five
## ways to fit it says; and inside its smallest ball. The tighter a volume is, the fewer of the pairs
## it lets through do not touch: the false hits are counted with random pairs of the model.

const Stand := preload("stand.gd")

const PLACES: Array[Vector3] = [Vector3(-1.2, 1.95, 0), Vector3(2.1, 1.95, 0), Vector3(5.8, 1.95, 0)]
const COLORS: Array[Color] = [Make.TEAL, Make.BLUE, Make.VIOLET]
const MODES: Dictionary[String, int] = {
	"all points": MinkowskiPhysics.FIT_POINTS,
	"hull's points": MinkowskiPhysics.FIT_HULL_POINTS,
	"hull's edges": MinkowskiPhysics.FIT_HULL_EDGES,
	"hull's surface": MinkowskiPhysics.FIT_HULL_SURFACE,
	"tightest": MinkowskiPhysics.FIT_TIGHT,
}
## s; a whole hull takes about this long to grow, and stays so long.
const GROW_TIME := 6.0
const REST_TIME := 2.0
## rad, rad/s.
const START_TURN := -2.4
const TURN := 0.35

var _model: HullModel
var _models: Array[HullModel] = HullModel.all()
var _trials: VolumeTrials
var _stands: Array[Node3D] = []
var _sketches: Array[Sketch] = []
var _steps: Array[Dictionary] = []
var _is_growing := true
var _model_choice: OptionButton
var _mode_choice: OptionButton
var _slider: HSlider


func _ready() -> void:
	var controls := add_controls()
	var names: PackedStringArray = []
	for model in _models:
		names.append(model.title)
	_model_choice = controls.add_choice("model", names, &"demo_next", _choose_model)
	_mode_choice = controls.add_choice("box from", PackedStringArray(MODES.keys()), &"demo_use", _choose_mode)
	_mode_choice.select(3)
	_slider = controls.add_slider("step", 0, 1, _slide)
	super()


func build() -> void:
	_is_growing = true
	_model = _models[maxi(_model_choice.selected, 0)]
	_stands.clear()
	_sketches.clear()
	for place in PLACES:
		var stand := Node3D.new()
		stand.position = place
		stand.rotation.y = START_TURN
		put(stand)
		var visual := Make.visual(_model.mesh, _model.color)
		stand.add_child(visual)
		var sketch := Sketch.new()
		stand.add_child(sketch)
		_stands.append(stand)
		_sketches.append(sketch)
	for index in 3:
		put(Make.label(["hull", "box", "ball"][index], PLACES[index] + Vector3(0, 1.6, 0), COLORS[index].lightened(0.3)))
		var stand := Stand.new(PLACES[index].y, COLORS[index])
		stand.position = Vector3(PLACES[index].x, 0, PLACES[index].z)
		put(stand)
	_steps = MinkowskiPhysics.trace_hull(_model.points).steps
	_slider.set_block_signals(true)
	_slider.max_value = _steps.size() - 1
	_slider.value = 0
	_slider.set_block_signals(false)
	_trials = VolumeTrials.new(_model, _mode())
	_draw()
	_draw_volumes()


func tick(delta: float) -> void:
	for stand in _stands:
		stand.rotate_y(TURN * delta)
	_trials.run(4)
	if _is_growing:
		_grow()


func numbers() -> Dictionary[String, String]:
	var step := _steps[int(_slider.value)]
	var words := {
		MinkowskiTrace.KIND_HULL_START: "first triangle",
		MinkowskiTrace.KIND_HULL_ADD: "new corner, %d edges" % ((step.horizon as PackedVector3Array).size() / 2),
		MinkowskiTrace.KIND_HULL_INSIDE: "point is inside",
	}
	return {
		"points": str(_model.points.size()),
		"step": words[step.kind],
		"faces": str((step.faces as PackedVector3Array).size() / 3),
		"hull": _words(VolumeTrials.HULL, _model.hull.volume),
		"box": _words(VolumeTrials.BOX, _model.boxes[_mode()].volume as float),
		"ball": _words(VolumeTrials.BALL, 4.0 / 3.0 * PI * pow(_model.ball.radius as float, 3.0)),
		"pairs": "%d, %d touch" % [_trials.count, _trials.touching],
	}


func check() -> PackedStringArray:
	var wrong: PackedStringArray = []
	for model in _models:
		wrong.append_array(model.check())
	wrong.append_array(_trials.check())
	return wrong


func _words(volume: int, size: float) -> String:
	return "%.2f m³ · %2.0f %% false hits" % [size, 100.0 * _trials.false_rate(volume)]


func _mode() -> int:
	return MODES.values()[_mode_choice.selected]


# a step at a time, the faster the more there are; then a rest, then again
func _grow() -> void:
	var through := fmod(time, GROW_TIME + REST_TIME) / GROW_TIME
	var step := mini(int(through * _steps.size()), _steps.size() - 1)
	if step != int(_slider.value):
		_slider.set_value_no_signal(step)
		_draw()


func _choose_model(_index: int) -> void:
	restart()


func _choose_mode(_index: int) -> void:
	_trials = VolumeTrials.new(_model, _mode())
	_draw_volumes()


func _slide(_value: float) -> void:
	_is_growing = false
	_draw()


# the hull after a step: its faces, the edges that the new ones hang on, and the point
func _draw() -> void:
	var step := _steps[int(_slider.value)]
	var sketch := _sketches[0]
	var faces: PackedVector3Array = step.faces
	sketch.clear()
	for point in _model.points:
		sketch.add_dot(point, Color.WHITE, 0.018)
	sketch.add_faces(faces, Color(Make.TEAL, 0.16))
	for first in range(0, faces.size(), 3):
		for k in 3:
			# every edge has two faces
			if faces[first + k] < faces[first + (k + 1) % 3]:
				sketch.add_line(faces[first + k], faces[first + (k + 1) % 3], Make.TEAL, 0.009)
	sketch.add_lines(step.horizon as PackedVector3Array, Make.AMBER, 0.025)
	for point: Vector3 in step.points:
		sketch.add_dot(point, Make.CORAL, 0.07)
	sketch.finish()


func _draw_volumes() -> void:
	var fit: Dictionary = _model.boxes[_mode()]
	var box := BoxMesh.new()
	box.size = fit.size
	_show_volume(1, box, fit.transform as Transform3D, Make.BLUE)
	var ball := SphereMesh.new()
	ball.radius = _model.ball.radius
	ball.height = 2.0 * ball.radius
	_show_volume(2, ball, Transform3D(Basis(), _model.ball.center as Vector3), Make.VIOLET)
	_sketches[1].clear()
	var half: Vector3 = fit.size / 2.0
	for axis in 3:
		for corner: Vector2 in [Vector2(-1, -1), Vector2(-1, 1), Vector2(1, 1), Vector2(1, -1)]:
			var end := Vector3.ZERO
			end[axis] = 1.0
			end[(axis + 1) % 3] = corner.x
			end[(axis + 2) % 3] = corner.y
			var other := end
			other[axis] = -1.0
			var place: Transform3D = fit.transform
			_sketches[1].add_line(place * (end * half), place * (other * half), COLORS[1], 0.014)
	_sketches[1].finish()


func _show_volume(index: int, mesh: Mesh, place: Transform3D, color: Color) -> void:
	var old := _stands[index].get_node_or_null(^"Volume")
	if old != null:
		old.free()
	var glass := Make.visual(mesh, color)
	glass.name = "Volume"
	glass.material_override = Make.glass(color, 0.22)
	glass.cast_shadow = GeometryInstance3D.SHADOW_CASTING_SETTING_OFF
	glass.transform = place
	_stands[index].add_child(glass)
