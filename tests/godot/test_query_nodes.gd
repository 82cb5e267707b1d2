# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/scene_case.gd"
## Every property of the nodes that ask: RayCast3D, ShapeCast3D, SpringArm3D, and the numbers of faces that rays meet.
## Where Godot's own engines differ, the comment of the test says how.


## Cubes of 2 m in a row along x, at 5, 10, 15 ...
func make_row(amount: int) -> Array[StaticBody3D]:
	var row: Array[StaticBody3D] = []
	for i in amount:
		row.append(make_static(make_box_shape(Vector3.ONE * 2.0), Vector3(5 * (i + 1), 0, 0)))
	return row


func make_ray(to: Vector3, parent: Node = root) -> RayCast3D:
	var ray := RayCast3D.new()
	ray.target_position = to
	parent.add_child(ray)
	return ray


## How far an engine may stop from where a cast of this length meets something, in metres: Godot Physics bisects the way
## eight times, not quite in the middle, Jolt until about a millimetre is left.
func exact(length: float) -> float:
	return {MINKOWSKI: 1e-4, JOLT: 2e-3, GODOT_PHYSICS: length / 128}[engine]


func collider_of(ray: RayCast3D) -> Object:
	ray.force_raycast_update()
	return ray.get_collider()


func test_a_ray_leaves_out_what_it_is_told_to() -> void:
	var row := make_row(3)
	var ray := make_ray(Vector3(30, 0, 0))
	await steps(2)
	check_equal(collider_of(ray), row[0])
	ray.add_exception(row[0])
	check_equal(collider_of(ray), row[1])
	ray.add_exception_rid(row[1].get_rid())
	check_equal(collider_of(ray), row[2])
	ray.remove_exception(row[0])
	check_equal(collider_of(ray), row[0])
	ray.clear_exceptions()
	row[0].collision_layer = 4
	check_equal(collider_of(ray), row[1], "the mask does not see the layer")
	ray.collision_mask = 4
	check_equal(collider_of(ray), row[0])
	ray.set_collision_mask_value(3, false)
	check(collider_of(ray) == null, "nothing is met")


# below a body the ray starts inside of it
func test_a_ray_and_its_parent() -> void:
	var body := make_static(make_box_shape(Vector3.ONE * 2.0))
	var wall := make_static(make_box_shape(Vector3.ONE * 2.0), Vector3(5, 0, 0))
	var ray := make_ray(Vector3(9, 0, 0), body)
	ray.hit_from_inside = true
	await steps(2)
	check_equal(collider_of(ray), wall, "the parent is left out")
	ray.exclude_parent = false
	check_equal(collider_of(ray), body, "or met, from inside")
	check_near(ray.get_collision_point(), Vector3.ZERO, 1e-5)
	check_near(ray.get_collision_normal(), Vector3.ZERO, 1e-5)
	ray.hit_from_inside = false
	check_equal(collider_of(ray), wall)
	ray.collide_with_bodies = false
	check(collider_of(ray) == null, "nothing is met")


# Q10, Q12, Q13: a square of two triangles, with both sides or one. Jolt numbers faces only if a setting asks for it
func test_a_ray_tells_the_face() -> void:
	var corners := [Vector3(-2, 0, -2), Vector3(2, 0, -2), Vector3(2, 0, 2), Vector3(-2, 0, 2)]
	var mesh := ConcavePolygonShape3D.new()
	var faces := [corners[0], corners[1], corners[2], corners[0], corners[2], corners[3]]
	mesh.set_faces(PackedVector3Array(faces))
	mesh.backface_collision = true
	make_static(mesh)
	var ray := make_ray(Vector3(0, -4, 0))
	for face in 2:
		ray.position = Vector3(1, 2, -1) if face == 0 else Vector3(-1, 2, 1)
		ray.target_position.y = -4
		ray.hit_back_faces = true
		await steps(2)
		ray.force_raycast_update()
		check_near(ray.get_collision_normal(), Vector3.UP, 1e-4)
		check_equal(ray.get_collider_shape(), 0)
		if engine != JOLT:
			check_equal(ray.get_collision_face_index(), face)
		ray.position.y = -2
		ray.target_position.y = 4
		await steps(1)
		ray.force_raycast_update()
		check_near(ray.get_collision_normal(), Vector3.DOWN, 1e-4, "from behind")
		if engine != JOLT:
			check_equal(ray.get_collision_face_index(), face, "from behind")
		ray.hit_back_faces = false
		check(collider_of(ray) == null, "nothing is met")


