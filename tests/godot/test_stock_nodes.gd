# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/scene_case.gd"
## Parts of Godot that stand on the server and are easily forgotten: extruded polygons, owners of shapes, other tick
## rates and time scales, worlds that rest, thousands of triangles. The same on all engines unless a test says otherwise.


func tick_limit() -> int:
	return 3000


func space_state() -> PhysicsDirectSpaceState3D:
	return root.get_world_3d().direct_space_state


func height_at(x: float, z: float) -> float:
	var query := PhysicsRayQueryParameters3D.create(Vector3(x, 50, z), Vector3(x, -50, z))
	var hit := space_state().intersect_ray(query)
	return hit.position.y if hit else NAN


# an L is two convex parts; it stands in the plane of x and y and is 2 m deep
func test_a_collision_polygon() -> void:
	var body := StaticBody3D.new()
	var polygon := CollisionPolygon3D.new()
	polygon.depth = 2.0
	polygon.polygon = PackedVector2Array(
		[Vector2(0, 0), Vector2(4, 0), Vector2(4, 1), Vector2(1, 1), Vector2(1, 3), Vector2(0, 3)]
	)
	body.add_child(polygon)
	add(body)
	var ball := make_ball(Vector3(2.5, 3, 0))
	await steps(2)
	check_near(height_at(0.5, 0), 3.0, 1e-3, "the upright part")
	check_near(height_at(3.0, 0.5), 1.0, 1e-3, "the foot")
	check(is_nan(height_at(3.0, 1.2)), "beyond its depth")
	await steps(90)
	check_near(ball.position.y, 1.5, 0.03, "a ball lies in the corner of the L")
	polygon.disabled = true
	await steps(2)
	check(is_nan(height_at(3.0, 0.5)), "disabled")


# shapes that scripts add without nodes; the number of a shape in a contact leads to its owner
func test_owners_of_shapes() -> void:
	var body := StaticBody3D.new()
	add(body)
	var floor_owner := body.create_shape_owner(body)
	body.shape_owner_add_shape(floor_owner, make_box_shape(Vector3(10, 1, 10)))
	var post_owner := body.create_shape_owner(root)
	body.shape_owner_add_shape(post_owner, make_box_shape())
	body.shape_owner_set_transform(post_owner, Transform3D(Basis(), Vector3(3, 1, 0)))
	await steps(2)
	check_near(height_at(0, 0), 0.5, 1e-3)
	check_near(height_at(3, 0), 1.5, 1e-3)
	var query := PhysicsRayQueryParameters3D.create(Vector3(3, 9, 0), Vector3(3, -9, 0))
	var hit := space_state().intersect_ray(query)
	check_equal(body.shape_find_owner(hit.shape), post_owner)
	check_equal(body.shape_owner_get_owner(post_owner), root)
	body.shape_owner_set_disabled(post_owner, true)
	await steps(1)
	check_near(height_at(3, 0), 0.5, 1e-3, "disabled")
	body.shape_owner_set_disabled(post_owner, false)
	body.remove_shape_owner(floor_owner)
	await steps(1)
	check(is_nan(height_at(0, 0)), "removed")
	check_near(height_at(3, 0), 1.5, 1e-3, "the other has moved up in the list")
	check_equal(PhysicsServer3D.body_get_shape_count(body.get_rid()), 1)


# half a second of free fall at 30, 60 and 120 ticks a second: v = g t whatever the tick
func test_other_tick_rates() -> void:
	for rate: int in [30, 120, 60]:
		Engine.physics_ticks_per_second = rate
		var body := make_ball()
		body.linear_damp_mode = RigidBody3D.DAMP_MODE_REPLACE
		await steps(2)
		var before := body.linear_velocity.y
		await steps(rate / 2)
		check_near(before - body.linear_velocity.y, 4.9, 1e-3, "%d Hz" % rate)
		check_near(PhysicsServer3D.body_get_direct_state(body.get_rid()).step, 1.0 / rate, 1e-6)
		body.free()


# twice as fast: Godot makes steps longer or more of them; a second of the game is a second of the physics
func test_the_time_scale() -> void:
	Engine.time_scale = 2.0
	await steps(2)
	var body := make_ball()
	body.linear_damp_mode = RigidBody3D.DAMP_MODE_REPLACE
	await steps(1)
	var before := body.linear_velocity.y
	await steps(10)
	var step: float = PhysicsServer3D.body_get_direct_state(body.get_rid()).step
	check_near(before - body.linear_velocity.y, 9.8 * step * 10, 1e-3)
	Engine.time_scale = 1.0
	await steps(2)


# in a world that stands still one can ask, and what is put somewhere is there
func test_a_world_that_stands_still_answers() -> void:
	var box := make_static(make_box_shape())
	var body := make_ball(Vector3(5, 0, 0))
	await steps(2)
	PhysicsServer3D.set_active(false)
	var place := body.position
	await steps(3)
	check_equal(body.position, place, "nothing moves")
	check_near(height_at(0, 0), 0.5, 1e-4, "a ray")
	PhysicsServer3D.body_set_state(
		box.get_rid(), PhysicsServer3D.BODY_STATE_TRANSFORM, Transform3D(Basis(), Vector3(0, 1, 0))
	)
	check_near(height_at(0, 0), 1.5, 1e-4, "a ray after a move")
	var query := PhysicsShapeQueryParameters3D.new()
	query.shape = make_box_shape()
	query.transform.origin = Vector3(0, 1.2, 0)
	check_equal(space_state().intersect_shape(query).size(), 1)
	PhysicsServer3D.set_active(true)
	await steps(3)
	check(body.position.y < place.y, "and goes on")


