# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/scene_case.gd"
## What games do with bodies while they run: nodes that are animated, put elsewhere, scaled, given to other parents and
## other worlds, and shapes that are edited below what lies on them. The same on all engines unless a test says otherwise.


func make_lift(top: float) -> AnimatableBody3D:
	var lift := AnimatableBody3D.new()
	lift.name = "Lift"
	make(lift, make_box_shape(Vector3(4, 0.5, 4)), Vector3(0, top - 0.25, 0))
	return lift


func test_a_tween_moves_a_platform() -> void:
	var lift := make_lift(0.5)
	var crate := make_rigid(make_box_shape(), Vector3(0, 1, 0))
	await steps(5)
	var tween := lift.create_tween().set_process_mode(Tween.TWEEN_PROCESS_PHYSICS)
	tween.tween_property(lift, "position:y", 3.25, 1.0)
	await steps(30)
	check_near(crate.linear_velocity.y, 3.0, 0.01, "the crate rises with it")
	check_near(crate.position.y - lift.position.y, 0.75, 0.01, "and stays on it")
	await steps(60)
	check_near(lift.position, Vector3(0, 3.25, 0), 1e-5, "the end of the way")
	# thrown up by 3 m/s it comes back within 0.6 s
	await steps(60)
	check_near(crate.position.y, 4.0, 0.02, "it lies on the platform")


func test_an_animation_moves_a_platform() -> void:
	var lift := make_lift(0.5)
	var crate := make_rigid(make_box_shape(), Vector3(0, 1, 0))
	var animation := Animation.new()
	var track := animation.add_track(Animation.TYPE_POSITION_3D)
	animation.track_set_path(track, NodePath("Lift"))
	animation.position_track_insert_key(track, 0.0, lift.position)
	animation.position_track_insert_key(track, 1.0, lift.position + Vector3(0, 1, 0))
	var library := AnimationLibrary.new()
	library.add_animation("up", animation)
	var player := AnimationPlayer.new()
	player.callback_mode_process = AnimationPlayer.ANIMATION_CALLBACK_MODE_PROCESS_PHYSICS
	player.add_animation_library("", library)
	add(player)
	player.root_node = player.get_path_to(root)
	player.play("up")
	await steps(30)
	check_near(crate.position.y - lift.position.y, 0.75, 0.01, "on the way")
	await steps(90)
	check_near(lift.position.y, 1.25, 1e-5)
	check_near(crate.position.y, 2.0, 0.02, "above")


# by the node, by the server and by one coordinate: all are there after the next step, with the motion of before
func test_three_ways_to_teleport() -> void:
	var balls: Array[RigidBody3D] = []
	for i in 3:
		balls.append(make_ball(Vector3(10 * i, 50, 0)))
		balls[i].linear_damp_mode = RigidBody3D.DAMP_MODE_REPLACE
	await steps(10)
	var turned := Transform3D(Basis(Vector3.UP, 1.0), Vector3(0, 80, 0))
	balls[0].global_transform = turned
	PhysicsServer3D.body_set_state(
		balls[1].get_rid(),
		PhysicsServer3D.BODY_STATE_TRANSFORM,
		turned.translated(Vector3(10, 0, 0))
	)
	balls[2].position.y = 80
	await steps(1)
	var velocity := -9.8 * 11 * DT
	for i in 3:
		check_near(balls[i].position, Vector3(10 * i, 80 + velocity * DT, 0), 1e-4, "ball %d" % i)
		check_near(balls[i].linear_velocity, Vector3(0, velocity, 0), 1e-4)
	check_near(balls[0].basis, turned.basis, 1e-5)
	check_near(balls[1].basis, turned.basis, 1e-5)


func test_a_sleeper_is_put_into_the_air() -> void:
	make_ground()
	var crate := make_rigid(make_box_shape(), Vector3(0, 0.5, 0))
	await steps(90)
	check(crate.sleeping, "it sleeps")
	crate.global_position = Vector3(0, 5, 0)
	await steps(10)
	check(not crate.sleeping and crate.position.y < 4.9, "it falls: %s" % crate.position)


