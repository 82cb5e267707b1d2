# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends DemoScene
## Area3D three times: planets that pull from all sides, water that carries and brakes, and wind in a
## flag. Each is a stock area with its stock properties.

const Planets := preload("planets.gd")

const PLANETS := Vector3(-3.4, 3.0, -1.2)
const WATER := Vector3(3.2, 0.9, 0.4)
const WATER_SIZE := Vector3(4.2, 1.8, 3.0)
## m; a body is in an area as a whole as soon as it touches it. So the area ends this far below the surface that is
## seen, and bodies dip in so far.
const DRAFT := 0.18
const FLAG := Vector3(3.6, 4.2, -3.4)

var _planets: Planets
var _floats: Array[RigidBody3D] = []
var _flag: SoftBody3D


func build() -> void:
	_floats.clear()
	_planets = Planets.new()
	_planets.position = PLANETS
	put(_planets)
	_build_water()
	_build_flag(FLAG)


func numbers() -> Dictionary[String, String]:
	var shown := super()
	shown["moons in orbit"] = "%d of %d" % [_planets.in_orbit(), Planets.MOONS]
	shown["traveller"] = "%d passages" % _planets.passages
	shown["traveller's energy"] = "%+.2f %%" % (100.0 * _planets.drift())
	shown["flag blown out"] = "%.2f m" % _blown()
	shown["afloat"] = "%d of %d" % [_afloat(), _floats.size()]
	return shown


func check() -> PackedStringArray:
	var wrong: PackedStringArray = []
	if _planets.in_orbit() < Planets.MOONS:
		wrong.append("%d moons left their orbit" % (Planets.MOONS - _planets.in_orbit()))
	# about every two seconds it is with the other planet
	if _planets.passages < int(time / 2.5):
		wrong.append("the traveller passed only %d times in %.0f s" % [_planets.passages, time])
	if absf(_planets.drift()) > 0.01:
		wrong.append("the traveller's energy is off by %.1f %%" % (100.0 * _planets.drift()))
	if time > 3.0 and _afloat() < _floats.size():
		wrong.append("%d bodies do not float" % (_floats.size() - _afloat()))
	if time > 3.0 and _blown() < 0.7:
		wrong.append("the wind blows the flag out by only %.2f m" % _blown())
	return wrong


# those that dip into the water and look out of it
func _afloat() -> int:
	var count := 0
	var surface := WATER.y + WATER_SIZE.y / 2.0
	for body in _floats:
		var seen := body.get_child(1) as MeshInstance3D
		var room := seen.global_transform * seen.get_aabb()
		count += int(room.position.y < surface - 0.05 and room.end.y > surface + 0.05)
	return count


# m; how far the free edge of the flag is from its pole, in the middle and along the ground
func _blown() -> float:
	var way := _flag.get_point_transform(5 * 17) - _flag.get_point_transform(5 * 17 + 16)
	return Vector2(way.x, way.z).length()


func _make_area(shape: Shape3D, place: Vector3) -> Area3D:
	var area := Area3D.new()
	var collision := CollisionShape3D.new()
	collision.shape = shape
	area.add_child(collision)
	area.position = place
	put(area)
	return area


# water lifts with one and a half times the weight and brakes every motion
func _build_water() -> void:
	var shape := BoxShape3D.new()
	shape.size = WATER_SIZE - Vector3(0, DRAFT, 0)
	var area := _make_area(shape, WATER + Vector3.DOWN * DRAFT / 2.0)
	area.gravity_space_override = Area3D.SPACE_OVERRIDE_REPLACE
	area.gravity_direction = Vector3.UP
	area.gravity = 5.0
	area.linear_damp_space_override = Area3D.SPACE_OVERRIDE_COMBINE
	area.linear_damp = 2.5
	area.angular_damp_space_override = Area3D.SPACE_OVERRIDE_COMBINE
	area.angular_damp = 2.5
	var box := BoxMesh.new()
	box.size = WATER_SIZE
	var water := Make.visual(box, Color(0.2, 0.5, 0.95, 0.35))
	water.material_override.transparency = BaseMaterial3D.TRANSPARENCY_ALPHA
	water.position = WATER
	put(water)
	for index in 10:
		var form := Make.ball(0.22) if index % 2 else Make.box(Vector3(0.5, 0.3, 0.4))
		var at := WATER + Vector3(index % 5 * 0.7 - 1.4, 1.6 + 0.3 * index, index % 3 * 0.6 - 0.6)
		var body := Make.rigid(form, Make.COLORS[index % 5], at)
		body.can_sleep = false
		_floats.append(body)
		put(body)


func _build_flag(place: Vector3) -> void:
	put(Make.fixed(Make.cylinder(0.05, place.y + 0.6), Make.SLATE, Vector3(place.x - 0.85, (place.y + 0.6) / 2.0, place.z)))
	var mesh := PlaneMesh.new()
	mesh.size = Vector2(1.6, 1.0)
	mesh.subdivide_width = 15
	mesh.subdivide_depth = 9
	var flag := SoftBody3D.new()
	flag.mesh = mesh
	flag.total_mass = 0.25
	flag.material_override = Make.cloth(Make.CORAL, 4)
	flag.transform = Transform3D(Basis(Vector3.RIGHT, PI / 2.0), place)
	for row in range(0, 11, 2):
		flag.set_point_pinned(row * 17 + 16, true)
	_flag = flag
	put(flag)
	var shape := BoxShape3D.new()
	shape.size = Vector3(5, 3, 3)
	var area := _make_area(shape, place)
	var source := Node3D.new()
	source.name = "Source"
	source.rotation.y = -PI / 2.0 - 0.2
	area.add_child(source)
	area.wind_source_path = ^"Source"
	area.wind_force_magnitude = 4.0
