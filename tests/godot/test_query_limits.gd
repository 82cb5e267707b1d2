# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/scene_case.gd"
## Queries at their limits: what only touches, what starts on a surface, which comes first, and shapes that are hollow on
## both sides. Where Godot's own engines differ, the comment of the test says how.


func state() -> PhysicsDirectSpaceState3D:
	return root.get_world_3d().direct_space_state


func query(shape: Shape3D, place: Vector3, motion := Vector3.ZERO) -> PhysicsShapeQueryParameters3D:
	var asked := PhysicsShapeQueryParameters3D.new()
	asked.shape = shape
	asked.transform.origin = place
	asked.motion = motion
	return asked


func points_at(place: Vector3, most := 32) -> Array[Dictionary]:
	var asked := PhysicsPointQueryParameters3D.new()
	asked.position = place
	return state().intersect_point(asked, most)


# a ball that touches a box in one point: it meets it and rests on it, but no points are common. Jolt sees nothing;
# Godot Physics has a pair of points, too, and does not see a point on a face
func test_what_only_touches() -> void:
	make_static(make_box_shape(Vector3.ONE * 2.0))
	await steps(2)
	var touch := query(SphereShape3D.new(), Vector3(1.5, 0, 0))
	check_equal(state().intersect_shape(touch).size(), 0 if engine == JOLT else 1, "intersect_shape")
	check_equal(state().collide_shape(touch).size(), 2 if engine == GODOT_PHYSICS else 0, "collide_shape")
	var rest := state().get_rest_info(touch)
	check_equal(rest.is_empty(), engine == JOLT, "get_rest_info")
	if rest:
		check_near(rest.point, Vector3(1, 0, 0), 2e-4)
		check_near(rest.normal, Vector3(1, 0, 0), 1e-4)
	check_equal(points_at(Vector3(1, 0.2, 0.3)).size(), 0 if engine == GODOT_PHYSICS else 1, "a point on a face")
	check_equal(points_at(Vector3(1.001, 0.2, 0.3)).size(), 0, "beside it")


# it is no obstacle, neither from aside nor from its tip, nor inside of it
func test_rays_do_not_meet_separation_rays() -> void:
	var ray := SeparationRayShape3D.new()
	ray.length = 2.0
	make_static(ray)
	await steps(2)
	for from: Vector3 in [Vector3(0, 3, 1), Vector3(0, 0, 5), Vector3(0.5, 0.5, 1.5)]:
		for inside: bool in [false, true]:
			var asked := PhysicsRayQueryParameters3D.create(from, Vector3(0, 0, 2) - from)
			asked.hit_from_inside = inside
			check(state().intersect_ray(asked).is_empty(), "from %s" % from)


# a surface has no inside, so a ray that starts on a triangle and leaves it meets nothing; Jolt takes it for the inside
func test_rays_that_start_on_a_triangle() -> void:
	if skip_on([JOLT]):
		return
	var mesh := ConcavePolygonShape3D.new()
	mesh.set_faces(PackedVector3Array([Vector3(-4, 0, -4), Vector3(4, 0, -4), Vector3(0, 0, 4)]))
	make_static(mesh)
	await steps(2)
	for inside: bool in [false, true]:
		for way: Vector3 in [Vector3.UP, Vector3.DOWN]:
			var asked := PhysicsRayQueryParameters3D.create(Vector3.ZERO, way * 3.0)
			asked.hit_from_inside = inside
			check(state().intersect_ray(asked).is_empty(), "%s, inside %s" % [way, inside])


# Q38: omega x (p - centre of mass) at the point that is touched, (1, 0, 0)
func test_rest_info_on_a_body_that_turns_about_its_centre_of_mass() -> void:
	var body := make_floating(RigidBody3D.new()) as RigidBody3D
	body.get_child(0).shape.size = Vector3.ONE * 2.0
	body.center_of_mass_mode = RigidBody3D.CENTER_OF_MASS_MODE_CUSTOM
	body.center_of_mass = Vector3(0, 0.5, 0)
	await steps(2)
	var spin := PhysicsServer3D.BODY_STATE_ANGULAR_VELOCITY
	PhysicsServer3D.body_set_state(body.get_rid(), spin, Vector3(0, 0, 1))
	var rest := state().get_rest_info(query(SphereShape3D.new(), Vector3(1.4, 0, 0)))
	check_equal(rest.get("rid"), body.get_rid())
	check_near(rest.get("linear_velocity"), Vector3(0.5, 1, 0), 0.01)


# body after body, the shapes of each in their order, and the first of them if few are asked for. Godot Physics has the
# order of its tree, Jolt that of the last that came
func test_points_find_bodies_and_their_shapes_in_order() -> void:
	if not only_on([MINKOWSKI]):
		return
	var bodies: Array[StaticBody3D] = []
	for i in 4:
		var body := StaticBody3D.new()
		# the large ones are not deeper in the tree than the small
		for k in 3:
			body.add_child(make_collision(make_box_shape(Vector3.ONE * [3.0, 1.0, 2.0][(i + k) % 3])))
		bodies.append(add(body) as StaticBody3D)
	await steps(2)
	var found := points_at(Vector3(0.1, 0.2, 0.3))
	check_equal(found.size(), 12)
	for i in found.size():
		check(found[i].collider == found[i / 3 * 3].collider, "%d: a body after the other" % i)
		check_equal(found[i].shape, i % 3, "%d: its shapes in order" % i)
		bodies.erase(found[i].collider)
	check(bodies.is_empty(), "all of them")
	for most in range(1, 12):
		check_equal(points_at(Vector3(0.1, 0.2, 0.3), most), found.slice(0, most), "at most %d" % most)


