# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/test_case.gd"
## What the server tells Godot's own nodes: places, velocities, sleep, and the calls of
## _integrate_forces; and what the nodes tell the server: freezing, locks, custom integration.

const DT := 1.0 / 60.0
const G := 9.8


## Counts the calls of _integrate_forces and can act in them.
class Integrator:
	extends RigidBody3D
	var calls := 0
	var seen_position := Vector3.INF
	var acceleration := Vector3.ZERO
	var victims: Array[Node] = []

	func _integrate_forces(state: PhysicsDirectBodyState3D) -> void:
		calls += 1
		seen_position = state.transform.origin
		state.linear_velocity += acceleration * state.step
		for victim in victims:
			victim.free()
		victims.clear()


## A sphere of 1 kg in the scene that meets nobody, without gravity or damping.
func make_rigid(body: RigidBody3D = RigidBody3D.new()) -> RigidBody3D:
	var collision := CollisionShape3D.new()
	collision.shape = SphereShape3D.new()
	body.add_child(collision)
	body.collision_layer = 0
	body.collision_mask = 0
	body.gravity_scale = 0.0
	body.linear_damp_mode = RigidBody3D.DAMP_MODE_REPLACE
	body.angular_damp_mode = RigidBody3D.DAMP_MODE_REPLACE
	add(body)
	return body


func state_of(body: PhysicsBody3D, state: PhysicsServer3D.BodyState) -> Variant:
	return PhysicsServer3D.body_get_state(body.get_rid(), state)


func test_the_node_follows_a_fall() -> void:
	var body := make_rigid()
	body.position = Vector3(1, 2, 3)
	body.gravity_scale = 1.0
	for n in range(1, 6):
		await steps(1)
		var y := 2.0 - G * DT * DT * n * (n + 1) / 2.0
		check_near(body.global_position, Vector3(1, y, 3), 1e-5, "after %d steps" % n)
		check_near(body.linear_velocity, Vector3(0, -G * DT * n, 0), 1e-5)


func test_the_node_agrees_with_the_server() -> void:
	var body := make_rigid()
	body.linear_velocity = Vector3(1, 2, 3)
	body.angular_velocity = Vector3(0, 3, 0)
	await steps(10)
	check_near(body.global_transform, state_of(body, PhysicsServer3D.BODY_STATE_TRANSFORM), 1e-6)
	check_near(
		body.linear_velocity, state_of(body, PhysicsServer3D.BODY_STATE_LINEAR_VELOCITY), 1e-6
	)
	check_near(
		body.angular_velocity, state_of(body, PhysicsServer3D.BODY_STATE_ANGULAR_VELOCITY), 1e-6
	)
	check_near(body.linear_velocity, Vector3(1, 2, 3), 1e-5)
	check_near(body.angular_velocity, Vector3(0, 3, 0), 1e-5)


func test_children_follow_the_body() -> void:
	var body := make_rigid()
	var child := Node3D.new()
	child.position = Vector3(1, 0, 0)
	body.add_child(child)
	body.angular_velocity = Vector3(0, PI, 0)
	await steps(30)
	check_near(body.global_basis, Basis(Vector3.UP, PI / 2.0), 1e-4)
	check_near(child.global_position, Vector3(0, 0, -1), 1e-4)


func test_moving_the_node_is_a_teleport() -> void:
	var body := make_rigid()
	body.linear_velocity = Vector3(1, 0, 0)
	await steps(2)
	body.global_position = Vector3(10, 0, 0)
	await steps(1)
	await steps(1)
	check_near(body.linear_velocity, Vector3(1, 0, 0), 1e-5)
	check(
		body.global_position.x > 10.0 and body.global_position.x < 10.0 + 3.0 * DT,
		"goes on from the new place, at %s" % body.global_position
	)


func test_a_node_below_a_moved_parent() -> void:
	var parent := Node3D.new()
	parent.transform = Transform3D(Basis(Vector3.UP, PI / 2.0), Vector3(5, 0, 0))
	add(parent)
	var body := RigidBody3D.new()
	make_rigid(body)
	body.reparent(parent, false)
	body.gravity_scale = 1.0
	await steps(7)
	check_near(body.global_position.x, 5.0, 1e-4)
	check(body.global_position.y < -0.01, "falls along the world's y")
	check_near(body.global_position.z, 0.0, 1e-4)


