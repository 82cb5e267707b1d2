# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/test_case.gd"
## How bodies answer to each other: masks, exceptions, materials, collisions, slopes, frozen bodies, locks and
## scale. Where Godot's own engines differ, the comment of the test says how.

const DT := 1.0 / 60.0
const G := 9.8


func tick_limit() -> int:
	return 3000


func make_collision(shape: Shape3D) -> CollisionShape3D:
	var collision := CollisionShape3D.new()
	collision.shape = shape
	return collision


func make_box_shape(size: Vector3) -> BoxShape3D:
	var shape := BoxShape3D.new()
	shape.size = size
	return shape


func make(body: PhysicsBody3D, place := Vector3.ZERO, shape: Shape3D = BoxShape3D.new()) -> Node3D:
	body.add_child(make_collision(shape))
	body.position = place
	if body is RigidBody3D:
		body.linear_damp_mode = RigidBody3D.DAMP_MODE_REPLACE
		body.angular_damp_mode = RigidBody3D.DAMP_MODE_REPLACE
	add(body)
	return body


func make_slab() -> StaticBody3D:
	return make(StaticBody3D.new(), Vector3(0, -0.5, 0), make_box_shape(Vector3(40, 1, 40)))


func make_rigid(place: Vector3, shape: Shape3D = BoxShape3D.new()) -> RigidBody3D:
	return make(RigidBody3D.new(), place, shape) as RigidBody3D


func make_material(friction: float, bounce := 0.0, rough := false, absorbent := false) -> PhysicsMaterial:
	var material := PhysicsMaterial.new()
	material.friction = friction
	material.bounce = bounce
	material.rough = rough
	material.absorbent = absorbent
	return material


func server_velocity(body: PhysicsBody3D) -> Vector3:
	var state := PhysicsServer3D.BODY_STATE_LINEAR_VELOCITY
	return PhysicsServer3D.body_get_state(body.get_rid(), state)


# S08: both see each other, only A sees B, only B sees A, none
func test_a_body_is_pushed_by_what_its_mask_sees() -> void:
	var results := [[1.0, 1.0], [0.0, 0.0], [2.0, 2.0], [2.0, 0.0]]
	for index in 4:
		var place := Vector3(0, 10.0 * index, 0)
		var a := make_rigid(place - Vector3(1, 0, 0), SphereShape3D.new())
		var b := make_rigid(place + Vector3(0.5, 0, 0), SphereShape3D.new())
		for body: RigidBody3D in [a, b]:
			body.gravity_scale = 0.0
			body.can_sleep = false
		a.collision_mask = 1 if index in [0, 1] else 0
		b.collision_mask = 1 if index in [0, 2] else 0
		a.linear_velocity = Vector3(2, 0, 0)
		await steps(40)
		check_near(a.linear_velocity.x, results[index][0], 0.01, "A of case %d" % index)
		check_near(b.linear_velocity.x, results[index][1], 0.01, "B of case %d" % index)


# whoever was told first, and whether the other was there already; and again after coming back
func test_exceptions_hold_for_bodies_that_come_later() -> void:
	make_slab()
	var first := make_rigid(Vector3(0, 0.5, 0))
	var second := RigidBody3D.new()
	first.add_collision_exception_with(second)
	var third := RigidBody3D.new()
	third.add_collision_exception_with(first)
	make(second, Vector3(0, 0.6, 0), BoxShape3D.new())
	make(third, Vector3(0.1, 0.5, 0), BoxShape3D.new())
	second.add_collision_exception_with(third)
	for turn in 2:
		await steps(30)
		for body: RigidBody3D in [first, second, third]:
			check_near(body.position.y, 0.5, 0.01, "%s on the floor, turn %d" % [body.name, turn])
		var parent := first.get_parent()
		parent.remove_child(first)
		await steps(1)
		parent.add_child(first)
	first.remove_collision_exception_with(second)
	third.free()
	first.position = second.position + Vector3(0, 1.2, 0)
	await steps(60)
	check_near(first.position.y, 1.5, 0.02, "it stands on the other one")


