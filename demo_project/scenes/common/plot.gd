# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
class_name Plot
extends Control
## Lines over a common axis, linear or logarithmic, drawn beside the scene. H hides it with the card.

const INK := Color(0.886, 0.906, 0.945)
const DIM := Color(0.624, 0.667, 0.745)
const RULE := Color(0.32, 0.37, 0.47, 0.55)
const FONT_SIZE := 14
## What stands there before the first point: axes without lines would look broken.
const NOTHING := "not measured yet"
## px around what is drawn, left and right.
const LEFT := 58.0
const RIGHT := 18.0


class Series:
	var color := Color.WHITE
	var points: PackedVector2Array = []


var title := ""
var x_text := ""
## Whether the lines are named; plots below each other need it once.
var has_legend := true
var is_log_x := false
var is_log_y := false

var _series: Dictionary[String, Series] = {}
var _low := Vector2.ZERO # of what is shown, in powers of ten on a logarithmic axis
var _high := Vector2.ONE


## Adds a plot to a scene; [param place] counts from the upper right corner.
static func beside(scene: Node, place: Rect2, what: String) -> Plot:
	var layer := CanvasLayer.new()
	var plot := Plot.new()
	plot.title = what
	plot.mouse_filter = Control.MOUSE_FILTER_IGNORE
	plot.set_anchors_preset(Control.PRESET_TOP_RIGHT)
	plot.offset_left = -place.position.x - place.size.x
	plot.offset_right = -place.position.x
	plot.offset_top = place.position.y
	plot.offset_bottom = place.end.y
	layer.add_child(plot)
	scene.add_child(layer)
	return plot


## Replaces the points of a line.
func set_line(name_of_line: String, color: Color, points: PackedVector2Array) -> void:
	if not _series.has(name_of_line):
		_series[name_of_line] = Series.new()
	_series[name_of_line].color = color
	_series[name_of_line].points = points
	queue_redraw()


## Adds a point to the end of a line.
func add_point(name_of_line: String, color: Color, point: Vector2) -> void:
	var known := _series.has(name_of_line)
	var points := _series[name_of_line].points if known else PackedVector2Array()
	points.append(point)
	set_line(name_of_line, color, points)


## How many points a line has, 0 if there is no such line.
func points_in(name_of_line: String) -> int:
	return _series[name_of_line].points.size() if _series.has(name_of_line) else 0


## Whether there is anything to show.
func has_points() -> bool:
	return _series.values().any(func(series: Series) -> bool: return not series.points.is_empty())


## Adds a panel for a table below the plot; the columns of its lines are tabs of this width.
func add_table(column: float) -> Label:
	var panel := PanelContainer.new()
	panel.mouse_filter = Control.MOUSE_FILTER_IGNORE
	panel.position.y = offset_bottom - offset_top + 8.0
	panel.custom_minimum_size.x = offset_right - offset_left
	var table := Label.new()
	table.tab_stops = [column]
	table.add_theme_font_size_override(&"font_size", FONT_SIZE)
	table.add_theme_constant_override(&"line_spacing", 1)
	panel.add_child(table)
	add_child(panel)
	return table


## Takes all lines away.
func clear() -> void:
	_series.clear()
	queue_redraw()


func _unhandled_input(event: InputEvent) -> void:
	if event.is_action_pressed(&"demo_card"):
		visible = not visible


func _draw() -> void:
	draw_style_box(get_theme_stylebox(&"panel", &"PanelContainer"), Rect2(Vector2.ZERO, size))
	_write(Vector2(16, 24), title, INK)
	if not has_points():
		_write(Vector2(0, size.y / 2.0 + 10.0), NOTHING, DIM, HORIZONTAL_ALIGNMENT_CENTER, size.x)
		return
	_fit()
	_draw_axis(Vector2.AXIS_X, is_log_x)
	_draw_axis(Vector2.AXIS_Y, is_log_y)
	_write(Vector2(0, size.y - 8), x_text, DIM, HORIZONTAL_ALIGNMENT_RIGHT, size.x - RIGHT)
	var at := Vector2(16, 43)
	for line in _series:
		_draw_line_of(_series[line])
		if not has_legend:
			continue
		draw_circle(at + Vector2(4, -5), 4, _series[line].color)
		_write(at + Vector2(13, 0), line, DIM)
		at.x += 28 + get_theme_default_font().get_string_size(line, HORIZONTAL_ALIGNMENT_LEFT, -1, FONT_SIZE).x


