# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://bench/scene.gd"
## Hulls of 32 points fall into a heap between walls.


func _ready() -> void:
	add_floor()
	add_walls(8.0, 20.0)
	var shapes := []
	for i in 8:
		shapes.append(hull(32, 0.6))
	add_pile(shapes, 1500, 12, 1.25)
