# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://bench/scene.gd"
## 500 casts of boxes and capsules a tick into a field of 2000 bodies at rest.


func _ready() -> void:
	warm_up = 120
	ticks = 60
	add_field()


func _physics_process(_delta: float) -> void:
	var state := get_world_3d().direct_space_state
	var query := PhysicsShapeQueryParameters3D.new()
	var shapes := [box(Vector3(0.5, 0.5, 0.5)), capsule(0.3, 1.0)]
	query.motion = Vector3(3, -8, 2)
	for i in 500:
		query.shape = shapes[i % 2]
		query.transform.origin = Vector3(i % 25 * 3.5 - 45, 5, i / 25 * 4 - 45)
		state.cast_motion(query)
