# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/scene_case.gd"
## Scenes with a mistake in one node, as a user makes it in the inspector or in a script: one message that names the
## node, the node is where it was before, and the others go on.
##
## Only on our engine: what the others do here, from silence to infinite positions, is theirs.


func runs_on() -> PackedStringArray:
	return [MINKOWSKI]


## Fails the test unless there is one message and it has all the words.
func check_one(said: PackedStringArray, words: PackedStringArray) -> void:
	check_equal(said.size(), 1, str(said))
	for word in words:
		check("".join(said).contains(word), "'%s' is in %s" % [word, said])


## All errors while ticks pass.
func errors_in(ticks: int) -> PackedStringArray:
	errors_of(func() -> void: pass)
	await steps(ticks)
	return _log.take()


## Moves of nodes are told to the server at the end of the frame.
func test_nodes_that_are_put_nowhere() -> void:
	var kinds: Array[CollisionObject3D] = [
		RigidBody3D.new(), StaticBody3D.new(), AnimatableBody3D.new(), CharacterBody3D.new(),
		Area3D.new()
	]
	var witness := make_ball(Vector3(0, 0, 99))
	# with it the node itself waits for the server to move it
	kinds[2].sync_to_physics = false
	for node in kinds:
		node.name = "Lost" + node.get_class()
		make(node, make_box_shape(), Vector3(3, 4, 5))
	await steps(2)
	for node in kinds:
		node.position = Vector3(NAN, 0, 0)
		var said := errors_of(func() -> void: node.force_update_transform())
		check_one(said, [node.name + ":<" + node.get_class() + "#", "finite"])
		node.position = Vector3(1, 2, 3)
	check_equal(await errors_in(5), PackedStringArray())
	for node in kinds.slice(1):
		check_near(node.global_position, Vector3(1, 2, 3), 1e-4, node.name)
	check(witness.linear_velocity.y < -0.5, "the others go on")


func test_a_joint_that_is_nowhere() -> void:
	var body := make_ball()
	body.name = "Bob"
	var joint := PinJoint3D.new()
	joint.name = "Nowhere"
	joint.position = Vector3(NAN, 0, 0)
	add(joint)
	var said := errors_of(func() -> void: joint.node_a = joint.get_path_to(body))
	check_one(said, ["Bob:<RigidBody3D#", "finite"])
	await steps(10)
	check(body.linear_velocity.y < -1.0, "it is not held")


# a rigid body of meshes without a triangle falls through everything: that is said once
func test_a_rigid_body_of_empty_meshes() -> void:
	var body := RigidBody3D.new()
	body.name = "Hollow"
	make(body, ConcavePolygonShape3D.new())
	await steps(4)
	check_one(warnings(), ["Hollow:<RigidBody3D#", "collides with nothing"])
	check(body.position.y < 0.0, "it falls")


# whatever does not move by itself is given a second for its mesh to come, and is then named once
func test_empty_meshes_that_stay_empty() -> void:
	var kinds: Array[CollisionObject3D] = [
		StaticBody3D.new(), AnimatableBody3D.new(), CharacterBody3D.new(), Area3D.new()
	]
	for node in kinds:
		node.name = "Void" + node.get_class()
		make(node, ConcavePolygonShape3D.new(), Vector3(3.0 * node.get_index(), 0, 0))
	await steps(30)
	check_equal(warnings(), PackedStringArray(), "there is time")
	await steps(90)
	var said := warnings()
	check_equal(said.size(), kinds.size(), str(said))
	for node in kinds:
		check_equal("".join(said).count(node.name + ":<"), 1, "%s is named once" % node.name)


# ours without a mesh, hulls without points, and an empty shape beside a good one
func test_empty_shapes_of_all_kinds_are_named() -> void:
	var half := RigidBody3D.new()
	half.add_child(make_collision(make_box_shape()))
	var shapes: Array[Shape3D] = [
		ConvexPolygonShape3D.new(), ConcavePolygonShape3D.new(), MeshHullShape3D.new(),
		MovingMeshShape3D.new()
	]
	var names: PackedStringArray = []
	for shape in shapes:
		var body: PhysicsBody3D = half if names.is_empty() else StaticBody3D.new()
		body.name = "Of" + shape.get_class()
		names.append(body.name)
		make(body, shape, Vector3(4.0 * names.size(), 0, 0))
	await steps(90)
	var said := warnings()
	check_equal(said.size(), names.size(), str(said))
	for name in names:
		check("".join(said).contains(name + ":<"), "%s is named in %s" % [name, said])


# a shape that loses its triangles in the game, one that is enabled late, and a body that goes to another world
func test_shapes_that_become_empty() -> void:
	var mesh := ConcavePolygonShape3D.new()
	mesh.set_faces(BoxMesh.new().get_faces())
	var emptied := make(StaticBody3D.new(), mesh)
	emptied.name = "Emptied"
	var enabled := make(StaticBody3D.new(), ConcavePolygonShape3D.new(), Vector3(5, 0, 0))
	enabled.name = "Enabled"
	enabled.get_child(0).disabled = true
	await steps(90)
	check_equal(warnings(), PackedStringArray(), "nothing is wrong yet")
	mesh.set_faces(PackedVector3Array())
	await steps(90)
	check_one(warnings(), ["Emptied:<StaticBody3D#"])
	enabled.get_child(0).disabled = false
	root.remove_child(enabled)
	await steps(1)
	add(enabled)
	await steps(90)
	check_one(warnings(), ["Enabled:<StaticBody3D#"])


