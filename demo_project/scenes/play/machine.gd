# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends Node3D
## The machine that marbles fall through: gears that turn, wheels that marbles turn, trays that tip, pegs, and
## the bowl of the player. Gears, wheels, trays and bowl are concave meshes, exact to the triangle.

## Half of the board's width and its height, m.
const HALF := 4.0
const HEIGHT := 8.0
const BIN_HEIGHT := 0.7
const POINTS: Array[int] = [10, 30, 10, 20, 10, 30, 10]
const COLORS: Dictionary[int, Color] = {10: Color(0.62, 0.64, 0.68), 20: Make.TEAL, 30: Make.CORAL}
const BOWL_RADIUS := 0.75
const BOWL_HEIGHT := 1.5
const BOWL_POINTS := 100
## m/s.
const BOWL_SPEED := 9.0

var bowl: AnimatableBody3D
## rad/s; how fast the gears turn.
var pace := 1.4
## m from the middle; where the bowl is to go.
var wish := 0.0

var _gears: Array[AnimatableBody3D] = []
var _worth: Label3D
var _time := 0.0


func _ready() -> void:
	_build_board()
	_build_pegs()
	for side: float in [-1.0, 1.0]:
		_build_gear(Vector3(2.1 * side, 5.6, 0))
		_build_wheel(Vector3(2.5 * side, 3.7, 0))
		_build_tray(Vector3(1.15 * side, 2.35, 0))
	_build_wheel(Vector3(0, 4.6, 0))
	bowl = AnimatableBody3D.new()
	bowl.position.y = BOWL_HEIGHT
	Make.dress(bowl, Make.triangles(Solids.lathe(Solids.bowl(BOWL_RADIUS, 0.07))), Make.AMBER)
	_worth = Make.label(str(BOWL_POINTS), Vector3(0, -0.35, 0.85), Color.WHITE)
	bowl.add_child(_worth)
	add_child(bowl)


func _physics_process(delta: float) -> void:
	_time += delta
	var room := HALF - BOWL_RADIUS
	bowl.position.x = move_toward(bowl.position.x, clampf(wish, -room, room), BOWL_SPEED * delta)
	for index in _gears.size():
		_gears[index].rotation.z = (pace if index % 2 else -pace) * _time


## Writes on the bowl what the next marble in it is worth.
func show_worth(points: int) -> void:
	_worth.text = str(points)


## The bin under a place, by number.
static func bin_at(x: float) -> int:
	var width := 2.0 * HALF / POINTS.size()
	return clampi(floori((x + HALF) / width), 0, POINTS.size() - 1)


func _build_board() -> void:
	var back := Make.visual(Make.box(Vector3(2.0 * HALF + 0.4, HEIGHT, 0.1)).mesh, Make.SLATE.darkened(0.35))
	back.position = Vector3(0, HEIGHT / 2.0, -0.75)
	add_child(back)
	for side: float in [-1.0, 1.0]:
		var wall := Make.box(Vector3(0.2, HEIGHT, 1.4))
		add_child(Make.fixed(wall, Make.SLATE, Vector3(side * (HALF + 0.1), HEIGHT / 2.0, 0)))
	var width := 2.0 * HALF / POINTS.size()
	for index in range(1, POINTS.size()):
		var divider := Make.box(Vector3(0.08, BIN_HEIGHT, 1.2))
		var at := Vector3(-HALF + index * width, BIN_HEIGHT / 2.0, 0)
		add_child(Make.fixed(divider, Make.SLATE.lightened(0.2), at))
	for index in POINTS.size():
		var place := Vector3(-HALF + (index + 0.5) * width, 0.3, 0.6)
		add_child(Make.label(str(POINTS[index]), place, COLORS[POINTS[index]]))


func _build_pegs() -> void:
	var peg := Make.cylinder(0.09, 1.2)
	for row in 2:
		for index in 9 + row:
			var at := Vector3((index - (8 + row) / 2.0) * 0.9, 6.9 - 3.9 * row, 0)
			if row == 1 and absf(at.x) < 3.2:
				continue # there the trays are
			var body := Make.fixed(peg, Make.SLATE.lightened(0.45), at)
			body.rotation.x = PI / 2.0
			add_child(body)


func _build_gear(place: Vector3) -> void:
	var gear := AnimatableBody3D.new()
	gear.position = place
	Make.dress(gear, Make.triangles(Solids.plate(Solids.gear(8, 0.5, 0.85), 0.7)), Make.VIOLET)
	add_child(gear)
	_gears.append(gear)


# turned by nothing but marbles
func _build_wheel(place: Vector3) -> void:
	var form := Make.triangles(Solids.plate(Solids.gear(5, 0.16, 0.75), 0.6))
	_hang(Make.rigid(form, Make.BLUE, place, 1.0), HingeJoint3D.new())


func _build_tray(place: Vector3) -> void:
	var outline := PackedVector2Array([
		Vector2(-0.8, -0.05), Vector2(0.8, -0.05), Vector2(0.8, 0.08), Vector2(0.74, 0.08),
		Vector2(0.74, 0.05), Vector2(-0.74, 0.05), Vector2(-0.74, 0.08), Vector2(-0.8, 0.08),
	])
	var hinge := HingeJoint3D.new()
	hinge.set_flag(HingeJoint3D.FLAG_USE_LIMIT, true)
	hinge.set_param(HingeJoint3D.PARAM_LIMIT_LOWER, -0.8)
	hinge.set_param(HingeJoint3D.PARAM_LIMIT_UPPER, 0.8)
	_hang(Make.rigid(Make.triangles(Solids.plate(outline, 0.8)), Make.TEAL, place, 1.5), hinge)


# a body that turns about its middle, and an axle to see
func _hang(body: RigidBody3D, hinge: HingeJoint3D) -> void:
	body.angular_damp = 0.6
	body.can_sleep = false
	add_child(body)
	hinge.position = body.position
	add_child(hinge)
	hinge.node_a = hinge.get_path_to(body)
	var axle := Make.visual(Make.cylinder(0.07, 1.3).mesh, Make.SLATE.lightened(0.5))
	axle.position = body.position + Vector3(0, 0, -0.1)
	axle.rotation.x = PI / 2.0
	add_child(axle)
