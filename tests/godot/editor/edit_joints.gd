# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
@tool
extends "res://tests/editor/edit_case.gd"
## Joint nodes in the editor: drawn, dragged, and warned of in the scene tree.

const Gizmo := preload("res://addons/minkowski_physics/editor/joint_gizmo.gd")
## m; as for the handles of shapes
const PIXEL := 0.03


func open_joint(joint: Node3D) -> Node3D:
	var scene := Node3D.new()
	var body := RigidBody3D.new()
	body.name = "Body"
	scene.add_child(body)
	joint.name = "Joint"
	joint.node_a = ^"../Body"
	scene.add_child(joint)
	var opened := (await open(scene)).get_node("Joint") as Node3D
	await select(opened)
	return opened


func test_anchors_are_dragged_and_undone() -> void:
	var node := await open_joint(DistanceJoint3D.new())
	for name: StringName in [&"anchor_a", &"anchor_b"]:
		var was: Vector3 = node.get(name)
		var camera := EditorInterface.get_editor_viewport_3d(0).get_camera_3d()
		var wanted := was + camera.global_basis.x * 0.3
		await drag(node.global_transform * was, node.global_transform * wanted)
		var distance := wanted.distance_to(node.get(name))
		check_near(distance, 0.0, PIXEL, "%s is beside the mouse" % name)
		await control_key(KEY_Z)
		check(node.get(name) == was, "%s is not undone" % name)


# nothing of the world is in its space; the log is checked by whoever started the editor
func test_a_flat_joint_is_drawn_and_dragged_without_a_complaint() -> void:
	for joint: Node3D in [DistanceJoint3D.new(), FixedJoint3D.new()]:
		var node := await open_joint(joint)
		node.scale = Vector3(1, 0, 1)
		node.position.x = 0.5
		await frames(3)
		if node is DistanceJoint3D:
			var was: Vector3 = node.anchor_b
			var from := node.global_transform * was
			var manager := EditorInterface.get_editor_undo_redo()
			var history := manager.get_history_undo_redo(manager.get_object_history_id(node))
			var version := history.get_version()
			await drag(from, from + Vector3(0.3, 0, 0))
			check(history.get_version() == version, "a step that changes nothing")
			check(node.anchor_b == was, "it is somewhere: %s" % node.anchor_b)
		check(node.get_gizmos().size() > 0, "it is drawn no more")


func test_every_joint_and_mode_is_drawn() -> void:
	var node := await open_joint(DistanceJoint3D.new())
	for mode in 3:
		node.mode = mode
		await frames(3)
		check(node.get_gizmos().size() > 0, "mode %d has no gizmo" % mode)
	node = await open_joint(FixedJoint3D.new())
	check(node.get_gizmos().size() > 0, "the fixed joint has no gizmo")


func test_a_rope_is_dashed_from_anchor_to_anchor() -> void:
	var gizmo := Gizmo.new(EditorInterface.get_editor_undo_redo())
	var ends: PackedVector3Array = [Vector3(1, 2, 3), Vector3(1, -2, 3)]
	var dashes: PackedVector3Array = gizmo._between(DistanceJoint3D.MODE_ROPE, ends)
	check(dashes.size() > 4 and dashes.size() % 2 == 0, "%d points" % dashes.size())
	check(dashes[0] == ends[0] and dashes[-1].is_equal_approx(ends[1]), str(dashes))
	check(gizmo._between(DistanceJoint3D.MODE_ROD, ends) == ends, "a rod is one line")
	ends[1] = ends[0]
	check(gizmo._between(DistanceJoint3D.MODE_ROPE, ends).size() == 2, "of no length")


func test_a_spring_is_a_coil_from_anchor_to_anchor() -> void:
	var gizmo := Gizmo.new(EditorInterface.get_editor_undo_redo())
	for to: Vector3 in [Vector3(1, -2, 3), Vector3(4, 2, 3), Vector3(1, 2.01, 3)]:
		var ends: PackedVector3Array = [Vector3(1, 2, 3), to]
		var coil: PackedVector3Array = gizmo._between(DistanceJoint3D.MODE_SPRING, ends)
		check(coil[0] == ends[0] and coil[-1] == ends[1], "from %s to %s" % [coil[0], coil[-1]])
		check(coil.size() == 2 * Gizmo.SPRING_TURNS * Gizmo.SPRING_POINTS, "%d points" % coil.size())
		for i in range(1, coil.size() - 1):
			check(i % 2 == 1 or coil[i] == coil[i - 1], "it hangs together at %d" % i)
			var near := Geometry3D.get_closest_point_to_segment(coil[i], ends[0], ends[1])
			check_near(coil[i].distance_to(near), Gizmo.CROSS, 1e-4, "point %d" % i)


func test_lines_go_to_the_bodies() -> void:
	var node := await open_joint(DistanceJoint3D.new())
	var body: Node3D = node.get_node("../Body")
	body.position = Vector3(3, 1, 2)
	node.transform = Transform3D(Basis.from_euler(Vector3(0.4, 1.0, 0.2)), Vector3(-1, 2, 0))
	node.anchor_a = Vector3(0.5, 0, 0)
	var gizmo := Gizmo.new(EditorInterface.get_editor_undo_redo())
	var lines: PackedVector3Array = gizmo._to_bodies(node, gizmo._anchors(node))
	check(lines.size() == 2, "a body on one side: %d points" % lines.size())
	check((node.global_transform * lines[0]).is_equal_approx(node.to_global(node.anchor_a)), "from its anchor")
	check((node.global_transform * lines[1]).is_equal_approx(body.position), "to the body")
	node.node_b = ^"../Body"
	lines = gizmo._to_bodies(node, gizmo._anchors(node))
	check(lines.size() == 4 and lines[2] == node.anchor_b, "and from the other: %s" % lines)
	node.node_a = ^"../Nothing"
	check(gizmo._to_bodies(node, gizmo._anchors(node)).size() == 2, "none to what is not there")


func test_the_scene_tree_warns_of_bodies_that_are_not_there() -> void:
	var node := await open_joint(FixedJoint3D.new())
	await frames(5)
	check(not warning_of(node).contains("node_a"), "nothing is wrong: %s" % warning_of(node))
	node.node_a = ^"../Nothing"
	await until("the warning", func() -> bool: return warning_of(node).contains("node_a leads to no"))
	node.node_a = ^"../Body"
	await until("its end", func() -> bool: return not warning_of(node).contains("node_a leads"))
	check(not node.is_attached(), "in the editor nothing is held")
