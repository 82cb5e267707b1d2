# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/test_case.gd"
## A shape swept along another: exact on our engine, the hull of points on the others. What shapes say about
## properties that make no sense.

## How far the hull of the points may be inside of the true surface; see test_custom_shapes.gd.
const HULL_ERROR := 0.025


func make_sum(a: Shape3D, b: Shape3D) -> MinkowskiSumShape3D:
	var sum := MinkowskiSumShape3D.new()
	sum.shape_a = a
	sum.shape_b = b
	return sum


func make_box(size: Vector3) -> BoxShape3D:
	var box := BoxShape3D.new()
	box.size = size
	return box


func make_ball(radius: float) -> SphereShape3D:
	var ball := SphereShape3D.new()
	ball.radius = radius
	return ball


func make_body(shape: Shape3D) -> StaticBody3D:
	var body := StaticBody3D.new()
	var collision := CollisionShape3D.new()
	collision.shape = shape
	body.add_child(collision)
	add(body)
	return body


func height_at(body: StaticBody3D, x: float, z: float) -> float:
	var query := PhysicsRayQueryParameters3D.create(Vector3(x, 10, z), Vector3(x, 0, z))
	var hit := body.get_world_3d().direct_space_state.intersect_ray(query)
	return hit.position.y if hit else -1.0


func test_box_and_ball_make_a_rounded_box() -> void:
	var body := make_body(make_sum(make_box(Vector3(2, 1, 2)), make_ball(0.5)))
	await steps(1)
	check_near(height_at(body, 0.3, 0.2), 1.0, 1e-4, "on the flat top")
	# 0.3 beyond the edge of the box the ball has come down to sqrt(0.25 - 0.09)
	var round_height := 0.5 + sqrt(0.25 - 0.09)
	var allowed := 1e-4 if engine == MINKOWSKI else HULL_ERROR
	check_near(height_at(body, 1.3, 0.0), round_height, allowed, "on the round edge")


func test_sum_follows_both_shapes() -> void:
	var box := make_box(Vector3.ONE)
	var ball := make_ball(0.5)
	var body := make_body(make_sum(box, ball))
	await steps(1)
	check_near(height_at(body, 0, 0), 1.0, 1e-3)
	box.size = Vector3(1, 3, 1)
	await steps(1)
	check_near(height_at(body, 0, 0), 2.0, 1e-3, "after the box grew")
	ball.radius = 1.0
	await steps(1)
	check_near(height_at(body, 0, 0), 2.5, 1e-3, "after the ball grew")


func test_sum_of_one_shape_with_itself_is_twice_as_large() -> void:
	var box := make_box(Vector3.ONE)
	var sum := make_sum(box, box)
	var body := make_body(sum)
	await steps(1)
	check_near(height_at(body, 0.8, 0.8), 1.0, 1e-3)
	box.size = Vector3(2, 2, 2)
	await steps(1)
	check_near(height_at(body, 0, 0), 2.0, 1e-3, "after the box grew")
	sum.shape_a = make_ball(0.25)
	await steps(1)
	check_near(height_at(body, 0, 0), 1.25, 1e-3, "with another shape in its place")
	box.size = Vector3.ONE
	await steps(1)
	check_near(height_at(body, 0, 0), 0.75, 1e-3, "the shape that stayed is followed still")


func test_sums_of_sums_and_of_added_shapes() -> void:
	var cone := ConeShape3D.new()
	var inner := make_sum(cone, make_box(Vector3.ONE))
	var body := make_body(make_sum(inner, make_ball(0.5)))
	await steps(1)
	check_near(height_at(body, 0, 0), 1.5, 1e-3)
	cone.height = 2.0
	await steps(1)
	check_near(height_at(body, 0, 0), 2.0, 1e-3, "after the innermost has changed")


func test_falls_and_rests() -> void:
	make_body(WorldBoundaryShape3D.new())
	var falling := RigidBody3D.new()
	var collision := CollisionShape3D.new()
	collision.shape = make_sum(make_box(Vector3.ONE), make_box(Vector3.ONE))
	falling.add_child(collision)
	falling.position.y = 1.5
	add(falling)
	await steps(120)
	check_near(falling.position.y, 1.0, 0.02)


# the face below has straight and round sides, and is found by looking around; Godot's own engines let what rests
# sink in by up to 2 cm
func test_a_sum_with_a_round_base_lies_flat() -> void:
	make_body(WorldBoundaryShape3D.new())
	var cone := ConeShape3D.new()
	cone.radius = 0.3
	cone.height = 0.5
	var falling := RigidBody3D.new()
	var collision := CollisionShape3D.new()
	collision.shape = make_sum(make_box(Vector3(0.6, 0.4, 0.6)), cone)
	falling.add_child(collision)
	falling.position.y = 1.0
	add(falling)
	await steps(180)
	check_near(falling.position.y, 0.45, 0.002 if engine == MINKOWSKI else 0.02)
	check(falling.basis.y.y > 0.99999, "it leans: %s" % falling.basis.y)
	# Godot Physics rocks it for ever, by less than a degree, on the corners of what stands for it there
	if engine != GODOT_PHYSICS:
		check(falling.sleeping, "it is awake at %s" % falling.linear_velocity)


func test_a_sum_of_itself_is_refused() -> void:
	var sum := make_sum(make_box(Vector3.ONE), null)
	check_refused("cannot contain the sum itself", func() -> void: sum.shape_b = sum)
	check(sum.shape_b == null, "the other shape")
	var outer := make_sum(sum, make_ball(1.0))
	# the same sentence is said once
	errors_of(func() -> void: sum.shape_b = outer)
	check(sum.shape_b == null, "through another sum")
	check(outer.shape_a == sum, "the other stays as it was")


