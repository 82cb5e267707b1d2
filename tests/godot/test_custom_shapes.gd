# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/test_case.gd"
## Shape resources that Godot does not have: exact on our engine, hulls of points on the others.

## How far the hull of the points may be inside of the true surface: 16 points around a circle leave
## 1 - cos(pi / 16) = 2 % of the radius.
const HULL_ERROR := 0.025

const CLASSES: Array[StringName] = [
	&"EllipsoidShape3D",
	&"ConeShape3D",
	&"TaperedCapsuleShape3D",
	&"TaperedCylinderShape3D",
	&"RoundedBoxShape3D",
	&"RoundedCylinderShape3D",
]


func error_allowed() -> float:
	return 1e-4 if engine == MINKOWSKI else HULL_ERROR


func make_body(shape: Shape3D) -> StaticBody3D:
	var body := StaticBody3D.new()
	var collision := CollisionShape3D.new()
	collision.shape = shape
	body.add_child(collision)
	add(body)
	return body


# how high the surface is above a place; -1 where there is none
func height_at(body: StaticBody3D, x: float, z: float) -> float:
	var query := PhysicsRayQueryParameters3D.create(Vector3(x, 10, z), Vector3(x, 0, z))
	var hit := body.get_world_3d().direct_space_state.intersect_ray(query)
	return hit.position.y if hit else -1.0


func test_surface_of_an_ellipsoid_is_exact() -> void:
	var shape := EllipsoidShape3D.new()
	shape.radii = Vector3(1.0, 2.0, 0.5)
	var body := make_body(shape)
	await steps(1)
	# (x/1)^2 + (y/2)^2 + (z/0.5)^2 = 1
	var height := 2.0 * sqrt(1.0 - 0.36 - 0.16)
	# where the surface is steep, a hull that is 2 % smaller is lower by more
	check_near(height_at(body, 0.6, 0.2), height, error_allowed() * 8.0)


func test_surface_of_a_cone_is_exact() -> void:
	var shape := ConeShape3D.new()
	shape.radius = 1.0
	shape.height = 2.0
	var body := make_body(shape)
	await steps(1)
	# at half the radius it is half as high; the origin is in the middle
	var turned := Vector2.from_angle(0.2) * 0.25
	check_near(height_at(body, turned.x, turned.y), 0.5, error_allowed() * 2.0)


func test_tapered_capsule_has_two_balls() -> void:
	var shape := TaperedCapsuleShape3D.new()
	shape.bottom_radius = 0.5
	shape.top_radius = 0.2
	shape.height = 2.0
	var body := make_body(shape)
	await steps(1)
	# the distance of the balls is 1.3, so the top is at 0.65 + 0.2
	check_near(height_at(body, 0.0, 0.0), 0.85, error_allowed())
	check_near(height_at(body, 0.1, 0.0), 0.65 + sqrt(0.04 - 0.01), error_allowed())


func test_tapered_cylinder_has_a_flat_top() -> void:
	var shape := TaperedCylinderShape3D.new()
	shape.bottom_radius = 1.0
	shape.top_radius = 0.5
	shape.height = 2.0
	var body := make_body(shape)
	await steps(1)
	check_near(height_at(body, 0.3, 0.3), 1.0, error_allowed())
	# on the slope: the radius is 1 - (y + 1) / 4
	check_near(height_at(body, 0.7, 0.0), 0.2, error_allowed() * 4.0)


func test_rounded_box_is_flat_above_and_round_at_its_edge() -> void:
	var shape := RoundedBoxShape3D.new()
	shape.size = Vector3(2, 2, 2)
	shape.rounding = 0.5
	var body := make_body(shape)
	await steps(1)
	check_near(height_at(body, 0.3, 0.1), 1.0, 1e-4)
	check_near(height_at(body, 0.8, 0.0), 0.5 + sqrt(0.25 - 0.09), error_allowed())


func test_rounded_cylinder_is_round_at_its_rim() -> void:
	var shape := RoundedCylinderShape3D.new()
	shape.radius = 1.0
	shape.height = 2.0
	shape.rounding = 0.4
	var body := make_body(shape)
	await steps(1)
	check_near(height_at(body, 0.2, 0.2), 1.0, 1e-4)
	check_near(height_at(body, 0.8, 0.0), 0.6 + sqrt(0.16 - 0.04), error_allowed())


