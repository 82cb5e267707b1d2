# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/scene_case.gd"
## CharacterBody3D in the places where characters go wrong: slopes up and down, ceilings, turntables, edges of
## meshes, walls with seams. The same on all engines unless a test says otherwise.


## Walks with a velocity on the ground and gravity for some ticks; returns how many of them it was on the floor.
func walk(body: CharacterBody3D, velocity: Vector3, ticks: int) -> int:
	var floor_ticks := 0
	for i in ticks:
		body.velocity = Vector3(velocity.x, body.velocity.y - 9.8 * DT, velocity.z)
		body.move_and_slide()
		floor_ticks += int(body.is_on_floor())
		await steps(1)
	return floor_ticks


# C07, C08
func test_slopes_up_and_down() -> void:
	var slope := deg_to_rad(30)
	make_static(make_box_shape(Vector3(40, 1, 10)), Vector3.ZERO, Vector3(0, 0, 30))
	# the lower ball of the capsule touches the plane 0.5 / cos 30 above it
	var height := 0.5 / cos(slope) + 0.5 + 0.5 / cos(slope) + 0.01
	var body := make_character(Vector3(0, height, 0))
	await walk(body, Vector3.ZERO, 10)
	var start := body.position
	await walk(body, Vector3(3, 0, 0), 60)
	var way := body.position - start
	check_near(way.y / way.x, tan(slope), 0.02, "along the slope: %s" % way)
	check(way.x > 2.15, "it gets up: %s" % way)
	start = body.position
	var floor_ticks := await walk(body, Vector3(-3, 0, 0), 60)
	way = body.position - start
	check_near(way.x, -3.0, 0.06, "down")
	check_equal(floor_ticks, 60, "it stays on the ground going down")


# C06
func test_steep_slopes_are_no_floor() -> void:
	for degrees: float in [44.0, 46.0]:
		var ramp := make_static(make_box_shape(Vector3(20, 1, 10)), Vector3.ZERO, Vector3(0, 0, degrees))
		var up := Vector3(-sin(deg_to_rad(degrees)), cos(deg_to_rad(degrees)), 0)
		var body := make_character(up * 1.01 + Vector3(0, 0.5, 0))
		await walk(body, Vector3.ZERO, 5)
		var start := body.position
		for i in 20:
			body.velocity.y -= 9.8 * DT
			body.move_and_slide()
			await steps(1)
		check_equal(body.is_on_floor(), degrees < 45.0, "%s degrees" % degrees)
		var slid := body.position.distance_to(start)
		check(slid < 1e-3 if degrees < 45.0 else slid > 0.1, "%s: it slid %s" % [degrees, slid])
		ramp.free()
		body.free()
		await steps(1)


# C10
func test_a_ceiling_ends_a_jump() -> void:
	make_static(make_box_shape(Vector3(20, 1, 20)), Vector3(0, -0.5, 0))
	make_static(make_box_shape(Vector3(20, 1, 20)), Vector3(0, 3.5, 0))
	var body := make_character(Vector3(0, 1.001, 0))
	await walk(body, Vector3.ZERO, 3)
	body.velocity.y = 8.0
	var ceiling_ticks := 0
	for i in 40:
		body.velocity.y -= 9.8 * DT
		body.move_and_slide()
		ceiling_ticks += int(body.is_on_ceiling())
		check(body.position.y < 2.001, "below the ceiling: %s" % body.position.y)
		await steps(1)
	check_equal(ceiling_ticks, 1, "one tick at the ceiling")
	check(body.is_on_floor(), "and back on the floor")


# C12: in each tick it goes along the tangent, 0.02 of the radius, which turns it by atan 0.02 and leads outward a little
func test_a_turntable_carries() -> void:
	var table := AnimatableBody3D.new()
	var collision := CollisionShape3D.new()
	var disc := CylinderShape3D.new()
	disc.radius = 4.0
	disc.height = 1.0
	collision.shape = disc
	table.add_child(collision)
	table.position.y = -0.5
	add(table)
	var body := make_character(Vector3(2, 1.001, 0))
	await walk(body, Vector3.ZERO, 3)
	for i in 61:
		table.rotate_y(1.2 / 60)
		body.velocity.y -= 9.8 * DT
		body.move_and_slide()
		await steps(1)
	check(body.is_on_floor(), "on the table")
	# the table begins to turn after the first tick
	var radius := 2.0 * pow(1.0 + 0.02 * 0.02, 30.0)
	var angle := 60.0 * atan(0.02)
	var exact := 1e-4 if engine != GODOT_PHYSICS else 5e-4
	check_near(body.position.x, radius * cos(angle), exact, "x")
	check_near(body.position.z, -radius * sin(angle), exact, "z")


