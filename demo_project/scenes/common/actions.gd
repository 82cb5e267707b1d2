# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
class_name Actions
extends Object
## What every scene can be told, by keyboard and by gamepad. One row per action; keys are named by
## their place on the keyboard, so they lie the same way under the hand in every language.

const ANY_DEVICE := -1

const TABLE := {
	&"demo_menu": [KEY_ESCAPE, JOY_BUTTON_BACK],
	&"demo_pause": [KEY_SPACE, JOY_BUTTON_START],
	&"demo_step": [KEY_PERIOD, JOY_BUTTON_DPAD_RIGHT],
	&"demo_slower": [KEY_MINUS, JOY_BUTTON_DPAD_DOWN],
	&"demo_faster": [KEY_EQUAL, JOY_BUTTON_DPAD_UP],
	&"demo_reset": [KEY_R, JOY_BUTTON_Y],
	&"demo_card": [KEY_H, JOY_BUTTON_RIGHT_STICK],
	# the debug view brings its own key
	&"demo_debug": [KEY_NONE, JOY_BUTTON_DPAD_LEFT],
	&"demo_grab": [KEY_NONE, JOY_BUTTON_RIGHT_SHOULDER],
	&"demo_use": [KEY_F, JOY_BUTTON_X],
	&"demo_next": [KEY_N, JOY_BUTTON_B],
	&"demo_other": [KEY_M, JOY_BUTTON_LEFT_STICK],
	&"demo_less": [KEY_LEFT, JOY_BUTTON_LEFT_SHOULDER],
	&"demo_more": [KEY_RIGHT, JOY_BUTTON_A],
	&"demo_jump": [KEY_ENTER, JOY_BUTTON_A],
	&"fly_forward": [KEY_W, JOY_BUTTON_INVALID],
	&"fly_back": [KEY_S, JOY_BUTTON_INVALID],
	&"fly_left": [KEY_A, JOY_BUTTON_INVALID],
	&"fly_right": [KEY_D, JOY_BUTTON_INVALID],
	&"fly_down": [KEY_Q, JOY_BUTTON_INVALID, JOY_AXIS_TRIGGER_LEFT, 1.0],
	&"fly_up": [KEY_E, JOY_BUTTON_INVALID, JOY_AXIS_TRIGGER_RIGHT, 1.0],
	# the left stick flies, too, unless the scene has something to steer
	&"stick_up": [KEY_NONE, JOY_BUTTON_INVALID, JOY_AXIS_LEFT_Y, -1.0],
	&"stick_down": [KEY_NONE, JOY_BUTTON_INVALID, JOY_AXIS_LEFT_Y, 1.0],
	&"stick_left": [KEY_NONE, JOY_BUTTON_INVALID, JOY_AXIS_LEFT_X, -1.0],
	&"stick_right": [KEY_NONE, JOY_BUTTON_INVALID, JOY_AXIS_LEFT_X, 1.0],
	&"steer_up": [KEY_UP, JOY_BUTTON_INVALID],
	&"steer_down": [KEY_DOWN, JOY_BUTTON_INVALID],
	&"steer_left": [KEY_LEFT, JOY_BUTTON_INVALID],
	&"steer_right": [KEY_RIGHT, JOY_BUTTON_INVALID],
	&"look_left": [KEY_NONE, JOY_BUTTON_INVALID, JOY_AXIS_RIGHT_X, -1.0],
	&"look_right": [KEY_NONE, JOY_BUTTON_INVALID, JOY_AXIS_RIGHT_X, 1.0],
	&"look_up": [KEY_NONE, JOY_BUTTON_INVALID, JOY_AXIS_RIGHT_Y, -1.0],
	&"look_down": [KEY_NONE, JOY_BUTTON_INVALID, JOY_AXIS_RIGHT_Y, 1.0],
}


## Makes the actions known to Godot.
static func add_all() -> void:
	for action: StringName in TABLE:
		if InputMap.has_action(action):
			continue
		InputMap.add_action(action, 0.2)
		for event in _events_of(TABLE[action]):
			InputMap.action_add_event(action, event)


## Arrow keys and the left stick, together at most one long; x to the right, y down.
static func steering() -> Vector2:
	return (Input.get_vector(&"steer_left", &"steer_right", &"steer_up", &"steer_down") + stick()).limit_length()


## The left stick alone.
static func stick() -> Vector2:
	return Input.get_vector(&"stick_left", &"stick_right", &"stick_up", &"stick_down")


static func _events_of(row: Array) -> Array[InputEvent]:
	var events: Array[InputEvent] = []
	if row[0] != KEY_NONE:
		var key := InputEventKey.new()
		key.physical_keycode = row[0]
		events.append(key)
	if row[1] != JOY_BUTTON_INVALID:
		var button := InputEventJoypadButton.new()
		button.button_index = row[1]
		events.append(button)
	if row.size() > 2:
		var stick := InputEventJoypadMotion.new()
		stick.axis = row[2]
		stick.axis_value = row[3]
		events.append(stick)
	for event in events:
		event.device = ANY_DEVICE
	return events
