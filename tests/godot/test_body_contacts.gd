# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/test_case.gd"
## The contacts that bodies report: when, how many, with which impulses, and the signals of RigidBody3D that
## follow from them. Where Godot's own engines differ, the comment of the test says how.

const DT := 1.0 / 60.0
const G := 9.8


func make_collision(shape: Shape3D) -> CollisionShape3D:
	var collision := CollisionShape3D.new()
	collision.shape = shape
	return collision


func make_floor(shape: Shape3D = WorldBoundaryShape3D.new(), place := Vector3.ZERO) -> StaticBody3D:
	var body := StaticBody3D.new()
	body.name = "floor"
	body.add_child(make_collision(shape))
	body.position = place
	add(body)
	return body


func make_rigid(place: Vector3, shape: Shape3D = BoxShape3D.new(), contacts := 8) -> RigidBody3D:
	var body := RigidBody3D.new()
	body.add_child(make_collision(shape))
	body.position = place
	body.contact_monitor = contacts > 0
	body.max_contacts_reported = contacts
	body.linear_damp_mode = RigidBody3D.DAMP_MODE_REPLACE
	body.angular_damp_mode = RigidBody3D.DAMP_MODE_REPLACE
	add(body)
	return body


func state_of(body: PhysicsBody3D) -> PhysicsDirectBodyState3D:
	return PhysicsServer3D.body_get_direct_state(body.get_rid())


func impulse_of(body: PhysicsBody3D) -> Vector3:
	var state := state_of(body)
	var sum := Vector3.ZERO
	for index in state.get_contact_count():
		sum += state.get_contact_impulse(index)
	return sum


# K06: the impulse of the tick of the impact is m v. Godot Physics reports the one before: none; the speed is
# that of the tick before it, so it may lack one tick's gravity
func test_the_first_impulse_is_the_true_one() -> void:
	if skip_on([GODOT_PHYSICS]):
		return
	make_floor()
	var ball := make_rigid(Vector3(0, 6, 0), SphereShape3D.new())
	ball.mass = 2.0
	for tick in 200:
		var speed := -ball.linear_velocity.y
		await steps(1)
		if state_of(ball).get_contact_count() == 0:
			continue
		check_near(impulse_of(ball).y, 2.0 * (speed + G * DT), 0.02 * 2.0 * speed, "2 kg")
		check(speed > 10.0, "it was fast")
		return
	check(false, "it never touched the floor")


# K02
func test_resting_impulses_carry_the_weight() -> void:
	make_floor()
	var box := make_rigid(Vector3(0, 0.5, 0))
	box.can_sleep = false
	await steps(90)
	check_near(impulse_of(box).y, G * DT, 0.02 * G * DT)
	check_near(impulse_of(box) * Vector3(1, 0, 1), Vector3.ZERO, 0.02 * G * DT)


# on a slope of 20 degrees the impulses of friction hold m g sin(20)
func test_impulses_contain_friction() -> void:
	var slab := BoxShape3D.new()
	slab.size = Vector3(20, 1, 20)
	var ground := make_floor(slab)
	ground.rotation_degrees = Vector3(0, 0, 20)
	var box := make_rigid(ground.global_basis.y * 1.0)
	box.rotation_degrees = Vector3(0, 0, 20)
	box.can_sleep = false
	await steps(90)
	# Jolt reports an estimate without friction
	if engine != JOLT:
		check_near(impulse_of(box), Vector3(0, G * DT, 0), 0.03 * G * DT)
	check(box.get_contact_count() > 0, "it touches")


# K04
func test_the_list_is_no_longer_than_asked_for() -> void:
	make_floor()
	var box := make_rigid(Vector3(0, 0.5, 0), BoxShape3D.new(), 2)
	await steps(20)
	check_equal(state_of(box).get_contact_count(), 2)
	var silent := make_rigid(Vector3(5, 0.5, 0), BoxShape3D.new(), 0)
	await steps(20)
	check_equal(state_of(silent).get_contact_count(), 0)
	if engine == GODOT_PHYSICS: # which keeps the last ones
		return
	box.max_contacts_reported = 0
	check_equal(state_of(box).get_contact_count(), 0, "none any more")


# K03
func test_a_sleeping_body_keeps_its_contacts() -> void:
	var ground := make_floor()
	var box := make_rigid(Vector3(0, 0.5, 0))
	await steps(120)
	check(box.sleeping, "it sleeps")
	check_equal(state_of(box).get_contact_count(), 4)
	check_equal(box.get_colliding_bodies(), [ground] as Array[Node3D])


# K05
func test_a_static_body_reports_too() -> void:
	var ground := make_floor()
	PhysicsServer3D.body_set_max_contacts_reported(ground.get_rid(), 4)
	var box := make_rigid(Vector3(0, 0.5, 0))
	box.can_sleep = false
	await steps(30)
	var state := state_of(ground)
	check_equal(state.get_contact_count(), 4)
	check_equal(state.get_contact_collider(0), box.get_rid())
	check_near(state.get_contact_local_normal(0), Vector3.DOWN, 1e-3)


