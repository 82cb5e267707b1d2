# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends SceneTree
## Lets a few ticks pass, presses F9 and prints "viewing VIEWS LAYERS": how many debug views there are, and what they
## show.

const GROUP := &"minkowski_debug_view"
const TICKS := 5


func _initialize() -> void:
	_run.call_deferred()


func _run() -> void:
	for i in TICKS:
		await physics_frame
	var event := InputEventKey.new()
	event.physical_keycode = KEY_F9
	event.keycode = KEY_F9
	event.pressed = true
	root.push_input(event)
	await physics_frame
	print("viewing %d %d" % [get_nodes_in_group(GROUP).size(), MinkowskiPhysics.debug_view])
	quit()
