# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://bench/scene.gd"
## A pyramid of 40 rows, awake.


func _ready() -> void:
	add_floor()
	for row in 40:
		for i in 40 - row:
			var place := Vector3(i - (40 - row) / 2.0, row + 0.5, 0)
			add_rigid(box(Vector3.ONE), place).can_sleep = false
