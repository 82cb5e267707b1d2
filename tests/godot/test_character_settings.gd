# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/scene_case.gd"
## Every property of CharacterBody3D does what Godot's documentation says of it, on our engine as on the others: the
## node decides, by what body_test_motion tells it. Where Godot's own engines differ, the comment of the test says how.

const FALL := Vector3(0, -9.8 * DT, 0)


## A character that stands on something at a place: its feet are a millimetre above it.
func make_standing(feet: Vector3) -> CharacterBody3D:
	return make_character(feet + Vector3(0, 1.001, 0))


## Moves for some ticks; the velocity keeps what gravity makes of it.
func walk(body: CharacterBody3D, velocity: Vector3, ticks: int) -> void:
	for i in ticks:
		body.velocity = Vector3(velocity.x, body.velocity.y, velocity.z) + FALL
		body.move_and_slide()
		await steps(1)


func make_slope(degrees: float) -> StaticBody3D:
	return make_static(make_box_shape(Vector3(40, 1, 10)), Vector3.ZERO, Vector3(0, 0, degrees))


## A character on a slope through the origin.
func make_on_slope(degrees: float) -> CharacterBody3D:
	make_slope(degrees)
	var angle := deg_to_rad(degrees)
	return make_character(Vector3(-sin(angle), cos(angle), 0) + Vector3(0, 0.502, 0))


func test_floor_stop_on_slope() -> void:
	for stops: bool in [true, false]:
		var body := make_on_slope(30)
		body.floor_stop_on_slope = stops
		await walk(body, Vector3.ZERO, 10)
		var start := body.position
		for i in 30:
			body.velocity += FALL
			body.move_and_slide()
			await steps(1)
		var slid := body.position.distance_to(start)
		check(slid < 2e-3 if stops else slid > 0.02, "stop %s: it slid %s" % [stops, slid])
		for child in root.get_children():
			child.free()


# 2 m/s along the ground are 2 m/s along the slope, or less uphill
func test_floor_constant_speed() -> void:
	for is_constant: bool in [true, false]:
		var body := make_on_slope(30)
		body.floor_constant_speed = is_constant
		await walk(body, Vector3.ZERO, 10)
		var start := body.position
		await walk(body, Vector3(2, 0, 0), 60)
		var way := body.position.distance_to(start)
		if is_constant:
			check_near(way, 2.0, 0.05, "along the slope")
		else:
			check(way < 1.9, "slower uphill: %s" % way)
		for child in root.get_children():
			child.free()


func test_floor_max_angle() -> void:
	var body := make_on_slope(40)
	body.floor_max_angle = deg_to_rad(35)
	await walk(body, Vector3.ZERO, 10)
	check(not body.is_on_floor() and body.is_on_wall(), "40 degrees are a wall for 35")
	check_near(body.get_wall_normal(), Vector3(-sin(deg_to_rad(40)), cos(deg_to_rad(40)), 0), 0.01)
	body.floor_max_angle = deg_to_rad(45)
	await walk(body, Vector3.ZERO, 20)
	check(body.is_on_floor() and not body.is_on_wall(), "and a floor for 45")
	check_near(body.get_floor_angle(), deg_to_rad(40), 0.01)


# whoever walks on the floor into a wall that leans away stays down if walls block, and is led up it otherwise
func test_floor_block_on_wall() -> void:
	for blocks: bool in [true, false]:
		make_ground()
		make_static(make_box_shape(Vector3(1, 8, 10)), Vector3(3, 1, 0), Vector3(0, 0, -30))
		var body := make_standing(Vector3.ZERO)
		body.floor_block_on_wall = blocks
		body.wall_min_slide_angle = 0.0 # which blocks as well, straight ahead
		body.floor_snap_length = 0.0
		await walk(body, Vector3.ZERO, 5)
		var highest := 0.0
		for i in 60:
			body.velocity = Vector3(4, 0, 0) + FALL
			body.move_and_slide()
			highest = maxf(highest, body.position.y)
			await steps(1)
		check(body.is_on_wall(), "at the wall")
		check(highest < 1.01 if blocks else highest > 1.1, "block %s: it was at %s" % [blocks, highest])
		for child in root.get_children():
			child.free()