# the list of a static body empties when what slept on it is gone, though nothing moves; Godot's own engines
# keep the last one
func test_a_static_body_lets_go_of_a_sleeper() -> void:
	if skip_on([JOLT, GODOT_PHYSICS]):
		return
	var ground := make_floor()
	PhysicsServer3D.body_set_max_contacts_reported(ground.get_rid(), 4)
	var box := make_rigid(Vector3(0, 0.5, 0))
	await steps(120)
	check(box.sleeping, "it sleeps")
	check_equal(state_of(ground).get_contact_count(), 4)
	box.free()
	await steps(2)
	check_equal(state_of(ground).get_contact_count(), 0)


# K08
func test_a_floor_that_is_freed_is_left() -> void:
	var ground := make_floor()
	var box := make_rigid(Vector3(0, 0.5, 0))
	var log: Array[String] = []
	box.body_exited.connect(func(_body: Node) -> void: log.append("out"))
	await steps(20)
	ground.free()
	await steps(2)
	check_equal(log, ["out"] as Array[String])
	check_equal(box.get_colliding_bodies(), [] as Array[Node3D])


# K07: Jolt reports what is only near
func test_a_gap_is_no_contact() -> void:
	if skip_on([JOLT]):
		return
	make_floor()
	var box := make_rigid(Vector3(0, 0.515, 0))
	box.gravity_scale = 0.0
	await steps(3)
	check_equal(state_of(box).get_contact_count(), 0)
	check_equal(box.get_colliding_bodies(), [] as Array[Node3D])


# K10
func test_both_sides_of_a_collision_agree() -> void:
	var left := make_rigid(Vector3(-1, 0, 0), SphereShape3D.new())
	var right := make_rigid(Vector3(1, 0, 0), SphereShape3D.new())
	for body: RigidBody3D in [left, right]:
		body.gravity_scale = 0.0
	left.linear_velocity = Vector3(6, 0, 0)
	var has_met := false
	for tick in 30:
		await steps(1)
		if state_of(left).get_contact_count() != 1:
			continue
		has_met = true
		check_equal(state_of(right).get_contact_count(), 1)
		check_near(impulse_of(left), -impulse_of(right), 1e-6)
		var normal := state_of(left).get_contact_local_normal(0)
		check_near(normal, -state_of(right).get_contact_local_normal(0), 1e-6)
		check_near(normal, Vector3.LEFT, 1e-3)
		check_equal(state_of(left).get_contact_collider_object(0), right)
		# Godot Physics reports the impulse of the tick before: none
		if engine != GODOT_PHYSICS:
			check_near(impulse_of(left).x, -3.0, 0.1, "half of 6 kg m/s goes over")
		break
	check(has_met, "they met")


# with the gravity of the tick, but without what the contact does
func test_velocities_of_a_contact_are_those_before_it() -> void:
	make_floor()
	var box := make_rigid(Vector3(0, 0.5, 0))
	box.can_sleep = false
	await steps(90)
	var state := state_of(box)
	check(state.get_contact_count() > 0, "it rests")
	for i in state.get_contact_count():
		# Godot Physics rocks it
		var tolerance := (0.6 if engine == GODOT_PHYSICS else 0.02) * G * DT
		var velocity := state.get_contact_local_velocity_at_position(i)
		check_near(velocity, Vector3(0, -G * DT, 0), tolerance)
	var ball := make_rigid(Vector3(5, 0.5 + 10.0 * DT * 3.5, 0), SphereShape3D.new())
	ball.gravity_scale = 0.0
	ball.linear_velocity = Vector3(2, -10, 0)
	state = state_of(ball)
	for i in 10:
		await steps(1)
		if state.get_contact_count() > 0:
			break
	check_equal(state.get_contact_count(), 1, "it hits")
	check_near(state.get_contact_local_velocity_at_position(0), Vector3(2, -10, 0), 1e-3)
	check_near(state.get_contact_collider_velocity_at_position(0), Vector3.ZERO, 1e-4)


# by RID, own shape and shape of the other, whichever came first; Godot's own engines tell them as they find them
func test_contacts_come_in_the_order_of_the_others() -> void:
	if not only_on([MINKOWSKI]):
		return
	var posts: Array[RID] = []
	for i in 4:
		var post := make_floor(BoxShape3D.new(), Vector3(2 * i, 0, 0))
		post.add_child(make_collision(SphereShape3D.new()))
		posts.append(post.get_rid())
	posts.sort()
	var plank := BoxShape3D.new()
	plank.size = Vector3(8, 1, 1)
	var body := make_rigid(Vector3(3, 1, 0), plank, 64)
	body.add_child(make_collision(plank))
	body.can_sleep = false
	await steps(3)
	# it is new again, and so are the contacts with it
	PhysicsServer3D.body_set_collision_layer(posts[0], 0)
	await steps(2)
	PhysicsServer3D.body_set_collision_layer(posts[0], 1)
	await steps(3)
	var state := state_of(body)
	var told: Array[Array] = []
	for i in state.get_contact_count():
		var numbers := [state.get_contact_local_shape(i), state.get_contact_collider_shape(i)]
		told.append([posts.find(state.get_contact_collider(i))] + numbers)
	var sorted := told.duplicate()
	sorted.sort()
	check_equal(told, sorted)
	for numbers: Array in [[0, 0, 0], [0, 1, 1], [3, 0, 1], [3, 1, 0]]:
		check(told.has(numbers), "%s is in %s" % [numbers, told])


