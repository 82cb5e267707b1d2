# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends SceneTree
## Runs a heap of boxes for a second, for a debugger to look at.

const TICKS := 60


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


func _run() -> void:
	for i in TICKS:
		await physics_frame
	quit()
