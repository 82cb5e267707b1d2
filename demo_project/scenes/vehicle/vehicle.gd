# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends DemoScene
## A VehicleBody3D on a height map. It drives a round by itself until a key takes over.

const Car := preload("car.gd")
const Woods := preload("woods.gd")

const CELLS := 96
## m from sample to sample.
const CELL := 1.0
## m; of the road that it follows.
const ROUND := 22.0
## m; from its middle to its edge.
const LANE := 2.5
const ENGINE := 900.0
const STEER := 0.5
## s without a key until it drives by itself again.
const PATIENCE := 4.0
## s that it may lie on its side or roof before it is put back on the road.
const LIE_TIME := 2.0

var _car: Car
var _woods: Woods
var _idle := PATIENCE
var _follows := true
var _lying := 0.0 # s
var _way := 0.0
var _worst_aside := 0.0 # m; how far from the middle of the road it drove by itself


func _ready() -> void:
	super()
	camera.has_stick = false


func build() -> void:
	_build_terrain()
	_woods = Woods.new(height_at, ROUND)
	put(_woods)
	_car = Car.new()
	_car.transform = _road_at(0.0)
	put(_car)
	_lying = 0.0
	_way = 0.0
	_worst_aside = 0.0
	# on both sides of the lane
	for index in 30:
		var aside := (2.0 + 0.07 * index) * (1.0 if index % 2 else -1.0)
		var at := Vector2.from_angle(index * 2.4) * (ROUND + aside)
		var form := Make.box(Vector3.ONE * 0.6) if index % 2 else Make.ball(0.4)
		put(Make.rigid(form, Make.COLORS[index % 5], Vector3(at.x, height_at(at.x, at.y) + 1.0, at.y), 5.0))


func tick(delta: float) -> void:
	var drive := -Actions.steering().y
	var turn := -Actions.steering().x
	_idle = 0.0 if drive != 0.0 or turn != 0.0 else _idle + delta
	if _idle > PATIENCE:
		drive = 0.6 if _car.linear_velocity.length() < 7.0 else 0.0
		turn = _turn_to_round()
		_worst_aside = maxf(_worst_aside, absf(Vector2(_car.position.x, _car.position.z).length() - ROUND))
	_lying = _lying + delta if _car.global_basis.y.y < 0.3 else 0.0
	if _lying > LIE_TIME:
		put_on_road()
	_car.engine_force = drive * ENGINE
	_car.steering = move_toward(_car.steering, turn * STEER, 1.5 * delta)
	_way += _car.linear_velocity.length() * delta


## Puts the car where the road is nearest, on its wheels.
func put_on_road() -> void:
	_car.transform = _road_at(atan2(_car.position.z, _car.position.x))
	_car.linear_velocity = Vector3.ZERO
	_car.angular_velocity = Vector3.ZERO
	_car.reset_physics_interpolation()
	_lying = 0.0


# a place above the road, so many radians around the middle, looking along it
func _road_at(turn: float) -> Transform3D:
	var at := Vector2.from_angle(turn) * ROUND
	return Transform3D(Basis(Vector3.UP, PI - turn), Vector3(at.x, height_at(at.x, at.y) + 1.2, at.y))


func _process(delta: float) -> void:
	super(delta)
	if not _follows:
		return
	var back := -_car.global_basis.z
	back.y = 0.0
	var wanted := _car.global_position + back.normalized() * 8.0 + Vector3.UP * 3.6
	camera.global_position = camera.global_position.lerp(wanted, 1.0 - exp(-4.0 * delta))
	camera.look_at(_car.global_position + Vector3.UP * 0.6)


func _unhandled_input(event: InputEvent) -> void:
	super(event)
	if event.is_action_pressed(&"demo_use"):
		_follows = not _follows


func explain() -> void:
	super()
	add_hint([&"steer"], &"drive", "drive")
	add_hint([&"demo_use"], &"camera", "frees the camera")


func numbers() -> Dictionary[String, String]:
	var in_contact := 0
	for wheel in _car.find_children("*", "VehicleWheel3D", true, false):
		in_contact += int((wheel as VehicleWheel3D).is_in_contact())
	return {
		"speed": "%.1f km/h" % (3.6 * _car.linear_velocity.length()),
		"distance": "%.0f m" % _way,
		"wheels on the ground": "%d of 4" % in_contact,
	}