## A roof of two triangles whose ridge is along z at a height; both sides count.
func make_roof(height: float) -> ConcavePolygonShape3D:
	var ridge := [Vector3(0, height, -1), Vector3(0, height, 1)]
	var mesh := ConcavePolygonShape3D.new()
	mesh.backface_collision = true
	var faces := PackedVector3Array()
	for side: float in [-1.0, 1.0]:
		var eaves := [Vector3(side, height - 1, -1), Vector3(side, height - 1, 1)]
		faces.append_array([ridge[0], ridge[1], eaves[0], ridge[1], eaves[1], eaves[0]])
	mesh.set_faces(faces)
	return mesh


## A height map of 2 m with a point in its middle, or a pit if that is negative.
func make_hill(height: float) -> HeightMapShape3D:
	var map := HeightMapShape3D.new()
	map.map_width = 3
	map.map_depth = 3
	map.map_data = PackedFloat32Array([0, 0, 0, 0, height, 0, 0, 0, 0])
	return map


## Cloth of 2 m that cannot move.
func make_cloth(place: Vector3) -> SoftBody3D:
	var cloth := SoftBody3D.new()
	var plane := PlaneMesh.new()
	plane.subdivide_width = 3
	plane.subdivide_depth = 3
	cloth.mesh = plane
	cloth.position = place
	add(cloth)
	for index in 25:
		cloth.set_point_pinned(index, true)
	return cloth


# a mesh and a height map ask all four calls of a mesh, a height map and cloth: a valley or a hill upside down comes from
# above and is with its tip 0.1 m deep in each. Godot's own engines refuse
func test_hollow_shapes_ask_about_hollow_shapes() -> void:
	if not only_on([MINKOWSKI]):
		return
	var below := {
		"mesh": make_static(make_roof(0.0), Vector3.ZERO),
		"height map": make_static(make_hill(1.0), Vector3(10, -1, 0)),
		"cloth": make_cloth(Vector3(20, 0, 0)),
	}
	await steps(2)
	var turn := Basis(Vector3.RIGHT, PI)
	# so that ridge and valley cross
	var askers := {
		"valley": [make_roof(0.0), Basis(Vector3.UP, PI / 2) * turn, 0.0], "hill": [make_hill(1.0), turn, 1.0]
	}
	for name: String in askers:
		for other: String in below:
			var text := "%s in %s" % [name, other]
			var top: Vector3 = {"mesh": Vector3.ZERO, "height map": Vector3(10, 0, 0), "cloth": Vector3(20, 0, 0)}[other]
			var tip: Vector3 = Vector3(0, askers[name][2], 0)
			var asked := query(askers[name][0], Vector3.ZERO)
			asked.transform = Transform3D(askers[name][1], top + tip + Vector3(0, -0.1, 0))
			var found := state().intersect_shape(asked)
			check_equal(found.size(), 1, text)
			if found.size() == 1:
				check_equal(found[0].collider, below[other], text)
			var pairs := state().collide_shape(asked)
			var rest := state().get_rest_info(asked)
			check(pairs.size() >= 2 and pairs.size() % 2 == 0, "%s: pairs of points" % text)
			# from the asker's point up to the other's, the deepest first, no farther than it is deep
			var longest := 0.1001
			for i in range(0, pairs.size(), 2):
				var way := pairs[i + 1] - pairs[i]
				check(way.y > (0.03 if i == 0 else -1e-5), "%s: pair %d goes up: %s" % [text, i / 2, way])
				check(way.length() < longest, "%s: pair %d is %s long" % [text, i / 2, way.length()])
				longest = way.length() + 1e-4
			check_equal(rest.get("rid"), found[0].rid if found else RID(), text)
			# a valley may lie on cloth with all of its length
			var reach := 1.1 if name == "valley" and other == "cloth" else 0.1
			check(top.distance_to(rest.get("point", Vector3.INF)) < reach, "%s: where it rests" % text)
			check(rest.get("normal", Vector3.ZERO).y > 0.5, "%s: on top" % text)
			# its tip meets the other's in the middle of the way
			asked.transform.origin.y = tip.y + 2.0
			asked.motion = Vector3(0, -4, 0)
			check_near(state().cast_motion(asked)[0], 0.5, 1e-5, text)
			asked.transform.origin.y = tip.y + 0.2
			asked.motion = Vector3.ZERO
			check_equal(state().intersect_shape(asked).size(), 0, text + " apart")
			check_equal(state().collide_shape(asked).size(), 0, text + " apart")
			check_equal(state().get_rest_info(asked).size(), 0, text + " apart")
