# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/scene_case.gd"
## Characters: body_test_motion, move_and_collide and move_and_slide.


## A capsule of radius 0.5 and height 2 whose feet are at a point.
func make_standing(feet: Vector3) -> CharacterBody3D:
	return make_character(feet + Vector3.UP)


func test_move_and_collide_stops_at_the_clearance() -> void:
	if not only_on([MINKOWSKI]):
		return
	var ground := make_ground()
	var body := make_standing(Vector3(0, 1, 0))
	await steps(2)
	var hit := body.move_and_collide(Vector3(0, -2, 0))
	check(hit != null, "it falls on the floor")
	check_equal(hit.get_collider(), ground)
	check_near(hit.get_travel().y, -0.99905, 2e-4)
	check_near(hit.get_remainder().y, -1.00095, 2e-4)
	check_near(hit.get_normal(), Vector3.UP, 1e-4)
	check_near(body.position.y, 1.00095, 2e-4)
	check(hit.get_depth() > 0.0009 and hit.get_depth() < 0.00131, "depth %f" % hit.get_depth())
	# again: nothing moves
	var before := body.position
	body.move_and_collide(Vector3(0, -0.1, 0))
	check_near(body.position, before, 1e-5)


func test_thin_walls_stop_fast_characters() -> void:
	make_static(make_box_shape(Vector3(0.02, 10, 10)), Vector3(50, 0, 0))
	var body := make_standing(Vector3(0, -1, 0))
	await steps(2)
	var hit := body.move_and_collide(Vector3(100, 0, 0))
	check(hit != null, "the wall is met")
	check_near(body.position.x, 49.489, 0.3 if engine != MINKOWSKI else 1e-3)


func test_recovery_pushes_out() -> void:
	make_ground()
	var body := make_standing(Vector3(0, -0.2, 0))
	await steps(2)
	var hit := body.move_and_collide(Vector3.ZERO, false, 0.001, true)
	check(hit != null, "the overlap is reported")
	check_near(body.position.y, 0.8 + 0.1749, 1e-3)


func test_move_and_slide_walks_and_stands() -> void:
	make_ground()
	var body := make_standing(Vector3(0, 0.01, 0))
	await steps(2)
	for i in 30:
		body.velocity = Vector3(3, body.velocity.y - 10.0 / 60, 0)
		body.move_and_slide()
		await steps(1)
	check(body.is_on_floor(), "on the floor")
	check(not body.is_on_wall(), "no wall")
	check_near(body.position.x, 30 * 3.0 / 60, 2e-2)
	check_near(body.position.y, 1.001, 2e-3)
	check_near(body.get_floor_normal(), Vector3.UP, 1e-3)


func test_characters_stand_still_on_slopes() -> void:
	make_static(make_box_shape(Vector3(20, 1, 20)), Vector3.ZERO, Vector3(0, 0, 30))
	var body := make_standing(Vector3(0, 1, 0))
	await steps(2)
	for i in 60:
		body.velocity += Vector3(0, -10.0 / 60, 0)
		body.move_and_slide()
		await steps(1)
	check(body.is_on_floor(), "on the slope")
	var before := body.position
	for i in 60:
		body.velocity += Vector3(0, -10.0 / 60, 0)
		body.move_and_slide()
		await steps(1)
	check_near(body.position, before, 1e-6, "it does not creep")


func test_walls_and_corners_hold() -> void:
	make_ground()
	make_static(make_box_shape(Vector3(1, 4, 10)), Vector3(3, 2, 0))
	make_static(make_box_shape(Vector3(10, 4, 1)), Vector3(0, 2, 3))
	var body := make_standing(Vector3(0, 0.005, 0))
	await steps(2)
	for i in 90:
		body.velocity = Vector3(4, body.velocity.y - 10.0 / 60, 4)
		body.move_and_slide()
		await steps(1)
	check(body.is_on_wall(), "on the wall")
	check_near(body.position.x, 1.999, 5e-3)
	check_near(body.position.z, 1.999, 5e-3)
	var before := body.position
	body.velocity = Vector3(4, -0.1, 4)
	body.move_and_slide()
	check_near(body.position, before, 2e-3, "no jitter in the corner")


