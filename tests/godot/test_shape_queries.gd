# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/scene_case.gd"
## Queries of a space that are asked with a shape, and the nodes that stand on them: ShapeCast3D and SpringArm3D.


func make_sphere(radius: float) -> SphereShape3D:
	var sphere := SphereShape3D.new()
	sphere.radius = radius
	return sphere


func state() -> PhysicsDirectSpaceState3D:
	return root.get_world_3d().direct_space_state


func query(shape: Shape3D, place: Vector3, changes := {}) -> PhysicsShapeQueryParameters3D:
	var asked := PhysicsShapeQueryParameters3D.new()
	asked.shape = shape
	asked.transform = Transform3D(Basis(), place)
	for property: String in changes:
		asked.set(property, changes[property])
	return asked


func test_cast_motion_is_exact() -> void:
	# Jolt searches by halves until about a millimetre is left, Godot Physics eight times
	if skip_on([GODOT_PHYSICS]):
		return
	make_static(make_box_shape(Vector3(2, 2, 2)), Vector3(5, 0, 0))
	await steps(2)
	if engine == JOLT:
		var way := query(make_sphere(0.5), Vector3.ZERO, {"motion": Vector3(8, 0, 0)})
		check_near(state().cast_motion(way)[0], 3.5 / 8, 3e-4)
		way.margin = 0.25
		check_near(state().cast_motion(way)[0], 3.25 / 8, 3e-4, "with a margin")
		return
	var ball := make_sphere(0.5)
	for length: float in [8.0, 80.0]:
		var result := state().cast_motion(
			query(ball, Vector3.ZERO, {"motion": Vector3(length, 0, 0)})
		)
		check_near(result[0], 3.5 / length, 1e-5)
		check(result[0] <= 3.5 / length, "never late")
		check(result[1] > 3.5 / length, "unsafe is beyond the touch")
		check_near(result[1], 3.5 / length, 2e-4 / length)
	var margin := state().cast_motion(
		query(ball, Vector3.ZERO, {"motion": Vector3(8, 0, 0), "margin": 0.25})
	)
	check_near(margin[0], 3.25 / 8, 1e-5)
	# a box past the corner of a box: sharp edges
	var past := query(make_box_shape(Vector3.ONE), Vector3(0, 1.49, 0), {"motion": Vector3(8, 0, 0)})
	check_near(state().cast_motion(past)[0], 3.5 / 8, 1e-5)
	past.transform.origin.y = 1.51
	check_equal(state().cast_motion(past), PackedFloat32Array([1, 1]))


func test_cast_motion_ignores_what_it_starts_in() -> void:
	make_static(make_box_shape(Vector3(2, 2, 2)))
	await steps(2)
	var ball := make_sphere(0.5)
	var inside := query(ball, Vector3(1.2, 0, 0), {"motion": Vector3(-1, 0, 0)})
	check_equal(state().cast_motion(inside), PackedFloat32Array([1, 1]))
	check_equal(
		state().cast_motion(query(ball, Vector3(3, 0, 0), {"motion": Vector3.ZERO})),
		PackedFloat32Array([1, 1])
	)


# Q29: Godot Physics takes half of the way for safe where nothing is in it
func test_cast_motion_from_a_touch() -> void:
	if skip_on([GODOT_PHYSICS]):
		return
	make_static(make_box_shape(Vector3(2, 2, 2)))
	await steps(2)
	var touch := query(make_sphere(0.5), Vector3(1.5, 0, 0), {"motion": Vector3(-1, 0, 0)})
	var result := state().cast_motion(touch)
	check_near(result[0], 0, 1e-5)
	check(result[1] <= 1e-4 + 1e-6, "stopped at once")
	touch.motion = Vector3(1, 0, 0)
	check_equal(state().cast_motion(touch), PackedFloat32Array([1, 1]))