# a floor with a drop of 0.15 m: with a long snap the character goes down with it, with a short one it flies
func test_floor_snap_length() -> void:
	for snap: float in [0.3, 0.0]:
		make_static(make_box_shape(Vector3(4, 1, 4)), Vector3(-2, -0.5, 0))
		make_static(make_box_shape(Vector3(8, 1, 4)), Vector3(4, -0.65, 0))
		var body := make_standing(Vector3(-1, 0, 0))
		body.floor_snap_length = snap
		await walk(body, Vector3.ZERO, 5)
		var air := 0
		for i in 60:
			body.velocity = Vector3(4, body.velocity.y, 0) + FALL
			body.move_and_slide()
			air += int(not body.is_on_floor())
			await steps(1)
		check(air == 0 if snap > 0.0 else air > 2, "snap %s: %d ticks in the air" % [snap, air])
		check_near(body.position.y, 0.851, 0.01, "down in the end")
		for child in root.get_children():
			child.free()


func test_apply_floor_snap() -> void:
	make_ground()
	var body := make_character(Vector3(0, 1.08, 0))
	body.floor_snap_length = 0.1
	await steps(2)
	body.apply_floor_snap()
	check_near(body.position.y, 1.001, 2e-3, "0.08 m are within its reach")
	check(body.is_on_floor(), "on the floor")
	body.position.y = 1.2
	await steps(2)
	body.velocity = Vector3.ZERO
	body.move_and_slide()
	body.apply_floor_snap()
	check_near(body.position.y, 1.2, 1e-4, "0.2 m are not")


# into a corner of 90 degrees: one slide stops at the first wall, more go along it
func test_max_slides() -> void:
	make_static(make_box_shape(Vector3(1, 8, 20)), Vector3(1.5, 0, 0))
	for slides: int in [1, 4]:
		var body := make_character(Vector3(0, 0, 0))
		body.motion_mode = CharacterBody3D.MOTION_MODE_FLOATING
		body.max_slides = slides
		await steps(2)
		body.velocity = Vector3(60, 0, 60)
		body.move_and_slide()
		# the wall is 0.5 m away, of 1 m along each axis
		if slides == 1:
			check_near(body.position.z, 0.5, 0.02, "it stops where it meets the wall")
		else:
			check(body.position.z > 0.95, "it slides along the wall: %s" % body.position)
		check_near(body.position.x, 0.5, 0.02)
		check(body.get_slide_collision_count() > 0, "it met the wall")
		body.free()


# in the air all walls are alike: no floor, no ceiling, and slow angles do not stop it
func test_motion_mode_floating() -> void:
	make_ground()
	var body := make_character(Vector3(0, 1.3, 0))
	body.motion_mode = CharacterBody3D.MOTION_MODE_FLOATING
	await steps(2)
	for i in 10:
		body.velocity = Vector3(3, -3, 0)
		body.move_and_slide()
		await steps(1)
	check(body.is_on_wall() and not body.is_on_floor(), "the ground is a wall")
	check(body.position.x > 0.4, "it slides on: %s" % body.position)
	check_near(body.position.y, 1.001, 5e-3)


