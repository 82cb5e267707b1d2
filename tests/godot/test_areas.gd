# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/scene_case.gd"
## Area3D: who is inside, and when nodes hear of it. Where Godot's own engines differ from each other or from
## us, the comment of the test says how.


func tick_limit() -> int:
	return 3000


## An area that writes down its signals: +b, -b for bodies, +a, -a for areas, with the name of the other.
func make_area(place := Vector3.ZERO, half := 1.0, log: Array[String] = []) -> Area3D:
	var area := super(place, half)
	area.body_entered.connect(func(body: Node3D) -> void: log.append("+b " + body.name))
	area.body_exited.connect(func(body: Node3D) -> void: log.append("-b " + body.name))
	area.area_entered.connect(func(other: Area3D) -> void: log.append("+a " + other.name))
	area.area_exited.connect(func(other: Area3D) -> void: log.append("-a " + other.name))
	return area


# A35, A40
func test_a_body_enters_and_leaves() -> void:
	var log: Array[String] = []
	var area := make_area(Vector3.ZERO, 1.0, log)
	var body := make_floating_rigid()
	await steps(2)
	check_equal(log, ["+b body"] as Array[String])
	check_equal(area.get_overlapping_bodies(), [body] as Array[Node3D])
	check(area.overlaps_body(body), "overlaps_body")
	check(area.has_overlapping_bodies(), "has_overlapping_bodies")
	body.global_position = Vector3(9, 0, 0)
	await steps(2)
	check_equal(log, ["+b body", "-b body"] as Array[String])
	check_equal(area.get_overlapping_bodies(), [] as Array[Node3D])
	body.global_position = Vector3.ZERO
	await steps(2)
	body.free()
	await steps(2)
	check_equal(log, ["+b body", "-b body", "+b body", "-b body"] as Array[String])


# the ball's surface, at x = 1.5, moves 0.1 m in a tick: it touches x = 1 in the fifth. Godot's own engines
# look at places before they move bodies, so they tell a tick later
func test_moving_in_is_told_in_the_same_tick() -> void:
	if not only_on([MINKOWSKI]):
		return
	var log: Array[String] = []
	make_area(Vector3.ZERO, 1.0, log)
	var body := make_floating_rigid(Vector3(1.95, 0, 0))
	body.linear_damp_mode = RigidBody3D.DAMP_MODE_REPLACE
	body.linear_velocity = Vector3(-6, 0, 0)
	await steps(4)
	check_equal(log, [] as Array[String])
	await steps(1)
	check_equal(log, ["+b body"] as Array[String])


# A36: with Godot's own engines up to two ticks later
func test_a_kinematic_body_enters_and_leaves() -> void:
	var log: Array[String] = []
	make_area(Vector3.ZERO, 1.0, log)
	var body := make_floating(AnimatableBody3D.new(), Vector3(9, 0, 0)) as AnimatableBody3D
	body.sync_to_physics = false
	await steps(2)
	body.global_position = Vector3(0.5, 0, 0)
	await steps(3)
	check_equal(log, ["+b body"] as Array[String])
	body.global_position = Vector3(9, 0, 0)
	await steps(3)
	check_equal(log, ["+b body", "-b body"] as Array[String])


# A45: Godot Physics does not see a static body that comes to an area at rest; Jolt sees static bodies
# only if a project setting asks for it
func test_static_bodies_are_seen() -> void:
	if not only_on([MINKOWSKI]):
		return
	var log: Array[String] = []
	make_area(Vector3.ZERO, 1.0, log)
	await steps(2)
	var wall := make_floating(StaticBody3D.new(), Vector3.ZERO, "wall")
	await steps(2)
	check_equal(log, ["+b wall"] as Array[String])
	wall.global_position = Vector3(5, 0, 0)
	await steps(2)
	check_equal(log, ["+b wall", "-b wall"] as Array[String])