# the face has the number that it has in the data, however the mesh is sorted inside and however it is turned
func test_faces_of_a_large_mesh_have_their_numbers() -> void:
	if skip_on([JOLT]):
		return
	var faces := PackedVector3Array()
	for i in 400:
		var corner := Vector3(i % 20, 0.05 * (i % 7), i / 20)
		faces.append_array([corner, corner + Vector3(1, 0, 0), corner + Vector3(0, 0, 1)])
	var mesh := ConcavePolygonShape3D.new()
	mesh.set_faces(faces)
	var body := make_static(mesh)
	body.rotation_degrees = Vector3(0, 90, 0)
	await steps(2)
	for i: int in range(0, 400, 13):
		var above := Vector3(i % 20 + 0.25, 3, i / 20 + 0.25)
		var from := body.to_global(above)
		var query := PhysicsRayQueryParameters3D.create(from, from + Vector3(0, -6, 0))
		var hit := root.get_world_3d().direct_space_state.intersect_ray(query)
		check_equal(hit.get("face_index", -2), i)


func test_a_ray_that_is_off_or_has_no_length() -> void:
	make_row(1)
	var ray := make_ray(Vector3(30, 0, 0))
	await steps(2)
	check(ray.is_colliding(), "on")
	ray.enabled = false
	check(not ray.is_colliding(), "off")
	ray.target_position = Vector3.ZERO
	check(collider_of(ray) == null, "no length, outside")
	# Q04: a ray of no length is a point
	ray.position = Vector3(5, 0, 0)
	ray.hit_from_inside = true
	await steps(1)
	check(collider_of(ray) != null, "no length, inside")


func make_cast(to: Vector3, parent: Node = root) -> ShapeCast3D:
	var cast := ShapeCast3D.new()
	var ball := SphereShape3D.new()
	cast.shape = ball
	cast.target_position = to
	parent.add_child(cast)
	return cast


# two that are met at the same time are two results; exceptions, masks, areas and the parent as for rays
func test_a_shape_cast_and_all_that_it_meets() -> void:
	var left := make_static(make_box_shape(Vector3.ONE * 2.0), Vector3(5, 0, -1.05))
	var right := make_static(make_box_shape(Vector3.ONE * 2.0), Vector3(5, 0, 1.05))
	var area := make_area(Vector3(2.5, 0, 0), 0.5)
	var cast := make_cast(Vector3(10, 0, 0))
	await steps(2)
	cast.force_shapecast_update()
	check_equal(cast.get_collision_count(), 2)
	var met := [cast.get_collider(0), cast.get_collider(1)]
	check(met.has(left) and met.has(right), "both: %s" % [met])
	cast.max_results = 1
	cast.force_shapecast_update()
	check_equal(cast.get_collision_count(), 1)
	cast.max_results = 8
	cast.add_exception(left)
	cast.force_shapecast_update()
	check_equal(cast.get_collision_count(), 1)
	check_equal(cast.get_collider(0), right)
	check_equal(cast.get_collider_rid(0), right.get_rid())
	check_equal(cast.get_collider_shape(0), 0)
	cast.clear_exceptions()
	cast.collide_with_areas = true
	cast.force_shapecast_update()
	check_equal(cast.get_collider(0), area, "an area comes before")
	check_near(cast.get_closest_collision_safe_fraction() * 10.0, 1.5, exact(10))
	cast.collide_with_bodies = false
	cast.collide_with_areas = false
	cast.force_shapecast_update()
	check(not cast.is_colliding(), "nothing is asked for")
	check_equal(cast.get_closest_collision_safe_fraction(), 1.0)
	check_equal(cast.get_closest_collision_unsafe_fraction(), 1.0)