func test_a_still_body_falls_asleep() -> void:
	var body := make_rigid()
	var log: Array[bool] = []
	body.sleeping_state_changed.connect(func() -> void: log.append(body.sleeping))
	await steps(25)
	check(not body.sleeping, "awake after 25 ticks")
	await steps(8)
	check(body.sleeping, "asleep after 33 ticks")
	check(state_of(body, PhysicsServer3D.BODY_STATE_SLEEPING), "the server agrees")
	await steps(30)
	check_equal(log, [true] as Array[bool], "the signal comes exactly once")
	check_equal(body.linear_velocity, Vector3.ZERO)


func test_sleeping_can_be_forced_and_a_velocity_wakes() -> void:
	var body := make_rigid()
	body.linear_velocity = Vector3(3, 0, 0)
	await steps(3)
	body.sleeping = true
	await steps(2)
	var place := body.global_position
	check_equal(
		state_of(body, PhysicsServer3D.BODY_STATE_LINEAR_VELOCITY), Vector3.ZERO, "sleep stops"
	)
	await steps(3)
	check_equal(body.global_position, place, "a sleeping body stays")
	body.linear_velocity = Vector3(0, 1, 0)
	await steps(3)
	check(not body.sleeping, "awake")
	check(body.global_position.y > place.y, "moves again")


func test_can_sleep_off() -> void:
	var body := make_rigid()
	body.can_sleep = false
	await steps(60)
	check(not body.sleeping, "stays awake")
	check(not state_of(body, PhysicsServer3D.BODY_STATE_CAN_SLEEP), "the server agrees")


func test_what_wakes_a_body() -> void:
	var wakers: Dictionary[String, Callable] = {
		"impulse": func(b: RigidBody3D) -> void: b.apply_central_impulse(Vector3(1, 0, 0)),
		"torque impulse": func(b: RigidBody3D) -> void: b.apply_torque_impulse(Vector3(1, 0, 0)),
		"force": func(b: RigidBody3D) -> void: b.apply_central_force(Vector3(60, 0, 0)),
		"velocity": func(b: RigidBody3D) -> void: b.linear_velocity = Vector3(1, 0, 0),
		"spin": func(b: RigidBody3D) -> void: b.angular_velocity = Vector3(1, 0, 0),
		"sleeping = false": func(b: RigidBody3D) -> void: b.sleeping = false,
	}
	if engine == GODOT_PHYSICS:
		# its sleep timer goes on, so the body is asleep again at once
		wakers.erase("sleeping = false")
	for name in wakers:
		var body := make_rigid()
		await steps(40)
		check(body.sleeping, "asleep before: %s" % name)
		wakers[name].call(body)
		await steps(2)
		check(not body.sleeping, "woken by: %s" % name)


func test_integrate_forces_is_called_every_tick() -> void:
	var body := Integrator.new()
	make_rigid(body)
	body.can_sleep = false
	await steps(2)
	var before := body.calls
	await steps(10)
	check_equal(body.calls - before, 10)


func test_integrate_forces_can_accelerate() -> void:
	var body := Integrator.new()
	make_rigid(body)
	body.acceleration = Vector3(0, 0, 6)
	await steps(31)
	var expected := body.acceleration.z * DT * 30.0
	check_near(body.linear_velocity.z, expected, 0.21, "within two ticks of 30 ticks of 6 m/s^2")
	check(body.global_position.z > 0.5, "and it moves")
	check_near(body.seen_position, body.global_position, 1e-5, "sees its own place")


func test_custom_integrator() -> void:
	var body := Integrator.new()
	make_rigid(body)
	body.gravity_scale = 1.0
	body.custom_integrator = true
	await steps(10)
	check(body.calls > 5, "_integrate_forces is called")
	check_near(body.global_position, Vector3.ZERO, 1e-6, "no gravity")
	body.apply_central_impulse(Vector3(1, 0, 0))
	await steps(2)
	check_near(body.linear_velocity, Vector3(1, 0, 0), 1e-5, "impulses act")