# Godot Physics sees only the front of one-sided triangles
func test_meshes_are_seen_from_both_sides() -> void:
	if not only_on([MINKOWSKI]):
		return
	var log: Array[String] = []
	var mesh := StaticBody3D.new()
	mesh.name = "mesh"
	var collision := CollisionShape3D.new()
	var shape := ConcavePolygonShape3D.new()
	shape.set_faces(PackedVector3Array([Vector3(-5, 0, -5), Vector3(5, 0, -5), Vector3(0, 0, 5)]))
	collision.shape = shape
	mesh.add_child(collision)
	add(mesh)
	var area := make_area(Vector3(0, 0.5, 0), 1.0, log)
	await steps(2)
	check_equal(log, ["+b mesh"] as Array[String])
	area.global_position = Vector3(0, 5, 0)
	await steps(2)
	area.global_position = Vector3(0, -0.5, 0)
	await steps(2)
	check_equal(log, ["+b mesh", "-b mesh", "+b mesh"] as Array[String])


# a body comes to areas of every kind of shape and leaves them; Godot Physics does not see it in a mesh
func test_areas_of_every_shape() -> void:
	var hull := ConvexPolygonShape3D.new()
	hull.points = BoxMesh.new().get_faces()
	var mesh := ConcavePolygonShape3D.new()
	mesh.set_faces(BoxMesh.new().get_faces())
	var map := HeightMapShape3D.new()
	map.map_width = 5
	map.map_depth = 5
	var logs: Array[Array] = []
	var balls: Array[RigidBody3D] = []
	for shape: Shape3D in [
		hull, mesh, map, SphereShape3D.new(), CapsuleShape3D.new(), CylinderShape3D.new(), WorldBoundaryShape3D.new()
	]:
		var log: Array[String] = []
		var area := make_area(Vector3(20 * logs.size(), 0, 0), 1.0, log)
		area.get_child(0).shape = shape
		area.collision_mask = 1 << logs.size()
		area.monitorable = false
		var ball := make_floating_rigid(area.position + Vector3(0, 5, 0))
		ball.collision_layer = area.collision_mask
		balls.append(ball)
		logs.append(log)
	for height: float in [5.0, 0.4, 5.0]:
		for ball in balls:
			ball.global_position.y = height
		await steps(3)
	for i in logs.size():
		var told: Array = logs[i].map(func(text: String) -> String: return text.left(2))
		if engine != GODOT_PHYSICS or i != 1:
			check_equal(told, ["+b", "-b"], "area %d" % i)


func test_a_sleeping_body_is_seen() -> void:
	var log: Array[String] = []
	var body := make_floating_rigid()
	await steps(60)
	check(body.sleeping, "the body sleeps")
	var area := make_area(Vector3.ZERO, 1.0, log)
	await steps(2)
	check_equal(log, ["+b body"] as Array[String])
	check_equal(area.get_overlapping_bodies(), [body] as Array[Node3D])


# A38: the shape that moves down to the free number stays, the last number leaves. Jolt tells of (0, 0)
# and later of a shape that is gone
func test_every_pair_of_shapes_counts() -> void:
	var log: Array[String] = []
	var area := make_area()
	area.body_shape_entered.connect(
		func(_rid: RID, _body: Node3D, other: int, own: int) -> void:
			log.append("+%d%d" % [other, own])
	)
	area.body_shape_exited.connect(
		func(_rid: RID, _body: Node3D, other: int, own: int) -> void:
			log.append("-%d%d" % [other, own])
	)
	var body := make_floating_rigid()
	await steps(2)
	check_equal(log, ["+00"] as Array[String])
	body.add_child(make_collision(make_box_shape(Vector3.ONE * 0.8)))
	await steps(2)
	check_equal(log, ["+00", "+10"] as Array[String])
	area.add_child(make_collision(make_box_shape(Vector3.ONE * 0.8)))
	await steps(2)
	log.sort()
	check_equal(log, ["+00", "+01", "+10", "+11"] as Array[String])
	log.clear()
	if engine == JOLT:
		return
	body.get_child(0).free()
	await steps(2)
	log.sort()
	check_equal(log, ["-10", "-11"] as Array[String])
	check_equal(area.get_overlapping_bodies(), [body] as Array[Node3D])