# a wall is told once a tick; Godot Physics tells it a second time for the slide along it
func test_a_floating_character_hears_of_a_wall_once() -> void:
	make_static(make_box_shape(Vector3(1, 10, 100)), Vector3(1.5, 0, 0))
	var most := 2 if engine == GODOT_PHYSICS else 1
	var shapes: Array[Shape3D] = [CapsuleShape3D.new(), make_box_shape(), SphereShape3D.new()]
	for shape in shapes:
		var body := make_character(Vector3(0.45, 0, 0), shape)
		body.motion_mode = CharacterBody3D.MOTION_MODE_FLOATING
		var counts: Array[int] = []
		for i in 30:
			body.velocity = Vector3(3, 0, 3)
			body.move_and_slide()
			counts.append(body.get_slide_collision_count())
			await steps(1)
		# the first ticks may end before the wall
		counts = counts.slice(3)
		check_equal(counts.max(), most, "%s: %s" % [shape.get_class(), counts])
		check_equal(counts.min(), most, "%s: %s" % [shape.get_class(), counts])
		check(body.is_on_wall(), "it is on the wall")
		check_near(body.get_slide_collision(0).get_normal(), Vector3.LEFT, 1e-3)
		check(body.position.z > 1.9, "it slides along: %s" % body.position)
		body.free()


# 60 degrees between the motion and the wall's face: it slides unless the least angle is larger than those
func test_wall_min_slide_angle() -> void:
	make_static(make_box_shape(Vector3(1, 8, 40)), Vector3(1.2, 0, 0))
	for degrees: float in [15.0, 75.0]:
		var body := make_character(Vector3(0, 0, 0))
		body.motion_mode = CharacterBody3D.MOTION_MODE_FLOATING
		body.wall_min_slide_angle = deg_to_rad(degrees)
		await steps(2)
		for i in 30:
			body.velocity = Vector3(3, 0, 3 * tan(deg_to_rad(60.0)))
			body.move_and_slide()
			await steps(1)
		if degrees < 60.0:
			check(body.position.z > 2.0, "%s: it slides: %s" % [degrees, body.position])
		else:
			check(body.position.z < 1.0, "%s: it stops: %s" % [degrees, body.position])
		body.free()


# below a ceiling it slides on, or loses all of its jump
func test_slide_on_ceiling() -> void:
	for slides: bool in [true, false]:
		make_static(make_box_shape(Vector3(40, 1, 20)), Vector3(0, 2.5, 0), Vector3(0, 0, 20))
		var body := make_character(Vector3(0, 0.2, 0))
		body.slide_on_ceiling = slides
		await steps(2)
		var sideways := 0.0
		for i in 20:
			body.velocity = Vector3(0, 6, 0)
			body.move_and_slide()
			check(not body.is_on_floor(), "no floor")
			sideways = maxf(sideways, absf(body.position.x))
			await steps(1)
		check(sideways > 0.2 if slides else sideways < 0.1, "slide %s: %s sideways" % [slides, sideways])
		for child in root.get_children():
			child.free()


# a floor wherever up is
func test_up_direction() -> void:
	make_static(make_box_shape(Vector3(1, 20, 20)), Vector3(1.5, 0, 0))
	var body := make_character(Vector3(0.4, 0, 0))
	body.up_direction = Vector3.LEFT
	await steps(2)
	for i in 20:
		body.velocity = Vector3(body.velocity.x + 9.8 * DT, 2, 0)
		body.move_and_slide()
		await steps(1)
	check(body.is_on_floor() and body.is_on_floor_only(), "the wall is its floor")
	check_near(body.get_floor_normal(), Vector3.LEFT, 1e-3)
	check_near(body.position.y, 20 * 2 * DT, 0.05, "it walks up")


## An animatable box that is moved by hand.
func make_platform(place: Vector3, size := Vector3(6, 1, 6)) -> AnimatableBody3D:
	var platform := AnimatableBody3D.new()
	platform.sync_to_physics = false
	make(platform, make_box_shape(size), place)
	return platform


