# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends Node3D
## Two planets with areas that pull towards their middles. Five moons and some crates feel the first one alone; a
## traveller feels both, and goes from one to the other in eights. Which area pulls whom is a matter of layers.

const FIRST := Vector3.ZERO
const SECOND := Vector3(2.6, 1.5, -2.6457513) # 4 m away
const RADIUS := 0.9
## m/s^2 at PULL_DISTANCE from the middle; it falls with the square of the distance.
const PULL := 8.0
const PULL_DISTANCE := 1.8
const MOONS := 5
## m/s and rad, from the line between the planets upwards: between the two, this makes an eight that closes about itself.
const SPEED := 5.0
const SLANT := 0.96
## Bits of layers.
const CRATES := 1
const MOON := 2
const TRAVELLER := 4
## Ticks that the way of the traveller is seen.
const TRAIL := 240

var moons: Array[RigidBody3D] = []
var traveller: RigidBody3D
## How often it went from one planet to the other.
var passages := 0

var _was_first := true
var _way: PackedVector3Array = []
var _trail := Sketch.new()
var _start := 0.0 # m^2/s^2; energy of the traveller by its mass


func _init() -> void:
	_add_planet(FIRST, Make.CLAY)
	_add_planet(SECOND, Make.AMBER.darkened(0.15))
	_add_pull(FIRST, 4.0, Area3D.SPACE_OVERRIDE_REPLACE, CRATES | MOON)
	# pulls add up, and the last one keeps that of the world away
	_add_pull(FIRST, 8.0, Area3D.SPACE_OVERRIDE_COMBINE, TRAVELLER).priority = 2
	_add_pull(SECOND, 8.0, Area3D.SPACE_OVERRIDE_COMBINE_REPLACE, TRAVELLER).priority = 1
	for index in MOONS:
		_add_moon(index)
	for index in 12:
		var out := Vector3(sin(index * 2.4), cos(index * 1.7), sin(index * 0.9 + 1.0)).normalized()
		add_child(Make.rigid(Make.box(Vector3.ONE * 0.22), Make.SLATE.lightened(0.4), out * 1.25, 0.2))
	traveller = _add_flyer(Make.ball(0.16), Make.COLORS[4], (FIRST + SECOND) / 2.0, TRAVELLER)
	var along := (SECOND - FIRST).normalized()
	var up := along.cross(Vector3.UP).cross(along).normalized()
	traveller.linear_velocity = (along * cos(SLANT) + up * sin(SLANT)) * SPEED
	_start = _energy()
	add_child(_trail)


func _physics_process(_delta: float) -> void:
	var is_first := traveller.position.distance_to(FIRST) < traveller.position.distance_to(SECOND)
	passages += int(is_first != _was_first)
	_was_first = is_first
	_draw_trail()


func _draw_trail() -> void:
	_way.append(traveller.position)
	if _way.size() > TRAIL:
		_way.remove_at(0)
	_trail.clear()
	for index in range(4, _way.size(), 4):
		_trail.add_line(_way[index - 4], _way[index], Make.CORAL.darkened(0.3), 0.012)
	_trail.finish()


func in_orbit() -> int:
	var count := 0
	for moon in moons:
		var distance := moon.position.distance_to(FIRST)
		count += int(distance > RADIUS and distance < 4.0)
	return count


## How much of its energy the traveller gained or lost, in parts of what it was.
func drift() -> float:
	return _energy() / _start - 1.0


# of motion, and of place: that is a potential of both pulls
func _energy() -> float:
	var pull := PULL * PULL_DISTANCE * PULL_DISTANCE
	var at := traveller.position
	return 0.5 * traveller.linear_velocity.length_squared() - pull / at.distance_to(FIRST) - pull / at.distance_to(SECOND)


# a ball, and air around it that is only to be seen
func _add_planet(place: Vector3, color: Color) -> void:
	var planet := Make.fixed(Make.ball(RADIUS), color, place)
	for shell in 3:
		var air := Make.visual(Make.ball(RADIUS * (1.1 + 0.1 * shell)).mesh, color)
		air.material_override = Make.glass(color.lightened(0.4), 0.1)
		air.cast_shadow = GeometryInstance3D.SHADOW_CASTING_SETTING_OFF
		planet.add_child(air)
	add_child(planet)


func _add_pull(place: Vector3, reach: float, mode: Area3D.SpaceOverride, layers: int) -> Area3D:
	var area := Area3D.new()
	var collision := CollisionShape3D.new()
	collision.shape = SphereShape3D.new()
	collision.shape.radius = reach
	area.add_child(collision)
	area.position = place
	area.collision_mask = layers
	area.priority = 1
	area.gravity_space_override = mode
	area.gravity_point = true
	area.gravity_point_center = Vector3.ZERO
	area.gravity_point_unit_distance = PULL_DISTANCE
	area.gravity = PULL
	area.linear_damp_space_override = Area3D.SPACE_OVERRIDE_REPLACE
	area.linear_damp = 0.0
	add_child(area)
	return area


func _add_moon(index: int) -> void:
	var radius := 1.4 + 0.25 * index
	var turn := TAU * index / MOONS
	var out := Vector3(cos(turn), 0, sin(turn))
	var moon := _add_flyer(Make.ball(0.1 + 0.02 * index), Make.COLORS[index], FIRST + out * radius, MOON)
	# the speed that keeps a circle: v^2 / r = g (R / r)^2
	moon.linear_velocity = Vector3(-out.z, 0, out.x) * PULL_DISTANCE * sqrt(PULL / radius)
	moons.append(moon)


# it meets nothing, and nothing brakes it
func _add_flyer(form: Make.Form, color: Color, place: Vector3, layer: int) -> RigidBody3D:
	var body := Make.rigid(form, color, place, 0.1)
	body.linear_damp_mode = RigidBody3D.DAMP_MODE_REPLACE
	body.can_sleep = false
	body.collision_layer = layer
	body.collision_mask = 0
	add_child(body)
	return body