# a mesh that comes later is no mistake, nor is one whose shape is disabled
func test_meshes_that_come_later() -> void:
	make_ground()
	var mesh := ConcavePolygonShape3D.new()
	var body := StaticBody3D.new()
	make(body, mesh)
	var off := RigidBody3D.new()
	make(off, make_box_shape(), Vector3(9, 2, 0))
	off.get_child(0).disabled = true
	var ball := make_ball(Vector3(0, 3, 0))
	await steps(2)
	mesh.set_faces(BoxMesh.new().get_faces())
	await steps(90)
	check_near(ball.position.y, 1.0, 0.02, "it lies on the mesh that came")
	check_equal(warnings(), PackedStringArray())


# their bodies are there before their shapes are
func test_nodes_that_fill_their_meshes_themselves() -> void:
	var csg := CSGCombiner3D.new()
	csg.use_collision = true
	add(csg)
	csg.add_child(CSGBox3D.new())
	var library := MeshLibrary.new()
	library.create_item(0)
	var mesh := ConcavePolygonShape3D.new()
	library.set_item_shapes(0, [mesh, Transform3D.IDENTITY])
	var grid := GridMap.new()
	grid.mesh_library = library
	grid.position.x = 20.0
	add(grid)
	grid.set_cell_item(Vector3i.ZERO, 0)
	await steps(20)
	mesh.set_faces(BoxMesh.new().get_faces())
	var ball := make_ball(Vector3(0, 2, 0))
	await steps(90)
	check_near(ball.position.y, 1.0, 0.02, "it lies on the box")
	check_equal(warnings(), PackedStringArray())


func test_a_collision_shape_without_a_shape() -> void:
	var body := RigidBody3D.new()
	body.name = "Naked"
	body.add_child(CollisionShape3D.new())
	add(body)
	await steps(4)
	check_one(warnings(), ["Naked:<RigidBody3D#", "collides with nothing"])


# 10 000 m/s are 167 m in a tick: it does not pass the floor, and nothing is said
func test_a_meteor_is_stopped() -> void:
	make_ground()
	var meteor := make_ball(Vector3(0, 150, 0))
	meteor.linear_velocity = Vector3(0, -10000, 0)
	await steps(60)
	check(meteor.position.y > 0.4 and meteor.position.y < 5.0, "on the floor: %s" % meteor.position)


# shapes of one node that are bad do not take the others with them
func test_one_bad_shape_of_several() -> void:
	make_ground()
	var body := RigidBody3D.new()
	body.name = "Half"
	var flat := SphereShape3D.new()
	flat.radius = 0.0
	body.add_child(make_collision(make_box_shape()))
	body.position.y = 2.0
	add(body)
	var said := errors_of(func() -> void: body.add_child(make_collision(flat)))
	check_one(said, ["Half:<RigidBody3D#", "zero"])
	await steps(90)
	check_near(body.position.y, 0.5, 0.02, "its box still lies on the ground")


# every mistake in what a soft body is made of is one sentence with its name
func test_a_soft_body_without_a_mesh_that_works() -> void:
	var cloth := SoftBody3D.new()
	cloth.name = "Rag"
	var points := PackedVector3Array([Vector3.ZERO, Vector3.RIGHT, Vector3.BACK])
	var arrays := []
	arrays.resize(Mesh.ARRAY_MAX)
	arrays[Mesh.ARRAY_VERTEX] = points
	var mesh := ArrayMesh.new()
	mesh.add_surface_from_arrays(Mesh.PRIMITIVE_TRIANGLES, arrays)
	cloth.mesh = mesh
	var said := errors_of(func() -> void: add(cloth))
	said.append_array(await errors_in(3))
	check_one(said, ["Rag:<SoftBody3D#"])


# areas with numbers that cannot be, set through the node
func test_an_area_with_bad_numbers() -> void:
	var area := make_area()
	area.name = "Bog"
	await steps(1)
	for property: String in ["gravity", "linear_damp", "angular_damp", "gravity_point_unit_distance"]:
		var said := errors_of(func() -> void: area.set(property, NAN))
		check_one(said, ["Bog:<Area3D#"])
	area.gravity_space_override = Area3D.SPACE_OVERRIDE_REPLACE
	var body := make_floating_rigid()
	body.gravity_scale = 1.0
	await steps(5)
	check(gravity_of(body).is_finite(), "the old numbers stay: %s" % gravity_of(body))


## A body that has words of its own, which end it.
class Talker:
	extends RigidBody3D
	var words := 0

	func _to_string() -> String:
		words += 1
		PhysicsServer3D.free_rid(get_rid())
		return "Talker"


# who a message is about is told without a script: one may free what the server has in its hands
func test_messages_run_no_script() -> void:
	var body := Talker.new()
	body.name = "Silent"
	var shape := make_box_shape()
	make(body, shape)
	var broken := Transform3D(Basis.IDENTITY, Vector3(NAN, 0, 0))
	var actions: Array[Callable] = [
		func() -> void: PhysicsServer3D.body_add_shape(body.get_rid(), shape.get_rid(), broken),
		func() -> void: PhysicsServer3D.body_get_shape(body.get_rid(), 7),
		func() -> void: PhysicsServer3D.body_set_param(body.get_rid(), 99, 1.0),
	]
	for action in actions:
		check_one(errors_of(action), ["Silent:<RigidBody3D#%d>" % body.get_instance_id()])
	expect_error("Silent:<RigidBody3D#%d> moved beyond all numbers" % body.get_instance_id())
	body.linear_velocity = Vector3(3e38, 3e38, 0)
	body.constant_force = Vector3(3e38, 0, 0)
	await steps(10)
	check_equal(body.words, 0)