## A floor of triangles of 1 m.
func make_grid() -> ConcavePolygonShape3D:
	var faces := PackedVector3Array()
	for x in range(-2, 16):
		for z in range(-3, 3):
			var a := Vector3(x, 0, z)
			var b := Vector3(x + 1, 0, z)
			var c := Vector3(x, 0, z + 1)
			var d := Vector3(x + 1, 0, z + 1)
			faces.append_array([a, b, c, b, d, c])
	var mesh := ConcavePolygonShape3D.new()
	mesh.set_faces(faces)
	return mesh


# C14
func test_edges_of_a_mesh_do_not_stop() -> void:
	make_static(make_grid())
	for shape: Shape3D in [CapsuleShape3D.new(), make_box_shape(Vector3(1, 2, 1))]:
		var body := make_character(Vector3(0, 1.002, 0.3), shape)
		await walk(body, Vector3(5, 0, 0.2), 3)
		var height := body.position.y
		var start := body.position.x
		for i in 100:
			body.velocity = Vector3(5, body.velocity.y - 9.8 * DT, 0.2)
			body.move_and_slide()
			check(not body.is_on_wall(), "no wall at tick %d" % i)
			check(body.is_on_floor(), "on the floor at tick %d" % i)
			check_near(body.position.y, height, 1e-4 if engine == MINKOWSKI else 2e-4)
			await steps(1)
		check_near(body.position.x - start, 100 * 5 * DT, 0.01, "nothing stopped it")
		body.free()


# C17
func test_a_wall_with_seams_is_one_wall() -> void:
	if not only_on([MINKOWSKI]):
		return
	make_static(make_box_shape(Vector3(60, 1, 60)), Vector3(0, -0.5, 0))
	for i in 16:
		make_static(make_box_shape(Vector3(0.3, 4, 0.5)), Vector3(1.15, 2, 0.5 * i))
	var body := make_character(Vector3(0.4, 1.001, 0))
	await walk(body, Vector3(3, 0, 0), 10)
	var start := body.position.z
	for i in 90:
		var before := body.position.z
		body.velocity = Vector3(3, body.velocity.y - 9.8 * DT, 3)
		body.move_and_slide()
		check_near(body.position.z - before, 3 * DT, 1e-3, "no loss at a seam, tick %d" % i)
		await steps(1)
	check_near(body.position.z - start, 90 * 3 * DT, 1e-2)


# C13. The node takes back a motion that meets a wall head-on, so it may stay up to a tick's way before the corner
func test_a_corner_does_not_make_it_tremble() -> void:
	make_static(make_box_shape(Vector3(20, 1, 20)), Vector3(0, -0.5, 0))
	make_static(make_box_shape(Vector3(1, 4, 10)), Vector3(3, 2, 0))
	make_static(make_box_shape(Vector3(10, 4, 1)), Vector3(0, 2, 3))
	var body := make_character(Vector3(1.5, 1.001, 1.5))
	await walk(body, Vector3(4, 0, 4), 40)
	var low := body.position
	var high := low
	for i in 30:
		await walk(body, Vector3(4, 0, 4), 1)
		low = low.min(body.position)
		high = high.max(body.position)
	check(body.position.x > 1.98 and body.position.x < 2.0, "in the corner: %s" % body.position)
	check(high.distance_to(low) < (2e-5 if engine == MINKOWSKI else 2e-4), "it trembles by %s" % high.distance_to(low))


# C16: a character is stopped by a body of 1 kg and does not push it
func test_a_light_body_is_an_obstacle() -> void:
	make_ground()
	var crate := make_rigid(make_box_shape(), Vector3(2, 0.5, 0))
	var body := make_character(Vector3(0.3, 1.001, 0))
	await walk(body, Vector3(3, 0, 0), 40)
	check_near(body.position.x, 1.0, 0.02, "it stands before it")
	check_near(crate.position, Vector3(2, 0.5, 0), 0.005, "which stays")
	check(body.is_on_wall(), "as before a wall")


# C09: what is lower than the curve of the capsule's foot is climbed
func test_steps_stop_a_capsule() -> void:
	for row: Array in [[0.05, 2.98], [0.2, 1.6], [0.6, 1.5]]:
		var ground := make_ground()
		var height: float = row[0]
		var step := make_static(make_box_shape(Vector3(4, height, 4)), Vector3(4, height / 2, 0))
		var body := make_character(Vector3(1, 1.001, 0))
		await walk(body, Vector3(3, 0, 0), 40)
		check_near(body.position.x, row[1], 0.02, "a step of %s m" % height)
		for node: Node in [ground, step, body]:
			node.free()


