# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends DemoScene
## SoftBody3D four times: pinned and blown at, draped, carrying a load, and filled with gas.

const Check := preload("cloth_check.gd")
const Measures := preload("measures.gd")

const NET := Vector3(2.6, 1.7, 0.0)
const BALL := Vector3(-0.9, 0.9, 0.6)
const BALL_RADIUS := 0.8
const BALLOON_RADIUS := 0.6

var _points := 0
var _net: SoftBody3D
var _sheet: SoftBody3D
var _curtain: SoftBody3D
var _balloon: SoftBody3D
var _measures: Measures


func build() -> void:
	_points = 0
	_add_curtain(Vector3(-4.2, 3.2, -1.0))
	_add_draped_ball(BALL)
	_add_net(NET)
	_add_balloon(Vector3(-2.3, 3.0, 2.5))
	_measures = Measures.new(_net, _sheet, BALL, _curtain, _balloon)


func tick(_delta: float) -> void:
	if Engine.get_physics_frames() % 20 == 0:
		_measures.measure_sheet(time)


func numbers() -> Dictionary[String, String]:
	var shown := super()
	shown["points of cloth"] = str(_points)
	shown["net sags"] = "%.2f m" % _measures.sag()
	shown["balloon's radius"] = "%.3f m" % _measures.balloon_radius()
	shown["sheet crept"] = "%.1f mm" % (1000.0 * _measures.crept())
	return shown


func check() -> PackedStringArray:
	return Check.check(_measures, time)


# a sheet of (cells + 1) squared points
func _make_sheet(size: float, cells: int, color: Color) -> SoftBody3D:
	var mesh := PlaneMesh.new()
	mesh.size = Vector2(size, size)
	mesh.subdivide_width = cells - 1
	mesh.subdivide_depth = cells - 1
	return _make_soft(mesh, (cells + 1) * (cells + 1), color)


func _make_soft(mesh: Mesh, points: int, color: Color) -> SoftBody3D:
	var soft := SoftBody3D.new()
	soft.mesh = mesh
	soft.material_override = Make.cloth(color)
	_points += points
	return soft


func _add_curtain(place: Vector3) -> void:
	_curtain = _make_sheet(2.4, 20, Make.CORAL)
	var sheet := _curtain
	sheet.total_mass = 0.6
	sheet.transform = Transform3D(Basis(Vector3.RIGHT, -PI / 2.0), place)
	# the first points of a PlaneMesh are those at +Z, now up: every fourth of them hangs on a rail
	for index in range(0, 21, 4):
		sheet.set_point_pinned(index, true)
	put(sheet)
	_add_rail(place + Vector3.UP * 1.2, 1.35)
	var wind := Area3D.new()
	var collision := CollisionShape3D.new()
	collision.shape = BoxShape3D.new()
	collision.shape.size = Vector3(3.5, 4, 8)
	wind.add_child(collision)
	wind.position = place
	var source := Node3D.new()
	source.rotation.y = PI * 0.9
	wind.add_child(source)
	wind.wind_source_path = ^"Source"
	source.name = "Source"
	wind.wind_force_magnitude = 1.2
	put(wind)


func _add_draped_ball(place: Vector3) -> void:
	put(Make.fixed(Make.ball(BALL_RADIUS), Make.BLUE, place))
	_sheet = _make_sheet(2.6, 24, Make.AMBER)
	_sheet.position = place + Vector3(0.1, 1.2, 0)
	put(_sheet)


func _add_net(place: Vector3) -> void:
	_net = _make_sheet(3.0, 14, Make.TEAL)
	_net.total_mass = 2.0
	_net.position = place
	for index: int in [0, 14, 210, 224]:
		_net.set_point_pinned(index, true)
	put(_net)
	for corner: Vector2 in [Vector2(-1, -1), Vector2(1, -1), Vector2(1, 1), Vector2(-1, 1)]:
		_add_post(Vector3(place.x + 1.53 * corner.x, place.y, place.z + 1.53 * corner.y))
	for index in 6:
		var form := Make.ball(0.25) if index % 2 else Make.box(Vector3.ONE * 0.4)
		var turn := index * 2.4
		var above := place + Vector3(sin(turn) * 0.5, 1.2 + 0.8 * index, cos(turn) * 0.5)
		put(Make.rigid(form, Make.VIOLET if index % 2 else Make.BLUE, above, 0.8))


func _add_balloon(place: Vector3) -> void:
	var mesh := SphereMesh.new()
	mesh.radial_segments = 20
	mesh.rings = 12
	mesh.radius = BALLOON_RADIUS
	mesh.height = 2.0 * BALLOON_RADIUS
	_balloon = _make_soft(mesh, 242, Color("ff8fd0"))
	_balloon.pressure_coefficient = 40.0
	_balloon.total_mass = 0.5
	_balloon.position = place
	put(_balloon)


# what cloth hangs on; only to be seen
func _add_post(top: Vector3) -> void:
	var post := Make.visual(Make.cylinder(0.045, top.y + 0.05).mesh, Make.SLATE.lightened(0.25))
	post.position = Vector3(top.x, top.y / 2.0, top.z)
	put(post)


func _add_rail(middle: Vector3, half: float) -> void:
	var rail := Make.visual(Make.cylinder(0.04, 2.0 * half).mesh, Make.SLATE.lightened(0.25))
	rail.transform = Transform3D(Basis(Vector3.BACK, PI / 2.0), middle)
	put(rail)
	for side: float in [-1.0, 1.0]:
		_add_post(middle + Vector3(side * half, 0, 0))
