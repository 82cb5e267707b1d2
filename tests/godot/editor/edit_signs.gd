# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
@tool
extends "res://tests/editor/edit_case.gd"
## The triangle in the scene tree beside a node whose shape has something wrong: it comes and goes with the fault,
## stays through whatever is done to the node, and leaves no trace in the scene.

const Signs := preload("res://addons/minkowski_physics/editor/tree_signs.gd")
const FAULT := "The shape has no mesh"


## A body with a good shape and one without a mesh; returns the node of the latter.
func open_faulty() -> CollisionShape3D:
	var body := RigidBody3D.new()
	for name: String in ["Good", "Faulty"]:
		var node := CollisionShape3D.new()
		node.name = name
		node.shape = MeshHullShape3D.new()
		body.add_child(node)
	body.get_child(0).shape.mesh = BoxMesh.new()
	return (await open(body)).get_node("Faulty")


func is_signed(node: Node) -> bool:
	return warning_of(node).contains(FAULT)


func until_signed(node: Node, text: String) -> void:
	await until(text, is_signed.bind(node))
	check(warning_of(node).count(FAULT) == 1, "it is there once: " + warning_of(node))


func until_unsigned(node: Node, text: String) -> void:
	await until(text, func() -> bool: return not is_signed(node))


## The line of a node in the scene tree, and the tree.
func line_of(node: Node) -> Array:
	for control: Tree in tree.root.find_children("*", "Tree", true, false):
		var item := control.get_root()
		while item:
			if str(item.get_metadata(0)) == str(node.get_path()):
				return [item, control]
			item = item.get_next_visible()
	return []


func test_a_triangle_comes_and_goes_with_the_fault() -> void:
	var node := await open_faulty()
	await until_signed(node, "the triangle")
	check(not is_signed(node.get_node("../Good")), "the other is fine")
	node.shape.mesh = BoxMesh.new()
	await until_unsigned(node, "its end")
	node.shape.mesh = null
	await until_signed(node, "the triangle again")
	node.shape = BoxShape3D.new()
	await until_unsigned(node, "the end with another shape")
	node.shape = MinkowskiSumShape3D.new()
	await until("other words", func() -> bool: return warning_of(node).contains("two shapes"))
	node.shape = MeshHullShape3D.new()
	await until_signed(node, "the first words")
	check(not warning_of(node).contains("two shapes"), warning_of(node))
	node.shape = null
	await until_unsigned(node, "the end without a shape")


func test_it_stays_through_changes_of_the_node() -> void:
	var node := await open_faulty()
	await until_signed(node, "the triangle")
	node.name = "Renamed"
	node.visible = false
	await frames(30)
	await until_signed(node, "the triangle of another name")
	var script := GDScript.new()
	script.source_code = "extends CollisionShape3D\n"
	script.reload()
	node.set_script(script)
	await frames(30)
	await until_signed(node, "the triangle beside a script")
	check(node.get_script() == script, "the script is the user's")
	node.set_script(null)
	node.get_parent().move_child(node, 0)
	await frames(30)
	await until_signed(node, "the triangle at another place")


func test_it_follows_undo_copies_and_deletion() -> void:
	var node := await open_faulty()
	await select(node)
	await until_signed(node, "the triangle")
	var manager := EditorInterface.get_editor_undo_redo()
	manager.create_action("Mesh", UndoRedo.MERGE_DISABLE, node)
	manager.add_do_property(node.shape, &"mesh", BoxMesh.new())
	manager.add_undo_property(node.shape, &"mesh", null)
	manager.commit_action()
	await until_unsigned(node, "its end")
	await control_key(KEY_Z)
	await until_signed(node, "the triangle after undo")
	var copy := node.duplicate() as CollisionShape3D
	check(copy.get_script() == null, "no script came with the copy")
	copy.name = "Copy"
	node.get_parent().add_child(copy)
	copy.owner = node.owner
	await until_signed(copy, "the triangle of the copy")
	copy.shape = copy.shape.duplicate()
	copy.shape.mesh = BoxMesh.new()
	await until_unsigned(copy, "the end of the copy's alone")
	check(is_signed(node), "the first one has it")
	copy.free()
	var parent := node.get_parent()
	parent.remove_child(node)
	await frames(30)
	parent.add_child(node)
	node.owner = parent
	await until_signed(node, "the triangle of a node that came back")
	node.free()
	await frames(30)
	check(parent.get_child_count() == 1, "it is gone")


func test_nothing_of_it_is_saved() -> void:
	var node := await open_faulty()
	var before := FileAccess.get_file_as_string(SCENE)
	await until_signed(node, "the triangle")
	check(node.get_script() == null, "the node has no script")
	check(node.get_meta_list().is_empty(), "and no notes")
	var children := node.get_child_count(true)
	check(children == 0, "and no children: %d" % children)
	node = (await save_and_reopen()).get_node("Faulty")
	var after := FileAccess.get_file_as_string(SCENE)
	check(nodes_in(after) == nodes_in(before), "the nodes are other ones:\n%s\n%s" % [before, after])
	check(not after.contains("script") and not after.contains("metadata"), after)
	await until_signed(node, "the triangle after loading")


## The part of a scene file that is about nodes.
func nodes_in(text: String) -> String:
	return text.substr(text.find("[node "))


func test_other_scenes_and_back() -> void:
	var node := await open_faulty()
	await until_signed(node, "the triangle")
	var other := PackedScene.new()
	var root := Node3D.new()
	root.name = "Other"
	other.pack(root)
	root.free()
	check(ResourceSaver.save(other, "res://other.tscn") == OK, "the other scene cannot be saved")
	EditorInterface.open_scene_from_path("res://other.tscn")
	await frames(40)
	check(EditorInterface.get_edited_scene_root().name == &"Other", "the other scene is open")
	EditorInterface.open_scene_from_path(SCENE)
	await frames(10)
	node = EditorInterface.get_edited_scene_root().get_node("Faulty")
	await until_signed(node, "the triangle in the scene that is open again")


# as when the plugin is switched off
func test_it_goes_with_the_plugin() -> void:
	var node := await open_faulty()
	await until_signed(node, "the triangle")
	var found := tree.root.find_children("*", "", true, false).filter(
		func(other: Node) -> bool: return other is Signs)
	check(found.size() == 1, "%d of them" % found.size())
	var signs: Node = found[0]
	var plugin := signs.get_parent()
	plugin.remove_child(signs)
	check(not is_signed(node), "it is taken away")
	await frames(30)
	check(not is_signed(node), "and does not come back")
	plugin.add_child(signs)
	await until_signed(node, "the triangle with the plugin")


func test_a_click_on_it_shows_the_node() -> void:
	var node := await open_faulty()
	await select(node.get_parent())
	await until_signed(node, "the triangle")
	var line := line_of(node)
	var item: TreeItem = line[0]
	var index := item.get_button_by_id(0, Signs.BUTTON)
	check(index == 0 and item.get_button_count(0) == 2, "it stands left of the eye")
	check(line_of(node.get_node("../Good"))[0].get_button_id(0, 0) == item.get_button_id(0, 1), "the eye is the same")
	check(item.get_button(0, index) != null, "it has a picture")
	line[1].button_clicked.emit(item, 0, Signs.BUTTON, MOUSE_BUTTON_LEFT)
	await until("the node in the inspector", func() -> bool:
		return EditorInterface.get_inspector().get_edited_object() == node)
	check(EditorInterface.get_selection().get_selected_nodes() == [node], "it is selected")
