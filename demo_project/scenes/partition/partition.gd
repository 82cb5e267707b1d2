# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends DemoScene
## Which of thousands of balls touch? Five thousand by all pairs, ten thousand by a grid, by two grids and by
## a tree: the same answer for very different work. One plot shows how the work grows with the number of
## balls, the other what the size of the cells does to the grid.

const Crowd := preload("crowd.gd")


## A way to find pairs, and how many balls it is given.
class Way:
	var title := ""
	var method := MinkowskiPhysics.PAIRS_ALL
	var count := 0
	var color := Color.WHITE


## One point of a plot.
class Probe:
	var way: Way
	var count := 0
	var cell := 0.0
	var time := 0.0 # ms
	var tests := 0
	var bytes := 0
	var pairs := 0 # a hash of them


const COUNTS: Array[int] = [500, 1000, 2000, 5000, 10000]
## Sides of cells in radii, from a quarter of a ball to all balls in one.
const CELLS: Array[float] = [0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 200.0]
const WHOLE := 10000
## s between two searches: ten in a second are enough to look at.
const PAUSE := 0.1

var _ways: Array[Way] = []
var _way := 1
var _wait := 0.0
var _crowd: Crowd
var _found: Dictionary = {}
var _todo: Array[Probe] = []
var _done: Array[Probe] = []
var _sample: PackedVector3Array = []
# slow ways take longer than a frame, and the balls fly on
var _search := Background.new()
var _probing := Background.new()

@onready var _growth := Plot.beside(self, Rect2(24, 64, 400, 230), "ms for all pairs that touch")
@onready var _cells := Plot.beside(self, Rect2(24, 304, 400, 230), "grid of 10 000 balls: cells")


func _ready() -> void:
	for row: Array in [
		["all pairs", MinkowskiPhysics.PAIRS_ALL, 5000, Make.CORAL],
		["grid", MinkowskiPhysics.PAIRS_GRID, WHOLE, Make.AMBER],
		["two grids", MinkowskiPhysics.PAIRS_TWO_GRIDS, WHOLE, Make.VIOLET],
		["tree", MinkowskiPhysics.PAIRS_TREE, WHOLE, Make.TEAL],
	]:
		var way := Way.new()
		way.title = row[0]
		way.method = row[1]
		way.count = row[2]
		way.color = row[3]
		_ways.append(way)
	_prepare_plots()
	super()


func _exit_tree() -> void:
	_search.drop()
	_probing.drop()


func build() -> void:
	_search.drop()
	_probing.drop()
	_crowd = Crowd.new(_ways[_way].count)
	_crowd.position = Vector3(-3.4, 10.2, -24.0)
	put(_crowd)
	_plan()


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
	_go_on_measuring()


func _unhandled_input(event: InputEvent) -> void:
	super(event)
	if event.is_action_pressed(&"demo_next"):
		_way = (_way + 1) % _ways.size()
		restart()


func can_grab() -> bool:
	return false


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


# digits in threes, as in the description
static func _grouped(count: int) -> String:
	var digits := str(count)
	for place in range(digits.length() - 3, 0, -3):
		digits = digits.insert(place, " ")
	return digits


func check() -> PackedStringArray:
	var wrong: PackedStringArray = []
	if not _todo.is_empty() or not _probing.is_free():
		return ["%d measurements were not made" % _todo.size()]
	var known: Dictionary[int, Probe] = {}
	for probe in _done:
		var first: Probe = known.get_or_add(probe.count, probe)
		if probe.pairs != first.pairs:
			wrong.append("%s found other pairs of %d balls" % [probe.way.title, probe.count])
		if probe.way.method == MinkowskiPhysics.PAIRS_ALL and probe.tests != probe.count * (probe.count - 1) / 2:
			wrong.append("all pairs of %d balls were %d" % [probe.count, probe.tests])
	for way in _ways:
		# all pairs of ten thousand would take seconds
		var points := COUNTS.size() - int(way.method == MinkowskiPhysics.PAIRS_ALL)
		if _growth.points_in(way.title) != points:
			wrong.append("the plot of %s has %d points" % [way.title, _growth.points_in(way.title)])
	for line: String in ["ms", "MB"]:
		if _cells.points_in(line) != CELLS.size():
			wrong.append("the sweep of cells has %d points of %s" % [_cells.points_in(line), line])
	var least := _probe_of_cell(4.0)
	# a grid tests only balls whose boxes overlap; in one cell it compares as many boxes as there are pairs
	if least.tests > 20 * WHOLE:
		wrong.append("the grid looked at %d pairs" % least.tests)
	if _probe_of_cell(0.5).bytes < 4 * least.bytes:
		wrong.append("small cells took only %d bytes, others %d" % [_probe_of_cell(0.5).bytes, least.bytes])
	return wrong


# every way at every number of balls, and the grid with every size of cells
func _plan() -> void:
	_todo.clear()
	_done.clear()
	_growth.clear()
	_cells.clear()
	_sample = Crowd.places_of(WHOLE)
	for count in COUNTS:
		for way in _ways:
			if count <= 5000 or way.method != MinkowskiPhysics.PAIRS_ALL:
				_todo.append(_make_probe(way, count, 4.0))
	for cell in CELLS:
		_todo.append(_make_probe(_ways[1], WHOLE, cell))


func _make_probe(way: Way, count: int, cell: float) -> Probe:
	var probe := Probe.new()
	probe.way = way
	probe.count = count
	probe.cell = cell
	return probe


func _go_on_measuring() -> void:
	var probe: Variant = _probing.take()
	if probe != null:
		_add_to_plots(probe)
	if _probing.is_free() and not _todo.is_empty():
		var next: Probe = _todo.pop_front()
		# as dense as the whole, so that as many touch
		var places := Crowd.places_of(next.count) if next.count < WHOLE else _sample
		_probing.start(_measure.bind(next, places, 1 if Demo.is_checking() else 3))


# the least of a few turns: other programs only ever make one slower
static func _measure(probe: Probe, places: PackedVector3Array, turns: int) -> Probe:
	probe.time = INF
	for turn in turns:
		var cell := probe.cell * Crowd.RADIUS
		var found := MinkowskiPhysics.ball_pairs(places, Crowd.RADIUS, probe.way.method, cell)
		probe.time = minf(probe.time, found.time)
		probe.tests = found.tests
		probe.bytes = found.bytes
		probe.pairs = hash(found.pairs)
	return probe


func _add_to_plots(probe: Probe) -> void:
	_done.append(probe)
	var is_sweep := probe.way == _ways[1] and probe.count == WHOLE and _todo.size() < CELLS.size()
	if is_sweep:
		_cells.add_point("ms", Make.AMBER, Vector2(probe.cell * Crowd.RADIUS, probe.time))
		_cells.add_point("MB", Make.VIOLET, Vector2(probe.cell * Crowd.RADIUS, probe.bytes / 1e6))
	else:
		_growth.add_point(probe.way.title, probe.way.color, Vector2(probe.count, probe.time))


func _probe_of_cell(cell: float) -> Probe:
	for probe in _done:
		if probe.way == _ways[1] and probe.count == WHOLE and probe.cell == cell:
			return probe
	return null


func _prepare_plots() -> void:
	for plot: Plot in [_growth, _cells]:
		plot.is_log_x = true
		plot.is_log_y = true
	_growth.x_text = "balls"
	_cells.x_text = "side of a cell, m"
