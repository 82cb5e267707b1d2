# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/test_case.gd"
## Rays and points asked of a space, by the direct state and by RayCast3D.


func make_static(shape: Shape3D, place := Vector3.ZERO) -> StaticBody3D:
	var body := StaticBody3D.new()
	var collision := CollisionShape3D.new()
	collision.shape = shape
	body.add_child(collision)
	body.position = place
	add(body)
	return body


func state() -> PhysicsDirectSpaceState3D:
	return root.get_world_3d().direct_space_state


func cast(from: Vector3, to: Vector3, changes := {}) -> Dictionary:
	var query := PhysicsRayQueryParameters3D.create(from, to)
	for property: String in changes:
		query.set(property, changes[property])
	return state().intersect_ray(query)


func test_a_ray_meets_a_box() -> void:
	var body := make_static(BoxShape3D.new(), Vector3(5, 0, 0))
	await steps(2)
	var hit := cast(Vector3.ZERO, Vector3(10, 0.25, 0))
	check_equal(hit.get("collider"), body)
	check_equal(hit.get("rid"), body.get_rid())
	check_equal(hit.get("shape"), 0)
	check_near(hit.get("position"), Vector3(4.5, 0.1125, 0), 1e-5)
	check_near(hit.get("normal"), Vector3(-1, 0, 0), 1e-5)
	check_equal(hit.get("face_index"), -1)
	check_equal(cast(Vector3.ZERO, Vector3(4.4, 0, 0)), {})


func test_layers_and_exclusion() -> void:
	var near := make_static(SphereShape3D.new(), Vector3(3, 0, 0))
	var far := make_static(SphereShape3D.new(), Vector3(6, 0, 0))
	far.collision_layer = 2
	await steps(2)
	var to := Vector3(10, 0, 0)
	check_equal(cast(Vector3.ZERO, to).get("collider"), near)
	check_equal(cast(Vector3.ZERO, to, {"collision_mask": 2}).get("collider"), far)
	var excluded: Array[RID] = [near.get_rid()]
	check_equal(cast(Vector3.ZERO, to, {"exclude": excluded}).get("collider"), far)
	check_equal(cast(Vector3.ZERO, to, {"collide_with_bodies": false}), {})


func test_starting_inside() -> void:
	make_static(BoxShape3D.new())
	await steps(2)
	var to := Vector3(3, 0, 0)
	check_equal(cast(Vector3.ZERO, to), {})
	var hit := cast(Vector3.ZERO, to, {"hit_from_inside": true})
	check_near(hit.get("position", Vector3.INF), Vector3.ZERO, 1e-6)
	check_near(hit.get("normal", Vector3.INF), Vector3.ZERO, 1e-6)


func make_faces(has_two_sides: bool) -> ConcavePolygonShape3D:
	var shape := ConcavePolygonShape3D.new()
	# clockwise seen from above
	shape.set_faces(
		PackedVector3Array(
			[
				Vector3(-2, 0, -2),
				Vector3(2, 0, -2),
				Vector3(2, 0, 2),
				Vector3(-2, 0, -2),
				Vector3(2, 0, 2),
				Vector3(-2, 0, 2)
			]
		)
	)
	shape.backface_collision = has_two_sides
	return shape


func test_sides_of_a_mesh() -> void:
	make_static(make_faces(false))
	make_static(make_faces(true), Vector3(10, 0, 0))
	await steps(2)
	var above := Vector3(1, 1, -0.5)
	var below := Vector3(1, -1, -0.5)
	var aside := Vector3(10, 0, 0)
	var down := cast(above, below)
	check_near(down.get("normal", Vector3.INF), Vector3.UP, 1e-5)
	if engine == MINKOWSKI:
		check_equal(down.get("face_index"), 0)
	check_equal(cast(below, above), {}, "the back of one side")
	var up := cast(below + aside, above + aside)
	check_near(up.get("normal", Vector3.INF), Vector3.DOWN, 1e-5)
	check_equal(cast(below + aside, above + aside, {"hit_back_faces": false}), {})


func test_a_plane_has_no_end() -> void:
	if skip_on([JOLT]):
		return
	make_static(WorldBoundaryShape3D.new())
	await steps(2)
	var hit := cast(Vector3(5000, 1, 0), Vector3(5000, -1, 0))
	check_near(hit.get("position", Vector3.INF), Vector3(5000, 0, 0), 1e-3)


func test_points() -> void:
	var box := make_static(BoxShape3D.new())
	var ball := make_static(SphereShape3D.new(), Vector3(0.5, 0, 0))
	await steps(2)
	var query := PhysicsPointQueryParameters3D.new()
	query.position = Vector3(0.25, 0, 0)
	var found := state().intersect_point(query)
	check_equal(found.size(), 2)
	check_equal(state().intersect_point(query, 1).size(), 1)
	query.position = Vector3(0.8, 0, 0)
	found = state().intersect_point(query)
	check_equal(found.size(), 1)
	check_equal(found[0].get("collider") if found else null, ball)
	query.exclude = [ball.get_rid()]
	check_equal(state().intersect_point(query).size(), 0)
	check(is_instance_valid(box), "both stay")


func test_ray_cast_node() -> void:
	var body := make_static(SphereShape3D.new(), Vector3(0, -2, 0))
	var ray := RayCast3D.new()
	ray.target_position = Vector3(0, -5, 0)
	add(ray)
	await steps(3)
	check(ray.is_colliding(), "the node sees the ball")
	check_equal(ray.get_collider(), body)
	check_near(ray.get_collision_point(), Vector3(0, -1.5, 0), 1e-5)
	check_near(ray.get_collision_normal(), Vector3.UP, 1e-4)
