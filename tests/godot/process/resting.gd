# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends SceneTree
## Runs a scene that was made in the editor until its bodies rest, and prints where they are.

const TICKS := 240


func _initialize() -> void:
	_run.call_deferred()


func _run() -> void:
	var scene: Node3D = (load("user://all_shapes.tscn") as PackedScene).instantiate()
	root.add_child(scene)
	for tick in TICKS:
		await physics_frame
	print("resting on ", ProjectSettings.get_setting("physics/3d/physics_engine"))
	for body in scene.get_children():
		if body is RigidBody3D:
			print("resting %s %.3f %.3f" % [body.name, body.position.y, body.linear_velocity.length()])
	scene.free()
	quit()
