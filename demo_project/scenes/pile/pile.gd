# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends Node3D
## A wall of bricks, and bodies of every stock shape that fall on it; after a while it starts again.

const ROWS := 7
const BRICK := Vector3(1.2, 0.6, 0.7)
const FALLING := 40
## s; how long one round takes.
const ROUND_TIME := 12.0

const COLORS: Array[Color] = [
	Color("3ad6c4"), Color("4d8dff"), Color("9a6bff"), Color("ffb13d"), Color("ff5d73")
]

var _bodies: Node3D
var _random := RandomNumberGenerator.new()
var _time := 0.0

@onready var _values: Label = %Values


func _ready() -> void:
	_start()


func _physics_process(delta: float) -> void:
	_time += delta
	if _time > ROUND_TIME:
		_start()
	var awake := Performance.get_monitor(Performance.PHYSICS_3D_ACTIVE_OBJECTS)
	_values.text = "%d\n%d" % [_bodies.get_child_count(), awake]


func _start() -> void:
	if _bodies != null:
		_bodies.queue_free()
	_bodies = Node3D.new()
	add_child(_bodies)
	_random.seed = 7
	_time = 0.0
	_build_wall()
	var forms: Array[Callable] = [_box, _ball, _cylinder, _capsule, _crystal]
	for index in FALLING:
		var form: Array = forms[index % forms.size()].call()
		var place := Vector3(
			_random.randf_range(-3.0, 3.0), 5.2 + 0.3 * index, _random.randf_range(-1.5, 1.5)
		)
		var body := _add_body(form, COLORS[index % COLORS.size()], place)
		body.rotation = Vector3(
			_random.randf_range(-PI, PI), _random.randf_range(-PI, PI), _random.randf_range(-PI, PI)
		)


func _build_wall() -> void:
	var mesh := BoxMesh.new()
	mesh.size = BRICK
	var shape := BoxShape3D.new()
	shape.size = BRICK
	for row in ROWS:
		for index in ROWS - row % 2:
			var x := (index - (ROWS - row % 2 - 1) / 2.0) * (BRICK.x + 0.02)
			var color := Color("c98b6b").lerp(Color("8f5f4d"), _random.randf())
			_add_body([mesh, shape], color, Vector3(x, (row + 0.5) * BRICK.y, 0.0))


func _add_body(form: Array, color: Color, place: Vector3) -> RigidBody3D:
	var body := RigidBody3D.new()
	body.mass = 2.0
	var collision := CollisionShape3D.new()
	collision.shape = form[1]
	body.add_child(collision)
	var visual := MeshInstance3D.new()
	visual.mesh = form[0]
	var material := StandardMaterial3D.new()
	material.albedo_color = color
	material.roughness = 0.45
	visual.material_override = material
	body.add_child(visual)
	body.position = place
	_bodies.add_child(body)
	return body


# each of these returns a mesh and the shape that goes with it
func _box() -> Array:
	var mesh := BoxMesh.new()
	mesh.size = Vector3(0.7, 0.5, 0.9)
	var shape := BoxShape3D.new()
	shape.size = mesh.size
	return [mesh, shape]


func _ball() -> Array:
	var mesh := SphereMesh.new()
	mesh.radius = 0.4
	mesh.height = 0.8
	var shape := SphereShape3D.new()
	shape.radius = 0.4
	return [mesh, shape]


func _cylinder() -> Array:
	var mesh := CylinderMesh.new()
	mesh.top_radius = 0.35
	mesh.bottom_radius = 0.35
	mesh.height = 0.8
	var shape := CylinderShape3D.new()
	shape.radius = 0.35
	shape.height = 0.8
	return [mesh, shape]


func _capsule() -> Array:
	var mesh := CapsuleMesh.new()
	mesh.radius = 0.28
	mesh.height = 1.1
	var shape := CapsuleShape3D.new()
	shape.radius = 0.28
	shape.height = 1.1
	return [mesh, shape]


# a prism with six sides and two tips
func _crystal() -> Array:
	var mesh := CylinderMesh.new()
	mesh.radial_segments = 6
	mesh.rings = 0
	mesh.top_radius = 0.2
	mesh.bottom_radius = 0.42
	mesh.height = 0.9
	return [mesh, mesh.create_convex_shape()]