# Godot Physics takes the scale away
func test_a_scaled_body_lies_on_its_shape() -> void:
	if skip_on([GODOT_PHYSICS]):
		return
	make_ground()
	var crate := make_rigid(make_box_shape(), Vector3(0, 1.5, 0))
	crate.scale = Vector3.ONE * 2
	await steps(90)
	check_near(crate.position.y, 1.0, 0.025)
	check_near(crate.scale, Vector3.ONE * 2, 1e-5, "the node keeps its scale")


func test_a_shape_is_scaled_while_it_lies() -> void:
	make_ground()
	var crate := make_rigid(make_box_shape(), Vector3(0, 0.5, 0))
	await steps(60)
	var collision := crate.get_child(0) as CollisionShape3D
	collision.scale = Vector3.ONE * 0.5
	await steps(60)
	check_near(crate.position.y, 0.25, 0.015, "half as high")
	collision.position.y = 0.5
	await steps(90)
	check_near(crate.position.y, -0.25, 0.02, "on a shape that moved up")
	collision.disabled = true
	await steps(30)
	check(crate.position.y < -0.5, "without one it falls through")


func test_a_shape_grows_in_the_floor() -> void:
	make_ground()
	var shape := make_box_shape()
	var crates := [make_rigid(shape, Vector3(0, 0.5, 0)), make_rigid(shape, Vector3(4, 0.5, 0))]
	await steps(60)
	shape.size = Vector3(2, 1.6, 2)
	await steps(60)
	for crate: RigidBody3D in crates:
		# Godot Physics takes its time
		check_near(crate.position.y, 0.8, 0.08, "both that share it come up")
	(crates[0].get_child(0) as CollisionShape3D).shape = SphereShape3D.new()
	crates[1].get_child(0).free()
	await steps(60)
	check_near(crates[0].position.y, 0.5, 0.03, "a ball in its place")
	check(crates[1].position.y < 0.0, "nothing in its place")


# a kinematic platform that was a body of the pile, and back
func test_freezing_below_others() -> void:
	make_ground()
	var below := make_rigid(make_box_shape(), Vector3(0, 0.5, 0))
	var above := make_rigid(make_box_shape(), Vector3(0, 1.5, 0))
	below.freeze_mode = RigidBody3D.FREEZE_MODE_KINEMATIC
	await steps(60)
	for i in 3:
		below.freeze = true
		await steps(5)
		below.freeze = false
		await steps(5)
	check_near(above.position, Vector3(0, 1.5, 0), 0.02, "it stays on it")
	below.freeze = true
	for i in 60:
		below.position.y += 1.0 / 60
		await steps(1)
	check_near(above.position.y - below.position.y, 1.0, 0.02, "it is lifted")
	below.freeze = false
	await steps(60)
	check_near(above.position.y, 1.5, 0.045, "both come down")


func test_parents_that_move() -> void:
	var parent := Node3D.new()
	add(parent)
	var body := make_floating_rigid()
	body.reparent(parent)
	await steps(2)
	for i in 10:
		parent.position.x += 1.0
		await steps(1)
	check_near(body.global_position, Vector3(10, 0, 0), 1e-4, "taken along")
	check_near(body.linear_velocity, Vector3.ZERO, 1e-5, "and not thrown")
	body.top_level = true
	parent.position.x += 5.0
	await steps(2)
	check_near(body.global_position, Vector3(10, 0, 0), 1e-4, "on its own")


func test_bodies_below_bodies() -> void:
	make_ground()
	var parent := make_rigid(make_box_shape(), Vector3(0, 3, 0))
	var child := RigidBody3D.new()
	child.add_child(make_collision(make_box_shape()))
	child.position = Vector3(0, 1.5, 0)
	parent.add_child(child)
	await steps(120)
	# Jolt lets each sink in by 2 cm
	check_near(parent.global_position.y, 0.5, 0.025)
	check_near(child.global_position.y, 1.5, 0.045, "each falls for itself")


