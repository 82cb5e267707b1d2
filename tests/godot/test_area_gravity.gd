# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/scene_case.gd"
## Gravity and damping in Area3D: modes, priorities, points, changes, and what they wake. Where Godot's own
## engines differ from each other or from us, the comment of the test says how.


# A01 to A25: all pairs of modes of two areas, by the rules of Godot's documentation; x is what the area with
# the lower priority gives, z that of the higher, y what the world gives
const SUMS: Array[Array] = [
	["y", "zy", "z", "z", "zy"],
	["xy", "zxy", "z", "z", "zxy"],
	["x", "zx", "z", "z", "zx"],
	["x", "x", "z", "z", "x"],
	["xy", "xy", "z", "z", "xy"],
]


func set_modes(area: Area3D, mode: Area3D.SpaceOverride) -> void:
	area.gravity_space_override = mode
	area.linear_damp_space_override = mode
	area.angular_damp_space_override = mode


func make_pair_of_modes(low: int, high: int, place: Vector3) -> RigidBody3D:
	for is_high: bool in [false, true]:
		var area := make_area(place)
		set_modes(area, high if is_high else low)
		area.priority = 2 if is_high else 1
		area.gravity_direction = Vector3(0, 0, 1) if is_high else Vector3(1, 0, 0)
		area.gravity = 3.0 if is_high else 2.0
		area.linear_damp = 0.4 if is_high else 0.2
		area.angular_damp = 0.8 if is_high else 0.5
	var body := make_floating_rigid(place)
	body.gravity_scale = 1.0
	return body


func test_modes_of_two_areas() -> void:
	var bodies: Dictionary[RigidBody3D, String] = {}
	for low in 5:
		for high in 5:
			var body := make_pair_of_modes(low, high, Vector3(4 * low, 4 * high, 0))
			bodies[body] = SUMS[low][high]
	await steps(3)
	for body in bodies:
		var sum := bodies[body]
		var x := float(sum.contains("x"))
		var y := float(sum.contains("y"))
		var z := float(sum.contains("z"))
		var state := PhysicsServer3D.body_get_direct_state(body.get_rid())
		check_near(state.total_gravity, Vector3(2 * x, -9.8 * y, 3 * z), 1e-4, sum)
		check_near(state.total_linear_damp, 0.2 * x + 0.1 * y + 0.4 * z, 1e-5, sum)
		check_near(state.total_angular_damp, 0.5 * x + 0.1 * y + 0.8 * z, 1e-5, sum)


# A26
func test_damping_of_the_body() -> void:
	var area := make_area()
	area.linear_damp_space_override = Area3D.SPACE_OVERRIDE_REPLACE
	area.linear_damp = 0.2
	var body := make_floating_rigid()
	body.linear_damp = 0.5
	await steps(3)
	var state := PhysicsServer3D.body_get_direct_state(body.get_rid())
	check_near(state.total_linear_damp, 0.7, 1e-5)
	body.linear_damp_mode = RigidBody3D.DAMP_MODE_REPLACE
	await steps(2)
	check_near(state.total_linear_damp, 0.5, 1e-5)


# A27, A28
func test_point_gravity() -> void:
	var area := make_area(Vector3.ZERO, 20.0)
	area.gravity_space_override = Area3D.SPACE_OVERRIDE_REPLACE
	area.gravity_point = true
	area.gravity_point_center = Vector3.ZERO
	area.gravity = 10.0
	var body := make_floating(RigidBody3D.new(), Vector3(4, 0, 0))
	body.gravity_scale = 1.0
	body.axis_lock_linear_x = true
	body.axis_lock_linear_y = true
	await steps(3)
	check_near(gravity_of(body), Vector3(-10, 0, 0), 1e-4)
	area.gravity_point_unit_distance = 2.0
	await steps(2)
	check_near(gravity_of(body), Vector3(-2.5, 0, 0), 1e-4)
	area.gravity_point_unit_distance = 1.0
	area.gravity_point_center = Vector3(1, 0, 0)
	area.scale = Vector3.ONE * 2.0
	body.global_position.x = 6.0
	await steps(3)
	check_near(gravity_of(body), Vector3(-0.625, 0, 0), 1e-3)


