# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://bench/scene.gd"
## Balls fall into a heap between walls.


func _ready() -> void:
	add_floor()
	add_walls(9.0, 20.0)
	add_pile([ball(0.5)], 3000, 15, 1.1)
