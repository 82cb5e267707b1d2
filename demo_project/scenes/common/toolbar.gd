# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
class_name DemoToolbar
extends HBoxContainer
## What every scene can be told, as signs to click on. Below each is the key that does the same, or the button of a
## gamepad while one is used.

const INK := Color(0.886, 0.906, 0.945)
const ACCENT := Color(0.227, 0.839, 0.769)
const SIGN_SIZE := 18.0
const BUTTON := Vector2(46, 54)

## Action -> its sign, and words for those who wait with the pointer.
const TOOLS: Dictionary[StringName, Array] = {
	&"demo_menu": [&"menu", "menu"],
	&"demo_pause": [&"pause", "pause"],
	&"demo_step": [&"step", "one step"],
	&"demo_slower": [&"slower", "slower"],
	&"demo_faster": [&"faster", "faster"],
	&"demo_reset": [&"again", "again"],
	&"demo_debug": [&"look", "debug view; 1 to 8 choose what it shows"],
	&"demo_card": [&"card", "card"],
}

var _glyphs: Dictionary[StringName, Glyph] = {}
var _fly_keys := Label.new()


func _init() -> void:
	process_mode = Node.PROCESS_MODE_ALWAYS
	mouse_filter = Control.MOUSE_FILTER_IGNORE
	add_theme_constant_override(&"separation", 6)
	for action in TOOLS:
		_add_tool(action)
	add_child(_make_column(Glyph.new(&"turn", SIGN_SIZE, INK.darkened(0.3)), KeyCap.new(&"right_mouse")))
	_fly_keys.theme_type_variation = &"KeyLabel"
	add_child(_make_column(Glyph.new(&"fly", SIGN_SIZE, INK.darkened(0.3)), _fly_keys))
	refresh()
	# told with the caps when another device is taken
	add_to_group(KeyCap.GROUP)


func _process(_delta: float) -> void:
	_glyphs[&"demo_pause"].sign_name = &"play" if get_tree().paused else &"pause"
	_light(&"demo_pause", get_tree().paused)
	_light(&"demo_slower", Engine.time_scale < 1.0)
	_light(&"demo_debug", PhysicsEngine.debug_layers() != 0)


func _light(action: StringName, is_on: bool) -> void:
	var wanted := ACCENT if is_on else INK
	if _glyphs[action].color != wanted:
		_glyphs[action].color = wanted


## Takes away the button of what a scene does not have.
func hide_tool(action: StringName) -> void:
	(_glyphs[action].get_parent().get_parent() as Control).hide()


## Names what flies: six keys are too many to draw.
func refresh() -> void:
	var flat: Array[StringName] = [&"fly_forward", &"fly_left", &"fly_back", &"fly_right"]
	var upright: Array[StringName] = [&"fly_down", &"fly_up"]
	var keys := "".join(flat.map(KeyCap.legend)) + " " + "".join(upright.map(KeyCap.legend))
	_fly_keys.text = "L + LT RT" if KeyCap.is_pad else keys


func _add_tool(action: StringName) -> void:
	var button := Button.new()
	button.theme_type_variation = &"ToolButton"
	button.custom_minimum_size = BUTTON
	button.focus_mode = Control.FOCUS_NONE
	button.tooltip_text = TOOLS[action][1]
	button.pressed.connect(_press.bind(action))
	var glyph := Glyph.new(TOOLS[action][0] as StringName, SIGN_SIZE, INK)
	_glyphs[action] = glyph
	var column := _make_column(glyph, KeyCap.new(action))
	column.set_anchors_preset(Control.PRESET_FULL_RECT)
	button.add_child(column)
	add_child(button)


# the sign of what is done above what does it
func _make_column(glyph: Glyph, cap: Control) -> VBoxContainer:
	var column := VBoxContainer.new()
	column.custom_minimum_size = BUTTON
	column.alignment = BoxContainer.ALIGNMENT_CENTER
	column.mouse_filter = Control.MOUSE_FILTER_IGNORE
	column.add_theme_constant_override(&"separation", 3)
	glyph.size_flags_horizontal = Control.SIZE_SHRINK_CENTER
	column.add_child(glyph)
	column.add_child(cap)
	return column


# as if its key had been pressed: whoever listens to the key does it
func _press(action: StringName) -> void:
	for is_pressed: bool in [true, false]:
		var event := InputEventAction.new()
		event.action = action
		event.pressed = is_pressed
		Input.parse_input_event(event)
