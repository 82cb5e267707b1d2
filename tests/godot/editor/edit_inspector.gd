# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
@tool
extends "res://tests/editor/edit_case.gd"
## What the inspector offers and says: the list of shapes, what is wrong, and how well they fit.


func open_shape(shape: Shape3D) -> CollisionShape3D:
	var body := RigidBody3D.new()
	var node := CollisionShape3D.new()
	node.shape = shape
	body.add_child(node)
	var opened: CollisionShape3D = (await open(body)).get_child(0)
	await select(opened)
	return opened


# the text above the properties, which nobody need see
func note() -> String:
	for label: Label in EditorInterface.get_inspector().find_children("*", "Label", true, false):
		if label.get_script() and label.visible:
			return label.text
	return ""


func test_every_shape_is_offered() -> void:
	var picker := EditorResourcePicker.new()
	picker.base_type = "Shape3D"
	var offered := picker.get_allowed_types()
	picker.free()
	var count := 0
	for type in ClassDB.get_inheriters_from_class("ConvexPolygonShape3D"):
		count += 1
		check(offered.has(type), "%s is not offered" % type)
	check(count == 12, "%d shapes" % count)


func test_what_is_wrong_is_said_and_taken_back() -> void:
	var node := await open_shape(RoundedBoxShape3D.new())
	check(note().is_empty(), "nothing is wrong: " + note())
	node.shape.rounding = 3.0
	await until("the note", func() -> bool: return note().contains("rounding"))
	node.shape.rounding = 0.1
	await until("its end", func() -> bool: return note().is_empty())
	node.shape = MinkowskiSumShape3D.new()
	await until("the note of another shape", func() -> bool: return note().contains("two shapes"))
	node.shape.shape_a = WorldBoundaryShape3D.new()
	node.shape.shape_b = BoxShape3D.new()
	await until("the reason", func() -> bool: return note().contains("convex"))
	node.shape.shape_a = SphereShape3D.new()
	await until("the end of it", func() -> bool: return note().is_empty())


func test_the_fit_of_a_hull_and_the_number_of_parts_are_said() -> void:
	var hull := MeshHullShape3D.new()
	hull.mesh = TorusMesh.new()
	hull.vertex_limit = 16
	var node := await open_shape(hull)
	await until("the error", func() -> bool: return note().contains("16 corners"))
	var error: float = node.shape.error
	check(error > 0.001 and note().contains("%.2f mm" % (error * 1000.0)), note())
	var parts := ConvexDecompositionShape3D.new()
	var torus := TorusMesh.new()
	torus.rings = 12
	torus.ring_segments = 6
	parts.mesh = torus
	node = await open_shape(parts)
	await until("the parts", func() -> bool: return note().contains("convex parts"))
	check(node.shape.part_count > 1, "%d parts" % node.shape.part_count)


# the editor goes on while parts are looked for; what is set meanwhile counts, and what is saved is whole
func test_parts_of_a_large_mesh_come_later_and_progress_is_said() -> void:
	var node := await open_shape(ConvexDecompositionShape3D.new())
	var shape := node.shape as ConvexDecompositionShape3D
	shape.method = ConvexDecompositionShape3D.METHOD_MERGE
	var torus := TorusMesh.new()
	torus.rings = 16
	torus.ring_segments = 12
	shape.mesh = torus
	check(shape.part_count == 0 and shape.get_progress() < 1.0, "parts at once")
	await until("the note", func() -> bool: return note().contains("Looking for convex parts"))
	shape.part_limit = 5
	check(shape.get_progress() < 1.0, "what was looked for before is no longer wanted")
	await until("the parts", func() -> bool: return note() == "5 convex parts.")
	check(shape.get_progress() == 1.0, "nothing is looked for any more")
	torus.rings = 20
	check(shape.part_count == 5 and shape.get_progress() < 1.0, "the old parts stay meanwhile")
	shape.mesh = null
	check(shape.get_progress() == 1.0 and shape.part_count == 0, "there is nothing to look for")
	shape.mesh = torus
	node = (await save_and_reopen()).get_child(0)  # in the middle of it
	await select(node)
	await until("the parts again", func() -> bool: return note() == "5 convex parts.")


# what the inspector's slots and lists let through is brought into range
func test_numbers_out_of_range_are_brought_into_it() -> void:
	var node := await open_shape(ConeShape3D.new())
	node.shape.radius = -3.0
	check_near(node.shape.radius, 0.001, 1e-9, "the least")
	node.shape.radius = 1e9
	check_near(node.shape.radius, 10000.0, 1e-3, "the most")
	node.shape = EllipsoidShape3D.new()
	node.shape.radii = Vector3(0.5, -1.0, 1e7)
	check(node.shape.radii.is_equal_approx(Vector3(0.5, 0.001, 10000.0)), str(node.shape.radii))
	node.shape = MeshHullShape3D.new()
	node.shape.vertex_limit = -1
	check(node.shape.vertex_limit == 0, "%d vertices" % node.shape.vertex_limit)


# meshes that are bad, flat or empty, one after the other: the log is checked by whoever started the editor
func test_bad_meshes_leave_no_line_in_the_log() -> void:
	for type: StringName in [
		&"MeshHullShape3D",
		&"FittedBoxShape3D",
		&"FittedSphereShape3D",
		&"ConvexDecompositionShape3D",
		&"MovingMeshShape3D",
	]:
		var node := await open_shape(ClassDB.instantiate(type))
		for mesh: Mesh in [ArrayMesh.new(), PlaneMesh.new(), PointMesh.new(), null, BoxMesh.new()]:
			node.shape.mesh = mesh
			await frames(3)
		check(node.shape.get_problem().is_empty(), "%s: %s" % [type, node.shape.get_problem()])
