# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends SceneTree
## Runs a heap of boxes for a second, for a debugger to look at.

const TICKS := 60
## ms; until the debugger has asked for times at the latest.
const PATIENCE := 20000
## ms; for the last words to arrive.
const ON_ITS_WAY := 500


func _initialize() -> void:
	for i in 12:
		var body: PhysicsBody3D = StaticBody3D.new() if i == 0 else RigidBody3D.new()
		var collision := CollisionShape3D.new()
		var box := BoxShape3D.new()
		if i == 0:
			box.size = Vector3(20, 1, 20)
		collision.shape = box
		body.add_child(collision)
		body.position = Vector3(i % 3, 0.5 * i, 0)
		root.add_child(body)
	_run.call_deferred()


# Frames fly by without a display, while the debugger's wish, and what it is told, go over a wire.
func _run() -> void:
	var start := Time.get_ticks_msec()
	while not EngineDebugger.is_profiling(&"servers") and Time.get_ticks_msec() < start + PATIENCE:
		await physics_frame
	for i in TICKS:
		await physics_frame
	start = Time.get_ticks_msec()
	while Time.get_ticks_msec() < start + ON_ITS_WAY:
		await process_frame
	quit()
