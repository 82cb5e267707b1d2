# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://bench/scene.gd"
## Boxes fall into a heap between walls.


func _ready() -> void:
	add_floor()
	add_walls(8.0, 20.0)
	add_pile([box(Vector3.ONE)], 2000, 13, 1.1)
