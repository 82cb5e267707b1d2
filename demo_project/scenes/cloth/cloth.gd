# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends Node3D
## SoftBody3D four times: pinned and blown at, draped, carrying a load, and filled with gas. After a while
## it starts again.

## s; how long one round takes.
const ROUND_TIME := 14.0

var _things: Node3D
var _time := 0.0
var _points := 0

@onready var _values: Label = %Values


func _ready() -> void:
	_start()


func _physics_process(delta: float) -> void:
	_time += delta
	if _time > ROUND_TIME:
		_start()
	var awake := Performance.get_monitor(Performance.PHYSICS_3D_ACTIVE_OBJECTS)
	_values.text = "%d\n%d" % [_points, awake]


func _start() -> void:
	if _things != null:
		_things.queue_free()
	_things = Node3D.new()
	add_child(_things)
	_time = 0.0
	_points = 0
	_add_curtain(Vector3(-4.2, 3.2, -1.0))
	_add_draped_ball(Vector3(-0.9, 0.9, 0.6))
	_add_net(Vector3(2.6, 1.7, 0.0))
	_add_balloon(Vector3(0.9, 3.6, -1.6))


# a sheet of (cells + 1) squared points
func _add_sheet(size: float, cells: int, color: Color) -> SoftBody3D:
	var mesh := PlaneMesh.new()
	mesh.size = Vector2(size, size)
	mesh.subdivide_width = cells - 1
	mesh.subdivide_depth = cells - 1
	return _add_soft(mesh, (cells + 1) * (cells + 1), color)


func _add_soft(mesh: Mesh, points: int, color: Color) -> SoftBody3D:
	var soft := SoftBody3D.new()
	soft.mesh = mesh
	var material := StandardMaterial3D.new()
	material.albedo_color = color
	material.roughness = 0.8
	material.cull_mode = BaseMaterial3D.CULL_DISABLED
	soft.material_override = material
	_points += points
	return soft


func _add_curtain(place: Vector3) -> void:
	var sheet := _add_sheet(2.4, 20, Color("ff5d73"))
	sheet.total_mass = 0.6
	sheet.transform = Transform3D(Basis(Vector3.RIGHT, PI / 2), place)
	# the edge that is up: every fourth point of it hangs on a rail
	for index in range(0, 21, 4):
		sheet.set_point_pinned(index, true)
	_things.add_child(sheet)
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
	_things.add_child(wind)


func _add_draped_ball(place: Vector3) -> void:
	var ball := StaticBody3D.new()
	_add_form(ball, SphereMesh.new(), SphereShape3D.new(), Color("4d8dff"), 1.6)
	ball.position = place
	_things.add_child(ball)
	var sheet := _add_sheet(2.6, 24, Color("ffb13d"))
	sheet.position = place + Vector3(0.1, 1.2, 0)
	_things.add_child(sheet)


func _add_net(place: Vector3) -> void:
	var net := _add_sheet(3.0, 14, Color("3ad6c4"))
	net.total_mass = 2.0
	net.position = place
	for index: int in [0, 14, 210, 224]:
		net.set_point_pinned(index, true)
	_things.add_child(net)
	for index in 6:
		var body := RigidBody3D.new()
		if index % 2:
			_add_form(body, SphereMesh.new(), SphereShape3D.new(), Color("9a6bff"), 0.5)
		else:
			_add_form(body, BoxMesh.new(), BoxShape3D.new(), Color("4d8dff"), 0.4)
		body.mass = 0.8
		body.position = place + Vector3(sin(index * 2.4) * 0.5, 1.2 + 0.8 * index, cos(index * 2.4) * 0.5)
		_things.add_child(body)


func _add_balloon(place: Vector3) -> void:
	var mesh := SphereMesh.new()
	mesh.radial_segments = 20
	mesh.rings = 12
	mesh.radius = 0.6
	mesh.height = 1.2
	var balloon := _add_soft(mesh, 242, Color("ff8fd0"))
	balloon.pressure_coefficient = 40.0
	balloon.total_mass = 0.5
	balloon.position = place
	_things.add_child(balloon)


# a mesh of size 1 and its shape, made larger together
func _add_form(body: Node3D, mesh: Mesh, shape: Shape3D, color: Color, size: float) -> void:
	if shape is SphereShape3D:
		shape.radius = size / 2
		mesh.radius = size / 2
		mesh.height = size
	else:
		shape.size = Vector3.ONE * size
		mesh.size = Vector3.ONE * size
	var collision := CollisionShape3D.new()
	collision.shape = shape
	body.add_child(collision)
	var visual := MeshInstance3D.new()
	visual.mesh = mesh
	var material := StandardMaterial3D.new()
	material.albedo_color = color
	material.roughness = 0.45
	visual.material_override = material
	body.add_child(visual)