# A37
func test_disabled_shapes_are_not_inside() -> void:
	var log: Array[String] = []
	make_area(Vector3.ZERO, 1.0, log)
	var body := make_floating_rigid()
	await steps(2)
	body.get_child(0).disabled = true
	await steps(2)
	check_equal(log, ["+b body", "-b body"] as Array[String])
	body.get_child(0).disabled = false
	await steps(2)
	check_equal(log, ["+b body", "-b body", "+b body"] as Array[String])


func test_a_shape_that_is_replaced_stays_inside() -> void:
	var log: Array[String] = []
	var area := make_area(Vector3.ZERO, 1.0, log)
	var body := make_floating_rigid()
	await steps(2)
	body.get_child(0).shape.size = Vector3.ONE * 0.6
	await steps(2)
	body.get_child(0).shape = SphereShape3D.new()
	await steps(2)
	area.get_child(0).shape.size = Vector3.ONE * 3.0
	await steps(2)
	check_equal(log, ["+b body"] as Array[String])


# A33, A34, A39: Godot Physics does not tell when the layer changes
func test_the_mask_of_the_area_decides() -> void:
	var log: Array[String] = []
	var area := make_area(Vector3.ZERO, 1.0, log)
	area.collision_mask = 2
	area.gravity_space_override = Area3D.SPACE_OVERRIDE_REPLACE
	area.gravity = 3.0
	var body := make_floating_rigid()
	body.gravity_scale = 1.0
	await steps(2)
	check_equal(log, [] as Array[String])
	check_near(gravity_of(body), Vector3(0, -9.8, 0), 1e-4)
	if engine == GODOT_PHYSICS:
		return
	body.collision_layer = 2
	await steps(2)
	check_equal(log, ["+b body"] as Array[String])
	check_near(gravity_of(body), Vector3(0, -3, 0), 1e-4)
	body.collision_layer = 1
	await steps(2)
	check_equal(log, ["+b body", "-b body"] as Array[String])


# monitorable off is not told by Godot Physics
func test_areas_see_each_other() -> void:
	var log: Array[String] = []
	var area := make_area(Vector3.ZERO, 1.0, log)
	var other := make_area(Vector3(1, 0, 0))
	other.name = "other"
	other.monitoring = false
	await steps(3)
	check_equal(log, ["+a other"] as Array[String])
	check_equal(area.get_overlapping_areas(), [other] as Array[Area3D])
	check(area.overlaps_area(other), "overlaps_area")
	if engine == GODOT_PHYSICS:
		return
	other.monitorable = false
	await steps(2)
	check_equal(log, ["+a other", "-a other"] as Array[String])
	other.monitorable = true
	await steps(2)
	other.position.x = 9.0
	await steps(2)
	check_equal(log, ["+a other", "-a other", "+a other", "-a other"] as Array[String])


# A42: the node tells of all that leave when monitoring ends; when it begins again, of all that are inside
func test_monitoring_off_and_on() -> void:
	var log: Array[String] = []
	var area := make_area(Vector3.ZERO, 1.0, log)
	make_floating_rigid()
	await steps(2)
	area.monitoring = false
	await steps(2)
	area.monitoring = true
	await steps(2)
	check_equal(log, ["+b body", "-b body", "+b body"] as Array[String])


# A41
func test_an_area_that_leaves_the_tree_forgets() -> void:
	var log: Array[String] = []
	var area := make_area(Vector3.ZERO, 1.0, log)
	make_floating_rigid()
	await steps(2)
	root.remove_child(area)
	await steps(2)
	check_equal(log, ["+b body", "-b body"] as Array[String])
	root.add_child(area)
	await steps(2)
	check_equal(log, ["+b body", "-b body", "+b body"] as Array[String])


