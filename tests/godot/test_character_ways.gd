# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/scene_case.gd"
## Long ways of characters over what levels are built of: flights of steps, walls of triangles, height maps. Nothing
## stops them where there is nothing, and nothing lifts them.


## A capsule on a separation ray: its feet are at the body's origin, its body begins 0.6 m above.
func make_walker(feet: Vector3) -> CharacterBody3D:
	var body := CharacterBody3D.new()
	var capsule := make_collision(CapsuleShape3D.new())
	capsule.position.y = 1.6
	body.add_child(capsule)
	var leg := make_collision(SeparationRayShape3D.new())
	leg.position.y = 1.0
	leg.rotation_degrees.x = 90
	body.add_child(leg)
	body.position = feet
	add(body)
	return body


## Five steps of 0.2 m by 0.6 m that begin at x = 2.
func make_flight() -> void:
	make_ground()
	for i in 5:
		var height := 0.2 * (i + 1)
		var long := 0.6 if i < 4 else 6.0
		make_static(make_box_shape(Vector3(long, height, 4)), Vector3(2.0 + 0.6 * i + long / 2, height / 2, 0))


# as fast on the steps as on the ground, up and down; downward Godot Physics lets it fly from step to step
func test_up_and_down_a_flight_of_steps() -> void:
	make_flight()
	var body := make_walker(Vector3(0.5, 0, 0))
	body.floor_snap_length = 0.3
	await steps(2)
	for way: float in [1.0, -1.0]:
		for i in 150:
			var before := body.position
			body.velocity = Vector3(2 * way, body.velocity.y - 9.8 * DT, 0)
			body.move_and_slide()
			await steps(1)
			check_near(body.position.x - before.x, 2 * way * DT, 1e-5, "tick %d" % i)
			check(not body.is_on_wall(), "no wall at tick %d" % i)
			if way > 0.0 or engine != GODOT_PHYSICS:
				check(body.is_on_floor(), "on the floor at tick %d" % i)
		# a leg of 1 m sinks in by a millimetre of margin and what the last pass leaves
		check_near(body.position.y, 1.0 if way > 0.0 else 0.0, 3e-3, "way %s" % way)


## A wall of triangles of 1 m in the plane z = 0.
func make_wall_mesh() -> ConcavePolygonShape3D:
	var faces := PackedVector3Array()
	for x in range(-2, 18):
		for y in range(-1, 4):
			var corner := Vector3(x, y, 0)
			var right := corner + Vector3.RIGHT
			var above := corner + Vector3.UP
			faces.append_array([corner, above, right, right, above, above + Vector3.RIGHT])
	var mesh := ConcavePolygonShape3D.new()
	mesh.set_faces(faces)
	mesh.backface_collision = true
	return mesh


# pressed against the wall at 45 degrees: all of the velocity along it is left at every edge
func test_walls_of_triangles_do_not_stop() -> void:
	make_ground()
	make_static(make_wall_mesh())
	for shape: Shape3D in [CapsuleShape3D.new(), make_box_shape(Vector3(1, 2, 1))]:
		var body := make_character(Vector3(0, 1.001, 0.55), shape)
		for i in 140:
			var before := body.position
			body.velocity = Vector3(4, body.velocity.y - 9.8 * DT, -4)
			body.move_and_slide()
			await steps(1)
			if i < 10:
				continue
			check_near(body.position.x - before.x, 4 * DT, 1e-5, "tick %d" % i)
			check(body.is_on_floor() and body.is_on_wall(), "floor and wall at tick %d" % i)
		# a millimetre of margin, which may be held again by a slide
		check_near(body.position.z, 0.501, 5e-4, "before the wall")
		body.free()


## A height map of 1 m cells that rises along x.
func make_map(rise: float) -> StaticBody3D:
	var map := HeightMapShape3D.new()
	map.map_width = 21
	map.map_depth = 7
	var data := PackedFloat32Array()
	for z in 7:
		for x in 21:
			data.append(rise * (x - 10))
	map.map_data = data
	return make_static(map)


# level and uphill, 10 m over edges and diagonals; the others lift it by tenths of a millimetre
func test_edges_of_a_height_map_do_not_stop() -> void:
	for rise: float in [0.0, 0.3]:
		var map := make_map(rise)
		# 4 m/s aside and a tick's fall, less what of both leads into the slope
		var slope := Vector2(1, rise).normalized()
		var along := slope.x * slope.dot(Vector2(4, -9.8 * DT)) * DT
		for shape: Shape3D in [CapsuleShape3D.new(), make_box_shape(Vector3(1, 2, 1))]:
			var body := make_character(Vector3(-9, 1.1 - 9 * rise + rise, 0.3), shape)
			for i in 140:
				var before := body.position
				body.velocity = Vector3(4, body.velocity.y - 9.8 * DT, 0.2)
				body.move_and_slide()
				await steps(1)
				if i < 20:
					continue
				var way := body.position - before
				check_near(way.x, along, 1e-4 if engine != GODOT_PHYSICS else 5e-4, "rise %s, tick %d" % [rise, i])
				check_near(way.y, rise * way.x, 3e-6 if engine == MINKOWSKI else 3e-4, "its height")
				check(body.is_on_floor() and not body.is_on_wall(), "a floor at tick %d" % i)
			body.free()
		map.free()