func test_a_shape_cast_and_its_parent() -> void:
	var body := make_static(make_box_shape(Vector3.ONE * 2.0))
	var wall := make_static(make_box_shape(Vector3.ONE * 2.0), Vector3(5, 0, 0))
	var cast := make_cast(Vector3(9, 0, 0), body)
	await steps(2)
	cast.force_shapecast_update()
	check_equal(cast.get_collider(0), wall)
	if engine == GODOT_PHYSICS: # which finds nothing where two centres are at one place
		return
	cast.exclude_parent = false
	cast.target_position = Vector3.ZERO
	cast.force_shapecast_update()
	check_equal(cast.get_collider(0), body, "without a way it tells what it is in")


# a margin makes the shape larger; Godot Physics leaves it out of casts
func test_the_margin_of_a_shape_cast() -> void:
	if skip_on([GODOT_PHYSICS]):
		return
	make_row(1)
	var cast := make_cast(Vector3(8, 0, 0))
	cast.margin = 0.25
	await steps(2)
	cast.force_shapecast_update()
	check_near(cast.get_closest_collision_safe_fraction() * 8.0, 3.25, exact(8))


# every kind of shape is cast and meets the wall in front of it at its own reach
func test_every_shape_can_be_cast() -> void:
	make_static(make_box_shape(Vector3(2, 8, 8)), Vector3(5, 0, 0))
	var capsule := CapsuleShape3D.new()
	var cylinder := CylinderShape3D.new()
	var hull := ConvexPolygonShape3D.new()
	hull.points = BoxMesh.new().get_faces()
	for shape: Shape3D in [make_box_shape(), SphereShape3D.new(), capsule, cylinder, hull]:
		var cast := make_cast(Vector3(8, 0, 0))
		cast.shape = shape
		await steps(2)
		cast.force_shapecast_update()
		# all of them reach 0.5 m
		var fraction := cast.get_closest_collision_safe_fraction()
		check_near(fraction * 8.0, 3.5, exact(8), shape.get_class())
		check_near(cast.get_collision_normal(0), Vector3.LEFT, 1e-3, shape.get_class())
		check_near(cast.get_collision_point(0).x, 4.0, 1e-4, shape.get_class())
		cast.free()


func test_a_spring_arm_and_its_settings() -> void:
	var wall := make_static(make_box_shape(Vector3(10, 10, 1)), Vector3(0, 0, 4))
	var arm := SpringArm3D.new()
	arm.spring_length = 6
	arm.margin = 0.5
	add(arm)
	var camera := Node3D.new()
	arm.add_child(camera)
	await steps(3)
	# a ray meets the wall at 3.5
	check_near(camera.position.z, 3.0, 1e-4, "its child stays a margin before the wall")
	arm.add_excluded_object(wall.get_rid())
	await steps(2)
	check_near(arm.get_hit_length(), 6.0, 1e-4, "left out")
	arm.clear_excluded_objects()
	arm.collision_mask = 2
	await steps(2)
	check_near(arm.get_hit_length(), 6.0, 1e-4, "not seen")
	arm.collision_mask = 1
	arm.margin = 0.0
	arm.shape = make_box_shape()
	await steps(2)
	check_near(arm.get_hit_length(), 3.0, exact(6), "with a shape")


# without a shape the arm of a camera is the pyramid of what the camera sees nearby
func test_a_spring_arm_with_a_camera() -> void:
	make_static(make_box_shape(Vector3(10, 10, 1)), Vector3(0, 0, 4))
	var arm := SpringArm3D.new()
	arm.spring_length = 6
	arm.margin = 0.0
	var camera := Camera3D.new()
	arm.add_child(camera)
	add(arm)
	await steps(3)
	var length := arm.get_hit_length()
	check_near(length, 3.5, exact(6), "the camera stops at the wall")