func check() -> PackedStringArray:
	var wrong: PackedStringArray = []
	var at := _car.global_position
	if _car.global_basis.y.y < 0.3:
		wrong.append("the car lies on its back")
	if _worst_aside > LANE:
		wrong.append("by itself it left the road by %.1f m" % (_worst_aside - LANE))
	if at.y < height_at(at.x, at.z) - 0.2:
		wrong.append("the car is below the ground")
	for place in _woods.places:
		if absf(Vector2(place.x, place.z).length() - ROUND) < 4.0:
			wrong.append("something stands on the road at %s" % place)
	if time > 3.0 and _way < 2.0 * (time - 2.0):
		wrong.append("the car drove only %.1f m in %.0f s" % [_way, time])
	return wrong + _check_rescue()


# last, since it takes the car from where it was
func _check_rescue() -> PackedStringArray:
	_car.transform = Transform3D(Basis(Vector3.BACK, PI), Vector3(-3, 1, 30))
	put_on_road()
	var off := absf(Vector2(_car.position.x, _car.position.z).length() - ROUND)
	if off > 0.01 or _car.basis.y.y < 0.99 or _car.position.z < 20.0:
		return ["a car on its roof is put to %s" % _car.transform]
	return []


## m; gentle hills.
func height_at(x: float, z: float) -> float:
	return 1.1 * sin(0.16 * x) * cos(0.13 * z) + 0.5 * sin(0.31 * x + 0.4 * z) - 0.4


# darker in the hollows, lighter on the hills, uneven everywhere, and a road where the round goes
func _color_at(x: float, z: float) -> Color:
	var patch := 0.5 + 0.5 * sin(1.7 * x + 0.6 * sin(1.1 * z)) * sin(1.3 * z)
	var grass := Color("35523f").lerp(Color("6f8f5a"), clampf(0.45 + 0.3 * height_at(x, z), 0.0, 1.0))
	var road := 1.0 - smoothstep(1.6, 3.0, absf(Vector2(x, z).length() - ROUND))
	return grass.darkened(0.12 * patch).lerp(Color("8a7557").darkened(0.1 * patch), 0.85 * road)


# steers along a circle around the middle
func _turn_to_round() -> float:
	var at := _car.global_position
	var out := Vector3(at.x, 0, at.z)
	var ahead := out.normalized().rotated(Vector3.UP, 0.45) * ROUND
	var to := _car.to_local(Vector3(ahead.x, at.y, ahead.z))
	return clampf(atan2(to.x, to.z) * 2.0, -1.0, 1.0)


func _build_terrain() -> void:
	($Ground as Node3D).position.y = -10.0
	# the land ends in the mist
	($Stage/Ground as Node3D).hide()
	var shape := HeightMapShape3D.new()
	shape.map_width = CELLS + 1
	shape.map_depth = CELLS + 1
	var heights: PackedFloat32Array = []
	var tool := SurfaceTool.new()
	tool.begin(Mesh.PRIMITIVE_TRIANGLES)
	for row in CELLS + 1:
		for column in CELLS + 1:
			var x := (column - CELLS / 2.0) * CELL
			var z := (row - CELLS / 2.0) * CELL
			heights.append(height_at(x, z))
			tool.set_color(_color_at(x, z))
			tool.add_vertex(Vector3(x, height_at(x, z), z))
	for row in CELLS:
		for column in CELLS:
			var corner := row * (CELLS + 1) + column
			for index: int in [corner, corner + 1, corner + CELLS + 1, corner + 1, corner + CELLS + 2, corner + CELLS + 1]:
				tool.add_index(index)
	tool.generate_normals()
	shape.map_data = heights
	var ground := StaticBody3D.new()
	Make.dress(ground, Make.Form.new(tool.commit(), shape), Color.WHITE)
	var paint := (ground.get_child(1) as MeshInstance3D).material_override as StandardMaterial3D
	paint.vertex_color_use_as_albedo = true
	paint.vertex_color_is_srgb = true
	paint.roughness = 0.95
	put(ground)