# C03, C15: a capsule and a box over nine seams, and exactly as far as they walk
func test_seams_of_boxes_do_not_stop() -> void:
	for i in 10:
		make_static(make_box_shape(Vector3(1, 1, 4)), Vector3(i, -0.5, 0))
	for shape: Shape3D in [CapsuleShape3D.new(), make_box_shape(Vector3(1, 2, 1))]:
		var body := make_character(Vector3(0, 1.001, 0), shape)
		await steps(2)
		var heights := PackedFloat64Array()
		for i in 120:
			body.velocity = Vector3(4, body.velocity.y - 10.0 / 60, 0)
			body.move_and_slide()
			check(not body.is_on_wall(), "no wall at a seam, tick %d" % i)
			check(body.is_on_floor(), "the floor is there, tick %d" % i)
			heights.append(body.position.y)
			await steps(1)
		check_near(body.position.x, 8.0, 1e-3 if engine == MINKOWSKI else 0.01)
		heights.sort()
		# the others lift a capsule by millimetres
		check_near(heights[-1] - heights[0], 0.0, 1e-4 if engine == MINKOWSKI else 0.01)
		body.free()


func test_platforms_carry() -> void:
	var platform := AnimatableBody3D.new()
	var collision := CollisionShape3D.new()
	collision.shape = make_box_shape(Vector3(6, 1, 6))
	platform.add_child(collision)
	platform.position.y = -0.5
	add(platform)
	var body := make_standing(Vector3(0, 0.01, 0))
	await steps(2)
	for i in 3:
		body.velocity += Vector3(0, -10.0 / 60, 0)
		body.move_and_slide()
		await steps(1)
	for i in 60:
		# the server takes the platform there after the character has moved
		var before := platform.position.x
		platform.position.x += 1.0 / 60
		body.velocity += Vector3(0, -10.0 / 60, 0)
		body.move_and_slide()
		await steps(1)
		check(body.is_on_floor(), "on the platform")
		check_near(body.position.x, before, 1e-4, "tick %d" % i)


func test_conveyors_tell_their_velocity() -> void:
	var belt := make_ground()
	belt.constant_linear_velocity = Vector3(3, 0, 0)
	belt.constant_angular_velocity = Vector3(0, 1, 0)
	var body := make_standing(Vector3(2, 1, 0))
	await steps(2)
	var hit := body.move_and_collide(Vector3(0, -2, 0))
	check_near(hit.get_collider_velocity(), Vector3(3, 0, -2), 1e-2)


func test_layers_exceptions_and_exclusion() -> void:
	var ground := make_ground()
	var body := make_standing(Vector3(0, 1, 0))
	await steps(2)
	var down := Vector3(0, -2, 0)
	check(body.test_move(body.transform, down), "the floor is met")
	body.collision_mask = 2
	check(not body.test_move(body.transform, down), "the mask does not see it")
	body.collision_mask = 1
	body.add_collision_exception_with(ground)
	check(not body.test_move(body.transform, down), "an exception")
	body.remove_collision_exception_with(ground)
	var asked := PhysicsTestMotionParameters3D.new()
	asked.from = body.global_transform
	asked.motion = down
	check(PhysicsServer3D.body_test_motion(body.get_rid(), asked), "met again")
	asked.exclude_bodies = [ground.get_rid()]
	check(not PhysicsServer3D.body_test_motion(body.get_rid(), asked), "excluded by RID")
	asked.exclude_bodies = []
	asked.exclude_objects = [ground.get_instance_id()]
	check(not PhysicsServer3D.body_test_motion(body.get_rid(), asked), "excluded by node")


## What a body meets on a way from where it is; empty if nothing.
func ask_way(body: PhysicsBody3D, motion: Vector3, changes := {}) -> PhysicsTestMotionResult3D:
	var asked := PhysicsTestMotionParameters3D.new()
	asked.from = body.global_transform
	asked.motion = motion
	for property: String in changes:
		asked.set(property, changes[property])
	var result := PhysicsTestMotionResult3D.new()
	PhysicsServer3D.body_test_motion(body.get_rid(), asked, result)
	return result


