# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/scene_case.gd"
## What scripts do besides nodes: questions from inside of callbacks, bodies of the server alone, other speeds of the clock,
## the server switched off, thousands of contacts. The same on all engines unless a test says otherwise.


## Asks the space and tests a motion while forces are integrated.
class Asker:
	extends RigidBody3D
	var ground := Vector3.INF
	var travel := Vector3.INF

	func _integrate_forces(state: PhysicsDirectBodyState3D) -> void:
		var place := state.transform.origin
		var ray := PhysicsRayQueryParameters3D.create(place, place + Vector3.DOWN * 20)
		ray.exclude = [get_rid()]
		ground = state.get_space_state().intersect_ray(ray).get("position", Vector3.INF)
		var motion := PhysicsTestMotionParameters3D.new()
		motion.from = state.transform
		motion.motion = Vector3.DOWN
		var result := PhysicsTestMotionResult3D.new()
		PhysicsServer3D.body_test_motion(get_rid(), motion, result)
		travel = result.get_travel()


func test_questions_while_forces_are_integrated() -> void:
	make_ground()
	var asker := Asker.new()
	make(asker, make_box_shape(), Vector3(0, 5, 0))
	await steps(5)
	check_near(asker.ground, Vector3.ZERO, 1e-3, "a ray meets the ground")
	check_near(asker.travel, Vector3.DOWN, 1e-3, "a motion is free")


func test_questions_in_a_signal() -> void:
	make_ground()
	var crate := make_rigid(make_box_shape(), Vector3(0, 0.6, 0))
	crate.contact_monitor = true
	crate.max_contacts_reported = 4
	var met: Array = []
	crate.body_entered.connect(
		func(_ground: Node) -> void:
			var ray := PhysicsRayQueryParameters3D.create(Vector3(0, 5, 0), Vector3(0, -5, 0))
			met.append(root.get_world_3d().direct_space_state.intersect_ray(ray).get("collider"))
	)
	await steps(30)
	check_equal(met.slice(0, 1), [crate])


func test_bullets_are_freed_where_they_hit() -> void:
	make_static(make_box_shape(Vector3(0.2, 10, 10)), Vector3(20, 0, 0))
	var hits := [0]
	for i in 20:
		var bullet := make_ball(Vector3(0, 0, i * 2 - 20))
		bullet.gravity_scale = 0
		bullet.continuous_cd = true
		bullet.linear_velocity = Vector3(300, 0, 0)
		bullet.contact_monitor = true
		bullet.max_contacts_reported = 1
		bullet.body_entered.connect(
			func(_wall: Node) -> void:
				hits[0] += 1
				bullet.queue_free()
		)
	await steps(20)
	check_equal(hits[0], 5, "as many as were aimed at the wall")
	check_equal(root.get_child_count(), 16, "the others and the wall are left")


# Godot Physics loses some and finds them again
func test_thousands_of_contacts() -> void:
	make_ground()
	var table := make_rigid(make_box_shape(Vector3(40, 1, 40)), Vector3(0, 0.5, 0))
	table.contact_monitor = true
	table.max_contacts_reported = 4095
	table.mass = 1000
	var told := {entered = 0, exited = 0}
	table.body_entered.connect(func(_body: Node) -> void: told.entered += 1)
	table.body_exited.connect(func(_body: Node) -> void: told.exited += 1)
	for i in 400:
		make_rigid(make_box_shape(Vector3.ONE * 0.8), Vector3(i % 20 * 1.5 - 15, 1.4, i / 20 * 1.5 - 15))
	await steps(30)
	check_equal(table.get_colliding_bodies().size(), 401)
	if engine == GODOT_PHYSICS:
		return
	check_equal(table.get_contact_count(), 1604, "four of each")
	check_equal(told, {entered = 401, exited = 0}, "each is told once")


# no node at all: ground, a box, callbacks with data, other modes
func test_bodies_of_the_server_alone() -> void:
	var space := root.get_world_3d().space
	var ground := own(PhysicsServer3D.body_create())
	var plane := own(PhysicsServer3D.world_boundary_shape_create())
	PhysicsServer3D.shape_set_data(plane, Plane(Vector3.UP, 0))
	PhysicsServer3D.body_set_mode(ground, PhysicsServer3D.BODY_MODE_STATIC)
	PhysicsServer3D.body_set_space(ground, space)
	PhysicsServer3D.body_add_shape(ground, plane)
	var body := own(PhysicsServer3D.body_create())
	var shape := own(PhysicsServer3D.box_shape_create())
	PhysicsServer3D.shape_set_data(shape, Vector3.ONE * 0.5)
	PhysicsServer3D.body_set_space(body, space)
	PhysicsServer3D.body_add_shape(body, shape)
	var place := Transform3D(Basis(), Vector3(0, 2, 0))
	PhysicsServer3D.body_set_state(body, PhysicsServer3D.BODY_STATE_TRANSFORM, place)
	var told: Array = []
	var tell := func(state: PhysicsDirectBodyState3D, data: Variant) -> void:
		told.append([state.transform.origin.y, data])
	PhysicsServer3D.body_set_force_integration_callback(body, tell, "crate")
	await steps(120)
	var origin: Vector3 = PhysicsServer3D.body_get_state(body, PhysicsServer3D.BODY_STATE_TRANSFORM).origin
	check_near(origin, Vector3(0, 0.5, 0), 0.02, "it lies")
	check(PhysicsServer3D.body_get_state(body, PhysicsServer3D.BODY_STATE_SLEEPING), "and sleeps")
	check_near(told[-1][0], 0.5, 0.02, "it told where it was")
	check_equal(told[-1][1], "crate")
	PhysicsServer3D.body_set_mode(body, PhysicsServer3D.BODY_MODE_KINEMATIC)
	PhysicsServer3D.body_set_state(body, PhysicsServer3D.BODY_STATE_TRANSFORM, place)
	await steps(5)
	origin = PhysicsServer3D.body_get_state(body, PhysicsServer3D.BODY_STATE_TRANSFORM).origin
	check_near(origin, place.origin, 1e-5, "moved by hand it stays")
	PhysicsServer3D.body_set_mode(body, PhysicsServer3D.BODY_MODE_RIGID)
	await steps(5)
	origin = PhysicsServer3D.body_get_state(body, PhysicsServer3D.BODY_STATE_TRANSFORM).origin
	check(origin.y < 2.0, "it falls again")


