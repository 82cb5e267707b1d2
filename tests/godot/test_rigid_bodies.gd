# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/scene_case.gd"
## RigidBody3D in the corners of its properties: what _integrate_forces sees and may write, freezing in both ways
## by turns, sleep that is forbidden, every axis lock, and lists of contacts that are too short. Where Godot's own
## engines differ, the comment of the test says how.


## Runs a piece of code in _integrate_forces, every tick.
class Scripted:
	extends RigidBody3D
	var work := Callable()

	func _integrate_forces(state: PhysicsDirectBodyState3D) -> void:
		if work.is_valid():
			work.call(state)


## A cube of 1 kg (moments 1/6) that nothing pulls or brakes.
func make_free(body: RigidBody3D, place := Vector3.ZERO) -> RigidBody3D:
	body.gravity_scale = 0.0
	body.linear_damp_mode = RigidBody3D.DAMP_MODE_REPLACE
	body.angular_damp_mode = RigidBody3D.DAMP_MODE_REPLACE
	body.can_sleep = false
	return make(body, make_box_shape(), place)


func state_of(body: PhysicsBody3D) -> PhysicsDirectBodyState3D:
	return PhysicsServer3D.body_get_direct_state(body.get_rid())


func mode_of(body: PhysicsBody3D) -> PhysicsServer3D.BodyMode:
	return PhysicsServer3D.body_get_mode(body.get_rid())


# the contacts of the step before, with all that can be asked of them, while the node is told of its body
func test_integrate_forces_sees_contacts() -> void:
	var ground := make_ground()
	var box := Scripted.new()
	box.contact_monitor = true
	box.max_contacts_reported = 8
	make(box, make_box_shape(), Vector3(0, 0.5, 0))
	box.can_sleep = false
	await steps(60)
	var seen := {}
	box.work = func(state: PhysicsDirectBodyState3D) -> void:
		seen.count = state.get_contact_count()
		seen.impulse = 0.0
		for i in state.get_contact_count():
			seen.impulse += state.get_contact_impulse(i).y
			seen.collider = state.get_contact_collider_object(i)
			seen.rid = state.get_contact_collider(i)
			seen.id = state.get_contact_collider_id(i)
			seen.normal = state.get_contact_local_normal(i)
			seen.place = state.get_contact_local_position(i)
			seen.other_place = state.get_contact_collider_position(i)
			seen.shapes = [state.get_contact_local_shape(i), state.get_contact_collider_shape(i)]
			seen.velocity = state.get_contact_local_velocity_at_position(i)
	await steps(1)
	check_equal(seen.count, 4)
	check_near(seen.impulse, 9.8 * DT, 0.03 * 9.8 * DT, "they carry the weight")
	check_equal(seen.collider, ground)
	check_equal(seen.rid, ground.get_rid())
	check_equal(seen.id, ground.get_instance_id())
	check_near(seen.normal, Vector3.UP, 1e-3)
	check_equal(seen.shapes, [0, 0])
	# places are in the world; Godot Physics lets it sink in by 1 cm
	check_near(absf(seen.place.x), 0.5, 0.03)
	check_near(seen.place.y, 0.0, 0.015)
	check_near(seen.other_place, seen.place, 0.015)
	check_near(seen.velocity * Vector3(1, 0, 1), Vector3.ZERO, 0.01)


# everything that a state can be told in the callback, one after the other, on 1 kg
func test_integrate_forces_may_write() -> void:
	var at_once: Dictionary[String, Callable] = {
		"linear_velocity": func(s: PhysicsDirectBodyState3D) -> void: s.linear_velocity = Vector3.RIGHT,
		"central impulse": func(s: PhysicsDirectBodyState3D) -> void: s.apply_central_impulse(Vector3.RIGHT),
		"impulse": func(s: PhysicsDirectBodyState3D) -> void: s.apply_impulse(Vector3.RIGHT),
		"central force": func(s: PhysicsDirectBodyState3D) -> void: s.apply_central_force(Vector3(60, 0, 0)),
		"force": func(s: PhysicsDirectBodyState3D) -> void: s.apply_force(Vector3(60, 0, 0)),
		"place": func(s: PhysicsDirectBodyState3D) -> void: s.transform.origin.x += 5.0,
	}
	var turning: Dictionary[String, Callable] = {
		"angular_velocity": func(s: PhysicsDirectBodyState3D) -> void: s.angular_velocity = Vector3.UP,
		"torque impulse": func(s: PhysicsDirectBodyState3D) -> void: s.apply_torque_impulse(Vector3.UP / 6.0),
		"torque": func(s: PhysicsDirectBodyState3D) -> void: s.apply_torque(Vector3(0, 10, 0)),
	}
	for name: String in at_once.keys() + turning.keys():
		var body := make_free(Scripted.new()) as Scripted
		body.collision_mask = 0
		await steps(2)
		var calls := [at_once.get(name, turning.get(name))]
		body.work = func(state: PhysicsDirectBodyState3D) -> void:
			if not calls.is_empty():
				calls.pop_back().call(state)
		await steps(3)
		if name == "place":
			check_near(body.position, Vector3(5, 0, 0), 1e-4, name)
		elif name in at_once:
			check_near(body.linear_velocity, Vector3.RIGHT, 1e-4, name)
		else:
			check_near(body.angular_velocity, Vector3.UP, 1e-3, name)
		body.free()