func _draw_line_of(series: Series) -> void:
	var shown: PackedVector2Array = []
	for point in series.points:
		shown.append(_pixel(_scaled(point)))
	if shown.size() > 1:
		draw_polyline(shown, series.color, 2.0, true)
	if shown.size() < 30:
		for point in shown:
			draw_circle(point, 3.2, series.color)


# the range of all points, a little larger; linear axes begin at zero
func _fit() -> void:
	_low = Vector2(INF, INF)
	_high = -_low
	for line in _series:
		for point in _series[line].points:
			_low = _low.min(_scaled(point))
			_high = _high.max(_scaled(point))
	if not _low.is_finite():
		_low = Vector2.ZERO
		_high = Vector2.ONE
	if not is_log_y:
		_low.y = minf(_low.y, 0.0)
	for axis in 2:
		var is_log := is_log_x if axis == 0 else is_log_y
		# nothing but zeros goes up to one
		var least := 0.5 if is_log else 1.0 if axis == 0 or _high.y <= _low.y else 1e-6
		_high[axis] = maxf(_high[axis], _low[axis] + least)
	_high.y += 0.06 * (_high.y - _low.y)
	if is_log_y:
		_low.y -= 0.06 * (_high.y - _low.y)


func _draw_axis(axis: int, is_log: bool) -> void:
	for value in _ticks(axis, is_log):
		var from := _low
		var to := _high
		from[axis] = log(value) / log(10.0) if is_log else value
		to[axis] = from[axis]
		var at := _pixel(from)
		draw_line(at, _pixel(to), RULE, 1.0)
		if axis == Vector2.AXIS_X:
			_write(at + Vector2(-30, 17), _short(value), DIM, HORIZONTAL_ALIGNMENT_CENTER, 60)
		else:
			_write(at + Vector2(-LEFT, 5), _short(value), DIM, HORIZONTAL_ALIGNMENT_RIGHT, LEFT - 7)


# round numbers inside the range, some four of them
func _ticks(axis: int, is_log: bool) -> PackedFloat64Array:
	var found: PackedFloat64Array = []
	if is_log:
		var span := _high[axis] - _low[axis]
		for power in range(floori(_low[axis]), ceili(_high[axis]) + 1):
			for digit: float in [1.0, 2.0, 5.0] if span < 1.6 else [1.0]:
				var value := digit * pow(10.0, power)
				var place := log(value) / log(10.0)
				if place >= _low[axis] - 1e-6 and place <= _high[axis] + 1e-6:
					found.append(value)
		return found
	# so many that their numbers do not touch
	var room := absf(_pixel(_high)[axis] - _pixel(_low)[axis]) / (80.0 if axis == Vector2.AXIS_X else 20.0)
	var rough := (_high[axis] - _low[axis]) / clampf(room, 1.0, 4.0)
	var unit := pow(10.0, floorf(log(rough) / log(10.0)))
	var step := unit * (1.0 if rough < 1.5 * unit else 2.0 if rough < 3.5 * unit else 5.0 if rough < 7.5 * unit else 10.0)
	var value := ceilf(_low[axis] / step - 1e-6) * step
	while value <= _high[axis] + 1e-6 * step:
		found.append(value)
		value += step
	return found


func _scaled(point: Vector2) -> Vector2:
	# what is nothing cannot be shown on a logarithmic axis
	if is_log_x:
		point.x = log(maxf(point.x, 1e-6)) / log(10.0)
	if is_log_y:
		point.y = log(maxf(point.y, 1e-6)) / log(10.0)
	return point


func _pixel(at: Vector2) -> Vector2:
	var part := (at - _low) / (_high - _low)
	var area := size - Vector2(LEFT + RIGHT, _top() + (42.0 if x_text else 24.0))
	return Vector2(LEFT + part.x * area.x, _top() + (1.0 - part.y) * area.y)


# px above what is drawn
func _top() -> float:
	return 56.0 if has_legend else 34.0


static func _short(value: float) -> String:
	if absf(value) >= 1e6:
		return _plain(value / 1e6) + " M"
	return _plain(value / 1e3) + " k" if absf(value) >= 1e4 else _plain(value)


static func _plain(value: float) -> String:
	return str(roundi(value)) if is_equal_approx(value, roundf(value)) else String.num(value, 4)


func _write(
	at: Vector2, text: String, color: Color, align := HORIZONTAL_ALIGNMENT_LEFT, width := -1.0
) -> void:
	draw_string(get_theme_default_font(), at, text, align, width, FONT_SIZE, color)