func test_the_server_is_switched_off() -> void:
	var ball := make_ball()
	await steps(3)
	var height := ball.position.y
	PhysicsServer3D.set_active(false)
	await steps(5)
	check_equal(ball.position.y, height, "it stands still")
	PhysicsServer3D.set_active(true)
	await steps(5)
	check(ball.position.y < height - 0.01, "it falls on")


# a falling ball gains g per second, however long a tick is
func test_the_clock_changes() -> void:
	var ball := make_ball()
	ball.linear_damp_mode = RigidBody3D.DAMP_MODE_REPLACE
	await steps(2)
	for rate: int in [240, 10, 60]:
		Engine.physics_ticks_per_second = rate
		# as many as are left of a frame have the length of before
		await steps(6)
		var before := ball.linear_velocity.y
		await steps(10)
		check_near(ball.linear_velocity.y - before, -98.0 / rate, 1e-3, "%d ticks per second" % rate)
	Engine.time_scale = 0.25
	await steps(6)
	var slow := ball.linear_velocity.y
	await steps(10)
	check_near(ball.linear_velocity.y - slow, -98.0 / 240, 1e-3, "a quarter of the speed")
	Engine.time_scale = 1.0


# five ticks in a second: gravity alone moves a box by 0.4 m in one. Godot's own engines throw the boxes apart
func test_a_stack_at_five_ticks_per_second() -> void:
	if not only_on([MINKOWSKI]):
		return
	Engine.physics_ticks_per_second = 5
	make_ground()
	var boxes: Array[RigidBody3D] = []
	for i in 5:
		boxes.append(make_rigid(make_box_shape(), Vector3(0, 0.5 + i, 0)))
	await steps(50)
	Engine.physics_ticks_per_second = 60
	for i in 5:
		check_near(boxes[i].position, Vector3(0, 0.5 + i, 0), 0.12, "box %d" % i)


func test_a_car_is_frozen_and_drives_on() -> void:
	make_ground()
	var car := VehicleBody3D.new()
	car.mass = 100
	car.add_child(make_collision(make_box_shape(Vector3(2, 0.5, 4))))
	for place: Vector3 in [Vector3(-1, -0.3, 1.5), Vector3(1, -0.3, 1.5), Vector3(-1, -0.3, -1.5), Vector3(1, -0.3, -1.5)]:
		var wheel := VehicleWheel3D.new()
		wheel.position = place
		wheel.use_as_traction = true
		wheel.wheel_radius = 0.4
		wheel.suspension_stiffness = 50
		wheel.suspension_max_force = 6000
		car.add_child(wheel)
	car.position.y = 1
	add(car)
	await steps(120)
	car.engine_force = 200
	await steps(60)
	check(car.linear_velocity.length() > 2.0, "it drives")
	car.freeze = true
	await steps(2)
	var place := car.position
	await steps(5)
	check_equal(car.position, place, "frozen it stands")
	car.freeze = false
	await steps(60)
	check(car.linear_velocity.length() > 2.0, "it drives on")


# off and on within one tick nobody hears of; longer, the body is told to leave and to come. Jolt loses it, and Godot
# Physics one that sleeps
func test_areas_are_switched() -> void:
	if skip_on([JOLT]):
		return
	var area := make_area(Vector3.ZERO, 5.0)
	var told: Array[String] = []
	area.body_entered.connect(func(_body: Node) -> void: told.append("+"))
	area.body_exited.connect(func(_body: Node) -> void: told.append("-"))
	var body := make_floating_rigid()
	await steps(3)
	var shape := area.get_child(0) as CollisionShape3D
	var switches := {
		"the shape": func(on: bool) -> void: shape.disabled = not on,
		"monitoring": func(on: bool) -> void: area.monitoring = on,
		"the node":
		func(on: bool) -> void:
			area.process_mode = Node.PROCESS_MODE_INHERIT if on else Node.PROCESS_MODE_DISABLED,
		"the body":
		func(on: bool) -> void:
			body.process_mode = Node.PROCESS_MODE_INHERIT if on else Node.PROCESS_MODE_DISABLED,
	}
	body.can_sleep = false
	for name: String in switches:
		told.clear()
		switches[name].call(false)
		await steps(3)
		check_equal(told, ["-"] as Array[String], "%s off" % name)
		switches[name].call(true)
		await steps(3)
		check_equal(told, ["-", "+"] as Array[String], "%s on" % name)
		switches[name].call(false)
		switches[name].call(true)
		await steps(3)
		check_equal(area.get_overlapping_bodies(), [body] as Array[Node3D], "%s off and on" % name)
