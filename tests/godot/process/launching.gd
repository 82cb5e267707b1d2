# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends SceneTree
## Looks at the menu of the demo in windows of several sizes, walks over all cards with the keys, and opens one with the
## mouse. Prints "menu: ..." for what is not as it should be, and at the end "menu CARDS OPENED".

const SIZES: Array[Vector2i] = [Vector2i(1280, 720), Vector2i(1024, 600), Vector2i(1920, 1080), Vector2i(1024, 768)]
const OPENED := "stacks"


func _initialize() -> void:
	_run.call_deferred()


func _run() -> void:
	change_scene_to_file("res://scenes/launcher/launcher.tscn")
	await scene_changed
	var cards := current_scene.get_node(^"%Cards") as GridContainer
	for size in SIZES:
		root.size = size
		await process_frame
		await process_frame
		_look_at(cards, size)
	_check_columns(cards)
	await _walk(cards)
	var count := cards.get_child_count()
	await _click(cards.get_node(OPENED) as Control)
	print("menu %d %s" % [count, current_scene.scene_file_path.get_file().get_basename()])
	quit()


# what is opened is there a frame later
func _click(card: Control) -> void:
	for is_pressed: bool in [true, false]:
		var event := InputEventMouseButton.new()
		event.button_index = MOUSE_BUTTON_LEFT
		event.position = root.get_final_transform() * card.get_global_rect().get_center()
		event.pressed = is_pressed
		root.push_input(event)
	await scene_changed


# all cards and their titles are seen without scrolling, and what is beside them is not under them
func _look_at(cards: GridContainer, size: Vector2i) -> void:
	var shown := (cards.get_parent() as Control).get_global_rect()
	var column := (current_scene.get_node(^"%Description") as Control).get_global_rect()
	for card: Control in cards.get_children():
		var room := card.get_global_rect()
		var label: Label = card.find_children("*", "Label", true, false)[0]
		if not shown.encloses(room):
			print("menu: at %s %s is at %s" % [size, card.name, room])
		if not room.encloses(label.get_global_rect()) or label.get_visible_line_count() < label.get_line_count():
			print("menu: at %s the title of %s is cut" % [size, card.name])
		if room.intersects(column):
			print("menu: at %s %s covers the description" % [size, card.name])


# below each heading are the scenes that say that they are of that kind
func _check_columns(cards: GridContainer) -> void:
	var kinds := current_scene.find_child("Kinds") as Control
	if kinds.get_child_count() != cards.columns:
		print("menu: %d headings above %d columns" % [kinds.get_child_count(), cards.columns])
	for entry: Object in root.get_node(^"Demo").entries():
		var column := cards.get_node(NodePath(entry.name)).get_index() % cards.columns
		if column != entry.group:
			print("menu: %s is in column %d, not %d" % [entry.name, column, entry.group])


# with the arrow keys one comes to every card, and each tells what its scene shows
func _walk(cards: GridContainer) -> void:
	var told: Dictionary[String, bool] = {}
	(cards.get_child(0) as Control).grab_focus()
	for index in cards.get_child_count():
		told[(current_scene.get_node(^"%Description") as Label).text] = true
		var is_last := index % cards.columns == cards.columns - 1
		await _press(KEY_DOWN if is_last else KEY_LEFT if index / cards.columns % 2 else KEY_RIGHT)
	if told.size() != cards.get_child_count() or told.has(""):
		print("menu: only %d scenes are described" % told.size())


func _press(key: Key) -> void:
	for is_pressed: bool in [true, false]:
		var event := InputEventKey.new()
		event.keycode = key
		event.physical_keycode = key
		event.pressed = is_pressed
		Input.parse_input_event(event)
		await process_frame
