# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends SceneTree
## In the race, presses the key that shows it under the next engine: the demo ends and starts again, with this script
## among its words. There it presses the key for the menu, which starts it a third time: as at first, and that is all.

const NOTE := "user://restarts"


func _initialize() -> void:
	_run.call_deferred()


func _run() -> void:
	var starts := FileAccess.get_file_as_string(NOTE).to_int() if FileAccess.file_exists(NOTE) else 0
	FileAccess.open(NOTE, FileAccess.WRITE).store_string(str(starts + 1))
	if starts == 0:
		change_scene_to_file("res://scenes/race/race.tscn")
	if starts < 2:
		await scene_changed
		await physics_frame
		_press(&"demo_next" if starts == 0 else &"demo_menu")
	else:
		quit()


func _press(action: StringName) -> void:
	var event := InputEventAction.new()
	event.action = action
	event.pressed = true
	Input.parse_input_event(event)