func test_scaled_shapes_stay_exact() -> void:
	var shape := EllipsoidShape3D.new()
	shape.radii = Vector3.ONE
	var body := StaticBody3D.new()
	var collision := CollisionShape3D.new()
	collision.shape = shape
	collision.scale = Vector3(1, 3, 1)
	body.add_child(collision)
	add(body)
	await steps(1)
	check_near(height_at(body, 0.6, 0.0), 3.0 * 0.8, error_allowed() * 3.0 * 2.0)


func test_each_one_falls_and_rests() -> void:
	var ground := StaticBody3D.new()
	var plane := CollisionShape3D.new()
	plane.shape = WorldBoundaryShape3D.new()
	ground.add_child(plane)
	add(ground)
	var bodies: Array[RigidBody3D] = []
	for name in CLASSES:
		var body := RigidBody3D.new()
		var collision := CollisionShape3D.new()
		collision.shape = ClassDB.instantiate(name)
		body.add_child(collision)
		body.position = Vector3(3.0 * bodies.size(), 1.3, 0)
		body.angular_damp = 4.0
		add(body)
		bodies.append(body)
	await steps(150)
	for index in bodies.size():
		var height := bodies[index].position.y
		check(height > 0.15 and height < 1.2, "%s is at %f" % [CLASSES[index], height])
		check(bodies[index].linear_velocity.length() < 0.3, "%s moves" % CLASSES[index])


func test_change_while_it_is_used_is_felt() -> void:
	var shape := EllipsoidShape3D.new()
	var body := make_body(shape)
	await steps(1)
	shape.radii = Vector3(1, 3, 1)
	await steps(1)
	check_near(height_at(body, 0, 0), 3.0, 1e-3)


func test_resources_are_saved_and_loaded_with_their_class() -> void:
	var path := "user://custom_shape.tres"
	var shape := RoundedBoxShape3D.new()
	shape.size = Vector3(1, 2, 3)
	shape.rounding = 0.25
	check_equal(ResourceSaver.save(shape, path), OK)
	var text := FileAccess.get_file_as_string(path)
	check(text.contains("RoundedBoxShape3D"), text)
	check(not text.contains("points"), "the hull is not stored")
	var loaded: RoundedBoxShape3D = ResourceLoader.load(path, "", ResourceLoader.CACHE_MODE_IGNORE)
	check_equal(loaded.size, Vector3(1, 2, 3))
	check_equal(loaded.rounding, 0.25)
	check(loaded.points.size() > 8, "the hull is made again")
	DirAccess.remove_absolute(ProjectSettings.globalize_path(path))


func test_copies_are_their_own() -> void:
	var shape := ConeShape3D.new()
	shape.height = 3.0
	var copy: ConeShape3D = shape.duplicate()
	shape.height = 5.0
	check_equal(copy.height, 3.0)
	check(copy.get_rid() != shape.get_rid(), "they share a geometry")


func test_bad_values_are_refused() -> void:
	var shape := ConeShape3D.new()
	expect_error("ConeShape3D.radius")
	shape.radius = -1.0
	check_equal(shape.radius, 0.5)
	var box := RoundedBoxShape3D.new()
	expect_error("RoundedBoxShape3D.size")
	box.size = Vector3(1, NAN, 1)
	check_equal(box.size, Vector3.ONE)


func test_rounding_beyond_the_size_is_cut() -> void:
	var shape := RoundedBoxShape3D.new()
	shape.rounding = 5.0
	var body := make_body(shape)
	await steps(1)
	check_near(height_at(body, 0, 0), 0.5, 1e-3)
	check_equal(shape.rounding, 5.0, "the value is kept for when the box grows")


# what other engines get and the editor draws: no two points beside each other, whose edges would be a tangle
func test_stand_ins_have_sixteen_points_around() -> void:
	check_equal(ConeShape3D.new().points.size(), 16 + 1, "the base and the tip")
	check_equal(TaperedCylinderShape3D.new().points.size(), 16 + 16, "two rings")


func test_godot_knows_them_as_shapes() -> void:
	var offered := ClassDB.get_inheriters_from_class("Shape3D")
	for name in CLASSES:
		check(offered.has(name), "%s is not offered" % name)
		check(ClassDB.can_instantiate(name), "%s cannot be made" % name)
