# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/test_case.gd"
## Shape resources made of a mesh: exact on our engine, its hull on the others.


func make_body(shape: Shape3D, place := Vector3.ZERO) -> StaticBody3D:
	var body := StaticBody3D.new()
	var collision := CollisionShape3D.new()
	collision.shape = shape
	body.add_child(collision)
	body.position = place
	add(body)
	return body


# how high the surface is above a place; -100 where there is none
func height_at(x: float, z: float) -> float:
	var query := PhysicsRayQueryParameters3D.create(Vector3(x, 10, z), Vector3(x, -10, z))
	var hit := (Engine.get_main_loop() as SceneTree).root.get_world_3d().direct_space_state.intersect_ray(query)
	return hit.position.y if hit else -100.0


func make_torus(rings := 24, segments := 12) -> TorusMesh:
	var torus := TorusMesh.new()
	torus.inner_radius = 0.5
	torus.outer_radius = 1.0
	torus.rings = rings
	torus.ring_segments = segments
	return torus


# a turned long box as triangles
func make_turned_box() -> ArrayMesh:
	var box := BoxMesh.new()
	box.size = Vector3(1, 2, 4)
	var tool := SurfaceTool.new()
	tool.append_from(box, 0, Transform3D(Basis(Vector3(1, 1, 0).normalized(), 0.7), Vector3(3, 1, 2)))
	return tool.commit()


func test_hull_keeps_to_its_limit_and_tells_its_error() -> void:
	var sphere := SphereMesh.new()
	var shape := MeshHullShape3D.new()
	shape.mesh = sphere
	check(shape.vertex_count <= 64 and shape.vertex_count > 40, "%d vertices" % shape.vertex_count)
	check(shape.error > 0.0 and shape.error < 0.03, "its error is %f" % shape.error)
	shape.vertex_limit = 0
	check(shape.vertex_count > 500, "without a limit it has %d" % shape.vertex_count)
	check(shape.error < 1e-5, "and its error is %f" % shape.error)


func test_hull_follows_its_mesh() -> void:
	var box := BoxMesh.new()
	var shape := MeshHullShape3D.new()
	shape.mesh = box
	make_body(shape)
	await steps(1)
	check_near(height_at(0, 0), 0.5, 1e-4)
	box.size = Vector3(1, 3, 1)
	await steps(1)
	check_near(height_at(0, 0), 1.5, 1e-4)
	shape.mesh = null
	box.size = Vector3(1, 9, 1)
	await steps(1)
	check(height_at(0.3, 0.3) < 0.0, "without a mesh there is nothing")


func test_rounding_is_a_skin() -> void:
	var shape := MeshHullShape3D.new()
	shape.mesh = BoxMesh.new()
	shape.rounding = 0.25
	make_body(shape)
	await steps(1)
	check_near(height_at(0, 0), 0.75, 1e-4)


func test_fitted_box_finds_the_axes_in_every_mode() -> void:
	var shape := FittedBoxShape3D.new()
	shape.mesh = make_turned_box()
	for mode in 5:
		shape.mode = mode
		var sides := [shape.box_size.x, shape.box_size.y, shape.box_size.z]
		sides.sort()
		# a box's points all lie at its corners, so all modes find the same axes
		check_near(Vector3(sides[0], sides[1], sides[2]), Vector3(1, 2, 4), 1e-4, "mode %d" % mode)
		check_near(shape.box_transform.origin, Vector3(3, 1, 2), 1e-3, "mode %d" % mode)
	check(shape.points.size() == 8, "it has corners")


func test_fitted_sphere_is_the_smallest() -> void:
	var shape := FittedSphereShape3D.new()
	shape.mesh = make_turned_box()
	check_near(shape.center, Vector3(3, 1, 2), 1e-3)
	check_near(shape.radius, Vector3(1, 2, 4).length() / 2.0, 1e-3)
	make_body(shape)
	await steps(1)
	var allowed := 1e-3 if engine == MINKOWSKI else 0.05
	check_near(height_at(3, 2), 1.0 + shape.radius, allowed)


