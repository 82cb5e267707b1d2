# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends Node3D
## The root of a scene that the editor runs: says where the body of the name is after three seconds, and ends.

const TICKS := 180


func _ready() -> void:
	for tick in TICKS:
		await get_tree().physics_frame
	var body: RigidBody3D = $Body
	print("game: %s %.3f %.3f" % [
		PhysicsServer3D.get_class(), body.position.y, body.linear_velocity.length()
	])
	get_tree().quit()