# Godot Physics and Jolt give the arguments in the same order: status, RID, id, its shape, own shape
func test_the_callback_of_the_server() -> void:
	var calls: Array[Array] = []
	var area := make_area()
	var on_bodies := func(status: int, rid: RID, id: int, other: int, own: int) -> void:
		calls.append([status, rid, id, other, own])
	PhysicsServer3D.area_set_monitor_callback(area.get_rid(), on_bodies)
	var body := make_floating_rigid()
	await steps(2)
	var rid := body.get_rid()
	var id := body.get_instance_id()
	check_equal(calls, [[PhysicsServer3D.AREA_BODY_ADDED, rid, id, 0, 0]] as Array[Array])
	body.free()
	await steps(2)
	var gone := [PhysicsServer3D.AREA_BODY_REMOVED, rid, id, 0, 0]
	check_equal(calls.size(), 2)
	check_equal(calls[1], gone)
	PhysicsServer3D.area_set_monitor_callback(area.get_rid(), Callable())


# A43
func test_bodies_come_before_areas() -> void:
	var log: Array[String] = []
	var area := make_area(Vector3.ZERO, 1.0, log)
	var other := make_area(Vector3.ZERO)
	other.name = "other"
	var body := RigidBody3D.new()
	make_floating(body)
	PhysicsServer3D.body_set_state_sync_callback(
		body.get_rid(), func(_state: PhysicsDirectBodyState3D) -> void: log.append("sync")
	)
	await steps(2)
	log.resize(3)
	check_equal(log, ["sync", "+b body", "+a other"] as Array[String])
	check(area.has_overlapping_areas(), "has_overlapping_areas")


# A46: 300 m/s are 5 m in a tick, over an area of 0.1 m. Godot's own engines miss it
func test_a_fast_body_passes_through_a_thin_area() -> void:
	if not only_on([MINKOWSKI]):
		return
	var log: Array[String] = []
	var area := make_area(Vector3(10.2, 0, 0), 1.0, log)
	area.get_child(0).shape.size = Vector3(0.1, 4, 4)
	var body := make_floating_rigid(Vector3(-2, 0, 0))
	body.linear_velocity = Vector3(300, 0, 0)
	await steps(10)
	check_equal(log, ["+b body", "-b body"] as Array[String])
	check(body.global_position.x > 40.0, "it flew on")


# A rod of 6 m makes a quarter turn per tick, over a small area at 45 degrees. Godot's own engines miss it
func test_a_spinning_body_passes_through_a_small_area() -> void:
	if not only_on([MINKOWSKI]):
		return
	var log: Array[String] = []
	make_area(Vector3(1.5, 1.5, 0), 0.2, log)
	var body := make_floating_rigid()
	body.get_child(0).shape.size = Vector3(6, 0.2, 0.2)
	body.angular_damp_mode = RigidBody3D.DAMP_MODE_REPLACE
	body.angular_velocity = Vector3(0, 0, 30 * PI)
	await steps(2)
	check_equal(log, ["+b body", "-b body"] as Array[String])


# The walls of a hollow mesh fly over a small area. Godot's own engines miss it
func test_a_fast_mesh_passes_through_a_small_area() -> void:
	if not only_on([MINKOWSKI]):
		return
	var log: Array[String] = []
	make_area(Vector3(10, 0, 0), 0.1, log)
	make_area(Vector3(10, 2, 0), 0.1, log)
	var body := make_floating_rigid()
	var mesh := ConcavePolygonShape3D.new()
	mesh.set_faces(BoxMesh.new().get_faces())
	body.get_child(0).shape = mesh
	body.linear_velocity = Vector3(1200, 0, 0)
	await steps(2)
	check_equal(log, ["+b body", "-b body"] as Array[String])


func test_several_spaces() -> void:
	var log: Array[String] = []
	make_area(Vector3.ZERO, 1.0, log)
	var viewport := SubViewport.new()
	viewport.own_world_3d = true
	add(viewport)
	var inner_log: Array[String] = []
	var area := make_area(Vector3.ZERO, 1.0, inner_log)
	area.reparent(viewport)
	var body := make_floating_rigid()
	body.reparent(viewport)
	await steps(3)
	check_equal(inner_log, ["+b body"] as Array[String])
	check(not log.has("+b body"), "the other world's area sees nothing")