# D07: friction of (floor, box), some rough; v^2 = v0^2 - 2 mu g s, here as the loss of speed in 10 ticks
func test_friction_combines() -> void:
	var cases := [
		[0.2, false, 0.8, false, 0.2],
		[0.2, true, 0.8, false, 0.2],
		[0.2, false, 0.8, true, 0.8],
		[0.2, true, 0.8, true, 0.8]
	]
	var boxes: Array[RigidBody3D] = []
	for index in cases.size():
		var case: Array = cases[index]
		var ground := make(
			StaticBody3D.new(), Vector3(0, -0.5, 6.0 * index), make_box_shape(Vector3(60, 1, 4))
		)
		ground.physics_material_override = make_material(case[0], 0.0, case[1])
		var box := make_rigid(Vector3(0, 0.5, 6.0 * index), make_box_shape(Vector3(2, 1, 2)))
		box.physics_material_override = make_material(case[2], 0.0, case[3])
		boxes.append(box)
	await steps(10)
	for box in boxes:
		box.linear_velocity = Vector3(8, 0, 0)
	await steps(5)
	var before: Array[float] = []
	for box in boxes:
		before.append(box.linear_velocity.x)
	await steps(20)
	for index in cases.size():
		var loss := before[index] - boxes[index].linear_velocity.x
		var friction: float = loss / (20.0 * DT * G)
		check_near(friction, cases[index][4], 0.05 * cases[index][4], str(cases[index]))


# D08: bounce of (floor, ball), some absorbent; the speed after the bounce by that before it
func test_bounce_combines() -> void:
	var cases := [
		[0.5, false, 0.5, false, 1.0],
		[0.3, false, 0.4, false, 0.7],
		[0.8, false, 0.8, false, 1.0],
		[0.3, true, 0.8, false, 0.5],
		[0.8, true, 0.3, false, 0.0],
		[0.5, true, 0.5, true, 0.0]
	]
	var balls: Array[RigidBody3D] = []
	for index in cases.size():
		var case: Array = cases[index]
		var place := Vector3(0, -0.5, 6.0 * index)
		var ground := make(StaticBody3D.new(), place, make_box_shape(Vector3(4, 1, 4)))
		ground.physics_material_override = make_material(0.0, case[0], false, case[1])
		var ball := make_rigid(Vector3(0, 1.0, 6.0 * index), SphereShape3D.new())
		ball.gravity_scale = 0.0
		ball.physics_material_override = make_material(0.0, case[2], false, case[3])
		ball.linear_velocity = Vector3(0, -4, 0)
		balls.append(ball)
	await steps(30)
	for index in cases.size():
		var expected: float = 4.0 * cases[index][4]
		check_near(balls[index].linear_velocity.y, expected, 0.1, str(cases[index]))


# D12, D13
func test_collisions_of_two_balls() -> void:
	var heavy := make_rigid(Vector3(-2, 0, 0), SphereShape3D.new())
	var light := make_rigid(Vector3(2, 0, 0), SphereShape3D.new())
	heavy.mass = 2.0
	heavy.linear_velocity = Vector3(3, 0, 0)
	light.linear_velocity = Vector3(-1.5, 0, 0)
	var soft_a := make_rigid(Vector3(-1, 9, 0), SphereShape3D.new())
	var soft_b := make_rigid(Vector3(0.5, 9, 0), SphereShape3D.new())
	soft_a.linear_velocity = Vector3(2, 0, 0)
	for body: RigidBody3D in [heavy, light, soft_a, soft_b]:
		body.gravity_scale = 0.0
		body.can_sleep = false
		body.physics_material_override = make_material(0.0)
	for body: RigidBody3D in [heavy, light]:
		body.physics_material_override.bounce = 1.0
	await steps(80)
	# v1 = (m1 - m2) / (m1 + m2) u1 + 2 m2 / (m1 + m2) u2, and the other way round
	check_near(heavy.linear_velocity.x, 3.0 / 3.0 - 2.0 / 3.0 * 1.5, 0.02)
	check_near(light.linear_velocity.x, 4.0 / 3.0 * 3.0 + 1.0 / 3.0 * 1.5, 0.02)
	check_near(soft_a.linear_velocity.x, 1.0, 0.01)
	check_near(soft_b.linear_velocity.x, 1.0, 0.01)


