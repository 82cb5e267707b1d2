# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/scene_case.gd"
## Bodies that meet: resting on every kind of stock shape, layers and masks, exceptions, materials,
## platforms, and the contacts that bodies report.

const G := 9.8
## m; how deep a body of 1 kg may rest in the floor.
const SINK := 0.02


func tick_limit() -> int:
	return 3000


func make_floor() -> StaticBody3D:
	return make_static(WorldBoundaryShape3D.new())


func make_box(place: Vector3) -> RigidBody3D:
	return make_rigid(make_box_shape(), place)


func test_a_box_falls_and_rests() -> void:
	make_floor()
	var box := make_box(Vector3(0, 1, 0))
	await steps(180)
	check_near(box.global_position, Vector3(0, 0.5, 0), SINK)
	check(box.sleeping, "the box sleeps")


func test_every_stock_shape_rests_on_a_plane() -> void:
	make_floor()
	var convex := ConvexPolygonShape3D.new()
	convex.points = PackedVector3Array(
		[
			Vector3(-0.5, -0.5, -0.5),
			Vector3(0.5, -0.5, -0.5),
			Vector3(0.5, -0.5, 0.5),
			Vector3(-0.5, -0.5, 0.5),
			Vector3(0, 0.6, 0)
		]
	)
	var cylinder := CylinderShape3D.new()
	cylinder.height = 1.0
	var shapes := [BoxShape3D.new(), SphereShape3D.new(), cylinder, convex]
	var bodies: Array[RigidBody3D] = []
	for index in shapes.size():
		bodies.append(make_rigid(shapes[index], Vector3(3.0 * index, 0.7, 0)))
	await steps(150)
	for body in bodies:
		check_near(body.global_position.y, 0.5, SINK, str(body.get_child(0).shape))


func make_slab() -> ConcavePolygonShape3D:
	var shape := ConcavePolygonShape3D.new()
	var a := Vector3(-5, 0, -5)
	var b := Vector3(5, 0, -5)
	var c := Vector3(5, 0, 5)
	var d := Vector3(-5, 0, 5)
	shape.set_faces(PackedVector3Array([a, b, c, a, c, d]))
	return shape


func make_map() -> HeightMapShape3D:
	var shape := HeightMapShape3D.new()
	shape.map_width = 6
	shape.map_depth = 6
	return shape


func test_a_ball_rests_on_every_stock_shape() -> void:
	var slab := BoxShape3D.new()
	slab.size = Vector3(10, 1, 10)
	var wide := CylinderShape3D.new()
	wide.radius = 4.0
	wide.height = 1.0
	# each with its top at y = 0
	var floors := {
		WorldBoundaryShape3D.new(): 0.0, slab: -0.5, wide: -0.5, make_slab(): 0.0, make_map(): 0.0
	}
	var balls: Array[RigidBody3D] = []
	for shape: Shape3D in floors:
		var aside := Vector3(30.0 * balls.size(), 0, 0)
		if not shape is WorldBoundaryShape3D:
			aside.y = 10.0
		make_static(shape, aside + Vector3(0, floors[shape], 0))
		balls.append(make_ball(aside + Vector3(0.2, 0.8, 0.1)))
	await steps(150)
	for index in balls.size():
		var top := 0.0 if index == 0 else 10.0
		check_near(balls[index].global_position.y, top + 0.5, SINK, str(floors.keys()[index]))


func test_a_stack_stands() -> void:
	make_floor()
	var boxes: Array[RigidBody3D] = []
	for index in 5:
		boxes.append(make_box(Vector3(0, 0.5 + index, 0)))
	await steps(300)
	for index in boxes.size():
		check_near(boxes[index].global_position, Vector3(0, 0.5 + index, 0), 0.05)


func test_masks() -> void:
	var ground := make_floor()
	ground.collision_layer = 2
	var through := make_box(Vector3(0, 1, 0))
	var held := make_box(Vector3(3, 1, 0))
	held.collision_mask = 2
	await steps(90)
	check(through.global_position.y < -1.0, "a mask of 1 does not see layer 2")
	check_near(held.global_position.y, 0.5, SINK)