func test_integrate_forces_may_set_constant_forces_and_layers() -> void:
	var body := make_free(Scripted.new()) as Scripted
	await steps(2)
	var calls := [1]
	body.work = func(state: PhysicsDirectBodyState3D) -> void:
		if calls.pop_back():
			state.set_constant_force(Vector3(3, 0, 0))
			state.add_constant_central_force(Vector3(3, 0, 0))
			state.set_constant_torque(Vector3(0, 1, 0))
			state.collision_layer = 4
			state.collision_mask = 8
	await steps(1)
	var before := body.linear_velocity
	await steps(10)
	check_near(body.linear_velocity - before, Vector3(1, 0, 0), 1e-4, "6 N for 10 ticks")
	check_near(body.constant_force, Vector3(6, 0, 0), 1e-5)
	check_near(body.constant_torque, Vector3(0, 1, 0), 1e-5)
	check_equal(PhysicsServer3D.body_get_collision_layer(body.get_rid()), 4)
	check_equal(PhysicsServer3D.body_get_collision_mask(body.get_rid()), 8)


func test_integrate_forces_may_put_to_sleep() -> void:
	var body := make_free(Scripted.new()) as Scripted
	body.can_sleep = true
	body.linear_velocity = Vector3(3, 0, 0)
	await steps(2)
	var calls := [1]
	body.work = func(state: PhysicsDirectBodyState3D) -> void:
		if calls.pop_back():
			state.sleeping = true
	await steps(3)
	check(body.sleeping, "it sleeps")
	var place := body.position
	await steps(3)
	check_equal(body.position, place)


# frozen by turns as a static and as a kinematic body, without ever being let go in between. In Godot Physics the
# first way of a body that has become kinematic is a teleport
func test_the_freeze_mode_changes_while_frozen() -> void:
	var body := make_free(RigidBody3D.new())
	await steps(2)
	body.freeze = true
	for round in 2:
		body.freeze_mode = RigidBody3D.FREEZE_MODE_KINEMATIC
		await steps(2)
		check_equal(mode_of(body), PhysicsServer3D.BODY_MODE_KINEMATIC)
		var place := body.position
		body.position = place + Vector3(0.1, 0, 0)
		await steps(1)
		if engine != GODOT_PHYSICS:
			check_near(state_of(body).linear_velocity, Vector3(6, 0, 0), 0.01, "a way is a velocity")
		body.freeze_mode = RigidBody3D.FREEZE_MODE_STATIC
		await steps(2)
		check_equal(mode_of(body), PhysicsServer3D.BODY_MODE_STATIC)
		place = body.position
		body.position = place + Vector3(0.1, 0, 0)
		await steps(1)
		check_near(state_of(body).linear_velocity, Vector3.ZERO, 1e-5, "a teleport is not")
		check_near(body.position, place + Vector3(0.1, 0, 0), 1e-5)
	body.freeze = false
	body.apply_central_impulse(Vector3(0, 1, 0))
	await steps(2)
	check_near(body.linear_velocity, Vector3(0, 1, 0), 1e-4, "let go, it is a body as any other")


# what was locked before is locked after: the lock of rotation outlives the freezing
func test_lock_rotation_and_freezing() -> void:
	var body := make_free(RigidBody3D.new())
	body.lock_rotation = true
	body.freeze = true
	await steps(2)
	check_equal(mode_of(body), PhysicsServer3D.BODY_MODE_STATIC)
	body.freeze = false
	await steps(2)
	check_equal(mode_of(body), PhysicsServer3D.BODY_MODE_RIGID_LINEAR)
	body.apply_torque_impulse(Vector3.ONE)
	await steps(2)
	check_near(body.angular_velocity, Vector3.ZERO, 1e-6)
	body.lock_rotation = false
	await steps(1)
	body.apply_torque_impulse(Vector3(1, 0, 0) / 6.0)
	await steps(2)
	check_near(body.angular_velocity, Vector3(1, 0, 0), 1e-3, "free again")


# each lock alone holds its own axis, whatever pushes, and no other
func test_every_axis_lock() -> void:
	var names := ["linear_x", "linear_y", "linear_z", "angular_x", "angular_y", "angular_z"]
	for index in 6:
		var body := make_free(RigidBody3D.new(), Vector3(0, 0, 20.0 * index))
		body.set("axis_lock_" + names[index], true)
		var start := body.position
		await steps(2)
		body.apply_central_impulse(Vector3.ONE)
		body.apply_torque_impulse(Vector3.ONE / 6.0)
		body.constant_force = Vector3.ONE * 0.1
		await steps(10)
		for axis in 6:
			var value := body.position[axis] - start[axis] if axis < 3 else body.angular_velocity[axis - 3]
			if axis == index:
				check_near(value, 0.0, 1e-5, "%s is locked" % names[axis])
			else:
				check(value > 0.1, "%s is free with %s: %s" % [names[axis], names[index], value])