# M19: a result that a script uses again is written anew
func test_a_result_is_used_again() -> void:
	make_ground()
	var body := make_standing(Vector3(0, 1, 0))
	await steps(2)
	var asked := PhysicsTestMotionParameters3D.new()
	asked.from = body.global_transform
	asked.motion = Vector3(0, -2, 0)
	var result := PhysicsTestMotionResult3D.new()
	check(PhysicsServer3D.body_test_motion(body.get_rid(), asked, result), "it meets the ground")
	check(result.get_collision_depth() > 0.0, "a depth")
	asked.motion = Vector3(0, 3, 0)
	check(not PhysicsServer3D.body_test_motion(body.get_rid(), asked, result), "it meets nothing")
	check_equal(result.get_collision_count(), 0)
	check_near(result.get_travel(), Vector3(0, 3, 0), 1e-6)
	check_near(result.get_remainder(), Vector3.ZERO, 0.0)
	check_equal(result.get_collision_safe_fraction(), 1.0)
	check_equal(result.get_collision_unsafe_fraction(), 1.0)


# M01, M18: all of a result is written, also when nothing is met and when there is no shape
func test_a_free_way() -> void:
	make_ground()
	var body := make_standing(Vector3(0, 5, 0))
	var bare := CharacterBody3D.new()
	add(bare)
	await steps(2)
	for free: PhysicsBody3D in [body, bare]:
		var result := ask_way(free, Vector3(1, 0, 0))
		check_near(result.get_travel(), Vector3(1, 0, 0), 1e-6)
		check_near(result.get_remainder(), Vector3.ZERO, 1e-6)
		check_equal(result.get_collision_count(), 0)
		# Godot Physics leaves the fractions of a body without shapes at 0
		if engine != GODOT_PHYSICS or free == body:
			check_equal(result.get_collision_safe_fraction(), 1.0)
			check_equal(result.get_collision_unsafe_fraction(), 1.0)


# M05, M06: 5 cm deep in a floor and in a wall; what has three times the priority counts three times. Godot Physics
# counts a wall once for each point of it
func test_priority_decides_who_pushes() -> void:
	if skip_on([GODOT_PHYSICS]):
		return
	make_ground()
	var wall := make_static(make_box_shape(Vector3(1, 10, 10)), Vector3(1.0 - 0.05, 2, 0))
	var body := make_character(Vector3(0, 0.95, 0))
	await steps(2)
	var equal := ask_way(body, Vector3.ZERO, {"recovery_as_collision": true}).get_travel()
	check_near(equal, Vector3(-0.0444, 0.0444, 0), 5e-4)
	wall.collision_priority = 3.0
	await steps(1)
	var wall_first := ask_way(body, Vector3.ZERO, {"recovery_as_collision": true}).get_travel()
	check_near(wall_first, Vector3(-0.0497, 0.0301, 0), 1e-3)


# M07, M08
func test_motion_from_a_touch() -> void:
	make_ground()
	var body := make_character(Vector3(0, 1, 0))
	await steps(2)
	var up := ask_way(body, Vector3(0, 0.1, 0))
	check_equal(up.get_collision_count(), 0)
	check(up.get_travel().y > 0.1007 and up.get_travel().y < 0.1011, str(up.get_travel()))
	body.position.y = 1.0005
	await steps(2)
	var still := ask_way(body, Vector3.ZERO, {"recovery_as_collision": true})
	check_equal(still.get_collision_count(), 1)
	check_near(still.get_collision_normal(), Vector3.UP, 1e-3)
	var gap := 0.0005 + still.get_travel().y
	check(gap > 0.0008 and gap < 0.001, "a gap of %s" % gap)


# M09: what is stuck in the floor can still walk. In Godot Physics it cannot
func test_motion_out_of_an_overlap() -> void:
	if skip_on([GODOT_PHYSICS]):
		return
	make_ground()
	var body := make_character(Vector3(0, 0.8, 0))
	await steps(2)
	check_near(ask_way(body, Vector3(0.1, 0, 0)).get_travel().x, 0.1, 1e-3)


