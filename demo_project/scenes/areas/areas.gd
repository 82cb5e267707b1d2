# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends DemoScene
## Area3D three times: a planet that pulls from all sides, water that carries and brakes, and wind in a
## flag. Each is a stock area with its stock properties.

const PLANET := Vector3(-3.2, 3.2, -1.5)
const PLANET_RADIUS := 0.9
## m/s^2 at PULL_DISTANCE from the middle; it falls with the square of the distance.
const PULL := 8.0
const PULL_DISTANCE := 1.8
const WATER := Vector3(3.2, 0.9, 0.4)
const WATER_SIZE := Vector3(4.2, 1.8, 3.0)
## m; a body is in an area as a whole as soon as it touches it. So the area ends this far below the surface that is
## seen, and bodies dip in so far.
const DRAFT := 0.18
const MOONS := 5
const FLAG := Vector3(0.9, 4.1, -3.0)

var _moons: Array[RigidBody3D] = []
var _floats: Array[RigidBody3D] = []
var _flag: SoftBody3D


func build() -> void:
	_moons.clear()
	_floats.clear()
	_build_planet()
	_build_water()
	_build_flag(FLAG)


func numbers() -> Dictionary[String, String]:
	var own := super()
	own["moons in orbit"] = "%d of %d" % [_in_orbit(), MOONS]
	own["flag blown out"] = "%.2f m" % _blown()
	own["afloat"] = "%d of %d" % [_afloat(), _floats.size()]
	return own


func check() -> PackedStringArray:
	var wrong: PackedStringArray = []
	if _in_orbit() < MOONS:
		wrong.append("%d moons left their orbit" % (MOONS - _in_orbit()))
	if time > 3.0 and _afloat() < _floats.size():
		wrong.append("%d bodies do not float" % (_floats.size() - _afloat()))
	if time > 3.0 and _blown() < 0.7:
		wrong.append("the wind blows the flag out by only %.2f m" % _blown())
	return wrong


func _in_orbit() -> int:
	var count := 0
	for moon in _moons:
		var distance := moon.global_position.distance_to(PLANET)
		count += int(distance > PLANET_RADIUS and distance < 4.0)
	return count


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


func _build_planet() -> void:
	put(Make.fixed(Make.ball(PLANET_RADIUS), Make.CLAY, PLANET))
	var shape := SphereShape3D.new()
	shape.radius = 4.0
	var area := _make_area(shape, PLANET)
	area.gravity_space_override = Area3D.SPACE_OVERRIDE_REPLACE
	area.gravity_point = true
	area.gravity_point_center = Vector3.ZERO
	area.gravity_point_unit_distance = PULL_DISTANCE
	area.gravity = PULL
	area.linear_damp_space_override = Area3D.SPACE_OVERRIDE_REPLACE
	area.linear_damp = 0.0
	area.priority = 1
	area.collision_mask = 3
	for index in MOONS:
		var radius := 1.5 + 0.35 * index
		var turn := TAU * index / MOONS
		var out := Vector3(cos(turn), 0, sin(turn))
		var moon := Make.rigid(Make.ball(0.1 + 0.02 * index), Make.COLORS[index], PLANET + out * radius, 0.1)
		# the speed that keeps a circle: v^2 / r = g (R / r)^2
		moon.linear_velocity = Vector3(-out.z, 0, out.x) * PULL_DISTANCE * sqrt(PULL / radius)
		moon.linear_damp_mode = RigidBody3D.DAMP_MODE_REPLACE
		moon.can_sleep = false
		# moons meet nothing
		moon.collision_layer = 2
		moon.collision_mask = 0
		_moons.append(moon)
		put(moon)
	for index in 12:
		var out := Vector3(sin(index * 2.4), cos(index * 1.7), sin(index * 0.9 + 1.0)).normalized()
		put(Make.rigid(Make.box(Vector3.ONE * 0.22), Make.SLATE.lightened(0.4), PLANET + out * 1.25, 0.2))


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
	flag.material_override = Make.material(Make.CORAL)
	flag.material_override.cull_mode = BaseMaterial3D.CULL_DISABLED
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
