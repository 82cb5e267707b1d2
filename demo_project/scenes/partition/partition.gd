# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends DemoScene
## Which of thousands of balls touch? Five thousand by all pairs, ten thousand by a grid, by two grids and by
## a tree: the same answer for very different work. One plot shows how the work grows with the number of
## balls, the other what the size of the cells does to the grid.

const Crowd := preload("crowd.gd")
const Check := preload("partition_check.gd")
const Survey := preload("survey.gd")

## s between two searches: ten in a second are enough to look at.
const PAUSE := 0.1
## Where the balls are, and how their box is turned (rad), so that three of its sides are seen.
const PLACE := Vector3(-3.2, 10.5, -46.0)
const TURN := 0.6
const EDGES := Color(0.62, 0.7, 0.86)

var _ways: Array[Survey.Way] = []
var _way := 1
var _wait := 0.0
var _crowd: Crowd
var _found: Dictionary = {}
# slow ways take longer than a frame, and the balls fly on
var _search := Background.new()
var _survey: Survey

@onready var _growth := Plot.beside(self, Rect2(24, 64, 400, 230), "ms for all pairs that touch")
@onready var _cells := Plot.beside(self, Rect2(24, 304, 400, 230), "grid of 10 000 balls: cells")


func _ready() -> void:
	for row: Array in [
		["all pairs", MinkowskiPhysics.PAIRS_ALL, 5000, Make.CORAL],
		["grid", MinkowskiPhysics.PAIRS_GRID, Survey.WHOLE, Make.AMBER],
		["two grids", MinkowskiPhysics.PAIRS_TWO_GRIDS, Survey.WHOLE, Make.VIOLET],
		["tree", MinkowskiPhysics.PAIRS_TREE, Survey.WHOLE, Make.TEAL],
	]:
		var way := Survey.Way.new()
		way.title = row[0]
		way.method = row[1]
		way.count = row[2]
		way.color = row[3]
		_ways.append(way)
	_survey = Survey.new(_ways, _growth, _cells)
	super()


func _exit_tree() -> void:
	_search.drop()
	_survey.drop()


func build() -> void:
	_search.drop()
	_crowd = Crowd.new(_ways[_way].count)
	_crowd.transform = Transform3D(Basis(Vector3.UP, TURN), PLACE)
	put(_crowd)
	_build_box()
	_survey.begin()


func tick(delta: float) -> void:
	_crowd.move(delta)
	var found: Variant = _search.take()
	if found != null:
		_found = found
		_crowd.show_pairs(_found.pairs)
	_wait -= delta
	if _search.is_free() and _wait <= 0.0:
		_wait = PAUSE
		var places := _crowd.centers.duplicate()
		_search.start(MinkowskiPhysics.ball_pairs.bind(places, Crowd.RADIUS, _ways[_way].method))
	_crowd.draw()
	_survey.go_on()


func _unhandled_input(event: InputEvent) -> void:
	super(event)
	if event.is_action_pressed(&"demo_next"):
		_way = (_way + 1) % _ways.size()
		restart()


func explain() -> void:
	add_hint([&"demo_next"], &"search", "next method")


func numbers() -> Dictionary[String, String]:
	if _found.is_empty():
		return {}
	var count := _crowd.centers.size()
	return {
		"method": _ways[_way].title,
		"balls": _grouped(count),
		"pairs in all": _grouped(count * (count - 1) / 2),
		"pairs looked at": _grouped(_found.tests),
		"pairs that touch": _grouped(_found.pairs.size() / 2),
		"memory": "%.2f MB" % (_found.bytes / 1e6),
		"time": "%.2f ms" % _found.time,
		"frames": "%d per s" % Engine.get_frames_per_second(),
	}


# the edges of the box that the balls fly in
func _build_box() -> void:
	var half := _crowd.half + Crowd.RADIUS
	var edges := Sketch.new()
	edges.transform = _crowd.transform
	put(edges)
	for corner in 8:
		for axis in 3:
			if corner >> axis & 1:
				continue
			var from := 2.0 * half * Vector3(corner & 1, corner >> 1 & 1, corner >> 2) - half * Vector3.ONE
			var way := Vector3.ZERO
			way[axis] = 2.0 * half
			edges.add_line(from, from + way, EDGES, 0.03)
	edges.finish()


# digits in threes, as in the description
static func _grouped(count: int) -> String:
	var digits := str(count)
	for place in range(digits.length() - 3, 0, -3):
		digits = digits.insert(place, " ")
	return digits


func check() -> PackedStringArray:
	return Check.check(_survey, _ways)