func make_slope(degrees: float) -> StaticBody3D:
	var slope := make(StaticBody3D.new(), Vector3.ZERO, make_box_shape(Vector3(60, 1, 20)))
	slope.rotation_degrees = Vector3(0, 0, degrees)
	return slope


# D09: g (sin 30 - 0.3 cos 30) for a second
func test_a_box_slides_down() -> void:
	var slope := make_slope(-30.0)
	slope.physics_material_override = make_material(0.3)
	var box := make_rigid(slope.global_basis.y * 1.0, make_box_shape(Vector3(2, 1, 2)))
	box.rotation_degrees = Vector3(0, 0, -30)
	box.physics_material_override = make_material(0.3)
	await steps(10)
	var before := box.linear_velocity.length()
	await steps(60)
	check_near(box.linear_velocity.length() - before, G * (0.5 - 0.3 * cos(PI / 6.0)), 0.1)


# D10: 5/7 g sin 20 for a second
func test_a_ball_rolls_down() -> void:
	var slope := make_slope(-20.0)
	var ball := make_rigid(slope.global_basis.y * 1.0, SphereShape3D.new())
	await steps(10)
	var before := ball.linear_velocity.length()
	await steps(60)
	check_near(ball.linear_velocity.length() - before, 5.0 / 7.0 * G * sin(deg_to_rad(20.0)), 0.03)


# S10: what is frozen moves only by its node, and starts anew from rest. In Godot Physics a body that moved
# before it was frozen goes on to have that velocity
func test_freezing_between_the_modes() -> void:
	if skip_on([GODOT_PHYSICS]):
		return
	var body := make_rigid(Vector3.ZERO)
	body.gravity_scale = 0.0
	body.linear_velocity = Vector3(3, 0, 0)
	await steps(2)
	body.freeze_mode = RigidBody3D.FREEZE_MODE_KINEMATIC
	body.freeze = true
	await steps(3)
	var place := body.global_position
	await steps(3)
	check_near(body.global_position, place, 1e-6)
	body.global_position = place + Vector3(0.1, 0, 0)
	await steps(1)
	check_near(server_velocity(body), Vector3(6, 0, 0), 0.01)
	await steps(2)
	body.freeze = false
	await steps(2)
	check_near(body.linear_velocity, Vector3.ZERO, 1e-5)
	body.freeze_mode = RigidBody3D.FREEZE_MODE_STATIC
	body.freeze = true
	var other := make_rigid(place + Vector3(-2, 0, 0))
	other.gravity_scale = 0.0
	other.linear_velocity = Vector3(4, 0, 0)
	var before := body.global_position
	await steps(30)
	check_near(body.global_position, before, 1e-5)
	check(other.linear_velocity.x < 0.5, "it is held up")


# S11
func test_lock_rotation() -> void:
	var body := make_rigid(Vector3.ZERO)
	body.gravity_scale = 0.0
	body.lock_rotation = true
	await steps(1)
	body.apply_torque_impulse(Vector3(1, 2, 3))
	body.apply_impulse(Vector3(0, 1, 0), Vector3(1, 0, 0))
	await steps(2)
	check_near(body.angular_velocity, Vector3.ZERO, 1e-6)
	check_near(body.linear_velocity, Vector3(0, 1, 0), 1e-5)
	var state := PhysicsServer3D.body_get_direct_state(body.get_rid())
	check_near(state.inverse_inertia, Vector3.ZERO, 0.0)
	check_equal(
		PhysicsServer3D.body_get_mode(body.get_rid()), PhysicsServer3D.BODY_MODE_RIGID_LINEAR
	)


