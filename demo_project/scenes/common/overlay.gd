# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
class_name DemoOverlay
extends CanvasLayer
## The card of a scene: what it shows, live numbers, keys, the engine that runs, and a warning when that
## is another one. It works while time stands still, too.

@onready var _card: Control = %Card
@onready var _title: Label = %Title
@onready var _description: Label = %Description
@onready var _names: Label = %Names
@onready var _values: Label = %Values
@onready var _numbers: Control = %Numbers
@onready var _state: Label = %State
@onready var _keys: HBoxContainer = %Keys
@onready var _toolbar: DemoToolbar = %Toolbar
@onready var _cross: Control = %Cross
@onready var _warning: PanelContainer = %Warning
@onready var _warning_text: Label = %WarningText


func _ready() -> void:
	process_mode = Node.PROCESS_MODE_ALWAYS
	add_to_group(&"overlay")
	var entry := Demo.current()
	if entry != null:
		_title.text = entry.title
		_description.text = entry.description
	_warning_text.text = PhysicsEngine.warning()
	# who asked for another engine knows
	_warning.visible = not PhysicsEngine.is_ours() and not Demo.is_guest()
	add_to_group(KeyCap.GROUP)
	refresh()


func _unhandled_input(event: InputEvent) -> void:
	if event.is_action_pressed(&"demo_card"):
		_card.visible = not _card.visible


## Shows the numbers in their order, and what is done to time.
func show_numbers(numbers: Dictionary[String, String], state: String) -> void:
	_names.text = "\n".join(numbers.keys())
	_values.text = "\n".join(numbers.values())
	_numbers.visible = not numbers.is_empty()
	var words: PackedStringArray = [PhysicsEngine.running(), _speed()]
	if state:
		words.append(state)
	_state.text = "  ·  ".join(words)


# frames, and what a tick of physics takes, as Godot measures both over the last second
func _speed() -> String:
	var tick := Performance.get_monitor(Performance.TIME_PHYSICS_PROCESS)
	return "%d fps  ·  %.2f ms physics" % [Engine.get_frames_per_second(), 1000.0 * tick]


## Puts a panel below the numbers, both equally wide.
func add_panel(panel: Control) -> void:
	_numbers.custom_minimum_size.x = panel.custom_minimum_size.x
	_numbers.get_parent().add_child(panel)


## Adds what keys do to the line above the signs.
func add_hint(hint: KeyHint) -> void:
	_keys.add_child(hint)


## Takes away the button of what a scene does not have.
func hide_tool(action: StringName) -> void:
	_toolbar.hide_tool(action)


## Whether it says what the scene shows.
func has_words() -> bool:
	return not _title.text.is_empty() and not _description.text.is_empty()


## Whether it names what can be done in this scene, in the line of keys or in a panel of choices.
func has_keys() -> bool:
	return _keys.get_child_count() > 0 or _numbers.get_parent().get_children().any(
		func(node: Node) -> bool: return node is DemoControls
	)


## A gamepad takes hold of what is under the cross.
func refresh() -> void:
	var scene := get_parent() as DemoScene
	_cross.visible = KeyCap.is_pad and scene != null and scene.can_grab()