func test_a_remote_transform_moves_a_static_body() -> void:
	var ball := make_ball(Vector3(0, 10, 0))
	var wall := make_static(make_box_shape())
	ball.add_collision_exception_with(wall)
	var remote := RemoteTransform3D.new()
	ball.add_child(remote)
	remote.remote_path = remote.get_path_to(wall)
	await steps(30)
	check_near(wall.global_position, ball.global_position, 1e-4)
	var query := PhysicsRayQueryParameters3D.create(wall.position + Vector3.UP, wall.position)
	query.exclude = [ball.get_rid()]
	var hit := root.get_world_3d().direct_space_state.intersect_ray(query)
	# servers hear of it a tick later, which is 8 cm
	check_near(hit.get("position", Vector3.INF), wall.position + Vector3.UP / 2, 0.1, "its body too")


func test_a_body_goes_to_another_world() -> void:
	var view := SubViewport.new()
	view.own_world_3d = true
	add(view)
	var ground := StaticBody3D.new()
	ground.add_child(make_collision(make_box_shape(Vector3(10, 1, 10))))
	view.add_child(ground)
	var crate := make_rigid(make_box_shape(), Vector3(0, 1.2, 0))
	await steps(3)
	crate.reparent(view)
	await steps(90)
	check_near(crate.position.y, 1.0, 0.02, "it rests on the ground of the other")
	check(crate.sleeping, "and sleeps")
	crate.reparent(root)
	await steps(30)
	check(crate.position.y < 0.5, "here is none: %s" % crate.position)


# Jolt leaves sleepers in the air
func test_ground_is_edited_below_sleepers() -> void:
	if skip_on([JOLT]):
		return
	var map := HeightMapShape3D.new()
	map.map_width = 5
	map.map_depth = 5
	make_static(map)
	var mesh := ConcavePolygonShape3D.new()
	var corners := [Vector3(-5, 0, -5), Vector3(5, 0, -5), Vector3(-5, 0, 5), Vector3(5, 0, 5)]
	var faces := PackedVector3Array()
	for i: int in [0, 1, 2, 1, 3, 2]:
		faces.append(corners[i])
	mesh.set_faces(faces)
	make_static(mesh, Vector3(20, 0, 0))
	var balls := [make_ball(Vector3(0, 0.5, 0)), make_ball(Vector3(20.3, 0.5, 0.2))]
	await steps(90)
	var heights := map.map_data
	heights.fill(-2.0)
	map.map_data = heights
	mesh.set_faces(Transform3D(Basis(), Vector3(0, -2, 0)) * faces)
	await steps(90)
	for ball: RigidBody3D in balls:
		check_near(ball.position.y, -1.5, 0.02, "it lies on what is left")


# Godot's own engines leave sleepers where they are
func test_gravity_turns_over() -> void:
	if not only_on([MINKOWSKI]):
		return
	make_ground()
	var crate := make_rigid(make_box_shape(), Vector3(0, 0.5, 0))
	await steps(90)
	check(crate.sleeping, "it sleeps")
	var world := root.get_world_3d().space
	PhysicsServer3D.area_set_param(world, PhysicsServer3D.AREA_PARAM_GRAVITY_VECTOR, Vector3.UP)
	await steps(30)
	check(crate.position.y > 1.0, "it falls up: %s" % crate.position)
	PhysicsServer3D.area_set_param(world, PhysicsServer3D.AREA_PARAM_GRAVITY_VECTOR, Vector3.DOWN)


# Jolt leaves it asleep
func test_what_holds_a_sleeper_is_taken_away() -> void:
	if skip_on([JOLT]):
		return
	var crates: Array[RigidBody3D] = []
	var floors: Array[StaticBody3D] = []
	for i in 4:
		floors.append(make_static(make_box_shape(Vector3(4, 1, 4)), Vector3(10 * i, -0.5, 0)))
		crates.append(make_rigid(make_box_shape(), Vector3(10 * i, 0.5, 0)))
	await steps(90)
	crates[0].add_collision_exception_with(floors[0])
	crates[1].collision_mask = 2
	floors[2].collision_layer = 2
	await steps(30)
	for i in 3:
		check(crates[i].position.y < -0.3, "crate %d falls: %s" % [i, crates[i].position])
	check_near(crates[3].position.y, 0.5, 0.02, "the other stays")
