# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/scene_case.gd"
## Bodies that the game moves and what lies on them: surfaces that move, kinematic bodies and their velocity,
## platforms that lift, push, grow and turn. Where Godot's own engines differ, the comment of the test says how.


func make_slab() -> StaticBody3D:
	return make_static(make_box_shape(Vector3(40, 1, 40)), Vector3(0, -0.5, 0))


## A body that nothing brakes.
func make_free(shape: Shape3D, place: Vector3) -> RigidBody3D:
	var body := make_rigid(shape, place)
	body.linear_damp_mode = RigidBody3D.DAMP_MODE_REPLACE
	body.angular_damp_mode = RigidBody3D.DAMP_MODE_REPLACE
	return body


func make_platform(shape: Shape3D, place := Vector3.ZERO) -> AnimatableBody3D:
	return make(AnimatableBody3D.new(), shape, place) as AnimatableBody3D


func server_velocity(body: PhysicsBody3D) -> Vector3:
	var state := PhysicsServer3D.BODY_STATE_LINEAR_VELOCITY
	return PhysicsServer3D.body_get_state(body.get_rid(), state)


func server_spin(body: PhysicsBody3D) -> Vector3:
	var state := PhysicsServer3D.BODY_STATE_ANGULAR_VELOCITY
	return PhysicsServer3D.body_get_state(body.get_rid(), state)


# S01
func test_a_conveyor_belt() -> void:
	var belt := make_slab()
	belt.constant_linear_velocity = Vector3(2, 0, 0)
	var box := make_free(make_box_shape(), Vector3(0, 0.5, 0))
	await steps(90)
	check_near(box.linear_velocity, Vector3(2, 0, 0), 0.01)
	# it stops, and the box with it
	belt.constant_linear_velocity = Vector3.ZERO
	await steps(90)
	check_near(box.linear_velocity, Vector3.ZERO, 0.02)


# S02
func test_a_turntable() -> void:
	var table := make_slab()
	table.constant_angular_velocity = Vector3(0, 1, 0)
	var box := make_free(make_box_shape(), Vector3(3, 0.5, 0))
	box.can_sleep = false
	await steps(60)
	check_near(box.angular_velocity.y, 1.0, 0.05)


# S03: Godot Physics lifts the box
func test_a_surface_that_moves_along_its_normal_lifts_nothing() -> void:
	if skip_on([GODOT_PHYSICS]):
		return
	var belt := make_slab()
	belt.constant_linear_velocity = Vector3(0, 2, 0)
	var box := make_free(make_box_shape(), Vector3(0, 0.5, 0))
	await steps(60)
	check_near(box.global_position.y, 0.5, 0.02)


# S04
func test_a_kinematic_body_has_the_velocity_of_its_way() -> void:
	var body := make_platform(make_box_shape())
	body.sync_to_physics = false
	await steps(3)
	body.position.x += 0.1
	await steps(1)
	check_near(server_velocity(body), Vector3(6, 0, 0), 1e-3)
	await steps(2)
	check_near(server_velocity(body), Vector3.ZERO, 1e-5)
	# a turn of 0.1 rad about a slanted axis; Jolt's angles are a thousandth off
	var axis := Vector3(1, 2, -2).normalized()
	body.basis = Basis(axis, 0.1)
	await steps(1)
	check_near(server_spin(body), axis * 6.0, 1e-3 if engine != JOLT else 6e-3)
	check_near(server_velocity(body), Vector3.ZERO, 1e-5)
	await steps(2)
	check_near(server_spin(body), Vector3.ZERO, 5e-5)


# sync_to_physics: what a script sets is where the body goes; the node comes there with the body, a tick later
func test_sync_to_physics() -> void:
	var body := make_platform(make_box_shape())
	body.sync_to_physics = true
	await steps(3)
	var before := body.global_transform
	for tick in 10:
		var next := Transform3D(Basis(Vector3.UP, 0.05 * (tick + 1)), Vector3(0.1 * (tick + 1), 0, 0))
		body.global_transform = next
		check_near(body.global_transform, before, 1e-5, "tick %d: the node waits for the body" % tick)
		await steps(1)
		before = body.global_transform
		check_near(before, next, 1e-4, "tick %d: the node" % tick)
		var state := PhysicsServer3D.BODY_STATE_TRANSFORM
		var place: Transform3D = PhysicsServer3D.body_get_state(body.get_rid(), state)
		check_near(place, next, 1e-4, "tick %d: the body" % tick)
		check_near(server_velocity(body), Vector3(6, 0, 0), 1e-3, "tick %d: its velocity" % tick)
		check_near(server_spin(body), Vector3(0, 3, 0), 3e-3, "tick %d: its spin" % tick)
	await steps(3)
	check_near(body.global_transform, before, 1e-5, "it stays")
	check_near(server_velocity(body), Vector3.ZERO, 1e-5)


