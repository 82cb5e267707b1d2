# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
class_name LabView
extends Node3D
## Draws what an algorithm does with two shapes: their difference around an origin of its own, the step that it is at,
## and its answer on the shapes themselves.

## Where the origin of the difference is drawn.
const ORIGIN := Vector3(5.75, 2.3, 0)
## Points that stand for a curved surface in the difference.
const SAMPLES := 96
## Differences with more edges than this are drawn without them.
const MAX_EDGES := 150
const NO_STEPS := "It has no steps to show for this pair:\ndrag the shapes, or choose others."
const ANSWER := Color("c5f24e")

var _sketch := Sketch.new()
var _difference := MeshInstance3D.new()
var _ghost := Make.visual(null, Make.TEAL)
var _origin := Make.label("origin", ORIGIN + Vector3(0.3, -0.3, 0))
var _caption := Make.label("", ORIGIN + Vector3(-1.6, -2.45, 0), Color(0.8, 0.86, 0.95))
var _hull: MinkowskiHull
var _shapes: Array[Shape3D] = []
var _places: Array[Transform3D] = []


func _init() -> void:
	_difference.position = ORIGIN
	_difference.material_override = Make.glass(Make.BLUE, 0.22)
	_difference.cast_shadow = GeometryInstance3D.SHADOW_CASTING_SETTING_OFF
	_ghost.material_override = Make.glass(Make.TEAL, 0.3)
	for node: Node3D in [_difference, _ghost, _sketch]:
		add_child(node)
	add_child(Make.label("A − B, the Minkowski difference", ORIGIN + Vector3(-0.9, 1.95, 0), Make.BLUE.lightened(0.4)))
	_origin.pixel_size = 0.0045
	_caption.pixel_size = 0.0045
	# what is in front of it would cover it
	_caption.no_depth_test = true
	add_child(_origin)
	add_child(_caption)


## What it says about the step.
func caption() -> String:
	return _caption.text


## Takes another pair, or other places.
func set_pair(a: Make.Form, b: Make.Form, places: Array[Transform3D]) -> void:
	_shapes = [a.shape, b.shape]
	_places = places
	_ghost.mesh = a.mesh
	_hull = MinkowskiPhysics.minkowski_difference(a.shape, places[0], b.shape, places[1], SAMPLES)
	_difference.mesh = _hull.create_mesh()


## Draws a step, empty if there is none, and the nearest points; of an answer, its own points, or if it knows none,
## its axis. A step of a cast shows A where [param motion] has brought it.
func draw(step: Dictionary, nearest: MinkowskiResult, answer: MinkowskiResult, motion := Vector3.ZERO) -> void:
	_sketch.clear()
	for axis in 3:
		var way := Vector3.ZERO
		way[axis] = 0.35
		_sketch.add_line(ORIGIN - way, ORIGIN + way, Color.WHITE, 0.012)
	_draw_edges()
	_draw_points(nearest, Color.WHITE, 0.02)
	_draw_answer(answer)
	_ghost.hide()
	_caption.text = NO_STEPS if step.is_empty() else TraceView.WORDS[step.kind as int]
	if not step.is_empty():
		TraceView.draw(_sketch, step, ORIGIN)
		if step.kind == MinkowskiTrace.KIND_AXIS:
			_draw_shadows(step.direction as Vector3)
		if motion != Vector3.ZERO:
			_draw_motion(step, motion)
	_sketch.finish()


func _draw_points(found: MinkowskiResult, color: Color, radius: float) -> void:
	_sketch.add_line(found.point_a, found.point_b, color, radius)
	_sketch.add_dot(found.point_a, color, 2.5 * radius)
	_sketch.add_dot(found.point_b, color, 2.5 * radius)


func _draw_answer(answer: MinkowskiResult) -> void:
	if LabShapes.has_points(answer):
		_draw_points(answer, ANSWER, 0.026)
	elif answer.is_valid() and answer.normal != Vector3.ZERO and answer.distance != 0.0:
		# along the axis from the surface of A, as far as it says that the shapes are apart, or back, if deep
		var from := MinkowskiPhysics.support(_shapes[0], _places[0], answer.normal)
		_sketch.add_arrow(from, answer.normal * answer.distance, ANSWER)


func _draw_edges() -> void:
	if _hull.edges.size() > 2 * MAX_EDGES:
		return
	for index in range(0, _hull.edges.size(), 2):
		var from := ORIGIN + _hull.points[_hull.edges[index]]
		_sketch.add_line(from, ORIGIN + _hull.points[_hull.edges[index + 1]], Make.BLUE, 0.01)


# of a ray cast: where A has come to
func _draw_motion(step: Dictionary, motion: Vector3) -> void:
	_ghost.show()
	_ghost.global_transform = _places[0].translated((step.lower as float) * motion)
	_sketch.add_arrow(_places[0].origin, motion, Make.TEAL)
	_sketch.add_line(ORIGIN, ORIGIN - motion, Make.TEAL, 0.012)


# of an axis: the shadows of both shapes on it, side by side; a gap between them parts the shapes
func _draw_shadows(axis: Vector3) -> void:
	var side := axis.cross(Vector3.BACK)
	side = (side if side.length() > 0.1 else Vector3.UP).normalized() * 0.05
	var foot := Vector3(-0.9, 0.6, 1.2)
	for index in 2:
		var color := [Make.TEAL, Make.VIOLET][index] as Color
		var ends: PackedVector3Array = []
		for way: Vector3 in [axis, -axis]:
			var point := MinkowskiPhysics.support(_shapes[index], _places[index], way)
			ends.append(foot + axis * axis.dot(point - Vector3(-1.2, 2.4, 0)) + side * (2 * index - 1))
		_sketch.add_line(ends[0], ends[1], color, 0.04)
