# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends Control
## The menu: one card per scene, and which physics engine runs.

const CARD := Vector2(284, 258)

@onready var _cards: GridContainer = %Cards
@onready var _no_picture: Texture2D = preload("res://icon.svg")
@onready var _dot: Panel = %Dot
@onready var _engine: Label = %Engine
@onready var _keys: HBoxContainer = %Keys
@onready var _warning: PanelContainer = %Warning
@onready var _warning_text: Label = %WarningText


func _ready() -> void:
	for entry in Demo.entries():
		var card := _make_card(entry)
		_cards.add_child(card)
		# where one comes from, else the first
		if entry == Demo.last() or _cards.get_child_count() == 1:
			card.grab_focus.call_deferred()
	_keys.add_child(KeyHint.new([&"click", &"demo_jump"], &"play", "opens a scene"))
	_keys.add_child(KeyHint.new([&"demo_menu"], &"menu", "back to this menu"))
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


# a button that holds a picture and two lines of text
func _make_card(entry: Demo.Entry) -> Button:
	var card := Button.new()
	card.custom_minimum_size = CARD
	card.size_flags_horizontal = Control.SIZE_EXPAND_FILL
	card.clip_contents = true
	card.pressed.connect(Demo.open.bind(entry.path))
	var column := VBoxContainer.new()
	column.set_anchors_and_offsets_preset(Control.PRESET_FULL_RECT, Control.PRESET_MODE_MINSIZE, 10)
	column.mouse_filter = Control.MOUSE_FILTER_IGNORE
	column.add_child(_make_picture(entry))
	column.add_child(_make_line(entry.title, 18, Color.WHITE))
	var text := _make_line(entry.description, 13, Color(0.62, 0.67, 0.75))
	text.autowrap_mode = TextServer.AUTOWRAP_WORD_SMART
	text.max_lines_visible = 3
	text.size_flags_vertical = Control.SIZE_EXPAND_FILL
	column.add_child(text)
	card.add_child(column)
	return card


func _make_picture(entry: Demo.Entry) -> TextureRect:
	var picture := TextureRect.new()
	picture.texture = entry.picture if entry.picture != null else _no_picture
	picture.custom_minimum_size = Vector2(0, 148)
	picture.expand_mode = TextureRect.EXPAND_IGNORE_SIZE
	picture.stretch_mode = TextureRect.STRETCH_KEEP_ASPECT_COVERED
	picture.mouse_filter = Control.MOUSE_FILTER_IGNORE
	return picture


func _make_line(text: String, font_size: int, color: Color) -> Label:
	var label := Label.new()
	label.text = text
	label.add_theme_font_size_override("font_size", font_size)
	label.add_theme_color_override("font_color", color)
	label.text_overrun_behavior = TextServer.OVERRUN_TRIM_WORD_ELLIPSIS
	label.mouse_filter = Control.MOUSE_FILTER_IGNORE
	return label