# with sync_to_physics a node waits for its body, so that must go where it is put from the start: in the tick in which the
# node enters, in the next one, and as it comes back
func test_nodes_in_step_are_put_elsewhere_as_they_enter() -> void:
	var platforms: Array[AnimatableBody3D] = []
	for i in 3:
		platforms.append(make_platform(make_box_shape(), Vector3(0, 4 * i, 0)))
	platforms[0].global_position.x = 3.0
	await steps(1)
	platforms[1].global_position.x = 3.0
	await steps(4)
	root.remove_child(platforms[2])
	add(platforms[2])
	platforms[2].global_position.x = 3.0
	await steps(3)
	for i in 3:
		var state := PhysicsServer3D.BODY_STATE_TRANSFORM
		var place: Transform3D = PhysicsServer3D.body_get_state(platforms[i].get_rid(), state)
		check_near(platforms[i].global_position, Vector3(3, 4 * i, 0), 1e-5, "node %d" % i)
		check_near(place.origin, Vector3(3, 4 * i, 0), 1e-5, "body %d" % i)


# a table that begins to turn, to half a turn a second around twice: what stands on it 2 m from the axle turns along;
# in Godot Physics it falls behind by a thousandth of a turn
func test_a_turning_platform_carries() -> void:
	var table := make_platform(make_box_shape(Vector3(8, 1, 8)), Vector3(0, -0.5, 0))
	table.sync_to_physics = false
	var box := make_free(make_box_shape(Vector3(0.6, 0.4, 0.6)), Vector3(2, 0.2, 0))
	await steps(10)
	var turned := 0.0
	for tick in 120:
		turned += 0.5 * DT * minf(1.0, tick / 60.0)
		table.basis = Basis(Vector3.UP, turned)
		await steps(1)
	var exact := 1e-4 if engine != GODOT_PHYSICS else 5e-3
	check_near(box.angular_velocity, Vector3(0, 0.5, 0), exact, "its spin")
	var radius := Vector2(box.position.x, box.position.z).length()
	check_near(radius, 2.0, 0.01, "as far from the axle")
	check_near(box.linear_velocity.length(), 0.5 * radius, exact, "its speed")
	check_near(atan2(-box.position.z, box.position.x), turned, exact, "where it came")
	check_near(box.rotation.y, turned, exact, "what it turned")


# S06, S07
func test_a_platform_lifts_and_pushes() -> void:
	var lift := make_platform(make_box_shape(Vector3(4, 1, 4)), Vector3(0, -0.5, 0))
	lift.sync_to_physics = false
	var box := make_free(make_box_shape(), Vector3(0, 0.5, 0))
	await steps(30)
	for tick in 60:
		lift.position.y += 0.02
		await steps(1)
	check_near(box.global_position.y - lift.global_position.y, 1.0, 0.03)
	var ram := make_platform(make_box_shape(), Vector3(-3, 20, 0))
	ram.sync_to_physics = false
	var pushed := make_free(SphereShape3D.new(), Vector3(-1.9, 20, 0))
	pushed.gravity_scale = 0.0
	await steps(2)
	for tick in 20:
		ram.position.x += 0.02
		await steps(1)
	check_near(pushed.linear_velocity.x, 1.2, 0.02)


# What lies on it is lifted, whatever kind of body grows and turns; it sinks in with Godot Physics
func test_a_platform_that_grows_lifts() -> void:
	if skip_on([GODOT_PHYSICS]):
		return
	var balls: Array[RigidBody3D] = []
	var floors: Array[PhysicsBody3D] = []
	for kind in 3:
		var place := Vector3(10 * kind, 0, 0)
		var body: PhysicsBody3D = StaticBody3D.new() if kind == 0 else AnimatableBody3D.new()
		if kind > 0:
			body.sync_to_physics = kind == 1
		floors.append(make(body, make_box_shape(), place) as PhysicsBody3D)
		balls.append(make_free(SphereShape3D.new(), place + Vector3(0, 1.0, 0)))
	await steps(5)
	for tick in 60:
		for body in floors:
			body.basis = Basis(Vector3.UP, 0.01 * tick).scaled(Vector3.ONE * (1.0 + tick / 59.0))
		await steps(1)
	await steps(20)
	for ball in balls:
		check_near(ball.position.y, 1.5, 0.03, "on the top of a cube of 2 m")