# of more than there is room for, the deepest are told
func test_a_full_list_has_the_deepest() -> void:
	if not only_on([MINKOWSKI]):
		return
	for i in 40:
		make_floor(SphereShape3D.new(), Vector3(2.0 * (i * 7 % 40), -0.001 * (i * 11 % 40), 0))
	var plank := BoxShape3D.new()
	plank.size = Vector3(100, 1, 1)
	var body := make_rigid(Vector3(39, 0.95, 0), plank, 10)
	body.gravity_scale = 0.0
	await steps(1)
	var state := state_of(body)
	check_equal(state.get_contact_count(), 10)
	var heights: Array[int] = []
	for i in state.get_contact_count():
		heights.append(roundi(-1000.0 * (state.get_contact_collider_position(i).y - 0.5)))
	heights.sort()
	check_equal(heights, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as Array[int])


# one emission per pair of bodies, one per contact point for shapes
func test_signals_of_shapes() -> void:
	make_floor()
	var box := make_rigid(Vector3(0, 0.7, 0))
	var log: Array[String] = []
	box.body_entered.connect(func(body: Node) -> void: log.append("+" + body.name))
	box.body_exited.connect(func(body: Node) -> void: log.append("-" + body.name))
	var shapes: Array[Array] = []
	box.body_shape_entered.connect(
		func(rid: RID, body: Node, other: int, own_shape: int) -> void:
			shapes.append([rid, body.name, other, own_shape])
	)
	await steps(60)
	check_equal(log, ["+floor"] as Array[String])
	check(not shapes.is_empty(), "shapes entered")
	for call in shapes:
		check_equal(call.slice(1), [&"floor", 0, 0])
	box.linear_velocity = Vector3(0, 5, 0)
	await steps(5)
	check_equal(log, ["+floor", "-floor"] as Array[String])


func test_turning_the_monitor_off_and_on() -> void:
	var ground := make_floor()
	var box := make_rigid(Vector3(0, 0.5, 0))
	await steps(10)
	box.contact_monitor = false
	await steps(2)
	box.contact_monitor = true
	box.sleeping = false
	await steps(2)
	check_equal(box.get_colliding_bodies(), [ground] as Array[Node3D])


# K09: Jolt reports nothing of bodies that nothing can move
func test_a_frozen_body_reports() -> void:
	if skip_on([JOLT]):
		return
	make_floor(BoxShape3D.new())
	var box := make_rigid(Vector3(0.5, 0, 0))
	box.freeze_mode = RigidBody3D.FREEZE_MODE_KINEMATIC
	box.freeze = true
	await steps(5)
	check(state_of(box).get_contact_count() > 0, "contacts with the box around it")
	box.position.x = 9.0
	await steps(3)
	check_equal(state_of(box).get_contact_count(), 0)


# velocities at a point, and the numbers of the shapes of a body with two
func test_what_a_contact_says() -> void:
	var belt := make_floor()
	belt.constant_linear_velocity = Vector3(2, 0, 0)
	var box := make_rigid(Vector3(0, 0.5, 0))
	box.add_child(make_collision(BoxShape3D.new()))
	box.get_child(0).disabled = true
	box.can_sleep = false
	box.lock_rotation = true
	await steps(10)
	var state := state_of(box)
	check(state.get_contact_count() > 0, "it touches")
	check_equal(state.get_contact_local_shape(0), 1)
	check_equal(state.get_contact_collider_shape(0), 0)
	check_equal(state.get_contact_collider_id(0), belt.get_instance_id())
	# Jolt leaves the velocity of surfaces out
	if engine != JOLT:
		check_near(state.get_contact_collider_velocity_at_position(0), Vector3(2, 0, 0), 1e-4)
	check_near(state.get_contact_collider_position(0).y, 0.0, 0.02)


func test_contacts_that_are_not_there() -> void:
	if not only_on([MINKOWSKI]):
		return
	var box := make_rigid(Vector3(0, 5, 0))
	await steps(1)
	var state := state_of(box)
	check_refused("has no contact 3", func() -> void: state.get_contact_impulse(3))
	check_refused("has no contact -1", func() -> void: state.get_contact_local_normal(-1))