# the parameters of a space act: a longer time before sleep. Jolt takes its own settings
func test_the_time_before_sleep() -> void:
	if skip_on([JOLT]):
		return
	var space := root.get_world_3d().space
	var param := PhysicsServer3D.SPACE_PARAM_BODY_TIME_TO_SLEEP
	PhysicsServer3D.space_set_param(space, param, 1.5)
	var body := make_floating_rigid()
	await steps(70)
	check(not body.sleeping, "awake after 70 ticks")
	await steps(30)
	check(body.sleeping, "asleep after 100")
	PhysicsServer3D.space_set_param(space, param, 0.5)


# what is slower than the limit counts as still, what is faster does not; Jolt takes its own settings
func test_the_speed_below_which_bodies_sleep() -> void:
	if skip_on([JOLT]):
		return
	var space := root.get_world_3d().space
	var param := PhysicsServer3D.SPACE_PARAM_BODY_LINEAR_VELOCITY_SLEEP_THRESHOLD
	for limit: float in [0.02, 0.5]:
		PhysicsServer3D.space_set_param(space, param, limit)
		var body := make_floating_rigid()
		body.linear_damp_mode = RigidBody3D.DAMP_MODE_REPLACE
		body.linear_velocity = Vector3(0.1, 0, 0)
		await steps(60)
		check_equal(body.sleeping, limit > 0.1, "with a limit of %s" % limit)
		body.free()
	PhysicsServer3D.space_set_param(space, param, 0.1)


# Jolt's planes end after 2 km; so far away floats know centimetres
func test_a_plane_a_hundred_kilometres_away() -> void:
	if skip_on([JOLT]):
		return
	make_static(WorldBoundaryShape3D.new())
	var ball := make_ball(Vector3(100000, 1, -100000))
	var hole := make_ball(Vector3(0, 1, 0))
	await steps(90)
	check_near(ball.position.y, 0.5, 0.03, "100 km away")
	check_near(hole.position.y, 0.5, 0.03, "at the origin")


# a bowl of thousands of triangles, cut out of a block; a ball comes to rest at its bottom
func test_csg_of_thousands_of_triangles() -> void:
	var block := CSGBox3D.new()
	block.size = Vector3(8, 3, 8)
	block.use_collision = true
	var bowl := CSGSphere3D.new()
	bowl.operation = CSGShape3D.OPERATION_SUBTRACTION
	bowl.radius = 3.0
	bowl.radial_segments = 60
	bowl.rings = 40
	bowl.position.y = 1.5
	block.add_child(bowl)
	add(block)
	await steps(4)
	check(block.get_meshes()[1].get_faces().size() / 3 > 1500, "it has many triangles")
	var ball := make_ball(Vector3(1.5, 1.0, 0.4))
	ball.angular_damp = 2.0
	await steps(400)
	check(absf(ball.position.x) < 0.3 and absf(ball.position.z) < 0.3, "at the bottom: %s" % ball.position)
	check_near(ball.position.y, -1.0, 0.06, "on it")


# one rigid body of a thousand shapes falls as one, and rests on those that are lowest
func test_a_body_of_a_thousand_shapes() -> void:
	make_ground()
	var body := RigidBody3D.new()
	var box := make_box_shape(Vector3.ONE * 0.2)
	for i in 1000:
		var collision := make_collision(box)
		collision.position = Vector3(i % 10, i / 10 % 10, i / 100) * 0.3
		body.add_child(collision)
	body.position.y = 0.3
	add(body)
	await steps(90)
	check_near(body.position.y, 0.1, 0.02, "it lies on its lowest layer")
	check_near(body.basis.y, Vector3.UP, 0.02)
	body.get_child(500).free()
	await steps(2)
	check_equal(PhysicsServer3D.body_get_shape_count(body.get_rid()), 999)


# a callback of the server for forces, with and without something that it is handed
func test_the_callback_for_forces() -> void:
	var body := make_floating_rigid()
	var seen := []
	PhysicsServer3D.body_set_force_integration_callback(
		body.get_rid(),
		func(state: PhysicsDirectBodyState3D, what: Variant) -> void:
			seen.append(what)
			state.linear_velocity = Vector3(1, 0, 0),
		"handed"
	)
	await steps(3)
	check(seen.size() >= 2 and seen[0] == "handed", str(seen))
	check_near(body.linear_velocity, Vector3(1, 0, 0), 0.01)
	seen.clear()
	PhysicsServer3D.body_set_force_integration_callback(
		body.get_rid(), func(_state: PhysicsDirectBodyState3D) -> void: seen.append(1)
	)
	await steps(3)
	check(seen.size() >= 2, "without")
	seen.clear()
	PhysicsServer3D.body_set_force_integration_callback(body.get_rid(), Callable())
	await steps(3)
	check_equal(seen, [])


# physics_interpolation draws between two ticks and leaves the bodies where they are
func test_interpolation() -> void:
	_tree.physics_interpolation = true
	var body := make_ball()
	body.linear_damp_mode = RigidBody3D.DAMP_MODE_REPLACE
	await steps(10)
	check_near(body.global_position.y, -9.8 * DT * DT * 10 * 11 / 2.0, 0.03)
	body.global_position = Vector3(5, 0, 0)
	body.reset_physics_interpolation()
	await steps(2)
	check_near(body.global_position.x, 5.0, 1e-4)
	_tree.physics_interpolation = false
