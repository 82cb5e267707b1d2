# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
class_name DemoClock
extends Node
## Pause, single step and slow motion of a scene.

const SPEEDS: Array[float] = [0.05, 0.1, 0.25, 0.5, 1.0]

var _speed := SPEEDS.size() - 1
var _steps_left := 0


func _ready() -> void:
	process_mode = Node.PROCESS_MODE_ALWAYS


func _exit_tree() -> void:
	Engine.time_scale = 1.0
	get_tree().paused = false


func _unhandled_input(event: InputEvent) -> void:
	if event.is_action_pressed(&"demo_pause"):
		get_tree().paused = not get_tree().paused
	elif event.is_action_pressed(&"demo_step", true):
		get_tree().paused = false
		_steps_left = 1
	elif event.is_action_pressed(&"demo_slower"):
		_set_speed(_speed - 1)
	elif event.is_action_pressed(&"demo_faster"):
		_set_speed(_speed + 1)


# a tick that began unpaused runs to its end, then time stands still again
func _physics_process(_delta: float) -> void:
	if _steps_left == 0:
		return
	_steps_left -= 1
	if _steps_left == 0:
		get_tree().set_deferred(&"paused", true)


## What the card says about time: empty when it runs as usual.
func state() -> String:
	if get_tree().paused:
		return "paused"
	return "" if _speed == SPEEDS.size() - 1 else "%d %% speed" % roundi(100 * SPEEDS[_speed])


func _set_speed(index: int) -> void:
	_speed = clampi(index, 0, SPEEDS.size() - 1)
	Engine.time_scale = SPEEDS[_speed]
