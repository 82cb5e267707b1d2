# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://bench/scene.gd"
## 8000 boxes that sleep. A tick takes microseconds, so there are many of them.


func _ready() -> void:
	warm_up = 150
	ticks = 4000
	is_whole = true
	add_floor()
	for i in 8000:
		add_rigid(box(Vector3.ONE), Vector3(i % 100 * 2 - 100, 0.5, i / 100 * 2 - 80))