func test_freeze_static() -> void:
	var body := make_rigid()
	body.gravity_scale = 1.0
	await steps(10)
	body.freeze = true
	await steps(1)
	var place := body.global_position
	check_equal(
		PhysicsServer3D.body_get_mode(body.get_rid()), PhysicsServer3D.BODY_MODE_STATIC
	)
	await steps(10)
	check_near(body.global_position, place, 1e-6, "a frozen body stays")
	check_near(state_of(body, PhysicsServer3D.BODY_STATE_LINEAR_VELOCITY), Vector3.ZERO, 1e-6)
	check(body.linear_velocity.y < -1.0, "the node knows how fast it was: %s" % body.linear_velocity)
	body.freeze = false
	await steps(2)
	check(body.global_position.y < place.y, "falls again")
	check(body.global_position.y > place.y - 0.02, "from rest")


func test_freeze_kinematic() -> void:
	var body := make_rigid()
	body.freeze_mode = RigidBody3D.FREEZE_MODE_KINEMATIC
	body.freeze = true
	await steps(3)
	check_equal(
		PhysicsServer3D.body_get_mode(body.get_rid()), PhysicsServer3D.BODY_MODE_KINEMATIC
	)
	body.global_position = Vector3(0.1, 0, 0)
	await steps(1)
	var fastest := 0.0
	for i in 3:
		await steps(1)
		var velocity: Vector3 = state_of(body, PhysicsServer3D.BODY_STATE_LINEAR_VELOCITY)
		fastest = maxf(fastest, velocity.x)
	check_near(body.global_position, Vector3(0.1, 0, 0), 1e-5)
	check_near(state_of(body, PhysicsServer3D.BODY_STATE_LINEAR_VELOCITY), Vector3.ZERO, 1e-6)


func test_lock_rotation() -> void:
	var body := make_rigid()
	body.lock_rotation = true
	await steps(1)
	check_equal(
		PhysicsServer3D.body_get_mode(body.get_rid()), PhysicsServer3D.BODY_MODE_RIGID_LINEAR
	)
	body.apply_torque_impulse(Vector3(0, 1, 0))
	body.apply_central_impulse(Vector3(1, 0, 0))
	await steps(2)
	check_near(body.angular_velocity, Vector3.ZERO, 1e-6)
	check_near(body.linear_velocity, Vector3(1, 0, 0), 1e-5)


func test_axis_locks() -> void:
	var body := make_rigid()
	body.gravity_scale = 1.0
	body.axis_lock_linear_y = true
	body.axis_lock_angular_y = true
	body.linear_velocity = Vector3(1, 0, 0)
	body.angular_velocity = Vector3(0, 0, 1)
	await steps(20)
	check_near(body.global_position.y, 0.0, 1e-6)
	check(body.global_position.x > 0.2, "x is free")
	check_near(body.angular_velocity, Vector3(0, 0, 1), 1e-4)


func test_leaving_and_entering_the_tree() -> void:
	var body := make_rigid()
	body.gravity_scale = 1.0
	await steps(5)
	root.remove_child(body)
	var place := body.position
	await steps(5)
	check_equal(body.position, place, "outside of the tree nothing moves")
	check_equal(PhysicsServer3D.body_get_space(body.get_rid()), RID())
	root.add_child(body)
	check_equal(PhysicsServer3D.body_get_space(body.get_rid()), root.get_world_3d().space)
	await steps(5)
	check(body.position.y < place.y, "falls again")


## What becomes of a body whose node is disabled: it leaves its space, or nothing moves it, or it goes on.
func test_modes_of_disabled_nodes() -> void:
	var modes: Array[CollisionObject3D.DisableMode] = [
		CollisionObject3D.DISABLE_MODE_REMOVE,
		CollisionObject3D.DISABLE_MODE_MAKE_STATIC,
		CollisionObject3D.DISABLE_MODE_KEEP_ACTIVE,
	]
	var bodies: Array[RigidBody3D] = []
	for mode in modes:
		var body := make_rigid()
		body.disable_mode = mode
		body.linear_velocity = Vector3(6, 0, 0)
		bodies.append(body)
	await steps(5)
	for body in bodies:
		body.process_mode = Node.PROCESS_MODE_DISABLED
	await steps(10)
	var server := PhysicsServer3D
	check_equal(server.body_get_space(bodies[0].get_rid()), RID())
	check_equal(server.body_get_mode(bodies[1].get_rid()), PhysicsServer3D.BODY_MODE_STATIC)
	var ways: Array[float] = [5.0, 5.0, 15.0]
	for i in 3:
		check_near(bodies[i].position.x, 6 * DT * ways[i], 1e-3, "mode %d, disabled" % i)
		bodies[i].process_mode = Node.PROCESS_MODE_INHERIT
	await steps(5)
	# out of its space it keeps its velocity, as a static body it loses it
	ways = [10.0, 5.0, 20.0]
	for i in 3:
		check_near(bodies[i].position.x, 6 * DT * ways[i], 1e-3, "mode %d, enabled again" % i)


