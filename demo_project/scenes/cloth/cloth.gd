# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends DemoScene
## SoftBody3D four times: pinned and blown at, draped, carrying a load, and filled with gas.

const NET := Vector3(2.6, 1.7, 0.0)

var _points := 0
var _net: SoftBody3D


func build() -> void:
	_points = 0
	_add_curtain(Vector3(-4.2, 3.2, -1.0))
	_add_draped_ball(Vector3(-0.9, 0.9, 0.6))
	_add_net(NET)
	_add_balloon(Vector3(0.9, 3.6, -1.6))


func numbers() -> Dictionary[String, String]:
	var own := super()
	own["points of cloth"] = str(_points)
	return own


func check() -> PackedStringArray:
	var sag := NET.y - _net.get_point_transform(112).y
	if sag < 0.1 or sag > 1.7:
		return ["the middle of the net hangs %.2f m below its corners" % sag]
	return []


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
	soft.material_override = Make.material(color)
	soft.material_override.cull_mode = BaseMaterial3D.CULL_DISABLED
	_points += points
	return soft


func _add_curtain(place: Vector3) -> void:
	var sheet := _make_sheet(2.4, 20, Make.CORAL)
	sheet.total_mass = 0.6
	sheet.transform = Transform3D(Basis(Vector3.RIGHT, PI / 2), place)
	# the edge that is up: every fourth point of it hangs on a rail
	for index in range(0, 21, 4):
		sheet.set_point_pinned(index, true)
	put(sheet)
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
	wind.wind_force_magnitude = 3.0
	put(wind)


func _add_draped_ball(place: Vector3) -> void:
	put(Make.fixed(Make.ball(0.8), Make.BLUE, place))
	var sheet := _make_sheet(2.6, 24, Make.AMBER)
	sheet.position = place + Vector3(0.1, 1.2, 0)
	put(sheet)


func _add_net(place: Vector3) -> void:
	_net = _make_sheet(3.0, 14, Make.TEAL)
	_net.total_mass = 2.0
	_net.position = place
	for index: int in [0, 14, 210, 224]:
		_net.set_point_pinned(index, true)
	put(_net)
	for index in 6:
		var form := Make.ball(0.25) if index % 2 else Make.box(Vector3.ONE * 0.4)
		var turn := index * 2.4
		var above := place + Vector3(sin(turn) * 0.5, 1.2 + 0.8 * index, cos(turn) * 0.5)
		put(Make.rigid(form, Make.VIOLET if index % 2 else Make.BLUE, above, 0.8))


func _add_balloon(place: Vector3) -> void:
	var mesh := SphereMesh.new()
	mesh.radial_segments = 20
	mesh.rings = 12
	mesh.radius = 0.6
	mesh.height = 1.2
	var balloon := _make_soft(mesh, 242, Color("ff8fd0"))
	balloon.pressure_coefficient = 40.0
	balloon.total_mass = 0.5
	balloon.position = place
	put(balloon)
