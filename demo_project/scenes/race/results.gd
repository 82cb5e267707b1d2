# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends RefCounted
## What the engines did on the course, as plots over its ticks and as a table of numbers.

const Racer := preload("racer.gd")

var _times: Plot
var _sinks: Plot
var _energies: Plot
var _misses: Plot
var _table: Label


func _init(scene: Node) -> void:
	_times = Plot.beside(scene, Rect2(24, 56, 400, 150), "ms of a tick")
	_sinks = Plot.beside(scene, Rect2(24, 211, 400, 108), "mm that a block of the tower sinks into the next")
	_energies = Plot.beside(scene, Rect2(24, 324, 400, 108), "energy of the pendulum, % of its start")
	_misses = Plot.beside(scene, Rect2(24, 437, 400, 124), "shots through the plate")
	_table = _misses.add_table(0.0)
	# px; how wide each column is
	_table.tab_stops = [78, 46, 72, 66, 56]
	_times.is_log_y = true
	_misses.x_text = "tick"
	for plot: Plot in [_sinks, _energies, _misses]:
		plot.has_legend = false


## The name of an engine's lines.
static func short(racer: Racer) -> String:
	return racer.title.get_slice(" ", 0)


## What is not shown of an engine that ran so many ticks, as sentences.
func missing(racer: Racer, ticks: int) -> PackedStringArray:
	var found: PackedStringArray = []
	for plot: Plot in [_times, _sinks, _energies, _misses]:
		if plot.points_in(short(racer)) != ticks / 10:
			found.append("the plot '%s' has %d points of %s" % [plot.title, plot.points_in(short(racer)), racer.title])
	if not _table.text.contains("%s\t%.2f" % [short(racer), median(racer.result.times)]):
		found.append("the table does not tell what was measured of %s" % racer.title)
	return found


## Shows what is known of all.
func show(racers: Array[Racer]) -> void:
	_table.text = "\tms\tsunk mm\tpend. %\tbox %\tmissed"
	for racer in racers:
		_table.text += "\n" + short(racer)
		if racer.result.is_empty():
			_table.text += "\t..."
			continue
		var times: Array = racer.result.times
		_table.text += "\t%.2f\t%.3f\t%.1f\t%.1f\t%d / %d" % [
			median(times), 1000.0 * racer.result.sunk, 100.0 * racer.result.pendulum[-1],
			100.0 * racer.result.spinning[-1], racer.result.missed, racer.result.fired,
		]
		_add_lines(racer)


func _add_lines(racer: Racer) -> void:
	_times.set_line(short(racer), racer.color, _line(racer.result.times, 1.0))
	_energies.set_line(short(racer), racer.color, _line(racer.result.pendulum, 100.0))
	# what was kept by an older race has no such lines
	_sinks.set_line(short(racer), racer.color, _line(racer.result.get("sinks", []), 1000.0))
	_misses.set_line(short(racer), racer.color, _line(racer.result.get("misses", []), 1.0))


# every tenth: the middle one of ten, so that one hiccup of the machine is no mountain
static func _line(values: Array, factor: float) -> PackedVector2Array:
	var points: PackedVector2Array = []
	for index in range(0, values.size() - 9, 10):
		points.append(Vector2(index + 5, factor * median(values.slice(index, index + 10))))
	return points


## The middle one.
static func median(values: Array) -> float:
	var sorted := values.duplicate()
	sorted.sort()
	return sorted[sorted.size() / 2]
