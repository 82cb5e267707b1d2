# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
class_name DemoToolbar
extends HBoxContainer
## What every scene can be told, as signs to click on. Below each is the key that does the same, or the button of a
## gamepad while one is used.

## The gamepad was taken, or put away.
signal device_changed(is_pad: bool)

const INK := Color(0.886, 0.906, 0.945)
const ACCENT := Color(0.227, 0.839, 0.769)
const SIGN_SIZE := 20.0
const BUTTON := Vector2(46, 46)

## Action -> its sign, its key, its button, and words for those who wait with the pointer.
const TOOLS: Dictionary[StringName, Array] = {
	&"demo_menu": [&"menu", "Esc", "Back", "menu"],
	&"demo_pause": [&"pause", "Space", "Start", "pause"],
	&"demo_step": [&"step", ".", "+ →", "one step"],
	&"demo_slower": [&"slower", "−", "+ ↓", "slower"],
	&"demo_faster": [&"faster", "+", "+ ↑", "faster"],
	&"demo_reset": [&"again", "R", "Y", "again"],
	&"demo_debug": [&"look", "F9", "+ ←", "debug view; 1 to 8 choose what it shows"],
	&"demo_card": [&"card", "H", "R3", "card"],
}
## How to fly, where nothing can be clicked on: sign -> keys, sticks.
const HINTS: Dictionary[StringName, Array] = {
	&"right_mouse": ["turn", "right stick"],
	&"fly": ["WASD QE", "left stick"],
}

var _glyphs: Dictionary[StringName, Glyph] = {}
var _captions: Array[Label] = [] # of all tools, then of all hints
var _is_pad := false


func _init() -> void:
	process_mode = Node.PROCESS_MODE_ALWAYS
	mouse_filter = Control.MOUSE_FILTER_IGNORE
	add_theme_constant_override(&"separation", 6)
	for action in TOOLS:
		_add_tool(action)
	for hint in HINTS:
		_add_hint(hint)
	_write()


func _input(event: InputEvent) -> void:
	var is_pad := event is InputEventJoypadButton or event is InputEventJoypadMotion
	var is_other := event is InputEventKey or event is InputEventMouseButton
	if (is_pad or is_other) and is_pad != _is_pad:
		_is_pad = is_pad
		_write()
		device_changed.emit(is_pad)


func _process(_delta: float) -> void:
	_glyphs[&"demo_pause"].sign_name = &"play" if get_tree().paused else &"pause"
	_light(&"demo_pause", get_tree().paused)
	_light(&"demo_slower", Engine.time_scale < 1.0)
	_light(&"demo_debug", PhysicsEngine.debug_layers() != 0)


func _light(action: StringName, is_on: bool) -> void:
	var wanted := ACCENT if is_on else INK
	if _glyphs[action].color != wanted:
		_glyphs[action].color = wanted


func _write() -> void:
	var rows := TOOLS.values().map(func(row: Array) -> Array: return row.slice(1)) + HINTS.values()
	for index in rows.size():
		_captions[index].text = rows[index][1 if _is_pad else 0]


func _add_tool(action: StringName) -> void:
	var button := Button.new()
	button.theme_type_variation = &"ToolButton"
	button.custom_minimum_size = BUTTON
	button.focus_mode = Control.FOCUS_NONE
	button.tooltip_text = TOOLS[action][3]
	button.pressed.connect(_press.bind(action))
	var glyph := Glyph.new(TOOLS[action][0] as StringName, SIGN_SIZE, INK)
	_glyphs[action] = glyph
	button.add_child(_make_column(glyph))
	add_child(button)


func _add_hint(hint: StringName) -> void:
	var column := _make_column(Glyph.new(hint, SIGN_SIZE, INK.darkened(0.3)))
	column.custom_minimum_size = Vector2(64, BUTTON.y)
	add_child(column)


# the sign and its caption, one above the other
func _make_column(glyph: Glyph) -> VBoxContainer:
	var column := VBoxContainer.new()
	column.set_anchors_preset(Control.PRESET_FULL_RECT)
	column.alignment = BoxContainer.ALIGNMENT_CENTER
	column.mouse_filter = Control.MOUSE_FILTER_IGNORE
	column.add_theme_constant_override(&"separation", 0)
	glyph.size_flags_horizontal = Control.SIZE_SHRINK_CENTER
	column.add_child(glyph)
	var caption := Label.new()
	caption.theme_type_variation = &"KeyLabel"
	caption.horizontal_alignment = HORIZONTAL_ALIGNMENT_CENTER
	column.add_child(caption)
	_captions.append(caption)
	return column


# as if its key had been pressed: whoever listens to the key does it
func _press(action: StringName) -> void:
	for is_pressed: bool in [true, false]:
		var event := InputEventAction.new()
		event.action = action
		event.pressed = is_pressed
		Input.parse_input_event(event)
