# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
@tool
extends RefCounted
## What a file of tests inside the editor extends: a scene to edit, a mouse, and keys. The events go the
## way of those of a real mouse and keyboard, from the window on.

const SCENE := "res://edited.tscn"
## Frames after which what was asked for must have happened; a wait ends as soon as it has.
const FRAME_LIMIT := 600

var tree: SceneTree

var _checks := 0
var _failures: PackedStringArray = []


func check(condition: bool, text: String) -> bool:
	_checks += 1
	if not condition:
		_failures.append(text)
	return condition


func check_near(actual: float, expected: float, tolerance: float, text: String) -> bool:
	var words := "%s: expected %f, got %f" % [text, expected, actual]
	return check(absf(actual - expected) <= tolerance, words)


func verdict() -> PackedStringArray:
	if _checks == 0:
		_failures.append("the test makes no check")
	return _failures


func frames(count: int) -> void:
	for i in count:
		await tree.process_frame


## Waits until a condition holds; fails the test if that does not come.
func until(text: String, condition: Callable) -> bool:
	for i in FRAME_LIMIT:
		if condition.call():
			return true
		await tree.process_frame
	return check(false, "waited in vain for " + text)


## Saves a scene, opens it in the editor and returns its root there.
func open(root: Node) -> Node:
	var packed := PackedScene.new()
	root.name = "Edited"
	_own(root, root)
	check(packed.pack(root) == OK, "the scene cannot be packed")
	root.free()
	check(ResourceSaver.save(packed, SCENE) == OK, "the scene cannot be saved")
	return await reopen()


## Saves what is edited and loads it again. Without the little picture, which needs a screen.
func save_and_reopen() -> Node:
	EditorInterface.save_scene_as(SCENE, false)
	return await reopen()


## Loads the scene from its file, whatever is open.
func reopen() -> Node:
	_forget_resources()
	var before := EditorInterface.get_edited_scene_root()
	var old := before.get_instance_id() if before else 0
	if SCENE in EditorInterface.get_open_scenes():
		EditorInterface.reload_scene_from_path(SCENE)
	else:
		EditorInterface.open_scene_from_path(SCENE)
	await until(
		"the scene",
		func() -> bool:
			var now := EditorInterface.get_edited_scene_root()
			return now != null and now.get_instance_id() != old
	)
	EditorInterface.set_main_screen_editor("3D")
	await frames(5)
	return EditorInterface.get_edited_scene_root()


# Godot loads a resource of a scene into the one of the same name that is still alive, as all are that were ever
# selected, and leaves there what the file does not say. The names depend on the scene's path alone, so shapes of
# earlier tests have them as well.
func _forget_resources() -> void:
	for line in FileAccess.get_file_as_string(SCENE).split("\n"):
		if line.begins_with("[sub_resource "):
			var path := SCENE + "::" + line.get_slice(' id="', 1).get_slice('"', 0)
			var resource := ResourceLoader.get_cached_ref(path)
			if resource:
				resource.resource_path = ""


func _own(node: Node, root: Node) -> void:
	for child in node.get_children():
		child.owner = root
		_own(child, root)


## Selects a node as a click in the scene tree does.
func select(node: Node) -> void:
	EditorInterface.get_selection().clear()
	EditorInterface.get_selection().add_node(node)
	EditorInterface.edit_node(node)
	await frames(5)


## What the scene tree says about a node, in the tooltips of its buttons.
func warning_of(node: Node) -> String:
	for tree_control: Tree in tree.root.find_children("*", "Tree", true, false):
		var item := tree_control.get_root()
		while item:
			if str(item.get_metadata(0)) == str(node.get_path()):
				var texts: PackedStringArray = []
				for button in item.get_button_count(0):
					texts.append(item.get_button_tooltip_text(0, button))
				return " ".join(texts)
			item = item.get_next_visible()
	return ""


## Where a point of the world is in the window.
func on_screen(point: Vector3) -> Vector2:
	var viewport := EditorInterface.get_editor_viewport_3d(0)
	var container := viewport.get_parent() as Control
	return container.get_global_rect().position + viewport.get_camera_3d().unproject_position(point)


## Drags the left button from point to point of the world.
func drag(from: Vector3, to: Vector3) -> void:
	var start := on_screen(from)
	var end := on_screen(to)
	_move(start, 0)
	await frames(2)
	_button(start, true)
	await frames(2)
	for part in 5:
		_move(start.lerp(end, part / 4.0), MOUSE_BUTTON_MASK_LEFT)
		await frames(1)
	_button(end, false)
	await frames(2)


## Presses and releases a key with Ctrl held.
func control_key(key: Key) -> void:
	for is_pressed: bool in [true, false]:
		var event := InputEventKey.new()
		event.keycode = key
		event.physical_keycode = key
		event.ctrl_pressed = true
		event.pressed = is_pressed
		_send(event)
		await frames(2)


func _move(at: Vector2, buttons: int) -> void:
	var event := InputEventMouseMotion.new()
	event.position = at
	event.global_position = at
	event.button_mask = buttons
	_send(event)


func _button(at: Vector2, is_pressed: bool) -> void:
	var event := InputEventMouseButton.new()
	event.position = at
	event.global_position = at
	event.button_index = MOUSE_BUTTON_LEFT
	event.button_mask = MOUSE_BUTTON_MASK_LEFT if is_pressed else 0
	event.pressed = is_pressed
	_send(event)


func _send(event: InputEvent) -> void:
	Input.parse_input_event(event)
	Input.flush_buffered_events()
