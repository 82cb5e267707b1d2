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


# Q05, Q06: what ends on a face meets it, what starts on it does not; Godot Physics meets it with no normal
func test_ends_on_a_face() -> void:
	make_static(BoxShape3D.new())
	await steps(2)
	var face := Vector3(0.5, 0, 0)
	check_near(cast(Vector3(5, 0, 0), face).get("position", Vector3.INF), face, 1e-5)
	if engine != GODOT_PHYSICS:
		check_equal(cast(face, Vector3(5, 0, 0)), {}, "away from it")
		check_equal(cast(face, Vector3(-5, 0, 0)), {}, "into it")


# Q08, Q09: a ray that starts in one shape of a body still meets the others; disabled ones are not there
func test_shapes_of_one_body() -> void:
	var body := make_static(BoxShape3D.new())
	var ball := CollisionShape3D.new()
	ball.shape = SphereShape3D.new()
	ball.position.x = 4
	body.add_child(ball)
	await steps(2)
	var hit := cast(Vector3.ZERO, Vector3(9, 0, 0))
	check_near(hit.get("position", Vector3.INF), Vector3(3.5, 0, 0), 1e-4)
	check_equal(hit.get("shape"), 1)
	ball.disabled = true
	hit = cast(Vector3(9, 0, 0), Vector3.ZERO)
	check_near(hit.get("position", Vector3.INF), Vector3(0.5, 0, 0), 1e-4)
	check_equal(hit.get("shape"), 0)


# Q07, Q18
func test_round_shapes_are_round() -> void:
	make_static(SphereShape3D.new())
	make_static(CylinderShape3D.new(), Vector3(5, 0, 0))
	await steps(2)
	var side := Vector3(sqrt(0.25 - 0.0625), 0.25, 0)
	var hit := cast(Vector3(3, 0.25, 0), Vector3(0, 0.25, 0))
	check_near(hit.get("position", Vector3.INF), side, 1e-4)
	check_near(hit.get("normal", Vector3.INF), side / 0.5, 1e-4)
	hit = cast(Vector3(5.25, 3, 0), Vector3(5.25, -3, 0))
	check_near(hit.get("position", Vector3.INF), Vector3(5.25, 1, 0), 1e-4, "the top")
	hit = cast(Vector3(9, 0.5, 0), Vector3(5, 0.5, 0))
	check_near(hit.get("position", Vector3.INF), Vector3(5.5, 0.5, 0), 1e-4, "the side")
	check_near(hit.get("normal", Vector3.INF), Vector3.RIGHT, 1e-4)


# Q14, Q15: both triangles of a cell, whose diagonal goes from (x + 1, z) to (x, z + 1)
func test_sides_of_a_height_map() -> void:
	var map := HeightMapShape3D.new()
	map.map_width = 3
	map.map_depth = 3
	map.map_data = PackedFloat32Array([0, 0, 0, 0, 1, 0, 0, 0, 0])
	make_static(map)
	await steps(2)
	for row: Vector3 in [Vector3(0.25, 0.5, 0.25), Vector3(-0.25, 0.75, 0.25)]:
		var hit := cast(Vector3(row.x, 5, row.z), Vector3(row.x, -5, row.z))
		# Jolt keeps heights with few bits
		check_near(hit.get("position", Vector3.INF), row, 1e-4 if engine != JOLT else 5e-3)
	var up := [Vector3(0.25, -5, 0.25), Vector3(0.25, 5, 0.25)]
	check(cast(up[0], up[1]).get("normal", Vector3.ZERO).y < -0.1, "from below, turned to the ray")
	check_equal(cast(up[0], up[1], {"hit_back_faces": false}), {})


# Q16
func test_sides_of_a_plane() -> void:
	make_static(WorldBoundaryShape3D.new())
	await steps(2)
	check_near(cast(Vector3.UP, Vector3.DOWN).get("position", Vector3.INF), Vector3.ZERO, 1e-5)
	check_equal(cast(Vector3.DOWN, Vector3.UP), {}, "from below")
	var inside := cast(Vector3.DOWN, Vector3.UP, {"hit_from_inside": true})
	check_near(inside.get("position", Vector3.INF), Vector3.DOWN, 1e-5)
	check_near(inside.get("normal", Vector3.INF), Vector3.ZERO, 1e-6)


# Q23, Q24: a kinematic body is on its way until the step is done
func test_what_has_moved_is_seen() -> void:
	var wall := make_static(BoxShape3D.new(), Vector3(2, 0, 0))
	var lift := AnimatableBody3D.new()
	lift.sync_to_physics = false
	var collision := CollisionShape3D.new()
	collision.shape = BoxShape3D.new()
	lift.add_child(collision)
	lift.position = Vector3(2, 9, 0)
	add(lift)
	await steps(3)
	var state := PhysicsServer3D.BODY_STATE_TRANSFORM
	PhysicsServer3D.body_set_state(wall.get_rid(), state, Transform3D(Basis(), Vector3(4, 0, 0)))
	PhysicsServer3D.body_set_state(lift.get_rid(), state, Transform3D(Basis(), Vector3(4, 9, 0)))
	check_near(cast(Vector3.ZERO, Vector3(9, 0, 0)).get("position", Vector3.INF).x, 3.5, 1e-4)
	var high := Vector3(0, 9, 0)
	check_near(cast(high, Vector3(9, 9, 0)).get("position", Vector3.INF).x, 1.5, 1e-4)
	await steps(1)
	check_near(cast(high, Vector3(9, 9, 0)).get("position", Vector3.INF).x, 3.5, 1e-4)


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


# Q43
func test_points_in_other_shapes() -> void:
	make_static(WorldBoundaryShape3D.new())
	make_static(make_faces(true), Vector3(10, 5, 0))
	await steps(2)
	var query := PhysicsPointQueryParameters3D.new()
	for row: Array in [[Vector3(0, -1, 0), 1], [Vector3(0, 1, 0), 0], [Vector3(10.5, 5, 0), 0]]:
		query.position = row[0]
		check_equal(state().intersect_point(query).size(), row[1], str(row[0]))


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