func test_padding_grows_a_fitted_box_on_all_sides() -> void:
	var shape := FittedBoxShape3D.new()
	shape.mesh = make_turned_box()
	var size := shape.box_size
	var place := shape.box_transform
	shape.padding = 0.25
	check_near(shape.box_size, size + Vector3.ONE * 0.5, 1e-5)
	check_equal(shape.box_transform, place, "the same box, grown")
	make_body(shape)
	await steps(1)
	# from the middle out through a side: where the line leaves the box
	for axis in 3:
		var out := place.basis[axis]
		var query := PhysicsRayQueryParameters3D.create(place.origin + out * 9.0, place.origin)
		var hit := (Engine.get_main_loop() as SceneTree).root.get_world_3d().direct_space_state.intersect_ray(query)
		check_near((hit.position as Vector3).distance_to(place.origin), size[axis] / 2.0 + 0.25, 1e-3)
	shape.mode = FittedBoxShape3D.MODE_POINTS
	shape.mesh = BoxMesh.new()
	check_near(shape.box_size, Vector3.ONE * 1.5, 1e-4, "another mesh is fitted anew")


func test_padding_makes_a_body_of_a_flat_mesh() -> void:
	var plane := PlaneMesh.new()
	var shape := FittedBoxShape3D.new()
	shape.mesh = plane
	shape.padding = 0.1
	var sides := [shape.box_size.x, shape.box_size.y, shape.box_size.z]
	sides.sort()
	check_near(Vector3(sides[0], sides[1], sides[2]), Vector3(0.2, 2.2, 2.2), 1e-4)
	make_body(shape)
	await steps(1)
	check_near(height_at(0.3, 0.2), 0.1, 1e-3)
	# the mesh says that it has changed; the padding has not
	plane.size = Vector2(4, 2)
	sides = [shape.box_size.x, shape.box_size.y, shape.box_size.z]
	check_near(sides.max(), 4.2, 1e-4)


func test_padding_grows_a_fitted_ball() -> void:
	var shape := FittedSphereShape3D.new()
	shape.mesh = make_turned_box()
	var radius := shape.radius
	shape.padding = 0.5
	check_near(shape.radius, radius + 0.5, 1e-5)
	make_body(shape)
	await steps(1)
	check_near(height_at(3, 2), 1.0 + shape.radius, 1e-3 if engine == MINKOWSKI else 0.05)


func test_a_fit_of_nothing_has_no_size() -> void:
	var box := FittedBoxShape3D.new()
	box.mesh = make_turned_box()
	box.mesh = null
	box.padding = 0.5
	check_equal(box.box_size, Vector3.ZERO)
	check_equal(box.box_transform, Transform3D())
	var ball := FittedSphereShape3D.new()
	ball.mesh = make_turned_box()
	ball.mesh = ArrayMesh.new()
	ball.padding = 0.5
	check_equal(ball.radius, 0.0)
	check_equal(ball.center, Vector3.ZERO)


func test_padding_and_rounding_that_cannot_be_are_refused() -> void:
	for type: StringName in [&"FittedBoxShape3D", &"FittedSphereShape3D", &"ConvexDecompositionShape3D"]:
		var shape: Shape3D = ClassDB.instantiate(type)
		var name := &"rounding" if &"rounding" in shape else &"padding"
		for bad: float in [-0.1, 1e9, NAN, INF]:
			check_refused("%s.%s" % [type, name], func() -> void: shape.set(name, bad))
			check_equal(shape.get(name), 0.0, "%s of %f" % [type, bad])


func test_moving_mesh_has_its_hole() -> void:
	var shape := MovingMeshShape3D.new()
	shape.mesh = make_torus()
	make_body(shape)
	await steps(1)
	# a hull of 64 vertices is cut short between them
	check_near(height_at(0.75, 0), 0.25, 0.01 if engine == MINKOWSKI else 0.05)
	if engine == MINKOWSKI:
		check(height_at(0, 0) < -50.0, "the hole is closed")
	else:
		check(height_at(0, 0) > -1.0, "the hull has no hole")


func test_moving_mesh_falls_over_a_peg() -> void:
	var peg := CylinderShape3D.new()
	peg.radius = 0.2
	peg.height = 2.0
	make_body(peg, Vector3(0, 1, 0))
	var ground := make_body(WorldBoundaryShape3D.new())
	check(ground != null, "there is a ground")
	var ring := RigidBody3D.new()
	var collision := CollisionShape3D.new()
	collision.shape = MovingMeshShape3D.new()
	collision.shape.mesh = make_torus()
	ring.add_child(collision)
	ring.position = Vector3(0.05, 3, 0)
	add(ring)
	await steps(120)
	if engine == MINKOWSKI:
		check_near(ring.position.y, 0.25, 0.03, "it lies around the peg")
	else:
		check(ring.position.y > 0.5, "a hull lies on the peg")


