# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
class_name DemoControls
extends PanelContainer
## What can be chosen in a scene: lists, sliders and switches below the numbers of the card. Each obeys the
## mouse and an action, so that keyboard and gamepad reach all of them. It works while time stands still, too.

## The width of the names, so that what can be changed begins in one line.
const NAME_WIDTH := 84.0

## What an action does: action -> a function without arguments.
var _actions: Dictionary[StringName, Callable] = {}
var _column := VBoxContainer.new()


func _init() -> void:
	process_mode = Node.PROCESS_MODE_ALWAYS
	size_flags_horizontal = Control.SIZE_SHRINK_BEGIN
	custom_minimum_size.x = 340.0
	_column.add_theme_constant_override(&"separation", 6)
	add_child(_column)


func _unhandled_input(event: InputEvent) -> void:
	for action in _actions:
		if event.is_action_pressed(action, true):
			_actions[action].call()
			get_viewport().set_input_as_handled()


## A list; [param action] goes to the next entry, and [param changed] is told the number of the entry.
func add_choice(title: String, items: PackedStringArray, action: StringName, changed: Callable) -> OptionButton:
	var button := OptionButton.new()
	button.fit_to_longest_item = false
	button.clip_text = true
	for item in items:
		button.add_item(item)
	button.item_selected.connect(changed)
	_actions[action] = func() -> void:
		button.select((button.selected + 1) % button.item_count)
		changed.call(button.selected)
	_add_row(title, button, [action])
	return button


## A slider over whole numbers; the actions demo_less and demo_more move it. It tells
## [param changed] its value.
func add_slider(title: String, from: int, to: int, changed: Callable) -> HSlider:
	var slider := HSlider.new()
	slider.min_value = from
	slider.max_value = to
	slider.value_changed.connect(changed)
	slider.size_flags_vertical = Control.SIZE_SHRINK_CENTER
	_actions[&"demo_less"] = func() -> void: slider.value -= 1
	_actions[&"demo_more"] = func() -> void: slider.value += 1
	_add_row(title, slider, [&"demo_less", &"demo_more"])
	return slider


## A switch; [param changed] is told whether it is on.
func add_switch(title: String, is_on: bool, action: StringName, changed: Callable) -> CheckButton:
	var button := CheckButton.new()
	button.button_pressed = is_on
	button.alignment = HORIZONTAL_ALIGNMENT_RIGHT
	button.toggled.connect(changed)
	_actions[action] = func() -> void: button.button_pressed = not button.button_pressed
	_add_row(title, button, [action])
	return button


# keys belong to the scene: nothing here takes the focus; which ones change it is shown beside it
func _add_row(title: String, control: Control, actions: Array[StringName]) -> void:
	var row := HBoxContainer.new()
	var label := Label.new()
	label.text = title
	label.theme_type_variation = &"DimLabel"
	label.custom_minimum_size.x = NAME_WIDTH
	control.size_flags_horizontal = Control.SIZE_EXPAND_FILL
	control.focus_mode = Control.FOCUS_NONE
	row.add_child(label)
	row.add_child(control)
	for action in actions:
		row.add_child(KeyCap.new(action))
	_column.add_child(row)
