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
	# samples of 8 bits, half of the loudest
	var samples := PackedByteArray()
	samples.resize(4096)
	samples.fill(0x40)
	stream.data = samples
	stream.loop_mode = AudioStreamWAV.LOOP_FORWARD
	stream.loop_end = 4096
	var player := AudioStreamPlayer3D.new()
	player.stream = stream
	player.position = place
	add(player)
	player.play()
	return player


# An area with an echo, a cube of 2 m, and the buses that it is heard on.
func make_cave() -> Area3D:
	for bus in BUSES:
		AudioServer.add_bus()
		AudioServer.set_bus_name(AudioServer.bus_count - 1, bus)
	var area := make_cube(Area3D.new()) as Area3D
	area.reverb_bus_enabled = true
	area.reverb_bus_name = "Echo"
	area.reverb_bus_amount = 1.0
	area.reverb_bus_uniformity = 1.0
	return area


func make_listener(z: float) -> Camera3D:
	var camera := Camera3D.new()
	camera.position = Vector3(0, 0, z)
	add(camera)
	camera.make_current()
	return camera


# the mixer's thread lets go of the streams in its own time
func remove_buses() -> void:
	await steps(2)
	OS.delay_msec(100)
	await steps(2)
	for bus in BUSES:
		AudioServer.remove_bus(AudioServer.get_bus_index(bus))


# A player asks for the areas around it and for the point of each that is nearest to whoever listens: in an
# area that takes the sound over it is on the area's buses, outside on none of them.
func test_a_sound_player_in_a_reverb_area() -> void:
	var area := make_cave()
	area.audio_bus_override = true
	area.audio_bus_name = "Cave"
	make_listener(5)
	var outside := make_sound(Vector3(3, 0, 0))
	check(await is_heard(["Master"]), "what is outside is heard")
	for bus in BUSES:
		var volume := AudioServer.get_bus_peak_volume_left_db(AudioServer.get_bus_index(bus), 0)
		check(volume < -100.0, "and not on %s: %s dB" % [bus, volume])
	outside.stop()
	var inside := make_sound(Vector3.ZERO)
	check(await is_heard(BUSES), "what is inside is on the buses of the area")
	inside.stop()
	await remove_buses()


# The loudest on a bus in a while, as a factor.
func loudness_of(bus: String) -> float:
	var loudest := 0.0
	for i in 30:
		await steps(1)
		OS.delay_msec(5)
		var index := AudioServer.get_bus_index(bus)
		loudest = maxf(loudest, db_to_linear(AudioServer.get_bus_peak_volume_left_db(index, 0)))
	return loudest


# Sound is as much softer as the area's nearest face, at z = 1, is farther from who listens: 1 m and 4 m away, while its
# middle is 2 m and 5 m away.
func test_reverb_fades_with_the_way_to_the_area() -> void:
	make_cave()
	var listener := make_listener(2)
	var sound := make_sound(Vector3.ZERO)
	sound.unit_size = 0.5
	sound.attenuation_filter_db = 0.0
	check(await is_heard(["Echo"]), "it is heard")
	await loudness_of("Echo")
	var near := await loudness_of("Echo")
	listener.position.z = 5
	await loudness_of("Echo")
	var far := await loudness_of("Echo")
	check_near(near / far, 4.0, 0.2, "four times as far")
	sound.stop()
	await remove_buses()