# jumping off a platform that goes 2 m/s aside and up: all of its velocity, what of it leads upward, or none
func test_platform_on_leave() -> void:
	var modes: Array[CharacterBody3D.PlatformOnLeave] = [
		CharacterBody3D.PLATFORM_ON_LEAVE_ADD_VELOCITY,
		CharacterBody3D.PLATFORM_ON_LEAVE_ADD_UPWARD_VELOCITY,
		CharacterBody3D.PLATFORM_ON_LEAVE_DO_NOTHING,
	]
	for mode in modes:
		for sign: float in [1.0, -1.0]:
			var platform := make_platform(Vector3(0, -0.5, 0))
			var body := make_standing(Vector3.ZERO)
			body.platform_on_leave = mode
			await walk(body, Vector3.ZERO, 3)
			for i in 20:
				platform.position += Vector3(2, sign, 0) * DT
				body.velocity = FALL
				body.move_and_slide()
				await steps(1)
			check(body.is_on_floor(), "it rides")
			platform.position += Vector3(2, sign, 0) * DT
			body.velocity = Vector3(0, 6, 0)
			body.move_and_slide()
			var adds_up := mode == 0 or (mode == 1 and sign > 0.0)
			check_near(body.velocity.x, 2.0 if mode < 2 else 0.0, 0.05, "mode %d, aside" % mode)
			check_near(body.velocity.y, 6.0 + (sign if adds_up else 0.0), 0.05, "mode %d, %s up" % [mode, sign])
			for child in root.get_children():
				child.free()


# a floor that is not in the layers of platforms goes away below it
func test_platform_floor_layers() -> void:
	for layers: int in [1, 2]:
		var platform := make_platform(Vector3(0, -0.5, 0))
		var body := make_standing(Vector3.ZERO)
		body.platform_floor_layers = layers
		await walk(body, Vector3.ZERO, 3)
		for i in 30:
			platform.position.x += 2 * DT
			body.velocity = FALL
			body.move_and_slide()
			await steps(1)
		check_near(body.position.x, 1.0 if layers == 1 else 0.0, 0.1, "layers %d" % layers)
		check(body.is_on_floor(), "on it")
		for child in root.get_children():
			child.free()


# walls carry only those who ask for it
func test_platform_wall_layers() -> void:
	for layers: int in [0, 1]:
		var wall := make_platform(Vector3(1.0, 0, 0), Vector3(1, 8, 40))
		var body := make_character(Vector3(-0.002, 0, 0))
		body.platform_wall_layers = layers
		await steps(2)
		for i in 30:
			wall.position.z += 2 * DT
			body.velocity = Vector3(0.5, 0, 0)
			body.move_and_slide()
			await steps(1)
		check(body.is_on_wall(), "on the wall")
		check_near(body.position.z, 1.0 if layers == 1 else 0.0, 0.1, "layers %d" % layers)
		for child in root.get_children():
			child.free()


# how near it comes to a wall; Godot Physics stops up to a 256th of the way before it
func test_safe_margin() -> void:
	make_static(make_box_shape(Vector3(1, 8, 8)), Vector3(1.5, 0, 0))
	for margin: float in [0.001, 0.05]:
		var body := make_character(Vector3(0, 0, 0))
		body.safe_margin = margin
		await steps(2)
		for i in 20:
			body.velocity = Vector3(3, 0, 0)
			body.move_and_slide()
			await steps(1)
		var gap := 0.5 - body.position.x
		check(gap > 0.0 and gap < margin + 0.0005, "a gap of %s for %s" % [gap, margin])
		body.free()


# what the node tells of its last motion
func test_what_a_character_tells() -> void:
	make_ground()
	var wall := make_static(make_box_shape(Vector3(1, 4, 20)), Vector3(2, 2, 0))
	var body := make_standing(Vector3.ZERO)
	await walk(body, Vector3(3, 0, 0), 3)
	check_near(body.get_real_velocity(), Vector3(3, 0, 0), 0.05, "free")
	check_near(body.get_position_delta(), Vector3(3, 0, 0) * DT, 2e-3)
	await walk(body, Vector3(3, 0, 3), 40)
	check_near(body.get_real_velocity(), Vector3(0, 0, 3), 0.05, "along the wall")
	check_near(body.get_wall_normal(), Vector3.LEFT, 1e-3)
	var hit := body.get_last_slide_collision()
	var has_wall := false
	for i in body.get_slide_collision_count():
		has_wall = has_wall or body.get_slide_collision(i).get_collider() == wall
	check(has_wall and hit != null, "the wall is among what it met")