# S12: also while something pushes
func test_axis_locks_hold_against_pushes() -> void:
	var body := make_rigid(Vector3.ZERO)
	body.gravity_scale = 0.0
	body.axis_lock_linear_x = true
	body.axis_lock_angular_x = true
	body.axis_lock_angular_y = true
	body.axis_lock_angular_z = true
	var ball := make_rigid(Vector3(-3, 0.2, 0), SphereShape3D.new())
	ball.gravity_scale = 0.0
	ball.linear_velocity = Vector3(5, 0, 0)
	await steps(60)
	check_near(body.global_position.x, 0.0, 1e-4)
	check_near(body.global_basis, Basis.IDENTITY, 1e-4)
	check(ball.linear_velocity.x < 1.0, "the ball is held up")


# S16: Godot Physics takes the scale away from rigid bodies
func test_scaled_bodies() -> void:
	if skip_on([GODOT_PHYSICS]):
		return
	make_slab()
	var box := RigidBody3D.new()
	box.scale = Vector3.ONE * 2.0
	make(box, Vector3(0, 1.5, 0))
	await steps(120)
	check_near(box.global_position.y, 1.0, 0.02)
	check_near(box.global_basis.get_scale(), Vector3.ONE * 2.0, 1e-3)


# the signal, once each way
func test_the_sleeping_signal() -> void:
	make_slab()
	var box := make_rigid(Vector3(0, 0.5, 0))
	var log: Array[bool] = []
	box.sleeping_state_changed.connect(func() -> void: log.append(box.sleeping))
	await steps(120)
	check_equal(log, [true] as Array[bool])
	box.apply_central_impulse(Vector3(0, 3, 0))
	await steps(3)
	check_equal(log, [true, false] as Array[bool])
	box.sleeping = true
	await steps(2)
	check(box.sleeping, "put to sleep")
	check_near(server_velocity(box), Vector3.ZERO, 1e-6)


# both engines inside Godot leave it asleep
func test_what_changes_below_a_sleeper_wakes_it() -> void:
	if not only_on([MINKOWSKI]):
		return
	var ground := make_slab()
	var box := make_rigid(Vector3(0, 0.5, 0))
	await steps(120)
	check(box.sleeping, "it sleeps")
	ground.get_child(0).disabled = true
	await steps(10)
	check(box.global_position.y < 0.45, "the floor is disabled: it falls")
	ground.get_child(0).disabled = false
	box.global_position = Vector3(0, 0.5, 0)
	box.linear_velocity = Vector3.ZERO
	await steps(120)
	check(box.sleeping, "it sleeps again")
	ground.global_position.y -= 5.0
	await steps(10)
	check(box.global_position.y < 0.45, "the floor went away: it falls")


# gravity_scale, damping and mass of a sleeper: a new gravity wakes in Jolt and here
func test_changes_of_its_own_wake() -> void:
	if skip_on([GODOT_PHYSICS]):
		return
	make_slab()
	var box := make_rigid(Vector3(0, 0.5, 0))
	await steps(120)
	check(box.sleeping, "it sleeps")
	box.gravity_scale = -1.0
	await steps(10)
	check(box.global_position.y > 0.51, "it falls upward")
	box.gravity_scale = 1.0
	await steps(150)
	check(box.sleeping, "it sleeps again")
	box.constant_force = Vector3(0, 50, 0)
	await steps(10)
	check(box.global_position.y > 0.51, "a constant force lifts it")


# D21: another damping
func test_another_damping_wakes() -> void:
	if skip_on([GODOT_PHYSICS]):
		return
	var body := make_rigid(Vector3.ZERO)
	body.gravity_scale = 0.0
	for property: String in ["linear_damp", "angular_damp"]:
		await steps(60)
		check(body.sleeping, "it sleeps")
		body.set(property, 3.0)
		await steps(2)
		check(not body.sleeping, "%s wakes it" % property)
