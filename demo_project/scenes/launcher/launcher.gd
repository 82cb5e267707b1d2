# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends Control
## The menu: one card per scene, and which physics engine runs.

@onready var _cards: VBoxContainer = %Cards
@onready var _dot: Panel = %Dot
@onready var _engine: Label = %Engine
@onready var _warning: PanelContainer = %Warning
@onready var _warning_text: Label = %WarningText


func _ready() -> void:
	for entry in Demo.entries():
		_cards.add_child(_make_card(entry))
	if _cards.get_child_count() > 0:
		(_cards.get_child(0) as Control).grab_focus()
	_show_engine()


func _show_engine() -> void:
	var ours := PhysicsEngine.is_ours()
	var version := Engine.get_version_info()
	_engine.text = (
		"Running on %s in Godot %d.%d.%d"
		% [PhysicsEngine.running(), version.major, version.minor, version.patch]
	)
	_dot.visible = ours
	_warning.visible = not ours
	_warning_text.text = PhysicsEngine.warning()


# a button that holds two lines of text of its own
func _make_card(entry: Demo.Entry) -> Button:
	var card := Button.new()
	card.custom_minimum_size = Vector2(0, 88)
	card.pressed.connect(Demo.open.bind(entry.path))
	var lines := VBoxContainer.new()
	lines.set_anchors_and_offsets_preset(Control.PRESET_FULL_RECT, Control.PRESET_MODE_MINSIZE, 16)
	lines.alignment = BoxContainer.ALIGNMENT_CENTER
	lines.mouse_filter = Control.MOUSE_FILTER_IGNORE
	lines.add_child(_make_line(entry.title, 21, Color.WHITE))
	lines.add_child(_make_line(entry.description, 16, Color(0.62, 0.67, 0.75)))
	card.add_child(lines)
	return card


func _make_line(text: String, font_size: int, color: Color) -> Label:
	var label := Label.new()
	label.text = text
	label.add_theme_font_size_override("font_size", font_size)
	label.add_theme_color_override("font_color", color)
	label.text_overrun_behavior = TextServer.OVERRUN_TRIM_ELLIPSIS
	return label