func test_exceptions() -> void:
	var ground := make_floor()
	var through := make_box(Vector3(0, 1, 0))
	through.add_collision_exception_with(ground)
	await steps(60)
	check(through.global_position.y < -1.0, "the floor is an exception")
	through.global_position = Vector3(0, 1, 0)
	through.linear_velocity = Vector3.ZERO
	through.remove_collision_exception_with(ground)
	await steps(120)
	check_near(through.global_position.y, 0.5, SINK)


# free fall of 1 m ends at sqrt(2 g); the bounce is e^2 h high, less what the last tick cut off
func test_bounce() -> void:
	make_floor()
	var ball := make_ball(Vector3(0, 1.5, 0))
	ball.linear_damp_mode = RigidBody3D.DAMP_MODE_REPLACE
	ball.physics_material_override = PhysicsMaterial.new()
	ball.physics_material_override.bounce = 0.8
	var highest := 0.0
	var has_touched := false
	for tick in 100:
		await steps(1)
		has_touched = has_touched or ball.linear_velocity.y > 0.0
		if has_touched:
			highest = maxf(highest, ball.global_position.y - 0.5)
	check_near(highest, 0.64, 0.08)


# tan 20 degrees = 0.364
func test_friction_on_a_slope() -> void:
	var slab := BoxShape3D.new()
	slab.size = Vector3(20, 1, 6)
	var ground := make_static(slab)
	ground.rotation_degrees = Vector3(0, 0, 20)
	var up := ground.global_basis.y
	var boxes: Array[RigidBody3D] = []
	for friction: float in [0.25, 0.6]:
		var box := make_box(up * 1.0 + Vector3(0, 0, 4.0 * friction - 1.5))
		box.rotation_degrees = Vector3(0, 0, 20)
		box.physics_material_override = PhysicsMaterial.new()
		box.physics_material_override.friction = friction
		boxes.append(box)
	await steps(60)
	check(boxes[0].linear_velocity.length() > 0.5, "with 0.25 it slides")
	check(boxes[1].linear_velocity.length() < 0.02, "with 0.6 it sticks")


func test_resting_contacts_are_reported() -> void:
	var ground := make_floor()
	var box := make_box(Vector3(0, 0.5, 0))
	box.contact_monitor = true
	box.max_contacts_reported = 8
	box.can_sleep = false
	await steps(60)
	var state := PhysicsServer3D.body_get_direct_state(box.get_rid())
	check_equal(state.get_contact_count(), 4)
	var impulse := 0.0
	for index in state.get_contact_count():
		impulse += state.get_contact_impulse(index).y
		check_near(state.get_contact_local_normal(index), Vector3.UP, 1e-3)
		check_near(state.get_contact_local_position(index).y, 0.0, SINK)
		check_equal(state.get_contact_collider(index), ground.get_rid())
		check_equal(state.get_contact_collider_object(index), ground)
		check_equal(state.get_contact_local_shape(index), 0)
		check_equal(state.get_contact_collider_shape(index), 0)
	check_near(impulse, G * DT, 0.02 * G * DT)
	check_equal(box.get_colliding_bodies(), [ground] as Array[Node3D])


func test_entering_and_leaving_is_signalled() -> void:
	make_floor()
	var ball := make_ball(Vector3(0, 0.8, 0))
	ball.contact_monitor = true
	ball.max_contacts_reported = 4
	var log: Array[String] = []
	ball.body_entered.connect(func(_body: Node) -> void: log.append("in"))
	ball.body_exited.connect(func(_body: Node) -> void: log.append("out"))
	await steps(60)
	check_equal(log, ["in"] as Array[String])
	ball.linear_velocity = Vector3(0, 5, 0)
	await steps(10)
	check_equal(log, ["in", "out"] as Array[String])


