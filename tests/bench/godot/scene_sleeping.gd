# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://bench/scene.gd"
## 8000 boxes that sleep.


func _ready() -> void:
	warm_up = 150
	add_floor()
	for i in 8000:
		add_rigid(box(Vector3.ONE), Vector3(i % 100 * 2 - 100, 0.5, i / 100 * 2 - 80))
