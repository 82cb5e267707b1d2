# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://bench/scene.gd"
## 4000 rays a tick into a field of 2000 bodies at rest.


func _ready() -> void:
	warm_up = 120
	ticks = 60
	add_field()


func _physics_process(_delta: float) -> void:
	var state := get_world_3d().direct_space_state
	for i in 4000:
		var from := Vector3(i % 63 * 1.4 - 45, 5, i / 63 * 1.4 - 45)
		state.intersect_ray(PhysicsRayQueryParameters3D.create(from, from + Vector3(3, -8, 2)))