func test_a_platform_carries() -> void:
	var slab := BoxShape3D.new()
	slab.size = Vector3(8, 0.5, 8)
	var platform := AnimatableBody3D.new()
	platform.sync_to_physics = false
	var collision := CollisionShape3D.new()
	collision.shape = slab
	platform.add_child(collision)
	add(platform)
	var box := make_box(Vector3(0, 0.75, 0))
	await steps(30)
	var before := box.global_position.x
	for tick in 60:
		platform.position.x += DT
		await steps(1)
	check_near(box.global_position.x - before, 1.0, 0.1)


# Godot's own engines leave the box asleep in the air
func test_removing_the_floor_wakes() -> void:
	if not only_on([MINKOWSKI]):
		return
	var ground := make_floor()
	var box := make_box(Vector3(0, 0.5, 0))
	await steps(120)
	check(box.sleeping, "the box sleeps")
	ground.free()
	await steps(30)
	check(box.global_position.y < 0.0, "the box falls")


# D24: two stacks of two boxes, of four pairs; Jolt tells nothing
func test_monitors() -> void:
	if skip_on([JOLT]):
		return
	make_floor()
	for index in 4:
		var box := make_box(Vector3(5 * (index % 2), 0.5 + floorf(index / 2.0), 0))
		box.can_sleep = false
	await steps(10)
	var server := PhysicsServer3D
	check_equal(server.get_process_info(server.INFO_ACTIVE_OBJECTS), 4)
	# Godot Physics also counts pairs of boxes around shapes that are merely near
	if engine == MINKOWSKI:
		check_equal(server.get_process_info(server.INFO_COLLISION_PAIRS), 4)
	# islands are counted from the first question on
	server.get_process_info(server.INFO_ISLAND_COUNT)
	await steps(1)
	check_equal(server.get_process_info(server.INFO_ISLAND_COUNT), 2)
	check_equal(int(Performance.get_monitor(Performance.PHYSICS_3D_ISLAND_COUNT)), 2)


# mass 12: inertia of a box about its axes is m / 12 (a^2 + b^2)
func test_inertia_follows_from_the_shape() -> void:
	var shape := BoxShape3D.new()
	shape.size = Vector3(1, 2, 3)
	var body := make_rigid(shape, Vector3.ZERO)
	body.mass = 12.0
	await steps(1)
	var inverse := PhysicsServer3D.body_get_direct_state(body.get_rid()).inverse_inertia
	check_near(inverse.inverse(), Vector3(13, 10, 5), 1e-3)


# what --debug-collisions draws: two points per contact, one on each surface
func test_debug_contacts_lie_on_both_surfaces() -> void:
	if not only_on([MINKOWSKI]):
		return
	make_floor()
	var box := make_box(Vector3(0, 0.5, 0))
	var ball := make_ball(Vector3(0, 1.5, 0))
	await steps(30)
	var points := MinkowskiPhysics.space_contacts(root.get_world_3d().space)
	check_equal(points.size(), 2 * (4 + 1), "four corners of the box, and the ball on it")
	var on_ball := 0
	for i in range(0, points.size(), 2):
		var pair: Array[Vector3] = [points[i], points[i + 1]]
		pair.sort_custom(func(a: Vector3, b: Vector3) -> bool: return a.y < b.y)
		check(pair[0].distance_to(pair[1]) < 0.002, "they touch: %s" % [pair])
		if pair[0].y > 0.5:
			on_ball += 1
			check_near(pair[0].distance_to(ball.position), 0.5, 1e-4, "on the ball")
			check_near(pair[1].y, box.position.y + 0.5, 1e-4, "on top of the box")
			continue
		var corner := (pair[1] - box.position).abs()
		check_near(Vector3(corner.x, 0, corner.z), Vector3(0.5, 0, 0.5), 1e-3, "at a corner")
		check_near([pair[0].y, pair[1].y].min(), minf(0.0, box.position.y - 0.5), 1e-4, "below")
		check_near([pair[0].y, pair[1].y].max(), maxf(0.0, box.position.y - 0.5), 1e-4, "above")
	check_equal(on_ball, 1)
	ball.free()
	box.free()
	await steps(1)
	check_equal(MinkowskiPhysics.space_contacts(root.get_world_3d().space).size(), 0, "nothing touches")