# Jolt refuses this and lets the body move
func test_a_body_with_all_axes_locked_stays() -> void:
	if skip_on([JOLT]):
		return
	var body := make_rigid(make_box_shape())
	for axis: String in ["linear_x", "linear_y", "linear_z", "angular_x", "angular_y", "angular_z"]:
		body.set("axis_lock_" + axis, true)
	var ball := make_ball(Vector3(0, 1.2, 0))
	await steps(60)
	check_near(body.position, Vector3.ZERO, 1e-5)
	check_near(body.basis, Basis.IDENTITY, 1e-5)
	# Godot Physics lets it sink in by 2 cm
	check_near(ball.position.y, 1.0, 0.03, "a ball lies on it")


# a sleeper that must not sleep any more wakes, and stays awake with all that it touches; in Godot's own engines others
# may sleep meanwhile
func test_forbidding_sleep_wakes() -> void:
	make_ground()
	var box := make_rigid(make_box_shape(), Vector3(0, 0.5, 0))
	var upper := make_rigid(make_box_shape(), Vector3(0, 1.5, 0))
	await steps(200)
	check(box.sleeping and upper.sleeping, "they sleep")
	box.can_sleep = false
	if engine == JOLT: # which wakes nobody for it
		box.sleeping = false
	await steps(60)
	check(not box.sleeping, "it is awake")
	if engine == MINKOWSKI:
		check(not upper.sleeping, "so is what lies on it")
	box.can_sleep = true
	await steps(120)
	check(box.sleeping and upper.sleeping, "they sleep again")


# the deepest are kept: a box between two others is in one by 2 mm and in the other by 20 mm. Jolt keeps some of both
func test_the_deepest_contacts_are_kept() -> void:
	var shallow := make_static(make_box_shape(), Vector3(0.998, 0, 0))
	var deep := make_static(make_box_shape(), Vector3(-0.98, 0, 0))
	var box := make_free(RigidBody3D.new())
	box.contact_monitor = true
	for amount: int in [4, 8]:
		box.max_contacts_reported = amount
		box.position = Vector3.ZERO
		box.linear_velocity = Vector3.ZERO
		box.angular_velocity = Vector3.ZERO
		await steps(1)
		var others := {}
		var state := state_of(box)
		for i in state.get_contact_count():
			others[state.get_contact_collider_object(i)] = true
		check(others.has(deep), "of %d contacts some are the deep ones" % amount)
		if engine != JOLT or amount == 8:
			check_equal(others.has(shallow), amount == 8, "of %d the shallow ones" % amount)


# a signal of a contact may free the other, or the body itself at the end of the frame
func test_freeing_in_signals_of_contacts() -> void:
	make_ground()
	var mine := make_static(make_box_shape(Vector3(2, 0.2, 2)), Vector3(0, 0.1, 0))
	mine.name = "mine"
	var box := make_rigid(make_box_shape(), Vector3(0, 0.9, 0))
	box.contact_monitor = true
	box.max_contacts_reported = 8
	var log: Array[String] = []
	box.body_entered.connect(
		func(body: Node) -> void:
			log.append("+" + body.get_class())
			if body.name == "mine":
				body.free()
	)
	box.body_exited.connect(func(body: Node) -> void: log.append("-" + body.get_class()))
	var other := make_rigid(make_box_shape(), Vector3(5, 0.6, 0))
	other.contact_monitor = true
	other.max_contacts_reported = 8
	other.body_entered.connect(func(_body: Node) -> void: other.queue_free())
	await steps(60)
	check(not is_instance_valid(mine) and not is_instance_valid(other), "both are gone")
	check_equal(log, ["+StaticBody3D", "-StaticBody3D", "+StaticBody3D"] as Array[String])
	check_near(box.position.y, 0.5, 0.015, "the box lies on the ground")


# a change of the material counts from the next tick on
func test_the_material_changes_while_it_slides() -> void:
	make_ground()
	var box := make_rigid(make_box_shape(Vector3(2, 0.5, 2)), Vector3(0, 0.25, 0))
	var slippery := PhysicsMaterial.new()
	slippery.friction = 0.0
	box.physics_material_override = slippery
	box.linear_damp_mode = RigidBody3D.DAMP_MODE_REPLACE
	box.linear_velocity = Vector3(4, 0, 0)
	await steps(20)
	check_near(box.linear_velocity.x, 4.0, 0.01, "no friction")
	slippery.friction = 0.5
	await steps(2)
	var before := box.linear_velocity.x
	await steps(20)
	check_near(before - box.linear_velocity.x, 0.5 * 9.8 * 20 * DT, 0.1, "half of the weight")
