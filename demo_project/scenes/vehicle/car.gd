# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends VehicleBody3D
## A car of two boxes on four sprung wheels, all of them driven, the front ones steered. It looks better than it collides.

const SIZE := Vector3(1.5, 0.45, 3.0)
const CABIN := Vector3(1.2, 0.5, 1.4)
const CABIN_PLACE := Vector3(0, 0.45, -0.2)
const TYRE := Vector2(0.35, 0.25) # radius and width, m
const PAINT := Color("e0495f")
const GLASS := Color("1c2533")
const RUBBER := Color("20242c")
const CHROME := Color("c3ccdb")


func _init() -> void:
	mass = 400.0
	can_sleep = false
	_add_shape(SIZE, Vector3.ZERO)
	_add_shape(CABIN, CABIN_PLACE)
	_build_body()
	_build_lamps()
	for index in 4:
		_add_wheel(Vector3(-0.85 if index % 2 else 0.85, -0.1, 1.0 if index < 2 else -1.0), index < 2)


func _add_shape(size: Vector3, place: Vector3) -> void:
	var collision := CollisionShape3D.new()
	collision.shape = Make.box(size).shape
	collision.position = place
	add_child(collision)


# the hull of two rectangles, one above the other: half of their sides, and where their middles are
func _add_block(low: Vector3, low_half: Vector2, high: Vector3, high_half: Vector2, color: Color) -> void:
	var points: PackedVector3Array = []
	for corner: Vector2 in [Vector2(-1, -1), Vector2(1, -1), Vector2(1, 1), Vector2(-1, 1)]:
		points.append(low + Vector3(corner.x * low_half.x, 0, corner.y * low_half.y))
		points.append(high + Vector3(corner.x * high_half.x, 0, corner.y * high_half.y))
	add_child(Make.visual(Make.hull(points).mesh, color))


func _build_body() -> void:
	# skirt and shoulders, with a nose that slopes, windows, and the roof
	_add_block(Vector3(0, -0.2, 0), Vector2(0.66, 1.42), Vector3(0, 0.02, 0), Vector2(0.75, 1.5), PAINT.darkened(0.25))
	_add_block(Vector3(0, 0.02, 0), Vector2(0.75, 1.5), Vector3(0, 0.24, -0.12), Vector2(0.68, 1.3), PAINT)
	_add_block(Vector3(0, 0.23, -0.25), Vector2(0.64, 0.95), Vector3(0, 0.64, -0.35), Vector2(0.52, 0.58), GLASS)
	_add_block(Vector3(0, 0.62, -0.35), Vector2(0.54, 0.62), Vector3(0, 0.7, -0.35), Vector2(0.48, 0.54), PAINT)
	for end: float in [-1.0, 1.0]:
		_add_block(Vector3(0, -0.2, 1.5 * end), Vector2(0.72, 0.1), Vector3(0, -0.06, 1.5 * end), Vector2(0.72, 0.1), GLASS.lightened(0.2))
	# what the roof stands on
	for side: float in [-1.0, 1.0]:
		var post := Make.visual(Make.box(Vector3(0.04, 0.46, 0.07)).mesh, PAINT)
		post.position = Vector3(0.585 * side, 0.43, -0.35)
		post.rotation.z = 0.27 * side
		add_child(post)


func _build_lamps() -> void:
	for side: float in [-1.0, 1.0]:
		_add_lamp(Vector3(0.5 * side, 0.05, 1.47), Color("fff1c9"))
		_add_lamp(Vector3(0.5 * side, 0.05, -1.47), Color("ff3b4e"))


func _add_lamp(place: Vector3, color: Color) -> void:
	var lamp := Make.visual(Make.box(Vector3(0.3, 0.11, 0.08)).mesh, color)
	var paint := lamp.material_override as StandardMaterial3D
	paint.emission_enabled = true
	paint.emission = color
	paint.emission_energy_multiplier = 0.6
	lamp.position = place
	add_child(lamp)


func _add_wheel(place: Vector3, is_front: bool) -> void:
	var wheel := VehicleWheel3D.new()
	wheel.position = place
	wheel.wheel_radius = TYRE.x
	wheel.use_as_steering = is_front
	wheel.use_as_traction = true
	wheel.suspension_travel = 0.25
	wheel.suspension_stiffness = 45.0
	wheel.damping_compression = 0.9
	wheel.damping_relaxation = 0.95
	# a tyre with round shoulders, and a rim with spokes, so that it is seen to turn
	var half := TYRE.y / 2.0
	var outline: PackedVector2Array = [
		Vector2(0.2, -half), Vector2(TYRE.x - 0.06, -half), Vector2(TYRE.x, -half + 0.06),
		Vector2(TYRE.x, half - 0.06), Vector2(TYRE.x - 0.06, half), Vector2(0.2, half),
	]
	_add_turned(wheel, Solids.lathe(outline, 28), RUBBER)
	_add_turned(wheel, Make.cylinder(0.2, TYRE.y - 0.08, 20).mesh, RUBBER.lightened(0.12))
	_add_turned(wheel, Make.box(Vector3(0.38, TYRE.y - 0.02, 0.07)).mesh, CHROME)
	_add_turned(wheel, Make.box(Vector3(0.07, TYRE.y - 0.02, 0.38)).mesh, CHROME)
	add_child(wheel)


# what turns about Y, on an axle
func _add_turned(wheel: VehicleWheel3D, mesh: Mesh, color: Color) -> void:
	var seen := Make.visual(mesh, color)
	seen.rotation.z = PI / 2.0
	wheel.add_child(seen)
