# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
@tool
extends "res://tests/editor/edit_case.gd"
## The dock of the shape doctor: its button inspects the open scene, a row selects its node, a cure can be undone.

const INNER := "res://shelf.tscn"
const THIN := "res://thin.tres"


func dock() -> Control:
	return EditorInterface.get_base_control().find_child("Shape Doctor", true, false)


## The buttons of the dock; those that were pressed away are gone with the next frame.
func buttons() -> Array[Button]:
	var found: Array[Button] = []
	for node: Button in dock().find_children("*", "Button", true, false):
		if not node.is_queued_for_deletion() and not node.get_parent().is_queued_for_deletion():
			found.append(node)
	return found


## Presses the button whose text contains some words, and waits for what is found then.
func press(words: String) -> bool:
	for button in buttons():
		if button.text.contains(words):
			button.pressed.emit()
			await frames(2)
			return await until("the end of the look", func() -> bool: return not is_looking())
	return check(false, "there is no button '%s'" % words)


func is_looking() -> bool:
	return dock().find_children("*", "Label", true, false).any(
		func(label: Label) -> bool: return label.text.begins_with("Looking"))


func has_button(words: String) -> bool:
	return buttons().any(func(button: Button) -> bool: return button.text.contains(words))


## A good body, and a shelf that is thinner than a hair.
func open_scene() -> Node:
	var scene := Node3D.new()
	for name: String in ["Crate", "Shelf"]:
		var body := StaticBody3D.new()
		var node := CollisionShape3D.new()
		node.shape = BoxShape3D.new()
		node.name = "Shape"
		body.name = name
		body.add_child(node)
		scene.add_child(body)
	scene.get_node("Shelf/Shape").shape.size = Vector3(2, 0.0001, 1)
	return await open(scene)


# it would push other docks and the bottom panel out of the window, also behind another tab
func test_the_dock_is_not_high() -> void:
	await open_scene()
	await press("Inspect")
	check(dock().get_combined_minimum_size().y < 250.0, str(dock().get_combined_minimum_size()))


func test_a_finding_selects_its_node() -> void:
	var scene := await open_scene()
	await press("Inspect")
	check(has_button("Shelf/Shape"), "the shelf is found")
	check(not has_button("Crate"), "the crate is not")
	await press("Shelf/Shape")
	var selected := EditorInterface.get_selection().get_selected_nodes()
	var is_right := selected.size() == 1 and selected[0] == scene.get_node("Shelf/Shape")
	check(is_right, "selected: %s" % [selected])


func test_findings_go_with_their_scene() -> void:
	await open_scene()
	await press("Inspect")
	check(has_button("Shelf/Shape"), "the shelf is found")
	await reopen()
	check(not has_button("Shelf/Shape"), "these are other nodes")


func test_a_cure_is_undone_and_done_again() -> void:
	var scene := await open_scene()
	var node: CollisionShape3D = scene.get_node("Shelf/Shape")
	await press("Inspect")
	await press("Make it 10 mm")
	check_near(node.shape.size.y, 0.01, 1e-6, "thick enough")
	check(not has_button("Shelf"), "nothing is wrong any more")
	await select(node)
	await control_key(KEY_Z)
	await until("undo", func() -> bool: return node.shape.size.y < 0.001)
	check_near(node.shape.size.y, 0.0001, 1e-7, "as it was")
	await until("what is found again", func() -> bool: return has_button("Shelf"))
	await control_key(KEY_Y)
	await until("its end", func() -> bool: return not has_button("Shelf"))
	check_near(node.shape.size.y, 0.01, 1e-6, "thick enough again")


func make_shelf(shape: BoxShape3D) -> StaticBody3D:
	var shelf := StaticBody3D.new()
	shelf.name = "Shelf"
	shelf.add_child(CollisionShape3D.new())
	shelf.get_child(0).name = "Shape"
	shelf.get_child(0).shape = shape
	return shelf


# a scene in the scene, and a resource with a file of its own: those files alone would keep a cure
func test_what_another_file_holds_is_cured_there() -> void:
	var shelf := make_shelf(make_thin())
	shelf.get_child(0).owner = shelf
	var inner := PackedScene.new()
	inner.pack(shelf)
	shelf.free()
	ResourceSaver.save(inner, INNER)
	ResourceSaver.save(make_thin(), THIN)
	var outer := Node3D.new()
	outer.add_child(make_shelf(load(THIN)))
	outer = await open(outer)
	var instance := (load(INNER) as PackedScene).instantiate()
	instance.name = "Instance"
	outer.add_child(instance)
	instance.owner = outer
	await press("Inspect")
	check(has_button("Instance/Shape") and has_button("Shelf/Shape"), "both are found")
	check(not has_button("Make it 10 mm"), "neither is cured in this scene")
	await press("Open thin.tres")
	check(EditorInterface.get_inspector().get_edited_object() == load(THIN), "the resource is shown")
	await press("Open shelf.tscn")
	await until("the other scene", func() -> bool:
		var root := EditorInterface.get_edited_scene_root()
		return root and root.scene_file_path == INNER)
	await frames(5)
	await press("Inspect")
	check(has_button("Make it 10 mm"), "here it is cured")


func test_what_a_script_made_has_no_cure() -> void:
	var scene := await open(Node3D.new())
	scene.add_child(make_shelf(make_thin()))
	await press("Inspect")
	check(has_button("Shelf/Shape") and not has_button("Make it 10 mm"), "it would not be saved")


func make_thin() -> BoxShape3D:
	var shape := BoxShape3D.new()
	shape.size = Vector3(2, 0.0001, 1)
	return shape


# triangles are looked at in another thread; meanwhile a node may go
func test_the_editor_goes_on_while_a_large_scene_is_looked_at() -> void:
	var scene := Node3D.new()
	for name: String in ["Large", "Other"]:
		var body := StaticBody3D.new()
		var node := CollisionShape3D.new()
		var torus := TorusMesh.new()
		torus.rings = 100
		torus.ring_segments = 100
		var points := torus.get_faces()
		var kept := points[1]
		points[1] = points[2]
		points[2] = kept
		node.shape = ConcavePolygonShape3D.new()
		node.shape.set_faces(points)
		body.name = name
		body.add_child(node)
		scene.add_child(body)
	scene = await open(scene)
	for button in buttons():
		if button.text.contains("Inspect"):
			button.pressed.emit()
	check(is_looking(), "it is not done at once")
	scene.get_node("Other").free()
	await until("what was found", func() -> bool: return has_button("1 of 20000"))
	check(not has_button("Other"), "what is gone is not found")


func test_a_node_that_is_gone_is_no_harm() -> void:
	var scene := await open_scene()
	await press("Inspect")
	scene.get_node("Shelf").free()
	await press("Shelf/Shape")
	await press("Make it 10 mm")
	await press("Inspect")
	check(not has_button("Shelf"), "there is nothing left to find")