# M10, M20: four corners of a box, all as deep; at least one collision is looked for. With none asked for nothing
# stops a body in Jolt
func test_points_of_a_face() -> void:
	make_ground()
	var body := make_character(Vector3(0, 1.5, 0), make_box_shape(Vector3(1, 2, 1)))
	await steps(2)
	var result := ask_way(body, Vector3(0, -1, 0), {"max_collisions": 6})
	check_equal(result.get_collision_count(), 4)
	for i in result.get_collision_count():
		check_near(result.get_collision_point(i).y, 0.0, 1e-3)
		check_near(result.get_collision_depth(i), result.get_collision_depth(0), 1e-4)
	if engine != JOLT:
		check(ask_way(body, Vector3(0, -1, 0), {"max_collisions": 0}).get_travel().y > -0.6, "it stops")


# M12, M14
func test_who_stops_a_motion() -> void:
	var mesh := ConcavePolygonShape3D.new()
	mesh.set_faces(PackedVector3Array([Vector3(-4, 0, -4), Vector3(4, 0, -4), Vector3(0, 0, 4)]))
	make_static(mesh).collision_mask = 0
	var body := make_character(Vector3(0, 2, 0))
	await steps(2)
	check_equal(ask_way(body, Vector3(0, -2, 0)).get_collision_count(), 1, "its own mask counts")
	body.position.y = -2
	await steps(2)
	check_equal(ask_way(body, Vector3(0, 2, 0)).get_collision_count(), 0, "from behind a triangle")


# M16, M17
func test_separation_rays_in_a_motion() -> void:
	make_ground()
	var body := CharacterBody3D.new()
	var leg := CollisionShape3D.new()
	leg.shape = SeparationRayShape3D.new()
	leg.rotation_degrees.x = 90
	body.add_child(leg)
	body.position.y = 1.5
	add(body)
	await steps(2)
	check_equal(ask_way(body, Vector3(0, -1, 0)).get_collision_count(), 0, "it is no obstacle")
	var met := ask_way(body, Vector3(0, -1, 0), {"collide_separation_ray": true})
	check_near(met.get_travel().y, -0.499, 5e-3, "unless it is asked for")
	body.position.y = 0.7
	await steps(2)
	check_near(ask_way(body, Vector3.ZERO).get_travel().y, 0.262, 2e-3, "it lifts")


func test_separation_rays_climb_steps() -> void:
	make_ground()
	make_static(make_box_shape(Vector3(4, 0.3, 4)), Vector3(3, 0.15, 0))
	var body := CharacterBody3D.new()
	var capsule := CollisionShape3D.new()
	capsule.shape = CapsuleShape3D.new()
	capsule.position.y = 1.6
	body.add_child(capsule)
	var leg := CollisionShape3D.new()
	var ray := SeparationRayShape3D.new()
	ray.length = 1.0
	leg.shape = ray
	leg.position.y = 1.0
	leg.rotation_degrees.x = 90
	body.add_child(leg)
	add(body)
	await steps(2)
	for i in 120:
		body.velocity = Vector3(2, body.velocity.y - 10.0 / 60, 0)
		body.move_and_slide()
		await steps(1)
	check(body.position.x > 2.5, "over the step, at %s" % body.position)
	check_near(body.position.y, 0.3, 0.05)


func test_fast_character_cannot_tunnel_through_a_mesh() -> void:
	var mesh := ConcavePolygonShape3D.new()
	mesh.set_faces(
		PackedVector3Array(
			[
				Vector3(-9, 0, -9),
				Vector3(9, 0, -9),
				Vector3(-9, 0, 9),
				Vector3(9, 0, -9),
				Vector3(9, 0, 9),
				Vector3(-9, 0, 9),
			]
		)
	)
	make_static(mesh)
	var body := make_standing(Vector3(0, 40, 0))
	await steps(2)
	body.move_and_collide(Vector3(1, -200, 2))
	check_near(body.position.y, 1, 0.8 if engine != MINKOWSKI else 5e-3)