func test_deep_sums_end() -> void:
	var sums: Array[MinkowskiSumShape3D] = []
	errors_of(
		func() -> void:
			sums.append(make_sum(make_box(Vector3.ONE), make_ball(1.0)))
			for level in 40:
				sums.append(make_sum(sums[-1], sums[maxi(level - 1, 0)]))
	)
	check(sums[3].get_problem().is_empty(), "three levels: %s" % sums[3].get_problem())
	# from the outside inwards: nothing is checked at once
	var outer: Array[MinkowskiSumShape3D] = [MinkowskiSumShape3D.new(), MinkowskiSumShape3D.new()]
	errors_of(
		func() -> void:
			for level in 40:
				outer.append(MinkowskiSumShape3D.new())
				outer[-2].shape_a = outer[-1]
				outer[-3].shape_b = outer[-1]
			outer[-1].shape_a = make_box(Vector3.ONE)
			outer[-1].shape_b = make_box(Vector3.ONE)
	)
	check(not outer[0].get_problem().is_empty(), "forty levels")
	for sum in outer:
		sum.shape_a = null


func test_concave_and_endless_shapes_are_refused() -> void:
	var sum := make_sum(make_box(Vector3.ONE), null)
	expect_error("bounded convex shapes")
	sum.shape_b = WorldBoundaryShape3D.new()
	check(sum.get_problem().contains("convex"), sum.get_problem())
	sum.shape_b = make_ball(1.0)
	check_equal(sum.get_problem(), "")


# nothing was ever set in them, which engines of Godot complain about when they are asked
func test_shapes_that_are_still_blank_are_taken_without_a_word_and_followed() -> void:
	var sum := make_sum(make_box(Vector3.ONE), null)
	var hull := ConvexPolygonShape3D.new()
	for blank: Shape3D in [hull, ConcavePolygonShape3D.new(), hull]:
		check_silent("in a sum", func() -> void: sum.shape_b = blank)
		check(sum.get_problem().contains("two shapes"), sum.get_problem())
	check_refused(
		"without geometry",
		func() -> void: MinkowskiPhysics.support(hull, Transform3D(), Vector3.UP),
		"asked about alone"
	)
	hull.points = [Vector3.ZERO, Vector3.RIGHT, Vector3.UP, Vector3.BACK]
	check_equal(sum.get_problem(), "", "there is something in it now")
	check_near(MinkowskiPhysics.support(sum, Transform3D(), Vector3(9, 1, 1)), Vector3(1.5, 0.5, 0.5), 1e-5)


func test_copies_of_a_sum_are_their_own() -> void:
	var sum := make_sum(make_box(Vector3.ONE), make_ball(0.5))
	var copy: MinkowskiSumShape3D = sum.duplicate(true)
	(copy.shape_a as BoxShape3D).size = Vector3(3, 3, 3)
	check_equal((sum.shape_a as BoxShape3D).size, Vector3.ONE)
	var far := Vector3(1, 0, 0)
	check_near(MinkowskiPhysics.support(copy, Transform3D(), far).x, 2.0, 1e-5, "it follows its own box")
	check_near(MinkowskiPhysics.support(sum, Transform3D(), far).x, 1.0, 1e-5, "and the first its own")


func test_objects_of_another_class_are_refused() -> void:
	var sum := make_sum(make_box(Vector3.ONE), make_ball(1.0))
	expect_error("the value must be a Shape3D")
	sum.set("shape_a", BoxMesh.new())
	check(sum.shape_a is BoxShape3D, "the shape stays")
	var hull := MeshHullShape3D.new()
	expect_error("the value must be a Mesh")
	hull.set("mesh", make_ball(1.0))
	check(hull.mesh == null, "the mesh")


func test_sum_is_saved_with_both_shapes() -> void:
	var path := "user://sum_shape.tres"
	check_equal(ResourceSaver.save(make_sum(make_box(Vector3(1, 2, 3)), make_ball(0.75)), path), OK)
	var loaded: MinkowskiSumShape3D = ResourceLoader.load(
		path, "", ResourceLoader.CACHE_MODE_IGNORE
	)
	check_equal((loaded.shape_a as BoxShape3D).size, Vector3(1, 2, 3))
	check_equal((loaded.shape_b as SphereShape3D).radius, 0.75)
	check_equal(loaded.get_problem(), "")
	DirAccess.remove_absolute(ProjectSettings.globalize_path(path))


func test_shapes_say_what_has_no_effect() -> void:
	var box := RoundedBoxShape3D.new()
	check_equal(box.get_problem(), "")
	box.rounding = 0.6
	check(box.get_problem().contains("rounding"), box.get_problem())
	box.size = Vector3(2, 2, 2)
	check_equal(box.get_problem(), "", "the box has grown")
	var cylinder := RoundedCylinderShape3D.new()
	cylinder.rounding = 0.51
	check(cylinder.get_problem().contains("rounding"), cylinder.get_problem())
	var capsule := TaperedCapsuleShape3D.new()
	check_equal(capsule.get_problem(), "")
	capsule.height = 1.0
	check(capsule.get_problem().contains("caps"), capsule.get_problem())
	check(MeshHullShape3D.new().get_problem().contains("mesh"), "a hull of nothing")
	check(MinkowskiSumShape3D.new().get_problem().contains("two shapes"), "a sum of nothing")