## A body that is put below another node, and into another world, flies on.
func test_reparenting_keeps_the_motion() -> void:
	var parent := Node3D.new()
	parent.position = Vector3(5, 0, 0)
	add(parent)
	var world := SubViewport.new()
	world.own_world_3d = true
	add(world)
	var body := make_rigid()
	body.linear_velocity = Vector3(6, 0, 0)
	await steps(5)
	for place: Node in [parent, world, root]:
		body.reparent(place)
		await steps(5)
	check_near(body.linear_velocity, Vector3(6, 0, 0), 1e-5)
	check_near(body.global_position, Vector3(20 * 6 * DT, 0, 0), 1e-3)


func test_freeing_bodies_in_a_callback() -> void:
	var bodies: Array[Integrator] = []
	for i in 8:
		var body := Integrator.new()
		make_rigid(body)
		body.can_sleep = false
		bodies.append(body)
	await steps(3)
	bodies[3].victims = [bodies[1], bodies[2], bodies[4], bodies[7]]
	await steps(3)
	check_equal(root.get_child_count(), 4)
	var before := bodies[6].calls
	await steps(3)
	check_equal(bodies[6].calls - before, 3, "the others go on")


## Counts the calls of a callback that the server tells the state of a body.
class Told:
	extends RefCounted
	var calls := 0

	func hear(_state: PhysicsDirectBodyState3D) -> void:
		calls += 1


## A body of the server alone, whose callback counts.
func make_told(mode: PhysicsServer3D.BodyMode, told: Told) -> RID:
	var server := PhysicsServer3D
	var body := own(server.body_create())
	var shape := own(server.sphere_shape_create())
	server.shape_set_data(shape, 1.0)
	server.body_add_shape(body, shape)
	server.body_set_mode(body, mode)
	server.body_set_collision_layer(body, 0)
	server.body_set_param(body, PhysicsServer3D.BODY_PARAM_GRAVITY_SCALE, 0.0)
	server.body_set_state_sync_callback(body, told.hear)
	server.body_set_space(body, root.get_world_3d().space)
	server.body_set_state(body, PhysicsServer3D.BODY_STATE_TRANSFORM, Transform3D.IDENTITY)
	return body


# G8: nothing is told of a body that rests; of one that is moved in every tick in which it is, and of a kinematic one
# once more, with the velocity of 0. Jolt goes on telling of that
func test_how_often_nodes_are_told() -> void:
	var fixed := PhysicsServer3D.BODY_MODE_STATIC
	var kinematic := PhysicsServer3D.BODY_MODE_KINEMATIC
	for mode: PhysicsServer3D.BodyMode in [fixed, kinematic, PhysicsServer3D.BODY_MODE_RIGID]:
		var told := Told.new()
		var body := make_told(mode, told)
		await steps(60)
		told.calls = 0
		await steps(10)
		check_equal(told.calls, 0, "mode %d at rest" % mode)
		for i in 3:
			var place := Transform3D(Basis.IDENTITY, Vector3(0.1 * (i + 1), 0, 0))
			PhysicsServer3D.body_set_state(body, PhysicsServer3D.BODY_STATE_TRANSFORM, place)
			await steps(1)
			check_equal(told.calls, 0 if mode == fixed else i + 1, "mode %d moves" % mode)
		await steps(10)
		if mode == fixed:
			check_equal(told.calls, 0, "never of a static body")
		elif mode == kinematic and engine != JOLT:
			check_equal(told.calls, 4, "once more")


func test_paused_space_does_not_move() -> void:
	var body := make_rigid()
	body.gravity_scale = 1.0
	await steps(3)
	var space := root.get_world_3d().space
	PhysicsServer3D.space_set_active(space, false)
	await steps(2)
	var place := body.global_position
	await steps(5)
	PhysicsServer3D.space_set_active(space, true)
	check_equal(body.global_position, place)
	await steps(3)
	check(body.global_position.y < place.y, "moves again")
