# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
@tool
extends "res://tests/editor/edit_case.gd"
## The dock of the shape doctor: its button inspects the open scene, a row selects its node, a cure can be undone.


func dock() -> Control:
	return EditorInterface.get_base_control().find_child("Shape Doctor", true, false)


## The buttons of the dock; those that were pressed away are gone with the next frame.
func buttons() -> Array[Button]:
	var found: Array[Button] = []
	for node: Button in dock().find_children("*", "Button", true, false):
		if not node.is_queued_for_deletion() and not node.get_parent().is_queued_for_deletion():
			found.append(node)
	return found


## Presses the button whose text contains some words.
func press(words: String) -> bool:
	for button in buttons():
		if button.text.contains(words):
			button.pressed.emit()
			await frames(2)
			return true
	return check(false, "there is no button '%s'" % words)


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
	await press("Inspect")
	check(has_button("Shelf"), "it is found again")


func test_a_node_that_is_gone_is_no_harm() -> void:
	var scene := await open_scene()
	await press("Inspect")
	scene.get_node("Shelf").free()
	await press("Shelf/Shape")
	await press("Make it 10 mm")
	await press("Inspect")
	check(not has_button("Shelf"), "there is nothing left to find")