# a ball that was put inside a closed box lies on its bottom, or falls out of it: the inside of a solid is full
func test_a_thin_mesh_is_hollow_and_a_solid_one_is_not() -> void:
	if not only_on([MINKOWSKI]):
		return
	var balls: Array[RigidBody3D] = []
	for is_solid: bool in [false, true]:
		var shape := MovingMeshShape3D.new()
		shape.mesh = BoxMesh.new()
		shape.solid = is_solid
		var place := Vector3(4.0 * balls.size(), 5, 0)
		make_body(shape, place)
		var ball := RigidBody3D.new()
		var collision := CollisionShape3D.new()
		collision.shape = SphereShape3D.new()
		collision.shape.radius = 0.1
		ball.add_child(collision)
		ball.position = place + Vector3(0.1, -0.2, 0.1)
		add(ball)
		balls.append(ball)
	await steps(90)
	check_near(balls[0].position.y, 4.6, 0.01, "inside, on the bottom")
	check(balls[1].position.y < 4.4, "pushed out: %f" % balls[1].position.y)


func test_decomposition_has_parts_and_a_hole() -> void:
	var shape := ConvexDecompositionShape3D.new()
	shape.mesh = make_torus(12, 6)
	check(shape.part_count > 3 and shape.part_count <= 16, "%d parts" % shape.part_count)
	for part in shape.part_count:
		check(shape.get_part(part).size() >= 4, "part %d has corners" % part)
	make_body(shape)
	await steps(1)
	check_near(height_at(0.75, 0), 0.22, 0.1)
	if engine == MINKOWSKI:
		check(height_at(0, 0) < -50.0, "the hole is closed")
	shape.part_limit = 1
	check_equal(shape.part_count, 1)


func test_the_parts_of_a_decomposition_are_rounded() -> void:
	var shape := ConvexDecompositionShape3D.new()
	shape.mesh = make_torus(12, 6)
	make_body(shape)
	await steps(1)
	var top := height_at(0.75, 0)
	var saved := shape.saved_parts
	shape.rounding = 0.1
	check_equal(shape.saved_parts, saved, "the same parts")
	await steps(1)
	check_near(height_at(0.75, 0), top + 0.1, 1e-4 if engine == MINKOWSKI else 0.02)
	# without the skin the torus ends at 1
	var beside := 1.05
	check(height_at(beside, 0) > -50.0, "the skin is beside it as well")
	if engine == MINKOWSKI:
		check(height_at(0, 0) < -50.0, "the hole is closed")
	shape.rounding = 0.0
	await steps(1)
	check_near(height_at(0.75, 0), top, 1e-6)
	check(height_at(beside, 0) < -50.0, "it is gone again")


# corners that no search would find show that none was made
func test_a_change_of_the_rounding_keeps_the_parts() -> void:
	var torus := make_torus(12, 6)
	var number: int = make_parts(torus).saved_parts[0]
	var box: PackedVector3Array = []
	for corner in 8:
		box.append(Vector3(corner & 1, corner >> 1 & 1, corner >> 2 & 1))
	var shape := ConvexDecompositionShape3D.new()
	shape.saved_parts = [number, box]
	shape.tolerance = 0.1
	shape.rounding = 0.05
	shape.mesh = torus
	check_equal(shape.part_count, 1, "taken from what was saved")
	shape.saved_parts = []
	shape.rounding = 0.2
	check_equal(shape.part_count, 1, "kept")
	check_equal(shape.get_part(0).size(), 8, "its corners are without the skin")
	check(not shape.has_new_parts(), "they still are those of the file")
	make_body(shape)
	await steps(1)
	if engine == MINKOWSKI:
		check_near(height_at(0.5, 0.5), 1.2, 1e-4)


func test_a_copy_has_the_same_parts_without_a_search() -> void:
	var shape := make_parts(make_torus(12, 6))
	shape.rounding = 0.1
	var copy: ConvexDecompositionShape3D = shape.duplicate()
	check_equal(copy.saved_parts, shape.saved_parts)
	check_equal(copy.rounding, 0.1)
	check(not copy.has_new_parts(), "they were looked for again")


func make_parts(mesh: Mesh) -> ConvexDecompositionShape3D:
	var shape := ConvexDecompositionShape3D.new()
	shape.tolerance = 0.1
	shape.mesh = mesh
	return shape


func test_saved_parts_are_taken_for_the_same_mesh_and_settings_only() -> void:
	var torus := TorusMesh.new()
	torus.rings = 12
	torus.ring_segments = 6
	var found := make_parts(torus)
	var saved := found.saved_parts
	check_equal(saved.size(), found.part_count + 1)
	# other corners under the same number show where the parts come from
	var box: PackedVector3Array = []
	for corner in 8:
		box.append(Vector3(corner & 1, corner >> 1 & 1, corner >> 2 & 1))
	var copy := ConvexDecompositionShape3D.new()
	copy.saved_parts = [saved[0], box]
	copy.tolerance = 0.1
	copy.mesh = torus
	check_equal(copy.part_count, 1, "taken from what was saved")
	copy.tolerance = 0.11
	check(copy.part_count > 1, "found again with other settings")
	copy.tolerance = 0.1
	copy.mesh = BoxMesh.new()
	check_equal(copy.get_part(0).size(), 8)
	check(copy.saved_parts[0] != saved[0], "another mesh has another number")


