# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
@tool
extends "res://tests/editor/edit_case.gd"
## A scene with one body for every shape that is added, put together with undo and saved. Whoever started the
## editor runs it afterwards: tests/godot/process/resting.gd. And one with every node of Godot's that has to do with
## physics, none of which may move while it is edited.

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


# also while its shape is still alive: no test finds what was never saved, nor what an earlier one has left
func test_a_scene_is_loaded_as_it_is_in_its_file() -> void:
	var body := RigidBody3D.new()
	body.add_child(CollisionShape3D.new())
	body.get_child(0).shape = MeshHullShape3D.new()
	var node: CollisionShape3D = (await open(body)).get_child(0)
	await select(node)
	var shape := node.shape as MeshHullShape3D
	shape.mesh = BoxMesh.new()
	node = (await reopen()).get_child(0)
	check(node.shape != shape and node.shape.mesh == null, "there is a mesh that was not saved")


## In the air, so that they would fall.
func make_every_node() -> Node3D:
	var scene := Node3D.new()
	var types: Array[StringName] = [
		&"RigidBody3D", &"VehicleBody3D", &"CharacterBody3D", &"AnimatableBody3D", &"StaticBody3D", &"Area3D",
		&"SoftBody3D", &"RayCast3D", &"ShapeCast3D", &"SpringArm3D", &"CSGBox3D",
		&"PinJoint3D", &"HingeJoint3D", &"SliderJoint3D", &"ConeTwistJoint3D", &"Generic6DOFJoint3D",
	]
	for type in types:
		var node: Node3D = ClassDB.instantiate(type)
		node.name = type
		node.position = Vector3(3.0 * scene.get_child_count(), 5, 0)
		scene.add_child(node)
		if node is CollisionObject3D:
			var collision := CollisionShape3D.new()
			collision.shape = BoxShape3D.new()
			node.add_child(collision)
		if node is Joint3D:
			node.node_a = ^"../RigidBody3D"
	scene.get_node(^"RigidBody3D").linear_velocity = Vector3(1, 0, 0)
	scene.get_node(^"VehicleBody3D").add_child(VehicleWheel3D.new())
	scene.get_node(^"SoftBody3D").mesh = BoxMesh.new()
	scene.get_node(^"ShapeCast3D").shape = SphereShape3D.new()
	scene.get_node(^"CSGBox3D").use_collision = true
	return scene


func test_nothing_moves_while_it_is_edited() -> void:
	var scene: Node3D = await open(make_every_node())
	var cloth: SoftBody3D = scene.get_node(^"SoftBody3D")
	var point := cloth.get_point_transform(0)
	await frames(60)
	check(cloth.get_point_transform(0) == point, "cloth hangs at %s" % cloth.get_point_transform(0))
	for i in scene.get_child_count():
		var node: Node3D = scene.get_child(i)
		check(node.position.is_equal_approx(Vector3(3.0 * i, 5, 0)), "%s is at %s" % [node.name, node.position])
	var state := scene.get_world_3d().direct_space_state
	var query := PhysicsRayQueryParameters3D.create(Vector3(0, 9, 0), Vector3(0, 0, 0))
	check_near(state.intersect_ray(query).get("position", Vector3.ZERO).y, 5.5, 1e-3, "a ray on the body")