# Q31: Jolt refuses
func test_concave_shapes_can_be_cast() -> void:
	if skip_on([JOLT]):
		return
	make_static(make_box_shape(Vector3(2, 2, 2)), Vector3(0, -5, 0))
	await steps(2)
	var mesh := ConcavePolygonShape3D.new()
	mesh.backface_collision = true
	mesh.set_faces(
		PackedVector3Array([Vector3(-1, 0, -1), Vector3(1, 0, -1), Vector3(0, -1, 1)])
	)
	var result := state().cast_motion(query(mesh, Vector3.ZERO, {"motion": Vector3(0, -6, 0)}))
	check_near(result[0], 0.5, 1e-5 if engine == MINKOWSKI else 4e-3)


## A triangle that is 0.1 m deep in a box, with its lowest corner, and one above it.
func test_concave_shapes_can_ask_everything() -> void:
	if not only_on([MINKOWSKI]):
		return
	var body := make_static(make_box_shape(Vector3(2, 2, 2)), Vector3(0, -1.9, 0))
	await steps(2)
	var mesh := ConcavePolygonShape3D.new()
	mesh.backface_collision = true
	mesh.set_faces(
		PackedVector3Array([Vector3(-1, 0, -1), Vector3(1, 0, -1), Vector3(0, -1, 0.5)])
	)
	for is_in: bool in [true, false]:
		var asked := query(mesh, Vector3(0, 0.0 if is_in else 0.2, 0))
		check_equal(state().intersect_shape(asked).size(), int(is_in))
		var points := state().collide_shape(asked)
		check_equal(points.is_empty(), not is_in)
		var rest := state().get_rest_info(asked)
		check_equal(rest.is_empty(), not is_in)
		if not is_in:
			continue
		check_near(points[0], Vector3(0, -1, 0.5), 1e-3, "the corner")
		check_near(points[1], Vector3(0, -0.9, 0.5), 1e-3, "above it, on the box")
		check_equal(rest.rid, body.get_rid())
		check_near(rest.normal, Vector3.UP, 1e-3)
		check_near(rest.point, Vector3(0, -0.9, 0.5), 1e-3)


func test_intersect_shape_finds_bodies_and_areas() -> void:
	var near := make_static(make_sphere(1))
	var far := make_static(make_sphere(1), Vector3(3, 0, 0))
	var area := Area3D.new()
	var collision := CollisionShape3D.new()
	collision.shape = make_sphere(1)
	area.add_child(collision)
	add(area)
	await steps(2)
	var asked := query(make_box_shape(Vector3(4, 1, 1)), Vector3(1.5, 0, 0))
	var found := state().intersect_shape(asked)
	check_equal(found.size(), 2)
	var colliders: Array = found.map(func(hit: Dictionary) -> Object: return hit["collider"])
	check(near in colliders and far in colliders, "both are found")
	asked.collide_with_areas = true
	check_equal(state().intersect_shape(asked).size(), 3)
	asked.collide_with_bodies = false
	check_equal(state().intersect_shape(asked)[0]["collider"], area)
	asked.collide_with_areas = false
	check_equal(state().intersect_shape(asked), [])
	asked.collide_with_bodies = true
	check_equal(state().intersect_shape(asked, 1).size(), 1)
	asked.exclude = [near.get_rid()]
	check_equal(state().intersect_shape(asked)[0]["rid"], far.get_rid())
	asked.collision_mask = 2
	check_equal(state().intersect_shape(asked), [])


func test_collide_shape_gives_pairs_of_points() -> void:
	make_static(make_box_shape(Vector3(2, 2, 2)))
	await steps(2)
	var ball := make_sphere(0.5)
	var points := state().collide_shape(query(ball, Vector3(1.4, 0, 0)))
	check_equal(points.size(), 2)
	check_near(points[0], Vector3(0.9, 0, 0), 1e-4, "on the query")
	check_near(points[1], Vector3(1, 0, 0), 1e-4, "on the body")
	points = state().collide_shape(query(ball, Vector3(1.6, 0, 0), {"margin": 0.2}))
	check_equal(points.size(), 2)
	check_near(points[0], Vector3(0.9, 0, 0), 1e-4)
	check_near(points[1], Vector3(1, 0, 0), 1e-4)
	var face := state().collide_shape(query(make_box_shape(Vector3.ONE), Vector3(0, 1.4, 0)))
	check_equal(face.size(), 8, "face on face: four pairs")
	for i in range(0, face.size(), 2):
		check_near(face[i].abs(), Vector3(0.5, 0.9, 0.5), 1e-4, "a corner of the query")
		check_near(face[i + 1] - face[i], Vector3(0, 0.1, 0), 1e-4, "above it, on the body")
	check_equal(state().collide_shape(query(ball, Vector3(3, 0, 0))), [])


