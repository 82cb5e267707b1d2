# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
class_name DemoOverlay
extends CanvasLayer
## The card of a scene: what it shows, live numbers, keys, the engine that runs, and a warning when that
## is another one.

const KEYS := "Esc menu · Space pause · . step · − + speed · R again · H hide · F9 debug view · right mouse, WASDQE fly"

@onready var _card: Control = %Card
@onready var _title: Label = %Title
@onready var _description: Label = %Description
@onready var _names: Label = %Names
@onready var _values: Label = %Values
@onready var _numbers: Control = %Numbers
@onready var _state: Label = %State
@onready var _footer: Label = %Footer
@onready var _warning: PanelContainer = %Warning
@onready var _warning_text: Label = %WarningText


func _ready() -> void:
	add_to_group(&"overlay")
	var entry := Demo.current()
	if entry != null:
		_title.text = entry.title
		_description.text = entry.description
	_warning_text.text = PhysicsEngine.warning()
	_warning.visible = not PhysicsEngine.is_ours()
	_footer.text = "%s\n%s" % [_own_keys(), KEYS]
	_footer.text = _footer.text.strip_edges()


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


func _own_keys() -> String:
	var scene := get_parent() as DemoScene
	var words: PackedStringArray = []
	if scene != null:
		if scene.left_mouse():
			words.append("left mouse " + scene.left_mouse())
		var own := scene.keys()
		for key in own:
			words.append("%s %s" % [key, own[key]])
	return " · ".join(words)