## A box on a floor beside two walls: as many collisions as asked for, deepest first.
func test_max_collisions() -> void:
	make_static(make_box_shape(Vector3(20, 1, 20)), Vector3(0, -0.5, 0))
	make_static(make_box_shape(Vector3(1, 4, 10)), Vector3(1, 2, 0))
	make_static(make_box_shape(Vector3(10, 4, 1)), Vector3(0, 2, 1))
	var body := make_character(Vector3(-0.02, 0.98, -0.02), make_box_shape(Vector3(1, 2, 1)))
	await steps(2)
	var counts: Array[int] = []
	for most: int in [1, 4, 32]:
		var hit := body.move_and_collide(Vector3(0.1, -0.1, 0.1), true, 0.001, true, most)
		check(hit != null, "met")
		if hit == null:
			return
		counts.append(hit.get_collision_count())
		check(hit.get_depth() > 0.0, "a depth")
	check_equal(counts[0], 1)
	check(counts[1] <= 4 and counts[1] > 1, "at most 4: %s" % counts[1])
	check(counts[2] >= counts[1], "more if asked for: %s" % counts[2])


# of a box that is in a floor and in two walls, differently deep; Godot Physics begins with the deepest and leaves the
# others as they come
func test_the_deepest_collision_comes_first() -> void:
	make_static(make_box_shape(Vector3(20, 1, 20)), Vector3(0, -0.5, 0))
	make_static(make_box_shape(Vector3(1, 4, 10)), Vector3(1, 2, 0))
	make_static(make_box_shape(Vector3(10, 4, 1)), Vector3(0, 2, 1))
	var body := make_character(Vector3(-0.01, 0.97, 0.02), make_box_shape(Vector3(1, 2, 1)))
	await steps(2)
	var asked := PhysicsTestMotionParameters3D.new()
	asked.from = body.global_transform
	asked.recovery_as_collision = true
	asked.max_collisions = 32
	var result := PhysicsTestMotionResult3D.new()
	check(PhysicsServer3D.body_test_motion(body.get_rid(), asked, result), "met")
	var normals: Array[Vector3] = []
	for i in result.get_collision_count():
		var depth := result.get_collision_depth(i)
		check(depth <= result.get_collision_depth(0), "the first is the deepest, %d" % i)
		if engine != GODOT_PHYSICS and i > 0:
			check(depth <= result.get_collision_depth(i - 1), "%d is not as deep as %d" % [i, i - 1])
		normals.append(result.get_collision_normal(i).snapped(Vector3.ONE * 0.01))
	check(normals.has(Vector3.UP) and normals.has(Vector3.FORWARD), "floor and wall: %s" % [normals])


## A wall through a point, with a face of this normal.
func make_wall(point: Vector3, normal: Vector3) -> void:
	var wall := make_static(make_box_shape(Vector3(10, 10, 2)), point - normal)
	wall.basis = Basis(Quaternion(Vector3.BACK, normal))


## Wants to go with a velocity and falls where it is not on the floor; returns how far it came.
func press(body: CharacterBody3D, velocity: Vector3, ticks: int) -> float:
	var start := body.position
	for i in ticks:
		var fall := body.velocity.y - 9.8 * DT if not body.is_on_floor() else 0.0
		body.velocity = Vector3(velocity.x, fall, velocity.z)
		body.move_and_slide()
		await steps(1)
	return body.position.distance_to(start)


# seen in a scene of chance: slides from wall to wall, none of which gets anywhere
func test_a_wedge_lets_out() -> void:
	var normals: Array[Vector3] = [
		Vector3(-0.695103, 0.623106, -0.358569).normalized(), Vector3(0.379259, -0.406847, 0.831046).normalized()
	]
	for normal in normals:
		make_wall(Vector3(0, 10, 0), normal)
	# the middle of a ball that is a millimetre from both
	var middle := (normals[0] + normals[1]) * 0.501 / (1.0 + normals[0].dot(normals[1]))
	var body := make_character(Vector3(0, 10, 0) + middle, SphereShape3D.new())
	var way := await press(body, Vector3(0.885817, 0, -2.866239), 30)
	check(way > (0.05 if engine == MINKOWSKI else 0.01), "it came %s m" % way)


# a slide along the level part of the wall leaves it to a rounding whether the wall blocks the next
func test_a_jump_along_an_overhang() -> void:
	var normal := Vector3(-0.667528, -0.629565, -0.397561).normalized()
	make_wall(Vector3(0, 10, 0), normal)
	for i in 32:
		var velocity := Vector3(2.462014, 3.366666, -1.714202).rotated(Vector3.UP, 0.02 * i - 0.3)
		var body := make_character(Vector3(0, 9.5, 0) + normal * 0.501)
		var start := body.position
		for tick in 5:
			body.velocity = velocity
			body.move_and_slide()
			await steps(1)
		check(body.position.distance_to(start) > 0.1, "%d: %s m" % [i, body.position.distance_to(start)])
		body.free()
