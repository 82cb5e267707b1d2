# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
class_name DemoOverlay
extends CanvasLayer
## The card of a scene: what it shows, live numbers, keys, the engine that runs, and a warning when that
## is another one. It works while time stands still, too.

## What a gamepad has for the keys that scenes name.
const PAD_WORDS: Dictionary[String, String] = {
	"F": "X", "N": "B", "M": "L3", "N M": "B L3", "← →": "LB A", "Enter": "A", "arrows": "left stick",
	"A D or mouse": "left stick",
}

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
	_toolbar.device_changed.connect(_write_keys)
	_write_keys(false)


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


# what the mouse and the keys do in this scene; a gamepad takes hold of what is under the cross
func _write_keys(is_pad: bool) -> void:
	var scene := get_parent() as DemoScene
	for child in _keys.get_children():
		child.queue_free()
	_cross.visible = is_pad and scene != null and scene.can_grab()
	if scene == null:
		return
	var words: PackedStringArray = []
	if scene.left_mouse() and not is_pad:
		_keys.add_child(Glyph.new(&"left_mouse", DemoToolbar.SIGN_SIZE, DemoToolbar.INK.darkened(0.2)))
		words.append(scene.left_mouse())
	elif scene.can_grab():
		words.append("RB " + scene.left_mouse())
	var own := scene.keys()
	for key in own:
		words.append("%s %s" % [PAD_WORDS.get(key, key) if is_pad else key, own[key]])
	var label := Label.new()
	label.theme_type_variation = &"DimLabel"
	label.text = "  ·  ".join(words)
	_keys.add_child(label)
