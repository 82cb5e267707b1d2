# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
@tool
extends "res://tests/editor/edit_case.gd"
## A scene with one body for every shape that is added, put together with undo and saved. Whoever started the
## editor runs it afterwards: tests/godot/process/resting.gd.

# outside of the project, where it is no second scene with the same identity
const RESULT := "user://all_shapes.tscn"


func make_scene() -> Node3D:
	var scene := Node3D.new()
	var ground := StaticBody3D.new()
	var plane := CollisionShape3D.new()
	plane.shape = WorldBoundaryShape3D.new()
	ground.add_child(plane)
	scene.add_child(ground)
	for type in ClassDB.get_inheriters_from_class("ConvexPolygonShape3D"):
		var body := RigidBody3D.new()
		body.name = type
		body.position = Vector3(3.0 * scene.get_child_count(), 1.5, 0)
		body.angular_damp = 4.0
		body.add_child(CollisionShape3D.new())
		scene.add_child(body)
	return scene


func make_shape(type: StringName) -> Shape3D:
	var shape: Shape3D = ClassDB.instantiate(type)
	if &"mesh" in shape:
		shape.set(&"mesh", BoxMesh.new())
	if type == &"MinkowskiSumShape3D":
		shape.set(&"shape_a", BoxShape3D.new())
		shape.set(&"shape_b", SphereShape3D.new())
	return shape


func test_every_shape_is_given_to_a_node_undone_and_saved() -> void:
	var scene := await open(make_scene())
	var undo_redo := EditorInterface.get_editor_undo_redo()
	for body: Node in scene.get_children():
		if not body is RigidBody3D:
			continue
		var node: CollisionShape3D = body.get_child(0)
		await select(node)
		var shape := make_shape(body.name)
		undo_redo.create_action("Set shape", UndoRedo.MERGE_DISABLE, node)
		undo_redo.add_do_property(node, &"shape", shape)
		undo_redo.add_undo_property(node, &"shape", null)
		undo_redo.commit_action()
		await frames(2)
		var history := undo_redo.get_history_undo_redo(undo_redo.get_object_history_id(node))
		history.undo()
		await frames(2)
		check(node.shape == null, "%s is not undone" % body.name)
		history.redo()
		await frames(2)
		check(node.shape == shape, "%s is not done again" % body.name)
	scene = await save_and_reopen()
	for body: Node in scene.get_children():
		if body is RigidBody3D:
			var loaded := (body.get_child(0) as CollisionShape3D).shape
			check(loaded.get_class() == body.name, "%s is loaded as %s" % [body.name, loaded])
	check(DirAccess.copy_absolute(SCENE, RESULT) == OK, "the scene cannot be copied")