# Q36, and the deepest of several comes first
func test_collide_shape_gives_as_many_as_asked_for() -> void:
	make_static(make_box_shape(Vector3(2, 2, 2)))
	make_static(make_box_shape(Vector3(2, 2, 2)), Vector3(2.7, 0, 0))
	await steps(2)
	var asked := query(make_sphere(0.5), Vector3(1.4, 0, 0))
	check_equal(state().collide_shape(asked, 1).size(), 2)
	var points := state().collide_shape(asked, 8)
	check_equal(points.size(), 4)
	if engine == MINKOWSKI:
		check_near(points[0].distance_to(points[1]), 0.2, 1e-3, "the deepest first")


# Q39: Godot Physics and Jolt have a point in the middle of the box, or beside its face
func test_rest_info_of_what_is_deep_inside() -> void:
	if not only_on([MINKOWSKI]):
		return
	make_static(make_box_shape(Vector3(2, 2, 2)))
	await steps(2)
	var info := state().get_rest_info(query(make_sphere(0.5), Vector3(0.7, 0, 0)))
	check_near(info.get("point"), Vector3(1, 0, 0), 1e-3)
	check_near(info.get("normal"), Vector3(1, 0, 0), 1e-3)


# Q40: nothing but a cast moves the shape; Q41, Q42: one entry for each shape of a body, also of a mesh, for whose
# triangles Jolt has one each
func test_intersect_shape_has_an_entry_per_shape() -> void:
	var body := make_static(make_box_shape())
	body.add_child(make_collision(make_sphere(0.5)))
	body.get_child(1).position.x = 1.0
	await steps(2)
	var ball := make_sphere(0.5)
	var between := state().intersect_shape(query(ball, Vector3(0.5, 0.4, 0)))
	var shapes: Array = between.map(func(hit: Dictionary) -> int: return hit.shape)
	shapes.sort()
	check_equal(shapes, [0, 1])
	check_equal(state().intersect_shape(query(ball, Vector3(0, 1.1, 0))).size(), 0)
	check_equal(state().intersect_shape(query(ball, Vector3(0, 1.1, 0), {"margin": 0.2})).size(), 1)
	var swept := query(ball, Vector3(0, 3, 0), {"motion": Vector3(0, -3, 0)})
	check_equal(state().intersect_shape(swept).size(), 0)
	if engine == JOLT:
		return
	var mesh := ConcavePolygonShape3D.new()
	mesh.set_faces(BoxMesh.new().get_faces())
	make_static(mesh, Vector3(0, 9, 0))
	await steps(2)
	check_equal(state().intersect_shape(query(ball, Vector3(0.5, 9.5, 0.5))).size(), 1)


# Q32: one-sided triangles let through what comes from behind; they stop Godot Physics
func test_cast_motion_from_behind_a_triangle() -> void:
	if skip_on([GODOT_PHYSICS]):
		return
	var mesh := ConcavePolygonShape3D.new()
	mesh.set_faces(PackedVector3Array([Vector3(-2, 0, -2), Vector3(2, 0, -2), Vector3(0, 0, 2)]))
	make_static(mesh)
	await steps(2)
	var up := query(make_sphere(0.5), Vector3(0, -2, 0), {"motion": Vector3(0, 4, 0)})
	check_equal(state().cast_motion(up), PackedFloat32Array([1, 1]))
	var down := query(make_sphere(0.5), Vector3(0, 2, 0), {"motion": Vector3(0, -4, 0)})
	check_near(state().cast_motion(down)[0], 1.5 / 4, 1e-3)


