# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends RefCounted
## Measures ways to find pairs, one probe after the other, and draws what was found: how the work grows with the number
## of balls, and what the size of its cells does to the grid.

const Crowd := preload("crowd.gd")

const COUNTS: Array[int] = [500, 1000, 2000, 5000, 10000]
## Sides of cells in radii, from a quarter of a ball to all balls in one.
const CELLS: Array[float] = [0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 200.0]
const WHOLE := 10000


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


var done: Array[Probe] = []
var growth: Plot
var cells: Plot

var _ways: Array[Way] = []
var _todo: Array[Probe] = []
var _sample: PackedVector3Array = []
var _probing := Background.new()


func _init(ways: Array[Way], growth_plot: Plot, cells_plot: Plot) -> void:
	_ways = ways
	growth = growth_plot
	cells = cells_plot
	_prepare_plots()


## How many probes are not made yet.
func missing() -> int:
	return _todo.size() + int(not _probing.is_free())


func drop() -> void:
	_probing.drop()


## Every way at every number of balls, and the grid with every size of cells.
func begin() -> void:
	_probing.drop()
	_todo.clear()
	done.clear()
	growth.clear()
	cells.clear()
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


## Measures the next one in the background, if the last one is done.
func go_on() -> void:
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
	done.append(probe)
	var is_sweep := probe.way == _ways[1] and probe.count == WHOLE and _todo.size() < CELLS.size()
	if is_sweep:
		cells.add_point("ms", Make.AMBER, Vector2(probe.cell * Crowd.RADIUS, probe.time))
		cells.add_point("MB", Make.VIOLET, Vector2(probe.cell * Crowd.RADIUS, probe.bytes / 1e6))
	else:
		growth.add_point(probe.way.title, probe.way.color, Vector2(probe.count, probe.time))


## What the grid of all balls needed with cells of so many radii.
func probe_of_cell(cell: float) -> Probe:
	for probe in done:
		if probe.way == _ways[1] and probe.count == WHOLE and probe.cell == cell:
			return probe
	return null


func _prepare_plots() -> void:
	for plot: Plot in [growth, cells]:
		plot.is_log_x = true
		plot.is_log_y = true
	growth.x_text = "balls"
	cells.x_text = "side of a cell, m"
