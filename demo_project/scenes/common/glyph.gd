# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
class_name Glyph
extends Control
## A sign that needs no language: areas and lines on a grid of 24 by 24, as large as the control and in its colour.

const GRID := 24.0
const STROKE := 2.0

## Sign -> what it is drawn of. "area": corners of a polygon; "line": points of a line; "arc": centre, radius, first
## and last angle in degrees; "ring" and "dot": centre and radius.
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
	&"move_mouse": [
		["arc", 12, 9, 4.5, 180, 360], ["line", 7.5, 9, 7.5, 15], ["line", 16.5, 9, 16.5, 15],
		["arc", 12, 15, 4.5, 0, 180], ["line", 12, 6.5, 12, 10],
		["area", 5, 8.5, 5, 15.5, 1, 12], ["area", 19, 8.5, 23, 12, 19, 15.5],
	],
	# keys and buttons that have no letter
	&"key_left": [["line", 6, 12, 20, 12], ["line", 11, 6.5, 5, 12, 11, 17.5]],
	&"key_right": [["line", 4, 12, 18, 12], ["line", 13, 6.5, 19, 12, 13, 17.5]],
	&"key_space": [["line", 3.5, 10, 3.5, 15.5, 20.5, 15.5, 20.5, 10]],
	&"key_enter": [["line", 19, 5, 19, 13, 6, 13], ["line", 10.5, 8, 5.5, 13, 10.5, 18]],
	&"key_arrows": [
		["area", 12, 2, 16, 8, 8, 8], ["area", 12, 19, 8, 13, 16, 13],
		["area", 1, 16, 6, 12, 6, 20], ["area", 23, 16, 18, 12, 18, 20],
	],
	# the four buttons by their place: their letters differ from maker to maker
	&"pad_south": [["dot", 19.5, 12, 2], ["dot", 4.5, 12, 2], ["dot", 12, 4.5, 2], ["dot", 12, 19.5, 4.5]],
	&"pad_east": [["dot", 12, 19.5, 2], ["dot", 4.5, 12, 2], ["dot", 12, 4.5, 2], ["dot", 19.5, 12, 4.5]],
	&"pad_west": [["dot", 12, 19.5, 2], ["dot", 19.5, 12, 2], ["dot", 12, 4.5, 2], ["dot", 4.5, 12, 4.5]],
	&"pad_north": [["dot", 12, 19.5, 2], ["dot", 19.5, 12, 2], ["dot", 4.5, 12, 2], ["dot", 12, 4.5, 4.5]],
	&"pad_up": [["area", 12, 1, 18, 10, 6, 10], ["line", 4, 14, 20, 14], ["line", 12, 14, 12, 22]],
	&"pad_down": [["area", 12, 23, 6, 14, 18, 14], ["line", 4, 10, 20, 10], ["line", 12, 2, 12, 10]],
	&"pad_left": [["area", 1, 12, 10, 6, 10, 18], ["line", 14, 4, 14, 20], ["line", 14, 12, 22, 12]],
	&"pad_right": [["area", 23, 12, 14, 18, 14, 6], ["line", 10, 4, 10, 20], ["line", 2, 12, 10, 12]],
	&"pad_left_shoulder": [["line", 21, 17, 3, 17, 3, 11, 9, 7, 21, 7], ["area", 3, 11, 9, 7, 14, 7, 14, 17, 3, 17]],
	&"pad_right_shoulder": [["line", 3, 17, 21, 17, 21, 11, 15, 7, 3, 7], ["area", 21, 11, 15, 7, 10, 7, 10, 17, 21, 17]],
	&"pad_back": [["line", 10, 4, 4, 4, 4, 13, 10, 13, 10, 4], ["line", 10, 9, 20, 9, 20, 20, 10, 20, 10, 13]],
	&"pad_start": [["line", 4, 6, 20, 6], ["line", 4, 12, 20, 12], ["line", 4, 18, 20, 18]],
	&"left_stick": [["ring", 12, 12, 9.5], ["dot", 9.5, 12, 4.5]],
	&"right_stick": [["ring", 12, 12, 9.5], ["dot", 14.5, 12, 4.5]],
	&"left_stick_press": [
		["ring", 12, 12, 9.5], ["dot", 12, 13, 4.5], ["area", 8, 1, 16, 1, 12, 6], ["line", 3, 21, 8, 21]
	],
	&"right_stick_press": [
		["ring", 12, 12, 9.5], ["dot", 12, 13, 4.5], ["area", 8, 1, 16, 1, 12, 6], ["line", 16, 21, 21, 21]
	],
	# what keys do
	&"pull": [["ring", 6, 17, 4], ["line", 9, 14, 18, 6], ["area", 21, 3, 19.5, 9.5, 14.5, 4.5]],
	&"turn": [["arc", 12, 12, 8, 120, 420], ["area", 2.5, 18, 11, 16.5, 9, 23]],
	&"walk": [
		["dot", 12, 4.5, 2.8], ["line", 12, 8, 12, 14, 8, 21],
		["line", 12, 14, 16, 21], ["line", 6, 12, 12, 9, 18, 13],
	],
	&"jump": [["line", 4, 20, 20, 20], ["area", 12, 2, 18, 9, 6, 9], ["line", 12, 9, 12, 16]],
	&"drive": [["ring", 12, 12, 9], ["dot", 12, 12, 3], ["line", 3, 12, 21, 12], ["line", 12, 12, 12, 21]],
	&"camera": [["area", 2, 7, 15, 7, 15, 18, 2, 18], ["area", 16, 12.5, 22, 7.5, 22, 17.5]],
	&"throw": [["ring", 6, 18, 3.5], ["ring", 18, 18, 3.5], ["line", 12, 21, 12, 8], ["area", 12, 1.5, 17, 9, 7, 9]],
	&"push": [["line", 2, 12, 10, 12], ["area", 15, 12, 9, 7, 9, 17], ["line", 18, 3, 18, 21], ["line", 22, 6, 22, 18]],
	&"drop": [["dot", 12, 5.5, 4.5], ["line", 12, 11, 12, 17], ["area", 12, 23, 7, 16, 17, 16]],
	&"aside": [["line", 6, 12, 18, 12], ["area", 1, 12, 7, 7, 7, 17], ["area", 23, 12, 17, 17, 17, 7]],
	&"kick": [["ring", 12, 12, 3.5], ["line", 12, 1.5, 12, 6], ["line", 12, 18, 12, 22.5], ["line", 1.5, 12, 6, 12],
		["line", 18, 12, 22.5, 12], ["line", 4.5, 4.5, 7.5, 7.5], ["line", 16.5, 16.5, 19.5, 19.5],
		["line", 4.5, 19.5, 7.5, 16.5], ["line", 16.5, 7.5, 19.5, 4.5]],
	&"race": [
		["line", 4, 22, 4, 2.5, 20, 2.5, 20, 13, 4, 13],
		["area", 4, 2.5, 12, 2.5, 12, 8, 4, 8], ["area", 12, 8, 20, 8, 20, 13, 12, 13],
	],
	&"swap": [
		["line", 3, 8, 18, 8], ["area", 22, 8, 16, 3, 16, 13],
		["line", 21, 17, 6, 17], ["area", 2, 17, 8, 12, 8, 22],
	],
	&"search": [["ring", 10, 10, 7], ["line", 15, 15, 21.5, 21.5], ["dot", 8, 10, 1.6], ["dot", 12.5, 10, 1.6]],
	&"facets": [
		["line", 12, 2, 21, 7, 21, 17, 12, 22, 3, 17, 3, 7, 12, 2],
		["line", 3, 7, 12, 12, 21, 7], ["line", 12, 12, 12, 22],
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
	draw_sign(self, sign_name, Rect2(Vector2.ZERO, size), color)


## Draws a sign on any control, within its own [code]_draw[/code].
static func draw_sign(on: CanvasItem, which: StringName, place: Rect2, ink: Color) -> void:
	on.draw_set_transform(place.position, 0.0, place.size / GRID)
	for part: Array in SIGNS[which]:
		var numbers := PackedFloat32Array(part.slice(1))
		match part[0]:
			"area":
				on.draw_colored_polygon(_points(numbers), ink)
			"line":
				on.draw_polyline(_points(numbers), ink, STROKE, true)
			"arc":
				var from := deg_to_rad(numbers[3])
				on.draw_arc(_points(numbers)[0], numbers[2], from, deg_to_rad(numbers[4]), 32, ink, STROKE, true)
			"ring":
				on.draw_arc(_points(numbers)[0], numbers[2], 0.0, TAU, 32, ink, STROKE, true)
			"dot":
				on.draw_circle(_points(numbers)[0], numbers[2], ink, true, -1.0, true)
	on.draw_set_transform(Vector2.ZERO)


static func _points(numbers: PackedFloat32Array) -> PackedVector2Array:
	var points: PackedVector2Array = []
	for index in range(0, numbers.size() - 1, 2):
		points.append(Vector2(numbers[index], numbers[index + 1]))
	return points