func test_saved_parts_that_make_no_sense_are_left_alone() -> void:
	var box := BoxMesh.new()
	var number: int = make_parts(box).saved_parts[0]
	for bad: Array in [[], [1], ["x", 2], [number, 5], [number, PackedVector3Array()], [number, null]]:
		var shape := ConvexDecompositionShape3D.new()
		shape.saved_parts = bad
		shape.tolerance = 0.1
		shape.mesh = box
		check_equal(shape.part_count, 1, str(bad))
		check_equal(shape.get_part(0).size(), 8, str(bad))


func test_a_scene_loads_with_the_parts_that_were_saved() -> void:
	var path := "user://parts.tres"
	var torus := TorusMesh.new()
	torus.rings = 12
	torus.ring_segments = 6
	var found := make_parts(torus)
	check_equal(ResourceSaver.save(found, path), OK)
	var loaded: ConvexDecompositionShape3D = ResourceLoader.load(
		path, "", ResourceLoader.CACHE_MODE_IGNORE
	)
	check_equal(loaded.part_count, found.part_count)
	check_equal(loaded.saved_parts, found.saved_parts, "the same parts for the same number")
	check_equal(loaded.points, found.points)
	DirAccess.remove_absolute(ProjectSettings.globalize_path(path))


func test_parts_go_with_their_mesh() -> void:
	var shape := ConvexDecompositionShape3D.new()
	shape.mesh = BoxMesh.new()
	check_equal(shape.part_count, 1)
	shape.mesh = null
	check_equal(shape.part_count, 0)
	expect_error("there is no part 0")
	check_equal(shape.get_part(0).size(), 0)
	var hull := MeshHullShape3D.new()
	hull.mesh = BoxMesh.new()
	check_equal(hull.vertex_count, 8)
	hull.mesh = ArrayMesh.new()
	check_equal(hull.vertex_count, 0)


func test_fitted_box_is_a_box_on_every_engine() -> void:
	var shape := FittedBoxShape3D.new()
	shape.mesh = SphereMesh.new()
	check_equal(shape.points.size(), 8)


func test_part_that_is_not_there_is_refused() -> void:
	var shape := ConvexDecompositionShape3D.new()
	expect_error("there is no part 3")
	check_equal(shape.get_part(3).size(), 0)


func test_resources_without_a_mesh_are_quiet() -> void:
	for name: StringName in [&"MeshHullShape3D", &"FittedBoxShape3D", &"FittedSphereShape3D", &"MovingMeshShape3D", &"ConvexDecompositionShape3D"]:
		var shape: ConvexPolygonShape3D = ClassDB.instantiate(name)
		shape.set(&"mesh", ArrayMesh.new())
		check(shape.points.size() > 0, "%s has points for the editor" % name)
		make_body(shape)
	await steps(2)


func test_resources_are_saved_with_their_mesh() -> void:
	var path := "user://mesh_shape.tres"
	var shape := ConvexDecompositionShape3D.new()
	shape.part_limit = 8
	shape.rounding = 0.125
	shape.mesh = make_torus(8, 4)
	check_equal(ResourceSaver.save(shape, path), OK)
	var loaded: ConvexDecompositionShape3D = ResourceLoader.load(path, "", ResourceLoader.CACHE_MODE_IGNORE)
	check(loaded.mesh is TorusMesh, "the mesh came back")
	check_equal(loaded.part_count, shape.part_count)
	check_equal(loaded.rounding, 0.125)
	DirAccess.remove_absolute(ProjectSettings.globalize_path(path))


func test_padding_is_saved() -> void:
	var path := "user://padded_shape.tres"
	var shape := FittedBoxShape3D.new()
	shape.mesh = BoxMesh.new()
	shape.padding = 0.125
	check_equal(ResourceSaver.save(shape, path), OK)
	var loaded: FittedBoxShape3D = ResourceLoader.load(path, "", ResourceLoader.CACHE_MODE_IGNORE)
	check_equal(loaded.padding, 0.125)
	check_equal(loaded.box_size, shape.box_size)
	DirAccess.remove_absolute(ProjectSettings.globalize_path(path))