# at the origin of a body, not at its centre of mass 3 m beside it, where it would be 1.6 m/s^2 in another direction
func test_point_gravity_acts_at_the_origin() -> void:
	var area := make_area(Vector3.ZERO, 20.0)
	area.gravity_space_override = Area3D.SPACE_OVERRIDE_REPLACE
	area.gravity_point = true
	area.gravity_point_center = Vector3.ZERO
	area.gravity_point_unit_distance = 2.0
	area.gravity = 10.0
	var body := make_floating(RigidBody3D.new(), Vector3(4, 0, 0))
	body.gravity_scale = 1.0
	body.axis_lock_linear_x = true
	body.axis_lock_linear_y = true
	body.center_of_mass_mode = RigidBody3D.CENTER_OF_MASS_MODE_CUSTOM
	body.center_of_mass = Vector3(0, 3, 0)
	await steps(3)
	check_near(gravity_of(body), Vector3(-2.5, 0, 0), 1e-4)
	check_near(body.angular_velocity, Vector3.ZERO, 1e-5, "and turns nothing")


# A29: at once; A30: Godot Physics ignores it; A31: Jolt ignores damping and priority until a body enters
func test_changes_while_inside() -> void:
	var area := make_area()
	area.gravity_space_override = Area3D.SPACE_OVERRIDE_COMBINE
	area.gravity = 1.0
	var body := make_floating_rigid()
	body.gravity_scale = 1.0
	await steps(2)
	area.gravity = 2.0
	await steps(1)
	check_near(gravity_of(body), Vector3(0, -11.8, 0), 1e-4)
	if engine == GODOT_PHYSICS:
		return
	area.gravity_space_override = Area3D.SPACE_OVERRIDE_REPLACE
	await steps(1)
	check_near(gravity_of(body), Vector3(0, -2, 0), 1e-4)
	if engine == JOLT:
		return
	area.linear_damp_space_override = Area3D.SPACE_OVERRIDE_REPLACE
	area.linear_damp = 0.9
	await steps(1)
	var state := PhysicsServer3D.body_get_direct_state(body.get_rid())
	check_near(state.total_linear_damp, 0.9, 1e-5)


# A32: Jolt needs monitoring for gravity
func test_gravity_needs_no_monitoring() -> void:
	if skip_on([JOLT]):
		return
	var area := make_area()
	area.monitoring = false
	area.gravity_space_override = Area3D.SPACE_OVERRIDE_REPLACE
	area.gravity = 2.0
	var body := make_floating_rigid()
	body.gravity_scale = 1.0
	await steps(3)
	check_near(gravity_of(body), Vector3(0, -2, 0), 1e-4)


# 2 m/s^2 for 30 steps of the area's gravity
func test_gravity_moves() -> void:
	var area := make_area(Vector3.ZERO, 20.0)
	area.gravity_space_override = Area3D.SPACE_OVERRIDE_REPLACE
	area.gravity_direction = Vector3(1, 0, 0)
	area.gravity = 2.0
	var body := make_floating_rigid()
	body.gravity_scale = 1.0
	body.linear_damp_mode = RigidBody3D.DAMP_MODE_REPLACE
	await steps(5)
	var before := body.linear_velocity
	await steps(30)
	check_near(body.linear_velocity - before, Vector3(1, 0, 0), 1e-4)


func test_gravity_of_a_character() -> void:
	var area := make_area()
	area.gravity_space_override = Area3D.SPACE_OVERRIDE_REPLACE
	area.gravity = 2.0
	var body := make_floating(CharacterBody3D.new()) as CharacterBody3D
	await steps(4)
	# Godot Physics asks areas only for bodies that move
	if engine != GODOT_PHYSICS:
		check_near(body.get_gravity(), Vector3(0, -2, 0), 1e-4)
	check(area.overlaps_body(body), "it is inside")


# Godot Physics and Jolt let it sleep on
func test_changing_gravity_wakes() -> void:
	if not only_on([MINKOWSKI]):
		return
	var body := make_floating_rigid()
	await steps(60)
	check(body.sleeping, "the body sleeps")
	var space := root.get_world_3d().space
	PhysicsServer3D.area_set_param(space, PhysicsServer3D.AREA_PARAM_GRAVITY, 5.0)
	await steps(1)
	check(not body.sleeping, "the world's gravity wakes it")
	PhysicsServer3D.area_set_param(space, PhysicsServer3D.AREA_PARAM_GRAVITY, 9.8)
	await steps(60)
	check(body.sleeping, "the body sleeps again")
	var area := make_area(Vector3(9, 0, 0))
	area.gravity_space_override = Area3D.SPACE_OVERRIDE_REPLACE
	area.global_position = Vector3.ZERO
	await steps(2)
	check(not body.sleeping, "an area that comes over it wakes it")
	await steps(60)
	check(body.sleeping, "the body sleeps once more")
	area.gravity = 1.0
	await steps(1)
	check(not body.sleeping, "the area's gravity wakes it")
