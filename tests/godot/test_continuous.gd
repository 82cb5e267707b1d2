# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/test_case.gd"
## Fast bodies: with and without continuous_cd they stop at thin things, spinning or not, and lose no time
## where nothing is in their way.


func runs_on() -> PackedStringArray:
	return [MINKOWSKI]


func make_body(body: PhysicsBody3D, shape: Shape3D, place: Vector3) -> PhysicsBody3D:
	var collision := CollisionShape3D.new()
	collision.shape = shape
	body.add_child(collision)
	body.position = place
	add(body)
	return body


func make_box_shape(size: Vector3) -> BoxShape3D:
	var box := BoxShape3D.new()
	box.size = size
	return box


func make_ball_shape(radius: float) -> SphereShape3D:
	var ball := SphereShape3D.new()
	ball.radius = radius
	return ball


## A static wall of 1 cm across x.
func make_wall(x: float) -> void:
	make_body(StaticBody3D.new(), make_box_shape(Vector3(0.01, 40, 40)), Vector3(x, 0, 0))


func make_flying(shape: Shape3D, place: Vector3, velocity: Vector3) -> RigidBody3D:
	var body: RigidBody3D = make_body(RigidBody3D.new(), shape, place)
	body.gravity_scale = 0
	body.collision_layer = 2
	body.linear_velocity = velocity
	return body


func test_bullets_do_not_pass_a_wall() -> void:
	make_wall(0)
	var bullets: Array[RigidBody3D] = []
	for i in 40:
		var place := Vector3(-2 - 0.7 * i, i % 7 - 3, i % 5 - 2)
		var bullet := make_flying(make_ball_shape(0.02), place, Vector3(1000, 0, 0))
		bullet.continuous_cd = i % 2 == 0
		bullets.append(bullet)
	await steps(12)
	for bullet in bullets:
		check(bullet.global_position.x < 0, "bullet at %s" % bullet.global_position)
		check(bullet.global_position.x > -1, "bullet at %s" % bullet.global_position)


func test_spinning_rods_do_not_pass_a_wall() -> void:
	make_wall(0)
	var rods: Array[RigidBody3D] = []
	for i in 20:
		var shape := make_box_shape(Vector3(2, 0.02, 0.02))
		var rod := make_flying(shape, Vector3(-1.5 - 0.2 * i, 0, 0), Vector3(30 + 3 * i, 0, 0))
		rod.angular_velocity = Vector3(i, 3 * i, 40 - i)
		rod.continuous_cd = true
		rods.append(rod)
	for tick in 40:
		await steps(1)
		for rod in rods:
			check(rod.global_position.x < 0, "rod at %s" % rod.global_position)


func test_a_shot_moves_a_thin_board() -> void:
	var board := make_flying(make_box_shape(Vector3(0.01, 2, 2)), Vector3(5, 0, 0), Vector3.ZERO)
	board.collision_layer = 1
	board.collision_mask = 3
	var shot := make_flying(make_ball_shape(0.05), Vector3(-5, 0, 0), Vector3(800, 0, 0))
	shot.continuous_cd = true
	await steps(20)
	check(board.linear_velocity.x > 1, "the board moves: %s" % board.linear_velocity)
	check(shot.global_position.x < board.global_position.x, "the shot is behind the board")


func test_a_body_without_the_flag_passes_other_bodies_but_not_walls() -> void:
	make_wall(10)
	var board := make_flying(make_box_shape(Vector3(0.01, 2, 2)), Vector3(0, 0, 0), Vector3.ZERO)
	board.collision_layer = 1
	# 13.3 m a tick, and the board is not where one of them ends
	var shot := make_flying(make_ball_shape(0.05), Vector3(-5, 0, 0), Vector3(800, 0, 0))
	await steps(3)
	check(shot.global_position.x > 9, "the shot has passed the board: %s" % shot.global_position)
	check(shot.global_position.x < 10, "and stands at the wall: %s" % shot.global_position)


func test_small_things_fall_on_a_surface() -> void:
	var faces := PackedVector3Array(
		[
			Vector3(-50, 0, -50),
			Vector3(50, 0, -50),
			Vector3(50, 0, 50),
			Vector3(-50, 0, -50),
			Vector3(50, 0, 50),
			Vector3(-50, 0, 50)
		]
	)
	var surface := ConcavePolygonShape3D.new()
	surface.set_faces(faces)
	make_body(StaticBody3D.new(), surface, Vector3.ZERO)
	var things: Array[RigidBody3D] = []
	for i in 30:
		var place := Vector3(i - 15, 5 + i, i % 3)
		things.append(make_flying(make_ball_shape(0.03), place, Vector3(0, -60 - 3 * i, 0)))
	await steps(60)
	for thing in things:
		check(thing.global_position.y > 0, "it is at %s" % thing.global_position)


func test_a_fast_ball_rolls_over_seams() -> void:
	for i in 70:
		make_body(StaticBody3D.new(), make_box_shape(Vector3(1, 1, 4)), Vector3(i, -0.5, 0))
	var ball := make_flying(make_ball_shape(0.1), Vector3(0, 0.1, 0), Vector3(60, 0, 0))
	ball.gravity_scale = 1
	ball.continuous_cd = true
	ball.angular_velocity = Vector3(0, 0, -600)
	await steps(60)
	# 60 m in a second, but for damping of 0.1 per second and what rolling takes
	check(ball.global_position.x > 53, "the ball has come to %s" % ball.global_position)


func test_a_bullet_tells_what_it_hit() -> void:
	make_wall(0)
	var bullet := make_flying(make_ball_shape(0.02), Vector3(-20, 0, 0), Vector3(1000, 0, 0))
	bullet.continuous_cd = true
	bullet.contact_monitor = true
	bullet.max_contacts_reported = 4
	var hits: Array[Node] = []
	bullet.body_entered.connect(func(body: Node) -> void: hits.append(body))
	await steps(10)
	check_equal(hits.size(), 1, "walls entered")
