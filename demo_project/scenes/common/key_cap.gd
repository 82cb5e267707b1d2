# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
class_name KeyCap
extends Control
## The key that does an action, or the gamepad's button while one is used: drawn as it looks, with what is printed on it
## on the keyboard that is there. Needs no language.

## Who is in it is told by [code]refresh()[/code] when another device is taken.
const GROUP := &"key_caps"
const SIZE := Vector2(28, 22)
const FONT_SIZE := 13
const INK := Color(0.886, 0.906, 0.945)
const FACE := Color(0.07, 0.086, 0.122, 0.86)
const EDGE := Color(0.36, 0.42, 0.53)

## What is not one action of [Actions]: its sign for mouse and keyboard, and for a gamepad that has such a thing.
const OTHERS: Dictionary[StringName, Array] = {
	&"click": [&"left_mouse", &""],
	&"left_mouse": [&"left_mouse", &"pad_right_shoulder"],
	&"right_mouse": [&"right_mouse", &"right_stick"],
	&"move_mouse": [&"move_mouse", &"left_stick"],
	&"steer": [&"key_arrows", &"left_stick"],
}
const KEYS: Dictionary[Key, StringName] = {
	KEY_LEFT: &"key_left", KEY_RIGHT: &"key_right", KEY_SPACE: &"key_space", KEY_ENTER: &"key_enter",
}
const BUTTONS: Dictionary[JoyButton, StringName] = {
	JOY_BUTTON_A: &"pad_south", JOY_BUTTON_B: &"pad_east", JOY_BUTTON_X: &"pad_west", JOY_BUTTON_Y: &"pad_north",
	JOY_BUTTON_BACK: &"pad_back", JOY_BUTTON_START: &"pad_start",
	JOY_BUTTON_LEFT_STICK: &"left_stick_press", JOY_BUTTON_RIGHT_STICK: &"right_stick_press",
	JOY_BUTTON_LEFT_SHOULDER: &"pad_left_shoulder", JOY_BUTTON_RIGHT_SHOULDER: &"pad_right_shoulder",
	JOY_BUTTON_DPAD_UP: &"pad_up", JOY_BUTTON_DPAD_DOWN: &"pad_down",
	JOY_BUTTON_DPAD_LEFT: &"pad_left", JOY_BUTTON_DPAD_RIGHT: &"pad_right",
}
## Legends that the name of a key would spell out.
const LEGENDS: Dictionary[Key, String] = {
	KEY_ESCAPE: "Esc", KEY_PERIOD: ".", KEY_COMMA: ",", KEY_MINUS: "−", KEY_EQUAL: "+", KEY_PLUS: "+",
}

## Whether a gamepad is used: all caps show its buttons.
static var is_pad := false

var _action: StringName


func _init(action: StringName) -> void:
	_action = action
	custom_minimum_size = SIZE
	mouse_filter = Control.MOUSE_FILTER_IGNORE
	size_flags_horizontal = Control.SIZE_SHRINK_CENTER
	size_flags_vertical = Control.SIZE_SHRINK_CENTER
	add_to_group(GROUP)
	refresh()


## Shows what the device that is used has for it.
func refresh() -> void:
	visible = not is_pad or _sign()
	queue_redraw()


## Looks which device an event comes from: the first of another one turns all caps.
static func notice(event: InputEvent, tree: SceneTree) -> void:
	var is_from_pad := event is InputEventJoypadButton or event is InputEventJoypadMotion
	var is_other := event is InputEventKey or event is InputEventMouseButton
	if (is_from_pad or is_other) and is_from_pad != is_pad:
		is_pad = is_from_pad
		tree.call_group(GROUP, &"refresh")


## What is printed on the key of an action on the keyboard that is there.
static func legend(action: StringName) -> String:
	var key: Key = Actions.TABLE[action][0]
	if action == &"demo_debug":
		key = KEY_F9 # the debug view brings its own
	# what lies at that place differs from country to country
	var printed := DisplayServer.keyboard_get_label_from_physical(key) if DisplayServer.get_name() != "headless" else key
	if printed == KEY_NONE:
		printed = key
	return LEGENDS.get(printed, LEGENDS.get(key, OS.get_keycode_string(printed)))


func _draw() -> void:
	var sign_name := _sign()
	if sign_name.contains("mouse") or sign_name.contains("pad") or sign_name.contains("stick"):
		_draw_sign(sign_name, size.y)
		return
	draw_style_box(_make_box(), Rect2(Vector2.ZERO, size))
	if sign_name:
		_draw_sign(sign_name, size.y - 7.0)
		return
	var font := get_theme_default_font()
	var base := (size.y + font.get_ascent(FONT_SIZE) - font.get_descent(FONT_SIZE)) / 2.0
	draw_string(font, Vector2(0, base), legend(_action), HORIZONTAL_ALIGNMENT_CENTER, size.x, FONT_SIZE, INK)


# empty for a key that has something printed on it
func _sign() -> StringName:
	if _action in OTHERS:
		return OTHERS[_action][1 if is_pad else 0]
	var row: Array = Actions.TABLE[_action]
	return BUTTONS.get(row[1], &"") if is_pad else KEYS.get(row[0], &"")


func _draw_sign(sign_name: StringName, height: float) -> void:
	var place := Rect2((size - Vector2.ONE * height) / 2.0, Vector2.ONE * height)
	Glyph.draw_sign(self, sign_name, place, INK)


static func _make_box() -> StyleBoxFlat:
	var box := StyleBoxFlat.new()
	box.bg_color = FACE
	box.border_color = EDGE
	box.set_border_width_all(1)
	# thicker below, as the front of a key
	box.border_width_bottom = 3
	box.set_corner_radius_all(5)
	return box