func test_rest_info_is_the_deepest_contact() -> void:
	make_static(make_box_shape(Vector3(2, 2, 2)))
	var deeper := make_static(make_box_shape(Vector3(2, 2, 2)), Vector3(2.7, 0, 0))
	deeper.constant_linear_velocity = Vector3(0, 0, 3)
	deeper.constant_angular_velocity = Vector3(0, 1, 0)
	await steps(2)
	# from 0.9 to 1.9: 0.1 in the first, 0.2 in the second
	var info := state().get_rest_info(query(make_sphere(0.5), Vector3(1.4, 0, 0)))
	check_equal(info.get("rid"), deeper.get_rid())
	check_equal(info.get("collider_id"), deeper.get_instance_id())
	check_near(info.get("point"), Vector3(1.7, 0, 0), 1e-3)
	check_near(info.get("normal"), Vector3(-1, 0, 0), 1e-4)
	check_near(info.get("linear_velocity"), Vector3(0, 0, 4), 1e-3)
	check_equal(state().get_rest_info(query(make_sphere(0.5), Vector3(8, 0, 0))), {})


func test_shape_cast_node_reports_what_stops_it() -> void:
	var wall := make_static(make_box_shape(Vector3(2, 2, 2)), Vector3(5, 0, 0))
	make_static(make_box_shape(Vector3(2, 2, 2)), Vector3(9, 0, 0))
	var node := ShapeCast3D.new()
	node.shape = make_sphere(0.5)
	node.target_position = Vector3(8, 0, 0)
	add(node)
	await steps(2)
	node.force_shapecast_update()
	check(node.is_colliding(), "it meets the wall")
	check_equal(node.get_collision_count(), 1)
	check_equal(node.get_collider(0), wall)
	check_near(node.get_collision_point(0), Vector3(4, 0, 0), 1e-4)
	check_near(node.get_collision_normal(0), Vector3(-1, 0, 0), 1e-4)
	# Jolt's bisections are steps of a millimetre, those of Godot Physics of 1/256 of the way
	var exact: float = {MINKOWSKI: 2e-5, JOLT: 3e-4, GODOT_PHYSICS: 4e-3}[engine]
	check_near(node.get_closest_collision_safe_fraction(), 0.4375, exact)
	check_near(node.get_closest_collision_unsafe_fraction(), 0.4375, exact)


func test_shape_cast_reports_at_every_slope() -> void:
	if not only_on([MINKOWSKI]):
		return
	var body := make_static(make_box_shape(Vector3(20, 1, 20)))
	var node := ShapeCast3D.new()
	node.shape = make_box_shape(Vector3.ONE)
	node.target_position = Vector3(0, -8, 0)
	node.position = Vector3(0.3, 4, 0.2)
	add(node)
	for degrees: int in range(0, 60, 3):
		body.rotation_degrees = Vector3(degrees, 0, degrees * 0.5)
		await steps(2)
		node.force_shapecast_update()
		check(node.is_colliding() and node.get_collider(0) == body, "at %d degrees" % degrees)
		check_near(node.get_collision_normal(0), body.basis.y, 2e-3)


func test_spring_arm_stops_at_a_wall() -> void:
	make_static(make_box_shape(Vector3(10, 10, 1)), Vector3(0, 0, 4))
	var arm := SpringArm3D.new()
	arm.shape = make_sphere(0.5)
	arm.spring_length = 6
	add(arm)
	await steps(3)
	# the wall's face is at 3.5, the ball stops half a metre before it
	check_near(arm.get_hit_length(), 3, 0.002 if engine != GODOT_PHYSICS else 6.0 / 256)
	arm.shape = null
	arm.margin = 0
	await steps(2)
	check_near(arm.get_hit_length(), 3.5, 1e-4)


func test_unknown_shapes_are_refused() -> void:
	if not only_on([MINKOWSKI]):
		return
	make_static(make_box_shape(Vector3.ONE))
	await steps(2)
	var asked := PhysicsShapeQueryParameters3D.new()
	asked.transform.origin = Vector3(NAN, 0, 0)
	asked.shape = make_sphere(1)
	check_refused("must be finite", func() -> void: state().intersect_shape(asked))
