# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
class_name Glyph
extends Control
## A sign that needs no language: areas and lines on a grid of 24 by 24, as large as the control and in its colour.

const GRID := 24.0
const STROKE := 2.0

## Sign -> what it is drawn of. "area": corners of a polygon; "line": points of a line; "arc": centre, radius, first
## and last angle in degrees; "dot": centre and radius.
const SIGNS: Dictionary[StringName, Array] = {
	&"menu": [
		["area", 4, 4, 10.5, 4, 10.5, 10.5, 4, 10.5], ["area", 13.5, 4, 20, 4, 20, 10.5, 13.5, 10.5],
		["area", 4, 13.5, 10.5, 13.5, 10.5, 20, 4, 20], ["area", 13.5, 13.5, 20, 13.5, 20, 20, 13.5, 20],
	],
	&"pause": [["area", 5.5, 4, 10, 4, 10, 20, 5.5, 20], ["area", 14, 4, 18.5, 4, 18.5, 20, 14, 20]],
	&"play": [["area", 6, 3.5, 20, 12, 6, 20.5]],
	&"step": [["area", 4, 4, 15, 12, 4, 20], ["area", 16, 4, 19.5, 4, 19.5, 20, 16, 20]],
	&"slower": [["area", 12, 5, 12, 19, 3, 12], ["area", 21, 5, 21, 19, 12, 12]],
	&"faster": [["area", 3, 5, 12, 12, 3, 19], ["area", 12, 5, 21, 12, 12, 19]],
	&"again": [["arc", 12, 13, 7, -40, 250], ["area", 4.5, 2.5, 13.5, 4.5, 7, 11]],
	&"look": [["arc", 12, 20, 12, 221, 319], ["arc", 12, 4, 12, 41, 139], ["dot", 12, 12, 3.2]],
	&"card": [["arc", 12, 12, 9, 0, 360], ["dot", 12, 7.6, 1.5], ["line", 12, 11, 12, 17.2]],
	&"left_mouse": [
		["arc", 12, 9, 6.5, 180, 360], ["line", 5.5, 9, 5.5, 15], ["line", 18.5, 9, 18.5, 15],
		["arc", 12, 15, 6.5, 0, 180], ["area", 5.5, 10, 6, 6.5, 8, 4, 11, 2.7, 11, 10],
	],
	&"right_mouse": [
		["arc", 12, 9, 6.5, 180, 360], ["line", 5.5, 9, 5.5, 15], ["line", 18.5, 9, 18.5, 15],
		["arc", 12, 15, 6.5, 0, 180], ["area", 18.5, 10, 18, 6.5, 16, 4, 13, 2.7, 13, 10],
	],
	&"fly": [
		["line", 12, 5, 12, 19], ["line", 5, 12, 19, 12],
		["area", 12, 1.5, 15.5, 6, 8.5, 6], ["area", 12, 22.5, 8.5, 18, 15.5, 18],
		["area", 1.5, 12, 6, 8.5, 6, 15.5], ["area", 22.5, 12, 18, 15.5, 18, 8.5],
	],
}

var sign_name := &"menu":
	set(value):
		sign_name = value
		queue_redraw()

var color := Color.WHITE:
	set(value):
		color = value
		queue_redraw()


func _init(own_sign: StringName, own_size: float, own_color: Color) -> void:
	sign_name = own_sign
	color = own_color
	custom_minimum_size = Vector2.ONE * own_size
	mouse_filter = Control.MOUSE_FILTER_IGNORE


func _draw() -> void:
	draw_set_transform(Vector2.ZERO, 0.0, size / GRID)
	for part: Array in SIGNS[sign_name]:
		var numbers := PackedFloat32Array(part.slice(1))
		match part[0]:
			"area":
				draw_colored_polygon(_points(numbers), color)
			"line":
				draw_polyline(_points(numbers), color, STROKE, true)
			"arc":
				var from := deg_to_rad(numbers[3])
				draw_arc(Vector2(numbers[0], numbers[1]), numbers[2], from, deg_to_rad(numbers[4]), 32, color, STROKE, true)
			"dot":
				draw_circle(Vector2(numbers[0], numbers[1]), numbers[2], color, true, -1.0, true)


static func _points(numbers: PackedFloat32Array) -> PackedVector2Array:
	var points: PackedVector2Array = []
	for index in range(0, numbers.size(), 2):
		points.append(Vector2(numbers[index], numbers[index + 1]))
	return points
