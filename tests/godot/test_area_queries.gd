# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/scene_case.gd"
## What queries of a space see of areas: rays and points that ask for them, and what sound players ask.


## A cube of 2 m.
func make_cube(node: CollisionObject3D, place := Vector3.ZERO) -> CollisionObject3D:
	return make(node, make_box_shape(Vector3.ONE * 2.0), place)


func state() -> PhysicsDirectSpaceState3D:
	return root.get_world_3d().direct_space_state


func ask_ray(areas: bool, bodies := true, mask := 1, exclude: Array[RID] = []) -> Object:
	var query := PhysicsRayQueryParameters3D.create(Vector3(9, 0, 0), Vector3(-9, 0, 0), mask)
	query.collide_with_areas = areas
	query.collide_with_bodies = bodies
	query.exclude = exclude
	return state().intersect_ray(query).get("collider")


# Q19, Q20: monitorable or not
func test_rays_meet_areas_that_they_ask_for() -> void:
	var area := make_cube(Area3D.new(), Vector3(4, 0, 0)) as Area3D
	area.monitorable = false
	var body := make_cube(StaticBody3D.new())
	await steps(2)
	check_equal(ask_ray(false), body)
	check_equal(ask_ray(true), area)
	check_equal(ask_ray(true, false), area)
	check_equal(ask_ray(true, true, 1, [area.get_rid()]), body)
	check_equal(ask_ray(true, true, 2), null)
	area.collision_layer = 2
	check_equal(ask_ray(true, true, 2), area)
	check_equal(ask_ray(true, true, 1), body)
	area.get_child(0).disabled = true
	check_equal(ask_ray(true, true, 2), null)


func test_a_ray_cast_node_meets_areas() -> void:
	var area := make_cube(Area3D.new(), Vector3(0, 0, -4))
	var ray := RayCast3D.new()
	ray.target_position = Vector3(0, 0, -10)
	ray.collide_with_areas = true
	add(ray)
	await steps(2)
	check(ray.is_colliding(), "it meets the area")
	check_equal(ray.get_collider(), area)
	check_near(ray.get_collision_point(), Vector3(0, 0, -3), 1e-4)
	check_near(ray.get_collision_normal(), Vector3(0, 0, 1), 1e-4)


# what sound players ask: which areas is a point in
func test_points_are_in_areas() -> void:
	var area := make_cube(Area3D.new())
	var body := make_cube(StaticBody3D.new())
	await steps(2)
	var query := PhysicsPointQueryParameters3D.new()
	query.position = Vector3(0.5, 0.5, 0)
	query.collide_with_areas = true
	query.collide_with_bodies = false
	var found := state().intersect_point(query)
	check_equal(found.size(), 1)
	check_equal(found[0].collider, area)
	check_equal(found[0].shape, 0)
	query.collide_with_bodies = true
	var both := state().intersect_point(query).map(func(hit: Dictionary) -> Object: return hit.collider)
	check_equal(both.size(), 2)
	check(both.has(area) and both.has(body), "both are there")
	query.collide_with_areas = false
	query.collide_with_bodies = false
	check_equal(state().intersect_point(query).size(), 0)


const BUSES: PackedStringArray = ["Cave", "Echo"]


# Waits until the mixer, which has a thread of its own, has put sound on all of these buses.
func is_heard(buses: PackedStringArray) -> bool:
	for i in 500:
		await steps(1)
		OS.delay_msec(10)
		var is_silent := func(bus: String) -> bool:
			var index := AudioServer.get_bus_index(bus)
			return AudioServer.get_bus_peak_volume_left_db(index, 0) < -100.0
		if not Array(buses).any(is_silent):
			return true
	return false


func make_sound(place: Vector3) -> AudioStreamPlayer3D:
	var stream := AudioStreamWAV.new()
	stream.data = "\u0040\u0000".repeat(4096).to_ascii_buffer()
	stream.loop_mode = AudioStreamWAV.LOOP_FORWARD
	stream.loop_end = 4096
	var player := AudioStreamPlayer3D.new()
	player.stream = stream
	player.position = place
	add(player)
	player.play()
	return player


# A player asks for the areas around it and for the point of each that is nearest to whoever listens: in an
# area that takes the sound over it is on the area's buses, outside on none of them.
func test_a_sound_player_in_a_reverb_area() -> void:
	for bus in BUSES:
		AudioServer.add_bus()
		AudioServer.set_bus_name(AudioServer.bus_count - 1, bus)
	var area := make_cube(Area3D.new()) as Area3D
	area.audio_bus_override = true
	area.audio_bus_name = "Cave"
	area.reverb_bus_enabled = true
	area.reverb_bus_name = "Echo"
	area.reverb_bus_amount = 1.0
	area.reverb_bus_uniformity = 1.0
	var camera := Camera3D.new()
	camera.position = Vector3(0, 0, 5)
	add(camera)
	camera.make_current()
	var outside := make_sound(Vector3(3, 0, 0))
	check(await is_heard(["Master"]), "what is outside is heard")
	for bus in BUSES:
		var volume := AudioServer.get_bus_peak_volume_left_db(AudioServer.get_bus_index(bus), 0)
		check(volume < -100.0, "and not on %s: %s dB" % [bus, volume])
	outside.stop()
	var inside := make_sound(Vector3.ZERO)
	check(await is_heard(BUSES), "what is inside is on the buses of the area")
	inside.stop()
	# the mixer's thread lets go of the streams in its own time
	await steps(2)
	OS.delay_msec(100)
	await steps(2)
	for bus in BUSES:
		AudioServer.remove_bus(AudioServer.get_bus_index(bus))
