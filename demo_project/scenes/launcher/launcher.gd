# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends Control
## The menu: a small card per scene, all of them at once in columns of a kind, beside a large picture of the one that
## has the focus and what it shows; and which physics engine runs.

const CARD := Vector2(214, 56)
const PICTURE := Vector2(82, 46)

@onready var _cards: GridContainer = %Cards
@onready var _no_picture: Texture2D = preload("res://icon.svg")
@onready var _large: TextureRect = %Large
@onready var _title: Label = %SceneTitle
@onready var _description: Label = %Description
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


# a button that holds a picture and a title; the mouse over it tells as much as the focus
func _make_card(entry: Demo.Entry) -> Button:
	var card := Button.new()
	card.name = entry.name
	card.custom_minimum_size = CARD
	card.pressed.connect(Demo.open.bind(entry.path))
	card.focus_entered.connect(_show.bind(entry))
	card.mouse_entered.connect(card.grab_focus)
	var row := HBoxContainer.new()
	row.set_anchors_and_offsets_preset(Control.PRESET_FULL_RECT, Control.PRESET_MODE_MINSIZE, 5)
	row.add_theme_constant_override(&"separation", 10)
	row.mouse_filter = Control.MOUSE_FILTER_IGNORE
	row.add_child(_make_picture(entry))
	row.add_child(_make_title(entry.title))
	card.add_child(row)
	return card


func _make_picture(entry: Demo.Entry) -> TextureRect:
	var picture := TextureRect.new()
	picture.texture = _picture_of(entry)
	picture.custom_minimum_size = PICTURE
	picture.texture_filter = CanvasItem.TEXTURE_FILTER_LINEAR_WITH_MIPMAPS
	picture.expand_mode = TextureRect.EXPAND_IGNORE_SIZE
	picture.stretch_mode = TextureRect.STRETCH_KEEP_ASPECT_COVERED
	picture.mouse_filter = Control.MOUSE_FILTER_IGNORE
	return picture


func _make_title(text: String) -> Label:
	var title := Label.new()
	title.text = text
	title.autowrap_mode = TextServer.AUTOWRAP_WORD_SMART
	title.size_flags_horizontal = Control.SIZE_EXPAND_FILL
	title.size_flags_vertical = Control.SIZE_SHRINK_CENTER
	title.add_theme_font_size_override(&"font_size", 15)
	title.mouse_filter = Control.MOUSE_FILTER_IGNORE
	return title


func _picture_of(entry: Demo.Entry) -> Texture2D:
	return entry.picture if entry.picture != null else _no_picture


func _show(entry: Demo.Entry) -> void:
	_large.texture = _picture_of(entry)
	_title.text = entry.title
	_description.text = entry.description
