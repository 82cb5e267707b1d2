# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends Node3D
## What the walker walks on: a slope and one too steep, stairs, a deck, a lift, a turntable, a floor of triangles, a thin
## wall, and crates to be pushed about. Signs say what is where.

const LIFT := Vector3(2.0, 0.15, -1.5)
const TABLE := Vector3(5.4, 0.05, 0.6)
## m along X; the wall, and how thick it is.
const WALL := 7.4
const THICK := 0.02
## What is where.
const LABELS: Dictionary[Vector3, String] = {
	Vector3(-5.6, 2.3, 1.2): "57°, too steep", Vector3(-3.9, 2.5, -0.6): "23°, can be walked", Vector3(-1.2, 2.2, -0.9): "stairs",
	Vector3(2.0, 2.9, -1.5): "lift", Vector3(5.4, 0.9, -0.6): "turntable", Vector3(7.0, 2.4, 1.0): "wall, 2 cm",
	Vector3(2.4, 0.35, 4.9): "864 triangles",
}
const STAIRS := 6
const RISE := 0.25
## rad; how steep the slope is that can be walked.
const TILT := 0.4
## m; where the deck begins that slope and stairs lead to, at the height DECK.
const DECK := 1.5
const DECK_END := 1.0 - 0.5 * DECK / tan(TILT)

var lift: AnimatableBody3D
var table: AnimatableBody3D


func _init() -> void:
	_build_slope()
	_build_stairs()
	_build_machines()
	_build_mesh_floor()
	add_child(Make.fixed(Make.box(Vector3(THICK, 2.0, 3.0)), Make.CORAL, Vector3(WALL, 1.0, 1.0)))
	_build_crates()
	_build_labels()


func _build_slope() -> void:
	var slope := Make.fixed(Make.box(Vector3(1.6, 0.2, DECK / sin(TILT))), Make.TEAL, Vector3.ZERO)
	slope.rotation.x = TILT
	slope.position = Vector3(-4.0, 0.5 * DECK, 1.0) - slope.basis.y * 0.1
	add_child(slope)
	var deep := DECK_END + 3.4
	add_child(Make.fixed(Make.box(Vector3(4.4, 0.2, deep)), Make.SLATE, Vector3(-2.6, DECK - 0.1, DECK_END - deep / 2.0)))
	# too steep to walk up
	var steep := Make.fixed(Make.box(Vector3(1.2, 0.2, 2.4)), Make.CORAL, Vector3(-6.2, 0.8, 1.0))
	steep.rotation.x = 1.0
	add_child(steep)


func _build_stairs() -> void:
	for index in STAIRS:
		var height := DECK - RISE * index
		var at := Vector3(-1.2, height / 2.0, DECK_END + 0.25 + 0.5 * index)
		add_child(Make.fixed(Make.box(Vector3(1.6, height, 0.5)), Make.BLUE, at))


func _build_machines() -> void:
	lift = AnimatableBody3D.new()
	lift.position = LIFT
	Make.dress(lift, Make.box(Vector3(1.8, 0.2, 1.8)), Make.VIOLET)
	add_child(lift)
	table = AnimatableBody3D.new()
	table.position = TABLE
	Make.dress(table, Make.cylinder(1.6, 0.1), Make.VIOLET)
	add_child(table)


# to be pushed about, off the way of the round
func _build_crates() -> void:
	for index in 3:
		var at := Vector3(4.9 + 0.8 * (index % 2), 0.3 + 0.6 * floorf(index / 2.0), 4.4)
		add_child(Make.rigid(Make.box(Vector3.ONE * 0.6), Make.CLAY, at, 3.0))
	add_child(Make.rigid(Make.ball(0.3), Make.TEAL, Vector3(6.6, 0.3, 4.6), 1.0))


func _build_labels() -> void:
	for place in LABELS:
		var text := Make.label(LABELS[place], place)
		text.pixel_size = 0.0065
		add_child(text)


# flush with the ground, of small triangles: an engine with ghost edges stumbles here
func _build_mesh_floor() -> void:
	var plane := PlaneMesh.new()
	plane.size = Vector2(3.6, 2.6)
	plane.subdivide_width = 23
	plane.subdivide_depth = 17
	var floor_body := Make.fixed(Make.triangles(plane), Make.SLATE.lightened(0.2), Vector3(2.4, 0.005, 3.4))
	add_child(floor_body)
	var edges := Sketch.new()
	add_child(edges)
	var faces := plane.get_faces()
	for index in range(0, faces.size(), 3):
		for corner in 3:
			var from := floor_body.position + faces[index + corner]
			edges.add_line(from, floor_body.position + faces[index + (corner + 1) % 3], Make.SLATE, 0.004)
	edges.finish()
