# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/test_case.gd"
## What queries of a space see of areas: rays and points that ask for them, and what sound players ask.


func make_collision() -> CollisionShape3D:
	var collision := CollisionShape3D.new()
	var box := BoxShape3D.new()
	box.size = Vector3.ONE * 2.0
	collision.shape = box
	return collision


func make(node: CollisionObject3D, place := Vector3.ZERO) -> CollisionObject3D:
	node.add_child(make_collision())
	node.position = place
	add(node)
	return node


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
	var area := make(Area3D.new(), Vector3(4, 0, 0)) as Area3D
	area.monitorable = false
	var body := make(StaticBody3D.new())
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
	var area := make(Area3D.new(), Vector3(0, 0, -4))
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
	var area := make(Area3D.new())
	var body := make(StaticBody3D.new())
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


# a player in an area with reverb asks for the areas around it and for the nearest point of each
func test_a_sound_player_in_a_reverb_area() -> void:
	var area := make(Area3D.new()) as Area3D
	area.reverb_bus_enabled = true
	area.reverb_bus_amount = 0.5
	area.reverb_bus_uniformity = 0.5
	area.audio_bus_override = true
	var camera := Camera3D.new()
	camera.position = Vector3(0, 0, 5)
	add(camera)
	camera.make_current()
	var player := AudioStreamPlayer3D.new()
	player.stream = AudioStreamGenerator.new()
	add(player)
	player.play()
	await steps(5)
	check(player.playing, "it plays")
	player.stop()
	# the mixer's thread lets go of the stream in its own time
	await steps(2)
	OS.delay_msec(100)
	await steps(2)
